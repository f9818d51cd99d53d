"""Presenting a lesson and hiding things: large letters, nothing else, and nothing told that is hidden; all is undone at the end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QFontInfo, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from tests.conftest import stride
from tests.extras.teaching.test_hiding import GOLD, SYSTEM, sample
from treecompare.app.common import preferences
from treecompare.app.common.theme import apply_theme
from treecompare.app.lessons.lesson_window import LessonWindow
from treecompare.app.lessons.new_lesson import EXAMPLES, NewLessonDialog
from treecompare.app.lessons.presenting import LEAST_LETTERS, WHOLE_LETTERS
from treecompare.drawing.style import FONT_SIZE
from treecompare.extras.teaching.exercise import of_texts
from treecompare.extras.teaching.stages import Stages
from treecompare.extras.teaching.walks import walk

KINDS = ("first-comparison", "dependencies", "words-that-differ", "tsarfaty-2011")


@pytest.fixture
def lesson(qtbot: QtBot) -> Iterator[LessonWindow]:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    apply_theme(application, "light")
    window = LessonWindow(of_texts(GOLD, SYSTEM, title="1, Charniak", gold_name="ptb", system_name="Charniak"))
    window.resize(1280, 800)
    window.show()
    qtbot.waitExposed(window)
    yield window
    window.close()


def presented(lesson: LessonWindow, qtbot: QtBot) -> None:
    lesson.classroom.presenting.command.trigger()
    lesson.resize(1280, 800)
    qtbot.wait(20)


def texts(lesson: LessonWindow) -> str:
    """All that can be read, seen or heard of the window."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    view = lesson.panel.view
    found = [lesson.windowTitle(), view.foot.legend.text(), lesson.panel.counts.text(), view.title]
    for one in (lesson, *lesson.findChildren(QWidget)):
        found += [one.toolTip(), one.accessibleName(), one.accessibleDescription()]
        found += [one.text()] if isinstance(one, QLabel) else []
    found += [view.drawn.said(box) for box in view.drawing.boxes]
    found += [box.text for box in view.drawing.boxes]
    table = lesson.measures.table
    found += [table.item(row, 0).text() + table.item(row, 0).toolTip() for row in range(table.rowCount())]
    for place in view.drawn.changed():
        view.go_to(place)
        found.append(view.canvas.accessibleDescription())
    return "\n".join([*found, *view.drawn.changes_said()])


@pytest.mark.parametrize("key", KINDS)
def test_all_that_is_seen_is_large(lesson: LessonWindow, qtbot: QtBot, key: str) -> None:
    lesson.open_exercise(sample(key))
    presented(lesson, qtbot)
    lesson.classroom.presenting.formula_command.trigger()
    point = lesson.logicalDpiY() / 72
    for one in lesson.findChildren(QWidget):
        if not one.isVisible() or not one.height() or one.height() < 4 or one.window() is not lesson:
            continue
        if one.parentWidget() is lesson.menuBar() or one in (lesson.menuBar(), lesson.statusBar()):
            continue
        assert QFontInfo(one.font()).pixelSize() >= LEAST_LETTERS, one
        if isinstance(one, QLabel):
            assert all(
                float(size) * point >= LEAST_LETTERS - 1 for size in re.findall(r"font-size:([\d.]+)pt", one.text())
            )
    canvas = lesson.panel.view.canvas
    letters = canvas.transform().m11() * FONT_SIZE  # labels and words
    assert letters >= LEAST_LETTERS - 0.01 or (letters >= WHOLE_LETTERS - 0.01 and canvas.part_seen() is None)


