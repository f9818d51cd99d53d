"""What the window asks every kind of comparison: its picture, its list of words, and what its panes offer and say."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from treecompare.analyses.catalogue import ANALYSES, Analysis
from treecompare.app.drawings.picture_panel import PicturePanel
from treecompare.app.panes.measure_choice import Choices
from treecompare.comparison.settings import Settings
from treecompare.drawing.sentence import Wanted
from treecompare.mappings.errors import Error

TREE_COMMANDS = frozenset(
    (
        "edit_label_costs", "edit_tree_costs", "show_rankings", "mapping", "part", "labelled", "mirrored",
        "side_by_side", "merged", "left_out", "params", "preterminals", "draw_other",
    )
)  # fmt: skip
"""Commands and switches that are about trees of constituents only."""


def analyses_of(kind: str) -> tuple[Analysis, ...]:
    """The analyses for comparisons of that kind."""
    return tuple(one for one in ANALYSES if kind in one.kinds)


class KindView(QObject):
    """A kind of comparison in the window. Each owns its picture and its list of words and lets them follow each other.

    Who derives from it says what is special; what it leaves out holds for any kind.
    """

    picture_type: ClassVar[type[Any]]
    """What stands in the middle of the window: a :class:`PicturePanel`."""
    words_type: ClassVar[type[QWidget]]
    """What stands in the Words pane."""
    choices: ClassVar[Choices]
    """What the panes offer."""
    unused_commands: ClassVar[frozenset[str]] = TREE_COMMANDS
    """Commands and switches that mean nothing here."""
    labels_analysis: ClassVar[str] = "confusion"
    """The analysis that shows scores per label or relation."""

    picture: PicturePanel
    words: QWidget

    mappingWanted = Signal(str, str, bool)
    """The switches of the window are to go to that mapping, part and labels."""
    viewChanged = Signal()
    """Other figures are looked at."""
    figuresChanged = Signal()
    """The comparison is the same, its figures are others."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.picture = self.picture_type()
        self.words = self.words_type()

    def words_title(self) -> str:
        """The title of the Words pane."""
        return self.tr("Words")

    # -- the chosen sentence -------------------------------------------------------------------------------------------

    def show_sentence(self, comparison: Any, system: int, sentence: int, wanted: Wanted) -> None:
        """Shows a sentence (-1: none) of a comparison of this kind, or of none."""
        self.picture.show_sentence(comparison, system, sentence, wanted)

    def update_sentence(self) -> None:
        """Shows the sentence as soon as it is compared."""
        self.picture.update_sentence()

    def light_count(self, part: str, count: str) -> None:
        """Lights what a count of a score stands for; with empty texts nothing."""
        view = self.picture.view
        view.highlight(view.counted(count) if count else [])

    def light_found(self, nodes: list[tuple[str, int]], words: list[int]) -> None:
        """Lights what the filter found in the sentence: nodes of its trees, or words of the gold, from 1."""

    def show_error(self, error: Error | None, costs: str) -> None:
        """Lights the nodes or words of an error and draws an arrow from where the system attaches it to where the gold does."""
        view = self.picture.view
        if error is None:
            self.picture.show_nodes([])
            view.point(None, None)
            return
        ends = (("test", error.target_node), ("gold", error.source_node))
        self.picture.show_nodes([*error.nodes, *error.moved], [end for end in ends if end[1] >= 0])
        view.point(*(end if end[1] >= 0 else None for end in ends), costs)

    def variant(self) -> str:
        """The variant of Leaf-Ancestor that is looked at."""
        return "la"

    def drawing_options(self, wanted: Wanted) -> list[str]:
        """Options of the command that draws the sentence."""
        return []

    def arrangement(self) -> dict[str, Any]:
        """What a comparison file keeps of what is looked at, besides the tables."""
        return {}

    def arrange(self, wanted: dict[str, Any]) -> None:
        """Shows what a comparison file kept."""

    # -- what is said of a comparison ----------------------------------------------------------------------------------

    def status_text(self, comparison: Any, settings: Settings) -> str:
        """How sentences were prepared and compared."""
        return ", ".join([*self.conversion_said(settings), *self.words_said(settings)])

    def conversion_said(self, settings: Settings) -> list[str]:
        """By what trees became dependencies, if they did."""
        rules = settings.as_dependencies
        return [self.tr("converted by the head rules {0}").format(Path(rules).stem)] if rules else []

    def words_said(self, settings: Settings) -> list[str]:
        """How words of dependency treebanks are compared."""
        is_counted, is_full = settings.punctuation == "count", settings.relations == "full"
        name = Path(settings.relation_map).name if settings.relation_map else ""
        return [
            self.tr("punctuation counted") if is_counted else self.tr("without punctuation"),
            self.tr("full relations") if is_full else self.tr("relations without subtypes"),
            *([self.tr("relations joined by {0}").format(name)] if name else []),
        ]

    def settings_for_others(self, settings: Settings) -> Settings:
        """The settings under which other files are opened after a comparison of this kind."""
        return settings

    def stop(self) -> None:
        """Ends what is being computed, without waiting for it."""
        self.picture.stop()
