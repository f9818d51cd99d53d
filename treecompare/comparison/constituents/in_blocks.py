"""Large treebanks, block by block: prepared, counted and let go. What is kept are the trees as they were read, and the counts."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.constituents.crossing import CrossingBranches

if TYPE_CHECKING:
    from treecompare.comparison.settings import Settings
    from treecompare.readers import Treebank
    from treecompare.scores.table import ScoreTable

MANY_NODES = 4_000_000
"""Of all files together: of fewer all that is prepared is kept, which takes 50 bytes a node."""
BLOCK_NODES = 1_000_000
"""Of all files together that are prepared at once."""

_OF_ALL = ("preparation", "_forms")
"""What is the same for parts."""


class Parted(Protocol):
    """What is asked of a comparison that is cut into blocks."""

    gold: Treebank
    settings: Settings

    @property
    def systems(self) -> Sequence[Any]:
        """What is compared with the gold."""

    @property
    def table(self) -> ScoreTable:
        """The counts."""

    @property
    def aligns(self) -> bool:
        """Whether words that differ are aligned."""

    @property
    def has_crossing_branches(self) -> bool:
        """Whether branches cross in a file."""

    def keeps(self, system: int) -> bool:
        """Whether what is prepared of a system is kept."""

    @property
    def numbers_of_symbols(self) -> Sequence[NDArray[np.int32]]:
        """The symbols of each system as those of the gold."""

    def labels(self) -> object:
        """Makes the labels ready that are equal."""

    def shared_forms(self) -> object:
        """Makes the forms of words ready that are compared."""

    def has_words_in_order(self, system: int) -> bool:
        """Whether the words of a system are those of the gold, sentence by sentence."""


P = TypeVar("P", bound=Parted)


def are_many(comparison: Parted) -> bool:
    """Whether the files are so large that they are better counted block by block, if they can be."""
    nodes = sum(len(one.trees.labels) for one in (comparison.gold, *comparison.systems))
    return nodes >= MANY_NODES and not comparison.has_crossing_branches


def sentences_in_order(comparison: Parted) -> Iterator[bool]:
    """Whether rows are sentences of the files, block by block: there are as many, and all words are the same; ends with the first
    block in which it is not so."""
    if not comparison.aligns:
        yield True
        return
    if any(len(one.trees) != len(comparison.gold.trees) for one in comparison.systems):
        yield False
        return
    for first, last in blocks_of(comparison):
        block = part_of(comparison, first, last)
        for system in range(len(comparison.systems)):
            is_so = block.has_words_in_order(system)
            yield is_so
            if not is_so:
                return


def blocks_of(comparison: Parted) -> list[tuple[int, int]]:
    """First and last row (half open) of each block."""
    treebanks = (comparison.gold, *comparison.systems)
    nodes = np.ones(max(len(one.trees) for one in treebanks), np.int64)
    for one in treebanks:
        nodes[: len(one.trees)] += np.diff(one.trees.offsets)
    firsts = np.flatnonzero(np.diff(np.cumsum(nodes) // BLOCK_NODES, prepend=-1)).tolist()
    return list(zip(firsts, [*firsts[1:], len(nodes)], strict=True))


def part_of(comparison: P, first: int, last: int) -> P:
    """A comparison of the rows ``first:last`` with nothing prepared and no table; symbols and costs are those of the whole."""
    symbols, numbers = comparison.gold.trees.symbols, comparison.numbers_of_symbols
    comparison.labels()
    comparison.shared_forms()
    found: Any = copy.copy(comparison)
    for name in list(found.__dict__):
        if isinstance(getattr(type(comparison), name, None), cached_property) and name not in _OF_ALL:
            del found.__dict__[name]
    found.in_blocks = False
    found.gold = _rows(comparison.gold, first, last)
    if vars(comparison).get("in_blocks"):  # words are in order: no system has to be aligned to know that
        found.rows = np.arange(last - first + 1)
    found.systems = []
    for number, one in enumerate(comparison.systems):
        rows = _rows(one, first, last)
        found.systems.append(replace(rows, trees=rows.trees.translated(symbols, numbers[number])))
    found.forget()
    found._crossing = CrossingBranches((found.gold, *found.systems), comparison.settings.crossing_branches)
    parted: P = found
    return parted


def counted_part(comparison: P, first: int, last: int) -> P:
    """The same with its part of the table: what is entered there is entered in that of the whole."""
    part: Any = part_of(comparison, first, last)
    part.table = comparison.table.part_of_rows(first, last)
    counted: P = part
    return counted


def counted_by(comparison: P, system: int) -> Iterator[P]:
    """A comparison that is counted; its blocks where nothing prepared of a system is kept."""
    if comparison.keeps(system):
        yield comparison
    else:
        for first, last in blocks_of(comparison):
            yield counted_part(comparison, first, last)


def _rows(treebank: Treebank, first: int, last: int) -> Treebank:
    """The sentences of these rows, as far as there are any."""
    first, last = (min(row, len(treebank.trees)) for row in (first, last))
    problems = {row - first: one for row, one in treebank.problems.items() if first <= row < last}
    ids = None if treebank.ids is None else treebank.ids[first:last]
    lines: NDArray[np.int64] = treebank.lines[first:last]
    return replace(
        treebank, trees=treebank.trees.part(first, last), lines=lines, ids=ids, problems=problems, warnings=[]
    )
