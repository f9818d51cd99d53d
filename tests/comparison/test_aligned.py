"""Words and sentences that differ: atoms, rows, what is deleted, and what is set aside."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import nltk
import numpy as np
import pytest

from tests.conftest import stride
from tests.measures.test_properties import random_file
from treecompare.analyses.exports import scores_object
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.explain import explain_sentence, explain_system
from treecompare.comparison.settings import Settings
from treecompare.drawing.sentence import DEFAULT
from treecompare.errors import UsageError
from treecompare.mappings import edits
from treecompare.measures import measure
from treecompare.readers import parse
from treecompare.scores.table import PARTIAL, SCORED, SKIPPED


def compared(gold: str, *systems: str, **settings: object) -> ConstituentComparison:
    """Scored; the files are given as text."""
    return score(ConstituentComparison(parse(gold), [parse(text) for text in systems], Settings(**settings)))  # type: ignore[arg-type]


def counts(comparison: ConstituentComparison, part: str = "e.roof", system: int = 0) -> tuple[int, int, int]:
    """Matched, gold and test nodes over all rows."""
    found = comparison.table.part(system, part)
    return int(found.matched.sum()), int(found.gold.sum()), int(found.test.sum())


def test_the_worked_example() -> None:
    """``ca n't`` beside ``can't``: NP over ca is no node over can't, VP over both is one."""
    comparison = compared(
        "(S (NP (PRP we)) (VP (NP (MD ca)) (RB n't) (VB go)))", "(S (NP (PRP we)) (VP (NP (MD can't)) (VB go)))"
    )
    assert counts(comparison) == (3, 4, 4)
    assert comparison.pairs(0).gold[0].words == comparison.pairs(0).test[0].words == ["we", "ca", "n't", "go"]
    assert comparison.table.aligned.tolist() == [[True]]
    assert comparison.table.statuses.tolist() == [[SCORED]]


JOINED_AND_SPLIT = (
    "(S (NP (NN ca) (NN n't)) (VP (VB go)))\n(S (NP (NN cat)) (VP (VB sits) (RB down)))\n(S (NP (NN dogs)) (VP (VB bark)))",
    "(X (S (NP (NN can't)) (VP (VB go))) (S (NP (NN cat)) (VP (VB sits) (RB down))))\n(S (NP (NN dogs)) (VP (VB bark)))",
)


@pytest.mark.parametrize("missing", ["skip", "zero"])
def test_an_empty_line_is_a_missing_one_in_rows_of_several_sentences(missing: str) -> None:
    parses = "(S (NP (NN cat)) (VP (VB sitsdown)))\n(S (NP (NN dogs)) (VP (VB bark)))"
    absent, empty = (compared(*JOINED_AND_SPLIT, text, missing=missing) for text in (parses, f"()\n{parses}"))
    for part in ("e.roof", "e.whole", "tags", "t.whole", "la"):
        assert counts(absent, part, 1) == counts(empty, part, 1)
    assert counts(empty, system=1) == ((6, 9, 6) if missing == "zero" else (6, 6, 6))
    assert empty.table.columns["without_width"].tolist() == [[0, 0], [0, 0]]
    for mapping in (absent.mapping(1, 0), empty.mapping(1, 0)):
        assert mapping is not None
        bare = ["ca", "n't", "go"] if missing == "zero" else []
        assert mapping.gold.words == [*bare, "cat", "sits", "down"]
        assert mapping.test.words == [*bare, "cat", "sits‿", "‿down"]


def test_what_is_left_out_is_not_aligned() -> None:
    """Neither in the list nor in what is exported: the signature of the rest says nothing of it."""
    gold = "(S (NP (MD ca) (RB n't)) (VP (VB go) (RB away)))\n(S (NP (NN a)) (VP (VB b)))"
    test = "(S (NP (MD can't)) (VP (VB go) (RB away)))\n(S (NP (NN a)) (VP (VB b)))"
    comparison = compared(gold, test, max_length=3)
    table = comparison.table
    assert [table.status_name(0, row) for row in range(2)] == ["skipped", "scored"]
    assert scores_object(comparison, [measure("e.roof.dice")])["systems"][0]["aligned"] == 0
    assert "|aligned|" not in table.signature("e.roof.dice")
    everything = compared(gold, test)
    assert scores_object(everything, [measure("e.roof.dice")])["systems"][0]["aligned"] == 1
    assert "|aligned|" in everything.table.signature("e.roof.dice")


