"""One sentence in the gold and in all systems, one below the other over the same columns of words. No Qt here.

What stacks of trees (``tree_stacks.py``) and of arcs (``arc_stacks.py``) have in common: a line with name, score and number of
errors above each analysis, and which boxes stand over the same words.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from treecompare.drawing.style import DARK, FONT_SIZE, Theme, estimated_width
from treecompare.drawing.svg import svg_text
from treecompare.mappings.mapping import DELETED, MATCHED, SWAPPED

GOLD_TIER = 0
"""The analysis at the top; system ``n`` (from 0) is the one numbered ``n + 1``."""
HEAD = 24.0
"""Height of the line above an analysis."""
INDENT = 8.0
BAND_SHADE = 0.06, 0.2
"""How opaque the ground of a line with a name is, on light and on dark paper: more would make what is said there hard to read."""


@dataclass(frozen=True)
class Head:
    """What stands above an analysis: whose it is; its score and how many errors, or why there is nothing to draw."""

    name: str
    said: str = ""
    called: str = ""
    """What it is called within a sentence, where that is not its name."""

    @property
    def in_sentence(self) -> str:
        """See ``called``."""
        return self.called or self.name

    @property
    def text(self) -> str:
        """All of it."""
        return f"{self.name}   {self.said}".rstrip()


@dataclass(frozen=True)
class HeadBox:
    """The line above an analysis: all of it reacts to the pointer."""

    tier: int
    text: str
    x: float
    y: float
    width: float
    operation: str = MATCHED
    part: int | None = None

    def contains(self, x: float, y: float) -> bool:
        """Whether a point is in it."""
        return abs(y - self.y) <= HEAD / 2


Place = tuple[str, int, int]
"""What a box stands for in any layout: what it is, its analysis, its number there."""


@dataclass(frozen=True)
class Stack(ABC):
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
            HeadBox(tier, self.heads[tier].text, self.width / 2, top + HEAD / 2, self.width) for tier, top in self.lines
        )

    @abstractmethod
    def place(self, box: Any) -> Place:
        """What a box stands for."""

    def box_of(self, place: Place) -> Any:
        """The box at a place; None where it is folded away or not there."""
        return next((box for box in self.boxes if self.place(box) == place), None)

    @abstractmethod
    def over_same_words(self, box: Any) -> list[Any]:
        """A box and those of all analyses over exactly the same columns; then the words in these columns."""

    @abstractmethod
    def is_label(self, box: Any) -> bool:
        """Whether a box is lit with a frame; words are underlined."""

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
    def counterpart(self, tier: int, gold: int) -> Place | None:
        """The place in an analysis that stands for a node or word of the gold; None if it has none, or none that can be seen."""

    @abstractmethod
    def numbers_at(self, place: Place) -> list[tuple[int, int]]:
        """Analysis and number of the nodes or words that a place stands for, the gold's among them; none for a name or a folded
        part."""

    def row_edges(self, start: Any, end: Any) -> tuple[float, float] | None:
        """Where the row of words of a box ends and that of another begins, seen from the first; None if they are over the same."""
        return None

    @abstractmethod
    def content(self, colours: Theme) -> list[str]:
        """All but the heads, as elements of an SVG at its own coordinates."""


def head_band(top: float, width: float, colours: Theme) -> str:
    """The ground of the line above an analysis."""
    shade = BAND_SHADE[colours is DARK]
    return f'<rect x="0" y="{top:.1f}" width="{width:.1f}" height="{HEAD:g}" fill="{colours.line}" fill-opacity="{shade}"/>'


def head_text(head: Head, top: float, colours: Theme) -> str:
    """The line above an analysis: the name stands out."""
    middle = top + HEAD / 2
    name = svg_text(INDENT, middle, head.name, FONT_SIZE, colours.text[MATCHED], "start", 700)
    after = INDENT + 1.12 * estimated_width(head.name, FONT_SIZE) + 14
    return name + (svg_text(after, middle, head.said, 12, colours.quiet, "start") if head.said else "")


def heads_width(heads: Sequence[Head]) -> float:
    """What the longest of them needs."""
    return max((1.12 * estimated_width(one.text, FONT_SIZE) + 14 + 2 * INDENT for one in heads), default=0.0)


def gold_mark(lacking: int, relabelled: int, systems: int) -> tuple[str, str]:
    """What becomes of a node or an arc of the gold in so many systems: the operation that is drawn, and how many it is of.

    It is marked as deleted where some system lacks it, else as relabelled where it is called otherwise in some; the number is left
    out where it is true of all.
    """
    operation, number = (DELETED, lacking) if lacking else (SWAPPED, relabelled) if relabelled else (MATCHED, 0)
    return operation, "" if number in (0, systems) else str(number)
