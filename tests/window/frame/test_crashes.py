"""A program that ends badly: what the next one offers, what a report says, and the sentence where there is no screen."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEventLoop, QSettings, QTimer
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QHeaderView, QTreeView
from pytestqt.qtbot import QtBot

from tests.conftest import stride
from tests.window.frame.conftest import opened, settle
from treecompare import __version__
from treecompare.comparison.files import Files
from treecompare.errors import ReadError
from treecompare.jobs import report
from treecompare.jobs.report import log_path
from treecompare.window.common.worker import Garbage
from treecompare.window.frame.application import Crashes, ExceptionHook, Finder, ended_by_signals
from treecompare.window.frame.program import FrameWindow

CRASHING = """
import os, signal, subprocess, sys
from PySide6.QtCore import QTimer
from treecompare.window.frame import application
from treecompare.window.frame.application import Crashes

begin = Crashes.begin
def watched(self):
    begin(self)
    watched.by = self
Crashes.begin = watched

def go_on(window):
    if window.is_busy or window.job is None or not hasattr(watched, "by"):
        QTimer.singleShot(20, lambda: go_on(window))
        return
    window.do("system", "1")
    window.list.go_to_place(7)
    window.run("next")
    print(window.place, flush=True)
    watched.by.store()
    if sys.argv[3] == "crash":
        signal.raise_signal(signal.SIGSEGV)
    if sys.argv[3].isdecimal():
        window.do("note", "typed just now")
        subprocess.Popen(["sh", "-c", f"sleep 0.2; kill -{sys.argv[3]} {os.getpid()}"])
        return
    window.close()

new_window = application.new_window
def made():
    window = new_window()
    QTimer.singleShot(20, lambda: go_on(window))
    return window
application.new_window = made
application.run_app({"golds": [sys.argv[1]], "systems": sys.argv[2].split("|")})
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
def watched(program: FrameWindow) -> Iterator[Crashes]:
    made = Crashes(program)
    yield made
    made.end()


@pytest.fixture
def ended_badly(files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Files:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(tmp_path / "config"))
    done = run_process(files, "crash")
    assert done.returncode != 0
    monkeypatch.setenv("PLACE_LEFT", done.stdout)
    return files


def offered(window: FrameWindow) -> list[str]:
    """What the buttons of the line say."""
    return [one.text() for one in window.banner.buttons if not one.isHidden()]


def test_the_next_one_offers_what_was_open_where_it_was(
    qtbot: QtBot, program: FrameWindow, watched: Crashes, ended_badly: Files
) -> None:
    watched.begin()
    said = program.banner.label.text()
    assert "did not end properly" in said and "gold.mrg" in said and offered(program) == ["Open again", "Copy report"]
    again, copy = program.banner.buttons
    copy.click()
    copied = QApplication.clipboard().text()
    assert __version__ in copied and "Segmentation fault" in copied and "next" in copied
    assert "dog" not in copied and str(Path(ended_badly.gold).parent) not in copied and str(Path.home()) not in copied
    assert "Segmentation fault" in log_path().read_text("utf-8")
    with opened(qtbot, program):
        again.click()
    job = program.job
    assert program.wanted is not None and program.wanted.paths[0] == ended_badly.gold and job is not None
    assert job.system == 1 and program.place == int(os.environ["PLACE_LEFT"])  # type: ignore[attr-defined]
    program.banner.clear()
    other = Crashes(program)
    other.begin()  # it is offered once, and not while the other one runs
    assert program.banner.isHidden()
    assert len(list(report.traces().glob("*.trace"))) == 2
    other.end()


