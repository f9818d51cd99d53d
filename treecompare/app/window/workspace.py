"""The views of a comparison and how they follow each other. Imported when something is opened: it needs numpy."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from treecompare import resources
from treecompare.analyses.filters import Chosen, Filter
from treecompare.analyses.methods import methods_paragraph
from treecompare.app.common import preferences
from treecompare.app.common.first_stop import FirstStop
from treecompare.app.common.wording import FILTER_LIFTED, REPLACED, TAKE_AWAY
from treecompare.app.drawings.drawn_by import DrawnBy
from treecompare.app.kinds import FIRST, KINDS, KindView
from treecompare.app.panes.errors_panel import ErrorsPanel
from treecompare.app.panes.explain_panel import ExplainPanel
from treecompare.app.panes.notes_panel import NotesPanel
from treecompare.app.panes.panel import LookedAt, Panel
from treecompare.app.panes.sentences_panel import SentencesPanel
from treecompare.app.panes.significance_tests import BaselineTests
from treecompare.app.panes.systems_panel import AllMeasures, SystemsPanel
from treecompare.app.shell.layout import SENTENCE, Layout
from treecompare.app.window import looked_at
from treecompare.app.window.alike_steps import AlikeSteps
from treecompare.app.window.counting import Counting
from treecompare.app.window.note_queue import NoteQueue
from treecompare.app.window.panes import PANES
from treecompare.app.window.stacking import Stacking
from treecompare.comparison.base import Comparison
from treecompare.comparison.texts import Texts
from treecompare.drawing.columns import GOLD
from treecompare.drawing.sentence import Wanted
from treecompare.scores.result import Found, ResultTable, View
from treecompare.scores.table import WAITING, Average

if TYPE_CHECKING:
    from treecompare.app.drawings.alignment_panel import AlignmentPanel
    from treecompare.app.drawings.picture_view import PictureView
    from treecompare.app.session.session import Session

REFRESH_MILLISECONDS = 150


class _Pages(FirstStop, QStackedWidget):
    """One place for widgets of which one is shown: that of the kind of comparison."""


class Workspace(QObject):
    """Systems, sentences, alignment: a system chosen shows its sentences, a sentence chosen is drawn."""

    systemChanged = Signal(int)
    mappingDrawn = Signal(str, str, bool)
    """That mapping, of that part, with labels or not, is drawn now."""
    kindAdded = Signal()
    """There are more drawings."""
    told = Signal(str)
    """A line for the status bar."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.kinds: dict[str, KindView] = {}
        """What differs from kind to kind of comparison; each is made when it is needed first."""
        choices = KINDS[FIRST].choices
        self.systems = SystemsPanel(choices)
        self.sentences = SentencesPanel(choices)
        self.word_pages, self.pictures, bars, feet = _Pages(), _Pages(), _Pages(), _Pages()
        self.layout = Layout(self.pictures, bars, feet)
        self.stacking = Stacking(
            self.kinds,
            (self.pictures, bars, feet),
            lambda: self.view_shown,
            lambda: self.sentences.key_a,
            self._draw_otherwise,
        )
        self.drawn_by = DrawnBy(self.alignment.view)
        self.drawn_by.chosen.connect(self.draw_by)
        self.notes = NotesPanel()
        self.explain = ExplainPanel(choices)
        self.errors = ErrorsPanel()
        self.all_measures = AllMeasures(self.systems.all_measures, self.systems.model)
        own = {
            "systems": self.systems, "sentences": self.sentences, "words": self.word_pages, "explain": self.explain,
            "notes": self.notes, "scores": self.all_measures, "errors": self.errors,
        }  # fmt: skip
        self.entries = PANES
        """The panes, in the order of their keys."""
        self.widgets: dict[str, QWidget] = {
            one.name: one.panel() if one.panel is not None else own[one.name] for one in self.entries
        }
        """What the panes hold, by their names."""
        self.panels = [one for one in self.widgets.values() if isinstance(one, Panel)]
        """Those that follow what is looked at."""
        self.queue = NoteQueue(self.sentences, self.notes)
        self.alike = AlikeSteps(self.sentences, self.errors, lambda: self.view_shown, self)
        self.counting = Counting(session, self.systems, self.sentences, self.explain, self.view_of, self)
        self.drawn = ("T", "whole", True)
        """The mapping, the part and whether labels count."""
        # tables are drawn anew a few times a second at most, less often where that takes long
        self._refresh = QTimer(self, singleShot=True, interval=REFRESH_MILLISECONDS)
        self._refresh.timeout.connect(lambda: self.update_rows())
        self.systems.selected.connect(self.show_system)
        self.systems.statusClicked.connect(self.show_status)
        self.sentences.selected.connect(self.draw)
        self.sentences.measuresChanged.connect(self._measures_chosen)
        self.systems.set_a_and_b(self.sentences.key_a, self.sentences.key_b)
        self.systems.measuresChanged.connect(self._show_view)
        for one in self.panels:
            one.foundWanted.connect(self.show_found)
            one.told.connect(self.told)
            one.allWanted.connect(self._show_all)
        self.alike.told.connect(self.told)
        self.explain.countWanted.connect(lambda part, count: self.view_shown.light_count(part, count))
        self.errors.chosen.connect(lambda error: self.view_shown.show_error(error))
        self.errors.systemWanted.connect(self.systems.choose)
        self.sentences.filter_bar.changed.connect(self._filter_changed)
        self.sentences.filter_bar.lifted.connect(lambda: self.told.emit(FILTER_LIFTED))
        self.sentences.filterApplied.connect(self._filter_changed)
        self.notes.done.connect(self.sentences.setFocus)
        self.notes.nextWanted.connect(lambda: self.sentences.step(1))
        self.notes.openWanted.connect(self.queue.next_open)
        self.sentences.counted.connect(lambda *_: self.queue.show())
        self.counting.done.connect(lambda _: self._show_other_figures())
        self.tests = BaselineTests(self)
        self.tests.done.connect(self.systems.model.show_tests)
        self.systems.baselineWanted.connect(self._set_baseline)
        self.stacking.set(preferences.text("all_systems") == "yes")

    def _add_kind(self, name: str) -> None:
        view = self.kinds[name] = KINDS[name](self)
        self.stacking.add(view)
        self.word_pages.addWidget(view.words)
        for panel in view.panels:
            panel.view.canvas.pressed.connect(self.layout.leave_free)
            panel.allWanted.connect(self._show_all)
        view.mappingWanted.connect(self.set_mapping)
        view.stackWanted.connect(self.stacking.set)
        if view.stack is not None:
            view.stack.view.systemChosen.connect(self.systems.choose)
        view.nodesPinned.connect(lambda nodes: self.errors.mark(nodes, True))
        view.likeWanted.connect(lambda nodes: self.alike.step(1, nodes))
        view.viewChanged.connect(self._show_view)
        view.figuresChanged.connect(self._show_other_figures)
        self.kindAdded.emit()

    def show_comparison(self, goes_on: bool = False) -> None:
        """Shows what the session opened. Where the comparison before ``goes_on``, with other systems or settings, what was chosen
        in it stays as far as it still is there; another one begins as if nothing had been open."""
        comparison = self.session.comparison
        names = comparison.table.systems if comparison else []
        if not goes_on:
            self._forget()
        before = self.systems.model.comparison
        if before is not None and comparison is not None and before.gold.path != comparison.gold.path:
            self.sentences.filter_bar.show_wish(Filter())
        chosen = before.table.systems[self.systems.system] if before else ""
        baseline = before.table.systems[self.systems.model.baseline] if before else ""
        if before is not None and comparison is not None:
            comparison.follow(before)
        view = self.view_of(comparison)
        self.word_pages.setCurrentWidget(view.words)
        self.word_pages.first_stop = getattr(view.words, "first_stop", view.words)
        self.stacking.show_panel(view)
        for other in self.kinds.values():
            if other is not view or comparison is None:
                other.show_sentence(None, 0, -1, Wanted())
        if comparison is not None:
            self.systems.offer(view.choices)
            self.sentences.offer(view.choices, comparison)
            self.stacking.take_measure()
            self.systems.set_a_and_b(self.sentences.key_a, self.sentences.key_b)
            self._follow_drawn()
        self.systems.show_comparison(comparison, names.index(chosen) if chosen in names else 0)
        if baseline in names:
            self.systems.model.show_tests(names.index(baseline), {})
        if comparison is None:
            self.sentences.show_system(None, Texts(), 0)
        self._show_view()

    def _forget(self) -> None:
        """Nothing stays chosen of what was shown; what people chose for whatever they open is chosen again."""
        self.systems.forget()  # first, since its system says whom the others are about
        self.sentences.forget()
        for view in self.kinds.values():
            view.forget()

    def _show_other_figures(self) -> None:
        """The comparison is the same, its figures are others, or more."""
        comparison, baseline = self.session.comparison, self.systems.model.baseline
        if comparison is None:
            return
        self.tests.forget()
        self.show_comparison(goes_on=True)
        self.systems.model.show_tests(baseline, {})
        self.update_rows(is_end=not (comparison.table.statuses == WAITING).any(), are_others=True)

    # -- which mapping is drawn ------------------------------------------------------------------------------------------

    def _measures_chosen(self) -> None:
        self.systems.set_a_and_b(self.sentences.key_a, self.sentences.key_b)
        self._follow_drawn()
        self._show_view()
        self.stacking.show_score()

    def _follow_drawn(self) -> None:
        """Who looks at what B counts goes on to do so when B is another measure."""
        if not self.view_of(self.session.comparison).has_mappings:
            return
        letter = self.drawn_by.letter
        self.drawn_by.show_measures(self.sentences.key_a, self.sentences.key_b)
        if letter and self.drawn_by.letter != letter:
            self.draw_by(letter)

    def draw_by(self, letter: str) -> None:
        """Draws the mapping that measure A or B counts."""
        mapping = self.drawn_by.mappings.get(letter)
        if mapping is not None:
            self.drawn_by.letter = letter
            self.set_mapping(*mapping)
        self.drawn_by.show_drawn(self.drawn)

    @property
    def key_drawn(self) -> str:
        """The measure of A and B whose mapping is drawn; A where neither's is."""
        return self.sentences.key_b if self.drawn_by.letter == "B" else self.sentences.key_a

    def draw_other(self) -> None:
        """Draws what the other of A and B counts."""
        self.draw_by("A" if self.drawn_by.letter == "B" else "B")

    def call(self) -> None:
        """Gold and systems have other names wherever people see them."""
        self.systems.call()
        self.sentences.call()
        self.draw()
        for panel in self.panels:
            panel.call()
        self._show_view()

    def view(self) -> View:
        """What is looked at, as analyses want to know it."""
        return View(
            self.systems.system, self.sentences.key_a, self.sentences.key_b, self.systems.model.average,
            tuple(self.systems.model.keys), self.view_shown.variant(), self.systems.model.baseline, self.sentences.pattern(),
            self.sentences.current_sentence(),
        )  # fmt: skip

    def _show_view(self) -> None:
        self.sentences.compare_with(self.systems.model.baseline)
        self.counting.count_more()
        self._show_panels()
        self._ask_tests()

    def _show_panels(self) -> None:
        """All that is around the drawing follows what is looked at; of what is being opened nothing is yet."""
        comparison, sentences = self.sentences.comparison, self.sentences
        if comparison is not self.session.comparison:
            return
        looked_at = LookedAt(comparison, self.view(), sentences.choices, self.wanted(), sentences.sentences)
        for panel in self.panels:
            panel.show_looked_at(looked_at)

    def _ask_tests(self) -> None:
        model = self.systems.model
        self.tests.ask(self.session.comparison, model.baseline, tuple(model.keys), model.average)
        if self.systems.outcomes is not None:
            self.systems.outcomes.ask(self.session.comparison, model.average)

    def _set_baseline(self, system: int) -> None:
        self.systems.model.show_tests(system, {})
        self._show_view()

    def show_found(self, found: Found) -> None:
        """Shows only the sentences behind a cell of a table, of the system that they are of. With Ctrl they are taken away from
        those that were chosen before: what one system gets wrong and another does not."""
        sentences, bar, said = frozenset(found.sentences.tolist()), self.sentences.filter_bar, ""
        before, held = bar.chosen, QApplication.keyboardModifiers()
        if before is not None and held & Qt.KeyboardModifier.ControlModifier:
            chosen = before.without(sentences, self._of_system(found))
        else:
            if found.system is not None:
                self.systems.choose(found.system)
            chosen = Chosen(self._of_system(found), sentences, found.marks, found.nodes, found.system, found.counts)
            said = TAKE_AWAY if before is None or before == chosen else REPLACED
        bar.choose_sentences(chosen)
        self.layout.show_tab(SENTENCE)
        model = self.sentences.model
        hidden = len(chosen.sentences) - model.rowCount()
        if hidden > 0 and model.filter.chosen is chosen:  # large ones are still looked for
            said = f"Other filters hide {hidden:,} of these sentences."
        if said and len(sentences) > 1:
            self.told.emit(said)

    def _of_system(self, found: Found) -> str:
        """What sentences have in common, and of which system, where there are several."""
        systems = self.sentences.comparison.table.systems if self.sentences.comparison is not None else []
        return f"{systems[found.system]}: {found.text}" if found.system is not None and len(systems) > 1 else found.text

    def go_to(self, sentence: int) -> None:
        """A sentence chosen by name is shown even if the filter hides it."""
        if self.sentences.model.row_of(sentence) < 0:
            self.sentences.filter_bar.reset()
        self.sentences.go_to_sentence(sentence)
        self.layout.show_tab(SENTENCE)

    def show_system(self, system: int) -> None:
        """Shows a system's sentences."""
        self.sentences.show_system(self.session.comparison, self.session.sentences, system)
        self.draw()
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

    def update_rows(self, is_end: bool = False, are_others: bool = False) -> None:
        """Takes over what was counted since; ``is_end``: all is counted; ``are_others``: what was counted before may be wrong."""
        self._refresh.stop()
        begun = time.monotonic()
        self.systems.model.update_rows(is_end)
        self.sentences.update_rows()
        was_waiting = self.view_shown.shown.is_waiting
        self.view_shown.update_sentence()
        if was_waiting:
            self._light_found()
        for panel in self.panels:
            panel.update_figures(are_others)
        self.counting.count_more()
        self._ask_tests()
        if is_end:
            self.counting.leave_undefined()
            files = self.session.files
            self.sentences.go_to_telling(files is not None and resources.is_of_sample(files.gold))
        self._refresh.setInterval(max(REFRESH_MILLISECONDS, int(6000 * (time.monotonic() - begun))))

    def update_judgements(self, sentences: frozenset[int] | None) -> None:
        """Takes over what was typed of these sentences, or of all (None)."""
        self.sentences.update_judgements()
        for panel in self.panels:
            panel.update_judgements(sentences)
        self._light_found()
        if "judged" in self.counting.shown_keys() and self.session.is_compared:
            self.update_rows(is_end=True)

    def set_average(self, average: Average) -> None:
        """Pooled or mean."""
        self.systems.model.set_average(average)
        self._show_view()

    def set_mapping(self, mapping: str = "", part: str = "", is_labelled: bool | None = None) -> None:
        """Which mapping is drawn; what is not given stays."""
        kind, of, labels = self.drawn
        self.drawn = mapping or kind, part or of, labels if is_labelled is None else is_labelled
        self.drawn_by.show_drawn(self.drawn)
        self.mappingDrawn.emit(*self.drawn)
        self.draw()

    def draw(self, _sentence: int = 0) -> None:
        """Shows the chosen sentence everywhere."""
        # the session may have another comparison already, of which neither the system nor the sentence is
        comparison, sentence = self.sentences.comparison, self.sentences.current_sentence()
        self.view_shown.show_sentence(comparison, self.sentences.system, sentence, self.wanted())
        self._show_panels()
        self._light()

    def _draw_otherwise(self) -> None:
        """The same in another drawing: nothing is lit that was lit there before."""
        self.view_shown.show_error(None)
        self.draw()

    def _light(self) -> None:
        """The error that was chosen is lit, in whatever drawing; else what was looked for."""
        if self.errors.lit is not None and self.drawn[1] == "whole":  # in which errors number their nodes
            self.view_shown.show_error(self.errors.lit)
        else:
            self._light_found()

    def _show_all(self) -> None:
        self.sentences.filter_bar.reset()
        self.sentences.table.setFocus()

    def _filter_changed(self) -> None:
        self._light_found()
        self._show_panels()

    def wanted(self) -> Wanted:
        """What of the sentence is drawn."""
        return Wanted(*self.drawn)

    def view_of(self, comparison: Comparison | None) -> KindView:
        """What differs for a comparison; while nothing is open, that of the first kind."""
        name = comparison.kind if comparison is not None else FIRST
        if name not in self.kinds:
            self._add_kind(name)
        return self.kinds[name]

    @property
    def view_shown(self) -> KindView:
        """What differs for the comparison that is shown."""
        return self.view_of(self.sentences.comparison)

    @property
    def drawing_view(self) -> PictureView:
        """The drawing in the middle of the window."""
        return self.view_shown.shown.view

    def _light_found(self) -> None:
        """Nodes that a tree pattern found are lit in the whole trees; so are nodes and words that a cell of a table stands for.

        Else the words of occurrences of phenomena are.
        """
        chosen = self.sentences.filter_bar.chosen
        sentence = self.sentences.current_sentence()
        marks = chosen.marks.get(sentence, {}) if chosen is not None else {}
        found = chosen.nodes.get(sentence, ()) if chosen is not None else ()
        if chosen is not None and chosen.system not in (None, self.sentences.system):
            found = [node for node in found if node[0] == GOLD]  # another system numbers its nodes differently
        nodes, words = [*found, *self.sentences.nodes_found()], list(marks)
        self.errors.mark([*found, *self.view_shown.words_as_nodes(words)], False)
        comparison = self.sentences.comparison
        if not (nodes or words) and comparison is not None and sentence >= 0:
            nodes, words = comparison.occurrences_drawn(self.sentences.system, sentence)
        self.view_shown.light_found(nodes if self.drawn[1] == "whole" else [], words)

    def table_in_focus(self) -> ResultTable | None:
        """The table that has the focus, or else is looked at, for export; the sentences if none is."""
        return looked_at.table_in_focus(self)

    def as_command(self) -> str:
        """The command that prints what is looked at: a table of systems or sentences, an analysis, a plot, or the alignment."""
        return looked_at.as_command(self)

    def arrangement(self) -> dict[str, Any]:
        """How tables are arranged and what systems are compared with, for a comparison file."""
        return self.systems.arrangement() | self.sentences.arrangement() | self.view_shown.arrangement()

    def arrange(self, wanted: dict[str, Any]) -> None:
        """Goes back to what a comparison file kept."""
        for part in (self.view_shown, self.sentences, self.systems):
            part.arrange(wanted)

    def methods(self) -> str:
        """A paragraph on how the figures of the systems table were made."""
        comparison, model = self.session.comparison, self.systems.model
        if comparison is None:
            return ""
        return methods_paragraph(comparison, model.keys, model.average, model.baseline)

    @property
    def alignment(self) -> AlignmentPanel:
        """The two trees, which some commands are about."""
        return cast("AlignmentPanel", self.view_of(None).picture)

    def stop(self) -> None:
        """Ends background work of the views."""
        self._refresh.stop()
        for view in self.kinds.values():
            view.stop()
        for panel in self.panels:
            panel.stop()
        for work in (self.tests, self.systems.outcomes, self.counting, self.alike, self.sentences.looking):
            if work is not None:
                work.stop()
