"""What parsers fail on: configurations of the gold in which a system is wrong more often than elsewhere.

Sampson & Babarczy (2003, section 7) found by hand that "when a subordinate S begins with a multi-word NP, the parser tends to
fail"; here all values of the features, and all pairs of these, are tried.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from treecompare.analyses.errors import CountedErrors
from treecompare.analyses.features import constituent_features, dependency_features, tree_word_features
from treecompare.analyses.labels import label_pairs
from treecompare.analyses.words import gold_word_scores
from treecompare.measures import measure
from treecompare.scores.associations import LEAST, Association, Feature, associations
from treecompare.scores.result import (
    Column,
    Found,
    ResultTable,
    View,
    count_column,
    number_column,
    share_column,
    text_column,
)
from treecompare.trees.tree import CONSTITUENT, WORD

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison
    from treecompare.comparison.dependencies.comparison import DependencyComparison

Numbers = NDArray[np.int64]
Mask = NDArray[np.bool_]
NOTE = (
    "Lift: how many times as often as everywhere. p: Fisher's exact test, adjusted after Holm for all configurations tried "
    f"(those of at least {LEAST} {{0}}); {{0}} of one sentence are taken for independent of each other. 'The same' are "
    "configurations that say nothing beyond the one before them."
)


def constituent_failure_tables(comparison: ConstituentComparison, view: View) -> list[ResultTable]:
    """Constituents of the gold that were not found, and words that lose under Leaf-Ancestor."""
    found = label_pairs(comparison, view.system)
    missed = np.zeros(len(found.gold.numbers), np.bool_)
    missed[found.missed] = missed[found.confused[0]] = True
    trees = comparison.pairs(view.system).gold
    system = comparison.table.systems[view.system]
    constituents = _table(
        f"Constituents that {system} does not find", "constituents", constituent_features(trees, found.gold.numbers),
        missed, found.gold.sentences, view, comparison.table.signature("e.roof.dice", system=view.system, among="by:failures"),
    )  # fmt: skip
    scores = gold_word_scores(comparison, view)[0]
    words = np.flatnonzero(trees.kinds == WORD)
    sentences = trees.sentence_of[words]
    known = ~np.isnan(scores) & comparison.table.rows(view.system, view.variant)[sentences]
    lost = _table(
        f"Words that lose under {measure(view.variant).title}, {system}", "words",
        tree_word_features(trees, words[known]), scores[known] < 1, sentences[known], view,
        comparison.table.signature(view.variant, system=view.system, among="by:failures"),
    )  # fmt: skip
    return [constituents, lost]


def dependency_failure_tables(comparison: DependencyComparison, view: View) -> list[ResultTable]:
    """Words with a wrong head, and those with a wrong label."""
    scores = comparison.scores[view.system].within(comparison.table.rows(view.system, "las"))
    words = np.flatnonzero(scores.gold_scored)
    features, sentences = dependency_features(scores, words), scores.gold.sentence_of[words]
    name, tables = comparison.table.systems[view.system], []
    for what, right in (("head", scores.head_right), ("label", scores.relation_right)):
        is_right = np.zeros(scores.gold.words, np.bool_)
        is_right[scores.gold_words[right]] = True
        key = "uas" if what == "head" else "label-accuracy"
        signature = comparison.table.signature(key, system=view.system, among="by:failures")
        title = f"Words with a wrong {what}, {name}"
        tables.append(_table(title, "words", features, ~is_right[words], sentences, view, signature))
    return tables


def constituent_error_failure_tables(comparison: ConstituentComparison, view: View) -> list[ResultTable]:
    """Per type of error: the constituents of the gold that are part of such errors."""
    counted = CountedErrors(comparison, view.cancel)
    errors, trees = counted.lists[view.system], comparison.pairs(view.system).gold
    of_sentence = trees.sentence_of
    nodes = np.flatnonzero((trees.kinds == CONSTITUENT) & counted.rows[view.system][of_sentence])

    def concerned(chosen: Mask) -> Mask:
        found = np.zeros(len(trees.kinds), np.bool_)
        for sentence, error in errors.positions(chosen):
            for side, number in (*error.nodes, *error.moved):
                if side == "gold":
                    found[trees.offsets[sentence] + number] = True
        return found[nodes]

    return _by_type(counted, view, "constituents", constituent_features(trees, nodes), concerned, of_sentence[nodes])


def dependency_error_failure_tables(comparison: DependencyComparison, view: View) -> list[ResultTable]:
    """Per type of error: the words of the gold that are part of such errors."""
    counted = CountedErrors(comparison, view.cancel)
    scores = comparison.scores[view.system].within(counted.rows[view.system])
    words = np.flatnonzero(scores.gold_scored)
    errors = counted.lists[view.system]

    def concerned(chosen: Mask) -> Mask:
        found = np.zeros(scores.gold.words, np.bool_)
        for sentence, error in errors.positions(chosen):
            found[[int(scores.gold.offsets[sentence]) + word for word in error.words]] = True
        return found[words]

    sentences = scores.gold.sentence_of[words]
    return _by_type(counted, view, "words", dependency_features(scores, words), concerned, sentences)


def _by_type(
    counted: CountedErrors,
    view: View,
    items: str,
    features: list[Feature],
    concerned: Callable[[Mask], Mask],
    sentences: Numbers,
) -> list[ResultTable]:
    """A table per type of which there are enough errors. ``concerned``: which items are part of some errors."""
    found = []
    for one in counted.comparison.error_types:
        wrong = concerned(counted.chosen(view.system, one.among))
        if wrong.sum() >= LEAST:
            title = f"{one.title}, {counted.systems[view.system]}"
            signature = f"{counted.signature}|by:{one.key}"
            found.append(_table(title, items, features, wrong, sentences, view, signature, "part of such an error"))
    return found


def _table(
    title: str,
    items: str,
    features: list[Feature],
    wrong: Mask,
    sentences: Numbers,
    view: View,
    signature: str,
    what: str = "wrong",
) -> ResultTable:
    """``wrong``, ``sentences``: one entry per item."""
    found = associations(features, wrong, cancel=view.cancel)
    columns = (
        text_column("configuration"), count_column(items), count_column("wrong"), share_column("% wrong"),
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
        return Found(np.unique(sentences[mine]), view.system, one.text)

    total, errors = len(wrong), int(wrong.sum())
    share = f" ({100 * errors / total:.2f} %)" if total else ""
    note = f"{errors:,} of {total:,} {items}{share} are {what}. {NOTE.format(items)}"
    return ResultTable(title, columns, rows, note, (signature,), found=sentences_of)


def _texts(folded: list[Association]) -> str | None:
    return "; ".join(one.text for one in folded) or None


def _shortened(texts: str) -> str:
    """The first two, and how many more there are."""
    first, more = texts.split("; ")[:2], texts.count("; ") - 1
    return "; ".join(first) + (f"; and {more} more" if more > 0 else "")


def _chance(p: float) -> str:
    return "<0.001" if p < 0.001 else f"{p:.3f}"
