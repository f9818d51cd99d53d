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
        widest = (
            self.tr("{0:,} of {1:,} sentences").format(99_999, 999_999)
            + " · "
            + self.tr("{0:.0f} seconds left").format(99)
        )
        self.text.setMinimumWidth(self.fontMetrics().horizontalAdvance(widest))
        self.text.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.bar = QProgressBar(textVisible=False)
        self.bar.setFixedWidth(160)
        self.bar.setMaximumHeight(self.fontMetrics().height())
        self.bar.setAccessibleName(self.tr("Progress"))
        self.button = QToolButton(text=self.tr("Stop"))
        self.button.setToolTip(self.tr("Stop comparing; what is compared so far stays (Esc)"))
        self.button.clicked.connect(self.stopped)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 4, 0)
        for widget in (self.text, self.bar, self.button):
            layout.addWidget(widget)
        self._begun = time.monotonic()
        self.hide()

    def show_reading(self, number: int, of: int, name: str) -> None:
        """A file is being read."""
        self.text.setText(self.tr("Reading {0} ({1} of {2})").format(visible(name), number, of))
        self.bar.setRange(0, 0)
        self.show()

    def show_search(self, found: int) -> None:
        """Files are looked for; so many are found."""
        self.text.setText(self.tr("Looking for files… {0:,} found").format(found))
        self.bar.setRange(0, 0)
        self.show()

    def begin(self) -> None:
        """Comparing begins now."""
        self._begun = time.monotonic()
        self.text.setText(self.tr("Preparing the trees…"))
        self.show()

    def show_progress(self, done: int, total: int) -> None:
        """So many pairs of so many are compared."""
        self.bar.setRange(0, max(total, 1))
        self.bar.setValue(done)
        text = self.tr("{0:,} of {1:,} sentences").format(done, total)
        seconds = time.monotonic() - self._begun
        if done and seconds > SECONDS_BEFORE_GUESSING:
            text += " · " + self._left(seconds / done * (total - done))
        self.text.setText(text)
        self.show()

    def _left(self, seconds: float) -> str:
        if seconds < 1.5:
            return self.tr("about a second left")
        if seconds < 100:
            return self.tr("{0:.0f} seconds left").format(seconds)
        return self.tr("{0:.0f} minutes left").format(seconds / 60)
