"""Tries the whole program out in a window of its own: what works here, and what does not. The frozen program carries it."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

from PySide6.QtCore import QEventLoop, QSettings, QTimer, QtMsgType, qInstallMessageHandler

from treecompare import resources
from treecompare.cli.printing import say, tell
from treecompare.comparison.files import Files
from treecompare.jobs.base import Field
from treecompare.kernels import KERNELS, compiled_kernel
from treecompare.window.common import screen
from treecompare.window.common.worker import is_any_running
from treecompare.window.frame.application import new_window
from treecompare.window.frame.program import FrameWindow
from treecompare.writing import write_file

SECONDS_TO_WAIT = 60.0
MARKS = {".svg": b"<svg", ".pdf": b"%PDF-", ".png": b"\x89PNG", ".tex": b"\\begin{"}
"""What stands in files of these endings."""
NOT_MEANT = "This plugin does not support"  # as Qt says of screens that are none

Told = tuple[str, str]
"""What was tried, and what went wrong with it; empty if nothing did."""


class Wrong(Exception):
    """What was found instead of what was expected."""


def show_tried(tries: Iterable[Told]) -> int:
    """Prints what was tried; returns the exit status: 1 if anything went wrong."""
    failed = 0
    for what, wrong in tries:
        say(f"{'failed' if wrong else 'works'}  {what}")
        if wrong:
            failed += 1
            tell(f"{what}:")
            for line in wrong.splitlines():
                tell(f"    {line}")
    say("Everything works." if not failed else f"{failed} did not work; please send this output to the authors.")
    return int(failed > 0)


def tried() -> Iterator[Told]:
    """Opens the samples, draws, exports, saves, types a note; nothing of the user's is read or written."""
    with _elsewhere() as folder:
        yield from _Tries(folder).all()


@contextmanager
def _elsewhere() -> Iterator[Path]:
    """A folder for settings, notes, log and caches; its name has a blank and letters beyond ASCII, as names of people have."""
    folder = Path(tempfile.mkdtemp(prefix="treecompare ärgert ")).resolve()
    names = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "WIN_PD_OVERRIDE_LOCAL_APPDATA")
    try:
        with mock.patch.dict(os.environ, {name: str(folder / name) for name in names}):
            QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(folder / "settings"))
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class _Tries:
    """A window, and what was seen to go wrong since somebody looked last."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._wrong: list[str] = []
        self._window: FrameWindow | None = None

    def all(self) -> Iterator[Told]:
        """Each try, as soon as it is made."""
        application = screen.application()
        application.setQuitOnLastWindowClosed(False)
        before = qInstallMessageHandler(self._hear)
        try:
            with mock.patch("sys.excepthook", self._raised):
                yield from self._all()
        finally:
            qInstallMessageHandler(before)

    def _all(self) -> Iterator[Told]:
        kernels = sum(compiled_kernel(name) is not None for name in KERNELS)
        slower = "; large treebanks take longer: install again where there is a C compiler" * (kernels < len(KERNELS))
        yield self._try(f"libraries, {kernels} of {len(KERNELS)} compiled kernels{slower}", self._libraries)
        yield self._try("window", self._open_window)
        if self._window is None:
            return
        for sample in resources.samples():
            yield self._try(f"sample {sample.key}", partial(self._open_sample, sample.key))
            yield self._try(f"drawing of {sample.key}", partial(self._draw, sample.key))
        yield self._try("note that is kept", lambda: self._note(resources.samples()[0]))
        yield self._try("closing", self._close)

    def _try(self, what: str, do: Callable[[], object]) -> Told:
        try:
            do()
        except Exception as error:
            is_expected = isinstance(error, Wrong)
            self._wrong.append(str(error) if is_expected else "".join(traceback.format_exception(error)))
        if (window := self._window) is not None:
            self._wrong += [one for one in window.banner.said if window.job is None or one not in window.job.remarks()]
            window.banner.clear()
        wrong, self._wrong = "\n".join(self._wrong), []
        return what, wrong

    def _hear(self, kind: QtMsgType, _context: Any, text: str | None) -> None:
        if kind != QtMsgType.QtDebugMsg and not (text or "").startswith(NOT_MEANT):
            self._wrong.append(f"Qt: {text}")

    def _raised(self, kind: type[BaseException], error: BaseException, trace: Any) -> None:
        self._wrong.append("".join(traceback.format_exception(kind, error, trace)))

    # -- what is tried -------------------------------------------------------------------------------------------------

    def _libraries(self) -> None:
        """Those that are imported late."""
        from treecompare.readers import read, read_dependencies

        samples = {one.key: one for one in resources.samples()}
        trees = read(samples["first-comparison"].gold).trees
        if not trees or not trees[0].to_nltk().leaves():
            raise Wrong("nltk made no tree")
        if not read_dependencies(samples["dependencies"].gold).sentences[0].graph().edges:
            raise Wrong("networkx made no graph")

    def _open_window(self) -> None:
        window = new_window()
        window.show()
        self._wait_for(window.isVisible, "the window")
        self._window = window

    def _open_sample(self, key: str) -> None:
        assert self._window is not None
        self._window.open_sample(key)
        self._wait_for_job()
        if not len(self._window.list.places_model.shown.order):
            raise Wrong("nothing is listed")

    def _draw(self, key: str) -> None:
        """Every ending that this kind of drawing has."""
        assert self._window is not None
        view = self._window.drawings.view
        self._wait_for(lambda: view.drawing is not None, "the drawing")
        for ending in (".svg", ".pdf", ".png", ".tex"):
            path = self._folder / f"{key}{ending}"
            write_file(str(path), view.written(ending[1:]))
            check(path)

    def _note(self, sample: resources.Sample) -> None:
        """On copies: notes on the samples themselves are the user's."""
        assert self._window is not None
        window, text = self._window, "Größe: «ü»"
        copies = [Path(shutil.copy(path, self._folder)) for path in (sample.gold, *sample.systems)]
        files = Files(str(copies[0]), tuple(("", str(one)) for one in copies[1:]))
        window.open_wanted(files)
        self._wait_for_job()
        window.do("note", text, [1])
        window.show_start()
        window.open_wanted(files)
        self._wait_for_job()
        assert window.job is not None
        kept = [one.text for one in window.job.why(1) if isinstance(one, Field) and one.key == "note"]
        if kept != [text]:
            raise Wrong(f"the note reads {kept} when it is opened again; expected {text!r}")

    def _close(self) -> None:
        window, self._window = self._window, None
        assert window is not None
        window.close()
        self._wait_for(lambda: not is_any_running(), "work in the background to end")

    # -- waiting -------------------------------------------------------------------------------------------------------

    def _wait_for_job(self) -> None:
        window = self._window
        assert window is not None
        self._wait_for(lambda: window.job is not None and not window.is_busy, "what is opened")

    def _wait_for(self, is_there: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + SECONDS_TO_WAIT
        while True:
            loop = QEventLoop()
            QTimer.singleShot(30, loop.quit)
            loop.exec()
            if is_there():
                return
            if time.monotonic() > end:
                raise Wrong(f"{what}: waited for {SECONDS_TO_WAIT:.0f} seconds in vain")


def check(path: Path) -> None:
    """Whether a file holds what its ending says."""
    data = path.read_bytes() if path.exists() else b""
    if len(data) < 200 or MARKS[path.suffix] not in data:
        raise Wrong(f"{path.name}: {len(data)} bytes that are not {path.suffix[1:].upper()}")
