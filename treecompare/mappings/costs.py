"""Costs of relabelling: a table of label pairs from a file, for T-mappings.

The file has three columns separated by tabs or blanks, ``label label cost``. A pair counts in both directions, unless the other
direction has a line of its own. Unlisted pairs cost 1; above 2 a cost acts as 2.

A line that begins with ``#`` is a comment. A label that begins with ``#`` is written with a backslash where it stands first:
``\\# $ 0.5``. A line of exactly ``#``, tab, label, tab, cost is not a comment either: older versions
wrote the label ``#`` that way.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import ReadError, counted
from treecompare.mappings.edits import LabelCosts
from treecompare.mappings.labels import LabelCodes
from treecompare.mappings.lineages import DIFFERENT, LineageCosts
from treecompare.reading import read_lines, unescaped, words_of
from treecompare.trees.symbols import Symbols

CostTable = Mapping[tuple[str, str], float]
_HASH_PAIR = re.compile(r"#\t[^ \t\v\f]+\t[0-9.]+")


def read_costs(path: str, most: float = float("inf")) -> CostTable:
    """Costs by (gold label, test label). ``most``: a higher cost is an error, and so is a boundary of a lineage. Raises ReadError:
    the file cannot be read; a line does not have three columns; a cost is not a number or negative."""
    given: dict[tuple[str, str], float] = {}
    for number, line in enumerate(read_lines(path, "expected a table of 'label label cost'"), 1):
        fields = words_of(line)
        if not fields or (fields[0].startswith("#") and not _HASH_PAIR.fullmatch(line)):
            continue
        if len(fields) != 3:
            raise ReadError(path, number, f"{counted(len(fields), 'column')}; expected 3: label label cost")
        try:
            cost = float(fields[2])
        except ValueError:
            raise ReadError(path, number, f"the cost is '{fields[2][:40]}'; expected a number") from None
        if not 0 <= cost < float("inf"):
            raise ReadError(path, number, f"the cost is {fields[2][:40]}; expected a number of at least 0")
        if cost > most:
            raise ReadError(path, number, f"the cost is {fields[2][:40]}; expected a number between 0 and {most:g}")
        if math.isfinite(most) and {"[", "]"} & set(fields[:2]):
            raise ReadError(path, number, "boundaries have no cost of their own; expected two labels")
        given[unescaped(fields[0]), fields[1]] = min(cost, 2.0)
    return {**{(b, a): cost for (a, b), cost in given.items()}, **given}


def _costs_by_code(
    labels: LabelCodes, symbols: Symbols, table: CostTable, others: set[int]
) -> tuple[NDArray[np.int32], NDArray[np.float64], list[int]]:
    """A row per symbol that is listed or among the others (else -1), costs by row (unlisted: NaN), and the codes of the rows."""
    occurring = {pair: cost for pair, cost in table.items() if all(symbols.find(label) is not None for label in pair)}

    def code(label: str) -> int:
        return int(labels.of_label[symbols.number(label)])

    members = sorted({code(label) for pair in occurring for label in pair} | others)
    rows = np.full(len(symbols), -1, np.int32)
    rows[members] = np.arange(len(members))
    costs = np.full((len(members), len(members)), np.nan)
    for (a, b), cost in occurring.items():
        costs[rows[code(a)], rows[code(b)]] = cost
    return rows, costs, members


def custom_lineage_costs(labels: LabelCodes, symbols: Symbols, table: CostTable) -> LineageCosts:
    """Costs of replacing labels in lineages; unlisted pairs cost 2."""
    rows, costs, _ = _costs_by_code(labels, symbols, table, set())
    return LineageCosts(rows, np.nan_to_num(costs, nan=DIFFERENT))


def edit_costs(labels: LabelCodes, symbols: Symbols, table: CostTable | None) -> LabelCosts | None:
    """What the kernel needs: a row per label that has costs or equals of its own; None where there are none."""
    if table is None and labels.equal is None:
        return None
    equals = set() if labels.equal_rows is None else set(np.flatnonzero(labels.equal_rows >= 0).tolist())
    rows, swap, members = _costs_by_code(labels, symbols, table or {}, equals)
    equal = np.eye(len(members), dtype=np.bool_)
    if labels.equal_rows is not None and labels.equal is not None:
        own = labels.equal_rows[members]
        known = own >= 0
        equal |= known[:, None] & known & labels.equal[np.ix_(np.maximum(own, 0), np.maximum(own, 0))].astype(np.bool_)
    return LabelCosts(rows, np.nan_to_num(swap, nan=1.0), equal)
