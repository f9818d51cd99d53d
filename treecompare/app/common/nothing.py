"""What stands in the middle of a place where there is nothing to see: a sentence, and the way out."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from treecompare.app.common.plain import caption, visible_lines


class NothingHere(QWidget):
    """``label``: the sentence; ``button``: the way out, hidden where there is none."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = QLabel(objectName="muted", textFormat=Qt.TextFormat.PlainText)
        self.label.setWordWrap(True)
        self.label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = QPushButton()
        self.button.hide()
        self._do: Callable[[], object] = lambda: None
        self.button.clicked.connect(lambda: self._do())
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 8, 24, 8)
        column.setSpacing(12)
        column.addStretch(1)
        column.addWidget(self.label)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        self.say(text)

    def say(self, text: str) -> None:
        """Another sentence."""
        self.label.setText(visible_lines(text))

    def offer(self, title: str, do: Callable[[], object]) -> None:
        """The way out."""
        self._do = do
        self.button.setText(caption(title))
        self.button.show()
