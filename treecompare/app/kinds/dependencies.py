"""Dependency treebanks in the window: arcs above and below the words, and the words as a table."""

from __future__ import annotations

from PySide6.QtCore import QObject

from treecompare.app.drawings.arcs_view import ArcsPanel
from treecompare.app.kinds.base import KindView, analyses_of
from treecompare.app.panes.dependency_words import DependencyWordsPanel
from treecompare.app.panes.measure_choice import Choices
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.dependencies.counted import counted_words
from treecompare.drawing.sentence import Wanted
from treecompare.measures import MEASURES_OF


class DependenciesView(KindView):
    """See the base."""

    picture_type, words_type = ArcsPanel, DependencyWordsPanel
    choices = Choices(
        measures=MEASURES_OF["dependencies"],
        columns=("las", "uas", "label-accuracy", "clas", "mlas", "blex", "upos"),
        a_and_b=("las", "uas"),
        analyses=analyses_of("dependencies"),
        first_analysis="breakdown",
        has_patterns=True,
        suffix="-dependencies",
        is_of_words=True,
        titles={"changed": ("Wrong\nwords", "Words of the gold whose head or relation the system lacks.")},
    )
    picture: ArcsPanel
    words: DependencyWordsPanel

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[DependencyComparison | None, int, int] = None, 0, -1
        self._has_lit = False
        self.picture.drawn.connect(self.words.show_arcs)
        self.words.chosen.connect(self.picture.view.light_column)
        self.picture.view.columnPinned.connect(self.words.choose)
        self.picture.view.columnPinned.connect(lambda column: self.nodesPinned.emit(self.picture.view.nodes_of(column)))

    def show_sentence(
        self, comparison: DependencyComparison | None, system: int, sentence: int, wanted: Wanted
    ) -> None:
        """See the base."""
        self._shown = comparison, system, sentence
        super().show_sentence(comparison, system, sentence, wanted)

    def light_count(self, part: str, count: str) -> None:
        """See the base."""
        comparison, system, sentence = self._shown
        is_wanted = comparison is not None and sentence >= 0 and count
        self.picture.light(counted_words(comparison, system, sentence, part, count) if comparison and is_wanted else [])

    def words_as_nodes(self, words: list[int]) -> list[tuple[str, int]]:
        """See the base."""
        view = self.picture.view
        return [node for column in view.columns_of_words(words) for node in view.nodes_of(column)]

    def light_found(self, nodes: list[tuple[str, int]], words: list[int]) -> None:
        """See the base."""
        if words or not nodes:
            if words or self._has_lit:
                self.picture.view.light_words(words, nodes)
        else:
            self.picture.show_nodes(nodes)
        self._has_lit = bool(words or nodes)
