"""Intervals of checked samples: their ends by definition, one number after the other, and by scipy."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, isclose, sqrt

import pytest

from treecompare.extras.annotators.triage_sample import (
    Share,
    beta_point,
    clopper_pearson,
    limits,
    of_sentences,
    stratified,
    student,
)


def chance(units: int, checked: int, wrong: int, found: int) -> Fraction:
    """That ``found`` of the checked units are wrong if ``wrong`` of all are."""
    return Fraction(comb(wrong, found) * comb(units - wrong, checked - found), comb(units, checked))


@pytest.mark.parametrize("units", [1, 2, 7, 13, 25, 60])
def test_ends_are_the_first_and_last_number_that_is_likely_enough(units: int) -> None:
    for checked in {0, 1, 2, 5, units // 2, units - 1, units} & set(range(units + 1)):
        for wrong in range(checked + 1):
            possible = range(wrong, units - checked + wrong + 1)
            low = [
                k
                for k in possible
                if sum(chance(units, checked, k, x) for x in range(wrong, checked + 1)) > Fraction(1, 40)
            ]
            high = [
                k for k in possible if sum(chance(units, checked, k, x) for x in range(wrong + 1)) > Fraction(1, 40)
            ]
            assert limits(units, checked, wrong) == (low[0], high[-1])


def test_nothing_and_everything_checked() -> None:
    assert limits(40, 0, 0) == (0, 40)
    assert limits(40, 40, 7) == (7, 7)
    # both tails of 1 in 40 itself: exactly that likely is not likely enough
    assert limits(40, 1, 1) == (2, 40)
    assert limits(40, 1, 0) == (0, 38)


def test_strata_add_squares_and_stay_in_bounds() -> None:
    found = stratified([(40, 1, 1), (120, 120, 30)])
    assert found is not None
    # the second is known: only the first is uncertain, a quarter of all
    assert found.estimate == 0.25 * 1 + 0.75 * 0.25
    assert isclose(found.low, found.estimate - 0.25 * (1 - 2 / 40)) and isclose(found.high, found.estimate)
    two = stratified([(40, 1, 0), (40, 1, 0)])
    assert two is not None and (two.estimate, two.low) == (0, 0) and isclose(two.high, sqrt(2) * 0.5 * 38 / 40)
    other = stratified([(40, 1, 1), (40, 1, 1)])
    assert other is not None and isclose(other.low, 1 - sqrt(2) * 0.5 * 38 / 40) and other.high == 1
    assert stratified([(40, 0, 0), (40, 1, 0)]) is None
    assert stratified([]) is None


def test_points_of_beta_and_student() -> None:
    scipy = pytest.importorskip("scipy.stats")
    for probability, a, b in product((0.025, 0.05, 0.975), (0.5, 1, 3.7, 21, 400), (0.5, 1, 12.4, 600)):
        assert isclose(beta_point(probability, a, b), scipy.beta.ppf(probability, a, b), rel_tol=1e-9)
    for freedom in (1, 2, 39, 500):
        assert isclose(student(freedom), scipy.t.ppf(0.975, freedom), rel_tol=1e-9)


def test_whole_sentences_count_as_fewer_words() -> None:
    """40 of 100 sentences, in which either nothing or all is wrong: as good as 40 words, with less for the small sample."""
    scipy = pytest.importorskip("scipy.stats")
    checked = [(10, 10)] * 8 + [(10, 0)] * 32
    found = of_sentences(100, checked)
    rate = 0.2
    variance = 0.6 * 40 / 39 * 40 * rate * (1 - rate) * 100 / 400**2
    alike = rate * (1 - rate) / variance * (1.959964 / scipy.t.ppf(0.975, 39)) ** 2
    low, high = (
        scipy.beta.ppf(0.025, rate * alike, alike - rate * alike + 1),
        scipy.beta.ppf(0.975, rate * alike + 1, alike - rate * alike),
    )
    assert found.estimate == rate and isclose(found.low, low, rel_tol=1e-9) and isclose(found.high, high, rel_tol=1e-9)
    # nothing varies: so many units as sentences
    assert of_sentences(100, [(10, 0)] * 40) == Share(0.0, *clopper_pearson(0, 40))
    end = 0.025 ** (1 / 40)
    assert clopper_pearson(0, 40) == pytest.approx((0.0, 1 - end))
    assert clopper_pearson(40, 40) == pytest.approx((end, 1.0))
    # never more than there are words: scattered better than chance
    even = of_sentences(10_000, [(10, 1), (10, 1), *[(10, 1)] * 37, (10, 2)])
    assert even.estimate == 41 / 400
    assert (even.low, even.high) == pytest.approx(clopper_pearson(41, 400))
    assert of_sentences(40, checked) == Share(rate, rate, rate)
