"""Short names for what the tests of the window do again and again."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QMainWindow,
    QMessageBox,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from treecompare.analyses.sentence_list import COLUMN_KEYS
from treecompare.app.drawings.alignment_panel import AlignmentView
from treecompare.app.drawings.arcs_view import ArcsView
from treecompare.app.drawings.picture_view import PictureView
from treecompare.app.panes.explain_card import ExplainCard
from treecompare.app.panes.filter_bar import FilterBar
from treecompare.app.panes.systems_model import FIRST_MEASURE, SystemsModel
from treecompare.app.shell.layout import Layout
from treecompare.app.window.window import MainWindow
from treecompare.app.window.workspace import Workspace
from treecompare.comparison.judgements import Change
from treecompare.drawing.arcs import ArcDrawing
from treecompare.mappings.mapping import Mapping
from treecompare.measures.terms import Piece


def space(window: MainWindow) -> Workspace:
    assert window.workspace is not None
    return window.workspace


def layout_of(window: MainWindow) -> Layout:
    return space(window).layout


def shown(window: MainWindow) -> list[int]:
    return [int(sentence) for sentence in space(window).sentences.model.order]


def looked_up(window: MainWindow) -> str:
    """What the window of the overview shows."""
    shown = window.overview.shown
    return shown.job.name(shown.place) if shown is not None and shown.job is not None and shown.place >= 0 else ""


def notes_shown(window: MainWindow) -> dict[int, str]:
    assert window.session.comparison is not None
    return window.session.comparison.judgements.notes


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


def move_mouse(view: PictureView, place: QPoint) -> None:
    """Moves the mouse over a drawing; the window hears of it at once, wherever the mouse was before."""
    port, at, none = view.canvas.viewport(), QPointF(place), Qt.MouseButton.NoButton
    moved = QMouseEvent(
        QEvent.Type.MouseMove, at, port.mapToGlobal(at), none, none, Qt.KeyboardModifier.NoModifier
    )  # fmt: skip
    QApplication.sendEvent(port, moved)


def point_at(view: PictureView, box: Any) -> None:
    """Moves the mouse onto a box of a drawing, which is scrolled to it."""
    view.canvas.ensureVisible(view.rect_of(box), 5, 5)
    move_mouse(view, view.canvas.mapFromScene(view.rect_of(box).center()))


def click_on(qtbot: QtBot, view: PictureView, box: Any) -> None:
    """Clicks a box of a drawing, which is scrolled to it."""
    view.canvas.ensureVisible(view.rect_of(box), 5, 5)
    middle = view.canvas.mapFromScene(view.rect_of(box).center())
    qtbot.mouseClick(view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=middle)


def note_down(window: MainWindow, changes: list[Change], what: str) -> None:
    """As the Notes pane does for what is written or ticked in it; ``what``: what can be undone."""
    space(window).notes.edited.emit(changes, what)


def look_for(bar: FilterBar, text: str) -> None:
    """Types a text into the filter and presses Return, so that nobody waits until the typing pauses."""
    bar.text.setText(text)
    QTest.keyClick(bar.text, Qt.Key.Key_Return)


def press_button(dialog: QWidget, text: str) -> None:
    """Clicks the button of that text."""
    next(one for one in dialog.findChildren(QPushButton) if one.text() == text).click()


def cell_of(model: SystemsModel, system: int, key: str) -> QModelIndex:
    """The cell of a system and a measure."""
    return model.index(model.row_of(system), FIRST_MEASURE + model.keys.index(key))


def links_of(card: ExplainCard) -> list[Piece]:
    """What has a meaning in a card, in the order of its links: in the formula with numbers, that without, and the words."""
    one = card.explanation
    if one is None:
        return []
    formulas = [formula for formula in (one.numbers, one.symbolic) if formula is not None]
    lines = [line for formula in formulas for line in (formula.numerator, formula.denominator)]
    return [piece for line in (*lines, one.sentence) for piece in line if piece.meaning]


def shown_view(qtbot: QtBot, mapping: Mapping, title: str = "", width: int = 900) -> AlignmentView:
    """A drawing of two trees, alone."""
    view = AlignmentView()
    qtbot.addWidget(view)
    view.resize(width, 700)
    view.show()
    view.show_mapping(mapping, title)
    return view


def press_help(opened: QMainWindow) -> None:
    actions = [one for menu in opened.menuBar().actions() if menu.menu() is not None for one in menu.menu().actions()]  # type: ignore[attr-defined]
    (action,) = [one for one in actions if one.shortcut().toString() == "F1"]
    action.trigger()


def show_arcs(view: ArcsView, drawing: ArcDrawing | None) -> None:
    """Draws arcs that are laid out already, in whatever way they have room."""
    if drawing is None:
        view.show_drawing(None)
    else:
        drawn = view.drawn_as(telling=view.telling, columns=drawing.columns, arcs=drawing.arcs, kind=type(drawing))
        view.show_drawing(drawn)
