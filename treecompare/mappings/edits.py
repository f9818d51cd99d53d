r"""T-mapping (Emms 2008, section 1): least-cost tree distance that keeps order and ancestry.

Deletions and insertions cost 1, a swap (relabelling) 1 or what :class:`LabelCosts` says, a match 0. Words are nodes and
have codes below 0, other nodes codes of at least 0; equal codes match. A sentence is a forest in postorder; both sides
stand under a virtual root that is mapped to its counterpart, costs nothing and is not counted.

Ties: least cost, then most matches (the same as a swap of 1 + ε), then, under label costs, fewest swaps (else
cost and matches settle them). Counts are those of all mappings that are best so far. The pairs of one mapping
are chosen further: most pairs over equal spans, then the backtrace of the left decomposition from the last nodes,
preferring pair, then deletion, then insertion.

Files of costs have three columns separated by tabs or blanks, ``label label cost``. A pair counts in both directions, unless the
other direction has a line of its own. A line that begins with ``#`` is a comment. A label that begins with ``#`` is written with a
backslash where it stands first: ``\# $ 0.5``. A line of exactly ``#``, tab, label, tab, cost is not a comment either: older
versions wrote the label ``#`` that way.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import IntFlag
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import Cancelled, ReadError, TreecompareError, counted
from treecompare.kernels import kernel
from treecompare.mappings.labels import LabelCodes
from treecompare.mappings.lineages import DIFFERENT, LineageCosts
from treecompare.reading import read_lines, unescaped, words_of
from treecompare.trees.columns import Numbers
from treecompare.trees.symbols import Symbols

LIMIT = 150_000_000
"""Largest number of gold nodes times test nodes that is tried."""


class Savings(IntFlag):
    """Which savings the kernel may use; the numbers are those of edits.h."""

    NONE = 0
    TRIM = 1
    BAND = 2
    FORCE = 4
    LEFT = 8
    RIGHT = 16


USUAL = Savings.TRIM | Savings.BAND
"""What the program uses; the others are ways to the same counts, for tests and benchmarks. The twin knows one way only."""


@dataclass(frozen=True, eq=False)
class LabelCosts:
    """Costs of swapping labels; deletions and insertions cost 1 throughout.

    ``rows``: row per code, -1 for none; codes beyond its length have none. ``word_rows``: the same for words, at index
    -1 - code. ``swap[gold row, test row]``: the cost, not necessarily symmetric; 2 and more act as 2: such a pair is
    never mapped, since deletion and insertion cost no more. ``equal[gold row, test row]``: the pair is a match and costs 0.
    Unlisted pairs cost 1, equal codes 0. Costs are rounded to multiples of 1 / 6,300,000,000, so decimals up to eight
    places, thirds, sevenths and ninths add up exactly (coarser by tens for sentences of thousands of words).

    Raises ValueError: shapes do not fit, a row is out of range, a cost is negative or not a number.
    """

    rows: NDArray[np.int32]
    swap: NDArray[np.float64]
    equal: NDArray[np.bool_]
    word_rows: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))

    def __post_init__(self) -> None:
        count = len(self.swap)
        if self.swap.shape != (count, count) or self.equal.shape != (count, count):
            raise ValueError(f"swap {self.swap.shape} and equal {self.equal.shape} must be square and of one size")
        if any(len(rows) and not -1 <= rows.min() <= rows.max() < count for rows in (self.rows, self.word_rows)):
            raise ValueError(f"rows must be between -1 and {count - 1}")
        if not (self.swap >= 0).all():
            raise ValueError("costs must be numbers of at least 0")

    def row(self, code: int) -> int:
        """The row of a code, -1 for none."""
        rows, place = (self.rows, code) if code >= 0 else (self.word_rows, -1 - code)
        return int(rows[place]) if place < len(rows) else -1

    def swap_cost(self, gold_code: int, test_code: int) -> float | None:
        """The cost of mapping two nodes with these unequal codes; None if they match."""
        row, column = self.row(gold_code), self.row(test_code)
        if row < 0 or column < 0:
            return 1.0
        return None if self.equal[row, column] else float(self.swap[row, column])


JOBS = os.cpu_count() or 1
Forests: TypeAlias = tuple[NDArray[np.int32], NDArray[np.int32], Numbers]
"""The sentences of a file as they are mapped: codes and sizes (subtree with its root) of all nodes, postorder within a sentence,
and offsets: sentence k holds the nodes ``offsets[k]:offsets[k + 1]``, possibly none."""


def count_edits(
    gold: Forests,
    test: Forests,
    first: int,
    last: int,
    out: Numbers,
    cancel: NDArray[np.int32] | None = None,
    costs: LabelCosts | None = None,
    out_cost: NDArray[np.float64] | None = None,
    savings: Savings = USUAL,
) -> int:
    """Counts the T-mappings of the sentences ``first:last``; returns how many were finished.

    ``out[k]`` (int64[n, 4]) becomes matched, swapped, deleted, inserted, words included, and ``out_cost[k]`` (float64[n]) the cost.
    Sentences that differ and have more than :data:`LIMIT` node pairs are not tried: their row and cost are -1. ``cancel[0] != 0``
    (int32[1]) ends the work at once. Threads may call this for disjoint ranges: the kernel releases the GIL and has its scratch
    memory per call.

    Raises MemoryError: the tables of a pair do not fit.
    """
    cancel = np.zeros(1, np.int32) if cancel is None else cancel
    sides = *_columns(gold), *_columns(test)
    finished: int = kernel("mappings._edits").count_edits(
        *sides, first, last, out, cancel, _packed(costs), out_cost, savings, LIMIT
    )
    return finished


def count_all(gold: Forests, test: Forests, costs: LabelCosts | None = None) -> Numbers:
    """What :func:`count_edits` counts of all sentences (``out``), on all cores."""
    out = np.zeros((len(gold[2]) - 1, 4), np.int64)

    def count(first: int, last: int) -> int:
        return count_edits(gold, test, first, last, out, costs=costs)

    limits = np.linspace(0, len(out), 8 * JOBS + 1).astype(int).tolist()
    with ThreadPoolExecutor(JOBS) as pool:
        list(pool.map(count, limits[:-1], limits[1:]))
    return out


def edit_pairs(
    gold_codes: NDArray[np.int32],
    gold_sizes: NDArray[np.int32],
    test_codes: NDArray[np.int32],
    test_sizes: NDArray[np.int32],
    costs: LabelCosts | None = None,
    savings: Savings = USUAL,
    cancel: NDArray[np.int32] | None = None,
) -> list[tuple[int, int]]:
    """The mapped pairs (gold node, test node) of two sentences, words included, in ascending gold postorder.

    One entry per node in postorder, 0-based. ``savings`` change no pair; an empty side gives none. ``cancel`` as above.

    Raises Cancelled: the work was ended before the pairs were found; TreecompareError: there are more than :data:`LIMIT` node
    pairs; MemoryError: the tables do not fit.
    """
    cancel = np.zeros(1, np.int32) if cancel is None else cancel
    sides = map(_whole, (gold_codes, gold_sizes, test_codes, test_sizes))
    found: list[tuple[int, int]] | None = kernel("mappings._edits").edit_pairs(
        *sides, cancel, _packed(costs), savings, LIMIT
    )
    if cancel[0]:
        raise Cancelled
    if found is None:
        raise TreecompareError(
            f"the trees are too large for a tree distance: {len(gold_codes)} and {len(test_codes)} nodes"
        )
    return found


def distances(
    trees: Forests,
    first: NDArray[np.int32],
    second: NDArray[np.int32],
    jobs: int = 1,
    cancel: NDArray[np.int32] | None = None,
) -> NDArray[np.int32]:
    """The tree distance under unit costs of each pair of trees ``first[k]``, ``second[k]``: int32[k].

    Each tree is made ready once (100 bytes a node), whatever the number of pairs. ``jobs``: threads. ``cancel`` as above.

    Raises Cancelled; TreecompareError: trees have more than :data:`LIMIT` node pairs; MemoryError.
    """
    out = np.zeros(len(first), np.int32)
    cancel = np.zeros(1, np.int32) if cancel is None else cancel
    counts = np.diff(trees[2])
    _check_size(counts[first] * counts[second])
    ready, pairs = kernel("mappings._edits").Trees(*_columns(trees)), (_whole(first), _whole(second))

    def work(begin: int) -> None:
        ready.of_pairs(*pairs, begin, min(begin + 4096, len(out)), out, cancel, LIMIT)

    _in_threads(work, range(0, len(out), 4096), jobs, cancel)
    return out


def all_distances(
    trees: Forests,
    jobs: int = 1,
    cancel: NDArray[np.int32] | None = None,
    tell: Callable[[float], object] = lambda share: None,
) -> NDArray[np.int32]:
    """:func:`distances` of all trees from each other: int32[n, n], symmetric. Equal trees are compared once.

    ``tell``: called now and then, perhaps in other threads, with the share of the distances that are known.
    """
    cancel = np.zeros(1, np.int32) if cancel is None else cancel
    codes, sizes, offsets = trees
    numbers: dict[tuple[bytes, bytes], int] = {}
    number = np.zeros(len(offsets) - 1, np.int64)
    some: list[slice] = []  # where the first of each is
    for tree in range(len(number)):
        here = slice(int(offsets[tree]), int(offsets[tree + 1]))
        number[tree] = numbers.setdefault((codes[here].tobytes(), sizes[here].tobytes()), len(numbers))
        if number[tree] == len(some):
            some.append(here)
    ends = np.cumsum([0, *(here.stop - here.start for here in some)], dtype=np.int64)
    if len(some) > 1:
        _check_size(np.sort(np.diff(ends))[-2:].prod(keepdims=True))
    codes, sizes = (np.concatenate([column[:0], *(column[here] for here in some)]) for column in (codes, sizes))
    ready = kernel("mappings._edits").Trees(*_columns((codes, sizes, ends)))
    out = np.zeros((len(some), len(some)), np.int32)
    done: list[int] = []  # appended to by threads, which is safe

    def work(begin: int) -> None:
        end = min(begin + 16, len(out))
        ready.of_rows(begin, end, out, cancel, LIMIT)
        done.append((begin + end) * (end - begin))
        if len(done) % 8 == 0:
            tell(min(sum(done) / len(out) ** 2, 1.0))

    _in_threads(work, reversed(range(0, len(out), 16)), jobs, cancel)  # the longest rows first
    return out if len(out) == len(number) else out[np.ix_(number, number)]


def _check_size(pairs: Numbers) -> None:
    """Whether trees of so many pairs of nodes can be compared. Raises TreecompareError: some cannot."""
    if pairs.max(initial=0) > LIMIT:
        raise TreecompareError(f"the trees are too large for a tree distance: {pairs.max()} pairs of nodes")


def _in_threads(work: Callable[[int], None], parts: Iterable[int], jobs: int, cancel: NDArray[np.int32]) -> None:
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(lambda part: None if cancel[0] else work(part), parts))
    if cancel[0]:
        raise Cancelled


@dataclass(frozen=True, eq=False)
class Discounts:
    """What makes a mapping slightly cheaper than others of the same cost: operations that another script has as well.

    ``gold``, ``test``: 1 for nodes that are better left unmapped. ``relabelled``: per test node the code of the gold node
    to which it is better relabelled, :data:`NO_CODE` for none. With n nodes on both sides each is worth 1 / (2 n + 2).
    """

    gold: NDArray[np.uint8]
    test: NDArray[np.uint8]
    relabelled: NDArray[np.int32]


NO_CODE = np.iinfo(np.int32).min


def edit_maps(
    gold: Forests,
    test: Forests,
    sentences: Numbers,
    costs: LabelCosts | None = None,
    discounts: Discounts | None = None,
    jobs: int = JOBS,
) -> NDArray[np.int32]:
    """:func:`edit_pairs` of many sentences: for each gold node of the file the place of its counterpart in the test sentence, -1
    where it has none. Sentences that are not asked for have none. ``jobs``: threads.

    With ``discounts`` of all least-cost mappings one that saves most by them; only equality is taken from ``costs`` then.

    Raises TreecompareError: a sentence has more than :data:`LIMIT` node pairs; MemoryError: the tables do not fit.
    """
    out = np.full(len(gold[0]), -1, np.int32)
    _check_size(np.diff(gold[2])[sentences] * np.diff(test[2])[sentences])
    saved: tuple[Any, ...] = (None, None, None)
    if discounts is not None:
        saved = _whole(discounts.gold, np.uint8), _whole(discounts.test, np.uint8), _whole(discounts.relabelled)
    columns = *_columns(gold), *_columns(test)

    def work(part: Numbers) -> None:
        cancel = np.zeros(1, np.int32)
        kernel("mappings._edits").edit_maps(
            *columns, _whole(part, np.int64), out, cancel, _packed(costs), *saved, USUAL, LIMIT
        )

    if min(jobs, len(sentences)) < 2:
        work(sentences)
        return out
    with ThreadPoolExecutor(jobs) as pool:
        # long sentences are everywhere: small parts keep all threads busy
        list(pool.map(work, np.array_split(sentences, max(1, min(8 * jobs, len(sentences))))))
    return out


def _whole(array: NDArray[Any], kind: type[np.generic] = np.int32) -> NDArray[Any]:
    """The array without gaps and of the kernel's type."""
    return np.ascontiguousarray(array, kind)


