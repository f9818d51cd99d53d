"""Scores of grammatical functions on their own: over constituents and tags that match without them (Blaheta & Charniak 2000)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from treecompare.analyses.confusions import (
    GOLD,
    SYSTEM,
    Cells,
    category_table,
    confusion_list,
    cross_table,
    recall_precision_f1,
    share,
    shares,
)
from treecompare.comparison.constituents.functions import MatchedFunctions, matched_functions
from treecompare.scores.result import ResultTable, Value, View, count_column, share_column, shown_as, text_column
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
    if not any(one.each.codes("function")[0] for one in found):
        nothing = f"{note} Neither the gold nor a system has any."
        return [ResultTable(title, (text_column("system"),), [], nothing, (signature,)) for title in TITLES]
    rows: list[list[Value]] = []
    for name, one in zip(comparison.table.systems, found, strict=True):
        gold, test, right = (int(np.count_nonzero(one.rows(count))) for count in ("gold", "test", "matched"))
        has_one = one.nodes.codes("functions")[1][: one.matched] >= 0
        rows.append([
            name, one.matched, gold, test, right, share(right, gold), share(right, test), share(2 * right, gold + test),
            share(int(one.same.sum()), one.matched), share(int((one.same & has_one).sum()), int(has_one.sum())),
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


def _by_function(comparison: ConstituentComparison, system: int, one: MatchedFunctions, signature: str) -> ResultTable:
    functions = one.each.by("function")
    gold, test, right, lost, new = map(one.rows, ("gold", "test", "matched", "deleted", "inserted"))
    (in_gold, in_test), (hits, _) = functions.counts(), functions.counts(right)
    recall, precision, f1 = recall_precision_f1(functions, right)
    agreeing = one.matched - (in_gold - hits) - (in_test - hits)
    differing = "{} in one of them", lost, new
    cells = [
        Cells(GOLD, in_gold.tolist(), "{} in the gold", gold),
        Cells(SYSTEM, in_test.tolist(), "{} in the system", test=test),
        Cells(count_column("right"), hits.tolist(), "{} right", right),
        Cells(share_column("recall"), recall, "{} of the gold that the system has not", lost),
        Cells(share_column("precision"), precision, "{} of the system that the gold has not", test=new),
        Cells(share_column("F1"), f1, *differing),
        Cells(share_column("accuracy"), [share(number, one.matched) for number in agreeing.tolist()], *differing),
        Cells(count_column("gold, all"), one.in_gold.tolist()),
        Cells(share_column("found"), shares(hits, one.in_gold)),
    ]
    note = (
        f"Over {one.matched:,} constituents and tags that match without functions. Accuracy: the share of them on which both agree "
        "whether they have this function. Gold, all: also of constituents that the system lacks; found: the share of these that "
        "are right. A click on a count or a score shows its sentences."
    )
    title = f"Functions of {comparison.table.systems[system]}"
    return category_table(functions, title, "function", cells, system, note, signature, are_lit_in_pairs=True)


def _cross_table(comparison: ConstituentComparison, system: int, one: MatchedFunctions, signature: str) -> ResultTable:
    """Sets of functions of the gold by those of the system; none at all comes last."""
    return cross_table(
        one.nodes.by("functions", "both"), f"Cross-table of functions, {comparison.table.systems[system]}", system,
        f"Functions of the gold down, those of the system across, of nodes that match without them; {NONE}: none. A click on a "
        "cell shows its sentences.",
        signature, NONE, most=0,
    )  # fmt: skip
