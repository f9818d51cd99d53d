"""The figures of a comparison across schemes: tables as Tsarfaty et al. 2011 and 2012 print them, and an object for JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from treecompare import __version__
from treecompare.analyses.exports import (
    common_of,
    difference_columns,
    difference_object,
    differences_table,
    figures_of,
    measure_objects,
    sentence_scores,
)
from treecompare.analyses.schemes import SHORT, Tests, lines_note, lines_of, may_be_chance, measures_of
from treecompare.measures import Measure
from treecompare.scores.result import Column, ResultTable, Value, plain_column, row_score_column, text_column
from treecompare.scores.significance import Difference, significance
from treecompare.scores.table import SCORED, SKIPPED, STATUS_NAMES, Average

if TYPE_CHECKING:
    from treecompare.comparison.schemes.comparison import SchemeComparison
    from treecompare.comparison.schemes.targets import Target

MEASURE = Column("measure", SHORT.__getitem__, is_number=False)


def golds_table(comparison: SchemeComparison, average: Average, tests: Tests | None = None) -> ResultTable:
    """A row per target and measure, a column per system: table 1 of Tsarfaty et al. 2011; for more golds, of 2012.

    ≈ marks differences to the best of the row that may be chance.
    """
    lines = lines_of(comparison, average)
    return ResultTable(
        f"Systems by golds, {average}",
        (Column("gold", str, is_number=False, once=True), MEASURE, *(row_score_column(one.name) for one in comparison.systems)),
        [[comparison.target_name(target), one.key, *scores] for target, one, scores in lines],
        marked=may_be_chance(lines, tests or {}),
        mark="≈",
        measures=tuple(one for _, one, _ in lines),
        note=lines_note(comparison, lines),
    )  # fmt: skip


def single_and_multiple_tables(comparison: SchemeComparison, average: Average) -> list[ResultTable]:
    """A row per system: against its own gold (single), and against what all golds have in common (multiple).

    As tables 1 and 2 of Tsarfaty et al. 2012; nothing where there is one gold.
    """
    if len(comparison.golds) < 2:
        return []
    everything = comparison.tables[tuple(range(len(comparison.golds)))]
    measures = measures_of(comparison)
    scheme = [one for one in measures if one.key.startswith("tedeval")]
    others = [one for one in measures if one not in scheme]
    rows: list[list[Value]] = []
    for system, parse in enumerate(comparison.systems):
        own = comparison.tables[comparison.native[system],]
        cases = [(own, scheme), (everything, scheme), (own, others)]
        scores = [table.figures(one.key, average)[system] for table, ones in cases for one in ones]
        rows.append([parse.name, comparison.golds[comparison.native[system]].name, *scores])
    columns = (
        text_column("system"), text_column("gold"),
        *(Column(f"{SHORT[one.key]} single", one.shown) for one in scheme),
        *(Column(f"{SHORT[one.key]} multiple", one.shown) for one in scheme),
        *(Column(SHORT[one.key], one.shown) for one in others),
    )  # fmt: skip
    return [ResultTable(f"Single and multiple golds, {average}", columns, rows)]


def scheme_sentences_table(comparison: SchemeComparison) -> ResultTable:
    """A row per target, system and sentence."""
    measures = measures_of(comparison)
    rows: list[list[Value]] = []
    for target, system in _cases(comparison):
        table, name = comparison.tables[target], comparison.target_name(target)
        columns = [
            [name] * table.sentences, [table.systems[system]] * table.sentences, range(1, table.sentences + 1), comparison.ids,
            [STATUS_NAMES[status] for status in table.statuses[system].tolist()],
            *(table.scores(system, one.key).tolist() for one in measures),
            [table.reason(system, sentence) for sentence in range(table.sentences)],
        ]  # fmt: skip
        rows += map(list, zip(*columns, strict=True))
    heads = (
        text_column("gold"), text_column("system"), plain_column("sentence"), text_column("id"), text_column("status"),
        *(Column(one.key, one.shown) for one in measures), text_column("reason"),
    )  # fmt: skip
    return ResultTable("Sentences", heads, rows)


def _cases(comparison: SchemeComparison) -> Iterator[tuple[Target, int]]:
    """Every target with the systems that are compared with it."""
    for target in comparison.targets:
        for system in range(len(comparison.systems)):
            if comparison.native_in(system, target) is not None:
                yield target, system


def pairs_of(
    comparison: SchemeComparison, average: Average, iterations: int, seed: int
) -> list[tuple[Target, Difference]]:
    """Every two systems that have scores against a target, by shuffling and bootstrap; Holm's correction is over these pairs."""
    keys = [one.key for one in measures_of(comparison)]
    return [
        (target, one)
        for target in comparison.targets
        for one in significance(comparison.tables[target], keys, [average], iterations, seed).differences
        if one.sentences
    ]


