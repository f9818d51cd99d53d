"""The right end of the status bar: how far the work is, how long it will take, and Stop."""

from __future__ import annotations

import time

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QToolButton, QWidget

from treecompare.app.common.plain import visible

SECONDS_BEFORE_GUESSING = 0.7


class ProgressWidget(QWidget):
    """Shown while work goes on."""

    stopped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = QLabel(textFormat=Qt.TextFormat.PlainText)
        widest = f"{99_999:,} of {999_999:,} sentences" + " · " + f"{99:.0f} seconds left"
        self.text.setMinimumWidth(self.fontMetrics().horizontalAdvance(widest))
        self.text.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.bar = QProgressBar(textVisible=False)
        self.bar.setFixedWidth(160)
        self.bar.setMaximumHeight(self.fontMetrics().height())
        self.bar.setAccessibleName("Progress")
        self.button = QToolButton(text="Stop")
        self.button.setToolTip("Stop (keeps what is done, Esc)")
        self.button.clicked.connect(self.stopped)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 4, 0)
        for widget in (self.text, self.bar, self.button):
            layout.addWidget(widget)
        self._begun = time.monotonic()
        self.hide()

    def show_reading(self, number: int, of: int, name: str) -> None:
        """A file is being read."""
        self.text.setText(f"Reading {visible(name)} ({number} of {of})")
        self.bar.setRange(0, 0)
        self.show()

    def show_search(self, found: int) -> None:
        """Files are looked for; so many are found."""
        self.text.setText(f"Looking for files… {found:,} found")
        self.bar.setRange(0, 0)
        self.show()

    def begin(self) -> None:
        """Comparing begins now."""
        self._begun = time.monotonic()
        self.text.setText("Preparing the trees…")
        self.show()

    def show_progress(self, done: int, total: int) -> None:
        """So many pairs of so many are compared."""
        self.bar.setRange(0, max(total, 1))
        self.bar.setValue(done)
        text = f"{done:,} of {total:,} sentences"
        seconds = time.monotonic() - self._begun
        if done and seconds > SECONDS_BEFORE_GUESSING:
            text += " · " + self._left(seconds / done * (total - done))
        self.text.setText(text)
        self.show()

    def _left(self, seconds: float) -> str:
        if seconds < 1.5:
            return "about a second left"
        if seconds < 100:
            return f"{seconds:.0f} seconds left"
        return f"{seconds / 60:.0f} minutes left"
