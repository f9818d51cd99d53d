"""Widgets beside and below each other, buttons and plain text; blocks, some side by side and in two columns where it is wide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QRect, QSize, Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from treecompare.window.common.plain import visible_lines

Line = TypeVar("Line", bound=QBoxLayout)
Part = QWidget | QLayout | tuple[QWidget | QLayout, int] | int | None
"""What stands in a line; with how much of the room it takes that is left. A number is so many free pixels, None all the room."""
Margins = tuple[int, int, int, int]


def row(parent: QWidget | None, *parts: Part, margins: Margins = (0, 0, 0, 0), gap: int = -1) -> QHBoxLayout:
    """Parts from left to right, so many pixels apart; -1: as the style has it."""
    return _lined(QHBoxLayout(), parent, parts, margins, gap)


def column(parent: QWidget | None, *parts: Part, margins: Margins = (0, 0, 0, 0), gap: int = 0) -> QVBoxLayout:
    """Parts below each other, so many pixels apart."""
    return _lined(QVBoxLayout(), parent, parts, margins, gap)


def _lined(made: Line, parent: QWidget | None, parts: tuple[Part, ...], margins: Margins, gap: int) -> Line:
    if parent is not None:
        parent.setLayout(made)
    made.setContentsMargins(*margins)
    if gap >= 0:
        made.setSpacing(gap)
    for part in parts:
        widget, share = part if isinstance(part, tuple) else (part, 0)
        if widget is None:
            made.addStretch(1)
        elif isinstance(widget, int):
            made.addSpacing(widget)
        elif isinstance(widget, QLayout):
            made.addLayout(widget, share)
        else:
            made.addWidget(widget, share)
    return made


def button(text: str, do: Callable[[], object], look: str = "", **has: Any) -> QPushButton:
    """A button that does that. Return presses it only while it has the keyboard. ``has``: further properties, as Qt calls them."""
    made = QPushButton(text, autoDefault=False, **has)
    made.setProperty("look", look)
    made.clicked.connect(lambda: do())
    return made


def label(text: str = "", look: str = "", wraps: bool = False, **has: Any) -> QLabel:
    """A text that means itself. ``wraps``: in as many lines as it needs; ``has``: further properties."""
    made = QLabel(visible_lines(text), textFormat=Qt.TextFormat.PlainText, wordWrap=wraps, **has)
    made.setProperty("look", look)
    return made


def discard(*widgets: QWidget) -> None:
    """They go later, but are not seen until then."""
    for one in widgets:
        one.hide()
        one.deleteLater()


def scrolling(widget: QWidget) -> QScrollArea:
    """A widget that is as wide as there is room for, and scrolls where it is higher."""
    area = QScrollArea(widgetResizable=True, frameShape=QScrollArea.Shape.NoFrame, focusPolicy=Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(widget)
    return area


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
        policy = self.sizePolicy()
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
