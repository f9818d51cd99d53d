"""What stands on a page: sections of paragraphs, tables, drawings. Nothing here knows in which format it is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from treecompare.drawing.scene import Scene
from treecompare.scores.result import ResultTable


@dataclass(frozen=True)
class Paragraph:
    """A text, which may be :class:`treecompare.scores.rich.Rich`."""

    text: str
    is_quiet: bool = False


@dataclass(frozen=True)
class Cards:
    """Figures beside each other, each with what it counts."""

    cards: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Picture:
    """A drawing; ``caption``: above it."""

    scene: Scene
    caption: str = ""


@dataclass(frozen=True)
class Table:
    """A table of results. ``most``: so many rows are shown; ``at_once``: so many before the others are unfolded."""

    result: ResultTable
    most: int = 200
    at_once: int = 25


@dataclass(frozen=True)
class Listing:
    """The rows of a table, some of which can be unfolded.

    ``look``: how wide its columns are, as the style sheet has it. ``inside``: what is within a row, by its place. ``opened``: the
    rows that are unfolded at first. ``keys``: by which name links lead to a row. ``of``: how many there are in all.
    """

    result: ResultTable
    look: str
    inside: Mapping[int, Sequence[Part]] = field(default_factory=dict)
    opened: frozenset[int] = frozenset()
    keys: Mapping[int, str] = field(default_factory=dict)
    most: int = 200
    at_once: int = 25
    has_head: bool = False


@dataclass(frozen=True)
class Folded:
    """Parts behind a title."""

    title: str
    parts: Sequence[Part]


Part = Paragraph | Cards | Picture | Table | Listing | Folded


@dataclass(frozen=True)
class Section:
    """``quiet``: what is said beside the title. ``key``: by which links lead here."""

    title: str
    parts: Sequence[Part]
    quiet: str = ""
    key: str = ""


@dataclass(frozen=True)
class Page:
    """``about``: beside the title. ``lead``: paragraphs and figures at the top. ``foot``: the last line.

    ``comment``: Markdown to be copied into a comment; empty for none.
    """

    title: str
    lead: Sequence[Paragraph | Cards]
    sections: Sequence[Section]
    about: str = ""
    foot: str = ""
    comment: str = ""
