"""What stands before the foot while the list of sentences is out of sight and not all of them are shown."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from treecompare.app.common.elided import elided
from treecompare.app.common.plain import caption, tip

MOST = 270
"""Pixels of its text."""


class Filtered(QFrame):
    """How many sentences are shown, and which. ``lifted``: by a click, all are wanted again."""

    lifted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, objectName="foot")
        self.said = ""
        self.chip = QToolButton(objectName="chip")
        self.chip.clicked.connect(self.lifted)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 0, 0)
        row.addWidget(self.chip)

    def say(self, text: str) -> None:
        """An empty text: all are shown."""
        self.said = text
        self.chip.setAccessibleName(f"Only: {text}")
        self.chip.setToolTip(tip(f"{text}\nClick to show all sentences; . (full stop) filters as before"))
        self._fit()

    def _fit(self) -> None:
        shown = elided(self.chip.fontMetrics(), self.said, MOST)
        self.chip.setText(f"{caption(shown)}  ✕")

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "chip"):
            self._fit()
