"""The bar: where one is, what is looked at, the boxes of the job, its tabs. What has no room is behind …, the last first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QProgressBar, QPushButton, QToolButton, QWidget

from treecompare.jobs.base import Pick
from treecompare.window.common import fonts
from treecompare.window.common.bar import Bar, add_heading, control, empty
from treecompare.window.common.elided import ElidedLabel
from treecompare.window.common.icons import icon
from treecompare.window.common.plain import caption, tip, visible
from treecompare.window.frame.menus import key_named

HEIGHT, LOW = 48, 44
"""Of the bar; where the window is small."""
FEW = 16
"""A box with more options is searched, not listed."""
LONGEST_TITLE = 36
"""Letters of what is looked at; the rest is in the tooltip."""


class PickButton(QToolButton):
    """A box of the bar. ``picked``: its key and a value; ``manyWanted``: its options are too many for a menu."""

    picked = Signal(str, str)
    manyWanted = Signal(object)

    def __init__(self, pick: Pick) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCheckable(True)
        self.clicked.connect(self._open)
        self.is_short = False
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.show_pick(pick)

    @property
    def options(self) -> QAction:
        """Its options where the bar has no room for it."""
        return self._menu.menuAction()

    def show_pick(self, pick: Pick) -> None:
        """What it stands for now."""
        self.pick = pick
        said = next((text for value, text in pick.options if value == pick.now), pick.now)
        is_letter = len(pick.title) == 1
        parts = (
            (pick.short or said,) if self.is_short and not is_letter else (pick.title, pick.short or said, pick.beside)
        )
        self.setText(caption("  ".join(filter(None, parts))) + "  ⌄")
        self.setChecked(pick.is_chosen)
        self.setAccessibleName(visible(" ".join(filter(None, (pick.title, said, pick.beside)))))
        self.setToolTip(tip(self.accessibleName()))
        self._menu.setTitle(caption(self.accessibleName()))

    def set_short(self, is_short: bool) -> None:
        """Whether it says only what is chosen; beside a letter stands what is wanted of it."""
        if is_short != self.is_short:
            self.is_short = is_short
            self.show_pick(self.pick)

    def _fill(self) -> None:
        empty(self._menu)
        figures = self.pick.figures()
        for value, text in self.pick.options:
            if not value:
                add_heading(self._menu, text)
                continue
            action = self._menu.addAction(caption(text) + f"\t{caption(figures.get(value, ''))}".rstrip("\t"))
            action.setCheckable(True)
            action.setChecked(value == self.pick.now)
            action.triggered.connect(lambda _=False, value=value: self.picked.emit(self.pick.key, value))

    def _open(self) -> None:
        self.setChecked(self.pick.is_chosen)
        if len(self.pick.options) > FEW:
            self.manyWanted.emit(self.pick)
            return
        self._menu.popup(self.mapToGlobal(self.rect().bottomLeft()))


class Progress(QWidget):
    """How much is decided: a bar, and words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar, self.said = QProgressBar(textVisible=False), QLabel(textFormat=Qt.TextFormat.PlainText)
        self.bar.setFixedWidth(110)
        self.bar.setAccessibleName("Progress")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.bar)
        line.addWidget(self.said)

    def show_progress(self, told: tuple[int, int, str] | None) -> None:
        """So many of so many, in words."""
        done, of, said = told or (0, 1, "")
        self.bar.setUpdatesEnabled(False)  # else Qt paints at once, all of the window that waits for it
        self.bar.setMaximum(max(of, 1))
        self.bar.setValue(done)
        self.bar.setUpdatesEnabled(True)
        self.said.setText(said)


class Title(ElidedLabel):
    """What is looked at; as wide as its text, up to a limit."""

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        most = LONGEST_TITLE * self.fontMetrics().averageCharWidth()
        return QSize(min(hint.width() + 2, most), hint.height())


