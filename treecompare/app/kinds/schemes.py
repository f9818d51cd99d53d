"""Comparisons across annotation schemes in the window: function trees over the same words, and the operations between them."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject

from treecompare.app.drawings.schemes_view import OperationsPanel, SchemesPanel
from treecompare.app.kinds.base import KindView
from treecompare.app.panes.measure_choice import Choices
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.schemes.table import TEDEVAL_2011_PARTS, TEDEVAL_PARTS, WORD_PARTS
from treecompare.comparison.schemes.targets import Target
from treecompare.drawing.sentence import Wanted
from treecompare.measures import MEASURES_OF
from treecompare.writing import file_name


class SchemesView(KindView):
    """See the base."""

    picture_type, words_type = SchemesPanel, OperationsPanel
    choices = Choices(
        measures=MEASURES_OF["schemes"],
        columns=("tedeval", "tedeval.unlabelled", "las", "uas"),
        a_and_b=("tedeval", "tedeval.unlabelled"),
        suffix="-schemes",
    )
    picture: SchemesPanel
    words: OperationsPanel

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._comparison: SchemeComparison | None = None
        self._place = 0, -1
        self._has_lit = False
        self.picture.drawn.connect(
            lambda drawn: self.words.show_operations(drawn and (drawn.operations, drawn.trees.words))
        )
        self.picture.targetChosen.connect(self._choose_target)
        self.words.chosen.connect(self.picture.view.light_operation)

    def words_title(self) -> str:
        return "Operations"

    def show_sentence(self, comparison: SchemeComparison | None, system: int, sentence: int, wanted: Wanted) -> None:
        self._comparison, self._place = comparison, (system, sentence)
        super().show_sentence(comparison, system, sentence, wanted)

    def light_count(self, part: str, count: str) -> None:
        """See the base; the trees are drawn as the part compares them."""
        if count and part in (*TEDEVAL_PARTS, *TEDEVAL_2011_PARTS):
            self.picture.draw_part(part)
        self.picture.light_count(part, count, is_about=part in WORD_PARTS)

    def light_found(self, nodes: list[tuple[str, int]], words: list[int]) -> None:
        if words or self._has_lit:
            self.picture.view.highlight_words(word - 1 for word in words)
        self._has_lit = bool(words)

    def drawing_options(self, wanted: Wanted) -> list[str]:
        view = self.picture.view
        golds = ["--draw-golds", "+".join(view.own_golds)] if view.own_golds else []
        unlabelled = ["--unlabelled"] if view.unlabelled.isChecked() else []
        turned = ["--right-to-left"] if view.is_right_to_left else []
        measured = ["--measures", "tedeval2011"] if view.relabels.isChecked() else []
        return [*measured, *unlabelled, *golds, *turned, "--format", "svg", "--output", f"{file_name(view.title)}.svg"]

    def _choose_target(self, target: Target) -> None:
        """Compares parses with another gold, or with what others have in common: all is computed, tables change."""
        if self._comparison is not None and self._comparison.target != target:
            self._comparison.target = target
            self.figuresChanged.emit()

    def arrangement(self) -> dict[str, Any]:
        """See the base: the target, and the golds whose own trees are drawn."""
        if self._comparison is None:
            return {}
        return {"target": list(self._comparison.target), "own_golds": self.picture.view.wanted_golds}

    def arrange(self, wanted: dict[str, Any]) -> None:
        target = tuple(wanted.get("target", ()))
        if self._comparison is not None and target in self._comparison.targets:
            self._choose_target(target)
        if "own_golds" in wanted:
            self.picture.view.draw_own_golds(wanted["own_golds"])

    def forget(self) -> None:
        """See the base: golds are those of the comparison."""
        self.picture.view.draw_own_golds(())
