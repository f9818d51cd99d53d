"""An error in what Qt calls is told as any other; it does not end the program."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import sys
import treecompare.window
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

class Filter(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.User:
            FAULT
        return False

class Widget(QWidget):
    def event(self, event):
        if event.type() == QEvent.Type.User + 1:
            FAULT
        return super().event(event)

told = []
sys.excepthook = lambda kind, error, trace: told.append(kind.__name__)
application = QApplication([])
widget, watching = Widget(), Filter()
widget.installEventFilter(watching)
for number in (0, 1):  # from within Python, as a resized window resizes what stands in it
    event = QEvent(QEvent.Type(QEvent.Type.User + number))
    QTimer.singleShot(0, lambda event=event: QApplication.sendEvent(widget, event))
QTimer.singleShot(50, application.quit)
application.exec()
print(told)
"""


@pytest.mark.parametrize("fault", ["[][0]", "[].index(3)", "1 + 'a'", "{}['x']"])
def test_an_error_in_an_override_is_told(fault: str) -> None:
    found = subprocess.run(
        [sys.executable, "-c", PROGRAM.replace("FAULT", fault)],
        env={"QT_QPA_PLATFORM": "offscreen"}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    assert found.stdout.count("Error'") == 2, found.stdout + found.stderr