def _columns(forests: Forests) -> Forests:
    codes, sizes, offsets = forests
    return _whole(codes), _whole(sizes), _whole(offsets, np.int64)


def _packed(costs: LabelCosts | None) -> Any:
    """The costs as the kernel wants them."""
    if costs is None:
        return None
    swap, equal = _whole(costs.swap, np.float64), _whole(costs.equal, np.uint8)
    return kernel("mappings._edits").Costs(
        rows=_whole(costs.rows), word_rows=_whole(costs.word_rows), swap=swap, equal=equal
    )


# -- costs of relabelling ----------------------------------------------------------------------------------------------

CostTable = Mapping[tuple[str, str], float]
_HASH_PAIR = re.compile(r"#\t[^ \t\v\f]+\t[0-9.]+")


def read_costs(path: str, most: float = float("inf")) -> CostTable:
    """Costs by (gold label, test label). ``most``: a higher cost is an error, and so is a boundary of a lineage. Raises ReadError:
    the file cannot be read; a line does not have three columns; a cost is not a number or negative."""
    given: dict[tuple[str, str], float] = {}
    for number, line in enumerate(read_lines(path, "expected a table of 'label label cost'"), 1):
        fields = words_of(line)
        if not fields or (fields[0].startswith("#") and not _HASH_PAIR.fullmatch(line)):
            continue
        if len(fields) != 3:
            raise ReadError(path, number, f"{counted(len(fields), 'column')}; expected 3: label label cost")
        try:
            cost = float(fields[2])
        except ValueError:
            raise ReadError(path, number, f"the cost is '{fields[2][:40]}'; expected a number") from None
        if not 0 <= cost < float("inf"):
            raise ReadError(path, number, f"the cost is {fields[2][:40]}; expected a number of at least 0")
        if cost > most:
            raise ReadError(path, number, f"the cost is {fields[2][:40]}; expected a number between 0 and {most:g}")
        if math.isfinite(most) and {"[", "]"} & set(fields[:2]):
            raise ReadError(path, number, "boundaries have no cost of their own; expected two labels")
        given[unescaped(fields[0]), fields[1]] = min(cost, 2.0)
    return {**{(b, a): cost for (a, b), cost in given.items()}, **given}


