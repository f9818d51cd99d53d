"""Treebanks whose words differ: where their space-delimited words come from, which sentences are left out and why, real figures."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.comparison import hebrew
from tests.conftest import stride
from tests.drawing.framed_svg import picture_svg
from treecompare.comparison.base import score
from treecompare.comparison.lattices.comparison import LatticeComparison, Segmentations
from treecompare.comparison.lattices.segmented import (
    LATTICE,
    MULTIWORDS,
    Segmented,
    paired_lattices,
    paired_segmentations,
    paired_treebanks,
    segmenting,
)
from treecompare.comparison.settings import Settings
from treecompare.drawing.lattice_drawing import layout_lattice
from treecompare.errors import Cancelled, ReadError, UsageError
from treecompare.mappings import edits
from treecompare.measures.tedeval import LATTICE_PARTS
from treecompare.readers import DependencyTreebank, parse, read, read_any
from treecompare.readers.conll import CONLLU
from treecompare.readers.conllx import CONLLX
from treecompare.readers.lattice_files import (
    SPMRL_LATTICE,
    LatticeFile,
    SegmentationFile,
    read_lattices,
    read_segmentation,
)
from treecompare.resources import path
from treecompare.scores.significance import significance
from treecompare.scores.table import PARTIAL, SCORED, SKIPPED

EXAMPLES = path("samples/words-that-differ")
GOLD = "(TOP (PP (IN B) (NP (NP (DEF H) (NP (NN CL) (PP (POSS FL) (PRN HM)))) (ADJP (DEF H) (JJ NEIM)))))"
PARSE = "(TOP (PP (IN B) (NP (NP (NN CL) (PP (POSS FL) (PRN HM)))) ) (VB HNEIM))"
PATH = "0\t1\ta\t_\tN\tN\t_\t1\n1\t2\tb\t_\tV\tV\t_\t2\n"


def segmented(*given: Any, **named: Any) -> Segmented:
    """All steps at once."""

    def steps() -> Iterator[Segmented]:
        found = yield from segmenting(*given, **named)
        yield found

    *_, last = steps()
    return last


def segmentation(*sentences: str) -> SegmentationFile:
    """``B:CL FL`` per sentence."""
    rows = [[(one.replace(":", ""), one) for one in text.split()] for text in sentences]
    return SegmentationFile("seg", "seg", rows, np.arange(len(rows)))


def spmrl(*sentences: str) -> LatticeFile:
    return SPMRL_LATTICE.read("\n".join(sentences).encode(), "f", "words")


def compared(gold: str, test: str, **given: object) -> LatticeComparison:
    how = given.pop("settings", None)
    comparison = LatticeComparison(parse(gold), [parse(test)], Segmentations(**given), how)  # type: ignore[arg-type]
    return score(comparison)


def scores(comparison: LatticeComparison, key: str = "tedeval.lattice") -> list[float]:
    return [round(score, 4) for score in comparison.table.scores(0, key).tolist()]


def test_figure_1_of_the_paper_in_every_way() -> None:
    files = [segmentation("B:H:CL FL:HM H:NEIM"), segmentation("B:CL FL:HM HNEIM")]
    by_files = compared(GOLD, PARSE, files=files)
    assert scores(by_files) == [0.7273]
    assert scores(by_files, "segeval") == [round(8 / 12, 4)]
    assert by_files.table.counts(0, slice(None))[0]["tedeval.lattice"] == {
        "gold": 13, "test": 9, "matched": 8, "deleted": 1, "inserted": 5,
    }  # fmt: skip
    gold, raw = read(str(EXAMPLES / "gold.mrg")), read(str(EXAMPLES / "raw-input.mrg"))
    lattice = read_lattices(EXAMPLES / "words.lattice")
    by_lattice = score(LatticeComparison(gold, [raw], Segmentations([lattice])))
    assert scores(by_lattice)[0] == 0.7273
    # without any segmentation all leaves belong to one word; here that changes nothing
    assert scores(compared(GOLD, PARSE)) == [0.7273]
    assert by_files.table.signature("segeval") == "segeval|words:segmentation|preterminals:yes|on:common:1|v:0.2.0"
    assert "words:none" in compared(GOLD, PARSE).table.signature("segeval")


def test_lattice_and_segmentation_files_of_the_examples_say_the_same() -> None:
    gold = read(str(EXAMPLES / "gold.mrg"))
    for name, seg in (("gold-input", "gold"), ("predicted-input", "predicted"), ("raw-input", "raw")):
        test = read(str(EXAMPLES / f"{name}.mrg"))
        files = [read_segmentation(EXAMPLES / f"{one}.seg") for one in ("gold", seg)]
        one = score(LatticeComparison(gold, [test], Segmentations(files=files)))
        other = score(LatticeComparison(gold, [test], Segmentations([read_lattices(EXAMPLES / "words.lattice")])))
        for part in LATTICE_PARTS:
            assert (one.table.columns[part] == other.table.columns[part]).all()
        off = {4: "no path: word 2 'RA' with the tag 'VB' is off"} if name == "raw-input" else {}
        assert other.off_lattice() == {}
        assert other.off_lattice(0) == off
        assert (one.table.statuses == SCORED).all()


def test_a_tree_off_the_lattice_is_told_and_scored() -> None:
    lattice = spmrl(PATH, PATH, PATH)
    gold = "(S (N a) (V b))\n" * 3
    test = "(S (N a) (V b))\n(S (N a) (X b))\n(S (N a) (V c))\n"
    comparison = compared(gold, test, lattices=[lattice])
    assert comparison.off_lattice(0) == {
        1: "only its segments are a path: word 2 'b' with the tag 'X' is off",
        2: "no path: word 2 'c' with the tag 'V' is off",
    }
    assert scores(comparison) == [1.0, 0.5, 0.5]
    assert comparison.warnings == [
        "text: 2 trees are not paths in words and are scored with arcs of their own; the first is sentence 2: "
        "only its segments are a path: word 2 'b' with the tag 'X' is off"
    ]


@pytest.mark.parametrize(
    ("lattice", "reason"),
    [
        (
            "0\t1\ta\t_\tN\tN\t_\t1\n1\t0\tb\t_\tV\tV\t_\t2\n",
            "no usable lattice: line 4, a cycle through the states 0, 1",
        ),
        (
            "0\t1\ta\t_\tN\tN\t_\t1\n2\t3\tb\t_\tV\tV\t_\t2\n",
            "no usable lattice: line 4, a gap: no path leads from state 0 beyond state 1, to the last state 3",
        ),
        ("0\t1\ta\t_\tN\tN\t_\n", "the lattice cannot be read: line 4, 7 columns; expected 8 between tabs"),
        (
            "the\t1\ta\t_\tN\tN\t_\t1\n",
            "the lattice cannot be read: line 4, FROM is 'the'; expected the number of a state",
        ),
        (
            "0\t1\ta\t_\tN\tN\t_\t_\n1\t2\tb\t_\tV\tV\t_\t_\n",
            "the lattice does not say which space-delimited word is which",
        ),
    ],
)
def test_a_bad_lattice_costs_its_sentence_only(lattice: str, reason: str) -> None:
    text = "(S (N a) (V b))\n" * 3
    comparison = compared(text, text, lattices=[spmrl(PATH, lattice, PATH)])
    assert comparison.table.statuses[0].tolist() == [SCORED, SKIPPED, SCORED]
    assert comparison.table.reason(0, 1) == f"gold, {reason}"
    assert comparison.table.reasons(0) == {f"gold, {reason}".split(":")[0]: 1}
    assert scores(comparison)[0] == 1.0


def test_a_dangling_state_is_told_and_does_no_harm() -> None:
    dangling = "0\t1\ta\t_\tN\tN\t_\t1\n1\t3\tb\t_\tV\tV\t_\t2\n2\t3\tc\t_\tV\tV\t_\t2\n"
    comparison = compared("(S (N a) (V b))", "(S (N a) (V b))", lattices=[spmrl(dangling)])
    assert scores(comparison) == [1.0]
    assert comparison.warnings == [
        "words: one lattice has states out of place: sentence 1, line 1: dangling: no path from state 0 leads to 2"
    ]


def test_a_lattice_that_is_not_there_costs_its_sentence_only() -> None:
    words = ["ab", "cd", "ef", "gh"]
    gold = "\n".join(f"(S (N {one}) (V {one}))" for one in words)
    test = "\n".join(f"(S (N {one}) (X {one}))" for one in words)
    lattices = [PATH.replace("\ta\t", f"\t{one}\t").replace("\tb\t", f"\t{one}\t") for one in words]
    whole = compared(gold, test, lattices=[spmrl(*lattices)])
    for place in range(4):
        left = [one for number, one in enumerate(lattices) if number != place]
        comparison = compared(gold, test, lattices=[spmrl(*left)])
        statuses = [SCORED] * 4
        statuses[place] = SKIPPED
        assert comparison.table.statuses[0].tolist() == statuses
        assert comparison.table.reason(0, place) == "gold, words has no lattice of this sentence"
        assert comparison.warnings[0] == f"words: no lattice for sentence {place + 1} of text"
        others = np.arange(4) != place
        assert (comparison.table.columns["segeval"][0, others] == whole.table.columns["segeval"][0, others]).all()
        assert comparison.paths(0, (place + 1) % 4)[0][0].form == words[(place + 1) % 4]
        with pytest.raises(UsageError, match="cannot be drawn: gold, words has no lattice of this sentence"):
            comparison.paths(0, place)
    strange = spmrl(*[one.replace("cd", "xyz") for one in [*lattices, lattices[0]]])
    comparison = compared(gold, test, lattices=[strange])
    assert comparison.table.statuses[0].tolist() == [SCORED, SKIPPED, SCORED, SCORED]
    both = "words: no lattice for sentence 2 of text, and 2 lattices of sentences that text does not have"
    assert [one for one in comparison.warnings if one.startswith("words")] == [both]  # once, not for gold and system
    none = compared(gold, test, lattices=[spmrl(PATH.replace("a", "xxxxx"))])
    assert none.warnings == ["words: no lattice fits a sentence of text; is it of another text or language?"]
    assert none.table.number(0, SKIPPED) == 4


def test_parses_and_segmentations_that_are_not_there() -> None:
    gold = "(S (N a) (V b))\n(S (N c) (V dd))\n(S (N e) (V f))\n"
    files = [segmentation("a b", "c dd", "e f")]
    less = compared(gold, "(S (N a) (V b))\n(S (N e) (X f))\n", files=files)
    assert less.table.statuses[0].tolist() == [SCORED, SKIPPED, SCORED]
    assert less.table.reason(0, 1) == "text has no such sentence"
    assert less.sentences_of(0, 1) == ([1], []) and less.sentences_of(0, 2) == ([2], [1])
    assert "seg: no segmentation for sentence 2 of text" not in less.warnings
    assert not [one for one in less.warnings if one.startswith("seg")]  # the gold has them all
    own = compared(gold, "(S (N a) (V b))\n(S (N e) (X f))\n", files=[*files, segmentation("a b", "c dd", "e f")])
    assert "seg: 1 segmentation of sentences that text does not have" in own.warnings
    more = compared(gold, f"(S (N new))\n{gold}", files=[segmentation("new", "a b", "c dd", "e f")])
    assert more.table.statuses[0].tolist() == [SCORED] * 3 and scores(more) == [1.0] * 3
    assert "text: 1 sentence that the gold does not have" in more.warnings
    lacking = compared(gold, gold, files=[segmentation("a b", "e f")])
    assert lacking.table.reason(0, 1) == "gold, seg has no segmentation of this sentence"
    assert lacking.table.statuses[0].tolist() == [SCORED, SKIPPED, SCORED]
    assert "seg: no segmentation for sentence 2 of text" in lacking.warnings
    none = compared(gold, "(S (N a) (V b))\n(())\n(S (N e) (V f))\n", files=files)
    assert none.table.reason(0, 1) == "parse, no tree"


def test_other_sentence_breaks_and_other_texts() -> None:
    gold = "(S (N a) (V b))\n(S (N cc) (V dd))\n(S (N e) (V f))\n"
    split = compared(gold, "(S (N a) (V b))\n(S (N cc))\n(S (V dd))\n(S (N e) (V f))\n")
    assert split.table.statuses[0].tolist() == [SCORED, SKIPPED, SCORED]
    assert split.table.reason(0, 1) == "text has other sentence breaks"
    other = compared(gold, "(S (N uu) (V vv))\n(S (N ww) (V xx))\n(S (N yy) (V zz))\n")
    assert other.other_texts() == [0] and split.other_texts() == []
    assert (other.table.statuses == SKIPPED).all()
    assert other.table.reason(0, 2) == "another text: 0 % of its characters are the gold's"
    assert any(one.startswith("text is another text and is not scored: 0 %") for one in other.warnings)


@pytest.mark.parametrize(
    ("gold", "test", "partner"),
    [
        ("ab zzzzzzzzc", "abc", [0, -1]),  # its last character is no part of the sentence that is missing
        ("zzzzzzzzab c", "bc", [-1, 0]),
        ("ab cz", "abc", [-1, -1]),  # as many edits alone as together: a sentence break that differs
        ("abc def", "abcd xx", [-1, -1]),  # two beside two
    ],
)
def test_which_of_several_sentences_is_missing(gold: str, test: str, partner: list[int]) -> None:
    sides = [parse("\n".join(f"(S (X {word}))" for word in one.split())) for one in (gold, test)]
    assert paired_treebanks(*sides).partner.tolist() == partner
    lattices = spmrl(*[f"0\t1\t{word}\t_\tX\tX\t_\t1\n" for word in test.split()])
    assert paired_lattices(sides[0], lattices.lattices).tolist() == partner


def test_segments_that_hold_a_colon_are_the_same_words() -> None:
    text = "(S (N a) (V 13:30))\n(S (N b) (V :))\n(S (N c) (V d))\n"
    comparison = compared(text, text, files=[segmentation("b :", "c d")])
    assert comparison.table.statuses[0].tolist() == [SKIPPED, SCORED, SCORED]
    assert (compared(text, text, files=[segmentation("a 13:30", "b :", "c d")]).table.statuses == SCORED).all()


def test_words_that_do_not_fit() -> None:
    text = "(S (N a) (V b))\n"
    comparison = compared(text * 2, text * 2, files=[segmentation("a b", "a c")])
    assert comparison.table.reason(0, 1) == (
        "gold, the segmentation does not fit: line 1, the segmentation has 'c' where the tree has 'b'"
    )
    different = [segmentation("a b"), segmentation("a:b")]
    comparison = compared(text, text, files=different)
    # the text is the same: both are cut where both have an end
    assert scores(comparison) == [1.0]
    other_text = SegmentationFile("seg", "seg", [[("aXb", "a:b")]], np.arange(1))
    comparison = compared(text, text, files=[different[0], other_text])
    assert comparison.table.reason(0, 0) == "the space-delimited words differ: gold has 2, system has 1"
    lattices = [spmrl(PATH), spmrl("0\t1\ta\t_\tN\tN\t_\t1\n1\t2\tb\t_\tV\tV\t_\t1\n")]
    comparison = compared(text, text, lattices=lattices)
    assert comparison.table.reason(0, 0) == "the space-delimited words differ: gold has 2, system has 1"


def test_a_side_without_segmentation_takes_it_from_both() -> None:
    gold = CONLLU.read(
        b"1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\t_\tN\t_\t_\t2\tx\t_\t_\n2\tb\t_\tV\t_\t_\t0\troot\t_\t_\n", "f", "g"
    )
    table = b"1\ta\t_\tN\tN\t_\t2\tx\t_\t_\n2\tb\t_\tV\tV\t_\t0\troot\t_\t_\n"
    comparison = score(LatticeComparison(gold, [CONLLX.read(table, "f", "x")]))
    assert scores(comparison) == [1.0]
    assert comparison.warnings[-1] == ("x has no segmentation: all words of a sentence count as one, in both treebanks")


def test_multiword_tokens_say_which_word_is_which() -> None:
    text = (
        b"1-2\tal\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\t_\tADP\t_\t_\t3\tcase\t_\t_\n2\tel\t_\tDET\t_\t_\t3\tdet\t_\t_\n"
        b"3\tmar\t_\tNOUN\t_\t_\t0\troot\t_\t_\n"
    )
    treebank = CONLLU.read(text, "f", "g")
    made = segmented(treebank)
    assert made.surfaces == [["al", "mar"]]
    assert [token for _, token in made.trees.lexemes(0)] == [1, 1, 2]
    # the other side cuts "almar" as one word: then it is one in both
    one = CONLLU.read(text.replace(b"1-2\tal", b"1-3\talmar"), "f", "s")
    comparison = score(LatticeComparison(treebank, [one]))
    assert scores(comparison, "segeval") == [1.0]
    assert comparison.table.statuses.tolist() == [[SCORED]]


def test_limits_and_settings() -> None:
    text = "(S (N a) (V b))\n(S (N a))\n"
    comparison = compared(text, text, settings=Settings(max_length=1))
    assert comparison.table.statuses[0].tolist() == [SKIPPED, SCORED]
    assert comparison.table.reason(0, 0) == "longer than 1 word"
    assert "max-length:1" in comparison.table.signature("segeval")
    with pytest.raises(UsageError, match="missing parses as zero"):
        compared(text, text, settings=Settings(missing="zero"))
    with pytest.raises(
        UsageError, match="3 segmentation files; expected one for all, or one for the gold and for each system"
    ):
        compared(text, text, files=[segmentation("a")] * 3)
    with pytest.raises(UsageError, match="nothing to compare"):
        LatticeComparison(parse(text), [])


def test_the_paths_of_a_pair() -> None:
    gold, raw = read(str(EXAMPLES / "gold.mrg")), read(str(EXAMPLES / "raw-input.mrg"))
    comparison = LatticeComparison(gold, [raw], Segmentations([read_lattices(EXAMPLES / "words.lattice")]))
    score(comparison)
    arcs, _ = comparison.paths(0, 4)
    assert [(arc.form, arc.token) for arc in arcs if arc.gold] == [
        ("H", 1),
        ("BN", 1),
        ("RAH", 2),
        ("KLB", 3),
        ("QTN", 4),
    ]
    assert [arc.form for arc in arcs if not arc.in_lattice] == ["RA", "H"]
    with pytest.raises(UsageError, match="there is no sentence 6; expected a number from 1 to 5"):
        comparison.paths(0, 5)


def test_measures_word_by_word_beside_them() -> None:
    text = "(S (NP (N a)) (VP (V b)))\n"
    comparison = LatticeComparison(
        parse(text + "(S (NP (N d)) (VP (V ee)))\n" + text),
        [parse(text + "(S (NP (N d)) (VP (V eee)))\n" + text + text)],
        with_others=True,
    )
    score(comparison)
    assert comparison.table.has("e.roof")
    assert comparison.table.scores(0, "e.roof.dice").tolist()[::2] == [1.0, 1.0]
    assert np.isnan(comparison.table.scores(0, "e.roof.dice")[1])
    assert comparison.table.signature("e.roof.dice").startswith("e.roof.dice|params:standard")
    assert comparison.table.signature("segeval").startswith("segeval|words:none")
    assert {"e.roof", "segeval"} <= set(comparison.table.counts(0, slice(None))[0])


def test_measures_word_by_word_have_the_same_pairs() -> None:
    gold = "(S (NP (N a)) (VP (V b)))\n(S (NP (N c)) (VP (V dd)))\n(S (NP (N e)) (VP (V f)))\n"
    test = "(S (NP (N a)) (VP (V b)))\n(S (XP (N e)) (VP (V f)))\n"
    comparison = score(LatticeComparison(parse(gold), [parse(test)], with_others=True))
    np.testing.assert_array_equal(comparison.table.scores(0, "e.roof.dice"), [1.0, np.nan, 2 / 3])


# -- real data -----------------------------------------------------------------------------------------------------------


def test_hebrew_with_the_output_of_yap(shared: Path) -> None:
    folder = shared / "data" / "hebrew-spmrl"
    gold, yap = read_any(folder / "dev.gold.conll"), read_any(folder / "dev.yap.conll")
    own = [read_lattices(folder / f"dev.{name}.lattices") for name in ("gold", "yap")]
    one = score(LatticeComparison(gold, [yap], Segmentations(own)))
    # seven gold sentences have cycles
    assert one.table.reasons(0) == {"gold, the heads make no tree": 7}
    found = {part: round(one.table.summary(0, part, "pooled"), 4) for part in LATTICE_PARTS}
    assert found == {
        "tedeval.lattice": 0.8312, "tedeval.lattice.unlabelled": 0.9216, "segeval": 0.9207, "segeval.unlabelled": 0.9621,
    }  # fmt: skip
    # the analyser's lattices give every word the same space-delimited word, whether the tree is a path or not
    other = hebrew.compared()
    files = [own[0], own[1]]
    for part in LATTICE_PARTS:
        assert (one.table.columns[part] == other.table.columns[part]).all()
    # of the 125 gold paths that are not in the lattice five belong to sentences whose heads do not make a tree
    assert len(other.off_lattice()) == 120
    assert other.off_lattice(0) == {}
    # a segmentation file says the same of YAP's words
    segmented_by_file = segmented(yap, None, read_segmentation(folder / "dev.yap.seg.txt"))
    by_lattice = segmented(yap, files[1])
    assert (segmented_by_file.trees.tokens == by_lattice.trees.tokens).all()


@pytest.mark.parametrize(
    ("gold", "test", "tree", "segments"),
    [
        ("hebrew-spmrl/dev.ud.gold.conllu", "hebrew-spmrl/dev.ud.udpipe.conllu", 0.7417, 0.7772),
        ("turkish-imst/dev.gold.conllu", "turkish-imst/dev.udpipe.conllu", 0.7360, 0.9044),
        ("turkish-imst/dev.gold.conllu", "turkish-imst/dev.malt-lazy.goldseg.conllu", 0.8059, 1.0),
    ],
)
def test_universal_dependencies(shared: Path, gold: str, test: str, tree: float, segments: float) -> None:
    sides = [read_any(shared / "data" / name) for name in (gold, test)]
    comparison = score(LatticeComparison(sides[0], sides[1:]))
    assert comparison.table.number(0, SCORED) == comparison.sentences
    assert round(comparison.table.summary(0, "tedeval.lattice", "pooled"), 4) == tree
    assert round(comparison.table.summary(0, "segeval", "pooled"), 4) == segments


def test_identity_is_one_on_real_data(shared: Path) -> None:
    for name in ("turkish-imst/dev.gold.conllu", "hebrew-spmrl/dev.ud.gold.conllu"):
        gold = read_any(shared / "data" / name)
        comparison = score(LatticeComparison(gold, [gold]))
        for part in LATTICE_PARTS:
            known = comparison.table.scores(0, part)
            assert (known[~np.isnan(known)] == 1).all()
            assert np.count_nonzero(~np.isnan(known)) == comparison.sentences


def test_swapping_gold_and_test_changes_nothing(shared: Path) -> None:
    folder = shared / "data" / "turkish-imst"
    sides = [read_any(folder / f"dev.{name}.conllu") for name in ("gold", "udpipe")]
    one, other = (score(LatticeComparison(a, [b])) for a, b in (sides, sides[::-1]))
    assert one.table.number(0, SCORED) == 975
    for part in LATTICE_PARTS:
        assert (one.table.scores(0, part) == other.table.scores(0, part)).all()


def test_significance_and_ranks_work_on_the_table(shared: Path) -> None:
    folder = shared / "data" / "turkish-imst"
    gold, *tests = (read_any(folder / f"dev.{name}.conllu") for name in ("gold", "udpipe", "malt-lazy.goldseg"))
    comparison = score(LatticeComparison(gold, tests))
    found = significance(comparison.table, ["tedeval.lattice"], ["pooled"], 200, 0)
    (difference,) = found.differences
    assert difference.sentences == 975
    assert difference.interval.score == pytest.approx(
        comparison.table.summary(0, "tedeval.lattice", "pooled")
        - comparison.table.summary(1, "tedeval.lattice", "pooled")
    )


# -- what is odd ---------------------------------------------------------------------------------------------------------


def test_trees_that_are_too_large_keep_their_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edits, "LIMIT", 40)
    files = [segmentation("B:H:CL FL:HM H:NEIM"), segmentation("B:CL FL:HM HNEIM")]
    comparison = compared(GOLD, PARSE, files=files)
    assert comparison.table.statuses.tolist() == [[PARTIAL]]
    assert comparison.table.reason(0, 0) == "the trees are too large for a tree distance"
    assert np.isnan(comparison.table.scores(0, "tedeval.lattice")[0])
    assert scores(comparison, "segeval") == [round(8 / 12, 4)]


def test_sentences_without_nodes_are_undefined() -> None:
    comparison = compared("(())\n(S (N b))\n(N a)", "(S (N c))\n(())\n(N a)")
    assert [comparison.table.reason(0, place) for place in range(3)] == ["gold, no tree", "parse, no tree", ""]
    assert np.isnan(comparison.table.scores(0, "tedeval.lattice")).tolist() == [True, True, False]
    assert comparison.table.summary(0, "segeval", "pooled") == 1.0


@settings(max_examples=60 // stride(3))
@given(st.data())
def test_damaged_lattices_never_break(data: st.DataObject) -> None:
    """Whatever a file holds, it is refused in a sentence, or its sentences are scored, drawn, or left out with a reason."""
    text = (EXAMPLES / "words.lattice").read_text("utf-8")
    for _ in range(data.draw(st.integers(1, 5))):
        place = data.draw(st.integers(0, len(text) - 1))
        cut = data.draw(st.integers(0, 6))
        text = text[:place] + data.draw(st.text("\t\n 0129-_#a", max_size=3)) + text[place + cut :]
    gold, raw = read(str(EXAMPLES / "gold.mrg")), read(str(EXAMPLES / "raw-input.mrg"))
    try:
        lattice = SPMRL_LATTICE.read(text.encode(), "f", "words")
    except ReadError as error:
        assert "expected" in str(error)
        return
    comparison = score(LatticeComparison(gold, [raw], Segmentations([lattice])))
    for sentence, status in enumerate(comparison.table.statuses[0].tolist()):
        if status == SKIPPED:
            assert comparison.table.reason(0, sentence)
        else:
            assert 0 <= comparison.table.scores(0, "tedeval.lattice")[sentence] <= 1
            assert "<svg" in picture_svg(layout_lattice(comparison.paths(0, sentence)[0]))


def test_hebrew_without_one_lattice_or_parse(shared: Path) -> None:
    """Whichever is missing, one sentence is not scored, and the scores of the others stay what they are."""
    folder = shared / "data" / "hebrew-spmrl"
    gold, yap = read_any(folder / "dev.gold.conll"), read_any(folder / "dev.yap.conll")
    lattices = hebrew.ambiguous()
    own = [read_lattices(folder / f"dev.{name}.lattices") for name in ("gold", "yap")]
    assert isinstance(gold, DependencyTreebank) and isinstance(yap, DependencyTreebank)
    for left_out in range(3, 500, 31 * stride(3)):
        rest = np.delete(np.arange(500), left_out)
        expected = np.insert(np.arange(499), left_out, -1)
        np.testing.assert_array_equal(paired_lattices(gold, lattices.chosen(rest).lattices), expected)
        np.testing.assert_array_equal(
            paired_treebanks(gold, without(folder / "dev.yap.conll", left_out)).partner, expected
        )
    whole = score(LatticeComparison(gold, [yap], Segmentations(own)))
    for left_out in (3, 321)[:: stride(2)]:
        less = [own[0].chosen(np.delete(np.arange(500), left_out)), own[1]]
        for systems, files in ([yap], less), ([without(folder / "dev.yap.conll", left_out)], own):
            found = score(LatticeComparison(gold, systems, Segmentations(files)))
            others = np.arange(500) != left_out
            assert found.table.statuses[0, left_out] == SKIPPED
            np.testing.assert_array_equal(found.table.statuses[:, others], whole.table.statuses[:, others])
            for part in LATTICE_PARTS:
                assert (found.table.columns[part][0, others] == whole.table.columns[part][0, others]).all()


def without(path: Path, sentence: int) -> DependencyTreebank:
    """A treebank without one of its sentences."""
    text = path.read_text("utf-8").split("\n\n")
    return CONLLX.read("\n\n".join([*text[:sentence], *text[sentence + 1 :]]).encode(), "f", "yap")


def test_stop_ends_the_pairing_with_lattices_and_segmentations() -> None:
    gold, stop = parse("(S (X ab) (X cd))"), np.ones(1, np.int32)
    lattice = spmrl("0\t1\tab\t_\tX\tX\t_\t1\n1\t2\tce\t_\tX\tX\t_\t2\n")
    file = SegmentationFile("seg", "seg", [[("ab", "ab"), ("ce", "ce")]], np.arange(1))
    for files in ({"lattice": lattice}, {"segmentation": file}):
        assert list(segmenting(gold, **files))  # type: ignore[arg-type]
        with pytest.raises(Cancelled):
            list(segmenting(gold, cancel=stop, **files))  # type: ignore[arg-type]


def test_many_sentences_are_paired_in_a_time_that_grows_with_them() -> None:
    """With other words in every fifth sentence and every tenth one missing."""

    def arc(state: int, word: tuple[str, str]) -> str:
        return f"{state}\t{state + 1}\t{word[0]}\t_\tX\tX\t_\t{state + 1}\n"

    times = []
    for sentences in (2_000 // stride(2), 12_000 // stride(2)):
        rng = np.random.default_rng(sentences)
        words = rng.integers(100, 100_000, (sentences, 8))
        texts = [[f"w{word}" for word in one] for one in words.tolist()]
        gold = parse("\n".join("(S " + " ".join(f"(X {word})" for word in one) + ")" for one in texts))
        rows = [[(word + "h" * (place % 5 == 0), word) for word in one] for place, one in enumerate(texts)]
        kept = np.delete(np.arange(sentences), np.arange(7, sentences, 10))
        file = SegmentationFile("seg", "seg", rows, np.arange(sentences)).chosen(kept)
        lattices = spmrl(*["".join(map(arc, range(8), rows[place])) for place in kept.tolist()])
        tries = []
        for _ in range(3):  # the machine may do much else
            begun = time.thread_time()
            partners = paired_lattices(gold, lattices.lattices), paired_segmentations(gold, file)
            tries.append(time.thread_time() - begun)
        times.append(min(tries))
        for partner in partners:
            np.testing.assert_array_equal(np.flatnonzero(partner >= 0), kept)
    assert times[1] < 18 * times[0]


def test_changed_nodes_are_those_that_are_deleted_and_those_that_are_inserted() -> None:
    found = compared("(S (A a) (B (C c) (D d)))\n(S (A a))\n(S (A a))", "(S (X (A a) (C c)) (D d))\n(S (A a))\n(())")
    counts = found.table.part(0, "tedeval.lattice")
    assert counts.deleted[0] > 0 and counts.inserted[0] > 0
    assert found.table.changed(0).tolist() == [counts.deleted[0] + counts.inserted[0], 0, -1]


@pytest.mark.parametrize("lattice", [None, spmrl(PATH)], ids=["alone", "with a lattice"])
def test_words_of_conllu_are_those_between_blanks_unless_a_lattice_says_otherwise(lattice: LatticeFile | None) -> None:
    """But a file with multiword tokens says it itself."""
    rows = "1\ta\t_\tN\t_\t_\t2\tx\t_\t_\n2\tb\t_\tV\t_\t_\t0\troot\t_\t_\n\n"
    words, together = (CONLLU.read(text.encode(), "t", "t") for text in (rows, "1-2\tab" + 8 * "\t_" + f"\n{rows}"))
    assert segmented(together, lattice).surfaces == [["ab"]]
    assert segmented(words, lattice).source == (MULTIWORDS if lattice is None else LATTICE)
    assert lattice is not None or segmented(words).surfaces == [["a", "b"]]
