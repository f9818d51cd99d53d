"""The first thing of a window: a connection to the screen, or one sentence that says why there is none."""

from __future__ import annotations

import os
import sys
from typing import Any

from PySide6 import __version__
from PySide6.QtCore import QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from treecompare.errors import QT_PACKAGES
from treecompare.jobs import report
from treecompare.window.common import fonts

SECONDS_A_TURN = 0.0005
"""So long the window waits for a thread that computes in Python; ten times as long is usual, and felt where it waits often."""


def application() -> QApplication:
    """The application; where Qt finds no screen, the program ends with status 2 and a sentence on standard error.

    Qt itself would abort the process.
    """
    there = QApplication.instance()
    if isinstance(there, QApplication):
        return there
    said: list[str] = []

    def hear(kind: QtMsgType, _context: Any, text: str | None) -> None:
        if kind != QtMsgType.QtFatalMsg:
            said.append(text or "")
            return
        if sys.stderr is not None:
            sys.stderr.write(f"treecompare: {why([*said, text or ''])}\n")
            sys.stderr.flush()
        os._exit(2)

    before = qInstallMessageHandler(hear)
    try:
        made = QApplication(sys.argv[:1])
    finally:
        qInstallMessageHandler(before)
    for text in said if sys.stderr is not None else ():
        sys.stderr.write(f"{text}\n")
    report.shown_with = f"PySide6 {__version__}, {made.platformName()}"
    sys.setswitchinterval(SECONDS_A_TURN)
    made.setStyle("Fusion")
    fonts.dress(made)
    return made


def why(said: list[str]) -> str:
    """The sentence for what Qt said before it gave up."""
    rest = "; commands such as 'treecompare score' work without a window"
    wanted, all_said = os.environ.get("QT_QPA_PLATFORM"), "\n".join(said)
    display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if wanted and f'"{wanted.partition(":")[0]}"' in all_said and "even though it was found" not in all_said:
        return f"QT_QPA_PLATFORM is {wanted!r}, which is none of Qt's platforms here; expected xcb, wayland or nothing{rest}"
    if sys.platform == "linux" and not display:
        return f"there is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set; expected a desktop session{rest}"
    if "could not connect to display" in all_said or "Failed to create wl_display" in all_said:
        return f"no screen answers at {display}; expected that of a running desktop session{rest}"
    if sys.platform != "linux":
        return (
            f"Qt cannot load its plugin for the screen; expected a whole installation: install treecompare anew{rest}"
        )
    return f"Qt cannot load its plugin for the screen; on Debian or Ubuntu: sudo apt install {QT_PACKAGES}{rest}"
