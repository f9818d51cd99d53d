"""The views of a comparison and how they follow each other. Imported when something is opened: it needs numpy."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from treecompare.analyses.methods import command_line, measures_option, methods_paragraph
from treecompare.app.common.worker import Newest
from treecompare.app.drawings.alignment_panel import AlignmentPanel, Shown
from treecompare.app.drawings.arcs_view import ArcsPanel
from treecompare.app.drawings.lattice_view import LatticePanel, LatticeWordsPanel
from treecompare.app.drawings.schemes_view import OperationsPanel, SchemesPanel
from treecompare.app.panes.dependency_words import DependencyWordsPanel
from treecompare.app.panes.explain_panel import ExplainPanel
from treecompare.app.panes.measure_choice import TREES
from treecompare.app.panes.notes_panel import NotesPanel
from treecompare.app.panes.plots_panel import PlotsPanel
from treecompare.app.panes.sentence_data import Chosen, Mask
from treecompare.app.panes.sentences_panel import SentencesPanel
from treecompare.app.panes.significance_tests import BaselineTests
from treecompare.app.panes.systems_panel import SystemsPanel
from treecompare.app.panes.tables_panel import TablesPanel
from treecompare.app.panes.words_panel import WordsPanel
from treecompare.comparison.base import Comparison
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.dependencies.function_scores import FUNCTION_PARTS
from treecompare.comparison.schemes.comparison import SchemeComparison, Target
from treecompare.drawing.sentence import Wanted
from treecompare.measures import measure
from treecompare.scores.result import Found, ResultTable, View
from treecompare.scores.table import WAITING, Average

if TYPE_CHECKING:
    from treecompare.app.drawings.alignment import AlignmentView
    from treecompare.app.drawings.picture_panel import PicturePanel
    from treecompare.app.drawings.picture_view import PictureView
    from treecompare.app.window.session import Session

REFRESH_MILLISECONDS = 150


def _stacked(*widgets: QWidget) -> QStackedWidget:
    """One place for widgets of which one is shown: for constituents, for dependencies."""
    pages = QStackedWidget()
    for widget in widgets:
        pages.addWidget(widget)
    return pages


def _keep_target(before: Comparison | None, now: Comparison | None) -> None:
    """Who compares the same golds again, under other settings or with more systems, compares with the same target."""
    if isinstance(before, SchemeComparison) and isinstance(now, SchemeComparison):
        same_golds = [gold.path for gold in before.golds] == [gold.path for gold in now.golds]
        if same_golds and before.target in now.targets:
            now.target = before.target


class Workspace(QObject):
    """Systems, sentences, alignment: a system chosen shows its sentences, a sentence chosen is drawn."""

    systemChanged = Signal(int)
    mappingWanted = Signal(str, str, bool)
    """The window's switches are to go to that mapping, part and labels."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.systems = SystemsPanel()
        self.sentences = SentencesPanel()
        self.alignment = AlignmentPanel()
        self.arcs, self.lattice, self.schemes = ArcsPanel(), LatticePanel(), SchemesPanel()
        self.pictures: dict[str, PicturePanel] = {
            "dependencies": self.arcs,
            "lattices": self.lattice,
            "schemes": self.schemes,
        }
        """What is drawn in place of two trees, by kind of comparison."""
        self.centre = _stacked(self.alignment, *self.pictures.values())
        self.words = WordsPanel()
        self.dependency_words = DependencyWordsPanel()
        self.lattice_words, self.operations = LatticeWordsPanel(), OperationsPanel()
        self._lists: dict[str, QWidget] = {
            TREES: self.words,
            "dependencies": self.dependency_words,
            "lattices": self.lattice_words,
            "schemes": self.operations,
        }
        self.word_pages = _stacked(*self._lists.values())
        self.tables = TablesPanel()
        self.notes = NotesPanel()
        self.explain = ExplainPanel()
        self.plots = PlotsPanel()
        self._mapping, self._part, self._is_labelled = "T", "whole", True
        self._has_lit = False
        # tables are drawn anew a few times a second at most, less often where that takes long
        self._refresh = QTimer(self, singleShot=True, interval=REFRESH_MILLISECONDS)
        self._refresh.timeout.connect(lambda: self.update_rows())
        self.systems.selected.connect(self.show_system)
        self.systems.statusClicked.connect(self.show_status)
        self.sentences.selected.connect(self._draw)
        self.words.chosen.connect(self.alignment.light_word)
        self.words.variant.currentIndexChanged.connect(self._show_view)
        self.sentences.measuresChanged.connect(self._show_view)
        self.systems.measuresChanged.connect(self._show_view)
        self.tables.wanted.connect(self.show_found)
        self.explain.mappingWanted.connect(self.mappingWanted)
        self.explain.lightWanted.connect(self._light)
        self.explain.countWanted.connect(self._light_count)
        self.arcs.drawn.connect(self.dependency_words.show_arcs)
        self.dependency_words.chosen.connect(self.arcs.view.light_column)
        self.arcs.view.columnPinned.connect(self.dependency_words.choose)
        self.lattice.drawn.connect(self.lattice_words.show_lattice)
        self.schemes.drawn.connect(self.operations.show_operations)
        self.schemes.targetChosen.connect(self._choose_target)
        self.operations.chosen.connect(self.schemes.view.light_operation)
        self.sentences.model.modelReset.connect(self._grey_others)
        self.sentences.filter_bar.changed.connect(self._light_found)
        self.plots.sentenceChosen.connect(self._go_to_point)
        self.plots.sentencesChosen.connect(self._show_surrounded)
        self.notes.done.connect(self.sentences.setFocus)
        self.counting = Newest(self)
        self.counting.done.connect(lambda _: self._show_other_figures())
        self.tests = BaselineTests(self)
        self.tests.done.connect(self.systems.model.show_tests)
        self.systems.baselineWanted.connect(self._set_baseline)

    def show_comparison(self) -> None:
        """Shows what the session opened. System and sentence stay chosen where they still are there."""
        comparison = self.session.comparison
        names = comparison.table.systems if comparison else []
        before = self.systems.model.comparison
        if before is None or comparison is None or before.gold.path != comparison.gold.path:
            self.sentences.filter_bar.reset()
        _keep_target(before, comparison)
        chosen = before.table.systems[self.systems.system] if before else ""
        self.plots.sentences = self.session.sentences
        kind = TREES if comparison is None else comparison.kind
        for pages, page in (
            (self.centre, self.pictures.get(kind, self.alignment)),
            (self.word_pages, self._lists[kind]),
        ):
            pages.setCurrentWidget(page)
            pages.setFocusProxy(page)
        self.systems.show_comparison(comparison, names.index(chosen) if chosen in names else 0)
        if comparison is None:
            self.sentences.show_system(None, [], 0)
            self.alignment.show_sentence(None, 0, -1)
            self.words.show_pair(None, None)
            self.explain.show_pair(None, None)
            for panel in self.pictures.values():
                panel.show_sentence(None, 0, -1)
            self.notes.show_sentence(None, 0, -1)
        self._show_view()

    def _choose_target(self, target: Target) -> None:
        """Compares parses with another gold, or with what others have in common: all is computed, tables change."""
        comparison = self.session.comparison
        if isinstance(comparison, SchemeComparison) and comparison.target != target:
            comparison.target = target
            self._show_other_figures()

    def _show_other_figures(self) -> None:
        """The comparison is the same, its figures are others, or more."""
        comparison, baseline = self.session.comparison, self.systems.model.baseline
        if comparison is None:
            return
        self.tests.forget()
        self.explain.show_pair(None, None)
        self.show_comparison()
        self.systems.model.show_tests(baseline, {})
        self.update_rows(is_end=not (comparison.table.statuses == WAITING).any())

    def view(self) -> View:
        """What is looked at, as analyses want to know it."""
        return View(
            self.systems.system, self.sentences.key_a, self.sentences.key_b, self.systems.model.average,
            tuple(self.systems.model.keys), self.words.variant.currentData() or "la",
        )  # fmt: skip

    def _count_trees(self) -> None:
        """Some measures of dependencies are counted only when they are looked at, in the background."""
        comparison = self.session.comparison
        if not isinstance(comparison, DependencyComparison) or (comparison.table.statuses == WAITING).any():
            return
        explained = [card.key for card in self.explain.cards] if self.explain.isVisible() else []
        keys = {*self.systems.model.keys, self.sentences.key_a, self.sentences.key_b, *explained}
        parts = {measure(key).part for key in keys} & set(FUNCTION_PARTS)
        wanted = sorted(part for part in parts if not comparison.table.trees.is_counted(part))
        if wanted and not self.counting.is_busy:
            self.counting.ask(lambda cancel: comparison.count_on_demand(wanted))

    def _show_view(self) -> None:
        self._count_trees()
        view = self.view()
        self.tables.show_view(self.session.comparison, view)
        self.explain.set_measures(self.sentences.kind, view.key_a, view.key_b)
        self.plots.show_scores(self.session.comparison, view.system, view.key_a, view.key_b)
        self._ask_tests()

    def _ask_tests(self) -> None:
        model = self.systems.model
        self.tests.ask(self.session.comparison, model.baseline, tuple(model.keys), model.average)

    def _set_baseline(self, system: int) -> None:
        self.systems.model.show_tests(system, {})
        self._ask_tests()

    def show_found(self, found: Found) -> None:
        """Shows only the sentences behind a cell of a table, of the system that they are of."""
        if found.system is not None:
            self.systems.choose(found.system)
        self.sentences.filter_bar.choose_sentences(Chosen(found.text, frozenset(found.sentences.tolist()), found.marks))

    def _grey_others(self) -> None:
        """Points of sentences that the filter hides are greyed."""
        order, total = self.sentences.model.order, len(self.sentences.sentences)
        mask = None
        if len(order) < total:
            mask = np.zeros(total, np.bool_)
            mask[order] = True
        self.plots.set_filter(mask)

    def _go_to_point(self, sentence: int) -> None:
        """A sentence chosen in a plot is shown even if the filter hides it."""
        if self.sentences.model.row_of(sentence) < 0:
            self.sentences.filter_bar.reset()
        self.sentences.go_to_sentence(sentence)

    def _show_surrounded(self, mask: Mask | None) -> None:
        """Only the sentences within a lasso; None: all again."""
        chosen = None
        if mask is not None:
            sentences = frozenset(np.flatnonzero(mask).tolist())
            chosen = Chosen(self.tr("chosen in the plot ({0})").format(len(sentences)), sentences)
        self.sentences.filter_bar.choose_sentences(chosen)

    def show_system(self, system: int) -> None:
        """Shows a system's sentences."""
        self.sentences.show_system(self.session.comparison, self.session.sentences, system)
        self._draw()
        self._show_view()
        self.systemChanged.emit(system)

    def show_status(self, system: int, status: int) -> None:
        """Shows the sentences of a system that have that status."""
        self.systems.choose(system)
        self.sentences.filter_bar.choose(status)

    def refresh_soon(self) -> None:
        """Some sentences were counted."""
        if not self._refresh.isActive():
            self._refresh.start()

    def update_rows(self, is_end: bool = False) -> None:
        """Takes over what was counted since; ``is_end``: all is counted."""
        self._refresh.stop()
        begun = time.monotonic()
        self.systems.model.update_rows(is_end)
        self.sentences.update_rows()
        picture = self.pictures.get(self._kind())
        if picture is not None:
            picture.update_sentence()
        else:
            self.alignment.update_sentence()
            self.words.update_pair()
        self.explain.update_pair()
        self.tables.refresh()
        self.plots.update_scores()
        self._count_trees()
        self._ask_tests()
        self._refresh.setInterval(max(REFRESH_MILLISECONDS, int(6000 * (time.monotonic() - begun))))

    def update_judgements(self, sentences: frozenset[int] | None) -> None:
        """Takes over what was typed of these sentences, or of all (None)."""
        self.sentences.update_judgements()
        self.notes.update_sentence(sentences)
        if "judgements" in self.tables.analysis.follows:
            self.tables.refresh()

    def set_average(self, average: Average) -> None:
        """Pooled or mean."""
        self.systems.model.set_average(average)
        self._show_view()

    def set_mapping(self, mapping: str, part: str, is_labelled: bool) -> None:
        """Which mapping is drawn."""
        self._mapping, self._part, self._is_labelled = mapping, part, is_labelled
        self._draw()

    def _draw(self, _sentence: int = 0) -> None:
        # the session may have another comparison already, of which neither the system nor the sentence is
        comparison, sentence = self.sentences.comparison, self.sentences.current_sentence()
        wanted = Shown(self.sentences.system, sentence, self._mapping, self._part, self._is_labelled)
        self.notes.show_sentence(comparison, self.sentences.system, sentence)
        self.plots.mark(sentence)
        self.explain.show_pair(comparison, wanted if sentence >= 0 else None)
        picture = self.pictures.get(self._kind())
        if picture is not None:
            picture.show_sentence(comparison, self.sentences.system, sentence)
        elif comparison is None or isinstance(comparison, ConstituentComparison):
            how = Wanted(self._mapping, self._part, self._is_labelled)
            self.alignment.show_sentence(comparison, self.sentences.system, sentence, how)
            self.words.show_pair(comparison, wanted if sentence >= 0 else None)
        self._light_found()

    @property
    def drawing_view(self) -> AlignmentView | PictureView:
        """The drawing in the middle of the window."""
        picture = self.pictures.get(self._kind())
        return self.alignment.view if picture is None else picture.view

    def _kind(self) -> str:
        """The kind of comparison that is shown."""
        comparison = self.sentences.comparison
        return TREES if comparison is None else comparison.kind

    def _light(self, nodes: list[tuple[str, int]]) -> None:
        """Lights nodes of trees, or words of dependency analyses."""
        picture = self.pictures.get(self._kind())
        if picture is None:
            self.alignment.light(nodes)
        else:
            picture.light(nodes)

    def _light_count(self, count: str) -> None:
        """Lights what a count stands for."""
        picture = self.pictures.get(self._kind())
        if picture is not None:
            picture.view.highlight(picture.view.counted(count))

    def _light_found(self) -> None:
        """Nodes that a tree pattern found are lit in the whole trees; so are the words that a cell of a table stands for."""
        if self._kind() == "dependencies":
            chosen = self.sentences.filter_bar.chosen
            marks = chosen.marks.get(self.sentences.current_sentence(), {}) if chosen is not None else {}
            if marks or self._has_lit:
                self.arcs.view.light_words(list(marks))
            self._has_lit = bool(marks)
            return
        nodes = self.sentences.nodes_found() if self._part == "whole" else []
        if nodes or self._has_lit:
            self.alignment.light(nodes)
        self._has_lit = bool(nodes)

    def selection_as_tsv(self) -> str:
        """The selected rows of the table that has the focus; of the sentences if none has."""
        if self.systems.table.hasFocus():
            return self.systems.selection_as_tsv()
        if self.tables.has_focus():
            return self.tables.selection_as_tsv()
        return self.sentences.selection_as_tsv()

    def table_in_focus(self) -> ResultTable | None:
        """The table that has the focus, for export; the sentences if none has."""
        if self.systems.table.hasFocus():
            return self.systems.model.as_table()
        if self.tables.has_focus():
            return self.tables.current()
        return self.sentences.model.as_table()

    def as_command(self) -> str:
        """The command that prints what has the focus: a table of systems or sentences, an analysis, or the alignment."""
        comparison = self.session.comparison
        if comparison is None:
            return ""
        view = self.view()
        a_and_b = ["--a", view.key_a, "--b", view.key_b]
        average = ["--average", view.average] if view.average != "pooled" else []
        name = comparison.table.systems[view.system]
        if self.tables.has_focus():
            options = [*a_and_b, *measures_option(comparison, view.keys), *average, "--system", name]
            return command_line(comparison, f"report {self.tables.analysis.key}", options)
        if self.sentences.table.hasFocus():
            return command_line(comparison, "rank", [*a_and_b, *average], [view.system])
        if self.drawing_view.canvas.hasFocus() and self.sentences.current_sentence() >= 0:
            options = ["--sentence", str(self.sentences.current_sentence() + 1)]
            if self._kind() == TREES:
                options += ["--mapping", self._mapping, "--part", self._part]
                options += [] if self._is_labelled else ["--unlabelled"]
            return command_line(comparison, "align", options, [view.system])
        return command_line(comparison, "score", measures_option(comparison, view.keys))

    def methods(self) -> str:
        """A paragraph on how the figures of the systems table were made."""
        comparison, model = self.session.comparison, self.systems.model
        if comparison is None:
            return ""
        return methods_paragraph(comparison, model.keys, model.average, model.baseline)

    def stop(self) -> None:
        """Ends background work of the views."""
        self._refresh.stop()
        self.alignment.stop()
        for part in (self.tables, self.explain, self.plots, self.tests, self.counting):
            part.stop()
