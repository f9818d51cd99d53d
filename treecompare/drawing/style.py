"""Colours and measures that the window's drawing and the exported pictures share.

After the colours of Emms' figures (deleted red, inserted green, swapped blue, matched plain), moved until they stay apart for
people without red, green or blue cones (violet for blue where the ground is light), and never colour alone: deleted carries ``<``,
inserted ``>``, swapped ``~`` and a dotted link.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from unicodedata import bidirectional

from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED
from treecompare.trees.visible import visible

FONT_SIZE = 13.0
TAG_SIZE = 10.5
ROW = 46.0
"""Height of a level of the tree, up to COMFORTABLE_LEVELS levels."""
COMFORTABLE_LEVELS = 8
LEAST_ROW = 31.0
BOX = 20.0
"""Height of a label."""
HALO = 6.0
"""Width of the paper that is seen along an edge where it passes over another."""
GAP = 12.0
"""Least space between two labels of a level."""

LEFT_TO_RIGHT = "\u200e"
"""Keeps a mark beside a word that is written from right to left in its place."""
LINE, QUIET, PAPER, BAND, MATCHED_INK = "line", "quiet", "paper", "band", MATCHED
"""Inks, besides the operations, in whose colours labels are written, and :func:`tint`: lines, what is not important, what is drawn
on, the ground of a line with a name, plain text."""
MARKS = {DELETED: "<", INSERTED: ">", SWAPPED: "~", MATCHED: ""}


@dataclass(frozen=True)
class Theme:
    """Colours of one theme, as ``#rrggbb``. ``text`` and ``fill`` are by operation.

    ``band``: little of the line's colour on paper; more would make what is said there hard to read.
    """

    name: str
    background: str
    line: str
    quiet: str
    band: str
    text: dict[str, str]
    fill: dict[str, str]

    @cached_property
    def colours(self) -> dict[str, str]:
        """By the names of inks."""
        plain = {LINE: self.line, QUIET: self.quiet, PAPER: self.background, BAND: self.band}
        return {**plain, **self.text, **{tint(operation): colour for operation, colour in self.fill.items()}}


def tint(operation: str) -> str:
    """The ink of the ground of labels with an operation."""
    return f"{operation} ground"


LIGHT = Theme(
    "light",
    background="#ffffff",
    line="#868e99",
    quiet="#6b7380",
    band="#f8f8f9",
    text={DELETED: "#9c4a00", INSERTED: "#005a35", SWAPPED: "#5c3685", MATCHED: "#1c2430"},
    fill={DELETED: "#ffe0b8", INSERTED: "#bfe0d0", SWAPPED: "#d9d0f2", MATCHED: "#ffffff"},
)
DARK = Theme(
    "dark",
    background="#1d2128",
    line="#727b88",
    quiet="#9aa3af",
    band="#2e333b",
    text={DELETED: "#ff9a62", INSERTED: "#9af5b4", SWAPPED: "#6cabff", MATCHED: "#e8ebf0"},
    fill={DELETED: "#511e00", INSERTED: "#004731", SWAPPED: "#373a61", MATCHED: "#1d2128"},
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK)}


def row_height(levels: int) -> float:
    """Height of a level in a tree of so many."""
    return max(LEAST_ROW, min(ROW, ROW * COMFORTABLE_LEVELS / max(levels, 1)))


def marked(text: str, operation: str) -> str:
    """A label with the mark of its operation, as in Emms' figures: ``<`` after a deleted, ``>`` before an inserted one."""
    if operation == DELETED:
        return f"{text}<"
    return f"{MARKS[operation]}{text}"


def reads_right_to_left(words: Iterable[str]) -> bool:
    """Whether most letters are of a script like Hebrew's or Arabic's."""
    kinds = [bidirectional(letter) for word in words for letter in word]
    return sum(kind in ("R", "AL") for kind in kinds) > sum(kind == "L" for kind in kinds)


@lru_cache(maxsize=20_000)
def estimated_width(text: str, size: float) -> float:
    """Estimated width of a text in a common sans-serif font, without font metrics: by wide, medium and narrow letters."""
    units = 0.0
    for letter in visible(text):
        if letter in "iljtfrI.,:;'`|!()[]-<> ":
            units += 0.36
        elif letter in "mwMW@%—…" or ord(letter) >= 0x2E80:
            units += 0.95
        elif letter.isupper():
            units += 0.70
        else:
            units += 0.57
    return units * size