@pytest.mark.parametrize("differing", ["align", "skip"])
def test_asking_why_there_is_no_mapping_changes_no_figure(differing: str) -> None:
    gold = "(S (NP (NN a) (NN b)) (VP (VB c) (NN d)))\n(S (NP (NN k) (NN l)) (VP (VB m) (NN n)))\n(S (NP (NN e)) (VP (VB f)))"
    test = "(S (NP (NN a)) (VP (VB c) (NN d)))\n()\n(S (NP (NN e)) (VP (VB f)))"
    comparison = compared(gold, test, missing="zero", differing=differing)
    table = comparison.table
    before = table.summary(0, "t.whole.dice", "pooled"), table.columns["without_width"].tolist()
    with pytest.raises(UsageError, match=r"sentence 2 has no T-mapping: no parse$"):
        comparison.checked_mapping(0, 1, DEFAULT)
    assert (table.summary(0, "t.whole.dice", "pooled"), table.columns["without_width"].tolist()) == before


def test_the_same_words_in_other_clothes_are_equal() -> None:
    comparison = compared("(S (NP (-LRB- -LSB-) (NN A\\/B)) (VP (VB Go)))", "(S (NP (-LRB- [) (NN a/b)) (VP (VB go)))")
    assert counts(comparison) == (3, 3, 3)
    assert not comparison.table.aligned.any()
    assert comparison.pairs(0).test[0].words == ["-LSB-", "A\\/B", "Go"]


def test_the_gold_decides_what_is_deleted() -> None:
    gold = "(S (NP (NN a)) (VP (VB b)) (. .))"
    other_tag = "(S (NP (NN a)) (VP (VB b) (NN .)))"
    kept = "(S (NP (NN a)) (VP (. b)) (. .))"
    assert counts(compared(gold, other_tag)) == (3, 3, 3)
    assert counts(compared(gold, kept)) == (3, 3, 3)
    # evalb deletes by the system's own tags, and has other words then
    assert (
        compared(gold, kept, params="evalb").table.reason(0, 0).startswith("the words differ: gold has 2, system has 1")
    )
    assert counts(compared(gold, kept, params="evalb", differing="align")) == (2, 3, 2)


def test_a_constituent_over_deleted_words_only_goes() -> None:
    assert counts(compared("(S (NN a) (. .))", "(S (NN a) (X (NN .)))")) == (1, 1, 1)


def test_lost_and_invented_words_have_no_width() -> None:
    gold = "(S (NP (DT the) (NN cat)) (VP (VB sleeps) (ADVP (RB well))))"
    lost = "(S (NP (DT the) (NN cat)) (VP (VB sleeps)))"
    comparison = compared(gold, lost)
    table = comparison.table
    assert counts(comparison) == (3, 4, 3)
    assert comparison.pairs(0).gold[0].words[-1] == "well#-"
    assert table.part(0, "t.whole").deleted.tolist() == [3]  # ADVP, RB and the word
    assert table.scores(0, "complete").tolist() == [0.0]
    assert table.part(0, "la").words.tolist() == [4]
    found = comparison.word_scores(0, 0)
    assert found is not None
    assert [round(word.score, 3) for word in found] == [1, 1, 1, 0]
    assert table.part(0, "la").score[0] == pytest.approx(sum(word.score for word in found))
    assert explain_sentence(comparison, 0, 0, "complete").undefined.startswith("1 word has no counterpart,")
    back = compared(lost, gold)
    assert counts(back) == (3, 3, 4)
    assert back.table.part(0, "la").words.tolist() == [3]  # an invention is ignored, precision shows it
    assert back.pairs(0).test[0].words[-1] == "well#+"
    assert back.table.part(0, "t.whole").inserted.tolist() == [3]


