"""One's own walk: what is kept of it is given as it was, and what cannot be is left out."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from treecompare.comparison.base import score
from treecompare.comparison.files import open_files, opened
from treecompare.comparison.roles import sample_files
from treecompare.drawing.sentence import Wanted
from treecompare.errors import UsageError
from treecompare.extras.teaching.stages import Own, Stages
from treecompare.extras.teaching.walks import PLAIN_VIEW, Source, Walk, WalkStep, kept_view, read_steps, view_of
from treecompare.resources import samples
from treecompare.saved.rows import WALK, Key

SAMPLES = {one.key: one for one in samples()}


@pytest.mark.parametrize(
    "wanted",
    [
        PLAIN_VIEW,
        Wanted("E", "roof", False, "merged", True, True, golds=("A", "B"), relabels=True),
        replace(PLAIN_VIEW, layout="side-by-side"),
    ],
)
def test_how_a_step_is_drawn_comes_back(wanted: Wanted) -> None:
    assert view_of(kept_view(wanted)) == wanted


@pytest.mark.parametrize(
    "stored",
    [
        {"mapping": "X"}, {"mapping": True}, {"part": "E"}, {"labelled": "no"}, {"elide": 1}, {"layout": "stacked"},
        {"golds": "A"}, {"theme": "dark"}, {"colour": "red"}, {"relabels": 0}, {"golds": []}, {"mapping": ["E"]},
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_is_as_usual(stored: dict[str, Any]) -> None:
    assert view_of(stored) == PLAIN_VIEW


def test_steps_become_those_that_are_given() -> None:
    said = {"text": "Look", "measures": ["las", "nothing"], "view": {"mapping": "E"}, "hidden": ["gold", "all"]}
    (step,) = read_steps({Key(WALK, 4, "labels", "x"): json.dumps({"place": 0, **said})})[0]
    assert (step.name, step.text, step.source) == ("x", "Look", Source(sentence=5, system="labels"))
    assert step.measures == ("las",) and step.view == replace(PLAIN_VIEW, mapping="E") and step.hidden == ("gold",)


@pytest.mark.parametrize(
    ("key", "measured"),
    [
        ("first-comparison", "e.roof.dice"), ("dependencies", "las"), ("words-that-differ", "tedeval.lattice"),
        ("tsarfaty-2011", "tedeval"),
    ],
)  # fmt: skip
def test_a_step_shows_the_sentence_with_the_scores_that_it_has(key: str, measured: str) -> None:
    """Of every kind; its text takes its figures from there."""
    found = opened(open_files(sample_files(SAMPLES[key])))
    comparison = score(found.comparison)
    systems = comparison.table.systems
    steps = [WalkStep(f"{{{measured}}}", Source(sentence=row + 1, system=name)) for row in (0, 2) for name in systems]
    stages = Stages(Walk("w", "", tuple(steps)), Own.of(found))
    for number, (step, row) in enumerate(((one, one.source.sentence - 1) for one in steps), 1):
        expected = comparison.table.scores(systems.index(step.source.system), measured)[row]
        assert stages.frame(number).text == f"{100 * expected:.2f}"
        assert stages.exercise(number).comparison.texts()[0] == comparison.texts()[row]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (Source(sentence=1, system="gone"), "there is no system 'gone'"),
        (Source(sentence=100, system="labels"), "there is no sentence 100; expected a number from 1 to 12"),
    ],
)
def test_steps_of_what_is_no_longer_there_say_so(source: Source, expected: str) -> None:
    found = opened(open_files(sample_files(SAMPLES["dependencies"])))
    score(found.comparison)
    with pytest.raises(UsageError, match=expected):
        Stages(Walk("w", "", (WalkStep("", source),)), Own.of(found)).exercise(1)
