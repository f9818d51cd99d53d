"""The queue: a row for each difference, with what was decided of it. Rows are made when they are painted, however many there
are."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from treecompare.app.common.elided import elided
from treecompare.app.common.plain import visible
from treecompare.app.common.theme import accent, colours_of
from treecompare.extras.annotators.adjudication import Adjudication
from treecompare.extras.annotators.told import Row, called_shortly, row_told

ROW = 48
GAP = 12
NUMBER = 40
"""Width of the number of a sentence."""
AnyIndex = QModelIndex | QPersistentModelIndex


class QueueModel(QAbstractListModel):
    """``rows``: the numbers of the differences that are listed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.adjudication: Adjudication | None = None
        self.called: dict[str, str] = {}
        """What each analysis is called here."""
        self.rows: NDArray[np.int64] = np.zeros(0, np.int64)

    def show_rows(self, adjudication: Adjudication, rows: NDArray[np.int64]) -> None:
        """Lists differences."""
        self.beginResetModel()
        self.adjudication, self.rows = adjudication, rows
        self.called = called_shortly(adjudication.names, adjudication.beside)
        self.endResetModel()

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        """As Qt has it."""
        return 0 if parent.isValid() else len(self.rows)

    def cells(self, row: int) -> Row:
        """What stands in a row."""
        assert self.adjudication is not None
        return row_told(self.adjudication, int(self.rows[row]), self.called)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """As Qt has it: what screen readers say."""
        if not index.isValid() or self.adjudication is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return visible(self.cells(index.row()).said)
        return None


class QueueDelegate(QStyledItemDelegate):
    """Paints a row in two lines."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """As Qt has it."""
        return QSize(0, max(ROW, 2 * option.fontMetrics.height() + 12))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """As Qt has it."""
        model = index.model()
        if not isinstance(model, QueueModel):
            return
        number, words, values, source, who = model.cells(index.row())
        colours = colours_of(option.palette)
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        area = option.rect
        painter.save()
        if is_chosen:
            painter.fillRect(area, option.palette.highlight())
            painter.fillRect(QRect(area.left(), area.top(), 3, area.height()), accent(option.palette))
        height = option.fontMetrics.height()
        top = area.top() + (area.height() - 2 * height - 2) // 2
        lines = (
            QRect(area.left(), top, area.width(), height),
            QRect(area.left(), top + height + 2, area.width(), height),
        )
        strong, small = QFont(option.font), QFont(option.font)
        strong.setBold(is_chosen)
        small.setPointSizeF(option.font.pointSizeF() * 0.87) if option.font.pointSizeF() > 0 else small.setPixelSize(
            max(option.font.pixelSize() - 2, 9)
        )
        text, quiet = option.palette.text().color(), colours.muted
        left, most = area.left() + NUMBER + 4, area.width() * 2 // 5
        source, who = self._cut(painter, strong, source, most), self._cut(painter, small, who, most)
        right = [self._width(painter, font, one) for font, one in ((strong, source), (small, who))]
        for line, font, colour, said, beside, room in (
            (lines[0], strong, text, words, source, right[0]), (lines[1], small, quiet, values, who, right[1]),
        ):  # fmt: skip
            painter.setFont(font)
            painter.setPen(colour)
            edge = area.right() - GAP
            painter.drawText(QRect(edge - room, line.top(), room, height), Qt.AlignmentFlag.AlignRight, visible(beside))
            width = edge - room - 8 - left
            painter.drawText(
                QRect(left, line.top(), width, height), Qt.AlignmentFlag.AlignLeft,
                elided(painter.fontMetrics(), visible(said), width),
            )  # fmt: skip
        painter.setFont(option.font)
        painter.setPen(quiet)
        painter.drawText(QRect(area.left(), lines[0].top(), NUMBER - 4, height), Qt.AlignmentFlag.AlignRight, number)
        painter.setPen(colours.hairline)
        painter.drawLine(left, area.bottom(), area.right(), area.bottom())
        painter.restore()

    @staticmethod
    def _cut(painter: QPainter, font: QFont, text: str, room: int) -> str:
        painter.setFont(font)
        return painter.fontMetrics().elidedText(visible(text), Qt.TextElideMode.ElideMiddle, room)

    @staticmethod
    def _width(painter: QPainter, font: QFont, text: str) -> int:
        painter.setFont(font)
        return painter.fontMetrics().horizontalAdvance(text) + 1


class QueueList(QListView):
    """``keyed`` carries a key that means something in the queue, as a letter or ``Backspace``; ``chosen``: another row is
    looked at."""

    keyed = Signal(str)
    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = QueueModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(QueueDelegate(self))
        self.setUniformItemSizes(True)
        self.setAccessibleName("Differences")
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.selectionModel().currentChanged.connect(lambda *_: self.chosen.emit())

    def changed(self) -> None:
        """Something was decided: visible rows are painted anew. To say that rows have other data would lay out all of them."""
        self.viewport().update()

    @property
    def row(self) -> int:
        """The chosen row; −1 for none."""
        return self.currentIndex().row()

    def choose(self, row: int) -> None:
        """Chooses a row and brings it into view."""
        if 0 <= row < len(self.rows.rows):
            index = self.rows.index(row)
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def keyboardSearch(self, search: str) -> None:
        """Nothing: Qt would go through all rows for one that begins with a letter that means nothing here."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Letters and digits mean something here; the rest is Qt's."""
        if letter := key_of(event):
            self.keyed.emit(letter)
        else:
            super().keyPressEvent(event)


LETTERS = frozenset("0123ejknpt")


def key_of(event: QKeyEvent) -> str:
    """A key that means something in the window, wherever nobody types; empty for none."""
    if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
        return ""
    if event.key() == Qt.Key.Key_Backspace:
        return "Backspace"
    letter = event.text().lower()
    return letter if letter in LETTERS else ""
