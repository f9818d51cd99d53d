"""How far queries may be believed: the figures of all queries and systems, and tables of them.

Definitions: Kulick, Ryant & Santorini 2022 (SCiL), by hit and by sentence; see the help page query-trust.
"""

from __future__ import annotations

from collections import Counter
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
    ratio,
    resampled,
    scored,
)
from treecompare.extras.queries.hits import INVENTED, MISSED, Asked, Compared, Trust
from treecompare.extras.queries.named import NamedQuery
from treecompare.readers.treebank import Treebank
from treecompare.scores.result import (
    Column,
    ResultTable,
    Value,
    count_column,
    interval_columns,
    number_column,
    text_column,
)

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


def said(value: float | None, digits: int = 4) -> str:
    """A figure as tables for scripts have it."""
    return NOTHING if value is None else f"{value:.{digits}f}"


def _ends(figure: Figure) -> list[Value]:
    return [said(figure.low), said(figure.high)]


def _figures(one: Scored) -> list[Value]:
    plain = [one.precision, one.recall, one.f1]
    return [*(said(figure.value) for figure in plain), *(end for figure in plain for end in _ends(figure))]


def trust_rows(found: Trusted) -> ResultTable:
    """A row per query and system with all figures, as scripts compare them."""
    names = ["precision", "recall", "f1", *(f"{name}_{end}" for name in FIGURES for end in ("low", "high"))]
    rows: list[list[Value]] = []
    for query, row in zip(found.queries, found.cells, strict=True):
        for cell in row:
            one, span, by_sentence = cell.compared, cell.span, cell.sentence
            missed, invented = (Counter(hit.cause for hit in hits) for hits in (one.missed, one.invented))
            rows.append([
                found.data, query.name, one.system, int(found.trust.rows.sum()), one.unparsed, span.gold, span.system, span.both,
                *_figures(span), said(span.ratio.value), *_ends(span.ratio), by_sentence.gold, by_sentence.system, by_sentence.both,
                *_figures(by_sentence), *(missed[name] for name in MISSED), *(invented[name] for name in INVENTED),
            ])  # fmt: skip
    titles = [
        "data", "query", "system", "sentences", "unparsed", "gold", "system_hits", "both", *names, "ratio", "ratio_low",
        "ratio_high",
        "s.gold", "s.system", "s.both", *(f"s.{name}" for name in names),
        *(f"missed.{name.replace(' ', '')}" for name in MISSED), *(f"invented.{name}" for name in INVENTED),
    ]  # fmt: skip
    return ResultTable("trust", tuple(map(text_column, titles)), rows)


def hit_rows(found: Trusted) -> ResultTable:
    """A row per sentence, label and set of words that gold or system has: how often."""
    rows: list[list[Value]] = []
    for query, row in zip(found.queries, found.compared, strict=True):
        for one in row:
            for (sentence, (label, bits)), numbers in one.keys.items():
                words = f"{(bits & -bits).bit_length()}-{bits.bit_length()}" if bits > 0 else "-"
                rows.append([found.data, query.name, one.system, sentence + 1, label, words, *numbers])
    titles = ("data", "query", "system", "line", "label", "words", "gold", "system_hits", "both")
    return ResultTable("hits", tuple(map(text_column, titles)), rows)


def corrected_rows(found: Trusted, texts: Sequence[Asked] = ()) -> ResultTable:
    """A row per query and system: the corrected number of its text, or without any of the even lines by the odd ones."""
    rows: list[list[Value]] = []
    for query, named in enumerate(found.queries):
        for system, name in enumerate(found.trust.names):
            if not texts:
                calibration, other, made = found.halves(query, system)
                sentences, truth = len(other.gold), str(other.totals()[0])
            else:
                calibration, made = found.counts(query, system), found.corrected(query, system, texts[system])
                sentences, truth = len(texts[system]), "-"
            gold, hits, _ = calibration.totals()
            ends = (made.estimate, made.low, made.high, made.predicted_low, made.predicted_high)
            rows.append([
                found.data, named.name, name, len(calibration.gold), gold, hits, sentences, made.found, truth,
                *(said(end, 2) for end in ends),
            ])  # fmt: skip
    titles = (
        "data", "query", "system", "cal_sentences", "cal_gold", "cal_system", "text_sentences", "text_system", "text_gold",
        "estimate", "low", "high", "predicted_low", "predicted_high",
    )  # fmt: skip
    return ResultTable("corrected", tuple(map(text_column, titles)), rows)


