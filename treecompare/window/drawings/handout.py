"""A page to hand out: a drawing, and what is said below it."""

from __future__ import annotations

import html

from PySide6.QtCore import QMarginsF, QRectF, QSizeF
from PySide6.QtGui import QFont, QPageLayout, QPageSize, QPainter, QTextDocument

from treecompare.errors import TreecompareError
from treecompare.jobs.base import Handout
from treecompare.trees.characters import visible
from treecompare.window.drawings.in_memory import pdf_of
from treecompare.window.drawings.pictures import Picture

MARGIN = 40.0
LARGEST = 1.25
"""A drawing is enlarged at most so much: small trees would look like posters."""


def handout(told: Handout, drawing: Picture) -> bytes:
    """One A4 page as PDF; upright, or on its side where the drawing is much wider than high.

    Raises:
        TreecompareError: the drawing is empty, or Qt cannot write the page.
    """
    if drawing.width <= 0 or drawing.height <= 0:
        raise TreecompareError("there is nothing drawn that could be handed out")
    is_wide = drawing.width > 1.9 * drawing.height and drawing.width > 700
    orientation = QPageLayout.Orientation.Landscape if is_wide else QPageLayout.Orientation.Portrait
    layout = QPageLayout(QPageSize(QPageSize.PageSizeId.A4), orientation, QMarginsF(), QPageLayout.Unit.Point)
    size = layout.fullRect(QPageLayout.Unit.Point)
    page = QRectF(MARGIN, MARGIN, size.width() - 2 * MARGIN, size.height() - 2 * MARGIN)
    return pdf_of(lambda painter: _paint(painter, page, told, drawing), layout, told.title)


def _paint(painter: QPainter, page: QRectF, told: Handout, drawing: Picture) -> None:
    """Head, drawing, scores, from top to bottom; the drawing takes what the texts leave."""
    head = document(_head(told.title, told.words, drawing.legend), 10, page.width())
    columns = 3 if page.width() > 600 else 2
    gap = 16.0
    width = (page.width() - (columns - 1) * gap) / columns
    entries = [_score(*one) for one in told.scores]
    share = max(-(-len(entries) // columns), 1)
    tables = [document("".join(entries[place : place + share]), 7, width) for place in range(0, len(entries), share)]
    foot = document(f"<p style='color:#666'>{_escaped(told.foot)}</p>", 6.5, page.width())
    below = max((table.size().height() for table in tables), default=0.0) + foot.size().height() + 10
    room = QSizeF(page.width(), max(page.height() - head.size().height() - below - 16, 120))
    factor = min(room.width() / drawing.width, room.height() / drawing.height, LARGEST)
    top = page.top()
    put_document(painter, head, page.left(), top)
    top += head.size().height() + 8
    painter.save()
    painter.translate(page.left() + (page.width() - factor * drawing.width) / 2, top)
    painter.scale(factor, factor)
    drawing.paint(painter)
    painter.restore()
    top += factor * drawing.height + 8
    for place, table in enumerate(tables):
        put_document(painter, table, page.left() + place * (width + gap), top)
    put_document(painter, foot, page.left(), page.bottom() - foot.size().height())


def document(text: str, size: float, width: float) -> QTextDocument:
    """Text set in pixels, which are points of the page."""
    made = QTextDocument()
    font = QFont()
    font.setPixelSize(max(1, round(size)))
    made.setDefaultFont(font)
    made.setDocumentMargin(0)
    made.setHtml(text)
    made.setTextWidth(width)
    return made


def put_document(painter: QPainter, text: QTextDocument, x: float, y: float) -> None:
    """Paints a text at a place."""
    painter.save()
    painter.translate(x, y)
    text.drawContents(painter)
    painter.restore()


def _escaped(text: str) -> str:
    return html.escape(visible(text))


def _head(title: str, words: str, legend: str) -> str:
    return (
        f"<p style='font-size:15px'><b>{_escaped(title)}</b></p><p>{_escaped(words)}</p>"
        f"<p style='color:#555'><small>{_escaped(legend)}</small></p>"
    )


def _score(title: str, figure: str, how: str) -> str:
    return (
        f"<p style='margin:1px 0'><b>{_escaped(title)}</b>&nbsp; <b>{_escaped(figure)}</b><br>"
        f"<span style='color:#444'>{_escaped(how)}</span></p>"
    )
