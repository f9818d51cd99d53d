"""What is kept of a running window in case it ends badly: what was open, which commands were given, where it crashed.

Each process has two files in the user's state folder. ``NAME.trace`` is locked while the process runs, and holds its commands
and what faulthandler writes; ``NAME.json`` holds the treebanks' paths and what was looked at. A process that ends well deletes
both.
"""

from __future__ import annotations

import faulthandler
import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from treecompare.errors import TreecompareError
from treecompare.jobs import report
from treecompare.jobs.base import Job
from treecompare.jobs.remembered import recent_from
from treecompare.window.frame.program import FrameWindow
from treecompare.writing import write_file

SOON = 1500
"""Milliseconds after which what is looked at is stored."""


class Crashes(QObject):
    """Watches the windows of the program, and offers in one of them what a process before this one lost."""

    def __init__(self, window: FrameWindow) -> None:
        super().__init__()  # the window is gone before the program ends
        self._window = window
        self._trace: BinaryIO | None = None
        self._path = report.traces() / f"{os.getpid()}-{time.time_ns()}.trace"
        self._soon = QTimer(self, singleShot=True, interval=SOON)
        self._soon.timeout.connect(self.store)

    def begin(self) -> None:
        """Offers to go on where another process ended badly, then watches this one.

        Where the disk cannot be written to, nothing is watched, and nobody is disturbed.
        """
        from treecompare.saved.schema import lock

        with suppress(OSError):
            report.traces().mkdir(parents=True, exist_ok=True)
            self._offer(report.ended_badly())
            trace = self._path.open("a+b", buffering=0)
            lock(trace)
            self._trace = trace
            self._write(report.about())
            faulthandler.enable(trace)
        report.step_hook = self._step
        self._window.opened.connect(self._opened)
        self._window.list.chosen.connect(lambda _: self._soon.start())
        self._window.destroyed.connect(self._soon.stop)
        self._soon.start()

    def end(self) -> None:
        """The program ends as it should."""
        self._soon.stop()
        report.step_hook = None
        if self._trace is not None:
            faulthandler.disable()
            self._trace.close()
            self._trace = None
            report.forget_trace(self._path)

    # -- watching --------------------------------------------------------------------------------------------------------

    def _step(self, line: str) -> None:
        self._write(line)
        self._soon.start()

    def _opened(self, job: Job) -> None:
        report.step(f"opened {job.kind}")

    def _write(self, text: str) -> None:
        if self._trace is not None:
            with suppress(OSError):
                self._trace.write(f"{text.rstrip()}\n".encode())

    def store(self) -> None:
        """Stores what is open, and what is looked at in it."""
        if self._trace is None or not isValid(self._window):
            return
        wanted, found = self._window.wanted, dict[str, Any]()
        if wanted is not None and self._window.job is not None:
            found["wanted"] = asdict(wanted.mapped(lambda path: str(Path(path).absolute())))
            self._window.leave()
        with suppress(TreecompareError):
            write_file(self._path.with_suffix(".json"), json.dumps(found))

    # -- the one before ----------------------------------------------------------------------------------------------------

    def _offer(self, ended: list[tuple[str, dict[str, Any]]]) -> None:
        """A line about the process that ended last; it hides nothing of what was asked for now."""
        for text, _ in ended:
            report.log(text)
        if not ended:
            return
        text, found = ended[-1]
        said, again = "treecompare did not end properly last time.", list[tuple[str, Callable[[], object]]]()
        with suppress(KeyError, TypeError, AttributeError, ValueError):
            wanted = recent_from(found["wanted"])
            said += f" Your notes on {Path(wanted.paths[0]).name} are saved."
            again = [("Open again", lambda: self._window.open_wanted(wanted))]
        self._window.banner.tell([said], *again, ("Copy report", lambda: QApplication.clipboard().setText(text)))
