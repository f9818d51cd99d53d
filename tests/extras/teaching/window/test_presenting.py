"""Presenting any job: the whole screen, large letters, Space steps, Escape ends."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontInfo
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from tests.extras.teaching.test_steps_job import of_sample
from tests.window.frame.conftest import Open, press, settle
from tests.window.frame.toy import DRAWN, TWO, Toy, tree_picture
from treecompare import resources
from treecompare.comparison.base import Cancel
from treecompare.drawing.drawn import LEAST_TEXT
from treecompare.extras.teaching.walk_job import opening_walk
from treecompare.jobs import base
from treecompare.window.common import preferences
from treecompare.window.frame.presenting import LEAST_LETTERS
from treecompare.window.frame.window import Window

KEY = Qt.Key


@pytest.fixture
def walk(open_window: Open, tmp_path, monkeypatch: pytest.MonkeyPatch) -> Window:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = next(str(one.path) for one in resources.walk_files() if one.key == "attachment")
    job = opening_walk(path)(Cancel(), lambda _: None)
    return open_window(job)


def at(window: Window) -> str:
    assert window.job is not None
    return window.job.name(window.place)


def test_f5_shows_nothing_but_the_drawing_its_text_and_its_figures_and_escape_brings_all_back(walk: Window) -> None:
    canvas, size = walk.drawings.view.canvas, walk.size()
    press(walk, KEY.Key_Space, KEY.Key_F5)
    shown = walk.presenting
    assert walk.isFullScreen() and canvas.hasFocus() and at(walk) == "2"
    assert not any(
        one.isVisible()
        for one in (walk.bar, walk.listing, walk.columns.right, walk.drawings.corner, walk.drawings.view.foot)
    )
    assert (
        "3 brackets" in shown.text.accessibleName()
        and "25.00" in shown.figures.text()
        and shown.corner.accessibleName() == "2 of 13"
    )
    press(walk, KEY.Key_Escape)
    assert not walk.isFullScreen() and walk.size() == size and at(walk) == "2"
    assert all(
        one.isVisible()
        for one in (walk.bar, walk.listing, walk.columns.right, walk.drawings.corner, walk.drawings.view.foot)
    )
    assert (
        not shown.above.isVisible()
        and not shown.below.isVisible()
        and walk.drawings.view.space.least_text == LEAST_TEXT
    )


def test_who_presents_from_the_last_step_begins_anew(walk: Window) -> None:
    """Back leads to no step of it, nor does it afterwards."""
    press(walk, KEY.Key_End)
    assert at(walk) == ""
    press(walk, KEY.Key_F5)
    assert at(walk) == "1" and walk.presenting.corner.accessibleName() == "1 of 13" and not walk.way
    press(walk, KEY.Key_Escape)
    assert at(walk) == "1" and not walk.presenting.is_on


def test_why_is_there_if_it_is_wanted_and_goes_again(walk: Window) -> None:
    press(walk, "i", KEY.Key_F5)
    assert not walk.columns.right.isVisible()
    press(walk, "i")
    assert walk.columns.right.isVisible() and walk.presenting.is_on
    press(walk, KEY.Key_F5)
    assert not walk.columns.right.isVisible() and walk.bar.isVisible()


def test_it_is_dark_or_light_and_the_program_is_as_before_afterwards(walk: Window) -> None:
    preferences.store("theme", "light")

    def ground() -> int:
        return walk.drawings.view.canvas.palette().window().color().lightness()

    walk.run("dark")
    assert ground() > 200
    press(walk, KEY.Key_F5)
    assert ground() < 100 > walk.presenting.text.palette().window().color().lightness()
    press(walk, KEY.Key_F5)
    assert ground() > 200
    press(walk, KEY.Key_F5)
    walk.run("dark")
    assert ground() > 200


def test_space_and_the_keys_of_presenters_go_through_all_of_it(walk: Window) -> None:
    """Also through the steps of a score; Escape leads out of presenting at once, however far one went."""
    press(walk, KEY.Key_F5)
    seen = [at(walk)]
    for _ in range(6):
        press(walk, KEY.Key_Space)
        seen.append(at(walk))
    press(walk, KEY.Key_PageDown)
    assert [*seen, at(walk)] == ["1", "2", "3", "4", "5", "6", "6.1", "6.2"]
    assert "▲" in walk.presenting.figures.text()
    press(walk, KEY.Key_PageUp)
    QTest.keyClick(QApplication.focusWidget(), KEY.Key_Space, Qt.KeyboardModifier.ShiftModifier)
    settle(walk)
    assert at(walk) == "6" and not walk.way
    press(walk, KEY.Key_Escape)
    assert walk.bar.isVisible() and at(walk) == "6"


def test_a_score_that_is_hidden_is_shown_by_space(walk: Window) -> None:
    walk.run("hide:scores")
    press(walk, KEY.Key_Space, KEY.Key_F5)
    assert at(walk) == "2" and "?" in walk.presenting.figures.text() and "25.00" not in walk.presenting.figures.text()
    press(walk, KEY.Key_Space)
    assert at(walk) == "2" and "25.00" in walk.presenting.figures.text()
    press(walk, KEY.Key_Space)
    assert at(walk) == "3" and "?" in walk.presenting.figures.text()


def test_all_that_is_seen_is_large(walk: Window) -> None:
    """By the screen, not by the window; nothing has to be scrolled, and the drawing keeps its place from step to step."""
    press(walk, KEY.Key_F5)
    canvas, letters = walk.drawings.view.canvas, walk.presenting.letters
    assert letters >= LEAST_LETTERS
    places = set()
    for _ in range(13):
        labels = [one for one in walk.findChildren(QLabel) if one.isVisible() and one.text()]
        assert min(QFontInfo(one.font()).pixelSize() for one in labels) >= 0.7 * letters
        assert not canvas.verticalScrollBar().maximum() and not canvas.horizontalScrollBar().maximum()
        assert not walk.presenting.above.verticalScrollBar().maximum()
        places.add(canvas.mapTo(walk, canvas.rect().topLeft()).y())
        press(walk, KEY.Key_Space)
    assert len(places) <= 4 and walk.presenting.text.height() <= 0.3 * walk.height()


def test_a_text_without_end_makes_nothing_larger(open_window: Open) -> None:
    class Endless(Toy):
        def picture(self, place: int) -> base.Picture:
            return tree_picture(said=["word " * (4000 if place % 2 else 4)], figures=[("A <b>", "1.00", "▲ 0.50")] * 9)

    window = open_window(Endless())
    press(window, KEY.Key_F5)
    sizes = set()
    for _ in range(3):
        press(window, KEY.Key_Space)
        sizes.add((window.width(), window.height()))
        assert window.presenting.above.height() <= 0.3 * window.screen().geometry().height() + 1
        assert window.drawings.view.canvas.height() > 0.4 * window.height()
    assert len(sizes) == 1 and "A &lt;b&gt;" in window.presenting.figures.text()


def test_other_jobs_are_presented_with_their_boxes_and_space_goes_to_the_next_place(open_window: Open) -> None:
    toy = Toy()
    window = open_window(toy)
    window.go(base.Go(place=DRAWN))
    settle(window)
    press(window, KEY.Key_F5)
    assert not window.presenting.above.isVisible() and "84.13" in window.presenting.figures.text()
    window.go(base.Go(place=TWO))
    settle(window)
    assert len(window.drawings.views) == 2 and all(one.space.least_text > LEAST_TEXT for one in window.drawings.views)
    press(window, KEY.Key_Space)
    assert window.place == TWO + 1


def test_a_comparison_that_is_presented_goes_on_through_its_scores_and_back(open_window: Open) -> None:
    window = open_window(of_sample("first-comparison"))
    compared = window.job
    press(window, KEY.Key_F5, KEY.Key_Space)
    assert window.job is not compared and window.job is not None and window.job.kind == "steps"
    assert window.presenting.above.isVisible()
    press(window, KEY.Key_Space, KEY.Key_Space)
    assert window.list.number[0] == 3
    press(window, KEY.Key_Escape)
    assert window.bar.isVisible() and window.job is not compared
    press(window, KEY.Key_Escape)
    assert window.job is compared


def test_a_new_step_is_typed_at_once(open_window: Open) -> None:
    window = open_window(of_sample("first-comparison"))
    window.run("add-step")
    settle(window)
    focus = QApplication.focusWidget()
    QTest.keyClicks(focus, "Look")
    window.why.leave()
    settle(window)
    assert window.job is not None and [one.text(0) for one in window.list.places_model.shown.columns][:2] == [
        "1",
        "Look",
    ]
    assert QApplication.focusWidget() is focus
    window.run("undo")
    settle(window)
    assert "no text yet" in window.list.places_model.shown.columns[1].text(0)


def test_steps_that_are_removed_are_not_listed_any_more(walk: Window) -> None:
    press(walk, KEY.Key_End)
    walk.run("edit-walk")
    walk.why.end_asking()
    walk.run("remove-step")
    settle(walk)
    assert walk.list.number[:2] == (12, 12) and at(walk) == "8"
    walk.run("undo")
    settle(walk)
    assert walk.list.number[1] == 13
