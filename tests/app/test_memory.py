"""What is closed is given up: comparisons opened and closed, and windows, leave nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PREPARE = """
import ctypes, gc, os, sys, weakref
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QPoint, QSettings, QTimer
from PySide6.QtWidgets import QApplication
QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, os.environ["XDG_CONFIG_HOME"])
application = QApplication([])
application.setQuitOnLastWindowClosed(False)
from treecompare import resources
from treecompare.app.common.worker import is_any_running
from treecompare.app.window.main import new_window

SAMPLES = [sample.key for sample in resources.samples()]

def spin(milliseconds=0):
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

def open_sample(window, key):
    loop = QEventLoop()
    window.session.ended.connect(loop.quit)
    QTimer.singleShot(20_000, loop.quit)
    window.open_sample(key)
    loop.exec()
    window.session.ended.disconnect(loop.quit)
    assert not window.session.is_busy
    return weakref.ref(window.session.comparison)

def look_around(window):
    space = window.workspace
    for _ in range(5):
        window.commands.next_sentence()
    space.systems.table.customContextMenuRequested.emit(QPoint(5, 5))
    application.activePopupWidget().close()
    for name in ("scoring", "columns", "samples"):
        window.actions_.by_name[name].trigger()
        spin(5)
        application.activeModalWidget().reject()
    spin(5)
"""

OPENINGS = """
def megabytes():
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)  # what is free again is no leak
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

window = new_window()
window.show()
def round_of_openings():
    for key in SAMPLES:
        comparison = open_sample(window, key)
        look_around(window)
        window.close_comparison()
        spin(5)
        gc.collect()
        assert comparison() is None, key
for _ in range(2):
    round_of_openings()
before, widgets = megabytes(), len(application.allWidgets())
round_of_openings()
grown = megabytes() - before
window.close()
assert len(application.allWidgets()) <= widgets, (widgets, len(application.allWidgets()))
print(f"{grown:.2f}")
"""

WINDOWS = """
def opened_and_closed():
    window = new_window()
    window.show()
    comparison = open_sample(window, SAMPLES[0])
    for name in window.docks:
        window.show_dock(name)
        spin(20)
    look_around(window)
    gone = weakref.ref(window), weakref.ref(window.workspace), comparison
    window.close()
    return gone
for _ in range(2):
    gone = opened_and_closed()
    while is_any_running():
        spin(10)
    spin(20)
    gc.collect()
    print(*(one() is None for one in gone), len(application.topLevelWidgets()))
"""


def run(script: str, folder: Path) -> str:
    """In a process of its own: what other tests left in memory would blur the figures."""
    names = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
    own = {"QT_QPA_PLATFORM": "offscreen", "MALLOC_ARENA_MAX": "1", **{name: str(folder / name) for name in names}}
    done = subprocess.run(
        [sys.executable, "-c", PREPARE + script], env={**os.environ, **own}, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the size of a process is read as Linux tells it")
def test_opening_and_closing_adds_nothing(tmp_path: Path) -> None:
    # megabytes for 8 openings: 0.8; a comparison that stays alive adds far more
    assert float(run(OPENINGS, tmp_path)) < 2


def test_closed_windows_are_given_up(tmp_path: Path) -> None:
    assert run(WINDOWS, tmp_path).split("\n")[:2] == ["True True True 0"] * 2
