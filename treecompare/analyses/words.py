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
from treecompare.trees.tree import PRETERMINAL, Trees, parent_numbers

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison

Numbers = NDArray[np.int64]
MOST = 1000
"""So many entries are shown, those that lose most."""
LINEAGES = shown_as("gold lineage : system lineage", text_column("gold lineage : test lineage"))


def word_tables(comparison: ConstituentComparison, view: View) -> list[ResultTable]:
    """What loses most under Leaf-Ancestor, over all sentences of a system: four tables."""
    gold, symbols = comparison.pairs(view.system).gold, comparison.gold.trees.symbols
    scores, ids = gold_word_scores(comparison, view)
    weights = comparison.pairs(view.system).weights
    weights = np.ones(len(scores)) if weights is None else weights
    words = gold.word_nodes
    sentences = gold.sentence_of[words]
    known = ~np.isnan(scores) & comparison.table.rows(view.system, view.variant)[sentences]
    parents = parent_numbers(gold)
    above = parents[words]
    is_tag = (above >= 0) & (gold.kinds[above] == PRETERMINAL)
    constituents = np.where(is_tag, parents[np.maximum(above, 0)], above)

    def label_of(nodes: Numbers) -> Numbers:
        return np.where(nodes >= 0, gold.labels[np.maximum(nodes, 0)], -1).astype(np.int64)

    def text_of(label: int) -> str:
        return symbols[label] if label >= 0 else "∅"

    @cache
    def spelt(sentence: int) -> list[tuple[str, str]]:
        return comparison.spelt_lineages(view.system, sentence, view.variant)

    def both_lineages(word: int) -> str:
        """As the paper writes them."""
        sentence = int(sentences[word])
        found = spelt(sentence)
        gold, test = found[word - int(np.searchsorted(sentences, sentence))] if found else ("", "")
        return f"{gold or '∅'} : {test or '∅'}" if found else "∅"

    title = f"{measure(view.variant).title}, {comparison.table.systems[view.system]}"
    both = np.unique(ids[known], axis=0, return_inverse=True)[1].reshape(-1).astype(np.int64)
    groups: list[tuple[str, Column, Numbers, Callable[[int, int], str]]] = [
        (
            "Worst words",
            text_column("word"),
            gold.labels[words[known]].astype(np.int64),
            lambda label, _: text_of(label),
        ),
        (
            "Worst lineages",
            LINEAGES,
            both,
            lambda _, word: both_lineages(word),
        ),
        (
            "Worst constituents",
            text_column("words directly below"),
            label_of(constituents)[known],
            lambda label, _: text_of(label),
        ),
    ]
    if comparison.preparation.preterminals:
        tags = label_of(np.where(is_tag, above, -1))[known]
        groups.insert(1, ("Worst tags", text_column("tag"), tags, lambda label, _: text_of(label)))
    signature = comparison.table.signature(view.variant, system=view.system, among="by:word")
    return [
        _table(
            f"{name}, {title}",
            head,
            keys,
            scores[known],
            weights[known],
            sentences[known],
            (words - gold.offsets[sentences])[known],
            np.flatnonzero(known),
            text,
            view,
            signature,
        )
        for name, head, keys, text in groups
    ]


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


def _table(
    title: str,
    head: Column,
    keys: Numbers,
    scores: NDArray[np.float64],
    weights: NDArray[np.float64],
    sentences: Numbers,
    nodes: Numbers,
    words: Numbers,
    text: Callable[[int, int], str],
    view: View,
    signature: str,
) -> ResultTable:
    """Groups words by key. ``text(key, word)`` names a group by its key, or by one of its words. ``weights``: of scores.

    ``nodes``: of the words, as numbered in their sentences.
    """
    values, firsts, group = np.unique(keys, return_index=True, return_inverse=True)
    counts = np.bincount(group, minlength=len(values))
    # rounded, so that ties are ties in whatever order their words were added
    lost = np.bincount(group, (1 - scores) * weights, minlength=len(values)).round(9)
    full = np.bincount(group, weights, minlength=len(values))
    order = np.lexsort((firsts, -lost))  # of equal ones that first met comes first
    shown = order[:MOST].tolist()
    members = np.argsort(group, kind="stable")
    begins = np.concatenate(([0], np.cumsum(counts)))
    names = [text(int(values[one]), int(words[firsts[one]])) for one in shown]
    rows: list[list[Value]] = [
        [name, int(counts[one]), 1 - float(lost[one]) / float(full[one]), float(lost[one])]
        for name, one in zip(names, shown, strict=True)
    ]

    def found(row: int, column: int) -> Found | None:
        one = shown[row]
        mine = members[begins[one] : begins[one + 1]]
        if column == 3:  # only those where something was lost
            mine = mine[scores[mine] < 1]
        here = sentences[mine]
        return Found(np.unique(here), view.system, names[row], nodes=nodes_by_sentence(here, nodes[mine]))

    left = len(order) - len(shown)
    rest = f" {left:,} more entries lose {lost[order[MOST:]].sum():,.2f} together." if left else ""
    return ResultTable(
        title,
        (head, count_column("words"), number_column("mean score", 3), number_column("points lost", 2)),
        rows,
        "Points lost: 1 − score, summed over all words of the entry; all entries together are what the system's score lacks."
        + rest,
        (signature,),
        found=found,
    )
