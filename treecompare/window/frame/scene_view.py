"""A drawing of a sentence: boxes to point at, to pin and to walk through, what is lit, a list of changes, zoom, copy and save."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QAction, QColor, QContextMenuEvent, QGuiApplication, QHideEvent
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QStyle, QWidget

from treecompare.drawing.drawn import Space
from treecompare.drawing.scene import legend_text
from treecompare.drawing.seen import Fit, free_place
from treecompare.drawing.tree_shape import with_edges
from treecompare.errors import TreecompareError
from treecompare.jobs import base
from treecompare.jobs.looked import Looked
from treecompare.window.common import preferences
from treecompare.window.common.layouts import column
from treecompare.window.common.plain import visible, visible_lines
from treecompare.window.drawings.accessible import tell_focus
from treecompare.window.drawings.canvas import Canvas
from treecompare.window.drawings.painted import theme_of
from treecompare.window.drawings.pictures import USUAL_LOOK, Look, Picture, TextMeasure, picture_as
from treecompare.window.frame.editing import Hands
from treecompare.window.frame.foot import Foot

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
        self.come_to(place)
        self.foot.go_to(self.number_of_change(self.here))
        box = self.box_here()
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
