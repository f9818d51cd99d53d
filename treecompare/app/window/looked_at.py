"""What people look at in the window, as a table or as a command: the pane that has the keyboard, or that is in front."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QWidget

from treecompare.analyses.methods import average_option, command_line, measures_option
from treecompare.app.panes.panel import Panel
from treecompare.scores.result import ResultTable

if TYPE_CHECKING:
    from treecompare.app.window.workspace import Workspace


def selection_as_tsv(space: Workspace) -> str:
    """The selected rows of the table that has the focus; of the sentences if none has."""
    if space.systems.has_focus():
        return space.systems.selection_as_tsv()
    panel = next((one for one in space.panels if one.has_focus()), None)
    return (panel or space.sentences).selection_as_tsv()


def table_in_focus(space: Workspace) -> ResultTable | None:
    """The table that has the focus, or else is looked at, for export; the sentences if none is."""
    looked_at = None if space.sentences.table.hasFocus() else _looked_at(space)
    table = looked_at.as_table() if isinstance(looked_at, Panel) else None
    if looked_at is space.all_measures or space.systems.table.hasFocus():
        return space.systems.model.as_table()
    return table or space.sentences.model.as_table()


def as_command(space: Workspace) -> str:
    """The command that prints what is looked at: a table of systems or sentences, an analysis, a plot, or the alignment."""
    comparison = space.session.comparison
    if comparison is None:
        return ""
    view = space.view()
    looked_at, has_drawing = _looked_at(space), _has_drawing_focus(space)
    if isinstance(looked_at, Panel) and (command := looked_at.as_command(comparison, view)):
        return command
    is_filtered = space.sentences.filter_bar.is_set() and not (has_drawing or space.systems.has_focus())
    if looked_at is None and (is_filtered or space.sentences.table.hasFocus()):
        return list_command(space)
    if looked_at is None and view.sentence >= 0 and has_drawing:
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


def _looked_at(space: Workspace) -> QWidget | None:
    """The pane of the overview that has the keyboard, or that is in front; None if the sentence is looked at."""
    panes = [pane.widget() for pane in space.layout.overview.panes]
    focus = QApplication.focusWidget()
    found = next((pane for pane in panes if pane is focus or pane.isAncestorOf(focus)), None) if focus else None
    if found is None and space.layout.is_overview:
        found = next((one for one in panes if one.isVisible() and space.layout.overview.isAncestorOf(one)), None)
    return found
