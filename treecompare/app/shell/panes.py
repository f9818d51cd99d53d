"""The panes around the drawing: which one is called to the front, how they are moved, and how all that is remembered."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QWidget

from treecompare.app.common import preferences
from treecompare.app.shell.command import command
from treecompare.app.shell.keyboard import Keyboard, Views
from treecompare.app.shell.layout import PLACES, SENTENCE, Layout
from treecompare.app.shell.pane import Apart, Column, Pane, Place
from treecompare.app.shell.tabs import Tabs

STATE = "layout.3"
"""Under this name the layout is remembered; another one where it means something else."""


def _first_stop(widget: QWidget) -> QWidget:
    """Where one begins in a pane."""
    first: QWidget = getattr(widget, "first_stop", widget)
    while (proxy := first.focusProxy()) is not None:
        first = proxy
    return first


class Panes(QObject):
    """The panes of a window, ``by_name``; with its ``layout`` they make up what is seen of a comparison.

    ``arranged``: some of them may be elsewhere.
    """

    arranged = Signal()

    def __init__(self, window: QMainWindow, views: Callable[[], Views | None]) -> None:
        super().__init__(window)
        self.window = window
        self._views = views
        self.layout: Layout | None = None
        self.by_name: dict[str, Pane] = {}
        self._home: dict[str, str] = {}
        """In which place each pane is at first."""
        self._hidden: set[str] = set()
        """Panes of the left column that people have put out of sight."""
        self._keyboard = Keyboard(window, views)

    # -- making ------------------------------------------------------------------------------------------------------------

    def set_layout(self, layout: Layout) -> None:
        """Where the places of panes are."""
        self.layout = layout
        layout.roomChanged.connect(self._fit_room)

    def add(self, name: str, title: str, widget: QWidget, home: str) -> Pane:
        """Adds a pane, at home in the left column, the inspector or the overview."""
        assert self.layout is not None
        pane = self.by_name[name] = Pane(name, title, widget, self)
        self._home[name] = home
        pane.fill_menu = lambda menu: self._fill_menu(menu, pane)
        pane.moved.connect(lambda at, is_end: self._moved(pane, at, is_end))
        pane.dismissed.connect(lambda: pane.go_to(self._home_of(name)))
        pane.go_to(self.layout.home_of(home))
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
        panes = [one for one in self.by_name.values() if one.isVisible() and not isinstance(one.place, Apart)]
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
        if layout is None or pane.place is None:
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
        if isinstance(pane.place, Tabs):
            pane.place.dismissed.emit()
        elif isinstance(pane.place, Apart):
            pane.go_to(self._home_of(name))
        elif layout.has_drawer:
            layout.open_drawer(False)
        elif isinstance(pane.place, Column) and (frame := pane.place.frame_of(pane)) is not None:
            self._hidden.add(name)
            frame.hide()

    # -- moving ------------------------------------------------------------------------------------------------------------

    def _home_of(self, name: str) -> Any:
        assert self.layout is not None
        return self.layout.home_of(self._home[name])

    def _moved(self, pane: Pane, at: QPoint, is_end: bool) -> None:
        """A pane is dragged by its heading or its tab."""
        layout = self.layout
        if layout is None:
            return
        place, number, area = layout.target_at(at)
        if not is_end:
            layout.show_target(area)
            return
        layout.show_target(QRect())
        if isinstance(place, Column) and pane.place is place:
            here = [one.pane for one in place.frames()].index(pane)
            if number in (here, here + 1):
                return
            number -= number > here
        if place is not None and (place is not pane.place or isinstance(place, Column)):
            self.move(pane.name, place, number)
        elif place is None and not layout.rect().contains(layout.mapFromGlobal(at)):
            self.put_apart(pane.name)
            self._fit_room()

    def move(self, name: str, place: Place, number: int = -1) -> None:
        """Puts a pane elsewhere, in sight."""
        self.by_name[name].go_to(place, number)
        self._fit_room()
        self.show(name)

    def put_apart(self, name: str) -> None:
        """Gives a pane a window of its own."""
        pane = self.by_name[name]
        if not isinstance(pane.place, Apart):
            pane.go_to(Apart(self.window))

    def _fill_menu(self, menu: QMenu, pane: Pane) -> None:
        layout = self.layout
        if layout is None:
            return
        for title, do in pane.offers.items():
            menu.addAction(title, do)
        if menu.actions():
            menu.addSeparator()
        for title, place in layout.places():
            if not layout.is_in(pane, place):
                action = menu.addAction(f"Move to the {title.lower()}")
                action.triggered.connect(lambda _=False, place=place: self.move(pane.name, place))
        if isinstance(pane.place, Column):
            menu.addAction("Hide").triggered.connect(lambda: self.hide(pane.name))
        if not isinstance(pane.place, Apart):
            menu.addAction("In a window of its own").triggered.connect(lambda: self.put_apart(pane.name))

    # -- the layout --------------------------------------------------------------------------------------------------------

    @command("&Reset layout", tip="Put all panels back where they were at first")
    def usual_layout(self) -> None:
        """Puts the panes where they are at first; who has the keyboard keeps it."""
        layout, focus = self.layout, QApplication.focusWidget()
        if layout is None:
            return
        for name, pane in self.by_name.items():
            pane.go_to(self._home_of(name))
        self._order_home()
        layout.widths.clear()
        layout.left.by_hand = False
        layout.opened = {"docked": True, "over": False, "sheet": False}
        layout.is_alone = layout.has_drawer = False
        self._hidden.clear()
        layout.place_overview(PLACES[0])
        layout.show_tab(SENTENCE)
        for group in (layout.inspector, layout.overview):
            group.setCurrentIndex(0)
        layout.open_inspector(layout.is_open)
        self._fit_room()
        layout.share_width()
        if focus is not None and focus.isVisible():
            focus.setFocus()

    def _order_home(self) -> None:
        """Panes stand in the order in which they were added."""
        layout = self.layout
        assert layout is not None
        for place in (layout.left, layout.inspector, layout.overview):
            here = [frame.pane for frame in place.frames()] if isinstance(place, Column) else list(place.panes)
            wanted = [pane for pane in self.by_name.values() if pane.place is place]
            for number, pane in enumerate(wanted if here != wanted else ()):
                pane.go_to(place, number)

    def _fit_room(self) -> None:
        """The left column shows what there is room for."""
        layout, views = self.layout, self._views()
        if layout is None or views is None:
            return
        for frame in layout.left.frames():
            name = frame.pane.name
            frame.setVisible(name not in self._hidden and (layout.room.has_systems or name != "systems"))
        views.sentences.table.offer_columns(layout.room.columns)
        self.arranged.emit()
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
        if systems is None or len(frames) < 2 or systems.isHidden():
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
            "left": [one.pane.name for one in layout.left.frames()],
            "hidden": sorted(self._hidden),
            "away": {
                name: pane.place.name
                for name, pane in self.by_name.items()
                if pane.place is not None and pane.place is not self._home_of(name)
            },
            "opened": layout.opened,
            "widths": layout.widths,
            "by_hand": layout.left.sizes() if layout.left.by_hand else [],
            "inspector": _front(layout.inspector),
            "overview": _front(layout.overview),
            "place": layout.place,
        }
        preferences.store(STATE, json.dumps(state))

    def restore(self) -> None:
        """Brings the layout back; where there is none, or one that cannot be read, all is where it is at first."""
        layout = self.layout
        if layout is None:
            return
        try:
            state = json.loads(preferences.text(STATE) or "{}")
            wanted = {str(name): str(place) for name, place in dict(state.get("away", {})).items()}
            opened = {kind: bool(dict(state.get("opened", {})).get(kind, on)) for kind, on in layout.opened.items()}
            widths = {int(least): max(int(width), 120) for least, width in dict(state.get("widths", {})).items()}
            shares = [int(one) for one in state.get("by_hand", [])]
            order = [str(one) for one in state.get("left", [])]
            fronts = {name: str(state.get(name, "")) for name in ("inspector", "overview")}
            place, hidden = str(state.get("place", PLACES[0])), {str(one) for one in state.get("hidden", [])}
        except (ValueError, TypeError, AttributeError):
            self.usual_layout()
            return
        for name, pane in self.by_name.items():
            if wanted.get(name) == Apart.name:
                self.put_apart(name)
            else:
                pane.go_to(layout.home_of(wanted.get(name, self._home[name])))
        known = [self.by_name[name] for name in order if name in self.by_name]
        for number, pane in enumerate(one for one in known if one.place is layout.left):
            if layout.left.frames()[number].pane is not pane:
                pane.go_to(layout.left, number)
        layout.opened, layout.widths, layout.is_alone, self._hidden = opened, widths, False, hidden
        for group in (layout.inspector, layout.overview):
            names = [pane.name for pane in group.panes]
            front = fronts[group.name]
            group.setCurrentIndex(names.index(front) if front in names else 0)
        layout.place_overview(place)
        layout.open_inspector(layout.is_open)
        self._fit_room()
        if len(shares) == len(layout.left.frames()):
            layout.left.by_hand = True
            layout.left.setSizes(shares)


def _front(group: Tabs) -> str:
    pane = group.current()
    return pane.name if pane is not None else ""
