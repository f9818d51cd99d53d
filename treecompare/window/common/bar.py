"""A row of controls in which nothing is cut: what does not fit is behind …, from the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSizePolicy, QToolButton, QWidget, QWidgetAction

from treecompare.window.common.icons import icon
from treecompare.window.common.plain import caption, visible

HEIGHT = 28
"""Of a control."""
GAP = 12
"""Between two of them."""


class Pictured(QToolButton):
    """A button whose picture (a property) has the colour of its text, whenever that changes: also before it is shown."""

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self._paint_picture()

    def showEvent(self, event: QShowEvent) -> None:
        """As Qt has it; what is not shown does not hear of other colours."""
        super().showEvent(event)
        self._paint_picture()

    def _paint_picture(self) -> None:
        if picture := self.property(
            "picture"
        ):  # the window's palette: under a style sheet Qt may give a button its old one back
            self.setIcon(icon(picture, self.window().palette()))


def control(action: QAction | None = None, text: str = "", tip: str = "", picture: str = "") -> QToolButton:
    """A button of a bar; that of an action says and does what the action does."""
    button = Pictured()
    if action is not None:
        button.setDefaultAction(action)
    else:
        button.setText(text)
        button.setToolTip(tip)
        button.setAccessibleName(tip or text)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    button.setIconSize(QSize(16, 16))
    if picture:
        button.setProperty("look", "icon")
        button.setProperty("picture", picture)
        button.setIcon(icon(picture, button.palette()))
    return button


@dataclass
class _Item:
    widget: QWidget
    actions: Callable[[], Sequence[QAction]]
    """What stands for it behind …."""
    stays: bool
    is_wanted: bool = True
    shortens: Callable[[int], object] | None = field(default=None)
    """Makes it as long as it is (0), shorter (1), or as short as it can be (2)."""


class Bar(QWidget):
    """Controls from left to right; ``more`` opens the menu of those that have no room."""

    def __init__(self, name: str, height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._items: list[_Item] = []
        self._row = QHBoxLayout(self)
        self._row.setSpacing(GAP)
        self._row.setContentsMargins(12, 0, 12, 0)
        self.setFixedHeight(height)
        self.more = control(tip="More", picture="dots")
        self.more.setAutoRaise(True)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu = QMenu(self.more)
        self.menu.setToolTipsVisible(True)
        self.menu.aboutToShow.connect(self._fill)
        self.more.setMenu(self.menu)
        self._row.addWidget(self.more)
        self._row.addStretch(1)
        self._is_arranging = False
        self.more.hide()

    def add(
        self,
        widget: QWidget,
        actions: Callable[[], Sequence[QAction]] = tuple,
        stays: bool = False,
        shortens: Callable[[int], object] | None = None,
    ) -> None:
        """A control before …; the last ones give way first, none that ``stays``."""
        self._row.insertWidget(len(self._items), widget)
        self._items.append(_Item(widget, actions, stays, shortens=shortens))
        widget.installEventFilter(self)
        self.arrange()

    def insert_behind(
        self,
        widget: QWidget,
        place: int,
        other: QWidget,
        actions: Callable[[], Sequence[QAction]],
        shortens: Callable[[int], object],
    ) -> None:
        """Another control, so many places behind one that there is."""
        at = next(number for number, one in enumerate(self._items) if one.widget is widget)
        self._row.insertWidget(self._row.indexOf(widget) + place, other)
        self._items.insert(at + place, _Item(other, actions, stays=False, shortens=shortens))
        other.installEventFilter(self)
        self.arrange()

    def drop(self, widget: QWidget) -> None:
        """A control goes."""
        self._items = [one for one in self._items if one.widget is not widget]
        self._row.removeWidget(widget)
        widget.hide()
        self.arrange()

    def want(self, widget: QWidget, is_wanted: bool) -> None:
        """Shows a control, if there is room, or not at all."""
        item = next(one for one in self._items if one.widget is widget)
        if item.is_wanted != is_wanted:
            item.is_wanted = is_wanted
            self.arrange()

    def _width(self, item: _Item) -> int:
        hint = item.widget.sizeHint().width()
        return min(max(hint, item.widget.minimumWidth()), item.widget.maximumWidth())

    def arrange(self) -> None:
        """Shows what there is room for; a bar that is not seen is arranged when it will be."""
        if self._is_arranging or not self.isVisible():
            return
        self._is_arranging = True
        wanted = [one for one in self._items if one.is_wanted]
        margins = self._row.contentsMargins()
        room = self.width() - margins.left() - margins.right()
        for shortness in range(3):
            for one in wanted:
                if one.shortens is not None:
                    one.shortens(shortness)
            if self._needed(wanted) <= room:
                break
        shown = list(wanted)
        while self._needed(shown) > room:
            last = next((one for one in reversed(shown) if not one.stays), None)
            if last is None:
                break
            shown.remove(last)
        for one in self._items:
            one.widget.setVisible(one in shown)
        self.more.setVisible(self._has_more(shown))
        for one in self._items:  # texts that were shortened ask for the same again: it would never end
            QCoreApplication.sendPostedEvents(one.widget, QEvent.Type.LayoutRequest.value)
        self._is_arranging = False

    def _has_more(self, shown: list[_Item]) -> bool:
        hidden = [one for one in self._items if one.is_wanted and one not in shown]
        return any(one.actions() for one in hidden)

    def _needed(self, shown: list[_Item]) -> int:
        widths = [self._width(one) for one in shown]
        if self._has_more(shown):
            widths.append(self.more.sizeHint().width())
        return sum(widths) + GAP * max(len(widths) - 1, 0)

    def _fill(self) -> None:
        """What has no room."""
        self.menu.clear()
        for item in self._items:
            if item.is_wanted and not item.widget.isVisibleTo(self) and item.actions():
                self.menu.addActions([one for one in item.actions() if one.isVisible()])
                self.menu.addSeparator()

    def minimumSizeHint(self) -> QSize:
        """What stays, and …."""
        staying = [self._width(one) for one in self._items if one.stays and one.is_wanted]
        return QSize(sum(staying) + (GAP + HEIGHT) * (len(staying) + 1), self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As much as there is room for."""
        super().resizeEvent(event)
        self.arrange()

    def showEvent(self, event: QShowEvent) -> None:
        """What has changed meanwhile is arranged now."""
        super().showEvent(event)
        self.arrange()

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """A control whose text has another length."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.arrange()
        return super().eventFilter(watched, event)  # type: ignore[arg-type]


def empty(menu: QMenu) -> None:
    """Takes all out of a menu that is filled anew; ``clear()`` alone keeps the menus inside."""
    for inside in menu.findChildren(QMenu):
        inside.deleteLater()
    menu.clear()


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
