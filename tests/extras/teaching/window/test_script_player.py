"""The step bar: scripts are chosen and gone through by keys and slider; the drawing follows, and the exercise stays as it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.conftest import stride
from treecompare import resources
from treecompare.app.drawings.canvas import Fit
from treecompare.app.drawings.schemes_view import SchemesView
from treecompare.app.lessons.lesson_window import LessonWindow
from treecompare.comparison.base import score
from treecompare.comparison.files import open_files, opened
from treecompare.comparison.roles import sample_files
from treecompare.extras.teaching.exercise import TEST, Exercise, of_sentence, of_texts, read_sentence
from treecompare.extras.teaching.lineage_steps import operation_of
from treecompare.extras.teaching.script import Script

GOLD_TREE = "(S (NP (D the) (N dog)) (VP (V saw) (NP (NP (D a) (N cat)) (PP (P with) (NP (N ears))))))"
SYSTEM_TREE = "(S (NP (D the) (N dog)) (VP (V saw) (NP (D a) (N cat)) (QP (P with) (NP (N ears)))))"


def sample(key: str, row: int, system: int = 0) -> Exercise:
    files = sample_files(next(one for one in resources.samples() if one.key == key))
    found = opened(open_files(files))
    return of_sentence(files, found.treebanks, score(found.comparison), system, row)


def shown(exercise: Exercise) -> LessonWindow:
    window = LessonWindow(exercise)
    window.resize(1280, 800)
    window.show()
    return window


@pytest.fixture
def lesson(qtbot: QtBot) -> Iterator[LessonWindow]:
    window = shown(of_texts(GOLD_TREE, SYSTEM_TREE))
    yield window
    window.close()


def found(lesson: LessonWindow) -> Script:
    """The script that is gone through."""
    assert lesson.steps.script is not None
    return lesson.steps.script


def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key, modifier)


@pytest.mark.parametrize("key, row", [
    ("first-comparison", 3), ("worked-examples-emms", 0), ("worked-examples-leaf-ancestor", 1), ("dependencies", 3),
    ("words-that-differ", 0), ("tsarfaty-2011", 2), ("tsarfaty-2012", 0),
][:: stride(2)])  # fmt: skip
def test_all_steps_of_all_scripts_are_drawn(qtbot: QtBot, key: str, row: int) -> None:
    """What a step is about is lit, what came before is ticked; the figure is said."""
    lesson = shown(sample(key, row))
    steps, bar, view = lesson.steps, lesson.steps.bar, lesson.panel.view
    assert not bar.isVisible()
    every = steps.found()
    assert every
    for script in every:
        if script.word and not script.name.endswith(":2"):
            continue
        assert steps.open_script(script.name)
        assert bar.isVisible() and lesson.measures.key.startswith(script.part.removesuffix(".unlabelled"))
        for number, step in enumerate(script.outline, 1):
            bar.go(number)
            assert (bar.text.text(), bar.figure.text(), bar.slider.value()) == (step.text, step.figure, number)
            assert bar.list.text() == f"{number} of {len(script)}" and bar.text.isVisible() and bar.figure.isVisible()
            wanted = view.places_of_operation(step.operation) if isinstance(view, SchemesView) else view.drawn.places_of(
                list(step.nodes)
            )  # fmt: skip
            boxes = [view.drawn.shown_at(one) for one in wanted]
            drawn = [box is not None for box in boxes]
            lit = {rect.getRect() for rect, *_ in view.lights()[0]}
            assert lit == {view.rect_of(box).getRect() for box in boxes if box is not None}, (script.name, number)
            assert bool(wanted) == bool(step.nodes or step.operation)
            # trees of single golds are drawn only where people want them
            assert any(drawn) if wanted and isinstance(view, SchemesView) else all(drawn), (script.name, number)
            marks = [is_tick for _, is_tick in view.canvas.lights.ticked]
            if not isinstance(view, SchemesView):
                assert (True in marks) == bool(step.done) and (False in marks) == bool(step.failed)
    lesson.close()


def test_within_steps_a_sentence_keeps_its_number(qtbot: QtBot) -> None:
    """The trees of a step are a treebank of one sentence."""
    lesson = shown(sample("first-comparison", 3))
    title = lesson.windowTitle()
    assert title.startswith("4")
    assert lesson.steps.open_script("t.whole", 2) and lesson.shown is not lesson.exercise
    assert lesson.windowTitle() == title
    lesson.close()


def test_space_goes_on_and_back(lesson: LessonWindow) -> None:
    """Home and End go to both ends."""
    steps, bar = lesson.steps, lesson.steps.bar
    assert steps.open_script("e.whole")
    last = len(found(lesson))
    press(Qt.Key.Key_Space)
    press(Qt.Key.Key_Space)
    assert bar.number == 3
    press(Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier)
    assert bar.number == 2
    press(Qt.Key.Key_Backspace)
    press(Qt.Key.Key_Backspace)
    assert bar.number == 1 and not bar.back_button.isEnabled()
    press(Qt.Key.Key_End)
    assert bar.number == last and not bar.next_button.isEnabled()
    press(Qt.Key.Key_Space)
    assert bar.number == last
    press(Qt.Key.Key_Home)
    assert bar.number == 1
    bar.slider.setFocus()
    press(Qt.Key.Key_Right)
    press(Qt.Key.Key_Space)
    assert bar.number == 3
    press(Qt.Key.Key_End)
    assert bar.number == last
    steps.choice.setFocus()
    press(Qt.Key.Key_Home)  # the first script, not the first step
    assert bar.number == last or found(lesson).name == "t.whole"


def test_without_a_script_keys_do_nothing(lesson: LessonWindow) -> None:
    """Nor once it is left."""
    steps, bar = lesson.steps, lesson.steps.bar
    lesson.panel.view.canvas.setFocus()
    press(Qt.Key.Key_Space)
    assert steps.script is None and not bar.isVisible()
    steps.open_script("e.roof", 3)
    steps.leave_command.trigger()
    press(Qt.Key.Key_Space)
    assert steps.script is None and not bar.isVisible() and not lesson.panel.view.canvas.lights.ticked


def test_the_system_s_tree_becomes_the_gold_s_and_the_exercise_stays(lesson: LessonWindow) -> None:
    """Every measure follows; who leaves the steps finds all as it was."""
    steps, bar, exercise, fold = lesson.steps, lesson.steps.bar, lesson.exercise, lesson.panel.view.elide
    assert not fold.isChecked()
    steps.open_script("t.whole")
    assert fold.isChecked()  # what has no room: nobody scrolls while others look on
    scores = []
    for _ in found(lesson).outline:
        scores.append(lesson.measures.scores("t.whole.dice")[0])
        bar.next()
    assert scores[:-1] == sorted(set(scores)) and scores[-1] == scores[-2] == 1
    assert not lesson.panel.view.drawn.changed() and lesson.exercise is exercise and not lesson.undo_command.isEnabled()
    assert lesson.measures.scores("e.whole.dice")[0] == 1 == lesson.measures.scores("la")[0]
    bar.close_button.click()
    assert lesson.shown is exercise and lesson.panel.view.drawn.changed() and not fold.isChecked()


@pytest.mark.parametrize("how", [Fit.ALL, Fit.FREE])
def test_the_drawing_keeps_its_size_from_step_to_step(lesson: LessonWindow, how: Fit) -> None:
    """Whoever zoomed goes on so, and so does who wants to see all of it."""
    steps, bar, canvas = lesson.steps, lesson.steps.bar, lesson.panel.view.canvas
    steps.open_script("t.whole")
    if how == Fit.ALL:
        lesson.panel.view.fit()
    else:
        canvas.zoom_by(1.7)
    before = canvas.transform().m11()
    bar.next()
    assert canvas.fitting == how
    assert how == Fit.ALL or canvas.transform().m11() == pytest.approx(before)


def test_what_is_done_to_the_trees_begins_the_script_again(lesson: LessonWindow) -> None:
    """With the steps of the new trees; of another kind of trees there are other scripts."""
    steps, bar = lesson.steps, lesson.steps.bar
    steps.open_script("t.whole", 3)
    before = len(found(lesson))
    lesson.show_exercise(
        lesson.exercise.with_side(TEST, read_sentence(SYSTEM_TREE.replace("QP", "PP"), "system")), "PP"
    )
    assert bar.number == 1 and len(found(lesson)) == before - 1
    lesson.undo_command.trigger()
    assert len(found(lesson)) == before
    words = "1\tdogs\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    lesson.open_exercise(of_texts(words, words.replace("nsubj", "obj")))
    assert steps.script is None and not bar.isVisible()
    assert steps.open_script("las") and not steps.open_script("t.whole") and found(lesson).name == "las"


SMALL = "(S (D the) (N dog) (V saw) (D a) (N cat) (P with) (N ears))"
"""The words of both without a phrase: the numbers of its nodes end before those of most steps."""


@pytest.mark.parametrize("number", [1, 4, 99])
def test_nothing_is_lit_in_other_trees_than_those_of_the_step(lesson: LessonWindow, number: int) -> None:
    """Not while other trees, another part of them, or no gold is drawn: its nodes would have others' numbers."""
    steps, view, bar, lights = lesson.steps, lesson.panel.view, lesson.steps.bar, lesson.panel.view.canvas.lights
    steps.open_script("t.whole", number)
    assert lesson.show_exercise(lesson.exercise.with_side(TEST, read_sentence(SMALL, "system")), "small")
    assert bar.number == 1 and not lights.ticked
    lesson.undo()
    steps.open_script("t.whole", 99)
    assert lights.ticked
    lesson.draw_mapping("E", "roof", True)
    assert not lights.ticked and not view.lights()[0]
    steps.open_script("t.whole", 99)
    assert lights.ticked
    lesson.hiding.gold_command.trigger()
    assert not lights.ticked and not view.lights()[0]
    lesson.hiding.gold_command.trigger()
    assert lights.ticked


