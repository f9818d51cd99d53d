"""Cells of one or two lines, with texts of which some stands out."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from treecompare.app.common.elided import elided
from treecompare.app.common.plain import markup, visible
from treecompare.app.panes.systems_delegates import text_colours
from treecompare.scores.rich import Look, Piece, pieces_of

LINES_ROLE = Qt.ItemDataRole.UserRole + 1
"""A tuple of texts, line by line, in place of the text of an item."""
GAP = 6
BEFORE = 0.4
"""So much of a line is left to what stands before its first strong piece, where not all has room."""


def rich_markup(text: str) -> str:
    """A text as rich text for labels."""
    written = []
    for piece in pieces_of(text):
        said = markup(piece.text)
        is_strong = piece.look in ("strong", "alarm")
        written.append(f"<b>{said}</b>" if is_strong else f"<small>{said}</small>" if piece.look == "small" else said)
    return "".join(written)


class RichDelegate(QStyledItemDelegate):
    """Draws the lines of an item; where there is no room, the first strong piece of a line stays in view."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """As Qt has it."""
        lines = index.data(LINES_ROLE)
        if lines is None:
            super().paint(painter, option, index)
            return
        self.initStyleOption(option, index)
        option.text = ""
        style = option.widget.style() if isinstance(option.widget, QWidget) else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        plain, quiet = text_colours(option)
        height = option.fontMetrics.height()
        top = option.rect.top() + (option.rect.height() - height * len(lines)) // 2
        painter.save()
        for number, line in enumerate(lines):
            box = QRect(option.rect.left() + GAP, top + number * height, option.rect.width() - 2 * GAP, height)
            _paint_line(painter, option.font, box, _shortened(line, option.font, box.width()), plain, quiet)
        painter.restore()


def _font(base: QFont, look: Look) -> QFont:
    font = QFont(base)
    font.setBold(look in ("strong", "alarm"))
    return font


def _width(pieces: list[Piece], font: QFont) -> float:
    return sum(QFontMetricsF(_font(font, piece.look)).horizontalAdvance(piece.text) for piece in pieces)


def _shortened(line: str, font: QFont, room: int) -> list[Piece]:
    """The pieces of a line, those before its first strong one cut at their beginning if there is no room for all."""
    pieces = [Piece(visible(piece.text), piece.look) for piece in pieces_of(line)]
    first = next((place for place, piece in enumerate(pieces) if piece.look == "strong"), 0)
    too_much = _width(pieces, font) - room
    before = _width(pieces[:first], font)
    least = min(before, BEFORE * room)
    if too_much <= 0 or before <= least:
        return pieces
    said = "".join(piece.text for piece in pieces[:first]).removeprefix("… ")
    metrics = QFontMetricsF(font)
    cut = metrics.elidedText(said, Qt.TextElideMode.ElideLeft, max(before - too_much, least))
    return [Piece(cut), *pieces[first:]]


def _paint_line(painter: QPainter, font: QFont, box: QRect, pieces: list[Piece], plain: QColor, quiet: QColor) -> None:
    left = float(box.left())
    for piece in pieces:
        look = _font(font, piece.look)
        painter.setFont(look)
        painter.setPen(quiet if piece.look in ("quiet", "small") else plain)
        metrics = QFontMetricsF(look)
        said = elided(metrics, piece.text, max(box.right() + 1 - left, 0))
        at = QRect(round(left), box.top(), box.right() + 1 - round(left), box.height())
        painter.drawText(at, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, said)
        left += metrics.horizontalAdvance(said)
        if said != piece.text:
            break
