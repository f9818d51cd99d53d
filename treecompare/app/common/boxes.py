"""Closed boxes keep what was chosen in them when the wheel of the mouse turns above them: what is around them scrolls.

Boxes for numbers are as high as their text, which stands as far from their edge as in any other field.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QSpinBox, QWidget

BEFORE_TEXT = 5
"""Pixels of a box at the left of its text, besides those of Qt."""
ROUND_TEXT = 8
"""Pixels of a box above and below the letters of its text."""


class _Still(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Wheel:
            event.ignore()  # so that it goes to what is around the box
            return True
        return False


_STILL = _Still()


def keep_still(box: QComboBox | QAbstractSpinBox) -> None:
    """Turning the wheel above a box changes nothing in it."""
    box.installEventFilter(_STILL)
    field = box.lineEdit()
    if field is not None:
        field.installEventFilter(_STILL)


class NumberBox(QSpinBox):
    """A box for a number; Qt's own leaves less height than its letters need, and nothing at their left."""

    def __init__(self, parent: QWidget | None = None, **options: Any) -> None:
        super().__init__(parent, **options)
        self.lineEdit().setTextMargins(BEFORE_TEXT, 0, 0, 0)

    def sizeHint(self) -> QSize:
        return self._high_enough(super().sizeHint())

    def minimumSizeHint(self) -> QSize:
        return self._high_enough(super().minimumSizeHint())

    def _high_enough(self, size: QSize) -> QSize:
        return size.expandedTo(QSize(0, self.fontMetrics().height() + ROUND_TEXT))
