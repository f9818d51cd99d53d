"""What stands behind the cells of tables of agreement: units of a layer, as sentences that can be opened."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from treecompare.extras.annotators.tallies import Layer, Two
from treecompare.scores.result import Found

Places = Callable[[Layer, NDArray[np.int64], Two | None, str], Found | None]
"""Units of a layer, of which two say something else (any two: None), as sentences that can be opened, with a text about them."""
Cell = tuple[Layer, NDArray[np.int64], Two | None, str]


def nowhere(layer: Layer, units: NDArray[np.int64], two: Two | None, text: str) -> Found | None:
    """There is nothing to open."""
    return None


def with_cells(cells: dict[tuple[int, int], Cell], places: Places) -> Callable[[int, int], Found | None]:
    """What a table tells that is found behind its cells; column -1: behind all of a row."""

    def behind(row: int, column: int) -> Found | None:
        cell = cells.get((row, column), cells.get((row, -1)))
        return None if cell is None or not len(cell[1]) else places(*cell)

    return behind
