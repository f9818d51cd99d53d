"""What annotators changed of an analysis that they began with, as tables for people."""

from __future__ import annotations

from collections.abc import Sequence

from treecompare.extras.annotators.agreed import Agreement
from treecompare.extras.annotators.opened_cells import Cell, Places, with_cells
from treecompare.extras.annotators.pre_annotation import KINDS, Changed, Corrected, changes
from treecompare.scores.result import ResultTable, Value, count_column, number_column, share_column, text_column


def pre_tables(found: Agreement, places: Places) -> list[ResultTable]:
    """What was changed of it: by two people, and by each."""
    of_pairs, of_people = changes(found)
    name = found.several.names[found.asked.pre or 0]
    return [_changes_of_pairs(found, of_pairs, name, places), _changes_of_people(found, of_people, name, places)]


def _changes_of_pairs(found: Agreement, of_pairs: Sequence[Changed], name: str, places: Places) -> ResultTable:
    rows: list[list[Value]] = []
    cells: dict[tuple[int, int], Cell] = {}
    for one in of_pairs:
        two = found.voices[one.two[0]], found.voices[one.two[1]]
        for column, (kind, units) in enumerate(zip(KINDS, one.units, strict=True), 3):
            cells[len(rows), column] = one.layer, units, two, f"{one.layer.title}: {kind}"
        parts: list[Value] = []
        for pair in (one.over_changed, one.over_all):
            parts += [None if value is None else float(value) for value in (pair.share, pair.kappa)]
        names = [found.names[place] for place in one.two]
        rows.append([*names, one.layer.title, *one.counts, one.over_changed.units, *parts])
    columns = (
        text_column("first"), text_column("second"), text_column("what"), *map(count_column, KINDS),
        count_column("changed", key="changed"), share_column("% equal where changed", key="share_changed"),
        number_column("kappa where changed", 4, key="kappa_changed"), share_column("% equal", key="share"),
        number_column("kappa", 4),
    )  # fmt: skip
    note = f"{name} is no voice: what both kept of it says nothing of their agreement. Look at where one of them changed it."
    return ResultTable(f"Changes of {name}", columns, rows, note=note, found=with_cells(cells, places))


def _changes_of_people(found: Agreement, of_people: Sequence[Corrected], name: str, places: Places) -> ResultTable:
    rows: list[list[Value]] = []
    cells: dict[tuple[int, int], Cell] = {}
    for who in of_people:
        text = f"{who.layer.title}: changed by {found.names[who.annotator]}"
        cells[len(rows), -1] = who.layer, who.places, (found.asked.pre or 0, found.voices[who.annotator]), text
        share = _share(who.changed, who.units)
        row: list[Value] = [found.names[who.annotator], who.layer.title, who.units, who.changed, share]
        if found.asked.adjudicated is not None:
            row += [_share(who.kept, who.wrong), who.wrong, _share(who.spoilt, who.right), who.right]
        rows.append(row)
    columns = [
        text_column("annotator"), text_column("what"), count_column("units"), count_column("changed"),
        share_column("% changed", key="rate"),
    ]  # fmt: skip
    said = ""
    if found.asked.adjudicated is not None:
        columns += [
            share_column("errors kept, %", key="kept"), count_column("of wrong ones", key="wrong"),
            share_column("spoilt, %", key="spoilt"), count_column("of right ones", key="right"),
        ]  # fmt: skip
        said = f"Right is what {found.several.names[found.asked.adjudicated]} says."
    return ResultTable(f"Who changed {name}", tuple(columns), rows, note=said, found=with_cells(cells, places))


def _share(part: int | None, whole: int | None) -> float | None:
    return None if part is None or not whole else part / whole
