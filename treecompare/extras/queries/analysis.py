"""How far queries may be believed in a comparison: queries by systems, the sentences behind each figure, ranks of systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np

from treecompare import resources
from treecompare.analyses.analysis import Analysis
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.questions import CORPUSSEARCH, GONE
from treecompare.errors import UsageError
from treecompare.extras.queries.figures import FEW
from treecompare.extras.queries.hit_errors import HitErrors
from treecompare.extras.queries.hits import CAUSES, Trust
from treecompare.extras.queries.named import NamedQuery, as_query, read_queries
from treecompare.extras.queries.tables import WHY, rank_table, table_of_cells
from treecompare.extras.queries.trust import Cell, Trusted
from treecompare.scores.result import (
    Found,
    ResultTable,
    Value,
    View,
    count_column,
    interval_columns,
    share_column,
    text_column,
)

USUAL = {"ppche": "queries/ppche.tsv"}
"""By format of the gold, the eight queries of the help page; for all others in labels of the Penn Treebank."""
PENN = "queries/penn.tsv"


def queries_of(comparison: ConstituentComparison, view: View | None = None) -> list[NamedQuery]:
    """The queries of the comparison, or the shipped ones; its kept patterns, and the pattern of the filter first, where they are
    for a single tree. What it has of CorpusSearch stays in it and is not asked. Raises TreecompareError: a file of queries cannot
    be read."""
    asked = comparison.questions
    files = (
        [one for one in asked.files if not one.endswith(CORPUSSEARCH)]
        or resources.queries_beside(comparison.gold.path)
        or [str(resources.path(USUAL.get(comparison.gold.format, PENN)))]
    )
    found: dict[str, NamedQuery] = {}
    for path in files:
        for query in read_queries(path):
            found[f"{query.name} ({Path(path).name})" if query.name in found else query.name] = query
    known = {query.text for query in found.values()}
    for name, text in asked.patterns.items():
        with suppress(UsageError):  # a pattern over several trees
            if text not in known:
                found[f"{name} (kept)" if name in found else name] = as_query(name, text)
    queries = [query if query.name == name else replace(query, name=name) for name, query in found.items()]
    if view is not None and view.pattern and all(query.text != view.pattern for query in queries):
        with suppress(UsageError):
            queries.insert(0, as_query("pattern of the filter", view.pattern))
    return queries


def trust_of(comparison: ConstituentComparison, systems: Sequence[int]) -> Trust:
    """Some systems of a comparison as queries are asked of them, without sentences that the comparison leaves out."""
    left_out, sentences = comparison.table.left_out, range(len(comparison.gold.trees))
    rows = np.array([not left_out[comparison.row_of(one)] for one in sentences], np.bool_)
    chosen = [comparison.systems[system] for system in systems]
    return Trust(comparison.gold, chosen, comparison.settings.params, comparison.preparation.preterminals, rows)


def trust_tables(comparison: ConstituentComparison, view: View) -> list[ResultTable]:
    """Queries by systems: F1 with its interval, why hits differ, and ranks of systems by queries beside those by a measure. Raises
    TreecompareError: a file of queries cannot be read, or a query takes too long."""
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
        shares = one.precision.value, one.recall.value, *one.f1.ends, cell.sentence.f1.value
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
    every = [(kind, cause) for kind, causes in CAUSES.items() for cause in causes]
    columns = [count_column(f"{kind}: {cause}") for kind, cause in every]
    note = WHY.format(" of the other side")
    table = table_of_cells("Why hits differ", found, columns, lambda cell: cell.compared.causes, note)
    return _with_hits(table, found, errors, {place: [one] for place, one in enumerate(every, 2)})


TRUST = Analysis(
    "trust", "Trust in queries",
    "How far to believe queries on parsed text: hits in gold, system and both, and why others differ (Kulick et al. 2022)",
    trust_tables, "measures average pattern queries",
    parts=("Why hits differ", "Errors behind wrong hits", "Ranks by queries"), is_of_errors=True,
)  # fmt: skip
