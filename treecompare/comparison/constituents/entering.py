"""What the table knows of a system before anything is counted: sizes, the rows that are scored, and why others are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.constituents.aligning import differing_rows, further_atoms, statuses_of_rows
from treecompare.comparison.constituents.pairs import Pairs, statuses
from treecompare.errors import counted
from treecompare.mappings.atoms import Aligned
from treecompare.scores.table import PARTIAL, SCORED, SKIPPED
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL

if TYPE_CHECKING:
    from treecompare.comparison.constituents.prepared import PreparedTrees
    from treecompare.comparison.constituents.table import TreeTable

Numbers = NDArray[np.int64]


def enter_system(comparison: PreparedTrees, system: int) -> NDArray[np.uint8]:
    """Enters a system's sizes and reasons into the table, so that only its mappings remain to be counted.

    Returns the statuses its sentences will have once that is done. Not for systems that are counted: parses that count as bare
    words have other sizes then.
    """
    pairs, table, test = comparison.pairs(system), comparison.table, comparison.systems[system]
    _enter_sizes(table, system, pairs)
    table.lengths[:] = comparison.row_sums(comparison.ready_gold.word_counts)
    alignment = comparison.alignment_of(system)
    if alignment is None:
        status, reasons, missing = statuses(comparison.gold, test, pairs, comparison.labels())
    else:
        aligned, units, _ = alignment
        status, reasons, missing = statuses_of_rows(comparison.gold, test, aligned, pairs, units, comparison.rows)
        _enter_alignment(table, system, pairs, aligned, units, comparison.rows)
    left_out = _left_out(comparison)
    for row, reason in left_out.items():
        status[row], missing[row], reasons[row] = SKIPPED, False, reason
    table.left_out[list(left_out)] = True
    table.aligned[system] &= status == SCORED
    if comparison.settings.missing == "zero":
        table.zeroed[system] = missing | (status == PARTIAL)
    for row, reason in reasons.items():
        table.set_reason(system, row, reason)
    return status


def _enter_sizes(table: TreeTable, system: int, pairs: Pairs) -> None:
    for side, trees in (("gold", pairs.gold), ("test", pairs.test)):
        table.sizes[f"{side}.roof"][system] = trees.totals(trees.kinds == CONSTITUENT)
        table.sizes[f"{side}.tags"][system] = trees.totals(trees.kinds == PRETERMINAL)
        table.sizes[f"{side}.words"][system] = trees.word_counts
    sides = (pairs.gold, pairs.gold_alone), (pairs.test, pairs.test_alone)
    table.without_width[system] = sum(trees.totals(alone) for trees, alone in sides if alone is not None)
    table.sizes["gold.forms"][system] = table.sizes["gold.words"][system]


def _enter_alignment(
    table: TreeTable, system: int, pairs: Pairs, aligned: Aligned, units: Numbers, rows: Numbers
) -> None:
    """What differs where words are aligned."""
    table.aligned[system] = differing_rows(aligned, units, rows)
    if pairs.units is not None and pairs.first_units is not None:
        has_parse = (pairs.units[1].word_counts > 0) & (pairs.units[0].word_counts > 0)
        if pairs.bare_units is not None:
            has_parse &= ~pairs.bare_units
            table.lost_units[system] = np.add.reduceat(pairs.bare_units, pairs.first_units[:-1]) > 0
        table.units[system] = np.add.reduceat(has_parse, pairs.first_units[:-1])
    table.sizes["gold.forms"][system] -= further_atoms(aligned, rows)


def _left_out(comparison: PreparedTrees) -> dict[int, str]:
    """The rows that the settings leave out, with the reason: sentences that are too long, headings and stage directions."""
    ready, longest, found = comparison.ready_gold, comparison.settings.max_length, {}
    number = ready.symbols.find("META")
    if comparison.settings.meta == "ignore" and number is not None:
        is_meta = np.zeros(len(ready), np.int64)
        has_root = ready.offsets[1:] > ready.offsets[:-1]
        is_meta[has_root] = ready.labels[ready.offsets[1:][has_root] - 1] == number
        rows = np.flatnonzero(comparison.row_sums(is_meta))
        found.update(dict.fromkeys(rows.tolist(), "a heading or stage direction (META)"))
    if longest is not None and comparison.sentences:
        lengths = ready.word_counts
        if comparison.aligns:
            lengths = np.maximum.reduceat(lengths, comparison.rows[:-1])
        rows = np.flatnonzero(lengths > longest)
        found.update(dict.fromkeys(rows.tolist(), f"longer than {counted(longest, 'word')} after preparation"))
    return found
