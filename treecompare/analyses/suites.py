"""Test suites: scores per phenomenon, error classes, what people judged correct, whether measures agree (Kübler et al. 2008)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from treecompare.comparison.base import NOTHING, Comparison
from treecompare.comparison.judgements import Judgements, occurrence
from treecompare.measures import Measure, measure
from treecompare.scores.result import (
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
NO_JUDGEMENTS = "No sentence has a phenomenon yet: tag them in the window (Notes), or give a table of phenomena."


def phenomenon_tables(comparison: Comparison, view: View) -> list[ResultTable]:
    """The measures of the view per phenomenon and system, as tables 4 and 8 of the paper."""
    table, judgements = comparison.table, comparison.judgements
    rows: list[list[Value]] = []
    groups: list[tuple[str, np.ndarray]] = []
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
            rows.append([measure(key).title, name, *scores, len(sentences), number])
            groups.append((name, sentences))
            measures.append(measure(key))
    columns = (
        text_column("measure"), text_column("phenomenon"), *map(row_score_column, table.systems),
        count_column("sentences"), count_column("occurrences"),
    )  # fmt: skip

    def found(row: int, column: int) -> Found | None:
        name, sentences = groups[row]
        system = column - 2 if 2 <= column < 2 + len(table.systems) else None
        return Found(sentences, system, name)

    return [
        ResultTable(
            f"Scores per phenomenon, {view.average} (as Kübler et al. 2008, tables 4 and 8)", columns, rows,
            f"{ALL}: all sentences with any phenomenon. {set_note(table, keys)}".strip() if rows else NO_JUDGEMENTS,
            tuple(table.signature(key, view.average, among="by:phenomenon") for key in keys), found=found, measures=tuple(measures),
        )
    ]  # fmt: skip


def judgement_tables(comparison: Comparison, view: View) -> list[ResultTable]:
    """Error classes per phenomenon and system, and how often each phenomenon was parsed correctly (table 9)."""
    return [_correct(comparison, comparison.judgements), _classes(comparison, comparison.judgements)]


def _correct(comparison: Comparison, judgements: Judgements) -> ResultTable:
    systems = comparison.table.systems
    names = sorted(set(judgements.phenomena) | {occurrence(mark)[0] for _, _, mark in judgements.correct.copy()})
    rows: list[list[Value]] = []
    for name in names:
        judged = [_judged(judgements, system, name) for system in systems]
        number = len(judgements.phenomena.get(name, ()))
        cells: list[Value] = [name or "(sentence)"]
        for right, wrong in judged:
            cells += [len(right) if right or wrong else None, len(right) + len(wrong)]
        rows.append([*cells, number, judgements.occurrences(name)])

    def found(row: int, column: int) -> Found | None:
        if column == 0:
            return None
        if column > 2 * len(systems):  # how many sentences, how many occurrences
            return Found(_sentences(judgements.phenomena.get(names[row], ())), None, names[row])
        system = (column - 1) // 2
        right, wrong = _judged(judgements, systems[system], names[row])
        chosen, what = (right, "parsed correctly") if column % 2 else (right + wrong, "judged")
        return Found(_sentences(set(chosen)), system, f"{names[row]} {what}".strip())

    columns = [text_column("phenomenon")]
    for name in systems:
        columns += [count_column(name), count_column("judged", f"judged of {name}")]
    note = "How many occurrences were judged correct, of how many judged; a sentence may have several."
    unclear = sum(of in systems for _, of, _ in judgements.unclear.copy())
    note += f" Judged unclear, in neither: {unclear:,}." if unclear else ""
    return ResultTable(
        "Parsed correctly (as Kübler et al. 2008, table 9)",
        (*columns, count_column("sentences"), count_column("occurrences")), rows,
        note if rows else NO_JUDGEMENTS,
        found=found,
    )  # fmt: skip


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
    ordered = sorted(sentences.items())

    def found(row: int, column: int) -> Found | None:
        (phenomenon, error_class), lists = ordered[row]
        if column < 2:
            return None
        return Found(_sentences(set(lists[column - 2])), column - 2, f"{phenomenon} {error_class}")

    return ResultTable(
        "Error classes per phenomenon (as Kübler et al. 2008, table 2)",
        (text_column("phenomenon"), text_column("class"), *map(count_column, systems)),
        [[phenomenon, error_class, *map(len, lists)] for (phenomenon, error_class), lists in ordered],
        "Counted are occurrences." if ordered else "No error class has been given yet.",
        found=found,
    )


def _sentences(found: Iterable[int]) -> np.ndarray:
    return np.array(sorted(found), np.int64)


JUDGED = "judged"


def judged_score_tables(comparison: Comparison, view: View) -> list[ResultTable]:
    """The mean score of correct and of incorrect parses, a row per system and measure of the view."""
    table = comparison.table
    keys = [key for key in dict.fromkeys((view.key_a, view.key_b, *view.keys)) if key != JUDGED]
    rows: list[list[Value]] = []
    behind: list[tuple[int, tuple[np.ndarray, np.ndarray]]] = []
    for system, name in enumerate(table.systems):
        verdicts = table.scores(system, JUDGED)
        for key in keys if table.exist(system, JUDGED).any() else ():
            scores = np.where(table.rows(system, key), table.scores(system, key), np.nan)
            there = ~np.isnan(scores)
            sides = (np.flatnonzero(there & (verdicts == 1)), np.flatnonzero(there & (verdicts == 0)))
            right, wrong = (float(scores[side].mean()) if len(side) else None for side in sides)
            difference = None if right is None or wrong is None else right - wrong
            rows.append([name, measure(key).title, right, len(sides[0]), wrong, len(sides[1]), difference])
            behind.append((system, sides))

    def found(row: int, column: int) -> Found | None:
        if column not in (2, 3, 4, 5):
            return None
        system, sides = behind[row]
        return Found(sides[column >= 4], system, "judged incorrect" if column >= 4 else "judged correct")

    columns = (
        text_column("system"), text_column("measure"), row_score_column("correct parses", "correct"),
        count_column("sentences", "correct_sentences"), row_score_column("incorrect parses", "incorrect"),
        count_column("sentences", "incorrect_sentences"), row_difference_column("difference"),
    )  # fmt: skip
    note = "Means of sentences. A parse is correct if all that was judged in its sentence was parsed correctly."
    return [
        ResultTable(
            "Scores of parses judged correct and incorrect", columns, rows,
            f"{note} {set_note(table, (JUDGED, *keys))}".strip() if rows else NOTHING,
            tuple(table.signature(key, "mean", among="by:judged") for key in keys) if rows else (),
            found=found, measures=tuple(measure(key) for _ in range(len(rows) // max(len(keys), 1)) for key in keys),
        )
    ]  # fmt: skip