def test_steps_that_were_left_do_not_come_back_with_the_gold(lesson: LessonWindow) -> None:
    """Their bar is hidden with the gold, and shown with it again if it still has something to show."""
    bar = lesson.steps.bar
    for leaves in (False, True):
        lesson.steps.open_script("t.whole")
        lesson.hiding.gold_command.trigger()
        assert not bar.isVisible()
        if leaves:
            lesson.steps.leave()
        lesson.hiding.gold_command.trigger()
        assert bar.isVisible() is not leaves


def test_steps_follow_the_measure_that_is_chosen(lesson: LessonWindow) -> None:
    """Steps, ticks and the drawing are about the same; another measure of the same counts changes nothing, one without steps and
    a drawing of its own neither. Whoever chooses by keys stays in the table."""
    lesson.steps.open_script("e.roof", 3)
    lesson.measures.explain("e.roof.jaccard")
    assert found(lesson).part == "e.roof" and lesson.steps.bar.number == 3
    lesson.measures.table.setFocus()
    lesson.measures.explain("t.whole.dice")
    assert found(lesson).part == "t.whole" and lesson.steps.bar.number == 1
    assert (lesson.wanted.mapping, lesson.wanted.part) == ("T", "whole")
    assert lesson.measures.key == "t.whole.dice" and lesson.measures.table.hasFocus()
    lesson.hiding.gold_command.trigger()
    lesson.measures.explain("e.roof.dice")
    assert lesson.steps.script is None and lesson.wanted.mapping == "E" and not lesson.steps.bar.isVisible()


