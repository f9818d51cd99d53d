"""Figures that stand side by side rest on the same sentences: two with the same signature are equal, in whatever table or plot."""

from __future__ import annotations

import math
from collections import defaultdict
from pathlib import Path
from types import SimpleNamespace
from typing import TypeAlias

import numpy as np
import pytest

from tests.analyses.conftest import compared
from tests.measures.test_properties import random_file
from treecompare.analyses import exports, rank_exports
from treecompare.analyses.catalogue import ANALYSES
from treecompare.analyses.rankings import TABLE_3, TABLE_4, VARIANTS, ranking_tables, significance_tables
from treecompare.api.comparison import Comparison as ApiComparison
from treecompare.comparison.base import Comparison, score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.explain import explain_system
from treecompare.comparison.files import Opened
from treecompare.comparison.settings import Settings
from treecompare.drawing.figures import new_figure
from treecompare.measures import measure
from treecompare.readers import parse, read
from treecompare.scores.plotting import PRESETS, Choice, draw_on, plot
from treecompare.scores.result import View
from treecompare.scores.significance import significance
from treecompare.scores.table import PARTIAL, SCORED, SENTENCES, SKIPPED, Average

Figures: TypeAlias = "dict[tuple[str, str], list[tuple[str, float]]]"
"""By system and signature: the figures, with where they stand."""
AVERAGES: tuple[Average, ...] = ("pooled", "mean")
KEYS = (
    "e.roof.recall",
    "e.roof.dice",
    "e.whole.dice",
    "t.whole.dice",
    "t.roof.jaccard",
    "crossing",
    "complete",
    "tagging",
    "la",
)
N = 60


def with_gaps(*, sentences: str = "common", params: str = "evalb") -> ConstituentComparison:
    """Parsers as on real data: one without parses here and there, one with other words there, one of few sentences.

    Sentence 1 has one constituent in the gold and none in the first system: precision is 0/0.
    """
    gold, bad = (text.split("\n") for text in random_file(seed=5, sentences=N))
    rng = np.random.default_rng(8)
    files = []
    for share in (0.3, 0.5, 0.7, 0.9):
        files.append([other if rng.random() < share else one for one, other in zip(gold, bad, strict=True)])
    for sentence in (3, 17, 40):
        files[0][sentence] = "(())"
    for sentence in (5, 17, 33, 50, 51):
        files[1][sentence] = f"(S (X more) {files[1][sentence]})"
    for sentence in range(N):
        if sentence % 4:
            files[3][sentence] = "(())"
    gold[0] = "(S (NP (DT the) (NN dog)))"
    for system in range(4):
        files[system][0] = "(DT the) (NN dog)" if system == 0 else gold[0]
    treebanks = [parse("\n".join(lines)) for lines in (gold, *files)]
    for name, one in zip(("gold", "gaps", "words", "full", "few"), treebanks, strict=True):
        object.__setattr__(one, "name", name)
    return score(ConstituentComparison(treebanks[0], treebanks[1:], Settings(params=params, sentences=sentences)))


