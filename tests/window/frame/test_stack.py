"""A comparison in the frame: names of all systems over their analyses, and what is answered later."""

from __future__ import annotations

from itertools import pairwise

import pytest
from pytestqt.qtbot import QtBot

from tests.jobs.test_compare import of_sample
from tests.window.frame.conftest import Open, press, settle
from tests.window.frame.samples import compare
from tests.window.frame.toy import Toy
from treecompare.drawing.scene import Rect
from treecompare.drawing.stacks import HEAD
from treecompare.jobs import base
from treecompare.jobs.compare import CompareJob
from treecompare.window.frame.window import Window


@pytest.fixture(scope="module")
def compared() -> CompareJob:
    return of_sample("first-comparison")


def test_names_of_all_systems_are_seen_wherever_one_looks(open_window: Open, compared: CompareJob) -> None:
    """That of the analysis at the upper edge stays there until the next one comes."""
    window = open_window(compared, width=900, height=640)
    view = window.drawings.view
    names = view.canvas.names

    def lines() -> list[float]:
        """Where the grounds of names are."""
        return [one.y for one in names.drawing.marks if isinstance(one, Rect)]

    assert lines() == []
    window.do("all-systems")
    settle(window)
    stack = view.drawing
    assert lines() == [top for _, top in stack.lines] and len(stack.lines) == len(compared.comparison.table.systems) + 1
    image = view.canvas.viewport().grab().toImage()
    line = view.canvas.mapFromScene(names.mapToScene(0, stack.lines[0][1] + HEAD / 2))
    dark = [x for x in range(line.x(), line.x() + 80) if image.pixelColor(x, line.y()).lightness() < 120]
    assert dark  # GOLD is written there
    bar = view.canvas.verticalScrollBar()
    bar.setValue(bar.minimum() + 60)
    top = view.canvas.mapToScene(0, 0).y()
    assert top > stack.lines[0][1]
    assert lines()[0] == pytest.approx(top)
    bar.setValue(bar.maximum())
    assert all(upper + HEAD <= lower + 0.01 for upper, lower in pairwise(lines()))
    window.do("all-systems")
    settle(window)
    assert lines() == []


def test_answers_may_come_later(qtbot: QtBot, window: Window, toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    later = base.Later("Looking…", lambda *_: toy.gate.wait(10) and [base.Go(place=7), base.Say("There.")])
    monkeypatch.setattr(toy, "do", lambda *_: [later])
    window.do("anything")
    assert (window.place, window.messages.text()) == (2, "Looking…")
    toy.gate.set()
    qtbot.waitUntil(lambda: window.place == 7)
    assert window.messages.text() == "There."


def test_the_box_of_layouts_leads_to_all_systems_and_back(open_window: Open) -> None:
    compared = compare("first-comparison")
    window = open_window(compared)
    box = window.drawings.layouts

    def choose(title: str) -> None:
        at = box.findText(title)
        assert at >= 0
        box.setCurrentIndex(at)
        box.activated.emit(at)
        settle(window)

    assert [box.itemText(at) for at in range(box.count())] == ["Mirrored", "Side by side", "Merged", "All systems"]
    choose("Side by side")
    assert not compared.asked.is_stacked and window.drawings.view.layout_wanted == "side-by-side"
    choose("All systems")
    assert compared.asked.is_stacked and box.currentText() == "All systems"
    choose("Side by side")
    assert not compared.asked.is_stacked and box.currentText() == "Side by side"


def test_the_keys_of_layouts_lead_out_of_all_systems(open_window: Open) -> None:
    compared = compare("first-comparison")
    window = open_window(compared)
    for key, title in (("s", "Side by side"), ("m", "Mirrored"), ("g", "Merged")):
        press(window, "a")
        settle(window)
        assert window.drawings.layouts.currentText() == "All systems"
        press(window, key)
        settle(window)
        assert not compared.asked.is_stacked and window.drawings.layouts.currentText() == title
    window.show_tab(1)
    settle(window)
    for key, said in (("m", "“Mirrored” does not apply here."), ("f", "“Fold” does not apply now.")):
        press(window, key)
        assert window.messages.text() == said
