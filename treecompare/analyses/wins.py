"""Systems against each other, sentence by sentence: where one is better, by which errors; what both, one or none have right."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from treecompare.analyses.errors import found_errors
from treecompare.comparison.base import Comparison
from treecompare.measures import measure
from treecompare.scores.ranks import Wins, wins
from treecompare.scores.result import (
    Column,
    Fact,
    Found,
    ResultTable,
    Value,
    View,
    count_column,
    signed_column,
    text_column,
)
from treecompare.scores.set_notes import set_note
from treecompare.scores.table import Mask, Numbers
from treecompare.trees.tree import CONSTITUENT

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison
    from treecompare.comparison.dependencies.comparison import DependencyComparison


def win_tables(comparison: Comparison, view: View) -> list[ResultTable]:
    """Sentences won and lost under measure A against every other system, the baseline first; then, against the baseline, by type
    of error. Of the baseline itself: against the system before it, or after it."""
    table, one = comparison.table, measure(view.key_a)
    others = [system for system in range(len(table.systems)) if system != view.system]
    others.sort(key=lambda system: system != view.baseline)
    if not others:
        return [ResultTable("Wins and losses", (text_column("the other"),), [], "There is only one system.")]
    tables = [_wins(comparison, view.system, others, one.key)]
    if comparison.error_types:
        tables.append(_by_type(comparison, view, others[0], wins(table, view.system, others[0], one)))
    return tables


def _wins(comparison: Comparison, system: int, others: list[int], key: str) -> ResultTable:
    table, one = comparison.table, measure(key)
    name = table.systems[system]
    rows: list[list[Value | Fact]] = []
    for other in others:
        each = wins(table, system, other, one)
        known = each.difference[~np.isnan(each.difference)]
        mean = float(known.mean()) if len(known) else None
        masks = {"better than": each.better, "worse than": each.worse, "as good as": each.equal}
        found = (
            Found(np.flatnonzero(mask), system, f"{name} {how} {table.systems[other]} under {one.title}")
            for how, mask in masks.items()
        )
        rows.append([table.systems[other], *map(Fact.of, found), mean])
    columns = (
        text_column("the other"), count_column("better on", "better"), count_column("worse on", "worse"),
        count_column("equal on", "equal"), signed_column(one, "mean difference", "difference"),
    )  # fmt: skip
    note = (
        f"Under {one.title}: sentences on which {name} has a better, a worse or the same score as the other, of those that both "
        f"have; the difference is {name} minus the other. {set_note(table, [key])}"
    ).strip()
    return ResultTable.of(f"Wins and losses of {name}, {one.title}", columns, rows, note, (table.signature(key),))


def _by_type(comparison: Comparison, view: View, other: int, found_of: Wins) -> ResultTable:
    table, one = comparison.table, measure(view.key_a)
    pair = view.system, other
    names = [table.systems[system] for system in pair]
    lists = [comparison.errors(system, view.cancel) for system in pair]
    both = ~np.isnan(found_of.difference) & lists[0].analysed & lists[1].analysed
    groups: list[tuple[str, Mask]] = [("better", found_of.better & both), ("worse", found_of.worse & both)]
    rows: list[tuple[int, list[Value | Fact]]] = []
    for kind in comparison.error_types:
        row: list[Value | Fact] = [kind.title]
        numbers = []
        for how, mask in groups:
            for system, name, errors in zip(pair, names, lists, strict=True):
                chosen, text = kind.among(errors) & mask[errors.sentences], f"{kind.title} of {name}, {names[0]} {how}"
                numbers.append(int(np.count_nonzero(chosen)))
                row.append(Fact(numbers[-1], partial(found_errors, errors, chosen, system, text)))
        if any(numbers):
            difference = numbers[0] + numbers[2] - numbers[1] - numbers[3]
            rows.append((difference, [*row, difference]))
    rows.sort(key=lambda row: -abs(row[0]))
    columns = (
        text_column("type"),
        *(count_column(f"{name}, {how}", f"{name} {how}") for how, _ in groups for name in names),
        Column("more or less", lambda value: f"{value:+,}" if value else "0", key="difference"),
    )
    sizes = [int(np.count_nonzero(mask)) for _, mask in groups]
    left_out = int(np.count_nonzero(~np.isnan(found_of.difference) & ~both))
    note = (
        f"Errors in the {sizes[0]:,} sentences on which {names[0]} is better than {names[1]} under {one.title}, and in the "
        f"{sizes[1]:,} on which it is worse; then how many more errors {names[0]} has in both. Sentences with equal scores "
        "are left out."
    )
    if left_out:
        note += f" Left out: {left_out:,} sentences in which errors are not looked for."
    signature = "errors|" + table.signature(one.key).split("|", 1)[1]
    title = f"By type of error: {names[0]} and {names[1]}"
    return ResultTable.of(title, columns, [row for _, row in rows], note, (signature,))


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
        rows: list[list[Value | Fact]] = []
        for one in others:
            its, other = right[one], table.systems[one]
            groups = [
                (f"both of {name} and {other}", mine & its, system), (f"only {name}, not {other}", mine & ~its, system),
                (f"only {other}, not {name}", ~mine & its, one), (f"neither of {name} and {other}", ~mine & ~its, system),
            ]  # fmt: skip
            rows.append([other])
            for text, mask, shown in groups:
                here = sentences[both[one] & mask]
                rows[-1].append(Fact(len(here), partial(Found.items, here, shown, f"{items} right: {text}")))
        number = f"{len(sentences):,} {items if len(sentences) != 1 else items[:-1]}."
        is_of_both = not all(mask.all() for mask in both.values())
        return ResultTable.of(
            f"{items.capitalize()} right: {name} and the others",
            (text_column("the other"), *map(count_column, titles)),
            rows,
            " ".join(filter(None, (number, OF_BOTH if is_of_both else "", what, note))),
            (table.signature(key, system=system, among="by:right"),),
        )

    return [made("sentences", wanted, whole, RIGHT[items][0]), made(items, sentences, right, RIGHT[items][1])]
