"""The walk bar: step by step through the shipped walks, by keys, and through trees that are not there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from treecompare.app.lessons.lesson_window import LessonWindow
from treecompare.app.lessons.walk_bar import LARGE, WalkBar
from treecompare.lessons.exercise import TEST, of_texts, read_sentence
from treecompare.lessons.stages import Stages
from treecompare.lessons.walks import Source, Walk, WalkStep, walk, walks

RIGHT = "(S (NP (D the) (N dog)) (VP (V barked)))"
KEY, SHIFT = Qt.Key, Qt.KeyboardModifier


@pytest.fixture
def lesson(qtbot: QtBot) -> Iterator[LessonWindow]:
    window = LessonWindow(of_texts(RIGHT, RIGHT))
    window.resize(1280, 800)
    window.show()
    yield window
    window.close()


@pytest.fixture
def bar(lesson: LessonWindow) -> WalkBar:
    return lesson.walk_bar


def test_without_a_walk_nothing_is_shown(lesson: LessonWindow, bar: WalkBar) -> None:
    assert not bar.isVisible() and not any(one.isEnabled() for one in bar.commands)
    bar.next()
    bar.go(1)
    assert bar.number == 0


@pytest.mark.parametrize("key", [one.key for one in walks()])
def test_every_step_of_every_walk_is_shown(key: str, lesson: LessonWindow, bar: WalkBar) -> None:
    """Its text with its figures, its measures and no others, its trees, whole."""
    stages = Stages(walk(key))
    bar.give(stages)
    for number in range(1, len(stages) + 1):
        QTest.qWait(1)  # a new drawing is shown then
        step = stages.step(number)
        assert bar.number == number and bar.isVisible()
        assert bar.text.text() == stages.text(number) and "{" not in bar.text.text()
        assert bar.list.text() == f"{number} of {len(stages)}"
        assert lesson.exercise is stages.exercise(number)
        assert lesson.measures.isVisible() == lesson.side.isVisible() == bool(step.measures)
        if step.measures:
            assert set(lesson.measures.keys) == set(step.measures)
            assert lesson.measures.key == step.measures[0]
        view = lesson.panel.view
        assert view.drawing is not None and view.isVisible()
        assert (lesson.wanted.mapping, lesson.wanted.part) == (step.view.mapping, step.view.part)
        if hasattr(view, "arrangement"):
            assert (view.arrangement, view.folds) == (step.view.layout, step.view.elide)
        assert bar.text.fontInfo().pixelSize() >= LARGE
        needed = bar.text.fontMetrics().boundingRect(
            0, 0, bar.text.width(), 9999, Qt.TextFlag.TextWordWrap, bar.text.text()
        )
        assert needed.height() <= bar.text.height()
        bar.next()
    assert bar.number == len(stages) and not bar.on.isEnabled() and bar.back.isEnabled()


def test_the_height_stays_from_step_to_step(lesson: LessonWindow, bar: WalkBar, qtbot: QtBot) -> None:
    bar.give(Stages(walk("leaf-ancestor")))
    heights = set()
    for number in range(1, 12):
        bar.go(number)
        qtbot.wait(1)
        heights.add(bar.height())
    assert len(heights) == 1


@pytest.mark.parametrize(
    ("key", "modifier", "number"),
    [
        (KEY.Key_PageDown, SHIFT.NoModifier, 3), (KEY.Key_Right, SHIFT.AltModifier, 3), (KEY.Key_PageUp, SHIFT.NoModifier, 1),
        (KEY.Key_Left, SHIFT.AltModifier, 1), (KEY.Key_End, SHIFT.AltModifier, 9), (KEY.Key_Home, SHIFT.AltModifier, 1),
    ],
)  # fmt: skip
def test_keys(
    key: Qt.Key, modifier: Qt.KeyboardModifier, number: int, lesson: LessonWindow, bar: WalkBar, qtbot: QtBot
) -> None:
    """From the drawing, which has the keyboard: presenters send Page Up and Page Down."""
    lesson.activateWindow()
    bar.give(Stages(walk("attachment")), 2)
    assert lesson.panel.view.canvas.hasFocus()
    QTest.keyClick(lesson.panel.view.canvas, key, modifier)
    assert bar.number == number


def test_the_list_of_steps_goes_to_each(lesson: LessonWindow, bar: WalkBar) -> None:
    bar.give(Stages(walk("emms")), 3)
    bar.menu.aboutToShow.emit()
    assert [one.isChecked() for one in bar.menu.actions()] == [False, False, True, False, False, False, False, False]
    assert all(len(one.text()) < 75 for one in bar.menu.actions())
    bar.menu.actions()[6].trigger()
    assert bar.number == 7


def test_trees_that_were_changed_are_put_back_by_the_next_step(lesson: LessonWindow, bar: WalkBar) -> None:
    """As a step that can be undone: nothing that was done in class is lost by mistake."""
    bar.give(Stages(walk("attachment")), 2)
    asked = lesson.exercise
    changed = asked.with_side(TEST, read_sentence("(S (VP (VB Try) (S (VP (VBG leaving) (RB early)))))", "system"))
    assert lesson.show_exercise(changed, "moved early")
    bar.next()
    assert lesson.exercise is asked and "0.25" in bar.text.text()
    lesson.undo()
    assert lesson.exercise is changed
    bar.commands[4].trigger()  # this step again
    assert lesson.exercise is asked and bar.number == 3


def test_a_step_that_cannot_be_shown_says_why_and_the_walk_goes_on(lesson: LessonWindow, bar: WalkBar) -> None:
    steps = (
        WalkStep("one", Source(gold=RIGHT, test=RIGHT)),
        WalkStep("two", Source(sample="dependencies", system="nobody", sentence=1)),
        WalkStep("three", Source(gold=RIGHT, test=RIGHT)),
    )
    bar.give(Stages(Walk("w", "", steps)))
    bar.next()
    assert bar.text.text().startswith("This step cannot be shown: there is no system 'nobody'") and bar.number == 2
    bar.next()
    assert bar.text.text() == "three"


def test_a_step_written_for_another_kind_of_comparison_shows_the_measures_of_this_one(
    lesson: LessonWindow, bar: WalkBar
) -> None:
    words = "1\tdogs\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    source = Source(gold=words, test=words)
    steps = [WalkStep("", source, measures=keys) for keys in (("e.whole.dice",), ("e.whole.dice", "uas", "las"))]
    bar.give(Stages(Walk("w", "", tuple(steps))))
    assert lesson.comparison.kind == "dependencies" and lesson.measures.isVisible()
    assert lesson.measures.keys == list(lesson.measures.choices.columns)
    bar.next()
    assert lesson.measures.keys == ["uas", "las"] and lesson.measures.key == "uas"
    lesson.measures.explain("e.whole.dice")
    assert lesson.measures.keys == ["uas", "las"] and lesson.measures.key == "uas"


def test_ending_a_walk_leaves_the_trees(lesson: LessonWindow, bar: WalkBar) -> None:
    bar.give(Stages(walk("telescope")), 1)
    assert not lesson.side.isVisible()
    shown = lesson.exercise
    bar.end()
    assert not bar.isVisible() and lesson.exercise is shown and not any(one.isEnabled() for one in bar.commands)
    assert lesson.side.isVisible() and lesson.measures.isVisible()


def test_another_walk_is_given_from_the_menu(lesson: LessonWindow, bar: WalkBar) -> None:
    bar.walks.aboutToShow.emit()
    titles = [one.text().replace("&&", "&") for one in bar.walks.actions()]
    assert titles == [one.title for one in walks()]
    bar.walks.actions()[8].trigger()
    assert bar.stages is not None and bar.stages.walk.key == "hebrew" and lesson.comparison.kind == "lattices"


def test_walks_through_all_kinds_leave_one_drawing(lesson: LessonWindow, bar: WalkBar) -> None:
    bar.give(Stages(walk("telescope")), 5)
    before = lesson.panel
    bar.next()
    assert lesson.panel is not before and not before.isVisible()  # at once, not only when it is deleted
    QTest.qWait(1)
    assert lesson.panel.isVisible()


def test_the_next_step_is_prepared(lesson: LessonWindow, bar: WalkBar, qtbot: QtBot) -> None:
    stages = Stages(walk("schemes"))
    bar.give(stages, 2)
    qtbot.waitUntil(lambda: 3 in stages._made)
    assert 4 not in stages._made


def test_a_step_opens_the_steps_of_a_score(lesson: LessonWindow, bar: WalkBar) -> None:
    """Space goes through them; the next step of the walk leaves them."""
    stages = Stages(walk("attachment"))
    bar.give(stages)
    number = next(one for one in range(1, len(stages) + 1) if stages.step(one).script)
    bar.go(number)
    assert lesson.steps.found_script.name == "t.roof" and lesson.steps.place == 0 and lesson.steps.isVisible()
    lesson.panel.view.canvas.setFocus()
    QTest.keyClick(lesson.panel.view.canvas, KEY.Key_Space)
    assert lesson.steps.place == 1 and bar.number == number
    bar.next()
    assert (
        lesson.steps.script is None
        and lesson.exercise is stages.exercise(number + 1)
        and lesson.shown is lesson.exercise
    )


def test_another_sentence_is_not_lit_as_if_its_trees_had_been_changed(lesson: LessonWindow, bar: WalkBar) -> None:
    """What differs from the sentence before says nothing; a change of the same sentence is lit."""
    bar.give(Stages(walk("evalb")))
    for _ in range(10):
        bar.next()
        assert lesson.panel.view._highlighted == [], bar.number
    lesson.open_exercise(of_texts(RIGHT, RIGHT))
    assert lesson.panel.view._highlighted == []
    lesson.show_exercise(lesson.exercise.with_side(TEST, read_sentence(RIGHT.replace("NP", "XP"), "system")), "renamed")
    assert lesson.panel.view._highlighted


def test_the_space_bar_goes_through_walks_and_the_scripts_in_them(lesson: LessonWindow, bar: WalkBar) -> None:
    stages = Stages(walk("attachment"))
    bar.give(stages)
    shown = []

    def press(times: int, modifier: Qt.KeyboardModifier = SHIFT.NoModifier) -> None:
        for _ in range(times):
            QTest.keyClick(lesson.panel.view.canvas, KEY.Key_Space, modifier)
            shown.append((bar.number, lesson.steps.place if lesson.steps.script is not None else -1))

    press(5)
    assert shown == [(2, -1), (3, -1), (4, -1), (5, -1), (6, 0)]
    last = len(lesson.steps.found_script.steps) - 1
    press(last + 1)
    assert shown[5:] == [*((6, place) for place in range(1, last + 1)), (7, -1)]
    press(3, SHIFT.ShiftModifier)
    assert shown[-3:] == [(6, 0), (5, -1), (4, -1)]
    bar.end()
    assert not any(action.isEnabled() for action in lesson.steps._keys)
    press(1)
    assert bar.number == 0


def test_a_text_without_end_makes_no_window_larger(lesson: LessonWindow, bar: WalkBar, qtbot: QtBot) -> None:
    """It has smaller letters and is scrolled; a short one is as large and high as ever."""
    source = Source(gold=RIGHT, test=RIGHT)
    short, endless = WalkStep("Short.", source), WalkStep("A text that never ended. " * 200, source)
    bar.give(Stages(Walk("w", "", (short,))))
    qtbot.wait(100)
    usual = bar.height()
    bar.give(Stages(Walk("w", "", (short, endless))))
    for size in ((1280, 800), (640, 480)):
        lesson.resize(*size)
        bar.go(2)
        qtbot.waitUntil(lambda: usual < bar.height() < lesson.height())
        assert lesson.size().toTuple() == size and bar.text.fontInfo().pixelSize() == LARGE
        assert usual < bar.height() < lesson.height() and bar._room.verticalScrollBar().maximum() > 0
        assert lesson.panel.view.canvas.height() > 50


def test_what_a_walk_shows_is_not_remembered_as_chosen(lesson: LessonWindow, bar: WalkBar) -> None:
    measures = lesson.measures
    before = list(measures.keys)
    bar.give(Stages(walk("evalb")), 2)
    assert set(measures.keys) != set(before)
    measures._toggle("la", True)
    assert "la" in measures.keys and len(measures.keys) < len(before)
    bar.end()
    again = LessonWindow(of_texts(RIGHT, RIGHT))
    assert set(again.measures.keys) == {*before, "la"}
    again.close()
