"""Parsers of different frameworks in one table, and how far their golds say the same (Tsarfaty et al. 2012, tables 1 and 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from treecompare.comparison.base import AnyTreebank, Cancel, Comparison, score
from treecompare.comparison.schemes.targets import fits
from treecompare.comparison.settings import Settings
from treecompare.comparison.word_by_word import word_by_word
from treecompare.mappings.function_edits import count_functions
from treecompare.measures import Counts, measure
from treecompare.readers import DependencyTreebank, Treebank
from treecompare.scores.result import (
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
from treecompare.scores.set_notes import set_note
from treecompare.scores.table import SCORED, Average, Figure, Mask
from treecompare.trees.functions import MultiFunctionTrees

if TYPE_CHECKING:
    from treecompare.comparison.lattices.comparison import LatticeComparison
    from treecompare.comparison.schemes.comparison import SchemeComparison


PARSEVAL = ("e.roof.dice.unlabelled", "e.roof.dice")
TEDEVAL = ("tedeval.unlabelled", "tedeval")
ATTACHMENT = ("uas", "las")
TITLES = ("ParsEval U", "ParsEval L", "single U", "single L", "multiple U", "multiple L", "UAS", "LAS")


@dataclass(frozen=True)
class Scores:
    """Scores that ``treecompare score`` gives: per system those under two measures, their signatures, what is said of them."""

    cells: dict[int, Sequence[Value]] = field(default_factory=dict)
    signatures: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)


def framework_tables(comparison: SchemeComparison, view: View) -> list[ResultTable]:
    """A row per system: ParsEval, TedEval against its own gold and against what all golds have in common, attachment scores; then
    how far every two golds, and each gold and what all have in common, say the same. Raises Cancelled: the view's ``cancel`` was
    set."""
    found = [_systems(comparison, view)]
    if len(comparison.golds) > 1 and comparison.scheme_settings.profile == "paper":
        found.append(_overlaps(comparison, view.average))
    return found


# -- systems -----------------------------------------------------------------------------------------------------------


def _systems(comparison: SchemeComparison, view: View) -> ResultTable:
    average, everything = view.average, comparison.tables[comparison.targets[-1]]
    parseval, attachment = _parseval(comparison, view), _attachment(comparison, view)
    rows: list[list[Value]] = []
    for system, parse in enumerate(comparison.systems):
        own = comparison.tables[comparison.native[system],]
        tedeval = [table.figures(key, average)[system] for table in (own, everything) for key in TEDEVAL]
        none: Sequence[Value] = (None, None)
        name = comparison.golds[comparison.native[system]].name
        rows.append(
            [parse.name, name, *parseval.cells.get(system, none), *tedeval, *attachment.cells.get(system, none)]
        )
    keys = (*PARSEVAL, *TEDEVAL, *TEDEVAL, *ATTACHMENT)
    columns = (
        text_column("system"), text_column("gold"),
        *(replace(score_column(measure(key), title), key=title) for key, title in zip(keys, TITLES, strict=True)),
    )  # fmt: skip
    note = [
        f"{average}; U unlabelled, L labelled. Single: TedEval against the system's own gold; multiple: against "
        f"{comparison.target_name(comparison.targets[-1])}, the best of those that rest on the same sentences is marked.",
        "ParsEval (E-Dice of the roof) of constituents is that of score with its usual preparation." if parseval.cells else "",
        *attachment.said, set_note(everything, TEDEVAL),
    ]  # fmt: skip
    signed = [*parseval.signatures, *(everything.signature(key, average) for key in TEDEVAL), *attachment.signatures]
    signatures = tuple(dict.fromkeys(signed))
    title = f"Parsers across frameworks, {average} (as Tsarfaty et al. 2012, tables 1 and 2)"
    return ResultTable(title, columns, rows, " ".join(filter(None, note)), signatures, _best(rows))


def _best(rows: list[list[Value]]) -> frozenset[tuple[int, int]]:
    """The highest scores against what all golds have in common, among those that rest on the same sentences."""
    marked = set()
    for column in (TITLES.index("multiple U") + 2, TITLES.index("multiple L") + 2):
        figures = {row: cells[column] for row, cells in enumerate(rows)}
        known = {
            row: one for row, one in figures.items() if isinstance(one, Figure) and not one.is_apart and one == one
        }
        if len(known) > 1:
            marked |= {(row, column) for row, one in known.items() if one == max(known.values())}
    return frozenset(marked)


def _parseval(comparison: SchemeComparison, view: View) -> Scores:
    """Of the systems of constituents, against their own golds of constituents."""
    found = Scores()
    for gold, file in enumerate(comparison.golds):
        mine = [
            system
            for system, one in enumerate(comparison.systems)
            if comparison.native[system] == gold and isinstance(one.treebank, Treebank)
        ]
        if isinstance(file.treebank, Treebank):
            treebanks = [comparison.systems[system].treebank for system in mine]
            _enter(found, comparison, mine, file.treebank, treebanks, PARSEVAL, view)
    return found


def _attachment(comparison: SchemeComparison, view: View) -> Scores:
    """Of systems of dependencies against their own golds; of constituents from files of the same parses, else by head rules."""
    found = Scores()
    groups: dict[tuple[int, str | None], dict[int, AnyTreebank]] = {}
    golds = [gold for gold, one in enumerate(comparison.golds) if isinstance(one.treebank, DependencyTreebank)]
    for system, one in enumerate(comparison.systems):
        native, words = comparison.native[system], _dependencies(comparison, system)
        if isinstance(one.treebank, DependencyTreebank):
            table = comparison.tables[native,]
            found.cells[system] = [table.figures(key, view.average)[system] for key in ATTACHMENT]
            found.signatures.extend(table.signature(key, view.average) for key in ATTACHMENT if table.has(key))
        elif words is not None and golds:
            shares = fits(words, [comparison.golds[gold].treebank for gold in golds])
            groups.setdefault((golds[shares.index(max(shares))], None), {})[system] = words
        elif isinstance(comparison.golds[native].treebank, Treebank):
            groups.setdefault((native, "auto"), {})[system] = one.treebank
    for (gold, rules), treebanks in groups.items():
        own = comparison.golds[gold].treebank
        _enter(found, comparison, list(treebanks), own, list(treebanks.values()), ATTACHMENT, view, rules)
    converted = [comparison.systems[system].name for (_, rules), those in groups.items() if rules for system in those]
    if converted:
        found.said.append(f"UAS and LAS of {', '.join(converted)}: gold and system converted by head rules.")
    return found


def _dependencies(comparison: SchemeComparison, system: int) -> DependencyTreebank | None:
    """The file that has a system's parses as dependencies."""
    labels = comparison.system_labels.get(system)
    found = comparison.dependencies.get(system) or (labels.treebank if labels is not None else None)
    return found if isinstance(found, DependencyTreebank) else None


