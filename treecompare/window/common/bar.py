"""What bars and menus are made of: buttons whose pictures have the colour of their text, headings, choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QColor, QIcon, QPalette, QPixmap, QShowEvent
from PySide6.QtWidgets import QLabel, QMenu, QSizePolicy, QToolButton, QWidgetAction

from treecompare import resources
from treecompare.window.common.plain import caption, visible
from treecompare.window.common.theme import colours_of

NEW_COLOURS = QEvent.Type.PaletteChange, QEvent.Type.StyleChange


def icon(name: str, palette: QPalette) -> QIcon:
    """A picture by its name, in the colours of the text, whatever they are; empty if there is none."""
    text, groups = QPalette.ColorRole.WindowText, QPalette.ColorGroup
    colours = (
        palette.color(groups.Active, text),
        QColor(colours_of(palette).accent),
        palette.color(groups.Disabled, text),
    )
    return _painted(name, *(colour.rgba() for colour in colours)) if name else QIcon()


@cache
def _painted(name: str, usual: int, chosen: int, disabled: int) -> QIcon:
    """Painted once in these colours: a window has a hundred buttons."""
    found, drawn = QIcon(), resources.path(f"style/icon-{name}.svg").read_text("utf-8")
    for mode, state, colour in (
        (QIcon.Mode.Normal, QIcon.State.Off, usual),
        (QIcon.Mode.Normal, QIcon.State.On, chosen),
        (QIcon.Mode.Disabled, QIcon.State.Off, disabled),
    ):
        pixmap = QPixmap()
        pixmap.loadFromData(drawn.replace("currentColor", QColor.fromRgba(colour).name()).encode())
        found.addPixmap(pixmap, mode, state)
    return found


class Pictured(QToolButton):
    """A button whose picture (a property) has the colour of its text, whenever that changes: also before it is shown."""

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in NEW_COLOURS:
            self._colour()

    def showEvent(self, event: QShowEvent) -> None:
        """What is not shown does not hear of other colours."""
        super().showEvent(event)
        self._colour()

    def _colour(self) -> None:
        """Those of the window: under a style sheet Qt may give a button its old palette back."""
        if picture := self.property("picture"):
            self.setIcon(icon(picture, self.window().palette()))


def control(action: QAction | None = None, text: str = "", tip: str = "", picture: str = "", **has: Any) -> QToolButton:
    """A button of a bar; that of an action says and does what the action does. ``has``: further properties and what its signals
    call, as Qt calls them."""
    button = Pictured(focusPolicy=Qt.FocusPolicy.TabFocus, iconSize=QSize(16, 16), **has)
    if action is not None:
        button.setDefaultAction(action)
    else:
        button.setText(text)
        button.setToolTip(tip)
        button.setAccessibleName(tip or text)
    button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    if picture:
        button.setProperty("look", "icon")
        button.setProperty("picture", picture)
        button.setIcon(icon(picture, button.palette()))
    return button


def add_heading(menu: QMenu, text: str) -> None:
    """A line that says what the next ones are. The text of a section is not painted where separators have a style."""
    if menu.actions():
        menu.addSeparator()
    line = QWidgetAction(menu, enabled=False)
    line.setText(caption(text))
    label = QLabel(visible(text), objectName="muted", textFormat=Qt.TextFormat.PlainText)
    label.setContentsMargins(43, 4, 24, 4)  # where the others begin
    line.setDefaultWidget(label)
    menu.addAction(line)


def add_choices(menu: QMenu, options: Iterable[tuple[str, str, bool | None]], do: Callable[[str], object]) -> None:
    """Entries by value, text and whether it is on (None: it is no switch); an option without a value is the heading of those after
    it. ``do`` gets the value of what is chosen."""
    for value, text, is_on in options:
        if not value:
            add_heading(menu, text)
            continue
        action = menu.addAction(text, partial(do, value))
        action.setCheckable(is_on is not None)
        action.setChecked(bool(is_on))
