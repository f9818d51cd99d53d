"""Tables of queries in a gold and its systems: what people read, and what scripts compare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.extras.queries.figures import FEW, Figure, Scored
from treecompare.extras.queries.hits import INVENTED, MISSED, Asked
from treecompare.extras.queries.trust import FIGURES, SAME_KIND, Trusted
from treecompare.measures import measure
from treecompare.scores.result import (
    Column,
    ResultTable,
    Value,
    count_column,
    interval_columns,
    number_column,
    rank_column,
    text_column,
)
from treecompare.scores.table import Average

NOTHING = "undefined"


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


def rank_table(
    comparison: ConstituentComparison, found: Trusted, keys: Sequence[str], average: Average = "pooled"
) -> ResultTable:
    """The rank of each system under each query, and under measures of the comparison, which is scored."""
    names = found.trust.names
    rows: list[list[Value]] = []
    for place, (query, row) in enumerate(zip(found.queries, found.cells, strict=True)):
        known = found.best(place)
        chance = None if known is None else "yes" if known[2].is_chance else "no"
        rows.append([query.name, *_ranked([cell.main.f1.value for cell in row]), chance])
    for key in keys:
        scores = [float(one) for one in comparison.table.figures(key, average)]
        rows.append([measure(key).title, *_ranked([None if np.isnan(one) else one for one in scores]), None])
    columns = (text_column("by"), *map(rank_column, names), text_column("the best may be chance"))
    return ResultTable(
        "Ranks by queries and by measures", columns, rows,
        f"Ranks by F1 of hits, and by {'a measure' if len(keys) == 1 else 'measures'} ({average}). Equal figures share a rank. The "
        "difference of the best two is tested on the same resamples.",
        (found.signature,),
    )  # fmt: skip


def _ranked(values: Sequence[float | None]) -> list[Value]:
    return [None if one is None else 1 + sum(other is not None and other > one for other in values) for one in values]
