"""Closed boxes keep what was chosen in them when the wheel of the mouse turns above them: what is around them scrolls.

Boxes for numbers are as high as their text, which stands as far from their edge as in any other field.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox


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