def _costs_by_code(
    labels: LabelCodes, symbols: Symbols, table: CostTable, others: set[int]
) -> tuple[NDArray[np.int32], NDArray[np.float64], list[int]]:
    """A row per symbol that is listed or among the others (else -1), costs by row (unlisted: NaN), and the codes of the rows."""
    occurring = {pair: cost for pair, cost in table.items() if all(symbols.find(label) is not None for label in pair)}

    def code(label: str) -> int:
        return int(labels.of_label[symbols.number(label)])

    members = sorted({code(label) for pair in occurring for label in pair} | others)
    rows = np.full(len(symbols), -1, np.int32)
    rows[members] = np.arange(len(members))
    costs = np.full((len(members), len(members)), np.nan)
    for (a, b), cost in occurring.items():
        costs[rows[code(a)], rows[code(b)]] = cost
    return rows, costs, members


def custom_lineage_costs(labels: LabelCodes, symbols: Symbols, table: CostTable) -> LineageCosts:
    """Costs of replacing labels in lineages; unlisted pairs cost 2."""
    rows, costs, _ = _costs_by_code(labels, symbols, table, set())
    return LineageCosts(rows, np.nan_to_num(costs, nan=DIFFERENT))


def edit_costs(labels: LabelCodes, symbols: Symbols, table: CostTable | None) -> LabelCosts | None:
    """What the kernel needs: a row per label that has costs or equals of its own; None where there are none."""
    if table is None and labels.equal is None:
        return None
    equals = set() if labels.equal_rows is None else set(np.flatnonzero(labels.equal_rows >= 0).tolist())
    rows, swap, members = _costs_by_code(labels, symbols, table or {}, equals)
    equal = np.eye(len(members), dtype=np.bool_)
    if labels.equal_rows is not None and labels.equal is not None:
        own = labels.equal_rows[members]
        known = own >= 0
        equal |= known[:, None] & known & labels.equal[np.ix_(np.maximum(own, 0), np.maximum(own, 0))].astype(np.bool_)
    return LabelCosts(rows, np.nan_to_num(swap, nan=1.0), equal)
