"""Recall, precision and F of discontinuous constituents alone, against brute force."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tests.mappings.test_crossing_sets import random_tree, word_sets
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.constituents.table import DISCONTINUOUS_PARTS
from treecompare.comparison.lit import counted_mapping, counted_nodes
from treecompare.comparison.settings import Settings
from treecompare.readers import read, read_content
from treecompare.readers.treebank import Treebank
from treecompare.scores.table import SCORED
from treecompare.trees.tree import CONSTITUENT, Tree

RECALL, PRECISION, F = (f"e.discontinuous.{name}" for name in ("recall", "precision", "dice"))


def compared(gold: Treebank, *systems: Treebank, **settings: str) -> ConstituentComparison:
    found = ConstituentComparison(gold, list(systems), Settings(**settings))  # type: ignore[arg-type]
    for _ in found.run(jobs=1):
        pass
    return found


def treebank(text: str) -> Treebank:
    found = read_content(text.encode(), "text")
    assert isinstance(found, Treebank)
    return found


def of_text(gold: str, *systems: str, **settings: str) -> ConstituentComparison:
    return compared(treebank(gold), *map(treebank, systems), **settings)


def apart(tree: Tree, is_labelled: bool = True) -> Counter[tuple[str, frozenset[int]]]:
    """The constituents whose words leave some out between them."""
    return Counter(
        (tree.texts[node] if is_labelled else "", words)
        for node, words in enumerate(word_sets(tree))
        if tree.kinds[node] == CONSTITUENT and words and max(words) - min(words) >= len(words)
    )


def brute_force(comparison: ConstituentComparison, system: int) -> dict[str, list[list[int]]]:
    pairs = comparison.pairs(system)
    found = {}
    for part, is_labelled in zip(DISCONTINUOUS_PARTS, (True, False), strict=True):
        sides = [[apart(tree, is_labelled) for tree in trees] for trees in (pairs.gold, pairs.test)]
        found[part] = [[one.total(), other.total(), (one & other).total()] for one, other in zip(*sides, strict=True)]
    return found


def counts(comparison: ConstituentComparison, system: int, part: str) -> list[list[int]]:
    of = comparison.table.part(system, part)
    return np.stack((of.gold, of.test, of.matched), axis=1).tolist()


GOLD = "(S (VP (P 0=a) (V 3=d)) (M 1=b) (N 2=c))"


@pytest.mark.parametrize(
    ("system", "expected"),
    [
        (GOLD, (100.0, 100.0, 100.0)),
        # one of two is that of the gold: VP over {0, 3}; X over {0, 2, 3} is not
        ("(S (X (VP (P 0=a) (V 3=d)) (N 2=c)) (M 1=b))", (100.0, 50.0, 200 / 3)),
        # another label; unlabelled it matches
        ("(S (X (P 0=a) (V 3=d)) (M 1=b) (N 2=c))", (0.0, 0.0, 0.0)),
        # nothing is discontinuous: no precision, and of the gold's one nothing is found
        ("(S (P 0=a) (M 1=b) (N 2=c) (VP (V 3=d)))", (0.0, None, 0.0)),
    ],
)
def test_worked_examples(system: str, expected: tuple[float | None, ...]) -> None:
    table = of_text(GOLD, system).table
    found = [table.summary(0, key, "pooled") for key in (RECALL, PRECISION, F)]
    assert [None if np.isnan(one) else round(100 * one, 6) for one in found] == [
        None if one is None else round(one, 6) for one in expected
    ]
    unlabelled = table.summary(0, f"{F}.unlabelled", "pooled")
    assert unlabelled == (1.0 if "(X (P" in system else pytest.approx(expected[2] / 100))


def test_equal_nodes_over_the_same_words_match_once_each() -> None:
    twice = GOLD.replace("(VP (P 0=a) (V 3=d))", "(VP (VP (P 0=a) (V 3=d)))")
    assert counts(of_text(twice, GOLD), 0, "e.discontinuous") == [[2, 1, 1]]
    assert counts(of_text(GOLD, twice), 0, "e.discontinuous") == [[1, 2, 1]]


def test_against_brute_force_on_random_trees() -> None:
    rng = random.Random(29)
    sizes = [rng.randint(2, 9) for _ in range(300)]
    comparison = of_text(*("".join(random_tree(rng, size) for size in sizes) for _ in range(2)), params="none")
    for part, expected in brute_force(comparison, 0).items():
        assert counts(comparison, 0, part) == expected
    assert counts(comparison, 0, DISCONTINUOUS_PARTS[1]) != counts(comparison, 0, DISCONTINUOUS_PARTS[0])


@pytest.fixture(scope="module")
def potsdam(shared: Path) -> ConstituentComparison:
    folder = shared / "data/german-tiger"
    names = ("gold.export", "discodop-pcc.export", "discodop-squoia.export", "berkeley-sm2.mrg")
    return compared(*(read(folder / f"pcc316.{name}") for name in names))


def test_against_brute_force_on_the_potsdam_commentary_corpus(potsdam: ConstituentComparison) -> None:
    table = potsdam.table
    for system in range(3):
        scored = np.flatnonzero(table.statuses[system] == SCORED).tolist()
        for part, expected in brute_force(potsdam, system).items():
            found = counts(potsdam, system, part)
            assert [found[row] for row in scored] == [expected[row] for row in scored]
    assert table.part(0, "e.discontinuous").gold.sum() == 132
    assert table.part(0, "e.discontinuous").matched.sum() > 2
    # the Berkeley parser has none
    assert np.isnan(table.summary(2, PRECISION, "pooled"))
    assert table.summary(2, RECALL, "pooled") == 0


def test_a_count_lights_as_many_nodes_as_it_says(potsdam: ConstituentComparison) -> None:
    table, some = potsdam.table, 0
    for part in DISCONTINUOUS_PARTS:
        of = table.part(0, part)
        for row in np.flatnonzero(of.matched + of.inserted).tolist():
            mapping = counted_mapping(potsdam, 0, row, part)
            assert mapping is not None
            for count, both in (("gold", 1), ("test", 1), ("matched", 2), ("deleted", 1), ("inserted", 1)):
                lit = counted_nodes(potsdam, mapping, part, count)
                assert len(lit) == both * getattr(of, count)[row], (part, row, count)
                some += len(lit)
    assert some > 100


def test_nothing_is_counted_where_no_branches_cross(shared: Path) -> None:
    folder = shared / "data/german-tiger"
    gold, system = read(folder / "pcc316.gold-raised.mrg"), read(folder / "pcc316.berkeley-sm2.mrg")
    table = compared(gold, system).table
    assert not any(table.has(part) for part in DISCONTINUOUS_PARTS)
    assert np.isnan(table.summary(0, F, "pooled"))
    assert table.lacking("e.discontinuous", 0, 0) == "no branches cross, so that no constituent is discontinuous"
    crossing = read(folder / "pcc316.gold.export")
    assert compared(crossing, system).table.has("e.discontinuous")
    assert not compared(crossing, system, crossing_branches="raise").table.has("e.discontinuous")


def test_missing_parses_that_count_as_zero_have_none() -> None:
    whole = "(S (P 0=a) (M 1=b))"
    comparison = of_text(f"{GOLD}\n{GOLD}\n{whole}", f"{GOLD}\n(())\n(())", missing="zero")
    assert counts(comparison, 0, "e.discontinuous") == [[1, 1, 1], [1, 0, 0], [0, 0, 0]]
    assert np.array_equal(comparison.table.scores(0, F), [1, 0, np.nan], equal_nan=True)
