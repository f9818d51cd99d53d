"""The arcs of both dependency analyses of a sentence, as they stand in the middle of the window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from treecompare.app.drawings.control_bar import FOLD
from treecompare.app.drawings.picture_panel import PicturePanel
from treecompare.app.drawings.picture_view import PictureView
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.drawing.arcs import ArcBox, ArcDrawing
from treecompare.drawing.arcs_drawn import ArcsDrawn
from treecompare.drawing.drawn import Drawn, Place
from treecompare.drawing.sentence import Wanted


class ArcsView(PictureView):
    """Gold arcs above the words, those of the system below. ``columnPinned``: a word was clicked; -1: none any more."""

    columnPinned = Signal(int)
    drawn_as: ClassVar[type[ArcsDrawn]] = ArcsDrawn
    drawn: ArcsDrawn

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Drawing of both analyses", "Errors as text", parent)
        self.direction = self.add_direction_button()
        fold = self.add_fold_button("Fold words with the same arcs if space is short (F)")
        fold.toggled.connect(lambda _: self.fold_all())
        self.differing = self.add_button("Only differing", "Draw only the arcs that differ", True, FOLD)
        tip = "The basic tree above the words, the enhanced graph below them, with its empty nodes"
        self.enhanced = self.add_button("Enhanced", tip, True, FOLD)
        self.enhanced.setVisible(False)
        self.differing.toggled.connect(lambda _: self.fold_all())
        self.show_list.setText("List of errors")
        self.show_list.setToolTip("Show the errors as text (C)")

    def nothing(self) -> ArcsDrawn:
        return ArcsDrawn(telling=self.telling, columns=(), arcs=())

    @property
    def arcs(self) -> ArcDrawing | None:
        """What is shown."""
        return self.drawn.scene

    def set_options(self) -> None:
        super().set_options()
        self.drawn.only_differing = self.differing.isChecked()

    def light_words(self, numbers: Sequence[int], also: Sequence[Place] = ()) -> None:
        """Lights words of the gold, numbered from 1, and their arcs; so it does with words given as side and number."""
        wanted = [*self.drawn.columns_of_words(numbers), *self.drawn.wanted_for(also)]
        self.unfold(wanted)
        self.light_columns(wanted)

    def light_column(self, column: int) -> None:
        """Lights a word and its arcs; -1 for none."""
        self.light_columns([column])

    def light_columns(self, columns: Sequence[int]) -> None:
        """Lights words with their arcs, and brings them into view."""
        self.highlight(self.drawn.showing(columns), is_about=True)

    def pin(self, place: ArcBox | None) -> None:
        super().pin(place)
        self.columnPinned.emit(place.column if place is not None else -1)


class ArcsPanel(PicturePanel):
    """Draws the analyses of the chosen sentence."""

    view: ArcsView

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(ArcsView(), parent)
        self.view.enhanced.toggled.connect(lambda _: self.show_sentence(*self.shown))

    @property
    def draws_graphs(self) -> bool:
        """Whether enhanced graphs are drawn, where there are some."""
        comparison = self.shown[0]
        is_wanted = self.view.enhanced.isChecked() and not self.view.telling.hides_gold
        return comparison is not None and is_wanted and not comparison.without_graphs

    def drawn_of(
        self, comparison: DependencyComparison, system: int, sentence: int, wanted: Wanted, cancel: Any = None
    ) -> Drawn:
        self.view.enhanced.setVisible(not comparison.without_graphs)
        return super().drawn_of(comparison, system, sentence, replace(wanted, enhanced=self.draws_graphs), cancel)
