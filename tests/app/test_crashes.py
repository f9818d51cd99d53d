"""A window that ends badly: what the next one offers, what a report says, and the sentence where there is no screen."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QAction, QFileOpenEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QHeaderView, QMessageBox, QToolButton, QTreeView
from pytestqt.qtbot import QtBot
from treecompare.app.window.crashes import Crashes

from tests.app.conftest import compare
from tests.app.helpers import dialogs, space
from tests.conftest import stride
from treecompare import __version__
from treecompare.app.common import report, screen
from treecompare.app.common.errors import log_path, show_error
from treecompare.app.window import crashes
from treecompare.app.window.main import AskedToEnd, Finder
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files

CRASHING = """
import os, signal, subprocess, sys
from PySide6.QtCore import QTimer
from treecompare.app.window import main
from treecompare.app.window.crashes import Crashes

begin = Crashes.begin
def watched(self):
    begin(self)
    watched.by = self
Crashes.begin = watched

def go_on(window):
    if window.session.is_busy or window.workspace is None or not hasattr(watched, "by"):
        QTimer.singleShot(20, lambda: go_on(window))
        return
    space = window.workspace
    space.systems.choose(1)
    space.sentences.go_to_sentence(7)
    window.actions_.by_name["next_sentence"].trigger()
    watched.by.store()
    if sys.argv[3] == "crash":
        signal.raise_signal(signal.SIGSEGV)
    if sys.argv[3].isdecimal():
        window.show_dock("notes")
        space.notes.note.setPlainText("typed just now")
        subprocess.Popen(["sh", "-c", f"sleep 0.2; kill -{sys.argv[3]} {os.getpid()}"])
        return
    window.close()

new_window = main.new_window
def made():
    window = new_window()
    QTimer.singleShot(20, lambda: go_on(window))
    return window
