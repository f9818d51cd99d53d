"""How the blocks of Why lie: below each other; answers side by side and the rest in two columns where it is wide enough."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QVBoxLayout, QWidget

GAP, BETWEEN = 6, 28
"""Pixels between two blocks, and between two columns."""
ANSWER, TWO = 14, 64
"""Letters that an answer has at least beside others, and that there are at least for two columns, or for answers side by side."""


class Stacked(QVBoxLayout):
    """``is_wide``: whether it may use its width; the width decides. Widgets with a property ``beside`` may stand beside each other;
    a second column begins at one with a property ``begins``, if possible with or before one with a property ``row``."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(GAP)
        self.is_wide = False
        self.shown: Sequence[QWidget] = ()
        """In their order. Items are not asked for: Qt deletes them, and Python goes on with what is at their place then."""
        self._known: dict[int, list[tuple[QWidget, QRect]]] = {}
        """Places of all that is shown, by widths for which they are not simply below each other."""

    def invalidate(self) -> None:
        self._known = {}
        super().invalidate()

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def heightForWidth(self, width: int) -> int:
        if not self._uses(width):
            return super().heightForWidth(width)
        return max((place.bottom() + 1 for _, place in self._placed(width)), default=0)

    def minimumSize(self) -> QSize:
        return QSize(super().minimumSize().width(), 0)

    def setGeometry(self, rect: QRect) -> None:
        if not self._uses(rect.width()):
            super().setGeometry(rect)
            return
        QLayout.setGeometry(self, rect)
        for item, place in self._placed(rect.width()):
            item.setGeometry(place.translated(rect.topLeft()))

    # -- where -----------------------------------------------------------------------------------------------------------

    @property
    def _letter(self) -> int:
        above = self.parentWidget()
        return above.fontMetrics().horizontalAdvance("0") if above is not None else 8

    def _uses(self, width: int) -> bool:
        """Whether not all is below each other there."""
        return self.is_wide and width >= TWO * self._letter

    def _placed(self, width: int) -> list[tuple[QWidget, QRect]]:
        if width not in self._known:
            self._known[width] = self._place([one for one in self.shown if not one.isHidden()], width)
        return self._known[width]

    def _place(self, items: list[QWidget], width: int) -> list[tuple[QWidget, QRect]]:
        if any(one.property("beside") for one in items):
            return _column(items, 0, width, max(width // (ANSWER * self._letter), 1))
        own = (width - BETWEEN) // 2
        ends = [n for n, one in enumerate(items) if n and one.property("begins")]
        ends = [n for n in ends if any(one.property("row") for one in items[n : n + 2])][:1] or ends
        heights = [_height(one, own) + GAP for one in items]
        end = min(ends, key=lambda n: max(sum(heights[:n]), sum(heights[n:])), default=len(items))
        return [*_column(items[:end], 0, own, 1), *_column(items[end:], own + BETWEEN, own, 1)]


def _height(item: QWidget, width: int) -> int:
    least = max(item.sizeHint().height(), item.minimumSizeHint().height())
    wanted = item.heightForWidth(width) if item.hasHeightForWidth() else least
    return max(min(wanted, item.maximumHeight()), item.minimumHeight())


def _column(items: Sequence[QWidget], left: int, width: int, most: int) -> list[tuple[QWidget, QRect]]:
    """Items below each other; of those that may stand beside each other so many in a line."""
    found: list[tuple[QWidget, QRect]] = []
    y = place = 0
    while place < len(items):
        end = place + 1
        while end < len(items) and items[place].property("beside") and items[end].property("beside"):
            end += 1
        lines = -(-(end - place) // most)
        each = -(-(end - place) // lines)
        for first in range(place, end, each):
            line = items[first : min(first + each, end)]
            own = (width - GAP * (each - 1)) // each
            height = max(_height(one, own) for one in line)
            found += [(one, QRect(left + n * (own + GAP), y, own, height)) for n, one in enumerate(line)]
            y += height + GAP
        place = end
    return found
