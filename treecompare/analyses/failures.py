"""What parsers fail on: configurations of the gold in which a system is wrong more often than elsewhere.

Sampson & Babarczy (2003, section 7) found by hand that "when a subordinate S begins with a multi-word NP, the parser tends to
fail"; here all values of the features, and all pairs of these, are tried. Each feature has one value per constituent or word of the
gold, or none; numbers are put into bins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from treecompare.analyses.errors import CountedErrors
from treecompare.analyses.words import gold_word_scores
from treecompare.comparison.dependencies.items import COLUMNS, NAMES
from treecompare.mappings.errors import Error
from treecompare.measures import measure
from treecompare.measures.words import WordScores
from treecompare.scores.associations import LEAST, Association, Feature, associations
from treecompare.scores.result import (
    Column,
    Fact,
    Found,
    ResultTable,
    Value,
    View,
    count_column,
    nodes_by_sentence,
    number_column,
    share_column,
    text_column,
)
from treecompare.scores.table import Mask, Numbers
from treecompare.trees.arcs import check
from treecompare.trees.columns import sums_before
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, WORD, Trees, parent_numbers

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison
    from treecompare.comparison.dependencies.comparison import DependencyComparison


Text = Callable[[int], str]
NONE = -1
DAUGHTERS = 4
"""So many daughters are spelt out; of more only the first ones, and an ellipsis."""
WORD_BINS = (1, 2, 3, 5, 10, 20, 40)
"""Where bins of words, of a constituent or a sentence, begin."""
DEPTH_BINS = (1, 2, 3, 4, 6, 9, 13)


def constituent_features(trees: Trees, nodes: Numbers) -> list[Feature]:
    """Of the constituents at these places of the columns, in ascending order."""
    family = _Family(trees)
    words = trees.word_counts
    before = sums_before(trees.kinds == WORD)
    lengths = before[nodes + 1] - before[nodes + 1 - trees.sizes[nodes]]
    first_words = np.append(family.words, NONE)[before[nodes + 1 - trees.sizes[nodes]]]
    label_of = family.label_of
    label = trees.symbols.__getitem__

    def size_and_label(name: str, daughters: Numbers) -> Feature:
        several = before[daughters + 1] - before[daughters + 1 - trees.sizes[daughters]] > 1
        codes = np.where(daughters >= 0, label_of(daughters) * 2 + several, NONE)
        return _feature(name, codes, lambda code: label(code // 2) + (" of several words" if code % 2 else ""))

    kids = family.daughters_of(nodes, DAUGHTERS + 1)
    last = np.where(trees.sizes[nodes] > 1, nodes - 1, NONE)
    return [
        _feature("label", label_of(nodes), label),
        _feature("mother", label_of(family.parents[nodes]), label),
        _sequences("daughters", np.stack([label_of(one) for one in kids], axis=1), label),
        size_and_label("first daughter", kids[0]),
        size_and_label("last daughter", last),
        _feature("sister before", label_of(family.before[nodes]), label),
        _feature("sister after", label_of(family.after[nodes]), label),
        _feature("first word", label_of(first_words), label),
        _feature("first tag", label_of(family.tags_of(first_words)), label),
        _binned("words", lengths, WORD_BINS),
        _binned("depth", family.depths[nodes], DEPTH_BINS),
        _of_sentences(words[family.sentences[nodes]]),
    ]


def tree_word_features(trees: Trees, words: Numbers) -> list[Feature]:
    """Of the words at these places of the columns, in ascending order."""
    family = _Family(trees)
    label, label_of = trees.symbols.__getitem__, family.label_of
    tags = family.tags_of(words)
    own = np.where(tags >= 0, tags, words)
    mothers = family.up(own)
    places = np.searchsorted(family.words, words)
    preceding, following = (
        _at(family.words, _neighbours(family.sentences[family.words], step)[places]) for step in (-1, 1)
    )
    return [
        _feature("word", label_of(words), label),
        _feature("tag", label_of(tags), label),
        _feature("mother", label_of(mothers), label),
        _feature("mother's mother", label_of(family.up(mothers)), label),
        _feature("sister before", label_of(family.before[own]), label),
        _feature("sister after", label_of(family.after[own]), label),
        _feature("tag before", label_of(family.tags_of(preceding)), label),
        _feature("tag after", label_of(family.tags_of(following)), label),
        _binned("depth", family.depths[own], DEPTH_BINS),
        _of_sentences(trees.word_counts[family.sentences[words]]),
    ]


def dependency_features(scores: WordScores, words: Numbers) -> list[Feature]:
    """Of the words at these places of the gold's columns, in ascending order."""
    gold = scores.gold
    text = gold.symbols.__getitem__
    found = []
    for by in ("relation", "upos", "xpos", "head-upos", "direction", "distance"):
        values, codes, _ = COLUMNS[by].codes(scores)
        known = np.array([value != "_" for value in values], np.bool_)[codes[words]]
        found.append(Feature(NAMES.get(by, by), values, np.where(known, codes[words], NONE)))
    none, parents = gold.symbols.find("_"), gold.parents
    written = gold.upos if (gold.upos != none).any() else gold.xpos
    tags = np.where(written == none, NONE, written).astype(np.int64)
    shared, (relations, _) = scores.relations
    dependents = np.bincount(parents[parents >= 0], minlength=gold.words)
    return [
        *found,
        _feature("relation of the head", _at(relations, parents[words]), shared.texts.__getitem__),
        _feature("form", gold.form[words].astype(np.int64), text),
        _feature("part of speech before", _at(tags, _neighbours(gold.sentence_of, -1)[words]), text),
        _feature("part of speech after", _at(tags, _neighbours(gold.sentence_of, 1)[words]), text),
        _binned("dependents", dependents[words], (0, 1, 2, 3, 5)),
        _binned("depth", check(gold).depths[words], DEPTH_BINS),
        _of_sentences(gold.lengths[gold.sentence_of[words]]),
    ]


