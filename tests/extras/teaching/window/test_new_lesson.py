"""Lessons of two trees that are typed: what is wrong is said below them, and nothing typed is lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QPushButton
from pytestqt.qtbot import QtBot

from treecompare.app.lessons.new_lesson import EXAMPLES, NewLessonDialog

WORDS = "1\tdogs\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_"


@pytest.fixture
def dialog(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[NewLessonDialog]:
    monkeypatch.setattr(NewLessonDialog, "typed", {})
    found = NewLessonDialog()
    found.show()
    yield found
    found.close()


def typed(dialog: NewLessonDialog, gold: str, system: str) -> tuple[str, str, str]:
    """What is said of the gold, of the system, and of both."""
    for side, text in (("gold", gold), ("system", system)):
        dialog.fields[side].setPlainText(text)
    dialog.read()
    return dialog.faults["gold"].text(), dialog.faults["system"].text(), dialog.fault.text() or dialog.note.text()


def ok(dialog: NewLessonDialog) -> QPushButton:
    return dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)


def test_two_trees_over_the_same_words_make_a_lesson(dialog: NewLessonDialog) -> None:
    assert not ok(dialog).isEnabled() and dialog.exercise is None
    assert typed(dialog, *EXAMPLES) == ("", "", "")
    assert ok(dialog).isEnabled()
    dialog.title.setText("Telescopes")
    dialog.names["system"].setText("my parser")
    dialog.accept()
    assert dialog.exercise is not None
    assert (dialog.exercise.title, dialog.exercise.system.name) == ("Telescopes", "my parser")
    assert dialog.exercise.comparison.errors(0)


def test_trees_that_differ_are_not_called_identical(dialog: NewLessonDialog) -> None:
    """Whatever measure A counts: not the order of nodes over the same words."""
    for system, said in (
        ("(S (B (A x)) (C y))", "No difference counts here; the whole trees differ"),
        ("(S  (A (B x)) (C y))", "Identical"),
    ):
        typed(dialog, "(S (A (B x)) (C y))", system)
        view = dialog.drawing.view
        assert view is not None and view.picture.view.foot.counts.said() == said


def test_trees_are_drawn_while_they_are_typed(dialog: NewLessonDialog) -> None:
    """What was drawn last stays while a bracket is open; other kinds of trees are drawn as they are."""
    drawing = dialog.drawing
    assert drawing.hint.isVisible() and drawing.view is None
    typed(dialog, *EXAMPLES)
    view = drawing.view
    assert view is not None and view.picture.view.isVisible() and not drawing.hint.isVisible()
    assert [box.text for box in view.picture.view.drawing.boxes].count("telescope") == 1 and not drawing.old.isVisible()
    typed(dialog, EXAMPLES[0], EXAMPLES[1][:-1])
    assert drawing.view is view and view.picture.view.isVisible() and drawing.old.isVisible()
    typed(dialog, WORDS, WORDS.replace("nsubj", "obj"))
    assert type(drawing.view) is not type(view) and not drawing.old.isVisible()
    assert drawing.view is not None and drawing.view.picture.view.isVisible()


@pytest.mark.parametrize(
    ("gold", "system", "place", "said"),
    [
        ("(S (A a)\n (B b)", "(S (A a) (B b))", 0, "Gold, line 1, letter 1: 1 bracket is not closed"),
        (EXAMPLES[0], "\n\n(S (A a)))", 1, "System, line 3, letter 10: a bracket is closed that was not opened"),
        ("(S (A a))\n(S (A a))", "(S (A a))", 0, "2 sentences; expected one"),
        ("dogs bark", "(S (A a))", 0, "Gold, line 1: does not look like a treebank"),
        ("(S (A a))", WORDS, 2, "expected files of one kind"),
        ("(S (A a) (B b))", "(S (A x) (B y))", 2, "another text"),
        ("(S (A a) (B b))", "(S (A a) (B c))", 2, "word 2 is “b” in the gold and “c” in the system. They are aligned."),
        ("(S (A a) (B b))", "(S (A a) (B b) (C c))", 2, "2 in the gold, 3 in the system"),
        ("x\n" * 100_001, "(S (A a))", 0, "200,002 letters; expected one sentence."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_where_it_is(
    dialog: NewLessonDialog, gold: str, system: str, place: int, said: str
) -> None:
    told = typed(dialog, gold, system)
    assert said in told[place]
    assert [bool(text) for text in told] == [number == place for number in range(3)]
    assert ok(dialog).isEnabled() == ("aligned" in told[2])
    assert dialog.fields["gold"].toPlainText() == gold


def test_the_wrong_bracket_is_marked(dialog: NewLessonDialog) -> None:
    said = typed(dialog, "(S (A 🐕)\n   (B (C b)", "(S (A a))")[0]
    assert said.startswith("Gold, line 2, letter 4: 2 brackets are not closed")
    marked = [one.cursor.selectedText() for one in dialog.fields["gold"].extraSelections()]  # type: ignore[attr-defined]
    places = [one.cursor.selectionStart() for one in dialog.fields["gold"].extraSelections()]  # type: ignore[attr-defined]
    assert (marked, places) == (["(", "("], [0, 13])  # a dog is two of Qt's letters
    typed(dialog, EXAMPLES[0], EXAMPLES[1])
    assert not dialog.fields["gold"].extraSelections()


def test_words_may_be_escaped_on_one_side(dialog: NewLessonDialog) -> None:
    assert typed(dialog, "(S (A -LRB-) (B b))", "[S [A (] [B b]]")[2] == ""


def test_what_is_read_follows_what_is_typed(dialog: NewLessonDialog, qtbot: QtBot) -> None:
    dialog.fields["gold"].setFocus()
    qtbot.keyClicks(dialog.fields["gold"], "(S (A a))")
    qtbot.keyClick(dialog.fields["gold"], Qt.Key.Key_Tab)  # goes on to the next field
    assert dialog.fields["gold"].toPlainText() == "(S (A a))"
    dialog.fields["system"].setPlainText(WORDS)
    qtbot.waitUntil(lambda: bool(dialog.fault.text()))
    dialog.fields["system"].setPlainText("(S (A a))")
    qtbot.waitUntil(ok(dialog).isEnabled)


def test_the_text_is_there_again_however_the_dialog_was_closed(dialog: NewLessonDialog, qtbot: QtBot) -> None:
    typed(dialog, "(S (A a)", "(S")
    dialog.title.setText("half done")
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    again = NewLessonDialog()
    assert again.fields["gold"].toPlainText() == "(S (A a)" and again.title.text() == "half done"
    assert again.faults["gold"].text()
    again.accept()
    assert again.result() == 0


def test_the_empty_field_starts_as_the_other_tree(dialog: NewLessonDialog) -> None:
    """The example where both are empty; nothing that is typed is written over."""
    fields = list(dialog.fields.values())
    assert dialog.filling.text() == "&Example"
    dialog.filling.click()
    assert [field.toPlainText() for field in fields] == list(EXAMPLES) and not dialog.filling.isVisible()
    typed(dialog, "(S (A a))", "")
    assert dialog.filling.text() == "Start from the &gold"
    dialog.filling.click()
    assert [field.toPlainText() for field in fields] == ["(S (A a))", "(S (A a))"]
    typed(dialog, " ", "(S (B b))")
    assert dialog.filling.text() == "Start from the &system"
    dialog.filling.click()
    assert [field.toPlainText() for field in fields] == ["(S (B b))", "(S (B b))"]


def test_one_tree_is_enough(dialog: NewLessonDialog) -> None:
    """The other one begins like it: what is to differ can be dragged in the lesson."""
    assert "begins as that of the gold" in typed(dialog, "(S (A a))", "")[2] and ok(dialog).isEnabled()
    assert dialog.drawing.view is not None
    dialog.names["system"].setText("my parser")
    dialog.accept()
    assert dialog.exercise is not None and dialog.exercise.system.name == "my parser"
    assert dialog.exercise.gold.written() == dialog.exercise.system.written()
    assert "begins as that of the system" in typed(dialog, "", "(S (A a))")[2]
    assert "has no tree yet." in typed(dialog, "(S (A a)", "")[2] and not ok(dialog).isEnabled()


def test_what_measures_make_of_the_trees_stands_below_them(dialog: NewLessonDialog) -> None:
    """A pair that one measure likes and another does not is found while one types."""
    typed(dialog, "(S (NP I) (VP (V saw) (NP stars)))", "(S (NP I) (VP (N saw) (NP stars)))")
    assert "E-Dice, roof 100.00     E-Dice, whole 80.00     T-Dice, whole 90.00" in dialog.drawing.scores.text()
    typed(dialog, "(S (NP I) (VP (V saw) (NP stars)))", "(S (NP I) (NX (V saw) (NP stars)))")
    assert "E-Dice, roof 50.00 " in dialog.drawing.scores.text()


def test_tab_goes_from_tree_to_tree_and_a_key_opens(dialog: NewLessonDialog, qtbot: QtBot) -> None:
    """Names come behind the trees; what is still to be typed is said."""
    assert typed(dialog, EXAMPLES[0], "")[2].startswith("The system has no tree yet: it begins")
    dialog.activateWindow()
    dialog.fields["gold"].setFocus()
    qtbot.keyClick(dialog.fields["gold"], Qt.Key.Key_Tab)
    assert dialog.fields["system"].hasFocus()
    typed(dialog, *EXAMPLES)
    qtbot.keyClick(dialog.fields["system"], Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert dialog.result() == dialog.DialogCode.Accepted
