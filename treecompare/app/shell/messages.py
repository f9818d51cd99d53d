"""What the window has to say, at the foot of the left column: a message for some seconds; how far work is, and Stop."""

from __future__ import annotations

import time

from PySide6.QtCore import QEvent, QObject, QRect, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from treecompare.app.common.bar import control
from treecompare.app.common.elided import ElidedLabel
from treecompare.app.common.plain import visible

SECONDS = 4.0
"""So long a message stays."""
SECONDS_A_LETTER = 0.06
"""What is longer stays longer, so that it can be read."""
HEIGHT = 32
WIDEST = 464
SECONDS_BEFORE_GUESSING = 0.7
MS_BEFORE_SHOWN = 250
"""What takes no longer does not flicker."""


class ProgressWidget(QFrame):
    """Shown while work goes on: how far it is, how long it will take, and Stop."""

    stopped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(HEIGHT + 4)
        self.text = ElidedLabel()
        self.bar = QProgressBar(textVisible=False)
        self.bar.setFixedWidth(96)
        self.bar.setAccessibleName("Progress")
        self.button = control(text="Stop", tip="Stop (keeps what is done)")
        self.button.clicked.connect(self.stopped)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 4, 0)
        row.setSpacing(8)
        row.addWidget(self.text, 1)
        row.addWidget(self.bar)
        row.addWidget(self.button)
        self._begun = time.monotonic()
        self._wait = QTimer(self, singleShot=True, interval=MS_BEFORE_SHOWN)
        self._wait.timeout.connect(self.show)
        self.hide()

    def _show_soon(self) -> None:
        if self.isHidden() and not self._wait.isActive():
            self._wait.start()

    def end(self) -> None:
        """The work is over."""
        self._wait.stop()
        self.hide()

    def show_reading(self, number: int, of: int, name: str) -> None:
        """A file is being read."""
        self.text.setText(f"Reading {visible(name)} ({number} of {of})")
        self.bar.setRange(0, 0)
        self._show_soon()

    def show_search(self, found: int) -> None:
        """Files are looked for; so many are found."""
        self.text.setText(f"Looking for files… {found:,} found")
        self.bar.setRange(0, 0)
        self._show_soon()

    def begin(self) -> None:
        """Comparing begins now."""
        self._begun = time.monotonic()
        self.text.setText("Preparing the trees…")
        self._show_soon()

    def show_progress(self, done: int, total: int) -> None:
        """So many pairs of so many are compared."""
        self.bar.setRange(0, max(total, 1))
        self.bar.setValue(done)
        text = f"{done:,} of {total:,} sentences"
        seconds = time.monotonic() - self._begun
        if done and seconds > SECONDS_BEFORE_GUESSING:
            text += " · " + self._left(seconds / done * (total - done))
        self.text.setText(text)
        self._show_soon()

    def where(self) -> str:
        """How far the work came: `` at 40 of 60``; empty if that is not known."""
        done, total = self.bar.value(), self.bar.maximum()
        return f" at {done:,} of {total:,}" if 0 <= done <= total and total else ""

    def _left(self, seconds: float) -> str:
        if seconds < 1.5:
            return "about 1 s left"
        return f"{seconds:.0f} s left" if seconds < 100 else f"{seconds / 60:.0f} min left"


class Messages(QFrame):
    """Lies over the lower left corner of a window while there is something to say. ``grown(height)``: it takes so much room now."""

    grown = Signal(int)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("messages")
        self._width = WIDEST
        self._left = 0
        self.progress = ProgressWidget()
        self.progress.installEventFilter(self)
        self.label = ElidedLabel()
        self.label.setContentsMargins(12, 0, 12, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.label)
        column.addWidget(self.progress)
        self._time = QTimer(self, singleShot=True)
        self._time.timeout.connect(self.clear)
        window.installEventFilter(self)
        self.label.hide()
        self.hide()

    def tell(self, text: str) -> None:
        """Says something, for some seconds."""
        if not text:
            self.clear()
            return
        self.label.setText(visible(text))
        self.label.show()
        self._time.start(int(1000 * max(SECONDS, SECONDS_A_LETTER * len(text))))
        self._arrange()
        self.setAccessibleName(text)
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def text(self) -> str:
        """What is being said; empty if nothing is."""
        return self.label.text() if not self.label.isHidden() else ""

    def clear(self) -> None:
        """Nothing is said any more."""
        self._time.stop()
        self.label.hide()
        self._arrange()

    def place(self, left: int, width: int, height: int = HEIGHT) -> None:
        """From there, so wide; a message is so high, which is the height of the foot that it lies over."""
        self._left, self._width = left, width
        self.label.setFixedHeight(height - 1)  # and the line above it
        self._arrange()

    def _arrange(self) -> None:
        there = [one for one in (self.label, self.progress) if not one.isHidden()]
        self.setVisible(bool(there))
        if there:
            height = sum(one.height() for one in there) + 1
            room = self.window().size()
            self.setGeometry(QRect(self._left, room.height() - height, min(self._width, room.width()), height))
            self.raise_()
        self.grown.emit(height if there else 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follows the window, and the work that begins or ends."""
        kinds = (
            (QEvent.Type.ShowToParent, QEvent.Type.HideToParent) if watched is self.progress else (QEvent.Type.Resize,)
        )
        if event.type() in kinds:
            self._arrange()
        return super().eventFilter(watched, event)
