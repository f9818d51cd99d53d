"""Pictures of a job: one is fitted, hovered, walked through, lit; up to three stand below each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSplitter, QVBoxLayout, QWidget

from treecompare.app.common.bar import control
from treecompare.app.common.boxes import keep_still
from treecompare.app.common.plain import visible_lines
from treecompare.app.drawings.fitted import FittedView
from treecompare.app.drawings.pictures import TextMeasure
from treecompare.app.frame.why import Said
from treecompare.drawing.scene import Mark, SceneBox, Stroke
from treecompare.drawing.style import TAG_SIZE
from treecompare.jobs.base import NOTHING_LIT, Light, Paper, Picture
from treecompare.scores.rich import Rich

LAYOUTS = {"mirrored": "Mirrored", "side-by-side": "Side by side", "merged": "Merged"}
"""What layouts are called."""
MOST = 3
"""So many pictures stand below each other."""


FAR = 8
"""Pixels that the mouse moves until it drags."""


class Dragging(QObject):
    """Boxes of a picture that are dragged onto each other, where it has some; elsewhere the mouse moves the drawing."""

    def __init__(self, view: SceneView) -> None:
        super().__init__(view)
        self._view, self._box, self._begin = view, None, QPoint()
        view.canvas.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A box is pressed, moved over another, let go."""
        if not isinstance(event, QMouseEvent):
            return False
        canvas, here, box = self._view.canvas, event.position().toPoint(), self._box
        if event.type() == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
            self._box, self._begin = self._box_at(here), here
            return self._box is not None
        if box is None:
            return False
        if event.type() == QEvent.Type.MouseMove and (here - self._begin).manhattanLength() > FAR:
            is_other = self._box_at(here) not in (None, box)
            shape = Qt.CursorShape.DragLinkCursor if is_other else Qt.CursorShape.ClosedHandCursor
            canvas.viewport().setCursor(shape)
        elif event.type() == QEvent.Type.MouseButtonRelease:
            self._box, over = None, self._box_at(here)
            canvas.viewport().setCursor(Qt.CursorShape.ArrowCursor)
            if over not in (None, box):
                self._view.did.emit("drag", (box, over))
            elif (here - self._begin).manhattanLength() <= FAR:
                canvas.clicked.emit(box)
        return True

    def _box_at(self, place: QPoint) -> Any:
        picture = self._view.job_picture
        box = self._view.canvas.box_at(place) if picture is not None and picture.drag else None
        return box if box is not None and self._view.part_of(box) is None else None


