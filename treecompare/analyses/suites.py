"""Test suites: scores per phenomenon, error classes, what people judged correct, whether measures agree (Kübler et al. 2008)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from treecompare.comparison.base import NOTHING, Comparison
from treecompare.comparison.judgements import Judgements, occurrence
from treecompare.measures import Measure, measure
from treecompare.scores.result import (
    Fact,
    Facts,
    Found,
    ResultTable,
    Value,
    View,
    count_column,
    row_difference_column,
    row_score_column,
    text_column,
)
from treecompare.scores.set_notes import set_note

ALL = "ALL"
NO_JUDGEMENTS = "No sentence has a phenomenon yet: mark them in the window (t), or give a table of phenomena."


def phenomenon_tables(comparison: Comparison, view: View) -> list[ResultTable]:
    """The measures of the view per phenomenon and system, as tables 4 and 8 of the paper."""
    table, judgements = comparison.table, comparison.judgements
    rows: list[list[Value | Fact]] = []
    measures: list[Measure] = []
    keys = list(dict.fromkeys((*view.keys, view.key_a, view.key_b)))
    tagged = {name: _sentences(sentences) for name, sentences in sorted(judgements.phenomena.copy().items())}
    everything = _sentences(set().union(*judgements.phenomena.values()))
    for key in keys:
        for name, sentences in [*tagged.items(), (ALL, everything)] if tagged else []:
            among = np.zeros(table.sentences, np.bool_)
            among[sentences] = True
            scores = table.figures(key, view.average, among)
            number = sum(map(judgements.occurrences, tagged if name == ALL else [name]))
            every = Found(sentences, None, name)
            figures = (Fact(score, replace(every, system=system)) for system, score in enumerate(scores))
            titles = Fact.each((measure(key).title, name), every)
            rows.append([*titles, *figures, Fact.of(every), Fact(number, every)])
            measures.append(measure(key))
    columns = (
        text_column("measure"), text_column("phenomenon"), *map(row_score_column, table.systems),
        count_column("sentences"), count_column("occurrences"),
    )  # fmt: skip
    return [
        ResultTable.of(
            f"Scores per phenomenon, {view.average} (as Kübler et al. 2008, tables 4 and 8)", columns, rows,
            f"{ALL}: all sentences with any phenomenon. {set_note(table, keys)}".strip() if rows else NO_JUDGEMENTS,
            (table.signature(key, view.average, among="by:phenomenon") for key in keys), measures=measures,
        )
    ]  # fmt: skip


def judgement_tables(comparison: Comparison, view: View) -> list[ResultTable]:
    """Error classes per phenomenon and system, and how often each phenomenon was parsed correctly (table 9)."""
    return [_correct(comparison, comparison.judgements), _classes(comparison, comparison.judgements)]


def _correct(comparison: Comparison, judgements: Judgements) -> ResultTable:
    systems = comparison.table.systems
    names = sorted(set(judgements.phenomena) | {occurrence(mark)[0] for _, _, mark in judgements.correct.copy()})
    rows: list[list[Value | Fact]] = []
    for name in names:
        rows.append([name or "(sentence)"])
        for system, of in enumerate(systems):
            right, wrong = _judged(judgements, of, name)
            correct = len(right) if right or wrong else None
            rows[-1].append(Fact(correct, _opened(right, system, f"{name} parsed correctly")))
            rows[-1].append(Fact(len(right) + len(wrong), _opened(right + wrong, system, f"{name} judged")))
        tagged = _opened(judgements.phenomena.get(name, ()), None, name)
        rows[-1] += [Fact.of(tagged), Fact(judgements.occurrences(name), tagged)]
    columns = [text_column("phenomenon")]
    for name in systems:
        columns += [count_column(name), count_column("judged", f"judged of {name}")]
    note = "How many occurrences were judged correct, of how many judged; a sentence may have several."
    unclear = sum(of in systems for _, of, _ in judgements.unclear.copy())
    note += f" Judged unclear, in neither: {unclear:,}." if unclear else ""
    title = "Parsed correctly (as Kübler et al. 2008, table 9)"
    columns += [count_column("sentences"), count_column("occurrences")]
    return ResultTable.of(title, columns, rows, note if rows else NO_JUDGEMENTS)


def _opened(sentences: Iterable[int], system: int | None, text: str) -> Found:
    return Found(_sentences(set(sentences)), system, text.strip())


def _judged(judgements: Judgements, system: str, phenomenon: str) -> tuple[list[int], list[int]]:
    """The sentence of each occurrence that was judged right, and of each that was judged wrong."""
    sides: tuple[list[int], list[int]] = ([], [])
    for (sentence, of, mark), is_right in judgements.correct.copy().items():
        if of == system and occurrence(mark)[0] == phenomenon:
            sides[0 if is_right else 1].append(sentence)
    return sides


def _classes(comparison: Comparison, judgements: Judgements) -> ResultTable:
    systems = comparison.table.systems
    sentences: dict[tuple[str, str], list[list[int]]] = {}
    for (sentence, system, mark), error_class in sorted(judgements.classes.copy().items()):
        if system in systems:
            counts = sentences.setdefault((occurrence(mark)[0], error_class), [[] for _ in systems])
            counts[systems.index(system)].append(sentence)
    rows: Facts = [
        [*kind, *(Fact(len(one), _opened(one, system, " ".join(kind))) for system, one in enumerate(lists))]
        for kind, lists in sorted(sentences.items())
    ]
    return ResultTable.of(
        "Error classes per phenomenon (as Kübler et al. 2008, table 2)",
        (text_column("phenomenon"), text_column("class"), *map(count_column, systems)),
        rows,
        "Counted are occurrences." if rows else "No error class has been given yet.",
    )


def _sentences(found: Iterable[int]) -> np.ndarray:
    return np.array(sorted(found), np.int64)


JUDGED = "judged"


def judged_score_tables(comparison: Comparison, view: View) -> list[ResultTable]:
    """The mean score of correct and of incorrect parses, a row per system and measure of the view."""
    table = comparison.table
    keys = [key for key in dict.fromkeys((view.key_a, view.key_b, *view.keys)) if key != JUDGED]
    rows: list[list[Value | Fact]] = []
    for system, name in enumerate(table.systems):
        verdicts = table.scores(system, JUDGED)
        for key in keys if table.exist(system, JUDGED).any() else ():
            scores = np.where(table.rows(system, key), table.scores(system, key), np.nan)
            there = ~np.isnan(scores)
            sides = [
                Found(np.flatnonzero(there & (verdicts == verdict)), system, f"judged {what}")
                for verdict, what in ((1, "correct"), (0, "incorrect"))
            ]
            right, wrong = (float(scores[side.sentences].mean()) if len(side.sentences) else None for side in sides)
            difference = None if right is None or wrong is None else right - wrong
            figures = (Fact(right, sides[0]), Fact.of(sides[0]), Fact(wrong, sides[1]), Fact.of(sides[1]))
            rows.append([name, measure(key).title, *figures, difference])
    columns = (
        text_column("system"), text_column("measure"), row_score_column("correct parses", "correct"),
        count_column("sentences", "correct_sentences"), row_score_column("incorrect parses", "incorrect"),
        count_column("sentences", "incorrect_sentences"), row_difference_column("difference"),
    )  # fmt: skip
    note = "Means of sentences. A parse is correct if all that was judged in its sentence was parsed correctly."
    return [
        ResultTable.of(
            "Scores of parses judged correct and incorrect", columns, rows,
            f"{note} {set_note(table, (JUDGED, *keys))}".strip() if rows else NOTHING,
            tuple(table.signature(key, "mean", among="by:judged") for key in keys) if rows else (),
            measures=(measure(key) for _ in range(len(rows) // max(len(keys), 1)) for key in keys),
        )
    ]  # fmt: skip
