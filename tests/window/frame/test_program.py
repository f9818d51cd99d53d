"""The program's window: whatever people name is opened, what cannot be is said in a line, closing leads to the start page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication
from pytestqt.qtbot import QtBot

from tests.window.frame.conftest import opened, press, settle
from tests.window.frame.toy import Toy
from treecompare import registry, resources
from treecompare.cli import open_arguments
from treecompare.comparison.files import Files, Versions
from treecompare.comparison.roles import sample_files
from treecompare.errors import UsageError
from treecompare.jobs import base
from treecompare.jobs.help import help_pages
from treecompare.jobs.keys import KEYS
from treecompare.window.common import preferences, worker
from treecompare.window.frame.application import look_at_home_first
from treecompare.window.frame.help import HelpWindow
from treecompare.window.frame.open_sheet import OpenDialog
from treecompare.window.frame.palette import Palette
from treecompare.window.frame.program import FrameWindow
from treecompare.window.frame.window import Window

SAMPLE = next(one for one in resources.samples() if one.key == "first-comparison")
PATHS = [SAMPLE.gold, *SAMPLE.systems]


def sheets() -> list[OpenDialog]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, OpenDialog) and one.isVisible()]


def drop(window: FrameWindow, paths: list[str]) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path) for path in paths])
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    window.dropEvent(event)
    settle(window)


def test_a_comparison_is_opened_and_closed_again(qtbot: QtBot, program: FrameWindow) -> None:
    assert program.is_at_start and program.windowTitle() == "treecompare" and not program.bar.number.isVisible()
    with opened(qtbot, program):
        program.open_named(open_arguments(PATHS))
    assert not program.is_at_start and program.job is not None and program.bar.number.isVisible()
    assert program.wanted == preferences.recent()[0]
    press(program, Qt.Key.Key_W, held=Qt.KeyboardModifier.ControlModifier)
    assert program.is_at_start and program.job is None and program.windowTitle() == "treecompare"
    assert not program.bar.picks and not program.bar.tabs.buttons
    with opened(qtbot, program):
        program.start.recent_rows[0].click()
    program.run("present")  # which ends with what is presented
    program.close_one()
    assert program.bar.isVisible() and not program.isFullScreen()
    program.resize(800, 600)
    assert not program.bar.list.isVisible()
    press(program, Qt.Key.Key_W, on=program.start.open_button, held=Qt.KeyboardModifier.ControlModifier)
    assert not program.isVisible()


def test_settings_chosen_before_anything_is_open_are_for_what_is_opened_next(
    qtbot: QtBot, program: FrameWindow, capsys: pytest.CaptureFixture[str]
) -> None:
    with opened(qtbot, program):
        program.open_named(open_arguments([*PATHS, "--params", "none", "--sentences", "own"]))
    settings = program.job.comparison.settings  # type: ignore[union-attr]
    assert (settings.params, settings.sentences) == ("none", "own")
    with opened(qtbot, program):
        program.open_wanted(sample_files(SAMPLE))
    assert program.job.comparison.settings.params == "standard"  # type: ignore[union-attr]
    for arguments, why in (
        (["x.treecompare", "--params", "none"], "a comparison file has its own"),
        ([*PATHS, "--max-length", "0"], "--max-length"),
    ):
        with pytest.raises(SystemExit):
            open_arguments(arguments)
        assert why in capsys.readouterr().err


def test_what_was_typed_is_there_when_it_is_opened_again(qtbot: QtBot, program: FrameWindow) -> None:
    with opened(qtbot, program):
        program.open_named(open_arguments(PATHS))
    program.do("note", "typed here")
    program.close_one()
    with opened(qtbot, program):
        program.open_wanted(preferences.recent()[0])
    assert "typed here" in program.job.comparison.judgements.notes.values()  # type: ignore[union-attr]


def test_what_is_dropped_is_opened(qtbot: QtBot, program: FrameWindow) -> None:
    with opened(qtbot, program):
        drop(program, [PATHS[1], PATHS[0]])
    table = program.job.comparison.table  # type: ignore[union-attr]
    assert len(table.systems) == 1
    with opened(qtbot, program):  # one more system, not another comparison
        drop(program, [PATHS[2]])
    areas = program.drawings.findChildren(QAbstractScrollArea)
    assert not any(part.acceptDrops() for one in areas for part in (one, one.viewport())), "wherever it is dropped"
    assert len(program.job.comparison.table.systems) == 2  # type: ignore[union-attr]
    drop(program, [PATHS[2]])
    assert "compared already" in program.messages.text()


def test_who_drops_what_names_do_not_say_is_asked(qtbot: QtBot, program: FrameWindow, tmp_path: Path) -> None:
    path = tmp_path / "answers.txt"
    path.write_text("(S (NN a))\n", "utf-8")
    drop(program, [str(path)])
    (sheet,) = sheets()
    assert sheet.choice.paths == [str(path)] and program.is_at_start
    sheet.reject()
    with opened(qtbot, program):
        program.open_wanted(sample_files(SAMPLE))
    drop(program, [str(path)])
    (sheet,) = sheets()
    assert sheet.windowTitle() == "Add systems" and sheet.choice.paths == [str(path)]
    sheet.reject()


def test_a_folder_stands_for_its_files(qtbot: QtBot, program: FrameWindow) -> None:
    with opened(qtbot, program):
        drop(program, [str(Path(SAMPLE.gold).parent / "*.mrg")])
    assert len(program.job.comparison.table.systems) == len(SAMPLE.systems)  # type: ignore[union-attr]


def test_what_cannot_be_opened_is_a_line_and_never_a_box(qtbot: QtBot, program: FrameWindow, tmp_path: Path) -> None:
    bad = tmp_path / "<b>gold.mrg"
    bad.write_text("(S (NN", "utf-8")
    program.open_wanted(Files(str(bad), (("", str(tmp_path / "no.mrg")),)))
    qtbot.waitUntil(lambda: not program.banner.isHidden(), timeout=20_000)
    assert program.is_at_start and program.job is None
    assert program.banner.label.text().startswith(str(bad)) and "no.mrg" in program.banner.details.toPlainText()
    assert [one.text() for one in program.banner.buttons if one.isVisible()] == ["Try again"]
    program.banner.details_button.click()
    assert program.banner.details.isVisible()
    assert not [one for one in QApplication.topLevelWidgets() if one.isModal() and one.isVisible()]
    program.banner.remove_button.click()
    assert program.banner.isHidden()


def test_a_long_remark_can_be_read_whole_in_a_small_window(program: FrameWindow) -> None:
    said = "odin: 100 % of the words have no relation of Universal Dependencies (first 'FRAG')"
    program.banner.tell([said])
    assert not program.banner.details_button.isHidden()
    program.banner.details_button.click()
    assert program.banner.details.toPlainText() == said
    program.banner.tell(["Nothing was found."], stays=False)
    assert program.banner.details_button.isHidden()


def test_what_fails_over_an_open_comparison_leaves_it_there(qtbot: QtBot, program: FrameWindow) -> None:
    with opened(qtbot, program):
        program.open_wanted(sample_files(SAMPLE))
    job = program.job
    program.open_wanted(Files("/nowhere/gold.mrg", (("", "/nowhere/a.mrg"),)))
    qtbot.waitUntil(lambda: not program.is_busy, timeout=20_000)
    assert program.job is job and not program.is_at_start and "no such file" in program.banner.said[0]
    assert [one.text() for one in program.banner.buttons if one.isVisible()] == ["Try again"]
    for name in ("one", "another"):
        program.banner.fail(UsageError(f"{name} cannot be written"))
        assert program.banner.label.text().startswith(f"{name} cannot"), "what failed last"
    program.open_wanted(sample_files(SAMPLE))
    assert program.banner.isHidden(), "what is opened next is not told about what failed before"
    qtbot.waitUntil(lambda: not program.is_busy, timeout=20_000)


@pytest.mark.parametrize("way", ["stopped", "fails", "systems are added"])
def test_what_did_not_come_leaves_what_is_open_to_be_read_again(
    qtbot: QtBot, program: FrameWindow, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which is what another window and one after a crash open, too; the line tries what did not come."""
    with opened(qtbot, program):
        program.open_wanted(sample_files(SAMPLE))
    job, wanted, asked = program.job, program.wanted, list[Any]()
    assert job is not None and wanted is not None
    if way == "systems are added":
        bad = Path(SAMPLE.gold).with_name("no.mrg")
        program.do("add-systems", [str(bad)])
    else:
        program.open_wanted(Files("/nowhere/gold.mrg", (("", "/nowhere/a.mrg"),)))
    if way == "stopped":
        program.stop()
    qtbot.waitUntil(lambda: not program.is_busy, timeout=20_000)
    tried = program.asked
    assert program.job is job and program.wanted == wanted and program.banner.said
    again = program.banner.buttons[0]
    assert again.text() == "Try again"
    with monkeypatch.context() as patched:
        patched.setattr(Window, "open", lambda _, *what: asked.append(what))
        again.click()
    assert asked == [tried]
    with opened(qtbot, program):
        press(program, Qt.Key.Key_R, held=Qt.KeyboardModifier.ControlModifier)
    assert program.job is not job and program.job is not None and program.job.title == job.title
    assert program.wanted == wanted and program.banner.isHidden()


