"""How two dependency analyses are laid out: which words are folded, where rows break, how high arcs are. No Qt."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from treecompare.drawing.arcs import (
    BESIDE,
    BEYOND,
    CHIP,
    LABEL_SIZE,
    MARGIN,
    ROW,
    Arc,
    ArcDrawing,
    Column,
    Piece,
    Row,
    differing_within,
    run_text,
)
from treecompare.drawing.style import FONT_SIZE, TAG_SIZE, Room, estimated_width
from treecompare.mappings.mapping import MATCHED

STEP, DENSE_STEP = 22.0, 18.0
"""How much higher an arc is than the ones below it; where as much as can be is to be seen at once."""
FIRST = 26.0
GAP = 16.0
ROW_GAP, DENSE_GAP = 20.0, 10.0
"""Free space between two rows of words."""
AIR, DENSE_AIR = 22.0, 14.0
"""Above and below the arcs of a row, for the labels of the highest."""
LEAST_RUN = 4
"""So many words whose arcs do not differ are folded; fewer are drawn."""
Measured = Callable[[str, float], float]
"""Width of a text in a size."""


def alike_runs(columns: Sequence[Column], arcs: Sequence[Arc], opened: Collection[int] = ()) -> list[tuple[int, int]]:
    """First and last column of runs of words whose arcs do not differ, and to which no arc leads that does.

    ``opened``: first columns of runs that are not wanted. None if nothing differs at all.
    """
    differing = {place for place, one in enumerate(columns) if one.operation != MATCHED}
    for arc in arcs:
        if not arc.is_alike:
            differing |= {arc.word, arc.head}
    differing.discard(-1)
    if not differing:
        return []
    ends = [-1, *sorted(differing), len(columns)]
    runs = [(before + 1, after - 1) for before, after in pairwise(ends) if after - before - 1 >= LEAST_RUN]
    return [run for run in runs if run[0] not in opened]


def other_runs(count: int, seen: Collection[int], opened: Collection[int] = ()) -> list[tuple[int, int]]:
    """First and last column of all runs between those that are seen, whether their arcs differ or not. ``opened``: see
    :func:`alike_runs`."""
    runs = [(before + 1, after - 1) for before, after in pairwise([-1, *sorted(seen), count])]
    return [run for run in runs if run[1] > run[0] and run[0] not in opened]


def heads_of(arcs: Sequence[Arc], words: Collection[int]) -> set[int]:
    """The heads of these words on both sides."""
    return {arc.head for arc in arcs if arc.word in words and arc.head >= 0}


def fewest_runs(
    whole: ArcDrawing,
    runs: Sequence[tuple[int, int]],
    most: float,
    drawn: Callable[[list[tuple[int, int]]], ArcDrawing],
) -> ArcDrawing:
    """Arcs in one row that is no wider than ``most``, with as few of the runs folded as that takes, long ones first.

    ``whole``: with none of them folded; ``drawn``: with some.
    """
    saved = {
        run: abs(whole.centres[run[1]] - whole.centres[run[0]]) + GAP - estimated_width(run_text(*run), FONT_SIZE)
        for run in runs
    }
    waiting = sorted(runs, key=lambda run: saved[run])
    folded: list[tuple[int, int]] = []
    found, width = whole, whole.width
    while waiting and found.width > most:
        while waiting and width > most:
            folded.append(waiting.pop())
            width -= saved[folded[-1]]
        found = drawn(sorted(folded))
        width = found.width
    return found


class Columns:
    """Columns in rows: what is drawn of words and arcs, where each row breaks, the middle of each column.

    ``width``: where rows break; None for one row. ``folded``: runs of words (:func:`alike_runs`) of which no arcs are drawn but
    those by which words outside depend on them. ``only_differing``: no arcs that both have. ``others``: further words of columns.
    """

    def __init__(
        self,
        columns: Sequence[Column],
        arcs: Sequence[Arc],
        width: float | None,
        folded: Sequence[tuple[int, int]],
        only_differing: bool,
        measure: Measured = estimated_width,
        others: Iterable[tuple[int, Column]] = (),
    ) -> None:
        self.columns, self.arcs, self.measure = columns, arcs, measure
        starts = dict(folded)
        inside = {column for first, last in folded for column in range(first, last + 1)}
        self.shown = [
            (column, starts.get(column, column))
            for column in range(len(columns))
            if column in starts or column not in inside
        ]
        """First and last of what is drawn, a folded run being one."""
        self.place = {column: n for n, (first, last) in enumerate(self.shown) for column in range(first, last + 1)}
        self.spans = {
            number: sorted(self.place[end] for end in (arc.head, arc.word) if end >= 0)
            for number, arc in enumerate(arcs)
            if arc.word not in inside and not (only_differing and arc.is_alike)
        }
        widths, gaps = self._room()
        for column, one in others:
            if column not in inside:
                own = max(measure(one.word, FONT_SIZE), measure(one.tag, TAG_SIZE)) + 6
                widths[self.place[column]] = max(widths[self.place[column]], own)
        self.rows = even_rows(widths, gaps, None if width is None else width - 2 * MARGIN - 2 * BEYOND)
        margin = MARGIN + BEYOND if len(self.rows) > 1 else MARGIN
        self.centres = np.zeros(len(self.shown))
        self.widths: list[float] = []
        """Of each row."""
        for first, last in self.rows:
            here = widths[first : last + 1]
            before = np.concatenate(([0.0], np.cumsum(here[:-1] + gaps[first:last]))) if len(here) else np.zeros(0)
            self.centres[first : last + 1] = margin + before + here / 2
            self.widths.append((float(before[-1] + here[-1]) if len(here) else 0.0) + 2 * margin)

    def _room(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The width of what is shown, so that arcs have room at their heads; and the gaps between, so that labels have room."""
        columns, arcs, spans, place, measure = self.columns, self.arcs, self.spans, self.place, self.measure
        texts = [
            (columns[first].word, columns[first].tag)
            if first == last
            else (run_text(first, last, differing_within(arcs, first, last)), "")
            for first, last in self.shown
        ]
        widths = np.array([max(measure(word, FONT_SIZE), measure(tag, TAG_SIZE)) + 6 for word, tag in texts])
        ways = {
            number: (arc.side, place[arc.head], place[arc.word] > place[arc.head])
            for number in spans
            if (arc := arcs[number]).head >= 0
        }
        beside = Counter(ways.values())
        ends = Counter((arcs[number].side, place[arcs[number].word]) for number in spans)
        for (side, head, _), count in beside.items():
            widths[head] = max(widths[head], 2 * (BESIDE * (count + max(ends[side, head] - 1, 0) / 2) + 4))
        for (_, word), count in ends.items():
            widths[word] = max(widths[word], BESIDE * (count - 1) + 8)
        gaps = np.full(max(len(self.shown) - 1, 0), GAP)
        for number in sorted(spans, key=lambda number: spans[number][-1] - spans[number][0]):
            first, last = spans[number][0], spans[number][-1]
            text = measure(arcs[number].text, LABEL_SIZE) + (0 if arcs[number].operation == MATCHED else CHIP)
            if first == last:
                widths[first] = max(widths[first], text + 6)
                continue
            room = (widths[first] + widths[last]) / 2 + widths[first + 1 : last].sum() + gaps[first:last].sum()
            lacking = text + 16 + BESIDE * beside[ways[number]] - room
            if lacking > 0:
                gaps[first:last] += lacking / (last - first)
        return widths, gaps

    def pieces(self, row: int, step: float = STEP) -> list[Piece]:
        """The pieces in a row, each above the shorter ones of its side that it overlaps; the arcs of the root above all."""
        arcs, place, (first, last) = self.arcs, self.place, self.rows[row]
        found: list[tuple[int, int, Piece]] = []
        roots: list[Piece] = []
        for number, span in self.spans.items():
            low, high = span[0], span[-1]
            if high < first or low > last:
                continue
            if arcs[number].head < 0:
                roots.append(Piece(number, row))
                continue
            head, word = place[arcs[number].head], place[arcs[number].word]
            comes = -1 if head < first else 1 if head > last else 0
            goes = -1 if word < first else 1 if word > last else 0
            # the gaps it leads across: 0 before the first word of the row, then one after each; of a word that is its own head both
            # beside it
            begin, end = (low - first, low - first + 1) if low == high else (low - first + 1, high - first)
            found.append((max(begin, 0), min(end, last - first + 1), Piece(number, row, 0.0, comes, goes)))
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

    def row(self, number: int, top: float, base: float, bottom: float) -> Row:
        """A row at these heights."""
        return Row(*self.rows[number], top, base, bottom, MARGIN / 2, self.widths[number] - MARGIN / 2)

    def drawing(
        self,
        pieces: Sequence[Piece],
        rows: Sequence[Row],
        height: float,
        right_to_left: bool,
        width: float = 0.0,
        kind: type[ArcDrawing] = ArcDrawing,
        is_dense: bool = False,
    ) -> ArcDrawing:
        """All of it; ``width``: at least."""
        centres, whole = self.centres, max(width, 2 * MARGIN, *self.widths)
        if right_to_left:
            centres = whole - centres
            rows = [replace(row, left=whole - row.left, right=whole - row.right) for row in rows]
        middles = tuple(float(centres[self.place[column]]) for column in range(len(self.columns)))
        return kind(
            tuple(self.columns), tuple(self.arcs), middles, tuple(pieces), tuple(rows), tuple(self.shown), whole, height,
            right_to_left, is_dense,
        )  # fmt: skip


