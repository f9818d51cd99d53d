"""One tree of a pair as the search for moves sees it, with words as bits: sites, chains, what is left without some words."""

from __future__ import annotations

import pytest

from treecompare.mappings.tree_moves import TOP, Left, Mover, Moves, Side, moved_apart, moved_besides
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, WORD

Row = tuple[str, int, int, int]
"""Label, kind, parent, words."""


def side(rows: list[Row], same: dict[int, int] | None = None, mapped: dict[int, int] | None = None) -> Side:
    labels, kinds, parents, words = (list(column) for column in zip(*rows, strict=True))
    numbers = [10 * node for node in range(len(rows))]
    codes = [sum(map(ord, label)) for label in labels]
    found = [[(one or {}).get(node, -1) for node in range(len(rows))] for one in (same, mapped)]
    return Side(numbers, labels, codes, kinds, parents, words, *found)


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
    assert (one.daughters[TOP], one.daughters[6], one.daughters[0]) == ([8, 9], [3, 5], [])
    root_word = side([("w", WORD, TOP, 1)])
    assert root_word.label(0) == "w"


def test_what_the_other_tree_does_not_have() -> None:
    one = side(GOLD, same={7: 0, 5: 3})
    assert one.constituents == [2, 6, 7, 8]  # the one without words is none
    assert one.unmatched == [2, 6, 8]
    assert one.lone_tags == {0b001: 1}
    assert side(GOLD, same={1: 0, 6: 0}).unmatched == [2, 7, 8]


def test_sites() -> None:
    one = side(GOLD)
    assert [list(one.chain(node)) for node in (7, 8, 2, 0, TOP)] == [[7, 8], [8], [2], [0, 1, 2], []]
    assert [one.lowest_over(words) for words in (0b001, 0b010, 0b110, 0b011, 0b111)] == [7, 6, 7, 7, TOP]


def test_what_is_left_without_some_words() -> None:
    one = side(GOLD, same={6: 0, 2: 0})
    whole, left = Left(one, 0), Left(one, 0b010)
    assert (whole.everything, left.everything) == (0b111, 0b101)
    assert left.words == [1, 1, 1, 0, 4, 4, 4, 5, 5, 0] and whole.words == one.words
    assert [whole.site(node) for node in (1, 5, 6, 7)] == [7, 6, 7, TOP]
    assert left.site(5) == 7  # Y has no other word left
    assert (whole.over(6), whole.over(TOP), left.over(TOP)) == (0b110, 0b111, 0b101)
    forest = side([("A", CONSTITUENT, TOP, 0b01), ("B", CONSTITUENT, TOP, 0b10)])
    assert Left(forest, 0).everything == 0b11


def test_what_is_crossed() -> None:
    left = Left(side(GOLD, same={7: 0, 8: 1}), 0)  # X and Y are none of the other tree's
    assert left.is_crossed(0b011)
    assert not any(map(left.is_crossed, (0b110, 0b111, 0b100, 0b001, 0b1000)))
    assert not Left(side(GOLD, same={6: 0}), 0).is_crossed(0b011)  # Y is


def test_sites_that_are_mapped_to_each_other() -> None:
    moves = Moves(
        side(GOLD, mapped={8: 2, 6: 1}), side([("b", WORD, 1, 2), ("Y", CONSTITUENT, 2, 6), ("S", CONSTITUENT, TOP, 7)])
    )
    assert moves._is_mapped(6, 1) and moves._is_mapped(8, 2)
    assert moves._is_mapped(7, 2)  # by the node above it over the same words
    assert not moves._is_mapped(6, 2) and not moves._is_mapped(7, 1) and not moves._is_mapped(2, 2)
    assert moves._is_mapped(TOP, TOP)
    assert not moves._is_mapped(TOP, 2) and not moves._is_mapped(8, TOP)


