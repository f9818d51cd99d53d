"""One tree of a pair as the search for moves sees it, with words as bits, and which of several movers it chooses."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import pytest

from treecompare.comparison.constituents.errors import sites_of
from treecompare.mappings.tree_errors import TOP, Moves, Side, _lacks
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, WORD

Row = tuple[str, int, int, int]
"""Label, kind, parent, words."""


def side(rows: list[Row], same: dict[int, int] | None = None, mapped: dict[int, int] | None = None) -> Side:
    labels, kinds, parents, words = (list(column) for column in zip(*rows, strict=True))
    nodes = range(len(rows))
    there, counterparts = ([(one or {}).get(node, -1) for node in nodes] for one in (same, mapped))
    sites = sites_of(np.array(parents), np.array([one.bit_count() for one in words])).tolist()
    constituents = [node for node in nodes if kinds[node] == CONSTITUENT and words[node]]
    return Side(
        numbers=[10 * node for node in nodes], labels=labels, codes=[ord(label) for label in labels], kinds=kinds,
        parents=parents, words=words, same=there, mapped=counterparts, sites=sites, constituents=constituents,
        unmatched=[node for node in constituents if there[node] < 0],
        changed=[node for node in nodes if there[node] < 0 or there[node] != counterparts[node]],
    )  # fmt: skip


GOLD: list[Row] = [
    ("a", WORD, 1, 0b001), ("A", PRETERMINAL, 2, 0b001), ("X", CONSTITUENT, 7, 0b001),
    ("b", WORD, 6, 0b010), ("c", WORD, 5, 0b100), ("C", PRETERMINAL, 6, 0b100), ("Y", CONSTITUENT, 7, 0b110),
    ("S", CONSTITUENT, 8, 0b111), ("R", CONSTITUENT, TOP, 0b111), ("E", CONSTITUENT, TOP, 0),
]  # fmt: skip
"""``(R (S (X (A a)) (Y b (C c)))) (E)``"""


def test_nodes_and_their_labels() -> None:
    one = side(GOLD)
    assert [one.label(node) for node in (0, 1, 3, 4, 6, TOP)] == ["A", "A", "b", "C", "Y", ""]  # of a word its tag's
    assert [one.number(node) for node in (0, 6, TOP)] == [0, 60, -1]
    assert [one.depth(node) for node in (8, 7, 2, 0, TOP)] == [0, 1, 2, 4, 0]
    assert [one.daughters(node) for node in (TOP, 6, 0)] == [[8, 9], [3, 5], []]
    root_word = side([("w", WORD, TOP, 1)])
    assert root_word.label(0) == "w"


def test_tags_that_the_other_tree_does_not_have() -> None:
    assert side(GOLD, same={5: 3}).lone_tags == {0b001: 1}
    assert side(GOLD, same={1: 0, 5: 3}).lone_tags == {}
    assert side([("D", PRETERMINAL, TOP, 0), ("A", PRETERMINAL, TOP, 1)]).lone_tags == {1: 1}  # it lacks D's words, too


def test_a_site_with_a_counterpart() -> None:
    one = side(GOLD, mapped={8: 2, 1: 0})
    assert [one.is_mapped(node) for node in (8, 7, 1, 0)] == [True] * 4  # by itself or by a node above
    assert [one.is_mapped(node) for node in (2, 6)] == [False] * 2  # neither by one below nor by one with more words


def test_the_lowest_constituent_with_more_words() -> None:
    one = side(GOLD)
    assert [one.lowest_over(words) for words in (0b001, 0b010, 0b110, 0b011, 0b111)] == [7, 6, 7, 7, TOP]


def test_what_is_left_without_some_words() -> None:
    one = side(GOLD)
    assert [one.over(6, 0), one.over(TOP, 0), one.over(6, 0b010), one.over(TOP, 0b010)] == [0b110, 0b111, 0b100, 0b101]
    assert [one.site(node, 0) for node in (1, 5, 6, 7)] == [7, 6, 7, TOP]
    assert one.site(5, 0b010) == 7  # Y has no other word left
    assert one.site(5, 0b011) == TOP  # and neither has S
    assert side([("A", CONSTITUENT, TOP, 0b01), ("B", CONSTITUENT, TOP, 0b10)]).over(TOP, 0) == 0b11


def test_what_is_crossed() -> None:
    one = side(GOLD, same={7: 0, 8: 1})  # X and Y are none of the other tree's
    assert one.is_crossed(0b011, 0)
    assert not any(one.is_crossed(words, 0) for words in (0b110, 0b111, 0b100, 0b001, 0b1000))
    assert not one.is_crossed(0b011, 0b100)  # Y has only b left
    assert not side(GOLD, same={6: 0}).is_crossed(0b011, 0)  # Y is


def test_sites_that_are_mapped_to_each_other() -> None:
    test = side([("b", WORD, 1, 2), ("Y", CONSTITUENT, 2, 6), ("S", CONSTITUENT, TOP, 7)])
    moves = Moves(side(GOLD, mapped={8: 2, 6: 1}), test, [])
    assert moves._is_mapped(6, 1) and moves._is_mapped(8, 2)
    assert moves._is_mapped(7, 2)  # by the node above it over the same words
    assert not moves._is_mapped(6, 2) and not moves._is_mapped(7, 1) and not moves._is_mapped(2, 2)
    assert moves._is_mapped(TOP, TOP)
    assert not moves._is_mapped(TOP, 2) and not moves._is_mapped(8, TOP)


def test_sites_that_are_one_constituent_with_other_words() -> None:
    test: list[Row] = [("Y", CONSTITUENT, 1, 0b011), ("S", CONSTITUENT, TOP, 0b111)]
    moves = Moves(side(GOLD), side(test), [])
    assert moves._is_alike(6, 0, 0b100)  # both have the second word besides
    assert not moves._is_alike(6, 0, 0b010)  # it is all that they have in common
    assert not moves._is_alike(6, 1, 0b100)  # another label
    assert not moves._is_alike(TOP, 0, 0b100) and not moves._is_alike(6, TOP, 0b100)
    assert not Moves(side(GOLD, same={6: 0}), side(test), [])._is_alike(6, 0, 0b100)  # one has a counterpart
    assert not Moves(side(GOLD), side(test, same={0: 0}), [])._is_alike(6, 0, 0b100)


def test_a_site_that_the_other_tree_merely_lacks() -> None:
    flat: list[Row] = [("b", WORD, 1, 2), ("Z", CONSTITUENT, 2, 6), ("S", CONSTITUENT, TOP, 7)]
    gold, test = side(GOLD, mapped={7: 2}), side(flat, same={1: 0, 2: 0})
    assert _lacks(gold, 6, test, 2, 0)  # S stands for the next node above
    assert not _lacks(gold, 6, test, 1, 0)  # it is not the other site
    assert not _lacks(side(GOLD, mapped={7: 2, 6: 0}), 6, test, 2, 0)  # the site has a counterpart
    assert not _lacks(gold, TOP, test, 2, 0) and not _lacks(gold, TOP, test, TOP, 0)
    assert _lacks(side(GOLD), 6, test, TOP, 0) and not _lacks(side(GOLD), 6, test, 2, 0)  # nothing above has one
    assert not _lacks(gold, 6, test, TOP, 0)
    crossing: list[Row] = [("b", WORD, 1, 2), ("Z", CONSTITUENT, 2, 3), ("S", CONSTITUENT, TOP, 7)]
    assert not _lacks(gold, 6, side(crossing, same={2: 0}), 2, 0)  # Z crosses it
    assert _lacks(gold, 6, side(crossing, same={2: 0}), 2, 0b001)  # but not without the first word
    assert _lacks(gold, 6, side(crossing, same={1: 0, 2: 0}), 2, 0)  # the gold has Z


def exchanged(a: list[int], b: list[int], beside: list[int], deleted: Collection[int]) -> Moves:
    """``(S (P A x) (Q B y))`` and ``(S (P B x) (Q A y))``, where A, B, x and y are neighbours with so many words each (those of x
    and y: ``beside``). Both mappings pair all but P, Q, and the T-mapping those ``deleted``."""
    nodes: list[tuple[str, int]] = []
    for name, lengths in zip("ABxy", (a, b, beside, beside), strict=True):
        for length in lengths:
            first = sum(words for _, words in nodes).bit_length()
            nodes.append((name, ((1 << length) - 1) << first))
    p, q, s = (len(nodes) + further for further in range(3))
    same = {node: node for node in (*range(p), s)}
    mapped = {node: node for node in same if node not in deleted}

    def one(in_p: str) -> Side:
        over = [sum(words for name, words in nodes if (name in in_p) == is_p) for is_p in (True, False)]
        return side(
            [
                *((name, CONSTITUENT, p if name in in_p else q, words) for name, words in nodes),
                ("P", CONSTITUENT, s, over[0]),
                ("Q", CONSTITUENT, s, over[1]),
                ("S", CONSTITUENT, TOP, sum(over)),
            ],
            same,
            mapped,
        )

    return Moves(one("Ax"), one("Bx"), range(p))


@pytest.mark.parametrize(
    ("a", "b", "beside", "deleted", "chosen"),
    [
        pytest.param([1], [1], [1], [], [0], id="the leftmost"),
        pytest.param([1], [2], [1], [], [0], id="fewest words, A"),
        pytest.param([2], [1], [1], [], [1], id="fewest words, B"),
        pytest.param([2], [2], [1], [], [2], id="fewest words, x"),
        pytest.param([1], [2], [1], [1], [1], id="deleted before fewest words"),
        pytest.param([1, 1], [3], [1, 1], [0, 1], [2], id="fewest neighbours before deleted"),
        pytest.param([1, 1], [1, 1], [1, 1], [], [0, 1], id="all neighbours before some of them"),
    ],
)
def test_of_movers_that_account_for_as_much(
    a: list[int], b: list[int], beside: list[int], deleted: list[int], chosen: list[int]
) -> None:
    moves = exchanged(a, b, beside, deleted)
    candidates = moves._candidates()
    accounted = moves.accounts.of([moves._in_words(one) for one in candidates])
    assert {number for number, _, _ in accounted} == {2}  # a site in either tree
    moves.choose()
    assert moves.movers[0].tops == [(node, node) for node in chosen]
