"""The bar above a drawing: how it is drawn. The order of its parts is the same for every kind of drawing."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QWidget

from treecompare.app.common import plain
from treecompare.app.common.bar import HEIGHT as HEIGHT_OF_CONTROL
from treecompare.app.common.bar import Bar, Segment
from treecompare.app.common.icons import icon

PIECE = 34
"""Width of a picture among others that exclude it."""
HEIGHT, LOW = 40, 32
"""Of the bar; where the window is small."""
DRAWN, LAYOUT, FOLD, ZOOM, FIT, MORE = PARTS = ("drawn", "layout", "fold", "zoom", "fit", "more")
"""What is drawn; how it is laid out; folded or not; its size, and the size that fits; the rest, which is behind …."""


class ControlBar(Bar):
    """Buttons with texts or pictures; their tips may name gold and system. Its icons have the colours of ``view``."""

    def __init__(self, view: QWidget) -> None:
        super().__init__("How it is drawn", HEIGHT, view)
        self._view = view
        self._pictures: dict[QAction, str] = {}
        self._tips: dict[QAction, str] = {}
        self.drawn_label = QLabel("Drawn", objectName="muted")
        self.parts: dict[str, Segment] = {part: Segment(is_apart=part == FOLD) for part in PARTS[:-1]}
        self.add(self.drawn_label, shortens=self._shorten_label)
        for part, segment in self.parts.items():
            self.add(segment, segment.actions, shortens=self._shorten if part == DRAWN else None)
        self._show_parts()

    def set_low(self, is_low: bool) -> None:
        """Lower where the window is small."""
        self.setFixedHeight(LOW if is_low else HEIGHT)

    def add_button(
        self, text: str, tip: str, is_checkable: bool = False, part: str = MORE, picture: str = "", place: int = -1
    ) -> QAction:
        """A button of a part, with a text or a picture.

        ``tip``: any text, markup in it is shown as it stands.
        """
        action = QAction(text, self, checkable=is_checkable, toolTip=plain.tip(tip))
        action.setIconVisibleInMenu(False)
        if tip:
            self._tips[action] = tip
        if picture:
            self._pictures[action] = picture
            action.setIcon(icon(picture, self._view.palette()))
        if part == MORE:
            self.add_always(action)
        else:
            button = self.parts[part].add(action, place)
            if picture:
                button.setProperty("look", "icon")
                button.setFixedWidth(PIECE if part == LAYOUT else HEIGHT_OF_CONTROL)
            button.setAutoRaise(part == FIT)
            button.setAccessibleName(plain.visible(tip or text))
            action.changed.connect(self._show_parts)
            self._show_parts()
        return action

    def remove_button(self, action: QAction, part: str) -> None:
        """A button goes."""
        self.parts[part].remove(action)
        self._pictures.pop(action, None)
        self._tips.pop(action, None)
        self._show_parts()

    def _show_parts(self) -> None:
        for part, segment in self.parts.items():
            has_any = any(action.isVisible() for action in segment.actions())
            self.want(segment, has_any)
            if part == DRAWN:
                self.want(self.drawn_label, has_any or bool(self.drawn_label.property("alone")))

    def _shorten_label(self, shortness: int) -> None:
        """The word goes first, unless it says what no button does."""
        self.drawn_label.setProperty("gone", shortness > 0 and self.drawn_label.text() == "Drawn")

    def _shorten(self, shortness: int) -> None:
        """``A spans`` is A where there is no room."""
        is_short = shortness > 1
        for action in self.parts[DRAWN].actions():
            long, short = action.text(), str(action.property("short") or "")
            wanted = short if is_short and short else long
            if action.iconText() != wanted:
                action.setIconText(wanted)

    def call(self, told: Callable[[str], str]) -> None:
        """Says all tips anew, as ``told`` words them."""
        for action, tip in self._tips.items():
            action.setToolTip(plain.tip(told(tip)))
        for segment in self.parts.values():
            for action, button in segment.buttons.items():
                if action in self._tips:
                    button.setAccessibleName(plain.visible(told(self._tips[action])))

    def repaint_icons(self) -> None:
        """Paints the pictures in colours that have changed."""
        for action, picture in self._pictures.items():
            action.setIcon(icon(picture, self._view.palette()))
