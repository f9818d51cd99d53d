"""Errors listed one by one, and counted for commands and scripts: tables at full precision, and an object for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from treecompare.analyses.errors import CountedErrors, everything
from treecompare.analyses.exports import common_of, coverage_of
from treecompare.comparison.base import Comparison
from treecompare.errors import UsageError
from treecompare.mappings.atoms import JOINED
from treecompare.mappings.errors import Error, ErrorType
from treecompare.scores.result import Found, ResultTable, Value, number_column, plain_column, share_column, text_column
from treecompare.scores.significance import ITERATIONS

SHOWN_WORDS = 8


def long_error_table(
    counted: CountedErrors, types: Sequence[ErrorType], baseline: int, iterations: int = ITERATIONS, seed: int = 0
) -> ResultTable:
    """A row per system and type, at full precision."""
    costs = counted.comparison.error_costs
    tests = counted.tests(types, baseline, iterations, seed)
    rows: list[list[Value]] = []
    for system, name in enumerate(counted.systems):
        for one, of_type in zip(types, tests, strict=True):
            test = of_type.get(system)
            rows.append([
                name, one.key, counted.number(system, one.among), counted.opportunities(system, one.opportunity),
                counted.rate(system, one), *(counted.number(system, one.among, cost.column) for cost in costs),
                *((None, None, None) if test is None else (test.difference, test.p, test.holm)), counted.signature,
            ])  # fmt: skip
    columns = (
        text_column("system"), text_column("type"), plain_column("errors"), plain_column("opportunities"), share_column("rate"),
        *(plain_column(cost.key) for cost in costs), share_column("difference"), number_column("p", 4),
        number_column("p_holm", 4),
        text_column("signature"),
    )  # fmt: skip
    return ResultTable("Errors by type", columns, rows, counted.note)


def listed_errors(
    counted: CountedErrors, types: Sequence[ErrorType] = (), systems: Sequence[int] | None = None
) -> ResultTable:
    """A row per error; ``types``: only those of these types."""
    comparison = counted.comparison
    rows: list[list[Value]] = []
    places: list[tuple[int, int, Error]] = []
    for system in range(len(counted.systems)) if systems is None else systems:
        for sentence, error, kind in _errors(counted, system, types):
            rows.append([
                counted.systems[system], comparison.number_of(sentence), comparison.ids[sentence], kind.title, error.kind,
                error.label, error_text(comparison, system, sentence, error), error.source, error.target, error.height,
                *(getattr(error, cost.column) for cost in comparison.error_costs),
            ])  # fmt: skip
            places.append((system, sentence, error))

    def found(row: int, column: int) -> Found | None:
        system, sentence, error = places[row]
        return Found(np.array([sentence]), system, str(rows[row][3]), nodes={sentence: (*error.nodes, *error.moved)})

    columns = (
        text_column("system"), plain_column("sentence"), text_column("id"), text_column("type"), text_column("kind"),
        text_column("label"), text_column("words"), text_column("gold", "source"), text_column("in the system", "target"),
        text_column("height"), *(plain_column(cost.name, cost.key) for cost in comparison.error_costs),
    )  # fmt: skip
    return ResultTable("Errors", columns, rows, counted.note, (counted.signature,), found=found)


def _errors(counted: CountedErrors, system: int, types: Sequence[ErrorType]) -> Iterator[tuple[int, Error, ErrorType]]:
    """The errors of a system that are of these types (all, where there are none), with the first type that each is of."""
    for sentence, error in counted.lists[system].positions(counted.chosen(system, everything)):
        kind = next((one for one in types or counted.comparison.error_types if one.has(error)), None)
        if kind is not None:
            yield sentence, error, kind


def error_text(comparison: Comparison, system: int, sentence: int, error: Error) -> str:
    """The words that an error is about, shortened: the gold's, or the system's where the gold has none of them."""
    extra = comparison.extra_words(system, sentence, error)
    if extra:
        return words_shown(extra, range(len(extra)))
    return words_shown(comparison.error_words(system, sentence), error.words)


def words_shown(words: Sequence[str], numbers: Iterable[int]) -> str:
    """Some words of a sentence; of many the first and the last ones, with a dot for each gap. What is cut where the other side has
    several words is one word again, as far as all of it is there: its letters alone would say nothing."""
    found: list[tuple[str, int, int]] = []
    for number in numbers:
        text, (begun, first, last) = words[number], found[-1] if found else ("", -2, -2)
        if last == number - 1 and text.startswith(JOINED):
            found[-1] = begun.removesuffix(JOINED) + text.removeprefix(JOINED), first, number
        else:
            found.append((text, number, number))
    half = SHOWN_WORDS // 2
    shown = found if len(found) <= SHOWN_WORDS else [*found[:half], *found[-half:]]
    gaps = [False, *(one[1] != before[2] + 1 for before, one in pairwise(shown))]
    return " ".join(f"{'… ' * gap}{text}" for gap, (text, *_) in zip(gaps, shown, strict=False))


def error_objects(counted: CountedErrors, system: int, types: Sequence[ErrorType] = ()) -> list[dict[str, Any]]:
    """The errors of a system for JSON."""
    comparison = counted.comparison
    found = []
    for sentence, error, kind in _errors(counted, system, types):
        words = comparison.error_words(system, sentence)
        texts = comparison.extra_words(system, sentence, error) or [words[word] for word in error.words]
        found.append({
            "index": comparison.number_of(sentence), "id": comparison.ids[sentence], "type": kind.key, "kind": error.kind,
            "what": error.what, "label": error.label, "words": [word + 1 for word in error.words],
            "text": " ".join(texts), "gold_site": error.source, "system_site": error.target,
            "height": error.height or None,
            **{cost.key: getattr(error, cost.column) for cost in comparison.error_costs}, "depth": error.depth,
            "nodes": [list(node) for node in error.nodes], "moved": [list(node) for node in error.moved],
        })  # fmt: skip
    return found


def errors_object(
    comparison: Comparison, baseline: int = 0, per_sentence: bool = False, types: Sequence[ErrorType] = (),
    iterations: int = ITERATIONS, seed: int = 0,
) -> dict[str, Any]:  # fmt: skip
    """The object that ``errors --format json`` prints."""
    counted = CountedErrors(comparison)
    wanted = types or comparison.error_types
    table = long_error_table(counted, wanted, baseline, iterations, seed)
    of_types = iter(table.records(*(column.name for column in table.columns[2:-1])))
    systems = []
    for system, name in enumerate(counted.systems):
        systems.append({
            "name": name, "path": comparison.systems[system].path, **coverage_of(comparison.table, system),
            "sentences": int(np.count_nonzero(counted.rows[system])),
            "types": {one.key: next(of_types) for one in wanted},
            **({"errors": error_objects(counted, system, types)} if per_sentence else {}),
        })  # fmt: skip
    return {
        **comparison.head(), **common_of(comparison.table), "baseline": counted.systems[baseline],
        "iterations": iterations, "seed": seed,
        "signature": counted.signature,
        "types": [
            {"key": one.key, "title": one.title, "explanation": one.explanation, "opportunities": one.of} for one in wanted
        ],
        "systems": systems,
    }  # fmt: skip


def chosen_types(comparison: Comparison, keys: str | None) -> tuple[ErrorType, ...]:
    """The types of errors that keys, separated by commas, name: types, or what is wrong; all where there are none. Raises
    UsageError: there is no such type."""
    if keys is None:
        return comparison.error_types
    if not comparison.error_types:
        raise UsageError(f"errors are not looked for in comparisons of {comparison.kind}")
    known = {one.key: one for one in (*comparison.error_kinds, *comparison.error_types)}
    found = []
    for key in (part.strip() for part in keys.split(",")):
        if key not in known:
            raise UsageError(f"{key}: no such type of error; expected one of {', '.join(known)}")
        found.append(known[key])
    return tuple(found)
