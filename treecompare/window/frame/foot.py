"""The row below a drawing: how many nodes only the gold has and so on, where the changes are, and the way from one to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QMenu, QSizePolicy, QToolButton, QToolTip, QWidget, QWidgetAction

from treecompare.drawing.lit import STRIP, place_of, shortened, strip, tick_at
from treecompare.drawing.scene import Entry, row_scene
from treecompare.errors import counted
from treecompare.window.common import fonts
from treecompare.window.common.bar import control
from treecompare.window.common.layouts import column, row
from treecompare.window.common.plain import caption, tip
from treecompare.window.drawings.painted import SceneWidget
from treecompare.window.drawings.pictures import TextMeasure

HEIGHT = 32
"""Of the row."""
LEAST_STRIP, MOST_STRIP = 80, 420
"""Width of the strip."""


class Ticks(SceneWidget):
    """``chosen(number)``: a change was clicked; ``placeWanted(place)``: another place, from 0 to 1."""

    chosen = Signal(int)
    placeWanted = Signal(float)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, mouseTracking=True, minimumWidth=LEAST_STRIP, maximumWidth=MOST_STRIP)
        self.places: Sequence[tuple[float, str]] = ()
        self.texts: Callable[[], Sequence[str]] = tuple
        self.now, self.seen = -1, (0.0, 1.0)
        self.make = lambda width: strip(self.places, self.now, self.seen, width)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(MOST_STRIP, int(STRIP))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """To a change, or to any place of the drawing."""
        x, width = event.position().x(), self.width()
        number = tick_at(self.places, x, width)
        if number >= 0:
            self.chosen.emit(number)
        else:
            self.placeWanted.emit(place_of(x, width))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Says what the tick under the mouse is."""
        number = tick_at(self.places, event.position().x(), self.width())
        if number >= 0:
            QToolTip.showText(event.globalPosition().toPoint(), tip(self.texts()[number]), self)
        else:
            QToolTip.hideText()


class Foot(QFrame):
    """``chosen(number)``: that change is wanted, from 0."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, objectName="foot")
        self._measure = TextMeasure()
        self._counts: Sequence[Entry] = ()
        self.counts = SceneWidget(self)
        self.explains = control(text="?", tip="What the signs mean", objectName="round")
        self.explains.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.ticks = Ticks(self)
        self.ticks.chosen.connect(self.chosen)
        self.said = QLabel(textFormat=Qt.TextFormat.PlainText, accessibleName="Which change")
        self.legend, menu, around = SceneWidget(), QMenu(self), QWidget()
        self._means = QWidgetAction(menu)
        column(around, self.legend, margins=(12, 4, 12, 4))
        self._means.setDefaultWidget(around)
        menu.addAction(self._means)
        self.explains.setMenu(menu)
        self.buttons = [
            control(tip=tip, picture=picture, autoRaise=True, clicked=lambda _=False, by=by: self.step(by))
            for picture, tip, by in (("previous", "Previous change (P)", -1), ("next", "Next change (N)", 1))
        ]
        for button in self.buttons:
            button.setFixedSize(24, 24)
        parts = self.counts, self.explains, None, (self.ticks, 100), self.said, *self.buttons
        self._row = row(self, *parts, margins=(16, 0, 8, 0), gap=8)
        self._row.setAlignment(self.counts, Qt.AlignmentFlag.AlignVCenter)
        self.hush(False)
        self.show_changes([], tuple)

    def hush(self, is_masked: bool) -> None:
        """Tells nothing, whoever shows it: what is counted is to be guessed."""
        self.setFixedHeight(0 if is_masked else HEIGHT)

    @property
    def now(self) -> int:
        """The change one is at, from 0; -1 for none."""
        return self.ticks.now

    def show_counts(self, counts: Sequence[Entry], legend: Sequence[Entry]) -> None:
        """What is counted, and what the signs mean."""
        self._counts = counts
        self.counts.setAccessibleName(" · ".join(one.text for one in counts))
        self.legend.show_scene(row_scene(legend, fonts.pixels(fonts.TEXT), self._measure))
        said = "; ".join(f"{one.sign} {one.text}".strip() for one in legend)
        self._means.setText(caption(said))  # the menu has other sizes then
        self.legend.setAccessibleName(said)
        self.explains.setVisible(bool(legend))
        self._arrange()

    def show_changes(self, places: Sequence[tuple[float, str]], texts: Callable[[], Sequence[str]]) -> None:
        """Other changes: the place of each, from 0 to 1, and its operation; ``texts`` says what they are, when it is asked for."""
        self.ticks.places, self.ticks.texts = places, texts
        self.go_to(-1)
        for widget in (self.said, *self.buttons):
            widget.setVisible(bool(places))
        self._arrange()

    def go_to(self, number: int) -> None:
        """One is at that change now."""
        self.ticks.now = number
        count = len(self.ticks.places)
        self.said.setText(f"{number + 1} of {count}" if number >= 0 else counted(count, "change"))
        self.said.setMinimumWidth(self.fontMetrics().horizontalAdvance(f"{count} changes") + 4)
        self.said.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.ticks.update()

    def show_seen(self, first: float, last: float) -> None:
        """Which part of the drawing is seen, from 0 to 1."""
        self.ticks.seen = max(first, 0.0), min(last, 1.0)
        self.ticks.update()

    def step(self, direction: int) -> None:
        """To the next change, or to the one before; round the end."""
        count = len(self.ticks.places)
        if count:
            start = self.now if self.now >= 0 else -1 if direction > 0 else count
            self.chosen.emit((start + direction) % count)

    def has_change_after(self, direction: int) -> bool:
        """Whether there is a change after this one (1), or before it (-1); where none is chosen any is after and none before."""
        return self.now + 1 < len(self.ticks.places) if direction > 0 else self.now > 0

    def minimumSizeHint(self) -> QSize:
        """It never keeps the drawing from being narrower."""
        return QSize(160, self.height())

    def _arrange(self) -> None:
        self.ticks.setVisible(bool(self.ticks.places))
        for entries in (self._counts, shortened(self._counts)):
            self.counts.show_scene(row_scene(entries, fonts.pixels(fonts.TEXT), self._measure))
            if self._row.minimumSize().width() <= self.width():
                break
        else:
            self.ticks.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
