"""Function trees from dependencies and from phrase structure."""

from __future__ import annotations

import pytest

from treecompare.readers import parse
from treecompare.trees.characters import plain_word
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.functions import WILDCARD, from_constituents, from_dependencies, multifunction
from treecompare.trees.generalisation import collapsed, unary_sentences

LOVES = [("John", 2, "sbj"), ("loves", 0, "root"), ("Mary", 2, "obj")]


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("hd", "(root (sbj John) (hd loves) (obj Mary))"),
        (WILDCARD, "(root (sbj John) (* loves) (obj Mary))"),
        ("_", "(root (sbj John) (_ loves) (obj Mary))"),
    ],
)
def test_dependencies(head: str, expected: str) -> None:
    assert from_dependencies(Dependencies.of([LOVES]), head=head).trees[0].brackets() == expected


def test_dependencies_as_the_program_wraps_them() -> None:
    found = from_dependencies(Dependencies.of([LOVES, [("Go", 0, "root")]]), head="_", wrapped=True)
    assert [tree.brackets() for tree in found.trees] == [
        "(root (root (sbj John) (_ loves) (obj Mary)))",
        "(root (root Go))",
    ]


def test_several_roots_stand_under_one() -> None:
    found = from_dependencies(Dependencies.of([[("a", 0, "root"), ("b", 1, "x"), ("c", 0, "dep")]]))
    assert found.trees[0].brackets() == "(root (root (hd a) (x b)) (dep c))"
    assert not found.reasons


def test_arcs_that_cross_are_lifted_or_refused() -> None:
    crossing = [("a", 3, "x"), ("b", 4, "y"), ("c", 0, "root"), ("d", 3, "z")]
    lifted = from_dependencies(Dependencies.of([crossing, LOVES]))
    assert lifted.trees[0].brackets() == "(root (x a) (y b) (hd c) (z d))"
    assert lifted.lifts.tolist() == [1, 0]
    refused = from_dependencies(Dependencies.of([crossing, LOVES]), nonprojective="refuse")
    assert refused.reasons == {0: "non-projective arcs: 1"}
    assert refused.lifts.tolist() == [0, 0]
    assert [tree.brackets() for tree in refused.trees] == ["", "(root (sbj John) (hd loves) (obj Mary))"]


def test_heads_that_make_no_tree() -> None:
    found = from_dependencies(Dependencies.of([[("a", 2, "x"), ("b", 1, "y")], [("a", 7, "x"), ("b", 0, "y")], LOVES]))
    assert list(found.reasons) == [0, 1]
    assert "cycle" in found.reasons[0]
    assert "outside" in found.reasons[1]
    assert found.trees[2].brackets() == "(root (sbj John) (hd loves) (obj Mary))"


def test_phrase_structure() -> None:
    trees = parse(
        "( (S (NP-SBJ-1 (NNP John)) (VP (VBZ is) (PP-LOC-PRD (IN in) (NP (-NONE- *))))) )\n"
        "(TOP (NP=2 (-LRB- -LRB-) (NN x)))\n"
        "(S-root (NP-sbj (NN-hd John)) (VP-prd (V-hd loves) (NP-obj (NN-hd Mary))))\n"
    ).trees
    found = [tree.brackets() for tree in from_constituents(trees).trees]
    assert found == [
        "( (SBJ ( John)) ( ( is) (LOC (PRD ( in)))))",
        "( ( () ( x))",
        "(root (sbj (hd John)) (prd (hd loves) (obj (hd Mary))))",
    ]


def test_phrase_structure_with_whole_labels() -> None:
    trees = parse("(TOP (NP-SBJ (NN x)) (-NONE- *))\n").trees
    assert from_constituents(trees, whole_labels=True).trees[0].brackets() == "(TOP (NP-SBJ (NN x)) (-NONE- *))"


def test_words_without_escapes() -> None:
    assert [plain_word(word) for word in ("-LRB-", r"3\/4", "``", "-x-")] == ["(", "3/4", '"', "-x-"]


def test_functions_are_there_or_not() -> None:
    assert from_constituents(parse("(S (NP-SBJ (NN x)))").trees).has_functions
    assert not from_constituents(parse("(S (NP (NN x)) (VP (VB y)))").trees).has_functions


def test_multi_function_trees_of_the_paper() -> None:
    """EACL 2012, figure 1, and figure 2: unary chains become sets."""
    tree = multifunction(
        from_constituents(parse("(S-root (NP-sbj (NN-hd John)) (VP-prd (V-hd loves) (NP-obj (NN-hd Mary))))").trees)
    )[0]
    assert tree.root == {"root"}
    assert dict(tree.nodes) == {
        (0, 1): {"sbj", "hd"},
        (1, 3): {"prd"},
        (1, 2): {"hd"},
        (2, 3): {"obj", "hd"},
    }
    one, other = (
        multifunction(from_constituents(parse(f"(X-root {chain})").trees))[0]
        for chain in ("(A-f1 (B-f2 w)) (C-x v)", "(A-f2 (B-f1 w)) (C-x v)")
    )
    assert one == other


def test_the_root_is_called_root_or_the_topmost() -> None:
    def root(brackets: str) -> tuple[set[str], set[str]]:
        tree = multifunction(from_constituents(parse(brackets).trees, whole_labels=True))[0]
        return set(tree.root), set(tree.labels((0, 2)))

    assert root("(A (B (x u) (y v)))") == ({"A"}, {"B"})
    assert root("(A (ROOT (x u) (y v)))") == ({"ROOT"}, {"A"})
    assert root("(A (A (x u) (y v)))") == ({"A"}, set())


def test_unary_chains_collapse() -> None:
    functions = from_constituents(parse("(S-root (A-f2 (B-f1 w)) (C (D-x v)))\n(S-root (A-f w) (B-g v))\n").trees)
    assert unary_sentences(functions) == [0]
    assert [tree.brackets() for tree in collapsed(functions).trees] == ["(root (f1+f2 w) (x v))", "(root (f w) (g v))"]
