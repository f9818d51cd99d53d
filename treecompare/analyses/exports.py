"""The figures of a comparison as tables, and as plain objects for JSON, in which undefined scores are None."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.base import Comparison
from treecompare.measures import Measure, measure
from treecompare.scores.result import (
    Column,
    ResultTable,
    Value,
    number_column,
    plain_column,
    row_score_column,
    share_column,
    text_column,
)
from treecompare.scores.set_notes import set_note, undefined_said
from treecompare.scores.table import (
    MARKED,
    PARTIAL,
    SCORED,
    SKIPPED,
    STATUS_NAMES,
    WELL_COVERED,
    Average,
    ScoreTable,
    signed,
)

if TYPE_CHECKING:
    from treecompare.analyses.patterns import Where
    from treecompare.scores.significance import Difference, Interval, Significance

OUTCOME_COLUMNS = ("outcome", "repairs", "faults")
"""What the answer to a sentence came to, where a system is raw output."""
AVERAGES: tuple[Average, ...] = ("pooled", "mean")


def or_none(value: float) -> float | None:
    """A number for JSON: None where it is NaN."""
    return None if math.isnan(value) else float(value)


def measure_objects(measures: Iterable[Measure], signature: Callable[[str], str]) -> list[dict[str, Any]]:
    """Measures for JSON."""
    return [
        {"key": one.key, "title": one.title, "paper": one.paper, "signature": signature(one.key)} for one in measures
    ]


# -- scores ------------------------------------------------------------------------------------------------------------


def _blocks(comparison: Comparison, found: Where | None = None) -> Iterator[tuple[str, NDArray[np.bool_] | None]]:
    """All sentences; those in which a pattern was found, and the others; and, as evalb prints it, those up to the CUTOFF_LEN of a
    parameter file."""
    yield "", None
    if found is not None:
        yield from found.blocks()
    cutoff = comparison.preparation.parameters.cutoff
    if cutoff is not None:
        yield f"up to {cutoff} words", comparison.evalb_lengths <= cutoff


def coverage_cells(table: ScoreTable, system: int) -> list[Value]:
    """The cells of :func:`coverage_columns` of a system."""
    numbers = (table.number(system, status) for status in (SCORED, PARTIAL, SKIPPED))
    return [table.sentences, *numbers, table.coverage(system), table.coverage(system, words=True)]


def coverage_columns(number: Callable[[str], Column] = plain_column) -> tuple[Column, ...]:
    """Sentences by status, and which share of sentences and of words was scored; ``number`` makes columns of counts."""
    shares = share_column("coverage, %", "coverage"), share_column("of words, %", "coverage_words")
    return (*map(number, ("sentences", "scored", "partial", "skipped")), *shares)


def poorly_covered(table: ScoreTable) -> list[int]:
    """The systems whose coverage is to be marked."""
    return [system for system in range(len(table.systems)) if table.coverage(system) < WELL_COVERED]


def coverage_table(comparison: Comparison, keys: Sequence[str]) -> ResultTable:
    """How many sentences of each system were scored, and on which of them the figures under these measures rest."""
    table, marked = comparison.table, poorly_covered(comparison.table)
    columns = (text_column("system"), *coverage_columns())
    rows: list[list[Value]] = [[name, *coverage_cells(table, system)] for system, name in enumerate(table.systems)]
    punctuation = comparison.left_out_punctuation
    left_out = f"Left out as punctuation: {punctuation}." if punctuation else ""
    note = " ".join(filter(None, [set_note(table, keys), left_out, MARKED if marked else ""]))
    return ResultTable("Sentences", columns, rows, note, marked=frozenset((system, 5) for system in marked))


def systems_tables(
    comparison: Comparison,
    measures: Sequence[Measure],
    averages: Sequence[Average] = AVERAGES,
    found: Where | None = None,
) -> list[ResultTable]:
    """How many sentences of each system were scored; then per average the measures by systems.

    ``found``: the same of the sentences in which a pattern was found, and of the others.
    """
    table = comparison.table
    tables = [coverage_table(comparison, [one.key for one in measures])]
    if found is not None:
        from treecompare.analyses.patterns import where_table

        tables.append(where_table(comparison, found))
    for block, among in _blocks(comparison, found):
        columns_of = [table.averaged(one.key, averages, among) for one in measures]
        for place, average in enumerate(averages):
            rows: list[list[Value]] = [
                [one.title, *figures[place], table.signature(one.key, average, among=signed(block), found=on)]
                for one, (on, figures) in zip(measures, columns_of, strict=True)
            ]
            head = ", ".join(filter(None, (average, block)))
            columns = (
                text_column(head, "measure"), *(row_score_column(name) for name in table.systems),
                text_column("signature"),
            )  # fmt: skip
            tables.append(ResultTable(f"Scores, {head}", columns, rows, measures=tuple(measures)))
    return tables


def long_scores_table(
    comparison: Comparison,
    measures: Sequence[Measure],
    averages: Sequence[Average] = AVERAGES,
    found: Where | None = None,
) -> ResultTable:
    """The scores of systems, one a row; ``found`` as of :func:`systems_tables`."""
    table = comparison.table
    coverage = [table.coverage(system) for system in range(len(table.systems))]
    rows: list[list[Value]] = []
    for block, among in _blocks(comparison, found):
        cases = [
            (one.key, average, of_average, table.signatures(one.key, average, signed(block), on))
            for one in measures
            for on, figures in [table.averaged(one.key, averages, among)]
            for average, of_average in zip(averages, figures, strict=True)
        ]
        rows += [
            [name, key, average, block or "all", scores[system], signatures[system], coverage[system]]
            for system, name in enumerate(table.systems)
            for key, average, scores, signatures in cases
        ]
    columns = (
        *map(text_column, ("system", "measure", "average", "sentences")), row_score_column("score"), text_column("signature"),
        share_column("coverage"),
    )  # fmt: skip
    note = " ".join(undefined_said(table, [one.key for one in measures]))
    return ResultTable("Scores", columns, rows, note, measures=tuple(measure(str(row[1])) for row in rows))


def sentences_table(
    comparison: Comparison, measures: Sequence[Measure], systems: Iterable[int] | None = None
) -> ResultTable:
    """The scores of sentences: a row per system (all, unless some are named) and sentence; with their outcomes where a system is
    raw output."""
    table = comparison.table
    numbers = [comparison.number_of(row) for row in range(table.sentences)]
    rows: list[list[Value]] = []
    none = [("", "", "")] * table.sentences
    for system in range(len(table.systems)) if systems is None else systems:
        columns = [
            [table.systems[system]] * table.sentences, numbers, comparison.ids, table.lengths.tolist(),
            [table.status_name(system, sentence) for sentence in range(table.sentences)],
            *(table.scores(system, one.key).tolist() for one in measures),
            [table.told(system, sentence) for sentence in range(table.sentences)],
        ]  # fmt: skip
        if comparison.outcomes:
            told = outcomes_of_rows(comparison, system) if system in comparison.outcomes else none
            columns += map(list, zip(*told, strict=True))
        rows += map(list, zip(*columns, strict=True))
    heads = (
        text_column("system"), plain_column("sentence"), text_column("id"), plain_column("length"), text_column("status"),
        *(Column(one.key, one.shown, is_score=one.percent) for one in measures), text_column("reason"),
        *(map(text_column, OUTCOME_COLUMNS) if comparison.outcomes else ()),
    )  # fmt: skip
    return ResultTable("Sentences", heads, rows)


def scores_object(
    comparison: Comparison, measures: Sequence[Measure], per_sentence: bool = False, found: Where | None = None
) -> dict[str, Any]:
    """The object that ``score --format json`` prints; ``found`` as of :func:`systems_tables`."""
    table = comparison.table
    systems = []
    cutoff = comparison.preparation.parameters.cutoff
    figures = figures_of(table, measures)
    parts = [_summaries(table, measures, mask) for _, mask in found.blocks()] if found is not None else []
    short = _summaries(table, measures, comparison.evalb_lengths <= cutoff) if cutoff is not None else []
    for index, one in enumerate(comparison.systems):
        system: dict[str, Any] = {
            "name": one.name,
            "path": one.path,
            "sentences": table.sentences,
            "scored": table.number(index, SCORED),
            "aligned": table.number_aligned(index),
            "other_characters": table.number_respelt(index),
            "partial": table.number(index, PARTIAL),
            "skipped": table.number(index, SKIPPED),
            **figures[index],
        }
        if cutoff is not None:
            system["up_to_length"] = {"words": cutoff, "scores": short[index]}
        if found is not None:
            mask = found.matches[index]
            system["where"] = {"hits": len(found.hits[index]), "sentences": int(mask.sum()), "scores": parts[0][index]}
            system["where_not"] = {"sentences": int((~mask).sum()), "scores": parts[1][index]}
        if index in comparison.outcomes:
            system |= comparison.outcomes[index].as_object(per_sentence)
        if per_sentence:
            system["per_sentence"] = list(_sentence_objects(comparison, index, measures))
        systems.append(system)
    return {
        **comparison.head(),
        "preterminals": "yes" if comparison.preparation.preterminals else "no",
        "warnings": [*comparison.warnings, *undefined_said(table, [one.key for one in measures])],
        **common_of(table),
        **({"where": found.pattern.text} if found is not None else {}),
        "measures": measure_objects(measures, table.signature),
        "systems": systems,
    }


def coverage_of(table: ScoreTable, system: int) -> dict[str, Any]:
    """Which share of its sentences and words a system is scored on, and whether it is set aside for that, for JSON."""
    found: dict[str, Any] = {
        "coverage": or_none(table.coverage(system)), "coverage_words": or_none(table.coverage(system, words=True)),
    }  # fmt: skip
    if table.on == "common":
        found["set_aside"] = not bool(table.common().compared[system])
    return found


def common_of(table: ScoreTable) -> dict[str, Any]:
    """How many sentences all systems have, for JSON; nothing where figures do not rest on these."""
    common = table.common()
    return {} if table.on == "own" else {"common": common.number, "of": common.of}


def _summaries(
    table: ScoreTable, measures: Iterable[Measure], among: NDArray[np.bool_] | None = None
) -> list[dict[str, dict[str, float | None]]]:
    """The scores of each system by measure and average."""
    found: list[dict[str, dict[str, float | None]]] = [{} for _ in table.systems]
    for one in measures:
        for average, figures in zip(AVERAGES, table.averaged(one.key, AVERAGES, among)[1], strict=True):
            for of_system, score in zip(found, figures, strict=True):
                of_system.setdefault(one.key, {})[average] = or_none(float(score))
    return found


def figures_of(table: ScoreTable, measures: Sequence[Measure]) -> list[dict[str, Any]]:
    """Of each system coverage, reasons, scores, and on how many sentences these rest, for JSON."""
    columns = {one.key: table.figures(one.key, "pooled") for one in measures}
    return [
        {
            **coverage_of(table, system),
            "reasons": table.reasons(system),
            "scores": scores,
            "n": {key: figures[system].sentences for key, figures in columns.items()},
        }
        for system, scores in enumerate(_summaries(table, measures))
    ]


def sentence_scores(table: ScoreTable, system: int, measures: Sequence[Measure]) -> list[dict[str, float | None]]:
    """The scores of each sentence by key, for JSON."""
    keys = [one.key for one in measures]
    columns = [
        np.where(np.isnan(scores), np.array(None, object), scores)
        for scores in (table.scores(system, key) for key in keys)
    ]
    if not columns:
        return [{} for _ in range(table.sentences)]
    return [dict(zip(keys, row, strict=True)) for row in zip(*(one.tolist() for one in columns), strict=True)]


def _sentence_objects(comparison: Comparison, system: int, measures: Sequence[Measure]) -> Iterator[dict[str, Any]]:
    table = comparison.table
    statuses = table.statuses[system].tolist()
    counts = table.counts(system, slice(None))
    told = outcomes_of_rows(comparison, system) if system in comparison.outcomes else None
    for index, scores in enumerate(sentence_scores(table, system, measures)):
        status = statuses[index]
        number, name = comparison.number_of(index), comparison.ids[index]
        sentence: dict[str, Any] = {"index": number, "id": name, "status": STATUS_NAMES[status]}
        if status != SCORED:
            sentence["reason"] = table.reason(system, index)
        elif table.aligned[system, index]:
            sentence["aligned"] = True
        if status == SCORED and table.respelt[system, index]:
            sentence["other_characters"] = int(table.respelt[system, index])
        if told is not None:
            sentence |= zip(OUTCOME_COLUMNS, told[index], strict=True)
        gold, test = comparison.sentences_of(system, index)
        if (len(gold), len(test)) != (1, 1) and status == SCORED:
            sentence["gold_sentences"] = [one + 1 for one in gold]
            sentence["system_sentences"] = [one + 1 for one in test]
        yield {**sentence, "scores": scores, "counts": counts[index]}


# -- significance ------------------------------------------------------------------------------------------------------


def significance_object(comparison: Comparison, result: Significance) -> dict[str, Any]:
    """The object that ``significance --format json`` prints."""
    table = comparison.table
    return {
        **comparison.head(),
        "iterations": result.iterations,
        "seed": result.seed,
        **common_of(table),
        "systems": table.systems,
        "coverage": {name: coverage_of(table, system) for system, name in enumerate(table.systems)},
        "intervals": [
            {
                "key": key,
                "average": average,
                "signature": table.signature(key, average),
                "systems": {name: _interval(one) for name, one in zip(table.systems, intervals, strict=True)},
            }
            for (key, average), intervals in result.intervals.items()
        ],
        "differences": [difference_object(table.systems, one) for one in result.differences],
    }


def _interval(one: Interval) -> dict[str, float | None]:
    return {"score": or_none(one.score), "low": or_none(one.low), "high": or_none(one.high)}


def difference_object(systems: Sequence[str], one: Difference) -> dict[str, Any]:
    """Two systems compared, for JSON."""
    return {
        "key": one.key,
        "average": one.average,
        "one": systems[one.one],
        "other": systems[one.other],
        "sentences": one.sentences,
        "difference": _interval(one.interval),
        "p": or_none(one.p),
        "p_holm": or_none(one.holm),
    }


def significance_tables(comparison: Comparison, result: Significance) -> list[ResultTable]:
    """Systems with their intervals; then all pairs of systems."""
    table = comparison.table
    figures = {case: table.figures(*case) for case in result.intervals}
    rows: list[list[Value]] = [
        [
            key,
            average,
            name,
            figures[key, average][system].with_value(one.score),
            one.low,
            one.high,
            table.signature(key, average, system),
            table.coverage(system),
        ]
        for (key, average), intervals in result.intervals.items()
        for system, (name, one) in enumerate(zip(table.systems, intervals, strict=True))
    ]
    columns = (
        *map(text_column, ("measure", "average", "system")), *map(row_score_column, ("score", "2.5 %", "97.5 %")),
        text_column("signature"), share_column("coverage, %", "coverage"),
    )  # fmt: skip
    of_rows = tuple(measure(str(row[0])) for row in rows)
    leading = text_column("measure"), text_column("average")
    return [
        ResultTable(
            "Scores with their 95 % intervals", columns, rows, measures=of_rows,
            note=set_note(table, [key for key, _ in result.intervals]),
        ),
        differences_table(
            "Differences between systems", table.systems, result.differences, (*leading, *difference_columns()),
            [[one.key, one.average] for one in result.differences],
        ),
    ]  # fmt: skip


def difference_columns(
    one: str = "one",
    other: str = "other",
    difference: str = "difference",
    number: Callable[[str], Column] = plain_column,
    score: Callable[[str], Column] = row_score_column,
) -> tuple[Column, ...]:
    """The columns of two systems compared, by their titles; ``number`` and ``score`` make those of sentences and scores."""
    return (
        text_column(one), text_column(other), number("sentences"), score(difference), score("2.5 %"), score("97.5 %"),
        number_column("p", 4), number_column("p (Holm)", 4),
    )  # fmt: skip


def differences_table(
    title: str,
    systems: Sequence[str],
    differences: Sequence[Difference],
    columns: tuple[Column, ...],
    leading: Sequence[list[Value]] = (),
    **more: Any,
) -> ResultTable:
    """A row per two systems: the ``leading`` cells and those of :func:`difference_columns`."""
    rows: list[list[Value]] = [
        [
            *before, systems[one.one], systems[one.other], one.sentences, one.interval.score, one.interval.low,
            one.interval.high, one.p, one.holm,
        ]
        for before, one in zip(leading or [[] for _ in differences], differences, strict=True)
    ]  # fmt: skip
    return ResultTable(title, columns, rows, measures=tuple(measure(one.key) for one in differences), **more)


def outcomes_of_rows(comparison: Comparison, system: int) -> list[tuple[str, str, str]]:
    """Outcome, repairs and faults of each row of a system that is raw output; of several gold sentences in a row those of each."""
    outcomes = comparison.outcomes[system]
    found = []
    for row in range(comparison.table.sentences):
        of_row = (outcomes.told(place) for place in comparison.sentences_of(system, row)[0])
        outcome, repairs, faults = map("+".join, zip(*of_row, strict=True))
        found.append((outcome, repairs, faults))
    return found