def _enter(
    found: Scores,
    comparison: SchemeComparison,
    systems: Sequence[int],
    gold: AnyTreebank,
    treebanks: Sequence[AnyTreebank],
    keys: Sequence[str],
    view: View,
    rules: str | None = None,
) -> None:
    """Enters the scores of systems; ``rules``: the head rules that convert the treebanks."""
    if not treebanks:
        return
    given = comparison.settings
    settings = Settings(
        punctuation=given.punctuation, relations=given.relations, sentences=given.sentences, max_length=given.max_length,
        nonprojective=comparison.scheme_settings.nonprojective, as_dependencies=rules,
    )  # fmt: skip
    scored = _run(word_by_word(gold, treebanks, settings), view)
    common = comparison.table.common()
    usual = common.number if common.compared.any() else common.of
    columns = [scored.table.figures(key, view.average) for key in keys]
    for place, system in enumerate(systems):
        figures = [column[place] for column in columns]
        found.cells[system] = [Figure(one, one.sentences, one.sentences != usual) for one in figures]
    found.signatures.extend(scored.table.signature(key, view.average) for key in keys)


def _run(comparison: Comparison, view: View) -> Comparison:
    cancel = Cancel()
    if view.cancel is not None:
        cancel.flag = view.cancel
    return score(comparison, cancel=cancel)


# -- golds -------------------------------------------------------------------------------------------------------------


def _overlaps(comparison: SchemeComparison, average: Average) -> ResultTable:
    """A row per gold and labels, a column per gold and for what all have in common."""
    everyone = range(len(comparison.golds))
    trees = [comparison.gold_trees(gold) for gold in everyone]
    labelled = [comparison.golds[comparison.labels_from.get(gold, gold)].has_labels for gold in everyone]
    target = comparison.targets[-1]
    rows: list[list[Value]] = []
    for gold in everyone:
        for key in TEDEVAL:
            cells: list[Value] = []
            for other in (*everyone, None):
                golds = target if other is None else (gold, other)
                if key == "tedeval" and not all(labelled[one] for one in {gold, *golds}):
                    cells.append(None)
                    continue
                with_other = comparison.generalised(target) if other is None else trees[other]
                among = comparison.agreed(tuple(sorted({gold, *golds})))
                cells.append(overlap(trees[gold], with_other, among, key, average))
            rows.append([comparison.golds[gold].name, "L" if key == "tedeval" else "U", *cells])
    names = [*(comparison.golds[gold].name for gold in everyone), comparison.target_name(target)]
    return ResultTable(
        f"Overlap of the golds, {average} (as Tsarfaty et al. 2012, section 4)",
        (replace(text_column("gold"), once=True), text_column("labels"), *(row_score_column(name) for name in names)),
        rows,
        "TedEval of one gold against another, as if it were a system; L labelled, U unlabelled.",
        measures=tuple(measure(TEDEVAL[place % 2]) for place in range(len(rows))),
    )


