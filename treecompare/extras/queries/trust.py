"""How far queries may be believed: precision, recall and F1 of hits with their intervals, corrected counts.

Definitions: Kulick, Ryant & Santorini 2022 (SCiL), by hit and by sentence; see the help page query-trust.
Sentences are resampled, not hits: hits of one sentence fall together. The same resamples serve all queries and systems.
Hits are columns of gold, system and both, a row per sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import counted
from treecompare.extras.queries.hits import Asked, Compared, NamedQuery, Trust
from treecompare.trees.columns import Mask

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]
RESAMPLES = 10_000
SEED = 20220202
FEW = 20
"""With fewer hits in the gold the interval says little."""
_AT_ONCE = 4_000_000
_MANY = 5_000
"""So many sentences are drawn one by one where that is wanted."""
_RARE = 8
"""So many times as many sentences as different combinations of hits make it quicker to draw the combinations."""


class Figure(NamedTuple):
    """A ratio of counts with its interval; None where it is undefined. ``lost``: the share of resamples that are undefined."""

    value: float | None
    low: float | None = None
    high: float | None = None
    lost: float = 0.0

    def may_be(self, value: float) -> bool:
        """Whether the interval has a value, or is not known."""
        return self.low is None or self.high is None or self.low <= value <= self.high


def by_sentence(hits: Numbers) -> Numbers:
    """1 for each sentence that has a hit."""
    found = np.minimum(hits, 1)
    found[:, 2] = found[:, 0] * found[:, 1]
    return found


def resampled(columns: Numbers, draws: int, seed: int, resamples: int = RESAMPLES, one_by_one: bool = False) -> Floats:
    """The sums of columns, and below them those over resampled sentences, ``draws`` of them each time.

    ``one_by_one``: the same sentences are drawn whatever the columns hold, so that a query has the same interval alone and among
    others; with many sentences those with the same hits are drawn together all the same.
    """
    sentences, parts = len(columns), [columns.sum(axis=0, keepdims=True).astype(np.float64)]
    if not sentences or not draws:
        return np.concatenate([*parts, np.zeros((resamples, columns.shape[1]))])
    random = np.random.default_rng(seed)
    kinds, counts = np.unique(columns, axis=0, return_counts=True)
    if len(kinds) * _RARE <= draws and (draws > _MANY or not one_by_one):
        weights = random.multinomial(draws, counts / sentences, size=resamples)
        return np.concatenate([*parts, weights.astype(np.float64) @ kinds.astype(np.float64)])
    has_hits = np.flatnonzero(columns.any(axis=1))
    most = max(1, _AT_ONCE // max(draws, sentences))
    for first in range(0, resamples, most):
        size = min(most, resamples - first)
        drawn = random.integers(sentences, size=(size, draws))
        drawn += (np.arange(size) * sentences)[:, None]
        weights = np.bincount(drawn.ravel(), minlength=size * sentences).reshape(size, sentences)
        parts.append(weights[:, has_hits].astype(np.float64) @ columns[has_hits].astype(np.float64))
    return np.concatenate(parts)


def interval(numerators: Floats, denominators: Floats) -> Figure:
    """What stands first is the figure; the others are its resamples: percentiles 2.5 and 97.5 of those that are defined."""
    defined = denominators > 0
    ratios = numerators[defined] / denominators[defined]
    value = float(ratios[0]) if defined[0] else None
    drawn = np.sort(ratios[int(defined[0]) :])
    lost = 1 - len(drawn) / (len(defined) - 1)
    if not len(drawn):
        return Figure(value, lost=lost)
    low, high = (float(drawn[round(part * (len(drawn) - 1))]) for part in (0.025, 0.975))
    return Figure(value, low, high, lost)


@dataclass(frozen=True)
class Scored:
    """Precision, recall, F1 and gold over system, of one query and system in one mode."""

    gold: int
    system: int
    both: int
    precision: Figure
    recall: Figure
    f1: Figure
    ratio: Figure


def scored(sums: Floats) -> Scored:
    """The figures of hits, from their :func:`resampled` sums."""
    gold, system, both = sums.T
    numbers = int(gold[0]), int(system[0]), int(both[0])
    precision, recall, f1 = interval(both, system), interval(both, gold), interval(2 * both, gold + system)
    return Scored(*numbers, precision, recall, f1, interval(gold, system))


@dataclass(frozen=True)
class Corrected:
    """The number of hits in text of so many sentences that nobody annotated: ``found`` by the system, times gold over system.

    ``calibrated``: how well the ratio is known; ``predicted``: where the number of this text lies.
    """

    found: int
    sentences: int
    calibrated: Figure
    predicted: Figure


def corrected(calibration: Numbers, text: Numbers, resamples: int = RESAMPLES) -> Corrected:
    """The corrected number of a text (ratio estimator). ``text``: what the system finds in each of its sentences."""
    found, sentences = int(text.sum()), len(text)
    gold, system = calibration[:, :2].sum(axis=0)
    if not system:
        return Corrected(found, sentences, Figure(None), Figure(None))
    first = resampled(calibration[:, :2], len(calibration), SEED, resamples).T
    second = resampled(calibration[:, :2], sentences, SEED + 1, resamples).T
    calibrated = interval(found * first[0], first[1])
    if not gold:
        return Corrected(found, sentences, calibrated, Figure(0.0, 0.0, 0.0))
    predicted = interval(found * first[0] * second[0] * system, first[1] * second[1] * gold)
    return Corrected(found, sentences, calibrated, predicted._replace(value=calibrated.value))


MODES = ("span", "sentence")
"""By hit, by sentence."""
SAME_KIND = (
    "It assumes text of the same kind as the gold: the same genre, length of sentences and share of rare constructions."
)


@dataclass(frozen=True, eq=False)
class Cell:
    """A query in a system: by hit, by sentence; ``main``: as hits are counted, with their ``sums`` and those of each resample."""

    compared: Compared
    span: Scored
    sentence: Scored
    main: Scored
    sums: Floats

    @property
    def head(self) -> list[str]:
        """The names of query and system, with which rows of tables begin."""
        return [self.compared.query.name, self.compared.name]


class Trusted:
    """Queries in a gold and its systems. Intervals are made once for all.

    ``mode``: what corrected counts, ranks and the best system rest on: hits (``span``), or sentences that have one (``sentence``).
    """

    def __init__(
        self, trust: Trust, queries: Sequence[NamedQuery], mode: str = MODES[0], resamples: int = RESAMPLES
    ) -> None:
        self.trust, self.queries, self.resamples = trust, list(queries), resamples
        self.by_sentence = mode == MODES[1]

    @cached_property
    def cells(self) -> list[list[Cell]]:
        """Per query and system its figures."""
        for asked in (self.trust.gold, *self.trust.systems):
            asked.ask(self.queries)
        width = len(self.trust.systems)
        every = [self.trust.compare(query, system) for query in self.queries for system in range(width)]
        columns = np.hstack([part for one in every for part in (one.counts, by_sentence(one.counts))])[self.trust.rows]
        sums = resampled(columns, len(columns), SEED, self.resamples, one_by_one=True)
        made = []
        for place, one in enumerate(every):
            both = [sums[:, first : first + 3] for first in (6 * place, 6 * place + 3)]
            span, sentence = map(scored, both)
            main = sentence if self.by_sentence else span
            made.append(Cell(one, span, sentence, main, both[self.by_sentence]))
        return [made[first : first + width] for first in range(0, len(made), width)]

    @property
    def every(self) -> list[Cell]:
        """The same, one after the other."""
        return [cell for row in self.cells for cell in row]

    @property
    def signature(self) -> str:
        """What reproduces the figures."""
        mode = "|mode:sentence" if self.by_sentence else ""
        common = "|on:common" if self.trust.common else ""
        return f"trust|params:{self.trust.params.name}{mode}{common}|resamples:{self.resamples}|seed:{SEED}"

    def counts(self, cell: Cell, among: Mask | None = None) -> Numbers:
        """What corrected counts rest on, in the sentences that count; ``among``: in these of them only."""
        counts = cell.compared.counts[self.trust.rows if among is None else self.trust.rows & among]
        return by_sentence(counts) if self.by_sentence else counts

    def hits(self, cell: Cell, text: Asked) -> Numbers:
        """The hits of a query in each sentence of a text, as they are counted. Raises UsageError: a query takes too long."""
        text.ask(self.queries)
        sentences = text.trees.sentence_of[text.anchors(cell.compared.query)]
        numbers = np.bincount(sentences, minlength=len(text))
        return np.minimum(numbers, 1) if self.by_sentence else numbers

    def best(self, row: Sequence[Cell]) -> tuple[Cell, Cell, Figure] | None:
        """The system with the best F1 of a query, the next (the first of several), and by how much; None with fewer than two."""
        known = [cell for cell in row if cell.main.f1.value is not None]
        if len(known) < 2:
            return None
        first, second = sorted(known, key=lambda cell: cell.main.f1.value or 0, reverse=True)[:2]
        (a, x), (b, y) = ((2 * cell.sums[:, 2], cell.sums[:, 0] + cell.sums[:, 1]) for cell in (first, second))
        defined = (x > 0) & (y > 0)
        more = np.where(defined, a / np.maximum(x, 1) - b / np.maximum(y, 1), 0)
        return first, second, interval(more, defined.astype(np.float64))

    @cached_property
    def warnings(self) -> list[str]:
        """What a reader must know before believing a figure."""
        told = []
        for query, row in zip(self.queries, self.cells, strict=True):
            gold = row[0].span.gold
            if gold < FEW:
                told.append(
                    f"{query.name}: {gold} hits in the gold; fewer than {FEW} carry no interval that means much"
                )
            for cell in row:
                one, name = cell.span, ", ".join(cell.head)
                lost = max(figure.lost for figure in (one.precision, one.recall, one.f1))
                if lost > 0.01 and gold >= FEW:
                    told.append(f"{name}: {lost:.0%} of the resamples are undefined")
                if not one.both and gold and one.system:
                    told.append(f"{name}: no hit is right, so a corrected count means nothing")
        for cell, system in zip(self.cells[0] if self.cells else (), self.trust.systems, strict=False):
            if unparsed := cell.compared.unparsed:
                said = f"{counted(unparsed, 'sentence')} without a parse; the gold's hits there count as missed"
                told.append(f"{cell.compared.name}: {said}")
            if (beyond := len(system) - len(self.trust.gold)) > 0:
                said = f"{counted(beyond, 'sentence')} more than the gold has; what is more is left out"
                told.append(f"{cell.compared.name}: {said}")
        return told

    def corrected(self, cell: Cell, texts: Sequence[Asked] = ()) -> Corrected:
        """The number of hits in the text that its system parsed; without texts in the even lines, by the odd ones."""
        counts = self.counts(cell)
        if texts:
            return corrected(counts, self.hits(cell, texts[cell.compared.system]), self.resamples)
        return corrected(counts[::2], counts[1::2, 1], self.resamples)


LENGTH = 1.25
"""Text whose mean sentence is so many times as long as the gold's, or shorter, is of another kind."""


def length_warning(name: str, words: int, sentences: int, gold: Asked) -> str:
    """What is to be said of text whose sentences are much longer or shorter than the gold's; empty if they are not."""
    parsed = int((gold.trees.word_counts > 0).sum())
    if not sentences or not words or not parsed:
        return ""
    mean, of_gold = words / sentences, float(gold.trees.word_counts.sum()) / parsed
    if 1 / LENGTH <= mean / of_gold <= LENGTH:
        return ""
    return f"{name}: {mean:.1f} words a sentence, in the gold {of_gold:.1f}: text of another kind, which this may not correct."
