"""Annotators who corrected the same analysis: what they changed, and how far they agree where they did.

An analysis that both were given is no voice: where neither touched it they agree with it, not with each other.
"""

from __future__ import annotations

import numpy as np

from treecompare.extras.annotators.agreed import CONSTITUENTS, TITLES, Agreement
from treecompare.extras.annotators.figures import NONE, Pair
from treecompare.extras.annotators.tallies import Layer
from treecompare.scores.result import (
    Fact,
    ResultTable,
    Value,
    count_column,
    number_column,
    share_column,
    text_column,
)

KINDS = ("both kept", "only first", "only second", "same change", "different changes")
"""What two annotators did to a unit."""


def corrected_tables(found: Agreement, pre: int) -> list[ResultTable]:
    """What was changed of an analysis, by its number: by two people, and by each."""
    layers = _layers_of_all(found)
    return [_by_pairs(found, layers, pre), _by_people(found, layers, pre)]


def _layers_of_all(found: Agreement) -> list[Layer]:
    if found.is_dependencies:
        return [Layer(name, title, found.words.category(name), found.words.rows) for name, title in TITLES.items()]
    files = list(range(len(found.several.treebanks)))
    spans, words = (np.array(one, np.int64) for one in (found.spans.span_rows, found.spans.word_rows))
    return [
        Layer(CONSTITUENTS, CONSTITUENTS, found.spans.nodes(files), spans),
        Layer("tag", "tags", found.spans.tag(files), words),
    ]


def _by_pairs(found: Agreement, layers: list[Layer], pre: int) -> ResultTable:
    rows: list[list[Value | Fact]] = []
    for layer in layers:
        for two in found.pairs:
            files = found.voices[two[0]], found.voices[two[1]]
            one, other, given = layer.category.codes[[*files, pre]]
            there = (one != NONE) & (other != NONE) & (given != NONE)
            first, second = one != given, other != given
            kinds = (
                ~first & ~second, first & ~second, ~first & second, first & (one == other),
                first & second & (one != other),
            )  # fmt: skip
            units = [np.flatnonzero(there & kind) for kind in kinds]
            behind = (
                found.opened(layer, of, files, f"{layer.title}: {kind}") for kind, of in zip(KINDS, units, strict=True)
            )
            changed, all_of = (Pair.of(one[over], other[over]) for over in (there & (first | second), there))
            exact = changed.share, changed.kappa, all_of.share, all_of.kappa
            parts = [None if value is None else float(value) for value in exact]
            rows.append([*found.names_of(two), layer.title, *map(Fact, map(len, units), behind), changed.units, *parts])
    columns = (
        text_column("first"), text_column("second"), text_column("what"), *map(count_column, KINDS),
        count_column("changed", key="changed"), share_column("% equal where changed", key="share_changed"),
        number_column("kappa where changed", 4, key="kappa_changed"), share_column("% equal", key="share"),
        number_column("kappa", 4),
    )  # fmt: skip
    name = found.several.names[pre]
    note = f"{name} is no voice: what both kept of it says nothing of their agreement. Look at where one of them changed it."
    return ResultTable.of(f"Changes of {name}", columns, rows, note)


def _by_people(found: Agreement, layers: list[Layer], pre: int) -> ResultTable:
    rows, gold = [], found.asked.adjudicated
    for layer in layers:
        given = layer.category.codes[pre]
        for who, file in zip(found.names, found.voices, strict=True):
            own = layer.category.codes[file]
            both = (own != NONE) & (given != NONE)
            changed, count = np.flatnonzero(both & (own != given)), int(both.sum())
            row: list[Value] = [who, layer.title, count, len(changed), len(changed) / count if count else None]
            if gold is not None:
                true = layer.category.codes[gold]
                wrong, right = (both & (true != NONE) & is_it for is_it in (given != true, given == true))
                for part, whole in (
                    (wrong & (own == given), int(wrong.sum())),
                    (right & (own != true), int(right.sum())),
                ):
                    row += [int(part.sum()) / whole if whole else None, whole]
            rows.append(Fact.each(row, found.opened(layer, changed, (pre, file), f"{layer.title}: changed by {who}")))
    columns = [
        text_column("annotator"), text_column("what"), count_column("units"), count_column("changed"),
        share_column("% changed", key="rate"),
    ]  # fmt: skip
    said = ""
    if gold is not None:
        columns += [
            share_column("errors kept, %", key="kept"), count_column("of wrong ones", key="wrong"),
            share_column("spoilt, %", key="spoilt"), count_column("of right ones", key="right"),
        ]  # fmt: skip
        said = f"Right is what {found.several.names[gold]} says."
    return ResultTable.of(f"Who changed {found.several.names[pre]}", columns, rows, said)
