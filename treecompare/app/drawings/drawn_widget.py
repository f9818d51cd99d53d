"""What a drawing of a sentence is: its boxes, and what each kind of drawing says of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QWidget

from treecompare.app.common import preferences
from treecompare.app.common.plain import markup, visible, visible_lines
from treecompare.app.drawings.canvas import Canvas
from treecompare.drawing.describe import SAID
from treecompare.drawing.latex import with_preamble
from treecompare.drawing.names import PLAIN
from treecompare.drawing.scene import Mark, Part, Scene, SceneBox, legend_of, legend_text, picture
from treecompare.drawing.scene_svg import scene_svg
from treecompare.drawing.scene_tikz import TIKZ_PREAMBLE, scene_document, scene_tikz
from treecompare.drawing.style import Theme
from treecompare.mappings.mapping import MATCHED

EDGES, SLANTED = "edges", "slanted"
"""Under the first name it is remembered how edges of trees are drawn: the second, else upright."""


def slants_edges() -> bool:
    """Whether people want edges of trees to slant."""
    return preferences.text(EDGES) == SLANTED


class DrawnWidget(QWidget):
    """A drawing on its canvas. Who derives from it says how it looks and what its boxes mean.

    A drawing is a :class:`Scene`. What is hovered, pinned and lit are *places* of its boxes (:attr:`SceneBox.place`).
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.drawing: Any = None
        self._title = ""
        self._found: tuple[Any, dict[Any, Any]] = None, {}
        """A drawing, and its boxes by their places."""
        self.is_right_to_left = False
        """Whether words are drawn from right to left."""
        self.names = ("", "")
        """Of the gold and of the system, where they have some to be called by."""
        self.in_corners: tuple[str, str] | None = None
        """The same without what all systems begin with; None: as they are."""
        self.called = PLAIN
        """What people are told of them."""
        self.hides_gold = False
        """Whether the system stands on both sides, in place of a gold of which nothing is to be said."""
        self.has_other_words = False
        """Whether the words of both sides differ."""
        self.differs = False
        """Whether the sentence differs at all, in what is drawn or not: *Identical* is said of none that does."""
        self.same_said = "Identical"
        """What is said of a sentence that does not differ."""
        self.canvas = Canvas(self)
        self.canvas.reader = self

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
        return visible(self.names[0]) if self.names[0] and not self.is_gold else "gold"

    @property
    def system_name(self) -> str:
        """What the system is called in a sentence."""
        return visible(self.names[1]) if self.names[1] and not self.is_gold else "system"

    @property
    def system_called(self) -> str:
        """What the system is called beside a picture."""
        return self.names[1] or "system"

    # -- what deriving classes say (a widget cannot have abstract methods: Qt has a metaclass of its own) ----------------

    @property
    def painted(self) -> Scene:
        """What is painted on the canvas."""
        scene: Scene = self.drawing
        return scene

    def note(self) -> str:
        """What is said below the drawing where it is a picture of its own."""
        return ""

    def whole_picture(self, part: Part | None = None) -> Scene:
        """The drawing, or a part of it, with title, names and legend."""
        return picture(self.drawing, self._title, self.called, self.system_called, self.note(), part)

    def bare_picture(self, part: Part | None = None) -> Scene:
        """The same without a title, for a place that has a heading."""
        return picture(self.drawing, "", self.called, self.system_called, "", part)

    def svg(self, theme: str = "light") -> str:
        """The same as SVG; empty if there is nothing."""
        return scene_svg(self.whole_picture(), theme) if self.drawing is not None else ""

    def lay_out(self) -> None:
        """Draws the same sentence again, in another direction; by default there is but one."""

    def latex_of(self) -> tuple[str, str]:
        """The drawing as LaTeX, and what that needs in the preamble."""
        return scene_tikz(self.drawing), TIKZ_PREAMBLE

    def latex_body(self) -> str:
        """The drawing for a paper, with what it needs in the preamble as a comment; empty if there is nothing."""
        return with_preamble(*self.latex_of()) if self.drawing is not None else ""

    def latex(self) -> str:
        """The drawing as a LaTeX document."""
        return scene_document(self.drawing, self._title)

    def legend_of(self, theme: Theme) -> str:
        """What colours and signs mean, as rich text; and that what is folded opens."""
        entries = legend_of(self.drawing, self.called)
        parts = [] if any(one.operation != MATCHED for one in entries) else [markup(self.nothing_changed())]
        for one in entries:
            if one.operation == MATCHED:
                parts.append(markup(f"{one.sign} {one.text}".strip()))
                continue
            ink, ground = theme.colours.get(one.operation, theme.quiet), theme.fill.get(one.operation, theme.background)
            chip = f'<span style="color:{ink};background:{ground}"><b>&nbsp;{markup(one.sign)}&nbsp;</b></span>&nbsp;'
            parts.append(
                f"{chip}{markup(one.text)}" if one.sign else f'<span style="color:{ink}">{markup(one.text)}</span>'
            )
        if any(self.part_of(box) is not None for box in self.drawing.boxes):
            differs = "; ≠ not the same there" if any(box.text.endswith("≠") for box in self.drawing.boxes) else ""
            parts.append(f"△ … ⋮ folded (click to unfold){differs}")
        return "&nbsp;&nbsp;&nbsp; ".join(parts)

    def legend_text(self) -> str:
        """The same in plain words, for a page."""
        return legend_text(self.drawing, self.called)

    def part_of(self, box: Any) -> int | None:
        """The folded part that a box stands for, which opens when it is clicked; None if it is none."""
        part: int | None = box.part
        return part

    def is_seen(self, place: Any) -> bool:
        """Whether what is at a place is drawn by itself, and not folded into something else."""
        box = self.box_of(place)
        return box is not None and self.part_of(box) is None

    def tooltip_of(self, box: Any) -> str:
        """What is said of a box, as plain text; by default its text and what changed."""
        return "\n".join(filter(None, (visible(box.text), self.change_of(box))))

    def said_of(self, box: Any) -> str:
        """What is said of a box; where the gold is hidden nothing but its text."""
        return self.lone_text_of(box) if self.hides_gold else self.tooltip_of(box)

    def change_of(self, box: Any) -> str:
        """What changed at a box, in a word or two; empty if nothing did, or nothing is to be said of it."""
        is_said = box.operation != MATCHED and not self.hides_gold
        return self.told(SAID.get(box.operation, box.operation)) if is_said else ""

    def lone_text_of(self, box: Any) -> str:
        """What is said of a box where nothing is said of the other side, as plain text."""
        return visible(box.text)

    def rect_of(self, box: Any) -> QRectF:
        """Where a box is."""
        return QRectF(box.x - box.width / 2, box.top, box.width, box.height)

    def place_of(self, box: Any) -> Any:
        """The place of a box."""
        return box.place

    def box_of(self, place: Any) -> Any:
        """The box at a place; None if it is not drawn."""
        if isinstance(place, SceneBox) or self.drawing is None:
            return place if self.drawing is not None else None
        if self._found[0] is not self.drawing:
            self._found = self.drawing, {box.place: box for box in reversed(self.drawing.boxes)}
        return self._found[1].get(place)

    def counted(self, count: str) -> list[Any]:
        """The places that a count of a score stands for."""
        return []

    def places_of(self, nodes: list[tuple[str, int]]) -> list[Any]:
        """The places of nodes or words, given as side and number; none where a drawing knows no such numbers."""
        return []

    def nodes_at(self, place: Any) -> list[tuple[str, int]]:
        """The nodes or words at a place, as errors number them: side and number; none where a drawing knows no such numbers."""
        return []

    def courses(self, node: tuple[str, int], site: int) -> list[Mark]:
        """The lines that attach a node to a site above it, or that lead to a word, as they are lit."""
        return []

    @property
    def has_arrow(self) -> bool:
        """Whether what is attached wrongly is shown by an arrow."""
        return False

    def related(self, box: Any) -> list[Any]:
        """The boxes that are lit together with one."""
        return [box]

    def words_below(self, box: Any) -> list[Any]:
        """The boxes of words that are underlined where one is lit; none by default."""
        return []

    def changed(self) -> list[Any]:
        """The places of all changes, as Tab visits them and the list has them."""
        boxes = self.drawing.boxes if self.drawing is not None else ()
        return [self.place_of(box) for box in boxes if box.operation != MATCHED]

    def tally(self) -> dict[str, int]:
        """How many nodes or arcs of each operation the sentence has; of what matches only where that is known."""
        boxes = (self.box_of(place) for place in self.changed())
        return dict(Counter(box.operation for box in boxes if box is not None))

    def matched_said(self) -> str:
        """What of it matches, after its number."""
        return SAID[MATCHED]

    def changes_said(self) -> list[str]:
        """The same as text."""
        return ["; ".join(self.tooltip_of(self.box_of(place)).split("\n")) for place in self.changed()]

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
            return "The gold is hidden."
        if self.has_other_words:
            return "Identical but for words"
        return "No difference counts here; the whole trees differ" if self.differs else self.same_said

    def first_place(self) -> Any:
        """Where a walk with the keyboard begins; None if there is nothing."""
        return next(map(self.place_of, self.drawing.boxes), None) if self.drawing is not None else None

    def next_place(self, here: Any, key: Qt.Key) -> Any:
        """Where an arrow key leads; None if nowhere."""
        box = self.box_of(here)
        there = self._neighbour(box, key) if box is not None else None
        return self.place_of(there) if there is not None else None

    def _neighbour(self, here: Any, key: Qt.Key) -> Any:
        """The nearest box in the direction of an arrow key; None if there is none."""
        across = key in (Qt.Key.Key_Left, Qt.Key.Key_Right)
        sign = 1 if key in (Qt.Key.Key_Right, Qt.Key.Key_Down) else -1

        def away(box: Any) -> tuple[float, float]:
            along, beside = (box.x - here.x, box.y - here.y) if across else (box.y - here.y, box.x - here.x)
            return sign * along, abs(beside)

        there = [(away(box), box) for box in self.drawing.boxes if box is not here]
        there = [(place, box) for place, box in there if place[0] > 1]
        # straight on is nearer than what lies aside
        return min(there, key=lambda one: one[0][0] + 3 * one[0][1], default=(None, None))[1]
