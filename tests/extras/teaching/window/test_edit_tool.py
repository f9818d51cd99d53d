"""Editing in the drawing of a lesson: with the mouse, by keyboard, from menus; figures follow at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from treecompare.app.lessons.lesson_window import LessonWindow
from treecompare.app.lessons.target_lights import TargetLights
from treecompare.comparison.settings import Settings
from treecompare.extras.teaching.exercise import Exercise, of_texts, read_sentence
from treecompare.readers import read_any
from treecompare.readers.lattice_files import read_lattices
from treecompare.resources import samples

RIGHT = (
    "(TOP (S (NP-SBJ (PRP She)) (VP (VBD saw) (NP (NP (DT the) (NN man)) (PP (IN with) (NP (DT a) (NN dog))))) (. .)))"
)
WRONG = "(TOP (S (NP (PRP She)) (VP (VBD saw) (NP (NP (DT the) (NN man))) (PP (IN with) (NP (DT a) (NN dog)))) (. .)))"
WORDS = (
    "1\tthe\t_\tDET\t_\t_\t2\tdet\t_\t_\n2\tdog\t_\tNOUN\t_\t_\t3\tnsubj\t_\t_\n3\tsaw\t_\tVERB\t_\t_\t0\troot\t_\t_\n"
    "4\ta\t_\tDET\t_\t_\t5\tdet\t_\t_\n5\tcat\t_\tNOUN\t_\t_\t3\tobj\t_\t_\n\n"
)


@pytest.fixture
def lesson(qtbot: QtBot) -> Iterator[LessonWindow]:
    window = LessonWindow(of_texts(RIGHT, WRONG))
    window.resize(1280, 800)
    window.show()
    yield window
    window.close()


def _text(lesson: LessonWindow, side: str = "test") -> str:
    return lesson.exercise.side(side).written().strip()


def _node(lesson: LessonWindow, label: str, side: str = "test", place: int = 0) -> tuple[str, int]:
    mapping = lesson.panel.view.drawn.mapping
    texts = (mapping.gold if side == "gold" else mapping.test).texts
    return side, [node for node, text in enumerate(texts) if text == label][place]


def _point(lesson: LessonWindow, place: tuple[str, int]) -> QPoint:
    rect = lesson.edit_tool.handles.rect(place)
    assert rect is not None
    return lesson.panel.view.canvas.mapFromScene(rect.center())


def _drag(lesson: LessonWindow, begin: QPoint, end: QPoint, is_dropped: bool = True) -> None:
    port = lesson.panel.view.canvas.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, begin)
    for point in (begin + QPoint(3, 3), begin + QPoint(30, 3), end):
        QTest.mouseMove(port, point)
        QTest.qWait(5)
    if is_dropped:
        QTest.mouseRelease(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, end)


def _walk_to(lesson: LessonWindow, place: Any) -> None:
    view = lesson.panel.view
    view.canvas.setFocus()
    view.go_to(view.drawn.places_of([place])[0])


NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


def _key(lesson: LessonWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(lesson.panel.view.canvas, key, modifiers)


def _score(lesson: LessonWindow, key: str) -> float:
    return lesson.measures.scores(key)[0]


def _open(lesson: LessonWindow, exercise: Exercise) -> None:
    lesson.open_exercise(exercise)
    for _ in range(100):  # until the drawing before has left its room
        QTest.qWait(20)
        if lesson.panel.height() > 600:
            break
    QTest.qWait(20)


# -- constituents --------------------------------------------------------------------------------------------------------


def test_a_constituent_is_dragged_to_its_new_mother(lesson: LessonWindow) -> None:
    """The possible ones are lit meanwhile; then every figure is another, what moved is lit, and all can be taken back."""
    tool = lesson.edit_tool
    phrase, outer = _node(lesson, "PP"), _node(lesson, "NP", place=2)
    before = _score(lesson, "e.whole.dice")
    _drag(lesson, _point(lesson, phrase), _point(lesson, outer), is_dropped=False)
    assert (
        tool.is_moving and tool.lights is not None and len(tool.lights.targets) == len(tool.editor.targets(phrase)) > 1
    )
    lesson.grab()
    port = lesson.panel.view.canvas.viewport()
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, _point(lesson, outer))
    assert _text(lesson) == RIGHT.replace("NP-SBJ", "NP") and not tool.is_moving
    assert _score(lesson, "e.whole.dice") == 1 > before
    assert _node(lesson, "PP") == lesson.panel.view.here
    lesson.undo_command.trigger()
    assert _text(lesson) == WRONG and _score(lesson, "e.whole.dice") == before
    assert _text(lesson, "gold") == RIGHT


def test_what_is_dropped_elsewhere_stays(lesson: LessonWindow) -> None:
    """On a word, on nothing, on the other tree, on itself; the reason is told."""
    phrase = _node(lesson, "PP")
    for end, said in (
        (_point(lesson, _node(lesson, "NN", place=1)), "part-of-speech tag"),
        (_point(lesson, _node(lesson, "VP", "gold")), "stays in its tree"),
        (QPoint(5, 60), ""),
        (_point(lesson, phrase) + QPoint(2, 1), "into itself"),
    ):
        lesson.statusBar().clearMessage()
        _drag(lesson, _point(lesson, phrase), end)
        assert _text(lesson) == WRONG and not lesson.edit_tool.is_moving
        assert said in lesson.statusBar().currentMessage() and bool(lesson.statusBar().currentMessage()) == bool(said)


def test_dragging_beside_nodes_still_moves_the_paper(lesson: LessonWindow) -> None:
    """And a click pins, as ever."""
    _drag(lesson, QPoint(10, 300), QPoint(60, 300))
    assert _text(lesson) == WRONG
    place = _node(lesson, "PP")
    QTest.mouseClick(lesson.panel.view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=_point(lesson, place))
    assert lesson.panel.view.pinned == place


def test_a_constituent_is_moved_by_keyboard(lesson: LessonWindow) -> None:
    """M, arrows or Tab, Enter; Escape gives up."""
    _walk_to(lesson, _node(lesson, "PP"))
    _key(lesson, Qt.Key.Key_M, SHIFT)
    assert lesson.edit_tool.is_moving
    _key(lesson, Qt.Key.Key_Escape)
    assert not lesson.edit_tool.is_moving and _text(lesson) == WRONG
    _key(lesson, Qt.Key.Key_M, SHIFT)
    targets = {_node(lesson, "NP", place=2), _node(lesson, "NP", place=1), _node(lesson, "S")}
    tool = lesson.edit_tool
    rects = [tool.handles.rect(target) for target in targets]
    assert (
        tool.lights is not None and len(tool.lights.targets) == 3 and all(rect in tool.lights.targets for rect in rects)
    )
    for _ in range(4):
        _key(lesson, Qt.Key.Key_Tab)
        assert lesson.edit_tool.here()[0] in targets
        if lesson.edit_tool.here()[0] == _node(lesson, "NP", place=2):
            break
    lesson.grab()
    _key(lesson, Qt.Key.Key_Return)
    assert _text(lesson) == RIGHT.replace("NP-SBJ", "NP")
    assert lesson.edit_tool.here() == [_node(lesson, "PP")]
    # and back, with arrows: down (the system stands on its head) from the NP to its mother
    _key(lesson, Qt.Key.Key_M, SHIFT)
    for _ in range(2):
        _key(lesson, Qt.Key.Key_Down)
    assert lesson.edit_tool.here() == [_node(lesson, "VP")]
    _key(lesson, Qt.Key.Key_Return)
    assert _text(lesson) == WRONG


def test_a_label_is_written_where_it_stands(lesson: LessonWindow) -> None:
    """F2 or a double click; what is refused stays written; Escape leaves all as it was."""
    _walk_to(lesson, _node(lesson, "NP", "gold"))
    _key(lesson, Qt.Key.Key_F2)
    label = lesson.edit_tool.label
    assert label is not None and label.isVisible() and label.text() == "NP-SBJ"
    label.setText("A B")
    QTest.keyClick(label, Qt.Key.Key_Return)
    assert label.isVisible() and "holds a blank" in label.toolTip() and _text(lesson, "gold") == RIGHT
    QTest.keyClick(label, Qt.Key.Key_Escape)
    assert not label.isVisible() and lesson.panel.view.canvas.hasFocus()
    port = lesson.panel.view.canvas.viewport()
    QTest.mouseDClick(port, Qt.MouseButton.LeftButton, pos=_point(lesson, _node(lesson, "PP")))
    label = lesson.edit_tool.label
    assert label is not None and label.isVisible() and label.text() == "PP"
    label.setText("ADVP")
    QTest.keyClick(label, Qt.Key.Key_Return)
    assert _text(lesson) == WRONG.replace("PP", "ADVP") and not label.isVisible()
    _walk_to(lesson, ("gold", 0))
    _key(lesson, Qt.Key.Key_F2)
    assert label.text() == "PRP"  # of a word the tag; the system's, whose word it is, too
    label.setText("PRP")
    QTest.keyClick(label, Qt.Key.Key_Return)
    assert lesson.history.undoes == "PP renamed ADVP"


def test_a_constituent_is_put_in_and_taken_out(lesson: LessonWindow) -> None:
    """Over marked nodes: by Ctrl and click, by K, by Shift and arrows."""
    tool, port = lesson.edit_tool, lesson.panel.view.canvas.viewport()
    for place in (_node(lesson, "VBD"), _node(lesson, "NP", place=2)):
        QTest.mouseClick(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, _point(lesson, place))
    assert tool.marked == [_node(lesson, "VBD"), _node(lesson, "NP", place=2)]
    lesson.grab()
    lesson.panel.view.canvas.setFocus()
    _key(lesson, Qt.Key.Key_Insert)
    assert tool.label is not None and tool.label.isVisible()
    QTest.keyClicks(tool.label, "VX")
    QTest.keyClick(tool.label, Qt.Key.Key_Return)
    assert _text(lesson) == WRONG.replace("(VBD", "(VX (VBD").replace("man)))", "man))))")
    assert not tool.marked and tool.here() == [_node(lesson, "VX")]
    _key(lesson, Qt.Key.Key_Delete)
    assert _text(lesson) == WRONG
    _walk_to(lesson, _node(lesson, "DT"))
    _key(lesson, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert tool.marked == [_node(lesson, "DT"), _node(lesson, "NN")]
    _key(lesson, Qt.Key.Key_Escape)
    assert not tool.marked
    _key(lesson, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    assert tool.marked == [_node(lesson, "NN")]
    _key(lesson, Qt.Key.Key_A, Qt.KeyboardModifier.ShiftModifier)
    assert not tool.marked


def test_what_cannot_be_done_is_told(lesson: LessonWindow) -> None:
    """In the status bar; nothing changes."""
    tool = lesson.edit_tool
    lesson.panel.view.canvas.setFocus()
    _key(lesson, Qt.Key.Key_D, Qt.KeyboardModifier.ShiftModifier)
    assert "Point at a node first" in lesson.statusBar().currentMessage()
    _walk_to(lesson, ("gold", 0))
    _key(lesson, Qt.Key.Key_Delete)
    assert "words stay as they are" in lesson.statusBar().currentMessage()
    tool.toggle_mark(_node(lesson, "PP"))
    tool.toggle_mark(_node(lesson, "DT"))
    _key(lesson, Qt.Key.Key_I, Qt.KeyboardModifier.ShiftModifier)  # there are keyboards without Ins
    assert "expected daughters of one node" in lesson.statusBar().currentMessage()
    _key(lesson, Qt.Key.Key_Escape)
    _walk_to(lesson, _node(lesson, "S"))
    _key(lesson, Qt.Key.Key_M, SHIFT)
    assert "no other place" in lesson.statusBar().currentMessage() and not tool.is_moving
    assert not lesson.undo_command.isEnabled()


@pytest.mark.parametrize("label", ["PP", "She"])
def test_the_menu_of_a_node(lesson: LessonWindow, label: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begins with what can be done to it; of a word that both trees share, for either."""
    menus: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, *_: menus.append(menu))
    place = _node(lesson, label, "gold" if label == "She" else "test")
    _walk_to(lesson, place)
    view = lesson.panel.view
    point = view.mapToGlobal(_point(lesson, place))
    view.contextMenuEvent(QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, _point(lesson, place), point))
    titles = [action.text() for action in menus[0].actions()]
    if label == "She":
        assert titles[:2] == ["system", "gold"]
        inner = menus[0].actions()[0].menu()
        assert inner is not None
        next(one for one in inner.actions() if "name" in one.text()).trigger()
        assert lesson.edit_tool.label is not None and lesson.edit_tool.label.isVisible()
        return
    assert [title.replace("&", "") for title in titles[:5]] == ["Move…", "Rename", "Insert over it…", "Delete", "Mark"]
    menus[0].actions()[3].trigger()
    assert "(PP" not in _text(lesson)


