"""A sentence in the gold and in all systems, in every format: trees of constituents, or arcs.

All arcs stand above their words. Colours and marks are those of two analyses; at an arc of the gold stands in how many systems it
has another head or relation, if not in all: ``obl<2``. Words whose arcs are the same everywhere may be folded; where words break
into rows, each row has all analyses.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, ClassVar

from treecompare.drawing.arc_layout import Columns, alike_runs
from treecompare.drawing.arcs import (
    ARC_PREAMBLE,
    GOLD,
    NOWHERE,
    ROW,
    Arc,
    ArcBox,
    ArcDrawing,
    Column,
    Piece,
    Row,
    arcs_page,
    dependency_environment,
    word_marks,
)
from treecompare.drawing.describe import nodes_as_objects, numbered_words, padded, secondary_lines, tree_lines
from treecompare.drawing.drawn import Drawn, Space
from treecompare.drawing.drawn import Place as Node
from treecompare.drawing.edges import without_some
from treecompare.drawing.latex import escaped, scene_document, scene_latex
from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.scene import WORD, Mark, Part, Scene, frame_width, picture
from treecompare.drawing.sentence import SentenceDrawing, Wanted
from treecompare.drawing.stacks import GOLD_TIER, HEAD, LEGEND, Head, HeadBox, Place, Stack, gold_mark, heads_width
from treecompare.drawing.style import BOX, FONT_SIZE, estimated_width, reads_right_to_left
from treecompare.drawing.tree_shape import with_edges
from treecompare.drawing.tree_stacks import TreeStack, TreeTier, folded_parts, lay_out_trees, same_in_all, tree_tiers
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED, Mapping
from treecompare.trees.tree import Tree


@dataclass(frozen=True)
class StackArc(Arc):
    """An arc of an analysis, whose number is its ``side``; ``number``: in how many systems it is as its mark says."""

    number: str = ""

    @property
    def text(self) -> str:
        """The relation with its mark and number."""
        text = super().text
        return f"{text}{self.number}" if self.operation == DELETED else f"{self.number}{text}"

    @property
    def tier(self) -> int:
        """Its analysis."""
        return int(self.side)


@dataclass(frozen=True)
class ArcTier:
    """An analysis in a stack: its words by their columns (``test``: their place in its file), and its arcs."""

    words: dict[int, Column]
    arcs: tuple[StackArc, ...]

    @cached_property
    def arcs_of(self) -> dict[int, list[StackArc]]:
        """The arcs to each word, by its column."""
        found: dict[int, list[StackArc]] = {}
        for arc in self.arcs:
            found.setdefault(arc.word, []).append(arc)
        return found


def arc_tiers(gold: Sequence[Column], pairs: Sequence[ArcDrawing | None]) -> tuple[list[Column], list[ArcTier | None]]:
    """The columns of all analyses, and these: the gold's first, None for a pair that is missing.

    ``gold``: its words, for sentences of which there is no pair. A column is marked where some system lacks its word.
    """
    keyed: list[dict[tuple[int, int], Column]] = []
    places = {one.gold: number for number, one in enumerate(gold)}
    of_pair: list[list[tuple[int, int]]] = []
    for pair in pairs:
        keys: list[tuple[int, int]] = []
        last = (-1, 0)
        for one in pair.columns if pair is not None else ():
            last = (places[one.gold], 0) if one.gold != NOWHERE else (last[0], last[1] + 1)
            keys.append(last)
        of_pair.append(keys)
        keyed.append(dict(zip(keys, pair.columns, strict=True)) if pair is not None else {})
    everything = sorted({(number, 0) for number in range(len(gold))}.union(*of_pair))
    column_of = {key: number for number, key in enumerate(everything)}
    drawn = [number for number, pair in enumerate(pairs) if pair is not None]
    columns: list[Column] = []
    for number, after in everything:
        there = [keyed[one].get((number, after)) for one in drawn]
        if after:
            columns.append(replace(next(one for one in there if one is not None), operation=INSERTED))
        else:
            is_everywhere = all(one is not None and one.operation == MATCHED for one in there)
            columns.append(replace(gold[number], operation=MATCHED if is_everywhere else DELETED))
    tiers: list[ArcTier | None] = []
    gold_arcs: dict[tuple[int, int, str], list[Arc]] = {}
    for number, pair in enumerate(pairs):
        if pair is None:
            tiers.append(None)
            continue
        own = [column_of[key] for key in of_pair[number]]
        moved = [replace(arc, word=own[arc.word], head=own[arc.head] if arc.head >= 0 else -1) for arc in pair.arcs]
        for arc in moved:
            if arc.side == GOLD:
                gold_arcs.setdefault((arc.word, arc.head, arc.relation), []).append(arc)
        words = {column: one for column, one in zip(own, pair.columns, strict=True) if one.test != NOWHERE}
        arcs = [_arc_of_tier(str(number + 1), arc, arc.operation, arc.is_made) for arc in moved if arc.side != GOLD]
        tiers.append(ArcTier(words, tuple(arcs)))
    own_arcs = []
    for same in gold_arcs.values():
        counts = [sum(arc.operation == one for arc in same) for one in (DELETED, SWAPPED)]
        operation, told = gold_mark(counts[0], counts[1], len(drawn))
        own_arcs.append(_arc_of_tier("0", same[0], operation, number=told))
    top = {column_of[number, 0]: one for number, one in enumerate(gold)}
    words = {column: replace(one, test=one.gold, operation=columns[column].operation) for column, one in top.items()}
    return columns, [ArcTier(words, tuple(own_arcs)), *tiers]


def _arc_of_tier(tier: str, arc: Arc, operation: str, is_made: bool = False, number: str = "") -> StackArc:
    return StackArc(
        tier, arc.word, arc.head, arc.relation, operation, arc.is_projective, number=number, is_made=is_made
    )


@dataclass(frozen=True)
class StackBox(ArcBox):
    """A word (``arc`` is None) or the label of an arc of an analysis."""

    tier: int = GOLD_TIER

    @property
    def first(self) -> int:
        """The first of its columns."""
        return self.column

    @property
    def place(self) -> Place:
        """Of an arc besides its word which one of several it is."""
        return ("word", self.tier, self.first) if self.arc is None else ("arc", self.tier, self.first, self.arc.head)


@dataclass(frozen=True)
class Upward(ArcDrawing):
    """All arcs of all analyses, each above its words; rows are those of each analysis in turn, then those of the next words."""

    tiers: Sequence[ArcTier | None] = ()

    def is_above(self, arc: Arc) -> bool:
        return True

    def word_in(self, row: int, first: int, last: int) -> Column | None:
        tier = self.tiers[row % len(self.tiers)]
        if tier is None:
            return None
        return tier.words.get(first) if first == last else super().word_in(row, first, last)

    def box(self, text: str, x: float, y: float, width: float, *others: Any) -> StackBox:
        operation, column, arc, row, last, opens, tag, _ = others
        wide = width if arc is not None else max(estimated_width(text, FONT_SIZE), 18) + 8
        tier = row % len(self.tiers)
        return StackBox(text, x, y, wide, operation, column, arc, row, last, opens, tag, BOX, tier)


@dataclass(frozen=True)
class ArcStack(Stack):
    """``drawing``: all arcs."""

    of: ClassVar[str] = "dependencies"

    tiers: tuple[ArcTier | None, ...]
    drawing: Upward

    @cached_property
    def boxes(self) -> tuple[Any, ...]:
        return (*self.drawing.boxes, *self.head_boxes)

    def box_of(self, place: Place) -> Any:
        """Of a word that is folded its run."""
        runs = (box for box in self.boxes if box.part is not None and box.place[:2] == place[:2])
        return super().box_of(place) or next((box for box in runs if box.first <= place[2] <= box.last), None)

    def over_same_words(self, box: Any) -> list[Any]:
        """The word and the labels of its arcs in all analyses, and the head of an arc."""
        if not isinstance(box, StackBox):
            return [box]
        own = [
            one for one in self.boxes if isinstance(one, StackBox) and (one.first, one.last) == (box.first, box.last)
        ]
        if box.arc is not None and box.arc.head >= 0:
            head = self.box_of(("word", box.tier, box.arc.head))
            own += [head] if head is not None else []
        return [box, *(one for one in own if one is not box)]

    def said_of(self, box: Any) -> str:
        if not isinstance(box, StackBox):
            return str(box.text)
        if box.part is not None:
            return " ".join(one.word for one in self.drawing.columns[box.first : box.last + 1])
        word = self.drawing.columns[box.first].word
        lines = [f"{box.first + 1}  {word}"]
        for head, tier in zip(self.heads, self.tiers, strict=True):
            if tier is None:
                continue
            if box.first not in tier.words:
                lines.append(f"{head.name}: has no such word")
            arcs = tier.arcs_of.get(box.first, ())
            lines += [f"{head.name}: {arc.relation} ← {self.drawing.head_word(arc)}" for arc in arcs]
        return "\n".join(lines)

    def hiding(self, tier: int, node: int) -> int | None:
        own = self.tiers[tier]
        columns = [column for column, one in own.words.items() if one.test == node] if own is not None else []
        runs = [one for one in self.drawing.shown if one[1] > one[0]]
        return next((first for first, last in runs for column in columns if first <= column <= last), None)

    def places_of(self, tier: int, nodes: Iterable[int]) -> list[Place]:
        own, wanted = self.tiers[tier], set(nodes)
        columns = [column for column, one in own.words.items() if one.test in wanted] if own is not None else []
        there = (box for box in self.boxes if isinstance(box, StackBox) and box.tier == tier)
        return list(dict.fromkeys(box.place for box in there if any(box.first <= one <= box.last for one in columns)))

    def courses(self, tier: int, node: int, site: int = -1) -> list[Mark]:
        own = self.tiers[tier]
        if own is None:
            return []
        columns = {column for column, one in own.words.items() if one.test == node}
        return self.drawing.lit_arcs(str(tier), columns, DELETED if tier == GOLD_TIER else INSERTED)

    def numbers_at(self, place: Place) -> list[tuple[int, int]]:
        """A word in that analysis and in the gold."""
        box = self.box_of(place)
        if not isinstance(box, StackBox) or box.part is not None:
            return []
        both = [(tier, self.tiers[tier]) for tier in dict.fromkeys((GOLD_TIER, box.tier))]
        return [
            (number, own.words[box.first].test) for number, own in both if own is not None and box.first in own.words
        ]

    @cached_property
    def content(self) -> list[Mark]:
        words = [mark for box in self.boxes if box.role == WORD for mark in word_marks(box)]
        return [*words, *self.drawing.arc_marks()]

    def own_latex(self) -> tuple[str, str]:
        """A ``dependency`` environment per analysis over the same words, so that they line up."""
        parts = []
        for head, tier in zip(self.heads, self.tiers, strict=True):
            said = f" {{\\footnotesize {escaped(head.said)}}}" if head.said else ""
            parts.append(f"\\noindent \\textbf{{{escaped(head.name)}}}{said}\\par")
            if tier is not None:
                words = [
                    escaped(tier.words[number].word) if number in tier.words else f"\\phantom{{{escaped(one.word)}}}"
                    for number, one in enumerate(self.drawing.columns)
                ]
                parts += [dependency_environment(words, tier.arcs, range(len(words))), "\\par"]
        return "\n".join(parts), ARC_PREAMBLE

    def own_document(self, comment: str = "") -> str:
        texts = [arc.relation for arc in self.drawing.arcs] + [one.word for one in self.drawing.columns]
        return arcs_page(self.own_latex()[0], texts, comment, "varwidth=\\maxdimen, ")


def lay_out_arcs(
    heads: Sequence[Head],
    columns: Sequence[Column],
    tiers: Sequence[ArcTier | None],
    right_to_left: bool = False,
    width: float | None = None,
    folded: Sequence[tuple[int, int]] = (),
    only_differing: bool = False,
) -> ArcStack:
    """Lays out a stack; the options are those of :func:`treecompare.drawing.arc_layout.layout_arcs`."""
    arcs = [arc for tier in tiers if tier is not None for arc in tier.arcs]
    # a system may write a word differently, or give it a longer tag
    others = [word for tier in tiers if tier is not None for word in tier.words.items()]
    made = Columns(columns, arcs, width, folded, only_differing, others=others)
    pieces: list[Piece] = []
    rows: list[Row] = []
    lines: list[tuple[int, float]] = []
    y = 0.0
    for block in range(len(made.rows)):
        found = made.pieces(block)
        for number, tier in enumerate(tiers):
            here = [replace(one, row=len(rows)) for one in found if arcs[one.arc].tier == number]
            if tier is not None or not block:
                lines.append((number, y))
                y += HEAD
            base = y + max((one.height for one in here), default=0.0) + 20 if tier is not None else y
            rows.append(made.row(block, y, base, base + ROW if tier is not None else y))
            pieces += here
            y = rows[-1].bottom
        y += 12
    # rows are no wider than asked for: who shows them cuts what stands beside the names
    least = heads_width(heads) if width is None else 0.0
    drawing = made.drawing(sorted(pieces, key=lambda piece: piece.arc), rows, y, right_to_left, least)
    upward = Upward(**{one.name: getattr(drawing, one.name) for one in fields(drawing)}, tiers=tiers)
    return ArcStack(tuple(heads), tuple(lines), drawing.width, y, right_to_left, tuple(tiers), upward)


@dataclass(frozen=True)
class Way:
    """How a stack is drawn. ``folds``: without what is the same in all; ``is_tight``: as much of it as can be. ``width``: where
    words break into rows, of arcs. ``only_differing``: no arcs that all have. ``edge_labels``, ``secondary_edges``: of trees."""

    folds: bool = True
    is_tight: bool = True
    width: int | None = None
    only_differing: bool = False
    edge_labels: bool = True
    secondary_edges: bool = True


@dataclass(frozen=True)
class StackedSentence(SentenceDrawing):
    """``heads``: of the gold and of each system. ``name``: the sentence in a document; ``head``: what stands first in JSON;
    ``systems``: what JSON says of each system besides its analysis. ``names``: what gold and systems are called."""

    title: str
    heads: Sequence[Head]
    wanted: Wanted
    name: str
    head: dict[str, Any]
    systems: Sequence[dict[str, Any]]
    names: Names = field(default=PLAIN, kw_only=True)

    @property
    def legend(self) -> str:
        """What the signs mean."""
        return self.names.told(LEGEND)

    @abstractmethod
    def laid_out(self, way: Way, opened: Collection[int] = (), right_to_left: bool = False) -> Stack:
        """It, laid out; ``opened``: parts that are not folded."""

    @property
    @abstractmethod
    def words(self) -> list[str]:
        """Those of the gold."""

    def latex(self) -> tuple[str, str]:
        return scene_latex(self.usual())

    def document(self) -> str:
        return scene_document(self.usual(), self.name)

    def scene(self) -> Stack:
        return self.usual().at_least(frame_width(self.title, self.usual().foot(self.names)))

    def usual(self) -> Stack:
        """It, as commands draw it."""
        wanted = self.wanted
        way = Way(wanted.elide, edge_labels=wanted.edge_labels, secondary_edges=wanted.secondary_edges)
        return with_edges(self.laid_out(way, (), wanted.right_to_left), wanted.slanted)


@dataclass(frozen=True)
class TreesStacked(StackedSentence):
    """Trees of constituents. ``mappings``: None for a system of which there is nothing to draw."""

    of: ClassVar[str] = "constituents"

    gold: Tree
    mappings: Sequence[Mapping | None]

    @cached_property
    def tiers(self) -> list[TreeTier | None]:
        """The gold's tree and those of the systems."""
        return tree_tiers(self.gold, self.mappings)

    @cached_property
    def _same(self) -> list[bool]:
        return same_in_all(self.gold, self.mappings, self.tiers)

    @property
    def words(self) -> list[str]:
        return self.gold.words

    def laid_out(self, way: Way, opened: Collection[int] = (), right_to_left: bool = False) -> TreeStack:
        parts = folded_parts(self.gold, self.tiers, self._same, way.is_tight, opened) if way.folds else {}
        tiers = [
            None if tier is None else replace(tier, tree=without_some(tier.tree, way.edge_labels, way.secondary_edges))
            for tier in self.tiers
        ]
        return lay_out_trees(self.heads, tiers, parts, right_to_left)

    def text(self) -> str:
        """The trees one below the other, indented."""
        numbered = numbered_words(tier.tree for tier in self.tiers if tier is not None)
        blocks = ["\n".join(numbered[:-1])] if numbered else []
        for head, tier in zip(self.heads, self.tiers, strict=True):
            lines: list[tuple[int, str]] = []
            further: list[str] = []
            if tier is not None:
                tree = without_some(tier.tree, self.wanted.edge_labels, self.wanted.secondary_edges)
                lines, further = tree_lines(tree, tier.text, bool(numbered)), secondary_lines(tree, head.name)
            blocks.append("\n".join([head.text, *(f"  {line}" for _, line in lines), *further]))
        return "\n\n".join([*blocks, self.legend])

    def as_object(self) -> dict[str, Any]:
        """Nodes in postorder, numbered from 0; ``gold`` is the node of the gold that a system's node stands for."""
        systems = []
        for about, tier in zip(self.systems, self.tiers[1:], strict=True):
            nodes = None if tier is None else [
                {**one, "gold": tier.gold_of.get(node), "operation": tier.operations[node]}
                for node, one in enumerate(nodes_as_objects(tier.tree))
            ]  # fmt: skip
            systems.append({**about, "nodes": nodes})
        lacking = [
            [
                str(about["name"])
                for about, tier in zip(self.systems, self.tiers[1:], strict=True)
                if tier is not None and node not in tier.node_of
            ]
            for node in range(len(self.gold))
        ]
        gold = [{**one, "not_in": names} for one, names in zip(nodes_as_objects(self.gold), lacking, strict=True)]
        return {**self.head, "gold_nodes": gold, "systems": systems}


