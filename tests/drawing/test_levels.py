"""Heights of nodes: one above the highest daughter, equal for mapped nodes wherever ancestry agrees."""

from __future__ import annotations

import time

import pytest

from tests.drawing.test_drawing import mapping_of
from tests.measures.test_properties import random_file
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.drawing.columns import levels
from treecompare.mappings.mapping import Mapping
from treecompare.readers import parse
from treecompare.trees.tree import WORD, Tree


def by_label(tree: Tree, heights: list[int]) -> dict[str, int]:
    return {tree.texts[node]: heights[node] for node in range(len(tree)) if tree.kinds[node] != WORD}


def crooked(mapping: Mapping) -> int:
    """Pairs at two heights; checks that every node stands above its daughters."""
    gold, test = levels(mapping, (), ())
    for tree, heights in ((mapping.gold, gold), (mapping.test, test)):
        for node, parent in enumerate(tree.parents):
            assert heights[node] >= (0 if tree.kinds[node] == WORD else 1)
            if parent >= 0:
                assert heights[parent] > heights[node]
    return sum(
        gold[one] != test[other]
        for one, other in mapping.pairs
        if mapping.gold.kinds[one] != WORD and mapping.test.kinds[other] != WORD
    )


def test_mapped_nodes_share_their_height_and_the_others_stay_low() -> None:
    mapping = mapping_of("(S (A (N x) (N y)) (B (N z)))", "(S (C (A (N x) (N y))) (B (D (N z))))")
    gold, test = levels(mapping, (), ())
    assert by_label(mapping.gold, gold) == {"S": 4, "A": 2, "B": 3, "N": 1}
    assert by_label(mapping.test, test) == {"S": 4, "C": 3, "A": 2, "B": 3, "D": 2, "N": 1}


@pytest.mark.parametrize("part", ["whole", "roof"])
def test_t_mappings_always_agree(part: str) -> None:
    gold, test = random_file(seed=8, sentences=60, unary=0.3)
    comparison = ConstituentComparison(parse(gold), [parse(test)])
    for sentence in range(60):
        mapping = comparison.mapping(0, sentence, "T", part)
        assert mapping is not None
        assert crooked(mapping) == 0


def test_one_pair_gives_way_where_ancestry_is_reversed() -> None:
    mapping = mapping_of("(S (not (exists (N x) (N y))))", "(S (exists (not (N x) (N y))))", "E")
    assert len(mapping.pairs) == 7
    assert crooked(mapping) == 1
    gold, test = levels(mapping, (), ())
    assert by_label(mapping.gold, gold)["S"] == by_label(mapping.test, test)["S"] == 5


def test_a_deep_reversal_takes_no_longer_than_another_tree() -> None:
    deep = "(NP (N w) " * 1500 + "(N w)" + ")" * 1500
    mapping = mapping_of(f"(S (A (B {deep})))", f"(S (B (A {deep})))", "E")
    begin = time.process_time()
    assert crooked(mapping) == 1
    assert time.process_time() - begin < 1


def test_tops_of_folded_parts_stand_low() -> None:
    mapping = mapping_of("(S (A (B (C (N x) (N y)))) (D (N z)))", "(S (A (B (C (N x) (N y)))) (E (N z)))")
    top = mapping.gold.texts.index("A")
    gold, test = levels(mapping, {top}, {mapping.test_of_gold[top]})
    assert by_label(mapping.gold, gold)["A"] == by_label(mapping.test, test)["A"] == 2
    assert by_label(mapping.gold, gold)["S"] == 3