class SceneView(FittedView):
    """A picture. ``did``: a box was clicked that is the job's, or (``drag``) one was dragged onto another: both of them."""

    did = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Drawing", "Changes as text", parent)
        self.controls.hide()
        self.add_fold_button("").toggled.connect(lambda _: self.fold_all())
        self.canvas.smallest_text = TAG_SIZE
        self._measure = TextMeasure()
        self.job_picture: Picture | None = None
        self.layout_wanted = ""
        self._lit, self._light_now = "", NOTHING_LIT
        Dragging(self)
        self._made: dict[Paper, tuple[Iterator[Any], list[Any]]] = {}
        """The ways that were tried, by the paper."""

    # -- a picture -----------------------------------------------------------------------------------------------------

    def show_picture(self, picture: Picture | None) -> None:
        """Shows another picture, or none."""
        self.job_picture, self._opened, self._made = picture, frozenset(), {}
        self.is_right_to_left = False
        self._lit, self._light_now = "", NOTHING_LIT
        if picture is None:
            self.show_drawing(None)
            return
        one, other, *_ = (*picture.tags, "", "")
        self.names = self.in_corners = one, other
        self.same_said = picture.same
        self.call(picture.names)
        self.canvas.fitting = self.canvas.fitting.LEGIBLE
        self.show_drawing(self.laid_out(), picture.title)
        self.light(picture.lit)

    def _paper(self) -> Paper:
        text = self.canvas.least_text
        wanted = self.layout_wanted if self.job_picture and self.layout_wanted in self.job_picture.layouts else ""
        return Paper(self.canvas.room_for(text), self._measure, self.opened, self.folds, wanted, self.is_right_to_left)

    def _scene(self, way: int) -> Any:
        """The picture in its way of that number; None if there are not so many."""
        assert self.job_picture is not None
        paper = self._paper()
        if paper not in self._made:
            self._made.clear()
            self._made[paper] = iter(self.job_picture.ways(paper)), []
        coming, there = self._made[paper]
        while len(there) <= way:
            scene = next(coming, None)
            if scene is None:
                return None
            there.append(scene)
        return there[way]

    def ways(self) -> Iterator[int]:
        way = 0
        while self.job_picture is not None and self._scene(way) is not None:
            yield way
            way += 1

    def drawn(self, way: int) -> Any:
        found = self._scene(way)
        return found if found is not None else self._made[self._paper()][1][-1]

    def folding_of(self, drawing: Any, wanted: Any) -> int | None:
        return None

    def same_place(self, place: Any) -> Any:
        if not isinstance(place, SceneBox) or self.drawing is None:
            return place
        return next((box for box in self.drawing.boxes if _about(box) == _about(place)), None)

    # -- what is said and lit ------------------------------------------------------------------------------------------

    def tooltip_of(self, box: Any) -> str:
        said = self.job_picture.said(box) if self.job_picture is not None else ""
        return visible_lines(said or super().tooltip_of(box))

    def related(self, box: Any) -> list[Any]:
        return list(self.job_picture.related(self.drawing, box)) if self.job_picture is not None else [box]

    def changed(self) -> list[Any]:
        if self.drawing is None or self.job_picture is None:
            return []
        return [self.place_of(box) for box in self.job_picture.changes(self.drawing)]

    def light(self, what: str) -> None:
        """Lights what an address stands for, and nothing else."""
        self._lit = what
        self._show_lit(is_new=True)

    @property
    def is_lit(self) -> str:
        """The address that is lit."""
        return self._lit

    def _show_lit(self, is_new: bool = False) -> None:
        picture, scene = self.job_picture, self.drawing
        has_any = picture is not None and scene is not None and bool(self._lit)
        found: Light = picture.light(scene, self._lit) if has_any and picture is not None else NOTHING_LIT
        self._light_now = found
        if is_new or found.boxes:
            self.highlight(sorted(found.boxes, key=_is_arc), is_about=True)
        self.canvas.lights.show_edges(_strokes(found.marks))

    def _redraw(self) -> None:
        super()._redraw()
        if hasattr(self, "_light_now") and self._lit:
            self._show_lit()

    def _click(self, box: Any) -> None:
        super()._click(box)
        if box is not None and self.part_of(box) is None:
            self.did.emit("box", box)

    def set_layout(self, layout: str) -> None:
        """Lays it out in another way, where it has that one."""
        self.layout_wanted = layout
        if self.job_picture is not None and layout in self.job_picture.layouts:
            self.arrange()


def _about(box: Any) -> tuple[Any, ...]:
    """By what a box is known again where it is drawn in another way."""
    return type(box), box.text, getattr(box, "column", None), getattr(box, "arc", None)


def _is_arc(box: Any) -> bool:
    """Words come before their arcs: where not all has room they are seen."""
    return getattr(box, "arc", None) is not None


def _strokes(marks: Sequence[Mark]) -> list[Mark]:
    return [one for one in marks if isinstance(one, Stroke)] + [one for one in marks if not isinstance(one, Stroke)]


