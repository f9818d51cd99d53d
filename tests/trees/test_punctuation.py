"""Punctuation of every tagset is left out under ``standard``, counted, and kept where that is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.analyses.conftest import compared
from treecompare.cli import run_command
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.readers import Treebank, parse, read, read_content
from treecompare.trees.edge_labels import TAGSETS, is_punctuation
from treecompare.trees.preparation import EVALB, STANDARD, WITH_PUNCTUATION, Parameters, prepare, terminals

SENTENCES = {
    "German": (
        "(S (PPER Er) ($, ,) (ADV so) ($-LRB- -) (VVFIN geht) ($. .))", "(S (PPER Er) (ADV so) (VVFIN geht))",
        "$, $. $-LRB-: 3 words",
    ),
    "German with functions": (
        "(S (NP-SB (PPER-NK Er)) (VVFIN-HD geht) ($.--- .))", "(S (NP (PPER-NK Er)) (VVFIN-HD geht))", "$.---: 1 word",
    ),
    "Dutch": ("(smain (verb kom) (punct ,) (adv nu) (punct !))", "(smain (verb kom) (adv nu))", "punct: 2 words"),
    "Dutch, CGN": ("(smain (WW kom) (LET .))", "(smain (WW kom))", "LET: 1 word"),
    "Dutch, Lassy": ("(smain (ww kom) (let ?))", "(smain (ww kom))", "let: 1 word"),
    "Hebrew": ("(S (NP (NN byt)) (yyCM yyCM) (VB hlk) (yyDOT yyDOT))", "(S (NP (NN byt)) (VB hlk))", "yyCM yyDOT: 2 words"),
    "Hebrew, SPMRL": ("(TOP (S (NN##gen=M## byt) (PUNC##_## .)))", "(S (NN##gen=M## byt))", "PUNC##_##: 1 word"),
    "French": (
        "(SENT (NP (DET le) (NC chat)) (PONCT ,) (VN (V dort)) (PONCT .))", "(SENT (NP (DET le) (NC chat)) (VN (V dort)))",
        "PONCT: 2 words",
    ),
    "Chinese": ("(IP (NP (PN 他)) (PU ，) (VP (VV 走)) (PU 。))", "(IP (NP (PN 他)) (VP (VV 走)))", "PU: 2 words"),
    "CGEL": (
        "(Clause (NP-Subj (N_pro-Head you)) (VP-Head (V-Head land)) (Punct .))",
        "(Clause (NP (N_pro-Head you)) (VP (V-Head land)))", "Punct: 1 word",
    ),
    "historical English": (
        "(IP-MAT (NP-SBJ (PRO he)) (, ,) (\" <Q>) (VBD wente) (' ') (. .))", "(IP (NP (PRO he)) (VBD wente))", ", . \" ': 4 words",
    ),
    "historical letters": ("(IP-MAT (NP-SBJ (PRO he)) (PUNC ,) (VBD wente))", "(IP (NP (PRO he)) (VBD wente))", "PUNC: 1 word"),
    "Universal Dependencies": ("(S (PRON he) (VERB went) (PUNCT .))", "(S (PRON he) (VERB went))", "PUNCT: 1 word"),
    "English": (
        "(S (`` ``) (PRP it) (-LRB- -LRB-) (RB so) (-RRB- -RRB-) (: --) (VBD fell) (, ,) ('' '') (. .))",
        "(S (PRP it) (-LRB- -LRB-) (RB so) (-RRB- -RRB-) (VBD fell))", ", . : `` '': 5 words",
    ),
}  # fmt: skip


def prepared(text: str, params: Parameters = STANDARD) -> str:
    return prepare(terminals(parse(text).trees, True), params)[0].brackets()


@pytest.mark.parametrize("language", SENTENCES)
def test_punctuation_goes_and_is_counted(language: str) -> None:
    text, without, said = SENTENCES[language]
    assert prepared(text) == without
    found = compared(text, text)
    assert found.left_out_punctuation == said
    assert f"Left out as punctuation: {said}." in found.prepared()


@pytest.mark.parametrize("language", SENTENCES)
def test_all_of_it_may_be_kept(language: str) -> None:
    text = SENTENCES[language][0]
    words = len(parse(text).trees[0].words)
    found = compared(text, text, params="standard-with-punctuation")
    assert found.pairs(0).gold.word_counts.tolist() == found.pairs(0).test.word_counts.tolist() == [words]
    assert found.left_out_punctuation == ""
    assert "params:standard-with-punctuation" in found.table.signature("e.roof.dice", "pooled")
    # all else is as under standard: functions, wrappers, traces
    assert prepared("(ROOT (S-X (NP-1 (PRP it)) (PRT (RP up)) (NP (-NONE- *)) (. .)))", WITH_PUNCTUATION) == (
        "(S (NP (PRP it)) (PRT (RP up)) (. .))"
    )


def test_only_standard_knows_other_tagsets() -> None:
    text = SENTENCES["German"][0]
    assert prepared(text, EVALB) == text
    assert compared(text, text, params="evalb").left_out_punctuation == ""
    for params in ("evalb", "standard"):
        english = SENTENCES["English"][0]
        assert compared(english, english, params=params).left_out_punctuation == ", . : `` '': 5 words"


def test_tags_of_words_are_none() -> None:
    """Neither other tags of these tagsets nor what merely begins or ends like punctuation."""
    words = (
        "NN VVFIN -LRB- -RRB- -NONE- $ # PRP$ PUS LETTER yield FW f P V NN-, 's HYPH SYM interpunction PUNCHED XF Z SP"
    )
    assert [tag for tag in words.split() if is_punctuation(tag)] == []
    for name, tags in TAGSETS.items():
        assert all(is_punctuation(tag.replace("*", "DOT") if tag == "yy*" else tag) for tag in tags.split()), name
    assert all(is_punctuation(tag) for tag in ("$,:--", "PUNCT-punct", "PONCT##s=w##", "LET()", "LET(x)", "$*LRB*"))


def test_the_gold_says_which_words_go_whatever_the_system_calls_them() -> None:
    found = compared("(S (PPER er) ($, ,) (VVFIN geht) ($. .))", "(S (PPER er) (NN ,) (VVFIN geht) (NN .))")
    assert [tree.brackets() for tree in found.pairs(0).test] == ["(S (PPER er) (VVFIN geht))"]
    assert found.table.number(0, 1) == 1
    # the words left out can be shown in the drawing
    assert [word for _, word in found.left_out(0, 0)] == [",", "."]


def test_words_without_tags_stay() -> None:
    found = compared("(S er , (VP geht))", "(S er , (VP geht))", preterminals="no")
    assert found.pairs(0).gold[0].words == ["er", ",", "geht"] and found.left_out_punctuation == ""


def test_tables_and_the_library_say_what_was_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "gold.mrg"
    path.write_text(SENTENCES["French"][0] + "\n", "utf-8")
    command = ["score", str(path), str(path), "--measures", "e.roof.dice"]
    assert run_command(command) == 0
    assert "Left out as punctuation: PONCT: 2 words." in capsys.readouterr().out
    assert run_command([*command, "--params", "standard-with-punctuation"]) == 0
    said = capsys.readouterr().out
    assert "punctuation:" not in said and "params:standard-with-punctuation|" in said


def test_cgelbanks_own_format_has_no_punctuation() -> None:
    text = '(Clause\n    :Head (VP\n        :Head (V :t "go" :p ".")))\n'
    found = read_content(text.encode(), "x")
    assert isinstance(found, Treebank) and found.format == "cgel"
    assert [tree.words for tree in found.trees] == [["go"]]


@pytest.mark.parametrize(
    ("params", "counts", "apart"),
    [
        ("none", (1013, 1975, 1994), (493, 200)),
        ("standard", (1217, 1975, 1994), (132, 95)),
        ("standard-with-punctuation", (1013, 1975, 1994), (493, 200)),
    ],
)
def test_german_parses(shared: Path, params: str, counts: tuple[int, ...], apart: tuple[int, int]) -> None:
    """Under ``standard`` commas that hang on nothing make no gaps. Brackets labelled ROOT that stand beside others count."""
    folder = shared / "data/german-tiger"
    gold, system = (read(str(folder / f"pcc316.{name}.export")) for name in ("gold", "discodop-pcc"))
    table = score(ConstituentComparison(gold, [system], Settings(params))).table
    found = table.part(0, "e.roof")
    assert (int(found.matched.sum()), int(found.gold.sum()), int(found.test.sum())) == counts
    discontinuous = table.part(0, "e.discontinuous").gold
    assert (int(discontinuous.sum()), int((discontinuous > 0).sum())) == apart


@pytest.mark.parametrize(
    ("folder", "system", "counts", "scored"),
    [
        ("craft", "bllip", (18961, 23824, 23730), 1500),
        ("craft", "berkeley-sm3", (19061, 23805, 23098), 1499),
        ("wsj-sample-1394", "berkeley-sm6", (20058, 24066, 24214), 1394),
        ("wsj-sample-1394", "bikel-collins2", (19710, 24066, 24150), 1394),
    ],
)
def test_english_parses_are_prepared_as_ever(
    shared: Path, folder: str, system: str, counts: tuple[int, ...], scored: int
) -> None:
    files = shared / "data" / folder
    for gold in ("gold.mrg", "gold.raw.mrg"):
        table = score(ConstituentComparison(read(str(files / gold)), [read(str(files / f"{system}.mrg"))])).table
        found = table.part(0, "e.roof")
        assert (int(found.matched.sum()), int(found.gold.sum()), int(found.test.sum())) == counts
        assert table.number(0, 1) == scored
