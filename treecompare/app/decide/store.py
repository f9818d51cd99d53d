"""Where the window keeps decisions and judgements."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from treecompare.extras.annotators.adjudication import Change
from treecompare.extras.annotators.decisions import Entry
from treecompare.extras.annotators.differences import Place

VERDICTS = {
    "first": "First right", "second": "Second right", "both": "Both acceptable", "neither": "Neither", "unclear": "Unclear",
}  # fmt: skip


class Store(NamedTuple):
    """Where decisions are kept: the comparison file of the main window.

    ``entries``: all of them; ``write``: stores changes as one step, which has a title; ``undo``, ``redo``: say what was undone;
    ``judge``: says of a sentence, or of a difference in it, whose analysis is right, as one of VERDICTS; None
    where no two annotators are judged.
    """

    entries: Callable[[], Mapping[Entry, str]]
    write: Callable[[Sequence[Change], str], object]
    undo: Callable[[], str]
    redo: Callable[[], str]
    judge: Callable[[Place, bool, str], object] | None
