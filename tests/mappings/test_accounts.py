"""What movers account for: kernel and twin under one fixture."""

from __future__ import annotations

import pytest

from tests.conftest import stride
from tests.kernels import interpreted, kernel_and_twin, needs_kernel
from tests.mappings.test_move_sides import side
from tests.mappings.test_tree_errors import compared, random_files
from treecompare.comparison.constituents import errors
from treecompare.mappings import tree_errors
from treecompare.mappings.tree_errors import TOP, Accounts, Moved, accounts_of, moved_apart, moved_besides
from treecompare.trees.tree import CONSTITUENT

implementation = kernel_and_twin(tree_errors, "accounts")


def of_words(*moved: int) -> list[Moved]:
    return [(words, 0, 0) for words in moved]


def test_words_that_moved_with_others() -> None:
    moved = of_words(0b0011, 0b0100)
    assert moved_apart(0b0001, moved) == 0b0100  # the first moved with them
    assert moved_apart(0b0100, moved) == 0b0011
    assert moved_apart(0b0110, moved) == 0b0111
    assert moved_besides(0b0110, moved) == 0b0001
    assert moved_apart(0b0001, []) == moved_besides(0b0001, []) == 0


GOLD = side([("X", CONSTITUENT, 1, 0b001111), ("S", CONSTITUENT, TOP, 0b111111)], same={1: 2})
TEST = side(
    [("X", CONSTITUENT, 1, 0b001100), ("X", CONSTITUENT, 2, 0b011111), ("S", CONSTITUENT, TOP, 0b111111)],
    same={2: 1},
)


def test_the_fewest_moved_words_in_which_a_constituent_differs(implementation: str) -> None:
    def least(*moved: int) -> list[int]:
        found = accounts_of(GOLD, TEST)
        for one in of_words(*moved):
            found.add(one)
        return [found.least_difference(*one) for one in ((0, 0), (1, 0), (1, 1), (0, 1))]

    assert least() == [0, 0, 0, 0]
    assert least(0b000001, 0b000010) == [0b000011, 0b000011, 0, 0]
    assert least(0b000011, 0b010000) == [0b010000, 0b000011, 0b010000, 0]  # of the gold's, one word rather than two
    # the gold's X moved as a whole; nothing stays of the test's outer one
    assert least(0b001111, 0b010000) == [0b010000, 0, 0, 0]
    # nothing of the gold's X stays
    assert least(0b000011, 0b001100) == [0, 0b000011, 0, 0]


def test_of_as_many_words_it_is_the_first_constituent(implementation: str) -> None:
    gold = side([("X", CONSTITUENT, 1, 0b0111), ("S", CONSTITUENT, TOP, 0b1111)], same={1: 2})
    test = side(
        [("X", CONSTITUENT, 1, 0b0101), ("X", CONSTITUENT, 2, 0b1111), ("S", CONSTITUENT, TOP, 0b1111)], same={2: 1}
    )
    found = accounts_of(gold, test)
    for one in of_words(0b0010, 0b1000):
        found.add(one)
    assert found.least_difference(0, 0) == 0b0010


def test_what_one_more_accounts_for(implementation: str) -> None:
    found = accounts_of(GOLD, TEST)
    candidates: list[Moved] = [
        (0b010000, 0, 0b011111),  # the gold's X and the test's outer one are equal without it
        (0b000011, 0b001111, 0),  # so are the gold's and the inner one
        (0b100000, 0, 0b011111),  # only a site
        (0b100000, 0, 0),
    ]
    assert found.of(candidates) == [(2, 2, 2), (2, 2, 2), (1, 0, 0), (0, 0, 0)]
    found.add(candidates[0])
    assert found.of(candidates[1:]) == [(3, 3, 3), (2, 2, 2), (2, 2, 2)]


def test_a_counterpart_of_its_own_makes_no_pair(implementation: str) -> None:
    """The gold's X equals, without the word that moved, one of the test that the gold has, too."""
    gold = side(
        [("X", CONSTITUENT, 1, 0b0011), ("X", CONSTITUENT, 2, 0b0111), ("S", CONSTITUENT, TOP, 0b1111)],
        same={0: 0, 2: 1},
    )
    test = side([("X", CONSTITUENT, 1, 0b0011), ("S", CONSTITUENT, TOP, 0b1111)], same={0: 0, 1: 2})
    assert accounts_of(gold, test).of([(0b0100, 0b0111, 0b1111)]) == [(1, 1, 0)]


@pytest.mark.parametrize("seed", range(0, 3, stride(3)))
@pytest.mark.parametrize("lost", [0.0, 0.08])
def test_kernel_and_twin_agree(monkeypatch: pytest.MonkeyPatch, seed: int, lost: float) -> None:
    for name in ("accounts", "mappings.tree_errors"):
        needs_kernel(name)
    files = random_files(40 + seed, lost=lost)
    by_kernel = list(compared(*files).errors(0))
    for module in (errors, tree_errors):
        monkeypatch.setattr(module, "kernel", interpreted)
    assert list(compared(*files).errors(0)) == by_kernel
    assert sum(one.kind in ("moved", "retagged") for one in by_kernel) > 100


def test_more_than_64_words_are_for_the_twin() -> None:
    compiled = needs_kernel("accounts")
    for words, made in ((64, compiled.Accounts), (65, Accounts)):
        over = (1 << words) - 1
        gold = side([("X", CONSTITUENT, 1, over >> 1), ("S", CONSTITUENT, TOP, over)], same={1: 1})
        test = side([("X", CONSTITUENT, 1, over >> 2), ("S", CONSTITUENT, TOP, over)], same={1: 1})
        found = accounts_of(gold, test)
        assert type(found) is made
        last = 1 << (words - 2)
        assert found.of([(last, over >> 1, over), (1, over, over)]) == [(2, 2, 2), (0, 0, 0)]
        found.add((last, over >> 1, over))
        assert found.least_difference(0, 0) == last
