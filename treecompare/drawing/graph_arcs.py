"""The basic tree above the words, the enhanced graph below: what is in both, or in one only, and what gold or system lacks. No Qt.

Both analyses are drawn as one. Marks and colours of arcs say what became of them between gold and system, as elsewhere; an arc that
is in one of the two graphs only is thicker. Empty nodes stand in their places between the words.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from treecompare.drawing.arcs import GOLD, TEST, Arc, ArcDrawing
from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.scene import Entry
from treecompare.drawing.style import MARKS
from treecompare.errors import counted
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED
from treecompare.trees.enhanced import without_subtypes

BASIC, ENHANCED = "basic", "enhanced"
GRAPHS = {BASIC: "basic tree", ENHANCED: "enhanced graph"}


@dataclass(frozen=True)
class GraphArc(Arc):
    """An arc of one of the two graphs, its ``side``; ``other``: the system's relation, where it has another one."""

    other: str = ""

    @property
    def text(self) -> str:
        """The relation with its mark; of other relations both: ``obl:in~obl:at``."""
        return f"{self.relation}{MARKS[SWAPPED]}{self.other}" if self.operation == SWAPPED else super().text

    @property
    def told(self) -> str:
        """With marks, and a star if it is in one of the two graphs only."""
        return f"{self.text}*" if self.is_alone else self.text


@dataclass(frozen=True)
class GraphDrawing(ArcDrawing):
    """See above."""

    sides: ClassVar = (BASIC, ENHANCED)

    @property
    def corner_names(self) -> tuple[str, ...]:
        return "BASIC", "ENHANCED"

    def is_of(self, arc: Arc, side: str) -> bool:
        return arc.operation != (INSERTED if side == GOLD else DELETED)

    def is_counted(self, arc: Arc, part: str, count: str) -> bool:
        """Whether an arc is an enhanced edge that a count of ELAS or EULAS (``part``) is about."""
        other = getattr(arc, "other", "")
        is_same = arc.operation == MATCHED or (
            part == "eulas" and other and without_subtypes(other) == without_subtypes(arc.relation)
        )
        sides = {"gold": INSERTED, "words": INSERTED, "deleted": INSERTED, "test": DELETED, "inserted": DELETED}
        if arc.side != ENHANCED or arc.operation == sides.get(count):
            return False
        return bool(is_same) if count == "matched" else not is_same or count not in ("deleted", "inserted")

    def arc_said(self, arc: Arc, names: tuple[str, str], is_gold: bool) -> str:
        gold, system = names
        says = {
            DELETED: f"{gold} only",
            INSERTED: f"{system} only",
            SWAPPED: f"{gold}: {arc.relation}, {system}: {getattr(arc, 'other', '')}",
            MATCHED: "the same in both",
        }[arc.operation]
        if arc.is_alone:
            says += f"\nnot in the {GRAPHS[ENHANCED if arc.side == BASIC else BASIC]}"
        word = self.columns[arc.word].word
        return f"{GRAPHS[arc.side]}: {word} depends on {self.head_word(arc)} as {arc.text}\n{says}"

    def heads_said(self, column: int, side: str) -> list[str]:
        """In both graphs."""
        own = [arc for arc in self.arcs if arc.word == column and self.is_of(arc, side)]
        relations = [getattr(arc, "other", "") or arc.relation if side == TEST else arc.relation for arc in own]
        return [f"{arc.side} {one} ← {self.head_word(arc)}" for arc, one in zip(own, relations, strict=True)]

    def counts_said(self, gold: str, system: str) -> list[str]:
        """What there is of it, for people; ``gold``, ``system``: their names."""
        edges = [arc for arc in self.arcs if arc.side == ENHANCED]
        number = Counter(arc.operation for arc in edges)
        empty = sum(bool(one.empty) for one in self.columns)
        told = [
            counted(len(self.columns) - empty, "word"),
            *([counted(empty, "empty node")] if empty else []),
            counted(number[MATCHED], "enhanced edge the same", "enhanced edges the same"),
            *([counted(number[SWAPPED], "other relation")] if number[SWAPPED] else []),
            *([f"{number[DELETED]} {gold} only"] if number[DELETED] else []),
            *([f"{number[INSERTED]} {system} only"] if number[INSERTED] else []),
        ]
        return [*told, f"{sum(arc.is_alone for arc in edges)} not in the basic tree"]

    def sides_told(self, names: Names) -> tuple[str, str]:
        return BASIC, ENHANCED

    def foot(self, names: Names = PLAIN) -> list[list[Entry]]:
        alone = {arc.is_alone for arc in self.arcs}
        told = [Entry("in both graphs", "─")] if False in alone else []
        told += [Entry("only in the basic tree (above) or the enhanced graph (below)", "━")] if True in alone else []
        return [told, *super().foot(names)]
