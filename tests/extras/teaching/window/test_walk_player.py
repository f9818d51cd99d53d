"""The walk bar: step by step through the shipped walks, by keys, and through trees that are not there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from tests.conftest import stride
from treecompare.app.lessons.lesson_window import LessonWindow
from treecompare.app.lessons.player_bar import LARGE, PlayerBar
from treecompare.app.lessons.walk_player import AHEAD, WalkPlayer
from treecompare.extras.teaching.exercise import TEST, Exercise, of_texts, read_sentence
from treecompare.extras.teaching.stages import Stages, exercise_of
from treecompare.extras.teaching.walks import Source, Walk, WalkStep, walk, walks

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
def player(lesson: LessonWindow) -> WalkPlayer:
    return lesson.walk


@pytest.fixture
def bar(player: WalkPlayer) -> PlayerBar:
    return player.bar


def test_without_a_walk_nothing_is_shown(lesson: LessonWindow, player: WalkPlayer, bar: PlayerBar) -> None:
    assert not bar.isVisible() and not any(one.isEnabled() for one in player.commands)
    bar.next()
    bar.go(1)
    assert bar.number == 0


@pytest.mark.parametrize("key", [one.key for one in walks()][:: stride(2)])
def test_every_step_of_every_walk_is_shown(key: str, lesson: LessonWindow, player: WalkPlayer, bar: PlayerBar) -> None:
    """Its text with its figures, its measures and no others, its trees, whole."""
    stages = Stages(walk(key))
    player.give(stages)
    for number in range(1, len(stages) + 1):
        QTest.qWait(1)  # a new drawing is shown then
        step = stages.step(number)
        assert bar.number == number and bar.isVisible()
        assert bar.text.text() == stages.frame(number).text and "{" not in bar.text.text()
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
            assert (view.arrangement, view.folds) == (step.view.layout, step.view.elide or bool(step.script))
        assert bar.text.fontInfo().pixelSize() >= LARGE
        needed = bar.text.fontMetrics().boundingRect(
            0, 0, bar.text.width(), 9999, Qt.TextFlag.TextWordWrap, bar.text.text()
        )
        assert needed.height() <= bar.text.height()
        bar.next()
    assert bar.number == len(stages) and not bar.next_button.isEnabled() and bar.back_button.isEnabled()


def test_the_height_stays_from_step_to_step(
    lesson: LessonWindow, qtbot: QtBot, player: WalkPlayer, bar: PlayerBar
) -> None:
    player.give(Stages(walk("leaf-ancestor")))
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
    key: Qt.Key,
    modifier: Qt.KeyboardModifier,
    number: int,
    lesson: LessonWindow,
    qtbot: QtBot,
    player: WalkPlayer,
    bar: PlayerBar,
) -> None:
    """From the drawing, which has the keyboard: presenters send Page Up and Page Down."""
    lesson.activateWindow()
    player.give(Stages(walk("attachment")), 2)
    assert lesson.panel.view.canvas.hasFocus()
    QTest.keyClick(lesson.panel.view.canvas, key, modifier)
    assert bar.number == number


def test_the_list_of_steps_goes_to_each(lesson: LessonWindow, player: WalkPlayer, bar: PlayerBar) -> None:
    player.give(Stages(walk("emms")), 3)
    bar.menu.aboutToShow.emit()
    assert [one.isChecked() for one in bar.menu.actions()] == [False, False, True, False, False, False, False, False]
    assert all(len(one.text()) < 75 for one in bar.menu.actions())
    bar.menu.actions()[6].trigger()
    assert bar.number == 7


def test_trees_that_were_changed_are_put_back_by_the_next_step(
    lesson: LessonWindow, player: WalkPlayer, bar: PlayerBar
) -> None:
    """As a step that can be undone: nothing that was done in class is lost by mistake."""
    player.give(Stages(walk("attachment")), 2)
    asked = lesson.exercise
    changed = asked.with_side(TEST, read_sentence("(S (VP (VB Try) (S (VP (VBG leaving) (RB early)))))", "system"))
    assert lesson.show_exercise(changed, "moved early")
    bar.next()
    assert lesson.exercise is asked and "0.25" in bar.text.text()
    lesson.undo()
    assert lesson.exercise is changed
    player.commands[4].trigger()  # this step again
    assert lesson.exercise is asked and bar.number == 3


def test_a_step_that_cannot_be_shown_says_why_and_the_walk_goes_on(
    lesson: LessonWindow, player: WalkPlayer, bar: PlayerBar
) -> None:
    steps = (
        WalkStep("one", Source(gold=RIGHT, test=RIGHT)),
        WalkStep("two", Source(sample="dependencies", system="nobody", sentence=1)),
        WalkStep("three", Source(gold=RIGHT, test=RIGHT)),
    )
    player.give(Stages(Walk("w", "", steps)))
    bar.next()
    assert bar.text.text().startswith("This step cannot be shown: there is no system 'nobody'") and bar.number == 2
    bar.next()
    assert bar.text.text() == "three"


def test_a_step_written_for_another_kind_of_comparison_shows_the_measures_of_this_one(
    lesson: LessonWindow, player: WalkPlayer, bar: PlayerBar
) -> None:
    words = "1\tdogs\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    source = Source(gold=words, test=words)
    steps = [WalkStep("", source, measures=keys) for keys in (("e.whole.dice",), ("e.whole.dice", "uas", "las"))]
    player.give(Stages(Walk("w", "", tuple(steps))))
    assert lesson.comparison.kind == "dependencies" and lesson.measures.isVisible()
    assert lesson.measures.keys == list(lesson.measures.choices.columns)
    bar.next()
    assert lesson.measures.keys == ["uas", "las"] and lesson.measures.key == "uas"
    lesson.measures.explain("e.whole.dice")
    assert lesson.measures.keys == ["uas", "las"] and lesson.measures.key == "uas"


def test_ending_a_walk_leaves_the_trees(lesson: LessonWindow, player: WalkPlayer, bar: PlayerBar) -> None:
    player.give(Stages(walk("telescope")), 1)
    assert not lesson.side.isVisible()
    shown = lesson.exercise
    player.end()
    assert not bar.isVisible() and lesson.exercise is shown and not any(one.isEnabled() for one in player.commands)
    assert lesson.side.isVisible() and lesson.measures.isVisible()


def test_another_walk_is_given_from_the_menu(lesson: LessonWindow, player: WalkPlayer) -> None:
    player.walks.aboutToShow.emit()
    titles = [one.text().replace("&&", "&") for one in player.walks.actions()]
    assert titles == [one.title for one in walks()]
    player.walks.actions()[8].trigger()
    assert player.stages is not None and player.stages.walk.key == "hebrew" and lesson.comparison.kind == "lattices"


def test_walks_through_all_kinds_leave_one_drawing(lesson: LessonWindow, player: WalkPlayer, bar: PlayerBar) -> None:
    player.give(Stages(walk("telescope")), 5)
    before = lesson.panel
    bar.next()
    assert lesson.panel is not before and not before.isVisible()  # at once, not only when it is deleted
    QTest.qWait(1)
    assert lesson.panel.isVisible()


def test_the_next_step_is_prepared(
    lesson: LessonWindow, player: WalkPlayer, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no other one."""
    stages, made = Stages(walk("schemes")), []

    def make(step: WalkStep, *of: Any) -> Exercise:
        made.append(stages.walk.steps.index(step) + 1)
        return exercise_of(step, *of)

    monkeypatch.setattr("treecompare.extras.teaching.stages.exercise_of", make)
    player.give(stages, 2)
    assert made == [2]
    qtbot.waitUntil(lambda: made == [2, 3])
    qtbot.wait(2 * AHEAD)
    assert made == [2, 3]