def test_menu_commands_say_their_keys(lesson: LessonWindow) -> None:
    """Each command that edits has one, and none that means nothing for these trees is shown."""
    commands = lesson.edit_tool.commands
    assert all(command.shortcuts() for command in commands.values())
    assert not commands["root"].isVisible() and commands["insert"].isVisible()
    _open(lesson, of_texts(WORDS, WORDS))
    assert commands["root"].isVisible() and not commands["insert"].isVisible() and commands["tag"].isVisible()


def test_a_step_of_a_script_is_edited_as_it_is_shown(lesson: LessonWindow) -> None:
    """What is drawn is what is edited."""
    other = lesson.exercise.with_side("test", read_sentence(WRONG.replace("PP", "XP"), "system"))
    lesson.show_temporarily(other)
    place = _node(lesson, "XP")
    _walk_to(lesson, place)
    _key(lesson, Qt.Key.Key_Delete)
    assert "XP" not in _text(lesson) and "PP" not in _text(lesson) and "(VP (VBD saw) (NP (NP" in _text(lesson)


def test_roof_and_other_arrangements_are_edited(lesson: LessonWindow) -> None:
    """Nodes of a drawing without tags, side by side or merged, are those of the file, too."""
    lesson.draw_mapping("E", "roof", True)
    for arrangement in ("mirrored", "side-by-side", "merged"):
        lesson.panel.view.set_arrangement(arrangement)
        _drag(lesson, _point(lesson, _node(lesson, "NP", "gold", 2)), _point(lesson, _node(lesson, "VP", "gold")))
        assert _text(lesson, "gold") == RIGHT.replace("with) (NP (DT a) (NN dog)))))", "with))) (NP (DT a) (NN dog)))")
        lesson.undo()
        assert _text(lesson, "gold") == RIGHT


