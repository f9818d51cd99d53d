"""Commands on the drawing: how it is arranged, its size, copying and saving it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from treecompare.app.common import choosers as opening
from treecompare.app.common.errors import show_error
from treecompare.app.common.saving import save_drawing
from treecompare.app.session.session import Session
from treecompare.app.shell.command import TREES, WITH_ERRORS, Choice, Need, command, switch
from treecompare.app.shell.frame import FrameWindow
from treecompare.errors import TreecompareError
from treecompare.writing import file_name

if TYPE_CHECKING:
    from treecompare.app.drawings.alignment_panel import AlignmentView
    from treecompare.app.drawings.picture_view import PictureView
    from treecompare.app.drawings.pictures import Look
    from treecompare.app.window.workspace import Workspace


class DrawingCommands(QObject):
    """Speaks to the drawing that is shown."""

    def __init__(self, window: FrameWindow, session: Session, space: Callable[[], Workspace]) -> None:
        super().__init__(window)
        self.window = window
        self.session = session
        self._space = space

    @property
    def _drawing(self) -> PictureView:
        return self._space().drawing_view

    @property
    def _trees(self) -> AlignmentView:
        return self._space().alignment.view

    def show_marks(self, menu: QMenu) -> None:
        """Marks in the menu what is so of the drawing that is shown."""
        if self.session.comparison is None:
            return
        differing = getattr(self._drawing, "differing", None)
        view, trees, is_stacked = self._drawing, self._trees, self._space().stacking.is_on
        marks = {
            "mirrored": trees.arrangement == "mirrored" and not is_stacked,
            "side_by_side": trees.arrangement == "side-by-side" and not is_stacked,
            "merged": trees.arrangement == "merged" and not is_stacked,
            "all_systems": is_stacked,
            "system_against_system": self.session.files is not None and self.session.files.place_of_gold is not None,
            "fold": view.folds,
            "no_gold": not self.session.comparison.is_gold,
            "left_out": trees.left_out.isChecked(),
            "roof": self._space().drawn[1] == "roof",
            "only_differing": bool(differing is not None and differing.isChecked()),
            "edge_labels": trees.shows_edge_labels,
            "secondary_edges": trees.shows_secondary_edges,
            "list_changes": view.show_list.isChecked(),
            "right_to_left": view.is_right_to_left,
        }
        for action in menu.actions():
            if action.objectName() in marks:
                action.setChecked(marks[action.objectName()])

    @switch(
        "mapping",
        Choice("T", "&Tree distance (T)", tip="Align the trees by the least costly edits: nodes deleted, inserted, relabelled"),
        Choice("E", "Same &spans (E)", tip="Align nodes with the same label over the same words, as precision and recall do"),
        need=Need.COMPARISON, kinds=TREES,
    )  # fmt: skip
    def draw_mapping(self, mapping: str) -> None:
        """What tree distance counts, or what precision and recall do."""
        self._space().set_mapping(mapping=mapping)

    @switch(
        "part",
        Choice("whole", "&Whole tree", tip="Constituents and part-of-speech tags"),
        Choice("roof", "Constituents only (&roof)", tip="Without part-of-speech tags"),
        need=Need.COMPARISON, kinds=TREES,
    )  # fmt: skip
    def draw_part(self, part: str) -> None:
        """With tags, or constituents only."""
        self._space().set_mapping(part=part)

    @command("&Roof", "W", "Constituents only, without part-of-speech tags; or whole trees", is_on=False, kinds=TREES)
    def roof(self) -> None:
        self._space().set_mapping(part="whole" if self._space().drawn[1] == "roof" else "roof")

    @command("La&belled", "L", "Compare labels too; otherwise only the shape of the trees", is_on=True, kinds=TREES)
    def labelled(self) -> None:
        self._space().set_mapping(is_labelled=not self._space().drawn[2])

    @command("&Mirrored", "M", "Gold above, system below, one row of words", is_on=True, kinds=TREES)
    def mirrored(self) -> None:
        self._arrange("mirrored")

    @command(
        "&Side by side",
        "S",
        "Gold left, system right; one above the other where they are too wide",
        is_on=False,
        kinds=TREES,
    )
    def side_by_side(self) -> None:
        self._arrange("side-by-side")

    @command("M&erged", "G", "One tree: the gold's, with the inserted nodes put in", is_on=False, kinds=TREES)
    def merged(self) -> None:
        self._arrange("merged")

    def _arrange(self, name: str) -> None:
        if self._space().stacking.is_on:
            self._space().stacking.set(False)
        self._trees.set_arrangement(name)

    @command(
        "All sys&tems",
        "A",
        "The gold and all systems, one below the other over the same words; again: one system",
        is_on=False,
        kinds=WITH_ERRORS,
    )
    def all_systems(self) -> None:
        self._space().stacking.set(not self._space().stacking.is_on)

    @command("&A or B", "X", "Draw what measure A counts, or what B does", kinds=TREES)
    def draw_other(self) -> None:
        self._space().draw_other()

    @command("&Fold identical parts", "F", "Fold or unfold identical parts", is_on=True)
    def fold(self) -> None:
        if self._drawing.elide is not None:
            self._drawing.elide.toggle()

    @command(
        "Left-out &words",
        tip="Show the punctuation and traces of the gold that the preparation leaves out, in grey",
        is_on=False,
        kinds=TREES,
    )
    def left_out(self) -> None:
        self._trees.left_out.toggle()

    @command("E&dge labels", tip="Draw grammatical functions on edges, if there are any", is_on=True, kinds=TREES)
    def edge_labels(self) -> None:
        self._show_edges(not self._trees.shows_edge_labels, self._trees.shows_secondary_edges)

    @command("Secondar&y edges", tip="Draw edges to further mothers, dashed, if there are any", is_on=True, kinds=TREES)
    def secondary_edges(self) -> None:
        self._show_edges(self._trees.shows_edge_labels, not self._trees.shows_secondary_edges)

    def _show_edges(self, labels: bool, secondary: bool) -> None:
        self._trees.show_edges(labels, secondary)
        stack = self._space().view_shown.stack
        if stack is not None:
            stack.view.show_edges(labels, secondary)

    @command("&Only differing", tip="Draw only the arcs that differ", is_on=False, kinds=("dependencies",))
    def only_differing(self) -> None:
        differing = getattr(self._drawing, "differing", None)
        if differing is not None:
            differing.toggle()

    @command("List of &changes", "C", "Show or hide the changes as text", is_on=False)
    def list_changes(self) -> None:
        self._drawing.show_list.toggle()

    @command("Rig&ht to left", tip="For Hebrew or Arabic", is_on=False)
    def right_to_left(self) -> None:
        self._drawing.set_right_to_left(not self._drawing.is_right_to_left)

    @command("Lar&ger", "+; =", "A larger drawing")
    def larger_drawing(self) -> None:
        self._drawing.canvas.zoom_by(1.25)

    @command("Smal&ler", "-", "A smaller drawing")
    def smaller_drawing(self) -> None:
        self._drawing.canvas.zoom_by(0.8)

    @command("F&it", "R", "The whole drawing; then its width; then its natural size")
    def fit_drawing(self) -> None:
        self._drawing.fit_next()

    @command("Fit wi&dth")
    def fit_width(self) -> None:
        self._drawing.fit_width()

    @command("&100 %")
    def natural_size(self) -> None:
        self._drawing.canvas.natural()

    @command("&Drawing", tip="Copy the drawing as a picture")
    def copy_drawing(self) -> None:
        if self._drawing.drawing is None or not self._drawing.isVisible():
            self.window.tell("No drawing is shown.")
            return
        self._drawing.copy_image()
        self.window.tell("The drawing is copied.")

    @command("Sa&ve drawing…", "Ctrl+D", "Save the drawing as SVG, PDF, PNG or LaTeX", name="save_drawing")
    def ask_how_to_save(self) -> None:
        from treecompare.app.drawings.save_sheet import SaveSheet

        if self._drawing.drawing is not None:
            SaveSheet(self.window, self.save_drawing).open()

    def save_drawing(self, look: Look | None = None) -> None:
        """Asks for a file and saves the drawing in it, as usual or with another look."""
        if self._drawing.drawing is not None:
            save = partial(self._drawing.save, look=look) if look is not None else self._drawing.save
            save_drawing(self.window, save, self._name(), self.window.tell)

    def _name(self) -> str:
        """The sentence and the system, as the name of a file."""
        sentences, comparison = self._space().sentences, self.session.comparison
        if comparison is None:
            return ""
        system = comparison.table.systems[sentences.system]
        return file_name(f"sentence-{comparison.numbers_of(sentences.current_sentence())}-{system}")

    @command("LaTe&X", tip="Copy the drawing, or the table where none is shown, as LaTeX for a paper")
    def copy_latex(self) -> None:
        """Copies as LaTeX what is seen: the drawing, or the table that is looked at."""
        if self._drawing.drawing is not None and self._drawing.isVisible():
            self._drawing.copy("as LaTeX")
            self.window.tell("The drawing is copied as LaTeX.")
            return
        from treecompare.app.window.looked_at import table_in_focus
        from treecompare.scores.tables import as_latex

        if (table := table_in_focus(self._space())) is not None:
            QGuiApplication.clipboard().setText(as_latex(table))
            self.window.tell("The table is copied as LaTeX.")

    @command("&Brackets", tip="Copy both trees as brackets", kinds=TREES)
    def copy_brackets(self) -> None:
        """Copies both trees, gold first."""
        self._trees.copy("both trees as brackets")
        self.window.tell("Both trees are copied.")

    @command("Hand-o&ut…", tip="A page with the drawing of this sentence and all its scores, as PDF")
    def save_handout(self) -> None:
        """Asks for a file and writes a page with both trees and all scores in it."""
        from treecompare.app.drawings.handout import write_handout

        space, comparison = self._space(), self.session.comparison
        sentence, picture = space.sentences.current_sentence(), self._drawing.picture()
        if comparison is None or sentence < 0 or picture is None:
            return
        words = self.session.sentences[sentence]
        path = opening.ask_where_to_save(self.window, "Save a hand-out", (("PDF", "pdf"),), self._name())
        if path:
            try:
                write_handout(path, comparison, space.sentences.system, sentence, words, picture)
                self.window.tell(f"Saved: {path}")
            except TreecompareError as error:
                show_error(self.window, error)