def overlap(
    one: MultiFunctionTrees, other: MultiFunctionTrees, among: np.ndarray, key: str, average: Average
) -> Figure:
    """TedEval of function trees against others on some sentences; a gold with itself has 1."""
    labelled = key == "tedeval"
    rows = [each.constraints if labelled else each.nodes for each in (one, other)]
    ratio = measure(key).formula(Counts(**vars(count_functions(rows[0], rows[1], rows[1], len(among)))))
    numerator, denominator = ratio.numerator[among], ratio.denominator[among]
    number = int(among.sum())
    if average == "pooled":
        score = numerator.sum() / denominator.sum() if denominator.sum() else float("nan")
    else:
        known = denominator != 0
        scores = np.where(known, numerator / np.where(known, denominator, 1), 1.0)
        score = scores.mean() if number else float("nan")
    return Figure(float(score), number, number != len(among))


# -- systems on gold, predicted and raw input (Tsarfaty et al. 2012, ACL) ----------------------------------------------

SEGMENTS = ("segeval.unlabelled", "segeval")
TREES = ("tedeval.lattice.unlabelled", "tedeval.lattice")
SCENARIOS = {
    "segeval.unlabelled": "SegEval U", "segeval": "SegEval L", "tedeval.lattice.unlabelled": "TedEval U",
    "tedeval.lattice": "TedEval L", "e.roof.dice.unlabelled": "ParsEval U", "e.roof.dice": "ParsEval L", "uas": "UAS", "las": "LAS",
}  # fmt: skip
USUAL = {
    "dependencies": (("uas", "las"), "UAS and LAS are F1 over aligned words where words differ from the gold's."),
    "constituents": (
        ("e.roof.dice.unlabelled", "e.roof.dice"),
        "ParsEval: only sentences whose words are the gold's; – : there are none.",
    ),
}
"""What the paper sets beside them: ParsEval for constituents, attachment scores for dependencies; and what is said where words
differ from the gold's."""


def _other_words(others: Comparison, system: int) -> Mask:
    """Per sentence, whether it has not the words of the gold."""
    found: Mask = others.table.statuses[system] != SCORED
    if others.kind == "dependencies":
        counts = others.table.part(system, "words")
        found = (counts.matched != counts.gold) | (counts.matched != counts.test) | (counts.gold == 0)
    return found


def scenario_tables(comparison: LatticeComparison, view: View) -> list[ResultTable]:
    """A row per system (gold, predicted, raw input): SegEval, ParsEval or attachment scores, TedEval; U unlabelled, L labelled.

    ParsEval rests on the sentences whose words are the gold's; attachment scores on words that are aligned where they differ.
    """
    table, others = comparison.table, comparison.others
    usual, differ = USUAL[others.kind] if others is not None else ((), "")
    keys = (*SEGMENTS, *usual, *TREES)
    rows: list[list[Value | Fact]] = []
    figures = [table.figures(key, view.average) for key in keys]
    for system, name in enumerate(table.systems):
        number, scored = table.number(system, SCORED), table.statuses[system] == SCORED
        scores = (of_measure[system] for of_measure in figures)
        facts = (
            Fact(number, Found(np.flatnonzero(scored), system, "scored")),
            Fact(table.sentences - number, Found(np.flatnonzero(~scored), system, "left out")),
        )
        rows.append([name, *scores, *facts, table.coverage(system)])
    columns = (
        text_column("input"),
        *(score_column(measure(key), SCENARIOS[key]) for key in keys),
        count_column("scored"),
        count_column("left out"),
        share_column("coverage, %", "coverage"),
    )
    differing = others is not None and any(
        _other_words(others, system)[: comparison.sentences][table.scored(system)].any()
        for system in range(len(table.systems))
    )
    note = " ".join(filter(None, [
        f"{view.average}; U unlabelled, L labelled.", differ if differing else "", set_note(table, keys),
    ]))  # fmt: skip
    signatures = tuple(table.signature(key, view.average) for key in keys)
    title = "Gold, predicted and raw input (as Tsarfaty et al. 2012, ACL, tables 1 and 2)"
    return [ResultTable.of(title, columns, rows, note, signatures)]
