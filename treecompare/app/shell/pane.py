"""Panes and the places where they can be: one below the other in a column, or in a window of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QEnterEvent, QMouseEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QMenu,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common.bar import control
from treecompare.app.common.elided import ElidedLabel
from treecompare.app.common.icons import icon
from treecompare.app.common.plain import visible

HEADING = 28
APART = QSize(560, 420)
"""How large a pane is at first in a window of its own."""
LEAST_WIDTH, LEAST_HEIGHT = 110, 60
"""Of what a pane shows: it scrolls, or is cut, and widens no window."""


class Place(Protocol):
    """Where panes can be."""

    name: str

    def hold(self, pane: Pane, number: int = -1) -> None:
        """Takes a pane in, at the end if no number is given."""

    def let_go(self, pane: Pane) -> None:
        """The pane goes elsewhere."""

    def bring(self, pane: Pane) -> None:
        """Brings a pane that is here to the front."""

    def rename(self, pane: Pane) -> None:
        """A pane that is here is called otherwise, or has another count."""


class Pane(QObject):
    """A widget with a title and what there is of it in the ``place`` where it is.

    ``visibilityChanged(is_visible)``: it is seen now, or not. ``moved(place of the screen, is_end)``: someone drags it.
    ``dismissed``: someone closed its window.
    """

    visibilityChanged = Signal(bool)
    moved = Signal(QPoint, bool)
    dismissed = Signal()

    def __init__(self, name: str, title: str, content: QWidget, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.name, self.title, self.count, self.notice = name, title, "", ""
        self._content = content
        self.place: Place | None = None
        self.fill_menu: Callable[[QMenu], None] = lambda menu: None
        """What its … offers."""
        self.offers: dict[str, Callable[[], object]] = {}
        """What can be done with what it shows, besides."""
        self.open_notice: Callable[[], object] = lambda: None
        """What a click on its notice does."""
        content.setMinimumSize(LEAST_WIDTH, LEAST_HEIGHT)
        content.installEventFilter(self)

    def widget(self) -> QWidget:
        """What it shows."""
        return self._content

    def go_to(self, place: Place, number: int = -1) -> None:
        """Puts it elsewhere; where it is already, nothing changes."""
        if self.place is place and number < 0:
            return
        if self.place is not None:
            self.place.let_go(self)
        self.place = place
        place.hold(self, number)

    def windowTitle(self) -> str:
        """What it is called."""
        return self.title

    def setWindowTitle(self, title: str) -> None:
        """It is called otherwise."""
        self.title = title
        if self.place is not None:
            self.place.rename(self)

    def set_count(self, count: str) -> None:
        """How much of it there is, in grey behind its title."""
        if count != self.count:
            self.count = count
            if self.place is not None:
                self.place.rename(self)

    def set_notice(self, notice: str, opens: Callable[[], object]) -> None:
        """Something behind its count that people should look at, and what a click on it does."""
        self.open_notice = opens
        if notice != self.notice:
            self.notice = notice
            if self.place is not None:
                self.place.rename(self)

    def isVisible(self) -> bool:
        """Whether it is seen."""
        return self._content.isVisible()

    def isAncestorOf(self, widget: QWidget) -> bool:
        """Whether a widget is in it."""
        return widget is self._content or self._content.isAncestorOf(widget)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tells when it is seen and when not."""
        if event.type() in (QEvent.Type.Show, QEvent.Type.Hide) and not event.spontaneous():
            self.visibilityChanged.emit(event.type() == QEvent.Type.Show)
        return super().eventFilter(watched, event)


def set_aside(pane: Pane) -> None:
    """Between two places what a pane shows stays in the window: else it would lose its place among those that Tab goes through."""
    content = pane.widget()
    content.hide()
    content.setParent(content.window())


class Drag:
    """From where the mouse was pressed: a drag begins some pixels further."""

    def __init__(self) -> None:
        self.start: QPoint | None = None
        self.is_on = False

    def press(self, event: QMouseEvent) -> None:
        """Where it may begin."""
        self.start = event.globalPosition().toPoint() if event.button() == Qt.MouseButton.LeftButton else None

    def move(self, event: QMouseEvent, least: int) -> QPoint | None:
        """Where it is; None as long as it has not begun."""
        at = event.globalPosition().toPoint()
        if self.start is not None and (at - self.start).manhattanLength() >= least:
            self.is_on = True
        return at if self.is_on else None

    def end(self) -> bool:
        """Whether something was dragged."""
        was_on, self.start, self.is_on = self.is_on, None, False
        return was_on


