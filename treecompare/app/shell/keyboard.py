"""Who gets the keys: single letters are commands but in fields and boxes, and no key goes into what nobody sees.

``?`` asks for the keys wherever it is not typed as text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QGraphicsView,
    QStackedWidget,
    QTabBar,
    QWidget,
)

if TYPE_CHECKING:
    from treecompare.app.drawings.picture_view import PictureView
    from treecompare.app.panes.sentences_panel import SentencesPanel
    from treecompare.app.panes.systems_panel import SystemsPanel
    from treecompare.app.shell.layout import Layout
    from treecompare.app.shell.pane import Pane


class Views(Protocol):
    """What the layout and the keyboard ask of an open comparison: its sentences, its systems, its drawing."""

    @property
    def sentences(self) -> SentencesPanel: ...
    @property
    def systems(self) -> SystemsPanel: ...
    @property
    def drawing_view(self) -> PictureView: ...
    @property
    def layout(self) -> Layout: ...


_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_ARROWS, _ALT = (Qt.Key.Key_Down, Qt.Key.Key_Up), Qt.KeyboardModifier.AltModifier
_HELD = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


def takes_commands(widget: QWidget | None) -> bool:
    """Whether a letter pressed there is a command: in lists, drawings, tabs and buttons, or where nothing has the keyboard.

    Not on the buttons of a pane with ``has_own_keys``.
    """
    if widget is None or widget.isWindow():
        return True
    if isinstance(widget, QAbstractButton):
        above: QWidget | None = widget
        while above is not None and not getattr(above, "has_own_keys", False):
            above = above.parentWidget()
        return above is None
    return isinstance(widget, QAbstractItemView | QGraphicsView | QTabBar) or getattr(widget, "takes_commands", False)


def _is_seen(widget: QWidget) -> bool:
    """Not hidden, nor in a dock behind another one, which Qt keeps beyond the window's edge."""
    window = widget.window()
    return widget.isVisible() and window.rect().intersects(QRect(widget.mapTo(window, QPoint()), widget.size()))


class Keyboard(QObject):
    """Watches a window and its panes. Widgets that are not lists say with ``takes_commands = True`` that they take letters.

    ``views`` tells the views that get the keyboard back, None before they are made.
    """

    def __init__(self, window: QWidget, views: Callable[[], Views | None]) -> None:
        super().__init__(window)
        self._window = window
        self._views = views
        self._gone: QWidget | None = None
        self._given: QWidget | None = None
        """To whom the keyboard was given for what has gone."""
        window.installEventFilter(self)

    def watch(self, pane: Pane) -> None:
        """A pane that goes out of sight gives the keyboard back."""
        pane.visibilityChanged.connect(self._pane_seen)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """In fields and boxes a letter is an ordinary key, not a shortcut, and Alt with an arrow opens a box; Enter presses
        buttons, as Space does."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            focus = QApplication.focusWidget()
            is_letter = event.text().isprintable() and len(event.text()) == 1 and not event.modifiers() & _HELD
            is_own = is_letter and event.text() != "?" and not takes_commands(focus)
            if is_own or (isinstance(focus, QComboBox) and event.key() in _ARROWS and event.modifiers() & _ALT):
                event.accept()
                return True
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            focus = QApplication.focusWidget()
            if event.key() in _ENTER and isinstance(focus, QAbstractButton):  # nobody took it on the way up
                focus.click()
                return True
        return super().eventFilter(watched, event)

    def _pane_seen(self, is_visible: bool) -> None:
        # closed, or behind another tab: Qt would leave the keyboard where it is, or give it to whatever comes next
        pane, focus = self.sender(), QApplication.focusWidget()
        if not is_visible and focus is not None and pane.isAncestorOf(focus):  # type: ignore[attr-defined]
            self._gone = pane.widget()  # type: ignore[attr-defined]
            self.give_back(pane.widget())  # type: ignore[attr-defined]
            QTimer.singleShot(0, self, self._settle)

    def _settle(self) -> None:
        """All has its place now; in between Qt may have given the keyboard to whatever came next."""
        gone, self._gone, focus = self._gone, None, QApplication.focusWidget()
        if gone is None or gone.isVisible():
            return
        beside = gone.parentWidget()
        is_next = isinstance(beside, QStackedWidget) and beside.isAncestorOf(focus) if focus is not None else True
        if is_next or focus is self._given or isinstance(focus, QTabBar) or (focus is not None and not _is_seen(focus)):
            self.give_back(gone)

    def keep(self) -> None:
        """Whoever has the keyboard now was given it by people."""
        self._gone = None

    def give_back(self, gone: QWidget) -> None:
        """Gives the keyboard to the sentences; to the drawing, the systems or the overview where these are out of sight too."""
        views = self._views()
        wanted: list[QWidget | None] = []
        if views is not None:
            overview = views.layout.overview.currentWidget()
            wanted = [views.sentences.table, views.drawing_view.canvas, views.systems.table, overview]
        for widget in wanted:
            if widget is not None and not gone.isAncestorOf(widget) and _is_seen(widget):
                self._given = widget
                widget.setFocus()
                return
        self._window.setFocus()
