"""Sentences of real treebanks open so that they can be read: whole where that goes, and what is wrong is in no fold.

Every second one is looked at, each in one of the sizes, so that it does not take long: the next one in the next size.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.conftest import stride
from tests.window.frame.test_lit_is_seen import light
from tests.window.frame.views import show_arcs, show_trees
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.drawing.condensed import DIFFER
from treecompare.drawing.drawn import LEAST_TEXT, MARGIN
from treecompare.drawing.layout import layout
from treecompare.drawing.style import LEAST_ROW, MOST_ROW
from treecompare.mappings.mapping import MATCHED
from treecompare.readers import read_any
from treecompare.window.drawings.pictures import TextMeasure
from treecompare.window.frame.scene_view import SceneView

SIZES = ((760, 408), (900, 656), (1136, 856))
"""Of the drawing in windows of 800 x 600, 1280 x 800 and 1600 x 1000, the inspector closed."""
BESIDE = (580, 616)
"""Of the drawing at 1280 x 800, the inspector open."""


def of_size(qtbot: QtBot, view: SceneView, number: int) -> None:
    qtbot.addWidget(view)
    view.canvas.setFixedSize(*SIZES[number])
    view.show()
    qtbot.wait(10)
    room = view.space.room
    assert (round(room.width) + 2 * MARGIN + 1, round(room.height) + 2 * MARGIN + 1) == SIZES[number]


def has_room(view: SceneView, width: float, height: float) -> bool:
    """Whether a drawing of that size could be read as a whole."""
    return view.space.has_room(width, height)


def check(view: SceneView, is_folded: bool) -> None:
    canvas, drawing = view.canvas, view.drawing
    scale = canvas.transform().m11()
    assert scale * view.space.smallest_text >= LEAST_TEXT - 0.01
    is_seen = canvas.horizontalScrollBar().maximum() == canvas.verticalScrollBar().maximum() == 0
    assert is_seen or not has_room(view, drawing.width, drawing.height)
    if is_seen:
        assert canvas.mapToScene(canvas.viewport().rect()).boundingRect().contains(canvas.drawing_item.boundingRect())
    elif not is_folded:
        assert all(one.part is None for one in drawing.boxes)


@pytest.fixture(scope="module")
def wsj(shared: Path) -> ConstituentComparison:
    folder = shared / "data/wsj-sample-1394"
    found = ConstituentComparison(read_any(str(folder / "gold.mrg")), [read_any(str(folder / "bllip.mrg"))])
    for _ in found.run():
        pass
    return found


@pytest.fixture(scope="module")
def ewt(shared: Path) -> DependencyComparison:
    gold, system = (read_any(str(shared / f"data/ewt/test.{name}.conllu")) for name in ("gold", "udpipe"))
    found = DependencyComparison(gold, [system])
    for _ in found.run():
        pass
    return found


@pytest.mark.parametrize("number", range(len(SIZES))[:: stride(2)])
def test_trees(qtbot: QtBot, wsj: ConstituentComparison, number: int) -> None:
    errors, view, measure = wsj.errors(0), SceneView(), TextMeasure()
    of_size(qtbot, view, number)
    whole = folded = 0
    for sentence in range(number, len(wsj.gold.trees), 2 * len(SIZES) * stride(4)):
        mapping = wsj.mapping(0, sentence)
        if mapping is None:
            continue
        show_trees(view, mapping)
        drawing = view.drawing
        assert drawing is not None
        is_folded = any(box.opens for box in drawing.boxes)
        check(view, is_folded)
        room, scale = view.space.room, view.canvas.transform().m11()
        assert LEAST_ROW <= drawing.row <= MOST_ROW
        # letters shrink where levels are as low as they may be, or words have no room otherwise
        assert scale >= 0.98 or drawing.row == LEAST_ROW or drawing.width > 0.98 * room.width
        if is_folded:
            full = layout(mapping, elide=False, measure=measure, room=room)
            assert not has_room(view, full.width, full.height), sentence
        folded += is_folded
        whole += not is_folded
        for place in view.drawn.changed():
            box = view.drawn.shown_at(place)
            assert box is not None and (drawing.hidden_with(*place) == [place[1]] or box.text.endswith(DIFFER)), (
                sentence
            )
        for error in list(errors.of(sentence))[:1]:
            light(view, list(error.moved))
            for side, node in error.moved:
                assert view.drawn.box_of((side, node)) is not None, (sentence, error)
                assert view.drawing.hidden_with(side, node) == [node], (sentence, error)
    assert whole > 45 // stride(4) and folded > 50 // stride(4)


def test_nothing_is_scrolled_beside_why(qtbot: QtBot, wsj: ConstituentComparison) -> None:
    view = SceneView()
    qtbot.addWidget(view)
    view.canvas.setFixedSize(*BESIDE)
    view.show()
    qtbot.wait(10)
    for sentence in range(0, len(wsj.gold.trees), 40):
        show_trees(view, wsj.mapping(0, sentence))
        across, down = view.canvas.horizontalScrollBar(), view.canvas.verticalScrollBar()
        assert across.maximum() == down.maximum() == 0, sentence


@pytest.mark.parametrize("number", range(len(SIZES))[:: stride(2)])
def test_arcs(qtbot: QtBot, ewt: DependencyComparison, number: int) -> None:
    view = SceneView()
    of_size(qtbot, view, number)
    whole = folded = rows = 0
    for sentence in range(number, len(ewt.gold.sentences), 2 * len(SIZES) * stride(3)):
        show_arcs(view, ewt.arcs(0, sentence))
        drawing = view.drawing
        assert drawing is not None
        is_folded = any(box.opens for box in drawing.boxes)
        check(view, is_folded)
        longest = max(box.width for box in drawing.boxes)
        assert (
            view.canvas.horizontalScrollBar().maximum() == 0 or longest > 0.8 * view.space.room.width
        )  # a long address
        if is_folded:
            row, several = list(view.drawn.ways(view.space))[:2]
            for way in (row, several):
                full = view.drawn.laid_out(way, view.space)
                assert not any(box.opens for box in full.boxes) and not has_room(view, full.width, full.height)
        folded += is_folded
        whole += not is_folded
        rows += len(drawing.rows) > 1
        hidden = {column for box in drawing.boxes if box.opens for column in range(box.column, box.last + 1)}
        for arc in drawing.arcs:  # neither what differs nor what it hangs on is in a fold, as long as they have room
            is_told = view.drawn.way.around is not None
            assert arc.operation == MATCHED or is_told or not hidden & {arc.word, arc.head}
    assert whole > 200 // stride(3) and folded >= (2, 1, 0)[number] // stride(3) and rows > 25 // stride(3)
