"""Trees over lexemes: which nodes they have, and that segments, tags and space-delimited words stay together."""

from __future__ import annotations

import numpy as np
import pytest

from tests.made import lexemes_of_dependencies
from treecompare.readers import parse
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.lattices import LexemeTrees, lexemes_of_trees
from treecompare.trees.preparation import terminals

TEXT = "(S (NP (D a) (N b)) c)\n(A (X x)) (B (Y y))\n(X x)\n(())\n(S (S (X x)) (Y y))\n"


def shown(trees: LexemeTrees, sentence: int) -> list[tuple[str, int]]:
    """Each node of a sentence as ``segment/tag`` or label, with the size of its subtree."""
    here = slice(*trees.offsets[sentence : sentence + 2].tolist())
    texts = trees.symbols.texts
    rows = zip(trees.labels[here].tolist(), trees.tags[here].tolist(), trees.sizes[here].tolist(), strict=True)
    return [(f"{texts[label]}/{texts[tag]}" if tag >= 0 else texts[label], size) for label, tag, size in rows]


@pytest.fixture
def trees() -> LexemeTrees:
    return lexemes_of_trees(terminals(parse(TEXT).trees, True))


def test_a_tag_and_its_word_are_one_leaf(trees: LexemeTrees) -> None:
    assert shown(trees, 0) == [("a/D", 1), ("b/N", 1), ("NP", 3), ("c/_", 1)]
    assert shown(trees, 4) == [("x/X", 1), ("S", 2), ("y/Y", 1)]
    assert trees.words(0) == [("a", "D"), ("b", "N"), ("c", "_")]


def test_only_the_one_root_of_a_tree_is_left_out(trees: LexemeTrees) -> None:
    assert shown(trees, 1) == [("x/X", 1), ("A", 2), ("y/Y", 1), ("B", 2)]
    assert shown(trees, 2) == [("x/X", 1)]
    assert trees.words(3) == []
    assert trees.word_offsets.tolist() == [0, 3, 5, 6, 6, 8]


def test_chosen_sentences(trees: LexemeTrees) -> None:
    chosen = trees.chosen(np.array([4, -1, 0, 0]))
    assert [shown(chosen, sentence) for sentence in range(len(chosen))] == [
        shown(trees, 4), [], shown(trees, 0), shown(trees, 0),
    ]  # fmt: skip


def test_space_delimited_words_stay_with_their_lexemes(trees: LexemeTrees) -> None:
    marked = trees.with_tokens(np.array([1, 1, 2, 1, 2, 1, 1, 2], np.int32))
    assert marked.lexemes(0) == [(("a", "D"), 1), (("b", "N"), 1), (("c", "_"), 2)]
    assert marked.chosen(np.array([-1, 4])).lexemes(1) == [(("x", "X"), 1), (("y", "Y"), 2)]
    assert [token for _, token in trees.lexemes(0)] == [0, 0, 0]


def test_lexemes_of_dependencies() -> None:
    sentences = Dependencies.of([
        [("a", 2, "det", "D"), ("b", 0, "root", "N")],
        [("x", 2, "dep", "X"), ("y", 1, "dep", "Y")],
        [("c", 3, "obj", "C"), ("d", 0, "root", "D"), ("e", 2, "obj", "E"), ("f", 1, "det", "F")],
    ])  # fmt: skip
    lifted, refused = lexemes_of_dependencies(sentences), lexemes_of_dependencies(sentences, "refuse")
    assert shown(lifted.trees, 0) == [("a/D", 1), ("det", 2), ("b/N", 1), ("hd", 2)]
    assert lifted.reasons == {1: "the heads make no tree: 2 words on a cycle of heads, no root"}
    assert lifted.trees.words(1) == []
    assert lifted.trees.words(2) == [("c", "C"), ("d", "D"), ("e", "E"), ("f", "F")]
    assert lifted.lifts[2] > 0 and list(refused.reasons) == [1, 2]


def test_the_tag_is_xpos_where_no_word_has_upos() -> None:
    sentences = Dependencies.of([[("a", 0, "root")]])
    assert lexemes_of_dependencies(sentences).trees.words(0) == [("a", "_")]
    object.__setattr__(sentences, "xpos", np.array([sentences.symbols.number("NN")], np.int32))
    assert lexemes_of_dependencies(sentences).trees.words(0) == [("a", "NN")]


def test_without_tags_a_bracket_over_a_word_is_a_node() -> None:
    found = lexemes_of_trees(terminals(parse("(S (X x) y)").trees, False))
    assert shown(found, 0) == [("x/_", 1), ("X", 2), ("y/_", 1)]
