"""T-Dice with moves: a node that is deleted and inserted with the same label and the same words costs 1."""

from __future__ import annotations

import random
import re
from itertools import permutations

import numpy as np
import pytest

from tests.mappings.test_tree_errors import compared, random_files
from tests.measures.test_properties import random_file
from treecompare.comparison.base import score
from treecompare.comparison.constituents import run as moved
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.constituents.run import moved_nodes
from treecompare.comparison.settings import Settings
from treecompare.mappings.mapping import Mapping
from treecompare.measures import measure
from treecompare.readers import parse
from treecompare.readers.discbrackets import DISCBRACKETS
from treecompare.trees.tree import WORD


def test_the_attachment_error_of_emms() -> None:
    """Section 2: T charges 2 of 8; section 5: what moved is one node."""
    comparison = compared("(S (VP Try (S (VP leaving early))))", "(S (VP Try (S (VP leaving))) early)")
    counts = comparison.table.part(0, "t.move")
    assert (counts.cost[0], counts.moved[0]) == (2, 1)
    assert comparison.table.scores(0, "t.whole.dice")[0] == pytest.approx(0.75)
    assert comparison.table.scores(0, "t.move.dice")[0] == pytest.approx(1 - 1 / 8)


def largest_pairing(mapping: Mapping) -> int:
    """By trying all, of at most seven nodes a side."""
    gold = [node for node in range(len(mapping.gold)) if node not in mapping.test_of_gold]
    test = [node for node in range(len(mapping.test)) if node not in mapping.gold_of_test]

    def described(tree: object, node: int) -> tuple[object, ...]:
        return tree.texts[node], int(tree.starts[node]), int(tree.ends[node]), tree.kinds[node] == WORD  # type: ignore[attr-defined]

    sides = [[described(tree, node) for node in nodes] for tree, nodes in ((mapping.gold, gold), (mapping.test, test))]
    fewer, more = sorted(sides, key=len)
    assert len(more) <= 7
    return max(sum(a == b for a, b in zip(fewer, order, strict=False)) for order in permutations(more, len(fewer)))


def test_the_pairing_is_the_largest() -> None:
    comparison = compared(*random_files(5, 60))
    tried = 0
    for sentence in range(60):
        mapping = comparison.mapping(0, sentence, "T")
        assert mapping is not None
        counts = mapping.counts
        if max(counts["deleted"], counts["inserted"]) > 7:
            continue
        tried += 1
        assert comparison.table.part(0, "t.move").moved[sentence] == largest_pairing(mapping)
    assert tried > 20


@pytest.mark.parametrize("params", ["none", "standard"])
@pytest.mark.parametrize("seed", range(6))
def test_rows_that_are_passed_over_have_no_moves(seed: int, params: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With and without the short cut; parses that differ little, so that there is something to pass over."""
    gold, _ = random_file(seed, sentences=200, unary=0.4)
    rng = random.Random(seed)
    labels = sorted(set(re.findall(r"\((\w+)", gold)))
    system = re.sub(r"\((\w+)", lambda found: f"({rng.choice(labels) if rng.random() < 0.1 else found[1]}", gold)
    system = re.sub(
        r"\((\w+) \((\w+)", lambda found: f"({found[2]} ({found[1]}" if rng.random() < 0.1 else found[0], system
    )
    comparison = compared(gold, system, params=params)
    quickly = moved_nodes(comparison, 0)
    passed_over = ~moved._may_move(comparison, 0) & moved.analysable(comparison, 0)
    assert passed_over.sum() > 20 and quickly.sum() > 5
    monkeypatch.setattr(moved, "_may_move", moved.analysable)
    np.testing.assert_array_equal(moved_nodes(comparison, 0), quickly)


@pytest.mark.parametrize(
    ("gold", "system"),
    [
        # over equal spans there are as many matches, but fewer pairs; as many pairs, but fewer matches; both, but branches cross
        ("(B (B (B (C (Y 0=a)))) (Y 1=b))", "(B (X 0=a) (B (B (A (A (X 1=b))))))"),
        ("(B (X 0=a) (B (C (Y 1=b))))", "(B (B (C (Y 0=a) (Y 1=b))))"),
        ("(S (N (V (N (N (V 0=a) (P 2=b)) (P 1=b)))))", "(S (S (N (S (P 0=a) (Q (M 2=b)))) (V (P 1=b))))"),
    ],
)
def test_rows_that_are_not_passed_over(gold: str, system: str) -> None:
    sides = (DISCBRACKETS.read(one.encode(), "f", "f") for one in (gold, system))
    comparison = score(ConstituentComparison(next(sides), [next(sides)], Settings("none")))
    assert comparison.table.part(0, "t.move").moved.tolist() == [1]


def test_moves_save_at_most_half_of_deletions_and_insertions() -> None:
    counts = compared(*random_files(6)).table.part(0, "t.move")
    assert (counts.moved <= np.minimum(counts.deleted, counts.inserted)).all() and counts.moved.any()


def test_moves_wait_until_someone_asks() -> None:
    """A window counts them in the background; scripts have them as soon as they ask."""
    gold, system = random_files(8, 30)
    waiting = score(ConstituentComparison(parse(gold), [parse(system)], Settings("none"), on_demand=False))
    part = measure("t.move.dice").part
    assert waiting.not_counted([part, "t.whole"]) == [part] and np.isnan(waiting.table.scores(0, "t.move.dice")).all()
    assert waiting.table.lacking(part, 0, 0) == "not counted yet"
    waiting.count_on_demand([part])
    assert waiting.not_counted([part]) == []
    at_once = compared(gold, system)
    assert at_once.not_counted([part]) == []
    np.testing.assert_array_equal(waiting.table.scores(0, "t.move.dice"), at_once.table.scores(0, "t.move.dice"))


def test_a_parse_that_is_missing_counts_as_bare_words() -> None:
    comparison = compared("(S (NP (D a)))\n(S (NP (D b)))", "(S (NP (D a)))\n(())", missing="zero")
    assert comparison.table.scores(0, "t.move.dice").tolist() == [1.0, 0.0]
    assert comparison.table.part(0, "t.move").deleted.tolist() == [0, 3]