def test_one_that_was_closed_leaves_nothing(files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    result = run_process(files, "close")
    assert result.returncode == 0 and "Traceback" not in result.stderr
    assert list(report.traces().iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"][:: stride(3)])
def test_a_signal_that_asks_to_end_is_a_proper_end(
    qtbot: QtBot, program: FrameWindow, files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    result = run_process(files, str(int(getattr(signal, name))))
    assert result.returncode == 0 and "Traceback" not in result.stderr
    assert list(report.traces().iterdir()) == []
    with opened(qtbot, program):
        program.open_wanted(files)
    assert "typed just now" in program.job.comparison.judgements.notes.values()  # type: ignore[union-attr]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
def test_a_signal_is_heard_while_nothing_else_happens(qapp: QApplication):
    loop = QEventLoop()
    garbage = Garbage()
    QTimer.singleShot(20_000, loop.quit)
    begun = time.monotonic()
    try:
        with ended_by_signals(loop.quit):
            subprocess.Popen(["sh", "-c", f"sleep 0.2; kill -TERM {os.getpid()}"])
            loop.exec()
        assert time.monotonic() - begun < 10
    finally:
        garbage.end()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
def test_a_signal_that_is_to_be_ignored_stays_ignored(qapp: QApplication):
    heard: list[int] = []
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with ended_by_signals(lambda: heard.append(1)):
            os.kill(os.getpid(), signal.SIGHUP)
            qapp.processEvents()
            assert heard == []
            os.kill(os.getpid(), signal.SIGTERM)
            qapp.processEvents()
            assert heard == [1] and signal.getsignal(signal.SIGTERM) == signal.SIG_DFL, "a second one ends at once"
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize(
    "left", ["", "[]", '{"wanted": 3}', '{"wanted": {"gold": "a.mrg"}}', '{"wanted": {"nothing": 1}}', "\x00"]
)
def test_damaged_remains_open_no_comparison(program: FrameWindow, watched: Crashes, left: str) -> None:
    report.traces().mkdir(parents=True)
    (report.traces() / "1-1.trace").write_bytes(b"\xff\xfe\nFatal")
    (report.traces() / "1-1.json").write_text(left)
    watched.begin()
    assert offered(program) == ["Copy report"]
    assert not list(report.traces().glob("1-1*"))


def test_a_folder_that_cannot_be_written_to_disturbs_nobody(program: FrameWindow, watched: Crashes) -> None:
    log_path().parent.parent.mkdir(parents=True, exist_ok=True)
    log_path().parent.write_text("a file where the folder would be")
    watched.begin()
    watched.store()
    program.run("why")
    assert program.banner.isHidden()


def test_a_named_comparison_is_offered_as_such(
    qtbot: QtBot, program: FrameWindow, watched: Crashes, files: Files, tmp_path: Path
) -> None:
    watched.begin()
    with opened(qtbot, program):
        program.open_wanted(files)
    program.do("save-as", str(tmp_path / "mine.treecompare"))
    watched.store()
    stored = next(iter(report.traces().glob("*.json"))).read_text("utf-8")
    assert "mine.treecompare" in stored and "one.mrg" not in stored


def test_steps_reach_the_disk_at_once(program: FrameWindow, watched: Crashes) -> None:
    watched.begin()
    program.run("fullscreen")
    assert "fullscreen" in next(iter(report.traces().glob("*.trace"))).read_text("utf-8")


def test_a_report_has_neither_texts_of_errors_nor_folders(program: FrameWindow) -> None:
    def fail() -> None:
        try:
            {}["the old man"]
        except KeyError as error:
            raise ValueError("she saw a cat") from error

    try:
        fail()
    except ValueError as caught:
        error = caught
        text = report.report([error])
        program.banner.fail(error)
    assert "KeyError" in text and "ValueError" in text and "in fail" in text and "test_crashes.py" in text
    assert "old man" not in text and "cat" not in text and str(Path(__file__).parent) not in text
    assert offered(program) == ["Copy report"]
    program.banner.buttons[0].click()
    assert QApplication.clipboard().text() == text and program.banner.isVisible()
    program.banner.remove_button.click()
    assert program.banner.isHidden()


def test_plain_errors_are_sentences_and_surprises_are_logged(program: FrameWindow) -> None:
    program.banner.fail(ReadError("a.mrg", 7, "expected a bracket"))
    assert program.banner.label.text() == "a.mrg:7: expected a bracket." and program.banner.details.isHidden()
    assert not offered(program) and not log_path().exists()
    program.banner.clear()
    try:
        raise ZeroDivisionError("oh")
    except ZeroDivisionError as error:
        program.banner.fail(error)
    assert "ZeroDivisionError" in program.banner.label.text()
    assert "Traceback" in program.banner.details.toPlainText() and "Traceback" in log_path().read_text("utf-8")


@pytest.mark.parametrize(
    "texts",
    [
        [f"file {number}.mrg:7: expected a bracket, found the end of the file" for number in range(1_000)],
        ["word " * 40_000],
        ["x" * 200_000],
        ["line\n" * 20_000],
        ["a\n" * 15, "b\n" * 15],
    ],
    ids=["many errors", "many words", "a long word", "many lines", "two with lines"],
)
def test_a_line_fits_on_a_small_screen_whatever_it_says(program: FrameWindow, texts: list[str]) -> None:
    program.resize(640, 480)
    begun = time.process_time()
    program.banner.tell(texts)
    program.banner.details_button.click()
    settle(program)
    assert time.process_time() - begun < 2
    assert (program.width(), program.height()) == (640, 480) and program.banner.height() < 300
    assert program.banner.details.toPlainText() == "\n\n".join(texts)  # which scrolls
    said = program.banner.label
    assert said.text().startswith(texts[0][:1]) and said.width() < 640


def test_a_storm_of_surprises_gives_one_line(program: FrameWindow, capsys: pytest.CaptureFixture[str]) -> None:
    hook = ExceptionHook()
    for number in range(50):
        try:
            raise ValueError(f"cell {number}")
        except ValueError:
            hook(*sys.exc_info())  # type: ignore[arg-type]
    assert sum("inside the program" in one for one in program.banner.said) == 1
    assert not [one for one in QApplication.topLevelWidgets() if one.isModal() and one.isVisible()]
    assert log_path().read_text("utf-8").count("ValueError: cell") == 50


def test_a_file_that_macos_hands_over_is_opened(
    qtbot: QtBot, program: FrameWindow, files: Files, tmp_path: Path, qapp: QApplication
) -> None:
    path = tmp_path / "für mich.treecompare"
    with opened(qtbot, program):
        program.open_wanted(files)
    program.do("save-as", str(path))
    program.show_start()
    finder = Finder(program.open_paths)
    qapp.installEventFilter(finder)
    with opened(qtbot, program):
        QApplication.sendEvent(program, QFileOpenEvent(str(path)))
    qapp.removeEventFilter(finder)
    assert program.job is not None and program.job.title.startswith("für mich")


def test_sizes_and_types_of_files_are_not_cut(program: FrameWindow, qapp: QApplication) -> None:
    finder, modes = Finder(program.open_paths), QHeaderView.ResizeMode
    dialog = QFileDialog(program)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    view = dialog.findChild(QTreeView)
    assert view is not None
    header = view.header()
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
    assert "sudo apt install" in report.no_screen(said) and "libxcb-cursor0" in report.no_screen(said)
    monkeypatch.setattr(sys, "platform", "darwin")
    assert "apt" not in report.no_screen(said) and "install treecompare anew" in report.no_screen(said)
