from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.extras.annotators.made import BANK_A, BANK_B, adjudication, arc, conllu, decide
from tests.extras.annotators.test_adjudication import NODES_A, NODES_B
from treecompare.extras.annotators.adjudicated import (
    Undecided,
    changed_for,
    check_decided,
    kinds_for,
    page_for,
    provenance,
)
from treecompare.extras.annotators.adjudication import Adjudication, Refused
from treecompare.extras.annotators.decisions import OTHER
from treecompare.extras.annotators.differences import Place, analyses_of
from treecompare.extras.annotators.written import NO_SOURCES, ending_of, written
from treecompare.pages.html import as_html
from treecompare.readers import read_any


def test_conllu_says_how_much_is_decided_and_where_values_are_from(tmp_path: Path) -> None:
    text = (
        "# sent_id = s1\n# adjudicated = 0/9\n1\tBanks\tbank\t{}\t_\t_\t{}\t{}\t_\tSpaceAfter=No|Adj=x\n"
        "2\topen\topen\tV\t_\t_\t0\troot\t_\t_\n\n"
    )
    made = adjudication(tmp_path, text.format("NOUN", 2, "nsubj"), text.format("PROPN", 2, "obj"))
    decide(made, arc(1, 1), "b")
    assert written(made).text == (
        "# sent_id = s1\n# adjudicated = 1/2\n"
        "1\tBanks\tbank\tNOUN\t_\t_\t2\tobj\t_\tSpaceAfter=No|Adj=arc:b,upos:undecided\n"
        "2\topen\topen\tV\t_\t_\t0\troot\t_\t_\n\n"
    )
    with pytest.raises(Undecided, match="1 difference is not decided; expected all 2"):
        check_decided(made)
    decide(made, Place(0, "1", "upos"), "a")
    check_decided(made)


def test_one_field_needs_no_name(tmp_path: Path) -> None:
    made = adjudication(tmp_path, conllu(BANK_A), conllu(BANK_B))
    made.put(made.rule_for(arc(1, 6), "b"))
    assert "6\tLisbon\tlisbon\tPROPN\t_\t_\t3\tobl\t_\tAdj=rule 1\n" in written(made).text


def test_sentences_that_another_lacks_stand_as_they_are(tmp_path: Path) -> None:
    made = adjudication(tmp_path, conllu(BANK_A, (("x", "X", 0, "root"),)), conllu(BANK_B))
    found = written(made)
    assert found.text.endswith("\n1\tx\tx\tX\t_\t_\t0\troot\t_\t_\n\n") and found.text.count("# adjudicated") == 1
    assert found.told == {"stand as in a: not in b with the same words": 1}


def test_an_enhanced_graph_goes_where_arcs_are_others(tmp_path: Path) -> None:
    line = "1\ta\ta\tX\t_\t_\t0\troot\t0:root\t_\n2\tb\tb\tX\t_\t_\t1\t{}\t1:{}\t_\n\n"
    made = adjudication(tmp_path, line.format("x", "x"), line.format("y", "y"))
    assert "\t1:x\t" in written(made).text
    decide(made, arc(1, 2), "b")
    found = written(made)
    assert "\t1\ty\t_\tAdj=b" in found.text and "0:root" not in found.text and len(found.told) == 1


@pytest.mark.parametrize("comment", ["", "# 5 2 norwegian\n"])
def test_column_10_of_conllx_is_left_alone_and_it_is_told(tmp_path: Path, comment: str) -> None:
    """It is PDEPREL there; with comments, which make it look like CoNLL-U, it is so too."""
    line = comment + "1\tA\ta\tadj\tadj\tf|g\t0\tROOT\t_\t_\n2\tB\tb\tadj\tadj\tf|g\t1\t{}\t_\t_\n\n"
    made = adjudication(tmp_path, line.format("ADV") * 2, line.format("ATR") + line.format("ADV"), ending="conll")
    decide(made, arc(1, 2), "b")
    found = written(made)
    assert found.text == line.format("ATR") + line.format("ADV")
    assert found.told == {NO_SOURCES: 1}


