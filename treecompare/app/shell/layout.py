"""Where everything is while something is open: left column or rail, drawing or overview, inspector, by the width of the window."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common.bar import control
from treecompare.app.common.notice import HEIGHT as NOTICE
from treecompare.app.common.notice import Notice
from treecompare.app.common.wording import key_named
from treecompare.app.shell.filtered import Filtered
from treecompare.app.shell.pane import Column, Pane, Place
from treecompare.app.shell.room import DRAWER, INSPECTOR, ONE_LINE, RAIL, ROOMS, SHEET, room_for
from treecompare.app.shell.tabs import Tabs

LEAST_BESIDE = 320
"""Where less of the drawing would be free, it goes on below an inspector that lies over it."""
LEAST_CENTRE = 280
"""The centre is not made narrower."""
SENTENCE, OVERVIEW = range(2)


class Rail(QFrame):
    """Stands for a left column that is not there: sentences, overview, search."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        self.setFixedWidth(RAIL)
        column = QVBoxLayout(self)
        column.setContentsMargins(3, 8, 4, 8)
        column.setSpacing(4)
        self.sentences = self._button("sentences", f"Sentences ({key_named('Ctrl+2')})", True)
        self.overview = self._button("scores", "All measures (V)", True)
        self.search = self._button("find", f"Search… ({key_named('Ctrl+K')})", False)
        for button in (self.sentences, self.overview, self.search):
            column.addWidget(button)
        column.addStretch(1)

    def _button(self, picture: str, tip: str, is_checkable: bool) -> QToolButton:
        button = control(tip=tip, picture=picture)
        button.setAutoRaise(True)
        button.setCheckable(is_checkable)
        button.setFixedSize(32, 32)
        return button


