"""Two lineages of a word, one above the other, from the word up to the root; the symbol that is dealt with is lit."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QScrollArea, QWidget

from treecompare.app.common.plain import visible
from treecompare.app.drawings.painted import label_font
from treecompare.app.drawings.pictures import theme_of
from treecompare.drawing.style import BOLD, FONT_SIZE, REGULAR, TAG_SIZE, marked
from treecompare.lessons.frames import Lineages
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED
from treecompare.measures.explain import number

CELL, ROW, COSTS, GAP, EDGE, SIDES = 26.0, 22.0, 18.0, 6.0, 8.0, 10.0
"""Least width of a symbol, height of a lineage, of the costs, space between symbols, beside them, and around all."""
BOUNDARIES = "[", "]"


def operation_of(cell: tuple[str, str, float]) -> str:
    """What becomes of the symbols of a cell."""
    gold, test, cost = cell
    if gold and test:
        return SWAPPED if cost else MATCHED
    return DELETED if gold else INSERTED


class _Picture(QWidget):
    """The lineages, painted at their own width."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lineages: Lineages | None = None
        self.scale = 1.0

    def _widths(self) -> list[float]:
        assert self.lineages is not None
        metrics = QFontMetricsF(label_font(FONT_SIZE * self.scale))
        return [
            max(
                CELL * self.scale,
                *(metrics.horizontalAdvance(visible(text)) + 3 * EDGE * self.scale for text in cell[:2]),
            )
            for cell in self.lineages.cells
        ]

    def _head(self) -> float:
        """The width of the titles and the word before the symbols."""
        if self.lineages is None:
            return 0.0
        bold = QFontMetricsF(label_font(FONT_SIZE * self.scale, BOLD))
        plain = QFontMetricsF(label_font(TAG_SIZE * self.scale))
        word = bold.horizontalAdvance(f"“{visible(self.lineages.word)}”")
        return word + max(map(plain.horizontalAdvance, self.lineages.titles)) + 4 * EDGE * self.scale

    def rects(self) -> list[QRectF]:
        """Where the symbols of each cell are, both rows together."""
        if self.lineages is None:
            return []
        left, found = SIDES + self._head(), []
        for width in self._widths():
            found.append(QRectF(left, SIDES / 2, width, (2 * ROW + GAP) * self.scale))
            left += width + GAP * self.scale
        return found

    def sizeHint(self) -> QSize:
        """As wide as the lineages."""
        last = self.rects()[-1:]
        width = last[0].right() if last else SIDES + self._head()
        return QSize(round(width + SIDES), round(SIDES + (2 * ROW + GAP + COSTS) * self.scale))

    def paintEvent(self, event: QPaintEvent) -> None:
        """As Qt has it."""
        if self.lineages is None:
            return
        painter, theme = QPainter(self), theme_of(self.palette())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(theme.background))
        scale = self.scale
        row, between = ROW * scale, GAP * scale
        tops = SIDES / 2, SIDES / 2 + row + between
        painter.setPen(QColor(theme.quiet))
        painter.setFont(label_font(TAG_SIZE * scale))
        for title, top in zip(self.lineages.titles, tops, strict=True):
            painter.drawText(
                QRectF(SIDES, top, self._head() - 3 * EDGE * scale, row),
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, title,
            )  # fmt: skip
        painter.setPen(QColor(theme.text[MATCHED]))
        painter.setFont(label_font(FONT_SIZE * scale, BOLD))
        both = QRectF(SIDES, tops[0], self._head(), 2 * row + between)
        painter.drawText(
            both, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, f"“{visible(self.lineages.word)}”"
        )
        for place, (cell, rect) in enumerate(zip(self.lineages.cells, self.rects(), strict=True)):
            is_known, operation = place <= self.lineages.now, operation_of(cell)
            if place == self.lineages.now:
                painter.setPen(QPen(QColor(theme.accent), 2.0))
                painter.setBrush(QColor(theme.selection))
                painter.drawRoundedRect(rect.adjusted(-3, -3, 3, 3), 7, 7)
            for symbol, top in zip(cell[:2], tops, strict=True):
                box = QRectF(rect.left(), top, rect.width(), row)
                shown = operation if is_known and symbol else MATCHED
                if symbol and symbol not in BOUNDARIES:
                    painter.setPen(QPen(QColor(theme.line), 1.0))
                    painter.setBrush(QColor(theme.fill[shown]))
                    painter.drawRoundedRect(box, 5, 5)
                elif not symbol and is_known:
                    painter.setPen(QPen(QColor(theme.line), 1.0, Qt.PenStyle.DashLine))
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.drawRoundedRect(box.adjusted(2, 2, -2, -2), 5, 5)
                painter.setPen(QColor(theme.text[shown]))
                painter.setFont(label_font(FONT_SIZE * scale, BOLD if symbol in BOUNDARIES else REGULAR))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, visible(marked(symbol, shown) if symbol else ""))
            if is_known:
                painter.setPen(QColor(theme.text[operation] if cell[2] else theme.quiet))
                painter.setFont(label_font(TAG_SIZE * scale, BOLD if cell[2] else REGULAR))
                costs = QRectF(rect.left(), tops[1] + row + 3, rect.width(), COSTS * scale)
                painter.drawText(costs, Qt.AlignmentFlag.AlignCenter, number(cell[2]))


class LineageStrip(QScrollArea):
    """The lineages; where there is no room for all, the part that is dealt with is in view."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture = _Picture()
        self.setWidget(self.picture)
        self.setWidgetResizable(False)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        )  # the wheel scrolls, and so do the steps
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("Lineages")

    def show_lineages(self, lineages: Lineages | None) -> None:
        """Shows the lineages of a word, or none: then the strip keeps its place, empty."""
        picture = self.picture
        picture.lineages = lineages
        self.setAccessibleDescription(_said(lineages))
        self._fit()
        if lineages is not None and 0 <= lineages.now < len(lineages.cells):
            here = picture.rects()[lineages.now].center().toPoint()
            self.ensureVisible(here.x(), here.y(), self.viewport().width() // 3, 0)

    def enlarge(self, scale: float) -> None:
        """Larger letters, to be seen from the last row."""
        self.picture.scale = scale
        self._fit()

    def _fit(self) -> None:
        self.picture.resize(self.picture.sizeHint())
        self.picture.update()
        self.setFixedHeight(self.picture.sizeHint().height())
        self._paper()

    def _paper(self) -> None:
        self.viewport().setStyleSheet(f"background: {theme_of(self.palette()).background}")

    def changeEvent(self, event: QEvent) -> None:
        """Another theme has other paper."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "picture"):
            self._paper()
            self.picture.update()


def _said(lineages: Lineages | None) -> str:
    """The lineages as text, for screen readers."""
    if lineages is None:
        return ""
    gold = " ".join(one for one, _, _ in lineages.cells if one)
    system = " ".join(other for _, other, _ in lineages.cells if other)
    return f"{lineages.titles[0]}: {gold}; {lineages.titles[1]}: {system}"
