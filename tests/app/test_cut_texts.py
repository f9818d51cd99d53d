"""No text is cut without an ellipsis, and none is broken between a number and its word, in small windows either."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QColor, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QLabel,
    QStyle,
    QStyleOptionComboBox,
    QToolButton,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.app.helpers import sized, space
from treecompare.analyses.sentence_list import COLUMN_KEYS
from treecompare.app.common.elided import ElidedBox, ElidedButton, ElidedLabel
from treecompare.app.common.theme import accent, muted
from treecompare.app.window.window import MainWindow

GAP = "\u00a0"


def test_heads_say_by_what_rows_are_sorted(qtbot: QtBot, dressed: MainWindow) -> None:
    table = space(dressed).sentences.table
    heads, column = table.horizontalHeader(), COLUMN_KEYS.index("score_a")

    def inked(colour: QColor) -> list[tuple[int, int]]:
        """Where the head has that colour, or nearly so."""
        place = QRect(heads.sectionViewportPosition(column), 0, heads.sectionSize(column), heads.height())
        image, near = heads.viewport().grab(place).toImage(), (colour.red(), colour.green(), colour.blue())
        found = ((x, y) for x in range(image.width()) for y in range(image.height()))
        return [
            one for one in found
            if all(abs(a - b) < 40 for a, b in zip(image.pixelColor(*one).getRgb()[:3], near, strict=True))
        ]  # fmt: skip

    def wide(at: int, places: list[tuple[int, int]]) -> int:
        row = [x for x, y in places if y == at]
        return max(row) - min(row)

    table.scrollTo(table.model().index(0, column))
    letters = len(inked(muted(dressed.palette())))
    assert letters
    for order, is_up in ((Qt.SortOrder.AscendingOrder, True), (Qt.SortOrder.DescendingOrder, False)):
        table.sortByColumn(column, order)
        qtbot.waitUntil(lambda: bool(inked(accent(dressed.palette()))), timeout=20_000)
        sign = inked(accent(dressed.palette()))
        top, bottom = (end(y for _, y in sign) for end in (min, max))
        assert (wide(top, sign) < wide(bottom, sign)) is is_up  # it points to where small comes first
        assert len(inked(muted(dressed.palette()))) >= letters  # and stands beside the letters


def is_scrolled(widget: QWidget) -> bool:
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QAbstractScrollArea):
        above = above.parentWidget()
    return above is not None


def missing(widget: QWidget) -> int:
    """So many pixels a text lacks that does not end in an ellipsis by itself."""
    metrics = widget.fontMetrics()
    if isinstance(widget, ElidedLabel | ElidedButton | ElidedBox):
        return 0
    if isinstance(widget, QLabel):
        if widget.wordWrap():
            return 0 if is_scrolled(widget) else widget.heightForWidth(widget.width()) - widget.height()
        return widget.sizeHint().width() - widget.width() if widget.text().strip() else 0
    if isinstance(widget, QToolButton) and not widget.icon().isNull():
        return 0
    if isinstance(widget, QAbstractButton):
        return max(map(metrics.horizontalAdvance, widget.text().replace("&", "").split("\n"))) - widget.width()
    if isinstance(widget, QComboBox) and not widget.isEditable():
        option = QStyleOptionComboBox()
        widget.initStyleOption(option)
        part = QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField
        room = widget.style().subControlRect(*part, widget).width()
        return metrics.horizontalAdvance(widget.currentText()) - room
    return 0


@pytest.mark.parametrize("size", [(1280, 800), (800, 600)])
def test_what_is_cut_ends_in_an_ellipsis(compared: MainWindow, size: tuple[int, int]) -> None:
    sized(compared, *size)
    views = space(compared)
    for picker in (views.sentences.picker_a, views.sentences.picker_b):
        picker.choose("t.whole.dice.unlabelled")
    for name in compared.docks:
        compared.show_dock(name)
        QTest.qWait(30)
        seen = [one for one in compared.findChildren(QWidget) if not one.visibleRegion().isEmpty()]
        cut = [(type(one).__name__, one.accessibleName(), missing(one)) for one in seen if missing(one) > 1]
        assert not cut, (name, cut)


def test_a_closed_box_tells_all_of_its_text(qtbot: QtBot) -> None:
    box = ElidedBox()
    qtbot.addWidget(box)
    box.addItems(["short", "a choice with a title that is far too long for such a place"])
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(10)
    box.show()
    box.resize(120, box.sizeHint().height())
    for row, is_cut in ((0, False), (1, True)):
        box.setCurrentIndex(row)
        assert box.shown().endswith("…") == is_cut and (box.shown() == box.currentText()) != is_cut
        middle = box.rect().center()
        QApplication.sendEvent(box, QHelpEvent(QEvent.Type.ToolTip, middle, box.mapToGlobal(middle)))
        assert ("far too long" in QToolTip.text()) == is_cut
    QToolTip.hideText()


def test_costs_of_errors_and_counts_of_the_drawing_are_not_broken(qtbot: QtBot, compared: MainWindow) -> None:
    views = space(compared)
    compared.show_dock("errors")
    views.sentences.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    for _ in range(60):
        qtbot.waitUntil(lambda: not views.errors.work.is_busy)
        if views.errors.list.count():
            break
        views.sentences.step(1)
    assert f"E{GAP}" in views.errors.list.item(0).text() and "E 1" not in views.errors.list.item(0).text()
    counts = views.view_shown.shown.counts.text()
    assert f"{GAP}deleted" in counts and " deleted" not in counts


def test_a_menu_that_is_higher_than_the_screen_scrolls(dressed: MainWindow) -> None:
    """In two columns it covered the bar of the menus, and its second column was nearly empty."""
    for action in dressed.menuBar().actions():
        menu = action.menu()
        assert menu.style().styleHint(QStyle.StyleHint.SH_Menu_Scrollable, None, menu), action.text()
