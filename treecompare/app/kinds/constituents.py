"""Trees of constituents in the window: two aligned trees, and the words under Leaf-Ancestor."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from treecompare.app.drawings.alignment_panel import AlignmentPanel, Shown
from treecompare.app.drawings.picture_view import slants_edges
from treecompare.app.kinds.base import KindView
from treecompare.app.panes.measure_choice import Choices
from treecompare.app.panes.words_panel import WordsPanel
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.constituents.counted import attached_to, lineage_nodes
from treecompare.drawing.sentence import Wanted
from treecompare.drawing.stack_drawn import StackDrawn
from treecompare.drawing.trees_drawn import TreesDrawn
from treecompare.mappings.errors import Error, Node
from treecompare.mappings.mapping import Mapping
from treecompare.measures import BESIDE_MEASURES, MEASURES_OF


class ConstituentsView(KindView):
    """See the base."""

    picture_type, words_type = AlignmentPanel, WordsPanel
    choices = Choices(
        measures=MEASURES_OF["constituents"],
        columns=(
            "e.roof.dice", "e.whole.dice", "t.whole.dice", "t.whole.jaccard", "complete", "crossing", "tagging",
        ),
        a_and_b=("e.whole.dice", "t.whole.dice"),
        opens_first_family=False,
        has_patterns=True,
    )  # fmt: skip
    has_mappings = True
    has_stack = True
    picture: AlignmentPanel
    words: WordsPanel

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._has_lit = False
        self._part = "whole"
        self._asked_for: ConstituentComparison | None = None
        self.words.chosen.connect(self._light_word)
        self.picture.view.nodePinned.connect(lambda side, node: self._pinned([(side, node)]))
        if self.stack is not None:
            self.stack.view.nodesPinned.connect(self._pinned)
        self.words.variant.currentIndexChanged.connect(lambda _: self.viewChanged.emit())

    def show_sentence(
        self, comparison: ConstituentComparison | None, system: int, sentence: int, wanted: Wanted
    ) -> None:
        self._part = wanted.part
        super().show_sentence(comparison, system, sentence, wanted)
        shown = Shown(system, sentence, wanted.mapping, wanted.part, wanted.labelled) if sentence >= 0 else None
        self.words.show_pair(comparison, shown)

    def _pinned(self, nodes: list[tuple[str, int]]) -> None:
        if self._part == "whole":  # in which errors number their nodes
            self.nodesPinned.emit(nodes)

    def update_sentence(self) -> None:
        super().update_sentence()
        self.words.update_pair()

    def light_found(self, nodes: list[tuple[str, int]], words: list[int]) -> None:
        if nodes or self._has_lit:
            self.shown.show_nodes(nodes)
        self._has_lit = bool(nodes)

    def _light_word(self, word: int) -> None:
        """Lights the path from a word (from 0, -1 for none) to the root, in both trees."""
        drawn = self.shown.view.drawn
        mapping = self.current_mapping() if word >= 0 else None
        self.shown.view.highlight(drawn.places_of(lineage_nodes(mapping, word)) if mapping is not None else [])

    def current_mapping(self) -> Mapping | None:
        """The mapping of the trees that are drawn; None if nothing is."""
        drawn = self.shown.view.drawn
        return drawn.current_mapping() if isinstance(drawn, TreesDrawn | StackDrawn) else None

    def show_error(self, error: Error | None) -> None:
        """See the base: in whole trees, whose nodes errors name."""
        if error is not None and self._part != "whole":
            self.mappingWanted.emit("T", "whole", True)
        super().show_error(error)

    def attached(self, error: Error) -> Sequence[Node]:
        """See the base: of a constituent that one side lacks its daughters."""
        return attached_to(self.current_mapping(), error)

    def variant(self) -> str:
        return self.words.variant.currentData() or super().variant()

    def drawing_options(self, wanted: Wanted) -> list[str]:
        labels = [] if wanted.labelled else ["--unlabelled"]
        picture = self.picture.view
        layout = (
            ["--layout", picture.arrangement, *picture.drawn.folding_options()] if self.shown is self.picture else []
        )
        view = self.shown.view
        edges = [] if view.shows_edge_labels else ["--no-edge-labels"]
        edges += [] if view.shows_secondary_edges else ["--no-secondary-edges"]
        edges += ["--slanted-edges"] if slants_edges() else []
        mapping = ["--mapping", wanted.mapping, "--part", wanted.part]
        return [*mapping, *labels, *layout, *edges, *super().drawing_options(wanted)]

    def can_be_asked_for(self, comparison: ConstituentComparison, key: str) -> bool:
        """See the base: scores of dependencies."""
        return comparison.beside is None and any(one.key == key for one in BESIDE_MEASURES)

    def lacks_dependencies(self, comparison: ConstituentComparison, keys: set[str]) -> bool:
        lacks = any(self.can_be_asked_for(comparison, key) for key in keys)
        if not lacks or comparison is self._asked_for:
            return False
        self._asked_for = comparison
        return True
