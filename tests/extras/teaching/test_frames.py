"""Players: the same way through a walk and through the steps of a score."""

from __future__ import annotations

import pytest

from treecompare.extras.teaching.exercise import of_texts
from treecompare.extras.teaching.frames import Frame, Player
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


def script() -> Player:
    return next(one for one in scripts(of_texts(GOLD, SYSTEM).comparison, 0, 0) if one.name == "t.roof")


@pytest.mark.parametrize("player", [walk_of_three(), script()], ids=["walk", "script"])
def test_frames_count_from_one_and_end_where_they_end(player: Player) -> None:
    last = len(player)
    assert last == len(player.outline) >= 3 and player.number == 0
    assert player.go(1)
    assert player.go(2) and player.place(2) == f"2 of {last}"
    assert player.go(last)
    for number in (0, -1, last + 1):
        assert not player.go(number) and player.number == last
        with pytest.raises(IndexError):
            player.frame(number)


def test_the_frame_of_a_walk_has_what_its_step_says_and_its_figures() -> None:
    player = walk_of_three()
    first, gone, others = (player.frame(number) for number in (1, 2, 3))
    assert player.title == "a walk" and [one.text for one in player.outline] == [
        "E-Dice is ….", "gone", "for others",
    ]  # fmt: skip
    assert first.text == "E-Dice is 40.00." and first.exercise is player.exercise(1) is others.exercise
    assert (first.measures, first.hidden, first.script) == (("e.roof.dice",), ("names",), "")
    assert gone.exercise is None and gone.text.startswith("This step cannot be shown: there is no sample")
    assert others.measures is None and (others.script, others.script_frame) == (
        "t.roof",
        1,
    )  # there is none such of trees


def test_the_frames_of_a_script_are_its_steps() -> None:
    player = script()
    assert [player.frame(number) for number in range(1, len(player) + 1)] == list(player.outline)
    assert all(frame.measures is None for frame in player.outline)
    assert player.frame(2).nodes and "cost 1 of" in player.frame(2).figure


def test_a_frame_without_trees_has_nothing_that_is_numbered_differently() -> None:
    assert Frame("no trees").is_numbered_alike and Frame("trees", exercise=of_texts(GOLD, SYSTEM)).is_numbered_alike
