"""The results as pages: all treebanks x systems on one, and one for each treebank. They need no network and no scripts."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from treecompare.batches.figures import Board, Standing
from treecompare.batches.stored import StoredTable
from treecompare.batches.tables import (
    differences_table,
    matrix_table,
    ranks_table,
    scores_table,
    standings,
    unscored_table,
    warnings_table,
)
from treecompare.comparison.answered import full_path
from treecompare.errors import counted
from treecompare.measures import measure
from treecompare.pages.page import Cards, Folded, Page, Paragraph, Part, Section, Table
from treecompare.scores.result import (
    Column,
    ResultTable,
    Value,
    count_column,
    rank_column,
    score_column,
    share_column,
    text_column,
)
from treecompare.scores.rich import Rich, link, quiet, strong
from treecompare.scores.set_notes import set_note
from treecompare.typed import typed

INDEX = "index.html"
MOST = 2_000
"""So many rows of a table are written."""
_NOT_IN_NAMES = re.compile(r"[^\w.-]+")


def pages(board: Board, tests: bool = False, reports: Mapping[str, str] | None = None) -> dict[str, Page]:
    """The pages by the names of their files. ``tests``: intervals and wins as well; ``reports``: further pages
    of treebanks that there are, by their names."""
    names = page_names(board)
    found = {INDEX: _index(board, names, tests)}
    for treebank, name in names.items():
        found[name] = _of_treebank(board, treebank, (reports or {}).get(treebank, ""))
    return found


def page_names(board: Board, before: str = "treebank") -> dict[str, str]:
    """The file of each treebank's page; no two are the same, also where letters do not differ but in case."""
    found: dict[str, str] = {}
    for treebank in board.treebanks:
        name = f"{before}-{_NOT_IN_NAMES.sub('-', treebank)}"
        taken = {one.lower() for one in found.values()}
        number = 1
        while f"{name}{f'-{number}' if number > 1 else ''}.html".lower() in taken:
            number += 1
        found[treebank] = f"{name}{f'-{number}' if number > 1 else ''}.html"
    return found


def _index(board: Board, names: Mapping[str, str], tests: bool) -> Page:
    all_of = standings(board)
    unscored = board.unscored
    done = len(board.plan) - len(unscored)
    lead: list[Paragraph | Cards] = [Paragraph(_leading(one)) for one in all_of[:1] if len(one.systems) > 1]
    lead.append(
        Cards(
            [
                (f"{len(board.treebanks):,}", "treebanks"),
                (f"{len(board.systems):,}", "systems"),
                (f"{done:,} of {len(board.plan):,}", "comparisons scored"),
                (_duration(sum(one.seconds for one in board.results.values())), "of work"),
            ]
        )
    )
    sections = []
    for number, one in enumerate(all_of):
        parts: list[Part] = [
            Table(ranks_table(board, one), MOST),
            Table(_linked(_by_rank(scores_table(board, one, not number), one), names), MOST, 100),
            Folded("Ranks per treebank", [Table(_by_rank(matrix_table(board, one, "ranks"), one), MOST, MOST)]),
        ]
        if tests and len(one.systems) > 1:
            parts.append(Folded("Differences of systems", [Table(differences_table(board, one), MOST, 50)]))
        sections.append(
            Section(_title(board, one), parts, "pooled scores; the best of each treebank in bold", f"m{number}")
        )
    for preparation in board.preparations:
        lacking = [one for one in all_of if one.preparation == preparation and (one.coverage < 1).any()]
        if lacking:
            table = _linked(matrix_table(board, lacking[0], "coverage"), names)
            sections.append(Section("Coverage", [Table(table, MOST, 100)], f"of the gold's sentences, {preparation}"))
    if unscored:
        sections.append(Section("Not scored", [Table(unscored_table(board), MOST)], "", "unscored"))
    warnings = warnings_table(board)
    if warnings.rows:
        title = counted(len(warnings.rows), "warning")
        sections.append(Section("Warnings", [Folded(title, [Table(warnings, MOST, MOST)])], "of readers and pairing"))
    return Page(board.name, lead, sections, _when(board))


def _leading(one: Standing) -> Rich:
    """Who leads, by both ways of counting."""
    title = measure(one.key).title
    said: list[Rich] = []
    for what, values, ranks in (
        ("macro-average", one.macro, one.macro_ranks),
        ("sum over all words", one.sums, one.sum_ranks),
    ):
        if not np.isnan(ranks).all():
            best = int(np.nanargmin(ranks))
            others = int((ranks == ranks[best]).sum()) - 1
            leads = f" and {others:,} more lead" if others else " leads"
            figure = measure(one.key).shown(float(values[best]))
            said.append(Rich(f"by the {what} of {title} ", strong(one.systems[best]), f"{leads} with {figure}"))
    if not said:
        return Rich(f"{title}: no system has all treebanks.")
    text = Rich(said[0], *(Rich("; ", more) for more in said[1:]), ".")
    return Rich(text[:1].upper(), *_rest(text))


def _rest(text: Rich) -> list[Rich]:
    """A text without its first letter."""
    first, *others = text.pieces
    return [Rich(first._replace(text=first.text[1:]), *others)]


def _title(board: Board, one: Standing) -> str:
    return f"{measure(one.key).title} ({one.preparation})" if len(board.preparations) > 1 else measure(one.key).title


