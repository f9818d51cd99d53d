"""How the cells of the systems table are drawn: names, and scores with their ranks."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from treecompare.analyses.systems import HIGHER
from treecompare.app.common import fonts
from treecompare.app.common.elided import elided
from treecompare.app.common.rows import ROUND_ROW
from treecompare.app.common.theme import muted
from treecompare.app.panes.systems_model import (
    BEST_ROLE,
    COVERED_ROLE,
    MARK_ROLE,
    RANK_ROLE,
    SHARE_ROLE,
    SIGN_ROLE,
)

INDENT = 12
"""Pixels before a name."""


def small_font(font: QFont) -> QFont:
    """The same font, smaller: for what stands beside a figure."""
    return fonts.sized(font, fonts.SMALL)


def text_colours(option: QStyleOptionViewItem) -> tuple[QColor, QColor]:
    """The colour of a cell's text, and of what stands beside it."""
    palette, state = option.palette, option.state
    is_active = bool(state & QStyle.StateFlag.State_Active)
    group = QPalette.ColorGroup.Active if is_active else QPalette.ColorGroup.Inactive
    is_selected = bool(state & QStyle.StateFlag.State_Selected)
    role = QPalette.ColorRole.HighlightedText if is_selected else QPalette.ColorRole.Text
    return palette.color(group, role), muted(palette)


class ScoreDelegate(QStyledItemDelegate):
    """Draws ``93.62 ②``: the score, its rank small beside it, and an arrow where that is another one under measure A.

    ``has_bars``: before a bar.
    """

    def __init__(self, parent: QObject | None = None, has_bars: bool = False) -> None:
        super().__init__(parent)
        self._has_bars = has_bars

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        self.initStyleOption(option, index)
        text, option.text = option.text, ""
        style = option.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        rank, mark = index.data(RANK_ROLE) or "", index.data(MARK_ROLE) or ""
        colour, quiet = text_colours(option)
        small = small_font(option.font)
        metrics = QFontMetrics(small)
        rank_width = max(map(metrics.horizontalAdvance, ("10.5", rank)))
        mark_width = metrics.horizontalAdvance(HIGHER) + 3
        box = option.rect.adjusted(4, 0, -6, 0)
        painter.save()
        share = index.data(SHARE_ROLE) if self._has_bars else None
        if share is not None:
            bar, ink = QRectF(option.rect).adjusted(6, 3, -2, -3), option.palette.color(QPalette.ColorRole.Link)
            for part, strength in ((1.0, 0.07), (share, 0.2)):
                ink.setAlphaF(strength)
                painter.fillRect(QRectF(bar.left(), bar.top(), bar.width() * part, bar.height()), ink)
        mark_box = QRect(box.right() - mark_width, box.top(), mark_width, box.height())
        rank_box = QRect(mark_box.left() - rank_width, box.top(), rank_width, box.height())
        score_box = QRect(box.left(), box.top(), rank_box.left() - box.left() - 4, box.height())
        right, left = Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignLeft
        middle = Qt.AlignmentFlag.AlignVCenter
        font = fonts.strong(option.font) if index.data(BEST_ROLE) else QFont(option.font)
        painter.setFont(font)
        painter.setPen(colour)
        painter.drawText(score_box, right | middle, text)
        sign = index.data(SIGN_ROLE)
        if sign:
            painter.setFont(small)
            painter.setPen(quiet)
            width = QFontMetrics(font).horizontalAdvance(text) + 3
            painter.drawText(score_box.adjusted(0, 0, -width, 0), right | middle, sign)
        painter.setFont(small)
        painter.setPen(quiet)
        painter.drawText(rank_box, left | middle, rank)
        if mark:
            painter.setPen(colour)
            painter.drawText(mark_box, right | middle, mark)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        metrics = QFontMetrics(small_font(option.font))
        _, parenthesis, number = str(index.data() or "").partition(" (")
        width = (
            option.fontMetrics.horizontalAdvance(f"≈100.00{parenthesis}{number}")
            + metrics.horizontalAdvance(f"10.5{HIGHER}")
            + 24
        )
        return QSize(width, option.fontMetrics.height() + ROUND_ROW)


class NameDelegate(QStyledItemDelegate):
    """Draws a system's name, and small behind it whether it is the baseline, and at the right how much of it is scored."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        sign, covered = index.data(SIGN_ROLE) or "", index.data(COVERED_ROLE) or ""
        self.initStyleOption(option, index)
        name, option.text = option.text, ""
        option.widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        colour, quiet = text_colours(option)
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        font, small = fonts.strong(option.font) if is_chosen else option.font, small_font(option.font)
        metrics, little = QFontMetrics(font), QFontMetrics(small)
        box = option.rect.adjusted(INDENT, 0, -4, 0)
        middle, sides = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag
        painter.save()
        painter.setFont(small)
        painter.setPen(quiet)
        width = metrics.horizontalAdvance(name)
        # the name is more important
        if sign and little.horizontalAdvance(sign) <= box.width() - width - 8:
            painter.drawText(box.adjusted(width + 8, 0, 0, 0), sides.AlignLeft | middle, sign)
            width += 8 + little.horizontalAdvance(sign)
        if covered and little.horizontalAdvance(covered) <= box.width() - width - 8:
            painter.drawText(box, sides.AlignRight | middle, covered)
        painter.setFont(font)
        painter.setPen(colour)
        painter.drawText(box, sides.AlignLeft | middle, elided(metrics, name, box.width()))
        painter.restore()
