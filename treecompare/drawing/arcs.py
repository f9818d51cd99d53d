"""Two dependency analyses over the same words: gold arcs above, those of the system below. No Qt.

Colours and marks are those of trees: ``<`` an arc of the gold that the system lacks, ``>`` one of the system that the gold lacks,
``~`` the same head under another relation. Words may stand in several rows: an arc that leads from one to another is drawn in
pieces, each of which has its label. Words whose arcs do not differ may be folded.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.drawing.style import BOX, FONT_SIZE, MARKS, estimated_width
from treecompare.mappings.mapping import DELETED, MATCHED

GOLD, TEST = "gold", "test"
LABEL_SIZE = 11.0
TAG_SIZE = 9.5
ROW = 40.0
"""Height of the row of words and tags between the arcs."""
STEP, DENSE_STEP = 21.0, 15.0
"""How much higher an arc is than the ones below it; where as much as can be is to be seen at once."""
FIRST = 26.0
MARGIN, GAP = 18.0, 16.0
ROUND = 16.0
"""Arcs rise steeply, so that they do not cross the labels of those below."""
BESIDE = 6.5
"""Arcs of one head begin so far beside each other."""
ROW_GAP, DENSE_GAP = 20.0, 10.0
"""Free space between two rows of words."""
AIR, DENSE_AIR = 22.0, 14.0
"""Above and below the arcs of a row, for the labels of the highest."""
BEYOND = 30.0
"""Room beside a row for arcs that go on in another one, and their labels."""
LEAST_RUN = 4
"""So many words whose arcs do not differ are folded; fewer are drawn."""
NOWHERE = -1
Measured = Callable[[str, float], float]
"""Width of a text in a size."""


@dataclass(frozen=True)
class Arc:
    """An arc to ``word`` from ``head`` (columns from 0; -1: the root), and what became of it (an operation of a mapping).

    ``is_projective``: all words between the two depend on the head in the end. ``is_relabelled``: the word has another relation on
    the other side, whatever its head is there.
    """

    side: str
    word: int
    head: int
    relation: str
    operation: str
    is_projective: bool = True
    is_relabelled: bool = False

    @property
    def text(self) -> str:
        """The relation with its mark; only the mark if there is no relation."""
        relation = "" if self.relation == "_" else self.relation
        return f"{relation}<" if self.operation == DELETED else f"{MARKS[self.operation]}{relation}"

    @property
    def span(self) -> tuple[int, int]:
        """The columns it leads across."""
        return (min(self.word, self.head), max(self.word, self.head)) if self.head >= 0 else (self.word, self.word)


@dataclass(frozen=True)
class Column:
    """A word of the gold, of the test, or of both; ``tag`` is its part of speech.

    ``gold``, ``test``: its place among the words of each file, NOWHERE where that file lacks it.
    """

    word: str
    tag: str = ""
    operation: str = MATCHED
    gold: int = NOWHERE
    test: int = NOWHERE


@dataclass(frozen=True)
class ArcBox:
    """An area that reacts to the pointer: a word (``arc`` is None) or the label of an arc. ``x``, ``y``: its middle, in points.

    ``opens``: it stands for the words from ``column`` to ``last``, which are folded. ``row``: of the words.
    """

    text: str
    x: float
    y: float
    width: float
    operation: str
    column: int
    arc: Arc | None = None
    row: int = 0
    last: int = NOWHERE
    opens: bool = False

    def contains(self, x: float, y: float) -> bool:
        """Whether a point is in it."""
        return abs(x - self.x) <= self.width / 2 and abs(y - self.y) <= BOX / 2

    def shows(self, column: int) -> bool:
        """Whether it is about that word."""
        return self.column <= column <= max(self.last, self.column)


@dataclass(frozen=True)
class Row:
    """Words beside each other, ``first`` to ``last`` of what is drawn; ``base``: where they begin, below the arcs of the gold.

    ``left``, ``right``: where arcs go on to other rows, first where reading begins.
    """

    first: int
    last: int
    top: float
    base: float
    bottom: float
    left: float
    right: float


@dataclass(frozen=True)
class Piece:
    """The part of an arc (its place in ``arcs``) in a row. ``comes``, ``goes``: whether it comes from a head, or goes on to a word,
    in another row; then to which edge: -1 where reading begins, 1 where it ends, else 0."""

    arc: int
    row: int
    height: float = 0.0
    comes: int = 0
    goes: int = 0


@dataclass(frozen=True)
class Curve:
    """A piece of an arc as it is drawn: ``path`` in SVG's notation, the tip of its arrow (None if it goes on in another row), and
    the middle of its label."""

    path: str
    tip: tuple[float, float] | None
    label: tuple[float, float]


@dataclass(frozen=True)
class ArcDrawing:
    """A finished layout, in points. ``centres``: the middle of each column; ``pieces``: of the arcs that are drawn.

    ``shown``: what stands beside each other: a column, or the first and last one of a folded run.
    """

    columns: tuple[Column, ...]
    arcs: tuple[Arc, ...]
    centres: tuple[float, ...]
    pieces: tuple[Piece, ...]
    rows: tuple[Row, ...]
    shown: tuple[tuple[int, int], ...]
    width: float
    height: float
    right_to_left: bool = False

    @cached_property
    def row_of(self) -> dict[int, int]:
        """The row of each column."""
        return {
            column: number
            for number, row in enumerate(self.rows)
            for first, last in self.shown[row.first : row.last + 1]
            for column in range(first, last + 1)
        }

    @cached_property
    def heights(self) -> dict[int, float]:
        """How high each arc is, in the row where it is highest."""
        found: dict[int, float] = {}
        for piece in self.pieces:
            found[piece.arc] = max(found.get(piece.arc, 0.0), piece.height)
        return found

    @cached_property
    def curves(self) -> tuple[Curve, ...]:
        """One per piece."""
        return tuple(self._curve(piece, shift) for piece, shift in zip(self.pieces, self._shifts(), strict=True))

    def _shifts(self) -> list[float]:
        """Offset of each piece from the middle of its head: arcs to one side start beside each other, long ones inside."""
        beside: dict[tuple[str, int, bool], list[int]] = {}
        for place, piece in enumerate(self.pieces):
            arc = self.arcs[piece.arc]
            if arc.head >= 0 and not piece.comes:
                head, word = self.place_of[arc.head], self.place_of[arc.word]
                beside.setdefault((arc.side, head, word > head), []).append(place)
        shifts = [0.0] * len(self.pieces)
        for places in beside.values():
            # what goes on in another row is the longest
            order = sorted(places, key=lambda place: (-abs(self.pieces[place].goes), -self.pieces[place].height))
            for number, place in enumerate(order):
                shifts[place] = BESIDE * (number + 1)
        return shifts

    @cached_property
    def place_of(self) -> dict[int, int]:
        """The place of each column in ``shown``."""
        return {column: place for place, (first, last) in enumerate(self.shown) for column in range(first, last + 1)}

    @cached_property
    def boxes(self) -> tuple[ArcBox, ...]:
        """Words and folded runs, then labels of arcs."""
        words = []
        for first, last in self.shown:
            column, row = self.columns[first], self.row_of[first]
            text, y = column.word if first == last else run_text(first, last), self.rows[row].base + 16
            width = max(estimated_width(text, FONT_SIZE), 18) + 8
            words.append(
                ArcBox(
                    text, self.centres[first], y, width, column.operation, first, row=row, last=last, opens=last > first
                )
            )
        labels = []
        for piece, curve in zip(self.pieces, self.curves, strict=True):
            arc = self.arcs[piece.arc]
            width = estimated_width(arc.text, LABEL_SIZE) + 8
            labels.append(ArcBox(arc.text, *curve.label, width, arc.operation, arc.word, arc, piece.row, arc.word))
        return (*words, *labels)

    def is_above(self, arc: Arc) -> bool:
        """Whether an arc is above its words."""
        return arc.side == GOLD

    def _curve(self, piece: Piece, beside: float) -> Curve:
        arc, row = self.arcs[piece.arc], self.rows[piece.row]
        sign, base = (-1, row.base) if self.is_above(arc) else (1, row.base + ROW)
        peak = base + sign * piece.height
        x = self.centres[arc.word]
        tip = (x, base + sign)
        if arc.head < 0:
            path = f"M{x:.1f} {peak:.1f} L{x:.1f} {base + sign * 3:.1f}"
            return Curve(path, tip, (x, peak + sign * 8))
        edges = {-1: row.left, 1: row.right}
        start = edges[piece.comes] if piece.comes else self.centres[arc.head]
        end = edges[piece.goes] if piece.goes else x
        sign_x = 1 if start < end else -1
        start += 0 if piece.comes else sign_x * beside
        round_ = min(abs(end - start) / 2, piece.height, ROUND)
        turn, shoulder = sign_x * round_, peak - sign * round_
        path = (
            f"M{start:.1f} {peak:.1f}"
            if piece.comes
            else (
                f"M{start:.1f} {base:.1f} L{start:.1f} {shoulder:.1f} Q{start:.1f} {peak:.1f} {start + turn:.1f} {peak:.1f}"
            )
        )
        path += (
            f" L{end:.1f} {peak:.1f}"
            if piece.goes
            else (
                f" L{end - turn:.1f} {peak:.1f} Q{end:.1f} {peak:.1f} {end:.1f} {shoulder:.1f} L{end:.1f} {base + sign * 3:.1f}"
            )
        )
        half = estimated_width(arc.text, LABEL_SIZE) / 2 + 2
        middle = min(max((start + end) / 2, half), max(self.width - half, half))
        return Curve(path, None if piece.goes else tip, (middle, peak + sign * 7))


def row_edges(start: Row, end: Row, is_back: bool) -> tuple[float, float]:
    """Where a row ends and another one begins, for what leads from one to the other; ``is_back``: to an earlier one."""
    return (start.left, end.right) if is_back else (start.right, end.left)


class ArcCounts(NamedTuple):
    """Of the words that both sides have: those with the same head and relation, with another head, with another relation, with
    both; then the words that only one side has."""

    same: int
    heads: int
    relations: int
    both: int
    gold_only: int
    test_only: int


def counted_arcs(drawing: ArcDrawing) -> ArcCounts:
    """What differs, word by word."""
    columns = drawing.columns
    shared = [arc for arc in drawing.arcs if arc.side == GOLD and columns[arc.word].test != NOWHERE]
    heads = {arc.word for arc in shared if arc.operation == DELETED}
    relations = {arc.word for arc in shared if arc.is_relabelled}
    return ArcCounts(
        sum(arc.operation == MATCHED for arc in shared), len(heads), len(relations), len(heads & relations),
        sum(one.test == NOWHERE for one in columns), sum(one.gold == NOWHERE for one in columns),
    )  # fmt: skip


def run_text(first: int, last: int) -> str:
    """What stands for folded words."""
    return f"… {last - first + 1} words …"


def alike_runs(columns: Sequence[Column], arcs: Sequence[Arc], opened: Collection[int] = ()) -> list[tuple[int, int]]:
    """First and last column of runs of words whose arcs do not differ, and to which no arc leads that does.

    ``opened``: first columns of runs that are not wanted. None if nothing differs at all.
    """
    differing = {place for place, one in enumerate(columns) if one.operation != MATCHED}
    for arc in arcs:
        if arc.operation != MATCHED:
            differing |= {arc.word, arc.head}
    differing.discard(-1)
    if not differing:
        return []
    ends = [-1, *sorted(differing), len(columns)]
    runs = [(before + 1, after - 1) for before, after in pairwise(ends) if after - before - 1 >= LEAST_RUN]
    return [run for run in runs if run[0] not in opened]


def shown_columns(
    count: int, folded: Sequence[tuple[int, int]]
) -> tuple[list[tuple[int, int]], dict[int, int], set[int]]:
    """What is drawn of so many words: first and last of each, a folded run being one; the place of each word; the folded words."""
    starts = dict(folded)
    inside = {column for first, last in folded for column in range(first, last + 1)}
    shown = [
        (column, starts.get(column, column)) for column in range(count) if column in starts or column not in inside
    ]
    place = {column: number for number, (first, last) in enumerate(shown) for column in range(first, last + 1)}
    return shown, place, inside


def layout_arcs(
    columns: Sequence[Column],
    arcs: Sequence[Arc],
    right_to_left: bool = False,
    measure: Measured = estimated_width,
    width: float | None = None,
    folded: Sequence[tuple[int, int]] = (),
    only_differing: bool = False,
    is_dense: bool = False,
) -> ArcDrawing:
    """Lays out arcs: short arcs lie below long ones, and every label fits over its words.

    ``width``: where rows break; None for one row. ``folded``: runs of words (:func:`alike_runs`) of which no arcs are drawn but
    those by which words outside depend on them. ``only_differing``: no arcs that both have. ``is_dense``: with as little free space
    between arcs and rows as their labels need.
    """
    shown, place, inside = shown_columns(len(columns), folded)
    drawn = [
        number
        for number, arc in enumerate(arcs)
        if arc.word not in inside and not (only_differing and arc.operation == MATCHED)
    ]
    spans = {
        number: sorted(place[end] for end in (arcs[number].head, arcs[number].word) if end >= 0) for number in drawn
    }
    widths, gaps = room_for(columns, arcs, shown, spans, place, measure)
    rows = broken_rows(widths, gaps, None if width is None else width - 2 * MARGIN - 2 * BEYOND)
    margin = MARGIN + BEYOND if len(rows) > 1 else MARGIN
    pieces: list[Piece] = []
    for row, (first, last) in enumerate(rows):
        pieces += pieces_in(arcs, spans, place, row, first, last, DENSE_STEP if is_dense else STEP)
    air, row_gap = (DENSE_AIR, DENSE_GAP) if is_dense else (AIR, ROW_GAP)
    centres = np.zeros(len(shown))
    whole, top, made = 0.0, 0.0, []
    for number, (first, last) in enumerate(rows):
        own = widths[first : last + 1]
        before = np.concatenate(([0.0], np.cumsum(own[:-1] + gaps[first:last]))) if len(own) else np.zeros(0)
        centres[first : last + 1] = margin + before + own / 2
        ends = float(before[-1] + own[-1]) if len(own) else 0.0
        whole = max(whole, ends + 2 * margin)
        tallest = {
            side: max((one.height for one in pieces if one.row == number and arcs[one.arc].side == side), default=0.0)
            for side in (GOLD, TEST)
        }
        base = top + tallest[GOLD] + air
        bottom = base + ROW + tallest[TEST] + air
        made.append(Row(first, last, top, base, bottom, MARGIN / 2, ends + 2 * margin - MARGIN / 2))
        top = bottom + row_gap
    whole = max(whole, 2 * MARGIN)
    if right_to_left:
        centres = whole - centres
        made = [replace(row, left=whole - row.left, right=whole - row.right) for row in made]
    return ArcDrawing(
        tuple(columns), tuple(arcs), tuple(float(centres[place[column]]) for column in range(len(columns))), tuple(pieces),
        tuple(made), tuple(shown), whole, made[-1].bottom, right_to_left,
    )  # fmt: skip


def room_for(
    columns: Sequence[Column],
    arcs: Sequence[Arc],
    shown: Sequence[tuple[int, int]],
    spans: dict[int, list[int]],
    place: dict[int, int],
    measure: Measured,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The width of what is shown, so that arcs have room at their heads; and the gaps between, so that labels have room."""
    texts = [
        ((columns[first].word, columns[first].tag) if first == last else (run_text(first, last), ""))
        for first, last in shown
    ]
    widths = np.array([max(measure(word, FONT_SIZE), measure(tag, TAG_SIZE)) + 6 for word, tag in texts])
    beside = Counter(
        (arcs[number].side, place[arcs[number].head], place[arcs[number].word] > place[arcs[number].head])
        for number in spans
        if arcs[number].head >= 0
    )
    for (_, head, _), count in beside.items():
        widths[head] = max(widths[head], 2 * (BESIDE * count + 4))
    gaps = np.full(max(len(shown) - 1, 0), GAP)
    for number in sorted(spans, key=lambda number: spans[number][-1] - spans[number][0]):
        first, last = spans[number][0], spans[number][-1]
        text = measure(arcs[number].text, LABEL_SIZE)
        if first == last:
            widths[first] = max(widths[first], text + 6)
            continue
        room = (widths[first] + widths[last]) / 2 + widths[first + 1 : last].sum() + gaps[first:last].sum()
        fan = beside[arcs[number].side, place[arcs[number].head], place[arcs[number].word] > place[arcs[number].head]]
        lacking = text + 16 + BESIDE * fan - room
        if lacking > 0:
            gaps[first:last] += lacking / (last - first)
    return widths, gaps


