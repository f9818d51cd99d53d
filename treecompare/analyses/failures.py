"""What parsers fail on: configurations of the gold in which a system is wrong more often than elsewhere.

Sampson & Babarczy (2003, section 7) found by hand that "when a subordinate S begins with a multi-word NP, the parser tends to
fail"; here all values of the features, and all pairs of these, are tried.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from treecompare.analyses.errors import CountedErrors
from treecompare.analyses.features import constituent_features, dependency_features, tree_word_features
from treecompare.analyses.words import gold_word_scores
from treecompare.mappings.errors import Error
from treecompare.measures import measure
from treecompare.measures.words import WordScores
from treecompare.scores.associations import LEAST, Association, Feature, associations
from treecompare.scores.result import (
    Column,
    Found,
    ResultTable,
    View,
    count_column,
    nodes_by_sentence,
    number_column,
    share_column,
    text_column,
)
from treecompare.trees.tree import CONSTITUENT, Trees

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison
    from treecompare.comparison.dependencies.comparison import DependencyComparison

Numbers = NDArray[np.int64]
Mask = NDArray[np.bool_]
NOTE = (
    "Lift: how many times as often as everywhere. p: Fisher's exact test, with Holm's correction for all configurations tried "
    f"(those of at least {LEAST} {{0}}); {{0}} of one sentence are taken for independent of each other. 'The same' are "
    "configurations that say nothing beyond the one before them."
)


@dataclass(frozen=True, eq=False)
class _Items:
    """What may be wrong. ``places``, in the gold's columns, ``sentences`` and ``nodes``, as drawings number them: an entry per
    item; ``name``: as people read it."""

    name: str
    places: Numbers
    sentences: Numbers
    nodes: Numbers
    features: list[Feature]


def constituent_failure_tables(comparison: ConstituentComparison, view: View) -> list[ResultTable]:
    """Constituents of the gold that were not found, and words that lose under Leaf-Ancestor."""
    items = comparison.items(view.system, "constituents")
    order = np.argsort(items.gold)[np.count_nonzero(items.gold < 0) :]  # as in the file
    trees = comparison.pairs(view.system).gold
    system = comparison.table.systems[view.system]
    constituents = _table(
        f"Constituents that {system} does not find", _constituents(trees, items.gold[order].astype(np.int64)),
        ~items.right()[order], view,
        comparison.table.signature("e.roof.dice", system=view.system, among="by:failures"),
    )  # fmt: skip
    scores = gold_word_scores(comparison, view)[0]
    words = trees.word_nodes
    sentences = trees.sentence_of[words]
    nodes = words - trees.offsets[sentences]
    known = ~np.isnan(scores) & comparison.table.rows(view.system, view.variant)[sentences]
    lost = _table(
        f"Words that lose under {measure(view.variant).title}, {system}",
        _Items("words", words[known], sentences[known], nodes[known], tree_word_features(trees, words[known])),
        scores[known] < 1, view,
        comparison.table.signature(view.variant, system=view.system, among="by:failures"),
    )  # fmt: skip
    return [constituents, lost]


def dependency_failure_tables(comparison: DependencyComparison, view: View) -> list[ResultTable]:
    """Words with a wrong head, and those with a wrong label."""
    scores = comparison.scores[view.system].within(comparison.table.rows(view.system, "las"))
    words, tables = _words(scores), []
    for what, key in (("head", "uas"), ("label", "label-accuracy")):
        wrong = ~scores.over_gold(scores.right(key))[words.places]
        signature = comparison.table.signature(key, system=view.system, among="by:failures")
        title = f"Words with a wrong {what}, {comparison.table.systems[view.system]}"
        tables.append(_table(title, words, wrong, view, signature))
    return tables


def constituent_error_failure_tables(comparison: ConstituentComparison, view: View) -> list[ResultTable]:
    """Per type of error: the constituents of the gold that are part of such errors."""
    counted = CountedErrors(comparison, view.cancel)
    trees = comparison.pairs(view.system).gold
    nodes = np.flatnonzero((trees.kinds == CONSTITUENT) & counted.rows[view.system][trees.sentence_of])

    def concerned(error: Error) -> list[int]:
        return [number for side, number in (*error.nodes, *error.moved) if side == "gold"]

    return _by_type(counted, view, _constituents(trees, nodes), trees.offsets, concerned)


def dependency_error_failure_tables(comparison: DependencyComparison, view: View) -> list[ResultTable]:
    """Per type of error: the words of the gold that are part of such errors."""
    counted = CountedErrors(comparison, view.cancel)
    scores = comparison.scores[view.system].within(counted.rows[view.system])
    return _by_type(counted, view, _words(scores), scores.gold.offsets, lambda error: error.words)


def _constituents(trees: Trees, nodes: Numbers) -> _Items:
    sentences = trees.sentence_of[nodes]
    return _Items(
        "constituents", nodes, sentences, nodes - trees.offsets[sentences], constituent_features(trees, nodes)
    )


def _words(scores: WordScores) -> _Items:
    words = np.flatnonzero(scores.gold_scored)
    return _Items("words", words, scores.gold.sentence_of[words], words, dependency_features(scores, words))


def _by_type(
    counted: CountedErrors,
    view: View,
    items: _Items,
    offsets: Numbers,
    concerned: Callable[[Error], Sequence[int]],
) -> list[ResultTable]:
    """A table per type of which there are enough errors. ``concerned``: the numbers, in its sentence, of the gold's nodes or words
    that are part of an error; ``offsets``: where each sentence begins in the gold's columns."""
    found = []
    for one in counted.comparison.error_types:
        errors = counted.lists[view.system].positions(counted.chosen(view.system, one.among))
        places = [int(offsets[sentence]) + number for sentence, error in errors for number in concerned(error)]
        wrong = np.isin(items.places, places)
        if wrong.sum() >= LEAST:
            title = f"{one.title}, {counted.systems[view.system]}"
            signature = f"{counted.signature}|by:{one.key}"
            found.append(_table(title, items, wrong, view, signature, "part of such an error"))
    return found


