"""What a comparison across schemes says: tables as Tsarfaty et al. 2011 and 2012 print them, an object for JSON, one sentence."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treecompare import __version__
from treecompare.comparison.schemes.comparison import SchemeComparison, Target
from treecompare.comparison.schemes.table import SchemeTable
from treecompare.measures import Measure, measure
from treecompare.scores.significance import ITERATIONS, Difference, Test, against_baseline, significance
from treecompare.scores.table import SCORED, SKIPPED, STATUS_NAMES, Average

AVERAGES: tuple[Average, ...] = ("pooled", "mean")
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
Rows = list[list[str]]
Tests = dict[tuple[Target, str], dict[int, Test]]


def measures_of(comparison: SchemeComparison) -> list[Measure]:
    """The measures that are counted, in the order of the papers' tables."""
    return [one for one in ORDER if one.part in comparison.parts]


def best(table: SchemeTable, key: str, average: Average) -> int | None:
    """The system with the highest score; None where none has one."""
    scores = {system: table.summary(system, key, average) for system in range(len(table.systems))}
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
    found: Tests = {}
    for target, table in comparison.tables.items():
        for one in measures_of(comparison):
            leader = best(table, one.key, average)
            if leader is None:
                continue
            tests = against_baseline(table, leader, [one.key], average, cancel, iterations, seed)
            found[target, one.key] = {system: test for (system, _), test in tests.items() if not math.isnan(test.p)}
    return found


def pairs_of(
    comparison: SchemeComparison, average: Average, iterations: int, seed: int
) -> Iterator[tuple[Target, Difference]]:
    """Every two systems that have scores against a target, by shuffling and bootstrap; Holm's correction is over these pairs."""
    for target in comparison.targets:
        keys = [one.key for one in measures_of(comparison)]
        found = significance(comparison.tables[target], keys, [average], iterations, seed)
        yield from ((target, one) for one in found.differences if one.sentences)


PAIR_HEADING = ["gold", "measure", "one", "other", "sentences", "difference", "2.5 %", "97.5 %", "p", "p (Holm)"]


def pair_rows(comparison: SchemeComparison, average: Average, iterations: int, seed: int, exact: bool) -> Rows:
    """A row per target, measure and pair of systems."""
    names = [one.name for one in comparison.systems]
    rows = [PAIR_HEADING]
    for target, one in pairs_of(comparison, average, iterations, seed):
        scores = one.interval.score, one.interval.low, one.interval.high
        shown = [repr(score) if exact else measure(one.key).shown(score) for score in scores]
        chances = [repr(p) if exact else f"{p:.4f}" for p in (one.p, one.holm)]
        head = [comparison.target_name(target), one.key if exact else SHORT[one.key], names[one.one], names[one.other]]
        rows.append([*head, str(one.sentences), *shown, *chances])
    return rows


def pair_objects(
    comparison: SchemeComparison, average: Average, iterations: int, seed: int
) -> Iterator[dict[str, Any]]:
    """The same for JSON."""
    names = [one.name for one in comparison.systems]
    for target, one in pairs_of(comparison, average, iterations, seed):
        interval = {name: _or_none(getattr(one.interval, name)) for name in ("score", "low", "high")}
        yield {
            "golds": [comparison.golds[gold].name for gold in target], "key": one.key, "average": average,
            "one": names[one.one], "other": names[one.other], "sentences": one.sentences, "difference": interval,
            "p": _or_none(one.p), "p_holm": _or_none(one.holm),
        }  # fmt: skip


def score_tables(comparison: SchemeComparison, average: Average, tests: Tests | None, people: bool) -> list[Rows]:
    """A row per target and measure, a column per system: table 1 of Tsarfaty et al. 2011; for more golds, of 2012.

    For ``people`` percentages, with ≈ where the difference to the best of the row may be chance.
    """
    heading = ["gold", "measure", *(one.name for one in comparison.systems)]
    rows = [heading]
    for target in comparison.targets:
        table, named = comparison.tables[target], False
        for one in measures_of(comparison):
            scores = [table.summary(system, one.key, average) for system in range(len(comparison.systems))]
            if all(math.isnan(score) for score in scores):
                continue
            name = comparison.target_name(target) if not (people and named) else ""
            named = True
            tested = (tests or {}).get((target, one.key), {})
            rows.append(
                [name, SHORT[one.key] if people else one.key]
                + [_shown(one, score, tested.get(system), people) for system, score in enumerate(scores)]
            )
    return [rows, *single_and_multiple(comparison, average)] if people else [rows]


def _shown(one: Measure, score: float, test: Test | None, people: bool) -> str:
    if not people:
        return "" if math.isnan(score) else repr(score)
    if math.isnan(score):
        return "–"
    return one.shown(score) + (" ≈" if test is not None and test.holm >= INSIGNIFICANT else "")