def broken_rows(widths: NDArray[np.float64], gaps: NDArray[np.float64], most: float | None) -> list[tuple[int, int]]:
    """First and last of each row that is at most so wide; one row if there is nothing to show."""
    rows, first, used = [], 0, 0.0
    for number, width in enumerate(widths.tolist()):
        wider = used + width + (float(gaps[number - 1]) if number > first else 0.0)
        if most is not None and wider > most and number > first:
            rows.append((first, number - 1))
            first, wider = number, width
        used = wider
    return [*rows, (first, len(widths) - 1)]


def pieces_in(
    arcs: Sequence[Arc],
    spans: dict[int, list[int]],
    place: dict[int, int],
    row: int,
    first: int,
    last: int,
    step: float = STEP,
) -> list[Piece]:
    """The pieces in a row, each above the shorter ones of its side that it overlaps; the arcs of the root above all."""
    found: list[tuple[int, int, Piece]] = []
    roots: list[Piece] = []
    for number, span in spans.items():
        low, high = span[0], span[-1]
        if high < first or low > last:
            continue
        if arcs[number].head < 0:
            roots.append(Piece(number, row))
            continue
        head, word = place[arcs[number].head], place[arcs[number].word]
        comes = -1 if head < first else 1 if head > last else 0
        goes = -1 if word < first else 1 if word > last else 0
        # the gaps it leads across: 0 before the first word of the row, then one after each
        found.append(
            (max(low - first + 1, 0), min(high - first, last - first + 1), Piece(number, row, 0.0, comes, goes))
        )
    reached: defaultdict[str, NDArray[np.int64]] = defaultdict(lambda: np.full(last - first + 2, -1))
    pieces = []
    for begin, end, piece in sorted(found, key=lambda one: one[1] - one[0]):
        between = reached[arcs[piece.arc].side][begin : end + 1]
        between[:] = int(between.max()) + 1
        height = FIRST + step * int(between[0])
        pieces.append(Piece(piece.arc, row, height, piece.comes, piece.goes))  # replace() takes ten times as long
    for piece in roots:
        level = int(reached[arcs[piece.arc].side].max(initial=-1)) + 1
        pieces.append(Piece(piece.arc, row, FIRST + step * level))
    return sorted(pieces, key=lambda piece: piece.arc)
