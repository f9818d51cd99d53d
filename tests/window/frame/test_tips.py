"""Tips of drawings stand beside what they are about; while one steps from change to change they cover nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, QRectF
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.conftest import let_pass
from tests.window.frame.test_pictures import long_pair
from tests.window.frame.views import show_trees
from treecompare.drawing.seen import Fit
from treecompare.window.frame.scene_view import SceneView


@pytest.mark.parametrize("size", [(900, 700), (420, 300)])
def test_stepping_covers_nothing(qtbot: QtBot, size: tuple[int, int]) -> None:
    view = SceneView()
    qtbot.addWidget(view)
    view.resize(*size)
    view.show()
    show_trees(view, long_pair())
    let_pass(50)
    said = 0
    for _ in view.drawn.changed():
        view.foot.step(1)
        let_pass(10)
        tip = view.tip
        if not tip.isVisible():
            continue
        said += 1
        corner = view.canvas.viewport().mapFromGlobal(tip.mapToGlobal(QPoint()))
        covered = [
            box.text for box in view.drawing.boxes  # type: ignore[union-attr]
            if view.canvas.seen_rect(view.rect_of(box)).intersects(QRectF(corner, tip.size()))
        ]  # fmt: skip
        assert covered == []
        assert view.canvas.viewport().rect().contains(QRect(corner, tip.size()))
    assert said == (len(view.drawn.changed()) if size[0] > 500 else 0)


def with_tip(qtbot: QtBot) -> SceneView:
    """A drawing that shows a tip about a node."""
    view = SceneView()
    qtbot.addWidget(view)
    view.resize(900, 700)
    view.show()
    show_trees(view, long_pair())
    let_pass(50)
    view.foot.step(1)
    assert view.tip.isVisible()
    return view


@pytest.mark.parametrize(
    "change", [lambda view: show_trees(view, long_pair()), lambda view: show_trees(view, None), lambda view: view.fit_as(Fit.ALL)],
    ids=["another sentence", "nothing to draw", "all of the drawing"],
)  # fmt: skip
def test_a_tip_goes_with_what_it_was_about(qtbot: QtBot, change: Callable[[SceneView], None]) -> None:
    view = with_tip(qtbot)
    change(view)
    assert not view.tip.isVisible()


def test_a_tip_stays_while_the_mouse_rests(qtbot: QtBot) -> None:
    view = with_tip(qtbot)
    viewport = view.canvas.viewport()
    # what Qt sends when the mouse has rested for a while
    place = viewport.rect().center()
    QApplication.sendEvent(viewport, QHelpEvent(QEvent.Type.ToolTip, place, viewport.mapToGlobal(place)))
    let_pass(500)
    assert view.tip.isVisible()


def test_a_tip_goes_with_the_drawing(qtbot: QtBot) -> None:
    view = with_tip(qtbot)
    view.hide()
    assert not view.tip.isVisible()