def test_conllu_plus_without_misc_tells_that_it_has_no_sources(tmp_path: Path) -> None:
    text = "# global.columns = ID FORM HEAD DEPREL X\n1\tA\t0\troot\ta\n2\tB\t1\t{}\tb\n\n"
    made = adjudication(tmp_path, text.format("obj"), text.format("obl"), ending="conllup")
    decide(made, arc(1, 2), "b")
    found = written(made)
    assert found.text == text.format("obl").replace("\n1\tA", "\n# adjudicated = 1/1\n1\tA")
    assert found.told == {NO_SOURCES: 1}


def test_brackets_are_rebuilt_only_where_something_else_stands(tmp_path: Path) -> None:
    kept = "(TOP (S (NP (-NONE- *)) (VP (V go))))\n"
    made = adjudication(tmp_path, f"{kept}(TOP {NODES_A[:-1]})\n", f"{kept}{NODES_B}", ending="mrg")
    assert written(made).text == f"{kept}(TOP {NODES_A[:-1]})\n"
    decide(made, Place(1, "3-4", "nodes"), "b")
    assert written(made).text == f"{kept}(TOP {NODES_B[:-1]})\n"


def test_discontinuous_sets_come_back(tmp_path: Path) -> None:
    one, two = "(S (VP (V 0=a) (X 2=c)) (Y 1=b))\n", "(S (Z (V 0=a) (X 2=c)) (Y 1=b))\n"
    made = adjudication(tmp_path, one, two, ending="dbr")
    (difference,) = made.differences
    assert difference.place.unit == "1,3"
    decide(made, difference.place, "b")
    (tmp_path / "out.dbr").write_text(written(made).text)
    back = read_any(str(tmp_path / "out.dbr"))
    again = analyses_of(("b", "out"), (made.analyses.treebanks[1], back))
    assert not again.differences()


def test_the_table_has_every_difference_in_order(tmp_path: Path) -> None:
    made = adjudication(tmp_path, conllu(BANK_A, BANK_A), conllu(BANK_B, BANK_B))
    made.put(made.decide(arc(2, 6), OTHER, "2:nmod", note="as in 4.2", by="ann", at="2026-05-01T14:02"))
    assert provenance(made).exact() == [
        ["sentence", "unit", "field", "a", "b", "result", "source", "rule", "note"],
        ["1", "6", "arc", "4:nmod", "3:obl", "4:nmod", "undecided", "", ""],
        ["2", "6", "arc", "4:nmod", "3:obl", "2:nmod", "other", "", "as in 4.2"],
    ]
    assert provenance(made, with_people=True).exact()[2][-2:] == ["ann", "2026-05-01T14:02"]


def test_each_annotator_is_told_what_was_decided_otherwise(tmp_path: Path) -> None:
    made = adjudication(tmp_path, conllu(BANK_A, BANK_A), conllu(BANK_B, BANK_B))
    decide(made, arc(1, 6), "b")
    assert changed_for(made, "b").rows == []
    assert changed_for(made, "a").rows == [
        ["nmod → obl, another head", 1, "Lisbon", "nmod of offices", "obl of opened", "b", ""]
    ]
    assert kinds_for(made, "a").rows == [["nmod → obl, another head", 1]]
    page = as_html(page_for(made, "a"))
    assert "nmod of offices" in page and "The bank opened offices in Lisbon" in page
    assert "Nothing was decided otherwise than b had it" in as_html(page_for(made, "b"))


REAL = [
    ("iaa-ndt/odin-norwegian.conll", "iaa-ndt/thor-norwegian.conll"),
    ("iaa-cgel/ewt-test_iaa50.nschneid.validator.mrg", "iaa-cgel/ewt-test_iaa50.brettrey.validator.mrg"),
    ("iaa-cgel/ewt-test_iaa50.nschneid.validator.cgel", "iaa-cgel/ewt-test_iaa50.brettrey.validator.cgel"),
]


