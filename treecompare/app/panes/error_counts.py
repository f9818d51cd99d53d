"""Counts of errors below those of a sentence: the sentence in all systems as a row of heat, and the types of all sentences."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QWidget,
)

from treecompare.app.common.elided import elided
from treecompare.app.common.plain import tip, visible
from treecompare.app.common.theme import muted
from treecompare.app.panes.error_rows import strong_font
from treecompare.app.panes.flow_layout import FlowLayout
from treecompare.app.panes.systems_delegates import small_font, text_colours

CELL, WIDE, GAP, SIDE = 28, 44, 4, 12
"""Pixels: a cell's height and least width; between cells; beside rows."""
MOST_NAMES = 0.68
"""Part of the room that the names of types have at most; bars are short rather than names cut."""
LEAST_HEAT, HEAT = 0.06, 0.42
"""How strong the colour of a cell is: of none, and in addition of the most errors."""


class HeatCell(QToolButton):
    """How many errors one system has in the sentence, warm where there are many; below it whose they are."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.width_wanted = 0
        self.number: int | None = None
        self._share, self._is_shown = 0.0, False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_number(self, number: int | None, share: float, is_shown: bool, said: str) -> None:
        """``share`` of the most errors of a system; ``is_shown``: whether its errors are listed; ``said``: all that in words."""
        self.number, self._share, self._is_shown = number, share, is_shown
        self.setAccessibleName(said)
        self.setToolTip(tip(said))
        self.update()

    def own_width(self) -> int:
        """What its name wants."""
        advance = QFontMetrics(small_font(self.font())).horizontalAdvance(visible(self.name))
        return min(max(advance + 4, WIDE), 2 * WIDE)

    def sizeHint(self) -> QSize:
        """As wide as the widest of the row, so that they stand in columns."""
        metrics = QFontMetrics(small_font(self.font()))
        return QSize(max(self.width_wanted, self.own_width()), CELL + metrics.height() + 4)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, palette = QPainter(self), self.palette()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        heat, accent = QColor(palette.color(QPalette.ColorRole.Link)), palette.color(QPalette.ColorRole.Link)
        heat.setAlphaF(LEAST_HEAT + HEAT * self._share if self.number is not None else 0.0)
        box = QRectF(1, 1, self.width() - 2, CELL - 2)
        is_framed = self._is_shown or self.hasFocus()
        painter.setPen(QPen(accent, 2) if is_framed else QPen(palette.color(QPalette.ColorRole.Mid), 1))
        painter.setBrush(heat)
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(palette.color(QPalette.ColorRole.WindowText))
        painter.setFont(strong_font(self.font()) if self._is_shown else self.font())
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "–" if self.number is None else str(self.number))
        small = small_font(self.font())
        painter.setFont(small)
        painter.setPen(accent if self._is_shown else muted(palette))
        below = QRect(0, CELL, self.width(), self.height() - CELL)
        name = elided(QFontMetrics(small), visible(self.name), below.width())
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, name)
        painter.end()


class HeatRow(QWidget):
    """The sentence in all systems: a cell each. ``systemWanted(system)``: one was clicked."""

    systemWanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cells: list[HeatCell] = []
        self._flow = FlowLayout(self, GAP)
        self._flow.setContentsMargins(SIDE, 0, SIDE, 4)

    def heightForWidth(self, width: int) -> int:
        return self._flow.heightForWidth(width)

    def show_counts(self, names: Sequence[str], counts: Sequence[int | None], system: int, noun: str) -> None:
        """``counts``: the errors of each system, None for what is not looked at; ``system``: whose are listed."""
        if [cell.name for cell in self.cells] != list(names):
            for cell in self.cells:
                self._flow.removeWidget(cell)
                cell.deleteLater()
            self.cells = [HeatCell(name) for name in names]
            for number, cell in enumerate(self.cells):
                cell.clicked.connect(lambda _=False, number=number: self.systemWanted.emit(number))
                self._flow.addWidget(cell)
        greatest = max((count for count in counts if count), default=1)
        widest = max((cell.own_width() for cell in self.cells), default=0)
        for cell in self.cells:
            cell.width_wanted = widest
            cell.updateGeometry()
        for number, (cell, count) in enumerate(zip(self.cells, counts, strict=True)):
            said = f"{cell.name}: {'not looked at' if count is None else f'{count:,} {noun}'}"
            cell.show_number(count, (count or 0) / greatest, number == system, said)


class _TypeDelegate(QStyledItemDelegate):
    """A type, a bar, and a number. ``names`` and ``figures``: the widest of each."""

    names = figures = 0

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(80, option.fontMetrics.height() + 8)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        name, number, share, is_strong = index.data(Qt.ItemDataRole.UserRole)
        self.initStyleOption(option, index)
        option.text = ""
        option.widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        colour, quiet = text_colours(option)
        room = option.rect.adjusted(SIDE, 0, -SIDE, 0)
        figures = self.figures + 8
        names = min(self.names, round(room.width() * MOST_NAMES))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.save()
        painter.setFont(strong_font(option.font) if is_strong else option.font)
        painter.setPen(colour)
        text = elided(QFontMetrics(painter.font()), name, names)
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | middle, text)
        painter.setFont(option.font)
        painter.setPen(colour if option.state & QStyle.StateFlag.State_Selected else quiet)
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | middle, f"{number:,}")
        bar = QColor(option.palette.color(QPalette.ColorRole.Link))
        bar.setAlphaF(0.35)
        width = room.width() - names - 8 - figures
        height = max(option.fontMetrics.height() - 4, 4)
        place = QRectF(room.left() + names + 8, room.center().y() - height / 2 + 0.5, width * share, height)
        painter.fillRect(place, bar)
        painter.restore()


class TypeBars(QListWidget):
    """How many errors of each type the system has in all sentences. ``typeWanted(row)``: by a click, or Return."""

    typeWanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._types = _TypeDelegate(self)
        self.setItemDelegate(self._types)
        self.setAccessibleName("Errors of all sentences by type")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self.itemClicked.connect(lambda item: self.typeWanted.emit(self.row(item)))

    def show_counts(self, counts: Sequence[tuple[str, int]]) -> None:
        """Types with their numbers."""
        self.clear()
        greatest = max((number for _, number in counts), default=1)
        strong = QFontMetrics(strong_font(self.font()))
        self._types.names = max((strong.horizontalAdvance(name) for name, _ in counts), default=0)
        self._types.figures = self.fontMetrics().horizontalAdvance(f"{greatest:,}")
        for name, number in counts:
            item = QListWidgetItem(f"{name}: {number:,}")
            item.setData(Qt.ItemDataRole.UserRole, (name, number, number / greatest, False))
            item.setToolTip(tip(f"{name}: {number:,}. A click shows their sentences."))
            self.addItem(item)

    def emphasise(self, name: str) -> None:
        """That type is the one that is lit."""
        for number in range(self.count()):
            item = self.item(number)
            title, *rest, _ = item.data(Qt.ItemDataRole.UserRole)
            item.setData(Qt.ItemDataRole.UserRole, (title, *rest, title == name))

    def whole_height(self) -> int:
        """What all of them need."""
        return self.count() * (self.fontMetrics().height() + 8) + 2

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """See above."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentRow() >= 0:
            self.typeWanted.emit(self.currentRow())
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Rows are as high as their letters want."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.scheduleDelayedItemsLayout()