main.new_window = made
main.run_app({"golds": [sys.argv[1]], "systems": sys.argv[2].split("|")})
"""


def run_process(files: Files, how: str) -> subprocess.CompletedProcess[str]:
    systems = "|".join(path for _, path in files.systems)

    def heed() -> None:
        # a shell that runs the tests in the background, or nohup, has them ignore signals, and their children too
        signal.signal(int(how), signal.SIG_DFL)

    return subprocess.run(
        [sys.executable, "-c", CRASHING, files.gold, systems, how],
        capture_output=True, text=True, timeout=100, preexec_fn=heed if how.isdecimal() else None,
    )  # fmt: skip


@pytest.fixture
def watched(window: MainWindow):
    made = Crashes(window)
    yield made
    made.end()
    for box in dialogs():
        box.close()


@pytest.fixture
def ended_badly(files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Files:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert run_process(files, "crash").returncode != 0
    return files


def button(box: QMessageBox, text: str) -> object:
    return next(one for one in box.buttons() if text in one.text())


def test_the_next_window_opens_what_was_open_where_it_was(
    qtbot: QtBot, window: MainWindow, watched: Crashes, ended_badly: Files
):
    watched.begin()
    (box,) = dialogs()
    assert "did not end properly" in box.text() and "gold.mrg" in box.informativeText()
    button(box, "Copy").click()
    assert box.isVisible(), "copying does not answer the question"
    copied = QApplication.clipboard().text()
    assert __version__ in copied and "Segmentation fault" in copied and "next_sentence" in copied
    assert "dog" not in copied and str(Path(ended_badly.gold).parent) not in copied and str(Path.home()) not in copied
    assert "Segmentation fault" in log_path().read_text("utf-8")
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        button(box, "Open again").click()
    assert window.session.files is not None and window.session.files.gold == ended_badly.gold
    assert (space(window).systems.system, space(window).sentences.current_sentence()) == (1, 8)


def test_where_something_else_is_opened_the_offer_is_a_line(
    qtbot: QtBot, window: MainWindow, watched: Crashes, ended_badly: Files
):
    watched.is_free = False
    watched.begin()
    line = watched.line
    assert not dialogs() and line is not None and line.isVisible() and "did not end properly" in line.label.text()
    again, copy = (one for one in line.findChildren(QToolButton) if one is not line.remove_button)
    copy.click()
    assert "Segmentation fault" in QApplication.clipboard().text() and line.isVisible()
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        again.click()
    assert window.session.files is not None and window.session.files.gold == ended_badly.gold and not line.isVisible()


def test_what_was_lost_is_offered_once_and_not_while_the_other_window_runs(
    window: MainWindow, watched: Crashes, ended_badly: Files
):
    other = Crashes(window)
    watched.begin()
    for box in dialogs():
        box.close()
    other.begin()
    assert not dialogs()
    assert len(list(crashes.folder().glob("*.trace"))) == 2
    other.end()


def test_a_window_that_was_closed_leaves_nothing(files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    result = run_process(files, "close")
    assert result.returncode == 0 and "Traceback" not in result.stderr
    assert list(crashes.folder().iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"][:: stride(3)])
def test_a_signal_that_asks_to_end_is_a_proper_end(
    qtbot: QtBot, window: MainWindow, files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    result = run_process(files, str(int(getattr(signal, name))))
    assert result.returncode == 0 and "Traceback" not in result.stderr
    assert list(crashes.folder().iterdir()) == []
    compare(qtbot, window, files)
    assert space(window).sentences.comparison.judgements.notes == {8: "typed just now"}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
def test_a_signal_is_heard_while_nothing_else_happens(qapp: QApplication):
    loop = QEventLoop()
    asked = AskedToEnd(loop.quit)
    QTimer.singleShot(20_000, loop.quit)
    begun = time.monotonic()
    try:
        subprocess.Popen(["sh", "-c", f"sleep 0.2; kill -TERM {os.getpid()}"])
        loop.exec()
        assert time.monotonic() - begun < 10
    finally:
        asked.stop()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
def test_a_signal_that_is_to_be_ignored_stays_ignored(qapp: QApplication):
    heard: list[int] = []
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    asked = AskedToEnd(lambda: heard.append(1))
    try:
        os.kill(os.getpid(), signal.SIGHUP)
        qapp.processEvents()
        assert heard == []
        os.kill(os.getpid(), signal.SIGTERM)
        qapp.processEvents()
        assert heard == [1] and signal.getsignal(signal.SIGTERM) == signal.SIG_DFL, "a second one ends at once"
    finally:
        asked.stop()
        signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize(
    "left", ["", "[]", '{"files": 3}', '{"files": {"gold": "a.mrg"}}', '{"files": {"nothing": 1}}', "\x00"]
)
def test_damaged_remains_open_no_comparison(qtbot: QtBot, window: MainWindow, watched: Crashes, left: str):
    crashes.folder().mkdir(parents=True)
    (crashes.folder() / "1-1.trace").write_bytes(b"\xff\xfe\nFatal")
    (crashes.folder() / "1-1.json").write_text(left)
    watched.begin()
    (box,) = dialogs()
    assert [one.text() for one in box.buttons() if "Open" in one.text()] == []
    assert not list(crashes.folder().glob("1-1*"))


def test_a_folder_that_cannot_be_written_to_disturbs_nobody(window: MainWindow, watched: Crashes):
    log_path().parent.parent.mkdir(parents=True, exist_ok=True)
    log_path().parent.write_text("a file where the folder would be")
    watched.begin()
    watched.store()
    window.actions_.switches["theme"]["dark"].trigger()
    assert not dialogs()


def test_a_named_comparison_is_offered_as_such(
    qtbot: QtBot, window: MainWindow, watched: Crashes, files: Files, tmp_path: Path
):
    watched.begin()
    compare(qtbot, window, files)
    window.files.file.save_as(str(tmp_path / "mine.treecompare"))
    watched.store()
    stored = next(iter(crashes.folder().glob("*.json"))).read_text("utf-8")
    assert "mine.treecompare" in stored and "one.mrg" not in stored


def test_steps_reach_the_disk_at_once(window: MainWindow, watched: Crashes):
    watched.begin()
    action: QAction = window.actions_.switches["theme"]["dark"]
    action.trigger()
    assert "theme dark" in next(iter(crashes.folder().glob("*.trace"))).read_text("utf-8")


def test_a_report_has_neither_texts_of_errors_nor_folders(qtbot: QtBot):
    def fail() -> None:
        try:
            {}["the old man"]
        except KeyError as error:
            raise ValueError("she saw a cat") from error

    try:
        fail()
    except ValueError as caught:
        error = caught
        text, box = report.report([error]), show_error(None, error)
    assert "KeyError" in text and "ValueError" in text and "in fail" in text and "test_crashes.py" in text
    assert "old man" not in text and "cat" not in text and str(Path(__file__).parent) not in text
    button(box, "Copy").click()
    assert QApplication.clipboard().text() == text and box.isVisible()
    button(box, "OK").click()
    assert not box.isVisible()
    again = show_error(None, error)
    again.close()
    assert not again.isVisible(), "Escape and the window's own button leave it"


def test_a_file_that_macos_hands_over_is_opened(
    qtbot: QtBot, window: MainWindow, files: Files, tmp_path: Path, qapp: QApplication
):
    compare(qtbot, window, files)
    path = tmp_path / "für mich.treecompare"
    window.files.file.save_as(str(path))
    window.close_comparison()
    finder = Finder(window)
    qapp.installEventFilter(finder)
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        QApplication.sendEvent(window, QFileOpenEvent(str(path)))
    qapp.removeEventFilter(finder)
    assert window.files.file.name == "für mich"


def test_sizes_and_types_of_files_are_not_cut(window: MainWindow, qapp: QApplication) -> None:
    finder, modes = Finder(window), QHeaderView.ResizeMode
    dialog = QFileDialog(window)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    header = dialog.findChild(QTreeView).header()
    header.setSectionResizeMode(modes.Interactive)  # as Qt has it where it has stored widths
    qapp.installEventFilter(finder)
    dialog.open()
    qapp.removeEventFilter(finder)
    assert [header.sectionResizeMode(column) for column in range(3)] == [modes.Stretch, *[modes.ResizeToContents] * 2]
    dialog.close()


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "there is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set"),
        ({"DISPLAY": ":4711"}, "no screen answers at :4711"),
        ({"QT_QPA_PLATFORM": "nonsense"}, "QT_QPA_PLATFORM is 'nonsense'"),
    ],
)
@pytest.mark.skipif(
    sys.platform != "linux", reason="only X and Wayland name their screen in DISPLAY or WAYLAND_DISPLAY"
)
def test_without_a_screen_there_is_one_sentence(environment: dict[str, str], expected: str):
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    kept = {name: value for name, value in os.environ.items() if name not in names}
    result = subprocess.run(
        [sys.executable, "-m", "treecompare"], env=kept | environment, capture_output=True, text=True, timeout=60
    )
    assert result.returncode == 2
    assert result.stderr.startswith(f"treecompare: {expected}") and result.stderr.count("\n") == 1


def test_a_plugin_that_cannot_be_loaded_is_told_with_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    said = ['Could not load the Qt platform plugin "xcb" in "" even though it was found.', "no Qt platform plugin"]
    assert "sudo apt install" in screen.why(said) and "libxcb-cursor0" in screen.why(said)
    monkeypatch.setattr(sys, "platform", "darwin")
    assert "apt" not in screen.why(said) and "install treecompare anew" in screen.why(said)
