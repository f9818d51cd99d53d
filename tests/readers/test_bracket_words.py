"""Brackets as words and in labels that are not escaped: read by the words that are known, or as the one tree that there is."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.commands import as_json, treecompare
from treecompare.errors import ReadError
from treecompare.readers import Treebank, parse, read
from treecompare.readers.bracket_words import MOST_TOGETHER, Readings, of_text, of_words
from treecompare.readers.brackets import as_written, read_brackets
from treecompare.readers.treebank import warnings_of
from treecompare.readers.unescaped import NOT_ESCAPED, TOO_MANY
from treecompare.trees.writing import bracket_line


def said(text: str, known: str = "") -> str | None:
    """The tree, with square brackets."""
    if not (steps := Readings().of(text, known)):
        return None
    return "".join(f"[{one[1]}" if one[0] == "(" else f" {one[1]}" if one[0] == "word" else "]" for one in steps)


@pytest.mark.parametrize(
    ("text", "words", "tree"),
    [
        ("(S (-LRB- () (X a) (-RRB- )))", "-LRB- a -RRB-", "[S[-LRB- (][X a][-RRB- )]]"),
        ("(S (( () (X a) () )))", "-LRB- a -RRB-", "[S[( (][X a][) )]]"),
        (r"(S (-LRB- \() (X a) (-RRB- \)))", "( a )", r"[S[-LRB- \(][X a][-RRB- \)]]"),
        ("(S (X a) (PUNCT )))", "a )", "[S[X a][PUNCT )]]"),
        ("(S (X a) (. )))", "a )", "[S[X a][. )]]"),
        ("(S (X a) (-RRB- ]))", "a ]", "[S[X a][-RRB- ]]]"),
        ("(S (X a) (SYM :)))", "a :)", "[S[X a][SYM :)]]"),
        ("(S (X a) (SYM :())", "a :(", "[S[X a][SYM :(]]"),
        ("(S (X a) ($( () (X b) ($( )))", "a ( b )", "[S[X a][$( (][X b][$( )]]"),
        ("(S (NN p(x)) (V b))", "p(x) b", "[S[NN p(x)][V b]]"),
        ("( (S (-LRB- () (-LRB- () (X a) (-RRB- )) (-RRB- ))))", "( ( a ) )", "[[S[-LRB- (][-LRB- (][X a][-RRB- )][-RRB- )]]]"),
        ("(S\n  (-LRB-\n (\n)\n (X a)\n (-RRB- ))\n)", "( a )", "[S[-LRB- (][X a][-RRB- )]]"),
        ("(S(NP(NN x))(-LRB- ()(NN y))", "x ( y", "[S[NP[NN x]][-LRB- (][NN y]]"),
        (r"(S (NP Kim) (S\NP ((S\NP)/NP saw) (NP Lee)))", "Kim saw Lee", r"[S[NP Kim][S\NP[(S\NP)/NP saw][NP Lee]]]"),
    ],
)  # fmt: skip
def test_there_is_one_tree_with_such_words(text: str, words: str, tree: str) -> None:
    assert said(text, of_words(words.split())) == said(text, of_text(words)) == said(text) == tree
    assert said(text, of_words([*words.split(), "more"])) is None
    assert said(text, of_words(words.replace("a", "other").split())) is None or "a" not in words.split()


@pytest.mark.parametrize(
    ("text", "words", "tree"),
    [
        ("(S ( -LRB- ( ) (X a))", "( a", "[S[-LRB- (][X a]]"),
        ("(S (X a) ( --) (-RRB- )))", "a -- )", "[S[X a][ --][-RRB- )]]"),
        ("(NP Kim ( saw ) Lee)", "Kim ( saw ) Lee", "[NP Kim ( saw ) Lee]"),
        ("(S (X a)", "a", None),
        ("(S (X a)))", "a", None),
        ("(S (X dog)))", "dog)", "[S[X dog)]]"),
    ],
)
def test_known_words_decide_where_nothing_else_does(text: str, words: str, tree: str | None) -> None:
    assert said(text, of_words(words.split())) == tree
    assert said(text) is None


def test_no_text_takes_long() -> None:
    texts = [
        "((" * 9000,
        "(a " + "() " * 6000 + ")",
        "(x " + ")" * 19_000,
        "(S " + "(-LRB- () " * 900 + "(-RRB- )) " * 900 + ")",
    ]
    for text in texts:
        begun = time.process_time()
        assert not Readings().of(text, of_words(["("] * 5))
        assert time.process_time() - begun < 10
    found = parse(f"{texts[3][:-1]} (X a))\n(S (X a))\n")
    assert found.problems[0].reason == TOO_MANY and list(found.problems) == [0]


def test_the_sentences_of_a_file_have_a_limit_together() -> None:
    """What is known already costs nothing."""
    first, second = "(S (-LRB- () (X a) (-RRB- )))", "(S (-LRB- () (X b) (-RRB- )))"
    readings = Readings()
    assert readings.of(first, "")
    needed = MOST_TOGETHER - readings.left
    assert Readings(left=needed - 1).of(first, "") == ()
    readings = Readings(left=needed)
    assert readings.of(first, "") and readings.left == 0 and readings.of(first, "") and readings.of(second, "") == ()


def test_equal_sentences_are_read_alike_however_many_there_are() -> None:
    found = parse("(S (-LRB- () (X a) (-RRB- )))\n" * 12_000)
    assert not found.problems and set(found.trees.word_counts.tolist()) == {3}


def texts(treebank: Treebank) -> list[str]:
    return [tree.brackets() for tree in treebank.trees]


def test_a_file_says_what_it_read_otherwise_and_keeps_its_text() -> None:
    text = "(S (X a))\n(S (-LRB- () (X a) (-RRB- )))\n# no\n(S (X a) (Y p(x) q r)) \n(S (X a) (NP))\n(S (X a)\n"
    found = parse(text)
    assert [tree.words for tree in found.trees] == [["a"], ["(", "a", ")"], [], ["a"], []]
    assert found.problems[2].reason == NOT_ESCAPED and found.problems[4].reason.startswith("1 bracket is not closed")
    assert {place: one.is_certain for place, one in found.unescaped.items()} == {1: True, 2: True, 3: False, 4: False}
    assert found.warnings[1:] == [
        "brackets as words or in labels are not escaped in 1 sentence (line 2): read as the one tree with such words",
        "brackets as words or in labels are not escaped in 1 sentence (line 4): not read, unless by the words of another "
        "treebank; expected -LRB- and -RRB-",
        "1 bracket that holds no word is left out ((NP), in the tree of line 5)",
    ]
    literal = as_written(found)
    assert literal.trees[1].words == ["a", ""] and sorted(literal.problems) == [4]
    assert [len(tree.words) for tree in literal.trees] == [1, 2, 4, 1, 0]


def test_a_face_somewhere_is_no_sign_that_words_are_brackets() -> None:
    face, other = "(S (A a)) Sings :)\n", "(S (A b)) They sing\n"
    parse(face).check_read()
    with pytest.raises(ReadError, match="none of its 2 sentences can be read"):
        parse(face + other).check_read()


def test_the_text_in_a_comment_decides() -> None:
    text = "# text = Kim (sees) Lee\n(S (X Kim) ( sees ) (X Lee))\n# text = Kim :)\n(S (X Kim) (SYM :)))\n"
    assert [tree.words for tree in parse(text).trees] == [["Kim", "(", "sees", ")", "Lee"], ["Kim", ":)"]]
    assert parse(text).warnings[0].endswith("(the first is line 2): read by their # text")


def test_trees_whose_brackets_open_and_close_alike_stay_as_they_are() -> None:
    for text in (
        "( --)",
        "( (S (NP (DT the)) (NP )))",
        "(S (PRP ) (X) (N a ) )",
        "(S (NP (NN x)) (ADVP))",
        "(NP the (NN man))",
    ):
        found = parse(text)
        assert not found.problems and not [one for one in found.warnings if "hold" not in one]
        assert found.trees[0].brackets() == as_written(found).trees[0].brackets()


def test_a_backslash_before_a_bracket_makes_it_part_of_a_word() -> None:
    text = "(S (LS \\(a) (CD 7) (UH :\\)))\n(S (LS a\\)) (\\( \\() ([ [))\n((S\\NP)\\(S\\NP) well)\n"
    found = parse(text)
    assert [tree.words for tree in found.trees] == [["\\(a", "7", ":\\)"], ["a\\)", "\\(", "["], ["well"]]
    assert found.trees[1].brackets() == r"(S (LS a\)) (-LRB- \() (-LSB- [))" and not found.problems
    assert bracket_line(found.trees[1]) == "(S (LS a-RRB-) (-LRB- -LRB-) (-LSB- [))"
    literal = as_written(found)
    assert list(literal.problems) == [1] and literal.trees[0].brackets() == r"(S (LS \ (a) (CD 7) (UH :\)))"
    assert literal.warnings[-1].endswith("in 3 sentences (the first is line 1): every bracket is taken for one")


def test_faces_are_named_where_every_bracket_is_one() -> None:
    literal = as_written(parse("(S (X a))\n(S (X a) (UH :)))\n"))
    assert [*literal.problems] == [1] and literal.warnings[-1].endswith("(line 2): every bracket is taken for one")


def test_of_two_treebanks_of_one_name_the_path_is_said() -> None:
    one = replace(parse("(S (X a))\n"), warnings=["odd"])
    paths = replace(one, path="a/text"), replace(one, path="b/text"), replace(one, name="c")
    assert warnings_of(paths) == ["a/text: odd", "b/text: odd", "c: odd"]


def test_a_line_separator_behind_a_tree_is_a_blank() -> None:
    found = parse("(S (X a))\u2028\n(S (X \u2028))\u2029 (S (X b))\u2028")
    assert [tree.words for tree in found.trees] == [["a"], ["\u2028", "b"]] and not found.problems
    assert "'U+2028 x' stands outside" in parse("(S (X a)) \u2028x\n(S (X a))\n").problems[0].reason


def test_a_tag_that_is_a_bracket_is_its_escape() -> None:
    assert texts(parse("(S (( () (X a) () )))\n")) == ["(S (-LRB- () (X a) (-RRB- )))"]


@pytest.mark.parametrize("text", ["(S1 )", "(S1\t)", "(TOP (S ))", "( S1 )", "(S1 (NP (DT ) (NN )))"])
def test_a_tree_of_empty_words_is_no_parse(text: str) -> None:
    found = parse(f"{text}\n(S (NN ) (V b))\n")
    assert found.trees.word_counts.tolist() == [0, 2] and not found.problems
    literal = as_written(found)
    assert literal.trees.word_counts.tolist()[0] > 0 and literal.warnings == found.warnings == []


def test_words_in_brackets_beside_other_words_are_told() -> None:
    found = parse("(S (NP (DT the) (NN (dog))) (VP (V barks)))\n(S (N (a)) (V b))\n(S (NP (New) (York)) (V b))\n")
    assert [tree.words for tree in found.trees] == [["the", "barks"], ["b"], ["b"]]
    assert found.warnings == ["4 brackets that hold no word are left out (the first is (dog), in the tree of line 1)"]


def test_words_in_brackets_are_read_where_the_other_side_has_them(tmp_path: Path) -> None:
    found = scored(tmp_path, GOLD, GOLD.replace("We)", "(We))").replace("CH)", "(CH))"))
    assert (found["scored"], found["dice"]) == (1, 1)


def test_blanks_before_labels_are_none(tmp_path: Path) -> None:
    found = parse(GOLD.replace("(", "( "))
    assert found.trees[0].brackets() == parse(GOLD).trees[0].brackets()
    assert found.warnings == ["blanks between brackets and their labels are left out, as in ( NP"]


def test_lines_that_do_not_balance_are_still_trees_of_their_own() -> None:
    found = parse("(S (X a) (SYM :())\n(S (X b) (-RRB- )))\n(S (X a) (SYM :)))\n")
    assert [tree.words for tree in found.trees] == [["a", ":("], ["b", ")"], []]  # the last has a bracket too many


def test_a_tree_over_lines_that_a_word_closes_too_early_is_one_sentence() -> None:
    one = "(S\n  (X a)\n  (-RRB- ))\n  (Y (Z b)))\n"
    found = parse(one * 2 + "(S\n  (X c)\n  (-LRB- ()\n  (Y d))\n" + one)
    assert [tree.words for tree in found.trees] == [["a", ")", "b"]] * 2 + [["c", "(", "d"]] + [["a", ")", "b"]]


GOLD = "(ROOT (S (NP (PRP We)) (VP (VBP live) (PRN (-LRB- -LRB-) (NP (NNP CH)) (-RRB- -RRB-))) (. .)))\n"
LITERAL = "(ROOT (S (NP (PRP We)) (VP (VBP live) (PRN (-LRB- () (NP (NNP CH)) (-RRB- )))) (. .)))\n"
ODD = "(ROOT (S (NP (PRP We)) (VP (VBP live) (PRN (-LRB- () (NP (NNP CH) CH) (-RRB- )))) (. .)))\n"


def scored(tmp_path: Path, gold: str, system: str, *options: str) -> dict[str, object]:
    for name, text in (("gold", gold), ("system", system)):
        (tmp_path / f"{name}.mrg").write_text(text, "utf-8")
    paths = [str(tmp_path / f"{name}.mrg") for name in ("gold", "system")]
    one = as_json("score", *paths, "--measures", "e.whole.dice", *options)["systems"][0]
    return {**one, "dice": one["scores"]["e.whole.dice"]["pooled"]}


def test_the_words_of_the_other_side_decide(tmp_path: Path) -> None:
    for gold, system in ((GOLD, LITERAL), (LITERAL, GOLD), (LITERAL, LITERAL), (GOLD * 2, GOLD + LITERAL)):
        found = scored(tmp_path, gold, system)
        assert (found["dice"], found["aligned"], found["skipped"]) == (1, 0, 0)
    assert scored(tmp_path, "(S (X a) (SYM :-RRB-))\n", "(S (X a) (SYM :)))\n")["dice"] == 1
    words = "(S (NP a ( b ) c) (VP d))\n"
    assert scored(tmp_path, words.replace("( b )", "-LRB- b -RRB-"), words)["dice"] == 1


def test_what_gives_no_words_of_the_other_side_is_not_scored(tmp_path: Path) -> None:
    found = scored(tmp_path, GOLD * 2, GOLD + LITERAL.replace("CH", "DE"))
    assert (found["scored"], found["skipped"]) == (1, 1)
    done = treecompare("score", str(tmp_path / "gold.mrg"), str(tmp_path / "system.mrg"))
    assert "system: brackets as words are not escaped in 1 sentence (number 2): not scored" in done.stderr


def test_under_evalb_every_bracket_is_one(tmp_path: Path) -> None:
    found = scored(tmp_path, GOLD, LITERAL, "--params", "evalb")
    assert (found["scored"], found["partial"]) == (0, 1)  # evalb: length unmatch
    done = treecompare("score", str(tmp_path / "gold.mrg"), str(tmp_path / "system.mrg"), "--params", "evalb")
    assert "not escaped in 1 sentence (line 1): every bracket is taken for one" in done.stderr


def test_files_of_people_who_escape_are_read_as_ever(shared: Path) -> None:
    for name in ("wsj-sample/bikel-collins2.mrg", "wsj-sample/gold.raw.mrg", "craft/stanford-pcfg.mrg"):
        found = read(shared / "data" / name)
        literal = read_brackets((shared / "data" / name).read_bytes(), "", "")
        assert (found.warnings, found.problems) == ([], {})
        assert np.array_equal(found.trees.sizes, literal.trees.sizes) and found.has_words_of(literal)
