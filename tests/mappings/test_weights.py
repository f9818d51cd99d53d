"""What a pair of nodes gains in the search for a least-cost mapping: criteria in one number that do not disturb each other."""

from __future__ import annotations

import pytest

from treecompare.mappings._edits_twin import FINEST, Forest, Weights


class Costs:
    """Codes 1 and 2 cost a half, 1 and 3 nothing, all others too much."""

    def swap_cost(self, gold_code: int, test_code: int) -> float | None:
        return {(1, 2): 0.5, (1, 3): None}.get((gold_code, test_code), 2.0)


def weights(pairs: int, *, costs: bool = False, spans: bool = False) -> Weights:
    return Weights(Costs() if costs else None, pairs, spans)  # type: ignore[arg-type]


def test_without_label_costs_a_unit_is_one_node() -> None:
    one = weights(9)
    assert (one.unit, one.bonus, one.penalty, one.step) == (1, 1, 0, 10)
    assert (one.saved(1, 1), one.saved(1, 2)) == ((2, True), (1, False))
    with_spans = weights(9, spans=True)
    assert (with_spans.unit, with_spans.bonus, with_spans.penalty, with_spans.step) == (1, 10, 0, 100)


def test_with_label_costs() -> None:
    one = weights(9, costs=True)
    assert (one.unit, one.penalty, one.bonus, one.step) == (FINEST, 1, 10, 100)
    assert one.saved(1, 1) == (2 * one.unit, True)
    assert one.saved(1, 3) == (2 * one.unit, True)  # equal by the table
    assert one.saved(1, 2) == (2 * one.unit - one.unit // 2, False)
    assert one.saved(2, 1) == (0, False)
    both = weights(9, costs=True, spans=True)
    assert (both.penalty, both.bonus, both.step) == (10, 100, 1000)


@pytest.mark.parametrize("spans", [False, True])
@pytest.mark.parametrize("pairs", [1, 9, 10, 99, 400, 1000, 10_000, 50_000])
def test_units_are_as_fine_as_63_bits_allow(pairs: int, spans: bool) -> None:
    """The greatest sum is ``pairs`` pairs that save two units each; units are coarser by tens."""
    one = weights(pairs, costs=True, spans=spans)
    assert one.unit in [FINEST // 10**digits for digits in range(10)]
    base = pairs + 1
    largest = 2 * base**3 * (base if spans else 1)
    assert largest * one.unit <= 10**18 or one.unit == 6
    assert one.unit == FINEST or largest * one.unit * 10 > 10**18
    assert pairs * (2 * one.unit * one.step + one.bonus + 1) < 2**63 or one.unit == 6


def test_pairs_over_equal_spans_count_least() -> None:
    gold = test = Forest([-1, -2, 3], [1, 1, 3])
    one = weights(9, spans=True)
    gains = one.gains(gold, test)
    assert gains[0, 0] - gains[0, 1] == one.step + one.bonus + 1
    assert weights(9).gains(gold, test)[2, 2] == 21
    assert gains[2, 2] == 2 * one.step + one.bonus + 1


def test_criteria_stay_apart() -> None:
    """Cost, then matches: what is all of the lower one is less than one of the higher."""
    gold, test = Forest([1, 1, 2], [1, 2, 3]), Forest([1, 2, 2], [1, 2, 3])
    one = weights(9)
    match, swap = one.gains(gold, test)[0, :2].tolist()
    assert (match, swap) == (21, 10)
    assert 9 * (match - 2 * one.step) < one.step
    costly = weights(9, costs=True)
    gains = costly.gains(gold, test)
    assert gains[2, 0] == 0
    match, swap = gains[0, :2].tolist()
    assert match == 2 * costly.unit * costly.step + costly.bonus
    assert swap == (2 * costly.unit - costly.unit // 2) * costly.step - costly.penalty
    assert 9 * (costly.bonus + costly.penalty) < costly.step
