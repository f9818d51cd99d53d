"""The commands that need no more than the parts of the window: looking around, copying, text size, help."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QInputDialog

from treecompare import resources
from treecompare.app.common import preferences
from treecompare.app.common.errors import log_path, show_error
from treecompare.app.window import opening
from treecompare.app.window.actions import fill_menu
from treecompare.app.window.start_page import describe
from treecompare.errors import TreecompareError

if TYPE_CHECKING:
    from treecompare.app.drawings.alignment import AlignmentView
    from treecompare.app.drawings.picture_view import PictureView
    from treecompare.app.window.window import MainWindow
    from treecompare.app.window.workspace import Workspace
    from treecompare.scores.result import ResultTable


class Commands(QObject):
    """Methods without arguments are the commands of :mod:`treecompare.app.window.actions`."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self._usual_size = QApplication.font().pointSizeF()

    @property
    def _space(self) -> Workspace:
        return self.window.ready_workspace()

    def _tell(self, text: str) -> None:
        self.window.statusBar().showMessage(text, 4000)

    # -- files -------------------------------------------------------------------------------------------------------------

    def add_systems(self) -> None:
        """Asks for more systems."""
        self.window.add_paths(
            opening.ask_for_files(self.window, self.tr("Choose more parses to compare with the gold"))
        )

    def remove_system(self) -> None:
        """Leaves the chosen system out."""
        self.window.leave_out(self._space.systems.system)

    def compare_again(self) -> None:
        """Reads all files again."""
        self.window.session.again()

    def cancel(self) -> None:
        """Stops the work."""
        self.window.session.cancel()

    def fill_recent(self) -> None:
        """Brings the menu of recent comparisons up to date."""
        entries = [
            (
                f"{Path(files.gold).name}: {describe(files)}",
                files.gold,
                lambda files=files: self.window.open_comparison(files),
            )
            for files in preferences.recent()
        ]
        fill_menu(self.window.actions_.recent_menu, entries, self.tr("None yet"))
        if entries:
            self.window.actions_.recent_menu.addSeparator()
            self.window.actions_.recent_menu.addAction(self.tr("Forget these"), self._forget_recent)

    def _forget_recent(self) -> None:
        preferences.forget_recent()
        self.window.start_page.refresh()

    def fill_samples(self) -> None:
        """Brings the menu of samples up to date."""
        entries = [
            (one.title, one.gold, lambda key=one.key: self.window.open_sample(key)) for one in resources.samples()
        ]
        fill_menu(self.window.actions_.samples_menu, entries, self.tr("None are installed"))

    def export_table(self) -> None:
        """Saves the table that has the focus; the sentences if none has."""
        table = self._space.table_in_focus()
        if table is not None:
            self.save_table(table)

    def save_table(self, table: ResultTable) -> None:
        """Asks for a file and saves a table in it."""
        path = opening.ask_where_to_save(
            self.window, self.tr("Save “{0}”").format(table.title), (("CSV", "csv"), ("TSV", "tsv"), ("JSON", "json"))
        )
        if path:
            from treecompare.scores.result import save_tables

            try:
                save_tables(path, [table])
                self._tell(self.tr("Saved: {0}").format(path))
            except TreecompareError as error:
                show_error(self.window, error)

    # -- commands ------------------------------------------------------------------------------------------------------------

    def copy(self) -> None:
        """Copies the selected rows; the drawing, if it has the focus."""
        if self._drawing.canvas.hasFocus():
            self.copy_drawing()
            return
        text = self._space.selection_as_tsv()
        if text:
            QApplication.clipboard().setText(text)
            self._tell(self.tr("Rows copied: {0}").format(text.count("\n") - 1))

    def copy_command(self) -> None:
        """Copies the command that computes what has the focus."""
        self._copy_text(self._space.as_command(), self.tr("Copied: {0}"))

    def copy_methods(self) -> None:
        """Copies a paragraph for a paper."""
        self._copy_text(
            self._space.methods(), self.tr("A paragraph on how these figures were made is copied, with signatures.")
        )

    def _copy_text(self, text: str, said: str) -> None:
        QApplication.clipboard().setText(text)
        self._tell(said.format(text))

    def find(self) -> None:
        """Goes to the filter."""
        self.window.docks["sentences"].show()
        field = self._space.sentences.filter_bar.text
        field.setFocus()
        field.selectAll()

    def reset_filter(self) -> None:
        """Shows all sentences."""
        self._space.sentences.filter_bar.reset()

    def next_sentence(self) -> None:
        """The next row."""
        self._space.sentences.step(1)

    def previous_sentence(self) -> None:
        """The row before."""
        self._space.sentences.step(-1)

    def first_sentence(self) -> None:
        """The first row."""
        self._space.sentences.go_to_row(0)

    def next_difference(self) -> None:
        """The next sentence whose trees differ."""
        self._step_to_differing(1)

    def previous_difference(self) -> None:
        """The sentence before whose trees differ."""
        self._step_to_differing(-1)

    def _step_to_differing(self, direction: int) -> None:
        if not self._space.sentences.step_to_differing(direction):
            self._tell(self.tr("No further sentence whose trees differ."))

    def go_to_sentence(self) -> None:
        """Asks for a number."""
        space = self._space
        number, is_given = QInputDialog.getInt(
            self.window, self.tr("Go to sentence"), self.tr("Number of the sentence:"),
            space.sentences.current_sentence() + 1, 1, len(self.window.session.sentences),
        )  # fmt: skip
        if is_given:
            space.sentences.go_to_sentence(number - 1)

    def next_system(self) -> None:
        """The next system."""
        self._space.systems.step(1)

    def previous_system(self) -> None:
        """The system before."""
        self._space.systems.step(-1)

    # -- costs ---------------------------------------------------------------------------------------------------------------

    def edit_label_costs(self) -> None:
        """The costs of Leaf-Ancestor with own costs."""

        def use(path: str | None) -> None:
            self._space.words.wanted_variant = "la.custom" if path else ""
            self.window.change_settings(replace(self.window.settings, label_costs=path))

        title = self.tr("Label costs of Leaf-Ancestor")
        self._edit_costs("label-costs", title, self.window.settings.label_costs, use)

    def edit_tree_costs(self) -> None:
        """The costs of relabelling a node under tree distance."""

        def use(path: str | None) -> None:
            self.window.change_settings(replace(self.window.settings, tree_costs=path))

        title = self.tr("Label costs of tree distance")
        self._edit_costs("tree-costs", title, self.window.settings.tree_costs, use)

    def _edit_costs(self, name: str, title: str, path: str | None, use: Callable[[str | None], None]) -> None:
        from treecompare.app.window.label_costs import LabelCostsDialog

        comparison = self.window.session.comparison
        if comparison is None:
            return
        dialog = LabelCostsDialog(title, comparison.label_names(), path, name, self.window)
        dialog.accepted.connect(lambda: use(dialog.path()))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    # -- the drawing -------------------------------------------------------------------------------------------------------

    @property
    def _drawing(self) -> PictureView:
        return self._space.drawing_view

    @property
    def _trees(self) -> AlignmentView:
        return self._space.alignment.view

    def mirrored(self) -> None:
        """Gold above, test below."""
        self._trees.set_arrangement("mirrored")

    def side_by_side(self) -> None:
        """Gold left, test right."""
        self._trees.set_arrangement("side-by-side")

    def merged(self) -> None:
        """One tree."""
        self._trees.set_arrangement("merged")

    def fold(self) -> None:
        """Folds or unfolds identical parts."""
        self._trees.elide.toggle()

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

    def copy_drawing(self) -> None:
        """Copies the drawing as a picture."""
        if self._drawing.drawing is not None:
            self._drawing.copy_image()
            self._tell(self.tr("The drawing is copied."))

    def save_drawing(self) -> None:
        """Asks for a file and saves the drawing in it."""
        if self._drawing.drawing is None:
            return
        kinds = [("SVG", "svg"), ("PDF", "pdf"), ("PNG", "png")]
        if self.window.actions_.by_name["copy_latex"].isVisible():
            kinds.append(("LaTeX", "tex"))
        path = opening.ask_where_to_save(self.window, self.tr("Save the drawing"), kinds)
        if path:
            try:
                self._drawing.save(path)
            except (TreecompareError, OSError) as error:
                show_error(self.window, error)

    def copy_latex(self) -> None:
        """Copies the alignment as LaTeX."""
        if self._drawing.drawing is not None:
            self._drawing.copy_latex()
            self._tell(self.tr("The drawing is copied as LaTeX."))

    def save_handout(self) -> None:
        """Asks for a file and writes a page with both trees and all scores in it."""
        from treecompare.app.drawings.handout import write_handout

        space, comparison = self._space, self.window.session.comparison
        sentence, picture = space.sentences.current_sentence(), self._drawing.picture()
        if comparison is None or sentence < 0 or picture is None:
            return
        name, words = f"sentence-{sentence + 1}.pdf", self.window.session.sentences[sentence]
        path = opening.ask_where_to_save(self.window, self.tr("Save a hand-out"), (("PDF", "pdf"),), name)
        if path:
            try:
                write_handout(path, comparison, space.sentences.system, sentence, words, picture)
                self._tell(self.tr("Saved: {0}").format(path))
            except TreecompareError as error:
                show_error(self.window, error)

    # -- the window --------------------------------------------------------------------------------------------------------

    def larger_text(self) -> None:
        """Everything larger."""
        self.change_text_size(preferences.number("text_size", 0) + 1)

    def smaller_text(self) -> None:
        """Everything smaller."""
        self.change_text_size(preferences.number("text_size", 0) - 1)

    def usual_text(self) -> None:
        """The system's text size."""
        self.change_text_size(0)

    def change_text_size(self, steps: int) -> None:
        """So many points larger than usual."""
        steps = min(max(steps, -3), 14)
        size = self._usual_size + steps
        if size != QApplication.font().pointSizeF():
            font = QApplication.font()
            font.setPointSizeF(size)
            QApplication.setFont(font)
            self.window.apply_theme()  # under a style sheet only this makes widgets look at the font again
            self.window.fit_systems()
        if steps != preferences.number("text_size", 0):
            preferences.store("text_size", steps)

    def full_screen(self) -> None:
        """Full screen, and back."""
        self.window.setWindowState(self.window.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _show_tables(self, key: str) -> None:
        self.window.show_dock("tables")
        self._space.tables.show_analysis(key)

    def show_rankings(self) -> None:
        """Systems under all variants at once."""
        self._show_tables("rankings")

    def show_deciles(self) -> None:
        """Tenths under A by tenths under B."""
        self._show_tables("deciles")

    def show_labels(self) -> None:
        """Scores per label or relation, and the confusions."""
        self._show_tables(self._space.view_shown.labels_analysis)

    def show_statistics(self) -> None:
        """What the treebanks are like."""
        self._show_tables("statistics")

    def show_help(self) -> None:
        """The measures explained."""
        from treecompare.app.window.help import show_help

        show_help(self.window)

    def show_about(self) -> None:
        """Version and licence."""
        from treecompare.app.window.help import show_about

        show_about(self.window)

    def show_log(self) -> None:
        """Opens the log file, or says that there is none."""
        path = log_path()
        if path.exists():
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))
        else:
            self._tell(self.tr("Nothing has gone wrong yet: there is no {0}").format(path))