def test_equal_words_without_width_are_not_equal() -> None:
    """The same form lost here and invented there is deleted and inserted or swapped, never matched."""
    comparison = compared("(S (A xx) (B yy) (C zz))", "(S (B yy) (C zz) (A xx))")
    assert comparison.table.part(0, "t.whole").matched.tolist()[0] < 7
    mapping = comparison.mapping(0, 0, "E")
    assert mapping is not None and mapping.gold_alone and mapping.test_alone
    matched = {(mapping.gold.texts[g], mapping.test.texts[t]) for g, t in mapping.pairs}
    assert ("xx#-", "xx#+") not in matched
    assert mapping.counts["matched"] == int(comparison.table.part(0, "e.whole").matched[0])


def test_the_score_of_a_word_that_is_cut_is_the_mean_of_its_atoms() -> None:
    comparison = compared("(S (NP (NN ab)) (VP (VB c)))", "(S (NP (NN a)) (VP (X (NN b)) (VB c)))")
    found = comparison.word_scores(0, 0)
    assert found is not None
    assert [(word.word, word.weight) for word in found] == [("a‿", 0.5), ("‿b", 0.5), ("c", 1.0)]
    part = comparison.table.part(0, "la")
    assert part.words.tolist() == [2]
    assert part.score[0] == pytest.approx(sum(word.score * word.weight for word in found))
    assert comparison.table.lengths.tolist() == [2]


TWO = "(S (NP (NN a1)) (VP (VB b1)))\n(S (NP (NN c1)) (VP (VB d1)))\n(S (NP (NN e1)) (VP (VB f1)))"
JOINED = "(S (NP (NN a1)) (VP (VB b1)))\n(S (S (NP (NN c1)) (VP (VB d1))) (S (NP (NN e1)) (VP (VB f1))))"
GOOD = "(S (NP (NN a1)) (VP (VB b1)))\n(S (NP (NN c1)) (VP (VB d1)))\n(S (NP (NN e1)) (NP (VB f1)))"


def test_rows_are_the_smallest_groups_that_no_system_cuts() -> None:
    comparison = compared(TWO, JOINED, GOOD)
    assert comparison.ids == ["1", "2+3"]
    assert comparison.rows.tolist() == [0, 1, 3]
    assert comparison.texts() == ["a1 b1", "c1 d1 e1 f1"]
    assert comparison.table.aligned.tolist() == [[False, True], [False, False]]
    assert counts(comparison, system=0) == (9, 9, 10)
    assert counts(comparison, system=1) == (8, 9, 9)
    assert comparison.table.columns["units"].tolist() == [[1, 1], [1, 2]]


def test_pooled_figures_do_not_depend_on_the_other_systems() -> None:
    alone, beside = compared(TWO, GOOD), compared(TWO, JOINED, GOOD)
    for key in (
        "e.whole.dice",
        "t.whole.dice",
        "t.whole.jaccard",
        "t.roof.dice.unlabelled",
        "la",
        "tagging",
        "crossing",
    ):
        assert alone.table.summary(0, key, "pooled") == pytest.approx(beside.table.summary(1, key, "pooled"), abs=1e-12)
    mapping = beside.mapping(1, 1)
    assert mapping is not None
    assert mapping.cost == alone.table.part(0, "t.whole").cost.sum() == 1


def test_a_missing_parse_in_a_row_of_several() -> None:
    lacking = "(S (NP (NN a1)) (VP (VB b1)))\n(())\n(S (NP (NN e1)) (VP (VB f1)))"
    skipped = compared(TWO, JOINED, lacking)
    assert counts(skipped, system=1) == (6, 6, 6)
    assert skipped.table.statuses.tolist()[1] == [SCORED, SCORED]
    zero = compared(TWO, JOINED, lacking, missing="zero")
    assert counts(zero, system=1) == (6, 9, 6)
    assert zero.table.part(1, "t.whole").cost.tolist() == [0, 5]  # what stood over the two words is deleted
    assert zero.table.part(1, "la").score[1] == pytest.approx(2.0)


