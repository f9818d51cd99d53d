"""Where a parser goes wrong: words, tags, lineages and constituents with low scores (Sampson & Babarczy 2003, section 7)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.lineages import word_lineages
from treecompare.measures import measure
from treecompare.scores.result import (
    Column,
    Found,
    ResultTable,
    Value,
    View,
    count_column,
    nodes_by_sentence,
    number_column,
    shown_as,
    text_column,
)
from treecompare.trees.arcs import sums_before
from treecompare.trees.tree import PRETERMINAL, Trees, parent_numbers

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison

Numbers = NDArray[np.int64]
MOST = 1000
"""So many entries are shown, those that lose most."""
LINEAGES = shown_as("gold lineage : system lineage", text_column("gold lineage : test lineage"))


def word_tables(comparison: ConstituentComparison, view: View) -> list[ResultTable]:
    """What loses most under Leaf-Ancestor, over all sentences of a system: four tables."""
    pairs, symbols = comparison.pairs(view.system), comparison.gold.trees.symbols
    gold, scores, ids = pairs.gold, *gold_word_scores(comparison, view)
    known = np.flatnonzero(
        ~np.isnan(scores) & comparison.table.rows(view.system, view.variant)[gold.sentence_of[gold.word_nodes]]
    )
    words, scores = gold.word_nodes[known], scores[known]
    weights = np.ones(len(scores)) if pairs.weights is None else pairs.weights[known]
    sentences = gold.sentence_of[words]
    nodes = words - gold.offsets[sentences]
    parents = parent_numbers(gold)
    above = parents[words]
    is_tag = (above >= 0) & (gold.kinds[above] == PRETERMINAL)
    constituents = np.where(is_tag, parents[np.maximum(above, 0)], above)
    first_words = sums_before(gold.word_counts)
    title = f"{measure(view.variant).title}, {comparison.table.systems[view.system]}"
    signature = comparison.table.signature(view.variant, system=view.system, among="by:word")

    def label_of(nodes: Numbers) -> Numbers:
        return np.where(nodes >= 0, gold.labels[np.maximum(nodes, 0)], -1).astype(np.int64)

    def text_of(label: int, place: int) -> str:
        return symbols[label] if label >= 0 else "∅"

    @cache
    def spelt(sentence: int) -> list[tuple[str, str]]:
        return comparison.spelt_lineages(view.system, sentence, view.variant)

    def both_lineages(label: int, place: int) -> str:
        """As the paper writes them."""
        sentence = int(sentences[place])
        found = spelt(sentence)
        one, other = found[int(known[place] - first_words[sentence])] if found else ("", "")
        return f"{one or '∅'} : {other or '∅'}" if found else "∅"

    def table(name: str, head: Column, keys: Numbers, text: Callable[[int, int], str] = text_of) -> ResultTable:
        """Groups words by key. ``text(key, place)`` names a group by its key, or by one of its words."""
        values, firsts, group = np.unique(keys, return_index=True, return_inverse=True)
        counts = np.bincount(group, minlength=len(values))
        # rounded, so that ties are ties in whatever order their words were added
        lost = np.bincount(group, (1 - scores) * weights, minlength=len(values)).round(9)
        full = np.bincount(group, weights, minlength=len(values))
        order = np.lexsort((firsts, -lost))  # of equal ones that first met comes first
        shown = order[:MOST].tolist()
        names = [text(int(values[one]), int(firsts[one])) for one in shown]
        rows: list[list[Value]] = [
            [name, int(counts[one]), 1 - float(lost[one]) / float(full[one]), float(lost[one])]
            for name, one in zip(names, shown, strict=True)
        ]

        def found(row: int, column: int) -> Found | None:
            mine = np.flatnonzero(group == shown[row])
            if column == 3:  # only those where something was lost
                mine = mine[scores[mine] < 1]
            here = sentences[mine]
            return Found(np.unique(here), view.system, names[row], nodes=nodes_by_sentence(here, nodes[mine]))

        left = len(order) - len(shown)
        rest = f" {left:,} more entries lose {lost[order[MOST:]].sum():,.2f} together." if left else ""
        return ResultTable(
            f"{name}, {title}",
            (head, count_column("words"), number_column("mean score", 3), number_column("points lost", 2)),
            rows,
            "Points lost: 1 − score, summed over all words of the entry; all entries together are what the system's score lacks."
            + rest,
            (signature,),
            found=found,
        )

    lineages = np.unique(ids[known], axis=0, return_inverse=True)[1].reshape(-1).astype(np.int64)
    tables = [
        table("Worst words", text_column("word"), gold.labels[words].astype(np.int64)),
        table("Worst lineages", LINEAGES, lineages, both_lineages),
        table("Worst constituents", text_column("words directly below"), label_of(constituents)),
    ]
    if comparison.preparation.preterminals:
        tables.insert(1, table("Worst tags", text_column("tag"), label_of(np.where(is_tag, above, -1))))
    return tables


def gold_word_scores(comparison: ConstituentComparison, view: View) -> tuple[NDArray[np.float64], NDArray[np.uint64]]:
    """See :func:`word_lineages`, for all gold words; those that the system lacks score 0, and have no lineage in the system.

    Words of sentences that count as zero have no score of their own.
    """
    pairs, labels = comparison.pairs(view.system), comparison.labels()

    def found(gold: Trees, test: Trees) -> tuple[NDArray[np.float64], NDArray[np.uint64]]:
        codes = [labels.codes(trees, comparison.preparation.parameters.labelled) for trees in (gold, test)]
        costs = comparison.lineage_costs(view.variant)
        return word_lineages(gold, test, codes[0], codes[1], labels, costs, view.variant == "la.tags", view.cancel)

    shared = found(*(side.trees for side in pairs.shared))
    zeroed = comparison.table.zeroed[view.system]
    if zeroed.any():
        shared[0][np.repeat(zeroed, pairs.shared[0].trees.word_counts)] = np.nan
    if pairs.gold_alone is None:
        return shared
    lost = pairs.gold_alone[pairs.gold.word_nodes]
    _, ids = found(pairs.gold, pairs.gold)
    scores = np.zeros(len(lost))
    scores[~lost], ids[~lost] = shared
    ids[lost, 1] = 0
    return scores, ids
