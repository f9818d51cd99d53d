"""Subsumption, unification and generalisation: the laws that Tsarfaty et al. 2011 and 2012 state, on random trees."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treecompare.readers import parse
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.functions import (
    WILDCARD,
    FunctionTrees,
    MultiFunctionTree,
    from_constituents,
    from_dependencies,
    multifunction,
)
from treecompare.trees.generalisation import (
    UnificationError,
    collapsed,
    generalise,
    generalise_all,
    generalise_wildcards,
    subsumes,
    subsumes_wildcards,
    tl_unify,
    tl_unify_all,
    unify,
    unify_wildcards,
)
from treecompare.trees.symbols import Symbols

LENGTH = 5


@st.composite
def function_brackets(draw: st.DrawFn) -> str:
    """A tree over LENGTH words, at most three daughters a node, with or without functions and unary chains."""

    def node(first: int, last: int) -> str:
        if last - first == 1:
            inside = f"w{first}"
        else:
            cuts = sorted(draw(st.sets(st.integers(first + 1, last - 1), min_size=1, max_size=2)))
            inside = " ".join(node(a, b) for a, b in zip([first, *cuts], [*cuts, last], strict=True))
        for label in draw(st.lists(st.sampled_from(["X", "X-f", "X-g", "X-f-g", "X-root"]), min_size=1, max_size=2)):
            inside = f"({label} {inside})"
        return inside

    return node(0, LENGTH)


def tree_of(brackets: str) -> MultiFunctionTree:
    return multifunction(from_constituents(parse(brackets).trees))[0]


trees = function_brackets().map(tree_of)


@given(trees, trees)
def test_generalisation_is_commutative_and_subsumes_both(one: MultiFunctionTree, other: MultiFunctionTree) -> None:
    found = generalise(one, other)
    assert found == generalise(other, one)
    assert subsumes(found, one)
    assert subsumes(found, other)
    assert found.is_tree


@given(trees, trees, trees)
def test_generalisation_is_associative(
    one: MultiFunctionTree, two: MultiFunctionTree, three: MultiFunctionTree
) -> None:
    assert (
        generalise(one, two, three)
        == generalise(generalise(one, two), three)
        == generalise(one, generalise(two, three))
    )


@given(trees)
def test_generalisation_and_unification_are_idempotent(tree: MultiFunctionTree) -> None:
    assert generalise(tree, tree) == tree == generalise(tree)
    assert unify(tree, tree) == tree


@given(trees, trees, trees)
def test_generalisation_is_the_most_specific(
    one: MultiFunctionTree, two: MultiFunctionTree, more: MultiFunctionTree
) -> None:
    below = generalise(one, two, more)  # some tree that is more general than both
    assert subsumes(below, generalise(one, two))


@given(trees, trees)
def test_unification_is_the_dual_and_fails_where_spans_cross(one: MultiFunctionTree, other: MultiFunctionTree) -> None:
    crossing = any(a < c < b < d or c < a < d < b for a, b in one.nodes for c, d in other.nodes)
    if crossing:
        with pytest.raises(UnificationError, match="cross"):
            unify(one, other)
        return
    found = unify(one, other)
    assert found == unify(other, one)
    assert subsumes(one, found)
    assert subsumes(other, found)
    assert generalise(found, one) == one
    assert unify(generalise(one, other), one) == one
    assert found.constraints() == one.constraints() | other.constraints()


@given(trees, trees)
def test_tl_unification_keeps_the_structure(one: MultiFunctionTree, other: MultiFunctionTree) -> None:
    found = tl_unify(one, other)
    assert found.spans() == one.spans()
    assert all(found.labels(span) == one.labels(span) | other.labels(span) for span in found.spans())
    assert one.constraints() <= found.constraints() <= one.constraints() | other.constraints()


@given(st.lists(st.tuples(function_brackets(), function_brackets(), function_brackets()), min_size=1, max_size=4))
def test_whole_files_agree_with_single_trees(sentences: list[tuple[str, str, str]]) -> None:
    symbols = Symbols()
    files = [
        multifunction(from_constituents(parse("\n".join(column)).trees, symbols))
        for column in zip(*sentences, strict=True)
    ]
    found, labelled = generalise_all(files), tl_unify_all(files[0], files[1])
    for sentence in range(len(sentences)):
        assert found[sentence] == generalise(*(one[sentence] for one in files))
        assert labelled[sentence] == tl_unify(files[0][sentence], files[1][sentence])


def test_different_lengths_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="words"):
        generalise(tree_of("(X-f (X a) (X b))"), tree_of("(X-f a)"))


def test_unification_of_the_paper() -> None:
    """EACL 2012, figure 4: the tree of the Penn Treebank with the labels of Stanford dependencies."""
    symbols = Symbols()
    ptb = multifunction(from_constituents(parse("(S (NP (NN John)) (VP (V loves) (NP (NN Mary))))").trees, symbols))
    sentence = [("John", 2, "sbj"), ("loves", 0, "root"), ("Mary", 2, "obj")]
    sd = multifunction(from_dependencies(Dependencies.of([sentence]), symbols))
    found = tl_unify(ptb[0], sd[0])
    assert found.root == {"root"}
    assert dict(found.nodes) == {(0, 1): {"sbj"}, (1, 3): set(), (1, 2): {"hd"}, (2, 3): {"obj"}}


def test_generalisation_of_the_paper() -> None:
    """EACL 2012, figure 1: what the dependency tree and the phrase structure share is the dependency tree's."""
    symbols = Symbols()
    sentence = [("John", 2, "sbj"), ("loves", 0, "root"), ("Mary", 2, "obj")]
    dependencies = multifunction(from_dependencies(Dependencies.of([sentence]), symbols))
    brackets = "(S-root (NP-sbj (NN-hd John)) (VP-prd (V-hd loves) (NP-obj (NN-hd Mary))))"
    phrases = multifunction(from_constituents(parse(brackets).trees, symbols))
    assert generalise(dependencies[0], phrases[0]) == dependencies[0]