def test_sites_that_are_one_constituent_with_other_words() -> None:
    test = [("Y", CONSTITUENT, 1, 0b011), ("S", CONSTITUENT, TOP, 0b111)]
    moves = Moves(side(GOLD), side(test))
    assert moves._is_alike(6, 0, 0b100)  # both have the second word besides
    assert not moves._is_alike(6, 0, 0b010)  # it is all that they have in common
    assert not moves._is_alike(6, 1, 0b100)  # another label
    assert not moves._is_alike(TOP, 0, 0b100) and not moves._is_alike(6, TOP, 0b100)
    assert not Moves(side(GOLD, same={6: 5}), side(test))._is_alike(6, 0, 0b100)  # one has a counterpart
    assert not Moves(side(GOLD), side(test, same={0: 5}))._is_alike(6, 0, 0b100)
    assert not Moves(side(GOLD, same={6: 0}), side(test))._is_alike(6, 0, 0b100)


def lacks(gold: Side, test: Side, site: int, other_site: int) -> bool:
    moves = Moves(gold, test)
    return moves._lacks(*(moves.left(0)[0], site), *(moves.left(0)[1], other_site))


def test_a_site_that_the_other_tree_merely_lacks() -> None:
    flat: list[Row] = [("b", WORD, 1, 2), ("Z", CONSTITUENT, 2, 6), ("S", CONSTITUENT, TOP, 7)]
    matched = side(flat, same={1: 0, 2: 0})
    assert lacks(side(GOLD, mapped={7: 2}), matched, 6, 2)  # S stands for the next node above
    assert not lacks(side(GOLD, mapped={7: 2}), matched, 6, 1)  # it is not the other site
    assert not lacks(side(GOLD, mapped={7: 2, 6: 0}), matched, 6, 2)  # the site has a counterpart
    assert not lacks(side(GOLD, mapped={7: 2}), matched, TOP, 2)
    assert lacks(side(GOLD), matched, 6, TOP) and not lacks(side(GOLD), matched, 6, 2)  # nothing above has one
    assert not lacks(side(GOLD, mapped={7: 2}), matched, 6, TOP)
    crossing: list[Row] = [("b", WORD, 1, 2), ("Z", CONSTITUENT, 2, 3), ("S", CONSTITUENT, TOP, 7)]
    assert not lacks(side(GOLD, mapped={7: 2}), side(crossing, same={2: 0}), 6, 2)  # Z crosses it
    assert lacks(side(GOLD, mapped={7: 2}), side(crossing, same={1: 0, 2: 0}), 6, 2)  # the gold has Z


def exchanged(first: int, second: int) -> Moves:
    """Three phrases under S; two daughters, of so many words each, stand in the others' phrases."""
    a, b = (1 << first) - 1, ((1 << second) - 1) << first
    x, y = 1 << (first + second), 1 << (first + second + 1)
    everything = a | b | x | y

    def one(left: int, right: int, same: dict[int, int], mapped: dict[int, int]) -> Side:
        rows: list[Row] = [
            ("A", CONSTITUENT, 4, a), ("B", CONSTITUENT, 5, b), ("x", WORD, 4, x), ("y", WORD, 5, y),
            ("P", CONSTITUENT, 6, x | left), ("Q", CONSTITUENT, 6, y | right), ("S", CONSTITUENT, TOP, everything),
        ]  # fmt: skip
        rows[0], rows[1] = (("A", CONSTITUENT, 4 if left & a else 5, a), ("B", CONSTITUENT, 5 if right & b else 4, b))
        return side(rows, same, mapped)

    alike = {node: node for node in (0, 1, 2, 3, 6)}
    return Moves(one(a, b, alike, alike), one(b, a, alike, alike))


@pytest.mark.parametrize(("first", "second", "mover"), [(1, 1, 0), (1, 2, 0), (2, 1, 1), (2, 2, 2)])
def test_of_movers_that_explain_as_much_the_shortest_comes_first_then_the_leftmost(
    first: int, second: int, mover: int
) -> None:
    """A, B, or what stands beside A in the gold."""
    moves = exchanged(first, second)
    assert {moves._accounted([one]).nodes for one in moves._candidates()} == {2}
    moves.choose()
    assert moves.movers[0].tops == [(mover, mover)]


def test_words_that_moved_with_others() -> None:
    movers = [Mover([], words, TOP, TOP) for words in (0b0011, 0b0100)]
    assert moved_apart(0b0001, movers) == 0b0100  # the first moved with them
    assert moved_apart(0b0100, movers) == 0b0011
    assert moved_apart(0b0110, movers) == 0b0111
    assert moved_besides(0b0110, movers) == 0b0001
    assert moved_apart(0b0001, []) == moved_besides(0b0001, []) == 0
