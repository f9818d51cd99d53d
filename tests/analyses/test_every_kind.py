"""Every kind of comparison goes through the same ranks, plots, explanations and analyses."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.made import dependencies
from treecompare.analyses.catalogue import ANALYSES, View, analysis
from treecompare.analyses.exports import scores_object
from treecompare.analyses.methods import command_line, methods_paragraph
from treecompare.analyses.rank_exports import ranks_object
from treecompare.comparison.base import Comparison, score
from treecompare.comparison.explain import explain_sentence, explain_system
from treecompare.comparison.lattices.comparison import LatticeComparison, Segmentations
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.schemes.files import SchemeSettings
from treecompare.comparison.settings import Settings
from treecompare.errors import UsageError
from treecompare.measures import MEASURES_OF, measure
from treecompare.measures.tedeval import SCHEME_PARTS
from treecompare.readers import parse
from treecompare.readers.lattice_files import SegmentationFile
from treecompare.scores.plotting import KINDS, Choice, figure_for, plot
from treecompare.scores.ranks import compare_ranks
from treecompare.scores.significance import significance

Sentence = list[tuple[str, int, str]]
WORDS = ("time", "flies", "like", "an", "arrow", "today")


def sentence(length: int, step: int, labels: str) -> Sentence:
    """The first word is the root; the others hang on the word before, or ``step`` words before."""
    found = [(WORDS[0], 0, "root")]
    found += [(WORDS[place], max(1, place + 1 - step), labels[place % len(labels)]) for place in range(1, length)]
    return found


@pytest.fixture(scope="module")
def schemes() -> SchemeComparison:
    """Twelve sentences in two schemes, two parsers that err in some of them."""
    lengths = [2 + place % 5 for place in range(12)]
    one = [sentence(length, 1, "ab") for length in lengths]
    other = [sentence(length, 2, "ac") for length in lengths]
    worse = [sentence(length, 1 + place % 3, "ab") for place, length in enumerate(lengths)]
    bad = [sentence(length, 2, "acd"[: 1 + place % 3]) for place, length in enumerate(lengths)]
    golds = [dependencies("A", *one), dependencies("B", *other)]
    systems = [dependencies("a", *worse), dependencies("b", *bad)]
    return score(SchemeComparison(golds, systems, [0, 1], parts=SCHEME_PARTS))


@pytest.fixture(scope="module")
def lattices() -> LatticeComparison:
    """Twelve sentences whose second word one parser cuts in two."""
    numbers = range(12)
    gold = [f"(S (NP (N w{place})) (VP (V ab) (X c{place})))" for place in numbers]
    cut = [f"(S (NP (N w{place})) (VP (V a) (P b) (Y c{place})))" for place in numbers]
    words = [[(f"w{place}", f"w{place}"), ("ab", "ab"), (f"c{place}", f"c{place}")] for place in numbers]
    segments = [[first, ("ab", "a:b"), last] for first, _, last in words]
    # the second parser cuts four sentences so, has six as the gold, and another label in two
    better = [*cut[:4], *gold[4:10], *(tree.replace("V", "W") for tree in gold[10:])]
    systems = [replace(parse("\n".join(trees)), name=name) for name, trees in (("s", cut), ("t", better))]
    files = [
        SegmentationFile(name, name, found, np.arange(12))
        for name, found in (("gold", words), ("s", segments), ("t", segments[:4] + words[4:]))
    ]
    comparison = LatticeComparison(parse("\n".join(gold)), systems, Segmentations(files=files))
    return score(comparison)


@pytest.fixture(params=["schemes", "lattices"])
def comparison(request: pytest.FixtureRequest) -> Comparison:
    found: Comparison = request.getfixturevalue(request.param)
    return found


def test_fields(comparison: Comparison) -> None:
    table = comparison.table
    texts = comparison.texts()
    assert [len(text.split()) for text in texts] == table.lengths.tolist() == comparison.evalb_lengths.tolist()
    assert len(comparison.ids) == len(texts) == table.sentences == comparison.sentences
    assert [one.name for one in comparison.systems] == table.systems
    assert all(isinstance(one.path, str) for one in (comparison.gold, *comparison.systems))
    assert isinstance(comparison.settings, Settings)
    assert comparison.preparation.parameters.name == "none"
    assert not comparison.judgements.phenomena
    for system in range(len(table.systems)):
        changed = table.changed(system)
        assert changed.min() >= 0
        assert changed.max() > 0
    assert any(table.has(one.part) for one in MEASURES_OF[comparison.kind])
    assert all(table.has(measure(key).part) for key in comparison.usual_keys)


def test_every_analysis(comparison: Comparison) -> None:
    comparison.judgements.phenomena["long"] = {2, 3, 11}
    a, b = comparison.usual_keys
    offered = [one for one in ANALYSES if comparison.kind in one.kinds]
    assert {"concordance", "deciles", "significance", "phenomena", "judgements", "statistics", "skipped"} <= {
        one.key for one in offered
    }
    for one in offered:
        tables = one.tables(comparison, View(1, a, b, keys=(a,)))
        assert tables, one.key
        for table in tables:
            assert len(table.texts()) == 1 + len(table.rows)
            for row in range(len(table.rows)):
                for column in range(len(table.columns)):
                    behind = table.found(row, column)
                    if behind is not None:
                        assert set(behind.sentences.tolist()) <= set(range(12))
                        assert behind.system in (None, 0, 1)
    assert analysis("agreement", comparison.kind).tables(comparison, View(0, a, b))[0].rows[0][3] == 66
    comparison.judgements.phenomena.clear()


def test_ranks_significance_and_export(comparison: Comparison) -> None:
    a, b = comparison.usual_keys
    ranked = compare_ranks(comparison.table, 0, a, b)
    assert len(ranked.order()) == 12
    tested = significance(comparison.table, [a, b], ["pooled"], iterations=100)
    assert [(one.one, one.other, one.sentences) for one in tested.differences] == [(0, 1, 12)] * 2
    assert ranks_object(comparison, a, b)["systems"][1]["sentences"][0]["difference"] == pytest.approx(
        compare_ranks(comparison.table, 1, a, b).difference[compare_ranks(comparison.table, 1, a, b).order()[0]]
    )
    found = scores_object(comparison, [measure(a)], per_sentence=True)
    assert found["systems"][0]["per_sentence"][3]["scores"][a] == comparison.table.scores(0, a)[3]
    assert "Of 12 sentences, 12 could be scored" in methods_paragraph(comparison, [a], "pooled")


@pytest.mark.parametrize("kind", KINDS)
def test_plots(comparison: Comparison, kind: str) -> None:
    a, b = comparison.usual_keys
    figure = figure_for(plot(comparison.table, Choice(kind, 0, a, b, other=1)))
    assert figure.axes[0].get_xlabel() or figure.axes[0].get_ylabel()


def test_explanations(comparison: Comparison) -> None:
    table = comparison.table
    keys = [one.key for one in MEASURES_OF[comparison.kind] if table.has(one.part)]
    for key in keys:
        explained = explain_sentence(comparison, 0, 3, key)
        score = table.scores(0, key)[3]
        if np.isnan(score):
            assert explained.undefined
        else:
            assert explained.shown == measure(key).shown(score)
        whole = explain_system(comparison, 0, key, "pooled")
        summary = table.summary(0, key, "pooled")
        assert whole.undefined or whole.shown == measure(key).shown(summary)


def test_targets(schemes: SchemeComparison) -> None:
    assert schemes.target == (0, 1)
    assert schemes.gold.name == "A"
    assert schemes.table is schemes.tables[0, 1]
    assert np.isnan(schemes.table.scores(0, "las")).all()
    explained = explain_sentence(schemes, 0, 3, "las")
    assert explained.undefined == "Attachment scores compare dependencies with one gold of dependencies."
    schemes.target = (0,)
    try:
        assert schemes.table is schemes.tables[(0,)]
        assert not np.isnan(schemes.table.scores(1, "las")).any()
        with pytest.raises(UsageError, match="expected the golds of one of A, B, A \\+ B"):
            schemes.target = (2,)
    finally:
        schemes.target = (0, 1)


def test_how_it_was_made(schemes: SchemeComparison) -> None:
    words = shlex.split(command_line(schemes, "score", ["--per-sentence"], [1]))
    golds = ["--gold", f"A={Path.cwd() / 'A'}", "--gold", f"B={Path.cwd() / 'B'}"]
    assert words == ["treecompare", "score", *golds, f"b={Path.cwd() / 'b'}@B", "--per-sentence"]
    refused = SchemeComparison([schemes.gold], [schemes.gold], [0], SchemeSettings(nonprojective="refuse"))
    assert "--nonprojective refuse" in command_line(refused, "score")
    assert (
        "compared with A + B, and scheme differences were not counted; non-projective arcs were lifted."
        in methods_paragraph(schemes, ["tedeval"], "mean")
    )


def test_a_system_whose_gold_is_no_part_of_the_target_is_told() -> None:
    trees = [sentence(4, 1, "ab")]
    golds = [dependencies(name, *trees) for name in "ABC"]
    found = score(SchemeComparison(golds, [dependencies("a", *trees)], [0]))
    assert found.target == (0, 1, 2)
    found.target = (1, 2)
    assert found.table.reason(0, 0) == "the system's own gold A is not among these"
    assert explain_sentence(found, 0, 0, "tedeval").undefined == "The system's own gold A is not among these."


def test_long_sentences_are_left_out_and_zero_is_refused() -> None:
    short, long = sentence(3, 1, "ab"), sentence(6, 1, "ab")
    gold, system = dependencies("A", short, long), dependencies("a", short, long)
    found = score(SchemeComparison([gold], [system], [0], settings=Settings(params="none", max_length=5)))
    said = " after preparation" if found.kind == "constituents" else ""
    assert found.table.reasons(0) == {f"longer than 5 words{said}": 1}
    assert "max-length:5" in found.table.signature("tedeval")
    with pytest.raises(UsageError, match="missing parses as zero are not for comparisons across schemes"):
        SchemeComparison([gold], [system], [0], settings=Settings(params="none", missing="zero"))


def test_brackets_and_dependencies_in_statistics(schemes: SchemeComparison) -> None:
    trees = parse("(S-root (NP-sbj (N-hd time)) (VP-prd (V flies)))")
    gold = dependencies("DEP", [("time", 2, "sbj"), ("flies", 0, "root")])
    found = score(SchemeComparison([gold, trees], [trees], [1]))
    assert found.texts() == ["time flies"]
    words, brackets = analysis("statistics", "schemes").tables(found, View())
    assert [row[0] for row in words.rows] == ["DEP"]
    assert [row[0] for row in brackets.rows] == [trees.name] * 2
    of_golds = analysis("statistics", "schemes").tables(schemes, View())[0]
    assert [row[0] for row in of_golds.rows] == ["A", "B", "a", "b"]
    place = [column.title for column in of_golds.columns].index("no trees")
    behind = [of_golds.found(row, place) for row in range(4)]
    assert [one.system for one in behind if one is not None] == [None, None, 0, 1]


def test_several_golds_cannot_be_called_by_names(schemes: SchemeComparison) -> None:
    with pytest.raises(UsageError, match="several golds"):
        schemes.call_by_names()
    assert schemes.is_gold
