"""Lineages (Sampson & Babarczy 2003): for each word the labels from the leaf up to the root, compared by edit distance.

``[`` stands before the label of the highest constituent that begins with the word, ``]`` after the highest that ends with
it. Insertion and deletion cost 1, replacing a label what :class:`LineageCosts` says, a boundary 2. The similarity of two
lineages is 1 − distance / (length + length), 1 if both are empty. Whole files are compared in ``kernels/constituents.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import Cancelled
from treecompare.kernels import kernel
from treecompare.mappings.labels import LabelCodes, packed_sides
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import PRETERMINAL, Tree, Trees, has_positions

BEGIN, END = -2, -3
"""Codes of the boundaries ``[`` and ``]``."""
DIFFERENT = 2.0
"""What replacing costs at most: as much as a deletion and an insertion."""


@dataclass(frozen=True, eq=False)
class LineageCosts:
    """Costs of replacing one label by another: ``table[row, row]`` of their rows; 2 where one has no row (-1)."""

    rows: NDArray[np.int32]
    table: NDArray[np.float64]

    def of(self, a: int, b: int) -> float:
        """The cost for two codes that are not equal."""
        if a < 0 or b < 0 or self.rows[a] < 0 or self.rows[b] < 0:
            return DIFFERENT
        return float(self.table[self.rows[a], self.rows[b]])


@dataclass(frozen=True)
class WordScore:
    """How well one word is parsed, and why: its lineages, spelt as in the paper, from the leaf to the root.

    ``weight``: one over the number of atoms where the word is one of several that a gold word was cut into.
    """

    word: str
    gold: str
    test: str
    score: float
    weight: float = 1.0


def plain_costs(symbols: Symbols) -> LineageCosts:
    """2 for any two labels."""
    return LineageCosts(np.full(len(symbols), -1, np.int32), np.zeros((0, 0)))


def initial_costs(symbols: Symbols) -> LineageCosts:
    """0.5 for labels with the same first character, else 2. An empty label shares no first character."""
    firsts = [text[:1] for text in symbols.texts]
    letters = {letter: row for row, letter in enumerate(dict.fromkeys(filter(None, firsts)))}
    rows = np.fromiter(map(letters.get, firsts, repeat(-1)), np.int32, len(firsts))
    table = np.full((len(letters), len(letters)), DIFFERENT)
    np.fill_diagonal(table, 0.5)
    return LineageCosts(rows, table)


def lineages(tree: Tree, codes: Sequence[int], tags: bool = False) -> list[list[int]]:
    """The lineage of each word of the sentence, as codes from the leaf to the root; without part-of-speech tags unless ``tags``.

    Where branches cross, a constituent begins and ends with its first and last word in postorder.
    """
    starts, ends, parents = tree.postorder_starts.tolist(), tree.postorder_ends.tolist(), tree.parents
    found = []
    for word in tree.word_nodes.tolist():
        place = starts[word]
        above: list[int] = []
        node = parents[word]
        while node >= 0:
            if tags or tree.kinds[node] != PRETERMINAL:
                above.append(node)
            node = parents[node]
        constituents = [node for node in above if tree.kinds[node] != PRETERMINAL]
        begun = [node for node in constituents if starts[node] == place]
        ended = [node for node in constituents if ends[node] == place + 1]
        lineage: list[int] = []
        for node in above:
            lineage += [BEGIN] if begun and node == begun[-1] else []
            lineage.append(codes[node])
            lineage += [END] if ended and node == ended[-1] else []
        found.append(lineage)
    return found


def _replacing(a: int, b: int, costs: LineageCosts, equal: Callable[[int, int], bool]) -> float:
    return 0.0 if equal(a, b) else costs.of(a, b)


def distances(
    gold: Sequence[int], test: Sequence[int], costs: LineageCosts, equal: Callable[[int, int], bool]
) -> list[list[float]]:
    """The edit distance of every two beginnings of lineages."""
    rows = [[float(length) for length in range(len(test) + 1)]]
    for i, a in enumerate(gold, 1):
        before, row = rows[-1], [float(i)]
        for j, b in enumerate(test):
            row.append(min(before[j] + _replacing(a, b, costs, equal), before[j + 1] + 1, row[j] + 1))
        rows.append(row)
    return rows


@dataclass(frozen=True)
class LineageStep:
    """One symbol of a lineage edit: kept or replaced (both), deleted (only ``gold``) or inserted (only ``test``); codes."""

    gold: int | None
    test: int | None
    cost: float


def lineage_edit(
    gold: Sequence[int], test: Sequence[int], costs: LineageCosts, equal: Callable[[int, int], bool]
) -> list[LineageStep]:
    """A least-cost edit, from the leaf to the root. Read backwards from the roots, of equal costs a pair goes before a
    deletion, that before an insertion."""
    table = distances(gold, test, costs, equal)
    steps: list[LineageStep] = []
    i, j = len(gold), len(test)
    while i or j:
        cost = _replacing(gold[i - 1], test[j - 1], costs, equal) if i and j else DIFFERENT
        if i and j and table[i][j] == table[i - 1][j - 1] + cost:
            i, j = i - 1, j - 1
            steps.append(LineageStep(gold[i], test[j], cost))
        elif i and table[i][j] == table[i - 1][j] + 1:
            i -= 1
            steps.append(LineageStep(gold[i], None, 1.0))
        else:
            j -= 1
            steps.append(LineageStep(None, test[j], 1.0))
    return steps[::-1]


def similarity(
    gold: Sequence[int], test: Sequence[int], costs: LineageCosts, equal: Callable[[int, int], bool]
) -> float:
    """1 − distance / (length + length); 1 for two empty lineages (Sampson & Babarczy 2003, section 4)."""
    length = len(gold) + len(test)
    return 1 - distances(gold, test, costs, equal)[-1][-1] / length if length else 1.0


def count_lineages(
    gold: Trees,
    test: Trees,
    gold_codes: NDArray[np.int32],
    test_codes: NDArray[np.int32],
    labels: LabelCodes,
    costs: Sequence[tuple[LineageCosts, bool]],
    first: int,
    last: int,
    cancel: NDArray[np.int32],
    words: tuple[NDArray[np.float64], NDArray[np.uint64]] | None = None,
) -> NDArray[np.float64]:
    """The sums of the word scores of the sentences ``first:last`` under each of the ``costs``, with tags or without:
    ``[costs, sentences]``.

    Only for pairs with equally many words; others get 0. ``words``: what :func:`word_lineages` returns, to be filled in from the
    first sentence on. ``cancel[0] != 0`` ends the work at once; what is found is then of no use.
    """
    scores, ids = words or (np.zeros(0), np.zeros((0, 2), np.uint64))
    work = kernel("constituents")
    sides = packed_sides(work, gold, gold_codes, test, test_codes, first, last)
    out = np.zeros((len(costs), last - first))
    rows, tags = np.stack([one.rows for one, _ in costs]), np.array([tags for _, tags in costs], np.uint8)
    most = max(len(one.table) for one, _ in costs)
    table = np.stack([np.pad(one.table, (0, most - len(one.table))) for one, _ in costs])
    how = work.Lineages(labels.packed(work), rows.data, table.data, tags.data, sides[1])
    columns = (one.data for one in (out, cancel, scores, ids, *_partners(gold, test, first, last)))
    work.count_lineages(*sides, how, first, last, *columns)
    return out


def _partners(gold: Trees, test: Trees, first: int, last: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Per gold node, where it is a word of ``first:last``: which one of its sentence, and its counterpart in the test sentence.

    Both are empty where no branches can cross; without meaning in sentences with another number of words.
    """
    if not (has_positions(gold) or has_positions(test)):
        return np.zeros(0, np.int32), np.zeros(0, np.int32)
    counts = [trees.word_counts[first:last] for trees in (gold, test)]
    same = counts[0] == counts[1]
    nodes = []
    for trees, its in zip((gold, test), counts, strict=True):
        begin = int(trees.word_counts[:first].sum())
        nodes.append(trees.word_nodes[begin : begin + int(its.sum())][np.repeat(same, its)])
    partners = np.zeros(len(gold.labels), np.int32)
    partners[nodes[0]] = nodes[1] - np.repeat(test.offsets[first:last][same], counts[1][same])
    return gold.ranks, partners


def word_lineages(
    gold: Trees,
    test: Trees,
    gold_codes: NDArray[np.int32],
    test_codes: NDArray[np.int32],
    labels: LabelCodes,
    costs: LineageCosts,
    tags: bool,
    cancel: NDArray[np.int32] | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.uint64]]:
    """The score of every gold word of a file, NaN where its sentence has another number of words; and numbers (words x 2)
    that stand for its gold and its test lineage: equal ones for equal lineages."""
    words = int(gold.word_counts.sum())
    scores, ids = np.full(words, np.nan), np.zeros((words, 2), np.uint64)
    flag = np.zeros(1, np.int32) if cancel is None else cancel
    count_lineages(gold, test, gold_codes, test_codes, labels, [(costs, tags)], 0, len(gold), flag, (scores, ids))
    if flag[0]:
        raise Cancelled
    return scores, ids
