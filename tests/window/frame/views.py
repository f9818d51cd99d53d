"""Drawings alone, and what a mouse does in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from treecompare.drawing.arcs import ArcDrawing
from treecompare.drawing.arcs_drawn import ArcsDrawn
from treecompare.drawing.drawn import Drawn
from treecompare.drawing.trees_drawn import TreesDrawn
from treecompare.jobs.base import Picture
from treecompare.jobs.drawn import LAYOUTS
from treecompare.mappings.mapping import Mapping
from treecompare.window.frame.scene_view import SceneView


def view_of(qtbot: QtBot, drawn: Drawn | None = None, width: int = 900, height: int = 700) -> SceneView:
    """A view of that size, alone, which shows it."""
    view = SceneView()
    qtbot.addWidget(view)
    view.resize(width, height)
    view.show()
    if drawn is not None:
        view.show_picture(Picture(drawn))
    return view


def show_trees(
    view: SceneView, mapping: Mapping | None, title: str = "", left_out: Sequence[tuple[int, str]] = ()
) -> None:
    """Draws two trees, or nothing."""
    if mapping is None:
        view.show_picture(None)
        return
    drawn = TreesDrawn(mapping=mapping, telling=view.telling, title=title, left_out=left_out)
    view.show_picture(Picture(drawn, LAYOUTS))


def show_arcs(view: SceneView, drawing: ArcDrawing) -> None:
    """Draws arcs that are laid out already, in whatever way they have room."""
    drawn = ArcsDrawn(telling=view.telling, columns=drawing.columns, arcs=drawing.arcs, kind=type(drawing))
    view.show_picture(Picture(drawn))


def trees_view(qtbot: QtBot, mapping: Mapping, title: str = "", width: int = 900) -> SceneView:
    """A drawing of two trees, alone."""
    view = view_of(qtbot, width=width)
    show_trees(view, mapping, title)
    return view


def move_mouse(view: SceneView, place: QPoint) -> None:
    """Moves the mouse over a drawing; the window hears of it at once, wherever the mouse was before."""
    port, at, none = view.canvas.viewport(), QPointF(place), Qt.MouseButton.NoButton
    moved = QMouseEvent(
        QEvent.Type.MouseMove, at, port.mapToGlobal(at), none, none, Qt.KeyboardModifier.NoModifier
    )  # fmt: skip
    QApplication.sendEvent(port, moved)


def place_of(view: SceneView, box: Any) -> QPoint:
    """Where a box is seen, which is scrolled to."""
    view.canvas.ensureVisible(view.rect_of(box), 5, 5)
    return view.canvas.mapFromScene(view.rect_of(box).center())


def point_at(view: SceneView, box: Any) -> None:
    """Moves the mouse onto a box of a drawing."""
    move_mouse(view, place_of(view, box))


def click_on(qtbot: QtBot, view: SceneView, box: Any) -> None:
    """Clicks a box of a drawing."""
    qtbot.mouseClick(view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=place_of(view, box))
