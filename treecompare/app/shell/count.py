"""Digits before a key: ``5j`` goes five sentences on, ``158`` and Enter to sentence 158."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

SECONDS = 3
"""So long digits wait for a key."""
MOST = 7
"""Digits."""


class Count(QObject):
    """``typed(text)``: so much is typed; empty: nothing is waited for any more. ``entered(number)``: Enter was pressed after it.

    Digits are shortcuts like letters, so that they are text where text is typed.
    """

    typed = Signal(str)
    entered = Signal(int)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.text = ""
        self._time = QTimer(self, singleShot=True, interval=1000 * SECONDS)
        self._time.timeout.connect(self.drop)
        for digit in "0123456789":
            QShortcut(QKeySequence(digit), window, activated=lambda digit=digit: self._type(digit))
        self._enters = [
            QShortcut(QKeySequence(key), window, activated=self._enter) for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        ]
        self._listen()

    def _listen(self) -> None:
        """Enter is what it always is as long as nothing is typed."""
        for one in self._enters:
            one.setEnabled(bool(self.text))

    def _type(self, digit: str) -> None:
        self.text = (self.text + digit)[:MOST].lstrip("0")
        self._time.start()
        self._listen()
        self.typed.emit(self.text)

    def _enter(self) -> None:
        number = self.take()
        if number:
            self.entered.emit(number)

    def drop(self) -> bool:
        """Forgets what is typed; whether there was anything."""
        had_any, self.text = bool(self.text), ""
        self._time.stop()
        self._listen()
        if had_any:
            self.typed.emit("")
        return had_any

    def take(self) -> int:
        """The number that is typed, for the command that comes now; 0 for none."""
        number = int(self.text or 0)
        self.drop()
        return number
