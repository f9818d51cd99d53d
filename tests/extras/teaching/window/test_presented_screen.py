"""A walk that is presented in a real window, under a window manager: it fills the screen, no more, and is as before afterwards."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.window.frame.screens import screen

LACKING = [one for one in ("Xvfb", "openbox") if shutil.which(one) is None]
pytestmark = pytest.mark.skipif(bool(LACKING), reason=f"needs {' and '.join(LACKING)}")

CHILD = """
import json, sys, time
from dataclasses import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from treecompare.window.common import screen
from treecompare.window.frame.program import FrameWindow
from treecompare.extras.teaching.walk_job import WalkJob
from treecompare.extras.teaching.walks import walk

found = []
application = screen.application()
shipped = walk("evalb")
last = replace(shipped.steps[-1], text="A text that somebody wrote, and never ended. " * 110)
window = FrameWindow()
window.show()
assert QTest.qWaitForWindowExposed(window)
window.activateWindow()
assert QTest.qWaitForWindowActive(window, 30_000)  # keys go to no other

def made(*_):
    return WalkJob(replace(shipped, steps=(*shipped.steps[:3], last)), "")

def is_drawn():
    return not window.is_busy and window.centre.currentWidget() is window.drawings

def settled(is_full):
    # the window manager answers when it likes
    end, sizes = time.monotonic() + 10, []
    while not is_drawn() or window.isFullScreen() is not is_full or len(sizes) < 10 or len({*sizes[-10:]}) > 1:
        assert time.monotonic() < end, sizes[-10:]
        QTest.qWait(20)
        sizes.append(window.frameGeometry().getRect())

def measure(what):
    screen, inside = window.screen().geometry(), window.drawings.view.canvas
    found.append({
        "what": what, "window": window.size().toTuple(), "frame": window.frameGeometry().getRect(), "screen": screen.getRect(),
        "is full": window.isFullScreen(), "step": window.list.number[0], "text": window.presenting.text.fontInfo().pixelSize(),
        "letters": window.presenting.figures.fontInfo().pixelSize(),
        "drawing": inside.mapTo(window, inside.rect().bottomRight()).toTuple(),
    })

def press(key, modifier=Qt.KeyboardModifier.NoModifier, is_full=True):
    QTest.keyClick(QApplication.focusWidget() or window, key, modifier)
    settled(is_full)

window.body.setCurrentWidget(window.work)
window.open(made, "")
settled(False)
measure("before")
press(Qt.Key.Key_F5)
measure("presented")
while window.list.number[0] < window.list.number[1]:
    press(Qt.Key.Key_Space)
measure("on")
press(Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier)
measure("back")
press(Qt.Key.Key_Escape, is_full=False)
measure("after")
print(json.dumps(found))
"""


@pytest.mark.parametrize(
    ("size", "scale", "letters"),
    [("800x600", "1", 18), ("1280x800", "1", 20), ("1600x1000", "1", 25), ("1600x1000", "2", 18)],
)
def test_a_presented_walk_fills_the_screen_and_no_more(size: str, scale: str, letters: int, tmp_path: Path) -> None:
    with screen(size) as name:
        told = {"DISPLAY": name, "QT_QPA_PLATFORM": "xcb", "QT_SCALE_FACTOR": scale, "XDG_CONFIG_HOME": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-c", CHILD], env={**os.environ, **told}, capture_output=True, text=True, timeout=120, check=False
        )  # fmt: skip
    if "could not load the Qt platform plugin" in done.stderr.lower():
        pytest.skip("Qt finds no libraries for X here")
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
    before, width, height = found[0], *found[0]["screen"][2:]
    assert [width, height] == [int(one) // int(scale) for one in size.split("x")]
    assert before["frame"][2] <= width and before["frame"][3] <= height
    for one in found:
        if one["what"] == "before" or one["what"] == "after":
            assert (one["window"], one["frame"]) == (before["window"], before["frame"]), one
        else:
            assert one["is full"] and one["window"] == [width, height] and one["frame"] == [0, 0, width, height], one
            assert one["letters"] == letters and int(0.7 * letters) <= one["text"] <= 1.5 * letters
            assert one["drawing"][0] < width and one["drawing"][1] < height, one
    steps = [one["step"] for one in found]
    assert steps[:2] == [1, 1] and steps[3] == steps[4] == steps[2] - 1 > 2
