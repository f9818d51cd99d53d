"""How the blocks of Why lie: below each other; answers side by side and the rest in two columns where it is wide enough."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QRect, QSize
from PySide6.QtWidgets import QSizePolicy, QWidget

GAP, BETWEEN = 6, 28
"""Pixels between two blocks, and between two columns."""
ANSWER, TWO = 14, 64
"""Letters that an answer has at least beside others, and that there are at least for two columns, or for answers side by side."""


class Stacked(QWidget):
    """``is_wide``: whether it may use its width; the width decides. Widgets with a property ``beside`` may stand beside each other;
    a second column begins at one with a property ``begins``, if possible with or before one with a property ``row``.

    No layout of Qt: it would ask each block for its height some fifteen times for every place, at widths that it forgets.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.is_wide = False
        self.shown: list[Any] = []
        self._known: dict[int, list[tuple[QWidget, QRect]]] = {}
        """Places of all that is shown, by widths."""

    def stack(self, widgets: Sequence[QWidget]) -> None:
        """Places these of its widgets, in this order; they need not be placed again when they tell that they changed."""
        self.shown = [*widgets]
        for one in self.shown:
            one.layout().activate()
        self._changed()
        QCoreApplication.removePostedEvents(self, QEvent.Type.LayoutRequest.value)

    def heightForWidth(self, width: int) -> int:
        return max((place.bottom() + 1 for _, place in self._placed(width)), default=0)

    def minimumSizeHint(self) -> QSize:
        return QSize(max((one.minimumSizeHint().width() for one, _ in self._placed(self.width())), default=0), 0)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Show):  # a block became higher, or lower
            self._changed()
        elif event.type() == QEvent.Type.Resize:
            self._arrange()
        return super().event(event)

    def _changed(self) -> None:
        self._known = {}
        self.updateGeometry()
        if (around := self.parentWidget()) is not None:  # also where Qt waits for one already
            QCoreApplication.postEvent(around, QEvent(QEvent.Type.LayoutRequest))
        self._arrange()

    def _arrange(self) -> None:
        for widget, place in self._placed(self.width()):
            widget.setGeometry(place)

    # -- where -----------------------------------------------------------------------------------------------------------

    def _placed(self, width: int) -> list[tuple[QWidget, QRect]]:
        if width not in self._known:
            self._known[width] = self._place([one for one in self.shown if not one.isHidden()], width)
        return self._known[width]

    def _place(self, items: list[QWidget], width: int) -> list[tuple[QWidget, QRect]]:
        letter = self.fontMetrics().horizontalAdvance("0")
        if not self.is_wide or width < TWO * letter:
            return _column(items, 0, width, 1)
        own = (width - BETWEEN) // 2
        ends = [n for n, one in enumerate(items) if n and one.property("begins")]
        if not ends or any(one.property("beside") for one in items):
            return _column(items, 0, width, max(width // (ANSWER * letter), 1))
        ends = [n for n in ends if any(one.property("row") for one in items[n : n + 2])][:1] or ends
        heights = [_height(one, own) + GAP for one in items]
        end = min(ends, key=lambda n: max(sum(heights[:n]), sum(heights[n:])))
        return [*_column(items[:end], 0, own, 1), *_column(items[end:], own + BETWEEN, own, 1)]


def _height(item: QWidget, width: int) -> int:
    wanted = item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
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
