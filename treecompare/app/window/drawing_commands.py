"""Commands on the drawing: how it is arranged, its size, copying and saving it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow, QMenu

from treecompare.app.common.errors import show_error
from treecompare.app.common.plain import file_name
from treecompare.app.window import opening
from treecompare.app.window.session import Session
from treecompare.errors import TreecompareError

if TYPE_CHECKING:
    from treecompare.app.drawings.alignment import AlignmentView
    from treecompare.app.drawings.picture_view import PictureView
    from treecompare.app.window.workspace import Workspace


class DrawingCommands(QObject):
    """Speaks to the drawing that is shown."""

    def __init__(self, window: QMainWindow, session: Session, space: Callable[[], Workspace]) -> None:
        super().__init__(window)
        self.window = window
        self.session = session
        self._space = space

    def _tell(self, text: str) -> None:
        self.window.statusBar().showMessage(text, 4000)

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
        view, trees, is_stacked = self._drawing, self._trees, self._space().stacking.is_on
        marks = {
            "mirrored": trees.arrangement == "mirrored" and not is_stacked,
            "side_by_side": trees.arrangement == "side-by-side" and not is_stacked,
            "merged": trees.arrangement == "merged" and not is_stacked,
            "all_systems": is_stacked,
            "fold": view.folds,
            "no_gold": not self.session.comparison.is_gold,
            "left_out": trees.left_out.isChecked(),
            "edge_labels": trees.shows_edge_labels,
            "secondary_edges": trees.shows_secondary_edges,
            "list_changes": view.show_list.isChecked(),
            "right_to_left": view.is_right_to_left,
        }
        for action in menu.actions():
            if action.objectName() in marks:
                action.setChecked(marks[action.objectName()])

    def mirrored(self) -> None:
        """Gold above, test below."""
        self._arrange("mirrored")

    def side_by_side(self) -> None:
        """Gold left, test right."""
        self._arrange("side-by-side")

    def merged(self) -> None:
        """One tree."""
        self._arrange("merged")

    def _arrange(self, name: str) -> None:
        if self._space().stacking.is_on:
            self._space().stacking.set(False)
        self._trees.set_arrangement(name)

    def all_systems(self) -> None:
        """Draws all systems one below the other, or one again."""
        self._space().stacking.set(not self._space().stacking.is_on)

    def draw_other(self) -> None:
        """What measure A counts, or what B does."""
        self._space().draw_other()

    def fold(self) -> None:
        """Folds or unfolds what is the same."""
        if self._drawing.elide is not None:
            self._drawing.elide.toggle()

    def left_out(self) -> None:
        """Shows or hides the words that the preparation leaves out."""
        self._trees.left_out.toggle()

    def edge_labels(self) -> None:
        """Draws the labels of edges, or not."""
        self._show_edges(not self._trees.shows_edge_labels, self._trees.shows_secondary_edges)

    def secondary_edges(self) -> None:
        """Draws secondary edges, or not."""
        self._show_edges(self._trees.shows_edge_labels, not self._trees.shows_secondary_edges)

    def _show_edges(self, labels: bool, secondary: bool) -> None:
        self._trees.show_edges(labels, secondary)
        stack = self._space().view_shown.stack
        if stack is not None:
            stack.view.show_edges(labels, secondary)

    def next_change(self) -> None:
        """To the next change of the sentence."""
        self._drawing.step_to_change(1)

    def previous_change(self) -> None:
        """To the change before."""
        self._drawing.step_to_change(-1)

    def list_changes(self) -> None:
        """Shows or hides the changes as text."""
        self._drawing.show_list.toggle()

    def right_to_left(self) -> None:
        """Words from right to left, or from left to right again."""
        self._drawing.set_right_to_left(not self._drawing.is_right_to_left)

    def larger_drawing(self) -> None:
        """Zooms in."""
        self._drawing.canvas.zoom_by(1.25)

    def smaller_drawing(self) -> None:
        """Zooms out."""
        self._drawing.canvas.zoom_by(0.8)

    def fit_drawing(self) -> None:
        """Shows the whole drawing."""
        self._drawing.fit()

    def fit_width(self) -> None:
        """Shows the whole width of the drawing."""
        self._drawing.fit_width()

    def natural_size(self) -> None:
        """Shows the drawing at its natural size."""
        self._drawing.canvas.natural()

    def copy_drawing(self) -> None:
        """Copies the drawing as a picture."""
        if self._drawing.drawing is not None:
            self._drawing.copy_image()
            self._tell(self.tr("The drawing is copied."))

    def save_drawing(self) -> None:
        """Asks for a file and saves the drawing in it."""
        if self._drawing.drawing is None:
            return
        kinds = [("SVG", "svg"), ("PDF", "pdf"), ("PNG", "png"), ("LaTeX", "tex")]
        path = opening.ask_where_to_save(self.window, self.tr("Save the drawing"), kinds, self._name())
        if path:
            try:
                self._drawing.save(path)
                self._tell(self.tr("Saved: {0}").format(path))
            except (TreecompareError, OSError) as error:
                show_error(self.window, error)

    def _name(self) -> str:
        """The sentence and the system, as the name of a file."""
        sentences, comparison = self._space().sentences, self.session.comparison
        if comparison is None:
            return ""
        system = comparison.table.systems[sentences.system]
        return file_name(f"sentence-{comparison.numbers_of(sentences.current_sentence())}-{system}")

    def copy_latex(self) -> None:
        """Copies the alignment as LaTeX."""
        if self._drawing.drawing is not None:
            self._drawing.copy_latex()
            self._tell(self.tr("The drawing is copied as LaTeX."))

    def save_handout(self) -> None:
        """Asks for a file and writes a page with both trees and all scores in it."""
        from treecompare.app.drawings.handout import write_handout

        space, comparison = self._space(), self.session.comparison
        sentence, picture = space.sentences.current_sentence(), self._drawing.picture()
        if comparison is None or sentence < 0 or picture is None:
            return
        words = self.session.sentences[sentence]
        path = opening.ask_where_to_save(self.window, self.tr("Save a hand-out"), (("PDF", "pdf"),), self._name())
        if path:
            try:
                write_handout(path, comparison, space.sentences.system, sentence, words, picture)
                self._tell(self.tr("Saved: {0}").format(path))
            except TreecompareError as error:
                show_error(self.window, error)
