"""What changed as a page of Markdown, for a comment on a pull request or a list of changes."""

from __future__ import annotations

from collections.abc import Sequence

from treecompare.changes.results import for_people
from treecompare.changes.versions import Diff
from treecompare.scores.result import ResultTable
from treecompare.trees.visible import visible

ROWS = 25
"""So many rows of each table are written; comments on pull requests may hold 65,536 characters."""
CELL = 120
"""And so many characters of each cell."""


def markdown(diff: Diff, only_rules: bool = False) -> str:
    """The page."""
    title = f"# What changed from {_escaped(diff.names[0])} to {_escaped(diff.names[1])}"
    if diff.is_unchanged:
        return f"{title}\n\nNothing changed.\n"
    return "\n\n".join([title, *(_section(table) for table in for_people(diff, only_rules))]) + "\n"


def _section(table: ResultTable) -> str:
    head, *rows = table.texts()
    lines = [_row(head), _row(["---:" if column.is_number else "---" for column in table.columns])] if rows else []
    lines += [_row([_escaped(cell) for cell in row]) for row in rows[:ROWS]]
    below = [f"… and {len(rows) - ROWS:,} more."] if len(rows) > ROWS else []
    parts = [f"## {_escaped(table.title)}", "\n".join(lines), *below, _escaped(table.note)]
    return "\n\n".join(part for part in parts if part)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _escaped(text: str) -> str:
    """A text that Markdown shows as it is."""
    text = visible(text)
    shown = text if len(text) <= CELL else f"{text[: CELL - 1]}…"
    for character in "\\`*_{}[]<>#|~@":
        shown = shown.replace(character, f"\\{character}" if character != "@" else "@\u200b")
    return shown
