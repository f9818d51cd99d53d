"""Windows of the frame that show the toy job, as they look for people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.conftest import let_pass
from tests.window.frame.toy import Toy
from treecompare.jobs.base import Job
from treecompare.window.common import fonts
from treecompare.window.common.theme import apply_theme
from treecompare.window.frame.program import FrameWindow
from treecompare.window.frame.window import Window

Open = Callable[..., Window]


def settle(window: Window) -> None:
    """What is drawn and laid out a moment later is, and what is put away is gone."""
    for _ in range(4):
        QApplication.processEvents()
    for _ in range(20 * window._drawing.isActive()):  # a machine that has much to do
        let_pass(1)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not window._drawing.isActive()


def press(
    window: Window, *keys: Qt.Key | str, on: QWidget | None = None, held: Qt.KeyboardModifier | None = None
) -> None:
    """Presses keys where the keyboard is, or in the list; then all is drawn."""
    if on is not None:
        on.setFocus()
    elif QApplication.focusWidget() is None or QApplication.focusWidget().window() is not window:
        window.list.setFocus()
    for key in keys:
        focus = QApplication.focusWidget() or window
        if held is None:
            QTest.keyClick(focus, key)
        else:
            QTest.keyClick(focus, key, held)
    settle(window)


@pytest.fixture
def open_window(qtbot: QtBot, qapp: QApplication) -> Iterator[Open]:
    """Shows a job in a window of that size, with letters so many pixels larger; the keyboard is in the list."""
    windows: list[Window] = []

    def shown(job: Job | None = None, width: int = 1280, height: int = 800, steps: int = 0) -> Window:
        fonts.dress(qapp, steps)
        apply_theme(qapp, "light")
        window = Window()
        windows.append(window)
        window.resize(width, height)
        if job is not None:  # all at once, so that it is painted once
            window.show_job(job)
        window.list.setFocus()
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        settle(window)
        return window

    yield shown
    for window in windows:
        for one in (window.job, *window.jobs):
            if isinstance(one, Toy):
                one.gate.set()
        window.close()
        window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@contextmanager
def opened(qtbot: QtBot, window: FrameWindow) -> Iterator[None]:
    """What is done within opens something; afterwards it is there, and drawn."""
    with qtbot.waitSignal(window.opened, timeout=20_000):
        yield
    qtbot.waitUntil(lambda: not window.is_busy, timeout=20_000)
    settle(window)


@pytest.fixture
def program(qtbot: QtBot, qapp: QApplication) -> Iterator[FrameWindow]:
    """The window of the program, on its start page."""
    fonts.dress(qapp)
    apply_theme(qapp, "light")
    window = FrameWindow()
    window.resize(1280, 800)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    settle(window)
    yield window
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def toy() -> Toy:
    return Toy()


@pytest.fixture
def window(open_window: Open, toy: Toy) -> Window:
    """A window that shows it at its third place."""
    return open_window(toy)
