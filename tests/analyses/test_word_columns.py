"""Features, tags and lemmas of aligned words: each value counted, and the words behind every cell."""

from __future__ import annotations

from pathlib import Path

import pytest

from treecompare.analyses.catalogue import View, analysis
from treecompare.comparison.base import score
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.dependencies.items import feats, misc
from treecompare.comparison.settings import Settings
from treecompare.readers import read_dependencies
from treecompare.readers.conll import CONLLU, DependencyTreebank
from treecompare.scores.result import ResultTable

GOLD = """\
the the DET DT Definite=Def|PronType=Art _
dogs dog NOUN NNS Number=Plur SpaceAfter=No|Gloss=a,b
run run VERB VBP Number=Plur|Person=1,3|VerbForm=Fin _
! ! PUNCT . _ _"""
SYSTEM = """\
the the DET DT PronType=Art _
dogs dogs NOUN NN Number=Sing SpaceAfter=No|Gloss=a
run run VERB VBP Number=Plur|Person=1,2|Person=1|Odd _
! ! PUNCT . _ _"""


def treebank(name: str, sentence: str) -> DependencyTreebank:
    rows = [line.split(" ") for line in sentence.splitlines()]
    lines = [
        "\t".join([str(number), *row[:4], row[4], "0" if number == 1 else "1", "dep", "_", row[5]])
        for number, row in enumerate(rows, 1)
    ]
    return CONLLU.read("\n".join([*lines, "", ""]).encode(), name, name)


def compared(gold: str, system: str, **settings: str) -> DependencyComparison:
    return score(
        DependencyComparison(treebank("g", gold), [treebank("a", system)], Settings(params="none", **settings))
    )


def tables(comparison: DependencyComparison) -> dict[str, ResultTable]:
    return {one.title.removesuffix(", a"): one for one in analysis("columns").tables(comparison, View())}


def test_features() -> None:
    assert list(feats("Case=Acc,Nom|Foreign|Number[psor]=Sing")) == [
        ("Case", "Acc"), ("Case", "Nom"), ("Foreign", "+"), ("Number[psor]", "Sing"),
    ]  # fmt: skip
    assert list(misc("SpaceAfter=No|Gloss=a,b=c|x")) == [("SpaceAfter", "No"), ("Gloss", "a,b=c"), ("x", "+")]


def test_every_column() -> None:
    found = tables(compared(GOLD, SYSTEM))
    assert [row[:4] for row in found["Columns of words"].rows] == [
        ["UPOS", 4, 4, 4], ["XPOS", 4, 4, 3], ["LEMMA", 4, 4, 3], ["FEATS", 7, 6, 3], ["MISC", 2, 2, 1],
    ]  # fmt: skip
    assert found["Columns of words"].rows[3][4:] == [3 / 7, 3 / 6, 6 / 13]
    opened = found["Columns of words"].found(3, 4)
    assert opened is not None and sorted(opened.marks[0]) == [1, 2, 3]


def test_features_and_values() -> None:
    found = tables(compared(GOLD, SYSTEM))
    by_feature = {row[0]: row[1:] for row in found["FEATS by feature"].rows}
    assert by_feature == {
        "Number": [2, 2, 0.5, 0.5, 0.5], "Person": [2, 2, 0.5, 0.5, 0.5], "PronType": [1, 1, 1.0, 1.0, 1.0],
        "Definite": [1, 0, 0.0, None, 0.0], "VerbForm": [1, 0, 0.0, None, 0.0], "Odd": [0, 1, None, 0.0, 0.0],
    }  # fmt: skip
    by_value = {row[0]: row[1:] for row in found["FEATS by value"].rows}
    assert by_value["Number=Plur"] == [2, 1, 0.5, 1.0, pytest.approx(2 / 3)] and by_value["Number=Sing"] == [
        0,
        1,
        None,
        0.0,
        0.0,
    ]
    assert by_value["Odd=+"] == [0, 1, None, 0.0, 0.0]
    table = found["FEATS by value"]
    missed = table.found([row[0] for row in table.rows].index("Number=Plur"), 3)
    assert missed is not None and missed.marks == {0: {2: "Number=Plur"}} and missed.text == "FEATS Number=Plur missed"
    extra = table.found([row[0] for row in table.rows].index("Odd=+"), 4)
    assert extra is not None and extra.nodes == {0: [("test", 2)]}
    assert found["FEATS: values that differ"].rows == [
        ["other value", "Number=Plur", "Number=Sing", 1, 0.2], ["other value", "Person=3", "Person=2", 1, 0.2],
        ["missing", "Definite=Def", "–", 1, 0.2], ["missing", "VerbForm=Fin", "–", 1, 0.2], ["extra", "–", "Odd=+", 1, 0.2],
    ]  # fmt: skip


def test_of_lemmas_and_misc_only_what_is_wrong_somewhere() -> None:
    found = tables(compared(GOLD, SYSTEM))
    assert [row[0] for row in found["LEMMA by value"].rows] == ["dog", "dogs"]
    assert "3 values that are always right are left out" in found["LEMMA by value"].note
    assert [row[0] for row in found["MISC by feature"].rows] == ["Gloss", "SpaceAfter"]
    assert [row[0] for row in found["MISC by value"].rows] == ["Gloss=a,b", "Gloss=a"]
    opened = found["LEMMA by value"].found(0, 3)
    assert opened is not None and opened.marks == {0: {2: "dog"}}
    assert [row[0] for row in found["XPOS by value"].rows] == [".", "DT", "VBP", "NNS", "NN"]


def test_words_that_count() -> None:
    """Only those that are aligned; punctuation as the setting says; what a side lacks altogether has no details."""
    found = tables(compared(GOLD, SYSTEM, punctuation="ignore"))
    assert found["Columns of words"].rows[0][:4] == ["UPOS", 3, 3, 3]
    plain = "\n".join(f"{line.split(' ')[0]} _ {line.split(' ')[2]} _ _ _" for line in SYSTEM.splitlines())
    others = tables(compared(GOLD, plain))
    # a column that a file leaves blank is no result
    assert [row[:4] for row in others["Columns of words"].rows] == [["UPOS", 4, 4, 4], ["MISC", 2, 0, 0]]
    assert list(others) == ["Columns of words", "UPOS by value", "UPOS: values that differ"]
    joined = tables(compared(GOLD, SYSTEM.replace("dogs dogs", "dog dog"), words="exact"))
    assert joined["Columns of words"].rows[0][:4] == ["UPOS", 3, 3, 3]


def test_tags_of_real_files_are_those_of_the_measure(shared: Path) -> None:
    folder = shared / "data" / "hebrew-spmrl"
    gold, system = (read_dependencies(folder / f"dev.ud.{side}.conllu") for side in ("gold", "udpipe"))
    comparison = score(DependencyComparison(gold, [system], Settings(params="none")))
    rows = {str(row[0]): row[1:4] for row in analysis("columns").tables(comparison, View())[0].rows}
    words = int(comparison.table.part(0, "words").matched.sum())
    for name in ("upos", "xpos"):
        assert rows[name.upper()] == [words, words, int(comparison.table.part(0, name).matched.sum())]
