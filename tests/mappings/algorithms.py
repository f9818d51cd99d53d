"""Ways to the same counts of a tree distance: which savings the kernel uses."""

from __future__ import annotations

from collections.abc import Mapping

from treecompare.mappings.edits import USUAL, Savings

ALGORITHMS: Mapping[str, Savings] = {
    "auto": USUAL,
    "plain": Savings.NONE,
    "left": Savings.LEFT,
    "right": Savings.RIGHT,
    "trimmed": Savings.TRIM,
    "banded": Savings.BAND | Savings.FORCE,
    "banded-left": Savings.BAND | Savings.FORCE | Savings.LEFT,
    "banded-right": Savings.BAND | Savings.FORCE | Savings.RIGHT,
    "trimmed-banded": Savings.TRIM | Savings.BAND | Savings.FORCE,
}
"""``plain`` takes the better of left and right decomposition."""
