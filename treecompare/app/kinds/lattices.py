"""Treebanks whose words may differ, in the window: both trees over the lattice, and the segments of each word."""

from __future__ import annotations

from PySide6.QtCore import QObject

from treecompare.app.drawings.lattice_view import LatticePanel, LatticeWordsPanel
from treecompare.app.kinds.base import KindView
from treecompare.app.panes.measure_choice import Choices
from treecompare.comparison.lattices.comparison import LatticeComparison
from treecompare.drawing.names import PLAIN
from treecompare.drawing.sentence import Wanted
from treecompare.measures import MEASURES_OF


class LatticesView(KindView):
    """See the base."""

    picture_type, words_type = LatticePanel, LatticeWordsPanel
    choices = Choices(
        measures=MEASURES_OF["lattices"],
        columns=("tedeval.lattice", "tedeval.lattice.unlabelled", "segeval", "segeval.unlabelled", "las", "uas"),
        a_and_b=("tedeval.lattice", "segeval"),
        suffix="-lattices",
    )
    beside = frozenset(("params", "functions", "function_separator", "with_dependencies"))
    picture: LatticePanel
    words: LatticeWordsPanel

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.picture.drawn.connect(
            lambda drawn: self.words.show_lattice(drawn and (drawn.trees.arcs, list(drawn.trees.words)))
        )

    def show_sentence(self, comparison: LatticeComparison | None, system: int, sentence: int, wanted: Wanted) -> None:
        self.words.call(comparison.names(system) if comparison is not None else PLAIN)
        super().show_sentence(comparison, system, sentence, wanted)

    def drawing_options(self, wanted: Wanted) -> list[str]:
        view = self.picture.view
        alone = [] if view.show_trees.isChecked() else ["--layout", "lattice"]
        whole = ["--whole-trees"] if view.folds and view.show_all.isChecked() else []
        return [*alone, *whole, *super().drawing_options(wanted)]
