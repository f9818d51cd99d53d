"""Panes, and the column in which some of them stand one below the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSplitter, QVBoxLayout, QWidget

from treecompare.app.common.bar import control
from treecompare.app.common.elided import ElidedLabel
from treecompare.app.common.icons import icon
from treecompare.app.common.plain import visible

HEADING = 28
LEAST_WIDTH, LEAST_HEIGHT = 110, 60
"""Of what a pane shows: it scrolls, or is cut, and widens no window."""


class Place(Protocol):
    """Where panes can be."""

    def hold(self, pane: Pane) -> None:
        """Takes a pane in, at the end."""

    def bring(self, pane: Pane) -> None:
        """Brings a pane that is here to the front."""

    def rename(self, pane: Pane) -> None:
        """A pane that is here is called otherwise, or has another count."""


class Pane(QObject):
    """A widget with a title and what there is of it in the ``place`` where it is.

    ``visibilityChanged(is_visible)``: it is seen now, or not.
    """

    visibilityChanged = Signal(bool)

    def __init__(self, name: str, title: str, content: QWidget, place: Place, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.name, self.title, self.count, self.notice = name, title, "", ""
        self._content = content
        self.place = place
        self.offers: dict[str, Callable[[], object]] = {}
        """What can be done with it and what it shows, where it has a heading."""
        self.open_notice: Callable[[], object] = lambda: None
        """What a click on its notice does."""
        content.setMinimumSize(LEAST_WIDTH, LEAST_HEIGHT)
        content.installEventFilter(self)
        place.hold(self)

    def widget(self) -> QWidget:
        """What it shows."""
        return self._content

    def windowTitle(self) -> str:
        """What it is called."""
        return self.title

    def setWindowTitle(self, title: str) -> None:
        """It is called otherwise."""
        self.title = title
        self.place.rename(self)

    def set_count(self, count: str) -> None:
        """How much of it there is, in grey behind its title."""
        if count != self.count:
            self.count = count
            self.place.rename(self)

    def set_notice(self, notice: str, opens: Callable[[], object]) -> None:
        """Something behind its count that people should look at, and what a click on it does."""
        self.open_notice = opens
        if notice != self.notice:
            self.notice = notice
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


class Heading(QWidget):
    """Name, count in grey, and … while the mouse is above it."""

    def __init__(self, pane: Pane, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pane = pane
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
        for title, do in self.pane.offers.items():
            menu.addAction(title, do)
        menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def enterEvent(self, event: QEnterEvent) -> None:
        self._show_more(True)

    def leaveEvent(self, event: QEvent) -> None:
        self._show_more(False)

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
        self.by_hand = False
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

    def frame_of(self, pane: Pane) -> Frame:
        """The pane with its heading."""
        return next(one for one in self.frames() if one.pane is pane)

    def hold(self, pane: Pane) -> None:
        self.addWidget(Frame(pane))  # what knows how high it is to be stays so in a higher window
        self.setStretchFactor(self.count() - 1, int(not hasattr(pane.widget(), "wanted_height")))

    def bring(self, pane: Pane) -> None:
        self.frame_of(pane).show()

    def rename(self, pane: Pane) -> None:
        self.frame_of(pane).heading.show_title()

    def minimumSizeHint(self) -> QSize:
        """Panes scroll."""
        return QSize(200, 120)
