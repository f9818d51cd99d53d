"""The rows of the Errors pane: a bar, what is wrong with which words, what it costs, where it hangs, and how many there are."""

from __future__ import annotations

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from treecompare.analyses.sentence_errors import ErrorRow
from treecompare.app.common.elided import elided
from treecompare.app.common.plain import tip
from treecompare.app.drawings.pictures import theme_of
from treecompare.app.panes.systems_delegates import small_font, text_colours

ROW_ROLE = Qt.ItemDataRole.UserRole
BAR, SIDE, ROUND, BETWEEN, ROW = 3, 12, 6, 3, 48
"""Pixels: a bar's width; beside a row's texts; above and below them; between its lines."""
EDGES = 2
"""Pixels of a list above and below its rows."""
APART = 16
"""Pixels between what stands in a single line."""
LEAST_WORDS = 64
"""Pixels beside the type; words that have not even these stand in the second line."""


def strong_font(font: QFont) -> QFont:
    """The same letters, heavier."""
    made = QFont(font)
    made.setWeight(QFont.Weight.DemiBold)
    return made


def row_height(font: QFont) -> int:
    """Of two lines."""
    return max(QFontMetrics(font).height() + QFontMetrics(small_font(font)).height() + 2 * ROUND + BETWEEN, ROW)


class ErrorDelegate(QStyledItemDelegate):
    """Paints a row in two lines, or in a single one of ``line`` pixels; what is cut is whole in its tip."""

    line = 0

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(80, self.line or row_height(option.font))

    def lines(self, rect: QRect, font: QFont) -> tuple[QRect, QRect]:
        """Where its lines stand; both in one place where there is a single one."""
        if self.line:
            one = rect.adjusted(BAR + SIDE, 0, -SIDE, 0)
            return one, one
        first, second = QFontMetrics(font).height(), QFontMetrics(small_font(font)).height()
        above = (rect.height() - first - BETWEEN - second) // 2
        room = rect.adjusted(BAR + SIDE, above, -SIDE, -ROUND)
        top = QRect(room.left(), room.top(), room.width(), first)
        return top, QRect(room.left(), top.bottom() + 1 + BETWEEN, room.width(), second)

    def link_rect(self, rect: QRect, font: QFont, row: ErrorRow) -> QRect:
        """Where a click shows all errors of the type."""
        line = self.lines(rect, font)[1]
        width = QFontMetrics(small_font(font)).horizontalAdvance(row.link)
        if self.line:
            end = line.right() - QFontMetrics(font).horizontalAdvance(row.costs) - APART
            return QRect(end - width, line.top(), width + 1, line.height())
        return QRect(line.right() - width, line.top() - BETWEEN, width + SIDE, line.height() + BETWEEN + ROUND)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row = index.data(ROW_ROLE)
        self.initStyleOption(option, index)
        option.text = ""
        option.widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        colour, quiet = text_colours(option)
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        quiet = colour if is_chosen else quiet
        theme, small, strong = theme_of(option.palette), small_font(option.font), strong_font(option.font)
        first, second = self.lines(option.rect, option.font)
        bar = theme.border[row.operation] if row.operation else theme.accent
        link = colour if is_chosen else option.palette.color(QPalette.ColorRole.Link)
        painter.save()
        stripe = QRect(option.rect.left() + 4, first.top(), BAR, second.bottom() - first.top() + 1)
        painter.fillRect(stripe.adjusted(0, ROUND, 0, -ROUND) if self.line else stripe, QColor(bar))
        width = self._at_right(painter, first, option.font, quiet, row.costs)
        if self.line:
            width += APART + self._at_right(painter, first.adjusted(0, 0, -width - APART, 0), small, link, row.link)
        left = first.adjusted(0, 0, -width - 8, 0)
        taken = self._at_left(painter, left, strong, colour, row.title)
        room = left.adjusted(taken + 8, 0, 0, 0)
        if self.line:
            taken += 8 + self._at_left(painter, room, option.font, colour, row.words)
            self._at_left(painter, left.adjusted(taken + APART, 0, 0, 0), small, quiet, row.sites)
            painter.restore()
            return
        is_below = min(QFontMetrics(option.font).horizontalAdvance(row.words), LEAST_WORDS) > room.width()
        if not is_below:
            self._at_left(painter, room, option.font, colour, row.words)
        below = " · ".join(filter(None, (row.words if is_below else "", row.sites)))
        width = self._at_right(painter, second, small, link, row.link)
        self._at_left(painter, second.adjusted(0, 0, -width - 8, 0), small, quiet, below)
        painter.restore()

    def _at_right(self, painter: QPainter, room: QRect, font: QFont, colour: QColor, text: str) -> int:
        painter.setFont(font)
        painter.setPen(colour)
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
        return QFontMetrics(font).horizontalAdvance(text)

    def _at_left(self, painter: QPainter, room: QRect, font: QFont, colour: QColor, text: str) -> int:
        metrics = QFontMetrics(font)
        text = elided(metrics, text, room.width())
        painter.setFont(font)
        painter.setPen(colour)
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        return metrics.horizontalAdvance(text)


