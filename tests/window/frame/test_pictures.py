"""The interactive drawing: hovering, pinning, folding, walking, copying, saving."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QToolTip
from pytestqt.qtbot import QtBot

from tests.drawing.test_drawing import GOLD_TREE, TEST_TREE, mapping_of
from tests.drawing.test_walk import sentences
from tests.window.frame.test_contrast import pixels
from tests.window.frame.views import click_on, move_mouse, place_of, point_at, show_trees, trees_view
from treecompare.drawing.columns import GOLD, TEST, Box
from treecompare.drawing.lit import x_of
from treecompare.drawing.scene import Label, PlainScene, Rect, Stroke
from treecompare.drawing.seen import Fit
from treecompare.drawing.style import DARK, LIGHT
from treecompare.errors import TreecompareError
from treecompare.jobs.base import Light, Picture
from treecompare.mappings.mapping import MATCHED, Mapping
from treecompare.window.common.theme import palette
from treecompare.window.drawings.painted import label_font
from treecompare.window.drawings.pictures import Picture as OnPage
from treecompare.window.frame.scene_view import SceneView
from treecompare.writing import write_file


@pytest.fixture
def view(qtbot: QtBot) -> SceneView:
    return trees_view(qtbot, mapping_of(GOLD_TREE, TEST_TREE), "Sentence 1")


@pytest.fixture
def narrow(qtbot: QtBot) -> SceneView:
    """Without room for all."""
    return trees_view(qtbot, mapping_of(GOLD_TREE, TEST_TREE), "Sentence 1", 200)


def box(view: SceneView, side: str, text: str) -> Box:
    assert view.drawing is not None
    return next(box for box in view.drawing.boxes if box.side == side and box.text == text)


def test_all_that_changed_can_be_read_at_once(qtbot: QtBot) -> None:
    """What cannot be read beside it is folded around it."""
    words = " ".join(f"(NP (D the) (N longerword{number}))" for number in range(45))
    gold = f"(S (NP (D a) (N dog)) (VP (V saw) (PP (P of) (NP (N it))) {words} (PP (P at) (NP (N home)))))"
    test = (
        gold.replace("(PP (P of)", "(XP (P of)").replace("(PP (P at)", "(XP (P at)").replace("word9)", "word9) (A x)")
    )
    gold = gold.replace("word9)", "word9) (B x)")
    view = trees_view(qtbot, mapping_of(gold, test), "Sentence 1", 600)
    assert view.drawn.has_room(view.drawing.width, view.drawing.height, view.space)
    assert all(view.drawn.box_of(place) is not None for place in view.drawn.changed())
    view.elide.setChecked(False)  # all of it is wanted
    view.fit_as(Fit.ALL)
    assert len([one for one in view.drawing.boxes if "longerword" in one.text]) == 45


def test_the_foot_says_that_nodes_are_counted(view: SceneView) -> None:
    assert view.foot.counts.accessibleName().endswith(f" · {view.drawn.tally()[MATCHED]} nodes matched")


def lights(view: SceneView, kind: type) -> list[Any]:
    """What lies on top of the drawing, of that kind of marks."""
    return [one for one in view.canvas.lights.drawing.marks if isinstance(one, kind)]


def test_hover_lights_the_counterpart_and_underlines_the_words(view: SceneView) -> None:
    swapped = box(view, GOLD, "~NP")
    point_at(view, swapped)
    assert view.here == (GOLD, swapped.node) and view.lit() == [swapped, box(view, TEST, "~XP")]
    frames, lines = lights(view, Rect), lights(view, Stroke)
    assert {(round(one.x + one.width / 2), round(one.y + one.height / 2)) for one in frames} == {
        (round(one.x), round(one.y)) for one in (swapped, box(view, TEST, "~XP"))
    }
    assert len(frames) == 2  # both have a ground of their own
    middles = {round((one.start[0] + one.steps[-1][0]) / 2) for one in lines}
    assert middles == {round(box(view, GOLD, word).x) for word in ("a", "hat")} or len(lines) == 4
    tip = view.drawn.said(swapped)
    assert "constituent NP" in tip
    assert "words 7 to 8: a hat" in tip
    assert "relabelled: XP in the other tree" in tip
    move_mouse(view, QPoint(2, 2))
    assert view.lit() == [] and view.here is None


def test_click_pins_and_escape_unpins(view: SceneView, qtbot: QtBot) -> None:
    deleted = box(view, GOLD, "NP<")
    with qtbot.waitSignal(view.did) as told:
        click_on(qtbot, view, deleted)
    assert told.args == ["box", deleted]
    assert view.pinned == (GOLD, deleted.node)
    qtbot.keyClick(view.canvas, Qt.Key.Key_Escape)
    assert view.pinned is None


def test_a_folded_part_opens_on_click_and_all_with_the_button(narrow: SceneView, qtbot: QtBot) -> None:
    view = narrow
    assert view.drawing is not None
    folded = len(view.drawing.boxes)
    dog = next(one for one in view.drawing.boxes if one.text == "the dog")
    qtbot.mouseClick(view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=place_of(view, dog))
    assert len(view.drawing.boxes) > folded
    assert {"the", "dog"} <= {one.text for one in view.drawing.boxes}
    opened = len(view.drawing.boxes)
    view.elide.toggle()
    assert len(view.drawing.boxes) > opened
    view.elide.toggle()
    assert len(view.drawing.boxes) == folded


def test_layouts_switch(view: SceneView) -> None:
    assert view.drawn.arrangement == "mirrored"
    height = view.drawing.height if view.drawing else 0
    view.set_layout("side-by-side")
    assert view.drawing is not None and view.drawing.arrangement == "side-by-side"
    assert view.drawing.height < height


def test_the_keyboard_walks_and_pins(view: SceneView, qtbot: QtBot) -> None:
    view.elide.setChecked(False)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Right):
        qtbot.keyClick(view.canvas, key)
    side, node = view.here
    tree = mapping_of(GOLD_TREE, TEST_TREE).gold
    assert (side, tree.texts[node], tree.parents[node]) == (GOLD, "VP", tree.roots[0])
    qtbot.keyClick(view.canvas, Qt.Key.Key_Return)
    assert view.pinned == (side, node)
    qtbot.keyClick(view.canvas, Qt.Key.Key_Up)
    assert view.here == (GOLD, tree.roots[0])


def test_zoom_and_fit(view: SceneView, qtbot: QtBot) -> None:
    fitted = view.canvas.transform().m11()
    qtbot.keyClick(view.canvas, Qt.Key.Key_Plus)
    assert view.canvas.transform().m11() > fitted
    zoomed = view.canvas.transform().m11()
    view.resize(950, 650)
    assert view.canvas.transform().m11() == zoomed
    view.fit_as(Fit.ALL)
    assert view.canvas.transform().m11() != zoomed


def test_the_list_says_what_the_drawing_shows(view: SceneView) -> None:
    assert not view.list.isVisible()
    view.show_list.trigger()
    assert view.list.isVisible()
    assert [view.list.item(row).text() for row in range(view.list.count())] == [
        "NP, gold only, words 4 to 8: a man with a hat",
        "NP for XP, relabelled, words 7 to 8: a hat",
    ]


def test_dark_and_light(view: SceneView) -> None:
    for dark, theme in ((True, DARK), (False, LIGHT)):
        view.setPalette(palette(dark))
        assert view.canvas.backgroundBrush().color().name() == theme.background


def test_copies(view: SceneView) -> None:
    copies = view.drawn.copies()
    assert copies["both trees as brackets"]().startswith("(S (NP (D the)") and copies["as SVG"]().startswith("<svg")
    view.copy_image()
    assert QGuiApplication.clipboard().image().width() > 300


@pytest.mark.parametrize(("ending", "begins"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_saves(view: SceneView, tmp_path: Path, ending: str, begins: bytes) -> None:
    path = tmp_path / f"pair.{ending}"
    write_file(str(path), view.written(ending))
    assert path.read_bytes().startswith(begins)
    assert path.stat().st_size > 1000


def test_an_unknown_ending_is_told_in_one_sentence(view: SceneView) -> None:
    with pytest.raises(TreecompareError, match=r"unknown ending; expected \.svg, \.png, \.pdf or \.tex"):
        view.written("gif")


def test_the_picture_shows_the_colours_of_the_operations(view: SceneView) -> None:
    assert view.drawing is not None
    image = OnPage(view.drawing).image()
    seen = {f"#{one:06x}" for one in np.unique(pixels(image)).tolist()}
    assert {LIGHT.fill["deleted"], LIGHT.fill["swapped"], LIGHT.background} <= seen


def test_nothing_and_odd_trees(view: SceneView) -> None:
    show_trees(view, None)
    assert view.drawing is None
    assert view.drawn.svg() == ""
    for gold, test in (("(A x) (B y)", "(S (A x) (B y))"), ("(S a (N b))", "(S (N a) b)"), ("(N a)", "(N b)")):
        show_trees(view, mapping_of(gold, test, params="none", differing="skip"))
        view.grab()


def test_highlighting_from_outside(view: SceneView) -> None:
    deleted = box(view, GOLD, "NP<")
    view.picture_shown = Picture(view.drawn, light=lambda what: Light([(GOLD, deleted.node)] if what == "it" else ()))
    view.light("it")
    assert view.lit() == [deleted] and len(lights(view, Rect)) == 1
    view.light("nothing")
    assert not view.lit() and not lights(view, Rect)


def here(view: SceneView) -> Box:
    assert view.drawing is not None
    found = view.drawing.box_of(view.here)
    assert found is not None
    return found


def test_tab_goes_from_change_to_change_and_on(view: SceneView, qtbot: QtBot) -> None:
    view.activateWindow()
    view.canvas.setFocus()
    seen = []
    for _ in range(2):
        qtbot.keyClick(view.canvas, Qt.Key.Key_Tab)
        seen.append(here(view).text)
    assert seen == ["NP<", "~NP"]
    assert view.canvas.hasFocus()
    assert "relabelled: XP in the other tree, costs 1" in view.canvas.accessibleDescription()
    qtbot.keyClick(view.canvas, Qt.Key.Key_Tab)
    assert not view.canvas.hasFocus()
    assert view.lit() == []
    view.canvas.setFocus()
    qtbot.keyClick(view.canvas, Qt.Key.Key_Backtab)
    assert here(view).text == "~NP"


def test_enter_opens_a_folded_part_and_the_walk_goes_on(narrow: SceneView, qtbot: QtBot) -> None:
    view = narrow
    for _ in range(9):
        qtbot.keyClick(view.canvas, Qt.Key.Key_Down)
        if here(view).opens:
            break
    folded = len(view.drawing.boxes)
    qtbot.keyClick(view.canvas, Qt.Key.Key_Return)
    opened = here(view)
    assert not opened.opens and len(view.drawing.boxes) > folded
    qtbot.keyClick(view.canvas, Qt.Key.Key_Up)
    assert here(view).text == "NP ⋮"


def test_arrows_follow_the_screen_where_words_go_from_right_to_left(view: SceneView, qtbot: QtBot) -> None:
    show_trees(view, mapping_of("(S (A שלום) (B עולם) (C טוב))", "(S (A שלום) (B עולם) (D טוב))"))
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
        qtbot.keyClick(view.canvas, key)
    for key, label in (
        (Qt.Key.Key_Left, "B"),
        (Qt.Key.Key_Left, "~C"),
        (Qt.Key.Key_Right, "B"),
        (Qt.Key.Key_Right, "A"),
    ):
        qtbot.keyClick(view.canvas, key)
        assert here(view).text == label


def test_a_line_of_the_list_leads_to_its_node(view: SceneView, qtbot: QtBot) -> None:
    view.show_list.trigger()
    view.list.setCurrentRow(1)
    assert here(view).text == "~NP"
    view.list.itemActivated.emit(view.list.item(0))
    assert view.pinned == (GOLD, box(view, GOLD, "NP<").node)
    show_trees(view, mapping_of(GOLD_TREE, GOLD_TREE))
    view.list.setCurrentRow(0)
    view.list.itemActivated.emit(view.list.item(0))
    assert view.pinned is None


def test_tooltips_do_not_read_words_as_markup(view: SceneView) -> None:
    show_trees(view, mapping_of("(S (A <b>x</b>) (C y) (D z))", "(S (B <b>x</b>) (C y))", params="none"))
    view.canvas.hovered.emit(box(view, GOLD, "<b>x</b>"))
    assert "<b>x</b>" in view.tip.text() and view.tip.textFormat() == Qt.TextFormat.PlainText and view.tip.isVisible()


@pytest.mark.parametrize("arrangement", ["mirrored", "side-by-side"])
def test_empty_trees_are_shown_and_walked(view: SceneView, qtbot: QtBot, arrangement: str) -> None:
    trees = sentences()
    view.set_layout(arrangement)
    for gold, test in ((0, 0), (0, 1), (1, 0)):
        show_trees(view, Mapping("T", trees[gold], trees[test], (), frozenset(), counts_words=True))
        view.grab()
        for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Tab):
            qtbot.keyClick(view.canvas, key)


def test_forty_words_are_drawn_at_once_and_two_thousand_soon(view: SceneView) -> None:
    def seconds(words: int) -> float:
        parts = [f"(NP (D the) (N w{i}))" for i in range(words // 2)]
        others = [part.replace("(NP", "(XP") if i % 5 == 0 else part for i, part in enumerate(parts)]
        mapping = mapping_of(f"(S {' '.join(parts)})", f"(S {' '.join(others)})", "E")
        begin = time.process_time()  # other processes may be at work
        show_trees(view, mapping)
        view.canvas.viewport().repaint()
        return time.process_time() - begin

    view.elide.setChecked(False)
    # 0.03 and 0.5 s on a quiet machine
    assert min(seconds(40) for _ in range(3)) < 0.1
    assert seconds(2000) < 2


def long_pair(parts: int = 30) -> Mapping:
    """A sentence of twice as many words with one change in its middle."""
    trees = [
        "(S "
        + " ".join(
            f"({'XP' if place == parts // 2 and other else 'NP'} (D the) (N word{place}))" for place in range(parts)
        )
        + ")"
        for other in (False, True)
    ]
    return mapping_of(*trees, params="none")


def smallest_text(view: SceneView) -> float:
    assert view.drawing is not None
    return min(label_font(one.size).pixelSize() for one in view.drawing.boxes) * view.canvas.transform().m11()


def test_what_does_not_fit_is_folded_before_it_is_shrunk(view: SceneView, qtbot: QtBot) -> None:
    texts = {one.text for one in view.drawing.boxes} if view.drawing else set()
    assert not any("words …" in text for text in texts)  # there is room for it
    show_trees(view, long_pair())
    assert view.drawing is not None
    runs = [one for one in view.drawing.boxes if one.text.endswith(" words …")]
    assert [one.text for one in runs] == ["… 30 words …", "… 28 words …"]
    assert smallest_text(view) >= 9 and view.space.has_room(view.drawing.width, view.drawing.height)
    assert view.drawn.said(runs[0]).startswith("the word0 the word1") and "click to open" in view.drawn.said(runs[0])
    qtbot.mouseClick(view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=place_of(view, runs[0]))
    assert [one.text for one in view.drawing.boxes if one.text.endswith(" words …")] == ["… 28 words …"]
    view.elide.toggle()
    assert not any(one.opens for one in view.drawing.boxes)
    view.elide.toggle()
    assert sum(one.text.endswith(" words …") for one in view.drawing.boxes) == 2
    view.fit_as(Fit.ALL)
    assert not view.canvas.horizontalScrollBar().isVisible()


def test_a_key_opens_a_run(view: SceneView, qtbot: QtBot) -> None:
    show_trees(view, long_pair())
    qtbot.keyClick(view.canvas, Qt.Key.Key_Down)
    qtbot.keyClick(view.canvas, Qt.Key.Key_Down)
    assert here(view).text == "… 30 words …"
    qtbot.keyClick(view.canvas, Qt.Key.Key_Return)
    assert view.drawing is not None
    assert sum(one.text.endswith(" words …") for one in view.drawing.boxes) == 1


def test_a_wider_window_folds_less_and_what_is_opened_stays(qtbot: QtBot, view: SceneView) -> None:
    show_trees(view, long_pair(8))

    def runs() -> int:
        assert view.drawing is not None
        return sum(one.text.endswith(" words …") for one in view.drawing.boxes)

    assert runs() == 0
    view.resize(400, 700)
    assert runs() == 2
    view.resize(900, 700)
    assert runs() == 0
    view.resize(400, 700)
    run = next(one for one in view.drawing.boxes if one.text.endswith(" words …"))  # type: ignore[union-attr]
    click_on(qtbot, view, run)
    view.resize(420, 700)
    assert runs() == 1
    view.resize(900, 700)  # and as long as it is open nothing else folds or unfolds by itself
    assert runs() == 1


def test_side_by_side_is_one_above_the_other_where_it_is_too_wide(view: SceneView) -> None:
    view.set_layout("side-by-side")
    assert view.drawing is not None and not view.drawing.is_stacked
    view.resize(420, 700)
    assert view.drawing.is_stacked and view.space.has_room(view.drawing.width, view.drawing.height)
    assert smallest_text(view) >= 9
    view.resize(900, 700)
    assert not view.drawing.is_stacked


def test_the_strip_has_a_tick_per_change_and_leads_from_one_to_the_next(view: SceneView, qtbot: QtBot) -> None:
    strip = view.foot
    assert strip.said.text() == "2 changes"
    first = QPoint(round(x_of(strip.ticks.places[0][0], strip.ticks.width())), 9)
    for place in (QPoint(2, 2), first):
        qtbot.mouseMove(strip.ticks, place)
        qtbot.wait(20)
    qtbot.waitUntil(lambda: "NP, gold only, words 4 to 8" in QToolTip.text())
    operations = [operation for _, operation in strip.ticks.places]
    assert operations == ["deleted", "swapped"]
    assert view.drawing is not None
    for (place, _), text in zip(strip.ticks.places, ("NP<", "~NP"), strict=True):
        assert place == pytest.approx(box(view, GOLD, text).x / view.drawing.width)
    view.foot.step(1)
    assert (strip.said.text(), here(view).text) == ("1 of 2", "NP<")
    view.foot.step(1)
    assert (strip.said.text(), here(view).text) == ("2 of 2", "~NP")
    view.foot.step(1)
    assert strip.said.text() == "1 of 2"
    view.foot.step(-1)
    assert strip.said.text() == "2 of 2"
    qtbot.mouseClick(strip.ticks, Qt.MouseButton.LeftButton, pos=first)
    assert (strip.said.text(), here(view).text) == ("1 of 2", "NP<")
    qtbot.keyClick(view.canvas, Qt.Key.Key_Tab)
    assert strip.said.text() == "2 of 2"
    strip.grab()
    show_trees(view, mapping_of(GOLD_TREE, GOLD_TREE))
    assert (
        not any(one.isVisible() for one in (strip.ticks, strip.said, *strip.buttons))
        and strip.counts.accessibleName() == "Identical"
    )
    view.foot.step(1)


def test_the_strip_shows_where_the_view_is_and_moves_it(view: SceneView, qtbot: QtBot) -> None:
    view.elide.setChecked(False)
    show_trees(view, long_pair(60))
    first, last = view.foot.ticks.seen
    assert 0 <= first < view.foot.ticks.places[0][0] < last <= 1 and last - first < 0.5
    qtbot.mouseClick(view.foot.ticks, Qt.MouseButton.LeftButton, pos=QPoint(view.foot.ticks.width() - 8, 9))
    assert view.foot.ticks.seen[0] > last - (last - first) and view.foot.ticks.seen[1] > 0.95
    view.foot.step(1)
    first, last = view.foot.ticks.seen
    assert first < view.foot.ticks.places[0][0] < last
    view.fit_as(Fit.ALL)
    assert view.foot.ticks.seen == (0, 1)


@pytest.mark.parametrize(("filled", "is_turned"), [((), False), (("l",), True), (("r",), False), (("l", "r"), False)])
def test_a_name_covers_nothing_that_is_drawn_if_the_other_corner_is_free(
    qtbot: QtBot, filled: tuple[str, ...], is_turned: bool
) -> None:
    canvas = trees_view(qtbot, mapping_of(GOLD_TREE, TEST_TREE)).canvas

    def draw(filled: tuple[str, ...]) -> None:
        marks = [Rect(0 if side == "l" else 800, 0, 100, 690, "line") for side in filled]
        canvas.drawing_item.show_drawing(PlainScene(900, 690, marks), LIGHT)

    draw(filled)
    canvas.set_area()
    canvas.show_tags([("top left", "GOLD"), ("bottom left", "system")])
    canvas.fit()
    labels = [one for one in canvas.findChildren(QLabel, "tag") if one.text() in ("GOLD", "system")]
    assert [one.x() > canvas.width() // 2 for one in labels] == [is_turned, is_turned]
    draw(() if is_turned else ("l",))
    canvas.verticalScrollBar().valueChanged.emit(0)  # scrolling turns nothing round
    assert [one.x() > canvas.width() // 2 for one in labels] == [is_turned, is_turned]


@pytest.mark.parametrize("words", ["", "l", "lr"])
def test_a_name_that_would_cover_words_on_either_side_has_a_row_below(qtbot: QtBot, words: str) -> None:
    canvas = trees_view(qtbot, mapping_of(GOLD_TREE, TEST_TREE)).canvas
    canvas.show_tags([("top left", "GOLD"), ("bottom left", "system")])
    marks = [Label(60 if side == "l" else 840, 680, "a longer word", 20) for side in words]
    canvas.drawing_item.show_drawing(PlainScene(900, 690, marks), LIGHT)
    canvas.fit()
    name = next(one for one in canvas.findChildren(QLabel, "tag") if one.text() == "system")
    assert (name.x() > canvas.width() // 2) == (words == "l")
    assert (name.y() > canvas.viewport().geometry().bottom()) == (words == "lr")
