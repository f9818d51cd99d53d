"""Drawings that are larger than their view: where they begin, and what is shown where all of them is wanted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from pytestqt.qtbot import QtBot

from tests.conftest import let_pass, stride
from tests.drawing.test_arcs import random_arcs
from tests.drawing.test_drawing import mapping_of
from tests.window.frame.views import show_arcs, show_trees
from treecompare.drawing.arc_layout import layout_arcs
from treecompare.drawing.arcs import GOLD, TEST, Arc, Column
from treecompare.drawing.arcs_drawn import Wrapped
from treecompare.drawing.drawn import LEAST_TEXT, MARGIN
from treecompare.drawing.scene import Label, spread
from treecompare.drawing.seen import Fit, covers
from treecompare.drawing.trees_drawn import TreesDrawn
from treecompare.jobs.base import Picture
from treecompare.jobs.drawn import LAYOUTS
from treecompare.mappings.mapping import MATCHED
from treecompare.window.frame.picture import Drawings
from treecompare.window.frame.scene_view import SceneView


def opened(qtbot: QtBot, wrong: int, words: int = 40, is_turned: bool = False) -> SceneView:
    """Trees too wide for the view; one tag differs."""
    texts = []
    for label in ("N", "V"):
        tags = (f"(NP ({label if one == wrong else 'N'} longerword{one}))" for one in range(words))
        texts.append(f"(S {' '.join(tags)})")
    view = SceneView()
    qtbot.addWidget(view)
    view.resize(700, 500)
    view.show()
    view.elide.setChecked(False)  # type: ignore[union-attr]
    show_trees(view, mapping_of(*texts, params="none"))
    view.set_right_to_left(is_turned)
    let_pass(20)
    return view


def test_nothing_written_stands_below_what_lies_over_the_corner(qtbot: QtBot) -> None:
    """A drawing has all of its view as long as it leaves the corner free; one that would not, or that scrolls, begins below it."""
    drawings = Drawings()
    qtbot.addWidget(drawings)
    drawings.resize(560, 440)
    drawings.show()
    view, corner = drawings.view, drawings.corner
    at_top = view.canvas.viewport().y()
    for words, is_free in ((3, True), (40, False), (3, True)):
        nouns = " ".join(f"(NP (N word{one}))" for one in range(words))
        mapping = mapping_of(f"(S {nouns})", f"(X {nouns})", params="none")
        drawings.show_pictures([Picture(TreesDrawn(mapping=mapping), LAYOUTS)])
        view.elide.setChecked(False)  # type: ignore[union-attr]
        assert view.canvas.viewport().y() == (at_top if is_free else corner.height() + at_top), words
        assert view.space.height == view.canvas.height() - 2 * at_top
    view.canvas.zoom_by(4.0)
    assert view.canvas.viewport().y() == corner.height() + at_top
    view.canvas.zoom_by(0.2)
    assert view.canvas.viewport().y() == at_top
    view.fit_as(Fit.ALL)
    place = corner.geometry().translated(-view.canvas.viewport().pos())
    area = view.canvas.mapToScene(place).boundingRect()
    assert view.drawing is not None
    assert not covers(spread(view.drawing.marks), (area.x(), area.y(), area.width(), area.height()), Label)


def seen(view: SceneView) -> QRectF:
    return view.canvas.mapToScene(view.canvas.viewport().rect()).boundingRect()


@pytest.mark.parametrize("is_turned", [False, True])
@pytest.mark.parametrize("wrong", [0, 3, 20, 39])
def test_no_word_is_cut_where_a_drawing_begins(qtbot: QtBot, wrong: int, is_turned: bool) -> None:
    view = opened(qtbot, wrong, is_turned=is_turned)
    drawing, area = view.drawing, seen(view)
    assert drawing is not None and drawing.width > area.width()
    changed = [view.rect_of(box) for box in drawing.boxes if box.operation != MATCHED]
    assert changed and all(area.contains(rect) for rect in changed)
    edge = area.right() if is_turned else area.left()
    is_at_the_end = area.left() < 1 if is_turned else area.right() > drawing.width - 1
    assert is_at_the_end == (wrong == 39)
    assert is_at_the_end or not any(box.x - box.width / 2 < edge < box.x + box.width / 2 for box in drawing.boxes)
    if wrong <= 3:  # it begins where reading begins, with a margin
        first = next(box for box in drawing.boxes if box.text == "longerword0")
        rect = view.rect_of(first)
        assert (area.right() - rect.right() if is_turned else rect.left() - area.left()) >= MARGIN


def long_arcs(words: int = 81) -> SceneView:
    """A chain of words of which every third has another relation in the system."""
    columns = [Column(f"word{place}", "NOUN", gold=place, test=place) for place in range(words)]
    arcs = [
        Arc(side, word, word - 1, f"relation{side if word % 3 == 0 else ''}", "swapped" if word % 3 == 0 else "matched")
        for side in (GOLD, TEST)
        for word in range(words)
    ]
    view = SceneView()
    view.resize(850, 650)
    view.elide.setChecked(False)  # type: ignore[union-attr]
    view.show()
    show_arcs(view, layout_arcs(columns, arcs))
    let_pass(20)
    return view


def text(view: SceneView) -> float:
    return view.canvas.transform().m11() * view.space.smallest_text


def test_all_of_long_arcs_stands_in_rows_as_large_as_can_be(qtbot: QtBot) -> None:
    view = long_arcs()
    qtbot.addWidget(view)
    rows = len(view.drawing.rows)
    assert text(view) >= LEAST_TEXT - 0.01 and view.canvas.verticalScrollBar().maximum() > 0
    view.fit_as(Fit.ALL)
    let_pass(20)  # the scroll bar goes
    drawing, canvas = view.drawing, view.canvas
    assert canvas.verticalScrollBar().maximum() == canvas.horizontalScrollBar().maximum() == 0
    assert seen_of(view).contains(QRectF(0, 0, drawing.width, drawing.height))
    best = text(view)
    assert 1 < len(drawing.rows) < rows  # longer rows than where it opened: the view is filled
    sizes: dict[bool, list[float]] = {False: [], True: []}
    for width in range(300, 3000, 100):
        for is_dense, found in sizes.items():
            other = view.drawn.laid_out(Wrapped(True, width, is_dense), view.space)
            found.append(view.space.scale_for(other.width, other.height) * view.space.smallest_text)
    assert max(sizes[True]) <= 1.03 * best and max(sizes[False]) < 0.95 * best
    view.fit_next()  # then the width, which can be read
    assert canvas.fitting == Fit.WIDTH and text(view) >= LEAST_TEXT - 0.01 and len(view.drawing.rows) == rows
    view.fit_as(Fit.ALL)
    assert canvas.fitting == Fit.ALL and text(view) == pytest.approx(best)


def test_the_next_sentence_opens_as_it_can_be_read(qtbot: QtBot) -> None:
    view = long_arcs()
    qtbot.addWidget(view)
    view.fit_as(Fit.ALL)
    show_arcs(view, view.drawing)
    assert view.canvas.fitting == Fit.LEGIBLE and text(view) >= LEAST_TEXT - 0.01
    view.fit_as(Fit.ALL)
    view.fit_as(Fit.WIDTH)
    assert text(view) >= LEAST_TEXT - 0.01


@pytest.mark.parametrize("words", [5, 20, 40, 81, 200])
@pytest.mark.parametrize("size", [(520, 600), (790, 640), (1100, 800)][:: stride(2)])
def test_arcs_open_so_that_they_can_be_read_and_no_row_is_cut(qtbot: QtBot, words: int, size: tuple[int, int]) -> None:
    columns, arcs = random_arcs(words, words)
    view = SceneView()
    qtbot.addWidget(view)
    view.resize(*size)
    view.show()
    let_pass(10)
    show_arcs(view, layout_arcs(columns, arcs))
    assert text(view) >= LEAST_TEXT - 0.01 and view.canvas.horizontalScrollBar().maximum() == 0
    view.fit_as(Fit.ALL)
    assert view.canvas.verticalScrollBar().maximum() == 0


def seen_of(view: SceneView) -> QRectF:
    return view.canvas.mapToScene(view.canvas.viewport().rect()).boundingRect()