@pytest.mark.parametrize(("one", "other"), REAL)
def test_real_annotators_decided_at_random_are_read_back_as_they_stand(
    shared: Path, tmp_path: Path, one: str, other: str
) -> None:
    files = [read_any(str(shared / "data" / name)) for name in (one, other)]
    made = Adjudication(analyses_of(("a", "b"), files))
    draw = random.Random(30)
    refused = 0
    for difference in made.differences:
        try:
            made.put(made.decide_as(difference.place, draw.choice("ab")))
        except Refused:
            refused += 1
    assert made.decided == len(made.differences) - refused and 0 < refused < 10
    text = written(made).text
    assert written(made).text == text
    (tmp_path / f"out{Path(one).suffix}").write_text(text, "utf-8")
    back = analyses_of(("a", "out"), (files[0], read_any(str(tmp_path / f"out{Path(one).suffix}"))))
    assert len(back.rows) == files[0].count
    changed = {one.place: one.values[1] for one in back.differences()}
    expected = {
        place: result.value
        for sentence in made.of_sentence
        for place, result in made.settled(sentence).results.items()
        if place not in made.index or result.value != made.differences[made.index[place]].values[0]
    }
    assert changed == expected


def test_a_format_that_is_not_written_is_told(tmp_path: Path) -> None:
    made = adjudication(tmp_path, "[S [NP it ] fell ]\n", "[S [NX it ] fell ]\n", ending="txt")
    assert ending_of(made) == "mrg"
    assert written(made).told["were written in brackets, square is not written"] == 1


def test_cgelbanks_own_format_is_kept_where_nothing_else_stands(shared: Path) -> None:
    names = ("nschneid", "brettrey")
    paths = [shared / "data" / "iaa-cgel" / f"ewt-test_pilot5.{name}.cgel" for name in names]
    made = Adjudication(analyses_of(names, [read_any(str(path)) for path in paths]))
    before = paths[0].read_text("utf-8")
    assert ending_of(made) == "cgel" and written(made).text == before
    at = next(one for one in made.differences if one.place.field == "nodes" and "" not in one.values)
    decide(made, at.place, "brettrey")
    parts = [text.split("# sent_id") for text in (before, written(made).text)]
    changed = [number for number, (one, other) in enumerate(zip(*parts, strict=True), -1) if one != other]
    assert changed == [at.place.sentence]


def test_gaps_keep_what_stands_for_them(tmp_path: Path) -> None:
    """The label of a node beside them is another one: they stay; where their mother is another one they go, which is told."""
    text = '(Clause\n    :Prenucleus (x / NP :t "who")\n    :Head (VP\n        :Head (V :t "saw")\n        :Obj (x / GAP)))\n'
    beside = adjudication(tmp_path, text, text.replace("(V ", "(Vx "), ending="cgel")
    decide(beside, beside.differences[0].place, "b")
    assert written(beside).text == text.replace("(V ", "(Vx ") and not written(beside).told
    mother = adjudication(tmp_path, text, text.replace("VP", "VX"), ending="cgel")
    decide(mother, mother.differences[0].place, "b")
    assert written(mother).text == text.replace("VP", "VX").replace("x / ", "")
    assert written(mother).told == {"lost secondary edges, for one of their nodes stands there no more": 1}


def test_the_result_ends_as_the_first_file_where_its_format_is_written(tmp_path: Path) -> None:
    assert ending_of(adjudication(tmp_path, conllu(BANK_A), conllu(BANK_B))) == "conllu"
    tree = "(S (NP (D the) (N bank)) (VP (V opened)))\n"
    assert ending_of(adjudication(tmp_path, tree, tree.replace("VP", "VX"), ending="ptb")) == "ptb"
