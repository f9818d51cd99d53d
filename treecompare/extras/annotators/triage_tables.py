"""What a triage found, as tables: those that scripts compare, and those for people.

Shares of wrong units from checked samples, with intervals of 95 % that hold for small samples and few errors.
One sample: the interval of Clopper and Pearson (1934) for a finite population, by the hypergeometric distribution in whole numbers.
Several strata: the distances of their limits from the estimates, added as squares. Whole sentences: the sample counts as so many
words as would vary as much if they were drawn one by one (Korn and Graubard 1998).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, exp, hypot, lgamma, log, sqrt

from treecompare import __version__
from treecompare.errors import UsageError, counted
from treecompare.extras.annotators.several import MISSING
from treecompare.extras.annotators.triage import (
    Design,
    Stratum,
    Triage,
    Unit,
    after_the_fact,
    by_agreement,
    by_length,
    by_relation,
    design_of,
    drawn,
    split,
)
from treecompare.scores.result import UNDEFINED, Column, ResultTable, Value, count_column, share_column, text_column

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
        if _is_whole(self.design):
            return [_whole(self.strata[0])]
        if not self.design.parts:
            after = [one for part in self.design.after for one in after_the_fact(triage, part, self.strata[0])]
            return [_line(TOTAL, self.strata[0]), *(_line(f"after: {one.name}", one) for one in after)]
        lines = [_line(one.name, one) for one in self.strata]
        return [*lines, _sum(lines)]

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


def _is_whole(design: Design) -> bool:
    return design.said == "whole sentences"


def _line(name: str, stratum: Stratum) -> Line:
    answered = stratum.answered
    wrong = sum(one.wrong or 0 for one in answered)
    found = share(len(stratum.units), len(answered), wrong)
    return Line(name, len(stratum.units), len(answered), wrong, _wrong(stratum.units), found)


def _sum(lines: Sequence[Line]) -> Line:
    known = [one.wrong_in_all for one in lines if one.wrong_in_all is not None]
    return Line(
        TOTAL,
        sum(one.units for one in lines),
        sum(one.checked for one in lines),
        sum(one.wrong for one in lines),
        sum(known) if len(known) == len(lines) else None,
        stratified([(one.units, one.checked, one.wrong) for one in lines]),
    )


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
        TOTAL, words, sum(m for m, _ in checked), sum(wrong for _, wrong in checked), _wrong(stratum.units), found
    )


def _wrong(units: Sequence[Unit]) -> int | None:
    known = [one.wrong for one in units if one.wrong is not None]
    return sum(known) if len(known) == len(units) else None


def _written(value: float | None) -> str:
    return UNDEFINED if value is None else str(value) if isinstance(value, int) else f"{value:.6f}"


def script_tables(triage: Triage, sample: Drawn | None) -> dict[str, list[list[str]]]:
    """Tables by the name of their file. Shares have six digits; what nobody checked is undefined."""
    ids = triage.several.ids
    crossed = split(triage, triage.words, [by_agreement, by_relation, by_length])
    rows = [["agreement", "relation", "length", "words", "wrong"]]
    for units in crossed.values():
        one = units[0]
        relation = triage.relation_class(one)
        rows.append([one.agreement, relation, one.length_class, str(len(units)), _written(_wrong(units))])
    out = {"strata": rows, "patterns": [["pattern", "words", "wrong", "wrong_head"]]}
    out["patterns"] += [
        [name, str(count), _written(wrong), _written(heads)] for name, count, wrong, heads in _patterns(triage)
    ]
    out["queue"] = [["sentence", "words", "unclear", "open"]]
    out["queue"] += [[ids[one.row], str(one.words), str(one.unclear), str(one.open)] for one in triage.queue]
    return out | ({"to_check": blind_table(triage, sample)} | drawn_tables(triage, sample) if sample else {})


def units_to_check(sample: Drawn) -> list[Unit]:
    """The sample in the order of the sentences, whatever its strata: whoever checks must not see what was accepted."""
    return sorted((one for stratum in sample.strata for one in stratum.drawn), key=lambda one: (one.row, one.word))


def blind_table(triage: Triage, sample: Drawn) -> list[list[str]]:
    """What somebody is given to check: sentence, number of the word, the word, and all words; not what any file says."""
    several = triage.several
    rows = [["sentence", "word", "form", "text"]]
    for one in units_to_check(sample):
        file, at = next((file, at) for file, at in enumerate(several.rows[one.row]) if at != MISSING)
        words = several.words[file][at]
        form = words[one.word - 1] if one.word else "-"
        rows.append([several.ids[one.row], str(one.word or "-"), form, " ".join(words)])
    return rows


def drawn_tables(triage: Triage, sample: Drawn) -> dict[str, list[list[str]]]:
    """``draws`` and ``samples``: those of a sample only."""
    ids = triage.several.ids
    out = {}
    out["samples"] = [["draw", "stratum", "sentence", "word", "wrong"]]
    out["samples"] += [
        [sample.seed, stratum.name, ids[one.row], str(one.word or "-"), _written(one.wrong)]
        for stratum in sample.strata
        for one in stratum.drawn
    ]
    heads = "draw design stratum units checked wrong_in_sample wrong_in_all estimate low high covers"
    out["draws"] = [heads.split()]
    for line in sample.lines:
        found, covers = line.share, line.covers
        shares = (found.estimate, found.low, found.high) if found else (None, None, None)
        out["draws"].append(
            [
                sample.seed,
                sample.design.said,
                line.stratum,
                *(_written(one) for one in (line.units, line.checked, line.wrong, line.wrong_in_all)),
                *(_written(one) for one in shares),
                UNDEFINED if covers is None else "yes" if covers else "no",
            ]
        )
    return out


def _patterns(triage: Triage) -> list[tuple[str, int, int | None, int | None]]:
    found: dict[str, list[Unit]] = {}
    for one in triage.words:
        found.setdefault(one.pattern, []).append(one)
    out = []
    for name, units in sorted(found.items()):
        wrong = _wrong(units)
        out.append((name, len(units), wrong, None if wrong is None else sum(one.wrong_heads or 0 for one in units)))
    return out


def people_tables(triage: Triage, sample: Drawn | None) -> list[ResultTable]:
    """The sample, what accepting more or less leaves to do, and who agrees with whom."""
    return [*([sample_table(triage, sample)] if sample else []), thresholds(triage, sample), pattern_table(triage)]


def sample_table(triage: Triage, sample: Drawn) -> ResultTable:
    """What the sample says of each stratum and of all."""
    columns = (
        text_column("stratum"),
        count_column(sample.design.counts, "units"),
        count_column("checked"),
        count_column("wrong"),
        share_column("% wrong", "estimate"),
        share_column("% low", "low"),
        share_column("% high", "high"),
    )
    rows: list[list[Value]] = []
    for line in sample.lines:
        found: list[Value] = [None] * 3
        if line.share and line.checked:
            found = [line.share.estimate, line.share.low, line.share.high]
        rows.append([line.stratum, line.units, line.checked, line.wrong if line.checked else None, *found])
    notes = ["Low and high are the ends of intervals of 95 %."]
    if not sample.is_checked:
        notes = ["Nothing is checked yet: to_check.tsv lists what to check; what is checked is read as a treebank."]
    elif sample.unanswered:
        notes.append(
            f"Not checked, or with other words: {sample.unanswered:,} of the sample. The figures hold only if chance left them out."
        )
    if sample.is_checked and sample.total.share is None:
        notes.append(
            f"There is no total: fewer than {FEWEST_SENTENCES} sentences are checked."
            if _is_whole(sample.design)
            else "There is no total: of a stratum nothing is checked."
        )
    if sample.is_checked and any(one.stratum.startswith("after: ") for one in sample.lines):
        notes.append("Of many strata, 1 interval in 20 misses.")
    if said := _remaining(triage, sample):
        notes.append(said)
    signature = f"triage|design:{sample.text}|seed:{sample.seed}|files:{','.join(triage.several.names)}|v:{__version__}"
    return ResultTable(
        f"Checked sample of {sample.design.said}", columns, rows, note="\n".join(notes), signatures=(signature,)
    )


def _remaining(triage: Triage, sample: Drawn) -> str:
    """What is wrong and accepted unseen, once the sample is mended."""
    total = sample.total
    if not sample.design.said.startswith("accepted") or not total.checked or total.share is None:
        return ""
    low, high = (max(0, round(one * total.units) - total.wrong) for one in (total.share.low, total.share.high))
    everything = triage.all_words if sample.design.counts == "words" else len(triage.found)
    return (
        f"Wrong among the {sample.design.said} that were not checked: {low:,} to {high:,} ({100 * low / everything:.2f} to "
        f"{100 * high / everything:.2f} % of all {everything:,} {sample.design.counts}). What is missed in the rest comes on top."
    )


def thresholds(triage: Triage, sample: Drawn | None) -> ResultTable:
    """What is left to do if words are accepted from an agreement on, and how many errors the sample lets expect among them."""
    levels = sorted({_level(one) for one in triage.words}, reverse=True)
    rows: list[list[Value]] = []
    cut = {one.row for one in triage.queue if triage.is_undecided(one.row)}
    for level in levels:
        inside = [one for one in triage.words if _level(one) >= level]
        waiting = cut | {one.row for one in triage.words if _level(one) < level}
        expected = _expected(sample, level, len(inside)) if sample else None
        said = "every word"
        if level == 1:
            said = "words on which all agree"
        elif level != levels[-1]:
            said = f"words with {level.numerator} of {level.denominator} or more"
        rows.append(_row(said, len(inside), triage.all_words - len(inside), triage.all_words, len(waiting), expected))
    whole = [one for one in triage.sentences if one.is_accepted]
    words = sum(one.length for one in whole)
    expected = None
    if sample and sample.design.counts == "sentences" and sample.is_checked and sample.total.share:
        expected = _times(sample.total.share, len(whole))
    left = len(triage.found) - len(whole)
    rows.append(_row("sentences in which all agree", words, triage.all_words - words, triage.all_words, left, expected))
    columns = (
        text_column("accepted unseen", "accepted"),
        count_column("words"),
        count_column("words left", "words_left"),
        share_column("% left", "share_left"),
        count_column("sentences left", "sentences_left"),
        _errors_column("errors expected", "errors"),
        _errors_column("at least", "errors_low"),
        _errors_column("at most", "errors_high"),
    )
    note = "Errors are wrong words among the accepted ones; in the last row, wrong sentences."
    if sample is None or not sample.is_checked:
        note += " How many there are only a checked sample can say: agreement is not truth."
    elif sample.design.said.startswith("accepted"):
        note += " A sample of agreement-length:N says it of all rows of words."
    return ResultTable("What is left to do", columns, rows, note=note)


def _errors_column(title: str, key: str) -> Column:
    return Column(title, lambda value: f"{value:,.0f}", key=key)


def _row(
    said: str, words: int, left: int, everything: int, sentences: int, expected: Sequence[float] | None
) -> list[Value]:
    return [
        said,
        words,
        left,
        left / everything,
        sentences,
        *(expected if expected is not None else (None, None, None)),
    ]


def _level(unit: Unit) -> Fraction:
    """The share of files that have the word's arc; 0 where only one file has the sentence, which agrees with nobody."""
    return Fraction(unit.votes, unit.files) if unit.files > 1 else Fraction(0)


