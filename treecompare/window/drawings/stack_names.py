"""The names above the analyses of a drawing of all systems, with their scores: they are seen wherever one looks."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from treecompare.drawing.scene import INDENT
from treecompare.drawing.stacks import HEAD, Stack
from treecompare.drawing.style import BOLD, REGULAR, Theme
from treecompare.mappings.mapping import MATCHED
from treecompare.window.common.elided import elided
from treecompare.window.common.plain import visible
from treecompare.window.drawings.canvas import Canvas
from treecompare.window.drawings.painted import label_font


class StackNames(QGraphicsItem):
    """The lines stay at the left edge of the view; that of the analysis at its upper edge stays there, until the next one comes."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__()
        self._stack: Stack | None = None
        self._theme: Theme | None = None
        self._current, self._top, self._canvas = -1, 0.0, canvas
        self.setZValue(2)
        canvas.scene().addItem(self)
        canvas.moved.connect(self._follow)

    def show_names(self, stack: Stack | None, theme: Theme, current: int) -> None:
        """Shows those of a stack, or none; ``current``: the analysis that is looked at."""
        self.prepareGeometryChange()
        self._stack, self._theme, self._current = stack, theme, current
        self._follow()
        self.update()

    def _follow(self) -> None:
        if self._stack is not None:
            corner = self._canvas.mapToScene(self._canvas.viewport().rect().topLeft())
            self.setX(max(corner.x(), 0.0))
            self._top = corner.y()
            self.update()

    def lines(self) -> list[tuple[int, float]]:
        """Each analysis with where its line is now."""
        if self._stack is None:
            return []
        ends = [top for _, top in self._stack.lines[1:]] + [self._stack.height]
        here = zip(self._stack.lines, ends, strict=True)
        return [(tier, max(top, min(self._top, end - HEAD))) for (tier, top), end in here]

    def boundingRect(self) -> QRectF:
        """As wide as the drawing, wherever it is moved to."""
        return QRectF(0, 0, self._stack.width, self._stack.height) if self._stack is not None else QRectF()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paints name, score and errors; a triangle is before the current one."""
        if self._stack is None or self._theme is None:
            return
        for tier, top in self.lines():
            head, x = self._stack.heads[tier], INDENT
            painter.fillRect(QRectF(0, top, self._stack.width, HEAD), QColor(self._theme.band))
            for text, bold, colour in (
                ("▸" if tier == self._current else "", True, self._theme.text[MATCHED]),
                (head.name, True, self._theme.text[MATCHED]),
                (head.said, False, self._theme.quiet),
            ):
                painter.setFont(label_font(13.0 if bold else 12.0, BOLD if bold else REGULAR))
                painter.setPen(QColor(colour))
                metrics = painter.fontMetrics()
                shown = elided(metrics, visible(text), int(self._stack.width - x))
                width = metrics.horizontalAdvance(shown)
                painter.drawText(QRectF(x, top, width + 4, HEAD), Qt.AlignmentFlag.AlignVCenter, shown)
                x += width + (10 if text == head.name else 5 if text else 0)
