"""What stands in the middle while a job is made: what is done, how far it is, and Stop."""

from __future__ import annotations

import time

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from treecompare.app.common.plain import visible_lines
from treecompare.jobs.base import Doing

SECONDS_BEFORE_GUESSING = 1.5
LEAST_SHARE = 0.05
"""From that share on it is guessed how long the rest takes."""
WIDTH = 360


class Waiting(QWidget):
    """``stopped``: nobody wants to wait any more."""

    stopped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.said = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.said.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.said.setMinimumWidth(1)
        self.bar = QProgressBar(textVisible=False)
        self.bar.setAccessibleName("Progress")
        self.bar.setFixedWidth(WIDTH)
        self.button = QPushButton("Stop")
        self.button.clicked.connect(self.stopped)
        self._what, self._since = "", 0.0
        column = QVBoxLayout(self)
        column.addStretch(1)
        column.addWidget(self.said)
        for widget in (self.bar, self.button):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)

    def show_doing(self, doing: Doing) -> None:
        """What is done now, and how long it will take if that can be told."""
        now = time.monotonic()
        if doing.what != self._what:
            self._what, self._since = doing.what, now
        spent, left = now - self._since, ""
        if doing.share > LEAST_SHARE and spent > SECONDS_BEFORE_GUESSING:
            left = f" · {spent * (1 - doing.share) / doing.share:.0f} seconds left"
        self.said.setText(visible_lines(f"{doing.what[:1].upper()}{doing.what[1:]}{left}"))
        self.bar.setRange(0, 100 if doing.share else 0)
        self.bar.setValue(round(100 * doing.share))
