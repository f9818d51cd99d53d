"""Where neither of two analyses is gold: both are called by their names, nothing is right or wrong, and no figure changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from tests.made import dependencies
from treecompare.analyses.analysis import without_gold
from treecompare.analyses.catalogue import ANALYSES, ResultTable, View, analysis
from treecompare.analyses.exports import systems_tables
from treecompare.comparison.base import Comparison, score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.explain import explain_sentence, explain_system
from treecompare.comparison.lattices.comparison import LatticeComparison, Segmentations
from treecompare.drawing.names import OTHER, PLAIN, Names
from treecompare.drawing.sentence import DEFAULT, Wanted
from treecompare.measures import ALL_MEASURES, MEASURES_OF, measure
from treecompare.readers import DependencyTreebank, parse
from treecompare.readers.lattice_files import SegmentationFile
from treecompare.scores.plotting import Choice, plot
from treecompare.scores.set_notes import is_agreement, measure_note, measure_title

ANNE = "(S (NP (PRP she)) (VP (VBD saw) (NP (DT the) (NN dog)) (PP (IN in) (NP (DT a) (NN park)))))"
BERT = "(S (NP (PRP she)) (VP (VBD saw) (NP (NP (DT the) (NN dog)) (PP (IN in) (NP (DT a) (NN park))))))"
JUDGING = re.compile(
    r"(?<![\w.-])(gold|system|error|errors|wrong|missing|extra|recall|precision|in the test|test only|missed|misses"
    r"|invented|two systems)(?![\w.:-])",
    re.IGNORECASE,
)
KEPT = ("phenomena", "judgements", "judged-scores", "jp-evalb", "error-groups")
"""Reports on what people judged, and on a program that has errors of its own: some of their words stay."""


def compared(*others: str, first: str = "anne") -> ConstituentComparison:
    systems = [replace(parse("\n".join([text] * 10)), name=f"bert{number or ''}") for number, text in enumerate(others)]
    return score(ConstituentComparison(replace(parse("\n".join([ANNE] * 10)), name=first), systems))


def arcs(name: str, *heads: int) -> DependencyTreebank:
    words = [
        (word, head, "dep" if head else "root") for word, head in zip(["she", "saw", "a", "dog"], heads, strict=True)
    ]
    return dependencies(name, *[words] * 10)


def cut(name: str, tree: str, *words: tuple[str, str]) -> tuple[object, SegmentationFile]:
    return replace(parse("\n".join([tree] * 10)), name=name), SegmentationFile(
        name, name, [list(words)] * 10, np.arange(10)
    )


@pytest.fixture(params=["constituents", "dependencies", "lattices"])
def comparison(request: pytest.FixtureRequest) -> Comparison:
    if request.param == "constituents":
        return compared(BERT)
    if request.param == "dependencies":
        return score(DependencyComparison(arcs("anne", 2, 0, 4, 2), [arcs("bert", 2, 0, 2, 3)]))
    gold, whole = cut("anne", "(S (N w) (V ab))", ("w", "w"), ("ab", "ab"))
    test, parts = cut("bert", "(S (N w) (V a) (P b))", ("w", "w"), ("ab", "a:b"))
    return score(LatticeComparison(gold, [test], Segmentations(files=[whole, parts])))  # type: ignore[arg-type]


def reports(comparison: Comparison) -> Iterator[tuple[str, list[ResultTable]]]:
    a, b = comparison.usual_keys
    patterns = {"constituents": "gold: PP=x > NP  system: x > VP", "dependencies": "gold: dep"}
    view = View(key_a=a, key_b=b, keys=(a, b), pattern=patterns.get(comparison.kind, ""))
    for one in ANALYSES:
        if comparison.kind in one.kinds:
            yield one.key, one.tables(comparison, view)


def figures(table: ResultTable) -> list[list[object]]:
    return [[cell for cell in row if not isinstance(cell, str)] for row in table.rows]


def said(table: ResultTable) -> list[str]:
    heads = [column.title for column in table.columns]
    return [table.title, table.note, *heads, *(str(row[0]) for row in table.rows)]


def test_every_report_calls_both_by_their_names(comparison: Comparison) -> None:
    plain = dict(reports(comparison))
    comparison.call_by_names()
    for key, tables in reports(comparison):
        texts = [text for table in tables for text in said(table)]
        assert key in KEPT or not [text for text in texts if JUDGING.search(text)], key
        if key == "annotators":
            continue  # where none is gold the first analysis is an annotator, too
        np.testing.assert_equal([figures(table) for table in plain[key]], [figures(table) for table in tables])
        names = [[column.name for column in table.columns] for table in tables]
        assert names == [[column.name for column in table.columns] for table in plain[key]]
        files = [table.exact()[0] for table in tables]
        assert files == [table.exact()[0] for table in plain[key]]  # what scripts read stays


def test_a_gold_stays_one(comparison: Comparison) -> None:
    assert comparison.names(0) is PLAIN
    tables = systems_tables(comparison, [measure(comparison.usual_keys[0])])
    assert without_gold(tables, comparison) == tables


def test_the_columns_of_what_is_attached_where_have_the_names() -> None:
    comparison = compared(BERT)
    comparison.call_by_names()
    tables = analysis("errors").tables(comparison, View())
    sites = next(table for table in tables if table.title == "From where to where")
    assert [column.title for column in sites.columns] == ["type", "anne", "bert", "bert"]


def test_of_several_systems_the_second_name_is_the_other() -> None:
    comparison = compared(BERT, ANNE)
    comparison.call_by_names()
    tables = analysis("errors").tables(comparison, View())
    assert any(OTHER in table.note for table in tables)
    assert [column.title for column in tables[0].columns[1:]] == ["bert", "bert1"]
    [by_label] = analysis("labels-by-system").tables(comparison, View())
    assert [column.title for column in by_label.columns] == ["label", "anne", "bert", "bert1"]
    [labels, *_] = analysis("labels").tables(comparison, View(system=1))
    assert [column.title for column in labels.columns[1:3]] == ["anne", "bert1"]


def test_a_system_may_be_called_gold() -> None:
    comparison = score(ConstituentComparison(replace(parse(ANNE), name="anne"), [replace(parse(BERT), name="gold")]))
    comparison.call_by_names()
    [labels, *_] = analysis("labels").tables(comparison, View())
    assert [column.title for column in labels.columns[1:3]] == ["anne", "gold"]
    [by_label] = analysis("labels-by-system").tables(comparison, View())
    assert [column.title for column in by_label.columns] == ["label", "anne", "gold"]
    counts = analysis("errors").tables(comparison, View())[0]
    assert [column.title for column in counts.columns] == ["type", "gold"]


def test_words_are_replaced_as_wholes() -> None:
    names = Names("A", "B", ("the gold standard",))
    assert names.told_of_errors("Constituent missing") == "Constituent only in A"
    assert names.told("The system has what the gold lacks; golden systems") == "B has what A lacks; golden systems"
    assert names.told_of_errors("2 errors, too high, an error") == "2 differences, higher in B, a difference"
    assert names.told("gold.mrg, my-system, the gold standard") == "gold.mrg, my-system, the gold standard"
    assert names.told("hits of gold: PP=x  system: x > VP") == "hits of gold: PP=x  system: x > VP"
    assert names.told("of the gold: 3; the gold's own") == "of A: 3; A's own"
    assert PLAIN.told("the gold") == PLAIN.told_of_errors("the gold") == "the gold"


@pytest.mark.parametrize("one", ALL_MEASURES, ids=lambda one: one.key)
def test_a_measure_is_agreement_or_says_whose_it_is(one) -> None:  # type: ignore[no-untyped-def]
    names = Names("anne", "bert")
    title, note = measure_title(one, names), measure_note(one, names)
    assert (title, measure_note(one, PLAIN)) == (title, "") and measure_title(one, PLAIN) == one.title
    if is_agreement(one):
        assert title == one.title and note.startswith("Agreement of anne and bert")
    else:
        assert ("anne" in title) != ("bert" in title) and not note.startswith("Agreement")
    if one.swaps_with is not None:
        other = measure_title(measure(one.swaps_with), names)
        assert ("share of anne" in title, "share of anne" in other) in ((True, False), (False, True))


def test_recall_is_the_share_of_the_first_and_precision_of_the_second() -> None:
    names = Names("anne", "bert")
    assert measure_title(measure("e.roof.recall"), names) == "share of anne, roof"
    assert measure_title(measure("las.precision"), names) == "LAS share of bert"
    assert measure_title(measure("clas"), names) == "CLAS, by anne"


def test_scores_are_agreement_with_the_first() -> None:
    comparison = compared(BERT)
    measures = [measure("e.roof.dice"), measure("e.roof.recall")]
    before = systems_tables(comparison, measures)
    comparison.call_by_names()
    about, pooled, _ = without_gold(before, comparison)
    assert about.columns[0].title == "compared with anne"
    assert pooled.columns[0].title == "agreement with anne, pooled"
    assert [row[0] for row in pooled.rows] == ["E-Dice, roof", "share of anne, roof"]
    assert [row[1] for row in pooled.rows] == [row[1] for row in before[1].rows]


def test_explanations_name_both(comparison: Comparison) -> None:
    comparison.call_by_names()
    for one in MEASURES_OF[comparison.kind]:
        if not comparison.table.has(one.part) or one.part == "judged":
            continue
        for found in (
            explain_sentence(comparison, 0, 0, one.key), explain_system(comparison, 0, one.key, "pooled"),
        ):  # fmt: skip
            texts = [found.title, found.words, *(piece.meaning for piece in (*found.symbolic.line, *found.sentence))]
            assert not [text for text in texts if JUDGING.search(text)], one.key
            assert not found.sentence or "anne" in found.words


@pytest.mark.parametrize("form", ["text", "svg"])
def test_drawings_name_both(comparison: Comparison, form: str) -> None:
    plain = comparison.drawing(0, 0, DEFAULT).written(form)
    comparison.call_by_names()
    named = comparison.drawing(0, 0, DEFAULT).written(form)
    assert JUDGING.search(plain) and not JUDGING.search(named)
    assert "anne" in named or "bert" in named


@pytest.mark.parametrize("form", ["text", "svg"])
def test_all_systems_are_drawn_below_a_name(form: str) -> None:
    for comparison in (
        compared(BERT, ANNE),
        score(DependencyComparison(arcs("anne", 2, 0, 4, 2), [arcs("bert", 2, 0, 2, 3)])),
    ):
        comparison.call_by_names()
        named = comparison.stacked(0, Wanted()).written(form)
        assert not JUDGING.search(named) and "anne" in named


def test_plots_name_both() -> None:
    comparison = compared(BERT, ANNE)
    comparison.call_by_names()
    of_all = comparison.names()
    made = plot(comparison.table, Choice("systems", key_a="e.roof.recall", called=of_all))
    assert made.title.startswith("Systems with anne under share of anne, roof")
    made = plot(comparison.table, Choice("length", only_system=True, called=comparison.names(0)))
    assert made.title.startswith("bert with anne: ")
    assert plot(comparison.table, Choice("length")).title.startswith("E-Dice")


def test_the_command_says_so() -> None:
    comparison = compared(BERT)
    assert "--no-gold" not in comparison.command("score")
    comparison.call_by_names()
    assert comparison.command("score", ["--a", "la"])[-3:] == ["--no-gold", "--a", "la"]
