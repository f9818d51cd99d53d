"""``--missing zero``: what a missing parse, and one with other words, counts as under each measure."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.analyses.conftest import compared
from treecompare.analyses.by_category import label_tables
from treecompare.analyses.words import lineage_tables, word_tables
from treecompare.cli import run_command
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.explain import explain_sentence
from treecompare.measures import MEASURES_OF, measure
from treecompare.scores.result import View
from treecompare.scores.set_notes import set_note
from treecompare.scores.table import PARTIAL, SCORED, SKIPPED

GOLD = "(S (NP (A a)) (VP (B b) (C c)))\n(S (NP (A a)) (B b))\n(S (NP (A a)) (B b))\n(S (NP (A a)) (B b))"
PARSES = "(S (NP (A a) (B b)) (C c))\n(())\n(S (NP (A a)) (B x))\n(S (NP (A a)) (B b) (C c))"
CROSSED = [1.0, None, None, None]


@pytest.fixture(scope="module", params=["standard", "evalb"])
def zero(request: pytest.FixtureRequest) -> ConstituentComparison:
    """One parse with a crossing bracket, one missing, one with another word, one with a word too many."""
    return compared(GOLD, PARSES, params=request.param, differing="skip", missing="zero")


def test_both_count_as_zero_where_words_have_to_be_equal(zero: ConstituentComparison) -> None:
    table = zero.table
    assert table.statuses[0].tolist() == [SCORED, SKIPPED, PARTIAL, PARTIAL]
    for one in MEASURES_OF["constituents"]:
        if not table.has(one.part) or not one.higher_is_better or not one.equal_words or table.of(one.part).is_beside:
            continue
        scores, ratio = table.scores(0, one.key), table.ratio(0, one.key)
        assert scores[1:].tolist() == [0.0, 0.0, 0.0], one.key
        assert ratio.numerator[1:].tolist() == [0, 0, 0], one.key
    for key, counts in (
        ("e.roof.dice", [(3, 2), (2, 0), (2, 0), (2, 0)]),
        ("e.whole.dice", [(6, 5), (4, 0), (4, 0), (4, 0)]),
    ):
        found = table.part(0, measure(key).part)
        assert list(zip(found.gold.tolist(), found.test.tolist(), strict=True)) == counts
        assert found.deleted[1:].tolist() == found.gold[1:].tolist() and found.matched[1:].tolist() == [0, 0, 0]
    # pooled precision is that of the parses that are there
    assert table.summary(0, "e.roof.precision", "pooled") == 0.5
    assert table.summary(0, "e.roof.recall", "pooled") == 1 / 9
    assert table.summary(0, "e.roof.recall", "mean") == pytest.approx(1 / 3 / 4)


def test_tree_distance_has_its_own_scores_where_words_differ(zero: ConstituentComparison) -> None:
    skipping = compared(GOLD, PARSES, params=zero.settings.params, differing="skip")
    for key in ("t.whole.dice", "t.roof.jaccard", "t.whole.dice.unlabelled"):
        found, before = zero.table.scores(0, key), skipping.table.scores(0, key)
        assert found[2:].tolist() == before[2:].tolist() and found[1] == 0 and (found[2:] > 0).all()
    moved = zero.table.part(0, "t.move")
    assert (moved.deleted[2:].tolist(), moved.inserted[2:].tolist(), moved.cost[2:].tolist()) == (
        [4, 4],
        [0, 0],
        [4, 4],
    )


def test_a_lost_parse_has_no_crossing_brackets_to_boast_of(zero: ConstituentComparison) -> None:
    table = zero.table
    assert [None if np.isnan(one) else one for one in table.scores(0, "crossing").tolist()] == CROSSED
    assert table.summary(0, "crossing", "pooled") == table.summary(0, "crossing", "mean") == 1.0
    [figure] = table.figures("crossing", "pooled")
    assert figure.sentences == 1
    assert table.summary(0, "no-crossing", "pooled") == 0.0
    assert (
        table.summary(0, "two-or-less-crossing", "pooled") == table.summary(0, "two-or-less-crossing", "mean") == 0.25
    )
    assert explain_sentence(zero, 0, 1, "crossing").undefined == (
        "No parse; of such a sentence this measure says nothing, for 0 would be the best."
    )
    assert explain_sentence(zero, 0, 2, "e.roof.dice").undefined.endswith("by your setting such a sentence scores 0.")


def test_the_table_says_on_how_many_sentences_crossing_rests() -> None:
    good = GOLD.replace("(VP (B b) (C c))", "(B b) (C c)")
    found = compared(GOLD, good, good.replace("(S (NP (A a)) (B b))", "(())", 1), missing="zero")
    assert set_note(found.table, ["e.roof.dice", "crossing"]) == "Crossing brackets: on 3 of 4."
    assert [one.sentences for one in found.table.figures("crossing", "pooled")] == [3, 3]
    assert [one.sentences for one in found.table.figures("e.roof.dice", "pooled")] == [4, 4]


def test_a_part_of_a_row_without_a_parse_is_no_part_of_crossing() -> None:
    """Two gold sentences are one in the second system; the first has no parse for one of them."""
    gold = "(S (NP (A aaa) (B bbb)) (C ccc))\n(S (D ddd) (E eee))"
    lost, joined = "(S (NP (A aaa)) (VP (B bbb) (C ccc)))\n(())", "(S (A aaa) (B bbb) (C ccc) (D ddd) (E eee))"
    for missing in ("skip", "zero"):
        found = compared(gold, lost, joined, missing=missing).table
        assert found.sentences == 1
        assert found.scores(0, "crossing").tolist() == [1.0]
        assert found.scores(0, "two-or-less-crossing").tolist() == [0.0 if missing == "zero" else 1.0]


def test_breakdowns_count_what_such_a_sentence_lacks(zero: ConstituentComparison) -> None:
    table = label_tables(zero, View())[0]
    assert [row[:4] for row in table.rows] == [["S", 4, 1, 1], ["NP", 4, 1, 0], ["VP", 1, 0, 0]]
    words = lineage_tables(zero, View(variant="la"))[0]
    assert [row[3] for row in words.rows] == ["a", "b", "c"]
    assert [row[:2] for row in word_tables(zero, View(variant="la"))[0].rows] == [["b", 1], ["c", 1], ["a", 1]]


def test_under_evalb_a_real_parser_loses_what_it_spoils(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """evalb gives up on 52 of 1,500 sentences of a parser and on 195 of another."""
    folder = shared / "data/craft"
    files = [str(folder / name) for name in ("gold.mrg", "berkeley-sm3.mrg", "bllip.mrg")]
    found = {}
    for missing in ("skip", "zero"):
        options = ["--params", "evalb", "--missing", missing, "--sentences", "own", "--format", "json"]
        assert run_command(["score", *files, *options, "--measures", "e.roof.recall,e.roof.precision,crossing"]) == 0
        found[missing] = json.loads(capsys.readouterr().out)["systems"]
    for before, after in zip(found["skip"], found["zero"], strict=True):
        assert before["partial"] == after["partial"] > 50
        before, after = before["scores"], after["scores"]
        assert after["e.roof.recall"]["pooled"] < before["e.roof.recall"]["pooled"]
        for key in ("e.roof.precision", "crossing"):
            assert after[key]["pooled"] == before[key]["pooled"]
