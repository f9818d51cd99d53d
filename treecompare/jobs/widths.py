"""How wide the list, the drawing and Why are, in letters of their text: the drawing has what the others do not need."""

from __future__ import annotations

LEAST_WINDOW = 640, 420
"""Pixels of the window."""
SMALL, SMALL_LIST = 900, 30
"""Below that width the bar is lower, and the list has so many letters."""
LIST, WHY = (34, 60), (36, 48)
"""Letters that the list and Why have: at first and at most."""
LEAST_LIST, LEAST_WHY = 20, 24
DRAWING = 64
"""Letters that the drawing has at least beside both; where it has not, Why is a sheet below it."""
WHY_SHARE, DRAWING_SHARE = 0.22, 0.53
"""Of the width of the window: what Why has where that is more, and what the drawing has where the list has more than it needs."""
LARGE = 2000
"""From that width on Why has two columns."""
SHEET_LINES = {False: 3, True: 3.8}
"""Of Why as a sheet, as long as nobody pulls it; where it asks its answers are seen."""
REST = 10_000
"""Pixels that stand for all that is left."""


def has_sheet(width: int, letter: int) -> bool:
    """Whether Why is a sheet below the drawing: three columns have no room. ``letter``: the width of one."""
    return width < (LIST[0] + WHY[0] + DRAWING) * letter


def widths(width: int, letter: int) -> list[int]:
    """Of the list, the drawing and, where it is no sheet, Why."""
    if has_sheet(width, letter):
        return [(LIST[0] if width >= SMALL else SMALL_LIST) * letter, REST]
    right = min(max(WHY[0], int(WHY_SHARE * width / letter)), WHY[1]) * letter
    if width >= LARGE:
        right = 2 * WHY[0] * letter
    left = min(max(LIST[0] * letter, int((1 - DRAWING_SHARE) * width) - right), LIST[1] * letter)
    return [left, max(width - left - right, 200), right]


def widened(sizes: list[int], letter: int) -> list[int]:
    """The list has all the letters that it may have, which the drawing gives."""
    more = max(LIST[1] * letter - sizes[0], 0)
    return [sizes[0] + more, max(sizes[1] - more, 100) if more else sizes[1], *sizes[2:]]
