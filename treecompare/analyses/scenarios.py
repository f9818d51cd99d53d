"""Systems on gold, predicted and raw input side by side, as tables 1 and 2 of Tsarfaty et al. 2012 (ACL)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from treecompare.measures import measure
from treecompare.scores.result import (
    Found,
    ResultTable,
    Value,
    View,
    count_column,
    score_column,
    share_column,
    text_column,
)
from treecompare.scores.set_notes import set_note
from treecompare.scores.table import SCORED

if TYPE_CHECKING:
    from treecompare.comparison.lattices.comparison import LatticeComparison

SEGMENTS = ("segeval.unlabelled", "segeval")
TREES = ("tedeval.lattice.unlabelled", "tedeval.lattice")
TITLES = {
    "segeval.unlabelled": "SegEval U", "segeval": "SegEval L", "tedeval.lattice.unlabelled": "TedEval U",
    "tedeval.lattice": "TedEval L", "e.roof.dice.unlabelled": "ParsEval U", "e.roof.dice": "ParsEval L", "uas": "UAS", "las": "LAS",
}  # fmt: skip
WORDS_DIFFER: dict[tuple[str, ...], str] = {
    ("uas", "las"): "UAS and LAS are F1 over aligned words where words differ from the gold's.",
    (
        "e.roof.dice.unlabelled",
        "e.roof.dice",
    ): "ParsEval: only sentences whose words are the gold's; – : there are none.",
}
"""What is said where words differ from the gold's."""


def scenario_tables(comparison: LatticeComparison, view: View) -> list[ResultTable]:
    """A row per system (gold, predicted, raw input): SegEval, ParsEval or attachment scores, TedEval; U unlabelled, L labelled.

    ParsEval rests on the sentences whose words are the gold's; attachment scores on words that are aligned where they differ.
    """
    table, others = comparison.table, comparison.others
    # what the paper sets beside them: ParsEval for constituents, attachment scores for dependencies
    usual = others.plain_keys if others is not None else ()
    keys = (*SEGMENTS, *usual, *TREES)
    rows: list[list[Value]] = []
    figures = [table.figures(key, view.average) for key in keys]
    for system, name in enumerate(table.systems):
        scored = table.number(system, SCORED)
        scores = (of_measure[system] for of_measure in figures)
        rows.append([name, *scores, scored, table.sentences - scored, table.coverage(system)])
    columns = (
        text_column("input"),
        *(score_column(measure(key), TITLES[key]) for key in keys),
        count_column("scored"),
        count_column("left out"),
        share_column("coverage, %", "coverage"),
    )

    def found(row: int, column: int) -> Found | None:
        if not len(keys) < column <= len(keys) + 2:
            return None
        scored = table.statuses[row] == SCORED
        wanted, what = (scored, "scored") if column == len(keys) + 1 else (~scored, "left out")
        return Found(np.flatnonzero(wanted), row, what)

    differing = others is not None and not all(
        others.same_words(system)[: comparison.sentences][table.scored(system)].all()
        for system in range(len(table.systems))
    )
    note = " ".join(filter(None, [
        f"{view.average}; U unlabelled, L labelled.", WORDS_DIFFER.get(usual, "") if differing else "", set_note(table, keys),
    ]))  # fmt: skip
    signatures = tuple(table.signature(key, view.average) for key in keys)
    title = "Gold, predicted and raw input (as Tsarfaty et al. 2012, ACL, tables 1 and 2)"
    return [ResultTable(title, columns, rows, note, signatures, found=found)]
