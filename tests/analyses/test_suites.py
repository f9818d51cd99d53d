"""Test suites: tables of phenomena, scores per phenomenon, error classes and judgements (Kübler et al. 2008)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from treecompare import resources
from treecompare.analyses.rank_exports import ranks_tables
from treecompare.analyses.rankings import significance_tables
from treecompare.analyses.suites import judgement_tables, phenomenon_tables
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.judgements import (
    Judgements,
    as_lines,
    judgement_rows,
    read_judgements,
    read_scheme,
    unknown_systems,
)
from treecompare.errors import ReadError
from treecompare.readers import parse
from treecompare.scores.result import View, as_distances


@pytest.fixture
def judged(sample: ConstituentComparison) -> ConstituentComparison:
    sample.judgements = Judgements(
        phenomena={"ERC": {0, 3, 5}, "PPN": {3, 7}},
        classes={(0, sample.table.systems[0], "ERC"): "A", (3, sample.table.systems[0], "ERC"): "A"},
        correct={(0, sample.table.systems[0], "ERC"): False, (5, sample.table.systems[0], "ERC"): True},
    )
    return sample


def test_scores_per_phenomenon_are_those_of_its_sentences(judged: ConstituentComparison) -> None:
    [table] = phenomenon_tables(judged, View(keys=("la", "crossing"), average="mean"))
    rows = {(row[0], row[1]): row for row in table.rows}
    scores = judged.table.scores(1, "la")
    assert rows["Leaf-Ancestor", "PPN"][3] == pytest.approx(np.mean(scores[[3, 7]]))
    assert rows["Leaf-Ancestor", "ALL"][3] == pytest.approx(np.mean(scores[[0, 3, 5, 7]]))
    place = [row[1] for row in table.rows].index("PPN")
    assert table.text(place, 3) == f"{100 * np.mean(scores[[3, 7]]):.2f}"
    assert rows["Crossing brackets", "PPN"][3] == judged.table.scores(1, "crossing")[[3, 7]].mean()
    turned = {(row[0], row[1]): row for row in as_distances(table).rows}
    assert turned["1 − Leaf-Ancestor", "PPN"][3] == pytest.approx(1 - np.mean(scores[[3, 7]]))
    assert turned["Crossing brackets", "PPN"] == rows["Crossing brackets", "PPN"]
    assert [rows["Leaf-Ancestor", name][-2] for name in ("ERC", "PPN", "ALL")] == [3, 2, 4]


def test_judgements_are_counted_per_system(judged: ConstituentComparison) -> None:
    correct, classes = judgement_tables(judged, View())
    erc = next(row for row in correct.rows if row[0] == "ERC")
    assert erc == ["ERC", 1, 2, None, 0, None, 0, 3, 3]
    assert classes.rows == [["ERC", "A", 2, 0, 0]]
    found = classes.found(0, 2)
    assert found is not None
    assert found.sentences.tolist() == [0, 3]
    right = correct.found(0, 1)
    assert right is not None
    assert right.sentences.tolist() == [5]


def test_figures_without_judgements_say_why(sample: ConstituentComparison) -> None:
    sample.judgements = Judgements()
    notes = [table.note for table in ranks_tables(sample, "e.whole.dice", "judged")]
    assert sum("No parse is judged yet" in note for note in notes) == 1
    assert "No parse is judged yet" in significance_tables(sample, View(keys=("judged",)))[-1].note
    sample.judgements.put("correct", 0, sample.table.systems[0], "", "yes")
    assert not any("judged yet" in table.note for table in ranks_tables(sample, "e.whole.dice", "judged"))


def test_a_table_of_judgements_goes_round(judged: ConstituentComparison, tmp_path: Path) -> None:
    path = str(tmp_path / "suite.tsv")
    Path(path).write_text(as_lines(judgement_rows(judged.judgements, judged.ids)), "utf-8")
    again = read_judgements(path, judged.ids)
    assert again == judged.judgements


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("99\tERC", r"suite.tsv:2: there is no sentence '99'; expected a number from 1 to 3, or an id"),
        ("1", r"suite.tsv:2: 1 column; expected 'sentence phenomenon'"),
        ("1\tERC\ts\tA\tyes\t2\tmore", "7 columns"),
        ("1\tERC\ts\tA\tperhaps", "'perhaps' is not a judgement; expected yes, no, unclear or nothing"),
        ("1\tERC\t\tA", "without a system"),
    ],
)
def test_bad_lines_are_told_with_their_place(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "suite.tsv"
    path.write_text(f"sentence\tphenomenon\n{line}\n", "utf-8")
    with pytest.raises(ReadError, match=message):
        read_judgements(str(path), ["1", "2", "3"])


def test_ids_name_sentences_too(tmp_path: Path) -> None:
    path = tmp_path / "suite.tsv"
    path.write_bytes("\ufeff# comment\r\nwsj.2\tPPV\r\n\r\n3\tPPV\r\n".encode())
    assert read_judgements(str(path), ["wsj.1", "wsj.2", "wsj.3"]).phenomena == {"PPV": {1, 2}}


def test_judgements_on_systems_that_are_not_compared_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "suite.tsv"
    rows = ["1\tPPV\tother\tA\tyes", "2\tPPV\tother\t\tno", "2\tPPV\tone\t\tno", "3\tPPV\tgone\tA\t"]
    path.write_text("\n".join(rows), "utf-8")
    found = read_judgements(str(path), ["1", "2", "3"])
    assert unknown_systems(found, ["one", "two"]) == (
        "3 judgements are about systems that are not compared here: 'other' (2), 'gone' (1); expected one of one, two"
    )
    assert unknown_systems(found, ["one", "gone", "other"]) == ""
    assert unknown_systems(found, ["one", "other"]).startswith(
        "1 judgement is about a system that is not compared here: 'gone'"
    )
    many = Judgements(correct={(0, f"s{number}", ""): True for number in range(7)})
    assert "and 2 more; expected" in unknown_systems(many, ["one"])


def test_what_is_no_text_and_what_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "suite.tsv"
    with pytest.raises(ReadError, match="there is no such file"):
        read_judgements(str(path), [])
    path.write_bytes(b"1\tPP\n\xff")
    with pytest.raises(ReadError, match=r"suite\.tsv:2: is not UTF-8"):
        read_judgements(str(path), [])


def test_the_shipped_scheme_names_the_papers_phenomena(tmp_path: Path) -> None:
    scheme = read_scheme(str(resources.path("schemes/tepacoc.tsv")))
    assert set(scheme.phenomena) == {"ERC", "FCR", "PPN", "PPV", "CUC", "SGF"}
    assert all(set(classes) == set("ABCD") for classes in scheme.classes.values())
    bad = tmp_path / "bad.tsv"
    bad.write_text("ERC\tA\n", "utf-8")
    with pytest.raises(ReadError, match=r"bad\.tsv:1: 2 columns; expected 'phenomenon class meaning'"):
        read_scheme(str(bad))


def test_what_is_unclear_counts_in_no_share() -> None:
    gold = "(S (NP (NN a)) (VP (VB b)))"
    comparison = score(ConstituentComparison(parse("\n".join([gold] * 3)), [parse("\n".join([gold] * 3))]))
    for sentence, value in enumerate(("yes", "no", "unclear")):
        comparison.judgements.put("correct", sentence, comparison.table.systems[0], "", value)
    table = judgement_tables(comparison, View())[0]
    assert table.rows == [["(sentence)", 1, 2, 0, 0]] and "Judged unclear, in neither: 1." in table.note
