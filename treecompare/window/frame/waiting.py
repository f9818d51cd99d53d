"""What stands in the middle where nothing can be seen, and what the window says meanwhile: how far it is, Stop, a message."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6 import QtGui
from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QProgressBar, QPushButton, QStyle, QWidget

from treecompare.drawing.scene import Sides
from treecompare.drawing.seen import CELL, free_place
from treecompare.jobs.base import Doing
from treecompare.jobs.session import Pace
from treecompare.window.common.layouts import button, column, discard, label
from treecompare.window.common.plain import caption, visible, visible_lines

MOST_LINES = 10
"""Of a question that is not scrolled."""
SECONDS, SECONDS_A_LETTER = 4.0, 0.06
"""So long a message stays at least, and what is longer stays longer, so that it can be read."""
ABOVE, ROUND = 2, 6
"""Pixels below a message and right of it, which lies over the foot and leaves drawing and legend free, and round its text."""
WIDTH, NARROWER = 360, (360, 220)
"""Of the bar, and of a message where it covers something as a line."""
MIDDLE = Qt.AlignmentFlag.AlignHCenter


class _Middle(QWidget):
    """A sentence in the middle of a place, and what belongs to it below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = label(wraps=True, minimumWidth=1, alignment=Qt.AlignmentFlag.AlignCenter)
        self.below = column(None, gap=12)
        self.column = column(self, None, self.label, self.below, None, margins=(24, 4, 24, 4), gap=12)


class NothingHere(_Middle):
    """Why there is nothing to see; ``answers``: a button for each way out. Of a long question the ``rest`` scrolls."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label.setObjectName("muted")
        self.rest = QPlainTextEdit(readOnly=True, accessibleName="What it is about")
        self.below.addWidget(self.rest, 1)
        self.answers: list[QPushButton] = []
        self.say("")

    def say(self, text: str, *options: tuple[str, Callable[[], object]]) -> None:
        """A sentence, or a question with its answers."""
        first, *rest = text.split("\n")
        is_long = bool(options) and len(rest) > MOST_LINES
        self.label.setText(visible_lines(first if is_long else text))
        self.rest.setPlainText(visible_lines("\n".join(rest)))
        self.rest.setVisible(is_long)
        self.column.setStretchFactor(self.below, MOST_LINES if is_long else 0)
        discard(*self.answers)
        self.answers = [button(caption(title), do) for title, do in options]
        for answer in self.answers:
            self.below.addWidget(answer, 0, MIDDLE)


class Waiting(_Middle):
    """``stopped``: nobody wants to wait any more."""

    stopped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar, self.button = (
            QProgressBar(textVisible=False, accessibleName="Progress"),
            button("Stop", self.stopped.emit),
        )
        self.bar.setFixedWidth(WIDTH)
        for widget in (self.bar, self.button):
            self.below.addWidget(widget, 0, MIDDLE)
        self._pace, self.stays = Pace(), False
        """Whether what is done until now stays when it is stopped."""

    def show_doing(self, doing: Doing) -> None:
        """What is done now, and how long it will take if that can be told."""
        self.stays = doing.stays
        self.label.setText(visible_lines(self._pace.said(doing)))
        if doing.share:
            self.bar.setRange(0, 100)
            self.bar.setValue(round(100 * doing.share))
        else:
            be_busy(self.bar)


class Message(QLabel):
    """Stays for some seconds where it covers nothing that is ``taken`` (see :meth:`Drawings.taken`), and is read out."""

    def __init__(self, over: QWidget, taken: Callable[[QWidget], tuple[int, Sequence[Sides]]]) -> None:
        super().__init__(over, objectName="notice", textFormat=Qt.TextFormat.PlainText, wordWrap=True, margin=ROUND)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._over, self._taken, self._time = over, taken, QTimer(self, singleShot=True, timeout=self.hide)
        over.installEventFilter(self)
        self.hide()

    def tell(self, text: str, stays: bool = False) -> None:
        """Says something; nothing: what was said goes. ``stays``: until something else is said."""
        self.setText(visible(text))
        self.setVisible(bool(text))
        self._time.start(int(1000 * max(SECONDS, SECONDS_A_LETTER * len(text))))
        if stays:
            self._time.stop()
        self.setAccessibleName(self.text())
        if text:
            self._place()
            announce(self, self.text())

    def _place(self) -> None:
        over = self._over
        right, taken = self._taken(over)
        whole = min(self.fontMetrics().horizontalAdvance(self.text()) + 24, max(over.width() - 40, 120))
        about, room = (right, over.height(), right, over.height()), (over.width(), over.height() + CELL - 1)
        for width in (whole, *(one for one in NARROWER if one < whole)):
            self.resize(width, self.heightForWidth(width))
            x, y, is_free = free_place((width, self.height() - CELL * (width == whole)), about, taken, room)
            if is_free:
                break
        self.move(x, min(y, over.height() - self.height() - ABOVE))
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What it lies over has another size."""
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self._place()
        return super().eventFilter(watched, event)


def announce(widget: QWidget, text: str) -> None:
    """Has assistive technology say something; where Qt is older than that, it is told of a message."""
    made = getattr(QtGui, "QAccessibleAnnouncementEvent", None)
    QAccessible.updateAccessibility(made(widget, text) if made else QAccessibleEvent(widget, QAccessible.Event.Alert))


def be_busy(bar: QProgressBar) -> None:
    """A bar moves as long as nobody knows how much there is to do; it stands still where the system asks for little motion."""
    moves = bar.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration, None, bar) > 0
    bar.setRange(0, 0 if moves else 1)
    bar.setValue(0)