@dataclass(frozen=True)
class ArcsStacked(StackedSentence):
    """Arcs. ``gold``: its words; ``pairs``: both analyses of each system, None where there is nothing to draw."""

    of: ClassVar[str] = "dependencies"

    gold: Sequence[Column]
    pairs: Sequence[ArcDrawing | None]

    @cached_property
    def _merged(self) -> tuple[list[Column], list[ArcTier | None]]:
        return arc_tiers(self.gold, self.pairs)

    @property
    def tiers(self) -> list[ArcTier | None]:
        """The gold's analysis and those of the systems."""
        return self._merged[1]

    @property
    def columns(self) -> list[Column]:
        """The words of all."""
        return self._merged[0]

    @property
    def words(self) -> list[str]:
        return [one.word for one in self.gold]

    def laid_out(self, way: Way, opened: Collection[int] = (), right_to_left: bool = False) -> ArcStack:
        arcs = [arc for tier in self.tiers if tier is not None for arc in tier.arcs]
        folded = alike_runs(self.columns, arcs, opened) if way.folds and way.is_tight else []
        return lay_out_arcs(self.heads, self.columns, self.tiers, right_to_left, way.width, folded, way.only_differing)

    def text(self) -> str:
        """A line per word, a column per analysis."""
        rows = [["", "word", "tag", *(head.name for head in self.heads)]]
        for number, column in enumerate(self.columns):
            cells = []
            for tier in self.tiers:
                arcs = tier.arcs_of.get(number, ()) if tier is not None else ()
                cells.append(", ".join(f"{arc.head + 1} {arc.text}" for arc in arcs))
            rows.append([str(number + 1), column.word, column.tag, *cells])
        said = [head.text for head in self.heads if head.said]
        return "\n".join([*padded(rows), "", *said, self.legend])

    def as_object(self) -> dict[str, Any]:
        """Words count from 1, 0 is the root."""
        top = self.tiers[0]
        systems = [
            {**about, "arcs": None if tier is None else _arcs(tier)}
            for about, tier in zip(self.systems, self.tiers[1:], strict=True)
        ]
        words = [one.word for one in self.columns]
        return {**self.head, "words": words, "gold_arcs": _arcs(top) if top is not None else [], "systems": systems}


