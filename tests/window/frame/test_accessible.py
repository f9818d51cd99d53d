"""Screen readers find the boxes of a drawing: names, roles, what changed, where they are; in whatever is drawn now."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from pytestqt.qtbot import QtBot

from tests.drawing.test_arcs import random_arcs
from tests.drawing.test_drawing import GOLD_TREE, TEST_TREE, mapping_of
from tests.drawing.test_lattice_trees import example as example_trees
from tests.drawing.test_schemes import compared
from tests.window.frame.views import show_arcs, show_trees, trees_view, view_of
from treecompare.drawing.arc_layout import layout_arcs
from treecompare.drawing.lattice_drawn import LatticeDrawn
from treecompare.drawing.scheme_layout import SchemesDrawn
from treecompare.window.frame.scene_view import SceneView

ROLE, TEXT = QAccessible.Role, QAccessible.Text


def asked(view: SceneView) -> QAccessibleInterface:
    """What Qt answers assistive technology."""
    found = QAccessible.queryAccessibleInterface(view.canvas)
    assert found is not None
    return found


def children(view: SceneView) -> Iterator[QAccessibleInterface]:
    whole = asked(view)
    for number in range(whole.childCount()):
        child = whole.child(number)
        assert child is not None and whole.indexOfChild(child) == number
        yield child


@pytest.fixture
def trees(qtbot: QtBot) -> SceneView:
    return trees_view(qtbot, mapping_of(GOLD_TREE, TEST_TREE))


def test_the_boxes_of_two_trees_are_its_children(trees: SceneView, qtbot: QtBot) -> None:
    whole = asked(trees)
    assert whole.role() == ROLE.Canvas and whole.text(TEXT.Name) == "Drawing"
    assert trees.drawing is not None
    found = [(one.text(TEXT.Name), one.role()) for one in children(trees)]
    assert [name for name, _ in found] == [box.text for box in trees.drawing.boxes]
    assert ("VP", ROLE.TreeItem) in found and ("saw", ROLE.StaticText) in found
    narrow = trees_view(qtbot, mapping_of(GOLD_TREE, TEST_TREE), width=200)
    folded = {one.text(TEXT.Name) for one in children(narrow) if one.role() == ROLE.Button}
    assert narrow.drawing is not None
    assert folded == {box.text for box in narrow.drawing.boxes if box.opens} and folded
    changed = {one.text(TEXT.Name): one.text(TEXT.Value) for one in children(trees) if one.text(TEXT.Value)}
    assert changed == {"NP<": "gold only", "~NP": "relabelled", "~XP": "relabelled"}
    said = {one.text(TEXT.Name): one.text(TEXT.Description) for one in children(trees)}
    assert said["NP<"] == "constituent NP, words 4 to 8: a man with a hat, deleted, costs 1"


def test_a_place_on_the_screen_has_its_box(trees: SceneView) -> None:
    whole = asked(trees)
    for one in children(trees):
        area = one.rect()
        middle = area.center()
        assert area.width() > 5 and whole.childAt(middle.x(), middle.y()) is one
        assert one.isValid() and not one.state().offscreen and one.parent() is not None and one.childCount() == 0
    corner = trees.canvas.viewport().mapToGlobal(QPoint(1, 1))
    assert whole.childAt(corner.x(), corner.y()) is None


def test_the_focus_follows_the_keyboard(trees: SceneView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked(trees).focusChild() is None
    told: list[int] = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: told.append(event.child()))
    qtbot.keyClick(trees.canvas, Qt.Key.Key_Down)
    qtbot.keyClick(trees.canvas, Qt.Key.Key_Down)
    child = asked(trees).focusChild()
    assert child is not None and trees.here is not None
    assert child.text(TEXT.Name) == trees.drawn.box_of(trees.here).text  # type: ignore[union-attr]
    assert len(told) == 2 and told[-1] == asked(trees).indexOfChild(child)


def test_what_is_no_longer_drawn_is_not_valid(trees: SceneView) -> None:
    before = list(children(trees))
    show_trees(trees, mapping_of("(S (A x))", "(S (B x))", params="none"))
    there = list(children(trees))
    assert len(there) < len(before) and there == before[: len(there)]
    assert [one.text(TEXT.Name) for one in there] == [box.text for box in trees.drawing.boxes]  # type: ignore[union-attr]
    gone = before[-1]
    assert not gone.isValid() and gone.text(TEXT.Name) == "" and gone.state().invalid and gone.role() == ROLE.NoRole
    show_trees(trees, None)
    assert asked(trees).childCount() == 0 and asked(trees).child(0) is None


def test_a_hidden_gold_says_nothing_of_changes(trees: SceneView) -> None:
    trees.telling.hides_gold = True
    assert not any(one.text(TEXT.Value) for one in children(trees))
    assert not any("costs" in one.text(TEXT.Description) for one in children(trees))


def test_every_kind_of_drawing_answers(qtbot: QtBot) -> None:
    arcs = view_of(qtbot)
    show_arcs(arcs, layout_arcs(*random_arcs(4)))
    lattice = view_of(qtbot, LatticeDrawn(trees=example_trees(0), score="the score"))
    schemes = view_of(qtbot, SchemesDrawn(trees=compared()))
    roles = [{one.role() for one in children(view)} - {ROLE.Button} for view in (arcs, lattice, schemes)]
    assert roles == [{ROLE.StaticText, ROLE.Link}, *[{ROLE.StaticText, ROLE.TreeItem}] * 2]
    for view in (arcs, lattice, schemes):
        assert [one.text(TEXT.Name) for one in children(view)] == [box.text for box in view.drawing.boxes]
        assert all(one.text(TEXT.Description) for one in children(view))
        assert any(one.text(TEXT.Value) for one in children(view))


def test_interfaces_outlive_their_drawing(qtbot: QtBot) -> None:
    view = SceneView()
    show_arcs(view, layout_arcs(*random_arcs(3)))
    kept = list(children(view))
    view.deleteLater()
    del view
    qtbot.wait(10)
    gc.collect()
    assert kept and not any(one.isValid() for one in kept)
    assert all(one.text(TEXT.Name) == "" and one.rect().isEmpty() and one.parent() is None for one in kept)
