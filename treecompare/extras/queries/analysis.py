"""How far queries may be believed: tables for people, for scripts, and of a comparison, with sentences behind figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np

from treecompare import resources
from treecompare.analyses.analysis import Analysis
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.judgements import CORPUSSEARCH, GONE
from treecompare.errors import UsageError
from treecompare.extras.queries.hit_errors import HitErrors
from treecompare.extras.queries.hits import CAUSES, EVERY_CAUSE, Asked, NamedQuery, Trust, as_query, read_queries
from treecompare.extras.queries.trust import FEW, SAME_KIND, Cell, Scored, Trusted
from treecompare.measures import measure
from treecompare.scores.result import (
    Column,
    Found,
    ResultTable,
    Value,
    View,
    count_column,
    interval_columns,
    number_column,
    rank_column,
    share_column,
    text_column,
)
from treecompare.scores.table import Average

WHY = (
    "words: no constituent{} has these words; label: one has, with another label; inside: the node is there, but not what the "
    "query wants of it."
)
"""What :data:`CAUSES` mean."""


def table_of_cells(
    title: str, found: Trusted, columns: Iterable[Column], values: Callable[[Cell], Sequence[Value]], note: str
) -> ResultTable:
    """A row per query and system: its names, then what is wanted of it."""
    rows: list[list[Value]] = [[*cell.head, *values(cell)] for cell in found.every]
    return ResultTable(title, (text_column("query"), text_column("system"), *columns), rows, note, (found.signature,))


def all_tables(found: Trusted, texts: Sequence[Asked] = (), halves: bool = False) -> list[ResultTable]:
    """What people read of queries, and of ``texts`` of each system, or of how well halves of the gold correct each other."""
    errors = HitErrors.of(found.trust)
    tables = [*people_tables(found), errors.table(found)]
    if len(found.trust.systems) > 1:
        tables.append(rank_table(errors.comparison, found, errors.comparison.usual_keys))
    return [*tables, corrected_table(found, texts)] if texts or halves else tables


def people_tables(found: Trusted) -> list[ResultTable]:
    """Figures by hit, by sentence, why hits differ, and which system is best."""
    columns = [*map(count_column, ("gold", "system's", "both"))]
    for name in ("precision", "recall", "F1"):
        share = Column(f"{name}, %", lambda value: f"{100 * value:.1f}", key=name, in_files=name)
        columns += share, *interval_columns(name)
    columns.append(number_column("gold / system's", 3))

    def figures(one: Scored) -> list[Value]:
        return [one.gold, one.system, one.both, *one.precision[:3], *one.recall[:3], *one.f1[:3], one.ratio.value]

    note = f"95 % intervals over {found.resamples:,} resamples of sentences."
    tables = [
        table_of_cells("Queries, by hit", found, columns, lambda cell: figures(cell.span), note),
        table_of_cells("Queries, by sentence", found, columns, lambda cell: figures(cell.sentence), note),
        cause_table(found),
    ]
    best: list[list[Value]] = []
    for known in filter(None, map(found.best, found.cells)):
        (first, second), by = (cell.compared for cell in known[:2]), known[2]
        more = [None if end is None else 100 * end for end in by[:3]]
        best.append([first.query.name, first.name, second.name, *more, "yes" if by.may_be(0) else "no"])
    if best:
        points = [number_column(title, 1) for title in ("F1 more, points", "from", "to")]
        heads = (*map(text_column, ("query", "best", "next")), *points, text_column("may be chance"))
        note = "The same resamples for both."
        tables.append(ResultTable("Best system of each query", heads, best, note, (found.signature,)))
    return tables


def cause_table(found: Trusted) -> ResultTable:
    """Why hits are missed and invented."""
    titles = [title for kind, causes in CAUSES.items() for title in (kind, *(f"{kind}: {name}" for name in causes))]

    def numbers(cell: Cell) -> list[Value]:
        given = iter(cell.compared.causes)
        return [next(given) if ":" in title else len(cell.compared.wrong[title]) for title in titles]

    return table_of_cells("Why hits differ", found, map(count_column, titles), numbers, WHY.format(""))


def corrected_table(found: Trusted, texts: Sequence[Asked] = ()) -> ResultTable:
    """Corrected numbers of the text of each system, or of the even lines by the odd ones, with what is to be said of each."""

    def values(cell: Cell) -> list[Value]:
        made, one = found.corrected(cell, texts), cell.main
        is_right = one.ratio.value is not None and one.ratio.may_be(1)
        remark = "too few hits in the gold" if one.gold < FEW else "no correction needed" if is_right else ""
        return [made.found, *made.predicted[:3], remark]

    predicted = number_column("predicted from", 0), number_column("predicted to", 0)
    columns = count_column("found"), number_column("corrected", 1), *predicted, text_column("remark")
    note = f"found · gold / system's on the gold. {SAME_KIND}"
    return table_of_cells("Corrected counts", found, columns, values, note)


def rank_table(
    comparison: ConstituentComparison, found: Trusted, keys: Sequence[str], average: Average = "pooled"
) -> ResultTable:
    """The rank of each system under each query, and under measures of the comparison, which is scored."""
    rows: list[list[Value]] = []
    for query, row in zip(found.queries, found.cells, strict=True):
        known = found.best(row)
        chance = None if known is None else "yes" if known[2].may_be(0) else "no"
        rows.append([query.name, *_ranked([cell.main.f1.value for cell in row]), chance])
    for key in keys:
        scores = [float(one) for one in comparison.table.figures(key, average)]
        rows.append([measure(key).title, *_ranked([None if np.isnan(one) else one for one in scores]), None])
    names = [one.treebank.name for one in found.trust.systems]
    columns = (text_column("by"), *map(rank_column, names), text_column("the best may be chance"))
    return ResultTable(
        "Ranks by queries and by measures", columns, rows,
        f"Ranks by F1 of hits, and by {'a measure' if len(keys) == 1 else 'measures'} ({average}). Equal figures share a rank. The "
        "difference of the best two is tested on the same resamples.",
        (found.signature,),
    )  # fmt: skip


def _ranked(values: Sequence[float | None]) -> list[Value]:
    return [None if one is None else 1 + sum(other is not None and other > one for other in values) for one in values]


def _for_scripts(name: str, found: Trusted, titles: Sequence[str], rows: list[list[Value]]) -> ResultTable:
    """Rows that begin with query and system; before them stands what the gold is called by, its folder."""
    folder = Path(found.trust.gold.treebank.path).absolute().parent.name
    columns = tuple(map(text_column, ("data", "query", "system", *titles)))
    return ResultTable(name, columns, [[folder, *row] for row in rows])


def _said(values: Iterable[float | None], digits: int = 4) -> list[str]:
    return ["undefined" if value is None else f"{value:.{digits}f}" for value in values]


def trust_rows(found: Trusted) -> ResultTable:
    """A row per query and system with all figures, as scripts compare them."""

    def figures(one: Scored) -> list[Value]:
        shares = one.precision, one.recall, one.f1
        ends = [end for share in shares for end in share[1:3]]
        return [one.gold, one.system, one.both, *_said([*(share.value for share in shares), *ends])]

    names = ["precision", "recall", "f1"]
    names += [f"{name}_{end}" for name in names for end in ("low", "high")]
    titles = [
        "sentences", "unparsed", "gold", "system_hits", "both", *names, "ratio", "ratio_low",
        "ratio_high", "s.gold", "s.system", "s.both", *(f"s.{name}" for name in names),
        *(f"{kind}.{cause.replace(' ', '')}" for kind, cause in EVERY_CAUSE),
    ]  # fmt: skip
    rows: list[list[Value]] = []
    for cell in found.every:
        start: list[Value] = [*cell.head, int(found.trust.rows.sum()), cell.compared.unparsed]
        ratio = _said(cell.span.ratio[:3])
        rows.append([*start, *figures(cell.span), *ratio, *figures(cell.sentence), *cell.compared.causes])
    return _for_scripts("trust", found, titles, rows)


def hit_rows(found: Trusted) -> ResultTable:
    """A row per sentence, label and set of words that gold or system has: how often."""
    rows: list[list[Value]] = []
    for cell in found.every:
        for (sentence, (label, bits)), numbers in cell.compared.keys.items():
            words = f"{(bits & -bits).bit_length()}-{bits.bit_length()}" if bits > 0 else "-"
            rows.append([*cell.head, sentence + 1, label, words, *numbers])
    return _for_scripts("hits", found, ("line", "label", "words", "gold", "system_hits", "both"), rows)


def corrected_rows(found: Trusted, texts: Sequence[Asked] = ()) -> ResultTable:
    """A row per query and system: the corrected number of its text, or without any of the even lines by the odd ones."""
    rows: list[list[Value]] = []
    for cell in found.every:
        made, counts = found.corrected(cell, texts), found.counts(cell)
        calibration, truth = (counts, "-") if texts else (counts[::2], str(counts[1::2, 0].sum()))
        gold, hits, _ = calibration.sum(axis=0).tolist()
        rows.append([
            *cell.head, len(calibration), gold, hits, made.sentences, made.found, truth,
            *_said([*made.calibrated[:3], *made.predicted[1:3]], 2),
        ])  # fmt: skip
    titles = (
        "cal_sentences", "cal_gold", "cal_system", "text_sentences", "text_system", "text_gold",
        "estimate", "low", "high", "predicted_low", "predicted_high",
    )  # fmt: skip
    return _for_scripts("corrected", found, titles, rows)


USUAL = {"ppche": "queries/ppche.tsv"}
"""By format of the gold, the eight queries of the help page; for all others in labels of the Penn Treebank."""
PENN = "queries/penn.tsv"


def queries_of(comparison: ConstituentComparison, view: View | None = None) -> list[NamedQuery]:
    """The queries of the comparison, or the shipped ones; its kept patterns, and the pattern of the filter first, if of one tree.
    What it has of CorpusSearch stays in it and is not asked. Raises TreecompareError: a file of queries cannot be read."""
    asked = comparison.questions
    files = (
        [one for one in asked.files if not one.endswith(CORPUSSEARCH)]
        or resources.queries_beside(comparison.gold.path)
        or [str(resources.path(USUAL.get(comparison.gold.format, PENN)))]
    )
    texts: dict[str, str] = {}
    for path in files:
        for query in read_queries(path):
            texts[f"{query.name} ({Path(path).name})" if query.name in texts else query.name] = query.text
    known = {*texts.values()}
    for name, text in asked.patterns.items():
        if text not in known:
            texts[f"{name} (kept)" if name in texts else name] = text
    named = list(texts.items())
    if view is not None and view.pattern:
        first = next((one for one in named if one[1] == view.pattern), ("pattern of the filter", view.pattern))
        named = [first, *(one for one in named if one != first)]
    queries = []
    for name, text in named:
        with suppress(UsageError):  # a pattern over several trees
            queries.append(as_query(name, text))
    return queries


def trust_of(comparison: ConstituentComparison, systems: Sequence[int]) -> Trust:
    """Some systems of a comparison as queries are asked of them, without sentences that the comparison leaves out."""
    left_out, sentences = comparison.table.left_out, range(len(comparison.gold.trees))
    rows = np.array([not left_out[comparison.row_of(one)] for one in sentences], np.bool_)
    chosen = [comparison.systems[system] for system in systems]
    return Trust(comparison.gold, chosen, comparison.settings.params, comparison.preparation.preterminals, rows)


def trust_tables(comparison: ConstituentComparison, view: View) -> list[ResultTable]:
    """Queries by systems: F1, why hits differ, ranks. Raises TreecompareError: a file cannot be read, a query takes too long."""
    found = Trusted(trust_of(comparison, range(len(comparison.systems))), queries_of(comparison, view))
    errors = HitErrors(found.trust, comparison)
    return [
        _figures(found, errors),
        _causes(found, errors),
        errors.table(found),
        rank_table(comparison, found, [view.key_a], view.average),
    ]


def _with_hits(
    table: ResultTable, found: Trusted, errors: HitErrors, wanted: Mapping[int, Sequence[tuple[str, str]]]
) -> ResultTable:
    """The table of cells with the hits behind some of its columns: those of a kind, and of a cause ("": of all)."""

    def behind(row: int, column: int) -> Found | None:
        if column not in wanted:
            return None
        one = found.every[row].compared
        every = ((hit, cause) for kind, cause in wanted[column] for hit in errors.behind(one, kind))
        hits = [hit for hit, cause in every if cause in ("", hit.hit.cause)]
        return errors.found(hits, one.system, f"{one.query.name}: {table.columns[column].title}")

    return replace(table, found=behind)


def _figures(found: Trusted, errors: HitErrors) -> ResultTable:
    columns = (
        *map(count_column, ("gold", "system's", "both", *CAUSES)),
        *map(share_column, ("precision", "recall", "F1")),
        *interval_columns("F1"),
        share_column("F1 by sentence"),
        text_column("remark"),
    )

    def values(cell: Cell) -> list[Value]:
        one = cell.span
        wrong = map(len, cell.compared.wrong.values())
        remark = f"fewer than {FEW} hits in the gold" if one.gold < FEW else None
        shares = one.precision.value, one.recall.value, *one.f1[:3], cell.sentence.f1.value
        return [one.gold, one.system, one.both, *wrong, *shares, remark]

    gone = [f"{Path(one).name} is {GONE}." for one in errors.comparison.questions.files if one.endswith(CORPUSSEARCH)]
    note = (
        "Hits are the same where label and words are; without a parse the gold's hits count as missed. A click on a number of "
        "missed or invented hits shows their sentences."
    )
    table = table_of_cells("Trust in queries", found, columns, values, " ".join((note, *gone)))
    both = [(kind, "") for kind in CAUSES]
    return _with_hits(table, found, errors, {0: both, 1: both, 5: both[:1], 6: both[1:]})


def _causes(found: Trusted, errors: HitErrors) -> ResultTable:
    columns = [count_column(f"{kind}: {cause}") for kind, cause in EVERY_CAUSE]
    note = WHY.format(" of the other side")
    table = table_of_cells("Why hits differ", found, columns, lambda cell: cell.compared.causes, note)
    return _with_hits(table, found, errors, {place: [one] for place, one in enumerate(EVERY_CAUSE, 2)})


TRUST = Analysis(
    "trust", "Trust in queries",
    "How far to believe queries on parsed text: hits in gold, system and both, and why others differ (Kulick et al. 2022)",
    trust_tables, "measures average pattern queries",
    is_of_errors=True, behind="pattern", further=("Why hits differ", "Errors behind wrong hits"),
)  # fmt: skip
