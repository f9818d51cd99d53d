"""What a drawing of a sentence is: its boxes, and what each kind of drawing says of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from treecompare.app.common.plain import visible, visible_lines
from treecompare.app.drawings.canvas import Canvas
from treecompare.app.drawings.svg_pictures import renderer_of
from treecompare.drawing.names import PLAIN
from treecompare.drawing.style import BOX, Theme
from treecompare.mappings.mapping import MATCHED


class DrawnWidget(QWidget):
    """A drawing on its canvas. Who derives from it says how it looks and what its boxes mean.

    A drawing has ``width``, ``height`` and ``boxes``, in points; a box has ``text``, ``x``, ``y`` (its middle), ``width``,
    ``operation`` and ``contains(x, y)``. What is hovered, pinned and lit are *places*: boxes, unless the deriving class has
    something that outlives another layout.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.drawing: Any = None
        self.is_right_to_left = False
        """Whether words are drawn from right to left."""
        self.names = ("", "")
        """Of the gold and of the system, where they have some to be called by."""
        self.called = PLAIN
        """What people are told of them."""
        self.hides_gold = False
        """Whether the system stands on both sides, in place of a gold of which nothing is to be said."""
        self.canvas = Canvas(self)

    @property
    def is_gold(self) -> bool:
        """Whether the gold is one; else both analyses are called by their names."""
        return self.called.is_gold

    def told(self, text: str) -> str:
        """A text about gold and system; by the names of both where neither is gold."""
        return visible_lines(self.called.told(text))

    @property
    def gold_name(self) -> str:
        """What the gold is called in a sentence."""
        return visible(self.names[0]) if self.names[0] and not self.is_gold else self.tr("gold")

    @property
    def system_name(self) -> str:
        """What the system is called in a sentence."""
        return visible(self.names[1]) if self.names[1] and not self.is_gold else self.tr("system")

    # -- what deriving classes say (a widget cannot have abstract methods: Qt has a metaclass of its own) ----------------

    def tag_corners(self) -> tuple[str, ...]:
        """Where the names of both analyses stand in the drawing; nowhere by default."""
        return ()

    def svg(self, theme: str = "light", is_bare: bool = False) -> str:
        """The drawing; ``is_bare``: without title and legend, at its own coordinates."""
        raise NotImplementedError

    def lay_out(self) -> None:
        """Draws the same sentence again, in another direction; by default there is but one."""

    def latex(self) -> str:
        """The drawing as a LaTeX document; empty if there is no such thing."""
        return ""

    def latex_body(self) -> str:
        """The drawing for a paper, with what it needs in the preamble as a comment."""
        return ""

    def legend_of(self, theme: Theme) -> str:
        """What colours and signs mean, as rich text."""
        raise NotImplementedError

    def legend_text(self) -> str:
        """The same in plain words, for a page."""
        raise NotImplementedError

    def tooltip_of(self, box: Any) -> str:
        """What is said of a box, as plain text."""
        raise NotImplementedError

    def painter_of(self, theme: Theme) -> Callable[[QPainter], object]:
        """How the drawing is painted: by default as the SVG says."""
        renderer = renderer_of(self.svg(theme.name, is_bare=True))
        return lambda painter: renderer.render(painter, renderer.viewBoxF())

    def said_of(self, box: Any) -> str:
        """What is said of a box; where the gold is hidden nothing but its text."""
        return self.lone_text_of(box) if self.hides_gold else self.tooltip_of(box)

    def lone_text_of(self, box: Any) -> str:
        """What is said of a box where nothing is said of the other side, as plain text."""
        return visible(box.text)

    def rect_of(self, box: Any) -> QRectF:
        """Where a box is."""
        return QRectF(box.x - box.width / 2, box.y - BOX / 2, box.width, BOX)

    def taken_by(self, box: Any) -> QRectF:
        """What nothing else is to cover of a box and what stands with it."""
        return self.rect_of(box)

    def place_of(self, box: Any) -> Any:
        """The place of a box."""
        return box

    def box_of(self, place: Any) -> Any:
        """The box at a place; None if it is not drawn."""
        return place

    def counted(self, count: str) -> list[Any]:
        """The places that a count of a score stands for."""
        return []

    def places_of(self, nodes: list[tuple[str, int]]) -> list[Any]:
        """The places of nodes or words, given as side and number; none where a drawing knows no such numbers."""
        return []

    def nodes_at(self, place: Any) -> list[tuple[str, int]]:
        """The nodes or words at a place, as errors number them: side and number; none where a drawing knows no such numbers."""
        return []

    def related(self, box: Any) -> list[Any]:
        """The boxes that are lit together with one."""
        return [box]

    def changed(self) -> list[Any]:
        """The places of all changes, as Tab visits them and the list has them."""
        return [box for box in self.drawing.boxes if box.operation != MATCHED] if self.drawing is not None else []

    def changes_said(self) -> list[str]:
        """The same as text."""
        return ["; ".join(self.tooltip_of(box).split("\n")) for box in self.changed()]

    def shown_at(self, place: Any) -> Any:
        """The box at a place, or that of the part that it is folded into."""
        return self.box_of(place)

    def along(self, box: Any) -> float:
        """How far along the drawing a box is, from 0 to 1, as the strip of changes shows it."""
        return float(box.x / self.drawing.width)

    def seen(self) -> tuple[float, float]:
        """The part of the drawing that is seen, from 0 to 1."""
        if self.drawing is None:
            return 0.0, 1.0
        view = self.canvas.viewport().rect()
        first, last = self.canvas.mapToScene(view.topLeft()), self.canvas.mapToScene(view.bottomRight())
        return first.x() / self.drawing.width, last.x() / self.drawing.width

    def show_part(self, place: float) -> None:
        """Moves to a place along the drawing, from 0 to 1."""
        if self.drawing is not None:
            middle = self.canvas.mapToScene(self.canvas.viewport().rect().center())
            self.canvas.centerOn(place * self.drawing.width, middle.y())

    def nothing_changed(self) -> str:
        """What the list says where there is no change."""
        if self.hides_gold:
            return self.tr("The gold is hidden.")
        return self.tr("Both analyses are the same.")

    def first_place(self) -> Any:
        """Where a walk with the keyboard begins; None if there is nothing."""
        return next(iter(self.drawing.boxes), None)

    def next_place(self, here: Any, key: Qt.Key) -> Any:
        """Where an arrow key leads; None if nowhere."""
        return self.neighbour(list(self.drawing.boxes), here, key)

    def neighbour(self, boxes: list[Any], here: Any, key: Qt.Key) -> Any:
        """The nearest box in the direction of an arrow key; None if there is none."""
        across = key in (Qt.Key.Key_Left, Qt.Key.Key_Right)
        sign = 1 if key in (Qt.Key.Key_Right, Qt.Key.Key_Down) else -1

        def away(box: Any) -> tuple[float, float]:
            along, beside = (box.x - here.x, box.y - here.y) if across else (box.y - here.y, box.x - here.x)
            return sign * along, abs(beside)

        there = [(away(box), box) for box in boxes if box is not here]
        there = [(place, box) for place, box in there if place[0] > 1]
        # straight on is nearer than what lies aside
        return min(there, key=lambda one: one[0][0] + 3 * one[0][1], default=(None, None))[1]
