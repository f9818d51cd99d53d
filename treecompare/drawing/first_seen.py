"""Which part is seen first of a drawing that is larger than the view: where reading begins, or where its first change is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from treecompare.drawing.drawn import MARGIN
from treecompare.drawing.style import BOX
from treecompare.mappings.mapping import DELETED, INSERTED, SWAPPED

CHANGED = (DELETED, INSERTED, SWAPPED)
"""Operations that a drawing is looked at for."""


def seen_down(boxes: Sequence[Any], middle: float | None, top: float, right_to_left: bool, height: float) -> float:
    """The middle of what is seen first, so high: the top, or what is to be in the ``middle``, if the first change is there."""
    sign = -1 if right_to_left else 1
    first = min((box for box in boxes if box.operation in CHANGED), key=lambda box: sign * box.x, default=None)
    if middle is None:
        begin = top + 0.5 * height
        return begin if first is None or first.y + BOX + MARGIN < top + height else float(first.y)
    away = 0.5 * height - BOX
    return float(middle if first is None else min(max(middle, first.y - away), first.y + away))


def seen_across(boxes: Sequence[Any], begin: float, right_to_left: bool, width: float) -> float:
    """The middle of what is seen first, so wide: from where reading begins, or from just before the first change if that is further
    on; no word is cut there."""
    sign = -1 if right_to_left else 1
    changed = [box for box in boxes if box.operation in CHANGED]
    first = min((sign * box.x + box.width / 2 for box in changed), default=0.0)
    if changed and first + MARGIN > sign * begin + width:
        wanted = min(sign * box.x for box in changed) - 0.1 * width
        cut = [
            sign * box.x - box.width / 2 for box in boxes
            if sign * box.x - box.width / 2 - MARGIN / 2 < wanted < sign * box.x + box.width / 2 + MARGIN / 2
        ]  # fmt: skip
        begin = sign * (min([wanted, *cut]) - MARGIN / 2)
    return begin + sign * 0.5 * width
