"""Cells of tables of results: below a share or a score a small bar, below a cell of a cross-table colour."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF
from PySide6.QtGui import QColor, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from treecompare.app.common.rows import Cells
from treecompare.app.frame.result_model import BAR_ROLE, HEAT_ROLE

BAR = 2.0
"""Pixels that a bar is high."""


def paint_bar(painter: QPainter, option: QStyleOptionViewItem, share: float) -> None:
    """A bar along the lower edge of a cell, as long as ``share`` of the cell."""
    is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
    role = QPalette.ColorRole.HighlightedText if is_chosen else QPalette.ColorRole.Link
    colour = QColor(option.palette.color(role))
    box = QRectF(option.rect).adjusted(4, 0, -4, -1)
    line = QRectF(box.left(), box.bottom() - BAR, box.width(), BAR)
    for width, strength in ((1.0, 0.12), (share, 0.6)):
        colour.setAlphaF(strength)
        painter.fillRect(QRectF(line.left(), line.top(), line.width() * width, BAR), colour)


class ResultDelegate(Cells):
    """Bars and heat besides what every cell shows."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        heat = index.data(HEAT_ROLE)
        if heat is not None:
            painter.fillRect(option.rect, heat)
        super().paint(painter, option, index)
        share = index.data(BAR_ROLE)
        if share is not None:
            paint_bar(painter, option, share)
