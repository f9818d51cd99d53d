"""A new kind of drawing is a layout and nothing else: the view, the exports and screen readers take it as it is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from pytestqt.qtbot import QtBot

from treecompare.drawing.drawn import Drawn
from treecompare.drawing.scene import ARC, NODE, Dot, Entry, Label, PlainScene, SceneBox, Stroke
from treecompare.jobs.base import Picture
from treecompare.mappings.mapping import DELETED, MATCHED
from treecompare.window.frame.scene_view import SceneView
from treecompare.writing import write_file


@dataclass(frozen=True)
class Spot(SceneBox):
    """A node of a graph, or the label of an edge."""

    is_edge: bool = False

    @property
    def place(self) -> str:
        return self.text

    @property
    def role(self) -> str:
        return ARC if self.is_edge else NODE


class Graph(PlainScene):
    """A graph over three words, one edge of which the system lacks."""

    def foot(self, names: object = None) -> list[list[Entry]]:
        return [[Entry("gold only", "X<", DELETED)]]


def graph() -> Graph:
    nodes = [Spot(text, x, 100.0, 40.0) for text, x in (("she", 40.0), ("wants", 140.0), ("sings", 240.0))]
    edges = [Spot("agent<", 140.0, 40.0, 50.0, DELETED, True), Spot("theme", 190.0, 70.0, 50.0, MATCHED, True)]
    lines = [Stroke((40, 90), ((140, 10, 240, 90),), DELETED, 1.6), Stroke((140, 90), ((190, 60, 240, 90),))]
    labels = [
        Label(one.x, one.y, one.text, ink=one.operation, room=one.width * one.is_edge) for one in (*nodes, *edges)
    ]
    return Graph(280.0, 130.0, [*lines, *labels, Dot(40, 90, 2)], [*nodes, *edges], "she wants sings")


@pytest.fixture
def view(qtbot: QtBot) -> SceneView:
    view = SceneView()
    qtbot.addWidget(view)
    view.resize(700, 500)
    view.show()
    view.show_picture(Picture(Drawn(telling=view.telling, title="a title", scene=graph())))
    return view


def test_the_view_points_walks_and_tells(view: SceneView, qtbot: QtBot) -> None:
    assert view.drawn.changed() == ["agent<"] and view.drawn.changes_said() == ["agent<; gold only"]
    assert "gold only" in view.foot.legend.accessibleName() and view.picture().legend == "X< gold only"
    qtbot.keyClick(view.canvas, Qt.Key.Key_Right)
    qtbot.keyClick(view.canvas, Qt.Key.Key_Right)
    assert view.here == "wants"
    qtbot.keyClick(view.canvas, Qt.Key.Key_Return)
    assert view.pinned == "wants" and [box.text for box in view.lit()] == ["wants"]
    view.foot.step(1)
    assert view.here == "agent<" and len(view.lit()) == 2
    found = QAccessible.queryAccessibleInterface(view.canvas)
    assert found is not None and found.childCount() == 5
    child = found.focusChild()
    assert child is not None and child.role() == QAccessible.Role.Link
    assert child.text(QAccessible.Text.Description) == "agent<, gold only"


def test_it_is_written_in_every_format(view: SceneView, tmp_path: Path) -> None:
    assert "agent&lt;" in view.drawn.svg() and "<title>a title</title>" in view.drawn.svg()
    assert "{agent\\textless{}}" in view.drawn.latex_body()
    for ending, begins in (("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("tex", b"% ")):
        write_file(str(tmp_path / f"graph.{ending}"), view.written(ending))
        assert (tmp_path / f"graph.{ending}").read_bytes().startswith(begins)
    picture = view.picture()
    assert picture is not None and (picture.scene.width, picture.legend) == (280.0, "X< gold only")
