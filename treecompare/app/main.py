"""Starts the window."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence

from PySide6.QtWidgets import QApplication

from treecompare import __version__
from treecompare.app.errors import ExceptionHook
from treecompare.app.opening import guess
from treecompare.app.preferences import Files, is_comparison_file
from treecompare.app.window import MainWindow


def run_app(gold: str | None = None, systems: Sequence[str] = (), sample: str | None = None) -> int:
    """Opens the window, on files or on a shipped sample if any are given; returns the exit status."""
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    application.setApplicationName("treecompare")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("treecompare")
    application.setStyle("Fusion")
    sys.excepthook = ExceptionHook()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # else Ctrl-C in the terminal waits for the next event
    window = MainWindow()
    window.apply_theme()
    application.styleHints().colorSchemeChanged.connect(window.apply_theme)
    window.show()
    open_at_start(window, gold, systems, sample)
    status = application.exec()
    sys.excepthook = sys.__excepthook__
    return status


def open_at_start(window: MainWindow, gold: str | None, systems: Sequence[str], sample: str | None) -> None:
    """Opens what the command line named. ``NAME=FILE`` names a system; without ``--gold`` the names of files decide."""
    if sample is not None:
        window.open_sample(sample)
    elif gold is not None and is_comparison_file(gold) and not systems:
        window.open_comparison(Files(gold, ()))
    elif gold is not None and systems:
        window.open_comparison(Files(gold, tuple(map(_named, systems))))
    elif gold is not None:
        window.open_dropped([gold])
    elif systems:
        names = {path: name for name, path in map(_named, systems)}
        files = guess(list(names))
        if files is None:
            window.open_dropped(list(names))
        else:
            window.open_comparison(Files(files.gold, tuple((names[path], path) for _, path in files.systems)))


def _named(argument: str) -> tuple[str, str]:
    from pathlib import Path

    name, given, path = argument.partition("=")
    return (name, path) if given and not Path(argument).exists() else ("", argument)
