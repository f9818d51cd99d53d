"""Errors counted: on the sentences that all systems have, with what is behind each figure."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from tests.analyses.conftest import compared
from treecompare.analyses.catalogue import View, analysis
from treecompare.analyses.constituents import mother_tables
from treecompare.analyses.errors import (
    CountedErrors,
    chosen_types,
    error_tables,
    errors_object,
    length_table,
    listed_errors,
    words_shown,
)
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.errors import Cancelled, UsageError
from treecompare.readers import read
from treecompare.scores.result import ResultTable, Value
from treecompare.scores.significance import holm

LOW = "(S (NP (PRP I)) (VP (VBD saw) (NP (DT the) (NN man) (PP (IN with) (NP (NNS eyes))))))"
HIGH = "(S (NP (PRP I)) (VP (VBD saw) (NP (DT the) (NN man)) (PP (IN with) (NP (NNS eyes)))))"
TAG = LOW.replace("NN man", "VB man")


@pytest.fixture(scope="module")
def three() -> ConstituentComparison:
    """Four sentences; the second system lacks the last and attaches high, the third has the tag wrong once."""
    return compared(
        "\n".join([LOW] * 4),
        "\n".join([LOW] * 4),
        "\n".join([HIGH, HIGH, LOW, "(())"]),
        "\n".join([TAG, LOW, LOW, TAG]),
    )


def table_of(tables: list[ResultTable], title: str) -> ResultTable:
    return next(table for table in tables if table.title == title)


def test_counts_rates_and_costs(three: ConstituentComparison) -> None:
    tables = error_tables(three, View())
    assert table_of(tables, "Errors by type").rows == [["PP attachment", 0, 2, 0], ["Tag", 0, 0, 1], ["All", 0, 2, 1]]
    assert table_of(tables, "Errors by type: cost under E").rows == [
        ["PP attachment", 0, 4, 0], ["Tag", 0, 0, 2], ["All", 0, 4, 2],
    ]  # fmt: skip
    assert table_of(tables, "Errors by type: cost under T").rows[-1] == ["All", 0, 4, 1]
    rates = table_of(tables, "Errors by type: rates").rows
    assert rates[0] == ["PP attachment", 0.0, 2 / 3, 0.0, "PP, WHPP, WPP of the gold that are attached"]
    assert rates[1][:4] == ["Tag", 0.0, 0.0, 1 / 18]
    assert table_of(tables, "What is wrong").rows[0] == ["Moved", 0, 2, 0]
    assert "On 3 of 4 sentences that all have." in tables[0].note


def test_from_where_to_where(three: ConstituentComparison) -> None:
    sites = table_of(error_tables(three, View()), "From where to where")
    assert sites.rows == [["PP attachment", "NP", "VP", 0, 2, 0], ["Tag", "NN", "VB", 0, 0, 1]]
    found = sites.found(0, 4)
    assert found is not None and (found.sentences.tolist(), found.system) == ([0, 1], 1)
    assert found.text == "PP attachment: NP → VP"
    height = table_of(error_tables(three, View()), "Too high or too low")
    assert height.rows == [["PP attachment", "too high", 0, 2, 0]]
    cell = height.found(0, 3)
    assert cell is not None and (cell.sentences.tolist(), cell.system) == ([0, 1], 1)
    assert cell.text == "PP attachment: too high" and height.found(0, 1) is None
    assert height.found(0, 2) is not None
    assert "too high: " in height.note and "too low: " not in height.note


def test_cells_open_their_sentences_and_know_the_nodes(three: ConstituentComparison) -> None:
    for table in error_tables(three, View()):
        for row in range(len(table.rows)):
            assert table.found(row, 0) is None
            for column in range(1, len(table.columns)):
                value, found = table.rows[row][column], table.found(row, column)
                if found is not None and table.title == "Errors by type":
                    assert isinstance(value, int) and len(found.sentences) == value
                    assert set(found.nodes) == set(found.sentences.tolist()) and all(found.nodes.values())
    found = table_of(error_tables(three, View()), "Errors by type").found(0, 2)
    assert found is not None
    errors = three.errors(1).of(0)
    assert set(found.nodes[0]) == {*errors[0].nodes, *errors[0].moved}


def test_differences_to_the_baseline() -> None:
    """One system errs in 20 of 40 sentences, the other in one."""
    gold = "\n".join([LOW] * 40)
    comparison = compared(gold, "\n".join([HIGH] * 20 + [LOW] * 20), "\n".join([HIGH] + [LOW] * 39))
    differences = table_of(error_tables(comparison, View(baseline=0)), "Errors by type: differences to s1")
    name, difference, p = differences.rows[0]
    assert (name, difference) == ("PP attachment", pytest.approx(-19 / 40))
    assert isinstance(p, float) and p < 0.001 and (0, 2) in differences.marked
    other = table_of(error_tables(comparison, View(baseline=1)), "Errors by type: differences to s2")
    assert other.rows[0][1] == pytest.approx(19 / 40)
    same = compared(gold, gold, gold)
    assert [table.title for table in error_tables(same, View())].count("Errors by type: differences to s1") == 0


def test_p_is_corrected_over_systems_and_types() -> None:
    """Types of which nobody makes an error are no tests."""
    gold = "\n".join([LOW] * 40)
    first, second = "\n".join([HIGH] * 6 + [LOW] * 34), "\n".join([TAG] * 5 + [HIGH] * 3 + [LOW] * 32)
    comparison = compared(gold, gold, first, second)
    counted = CountedErrors(comparison)
    named = {one.key: one for one in comparison.error_types}
    few = [named[key] for key in ("PP", "tag")]
    tests = counted.tests(few, 0)
    raw = [tests[place][system].p for place in (0, 1) for system in (1, 2)]
    assert raw[2] == 1.0  # the first system has no wrong tag
    assert max(raw[0], raw[1], raw[3]) < 0.5
    expected = holm(np.array([raw[0], raw[1], raw[3]]))
    assert [tests[0][1].holm, tests[0][2].holm, tests[1][2].holm] == expected.tolist()
    assert tests[1][1].holm == 1.0
    assert expected[0] == pytest.approx(3 * min(raw))
    everything = counted.tests(comparison.error_types, 0)
    assert everything[comparison.error_types.index(few[0])][1].holm == tests[0][1].holm
    table = table_of(error_tables(comparison, View(baseline=0)), "Errors by type: differences to s1")
    assert [row[2::2] for row in table.rows] == [[expected[0], expected[1]], [1.0, expected[2]]]
    assert "over all systems and types of this table" in table.note


def test_rates_name_what_they_are_of() -> None:
    """Each coordinator once, a CONJP with the CC in it; no UCP, which joins nothing but holds what is joined."""
    gold = "(S (UCP (NP (NN a)) (CC and) (ADJP (JJ b))) (VP (VP (VB c)) (CONJP (CC but) (RB not)) (VP (VB d))))"
    comparison = compared(
        gold, gold.replace("(UCP (NP (NN a)) (CC and) (ADJP (JJ b)))", "(NP (NN a)) (CC and) (ADJP (JJ b))")
    )
    counted = CountedErrors(comparison)
    assert counted.opportunities(0, "gold coordination") == 2
    rates = table_of(error_tables(comparison, View()), "Errors by type: rates").rows
    assert rates == [["Coordination", 0.5, "coordinating words and CONJP of the gold"]]
    named = {one.key: one.of for one in comparison.error_types}
    assert (
        named["NP"]
        == named["NP-internal"]
        == ("NP, NX, NAC, NML, QP, WHNP, PN, MPN, NM, WNP of the gold that are attached")
    )
    assert not re.search(r"\bRB\b|\bADV\b", named["modifier"])  # tags


def test_coordinators_of_craft(shared: Path) -> None:
    """1,043 CC, of which 34 stand in the 40 CONJP."""
    folder = shared / "data/craft"
    systems = [read(str(folder / f"{name}.mrg")) for name in ("bllip", "berkeley-sm3")]
    comparison = score(ConstituentComparison(read(str(folder / "gold.mrg")), systems))
    assert CountedErrors(comparison).opportunities(0, "gold coordination") == 1043 - 34 + 40


def test_groups(three: ConstituentComparison) -> None:
    lengths, depths, phenomena = analysis("error-groups").tables(three, View())
    assert lengths.rows[0] == ["1–10", 3, 0, 0.0, 2, 100 * 2 / 18, 1, 100 / 18]
    assert lengths.rows[1][1:4] == [0, 0, None]
    assert sum(row[2] for row in depths.rows) == 2  # type: ignore[misc]
    assert not phenomena.rows and "No sentence has a phenomenon yet" in phenomena.note
    three.judgements.phenomena["PPV"] = {0, 2}
    try:
        [row] = analysis("error-groups").tables(three, View())[2].rows
        assert row == ["PPV", 2, 0, 0.0, 1, 100 / 12, 1, 100 / 12]
    finally:
        three.judgements.phenomena.clear()


def test_errors_one_by_one(three: ConstituentComparison) -> None:
    counted = CountedErrors(three)
    listed = listed_errors(counted)
    assert [row[:8] for row in listed.rows] == [
        ["s2", 1, "1", "PP attachment", "moved", "PP", "with eyes", "NP"],
        ["s2", 2, "2", "PP attachment", "moved", "PP", "with eyes", "NP"],
        ["s3", 1, "1", "Tag", "tag", "NN", "man", "NN"],
    ]
    assert len(listed_errors(counted, chosen_types(three, "tag")).rows) == 1
    assert len(listed_errors(counted, systems=[1]).rows) == 2
    found = listed.found(0, 0)
    assert found is not None and found.sentences.tolist() == [0] and found.nodes[0]
    described = errors_object(three, per_sentence=True)
    assert described["common"] == 3 and described["systems"][1]["types"]["PP"]["errors"] == 2
    assert described["systems"][1]["errors"][0]["text"] == "with eyes"


def test_own_sentences_have_no_tests() -> None:
    comparison = compared("\n".join([LOW] * 2), "\n".join([HIGH, HIGH]), "\n".join([HIGH, "(())"]))
    comparison.table.on = "own"
    tables = error_tables(comparison, View())
    assert tables[0].rows[-1] == ["All", 2, 1]
    assert not any("differences" in table.title for table in tables)


def test_types_are_named(three: ConstituentComparison) -> None:
    assert [one.key for one in chosen_types(three, "PP, moved")] == ["PP", "moved"]
    assert chosen_types(three, None) == three.error_types
    with pytest.raises(UsageError, match="colour: no such type of error; expected one of moved, retagged, missing"):
        chosen_types(three, "colour")
    keys = [one.key for one in three.error_types]
    assert len(set(keys)) == len(keys)


def test_mothers(three: ConstituentComparison) -> None:
    [table] = mother_tables(three, View())
    by_label = {row[0]: row[1:] for row in table.rows}
    assert by_label["PP"] == [3, 3, 0, 0.0, 3, 2, 2 / 3, 3, 0, 0.0]
    assert table.note.endswith("On 3 of 4 sentences that all have.") and "|on:common:3/4:" in table.signatures[0]


def test_the_share_is_of_what_the_system_has() -> None:
    gold = "(S (NP (N a) (N b)) (VP (V c) (NP (N d) (N e))))\n(S (NP (N a) (N b)) (V c))"
    system = "(S (NP (N a) (N b)) (XP (V c) (NP (N d) (N e))))\n(S (QP (N a) (N b)) (V c))"
    [table] = mother_tables(compared(gold, system), View())
    assert table.rows == [["NP", 3, 2, 1, 1 / 2], ["S", 2, 2, 0, 0.0], ["VP", 1, 0, 0, None]]


@pytest.mark.parametrize(("rest", "figures"), [
    ({"sentences": "own"}, {"XP": [1, 0, 0, None, 1, 0, 0.0], "PP": [1, 1, 0, 0.0, 1, 0, 0.0]}),
    ({"missing": "zero"}, {"XP": [1, 0, 0, None, 1, 0, 0.0], "PP": [1, 1, 0, 0.0, 1, 0, 0.0]}),
    ({}, {"PP": [1, 1, 0, 0.0, 1, 0, 0.0]}),
])  # fmt: skip
def test_mothers_where_one_system_lacks_a_label(rest: dict[str, str], figures: dict[str, list[Value]]) -> None:
    gold = LOW + "\n(S (XP (NN a) (NN b)) (VP (VBD c)))"
    comparison = compared(gold, LOW + "\n(())", gold, **rest)
    [table] = mother_tables(comparison, View())
    assert {row[0]: row[1:] for row in table.rows if row[0] in ("XP", "PP")} == figures


def test_a_system_without_any_parse() -> None:
    comparison = compared(f"{LOW}\n{LOW}", "(())\n(())")
    assert len(comparison.errors(0)) == 0 and not comparison.errors(0).analysed.any()
    assert error_tables(comparison, View())[0].rows == [["All", None]]


def test_sentences_that_a_missing_parse_takes_away() -> None:
    comparison = compared(f"{LOW}\n{LOW}", f"{HIGH}\n{LOW}", f"{HIGH}\n(())", missing="zero")
    assert CountedErrors(comparison).note == (
        "No errors are counted where a system has no parse; sentences left out: 1 of s2."
    )
    own = compared(f"{LOW}\n{LOW}", f"{HIGH}\n{LOW}", f"{HIGH}\n(())", missing="zero", sentences="own")
    assert CountedErrors(own).note.endswith("sentences left out: 1 of s2.")


def test_stop(three: ConstituentComparison) -> None:
    three._errors.clear()
    three._searches.clear()
    with pytest.raises(Cancelled):
        error_tables(three, View(cancel=np.ones(1, np.int32)))
    with pytest.raises(Cancelled):
        mother_tables(three, View(cancel=np.ones(1, np.int32)))


def test_words_are_shortened() -> None:
    words = [f"w{number}" for number in range(20)]
    assert words_shown(words, (1, 2, 5)) == "w1 w2 … w5"
    assert words_shown(words, range(20)) == "w0 w1 w2 w3 … w16 w17 w18 w19"
    assert words_shown(words, ()) == ""
    cut = ["so", "t‿", *["‿h‿"] * 16, "‿e", "end"]
    assert words_shown(cut, range(20)) == f"so t{'h' * 16}e end"
    assert words_shown(cut, (0, 2, 3, 19)) == "so … ‿hh‿ … end"


def test_both_limits_of_a_length_belong_to_it() -> None:
    def sentence(words: int, tag: str) -> str:
        return f"(S ({tag} w0) {' '.join(f'(X w{one})' for one in range(1, words))})"

    lengths = (1, 10, 11, 20, 21, 40, 41)
    gold, system = ("\n".join(sentence(one, tag) for one in lengths) for tag in "XY")
    counted = CountedErrors(compared(gold, system))
    assert [(row[0], row[1], row[2]) for row in length_table(counted).rows] == [
        ("1–10", 2, 2), ("11–20", 2, 2), ("21–30", 1, 1), ("31–40", 1, 1), ("41 and more", 1, 1),
    ]  # fmt: skip


def test_a_list_keeps_which_errors_are_of_a_type(three: ConstituentComparison) -> None:
    """Of each type its own; whoever changes an answer does not change those of others."""
    errors = three.errors(0)
    for one in (*three.error_types, *three.error_kinds):
        for _ in range(2):
            assert one.among(errors).tolist() == [one.has(error) for error in errors], one.key
    with pytest.raises(ValueError, match="read-only"):
        one.among(errors)[:] = True
