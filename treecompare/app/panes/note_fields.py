"""The fields of the notes pane: the note itself, and what is judged by choice."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit

from treecompare.app.common.elided import ElidedBox
from treecompare.comparison.judgements import NO, UNCLEAR, YES

RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
CONTROL = Qt.KeyboardModifier.ControlModifier
VERDICTS = {"y": YES, "n": NO, "u": UNCLEAR}
"""What a key says of a system's parse."""


class NoteField(QPlainTextEdit):
    """Tells when it is left. Its own undo goes first while it has the keyboard."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leaves the field, Ctrl+Enter goes to the next one: the pane does it."""
        if event.key() == Qt.Key.Key_Escape or (event.key() in RETURN and event.modifiers() & CONTROL):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: object) -> None:
        super().focusOutEvent(event)  # type: ignore[arg-type]
        self.left.emit()


class Judgement(ElidedBox):
    """A choice that is made on purpose: no letter that is meant for something else changes it, nor does the wheel."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Letters are text where one can type; else y, n and u choose by value, digits are for the phenomena."""
        text = event.text().lower()
        if self.isEditable() or not text.strip() or not text.isprintable():
            super().keyPressEvent(event)
        elif text in VERDICTS:
            self.setCurrentIndex(self.findData(VERDICTS[text]))
            self.activated.emit(self.currentIndex())
        elif text.isdecimal() or text == "+":
            event.ignore()
