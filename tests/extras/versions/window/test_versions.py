"""Two versions in a window: asking for them, opening, stopping, going through the places; the page of a comparison."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog, QMenu
from pytestqt.qtbot import QtBot

from tests.app.helpers import dialogs
from tests.extras.versions.made import BASE, HEAD, Made, conllu, writes
from treecompare.app.common import preferences
from treecompare.app.frame.window import Window
from treecompare.app.versions.asked import VersionsDialog
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Versions
from treecompare.extras.versions.job import VersionsJob

LEFT, OUTSIDE = 1, 2


@pytest.fixture
def made(tmp_path: Path) -> Made:
    """Writes two versions."""
    return writes(tmp_path)


def wait(qtbot: QtBot, window: Window) -> VersionsJob:
    """Until they are compared."""
    qtbot.waitUntil(lambda: window.job is not None, timeout=20_000)
    assert isinstance(window.job, VersionsJob)
    return window.job


def sizes(job: VersionsJob) -> dict[str, int]:
    return {one.title: one.size for one in job.places("look", ()).sections}


def test_places_are_gone_through_marked_and_taken_back(qtbot: QtBot, window: MainWindow, made: Made) -> None:
    found = window.extras["versions"].open(made(BASE, HEAD))
    job = wait(qtbot, found)
    assert found.place == LEFT
    found.list.setFocus()
    qtbot.waitUntil(lambda: found.why.choice("2") is not None)
    qtbot.keyClick(found.list, Qt.Key.Key_2)
    assert job.listed.mark(LEFT).state == "on purpose" and found.list.place == OUTSIDE
    found.undo_stack.undo()
    assert job.listed.mark(LEFT).state == "" and found.list.place == LEFT
    found.do("copy-place")
    assert QGuiApplication.clipboard().text() == "new.conllu:22\tnot so5\tstill ADV"
    found.close()


def test_stop_ends_it_and_again_does_it(qtbot: QtBot, window: MainWindow, made: Made) -> None:
    many = [one.replace("so", f"w{n}x") for n in range(2_000) for one in BASE]
    found = window.extras["versions"].open(made(many, [one.replace("UPOS:ADV", "UPOS:PART") for one in many]))
    found.stop()
    qtbot.wait(50)
    assert found.job is None
    found.read_again()
    assert sizes(wait(qtbot, found)) == {"Rules": 1}
    before = found.job
    found.read_again()
    found.stop()
    qtbot.wait(50)
    assert found.job is before  # what was there stays
    found.close()


def test_versions_that_cannot_be_read_are_said_and_tried_again(qtbot: QtBot, window: MainWindow, made: Made) -> None:
    versions = made(BASE, HEAD)
    Path(versions.head).unlink()
    found = window.extras["versions"].open(versions)
    qtbot.waitUntil(lambda: "new.conllu" in found.nothing.label.text(), timeout=20_000)
    assert not dialogs() and "Ctrl+R tries again" in found.nothing.label.text() and found.job is None
    made(BASE, HEAD)
    found.read_again()
    wait(qtbot, found)
    found.close()


def test_the_sample_opens_in_this_window(qtbot: QtBot, window: MainWindow) -> None:
    window.open_sample("two-versions")
    (found,) = window.extras["versions"].windows
    found_sizes = sizes(wait(qtbot, found))
    assert (found_sizes["Left over"], found_sizes["Rules"]) == (13, 6) and window.session.comparison is None
    found.close()


def test_two_versions_are_among_the_recent_files_and_open_from_there(
    qtbot: QtBot, window: MainWindow, made: Made
) -> None:
    versions = made(BASE, HEAD)
    wanted = replace(versions, ignored=("COMMENT",))
    first = window.extras["versions"].open(wanted)
    wait(qtbot, first)
    first.close()
    assert preferences.recent() == [wanted]
    window.start_page.refresh()
    (row,) = window.start_page.recent_rows
    assert row.title == "old.conllu → new.conllu" and row.about.startswith("Two versions")
    row.click()
    again = window.extras["versions"].windows[-1]
    assert wait(qtbot, again).title == "old → new"
    again.close()
    revisions = Versions("HEAD~1", "", "repository")
    preferences.add_recent(revisions)
    assert preferences.recent()[0] == replace(revisions, repository=str(Path("repository").absolute()))
    menu = QMenu()
    window.opener.fill_recent(menu)
    assert [one.text() for one in menu.actions()][:2] == ["HEAD~1 → the files as they are", "old.conllu → new.conllu"]


def test_two_paths_are_typed_and_compared_by_keyboard(qtbot: QtBot, window: MainWindow, made: Made) -> None:
    versions = made(BASE, HEAD)

    def opened() -> VersionsDialog:
        window.actions_.by_name["two_versions"].trigger()
        found = [one for one in QApplication.topLevelWidgets() if isinstance(one, VersionsDialog) and one.isVisible()]
        qtbot.waitUntil(found[-1].isActiveWindow)
        return found[-1]

    dialog = opened()
    assert dialog.focusWidget() is dialog.base.field
    qtbot.keyClicks(dialog.base.field, versions.base)
    qtbot.keyClick(dialog.base.field, Qt.Key.Key_Return)
    assert dialog.isVisible() and not window.extras["versions"].windows
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    again = opened()
    assert again.base.path == versions.base
    qtbot.keyClicks(again.head.field, versions.head)
    qtbot.keyClick(again.head.field, Qt.Key.Key_Return)
    (found,) = window.extras["versions"].windows
    wait(qtbot, found)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_asked_for_and_compared_from_a_repository(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    folder = tmp_path / "repo"
    folder.mkdir()
    (folder / "a.conllu").write_text(conllu(*BASE), "utf-8")
    for line in (["init", "-q"], ["add", "-A"], ["-c", "user.name=a", "-c", "user.email=a", "commit", "-qm", "old"]):
        subprocess.run(["git", *line], cwd=folder, check=True)
    (folder / "a.conllu").write_text(conllu(*HEAD), "utf-8")

    window.actions_.by_name["two_versions"].trigger()
    dialog = next(one for one in QApplication.topLevelWidgets() if isinstance(one, VersionsDialog))
    ok = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    dialog.of_git.click()
    qtbot.keyClicks(dialog.repository.field, str(folder))
    assert not ok.isEnabled()
    qtbot.keyClicks(dialog.older, "HEAD")
    qtbot.keyClicks(dialog.ignored, "DEPREL, MISC.SpaceAfter")
    qtbot.mouseClick(ok, Qt.MouseButton.LeftButton)
    (found,) = window.extras["versions"].windows
    job = wait(qtbot, found)
    assert sizes(job) == {"Left over": 1, "Rules": 1} and job.title == "HEAD → the working tree of repo"

    found.run("two-versions")
    again = [one for one in QApplication.topLevelWidgets() if isinstance(one, VersionsDialog) and one.isVisible()][-1]
    assert again.of_git.isChecked() and again.older.text() == "HEAD" and again.repository.path == str(folder)
    again.reject()
    window.close()
    qtbot.waitUntil(lambda: not window.extras["versions"].windows)


def test_the_report_of_a_comparison(
    qtbot: QtBot, compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, sign in (("page.html", "<svg"), ("page.md", "# ")):
        path = tmp_path / name
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, path=path: (str(path), ""))
        compared.actions_.by_name["save_report"].trigger()
        qtbot.waitUntil(path.exists, timeout=30_000)
        text = path.read_text("utf-8")
        assert sign in text and "one" in text and "two" in text
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "x.html"), ""))
    compared.actions_.by_name["save_report"].trigger()
    qtbot.waitUntil(lambda: bool(dialogs()), timeout=30_000)
    (dialog,) = dialogs()
    assert "x.html" in dialog.text()
    dialog.close()
