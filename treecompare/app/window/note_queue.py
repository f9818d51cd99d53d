"""How many of the listed sentences that differ are judged, and which is the next."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treecompare.app.panes.notes_panel import NotesPanel
from treecompare.app.panes.sentences_panel import SentencesPanel

Mask = NDArray[np.bool_]


class NoteQueue:
    """The listed sentences that differ, as work that is done or open."""

    def __init__(self, sentences: SentencesPanel, notes: NotesPanel) -> None:
        self._sentences, self._notes = sentences, notes

    def _listed(self) -> tuple[Mask, Mask]:
        """Of each listed sentence, whether it differs, and whether it is judged besides."""
        rows, order = self._sentences.model.rows, self._sentences.model.order
        if rows is None:
            return np.zeros(0, np.bool_), np.zeros(0, np.bool_)
        differs = rows.changed[order] > 0
        return differs, differs & np.isin(order, list(rows.judgements.done(rows.name)))

    def show(self) -> None:
        """Shows how many are done."""
        differs, done = self._listed()
        self._notes.show_queue(int(done.sum()), int(differs.sum()))

    def next_open(self) -> bool:
        """Goes to the next listed sentence that differs and is not judged, from the end on to the start; False if there is none."""
        row = self._sentences.table.currentIndex().row()
        self._notes.store_note()
        differs, done = self._listed()
        is_open = np.flatnonzero(differs & ~done)
        if not len(is_open):
            return False
        self._sentences.go_to_row(int(is_open[np.searchsorted(is_open, row, side="right") % len(is_open)]))
        return True
