"""The Explain pane: how two scores come about, side by side, since the question usually is why they differ."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QComboBox, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from treecompare.app.common.elided import ElidedBox, ElidedLabel
from treecompare.app.common.first_stop import FirstStop
from treecompare.app.common.plain import visible
from treecompare.app.common.wording import no_match
from treecompare.app.drawings.alignment_panel import Shown
from treecompare.app.panes.explain_card import ExplainCard
from treecompare.app.panes.measure_choice import Choices
from treecompare.app.panes.panel import LookedAt, Panel
from treecompare.comparison.base import Comparison
from treecompare.comparison.explain import explain_sentence, explain_system
from treecompare.drawing.names import PLAIN, short_names
from treecompare.measures import measure

LOW = 170
"""Pixels of a pane in which a formula has no room below the choice of what is explained."""
CARD_WIDTH = 400
"""Pixels that a card needs: where two have room they stand side by side."""


class _Cards(QScrollArea):
    """Arrow keys scroll it, letters are commands: a box that has the keyboard would take both."""

    takes_commands = True

    def __init__(self) -> None:
        super().__init__(widgetResizable=True, objectName="cards")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)


class ExplainPanel(FirstStop, Panel):
    """Explains the scores of the chosen sentence, or of its system, under two measures.

    ``countWanted(part, count)``: a count was clicked whose parts are to be lit in the drawing; clicked again it goes out, with two
    empty texts.
    """

    countWanted = Signal(str, str)

    def __init__(self, choices: Choices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.comparison: Comparison | None = None
        self._shown: Shown | None = None
        self._given = choices, "", ""
        self._lit: tuple[str, str] | None = None
        self.scope = ElidedBox()
        self.scope.setAccessibleName("What is explained")
        self.scope.addItem("This sentence", "sentence")
        self.scope.addItem("This system, pooled", "pooled")
        self.scope.addItem("This system, mean", "mean")
        # closed it leaves room for the system's name beside it; open it shows all of its lines
        self.scope.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.scope.setMinimumContentsLength(12)
        self.scope.currentIndexChanged.connect(self._scope_changed)
        self.about = ElidedLabel()
        self.about.setObjectName("muted")
        self.about.setAccessibleName("Sentence and system")
        self.cards = tuple(ExplainCard(letter, key) for letter, key in zip("AB", choices.a_and_b, strict=True))
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        for card in self.cards:
            card.counted.connect(self._counted)
            self._row.addWidget(card, 1, Qt.AlignmentFlag.AlignTop)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._row)
        column.addStretch(1)
        self.area = _Cards()
        self.area.setAccessibleName("Explanations")
        self.area.setWidget(inside)
        self.head = QWidget()
        top = QHBoxLayout(self.head)
        top.setContentsMargins(12, 6, 12, 0)
        top.addWidget(self.scope)
        top.addSpacing(8)
        top.addWidget(self.about, 1)
        self._column, self._layout = column, QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._layout.addWidget(self.head)
        self._layout.addWidget(self.area, 1)
        self.first_stop = self.area

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show_looked_at(self, looked_at: LookedAt) -> None:
        """Explains measures A and B of the sentence."""
        view = looked_at.view
        is_other = self._take_measures(looked_at.choices, view.key_a, view.key_b)
        wanted = Shown(view.system, view.sentence) if view.sentence >= 0 and looked_at.comparison is not None else None
        if self._take_pair(looked_at.comparison, wanted) or is_other:
            self._fill()

    def show_pair(self, comparison: Comparison | None, wanted: Shown | None) -> None:
        """Explains the scores of a sentence, or none. Another mapping of the same sentence changes nothing."""
        if self._take_pair(comparison, wanted):
            self._fill()

    def _take_pair(self, comparison: Comparison | None, wanted: Shown | None) -> bool:
        before, self._shown = self._shown, wanted
        is_other = comparison is not self.comparison or _place(before) != _place(wanted)
        self.comparison = comparison
        if is_other:
            self._lit = None
        return is_other

    def update_figures(self, are_others: bool = False) -> None:
        """Takes over what was counted since; a sentence that has its numbers keeps them."""
        explanations = [card.explanation for card in self.cards]
        # people go on judging, so that such scores never stay what they are
        is_whole = all(one is not None and one.numbers is not None and one.key != "judged" for one in explanations)
        if are_others or self.scope.currentData() != "sentence" or not is_whole:
            self._fill()

    def set_measures(self, choices: Choices, key_a: str, key_b: str) -> None:
        """Explains these two measures of that kind of comparison."""
        if self._take_measures(choices, key_a, key_b):
            self._fill()

    def _take_measures(self, choices: Choices, key_a: str, key_b: str) -> bool:
        if (choices, key_a, key_b) == self._given:
            return False
        self._given = choices, key_a, key_b
        for card, key in zip(self.cards, (key_a, key_b), strict=True):
            card.set_measure(key)
        return True

    def call(self) -> None:
        """Gold and system have other names."""
        self._fill()

    def _scope_changed(self) -> None:
        if self._lit is not None:
            self._lit = None
            self.countWanted.emit("", "")
        self._fill()

    def _fill(self) -> None:
        comparison, shown = self.comparison, self._shown
        if not self.isVisible():  # nobody looks at a hidden pane
            return
        self.about.setText(self._about(comparison, shown))
        names = PLAIN if comparison is None else comparison.names(shown.system if shown is not None else None)
        for place, text in enumerate(("This system, pooled", "This system, mean of sentences"), 1):
            self.scope.setItemText(place, visible(names.told(text)))
        for card in self.cards:
            if comparison is None or shown is None:
                card.show_explanation(None)
            elif self.scope.currentData() == "sentence":
                card.show_explanation(explain_sentence(comparison, shown.system, shown.sentence, card.key))
            else:
                card.show_explanation(explain_system(comparison, shown.system, card.key, self.scope.currentData()))

    def _about(self, comparison: Comparison | None, shown: Shown | None) -> str:
        if comparison is not None and shown is None:
            return no_match()
        if comparison is None or shown is None:
            return "Choose a sentence to see how its scores come about."
        system = short_names(comparison.gold.name, comparison.table.systems)[shown.system]
        if self.scope.currentData() != "sentence":
            return system
        number, name = str(comparison.number_of(shown.sentence)), comparison.ids[shown.sentence]
        return f"{number if name == number else f'{number} · {name}'} · {system}"

    def showEvent(self, event: QEvent) -> None:
        """Fills the pane when it comes into view."""
        super().showEvent(event)  # type: ignore[arg-type]
        self._fill()

    def resizeEvent(self, event: QEvent) -> None:
        """Two cards side by side where there is room; in a low pane they come first, and what is explained can be chosen below."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        if self.height() < LOW:
            self._column.addWidget(self.head)
        else:
            self._layout.insertWidget(0, self.head)
        is_wide = self.width() >= 2 * CARD_WIDTH
        room = (self.width() // 2 if is_wide else self.width()) - self.area.verticalScrollBar().sizeHint().width()
        for card in self.cards:
            card.set_room(room)
        self._row.setDirection(QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom)

    # -- lighting the nodes of a count ---------------------------------------------------------------------------------

    def _counted(self, count: str) -> None:
        card = self.sender()
        if self.comparison is None or self._shown is None or not isinstance(card, ExplainCard):
            return
        part = measure(card.key).part
        for other in self.cards:
            if other is not card:
                other.say_meaning("")
        if self._lit == (part, count):
            self._lit = None
            card.say_meaning("")
            self.countWanted.emit("", "")
        else:
            self._lit = part, count
            self.countWanted.emit(part, count)


def _place(shown: Shown | None) -> tuple[int, int] | None:
    return None if shown is None else (shown.system, shown.sentence)
