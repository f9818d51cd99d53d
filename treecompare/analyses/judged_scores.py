"""Whether measures agree with people: scores of the parses that were judged correct, and of those judged incorrect (Kübler et al.
2008, section 5)."""

from __future__ import annotations

import numpy as np

from treecompare.comparison.base import Comparison
from treecompare.comparison.judged_counts import NOTHING
from treecompare.measures import measure
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
