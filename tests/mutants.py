"""Mutation testing: one place of the program is changed, and the tests have to notice.

    python -m tests.mutants --mutants 30 --seed 1                 # so many of each floor
    python -m tests.mutants --of-all 200 --seed 2                 # so many of all floors together
    python -m tests.mutants trees scores --again survivors.txt    # those that are listed there once more
    python -m tests.mutants app/session app/shell                 # windows: only when named

A floor's tests run once to learn which of them reach which line. Each mutant then gets the tests of its floor that reach it,
the fastest first, in a process of its own; no file is changed. Kernels are not mutated, their twins are. What no test reaches
survives. What takes too long counts as caught, but is listed: on a busy machine it may only be slow, and ``--again`` tries it
once more. Some survivors mean the same as the original: these are for people to judge.
"""

from __future__ import annotations

import argparse
import ast
import importlib.machinery
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

import pytest

ROOT = Path(__file__).resolve().parents[1]
FLOORS = (
    "trees",
    "readers",
    "mappings",
    "raw",
    "measures",
    "drawing",
    "scores",
    "pages",
    "comparison",
    "changes",
    "annotators",
    "saved",
    "batches",
    "queries",
    "conventions",
    "analyses",
    "lessons",
    "cli",
    "api",
)
ALSO = {
    "measures": ("test_paper_pages.py", "oracles/test_elas.py"),
    "changes": ("test_cli_diff.py",),
    "batches": ("test_cli_batch.py",),
    "scores": ("comparison", "analyses"),
    "pages": ("analyses/test_report_page.py", "annotators/test_adjudicated.py", "changes/test_report.py"),
    "raw": ("analyses/test_without_gold.py", "comparison/test_files.py"),
    "annotators": ("saved/test_adjudications.py", "test_cli_adjudicate.py"),
    "queries": ("analyses/test_trust.py", "oracles/test_query_trust.py"),
    "cli": (
        "test_cli*.py",
        "test_options_said.py",
        "test_reading.py",
        "test_writing.py",
        "annotators/*_cli.py",
        "conventions",
        "queries",
        "annotators/test_triage.py",
    ),
    "comparison": ("analyses/test_labels.py", "drawing/test_stacks.py", "app/test_open_dialog.py"),
    "trees": ("comparison/test_enhanced.py",),
    "analyses": ("app/test_models.py", "raw/test_systems.py"),
    "api": ("test_api_examples.py",),
}
"""Tests of floors beside those in the folder of their name: some floors are seen only through those above."""
SECONDS = 30
"""For each mutant. Tests are chosen so that they need a third of it."""
CAUGHT, SURVIVES, TOO_SLOW = "caught    ", "survives  ", "too slow  "
UNREACHED = "  (no test reaches it)"
COMPARED = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==", ast.Is: "is not", ast.IsNot: "is",
    ast.In: "not in", ast.NotIn: "in",
}  # fmt: skip
CALCULATED = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.FloorDiv: "*",
    ast.Div: "*",
    ast.BitAnd: "|",
    ast.BitOr: "&",
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "minimum": "maximum", "maximum": "minimum"}


@dataclass(frozen=True)
class Mutant:
    """``first:last`` of the file's bytes become ``new``; a test that reaches one of ``lines`` runs the place."""

    path: str
    line: int
    first: int
    last: int
    old: str
    new: str
    lines: tuple[int, int]

    @property
    def title(self) -> str:
        old, new = (" ".join(text.split()) for text in (self.old, self.new))
        return f"{self.path}:{self.line}: {old[:80]} -> {new[:80]}"

    def code(self) -> bytes:
        data = (ROOT / self.path).read_bytes()
        return data[: self.first] + self.new.encode() + data[self.last :]


# -- places that can be changed ----------------------------------------------------------------------------------------------


