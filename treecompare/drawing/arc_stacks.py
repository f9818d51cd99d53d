"""The gold's arcs and below them those of all systems, over the same columns of words. No Qt here.

All arcs stand above their words. Colours and marks are those of two analyses; at an arc of the gold stands in how many systems it
has another head or relation, if not in all: ``obl<2``. Words whose arcs are the same everywhere may be folded; where words break
into rows, each row has all analyses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from treecompare.drawing.arc_layout import Columns
from treecompare.drawing.arcs import (
    GOLD,
    LABEL_SIZE,
    NOWHERE,
    ROW,
    Arc,
    ArcDrawing,
    Column,
    Piece,
    Row,
    TaggedBox,
    run_text,
    word_marks,
)
from treecompare.drawing.scene import WORD, Mark
from treecompare.drawing.stacks import GOLD_TIER, HEAD, Head, Place, Stack, gold_mark, heads_width
from treecompare.drawing.style import FONT_SIZE, estimated_width
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED


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
class StackBox(TaggedBox):
    """A word (``arc`` is None) or the label of an arc of an analysis, over the columns ``first`` to ``last``."""

    tier: int
    first: int
    last: int
    text: str
    x: float
    y: float
    width: float
    operation: str
    row: int
    arc: StackArc | None = None
    part: int | None = None
    tag: str = ""

    @property
    def place(self) -> Place:
        """See the base; of an arc besides its word which one of several it is."""
        return ("word", self.tier, self.first) if self.arc is None else ("arc", self.tier, self.first, self.arc.head)


@dataclass(frozen=True)
class _Upward(ArcDrawing):
    """All arcs of all analyses, each above its words."""

    def is_above(self, arc: Arc) -> bool:
        return True


@dataclass(frozen=True)
class ArcStack(Stack):
    """See the base. ``drawing``: all arcs, its rows those of each analysis in turn, then those of the next row of words."""

    of: ClassVar[str] = "dependencies"

    tiers: tuple[ArcTier | None, ...] = ()
    drawing: ArcDrawing | None = None

    @property
    def blocks(self) -> int:
        """Rows of words."""
        return len(self.drawing.rows) // len(self.tiers) if self.drawing is not None else 0

    @cached_property
    def boxes(self) -> tuple[Any, ...]:
        drawing = self.drawing
        assert drawing is not None
        labels: list[StackBox] = []
        words: list[StackBox] = []
        for number, row in enumerate(drawing.rows):
            tier = self.tiers[number % len(self.tiers)]
            for first, last in drawing.shown[row.first : row.last + 1] if tier is not None else ():
                assert tier is not None
                if first not in tier.words and first == last:
                    continue
                text = run_text(first, last) if last > first else tier.words[first].word
                operation = tier.words[first].operation if last == first else MATCHED
                width = max(estimated_width(text, FONT_SIZE), 18) + 8
                words.append(
                    StackBox(
                        number % len(self.tiers), first, last, text, drawing.centres[first], row.base + 16, width, operation,
                        number, None, first if last > first else None, tier.words[first].tag if last == first else "",
                    )
                )  # fmt: skip
        for piece, curve in zip(drawing.pieces, drawing.curves, strict=True):
            arc = drawing.arcs[piece.arc]
            assert isinstance(arc, StackArc)
            width = estimated_width(arc.text, LABEL_SIZE) + 8
            labels.append(
                StackBox(arc.tier, arc.word, arc.word, arc.text, *curve.label, width, arc.operation, piece.row, arc)
            )
        return (*words, *labels, *self.head_boxes)

    def box_of(self, place: Place) -> Any:
        """See the base: of a word that is folded its run."""
        runs = (box for box in self.boxes if box.part is not None and box.place[:2] == place[:2])
        return super().box_of(place) or next((box for box in runs if box.first <= place[2] <= box.last), None)

    def over_same_words(self, box: Any) -> list[Any]:
        """See the base: the word and the labels of its arcs in all analyses, and the head of an arc."""
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
        if not isinstance(box, StackBox) or self.drawing is None:
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
            for arc in tier.arcs_of.get(box.first, ()):
                above = self.drawing.columns[arc.head].word if arc.head >= 0 else "the root"
                lines.append(f"{head.name}: {arc.relation} ← {above}")
        return "\n".join(lines)

    def hiding(self, tier: int, node: int) -> int | None:
        own = self.tiers[tier]
        columns = [column for column, one in own.words.items() if one.test == node] if own is not None else []
        runs = [one for one in self.drawing.shown if one[1] > one[0]] if self.drawing is not None else []
        return next((first for first, last in runs for column in columns if first <= column <= last), None)

    def places_of(self, tier: int, nodes: Iterable[int]) -> list[Place]:
        """See the base: the words and the labels of their arcs."""
        own, wanted = self.tiers[tier], set(nodes)
        columns = [column for column, one in own.words.items() if one.test in wanted] if own is not None else []
        there = (box for box in self.boxes if isinstance(box, StackBox) and box.tier == tier)
        return list(dict.fromkeys(box.place for box in there if any(box.first <= one <= box.last for one in columns)))

    def courses(self, tier: int, node: int, site: int = -1) -> list[Mark]:
        own = self.tiers[tier]
        if own is None or self.drawing is None:
            return []
        columns = {column for column, one in own.words.items() if one.test == node}
        return self.drawing.lit_arcs(str(tier), columns, DELETED if tier == GOLD_TIER else INSERTED)

    def numbers_at(self, place: Place) -> list[tuple[int, int]]:
        """See the base: a word in that analysis and in the gold."""
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
        return [*words, *(self.drawing.arc_marks() if self.drawing is not None else ())]


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
    drawing = made.drawing(sorted(pieces, key=lambda piece: piece.arc), rows, y, right_to_left, least, _Upward)
    return ArcStack(tuple(heads), tuple(lines), drawing.width, y, right_to_left, tuple(tiers), drawing)
