"""Two dependency analyses as they are drawn: which words are folded, where rows break, what is said of words and arcs. No Qt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from textwrap import wrap
from typing import Any

from treecompare.drawing.arc_layout import alike_runs, fewest_runs, heads_of, layout_arcs, other_runs
from treecompare.drawing.arcs import (
    GOLD,
    NOWHERE,
    TEST,
    Arc,
    ArcBox,
    ArcDrawing,
    Column,
    GraphDrawing,
    counted_arcs,
    differing_within,
)
from treecompare.drawing.drawn import Drawn, Space
from treecompare.drawing.drawn import Place as Node
from treecompare.drawing.scene import Part, Point
from treecompare.drawing.style import reads_right_to_left
from treecompare.errors import counted
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED
from treecompare.trees.dependencies import Dependencies


@dataclass(frozen=True)
class Wrapped:
    """What is done so that a drawing fits: words folded, rows that break at a width, less free space. ``around``: how much is seen
    where words are folded whose arcs differ: HEADS, WORDS or ROOTS."""

    is_folded: bool
    width: int | None = None
    is_dense: bool = False
    around: int | None = None


ROOTS, WORDS, HEADS = range(3)
"""The words that depend on nothing; those that are wanted, else all whose arcs differ; and the heads of these."""


@dataclass(eq=False, kw_only=True)
class ArcsDrawn(Drawn):
    """Arcs over words. Its places are its boxes; what is wanted are columns.

    ``sides``: the words of gold and test, which say what words have besides. ``only_differing``: no arcs that both have.
    """

    columns: Sequence[Column]
    arcs: Sequence[Arc]
    kind: type[ArcDrawing] = ArcDrawing
    sides: Mapping[str, Dependencies] = field(default_factory=dict)
    only_differing: bool = False
    scene: ArcDrawing | None = None
    way: Wrapped | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.is_right_to_left = reads_right_to_left([one.word for one in self.columns])
        if self.telling.hides_gold:  # both sides are the same
            self.arcs = [arc for arc in self.arcs if arc.side == GOLD]

    # -- how they are drawn ---------------------------------------------------------------------------------------------------

    def ways(self, space: Space) -> list[Wrapped]:
        """In one row, in several rows, with words folded in one row, in several."""
        if not self.columns:
            return []
        ways = [Wrapped(False), Wrapped(False, space.row)]
        if not self.folds:
            return ways
        ways += [replace(way, is_folded=True) for way in ways]
        around = (HEADS, WORDS) if self.wanted else (HEADS, WORDS, ROOTS)
        wrapped = replace(ways[1], is_folded=True, is_dense=True)
        focused = [replace(way, around=much) for much in around if space.focuses for way in (Wrapped(True), wrapped)]
        return ways + focused

    def overviews(self, space: Space, tried: dict[Wrapped, tuple[float, float]]) -> Iterator[Wrapped]:
        widest = tried[Wrapped(self.folds)][0]
        return space.row_widths(lambda width: Wrapped(self.folds, width, True), tried, widest)

    def laid_out(self, way: Wrapped, space: Space) -> ArcDrawing:
        room, runs = space.room, self._runs(way)

        def drawn(folded: list[tuple[int, int]]) -> ArcDrawing:
            return layout_arcs(
                self.columns, self.arcs, self.is_right_to_left, width=way.width, folded=folded,
                only_differing=self.only_differing, is_dense=way.is_dense, room=room, kind=self.kind,
            )  # fmt: skip

        if runs and way.width is None and way.around is None and not space.is_overview:
            return fewest_runs(drawn([]), runs, room.width / room.least, drawn)
        return drawn(runs)

    def _runs(self, way: Wrapped) -> list[tuple[int, int]]:
        """The words that are folded, or may be."""
        if way.around is None:
            return alike_runs(self.columns, self.arcs, self.unfolded_parts) if way.is_folded else []
        differing = {arc.word for arc in self.arcs if not arc.is_alike}
        roots = {arc.word for arc in self.arcs if arc.head < 0}
        seen = roots if way.around == ROOTS else set(self.wanted) or differing or roots
        seen = seen | heads_of(self.arcs, seen) if way.around == HEADS else seen
        return other_runs(len(self.columns), seen, self.unfolded_parts)

    def parts_with_room(self) -> list[int]:
        folded = {box.column for box in self.boxes if box.opens}
        return [first for first, _ in alike_runs(self.columns, self.arcs) if first not in folded]

    def folding_of(self, wanted: int) -> int | None:
        return next((one.column for one in self.boxes if one.opens and one.shows(wanted)), None)

    @property
    def begins_at_top(self) -> bool:
        """Where it has several rows."""
        return self.way is not None and self.way.width is not None

    # -- places ---------------------------------------------------------------------------------------------------------------

    def same_place(self, place: ArcBox) -> ArcBox | None:
        """The same word, or the label of the same arc."""
        return next((one for one in self.boxes if _is_of(one) == _is_of(place)), None)

    def places_of(self, nodes: Sequence[Node]) -> list[ArcBox]:
        drawing = self.scene
        if drawing is None:
            return []
        columns = self._columns_of(nodes)
        words = {number for _, number in columns}
        return [
            box
            for box in drawing.boxes
            if (
                any(map(box.shows, words))
                if box.arc is None
                else any(drawing.is_of(box.arc, side) and box.column == word for side, word in columns)
            )
        ]

    def nodes_at(self, place: ArcBox) -> list[Node]:
        return self.nodes_of(place.column)

    def nodes_of(self, column: int) -> list[Node]:
        """The words of both sides that a column shows, as side and number; none for -1."""
        one = self.columns[column] if 0 <= column < len(self.columns) else Column("")
        return [(side, place) for side, place in ((GOLD, one.gold), (TEST, one.test)) if place != NOWHERE]

    def _columns_of(self, nodes: Sequence[Node]) -> set[Node]:
        """The columns of words, each with its side."""
        wanted = set(nodes)
        return {
            (side, number)
            for number, one in enumerate(self.columns)
            for side, place in ((GOLD, one.gold), (TEST, one.test))
            if (side, place) in wanted
        }

    def wanted_for(self, nodes: Sequence[Node]) -> list[int]:
        return sorted({column for _, column in self._columns_of(nodes)})

    def wanted_at(self, place: ArcBox) -> list[int]:
        return [*range(place.column, place.last + 1)]

    def columns_of_words(self, numbers: Sequence[int]) -> list[int]:
        """The columns of words of the gold, numbered from 1."""
        columns = [place for place, one in enumerate(self.columns) if one.gold != NOWHERE]
        return [columns[number - 1] for number in numbers if number <= len(columns)]

    def showing(self, columns: Sequence[int]) -> list[ArcBox]:
        """The boxes of words, with the labels of their arcs."""
        return [box for box in self.boxes if any(map(box.shows, columns))]

    def related(self, box: ArcBox) -> list[ArcBox]:
        """A word with the labels of its arcs; an arc with its word, its head, and the other side's arc of the word."""
        own = [one for one in self.boxes if one.column == box.column]
        if box.arc is not None and box.arc.head >= 0:
            own += [one for one in self.boxes if one.arc is None and one.shows(box.arc.head)]
        return own

    def along(self, box: ArcBox) -> float:
        """Row after row, in the direction of reading; of an arc where its word is."""
        assert self.scene is not None
        across, rows = self.scene.centres[box.column] / self.scene.width, len(self.scene.rows)
        return float(1 - (box.row + 1 - across) / rows if self.scene.right_to_left else (box.row + across) / rows)

    def seen(self, part: Part) -> tuple[float, float]:
        if self.scene is None or len(self.scene.rows) < 2:
            return super().seen(part)
        rows, top, bottom = self.scene.rows, part[1], part[1] + part[3]
        shown = [number for number, row in enumerate(rows) if row.top < bottom - 20 and row.bottom > top + 20]
        first, last = (shown[0] / len(rows), (shown[-1] + 1) / len(rows)) if shown else (0.0, 0.0)
        return (1 - last, 1 - first) if self.scene.right_to_left else (first, last)

    def middle_of(self, along: float, here: Point) -> Point:
        if self.scene is None or len(self.scene.rows) < 2:
            return super().middle_of(along, here)
        rows = self.scene.rows
        row = rows[min(int((1 - along if self.scene.right_to_left else along) * len(rows)), len(rows) - 1)]
        return here[0], (row.top + row.bottom) / 2

    # -- what is said ---------------------------------------------------------------------------------------------------------

    def text_of(self, box: ArcBox) -> str:
        if box.opens:
            words = " ".join(one.word for one in self.columns[box.column : box.last + 1])
            differs = differing_within(self.arcs, box.column, box.last)
            said = "not all of their arcs are the same in both" if differs else "their arcs are the same in both"
            return "\n".join([*wrap(words, 72), f"{said}; click to open"])
        return self._arc_text(box.arc) if box.arc is not None else self._word_text(box.column)

    def changes_found(self) -> Iterable[Any]:
        """One place for each word, its own label of the gold if there is one."""
        found: dict[int, Any] = {}
        for box in super().changes_found():
            if box.column not in found or found[box.column].arc is None:
                found[box.column] = box
        return found.values()

    def tally(self) -> dict[str, int]:
        """Of arcs, of which a word may have one on each side."""
        drawing = self.scene
        if drawing is None:
            return {}
        return Counter(one.operation for one in drawing.arcs if drawing.is_of(one, GOLD) or one.operation == INSERTED)

    def matched_said(self) -> str:
        return "arc matched" if self.tally().get(MATCHED) == 1 else "arcs matched"

    def change_said(self, place: ArcBox) -> str:
        """What both sides have."""
        arcs = [one for one in self.arcs if one.word == place.column and one.operation != MATCHED]
        return "; ".join("\n".join(map(self._arc_text, arcs) if arcs else [self._word_text(place.column)]).split("\n"))

    def _arc_text(self, arc: Arc) -> str:
        assert self.scene is not None
        return self.scene.arc_said(arc, (self.telling.gold, self.telling.system), self.telling.is_gold)

    def _word_text(self, column: int) -> str:
        assert self.scene is not None
        one = self.scene.columns[column]
        lines = [f"{self.scene.number(column)}  {one.word}{'  empty node' if one.empty else ''}"]
        lacking = {DELETED: TEST, INSERTED: GOLD}.get(one.operation)
        for side, place, name in ((GOLD, one.gold, self.telling.gold), (TEST, one.test, self.telling.system)):
            if side == lacking:
                lines.append(f"{name}: has no such {'node' if one.empty else 'word'}")
                continue
            lines += [f"{name}: {head}" for head in self.scene.heads_said(column, side)]
            if place != NOWHERE:
                lines.append("    " + self._properties(side, place))
        return "\n".join(lines)

    def _properties(self, side: str, place: int) -> str:
        """Lemma, tags and features of a word."""
        words = self.sides.get(side)
        if words is None:
            return ""
        texts = words.symbols.texts
        values = [texts[int(getattr(words, name)[place])] for name in ("lemma", "upos", "xpos", "feats")]
        return "  ".join(value for value in values if value not in ("_", ""))

    def details(self) -> str:
        drawing, telling = self.scene, self.telling
        assert drawing is not None
        if isinstance(drawing, GraphDrawing):
            return "  ·  ".join(drawing.counts_said(telling.gold, telling.system))
        number, told = counted_arcs(drawing), telling.called.told_of_errors
        both = " ({})".format(counted(number.both, "word has both", "words have both"))
        parts = [
            counted(len(drawing.columns), "word"),
            counted(number.same, "arc the same", "arcs the same"),
            told(counted(number.heads, "wrong head")),
            told(counted(number.relations, "wrong relation")) + (both if number.both else ""),
        ]
        for alone, name in ((number.gold_only, telling.gold), (number.test_only, telling.system)):
            if alone:
                parts.append(f"{name}: {counted(alone, 'word')} more")
        crossing = [sum(arc.side == side and not arc.is_projective for arc in drawing.arcs) for side in (GOLD, TEST)]
        if any(crossing):
            parts.append(telling.told("non-projective arcs: gold {}, system {}".format(*crossing)))
        return "  ·  ".join(parts)


def _is_of(box: ArcBox) -> tuple[int, str, int, str]:
    """What a box stands for, wherever it is: a word, or an arc of a side."""
    return (box.column, "", 0, "") if box.arc is None else (box.column, box.arc.side, box.arc.head, box.arc.text)
