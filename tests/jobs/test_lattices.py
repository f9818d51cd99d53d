"""Trees over lattices as a job: the drawing with both paths, the lattice alone, words, what a count stands for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.jobs.test_compare import SAMPLES, SPACE, blocks, drawn_of, first_of, lit_in, of_sample, rows
from tests.jobs.test_dependencies import opened
from treecompare.comparison import base as comparisons
from treecompare.comparison.base import Cancel
from treecompare.comparison.files import Files
from treecompare.comparison.lit import lattice_nodes
from treecompare.comparison.settings import Settings
from treecompare.drawing.drawn import Space
from treecompare.drawing.lattice_drawing import FOLDED, GOLD, KEPT, OTHER, SHARED, TEST, LatticeDrawing
from treecompare.drawing.lattice_trees import LatticeTreesDrawing
from treecompare.jobs.base import Copy, Fold, Later, Pairs, Picture, Score
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.compare_exports import drawing_command, list_command
from treecompare.mappings.mapping import MATCHED

SAMPLE = SAMPLES["words-that-differ"]


@pytest.fixture
def job() -> CompareJob:
    """The example of the paper, read without a segmentation."""
    found = of_sample("words-that-differ")
    found.do([0], "system", str(found.comparison.table.systems.index("raw-input")))
    return found


def test_the_papers_example(job: CompareJob) -> None:
    assert job.a == "tedeval.lattice" and round(float(job.listed.rows.score_a[0]), 4) == 0.7273
    assert job.listed.rows.changed[0] == 6
    picture = drawn_of(job, 0)
    drawn = picture.drawn
    assert isinstance(drawn.scene, LatticeTreesDrawing)
    assert sorted(box.text for box in drawn.scene.nodes if box.operation != MATCHED) == [
        ">HNEIM", "ADJP<", "H<", "H<", "NEIM<", "NP<",
    ]  # fmt: skip
    told = drawn.details().replace("\xa0", " ")
    assert "5 added, 1 deleted, 8 kept" in told and "SegEval 66.67: 3 added, 1 deleted" in told
    said = {box.text: drawn.said(box) for box in drawn.scene.nodes}
    assert said[">HNEIM"] == "segment HNEIM, tag VB\nin the system, not in the gold: must be deleted, costs 1"
    assert said["=CL"].endswith("matched (cost 0)\nover other states there")
    assert said["root"] == "the root: always paired, not counted"
    assert len(drawn.changed()) == len(drawn.changes_said()) == 6
    drawn.folds = True
    drawn.lay_out(Space(480.0, 400.0, focuses=True))  # where there is room nothing is folded
    pp = next(box for box in drawn.scene.nodes if box.text == "PP" and box.side == "gold" and box.part is not None)
    assert [(box.side, box.text) for box in drawn.related(pp)] == [("gold", "PP"), ("test", "PP")]
    drawn.open(pp.part, SPACE)
    assert {"FL", "HM"} <= {box.text for box in drawn.scene.nodes}


def test_the_lattice_alone(job: CompareJob) -> None:
    drawn_of(job, 0)
    assert "--layout" not in drawing_command(job.sentence(0), job.a)
    job.do([0], "draw:has_trees")
    drawn = drawn_of(job, 0).drawn
    assert isinstance(drawn.scene, LatticeDrawing)
    assert {SHARED, KEPT, GOLD, TEST} <= {lane.role for lane in drawn.scene.lanes}
    box = next(box for box in drawn.scene.boxes if box.lane.role == TEST)
    assert "in the system, not in the gold" in drawn.said(box)
    assert box in drawn.related(box) and drawn.box_of(drawn.place_of(box)) == box
    assert "--layout lattice" in drawing_command(job.sentence(0), job.a)
    assert "tikzpicture" in first_of(job.do([0], "copy:as LaTeX"), Copy).text
    job.do([0], "draw:has_trees")
    assert isinstance(drawn_of(job, 0).drawn.scene, LatticeTreesDrawing)


def test_all_arcs_and_direction(job: CompareJob) -> None:
    few = len(drawn_of(job, 0).drawn.scene.lanes)
    job.do([0], "draw:all_arcs")
    drawn = drawn_of(job, 0).drawn
    assert len(drawn.scene.lanes) >= few and FOLDED not in {lane.role for lane in drawn.scene.lanes}
    before = [state.x for state in drawn.scene.states]
    drawn.is_right_to_left = True
    drawn.lay_out(SPACE)
    assert drawn.scene.right_to_left and [state.x for state in drawn.scene.states] != before
    box = next(box for box in drawn.scene.boxes if getattr(box, "lane", None) and box.lane.role == OTHER)
    assert "in neither tree" in drawn.said(box) and box in drawn.related(box)


def test_words_and_counts(job: CompareJob) -> None:
    told = blocks(job, 0)
    fold = next(one for one in told if isinstance(one, Fold) and one.title != "All sentences")
    pairs = next(one for one in fold.blocks() if isinstance(one, Pairs))
    assert any("<" in said and ">" in said for _, said in pairs.rows)
    scores = [one for one in told if isinstance(one, Score)]
    assert [one.title for one in scores] == ["TedEval, lattice", "SegEval"]
    picture = drawn_of(job, 0)
    comparison: Any = job.comparison
    for key in ("tedeval.lattice", "segeval"):
        for count in ("gold", "test", "matched", "inserted", "deleted"):
            wanted = lattice_nodes(comparison, picture.drawn.trees, job.system, 0, key, count)
            shown = [picture.drawn.shown_at(node) for node in wanted]
            assert wanted and lit_in(picture, f"count:{key}/{count}") == shown
    lit = sorted(box.text for box in lit_in(picture, "count:tedeval.lattice/inserted"))
    assert lit == ["ADJP<", "H<", "H<", "NEIM<", "NP<"]


def test_large_trees_are_mapped_in_the_background(job: CompareJob, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparisons, "LARGE", 0)
    later = job.picture(2)
    assert isinstance(later, Later) and "being aligned" in later.said
    made = later.make(Cancel(), lambda _: None)
    assert isinstance(made, Picture) and "Sentence 3" in made.drawn.title
    assert isinstance(job.picture(2), Picture)  # it is not made again


def test_the_command_names_the_lattice(job: CompareJob) -> None:
    drawn_of(job, 0)
    command = drawing_command(job.sentence(0), job.a)
    assert "--lattice" in command and "words.lattice" in command
    assert "--lattice" in list_command(job.taken(0))


def test_words_are_segmented_differently_where_that_is_asked_for(tmp_path: Path) -> None:
    sentence = (
        "# sent_id = 1\n1-2\tdont\t_\t_\t_\t_\t_\t_\t_\t_\n1\tdo\t_\tAUX\t_\t_\t3\taux\t_\t_\n"
        "2\tnot\t_\tPART\t_\t_\t3\tadvmod\t_\t_\n3\tgo\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    )
    other = "# sent_id = 1\n1\tdont\t_\tAUX\t_\t_\t2\taux\t_\t_\n2\tgo\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    (tmp_path / "gold.conllu").write_text(sentence, "utf-8")
    (tmp_path / "sys.conllu").write_text(other, "utf-8")
    files = Files(str(tmp_path / "gold.conllu"), (("", str(tmp_path / "sys.conllu")),))
    assert opened(files).comparison.kind == "dependencies"
    job = opened(files, Settings(over_lattices=True))
    assert job.comparison.kind == "lattices"
    assert job.comparison.table.summary(0, "segeval", "pooled") == pytest.approx(1 - 3 / 5)


def test_real_hebrew_lattices(shared: Path) -> None:
    folder = shared / "data/hebrew-spmrl"
    lattices = (str(folder / "dev.ambiguous.lattices.gz"),)
    job = opened(Files(str(folder / "dev.gold.conll"), (("yap", str(folder / "dev.yap.conll")),), lattices=lattices))
    assert round(100 * job.comparison.table.summary(0, "tedeval.lattice", "pooled"), 2) == 83.12
    for place in rows(job)[::40]:
        made = job.picture(place)
        if isinstance(made, Later):
            made = made.make(Cancel(), lambda _: None)
        made.drawn.lay_out(SPACE)
        assert made.drawn.scene.right_to_left and made.drawn.boxes


def test_labels_are_found_where_a_system_has_more_sentences(tmp_path: Path) -> None:
    gold, longer = tmp_path / "gold.mrg", tmp_path / "longer.mrg"
    gold.write_text("(S (NP (N a)) (VP (V b)))\n", "utf-8")
    longer.write_text("(S (NP (N a)) (VP (V b)))\n(S (NP (N c)))\n", "utf-8")
    job = opened(Files(str(gold), (("", str(longer)),)), Settings(over_lattices=True))
    assert rows(job, "file", "label NP") == [0] and rows(job, "file", "label XP") == []
