"""What a comparison says, as plain objects for JSON and as rows of text.

Scores are fractions at full precision in objects and in exact tables, undefined ones None (an empty cell); tables for people
show percentages with two decimals and "–".
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.base import Comparison
from treecompare.measures import Measure, measure
from treecompare.scores.ranks import compare_ranks, decile_table, disagreeing, system_ranks
from treecompare.scores.significance import Interval, Significance
from treecompare.scores.table import PARTIAL, SCORED, SKIPPED, STATUS_NAMES, Average

Rows = list[list[str]]


def _or_none(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def _measure_objects(comparison: Comparison, measures: Iterable[Measure]) -> list[dict[str, Any]]:
    return [
        {"key": one.key, "title": one.title, "paper": one.paper, "signature": comparison.table.signature(one.key)}
        for one in measures
    ]


def _files(comparison: Comparison) -> list[tuple[str, str]]:
    """Names and paths of the systems."""
    return [(one.name, one.path) for one in comparison.systems]


def scores_object(comparison: Comparison, measures: Sequence[Measure], per_sentence: bool = False) -> dict[str, Any]:
    """The object that ``score --format json`` prints."""
    table = comparison.table
    systems = []
    for index, (name, path) in enumerate(_files(comparison)):
        system: dict[str, Any] = {
            "name": name,
            "path": path,
            "sentences": table.sentences,
            "scored": table.number(index, SCORED),
            "partial": table.number(index, PARTIAL),
            "skipped": table.number(index, SKIPPED),
            "reasons": table.reasons(index),
            "scores": _summaries(comparison, index, measures),
        }
        cutoff = comparison.preparation.parameters.cutoff
        if cutoff is not None:
            short = comparison.evalb_lengths <= cutoff
            system["up_to_length"] = {"words": cutoff, "scores": _summaries(comparison, index, measures, short)}
        if per_sentence:
            system["per_sentence"] = list(_sentence_objects(comparison, index, measures))
        systems.append(system)
    return {
        **comparison.head(),
        "preterminals": "yes" if comparison.preparation.preterminals else "no",
        "warnings": comparison.warnings,
        "measures": _measure_objects(comparison, measures),
        "systems": systems,
    }


def _summaries(
    comparison: Comparison, system: int, measures: Iterable[Measure], among: Any = None
) -> dict[str, dict[str, float | None]]:
    return {
        one.key: {
            "pooled": _or_none(comparison.table.summary(system, one.key, "pooled", among)),
            "mean": _or_none(comparison.table.summary(system, one.key, "mean", among)),
        }
        for one in measures
    }


def _sentence_objects(comparison: Comparison, system: int, measures: Sequence[Measure]) -> Iterator[dict[str, Any]]:
    table = comparison.table
    scores = {one.key: table.scores(system, one.key).tolist() for one in measures}
    counts = table.counts(system, slice(None))
    for index in range(table.sentences):
        status = int(table.statuses[system, index])
        sentence: dict[str, Any] = {"index": index + 1, "id": comparison.ids[index], "status": STATUS_NAMES[status]}
        if status != SCORED:
            sentence["reason"] = table.reason(system, index)
        sentence["scores"] = {key: _or_none(values[index]) for key, values in scores.items()}
        sentence["counts"] = counts[index]
        yield sentence


AVERAGES: tuple[Average, ...] = ("pooled", "mean")


def score_tables(comparison: Comparison, measures: Sequence[Measure], per_sentence: bool = False) -> Iterator[Rows]:
    """Tables for people: how many sentences were scored; measures by systems, pooled and mean; sentences if asked for."""
    table = comparison.table
    counts = [["system", "sentences", "scored", "partial", "skipped"]]
    for system, name in enumerate(table.systems):
        numbers = (table.number(system, status) for status in (SCORED, PARTIAL, SKIPPED))
        counts.append([name, str(table.sentences), *map(str, numbers)])
    yield counts
    for block, among in _blocks(comparison):
        for average in AVERAGES:
            rows = [[f"{average}{block}", *table.systems, "signature"]]
            for one in measures:
                values = (table.summary(system, one.key, average, among) for system in range(len(table.systems)))
                rows.append([one.title, *map(one.shown, values), table.signature(one.key, average)])
            yield rows
    if per_sentence:
        yield list(_sentence_rows(comparison, measures, exact=False))


def score_rows(comparison: Comparison, measures: Sequence[Measure], per_sentence: bool = False) -> Iterator[Rows]:
    """The same for programs: one score a row, at full precision."""
    table = comparison.table
    rows = [["system", "measure", "average", "sentences", "score", "signature"]]
    for block, among in _blocks(comparison):
        for system, name in enumerate(table.systems):
            for one in measures:
                for average in AVERAGES:
                    score = _exact(table.summary(system, one.key, average, among))
                    rows.append(
                        [name, one.key, average, block.strip(", ") or "all", score, table.signature(one.key, average)]
                    )
    yield rows
    if per_sentence:
        yield list(_sentence_rows(comparison, measures, exact=True))


def _blocks(comparison: Comparison) -> Iterator[tuple[str, NDArray[np.bool_] | None]]:
    """All sentences; and, as evalb prints it, those up to the CUTOFF_LEN of a parameter file."""
    yield "", None
    cutoff = comparison.preparation.parameters.cutoff
    if cutoff is not None:
        yield f", up to {cutoff} words", comparison.evalb_lengths <= cutoff


def _exact(value: float) -> str:
    return "" if math.isnan(value) else repr(float(value))


def _sentence_rows(comparison: Comparison, measures: Sequence[Measure], exact: bool) -> Iterator[list[str]]:
    table = comparison.table
    yield ["system", "sentence", "id", "length", "status", *(one.key for one in measures), "reason"]
    for system, name in enumerate(table.systems):
        scores = [(one, table.scores(system, one.key).tolist()) for one in measures]
        for index in range(table.sentences):
            cells = (_exact(values[index]) if exact else one.shown(values[index]) for one, values in scores)
            status = STATUS_NAMES[table.statuses[system, index]]
            head = [name, str(index + 1), comparison.ids[index], str(table.lengths[index]), status]
            yield [*head, *cells, table.reason(system, index)]


def ranks_object(
    comparison: Comparison,
    key_a: str,
    key_b: str,
    ties: str = "mean",
    average: Average = "pooled",
    limit: int | None = None,
    with_deciles: bool = False,
) -> dict[str, Any]:
    """The object that ``rank --format json`` prints: sentence ranks under two measures, and system ranks."""
    table = comparison.table
    places = system_ranks(table, [key_a, key_b], average)
    systems = []
    for index, (name, path) in enumerate(_files(comparison)):
        compared = compare_ranks(table, index, key_a, key_b, ties)
        scores_a, scores_b = table.scores(index, key_a), table.scores(index, key_b)
        kendall = compared.kendall
        sentences = [
            {
                "index": row + 1,
                "id": comparison.ids[row],
                "score_a": float(scores_a[row]),
                "score_b": float(scores_b[row]),
                "rank_a": float(compared.rank_a[row]),
                "rank_b": float(compared.rank_b[row]),
                "difference": float(compared.difference[row]),
            }
            for row in compared.order()[:limit]
        ]
        systems.append(
            {
                "name": name,
                "path": path,
                "rank_a": _or_none(places[index, 0]),
                "rank_b": _or_none(places[index, 1]),
                "score_a": _or_none(table.summary(index, key_a, average)),
                "score_b": _or_none(table.summary(index, key_b, average)),
                "kendall": {
                    "discordant": kendall.discordant,
                    "tied": kendall.tied,
                    "pairs": kendall.pairs,
                    "distance": kendall.distance,
                    "tau_b": kendall.tau_b,
                },
                "sentences": sentences,
                **({"deciles": decile_table(compared).tolist()} if with_deciles else {}),
            }
        )
    return {
        **comparison.head(),
        "a": key_a,
        "b": key_b,
        "ties": ties,
        "average": average,
        "measures": _measure_objects(comparison, [measure(key_a), measure(key_b)]),
        "disagreeing": [
            [table.systems[one], table.systems[other]] for one, other in disagreeing(table, key_a, key_b, average)
        ],
        "systems": systems,
    }


def rank_tables(ranked: dict[str, Any], exact: bool = False) -> Iterator[Rows]:
    """The tables that ``rank`` prints: systems with Kendall's counts, then each system's sentences."""
    a, b = measure(ranked["a"]), measure(ranked["b"])

    def shown(one: Measure, value: float | None) -> str:
        if exact:
            return "" if value is None else repr(value)
        return one.shown(value)

    def number(value: float | None) -> str:
        return "–" if value is None else (repr(value) if exact else f"{value:.4f}")

    def rank(value: float | None) -> str:
        return "–" if value is None else f"{value:g}"

    head = ["system", a.key, "rank", b.key, "rank", "discordant", "tied", "pairs", "distance", "tau-b"]
    marked = {name for pair in ranked["disagreeing"] for name in pair}
    rows = [head]
    for system in ranked["systems"]:
        kendall = system["kendall"]
        name = system["name"] + (" *" if system["name"] in marked and not exact else "")
        rows.append([
            name, shown(a, system["score_a"]), rank(system["rank_a"]), shown(b, system["score_b"]), rank(system["rank_b"]),
            *(str(kendall[key]) for key in ("discordant", "tied", "pairs")), number(kendall["distance"]), number(kendall["tau_b"]),
        ])  # fmt: skip
    yield rows
    if ranked["disagreeing"]:
        yield [
            ["* ordered differently by the two measures:"],
            *([f"{one} and {other}"] for one, other in ranked["disagreeing"]),
        ]
    for system in ranked["systems"]:
        if "deciles" in system:
            yield [[f"{system['name']}: deciles of {a.key} (down) by {b.key}", *map(str, range(1, 11))]] + [
                [str(place), *map(str, row)] for place, row in enumerate(system["deciles"], 1)
            ]
    for system in ranked["systems"]:
        rows = [["system", "sentence", "id", a.key, "rank", b.key, "rank", "difference"]]
        rows += [
            [
                system["name"], str(row["index"]), row["id"], shown(a, row["score_a"]), rank(row["rank_a"]),
                shown(b, row["score_b"]), rank(row["rank_b"]), rank(row["difference"]),
            ]
            for row in system["sentences"]
        ]  # fmt: skip
        yield rows


def significance_object(comparison: Comparison, result: Significance) -> dict[str, Any]:
    """The object that ``significance --format json`` prints."""
    table = comparison.table

    def interval(one: Interval) -> dict[str, float | None]:
        return {"score": _or_none(one.score), "low": _or_none(one.low), "high": _or_none(one.high)}

    return {
        **comparison.head(),
        "iterations": result.iterations,
        "seed": result.seed,
        "systems": table.systems,
        "intervals": [
            {
                "key": key,
                "average": average,
                "signature": table.signature(key, average),
                "systems": {name: interval(one) for name, one in zip(table.systems, intervals, strict=True)},
            }
            for (key, average), intervals in result.intervals.items()
        ],
        "differences": [
            {
                "key": one.key,
                "average": one.average,
                "one": table.systems[one.one],
                "other": table.systems[one.other],
                "sentences": one.sentences,
                "difference": interval(one.interval),
                "p": _or_none(one.p),
                "p_holm": _or_none(one.holm),
            }
            for one in result.differences
        ],
    }


def significance_tables(comparison: Comparison, result: Significance, exact: bool = False) -> Iterator[Rows]:
    """The tables that ``significance`` prints: systems with their intervals, then all pairs."""
    systems = comparison.table.systems

    def shown(key: str, value: float) -> str:
        return _exact(value) if exact else measure(key).shown(value)

    def chance(p: float) -> str:
        return _exact(p) if exact else ("–" if math.isnan(p) else f"{p:.4f}")

    rows = [["measure", "average", "system", "score", "2.5 %", "97.5 %", "signature"]]
    for (key, average), intervals in result.intervals.items():
        for name, one in zip(systems, intervals, strict=True):
            cells = (shown(key, value) for value in (one.score, one.low, one.high))
            rows.append([key, average, name, *cells, comparison.table.signature(key, average)])
    yield rows
    rows = [["measure", "average", "one", "other", "sentences", "difference", "2.5 %", "97.5 %", "p", "p (Holm)"]]
    for pair in result.differences:
        cells = (shown(pair.key, value) for value in (pair.interval.score, pair.interval.low, pair.interval.high))
        head = [pair.key, pair.average, systems[pair.one], systems[pair.other], str(pair.sentences)]
        rows.append([*head, *cells, chance(pair.p), chance(pair.holm)])
    yield rows
