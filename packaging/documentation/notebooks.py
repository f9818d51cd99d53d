"""Notebooks without Jupyter: their code cells run in this process, for the tests; with what they show, as a page, for the site."""

from __future__ import annotations

import ast
import contextlib
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Cell:
    """A cell that has run. ``printed``: on standard output; ``shown``: the value of its last expression, None if there is none."""

    source: str
    is_code: bool
    printed: str = ""
    shown: Any = None


def run(notebook: Path) -> Iterator[Cell]:
    """The cells of a notebook, one after the other; code runs as it is asked for. Whatever a cell raises is raised."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(json.loads(notebook.read_text("utf-8"))["cells"], 1):
        source = "".join(cell["source"])
        if cell["cell_type"] != "code":
            yield Cell(source, False)
            continue
        tree = ast.parse(source)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        where = f"{notebook.name}, cell {number}"
        printed, shown = io.StringIO(), None
        with contextlib.redirect_stdout(printed):
            exec(compile(tree, where, "exec"), names)
            if last is not None:
                shown = eval(compile(ast.Expression(last.value), where, "eval"), names)
        yield Cell(source, True, printed.getvalue(), shown)


def as_page(notebook: Path, folder: Path) -> str:
    """A notebook as Markdown, with what its cells show. Its drawings are written into ``folder``."""
    parts = []
    for number, cell in enumerate(run(notebook), 1):
        if not cell.is_code:
            parts.append(cell.source)
            continue
        parts.append(f"```python\n{cell.source}\n```")
        if cell.printed:
            parts.append(f"```text\n{cell.printed.rstrip()}\n```")
        if (svg := _asked(cell.shown, "_repr_svg_")) is not None:
            name = f"{notebook.stem}-{number}.svg"
            (folder / name).write_text(svg, "utf-8")
            parts.append(f"![What the cell shows]({name})")
        elif (text := _asked(cell.shown, "_repr_html_")) is not None:
            parts.append(f'```{{raw}} html\n<div class="wide">{text}</div>\n```')
        elif cell.shown is not None:
            parts.append(f"```text\n{cell.shown!r}\n```")
    parts.append(f"Download: {{download}}`{notebook.name}`")
    return "\n\n".join(parts) + "\n"


def _asked(shown: Any, how: str) -> str | None:
    """What an object gives to notebooks in that form; None where it has none."""
    made = getattr(shown, how, None)
    return None if made is None else made()
