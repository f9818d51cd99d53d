"""Sets of spans without the whole sentence, against a plain count; the figures of unsupervised parsing."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.lit import counted_mapping, counted_nodes
from treecompare.comparison.settings import Settings
from treecompare.mappings.moves import begin_with_labels
from treecompare.measures import chosen
from treecompare.readers import parse, read_content
from treecompare.readers.treebank import Treebank
from treecompare.trees.tree import CONSTITUENT, Tree

GOLD = """(S (NP (D the) (N cat)) (VP (V sat) (PP (P on) (NP (D a) (N mat)))))
(S (NP (N Kim)) (VP (V left)))
(NP (D the) (A old) (N dog))
(S (NP (PRP we)) (VP (V saw) (NP (D the) (N house)) (ADVP (A again))))
"""
SYSTEM = """(X (X (D the) (N cat)) (X (V sat) (X (X (P on) (D a)) (N mat))))
(X (N Kim) (V left))
(X (D the) (X (A old) (N dog)))
(X (PRP we) (X (X (V saw) (X (D the) (N house))) (A again)))
"""


def compared(gold: str, system: str, **settings: object) -> ConstituentComparison:
    options = Settings(preterminals="yes", **settings)  # type: ignore[arg-type]
    return score(ConstituentComparison(parse(gold), [parse(system)], options))


def spans(tree: Tree) -> set[int]:
    words = len(tree.words)
    return {
        tree.word_sets[node]
        for node in range(len(tree))
        if tree.kinds[node] == CONSTITUENT and 1 < tree.word_sets[node].bit_count() < words
    }


def test_the_figures_of_unsupervised_parsing() -> None:
    table = compared(GOLD, SYSTEM).table
    counts = table.part(0, "e.sets")
    assert [int(one.sum()) for one in (counts.gold, counts.test, counts.matched)] == [6, 8, 5]
    assert table.summaries("e.sets", "pooled") == [pytest.approx(10 / 14)]
    assert table.summaries("e.sets", "mean") == [pytest.approx(float(Fraction(51, 80)))]
    assert table.summaries("e.sets.recall", "pooled") == [pytest.approx(5 / 6)]
    assert table.scores(0, "e.sets").tolist()[1:3] == [1, 0]


@pytest.mark.parametrize(
    ("system", "is_plain"),
    [
        (SYSTEM, True),
        (GOLD, False),
        ("(ROOT (X (X (D a)) (N b)))", True),
        ("(X (Y a b) (X c d))", False),
        ("(X (N a))", True),
    ],
)
def test_a_system_is_plain_where_all_its_constituents_have_one_label(system: str, *, is_plain: bool) -> None:
    assert compared(GOLD, system).only_asked("e.sets") != is_plain
    assert not (is_plain and begin_with_labels(parse(system).trees, {"ROOT"}))


def test_several_nodes_over_the_same_words_are_one_span_and_the_whole_is_none() -> None:
    comparison = compared("(S (S (X (X (A a) (B b))) (C c)))\n", "(T (Y (A a) (B b)) (C c))\n")
    counts = comparison.table.part(0, "e.sets")
    assert [int(one[0]) for one in (counts.gold, counts.test, counts.matched)] == [1, 1, 1]
    mapping = counted_mapping(comparison, 0, 0, "e.sets")
    assert mapping is not None
    assert [len(counted_nodes(comparison, mapping, "e.sets", one)) for one in ("gold", "test", "matched")] == [1, 1, 2]


def test_sentences_of_one_word_are_in_no_figure_and_punctuation_goes() -> None:
    gold, system = (
        "(S (N a))\n(S (N a) (. .))\n(S (NP (N a) (B b)) (V c))\n",
        "(X (N a))\n(X (N a) (. .))\n(X (X (N a) (B b)) (V c))\n",
    )
    table = compared(gold, system).table
    assert np.isnan(table.scores(0, "e.sets")).tolist() == [True, True, False]
    assert "fewer than two words" in table.lacking("e.sets", 0, 0)
    assert np.isnan(compared(gold, system, params="none").table.scores(0, "e.sets")).tolist() == [True, False, False]


@pytest.mark.parametrize("gaps", [True, False])
def test_random_trees_have_the_sets_that_a_plain_count_finds(*, gaps: bool) -> None:
    rng = random.Random(3)

    def tree(places: list[int]) -> str:
        if len(places) == 1:
            return f"(W {places[0]}=w{places[0]})"
        if rng.random() < 0.3:
            return f"(X {tree(places)})"
        if gaps:
            rng.shuffle(places)
        cut = rng.randrange(1, len(places))
        return f"(X {tree(places[:cut])} {tree(places[cut:])})"

    sides = [
        read_content("\n".join(tree(list(range(1 + number % 7))) for number in range(40)).encode(), "f", "discbrackets")
        for _ in range(2)
    ]
    gold, system = (one for one in sides if isinstance(one, Treebank))
    comparison = score(ConstituentComparison(gold, [system], Settings(params="none", preterminals="yes")))
    counts, pairs = comparison.table.part(0, "e.sets"), comparison.pairs(0)
    for row, (one, other) in enumerate(zip(pairs.gold, pairs.test, strict=True)):
        ours, theirs = spans(one), spans(other)
        found = [int(column[row]) for column in (counts.gold, counts.test, counts.matched)]
        assert found == [len(ours), len(theirs), len(ours & theirs)], row


def test_they_are_in_all_only_where_the_labels_of_a_system_say_nothing() -> None:
    keys = {"e.sets", "e.sets.recall", "e.sets.precision"}
    assert keys <= {one.key for one in compared(GOLD, SYSTEM).applying(MEASURES_ALL)}
    assert not keys & {one.key for one in compared(GOLD, GOLD).applying(MEASURES_ALL)}
    assert not keys & {one.key for one in chosen("e.,e.roof.")}
    assert {one.key for one in chosen("e.sets,e.sets.")} == keys


MEASURES_ALL = chosen("all")
