"""A scored comparison as a page to send: systems with ranks and intervals, errors, telling sentences drawn, how it was made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from treecompare.analyses.catalogue import analysis
from treecompare.analyses.exports import coverage_table
from treecompare.analyses.methods import command_line
from treecompare.analyses.rank_page import MOST_WORDS, beginning, disagreement, methods, sentences_drawn
from treecompare.comparison.base import Comparison
from treecompare.comparison.judgements import shown_mark
from treecompare.errors import Cancelled, counted
from treecompare.measures import measure
from treecompare.pages.html import Cards, Folded, Page, Paragraph, Part, Section, Table
from treecompare.scores.ranks import system_scores
from treecompare.scores.result import Column, ResultTable, Value, View, rank_column, score_column, text_column
from treecompare.scores.rich import Rich, quiet
from treecompare.scores.set_notes import set_note
from treecompare.scores.significance import ITERATIONS, Interval, significance
from treecompare.scores.table import typeset

TELLING = 10
"""So many sentences of each system are drawn."""
LONGEST = 25
"""Sentences of more words are drawn only where there are not enough shorter ones."""


def report_page(comparison: Comparison, view: View) -> Page:
    """The page of a comparison that is scored: under the measures A and B of the view and its average. Raises Cancelled:
    ``view.cancel`` was set."""
    table, told = comparison.table, comparison.names().told
    names = ", ".join(table.systems)
    common = table.common()
    gold = f"compared with {comparison.gold.name}" if comparison.is_gold else f"beside {comparison.gold.name}"
    lead: list[Paragraph | Cards] = [
        Paragraph(f"{counted(len(table.systems), 'system')} {gold}: {names}."),
        Paragraph(
            f"{counted(common.of, 'sentence')}; {common.number:,} of them have figures for all systems compared."
        ),
        *(Paragraph(Rich(quiet(told(one)))) for one in comparison.warnings),
    ]
    keys = list(dict.fromkeys((view.key_a, view.key_b)))
    sections = [
        _systems(comparison, keys, view),
        *disagreement(comparison, (view.key_a, view.key_b), average=view.average),
        *_made(comparison, view),
        *_tests(comparison, view),
        *_errors(comparison, view),
    ]
    sections += [section for system in range(len(table.systems)) for section in _telling(comparison, system, view)]
    sections += [*_notes(comparison), _methods(comparison, keys, view)]
    title = (
        f"{names} and {comparison.gold.name}"
        if len(names) < 60
        else f"{counted(len(table.systems), 'system')}, {comparison.gold.name}"
    )
    options = ["--a", view.key_a, "--b", view.key_b, "--average", view.average, "--output", "report.html"]
    return Page(title, lead, sections, foot=f"Again: {command_line(comparison, 'report html', options)}")


# -- figures ----------------------------------------------------------------------------------------------------------------


def _systems(comparison: Comparison, keys: Sequence[str], view: View) -> Section:
    table = comparison.table
    intervals = significance(table, keys, [view.average], cancel=view.cancel).intervals
    tables: list[Part] = [Table(_ranked(comparison, key, view, intervals[key, view.average])) for key in keys]
    quiet_title = f"{view.average}; rank 1 is best; 95 % intervals by bootstrap, {ITERATIONS:,} samples of sentences"
    return Section("Systems", [*tables, Table(coverage_table(comparison, keys))], quiet_title, "systems")


def _ranked(comparison: Comparison, key: str, view: View, intervals: Sequence[Interval]) -> ResultTable:
    """The systems under a measure, the best first."""
    table, one = comparison.table, measure(key)
    figures = table.figures(key, view.average)
    ranks = system_scores(table, key, view.average)[1].tolist()
    limit = partial(Column, shown=one.shown)
    columns = text_column("system"), rank_column("rank"), score_column(one), limit("2.5 %"), limit("97.5 %")
    rows: list[list[Value]] = [
        [table.systems[system], ranks[system], figures[system], intervals[system].low, intervals[system].high]
        for system in np.argsort(ranks, kind="stable").tolist()
    ]
    return ResultTable(one.title, columns, rows, set_note(table, [key]), (table.signature(key, view.average),))


def _made(comparison: Comparison, view: View) -> Iterator[Section]:
    """Of raw output: both figures, and what became of the answers."""
    if comparison.outcomes:
        figures, outcomes, repairs, *_ = analysis("outcomes").make(comparison, view)
        parts: list[Part] = [Table(figures), Table(outcomes), *([Table(repairs)] if repairs.rows else [])]
        yield Section(
            "Raw output", parts, "every answer has an outcome; nothing is repaired unless asked for", "answers"
        )


def _tests(comparison: Comparison, view: View) -> Iterator[Section]:
    if len(comparison.table.systems) > 1:
        parts = [Folded(one.title, [Table(one)]) for one in analysis("significance").tables(comparison, view)]
        yield Section(
            "Are the differences chance?", parts, "shuffling and paired bootstrap, all pairs of systems", "tests"
        )


def _errors(comparison: Comparison, view: View) -> Iterator[Section]:
    if comparison.error_types:
        entry = analysis("errors", comparison.kind)
        first, *others = entry.tables(comparison, view)
        parts: list[Part] = [Table(first), *(Folded(one.title, [Table(one)]) for one in others if one.rows)]
        yield Section(entry.told("Errors by type", comparison.names()), parts, "", "errors")


# -- sentences --------------------------------------------------------------------------------------------------------------


def telling_sentences(comparison: Comparison, system: int, key: str) -> tuple[list[int], NDArray[np.float64]]:
    """The rows of short sentences that account for most of how a system differs from the mean of the others under a measure: half
    of them where it is below that, half where it is above, the lowest first; of one system those in which it loses most. Of equal
    ones the first. And the difference in scores, per row: of one system the score itself.
    """
    table = comparison.table
    own, weights = table.scores(system, key), table.ratio(system, key).denominator
    others = [table.scores(other, key) for other in range(len(table.systems)) if other != system]
    difference = own.copy()
    if others:
        known = np.stack(others)
        counts = np.count_nonzero(~np.isnan(known), axis=0)
        difference -= np.divide(np.nansum(known, axis=0), counts, out=np.full(len(own), np.nan), where=counts > 0)
    lost = (difference if others else difference - 1) * weights
    usable = ~np.isnan(lost) & (lost != 0)
    lengths = np.array(comparison.word_counts())
    rows = np.flatnonzero(usable & (lengths <= LONGEST))
    if len(rows) < TELLING:
        rows = np.flatnonzero(usable & (lengths <= MOST_WORDS))
    ordered = rows[np.argsort(lost[rows], kind="stable")]
    worse = ordered[lost[ordered] < 0][: TELLING // 2 if others else TELLING]
    better = rows[np.argsort(-lost[rows], kind="stable")]
    better = better[lost[better] > 0][: TELLING - len(worse)]
    return [*worse.tolist(), *better[::-1].tolist()], difference


def _notes(comparison: Comparison) -> Iterator[Section]:
    """What people said of sentences, and of what systems made of them."""
    said, texts = comparison.judgements, comparison.texts()
    of_systems: dict[int, list[str]] = {}
    for place in sorted({*said.classes, *said.correct, *said.unclear}):
        sentence, system, mark = place
        told = [shown_mark(mark), said.verdict(place) or "", said.classes.get(place, "")]
        of_systems.setdefault(sentence, []).append(f"{system}: {' '.join(filter(None, told))}")
    phenomena: dict[int, list[str]] = {}
    for name, sentences in sorted(said.phenomena.items()):
        for sentence in sentences:
            phenomena.setdefault(sentence, []).append(name)
    rows: list[list[Value]] = [
        [
            comparison.numbers_of(row),
            beginning(texts[row]),
            ", ".join(phenomena.get(row, [])),
            "; ".join(of_systems.get(row, [])),
            said.notes.get(row, ""),
        ]
        for row in sorted({*said.notes, *phenomena, *of_systems})
        if row < len(texts)
    ]
    if rows:
        columns = tuple(map(text_column, ("sentence", "words", "phenomena", "systems", "note")))
        yield Section("Notes", [Table(ResultTable("Notes", columns, rows))], counted(len(rows), "sentence"), "notes")


def _telling(comparison: Comparison, system: int, view: View) -> Iterator[Section]:
    table, one = comparison.table, measure(view.key_a)
    name, several = table.systems[system], len(table.systems) > 1
    chosen, difference = telling_sentences(comparison, system, view.key_a)
    if not chosen:
        return
    scores, texts = table.scores(system, view.key_a), comparison.texts()

    def told() -> Iterator[tuple[int, int, str, str]]:
        for row in chosen:
            if view.cancel is not None and view.cancel[0]:
                raise Cancelled
            against = f" ({_signed(one.shown(difference[row]))})" if several else ""
            yield system, row, beginning(texts[row]), f"{one.shown(scores[row])}{against}"

    drawn = sentences_drawn(comparison, told(), one.title, not system)
    title = f"{name}: {counted(len(chosen), 'telling sentence')}"
    why = "that account for most of its difference to the other systems" if several else "in which it loses most"
    yield Section(title, drawn, f"of at most {LONGEST} words {why} under {one.title}", f"sentences-{system + 1}")


def _signed(text: str) -> str:
    return typeset(text) if text.startswith("-") else f"+{text}"


# -- how it was made --------------------------------------------------------------------------------------------------------


def _methods(comparison: Comparison, keys: Sequence[str], view: View) -> Section:
    skipped = analysis("skipped", comparison.kind).tables(comparison, view)
    checklist = analysis("checklist", comparison.kind).tables(comparison, view)
    tables = [*(replace(one, note="", signatures=()) for one in checklist), *(one for one in skipped if one.rows)]
    return methods(comparison, keys, view.average, [Folded(one.title, [Table(one)]) for one in tables])
