"""How much of its trees a presented lesson shows, in which letters: what a step is about is seen on small screens, too."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from treecompare.app.common.theme import apply_theme
from treecompare.app.lessons.lesson_window import LessonWindow
from treecompare.app.lessons.presenting import LEAST_LETTERS, UNFOLDED
from treecompare.drawing.style import FONT_SIZE
from treecompare.extras.teaching.exercise import of_texts
from treecompare.extras.teaching.stages import Stages
from treecompare.extras.teaching.walks import walk
from treecompare.mappings.mapping import MATCHED


@pytest.fixture
def lesson(qtbot: QtBot) -> Iterator[LessonWindow]:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    apply_theme(application, "light")
    window = LessonWindow(Stages(walk("attachment")).exercise(1))
    window.show()
    qtbot.waitExposed(window)
    yield window
    window.close()


def presented(lesson: LessonWindow, qtbot: QtBot, width: int, height: int) -> None:
    lesson.classroom.presenting.command.trigger()
    lesson.resize(width, height)
    qtbot.wait(20)


def test_a_tree_is_smaller_before_it_is_folded(lesson: LessonWindow, qtbot: QtBot) -> None:
    """On a small screen, too; so much smaller that it can still be read."""
    lesson.walk.give(Stages(walk("attachment")), 2)
    presented(lesson, qtbot, 800, 720)
    view, seen = lesson.panel.view, []
    for height in range(720, 560, -20):
        lesson.resize(800, height)
        qtbot.wait(10)
        letters = view.canvas.transform().m11() * FONT_SIZE
        if UNFOLDED * lesson.classroom.presenting.letters <= letters < LEAST_LETTERS - 0.1:
            seen.append(letters)
            assert view.canvas.part_seen() is None and not any("⋮" in box.text for box in view.drawing.boxes), height
    assert seen


def test_what_a_step_is_about_is_drawn_by_itself(lesson: LessonWindow, qtbot: QtBot) -> None:
    """Each of many constituents that only one tree has, where there is no room for all of them; no two steps look the same. Before
    them, when nothing is lit yet, all is seen, be it small."""
    stages = Stages(walk("attachment"))
    lesson.walk.give(stages, len(stages))
    presented(lesson, qtbot, 800, 660)
    lesson.measures.explain("e.roof.dice")
    lesson.keys.on_command.trigger()
    view, bar, looks = lesson.panel.view, lesson.steps.bar, []
    assert bar.number == 1 and "properly" in [box.text for box in view.drawing.boxes]
    lesson.resize(800, 560)
    for number in range(2, len(bar.player)):
        lesson.keys.on_command.trigger()
        frame = bar.player.frame(number)
        lit = [box for box in view.lit() if box.operation != MATCHED or len(frame.nodes) > 1]
        assert frame.nodes and {(box.side, box.node) for box in lit} >= {*frame.nodes}, number
        looks.append((tuple(box.text for box in view.drawing.boxes), tuple((one.x, one.y) for one in lit)))
    assert all(one != other for one, other in pairwise(looks))


def test_a_way_up_to_the_root_that_has_no_room_keeps_its_word_and_what_differs(
    lesson: LessonWindow, qtbot: QtBot
) -> None:
    """Leaf-Ancestor is about all that stands above a word; nobody scrolls for it."""
    deep = "".join(f"({label} (B b{number}) " for number, label in enumerate("CDEFGHIJKLMNOPQR"))
    gold = f"(S {deep}(X (W word)){')' * 16})"
    lesson.open_exercise(of_texts(gold, gold.replace("(X (W word))", "(X (Y (W word)))")))
    presented(lesson, qtbot, 800, 600)
    assert lesson.steps.open_script("la", 18)
    qtbot.wait(20)
    view = lesson.panel.view
    assert view.canvas.part_seen() is None
    lit = {box.text for box in view.lit()}
    assert lit == {"word", ">Y ⋮", "S ⋮"}


def test_the_first_step_is_folded_no_more_than_those_after_it(lesson: LessonWindow, qtbot: QtBot) -> None:
    """Its text is longer, so that its trees have less room; and without errors there is nothing that they are folded around."""
    lesson.open_exercise(of_texts(
        "(S (NP (PRP I)) (VP (VBP know) (NP (NP (DT the) (NN man)) (SBAR (WHNP (WP who)) (S (VP (VBZ claims) (SBAR (IN that)"
        " (S (NP (PRP$ his) (NN wife)) (VP (VBD won) (NP (NN yesterday)))))))))))",
        "(S (NP (PRP I)) (VP (VBP know) (NP (NP (DT the) (NN man)) (SBAR (WHNP (WP who)) (S (VP (VBZ claims) (SBAR (IN that)"
        " (S (NP (PRP$ his) (NN wife)) (VP (VBD won)))))))) (NP (NN yesterday))))",
    ))  # fmt: skip
    presented(lesson, qtbot, 1280, 800)
    view = lesson.panel.view
    for name, size in (("t.whole", (1280, 800)), ("e.roof", (800, 600))):
        if name == "e.roof":
            lesson.open_exercise(Stages(walk("ancestry")).exercise(5))
        lesson.resize(*size)
        assert lesson.steps.open_script(name)
        qtbot.wait(20)
        texts = [box.text for box in view.drawing.boxes]
        assert {"claims", "his"} <= {*texts} or {"light", "hurts"} <= {*texts}, name
        assert view.canvas.part_seen() is None