def test_what_has_to_be_known_is_a_line_until_it_is_put_away(
    program: FrameWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Toy, "remarks", lambda _: ["<i>one.mrg: 3 of 5 cannot be read", "another"])
    toy = Toy()
    program.show_job(toy)
    program.opened.emit(toy)
    settle(program)
    said = program.banner.label.text()
    assert said.startswith("<i>one.mrg: 3 of 5 cannot be read") and "2 remarks" in said
    program.banner.details_button.click()
    assert "another" in program.banner.details.toPlainText()


@pytest.mark.parametrize(
    "key", [one.key for one in (*resources.samples(), *resources.versions_samples()) if registry.is_here(one.key)]
)
def test_every_sample_opens(qtbot: QtBot, program: FrameWindow, key: str) -> None:
    with opened(qtbot, program):
        program.open_sample(key)
    assert program.job is not None and program.list.place >= 0 and program.wanted == preferences.recent()[0]


def test_a_sample_that_there_is_not_is_said(program: FrameWindow) -> None:
    program.open_sample("nothing<b>")
    assert "There is no sample 'nothing<b>'" in program.banner.label.text()


def test_two_versions_are_named_on_the_command_line(qtbot: QtBot, program: FrameWindow) -> None:
    sample = resources.versions_samples()[0]
    named = open_arguments(["--versions", sample.gold, sample.systems[0]])
    if registry.is_here("diff"):
        with opened(qtbot, program):
            program.open_named(named)
        assert program.wanted == Versions(sample.gold, sample.systems[0])
    with pytest.raises(SystemExit):
        open_arguments(["--versions", sample.gold])


