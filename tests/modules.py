"""What stands in the modules of the program, for all tests that ask: to parse every one of them takes seconds."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

Import = ast.Import | ast.ImportFrom
PARTS = ("body", "handlers", "orelse", "finalbody", "cases")
"""Where statements stand below others."""


class Module(NamedTuple):
    """What tests ask about a module. Its tree is not kept: that of all of them would slow down all that comes after."""

    imports: list[tuple[Import, bool]]
    """Within functions as elsewhere, each with whether it stands outside of all other statements."""
    functions: list[tuple[str, str]]
    """Names and docstrings of functions and methods."""
    crowded: list[int]
    """Lines of bodies in which two statements begin on one line."""


def statements(module: ast.Module) -> Iterator[ast.AST]:
    """All statements, and what else has some below it, as ``ast.walk`` has them with what is within expressions, too."""
    todo: list[ast.AST] = [module]
    while todo:
        one = todo.pop()
        yield one
        for part in PARTS:
            found = getattr(one, part, None)
            if isinstance(found, list):  # else it is that of a lambda
                todo += found


@cache
def module(path: Path) -> Module:
    tree = ast.parse(path.read_text("utf-8"))
    found = Module([], [], [])
    for one in statements(tree):
        if isinstance(one, Import):
            found.imports.append((one, one in tree.body))
        elif isinstance(one, ast.FunctionDef):
            found.functions.append((one.name, ast.get_docstring(one) or ""))
        for part in ("body", "orelse", "finalbody"):
            body = getattr(one, part, None)
            places = [below.lineno for below in body] if isinstance(body, list) else []
            if len(set(places)) < len(places):
                found.crowded.append(places[0])
    return found
