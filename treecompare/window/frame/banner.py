"""What people must know of what was opened, and what went wrong: a line below the bar that hides nothing and can be put away."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtGui import QAccessible, QAccessibleEvent, QTextOption
from PySide6.QtWidgets import QApplication, QFrame, QPlainTextEdit, QSizePolicy, QWidget

from treecompare.errors import TreecompareError
from treecompare.jobs import report
from treecompare.window.common.bar import control
from treecompare.window.common.elided import ElidedLabel
from treecompare.window.common.layouts import button, column, row
from treecompare.window.common.plain import visible, visible_lines

HEIGHT = 32
MOST_LINES, SHORT, MOST_LETTERS = 8, 70, 2_000
"""Lines of the details, which scroll; letters that fit into the smallest window, and more than are seen of a line in any."""


class Banner(QWidget):
    """One sentence, some buttons and ×; the other sentences, and what is long, behind *Details*. ``said``: all of them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.said: list[str] = []
        self._failed: list[str] = []
        self._then: list[tuple[str, Callable[[], object]]] = []
        self.label = ElidedLabel()
        self.label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.buttons = [button("", partial(lambda at: self._then[at][1](), number), "link") for number in range(2)]
        self.details = QPlainTextEdit(readOnly=True, tabChangesFocus=True, accessibleName="Details")
        self.details_button = button("Details", lambda: self.details.setVisible(self.details.isHidden()), "link")
        self.remove_button = control(tip="Dismiss", picture="close", autoRaise=True, clicked=self.clear)
        self.remove_button.setFixedSize(24, 24)
        self.line = QFrame(objectName="notice")
        self.line.setProperty("look", "warning")
        self.line.setFixedHeight(HEIGHT)
        links = *self.buttons, self.details_button, self.remove_button
        row(self.line, (self.label, 1), *links, gap=4, margins=(16, 0, 8, 0))
        column(self, self.line, self.details)
        self.clear()

    def tell(self, sentences: Sequence[str], *then: tuple[str, Callable[[], object]], stays: bool = True) -> None:
        """Says something besides what is said already. ``then``: at most two buttons; ``stays``: what was said before is."""
        self.said = [*dict.fromkeys([*(self.said if stays else ()), *sentences])]
        self._then = list(then) or self._then
        if not self.said:
            self.clear()
            return
        for link, text in zip(self.buttons, [*(one[0] for one in self._then), "", ""], strict=False):
            link.setText(text)
            link.setVisible(bool(text))
        first, count = self.said[0].split("\n")[0][:MOST_LETTERS], len(self.said)
        self.label.setText(first + (f"   ({count:,} remarks)" if count > 1 else ""))
        self.details_button.setVisible(count > 1 or len(self.said[0]) > SHORT or first != self.said[0])
        text, ways = visible_lines("\n\n".join(self.said)), QTextOption.WrapMode
        is_long = any(len(word) > MOST_LETTERS for word in text.split())  # Qt tries to break it everywhere, for seconds
        self.details.clear()
        self.details.setWordWrapMode(ways.WrapAnywhere if is_long else ways.WrapAtWordBoundaryOrAnywhere)
        self.details.setPlainText(text)
        lines = min(self.details.document().blockCount() + 1, MOST_LINES)
        self.details.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 12)
        self.show()
        self.line.setAccessibleName(visible(self.label.text()))
        QAccessible.updateAccessibility(QAccessibleEvent(self.line, QAccessible.Event.Alert))

    def fail(self, error: BaseException) -> None:
        """Says what went wrong: a plain sentence for what people can mend; a surprise is logged, and can be copied."""
        if isinstance(error, TreecompareError):
            self._failed.append(f"{str(error).removesuffix('.')}.")
            self.said = [*self._failed[-1:], *self.said]  # what failed last is seen at once
            self.tell(())
            return
        trace = "".join(traceback.format_exception(error))
        report.log(trace)
        said = f"Something went wrong inside the program ({type(error).__name__}). Your files were not changed."
        copy = ("Copy report", lambda: QApplication.clipboard().setText(report.report([error])))
        self.tell([f"{said}\n\n{trace}\nAlso in {report.log_path()}"], copy)

    def mend(self) -> None:
        """What failed has been done by now; all else still has to be known."""
        failed, self._failed = self._failed, []
        if failed:
            self.tell([one for one in self.said if one not in failed], stays=False)

    def clear(self) -> None:
        """Nothing is to be said any more."""
        self.said, self._then, self._failed = [], [], []
        self.details.hide()
        self.hide()
