"""Forms: fields for the hand and the eye, what they would do, one button; Settings, and what is sent when something is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tests.conftest import let_pass
from tests.window.frame.conftest import Open, press, settle
from tests.window.frame.toy import NAME, Toy
from treecompare.comparison.settings import Value
from treecompare.errors import UsageError
from treecompare.jobs import base
from treecompare.window.common import preferences
from treecompare.window.frame import settings
from treecompare.window.frame.form import FormSheet
from treecompare.window.frame.scene_view import slants_edges
from treecompare.window.frame.window import Window

OPTIONS = Value("", "None", "Nothing is done"), Value("some", f"Some {NAME}", f"As {NAME}")
TABLE = Value("table", "A table…", "Two labels on a line", "Choose a table", "*.tsv;;*")


class Asking(Toy):
    """Its command *Say* asks; what is answered is in ``told``, and what is "bad" is refused."""

    fields: Sequence[base.Choosing] = (
        base.Choosing("", "", now=f"As it is: {NAME}", is_said=True),
        base.Choosing("how", "How", OPTIONS, "some", usual=""),
        base.Choosing("costs", f"Costs of {NAME}", (*OPTIONS, TABLE), "", usual=""),
        base.Choosing("text", "Text", now="typed", about=f"Any of {NAME}"),
    )

    def _effect(self, values: Mapping[str, str]) -> base.Later | None:
        if values["text"] == "bad":
            raise UsageError(f"'bad' is none of {NAME}")
        return (
            None
            if values["how"] == "some"
            else base.Later("Computing…", lambda *_: self._made(0, [base.Text(f"It becomes {values}")]))
        )

    def do(self, places: Sequence[int], action: str, value: Any = None) -> Sequence[base.Answer]:
        if action == "say":
            return [base.Form("apply-it", f"Ask {NAME}", self.fields, self._effect, "Apply")]
        if action == "apply-it" and value["text"] == "refused":
            raise UsageError(f"that is not {NAME}")
        found = super().do(places, action, value)
        return [base.Say("Applied.")] if action == "apply-it" else found


@pytest.fixture
def asking(open_window: Open) -> tuple[Window, Asking, FormSheet]:
    job = Asking()
    window = open_window(job)
    window.run("say")
    return window, job, sheet_of(window)


def sheet_of(window: Window) -> FormSheet:
    settle(window)
    return next(one for one in reversed(window.findChildren(FormSheet)) if one.isVisible())


def choose(sheet: FormSheet, key: str, value: str) -> None:
    """As the mouse does."""
    box = sheet.fields[key].box
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


# -- a form ------------------------------------------------------------------------------------------------------------------


def test_what_is_chosen_is_applied_and_what_is_left_changes_nothing(asking: tuple[Window, Asking, FormSheet]) -> None:
    window, job, sheet = asking
    assert (
        sheet.isModal()
        and not sheet.apply_button.isEnabled()
        and sheet.values == {"how": "some", "costs": "", "text": "typed"}
    )
    choose(sheet, "how", "")
    assert sheet.apply_button.isEnabled()
    choose(sheet, "how", "some")
    assert not sheet.apply_button.isEnabled()
    choose(sheet, "how", "")
    before = list(job.told)
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    settle(window)
    assert job.told == before and not [one for one in window.findChildren(FormSheet) if one.isVisible()]
    window.run("say")
    sheet = sheet_of(window)
    assert sheet.values["how"] == "some"
    choose(sheet, "how", "")
    sheet.apply_button.click()
    settle(window)
    assert job.told[-1] == ([2], "apply-it", {"how": "", "costs": "", "text": "typed"})
    assert window.messages.text() == "Applied."


def test_a_sheet_goes_with_the_job_that_it_is_about(qtbot: QtBot, asking: tuple[Window, Asking, FormSheet]) -> None:
    """Not before a chooser over it, which would go with it."""
    window, job, sheet = asking
    chooser, other = QDialog(sheet), Asking()
    chooser.open()
    window.show_job(other)
    let_pass(250)
    assert sheet.isVisible() and chooser.isVisible()
    gone = list[int]()
    sheet.rejected.connect(lambda: gone.append(1))
    chooser.reject()
    qtbot.waitUntil(lambda: bool(gone))
    assert not [action for _, action, _ in [*job.told, *other.told] if action == "apply-it"]


def test_what_was_chosen_for_a_job_that_is_gone_is_not_told_another(
    window: Window, toy: Toy, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Toy()

    def chosen(*_: Any) -> tuple[str, str]:
        window.show_job(other)
        return "file.txt", ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", chosen)
    window.run("take")
    assert window.job is other and not other.told and [action for _, action, _ in toy.told] == ["take"]


def test_an_option_that_asks_wants_an_answer(
    asking: tuple[Window, Asking, FormSheet], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, sheet = asking
    field = sheet.fields["costs"]
    assert not field.line.isVisible()
    choose(sheet, "how", "")
    assert sheet.apply_button.isEnabled()
    choose(sheet, "costs", "table")
    assert field.line.isVisible() and field.line.hasFocus() and not sheet.apply_button.isEnabled()
    assert sheet.meaning.text() == TABLE.tip and field.line.placeholderText() == TABLE.asks
    asked: list[Any] = []
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *told: asked.append(told[1:]) or ("/a/b.tsv", ""))
    field.browse.click()
    assert asked[0][0] == TABLE.asks and asked[0][2] == TABLE.files
    assert sheet.values["costs"] == "/a/b.tsv" and sheet.apply_button.isEnabled()
    choose(sheet, "costs", "")
    assert sheet.values["costs"] == "" and not field.line.isVisible()
    field.put("/c.tsv")  # is what the table is now
    assert field.line.isVisible() and sheet.values["costs"] == "/c.tsv"


def test_the_effect_comes_late_and_can_be_stopped(qtbot: QtBot, asking: tuple[Window, Asking, FormSheet]) -> None:
    _, job, sheet = asking
    choose(sheet, "how", "")
    qtbot.waitUntil(lambda: not sheet.stop_button.isHidden())
    assert sheet.stop_button.isVisible() and sheet.apply_button.isEnabled()
    sheet.stop_button.click()
    job.gate.set()
    let_pass(50)
    assert sheet.stop_button.isHidden() and [one.lines.made[0][0].text() for one in sheet.effect.shown] == ["Stopped."]
    choose(sheet, "costs", "some")
    qtbot.waitUntil(
        lambda: bool(sheet.effect.shown) and hasattr(sheet.effect.shown[0], "inside") and sheet.stop_button.isHidden()
    )
    assert any("It becomes" in one.accessibleName() for one in sheet.effect.findChildren(QLabel))
    choose(sheet, "how", "some")
    qtbot.waitUntil(lambda: not sheet.effect.shown)


def test_what_cannot_be_is_said_in_the_sheet(qtbot: QtBot, asking: tuple[Window, Asking, FormSheet]) -> None:
    _, _, sheet = asking
    sheet.fields["text"].line.setText("bad")
    qtbot.waitUntil(lambda: sheet.refused.isVisible())
    assert sheet.refused.accessibleName() == f"'bad' is none of {NAME}" and not sheet.apply_button.isEnabled()
    sheet.fields["text"].line.setText("refused")
    assert not sheet.refused.isVisible() and sheet.apply_button.isEnabled()
    sheet.apply_button.click()
    assert sheet.isVisible() and sheet.refused.accessibleName() == f"that is not {NAME}"


def test_it_is_put_back_to_what_is_usual(asking: tuple[Window, Asking, FormSheet]) -> None:
    _, _, sheet = asking
    assert sheet.reset_button.isEnabled()
    choose(sheet, "costs", "some")
    sheet.fields["text"].line.setText("mine")  # has nothing that is usual
    sheet.reset_button.click()
    assert sheet.values == {"how": "", "costs": "", "text": "mine"} and not sheet.reset_button.isEnabled()


def test_the_keyboard_comes_everywhere_and_everything_has_a_name(asking: tuple[Window, Asking, FormSheet]) -> None:
    window, job, sheet = asking
    choose(sheet, "costs", "table")
    sheet.fields["costs"].line.setText("x")
    field = sheet.fields
    wanted: list[QWidget] = [
        field["how"].box, field["costs"].box, field["costs"].line, field["costs"].browse, field["text"].line,
        *(one for one in sheet.findChildren(QPushButton) if one.parent() is sheet and one.isVisible()),
    ]  # fmt: skip
    field["how"].box.setFocus()
    seen: list[QWidget | None] = []
    for _ in wanted:
        seen.append(QApplication.focusWidget())
        assert seen[-1] is not None and (seen[-1].accessibleName() or getattr(seen[-1], "text", str)())
        QTest.keyClick(seen[-1], Qt.Key.Key_Tab)
    assert seen == wanted and QApplication.focusWidget() is wanted[0]
    press(window, Qt.Key.Key_Down, on=field["how"].box)
    press(window, Qt.Key.Key_Up, on=field["how"].box)
    assert sheet.values["how"] == "" and sheet.meaning.text() == OPTIONS[0].tip
    QTest.keyClick(field["text"].line, Qt.Key.Key_Return)
    assert job.told[-1][1] == "apply-it"


def test_names_are_no_markup_and_no_keys(asking: tuple[Window, Asking, FormSheet]) -> None:
    _, _, sheet = asking
    assert sheet.fields["how"].box.currentText() == f"Some {NAME}"
    labels = [one.text() for one in sheet.findChildren(QLabel) if one.textFormat() == Qt.TextFormat.PlainText]
    assert {f"Ask {NAME}", f"Costs of {NAME}", f"As it is: {NAME}", "How"} <= set(labels)


@pytest.mark.parametrize(("steps", "height"), [(0, 540), (5, 720)])
def test_what_has_no_room_scrolls_and_the_buttons_stay(open_window: Open, steps: int, height: int) -> None:
    class Long(Asking):
        fields = tuple(base.Choosing(f"field {one}", f"Field {one}", OPTIONS) for one in range(30))

        def _effect(self, values: Mapping[str, str]) -> base.Later | None:
            return None

    window = open_window(Long(), steps=steps)
    window.run("say")
    sheet = sheet_of(window)
    sheet.resize(sheet.width(), height)
    settle(window)
    assert sheet.size().height() == height and sheet.minimumSizeHint().height() < 540
    last = sheet.fields["field 29"]
    last.box.setFocus()
    settle(window)
    assert sheet.rect().contains(sheet.apply_button.geometry())
    assert (
        not last.box.visibleRegion().isEmpty() and last.box.visibleRegion().boundingRect().height() == last.box.height()
    )
    assert sheet.area.horizontalScrollBar().maximum() == 0


# -- settings ----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def settled(window: Window) -> Window:
    window._more = lambda: settings.commands(window)  # as whoever opens a window gives them
    return window


OTHERWISE = {"theme": "dark", "text_size": "4", "edges": "slanted", "letters": "", "begins": "last"}


def test_settings_change_when_they_are_applied(settled: Window) -> None:
    QTest.keyClick(settled.list, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    sheet = sheet_of(settled)
    assert sheet.fields[""].said.text() == f"Settings are kept in {preferences.folder()}."
    width, ground = settled.fontMetrics().horizontalAdvance("0"), settled.palette().base().color().name()
    for key, value in OTHERWISE.items():
        choose(sheet, key, value)
    sheet.reject()
    settle(settled)
    assert settled.palette().base().color().name() == ground and not slants_edges() and settled.has_letters
    settled.run("settings")
    sheet = sheet_of(settled)
    assert sheet.values == {
        "theme": "system",
        "text_size": "0",
        "edges": "upright",
        "letters": "on",
        "menu-bar": "",
        "begins": "",
    }
    listed = settled.listing.width()
    for key, value in OTHERWISE.items():
        choose(sheet, key, value)
    sheet.apply_button.click()
    settle(settled)
    assert settled.palette().base().color().name() != ground and settled.fontMetrics().horizontalAdvance("0") > width
    assert settled.listing.width() > listed  # as many letters as before
    assert slants_edges() and settled.drawings.view.drawing.is_slanted and not settled.has_letters
    assert preferences.text(settings.BEGINS) == settings.LAST
    settled.run("settings")
    sheet = sheet_of(settled)
    sheet.reset()
    sheet.apply_button.click()
    settle(settled)
    assert settled.palette().base().color().name() == ground and settled.fontMetrics().horizontalAdvance("0") == width
    assert not slants_edges() and not preferences.text(settings.BEGINS) and settled.has_letters


def test_keys_make_text_larger_and_smaller(settled: Window) -> None:
    def press_held(key: Qt.Key) -> int:
        press(settled, key, on=settled.list, held=Qt.KeyboardModifier.ControlModifier)
        return preferences.number("text_size", 0)

    before = QApplication.font().pointSizeF()
    assert press_held(Qt.Key.Key_Plus) == 1 and QApplication.font().pointSizeF() > before
    assert press_held(Qt.Key.Key_Equal) == 2 and press_held(Qt.Key.Key_Minus) == 1
    assert press_held(Qt.Key.Key_0) == 0 and QApplication.font().pointSizeF() == before
    settings.set_text_size(99)
    assert not next(one for one in settled.commands() if one.key == "text-larger").can
    settings.set_text_size(0)


def test_a_sheet_lies_within_the_screen_of_a_window_that_does_not(settled: Window) -> None:
    room = settled.screen().availableGeometry()
    settled.move(room.right() - 200, room.bottom() - 150)
    settled.run("settings")
    assert room.contains(sheet_of(settled).frameGeometry())
