"""The process: what stands around windows from its start to its end."""

from __future__ import annotations

import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from functools import partial
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication, QFileDialog
from shiboken6 import isValid

from treecompare import __version__
from treecompare.jobs import report
from treecompare.jobs.remembered import recent_from
from treecompare.jobs.wanted import is_in_own_folder
from treecompare.window.common import preferences, screen
from treecompare.window.common.choosers import fit_files
from treecompare.window.common.worker import Garbage, Newest, is_any_running
from treecompare.window.frame import settings
from treecompare.window.frame.program import FrameWindow
from treecompare.window.frame.window import Window

SOON = 1500
"""Milliseconds after which what is looked at is stored."""
SEEN, LATER = 300, ("numpy", "treecompare.window.frame.scene_view", "treecompare.window.frame.commands")
"""Milliseconds after which the start page is seen, and people look at it; what else the window has is imported then, and made."""
QUIET_SECONDS = 5.0
"""A failing paint event fires once per cell: after one line, further surprises are only logged for a while."""


def run_app(named: Mapping[str, Any] | None = None, sample: str | None = None) -> int:
    """Opens the window, on what the command line named (see :meth:`~treecompare.window.frame.program.FrameWindow.open_named`), or
    on a shipped sample; returns the exit status."""
    application = screen.application()
    application.setApplicationName("treecompare")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("org.treecompare.treecompare")
    garbage = Garbage()
    sys.excepthook = ExceptionHook()
    look_at_home_first()
    said = preferences.begin(__version__)
    settings.show_look()
    application.styleHints().colorSchemeChanged.connect(settings.show_look)
    window = new_window()
    finder = Finder(window.open_paths)
    application.installEventFilter(finder)
    window.show()
    if said:
        window.banner.tell([said])
    crashes = Crashes(window)
    application.aboutToQuit.connect(crashes.end)  # where a session ends, nothing that follows may run any more
    QTimer.singleShot(0, crashes.begin)  # the window is seen first
    opens = partial(window.open_named, named or {}) if sample is None else partial(window.open_sample, sample)
    recent = preferences.recent() if sample is None and not any((named or {}).values()) else ()
    if recent and preferences.text(settings.BEGINS) == settings.LAST:
        opens = partial(window.open_wanted, recent[0])
    QTimer.singleShot(0, window, opens)
    beside = partial(Newest(window).ask, _take_in, lambda _: None)
    further = [*(partial(import_module, name) for name in LATER), window.make_parts, beside]

    def go_on() -> None:
        for number, do in enumerate(further):  # one after the other: in between, clicks are heard
            QTimer.singleShot(SEEN + number, window, do)

    QTimer.singleShot(0, window, go_on)  # a slow machine shows the window first, too
    with ended_by_signals(application.quit):
        status = application.exec()
    application.removeEventFilter(finder)
    crashes.end()
    garbage.end()
    sys.excepthook = sys.__excepthook__
    if is_any_running():  # all is stored; a thread that is stuck must not be waited for, nor see the program taken down
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        os._exit(status)
    return status


def _take_in(_: Any) -> None:
    """Imports what opens files in the background: two thirds of the time until a sample is drawn."""
    import treecompare.jobs.opening  # noqa: F401


def new_window() -> FrameWindow:
    """A window that is given up, with all that it holds, when it is closed."""
    window = FrameWindow()
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return window


def look_at_home_first() -> None:
    """Until files were opened once, they are looked for where the program was started; not in its own folder, nor in that of the
    system, where menus and icons start it."""
    if not preferences.text("folder") and is_in_own_folder():
        preferences.store("folder", str(Path.home()))


class Crashes(QObject):
    """Keeps what is done in case the program ends badly, and offers what a process before this one lost."""

    def __init__(self, window: FrameWindow) -> None:
        super().__init__()  # the window is gone before the program ends
        self._window, self._trace = window, report.Trace()
        self._soon = QTimer(self, singleShot=True, interval=SOON, timeout=self.store)

    def begin(self) -> None:
        """Offers to go on where another process ended badly, then watches this one."""
        self._offer(self._trace.begin())
        report.step_hook = self._step
        self._window.opened.connect(lambda job: report.step(f"opened {job.kind}"))
        self._window.lookedAt.connect(lambda _: self._soon.start())
        self._window.destroyed.connect(self._soon.stop)
        self._soon.start()

    def end(self) -> None:
        """The program ends as it should."""
        self._soon.stop()
        report.step_hook = None
        self._trace.end()

    def _step(self, line: str) -> None:
        self._trace.write(line)
        self._soon.start()

    def store(self) -> None:
        """Stores what is open, and what is looked at in it."""
        found = dict[str, Any]()
        if isValid(self._window) and self._window.wanted is not None and self._window.job is not None:
            found["wanted"] = asdict(self._window.wanted.mapped(lambda path: str(Path(path).absolute())))
            self._window.leave()
        self._trace.store(found)

    def _offer(self, ended: list[tuple[str, dict[str, Any]]]) -> None:
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


class ExceptionHook:
    """Sends exceptions that nobody caught to the window in front, and to the log file."""

    def __init__(self) -> None:
        self._quiet_until = 0.0

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """As ``sys.excepthook``."""
        if issubclass(kind, KeyboardInterrupt):
            if (application := QApplication.instance()) is not None:
                application.quit()
            return
        if sys.stderr is not None:
            traceback.print_exception(kind, error, trace)
        now, seen = time.monotonic(), [one for one in QApplication.topLevelWidgets() if one.isVisible()]
        windows = sorted((one for one in seen if isinstance(one, Window)), key=Window.isActiveWindow)
        if now < self._quiet_until or not windows:
            report.log("".join(traceback.format_exception(kind, error, trace)))
            return
        self._quiet_until = now + QUIET_SECONDS
        windows[-1].banner.fail(error.with_traceback(trace))


class Finder(QObject):
    """Opens files that macOS hands over in messages, not as arguments; makes room in Qt's own dialog, where no system has one.
    ``opens``: takes paths."""

    def __init__(self, opens: Callable[[list[str]], object]) -> None:
        super().__init__()
        self._opens = opens

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self._opens([event.file()])
            return True
        if event.type() == QEvent.Type.Show and isinstance(watched, QFileDialog):
            fit_files(watched)
        return super().eventFilter(watched, event)


@contextmanager
def ended_by_signals(end: Callable[[], object]) -> Iterator[None]:
    """Meanwhile ``end`` is called in Qt's event loop when a signal asks for it; a second one ends the program at once.

    Python hears of a signal when it runs next: :class:`Garbage` has it run several times a second.
    """

    def heard(*_: object) -> None:
        for number in before:
            signal.signal(number, signal.SIG_DFL)
        QTimer.singleShot(0, end)  # also where events are not yet heard

    asking = [one for one in signal.Signals if one.name in ("SIGINT", "SIGTERM", "SIGHUP")]  # Windows has no SIGHUP
    before = {
        number: signal.signal(number, heard) or signal.SIG_DFL
        for number in asking
        if signal.getsignal(number) != signal.SIG_IGN  # as nohup has it
    }
    try:
        yield
    finally:
        for number, was in before.items():
            signal.signal(number, was)