def layout_arcs(
    columns: Sequence[Column],
    arcs: Sequence[Arc],
    right_to_left: bool = False,
    measure: Measured = estimated_width,
    width: float | None = None,
    folded: Sequence[tuple[int, int]] = (),
    only_differing: bool = False,
    is_dense: bool = False,
    room: Room | None = None,
    kind: type[ArcDrawing] = ArcDrawing,
) -> ArcDrawing:
    """Lays out arcs: short arcs lie below long ones, and every label fits over its words.

    ``width``, ``folded``, ``only_differing``: see :class:`Columns`. ``is_dense``: with as little free space between arcs and rows
    as their labels need; so it is where that makes it fit into the ``room``.
    """
    made = Columns(columns, arcs, width, folded, only_differing, measure)
    drawing = _in_rows(made, right_to_left, is_dense, kind)
    if room is not None and not is_dense:
        scale = max(min(room.width / max(drawing.width, 1.0), 1.0), room.least)
        if drawing.height * scale > room.height:
            dense = _in_rows(made, right_to_left, True, kind)
            return dense if dense.height * room.least <= room.height else drawing
    return drawing


def _in_rows(made: Columns, right_to_left: bool, is_dense: bool, kind: type[ArcDrawing]) -> ArcDrawing:
    arcs = made.arcs
    air, row_gap, step = (DENSE_AIR, DENSE_GAP, DENSE_STEP) if is_dense else (AIR, ROW_GAP, STEP)
    pieces: list[Piece] = []
    rows: list[Row] = []
    top = 0.0
    for number in range(len(made.rows)):
        here = made.pieces(number, step)
        above, below = (
            max((one.height for one in here if arcs[one.arc].side == side), default=0.0) for side in kind.sides
        )
        base = top + above + air
        rows.append(made.row(number, top, base, base + ROW + below + air))
        top = rows[-1].bottom + row_gap
        pieces += here
    return made.drawing(pieces, rows, rows[-1].bottom, right_to_left, kind=kind, is_dense=is_dense)


def even_rows(widths: NDArray[np.float64], gaps: NDArray[np.float64], most: float | None) -> list[tuple[int, int]]:
    """As few rows as go at most so far, all about as wide: the last word does not stand alone."""
    rows = broken_rows(widths, gaps, most)
    low, high = 0.0, most or 0.0
    while len(rows) > 1 and high - low > 10:
        middle = (low + high) / 2
        found = broken_rows(widths, gaps, middle)
        if len(found) > len(rows):
            low = middle
        else:
            rows, high = found, middle
    return rows


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
