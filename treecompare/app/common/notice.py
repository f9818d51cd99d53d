"""A line across the window that hides nothing and waits until people put it away."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from treecompare.app.common.bar import control
from treecompare.app.common.elided import ElidedLabel

HEIGHT = 32


class Notice(QFrame):
    """A sentence, some buttons and ×. ``dismissed``: people have put it away. Without a sentence it is not shown."""

    dismissed = Signal()

    def __init__(self, tip: str = "Dismiss", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setFixedHeight(HEIGHT)
        self.label = ElidedLabel()
        self.label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(16, 0, 8, 0)
        self._row.setSpacing(4)
        self._row.addWidget(self.label, 1)
        self.remove_button = control(tip=tip, picture="close")
        self.remove_button.setAutoRaise(True)
        self.remove_button.setFixedSize(24, 24)
        self.remove_button.clicked.connect(self.dismiss)
        self._row.addWidget(self.remove_button)
        self.hide()

    def add_button(self, text: str, tip: str, do: Callable[[], object]) -> QToolButton:
        """One more button before ×."""
        button = control(text=text, tip=tip)
        button.setAutoRaise(True)
        button.setObjectName("link")
        button.clicked.connect(lambda: do())
        self._row.insertWidget(self._row.count() - 1, button)
        return button

    def say(self, text: str, is_alert: bool = False) -> None:
        """Shows a sentence; none: the line goes."""
        self.label.setText(text)
        self.setAccessibleName(text)
        self.setVisible(bool(text))
        if text and is_alert:
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def dismiss(self) -> None:
        """It is put away, or what it says is known by now."""
        if self.isHidden():
            return
        had_focus = self.isAncestorOf(self.window().focusWidget() or self.window())
        self.say("")
        if had_focus:
            self.focusNextChild()
        self.dismissed.emit()
