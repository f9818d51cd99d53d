"""Which tests reach the places that mutants change: a plugin of pytest (``PYTEST_PLUGINS=tests.probes``).

It is loaded by the environment: before the fixtures of folders, which import the program. That also names a folder
(``TREECOMPARE_PROBES``): its ``places.json`` has (path, first line, last line) of each; a process writes a file there when its
tests have ended: the tests that reached each place, how long each test took, which failed.
"""

from __future__ import annotations

import ast
import builtins
import importlib.machinery
import json
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import CodeType

import pytest

ROOT = Path(__file__).resolve().parents[1]
IMPORT = "import"
"""In place of a test where a place is reached as its file is imported."""


class Probes:
    """Notes while tests run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.test = IMPORT
        self.reached: defaultdict[int, set[str]] = defaultdict(set)
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.failed: set[str] = set()
        self.places: defaultdict[str, list[tuple[int, int, int]]] = defaultdict(list)
        for number, (path, first, last) in enumerate(json.loads((folder / "places.json").read_text("utf-8"))):
            self.places[str(ROOT / path)].append((number, first, last))

    def note(self, place: int) -> None:
        self.reached[place].add(self.test)

    def install(self) -> None:
        """What is imported from now on notes what is reached."""
        usual = importlib.machinery.SourceFileLoader.get_code

        def get_code(loader: importlib.machinery.SourceFileLoader, name: str) -> CodeType | None:
            places = self.places.get(loader.path)
            if not places:
                return usual(loader, name)
            tree = ast.parse(Path(loader.path).read_bytes())
            for number, first, last in places:
                _insert(tree, number, first, last)
            return compile(ast.fix_missing_locations(tree), loader.path, "exec", dont_inherit=True)

        builtins.__reached__ = self.note  # type: ignore[attr-defined]
        importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.test = nodeid

    def pytest_runtest_logfinish(self) -> None:
        self.test = IMPORT

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += report.duration
        if not report.passed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        notes = {number: sorted(tests) for number, tests in self.reached.items()}
        path = self.folder / f"reached-{os.getpid()}.json"
        path.write_text(json.dumps([notes, self.seconds, sorted(self.failed)]), "utf-8")


def _insert(tree: ast.AST, number: int, first: int, last: int) -> None:
    """Puts a note before the innermost statement around these lines; into a function whose head they are."""
    inside = [(body, place) for body in _bodies(tree) for place, one in enumerate(body) if _holds(one, first, last)]
    body, place = inside[-1]
    statement = body[place]
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        body, place = statement.body, int(ast.get_docstring(statement) is not None)
    body.insert(place, ast.copy_location(ast.parse(f"__reached__({number})").body[0], statement))


def _holds(statement: ast.stmt, first: int, last: int) -> bool:
    is_note = isinstance(statement, ast.Expr) and ast.unparse(statement).startswith("__reached__")
    return not is_note and statement.lineno <= first and last <= (statement.end_lineno or statement.lineno)


def _bodies(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Lists of statements, those outside first."""
    for name in ("body", "orelse", "finalbody", "handlers"):
        body = getattr(node, name, None)
        if isinstance(body, list):
            if body and isinstance(body[0], ast.stmt):
                yield body
            for one in body:
                yield from _bodies(one)
    for case in getattr(node, "cases", ()):
        yield from _bodies(case)


FOLDER = os.environ.get("TREECOMPARE_PROBES")
PROBES = Probes(Path(FOLDER)) if FOLDER else None
if PROBES is not None:
    PROBES.install()


def pytest_configure(config: pytest.Config) -> None:
    if PROBES is not None and not config.pluginmanager.has_plugin("probes of mutants"):
        config.pluginmanager.register(PROBES, "probes of mutants")
