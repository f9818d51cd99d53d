"""Shares of wrong units from checked samples, with intervals of 95 % that hold for small samples and few errors.

One sample: the interval of Clopper and Pearson (1934) for a finite population, by the hypergeometric distribution in whole numbers.
Several strata: the distances of their limits from the estimates, added as squares. Whole sentences: the sample counts as so many
words as would vary as much if they were drawn one by one (Korn and Graubard 1998).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, exp, hypot, lgamma, log, sqrt

TAIL = 40
"""Each end of an interval misses with a probability of at most 1 in so many."""
NORMAL = 1.959964
FEWEST_SENTENCES = 40
"""Of fewer whole sentences there is no interval: it would be too narrow."""


@dataclass(frozen=True)
class Share:
    """A share of wrong units, from 0 to 1, with its interval; ``estimate``: None where nothing was checked."""

    estimate: float | None
    low: float
    high: float


def limits(units: int, checked: int, wrong: int) -> tuple[int, int]:
    """The fewest and the most wrong among all units, if ``wrong`` of the ``checked`` ones are, which chance has chosen."""
    least, most = wrong, units - checked + wrong
    outcomes = comb(units, checked)
    low, high = least, most
    while low < high:  # the smallest number that makes so many wrong ones, or more, likely enough
        middle = (low + high) // 2
        if TAIL * _at_most(units, checked, wrong - 1, middle) < (TAIL - 1) * outcomes:
            high = middle
        else:
            low = middle + 1
    first, high = low, most
    while low < high:  # the largest one that makes so few likely enough
        middle = (low + high + 1) // 2
        if TAIL * _at_most(units, checked, wrong, middle) > outcomes:
            low = middle
        else:
            high = middle - 1
    return first, low


def _at_most(units: int, checked: int, most: int, wrong: int) -> int:
    """In how many samples of ``checked`` units at most ``most`` are wrong, if ``wrong`` of all units are."""
    right = units - wrong
    start = max(0, checked - right)
    if most < start:
        return 0
    term = comb(wrong, start) * comb(right, checked - start)
    total = term
    for here in range(start, min(most, wrong, checked)):
        term = term * (wrong - here) * (checked - here) // ((here + 1) * (right - checked + here + 1))
        total += term
    return total


def share(units: int, checked: int, wrong: int) -> Share:
    """The share of wrong units by one sample; ``units``: at least 1."""
    low, high = limits(units, checked, wrong)
    return Share(wrong / checked if checked else None, low / units, high / units)


def stratified(strata: Sequence[tuple[int, int, int]]) -> Share | None:
    """The share over all strata, each (units, checked, wrong); None where one has nothing checked, or there are none."""
    if not strata or not all(checked for _, checked, _ in strata):
        return None
    total = sum(units for units, _, _ in strata)
    estimate, below, above = 0.0, [], []
    for units, checked, wrong in strata:
        weight, (low, high) = units / total, limits(units, checked, wrong)
        rate = wrong / checked
        estimate += weight * rate
        below.append(weight * (rate - low / units))
        above.append(weight * (high / units - rate))
    return Share(estimate, max(0.0, estimate - hypot(*below)), min(1.0, estimate + hypot(*above)))


def of_sentences(sentences: int, checked: Sequence[tuple[int, int]]) -> Share:
    """The share of wrong words by sentences checked as a whole, each (words, wrong words); ``sentences``: how many there are.

    At least two sentences are checked, each with words; under ``FEWEST_SENTENCES`` the interval is too narrow.
    """
    words, wrong = (sum(one) for one in zip(*checked, strict=True))
    count = len(checked)
    rate = wrong / words
    if count == sentences:
        return Share(rate, rate, rate)
    scatter = sum((x * words - wrong * m) ** 2 for m, x in checked) / words**4
    variance = (1 - count / sentences) * count / (count - 1) * scatter
    alike: float = count
    if variance:
        alike = min(words, rate * (1 - rate) / variance * (NORMAL / student(count - 1)) ** 2)
    return Share(rate, *clopper_pearson(rate * alike, alike))


def clopper_pearson(wrong: float, checked: float) -> tuple[float, float]:
    """The interval for ``wrong`` of ``checked`` units of a population without end; neither has to be a whole number."""
    right = max(0.0, checked - wrong)
    low = beta_point(1 / TAIL, wrong, right + 1) if wrong else 0.0
    return low, beta_point(1 - 1 / TAIL, wrong + 1, right) if right else 1.0


def student(freedom: float) -> float:
    """The point below which Student's t is with 97.5 %, by its degrees of freedom."""
    at = beta_point(2 / TAIL, freedom / 2, 0.5)
    return sqrt(freedom * (1 - at) / at)


def beta_point(probability: float, a: float, b: float) -> float:
    """The point below which a beta distribution is with a probability; ``a``, ``b``: above 0."""
    low, high = 0.0, 1.0
    while low < (middle := (low + high) / 2) < high:
        if _beta(middle, a, b) < probability:
            low = middle
        else:
            high = middle
    return middle


def _beta(x: float, a: float, b: float) -> float:
    """The incomplete beta function, regularized: its continued fraction by Lentz's method."""
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a
    tiny = 1e-300
    fraction, above, below = 1.0, 1.0, 0.0
    for step in range(10_000):
        half = step // 2
        if not step:
            factor = 1.0
        elif step % 2:
            factor = -(a + half) * (a + b + half) * x / ((a + step - 1) * (a + step))
        else:
            factor = half * (b - half) * x / ((a + step - 1) * (a + step))
        below = 1 / ((1 + factor * below) or tiny)
        above = (1 + factor / above) or tiny
        fraction *= above * below
        if step and abs(1 - above * below) < 1e-15:
            break
    return front * (fraction - 1)
