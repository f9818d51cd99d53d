"""The frames of a walk, and those of a score."""

from __future__ import annotations

import pytest

from treecompare.extras.teaching.exercise import of_texts
from treecompare.extras.teaching.frames import Frame, Script
from treecompare.extras.teaching.stages import Stages
from treecompare.extras.teaching.steps import scripts
from treecompare.extras.teaching.walks import Source, Walk, WalkStep

GOLD, SYSTEM = "(S (NP (D the) (N dog)) (VP (V barked)))", "(S (D the) (VP (N dog) (V barked)))"


def walk_of_three() -> Stages:
    source = Source(gold=GOLD, test=SYSTEM)
    steps = (
        WalkStep("E-Dice is {e.roof.dice}.", source, measures=("e.roof.dice",), hidden=("names",)),
        WalkStep("gone", Source(sample="gone"), measures=("la",)),
        WalkStep("for others", source, measures=("tedeval.lattice",), script="t.roof"),
    )
    return Stages(Walk("a walk", "", steps))


def script() -> Script:
    return next(one for one in scripts(of_texts(GOLD, SYSTEM).comparison, 0, 0) if one.name == "t.roof")


def test_the_frames_of_a_walk_count_from_one_and_end_where_they_end() -> None:
    stages = walk_of_three()
    for number in (0, -1, len(stages) + 1):
        with pytest.raises(IndexError):
            stages.frame(number)


def test_the_frame_of_a_walk_has_what_its_step_says_and_its_figures() -> None:
    player = walk_of_three()
    first, gone, others = (player.frame(number) for number in (1, 2, 3))
    assert first.text == "E-Dice is 40.00." and first.exercise is player.exercise(1) is others.exercise
    assert (first.measures, first.script) == (("e.roof.dice",), "")
    assert gone.exercise is None and gone.text.startswith("This step cannot be shown: there is no sample")
    assert others.measures is None and (others.script, others.script_frame) == (
        "t.roof",
        1,
    )  # there is none such of trees


def test_the_frames_of_a_script_are_its_steps() -> None:
    first, second, *_ = frames = script().outline
    assert not first.nodes and all(frame.measures is None for frame in frames)
    assert second.nodes and "cost 1 of" in second.figure


def test_a_frame_without_trees_has_nothing_that_is_numbered_differently() -> None:
    assert Frame("no trees").is_numbered_alike and Frame("trees", exercise=of_texts(GOLD, SYSTEM)).is_numbered_alike
