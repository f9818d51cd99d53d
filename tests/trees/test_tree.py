from __future__ import annotations

import nltk
import numpy as np
import pytest

from treecompare.readers import parse
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import CONSTITUENT, WORD, Trees

TEXT = "(S (NP (DT the) (NN dog)) (VP (VBD saw) (NP (PRP it))))"


def test_postorder_columns() -> None:
    tree = parse("(S (A x) (B y z))").trees[0]
    assert tree.texts == ["x", "A", "y", "z", "B", "S"]
    assert tree.sizes.tolist() == [1, 2, 1, 1, 3, 6]
    assert tree.kinds.tolist() == [WORD, CONSTITUENT, WORD, WORD, CONSTITUENT, CONSTITUENT]
    assert list(zip(tree.starts.tolist(), tree.ends.tolist(), strict=True)) == [
        (0, 1),
        (0, 1),
        (1, 2),
        (2, 3),
        (1, 3),
        (0, 3),
    ]
    assert tree.parents == [1, 5, 4, 4, 5, -1]
    assert tree.children == [[], [0], [], [], [2, 3], [1, 4]]
    assert (tree.roots, tree.words) == ([5], ["x", "y", "z"])


def test_forest_and_empty_tree() -> None:
    trees = parse("(A x) (B y)\n(())\n(C)").trees
    assert trees[0].roots == [1, 3]
    assert trees[0].brackets() == "(A x) (B y)"
    assert trees.word_counts.tolist() == [2, 0, 0]
    assert trees[2].starts.tolist() == trees[2].ends.tolist() == [0]


def test_nltk_both_ways() -> None:
    tree = nltk.Tree.fromstring(TEXT)
    trees = Trees.from_nltk([tree, tree])
    assert len(trees) == 2
    assert trees[1].to_nltk() == tree
    assert trees[0].brackets() == TEXT


def test_index_errors_are_plain() -> None:
    trees = parse(TEXT).trees
    assert trees[-1].words == ["the", "dog", "saw", "it"]
    with pytest.raises(IndexError, match="there are 1 trees"):
        trees[1]


def test_kept_moves_daughters_up() -> None:
    trees = parse("(S (A x) (B (C y) z))").trees
    keep = np.array([label not in ("B", "x") for label in trees[0].texts])
    assert trees.kept(keep)[0].brackets() == "(S (A) (C y) z)"


def test_translated_and_chosen() -> None:
    trees = parse("(A x)\n(B y)").trees
    symbols = Symbols(["y", "other"])
    moved = trees.translated(symbols)
    assert moved.symbols is symbols
    assert [tree.brackets() for tree in moved.chosen([1, -1, 0])] == ["(B y)", "", "(A x)"]
    assert symbols.texts[:2] == ["y", "other"]


def test_deep_trees_need_no_recursion() -> None:
    deep = "(A " * 4000 + "x" + ")" * 4000
    tree = parse(deep).trees[0]
    assert tree.brackets() == deep
    assert tree.parents[0] == 1
    assert Trees.from_nltk([tree.to_nltk()])[0].brackets() == deep