def _by_rank(table: ResultTable, one: Standing) -> ResultTable:
    """The same table with the best systems first and the best of each treebank in bold; without bars, which have no room there."""
    ranks = one.macro_ranks if one.has_macro else one.sum_ranks
    order = [0, *(np.argsort(np.nan_to_num(ranks, nan=np.inf), kind="stable") + 1).tolist()]

    def cell(row: int, place: int) -> Value:
        return Rich(strong(table.text(row, place))) if (row, place) in table.marked else table.rows[row][place]

    return replace(
        table,
        columns=tuple(
            replace(table.columns[place], look="", shown=_or_text(table.columns[place].shown)) for place in order
        ),
        rows=[[cell(row, place) for place in order] for row in range(len(table.rows))],
        marked=frozenset(),
    )


def _or_text(shown: Callable[[Any], str]) -> Callable[[Any], str]:
    """How values are displayed, of which some are texts by now."""
    return lambda value: value if isinstance(value, str) else shown(value)


def _linked(table: ResultTable, names: Mapping[str, str]) -> ResultTable:
    """The same table with treebanks that lead to their pages."""
    rows = [
        [Rich(link(str(row[0]), names[str(row[0])])) if row[0] in names else row[0], *row[1:]] for row in table.rows
    ]
    return replace(table, rows=rows)


def _of_treebank(board: Board, treebank: str, report: str) -> Page:
    entries = [one for one in board.plan if one.treebank == treebank]
    gold = entries[0].gold
    lead: list[Paragraph | Cards] = [Paragraph(Rich(link(board.name, INDEX), quiet(f" ▸ {treebank}")))]
    if report:
        lead.append(Paragraph(Rich(link("Report of this comparison, with errors and drawn sentences", report))))
    sections = []
    for preparation in board.preparations:
        table = board.table(treebank, preparation)
        if table is None:
            continue
        parts: list[Part] = [Table(_measures_of(board, treebank, preparation), MOST, MOST)]
        errors = _errors_of(table)
        if errors.rows:
            parts.append(Folded("Errors by type", [Table(errors, MOST)]))
        parts.append(
            Folded("Files, times, sentences without a score", [Table(_files_of(board, treebank, preparation), MOST)])
        )
        lead.append(
            Cards([(f"{int(table.gold_counts.sum()):,}", "sentences"), (f"{int(table.lengths.sum()):,}", "words")])
        )
        sections.append(Section(preparation if len(board.preparations) > 1 else "Systems", parts))
    lead = lead[: lead.index(next((one for one in lead if isinstance(one, Cards)), lead[-1])) + 1]
    systems = [f"{one.system}={full_path(one.path)}" for one in entries if one.path]
    command = typed(
        ["treecompare", "report", "html", full_path(gold), *dict.fromkeys(systems), "--output", "report.html"]
    )
    return Page(treebank, lead, sections, gold, f"The report of this comparison: {command}")


def _measures_of(board: Board, treebank: str, preparation: str) -> ResultTable:
    """The systems under every measure, each with its ranks, the best under the first one first."""
    found = [one for key in board.keys if treebank in (one := board.standing(key, preparation)).treebanks]
    note = set_note(found[0].tables[treebank], [one.key for one in found]) if found else ""
    columns: list[Column] = [text_column("system"), share_column("coverage, %")]
    rows: dict[str, list[Value]] = {}
    signatures = []
    for one in found:
        row, table = one.treebanks.index(treebank), one.tables[treebank]
        columns += [replace(score_column(measure(one.key)), look=""), rank_column("rank")]
        for number, name in enumerate(table.systems):
            place = one.systems.index(name) if name in one.systems else None
            values = rows.setdefault(name, [name, table.coverage(number)])
            values += [None, None] if place is None else [_value(of[row, place]) for of in (one.scores, one.ranks)]
            signatures.append(f"{name}: {table.signature(one.key, 'pooled', number)}")
    ordered = sorted(rows.values(), key=lambda of: float(of[3]) if isinstance(of[3], float) else np.inf)
    return ResultTable("Systems", tuple(columns), ordered, f"Rank 1 is best. {note}".strip(), tuple(signatures))


def _value(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _errors_of(table: StoredTable) -> ResultTable:
    counts, note = table.errors()
    columns = (text_column("error"), *map(count_column, table.systems))
    return ResultTable("Errors by type", columns, [[title, *of] for title, of in counts.items()], note)


def _files_of(board: Board, treebank: str, preparation: str) -> ResultTable:
    rows: list[list[Value]] = []
    for system in board.systems:
        key = (treebank, system, preparation)
        if key not in board.entries:
            continue
        result = board.results.get(key)
        why = board.state(key) or (
            "; ".join(f"{reason}: {number:,}" for reason, number in result.reasons.items()) if result else ""
        )
        rows.append([
            system, board.entries[key].path or None, result.files[1].sha256[:12] if result and len(result.files) > 1 else None,
            result.seconds if result else None, result.machine or None if result else None, why or None,
        ])  # fmt: skip
    columns = (
        *map(text_column, ("system", "file", "SHA-256")), Column("seconds", lambda value: f"{value:.1f}"),
        *map(text_column, ("machine", "not scored")),
    )  # fmt: skip
    return ResultTable("Files", columns, rows)


def _when(board: Board) -> str:
    last = max((one.when for one in board.results.values()), default=0.0)
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(last)) if last else "nothing is scored yet"


def _duration(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