class ErrorRows(QListWidget):
    """The rows. Nothing is chosen when the keyboard comes; the first arrow chooses the first row, Escape none.

    ``allWanted(row)``: all errors of the type of that row, by a click on its number or Return.
    """

    allWanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = ErrorDelegate(self)
        self.setItemDelegate(self._rows)
        self.setAccessibleName("Errors")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def add(self, row: ErrorRow) -> None:
        """One more."""
        item = QListWidgetItem(row.said)
        item.setData(ROW_ROLE, row)
        item.setToolTip(tip(f"{row.said}\n\n{row.explanation}".strip()))
        self.addItem(item)

    def shown(self) -> list[ErrorRow]:
        """The rows that are not hidden."""
        items = [self.item(number) for number in range(self.count())]
        return [item.data(ROW_ROLE) for item in items if not item.isHidden()]

    def show_only(self, key: str) -> None:
        """Only errors of that type; all with an empty key."""
        for number in range(self.count()):
            item = self.item(number)
            item.setHidden(bool(key) and item.data(ROW_ROLE).key != key)
            if item.isHidden():
                item.setSelected(False)

    def set_line(self, height: int) -> None:
        """A row has a single line of that many pixels; 0: two lines."""
        if height != self._rows.line:
            self._rows.line = height
            self.scheduleDelayedItemsLayout()
            QTimer.singleShot(0, self, lambda: self.scrollToItem(self.currentItem()))

    def whole_height(self) -> int:
        """What all rows that are not hidden need, in two lines each."""
        return len(self.shown()) * row_height(self.font()) + EDGES

    def link_at(self, event: QMouseEvent) -> int:
        """The row whose number is under the mouse; -1 if there is none."""
        item = self.itemAt(event.position().toPoint())
        if item is None:
            return -1
        rect = self._rows.link_rect(self.visualItemRect(item), self.font(), item.data(ROW_ROLE))
        return self.row(item) if rect.contains(event.position().toPoint()) else -1

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """The hand where a click leads elsewhere."""
        super().mouseMoveEvent(event)
        self.viewport().setCursor(
            Qt.CursorShape.PointingHandCursor if self.link_at(event) >= 0 else Qt.CursorShape.ArrowCursor
        )

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """See above."""
        super().mouseReleaseEvent(event)
        row = self.link_at(event)
        if row >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.allWanted.emit(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """See above."""
        rows = [index.row() for index in self.selectedIndexes()]
        if event.key() == Qt.Key.Key_Escape and rows:
            self.clearSelection()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and rows:
            self.allWanted.emit(rows[0])
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self.count() and not rows:
            first = next((row for row in range(self.count()) if not self.item(row).isHidden()), 0)
            self.setCurrentRow(first, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Rows are as high as their letters want."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.scheduleDelayedItemsLayout()