# -- dependencies --------------------------------------------------------------------------------------------------------


def _heads(lesson: LessonWindow, side: str = "test") -> list[int]:
    found: list[int] = lesson.exercise.side(side).sentences[0].heads.tolist()  # type: ignore[union-attr]
    return found


def _label_point(lesson: LessonWindow, place: tuple[str, int]) -> QPoint:
    rect = lesson.edit_tool.handles.label_rect(place)
    assert rect is not None
    return lesson.panel.view.canvas.mapFromScene(rect.center())


@pytest.mark.parametrize("side", ["gold", "test"])
def test_an_arc_is_dragged_to_another_head(lesson: LessonWindow, side: str) -> None:
    """By its label, on its side; a circle is refused with the reason."""
    _open(lesson, of_texts(WORDS, WORDS))
    _drag(lesson, _label_point(lesson, (side, 1)), _point(lesson, (side, 4)))
    other = "test" if side == "gold" else "gold"
    assert _heads(lesson, side) == [2, 5, 0, 5, 3] and _heads(lesson, other) == [2, 3, 0, 5, 3]
    assert _score(lesson, "uas") == 0.8
    _drag(lesson, _label_point(lesson, (side, 4)), _point(lesson, (side, 0)))
    assert "which depends on it: 'the' → 'dog' → 'cat' → 'the'" in lesson.statusBar().currentMessage()
    assert _heads(lesson, side) == [2, 5, 0, 5, 3]