class Layout(QWidget):
    """``pictures``: the drawings of which one is shown; ``controls`` and ``feet``: the bar and the foot of each, in the same order.

    ``inspectorShown(is_open)``: whether the inspector is wanted now, and not left out. ``roomChanged``: the window is arranged
    otherwise.
    """

    inspectorShown = Signal(bool)
    roomChanged = Signal()

    def __init__(
        self, pictures: QStackedWidget, controls: QStackedWidget, feet: QStackedWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.pictures, self.controls, self.feet = pictures, controls, feet
        self.room = ROOMS[0]
        self.is_alone = False
        """Whether the drawing stands alone, all else put away."""
        self.has_drawer = False
        """Whether the left column lies over the drawing, where there is a rail."""
        self.opened = {"docked": True, "over": False, "sheet": False}
        """Whether the inspector is wanted, by how it is shown."""
        self.widths: dict[int, int] = {}
        """Of left columns that people made wider or narrower, by layout."""
        self._sheet = ONE_LINE
        self.tabs = QTabBar(expanding=False, drawBase=False)
        self.tabs.setObjectName("centre")
        self.tabs.setAccessibleName("Sentence or all measures")
        for title in ("Sentence", "All measures"):
            self.tabs.addTab(title)
        self.tabs.currentChanged.connect(lambda _: self.arrange())
        self.left = Column("left")
        self.inspector = Tabs("inspector", "Inspector", "Close the inspector (I)")
        self.overview = QStackedWidget()
        """In place of the sentence: the systems under all measures."""
        self.inspector.called.connect(lambda: self.open_inspector(True))
        self.inspector.dismissed.connect(lambda: self.open_inspector(False))
        self.rail = Rail()
        self.rail.sentences.clicked.connect(self.open_drawer)
        self.rail.overview.clicked.connect(lambda on: self.show_tab(OVERVIEW if on else SENTENCE))
        self.hint = Notice("Do not show this again", self.pictures)
        """One line above the drawing, until people put it away."""
        self.hint.setProperty("look", "hint")
        self.hint.dismissed.connect(self.arrange)
        self.filtered = Filtered()
        self._lay_out()
        for widget in (self.inspector, self.left, self.pictures):
            widget.installEventFilter(self)
        QApplication.instance().focusChanged.connect(self._focus_moved)  # type: ignore[union-attr]
        self.arrange()

    def _lay_out(self) -> None:
        self.head = QFrame(objectName="head")
        row = QHBoxLayout(self.head)
        row.setContentsMargins(6, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.tabs, 0, Qt.AlignmentFlag.AlignBottom)
        row.addWidget(self.controls, 1)
        self.body = QSplitter(childrenCollapsible=False)
        self.body.addWidget(self.pictures)
        self.body.addWidget(self.overview)
        self.middle = QSplitter(Qt.Orientation.Vertical, childrenCollapsible=False)
        self.middle.addWidget(self.body)
        self.middle.splitterMoved.connect(self._sheet_dragged)
        self.main = QWidget()
        column = QVBoxLayout(self.main)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.middle, 1)
        foot = QHBoxLayout()
        foot.setSpacing(0)
        foot.addWidget(self.filtered)
        foot.addWidget(self.feet, 1)
        column.addLayout(foot)
        self.columns = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        for widget in (self.left, self.main):
            self.columns.addWidget(widget)
        self.columns.setStretchFactor(1, 1)
        self.columns.splitterMoved.connect(self._dragged)
        for splitter in (self.body, self.middle, self.columns):
            splitter.setHandleWidth(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.rail)
        layout.addWidget(self.columns, 1)
        for widget in (self.pictures, self.controls):
            widget.setMinimumWidth(40)
        self.pictures.setMinimumHeight(120)

    def minimumSizeHint(self) -> QSize:
        """Whatever is in front: the inspector is put over the drawing before the room for both is lost."""
        return QSize(LEAST_CENTRE, LEAST_CENTRE)

    # -- the tabs ----------------------------------------------------------------------------------------------------------

    @property
    def tab(self) -> int:
        """The tab in front."""
        return self.tabs.currentIndex()

    @property
    def is_overview(self) -> bool:
        """Whether the overview has the whole centre."""
        return self.tab == OVERVIEW

    def show_tab(self, tab: int) -> None:
        """Brings the sentence or the overview to the front; no drawer lies over the overview."""
        if tab == OVERVIEW:
            self.leave_free()
        self.tabs.setCurrentIndex(tab)
        self.rail.overview.setChecked(self.is_overview)

    # -- the inspector -----------------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether the inspector is wanted."""
        return self.opened[self.room.inspector]

    def open_inspector(self, is_open: bool) -> None:
        """Shows or hides the inspector."""
        self.opened[self.room.inspector] = is_open
        if is_open and self.is_overview:
            self.show_tab(SENTENCE)
        if is_open:
            self.has_drawer = False  # it would lie over what is wanted
        self.arrange()

    def open_drawer(self, is_open: bool) -> None:
        """Lays the left column over the drawing, or puts it away."""
        self.has_drawer = is_open
        self.arrange()

    def leave_free(self) -> None:
        """The drawing is wanted: what lies over it goes, and what it has grown for goes back."""
        if self.has_drawer and self.has_rail:
            self.open_drawer(False)

    def stand_alone(self, is_alone: bool) -> None:
        """The drawing alone, or with all that was beside it."""
        self.is_alone = is_alone
        self.arrange()

    def say_filter(self, text: str) -> None:
        """Which sentences are shown; empty: all. It is said where their list is out of sight."""
        if text != self.filtered.said:
            self.filtered.say(text)
            self._arrange_centre()

    # -- the arrangement ---------------------------------------------------------------------------------------------------

    @property
    def has_rail(self) -> bool:
        """Whether a rail stands for the left column."""
        return not self.room.left or self.is_overview

    def arrange(self) -> None:
        """Everything to its place, by the width of the window."""
        room, focus = room_for(self.window().width()), QApplication.focusWidget()
        had_focus = focus if focus is not None and self.isAncestorOf(focus) else None
        is_other, self.room = room is not self.room, room
        self._arrange_bars()
        self._arrange_centre()
        self._arrange_left(is_other)
        self._arrange_inspector()
        self._place_hint()
        if had_focus is not None and had_focus.isVisible() and not had_focus.hasFocus():
            had_focus.setFocus()
        if is_other:
            self.roomChanged.emit()

    def _arrange_bars(self) -> None:
        _, _, head, foot = self.room.heights
        self.head.setFixedHeight(head)
        for widget in (self.feet, self.filtered):
            widget.setFixedHeight(foot)
        for bars in (self.controls, self.feet):
            for place in range(bars.count()):
                one: Any = bars.widget(place)
                one.set_low(self.room.is_low)

    def _arrange_centre(self) -> None:
        # first what comes, so that the splitter is never empty; a stack would give the keyboard to what it shows
        for place in (self.tab, 1 - self.tab):
            part: Any = self.body.widget(place)
            part.setVisible(place == self.tab)
        self.filtered.setVisible(bool(self.filtered.said) and (self.has_rail or self.is_alone) and not self.is_overview)
        self.controls.setVisible(not self.is_overview)
        self.feet.setVisible(not self.is_overview)
        self.rail.overview.setChecked(self.is_overview)

    def _arrange_left(self, is_other: bool) -> None:
        self.rail.setVisible(self.has_rail and not self.is_alone)
        self.has_drawer = self.has_drawer and self.has_rail and not self.is_alone
        self.rail.sentences.setChecked(self.has_drawer)
        is_column = not self.has_rail and not self.is_alone
        if self.left.property("over") != self.has_rail:
            self.left.setProperty("over", self.has_rail)
            self.left.style().unpolish(self.left)
            self.left.style().polish(self.left)
        if self.has_rail:
            if self.left.parentWidget() is not self:
                self.left.setParent(self)
                self.left.setContentsMargins(0, 0, 0, 0)
            self.left.setGeometry(RAIL, 0, min(DRAWER, self.width() - RAIL), self.height())
            self.left.setVisible(self.has_drawer)
            self.left.raise_()
            return
        was_elsewhere = self.left.parentWidget() is not self.columns
        if was_elsewhere:
            self.columns.insertWidget(0, self.left)
        was_hidden = self.left.isHidden()
        self.left.setVisible(is_column)
        if is_column and (is_other or was_elsewhere or was_hidden or not self.widths.get(self.room.least)):
            self.share_width()

    def share_width(self) -> None:
        """Left column and inspector are as wide as they are to be; the drawing has the rest."""
        if self.left.parentWidget() is not self.columns:
            return
        left = self.widths.get(self.room.least, self.room.left) if not self.left.isHidden() else 0
        has_inspector = self.inspector.parentWidget() is self.columns and not self.inspector.isHidden()
        right = self.widths.get(-1, INSPECTOR) if has_inspector else 0
        sizes = [left, max(self.columns.width() - left - right, 1)]
        self.columns.setSizes([*sizes, right] if self.columns.count() > 2 else sizes)

    def _arrange_inspector(self) -> None:
        kind, is_shown = self.room.inspector, self.is_open and not self.is_overview and not self.is_alone
        parents: dict[str, QWidget] = {"docked": self.columns, "over": self, "sheet": self.middle}
        if self.inspector.parentWidget() is not parents[kind]:
            if kind == "over":
                self.inspector.setParent(self)
            else:
                (self.columns if kind == "docked" else self.middle).addWidget(self.inspector)
        covered = 0
        if kind == "over":
            top, width = self.head.height(), min(INSPECTOR, self.main.width())
            bottom = self.feet.height() if not self.feet.isHidden() else 0
            height = max(self.height() - top - bottom, 40)
            self.inspector.setGeometry(self.width() - width, top, width, height)
            covered = width if is_shown else 0
        self.inspector.setVisible(is_shown)
        self.inspectorShown.emit(self.is_open and not self.is_overview)
        # the drawing goes on beside what lies over it as long as there is some room
        has_room = self.main.width() - covered >= LEAST_BESIDE
        above = 0 if self.hint.isHidden() else NOTICE + 8
        self.pictures.setContentsMargins(0, above, covered if has_room else 0, 0)
        if kind == "docked" and is_shown:
            self.share_width()
        elif kind == "sheet" and is_shown:
            least = ONE_LINE if self.room.is_low else SHEET
            # of a low window the drawing keeps half
            drawing = self.window().height() // 2 + above if self.room.is_low else self.middle.height() * 2 // 5
            sheet = min(
                max(self._sheet, least), max(self.middle.height() - drawing - self.middle.handleWidth(), ONE_LINE)
            )
            self.middle.setSizes([max(self.middle.height() - sheet, 1), sheet])
        if self.inspector.property("place") != kind:
            self.inspector.setProperty("place", kind)
            self.inspector.style().unpolish(self.inspector)
            self.inspector.style().polish(self.inspector)
        self.inspector.raise_()
        if self.has_drawer:
            self.left.raise_()

    def _place_hint(self) -> None:
        """Above the drawing, which begins below it: it covers nothing."""
        self.hint.setGeometry(8, 8, max(self.pictures.contentsRect().width() - 16, 0), NOTICE)
        self.hint.raise_()

    def leave_foot(self, height: int) -> None:
        """Leaves room for messages below the left column."""
        if not self.has_rail:
            self.left.setContentsMargins(0, 0, 0, height)

    def _focus_moved(self, _before: QWidget | None, now: QWidget | None) -> None:
        """The sheet is high only while it is used."""
        if now is None or self.room.inspector != "sheet" or not self.isVisible() or now.window() is not self.window():
            return
        wanted = SHEET if self.inspector.isAncestorOf(now) else ONE_LINE
        if wanted != self._sheet:
            self._sheet = wanted
            if self.room.is_low and not self.inspector.isHidden():
                self._arrange_inspector()

    def _dragged(self) -> None:
        sizes = self.columns.sizes()
        if not self.left.isHidden() and self.left.parentWidget() is self.columns:
            self.widths[self.room.least] = sizes[0]
        if len(sizes) > 2 and not self.inspector.isHidden():
            self.widths[-1] = sizes[2]

    def _sheet_dragged(self) -> None:
        if self.middle.count() > 1:
            self._sheet = self.middle.sizes()[1]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Everything follows."""
        super().resizeEvent(event)
        self.arrange()
        self.share_width()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Escape puts away what lies over the drawing; the hint is as wide as that."""
        if watched is self.pictures and event.type() == QEvent.Type.Resize:
            self._place_hint()
        is_key = event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent)
        if is_key and event.key() == Qt.Key.Key_Escape:  # type: ignore[attr-defined]
            if watched is self.inspector and self.room.inspector != "docked":
                self.open_inspector(False)
                return True
            if watched is self.left and self.has_drawer:
                self.open_drawer(False)
                return True
        return super().eventFilter(watched, event)

    # -- as the place of what stands in place of the sentence ----------------------------------------------------------------

    def hold(self, pane: Pane) -> None:
        """See :class:`Place`."""
        self.overview.addWidget(pane.widget())

    def bring(self, pane: Pane) -> None:
        """See :class:`Place`."""
        self.show_tab(OVERVIEW)

    def rename(self, pane: Pane) -> None:
        """See :class:`Place`."""

    def home_of(self, name: str) -> Place:
        """The place of that name."""
        places: dict[str, Place] = {"left": self.left, "inspector": self.inspector, "overview": self}
        return places[name]