def figures_of(comparison: Comparison) -> Figures:
    """Every score of a system with a signature, wherever it is said."""
    table, found = comparison.table, defaultdict(list)
    library = ApiComparison(Opened({}, comparison), SimpleNamespace(without_files=[]))
    library._has_run = True
    measures = [measure(key) for key in KEYS]

    def say(where: str, system: str, signature: str, value: object) -> None:
        is_none = value is None or value == ""
        found[system, signature].append((where, math.nan if is_none else float(value)))  # type: ignore[arg-type]

    for row in exports.long_scores_table(comparison, measures).rows:
        say("long", str(row[0]), str(row[5]), row[4])
    for one in exports.systems_tables(comparison, measures)[1:]:
        for row in one.rows:
            for system, name in enumerate(table.systems):
                say(one.title, name, str(row[-1]), row[1 + system])
    for average in AVERAGES:
        overview = library.overview(",".join(KEYS), average)
        for line in overview:
            for key, signature in zip(KEYS, overview.signatures, strict=True):
                say("overview", str(line["system"]), signature, line[key])
        variants, _, *of_paper = ranking_tables(comparison, View(average=average))  # type: ignore[arg-type]
        for row, signature in zip(variants.rows, variants.signatures, strict=True):
            for system, name in enumerate(table.systems):
                say("variants", name, signature, row[2 + 2 * system])
        for one, keys in zip(of_paper, (TABLE_3, TABLE_4), strict=True):
            for row in one.rows:
                for place in range(len(keys)):
                    say(one.title, str(row[0]), one.signatures[place], row[1 + 2 * place])
        for a, b in (("e.whole.dice", "t.whole.dice"), ("e.roof.recall", "la")):
            for each in rank_exports.ranks_object(comparison, a, b, average=average)["systems"]:
                for key, value in ((a, each["score_a"]), (b, each["score_b"])):
                    say("ranks", each["name"], table.signature(key, average), value)
        for system, name in enumerate(table.systems):
            for key in KEYS:
                explained = explain_system(comparison, system, key, average)
                say(
                    "explained",
                    name,
                    explained.signature,
                    explained.value.replace("−", "-") if explained.value else None,
                )
    for row in exports.significance_tables(comparison, significance(table, KEYS, AVERAGES, iterations=5))[0].rows:
        say("intervals", str(row[2]), str(row[6]), row[3])
    for preset in (key for key, one in PRESETS.items() if one.kind == "systems"):
        made = plot(table, Choice("systems", preset=preset))
        axes = draw_on(figure := new_figure(8, 5), made) and figure.axes[0]
        names = [label.get_text() for label in axes.get_xticklabels()]
        lines = [line for line in axes.lines if len(np.atleast_1d(line.get_ydata())) == len(names)]
        for line, signature in zip(lines[: len(made.signatures)], made.signatures, strict=True):
            for name, value in zip(names, np.asarray(line.get_ydata()), strict=True):
                say(f"preset {preset}", name, signature, value / 100)
    return found


@pytest.mark.parametrize("sentences", SENTENCES)
@pytest.mark.parametrize("params", ["evalb", "standard"])
def test_figures_with_the_same_signature_are_equal(sentences: str, params: str) -> None:
    comparison = with_gaps(sentences=sentences, params=params)
    figures = figures_of(comparison)
    assert {where.split(",")[0] for ones in figures.values() for where, _ in ones} >= {
        "long", "Scores", "overview", "variants", "Roof", "Whole trees", "ranks", "explained", "intervals", "preset 3",
    }  # fmt: skip
    for (system, signature), ones in figures.items():
        first = ones[0][1]
        for where, value in ones:
            # explanations are printed with four decimals
            near = 0.006 if where == "explained" else 1e-12
            assert value == pytest.approx(first, abs=near, nan_ok=True), (system, signature, where, ones)
    # the same figure of all tables that show it
    shown = {where for where, _ in figures["full", comparison.table.signature("t.whole.dice", "pooled")]}
    assert shown >= {"long", "overview", "variants", "ranks", "intervals", "preset 3"}


def test_the_common_set_is_that_of_the_statuses() -> None:
    table = with_gaps().table
    assert [table.number(system, SKIPPED) for system in range(4)] == [3, 0, 0, 45]
    assert [table.number(system, PARTIAL) for system in range(4)] == [0, 5, 0, 0]
    common = table.common()
    lost = {3, 17, 40, 5, 33, 50, 51}
    assert set(np.flatnonzero(~common.rows).tolist()) == lost
    assert common.compared.tolist() == [True, True, True, False]
    assert np.isnan(table.scores(0, "e.roof.precision")[0]) and common.rows[0]  # 0/0 is a score here
    for key in KEYS:
        one = measure(key)
        for system in range(3):
            ratio = table.ratio(system, key)
            rows = np.array([sentence not in lost for sentence in range(N)])
            assert table.summary(system, key, "pooled") == ratio.numerator[rows].sum() / ratio.denominator[rows].sum()
            assert table.rows(system, key).tolist() == rows.tolist()
        own = table.exist(3, one.part)
        assert table.rows(3, key).tolist() == own.tolist() and 2 * own.sum() < N
        assert "|on:own|" in table.signature(key, system=3)
        assert f"|on:common:{N - len(lost)}/{N}:" in table.signature(key, system=0) == table.signature(key)


def test_a_system_that_is_set_aside_takes_nothing_away() -> None:
    everything = with_gaps()
    others = score(ConstituentComparison(everything.gold, everything.systems[:3], everything.settings))
    for key in KEYS:
        assert everything.table.signature(key) == others.table.signature(key)
        for average in AVERAGES:
            for system in range(3):
                assert everything.table.summary(system, key, average) == others.table.summary(system, key, average)
    # but one that is not set aside does
    two = score(ConstituentComparison(everything.gold, everything.systems[1:3], everything.settings))
    assert two.table.common().number == N - 5
    assert two.table.signature("la") != others.table.signature("la")


