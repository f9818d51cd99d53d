"""Colours and measures that the window's drawing and the exported pictures share.

After the colours of Emms' figures (deleted red, inserted green, swapped blue, matched plain), moved until they stay apart for
people without red, green or blue cones, and never colour alone: deleted carries ``<``, inserted ``>``, swapped ``~`` and a dotted
link.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple
from unicodedata import bidirectional

from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED
from treecompare.trees.characters import visible

FONT_SIZE = 13.0
TAG_SIZE = 10.5
MOST_ROW, LEAST_ROW = 58.0, 30.0
"""Height of a level of a tree: what there is room for, between these."""
USUAL_ROW = 46.0
"""Where there is room for all, up to COMFORTABLE_LEVELS levels."""
COMFORTABLE_LEVELS = 8
HEADING, BOLD, MEDIUM, REGULAR = 700, 600, 500, 400
"""Weights of letters: of titles within a drawing, which alone are bold in LaTeX; of words and of what changed; of labels; of all
else."""
BOX = 20.0
"""Height of a label."""
HALO = 6.0
"""Width of the paper that is seen along an edge where it passes over another."""
GAP = 12.0
"""Least space between two labels of a level."""

LINE, QUIET, PAPER, BAND, MATCHED_INK = "line", "quiet", "paper", "band", MATCHED
"""Inks, besides the operations, in whose colours labels are written, and :func:`tint`: lines, what is not important, what is drawn
on, the ground of a line with a name, plain text."""
ACCENT, SELECTION, VEIL = "accent", "selection", "veil"
"""Inks of what is lit: its frame; its ground, through which all that is drawn is seen; what lies over something that is seen."""
HAND, FREE, FREE_GROUND, NEAR_GROUND, TAKEN = "hand", "free", "free ground", "near ground", "taken"
"""Inks of what is changed by hand: handles; what something can be put on, its ground, that of the one it is held over; what is
held."""
HANDS = {
    "light": {HAND: "#1d5fb0", FREE: "#009e73", FREE_GROUND: "#1a009e73", NEAR_GROUND: "#46009e73", TAKEN: "#d55e00"},
    "dark": {HAND: "#7fb2f0", FREE: "#4cc9a0", FREE_GROUND: "#1a4cc9a0", NEAR_GROUND: "#464cc9a0", TAKEN: "#ff9d5c"},
}
MARKS = {DELETED: "<", INSERTED: ">", SWAPPED: "~", MATCHED: ""}


@dataclass(frozen=True)
class Theme:
    """Colours of one theme, as ``#rrggbb``. ``text``, ``fill`` and ``border`` are by operation.

    ``band``: little of the line's colour on paper; more would make what is said there hard to read. ``accent``, ``selection``:
    frame and ground of what is lit.
    """

    name: str
    background: str
    line: str
    quiet: str
    band: str
    accent: str
    selection: str
    text: dict[str, str]
    fill: dict[str, str]
    border: dict[str, str]

    @cached_property
    def colours(self) -> dict[str, str]:
        """By the names of inks, with how opaque they are before the colour of those that are not."""
        plain = {LINE: self.line, QUIET: self.quiet, PAPER: self.background, BAND: self.band}
        plain |= {tint(operation): colour for operation, colour in self.fill.items()} | HANDS[self.name]
        plain |= {ACCENT: self.accent, SELECTION: self.selection, VEIL: f"#28{self.quiet[1:]}"}
        return {**plain, **self.text, **{rim(operation): colour for operation, colour in self.border.items()}}


def tint(operation: str) -> str:
    """The ink of the ground of labels with an operation."""
    return f"{operation} ground"


def rim(operation: str) -> str:
    """The ink of the frames of such labels, and of the lines that are as they are."""
    return f"{operation} border"


LIGHT = Theme(
    "light",
    background="#ffffff",
    line="#6b7380",
    quiet="#55606f",
    band="#f5f7fa",
    accent="#1b5faa",
    selection="#e1ecf9",
    text={DELETED: "#8a3b00", INSERTED: "#00573f", SWAPPED: "#5c3685", MATCHED: "#1d2430"},
    fill={DELETED: "#ffe4cc", INSERTED: "#d2eee1", SWAPPED: "#eadff8", MATCHED: "#ffffff"},
    border={DELETED: "#b35a0a", INSERTED: "#0b7a5a", SWAPPED: "#7a55a8", MATCHED: "#6b7380"},
)
DARK = Theme(
    "dark",
    background="#12161d",
    line="#8b95a3",
    quiet="#a3aebd",
    band="#1a2029",
    accent="#7fb2f5",
    selection="#1f3a5c",
    text={DELETED: "#ffb67d", INSERTED: "#74ddb4", SWAPPED: "#c3a6ff", MATCHED: "#e6eaf0"},
    fill={DELETED: "#46280f", INSERTED: "#0f3a2c", SWAPPED: "#362651", MATCHED: "#12161d"},
    border={DELETED: "#d98237", INSERTED: "#2fa37c", SWAPPED: "#9b7bd6", MATCHED: "#8b95a3"},
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK)}


class Room(NamedTuple):
    """What a drawing is to fit into, in points: its sides, the least scale at which it can be read, and the height of the scroll
    bar that is there where it is wider."""

    width: float
    height: float
    least: float = 1.0
    bar: float = 0.0


def row_height(levels: float, room: Room | None = None, width: float = 0.0, beside: float = 0.0) -> float:
    """Height of a level in a tree of so many. Levels shrink before letters do, and these where the drawing is too wide.

    ``width``: of the drawing; ``beside``: what else it has in its height. Without ``room`` few levels are as high as usual.
    """
    if room is None:
        return max(LEAST_ROW, min(USUAL_ROW, USUAL_ROW * COMFORTABLE_LEVELS / max(levels, 1)))
    scale = max(min(room.width / max(width, 1.0), 1.0), room.least)
    height = room.height - (room.bar if width * scale > room.width else 0.0)
    return max(LEAST_ROW, min(MOST_ROW, float(int((height / scale - beside) / max(levels, 1)))))


MADE, MADE_SAID = "*", "made by repair"
"""Behind what nobody answered: an arc or a bracket that repair of raw output made."""


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
