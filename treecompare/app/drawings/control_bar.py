"""The bar of buttons above a drawing: how it is drawn."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolBar, QToolButton, QWidget

from treecompare.app.common import plain
from treecompare.app.common.icons import icon


class ControlBar(QToolBar):
    """Buttons with texts or pictures; their tips may name gold and system. Its icons have the colours of ``view``."""

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view = view
        self._pictures: dict[QAction, str] = {}
        self._tips: dict[QAction, str] = {}
        self.setIconSize(QSize(16, 16))
        self.setAccessibleName("How it is drawn")

    def add_button(
        self, text: str, tip: str, is_checkable: bool = False, place: int = -1, picture: str = ""
    ) -> QAction:
        """A button with a text or a picture; in a menu where there is no room for it.

        ``tip``: any text, markup in it is shown as it stands.
        """
        action = QAction(text, self, checkable=is_checkable, toolTip=plain.tip(tip))
        there = self.actions()
        if 0 <= place < len(there):
            self.insertAction(there[place], action)
        else:
            self.addAction(action)
        button = self.widgetForAction(action)
        if isinstance(button, QToolButton):
            button.setAccessibleName(plain.visible(tip))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if tip:
            self._tips[action] = tip
        if picture:
            self._pictures[action] = picture
            action.setIcon(icon(picture, self._view.palette()))
        return action

    def add_control(self, widget: QWidget, place: int = -1) -> QAction:
        """Something else than a button; at the end, if no place is given."""
        there = self.actions()
        is_within = 0 <= place < len(there)
        return self.insertWidget(there[place], widget) if is_within else self.addWidget(widget)

    def call(self, told: Callable[[str], str]) -> None:
        """Says all tips anew, as ``told`` words them."""
        for action, tip in self._tips.items():
            action.setToolTip(plain.tip(told(tip)))
            button = self.widgetForAction(action)
            if button is not None:
                button.setAccessibleName(plain.visible(told(tip)))

    def repaint_icons(self) -> None:
        """Paints the pictures in colours that have changed."""
        for button, picture in self._pictures.items():
            button.setIcon(icon(picture, self._view.palette()))
