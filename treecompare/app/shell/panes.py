"""The panes around the drawing: which one is called to the front, and how that is remembered."""

from __future__ import annotations

import json
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from treecompare.app.common import preferences
from treecompare.app.shell.command import command
from treecompare.app.shell.keyboard import Keyboard, Views
from treecompare.app.shell.layout import SENTENCE, Layout
from treecompare.app.shell.pane import Column, Pane

STATE = "layout.3"
"""Under this name the layout is remembered; another one where it means something else."""


def _first_stop(widget: QWidget) -> QWidget:
    """Where one begins in a pane."""
    first: QWidget = getattr(widget, "first_stop", widget)
    while (proxy := first.focusProxy()) is not None:
        first = proxy
    return first


class Panes(QObject):
    """The panes of a window, ``by_name``; with its ``layout`` they make up what is seen of a comparison."""

    def __init__(self, window: QMainWindow, views: Callable[[], Views | None]) -> None:
        super().__init__(window)
        self.window = window
        self._views = views
        self.layout: Layout | None = None
        self.by_name: dict[str, Pane] = {}
        self._hidden: set[str] = set()
        """Panes of the left column that people have put out of sight."""
        self._keyboard = Keyboard(window, views)

    # -- making ------------------------------------------------------------------------------------------------------------

    def set_layout(self, layout: Layout) -> None:
        """Where the places of panes are."""
        self.layout = layout
        layout.roomChanged.connect(self._fit_room)

    def add(self, name: str, title: str, widget: QWidget, place: str) -> Pane:
        """Adds a pane to the left column, the inspector or the overview."""
        assert self.layout is not None
        pane = self.by_name[name] = Pane(name, title, widget, self.layout.home_of(place), self)
        pane.offers["Hide"] = lambda: self.hide(name)
        self._keyboard.watch(pane)
        return pane

    def action_of(self, name: str, title: str, keys: str) -> QAction:
        """What calls a pane."""
        action = QAction(title, self.window, checkable=True)
        action.setShortcut(keys)
        action.triggered.connect(lambda: self.call(name))
        self.by_name[name].visibilityChanged.connect(action.setChecked)
        return action

    # -- calling -----------------------------------------------------------------------------------------------------------

    def call(self, name: str) -> None:
        """Brings a pane to the front with the keyboard where one begins in it; if it is there, the pane goes, but not out of the
        left column: who presses the key to be sure would lose the whole list."""
        pane, focus, layout = self.by_name[name], QApplication.focusWidget(), self.layout
        first = _first_stop(pane.widget())
        stays = isinstance(pane.place, Column) and layout is not None and not layout.has_drawer
        if pane.isVisible() and focus is not None and focus is first and not stays:
            self.hide(name)
        else:
            self.show(name)
            first.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._keyboard.keep()
        pane.visibilityChanged.emit(pane.isVisible())

    @command("Next pa&ne", "F6", "The keyboard goes on to the next pane in sight, and round")
    def next_pane(self) -> None:
        """From the left column to the drawing, or the overview, to the inspector."""
        views, focus = self._views(), QApplication.focusWidget()
        if views is None or self.layout is None:
            return
        panes = [one for one in self.by_name.values() if one.isVisible()]
        stops: list[QWidget] = [one.widget() for one in panes]
        if views.drawing_view.isVisible():
            stops.insert(sum(one.place is self.layout.left for one in panes), views.drawing_view)
        here = next((at for at, one in enumerate(stops) if one.isAncestorOf(focus)), -1) if focus is not None else -1
        if stops:
            _first_stop(stops[(here + 1) % len(stops)]).setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._keyboard.keep()

    def call_to(self, name: str) -> None:
        """Brings a pane to the front with the keyboard in it."""
        self.show(name)
        self.by_name[name].widget().setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._keyboard.keep()

    def show(self, name: str) -> None:
        """Brings a pane to the front."""
        pane, layout = self.by_name[name], self.layout
        if layout is None:
            return
        if pane.place is layout.left:
            if layout.is_alone:
                layout.stand_alone(False)
            if layout.has_rail and layout.room.left:
                layout.show_tab(SENTENCE)
            elif layout.has_rail:
                layout.open_drawer(True)
        elif pane.place is layout.inspector and layout.is_alone:
            layout.stand_alone(False)
        self._hidden.discard(name)
        pane.place.bring(pane)

    def hide(self, name: str) -> None:
        """Puts a pane out of sight, with the group of which it is a tab."""
        pane, layout = self.by_name[name], self.layout
        if layout is None:
            return
        if pane.place is layout.inspector:
            layout.open_inspector(False)
        elif pane.place is layout:
            layout.show_tab(SENTENCE)
        elif layout.has_drawer:
            layout.open_drawer(False)
        elif isinstance(pane.place, Column):
            self._hidden.add(name)
            pane.place.frame_of(pane).hide()

    # -- the layout --------------------------------------------------------------------------------------------------------

    @command("&Reset layout", tip="All panels as they were at first")
    def usual_layout(self) -> None:
        """Shows the panes as they are at first; who has the keyboard keeps it."""
        layout, focus = self.layout, QApplication.focusWidget()
        if layout is None:
            return
        layout.widths.clear()
        layout.left.by_hand = False
        layout.opened = {"docked": True, "over": False, "sheet": False}
        layout.is_alone = layout.has_drawer = False
        self._hidden.clear()
        layout.show_tab(SENTENCE)
        layout.inspector.setCurrentIndex(0)
        layout.open_inspector(layout.is_open)
        self._fit_room()
        layout.share_width()
        if focus is not None and focus.isVisible():
            focus.setFocus()

    def _fit_room(self) -> None:
        """The left column shows what there is room for."""
        layout, views = self.layout, self._views()
        if layout is None or views is None:
            return
        for frame in layout.left.frames():
            name = frame.pane.name
            frame.setVisible(name not in self._hidden and (layout.room.has_systems or name != "systems"))
        views.sentences.table.offer_columns(layout.room.columns)
        self.fit_soon()

    def fit_soon(self) -> None:
        """Lays the left column out for what was opened, and again when everything has its size."""
        self.fit_systems()
        QTimer.singleShot(0, self, self.fit_systems)

    def fit_systems(self) -> None:
        """Makes the systems as high as their rows, if there is room for them, until people share out the height otherwise."""
        layout, views = self.layout, self._views()
        if layout is None or views is None or layout.left.by_hand:
            return
        frames = layout.left.frames()
        systems = layout.left.frame_of(self.by_name["systems"])
        if systems.isHidden():
            return
        heading, height = systems.heading.height(), layout.left.height()
        wanted = heading + min(views.systems.wanted_height(), max(self.window.height() * 2 // 5, 80))
        rest = max((height - wanted) // (len(frames) - 1), 1)
        layout.left.setSizes([wanted if one is systems else rest for one in frames])

    # -- the drawing alone -------------------------------------------------------------------------------------------------

    @command("&Only the drawing", "Z", "Hide or show everything beside the drawing")
    def only_drawing(self) -> None:
        """Hides all that stands beside the drawing; shows it again."""
        if self.layout is not None:
            self.layout.stand_alone(not self.layout.is_alone)

    def show_sides(self) -> None:
        """Shows what was put away to see the drawing alone."""
        if self.layout is not None and self.layout.is_alone:
            self.layout.stand_alone(False)

    # -- from one start to the next ----------------------------------------------------------------------------------------

    def store(self) -> None:
        """Remembers the layout; that of before the drawing stood alone, where it does."""
        layout = self.layout
        if layout is None:
            return
        state = {
            "hidden": sorted(self._hidden),
            "opened": layout.opened,
            "widths": layout.widths,
            "by_hand": layout.left.sizes() if layout.left.by_hand else [],
            "inspector": front.name if (front := layout.inspector.current()) is not None else "",
        }
        preferences.store(STATE, json.dumps(state))

    def restore(self) -> None:
        """Brings the layout back; where there is none, or one that cannot be read, all is where it is at first."""
        layout = self.layout
        if layout is None:
            return
        try:
            state = json.loads(preferences.text(STATE) or "{}")
            opened = {kind: bool(dict(state.get("opened", {})).get(kind, on)) for kind, on in layout.opened.items()}
            widths = {int(least): max(int(width), 120) for least, width in dict(state.get("widths", {})).items()}
            shares = [int(one) for one in state.get("by_hand", [])]
            front = str(state.get("inspector", ""))
            hidden = {str(one) for one in state.get("hidden", [])}
        except (ValueError, TypeError, AttributeError):
            self.usual_layout()
            return
        layout.opened, layout.widths, layout.is_alone, self._hidden = opened, widths, False, hidden
        names = [pane.name for pane in layout.inspector.panes]
        layout.inspector.setCurrentIndex(names.index(front) if front in names else 0)
        layout.open_inspector(layout.is_open)
        self._fit_room()
        if len(shares) == len(layout.left.frames()):
            layout.left.by_hand = True
            layout.left.setSizes(shares)
