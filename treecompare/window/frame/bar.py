"""The bar: where one is, what is looked at, the boxes of the job, its tabs. What has no room is behind …, the last first.

The menus: behind ☰, or in a bar where people want one and where the system has its own. Their table is beside that of keys.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QProgressBar, QPushButton, QToolButton, QWidget

from treecompare.jobs.base import Pick
from treecompare.jobs.keys import MENUS, keys_of
from treecompare.window.common import fonts, preferences
from treecompare.window.common.bar import add_choices, control, icon
from treecompare.window.common.elided import ElidedLabel
from treecompare.window.common.layouts import discard, label, row
from treecompare.window.common.plain import caption, tip, visible, with_key

WANTED = "menu_bar"
"""The preference: whether the bar is always there."""
LETTERS = "letters_are_commands"
"""Another: whether letters are."""
PROGRAM = "treecompare"
"""In a bar the menu of what stands below the others behind ☰."""
ROLES: Mapping[str, QAction.MenuRole] = {
    "settings": QAction.MenuRole.PreferencesRole,
    "about": QAction.MenuRole.AboutRole,
    "quit": QAction.MenuRole.QuitRole,
}
"""What macOS moves into the menu of the program."""


def key_named(key: str) -> str:
    """A key as the system writes it: ``Ctrl+K`` is ⌘K on macOS."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)


class Menus(QObject):
    """``whole``: what ☰ opens. Entries are made once, and say what is so whenever a menu opens."""

    def __init__(self, window: Any) -> None:
        super().__init__(window)
        self._window, self.whole, self.bar = window, QMenu(window, aboutToShow=self.fill), window.menuBar()
        self.entries: dict[str, QAction] = {}
        self.menus: dict[str, QMenu] = {}
        for name, keys in MENUS.items():
            menu = QMenu(f"&{name or PROGRAM}", window, toolTipsVisible=True, aboutToShow=self.fill)
            self.menus[name] = menu
            for key in keys:
                entry = self.entries[key] = menu.addAction("")
                entry.triggered.connect(partial(window.run, key))
                entry.setMenuRole(ROLES.get(key, QAction.MenuRole.NoRole))
            self.bar.addMenu(menu)
            if name:
                self.whole.addMenu(menu)
        self.whole.addActions(self.menus[""].actions())
        self._letters = [
            QShortcut(QKeySequence(f"Alt+{name[0]}"), window, partial(self.show, name)) for name in self.menus if name
        ]

    def show_bar(self) -> None:
        """The bar in place of ☰ where people want it, and where the system shows it at the top of the screen."""
        has_bar = bool(preferences.number(WANTED, 0)) or sys.platform == "darwin"
        self.bar.setVisible(has_bar)
        self._window.bar.want(self._window.bar.menu_button, not has_bar)
        for one in self._letters:
            one.setEnabled(not has_bar)  # those of the bar are its own

    def fill(self) -> None:
        """Every entry says what is so; what does not apply is not there."""
        now = {one.key: one for one in self._window.commands()}
        for name, keys in MENUS.items():
            taken: set[str] = set()
            for key in keys:
                entry, one = self.entries[key], now.get(key)
                entry.setVisible(one is not None)
                if one is None:
                    continue
                shown = keys_of(key, self._window.has_letters)
                entry.setText(with_key(one.title, taken) + (f"\t{key_named(shown[0])}" if shown else ""))
                entry.setToolTip(tip(one.about))
                entry.setEnabled(one.can)
                entry.setCheckable(one.is_on is not None)
                entry.setChecked(bool(one.is_on))
            self.menus[name].menuAction().setVisible(any(key in now for key in keys))

    def show(self, name: str = "") -> None:
        """Opens the menus below ☰, or in the bar; one of them, or none yet."""
        self.fill()
        if not self.bar.isHidden():
            self.bar.setActiveAction(self.menus[name].menuAction())
            return
        button = self._window.bar.menu_button
        self.whole.popup(button.mapToGlobal(button.rect().bottomLeft()))
        if name:
            self.whole.setActiveAction(self.menus[name].menuAction())


HEIGHT, LOW = 48, 44
"""Of the bar; where the window is small."""
GAP, GAPS = 12, (12, 12, 8)
"""At the edges, and between two controls, by how short they are."""
FEW = 16
"""A box with more options is searched, not listed."""
LONGEST_TITLE = 36
"""Letters of what is looked at; the rest is in the tooltip."""


