"""What the window of a batch shows, and which comparison a cell of it stands for."""

from __future__ import annotations

from typing import NamedTuple

from treecompare.extras.batches.figures import Board
from treecompare.extras.batches.tables import changes, for_people, warnings_table
from treecompare.scores.result import ResultTable


class Opens(NamedTuple):
    """A comparison, and where to look in it: ``system`` empty for none in particular."""

    treebank: str
    preparation: str
    system: str = ""


def tables_of(board: Board, before: Board | None) -> list[ResultTable]:
    """The tables of a batch, without empty ones; ``before``: with what changed from another one. Raises TreecompareError: nothing
    is in both."""
    found = [*(changes(before, board) if before is not None else ()), *for_people(board), warnings_table(board)]
    return [one for one in found if one.rows]


def opens(board: Board, table: ResultTable, row: int, column: int) -> Opens | None:
    """The comparison that a cell stands for; None where it stands for none, or for one of which no file is there."""
    titles = [one.title for one in table.columns]
    values = {title: table.rows[row][titles.index(title)] for title in titles}  # a system may be called "treebank", too
    of_title = [name for name in board.preparations if table.title.endswith(f" ({name})")]
    preparation = str(values.get("preparation") or [*of_title, *board.preparations, ""][0])
    head = titles[column]
    system = head if head in board.systems else str(values.get("system") or "")
    entry = board.plan.get((str(values.get("treebank") or ""), preparation))
    if entry is None or not entry.there:
        return None
    return Opens(entry.treebank, preparation, system if system in dict(entry.there) else "")
