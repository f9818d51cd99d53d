"""A drawing of a sentence: boxes to point at, to pin and to walk through, what is lit, a list of changes, zoom, copy and save."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QAction, QColor, QContextMenuEvent, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QListWidget,
    QListWidgetItem,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from treecompare.drawing.drawn import Attached, Drawn, Space, Telling
from treecompare.drawing.lit import lit
from treecompare.drawing.scene import legend_text
from treecompare.drawing.seen import free_place
from treecompare.drawing.tree_shape import with_edges
from treecompare.errors import TreecompareError
from treecompare.jobs import base
from treecompare.window.common import preferences
from treecompare.window.common.plain import markup, visible
from treecompare.window.drawings.accessible import tell_focus
from treecompare.window.drawings.canvas import Canvas, Fit
from treecompare.window.drawings.foot import Foot
from treecompare.window.drawings.painted import label_font, theme_of
from treecompare.window.drawings.pictures import (
    USUAL_LOOK,
    Look,
    Picture,
    TextMeasure,
    picture_as,
)
from treecompare.window.frame.editing import Hands


def show_tip(text: str, area: QAbstractScrollArea, about: QRectF, taken: Iterable[QRectF], may_cover: bool) -> None:
    """Says a plain text beside a box of a scrolled drawing; rectangles are in the viewport. ``taken``: the boxes that are drawn.

    ``may_cover``: it is also said where it covers something that is drawn.
    """
    viewport = area.viewport()
    # Qt would take a word like <b> for markup
    shown = f'<p style="white-space:pre">{markup(text)}</p>'
    QToolTip.showText(viewport.mapToGlobal(about.bottomLeft().toPoint()), shown, area)
    tip = tip_shown()
    if tip is None:
        return
    box, *boxes = ((one.left(), one.top(), one.right(), one.bottom()) for one in (about, *taken))
    x, y, is_free = free_place(tip.size().toTuple(), box, boxes, viewport.size().toTuple())
    if is_free or may_cover:
        tip.move(viewport.mapToGlobal(QPoint(x, y)))
    else:
        hide_tip()


def tip_shown() -> QWidget | None:
    """The widget in which Qt shows its tip, if it shows one."""
    # not all widgets are asked without need: touching those that are just being deleted ends the program
    if not QToolTip.isVisible():
        return None
    return next((one for one in QApplication.topLevelWidgets() if one.inherits("QTipLabel") and one.isVisible()), None)


def hide_tip() -> None:
    """Hides the tip at once; Qt's own way takes a while, in which it stands beside something else."""
    tip = tip_shown()
    if tip is not None:
        tip.hide()


EDGES, SLANTED = "edges", "slanted"
"""Under the first name it is remembered how edges of trees are drawn: the second, else upright."""
STEPS = {Qt.Key.Key_Up: "up", Qt.Key.Key_Down: "down", Qt.Key.Key_Left: "left", Qt.Key.Key_Right: "right"}


def slants_edges() -> bool:
    """Whether people want edges of trees to slant."""
    return preferences.text(EDGES) == SLANTED


