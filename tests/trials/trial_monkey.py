"""A monkey at the window: seeded random actions over all jobs and kinds of comparison (``window_hands.py``).

Any exception, any unexpected error in a dialog, any warning
of Qt and too much memory is a fault; the seed repeats it, and ``python -m tests.trials.shrink`` finds the few that it takes.
Each action has random numbers of its own, so that it is the same whichever are left out before it.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QEventLoop,
    QSettings,
    Qt,
    QTimer,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtGui import QDesktopServices, QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QInputDialog,
    QPushButton,
    QWidget,
)

from tests.trials.guards import MOST_MEMORY, Log, chosen_actions, guarded, memory
from tests.trials.window_hands import SIZES, TEXTS, WindowHands

BRIEF, FULL = 150, 4_000
LARGEST = max(SIZES)
"""Width and height that windows are given; letters that follow a window which follows them would make it larger."""
SHOWN = 25
"""So many of the last actions are told with a fault."""

_kept: list[QApplication] = []
"""A program has one; it must not go with the first monkey."""
UNHEARD = ("This plugin does not support", "Keyboard event not accepted by receiving widget")
"""What the offscreen platform says of itself, and QTest of keys that mean nothing where they were pressed."""


class Fault(AssertionError):
    """What went wrong, and what repeats it."""


def run(rounds: int, seed: int) -> str:
    """Makes that many actions.

    Raises:
        Fault: an exception, an unexpected error or a warning of Qt, with the last actions.
    """
    with guarded(), _elsewhere() as folder:
        monkey = Monkey(folder, seed)
        try:
            monkey.act(rounds)
        finally:
            monkey.end()
    kinds = ", ".join(f"{name} {number}" for name, number in monkey.done.most_common())
    most = f"at most {monkey.most_memory // 1_000_000} MB more"
    return f"{rounds} actions with seed {seed}, no exception, no warning of Qt, {most} ({kinds})"


@contextmanager
def _elsewhere() -> Iterator[Path]:
    """Settings, data and log file lie in a folder of their own; the text size of this program is as before afterwards."""
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    _kept.append(application)
    quits, font = application.quitOnLastWindowClosed(), QFont(application.font())
    application.setQuitOnLastWindowClosed(False)
    folder = Path(tempfile.mkdtemp(prefix="monkey-"))
    own = {name: str(folder / name) for name in ("XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")}
    try:
        with mock.patch.dict(os.environ, own):
            QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(folder / "settings"))
            yield folder
    finally:
        application.setQuitOnLastWindowClosed(quits)
        application.setStyleSheet("")
        application.setFont(font)
        shutil.rmtree(folder, ignore_errors=True)


class Monkey:
    """A window, somebody without aims in front of it, and what was seen to go wrong."""

    def __init__(self, folder: Path, seed: int) -> None:
        from treecompare.window.common.worker import Garbage
        from treecompare.window.frame.application import new_window

        self.garbage = Garbage()
        self.draw, self.draw_answer = random.Random(seed), random.Random(seed)
        self.seed, self.folder = seed, folder
        self.done: Counter[str] = Counter()
        self.log = Log(folder / "actions")
        self.memory, self.most_memory = memory(), 0
        self.faults: list[str] = []
        self.treebanks = _treebanks(folder)
        self.patches = self._answers()
        for patch in self.patches:
            patch.start()
        self._hooks = sys.excepthook, sys.unraisablehook
        sys.excepthook = lambda kind, error, trace: self._fault("".join(traceback.format_exception(kind, error, trace)))
        sys.unraisablehook = lambda found: self._fault("".join(traceback.format_exception(found.exc_value)))
        self._handler = qInstallMessageHandler(self._hear)
        self.closer = QTimer(interval=40)
        # by a timer of its own: an answer may ask the next question, and a timer does not fire within itself
        self.closer.timeout.connect(lambda: QTimer.singleShot(0, self._close_what_waits))
        self.closer.start()
        self.window = new_window()
        self.hands = WindowHands(self)
        self.window.show()
        self.spin(10)

    # -- what goes wrong -----------------------------------------------------------------------------------------------

    def _fault(self, text: str) -> None:
        self.faults.append(text)

    def _hear(self, kind: QtMsgType, _context: object, text: str) -> None:
        if kind != QtMsgType.QtDebugMsg and kind != QtMsgType.QtInfoMsg and not text.startswith(UNHEARD):
            self._fault(f"Qt: {text}\n{''.join(traceback.format_stack(limit=8))}")

    def _check(self, number: int) -> None:
        for box in QApplication.topLevelWidgets():
            if box.isVisible() and (box.width() > LARGEST[0] or box.height() > LARGEST[1]):
                self._fault(f"{self.name(box)} is {box.width()} x {box.height()}, which no screen is")
        if not self.window.isVisible():
            self._fault("the window is gone")
        for said in self.window.banner.said:
            if "Traceback" in said:
                self._fault(said)
        self.most_memory = max(self.most_memory, memory() - self.memory)
        if self.most_memory > MOST_MEMORY:
            self._fault(f"{self.most_memory:,} bytes of memory")
        if self.faults:
            actions = "\n  ".join(self.log.last(SHOWN))
            raise Fault(
                f"seed {self.seed}, action {number}: {self.faults[0]}\nthe last actions:\n  {actions}\n"
                f"again: python -m tests.trials monkey --seed {self.seed} --rounds {number + 1}; shorter: "
                f"python -m tests.trials.shrink --seed {self.seed} --rounds {number + 1}"
            )

    def _close_what_waits(self) -> None:
        """Dialogs and menus that wait for an answer get one."""
        popup, modal = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        if popup is not None:
            QTest.keyClick(popup, self.draw_answer.choice([Qt.Key.Key_Down, Qt.Key.Key_Escape]))
            popup.close()
        elif isinstance(modal, QDialog):
            buttons = [one for one in modal.findChildren(QPushButton) if one.isVisible() and one.isEnabled()]
            self.draw_answer.choice([modal.reject, *(button.click for button in buttons)])()

    def _answers(self) -> list[Any]:
        """Questions that Qt asks in its own loop."""

        def texts(*_: Any, **__: Any) -> tuple[str, bool]:
            return self.draw.choice(TEXTS), self.draw.random() < 0.7

        def numbers(*_: Any, **__: Any) -> tuple[int, bool]:
            return self.draw.randint(1, 12), self.draw.random() < 0.7

        def opened(*_: Any, **__: Any) -> tuple[str, str]:
            return self.draw.choice([self.some_file(), ""]), ""

        def several(*_: Any, **__: Any) -> tuple[list[str], str]:
            return [self.some_file() for _ in range(self.draw.randint(0, 3))], ""

        def saved(*_: Any, **__: Any) -> tuple[str, str]:
            suffix = self.draw.choice(["treecompare", "csv", "tsv", "json", "svg", "pdf", "png", "tex", "odd"])
            return self.draw.choice(
                [str(self.folder / f"saved.{suffix}"), str(self.folder / "no" / "folder.csv"), ""]
            ), ""

        answers: list[tuple[type, str, Callable[..., Any]]] = [
            (QInputDialog, "getText", texts), (QInputDialog, "getInt", numbers), (QFileDialog, "getOpenFileName", opened),
            (QFileDialog, "getOpenFileNames", several), (QFileDialog, "getSaveFileName", saved),
            (QDesktopServices, "openUrl", lambda *_: True),
        ]  # fmt: skip
        return [mock.patch.object(owner, name, staticmethod(answer)) for owner, name, answer in answers]

    def some_file(self) -> str:
        """One that is there to be opened."""
        saved = sorted(str(path) for path in self.folder.glob("saved.*"))
        return self.draw.choice([path for files in self.treebanks for path in files.paths] + saved)

    # -- acting --------------------------------------------------------------------------------------------------------

    def act(self, rounds: int) -> None:
        """Makes random actions and looks after each what went wrong."""
        ways = self.hands.ways
        self.log.begin("at first")
        self.hands.open()
        for number in sorted(set(range(rounds)) & (chosen_actions() or set(range(rounds)))):
            self.draw.seed(f"{self.seed} {number}")
            self.draw_answer.seed(f"{self.seed} {number} answers")  # when something is asked is not always the same
            way = self.draw.choices(list(ways), list(ways.values()))[0]
            self.done[way.__name__.strip("_")] += 1
            self.log.begin(f"{number} {way.__name__.strip('_')}")
            try:
                way()
                self.spin(self.draw.choice([0, 0, 1, 5]))
            except Exception:
                self._fault(traceback.format_exc())
            self._check(number)

    def end(self) -> None:
        """Closes the window, and gives everything back."""
        from treecompare.window.common.worker import is_any_running

        self.window.close()
        self.closer.stop()
        for _ in range(1_000):  # closing waits for no thread, the end of the program would
            if not is_any_running():
                break
            self.spin(10)
        self.garbage.end()
        for patch in self.patches:
            patch.stop()
        sys.excepthook, sys.unraisablehook = self._hooks
        qInstallMessageHandler(self._handler)
        self.log.close()

    def spin(self, milliseconds: int) -> None:
        """Lets the window work."""
        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # type: ignore[call-overload]

    def tell(self, what: object) -> None:
        """Says what is going to be done; in a file, too, which a crash leaves behind."""
        self.log.tell(what)

    def name(self, widget: QWidget | None) -> str:
        """What a widget is, for the list of actions."""
        if widget is None:
            return "nothing"
        parent = widget.parentWidget()
        above = parent.accessibleName() if parent else ""
        names = [one for one in (widget.accessibleName(), widget.objectName(), above) if one]
        return f"{type(widget).__name__} {names[0] if names else ''}".strip()


def _treebanks(folder: Path) -> list[Any]:
    """Small comparisons of all kinds, and some that cannot be read as they should."""
    from tests.made import erring, gold_trees
    from tests.window.frame.strange import conllu, constituents, dependencies, several_golds
    from treecompare.comparison.files import Files

    def write(name: str, text: str) -> str:
        path = folder / name
        path.write_text(text, "utf-8")
        return str(path)

    gold = gold_trees(30)
    systems = [erring(gold, seed) for seed in (2, 3, 4)]
    systems[1][5], systems[1][9] = "(())", "(S (X a))"
    trees = write("gold.mrg", "\n".join(gold) + "\n")
    parses = [write(f"{name}.mrg", "\n".join(one) + "\n") for name, one in zip("abc", systems, strict=True)]
    odd = write("odd.mrg", "(S (NP a\n)))) )\x00\n")
    empty = write("empty.mrg", "")
    arcs = write("plain gold.conllu", conllu("nsubj", 2))
    return [
        Files(trees, tuple(("", path) for path in parses)),
        Files(trees, (("", parses[0]),)),
        constituents(folder),
        dependencies(folder),
        several_golds(folder),
        Files(arcs, (("", arcs), ("", parses[0]))),
        Files(trees, (("", odd), ("", empty), ("", parses[1]))),
        Files(odd, (("", str(folder / "missing.mrg")),)),
    ]
