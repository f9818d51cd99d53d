"""The first thing of a window: a connection to the screen, or one sentence that says why there is none."""

from __future__ import annotations

import os
import sys
from typing import Any

from PySide6 import __version__
from PySide6.QtCore import QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

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
            sys.stderr.write(f"treecompare: {report.no_screen([*said, text or ''])}\n")
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