def test_what_stands_in_place_of_a_sentence_is_told() -> None:
    lacking = "(S (NP (NN a1)) (VP (VB b1)))\n(())\n(S (NP (NN e1)) (VP (VB f1)))"
    assert compared(TWO, lacking).table.reason(0, 1) == "no parse"
    broken = "(S (NP (NN a1)) (VP (VB b1)))\n(S (NP (NN c1)\n(S (NP (NN e2)) (VP (VB f1)))"
    assert compared(TWO, broken).table.reason(0, 1).startswith("the parse cannot be read: line 2")
    shorter = "(S (NP (NN a1)) (VP (VB b1)))\n(S (NP (NN e1)) (VP (VB f1)))"
    comparison = compared(TWO, shorter)
    assert comparison.table.statuses.tolist() == [[SCORED, SKIPPED, SCORED]]
    assert comparison.table.reason(0, 1) == "the system has no such sentence"
    longer = compared(shorter, TWO)
    assert longer.sentences == 2
    assert longer.warnings == ["text: 1 sentence that the gold does not have"]


def test_another_text_is_not_scored() -> None:
    other = "(S (X (Y Der)) (Z (V schläft)))\n(S (X (Y Die)) (Z (V springt)))\n(S (X (Y Eine)) (Z (V trinkt)))"
    gold = TWO.replace("1", "") + "\n(S (NP (NN qqqq) (NN pppp)))"
    comparison = compared(gold, gold, other)
    assert comparison.table.statuses[1].tolist() == [SKIPPED] * 4
    assert comparison.table.reason(1, 0).startswith("another text: ")
    assert comparison.table.statuses[0].tolist() == [SCORED] * 4
    assert any(warning.startswith("text is another text and is not scored") for warning in comparison.warnings)


def test_letters_that_are_the_same_by_chance_make_no_text() -> None:
    said, other = (
        "(S (NP (D a) (N theory)) (VP (V says) (NP (D the) (N contrary))))",
        "(S (NP (D the) (N dog)) (VP (V chases) (NP (D the) (N cat))))",
    )
    for gold, system in ((said, other), (other, said), (" ".join([said] * 3), other)):
        found = compared(gold, system)
        assert found.table.statuses.tolist() == [[SKIPPED]] and found.other_texts() == [0]
    # what the system lacks, words that are cut or joined otherwise, and marks between letters leave it the same text
    vowels = "(S (V \u0643\u064e\u062a\u064e\u0628\u064e) (N \u0648\u064e\u0644\u064e\u062f\u064c))"
    for gold, system in (
        (said, "(S (NP (D a) (N theory)))"), (said, "(S (D ath) (N eor) (V ysa) (N ysthecontrary))"),
        (re.sub("[\u064b-\u0652]", "", vowels), vowels),
    ):  # fmt: skip
        assert compared(gold, system).table.statuses.tolist() == [[SCORED]], system


def test_half_of_the_characters_are_the_same_text() -> None:
    assert compared("(S (A xx) (B yy))", "(S (A xx) (B zz))").other_texts() == []
    assert compared("(S (A xx) (B yy))", "(S (A xx) (B zz))").table.statuses.tolist() == [[SCORED]]
    assert compared("(S (A xx) (B yy))", "(S (A xx) (B zzz))").other_texts() == [0]
    # what a system lacks makes it no other text
    assert compared("(S (A xx) (B yy))\n(S (A uu) (B vv))\n(S (A ss) (B tt))", "(S (A xx) (B yy))").other_texts() == []


def test_words_that_only_the_system_has_go_by_their_own_tags() -> None:
    comparison = compared("(S (A xx) (B yy))", "(S (A xx) (B yy) (. ;) (C !))")
    assert comparison.pairs(0).test[0].words == ["xx", "yy", "!#+"]


