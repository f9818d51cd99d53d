"""A monkey at the window: seeded random commands, keys, clicks, docks, filters, files and sizes, over all kinds of comparison.

Half of what it does is done in lesson windows (``lesson_hands.py``). Any exception, any unexpected error in a dialog, any warning
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
    QPoint,
    QPointF,
    QSettings,
    Qt,
    QTimer,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtGui import QDesktopServices, QFont, QKeyEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QInputDialog,
    QMessageBox,
    QPushButton,
    QTableView,
    QWidget,
)

from tests.trials.guards import MOST_MEMORY, Log, chosen_actions, guarded, memory
from tests.trials.lesson_hands import LessonHands

BRIEF, FULL = 150, 4_000
SHOWN = 25
"""So many of the last actions are told with a fault."""

TEXTS = (
    "dog", "the", "", "[", "(a+)+$", "NP > PP", "gold: PP > NP  test: PP > VP", "/^N/ < DT", "<b>x&y", "\u202eabc", "שלום", "%s{0}",
    "a\nb", "nsubj", "*", "NP <", "((", "\x1b", "1e999", "-3", "𝒜" * 40,
)  # fmt: skip
KEYS = [
    Qt.Key[f"Key_{name}"] for name in (
        *"AJKNPTEWRLMSGFCX0YZ19", "Plus", "Minus", "Up", "Down", "Left", "Right", "Home", "End", "PageUp", "PageDown", "Tab",
        "Backtab", "Return", "Escape", "Space", "Delete", "Backspace", "F5",
    )
]  # fmt: skip
HELD = [Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier]
NONE = Qt.KeyboardModifier.NoModifier
SIZES = ((300, 200), (640, 480), (800, 600), (1024, 700), (1500, 950), (2560, 1440))
NOT_PRESSED = ("close", "full_screen")
"""The window has to stay; without a window manager nothing else is full screen."""
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
        from treecompare.app.window.main import new_window

        self.draw = random.Random(seed)
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
        self.lessons = LessonHands(self)
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
            if isinstance(box, QMessageBox) and box.detailedText():
                self._fault(box.detailedText())
        if not self.window.isVisible():
            self._fault("the window is gone")
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
            QTest.keyClick(popup, self.draw.choice([Qt.Key.Key_Down, Qt.Key.Key_Escape]))
            popup.close()
        elif isinstance(modal, QDialog):
            buttons = [one for one in modal.findChildren(QPushButton) if one.isVisible() and one.isEnabled()]
            self.draw.choice([modal.reject, *(button.click for button in buttons)])()

    def _answers(self) -> list[Any]:
        """Questions that Qt asks in its own loop."""

        def texts(*_: Any, **__: Any) -> tuple[str, bool]:
            return self.draw.choice(TEXTS), self.draw.random() < 0.7

        def numbers(*_: Any, **__: Any) -> tuple[int, bool]:
            return self.draw.randint(1, 12), self.draw.random() < 0.7

        def opened(*_: Any, **__: Any) -> tuple[str, str]:
            return self.draw.choice([self._some_file(), ""]), ""

        def several(*_: Any, **__: Any) -> tuple[list[str], str]:
            return [self._some_file() for _ in range(self.draw.randint(0, 3))], ""

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

    def _some_file(self) -> str:
        saved = sorted(str(path) for path in self.folder.glob("saved.*"))
        return self.draw.choice([path for files in self.treebanks for path in files.paths] + saved)

    # -- acting --------------------------------------------------------------------------------------------------------

    def act(self, rounds: int) -> None:
        """Makes random actions and looks after each what went wrong."""
        ways = {
            self._open: 3, self._command: 20, self._key: 20, self._click: 20, self._cell: 8, self._dock: 8, self._filter: 5,
            self._sort: 3, self._choose: 6, self._note: 5, self._resize: 3, self._wheel: 3, self._drag: 3, self._drop: 1,
            self._wait: 4, self._new_lesson: 12, self._lesson: 108,
        }  # fmt: skip
        self.log.begin("at first")
        self._open()
        for number in sorted(set(range(rounds)) & (chosen_actions() or set(range(rounds)))):
            self.draw.seed(f"{self.seed} {number}")
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
        from treecompare.app.common.worker import is_any_running

        self.window.close()
        self.closer.stop()
        for _ in range(1_000):  # closing waits for no thread, the end of the program would
            if not is_any_running():
                break
            self.spin(10)
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

    def _new_lesson(self) -> None:
        self.lessons.open()

    def _lesson(self) -> None:
        (self.lessons.act if self.lessons.windows else self.lessons.open)()

    def _widgets(self, kind: type = QWidget) -> list[Any]:
        return [
            one for one in QApplication.allWidgets() if isinstance(one, kind) and one.isVisible() and one.isEnabled()
        ]

    def _open(self) -> None:
        from treecompare import resources

        way = self.draw.random()
        if way < 0.4:
            key = self.draw.choice(resources.samples()).key
            self.tell(f"open {key}")
            self.window.open_sample(key)
        elif way < 0.9:
            files = self.draw.choice(self.treebanks)
            self.tell(f"open {files.gold!r}")
            self.window.open_comparison(files)
        else:
            self.window.close_comparison()
        if self.draw.random() < 0.7:
            self._wait()

    def _wait(self) -> None:
        """Until all is compared, or not quite."""
        for _ in range(self.draw.choice([1, 200])):
            if not self.window.session.is_busy:
                break
            self.spin(10)

    def _command(self) -> None:
        actions = self.window.actions_
        named = {name: action for name, action in actions.by_name.items() if name not in NOT_PRESSED}
        named |= {f"{group} {value}": one for group, all_ in actions.switches.items() for value, one in all_.items()}
        named |= {f"part {action.text()}": action for action in actions.parts_menu.actions()}
        for menu in (actions.recent_menu, actions.samples_menu, actions.measures_menu):
            menu.aboutToShow.emit()
            named |= {f"menu {action.text()}": action for action in menu.actions() if action.menu() is None}
        name = self.draw.choice(sorted(name for name, action in named.items() if action.isEnabled()))
        self.tell(name)
        named[name].trigger()

    def _key(self) -> None:
        key, held = self.draw.choice(KEYS), self.draw.choice([NONE, NONE, NONE, *HELD])
        if QApplication.activeWindow() is None:
            self.window.activateWindow()  # after a dialog, where no window manager does it
            self.spin(1)
        focus = QApplication.focusWidget()
        self.tell(f"{key.name} {held.name} in {self.name(focus)}")
        window = focus.window() if focus is not None else self.window
        handle = window.windowHandle()
        if window in (self.window, *(pane.dock for pane in self.window.docks.values())) and handle is not None:
            QTest.keyClick(handle, key, held)  # the whole way, through shortcuts
        elif focus is not None:  # posted: dialogs and menus may be gone before the key is released
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                QApplication.postEvent(focus, QKeyEvent(kind, key, held, chr(key) if key < 0x100 else ""))

    def _click(self) -> None:
        widget = self.draw.choice(self._widgets())
        place = QPoint(
            self.draw.randint(0, max(widget.width() - 1, 0)), self.draw.randint(0, max(widget.height() - 1, 0))
        )
        self._press(widget, place)

    def _press(self, widget: QWidget, place: QPoint) -> None:
        button = self.draw.choice([Qt.MouseButton.LeftButton] * 4 + [Qt.MouseButton.RightButton])
        click = self.draw.choice([QTest.mouseClick] * 4 + [QTest.mouseDClick, QTest.mouseMove])
        self.tell(f"{click.__name__} {button.name} in {self.name(widget)} at {place.x()}, {place.y()}")
        if click is QTest.mouseMove:
            QTest.mouseMove(widget, place)
            return
        if button == Qt.MouseButton.RightButton and isinstance(widget.parentWidget(), QAbstractScrollArea):
            widget.parentWidget().customContextMenuRequested.emit(place)
        click(widget, button, self.draw.choice([NONE, NONE, *HELD]), place)

    def _cell(self) -> None:
        tables = [one for one in self._widgets(QAbstractItemView) if one.model() is not None and one.model().rowCount()]
        if tables:
            table = self.draw.choice(tables)
            columns = table.model().columnCount() if isinstance(table, QTableView) else 1
            index = table.model().index(self.draw.randrange(table.model().rowCount()), self.draw.randrange(columns))
            table.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)
            self._press(table.viewport(), table.visualRect(index).center())

    def _dock(self) -> None:
        if not self.window.docks or not self.window.is_comparing:
            return
        name = self.draw.choice(sorted(self.window.docks))
        dock, other = self.window.docks[name], self.window.docks[self.draw.choice(sorted(self.window.docks))]
        ways: dict[str, Callable[[], object]] = {
            "show": lambda: self.window.show_dock(name),
            "close": dock.close,
            "float": lambda: dock.setFloating(not dock.isFloating()),
            "raise": dock.raise_,
            "tab": lambda: self._tab(other, dock),
            "move": lambda: dock.go_away(self.draw.choice([None, *list(Qt.DockWidgetArea)[:4]])),
            "home": dock.go_home,
            "resize": lambda: dock.dock.resize(self.draw.randint(1, 900), self.draw.randint(1, 700)),
            "overview": lambda: self.window.workspace.centre.place_overview(
                self.draw.choice(["tab", "below", "beside"])
            ),
            "alone": self.window.panes.only_drawing,
            "focus": lambda: dock.widget().setFocus(),
        }
        way = self.draw.choice(list(ways))
        self.tell(f"{way} {name}")
        ways[way]()

    def _tab(self, other: Any, pane: Any) -> None:
        """Puts a pane behind another one, if both are in docks of the window."""
        if other is not pane and not other.is_home and not pane.is_home:
            self.window.tabifyDockWidget(other.dock, pane.dock)

    def _filter(self) -> None:
        if self.window.workspace is not None:
            bar, text = self.window.workspace.sentences.filter_bar, self.draw.choice(TEXTS)
            bar.where.setCurrentIndex(self.draw.randrange(bar.where.count()))
            bar.regex.setChecked(self.draw.random() < 0.5)
            self.tell(f"{text!r} {bar.where.currentText()}")
            bar.text.setText(text)
            self.spin(self.draw.choice([0, 160]))

    def _sort(self) -> None:
        tables = self._widgets(QTableView)
        if tables:
            table = self.draw.choice(tables)
            column = self.draw.randrange(max(table.model().columnCount(), 1))
            self.tell(f"{self.name(table)} by {column}")
            table.sortByColumn(column, self.draw.choice(list(Qt.SortOrder)))

    def _choose(self) -> None:
        boxes = [one for one in self._widgets(QComboBox) if one.count()]
        if boxes:
            box = self.draw.choice(boxes)
            enabled = Qt.ItemFlag.ItemIsEnabled  # all but the lines between groups
            rows = [row for row in range(box.count()) if box.model().index(row, 0).flags() & enabled]
            row = self.draw.choice(rows)
            self.tell(f"{row} in {self.name(box)}")
            box.setCurrentIndex(row)
            box.activated.emit(row)

    def _note(self) -> None:
        if self.window.workspace is not None and self.window.is_comparing:
            text = self.draw.choice(TEXTS)
            self.tell(repr(text))
            self.window.show_dock("notes")
            note = self.window.workspace.notes.note
            note.setFocus()
            note.insertPlainText(text)
            self.spin(self.draw.choice([0, 720]) if self.draw.random() < 0.3 else 0)

    def _resize(self) -> None:
        size = self.draw.choice([*SIZES, (self.draw.randint(300, 2560), self.draw.randint(200, 1440))])
        self.tell(size)
        self.window.resize(*size)

    def _wheel(self) -> None:
        widget = self.draw.choice(self._widgets())
        place = QPointF(widget.rect().center())
        self.tell(self.name(widget))
        turned = QPoint(0, self.draw.choice([-240, 120]))
        held = self.draw.choice([NONE, *HELD])
        event = QWheelEvent(
            place,
            widget.mapToGlobal(place),
            QPoint(),
            turned,
            Qt.MouseButton.NoButton,
            held,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(widget, event)

    def _drag(self) -> None:
        space = self.window.workspace
        if space is None:
            return
        widget = self.draw.choice([space.drawing_view.canvas.viewport(), space.plots.view])
        if widget.isVisible():
            self.tell(self.name(widget))
            corners = [
                QPoint(self.draw.randrange(widget.width()), self.draw.randrange(widget.height())) for _ in range(4)
            ]
            QTest.mousePress(widget, Qt.MouseButton.LeftButton, self.draw.choice([NONE, HELD[2]]), corners[0])
            for corner in corners[1:]:
                QTest.mouseMove(widget, corner)
            QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, NONE, corners[-1])

    def _drop(self) -> None:
        paths = [self._some_file() for _ in range(self.draw.randint(1, 3))]
        self.tell(paths)
        self.window.open_dropped(paths)


def _treebanks(folder: Path) -> list[Any]:
    """Small comparisons of all kinds, and some that cannot be read as they should."""
    from tests.app.conftest import erring, gold_trees
    from tests.app.test_plain import conllu, constituents, dependencies, several_golds
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