def test_a_word_is_attached_by_keyboard(lesson: LessonWindow) -> None:
    """A word stands for the system's; R makes it the root, F2 writes its relation, T its tag."""
    _open(lesson, of_texts(WORDS, WORDS))
    view = lesson.panel.view
    view.canvas.setFocus()
    view.go_to(next(box for box in view.arcs.boxes if box.text == "a"))
    _key(lesson, Qt.Key.Key_M, SHIFT)
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Left):
        _key(lesson, key)
    lesson.grab()
    _key(lesson, Qt.Key.Key_Return)
    assert _heads(lesson) == [2, 3, 0, 2, 3] and _heads(lesson, "gold") == [2, 3, 0, 5, 3]
    tool = lesson.edit_tool
    for key, held, text, column in ((Qt.Key.Key_F2, NONE, "nmod", "deprel"), (Qt.Key.Key_P, SHIFT, "X", "upos")):
        _key(lesson, key, held)
        assert tool.label is not None and tool.label.isVisible()
        tool.label.setText(text)
        QTest.keyClick(tool.label, Qt.Key.Key_Return)
        assert lesson.exercise.system.sentences[0].column(column)[3] == text  # type: ignore[union-attr]
    _key(lesson, Qt.Key.Key_R, SHIFT)
    assert _heads(lesson)[3] == 0 and _heads(lesson)[2] == 4
    _key(lesson, Qt.Key.Key_R, SHIFT)
    assert "root already" in lesson.statusBar().currentMessage()


# -- over a lattice ------------------------------------------------------------------------------------------------------