def mutants(path: str) -> list[Mutant]:
    """All of a file."""
    data = (ROOT / path).read_bytes()
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found: list[Mutant] = []

    def add(node: ast.AST, new: str, lines: tuple[int, int], until: ast.AST | None = None) -> None:
        """``node``, or what stands between it and ``until``, becomes ``new``."""
        begin = starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        end = starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
        if until is not None:
            begin, end = end, starts[until.lineno - 1] + until.col_offset  # type: ignore[attr-defined]
        old = data[begin:end].decode()
        if until is not None:  # brackets around the operands stay
            sides = old.rstrip("( \n").lstrip(") \n")
            if not sides or "#" in old:
                return
            begin += old.encode().index(sides.encode())
            end, old = begin + len(sides.encode()), sides
        if old != new:
            found.append(Mutant(path, data[:begin].count(b"\n") + 1, begin, end, old, new, lines))

    def expression(node: ast.AST, lines: tuple[int, int]) -> None:
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            add(node.left, COMPARED[type(node.ops[0])], lines, node.comparators[0])
        elif isinstance(node, ast.BoolOp):
            add(node.values[0], "or" if isinstance(node.op, ast.And) else "and", lines, node.values[1])
        elif isinstance(node, ast.BinOp) and type(node.op) in CALCULATED:
            is_text = any(isinstance(side, (ast.JoinedStr, ast.Constant)) and not isinstance(getattr(side, "value", 0), int)
                          for side in (node.left, node.right))  # fmt: skip
            if not is_text:
                add(node.left, CALCULATED[type(node.op)], lines, node.right)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub, ast.Invert)):
            add(node, f"({ast.unparse(node.operand)})", lines)
        elif isinstance(node, ast.Constant) and type(node.value) is bool:
            add(node, str(not node.value), lines)
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            add(node, str(node.value + 1), lines)
        elif isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load):
            name = node.id if isinstance(node, ast.Name) else node.attr
            if name in NAMES:
                add(
                    node,
                    NAMES[name] if isinstance(node, ast.Name) else f"{ast.unparse(node.value)}.{NAMES[name]}",
                    lines,
                )
        elif isinstance(node, ast.IfExp):
            add(node, f"({ast.unparse(ast.IfExp(node.test, node.orelse, node.body))})", lines)
        for child in ast.iter_child_nodes(node):
            # where lengths differ, strict zips tell of a fault that is not there
            is_strict = isinstance(child, ast.keyword) and child.arg == "strict"
            if not is_strict and not isinstance(child, (ast.JoinedStr, ast.expr_context)):
                expression(child, lines)

    def statement(node: ast.stmt) -> None:
        lines = (node.lineno, node.end_lineno or node.lineno)
        if isinstance(node, (ast.Import, ast.ImportFrom, ast.Pass, ast.Assert, ast.Raise, ast.Global, ast.Nonlocal)):
            return
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            for default in (
                (*node.args.defaults, *filter(None, node.args.kw_defaults)) if isinstance(node, ast.FunctionDef) else ()
            ):
                expression(default, (node.lineno, node.lineno))
        elif isinstance(node, (ast.If, ast.While)):
            if "TYPE_CHECKING" in ast.unparse(node.test):
                return
            header = (node.lineno, node.test.end_lineno or node.lineno)
            if isinstance(node, ast.If):
                add(node.test, f"not ({ast.unparse(node.test)})", header)
            expression(node.test, header)
        elif isinstance(node, ast.For):
            expression(node.iter, (node.lineno, node.iter.end_lineno or node.lineno))
        elif isinstance(node, ast.With):
            for item in node.items:
                expression(item.context_expr, (node.lineno, node.lineno))
        elif isinstance(node, (ast.Break, ast.Continue)):
            add(node, "continue" if isinstance(node, ast.Break) else "break", lines)
        elif isinstance(node, ast.Return) and node.value is not None:
            add(node.value, "None", lines)
            expression(node.value, lines)
        elif isinstance(node, ast.Expr):
            if not isinstance(node.value, ast.Constant):
                if not isinstance(node.value, (ast.Yield, ast.YieldFrom)):
                    add(node, "pass", lines)
                expression(node.value, lines)
        elif isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)) and node.value is not None:
            names = ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
            if names.startswith("__") or "TypeVar" in ast.unparse(node.value) or node.col_offset == 0:
                return  # constants of modules are what they are
            if not isinstance(node, ast.AnnAssign):
                add(node, "pass", lines)
            expression(node.value, lines)
        for name in ("body", "orelse", "finalbody", "handlers"):
            for child in getattr(node, name, []):
                for one in child.body if isinstance(child, ast.ExceptHandler) else [child]:
                    statement(one)

    for node in ast.parse(data).body:
        statement(node)
    return found