def _arcs(tier: ArcTier) -> list[dict[str, Any]]:
    return [
        {"word": arc.word + 1, "head": arc.head + 1, "relation": arc.relation, "operation": arc.operation}
        for arc in sorted(tier.arcs, key=lambda arc: arc.word)
    ]


# -- as it is drawn, and what is said of it ----------------------------------------------------------------------------


def _is_counted(one: Any) -> bool:
    """Whether a box or an arc is a change: what is relabelled is marked in the gold, too, and is one of the system."""
    return one.operation in ((DELETED,) if one.tier == GOLD_TIER else (INSERTED, SWAPPED))


@dataclass(eq=False, kw_only=True)
class StackDrawn(Drawn):
    """A stack. Its places are nodes, words, arcs and names (:data:`Place`): they stay lit and pinned in another arrangement; what
    is wanted are analyses with a node or word.

    ``system``: the one that nodes of the ``test`` are of. ``only_differing``: no arcs that all have.
    """

    sentence: StackedSentence
    system: int = 0
    only_differing: bool = False
    edge_labels: bool = True
    secondary_edges: bool = True
    scene: Stack | None = None

    def __post_init__(self) -> None:
        self.is_right_to_left = reads_right_to_left(self.sentence.words)

    @property
    def has_arcs(self) -> bool:
        """Whether it is of dependencies, whose words break into rows."""
        return self.sentence.of == "dependencies"

    def current_mapping(self) -> Mapping | None:
        """The mapping of the trees of gold and ``system``, if such are drawn."""
        return self.sentence.mappings[self.system] if isinstance(self.sentence, TreesStacked) else None

    def ways(self, space: Space) -> list[Way]:
        """With as much folded as it takes to be no wider than the view; arcs break into rows."""
        only = self.only_differing and self.has_arcs
        edges = self.edge_labels, self.secondary_edges
        foldings = ((False, False), (True, False), (True, True)) if self.folds else ((False, False),)
        ways = [Way(*folding, None, only, *edges) for folding in foldings]
        if self.has_arcs:
            ways.append(Way(self.folds, self.folds, space.row, only))
        return ways

    def overviews(self, space: Space, tried: dict[Way, tuple[float, float]]) -> Iterator[Way]:
        if not self.has_arcs:
            return iter(())
        first = next(iter(tried))  # in one row
        return space.row_widths(
            lambda width: Way(self.folds, self.folds, width, first.only_differing), tried, tried[first][0]
        )

    def laid_out(self, way: Way, space: Space) -> Stack:
        return self.sentence.laid_out(way, self.unfolded_parts, self.is_right_to_left)

    def has_room(self, width: float, height: float, space: Space) -> bool:
        """It is scrolled where it is higher than the view."""
        bar = 0.0 if space.has_room(0, height) else space.scroll_bar / space.least_scale
        return space.has_room(width + bar, 0)

    def folding_of(self, wanted: tuple[int, int]) -> int | None:
        return self.scene.hiding(*wanted) if self.scene is not None else None

    @property
    def begins_at_top(self) -> bool:
        return True

    @property
    def scrolls_down(self) -> bool:
        return True

    @property
    def painted(self) -> Scene:
        """The names are painted by themselves."""
        assert self.scene is not None
        return self.scene.nameless

    def names_seen(self, left: float, top: float) -> list[Mark]:
        """Of all analyses."""
        return self.scene.names_seen(left, top, self.system + 1, self.measure) if self.scene is not None else []

    # -- places ---------------------------------------------------------------------------------------------------------------

    def places_of(self, nodes: Sequence[Node]) -> list[Place]:
        """Of the gold, or of the ``system``."""
        if self.scene is None:
            return []
        return [place for tier, node in self.wanted_for(nodes) for place in self.scene.places_of(tier, [node])]

    def nodes_at(self, place: Place) -> list[Node]:
        """Of the gold, or of the ``system``."""
        sides = {GOLD_TIER: "gold", self.system + 1: "test"}
        found = self.scene.numbers_at(place) if self.scene is not None and place[1] in sides else []
        return [(sides[tier], number) for tier, number in found if tier in sides]

    def wanted_for(self, nodes: Sequence[Node]) -> list[tuple[int, int]]:
        return [(GOLD_TIER if side == "gold" else self.system + 1, node) for side, node in nodes]

    def clicked(self, box: Any) -> tuple[int, list[Node] | None]:
        """The system that a click on a box is about, and the nodes of the gold or of that system that are clicked; None: none are.
        A line with a name is about its system, and so is what differs from the gold in another system than ``system``."""
        assert self.scene is not None
        if isinstance(box, HeadBox):
            return box.tier - 1 if box.tier != GOLD_TIER else self.system, None
        is_other = box.tier not in (GOLD_TIER, self.system + 1)
        if box.part is not None or (is_other and box.operation == MATCHED):
            return self.system, None
        found = self.scene.numbers_at(self.place_of(box))
        nodes = [("gold" if tier == GOLD_TIER else "test", number) for tier, number in found]
        return box.tier - 1 if is_other else self.system, nodes

    def courses(self, node: Node, site: int) -> list[Mark]:
        return self.scene.courses(*self.wanted_for([node])[0], site) if self.scene is not None else []

    def changed(self) -> list[Place]:
        """Analysis by analysis, in the order of words, which have one place each if they have arcs."""
        boxes = sorted(filter(_is_counted, self.boxes), key=lambda box: (box.tier, box.first, box.y))
        others = {box.first for box in boxes if box.tier != GOLD_TIER and self.has_arcs}
        places: dict[Any, Place] = {}
        for box in boxes:
            if box.tier != GOLD_TIER or box.first not in others:
                places.setdefault((box.tier, box.first) if self.has_arcs else box.place, box.place)
        return list(places.values())

    def tally(self) -> dict[str, int]:
        if not isinstance(self.sentence, ArcsStacked):
            return super().tally()
        arcs = (arc for tier in self.sentence.tiers if tier is not None for arc in tier.arcs)
        return Counter(arc.operation for arc in filter(_is_counted, arcs))

    def related(self, box: Any) -> list[Any]:
        """What is over the same words in all analyses."""
        return [one for one in self._over_same_words(box) if one.role != WORD]

    def words_below(self, box: Any) -> list[Any]:
        return [one for one in self._over_same_words(box) if one.role == WORD]

    def _over_same_words(self, box: Any) -> list[Any]:
        is_there = self.scene is not None and not isinstance(box, HeadBox)
        return self.scene.over_same_words(box) if is_there else []  # type: ignore[union-attr]

    # -- what is said ---------------------------------------------------------------------------------------------------------

    def nothing_changed(self) -> str:
        return f"All systems have what {'the gold' if self.telling.is_gold else self.telling.gold} has."

    def text_of(self, box: Any) -> str:
        assert self.scene is not None
        said = self.scene.said_of(box)
        if isinstance(box, HeadBox):
            is_other = box.tier not in (GOLD_TIER, self.system + 1)
            return "\n".join([said, "click: what other panes are about"]) if is_other else said
        return "\n".join([said, "the same in all; click to open"]) if box.part is not None else said

    def details(self) -> str:
        same = sum(one.get("errors") == 0 for one in self.sentence.systems)
        count = len(self.sentence.heads) - 1
        told = "1 system" if count == 1 else f"{count} systems"
        return f"{told} · {same} without {'an error' if self.telling.is_gold else 'a difference'}"

    # -- for other places -----------------------------------------------------------------------------------------------------

    def picture(self, part: Part | None = None, has_title: bool = True) -> Scene:
        assert self.scene is not None
        if not has_title:
            return super().picture(part, has_title)
        stack = self.scene.at_least(frame_width(self.title, self.scene.foot(self.telling.called)))
        return picture(stack, self.title, self.telling.called, part=part)

    def document(self) -> str:
        return scene_document(self.scene, self.sentence.name) if self.scene is not None else ""
