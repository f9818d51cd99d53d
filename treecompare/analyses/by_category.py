"""Scores per label, function and relation, what is confused with what, and each label or relation over all systems.

The matches of labels are those of the E-mapping of the roof (for tags: those of evalb's tagging accuracy), so the counts of all
labels add up to the table's. Functions are counted over constituents and tags that match without them (Blaheta & Charniak 2000).
Dependencies are taken apart by relation, part of speech, distance, direction and length. What is counted are items
(:mod:`treecompare.scores.items`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from treecompare.comparison.base import Comparison
from treecompare.comparison.constituents.items import MatchedFunctions, matched_functions
from treecompare.comparison.dependencies.items import COLUMNS, NAMES
from treecompare.scores.items import SAME, Grouped, Items, Mask, Numbers
from treecompare.scores.result import (
    Column,
    Fact,
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
    from treecompare.comparison.dependencies.comparison import DependencyComparison


MARKED = 10
"""At most so many confusions of a cross-table are marked."""
GOLD, SYSTEM = count_column("gold"), shown_as("system", count_column("test"))
RATES = tuple(map(share_column, ("recall", "precision", "F1")))


@dataclass(frozen=True)
class Cells:
    """A column of a table by category: its figures, and which rows of the items stand behind them.

    ``gold``, ``test``: the rows whose gold or test items are concerned, None for none; a cell shows those of its category.
    ``text``: what the sentences have in common, ``{}`` being the category; empty where a cell shows nothing.
    """

    column: Column
    values: Sequence[Value]
    text: str = ""
    gold: Mask | None = None
    test: Mask | None = None


def share(part: float, whole: float) -> float | None:
    """A part of a whole; None of nothing."""
    return part / whole if whole else None


def shares(parts: Numbers, wholes: Numbers) -> list[float | None]:
    """Parts of wholes; None of nothing."""
    return list(map(share, parts.tolist(), wholes.tolist()))


def rates(right: int, gold: int, test: int) -> tuple[float | None, ...]:
    """Recall, precision and F1 of so many that are right; None of nothing."""
    return share(right, gold), share(right, test), share(2 * right, gold + test)


def recall_precision_f1(grouped: Grouped, right: Mask) -> tuple[list[float | None], ...]:
    """Of each category. F1 is 2PR/(P + R), also where items of the gold are right that are of another category in the system (equal
    labels), so that both sides have other numbers of right ones; 0 where one side has none."""
    (gold, test), (found, there) = grouped.counts(), grouped.counts(right)
    f1 = shares(2 * found * there, found * test + there * gold)
    f1 = [0.0 if one is None and number else one for one, number in zip(f1, (gold + test).tolist(), strict=True)]
    return shares(found, gold), shares(there, test), f1


def usual_cells(grouped: Grouped, right: Mask, texts: Sequence[str]) -> list[Cells]:
    """Gold, system, recall, precision and F1 of each category; ``texts``: as those of :class:`Cells`, of each of these."""
    (gold, test), every = grouped.counts(), np.ones(len(right), np.bool_)
    behind = (~right, None), (None, ~right), (~right, ~right)
    rated = zip(RATES, recall_precision_f1(grouped, right), texts[2:], behind, strict=True)
    return [
        Cells(GOLD, gold.tolist(), texts[0], every),
        Cells(SYSTEM, test.tolist(), texts[1], test=every),
        *(Cells(column, of, text, *rows) for column, of, text, rows in rated),
    ]


def category_table(
    grouped: Grouped,
    title: str,
    head: str,
    cells: Sequence[Cells],
    system: int,
    note: str,
    signature: str,
    none: str = "",
    are_lit_in_pairs: bool = False,
    in_files: str = "",
) -> ResultTable:
    """A row per category. ``none``: what an empty name is shown as. ``are_lit_in_pairs``: both items of a row are
    lit. ``in_files``: the head that files have, if another one."""
    names = [name or none for name in grouped.names]

    def found(row: int, column: int) -> Found | None:
        one = cells[column - 1]
        if column == 0 or not one.text:
            return None
        gold = None if one.gold is None else one.gold & (grouped.gold == row)
        test = None if one.test is None else one.test & (grouped.test == row)
        if are_lit_in_pairs:
            gold = test = np.logical_or.reduce([rows for rows in (gold, test) if rows is not None])
        return grouped.items.found(system, one.text.format(grouped.names[row]), gold, test, mark=names[row])

    rows: list[list[Value]] = [list(row) for row in zip(names, *(one.values for one in cells), strict=True)]
    columns = (shown_as(head, text_column(in_files or head)), *(one.column for one in cells))
    return ResultTable(title, columns, rows, note, (signature,), found=found)


def cross_table(
    grouped: Grouped,
    title: str,
    system: int,
    note: str,
    signature: str,
    none: str,
    text: str = "{} for which the system has {}",
    mark: str = "",
    most: int = MARKED,
    marks_lost: bool = False,
) -> ResultTable:
    """Gold categories down, those of the system across; the last is ``none``. ``text``: what a cell stands for; ``mark``: the text
    behind words. The largest confusions are marked, at most ``most``; ``marks_lost``: those with none, too."""
    names = [*(name or none for name in grouped.names), none]
    counts = grouped.cross if marks_lost else grouped.cross[:-1, :-1]
    largest = frozenset((gold, test + 1) for gold, test in largest_confusions(counts, most))

    def found(row: int, column: int) -> Found | None:
        if column == 0:
            return None
        rows, both = grouped.cell(row, column - 1), (names[row], names[column - 1])
        return grouped.items.found(system, text.format(*both), rows, rows, mark.format(*both))

    return ResultTable(
        title,
        (shown_as("gold \\ system", text_column("gold \\ test")), *map(cross_column, names)),
        [[name, *row] for name, row in zip(names, grouped.cross.tolist(), strict=True)],
        note,
        (signature,),
        largest,
        found,
    )


def largest_confusions(counts: Numbers, most: int) -> list[tuple[int, int]]:
    """The cells beside the diagonal, the largest first."""
    off = counts.copy()
    np.fill_diagonal(off, 0)
    order = np.argsort(-off, axis=None, kind="stable")[: min(most, MARKED)].tolist()
    cells = [divmod(cell, len(off)) for cell in order]
    return [cell for cell in cells if off[cell]]


def differing_table(items: Items, title: str, by: str, system: int, note: str, signature: str) -> ResultTable:
    """What is not right, by its column ``kind``, whose first category is right, and what both sides have in its place, the most
    frequent first."""
    (what, kinds, _), (names, gold, test) = items.codes("kind"), items.codes(by)
    rows = np.flatnonzero(kinds > 0)
    groups, inverse, counts = np.unique(
        np.stack((kinds, gold, test))[:, rows], axis=1, return_inverse=True, return_counts=True
    )
    order = np.lexsort((*groups[::-1], -counts)).tolist()
    texts = np.array([*names, "–"], object)
    values: list[list[Value]] = [
        [what[groups[0, one]], *texts[groups[1:, one]], int(counts[one]), int(counts[one]) / len(rows)] for one in order
    ]

    def found(row: int, column: int) -> Found | None:
        chosen = np.zeros(len(items), np.bool_)
        chosen[rows[inverse.reshape(-1) == order[row]]] = True
        return items.found(system, f"{values[row][0]}: {values[row][1]} > {values[row][2]}", chosen, chosen)

    columns = (text_column("what"), text_column("gold"), text_column("system"), count_column("count"))
    return ResultTable(
        title, (*columns, share_column("share, %", "share")), values, note, (signature,), found=found
    )  # fmt: skip


def confusion_list(title: str, cross: ResultTable, note: str = "") -> ResultTable:
    """The cells of a cross-table beside its diagonal, the largest first; equal ones in the order of the cross-table.

    ``cross``: gold categories down, those of the system across in the same order; the last of each stands for nothing and is
    left out here.
    """
    names = [str(row[0]) for row in cross.rows]
    cells = [
        (int(value), gold, system)
        for gold, row in enumerate(cross.rows[:-1])
        for system, value in enumerate(row[1:-1])
        if gold != system and isinstance(value, int) and value
    ]
    cells.sort(key=lambda cell: -cell[0])
    totals = [sum(value for value in row[1:] if isinstance(value, int)) for row in cross.rows]
    rows = [
        Fact.each((names[gold], names[system], number, number / totals[gold]), partial(cross.found, gold, system + 1))
        for number, gold, system in cells
    ]
    return ResultTable.of(
        title,
        (text_column("gold"), text_column("system"), count_column("count"), share_column("of the gold's, %", "share")),
        rows,
        "What the gold has, what the system has in its place, how often, and which part of the gold's that is. A click shows "
        "the sentences." + ("" if rows else " Nothing is confused.") + note,
        cross.signatures,
    )


NONE = "∅"
"""Shown where the other tree has no node over the span."""
WHAT = {"constituents": "Constituents", "tags": "Part-of-speech tags"}


def label_tables(comparison: Comparison, view: View, kind: str = "constituents") -> list[ResultTable]:
    """Recall, precision and F1 per label; then what is confused over equal spans, as a list and as a cross-table."""
    items = comparison.items(view.system, kind)
    labels, right = items.by("label", "both"), items.right()
    name, what = comparison.table.systems[view.system], WHAT[kind]
    signature = comparison.table.signature(comparison.item_keys[kind], system=view.system, among="by:label")
    equal = equal_note(comparison, labels.names)
    (gold, test), (hits, _) = labels.counts(), labels.counts(right)
    lacking = "{} of the gold not found", "{} of the system not in the gold", "{} missed or invented"
    cells = usual_cells(labels, right, ("{} in the gold", "{} in the system", *lacking))
    cells.insert(2, Cells(count_column("matched"), hits.tolist(), "{} found", right))
    note = (
        f"{gold.sum():,} in the gold, {test.sum():,} in the system, {np.count_nonzero(right):,} matched. A click on a count or a "
        "score shows its sentences: on recall those in which one was missed, on precision those in which one was invented, "
        f"on F1 both.{equal}"
    )
    title = f"{what} of {name} by label"
    scores = category_table(labels, title, "label", cells, view.system, note, signature, NONE)
    cross = cross_table(
        labels, f"Cross-table of {what.lower()}, {name}", view.system,
        f"Gold labels down, labels of the system across, over the same words; {NONE}: the other tree has none there. "
        f"A click on a cell shows its sentences; the largest confusions are marked.{equal}",
        signature, NONE, most=len(labels.names),
    )  # fmt: skip
    return [scores, confusion_list(f"{what} confused by {name}", cross, equal), cross]


def equal_note(comparison: Comparison, names: Iterable[str]) -> str:
    """What to know of figures per label where some of these labels are equal by the preparation, after a blank; else empty."""
    equal = comparison.preparation.parameters.equal_labels
    there = {name for pair in equal for name in pair}.intersection(names)
    if len(there) < 2:
        return ""
    pairs = [f"{a} and {b}" for a, b in equal if a in there or b in there]
    return (
        f" Equal by the preparation: {', '.join(pairs)}; each is counted under its own label, and matched by the other too, so "
        "that more may be matched than the other side has of a label."
    )


KEY = "e.whole.dice"
"""The measure whose matched nodes these are, with functions left out of the labels."""
TITLES = ("Functions of matched constituents", "Functions confused", "Cross-table of functions")


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
            name, one.matched, gold, test, right, *rates(right, gold, test),
            share(int(one.same.sum()), one.matched), share(int((one.same & has_one).sum()), int(has_one.sum())),
        ])  # fmt: skip
    columns = (
        text_column("system"), count_column("matched"), GOLD, SYSTEM, count_column("right"), *RATES, share_column("accuracy"),
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
    right = one.rows("matched")
    (in_gold, in_test), (hits, _) = functions.counts(), functions.counts(right)
    agreeing = [share(number, one.matched) for number in (one.matched - in_gold - in_test + 2 * hits).tolist()]
    differing = "{} of the gold that the system has not", "{} of the system that the gold has not", "{} in one of them"
    cells = usual_cells(functions, right, ("{} in the gold", "{} in the system", *differing))
    cells.insert(2, Cells(count_column("right"), hits.tolist(), "{} right", right))
    cells += [
        replace(cells[-1], column=share_column("accuracy"), values=agreeing),
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


_OF_BOTH = (
    " Both: relation and head together (as Kübler et al. 2008, table 7); 'both right' is their recall, as in eval.pl's "
    "DEPREL + ATTACHMENT."
)
NO_COUNTERPART = "–"
"""The row or column of words without a counterpart in the other treebank."""
_SEVERAL = {"relation": "relations", "upos": "parts of speech", "head-upos": "parts of speech of heads"}
"""What is confused."""


def breakdown_tables(comparison: DependencyComparison, view: View) -> list[ResultTable]:
    """Per category: words, and how many have the right head, relation, both; precision and F1 of the category itself."""
    return [_breakdown(comparison, view.system, by) for by, column in COLUMNS.items() if column.in_breakdowns]


def _breakdown(comparison: DependencyComparison, system: int, by: str) -> ResultTable:
    grouped = comparison.items(system, "words").by(by)
    gold, _ = grouped.counts()
    said = NAMES.get(by, by)
    error = f"{said} {{}} with an error"

    def right(title: str, key: str) -> Cells:
        found = grouped.right(key)
        return Cells(share_column(title), shares(grouped.counts(found)[0], gold), error, ~found)

    cells = usual_cells(grouped, grouped.right(SAME), (f"{said} {{}}", "", error, "", ""))
    cells[2:2] = [right("head right", "uas"), right("relation right", "label-accuracy"), right("both right", "las")]
    if by == "relation":
        _, *together = recall_precision_f1(grouped, grouped.right("las"))
        cells += [
            Cells(share_column(f"both: {name}"), of) for name, of in zip(("precision", "F1"), together, strict=True)
        ]
    return category_table(
        grouped, f"By {said}, {comparison.table.systems[system]}", said, cells, system,
        "Heads, relations and both: shares of the gold's words. Recall, precision and F1: of the category itself."
        + (_OF_BOTH + comparison.subtypes_said() if by == "relation" else ""),
        comparison.table.signature("las", system=system, among=f"by:{by}"), in_files=by,
    )  # fmt: skip


def confusion_tables(comparison: DependencyComparison, view: View) -> list[ResultTable]:
    """Per kind of category: the confusions, most frequent first; then gold categories down, those of the system across."""
    name = comparison.table.systems[view.system]
    tables = []
    for by in (by for by, column in COLUMNS.items() if column.in_confusions):
        several, said = _SEVERAL.get(by, by), NAMES.get(by, by)
        subtypes = comparison.subtypes_said() if by == "relation" else ""
        cross = cross_table(
            comparison.items(view.system, "words").by(by, "both"), f"Cross-table of {several}, {name}", view.system,
            "The gold's down, the system's across; the last is for words without a counterpart. The largest are marked."
            + subtypes,
            comparison.table.signature("las", system=view.system, among=f"by:{by}"), NO_COUNTERPART, f"{said} {{}}>{{}}", "{}>{}",
            marks_lost=True,
        )  # fmt: skip
        tables += [confusion_list(f"{several.capitalize()} confused by {name}", cross, subtypes), cross]
    return tables


def label_by_system_tables(comparison: Comparison, view: View) -> list[ResultTable]:
    """F1 of each label, for every system."""
    key = comparison.item_keys["constituents"]
    table = _table(comparison, _of_systems(comparison, "constituents", "label"), "F1 of each label", key, "")
    names = (str(row[0]) for row in table.rows)
    return [replace(table, note=table.note + equal_note(comparison, names))]


def relation_by_system_tables(comparison: DependencyComparison, view: View) -> list[ResultTable]:
    """F1 of each relation, the share of its words with the right head and label, and F1 of both, for every system."""
    found, together = _of_systems(comparison, "words", "relation"), "F1 of relation and head together"
    tables = [
        _table(comparison, found, "F1 of each relation", "label-accuracy", SAME),
        _table(comparison, found, "Head and relation right, by relation", "las", "las", is_recall=True),
        _table(comparison, found, f"{together} (as Kübler et al. 2008, table 7)", "las", "las"),
    ]
    return [replace(table, note=f"{table.note}{comparison.subtypes_said()}".strip()) for table in tables]


def _of_systems(comparison: Comparison, what: str, by: str) -> list[Grouped]:
    return [comparison.items(system, what).by(by) for system in range(len(comparison.table.systems))]


def _table(
    comparison: Comparison, found: Sequence[Grouped], title: str, key: str, right: str, is_recall: bool = False
) -> ResultTable:
    """F1, or recall, of the items of each category that are ``right``.

    The most frequent of the gold, beside the first system that has sentences with them, come first. The best of a row are marked,
    of systems whose figures rest on the same sentences.
    """
    systems, by = comparison.table.systems, found[0].by
    counts: dict[str, int] = {}
    scores: list[dict[str, Value]] = []
    for one in found:
        recall, _, f1 = recall_precision_f1(one, one.right(right))
        scores.append(dict(zip(one.names, recall if is_recall else f1, strict=True)))
        counts = {name: gold for name, gold in zip(one.names, one.counts()[0].tolist(), strict=True) if gold} | counts
    others = sorted({name for one in scores for name, value in one.items() if value is not None} - counts.keys())
    names = [*sorted(counts, key=lambda name: (-counts[name], name)), *others]
    rows: list[list[Value]] = [[name, counts.get(name, 0), *(one.get(name) for one in scores)] for name in names]
    marked = set()
    ranked = np.flatnonzero(comparison.table.compared(key)) + 2
    for place, row in enumerate(rows):
        known = {column: value for column in ranked.tolist() if isinstance(value := row[column], float)}
        if len(set(known.values())) > 1:
            marked |= {(place, column) for column, value in known.items() if value == max(known.values())}

    def opened(row: int, column: int) -> Found | None:
        if column < 2:
            return None
        system, name = column - 2, names[row]
        one = found[system]
        missed = ~one.right(right) & (one.gold == (one.names.index(name) if name in one.names else len(one.names)))
        return one.items.found(system, f"{by} {name} missed by {systems[system]}", missed, mark=name)

    return ResultTable(
        title,
        (text_column(by), count_column("gold"), *map(share_column, systems)),
        rows,
        "The best of a row are marked, where systems differ. A click on a score shows the sentences in which the system misses it."
        f" {set_note(comparison.table, [key])}".rstrip(),
        (comparison.table.signature(key, among=f"by:{by}"),),
        frozenset(marked),
        opened,
    )
