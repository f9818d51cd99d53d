"""What could not be opened: one line across the window that hides nothing and waits until people put it away."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMainWindow, QSizePolicy, QToolBar, QToolButton

from treecompare.app.common.elided import ElidedLabel
from treecompare.app.common.errors import show_error
from treecompare.errors import ReadError


def in_short(error: BaseException) -> str:
    """An error without the folder of its file, and without what was expected."""
    text = str(error)
    if isinstance(error, ReadError):
        text = f"{Path(error.path).name}: {error.reason}"
    elif ": " in text:
        place, _, reason = text.partition(": ")
        text = f"{Path(place).name}: {reason}" if "/" in place or "\\" in place else text
    return text.split("; expected")[0].rstrip(".") + "."


def file_of(error: BaseException) -> str:
    """The file that an error is about, as it is called there."""
    return error.path if isinstance(error, ReadError) else re.sub(r":\d+$", "", str(error).partition(": ")[0])


class Banner(QToolBar):
    """A line below the tool bar, shown while there is something to tell. ``errors``: what it tells of."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__("What could not be opened", window)
        self.setObjectName("banner")
        self.setMovable(False)
        self.toggleViewAction().setVisible(False)  # it is no part of the layout that people choose
        self.errors: list[BaseException] = []
        self._intro = ""
        self._retry: Callable[[], object] | None = None
        line = QFrame(objectName="banner")
        row = QHBoxLayout(line)
        row.setContentsMargins(10, 2, 4, 2)
        row.setSpacing(4)
        self.label = ElidedLabel()
        self.label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        row.addWidget(self.label, 1)
        self.details_button = self._button("Details", self.show_details)
        self.retry_button = self._button("", self._try_again)
        self.remove_button = self._button("Remove", self.clear)
        self.remove_button.setToolTip("Dismiss")
        for button in (self.details_button, self.retry_button, self.remove_button):
            row.addWidget(button)
        self.addWidget(line)
        window.addToolBarBreak()
        window.addToolBar(self)
        self.show_again()

    def _button(self, text: str, do: Callable[[], object]) -> QToolButton:
        button = QToolButton(text=text, autoRaise=True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        button.clicked.connect(lambda: do())
        return button

    def tell(
        self,
        errors: Sequence[BaseException],
        intro: str = "",
        retry: tuple[str, str, Callable[[], object]] | None = None,
    ) -> None:
        """Tells of errors; those of before that nobody has put away stay among the details.

        ``intro``: a sentence before them in the details. ``retry``: title, tip and action of a button that tries again.
        """
        known = {str(one) for one in errors}
        self.errors = [*(one for one in self.errors if str(one) not in known), *errors]
        self._intro, self._retry = intro, retry[2] if retry is not None else None
        if retry is not None:
            self.retry_button.setText(retry[0])
            self.retry_button.setToolTip(retry[1])
        text = in_short(errors[-1])
        files = list(dict.fromkeys(map(file_of, self.errors)))  # of one of them there may be several messages
        if len(files) > 1:
            names = ", ".join(Path(one).name for one in files)
            text = f"{len(files)} files could not be opened: {names}"
        self.label.setText(text)
        self.setAccessibleName(text)
        self.show_again()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def show_again(self) -> None:
        """Shown if there is something to tell, whatever a layout that is brought back says."""
        self.setVisible(bool(self.errors))
        self.retry_button.setVisible(self._retry is not None)

    def show_details(self) -> None:
        """Every error in full."""
        show_error(self.window(), self.errors, self._intro)

    def _try_again(self) -> None:
        retry = self._retry
        self.clear()
        if retry is not None:
            retry()

    def clear(self) -> None:
        """Nothing is to be told any more."""
        focus = self.window().focusWidget()
        following = self.remove_button.nextInFocusChain()
        self.errors, self._retry = [], None
        self.show_again()
        if focus is not None and self.isAncestorOf(focus) and following is not None:
            following.setFocus(Qt.FocusReason.TabFocusReason)
