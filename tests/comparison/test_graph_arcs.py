"""Basic trees and enhanced graphs drawn: what is in one only, what gold or system lacks, empty nodes between the words."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.comparison.test_enhanced import BASIC, GAPPING, compared, without_deps
from treecompare.drawing.arcs import BASIC as TREE
from treecompare.drawing.arcs import ENHANCED, GraphDrawing
from treecompare.drawing.scene_svg import scene_svg
from treecompare.drawing.sentence import Wanted
from treecompare.errors import UsageError
from treecompare.mappings.mapping import MATCHED


def drawn(gold: str, system: str, width: float | None = None) -> GraphDrawing:
    found = compared(gold, system).arcs(0, 0, width=width, enhanced=True)
    assert isinstance(found, GraphDrawing)
    return found


def arcs(drawing: GraphDrawing, graph: str) -> list[str]:
    return sorted(
        f"{drawing.number(arc.word)}:{drawing.number(arc.head)} {arc.told}" for arc in drawing.arcs if arc.side == graph
    )


def test_both_graphs() -> None:
    drawing = drawn(GAPPING, BASIC)
    assert [one.word for one in drawing.columns] == ["Sue", "likes", "coffee", "and", "Bill", "likes", "tea"]
    assert drawing.numbers == ["1", "2", "3", "4", "5", "5.1", "6"] and drawing.columns[5].tag == "5.1 X"
    assert arcs(drawing, TREE) == [
        "1:2 nsubj", "2:0 root", "3:2 obj", "4:5 cc*", "5:2 conj*", "6:5 orphan*",
    ]  # fmt: skip
    assert arcs(drawing, ENHANCED) == [
        "1:2 nsubj", "2:0 root", "3:2 obj~iobj", "4:5 >cc", "4:5.1 cc<*", "5.1:2 conj:and<*", "5:2 >conj:and*", "5:5.1 nsubj<*",
        "6:5 >orphan", "6:5.1 obj<*",
    ]  # fmt: skip


def test_empty_nodes_stand_once_in_their_places() -> None:
    gold = "1 a 0 root 0:root\n1.1 y _ _ 1:q\n2 b 1 dep 1.1:r"
    system = "1 a 0 root 0:root\n1.1 z _ _ 1:t\n1.2 y _ _ 1:q\n2 b 1 dep 1.2:r"
    drawing = drawn(gold, system)
    assert [(one.word, one.empty, one.operation) for one in drawing.columns] == [
        ("a", "", "matched"), ("y", "1.1", "matched"), ("z", "1.1", "inserted"), ("b", "", "matched"),
    ]  # fmt: skip
    assert drawing.numbers == ["1", "1.1", "1.2", "2"]
    assert arcs(drawing, ENHANCED) == ["1.1:1 q*", "1.2:1 >t*", "1:0 root", "2:1.1 r*"]
    assert drawing.counts_said("gold", "a") == [
        "2 words", "2 empty nodes", "3 enhanced edges the same", "1 a only", "3 not in the basic tree",
    ]  # fmt: skip
    early = drawn(
        "0.1 x _ _ 0:root\n1 a 0 root 0.1:p\n2 b 1 dep 1:dep\n2.1 _ _ _ 2:s", without_deps(gold).replace("_", "1:dep")
    )
    assert [(one.word, one.operation) for one in early.columns] == [
        ("x", "deleted"), ("a", "matched"), ("b", "matched"), ("2.1", "deleted"),
    ]  # fmt: skip
    assert early.numbers == ["0.1", "1", "2", "2.1"]


def test_each_analysis_is_held_against_its_own_basic_tree() -> None:
    drawing = drawn("1 a 0 root 0:root\n2 b 1 dep 1:dep", "1 a 2 nmod 2:nmod\n2 b 0 root 0:root|1:dep")
    assert arcs(drawing, ENHANCED) == ["1:0 root<", "1:2 >nmod", "2:0 >root", "2:1 dep"]
    assert arcs(drawing, TREE) == ["1:0 root<", "1:2 >nmod", "2:0 >root", "2:1 dep<"]


def test_edges_without_a_place_are_left_out_and_several_between_two_words_are_drawn() -> None:
    drawing = drawn("1 a 0 root 0:root|2:x|2:y|9:z\n2 b 1 dep 1:dep|1:dep|2:self", "1 a 0 root 0:root\n2 b 1 dep 1:dep")
    assert arcs(drawing, ENHANCED) == ["1:0 root", "1:2 x<*", "1:2 y<*", "2:1 dep", "2:2 self<*"]
    places = {
        (piece.height, drawing.arcs[piece.arc].text)
        for piece in drawing.pieces
        if drawing.arcs[piece.arc].side == ENHANCED
    }
    assert len({height for height, text in places if text in ("x<", "y<", "dep")}) == 3


def test_what_is_the_same_in_both_graphs_and_analyses_is_folded() -> None:
    rows = [f"{number} w{number} {number - 1} dep {number - 1}:dep" for number in range(2, 40)]
    text = "\n".join(["1 w1 0 root 0:root", *rows, "40 w40 39 nmod 39:nmod:of"])
    drawing = drawn(text, text, width=400)
    assert drawing.shown[0] == (0, 37) and drawing.shown[-1] == (39, 39)


def test_what_people_are_told() -> None:
    drawing = drawn(GAPPING, BASIC)
    told = {arc.text: drawing.arc_said(arc, ("gold", "a"), True) for arc in drawing.arcs if arc.side == ENHANCED}
    assert told["obj~iobj"] == "enhanced graph: coffee depends on likes as obj~iobj\ngold: obj, a: iobj"
    assert told["cc<"] == "enhanced graph: and depends on likes as cc<\ngold only\nnot in the basic tree"
    assert told["nsubj"].endswith("\nthe same in both")
    assert drawing.heads_said(2, "gold") == ["basic obj ← likes", "enhanced obj ← likes"]
    assert drawing.heads_said(2, "test") == ["basic obj ← likes", "enhanced iobj ← likes"]
    assert drawing.heads_said(5, "test") == []
    entries = [[(one.sign, one.text) for one in row] for row in drawing.foot()]
    assert entries == [
        [("─", "in both graphs"), ("━", "only in the basic tree (above) or the enhanced graph (below)")],
        [("<", "gold only"), (">", "system only"), ("~", "other relation")],
    ]


def test_every_format(tmp_path: Path) -> None:
    drawing = compared(GAPPING, BASIC).drawing(0, 0, Wanted(enhanced=True))
    assert drawing.written("text").splitlines()[5:7] == [
        "5    Bill    X      2 conj*    5.1 nsubj<*, 2 >conj:and*  <>",
        "5.1  likes   5.1 X             2 conj:and<*               <",
    ]
    found = json.loads(drawing.written("json"))
    assert found["words"][5] == {"number": "5.1", "word": "likes", "empty": True, "operation": "deleted"}
    assert {
        "graph": "enhanced", "word": "3", "head": "2", "relation": "obj", "system_relation": "iobj", "operation": "swapped",
        "only_here": False,
    } in found["arcs"]  # fmt: skip
    svg = drawing.written("svg")
    assert "BASIC" in svg and "ENHANCED" in svg and "obj~iobj" in svg and "stroke-dasharray" in svg
    latex = drawing.written("latex")
    assert "\\emph{likes}" in latex and latex.count("edge below") == 10
    assert len(re.findall(r"\\depedge\[[^]]*thick[^]]*\]", latex)) == 3 + 5
    if shutil.which("pdflatex"):
        (tmp_path / "d.tex").write_text(drawing.written("document"), "utf-8")
        subprocess.run(["pdflatex", "-interaction=batchmode", "d.tex"], cwd=tmp_path, check=True, capture_output=True)


def test_there_have_to_be_graphs() -> None:
    plain = without_deps(BASIC)
    with pytest.raises(UsageError, match="enhanced graphs cannot be drawn: the gold has no enhanced dependencies"):
        compared(plain, plain).drawing(0, 0, Wanted(enhanced=True))


@pytest.mark.parametrize("name", ["en_empty_nodes", "fi_noise", "lv_noise"])
def test_real_graphs(shared: Path, name: str) -> None:
    """Every edge between words and empty nodes is drawn once, or twice with its partner; what matches is what is counted."""
    from tests.oracles.test_elas import ORACLES, scores_of
    from treecompare.comparison.dependencies.drawing import graphs_of

    scores = scores_of(ORACLES / name)
    counts = scores.graphs.part("elas")
    for sentence in range(len(scores.gold)):
        drawing = graphs_of(scores, sentence, str)
        same = sum(arc.side == ENHANCED and arc.operation == MATCHED for arc in drawing.arcs)
        assert same == counts.matched[sentence]
        for side, number in (("gold", counts.gold), ("test", counts.test)):
            assert sum(arc.side == ENHANCED and drawing.is_of(arc, side) for arc in drawing.arcs) == number[sentence]
        assert scene_svg(drawing)
