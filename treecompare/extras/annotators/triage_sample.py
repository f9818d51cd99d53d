"""The sample of a triage that is checked, and which share of all units it says is wrong.

Agreement is not truth, so that a sample is checked: of each stratum the units with the smallest SHA-256 of ``seed TAB sentence TAB
word``. It does not depend on the order of files, and a larger sample contains a smaller one.

Intervals of 95 % hold for small samples and few errors. One sample: the interval of Clopper and Pearson (1934) for a finite
population, by the hypergeometric distribution in whole numbers. Several strata: the distances of their limits from the estimates,
added as squares. Whole sentences: the sample counts as so many words as would vary as much if they were drawn one by one (Korn and
Graubard 1998).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import comb, exp, hypot, lgamma, log, sqrt

from treecompare.errors import UsageError, counted
from treecompare.extras.annotators.triage import LENGTHS, Triage, Unit
from treecompare.reading import whole_number

EVERYTHING = "all"
"""The stratum of a sample that has no others."""
_MOST_CHECKED = 1_000_000
Key = tuple[object, ...]
Part = Callable[[Triage, Unit], tuple[Key, str]]
"""How to sort the stratum of a unit, and what it is called."""


def by_agreement(triage: Triage, unit: Unit) -> tuple[Key, str]:
    """``2 of 3``."""
    return (unit.files, unit.votes), unit.agreement


def by_length(triage: Triage, unit: Unit) -> tuple[Key, str]:
    """``11-20``."""
    return (sum(unit.length > most for most, _ in LENGTHS),), unit.length_class


def by_relation(triage: Triage, unit: Unit) -> tuple[Key, str]:
    """``nsubj``."""
    name = triage.relation_class(unit)
    return (name,), name


@dataclass(frozen=True)
class Design:
    """What is sampled. ``units``: all that may be; ``parts``: the strata of which so many each are drawn are the crossed classes
    of these; ``after``: the strata after the fact of a sample without any. ``counts``: what is right or wrong. ``is_whole``: whole
    sentences are checked, and their words counted."""

    said: str
    units: Callable[[Triage], Sequence[Unit]]
    parts: tuple[Part, ...] = ()
    after: tuple[Part, ...] = ()
    counts: str = "words"
    is_whole: bool = False

    @property
    def is_accepted(self) -> bool:
        """Whether only what may be accepted is sampled."""
        return self.said.startswith("accepted")


DESIGNS = {
    "accepted-words": Design("accepted words", lambda one: one.accepted_words, after=(by_length, by_relation)),
    "accepted-sentences": Design("accepted sentences", lambda one: one.accepted_sentences, counts="sentences"),
    "agreement-length": Design("all words", lambda one: one.words, (by_agreement, by_length)),
    "accepted-by-length": Design("accepted words", lambda one: one.accepted_words, (by_length,)),
    "accepted-by-relation": Design("accepted words", lambda one: one.accepted_words, (by_relation,)),
    "sentences": Design("whole sentences", lambda one: one.sentences, is_whole=True),
}
"""By the name that a request has."""


def design_of(text: str) -> tuple[Design, int]:
    """``accepted-words:100``: what is sampled, and how many of each stratum. Raises UsageError: it is something else."""
    name, _, number = text.partition(":")
    many = whole_number(number, _MOST_CHECKED)
    if name not in DESIGNS or not many:
        raise UsageError(f"design {text[:60]}: expected NAME:N, as in accepted-words:100, of {', '.join(DESIGNS)}")
    return DESIGNS[name], many


@dataclass(frozen=True, eq=False)
class Stratum:
    """``units``: all of it; ``drawn``: those to be checked, in the order of their digests."""

    name: str
    units: Sequence[Unit]
    drawn: Sequence[Unit]

    @property
    def answered(self) -> list[Unit]:
        """Those that were checked."""
        return [one for one in self.drawn if one.wrong is not None]


def split(triage: Triage, units: Sequence[Unit], parts: Sequence[Part]) -> dict[str, list[Unit]]:
    """Units by stratum, the strata in order; several parts are crossed: ``2 of 3 | 11-20``."""
    found: dict[tuple[tuple[Key, str], ...], list[Unit]] = {}
    for unit in units:
        found.setdefault(tuple(part(triage, unit) for part in parts), []).append(unit)
    return {" | ".join(name for _, name in key): found[key] for key in sorted(found)}


def drawn(triage: Triage, design: Design, many: int, seed: str) -> list[Stratum]:
    """The strata of a design, each with its sample."""
    units = design.units(triage)
    strata = split(triage, units, design.parts) if design.parts else {EVERYTHING: units}
    ids = triage.several.ids

    def digest(unit: Unit) -> str:
        name = f"{seed}\t{ids[unit.row]}" + (f"\t{unit.word}" if unit.word else "")
        return sha256(name.encode("utf-8")).hexdigest()

    return [Stratum(name, units, sorted(units, key=digest)[:many]) for name, units in strata.items()]


def after_the_fact(triage: Triage, part: Part, sample: Stratum) -> list[Stratum]:
    """The classes of a sample that was drawn without them."""
    chosen = {(one.row, one.word) for one in sample.drawn}
    return [
        Stratum(name, units, [one for one in units if (one.row, one.word) in chosen])
        for name, units in split(triage, sample.units, [part]).items()
    ]


# -- which share is wrong -----------------------------------------------------------------------------------------------

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


TOTAL = "total"


@dataclass(frozen=True)
class Line:
    """The figures of a stratum. ``units``, ``checked``, ``wrong``: words, or sentences; ``wrong_in_all``: where all were looked up,
    else None; ``share``: None where there is none, because a stratum of the total was not checked."""

    stratum: str
    units: int
    checked: int
    wrong: int
    wrong_in_all: int | None
    share: Share | None

    @property
    def covers(self) -> bool | None:
        """Whether the interval has the true share, where that is known."""
        if self.share is None or self.wrong_in_all is None:
            return None
        return self.share.low <= self.wrong_in_all / self.units <= self.share.high


class Drawn:
    """The sample of a design, and what it says. ``lines``: of each stratum and of the total."""

    def __init__(self, triage: Triage, text: str, seed: str) -> None:
        self.design, self.many = design_of(text)
        self.text, self.seed = text, seed
        if any(one in seed for one in "\t\r\n"):
            raise UsageError("seed: expected a text without tabs and line breaks")
        self.strata = drawn(triage, self.design, self.many, seed)
        if not any(one.units for one in self.strata):
            raise UsageError(f"design {text}: there are no {self.design.said} to draw from")
        self.lines = [*self._lines(triage)]

    def _lines(self, triage: Triage) -> list[Line]:
        if self.design.is_whole:
            return [_whole(self.strata[0])]
        if not self.design.parts:
            after = [one for part in self.design.after for one in after_the_fact(triage, part, self.strata[0])]
            return [line_of(TOTAL, self.strata[0]), *(line_of(f"after: {one.name}", one) for one in after)]
        lines = [line_of(one.name, one) for one in self.strata]
        return [*lines, sum_of(lines)]

    @property
    def total(self) -> Line:
        """The line of everything that was sampled."""
        return next(one for one in self.lines if one.stratum == TOTAL)

    @property
    def is_checked(self) -> bool:
        """Whether anything was."""
        return self.total.checked > 0

    @property
    def unanswered(self) -> int:
        """How many units of the sample nobody checked."""
        return sum(one.wrong is None for stratum in self.strata for one in stratum.drawn)


def line_of(name: str, stratum: Stratum) -> Line:
    """The figures of a stratum, under a name."""
    answered = stratum.answered
    wrong = sum(one.wrong or 0 for one in answered)
    found = share(len(stratum.units), len(answered), wrong)
    return Line(name, len(stratum.units), len(answered), wrong, wrong_in(stratum.units), found)


def sum_of(lines: Sequence[Line]) -> Line:
    """Those of several strata together."""
    known = [one.wrong_in_all for one in lines if one.wrong_in_all is not None]
    units, checked, wrong = (
        sum(one) for one in zip(*((one.units, one.checked, one.wrong) for one in lines), strict=True)
    )
    found = stratified([(one.units, one.checked, one.wrong) for one in lines])
    return Line(TOTAL, units, checked, wrong, sum(known) if len(known) == len(lines) else None, found)


def _whole(stratum: Stratum) -> Line:
    if len(stratum.drawn) < FEWEST_SENTENCES:
        raise UsageError(
            f"{counted(len(stratum.drawn), 'whole sentence')}: expected {FEWEST_SENTENCES} or more, because the words of a "
            "sentence are wrong together"
        )
    checked = [(one.length, one.wrong) for one in stratum.drawn if one.wrong is not None]
    words = sum(one.length for one in stratum.units)
    found = of_sentences(len(stratum.units), checked) if len(checked) >= FEWEST_SENTENCES else None
    return Line(
        TOTAL, words, sum(m for m, _ in checked), sum(wrong for _, wrong in checked), wrong_in(stratum.units), found
    )


def wrong_in(units: Sequence[Unit]) -> int | None:
    """How many are wrong, of sentences how many words; None where some were not checked."""
    known = [one.wrong for one in units if one.wrong is not None]
    return sum(known) if len(known) == len(units) else None
