"""What people must know of what was opened, and what went wrong: a line below the bar that hides nothing and can be put away."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from treecompare.errors import TreecompareError
from treecompare.jobs import report
from treecompare.window.common.bar import control
from treecompare.window.common.elided import ElidedLabel
from treecompare.window.common.plain import visible, visible_lines

HEIGHT = 32
MOST_LINES, SHORT = 8, 70
"""Lines of the details, which scroll; letters that fit into the smallest window."""


class Notice(QFrame):
    """A sentence, some buttons and ×. ``dismissed``: people have put it away. Without a sentence it is not shown."""

    dismissed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("notice")
        self.setProperty("look", "warning")
        self.setFixedHeight(HEIGHT)
        self.label = ElidedLabel()
        self.label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(16, 0, 8, 0)
        self._row.setSpacing(4)
        self._row.addWidget(self.label, 1)
        self.remove_button = control(tip="Dismiss", picture="close")
        self.remove_button.setAutoRaise(True)
        self.remove_button.setFixedSize(24, 24)
        self.remove_button.clicked.connect(self.dismiss)
        self._row.addWidget(self.remove_button)
        self.hide()

    def add_button(self, text: str, do: Callable[[], object]) -> QToolButton:
        """One more button before ×."""
        button = control(text=text)
        button.setAutoRaise(True)
        button.setObjectName("link")
        button.clicked.connect(lambda: do())
        self._row.insertWidget(self._row.count() - 1, button)
        return button

    def say(self, text: str) -> None:
        """Shows a sentence; none: the line goes."""
        self.label.setText(text)
        self.setAccessibleName(text)
        self.setVisible(bool(text))
        if text:
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


class Banner(QWidget):
    """One sentence; the others, and what is long, behind *Details*. ``said``: all of them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.said: list[str] = []
        self._then: list[tuple[str, Callable[[], object]]] = []
        self.line = Notice()
        self.buttons = [self.line.add_button("", partial(self._do, number)) for number in range(2)]
        self.details_button = self.line.add_button("Details", self.turn_details)
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
        self.line.say(visible(first + (f"   ({len(self.said):,} remarks)" if len(self.said) > 1 and not title else "")))
        self.details_button.setVisible(len(self.said) > 1 or len(self.said[0]) > SHORT or first != self.said[0])
        self.details.setPlainText(visible_lines("\n\n".join(self.said)))
        lines = min(self.details.document().blockCount() + 1, MOST_LINES)
        self.details.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 12)
        self.show()

    def fail(self, error: BaseException) -> None:
        """Says what went wrong: a plain sentence for what people can mend; a surprise is logged, and can be copied."""
        if isinstance(error, TreecompareError):
            self.tell([f"{str(error).removesuffix('.')}."])
            return
        trace = "".join(traceback.format_exception(error))
        report.log(trace)
        said = f"Something went wrong inside the program ({type(error).__name__}). Your files were not changed."
        copy = ("Copy report", lambda: QApplication.clipboard().setText(report.report([error])))
        self.tell([said, trace, f"Also in {report.log_path()}"], copy, title=said)

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