def test_crossing_brackets_are_counted_per_part_of_a_row() -> None:
    crossed = GOOD.replace("(S (NP (NN c1)) (VP (VB d1)))", "(S (X (NN c0) (NN c1)) (VB d1))")
    gold = TWO.replace("(S (NP (NN c1)) (VP (VB d1)))", "(S (NN c0) (X (NN c1) (VB d1)))")
    joined = JOINED.replace("(S (NP (NN c1)) (VP (VB d1)))", "(S (NN c0) (X (NN c1) (VB d1)))")
    alone, beside = compared(gold, crossed), compared(gold, joined, crossed)
    assert alone.table.summary(0, "crossing", "pooled") == beside.table.summary(1, "crossing", "pooled") == 1 / 3
    assert beside.table.scores(1, "crossing").tolist() == [0.0, 0.5]
    of_all = explain_system(beside, 1, "crossing", "pooled")
    assert of_all.fraction == "1 / 3" and of_all.words.startswith("3 sentences added up")
    assert "2 parts of this row" in explain_sentence(beside, 1, 1, "crossing").undefined


def test_a_unit_that_is_too_large_leaves_its_row_without_tree_distance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edits, "LIMIT", 40)  # the first sentence of the row is small, the second is not
    large = "(S (NP (NN e1)) (VP (VB f1) (XP (NN g1)) (YP (NN h1))))"
    gold = TWO.rsplit("\n", 1)[0] + "\n" + large
    joined = JOINED.replace("(S (NP (NN e1)) (VP (VB f1)))", large)
    comparison = compared(gold, joined, gold.replace("YP", "ZP"))
    assert comparison.table.columns["t.whole"][1, :, 0].tolist() == [7, -1]
    assert comparison.table.statuses[1].tolist() == [SCORED, PARTIAL]


def test_empty_lines_stand_for_sentences_only_where_they_are_as_many() -> None:
    lacking = "(S (NP (NN a1)) (VP (VB b1)))\n(())\n(())\n(S (NP (NN e1)) (VP (VB f1)))"
    assert compared(TWO, lacking).table.reason(0, 1) == "the system has no such sentence"


@pytest.mark.parametrize(
    ("lines", "reason"),
    [(1, "the system has no such sentence"), (2, "no parse"), (3, "the system has no such sentence")],
)
def test_as_many_empty_lines_as_sentences_stand_for_them(lines: int, reason: str) -> None:
    gold = "(S (X aa) (X bb))\n(S (X cc))\n(S (X dd))\n(S (X ee) (X ff))\n(S (X gg))"
    empty = "(())\n" * lines
    comparison = compared(gold, f"(S (X aa) (X bb))\n{empty}(S (X ee) (X ff))\n(S (X gh))")
    assert [comparison.table.reason(0, row) for row in range(5)] == ["", reason, reason, "", ""]
    assert [len(comparison.sentences_of(0, row)[1]) for row in (1, 2)] == [int(lines == 2)] * 2


def test_another_order_is_told_where_lines_are_compared() -> None:
    gold = "".join(f"(S (X {word}) (Y b))\n" for word in ("p", "q", "r", "s"))
    swapped = "".join(f"(S (X {word}) (Y b))\n" for word in ("p", "r", "q", "s"))
    comparison = compared(gold, swapped, params="evalb")
    (told,) = comparison.warnings
    assert told.startswith("1 sentence stands elsewhere in ") and told.endswith(
        ": the order differs, and under 'evalb' files are compared line by line"
    )
    assert comparison.table.statuses.tolist() == [[SCORED, PARTIAL, PARTIAL, SCORED]]
    aligned = compared(gold, swapped)
    assert told.startswith(aligned.warnings[0]) and aligned.table.statuses.tolist() == [[SCORED] * 4]
    assert not compared(gold, swapped.replace("q", "x"), params="evalb").warnings


def test_a_sentence_beside_an_empty_one_is_told() -> None:
    gold, system = "(())\n(S (X bb))\n(S (X cc))", "(S (X a))\n(S (X bb))\n(())"
    in_order = compared(gold, system)
    pairing = in_order.sentence_pairing(0)
    assert pairing.units.tolist() == [[row, row + 1, row, row + 1] for row in range(3)]
    assert pairing.edits.tolist() == [1, 0, 2] and pairing.is_plain.tolist() == [False, True, False]
    assert in_order.table.reasons(0) == {"the gold tree has no words": 1, "no parse": 1}
    # the same where something else has to be aligned
    aligned = compared(f"{gold}\n(S (X d))", f"{system}\n(S (X e))").sentence_pairing(0)
    assert aligned.units[:3].tolist() == pairing.units.tolist() and aligned.edits[:3].tolist() == [1, 0, 2]


