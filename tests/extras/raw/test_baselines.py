"""Baselines: against drawn trees of another program, and by enumeration."""

from __future__ import annotations

from collections import Counter
from math import comb
from pathlib import Path

import pytest

from tests.commands import treecompare
from treecompare.extras.raw import baselines
from treecompare.extras.raw.baselines import OF_TREES, heads, spans
from treecompare.resources import samples


def test_every_drawn_tree_is_that_of_the_other_program(shared: Path) -> None:
    path = shared / "oracles" / "raw-output" / "baselines.expected.tsv"
    if not path.exists():
        pytest.skip("the tables of raw output are not at hand")
    lines = [line.split("\t") for line in path.read_text("utf-8").split("\n")[1:-1]]
    for name, seed, sentence, words, expected in lines:
        if name in OF_TREES:
            found = " ".join(f"{begin}-{end}" for begin, end in spans(name, int(words), sentence, seed))
        else:
            found = " ".join(map(str, heads(name, int(words), sentence, seed)))
        assert found == expected, (name, seed, sentence)
    assert len(lines) == 240


@pytest.mark.parametrize("words", range(1, 6))
def test_every_tree_has_one_rank(words: int) -> None:
    binary = Counter(tuple(baselines.random_binary(words, rank)) for rank in range(baselines.catalan(words - 1)))
    projective = Counter(
        tuple(baselines.random_projective(words, rank)) for rank in range(baselines.projective_trees(words))
    )
    trees = Counter(tuple(baselines.random_tree(words, rank)) for rank in range(words ** (words - 1)))
    assert len(binary) == comb(2 * words - 2, words - 1) // words and set(binary.values()) == {1}
    assert len(projective) == comb(3 * words - 2, words - 1) // words and set(projective.values()) == {1}
    assert len(trees) == words ** (words - 1) and set(trees.values()) == {1}
    assert all(tree.count(0) == 1 for tree in (*projective, *trees))


def test_chains_and_branching_are_what_their_names_say() -> None:
    words = ["a", "b", "c", "d"]
    assert baselines.bracketed(spans("left-branching", 4, "1"), words) == "(X (X (X a b) c) d)"
    assert baselines.bracketed(spans("right-branching", 4, "1"), words) == "(X a (X b (X c d)))"
    assert baselines.bracketed(spans("random", 1, "1"), ["a"]) == "(X a)"
    assert baselines.bracketed(spans("random", 1, "1"), ["a"], tagged=True) == "(X (X a))"
    assert heads("next", 4, "1") == [2, 3, 4, 0] and heads("previous", 4, "1") == [0, 1, 2, 3]


@pytest.mark.parametrize("wanted", [["left-branching"], ["random", "--draws", "3"]])
def test_baselines_stand_beside_trees_that_are_scored_as_dependencies_too(wanted: list[str]) -> None:
    files = next(one for one in samples() if one.key == "first-comparison")
    done = treecompare("score", files.gold, files.systems[0], "--baseline", *wanted, "--with-dependencies")
    assert done.returncode == 0 and f"baseline:{wanted[0]}" in done.stdout, done.stderr
