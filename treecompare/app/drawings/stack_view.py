"""A sentence in the gold and in all systems, one below the other: trees or arcs over the same columns of words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from treecompare.app.drawings.control_bar import FOLD
from treecompare.app.drawings.picture_panel import Asked, PicturePanel
from treecompare.app.drawings.picture_view import PictureView
from treecompare.app.drawings.pictures import theme_of
from treecompare.app.drawings.stack_names import StackNames
from treecompare.comparison.base import Comparison
from treecompare.drawing.drawn import Drawn
from treecompare.drawing.names import short_names
from treecompare.drawing.sentence import DEFAULT, Wanted
from treecompare.drawing.stack_drawn import StackDrawn
from treecompare.drawing.stacked import StackedSentence
from treecompare.drawing.stacks import HeadBox
from treecompare.scores.table import WAITING

MANY_WORDS = 60
"""Sentences of more words are compared in the background."""


class StackView(PictureView):
    """Draws a stack. ``systemChosen(system)``: the line with its name was clicked, or what differs from the gold in it;
    ``nodesPinned(nodes)``: nodes or words of gold and current system, as (side, number), were clicked."""

    systemChosen = Signal(int)
    nodesPinned = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Drawing of all systems", "Changes as text", parent)
        self.system = -1
        self.shows_edge_labels = self.shows_secondary_edges = True
        self.names_item = StackNames(self.canvas)
        self.canvas.scrolls_down = True
        self.canvas.setAccessibleDescription("The changes are listed as text beside the drawing.")
        self.direction = self.add_direction_button()
        fold = self.add_fold_button("Fold parts that are the same in all (F)")
        fold.toggled.connect(lambda _: self.fold_all())
        tip = "Draw only the arcs that differ"
        self.differing = self.add_button("Only differing", tip, True, FOLD)
        self.differing.toggled.connect(lambda _: self.fold_all())

    @property
    def sentence(self) -> StackedSentence | None:
        """What is drawn."""
        return self.drawn.sentence if isinstance(self.drawn, StackDrawn) else None

    def show_drawing(self, drawn: Drawn | None) -> None:
        if isinstance(drawn, StackDrawn):
            self.system = drawn.system
            self.differing.setVisible(drawn.has_arcs)
        super().show_drawing(drawn)

    def set_options(self) -> None:
        super().set_options()
        if isinstance(self.drawn, StackDrawn):
            self.drawn.system, self.drawn.only_differing = self.system, self.differing.isChecked()
            self.drawn.edge_labels, self.drawn.secondary_edges = self.shows_edge_labels, self.shows_secondary_edges

    def set_current(self, system: int, title: str) -> None:
        """Other panes are about another system; the drawing stays where it is, but what was lit was of the one before."""
        self.system, self.drawn.title = system, title
        self.set_options()
        self.highlight([])
        self.show_attachment(None)
        self._show_names()

    def show_edges(self, labels: bool, secondary: bool) -> None:
        """Draws labels of edges and secondary edges, or not."""
        self.shows_edge_labels, self.shows_secondary_edges = labels, secondary
        self.arrange()

    def _redraw(self) -> None:
        super()._redraw()
        self._show_names()

    def _show_names(self) -> None:
        self.names_item.show_names(self.drawing, theme_of(self.palette()), self.system + 1)

    def _click(self, box: Any) -> None:
        if not isinstance(box, HeadBox):
            super()._click(box)
        if box is None or not isinstance(self.drawn, StackDrawn):
            return
        system, nodes = self.drawn.clicked(box)
        if system != self.system:
            self.systemChosen.emit(system)
        if nodes is not None:
            self.nodesPinned.emit(nodes)


class StackPanel(PicturePanel):
    """Draws the chosen sentence of all systems."""

    view: StackView
    patience = "This sentence is long; all systems are being drawn…"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(StackView(), parent)
        self.key = ""
        """The measure whose scores stand beside the names."""
        self._drawn: tuple[Any, ...] = ()

    def show_sentence(
        self, comparison: Comparison | None, system: int, sentence: int, wanted: Wanted = DEFAULT
    ) -> None:
        """See the base; where only the system is another one, the drawing stays as it is."""
        now = (comparison, sentence, wanted, self.key, comparison is None or comparison.is_gold)
        if comparison is not None and self._drawn == now and not self.is_waiting:
            self.shown = Asked(comparison, system, sentence, wanted)
            self._call(comparison, system)
            self.view.set_current(system, comparison.number_title(sentence))
            return
        self._drawn = ()
        super().show_sentence(comparison, system, sentence, wanted)

    def drawn_of(
        self, comparison: Comparison, system: int, sentence: int, wanted: Wanted, cancel: Any = None
    ) -> StackDrawn:
        found = comparison.stacked(sentence, wanted, self.key)
        names = short_names(comparison.gold.name, comparison.table.systems)
        heads = [replace(head, name=name) for head, name in zip(found.heads[1:], names, strict=True)]
        found = replace(found, heads=(found.heads[0], *heads))
        title = comparison.number_title(sentence)
        return StackDrawn(telling=self.view.telling, title=title, sentence=found, system=system)

    def takes_long(self, comparison: Comparison, system: int, sentence: int) -> bool:
        return bool(comparison.table.lengths[sentence] > MANY_WORDS)

    def _show(self, drawn: Drawn | None) -> None:
        comparison, _, sentence, wanted = self.shown
        super()._show(drawn)
        if drawn is not None:
            self._drawn = (comparison, sentence, wanted, self.key, self.view.telling.is_gold)
            self.is_waiting = bool((comparison.table.statuses[:, sentence] == WAITING).any())

    def update_sentence(self) -> None:
        """See the base; people go on judging, so that such scores never stay what they are."""
        if self.key == "judged" and self._drawn:
            self._drawn = ()
            self.show_sentence(*self.shown)
        else:
            super().update_sentence()

    def _say(self, text: str) -> None:
        self._drawn = ()
        super()._say(text)
