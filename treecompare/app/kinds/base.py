"""What the window asks every kind of comparison: its picture, its list of words, and what its panes offer and say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from treecompare.app.drawings.control_bar import LAYOUT
from treecompare.app.drawings.picture_panel import PicturePanel
from treecompare.app.drawings.stack_view import StackPanel
from treecompare.app.panes.measure_choice import Choices
from treecompare.comparison.lit import drawn_for
from treecompare.drawing.drawn import Attached
from treecompare.drawing.sentence import Wanted
from treecompare.mappings.errors import Error, Node
from treecompare.writing import file_name


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
    has_mappings: ClassVar[bool] = False
    """Whether what is drawn depends on the measure."""
    beside: ClassVar[frozenset[str]] = frozenset()
    """Settings that act only on figures beside those that the window shows."""
    has_stack: ClassVar[bool] = False
    """Whether all systems can be drawn one below the other."""

    picture: PicturePanel
    words: QWidget

    mappingWanted = Signal(str, str, bool)
    """The switches of the window are to go to that mapping, part and labels."""
    stackWanted = Signal(bool)
    """All systems are to be drawn, or one."""
    viewChanged = Signal()
    """Other figures are looked at."""
    nodesPinned = Signal(list)
    """Nodes or words of the sentence, as (side, number), were clicked in the drawing."""
    likeWanted = Signal(list)
    """The next sentence is wanted with an error like the one of these nodes, as (side, number)."""
    figuresChanged = Signal()
    """The comparison is the same, its figures are others."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.picture = self.picture_type()
        self.words = self.words_type()
        self.stack = StackPanel() if self.has_stack else None
        self.is_stacked = False
        """Whether all systems are drawn, where they can be."""
        for panel in self.panels:
            panel.view.likeWanted.connect(self.likeWanted)
        for own in (*self.panels, self.words):
            self.destroyed.connect(own.deleteLater)  # what no window has taken in goes with it, too
        self.stack_buttons: list[QAction] = []
        """What switches between one system and all, in both drawings."""
        for panel in (self.picture, self.stack) if self.stack is not None else ():
            tip = "All systems: the gold and all of them, one below the other over the same words (A)"
            button = panel.view.add_button("All systems", tip, True, LAYOUT, "stacked")
            button.setChecked(panel is self.stack)
            self.stack_buttons.append(button)
            button.triggered.connect(lambda _=False, button=button, panel=panel: self._all_systems(button, panel))

    def _all_systems(self, button: QAction, panel: PicturePanel) -> None:
        button.setChecked(panel is self.stack)  # each button says what its own drawing is
        self.stackWanted.emit(panel is not self.stack)

    @property
    def shown(self) -> PicturePanel:
        """The drawing that is looked at."""
        return self.stack if self.is_stacked and self.stack is not None else self.picture

    @property
    def panels(self) -> list[PicturePanel]:
        """All its drawings."""
        return [self.picture, *([self.stack] if self.stack is not None else [])]

    def words_title(self) -> str:
        """The title of the Words pane."""
        return "Words"

    # -- the chosen sentence -------------------------------------------------------------------------------------------

    def show_sentence(self, comparison: Any, system: int, sentence: int, wanted: Wanted) -> None:
        """Shows a sentence (-1: none) of a comparison of this kind, or of none."""
        for panel in self.panels:
            if panel is self.shown or comparison is None or sentence < 0:
                panel.show_sentence(comparison, system, sentence, wanted)

    def update_sentence(self) -> None:
        """Shows the sentence as soon as it is compared."""
        self.shown.update_sentence()

    def light_count(self, part: str, count: str) -> None:
        """Lights what a count of a score stands for, in the drawing in which it is seen; with empty texts nothing."""
        comparison, _, _, wanted = self.shown.shown
        if comparison is not None and count and (then := drawn_for(comparison, part, wanted)) != wanted:
            self.mappingWanted.emit(then.mapping, then.part, then.labelled)
        self.shown.light_count(part, count)

    def light_found(self, nodes: list[tuple[str, int]], words: list[int]) -> None:
        """Lights what the filter found in the sentence: nodes of its trees, or words of the gold, from 1."""

    def words_as_nodes(self, words: list[int]) -> list[tuple[str, int]]:
        """Words of the gold, from 1, as errors number them where these have words for nodes."""
        return []

    def show_error(self, error: Error | None) -> None:
        """Lights the nodes or words of an error, and what they are attached to in the gold and in the system."""
        if error is None:
            self.shown.show_nodes([])
            self.shown.attach(None)
            return
        sites, attached = {"gold": error.source_node, "test": error.target_node}, self.attached(error)
        ends = [(side, site) for side, site in sites.items() if site >= 0]
        self.shown.show_nodes([*error.nodes, *error.moved], [*ends, *attached])
        self.shown.attach(Attached(attached, sites))

    def attached(self, error: Error) -> Sequence[Node]:
        """What is attached wrongly, on both sides."""
        return error.moved or error.nodes

    def variant(self) -> str:
        """The variant of Leaf-Ancestor that is looked at."""
        return "la"

    def drawing_options(self, wanted: Wanted) -> list[str]:
        """Options of the command that draws the sentence as it is seen, into a file."""
        view = self.shown.view
        whole = ["--whole-trees"] if view.elide is not None and not view.drawn.is_folded else []
        turned = ["--right-to-left"] if view.is_right_to_left else []
        return [*whole, *turned, "--format", "svg", "--output", f"{file_name(view.title)}.svg"]

    def arrangement(self) -> dict[str, Any]:
        """What a comparison file keeps of what is looked at, besides the tables."""
        return {}

    def arrange(self, wanted: dict[str, Any]) -> None:
        """Shows what a comparison file kept."""

    def forget(self) -> None:
        """Another comparison is going to be shown."""

    def hidden_settings(self, comparison: Any) -> frozenset[str]:
        """Settings that are not offered, since nothing that is shown depends on them."""
        return self.beside | comparison.unused_settings.keys()

    # -- what is said of a comparison ----------------------------------------------------------------------------------

    def can_be_asked_for(self, comparison: Any, key: str) -> bool:
        """Whether a measure has scores as soon as the comparison is told to have them."""
        return False

    def lacks_dependencies(self, comparison: Any, keys: set[str]) -> bool:
        """Whether some of these measures are of dependencies that could be had by asking for them; True once at most."""
        return False

    def discard(self) -> None:
        """Ends what is being computed, and takes drawings and words away, wherever they stand."""
        self.stop()
        for gone in (self.picture.view.controls, *self.panels, self.words):
            gone.hide()  # it goes later, but must not be seen until then
            gone.deleteLater()
        self.deleteLater()

    def stop(self) -> None:
        """Ends what is being computed, without waiting for it."""
        for panel in self.panels:
            panel.stop()
