"""The alignment: both trees of the chosen sentence, computed when it is looked at, and its counts below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QWidget

from treecompare.app.drawings.control_bar import LAYOUT
from treecompare.app.drawings.picture_panel import PicturePanel
from treecompare.app.drawings.picture_view import PictureView
from treecompare.app.drawings.pictures import TextMeasure
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.drawing.columns import LEFT_OUT, Box
from treecompare.drawing.sentence import DEFAULT, Wanted
from treecompare.drawing.trees_drawn import TreesDrawn
from treecompare.drawing.walk import Node
from treecompare.mappings.mapping import Mapping


class AlignmentView(PictureView):
    """Draws a mapping. ``nodePinned(side, node)`` tells which node was clicked; the side is ``gold`` or ``test``."""

    nodePinned = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Drawing of both trees", "Changes as text", parent)
        self.shows_edge_labels = self.shows_secondary_edges = True
        self._measure = TextMeasure()
        self.canvas.setAccessibleDescription("The changes are listed as text beside the drawing.")
        self._arrangements = QActionGroup(self)
        self._buttons = {}
        for name, text, tip in (
            ("mirrored", "Mirrored", "Gold above, system below, one row of words (M)"),
            ("side-by-side", "Side by side", "Gold left, system right, matched nodes at one height (S)"),
            ("merged", "Merged", "One tree: the gold's, with the inserted nodes put in (G)"),
        ):
            self._buttons[name] = self.add_button(text, f"{text}: {tip}", True, LAYOUT, picture=name)
            self._arrangements.addAction(self._buttons[name])
        self._buttons["mirrored"].setChecked(True)
        self._arrangements.triggered.connect(lambda _: self.arrange())
        fold = self.add_fold_button("Fold identical parts (F)")
        fold.toggled.connect(lambda _: self.fold_all())
        tip = "Show the punctuation and traces of the gold that the preparation leaves out, in grey"
        self.left_out = self.add_button("Left-out words", tip, True)
        self.left_out.toggled.connect(lambda _: self.arrange())
        self._redraw()

    def show_mapping(self, mapping: Mapping | None, title: str = "", left_out: Sequence[tuple[int, str]] = ()) -> None:
        """Draws a mapping, or nothing; what was pinned, opened and zoomed belonged to the one before.

        ``left_out``: the words that the preparation leaves out, each with the number of the gold's words before it.
        """
        if mapping is None:
            self.show_drawing(None)
        else:
            self.show_drawing(TreesDrawn(mapping=mapping, telling=self.telling, title=title, left_out=left_out))

    def set_options(self) -> None:
        super().set_options()
        if isinstance(self.drawn, TreesDrawn):
            self.drawn.measure = self._measure
            self.drawn.arrangement, self.drawn.shows_left_out = self.arrangement, self.left_out.isChecked()
            self.drawn.edge_labels, self.drawn.secondary_edges = self.shows_edge_labels, self.shows_secondary_edges

    @property
    def arrangement(self) -> str:
        """``mirrored``, ``side-by-side`` or ``merged``."""
        return next(name for name, button in self._buttons.items() if button.isChecked())

    def set_arrangement(self, name: str) -> None:
        """Switches between the layouts."""
        self._buttons[name].setChecked(True)
        self.arrange()

    def show_edges(self, labels: bool, secondary: bool) -> None:
        """Draws labels of edges and secondary edges, or not."""
        self.shows_edge_labels, self.shows_secondary_edges = labels, secondary
        self.arrange()

    def _hover(self, box: Box | None) -> None:
        is_left_out = box is not None and box.side == LEFT_OUT
        super()._hover(None if is_left_out else box)
        if is_left_out:
            self._show_tip(box)

    def _click(self, box: Box | None) -> None:
        super()._click(None if box is not None and box.side == LEFT_OUT else box)

    def pin(self, place: Node | None) -> None:
        super().pin(place)
        if place is not None:
            self.nodePinned.emit(*place)


@dataclass(frozen=True)
class Shown:
    """What is drawn: a sentence of a system, and which mapping of it."""

    system: int
    sentence: int
    kind: str = "T"
    part: str = "whole"
    is_labelled: bool = True


class AlignmentPanel(PicturePanel):
    """Draws one sentence's mapping."""

    view: AlignmentView

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(AlignmentView(), parent)

    def invitation(self) -> str:
        return "Choose a sentence to see its two trees."

    def show_sentence(
        self, comparison: ConstituentComparison | None, system: int, sentence: int, wanted: Wanted = DEFAULT
    ) -> None:
        """See the base; what is drawn already stays, pinned nodes and all."""
        is_same = self.is_done and (comparison, system, sentence, wanted) == self.shown
        if not is_same or (comparison is not None and self.view.telling.called != comparison.names(system)):
            super().show_sentence(comparison, system, sentence, wanted)
