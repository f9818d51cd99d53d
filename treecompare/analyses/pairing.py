"""How the sentences of each system were paired with those of the gold."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.lattices.comparison import LatticeComparison
from treecompare.comparison.pairing import WAYS, SentencePairing
from treecompare.mappings.sentence_pairing import GOLD_ONLY, TEST_ONLY
from treecompare.scores.result import Found, ResultTable, Value, View, count_column, text_column
from treecompare.scores.table import SCORED


def pairing_tables(
    comparison: ConstituentComparison | DependencyComparison | LatticeComparison, view: View
) -> list[ResultTable]:
    """Counts per system; then the units that are not one sentence of each side, in order, with the same characters."""
    names = [system.name for system in comparison.systems]
    pairings = [comparison.sentence_pairing(system) for system in range(len(names))]
    table = comparison.table
    respelt = [np.where(table.statuses[system] == SCORED, table.respelt[system], 0) for system in range(len(names))]
    tables = [_counts(names, pairings, respelt if comparison.kind == "dependencies" else [])]
    listed = [
        (system, int(unit))
        for system, pairing in enumerate(pairings)
        for unit in np.flatnonzero(~pairing.is_plain).tolist()
    ]
    return [*tables, _listed(names, pairings, listed)] if listed else tables


def _counts(names: list[str], pairings: list[SentencePairing], respelt: list[NDArray[np.int32]]) -> ResultTable:
    """``respelt``: per system how many words of each row have other characters; none where these are not counted."""
    kinds = [*WAYS, "with another text" if respelt else "with other characters"]
    units = []
    for one in pairings:
        alone = np.isin(one.ways, (GOLD_ONLY, TEST_ONLY))
        masks = [*(one.ways == way for way in range(len(WAYS))), (one.edits > 0) & ~alone]
        units.append([np.flatnonzero(mask).tolist() for mask in masks])
    rows: list[list[Value]] = [[kind, *(len(one[place]) for one in units)] for place, kind in enumerate(kinds)]
    rows += [["words with other characters", *(int(one.sum()) for one in respelt)]] if respelt else []

    def found(row: int, column: int) -> Found | None:
        if column == 0:
            return None
        if row == len(kinds):
            return Found(np.flatnonzero(respelt[column - 1]), column - 1, str(rows[row][0]))
        return _found(pairings[column - 1], units[column - 1][row], column - 1, kinds[row])

    return ResultTable(
        "How sentences were paired",
        (text_column("pairing"), *map(count_column, names)),
        rows,
        "A unit is one sentence of each side, several where sentence breaks differ, or a sentence that only one side has. By text: "
        "both say the same; elsewhere: in another order. By place: other texts between sentences that are paired. In order: line "
        "by line. "
        + (
            "With another text: the texts differ. Words with other characters are paired all the same."
            if respelt
            else "With other characters: the texts differ."
        ),
        found=found,
    )


def _listed(names: list[str], pairings: list[SentencePairing], listed: list[tuple[int, int]]) -> ResultTable:
    rows: list[list[Value]] = []
    for system, unit in listed:
        pairing = pairings[system]
        gold_first, gold_last, test_first, test_last = pairing.units[unit].tolist()
        numbers = (_numbers(gold_first, gold_last), _numbers(test_first, test_last))
        rows.append([names[system], *numbers, WAYS[pairing.ways[unit]], int(pairing.edits[unit])])

    def found(row: int, column: int) -> Found | None:
        system, unit = listed[row]
        return _found(pairings[system], [unit], system, WAYS[pairings[system].ways[unit]])

    return ResultTable(
        "Not one sentence each, in order, with the same characters",
        (
            text_column("system"), text_column("gold sentences"), text_column("its sentences"), text_column("pairing"),
            count_column("edits"),
        ),
        rows,
        "Edits: characters that have to be replaced, deleted or inserted.",
        found=found,
    )  # fmt: skip


def _found(pairing: SentencePairing, units: list[int], system: int, text: str) -> Found | None:
    rows = pairing.rows[units]
    rows = np.unique(rows[rows >= 0])
    return Found(rows, system, text) if len(rows) else None


def _numbers(first: int, last: int) -> str:
    return "+".join(str(sentence + 1) for sentence in range(first, last)) or "–"
