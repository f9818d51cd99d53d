"""Two systems against the gold: what only one of them has right, what both, what neither."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.base import Comparison
from treecompare.measures import measure
from treecompare.scores.result import Found, ResultTable, View, count_column, text_column
from treecompare.trees.tree import CONSTITUENT

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison
    from treecompare.comparison.dependencies.comparison import DependencyComparison

Mask = NDArray[np.bool_]
Numbers = NDArray[np.int64]
RIGHT = {
    "constituents": (
        "A sentence is right where the system has every constituent of the gold, with its label and over the same words, and no "
        "other; tags are not counted, so that a sentence that is right may still differ from the gold in a tag.",
        "A constituent of the gold is right where the system has one with the same label over the same words.",
    ),
    "words": (
        "A sentence is right where every word that is scored has the right head and relation; parts of speech are not counted.",
        "A word is right where it has the right head and relation; parts of speech are not counted.",
    ),
}
"""What counts as right, by the items of a kind of comparison: of sentences, of items."""
OF_BOTH = "Each of the others on the sentences that both systems have."


def constituent_right_tables(comparison: ConstituentComparison, view: View) -> list[ResultTable]:
    """The chosen system beside every other one: sentences, and constituents of the gold."""
    sides = []
    for system in range(len(comparison.systems)):
        trees, items = comparison.pairs(system).gold, comparison.items(system, "constituents")
        is_item, right = trees.kinds == CONSTITUENT, np.zeros(len(trees.kinds), np.bool_)
        right[items.gold[items.right()]] = True
        sides.append((trees.sentence_of[is_item], right[is_item]))
    # preparation may leave other constituents of a gold sentence beside another system
    counts = np.stack([np.bincount(sentences, minlength=comparison.sentences) for sentences, _ in sides])
    rows = comparison.table.rows(view.system, "e.roof.dice")
    alike = (counts == counts[view.system]).all(axis=0)
    differing, rows = int((rows & ~alike).sum()), rows & alike
    nodes = [(sentences[rows[sentences]], right[rows[sentences]]) for sentences, right in sides]
    left_out = (
        f"Left out: {differing:,} sentences of which preparation leaves other constituents beside another system."
    )
    note = left_out if differing else ""
    return _tables(comparison, view.system, "constituents", rows, nodes[0][0], [right for _, right in nodes], note)


def dependency_right_tables(comparison: DependencyComparison, view: View) -> list[ResultTable]:
    """The chosen system beside every other one: sentences, and words of the gold with the right head and label."""
    rows = comparison.table.rows(view.system, "las")
    words = np.flatnonzero(comparison.scores[view.system].within(rows).gold_scored)
    of_systems = [comparison.scores[system] for system in range(len(comparison.systems))]
    right = [scores.over_gold(scores.right("las"))[words] for scores in of_systems]
    return _tables(comparison, view.system, "words", rows, comparison.gold.sentences.sentence_of[words], right)


def _tables(
    comparison: Comparison, system: int, items: str, rows: Mask, sentences: Numbers, right: list[Mask], note: str = ""
) -> list[ResultTable]:
    """``rows``: the sentences of the system; ``sentences``, ``right``: one entry per item; the latter per system."""
    key, table, wanted = comparison.item_keys[items], comparison.table, np.flatnonzero(rows)
    counts = [table.part(one, measure(key).part) for one in range(len(right))]
    whole = [((one.matched == one.gold) & (one.matched == one.test))[wanted] for one in counts]
    there = [table.rows(one, key) for one in range(len(right))]  # two systems are compared on the sentences of both
    name, others = table.systems[system], [one for one in range(len(right)) if one != system]
    titles = ("both", f"only {name}", "only the other", "neither")

    def made(items: str, sentences: Numbers, right: list[Mask], what: str) -> ResultTable:
        mine, both = right[system], {one: there[one][sentences] for one in others}
        groups = [
            tuple(both[one] & mask for mask in (mine & its, mine & ~its, ~mine & its, ~mine & ~its))
            for one, its in ((one, right[one]) for one in others)
        ]

        def found(row: int, column: int) -> Found | None:
            if column == 0:
                return None
            other = table.systems[others[row]]
            only = {2: f"only {name}, not {other}", 3: f"only {other}, not {name}"}
            text = only.get(column, f"{titles[column - 1]} of {name} and {other}")
            shown = others[row] if column == 3 else system
            return Found.items(sentences[groups[row][column - 1]], shown, f"{items} right: {text}")

        number = f"{len(sentences):,} {items if len(sentences) != 1 else items[:-1]}."
        is_of_both = not all(mask.all() for mask in both.values())
        return ResultTable(
            f"{items.capitalize()} right: {name} and the others",
            (text_column("the other"), *map(count_column, titles)),
            [[table.systems[one], *(int(mask.sum()) for mask in of)] for one, of in zip(others, groups, strict=True)],
            " ".join(filter(None, (number, OF_BOTH if is_of_both else "", what, note))),
            (table.signature(key, system=system, among="by:right"),),
            found=found,
        )

    return [made("sentences", wanted, whole, RIGHT[items][0]), made(items, sentences, right, RIGHT[items][1])]
