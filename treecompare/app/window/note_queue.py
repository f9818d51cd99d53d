"""How many of the listed sentences that differ are judged, and which is the next."""

from __future__ import annotations

import numpy as np

from treecompare.app.panes.notes_panel import NotesPanel
from treecompare.app.panes.sentences_panel import SentencesPanel


class NoteQueue:
    """The listed sentences that differ, as work that is done or open."""

    def __init__(self, sentences: SentencesPanel, notes: NotesPanel) -> None:
        self._sentences, self._notes = sentences, notes

    def show(self) -> None:
        """Shows how many are done."""
        differs, done = self._sentences.model.judged()
        self._notes.show_queue(int(done.sum()), int(differs.sum()))

    def next_open(self) -> bool:
        """Goes to the next listed sentence that differs and is not judged, from the end on to the start; False if there is none."""
        row = self._sentences.table.currentIndex().row()
        self._notes.store_note()
        differs, done = self._sentences.model.judged()
        is_open = np.flatnonzero(differs & ~done)
        if not len(is_open):
            return False
        self._sentences.go_to_row(int(is_open[np.searchsorted(is_open, row, side="right") % len(is_open)]))
        return True
