"""A hand without aims in the window: commands, keys, clicks, orders, conditions, answers, files and sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QAbstractScrollArea, QApplication, QPlainTextEdit, QTableView, QWidget

from treecompare.jobs.base import Choice, Go, Row
from treecompare.scores.rich import pieces_of

NONE = Qt.KeyboardModifier.NoModifier
HELD = [Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier]

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
SIZES = ((300, 200), (640, 480), (800, 600), (1024, 700), (1500, 950), (2560, 1440))
NOT_PRESSED = ("close", "quit", "fullscreen", "present", "new-window")
"""The window has to stay; without a window manager nothing else is full screen."""


class WindowHands:
    """Acts in the window of a monkey."""

    def __init__(self, monkey: Any) -> None:
        self.monkey, self.draw, self.tell, self.spin, self.name = (
            monkey,
            monkey.draw,
            monkey.tell,
            monkey.spin,
            monkey.name,
        )
        self.ways: dict[Callable[[], object], int] = {
            self.open: 3, self._command: 20, self._key: 20, self._click: 20, self._cell: 8, self._order: 5, self._find: 5,
            self._pick: 6, self._answer: 8, self._note: 5, self._resize: 3, self._wheel: 3, self._drag: 3, self._drop: 1,
            self._wait: 4,
        }  # fmt: skip

    @property
    def window(self) -> Any:
        """The monkey's."""
        return self.monkey.window

    def _widgets(self, kind: type = QWidget) -> list[Any]:
        """All that can be used, in an order that is the same in every program: that of Qt is not."""
        windows = [one for one in QApplication.topLevelWidgets() if one.isVisible()]
        windows.sort(key=lambda one: (type(one).__name__, one.windowTitle(), one.geometry().getRect()))
        inside = [
            one for window in windows for one in (window, *window.findChildren(QWidget)) if one.window() is window
        ]
        return [one for one in inside if isinstance(one, kind) and one.isVisible() and one.isEnabled()]

    def open(self) -> None:
        """Something else, or nothing."""
        from treecompare import resources
        from treecompare.registry import all_of, is_here

        way = self.draw.random()
        if way < 0.5:
            lessons = resources.walk_files() if ".toml" in all_of("jobs") else []
            samples = [*resources.samples(), *resources.versions_samples(), *lessons]
            key = self.draw.choice([one.key for one in samples if is_here(one.key)])
            self.tell(f"open {key}")
            self.window.open_sample(key)
        elif way < 0.9:
            files = self.draw.choice(self.monkey.treebanks)
            self.tell(f"open {files.gold!r}")
            self.window.open_wanted(files)
        else:
            self.window.show_start()
        if self.draw.random() < 0.7:
            self._wait()

    def _wait(self) -> None:
        """Until all is there, or not quite."""
        for _ in range(self.draw.choice([1, 200])):
            if not self.window.is_busy:
                break
            self.spin(10)

    def _command(self) -> None:
        there = {one.key: one for one in self.window.commands() if one.can and one.key not in NOT_PRESSED}
        key = self.draw.choice(sorted(there))
        self.tell(key)
        self.window.run(key)

    def _key(self) -> None:
        key, held = self.draw.choice(KEYS), self.draw.choice([NONE, NONE, NONE, *HELD])
        if (key, held) == (Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier):
            return  # the window would be closed, as is right
        if QApplication.activeWindow() is None:
            self.window.activateWindow()  # after a dialog, where no window manager does it
            self.spin(1)
        focus = QApplication.focusWidget()
        self.tell(f"{key.name} {held.name} in {self.name(focus)}")
        window = focus.window() if focus is not None else self.window
        handle = window.windowHandle()
        if window is self.window and handle is not None:
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

    def _order(self) -> None:
        if self.window.job is not None and not self.window.is_at_start:
            key = self.draw.choice([one.key for one in self.window.job.orders()])
            self.tell(key)
            self.window.go(Go(order=key))

    def _find(self) -> None:
        if self.window.job is not None and not self.window.is_at_start:
            names = [*self.window.job.conditions(), ""]
            text = f"{self.draw.choice(names)} {self.draw.choice(TEXTS)}"
            self.tell(repr(text))
            self.window.listing.field.setText(text)
            self.spin(self.draw.choice([0, 160]))

    def _pick(self) -> None:
        window = self.window
        if window.job is None or window.place < 0 or window.is_at_start:
            return
        picks = [one for one in window.job.picks(window.place) if any(value for value, _ in one.options)]
        if picks:
            pick = self.draw.choice(picks)
            value = self.draw.choice([value for value, _ in pick.options if value])
            self.tell(f"{pick.key} {value}")
            window.do(pick.key, value)

    def _answer(self) -> None:
        """Something of Why is chosen, or a link of it is followed."""
        window = self.window
        if window.job is None or window.place < 0 or window.is_at_start:
            return
        blocks = window.job.why(window.place)
        ways = [("choose", one.key) for one in blocks if isinstance(one, Choice) and not one.why_not]
        ways += [("link", one.to) for one in blocks if isinstance(one, Row)]
        texts = [text for one in blocks if isinstance(one, tuple) for text in one if isinstance(text, str)]
        ways += [("link", piece.to) for text in texts for piece in pieces_of(text) if piece.to]
        if ways:
            way = self.draw.choice(ways)
            self.tell(way)
            window.do(*way)

    def _note(self) -> None:
        fields = self._widgets(QPlainTextEdit)
        if fields:
            text, field = self.draw.choice(TEXTS), self.draw.choice(fields)
            self.tell(repr(text))
            field.setFocus()
            field.insertPlainText(text)
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
        widget = self.window.drawings.view.canvas.viewport()
        if widget.isVisible() and not widget.rect().isEmpty():
            self.tell(self.name(widget))
            corners = [
                QPoint(self.draw.randrange(widget.width()), self.draw.randrange(widget.height())) for _ in range(4)
            ]
            QTest.mousePress(widget, Qt.MouseButton.LeftButton, self.draw.choice([NONE, HELD[2]]), corners[0])
            for corner in corners[1:]:
                QTest.mouseMove(widget, corner)
            QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, NONE, corners[-1])

    def _drop(self) -> None:
        paths = [self.monkey.some_file() for _ in range(self.draw.randint(1, 3))]
        self.tell(paths)
        self.window.open_paths(paths)