def test_hardly_less_than_half_is_not_told_as_half() -> None:
    comparison = compared(f"(S (X {'a' * 99}))", f"(S (X {'a' * 99}) (Y {'+' * 101}))")
    assert comparison.table.reason(0, 0) == "another text: 49 % of its characters are the gold's"
    assert "49 % of its characters are the gold's; expected 50 % at least" in comparison.warnings[0]


def test_longest_sentence_of_a_row_decides() -> None:
    longer = TWO.replace("(VB f1)", "(VB f1) (VB g1)")
    joined = JOINED.replace("(VB f1)", "(VB f1) (VB g1)")
    assert compared(longer, joined, max_length=3).table.statuses.tolist() == [[SCORED, SCORED]]
    assert compared(longer, joined, max_length=2).table.statuses.tolist() == [[SCORED, SKIPPED]]


@pytest.mark.parametrize("key", ["auto", "align", "skip"])
def test_whether_words_are_aligned(key: str) -> None:
    assert Settings(differing=key).aligns is (key != "skip")
    assert Settings("none", differing=key).aligns is (key != "skip")
    assert Settings("evalb", differing=key).aligns is (key == "align")
    assert Settings("new.prm", differing=key).aligns is (key == "align")


def test_the_signature_says_what_is_not_usual() -> None:
    text = "(S (N a))"
    assert "differing" not in compared(text, text).table.signature("la")
    assert "|differing:skip|" in compared(text, text, differing="skip").table.signature("la")
    assert "|differing:align|" in compared(text, text, params="evalb", differing="align").table.signature("la")


# -- what holds whatever is changed ------------------------------------------------------------------------------------------


def real_sentences(shared: Path, names: tuple[str, str], most: int) -> tuple[list[str], list[str]]:
    """Pairs of trees, one line each, that both are parses."""
    files = [(shared / "data" / name).read_text("utf-8").splitlines() for name in names]
    pairs = [pair for pair in zip(*files, strict=True) if all(line.count(" ") > 4 for line in pair)][:most]
    return [gold for gold, _ in pairs], [test for _, test in pairs]


def is_plain(tag: object) -> bool:
    """Whether it is a tag over a word of letters and digits."""
    return isinstance(tag, nltk.Tree) and tag.height() == 2 and tag[0].isalnum()


def words_cut(rng: random.Random, tree: nltk.Tree) -> None:
    """Cuts some words into sister tags with the same label."""
    for parent in list(tree.subtrees(lambda one: one.height() > 2)):
        for place in reversed(range(len(parent))):
            tag = parent[place]
            if is_plain(tag) and len(tag[0]) > 1 and rng.random() < 0.2:
                cut = rng.randrange(1, len(tag[0]))
                parent[place : place + 1] = [nltk.Tree(tag.label(), [part]) for part in (tag[0][:cut], tag[0][cut:])]


def words_joined(rng: random.Random, tree: nltk.Tree) -> None:
    """Joins some neighbouring sister words that are both kept."""
    for parent in list(tree.subtrees(lambda one: one.height() > 2)):
        for place in reversed(range(len(parent) - 1)):
            tags = parent[place : place + 2]
            if rng.random() < 0.2 and all(is_plain(tag) and tag.label().isalpha() for tag in tags):
                parent[place : place + 2] = [nltk.Tree(tags[0].label(), [tags[0][0] + tags[1][0]])]


ESCAPES = {"(": "-LRB-", ")": "-RRB-", "``": '"', "''": '"', "-LRB-": "LRB", "'s": "’s", "...": "…"}


