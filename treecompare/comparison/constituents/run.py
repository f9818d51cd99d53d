"""Scoring: a generator that fills the score table batch by batch, on all cores.

The window's worker and the command line loop over the same generator. Compiled code does the work and releases the interpreter
lock, so that threads use all cores and the window stays alive.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.base import Cancel, Progress
from treecompare.comparison.constituents.pairs import Pairs, differing_rows, further_atoms, statuses, statuses_of_rows
from treecompare.comparison.constituents.prepared import PreparedTrees
from treecompare.comparison.constituents.table import EDIT_PARTS, LINEAGE_PARTS, MOVE_PART
from treecompare.errors import Cancelled, counted, unless_ended
from treecompare.mappings.atoms import Aligned
from treecompare.mappings.edits import LabelCosts, count_edits, edit_maps
from treecompare.mappings.lineages import count_lineages, word_lineages
from treecompare.mappings.moves import count_discontinuous, count_sets
from treecompare.mappings.spans import count_level, count_spans
from treecompare.scores.table import PARTIAL, SCORED, SKIPPED, Mask, Numbers, ScoreTable
from treecompare.trees.columns import blocks, gathered, sums_before
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, Trees

if TYPE_CHECKING:
    from treecompare.mappings.moves import NodePairs


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
    table.set_reasons(system, reasons)
    return status


def _enter_sizes(table: ScoreTable, system: int, pairs: Pairs) -> None:
    for side, trees in (("gold", pairs.gold), ("test", pairs.test)):
        table.columns[f"{side}.roof"][system] = trees.totals(trees.kinds == CONSTITUENT)
        table.columns[f"{side}.tags"][system] = trees.totals(trees.kinds == PRETERMINAL)
        table.columns[f"{side}.words"][system] = trees.word_counts
    sides = (pairs.gold, pairs.gold_alone), (pairs.test, pairs.test_alone)
    table.columns["without_width"][system] = sum(trees.totals(alone) for trees, alone in sides if alone is not None)
    table.columns["gold.forms"][system] = table.columns["gold.words"][system]


def _enter_alignment(
    table: ScoreTable, system: int, pairs: Pairs, aligned: Aligned, units: Numbers, rows: Numbers
) -> None:
    table.aligned[system] = differing_rows(aligned, units, rows)
    if pairs.units is not None and pairs.first_units is not None:
        has_parse = (pairs.units[1].word_counts > 0) & (pairs.units[0].word_counts > 0)
        if pairs.bare_units is not None:
            has_parse &= ~pairs.bare_units
            table.columns["lost_units"][system] = np.add.reduceat(pairs.bare_units, pairs.first_units[:-1]) > 0
        table.columns["units"][system] = np.add.reduceat(has_parse, pairs.first_units[:-1])
    table.columns["gold.forms"][system] -= further_atoms(aligned, rows)


def _left_out(comparison: PreparedTrees) -> dict[int, str]:
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


BATCH_NODES = 20_000
"""Gold nodes in a batch: a few milliseconds of work, so that results stream and a cancel is felt at once."""


@dataclass(frozen=True)
class _Side:
    whole: Trees
    roof: Trees
    codes: dict[str, NDArray[np.int32]]


class _SystemJob:
    """The mappings of one system, countable in any order of batches. ``begin``: the first row of the block; ``before``: those of
    another system, whose gold trees may be the same; ``left``: how many batches are to be counted."""

    left = 0

    def __init__(
        self, comparison: PreparedTrees, begin: int, system: int, cancel: Cancel, before: _SystemJob | None
    ) -> None:
        self.comparison, self.system, self.begin = comparison, system, begin
        self.table = comparison.table
        self.cancel = cancel
        self.status = enter_system(comparison, system)
        self.labels = comparison.labels()
        self.costs: LabelCosts | None = comparison.costs()
        lineages = (part for part in LINEAGE_PARTS if comparison.table.has(part))
        self.lineage_costs = {part: (comparison.lineage_costs(part), part == "la.tags") for part in lineages}
        self.labelled = comparison.preparation.parameters.labelled
        self.pairs = pairs = comparison.pairs(system)
        units = pairs.units or (pairs.gold, pairs.test)
        is_same_gold = before is not None and before.gold.whole is units[0]
        self.gold: _Side = before.gold if before is not None and is_same_gold else self._side(units[0])
        self.test = self._side(units[1])
        self.first_units = pairs.first_units
        # words without width have neither spans nor lineages; spans and lineages of several units can be counted together
        self.shared_gold, self.shared_test = (
            of_units if shared.trees is of_units.whole else self._side(shared.trees)
            for shared, of_units in zip(pairs.shared, (self.gold, self.test), strict=True)
        )
        self.table.columns["sets"][system] = count_sets(self.shared_gold.whole, self.shared_test.whole)
        if "discontinuous" in self.table.columns:
            gold, test = self.shared_gold, self.shared_test
            codes = gold.codes["e"], test.codes["e"]
            counts = self.table.columns["discontinuous"][system]
            counts[:] = count_discontinuous(gold.whole, test.whole, *codes, self.labels)
            if not self.labelled:
                counts[:, 2] = counts[:, 3]

    def _side(self, trees: Trees) -> _Side:
        in_roof = trees.kinds != PRETERMINAL
        labelled, unlabelled = (self.labels.codes(trees, how) for how in (True, False))
        whole = labelled if self.labelled else unlabelled
        codes = {
            "e": labelled,
            "t.whole": whole,
            "t.roof": whole[in_roof],
            "t.whole.unlabelled": unlabelled,
            "t.roof.unlabelled": unlabelled[in_roof],
        }
        return _Side(trees, trees.kept(in_roof), codes)

    def batches(self) -> list[tuple[int, int]]:
        """Runs of rows with about BATCH_NODES nodes each."""
        gold, test = self.pairs.gold, self.pairs.test
        return blocks(gold.lengths + test.lengths - 1, BATCH_NODES) if len(gold) else []

    def count_moves(self) -> tuple[int, int, int]:
        """Counts nodes that moved, after all else."""
        with suppress(Cancelled):
            self.table.columns["moved"][self.system] = moved_nodes(self.comparison, self.system, self.cancel)
        return self.system, 0, 0

    def count(self, first: int, last: int) -> tuple[int, int, int]:
        """Counts the rows ``first:last`` and then shows their status."""
        if self.cancel.is_set():
            return self.system, first, first
        table, system, flag = self.table, self.system, self.cancel.flag
        spans = table.columns["spans"][system]
        gold, test = self.shared_gold, self.shared_test
        count_spans(gold.whole, test.whole, gold.codes["e"], test.codes["e"], self.labels, first, last, spans, flag)
        if not self.labelled:
            spans[first:last, 0:2] = spans[first:last, 2:4]
        for part in EDIT_PARTS:
            self._count_edits(part, first, last)
        codes, costs = (gold.codes["t.whole"], test.codes["t.whole"]), [*self.lineage_costs.values()]
        sums = count_lineages(gold.whole, test.whole, *codes, self.labels, costs, first, last, flag)
        for part, scores in zip(self.lineage_costs, sums, strict=True):
            table.columns[part][system, first:last] = scores
        if self.pairs.shared_weights is not None:
            self._weigh_atoms(self.pairs.shared_weights, first, last)
        if self.cancel.is_set():
            return system, first, first
        zeroed = np.flatnonzero(table.zeroed[system, first:last]) + first
        if len(zeroed):
            self._count_as_zero(zeroed)
        too_large = (table.columns["t.whole"][system, first:last, 0] < 0) & (self.status[first:last] == SCORED)
        for index in (np.flatnonzero(too_large) + first).tolist():
            self.status[index] = PARTIAL
            table.aligned[system, index] = False
            table.set_reasons(system, {index: "the trees are too large for a tree distance"})
        table.statuses[system, first:last] = self.status[first:last]
        return system, first, last

    def _count_edits(self, part: str, first: int, last: int) -> None:
        table, system, units = self.table, self.system, self.first_units
        out, cost = table.columns[part][system], table.columns.get(f"{part}.cost")
        out_cost = None if cost is None else cost[system]
        if units is None:
            self._edits_of_units(part, first, last, out, out_cost)
            return
        begin, end = int(units[first]), int(units[last])
        of_units, costs = np.zeros((end, 4), np.int64), np.zeros(end)
        self._edits_of_units(part, begin, end, of_units, costs if out_cost is not None else None)
        begins = units[first:last] - begin
        sums = np.add.reduceat(of_units[begin:], begins)
        sums[np.minimum.reduceat(of_units[begin:, 0], begins) < 0] = -1
        out[first:last] = sums
        if out_cost is not None:
            out_cost[first:last] = np.add.reduceat(costs[begin:], begins)

    def _edits_of_units(
        self, part: str, first: int, last: int, out: NDArray[np.int64], out_cost: NDArray[np.float64] | None
    ) -> None:
        gold, test = self.gold, self.test
        trees = (gold.roof, test.roof) if ".roof" in part else (gold.whole, test.whole)
        costs = self.costs if part in EDIT_PARTS[:2] and self.labelled else None
        one, other = ((side.codes[part], of.sizes, of.offsets) for side, of in zip((gold, test), trees, strict=True))
        count_edits(one, other, first, last, out, self.cancel.flag, costs, out_cost if costs else None)

    def _weigh_atoms(self, weights: NDArray[np.float64], first: int, last: int) -> None:
        """The score of a gold word that was cut is the mean of its atoms' scores."""
        gold, test = self.shared_gold, self.shared_test
        words = sums_before(gold.whole.word_counts)
        cut = np.add.reduceat(np.append(weights[: words[last]] < 1, False), words[first:last]) > 0
        rows = (
            np.flatnonzero(cut & (self.status[first:last] == SCORED) & (np.diff(words[first : last + 1]) > 0)) + first
        )
        if not len(rows):
            return
        (gold_trees, gold_codes), (test_trees, test_codes) = (_chosen(side, rows) for side in (gold, test))
        begins, places = sums_before(gold_trees.word_counts)[:-1], gathered(words, rows)
        for part, how in self.lineage_costs.items():
            scores, _ = word_lineages(gold_trees, test_trees, gold_codes, test_codes, self.labels, *how)
            self.table.columns[part][self.system, rows] = np.add.reduceat(scores * weights[places], begins)

    def _count_as_zero(self, zeroed: NDArray[np.int64]) -> None:
        """A missing parse stands for the gold's words without any structure; of a partial one tree distance stays what it is."""
        table, system = self.table, self.system
        table.columns["spans"][system, zeroed] = 0
        table.columns["sets"][system, zeroed, 1:3] = 0
        table.columns["sets"][system, zeroed, 3] = table.columns["gold.words"][system, zeroed]
        if "discontinuous" in table.columns:
            table.columns["discontinuous"][system, zeroed, 1:] = 0
        for part in self.lineage_costs:
            table.columns[part][system, zeroed] = 0
        for name in ("test.roof", "test.tags"):
            table.columns[name][system, zeroed] = 0
        zeroed = zeroed[self.status[zeroed] != PARTIAL]
        words = table.columns["gold.words"][system, zeroed]
        table.columns["test.words"][system, zeroed] = words
        roof, tags = (table.columns[f"gold.{name}"][system, zeroed] for name in ("roof", "tags"))
        for part in EDIT_PARTS:
            deleted = roof if ".roof" in part else roof + tags
            table.columns[part][system, zeroed] = np.stack([words, 0 * words, deleted, 0 * words], axis=1)
            if f"{part}.cost" in table.columns:
                table.columns[f"{part}.cost"][system, zeroed] = deleted


