"""Errors counted: by type and system, by what is attached to what, by sentence length, depth and phenomenon; and one by one.

All systems stand side by side, on the sentences that all of them have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treecompare.analyses.exports import common_of, coverage_of
from treecompare.comparison.base import Comparison
from treecompare.errors import UsageError
from treecompare.mappings.atoms import JOINED
from treecompare.mappings.errors import Error, ErrorList, ErrorSites, ErrorType, Node
from treecompare.scores.result import (
    Column,
    Fact,
    Facts,
    Found,
    ResultTable,
    Value,
    View,
    count_column,
    number_column,
    plain_column,
    row_heat_column,
    share_column,
    shown_as,
    text_column,
)
from treecompare.scores.set_notes import error_rows, set_note
from treecompare.scores.significance import ITERATIONS, BaselineTest, rates_against_baseline
from treecompare.scores.table import Mask

Which = Callable[[ErrorList], Mask]
Group = tuple[str, Which]
SIGNIFICANT = 0.05
HEIGHTS = (
    ("high", "too high", "to something above the place in the gold"),
    ("low", "too low", "to something below that place"),
    ("below itself", "below itself", "to a word that in the gold depends on it, directly or not"),
    ("elsewhere", "elsewhere", "to something that is none of these, or has no counterpart in the gold"),
)
LENGTHS = ((1, 10), (11, 20), (21, 30), (31, 40), (41, 0))
DEPTHS = ((0, 1), (2, 3), (4, 5), (6, 8), (9, 12), (13, 0))
TOP = "(top)"
"""Stands for what has no label, above the roots of a tree."""


class CountedErrors:
    """The errors of all systems of a scored comparison, as far as figures rest on their sentences. Raises UsageError: errors are
    not looked for in comparisons of that kind; Cancelled: ``cancel[0] != 0``."""

    def __init__(self, comparison: Comparison, cancel: NDArray[np.int32] | None = None) -> None:
        table = comparison.table
        self.comparison, self.cancel = comparison, cancel
        self._keys = tuple(one.measure for one in comparison.error_costs)
        self.systems = table.systems
        self.lists = [comparison.errors(system, cancel) for system in range(len(table.systems))]
        exist = [
            np.logical_and.reduce([table.exist_under(system, key) for key in self._keys])
            for system in range(len(table.systems))
        ]
        looked = [one & errors.analysed for one, errors in zip(exist, self.lists, strict=True)]
        self.compared, self.rows, told = error_rows(table, looked, exist)
        """Which systems stand side by side, and the sentences that are counted of each."""
        self._within = [rows[errors.sentences] for rows, errors in zip(self.rows, self.lists, strict=True)]
        self.note = " ".join(filter(None, [set_note(table, self._keys), told]))
        """What readers have to know of the sentences."""

    @property
    def signature(self) -> str:
        """What reproduces the figures."""
        return "errors|" + self.comparison.table.signature(self._keys[1]).split("|", 1)[1]

    def table(
        self, title: str, columns: Iterable[Column], facts: Facts, note: str, marked: Iterable[tuple[int, int]] = ()
    ) -> ResultTable:
        """A table of such figures; its note says as well what readers have to know of the sentences."""
        return ResultTable.of(title, columns, facts, f"{note} {self.note}".strip(), (self.signature,), marked)

    def facts(self, which: Which, text: str, cost: str = "") -> list[Fact]:
        """Of each system how many errors, or what they cost, with the sentences behind that."""
        return [
            Fact(self.number(one, which, cost), partial(self.found, one, which, text, cost))
            for one in range(len(self.systems))
        ]

    def chosen(self, system: int, which: Which) -> Mask:
        """Those errors of a system that are counted and wanted."""
        found: Mask = self._within[system] & which(self.lists[system])
        return found

    def number(self, system: int, which: Which, cost: str = "") -> int | None:
        """How many errors, or what they cost; None where none were looked for."""
        if not self.rows[system].any():
            return None
        mask = self.chosen(system, which)
        return int(self.lists[system].numbers(cost)[mask].sum()) if cost else int(np.count_nonzero(mask))

    def opportunities(self, system: int, name: str) -> int:
        """How often such an error could have been made."""
        return int(self.lists[system].opportunities[name][self.rows[system]].sum())

    def rate(self, system: int, one: ErrorType) -> float | None:
        """Errors of a type per opportunity; None where there was none."""
        number, opportunities = self.number(system, one.among), self.opportunities(system, one.opportunity)
        return number / opportunities if number is not None and opportunities else None

    def found(self, system: int, which: Which, text: str, cost: str = "") -> Found:
        """The sentences behind a figure, with the nodes to light, and how many errors each has, or what they cost."""
        errors, chosen = self.lists[system], self.chosen(system, which)
        found = found_errors(errors, chosen, system, text)
        if not cost:
            return found
        costs = errors.per_sentence(chosen, cost)[found.sentences].tolist()
        return replace(found, counts=dict(zip(found.sentences.tolist(), costs, strict=True)))

    def tests(
        self, types: Sequence[ErrorType], baseline: int, iterations: int = ITERATIONS, seed: int = 0
    ) -> list[dict[int, BaselineTest]]:
        """Per type the difference of each system's rate from the baseline's, and whether it may be chance."""
        shape = len(types), len(self.systems), len(self.rows[0])
        numerators, denominators = np.zeros(shape), np.zeros(shape)
        for place, one in enumerate(types):
            for system, errors in enumerate(self.lists):
                numerators[place, system] = errors.per_sentence(one.among(errors)) * self.rows[system]
                denominators[place, system] = errors.opportunities[one.opportunity] * self.rows[system]
        return rates_against_baseline(numerators, denominators, baseline, self.compared, self.cancel, iterations, seed)


def found_errors(errors: ErrorList, chosen: Mask, system: int, text: str) -> Found:
    """The sentences of some errors of a system, with the nodes to light."""
    nodes: dict[int, tuple[Node, ...]] = {}
    marks: dict[int, dict[int, str]] = {}
    for sentence, error in errors.positions(chosen):
        nodes[sentence] = (*nodes.get(sentence, ()), *error.nodes, *error.moved)
        if not error.nodes:  # words, of which each is marked
            marks.setdefault(sentence, {}).update(dict.fromkeys((word + 1 for word in error.words), _mark(error)))
    return Found.items(errors.sentences[chosen], system, text, marks, nodes)


def _mark(error: Error) -> str:
    """What is shown after a word: from which head to which, or the labels."""
    return f"{error.source}>{error.target}" if error.source and error.target else error.kind


def everything(errors: ErrorList) -> Mask:
    """All errors."""
    return np.ones(len(errors), np.bool_)


def error_tables(comparison: Comparison, view: View) -> list[ResultTable]:
    """Errors by type and system: how many, per opportunity, what they cost, whether systems differ; then what is wrong, and what is
    attached to what."""
    counted = CountedErrors(comparison, view.cancel)
    return [
        *type_tables(counted, comparison.error_types, "Errors by type", view.baseline),
        *type_tables(counted, comparison.error_kinds, "What is wrong", view.baseline),
        *site_tables(counted),
        height_table(counted),
    ]


def grouped_error_tables(comparison: Comparison, view: View) -> list[ResultTable]:
    """Errors by the length of sentences, by depth, and by phenomenon."""
    counted = CountedErrors(comparison, view.cancel)
    return [length_table(counted), depth_table(counted), phenomenon_table(counted)]


def type_tables(
    counted: CountedErrors,
    types: Sequence[ErrorType],
    title: str,
    baseline: int = 0,
    iterations: int = ITERATIONS,
    seed: int = 0,
) -> list[ResultTable]:
    """How many errors of each type there are, how many per opportunity, what they cost, and how systems differ."""
    there = [one for one in types if any(counted.number(system, one.among) for system in range(len(counted.systems)))]
    groups: list[Group] = [*((one.title, one.among) for one in there), ("All", everything)]
    tables = [
        _counts(counted, title, groups, "How many errors. A click on a cell shows their sentences."),
        _rates(counted, f"{title}: rates", there),
        *(
            _counts(counted, f"{title}: cost under {cost.name}", groups, cost.note, cost.column)
            for cost in counted.comparison.error_costs
        ),
    ]
    if counted.compared.sum() > 1 and counted.compared[baseline] and there:
        tables.append(
            _tests(counted, f"{title}: differences to {counted.systems[baseline]}", there, baseline, iterations, seed)
        )
    return tables


def _counts(
    counted: CountedErrors, title: str, groups: Sequence[Group], note: str, cost: str = "", head: str = "type"
) -> ResultTable:
    rows: Facts = [[name, *counted.facts(which, name, cost)] for name, which in groups]
    return counted.table(title, (text_column(head), *map(row_heat_column, counted.systems)), rows, note)


def _rates(counted: CountedErrors, title: str, types: Sequence[ErrorType]) -> ResultTable:
    rows: list[list[Value | Fact]] = []
    for one in types:
        behind = partial(counted.found, which=one.among, text=one.title)
        rates = (Fact(counted.rate(system, one), partial(behind, system)) for system in range(len(counted.systems)))
        rows.append([one.title, *rates, one.of])
    columns = (
        text_column("type"),
        *(replace(share_column(name), look="row") for name in counted.systems),
        shown_as("per 100", text_column("of 100", "opportunities")),
    )
    return counted.table(title, columns, rows, "Errors per 100 of the opportunities in the last column.")


def _tests(
    counted: CountedErrors, title: str, types: Sequence[ErrorType], baseline: int, iterations: int, seed: int
) -> ResultTable:
    tests = counted.tests(types, baseline, iterations, seed)
    others = [system for system in np.flatnonzero(counted.compared).tolist() if system != baseline]
    rows: list[list[Value | Fact]] = []
    marked = set()
    for row, (one, of_type) in enumerate(zip(types, tests, strict=True)):
        rows.append([one.title])
        for system in others:
            test = of_type[system]
            rows[-1] += Fact.each((test.difference, test.holm), partial(counted.found, system, one.among, one.title))
            if test.holm < SIGNIFICANT:
                marked.add((row, len(rows[-1]) - 1))
    columns: list[Column] = [text_column("type")]
    for system in others:
        columns += [
            Column(counted.systems[system], lambda value: f"{100 * value:+.2f}"),
            number_column("p", 4, key=f"p of {counted.systems[system]}"),
        ]
    note = (
        f"Errors per 100 opportunities, less those of {counted.systems[baseline]}. p: by shuffling ({iterations:,} iterations, "
        f"two-sided), with Holm's correction over all systems and types of this table; below {SIGNIFICANT} is marked."
    )
    return ResultTable.of(title, columns, rows, note, (counted.signature,), marked)


# -- what is attached to what --------------------------------------------------------------------------------------------------


def site_tables(counted: CountedErrors) -> list[ResultTable]:
    """From where to where: per type the pairs of labels, most frequent first."""
    return [_sites(counted, sites) for sites in counted.comparison.error_sites]


def _sites(counted: CountedErrors, sites: ErrorSites) -> ResultTable:
    nothing = [0 if of.any() else None for of in counted.rows]
    numbers: dict[tuple[int, str, str], list[int | None]] = {}
    types = counted.comparison.error_types
    for system, errors in enumerate(counted.lists):
        kept = counted.chosen(system, everything)
        for place, one in enumerate(types):
            chosen = kept & one.among(errors)
            pairs = (errors.texts(name)[chosen].tolist() for name in (sites.gold, sites.system))
            for source, target in zip(*pairs, strict=True):
                if source or target:
                    of_pair = numbers.setdefault((place, source, target), nothing.copy())
                    of_pair[system] = (of_pair[system] or 0) + 1
    ordered = sorted(numbers.items(), key=lambda entry: (entry[0][0], -sum(filter(None, entry[1])), entry[0]))

    def which(one: ErrorType, source: str, target: str, errors: ErrorList) -> Mask:
        alike: Mask = (errors.texts(sites.gold) == source) & (errors.texts(sites.system) == target)
        return one.among(errors) & alike

    rows: list[list[Value | Fact]] = []
    for (place, source, target), found in ordered:
        among, names = partial(which, types[place], source, target), (types[place].title, source or TOP, target or TOP)
        behind = partial(counted.found, which=among, text="{}: {} → {}".format(*names))
        rows.append([*names, *(Fact(number, partial(behind, system)) for system, number in enumerate(found))])
    columns = (
        Column("type", str, is_number=False, once=True), text_column("gold"), text_column("system"),
        *map(count_column, counted.systems),
    )  # fmt: skip
    return counted.table(sites.title, columns, rows, sites.note)


def height_table(counted: CountedErrors) -> ResultTable:
    """Per type, how many are attached too high or too low."""

    def which(one: ErrorType, height: str, errors: ErrorList) -> Mask:
        chosen: Mask = one.among(errors) & (errors.texts("height") == height)
        return chosen

    found = [
        (one.title, text, counted.facts(partial(which, one, height), f"{one.title}: {text}"))
        for one in counted.comparison.error_types
        for height, text, _ in HEIGHTS
    ]
    rows: Facts = [[title, text, *numbers] for title, text, numbers in found if any(one.value for one in numbers)]
    columns = (
        Column("type", str, is_number=False, once=True), text_column("attached"), *map(count_column, counted.systems),
    )  # fmt: skip
    there = {row[1] for row in rows}
    told = "; ".join(f"{text}: {meaning}" for _, text, meaning in HEIGHTS if text in there)
    note = f"Where the system attaches it, seen in the gold.{f' {told}.' if told else ''}"
    return counted.table("Too high or too low", columns, rows, note)


# -- by length, depth and phenomenon ----------------------------------------------------------------------------------------


def _limits(first: int, last: int) -> str:
    return f"{first}–{last}" if last else f"{first} and more"


def _grouped(
    counted: CountedErrors, title: str, head: str, groups: Sequence[tuple[str, Mask]], note: str
) -> ResultTable:
    """Sentences in groups: how many sentences and words, and errors per 100 words."""
    lengths = counted.comparison.table.lengths

    def which(among: Mask, errors: ErrorList) -> Mask:
        return among[errors.sentences]

    rows: list[list[Value | Fact]] = []
    for name, among in groups:
        shared = counted.rows[int(np.argmax(counted.compared))] & among
        rows.append([name, int(np.count_nonzero(shared))])
        for system, errors in enumerate(counted.lists):
            rows_of = counted.rows[system] & among
            number, words = int(errors.per_sentence()[rows_of].sum()), int(lengths[rows_of].sum())
            values = number if counted.rows[system].any() else None, 100 * number / words if words else None
            rows[-1] += Fact.each(values, partial(counted.found, system, partial(which, among), name))
    columns = [text_column(head), count_column("sentences")]
    for name in counted.systems:
        columns += [count_column(name), number_column("per 100", 2, key=f"per 100 words of {name}")]
    return counted.table(title, columns, rows, f"{note} Per 100: errors per 100 words.")


def length_table(counted: CountedErrors) -> ResultTable:
    """Errors by the length of the gold sentence."""
    lengths = counted.comparison.table.lengths
    groups = [(_limits(*one), (lengths >= one[0]) & ((lengths <= one[1]) | (not one[1]))) for one in LENGTHS]
    return _grouped(counted, "Errors by sentence length", "words", groups, "Words of the gold, after preparation.")


def phenomenon_table(counted: CountedErrors) -> ResultTable:
    """Errors by phenomenon."""
    from treecompare.analyses.suites import NO_JUDGEMENTS

    groups = []
    for name, sentences in sorted(counted.comparison.judgements.phenomena.items()):
        among = np.zeros(counted.comparison.table.sentences, np.bool_)
        among[sorted(sentences)] = True
        groups.append((name, among))
    return _grouped(counted, "Errors by phenomenon", "phenomenon", groups, "" if groups else NO_JUDGEMENTS)


def depth_table(counted: CountedErrors) -> ResultTable:
    """Errors by how many nodes stand above them in the gold."""
    groups: list[Group] = [(_limits(*one), partial(_is_between, *one)) for one in DEPTHS]
    note = "How many nodes stand above the place in the gold."
    return _counts(counted, "Errors by depth", groups, note, head="depth")


def _is_between(first: int, last: int, errors: ErrorList) -> Mask:
    depths = errors.numbers("depth")
    found: Mask = (depths >= first) & ((depths <= last) | (not last))
    return found


# -- one by one, and counted for commands and scripts ------------------------------------------------------------------

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
