"""Across annotation schemes: systems by golds (Tsarfaty et al. 2011, tables 1 and 2), and what schemes and systems differ in."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import UsageError
from treecompare.measures import Measure, measure
from treecompare.scores.result import (
    Fact,
    Found,
    ResultTable,
    Value,
    View,
    count_column,
    share_column,
    shown_as,
    text_column,
)
from treecompare.scores.set_notes import set_note
from treecompare.scores.significance import ITERATIONS, BaselineTest, against_baseline
from treecompare.scores.table import Average, Figure, Mask, ScoreTable
from treecompare.trees.functions import MultiFunctionTrees, Rows

if TYPE_CHECKING:
    from treecompare.comparison.schemes.comparison import SchemeComparison
    from treecompare.comparison.schemes.targets import Target


NO_LABEL = "(node)"
SHORT = {
    "las": "LAS",
    "uas": "UAS",
    "tedeval": "L-TED",
    "tedeval.unlabelled": "U-TED",
    "tedeval2011": "L-TED 2011",
    "tedeval2011.unlabelled": "U-TED 2011",
}
"""As in the papers' tables."""
ORDER = tuple(measure(key) for key in ("uas", "las", *(key for key in reversed(SHORT) if "ted" in key)))
INSIGNIFICANT = 0.05
Tests: TypeAlias = "Mapping[tuple[Target, str], Mapping[int, BaselineTest]]"
"""Per target and measure each system's difference to the best one."""
Line: TypeAlias = "tuple[Target, Measure, list[Figure]]"
"""A target, a measure and the scores of all systems."""


def measures_of(comparison: SchemeComparison) -> list[Measure]:
    """The measures that are counted, in the order of the papers' tables."""
    return [one for one in ORDER if one.part in comparison.parts]


def best(table: ScoreTable, key: str, average: Average) -> int | None:
    """The system with the highest score, the first of several; None where none is compared with others."""
    compared = np.flatnonzero(table.compared(key)).tolist()
    scores = {system: table.summary(system, key, average) for system in compared}
    known = {system: score for system, score in scores.items() if not math.isnan(score)}
    return max(known, key=lambda system: known[system]) if known else None


def tests_against_best(
    comparison: SchemeComparison,
    average: Average = "pooled",
    iterations: int = ITERATIONS,
    seed: int = 0,
    cancel: NDArray[np.int32] | None = None,
) -> Tests:
    """For every target and measure: each system against the best one, by shuffling (Tsarfaty et al. 2011, section 4)."""
    found: dict[tuple[Target, str], dict[int, BaselineTest]] = {}
    for target, table in comparison.tables.items():
        for one in measures_of(comparison):
            leader = best(table, one.key, average)
            if leader is None:
                continue
            tests = against_baseline(table, leader, [one.key], average, cancel, iterations, seed)
            found[target, one.key] = {system: test for (system, _), test in tests.items() if not math.isnan(test.p)}
    return found


def lines_of(comparison: SchemeComparison, average: Average) -> list[Line]:
    """Every target and measure under which some system has a score."""
    lines = []
    for target in comparison.targets:
        for one in measures_of(comparison):
            table = comparison.tables[target]
            scores = table.figures(one.key, average)
            if not all(map(math.isnan, scores)):
                lines.append((target, one, scores))
    return lines


def lines_note(comparison: SchemeComparison, lines: list[Line]) -> str:
    """What readers have to know of the sentences of these lines; empty if nothing is missing."""
    apart = any(one.is_apart and not math.isnan(one) for _, _, scores in lines for one in scores)
    told = "Behind a score, in brackets: on how many sentences it rests, where others rest on others." if apart else ""
    return " ".join(filter(None, [told, set_note(comparison.table)]))


def may_be_chance(lines: list[Line], tests: Tests) -> frozenset[tuple[int, int]]:
    """The cells (system + 2) of these lines whose difference to the best of their line is not significant."""
    return frozenset(
        (row, system + 2)
        for row, (target, one, _) in enumerate(lines)
        for system, test in tests.get((target, one.key), {}).items()
        if test.holm >= INSIGNIFICANT
    )


def scheme_tables(comparison: SchemeComparison, view: View) -> list[ResultTable]:
    """A row per gold, or combination of golds, and measure, a column per system; marked where the difference to the best system
    of the row may be chance. A cell stands for the sentences whose score is below 1.
    """
    tests = tests_against_best(comparison, view.average, cancel=view.cancel)
    names = [one.name for one in comparison.systems]
    lines = lines_of(comparison, view.average)
    rows: list[list[Value]] = [
        [comparison.target_name(target), SHORT[one.key], *scores] for target, one, scores in lines
    ]

    def found(row: int, column: int) -> Found | None:
        if column < 2:
            return None
        target, one, _ = lines[row]
        below = np.flatnonzero(comparison.tables[target].scores(column - 2, one.key) < 1)
        return Found(below, column - 2, f"{one.title} below 1 against {comparison.target_name(target)}")

    note = (
        "A + B: what the golds A and B have in common. Marked: the difference to the best system of the row may be chance "
        "(shuffling, 10,000 times, Holm's correction, p of at least 0.05). –: no score, or the system's own gold is not among them."
    )
    note = " ".join(filter(None, [note, lines_note(comparison, lines)]))
    signatures = tuple(
        dict.fromkeys(comparison.tables[target].signature(one.key, view.average) for target, one, _ in lines)
    )
    title = f"Systems by golds, {view.average} (as Tsarfaty et al. 2011, tables 1 and 2)"
    columns = (text_column("gold"), text_column("measure"), *(share_column(name) for name in names))
    return [ResultTable(title, columns, rows, note, signatures, may_be_chance(lines, tests), found)]


