"""What the window can open: nine surfaces, whatever the job; what fails or is asked is none of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QWidget

from tests.window.frame.conftest import settle
from tests.window.frame.samples import KINDS, opened_as_job, sample
from treecompare import resources
from treecompare.comparison.base import Cancel
from treecompare.comparison.files import Files
from treecompare.comparison.roles import sample_files
from treecompare.jobs.base import Job
from treecompare.registry import all_of, need
from treecompare.window.frame.form import FormSheet
from treecompare.window.frame.palette import Palette
from treecompare.window.frame.program import FrameWindow

SHEETS = {"OpenDialog", "Scoring", "Export", "Settings", "HelpWindow"}
SURFACES = {"FrameWindow", "StartPage", "Palette", "QMenu", *SHEETS}
"""The window, its start page, its sheets, the search, and the menu in which marks, orders and columns are chosen."""
ENDS = {"close", "quit", "start-page"}


def typed_text() -> Job:
    job: Job = need("jobs", "from-text")()(Cancel(), lambda _: None)
    return job


OTHERS = {
    "lesson": (".toml", lambda: opened_as_job(Files(str(resources.walk_files()[0].path), ()))),
    "from text": ("from-text", typed_text),
}
JOBS: Mapping[str, Callable[[], Job]] = {
    **{name: make for name, make in KINDS.items() if name in ("decide", "versions", "overview")},
    "dependencies": lambda: opened_as_job(sample_files(sample("dependencies"))),
    **{name: make for name, (where, make) in OTHERS.items() if where in all_of("jobs")},
}
"""As they are opened from files, with all commands that they have then."""


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
    """Gives every command that there is, but these; says what came up. The system's own choosers say that nobody wants a file."""
    for name in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_, **__: ("", ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_, **__: ([], ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_, **__: "")

    def all_commands(but: set[str]) -> set[str]:
        known = {one for one in QApplication.topLevelWidgets() if one.isVisible()}
        found = {type(program).__name__, type(program.body.currentWidget()).__name__} & SURFACES
        # those of the job first: others open something else
        for key in reversed([one.key for one in program.commands() if one.can and one.key not in ENDS | but]):
            if program.isVisible():
                program.run(key)
                QApplication.processEvents()
                found |= {*opened(program, known)}
        return found

    return all_commands


def test_there_are_nine_surfaces(program: FrameWindow, surfaces: Callable[[set[str]], set[str]]) -> None:
    found = surfaces(set())
    program.show_job(opened_as_job(sample_files(sample("first-comparison"))))
    settle(program)
    found |= surfaces(set())
    assert found == SURFACES and len(SURFACES) <= 9


@pytest.mark.parametrize("kind", JOBS)
def test_no_job_has_one_of_its_own(program: FrameWindow, surfaces: Callable[[set[str]], set[str]], kind: str) -> None:
    own = {one.key for one in program.commands()}
    program.show_job(JOBS[kind]())
    settle(program)
    assert surfaces(own) <= SURFACES
