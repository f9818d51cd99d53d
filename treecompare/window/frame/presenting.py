"""Presenting any job: the whole screen, the drawing in large letters, what is said above it, its figures in a row below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import QFrame, QWidget

from treecompare.drawing.drawn import PRESENTED
from treecompare.jobs.base import Picture
from treecompare.jobs.looked import figures_of
from treecompare.scores.rich import Rich
from treecompare.window.common import preferences
from treecompare.window.common.elided import Said
from treecompare.window.common.layouts import row, scrolling
from treecompare.window.common.screen import application
from treecompare.window.common.theme import apply_theme, is_dark

LEAST_LETTERS, MOST_LETTERS, LINES = 18, 36, 40
"""Pixels of the letters that a class sees; so many of them, one above the other, are as high as the screen."""
TEXT_SHARE, SMALLER = 0.3, 0.7
"""Of the screen's height, what a text may have; what is longer has smaller letters, down to that part, and is scrolled then."""
THEME = "lesson_theme"
"""The preference with the colours of what is presented; empty: those of the program."""
STEPS = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}
"""The keys of presenters."""


class Presenting(QObject):
    """Of a window. ``above``, ``below``: what stands around the drawing meanwhile."""

    def __init__(self, window: Any) -> None:
        super().__init__(window)
        self._host, self.is_on = window, False
        self._before = window.windowState(), True, False
        """How the window was, whether Why was there, and whether nothing but the drawing was."""
        self.text, self.figures, self.corner = Said(), Said(), Said("muted", False)
        self.text.setContentsMargins(16, 8, 16, 8)
        self.text.setAlignment(Qt.AlignmentFlag.AlignVCenter)
        self.above, self.below = scrolling(self.text), QFrame(objectName="foot")
        line = row(self.below, (self.figures, 1), self.corner, margins=(16, 6, 16, 6))
        line.setAlignment(self.corner, Qt.AlignmentFlag.AlignBottom)
        for widget in (self.above, self.below):
            widget.hide()
        for watched in (window, *(part.view.canvas for part in window.drawings.parts)):
            watched.installEventFilter(self)

    def turn(self) -> None:
        """Nothing but the drawing on the whole screen; again, or Escape: everything, as it was."""
        window, columns = self._host, self._host.columns
        self.is_on = not self.is_on
        if self.is_on:
            self._before = window.windowState(), columns.wants_why, columns.is_alone
            self._do("present")
        columns.wants_why, columns.is_alone = (False, False) if self.is_on else self._before[1:]
        window.bar.setVisible(not self.is_on)
        window.drawings.corner.setVisible(not self.is_on)
        window.drawings.view.foot.setVisible(not self.is_on)
        columns.arrange()
        self._dress_window()
        if self.is_on:
            window.showFullScreen()
        else:
            window.setWindowState(self._before[0])
            for widget in (self.above, self.below):
                widget.hide()
        self.above.setFixedHeight(0)
        self.show_pictures(window.drawings.pictures)
        window.show_why()
        window.drawings.view.canvas.setFocus()

    @property
    def is_dark(self) -> bool:
        """Whether what is presented is light on dark, however the program is."""
        return is_dark(preferences.text(THEME, preferences.text("theme", "system")))

    def turn_dark(self) -> None:
        """Dark, or light, from now on."""
        preferences.store(THEME, "light" if self.is_dark else "dark")
        self._dress_window()

    def _dress_window(self) -> None:
        """Other windows follow: nobody sees them meanwhile, and under a style sheet of its own a part of one does not."""
        if own := preferences.text(THEME):
            apply_theme(application(), own if self.is_on else preferences.text("theme", "system"))

    def step(self, by: int) -> None:
        """On, as the job has it; else to the next place, or the one before."""
        if not self._do("step" if by > 0 else "step-back") and not self._host.list.step(by):
            self._host.messages.tell("This is the last place." if by > 0 else "This is the first place.")

    def _do(self, action: str) -> bool:
        """What the job does; whether it does anything. One step back is a key; Back leads out of them."""
        window = self._host
        job, back, is_done = window.job, [*window.way], window.do(action)
        if window.job is job:
            window.way = back
        return bool(is_done)

    @property
    def letters(self) -> int:
        """The height of letters, in pixels of the screen: that of the window does not matter."""
        height = self._host.screen().geometry().height()
        return int(min(max(height / LINES, LEAST_LETTERS), MOST_LETTERS))

    def show_pictures(self, pictures: Sequence[Picture]) -> None:
        """Other drawings are shown, or the same ones begin to be presented, or end."""
        if self.is_on and pictures:
            self._say(pictures[0])
        for part in self._host.drawings.parts:
            self._dress(part.view)

    def _say(self, picture: Picture) -> None:
        window, letters = self._host, self.letters
        self.text.say(Rich(*[part for line in picture.said for part in ("\n", line)][1:]))
        self.above.setVisible(bool(picture.said))
        most, width = int(TEXT_SHARE * window.screen().geometry().height()), max(window.width(), 200)
        for size in range(letters, int(SMALLER * letters), -1):
            _enlarge(self.text, size)
            needed = self.text.heightForWidth(width) if picture.said else 0
            if needed <= most:
                break
        # it does not become lower: the drawing would jump from step to step
        self.above.setFixedHeight(min(max(needed, self.above.height()), most))
        self.figures.say(figures_of(picture, window.job.picks(window.place)))
        number, of = window.list.number[:2]
        self.corner.say(f"{number:,} of {of:,}")
        self.below.show()
        _enlarge(self.figures, letters)
        _enlarge(self.corner, int(PRESENTED[0] * letters))

    def _dress(self, view: Any) -> None:
        """Letters of a drawing, by the size of its smallest text."""
        letters = self.letters if self.is_on else 0
        if view.letters != letters:
            view.letters = letters
            view.canvas.setFont(self._host.font())
            if letters:
                _enlarge(view.canvas, letters)
            if view.picture_shown is not None:
                view.arrange()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys of presenters step, as Space does; a text has other lines where the window becomes as wide as the screen."""
        if self.is_on and event.type() == QEvent.Type.Resize and watched == self._host:
            self._say(self._host.drawings.pictures[0])
        if self.is_on and event.type() == QEvent.Type.Close and watched == self._host:
            self.turn()  # the program has its own colours again
        is_key = self.is_on and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if is_key and (by := STEPS.get(event.key(), 0)):  # type: ignore[attr-defined]
            self.step(by)
        return bool(is_key and by)


def _enlarge(label: QWidget, pixels: int) -> None:
    font = QFont(label.font())
    font.setPixelSize(pixels)
    label.setFont(font)
