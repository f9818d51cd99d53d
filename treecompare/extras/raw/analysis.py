"""What became of the answers of systems that are raw output: outcomes, repairs, and two figures beside each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

import numpy as np

from treecompare.analyses.analysis import Analysis
from treecompare.comparison.answered import AFTER_REPAIR, BASELINE, OUTCOMES
from treecompare.comparison.base import Comparison, score
from treecompare.extras.raw.answers import Outcomes
from treecompare.extras.raw.baselines import BASELINES, gold_words_prepared, heads, spans
from treecompare.extras.raw.choice import LEVELS, REPAIRS, Answer, repairs_text
from treecompare.measures import Measure, measure
from treecompare.readers import AnyTreebank, DependencyTreebank
from treecompare.scores.result import (
    Column,
    Fact,
    Found,
    ResultTable,
    Value,
    View,
    count_column,
    row_score_column,
    score_column,
    share_column,
    text_column,
)
from treecompare.scores.table import SCORED, Average, ScoreTable
from treecompare.trees.tree import CONSTITUENT

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison


BAR_LETTERS = 40
LETTERS = dict(zip(OUTCOMES, "#+dac?-.", strict=True))
MANY_REPAIRED = 0.05
"""A system with more of its sentences repaired is marked."""
_HEADLINES = {"constituents": ("e.roof.dice", "e.roof.dice.unlabelled"), "dependencies": ("las", "uas")}


def outcome_tables(comparison: Comparison, view: View) -> list[ResultTable]:
    """The two figures, outcomes and repairs by system, and the outcome of every sentence."""
    if not comparison.outcomes:
        note = "No system is raw output. NAME=raw:PATH names one; raw output is read in the window when it is dropped on it."
        return [ResultTable("Outcomes", (text_column("outcome"),), [], note)]
    tables = [headline_table(comparison, view.average), outcome_table(comparison), repair_table(comparison)]
    return [*tables, unknown_label_table(comparison), listed_table(comparison)]


def outcomes_in(comparison: Comparison) -> dict[int, Outcomes]:
    """What became of the answers of each system that is raw output, by its number."""
    return cast(dict[int, Outcomes], comparison.outcomes)


# -- a bar of outcomes ---------------------------------------------------------------------------------------------------------


def bar_text(counts: Mapping[str, int]) -> str:
    """A bar of BAR_LETTERS letters, each outcome with its own letter and at least one of them; the widest gives way."""
    total = max(sum(counts.values()), 1)
    widths = {outcome: max(round(BAR_LETTERS * count / total), 1) for outcome, count in counts.items() if count}
    while sum(widths.values()) > BAR_LETTERS:
        widths[max(widths, key=lambda one: widths[one])] -= 1
    while widths and sum(widths.values()) < BAR_LETTERS:
        widths[max(widths, key=lambda one: widths[one])] += 1
    return "".join(LETTERS[outcome] * width for outcome, width in widths.items())


def bar_table(comparison: Comparison) -> ResultTable:
    """A bar of outcomes for each system that is raw output, and what its letters stand for."""
    rows: list[list[Value]] = []
    for system, outcomes in outcomes_in(comparison).items():
        counts = outcomes.counts
        said = ", ".join(f"{LETTERS[one]} {count:,} {one}" for one, count in counts.items() if count)
        rows.append([comparison.table.systems[system], bar_text(counts), said])
    columns = text_column("system"), text_column("outcomes"), text_column("of the sentences")
    return ResultTable("What became of the answers", columns, rows)


# -- two figures --------------------------------------------------------------------------------------------------------------


def levels_of(comparison: Comparison) -> tuple[str, ...]:
    """The levels of repair that are asked for: one, or all."""
    return LEVELS if comparison.settings.repair == "all" else (comparison.settings.repair,)


def headline_table(comparison: Comparison, average: Average = "pooled") -> ResultTable:
    """Each system over all sentences of the gold, where failures count 0, and over those that all systems have."""
    rows: list[list[Value]] = []
    measures: list[Measure] = []
    signatures: list[str] = []
    notes: list[str] = []
    marked: set[tuple[int, int]] = set()
    has_levels = len(levels_of(comparison)) > 1
    for level in levels_of(comparison):
        table = _with_failures(comparison, level).table
        for key in _HEADLINES[comparison.kind]:
            rows_of, further = _headline(comparison, table, key, average, level)
            for system, row in enumerate(rows_of):
                if system in comparison.outcomes and _repaired(outcomes_in(comparison)[system], level) > MANY_REPAIRED:
                    marked.add((len(rows), 0))
                rows.append(row if has_levels else [row[0], *row[2:]])
                measures.append(measure(key))
            at = f"At level {level}: " if has_levels else ""
            notes += [at + note for note in further if at + note not in notes]
            signatures.append(table.signature(key, average))
    columns: tuple[Column, ...] = (
        text_column("system"), text_column("repair"), text_column("measure"), row_score_column("all"),
        row_score_column("recall"), row_score_column("precision"), row_score_column("common"), count_column("n"),
    )  # fmt: skip
    said = "All: every sentence of the gold, failures count 0; recall falls by them, precision does not. "
    said += f"Common: sentences that all systems have, n of {int(comparison.table.asked().sum()):,}."
    if marked:
        said += f" Marked: more than {100 * MANY_REPAIRED:.0f} % of the sentences are repaired."
    title = (
        "All and common, at each level of repair"
        if has_levels
        else f"All and common (repair: {levels_of(comparison)[0]})"
    )
    return ResultTable(
        title, columns if has_levels else (columns[0], *columns[2:]), rows, " ".join([said, *notes]), tuple(signatures),
        frozenset(marked), measures=tuple(measures),
    )  # fmt: skip


def _with_failures(comparison: Comparison, level: str) -> Comparison:
    """The same comparison at a level of repair, in which failures count 0."""
    settings = replace(comparison.settings, missing="zero", repair=level)
    systems = [
        outcomes_in(comparison)[place].treebank_at(level, one.path, one.name, comparison.gold)
        if place in comparison.outcomes
        else one
        for place, one in enumerate(comparison.systems)
    ]
    kind = cast(Callable[..., Comparison], type(comparison))
    found = kind(comparison.gold, systems, settings)
    found.outcomes = {place: replace(one, level=level) for place, one in outcomes_in(comparison).items()}
    found.baselines, found.in_place = comparison.baselines, comparison.in_place
    return score(found)


def _headline(
    comparison: Comparison, table: ScoreTable, key: str, average: Average, level: str
) -> tuple[list[list[Value]], list[str]]:
    """Per system its name, the level, the measure, all four figures and n; and what is said of them."""
    asked = table.asked()
    really = (table.statuses == SCORED) & ~table.zeroed & asked
    enough = [2 * int(one.sum()) >= max(int(asked.sum()), 1) for one in really]
    common = asked & np.all(
        [one for one, is_enough in zip(really, enough, strict=True) if is_enough] or [asked], axis=0
    )
    rows: list[list[Value]] = []
    for system, name in enumerate(table.systems):
        whole = [_figure(table, system, one, average, asked) for one in (key, *_parts_of(key))]
        on_common = _figure(table, system, key, average, common) if enough[system] else None
        rows.append([name, level, measure(key).title, *whole, on_common, int(common.sum()) if enough[system] else None])
    return rows, _notes(comparison, rows, enough, key)


def _parts_of(key: str) -> tuple[str, str]:
    """Recall and precision of an F-score."""
    if key.startswith("e."):
        return key.replace("dice", "recall"), key.replace("dice", "precision")
    return f"{key}.recall", f"{key}.precision"


def _figure(table: ScoreTable, system: int, key: str, average: Average, rows: np.ndarray) -> float | None:
    exist = table.exist_under(system, key) & rows
    if not exist.any():
        return None
    if average == "mean":
        scores = table.scores(system, key)[exist]
        scores = scores[~np.isnan(scores)]
        return float(scores.mean()) if len(scores) else None
    ratio = table.ratio(system, key)
    numerator, denominator = ratio.numerator[exist].sum(), ratio.denominator[exist].sum()
    return float(numerator / denominator) if denominator else None


def _notes(comparison: Comparison, rows: list[list[Value]], enough: Sequence[bool], key: str) -> list[str]:
    notes = []
    aside = [str(row[0]) for row, is_enough in zip(rows, enough, strict=True) if not is_enough]
    if aside:
        notes.append(f"Set aside in common, with less than half of the sentences: {', '.join(aside)}.")
    ranked = [place for place in range(len(rows)) if place not in comparison.baselines and enough[place]]

    def order(column: int) -> list[int]:
        values = {place: rows[place][column] for place in ranked}
        return sorted(ranked, key=lambda place: -cast(float, values[place] or 0.0))

    if order(3) != order(6):
        notes.append(f"{measure(key).title}: all and common order the systems differently.")
    best = max(
        (cast(float, rows[place][3]) for place in comparison.baselines if rows[place][3] is not None), default=None
    )
    below = [str(row[0]) for place, row in enumerate(rows) if place not in comparison.baselines and best is not None
             and row[3] is not None and cast(float, row[3]) <= best]  # fmt: skip
    if below:
        notes.append(f"{measure(key).title}: below a baseline: {', '.join(below)}.")
    return notes


def _repaired(outcomes: Outcomes, level: str) -> float:
    answers = outcomes.at(level)
    return sum(one.outcome == AFTER_REPAIR for one in answers) / len(answers) if answers else 0.0


# -- outcomes and repairs -----------------------------------------------------------------------------------------------------


def outcome_table(comparison: Comparison) -> ResultTable:
    """How many sentences of each system have each outcome."""
    systems = list(comparison.outcomes)
    names = [comparison.table.systems[system] for system in systems]
    rows: list[list[Value | Fact]] = [[outcome] for outcome in OUTCOMES]
    for system in systems:
        outcomes = [one.outcome for one in outcomes_in(comparison)[system].answers]
        for outcome, row in zip(OUTCOMES, rows, strict=True):
            places = [place for place, one in enumerate(outcomes) if one == outcome]
            values = len(places), len(places) / _sentences(comparison, system)
            row += Fact.each(values, partial(_found, comparison, system, places, outcome))
    level = comparison.settings.repair
    said = [
        f"{comparison.table.systems[one]}: {more}." for one in systems if (more := outcomes_in(comparison)[one].further)
    ]
    note = " ".join(["Unreadable, no tree and no answer are failures.", *said])
    return ResultTable.of(
        f"Outcomes (repair: {'close' if level == 'all' else level})",
        (text_column("outcome"), *(one for name in names for one in (count_column(name), share_column(f"{name}, %")))), rows,
        note,
    )  # fmt: skip


def _sentences(comparison: Comparison, system: int) -> int:
    return max(len(outcomes_in(comparison)[system].ids), 1)


def repair_table(comparison: Comparison) -> ResultTable:
    """How often each repair was made, or would be."""
    systems = list(comparison.outcomes)
    rows: list[list[Value | Fact]] = []
    for repair, level in REPAIRS.items():
        rows.append([repair, level])
        for system in systems:
            made = [dict(one.repairs).get(repair) for one in outcomes_in(comparison)[system].answers]
            places = [place for place, number in enumerate(made) if number is not None]
            values = len(places), sum(filter(None, made))
            rows[-1] += Fact.each(values, partial(_found, comparison, system, places, repair))
    columns = [text_column("repair"), text_column("level")]
    for system in systems:
        name = comparison.table.systems[system]
        columns += [count_column(name, f"{name} sentences"), count_column(f"{name}, sum")]
    arcs = [said for system in systems if (said := made_arcs(comparison, system))]
    note = " ".join(["Repairs that were made, or that unreadable answers would need.", *arcs])
    return ResultTable.of("Repairs", columns, rows, note)


_SORTS = {"constituents": {"labels": "label", "tags": "tag"}, "dependencies": {"labels": "relation", "tags": "tag"}}


def unknown_label_table(comparison: Comparison) -> ResultTable:
    """The labels and tags of answers that the gold lacks, and how often each occurs; the last row is their sum."""
    systems = list(comparison.outcomes)
    known = {where: {text for text, _ in _labelled(comparison.gold, where)} for where in ("labels", "tags")}
    places: dict[tuple[str, str], dict[int, list[int]]] = {}
    for system in systems:
        for where, of_gold in known.items():
            for text, sentence in _labelled(comparison.systems[system], where):
                if text not in of_gold:
                    places.setdefault((where, text), {}).setdefault(system, []).append(sentence)

    def number(key: tuple[str, str]) -> int:
        return sum(map(len, places[key].values()))

    order = sorted(places, key=lambda key: (-number(key), key))
    lines = [(text, _SORTS[comparison.kind][where], [places[where, text]]) for where, text in order]
    rows: list[list[Value | Fact]] = []
    for text, sort, those in [*lines, ("in all", "", [places[key] for key in order])]:
        rows.append([text, sort])
        for system in systems:
            sentences = [place for one in those for place in one.get(system, ())]
            rows[-1].append(Fact(len(sentences), partial(_found, comparison, system, sentences, text)))
    names = [comparison.table.systems[system] for system in systems]
    columns = text_column("label"), text_column("kind"), *map(count_column, names)
    return ResultTable.of("Labels that the gold lacks", columns, rows, "No label is ever changed or mapped.")


def _labelled(treebank: AnyTreebank, where: str) -> Iterator[tuple[str, int]]:
    """Labels or tags as they are written, each with its sentence."""
    texts = treebank.symbols.texts
    for numbers, sentences in treebank.labelled(where):
        for number, sentence in zip(numbers.tolist(), sentences.tolist(), strict=True):
            if texts[number] not in ("", "_"):
                yield texts[number], sentence


def made_arcs(comparison: Comparison, system: int) -> str:
    """How many arcs repair made, and how many of them are right by chance; empty where there are none."""
    answers = outcomes_in(comparison)[system].answers
    count = sum(len(one.made) for one in answers)
    if not count or not isinstance(comparison.gold, DependencyTreebank):
        return ""
    right = 0
    known = comparison.gold.sentences
    for place, one in enumerate(answers):
        heads = known.head[known.offsets[place] : known.offsets[place + 1]].tolist()
        words = [row for row in one.rows if row[0].isdigit()]
        if one.made and one.outcome == AFTER_REPAIR and len(words) == len(heads):
            right += sum(int(words[number - 1][6]) == heads[number - 1] for number in one.made)
    name = comparison.table.systems[system]
    return f"{name}: {count:,} arcs were made by repair, {right:,} of them are right by chance (where the words are the gold's)."


def _found(comparison: Comparison, system: int, places: Sequence[int], text: Value) -> Found:
    sentences = sorted({comparison.row_of(place) for place in places})
    answers = outcomes_in(comparison)[system].answers
    marks = {
        comparison.row_of(place): dict.fromkeys(answers[place].made, "made by repair")
        for place in places
        if answers[place].made
    }
    return Found(np.array(sentences, np.int64), system, str(text), marks)


# -- every sentence -----------------------------------------------------------------------------------------------------------


def shown(answer: Answer) -> str:
    """A tree, or rows as ``number:form:UPOS:head:relation``; ``-`` for none."""
    if answer.rows:
        rows = [row for row in answer.rows if row[0].isdigit()]
        return " ".join(":".join((row[0], row[1], row[3], row[6], row[7])) for row in rows)
    return answer.tree or "-"


def listed_table(comparison: Comparison, for_scripts: bool = False) -> ResultTable:
    """The outcome of every sentence, at every level that is asked for."""
    is_rows = isinstance(comparison.gold, DependencyTreebank)
    has_several = len(comparison.outcomes) > 1
    rows = []
    for system, outcomes in outcomes_in(comparison).items():
        levels = levels_of(comparison)
        at = {level: outcomes.answers if level == outcomes.level else outcomes.at(level) for level in levels}
        for place, name in enumerate(outcomes.ids):
            for level in levels:
                one = at[level][place]
                row: list[Value] = [name, level, one.outcome, repairs_text(one.repairs)]
                if not for_scripts:
                    row.append(repairs_text(one.faults))
                values = [*([comparison.table.systems[system]] if has_several else []), *row, shown(one)]
                behind = partial(_found, comparison, system, [place], outcomes.answers[place].outcome)
                rows.append(Fact.each(values, behind))
    names = [*(["system"] if has_several else []), "id", "level", "outcome", "repairs"]
    names += [*([] if for_scripts else ["faults"]), "rows" if is_rows else "tree"]
    note = "Faults: what is wrong and was scored as it is; level close would repair it." if is_rows else ""
    return ResultTable.of("Every sentence", map(text_column, names), rows, note)


OUTCOME_ANALYSIS = Analysis(
    "outcomes", "Outcomes of raw output",
    "What became of the answers of language models: outcomes, repairs, and figures over all and common sentences",
    outcome_tables, "average", "constituents dependencies", behind="pairing",
    without=lambda comparison: "" if comparison.outcomes else "no system is raw output",
    for_scripts=lambda comparison: [listed_table(comparison, for_scripts=True)] if comparison.outcomes else [],
)  # fmt: skip


# -- uninformed baselines over many draws ------------------------------------------------------------------------------


def made_tables(comparison: Comparison, draws: int | None = None, has_bars: bool = False) -> list[ResultTable]:
    """Bars of outcomes if wanted, the figures over all and common sentences where a system is raw output or a baseline, and those
    of many draws."""
    if not comparison.outcomes and not comparison.baselines:
        return []
    bars = [bar_table(comparison)] if has_bars and comparison.outcomes else []
    return [*bars, headline_table(comparison), *([drawn_table(comparison, draws)] if draws else [])]


def drawn_table(comparison: Comparison, draws: int) -> ResultTable:
    """Mean and 2.5 to 97.5 % of the pooled scores of the random baselines, drawn with the seeds 0, 1, …"""
    is_words = isinstance(comparison.gold, DependencyTreebank)
    one = measure("uas" if is_words else "e.roof.dice.unlabelled")
    wanted = [
        comparison.systems[place].path.removeprefix(BASELINE).partition("/")[0]
        for place in sorted(comparison.baselines)
    ]
    rows: list[list[Value]] = []
    for name in dict.fromkeys(wanted):
        if BASELINES[name].trees:
            found = np.array([_score(comparison, name, str(seed)) for seed in range(draws)])
            rows.append([name, draws, float(found.mean()), *map(float, np.percentile(found, [2.5, 97.5]))])
    columns = (
        text_column("baseline"), count_column("draws"), score_column(one, f"{one.title}, mean"), score_column(one, "2.5 %"),
        score_column(one, "97.5 %"),
    )  # fmt: skip
    return ResultTable("Random baselines", columns, rows, f"Pooled, over all sentences; seeds 0 to {draws - 1}.")


def _score(comparison: Comparison, name: str, seed: str) -> float:
    gold = comparison.gold
    if isinstance(gold, DependencyTreebank):
        table = gold.sentences
        right = sum(
            int(np.count_nonzero(table.head[first:last] == heads(name, last - first, sentence, seed)))
            for sentence, first, last in zip(
                gold.sentence_names, table.offsets[:-1].tolist(), table.offsets[1:].tolist(), strict=True
            )
        )
        return right / max(len(table.head), 1)
    from treecompare.comparison.constituents.comparison import ConstituentComparison  # late: not for dependencies

    assert isinstance(comparison, ConstituentComparison)
    matched = total = 0
    known = _gold_spans(comparison)
    for sentence, words, nodes in zip(
        gold.sentence_names, gold_words_prepared(gold, comparison.settings), known, strict=True
    ):
        drawn = Counter(spans(name, len(words), sentence, seed))
        matched += (drawn & nodes).total()
        total += drawn.total() + nodes.total()
    return 2 * matched / total if total else 0.0


def _gold_spans(comparison: ConstituentComparison) -> list[Counter[tuple[int, int]]]:
    """The spans of the constituents of each gold sentence, words from 0, half-open."""
    from treecompare.comparison.constituents.comparison import ConstituentComparison  # late: not for dependencies

    gold = comparison.gold
    alone = ConstituentComparison(gold, [gold], replace(comparison.settings, with_dependencies=None))
    return [
        Counter(
            (int(tree.starts[node]), int(tree.ends[node]))
            for node in np.flatnonzero(tree.kinds == CONSTITUENT).tolist()
        )
        for tree in alone.pairs(0).gold
    ]
