"""A mapping says what became of each node, counts and costs it; without words that one side lacks; forests as one."""

from __future__ import annotations

import numpy as np
import pytest

from treecompare.mappings.mapping import (
    DELETED,
    INSERTED,
    MATCHED,
    SWAPPED,
    Mapping,
    joined,
    over_shared_words,
)
from treecompare.readers import parse
from treecompare.trees.preparation import terminals
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import Tree, over_shared

SYMBOLS = Symbols()


def tree(text: str) -> Tree:
    return terminals(parse(text).trees.translated(SYMBOLS), True)[0]


# postorder: a 0, A 1, b 2, B 3, X 4, S 5; and a 0, A 1, b 2, C 3, D 4, E 5, S 6
GOLD, TEST = tree("(S (A a) (X (B b)))"), tree("(S (A a) (E (D (C b))))")
PAIRS = ((0, 0), (1, 1), (2, 2), (3, 3), (5, 6))


def mapping(counts_words: bool = True, cost: float | None = None) -> Mapping:
    swap_costs = {} if cost is None else {(3, 3): cost / 4}
    return Mapping("T", GOLD, TEST, PAIRS, frozenset({(3, 3)}), counts_words, cost, swap_costs=swap_costs)


def test_what_became_of_each_node() -> None:
    one = mapping()
    assert [one.operation("gold", node) for node in range(6)] == [MATCHED, MATCHED, MATCHED, SWAPPED, DELETED, MATCHED]
    assert [one.operation("test", node) for node in range(7)] == [
        MATCHED, MATCHED, MATCHED, SWAPPED, INSERTED, INSERTED, MATCHED,
    ]  # fmt: skip
    assert (one.test_of_gold[5], one.gold_of_test[6]) == (6, 5)


@pytest.mark.parametrize(("counts_words", "words"), [(True, 2), (False, 0)])
def test_counts_with_and_without_words(counts_words: bool, words: int) -> None:
    one = mapping(counts_words)
    assert one.counts == {
        "gold": 4 + words, "test": 5 + words, "words": 2, "matched": 2 + words, "swapped": 1, "deleted": 1, "inserted": 2,
    }  # fmt: skip
    assert one.cost == 4
    assert mapping(cost=2.5).cost == 2.5 and mapping(cost=0.0).cost == 0


@pytest.mark.parametrize("counts_words", [True, False])
def test_the_nodes_behind_a_count_are_as_many_as_it_says(counts_words: bool) -> None:
    one = mapping(counts_words)
    for count, number in one.counts.items():
        sides = 2 if count in ("matched", "swapped") else 1
        assert len(one.nodes(count)) == sides * number, count
    assert one.nodes("deleted") == [("gold", 4)]
    assert one.nodes("inserted") == [("test", 4), ("test", 5)]
    assert one.nodes("swapped") == [("gold", 3), ("test", 3)]
    assert one.nodes("words") == [("gold", 0), ("gold", 2)]
    assert one.nodes("test_words") == [("test", 0), ("test", 2)]
    inner = [("gold", 1), ("gold", 5), ("test", 1), ("test", 6)]
    assert [node for node in one.nodes("matched") if node[1] not in (0, 2)] == inner
    with pytest.raises(KeyError):
        one.nodes("crossing")


def test_a_tree_over_the_words_that_both_sides_have() -> None:
    whole = tree("(S (A a) (X (B b)) (Y (C c) (Z -)))")  # a 0 A 1 b 2 B 3 X 4 c 5 C 6 - 7 Z 8 Y 9 S 10
    shared, numbers = over_shared_words(whole, {2})
    assert shared.brackets() == "(S (A a) (Y (C c) (Z -)))"
    assert numbers == [0, 1, 5, 6, 7, 8, 9, 10]
    shared, numbers = over_shared_words(whole, {2, 5})
    assert (shared.brackets(), numbers) == ("(S (A a) (Y (Z -)))", [0, 1, 7, 8, 9, 10])
    assert over_shared_words(whole, ()) == (whole, list(range(11)))
    both = Mapping("E", whole, whole, (), frozenset(), False, None, frozenset({0}), frozenset({2}))
    assert [side[0].words for side in both.shared] == [["b", "c", "-"], ["a", "c", "-"]]


def test_a_bracket_over_nothing_at_all_stays() -> None:
    empty = tree("(S (A a) (E (F)) (B b))")
    alone = np.array([label == "a" for label in empty.texts])
    kept = [text for text, is_kept in zip(empty.texts, over_shared(empty, alone).tolist(), strict=True) if is_kept]
    assert kept == [text for text in empty.texts if text not in ("a", "A")]


def test_mappings_beside_each_other_are_one_of_the_forests() -> None:
    both = joined([mapping(), mapping(cost=1.5), mapping(cost=2.0)])
    assert (len(both.gold), len(both.test)) == (18, 21)
    assert both.gold.words == ["a", "b"] * 3
    assert both.pairs == tuple((g + 6 * place, t + 7 * place) for place in range(3) for g, t in PAIRS)
    assert both.swapped == {(3, 3), (9, 10), (15, 17)}
    assert both.counts == {name: 3 * count for name, count in mapping().counts.items()}
    assert both.cost == 3.5  # those that have costs of their own
    assert both.swap_costs == {(9, 10): 0.375, (15, 17): 0.5}
    assert joined([mapping(), mapping()]).custom_cost is None
    assert joined([mapping(counts_words=False)]).counts["gold"] == 4