class PickButton(QToolButton):
    """A box of the bar. ``picked``: its key and a value; ``manyWanted``: its options are too many for a menu."""

    picked = Signal(str, str)
    manyWanted = Signal(object)

    def __init__(self, pick: Pick) -> None:
        super().__init__(checkable=True, focusPolicy=Qt.FocusPolicy.TabFocus, clicked=self._open)
        self.is_short = False  # it says only what is chosen; beside a letter stands what is wanted of it
        self._menu = QMenu(self, aboutToShow=self._fill)
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
        shown = pick.short or said
        parts = (shown,) if self.is_short and not is_letter else (pick.title, shown, pick.beside)
        self.setText(caption("  ".join(filter(None, parts))) + "  ⌄")
        self.setChecked(pick.is_chosen)
        self.setAccessibleName(visible(" ".join(filter(None, (pick.title, said, pick.beside)))))
        self.setToolTip(tip(self.accessibleName()))
        self._menu.setTitle(caption(self.accessibleName()))

    def _fill(self) -> None:
        self._menu.clear()
        now, figures = self.pick.now, self.pick.figures()
        options = [
            (value, "\t".join(map(caption, filter(None, (text, figures.get(value))))), value == now)
            for value, text in self.pick.options
        ]
        add_choices(self._menu, options, lambda value: self.picked.emit(self.pick.key, value))

    def _open(self) -> None:
        self.setChecked(self.pick.is_chosen)
        if len(self.pick.options) > FEW:
            self.manyWanted.emit(self.pick)
            return
        self._menu.popup(self.mapToGlobal(self.rect().bottomLeft()))