def _table(title: str, items: _Items, wrong: Mask, view: View, signature: str, what: str = "wrong") -> ResultTable:
    """``wrong``: one entry per item."""
    found = associations(items.features, wrong, cancel=view.cancel)
    columns = (
        text_column("configuration"), count_column(items.name), count_column("wrong"), share_column("% wrong"),
        number_column("lift", 2), Column("p", _chance), Column("the same", _shortened, is_number=False),
    )  # fmt: skip
    rows: list[list[Any]] = [
        [one.text, len(one.items), one.wrong, one.wrong / len(one.items), one.lift, one.p, _texts(one.folded)]
        for one in found
    ]

    def sentences_of(row: int, column: int) -> Found | None:
        one = found[row]
        if column not in (1, 2, 3):
            return None
        mine = one.items if column == 1 else one.items[wrong[one.items]]
        sentences = items.sentences[mine]
        return Found.items(sentences, view.system, one.text, nodes=nodes_by_sentence(sentences, items.nodes[mine]))

    total, errors = len(wrong), int(wrong.sum())
    share = f" ({100 * errors / total:.2f} %)" if total else ""
    note = f"{errors:,} of {total:,} {items.name}{share} are {what}. {NOTE.format(items.name)}"
    return ResultTable(title, columns, rows, note, (signature,), found=sentences_of)


def _texts(folded: list[Association]) -> str | None:
    return "; ".join(one.text for one in folded) or None


def _shortened(texts: str) -> str:
    """The first two, and how many more there are."""
    first, more = texts.split("; ")[:2], texts.count("; ") - 1
    return "; ".join(first) + (f"; and {more} more" if more > 0 else "")


def _chance(p: float) -> str:
    return "<0.001" if p < 0.001 else f"{p:.3f}"
