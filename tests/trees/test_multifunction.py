"""Multi-function trees, wildcards and chains: what is left out, what is joined, what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from treecompare.readers import parse
from treecompare.readers.brackets import as_written
from treecompare.trees.conversion import usual_table
from treecompare.trees.functions import FunctionTrees, MultiFunctionTree, Rows, multifunction, pack
from treecompare.trees.generalisation import (
    UnificationError,
    collapsed,
    generalise,
    generalise_wildcards,
    tl_unify,
    unary_sentences,
    unify,
)
from treecompare.trees.preparation import terminals
from treecompare.trees.symbols import Symbols


def functions(*texts: str, symbols: Symbols | None = None) -> FunctionTrees:
    """Trees whose labels are functions; labels over words are nodes as well."""
    trees = as_written(parse("\n".join(texts) + "\n")).trees
    trees = trees if symbols is None else trees.translated(symbols)
    return FunctionTrees(trees, np.zeros(len(trees), np.int64))


def brackets(found: FunctionTrees) -> list[str]:
    return [tree.brackets() for tree in found.trees]


def labels(*names: str) -> frozenset[str]:
    return frozenset(names)


def test_chains_become_one_node() -> None:
    trees = functions("(root (b (a x)) (* (sbj y)) (* (* z)))", "(root (hd x) y)")
    assert unary_sentences(trees) == [0]
    assert brackets(collapsed(trees)) == ["(root (a+b x) (sbj y) (* z))", "(root (hd x) y)"]
    assert unary_sentences(collapsed(trees)) == []


def test_wildcards_agree_with_any_label() -> None:
    symbols = Symbols()
    golds = [
        functions("(r (a x) (* y) (c z))", "(r (* x) (b y))", "(r x)", symbols=symbols),
        functions("(r (* x) (* y) (d z))", "(r (a x) y)", "(())", symbols=symbols),
        functions("(r (a x) (* y) (c z))", "(r (b x) (b y))", "(r x)", symbols=symbols),
    ]
    # the second sentence: * and a agree, the third gold then has b
    assert brackets(generalise_wildcards(golds)) == ["(r (a x) (* y) z)", "(r x y)", ""]
    assert brackets(generalise_wildcards(golds[:1])) == brackets(golds[0])


def test_a_gold_without_any_node_leaves_no_node() -> None:
    symbols = Symbols()
    golds = [functions("(r (a x))", symbols=symbols), functions("(())", symbols=symbols)]
    assert brackets(generalise_wildcards(golds)) == [""]


def test_trees_that_cross_cannot_be_unified() -> None:
    one = MultiFunctionTree(4, labels("r"), {(0, 2): labels("a"), (2, 4): labels("c")})
    other = MultiFunctionTree(4, labels("r"), {(1, 3): labels("b")})
    with pytest.raises(UnificationError, match=r"words 1–2 and words 2–3 are phrases that cross"):
        unify(one, other)
    beside = MultiFunctionTree(4, labels(), {(2, 3): labels("b"), (0, 2): labels("d")})
    assert unify(one, beside).nodes == {(0, 2): labels("a", "d"), (2, 4): labels("c"), (2, 3): labels("b")}
    assert unify(one, beside).root == labels("r")


def test_labels_are_added_over_the_spans_that_are_there() -> None:
    tree = MultiFunctionTree(3, labels(), {(0, 1): labels("a"), (1, 3): labels()})
    other = MultiFunctionTree(3, labels("r"), {(0, 1): labels("b"), (0, 2): labels("c"), (0, 3): labels("s")})
    assert tl_unify(tree, other) == MultiFunctionTree(
        3, labels("r"), {(0, 1): labels("a", "b"), (1, 3): labels(), (0, 3): labels("s")}
    )
    assert tl_unify(other, tree).root == labels("r")


def test_lengths_must_be_equal() -> None:
    for work in (generalise, unify, tl_unify):
        with pytest.raises(ValueError, match=r"trees of \[2, 3\] words; expected one or more of equal length"):
            work(MultiFunctionTree(3), MultiFunctionTree(2))


def test_whether_spans_cross() -> None:
    def is_tree(*spans: tuple[int, int]) -> bool:
        return MultiFunctionTree(5, labels(), dict.fromkeys(spans, labels())).is_tree

    assert is_tree((0, 2), (2, 4), (0, 4), (3, 4)) and is_tree()
    assert not is_tree((0, 3), (2, 4)) and not is_tree((0, 5), (1, 3), (2, 5))


def test_a_sentence_is_too_long_to_pack() -> None:
    none = np.zeros(1, np.int64)
    assert pack(np.array([3]), none, np.array([65_535])).tolist() == [(3 << 32) + 65_535]
    with pytest.raises(ValueError, match="a sentence of 65536 words; expected fewer than 65536"):
        pack(none, none, np.array([65_536]))


def test_rows_are_sorted_and_each_once() -> None:
    rows = Rows.of(np.array([5, 3, 5, 5, 3]), np.array([1, 2, 0, 1, 2]))
    assert (rows.spans.tolist(), rows.labels.tolist()) == ([3, 5, 5], [2, 0, 1])
    others = [Rows.of(np.array([5, 5]), np.array([1, 7])), Rows.of(np.zeros(0, np.int64), np.zeros(0, np.int64))]
    assert [mask.tolist() for mask in rows.within(others)] == [[False, False, True], [False, False, False]]
    assert [mask.tolist() for mask in others[0].within([rows])] == [[True, False]]
    assert rows.counted(2).tolist() == [3, 0]
    assert rows.counted(1, np.array([True, False, True])).tolist() == [2]


def test_a_sentence_of_a_file() -> None:
    trees = multifunction(functions("(Root (a (b x y)) (() z))", "(s (root (t x)))", "(s (t x))", "(())"))
    assert trees[0] == MultiFunctionTree(3, labels("Root"), {(0, 2): labels("a", "b"), (2, 3): labels()})
    assert list(trees[0].nodes) == [(0, 2), (2, 3)]
    assert trees[0].constraints() == {(0, 2, "a"), (0, 2, "b")}
    assert trees[1] == MultiFunctionTree(1, labels("root"), {(0, 1): labels("s", "t")})
    assert trees[2] == MultiFunctionTree(1, labels("s"), {(0, 1): labels("t")}) and trees[2].spans() == labels()
    assert trees[3] == MultiFunctionTree(0)
    for sentence in (-1, 4):
        with pytest.raises(IndexError):
            trees[sentence]


def test_the_table_that_fits_the_tags() -> None:
    german, english = parse("(S (NE a) (VVFIN b))\n"), parse("(S (NP a) (VP VVFIN))\n")
    assert [usual_table(terminals(treebank.trees, True)) for treebank in (german, english)] == ["tiger", "collins"]
    assert usual_table(parse("(S (ADJA-MO a))\n").trees) == "tiger"