def test_scripts_are_in_the_menu(lesson: LessonWindow) -> None:
    """The one that is gone through is checked."""
    steps = lesson.steps
    steps.menu.aboutToShow.emit()
    listed = {action.text(): action for action in steps.menu.actions() if action.isCheckable()}
    listed["E-mapping, constituents only (as evalb counts)"].trigger()
    assert found(lesson).name == "e.roof" and lesson.wanted.part == "roof" and lesson.wanted.mapping == "E"
    steps.menu.aboutToShow.emit()
    assert [one.text() for one in steps.menu.actions() if one.isChecked()] == [found(lesson).title]
    assert len([one for one in steps.menu.actions() if one.isCheckable()]) == len(listed)


def test_a_word_is_chosen_and_its_lineages_are_shown(lesson: LessonWindow) -> None:
    """The symbol that is dealt with is lit."""
    steps, bar = lesson.steps, lesson.steps.bar
    steps.open_script("la")
    assert steps.word.isVisible() and steps.word.count() == 8
    steps.word.setCurrentIndex(3)
    steps.word.activated.emit(3)
    assert found(lesson).name == "la:3" and found(lesson).word == "saw"
    bar.next()
    strip = bar.strip
    assert strip.lineages is not None and strip.lineages.now == 0
    assert "[ VP S" in bar.strip.accessibleDescription()
    before = bar.strip.grab().toImage()
    bar.next()
    assert bar.strip.grab().toImage() != before
    steps.open_script("e.roof")
    assert not bar.strip.isVisible() and not steps.word.isVisible()


def test_of_a_long_lineage_what_is_dealt_with_and_what_costs_are_shown(qtbot: QtBot) -> None:
    """The rest is folded where it has no room; nothing is scrolled."""
    gold = "(S (NP (N dogs)) {} (V barks){})".format("(VP " * 60, ")" * 60)
    lesson = shown(of_texts(gold, gold.replace("(VP (VP", "(XP (VP", 3)))
    steps, strip = lesson.steps, lesson.steps.bar.strip
    assert steps.open_script("la:2")
    for page in (2, len(found(lesson)) - 3):
        steps.bar.go(page)
        parts, lineages = strip.parts(), strip.lineages
        assert lineages is not None and parts[-1][0].right() <= strip.width()
        alone = {one.start for _, one in parts if len(one) == 1}
        assert lineages.now in alone and {place for place, cell in enumerate(lineages.cells) if cell[2]} <= alone
        assert [place for _, one in parts for place in one] == list(range(len(lineages.cells)))
        assert len(parts) < len(lineages.cells)
    for page in (1, len(found(lesson))):  # before and after all of them
        steps.bar.go(page)
        assert strip.parts()[-1][0].right() <= strip.width()
    lesson.close()


@pytest.mark.parametrize(
    ("cell", "operation"),
    [(("NP", "NP", 0.0), "matched"), (("NP", "QP", 2.0), "swapped"), (("[", "", 1.0), "deleted"), (("", "]", 1.0), "inserted")],
)  # fmt: skip
def test_cells_are_coloured_by_what_becomes_of_them(cell: tuple[str, str, float], operation: str) -> None:
    """As nodes are."""
    assert operation_of(cell) == operation
