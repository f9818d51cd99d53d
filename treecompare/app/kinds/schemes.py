"""Comparisons across annotation schemes in the window: function trees over the same words, and the operations between them."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject

from treecompare.app.drawings.schemes_view import OperationsPanel, SchemesPanel
from treecompare.app.kinds.base import TREE_COMMANDS, KindView, analyses_of
from treecompare.app.panes.measure_choice import Choices
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.schemes.targets import Target
from treecompare.comparison.settings import Settings
from treecompare.drawing.sentence import Wanted
from treecompare.measures import MEASURES_OF


class SchemesView(KindView):
    """See the base."""

    picture_type, words_type = SchemesPanel, OperationsPanel
    choices = Choices(
        measures=MEASURES_OF["schemes"],
        columns=("tedeval", "tedeval.unlabelled", "las", "uas"),
        a_and_b=("tedeval", "tedeval.unlabelled"),
        analyses=analyses_of("schemes"),
        first_analysis="schemes",
        suffix="-schemes",
    )
    unused_commands = (TREE_COMMANDS - {"dependency_files"}) | {
        "all_systems", "list_changes", "right_to_left", "missing", "over_lattices", "as_dependencies", "differing",
    }  # fmt: skip
    labels_analysis = "operations"
    picture: SchemesPanel
    words: OperationsPanel

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._comparison: SchemeComparison | None = None
        self.picture.drawn.connect(self.words.show_operations)
        self.picture.targetChosen.connect(self._choose_target)
        self.words.chosen.connect(self.picture.view.light_operation)

    def words_title(self) -> str:
        """See the base."""
        return self.tr("Operations")

    def show_sentence(self, comparison: SchemeComparison | None, system: int, sentence: int, wanted: Wanted) -> None:
        """See the base."""
        self._comparison = comparison
        super().show_sentence(comparison, system, sentence, wanted)

    def _choose_target(self, target: Target) -> None:
        """Compares parses with another gold, or with what others have in common: all is computed, tables change."""
        if self._comparison is not None and self._comparison.target != target:
            self._comparison.target = target
            self.figuresChanged.emit()

    def arrangement(self) -> dict[str, Any]:
        """See the base: the target."""
        return {} if self._comparison is None else {"target": list(self._comparison.target)}

    def arrange(self, wanted: dict[str, Any]) -> None:
        """See the base."""
        target = tuple(wanted.get("target", ()))
        if self._comparison is not None and target in self._comparison.targets:
            self._choose_target(target)

    def status_text(self, comparison: Any, settings: Settings) -> str:
        """See the base."""
        return ", ".join([self.tr("function trees"), *self.words_said(settings)])