def pairs_table(comparison: SchemeComparison, average: Average, iterations: int, seed: int) -> ResultTable:
    """A row per target, measure and pair of systems."""
    pairs = pairs_of(comparison, average, iterations, seed)
    return differences_table(
        f"Differences between systems, {average}", comparison.table.systems, [one for _, one in pairs],
        (text_column("gold"), MEASURE, *difference_columns()),
        [[comparison.target_name(target), one.key] for target, one in pairs],
    )  # fmt: skip


def pair_objects(comparison: SchemeComparison, average: Average, iterations: int, seed: int) -> list[dict[str, Any]]:
    """The same for JSON."""
    return [
        {"golds": _names(comparison, target), **difference_object(comparison.table.systems, one)}
        for target, one in pairs_of(comparison, average, iterations, seed)
    ]


def _names(comparison: SchemeComparison, target: Target) -> list[str]:
    return [comparison.golds[gold].name for gold in target]


def schemes_object(comparison: SchemeComparison, tests: Tests | None, per_sentence: bool) -> dict[str, Any]:
    """The object that ``tedeval --format json`` prints."""
    measures = measures_of(comparison)
    systems: dict[Target, list[dict[str, Any]]] = {target: [] for target in comparison.targets}
    figures = {target: figures_of(comparison.tables[target], measures) for target in comparison.targets}
    for target, system in _cases(comparison):
        table = comparison.tables[target]
        one: dict[str, Any] = {
            "name": table.systems[system],
            "scored": table.number(system, SCORED),
            "skipped": table.number(system, SKIPPED),
            **figures[target][system],
        }
        if tests is not None:
            of_system = {each.key: tests.get((target, each.key), {}).get(system) for each in measures}
            one["against_best"] = {
                key: {"difference": test.difference, "p": test.p, "holm": test.holm}
                for key, test in of_system.items()
                if test is not None
            }
        if per_sentence:
            one["per_sentence"] = list(_sentence_objects(comparison, target, system, measures))
        systems[target].append(one)
    return {
        "treecompare": __version__,
        "profile": comparison.scheme_settings.profile,
        "golds": [{"name": one.name, "path": one.path, "kind": one.kind} for one in comparison.golds],
        "systems": [
            {"name": one.name, "path": one.path, "kind": one.kind, "gold": comparison.golds[native].name}
            for one, native in zip(comparison.systems, comparison.native, strict=True)
        ],
        "measures": measure_objects(measures, comparison.tables[comparison.targets[0]].signature),
        "warnings": comparison.warnings,
        **common_of(comparison.table),
        "targets": [{"golds": _names(comparison, target), "systems": found} for target, found in systems.items()],
    }


def _sentence_objects(
    comparison: SchemeComparison, target: Target, system: int, measures: Sequence[Measure]
) -> Iterator[dict[str, Any]]:
    table = comparison.tables[target]
    scores = sentence_scores(table, system, measures)
    forgiven = {part: table.forgiven(system, part).tolist() for part in table.parts if part.startswith("tedeval")}
    for index, counts in enumerate(table.counts(system, slice(None))):
        for part in counts:
            if part in forgiven:
                counts[part]["forgiven"] = forgiven[part][index]
        found: dict[str, Any] = {
            "index": index + 1,
            "id": comparison.ids[index],
            "status": STATUS_NAMES[int(table.statuses[system, index])],
            "scores": scores[index],
            "counts": counts,
        }
        if table.reason(system, index):
            found["reason"] = table.reason(system, index)
        yield found