class Tabs(QWidget):
    """Jobs on the same data. ``chosen``: the number of one."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.buttons: list[QPushButton] = []

    def show_tabs(self, titles: Sequence[str], now: int) -> None:
        """Other tabs, one of which is in front."""
        if [one.text() for one in self.buttons] != [caption(title) for title in titles]:
            for gone in self.buttons:
                gone.hide()
                gone.deleteLater()
            self.buttons = []
            for place, title in enumerate(titles):
                button = QPushButton(caption(title), checkable=True)
                button.setProperty("look", "tab")
                button.clicked.connect(lambda _=False, place=place: self.chosen.emit(place))
                self.row.addWidget(button)
                self.buttons.append(button)
        for place, button in enumerate(self.buttons):
            button.setChecked(place == now)


class TopBar(Bar):
    """``does``: the frame's commands by their keys, as actions."""

    picked = Signal(str, str)
    manyWanted = Signal(object)
    tabChosen = Signal(int)

    def __init__(self, menu: QMenu, does: Callable[[str], QAction], parent: QWidget) -> None:
        super().__init__("Where one is", HEIGHT, parent)
        self.setObjectName("toolbar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.menu_button = control(text="☰", tip="Menu (F10)")
        self.menu_button.setMenu(menu)
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu_button.setAutoRaise(True)
        self.before, self.after = (
            control(tip="Previous place (K)", picture="previous"),
            control(tip="Next place (J)", picture="next"),
        )
        self.number, self.title, self.progress = QLabel(), Title(), Progress()
        self.number.setTextFormat(Qt.TextFormat.PlainText)
        self.number.setProperty("look", "strong")
        self.tabs = Tabs()
        self.tabs.chosen.connect(self.tabChosen)
        self.search, self.why = control(), control(does("why"))
        self.search.setText(f"Search…  {key_named('Ctrl+K')}")
        self.search.setAccessibleName("Search")
        self.search.clicked.connect(does("search").trigger)
        self._why_action = does("why")
        self._why_action.setIcon(icon("inspector", self.palette()))
        self.why.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        for button, key in ((self.before, "previous"), (self.after, "next")):
            button.clicked.connect(does(key).trigger)
        for widget in (self.menu_button, self.before, self.after, self.number):
            self.add(widget, stays=True)
        self.add(self.title, stays=True)
        self.picks: dict[str, PickButton] = {}
        self.add(self.tabs, lambda: self._tab_actions(), stays=True)
        self.add(self.search, lambda: [does("search")], shortens=self._shorten)
        self.add(self.why, lambda: [does("why")], stays=True)
        self.add(self.progress, tuple)
        self._order()

    def _order(self) -> None:
        """Tabs, search and Why stand at the right; progress in the middle, and gives way first."""
        for widget in (self.progress, self.tabs, self.search, self.why):
            self._row.removeWidget(widget)
        self._row.removeWidget(self.more)
        while self._row.count() > 5:
            self._row.takeAt(5)
        self._row.addWidget(self.progress)
        self._row.addStretch(1)
        for widget in (self.tabs, self.search, self.why, self.more):
            self._row.addWidget(widget)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_why_action"):
            self._why_action.setIcon(icon("inspector", self.palette()))

    def _shorten(self, shortness: int) -> None:
        """A sign is enough where there is no room."""
        self.search.setText("" if shortness else f"Search…  {key_named('Ctrl+K')}")
        self.search.setProperty("picture", "find" if shortness else "")
        self.search.setIcon(icon(self.search.property("picture"), self.palette()))

    def _tab_actions(self) -> list[QAction]:
        found = []
        for place, button in enumerate(self.tabs.buttons):
            action = QAction(button.text(), self)
            action.triggered.connect(lambda _=False, place=place: self.tabChosen.emit(place))
            found.append(action)
        return found

    def show_picks(self, picks: Sequence[Pick]) -> None:
        """The boxes of the job, behind the title; those that stay keep their widgets, and so the keyboard."""
        for key in [one for one in self.picks if one not in {pick.key for pick in picks}]:
            gone = self.picks.pop(key)
            self.drop(gone)
            gone.deleteLater()
        for place, pick in enumerate(picks, 1):
            if pick.key in self.picks:
                self.picks[pick.key].show_pick(pick)
                continue
            box = self.picks[pick.key] = PickButton(pick)
            box.picked.connect(self.picked)
            box.manyWanted.connect(self.manyWanted)
            self.insert_behind(self.title, place, box, partial(_options_of, box), partial(_shorten_box, box))

    def show_number(self, number: int, of: int, own: str = "") -> None:
        """Which place it is: its own number, where that is not its place in the list."""
        in_list = f"{number:,} of {of:,}" if number else f"{of:,}"
        self.number.setText(in_list if own in ("", f"{number:,}") else f"No. {own}")
        self.number.setToolTip(f"{in_list} in the list")
        width = QFontMetrics(fonts.strong(self.font())).horizontalAdvance(f"{of:,} of {of:,}")
        self.number.setMinimumWidth(min(width + 4, 140))

    def show_progress(self, told: tuple[int, int, str] | None) -> None:
        """How much is decided, where people decide."""
        self.progress.show_progress(told)
        self.want(self.progress, told is not None)


def _options_of(box: PickButton) -> list[QAction]:
    return [box.options]


def _shorten_box(box: PickButton, shortness: int) -> None:
    box.set_short(shortness == 2)