def _with_ends(figure: Figure, factor: float = 1) -> list[Value]:
    """A figure and its interval, in the cells of :func:`_columns_of`."""
    return [None if one is None else factor * one for one in (figure.value, figure.low, figure.high)]


def _columns_of(name: str) -> list[Column]:
    """The columns of a share and of its interval, at full precision in files."""
    return [
        Column(f"{name}, %", lambda value: f"{100 * value:.1f}", key=name, in_files=name),
        *interval_columns(name),
    ]


def people_tables(found: Trusted) -> list[ResultTable]:
    """What people read: figures by hit, by sentence, why hits differ, and which system is best."""
    signature = (found.signature,)
    note = f"95 % intervals over {found.resamples:,} resamples of sentences."
    tables = []
    for title, mode in (("Queries, by hit", "span"), ("Queries, by sentence", "sentence")):
        rows: list[list[Value]] = []
        for query, row in zip(found.queries, found.cells, strict=True):
            for cell in row:
                one: Scored = getattr(cell, mode)
                figures = [value for name in FIGURES for value in _with_ends(getattr(one, name))]
                rows.append(
                    [query.name, cell.compared.system, one.gold, one.system, one.both, *figures, one.ratio.value]
                )
        columns = (
            text_column("query"), text_column("system"), *map(count_column, ("gold", "system's", "both")),
            *(column for name in ("precision", "recall", "F1") for column in _columns_of(name)),
            number_column("gold / system's", 3),
        )  # fmt: skip
        tables.append(ResultTable(title, columns, rows, note, signature))
    tables.append(cause_table(found))
    best: list[list[Value]] = []
    for place, query in enumerate(found.queries):
        known = found.best(place)
        if known is not None:
            first, second, by = known
            names = found.trust.names
            best.append(
                [query.name, names[first], names[second], *_with_ends(by, 100), "yes" if by.is_chance else "no"]
            )
    if best:
        columns = (
            *map(text_column, ("query", "best", "next")),
            number_column("F1 more, points", 1),
            number_column("from", 1),
            number_column("to", 1),
            text_column("may be chance"),
        )
        tables.append(
            ResultTable("Best system of each query", columns, best, "The same resamples for both.", signature)
        )
    return tables


def cause_table(found: Trusted) -> ResultTable:
    """Why hits are missed and invented: a row per query and system."""
    rows: list[list[Value]] = []
    for query, row in zip(found.queries, found.compared, strict=True):
        for one in row:
            missed, invented = (Counter(hit.cause for hit in hits) for hits in (one.missed, one.invented))
            rows.append([
                query.name, one.system, len(one.missed), *(missed[name] for name in MISSED), len(one.invented),
                *(invented[name] for name in INVENTED),
            ])  # fmt: skip
    columns = (
        text_column("query"), text_column("system"), count_column("missed"), *(count_column(f"missed: {name}") for name in MISSED),
        count_column("invented"), *(count_column(f"invented: {name}") for name in INVENTED),
    )  # fmt: skip
    return ResultTable(
        "Why hits differ", columns, rows,
        "words: no constituent has these words; label: one has, with another label; inside: the node is there, but not what the "
        "query wants of it.",
        (found.signature,),
    )  # fmt: skip


def corrected_table(found: Trusted, texts: Sequence[Asked] = ()) -> ResultTable:
    """The same for people, with what is to be said of each number."""
    rows: list[list[Value]] = []
    for query, named in enumerate(found.queries):
        for system, name in enumerate(found.trust.names):
            made = found.corrected(query, system, texts[system]) if texts else found.halves(query, system)[2]
            ratios = found.cells[query][system].main.ratio
            remark = ""
            if found.cells[query][system].main.gold < FEW:
                remark = "too few hits in the gold"
            elif ratios.low is not None and ratios.high is not None and ratios.low <= 1 <= ratios.high:
                remark = "no correction needed"
            ends = made.estimate, made.predicted_low, made.predicted_high
            rows.append([named.name, name, made.found, *ends, remark])
    columns = (
        text_column("query"), text_column("system"), count_column("found"), number_column("corrected", 1),
        *(number_column(title, 0) for title in ("predicted from", "predicted to")), text_column("remark"),
    )  # fmt: skip
    return ResultTable(
        "Corrected counts", columns, rows, f"found · gold / system's on the gold. {SAME_KIND}", (found.signature,)
    )


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


__all__ = [
    "Trusted",
    "corrected_rows",
    "corrected_table",
    "hit_rows",
    "people_tables",
    "ratio",
    "trust_rows",
    "trusted",
]
