"""The checklist of an evaluation: what readers of a paper have to know to get the same figures, as a table for its appendix."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from treecompare import __version__
from treecompare.analyses.methods import methods_paragraph
from treecompare.comparison.answered import WITH_OTHER_WORDS, Outcomes
from treecompare.comparison.base import Comparison
from treecompare.errors import counted
from treecompare.measures import measure
from treecompare.scores.result import ResultTable, Value, View, text_column
from treecompare.scores.significance import ITERATIONS
from treecompare.scores.table import PARTIAL, SCORED, SKIPPED


def checklist_tables(comparison: Comparison, view: View) -> list[ResultTable]:
    """One row per question; below it the same as a paragraph."""
    rows: list[list[Value]] = [[question, answer] for question, answer in _answers(comparison, view) if answer]
    keys = list(dict.fromkeys((view.key_a, view.key_b)))
    paragraph = methods_paragraph(comparison, keys, view.average, view.baseline).split("\n", 1)[0]
    columns = text_column("question"), text_column("answer")
    signatures = tuple(comparison.table.signature(key, view.average) for key in keys)
    return [ResultTable("Checklist of the evaluation", columns, rows, paragraph, signatures)]


def _others_repaired(outcomes: Outcomes) -> int:
    return sum(bool(one.repairs) and one.outcome in WITH_OTHER_WORDS for one in outcomes.answers)


def _answers(comparison: Comparison, view: View) -> Iterator[tuple[str, str]]:
    table, settings = comparison.table, comparison.settings
    systems = range(len(table.systems))
    yield "Program", f"treecompare {__version__}"
    asked = table.asked()
    yield "Sentences", f"{int(table.gold_counts[asked].sum()):,}"
    if settings.meta == "ignore":
        yield "Headings (META)", "left out"
    if settings.max_length is not None:
        after = " after preparation" if comparison.kind == "constituents" else ""
        yield "Longest sentences", counted(settings.max_length, "word") + after
    yield "Words after preparation", f"{int(table.lengths[asked].sum()):,}"

    def of_each(numbers: list[int], of: str = "") -> str:
        told = [f"{table.systems[system]} {numbers[system]:,}" for system in systems]
        return "; ".join(told) + of

    yield (
        "Sentences scored",
        of_each([int(np.count_nonzero(table.statuses[system, asked] == SCORED)) for system in systems]),
    )
    without = [int(np.count_nonzero((table.statuses[system] == SKIPPED) & asked)) for system in systems]
    how = "counted as 0" if settings.missing == "zero" else "left out, shown and counted"
    yield "Sentences without a usable parse", of_each(without, f"; {how}") if any(without) else "none"
    if comparison.outcomes:
        of_answers = [
            f"{table.systems[system]} {one.repaired:,}, and {_others_repaired(one):,} with other words (repair: {one.level})"
            for system, one in sorted(comparison.outcomes.items())
        ]
        yield "Sentences scored after repair", "; ".join(of_answers)
    if comparison.baselines:
        yield "Uninformed baselines", ", ".join(table.systems[system] for system in sorted(comparison.baselines))
    if comparison.consensus:
        yield "Consensus of the others", ", ".join(table.systems[system] for system in sorted(comparison.consensus))
    aligned = [table.number_aligned(system) for system in systems]
    for system, one in comparison.outcomes.items() if settings.aligns else ():
        aligned[system] = sum(one.counts[outcome] for outcome in WITH_OTHER_WORDS)
    partly = [table.number(system, PARTIAL) for system in systems]
    if any(aligned):
        yield "Sentences with other words", of_each(aligned, "; aligned")
    elif any(partly):
        yield "Sentences with other words", of_each(partly, "; without scores that need equal words")
    else:
        yield "Sentences with other words", "none"
    yield "Preparation", comparison.prepared()
    if comparison.kind == "constituents":
        yield "Grammatical functions", "part of the label" if settings.functions else "left out"
    common = table.common()
    if len(table.systems) == 1:
        on = "its own"
    elif settings.sentences == "own":
        on = "each system's own"
    else:
        on = f"the {common.number:,} that all systems have"
    yield "Sentences that figures rest on", on
    keys = list(dict.fromkeys((view.key_a, view.key_b)))
    yield "Measures", "; ".join(f"{measure(key).title} ({measure(key).paper})" for key in keys)
    pooled = "pooled: counts are summed over all sentences before the division"
    yield "Average", pooled if view.average == "pooled" else "mean of the sentences' scores"
    if len(table.systems) > 1:
        yield "Significance", f"shuffling, {ITERATIONS:,} iterations, two-sided; Holm's correction over the systems"
