"""A sentence as it is drawn: its scenes from the most readable one on, what is said of its boxes, what belongs to them. No Qt.

Who shows it says how much room there is (:class:`Space`), shows the first scene that has room, and asks about its boxes. Each kind
of drawing derives from :class:`Drawn`: trees (``trees_drawn.py``), arcs, lattices, function trees, stacks of systems.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from treecompare.drawing.describe import SAID
from treecompare.drawing.latex import scene_document, scene_latex, with_preamble
from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.scene import PLAIN_LABEL, Entry, Mark, Part, Point, Scene, SceneBox, Tag, legend_of, picture
from treecompare.drawing.scene_svg import scene_svg
from treecompare.drawing.style import FONT_SIZE, MADE, MADE_SAID, TAG_SIZE, Room, estimated_width, marked
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED
from treecompare.trees.characters import visible, visible_lines

MARGIN = 4
"""Free space around a drawing."""
LEAST_TEXT = 9.0
"""Pixels of the smallest text of a drawing that opens; only who wants to see all of it gets smaller ones."""
LARGEST = 1.35
"""Small drawings are not made larger than so many times their natural size."""
PRESENTED = 0.88, 0.65
"""Of a drawing that is presented: its labels, as a part of the letters that a class sees; how small they become before anything is
folded."""
PRESENTED_WHOLE, PRESENTED_LARGEST = 9.0, 6.0
"""Pixels of labels down to which what has no room even so is made smaller, for nobody scrolls while others look on; so many times
its natural size it may be."""
TRIED = 4
"""So many sizes of letters are tried."""
LEAST_ROW = 200
"""Width of a row of words where the view is very narrow."""
WIDTHS = 7
"""So many widths of rows are tried to show all of a sentence at once."""
SIGNS = {one: marked(PLAIN_LABEL, one) for one in (DELETED, INSERTED, SWAPPED)} | {MATCHED: ""}
"""Before what is counted."""
DIRECTIONS = {"left": (-1, True), "right": (1, True), "up": (-1, False), "down": (1, False)}
"""Of a step: its sign, and whether it goes across."""
Place = tuple[str, int]
"""A node or a word as errors and counts number it: its side (``gold`` or ``test``), its number."""


@dataclass(frozen=True)
class Space:
    """What a drawing is shown in: a view of ``width`` × ``height`` pixels, without scroll bars.

    ``smallest_text``: of the drawing, in its own units. ``least_text``: pixels that it has at least where a drawing opens;
    ``least_unfolded``: down to which it is made smaller before anything is folded; ``least_whole``: down to which what still has
    no room is made smaller, so that all of it is seen. ``bar``: pixels that are lost to a scroll bar; ``scroll_bar``: its width.
    ``is_overview``: all is to be seen at once, however small. ``focuses``: what differs is folded, too, where there is no room for
    what is wanted, or for all that differs: nobody scrolls while others look on. ``largest``: see :data:`LARGEST`.
    """

    width: float
    height: float
    smallest_text: float = TAG_SIZE
    least_text: float = LEAST_TEXT
    least_unfolded: float = LEAST_TEXT
    least_whole: float = LEAST_TEXT
    bar: float = 0.0
    scroll_bar: float = 0.0
    is_overview: bool = False
    focuses: bool = False
    largest: float = LARGEST

    def presented(self, letters: float) -> Space:
        """The same while others look on, who see letters of so many pixels; 0: nobody does."""
        text = unfolded = whole = LEAST_TEXT
        if letters:
            smallest = self.smallest_text / FONT_SIZE
            text, unfolded = (smallest * part * letters for part in PRESENTED)
            whole = smallest * PRESENTED_WHOLE
        largest = PRESENTED_LARGEST if letters else LARGEST
        return replace(self, least_text=text, least_unfolded=unfolded, least_whole=whole, largest=largest)

    @property
    def room(self) -> Room:
        """What a drawing is to fit into, at its natural size: a pixel less than there is, so that rounding shows no scroll bars."""
        return self.room_for(self.least_text)

    def room_for(self, text: float) -> Room:
        """The same, where its smallest text has so many pixels."""
        least = text / self.smallest_text
        natural = max(least, 1.0)
        width, height = ((length - 1) / natural - 2 * MARGIN for length in (self.width, self.height))
        return Room(width, height, least / natural, self.bar / natural)

    def has_room(self, width: float, height: float, text: float | None = None) -> bool:
        """Whether a drawing of that size, in its own units, can be seen and read as a whole; ``text``: see :meth:`room_for`."""
        room = self.room_for(text or self.least_text)
        return width * room.least <= room.width and height * room.least <= room.height

    def scale_for(self, width: float, height: float) -> float:
        """The scale at which a drawing of that size, in its own units, can be seen as a whole."""
        return min(self.width / (width + 2 * MARGIN), self.height / (height + 2 * MARGIN))

    @property
    def least_scale(self) -> float:
        """The scale at which the smallest text can just be read."""
        return self.least_text / self.smallest_text

    @property
    def texts_unfolded(self) -> list[float]:
        """Pixels of its smallest text with which a drawing is tried before anything in it is folded, the most readable first."""
        step = (self.least_text - self.least_unfolded) / (TRIED - 1)
        return [self.least_text - number * step for number in range(TRIED)] if step else [self.least_text]

    @property
    def row(self) -> int:
        """How wide a row of words is beside a scroll bar."""
        return max(int((self.width - self.scroll_bar) / self.least_scale - 2 * MARGIN - 4), LEAST_ROW)

    def row_widths(
        self, way_of: Callable[[int], Any], tried: dict[Any, tuple[float, float]], widest: float
    ) -> Iterator[Any]:
        """Ways with rows of different widths, ever nearer to the one that makes the drawing as wide for its height as the view."""
        low, high = LEAST_ROW, max(int(widest), LEAST_ROW)
        for _ in range(WIDTHS):
            middle = (low + high) // 2
            way = way_of(middle)
            yield way
            width, height = tried[way]
            low, high = (middle, high) if width * self.height < height * self.width else (low, middle)


@dataclass
class Telling:
    """What people are told of both analyses of a sentence. Who shows several sentences keeps one and changes it.

    ``names``: of gold and system, where they have some to be called by; ``in_corners``: without what all systems begin with;
    ``called``: what texts say in place of gold and system. ``hides_gold``: the system stands on both sides, and nothing is said
    of the gold. ``same_said``: what is said of a sentence that does not differ.
    """

    names: tuple[str, str] = ("", "")
    in_corners: tuple[str, str] | None = None
    called: Names = PLAIN
    hides_gold: bool = False
    same_said: str = "Identical"

    @property
    def is_gold(self) -> bool:
        """Whether the gold is one; else both analyses are called by their names."""
        return self.called.is_gold

    def told(self, text: str) -> str:
        """A text about gold and system; by the names of both where neither is gold."""
        return visible_lines(self.called.told(text))

    @property
    def gold(self) -> str:
        """What the gold is called in a sentence."""
        return visible(self.names[0]) if self.names[0] and not self.is_gold else "gold"

    @property
    def system(self) -> str:
        """What the system is called in a sentence."""
        return visible(self.names[1]) if self.names[1] and not self.is_gold else "system"


class Attached(NamedTuple):
    """``nodes``: what is attached to something, on both sides. ``sites``: on what, per side; -1: on nothing."""

    nodes: Sequence[Place]
    sites: dict[str, int]


@dataclass(eq=False, kw_only=True)
class Drawn:
    """A sentence and how it is drawn now; by itself a ``scene`` that can be drawn in no other way, or nothing.

    What is hovered, pinned and lit are *places* of boxes (:attr:`SceneBox.place`). ``folds``: what is the same is folded where it
    has no room. ``opened``: the parts that people unfolded; as long as there are any, nothing else folds or unfolds by itself.
    ``wanted``: what is to be seen, whatever is folded, and ``unfolded`` what is unfolded for it. ``way``: how it is drawn.
    ``differs``: the sentence does at all, in what is drawn or not; ``has_other_words``: the words of both sides differ.
    ``arrangement``: of two trees: ``mirrored``, ``side-by-side`` or ``merged``; ``measure``: width of a text in a size of letters.
    """

    telling: Telling = field(default_factory=Telling)
    title: str = ""
    scene: Any = None
    folds: bool = False
    is_right_to_left: bool = False
    differs: bool = False
    has_other_words: bool = False
    arrangement: str = "mirrored"
    measure: Callable[[str, float], float] = estimated_width
    opened: frozenset[int] = field(default=frozenset(), init=False)
    wanted: list[Any] = field(default_factory=list, init=False)
    least: list[Any] = field(default_factory=list, init=False)
    """What of it is seen, or most of it, where not all of it has room; none: all of it is."""
    instead: tuple[Any, ...] = field(default=(None,), init=False)
    """What is wanted in place of what was asked for, for which there was no room; and that, with the least of it."""
    unfolded: frozenset[int] = field(default=frozenset(), init=False)
    in_order: tuple[Any, list[Any]] = field(default=(None, []), init=False)
    """How it was drawn when its changes were put in order, and these."""
    way: Any = field(default=None, init=False)
    sizes: dict[Any, tuple[float, float]] = field(default_factory=dict, init=False)
    """Of the ways that were tried."""
    ready: tuple[Any, ...] = field(default=(), init=False)
    """What it was laid out for before it is looked at, and what was wanted then."""

    # -- how it is drawn ------------------------------------------------------------------------------------------------------

    @property
    def smallest_text(self) -> float:
        """Size of the smallest text, in units of the drawing."""
        return TAG_SIZE

    def ways(self, space: Space) -> Iterable[Any]:
        """How it can be drawn, the most readable first; the last one has to do where none has room. ``sizes`` has those that were
        tried. None by default: it stays as it is."""
        return ()

    def overviews(self, space: Space, tried: dict[Any, tuple[float, float]]) -> Iterator[Any]:
        """Other ways, for who wants to see all of it at once; none by default. ``tried``: the size that each way had until then."""
        yield from ()

    def laid_out(self, way: Any, space: Space) -> Any:
        """The scene of a way."""
        raise NotImplementedError

    def may_have_room(self, way: Any, space: Space) -> bool:
        """Whether it may have room in that way; if it is known to have none, ``sizes`` says what size it has at least."""
        return True

    def lay_out(self, space: Space) -> None:
        """Draws it with as little folded as the space allows, and nothing of what is wanted."""
        self._want_as_asked()
        self.sizes, is_drawn, fits = {}, False, False
        for way in self.ways(space):
            self.way, self.unfolded = way, frozenset()
            if is_drawn := space.is_overview or self.may_have_room(way, space):
                self._draw(space)
                self.sizes[way] = self.scene.width, self.scene.height
                if fits := self.has_room(self.scene.width, self.scene.height, space):
                    break
        if self.least and self.sizes and not (fits and self.shows_all):  # what is usual, if half of that is seen in it
            wanted, least, self.wanted, self.least = self.wanted, self.least, [], []
            self.lay_out(space)
            if 2 * sum(map(self.sees, least)) < len(least):
                self.wanted = [*(wanted if fits else least)]
                self.lay_out(space)
            self.instead = self.wanted, wanted, least
            return
        if self.sizes and not is_drawn:
            self._draw(space)
        if self.sizes and space.is_overview and not space.has_room(self.scene.width, self.scene.height):
            self._draw_largest(space)

    def make_ready(self, space: Space) -> None:
        """Lays it out as it will be looked at, unless it is."""
        self._want_as_asked()
        asked = space, self.folds, self.arrangement, self.least, self.wanted
        if self.ready[:1] != (asked,):
            self.lay_out(space)
            self.ready = asked, self.wanted, self.least
        _, self.wanted, self.least = self.ready

    def _want_as_asked(self) -> None:
        """Another space may have room for it."""
        if self.wanted is self.instead[0]:
            _, self.wanted, self.least = self.instead

    def has_room(self, width: float, height: float, space: Space) -> bool:
        """Whether a scene of that size can be seen and read as a whole."""
        return space.has_room(width, height)

    def _draw(self, space: Space) -> None:
        """Draws it so that all that is wanted can be seen: what was unfolded may have folded parts of its own."""
        while True:
            self.scene = self.laid_out(self.way, space)
            hiding = {part for one in self.wanted if (part := self.folding_of(one)) is not None}
            if not hiding - self.opened - self.unfolded:
                break
            self.unfolded |= hiding

    def _draw_largest(self, space: Space) -> None:
        sizes = dict(self.sizes)
        for way in self.overviews(space, sizes):
            scene = self.laid_out(way, space)
            sizes[way] = scene.width, scene.height
        self.way = max(sizes, key=lambda way: space.scale_for(*sizes[way]))
        self._draw(space)

    def open(self, part: int, space: Space) -> None:
        """Unfolds a part; the rest stays as it is."""
        self.opened |= {part, *self.parts_with_room()}
        self.scene = self.laid_out(self.way, space)

    def draw_again(self, space: Space) -> None:
        """Draws it in another space: what people opened stays so."""
        if self.opened:
            self.scene = self.laid_out(self.way, space)
        else:
            self.lay_out(space)

    def unfold(self, wanted: Sequence[Any], space: Space, least: Sequence[Any] = ()) -> bool:
        """Unfolds whatever hides what is wanted, and no more; what was unfolded for others is folded again. Returns whether it is
        drawn anew."""
        self.least = list(least)
        if list(wanted) == self.wanted or self.scene is None:
            return False
        self.wanted = list(wanted)
        if not (self.unfolded or self.draws_wanted or any(self.folding_of(one) is not None for one in wanted)):
            return False
        if self.opened:  # what people opened stays as it is
            self.unfolded = frozenset()
            self._draw(space)
        else:
            self.lay_out(space)
        return True

    def wanted_for(self, nodes: Sequence[Place]) -> Sequence[Any]:
        """What is wanted so that nodes or words are seen; by default as before."""
        return self.wanted

    def wanted_at(self, place: Any) -> Sequence[Any]:
        """What is wanted so that a place is seen."""
        return [place]

    def parts_with_room(self) -> Iterable[int]:
        """The parts that could be folded, but are not, for there is room."""
        return ()

    def folding_of(self, wanted: Any) -> int | None:
        """The part that something is folded into; None if it can be seen."""
        return None

    @property
    def shows_all(self) -> bool:
        """Whether only what says little is folded, and not all that is far from what is wanted."""
        return True

    def sees(self, wanted: Any) -> bool:
        """Whether something is seen, folded into nothing."""
        return self.folding_of(wanted) is None

    @property
    def unfolded_parts(self) -> frozenset[int]:
        """What is not folded."""
        return self.opened | self.unfolded

    @property
    def draws_wanted(self) -> bool:
        """Whether little but what is wanted is drawn, or would be."""
        return False

    @property
    def is_folded(self) -> bool:
        """Whether anything is folded: what is the same is not where it has room."""
        return self.folds and any(self.part_of(box) is not None for box in self.boxes)

    def folding_options(self) -> list[str]:
        """Options of the command that folds as it is folded here; none by default."""
        return []

    @property
    def begins_at_top(self) -> bool:
        """Whether a scene that is higher than the view is shown from its top, not from its middle."""
        return False

    @property
    def scrolls_down(self) -> bool:
        """Whether a scene that is too high is scrolled, and no smaller than what is as wide as the view."""
        return False

    @property
    def painted(self) -> Scene:
        """What is painted of it; by default all."""
        scene: Scene = self.scene
        return scene

    def names_seen(self, left: float, top: float) -> list[Mark]:
        """What stays in sight, wherever a view begins, on top of what is painted; by default nothing."""
        return []

    # -- boxes and places -----------------------------------------------------------------------------------------------------

    @property
    def boxes(self) -> Sequence[Any]:
        """What can be pointed at."""
        return self.scene.boxes if self.scene is not None else ()

    def place_of(self, box: Any) -> Any:
        """The place of a box."""
        return box.place

    def box_of(self, place: Any) -> Any:
        """The box at a place; None if it is not drawn."""
        if isinstance(place, SceneBox) or self.scene is None:
            return place if self.scene is not None else None
        return self.scene.box_of(place)

    def shown_at(self, place: Any) -> Any:
        """The box at a place, or that of the part that it is folded into."""
        return self.box_of(place)

    def part_of(self, box: Any) -> int | None:
        """The folded part that a box stands for, which opens when it is clicked; None if it is none."""
        part: int | None = box.part
        return part

    def is_seen(self, place: Any) -> bool:
        """Whether what is at a place is drawn by itself, and not folded into something else."""
        box = self.box_of(place)
        return box is not None and self.part_of(box) is None

    def same_place(self, place: Any) -> Any:
        """What a place of the scene before is in this one; None if it is not there."""
        return place

    def places_of(self, nodes: Sequence[Place]) -> list[Any]:
        """The places of nodes or words; none where a drawing knows no such numbers."""
        return []

    def nodes_at(self, place: Any) -> list[Place]:
        """The nodes or words at a place, as errors number them; none where a drawing knows no such numbers."""
        return []

    def first_place(self) -> Any:
        """Where a walk with the keyboard begins; None if there is nothing."""
        return next(map(self.place_of, self.boxes), None)

    def next_place(self, here: Any, direction: str) -> Any:
        """Where a step leads that goes ``up``, ``down``, ``left`` or ``right`` on the screen; None if nowhere."""
        own = self.box_of(here)
        if own is None:
            return None
        sign, is_across = DIRECTIONS[direction]

        def away(box: Any) -> tuple[float, float]:
            along, beside = (box.x - own.x, box.y - own.y) if is_across else (box.y - own.y, box.x - own.x)
            return sign * along, abs(beside)

        there = [(away(box), box) for box in self.boxes if box is not own]
        there = [(far, box) for far, box in there if far[0] > 1]
        # straight on is nearer than what lies aside
        nearest = min(there, key=lambda one: one[0][0] + 3 * one[0][1], default=(None, None))[1]
        return self.place_of(nearest) if nearest is not None else None

    def along(self, box: Any) -> float:
        """How far along the drawing a box is, from 0 to 1, as the strip of changes shows it."""
        return float(box.x / self.scene.width)

    def seen(self, part: Part) -> tuple[float, float]:
        """What of it is seen where a part is in sight, from 0 to 1."""
        left, _, width, _ = part
        return (left / self.scene.width, (left + width) / self.scene.width) if self.scene is not None else (0.0, 1.0)

    def middle_of(self, along: float, here: Point) -> Point:
        """What is to be in the middle so that a place along it, from 0 to 1, is seen. ``here``: what is there now."""
        return along * self.scene.width, here[1]

    # -- what is lit ----------------------------------------------------------------------------------------------------------

    def related(self, box: Any) -> list[Any]:
        """The boxes that are lit together with one: its partners, its arcs."""
        return [box]

    def words_below(self, box: Any) -> list[Any]:
        """The boxes of words that are underlined where one is lit; none by default."""
        return []

    def lights(self, pinned: Any, pointed: Any, places: Iterable[Any]) -> tuple[dict[Any, bool], list[Any]]:
        """The boxes that are lit where one place is pinned, one is pointed at (None: none) and others are lit from outside, each
        with whether that is by the pinned one; and the boxes of words that are underlined."""
        framed: dict[Any, bool] = {}
        underlined: list[Any] = []
        for place, is_pinned in ((pinned, True), (pointed, False)):
            box = self.shown_at(place) if place is not None and self.scene is not None else None
            for one in self.related(box) if box is not None else ():
                framed.setdefault(one, is_pinned)
            underlined += self.words_below(box) if box is not None else ()
        for place in places if self.scene is not None else ():
            framed.setdefault(self.shown_at(place), False)
        framed.pop(None, None)
        return framed, underlined

    def courses(self, node: Place, site: int) -> list[Mark]:
        """The lines that attach a node to a site above it, or that lead to a word, as they are lit."""
        found: list[Mark] = self.scene.courses(*node, site)
        return found

    def lines_of(self, attached: Attached) -> list[Mark]:
        """The lines that are lit of what is attached to something."""
        if self.scene is None:
            return []
        return [mark for node in attached.nodes for mark in self.courses(node, attached.sites.get(node[0], -1))]

    # -- what is said ---------------------------------------------------------------------------------------------------------

    def said(self, box: Any) -> str:
        """What is said of a box, as plain text; where the gold is hidden nothing of the other side."""
        return self.lone_text(box) if self.telling.hides_gold else self.text_of(box)

    def text_of(self, box: Any) -> str:
        """What is said of a box where nothing is hidden; by default its text and what changed."""
        return "\n".join(filter(None, (visible(box.text), self.change_of(box))))

    def lone_text(self, box: Any) -> str:
        """What is said of a box where nothing is said of the other side."""
        return visible(box.text)

    def change_of(self, box: Any) -> str:
        """What changed at a box, in a word or two; empty if nothing did, or nothing is to be said of it."""
        is_said = box.operation != MATCHED and not self.telling.hides_gold
        return self.telling.told(SAID.get(box.operation, box.operation)) if is_said else ""

    def changes_found(self) -> Iterable[Any]:
        """The places of all changes."""
        return [self.place_of(box) for box in self.boxes if box.operation != MATCHED]

    def changed(self) -> list[Any]:
        """The same in the order in which people go from one to the next: that of the strip, in the direction of reading. It stays
        where something is unfolded on the way."""
        found, how = [*self.changes_found()], (self.is_right_to_left, self.arrangement)
        if self.in_order[0] != how or {*self.in_order[1]} != {*found}:
            sign = -1 if self.is_right_to_left else 1
            self.in_order = how, sorted(found, key=lambda one: sign * self._tick(one)[0])
        return self.in_order[1]

    def change_said(self, place: Any) -> str:
        """What is said of the change at a place."""
        return "; ".join(self.text_of(self.box_of(place)).split("\n"))

    def changes_said(self) -> list[str]:
        """The same of all."""
        return list(map(self.change_said, self.changed()))

    def strip(self) -> list[tuple[float, str]]:
        """How far along each of them is, from 0 to 1, and what changed there."""
        return list(map(self._tick, self.changed()))

    def _tick(self, place: Any) -> tuple[float, str]:
        box = self.shown_at(place)
        return (self.along(box), box.operation) if box is not None else (0.0, MATCHED)

    def tally(self) -> dict[str, int]:
        """How many nodes or arcs of each operation the sentence has; of what matches only where that is known."""
        boxes = (self.box_of(place) for place in self.changed())
        return dict(Counter(box.operation for box in boxes if box is not None))

    def matched_said(self) -> str:
        """What of it matches, after its number."""
        return SAID[MATCHED]

    def counts(self) -> list[Entry]:
        """What is counted below it: how many of each operation, or what is said in place of them, and how many arcs or brackets
        repair made. Of a gold that is hidden nothing."""
        if self.scene is None:
            return []
        numbers = {} if self.telling.hides_gold else self.tally()
        made = 0 if self.telling.hides_gold else self.scene.repaired
        said = {one: self.telling.told(text) for one, text in SAID.items()} | {MATCHED: self.matched_said()}
        found = [Entry(f"{numbers[one]:,} {said[one]}", SIGNS[one], one) for one in SIGNS if numbers.get(one, 0)]
        if all(one.operation == MATCHED for one in found):
            found = [Entry(self.nothing_changed())]
        return [*found, *([Entry(f"{made:,} {MADE_SAID}", MADE)] if made else [])]

    def nothing_changed(self) -> str:
        """What is said where there is no change."""
        if self.telling.hides_gold:
            return "The gold is hidden."
        if self.has_other_words:
            return "Identical but for words"
        if self.differs:
            return "No difference counts here; the whole trees differ"
        return self.telling.same_said

    def legend(self) -> list[Entry]:
        """What colours and signs mean, or that nothing changed; and that what is folded opens. Nothing where the gold is hidden."""
        if self.scene is None or self.telling.hides_gold:
            return []
        found = legend_of(self.scene, self.telling.called)
        if all(one.operation == MATCHED for one in found):
            found.insert(0, Entry(self.nothing_changed()))
        if any(self.part_of(box) is not None for box in self.boxes):
            differs = "; ≠ not the same there" if any(box.text.endswith("≠") for box in self.boxes) else ""
            found.append(Entry(f"△ … ⋮ folded (click to unfold){differs}"))
        return found

    def details(self) -> str:
        """What else is to be known of the sentence; nothing by default."""
        return ""

    def tags(self) -> list[Tag]:
        """The names in the corners of the view."""
        telling = self.telling
        if self.scene is None or not all(telling.names) or telling.hides_gold:
            return []
        told = telling.in_corners or ("GOLD" if telling.is_gold else telling.names[0], telling.names[1])
        return list(zip(self.scene.corners, self.scene.corner_names or told, strict=False))

    # -- for other places -----------------------------------------------------------------------------------------------------

    @property
    def note(self) -> str:
        """What is said below it where it is a picture of its own."""
        return ""

    def picture(self, part: Part | None = None, has_title: bool = True) -> Scene:
        """It, or a part of it, with names and legend, and with its title, or for a place that has a heading."""
        title, note = (self.title, self.note) if has_title else ("", "")
        telling = self.telling
        return picture(self.scene, title, telling.called, telling.names[1] or "system", note, part)

    def svg(self, theme: str = "light") -> str:
        """The same as SVG; empty if there is nothing."""
        return scene_svg(self.picture(), theme) if self.scene is not None else ""

    def latex(self) -> tuple[str, str]:
        """It as LaTeX, and what that needs in the preamble."""
        return scene_latex(self.scene)

    def latex_body(self) -> str:
        """It for a paper, with what it needs in the preamble as a comment; empty if there is nothing."""
        return with_preamble(*self.latex()) if self.scene is not None else ""

    def document(self) -> str:
        """It as a LaTeX document."""
        return scene_document(self.scene, self.title)

    def copies(self) -> dict[str, Callable[[], str]]:
        """As what text it can be copied, by what is copied."""
        return {"as SVG": self.svg, "as LaTeX": self.latex_body}
