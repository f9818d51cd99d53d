"""What the window can open: nine surfaces, whatever the job; what fails or is asked is none of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QToolButton, QWidget

from tests.window.frame.conftest import settle
from tests.window.frame.samples import EVERY, KINDS, opened_as_job, sample
from treecompare.comparison.roles import sample_files
from treecompare.window.frame.form import FormSheet
from treecompare.window.frame.palette import Palette
from treecompare.window.frame.program import FrameWindow

SHEETS = {"OpenDialog", "Scoring", "Export", "Settings", "HelpWindow"}
SURFACES = {"FrameWindow", "StartPage", "Palette", "QMenu", *SHEETS}
"""The window, its start page, its sheets, the search, and the menu: of marks, orders, columns, of what signs mean."""
ENDS = {"close", "quit", "start-page"}
JOBS = {**{name: one for name, one in EVERY.items() if name not in KINDS or name in ("decide", "versions", "overview")},
        "dependencies": lambda _: opened_as_job(sample_files(sample("dependencies")))}  # fmt: skip
"""As they are opened from files, with all commands that they have then."""


def pressed(window: FrameWindow) -> Iterator[QToolButton]:
    """Every button of the bars, one after the other, pressed; a click would wait for its menu."""
    for one in window.findChildren(QToolButton):
        if one.isVisible() and one.isEnabled():
            if (menu := one.menu()) is not None:
                menu.popup(QPoint())
            else:
                one.click()
            yield one


def opened(window: FrameWindow, known: set[QWidget]) -> Iterator[str]:
    """What has come up since, beside the menus whose entries are counted; then it is put away."""
    menus = {window.menus.whole, *window.menus.menus.values()}
    tops = [one for one in QApplication.topLevelWidgets() if one.isVisible() and one not in known]
    for one in (*tops, *(one for one in window.findChildren(Palette) if one.isVisible())):
        is_top_menu = isinstance(one, QMenu) and one in menus
        one.close()
        if not is_top_menu:
            yield one.windowTitle() if isinstance(one, FormSheet) else type(one).__name__


@pytest.fixture
def surfaces(program: FrameWindow, monkeypatch: pytest.MonkeyPatch) -> Callable[[set[str]], set[str]]:
    """Presses every button, gives every command that there is, but these; says what came up. The system's own choosers say that
    nobody wants a file. Nothing is painted: that takes most of the time, and what comes up does so all the same."""
    for name in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_, **__: ("", ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_, **__: ([], ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_, **__: "")

    def all_commands(but: set[str]) -> set[str]:
        program.setUpdatesEnabled(False)
        known = {one for one in QApplication.topLevelWidgets() if one.isVisible()}
        found = {type(program).__name__, type(program.body.currentWidget()).__name__} & SURFACES
        found |= {name for _ in pressed(program) for name in opened(program, known)}
        # those of the job first: others open something else
        for key in reversed([one.key for one in program.commands() if one.can and one.key not in ENDS | but]):
            if program.isVisible():
                program.run(key)
                QApplication.processEvents()
                found |= {*opened(program, known)}
        return found

    return all_commands


def test_there_are_nine_surfaces(program: FrameWindow, surfaces: Callable[[set[str]], set[str]]) -> None:
    own = {one.key for one in program.commands() if one.can}  # given once
    found = surfaces(set())
    program.show_job(opened_as_job(sample_files(sample("first-comparison"))))
    settle(program)
    found |= surfaces(own)
    assert found == SURFACES and len(SURFACES) <= 9


@pytest.mark.parametrize("kind", JOBS)
def test_no_job_has_one_of_its_own(
    program: FrameWindow, surfaces: Callable[[set[str]], set[str]], kind: str, tmp_path: Path
) -> None:
    own = {one.key for one in program.commands()}
    program.show_job(JOBS[kind](tmp_path))
    settle(program)
    assert surfaces(own) <= SURFACES
