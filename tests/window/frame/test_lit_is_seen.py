"""What is lit is unfolded and in view, wherever it stands in a long sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from tests.window.frame.test_pictures import long_pair
from tests.window.frame.views import click_on, show_trees, trees_view
from treecompare.jobs.base import Light
from treecompare.window.frame.scene_view import SceneView


@pytest.fixture
def view(qtbot: QtBot) -> SceneView:
    return trees_view(qtbot, long_pair())


def runs(view: SceneView) -> list[str]:
    return [one.text for one in view.drawing.boxes if one.text.endswith(" words …")]


def light(view: SceneView, nodes: Sequence[tuple[str, int]]) -> None:
    """Lights nodes as a job does that wants them to be seen."""
    assert view.picture_shown is not None
    wanted = [*view.drawn.changed(), *nodes] if nodes else ()
    view.picture_shown = replace(view.picture_shown, light=lambda _: Light(nodes, wanted=wanted))
    view.light("nodes")


def texts(view: SceneView) -> list[str]:
    return [one.text for one in view.drawing.boxes]


def test_what_is_lit_is_unfolded_and_nothing_else(view: SceneView) -> None:
    mapping, before = view.drawing.mapping, texts(view)
    assert runs(view) == ["… 30 words …", "… 28 words …"]
    last = len(mapping.gold) - 2  # the last NP, below the root
    for side, node in (("gold", last), ("test", mapping.test_of_gold[last])):
        assert mapping.gold.texts[last] == "NP"
        light(view, [(side, node)])
        box = view.drawn.box_of((side, node))
        assert box is not None and box.text == "NP" and len(view.lit()) == 1
        assert all(view.drawn.box_of(place) is not None for place in view.drawn.changed())
        assert not {"word1", "word28"} & {*texts(view)} and len(texts(view)) < len(before) + 12
    light(view, [("gold", last - 2)])
    assert "word29" in texts(view)
    light(view, [])
    assert texts(view) == before


def test_what_people_opened_stays_open(qtbot: QtBot, view: SceneView) -> None:
    click_on(qtbot, view, next(one for one in view.drawing.boxes if one.text == "… 28 words …"))
    light(view, [("gold", 2)])
    assert runs(view) == []
    light(view, [])
    assert runs(view) == ["… 30 words …"]


def test_where_there_is_less_room_it_stays_unfolded(view: SceneView) -> None:
    show_trees(view, long_pair(8))
    assert runs(view) == []
    light(view, [("gold", 2)])
    view.resize(400, 700)
    assert view.drawn.box_of(("gold", 2)) is not None
