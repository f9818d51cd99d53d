"""The panes around the drawing: where they are, how high, and which one is called to the front."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QByteArray, QObject, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QToolBar, QWidget

from treecompare.app.common import preferences
from treecompare.app.shell.centre import PLACES, SENTENCE, WIDE, Centre
from treecompare.app.shell.command import command
from treecompare.app.shell.keyboard import Keyboard, Views
from treecompare.app.shell.pane import Pane, PaneGroup

LEFT_SHARE = 27
"""So many hundredths of the window's width the left column has, if that is enough for the sentences."""
LAYOUT_VERSION = 3
LOWEST_PANE = 280
BACK = "back"
"""An inspector that was put away to see the drawing alone when the program was left."""
_LEFT = Qt.DockWidgetArea.LeftDockWidgetArea
_AREAS = {area.name: area for area in list(Qt.DockWidgetArea)[:4]}


class Docks(QObject):
    """The panes of a window, ``by_name``; with its tool bar and its centre they make the layout."""

    def __init__(self, window: QMainWindow, toolbar: QToolBar, views: Callable[[], Views | None]) -> None:
        super().__init__(window)
        self.window = window
        self.toolbar = toolbar
        self._views = views
        self.centre: Centre | None = None
        self.by_name: dict[str, Pane] = {}
        self._keyboard = Keyboard(window, views)
        self._put_away: list[str] = []
        self._had_inspector = False
        self._with_sides: tuple[QByteArray, QByteArray] | None = None
        """The layout as it was before all was put away that stands beside the drawing."""
        self._before = 0
        """The width of the window for which the left column was laid out."""
        for corner, area in (
            (Qt.Corner.TopLeftCorner, _LEFT), (Qt.Corner.BottomLeftCorner, _LEFT),
            (Qt.Corner.TopRightCorner, Qt.DockWidgetArea.RightDockWidgetArea),
            (Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea),
        ):  # fmt: skip
            window.setCorner(corner, area)

    # -- making ----------------------------------------------------------------------------------------------------------

    def set_centre(self, centre: Centre) -> None:
        """Where the groups of panes are."""
        self.centre = centre
        for group in (centre.inspector, centre.overview):
            group.left.connect(self._keyboard.give_back)

    def add(self, name: str, title: str, widget: QWidget, group: PaneGroup | None = None) -> QAction:
        """Adds a pane, at home in a group or in the left column.

        The action that calls it has Ctrl+1, Ctrl+2, … in the order in which panes are added, the first nine.
        """
        area = _LEFT if group is None else Qt.DockWidgetArea.BottomDockWidgetArea
        pane = self.by_name[name] = Pane(name, title, widget, self.window, area)
        action = QAction(title, self.window, checkable=True)
        if len(self.by_name) <= 9:
            action.setShortcut(f"Ctrl+{len(self.by_name)}")
        if group is None:
            pane.dock_in(area)
        else:
            pane.set_home(group)
        self._keyboard.watch(pane)
        action.triggered.connect(lambda: self.call(name))
        pane.visibilityChanged.connect(action.setChecked)
        return action

    # -- calling ---------------------------------------------------------------------------------------------------------

    def call(self, name: str) -> None:
        """Brings a pane to the front with the keyboard where one begins in it; if it is there already, the pane goes."""
        pane, focus = self.by_name[name], QApplication.focusWidget()
        first: QWidget = getattr(pane.widget(), "first_stop", pane.widget())
        while (proxy := first.focusProxy()) is not None:
            first = proxy
        if pane.isVisible() and focus is not None and focus is first:
            pane.hide()
        else:
            self.show(name)
            first.setFocus(Qt.FocusReason.ShortcutFocusReason)
        pane.visibilityChanged.emit(pane.isVisible())

    def call_to(self, name: str) -> None:
        """Brings a pane to the front with the keyboard in it."""
        self.show(name)
        self.by_name[name].widget().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show(self, name: str) -> None:
        """Brings a pane to the front; one that would come up too low to read gets two fifths of the height."""
        pane = self.by_name[name]
        pane.show()
        pane.raise_()
        dock = pane.dock
        is_low = not pane.is_home and not dock.isFloating() and dock.height() < LOWEST_PANE
        if is_low and self.window.dockWidgetArea(dock) == Qt.DockWidgetArea.BottomDockWidgetArea:
            self._set_height(dock, self.window.height() * 2 // 5)

    def _set_height(self, dock: QDockWidget, height: int) -> None:
        """Qt complains where a dock is not in the window, or is to be of no height."""
        if dock.isVisible() and not dock.isFloating():
            self.window.resizeDocks([dock], [max(height, 1)], Qt.Orientation.Vertical)

    # -- the layout ------------------------------------------------------------------------------------------------------

    @command("&Reset layout", tip="Put all panels back where they were at first")
    def usual_layout(self) -> None:
        """Puts the panes where they are at first; who has the keyboard keeps it."""
        self._put_away = []
        focus = QApplication.focusWidget()
        for pane in self.by_name.values():
            if pane.group is not None:
                pane.go_home()
            else:
                pane.setFloating(False)
                pane.show()
                self.window.addDockWidget(pane.area, pane.dock)
        self.window.splitDockWidget(
            self.by_name["systems"].dock, self.by_name["sentences"].dock, Qt.Orientation.Vertical
        )
        self.toolbar.show()
        if self.centre is not None:
            self.centre.place_overview(PLACES[0])
            self.centre.show_tab(SENTENCE)
            for group in (self.centre.inspector, self.centre.overview):
                group.setCurrentIndex(0)
            self.centre.open_inspector(self.window.width() >= WIDE)
        self.fit_systems()
        self._set_left(self._usual_left(self.window.width()))
        self._before = self.window.width()
        if focus is not None and focus.isVisible():
            focus.setFocus()

    def _usual_left(self, width: int) -> int:
        views = self._views()
        return max(width * LEFT_SHARE // 100, views.sentences.table.wanted_width() if views is not None else 0)

    def _set_left(self, width: int) -> None:
        docks = [pane.dock for pane in self._in_left_column()]
        if docks:
            self.window.resizeDocks(docks[:1], [width], Qt.Orientation.Horizontal)

    def _in_left_column(self) -> list[Pane]:
        return [
            pane for pane in self.by_name.values()
            if not pane.is_home and pane.dock.isVisible() and not pane.dock.isFloating()
            and self.window.dockWidgetArea(pane.dock) == _LEFT
        ]  # fmt: skip

    def follow_size(self) -> None:
        """In a narrower window the left column gives way first, as far as it can; who made it wide by hand keeps it so.

        In a lower one Qt would take from the systems what the sentences can do without.
        """
        width, before, column = self.window.width(), self._before, self._in_left_column()
        is_usual = bool(column and before) and abs(column[0].dock.width() - self._usual_left(before)) <= 8
        if width != before and is_usual:
            self._set_left(self._usual_left(width))
            QTimer.singleShot(0, self.fit_systems)  # the window has shared out the heights anew
        self._before = width
        QTimer.singleShot(0, self.fit_systems)  # the docks are not laid out yet

    def fit_soon(self) -> None:
        """Lays the left column out for what was opened, and again when everything has its size."""
        self.fit_systems()
        QTimer.singleShot(0, self._fit)

    def _fit(self) -> None:
        if self._before and abs(self.width_of_left() - self._usual_left(self._before)) < self._before // 8:
            self._set_left(self._usual_left(self.window.width()))
        self.fit_systems()

    def width_of_left(self) -> int:
        """The width of the left column; 0 if nothing is there."""
        column = self._in_left_column()
        return column[0].dock.width() if column else 0

    def fit_systems(self) -> None:
        """Makes the systems as high as their rows, if there is room for them."""
        views = self._views()
        if views is None:  # hidden on the start page, they have no height
            return
        dock = self.by_name["systems"].dock
        if (layout := dock.layout()) is not None:
            layout.activate()  # its title may have another height
        around = dock.height() - views.systems.height()
        is_docked = dock.isVisible() and not dock.isFloating()
        views.systems.setMaximumHeight(views.systems.whole_height() if is_docked else 16_777_215)
        wanted = around + min(views.systems.wanted_height(), max(self.window.height() * 2 // 5, 80))
        other = self.by_name["sentences"].dock
        if all(self.by_name[name] in self._in_left_column() for name in ("systems", "sentences")):
            heights = [wanted, max(dock.height() + other.height() - wanted, 1)]  # of one alone Qt only comes near
            self.window.resizeDocks([dock, other], heights, Qt.Orientation.Vertical)
        else:
            self._set_height(dock, wanted)

    # -- both side columns away ------------------------------------------------------------------------------------------

    @command("&Only the drawing", "Z", "Hide or show everything beside the drawing")
    def only_drawing(self) -> None:
        """Hides all that stands beside the drawing; shows it again."""
        if self.centre is None:
            return
        if self._put_away:
            self.show_sides()
            return
        self._with_sides = self._layout(self.centre)
        self._put_away = [
            name for name, pane in self.by_name.items()
            if not pane.is_home and pane.dock.isVisible() and not pane.dock.isFloating()
        ] or ["sentences"]  # fmt: skip
        self._had_inspector = self.centre.is_open
        for name in self._put_away:
            self.by_name[name].dock.hide()
        self.centre.open_inspector(False)

    def show_sides(self) -> None:
        """Shows what was put away to see the drawing alone."""
        names, self._put_away = self._put_away, []
        for name in names:
            self.by_name[name].dock.show()
        if names and self.centre is not None:
            self.centre.open_inspector(self._had_inspector or self.centre.is_open)  # or opened since
            QTimer.singleShot(0, self.fit_systems)

    # -- from one start to the next --------------------------------------------------------------------------------------

    def _layout(self, centre: Centre) -> tuple[QByteArray, QByteArray]:
        return self.window.saveState(LAYOUT_VERSION), centre.columns.saveState()

    def store(self) -> None:
        """Remembers the layout, that with both sides where they are put away: this happens while people work, too."""
        if self.centre is None:
            return
        away = [
            f"{name}:{self.window.dockWidgetArea(pane.dock).name}"
            for name, pane in self.by_name.items()
            if pane.group is not None and (pane.stands_elsewhere() or name in self._put_away)
        ]
        layout, columns = self._layout(self.centre)
        is_open = str(int(self.centre.is_open))
        if self._put_away and self._with_sides is not None:
            layout, columns = self._with_sides
            # an inspector comes back as what stands at the left does, also where it lies over the drawing
            is_open = BACK if self._had_inspector or self.centre.is_open else is_open
        preferences.store("layout", layout)
        preferences.store("away", away)
        preferences.store("inspector", [is_open, str(self.centre.inspector.currentIndex())])
        preferences.store("overview", [self.centre.place, str(self.centre.overview.currentIndex())])
        preferences.store("columns", columns)

    def restore(self) -> None:
        """Brings the layout back; where there is none, or one of a version before, all is where it is at first."""
        state = preferences.state("layout")
        if self.centre is None:
            return
        self._put_away = []
        away = dict(one.partition(":")[::2] for one in preferences.texts("away", ()) if not state.isEmpty())
        for name, pane in self.by_name.items():
            if pane.group is not None and name in away:
                pane.dock_in(_AREAS.get(away[name], pane.area))
        if not self.window.restoreState(state, LAYOUT_VERSION):
            self.usual_layout()
            return
        for name, pane in self.by_name.items():
            if pane.group is not None and name in away:
                pane.dock.show()  # when the program was left it may have been closed before the window
            elif pane.group is not None:
                pane.go_home()
                self.window.removeDockWidget(pane.dock)  # Qt shows it again, with nothing in it
        place, tab = (*preferences.texts("overview", ("tab", "0")), "0")[:2]
        is_open, front = (*preferences.texts("inspector", ("1", "0")), "0")[:2]
        self.centre.columns.restoreState(preferences.state("columns"))
        for group, number in ((self.centre.overview, tab), (self.centre.inspector, front)):
            group.setCurrentIndex(int(number) if number.isdigit() and int(number) < group.count() else 0)
        self.centre.place_overview(place)
        self.centre.open_inspector(is_open == BACK or (is_open == "1" and self.window.width() >= WIDE))
        self._before = self.window.width()