def test_nothing_but_the_drawing_and_the_measures_is_seen(lesson: LessonWindow, qtbot: QtBot) -> None:
    presented(lesson, qtbot)
    view, measures = lesson.panel.view, lesson.measures
    assert lesson.isFullScreen()
    for one in (view.controls, view.foot, lesson.panel.counts, measures.button, measures.area, measures.table):
        assert not one.isVisible()
    assert lesson.menuBar().height() == lesson.statusBar().height() == 0
    row = lesson.classroom.presenting.row
    assert view.canvas.isVisible() and row.isVisible() and row.height() == max(64, 3 * 20)
    assert view.width() == row.width() == lesson.width()
    lesson.classroom.presenting.formula_command.trigger()
    assert measures.area.isVisible()


def test_escape_and_the_key_end_it_and_all_is_as_before(lesson: LessonWindow, qtbot: QtBot) -> None:
    view, size = lesson.panel.view, QFontInfo(lesson.measures.table.font()).pixelSize()
    before = view.canvas.least_text, view.canvas.transform().m11(), lesson.columns.sizes()
    for keys in ((Qt.Key.Key_F5, Qt.Key.Key_Escape), (Qt.Key.Key_F5, Qt.Key.Key_F5)):
        qtbot.keyClick(lesson, keys[0])
        assert lesson.classroom.presenting.is_on and lesson.isFullScreen()
        qtbot.keyClick(lesson, keys[1])
        assert not lesson.classroom.presenting.is_on and not lesson.isFullScreen()
    lesson.resize(1280, 800)
    qtbot.wait(20)
    assert view.controls.isVisible() and view.foot.isVisible() and lesson.measures.area.isVisible()
    assert QFontInfo(lesson.measures.table.font()).pixelSize() == size
    assert (view.canvas.least_text, view.canvas.transform().m11()) == before[:2]
    assert lesson.columns.sizes() == before[2]
    assert lesson.menuBar().height() > 10
    assert not lesson.classroom.presenting.end_command.isEnabled()


def test_a_whole_lesson_is_seen_without_scrolling(lesson: LessonWindow, qtbot: QtBot) -> None:
    """Each step of the score that Space begins, and what is the same throughout at the end."""
    gold = "(S (NP (PRP I)) (VP (VBP know) (NP (NP (DT the) (NN man)) (SBAR (WHNP (WP who)) (S (VP (VBZ claims) (SBAR (IN that) "
    gold += "(S (NP (PRP$ his) (NN wife)) (VP (VBD won){}))))))){}))"
    late = " (NP (NN yesterday))"
    lesson.open_exercise(of_texts(gold.format(late, ""), gold.format("", late)))
    lesson.measures.explain("t.whole.dice")
    presented(lesson, qtbot)
    canvas, steps = lesson.panel.view.canvas, lesson.steps
    assert canvas.part_seen() is None and steps.script is None
    lesson.keys.on_command.trigger()
    assert steps.script is not None and steps.script.part == "t.whole" and steps.bar.number == 1
    for number in range(2, len(steps.script) + 1):
        qtbot.wait(1)
        assert canvas.part_seen() is None, number
        lesson.keys.on_command.trigger()
        assert steps.bar.number == number
    assert canvas.part_seen() is None and not canvas.verticalScrollBar().isVisible()
    lesson.classroom.presenting.end()
    steps.leave()
    assert not lesson.keys.on_command.isEnabled()
    presented(lesson, qtbot)
    assert lesson.keys.on_command.isEnabled()
    lesson.hiding.score_command.trigger()  # the steps tell the score
    lesson.keys.refresh()
    lesson.keys.on_command.trigger()
    assert steps.script is None


def test_what_was_done_last_is_seen_at_the_end(lesson: LessonWindow, qtbot: QtBot) -> None:
    """Nothing differs there: all of it would be folded into one constituent."""
    stages = Stages(walk("attachment"))
    lesson.walk.give(stages, next(one for one in range(1, len(stages) + 1) if stages.step(one).script))
    presented(lesson, qtbot)
    lesson.resize(1280, 700)
    qtbot.wait(20)
    lesson.steps.bar.go(len(lesson.steps.bar.player))
    assert "early" in [box.text for box in lesson.panel.view.drawing.boxes]


