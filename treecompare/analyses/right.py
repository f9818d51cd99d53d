"""Two systems against the gold: what only one of them has right, what both, what neither."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.base import Comparison
from treecompare.comparison.constituents.label_pairs import label_pairs
from treecompare.measures import measure
from treecompare.scores.result import Found, ResultTable, Value, View, count_column, text_column
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
    rows = comparison.table.rows(view.system, "e.roof.dice")
    sides = [_found_constituents(comparison, system) for system in range(len(comparison.systems))]
    # preparation may leave other constituents of a gold sentence beside another system
    counts = np.stack([np.bincount(sentences, minlength=comparison.sentences) for sentences, _ in sides])
    alike = (counts == counts[view.system]).all(axis=0)
    differing, rows = int((rows & ~alike).sum()), rows & alike
    nodes = [(sentences[rows[sentences]], right[rows[sentences]]) for sentences, right in sides]
    masks = [right for _, right in nodes]
    tables = _tables(comparison, view, "constituents", "e.roof.dice", rows, nodes[0][0], masks)
    if differing:
        note = (
            f" Left out: {differing:,} sentences of which preparation leaves other constituents beside another system."
        )
        tables = [replace(table, note=table.note + note) for table in tables]
    return tables


def _found_constituents(comparison: ConstituentComparison, system: int) -> tuple[Numbers, Mask]:
    """The sentence of each constituent of the gold, and whether the system has it with its label."""
    trees = comparison.pairs(system).gold
    found = label_pairs(comparison, system)
    right = np.zeros(len(trees.kinds), np.bool_)
    right[found.gold.numbers[found.matched[0]]] = True
    constituents = trees.kinds == CONSTITUENT
    return trees.sentence_of[constituents], right[constituents]


def dependency_right_tables(comparison: DependencyComparison, view: View) -> list[ResultTable]:
    """The chosen system beside every other one: sentences, and words of the gold with the right head and label."""
    rows = comparison.table.rows(view.system, "las")
    scored = comparison.scores[view.system].within(rows).gold_scored
    words = np.flatnonzero(scored)
    of_systems = [comparison.scores[system] for system in range(len(comparison.systems))]
    masks = [scores.over_gold(scores.right("las"))[words] for scores in of_systems]
    sentences = comparison.gold.sentences.sentence_of[words]
    return _tables(comparison, view, "words", "las", rows, sentences, masks)


def _tables(
    comparison: Comparison, view: View, items: str, key: str, rows: Mask, sentences: Numbers, right: list[Mask]
) -> list[ResultTable]:
    """``rows``: the sentences of the view's system; ``sentences``, ``right``: one entry per item; the latter per system."""
    wanted = np.flatnonzero(rows)
    counts = [comparison.table.part(system, measure(key).part) for system in range(len(right))]
    whole = [((one.matched == one.gold) & (one.matched == one.test))[wanted] for one in counts]
    signature = comparison.table.signature(key, system=view.system, among="by:right")
    there = [comparison.table.rows(system, key) for system in range(len(right))]
    return [
        _table(comparison, view, "sentences", wanted, whole, there, signature, RIGHT[items][0]),
        _table(comparison, view, items, sentences, right, there, signature, RIGHT[items][1]),
    ]


def _table(
    comparison: Comparison,
    view: View,
    items: str,
    sentences: Numbers,
    right: list[Mask],
    there: list[Mask],
    signature: str,
    what: str,
) -> ResultTable:
    """``there``: per system the sentences that its figures rest on; two systems are compared on those of both.

    ``what``: what counts as right.
    """
    names, mine = comparison.table.systems, right[view.system]
    others = [system for system in range(len(right)) if system != view.system]
    name = names[view.system]
    both = {one: there[one][sentences] for one in others}
    groups = [
        tuple(
            both[one] & mask
            for mask in (mine & right[one], mine & ~right[one], ~mine & right[one], ~mine & ~right[one])
        )
        for one in others
    ]
    rows: list[list[Value]] = [
        [names[one], *(int(mask.sum()) for mask in masks)] for one, masks in zip(others, groups, strict=True)
    ]
    titles = ("both", f"only {name}", "only the other", "neither")

    def found(row: int, column: int) -> Found | None:
        if column == 0:
            return None
        only = {2: f"only {name}, not {names[others[row]]}", 3: f"only {names[others[row]]}, not {name}"}
        text = only.get(column, f"{titles[column - 1]} of {name} and {names[others[row]]}")
        shown = others[row] if column == 3 else view.system
        return Found(np.unique(sentences[groups[row][column - 1]]), shown, f"{items} right: {text}")

    return ResultTable(
        f"{items.capitalize()} right: {name} and the others",
        (text_column("the other"), *map(count_column, titles)),
        rows,
        " ".join(
            filter(
                None,
                (
                    f"{len(sentences):,} {items if len(sentences) != 1 else items[:-1]}.",
                    "" if all(mask.all() for mask in both.values()) else OF_BOTH,
                    what,
                ),
            )
        ),
        (signature,),
        found=found,
    )
