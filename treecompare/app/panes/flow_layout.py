"""A layout that puts widgets side by side and goes on in the next line where the width ends."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

HIDDEN_BY_SOMEBODY = Qt.WidgetAttribute.WA_WState_ExplicitShowHide


class FlowLayout(QLayout):
    """Lines of widgets, each as wide as it likes to be."""

    def __init__(self, parent: QWidget | None = None, gap: int = 6) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), is_trial=True)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, is_trial=False)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """As Qt has it: the widest widget."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _place(self, rect: QRect, is_trial: bool) -> int:
        """Puts the widgets line by line, centred in their line; returns the height."""
        area = rect.marginsRemoved(self.contentsMargins())
        lines: list[list[QLayoutItem]] = [[]]
        x = 0
        for item in self._items:
            widget = item.widget()
            if widget is not None and widget.isHidden() and widget.testAttribute(HIDDEN_BY_SOMEBODY):
                continue  # one that is only not shown yet has its place
            width = item.sizeHint().width()
            if lines[-1] and x + width > area.width():
                lines.append([])
                x = 0
            lines[-1].append(item)
            x += width + self._gap
        y = area.top()
        for line in lines:
            height = max((item.sizeHint().height() for item in line), default=0)
            x = area.left()
            for item in line:
                size = item.sizeHint().boundedTo(QSize(area.width(), height))
                if not is_trial:
                    item.setGeometry(QRect(QPoint(x, y + (height - size.height()) // 2), size))
                x += size.width() + self._gap
            y += height + self._gap
        return y - self._gap - rect.top() + self.contentsMargins().bottom()
