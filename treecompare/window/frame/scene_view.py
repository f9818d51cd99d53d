"""A drawing of a sentence: boxes to point at, to pin and to walk through, what is lit, a list of changes, zoom, copy and save.

The row below a drawing: how many nodes only the gold has and so on, where the changes are, and the way from one to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QContextMenuEvent, QGuiApplication, QHideEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QSizePolicy,
    QStyle,
    QToolButton,
    QToolTip,
    QWidget,
    QWidgetAction,
)

from treecompare.drawing.drawn import Space
from treecompare.drawing.lit import STRIP, place_of, shortened, strip, tick_at
from treecompare.drawing.scene import Entry, legend_text, row_scene
from treecompare.drawing.seen import Fit, free_place
from treecompare.drawing.tree_shape import with_edges
from treecompare.errors import TreecompareError, counted
from treecompare.jobs import base
from treecompare.jobs.looked import Looked
from treecompare.window.common import fonts, preferences
from treecompare.window.common.bar import control
from treecompare.window.common.layouts import column, row
from treecompare.window.common.plain import caption, tip, visible, visible_lines
from treecompare.window.drawings.accessible import tell_focus
from treecompare.window.drawings.canvas import Canvas
from treecompare.window.drawings.painted import SceneWidget, theme_of
from treecompare.window.drawings.pictures import USUAL_LOOK, Look, Picture, TextMeasure, picture_as
from treecompare.window.frame.editing import Hands

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
        parts = self.counts, self.explains, None, (self.ticks, 100), self.said
        self._row = row(self, *parts, margins=(16, 0, 8, 0), gap=8)
        self._row.setAlignment(self.counts, Qt.AlignmentFlag.AlignVCenter)
        self.buttons = []
        for picture, name, direction in (("previous", "Previous change (P)", -1), ("next", "Next change (N)", 1)):
            button = control(tip=name, picture=picture, autoRaise=True)
            button.setFixedSize(24, 24)
            button.clicked.connect(lambda _=False, direction=direction: self.step(direction))
            self._row.addWidget(button)
            self.buttons.append(button)
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
        """Words go where there is no room for them beside the strip, then the strip."""
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


EDGES, SLANTED = "edges", "slanted"
"""Under the first name it is remembered how edges of trees are drawn: the second, else upright."""


def slants_edges() -> bool:
    """Whether people want edges of trees to slant."""
    return preferences.text(EDGES) == SLANTED


class SceneView(Looked, QWidget):
    """A picture of a job, in the most readable way that it has room for.

    ``did``: a box was clicked or dragged, that is the job's; ``menuWanted``: the menu of drawings, there. ``foot`` is the row with
    its counts and changes; whoever shows the view may give it another place. ``letters``: pixels of those that a class sees while
    it is presented.

    Keys: arrows go from box to box, Tab from change to change, Enter pins or opens, Escape unpins.
    """

    did = Signal(str, object)
    menuWanted = Signal(QPoint)
    hands: Any = None

    def __init__(self, parent: QWidget | None = None) -> None:
        QWidget.__init__(self, parent)
        Looked.__init__(self)
        self._measure, self.letters = TextMeasure(), 0
        self._listed: list[Any] = []
        self.canvas = Canvas(self)
        self.canvas.setAccessibleName("Drawing")
        self.canvas.hovered.connect(self._hover)
        self.canvas.clicked.connect(self._click)
        self.canvas.stepped.connect(self._step)
        self.canvas.escaped.connect(self._escape)
        self.canvas.roomChanged.connect(self.room_changed)
        self.canvas.moved.connect(self._show_moved)
        self.foot = Foot(self)
        self.foot.chosen.connect(lambda number: self.go_to(self.drawn.changed()[number]))
        self.foot.ticks.placeWanted.connect(self.show_part)
        self.list = QListWidget(wordWrap=True, resizeMode=QListWidget.ResizeMode.Adjust, maximumHeight=120)
        self.list.setAccessibleName("Changes as text")
        self.list.currentRowChanged.connect(lambda row: self.go_to(self._in_row(row)))
        self.list.itemActivated.connect(self._pin_change)
        self.list.itemClicked.connect(self._pin_change)
        self.list.hide()
        self.show_list = QAction(self, checkable=True, toggled=self.list.setVisible)
        self.show_list.toggled.connect(self._fill_list)
        self.elide = QAction(self, checkable=True, checked=True)
        """Whether what is the same is folded."""
        self.elide.toggled.connect(self._fold_again)
        self.tip = QLabel(self, objectName="tip", textFormat=Qt.TextFormat.PlainText)
        self.tip.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.tip.hide()
        self.hands = Hands(self)
        column(self, (self.canvas, 1), self.list, self.foot)

    # -- what is shown -----------------------------------------------------------------------------------------------------

    @property
    def space(self) -> Space:
        canvas, smallest = self.canvas, float(int(self.drawn.smallest_text + 0.5))
        room, bar = canvas.room, canvas.verticalScrollBar().sizeHint().width()
        # beside a scroll bar Qt leaves what it has free: not as wide as the bar is
        free = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent, None, canvas)
        space = Space(room.width(), room.height(), smallest, bar=free, scroll_bar=bar, focuses=True)
        return replace(space, is_overview=canvas.fitting == Fit.ALL).presented(self.letters)

    def set_options(self, picture: base.Picture) -> None:
        super().set_options(picture)
        picture.drawn.measure = self._measure

    def show_picture(self, picture: base.Picture | None) -> None:
        """Draws another picture, or nothing; what was pinned, opened and zoomed belonged to the one before."""
        self.canvas.fitting = Fit.LEGIBLE
        self.look_at(picture)
        self.foot.go_to(-1)
        self._fill_list()
        self.redraw()
        self.hands.begin()

    def arrange(self) -> None:
        """Draws it in another way, as large as when it opened."""
        self.canvas.fitting = Fit.LEGIBLE
        self.lay_out()

    def set_layout(self, layout: str) -> None:
        """Lays it out in another way, where it has that one."""
        self.layout_wanted = layout
        if self.picture_shown is not None and layout in self.picture_shown.layouts:
            self.arrange()

    def _fold_again(self, folding: bool) -> None:
        """What was opened is folded, too."""
        self.folding, self.drawn.opened = folding, frozenset()
        self.arrange()

    def redraw(self) -> None:
        self.drawn.scene = with_edges(self.drawing, slants_edges())
        theme, canvas = theme_of(self.palette()), self.canvas
        canvas.setBackgroundBrush(QColor(theme.background))
        canvas.drawing_item.show_drawing(self.drawn.painted, theme)
        canvas.set_area()
        self.foot.show_counts(self.drawn.counts(), self.drawn.legend())
        canvas.show_tags(self.drawn.tags())
        now = self.foot.now
        self.foot.show_changes(self.drawn.strip(), self.drawn.changes_said)
        self.foot.go_to(now if now < len(self.foot.ticks.places) else -1)
        self.relight()
        canvas.fit(canvas.fitting)
        self._show_moved()
        self.hands.show()

    def relight(self) -> None:
        self.canvas.lights.show_marks(self.lights(), theme_of(self.palette()))
        self.canvas.about = [*map(self.rect_of, self.boxes_wanted())]

    def light(self, what: str) -> None:
        super().light(what)
        self.canvas.show_about()
        self.hands.show()

    def rect_of(self, box: Any) -> QRectF:
        """Where a box is."""
        return QRectF(box.x - box.width / 2, box.top, box.width, box.height)

    def _show_moved(self) -> None:
        """Another part of the drawing is in sight."""
        self.tip.hide()
        canvas = self.canvas
        corner, part = canvas.mapToScene(canvas.viewport().rect().topLeft()), canvas.part_seen()
        names = self.drawn.names_seen(max(corner.x(), 0.0), corner.y())
        canvas.names.show_marks(names, theme_of(self.palette()))
        self.foot.show_seen(*(self.drawn.seen(part) if part is not None else (0.0, 1.0)))

    def show_part(self, place: float) -> None:
        """Moves to a place along the drawing, from 0 to 1."""
        if self.drawing is not None:
            middle = self.canvas.mapToScene(self.canvas.viewport().rect().center())
            self.canvas.centerOn(*self.drawn.middle_of(place, (middle.x(), middle.y())))

    def fit_next(self) -> None:
        """The whole drawing, then its width, then its natural size."""
        if self.canvas.fitting == Fit.WIDTH:
            self.canvas.natural()
        else:
            self.fit_as(Fit.WIDTH if self.canvas.fitting == Fit.ALL else Fit.ALL)

    def fit_as(self, how: Fit) -> None:
        """Shows the drawing in that size: what could not be read is folded; what people opened stays open."""
        self.canvas.fitting = how
        if self.drawing is None or self.drawn.opened:
            self.canvas.fit(how)
        else:
            self.lay_out()

    # -- pointing at boxes ---------------------------------------------------------------------------------------------------

    def _hover(self, box: Any) -> None:
        place = self.drawn.place_of(box) if box is not None else None
        if place == self._hovered:
            return
        self.point_at(place)
        if box is None:
            self.tip.hide()
        else:
            self._show_tip(box)

    def _show_tip(self, box: Any, is_stepping: bool = False) -> None:
        """Says what a box is, beside it where nothing is drawn. ``is_stepping``: nothing is said where there is no such place."""
        view, tip = self.canvas.viewport(), self.tip
        tip.setText(visible_lines(self.drawn.said(box)))
        tip.setParent(self.window())  # it may be larger than the drawing
        tip.adjustSize()
        about, *taken = (
            (one.left(), one.top(), one.right(), one.bottom())
            for one in (self.canvas.seen_rect(self.rect_of(one)) for one in (box, *self.drawing.boxes))
        )
        x, y, is_free = free_place(tip.size().toTuple(), about, taken, view.size().toTuple())
        tip.move(view.mapTo(self.window(), QPoint(x, y)))
        tip.raise_()
        tip.setVisible(is_free or not is_stepping)

    def _click(self, box: Any) -> None:
        part = self.drawn.part_of(box) if box is not None else None
        if part is not None:
            self.open(part)
            return
        self.pin(self.drawn.place_of(box) if box is not None else None)
        if box is not None:
            self.did.emit("box", box)

    def _escape(self) -> None:
        self.canvas.passes_escape = self.pinned is None
        self.pin(None)

    def go_to(self, place: Any) -> None:
        """Lights a place as if the mouse were on it, brings it into view and says what it is; None changes nothing."""
        if place is None or self.drawing is None:
            return
        self.point_at(place)
        self.foot.go_to(self.number_of_change(place))
        box = self.drawn.shown_at(place)
        if box is not None:
            self.canvas.ensureVisible(self.rect_of(box), 30, 30)
            self._show_tip(box, is_stepping=True)
            self.canvas.setAccessibleDescription(self.drawn.said(box).replace("\n", ", "))
            tell_focus(self.canvas, box)
        self.hands.came_to(self.box_here())

    def _step(self, direction: str) -> None:
        """Arrow keys walk, Enter is a click."""
        if direction:
            self.go_to(self.step_from_here(direction))
        elif self.here is not None and self.drawing is not None:
            self._click(self.drawn.box_of(self.here))

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes from change to change, and after the last one on to the next widget."""
        if self.canvas.hasFocus() and self.drawn.changed():
            place = self.change_from_here(1 if forward else -1)
            if place is not None:
                self.go_to(place)
                return True
            self._hover(None)
        return super().focusNextPrevChild(forward)

    # -- the list of changes -------------------------------------------------------------------------------------------------

    def _fill_list(self) -> None:
        is_wanted = self.drawing is not None and self.show_list.isChecked()
        self._listed = self.drawn.changed() if is_wanted else []
        self.list.blockSignals(True)
        self.list.clear()
        if is_wanted:
            self.list.addItems([visible(text) for text in self.drawn.changes_said()] or [self.drawn.nothing_changed()])
        self.list.blockSignals(False)

    def _in_row(self, row: int) -> Any:
        return self._listed[row] if 0 <= row < len(self._listed) else None

    def _pin_change(self, item: QListWidgetItem) -> None:
        place = self._in_row(self.list.row(item))
        if place is not None:
            self.pin(place)

    # -- copy and save -------------------------------------------------------------------------------------------------------

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menuWanted.emit(event.globalPos())

    def copy_image(self) -> None:
        """Puts the picture on the clipboard."""
        QGuiApplication.clipboard().setImage(Picture(self.drawn.picture()).image())

    def picture(self) -> Picture | None:
        """The drawing for a page."""
        drawing = self.drawing
        return Picture(drawing, legend_text(drawing, self.telling.called)) if drawing is not None else None

    def written(self, form: str, look: Look = USUAL_LOOK) -> str | bytes:
        """The drawing as svg, png, pdf or tex.

        Raises:
            TreecompareError: there is none, it is too large, or ``form`` is another.
        """
        if self.drawing is None:
            raise TreecompareError("nothing is drawn")
        made = self.drawn.picture(self.canvas.part_seen() if look.is_part else None, look.has_title)
        return picture_as(form, made, self.drawn.document(), look)

    def hideEvent(self, event: QHideEvent) -> None:
        """What is said of a box goes with the drawing."""
        self.tip.hide()
        super().hideEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.hands is not None:
            self.redraw()