def single_and_multiple(comparison: SchemeComparison, average: Average) -> list[Rows]:
    """A row per system: against its own gold (single), and against what all golds have in common (multiple).

    As tables 1 and 2 of Tsarfaty et al. 2012; nothing where there is one gold.
    """
    if len(comparison.golds) < 2:
        return []
    everything = comparison.tables[tuple(range(len(comparison.golds)))]
    measures = measures_of(comparison)
    scheme = [one for one in measures if one.key.startswith("tedeval")]
    heading = ["system", "gold", *(f"{SHORT[one.key]} single" for one in scheme)]
    heading += [f"{SHORT[one.key]} multiple" for one in scheme]
    heading += [SHORT[one.key] for one in measures if one not in scheme]
    rows = [heading]
    for system, parse in enumerate(comparison.systems):
        own = comparison.tables[comparison.native[system],]
        row = [parse.name, comparison.golds[comparison.native[system]].name]
        for table in (own, everything):
            row += [one.shown(table.summary(system, one.key, average)) for one in scheme]
        row += [one.shown(own.summary(system, one.key, average)) for one in measures if one not in scheme]
        rows.append(row)
    return [rows]


def sentence_rows(comparison: SchemeComparison, people: bool) -> Rows:
    """A row per target, system and sentence."""
    measures = measures_of(comparison)
    rows = [["gold", "system", "sentence", "id", "status", *(one.key for one in measures), "reason"]]
    for target, system, sentences in _each(comparison, measures):
        name, of = comparison.target_name(target), comparison.systems[system].name
        for one in sentences:
            scores = [one["scores"][key] for key in (each.key for each in measures)]
            shown = [
                each.shown(score) if people else "" if score is None else repr(score)
                for each, score in zip(measures, scores, strict=True)
            ]
            rows.append([name, of, str(one["index"]), one["id"], one["status"], *shown, one.get("reason", "")])
    return rows


def _each(
    comparison: SchemeComparison, measures: Sequence[Measure]
) -> Iterator[tuple[Target, int, Iterator[dict[str, Any]]]]:
    for target in comparison.targets:
        for system in range(len(comparison.systems)):
            if comparison.native_in(system, target) is not None:
                yield target, system, _sentences(comparison, target, system, measures)


def _sentences(
    comparison: SchemeComparison, target: Target, system: int, measures: Sequence[Measure]
) -> Iterator[dict[str, Any]]:
    table = comparison.tables[target]
    scores = {one.key: table.scores(system, one.key).tolist() for one in measures}
    forgiven = {part: table.forgiven(system, part).tolist() for part in table.parts if part.startswith("tedeval")}
    for index, counts in enumerate(table.counts(system, slice(None))):
        status = STATUS_NAMES[int(table.statuses[system, index])]
        for part in counts:
            if part in forgiven:
                counts[part]["forgiven"] = forgiven[part][index]
        found: dict[str, Any] = {
            "index": index + 1,
            "id": comparison.ids[index],
            "status": status,
            "scores": {key: _or_none(values[index]) for key, values in scores.items()},
            "counts": counts,
        }
        if table.reason(system, index):
            found["reason"] = table.reason(system, index)
        yield found


def _or_none(value: float) -> float | None:
    return None if math.isnan(value) else value


def schemes_object(comparison: SchemeComparison, tests: Tests | None, per_sentence: bool) -> dict[str, Any]:
    """The object that ``tedeval --format json`` prints."""
    measures = measures_of(comparison)
    targets = []
    for target in comparison.targets:
        table = comparison.tables[target]
        systems = []
        for system, parse in enumerate(comparison.systems):
            if comparison.native_in(system, target) is None:
                continue
            one: dict[str, Any] = {
                "name": parse.name,
                "scored": table.number(system, SCORED),
                "skipped": table.number(system, SKIPPED),
                "reasons": table.reasons(system),
                "scores": {
                    each.key: {average: _or_none(table.summary(system, each.key, average)) for average in AVERAGES}
                    for each in measures
                },
            }
            if tests is not None:
                of_system = {each.key: tests.get((target, each.key), {}).get(system) for each in measures}
                one["against_best"] = {
                    key: {"difference": test.difference, "p": test.p, "holm": test.holm}
                    for key, test in of_system.items()
                    if test is not None
                }
            if per_sentence:
                one["per_sentence"] = list(_sentences(comparison, target, system, measures))
            systems.append(one)
        targets.append({"golds": [comparison.golds[gold].name for gold in target], "systems": systems})
    table = comparison.tables[comparison.targets[0]]
    return {
        "treecompare": __version__,
        "profile": comparison.scheme_settings.profile,
        "golds": [{"name": one.name, "path": one.path, "kind": one.kind} for one in comparison.golds],
        "systems": [
            {"name": one.name, "path": one.path, "kind": one.kind, "gold": comparison.golds[native].name}
            for one, native in zip(comparison.systems, comparison.native, strict=True)
        ],
        "measures": [
            {"key": one.key, "title": one.title, "paper": one.paper, "signature": table.signature(one.key)}
            for one in measures
        ],
        "warnings": comparison.warnings,
        "targets": targets,
    }