def test_segments_over_a_lattice(lesson: LessonWindow) -> None:
    """Another analysis is chosen from a menu; nodes are moved as ever, also to the root."""
    sample = next(one for one in samples() if one.key == "words-that-differ")
    gold, raw = (
        read_sentence(read_any(path).written().splitlines()[0], "x")
        for path in (sample.gold, next(one for one in sample.systems if "raw" in one))
    )
    lattice = read_lattices(sample.lattices[0]).chosen(np.array([0]))
    _open(lesson, Exercise((gold,), raw, lattices=(lattice,)))
    tree = lesson.panel.view.trees.mapping.test
    _walk_to(lesson, ("test", tree.texts.index("HNEIM")))
    tool = lesson.edit_tool
    assert tool.others_menu.menuAction().isVisible()
    tool.others_menu.aboutToShow.emit()
    assert [action.text() for action in tool.others_menu.actions()] == ["H/DEF NEIM/JJ", "H/DEF NEIM/NN"]
    before = _score(lesson, "segeval")
    tool.others_menu.actions()[0].trigger()
    assert "(DEF H) (JJ NEIM)" in _text(lesson) and _score(lesson, "segeval") > before
    tree = lesson.panel.view.trees.mapping.test
    phrase = max(node for node, text in enumerate(tree.texts) if text == "NP")
    _drag(lesson, _point(lesson, ("test", phrase)), _point(lesson, ("test", len(tree))))
    assert _text(lesson).startswith("(TOP (PP (IN B)) (NP (NP")


def test_what_can_only_be_typed_is_told(lesson: LessonWindow) -> None:
    """A drawing of trees that the files do not have as such."""
    _open(lesson, of_texts(RIGHT, WRONG, Settings(params="none", as_dependencies="collins")))
    view = lesson.panel.view
    view.canvas.setFocus()
    view.go_to(next(box for box in view.arcs.boxes if box.text == "dog"))
    _key(lesson, Qt.Key.Key_F2)
    assert "edited as text" in lesson.statusBar().currentMessage()
    _key(lesson, Qt.Key.Key_M, SHIFT)
    assert "no other place" in lesson.statusBar().currentMessage()


def test_lights_are_painted(qtbot: QtBot) -> None:
    """Also of nothing, and on dark paper."""
    lights = TargetLights()
    assert lights.boundingRect().isValid()
    lights.is_dark = True
    lights.show_move(None)
    assert lights.targets == []


LARGE, SMALL = "(S (X (Y (NP (D the) (N dog)))) (VP (V barked)))", "(S (D the) (N dog) (V barked))"


def test_without_the_gold_nothing_of_it_is_taken_hold_of_or_told(qtbot: QtBot) -> None:
    """The system stands on both sides then: a node of the gold would have the number of another one, or of none."""
    lesson = LessonWindow(of_texts(LARGE, SMALL))
    lesson.resize(1280, 800)
    lesson.show()
    tool, view = lesson.edit_tool, lesson.panel.view
    lesson.hiding.gold_command.trigger()
    for place in [("gold", node) for node in range(len(view.drawing.mapping.gold))]:
        view.go_to(place)
        for name in ("move", "rename", "insert", "delete", "mark"):
            lesson.statusBar().clearMessage()
            tool.commands[name].trigger()
            assert "The gold is hidden" in lesson.statusBar().currentMessage()
            assert not tool.is_moving and not tool.marked and tool.label is not None and tool.label.isHidden()
        point = view.canvas.mapFromScene(view.rect_of(view.drawn.shown_at(place)).center())
        _drag(lesson, point, point + QPoint(60, 60))
        QTest.mouseDClick(view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=point)
        assert tool.label.isHidden() and not tool.is_moving and not lesson.undo_command.isEnabled()
    lesson.hiding.gold_command.trigger()
    view.go_to(_node(lesson, "X", "gold"))
    tool.commands["move"].trigger()
    assert tool.is_moving
    lesson.close()


def test_what_is_undone_while_the_gold_is_hidden_is_not_lit(lesson: LessonWindow) -> None:
    """Where the gold had been changed would be told."""
    changed = lesson.exercise.with_side("gold", read_sentence(WRONG.replace("(S (NP", "(S (NX"), "gold"))
    assert lesson.show_exercise(changed, "NX")
    lesson.hiding.gold_command.trigger()
    lesson.undo()
    assert not lesson.panel.view.lights()[0]


def test_the_one_node_that_is_lit_is_renamed(lesson: LessonWindow) -> None:
    """As after a click beside the drawing; of several nobody knows which is meant."""
    tool, canvas = lesson.edit_tool, lesson.panel.view.canvas
    canvas.setFocus()
    lesson.panel.show_nodes([_node(lesson, "PP")])
    assert not tool.here()
    _key(lesson, Qt.Key.Key_F2)
    assert tool.label is not None and tool.label.isVisible() and tool.label.text() == "PP"
    QTest.keyClick(tool.label, Qt.Key.Key_Escape)
    lesson.panel.show_nodes([_node(lesson, "PP"), _node(lesson, "VP")])
    _key(lesson, Qt.Key.Key_F2)
    assert not tool.label.isVisible() and "Point at a node first" in lesson.statusBar().currentMessage()