# -- one label per span, with wildcards --------------------------------------------------------------------------------------


def wildcard_files(*sentences: list[tuple[str, int, str]]) -> list[FunctionTrees]:
    symbols = Symbols()
    return [collapsed(from_dependencies(Dependencies.of([one]), symbols, WILDCARD)) for one in sentences]


def test_wildcards_give_way_to_labels() -> None:
    """EMNLP 2011, (4a) and (4b): `on Sunday` with either word as head."""
    on_sunday = [("arrive", 0, "root"), ("on", 1, "tmod"), ("Sunday", 2, "pobj")]
    sunday_on = [("arrive", 0, "root"), ("on", 3, "prep"), ("Sunday", 1, "tmod")]
    files = wildcard_files(on_sunday, sunday_on)
    expected = "(root (* arrive) (tmod (prep on) (pobj Sunday)))"
    assert generalise_wildcards(files).trees[0].brackets() == expected
    assert generalise_wildcards(files[::-1]).trees[0].brackets() == expected


def test_structures_that_conflict_are_relaxed() -> None:
    """EMNLP 2011, (6a) and (6b): `would have worked` with the first or the last word as head is flat in common."""
    first = [("would", 0, "root"), ("have", 1, "vg"), ("worked", 2, "vg")]
    last = [("would", 2, "vg"), ("have", 3, "vg"), ("worked", 0, "root")]
    found = generalise_wildcards(wildcard_files(first, last)).trees[0]
    assert found.brackets() == "(root (vg would) (* have) (vg worked))"


def test_nothing_is_in_common_with_words_alone() -> None:
    both = from_constituents(parse("(X a b)\n( a b)").trees)
    files = [FunctionTrees(both.trees.part(place, place + 1), both.lifts[:1]) for place in range(2)]
    assert [generalise_wildcards(one).trees[0].brackets() for one in (files, files[::-1])] == ["a b"] * 2


def test_labels_that_are_free_are_in_common() -> None:
    """EMNLP 2011, footnote 7: SUB in one scheme is SBJ in another; the first in the alphabet stands for both."""

    def loves(label: str) -> list[tuple[str, int, str]]:
        return [("John", 2, label), ("loves", 0, "root")]

    def common(*labels: str, free: tuple[tuple[str, str], ...] = (("SUB", "SBJ"), ("subj", "SBJ"))) -> str:
        return generalise_wildcards(wildcard_files(*map(loves, labels)), free).trees[0].brackets()

    assert common("SUB", "SBJ", free=()) == "(root John (* loves))"
    assert common("SUB", "SBJ") == common("SBJ", "SUB") == "(root (SBJ John) (* loves))"
    assert common("SBJ", "subj") == common("subj", "SBJ", "*") == common("*", "subj", "SBJ", "SBJ")
    # free labels need not be transitive: all golds must agree with each other, in any order
    assert common("SUB", "subj") == common("SUB", "SBJ", "subj") == common("SBJ", "SUB", "subj") == common("SUB", "obj")
    assert common("SUB", "subj") == "(root John (* loves))"


