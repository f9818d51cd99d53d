"""A label that is written in the drawing, where it will stand."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QToolTip

from treecompare.app.common.plain import tip
from treecompare.app.drawings.canvas import Canvas
from treecompare.errors import UsageError

LEAST_WIDTH = 96


class LabelEdit(QLineEdit):
    """Enter takes what is written, Escape or a click elsewhere leaves all as it was. What is refused is told, and stays written."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas.viewport())
        self._canvas = canvas
        self._take: Callable[[str], None] | None = None
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAccessibleName("Label")
        self.returnPressed.connect(self._taken)
        self.hide()

    def ask(self, rect: QRectF, text: str, take: Callable[[str], None], hint: str = "") -> None:
        """Asks for a label at a place of the drawing; ``take`` is given it and may raise UsageError."""
        self._take = take
        self.setPlaceholderText(hint)
        self.setText(text)
        self.selectAll()
        seen = self._canvas.seen_rect(rect)
        width = max(LEAST_WIDTH, int(seen.width()) + 24, self.fontMetrics().horizontalAdvance(text) + 32)
        room = self._canvas.viewport().rect()
        self.resize(min(width, room.width()), self.sizeHint().height())
        centre = seen.center().toPoint()
        self.move(
            max(min(centre.x() - self.width() // 2, room.width() - self.width()), 0),
            max(min(centre.y() - self.height() // 2, room.height() - self.height()), 0),
        )
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def give_up(self) -> None:
        """Leaves all as it was."""
        self._take = None
        if self.isVisible():
            had_focus = self.hasFocus()
            self.hide()
            if had_focus:
                self._canvas.setFocus(Qt.FocusReason.OtherFocusReason)

    def _taken(self) -> None:
        take = self._take
        if take is None:
            return
        try:
            take(self.text())
        except UsageError as error:
            QToolTip.showText(self.mapToGlobal(self.rect().bottomLeft()), tip(str(error)), self)
            self.setToolTip(tip(str(error)))
            return
        QToolTip.hideText()
        self.setToolTip("")
        self.give_up()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape gives up; no key reaches the drawing."""
        if event.key() == Qt.Key.Key_Escape:
            self.give_up()
        else:
            super().keyPressEvent(event)
        event.accept()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """A click elsewhere gives up."""
        super().focusOutEvent(event)
        if (
            event.reason() != Qt.FocusReason.PopupFocusReason
            and event.reason() != Qt.FocusReason.ActiveWindowFocusReason
        ):
            self.give_up()