def test_stopping_leads_back_to_the_start_page(qtbot: QtBot, program: FrameWindow) -> None:
    toy = Toy()

    def wait(cancel: Any, _tell: Any) -> base.Job:
        while not cancel.is_set():
            toy.gate.wait(0.01)
        raise UsageError("nobody hears this")

    program._show_body(program.work)
    program.open(wait, "Waiting")
    settle(program)
    assert program.waiting.isVisible() and program.listing.isHidden() and program.columns.right.isHidden()
    program.stop()
    assert program.is_at_start and program.banner.label.text() == "Stopped."
    assert not program.is_busy


def test_what_is_made_when_all_is_closed_comes_in_no_more(qtbot: QtBot, program: FrameWindow) -> None:
    """A tab, or what can be shown of a comparison that was stopped."""
    toy, tab, part, before = Toy(), Toy(), Toy(), {*worker._running}

    def in_parts(_cancel: Any, tell: Any) -> base.Job:
        tell(base.Doing("Counting", 0.5, stays=True))
        toy.gate.wait(5)
        return part

    program.show_job(toy)
    program._show_body(program.work)
    program.show_other(lambda: base.Later("Making the tab…", lambda *_: toy.gate.wait(5) and tab))
    assert program.messages.text() == "Making the tab…" and not program.messages.isHidden()
    program.show_start()
    program.open(in_parts, "Counting")
    qtbot.waitUntil(lambda: program.waiting.stays)
    program.show_start()
    toy.gate.set()
    qtbot.waitUntil(lambda: not any(one.is_running for one in {*worker._running} - before))
    settle(program)
    assert program.is_at_start and program.job is None and program.windowTitle() == "treecompare"
    assert program.messages.isHidden()


