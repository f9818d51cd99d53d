"""The panes around the drawing: where they are, how high, and which one is called to the front."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QToolBar, QWidget

from treecompare.app.window.keyboard import Keyboard

if TYPE_CHECKING:
    from treecompare.app.window.workspace import Workspace

LOWEST_PANE = 280


class Docks(QObject):
    """The docks of a window, ``by_name``; with its tool bar they make the layout."""

    def __init__(self, window: QMainWindow, toolbar: QToolBar, space: Callable[[], Workspace | None]) -> None:
        super().__init__(window)
        self.window = window
        self.toolbar = toolbar
        self._space = space
        self.by_name: dict[str, QDockWidget] = {}
        self._areas: dict[str, Qt.DockWidgetArea] = {}
        self._keyboard = Keyboard(window, space)
        # the sentences keep their height when a pane opens below the trees
        window.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea)

    def add(self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea) -> QAction:
        """Adds a dock; the action that calls it has Ctrl+1, Ctrl+2, … in the order in which docks are added."""
        dock = QDockWidget(title, self.window, objectName=name)
        dock.setWidget(widget)
        self._keyboard.watch(dock)
        self.window.addDockWidget(area, dock)
        action = QAction(title, self.window, checkable=True)
        action.setShortcut(f"Ctrl+{len(self.by_name) + 1}")
        action.triggered.connect(lambda: self.call(name))
        dock.visibilityChanged.connect(action.setChecked)
        self.by_name[name] = dock
        self._areas[name] = area
        return action

    def stack_bottom(self) -> None:
        """The panes at the bottom share one place, below the trees, and wait until someone wants them."""
        bottom = [
            dock for name, dock in self.by_name.items() if self._areas[name] == Qt.DockWidgetArea.BottomDockWidgetArea
        ]
        for one, other in pairwise(bottom):
            self.window.tabifyDockWidget(one, other)
        for dock in bottom:
            dock.hide()

    def call(self, name: str) -> None:
        """Brings a pane to the front with the keyboard in it; one that has it already goes."""
        dock, focus = self.by_name[name], QApplication.focusWidget()
        if dock.isVisible() and focus is not None and dock.isAncestorOf(focus):
            dock.hide()
        else:
            self.show(name)
            dock.widget().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show(self, name: str) -> None:
        """Brings a pane to the front; one that would come up too low to read gets two fifths of the height."""
        dock = self.by_name[name]
        dock.show()
        dock.raise_()
        if not dock.isFloating() and dock.height() < LOWEST_PANE:
            self._set_height(dock, self.window.height() * 2 // 5)

    def _set_height(self, dock: QDockWidget, height: int) -> None:
        """Qt complains where a dock is not in the window, or is to be of no height."""
        if dock.isVisible() and not dock.isFloating():
            self.window.resizeDocks([dock], [max(height, 1)], Qt.Orientation.Vertical)

    def usual_layout(self) -> None:
        """Puts the docks where they are at first."""
        for name, dock in self.by_name.items():
            dock.setFloating(False)
            # side by side, if only for a moment, the panes at the bottom would widen the window
            dock.setVisible(self._areas[name] != Qt.DockWidgetArea.BottomDockWidgetArea)
            self.window.addDockWidget(self._areas[name], dock)
        self.stack_bottom()
        self.toolbar.show()
        self.fit_systems()
        width = self.window.width() * 52 // 100
        self.window.resizeDocks([self.by_name["sentences"]], [width], Qt.Orientation.Horizontal)

    def fit_systems(self) -> None:
        """Makes the systems dock as high as its table."""
        space = self._space()
        if space is not None:  # hidden on the start page, it has no height
            dock = self.by_name["systems"]
            self._set_height(dock, space.systems.wanted_height() + dock.height() - space.systems.height())
