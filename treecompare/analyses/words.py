"""Where a parser goes wrong: words, tags, lineages, constituents with low scores (Sampson & Babarczy 2003, section 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import Cancelled, UsageError
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
    plain_column,
    shown_as,
    text_column,
)
from treecompare.scores.set_notes import set_note
from treecompare.scores.table import Numbers
from treecompare.trees.columns import sums_before
from treecompare.trees.tree import PRETERMINAL, Trees, parent_numbers

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison

MOST = 1000
"""So many entries are shown, those that lose most."""
LINEAGES = shown_as("gold lineage : system lineage", text_column("gold lineage : test lineage"))


def word_tables(comparison: ConstituentComparison, view: View) -> list[ResultTable]:
    """What loses most under Leaf-Ancestor, over all sentences of a system: four tables."""
    words = _Words(comparison, view)
    tables = [
        words.table("Worst words", text_column("word"), words.labels_of(words.words)),
        words.table("Worst lineages", LINEAGES, words.lineages, words.both_lineages),
        words.table("Worst constituents", text_column("words directly below"), words.labels_of(words.constituents)),
    ]
    if comparison.preparation.preterminals:
        tables.insert(1, words.table("Worst tags", text_column("tag"), words.labels_of(words.tags)))
    return tables


class _Words:
    """The gold words that have a score, with what is said of each: ``lineages``, the numbers of its pair of lineages; ``tags`` and
    ``constituents``, the nodes above it, -1 for none."""

    def __init__(self, comparison: ConstituentComparison, view: View) -> None:
        self.comparison, self.view = comparison, view
        pairs = comparison.pairs(view.system)
        gold, scores, ids = pairs.gold, *gold_word_scores(comparison, view)
        is_scored = comparison.table.rows(view.system, view.variant)[gold.sentence_of[gold.word_nodes]]
        known = np.flatnonzero(~np.isnan(scores) & is_scored)
        self.gold, self.scores, self.words = gold, scores[known], gold.word_nodes[known]
        self.weights = np.ones(len(known)) if pairs.weights is None else pairs.weights[known]
        self.sentences = gold.sentence_of[self.words]
        self.nodes = self.words - gold.offsets[self.sentences]
        self.numbers = known - sums_before(gold.word_counts)[self.sentences]
        self.lineages = np.unique(ids[known], axis=0, return_inverse=True)[1].reshape(-1).astype(np.int64)
        parents = parent_numbers(gold)
        above = parents[self.words]
        is_tag = (above >= 0) & (gold.kinds[above] == PRETERMINAL)
        self.tags = np.where(is_tag, above, -1)
        self.constituents = np.where(is_tag, parents[np.maximum(above, 0)], above)
        self._spelt = cache(lambda sentence: comparison.spelt_lineages(view.system, sentence, view.variant))

    def labels_of(self, nodes: Numbers) -> Numbers:
        """The labels of nodes, -1 where there is none."""
        return np.where(nodes >= 0, self.gold.labels[np.maximum(nodes, 0)], -1).astype(np.int64)

    def label(self, label: int, place: int) -> str:
        """A label as it is written."""
        return self.gold.symbols[label] if label >= 0 else "∅"

    def both_lineages(self, label: int, place: int) -> str:
        """Those of a word, as the paper writes them."""
        found = self._spelt(int(self.sentences[place]))
        one, other = found[int(self.numbers[place])] if found else ("", "")
        return f"{one or '∅'} : {other or '∅'}" if found else "∅"

    def table(
        self, name: str, head: Column, keys: Numbers, text: Callable[[int, int], str] | None = None
    ) -> ResultTable:
        """Groups words by key. ``text(key, place)`` names a group by its key, or by one of its words; None: it is a label."""
        values, firsts, group = np.unique(keys, return_index=True, return_inverse=True)
        counts = np.bincount(group, minlength=len(values))
        # rounded, so that ties are ties in whatever order their words were added
        lost = np.bincount(group, (1 - self.scores) * self.weights, minlength=len(values)).round(9)
        full = np.bincount(group, self.weights, minlength=len(values))
        order = np.lexsort((firsts, -lost))  # of equal ones that first met comes first
        shown = order[:MOST].tolist()
        names = [(text or self.label)(int(values[one]), int(firsts[one])) for one in shown]
        rows: list[list[Value]] = [
            [name, int(counts[one]), 1 - float(lost[one]) / float(full[one]), float(lost[one])]
            for name, one in zip(names, shown, strict=True)
        ]

        # the trees are not kept for as long as the table is there
        system, scores, sentences, nodes = self.view.system, self.scores, self.sentences, self.nodes

        def found(row: int, column: int) -> Found | None:
            mine = np.flatnonzero(group == shown[row])
            if column == 3:  # only those where something was lost
                mine = mine[scores[mine] < 1]
            here = sentences[mine]
            return Found.items(here, system, names[row], nodes=nodes_by_sentence(here, nodes[mine]))

        left = len(order) - len(shown)
        rest = f" {left:,} more entries lose {lost[order[MOST:]].sum():,.2f} together." if left else ""
        table, variant = self.comparison.table, self.view.variant
        return ResultTable(
            f"{name}, {measure(variant).title}, {table.systems[system]}",
            (head, count_column("words"), number_column("mean score", 3), number_column("points lost", 2)),
            rows,
            "Points lost: 1 − score, summed over all words of the entry; all entries together are what the system's score lacks."
            + rest,
            (table.signature(variant, system=system, among="by:word"),),
            found=found,
        )


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


EDITS = "Edit: < deleted, > inserted, ~ the first replaced by the second, each with its cost."
_COLUMNS = (
    plain_column("number"), text_column("word"), number_column("score", 3), text_column("gold lineage"),
    text_column("system lineage"), text_column("edit"), number_column("cost"),
)  # fmt: skip


def lineage_tables(comparison: ConstituentComparison, view: View) -> list[ResultTable]:
    """A row per word of the view's sentence, or of all sentences that the score rests on if none is chosen: its score, its lineages
    from the word up to the root, and what turns one into the other. Raises UsageError: the sentence has no such scores; says why;
    Cancelled: it was stopped."""
    if 0 <= view.sentence < comparison.sentences:
        return [_of_sentence(comparison, view)]
    one, table = measure(view.variant), comparison.table
    rows: list[list[Value]] = []
    sentences: list[int] = []
    for sentence in np.flatnonzero(table.rows(view.system, view.variant) & ~table.zeroed[view.system]).tolist():
        if view.cancel is not None and view.cancel[0]:
            raise Cancelled
        words = _rows(comparison, view, sentence)
        sentences += [sentence] * len(words)
        rows += [[comparison.numbers_of(sentence), comparison.ids[sentence], *row] for row in words]
    summary = one.shown(table.summary(view.system, view.variant, "pooled"))
    return [
        ResultTable(
            f"Words of {table.systems[view.system]}", (text_column("sentence"), text_column("id"), *_COLUMNS), rows,
            f"{one.title}, pooled: {summary}, the mean of all words. {EDITS} {set_note(table, [one.key])}".strip(),
            (table.signature(view.variant, "pooled", view.system),),
            found=lambda row, column: Found(np.array([sentences[row]]), view.system, comparison.ids[sentences[row]]),
        )
    ]  # fmt: skip


def _of_sentence(comparison: ConstituentComparison, view: View) -> ResultTable:
    system, sentence = view.system, view.sentence
    name = comparison.sentence_title(system, sentence)
    rows = _rows(comparison, view, sentence)
    if not rows:
        reason = comparison.table.reason(system, sentence) or "the words differ"
        raise UsageError(f"{name}: the words have no scores: {reason}")
    one, of_sentence = measure(view.variant), float(comparison.table.scores(system, view.variant)[sentence])
    return ResultTable(
        f"Words of {name}", _COLUMNS, rows, f"{one.title}: {one.shown(of_sentence)}. {EDITS}",
        (comparison.table.sentence_signature(view.variant),),
        found=lambda row, column: Found(np.array([sentence]), system, name),
    )  # fmt: skip


def _rows(comparison: ConstituentComparison, view: View, sentence: int) -> list[list[Value]]:
    """The words of a sentence; none where they have no scores."""
    scores = comparison.word_scores(view.system, sentence, view.variant) or []
    changed = [place for place, one in enumerate(scores) if one.score < 1]
    edits = dict(zip(changed, comparison.word_edits(view.system, sentence, view.variant, changed), strict=True))
    found: list[list[Value]] = []
    for place, one in enumerate(scores):
        steps = edits.get(place, [])
        cost = sum((step[2] for step in steps), 0.0)
        found.append(
            [
                place + 1,
                one.word,
                one.score,
                one.gold or "∅",
                one.test or "∅",
                edit_text(steps) or None,
                cost if one.test else None,
            ]
        )
    return found


def edit_text(steps: Iterable[tuple[str, str, float]]) -> str:
    """What changes, from the word to the root: ``~ N1 NP 0.5; < ] 1``."""
    parts = []
    for gold, test, cost in steps:
        if cost:
            parts.append(
                f"~ {gold} {test} {cost:g}" if gold and test else f"< {gold} {cost:g}" if gold else f"> {test} {cost:g}"
            )
    return "; ".join(parts)