def _times(found: Share, units: int) -> list[float]:
    return [(found.estimate or 0.0) * units, found.low * units, found.high * units]


def _expected(sample: Drawn, level: Fraction, words: int) -> list[float] | None:
    """Errors among the words from a level on, where strata of the sample are exactly these."""
    if sample.design.counts != "words" or not sample.is_checked:
        return None
    inside = [stratum for stratum in sample.strata if all(_level(one) >= level for one in stratum.units)]
    if _is_whole(sample.design):
        found = sample.total.share if inside else None
        return _times(found, words) if found else None
    lines = [_line(one.name, one) for one in inside]
    if sum(one.units for one in lines) != words:
        return None
    found = lines[0].share if len(lines) == 1 else _sum(lines).share
    return _times(found, words) if found else None


def pattern_table(triage: Triage) -> ResultTable:
    """How many words have which analyses agree, and how often these are wrong."""
    names = triage.several.names
    rows: list[list[Value]] = [
        [
            name,
            _who(name, names),
            count,
            count / len(triage.words),
            wrong,
            None if wrong is None else wrong / count,
            heads,
        ]
        for name, count, wrong, heads in _patterns(triage)
    ]
    columns = (
        text_column("pattern"),
        text_column("who agrees", "who"),
        count_column("words"),
        share_column("% of words", "share"),
        count_column("wrong"),
        share_column("% wrong", "share_wrong"),
        count_column("wrong heads", "wrong_heads"),
    )
    note = f"A figure per file ({', '.join(names)}): those with the same figure have the same arc; - has none."
    if triage.checked is not None:
        note += f" Wrong: the consensus is not as in {triage.checked.name}."
    return ResultTable("Who agrees with whom", columns, rows, note=note)


def _who(pattern: str, names: Sequence[str]) -> str:
    counts = Counter(pattern)
    groups = [
        " = ".join(name for name, here in zip(names, pattern, strict=True) if here == figure)
        for figure, count in counts.items()
        if figure != "-" and count > 1
    ]
    return "; ".join(groups) or "nobody"
