"""What people must know of what was opened, and what went wrong: a line below the bar that hides nothing and can be put away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QToolButton, QWidget

from treecompare.window.common.bar import control
from treecompare.window.common.elided import ElidedLabel
from treecompare.window.common.layouts import column, row
from treecompare.window.common.plain import visible, visible_lines

HEIGHT = 32
MOST_LINES, SHORT = 8, 70
"""Lines of the details, which scroll; letters that fit into the smallest window."""


class Banner(QWidget):
    """One sentence, some buttons and ×; the other sentences, and what is long, behind *Details*. ``said``: all of them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.said: list[str] = []
        self._then: list[tuple[str, Callable[[], object]]] = []
        self.label = ElidedLabel()
        self.label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.buttons = [_link("", partial(self._do, number)) for number in range(2)]
        self.details = QPlainTextEdit(readOnly=True, tabChangesFocus=True, accessibleName="Details")
        self.details_button = _link("Details", self.turn_details)
        self.remove_button = control(tip="Dismiss", picture="close")
        self.remove_button.setAutoRaise(True)
        self.remove_button.setFixedSize(24, 24)
        self.remove_button.clicked.connect(self.clear)
        self.line = QFrame(objectName="notice")
        self.line.setProperty("look", "warning")
        self.line.setFixedHeight(HEIGHT)
        links = *self.buttons, self.details_button, self.remove_button
        row(self.line, (self.label, 1), *links, gap=4, margins=(16, 0, 8, 0))
        column(self, self.line, self.details)
        self.clear()

    def tell(self, sentences: Sequence[str], *then: tuple[str, Callable[[], object]], stays: bool = True) -> None:
        """Says something besides what is said already. ``then``: at most two buttons; ``stays``: what was said before is."""
        new = [one for one in sentences if one not in self.said]
        self.said = [*(self.said if stays else ()), *new]
        self._then = list(then) or self._then
        if not self.said:
            self.clear()
            return
        for button, (text, _) in zip(self.buttons, self._then, strict=False):
            button.setText(text)
            button.setAccessibleName(text)
        for number, button in enumerate(self.buttons):
            button.setVisible(number < len(self._then))
        first, count = self.said[0].split("\n")[0], len(self.said)
        self.label.setText(first + (f"   ({count:,} remarks)" if count > 1 else ""))
        self.details_button.setVisible(count > 1 or len(self.said[0]) > SHORT or first != self.said[0])
        self.details.setPlainText(visible_lines("\n\n".join(self.said)))
        lines = min(self.details.document().blockCount() + 1, MOST_LINES)
        self.details.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 12)
        self.show()
        self.line.setAccessibleName(visible(self.label.text()))
        QAccessible.updateAccessibility(QAccessibleEvent(self.line, QAccessible.Event.Alert))

    def turn_details(self) -> None:
        """Shows all of it below the line, or no more."""
        self.details.setVisible(self.details.isHidden())

    def clear(self) -> None:
        """Nothing is to be said any more."""
        self.said, self._then = [], []
        self.details.hide()
        self.hide()

    def _do(self, number: int) -> None:
        self._then[number][1]()


def _link(text: str, do: Callable[[], object]) -> QToolButton:
    link = control(text=text)
    link.setAutoRaise(True)
    link.setObjectName("link")
    link.clicked.connect(lambda: do())
    return link
