"""The middle of the window where no two trees are drawn: a view with its counts below, or why there is nothing to draw."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from treecompare.app.common.plain import visible_lines
from treecompare.app.drawings.picture_view import PictureView
from treecompare.errors import UsageError
from treecompare.scores.table import WAITING


class PicturePanel(QWidget):
    """A view with its counts below, or a sentence that says why there is nothing to draw.

    Who derives from it draws a sentence in :meth:`draw`, which raises UsageError where that cannot be done.
    """

    def __init__(self, view: PictureView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture_view = view
        self.is_waiting = False
        """Whether the sentence was not compared yet when it was to be drawn."""
        self._wanted: tuple[Any, int, int] = (None, 0, -1)
        self.counts = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.counts.setContentsMargins(10, 4, 10, 6)
        self.counts.setWordWrap(True)
        self.counts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.counts.setAccessibleName(self.tr("Counts of this sentence"))
        self.note = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.note.setWordWrap(True)
        self.note.setContentsMargins(24, 24, 24, 24)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget, stretch in ((self.note, 1), (view, 1), (self.counts, 0)):
            layout.addWidget(widget, stretch)
        self.setFocusProxy(view)
        self.show_sentence(None, 0, -1)

    def draw(self, comparison: Any, system: int, sentence: int) -> None:
        """Draws a sentence that is compared.

        Raises:
            UsageError: it cannot be drawn.
        """
        raise NotImplementedError

    def show_sentence(self, comparison: Any, system: int, sentence: int) -> None:
        """Draws a sentence (-1: none), or says why it cannot be drawn."""
        self._wanted = comparison, system, sentence
        self.is_waiting = False
        if comparison is None or sentence < 0:
            self._say(self.tr("Choose a sentence to see it drawn."))
        elif comparison.table.statuses[system, sentence] == WAITING:
            self.is_waiting = True
            self._say(self.tr("This sentence has not been compared yet."))
        else:
            self.note.hide()
            self.picture_view.show()
            try:
                self.draw(comparison, system, sentence)
            except UsageError as error:
                self._say(str(error))

    def update_sentence(self) -> None:
        """Draws the sentence as soon as it is compared."""
        if self.is_waiting:
            self.show_sentence(*self._wanted)

    def _say(self, text: str) -> None:
        self.picture_view.show_drawing(None)
        self.picture_view.hide()
        self.counts.clear()
        self.note.setText(visible_lines(text))
        self.note.show()
