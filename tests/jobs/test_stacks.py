"""All systems drawn one below the other, as a job: scores, lights, clicks, what is folded; of two kinds of comparison."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.jobs.test_compare import SPACE, blocks, drawn_of, first_of, lit_in, of_sample, rows, trees
from tests.jobs.test_dependencies import opened
from treecompare.comparison.files import Files
from treecompare.drawing.drawn import Space
from treecompare.drawing.stacks import HeadBox
from treecompare.jobs.base import Copy, Row
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.compare_exports import drawing_command
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED

__all__ = ["trees"]


def heads(job: CompareJob, place: int) -> list[str]:
    return [head.said for head in drawn_of(job, place).drawn.scene.heads]


@pytest.fixture
def stacked(trees: CompareJob) -> CompareJob:
    trees.do([0], "all-systems")
    return trees


def dependencies(folder: Path) -> CompareJob:
    """A sentence of nine words, whose last one depends on the second in the gold, on the one before it in the second system."""
    paths = []
    for name, head in (("gold", 2), ("one", 2), ("two", 8)):
        numbers = [2, 0, *(number - 1 for number in range(3, 9)), head]
        lines = (f"{n}\tword{n}\t_\tNOUN\tN\t_\t{h}\tdep\t_\t_\n" for n, h in enumerate(numbers, 1))
        paths.append(folder / f"{name}.conllu")
        paths[-1].write_text("".join(lines) + "\n", "utf-8")
    job = opened(Files(str(paths[0]), (("one", str(paths[1])), ("a parser of a quite long name", str(paths[2])))))
    job.do([0], "all-systems")
    return job


def test_gold_and_all_systems_are_drawn_and_one_again(stacked: CompareJob) -> None:
    drawn = drawn_of(stacked, 4).drawn
    assert [head.name for head in drawn.scene.heads] == ["GOLD", *stacked.comparison.table.systems]
    command = drawing_command(stacked.sentence(4), stacked.a)
    assert command.count("--layout") == 1 and "--layout stacked" in command and "--sentence 5" in command
    stacked.do([4], "all-systems")
    assert not hasattr(drawn_of(stacked, 4).drawn.scene, "heads")


def test_a_click_on_a_name_looks_at_that_system(stacked: CompareJob) -> None:
    drawn = drawn_of(stacked, 4).drawn
    boxes = [box for box in drawn.scene.boxes if isinstance(box, HeadBox)]
    assert "click" in drawn.said(boxes[2])
    stacked.do([4], "box", boxes[2])
    assert stacked.system == 1
    stacked.do([4], "box", drawn_of(stacked, 4).drawn.scene.head_boxes[0])  # the gold is no system
    assert stacked.system == 1


def test_the_score_is_that_of_the_measure_whose_counts_are_drawn(stacked: CompareJob) -> None:
    before = heads(stacked, 4)
    stacked.do([4], "a", "la")
    stacked.do([4], "score", "A")
    assert heads(stacked, 4) != before and "Leaf-Ancestor" in heads(stacked, 4)[1]


def test_the_same_words_are_lit_in_all(stacked: CompareJob) -> None:
    drawn = drawn_of(stacked, 4).drawn
    box = next(one for one in drawn.boxes if not isinstance(one, HeadBox) and one.part is None)
    framed, underlined = drawn.lights(None, drawn.place_of(box), ())
    assert framed and len({one.tier for one in underlined}) == len(drawn.scene.heads)


@pytest.mark.parametrize("width", [480, 900, 1600])
def test_it_is_scrolled_down_and_never_sideways(stacked: CompareJob, width: int) -> None:
    drawn = drawn_of(stacked, 4).drawn
    drawn.folds, space = True, Space(width, 500, scroll_bar=14)
    drawn.lay_out(space)
    assert all(box.x - box.width / 2 >= 0 and box.y < drawn.scene.height for box in drawn.scene.boxes)
    has_room = partial(drawn.has_room, space=space)
    widest = space.room.width / space.room.least
    assert not has_room(widest + 1, 10) and has_room(widest, 10)
    assert not has_room(widest, 10_000) and has_room(widest - space.scroll_bar / space.least_scale, 10_000)


def test_folding_and_changes(stacked: CompareJob) -> None:
    drawn = drawn_of(stacked, 4).drawn
    drawn.folds = True
    drawn.lay_out(SPACE)
    folded = len(drawn.boxes)
    drawn.folds = False
    drawn.lay_out(SPACE)
    assert len(drawn.boxes) >= folded and len(drawn.changes_said()) == len(drawn.changed())
    assert "--whole-trees" in drawing_command(stacked.sentence(4), stacked.a)


def test_of_dependencies(tmp_path: Path) -> None:
    job = dependencies(tmp_path)
    assert heads(job, 0)[2] == "LAS 88.89 · 1 wrong head · 1 error"
    assert rows(job, "file", "word5") == [0]
    picture = drawn_of(job, 0)
    assert {box.tier for box in lit_in(picture, "found")} == {0, 1, 2} or lit_in(picture, "found")
    assert "\\begin" in first_of(job.do([0], "copy:as LaTeX"), Copy).text


def test_a_lit_error_is_of_the_gold_and_of_the_system_one_looks_at() -> None:
    stacked = of_sample("first-comparison")
    stacked.do([0], "all-systems")
    stacked.do([0], "system", "1")
    number = 0
    for place in rows(stacked, "changes")[:12]:
        for row in [one for one in blocks(stacked, place) if isinstance(one, Row) and one.to.startswith("error:")]:
            drawn = drawn_of(stacked, place).drawn
            attached = stacked.picture(place).light(row.to).attached  # type: ignore[union-attr]
            tops = [*(top for _, top in drawn.scene.lines), drawn.scene.height]
            for line in drawn.lines_of(attached):
                number += 1
                at = max(one for one, top in enumerate(tops) if top < line.start[1])
                assert drawn.scene.lines[at][0] == (0 if line.ink.startswith(DELETED) else 2)
    assert number > 3


def test_a_lit_arc_is_that_of_the_gold_and_of_the_system(tmp_path: Path) -> None:
    job = dependencies(tmp_path)
    job.do([0], "system", "1")
    drawn = drawn_of(job, 0).drawn
    attached = job.picture(0).light("error:0").attached  # type: ignore[union-attr]
    assert {line.ink.partition(" ")[0] for line in drawn.lines_of(attached)} == {DELETED, INSERTED}


def test_a_click_on_an_arc_goes_to_its_error(tmp_path: Path) -> None:
    job = dependencies(tmp_path)
    boxes = drawn_of(job, 0).drawn.boxes
    job.do([0], "box", next(box for box in boxes if box.tier == 2 and box.operation == MATCHED))
    assert job.system == 0  # what is right in another system is no reason to leave this one
    wrong = next(box for box in boxes if getattr(box, "arc", None) and box.operation == INSERTED)
    job.do([0], "box", wrong)
    assert job.system == 1 and lit_in(drawn_of(job, 0), "error:0")


def test_without_a_gold_systems_have_differences(trees: CompareJob) -> None:
    trees.comparison.call_by_names()
    job = CompareJob(trees.comparison)
    job.do([0], "all-systems")
    assert all("error" not in said for place in range(9) for said in heads(job, place))


def test_systems_are_in_the_drawing_that_is_remembered(stacked: CompareJob) -> None:
    assert stacked.asked.is_stacked
    other = CompareJob(stacked.comparison)
    other.restore(stacked.state())
    assert other.asked.is_stacked


@pytest.mark.parametrize("sample", ["first-comparison", "dependencies"])
def test_a_stack_counts_each_change_as_the_drawing_of_a_system_does(sample: str) -> None:
    job = of_sample(sample)
    relabelled = 0
    for place in range(min(20, job.comparison.sentences)):
        pairs = []
        for system in range(len(job.comparison.systems)):
            job.do([0], "system", str(system))
            pairs.append(drawn_of(job, place).drawn)
        job.do([0], "all-systems")
        stack = drawn_of(job, place).drawn
        tallies = [(one.tally(), len(one.changed())) for one in (*pairs, stack)]
        for operation in (INSERTED, SWAPPED):
            assert tallies[-1][0].get(operation, 0) == sum(told.get(operation, 0) for told, _ in tallies[:-1])
        shared = sum(told.get(DELETED, 0) for told, _ in tallies[:-1]) - tallies[-1][0].get(DELETED, 0)
        assert shared >= 0 and sum(number for _, number in tallies[:-1]) - tallies[-1][1] in range(shared + 1)
        relabelled += tallies[-1][0].get(SWAPPED, 0)
        job.do([0], "all-systems")
    assert relabelled
