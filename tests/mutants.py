"""Mutation testing: one place of the program is changed, and the tests have to notice.

    python -m tests.mutants                                 # 200 places of the whole program; the seed is the commit's hash
    python -m tests.mutants readers trees --mutants 30      # of these rooms
    python -m tests.mutants window --tests tests/window           # tried with these tests only
    python -m tests.mutants --again survivors.txt           # those that are listed there once more

The quick suite runs once to learn which tests reach the places (:mod:`tests.probes`). Each mutant then gets those that do, the
fastest first, in a process of its own, and what survives these gets slower ones; no file is changed. Kernels are mutated in their
source, which tests run that compare it with what is compiled. What no test reaches survives. What takes too long is listed and not
counted as caught. Some survivors mean the same as the original: these are for people to judge.
"""

from __future__ import annotations

import argparse
import ast
import importlib.machinery
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

import pytest

from tests.probes import IMPORT

ROOT = Path(__file__).resolve().parents[1]
SECONDS = (30, 300)
"""For each mutant, and for each that survives the first round. Tests are chosen so that they need a third of it."""
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


# -- which tests reach which place ---------------------------------------------------------------------------------------------


def learn(chosen: list[Mutant], tests: list[str]) -> Reached:
    """Runs the tests once, on all cores."""
    with tempfile.TemporaryDirectory() as folder:
        places = [(one.path, *one.lines) for one in chosen]
        (Path(folder) / "places.json").write_text(json.dumps(places), "utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-n", "auto", "--dist", "loadfile", "--assert=plain", *tests],
            cwd=ROOT, env={**os.environ, "TREECOMPARE_PROBES": folder, "PYTEST_PLUGINS": "tests.probes"}, check=False,
        )  # fmt: skip
        if done.returncode not in (0, 1):
            sys.exit("the tests could not be run")
        found, seconds, failed = defaultdict[Mutant, set[str]](set), dict[str, float](), set[str]()
        for path in Path(folder).glob("reached-*.json"):
            notes, took, bad = json.loads(path.read_text("utf-8"))
            for number, reaching in notes.items():
                found[chosen[int(number)]] |= {*reaching}
            seconds |= took
            failed |= {*bad}
    return Reached({one: tests - failed for one, tests in found.items()}, seconds)


@dataclass(frozen=True)
class Reached:
    """``tests``: those that reach a mutant; ``seconds``: how long each takes."""

    tests: dict[Mutant, set[str]]
    seconds: dict[str, float]

    def of(self, mutant: Mutant, seconds: float) -> list[str]:
        """The tests to run, the fastest first; those of its room where a place is reached when its file is imported."""
        found = self.tests.get(mutant, set()) - {IMPORT}
        if not found and mutant in self.tests:
            found = {one for one in self.seconds if one.startswith(f"tests/{Path(mutant.path).parts[1]}/")}
        chosen: list[str] = []
        left = seconds / 3
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


def tried(mutant: Mutant, reached: Reached) -> str:
    """What comes of it: CAUGHT, SURVIVES, or TOO_SLOW where its tests did not come to an end."""
    verdict, before = SURVIVES, list[str]()
    for seconds in SECONDS:
        tests = [one for one in reached.of(mutant, seconds) if one not in before]
        if verdict == SURVIVES and tests:
            verdict = _verdict(mutant, tests, seconds)
        before += tests
    return verdict


def _verdict(mutant: Mutant, tests: list[str], seconds: float) -> str:
    """Whether these tests notice it."""

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
        return int(pytest.main(["-x", "-q", "--no-header", "--assert=plain", "-p", "no:cacheprovider", *tests]))

    return {None: TOO_SLOW, 0: SURVIVES}.get(_in_child(work, seconds), CAUGHT)


def of_rooms(rooms: list[str]) -> list[Mutant]:
    """All places of these folders of the program; of the whole where none is named."""
    folders = [ROOT / "treecompare" / room for room in rooms or [""]]
    return [
        one
        for folder in folders
        for path in sorted(folder.rglob("*.py"))
        for one in mutants(str(path.relative_to(ROOT)))
    ]


def _commit() -> str:
    return subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rooms", nargs="*", help="folders of the package; without any the whole program")
    parser.add_argument("--mutants", type=int, default=200, metavar="N")
    parser.add_argument("--seed", help="otherwise the hash of the commit")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--tests", nargs="+", default=[], metavar="PATH", help="the tests to try; otherwise all quick ones"
    )
    parser.add_argument(
        "--again", type=Path, metavar="FILE", help="the output of an earlier run: what it lists once more"
    )
    given = parser.parse_args()
    import hypothesis  # noqa: F401 - what every mutant would import again
    import numpy  # noqa: F401

    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    chosen = of_rooms(given.rooms)
    if given.again:
        lines = (line.removesuffix(UNREACHED) for line in given.again.read_text("utf-8").splitlines())
        again = {line[len(SURVIVES) :] for line in lines if line.startswith((SURVIVES, TOO_SLOW))}
        chosen = [one for one in chosen if one.title in again]
    else:
        chosen = random.Random(given.seed or _commit()).sample(chosen, min(given.mutants, len(chosen)))
    reached = learn(chosen, given.tests)

    verdicts: Counter[str] = Counter()
    with ThreadPoolExecutor(given.jobs) as pool:
        for mutant, verdict in zip(chosen, pool.map(lambda one: tried(one, reached), chosen), strict=True):
            verdicts[verdict] += 1
            print(f"{verdict}{mutant.title}" + ("" if reached.of(mutant, 1) else UNREACHED), flush=True)
    caught, survive, slow = verdicts[CAUGHT], verdicts[SURVIVES], verdicts[TOO_SLOW]
    print(f"{len(chosen)} mutants, {caught} caught, {survive} survive, {slow} too slow, {caught / len(chosen):.1%}")


if __name__ == "__main__":
    main()
