"""Dependency treebanks in the window: arcs above and below the words, and the words as a table."""

from __future__ import annotations

from PySide6.QtCore import QObject

from treecompare.app.drawings.arcs_view import ArcsPanel
from treecompare.app.kinds.base import KindView
from treecompare.app.panes.dependency_words import DependencyWordsPanel
from treecompare.app.panes.measure_choice import Choices
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.drawing.arcs import GOLD, TEST
from treecompare.drawing.arcs_drawn import ArcsDrawn
from treecompare.drawing.names import PLAIN
from treecompare.drawing.sentence import Wanted
from treecompare.measures import MEASURES_OF


class DependenciesView(KindView):
    """See the base."""

    picture_type, words_type = ArcsPanel, DependencyWordsPanel
    has_stack = True
    choices = Choices(
        measures=MEASURES_OF["dependencies"],
        columns=("las", "uas", "label-accuracy", "clas", "mlas", "blex", "upos"),
        a_and_b=("las", "uas"),
        has_patterns=True,
        suffix="-dependencies",
        is_of_words=True,
    )
    picture: ArcsPanel
    words: DependencyWordsPanel

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[DependencyComparison | None, int, int] = None, 0, -1
        self._has_lit = False
        self.picture.drawn.connect(self._show_words)
        self.words.chosen.connect(self._light_column)
        self.picture.view.columnPinned.connect(self.words.choose)
        self.picture.view.columnPinned.connect(
            lambda column: self.nodesPinned.emit(self.picture.view.drawn.nodes_of(column))
        )
        if self.stack is not None:
            self.stack.view.nodesPinned.connect(self.nodesPinned)

    def show_sentence(
        self, comparison: DependencyComparison | None, system: int, sentence: int, wanted: Wanted
    ) -> None:
        self._shown = comparison, system, sentence
        self.words.call(comparison.names(system) if comparison is not None else PLAIN)
        if self.is_stacked:  # the list of words follows it
            self.picture.show_sentence(comparison, system, sentence, wanted)
        super().show_sentence(comparison, system, sentence, wanted)

    def update_sentence(self) -> None:
        super().update_sentence()
        if self.is_stacked:
            self.picture.update_sentence()

    def _show_words(self, drawn: ArcsDrawn | None) -> None:
        comparison = self._shown[0]
        if drawn is None or drawn.scene is None or comparison is None:
            self.words.show_arcs(None)
        else:
            self.words.show_arcs((drawn.scene, drawn.sides[GOLD], drawn.sides[TEST], comparison.compared))

    def drawing_options(self, wanted: Wanted) -> list[str]:
        graphs = ["--enhanced"] if self.shown is self.picture and self.picture.draws_graphs else []
        return [*graphs, *super().drawing_options(wanted)]

    def words_as_nodes(self, words: list[int]) -> list[tuple[str, int]]:
        drawn = self.picture.view.drawn
        return [node for column in drawn.columns_of_words(words) for node in drawn.nodes_of(column)]

    def light_found(self, nodes: list[tuple[str, int]], words: list[int]) -> None:
        if words or not nodes:
            if words or self._has_lit:
                self._light_words(words, nodes)
        else:
            self.shown.show_nodes(nodes)
        self._has_lit = bool(words or nodes)

    def _light_words(self, words: list[int], nodes: list[tuple[str, int]]) -> None:
        """Lights words of the gold, numbered from 1, and nodes of either side."""
        self.picture.view.light_words(words, nodes)
        comparison, _, sentence = self._shown
        if self.is_stacked and self.stack is not None and comparison is not None and sentence >= 0:
            first = int(comparison.gold.sentences.offsets[sentence])
            self.stack.show_nodes([*(("gold", first + word - 1) for word in words), *nodes])

    def _light_column(self, column: int) -> None:
        """Lights a word of the list; -1 for none."""
        self.picture.view.light_column(column)
        arcs = self.picture.view.arcs
        if self.is_stacked and self.stack is not None and arcs is not None:
            one = arcs.columns[column] if column >= 0 else None
            nodes = [] if one is None else [("gold", one.gold), ("test", one.test)]
            self.stack.show_nodes([node for node in nodes if node[1] >= 0])