# -- which tests reach which line ----------------------------------------------------------------------------------------------


class _Contexts:
    """Tells coverage which test runs, and notes how long each takes and which fail by themselves."""

    def __init__(self, coverage: object) -> None:
        self.coverage = coverage
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.coverage.switch_context(nodeid)  # type: ignore[attr-defined]

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self.coverage.switch_context("")  # type: ignore[attr-defined]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0) + report.duration
        if not report.passed:
            self.failed.add(report.nodeid)


def _tests(floor: str) -> list[str]:
    """Where the tests of a floor are; those of a part of a floor may be anywhere in the folder of the whole."""
    tests = ROOT / "tests"
    inside = next((one for one in (Path(floor), *Path(floor).parents) if (tests / one).is_dir()), Path())
    own = [] if inside == Path() else [tests / inside]
    return [str(path) for path in (*own, *(found for one in ALSO.get(floor, ()) for found in sorted(tests.glob(one))))]


def _learn(floor: str, out: Path) -> int:
    import coverage

    measured = coverage.Coverage(data_file=None, include=[f"{ROOT}/treecompare/{floor}/*"])
    plugin = _Contexts(measured)
    measured.start()
    pytest.main(["-q", "--no-header", "-p", "no:cacheprovider", *_tests(floor)], plugins=[plugin])
    measured.stop()
    data = measured.get_data()
    reached = {
        str(Path(file).relative_to(ROOT)): {
            line: [one for one in tests if one and one not in plugin.failed]
            for line, tests in data.contexts_by_lineno(file).items()
        }
        for file in data.measured_files()
    }
    seconds = {test: seconds for test, seconds in plugin.seconds.items() if test not in plugin.failed}
    out.write_text(json.dumps([reached, seconds]), "utf-8")
    return 0


@dataclass(frozen=True)
class Reached:
    """``tests[path][line]``: the tests that reach a line; ``seconds``: how long each takes."""

    tests: dict[str, dict[str, list[str]]]
    seconds: dict[str, float]

    def of(self, mutant: Mutant) -> list[str]:
        """The tests to run, the fastest first; all of the floor where a place is reached when its file is imported."""
        of_file = self.tests.get(mutant.path, {})
        lines = range(mutant.lines[0], mutant.lines[1] + 1)
        found = {test for line in lines for test in of_file.get(str(line), ())}
        if not found and any(str(line) in of_file for line in lines):
            found = set(self.seconds)
        chosen: list[str] = []
        left = SECONDS / 3
        for test in sorted(found, key=lambda one: (self.seconds.get(one, 0), one)):
            left -= self.seconds.get(test, 0)
            if chosen and left < 0:
                break
            chosen.append(test)
        return chosen


# -- running -------------------------------------------------------------------------------------------------------------------


def _in_child(work: Callable[[], int], seconds: float | None) -> int | None:
    """The exit status of some work in a process of its own; None where it had to be ended."""
    child = os.fork()
    if child == 0:
        status = 99
        try:
            os.setsid()
            quiet = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(quiet, stream)
            status = int(work())
        finally:
            os._exit(status)
    end = time.monotonic() + seconds if seconds else float("inf")
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > end:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return None
        time.sleep(0.05)


