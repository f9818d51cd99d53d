from __future__ import annotations

from pathlib import Path

import pytest

from tests.extras.annotators.made import BANK_A, BANK_B, adjudication, conllu
from treecompare.errors import UsageError
from treecompare.extras.annotators.differences import (
    Kind,
    Place,
    analyses_of,
    features_of,
    unit_of,
    words_in,
    written_features,
)
from treecompare.readers import read_any


def test_an_arc_is_one_difference_with_its_kind(tmp_path: Path) -> None:
    made = adjudication(tmp_path, conllu(BANK_A), conllu(BANK_B))
    (one,) = made.differences
    assert one.place == Place(0, "6", "arc")
    assert one.values == ("4:nmod", "3:obl")
    assert one.kind == Kind("arc", ("1:nmod", "2:obl"), "PROPN")


def test_the_kind_says_whether_heads_differ_whatever_their_numbers(tmp_path: Path) -> None:
    head = [
        (*BANK_A[:5], ("Lisbon", "PROPN", head, relation)) for head, relation in ((4, "nmod"), (3, "nmod"), (4, "obl"))
    ]
    made = adjudication(tmp_path, *map(conllu, head))
    assert made.differences[0].kind.values == ("1:nmod", "2:nmod", "1:obl")


def test_tags_lemmas_and_each_feature_are_differences_of_their_own(tmp_path: Path) -> None:
    line = "1\tBanks\t{}\t{}\t_\t{}\t0\troot\t_\t_\n\n"
    made = adjudication(
        tmp_path,
        line.format("bank", "NOUN", "Case=Nom|Number=Plur"),
        line.format("banks", "PROPN", "Number=Sing|Typo=Yes"),
    )
    found = {one.place.field: one.values for one in made.differences}
    assert found == {
        "upos": ("NOUN", "PROPN"), "lemma": ("bank", "banks"), "feats.Case": ("Nom", ""), "feats.Number": ("Plur", "Sing"),
        "feats.Typo": ("", "Yes"),
    }  # fmt: skip


def test_a_column_in_which_a_file_says_nothing_is_not_compared(tmp_path: Path) -> None:
    line = "1\tBanks\tbank\t{}\t_\t_\t0\troot\t_\t_\n\n"
    assert not adjudication(tmp_path, line.format("NOUN"), line.format("_")).differences


def test_the_order_of_features_and_of_their_values_does_not_matter() -> None:
    assert features_of("B=y,x|A=1") == features_of("A=1|B=x|B=y") == {"A": "1", "B": "x,y"}
    assert features_of("appell|ub") == {"appell": "+", "ub": "+"}
    assert written_features({"ub": "+", "fl": "+", "appell": ""}, "ub|appell") == "ub|fl"
    assert written_features({"Number": "Sing", "Case": "Nom"}, "Number=Plur") == "Case=Nom|Number=Sing"
    assert written_features({"Case": ""}, "Case=Nom") == "_"


def test_chains_of_labels_over_sets_of_words(tmp_path: Path) -> None:
    made = adjudication(
        tmp_path, "(TOP (S (NP (N cats)) (VP (V sleep) (PP (P on) (NP (N mats))))))\n",
        "( (S (NP (N cats)) (VP (V sleep)) (PP (P on) (NP (NP (N mats))))))\n", ending="mrg",
    )  # fmt: skip
    found = {one.place.unit: one.values for one in made.differences}
    assert found == {"2-4": ("VP", ""), "2": ("", "VP"), "4": ("NP", "NP NP")}
    assert [one.place.unit for one in made.differences] == ["2-4", "2", "4"]


def test_traces_are_no_words_and_edges_belong_to_labels(tmp_path: Path) -> None:
    made = adjudication(
        tmp_path, "(S (NP (-NONE- *)) (VP (V go)))\n", "(S (VP (V go)))\n", ending="mrg"
    )  # fmt: skip
    assert made.analyses.words_of(0) == ["go"] and not made.differences


def test_sets_of_words_as_text() -> None:
    for unit in ("1", "3-5", "2,4-6,9"):
        assert unit_of(words_in(unit)) == unit
    assert words_in("2,4-6,9") == 0b100111010


def test_sentences_pair_by_id_by_number_or_by_words_and_others_are_told(tmp_path: Path) -> None:
    one, two, three = (
        ((form, "X", 0, "root"), ("ends", "X", 1, "dep")),
        (("b", "X", 0, "root"),),
        (("c", "X", 0, "root"),),
    )
    made = adjudication(tmp_path, conllu(one, two, three), conllu(three, one))  # type: ignore[arg-type]
    assert made.analyses.rows == [(0, 1), (2, 0)]
    assert made.analyses.skipped == {1: "not in b with the same words"}
    assert made.analyses.missing == {}


form = "a"


def test_why_sentences_of_the_first_file_are_not_compared(tmp_path: Path) -> None:
    made = adjudication(tmp_path, "(S (N a))\n(S (N b)))\n()\n", "(S (N a))\n(S (N b))\n(S (N c))\n", ending="mrg")
    assert made.analyses.rows == [(0, 0)]
    assert made.analyses.skipped == {
        1: "cannot be read: line 2, a bracket is closed that was not opened; expected a balanced tree on one line",
        2: "has no words",
    }


def test_decisions_are_kept_by_the_sentences_of_the_first_file_open(tmp_path: Path) -> None:
    first, second = (("a", "X", 0, "root"),), (("b", "X", 0, "root"), ("c", "X", 1, "dep"))
    other = (("b", "X", 0, "root"), ("c", "X", 1, "obj"))
    for name, text in (("x", conllu(first, second)), ("y", conllu(second)), ("z", conllu(other))):
        (tmp_path / f"{name}.conllu").write_text(text)
    x, y, z = (read_any(str(tmp_path / f"{name}.conllu")) for name in "xyz")
    made = analyses_of(("y", "z"), (y, z), x)
    assert [one.place.sentence for one in made.differences()] == [1]
    assert made.words_of(1) == ["b", "c"]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ((conllu(BANK_A), "(S (N a))\n"), "expected files of one kind"),
        ((conllu(BANK_A), conllu((("x", "X", 0, "root"),))), "expected analyses of the same sentences"),
        ((conllu(BANK_A),), "expected two or three"),
        ((conllu(BANK_A),) * 4, "4 analyses; expected two or three"),
        ((conllu(BANK_A), ""), "has no sentences with words"),
    ],
)
def test_files_that_cannot_be_decided_between(tmp_path: Path, texts: tuple[str, ...], expected: str) -> None:
    with pytest.raises(UsageError, match=expected):
        adjudication(tmp_path, *texts)


def test_a_file_twice_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.conllu").write_text(conllu(BANK_A))
    one = read_any(str(tmp_path / "a.conllu"))
    with pytest.raises(UsageError, match="is given 2 times"):
        analyses_of(("a", "b"), (one, one))