def test_space_goes_on_where_a_step_has_trees_of_another_kind(lesson: LessonWindow, qtbot: QtBot) -> None:
    """The drawing with the keyboard goes: Space opened the list of steps, which has the next place in the chain."""
    stages = Stages(walk("telescope"))
    kinds = {stages.exercise(number).comparison.kind for number in range(1, len(stages) + 1)}
    assert len(kinds) > 1
    lesson.walk.give(stages)
    presented(lesson, qtbot)
    for number in range(2, len(stages) + 1):
        focused = QApplication.focusWidget()
        assert focused is lesson.panel.view.canvas
        qtbot.keyClick(focused, Qt.Key.Key_Space)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert lesson.walk.bar.number == number and not lesson.walk.bar.menu.isVisible()


def test_on_a_low_screen_one_text_is_read_at_a_time(
    lesson: LessonWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of the walk until the steps of its score go on; both where there is room. What leads through the walk stays, but while
    presenting."""
    stages, walk_bar, bar = Stages(walk("leaf-ancestor")), lesson.walk.bar, lesson.steps.bar
    number = next(one for one in range(1, len(stages) + 1) if stages.step(one).script)

    def seen() -> tuple[bool, bool, bool]:
        return walk_bar.isVisible(), walk_bar.text.isVisible(), bar.isVisible()

    for low, first, then, after in (
        (0, (True, True, True), (True, True, True), (True, True, True)),
        (10_000, (True, True, False), (False, False, True), (True, False, True)),
    ):
        monkeypatch.setattr("treecompare.app.lessons.lesson_window.LOW", low)
        presented(lesson, qtbot)
        lesson.walk.give(stages, number)
        assert seen() == first
        lesson.keys.on_command.trigger()
        assert bar.number == 2 and seen() == then
        lesson.classroom.presenting.end()
        assert seen() == after
        lesson.steps.leave()
        assert seen() == (True, True, False)


def test_the_list_of_steps_has_no_names_of_measures(lesson: LessonWindow) -> None:
    lesson.walk.give(Stages(walk("telescope")))
    lesson.walk.bar.menu.aboutToShow.emit()
    said = [one.text() for one in lesson.walk.bar.menu.actions()]
    assert len(said) == 7 and not any("{" in one for one in said) and any("Of … brackets" in one for one in said)


@pytest.mark.parametrize("size", [(800, 600), (1280, 800)][:: stride(2)])
@pytest.mark.parametrize("is_crossing", [False, True])
def test_a_long_sentence_with_many_changes_is_presented_without_scrolling(
    lesson: LessonWindow, qtbot: QtBot, size: tuple[int, int], is_crossing: bool
) -> None:
    """What a step is about is seen, with letters as large as promised; what differs is folded, too, and says so."""
    words = [f"word{number}" for number in range(42)]
    if is_crossing:  # arcs
        heads = [[0, *range(1, 42)], [0, *(number // 2 + 1 for number in range(41))]]
        gold, system = (
            "".join(f"{one + 1}\t{word}\t_\tX\t_\t_\t{own[one]}\tdep\t_\t_\n" for one, word in enumerate(words)) + "\n"
            for own in heads
        )
    else:
        deep = " ".join(f"(A{number} (T {word})" for number, word in enumerate(words)) + ")" * 42
        flat = " ".join(f"(B{number} (T {word}))" for number, word in enumerate(words))
        gold, system = f"(S {deep})", f"(S {flat})"
    lesson.open_exercise(of_texts(gold, system))
    presented(lesson, qtbot)
    lesson.resize(*size)
    qtbot.wait(20)
    seen_differs = False
    lesson.keys.on_command.trigger()
    canvas, bar = lesson.panel.view.canvas, lesson.steps.bar
    for number in range(1, min(len(bar.player), 12) + 1):
        qtbot.wait(1)
        assert bar.number == number and canvas.part_seen() is None
        assert canvas.transform().m11() * FONT_SIZE >= LEAST_LETTERS - 0.01
        view = lesson.panel.view
        assert len(canvas.about) >= len(bar.player.frame(number).nodes) / 2  # a word is one box for both sides
        seen_differs |= any(box.text.endswith("≠") for box in view.drawing.boxes)
        lesson.keys.on_command.trigger()
    assert seen_differs and "not the same there" in lesson.panel.view.foot.legend.text()
    bar.go(len(bar.player))
    assert canvas.part_seen() is None


def test_steps_of_a_score_that_begin_while_presenting_are_folded_as_well(lesson: LessonWindow, qtbot: QtBot) -> None:
    presented(lesson, qtbot)
    lesson.measures.explain("evalb.f1")
    lesson.keys.on_command.trigger()
    assert lesson.steps.script is not None and lesson.panel.view.folds


def test_escape_lets_go_of_a_pinned_node_before_it_ends_the_presentation(lesson: LessonWindow, qtbot: QtBot) -> None:
    presented(lesson, qtbot)
    view = lesson.panel.view
    view.pin(view.drawn.first_place())
    view.canvas.setFocus()
    qtbot.keyClick(view.canvas, Qt.Key.Key_Escape)
    assert view.pinned is None and lesson.classroom.presenting.is_on
    qtbot.keyClick(view.canvas, Qt.Key.Key_Escape)
    assert not lesson.classroom.presenting.is_on


def test_a_dialog_is_presented_as_well(lesson: LessonWindow, qtbot: QtBot) -> None:
    presented(lesson, qtbot)
    next(one for one in lesson.menu("&Trees").actions() if one.text() == "&New lesson…").trigger()
    dialog = next(one for one in lesson.findChildren(NewLessonDialog) if one.isVisible())
    qtbot.waitUntil(lambda: QFontInfo(next(iter(dialog.fields.values())).font()).pixelSize() >= LEAST_LETTERS)
    dialog.close()


def test_the_presentation_is_dark_or_light_and_the_program_stays_as_it_is(lesson: LessonWindow, qtbot: QtBot) -> None:
    before = lesson.styleSheet()
    presented(lesson, qtbot)
    dark = lesson.classroom.presenting.dark_command

    def lightness() -> list[int]:
        shown = (lesson.measures.table, lesson.panel.view, lesson.panel.view.canvas)
        return [one.palette().color(QPalette.ColorRole.Base).lightness() for one in shown]

    assert all(value > 200 for value in lightness())
    application, own = QApplication.instance(), lesson.styleSheet()
    assert isinstance(application, QApplication)
    apply_theme(application, "dark")
    assert lesson.styleSheet() == own and all(value > 200 for value in lightness())
    apply_theme(application, "light")
    dark.trigger()
    assert all(value < 60 for value in lightness())
    assert QApplication.palette().color(QPalette.ColorRole.Base).lightness() > 200
    lesson.classroom.presenting.end()
    assert all(value > 200 for value in lightness()) and lesson.styleSheet() == before


def test_letters_are_as_before_afterwards(lesson: LessonWindow, qtbot: QtBot) -> None:
    lesson.texts.command.trigger()
    of_its_own = [one for one in lesson.findChildren(QWidget) if one.testAttribute(Qt.WidgetAttribute.WA_SetFont)]
    assert lesson.texts.texts["gold"].edit in of_its_own
    before = [(one, one.font().toString()) for one in of_its_own]
    presented(lesson, qtbot)
    assert [one for one, font in before if isValid(one) and one.font().toString() == font] == []
    lesson.classroom.presenting.command.trigger()
    assert [one for one, font in before if isValid(one) and one.font().toString() != font] == []


def test_another_lesson_is_presented_as_well(lesson: LessonWindow, qtbot: QtBot) -> None:
    presented(lesson, qtbot)
    lesson.open_exercise(sample("dependencies"))
    view = lesson.panel.view
    assert not view.controls.isVisible() and view.canvas.space.least_scale * FONT_SIZE >= LEAST_LETTERS
    QCoreApplication.sendPostedEvents(
        None, QEvent.Type.DeferredDelete
    )  # the drawing before goes, and its controls with it
    lesson.classroom.presenting.end()
    assert view.controls.isVisible()


def test_names_are_nowhere_while_they_are_hidden(lesson: LessonWindow) -> None:
    assert "Charniak" in texts(lesson)
    lesson.hiding.names_command.trigger()
    assert "Charniak" not in texts(lesson) and "ptb" not in texts(lesson)
    lesson.hiding.names_command.trigger()
    assert "Charniak" in texts(lesson)


@pytest.mark.parametrize("key", KINDS[:3])
def test_nothing_is_told_of_the_gold_while_it_is_hidden(lesson: LessonWindow, key: str) -> None:
    lesson.open_exercise(sample(key))
    scores = [lesson.measures.scores(name) for name in lesson.measures.keys]
    lesson.hiding.gold_command.trigger()
    view = lesson.panel.view
    assert view.telling.hides_gold and not view.drawn.changed() and not view.foot.legend.text()
    assert lesson.measures.area.isHidden() and lesson.measures.card.explanation is None
    assert not view.canvas.tags
    assert lesson.panel.counts.text() == "The gold is hidden."
    said = [view.drawn.said(box).lower() for box in view.drawing.boxes]
    assert not any(word in text for text in said for word in ("gold", "both", "costs", "deleted", "missing"))
    assert [lesson.measures.scores(name) for name in lesson.measures.keys] == scores
    lesson.hiding.gold_command.trigger()
    assert lesson.panel.counts.text() != "The gold is hidden." and view.canvas.tags
    assert lesson.measures.area.isVisible()


def test_one_tree_is_drawn_while_the_gold_is_hidden_and_the_arrangement_comes_back(lesson: LessonWindow) -> None:
    view = lesson.panel.view
    view.set_arrangement("side-by-side")
    lesson.hiding.gold_command.trigger()
    words = [box.text for box in view.drawing.boxes if box.kind == 2 or box.text == "hat"]
    assert view.arrangement == "merged" and words.count("hat") == 1 and not view.drawing.folds
    lesson.hiding.gold_command.trigger()
    assert view.arrangement == "side-by-side"


def test_no_tree_is_changed_while_the_gold_is_hidden(lesson: LessonWindow) -> None:
    before = lesson.exercise
    lesson.hiding.gold_command.trigger()
    assert not lesson.show_exercise(before.with_side("test", before.gold), "all right")
    assert lesson.exercise is before and "The gold is hidden" in lesson.statusBar().currentMessage()
    lesson.hiding.gold_command.trigger()
    assert lesson.show_exercise(before.with_side("test", before.gold), "all right")


def test_one_of_several_golds_cannot_be_hidden(lesson: LessonWindow) -> None:
    lesson.hiding.gold_command.trigger()
    lesson.open_exercise(sample("tsarfaty-2011"))
    assert not lesson.hiding.gold_command.isEnabled() and not lesson.hiding.hides_gold
    assert "several golds" in lesson.hiding.gold_command.toolTip()


def test_new_lessons_are_opened_in_windows_of_their_own(lesson: LessonWindow, qtbot: QtBot) -> None:
    opened: list[object] = []
    lesson.newWanted.connect(opened.append)
    next(one for one in lesson.menu("&Trees").actions() if one.text() == "&New lesson…").trigger()
    dialog = next(one for one in lesson.findChildren(NewLessonDialog) if one.isVisible())
    for field, text in zip(dialog.fields.values(), EXAMPLES, strict=True):
        field.setPlainText(text)
    dialog.accept()
    assert len(opened) == 1


def test_what_is_the_same_is_folded_for_the_class_and_not_afterwards(lesson: LessonWindow, qtbot: QtBot) -> None:
    """Large letters need its room, for steps as well, which unfold what they are about."""
    fold = lesson.panel.view.elide
    assert not fold.isChecked()
    presented(lesson, qtbot)
    assert fold.isChecked()
    lesson.classroom.presenting.end()
    assert not fold.isChecked()
    lesson.steps.open_script("t.whole")
    presented(lesson, qtbot)
    assert fold.isChecked()
    lesson.classroom.presenting.end()
    assert fold.isChecked()
    lesson.steps.leave()
    assert not fold.isChecked()


def test_the_line_below_the_drawing_has_the_title_of_the_lesson(lesson: LessonWindow) -> None:
    assert lesson.panel.view.title == "1, Charniak"


@pytest.mark.parametrize("place", ["drawing", "table", "formula"])
def test_escape_ends_it_wherever_the_keyboard_is(lesson: LessonWindow, qtbot: QtBot, place: str) -> None:
    presented(lesson, qtbot)
    lesson.classroom.presenting.formula_command.trigger()
    widgets = {"drawing": lesson.panel.view.canvas, "table": lesson.measures.table, "formula": lesson.measures.area}
    widgets[place].setFocus()
    qtbot.keyClick(widgets[place], Qt.Key.Key_Escape)
    assert not lesson.classroom.presenting.is_on


def test_letters_do_not_depend_on_the_window(lesson: LessonWindow, qtbot: QtBot) -> None:
    """They were a part of its height, which they made larger."""
    presented(lesson, qtbot)
    presenting, table = lesson.classroom.presenting, lesson.measures.table
    before = presenting.letters, QFontInfo(table.font()).pixelSize()
    height = lesson.screen().geometry().height()
    assert before[0] == min(max(height / 40, 18), 36) and before[1] == round(before[0])
    for size in ((700, 500), (1600, 3000)):
        lesson.resize(*size)
        qtbot.wait(20)
        lesson.show_again()
        assert (presenting.letters, QFontInfo(table.font()).pixelSize()) == before
        assert lesson.size().toTuple() == size


def test_a_presented_walk_with_long_texts_needs_no_more_than_the_screen(lesson: LessonWindow, qtbot: QtBot) -> None:
    """Letters followed the height of the window, which texts enlarge: it became 13,596 x 2,729,073, and memory went with it."""
    screen, shipped = lesson.screen().geometry().size(), walk("evalb")
    steps = [replace(step, text="A text that somebody wrote, and never ended. " * 110) for step in shipped.steps[:2]]
    lesson.walk.give(Stages(replace(shipped, steps=tuple(steps))))
    for _ in range(2):
        lesson.classroom.presenting.toggle()
        for go in (lesson.walk.bar.next, lesson.walk.bar.back):
            go()
            qtbot.wait(10)
            assert lesson.size() == screen and lesson.minimumSizeHint().height() < 0.5 * screen.height()
        lesson.classroom.presenting.toggle()
        assert lesson.size().toTuple() == (1280, 800)


def test_the_theme_is_remembered_if_it_was_chosen(lesson: LessonWindow, qtbot: QtBot) -> None:
    presented(lesson, qtbot)
    lesson.classroom.presenting.end()
    assert not preferences.text("lesson_theme")
    lesson.classroom.presenting.dark_command.trigger()
    assert preferences.text("lesson_theme") == "dark"


def test_steps_of_a_score_are_gone_through_while_presenting(lesson: LessonWindow, qtbot: QtBot) -> None:
    """All that is said is large, lineages, too; Escape ends the presentation and leaves the steps."""
    bar = lesson.steps.bar
    lesson.steps.open_script("la:2")
    height = bar.strip.height()
    presented(lesson, qtbot)
    qtbot.keyClick(lesson.panel.view.canvas, Qt.Key.Key_Space)
    assert bar.number == 2 and bar.strip.height() > height
    assert not bar.head.isVisible() and not bar.next_button.isVisible()
    for one in (bar.text, bar.figure, bar.list):
        assert one.isVisible() and QFontInfo(one.font()).pixelSize() >= LEAST_LETTERS
    qtbot.keyClick(lesson.panel.view.canvas, Qt.Key.Key_Escape)
    assert not lesson.classroom.presenting.is_on and bar.isVisible() and bar.number == 2
    assert bar.strip.height() == height and QFontInfo(bar.text.font()).pixelSize() < LEAST_LETTERS


def test_the_row_has_what_changed_and_the_rest_is_a_click_away(lesson: LessonWindow, qtbot: QtBot) -> None:
    """Since the last step, better or worse told apart, and since the opening beside it."""
    presented(lesson, qtbot)
    row, measures, gold = lesson.classroom.presenting.row, lesson.measures, lesson.exercise.gold
    measures.choose([one.key for one in measures.choices.measures][:40])
    seen = [told.key for told, _ in row.cells]
    assert seen[:3] == list(dict.fromkeys([*measures.choices.a_and_b, measures.key, *seen]))[:3]
    assert 1 < len(seen) < len(measures.keys) and not row.more.isEmpty()
    qtbot.mouseClick(row, Qt.MouseButton.LeftButton, pos=row.more.center())
    assert not {told.key for told, _ in row.cells} & set(seen)
    qtbot.mouseClick(row, Qt.MouseButton.LeftButton, pos=row.cells[1][1].center())
    assert measures.key == row.in_order()[2].key
    measures.choose(["e.whole.dice", "crossing"])
    for key in ("crossing", "e.whole.dice"):  # all is seen, and stays where it is, whichever is explained
        measures.explain(key)
        measures.refresh()
        assert [told.key for told, _ in row.cells] == ["e.whole.dice", "crossing"] and row.more.isEmpty()
    opening = measures.scores("e.whole.dice")[0]
    assert lesson.show_exercise(lesson.exercise.with_side("test", gold), "all right")
    dice = next(one for one in row.in_order() if one.key == "e.whole.dice")
    assert (dice.is_better, dice.change) == (True, dice.in_all) and dice.change.startswith("▲")
    wrong = of_texts(
        GOLD, "(X (A a) (B b))".replace("(A a) (B b)", " ".join(f"(Y {word})" for word in gold.words_of(0)))
    )
    assert lesson.show_exercise(lesson.exercise.with_side("test", wrong.system), "worse")
    dice = next(one for one in row.in_order() if one.key == "e.whole.dice")
    now = measures.scores("e.whole.dice")[0]
    assert dice.change == f"▼ {100 * (1 - now):.2f}" and dice.is_better is False
    assert dice.in_all == f"{'▲' if now > opening else '▼'} {100 * abs(now - opening):.2f}" != dice.change
    lesson.undo()
    assert next(one for one in row.in_order() if one.key == "e.whole.dice").is_better is True


def test_measures_in_hand_keep_their_places_in_the_row_from_step_to_step(lesson: LessonWindow, qtbot: QtBot) -> None:
    """Whether all measures fit or not, which depends on what changed; what changed comes next where not all of them do."""
    presented(lesson, qtbot)
    row, measures = lesson.classroom.presenting.row, lesson.measures
    measures.explain("t.whole.jaccard")
    assert lesson.steps.open_script("t.whole")
    fits = set()
    for width in range(700, 2000, 100):
        row.resize(width, row.height())
        beginnings = set()
        for number in range(1, len(lesson.steps.bar.player) + 1):
            lesson.steps.bar.go(number)
            fits.add(row.more.isEmpty())
            order = row.in_order()
            beginnings.add(tuple(one.key for one in order[:3]))
            changes = [bool(one.change) for one in order[3:]]
            assert row.more.isEmpty() or changes == sorted(changes, reverse=True)
        assert len(beginnings) == 1, width
        assert fits != {False} or beginnings == {(*measures.choices.a_and_b, "t.whole.jaccard")}
    assert fits == {True, False}
