"""A comparison in the window: it goes on with other files, asks where the drawing is, keeps what is done when it is stopped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QPlainTextEdit
from pytestqt.qtbot import QtBot

from tests.made import write
from tests.window.frame.conftest import Open, press, settle
from treecompare.comparison.files import Files
from treecompare.jobs import base
from treecompare.jobs.keeping import KeptJob
from treecompare.jobs.opening import opening, opening_saved
from treecompare.jobs.overview import OverviewJob
from treecompare.saved.project import Key, Project
from treecompare.window.frame.window import Window

opens = partial(opening, overview=OverviewJob)
Opens = Callable[[base.Opening], Window]


@pytest.fixture
def show(qtbot: QtBot, open_window: Open) -> Opens:
    """Opens something in a window, and waits until it is made."""
    window = open_window()

    def shown(make: base.Opening) -> Window:
        window.open(make, "Opening")
        wait(qtbot, window)
        return window

    return shown


def wait(qtbot: QtBot, window: Window) -> None:
    qtbot.waitUntil(lambda: not window.is_busy, timeout=20_000)
    settle(window)


def kept(window: Window) -> KeptJob:
    job = getattr(window.job, "of", window.job)
    assert isinstance(job, KeptJob)
    return job


def test_what_is_looked_at_and_typed_stays_while_files_change(qtbot: QtBot, show: Opens, files: Files) -> None:
    window = show(opens(files))
    window.do("system", "1")
    window.go(base.Go(order="longest", find="differs"))
    window.list.step(3)
    settle(window)
    place = window.place
    next(iter(window.why.findChildren(QPlainTextEdit))).setPlainText("not stored yet")
    window.run("swap-sides")
    wait(qtbot, window)
    assert kept(window).comparison.gold.name == "two" and window.place == place
    assert (window.order, window.listing.field.text()) == ("longest", "differs")
    assert kept(window).comparison.judgements.notes == {place: "not stored yet"}
    window.run("tab")
    wait(qtbot, window)
    assert window.job is not None and window.job.view == "Overview"
    window.run("undo")
    wait(qtbot, window)
    assert window.job.view == "Overview" and kept(window).comparison.gold.name == "gold"
    assert "Undo Note" in [one.title for one in window.commands()]


def test_saved_by_a_key_under_a_name_that_is_asked_for_once(
    qtbot: QtBot, show: Opens, files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, asked = tmp_path / "mine", []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *given: [asked.append(given), (str(path), "")][1])
    window = show(opens(files))
    for _ in range(2):
        press(window, Qt.Key.Key_S, held=Qt.KeyboardModifier.ControlModifier)
    assert len(asked) == 1 and "gold.treecompare" in asked[0][2]
    assert window.windowTitle().startswith("mine – gold") and "Saved: mine" in window.messages.text()
    window.do("note", "there at once")
    row = window.place
    window.close()
    project = Project.open(path.with_suffix(".treecompare"))
    assert project.value(Key("note", row)) == "there at once" and not project.is_read_only
    project.close()


def test_read_again_has_the_newest_files_and_the_systems_and_settings_of_now(
    qtbot: QtBot, show: Opens, files: Files
) -> None:
    window = show(opens(files))
    window.run("remove-system")
    wait(qtbot, window)
    window.answer(kept(window).with_files(kept(window).files, replace(kept(window).settings, params="none")))
    wait(qtbot, window)
    write(Path(files.systems[1][1]), Path(files.gold).read_text("utf-8").splitlines())
    press(window, Qt.Key.Key_R, held=Qt.KeyboardModifier.ControlModifier)
    wait(qtbot, window)
    job = kept(window)
    assert job.comparison.table.systems == ["two"] and job.settings.params == "none"
    assert (job.comparison.table.scores(0, "complete") == 1).all()


def test_a_question_stands_where_the_drawing_is(qtbot: QtBot, show: Opens, files: Files, tmp_path: Path) -> None:
    other = write(tmp_path / "other.mrg", [f"(S (X {word}) (X {word}))" for word in ("111", "222", "333") * 20])
    window = show(opens(files))
    for title in ("Cancel", "Add anyway"):
        window.do("add-systems", [other])
        wait(qtbot, window)
        buttons = {one.text(): one for one in window.nothing.answers}
        assert window.nothing.isVisible() and list(buttons) == ["Add anyway", "Cancel"]
        assert "hardly any words" in window.nothing.label.text() and window.focusWidget() is buttons["Add anyway"]
        assert all(window.rect().contains(one.mapTo(window, one.rect().bottomRight())) for one in buttons.values())
        qtbot.mouseClick(buttons[title], Qt.MouseButton.LeftButton)
        wait(qtbot, window)
        assert window.drawings.isVisible()
        assert ("other" in kept(window).comparison.table.systems) == (title == "Add anyway")


def test_a_question_may_ask_for_a_file(
    qtbot: QtBot, show: Opens, files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = show(opens(files))
    window.do("save-as", str(tmp_path / "x.treecompare"))
    Path(files.systems[0][1]).rename(tmp_path / "moved.mrg")
    window = show(opening_saved(str(tmp_path / "x.treecompare"), OverviewJob))
    found = ["", str(tmp_path / "moved.mrg")]
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (found.pop(0), ""))
    for _ in range(2):  # the first time people choose none
        qtbot.mouseClick(window.nothing.answers[0], Qt.MouseButton.LeftButton)
        wait(qtbot, window)
    assert kept(window).files.systems[0][1] == str(tmp_path / "moved.mrg")


def test_stop_shows_what_is_done_and_all_again_is_compared(qtbot: QtBot, show: Opens, large_files: Files) -> None:
    window = show(lambda *_: None)
    window.open(opens(large_files), "Opening")
    qtbot.waitUntil(lambda: window.waiting.stays and window.waiting.bar.value() > 0, timeout=20_000)
    qtbot.mouseClick(window.waiting.button, Qt.MouseButton.LeftButton)
    assert not window.is_busy
    qtbot.waitUntil(lambda: window.job is not None, timeout=5_000)
    settle(window)
    assert not kept(window).is_compared and "Stopped" in "".join(kept(window).remarks())
    assert window.list.number[1] == 20_000 and window.drawings.isVisible()


def test_what_nobody_waits_for_any_more_is_let_go(qtbot: QtBot, show: Opens, files: Files) -> None:
    window = show(opens(files))
    before, made, gate = kept(window), list[Any](), Event()

    def make(cancel: Any, tell: Any) -> base.Job | None:
        made.append(opens(files)(cancel, tell))
        gate.wait(10)
        return made[0]  # type: ignore[no-any-return]

    window.open(make, "Opening")
    qtbot.waitUntil(lambda: bool(made))
    window.open(lambda *_: None, "Opening")
    gate.set()
    qtbot.waitUntil(lambda: not made[0].kept.holders, timeout=5_000)
    assert kept(window) is before and len(before.kept.holders) == 1


def test_what_cannot_be_opened_leaves_what_is_open(qtbot: QtBot, show: Opens, files: Files, tmp_path: Path) -> None:
    window = show(opens(files))
    before, place = kept(window), window.place
    window.do("add-systems", [write(tmp_path / "bad.mrg", ["(S (NP"])])
    wait(qtbot, window)
    assert kept(window) is before and window.place == place and window.drawings.isVisible()
    assert "bad.mrg" in window.messages.text()
    window.do("note", "goes on")
    assert kept(window).comparison.judgements.notes == {place: "goes on"}


def test_a_long_question_can_be_read_to_its_end(qtbot: QtBot, show: Opens) -> None:
    files = [f"/far/away/file {number}.mrg" for number in range(60)]

    def asks(*_: object) -> base.Job | None:
        raise base.Question("\n".join(("It reads these files:", *files)), [("Open", lambda *_: None)])

    window = show(asks)
    rest = window.nothing.rest
    assert rest.isVisible() and rest.toPlainText().split("\n") == files and rest.isReadOnly()
    assert all(window.rect().contains(one.mapTo(window, one.rect().bottomRight())) for one in window.nothing.answers)
    qtbot.mouseClick(window.nothing.answers[-1], Qt.MouseButton.LeftButton)
    settle(window)
    assert not rest.isVisible() and not window.nothing.answers
