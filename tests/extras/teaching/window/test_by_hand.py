"""Changing a drawing by hand in the frame: with the mouse and by keyboard; what is lit meanwhile, and where one writes."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.window.frame.conftest import Open, press, settle
from treecompare.drawing.style import HANDS, TAKEN
from treecompare.extras.teaching.exercise import of_texts
from treecompare.extras.teaching.lesson_job import LessonJob
from treecompare.extras.teaching.text_job import TextJob
from treecompare.window.frame.editing import BoxField, Hands
from treecompare.window.frame.window import Window

RIGHT = (
    "(TOP (S (NP-SBJ (PRP She)) (VP (VBD saw) (NP (NP (DT the) (NN man)) (PP (IN with) (NP (DT a) (NN dog))))) (. .)))"
)
WRONG = "(TOP (S (NP (PRP She)) (VP (VBD saw) (NP (NP (DT the) (NN man))) (PP (IN with) (NP (DT a) (NN dog)))) (. .)))"
MENDED = RIGHT.replace("NP-SBJ", "NP")
NONE, SHIFT, CTRL = (
    Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
)  # fmt: skip
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def job() -> LessonJob:
    return LessonJob(of_texts(RIGHT, WRONG))


@pytest.fixture
def window(open_window: Open, job: LessonJob) -> Window:
    return open_window(job)


def hands(window: Window) -> Hands:
    return window.drawings.view.hands


def node(window: Window, label: str, side: str = "test", number: int = 0) -> tuple[str, int]:
    mapping: Any = window.drawings.view.drawn.mapping  # type: ignore[attr-defined]
    texts = (mapping.gold if side == "gold" else mapping.test).texts
    return side, [one for one, text in enumerate(texts) if text == label][number]


def point(window: Window, place: Any) -> QPoint:
    view = window.drawings.view
    return view.canvas.mapFromScene(view.rect_of(view.drawn.box_of(place)).center())


def drag(window: Window, begin: QPoint, end: QPoint, is_dropped: bool = True) -> None:
    port = window.drawings.view.canvas.viewport()
    QTest.mousePress(port, LEFT, NONE, begin)
    for there in (begin + QPoint(3, 3), begin + QPoint(30, 3), end):
        QTest.mouseMove(port, there)
    if is_dropped:
        QTest.mouseRelease(port, LEFT, NONE, end)
        settle(window)


def text(job: LessonJob, side: str = "test") -> str:
    return job.steps[-1].exercise.side(side).written().strip()


def written(window: Window) -> BoxField:
    """The field over a box, which is open."""
    field = hands(window).field
    assert field.isVisible() and field.hasFocus()
    return field


# -- mouse ---------------------------------------------------------------------------------------------------------------


def test_a_node_is_dragged_where_targets_are_lit(window: Window, job: LessonJob) -> None:
    """A dotted line leads to the mouse; then the list has the step, and all of it is taken back."""
    lights = hands(window).lights
    assert len(lights.handles) == 28 and lights.held is None  # nodes, not words
    phrase, outer = point(window, node(window, "PP")), point(window, node(window, "NP", number=2))
    drag(window, phrase, outer, is_dropped=False)
    lights = hands(window).lights
    assert len(lights.targets) == 3 and lights.held is not None and lights.end is not None
    assert lights.now is not None and lights.now in lights.targets
    window.grab()
    QTest.mouseRelease(window.drawings.view.canvas.viewport(), LEFT, NONE, outer)
    settle(window)
    lights = hands(window).lights
    assert text(job) == MENDED and lights.held is None and lights.targets == []
    assert window.place == 1 and window.list.number[:2] == (2, 2)
    assert window.drawings.view.here == node(window, "PP")
    window.turn(True)
    settle(window)
    assert text(job) == WRONG and window.place == 0


def test_escape_takes_a_drag_back(window: Window, job: LessonJob) -> None:
    """What is put down beside all stays, too; what is refused is said in Why."""
    phrase, outer = point(window, node(window, "PP")), point(window, node(window, "NP", number=2))
    drag(window, phrase, outer, is_dropped=False)
    press(window, Qt.Key.Key_Escape, on=window.drawings.view.canvas)
    assert hands(window).lights.held is None
    QTest.mouseRelease(window.drawings.view.canvas.viewport(), LEFT, NONE, outer)
    settle(window)
    drag(window, phrase, QPoint(5, 200))
    assert text(job) == WRONG and len(job.steps) == 1 and window.job is job
    drag(window, phrase, point(window, node(window, "VP", "gold")))
    assert text(job) == WRONG and "stays in its tree" in window.why.refused.text()
    assert hands(window).lights.targets == []


def test_a_click_chooses_and_the_paper_is_still_moved(window: Window, job: LessonJob) -> None:
    port = window.drawings.view.canvas.viewport()
    QTest.mouseClick(port, LEFT, NONE, point(window, node(window, "PP")))
    settle(window)
    assert job.at == node(window, "PP") == window.drawings.view.pinned and window.why.choice("1") is not None
    assert window.drawings.view.canvas.hasFocus()
    drag(window, QPoint(10, 300), QPoint(60, 300))
    assert len(job.steps) == 1


def test_nodes_are_marked_with_ctrl(window: Window, job: LessonJob) -> None:
    """And by Shift with an arrow, the node from which one comes and the one that is reached."""
    port = window.drawings.view.canvas.viewport()
    for label, number in (("VBD", 0), ("NP", 2)):
        QTest.mouseClick(port, LEFT, CTRL, point(window, node(window, label, number=number)))
    settle(window)
    assert job.marked == [node(window, "VBD"), node(window, "NP", number=2)] and len(hands(window).lights.marked) == 2
    window.grab()
    press(window, "4", on=window.drawings.view.canvas)
    written(window).setText("VX")
    press(window, Qt.Key.Key_Return)
    assert "(VX (VBD saw) (NP (NP (DT the) (NN man))))" in text(job) and hands(window).lights.marked == []
    window.drawings.view.go_to(node(window, "DT", number=1))
    press(window, Qt.Key.Key_Right, on=window.drawings.view.canvas, held=SHIFT)
    assert job.marked == [node(window, "DT", number=1), node(window, "NN", number=1)]


# -- keyboard --------------------------------------------------------------------------------------------------------------


def test_a_node_is_moved_by_keyboard(window: Window, job: LessonJob) -> None:
    """Walked to, held by its answer, put down by Enter where Tab leads; Escape leaves it."""
    canvas = window.drawings.view.canvas
    canvas.setFocus()
    window.drawings.view.go_to(node(window, "PP"))
    assert job.at == node(window, "PP")
    press(window, "1", on=canvas)
    lights = hands(window).lights
    assert job.is_held and len(lights.targets) == 3 and lights.held is not None
    press(window, Qt.Key.Key_Escape, on=canvas)
    assert not job.is_held and hands(window).lights.held is None and window.job is job
    press(window, "1", on=canvas)
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
        press(window, key, on=canvas)
    lights = hands(window).lights
    assert lights.end is not None and lights.now is not None
    press(window, Qt.Key.Key_Tab, on=canvas)
    here = window.drawings.view.here
    assert here in (node(window, "NP", number=1), node(window, "NP", number=2)) and job.at == node(window, "PP")
    press(window, Qt.Key.Key_Return, on=canvas)
    assert len(job.steps) == 2 and not job.is_held and canvas.hasFocus()
    assert window.drawings.view.here == node(window, "PP") == job.at
    press(window, "1", "1", on=canvas)
    assert len(job.steps) == 3


def test_a_label_is_written_where_it_stands(window: Window, job: LessonJob) -> None:
    """What is refused stays written; Escape, and a click elsewhere, leave all as it was."""
    canvas = window.drawings.view.canvas
    canvas.setFocus()
    window.drawings.view.go_to(node(window, "PP"))
    press(window, Qt.Key.Key_Return, on=canvas)
    field = written(window)
    assert field.text() == "PP" == field.selectedText()
    assert (field.geometry().center() - point(window, node(window, "PP"))).manhattanLength() < 4
    field.setText("P P")
    press(window, Qt.Key.Key_Return)
    assert written(window).text() == "P P" and "blank" in window.why.refused.text() and text(job) == WRONG
    field.setText("1e")
    press(window, Qt.Key.Key_Escape)
    assert not field.isVisible() and canvas.hasFocus() and text(job) == WRONG
    QTest.mouseDClick(canvas.viewport(), LEFT, NONE, point(window, node(window, "PP")))
    settle(window)
    press(window, "e", "1", on=written(window))  # no answers: one writes
    assert written(window).text().endswith("e1")
    window.list.setFocus()
    assert not field.isVisible() and text(job) == WRONG
    window.do("open", window.drawings.view.drawn.box_of(node(window, "PP")))
    written(window).setText("PX")
    press(window, Qt.Key.Key_Return)
    assert "(PX (IN with)" in text(job) and not field.isVisible() and window.place == 1


def test_what_is_out_of_sight_is_asked_for_in_why(window: Window, job: LessonJob) -> None:
    """A node that is not drawn has no place for a field."""
    view = window.drawings.view
    view.go_to(node(window, "PP"))
    window.do("open")
    assert hands(window).field.isVisible()
    hands(window).field.give_up()
    view.drawn.scene = None
    window.do("open")
    assert not hands(window).field.isVisible() and window.why.is_asking


def test_nothing_is_taken_hold_of_without_the_gold(window: Window, job: LessonJob) -> None:
    """The reason is said, and it is shown by its answer."""
    window.do("hide:gold")
    settle(window)
    assert list(hands(window).lights.handles) == [] and hands(window).editing is None
    press(window, "0", on=window.drawings.view.canvas)
    assert hands(window).lights.handles


def test_lights_are_painted_on_dark_paper(window: Window, qapp: QApplication) -> None:
    from treecompare.window.common.theme import apply_theme

    apply_theme(qapp, "dark")
    hands(window).show()
    drag(window, point(window, node(window, "PP")), point(window, node(window, "NP", number=2)), is_dropped=False)
    view, canvas = window.drawings.view, window.drawings.view.canvas
    rect = canvas.seen_rect(view.rect_of(hands(window).lights.held)).toRect()
    image = canvas.viewport().grab().toImage()
    frame = {image.pixelColor(x, rect.center().y()).name() for x in range(rect.left() - 8, rect.left() + 1)}
    assert HANDS["dark"][TAKEN] in frame and QApplication.focusWidget() is canvas
    hands(window).let_go()


def test_back_leads_to_the_text(open_window: Open) -> None:
    """From the lesson that was made of it; what is typed there is no key."""
    window = open_window(made := TextJob())
    window.do("choose", "2")
    settle(window)
    field = next(one for one in window.why.blocks.shown if getattr(one, "key", "") == "gold")
    press(window, "1", "e", on=field.text)  # type: ignore[attr-defined]
    assert window.job is made
    press(window, "1", on=window.list)
    assert isinstance(window.job, LessonJob)
    press(window, Qt.Key.Key_Escape, on=window.list)
    assert window.job is made
