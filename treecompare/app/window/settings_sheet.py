"""*Settings*: how the program looks, and how it begins. What a comparison is scored by is in *Scoring*."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QWidget

from treecompare.app.common import fonts
from treecompare.app.common.bar import Segment
from treecompare.app.common.boxes import NumberBox, keep_still
from treecompare.app.common.sheet import Sheet


@dataclass(frozen=True)
class Wish:
    """Something that is chosen once and holds from then on: ``choices`` are values with their titles."""

    title: str
    choices: Sequence[tuple[str, str]]
    now: Callable[[], str]
    change: Callable[[str], object]
    tip: str = ""


class SettingsSheet(Sheet):
    """Everything is done at once. ``steps``: by how many pixels text is larger than usual; ``resize`` changes that."""

    def __init__(
        self, window: QWidget, wishes: Sequence[Wish], steps: Callable[[], int], resize: Callable[[int], object]
    ) -> None:
        super().__init__("Settings", "", window, 480)
        self._wishes, self._steps = wishes, steps
        self.actions_: dict[str, dict[str, QAction]] = {}
        for wish in wishes:
            group = QActionGroup(self)
            found = self.actions_[wish.title] = {}
            for value, title in wish.choices:
                action = found[value] = QAction(title, self, checkable=True)
                group.addAction(action)
                action.triggered.connect(lambda _=False, wish=wish, value=value: wish.change(value))
            self.add_row(wish.title, Segment(found.values()), wish.tip)
        self.pixels = NumberBox(
            minimum=fonts.TEXT + fonts.LEAST_STEPS, maximum=fonts.TEXT + fonts.MOST_STEPS, suffix=" px"
        )
        keep_still(self.pixels)
        self.pixels.valueChanged.connect(lambda size: resize(size - fonts.TEXT))
        self.add_row("Text size", self.pixels)
        self.foot.addStretch(1)
        self.add_button("Close", self.accept, is_main=True)
        self.show_now()

    def show_now(self) -> None:
        """As everything is."""
        for wish in self._wishes:
            action = self.actions_[wish.title].get(wish.now())
            if action is not None:
                action.setChecked(True)
        with QSignalBlocker(self.pixels):
            self.pixels.setValue(fonts.TEXT + self._steps())
