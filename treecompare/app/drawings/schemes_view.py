"""One sentence across annotation schemes: golds, what they have in common, the system; errors and scheme differences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QBrush, QColor
from PySide6.QtWidgets import QTableWidgetItem, QWidget

from treecompare.app.common.elided import ElidedBox
from treecompare.app.common.plain import caption, tip, visible
from treecompare.app.common.plain_table import TablePane, fit_columns
from treecompare.app.drawings.control_bar import DRAWN, LAYOUT
from treecompare.app.drawings.picture_panel import PicturePanel
from treecompare.app.drawings.picture_view import PictureView
from treecompare.app.drawings.pictures import theme_of
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.schemes.table import TEDEVAL_2011_PARTS
from treecompare.comparison.schemes.targets import Target
from treecompare.drawing.drawn import Drawn
from treecompare.drawing.schemes import Place, SchemeTrees
from treecompare.drawing.schemes_drawn import SchemesDrawn, word_place
from treecompare.drawing.sentence import DEFAULT, Wanted
from treecompare.errors import UsageError
from treecompare.mappings.functions import Operation
from treecompare.mappings.mapping import DELETED


class SchemesView(PictureView):
    """What the golds share above the words, the system below them; golds' own trees where people want them.

    ``labelsSwitched``: with labels or without, as TedEval 2011 compares or as that of 2012."""

    labelsSwitched = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Drawing of the function trees", "Errors as text", parent)
        self._own: frozenset[str] = frozenset()
        self.canvas.setAccessibleDescription("The errors are listed as text beside the drawing.")
        self.chips: list[QAction] = []
        self.relabels = self.add_button(
            "TedEval 2011",
            "As TedEval 2011 compares: one label over the same words, which can be relabelled",
            True,
            LAYOUT,
        )
        self.unlabelled = self.add_button("Unlabelled", "Only which words are grouped, whatever the labels", True)
        for one in (self.unlabelled, self.relabels):
            one.toggled.connect(lambda _: self.labelsSwitched.emit())
        fold = self.add_fold_button("Fold unchanged words if space is short (F)")
        fold.toggled.connect(lambda _: self.fold_all())

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show_drawing(self, drawn: Drawn | None) -> None:
        if isinstance(drawn, SchemesDrawn):
            self._show_chips([drawn.trees.trees[place].name for place in drawn.trees.own_golds])
        super().show_drawing(drawn)

    def _show_chips(self, names: list[str]) -> None:
        """A button for each gold whose own tree can be drawn."""
        if names != [one.data() for one in self.chips]:
            for chip in self.chips:
                self.controls.remove_button(chip, DRAWN)
            self.chips = []
            for name in names:
                told = f"The gold tree of {name} above what all golds share"
                chip = self.add_button(caption(name), told, True, DRAWN)
                chip.setData(name)
                chip.toggled.connect(self._chip_toggled)
                self.chips.append(chip)
        self._check_chips()

    def _check_chips(self) -> None:
        for chip in self.chips:
            chip.blockSignals(True)
            chip.setChecked(chip.data() in self._own)
            chip.blockSignals(False)

    def _chip_toggled(self) -> None:
        there = {one.data() for one in self.chips}
        self._own = (self._own - there) | {one.data() for one in self.chips if one.isChecked()}
        self.lay_out()

    @property
    def own_golds(self) -> list[str]:
        """The golds whose own trees are drawn."""
        return [one.data() for one in self.chips if one.isChecked()]

    @property
    def wanted_golds(self) -> list[str]:
        """The golds whose own trees are drawn wherever there are such."""
        return sorted(self._own)

    def draw_own_golds(self, names: Iterable[str]) -> None:
        """Draws the own trees of these golds, and of no others."""
        self._own = frozenset(names)
        self._check_chips()
        self.lay_out()

    def set_options(self) -> None:
        super().set_options()
        if isinstance(self.drawn, SchemesDrawn):
            self.drawn.own = self._own

    def highlight_words(self, words: Iterable[int]) -> None:
        """Lights words, from 0."""
        self.highlight(map(word_place, words), is_about=True)

    @property
    def trees(self) -> SchemeTrees | None:
        """What is drawn."""
        return self.drawn.trees if isinstance(self.drawn, SchemesDrawn) else None

    def places_of_operation(self, operation: Operation | None) -> list[Place]:
        """The labels that an operation is about, in all trees."""
        return self.drawn.places_of_operation(operation) if isinstance(self.drawn, SchemesDrawn) else []

    def light_operation(self, operation: Operation | None) -> None:
        """Lights the labels that an operation is about, in all trees."""
        places = self.places_of_operation(operation)
        self.unfold(places)
        self.highlight(places, is_about=True)


class SchemesPanel(PicturePanel):
    """Draws the chosen sentence against the chosen target.

    ``targetChosen``: a gold, or what several golds have in common, that parses are to be compared with.
    """

    targetChosen = Signal(tuple)

    view: SchemesView

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(SchemesView(), parent)
        self.target = ElidedBox()
        self._comparison: SchemeComparison | None = None
        self.target.setAccessibleName("What systems are compared with")
        self.target.setToolTip("One gold, or what several golds have in common (their generalisation)")
        self.target.activated.connect(lambda _: self.targetChosen.emit(tuple(self.target.currentData())))
        self.view.controls.add_control(self.target)
        self.view.labelsSwitched.connect(lambda: self.show_sentence(*self.shown))

    def show_sentence(
        self, comparison: SchemeComparison | None, system: int, sentence: int, wanted: Wanted = DEFAULT
    ) -> None:
        if comparison is not self._comparison:
            self._comparison = comparison
            self.target.clear()
            for target in comparison.targets if comparison is not None else ():
                self.target.addItem(visible(self._target_text(comparison, target)), target)
        if comparison is not None:
            self.target.setCurrentIndex(list(comparison.targets).index(comparison.target))
        super().show_sentence(comparison, system, sentence, wanted)

    def _target_text(self, comparison: SchemeComparison | None, target: Target) -> str:
        assert comparison is not None
        name = comparison.target_name(target)
        return f"against {name}" if len(target) == 1 else f"in common: {name}"

    def draw_part(self, part: str) -> None:
        """Draws the sentence as a measure of function trees compares it."""
        for button, is_on in (
            (self.view.unlabelled, part.endswith(".unlabelled")),
            (self.view.relabels, part in TEDEVAL_2011_PARTS),
        ):
            if button.isChecked() != is_on:
                button.toggle()

    def drawn_of(
        self, comparison: SchemeComparison, system: int, sentence: int, wanted: Wanted, cancel: Any = None
    ) -> Drawn:
        is_labelled, relabels = not self.view.unlabelled.isChecked(), self.view.relabels.isChecked()
        try:
            return super().drawn_of(
                comparison, system, sentence, replace(wanted, labelled=is_labelled, relabels=relabels)
            )
        except UsageError:
            self.is_waiting = relabels  # such trees are counted last
            raise


class OperationsPanel(TablePane):
    """What turns the parse into what the golds have in common: one row per operation. ``chosen``: an operation, or None."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(["In the system", "Label", "Counts as", "Words"], "Operations", parent)
        self._found: Sequence[Operation] = ()
        self._words: Sequence[str] = ()
        self.table.itemSelectionChanged.connect(self._row_chosen)

    def show_operations(self, found: tuple[Sequence[Operation], Sequence[str]] | None) -> None:
        """Shows the operations of a sentence over its words, or none: errors first."""
        self._found, self._words = found or ((), ())
        self._found = sorted(self._found, key=lambda one: not one.is_charged)
        self._fill()

    def _row_chosen(self) -> None:
        rows = self.table.selectionModel().selectedRows()
        self.chosen.emit(self._found[rows[0].row()] if rows else None)

    def _fill(self) -> None:
        self.table.blockSignals(True)
        self.table.setRowCount(0)
        theme = theme_of(self.palette())
        for row, one in enumerate(self._found if self.isVisible() else ()):
            self.table.insertRow(row)
            counts = "error" if one.is_charged else "scheme difference"
            words = " ".join(self._words[one.start : one.end])
            texts = (one.kind, one.shown or "node", counts, words)
            for column, text in enumerate(texts):
                item = QTableWidgetItem(visible(text))
                item.setToolTip(tip(text))
                item.setForeground(QBrush(QColor(theme.text[DELETED] if one.is_charged else theme.quiet)))
                self.table.setItem(row, column, item)
        fit_columns(self.table)
        self.table.blockSignals(False)
