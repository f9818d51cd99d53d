"""Rich text painted in a line of which the strong piece stays in view."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from treecompare.drawing.colours import Colours
from treecompare.scores.rich import Look, Piece, pieces_of
from treecompare.trees.characters import POP, RIGHT_TO_LEFT, begins_at_the_right
from treecompare.window.common import fonts
from treecompare.window.common.elided import elided
from treecompare.window.common.plain import visible

BEFORE = 0.4
"""So much of a line is left to what stands before its first strong piece, where not all has room."""


def _font(base: QFont, look: Look) -> QFont:
    return fonts.strong(base) if look in ("strong", "alarm") else base


def _width(pieces: list[Piece], font: QFont) -> float:
    return sum(QFontMetricsF(_font(font, piece.look)).horizontalAdvance(piece.text) for piece in pieces)


def shortened(line: str, font: QFont, room: int) -> list[Piece]:
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


def paint_line(painter: QPainter, font: QFont, box: QRect, text: str, plain: QColor, these: Colours) -> None:
    """A line of text from the left of a box; what has no room ends in …."""
    left = float(box.left())
    inks = {"quiet": these.muted, "small": these.muted, "alarm": these.gold}
    for piece in shortened(text, font, box.width()):
        look = _font(font, piece.look)
        painter.setFont(look)
        painter.setPen(QColor(inks[piece.look]) if piece.look in inks else plain)
        metrics = QFontMetricsF(look)
        said = elided(metrics, piece.text, max(box.right() + 1 - left, 0))
        at = QRect(round(left), box.top(), box.right() + 1 - round(left), box.height())
        turned = f"{RIGHT_TO_LEFT}{said}{POP}" if begins_at_the_right(said) else said
        painter.drawText(at, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, turned)
        left += metrics.horizontalAdvance(said)
        if said != piece.text:
            break