class PicturePart(QWidget):
    """A picture with its head, where it has one; ``turned``: one wants the next picture in its place (1), or the one before."""

    turned = Signal(str, int)
    did = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._turn = ""
        self.view = SceneView()
        self.view.did.connect(self.did)
        self.head = QWidget(objectName="head")
        self.title, self.beside = QLabel(textFormat=Qt.TextFormat.PlainText), Said("muted", False)
        self.title.setProperty("look", "strong")
        self.beside.linkActivated.connect(lambda to: self.did.emit("link", to))
        self.before, self.after = control(tip="Before", picture="previous"), control(tip="Next", picture="next")
        line = QHBoxLayout(self.head)
        line.setContentsMargins(14, 2, 10, 2)
        for widget in (self.title, self.beside, self.before, self.after):
            line.addWidget(widget)
        line.addStretch(1)
        for button, by in ((self.before, -1), (self.after, 1)):
            button.setAutoRaise(True)
            button.clicked.connect(lambda _=False, by=by: self.turned.emit(self._turn, by))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.view, 1)

    def show_picture(self, picture: Picture | None) -> None:
        """Another picture, or none."""
        self._turn = picture.turn if picture is not None else ""
        self.head.setVisible(picture is not None and bool(picture.head))
        for button in (self.before, self.after):
            button.setVisible(bool(self._turn))
        self.title.setText(picture.head if picture is not None else "")
        self.beside.say(Rich(picture.head_beside) if picture is not None else "")
        self.view.show_picture(picture)


class Drawings(QWidget):
    """The pictures of a place, the first one with its foot below all. ``did``: an action and its value for the job."""

    did = Signal(str, object)
    layoutWanted = Signal(str)
    aloneWanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.split = QSplitter(Qt.Orientation.Vertical, childrenCollapsible=False, handleWidth=1)
        self.parts = [PicturePart() for _ in range(MOST)]
        for number, part in enumerate(self.parts):
            self.split.addWidget(part)
            part.did.connect(self.did)
            part.turned.connect(lambda turn, by: self.did.emit(turn, by))
            if number:
                part.view.foot.hide()
        self.view = self.parts[0].view
        self.corner = QWidget(self)
        self.layouts = QComboBox()
        keep_still(self.layouts)
        self.layouts.setAccessibleName("Layout")
        self.layouts.activated.connect(lambda at: self.layoutWanted.emit(str(self.layouts.itemData(at))))
        self.full = control(tip="Only the drawing (Z)", picture="fit")
        self.full.clicked.connect(self.aloneWanted)
        row = QHBoxLayout(self.corner)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.layouts)
        row.addWidget(self.full)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.split, 1)
        column.addWidget(self.view.foot)
        self.view.canvas.installEventFilter(self)

    def show_pictures(self, pictures: Sequence[Picture]) -> None:
        """The pictures of another place."""
        for number, part in enumerate(self.parts):
            part.setVisible(number < len(pictures))
        for part, one in zip_longest(self.parts, pictures):  # all of them have their sizes now
            if one is not None or part.view.job_picture is not None:
                part.show_picture(one)
        layouts = pictures[0].layouts if pictures else ()
        if [self.layouts.itemData(at) for at in range(self.layouts.count())] != list(layouts):
            self.layouts.clear()
            for one in layouts:
                self.layouts.addItem(LAYOUTS[one], one)
        self.layouts.setCurrentIndex(max(self.layouts.findData(self.view.layout_wanted), 0))
        self.layouts.setVisible(bool(layouts))
        self._place()

    @property
    def views(self) -> list[SceneView]:
        """Those that show something, the first one first."""
        return [part.view for part in self.parts if part.view.job_picture is not None]

    def set_layout(self, layout: str) -> None:
        """Lays all of them out in another way."""
        for part in self.parts:
            part.view.set_layout(layout)
        self.layouts.setCurrentIndex(max(self.layouts.findData(layout), 0))

    def light(self, what: str) -> None:
        """Lights what an address stands for, wherever it is drawn."""
        for view in self.views:
            view.light(what)

    def stop(self) -> None:
        """Nothing is drawn any more."""
        for part in self.parts:
            part.view.show_picture(None)

    def _place(self) -> None:
        self.corner.adjustSize()
        self.corner.move(self.width() - self.corner.width() - 8, 8)
        self.corner.raise_()

    def resizeEvent(self, event: Any) -> None:
        super().resizeEvent(event)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The drawing has another size."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)
