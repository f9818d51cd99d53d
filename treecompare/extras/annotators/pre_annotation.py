"""Annotators who corrected the same analysis: what they changed, and how far they agree where they did.

An analysis that both were given is no voice: where neither touched it they agree with it, not with each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import UsageError
from treecompare.extras.annotators.agreed import CONSTITUENTS, TITLES, Agreement
from treecompare.extras.annotators.figures import NONE, Pair
from treecompare.extras.annotators.tallies import Cell, Layer, Places, with_cells
from treecompare.scores.result import ResultTable, Value, count_column, number_column, share_column, text_column

KINDS = ("both kept", "only first", "only second", "same change", "different changes")
"""What two annotators did to a unit."""


@dataclass(frozen=True, eq=False)
class Changed:
    """A pair of annotators (places in the names) in one layer of all files. ``units``: of each of KINDS; ``over_changed``: over the
    units that either changed; ``over_all``: over those and what both kept."""

    layer: Layer
    two: tuple[int, int]
    units: tuple[NDArray[np.int64], ...]
    over_changed: Pair
    over_all: Pair

    @property
    def counts(self) -> tuple[int, ...]:
        """How many units, as KINDS."""
        return tuple(map(len, self.units))


@dataclass(frozen=True, eq=False)
class Corrected:
    """An annotator in one layer of all files: of ``units`` those at ``places`` were changed. ``kept`` of ``wrong``: faults that
    stayed; ``spoilt`` of ``right``: what was right before; None where nothing was adjudicated."""

    layer: Layer
    annotator: int
    units: int
    places: NDArray[np.int64]
    kept: int | None = None
    wrong: int | None = None
    spoilt: int | None = None
    right: int | None = None

    @property
    def changed(self) -> int:
        """How many units were."""
        return len(self.places)


def layers_of_all(found: Agreement) -> list[Layer]:
    """What all files say, whether they are voices or not."""
    if found.is_dependencies:
        return [Layer(name, title, found.words.category(name), found.words.rows) for name, title in TITLES.items()]
    files = list(range(len(found.several.treebanks)))
    spans, words = (np.array(one, np.int64) for one in (found.spans.span_rows, found.spans.word_rows))
    return [
        Layer(CONSTITUENTS, CONSTITUENTS, found.spans.nodes(files), spans),
        Layer("tag", "tags", found.spans.tag(files), words),
    ]


def changes(found: Agreement) -> tuple[list[Changed], list[Corrected]]:
    """Of each layer and pair, and of each layer and annotator. Raises UsageError: there is no pre-annotation."""
    pre, gold = found.asked.pre, found.asked.adjudicated
    if pre is None:
        raise UsageError("nothing was changed: there is no pre-annotation")
    of_pairs, of_people = [], []
    for layer in layers_of_all(found):
        codes = layer.category.codes
        given = codes[pre]
        for first, second in combinations(range(len(found.voices)), 2):
            one, other = codes[found.voices[first]], codes[found.voices[second]]
            there = (one != NONE) & (other != NONE) & (given != NONE)
            a, b, p = one[there], other[there], given[there]
            kinds = (
                (a == p) & (b == p), (a != p) & (b == p), (a == p) & (b != p), (a != p) & (a == b),
                (a != p) & (b != p) & (a != b),
            )  # fmt: skip
            units = tuple(np.flatnonzero(there)[one] for one in kinds)
            touched = ~kinds[0]
            of_pairs.append(Changed(layer, (first, second), units, Pair.of(a[touched], b[touched]), Pair.of(a, b)))
        for place, file in enumerate(found.voices):
            own = codes[file]
            both = (own != NONE) & (given != NONE)
            count, changed = int(both.sum()), np.flatnonzero(both & (own != given))
            if gold is None:
                of_people.append(Corrected(layer, place, count, changed))
                continue
            true = codes[gold]
            known = both & (true != NONE)
            wrong, right = known & (given != true), known & (given == true)
            of_people.append(
                Corrected(
                    layer, place, count, changed, int((wrong & (own == given)).sum()), int(wrong.sum()),
                    int((right & (own != true)).sum()), int(right.sum()),
                )
            )  # fmt: skip
    return of_pairs, of_people


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
