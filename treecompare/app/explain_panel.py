"""The Explain pane: how two scores come about, side by side, since the question usually is why they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QComboBox, QHBoxLayout, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from treecompare.app.alignment_panel import LARGE, Shown
from treecompare.app.explain_card import ExplainCard
from treecompare.app.measure_choice import A_AND_B, TREES
from treecompare.app.plain import tip, visible
from treecompare.app.worker import Newest
from treecompare.comparison.comparison import Comparison
from treecompare.comparison.counted import Node, counted_mapping, counted_nodes, drawn_as
from treecompare.comparison.counted_words import counted_words
from treecompare.comparison.dependencies import Compared, DependencyComparison
from treecompare.comparison.explain import explain_sentence, explain_system
from treecompare.measures import measure

if TYPE_CHECKING:
    from treecompare.mappings.mapping import Mapping

CARD_WIDTH = 400
"""Pixels that a card needs: where two have room they stand side by side."""


class ExplainPanel(QWidget):
    """Explains the scores of the chosen sentence, or of its system, under two measures.

    A count that is clicked is first drawn, ``mappingWanted(kind, part, is_labelled)``, then lit, ``lightWanted`` with a list of
    (side, node); clicked again it goes out, with an empty list.
    """

    mappingWanted = Signal(str, str, bool)
    lightWanted = Signal(list)
    countWanted = Signal(str)
    """A count whose parts the drawing itself knows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._comparison: Compared | None = None
        self._shown: Shown | None = None
        self._mappings: dict[tuple[str, str], Mapping | None] = {}
        self._given = ("", "")
        self._lit: tuple[str, str] | None = None
        self.work = Newest(self)
        self.work.done.connect(self._computed)
        self.scope = QComboBox()
        self.scope.setAccessibleName(self.tr("What is explained"))
        self.scope.addItem(self.tr("This sentence"), "sentence")
        self.scope.addItem(self.tr("This system, pooled"), "pooled")
        self.scope.addItem(self.tr("This system, mean of sentences"), "mean")
        self.scope.currentIndexChanged.connect(self._scope_changed)
        self.about = QLabel()
        self.about.setObjectName("muted")
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        # a long name of a sentence is cut, it does not push the sentences table aside
        self.about.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.about.setAccessibleName(self.tr("Sentence and system"))
        self.cards = tuple(ExplainCard(letter, key) for letter, key in zip("AB", A_AND_B[TREES], strict=True))
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        for card in self.cards:
            card.measureChanged.connect(self._fill)
            card.counted.connect(self._counted)
            self._row.addWidget(card, 1, Qt.AlignmentFlag.AlignTop)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._row)
        column.addStretch(1)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QScrollArea.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(inside)
        top = QHBoxLayout()
        top.setContentsMargins(12, 6, 12, 0)
        top.addWidget(self.scope)
        top.addSpacing(8)
        top.addWidget(self.about, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self.area, 1)
        self.setFocusProxy(self.scope)

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show_pair(self, comparison: Compared | None, wanted: Shown | None) -> None:
        """Explains the scores of a sentence, or none. Another mapping of the same sentence changes nothing."""
        before, self._shown = self._shown, wanted
        is_same = comparison is self._comparison and _place(before) == _place(wanted)
        self._comparison = comparison
        if not is_same:
            self._drop_mappings()
            self._fill()

    def update_pair(self) -> None:
        """Takes over what was counted since; a sentence that has its numbers keeps them."""
        explanations = [card.explanation for card in self.cards]
        is_whole = all(one is not None and one.numbers is not None for one in explanations)
        if self.scope.currentData() != "sentence" or not is_whole:
            self._fill()

    def set_measures(self, kind: str, key_a: str, key_b: str) -> None:
        """Explains these two measures of that kind of comparison. The same again leaves alone what was chosen here since."""
        if (key_a, key_b) == self._given:
            return
        self._given = key_a, key_b
        for card, key in zip(self.cards, (key_a, key_b), strict=True):
            card.picker.offer(kind, key)
        self._fill()

    def _scope_changed(self) -> None:
        if self._lit is not None:
            self._lit = None
            self.lightWanted.emit([])
        self._fill()

    def _fill(self) -> None:
        comparison, shown = self._comparison, self._shown
        if not self.isVisible():  # nobody looks at a hidden pane
            return
        self.about.setText(visible(self._about(comparison, shown)))
        self.about.setToolTip(tip(self.about.text()))
        for card in self.cards:
            if comparison is None or shown is None:
                card.show_explanation(None)
            elif self.scope.currentData() == "sentence":
                card.show_explanation(explain_sentence(comparison, shown.system, shown.sentence, card.key))
            else:
                card.show_explanation(explain_system(comparison, shown.system, card.key, self.scope.currentData()))

    def _about(self, comparison: Compared | None, shown: Shown | None) -> str:
        if comparison is None or shown is None:
            return self.tr("Choose a sentence to see how its scores come about.")
        system = comparison.table.systems[shown.system]
        if self.scope.currentData() != "sentence":
            return system
        number, name = str(shown.sentence + 1), comparison.ids[shown.sentence]
        return f"{number if name == number else f'{number} · {name}'} · {system}"

    def showEvent(self, event: QEvent) -> None:
        """Fills the pane when it comes into view."""
        super().showEvent(event)  # type: ignore[arg-type]
        self._fill()

    def resizeEvent(self, event: QEvent) -> None:
        """Two cards side by side where there is room."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        is_wide = self.width() >= 2 * CARD_WIDTH
        self._row.setDirection(QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom)

    # -- lighting the nodes of a count ---------------------------------------------------------------------------------

    def _counted(self, count: str) -> None:
        comparison, shown, card = self._comparison, self._shown, self.sender()
        if comparison is None or shown is None or not isinstance(card, ExplainCard):
            return
        part = measure(card.key).part
        for other in self.cards:
            if other is not card:
                other.say_meaning("")
        if self._lit == (part, count):
            self._lit = None
            card.say_meaning("")
            self.lightWanted.emit([])
            return
        self._lit = part, count
        if isinstance(comparison, DependencyComparison):
            self.lightWanted.emit(counted_words(comparison, shown.system, shown.sentence, part, count))
            return
        if not isinstance(comparison, Comparison):
            self.countWanted.emit(count)
            return
        now = shown.kind, shown.part, shown.is_labelled
        drawn = drawn_as(part, now)
        self.mappingWanted.emit(*drawn)
        known = part, drawn[1]
        pairs = comparison.pairs(shown.system)
        nodes = len(pairs.gold[shown.sentence]) * len(pairs.test[shown.sentence])
        if known in self._mappings:
            self._light(self._mappings[known])
        elif part.startswith("t.") and nodes > LARGE:
            self._compute_in_background(comparison, shown, part, known)
        else:
            self._mappings[known] = counted_mapping(comparison, shown.system, shown.sentence, part, now)
            self._light(self._mappings[known])

    def _light(self, mapping: Mapping | None) -> None:
        if not isinstance(self._comparison, Comparison) or self._lit is None:
            return
        part, count = self._lit
        nodes: list[Node] = counted_nodes(self._comparison, mapping, part, count) if mapping is not None else []
        self.lightWanted.emit(nodes)

    def _compute_in_background(self, comparison: Comparison, shown: Shown, part: str, known: tuple[str, str]) -> None:
        self.work.ask(
            lambda cancel: (known, counted_mapping(comparison, shown.system, shown.sentence, part, cancel=cancel.flag))
        )

    def _computed(self, found: tuple[tuple[str, str], Mapping | None] | None) -> None:
        if found is None:
            return
        known, self._mappings[known] = found[0], found[1]
        if self._lit is not None and self._lit[0] == known[0]:
            self._light(found[1])

    def _drop_mappings(self) -> None:
        self._mappings.clear()
        self._lit = None
        self.work.drop()

    def stop(self) -> None:
        """Ends what is being computed, without waiting for it."""
        self.work.stop()


def _place(shown: Shown | None) -> tuple[int, int] | None:
    return None if shown is None else (shown.system, shown.sentence)