class Heading(QWidget):
    """Name, count in grey, and … while the mouse is above it; dragging it moves the pane."""

    def __init__(self, pane: Pane, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pane = pane
        self._drag = Drag()
        self.setFixedHeight(HEADING)
        self.title = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.title.setProperty("look", "strong")
        self.count = ElidedLabel()
        self.count.setObjectName("muted")
        self.notice = control(tip="Click to read them")
        self.notice.setObjectName("link")
        self.notice.setAutoRaise(True)
        self.notice.clicked.connect(lambda: self.pane.open_notice())
        self.more = control(tip="More", picture="dots")
        self.more.setAutoRaise(True)
        self.more.setFixedSize(28, 24)
        self.more.clicked.connect(self._open_menu)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(12, 0, 8, 0)
        self.row.setSpacing(8)
        for widget, stretch in ((self.title, 0), (self.count, 0), (self.notice, 0), (QWidget(), 1), (self.more, 0)):
            self.row.addWidget(widget, stretch)
        self.show_title()
        self._show_more(False)

    def show_title(self) -> None:
        """As the pane is called now."""
        self.title.setText(visible(self.pane.title))
        self.count.setText(self.pane.count)
        self.notice.setText(self.pane.notice)
        self.notice.setAccessibleName(f"{self.pane.title}: {self.pane.notice}")
        self.notice.setVisible(bool(self.pane.notice))
        self.more.setAccessibleName(f"{self.pane.title}: more")

    def _show_more(self, is_shown: bool) -> None:
        picture = "dots" if is_shown or self.more.hasFocus() else "nothing"
        self.more.setProperty("picture", picture)
        self.more.setIcon(icon(picture, self.palette()))

    def _open_menu(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.pane.fill_menu(menu)
        menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def enterEvent(self, event: QEnterEvent) -> None:
        """As Qt has it."""
        self._show_more(True)

    def leaveEvent(self, event: QEvent) -> None:
        """As Qt has it."""
        self._show_more(False)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """As Qt has it."""
        self._drag.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """As Qt has it."""
        at = self._drag.move(event, QApplication.startDragDistance())
        if at is not None:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.pane.moved.emit(at, False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """As Qt has it."""
        self.unsetCursor()
        if self._drag.end():
            self.pane.moved.emit(event.globalPosition().toPoint(), True)

    def contextMenuEvent(self, event: object) -> None:
        """The same as …."""
        self._open_menu()


class Frame(QWidget):
    """A pane below its heading."""

    def __init__(self, pane: Pane, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pane, self.heading = pane, Heading(pane)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.heading)
        layout.addWidget(pane.widget(), 1)
        pane.widget().show()


class Column(QSplitter):
    """Panes one below the other, each below its heading. ``by_hand``: people have shared out the height."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.name, self.by_hand = name, False
        self.setObjectName(name)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self.splitterMoved.connect(self._moved)

    def _moved(self) -> None:
        self.by_hand = True

    def frames(self) -> list[Frame]:
        """What is in it, from top to bottom."""
        found = (self.widget(place) for place in range(self.count()))
        return [one for one in found if isinstance(one, Frame)]

    def frame_of(self, pane: Pane) -> Frame | None:
        """The pane with its heading."""
        return next((one for one in self.frames() if one.pane is pane), None)

    def hold(self, pane: Pane, number: int = -1) -> None:
        """See :class:`Place`."""
        frame = Frame(pane)
        self.insertWidget(number if number >= 0 else self.count(), frame)
        for place, one in enumerate(self.frames()):  # what knows how high it is to be stays so in a higher window
            self.setStretchFactor(place, int(not hasattr(one.pane.widget(), "wanted_height")))
        frame.show()

    def let_go(self, pane: Pane) -> None:
        """See :class:`Place`."""
        frame = self.frame_of(pane)
        if frame is not None:
            set_aside(pane)
            frame.hide()
            frame.setParent(None)
            frame.deleteLater()

    def bring(self, pane: Pane) -> None:
        """See :class:`Place`."""
        frame = self.frame_of(pane)
        if frame is not None:
            frame.show()

    def rename(self, pane: Pane) -> None:
        """See :class:`Place`."""
        frame = self.frame_of(pane)
        if frame is not None:
            frame.heading.show_title()

    def minimumSizeHint(self) -> QSize:
        """Panes scroll."""
        return QSize(200, 120)


class Apart(QWidget):
    """A window for one pane; who closes it sends the pane home. It has the keys of the window that it belongs to."""

    name = "apart"

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, Qt.WindowType.Tool)
        self._frame: Frame | None = None
        self._pane: Pane | None = None
        self.is_closing = False
        """Whether it was closed just now, and nobody knows yet why: who leaves the program closes every window before the main
        one."""
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)

    def hold(self, pane: Pane, number: int = -1) -> None:
        """See :class:`Place`."""
        self._pane, self._frame = pane, Frame(pane)
        layout = self.layout()
        assert layout is not None
        layout.addWidget(self._frame)
        self.rename(pane)
        self.resize(APART)
        self.show()

    def let_go(self, pane: Pane) -> None:
        """See :class:`Place`."""
        set_aside(pane)
        self._pane = None
        self.hide()
        self.deleteLater()

    def bring(self, pane: Pane) -> None:
        """See :class:`Place`."""
        self.show()
        self.raise_()
        self.activateWindow()

    def rename(self, pane: Pane) -> None:
        """See :class:`Place`."""
        self.setWindowTitle(visible(pane.title))
        if self._frame is not None:
            self._frame.heading.show_title()

    def closeEvent(self, event: QCloseEvent) -> None:
        """As Qt has it."""
        super().closeEvent(event)
        self.is_closing = True
        QTimer.singleShot(0, self, self._send_home)

    def _send_home(self) -> None:
        if self._pane is not None and self.is_closing:
            self._pane.dismissed.emit()