class Tabs(QWidget):
    """Jobs on the same data. ``chosen``: the number of one."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = row(self)
        self.buttons: list[QPushButton] = []

    def show_tabs(self, titles: Sequence[str], now: int) -> None:
        """Other tabs, one of which is in front."""
        if [one.text() for one in self.buttons] != [caption(title) for title in titles]:
            discard(*self.buttons)
            self.buttons = []
            for place, title in enumerate(titles):
                button = QPushButton(caption(title), checkable=True)
                button.setProperty("look", "tab")
                button.clicked.connect(lambda _=False, place=place: self.chosen.emit(place))
                self._row.addWidget(button)
                self.buttons.append(button)
        for place, button in enumerate(self.buttons):
            button.setChecked(place == now)


class TopBar(QWidget):
    """``does``: the frame's commands by their keys, as actions. Nothing in it is cut: what does not fit is behind ``more``, whose
    ``menu`` has it."""

    picked = Signal(str, str)
    manyWanted = Signal(object)
    _pictured: Mapping[str, QAction] = {}

    def __init__(self, menu: QMenu, does: Callable[[str], QAction], parent: QWidget) -> None:
        super().__init__(parent, objectName="toolbar", accessibleName="Where one is")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT)
        opens: dict[str, Any] = {"autoRaise": True, "popupMode": QToolButton.ToolButtonPopupMode.InstantPopup}
        self.menu_button = control(text="☰", tip="Menu (F10)", **opens)
        self.more = control(tip="More", picture="dots", **opens)
        self.menu = QMenu(self.more, toolTipsVisible=True, aboutToShow=self._fill)
        self.menu_button.setMenu(menu)
        self.more.setMenu(self.menu)
        self.before = control(tip="Previous place (K)", picture="previous", clicked=does("previous").trigger)
        self.after = control(tip="Next place (J)", picture="next", clicked=does("next").trigger)
        self.number, self.title = label(look="strong"), ElidedLabel()
        self.title.setContentsMargins(0, 0, 2, 0)  # else its last letter may have no room
        self.done = QProgressBar(textVisible=False, accessibleName="Progress", minimumWidth=110, maximumWidth=110)
        self.progress, self.done_said = QWidget(), label()
        row(self.progress, self.done, self.done_said)
        self.search = control(clicked=does("search").trigger)
        self.search.setAccessibleName("Search")
        self.tabs, self.list, self.why = Tabs(), control(does("list")), control(does("why"))
        self._search_action, self._pictured = does("search"), {"list": does("list"), "inspector": does("why")}
        self.picks: dict[str, PickButton] = {}
        self._unwanted: set[QWidget] = {self.list}
        first = self.menu_button, self.list, self.before, self.after, self.number, self.title
        self._stays, last = (*first, self.tabs, self.why), (self.tabs, self.search, self.why, self.more)
        self._row = row(self, *first, self.progress, None, *last, margins=(GAP, 0, GAP, 0), gap=GAP)
        self.more.hide()
        self._shorten(0)

    # -- what there is room for ----------------------------------------------------------------------------------------

    def want(self, widget: QWidget, is_wanted: bool) -> None:
        """Shows a control, if there is room, or not at all."""
        if is_wanted == (widget in self._unwanted):
            (self._unwanted.discard if is_wanted else self._unwanted.add)(widget)
            self.arrange()

    def arrange(self) -> None:
        """Shows what there is room for; a bar that is not seen is arranged when it will be."""
        if not self.isVisible():
            return
        self.title.setMaximumWidth(LONGEST_TITLE * self.fontMetrics().averageCharWidth())
        controls: list[QWidget] = [*self._stays, self.search, *self.picks.values(), self.progress]
        shown = [one for one in controls if one not in self._unwanted]
        for shortness in range(3):
            self._shorten(shortness)
            if self._needed(shown) <= self.width():
                break
        for gone in reversed(controls):
            if gone in shown and gone not in self._stays and self._needed(shown) > self.width():
                shown.remove(gone)
                if gone is not self.progress and self.more not in shown:
                    shown.append(self.more)
        for widget in (*controls, self.more):
            widget.setVisible(widget in shown)
        for _ in range(2):  # as long as a layout waits, Qt asks for no other
            self._row.activate()
        # texts that were shortened ask for the same again: it would never end
        QCoreApplication.removePostedEvents(self, QEvent.Type.LayoutRequest.value)

    def _shorten(self, shortness: int) -> None:
        """Makes all as long as it is (0), shorter (1), or as short as it can be (2): a sign is enough where there is no room."""
        said, picture = ("", "find") if shortness else (f"Search…  {key_named('Ctrl+K')}", "")
        self.search.setText(said)
        self.search.setProperty("picture", picture)
        self.search.setIcon(icon(picture, self.palette()))
        self._row.setSpacing(GAPS[shortness])
        for box in self.picks.values():
            if box.is_short != (shortness == 2):
                box.is_short = not box.is_short
                box.show_pick(box.pick)

    def _needed(self, shown: Sequence[QWidget]) -> int:
        widths = [min(max(one.sizeHint().width(), one.minimumWidth()), one.maximumWidth()) for one in shown]
        return sum(widths) + self._row.spacing() * (len(widths) - 1) + 2 * GAP

    def _fill(self) -> None:
        """What has no room."""
        self.menu.clear()
        gone = {box: box.options for box in self.picks.values()} | {self.search: self._search_action}
        for widget, action in gone.items():
            if widget not in self._unwanted and not widget.isVisibleTo(self):
                self.menu.addAction(action)
                self.menu.addSeparator()

    def minimumSizeHint(self) -> QSize:
        """What stays, and …."""
        stays = [one for one in self._stays if one not in self._unwanted]
        return QSize(self._needed([*stays, self.more]), self.height())

    def event(self, event: QEvent) -> bool:
        """As much as there is room for, whenever that, or what is to be shown, becomes another."""
        done = super().event(event)
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.LayoutRequest):
            self.arrange()
        elif event.type() == QEvent.Type.PaletteChange:
            for picture, action in self._pictured.items():
                action.setIcon(icon(picture, self.palette()))
        return done

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show_picks(self, picks: Sequence[Pick]) -> None:
        """The boxes of the job, behind the title; those that stay keep their widgets, and so the keyboard."""
        for key in self.picks.keys() - {pick.key for pick in picks}:
            gone = self.picks.pop(key)
            self._row.removeWidget(gone)
            discard(gone)
        for place, pick in enumerate(picks, 1):
            if pick.key in self.picks:
                self.picks[pick.key].show_pick(pick)
                continue
            box = self.picks[pick.key] = PickButton(pick)
            box.picked.connect(self.picked)
            box.manyWanted.connect(self.manyWanted)
            self._row.insertWidget(self._row.indexOf(self.title) + place, box)
        self.picks = {pick.key: self.picks[pick.key] for pick in picks}

    def show_number(self, number: int, of: int, own: str = "") -> None:
        """Which place it is: its own number, else its place in the list."""
        in_list = f"{number:,} of {of:,}" if number else f"{of:,}"
        self.number.setText(f"No. {own}" if own else in_list)
        self.number.setToolTip(f"{in_list} in the list")
        width = QFontMetrics(fonts.strong(self.font())).horizontalAdvance(f"{of:,} of {of:,}")
        self.number.setMinimumWidth(min(width + 4, 140))

    def show_progress(self, told: tuple[int, int, str] | None) -> None:
        """How much is decided, where people decide: so many of so many, in words."""
        done, of, said = told or (0, 1, "")
        self.done.setUpdatesEnabled(False)  # else Qt paints at once, all of the window that waits for it
        self.done.setMaximum(max(of, 1))
        self.done.setValue(done)
        self.done.setUpdatesEnabled(True)
        self.done_said.setText(said)
        self.want(self.progress, told is not None)