def test_ranks_marks_and_tests_are_for_systems_that_are_compared() -> None:
    comparison = with_gaps()
    variants, exchanges, table_3, _ = ranking_tables(comparison, View())
    assert all(math.isnan(float(row[9])) for row in variants.rows)  # type: ignore[arg-type]
    assert all(sorted(float(row[place]) for place in (3, 5, 7))[0] == 1 for row in variants.rows)  # type: ignore[arg-type]
    assert not any(column == 9 for _, column in variants.marked) and not any(row == 3 for row, _ in table_3.marked)
    assert all("few" not in (row[0], row[1]) for row in exchanges.rows)
    for one in significance_tables(comparison, View(keys=KEYS)):
        assert len(one.rows) == 3
        assert not any("few" in row for row in one.rows)
        assert {row[2] for row in one.rows} == {N - 7}
    assert "few is set aside" in variants.note and "On 53 of 60 sentences that all have." in variants.note
    found = rank_exports.ranks_object(comparison, "e.whole.dice", "t.whole.dice", with_deciles=True)
    assert [one["rank_a"] is None for one in found["systems"]] == [False, False, False, True]
    assert [len(one["sentences"]) for one in found["systems"]] == [53, 53, 53, 15]
    assert [np.sum(one["deciles"]) for one in found["systems"]] == [53, 53, 53, 15]
    assert (found["common"], found["of"]) == (53, 60)
    assert [one["set_aside"] for one in found["systems"]] == [False, False, False, True]


def test_own_sentences_are_not_ranked() -> None:
    comparison = with_gaps(sentences="own")
    variants, exchanges, *_ = ranking_tables(comparison, View())
    assert all(math.isnan(float(row[3 + 2 * system])) for row in variants.rows for system in range(4))  # type: ignore[arg-type]
    assert not variants.marked and not exchanges.rows
    assert "not ranked" in variants.note
    assert not any(one.rows for one in significance_tables(comparison, View()))
    # tree distance needs no equal words, so the second system has it on all its sentences
    assert comparison.table.rows(1, "t.whole.dice").sum() == N and comparison.table.rows(1, "la").sum() == N - 5
    assert all("|on:own|" in signature for signature in variants.signatures)
    assert "common" not in exports.scores_object(comparison, [measure("la")])


def test_differences_are_those_of_the_systems_table() -> None:
    table = with_gaps().table
    for one in significance(table, KEYS, AVERAGES, iterations=5).differences:
        scores = [table.summary(system, one.key, one.average) for system in (one.one, one.other)]
        assert one.interval.score == pytest.approx(scores[0] - scores[1], abs=1e-12)
        assert one.sentences == N - 7