def operation_tables(comparison: SchemeComparison, view: View) -> list[ResultTable]:
    """Errors and scheme differences by label for a system, against the target; then what each gold has that the target lacks.
    Raises UsageError: a program's profile, whose operations have no spans; or the system's gold is not part of the target."""
    if comparison.scheme_settings.profile != "paper":
        raise UsageError(
            f"operations by label are of the papers' measure; expected the profile paper, not {comparison.scheme_settings.profile}"
        )
    native = comparison.native_in(view.system, comparison.target)
    if native is None:
        name = comparison.systems[view.system].name
        raise UsageError(f"{name}: its gold is not part of {comparison.target_name(comparison.target)}")
    return [_charged(comparison, view.system, native), _differing(comparison)]


def _rows(trees: MultiFunctionTrees, labelled: bool, among: Mask) -> Rows:
    rows = trees.constraints if labelled else trees.nodes
    return rows.chosen(among[rows.sentences])


def _charged(comparison: SchemeComparison, system: int, native: int) -> ResultTable:
    table, target = comparison.table, comparison.target
    labelled = bool(table.exist(system, "tedeval").any())
    key = "tedeval" if labelled else "tedeval.unlabelled"
    among: Mask = table.rows(system, key)
    parse = _rows(comparison.system_trees(system), labelled, among)
    own = _rows(comparison.gold_trees(native), labelled, among)
    common = _rows(comparison.generalised(target), labelled, among)
    in_common, in_own = parse.within([common, own])
    in_parse, owned = common.within([parse, own])
    kinds = [
        parse.chosen(~in_common & ~in_own),
        common.chosen(~in_parse & owned),
        parse.chosen(~in_common & in_own),
        common.chosen(~in_parse & ~owned),
    ]
    counts = np.stack([_by_label(comparison, rows) for rows in kinds], axis=1)
    charged, forgiven = counts[:, :2].sum(axis=1), counts[:, 2:].sum(axis=1)
    labels = [one for one in np.lexsort((-charged, -forgiven)).tolist() if charged[one] + forgiven[one]]
    names = "deleted, error", "added, error", "deleted, scheme", "added, scheme", "errors", "scheme differences"
    in_files = "deleted, charged", "added, charged", "deleted, forgiven", "added, forgiven", "charged", "forgiven"
    chosen = [*([one] for one in kinds), kinds[:2], kinds[2:]]
    rows: list[list[Value | Fact]] = []
    for label in labels:
        name = _name(comparison, label, labelled)
        numbers = [*counts[label].tolist(), int(charged[label]), int(forgiven[label])]
        behind = (partial(_with, of, label, system, f"{name} {what}") for of, what in zip(chosen, names, strict=True))
        rows.append([name, *map(Fact, numbers, behind), numbers[5] / (numbers[4] + numbers[5])])
    parser, of = comparison.systems[system].name, comparison.target_name(target)
    note = (
        f"{parser} becomes what {of} says by deleting labels and adding labels over spans. A scheme difference is what also turns "
        f"the system's own gold {comparison.golds[native].name} into it; it is not counted as an error."
    )
    return ResultTable.of(
        f"Operations by label: {parser} against {of}",
        (
            text_column("label"), *(shown_as(name, count_column(own)) for name, own in zip(names, in_files, strict=True)),
            shown_as("scheme differences, %", share_column("forgiven, %")),
        ),
        rows, note, (table.signature(key, system=system, among="by:label"),),
    )  # fmt: skip


def _with(chosen: Sequence[Rows], label: int, system: int | None, text: str) -> Found:
    """The sentences in which any of these is of that label."""
    return Found(np.unique(np.concatenate([rows.sentences[rows.labels == label] for rows in chosen])), system, text)


def _differing(comparison: SchemeComparison) -> ResultTable:
    """Per label and gold of the target: how many nodes, and how many of them the target lacks."""
    target = comparison.target
    labelled = all(comparison.golds[comparison.labels_from.get(gold, gold)].has_labels for gold in target)
    generalised = comparison.generalised(target)
    among = comparison.agreed(target)
    common = _rows(generalised, labelled, among)
    of_gold = [_rows(comparison.gold_trees(gold), labelled, among) for gold in target]
    lost = [rows.chosen(~rows.within([common])[0]) for rows in of_gold]
    every = [rows for pair in zip(of_gold, lost, strict=True) for rows in pair]
    counts = np.stack([_by_label(comparison, rows) for rows in every])
    differing = counts[1::2].sum(axis=0)
    labels = [one for one in np.argsort(-differing, kind="stable").tolist() if counts[:, one].any()]
    whose = [f"in {comparison.golds[gold].name}{lost}" for gold in target for lost in ("", ", not in common")]
    rows: list[list[Value | Fact]] = []
    for label in labels:
        name = _name(comparison, label, labelled)
        behind = (partial(_with, [of], label, None, f"{name} {text}") for of, text in zip(every, whose, strict=True))
        rows.append([name, *map(Fact, counts[:, label].tolist(), behind)])
    columns = [text_column("label")]
    for gold in target:
        name = comparison.golds[gold].name
        columns += [count_column(name), count_column("not in common", f"not in common of {name}")]
    return ResultTable.of(
        f"What the golds differ in: {comparison.target_name(target)}", tuple(columns), rows,
        "Labels over spans in each gold, and how many of them the golds do not have in common.",
    )  # fmt: skip


def _by_label(comparison: SchemeComparison, rows: Rows) -> NDArray[np.int64]:
    return np.bincount(rows.labels, minlength=len(comparison.golds[0].symbols)).astype(np.int64)


def _name(comparison: SchemeComparison, label: int, labelled: bool) -> str:
    return comparison.golds[0].symbols[label] if labelled else NO_LABEL