def _neighbours(sentence_of: Numbers, step: int) -> Numbers:
    """The place of the word before or after each word of the same sentence, NONE for none; ``sentence_of``: of each word."""
    places = np.arange(len(sentence_of)) + step
    inside = (places >= 0) & (places < len(sentence_of))
    near = np.where(inside, places, 0)
    same: Numbers = np.where(inside & (sentence_of[near] == sentence_of), near, NONE)
    return same


def _at(values: Numbers, places: Numbers) -> Numbers:
    """The values at these places; NONE where the place is none."""
    return np.append(values, NONE)[np.where(places >= 0, places, len(values))]


class _Family:
    """Mothers, sisters, daughters, tags of all nodes of a file: places in the columns, NONE where there is none."""

    def __init__(self, trees: Trees) -> None:
        self.trees = trees
        self.sentences = trees.sentence_of
        self.parents = parent_numbers(trees)
        self.words = np.flatnonzero(trees.kinds == WORD)
        self._by_mother = np.argsort(self.parents, kind="stable")  # sisters beside each other, left to right
        mothers = self.parents[self._by_mother]
        sisters = (mothers[1:] == mothers[:-1]) & (mothers[1:] >= 0)  # roots are not sisters
        self.before, self.after = (np.full(len(self.parents), NONE) for _ in range(2))
        self.before[self._by_mother[1:][sisters]] = self._by_mother[:-1][sisters]
        self.after[self._by_mother[:-1][sisters]] = self._by_mother[1:][sisters]
        self._firsts = np.searchsorted(mothers, np.arange(len(self.parents)))
        self._ends = np.searchsorted(mothers, np.arange(len(self.parents)), side="right")

    @property
    def depths(self) -> Numbers:
        """Nodes from the root to each node, both counted."""
        depths = np.ones(len(self.parents), np.int64)
        above = self.parents
        while (above >= 0).any():
            depths += above >= 0
            above = self.up(above)
        return depths

    def up(self, nodes: Numbers) -> Numbers:
        """The mother of each node, NONE of none."""
        return _at(self.parents, nodes)

    def label_of(self, nodes: Numbers) -> Numbers:
        """The label's number of each node; NONE of none."""
        return _at(self.trees.labels.astype(np.int64), nodes)

    def tags_of(self, words: Numbers) -> Numbers:
        """The tag over each word."""
        above = self.up(words)
        return np.where(_at(self.trees.kinds.astype(np.int64), above) == PRETERMINAL, above, NONE)

    def daughters_of(self, nodes: Numbers, most: int) -> list[Numbers]:
        """The first, second, … daughter of each node, so many of them."""
        firsts, ends = self._firsts[nodes], self._ends[nodes]
        order = np.append(self._by_mother, NONE)
        return [order[np.where(firsts + place < ends, firsts + place, len(self._by_mother))] for place in range(most)]


def _feature(name: str, codes: Numbers, text: Text) -> Feature:
    """A feature whose values are numbers with a text each; -1 for none."""
    values, places = np.unique(codes, return_inverse=True)
    none = int(len(values) > 0 and values[0] == NONE)
    return Feature(name, [text(value) for value in values[none:].tolist()], places.reshape(-1).astype(np.int64) - none)


