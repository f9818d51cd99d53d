"""Patterns where branches cross: order is that of the words of the sentence, whatever the order of the columns; by brute force."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from tests.conftest import stride
from tests.mappings.test_crossing_sets import from_text, random_tree, word_sets
from tests.trees.compiled import compile_pattern
from treecompare.trees.crossing import reordered
from treecompare.trees.tree import Tree, Trees
from treecompare.trees.tree_relations import RELATIONS


class Order:
    """A tree by its sets of words."""

    def __init__(self, tree: Tree) -> None:
        self.tree, self.sets, self.parents = tree, word_sets(tree), tree.parents

    def first(self, node: int) -> int:
        return min(self.sets[node])

    def last(self, node: int) -> int:
        return max(self.sets[node])

    def above(self, one: int, other: int) -> bool:
        while other >= 0 and other != one:
            other = self.parents[other]
            if other == one:
                return True
        return False

    def sisters(self, node: int) -> list[int]:
        """Its sisters and itself by their first words; a root has none."""
        mother = self.parents[node]
        return sorted((one for one, other in enumerate(self.parents) if other == mother >= 0), key=self.first)

    def nth(self, node: int, number: int) -> bool:
        found = self.sisters(node)
        place = number - 1 if number > 0 else len(found) + number
        return 0 <= place < len(found) and found[place] == node

    def beside(self, one: int, other: int) -> int:
        """So many sisters further right; 0 for what are none."""
        found = self.sisters(one)
        return found.index(other) - found.index(one) if other in found else 0


Holds = Callable[[Order, int, int], bool]
MEANING: dict[str, Holds] = {
    "<": lambda at, a, b: at.parents[b] == a,
    "<<": lambda at, a, b: at.above(a, b),
    "<,": lambda at, a, b: at.parents[b] == a and at.nth(b, 1),
    "<-": lambda at, a, b: at.parents[b] == a and at.nth(b, -1),
    "<2": lambda at, a, b: at.parents[b] == a and at.nth(b, 2),
    "<-2": lambda at, a, b: at.parents[b] == a and at.nth(b, -2),
    "<:": lambda at, a, b: at.parents[b] == a and len(at.sisters(b)) == 1,
    "<<,": lambda at, a, b: at.above(a, b) and at.first(a) in at.sets[b],
    "<<-": lambda at, a, b: at.above(a, b) and at.last(a) in at.sets[b],
    "$": lambda at, a, b: at.beside(a, b) != 0,
    "$.": lambda at, a, b: at.beside(a, b) == 1,
    "$..": lambda at, a, b: at.beside(a, b) > 0,
    ".": lambda at, a, b: at.last(a) + 1 == at.first(b),
    "..": lambda at, a, b: at.last(a) < at.first(b),
}
"""What a relation says of two nodes."""
MIRRORED = {">": "<", ">>": "<<", ">,": "<,", ">-": "<-", ">2": "<2", ">:": "<:", ">>,": "<<,", ">>-": "<<-",
            "$,": "$.", "$,,": "$..", ",": ".", ",,": ".."}  # fmt: skip
MEANING |= {one: lambda at, a, b, holds=MEANING[other]: holds(at, b, a) for one, other in MIRRORED.items()}


def by_chance(trees: Trees) -> Trees:
    """The trees with daughters in any order, as comparisons order them by their heads."""
    return reordered(trees, np.random.default_rng(3).permutation(len(trees.labels)))


@pytest.fixture(scope="module", params=["by first words", "by chance"])
def trees(request: pytest.FixtureRequest) -> Trees:
    rng = random.Random(23)
    # words with two letters, so that nodes differ
    text = "".join(random_tree(rng, rng.randint(2, 8)) for _ in range(120)) + "(S (X 0=a) (Y (Z 1=b) (Z 2=a)))\n"
    found = from_text(text)
    assert found.crossing.sum() > 60
    return found if request.param == "by first words" else by_chance(found)


def test_every_relation_has_its_meaning_here() -> None:
    assert set(RELATIONS) == set(MEANING) - {"<2", "<-2", ">2"}


@pytest.mark.parametrize("relation", MEANING)
def test_relations_of_one_tree(trees: Trees, relation: str) -> None:
    hits = 0
    for left, right in (("X", "Y"), ("*", "T0"), ("Z", "*"), ("a", "X")):
        found = compile_pattern(f"{left} {relation} {right}").nodes(trees)
        for index in range(0, len(trees), stride(3)):
            tree = trees[index]
            at = Order(tree)
            for node in range(len(tree)):
                partners = (b for b in range(len(tree)) if right in ("*", tree.texts[b]) and b != node)
                expected = left in ("*", tree.texts[node]) and any(
                    MEANING[relation](at, node, other) for other in partners
                )
                hits += expected
                assert found[int(trees.offsets[index]) + node] == expected, (relation, left, right, tree.brackets())
    assert hits > 10 // stride(3)


@pytest.mark.parametrize("relation", [one for one in MEANING if one in dict(RELATIONS)])
def test_relations_of_pairs_of_nodes(trees: Trees, relation: str) -> None:
    """As joined patterns look for them: all pairs, not only whether there is one."""
    table = dict(RELATIONS)
    from treecompare.trees.tree_relations import places

    at, holds = places(trees), table[relation][0]
    for index, tree in enumerate(trees[:40]):
        first, order = int(trees.offsets[index]), Order(tree)
        left, right = (one.ravel() + first for one in np.meshgrid(range(len(tree)), range(len(tree)), indexing="ij"))
        keys = holds.left_key(at, left) == holds.right_key(at, right)
        found = keys & holds.holds(at, left, right)
        expected = [a != b and MEANING[relation](order, a - first, b - first) for a, b in zip(left, right, strict=True)]
        here = left != right
        assert found[here].tolist() == np.array(expected)[here].tolist(), (relation, tree.brackets())
