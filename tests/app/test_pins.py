"""Drawings that are kept beside the next ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare, write
from tests.app.helpers import sized, space
from tests.conftest import stride
from treecompare.app.drawings.pins import MOST
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.drawing.drawn import LEAST_TEXT


def pin(window: MainWindow) -> None:
    window.actions_.by_name["pin"].trigger()


def test_a_drawing_stays_beside_the_next_one_and_leads_back(compared: MainWindow) -> None:
    views = space(compared)
    pins = views.layout.pins
    views.sentences.go_to_sentence(3)
    before = views.layout.pictures.height()
    pin(compared)
    views.systems.choose(1)
    views.sentences.go_to_sentence(5)
    pin(compared)
    views.sentences.go_to_sentence(7)
    assert list(pins.shown) == [(0, 3), (1, 5)]
    assert views.layout.pictures.height() < before
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
    pins.clear()
    assert views.layout.pictures.size() == pins.size()


def test_nothing_stays_pinned_of_another_comparison(qtbot: QtBot, compared: MainWindow, files: Files) -> None:
    pin(compared)
    assert space(compared).layout.pins.shown
    compare(qtbot, compared, Files(files.gold, files.systems[:1]))
    assert not space(compared).layout.pins.shown


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (1600, 1000)][:: stride(3)])
def test_three_can_be_read_and_show_what_changed_first(compared: MainWindow, size: tuple[int, int]) -> None:
    sized(compared, *size)
    views = space(compared)
    for sentence in range(MOST):
        views.sentences.go_to_sentence(sentence)
        pin(compared)
    pins = views.layout.pins
    places = [QRect(one.mapTo(pins, QPoint()), one.size()) for one in (*pins.shown.values(), views.layout.pictures)]
    assert all(place.width() > 0.39 * pins.width() and place.height() > 0.39 * pins.height() for place in places)
    assert not any(one.intersects(other) for one in places for other in places if one is not other)
    assert all(one.width() * one.height() < places[-1].width() * places[-1].height() for one in places[:-1])
    for one in pins.shown.values():
        view = one.panel.view
        canvas = view.canvas
        assert canvas.smallest_text * canvas.transform().m11() >= LEAST_TEXT - 0.1
        changed = view.drawn.changed()
        if changed:
            shown = canvas.seen_rect(view.rect_of(view.drawn.shown_at(changed[0])))
            assert QRectF(canvas.viewport().rect()).intersects(shown)


def test_it_is_drawn_as_it_was_and_a_click_in_it_leads_back(qtbot: QtBot, compared: MainWindow) -> None:
    views = space(compared)
    views.sentences.go_to_sentence(2)
    compared.actions_.by_name["side_by_side"].trigger()
    pin(compared)
    compared.actions_.by_name["merged"].trigger()
    views.sentences.go_to_sentence(4)
    (only,) = views.layout.pins.shown.values()
    assert only.panel.view.arrangement == "side-by-side"
    qtbot.mouseClick(only.panel.view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert views.sentences.current_sentence() == 2


def test_work_for_pins_ends_with_the_window(compared: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    pin(compared)
    (only,) = space(compared).layout.pins.shown.values()
    stopped: list[str] = []
    monkeypatch.setattr(only.panel, "stop", lambda: stopped.append("pin"))
    space(compared).stop()
    assert stopped == ["pin"]


def test_what_all_names_begin_with_is_left_out(qtbot: QtBot, compared: MainWindow, files: Files) -> None:
    systems = tuple((f"dev.{name}", path) for name, (_, path) in zip("ab", files.systems, strict=True))
    compare(qtbot, compared, Files(files.gold, systems))
    pin(compared)
    (only,) = space(compared).layout.pins.shown.values()
    assert only.title.text() == "1 · a"
    compared.actions_.by_name["all_systems"].trigger()
    assert [head.name for head in space(compared).view_shown.shown.view.drawing.heads] == ["GOLD", "a", "b"]


def test_what_was_looked_for_is_lit_and_whoever_goes_is_told(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    words = [f"(NP (NN word{number}))" for number in range(40)]
    gold = write(tmp_path / "gold.mrg", [f"(S {' '.join(words)} (VP (VB go)))"] * (MOST + 1))
    system = write(
        tmp_path / "a.mrg", [f"(S (NP {words[0]} {words[1]}) {' '.join(words[2:])} (VP (VB go)))"] * (MOST + 1)
    )
    compare(qtbot, window, Files(gold, (("", system),)))
    views = space(window)
    node = ("gold", 2 * 30)
    for sentence in range(MOST + 1):
        views.sentences.go_to_sentence(sentence)
        views.view_shown.shown.show_nodes([node])
        pin(window)
    pinned = views.layout.pins.shown[0, MOST].panel.view
    assert len(pinned.lights()[0]) == 1 and pinned.drawn.folding_of(node) is None
    assert window.messages.text() == "Unpinned: 1 · a"
