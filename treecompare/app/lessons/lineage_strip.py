"""Two lineages of a word, one above the other, from the word up to the root; the symbol that is dealt with is lit."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from treecompare.app.common.plain import tip, visible
from treecompare.app.drawings.painted import label_font
from treecompare.app.drawings.pictures import theme_of
from treecompare.drawing.style import BOLD, FONT_SIZE, REGULAR, TAG_SIZE, marked
from treecompare.extras.teaching.frames import Lineages
from treecompare.extras.teaching.lineage_steps import BOUNDARIES, operation_of
from treecompare.mappings.mapping import MATCHED
from treecompare.measures.explain import number

CELL, ROW, COSTS, GAP, EDGE, SIDES = 26.0, 22.0, 18.0, 6.0, 8.0, 10.0
"""Least width of a symbol, height of a lineage, of the costs, space between symbols, beside them, and around all."""


class LineageStrip(QWidget):
    """The lineages of a word. Where not all symbols have room, those that are the same, and far from what is dealt with, are
    ``… 12``; the tip has all."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lineages: Lineages | None = None
        self.scale = 1.0
        self.setAccessibleName("Lineages")
        self._fit()

    def show_lineages(self, lineages: Lineages | None) -> None:
        """Shows the lineages of a word, or none: then the strip keeps its place, empty."""
        self.lineages = lineages
        self.setAccessibleDescription(_said(lineages))
        self.setToolTip(tip(_said(lineages)))
        self._fit()

    def enlarge(self, scale: float) -> None:
        """Larger letters, to be seen from the last row."""
        self.scale = scale
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(round(SIDES + (2 * ROW + GAP + COSTS) * self.scale))
        self.update()

    def _width(self, *texts: str) -> float:
        metrics = QFontMetricsF(label_font(FONT_SIZE * self.scale))
        letters = (metrics.horizontalAdvance(visible(text)) + 3 * EDGE * self.scale for text in texts)
        return max(CELL * self.scale, *letters)

    def _head(self) -> float:
        """The width of the titles and the word before the symbols."""
        if self.lineages is None:
            return 0.0
        bold = QFontMetricsF(label_font(FONT_SIZE * self.scale, BOLD))
        plain = QFontMetricsF(label_font(TAG_SIZE * self.scale))
        word = bold.horizontalAdvance(f"“{visible(self.lineages.word)}”")
        return word + max(map(plain.horizontalAdvance, self.lineages.titles)) + 4 * EDGE * self.scale

    def parts(self) -> list[tuple[QRectF, range]]:
        """Where the symbols of each cell are, both rows together; of several cells: where it says that they are left out."""
        if self.lineages is None:
            return []
        cells = self.lineages.cells
        now = min(max(self.lineages.now, 0), len(cells) - 1)  # before the first one, or when all are done
        widths = [self._width(*cell[:2]) for cell in cells]
        room, between = self.width() - self._head() - 2 * SIDES, GAP * self.scale
        gap = self._width(_left_out(len(cells)))

        def laid(kept: set[int]) -> list[tuple[float, range]]:
            """Each part with its width, in its order."""
            ends = [0, *(one for place in sorted(kept) for one in (place, place + 1)), len(cells)]
            parts = [range(first, last) for first, last in pairwise(ends) if first < last]
            return [(widths[one.start] if one.start in kept or len(one) == 1 else gap, one) for one in parts]

        def fits(kept: set[int]) -> bool:
            return sum(width + between for width, _ in laid(kept)) - between <= room

        kept = set(range(len(cells)))
        if not fits(kept):
            kept = {now}
            for place in sorted(
                range(len(cells)), key=lambda one: (abs(one - now) > 1, not cells[one][2], abs(one - now))
            ):
                if fits(kept | {place}):
                    kept.add(place)
                elif not cells[place][2]:
                    break
        left, found = SIDES + self._head(), []
        for width, one in laid(kept):
            found.append((QRectF(left, SIDES / 2, width, (2 * ROW + GAP) * self.scale), one))
            left += width + between
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), theme_of(self.palette())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(theme.background))
        if self.lineages is None:
            return
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
        for rect, places in self.parts():
            if len(places) > 1:
                painter.setPen(QColor(theme.quiet))
                painter.setFont(label_font(FONT_SIZE * scale))
                painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, _left_out(len(places)))
                continue
            place, cell = places.start, self.lineages.cells[places.start]
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

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.update()


def _left_out(number: int) -> str:
    return f"… {number}"


def _said(lineages: Lineages | None) -> str:
    """The lineages as text, for screen readers."""
    if lineages is None:
        return ""
    gold = " ".join(one for one, _, _ in lineages.cells if one)
    system = " ".join(other for _, other, _ in lineages.cells if other)
    return f"{lineages.titles[0]}: {gold}; {lineages.titles[1]}: {system}"
