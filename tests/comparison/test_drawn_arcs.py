"""Arcs of both sides of a sentence: columns of words that differ, heads that are elsewhere, what is right, as text and JSON."""

from __future__ import annotations

import json

import pytest

from tests.comparison.test_answers import dependencies
from treecompare.comparison.base import score
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.drawing.arcs import GOLD, TEST, ArcCounts, counted_arcs
from treecompare.drawing.sentence import Wanted
from treecompare.errors import UsageError
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED


def compared(gold: str, test: str) -> DependencyComparison:
    """Words are ``form/head/relation``, since relations have colons."""
    sides = (dependencies(name, text, separator="/") for name, text in (("g", gold), ("s", test)))
    return score(DependencyComparison(next(sides), [*sides]))


def columns(gold: str, test: str) -> list[tuple[str, str]]:
    return [(column.word, column.operation) for column in compared(gold, test).arcs(0, 0).columns]


def test_words_of_one_side_have_columns_where_they_stand() -> None:
    whole, cut = "ab/0/root cd/1/obj", "ab/0/root c/1/obj d/2/x"
    assert columns(whole, cut) == [("ab", MATCHED), ("cd", DELETED), ("c", INSERTED), ("d", INSERTED)]
    assert columns(cut, whole) == [("ab", MATCHED), ("c", DELETED), ("d", DELETED), ("cd", INSERTED)]
    begin, cut_begin = "ab/0/root cd/1/obj", "a/2/x b/0/root cd/2/obj"
    assert columns(begin, cut_begin) == [("ab", DELETED), ("a", INSERTED), ("b", INSERTED), ("cd", MATCHED)]
    assert columns(cut_begin, begin) == [("a", DELETED), ("b", DELETED), ("ab", INSERTED), ("cd", MATCHED)]


def test_what_became_of_each_arc() -> None:
    drawing = compared("a/2/det b/0/root c/2/obj d/2/x:y", "a/2/nsubj b/0/root c/1/obj d/2/x:z").arcs(0, 0)
    judged = {(arc.side, arc.word): (arc.head, arc.relation, arc.operation) for arc in drawing.arcs}
    assert judged == {
        (GOLD, 0): (1, "det", SWAPPED), (GOLD, 1): (-1, "root", MATCHED), (GOLD, 2): (1, "obj", DELETED),
        (GOLD, 3): (1, "x:y", MATCHED), (TEST, 0): (1, "nsubj", SWAPPED), (TEST, 1): (-1, "root", MATCHED),
        (TEST, 2): (0, "obj", INSERTED), (TEST, 3): (1, "x:z", MATCHED),
    }  # fmt: skip


def test_a_wrong_relation_counts_whatever_the_head() -> None:
    drawing = compared("a/2/det b/0/root c/2/obj d/2/x:y e/2/x", "a/3/nsubj b/3/y c/0/root d/2/x:z e/2/y").arcs(0, 0)
    assert counted_arcs(drawing) == ArcCounts(same=1, heads=3, relations=4, both=3, gold_only=0, test_only=0)
    lost = compared("ab/0/root cd/1/obj e/1/x", "ab/0/root c/1/obj d/2/x e/2/x").arcs(0, 0)
    assert counted_arcs(lost) == ArcCounts(same=1, heads=1, relations=0, both=0, gold_only=1, test_only=2)


def test_a_word_without_a_head_has_no_arc_and_no_root() -> None:
    whole, loose = "a/2/det b/0/root c/2/obj d/2/x", "a/_/_ b/0/root c/_/obj d/2/x"
    for gold, test, alone in ((whole, loose, GOLD), (loose, whole, TEST)):
        drawing = compared(gold, test).arcs(0, 0)
        assert [(arc.side, arc.word) for arc in drawing.arcs if arc.word in (0, 2)] == [(alone, 0), (alone, 2)]
        assert [arc.word for arc in drawing.arcs if arc.head < 0] == [1, 1]
        assert counted_arcs(drawing) == ArcCounts(same=2, heads=2, relations=0, both=0, gold_only=0, test_only=0)
    assert not [arc for arc in compared(loose, loose).arcs(0, 0).arcs if arc.operation != MATCHED]


def test_arcs_that_cross_others_are_known() -> None:
    drawing = compared("a/3/x b/4/y c/0/root d/3/z", "a/3/x b/3/y c/0/root d/3/z").arcs(0, 0)
    assert [(arc.side, arc.word) for arc in drawing.arcs if not arc.is_projective] == [(GOLD, 1)]


def test_every_format() -> None:
    drawing = compared("a/2/det b/0/root", "a/2/nsubj b/0/root").drawing(0, 0, Wanted(theme="dark"))
    assert json.loads(drawing.written("json")) == {
        "words": ["a", "b"],
        "arcs": [
            {"side": side, "word": word, "head": head, "relation": relation, "operation": operation}
            for side, relation in (("gold", "det"), ("test", "nsubj"))
            for word, head, relation, operation in ((1, 2, relation, "swapped"), (2, 0, "root", "matched"))
        ],
    }
    assert [line.split() for line in drawing.written("text").splitlines()[1:]] == [
        ["1", "a", "2", "det", "2", "nsubj", "~"], ["2", "b", "0", "root", "0", "root"],
    ]  # fmt: skip
    assert drawing.title == "1, s" and "1, s</title>" in drawing.written("svg")
    assert drawing.written("latex") in drawing.written("document")
    assert "% 1, s\n% las|" in drawing.written("document") and not drawing.written("document").endswith("\n")
    with pytest.raises(UsageError, match="not as 'brackets'"):
        drawing.written("brackets")
    with pytest.raises(UsageError, match="have no mapping of nodes; expected trees of constituents"):
        drawing.nodes()