def test_another_comparison_takes_the_place_of_one_that_is_being_opened(qtbot: QtBot, program: FrameWindow) -> None:
    program.open_sample("dependencies")
    with opened(qtbot, program):
        program.open_sample("first-comparison")
        assert not program.is_at_start and program.centre.currentWidget() is program.waiting
        assert program.asked[2] == sample_files(SAMPLE) and program.wanted is None
    assert program.wanted == sample_files(SAMPLE) and not program.banner.said


def test_the_palette_finds_files_samples_and_pages(qtbot: QtBot, program: FrameWindow) -> None:
    preferences.add_recent(Files("/nowhere/mine.mrg", (("", "/nowhere/y.mrg"),)))
    found = program.entries()
    groups = {one.group for one in found}
    assert {"Commands", "Recent files", "Samples", "Help"} <= groups
    program.list_of("Samples")
    only = program.findChildren(Palette)[-1].source
    assert {one.group for one in only.listed("", (), 40)} == {"Samples"} and only.sentences is None
    with opened(qtbot, program):
        next(one for one in only.entries if one.title == SAMPLE.title).run()


def test_help_stands_beside_the_window_and_is_about_the_job(program: FrameWindow) -> None:
    toy = Toy()
    toy.help = "measures"
    program.show_job(toy)
    program.run("help")
    (shown,) = program.findChildren(HelpWindow)
    assert shown.windowTitle() == help_pages()[toy.help] and shown.isWindow()
    program.helpWanted.emit("keys")
    assert program.findChildren(HelpWindow) == [shown]
    text = shown.browser.toPlainText()
    assert all(one.said in text for one in KEYS.values())
    program.helpWanted.emit("log")
    assert "What went wrong" in shown.browser.toPlainText()


def test_a_second_window_is_on_the_same_files(qtbot: QtBot, program: FrameWindow) -> None:
    with opened(qtbot, program):
        program.open_wanted(sample_files(SAMPLE))
    program.run("new-window")
    other = next(one for one in QApplication.topLevelWidgets() if isinstance(one, FrameWindow) and one is not program)
    qtbot.waitUntil(lambda: other.job is not None, timeout=20_000)
    assert other.job.title == program.job.title  # type: ignore[union-attr]
    program.do("note", "from the first one")
    assert program.job is not None
    other.close()


def test_files_are_looked_for_where_the_program_was_started_but_not_in_its_own_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    look_at_home_first()
    assert not preferences.text("folder")
    monkeypatch.chdir("/")
    look_at_home_first()
    assert preferences.text("folder") == str(Path.home())


def test_return_presses_the_button_that_has_the_keyboard_and_escape_puts_a_banner_away(program: FrameWindow) -> None:
    asked, pressed = list[str](), list[bool]()
    program.start.commandWanted.disconnect()
    program.start.commandWanted.connect(asked.append)
    program.start.open_button.setFocus()
    QTest.keyClick(program.start.open_button, Qt.Key.Key_Return)
    assert asked == ["open"]
    keys = Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape
    for key, is_done in zip(keys, (True, True, False), strict=True):
        program.banner.tell(["They are of other kinds."], ("Add anyway", lambda: pressed.append(True)), stays=False)
        program.banner.buttons[0].setFocus()
        QTest.keyClick(program.banner.buttons[0], key)
        assert [*pressed] == [True] * is_done and program.banner.isHidden() == (not is_done)
        pressed.clear()
