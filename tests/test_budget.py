"""How large the house may be: each room of ``[tool.treecompare.budget]`` holds its number, and the sum never rises.

Counted is every line of a file with code; what a compiler makes, samples, help, fonts and other texts are not.
"""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.commits import ROOT, changes
from tests.modules import module
from treecompare.registry import EXTRAS, extra

CODE = {".py", ".pyx", ".pxd", ".c", ".h", ".qss", ".html", ".js", ".toml", ".json", ".css", ".sh", ".yml", ""}
OF_TEXTS = ("samples", "help", "fonts", "head-rules", "params", "grammars", "walks", "queries", "notebooks", "schemes")
"""Below ``resources``: what is no code."""
SLACK = 1.02
"""A room that became smaller gets its new size and so much more."""


def budget(text: str) -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads(text)["tool"]["treecompare"]["budget"]
    return found


KERNELS = {
    Path(one)
    for kernel in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["ext-modules"]
    for one in kernel["sources"]
}
"""What compilers make something of."""
BUDGET = budget((ROOT / "pyproject.toml").read_text("utf-8"))
ROOMS: dict[str, dict[str, Any]] = BUDGET["rooms"]
ABSENT = [name for name in EXTRAS if extra(name) is None]
"""Extras that are not installed."""


@cache
def files() -> dict[str, list[str]]:
    """Every file with code below the folders that are counted, with its lines."""
    paths = [one for folder in ("treecompare", "resources", "packaging") for one in (ROOT / folder).rglob("*")]
    found = {}
    for path in sorted(paths):
        name = path.relative_to(ROOT)
        is_text = name.parts[0] == "resources" and name.parts[1] in OF_TEXTS
        made = path.suffix == ".c" and any(name.with_suffix(one) in KERNELS for one in (".py", ".pyx"))
        if path.is_file() and path.suffix in CODE and "__pycache__" not in name.parts and not is_text and not made:
            found[name.as_posix()] = path.read_text("utf-8").splitlines()
    return found


@cache
def room_of(name: str) -> str:
    """The room of a file: that of the longest path that it lies below."""
    paths = [(len(path), room) for room, one in ROOMS.items() for path in one["paths"] if is_below(name, path)]
    return max(paths)[1] if paths else ""


def is_below(name: str, path: str) -> bool:
    return name == path or name.startswith(f"{path}/")


def lines_of(room: str) -> int:
    return sum(len(lines) for name, lines in files().items() if room_of(name) == room)


def test_every_file_has_one_room() -> None:
    assert [name for name in files() if not room_of(name)] == []
    unused = [
        path for one in ROOMS.values() for path in one["paths"] if not any(is_below(name, path) for name in files())
    ]
    assert unused == [f"treecompare/extras/{name}" for name in ROOMS if name in ABSENT]


@pytest.mark.parametrize("room", [name for name in ROOMS if name not in ABSENT])
def test_a_room_holds_its_budget(room: str) -> None:
    lines, most = lines_of(room), ROOMS[room]["lines"]
    assert lines <= most, f"{room}: {lines:,} lines, {most:,} may be; a commit that moves lines moves their budget, too"
    assert most <= SLACK * lines + 1, (
        f"{room}: {lines:,} lines; expected lines = {int(SLACK * lines)} in pyproject.toml"
    )


def test_the_sum_of_all_rooms_never_rises() -> None:
    """In no commit, however many come at once."""
    for (were,), (now,) in changes("pyproject.toml", holds="[tool.treecompare.budget.rooms]"):
        before, after = (sum(one["lines"] for one in budget(text)["rooms"].values()) for text in (were, now))
        assert after <= before


def test_what_the_program_is_made_of() -> None:
    """Modules, files of Qt, lines that the formatter leaves alone, and how long lines are."""
    programs = {name: lines for name, lines in files().items() if name.startswith("treecompare/")}
    modules = [name for name in programs if name.endswith(".py")]
    assert len(modules) <= BUDGET["modules"], f"{len(modules)} modules"
    skips = sum("# fmt: skip" in line for lines in programs.values() for line in lines)
    assert skips <= BUDGET["fmt-skip"], f"{skips} lines with fmt: skip"
    written = [line for name in modules for line in programs[name]]
    mean = sum(map(len, written)) / len(written)
    assert mean <= BUDGET["characters-a-line"], f"{mean:.3f} characters a line"


def test_few_lines_reach_qt() -> None:
    """Of the files that import PySide6, or a file of ours that does."""
    imported: dict[str, set[str]] = {}
    for name in files():
        if name.startswith("treecompare/") and name.endswith(".py"):
            dotted = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            found = imported.setdefault(dotted, set())
            for node, is_outside in module(ROOT / name).imports:
                if not is_outside:
                    continue
                if isinstance(node, ast.Import):
                    found |= {one.name for one in node.names}
                elif node.module:
                    found |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    qt = {module for module, found in imported.items() if any(one.split(".")[0] == "PySide6" for one in found)}
    while more := {module for module, found in imported.items() if module not in qt and found & qt}:
        qt |= more
    names = [one.replace(".", "/") for one in qt]
    lines_of_qt = sum(len(files().get(f"{one}.py") or files()[f"{one}/__init__.py"]) for one in names)
    assert 0 < lines_of_qt <= BUDGET["qt-lines"], lines_of_qt


def test_lines_are_saved_by_thoughts() -> None:
    """One statement a line, no ``exec``, no import of all names, no file above 900 lines but those that the budget names."""
    odd = []
    for name, lines in files().items():
        if name.startswith("treecompare/") and len(lines) > 900 and name not in BUDGET["long-files"]:
            odd.append(f"{name}: {len(lines)} lines")
        if not name.startswith("treecompare/") or not name.endswith(".py"):
            continue
        found = module(ROOT / name)
        odd += [f"{name}:{line}: several statements" for line in found.crowded]
        odd += [
            f"{name}:{one.lineno}: *"
            for one, _ in found.imports
            if isinstance(one, ast.ImportFrom) and any(imported.name == "*" for imported in one.names)
        ]
        text = "\n".join(lines)
        for node in ast.walk(ast.parse(text)) if re.search(r"\b(exec|eval)\b", text) else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("exec", "eval"):
                odd.append(f"{name}:{node.lineno}: {node.func.id}")
    assert odd == []


def test_public_docstrings_stay_whole() -> None:
    """Those that name their errors do not fall faster than public functions do."""
    told = public = 0
    for name in files():
        if name.startswith("treecompare/") and name.endswith(".py"):
            for function, docstring in module(ROOT / name).functions:
                if not function.startswith("_"):
                    public += 1
                    told += bool(re.search("[Rr]aises", docstring))
    assert told / public >= BUDGET["docstrings-with-errors"] or ABSENT, (told, public)