def _chosen(side: _Side, rows: NDArray[np.int64]) -> tuple[Trees, NDArray[np.int32]]:
    nodes, _ = side.whole.places(rows.tolist())
    return side.whole.chosen(rows.tolist()), side.codes["t.whole"][nodes]


def count(comparison: PreparedTrees, jobs: int | None, cancel: Cancel) -> Iterator[Progress]:
    """Scores every system, of large files block by block, and yields after each batch; the next system is prepared while threads
    count. Ends early, without an error, once ``cancel`` is set.

    ``jobs``: threads; all cores by default.
    """
    total = len(comparison.systems) * comparison.sentences
    done = 0
    waiting: dict[Future[tuple[int, int, int]], _SystemJob] = {}

    def finished(until: int) -> Iterator[Progress]:
        nonlocal done
        while len(waiting) > until and not cancel.is_set():
            ready, _ = wait(waiting, timeout=0.05, return_when=FIRST_COMPLETED)
            for future in ready:
                job, (system, first, last) = waiting.pop(future), future.result()
                done += last - first
                job.left -= 1
                if job.left == 0:
                    comparison.table.take_reasons(job.system, job.table, job.begin)
                    if comparison.in_blocks and not comparison.on_demand:
                        comparison.note_labels(job.comparison, job.system, job.begin)
                    if MOVE_PART in comparison.wanted:
                        waiting[pool.submit(job.count_moves)] = job
                yield Progress(done, total, system, job.begin + first, job.begin + last)

    with ThreadPoolExecutor(jobs or os.cpu_count()) as pool:
        try:
            yield Progress(done, total)
            for job in _jobs(comparison, cancel):
                batches = job.batches()
                comparison.table.take_reasons(job.system, job.table, job.begin)
                job.left = len(batches)
                waiting.update({pool.submit(job.count, *limits): job for limits in batches})
                yield Progress(done, total, job.system)
                yield from finished(until=len(batches) // 2)
                if cancel.is_set():
                    return
            yield from finished(until=0)
        except BaseException:
            # an interrupt, or nobody asks for more: what was submitted must not go on, noted as waiting or not
            cancel.set()
            raise


def _jobs(comparison: PreparedTrees, cancel: Cancel) -> Iterator[_SystemJob]:
    job = None
    for first, last in comparison.limits() if comparison.in_blocks else [(0, comparison.sentences)]:
        block = comparison.counted_block(first, last) if comparison.in_blocks else comparison
        for system in range(len(comparison.systems)):
            job = _SystemJob(block, first, system, cancel, job)
            yield job


def node_pairs(comparison: PreparedTrees, system: int, rows: Numbers) -> NodePairs:
    """Some rows of a system with the T-mappings of whole trees; rows that cannot be analysed have none."""
    from treecompare.mappings.moves import NodePairs, SharedSpans

    pairs, labels = comparison.pairs(system), comparison.labels()
    labelled = comparison.preparation.parameters.labelled
    units, wanted = rows, analysable(comparison, system)[rows]
    if (firsts := pairs.first_units) is not None:
        units = np.concatenate([rows[:0], *map(np.arange, firsts[rows], firsts[rows + 1])])
        wanted = np.repeat(wanted, np.diff(firsts)[rows])
    gold, test = (trees.chosen(units) for trees in pairs.units or (pairs.gold, pairs.test))
    codes = [labels.codes(trees, labelled) for trees in (gold, test)]
    ours, theirs = ((of, trees.sizes, trees.offsets) for of, trees in zip(codes, (gold, test), strict=True))
    costs = comparison.costs() if labelled else None
    partners = edit_maps(ours, theirs, np.flatnonzero(wanted), costs, jobs=1).astype(np.int64)
    partners = np.where(partners >= 0, partners + np.repeat(test.offsets[:-1], np.diff(gold.offsets)), -1)
    sides = [trees.chosen(rows) for trees in (pairs.gold, pairs.test)]
    spans = [
        SharedSpans.of(trees, None if alone is None else alone[whole.places(rows)[0]])
        for trees, whole, alone in zip(
            sides, (pairs.gold, pairs.test), (pairs.gold_alone, pairs.test_alone), strict=True
        )
    ]
    return NodePairs(sides[0], sides[1], codes[0], codes[1], labels, spans[0], spans[1], partners)


def analysable(comparison: PreparedTrees, system: int) -> Mask:
    """The rows that have both mappings of whole trees and a parse."""
    table = comparison.table
    found: Mask = (
        (table.statuses[system] == SCORED) & (table.columns["t.whole"][system, :, 0] >= 0) & ~table.zeroed[system]
    )
    return found


def moved_nodes(comparison: PreparedTrees, system: int, cancel: Cancel | None = None) -> Numbers:
    """Per row of a system that is counted, how many pairs of deleted and inserted nodes have the same label and words. Raises
    Cancelled: nobody waits for it any more."""
    rows = np.flatnonzero(_may_move(comparison, system))
    moved = np.zeros(comparison.sentences, np.int64)
    for first, last in unless_ended(blocks(comparison.pairs(system).gold.word_counts[rows]), cancel):
        here = rows[first:last]
        moved[here] = node_pairs(comparison, system, here).moved()
    return moved


def _may_move(comparison: PreparedTrees, system: int) -> Mask:
    """The rows in which the T-mapping may delete and insert a node with the same label and words: one in twenty of a parser's.

    If a mapping that pairs nodes over equal spans only, as many over each span as there are on both sides, is as good as the
    T-mapping, then this one is such a mapping, too: pairs over equal spans decide between those that are as good. It leaves out
    nodes over a span on one side at most then, and such a pair stands over one span.
    """
    table, pairs, labels = comparison.table, comparison.pairs(system), comparison.labels()
    matched, swapped, deleted, inserted = table.columns["t.whole"][system].T
    may: Mask = analysable(comparison, system) & (deleted > 0) & (inserted > 0)
    is_plain = pairs.units is None and pairs.gold_alone is None and pairs.test_alone is None
    if not is_plain or comparison.costs() is not None or labels.equal is not None:
        return may
    codes = [labels.codes(trees, comparison.preparation.parameters.labelled) for trees in (pairs.gold, pairs.test)]
    level = count_level(pairs.gold, pairs.test, codes[0], codes[1])
    is_level = (level[:, 0] == matched + swapped) & (level[:, 1] == matched)
    may &= ~is_level | pairs.gold.crossing | pairs.test.crossing
    return may
