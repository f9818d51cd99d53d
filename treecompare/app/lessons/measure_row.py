"""Scores in one row below a drawing, for a class: the usual two, the measure that is explained, what changed, then all others."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from treecompare.app.common.theme import colours_of, muted
from treecompare.app.lessons.measures_panel import MeasuresPanel, Told, change_ink

LEAST_HEIGHT = 64
"""Pixels; more where two lines of the letters need it."""
LINES = 3
"""So many lines of letters are as high as the row."""
BETWEEN, BESIDE = 32, 10
"""Pixels between measures, and between the figures of one."""
WIDE = "100.00"
"""No figure is wider."""
Text = tuple[str, QColor, bool]
"""What is written, its colour, and whether it is bold."""


class MeasureRow(QWidget):
    """Has what fits; an arrow at its end leads to the rest. A click on a measure explains it.

    It is painted, not made of widgets: however large its letters are, it never asks for more width than there is.
    """

    def __init__(self, panel: MeasuresPanel) -> None:
        super().__init__()
        self._panel = panel
        self._first = 0
        """Number of the measure that stands at the beginning."""
        self.cells: list[tuple[Told, QRect]] = []
        self.more = QRect()
        """Where the arrow is; empty if everything fits."""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        panel.refreshed.connect(self._arrange)

    def in_order(self) -> list[Told]:
        """What is told: in the order of the kind where all of it fits, whatever changes; else the usual two and the one that is
        explained, which keep their places from step to step, then what changed, unless the rest has room as well."""
        told = {one.key: one for one in self._panel.told()}
        if self._fits([one._replace(score=WIDE, change=f"▼ {WIDE}", in_all=f"▲ {WIDE}") for one in told.values()]):
            return list(told.values())
        changed = [] if self._fits(told.values()) else [one.key for one in told.values() if one.change]
        order = dict.fromkeys([*self._panel.choices.a_and_b, self._panel.key, *changed, *told])
        return [told[key] for key in order if key in told]

    def _fits(self, measures: Iterable[Told]) -> bool:
        return sum(self._width_of(one) + BETWEEN for one in measures) <= self.width()

    def _width_of(self, one: Told) -> int:
        figures = sum(self._width(text, is_bold) + BESIDE for text, _, is_bold in self._texts(one)) - BESIDE
        return max(self._width(one.title, False), figures)

    def turn(self) -> None:
        """To the measures that did not fit; after the last ones back to the first."""
        shown = self._first + len(self.cells)
        self._first = shown if shown < len(self._panel.keys) else 0
        self._arrange()

    # -- where everything is -----------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        """Two lines high."""
        return QSize(0, max(LEAST_HEIGHT, LINES * QFontInfo(self.font()).pixelSize()))

    def _texts(self, one: Told) -> list[Text]:
        ink, palette = self.palette().text().color(), self.palette()
        found: list[Text] = [(one.score, ink, True)]
        if one.change:
            found.append((one.change, ink if one.is_better is None else change_ink(palette, one.is_better), True))
        if one.in_all and one.in_all != one.change:
            better = one.is_better_in_all
            found.append((f"in all {one.in_all}", ink if better is None else change_ink(palette, better), False))
        return found

    def _width(self, text: str, is_bold: bool) -> int:
        return QFontMetrics(self._font(is_bold)).horizontalAdvance(text)

    def _font(self, is_bold: bool) -> QFont:
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold if is_bold else QFont.Weight.Normal)
        return font

    def _arrange(self) -> None:
        """Places as many measures as there is room for."""
        order = self.in_order()
        if self._first >= len(order):
            self._first = 0
        rest, x, height = order[self._first :], BETWEEN // 2, self.height()
        arrow = self._width(f"{len(order)} more →", True) + BETWEEN
        self.cells = []
        for number, one in enumerate(rest):
            wide = self._width_of(one)
            is_last = number == len(rest) - 1 and not self._first
            if self.cells and x + wide + BETWEEN // 2 > self.width() - (0 if is_last else arrow):
                break
            self.cells.append((one, QRect(x, 0, wide, height)))
            x += wide + BETWEEN
        fits = not self._first and len(self.cells) == len(order)
        self.more = QRect() if fits else QRect(self.width() - arrow, 0, arrow, height)
        said = "; ".join(" ".join([one.title, *(text for text, _, _ in self._texts(one))]) for one in order)
        self.setAccessibleName(f"Measures: {said}")
        self.update()

    def _arrow(self, there: int) -> str:
        rest = there - self._first - len(self.cells)
        return f"{rest} more →" if rest > 0 else "→"

    # -- what is seen and done -----------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """A title above the figures of each measure; that of the explained one in the accent."""
        painter = QPainter(self)
        painter.setPen(QColor(colours_of(self.palette()).hairline))
        painter.drawLine(0, 0, self.width(), 0)
        half = self.height() // 2
        for one, place in self.cells:
            is_explained = one.key == self._panel.key
            painter.setFont(self._font(False))
            painter.setPen(QColor(colours_of(self.palette()).accent) if is_explained else muted(self.palette()))
            painter.drawText(place.adjusted(0, 4, 0, -half), Qt.AlignmentFlag.AlignVCenter, one.title)
            x = place.x()
            for text, ink, is_bold in self._texts(one):
                painter.setFont(self._font(is_bold))
                painter.setPen(ink)
                painter.drawText(QRect(x, half, self.width() - x, half - 4), Qt.AlignmentFlag.AlignVCenter, text)
                x += self._width(text, is_bold) + BESIDE
        if not self.more.isEmpty():
            painter.setFont(self._font(True))
            painter.setPen(QColor(colours_of(self.palette()).accent))
            painter.drawText(self.more, Qt.AlignmentFlag.AlignCenter, self._arrow(len(self._panel.keys)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Explains a measure, or shows the rest."""
        at = event.position().toPoint()
        if self.more.contains(at):
            self.turn()
            return
        for one, place in self.cells:
            if place.adjusted(-BETWEEN // 2, 0, BETWEEN // 2, 0).contains(at):
                self._panel.explain(one.key)
                self._arrange()
                return

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As much as there is room for."""
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Letters of another size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "more"):
            self.updateGeometry()
            self._arrange()
