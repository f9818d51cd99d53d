"""What people look at in the window, as a table or as a command: the pane that has the keyboard, or that is in front."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from treecompare.analyses.methods import average_option, command_line, measures_option
from treecompare.scores.result import ResultTable

if TYPE_CHECKING:
    from treecompare.app.window.workspace import Workspace


def selection_as_tsv(space: Workspace) -> str:
    """The selected rows of the table that has the focus; of the sentences if none has."""
    if space.systems.has_focus():
        return space.systems.selection_as_tsv()
    return space.sentences.selection_as_tsv()


def table_in_focus(space: Workspace) -> ResultTable | None:
    """The table that has the focus, or else is looked at, for export; the sentences if none is."""
    if not space.sentences.table.hasFocus() and (space.layout.is_overview or space.systems.has_focus()):
        return space.systems.model.as_table()
    return space.sentences.model.as_table()


def as_command(space: Workspace) -> str:
    """The command that prints what is looked at: a table of systems or of sentences, or the alignment."""
    comparison = space.session.comparison
    if comparison is None:
        return ""
    view = space.view()
    has_drawing, is_overview = _has_drawing_focus(space), space.layout.is_overview
    is_filtered = space.sentences.filter_bar.is_set() and not (has_drawing or space.systems.has_focus())
    if not is_overview and (is_filtered or space.sentences.table.hasFocus()):
        return list_command(space)
    if not is_overview and view.sentence >= 0 and has_drawing:
        options = ["--sentence", str(comparison.number_of(view.sentence))]
        options += space.view_shown.drawing_options(space.wanted())
        if space.view_shown.shown is space.view_shown.stack:
            return command_line(comparison, "align", [*options, "--layout", "stacked", "--a", view.key_a])
        return command_line(comparison, "align", options, [view.system])
    return command_line(comparison, "score", measures_option(comparison, view.keys))


def list_command(space: Workspace) -> str:
    """The command that prints the list of sentences, as it is filtered."""
    comparison, view = space.session.comparison, space.view()
    if comparison is None:
        return ""
    systems = comparison.table.systems  # on which of the sentences figures rest depends on all of them
    options = ["--a", view.key_a, "--b", view.key_b, *average_option(view.average)]
    options += ["--system", systems[view.system]] if len(systems) > 1 else []
    return command_line(comparison, "rank", [*options, *space.sentences.model.options()])


def _has_drawing_focus(space: Workspace) -> bool:
    """Whether the keyboard is in the drawing, its list of changes or the buttons above it."""
    focus, parts = QApplication.focusWidget(), (space.layout.pictures, space.layout.controls, space.layout.feet)
    return focus is not None and any(part.isAncestorOf(focus) for part in parts)
