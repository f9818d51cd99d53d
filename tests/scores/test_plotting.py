"""From score tables to plots: lines that cross where measures disagree, the numbers of the tables, and what is left out."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.errors import UsageError
from treecompare.measures import measure
from treecompare.readers import parse, read
from treecompare.scores.plotting import KINDS, PRESETS, Choice, figure_for, length_bins, plot
from treecompare.scores.ranks import disagreeing, system_ranks
from treecompare.scores.table import ScoreTable

# a wrong attachment costs E a span on each level but T only the word that moved; wrong labels cost E two and T one each
LOW = "(S (N a) (A (N b) (B (N c) (C (N d) (D (N e) (E (N f) (F (N g) (N h))))))))"
HIGH = "(S (N a) (A (N b) (B (N c) (C (N d) (D (N e) (E (N f) (F (N g))))))) (N h))"
LABELS = "(S (N a) (X (N b) (X (N c) (X (N d) (X (N e) (X (N f) (F (N g) (N h))))))))"
SHORT = "(S (N a) (V b))"


def table_of(folder: Path, gold: list[str], **systems: list[str]) -> ScoreTable:
    paths = {}
    for name, trees in {"gold": gold, **systems}.items():
        paths[name] = folder / f"{name}.mrg"
        paths[name].write_text("\n".join(trees) + "\n", "utf-8")
    treebanks = [read(str(path)) for path in paths.values()]
    return score(ConstituentComparison(treebanks[0], treebanks[1:])).table


@pytest.fixture
def table(tmp_path: Path) -> ScoreTable:
    """Three systems, four sentences; the last sentence has no parse by ``labels``."""
    gold = [LOW, LOW, SHORT, SHORT]
    return table_of(
        tmp_path, gold, attachment=[HIGH, LOW, SHORT, SHORT], labels=[LABELS, LOW, SHORT, "(())"],
        best=[LOW, LOW, SHORT, "(S (X a) (V b))"],
    )  # fmt: skip


def texts(figure: Figure) -> str:
    figure.canvas.draw()
    return "\n".join(text.get_text() for text in figure.findobj(Text))


def drawn_lines(figure: Figure) -> list[np.ndarray]:
    """The values of the lines of a plot of systems, in the order of the legend."""
    return [np.asarray(line.get_ydata(), float) for line in figure.axes[0].lines]


def test_lines_cross_where_e_and_t_disagree(table: ScoreTable) -> None:
    assert disagreeing(table, "e.whole.dice", "t.whole.dice", "pooled") == [(0, 1)]
    figure = figure_for(plot(table, Choice("systems", preset="3")))
    figure.canvas.draw()
    e, t = drawn_lines(figure)
    names = [label.get_text() for label in figure.axes[0].get_xticklabels()]
    assert names == ["attachment", "labels", "best"]
    assert e[0] < e[1]
    assert t[0] > t[1]
    assert (e[1] < e[2], t[1] < t[2]) == (True, True)
    assert texts(figure).count("⇅") == 2  # once in the plot, once in the legend
    assert "attachment and labels" in plot(table, Choice("systems", preset="3")).description


@pytest.mark.parametrize("preset", [key for key, one in PRESETS.items() if one.kind == "systems"])
def test_presets_show_the_numbers_of_the_tables(preset: str, table: ScoreTable) -> None:
    choice = Choice("systems", preset=preset)
    figure = figure_for(plot(table, choice))
    series = choice.series()
    among = table.common().rows
    assert among.tolist() == [True, True, True, False]
    order = [table.systems.index(label.get_text()) for label in figure.axes[0].get_xticklabels()]
    shown = texts(figure)
    for line, one in zip(drawn_lines(figure), series, strict=True):
        assert line == pytest.approx([100 * table.summary(system, one.key, one.average, among) for system in order])
        assert table.signature(one.key, one.average) in shown
        assert f"{measure(one.key).title}, {one.average}" in shown
    assert "1 left out" in shown


def test_presets_are_the_figures_of_the_paper() -> None:
    """Emms 2008: figure 3 E and T macro-averaged (pooled), 4 whole and roof, 5 micro and macro with Dice, 6 with Jaccard."""
    shown = {key: [(one.key, one.average) for one in preset.series] for key, preset in PRESETS.items()}
    assert shown["3"] == [("e.whole.dice", "pooled"), ("t.whole.dice", "pooled")]
    assert {key for key, _ in shown["4"]} == {"e.whole.dice", "e.roof.dice"}
    for number, name in ("5", "dice"), ("6", "jaccard"):
        assert set(shown[number]) == {(f"{kind}.whole.{name}", how) for kind in "et" for how in ("pooled", "mean")}
    for number, a, b in ("7", "e.whole.jaccard", "t.whole.jaccard"), ("8", "e.whole.jaccard", "e.whole.dice"):
        choice = Choice("scatter", key_a="la", key_b="la", preset=number)
        assert (choice.key_a, choice.key_b) == (a, b)


def test_e_dice_over_e_jaccard_is_one_curve_and_t_over_e_is_none(table: ScoreTable) -> None:
    """Figure 8: the points of one Dice have one Jaccard, J = D / (2 − D). Figure 7: one E-score has several T-scores."""
    for number, is_curve in ("8", True), ("7", False):
        points = figure_for(plot(table, Choice("scatter", system=0, preset=number))).axes[0].lines[0]
        x, y = (np.asarray(one, float) / 100 for one in (points.get_xdata(), points.get_ydata()))
        assert bool(np.allclose(x, y / (2 - y))) is is_curve


def test_scatter_has_the_scores_and_leaves_out_what_has_none(table: ScoreTable) -> None:
    made = plot(table, Choice("scatter", system=1))
    assert "3 sentences; 1 left out" in made.notes[0]
    figure = figure_for(plot(table, Choice("scatter", system=1, chosen={0: "first"})))
    points = figure.axes[0].lines[0]
    known = slice(0, 3)
    assert np.asarray(points.get_xdata()) == pytest.approx(100 * table.scores(1, "e.whole.dice")[known])
    assert np.asarray(points.get_ydata()) == pytest.approx(100 * table.scores(1, "t.whole.dice")[known])
    found = texts(figure)
    for wanted in (
        "E-Dice, whole (%)",
        "T-Dice, whole (%)",
        "sentence first",
        "sentences (3)",
        table.signature("e.whole.dice"),
    ):
        assert wanted in found


def test_a_pair_of_systems_leaves_a_score_far_below_all_others_at_the_edge(tmp_path: Path) -> None:
    gold = [LOW] * 120
    wrong = "(X (X a) (X b) (X c) (X d) (X e) (X f) (X g) (X h))"
    table = table_of(tmp_path, gold, one=[*[LABELS, HIGH] * 59, LOW, wrong], other=gold)
    assert "1 below the axes" in texts(figure_for(plot(table, Choice("pair", system=0, other=1))))


def test_histogram_counts_every_sentence_once(table: ScoreTable) -> None:
    figure = figure_for(plot(table, Choice("histogram")))
    assert [sum(line) for line in drawn_lines(figure)] == [3, 3, 3]
    alone = figure_for(plot(table, Choice("histogram", system=0, only_system=True)))
    assert [sum(line) for line in drawn_lines(alone)] == [3]
    assert "attachment, median 100.00" in texts(alone)


def test_one_of_many_systems_stands_out_in_a_histogram(table: ScoreTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("treecompare.scores.plotting.MOST_IN_COLOUR", 2)
    figure = figure_for(plot(table, Choice("histogram", system=1, stands_out=True)))
    said = texts(figure)
    assert (
        "other systems" in said and f"{table.systems[1]}, median" in said and f"{table.systems[0]}, median" not in said
    )
    assert [sum(line) for line in drawn_lines(figure)] == [3, 3, 3]
    assert "other systems" not in texts(figure_for(plot(table, Choice("histogram", system=1))))


def test_lengths_are_averaged_bin_by_bin(table: ScoreTable) -> None:
    """Sentences of 2 words, then of 8."""
    for average in ("pooled", "mean"):
        figure = figure_for(plot(table, Choice("length", key_a="t.whole.dice", averages=(average,))))  # type: ignore[arg-type]
        short, long = np.array([False, False, True, False]), np.array([True, True, False, False])
        for system, line in enumerate(drawn_lines(figure)):
            expected = [100 * table.summary(system, "t.whole.dice", average, rows) for rows in (short, long)]  # type: ignore[arg-type]
            assert line == pytest.approx(expected)
        assert {"1–5", "6–10", "1", "2"} <= set(texts(figure).split("\n"))


def test_length_bins_hold_every_sentence_once() -> None:
    lengths = np.array([3, 5, 6, 40, 41, 200, 12])
    bins = length_bins(lengths)
    assert [name for name, _ in bins][:2] == ["1–5", "6–10"]
    assert bins[-1][0] == "41+"
    assert np.sum([rows for _, rows in bins], axis=0).tolist() == [1] * 7
    assert [name for name, _ in length_bins(np.array([0, 12, 22]))] == ["11–15", "16–20", "21–25"]
    assert length_bins(np.array([0, 0])) == []


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_to_show_is_said(kind: str, tmp_path: Path) -> None:
    empty = table_of(tmp_path, [SHORT], none=["(())"])
    with pytest.raises(UsageError, match="expected two systems" if kind == "pair" else "no sentence has a score"):
        plot(empty, Choice(kind))


def test_what_cannot_be_drawn_is_said(table: ScoreTable) -> None:
    with pytest.raises(UsageError, match="cannot stand on one axis"):
        plot(table, Choice("systems", keys=("crossing", "t.whole.dice")))
    with pytest.raises(UsageError, match=r"la\.custom has no scores"):
        plot(table, Choice("scatter", key_b="la.custom"))
    with pytest.raises(UsageError, match="expected scatter, systems, histogram, length or pair"):
        Choice("pie")
    with pytest.raises(UsageError, match="no preset '9'"):
        Choice("systems", preset="9")
    with pytest.raises(UsageError, match="preset 7 is a plot of kind scatter, not systems"):
        Choice("systems", preset="7")
    with pytest.raises(UsageError, match="no such measure"):
        Choice("scatter", key_a="x").measures()


def test_systems_of_one_name_both_appear(tmp_path: Path) -> None:
    table = table_of(tmp_path, [LOW, SHORT], one=[HIGH, SHORT], two=[LOW, SHORT])
    table.systems[:] = ["_same$x$", "_same$x$"]
    for kind in ("histogram", "length", "systems"):
        figure = figure_for(plot(table, Choice(kind)))
        assert "_same$x$" in texts(figure)
        assert len(figure.axes[0].lines) == 2


def test_fewer_crossing_brackets_are_better(table: ScoreTable) -> None:
    """A measure of which less is better turns the order round only where it truly prefers another system."""
    made = plot(table, Choice("systems", keys=("crossing",)))
    assert "differently" not in made.description
    figure = figure_for(plot(table, Choice("systems", keys=("crossing",))))
    (line,) = drawn_lines(figure)
    assert (np.diff(line) <= 0).all()


def test_real_parsers_every_kind(shared: Path) -> None:
    folder = shared / "data/wsj-sample"
    parsers = ("berkeley-sm3", "bikel-collins2", "bllip", "stanford-pcfg")
    gold = read(str(folder / "gold.mrg"))
    table = score(ConstituentComparison(gold, [read(str(folder / f"{parser}.mrg")) for parser in parsers])).table
    for kind in KINDS:
        made = plot(table, Choice(kind, system=2))
        found = texts(figure_for(plot(table, Choice(kind, system=2))))
        assert all(signature in found for signature in made.signatures)
        assert "603" in made.description or "586" in made.description or "left out" in made.description
    e, t = drawn_lines(figure_for(plot(table, Choice("systems", preset="3"))))
    # on whole trees T scores are higher than E scores (Emms 2008, section 3)
    assert (t > e).all()


def test_a_system_that_is_set_aside_stands_beside_no_other(tmp_path: Path) -> None:
    """Its figures would rest on other sentences; alone it is drawn."""
    table = table_of(
        tmp_path, [LOW, LOW, SHORT], a=[HIGH, LOW, SHORT], b=[LOW, LOW, "(())"], few=[HIGH, "(())", "(())"]
    )
    assert not table.compared("e.whole.dice")[2]
    both = plot(table, Choice("systems", preset="3"))
    assert re.findall(r"(\w+) \d+\.\d\d[,.]", both.description) == ["a", "b", "a", "b"]
    assert both.notes[0].startswith("2 sentences; 1 left out") and "that all have" not in both.notes[0]  # told once
    assert ".." not in both.description


def test_what_is_undefined_is_told_so() -> None:
    comparison = score(ConstituentComparison(parse(SHORT), [parse(SHORT), parse("(())")], Settings(sentences="own")))
    described = plot(comparison.table, Choice("systems", preset="3")).description
    assert f"{comparison.table.systems[1]} –" in described and "nan" not in described


def test_systems_with_undefined_sentences_are_named() -> None:
    """Here the second has a parse without constituents, of which none can be right."""
    gold = "(S (NP (N a)) (V b))\n(S (NP (N a)) (V b))"
    sides = [parse(gold), parse(gold), parse(gold.split("\n")[0] + "\n((N a) (V b))")]
    sides = [replace(one, name=name) for one, name in zip(sides, "gst", strict=True)]
    table = score(ConstituentComparison(sides[0], sides[1:])).table
    assert plot(table, Choice("histogram", key_a="e.roof.precision")).notes == ("2 sentences (undefined: t 1)",)
    assert plot(table, Choice("histogram", key_a="e.whole.precision")).notes == ("2 sentences",)


def test_systems_that_tie_under_one_measure_are_in_no_other_order(tmp_path: Path) -> None:
    tied = table_of(tmp_path, [LOW], attachment=[HIGH], same=[HIGH], best=[LOW])
    assert system_ranks(tied, ["e.whole.dice", "t.whole.dice"], "pooled").tolist() == [[2.5, 2.5], [2.5, 2.5], [1, 1]]
    assert disagreeing(tied, "e.whole.dice", "t.whole.dice", "pooled") == []
