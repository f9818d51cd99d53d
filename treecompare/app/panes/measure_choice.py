"""Which measures are offered for what kind of comparison, which are shown at first, and the fields to choose them."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QFontMetrics, QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter

from treecompare.app.common import fonts, preferences
from treecompare.app.common.elided import ElidedBox, elided
from treecompare.app.common.plain import tip
from treecompare.app.common.theme import muted
from treecompare.measures import Measure, by_family


@dataclass(frozen=True, eq=False)
class Choices:
    """What the panes offer for a kind of comparison, and what they show until people choose."""

    measures: tuple[Measure, ...]
    columns: tuple[str, ...]
    """Measures of the systems table."""
    a_and_b: tuple[str, str]
    suffix: str = ""
    """Behind the names under which the choices for this kind are remembered."""
    opens_first_family: bool = True
    """Whether the first family of measures stands in the menu itself, not in a menu of its own."""
    is_of_words: bool = False
    """Whether families of measures of words need not say that they are."""
    has_patterns: bool = False
    """Whether tree patterns can be looked for."""


def groups(choices: Choices) -> list[tuple[str, list[Measure]]]:
    """The measures of a kind of comparison, family by family, each with a title; the first is what most people want."""
    return by_family(choices.measures, choices.is_of_words)


def remembered(name: str, choices: Choices) -> str:
    """Under which name a choice for a kind of comparison is kept."""
    return name + choices.suffix


def shown_measures(choices: Choices) -> list[str]:
    """The measures of the systems table, as they were chosen last time."""
    known = {one.key for one in choices.measures}
    chosen = preferences.texts(remembered("measures", choices), choices.columns)
    return [key for key in chosen if key in known] or list(choices.columns)


def chosen_measures(choices: Choices) -> tuple[str, str]:
    """Measures A and B, as they were chosen last time."""
    a, b = (
        preferences.text(remembered(name, choices), key)
        for name, key in zip(("measure_a", "measure_b"), choices.a_and_b, strict=True)
    )
    return a, b


class MeasurePicker(ElidedBox):
    """A choice among all measures of a kind of comparison, family by family."""

    def __init__(self, key: str, choices: Choices) -> None:
        super().__init__()
        self.letter = ""
        self._is_short, self._score = False, ""
        self.choices: Choices | None = None
        self.setMaxVisibleItems(30)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self.offer(choices, key)

    def offer(self, choices: Choices, key: str) -> None:
        """Offers the measures of another kind of comparison; nobody is told."""
        with QSignalBlocker(self):
            if choices is not self.choices:
                self.choices = choices
                self.clear()
                for number, (_, family) in enumerate(groups(choices)):
                    if number:
                        self.insertSeparator(self.count())
                    for one in family:
                        self.addItem(one.title, one.key)
                        self.setItemData(self.count() - 1, tip(one.explanation), Qt.ItemDataRole.ToolTipRole)
            self.choose(key)

    def choose(self, key: str) -> None:
        """Chooses a measure."""
        self.setCurrentIndex(max(self.findData(key), 0))

    def set_short(self, is_short: bool) -> None:
        """Whether the letter and the score of the sentence stand in the box, for which there is no room elsewhere."""
        self._is_short = is_short
        self.update()

    def whole_width(self) -> int:
        """How wide it is if nothing of it is cut."""
        if not self._is_short:
            return self.fontMetrics().horizontalAdvance(self.currentText()) + 38
        metrics, name = QFontMetrics(fonts.strong(self.font())), self.currentText().partition(",")[0]
        figures = metrics.horizontalAdvance(self.letter) + metrics.horizontalAdvance(self._score)
        return figures + self.fontMetrics().horizontalAdvance(name) + 12 + 34

    def show_score(self, score: str) -> None:
        """The score of the chosen sentence."""
        if score != self._score:
            self._score = score
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """``A  E-Dice  80.70``, or as the base has it."""
        if not self._is_short:
            super().paintEvent(event)
            return
        option, painter = QStyleOptionComboBox(), QStylePainter(self)
        self.initStyleOption(option)
        option.currentText = ""
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        room, strong = self.rect().adjusted(8, 0, -24, 0), fonts.strong(self.font())
        middle, sides = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag
        metrics = QFontMetrics(strong)
        painter.setFont(strong)
        painter.drawText(room, int(sides.AlignLeft | middle), self.letter)
        painter.drawText(room, int(sides.AlignRight | middle), self._score)
        room.adjust(metrics.horizontalAdvance(self.letter) + 6, 0, -metrics.horizontalAdvance(self._score) - 6, 0)
        painter.setFont(self.font())
        painter.setPen(muted(self.palette()))
        name = self.currentText().partition(",")[0]
        name = elided(self.fontMetrics(), name, room.width())
        painter.drawText(room, int(sides.AlignLeft | middle), name)
