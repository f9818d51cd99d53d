"""What stands in the middle of a place where there is nothing to see: a sentence, and the way out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QPlainTextEdit, QPushButton, QWidget

from treecompare.window.common.plain import caption, visible_lines

LOW = 96
"""Pixels. In less height the way out stands beside the sentence."""
MOST_LINES = 10
"""Of a question that is not scrolled."""


class NothingHere(QWidget):
    """``label``: the sentence; ``button``: the way out, hidden where there is none."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = QLabel(objectName="muted", textFormat=Qt.TextFormat.PlainText)
        self.label.setWordWrap(True)
        self.label.setMinimumWidth(1)
        self.label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = QPushButton()
        self.button.hide()
        self.answers: list[QPushButton] = []
        """Of a question."""
        self.rest = QPlainTextEdit(readOnly=True)
        self.rest.setAccessibleName("What it is about")
        self._do: Callable[[], object] = lambda: None
        self.button.clicked.connect(lambda: self._do())
        self._parts = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._parts.setContentsMargins(24, 4, 24, 4)
        self._parts.setSpacing(12)
        self._parts.addStretch(1)
        self._parts.addWidget(self.label)
        self._parts.addWidget(self.rest, MOST_LINES)
        self._parts.addWidget(self.button, 0, Qt.AlignmentFlag.AlignCenter)
        self._parts.addStretch(1)
        self.say(text)

    def say(self, text: str) -> None:
        """Another sentence; nothing is asked any more."""
        self.label.setText(visible_lines(text))
        for button in self.answers:
            self._parts.removeWidget(button)
            button.hide()  # it goes later, but must not be seen until then
            button.deleteLater()
        self.answers = []
        self.rest.hide()

    def ask(self, text: str, options: Sequence[tuple[str, Callable[[], object]]]) -> None:
        """A question, with a button for each answer; of a long one all but the first line can be scrolled."""
        first, *rest = text.split("\n")
        is_long = len(rest) > MOST_LINES
        self.say(first if is_long else text)
        self.withdraw()
        if is_long:
            self.rest.setPlainText(visible_lines("\n".join(rest)))
        self.rest.setVisible(is_long)
        for title, do in options:
            button = QPushButton(caption(title))
            button.clicked.connect(lambda _=False, do=do: do())
            self._parts.insertWidget(self._parts.count() - 1, button, 0, Qt.AlignmentFlag.AlignHCenter)
            self.answers.append(button)
        self.answers[0].setFocus()

    def offer(self, title: str, do: Callable[[], object]) -> None:
        """The way out."""
        self._do = do
        self.button.setText(caption(title))
        self.button.show()

    def withdraw(self) -> None:
        """There is no way out now."""
        self.button.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Side by side where that is the only room, at the top: a pane of one line is cut below."""
        super().resizeEvent(event)
        is_low, direction = self.height() < LOW, QBoxLayout.Direction
        self._parts.setDirection(direction.LeftToRight if is_low else direction.TopToBottom)
        self.label.setWordWrap(not is_low)
        self.label.setMinimumHeight(self.button.sizeHint().height() if is_low else 0)
        sides = Qt.AlignmentFlag
        self._parts.setAlignment(self.label, sides.AlignTop if is_low else sides(0))
        self._parts.setAlignment(self.button, sides.AlignTop if is_low else sides.AlignCenter)
