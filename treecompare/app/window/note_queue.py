"""How many of the listed sentences something is said of, and which is the next."""

from __future__ import annotations

import numpy as np

from treecompare.app.panes.notes_panel import NotesPanel
from treecompare.app.panes.sentences_panel import SentencesPanel


class NoteQueue:
    """The listed sentences as work that is done or open."""

    def __init__(self, sentences: SentencesPanel, notes: NotesPanel) -> None:
        self._sentences, self._notes = sentences, notes

    def _done(self) -> set[int]:
        """The sentences of which something is said."""
        comparison = self._sentences.comparison
        if comparison is None:
            return set()
        return comparison.judgements.done(comparison.table.systems[self._sentences.system])

    def show(self) -> None:
        """Shows how many are done."""
        order = self._sentences.model.order
        self._notes.show_queue(int(np.isin(order, list(self._done())).sum()), len(order))

    def next_open(self) -> bool:
        """Goes to the next listed sentence of which nothing is said yet, from the end on to the start; False if there is none."""
        order, row = self._sentences.model.order, self._sentences.table.currentIndex().row()
        self._notes.store_note()
        is_open = np.flatnonzero(~np.isin(order, list(self._done())))
        if not len(is_open):
            return False
        self._sentences.go_to_row(int(is_open[np.searchsorted(is_open, row, side="right") % len(is_open)]))
        return True