def test_a_step_opens_the_steps_of_a_score(lesson: LessonWindow, player: WalkPlayer, bar: PlayerBar) -> None:
    """Space goes through them; the next step of the walk leaves them."""
    stages = Stages(walk("attachment"))
    player.give(stages)
    number = next(one for one in range(1, len(stages) + 1) if stages.step(one).script)
    bar.go(number)
    assert lesson.steps.script is not None and lesson.steps.script.name == "t.roof"
    assert lesson.steps.bar.number == 1 and lesson.steps.bar.isVisible()
    lesson.panel.view.canvas.setFocus()
    QTest.keyClick(lesson.panel.view.canvas, KEY.Key_Space)
    assert lesson.steps.bar.number == 2 and bar.number == number
    assert lesson.windowTitle() == f"One word in the wrong place: attachment – {number} of 9"
    bar.next()
    assert (
        lesson.steps.script is None
        and lesson.exercise is stages.exercise(number + 1)
        and lesson.shown is lesson.exercise
    )


def test_another_sentence_is_not_lit_as_if_its_trees_had_been_changed(
    lesson: LessonWindow, player: WalkPlayer, bar: PlayerBar
) -> None:
    """What differs from the sentence before says nothing; a change of the same sentence is lit."""
    player.give(Stages(walk("evalb")))
    for _ in range(10):
        bar.next()
        assert lesson.panel.view.lights()[0] == [], bar.number
    lesson.open_exercise(of_texts(RIGHT, RIGHT))
    assert lesson.panel.view.lights()[0] == []
    lesson.show_exercise(lesson.exercise.with_side(TEST, read_sentence(RIGHT.replace("NP", "XP"), "system")), "renamed")
    assert lesson.panel.view.lights()[0]


