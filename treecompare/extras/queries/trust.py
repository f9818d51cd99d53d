"""How far queries may be believed: the figures of all queries and systems, and tables of them.

Definitions: Kulick, Ryant & Santorini 2022 (SCiL), by hit and by sentence; see the help page query-trust.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import UsageError, counted
from treecompare.extras.queries.figures import (
    FEW,
    RESAMPLES,
    SEED,
    Corrected,
    Counts,
    Figure,
    Floats,
    Scored,
    corrected,
    interval,
    resampled,
    scored,
)
from treecompare.extras.queries.hits import Asked, Compared, Trust
from treecompare.extras.queries.named import NamedQuery
from treecompare.readers.treebank import Treebank

MODES = ("span", "sentence")
"""By hit, by sentence."""
FIGURES = ("precision", "recall", "f1")
NOTHING = "undefined"
SAME_KIND = (
    "It assumes text of the same kind as the gold: the same genre, length of sentences and share of rare constructions."
)


@dataclass(frozen=True, eq=False)
class Cell:
    """A query in a system: by hit, by sentence; ``main``: as hits are counted, with the ``sums`` of each resample."""

    compared: Compared
    span: Scored
    sentence: Scored
    main: Scored
    sums: Floats


class Trusted:
    """Queries in a gold and its systems. ``data``: what the gold is called in tables. Intervals are made once for all.

    ``mode``: what corrected counts, ranks and the best system rest on: hits (``span``), or sentences that have one (``sentence``).
    """

    def __init__(
        self, trust: Trust, queries: Sequence[NamedQuery], data: str = "", resamples: int = RESAMPLES, seed: int = SEED,
        mode: str = MODES[0],
    ) -> None:  # fmt: skip
        self.trust, self.queries, self.data, self.mode = trust, list(queries), data, mode
        self.resamples, self.seed = resamples, seed

    @cached_property
    def compared(self) -> list[list[Compared]]:
        """Per query and system its hits."""
        systems = range(len(self.trust.systems))
        for asked in (self.trust.gold, *self.trust.systems):
            asked.ask(self.queries)
        return [[self.trust.compare(query, system) for system in systems] for query in self.queries]

    @cached_property
    def cells(self) -> list[list[Cell]]:
        """Per query and system its figures."""
        every = [one for row in self.compared for one in row]
        columns = []
        for one in every:
            by_sentence = one.counts.by_sentence()
            columns += [*(getattr(one.counts, name) for name in ("gold", "system", "both"))]
            columns += [*(getattr(by_sentence, name) for name in ("gold", "system", "both"))]
        kept = np.stack(columns, axis=1)[self.trust.rows]
        sums = resampled(kept, len(kept), self.seed, self.resamples, one_by_one=True)
        made = []
        for place, one in zip(range(0, 6 * len(every), 6), every, strict=True):
            both = sums[:, place : place + 3], sums[:, place + 3 : place + 6]
            figures = scored(one.counts, both[0]), scored(one.counts.by_sentence(), both[1])
            made.append(Cell(one, *figures, figures[self.by_sentence], both[self.by_sentence]))
        width = len(self.trust.systems)
        return [made[first : first + width] for first in range(0, len(made), width)]

    @property
    def signature(self) -> str:
        """What reproduces the figures."""
        mode = f"|mode:{self.mode}" if self.by_sentence else ""
        common = "|on:common" if self.trust.common else ""
        return f"trust|params:{self.trust.params.name}{mode}{common}|resamples:{self.resamples}|seed:{self.seed}"

    @property
    def by_sentence(self) -> bool:
        """Whether sentences that have a hit are counted, not hits."""
        return self.mode == MODES[1]

    def counts(self, query: int, system: int, among: NDArray[np.bool_] | None = None) -> Counts:
        """What corrected counts rest on, in the sentences that count; ``among``: in these of them only."""
        counts = self.compared[query][system].counts
        rows = self.trust.rows if among is None else self.trust.rows & among
        return (counts.by_sentence() if self.by_sentence else counts).of(np.flatnonzero(rows))

    def hits(self, query: int, text: Asked) -> NDArray[np.int64]:
        """The hits of a query in each sentence of a text, as they are counted."""
        text.ask(self.queries)
        numbers = np.bincount(text.sentences(self.queries[query]), minlength=len(text))
        return np.minimum(numbers, 1) if self.by_sentence else numbers

    def difference(self, query: int, one: int, other: int) -> Figure:
        """F1 of one system less that of another, over the same resamples."""
        parts = []
        for cell in (self.cells[query][one], self.cells[query][other]):
            gold, system, both = cell.sums.T
            parts.append((2 * both, gold + system, cell.main.f1.value))
        (a, x, first), (b, y, second) = parts
        if first is None or second is None:
            return Figure(None)
        defined = (x > 0) & (y > 0)
        values = np.where(defined, a / np.maximum(x, 1) - b / np.maximum(y, 1), 0)
        return interval(values, defined.astype(np.float64), first - second)

    def best(self, query: int) -> tuple[int, int, Figure] | None:
        """The system with the best F1, the next one (the first of several), and by how much; None with fewer than two."""
        values = [(cell.main.f1.value, -place) for place, cell in enumerate(self.cells[query])]
        order = sorted((one for one in values if one[0] is not None), reverse=True)
        if len(order) < 2:
            return None
        first, second = -order[0][1], -order[1][1]
        return first, second, self.difference(query, first, second)

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
                lost = max(getattr(cell.span, name).lost for name in FIGURES)
                if lost > 0.01 and gold >= FEW:
                    told.append(f"{query.name}, {cell.compared.system}: {lost:.0%} of the resamples are undefined")
                if not cell.span.both and cell.span.gold and cell.span.system:
                    told.append(
                        f"{query.name}, {cell.compared.system}: no hit is right, so a corrected count means nothing"
                    )
        for system, one in enumerate(self.compared[0] if self.compared else []):
            if one.unparsed:
                told.append(
                    f"{one.system}: {counted(one.unparsed, 'sentence')} without a parse; the gold's hits there count as missed"
                )
            beyond = len(self.trust.systems[system]) - len(self.trust.gold)
            if beyond > 0:
                told.append(
                    f"{one.system}: {counted(beyond, 'sentence')} more than the gold has; what is more is left out"
                )
        return told

    def corrected(self, query: int, system: int, text: Asked) -> Corrected:
        """The number of hits in a text that nobody annotated, from a system's parse of it."""
        found = int(self.hits(query, text).sum())
        return corrected(self.counts(query, system), found, len(text), self.resamples, self.seed)

    def halves(self, query: int, system: int) -> tuple[Counts, Counts, Corrected]:
        """Odd lines as calibration, even lines as the text: counts of both, and the corrected number."""
        counts = self.counts(query, system)
        odd, even = counts.of(slice(0, None, 2)), counts.of(slice(1, None, 2))
        made = corrected(odd, even.totals()[1], len(even.gold), self.resamples, self.seed)
        return odd, even, made


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


def trusted(
    gold: Treebank, systems: Sequence[Treebank], queries: Sequence[NamedQuery], params: str = "standard", data: str = "",
    mode: str = MODES[0], sentences: str = "own",
) -> Trusted:  # fmt: skip
    """Queries in a gold and its systems; ``mode``: see :class:`Trusted`; ``sentences``: ``common`` for those of which every system
    has a parse. Raises UsageError: there is no such mode, or no such set of sentences."""
    if mode not in MODES:
        raise UsageError(f"mode: '{mode[:40]}' is none; expected {' or '.join(MODES)}")
    if sentences not in ("own", "common"):
        raise UsageError(f"sentences: '{sentences[:40]}' are none; expected own or common")
    return Trusted(Trust(gold, list(systems), params, common=sentences == "common"), queries, data, mode=mode)
