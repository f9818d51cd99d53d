"""The score of a sentence or of a system explained, from the counts in the score table."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from treecompare.comparison.base import Comparison
from treecompare.comparison.constituents.table import LINEAGE_PARTS
from treecompare.drawing.names import Names
from treecompare.measures import Counts, Measure, measure
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
from treecompare.scores.agreement import measure_note, measure_title
from treecompare.scores.table import PARTIAL, WAITING, Average


def explain_sentence(comparison: Comparison, system: int, sentence: int, key: str) -> Explanation:
    """How the score of a sentence comes about; where it has none, why."""
    return _told(_explain_sentence(comparison, system, sentence, key), comparison.names(system))


def _told(found: Explanation, names: Names) -> Explanation:
    """The explanation by the names of both analyses where neither is gold."""
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
    columns = table.part(system, one.part, slice(sentence, sentence + 1))
    counts = Counts(**{name: np.ravel(getattr(columns, name))[0].item() for name in Counts.__dataclass_fields__})
    reason = table.reason(system, sentence)
    if table.is_zeroed(system, one.part)[sentence]:
        if not one.higher_is_better:
            return _undefined(
                one, signature, f"{reason}; of such a sentence this measure says nothing, for 0 would be the best"
            )
        nothing = f"{reason}; by your setting such a sentence scores 0"
        return replace(_undefined(one, signature, nothing), value=printed(one, 0.0), shown=one.shown(0.0))
    if not table.exists(system, sentence, one.part):
        return _undefined(one, signature, _why_not(comparison, system, sentence, one))
    if remark := table.remark(system, sentence, key):
        score = float(table.scores(system, key)[sentence])
        return replace(_undefined(one, signature, remark), value=printed(one, score), shown=one.shown(score))
    if one.nothing_is_one and not one.formula(counts).denominator:
        bare = _undefined(one, signature, "neither tree has anything that counts; that scores 1")
        return replace(bare, value=printed(one, 1.0), shown=one.shown(1.0))
    scores = None
    if one.part in LINEAGE_PARTS and counts.words <= MOST_WORDS:
        words = comparison.word_scores(system, sentence, one.part)
        scores = None if words is None else [word.score * word.weight for word in words]
    return explain(one, counts, signature, scores)


def _why_not(comparison: Comparison, system: int, sentence: int, one: Measure) -> str:
    if not comparison.table.has(one.part) or one.part in comparison.table.further:
        return comparison.table.lacking(one.part, system, sentence)
    if comparison.table.statuses[system, sentence] == WAITING:
        return "this sentence has not been compared yet"
    reason = comparison.table.reason(system, sentence)
    is_partial = comparison.table.statuses[system, sentence] == PARTIAL
    if is_partial and one.equal_words:
        return f"{reason}; this measure is defined for equal words only"
    return reason or comparison.table.lacking(one.part, system, sentence)


def _undefined(one: Measure, signature: str, why: str) -> Explanation:
    return Explanation(
        one.key, one.title, one.paper, lettered(one), signature, undefined=f"{why[:1].upper()}{why[1:]}."
    )


def explain_system(comparison: Comparison, system: int, key: str, average: Average) -> Explanation:
    """How the pooled or mean score of a system comes about, over the sentences that it rests on."""
    return _told(_explain_system(comparison, system, key, average), comparison.names(system))


def _explain_system(comparison: Comparison, system: int, key: str, average: Average) -> Explanation:
    table, one = comparison.table, measure(key)
    signature = table.signature(key, average, system)
    if not table.has(one.part):
        return _undefined(one, signature, _why_not(comparison, system, 0, one))
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
    return explain_pooled(one, sums, ratio.numerator[rows].sum().item(), counted, known - counted, signature)
