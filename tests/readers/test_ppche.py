"""Penn parsed historical corpora: what is recognised, what goes, how labels are cut, what is said of damaged files."""

from __future__ import annotations

from pathlib import Path

import pytest

from treecompare.cli import run_command
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.errors import UsageError
from treecompare.readers import Treebank, parse, read_content
from treecompare.readers.ppche import split_word
from treecompare.trees.edge_labels import historical
from treecompare.trees.preparation import parameters

GOLD = (
    "( (IP-MAT (NP-SBJ (PRO I)) (VBP think) (CP-THT (C 0) (IP-SUB (NP-SBJ *pro*) (VBD came))) (. .))\n  (ID A,1.1))\n"
)
SYSTEM = "(IP-MAT (NP-SBJ (PRO I)) (VBP think) (CP-REL (IP-SUB (VBD came))) (. .))\n"


def read(text: str) -> Treebank:
    found = read_content(text.encode(), "a.psd")
    assert isinstance(found, Treebank)
    return found


def test_ids_code_and_empty_categories_are_no_words() -> None:
    bank = read("( (CODE <P_3>))\n\n" + GOLD)
    assert (bank.format, bank.ids, bank.words_of(0)) == ("ppche", ["A,1.1"], ["I", "think", "came", "."])
    assert bank.count == 1
    assert "2 brackets, 1 of them without a word and left out" in bank.warnings[0]


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("(ROOT (S (CODE x) (NP y)))", "brackets"),
        ("( (S (NP (ID x))))", "brackets"),
        ("(CODE x)", "brackets"),
        ("( (CODE x))", "ppche"),
        ("/*\nHEADER (\n*/\n( (S (N x)) (ID a))", "ppche"),
        ("( (S (N x)))\n" * 99 + "( (S (N x)) (ID a))", "ppche"),
        ("( (S (N x)))\n" * 100 + "( (S (N x)) (ID a))", "brackets"),
    ],
)
def test_a_corpus_is_recognised_by_what_stands_beside_its_trees(text: str, format: str) -> None:
    assert read(text).format == format


@pytest.mark.parametrize(
    ("leaf", "mark", "word", "lemma"),
    [
        ("sagði-segja", "-", "sagði", "segja"),
        ("---", "-", "-", "-"),
        ("mynda--mynd", "-", "mynda", "-mynd"),
        ("-", "-", "-", None),
        ("com#come_v", "#", "com", "come_v"),
        ("a#b#c", "#", "a#b", "c"),
        ("Oxford#NA", "#", "Oxford", None),
        ("well-known", "", "well-known", None),
    ],
)
def test_lemmas_stand_in_the_word(leaf: str, mark: str, word: str, lemma: str | None) -> None:
    assert split_word(leaf, mark) == (word, lemma)


def test_a_hyphen_is_a_hyphen_where_most_words_have_none() -> None:
    assert read("( (S (N a-b) (N c)) (ID x))").words_of(0) == ["a-b", "c"]
    assert read("( (S (N a-b) (N c-d) (N e)) (ID x))").words_of(0) == ["a", "c", "e"]


@pytest.mark.parametrize(
    ("label", "category", "with_functions"),
    [
        ("IP-SUB-SPE-1", "IP-SUB", "IP-SUB-SPE"),
        ("IP-MATRIX", "IP", "IP-MATRIX"),
        ("CP-QUE-MAT-PRN", "CP-QUE-MAT", "CP-QUE-MAT-PRN"),
        ("CP-QUE-SPE", "CP-QUE", "CP-QUE-SPE"),
        ("CP-REL-2", "CP-REL", "CP-REL"),
        ("IP-SUB=XXX", "IP-SUB", "IP-SUB"),
        ("CP-THT-PRN-NaN", "CP-THT", "CP-THT-PRN"),
        ("NP-SBJ-12", "NP", "NP-SBJ"),
        ("NP-TMP-TTT", "NP", "NP-TMP"),
        ("NP", "NP", "NP"),
        ("", "", ""),
    ],
)
def test_the_first_part_behind_ip_and_cp_is_category(label: str, category: str, with_functions: str) -> None:
    assert (historical(label), historical(label, True)) == (category, with_functions)


def test_a_wrong_clause_is_an_error() -> None:
    """One of three constituents of either side (IP-MAT, NP, CP, IP-SUB: four) has another category: dice 3/4."""
    comparison = ConstituentComparison(read(GOLD), [parse(SYSTEM)])
    for _ in comparison.run():
        pass
    assert comparison.table.scores(0, "e.roof.dice").tolist() == [0.75]
    assert comparison.preparation.parameters.name == "ppche"


def test_a_tree_that_does_not_close_is_told_and_keeps_its_place() -> None:
    bank = read(GOLD + "( (IP-MAT (NP-SBJ (PRO I)) (VBP think)\n\n" + GOLD.replace("1.1", "1.2") + GOLD)
    assert (bank.count, list(bank.problems)) == (4, [1])
    assert any("1 ID of several sentences (the first is A,1.1" in one for one in bank.warnings)


def test_missing_ids_are_told() -> None:
    assert any("1 sentence without an ID" in one for one in read(GOLD + "( (. .))\n").warnings)


def test_plain_brackets_are_no_historical_corpus(tmp_path: Path) -> None:
    path = tmp_path / "a.mrg"
    path.write_text("(S (N a))\n", "utf-8")
    assert run_command(["convert", str(path), str(tmp_path / "b.psd"), "--to", "ppche"]) == 2


def test_the_preparation_has_a_name() -> None:
    assert parameters("ppche").is_historical
    with pytest.raises(UsageError, match="ppche"):
        parameters("no such")


def test_headings_are_left_out_where_that_is_wanted() -> None:
    meta = "( (META (NP (N Chapter) (NUM two))) (ID A,1.2))\n"
    gold, system = (
        read(GOLD + meta + GOLD.replace("1.1", "1.3")),
        parse(SYSTEM + "(NP (N Chapter) (NUM two))\n" + SYSTEM),
    )
    counted = score(ConstituentComparison(gold, [system], Settings(meta="count"))).table
    left = score(ConstituentComparison(gold, [system], Settings(meta="ignore", max_length=2))).table
    table = score(ConstituentComparison(gold, [system], Settings(meta="ignore"))).table
    assert counted.asked().tolist() == [True, True, True] and table.asked().tolist() == [True, False, True]
    assert table.reason(0, 1) == "a heading or stage direction (META)"
    assert left.reason(0, 0) == "longer than 2 words after preparation" and not left.asked().any()
    assert "meta:ignore" in table.signature("e.whole.dice") and "meta" not in counted.signature("e.whole.dice")
