"""Short names for what the tests of the window do again and again."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QMessageBox,
)
from pytestqt.qtbot import QtBot

from treecompare.analyses.sentences import COLUMN_KEYS
from treecompare.app.drawings.alignment import AlignmentView
from treecompare.app.shell.layout import Layout
from treecompare.app.window.window import MainWindow
from treecompare.app.window.workspace import Workspace
from treecompare.mappings.mapping import Mapping


def space(window: MainWindow) -> Workspace:
    assert window.workspace is not None
    return window.workspace


def shown(window: MainWindow) -> list[int]:
    return [int(sentence) for sentence in space(window).sentences.model.order]


def dialogs() -> list[QMessageBox]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, QMessageBox) and one.isVisible()]


def press(qtbot: QtBot, window: MainWindow, key: Qt.Key) -> None:
    window.activateWindow()
    space(window).sentences.table.setFocus()
    qtbot.keyClick(space(window).sentences.table, key)


def sort_by(window: MainWindow, column: str, order: Qt.SortOrder) -> None:
    space(window).sentences.table.sortByColumn(COLUMN_KEYS.index(column), order)


def told(window: MainWindow) -> str:
    """What the banner tells, in full; empty if there is none."""
    return "\n".join(map(str, window.banner.errors)) if window.banner.isVisible() else ""


def sized(window: MainWindow, width: int, height: int) -> MainWindow:
    window.resize(width, height)
    QTest.qWait(30)
    assert (window.width(), window.height()) == (width, height)
    return window


def left_column(window: MainWindow) -> int:
    return space(window).layout.left.width()


def drawing_share(layout: Layout) -> float:
    """Which part of the window is drawing that nothing covers."""
    canvas = layout.pictures.currentWidget().view.canvas  # type: ignore[union-attr]
    if not canvas.isVisible():
        return 0.0
    area = QRect(canvas.mapTo(layout, QPoint()), canvas.size())
    for over in (layout.inspector, layout.left):
        if over.isVisible() and over.parentWidget() is layout:
            there = area.intersected(over.geometry())
            if there.height():
                area.setWidth(area.width() - there.width())
    window = layout.window().size()
    return area.width() * area.height() / (window.width() * window.height())


def shown_view(qtbot: QtBot, mapping: Mapping, title: str = "", width: int = 900) -> AlignmentView:
    """A drawing of two trees, alone."""
    view = AlignmentView()
    qtbot.addWidget(view)
    view.resize(width, 700)
    view.show()
    view.show_mapping(mapping, title)
    return view
