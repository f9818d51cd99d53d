"""What the window of a batch shows: a table per tab, and which comparison a cell of it stands for."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.extras.batches import tables
from treecompare.extras.batches.figures import Board, Standing
from treecompare.extras.batches.since import Since
from treecompare.scores.result import ResultTable

Cancel = NDArray[np.int32]


class Shown(NamedTuple):
    """What is looked at: a measure and a preparation."""

    key: str
    preparation: str


class Opens(NamedTuple):
    """A comparison, and where to look in it: ``system`` empty, ``sentence`` (from 1) 0 for none in particular."""

    treebank: str
    preparation: str
    system: str = ""
    sentence: int = 0


class Tab(NamedTuple):
    """``make``: its table, given what is shown, what cancels it, and who is told which part of it is done. ``depends``: whether
    measure and preparation change what it shows."""

    title: str
    make: Callable[[Shown, Cancel, Callable[[float], object]], ResultTable]
    depends: bool = True


def tabs_of(board: Board, since: Since | None) -> list[Tab]:
    """The tabs of a batch; ``since``: with what changed from another one."""

    def standing(shown: Shown) -> Standing:
        return board.standing(*shown)

    found = [
        Tab("Treebanks", lambda shown, *_: tables.scores_table(board, standing(shown))),
        Tab("Systems", lambda shown, *_: tables.ranks_table(board, standing(shown))),
        Tab("Ranks", lambda shown, *_: tables.matrix_table(board, standing(shown), "ranks")),
        Tab("Coverage", lambda shown, *_: tables.matrix_table(board, standing(shown), "coverage")),
    ]
    if len(board.systems) > 1:
        found.append(
            Tab(
                "Differences",
                lambda shown, flag, tell: tables.differences_table(board, standing(shown), cancel=flag, tell=tell),
            )
        )
    if board.unscored:
        found.append(Tab(f"Not scored {len(board.unscored):,}", lambda *_: tables.unscored_table(board), False))
    if warnings := tables.warnings_table(board).rows:
        found.append(Tab(f"Warnings {len(warnings):,}", lambda *_: tables.warnings_table(board), False))
    if since is not None:
        of = since
        found += [
            Tab("Since: systems", lambda shown, *_: of.systems(*shown)),
            Tab("Since: treebanks", lambda shown, flag, _: of.treebanks(*shown, cancel=flag)),
            Tab("Since: errors", lambda shown, *_: of.errors(shown.preparation)),
            Tab("Since: sentences", lambda shown, *_: of.sentences(*shown)),
        ]
        if of.lost().rows:
            found.append(Tab("Only in one", lambda *_: of.lost(), False))
    return found


def opens(board: Board, table: ResultTable, row: int, column: int, preparation: str) -> Opens | None:
    """The comparison that a cell stands for; None where it stands for none, or for one of which no file is there."""
    titles = [one.title for one in table.columns]
    values = {title: table.rows[row][titles.index(title)] for title in titles}  # a system may be called "treebank", too
    treebank = str(values.get("treebank") or "")
    preparation = str(values.get("preparation") or preparation)
    head = table.columns[column].title
    system = head if head in board.systems else str(values.get("system") or "")
    sentence = values.get("sentence")
    there = [one for one in board.plan if (one.treebank, one.preparation) == (treebank, preparation) and one.path]
    if not there:
        return None
    system = system if any(one.system == system for one in there) else ""
    return Opens(treebank, preparation, system, sentence if isinstance(sentence, int) else 0)
