"""What people look at in the window, as a table or as a command: the pane that has the keyboard, or that is in front."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtWidgets import QApplication, QWidget

from treecompare.analyses.methods import command_line, measures_option
from treecompare.app.kinds import KindView
from treecompare.app.panes.plots_panel import PlotsPanel
from treecompare.app.panes.sentences_panel import SentencesPanel
from treecompare.app.panes.systems_panel import SystemsPanel
from treecompare.app.panes.tables_panel import TablesPanel
from treecompare.app.session.session import Session
from treecompare.app.shell.centre import OVERVIEW, PLACES, Centre
from treecompare.drawing.sentence import Wanted
from treecompare.scores.result import ResultTable, View


class Views(Protocol):
    """What there is to look at."""

    session: Session
    systems: SystemsPanel
    sentences: SentencesPanel
    tables: TablesPanel
    plots: PlotsPanel
    centre: Centre

    @property
    def view_shown(self) -> KindView:
        """What differs for the comparison that is shown."""

    def view(self) -> View:
        """What is looked at, as analyses want to know it."""

    def wanted(self) -> Wanted:
        """What of the sentence is drawn."""


def selection_as_tsv(space: Views) -> str:
    """The selected rows of the table that has the focus; of the sentences if none has."""
    if space.systems.has_focus():
        return space.systems.selection_as_tsv()
    if space.tables.has_focus():
        return space.tables.selection_as_tsv()
    return space.sentences.selection_as_tsv()


def table_in_focus(space: Views) -> ResultTable | None:
    """The table that has the focus, or else is looked at, for export; the sentences if none is."""
    looked_at = None if space.sentences.table.hasFocus() else _looked_at(space)
    if looked_at is space.systems.all_measures or space.systems.table.hasFocus():
        return space.systems.model.as_table()
    if looked_at is space.tables:
        return space.tables.current()
    return space.sentences.model.as_table()


def as_command(space: Views) -> str:
    """The command that prints what is looked at: a table of systems or sentences, an analysis, a plot, or the alignment."""
    comparison = space.session.comparison
    if comparison is None:
        return ""
    view = space.view()
    a_and_b = ["--a", view.key_a, "--b", view.key_b]
    average = ["--average", view.average] if view.average != "pooled" else []
    name = comparison.table.systems[view.system]
    looked_at = _looked_at(space)
    if looked_at is space.tables:
        options = [*a_and_b, *measures_option(comparison, view.keys), *average, "--system", name]
        follows = space.tables.analysis.follows
        if "pattern" in follows and view.pattern:
            options += ["--where", view.pattern]
        if "sentence" in follows and view.sentence >= 0:
            options += ["--sentence", str(comparison.number_of(view.sentence))]
        distances = ["--distances"] if space.tables.distances.isVisible() and space.tables.distances.isChecked() else []
        return command_line(comparison, f"report {space.tables.analysis.key}", [*options, *distances])
    if looked_at is space.plots:
        return command_line(comparison, "plot", space.plots.options())
    if looked_at is None and space.sentences.table.hasFocus():
        return command_line(comparison, "rank", [*a_and_b, *average], [view.system])
    if looked_at is None and view.sentence >= 0 and _has_drawing_focus(space):
        options = ["--sentence", str(comparison.number_of(view.sentence))]
        options += space.view_shown.drawing_options(space.wanted())
        if space.view_shown.shown is space.view_shown.stack:
            return command_line(comparison, "align", [*options, "--layout", "stacked", "--a", view.key_a])
        return command_line(comparison, "align", options, [view.system])
    return command_line(comparison, "score", measures_option(comparison, view.keys))


def _has_drawing_focus(space: Views) -> bool:
    """Whether the keyboard is in the drawing, its list of changes or the buttons above it."""
    focus, parts = QApplication.focusWidget(), (space.centre.pictures, space.centre.controls)
    return focus is not None and any(part.isAncestorOf(focus) for part in parts)


def _looked_at(space: Views) -> QWidget | None:
    """The pane of the overview that has the keyboard, or that is in front; None if the sentence is looked at."""
    panes = (space.systems.all_measures, space.plots, space.tables)
    focus = QApplication.focusWidget()
    found = next((pane for pane in panes if pane is focus or pane.isAncestorOf(focus)), None) if focus else None
    if found is None and space.centre.place == PLACES[0] and space.centre.tab == OVERVIEW:
        found = next((one for one in panes if one.isVisible() and space.centre.overview.isAncestorOf(one)), None)
    return found
