"""The E-mapping, crossing brackets and Leaf-Ancestor where branches cross: sets of words, against brute force."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import stride
from tests.kernels import interpreted, kernel_and_twin, needs_kernel
from treecompare.mappings import lineages, spans
from treecompare.mappings.labels import LabelCodes, label_codes
from treecompare.mappings.moves import SharedSpans
from treecompare.mappings.spans import crossing_nodes, span_mapping
from treecompare.readers import read, read_content
from treecompare.readers.treebank import Treebank
from treecompare.trees.preparation import terminals
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, WORD, Tree, Trees

Set = frozenset[int]


implementation = kernel_and_twin(spans, "constituents")


def from_text(text: str) -> Trees:
    found = read_content(text.encode(), "text")
    assert isinstance(found, Treebank)
    assert not found.problems
    return found.trees


def marked(gold: Trees, test: Trees, *equal: tuple[str, str]) -> tuple[Trees, Trees, LabelCodes]:
    test = test.translated(gold.symbols)
    return terminals(gold, True), terminals(test, True), label_codes(gold.symbols, equal)


def counts(gold: Trees, test: Trees, labels: LabelCodes) -> list[list[int]]:
    out = np.full((len(gold), 6), -7, np.int64)
    codes = labels.codes(gold), labels.codes(test)
    spans.count_spans(gold, test, *codes, labels, 0, len(gold), out, np.zeros(1, np.int32))
    return out.tolist()


def word_sets(tree: Tree) -> list[Set]:
    """The words of each node, from the positions alone."""
    assert tree.extras is None or tree.extras.positions is None or len(tree.extras.positions) == len(tree)
    at = range(len(tree)) if tree.extras is None or tree.extras.positions is None else tree.extras.positions.tolist()
    order = sorted((node for node in range(len(tree)) if tree.kinds[node] == WORD), key=at.__getitem__)
    number = {node: place for place, node in enumerate(order)}
    return [
        frozenset(number[one] for one in range(node + 1 - int(tree.sizes[node]), node + 1) if one in number)
        for node in range(len(tree))
    ]


def brute_force(gold: Tree, test: Tree) -> list[int]:
    found = []
    for labelled in (True, False):
        for kinds in ((CONSTITUENT,), (CONSTITUENT, PRETERMINAL)):
            sides = [
                Counter(
                    (tree.texts[node] if labelled else "", words)
                    for node, words in enumerate(word_sets(tree))
                    if tree.kinds[node] in kinds
                )
                for tree in (gold, test)
            ]
            found.append((sides[0] & sides[1]).total())
    ours, theirs = ([words for node, words in enumerate(word_sets(tree)) if tree.kinds[node] == CONSTITUENT]
                    for tree in (gold, test))  # fmt: skip
    found.append(sum(any(one & own and one - own and own - one for one in ours) for own in theirs))
    tags = [{words: tree.texts[node] for node, words in enumerate(word_sets(tree)) if tree.kinds[node] == PRETERMINAL}
            for tree in (gold, test)]  # fmt: skip
    found.append(sum(tags[1].get(words) == tag for words, tag in tags[0].items()))
    return found


# gold, test: matched of roof, whole, both unlabelled; crossing; tags. The examples of the help page on measures.
WORKED = [
    # darüber muss man nachdenken: the VP holds words 0 and 3
    ("(S (VP (P 0=a) (V 3=d)) (M 1=b) (N 2=c))", "(S (VP (P 0=a) (V 3=d)) (M 1=b) (N 2=c))", [2, 6, 2, 6, 0, 4]),
    # the parser has no gap: VP over the last word only, which lies within the gold's
    ("(S (VP (P 0=a) (V 3=d)) (M 1=b) (N 2=c))", "(S (P 0=a) (M 1=b) (N 2=c) (VP (V 3=d)))", [1, 5, 1, 5, 0, 4]),
    # same first and last word, other words: {0, 3} and {0, 2, 3} do not match, and do not cross
    ("(S (VP (P 0=a) (V 3=d)) (M 1=b) (N 2=c))", "(S (VP (P 0=a) (N 2=c) (V 3=d)) (M 1=b))", [1, 5, 1, 5, 0, 4]),
    # {0, 3} and {2, 3} share a word, and each has another: they cross
    ("(S (VP (P 0=a) (V 3=d)) (M 1=b) (N 2=c))", "(S (P 0=a) (M 1=b) (VP (N 2=c) (V 3=d)))", [1, 5, 1, 5, 1, 4]),
    # {0, 3} and {1, 2} have no word in common: nothing crosses, though the branches do
    ("(S (VP (P 0=a) (V 3=d)) (M 1=b) (N 2=c))", "(S (P 0=a) (VP (M 1=b) (N 2=c)) (V 3=d))", [1, 5, 1, 5, 0, 4]),
]


@pytest.mark.parametrize(("gold", "test", "expected"), WORKED)
def test_worked_examples(implementation: str, gold: str, test: str, expected: list[int]) -> None:
    gold_trees, test_trees, labels = marked(from_text(gold), from_text(test))
    assert counts(gold_trees, test_trees, labels) == [expected]
    assert brute_force(gold_trees[0], test_trees[0]) == expected


def test_the_drawn_mapping_and_the_crossing_nodes_are_those_that_are_counted() -> None:
    for gold, test, expected in WORKED:
        gold_trees, test_trees, labels = marked(from_text(gold), from_text(test))
        codes = [labels.codes(trees).tolist() for trees in (gold_trees, test_trees)]
        mapping = span_mapping(gold_trees[0], test_trees[0], *codes, labels)
        assert mapping.counts["matched"] == expected[1]
        assert len(crossing_nodes(gold_trees[0], test_trees[0])) == expected[4]
        words = [
            (mapping.gold.texts[g], mapping.test.texts[t]) for g, t in mapping.pairs if mapping.gold.kinds[g] == WORD
        ]
        assert sorted(words) == [(word, word) for word in "abcd"]


def random_tree(rng: random.Random, words: int) -> str:
    """Brackets over words in any order, with chains and labels that come again."""
    parts = [f"(T{rng.randrange(2)} {place}={'abc'[place % 3]})" for place in rng.sample(range(words), words)]
    while len(parts) > 1:
        size = rng.randint(1, min(3, len(parts)))
        first = rng.randrange(len(parts) - size + 1)
        parts[first : first + size] = [f"({rng.choice('XYZ')} {' '.join(parts[first : first + size])})"]
        if rng.random() < 0.2:
            break
    return f"(S {' '.join(parts)})\n"


def test_counts_against_brute_force_on_random_trees(implementation: str) -> None:
    rng = random.Random(17)
    sizes = [rng.randint(1, 9) for _ in range(400)]
    gold, test, labels = marked(*(from_text("".join(random_tree(rng, size) for size in sizes)) for _ in range(2)))
    assert gold.crossing.sum() > 200
    assert counts(gold, test, labels) == [brute_force(one, other) for one, other in zip(gold, test, strict=True)]


def test_kernel_and_twin_agree_where_equal_labels_are_not_transitive(monkeypatch: pytest.MonkeyPatch) -> None:
    needs_kernel("constituents")
    rng = random.Random(18)
    sizes = [rng.randint(1, 7) for _ in range(300)]
    texts = ["".join(random_tree(rng, size) for size in sizes) for _ in range(2)]
    found = []
    for twin in (False, True):
        if twin:
            monkeypatch.setattr(spans, "kernel", interpreted)
        found.append(counts(*marked(*map(from_text, texts), ("X", "Y"), ("Y", "Z"))))
    assert found[0] == found[1]


@cache
def counted_by_force(shared: Path, system: str) -> tuple[Trees, Trees, LabelCodes, list[list[int]]]:
    folder = shared / "data/german-tiger"
    gold, test, labels = marked(read(folder / "pcc316.gold.export").trees, read(folder / f"pcc316.{system}").trees)
    here = np.flatnonzero(gold.word_counts == test.word_counts).tolist()
    assert len(here) > 300
    gold, test = gold.chosen(here), test.chosen(here)
    assert gold.crossing.sum() > 190
    return gold, test, labels, [brute_force(one, other) for one, other in zip(gold, test, strict=True)]


@pytest.mark.parametrize("system", ["discodop-pcc.export", "discodop-squoia.export", "berkeley-sm2.mrg"][:: stride(2)])
def test_counts_against_brute_force_on_the_potsdam_commentary_corpus(
    implementation: str, shared: Path, system: str
) -> None:
    gold, test, labels, expected = counted_by_force(shared, system)
    assert counts(gold, test, labels) == expected


@pytest.mark.parametrize("is_twin", [False, True])
def test_lineages_are_those_of_the_same_word_of_the_sentence(is_twin: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if is_twin:
        monkeypatch.setattr(lineages, "kernel", interpreted)
    rng = random.Random(19)
    sizes = [rng.randint(1, 9) for _ in range(200)]
    gold, test, labels = marked(*(from_text("".join(random_tree(rng, size) for size in sizes)) for _ in range(2)))
    codes, costs = (labels.codes(gold), labels.codes(test)), lineages.plain_costs(gold.symbols)
    scores, ids = lineages.word_lineages(gold, test, *codes, labels, costs, False)
    sums = np.zeros(len(gold))
    for first in range(0, len(gold), 60):  # in batches, as they are counted
        last = min(first + 60, len(gold))
        (sums[first:last],) = lineages.count_lineages(
            gold, test, *codes, labels, [(costs, False)], first, last, np.zeros(1, np.int32)
        )
    place = 0
    for index in range(len(gold)):
        expected = []
        above = [
            {tree.texts[word] + str(number): spelt(tree, word) for number, word in enumerate(tree.word_nodes.tolist())}
            for tree in (gold[index], test[index])
        ]
        assert list(above[0]) == list(above[1])
        for word, own in above[0].items():
            other = above[1][word]
            length = len(own) + len(other)
            expected.append(1 - lineages.distances(own, other, costs, int.__eq__)[-1][-1] / length if length else 1.0)
        assert scores[place : place + len(expected)].tolist() == pytest.approx(expected)
        assert sums[index] == pytest.approx(sum(expected))
        place += len(expected)
    assert len(ids) == place


def spelt(tree: Tree, word: int) -> list[int]:
    """Labels above a word with its boundaries, by the definition."""
    chain, node = [], tree.parents[word]
    while node >= 0:
        if tree.kinds[node] == CONSTITUENT:
            below = [one for one in range(node + 1 - int(tree.sizes[node]), node) if tree.kinds[one] == WORD]
            chain.append((int(tree.labels[node]), below[0] == word, below[-1] == word))
        node = tree.parents[node]
    first = max((place for place, (_, begins, _) in enumerate(chain) if begins), default=-1)
    last = max((place for place, (_, _, ends) in enumerate(chain) if ends), default=-1)
    found = []
    for place, (label, _, _) in enumerate(chain):
        found += [lineages.BEGIN] * (place == first) + [label] + [lineages.END] * (place == last)
    return found


def test_shared_spans_of_a_whole_file_say_the_words_of_each_node() -> None:
    rng = random.Random(20)
    trees = from_text("".join(random_tree(rng, rng.randint(1, 9)) for _ in range(200)) + "(S (X 0=a) (Y (Z)))\n")
    assert trees.crossing.sum() > 100
    alone = np.array([kind == WORD and rng.random() < 0.2 for kind in trees.kinds.tolist()])
    for lost in (None, alone):
        spans = SharedSpans.of(trees, lost)
        bits, keys = spans.bits(np.arange(len(trees.labels))), spans.keys(int(spans.ends.max()) + 1).tolist()
        seen: dict[tuple[int, int], int] = {}
        for index, tree in enumerate(trees):
            first = int(trees.offsets[index])
            order = [node for node in tree.word_nodes.tolist() if lost is None or not lost[first + node]]
            for node in range(len(tree)):
                inside = range(node + 1 - int(tree.sizes[node]), node + 1)
                words = [place for place, one in enumerate(order) if one in inside]
                own = sum(1 << word for word in words)
                assert (bits[first + node], spans.lengths[first + node]) == (own, len(words))
                if words:
                    assert (spans.starts[first + node], spans.ends[first + node]) == (words[0], words[-1] + 1)
                    assert seen.setdefault((index, own), keys[first + node]) == keys[first + node]
        assert len(set(seen.values())) == len(seen)
