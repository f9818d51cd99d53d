"""One sentence in the gold and in all systems, one below the other over the same columns of words. No Qt here.

What stacks of trees (``tree_stacks.py``) and of arcs (``stacked.py``) have in common: a line with name, score and number of
errors above each analysis, and which boxes stand over the same words.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.scene import (
    INDENT,
    NAME,
    NOTE_SIZE,
    Entry,
    Label,
    Mark,
    PlainScene,
    Rect,
    Scene,
    SceneBox,
    entries_of,
)
from treecompare.drawing.style import BAND, BOLD, FONT_SIZE, HEADING, QUIET, estimated_width
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED

Measure = Callable[[str, float], float]
GOLD_TIER = 0
"""The analysis at the top; system ``n`` (from 0) is the one numbered ``n + 1``."""
HEAD = 24.0
"""Height of the line above an analysis."""
MEANINGS = {
    DELETED: "not in the system; a number: in how many of them", INSERTED: "not in the gold", SWAPPED: "relabelled",
}  # fmt: skip
LEGEND = "gold at the top; < not in the system (with a number: in how many of them), > not in the gold, ~ relabelled"


@dataclass(frozen=True)
class Head:
    """What stands above an analysis: whose it is; its score and how many errors, or why there is nothing to draw."""

    name: str
    said: str = ""
    called: str = ""
    """What it is called within a sentence, where that is not its name."""

    @property
    def in_sentence(self) -> str:
        """What it is called within a sentence."""
        return self.called or self.name

    @property
    def text(self) -> str:
        """All of it."""
        return f"{self.name}   {self.said}".rstrip()


@dataclass(frozen=True)
class HeadBox(SceneBox):
    """The line above an analysis: all of it reacts to the pointer."""

    tier: int = GOLD_TIER

    @property
    def place(self) -> Place:
        return "head", self.tier, 0

    @property
    def role(self) -> str:
        return NAME

    @property
    def height(self) -> float:
        return HEAD


Place = tuple[Any, ...]
"""What a box stands for in any layout: what it is, its analysis, its number there; of an arc its head, too."""


@dataclass(frozen=True)
class Stack(Scene, ABC):
    """A finished layout: what deriving classes lay out below the heads.

    Boxes have, besides what those of any drawing have, ``tier``, the columns ``first`` to ``last``, and ``part``: what opens when
    they are clicked (None: nothing). ``lines``: where the lines with names are, each with its analysis; where words break into
    rows, an analysis has one per row.
    """

    of: ClassVar[str]

    heads: tuple[Head, ...]
    lines: tuple[tuple[int, float], ...]
    width: float
    height: float
    right_to_left: bool

    @property
    @abstractmethod
    def boxes(self) -> tuple[Any, ...]:
        """Labels and words, then the heads."""

    @property
    def head_boxes(self) -> tuple[HeadBox, ...]:
        """The lines above the analyses."""
        return tuple(
            HeadBox(self.heads[tier].text, self.width / 2, top + HEAD / 2, self.width, tier=tier)
            for tier, top in self.lines
        )

    @abstractmethod
    def over_same_words(self, box: Any) -> list[Any]:
        """A box and those of all analyses over exactly the same columns; then the words in these columns."""

    @abstractmethod
    def said_of(self, box: Any) -> str:
        """What is said of a box: label, words, in which systems it differs."""

    @abstractmethod
    def hiding(self, tier: int, node: int) -> int | None:
        """The folded part that a node or word is in; None if it can be seen."""

    @abstractmethod
    def places_of(self, tier: int, nodes: Iterable[int]) -> list[Place]:
        """The places of nodes or words of an analysis that can be seen."""

    @abstractmethod
    def numbers_at(self, place: Place) -> list[tuple[int, int]]:
        """Analysis and number of the nodes or words that a place stands for, the gold's too; none for a name or a folded part."""

    @property
    @abstractmethod
    def content(self) -> Sequence[Mark]:
        """The marks of all analyses."""

    def at_least(self, width: float) -> Self:
        """It, so wide that the lines with names are as long as what stands around it."""
        return replace(self, width=max(self.width, width))

    @property
    def nameless(self) -> PlainScene:
        """All but the names, where these are shown by someone else."""
        bands = [Rect(0, top, self.width, HEAD, BAND) for _, top in self.lines]
        return PlainScene(self.width, self.height, [*bands, *self.content], self.boxes)

    @property
    def marks(self) -> list[Mark]:
        """See :class:`Scene`: the names stand out."""
        return [*self.nameless.marks, *(mark for line in self.lines for mark in self._name(*line))]

    def lines_seen(self, top: float) -> list[tuple[int, float]]:
        """Where the lines with names are in a view that begins so far down: that at its edge stays until the next comes."""
        ends = [*(line for _, line in self.lines[1:]), self.height]
        return [(tier, max(line, min(top, end - HEAD))) for (tier, line), end in zip(self.lines, ends, strict=True)]

    def names_seen(self, left: float, top: float, current: int, measure: Measure) -> list[Mark]:
        """The names in a view that begins there; a triangle is before that of the current analysis."""
        marks: list[Mark] = []
        for tier, line in self.lines_seen(top):
            sign = "▸ " if tier == current else ""
            marks += [Rect(left, line, self.width, HEAD, BAND), *self._name(tier, line, left, sign, measure)]
        return marks

    def _name(
        self, tier: int, top: float, left: float = 0.0, sign: str = "", measure: Measure | None = None
    ) -> list[Mark]:
        head, middle, x, weight = self.heads[tier], top + HEAD / 2, left + INDENT, BOLD if measure else HEADING
        found: list[Mark] = [Label(x, middle, sign + head.name, anchor="start", weight=weight)]
        if head.said:
            name = sign + head.name
            x += measure(name, FONT_SIZE) + 10 if measure else 1.12 * estimated_width(name, FONT_SIZE) + 14
            found.append(Label(x, middle, head.said, NOTE_SIZE, QUIET, "start"))
        return found

    @property
    def said(self) -> str:
        return ", ".join(head.name for head in self.heads)

    def foot(self, names: Names = PLAIN) -> list[list[Entry]]:
        return [entries_of(MEANINGS, self.boxes, names)]


def heads_width(heads: Sequence[Head]) -> float:
    """What the longest of them needs."""
    return max((1.12 * estimated_width(one.text, FONT_SIZE) + 14 + 2 * INDENT for one in heads), default=0.0)


def gold_mark(lacking: int, relabelled: int, systems: int) -> tuple[str, str]:
    """What becomes of a node or an arc of the gold in so many systems: the operation that is drawn, and how many it is of.

    It is marked as deleted where some system lacks it, otherwise as relabelled if it is relabelled in some; the number is left
    out where it is true of all.
    """
    operation, number = (DELETED, lacking) if lacking else (SWAPPED, relabelled) if relabelled else (MATCHED, 0)
    return operation, "" if number in (0, systems) else str(number)
