"""What is closed is given up: jobs that are opened one after the other, windows, and a thousand places leave nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.limits import needs_memory

PREPARE = """
import ctypes, gc, os, weakref
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QSettings, QTimer
from PySide6.QtWidgets import QApplication
from treecompare import resources
from treecompare.window.common.worker import is_any_running
from treecompare.window.frame.window import Window
from treecompare.comparison.roles import sample_files
from treecompare.jobs.opening import opening
from treecompare.jobs.overview import OverviewJob

QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, os.environ["XDG_CONFIG_HOME"])
application = QApplication([])
application.setQuitOnLastWindowClosed(False)
SAMPLES = resources.samples()

def spin(milliseconds=0):
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

def wait(window):
    spin()
    while window.is_busy:
        spin(5)

def show(window, sample):
    window.open(opening(sample_files(sample), overview=OverviewJob), sample.key)
    wait(window)
    assert window.job is not None, sample.key
    return (weakref.ref(window.job),)

def look_around(window):
    for key in ("next", "next", "all-systems", "all-systems", "why", "why", "fold", "tab"):
        window.run(key)
        wait(window)
    for _ in range(6):
        window.run("next")
        wait(window)
    window.run("tab")
    wait(window)
    window.menus.whole.aboutToShow.emit()
    window.search()
    spin()
    for one in application.topLevelWidgets():
        if one is not window and one.isVisible():
            one.close()
    spin(5)

def megabytes():
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)  # what is free again is no leak
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
"""
OPENINGS = """
window = Window()
window.show()

def round_of_openings():
    before = ()
    for sample in SAMPLES:
        now = show(window, sample)
        look_around(window)
        while is_any_running():
            spin(10)
        spin()
        gc.collect()
        assert not any(one() is not None for one in before), sample.key
        before = now

for _ in range(2):
    round_of_openings()
before, widgets = megabytes(), len(application.allWidgets())
round_of_openings()
grown = megabytes() - before
assert len(application.allWidgets()) <= widgets + 40, (widgets, len(application.allWidgets()))
print(f"{grown:.2f}")
"""
WINDOWS = """
def opened_and_closed():
    window = Window()
    window.show()
    job = show(window, SAMPLES[0])
    look_around(window)
    gone = weakref.ref(window), *job
    window.close()
    window.deleteLater()
    return gone

for _ in range(2):
    gone = opened_and_closed()
    while is_any_running():
        spin(10)
    spin(20)
    gc.collect()
    print(*(one() is None for one in gone), len(application.topLevelWidgets()))
"""
PLACES = """
window = Window()
window.resize(1280, 800)
window.show()
show(window, next(one for one in SAMPLES if one.key == "first-comparison"))

def steps(number):
    for place in range(number):
        if not window.list.step(1):
            window.list.go_to(0)
        wait(window)

steps(100)  # all of its sentences once
before, widgets = megabytes(), len(application.allWidgets())
steps(1_000)
print(f"{megabytes() - before:.2f}", len(application.allWidgets()) - widgets)
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


@needs_memory
def test_opening_and_closing_adds_nothing(tmp_path: Path) -> None:
    # megabytes for all samples; a comparison that stays alive adds far more
    assert float(run(OPENINGS, tmp_path)) < 2


def test_closed_windows_are_given_up(tmp_path: Path) -> None:
    assert run(WINDOWS, tmp_path).split("\n")[:2] == ["True True 0"] * 2


@needs_memory
def test_a_thousand_places_add_nothing(tmp_path: Path) -> None:
    grown, widgets = run(PLACES, tmp_path).split()
    assert float(grown) < 3 and int(widgets) <= 30
