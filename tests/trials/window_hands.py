"""A hand without aims in the main window: commands, keys, clicks, panes, filters, files and sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QAbstractScrollArea, QApplication, QComboBox, QTableView, QWidget

from tests.trials.lesson_hands import HELD, NONE, Monkey

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
NOT_PRESSED = ("close", "full_screen")
"""The window has to stay; without a window manager nothing else is full screen."""


class WindowHands:
    """Acts in the window of a monkey."""

    def __init__(self, monkey: Monkey) -> None:
        self.monkey, self.draw, self.tell, self.spin, self.name = (
            monkey,
            monkey.draw,
            monkey.tell,
            monkey.spin,
            monkey.name,
        )
        self.ways: dict[Callable[[], object], int] = {
            self.open: 3, self._command: 20, self._key: 20, self._click: 20, self._cell: 8, self._dock: 8, self._filter: 5,
            self._sort: 3, self._choose: 6, self._note: 5, self._resize: 3, self._wheel: 3, self._drag: 3, self._drop: 1,
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
        """Another comparison, or none."""
        from treecompare import resources

        way = self.draw.random()
        if way < 0.4:
            key = self.draw.choice(resources.samples()).key
            self.tell(f"open {key}")
            self.window.open_sample(key)
        elif way < 0.9:
            files = self.draw.choice(self.monkey.treebanks)
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
        for menu in (actions.recent_menu, actions.menus["view"]):
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

    def _dock(self) -> None:
        if not self.window.docks or not self.window.is_comparing:
            return
        panes, layout = self.window.panes, self.window.workspace.layout
        name = self.draw.choice(sorted(self.window.docks))
        ways: dict[str, Callable[[], object]] = {
            "show": lambda: self.window.show_dock(name),
            "hide": lambda: panes.hide(name),
            "call": lambda: panes.call(name),
            "home": panes.usual_layout,
            "inspector": lambda: layout.open_inspector(not layout.is_open),
            "drawer": lambda: layout.open_drawer(self.draw.random() < 0.5),
            "overview": lambda: layout.show_tab(self.draw.randrange(2)),
            "alone": panes.only_drawing,
            "focus": lambda: self.window.docks[name].widget().setFocus(),
        }
        way = self.draw.choice(list(ways))
        self.tell(f"{way} {name}")
        ways[way]()

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
        widget = space.drawing_view.canvas.viewport()
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
        self.window.open_dropped(paths)