class SceneView(QWidget):
    """A picture of a job, in the most readable way that it has room for.

    ``did``: a box was clicked or dragged, that is the job's; ``menuWanted``: the menu of drawings, there. ``foot`` is the row with
    its counts and changes; whoever shows the view may give it another place. What is drawn and what is said of it is asked of
    ``drawn``; ``telling``: what people are told of both analyses.

    Keys: arrows go from box to box, Tab from change to change, Space to the counterpart, Enter pins or opens, Escape unpins.
    """

    did = Signal(str, object)
    menuWanted = Signal(QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture_shown: base.Picture | None = None
        self.layout_wanted, self._address = "", ""
        self._measure = TextMeasure()
        self.telling = Telling()
        self.drawn = self.nothing()
        self.canvas = Canvas(self)
        self.canvas.reader = self
        self._hovered: Any = None
        self._pinned: Any = None
        self._highlighted: list[Any] = []
        """What the sentence is looked at for."""
        self._ticked: list[list[Any]] = [[], []]
        self._attached: Attached | None = None
        self._listed: list[Any] = []
        self.canvas.setAccessibleName("Drawing")
        self.canvas.hovered.connect(self._hover)
        self.canvas.clicked.connect(self._click)
        self.canvas.stepped.connect(self._step)
        self.canvas.escaped.connect(self._escape)
        self.canvas.fitWanted.connect(self.fit)
        self.canvas.roomChanged.connect(self._room_changed)
        self.foot = Foot(self)
        self.foot.chosen.connect(lambda number: self.go_to(self.drawn.changed()[number]))
        self.foot.placeWanted.connect(self.show_part)
        self.canvas.moved.connect(lambda: self.foot.show_seen(*self.seen()))
        self.list = QListWidget(wordWrap=True, resizeMode=QListWidget.ResizeMode.Adjust)
        self.list.setAccessibleName("Changes as text")
        self.list.setMaximumHeight(120)
        self.list.currentRowChanged.connect(self._show_change)
        self.list.itemActivated.connect(self._pin_change)
        self.list.itemClicked.connect(self._pin_change)
        self.list.hide()
        self.show_list = QAction(self, checkable=True)
        self.show_list.toggled.connect(self.list.setVisible)
        self.show_list.toggled.connect(self._fill_list)
        self.elide = QAction(self, checkable=True, checked=True)
        """Whether what is the same is folded."""
        self.elide.toggled.connect(self._fold_again)
        self.hands = Hands(self)
        self.canvas.moved.connect(self._show_names)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.canvas, 1)
        layout.addWidget(self.list)
        layout.addWidget(self.foot)

    @property
    def folds(self) -> bool:
        """Whether what is the same is folded."""
        return self.elide.isChecked() and not self.telling.hides_gold

    # -- what is shown -----------------------------------------------------------------------------------------------------

    def nothing(self) -> Drawn:
        """What is drawn where nothing is."""
        return Drawn(telling=self.telling)

    @property
    def drawing(self) -> Any:
        """The scene that is shown; None for nothing."""
        return self.drawn.scene

    @property
    def space(self) -> Space:
        """What a drawing is to fit into."""
        return replace(self.canvas.space, focuses=True)

    def set_options(self) -> None:
        """Says how the sentence is wanted drawn."""
        self.drawn.folds, self.drawn.measure = self.folds, self._measure
        layouts = self.picture_shown.layouts if self.picture_shown is not None else ()
        if layouts:
            self.drawn.arrangement = self.layout_wanted if self.layout_wanted in layouts else layouts[0]

    def show_picture(self, picture: base.Picture | None) -> None:
        """Draws another picture, or nothing; what was pinned, opened and zoomed belonged to the one before."""
        self.picture_shown, self._address = picture, ""
        self.drawn = picture.drawn if picture is not None else self.nothing()
        self.telling = self.drawn.telling
        self.canvas.fitting = Fit.LEGIBLE
        if picture is not None:
            self.canvas.smallest_text = label_font(self.drawn.smallest_text).pixelSize()
            self.set_options()
            self.drawn.lay_out(self.space)
        self._hovered = self._pinned = None
        self._highlighted, self._ticked = [], [[], []]
        self._attached = None
        self.foot.go_to(-1)
        self._fill_list()
        self._redraw()
        self._address = picture.lit if picture is not None else ""
        self._show_lit()
        self.hands.begin()

    def lay_out(self) -> None:
        """Draws the same sentence again, with as little folded as the room allows."""
        self.set_options()
        self.drawn.lay_out(self.space)
        self._show_again()

    def arrange(self) -> None:
        """Draws it in another way, as large as when it opened."""
        self.canvas.fitting = Fit.LEGIBLE
        self.lay_out()

    def set_layout(self, layout: str) -> None:
        """Lays it out in another way, where it has that one."""
        self.layout_wanted = layout
        if self.picture_shown is not None and layout in self.picture_shown.layouts:
            self.arrange()

    def _fold_again(self) -> None:
        """What was opened is folded, too."""
        self.drawn.opened = frozenset()
        self.arrange()

    def open(self, part: int) -> None:
        """Unfolds a part; the rest stays as it is."""
        self.drawn.open(part, self.space)
        self._show_again()

    def unfold(self, wanted: Sequence[Any]) -> None:
        """Unfolds whatever hides these, and no more; what was unfolded for others is folded again."""
        if self.drawn.unfold(wanted, self.space):
            self._show_again()

    def _room_changed(self) -> None:
        if self.drawing is not None:
            self.drawn.draw_again(self.space)
            self._show_again()

    def _show_again(self) -> None:
        """Shows it, drawn in another way: what is lit and pinned stays so, where it now is."""
        same = self.drawn.same_place
        self._highlighted, *self._ticked = (
            [place for one in places if (place := same(one)) is not None]
            for places in (self._highlighted, *self._ticked)
        )
        self._pinned, self._hovered = (same(one) if one is not None else None for one in (self._pinned, self._hovered))
        self._redraw()
        self._show_lit()

    @property
    def pinned(self) -> Any:
        """The pinned place; None if there is none."""
        return self._pinned

    @property
    def here(self) -> Any:
        """The place that is pointed at or walked to, else the pinned one; None if there is none."""
        return self._hovered or self._pinned

    def box_here(self) -> Any:
        """The box at that place, if it is drawn."""
        return self.drawn.shown_at(self.here) if self.here is not None and self.drawing is not None else None

    @property
    def is_right_to_left(self) -> bool:
        """Whether words are drawn from right to left."""
        return self.drawn.is_right_to_left

    def set_right_to_left(self, on: bool) -> None:
        """Draws the words of this sentence from right to left, or not, whatever their script."""
        self.drawn.is_right_to_left = on
        self.lay_out()

    def _redraw(self) -> None:
        hide_tip()
        self.drawn.scene = drawing = with_edges(self.drawing, slants_edges())
        theme = theme_of(self.palette())
        canvas = self.canvas
        canvas.begins_at_top = self.drawn.begins_at_top
        canvas.setBackgroundBrush(QColor(theme.background))
        canvas.drawing_item.show_drawing(self.drawn.painted, theme)
        canvas.set_area()
        canvas.is_right_to_left = getattr(drawing, "right_to_left", self.is_right_to_left)
        self.foot.show_counts(self.drawn.counts(), self.drawn.legend())
        canvas.show_tags(self.drawn.tags())
        self._fill_strip()
        self._light()
        if canvas.fitting != Fit.FREE:
            canvas.fit(canvas.fitting)
        canvas.scrolls_down = self.drawn.scrolls_down
        self._show_names()

    def _show_names(self) -> None:
        corner = self.canvas.mapToScene(self.canvas.viewport().rect().topLeft())
        names = self.drawn.names_seen(max(corner.x(), 0.0), corner.y())
        self.canvas.names.show_marks(names, theme_of(self.palette()))

    @property
    def title(self) -> str:
        """Which sentence is drawn, of which system."""
        return self.drawn.title

    def seen(self) -> tuple[float, float]:
        """The part of the drawing that is seen, from 0 to 1."""
        view = self.canvas.viewport().rect()
        first, last = self.canvas.mapToScene(view.topLeft()), self.canvas.mapToScene(view.bottomRight())
        return self.drawn.seen((first.x(), first.y(), last.x() - first.x(), last.y() - first.y()))

    def show_part(self, place: float) -> None:
        """Moves to a place along the drawing, from 0 to 1."""
        if self.drawing is not None:
            middle = self.canvas.mapToScene(self.canvas.viewport().rect().center())
            self.canvas.centerOn(*self.drawn.middle_of(place, (middle.x(), middle.y())))

    def fit(self) -> None:
        """Shows the whole drawing."""
        self.fit_as(Fit.ALL)

    def fit_next(self) -> None:
        """The whole drawing, then its width, then its natural size."""
        if self.canvas.fitting == Fit.ALL:
            self.fit_as(Fit.WIDTH)
        elif self.canvas.fitting == Fit.WIDTH:
            self.canvas.natural()
        else:
            self.fit_as(Fit.ALL)

    def fit_as(self, how: Fit) -> None:
        """Shows the drawing in that size: what could not be read is folded; what people opened stays open."""
        self.canvas.fitting = how
        if self.drawing is None or self.drawn.opened:
            hide_tip()
            self.canvas.fit(how)
        else:
            self.lay_out()

    # -- pointing at boxes ---------------------------------------------------------------------------------------------------

    def light(self, what: str) -> None:
        """Lights what an address stands for, and nothing else; what is folded around it is unfolded, and no more."""
        self._address, self.drawn.wishes = what, False
        self.unfold(self._found().wanted)
        self._show_lit()

    def _found(self) -> base.Light:
        picture = self.picture_shown
        return picture.light(self._address) if picture and self._address and self.drawing is not None else base.Light()

    def _show_lit(self) -> None:
        """What is lit comes into view. Words come before their arcs: where not all has room they are seen."""
        found = self._found()
        self._highlighted = sorted(found.places, key=lambda place: getattr(place, "arc", None) is not None)
        self._ticked = [list(found.done), list(found.failed)]
        self._attached = found.attached
        self._light()
        self.canvas.show_about()
        self.hands.show()

    def lit(self) -> list[Any]:
        """The boxes that are lit."""
        return list(self.drawn.lights(self._pinned, self._hovered, self._highlighted)[0])

    def rect_of(self, box: Any) -> QRectF:
        """Where a box is."""
        return QRectF(box.x - box.width / 2, box.top, box.width, box.height)

    def _light(self) -> None:
        drawn = self.drawn
        edges = drawn.lines_of(self._attached) if self._attached is not None else []
        marked = [(drawn.shown_at(place), places is self._ticked[0]) for places in self._ticked for place in places]
        ticked = {box: is_tick for box, is_tick in marked if box is not None}
        lights = lit(*drawn.lights(self._pinned, self._hovered, self._highlighted), ticked)
        self.canvas.lights.show_marks([*edges, *self._found().marks, *lights], theme_of(self.palette()))
        about = (drawn.shown_at(place) for place in self._highlighted)
        self.canvas.about = [self.rect_of(box) for box in about if box is not None]

    def _hover(self, box: Any) -> None:
        place = self.drawn.place_of(box) if box is not None else None
        if place == self._hovered:
            return
        self._hovered = place
        self._light()
        if box is None:
            QToolTip.hideText()
        else:
            self._show_tip(box)

    def _show_tip(self, box: Any, is_stepping: bool = False) -> None:
        """Says what a box is, beside it where nothing is drawn. ``is_stepping``: nothing is said where there is no such place."""
        canvas = self.canvas
        taken = (canvas.seen_rect(self.rect_of(one)) for one in self.drawing.boxes)
        show_tip(self.drawn.said(box), canvas, canvas.seen_rect(self.rect_of(box)), taken, may_cover=not is_stepping)

    def _click(self, box: Any) -> None:
        part = self.drawn.part_of(box) if box is not None else None
        if part is not None:
            self.open(part)
            return
        self.pin(self.drawn.place_of(box) if box is not None else None)
        if box is not None:
            self.did.emit("box", box)

    def pin(self, place: Any) -> None:
        """Pins a place: it stays lit until another is pinned, or Escape; None lets go of it."""
        self._pinned = place
        self._light()

    def _escape(self) -> None:
        self.canvas.passes_escape = self._pinned is None
        self.pin(None)

    def go_to(self, place: Any) -> None:
        """Lights a place as if the mouse were on it, brings it into view and says what it is; None changes nothing."""
        if place is None or self.drawing is None:
            return
        self._hovered = place
        self._light()
        changes = self.drawn.changed()
        self.foot.go_to(changes.index(place) if place in changes else -1)
        box = self.drawn.shown_at(place)
        if box is not None:
            self.canvas.ensureVisible(self.rect_of(box), 30, 30)
            self._show_tip(box, is_stepping=True)
            self.canvas.setAccessibleDescription(self.drawn.said(box).replace("\n", ", "))
            tell_focus(self.canvas, box)
        self.hands.came_to(self.box_here())

    def _step(self, key: int) -> None:
        """Arrow keys walk, Enter is a click."""
        if self.drawing is None:
            return
        here = self.here
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if here is not None:
                self._click(self.drawn.box_of(here))
        elif here is None or self.drawn.box_of(here) is None:
            self.go_to(self.drawn.first_place())
        else:
            self.go_to(self.drawn.next_place(here, STEPS[Qt.Key(key)]))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space goes to the counterpart."""
        here = self.here
        there = self.drawn.counterpart(here) if event.key() == Qt.Key.Key_Space and here is not None else None
        if there is not None:
            self.go_to(there)
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes from change to change, and after the last one on to the next widget."""
        changed = self.drawn.changed()
        if self.canvas.hasFocus() and changed:
            place = changed.index(self._hovered) if self._hovered in changed else -1 if forward else len(changed)
            place += 1 if forward else -1
            if 0 <= place < len(changed):
                self.go_to(changed[place])
                return True
            self._hover(None)
        return super().focusNextPrevChild(forward)

    # -- the strip of changes --------------------------------------------------------------------------------------------

    def _fill_strip(self) -> None:
        places = self.drawn.strip()
        now = self.foot.now
        self.foot.show_changes(places, self.drawn.changes_said)
        self.foot.go_to(now if now < len(places) else -1)

    # -- the list of changes -------------------------------------------------------------------------------------------------

    def _fill_list(self) -> None:
        is_wanted = self.drawing is not None and self.show_list.isChecked()
        self._listed = self.drawn.changed() if is_wanted else []
        self.list.blockSignals(True)
        self.list.clear()
        if is_wanted:
            self.list.addItems([visible(text) for text in self.drawn.changes_said()] or [self.drawn.nothing_changed()])
        self.list.blockSignals(False)

    def _show_change(self, row: int) -> None:
        if 0 <= row < len(self._listed):
            self.go_to(self._listed[row])

    def _pin_change(self, item: QListWidgetItem) -> None:
        row = self.list.row(item)
        if row < len(self._listed):
            self.pin(self._listed[row])

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

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "hands"):
            self._redraw()
