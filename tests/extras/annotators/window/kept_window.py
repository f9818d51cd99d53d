"""The program on a comparison file of two annotators; it decides by a key until it is killed."""

from __future__ import annotations

import sys

from PySide6.QtTest import QTest

from tests.conftest import let_pass
from treecompare.extras.annotators.job import DecideJob
from treecompare.window.common import fonts, preferences, screen
from treecompare.window.frame.application import new_window

if __name__ == "__main__":
    application = screen.application()
    fonts.dress(application)
    preferences.begin("tried")
    preferences.add_known(sys.argv[1])  # nobody is asked whether what it reads is wanted
    window = new_window()
    window.show()
    window.open_paths([sys.argv[1]])
    while window.is_busy or not isinstance(window.job, DecideJob):
        let_pass(10)
    window.list.setFocus()
    while isinstance(job := window.job, DecideJob):
        QTest.keyClick(window.list, "2")  # type: ignore[call-overload]
        let_pass(1)
        print(job.made.decided, flush=True)