def test_trees_are_folded_after_undo_as_they_were_before(
    lesson: LessonWindow, qtbot: QtBot, player: WalkPlayer
) -> None:
    """One word that goes back changes the spans of all that it hung under; what differs can be seen, and is as large as before."""
    player.give(Stages(walk("attachment")), 9)
    lesson.classroom.presenting.begin()
    lesson.showNormal()  # a screen of the tests may be smaller
    lesson.resize(1280, 800)
    qtbot.wait(20)
    view = lesson.panel.view

    def seen() -> tuple[object, ...]:
        return [(box.side, box.node, box.text) for box in view.drawing.boxes], view.canvas.transform().m11()

    before, system = seen(), lesson.exercise.system
    moved = system.written().replace(" (ADVP (RB properly))", "").replace("(VB swim)", "(VB swim) (ADVP (RB properly))")
    assert lesson.show_exercise(lesson.exercise.with_side(TEST, read_sentence(moved, "system")), "moved")
    assert seen() != before
    lesson.undo()
    assert seen() == before and len(view.lights()[0]) > 1
    for height in (800, 500):  # where there is no room for all that changed, what is lit is not folded
        lesson.resize(800, height)
        qtbot.wait(20)
        lesson.redo()
        lesson.undo()
        assert view.lit() and all(view.drawn.part_of(box) is None for box in view.lit())


def test_the_space_bar_goes_through_walks_and_the_scripts_in_them(
    lesson: LessonWindow, player: WalkPlayer, bar: PlayerBar
) -> None:
    stages = Stages(walk("attachment"))
    player.give(stages)
    shown = []

    def press(times: int, modifier: Qt.KeyboardModifier = SHIFT.NoModifier) -> None:
        for _ in range(times):
            QTest.keyClick(lesson.panel.view.canvas, KEY.Key_Space, modifier)
            shown.append((bar.number, lesson.steps.bar.number))

    press(5)
    assert shown == [(2, 0), (3, 0), (4, 0), (5, 0), (6, 1)]
    assert lesson.steps.script is not None
    last = len(lesson.steps.script)
    press(last)
    assert shown[5:] == [*((6, number) for number in range(2, last + 1)), (7, 0)]
    press(3, SHIFT.ShiftModifier)
    assert shown[-3:] == [(6, 1), (5, 0), (4, 0)]
    assert lesson.keys.on_command.isEnabled() and lesson.keys.back_command.isEnabled()
    assert not lesson.keys.first_command.isEnabled() and not lesson.keys.last_command.isEnabled()  # of a score only
    player.end()
    assert not any(command.isEnabled() for command in lesson.keys.commands)
    press(1)
    assert bar.number == 0


def test_a_text_without_end_makes_no_window_larger(
    lesson: LessonWindow, qtbot: QtBot, player: WalkPlayer, bar: PlayerBar
) -> None:
    """It has smaller letters and is scrolled; a short one is as large and high as ever."""
    source = Source(gold=RIGHT, test=RIGHT)
    short, endless = WalkStep("Short.", source), WalkStep("A text that never ended. " * 200, source)
    player.give(Stages(Walk("w", "", (short,))))
    qtbot.wait(100)
    usual = bar.height()
    player.give(Stages(Walk("w", "", (short, endless))))
    for size in ((1280, 800), (640, 480)):
        lesson.resize(*size)
        bar.go(2)
        qtbot.waitUntil(lambda: usual < bar.height() < lesson.height())
        assert lesson.size().toTuple() == size and bar.text.fontInfo().pixelSize() == LARGE
        assert usual < bar.height() < lesson.height() and bar.room.verticalScrollBar().maximum() > 0
        assert lesson.panel.view.canvas.height() > 50


def test_space_goes_on_through_the_score_after_the_last_page_and_then_says_so(
    lesson: LessonWindow, qtbot: QtBot, player: WalkPlayer, bar: PlayerBar
) -> None:
    """Also in a lesson of one page; not while the gold is hidden, for the steps tell it."""
    on, steps = lesson.keys.on_command, lesson.steps
    player.give(Stages(Walk("w", "", (WalkStep("One pair.", Source(gold=RIGHT, test=RIGHT.replace("NP", "XP"))),))))
    lesson.hiding.gold_command.trigger()
    on.trigger()
    assert steps.script is None and QToolTip.text().count("This is the last step.") == 1
    QToolTip.hideText()
    qtbot.waitUntil(lambda: not QToolTip.isVisible())
    lesson.hiding.gold_command.trigger()
    for number in range(1, 4):
        on.trigger()
        assert (steps.bar.number, bar.number) == (number, 1) and not QToolTip.isVisible()
    steps.bar.last()
    on.trigger()
    assert steps.bar.number == len(steps.bar.player) and "This is the last step." in QToolTip.text()
    (tip,) = (one for one in QApplication.topLevelWidgets() if one.inherits("QTipLabel") and one.isVisible())
    assert tip.geometry().bottom() <= steps.bar.mapToGlobal(QPoint()).y()  # it covers nothing that is read
    QToolTip.hideText()


def test_what_a_walk_shows_is_not_remembered_as_chosen(lesson: LessonWindow, player: WalkPlayer) -> None:
    measures = lesson.measures
    before = list(measures.keys)
    player.give(Stages(walk("evalb")), 2)
    assert set(measures.keys) != set(before)
    measures.menu.aboutToShow.emit()
    next(one for one in measures.menu.findChildren(QAction) if one.text() == "Leaf-Ancestor").trigger()
    assert "la" in measures.keys and len(measures.keys) < len(before)
    player.end()
    again = LessonWindow(of_texts(RIGHT, RIGHT))
    assert set(again.measures.keys) == {*before, "la"}
    again.close()
