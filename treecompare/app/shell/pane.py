"""A pane: a widget with a title that stands among the tabs of a group, or in a dock that can be moved anywhere."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QMenu,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common.icons import icon
from treecompare.app.common.plain import caption

FLOATING = QSize(560, 420)
"""How large a pane is at first in a window of its own."""
LEAST_DOCK = 110
"""Pixels that a pane beside the centre has at least."""
ROUND_TITLE = 46
"""Pixels of a tab besides its title: picture, padding, and bold letters where it is in front."""


class _Dock(QDockWidget):
    """``closed``: someone closed it, and did not leave the program, which closes every window before the main one."""

    closed = Signal()

    def __init__(self, title: str, parent: QWidget, name: str) -> None:
        super().__init__(title, parent)
        self.setObjectName(name)
        self.is_closing = False
        """Whether it was closed just now, and nobody knows yet by what."""

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.is_closing = True
        QTimer.singleShot(0, self, self._tell_closed)

    def _tell_closed(self) -> None:
        if self.is_closing:
            self.is_closing = False
            self.closed.emit()


class _Page(QWidget):
    """The place of a pane in its group: the pane, or where to get it back from."""

    def __init__(self, pane: Pane) -> None:
        super().__init__()
        self.note = QLabel("This pane is in its own window.", alignment=Qt.AlignmentFlag.AlignCenter)
        self.back = QToolButton(text="Bring it back")
        self.back.clicked.connect(pane.go_home)
        self.layout_ = QVBoxLayout(self)
        self.layout_.setContentsMargins(0, 0, 0, 0)
        self.layout_.setSpacing(6)
        self.layout_.addStretch(1)
        self.layout_.addWidget(self.note)
        self.layout_.addWidget(self.back, 0, Qt.AlignmentFlag.AlignHCenter)
        self.layout_.addStretch(1)
        self.setFocusProxy(self.back)

    def hold(self, widget: QWidget) -> None:
        """The pane is here."""
        self.layout_.insertWidget(0, widget, 1_000)
        self.setFocusProxy(widget)
        self.show_empty(False)
        widget.show()

    def let_go(self) -> None:
        """The pane goes elsewhere."""
        self.setFocusProxy(self.back)
        self.show_empty(True)

    def show_empty(self, is_empty: bool) -> None:
        """Says where the pane is, or not."""
        for widget in (self.note, self.back):
            widget.setVisible(is_empty)


class PaneGroup(QTabWidget):
    """Panes that share a place, one tab each, always in the same order. Whoever holds the group shows and hides it.

    ``called``: one of its panes is wanted in front; ``dismissed``: nobody wants the group any more.
    ``left``: a pane that had the keyboard went behind another one.
    """

    called = Signal()
    dismissed = Signal()
    left = Signal(QWidget)

    def __init__(self, name: str, has_close: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.tabBar().setAccessibleName("Panels")
        self.setDocumentMode(True)
        self.setIconSize(QSize(16, 16))
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setUsesScrollButtons(True)
        self.panes: list[Pane] = []
        self._buttons: list[tuple[QToolButton, str]] = []
        corner = QWidget()
        row = QHBoxLayout(corner)
        row.setContentsMargins(0, 0, 4, 0)
        row.setSpacing(0)
        self.float_button = self._corner_button("float", "In a window of its own")
        self.float_button.clicked.connect(lambda: self.current().setFloating(True))
        row.addWidget(self.float_button)
        if has_close:
            close = self._corner_button("close", "Close")
            close.clicked.connect(self.dismissed)
            row.addWidget(close)
        self.setCornerWidget(corner)
        self.tabBar().setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tabBar().customContextMenuRequested.connect(self._tab_menu)
        self.currentChanged.connect(self._tell_left)
        self.currentChanged.connect(lambda _: self._fit_tabs())
        self.tabBar().tabMoved.connect(lambda before, after: self.panes.insert(after, self.panes.pop(before)))
        self._leaving: QWidget | None = None

    def _corner_button(self, picture: str, tip: str) -> QToolButton:
        button = QToolButton(icon=icon(picture, self.palette()), autoRaise=True, toolTip=tip)
        button.setAccessibleName(tip)
        self._buttons.append((button, picture))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def add(self, pane: Pane) -> _Page:
        """Gives a pane its tab."""
        page = _Page(pane)
        self.panes.append(pane)
        self.addTab(page, icon(pane.name, self.palette()), caption(pane.windowTitle()))
        self._fit_tabs()
        return page

    def changeEvent(self, event: QEvent) -> None:
        """Icons have the colour of the text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "panes"):
            for place, pane in enumerate(self.panes):
                self.setTabIcon(place, icon(pane.name, self.palette()))
            for button, picture in self._buttons:
                button.setIcon(icon(picture, self.palette()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """On a ground of its own: what it lies over does not shine through."""
        QPainter(self).fillRect(event.rect(), self.palette().window())
        super().paintEvent(event)

    def minimumSizeHint(self) -> QSize:
        """Panes scroll, or cut what does not fit; none of them widens the window."""
        return QSize(200, 120)

    def current(self) -> Pane:
        """The pane in front."""
        return self.panes[self.currentIndex()]

    def bring(self, pane: Pane) -> None:
        """Brings a pane to the front."""
        self.setCurrentIndex(self.panes.index(pane))
        self.called.emit()

    def bring_first(self, pane: Pane) -> None:
        """The first of the tabs, and in front at first."""
        self.tabBar().moveTab(self.panes.index(pane), 0)
        self.setCurrentIndex(0)

    def rename(self, pane: Pane) -> None:
        """A pane has another title."""
        self._fit_tabs()

    def _fit_tabs(self) -> None:
        """Where there is no room for all titles only that of the pane in front is shown, beside the pictures of the others."""
        bar, corner = self.tabBar(), self.cornerWidget()
        titles = [pane.windowTitle() for pane in self.panes]
        wanted = sum(bar.fontMetrics().horizontalAdvance(title) + ROUND_TITLE for title in titles)
        is_tight = wanted > self.width() - corner.sizeHint().width()
        for place, title in enumerate(titles):
            self.setTabText(place, "" if is_tight and place != self.currentIndex() else caption(title))
            self.setTabToolTip(place, title if is_tight else "")
            bar.setAccessibleTabName(place, title)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shows as many titles as there is room for."""
        super().resizeEvent(event)
        self._fit_tabs()

    def leaving(self, pane: Pane) -> None:
        """A pane is about to be hidden while it has the keyboard."""
        self._leaving = pane.widget()

    def _tell_left(self) -> None:
        gone, self._leaving = self._leaving, None
        if gone is not None:
            self.left.emit(gone)

    def _tab_menu(self, place: QPoint) -> None:
        tab = self.tabBar().tabAt(place)
        if tab < 0:
            return
        pane = self.panes[tab]
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, area in (
            ("In a window of its own", None),
            ("Below everything", Qt.DockWidgetArea.BottomDockWidgetArea),
            ("At the right", Qt.DockWidgetArea.RightDockWidgetArea),
            ("At the left", Qt.DockWidgetArea.LeftDockWidgetArea),
        ):
            action = menu.addAction(text)
            action.triggered.connect(lambda _=False, area=area: pane.go_away(area))
        menu.popup(self.tabBar().mapToGlobal(place))


class Pane(QObject):
    """Where it is: in ``dock``, always so if it has no ``home``; else at home in its group.

    It answers what a QDockWidget answers, wherever it is.
    """

    visibilityChanged = Signal(bool)

    def __init__(self, name: str, title: str, content: QWidget, window: QMainWindow, area: Qt.DockWidgetArea) -> None:
        super().__init__(window)
        self.name, self.area = name, area
        self._window, self._content = window, content
        self.group: PaneGroup | None = None
        self._page: _Page | None = None
        self.dock = _Dock(title, window, name)
        self.dock.hide()
        self.dock.visibilityChanged.connect(self._dock_seen)
        self.dock.closed.connect(self.go_home)
        self.is_home = False
        content.installEventFilter(self)

    def set_home(self, group: PaneGroup) -> None:
        """Gives it a tab in a group, and puts it there."""
        self.group = group
        self._content.setMinimumWidth(LEAST_DOCK)  # beside the centre it widens no window: it scrolls, or is cut
        self._page = group.add(self)
        self.go_home()

    # -- where it is -----------------------------------------------------------------------------------------------------

    def go_home(self) -> None:
        """Back among the tabs; a pane without a group stays in its dock."""
        if self.group is None or self._page is None or self.is_home:
            return
        self.is_home, self.dock.is_closing = True, False
        self._page.hold(self._content)  # which takes it out of the dock
        self._window.removeDockWidget(self.dock)
        self.visibilityChanged.emit(self.isVisible())

    def go_away(self, area: Qt.DockWidgetArea | None = None) -> None:
        """Into a dock in that area, or into a window of its own."""
        self.dock_in(area or self.area)
        self.dock.setFloating(area is None)
        if area is None:
            self.dock.resize(FLOATING)
        self.dock.show()

    def dock_in(self, area: Qt.DockWidgetArea) -> None:
        """Puts it into its dock there; who shows it comes later."""
        if self._page is not None and self.is_home:
            self._page.let_go()
        self.is_home = False
        if self.dock.widget() is not self._content:
            self.dock.setWidget(self._content)
        self._content.show()
        self._window.addDockWidget(area, self.dock)

    # -- what a dock answers ---------------------------------------------------------------------------------------------

    def widget(self) -> QWidget:
        """What it shows."""
        return self._content

    def windowTitle(self) -> str:
        """As Qt has it."""
        return self.dock.windowTitle()

    def setWindowTitle(self, title: str) -> None:
        """As Qt has it; also on its tab."""
        self.dock.setWindowTitle(title)
        if self.group is not None:
            self.group.rename(self)

    def isVisible(self) -> bool:
        """Whether it is shown, be it behind another dock."""
        return self._content.isVisible() if self.is_home else self.dock.isVisible()

    def isHidden(self) -> bool:
        """Whether it would not be seen in a window that is shown."""
        return not self._content.isVisibleTo(self._window) if self.is_home else self.dock.isHidden()

    def stands_elsewhere(self) -> bool:
        """Whether it is seen away from its group, or was until the program began to close its windows."""
        return self.group is not None and not self.is_home and (self.dock.is_closing or not self.dock.isHidden())

    def isFloating(self) -> bool:
        """Whether it is a window of its own."""
        return not self.is_home and self.dock.isFloating()

    def isAncestorOf(self, widget: QWidget) -> bool:
        """Whether a widget is in it."""
        return widget is self._content or self._content.isAncestorOf(widget) or self.dock.isAncestorOf(widget)

    def show(self) -> None:
        """Shows it where it is."""
        if self.is_home and self.group is not None:
            self.group.bring(self)
        else:
            self.dock.show()

    def raise_(self) -> None:
        """Brings it before others."""
        if self.is_home:
            self.show()
        else:
            self.dock.raise_()

    def hide(self) -> None:
        """Takes it out of sight; at home its group goes if it is in front."""
        if not self.is_home:
            self.dock.hide()
        elif self.group is not None and self.group.current() is self:
            self.group.dismissed.emit()

    def close(self) -> None:
        """The same; out of its dock it goes home."""
        if self.is_home:
            self.hide()
        else:
            self.go_home()
            self.dock.close()

    def setVisible(self, is_visible: bool) -> None:
        """As Qt has it."""
        if is_visible:
            self.show()
        else:
            self.hide()

    def setFloating(self, is_floating: bool) -> None:
        """Into a window of its own, or back."""
        if self.group is None:
            self.dock.setFloating(is_floating)
        elif is_floating and not self.isFloating():
            self.go_away()
        elif not is_floating and self.isFloating():
            self.go_home()
            self.show()

    # -- what it hears ---------------------------------------------------------------------------------------------------

    def _dock_seen(self, is_visible: bool) -> None:
        if not self.is_home:
            self.visibilityChanged.emit(is_visible)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """At home it is seen when its tab is."""
        kind = event.type()
        if self.is_home and kind in (QEvent.Type.Show, QEvent.Type.Hide) and not event.spontaneous():
            focus = self._content.window().focusWidget()
            if kind == QEvent.Type.Hide and self.group is not None and focus is not None and self.isAncestorOf(focus):
                self.group.leaving(self)
            self.visibilityChanged.emit(kind == QEvent.Type.Show)
        return super().eventFilter(watched, event)