def test_subsumption_and_unification_modulo_wildcards() -> None:
    """EMNLP 2011: (4a) and (4b) are identical modulo wildcards; (6a) and (6b) contradict each other."""

    def trees_of(*sentences: list[tuple[str, int, str]]) -> list[MultiFunctionTree]:
        return [multifunction(one)[0] for one in wildcard_files(*sentences)]

    on, sunday = trees_of(
        [("arrive", 0, "root"), ("on", 1, "tmod"), ("Sunday", 2, "pobj")],
        [("arrive", 0, "root"), ("on", 3, "prep"), ("Sunday", 1, "tmod")],
    )
    assert not subsumes(on, sunday)
    assert subsumes_wildcards(on, sunday) and subsumes_wildcards(sunday, on)
    assert unify_wildcards(on, sunday).labels((2, 3)) == {"pobj"} and unify_wildcards(on, on) == on
    first, last = trees_of(
        [("would", 0, "root"), ("have", 1, "vg"), ("worked", 2, "vg")],
        [("would", 2, "vg"), ("have", 3, "vg"), ("worked", 0, "root")],
    )
    assert not subsumes_wildcards(first, last)
    with pytest.raises(UnificationError, match="words 1–2 and words 2–3 are phrases that cross"):
        unify_wildcards(first, last)
    other = trees_of([("arrive", 0, "root"), ("on", 1, "tmod"), ("Sunday", 2, "obj")])[0]
    assert not subsumes_wildcards(on, other) and subsumes_wildcards(on, other, [("obj", "pobj")])
    with pytest.raises(UnificationError, match=r"cannot be unified: words 3–3 are obj and pobj$"):
        unify_wildcards(on, other)
    assert unify_wildcards(on, other, free=[("pobj", "obj")]).labels((2, 3)) == {"obj"}
    root = MultiFunctionTree(3, frozenset({"x"}), on.nodes)
    assert not subsumes_wildcards(on, root) and subsumes_wildcards(MultiFunctionTree(3), root)
    assert not subsumes_wildcards(on, MultiFunctionTree(2, on.root))


def test_the_flat_tree_of_the_paper_is_the_generalisation_modulo_wildcards() -> None:
    """EMNLP 2011 gives would and have `vg` and leaves worked `*`; as `*` is any label, both say the same."""
    first = [("would", 0, "root"), ("have", 1, "vg"), ("worked", 2, "vg")]
    last = [("would", 2, "vg"), ("have", 3, "vg"), ("worked", 0, "root")]
    flat = [("would", 3, "vg"), ("have", 3, "vg"), ("worked", 0, "root")]
    *golds, printed = wildcard_files(first, last, flat)
    assert printed.trees[0].brackets() == "(root (vg would) (vg have) (* worked))"
    found = multifunction(generalise_wildcards(golds))[0]
    paper = multifunction(printed)[0]
    assert subsumes_wildcards(found, paper) and subsumes_wildcards(paper, found)


heads = st.lists(st.integers(0, 3), min_size=4, max_size=4).map(
    lambda found: [
        ("w", 0 if place == 0 else min(head, place), "r" if place == 0 else "abc"[head % 3])
        for place, head in enumerate(found)
    ]
)


@given(heads, heads, heads)
def test_generalisation_with_wildcards_keeps_the_laws(
    one: list[tuple[str, int, str]], two: list[tuple[str, int, str]], three: list[tuple[str, int, str]]
) -> None:
    files = wildcard_files(one, two, three)

    def brackets(*golds: FunctionTrees) -> str:
        return generalise_wildcards(golds).trees[0].brackets()

    a, b, c = files
    assert brackets(a, b) == brackets(b, a)
    assert brackets(a, a) == a.trees[0].brackets()
    assert brackets(generalise_wildcards([a, b]), c) == brackets(a, generalise_wildcards([b, c])) == brackets(a, b, c)
