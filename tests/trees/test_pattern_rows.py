"""Rows of a pattern, a row per way to match: what a look at all pairs of nodes finds, and in which order."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from treecompare.errors import Cancelled, UsageError
from treecompare.readers import parse
from treecompare.trees import joined_patterns
from treecompare.trees.joined_patterns import TREES, check, check_number, distinct, mask_of, matched, rows_of
from treecompare.trees.pattern_syntax import Node, Reader
from treecompare.trees.tree import WORD, Tree, Trees
from treecompare.trees.tree_relations import RELATIONS, places


def node_of(text: str, *variables: str) -> Node:
    return Reader(TREES, text, variables=frozenset(variables)).read()


def found(text: str, trees: Trees, *variables: str) -> list[tuple[int, ...]]:
    """The nodes of each row: its focus, then its variables in alphabetical order."""
    rows = rows_of(node_of(text, *variables), places(trees))
    columns = [rows.focus, *(rows.bound[name] for name in sorted(rows.bound))]
    return list(zip(*(column.tolist() for column in columns), strict=True))


def stands(tree: Tree, relation: str, a: int, b: int) -> bool:
    """Whether a relation of constituents holds between two nodes, from its meaning."""
    if relation[0] == ">":
        return stands(tree, relation.replace(">", "<"), b, a)
    above = [tree.parents[b]]
    while above[-1] >= 0:
        above.append(tree.parents[above[-1]])
    starts, ends = tree.starts.tolist(), tree.ends.tolist()
    sisters = tree.children[tree.parents[a]] if tree.parents[a] >= 0 else []
    are_sisters = a != b and b in sisters
    step = sisters.index(b) - sisters.index(a) if are_sisters else 0
    daughters = tree.children[a]
    return {
        "<": b in daughters, "<<": a in above,
        "<,": daughters[:1] == [b], "<-": daughters[-1:] == [b], "<:": daughters == [b],
        "<2": daughters[1:2] == [b], "<-2": len(daughters) > 1 and daughters[-2] == b,
        "<<,": a in above and starts[a] == starts[b], "<<-": a in above and ends[a] == ends[b],
        "$": are_sisters, "$.": step == 1, "$,": step == -1, "$..": step > 0, "$,,": step < 0,
        ".": ends[a] == starts[b], ",": ends[b] == starts[a], "..": ends[a] <= starts[b], ",,": ends[b] <= starts[a],
    }[relation]  # fmt: skip


@pytest.fixture(scope="module")
def trees() -> Trees:
    draw = random.Random(7)

    def grown(depth: int) -> str:
        if depth == 3 or draw.random() < 0.3:
            return f"({draw.choice('AB')} {draw.choice('vw')})"
        return f"({draw.choice('AB')} {' '.join(grown(depth + 1) for _ in range(draw.randint(1, 3)))})"

    return parse("\n".join(["(A v (B w))", *(grown(0) for _ in range(12))])).trees


@pytest.mark.parametrize("relation", [*RELATIONS, "<2", ">2", "<-2", ">-2"])
def test_pairs_are_those_for_which_a_relation_holds(trees: Trees, relation: str) -> None:
    wanted = [
        (first + a, first + a, first + b)
        for first, tree in zip(trees.offsets.tolist(), trees, strict=False)
        for a, b in itertools.product(range(len(tree)), repeat=2)
        if stands(tree, relation, a, b)
    ]
    assert wanted
    assert sorted(found(f"*=x {relation} *=y", trees)) == wanted
    mask = mask_of(node_of(f"* {relation} *"), places(trees))
    assert np.flatnonzero(mask).tolist() == sorted({a for a, _, _ in wanted})


SENTENCES = "(S (A v) (B (A v) (A w)))\n(S (A w) (A v))"
"""The nodes, from 0: v A v A w A B S, then w A v A S."""


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("A < v", [(1,), (3,), (11,)]),
        ("A=x < v", [(1, 1), (3, 3), (11, 11)]),
        ("S < A=x", [(7, 1), (12, 9), (12, 11)]),
        ("S << A", [(7,), (12,)]),
        ("S=x << A", [(7, 7), (12, 12)]),
        ("S << A=x & << w", [(7, 1), (7, 3), (7, 5), (12, 9), (12, 11)]),
        ("S [<< A=x < B]", [(7, 1), (7, 3), (7, 5)]),
        ("S < (A=x $ B)", [(7, 1)]),
        ("S < (B < A=x)", [(7, 3), (7, 5)]),
        ("S < (* < A=x < (A < w))", [(7, 3), (7, 5)]),
        ("S !< B < A=x", [(12, 9), (12, 11)]),
        ("S < A=x << (w > A=y)", [(7, 1, 5), (12, 9, 9), (12, 11, 9)]),
        ("S < A=x < (A=x < w)", [(12, 9)]),
        ("S < (A=x < w) < A=x", [(12, 9)]),
        ("S=x < S=y", []),
    ],
)  # fmt: skip
def test_a_row_per_choice_of_the_variables(text: str, rows: list[tuple[int, ...]]) -> None:
    assert sorted(found(text, parse(SENTENCES).trees)) == rows


def test_unnamed_nodes_give_no_rows_of_their_own_though_they_bind_others() -> None:
    one = parse("(S (A (B v)) (C (B v) (B v)))").trees
    assert len(found("S << (B=x $ B)", one)) == 2
    assert len(found("S < (* << B=x)", one)) == 3
    assert len(found("S=y << (* << v)", one)) == 1
    assert found("S << (* << B=x)", parse("(S (A (C (B v))))").trees) == [(4, 1)]  # A and C are above B


def test_references_stand_for_the_nodes_that_are_allowed() -> None:
    at = places(parse(SENTENCES).trees)
    allowed = {"x": np.isin(at.node, [1, 5, 9])}
    assert rows_of(node_of("x", "x"), at, allowed).focus.tolist() == [1, 5, 9]
    assert rows_of(node_of("x", "x"), at).focus.tolist() == at.node.tolist()
    rows = rows_of(node_of("x > S", "x"), at, allowed)
    assert (rows.focus.tolist(), rows.bound["x"].tolist()) == ([1, 9], [1, 9])
    assert rows_of(node_of("S < x", "x"), at, allowed).bound["x"].tolist() == [1, 9]
    assert rows_of(node_of("A=x"), at, allowed).focus.tolist() == [1, 3, 5, 9, 11]  # no reference: the label decides


def test_distinct_rows_in_their_order() -> None:
    one = np.array([3, 1, 3, 1, 2])
    assert distinct([one]).tolist() == [0, 1, 4]
    assert distinct([one, np.array([0, 0, 0, 5, 0])]).tolist() == [0, 1, 3, 4]
    assert distinct([np.array([1, 1, 1, 1]), np.array([2, 1, 1, 2])]).tolist() == [0, 1]
    nothing = np.zeros(0, np.int64)
    assert distinct([nothing]).tolist() == distinct([nothing, nothing]).tolist() == []


def test_equal_numbers_are_matched_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    left, right = np.array([5, -1, 2, 5, 9]), np.array([2, 5, -1, 5, 0, 2])
    pairs = [(0, 1), (0, 3), (2, 0), (2, 5), (3, 1), (3, 3)]

    def matches() -> list[list[tuple[int, int]]]:
        return [list(zip(i.tolist(), j.tolist(), strict=True)) for i, j in matched(left, right)]

    assert matches() == [pairs]
    monkeypatch.setattr(joined_patterns, "MOST_AT_ONCE", 3)
    in_blocks = matches()
    assert len(in_blocks) == 3 and list(itertools.chain(*in_blocks)) == pairs
    nothing = np.zeros(0, np.int64)
    for empty in ((nothing, right), (left, nothing), (nothing, nothing), (np.array([-1]), np.array([-1]))):
        assert [len(i) for i, _ in matched(*empty)] == [0]


def test_a_search_can_be_ended() -> None:
    at, ended = places(parse(SENTENCES).trees), np.ones(1, np.int32)
    check(None)
    check(np.zeros(1, np.int32))
    for work in (lambda: check(ended), lambda: rows_of(node_of("A"), at, cancel=ended)):
        with pytest.raises(Cancelled):
            work()
    with pytest.raises(Cancelled):
        list(matched(np.zeros(1, np.int64), np.zeros(1, np.int64), ended))


def test_too_many_rows_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joined_patterns, "MOST_ROWS", 1000)
    check_number(1000)
    message = "pattern: more than 1,000 hits; expected labels or relations that leave fewer"
    with pytest.raises(UsageError, match=message):
        check_number(1001)
    monkeypatch.setattr(joined_patterns, "MOST_ROWS", 2)
    at = places(parse(SENTENCES).trees)
    assert len(rows_of(node_of("A=x < v"), at).focus) == 3  # a condition, not joined
    with pytest.raises(UsageError, match="more than 2 pairs of nodes"):
        rows_of(node_of("S < A=x"), at)


def test_conditions_without_variables() -> None:
    at = places(parse(SENTENCES).trees)
    is_word = (at.trees.kinds == WORD).tolist()
    assert mask_of(node_of("*"), at).all()
    assert mask_of(node_of("* !< *"), at).tolist() == is_word
    assert np.flatnonzero(mask_of(node_of("* [< v | < w]"), at)).tolist() == [1, 3, 5, 9, 11]
    assert np.flatnonzero(mask_of(node_of("* < A < B"), at)).tolist() == [7]
    assert np.flatnonzero(mask_of(node_of("B | S"), at)).tolist() == [6, 7, 12]