def _binned(name: str, numbers: Numbers, begins: Sequence[int]) -> Feature:
    """Numbers in bins: ``1``, ``3–4``, ``40 and more``; those below the first begin have none."""
    ends = [*(one - 1 for one in begins[1:]), None]
    texts = [
        f"{begin} and more" if end is None else str(begin) if begin == end else f"{begin}–{end}"
        for begin, end in zip(begins, ends, strict=True)
    ]
    return Feature(name, texts, np.searchsorted(np.array(begins), numbers, side="right").astype(np.int64) - 1)


def _of_sentences(lengths: Numbers) -> Feature:
    """Longer sentences have more errors of every kind, so that their length would pair with everything."""
    return replace(_binned("words of the sentence", lengths, WORD_BINS), in_pairs=False)


def _sequences(name: str, codes: Numbers, text: Text) -> Feature:
    """Rows of labels: the first DAUGHTERS, and whether there are more."""
    rows, places = np.unique(codes, axis=0, return_inverse=True)
    texts = []
    for row in rows.tolist():
        labels = [text(code) for code in row if code != NONE]
        texts.append(" ".join(labels[:DAUGHTERS]) + (" …" if len(labels) > DAUGHTERS else ""))
    known: dict[str, int] = {}  # rows that differ in what is not spelt out have one text
    numbers = np.array([known.setdefault(one, len(known)) for one in texts], np.int64)
    return Feature(name, list(known), numbers[places.reshape(-1)])


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
        f"Constituents that {system} does not find",
        _in_trees("constituents", trees, items.gold[order].astype(np.int64), constituent_features), ~items.right()[order], view,
        comparison.table.signature("e.roof.dice", system=view.system, among="by:failures"),
    )  # fmt: skip
    scores = gold_word_scores(comparison, view)[0]
    words = trees.word_nodes
    known = ~np.isnan(scores) & comparison.table.rows(view.system, view.variant)[trees.sentence_of[words]]
    lost = _table(
        f"Words that lose under {measure(view.variant).title}, {system}",
        _in_trees("words", trees, words[known], tree_word_features), scores[known] < 1, view,
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

    items = _in_trees("constituents", trees, nodes, constituent_features)
    return _by_type(counted, view, items, trees.offsets, concerned)


def dependency_error_failure_tables(comparison: DependencyComparison, view: View) -> list[ResultTable]:
    """Per type of error: the words of the gold that are part of such errors."""
    counted = CountedErrors(comparison, view.cancel)
    scores = comparison.scores[view.system].within(counted.rows[view.system])
    return _by_type(counted, view, _words(scores), scores.gold.offsets, lambda error: error.words)


def _in_trees(name: str, trees: Trees, places: Numbers, features: Callable[[Trees, Numbers], list[Feature]]) -> _Items:
    sentences = trees.sentence_of[places]
    return _Items(name, places, sentences, places - trees.offsets[sentences], features(trees, places))


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

    def behind(mine: Numbers, text: str) -> Found:
        sentences = items.sentences[mine]
        return Found.items(sentences, view.system, text, nodes=nodes_by_sentence(sentences, items.nodes[mine]))

    columns = (
        text_column("configuration"), count_column(items.name), count_column("wrong"), share_column("% wrong"),
        number_column("lift", 2), Column("p", _chance), Column("the same", _shortened, is_number=False),
    )  # fmt: skip
    rows: list[list[Value | Fact]] = []
    for one in associations(items.features, wrong, cancel=view.cancel):
        every = Fact(len(one.items), partial(behind, one.items, one.text))
        of_wrong = Fact.each(
            (one.wrong, one.wrong / len(one.items)), partial(behind, one.items[wrong[one.items]], one.text)
        )
        rows.append([one.text, every, *of_wrong, one.lift, one.p, _texts(one.folded)])
    total, errors = len(wrong), int(wrong.sum())
    share = f" ({100 * errors / total:.2f} %)" if total else ""
    note = f"{errors:,} of {total:,} {items.name}{share} are {what}. {NOTE.format(items.name)}"
    return ResultTable.of(title, columns, rows, note, (signature,))


def _texts(folded: list[Association]) -> str | None:
    return "; ".join(one.text for one in folded) or None


def _shortened(texts: str) -> str:
    """The first two, and how many more there are."""
    first, more = texts.split("; ")[:2], texts.count("; ") - 1
    return "; ".join(first) + (f"; and {more} more" if more > 0 else "")


def _chance(p: float) -> str:
    return "<0.001" if p < 0.001 else f"{p:.3f}"
