"""Python collects garbage between the events of a window only, whichever thread makes it: what is Qt's must not go elsewhere."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from treecompare.window.common import worker
from treecompare.window.common.worker import Worker


def _cycles() -> None:
    for _ in range(50_000):
        cycle: list[object] = []
        cycle.append(cycle)


@pytest.mark.parametrize("workers", [1, 3])
def test_no_garbage_is_collected_in_the_thread_of_a_worker(qtbot: QtBot, workers: int) -> None:
    qtbot.waitUntil(gc.isenabled, timeout=20_000)  # what a test before began may still end
    where: set[threading.Thread] = set()

    def hear(phase: str, _info: object) -> None:
        if phase == "start":
            where.add(threading.current_thread())

    gc.callbacks.append(hear)
    try:
        running = [Worker(_cycles) for _ in range(workers)]
        for one in running:
            one.start()
        qtbot.waitUntil(lambda: not any(one.is_running for one in running) and gc.isenabled(), timeout=20_000)
    finally:
        gc.callbacks.remove(hear)
    assert where <= {threading.main_thread()}


def test_garbage_is_collected_while_a_worker_works(qtbot: QtBot) -> None:
    """Even one that hangs for ever."""
    goes_on = threading.Event()

    worker = Worker(goes_on.wait)
    worker.start()
    assert not gc.isenabled()
    _cycles()
    qtbot.waitUntil(lambda: gc.get_count()[0] < 10_000, timeout=20_000)
    goes_on.set()
    qtbot.waitUntil(gc.isenabled, timeout=20_000)


def test_a_thread_that_ends_after_qt_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """As at the end of a program whose window is gone."""
    waits, goes_on, told = threading.Event(), threading.Event(), []
    monkeypatch.setattr(threading, "excepthook", told.append)

    def work() -> None:
        waits.set()
        goes_on.wait()

    running = Worker(work)
    running.start()
    assert waits.wait(20)  # it tells nothing just now
    delete(running)
    goes_on.set()
    running._thread.join()
    worker._running.discard(running)
    worker._garbage.pop().end()
    assert not told


WIDGETS = """
import gc
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QTreeWidget, QWidget
from treecompare.window.common.worker import is_any_running
from treecompare.window.frame import application as main

class Lost(QWidget):
    def __init__(self):
        super().__init__()
        self.own = self

def widgets():
    return sum(isinstance(one, Lost) for one in QApplication.allWidgets())

def lose(window):
    trees = [QTreeWidget() for _ in range(100)]  # Python has not met what stands in them, and makes objects for it
    gc.set_threshold(50)
    for _ in range(200):
        Lost()
    print(widgets())
    QTimer.singleShot(1_000, lambda: look(window))

def look(window):
    if is_any_running():  # what opens files is taken in: who ends the program then does not wait for it
        QTimer.singleShot(50, lambda: look(window))
        return
    print(widgets())
    window.close()

new_window = main.new_window
def made():
    window = new_window()
    QTimer.singleShot(0, lambda: lose(window))
    return window
main.new_window = made
main.run_app()
print(gc.isenabled())
"""


def test_garbage_stays_while_qt_lists_widgets_and_goes_between_events(tmp_path: Path) -> None:
    own = {name: str(tmp_path) for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")}
    done = subprocess.run(
        [sys.executable, "-c", WIDGETS], env={**os.environ, **own}, capture_output=True, text=True, timeout=100
    )
    assert (done.returncode, done.stdout.split()) == (0, ["200", "0", "True"]), done.stderr[-2000:]