def test_breakdowns_add_up_to_the_systems_table() -> None:
    comparison = with_gaps()
    table = comparison.table
    by_key = {one.key: one for one in ANALYSES}
    for system in range(4):
        labels, *_ = by_key["labels"].tables(comparison, View(system))
        counts = [sum(int(row[place]) for row in labels.rows) for place in (1, 2, 3)]  # type: ignore[arg-type]
        dice = table.summary(system, "e.roof.dice", "pooled")
        assert 2 * counts[2] / (counts[0] + counts[1]) == pytest.approx(dice)
        words, *_ = by_key["words"].tables(comparison, View(system, variant="la"))
        lost, number = (sum(float(row[place]) for row in words.rows) for place in (3, 1))  # type: ignore[arg-type]
        assert 1 - lost / number == pytest.approx(table.summary(system, "la", "pooled"))
    comparison.judgements.phenomena["every"] = set(range(N))
    [phenomena] = by_key["phenomena"].tables(comparison, View(keys=KEYS))
    for row in phenomena.rows:
        one = next(one for one in map(measure, [*KEYS, "e.whole.dice"]) if one.title == row[0])
        assert row[2:6] == pytest.approx([table.summary(system, one.key, "pooled") for system in range(4)])
    agreement = by_key["concordance"].tables(comparison, View())[0]
    assert [row[3] for row in agreement.rows] == [53 * 52 // 2] * 3 + [15 * 14 // 2]
    made = plot(table, Choice("length", key_a="la"))
    assert "53 sentences; 7 left out" in made.notes[0] and "few is set aside" in made.notes[0]
    assert plot(table, Choice("histogram", key_a="la", system=1, only_system=True)).notes[0].startswith("53 sentences")
    assert plot(table, Choice("scatter", system=1)).notes[0].startswith("53 sentences")


def test_missing_parses_that_count_as_zero_are_scored() -> None:
    gold, test = "(S (N a) (V b))\n(S (N c) (V d))", "(S (N a) (V b))\n(())"
    comparison = compared(gold, test, gold)
    zero = score(ConstituentComparison(comparison.gold, comparison.systems, Settings(missing="zero")))
    assert (comparison.table.common().number, zero.table.common().number) == (1, 2)
    assert (comparison.table.coverage(0), zero.table.coverage(0)) == (0.5, 0.5)  # what counts as zero is not covered
    labels, *_ = next(one for one in ANALYSES if one.key == "labels").tables(zero, View(0))
    assert labels.rows == [["S", 2, 1, 1, 0.5, 1.0, 2 / 3]]
    assert zero.table.summary(0, "e.roof.dice", "pooled") == 2 / 3


def test_coverage_counts_the_golds_sentences_that_are_asked_for() -> None:
    gold = "(S (N a))\n(S (N b) (N b) (N b))\n(S (N c))\n(S (N d))"
    longer = gold + "\n(S (N e))" * 20
    systems = [parse(longer), parse("(S (N a))\n(S (N b) (N b) (N b))\n(())\n(())")]
    comparison = score(ConstituentComparison(parse(gold), systems, Settings(differing="skip")))
    assert comparison.sentences == 24
    assert [comparison.table.coverage(system) for system in (0, 1)] == [1.0, 0.5]
    assert comparison.table.coverage(1, words=True) == 4 / 6
    assert comparison.table.common().shown == "2 of 4"
    short = Settings(max_length=2, differing="skip")
    found = score(ConstituentComparison(comparison.gold, comparison.systems, short)).table
    assert [found.coverage(system) for system in (0, 1)] == [1.0, 1 / 3]
    assert found.common().compared.tolist() == [True, False]


def test_signatures_of_other_sentences_are_other_signatures() -> None:
    gold = "\n".join(["(S (N a))"] * 4)
    some = ["\n".join("(())" if sentence == lost else "(S (N a))" for sentence in range(4)) for lost in (1, 2)]
    one, other, again = compared(gold, some[0]), compared(gold, some[1]), compared(gold, gold, some[0])
    assert one.table.common().number == other.table.common().number == 3
    assert one.table.signature("la") != other.table.signature("la")
    assert one.table.signature("la") == again.table.signature("la")


def test_json_has_coverage() -> None:
    comparison = with_gaps()
    found = exports.scores_object(comparison, [measure("la")])
    assert (found["common"], found["of"]) == (53, 60)
    assert [one["coverage"] for one in found["systems"]] == [57 / 60, 55 / 60, 1.0, 15 / 60]
    assert [one["set_aside"] for one in found["systems"]] == [False, False, False, True]
    counts = exports.systems_tables(comparison, [measure("la")])[0]
    assert counts.marked == frozenset({(1, 5), (3, 5)})  # 95 % itself is not marked
    assert "Coverage below 95 % is marked." in counts.note


def test_tables_and_figures_of_the_paper_agree_on_real_parsers(shared: Path) -> None:
    """E and T of figure 3 stand on the same sentences as the table of rankings, so both order systems alike."""
    folder = shared / "data/wsj-sample-1394"
    names = ("berkeley-sm3", "berkeley-sm5", "berkeley-sm6", "bikel-collins2", "bllip", "stanford-pcfg")
    comparison = score(
        ConstituentComparison(read(str(folder / "gold.mrg")), [read(str(folder / f"{one}.mrg")) for one in names])
    )
    variants = ranking_tables(comparison, View())[0]
    rows = [VARIANTS.index("e.whole.dice"), VARIANTS.index("t.whole.dice")]
    made = plot(comparison.table, Choice("systems", preset="3"))
    assert made.signatures == tuple(variants.signatures[row] for row in rows)
    for row in rows:
        for system, name in enumerate(names):
            assert f"{name} {100 * float(variants.rows[row][2 + 2 * system]):.2f}" in made.description  # type: ignore[arg-type]
    number = comparison.table.common().number
    assert made.notes[0].startswith(f"{number:,} sentences")
    assert all(
        (comparison.table.statuses[:, row] == SCORED).all() for row in np.flatnonzero(comparison.table.common().rows)
    )
