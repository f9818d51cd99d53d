"""Drawings that are kept beside the next ones."""

from __future__ import annotations

from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import sized, space
from treecompare.app.drawings.pins import LEAST_SCALE, MOST
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files


def pin(window: MainWindow) -> None:
    window.actions_.by_name["pin"].trigger()


def test_a_drawing_stays_beside_the_next_one_and_leads_back(compared: MainWindow) -> None:
    views = space(compared)
    pins = views.layout.pins
    assert pins.isHidden()
    views.sentences.go_to_sentence(3)
    before = views.layout.pictures.width()
    pin(compared)
    views.systems.choose(1)
    views.sentences.go_to_sentence(5)
    pin(compared)
    views.sentences.go_to_sentence(7)
    assert list(pins.shown) == [(0, 3), (1, 5)] and pins.isVisible()
    assert views.layout.pictures.width() < before
    titles = [one.title.text() for one in pins.shown.values()]
    assert titles == ["4 · one", "6 · two"]
    pins.shown[0, 3].title.click()
    assert (views.sentences.system, views.sentences.current_sentence()) == (0, 3)


def test_the_same_again_lets_it_go_and_few_are_kept(compared: MainWindow) -> None:
    views = space(compared)
    pins = views.layout.pins
    for sentence in range(MOST + 1):
        views.sentences.go_to_sentence(sentence)
        pin(compared)
    assert [sentence for _, sentence in pins.shown] == list(range(1, MOST + 1))
    pin(compared)
    assert (0, MOST) not in pins.shown and len(pins.shown) == MOST - 1
    for place in list(pins.shown):
        pins.drop(place)
    assert pins.isHidden()


def test_nothing_stays_pinned_of_another_comparison(qtbot: QtBot, compared: MainWindow, files: Files) -> None:
    pin(compared)
    assert space(compared).layout.pins.shown
    compare(qtbot, compared, Files(files.gold, files.systems[:1]))
    assert not space(compared).layout.pins.shown


def test_each_can_be_read_and_begins_with_what_changed(compared: MainWindow) -> None:
    sized(compared, 1280, 800)
    views = space(compared)
    for sentence in range(3):
        views.sentences.go_to_sentence(sentence)
        pin(compared)
    for (_, sentence), one in views.layout.pins.shown.items():
        views.sentences.go_to_sentence(sentence)
        area = one.findChild(QScrollArea)
        drawing, picture = views.drawing_view.drawing, area.widget()
        assert picture.width() >= LEAST_SCALE * drawing.width
        assert picture.visibleRegion().boundingRect().contains(picture.telling)


def test_what_all_names_begin_with_is_left_out(qtbot: QtBot, compared: MainWindow, files: Files) -> None:
    systems = tuple((f"dev.{name}", path) for name, (_, path) in zip("ab", files.systems, strict=True))
    compare(qtbot, compared, Files(files.gold, systems))
    pin(compared)
    (only,) = space(compared).layout.pins.shown.values()
    assert only.title.text() == "1 · a"
