"""Scores of grammatical functions on their own: over constituents and tags that match without them (Blaheta & Charniak 2000)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from treecompare.analyses.confusions import confusion_list
from treecompare.analyses.labels import label_nodes_by_sentence
from treecompare.comparison.constituents.functions import MatchedFunctions, matched_functions
from treecompare.comparison.constituents.label_pairs import Nodes, Numbers
from treecompare.scores.result import (
    Found,
    ResultTable,
    Value,
    View,
    count_column,
    cross_column,
    share_column,
    shown_as,
    text_column,
)
from treecompare.scores.set_notes import set_note

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison

KEY = "e.whole.dice"
"""The measure whose matched nodes these are, with functions left out of the labels."""
TITLES = ("Functions of matched constituents", "Functions confused", "Cross-table of functions")
NONE = "∅"
"""Shown where a node has no function."""


def function_tables(comparison: ConstituentComparison, view: View) -> list[ResultTable]:
    """All systems over all functions; then each function of one system, and which are confused."""
    found = [matched_functions(comparison, system) for system in range(len(comparison.systems))]
    signature = f"functions|over:{comparison.table.signature(KEY)}"
    note = (
        "Constituents and tags match here if they have the same label without functions, over the same words. Functions are what "
        f"follows '{comparison.settings.function_separator}' in a label, and what stands on edges."
    )
    if not any(one.names for one in found):
        nothing = f"{note} Neither the gold nor a system has any."
        return [ResultTable(title, (text_column("system"),), [], nothing, (signature,)) for title in TITLES]
    rows: list[list[Value]] = []
    for name, one in zip(comparison.table.systems, found, strict=True):
        gold, test, right = one.totals()
        has_one = np.array([bool(one) for one in one.sets], np.bool_)[one.gold]
        same = one.gold == one.test
        rows.append([
            name, one.matched, gold, test, right, *_scores(gold, test, right), _share(int(same.sum()), one.matched),
            _share(int((same & has_one).sum()), int(has_one.sum())),
        ])  # fmt: skip
    columns = (
        text_column("system"), count_column("matched"), count_column("gold"), shown_as("system", count_column("test")),
        count_column("right"), share_column("recall"), share_column("precision"), share_column("F1"), share_column("accuracy"),
        share_column("accuracy where the gold has one", "accuracy-with-function"),
    )  # fmt: skip
    told = (
        f"{note} Gold, system and right count functions of matched nodes; accuracy is the share of these nodes whose functions are "
        "all the same, none at all being the same too."
    )
    told = " ".join(filter(None, (told, set_note(comparison.table, [KEY]))))
    whole = ResultTable("Functions of matched constituents", columns, rows, told, (signature,))
    one = found[view.system]
    cross = _cross_table(comparison, view.system, one, signature)
    name = comparison.table.systems[view.system]
    return [
        whole,
        _by_function(comparison, view.system, one, signature),
        confusion_list(f"Functions confused by {name}", cross),
        cross,
    ]


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _scores(gold: int, test: int, right: int) -> list[float | None]:
    """Recall, precision, F1."""
    return [_share(right, gold), _share(right, test), _share(2 * right, gold + test)]


def _by_function(comparison: ConstituentComparison, system: int, one: MatchedFunctions, signature: str) -> ResultTable:
    rows: list[list[Value]] = []
    for name in one.names:
        gold, test = one.having(name, one.gold), one.having(name, one.test)
        right, everywhere = int((gold & test).sum()), int(one.having(name, one.in_gold).sum())
        rows.append([
            name, int(gold.sum()), int(test.sum()), right, *_scores(int(gold.sum()), int(test.sum()), right),
            _share(int((gold == test).sum()), one.matched), everywhere, _share(right, everywhere),
        ])  # fmt: skip

    def found(row: int, column: int) -> Found | None:
        name = one.names[row]
        gold, test = one.having(name, one.gold), one.having(name, one.test)
        sides = {
            1: (gold, f"{name} in the gold"), 2: (test, f"{name} in the system"), 3: (gold & test, f"{name} right"),
            4: (gold & ~test, f"{name} of the gold that the system has not"),
            5: (test & ~gold, f"{name} of the system that the gold has not"), 6: (gold != test, f"{name} in one of them"),
            7: (gold != test, f"{name} in one of them"),
        }  # fmt: skip
        return _found(comparison, system, one, *sides[column]) if column in sides else None

    columns = (
        text_column("function"), count_column("gold"), shown_as("system", count_column("test")), count_column("right"),
        share_column("recall"), share_column("precision"), share_column("F1"), share_column("accuracy"),
        count_column("gold, all"), share_column("found"),
    )  # fmt: skip
    return ResultTable(
        f"Functions of {comparison.table.systems[system]}", columns, rows,
        f"Over {one.matched:,} constituents and tags that match without functions. Accuracy: the share of them on which both agree "
        "whether they have this function. Gold, all: also of constituents that the system lacks; found: the share of these that "
        "are right. A click on a count or a score shows its sentences.", (signature,), found=found,
    )  # fmt: skip


def _found(
    comparison: ConstituentComparison, system: int, one: MatchedFunctions, which: NDArray[np.bool_], text: str
) -> Found:
    pairs = one.pairs
    sides: list[tuple[Nodes, Numbers]] = [(pairs.gold, pairs.matched[0][which]), (pairs.test, pairs.matched[1][which])]
    nodes = label_nodes_by_sentence(comparison, system, sides, pairs)
    return Found(np.unique(pairs.gold.sentences[pairs.matched[0][which]]), system, text, nodes=nodes)


def _cross_table(comparison: ConstituentComparison, system: int, one: MatchedFunctions, signature: str) -> ResultTable:
    """Sets of functions of the gold by those of the system; none at all comes last."""
    size = len(one.sets)
    counts = np.bincount(one.gold, minlength=size) + np.bincount(one.test, minlength=size)
    texts = [" ".join(sorted(names)) or NONE for names in one.sets]
    order = sorted(
        np.flatnonzero(counts).tolist(), key=lambda number: (not one.sets[number], -counts[number], texts[number])
    )
    if not order or one.sets[order[-1]]:
        order.append(size)
    cells = np.zeros((size + 1, size + 1), np.int64)
    np.add.at(cells, (one.gold, one.test), 1)
    names = [*texts, NONE]

    def found(row: int, column: int) -> Found | None:
        if column == 0:
            return None
        gold, test = order[row], order[column - 1]
        text = f"{names[gold]} for which the system has {names[test]}"
        return _found(comparison, system, one, (one.gold == gold) & (one.test == test), text)

    return ResultTable(
        f"Cross-table of functions, {comparison.table.systems[system]}",
        (shown_as("gold \\ system", text_column("gold \\ test")), *(cross_column(names[number]) for number in order)),
        [[names[row], *(int(cells[row, column]) for column in order)] for row in order],
        f"Functions of the gold down, those of the system across, of nodes that match without them; {NONE}: none. A click on a "
        "cell shows its sentences.",
        (signature,),
        found=found,
    )  # fmt: skip
