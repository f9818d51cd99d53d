"""What people must know of what was opened, and what went wrong: a line below the bar that hides nothing and can be put away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from treecompare.app.common.notice import Notice
from treecompare.app.common.plain import visible, visible_lines

MOST_LINES = 8
"""Of the details, which scroll."""


class Banner(QWidget):
    """One sentence; the others, and what is long, behind *Details*. ``said``: all of them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.said: list[str] = []
        self._then: list[tuple[str, Callable[[], object]]] = []
        self.line = Notice()
        self.line.setProperty("look", "warning")
        self.buttons = [self.line.add_button("", "", partial(self._do, number)) for number in range(2)]
        self.details_button = self.line.add_button("Details", "", self.turn_details)
        self.line.dismissed.connect(self.clear)
        self.details = QPlainTextEdit(readOnly=True, tabChangesFocus=True)
        self.details.setAccessibleName("Details")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.line)
        column.addWidget(self.details)
        self.clear()

    def tell(
        self, sentences: Sequence[str], *then: tuple[str, Callable[[], object]], title: str = "", stays: bool = True
    ) -> None:
        """Says something besides what is said already. ``then``: at most two buttons; ``title``: said of several; ``stays``: what
        was said before is."""
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
        first = (title or self.said[0]).split("\n")[0]
        more = f"   ({len(self.said):,} remarks)" if len(self.said) > 1 and not title else ""
        self.line.say(visible(f"{first}{more}"), is_alert=True)
        self.details_button.setVisible(len(self.said) > 1 or first != self.said[0])
        self.details.setPlainText(visible_lines("\n\n".join(self.said)))
        lines = min(self.details.document().blockCount() + 1, MOST_LINES)
        self.details.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 12)
        self.show()

    def turn_details(self) -> None:
        """Shows all of it below the line, or no more."""
        self.details.setVisible(self.details.isHidden())

    def clear(self) -> None:
        """Nothing is to be said any more."""
        self.said, self._then = [], []
        self.line.say("")
        self.details.hide()
        self.hide()

    def _do(self, number: int) -> None:
        self._then[number][1]()
