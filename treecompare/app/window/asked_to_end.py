"""Signals that ask the program to end: from a terminal that is closed, from who logs out, from Ctrl-C."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable

from PySide6.QtCore import QObject, QSocketNotifier


class AskedToEnd(QObject):
    """Calls ``end`` in Qt's event loop when a signal asks for it; a second one ends the program at once.

    Python would not hear of a signal before Qt's event loop hands over to Python the next time; a socket wakes it.
    """

    def __init__(self, end: Callable[[], object]) -> None:
        super().__init__()
        self._end = end
        self._ours, self._theirs = socket.socketpair()
        for one in (self._ours, self._theirs):
            one.setblocking(False)
        self._notifier = QSocketNotifier(self._ours.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._woken)
        names = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP
        numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
        self._before = {
            number: signal.signal(number, self._heard) or signal.SIG_DFL
            for number in numbers
            if signal.getsignal(number) != signal.SIG_IGN  # as nohup has it
        }
        self._woke = signal.set_wakeup_fd(self._theirs.fileno(), warn_on_full_buffer=False)

    def _heard(self, *_: object) -> None:
        for number in self._before:
            signal.signal(number, signal.SIG_DFL)
        self._end()

    def _woken(self) -> None:
        """That Python runs at all is what is wanted: it calls what was set for the signal."""
        self._ours.recv(64)

    def stop(self) -> None:
        """Signals do what they did before."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._woke)
        for number, before in self._before.items():
            signal.signal(number, before)
        self._ours.close()
        self._theirs.close()
