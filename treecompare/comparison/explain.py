"""The score of a sentence or of a system explained, from the counts in the score table; and as it stands above an analysis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from treecompare.comparison.base import Comparison
from treecompare.comparison.constituents.table import LINEAGE_PARTS
from treecompare.drawing.names import Names
from treecompare.drawing.stacks import Head
from treecompare.errors import as_sentence
from treecompare.measures import Counts, Measure, Ratio, measure
from treecompare.measures.explain import (
    MOST_WORDS,
    Explanation,
    Formula,
    explain,
    explain_mean,
    explain_pooled,
    lettered,
    printed,
)
from treecompare.measures.terms import Piece, values
from treecompare.scores.set_notes import measure_note, measure_title
from treecompare.scores.table import PARTIAL, WAITING, Average


def explain_sentence(comparison: Comparison, system: int, sentence: int, key: str) -> Explanation:
    """How the score of a sentence comes about; where it has none, why."""
    return _told(_explain_sentence(comparison, system, sentence, key), comparison.names(system))


def _told(found: Explanation, names: Names) -> Explanation:
    if names.is_gold:
        return found

    def line(parts: tuple[Piece, ...]) -> tuple[Piece, ...]:
        return tuple(replace(one, text=names.told(one.text), meaning=names.told(one.meaning)) for one in parts)

    def formula(one: Formula) -> Formula:
        return replace(one, numerator=line(one.numerator), denominator=line(one.denominator))

    one = measure(found.key)
    note = (Piece(f" {measure_note(one, names)}"),) if found.sentence else ()
    return replace(
        found, title=measure_title(one, names), symbolic=formula(found.symbolic),
        numbers=formula(found.numbers) if found.numbers is not None else None, sentence=(*line(found.sentence), *note),
        undefined=names.told(found.undefined),
    )  # fmt: skip


def _explain_sentence(comparison: Comparison, system: int, sentence: int, key: str) -> Explanation:
    table, one = comparison.table, measure(key)
    signature = table.sentence_signature(key)
    if table.never(system, key):
        return _undefined(one, signature, _why_not(comparison, system, sentence, one))
    columns = table.part(system, one.part, slice(sentence, sentence + 1))
    counts = Counts(**{name: np.ravel(getattr(columns, name))[0].item() for name in Counts.__dataclass_fields__})
    reason = table.reason(system, sentence)
    if table.is_zeroed(system, one.part)[sentence]:
        if not one.higher_is_better:
            return _undefined(
                one, signature, f"{reason}; of such a sentence this measure says nothing, for 0 would be the best"
            )
        return _undefined(one, signature, f"{reason}; by your setting such a sentence scores 0", 0.0)
    if not table.exists(system, sentence, one.part):
        return _undefined(one, signature, _why_not(comparison, system, sentence, one))
    if remark := table.remark(system, sentence, key):
        return _undefined(one, signature, remark, float(table.scores(system, key)[sentence]))
    if one.nothing_is_one and not one.formula(counts).denominator:
        return _undefined(one, signature, "neither tree has anything that counts; that scores 1", 1.0)
    scores = None
    if one.part in LINEAGE_PARTS and counts.words <= MOST_WORDS:
        words = comparison.word_scores(system, sentence, one.part)
        scores = None if words is None else [word.score * word.weight for word in words]
    return explain(one, counts, signature, scores)


def _why_not(comparison: Comparison, system: int, sentence: int, one: Measure) -> str:
    if never := comparison.table.never(system, one.key):
        return never
    if not comparison.table.has(one.part) or comparison.table.of(one.part).is_beside:
        return comparison.table.lacking(one.part, system, sentence)
    if comparison.table.statuses[system, sentence] == WAITING:
        return "this sentence has not been compared yet"
    reason = comparison.table.reason(system, sentence)
    if comparison.table.statuses[system, sentence] == PARTIAL and one.equal_words:
        return f"{reason}; this measure is defined for equal words only"
    return reason or comparison.table.lacking(one.part, system, sentence)


def _undefined(one: Measure, signature: str, why: str, score: float | None = None) -> Explanation:
    """What no formula gives; ``score``: what it counts as all the same."""
    value, said = "–" if score is None else printed(one, score), as_sentence(why)
    return Explanation(
        one.key, one.title, one.paper, lettered(one), signature, value=value, shown=one.shown(score), undefined=said
    )


def explain_system(comparison: Comparison, system: int, key: str, average: Average) -> Explanation:
    """How the pooled or mean score of a system comes about, over the sentences that it rests on."""
    return _told(_explain_system(comparison, system, key, average), comparison.names(system))


def _explain_system(comparison: Comparison, system: int, key: str, average: Average) -> Explanation:
    table, one = comparison.table, measure(key)
    signature = table.signature(key, average, system)
    if table.never(system, key) or not table.has(one.part):
        return _undefined(one, signature, _why_not(comparison, system, 0, one))
    if comparison.not_counted([one.part]):
        return _undefined(one, signature, "not counted yet")
    rows = table.rows(system, key)
    known = int(np.count_nonzero(table.statuses[system] != WAITING))
    if average == "mean":
        scores = table.scores(system, key)[rows]
        scores = scores[~np.isnan(scores)]
        score = table.summary(system, key, "mean")
        return explain_mean(one, scores.tolist(), score, known - len(scores), signature)
    ratio = table.ratio(system, key)
    defined = (ratio.denominator != 0) & rows
    counted = int(np.count_nonzero(defined))
    sums = {
        name: np.where(defined, column, 0).sum().item() for name, column in values(table.part(system, one.part)).items()
    }
    total = Ratio(ratio.numerator[rows].sum().item(), ratio.denominator[rows].sum().item())
    return explain_pooled(one, sums, total, counted, known - counted, signature)


# -- above each analysis where a sentence is drawn in all systems ------------------------------------------------------


def stack_heads(
    comparison: Comparison, sentence: int, changes: Sequence[str | None], key: str = ""
) -> tuple[list[Head], list[dict[str, Any]]]:
    """Name, score, changes and number of errors of each system in a sentence, after the gold; and the same for JSON.

    ``changes``: what differs, as the drawing of one system counts it (:func:`changes_said`); None where there is no analysis to
    draw: there stands why not. ``key``: of the measure, else the usual one. Where neither analysis is gold the first is called by
    its name, and errors are differences.
    """
    one = measure(key or comparison.usual_keys[0])
    table = comparison.table
    heads = [Head("GOLD", called="the gold") if comparison.is_gold else Head(comparison.gold.name)]
    systems: list[dict[str, Any]] = []
    for system, changed in enumerate(changes):
        name = table.systems[system]
        about = {"name": name, "path": comparison.systems[system].path}
        waits, reason = table.statuses[system, sentence] == WAITING, table.reason(system, sentence)
        if waits or changed is None:
            missing = "not compared yet" if waits else reason or "there is no parse"
            heads.append(Head(name, missing))
            systems.append(about if waits else {**about, "reason": missing})
            continue
        score = float(table.scores(system, one.key)[sentence]) if table.has(one.part) else float("nan")
        errors = comparison.errors_in(system, sentence)
        title = measure_title(one, comparison.names(system))
        told = [f"{title} {one.shown(score)}", *([changed] if changed else [])]
        if errors is not None:
            noun = "error" if comparison.is_gold else "difference"
            told.append(f"{errors or 'no'} {noun}{'' if errors == 1 else 's'}")
        heads.append(Head(name, " · ".join([*told, *([reason] if reason else [])])))
        shown = None if np.isnan(score) else score
        systems.append({**about, "measure": one.key, "score": shown, "errors": errors})
    return heads, systems


def changes_said(*counts: tuple[int, str, str]) -> str:
    """What there is of several things: each with its number, and its name for one and for more; "" if there is none."""
    return ", ".join(f"{number} {one if number == 1 else more}" for number, one, more in counts if number)
