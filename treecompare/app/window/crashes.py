"""What is kept of a running window in case it ends badly: what was open, which commands were given, where it crashed.

Each process has two files in the user's state folder. ``NAME.trace`` is locked while the process runs, and holds its commands
and what faulthandler writes; ``NAME.json`` holds the treebanks' paths and what was looked at. A process that ends well deletes
both.
"""

from __future__ import annotations

import faulthandler
import json
import os
import re
import time
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from treecompare.app.common import preferences, report
from treecompare.app.common.errors import add_copy, log, log_path
from treecompare.app.common.plain import visible
from treecompare.app.shell.notice import Notice
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.errors import TreecompareError
from treecompare.saved.opening import Opened
from treecompare.writing import write_file

SOON = 1500
"""Milliseconds after which what is looked at is stored."""
TRACE_LIMIT = 100_000
"""Bytes at the end of a trace that are read."""


def folder() -> Path:
    """Where these files lie."""
    return log_path().parent / "running"


class Crashes(QObject):
    """Watches a window, and offers what one before it lost."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__()  # the window is gone before the program ends
        self._window = window
        self._trace: BinaryIO | None = None
        self._path = folder() / f"{os.getpid()}-{time.time_ns()}.trace"
        self._place: dict[str, Any] | None = None
        self._knows_views = False
        self.is_free = True
        """Nothing else was asked for; else the offer to go on is a line, which hides nothing."""
        self.line: Notice | None = None
        """The offer to go on, where that is a line."""
        self._soon = QTimer(self, singleShot=True, interval=SOON)
        self._soon.timeout.connect(self.store)
        window.destroyed.connect(self._soon.stop)

    def begin(self) -> None:
        """Offers to go on where another process ended badly, then watches this one.

        Where the disk cannot be written to, nothing is watched, and nobody is disturbed.
        """
        from treecompare.saved.schema import lock

        with suppress(OSError):
            folder().mkdir(parents=True, exist_ok=True)
            self._offer(ended_badly())
            trace = self._path.open("a+b", buffering=0)
            lock(trace)
            self._trace = trace
            self._write(report.about())
            faulthandler.enable(trace)
        report.step_hook = self._write
        for name, action in self._window.actions_.by_name.items():
            action.triggered.connect(partial(self._step, name))
        for name, choices in self._window.actions_.switches.items():
            for value, action in choices.items():
                action.triggered.connect(partial(self._step, f"{name} {value}"))
        self._window.session.opened.connect(self._opened)
        self._soon.start()

    def end(self) -> None:
        """The window was closed as it should be."""
        self._soon.stop()
        report.step_hook = None
        if self._trace is not None:
            faulthandler.disable()
            self._trace.close()
            self._trace = None
            _delete(self._path)

    # -- watching --------------------------------------------------------------------------------------------------------

    def _step(self, name: str, *_: object) -> None:
        report.step(name)
        self._soon.start()

    def _opened(self, opened: Opened) -> None:
        report.step(f"opened {opened.comparison.kind}, {len(opened.files.systems)} systems")
        if not self._knows_views:
            self._window.ready_workspace().sentences.selected.connect(lambda _: self._soon.start())
            self._knows_views = True
        if self._place is not None:
            self._window.files.go_to(self._place)
            self._place = None
        self._soon.start()

    def _write(self, text: str) -> None:
        if self._trace is not None:
            with suppress(OSError):
                self._trace.write(f"{text.rstrip()}\n".encode())

    def store(self) -> None:
        """Stores what is looked at, and the layout."""
        if self._trace is None:
            return
        session, named = self._window.session, self._window.files.file.named
        found: dict[str, Any] = {}
        if session.files is not None and self._window.is_comparing:
            files = session.files.mapped(lambda path: str(Path(path).absolute()))
            found["files"] = asdict(files if named is None else Files(str(named), ()))
            found["settings"] = asdict(session.settings) if session.settings is not None else {}
            found["place"] = self._window.files.place()
        self._window.store_state()
        with suppress(TreecompareError):
            write_file(self._path.with_suffix(".json"), json.dumps(found))

    # -- the one before ----------------------------------------------------------------------------------------------------

    def _offer(self, ended: list[tuple[str, dict[str, Any]]]) -> None:
        """One dialog or line, about the process that ended last."""
        if not ended:
            return
        for text, _ in ended:
            log(text)
        text, found = ended[-1]
        if not self.is_free:
            self._offer_in_line(text, found)
            return
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle("treecompare")
        box.setText("treecompare did not end properly last time.")
        add_copy(box, lambda: text)
        with suppress(KeyError, TypeError, AttributeError, ValueError):
            files = preferences.files_from(found["files"])
            said = "Your notes are saved. Reopen {0} where you were?"
            box.setInformativeText(said.format(visible(Path(files.gold).name)))
            again = box.addButton("&Open again", QMessageBox.ButtonRole.AcceptRole)
            box.setDefaultButton(again)
            again.clicked.connect(lambda: self._open_again(files, found))
        box.addButton(QMessageBox.StandardButton.Close)
        box.open()

    def _offer_in_line(self, text: str, found: dict[str, Any]) -> None:
        """The same where people are about to see something else."""
        line = self.line = Notice()
        self._window.add_line(line)
        said = "treecompare did not end properly last time."
        with suppress(KeyError, TypeError, AttributeError, ValueError):
            files, name = preferences.files_from(found["files"]), ""
            name = visible(Path(files.gold).name)

            def again() -> None:
                line.say("")
                self._open_again(files, found)

            line.add_button("Open again", f"{name}, where you were", again)
            said = f"{said} Your notes on {name} are saved."
        tip = "Version, system and the last commands; nothing of your treebanks or folders."
        line.add_button("Copy report", tip, lambda: QApplication.clipboard().setText(text))
        line.say(said, is_alert=True)

    def _open_again(self, files: Files, found: dict[str, Any]) -> None:
        from treecompare.saved.state import settings_of

        self._place = found.get("place") or {}
        if files.is_saved:
            self._window.open_comparison(files)
        else:
            self._window.files.open_with(files, settings_of(found.get("settings") or {}))


def ended_badly() -> list[tuple[str, dict[str, Any]]]:
    """What processes left that did not end as they should, the last one last: (trace, what was open). Their files are deleted."""
    from treecompare.saved.schema import lock

    found = []
    traces = [(path.stat().st_mtime, path) for path in folder().glob("*.trace")]
    for _, path in sorted(traces):
        try:
            with path.open("r+b") as file:
                lock(file)  # not possible while the process runs
                file.seek(max(path.stat().st_size - TRACE_LIMIT, 0))
                text = file.read().decode("utf-8", "replace")
        except OSError:
            continue
        opened = {}
        with suppress(OSError, ValueError):
            opened = json.loads(path.with_suffix(".json").read_text("utf-8"))
        text = re.sub(r'(?<=File ")[^"]*[/\\](?=[^/\\"]+[/\\][^/\\"]+")', "", text)  # people's folders concern nobody
        found.append((text, opened if isinstance(opened, dict) else {}))
        _delete(path)
    return found


def _delete(trace: Path) -> None:
    for path in (trace, trace.with_suffix(".json"), *trace.parent.glob(f".{trace.stem}*")):
        with suppress(OSError):
            path.unlink(missing_ok=True)
