"""Starts the window."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt

from treecompare import __version__
from treecompare.app.common import preferences, screen
from treecompare.app.common.errors import ExceptionHook
from treecompare.app.common.garbage import Garbage
from treecompare.app.common.notice import Notice
from treecompare.app.common.worker import is_any_running
from treecompare.app.frame.application import AskedToEnd, Finder, look_at_home_first
from treecompare.app.window.window import MainWindow
from treecompare.comparison.roles import named_files


def run_app(named: Mapping[str, Any] | None = None, sample: str | None = None) -> int:
    """Opens the window, on files (see :func:`open_at_start`) or on a shipped sample; returns the exit status."""
    application = screen.application()
    application.setApplicationName("treecompare")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("org.treecompare.treecompare")
    garbage = Garbage()
    sys.excepthook = ExceptionHook()
    look_at_home_first()
    window = new_window()
    application.styleHints().colorSchemeChanged.connect(window.apply_theme)
    finder = Finder(window.open_dropped)
    application.installEventFilter(finder)
    window.show()
    tell_of_settings(window)
    asked = AskedToEnd(application.quit)
    open_at_start(window, named or {}, sample)
    status = application.exec()
    application.removeEventFilter(finder)
    asked.stop()
    garbage.end()
    sys.excepthook = sys.__excepthook__
    if (
        is_any_running()
    ):  # all is stored; a thread that is stuck must neither be waited for nor see the program taken down
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        os._exit(status)
    return status


def tell_of_settings(window: MainWindow) -> None:
    """A line where people should know something of what is remembered."""
    if said := preferences.begin(__version__):
        line = Notice()
        window.add_line(line)
        line.say(said)


def new_window() -> MainWindow:
    """A window that is given up, with all that it holds, when it is closed."""
    window = MainWindow()
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    window.apply_theme()
    return window


def open_at_start(window: MainWindow, named: Mapping[str, Any], sample: str | None = None) -> None:
    """Opens what the command line named (see :func:`~treecompare.comparison.roles.named_files`), or a shipped sample."""
    if sample is not None:
        window.open_sample(sample)
        return
    files, unclear = named_files(named)
    if files is not None:
        window.open_comparison(files)
    elif unclear:
        window.open_dropped(unclear)
