"""The consensus tree against all trees over the options."""

from __future__ import annotations

import itertools
import random

import pytest

from tests.conftest import stride
from treecompare.extras.annotators.dependency_consensus import (
    NoTree,
    Option,
    best_tree,
    kind_of,
    options_of,
    with_fixed,
)
from treecompare.trees.arcs import NO_HEAD


def is_tree(heads: list[int]) -> bool:
    for start in range(1, len(heads) + 1):
        node, steps = start, 0
        while node and steps <= len(heads):
            node, steps = heads[node - 1], steps + 1
        if node:
            return False
    return True


def brute(options: list[list[Option]], fewest: bool) -> list[Option] | None:
    trees = [tree for tree in itertools.product(*options) if is_tree([one.head for one in tree])]
    return list(max(trees, key=lambda tree: (
        -sum(one.head == 0 for one in tree) if fewest else 0, sum(one.head_votes for one in tree),
        sum(one.label_votes for one in tree), [-one.first for one in tree],
    ))) if trees else None  # fmt: skip


def test_who_gives_a_word_no_head_does_not_vote_on_it() -> None:
    some, none = (2, "det"), (NO_HEAD, "_")
    assert [one.arc for one in options_of([none, some, none], [1, 1, 1])] == [some]
    assert options_of([none, none], [2, 1]) == [Option(*none, 3, 3, 0)]
    options = [options_of([none, none], [1, 1]), options_of([(0, "root"), none], [1, 1])]
    assert [one.arc for one in best_tree(options)] == [none, (0, "root")]
    assert [one.arc for one in best_tree(with_fixed(options, {2: none}))] == [none, none]
    # a way up that ends with a word without a head is one
    options = [options_of([(2, "a"), (0, "b")], [2, 1]), options_of([none, none], [2, 1])]
    assert [one.arc for one in best_tree(options)] == [(2, "a"), none]


@pytest.mark.parametrize("seed", range(4 // stride(2)))
def test_it_is_the_best_of_all_trees(seed: int) -> None:
    rng = random.Random(seed)
    refused = 0
    for _ in range(250):
        words, voters = rng.randint(1, 5), rng.randint(2, 5)
        weights = [rng.randint(1, 3) for _ in range(voters)]
        options = [
            options_of([(rng.choice([h for h in range(words + 1) if h != word]), rng.choice("ab")) for _ in weights], weights)
            for word in range(1, words + 1)
        ]  # fmt: skip
        for fewest in (True, False):
            expected = brute(options, fewest)
            if expected is None:
                refused += 1
                with pytest.raises(NoTree):
                    best_tree(options, fewest)
            else:
                assert best_tree(options, fewest) == expected
    assert refused


def test_an_arc_that_is_fixed_stays_and_a_typed_one_may_be_new() -> None:
    options = [options_of([(0, "root"), (2, "x")], [1, 1]), options_of([(1, "obj"), (0, "root")], [1, 1])]
    assert [one.arc for one in best_tree(options)] == [(0, "root"), (1, "obj")]
    assert [one.arc for one in best_tree(with_fixed(options, {2: (0, "top")}))] == [(2, "x"), (0, "top")]
    with pytest.raises(NoTree):
        best_tree(with_fixed(options, {1: (2, "x"), 2: (1, "obj")}))
    assert [one.arc for one in options_of([(0, "root")], [2], [(1, "y")])] == [(0, "root"), (1, "y")]


def test_words_that_cannot_be_reached_or_have_no_option_have_no_tree() -> None:
    three = [[(3, "a"), (4, "b")], [(2, "a"), (4, "b")], [(3, "a"), (2, "b")]]
    options = [options_of(arcs, [1, 1]) for arcs in ([(0, "root"), (0, "x")], *three)]
    for lacking in (options, [options[0], []], [[]]):
        with pytest.raises(NoTree):
            best_tree(lacking)


@pytest.mark.parametrize(
    ("arcs", "weights", "kind"),
    [
        ([(0, "a"), (0, "a")], [1, 1], "all"),
        ([(0, "a"), (1, "a")], [1, 1], "tie"),
        ([(0, "a"), (0, "b"), (0, "c")], [1, 1, 1], "tie"),
        ([(0, "a"), (0, "a"), (1, "c")], [1, 1, 1], "majority"),
        ([(0, "a"), (0, "a"), (0, "b"), (1, "c"), (2, "c")], [1, 1, 1, 1, 1], "plurality"),
        ([(0, "a"), (1, "c"), (1, "c")], [1, 1, 1], "tree"),
    ],
)  # fmt: skip
def test_kinds(arcs: list[tuple[int, str]], weights: list[int], kind: str) -> None:
    options = options_of(arcs, weights)
    assert kind_of(options[0], options, sum(weights)) == kind
    assert kind_of(options[0], options, sum(weights), voters=1) == "single"
