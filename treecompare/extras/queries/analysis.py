"""How far queries may be believed in a comparison: queries by systems, the sentences behind each figure, ranks of systems."""

from __future__ import annotations

from collections.abc import Sequence
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
from treecompare.extras.queries.hit_errors import Behind, HitErrors, error_table
from treecompare.extras.queries.hits import INVENTED, MISSED, Compared, Trust
from treecompare.extras.queries.named import NamedQuery, as_query, read_queries
from treecompare.extras.queries.tables import rank_table
from treecompare.extras.queries.trust import Trusted
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
    """Queries by systems: F1 with its interval, why hits differ, and ranks of systems by queries beside those by a measure."""
    found = Trusted(
        trust_of(comparison, range(len(comparison.systems))),
        queries_of(comparison, view),
    )  # fmt: skip
    errors = HitErrors(found.trust, comparison)
    return [
        _figures(found, errors), _causes(found, errors), _errors(found, errors),
        rank_table(comparison, found, [view.key_a], view.average),
    ]  # fmt: skip


def _hits(errors: HitErrors, hits: Sequence[Behind], system: int, text: str) -> Found:
    """The sentences of hits, with the label and the causes behind the last word of each, and the nodes of the errors."""
    marks: dict[int, dict[int, str]] = {}
    nodes: dict[int, list[tuple[str, int]]] = {}
    for one in hits:
        row = errors.comparison.row_of(one.hit.sentence)
        label, bits = one.hit.key
        words = errors.trust.kept_words(one.hit.sentence, bits) if bits > 0 else []
        if words:
            said = ", ".join(dict.fromkeys([one.hit.cause, *one.causes]))
            marks.setdefault(row, {})[words[-1]] = f"{label}: {said}"
        nodes.setdefault(row, []).extend(one.nodes)
    return Found(np.array(sorted(nodes), np.int64), system, text, marks, nodes)


def _figures(found: Trusted, errors: HitErrors) -> ResultTable:
    rows: list[list[Value]] = []
    cells: list[tuple[int, Compared]] = []
    for query, row in zip(found.queries, found.cells, strict=True):
        for system, cell in enumerate(row):
            span = cell.span
            remark = f"fewer than {FEW} hits in the gold" if span.gold < FEW else None
            rows.append([
                query.name, cell.compared.system, span.gold, span.system, span.both, len(cell.compared.missed),
                len(cell.compared.invented), span.precision.value, span.recall.value, span.f1.value, span.f1.low, span.f1.high,
                cell.sentence.f1.value, remark,
            ])  # fmt: skip
            cells.append((system, cell.compared))
    columns = (
        text_column("query"), text_column("system"),
        *map(count_column, ("gold", "system's", "both", "missed", "invented")),
        *map(share_column, ("precision", "recall", "F1")), *interval_columns("F1"),
        share_column("F1 by sentence"),
        text_column("remark"),
    )  # fmt: skip

    def behind(row: int, column: int) -> Found | None:
        system, one = cells[row]
        wanted = {0: (True, False), 1: (True, False), 5: (True,), 6: (False,)}.get(column)
        if wanted is None:
            return None
        hits = [hit for is_missed in wanted for hit in errors.behind(one, system, is_missed)]
        return _hits(errors, hits, system, f"{one.query.name}: {columns[column].title}")

    return ResultTable(
        "Trust in queries", columns, rows,
        " ".join((
            "Hits are the same where label and words are; without a parse the gold's hits count as missed. A click on a number of "
            "missed or invented hits shows their sentences.",
            *(f"{Path(one).name} is {GONE}." for one in errors.comparison.questions.files if one.endswith(CORPUSSEARCH)),
        )),
        (found.signature,), found=behind,
    )  # fmt: skip


def _causes(found: Trusted, errors: HitErrors) -> ResultTable:
    names = [*(f"missed: {name}" for name in MISSED), *(f"invented: {name}" for name in INVENTED)]
    rows: list[list[Value]] = []
    cells: list[tuple[int, Compared]] = []
    for row in found.compared:
        for system, one in enumerate(row):
            numbers = [sum(hit.cause == name for hit in one.missed) for name in MISSED]
            numbers += [sum(hit.cause == name for hit in one.invented) for name in INVENTED]
            rows.append([one.query.name, one.system, *numbers])
            cells.append((system, one))
    columns = (text_column("query"), text_column("system"), *map(count_column, names))

    def behind(row: int, column: int) -> Found | None:
        system, one = cells[row]
        if column < 2:
            return None
        is_missed, cause = column - 2 < len(MISSED), (*MISSED, *INVENTED)[column - 2]
        hits = [wrong for wrong in errors.behind(one, system, is_missed) if wrong.hit.cause == cause]
        return _hits(errors, hits, system, f"{one.query.name}: {names[column - 2]}")

    return ResultTable(
        "Why hits differ", columns, rows,
        "words: no constituent of the other side has these words; label: one has, with another label; inside: the node is there, "
        "but not what the query wants of it.",
        (found.signature,), found=behind,
    )  # fmt: skip


def _errors(found: Trusted, errors: HitErrors) -> ResultTable:
    table, every = error_table(found, errors)

    def behind(row: int, column: int) -> Found | None:
        one = every[row]
        hits = "missed" if one.is_missed else "invented"
        return _hits(errors, one.behind, one.system, f"{one.query.name}, {hits}: {one.title}")

    return replace(table, found=behind)


TRUST = Analysis(
    "trust", "Trust in queries",
    "How far to believe queries on parsed text: hits in gold, system and both, and why others differ (Kulick et al. 2022)",
    trust_tables, "measures average pattern queries",
    parts=("Why hits differ", "Errors behind wrong hits", "Ranks by queries"), is_of_errors=True,
)  # fmt: skip
