"""Commands that look around in a comparison: sentences, systems, tables, copying."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QInputDialog, QMenu, QTableView

from treecompare.app.common.plain import with_key
from treecompare.app.common.saving import save_table
from treecompare.app.session.session import Session
from treecompare.app.shell.command import WITH_ERRORS, command
from treecompare.app.shell.frame import FrameWindow
from treecompare.app.shell.layout import OVERVIEW, SENTENCE
from treecompare.app.shell.panes import Panes
from treecompare.app.window.drawing_commands import DrawingCommands

if TYPE_CHECKING:
    from treecompare.app.window.workspace import Workspace


class Commands(QObject):
    """``space`` tells the views."""

    def __init__(
        self,
        window: FrameWindow,
        session: Session,
        docks: Panes,
        drawing: DrawingCommands,
        space: Callable[[], Workspace],
    ) -> None:
        super().__init__(window)
        self.window = window
        self.session = session
        self.docks = docks
        self.drawing = drawing
        self._space = space

    # -- copying and looking around --------------------------------------------------------------------------------------

    @command("&Rows", "Ctrl+C", "Copy the selected rows as tab-separated text")
    def copy(self) -> None:
        """Copies the selected rows; the drawing, if it has the focus."""
        if self._space().drawing_view.canvas.hasFocus():
            self.drawing.copy_drawing()
            return
        from treecompare.app.window import looked_at

        text = looked_at.selection_as_tsv(self._space())
        if text:
            QApplication.clipboard().setText(text)
            self.window.tell("Rows copied: {}".format(text.count("\n") - 1))

    @command("&Command", tip="Copy the command that prints what has the focus: a table or the alignment")
    def copy_command(self) -> None:
        self._copy_text(self._space().as_command(), "Copied: {0}")

    def copy_list_command(self) -> None:
        """Copies the command that prints the list of sentences."""
        from treecompare.app.window import looked_at

        self._copy_text(looked_at.list_command(self._space()), "Copied: {0}")

    @command("&Methods paragraph", tip="Copy how these figures were made, in words for a paper, with signatures")
    def copy_methods(self) -> None:
        self._copy_text(
            self._space().methods(), "A paragraph on how these figures were made is copied, with signatures."
        )

    def _copy_text(self, text: str, said: str) -> None:
        QApplication.clipboard().setText(text)
        self.window.tell(said.format(text))

    @command("&Find sentences", "/; Ctrl+F", "Go to the field that filters the sentences")
    def find(self) -> None:
        self.docks.show_sides()
        self.docks.show("sentences")
        field = self._space().sentences.filter_bar.text
        field.setFocus()
        field.selectAll()

    @command("Repeat &last filter", ".", "Filter the sentences as before they were all shown")
    def repeat_filter(self) -> None:
        if not self._space().sentences.filter_bar.repeat():
            self.window.tell("Nothing was filtered yet.")

    @command("Cl&ear filter", tip="Show all sentences (Esc)")
    def reset_filter(self) -> None:
        """Shows all sentences; the one that is drawn stays."""
        self._space().sentences.filter_bar.reset()

    def back(self) -> bool:
        """What Escape does where nothing else takes it: from the overview to the sentence, then all sentences again. False: nothing
        was to be done."""
        space = self._space()
        if space.layout.is_overview:
            space.layout.show_tab(SENTENCE)
        elif space.layout.has_drawer:
            space.layout.open_drawer(False)
        elif space.sentences.filter_bar.is_set():
            space.sentences.filter_bar.reset()
        else:
            return False
        return True

    @command("&Next sentence", "J; Alt+Down", "The next row of the sentences table")
    def next_sentence(self) -> None:
        self._space().sentences.step(1)

    @command("&Previous sentence", "K; Alt+Up", "The row before")
    def previous_sentence(self) -> None:
        self._space().sentences.step(-1)

    @command("&First sentence", tip="The first row")
    def first_sentence(self) -> None:
        self._space().sentences.go_to_row(0)

    @command("Next &change", "N", "The next change of this sentence; after the last one the next sentence that differs")
    def next_change(self) -> None:
        """To the next change; whoever comes here by the key knows it."""
        self._step_to_change(1)
        self._space().layout.hint.dismiss()

    @command(
        "Previous c&hange",
        "P",
        "The change before; before the first one the last one of the sentence before that differs",
    )
    def previous_change(self) -> None:
        """To the change before."""
        self._step_to_change(-1)

    def _step_to_change(self, direction: int) -> None:
        space = self._space()
        if space.drawing_view.has_change_after(direction) or space.sentences.step_to_differing(direction):
            space.drawing_view.step_to_change(direction)
        else:
            self.window.tell("No more differences.")

    @command("Next sentence that &differs", tip="The next sentence whose two analyses differ")
    def next_difference(self) -> None:
        self._step_to_differing(1)

    @command("Previous sentence that d&iffers", tip="The sentence before whose two analyses differ")
    def previous_difference(self) -> None:
        self._step_to_differing(-1)

    def _step_to_differing(self, direction: int) -> None:
        if not self._space().sentences.step_to_differing(direction):
            self.window.tell("No more differences.")

    @command(
        "Next sentence &like this",
        "Shift+J",
        "The next sentence of the list with the same errors and the same labels; else with errors of the "
        "same types; else with one of them. If an error is chosen in Errors: with an error like that one",
        kinds=WITH_ERRORS,
    )
    def next_like(self) -> None:
        self._space().alike.step(1)

    @command(
        "Previous sentence li&ke this",
        "Shift+K",
        "The sentence before with the same errors, or errors of the same types",
        kinds=WITH_ERRORS,
    )
    def previous_like(self) -> None:
        self._space().alike.step(-1)

    @command("Next &open sentence", "Ctrl+J", "The next sentence of the list that differs and is not judged yet")
    def next_open(self) -> None:
        if not self._space().queue.next_open():
            self.window.tell("Every sentence of the list that differs is judged.")

    @command("&Go to sentence…", "Ctrl+G", "Choose a sentence by its number")
    def go_to_sentence(self) -> None:
        space, comparison = self._space(), self.session.comparison
        if comparison is None:
            return
        number, is_given = QInputDialog.getInt(
            self.window, "Go to sentence", "Number of the sentence:",
            comparison.number_of(max(space.sentences.current_sentence(), 0)), 1, comparison.gold_sentences,
        )  # fmt: skip
        if is_given:
            space.sentences.go_to_sentence(comparison.row_of(number - 1))

    @command("&Mark…", "T", "Mark the sentence: phenomena by 1 to 9, and whether the system is correct by y, n, u")
    def mark(self) -> None:
        from treecompare.app.panes.mark_menu import mark_menu

        space, comparison = self._space(), self.session.comparison
        if comparison is not None and space.sentences.current_sentence() >= 0:
            canvas = space.drawing_view.canvas
            system = comparison.table.systems[space.systems.system]
            menu = mark_menu(space.notes, system, self.window, self.mark, self.window.tell)
            menu.popup(canvas.mapToGlobal(canvas.rect().topLeft()))

    @command("Mar&ked sentences", "Shift+T", "Show only sentences with marks or notes; once more: all")
    def show_marked(self) -> None:
        from treecompare.analyses.filters import MARKED  # needs numpy, as all that is open

        sentences = self._space().sentences
        if sentences.filter_bar.wish().judged == MARKED:
            sentences.filter_bar.reset()
        elif sentences.model.rows is None or not sentences.model.rows.marked:
            self.window.tell("Nothing is marked or noted yet: T marks a sentence.")
        else:
            sentences.filter_bar.choose(judged=MARKED)

    @command("Next &system", "Ctrl+Down", "Show the sentences of the next system")
    def next_system(self) -> None:
        self._space().systems.step(1)

    @command("Previous s&ystem", "Ctrl+Up", "Show the sentences of the system before")
    def previous_system(self) -> None:
        self._space().systems.step(-1)

    @command("&Drawing", "Ctrl+3", "Go to the drawing with the keyboard", name="drawing")
    def go_to_drawing(self) -> None:
        space = self._space()
        space.layout.show_tab(SENTENCE)
        space.drawing_view.canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @command("Sentence or all &measures", "V; Ctrl+8", "From the sentence to the systems under all measures, and back")
    def show_overview(self) -> None:
        layout = self._space().layout
        layout.show_tab(SENTENCE if layout.tab == OVERVIEW else OVERVIEW)

    @command("&Inspector", "I", "Show or hide Explain, Words, Errors and Notes", is_on=False, name="inspector")
    def open_inspector(self) -> None:
        layout = self._space().layout
        layout.open_inspector(layout.is_overview or not layout.is_open)

    @command("So&rt by…", "O", "Sort the table that has the focus, or the sentences, by one of its columns")
    def sort(self) -> None:
        """Asks for the column to sort by: of the table that has the focus, of the sentences if none has."""
        space = self._space()
        menu = QMenu(self.window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        focus = QApplication.focusWidget()
        table = focus if isinstance(focus, QTableView) and focus.isSortingEnabled() else space.sentences.table
        fill_sort_menu(menu, table, has_hidden=table is space.sentences.table)
        menu.popup(table.mapToGlobal(table.rect().topLeft()))

    @command("&Baseline: this system", tip="Compare the others with the chosen system")
    def set_baseline(self) -> None:
        systems = self._space().systems
        systems.baselineWanted.emit(systems.system)

    @command("&Sentence", tip="Copy the words of the sentence")
    def copy_sentence(self) -> None:
        sentence = self._space().sentences.current_sentence()
        if sentence >= 0:
            self._copy_text(self.session.sentences[sentence], "Copied: {0}")

    # -- tables -------------------------------------------------------------------------------------------------------------

    @command("&Export table…", "Ctrl+E", "Save the table that has the focus as CSV, TSV or JSON")
    def export_table(self) -> None:
        """Saves the table that has the focus; the sentences if none has."""
        table = self._space().table_in_focus()
        if table is not None:
            save_table(self.window, table, self.window.tell)


def fill_sort_menu(menu: QMenu, table: QTableView, has_hidden: bool = False) -> None:
    """Sorts a table by one of its columns, ``has_hidden``: by those, too, for which there is no room; by the one that it is sorted
    by, the other way round."""
    header, model = table.horizontalHeader(), table.model()
    taken: set[str] = set()
    for place in range(header.count()):
        column = header.logicalIndex(place)
        if header.isSectionHidden(column) and not has_hidden:
            continue
        roles = Qt.ItemDataRole.EditRole, Qt.ItemDataRole.DisplayRole
        title = next(filter(None, (model.headerData(column, Qt.Orientation.Horizontal, role) for role in roles)), "")
        title = str(title).replace("\n", " ")
        if not title:
            continue  # there is nothing in it now
        first = model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.InitialSortOrderRole)
        wanted = Qt.SortOrder(first) if first is not None else Qt.SortOrder.AscendingOrder
        if column == header.sortIndicatorSection():
            is_up = header.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder
            wanted = Qt.SortOrder.DescendingOrder if is_up else Qt.SortOrder.AscendingOrder
        sign = "▴ " if wanted == Qt.SortOrder.DescendingOrder else "▾ "  # as the heads have it
        action = menu.addAction(sign + with_key(title, taken))
        action.triggered.connect(lambda _=False, column=column, wanted=wanted: table.sortByColumn(column, wanted))
