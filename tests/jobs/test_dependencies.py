"""Dependencies and enhanced graphs as a job: arcs, words, errors, what counts light, conditions, other kinds beside them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.comparison.test_enhanced import BASIC, GAPPING, treebank
from tests.jobs.test_compare import SAMPLES, SPACE, blocks, drawn_of, first_of, links, lit_in, of_sample, rows
from tests.made import erring, gold_trees
from treecompare.analyses.catalogue import analysis
from treecompare.comparison.base import Cancel
from treecompare.comparison.files import Files
from treecompare.comparison.lit import counted_words
from treecompare.comparison.settings import Settings
from treecompare.drawing.arcs import GOLD, TEST, ArcDrawing, GraphDrawing
from treecompare.errors import TreecompareError
from treecompare.jobs.base import Copy, Done, Fold, Head, Lit, Picture, Row, Score, Text
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.compare_exports import drawing_command
from treecompare.jobs.opening import opening
from treecompare.measures import MEASURES_OF
from treecompare.scores.result import View

SAMPLE = SAMPLES["dependencies"]


def opened(files: Files, settings: Settings | None = None) -> CompareJob:
    job = opening(files, settings)(Cancel(), lambda _: None)
    assert isinstance(job, CompareJob)
    job.begin()
    return job


def of_system(name: str) -> CompareJob:
    job = of_sample("dependencies")
    job.do([0], "system", str(job.comparison.table.systems.index(name)))
    return job


def texts(picture: Picture, what: str) -> set[str]:
    return {box.text for box in lit_in(picture, what)}


def word_rows(job: CompareJob, place: int) -> list[Row]:
    fold = next(one for one in blocks(job, place) if isinstance(one, Fold) and one.title != "All sentences")
    return [one for one in fold.blocks() if isinstance(one, Row)]


def test_a_and_b_are_measures_of_dependencies() -> None:
    job = of_system("labels")
    assert (job.a, job.b) == ("las", "uas")
    offered = {value for value, _ in job.picks(0)[1].options if value}
    assert offered == {one.key for one in job.comparison.applying(MEASURES_OF["dependencies"])}
    assert "part" not in {one.key for one in job.commands()}  # of trees


def test_costs_are_in_the_order_of_a_and_b_or_in_their_own() -> None:
    """A wrong label costs LAS one and UAS nothing."""
    job = of_system("labels")
    others = [one.key for one in job.comparison.applying(MEASURES_OF["dependencies"]) if one.part not in ("uas", "las")]
    for a, b, called, figures in (
        ("las", "uas", "A · B", "1 · 0"), ("uas", "las", "A · B", "0 · 1"), ("uas", others[0], "A · LAS", "0 · 1"),
        (others[0], "las", "B · UAS", "1 · 0"), (*others[:2], "UAS · LAS", "0 · 1"),
    ):  # fmt: skip
        job.do([0], "a", a)
        job.do([0], "b", b)
        told = [(one.beside, there) for place in range(12) for one, there in pairwise(blocks(job, place))
                if isinstance(one, Head) and isinstance(there, Row) and there.to.startswith("error:")]  # fmt: skip
        assert {(str(head), row.figures) for head, row in told} == {(f"costs {called}", figures)}


def test_arcs_and_words_and_what_is_said_of_them() -> None:
    job = of_system("attach-low")
    drawn = drawn_of(job, 1).drawn
    wrong = [arc for arc in drawn.scene.arcs if arc.operation != "matched"]
    assert [(arc.side, arc.word, arc.head, arc.relation) for arc in wrong] == [
        (GOLD, 6, 1, "obl"),
        (TEST, 6, 3, "nmod"),
    ]
    [row] = word_rows(job, 1)
    assert (row.title, row.below) == ("7  telescope", "obl of saw → nmod of man")
    assert job.do([1], "link", row.to) == [Lit(row.to)]
    lit = {(box.text, box.arc.side if box.arc else "") for box in lit_in(drawn_of(job, 1), row.to)}
    assert lit == {("telescope", ""), ("obl<", GOLD), (">nmod", TEST)}
    said = drawn.said(next(box for box in drawn.boxes if box.text == "telescope"))
    assert "gold: obl ← saw" in said and "system: nmod ← man" in said and "NOUN" in said
    arc = next(box for box in drawn.boxes if box.arc is wrong[0])
    assert drawn.said(arc).startswith("gold: telescope depends on saw as obl")
    assert len(drawn.changes_said()) == 1  # one per word, as in the list of words


@pytest.mark.parametrize(
    ("system", "place", "said"),
    [
        ("attach-low", 1, ["7 arcs matched", "1 gold only", "1 system only"]),
        ("labels", 0, ["5 arcs matched", "2 relabelled"]),
    ],
)
def test_the_foot_counts_arcs_of_both_sides(system: str, place: int, said: list[str]) -> None:
    assert sorted(one.text for one in drawn_of(of_system(system), place).drawn.counts()) == sorted(said)


def test_a_change_is_a_wrong_word() -> None:
    job = of_system("attach-low")
    for place in range(job.comparison.sentences):
        drawn = drawn_of(job, place).drawn
        wrong = {arc.word for arc in drawn.scene.arcs if arc.operation != "matched"}
        assert len(drawn.changed()) == len(wrong) == len(drawn.changes_said())


def test_counts_light_their_words() -> None:
    job = of_system("attach-low")
    comparison: Any = job.comparison
    first = int(comparison.gold.sentences.offsets[1])
    assert counted_words(comparison, job.system, 1, "las", "gold-matched") == [("gold", first + 6)]
    for part in ("las", "uas", "clas", "mlas", "blex", "upos", "words"):
        counts = comparison.table.part(job.system, part, slice(1, 2))
        for count in ("gold", "test"):
            lit = counted_words(comparison, job.system, 1, part, count)
            assert len(lit) == int(np.ravel(getattr(counts, count))[0])
        matched = counted_words(comparison, job.system, 1, part, "matched")
        assert len(matched) == 2 * int(np.ravel(counts.matched)[0])
    assert counted_words(comparison, job.system, 1, "tokens", "gold") == []
    score = next(one for one in blocks(job, 1) if isinstance(one, Score))
    assert (score.letter, score.figure) == ("A", "87.50") and "count:las/matched" in links([score]).values()
    assert sum(box.arc is None for box in lit_in(drawn_of(job, 1), "count:las/matched")) == 7


def test_a_confusion_lights_its_word() -> None:
    job = of_system("labels")
    listed, table, *_ = analysis("confusion").tables(job.comparison, View(job.system))
    row = next(number for number, cells in enumerate(table.rows) if cells[0] == "iobj")
    column = next(number for number, one in enumerate(table.columns) if one.title == "obj")
    for found in (table.found(row, column), listed.found(listed.rows.index(["iobj", "obj", 1, 1.0]), 2)):
        assert found is not None
        go = job.do([3], "found", found)[0]
        assert rows(job, "file", go.find) == [0]  # type: ignore[union-attr]
        picture = drawn_of(job, 0)
        assert picture.lit == "found" and texts(picture, "found") == {"student", "~iobj", "~obj"}
    rows(job, "file")
    assert drawn_of(job, 0).lit != "found"
    nothing = next(number for number, cells in enumerate(table.rows) if cells[0] == "–")
    behind = [table.found(nothing, column) for column in range(1, 5)]
    assert not any(len(one.sentences) for one in behind if one is not None)


@pytest.mark.parametrize(("find", "places"), [("label appos", [11]), ("label aux:pass", [5]), ("tag SCONJ", [7])])
def test_relations_and_tags_are_found(find: str, places: list[int]) -> None:
    found = rows(of_system("attach-low"), "file", find)
    assert {*places} <= {*found} and len(found) < 9


def test_what_is_lit_stays_lit_where_it_is_now() -> None:
    job = of_system("attach-low")
    before = texts(drawn_of(job, 11), "word:0") | texts(drawn_of(job, 11), "word:4")
    job.do([11], "draw:only_differing")
    picture = drawn_of(job, 11)
    after = texts(picture, "word:0") | texts(picture, "word:4")
    assert before and after <= before


def test_punctuation_can_be_left_out() -> None:
    plain = opened(Files(SAMPLE.gold, tuple(("", path) for path in SAMPLE.systems)))
    without = opened(Files(SAMPLE.gold, tuple(("", path) for path in SAMPLE.systems)), Settings(punctuation="ignore"))
    table = without.comparison.table
    assert table.summary(0, "las", "pooled") < plain.comparison.table.summary(0, "las", "pooled")
    assert "punctuation:ignore" in table.signature("las")
    assert "--punctuation ignore" in first_of(without.do([0], "copy-list"), Copy).text
    assert " scored as usual  " in plain._foot([]) and " scored by standard + 1  " in without._foot([])


def test_a_sentence_that_crosses_is_said_and_drawn_in_every_format() -> None:
    job = of_system("attach-low")
    drawn = drawn_of(job, 6).drawn
    assert "non-projective" in drawn.details().replace("\xa0", " ")
    assert "\\begin{dependency}" in first_of(job.do([6], "copy:as LaTeX"), Copy).text
    before = list(drawn.scene.centres)
    drawn.is_right_to_left = True
    drawn.lay_out(SPACE)
    assert drawn.scene.centres[0] > drawn.scene.centres[1] and before[0] < before[-1]


def test_a_sentence_that_cannot_be_aligned_says_why(tmp_path: Path) -> None:
    text = Path(SAMPLE.systems[0]).read_text("utf-8").replace("\ttelescope\t", "\tmicroscope\t", 1)
    (tmp_path / "other.conllu").write_text(text, "utf-8")
    files = Files(SAMPLE.gold, (("", str(tmp_path / "other.conllu")),))
    assert rows(opened(files), "file", "not scored") == []
    job = opened(files, Settings(differing="skip"))
    assert rows(job, "file", "not scored") == [1]
    with pytest.raises(TreecompareError, match="microscope"):
        job.picture(1)
    assert any(isinstance(one, Text) and "microscope" in one.text for one in job.why(1))


def test_notes_are_taken_back() -> None:
    job = of_system("attach-low")
    job.begin()
    done = first_of(job.do([3], "note", "high or low?"), Done)
    assert job.comparison.judgements.notes == {3: "high or low?"}
    job.put(done.action, done.before)
    assert job.comparison.judgements.notes == {}


def test_real_hebrew_is_drawn_from_right_to_left(shared: Path) -> None:
    folder = shared / "data/hebrew-spmrl"
    job = opened(Files(str(folder / "dev.ud.gold.conllu"), (("", str(folder / "dev.ud.udpipe.conllu")),)))
    scene = drawn_of(job, rows(job)[0]).drawn.scene
    assert scene.right_to_left and scene.centres[0] > scene.centres[1]


def test_trees_are_scored_as_dependencies(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("gold.mrg", "one.mrg")]
    gold = gold_trees(20)
    for path, trees in zip(paths, (gold, erring(gold, 2)), strict=True):
        path.write_text("\n".join(trees), "utf-8")
    job = opened(Files(str(paths[0]), (("", str(paths[1])),)), Settings(as_dependencies="collins"))
    assert 0.5 < job.comparison.table.summary(0, "uas", "pooled") < 1
    assert "heads:collins" in job.comparison.table.signature("uas")
    assert isinstance(drawn_of(job, 0).drawn.scene, ArcDrawing)
    assert "--as-dependencies" in first_of(job.do([0], "copy-list"), Copy).text


# -- enhanced graphs -------------------------------------------------------------------------------------------------------


@pytest.fixture
def graphs(tmp_path: Path) -> CompareJob:
    paths = []
    for name, sentences in (("gold", (GAPPING, BASIC)), ("a", (BASIC, BASIC))):
        paths.append(tmp_path / f"{name}.conllu")
        paths[-1].write_text(treebank(name, *sentences).written(), "utf-8")
    return opened(Files(str(paths[0]), (("", str(paths[1])),)))


def enhanced(job: CompareJob) -> CompareJob:
    job.do([0], "draw:enhanced")
    return job


def test_graphs_are_drawn_when_asked_for(graphs: CompareJob) -> None:
    switch = next(one for one in graphs.commands() if one.key == "draw:enhanced")
    assert not switch.is_on and type(drawn_of(graphs, 0).drawn.scene) is ArcDrawing
    drawn = drawn_of(enhanced(graphs), 0).drawn
    assert isinstance(drawn.scene, GraphDrawing)
    assert [one.empty for one in drawn.scene.columns] == ["", "", "", "", "", "5.1", ""]
    said = drawn.details().replace("\xa0", " ")
    assert "1 empty node" in said and "1 other relation" in said
    assert drawn.tags() == [("top left", "BASIC"), ("bottom left", "ENHANCED")]
    assert "--enhanced" in drawing_command(graphs.sentence(0), graphs.a)
    assert isinstance(drawn_of(graphs, 1).drawn.scene, GraphDrawing)  # it stays
    assert "--enhanced" not in drawing_command(enhanced(graphs).sentence(0), graphs.a)
    none = of_sample("dependencies")  # there is nothing to ask for
    assert "draw:enhanced" not in {one.key for one in none.commands()}


def test_words_of_graphs_and_what_is_said_of_them(graphs: CompareJob) -> None:
    picture = drawn_of(enhanced(graphs), 0)
    said = {box.text: picture.drawn.said(box) for box in picture.drawn.boxes}
    assert said["conj:and<"].startswith("enhanced graph: likes depends on likes as conj:and<\ngold only")
    assert said["coffee"].split("\n")[:3] == ["3  coffee", "gold: basic obj ← likes", "gold: enhanced obj ← likes"]
    assert "has no such node" in said["likes"]
    assert texts(picture, "word:5") == {"likes", "conj:and<"}


def test_counts_light_the_edges_words(graphs: CompareJob) -> None:
    def lit(picture: Picture, what: str, is_arc: bool) -> set[str]:
        return {box.text for box in lit_in(picture, what) if (box.arc is not None) == is_arc}

    words = {"coffee", "and", "Bill", "tea"}
    picture = drawn_of(graphs, 0)  # among the basic arcs those of the words
    assert lit(picture, "count:elas/deleted", False) == words
    picture = drawn_of(enhanced(graphs), 0)
    assert lit(picture, "count:elas/deleted", False) == words
    assert lit(picture, "count:elas/deleted", True) == {"obj~iobj", "cc<", "nsubj<", "obj<"}
    assert lit(picture, "count:elas/inserted", True) == {"obj~iobj", ">cc", ">conj:and", ">orphan"}
    assert texts(picture, "count:eulas/matched") == {"Sue", "likes", "nsubj", "root"}


def test_errors_are_those_of_the_basic_tree(graphs: CompareJob) -> None:
    told = [one.text for one in blocks(graphs, 0) if isinstance(one, Head | Text)]
    assert "No errors in the basic tree" in told and any("4 enhanced edges missing, 4 extra" in one for one in told)
    assert "No errors" in [one.text for one in blocks(graphs, 1) if isinstance(one, Head)]
