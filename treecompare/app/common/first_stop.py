"""Panes that give the keyboard on to the widget where one begins in them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


class FirstStop:
    """A focus proxy would do the same, but Tab would go from wherever the pane is in its cycle to that widget, and round again."""

    first_stop: QWidget

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        self.first_stop.setFocus(reason)