def escapes_changed(rng: random.Random, tree: nltk.Tree) -> None:
    """Writes words in other clothes."""
    for tag in tree.subtrees(lambda one: one.height() == 2):
        if tag[0] in ESCAPES:
            tag[0] = ESCAPES[tag[0]]
        elif rng.random() < 0.1:
            tag[0] = tag[0].upper() if tag[0].isascii() else tag[0]


def changed(seed: int, lines: list[str], change: Callable[[random.Random, nltk.Tree], None]) -> list[str]:
    """The trees with the change."""
    rng, found = random.Random(seed), []
    for line in lines:
        tree = nltk.Tree.fromstring(line, remove_empty_top_bracketing=False)
        change(rng, tree)
        found.append(" ".join(str(tree).split()))
    return found


FILES = (
    ("wsj-sample-1394/gold.mrg", "wsj-sample-1394/bllip.mrg"),
    ("craft/gold.mrg", "craft/berkeley-sm3.mrg"),
    ("gum/test.const-auto.mrg", "gum/test.const-auto.mrg"),
)


@pytest.mark.parametrize("files", FILES, ids=["wsj", "craft", "gum"])
@pytest.mark.parametrize("change", [words_cut, words_joined, escapes_changed])
def test_changes_of_words_leave_brackets_as_they_are(
    shared: Path, files: tuple[str, str], change: Callable[[random.Random, nltk.Tree], None]
) -> None:
    """Over equal characters, E of the roof does not see how words are cut, joined or escaped, on either side."""
    gold, test = real_sentences(shared, files, 600 // stride(12))
    before = compared("\n".join(gold), "\n".join(test))
    for which in (0, 1):
        sides = [gold, test]
        sides[which] = changed(which + 7, sides[which], change)
        assert sides[which] != [gold, test][which]
        after = compared(*("\n".join(side) for side in sides))
        assert counts(after) == counts(before)
        assert counts(after, "e.roof.unlabelled") == counts(before, "e.roof.unlabelled")
        assert after.table.part(0, "e.roof").crossing.sum() == before.table.part(0, "e.roof").crossing.sum()
        lost = np.abs(after.table.scores(0, "la") - before.table.scores(0, "la"))
        assert np.nanmax(lost) <= (0.15 if change is not escapes_changed else 0)


@pytest.mark.parametrize("files", FILES, ids=["wsj", "craft", "gum"])
def test_sentence_breaks_leave_brackets_as_they_are(shared: Path, files: tuple[str, str]) -> None:
    """Sentences that are joined as forests on one line, or split where they are forests."""
    gold, test = real_sentences(shared, files, 600 // stride(8))
    before = compared("\n".join(gold), "\n".join(test))
    rng = random.Random(3)
    for which in (0, 1):
        sides = [gold, test]
        joined = [sides[which][0]]
        for line in sides[which][1:]:
            if rng.random() < 0.3:
                joined[-1] += " " + line
            else:
                joined.append(line)
        sides[which] = joined
        after = compared(*("\n".join(side) for side in sides))
        assert after.table.aligned.any()
        assert counts(after) == counts(before)
        assert after.table.part(0, "e.roof").crossing.sum() == before.table.part(0, "e.roof").crossing.sum()
        assert after.sentences <= len(joined)


def test_repairing_a_bracket_raises_the_score() -> None:
    """Labels are set right one by one, among words that are cut otherwise."""
    gold, _ = random_file(seed=11, sentences=30)
    trees = [nltk.Tree.fromstring(line) for line in changed(5, gold.splitlines(), words_cut)]
    constituents = [node for tree in trees for node in tree.subtrees(lambda one: one.height() > 2)]
    wrong = random.Random(2).sample(constituents, 25)
    right = [node.label() for node in wrong]
    for node in wrong:
        node.set_label("WRONG")
    scores = []
    for node, label in [(None, ""), *zip(wrong, right, strict=True)]:
        if node is not None:
            node.set_label(label)
        system = "\n".join(" ".join(str(tree).split()) for tree in trees)
        scores.append(compared(gold, system).table.summary(0, "e.roof.dice", "pooled"))
    assert all(before < after for before, after in pairwise(scores))
    assert scores[-1] == 1.0


@pytest.mark.parametrize("seed", range(6))
def test_drawn_mappings_have_the_counts_of_the_table(seed: int) -> None:
    """Words cut, joined, lost and invented, sentences joined."""
    gold, test = random_file(seed=seed, sentences=25)
    rng = random.Random(seed)
    lines = changed(seed, changed(seed, test.splitlines(), words_cut), words_joined)
    lines = [line.replace(" w1)", " w1x)") if rng.random() < 0.3 else line for line in lines]
    lines = [line.replace("(N w2)", "", 1) if rng.random() < 0.3 else line for line in lines]
    lines[3:5] = [" ".join(lines[3:5])]
    del lines[9]
    comparison = compared(gold, "\n".join(lines))
    table = comparison.table
    assert table.aligned.any()
    for row in range(comparison.sentences):
        for kind, part, is_labelled in (
            ("E", "roof", True), ("E", "whole", True), ("E", "whole", False), ("T", "whole", True), ("T", "roof", False),
        ):  # fmt: skip
            mapping = comparison.mapping(0, row, kind, part, is_labelled)
            if table.statuses[0, row] != SCORED:
                continue
            assert mapping is not None
            key = f"{kind.lower()}.{part}{'' if is_labelled else '.unlabelled'}"
            counted = table.part(0, key)
            for name in ("matched", "deleted", "inserted"):
                assert mapping.counts[name] == int(getattr(counted, name)[row]), (row, key, name)
        found = comparison.word_scores(0, row)
        if found is not None and table.statuses[0, row] == SCORED:
            assert sum(word.score * word.weight for word in found) == pytest.approx(table.part(0, "la").score[row])


def test_the_golds_words_in_place_of_others_never_lower_coverage() -> None:
    """Words that are spelt otherwise are set right sentence by sentence."""
    gold, test = (text.splitlines() for text in random_file(seed=5, sentences=40))
    gold, test = ([line.replace(" w", f" v{place}w") for place, line in enumerate(lines)] for lines in (gold, test))
    rng = random.Random(5)
    lines = [
        re.sub(
            r" (v\d+w\d)\)",
            lambda word: rng.choice([f" {word[1]})", f" x{word[1]})", f" {word[1][:-1]})", " y)"]),
            line,
        )
        for line in test
    ]
    assert lines != test
    covered = []
    for place in rng.sample(range(40), 40):
        covered.append(compared("\n".join(gold), "\n".join(lines)).table.coverage(0, words=True))
        lines[place] = test[place]
    covered.append(compared("\n".join(gold), "\n".join(lines)).table.coverage(0, words=True))
    assert covered == sorted(covered)
    assert covered[-1] == 1.0


@pytest.mark.parametrize("seed", range(4))
def test_coverage_never_falls_where_a_sentence_stands_for_one(seed: int) -> None:
    """Whole sentences of the system become those of the gold that they are paired with, also where they were anything else. What
    stood for several of the gold's sentences stands for one afterwards: there, and only there, coverage may fall."""
    gold, _ = (text.splitlines() for text in random_file(seed=seed, sentences=30))
    gold = [line.replace(" w", f" v{place}w") for place, line in enumerate(gold)]
    rng = random.Random(seed)
    lines = [*gold]
    for place in rng.sample(range(30), 12):
        lines[place] = f"(S (X {''.join(rng.choices('klmnop', k=rng.randint(1, 60)))}))"
    lines[3:5] = [" ".join(lines[3:5])]
    del lines[rng.randrange(10, 20)]
    lines.insert(rng.randrange(20, 25), "(S (X invented) (X qqq))")
    edited, covered = 0, []
    while True:
        comparison = compared("\n".join(gold), "\n".join(lines))
        covered.append(comparison.table.coverage(0, words=True))
        pairs = [(g, t) for g, g_last, t, t_last in comparison._units(0).tolist() if (g_last - g, t_last - t) == (1, 1)]
        left = [(g, t) for g, t in pairs if lines[t] != gold[g]]
        if not left:
            break
        g, t = rng.choice(left)
        lines[t] = gold[g]
        edited += 1
    assert edited > 2 and covered == sorted(covered)
