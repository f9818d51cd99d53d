"""Sentences across schemes and over lattices: what is drawn and said of them, and why some are not."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.comparison.test_lattices import PATH, segmentation, spmrl
from tests.comparison.test_schemes import ON, SUNDAY, WRONG, brackets, dependencies
from treecompare.comparison.base import score
from treecompare.comparison.lattices.comparison import LatticeComparison, Segmentations
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.settings import Settings
from treecompare.drawing.sentence import DEFAULT, Wanted
from treecompare.errors import UsageError
from treecompare.measures.tedeval import SCHEME_PARTS
from treecompare.readers import parse


@pytest.fixture
def two(tmp_path: Path) -> SchemeComparison:
    golds = [dependencies(tmp_path, "A", ON, ON), dependencies(tmp_path, "B", SUNDAY, ON)]
    systems = [dependencies(tmp_path, "a", WRONG, ON), dependencies(tmp_path, "b", SUNDAY, ON)]
    return score(SchemeComparison(golds, systems, [0, 1], parts=SCHEME_PARTS))


def test_a_sentence_with_its_errors_and_scheme_differences(two: SchemeComparison) -> None:
    lines = two.drawing(0, 0, DEFAULT).written("text").splitlines()
    assert [line for line in lines if line.endswith(")") and not line.startswith((" ", "x"))] == [
        "A (gold)", "B (gold)", "A + B (in common)", "a (system)",
    ]  # fmt: skip
    assert lines[-5:] == [
        "",
        "a: 1 − (1 + 1) / (2 + 3) = 60.00; 1 scheme difference not counted",
        "  error   add tmod over 2–3: on Sunday",
        "  error   delete tmod over 2–2: on",
        "  scheme  delete pobj over 3–3: Sunday",
    ]
    bare = two.drawing(0, 0, Wanted(labelled=False)).written("text")
    assert "a: 1 − (0 + 1) / (4 + 3) = 85.71; 0 scheme differences not counted" in bare.splitlines()
    assert two.drawing(1, 1, DEFAULT).written("text").splitlines()[-1] == "  no differences"
    assert two.drawing(0, 0, DEFAULT).written("svg").startswith("<svg") and two.drawing(0, 0, DEFAULT).title == "1: a"
    assert two.score_in_words(0, 0, "las") == "–"  # attachment scores have one gold
    two.target = (1,)
    assert two.drawing(0, 0, DEFAULT).written("text").splitlines()[0] == "B (gold)"


def test_sentences_that_all_golds_of_a_target_have(tmp_path: Path) -> None:
    other = ON.replace("Sunday", "Monday")
    cycle = ON.replace("\t0\troot", "\t2\tx")
    golds = [dependencies(tmp_path, "A", ON, ON, ON), dependencies(tmp_path, "B", SUNDAY, other, cycle)]
    found = score(SchemeComparison(golds, [dependencies(tmp_path, "s", ON, ON, ON)], [0]))
    assert [found.agreed(target).tolist() for target in ((0,), (1,), (0, 1))] == [
        [True] * 3, [True, True, False], [True, False, False],
    ]  # fmt: skip
    for sentence, reason in (
        (1, "the words differ: word 3 is 'Sunday' in A, 'Monday' in B"),
        (2, "the gold B has no function tree, the heads make no tree"),
    ):
        with pytest.raises(UsageError, match=f"s: sentence {sentence + 1} cannot be compared: {reason}"):
            found.drawing(0, sentence, DEFAULT)
    found.target = (1,)
    assert found.native_in(0, (0, 1)) == 0 and found.native_in(0, (1,)) == 1


def test_a_system_whose_own_gold_is_not_in_the_target(tmp_path: Path) -> None:
    golds = [dependencies(tmp_path, name, ON) for name in "ABC"]
    found = score(SchemeComparison(golds, [dependencies(tmp_path, "s", ON)], [2]))
    found.target = (0, 1)
    assert found.native_in(0, (0, 1)) is None
    with pytest.raises(UsageError, match=r"s: its gold is not part of A \+ B"):
        found.drawing(0, 0, DEFAULT)
    assert found.table.reason(0, 0) == "the system's own gold C is not among these"
    with pytest.raises(UsageError, match="there is no target"):
        found.target = (2, 1)


def test_what_scores_are_lacking_and_what_changed(tmp_path: Path, two: SchemeComparison) -> None:
    assert two.table.lacking("las", 0, 0) == "attachment scores compare dependencies with one gold of dependencies"
    assert two.table.lacking("tedeval", 0, 0).endswith("has no grammatical functions, so labels cannot be compared")
    assert two.table.changed(0).tolist() == [2, 0]
    # labels where they can be compared, else without
    golds = [brackets(tmp_path, "P", "(S (NP (N a)) (VP (V b) (N c)))\n(S (N a))")]
    plain = score(
        SchemeComparison(golds, [brackets(tmp_path, "p", "(S (X (N a) (V b)) (N c))\n(())")], [0], parts=SCHEME_PARTS)
    )
    assert not plain.table.exist(0, "tedeval").any()
    assert plain.table.changed(0).tolist() == [plain.table.part(0, "tedeval.unlabelled").cost[0], -1]
    assert set(two.table.shown_counts()["tedeval"]) == {"gold", "test", "deleted", "inserted", "swapped", "forgiven"}
    assert two.table.shown_counts()["las"] == ("gold", "test", "matched")


def test_scores_are_counted_step_by_step_up_to_their_number(two: SchemeComparison) -> None:
    again = SchemeComparison(
        [one.treebank for one in two.golds], [one.treebank for one in two.systems], [0, 1], parts=SCHEME_PARTS
    )
    steps = list(again.run())
    done = [one.done for one in steps]
    assert done == sorted(done) and done[-1] == steps[-1].total == 2 * 2 * 3 * 2
    shorter = SchemeComparison([one.treebank for one in two.golds], [one.treebank for one in two.systems], [0, 1])
    last = list(shorter.run())[-1]
    assert last.done == last.total == 2 * 2 * 3


# -- lattices ------------------------------------------------------------------------------------------------------------------


def test_a_sentence_over_space_delimited_words() -> None:
    files = [segmentation("ab c", "d"), segmentation("a:b c", "d")]
    gold, test = parse("(S (A ab) (V c))\n(S (A d))"), parse("(S (A a) (B b) (V c))\n(S (A d))")
    found = LatticeComparison(gold, [test], Segmentations(files=files))
    drawn = found.drawing(0, 0, Wanted(layout="lattice"))  # scores the system first
    assert [line.split() for line in drawn.written("text").splitlines()][1:] == [
        ["ab", "ab/A<", ">a/A", ">b/B"], ["c", "c/V", "c/V"],
    ]  # fmt: skip
    told = json.loads(drawn.written("json"))
    assert told["words"] == ["ab", "c"]
    assert [(one["form"], one["gold"], one["test"]) for one in told["arcs"]] == [
        ("ab", True, False), ("a", False, True), ("b", False, True), ("c", True, True),
    ]  # fmt: skip
    assert drawn.written("svg").startswith("<svg") and drawn.title == "1, text"
    assert found.prepared() == "Words may differ within space-delimited words; trees were taken as they stand."
    command = found.command("score", ["--x"])
    assert command[-5:] == ["--segmentation", f"{Path.cwd()}/seg", "--segmentation", f"{Path.cwd()}/seg", "--x"]
    assert found.texts() == ["ab c", "d"]
    assert found.sentences_with(0, "labels", lambda numbers, texts: numbers).all()  # as the files have them


def test_unused_arcs_are_left_out_where_the_rest_is() -> None:
    rows = "".join(f"0\t1\tx{place}\t_\tN\tN\t_\t1\n" for place in range(6)) + PATH
    found = LatticeComparison(parse("(S (N a) (V b))"), [parse("(S (N a) (V b))")], Segmentations([spmrl(rows)]))
    short, full = (found.drawing(0, 0, Wanted(elide=elide)).written("svg") for elide in (True, False))
    assert full.count("x5") and len(short) < len(full)
    assert all(f"x{place}" in full for place in range(6))


def test_both_comparisons_of_lattices_are_counted() -> None:
    gold, test = parse("(S (N a) (V b))\n(S (N a) (V b))"), parse("(S (N a) (V b))")
    found = LatticeComparison(gold, [test], Segmentations([spmrl(PATH, PATH)]), with_others=True)
    steps = list(found.run())
    assert (steps[-1].done, steps[-1].total) == (4, 4) and [one.done for one in steps] == sorted(
        one.done for one in steps
    )
    assert np.flatnonzero(found.sentences_with(0, "tags", lambda numbers, texts: np.unique(numbers))).tolist() == [0, 1]
    assert found.tags is True
    with pytest.raises(UsageError, match="text: sentence 1 cannot be drawn: text has no such sentence"):
        found.drawing(0, 0, DEFAULT)  # of equal sentences the last ones are there
    assert LatticeComparison(gold, [test], settings=Settings(preterminals="no")).tags is False
    assert found.usual_keys == ("tedeval.lattice", "segeval")
    longer = score(LatticeComparison(test, [gold], Segmentations([spmrl(PATH, PATH)])))
    assert longer.warnings[-1] == "text: 1 sentence that the gold does not have"
    with pytest.raises(
        UsageError, match="2 lattice files; expected one for all, or one for the gold and for each system"
    ):
        LatticeComparison(gold, [test, test], Segmentations([spmrl(PATH), spmrl(PATH)]))