def _verdict(mutant: Mutant, tests: list[str]) -> str:
    """Whether these tests notice it: CAUGHT, SURVIVES, or TOO_SLOW where they did not come to an end."""
    if not tests:
        return SURVIVES

    class Loader(importlib.machinery.SourceFileLoader):
        pass

    usual = importlib.machinery.SourceFileLoader.get_code
    place = str(ROOT / mutant.path)

    def get_code(self: importlib.machinery.SourceFileLoader, name: str) -> CodeType | None:
        if self.path != place:
            return usual(self, name)
        return compile(mutant.code(), place, "exec", dont_inherit=True)

    def work() -> int:
        importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]
        return int(pytest.main(["-x", "-q", "--no-header", "-p", "no:cacheprovider", *tests]))

    return {None: TOO_SLOW, 0: SURVIVES}.get(_in_child(work, SECONDS), CAUGHT)


def _of_floor(floor: str) -> list[Mutant]:
    paths = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "treecompare" / floor).rglob("*.py"))
    return [one for path in paths for one in mutants(path)]


def _chosen(floors: list[str], count: int, seed: int, again: set[str]) -> Iterator[tuple[str, list[Mutant]]]:
    for floor in floors:
        found = _of_floor(floor)
        if again:
            found = [one for one in found if one.title in again]
        else:
            found = random.Random(f"{seed} {floor}").sample(found, min(count, len(found)))
        yield floor, found


def _of_all(floors: list[str], count: int, seed: int) -> Iterator[tuple[str, list[Mutant]]]:
    """So many of all floors together: each place of the program is as likely as any other."""
    places = [(floor, one) for floor in floors for one in _of_floor(floor)]
    found = random.Random(seed).sample(places, min(count, len(places)))
    for floor in floors:
        yield floor, [one for its, one in found if its == floor]


def _summary(title: str, verdicts: Counter[str]) -> str:
    count, slow, survive = verdicts.total(), verdicts[TOO_SLOW], verdicts[SURVIVES]
    share = (count - survive) / count
    return f"{title}: {count} mutants, {count - survive} caught ({slow} by time), {survive} survive, {share:.1%}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "floors", nargs="*", default=list(FLOORS), help="folders of the package; all floors without windows"
    )
    parser.add_argument("--mutants", type=int, default=30, help="of each floor")
    parser.add_argument("--of-all", type=int, metavar="N", help="so many of all floors together instead")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument(
        "--again", type=Path, help="the output of an earlier run: try its survivors and slow mutants again"
    )
    given = parser.parse_args()
    import hypothesis  # noqa: F401 - what every mutant would import again
    import numpy  # noqa: F401

    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    again = set()
    if given.again:
        lines = (line.removesuffix(UNREACHED) for line in given.again.read_text("utf-8").splitlines())
        again = {line[len(SURVIVES) :] for line in lines if line.startswith((SURVIVES, TOO_SLOW))}
    figures: dict[str, Counter[str]] = {}
    of_all = given.of_all and not again
    for floor, chosen in (
        _of_all(given.floors, given.of_all, given.seed)
        if of_all
        else _chosen(given.floors, given.mutants, given.seed, again)
    ):
        if not chosen:
            continue
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "reached.json"
            if _in_child(lambda floor=floor, out=out: _learn(floor, out), None) != 0:  # type: ignore[misc]
                sys.exit(f"tests/{floor}: the tests could not be run")
            reached = Reached(*json.loads(out.read_text("utf-8")))

        def tried(mutant: Mutant, reached: Reached = reached) -> tuple[Mutant, str, bool]:
            tests = reached.of(mutant)
            return mutant, _verdict(mutant, tests), bool(tests)

        figures[floor] = Counter()
        with ThreadPoolExecutor(given.jobs) as pool:
            for mutant, verdict, is_reached in pool.map(tried, chosen):
                figures[floor][verdict] += 1
                if verdict != CAUGHT:
                    print(f"{verdict}{mutant.title}" + ("" if is_reached else UNREACHED), flush=True)
        print(_summary(floor, figures[floor]), flush=True)
    if figures:
        print(_summary("all", sum(figures.values(), Counter())))


if __name__ == "__main__":
    main()
