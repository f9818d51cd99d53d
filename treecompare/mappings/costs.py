"""Costs of relabelling: a table of label pairs from a file, for T-mappings.

The file has three columns separated by tabs or blanks, ``label label cost``; ``#`` begins a comment line. A pair counts in both
directions, unless the other direction has a line of its own. Unlisted pairs cost 1; above 2 a cost acts as 2.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from treecompare.errors import ReadError
from treecompare.mappings.edits import LabelCosts
from treecompare.mappings.labels import LabelCodes
from treecompare.trees.symbols import Symbols

CostTable = Mapping[tuple[str, str], float]


def read_costs(path: str) -> CostTable:
    """Costs by (gold label, test label).

    Raises:
        ReadError: the file cannot be read; a line has not three columns; a cost is no number or negative.
    """
    try:
        lines = Path(path).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ReadError(path, 0, f"cannot be read ({error}); expected a table of 'label label cost'") from error
    given: dict[tuple[str, str], float] = {}
    for number, line in enumerate(lines, 1):
        fields = line.split()
        if not fields or fields[0].startswith("#"):
            continue
        if len(fields) != 3:
            raise ReadError(path, number, f"{len(fields)} columns; expected 3: label label cost")
        try:
            cost = float(fields[2])
        except ValueError:
            raise ReadError(path, number, f"the cost is '{fields[2]}'; expected a number") from None
        if not 0 <= cost < float("inf"):
            raise ReadError(path, number, f"the cost is {fields[2]}; expected a number of at least 0")
        given[fields[0], fields[1]] = min(cost, 2.0)
    return {**{(b, a): cost for (a, b), cost in given.items()}, **given}


def edit_costs(labels: LabelCodes, symbols: Symbols, table: CostTable | None) -> LabelCosts | None:
    """What the kernel needs: a row per label that has costs or equals of its own; None where there are none."""
    if table is None and labels.equal is None:
        return None
    listed = {
        pair: cost for pair, cost in (table or {}).items() if None not in (symbols.find(pair[0]), symbols.find(pair[1]))
    }
    codes = {int(labels.of_label[symbols.number(label)]) for pair in listed for label in pair}
    if labels.equal_rows is not None:
        codes |= set(np.flatnonzero(labels.equal_rows >= 0).tolist())
    members = sorted(codes)
    row_of = {code: row for row, code in enumerate(members)}
    rows = np.full(len(symbols), -1, np.int32)
    rows[members] = np.arange(len(members))
    swap = np.ones((len(members), len(members)))
    equal = np.eye(len(members), dtype=np.bool_)
    if labels.equal_rows is not None and labels.equal is not None:
        own = labels.equal_rows[members]
        known = own >= 0
        equal |= known[:, None] & known & labels.equal[np.ix_(np.maximum(own, 0), np.maximum(own, 0))].astype(np.bool_)
    for (a, b), cost in listed.items():
        swap[row_of[int(labels.of_label[symbols.number(a)])], row_of[int(labels.of_label[symbols.number(b)])]] = cost
    return LabelCosts(rows, swap, equal)
