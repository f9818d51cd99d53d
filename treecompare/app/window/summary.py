"""What the tool bar and the headings of panes say of what is looked at: which sentence and system, its scores, how it is scored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from treecompare.app.common.plain import visible
from treecompare.app.session.session import Session
from treecompare.app.shell.pane import Pane
from treecompare.app.shell.toolbar import TopBar
from treecompare.comparison.settings import Settings
from treecompare.drawing.names import short_names
from treecompare.errors import counted

if TYPE_CHECKING:
    from treecompare.app.window.workspace import Workspace


class Summary:
    """Speaks to the tool bar and to ``panes``; of the views once there are some (``show``)."""

    def __init__(
        self,
        toolbar: TopBar,
        panes: Mapping[str, Pane],
        session: Session,
        show_warnings: Callable[[], object],
        show_marked: Callable[[], object],
    ) -> None:
        self.toolbar, self.panes, self.session = toolbar, panes, session
        self._show_warnings, self._show_marked = show_warnings, show_marked
        self._space: Workspace | None = None

    def show(self, space: Workspace) -> None:
        """Follows the views from now on."""
        self._space, sentences = space, space.sentences
        self.toolbar.take_pickers((sentences.picker_a, sentences.picker_b))
        sentences.selected.connect(lambda _: self.say_position())
        sentences.counted.connect(lambda *_: self.say_position())
        sentences.counted.connect(lambda *_: self.say_count())
        space.layout.filtered.lifted.connect(sentences.filter_bar.reset)
        space.systemChanged.connect(self.say_system)

    def say_position(self) -> None:
        """The number of the sentence, and its scores."""
        # the comparison of the list: the session may have another one already
        comparison = self._space.sentences.comparison if self._space is not None else None
        if self._space is None or comparison is None:
            return
        sentences = self._space.sentences
        sentence = sentences.current_sentence()
        number = comparison.number_of(sentence) if sentence >= 0 else 0
        name = comparison.ids[sentence] if sentence >= 0 else ""
        self.toolbar.position.show_number(number, comparison.gold_sentences, name if name != str(number) else "")
        for picker, key in ((sentences.picker_a, sentences.key_a), (sentences.picker_b, sentences.key_b)):
            picker.show_score(sentences.score_said(key))
        self.toolbar.fit_pickers()

    def say_count(self) -> None:
        """How many sentences are shown; where their list is out of sight, which."""
        assert self._space is not None
        sentences = self._space.sentences
        count, told = sentences.model.counted(), sentences.filter_bar.told()
        rows = sentences.model.rows
        marked = len(rows.marked) if rows is not None else 0
        self.panes["sentences"].set_count(count)
        self.panes["sentences"].set_notice(f"{marked:,} marked" if marked else "", self._show_marked)
        self._space.layout.say_filter(f"{count} · {', '.join(told)}" if told else "")

    def say_system(self, system: int) -> None:
        """The systems, and which one is looked at."""
        comparison = self.session.comparison
        if comparison is not None:
            systems = comparison.table.systems
            self.toolbar.show_systems(short_names(comparison.gold.name, systems), system, systems)
            self.say_position()

    def say_scoring(self, settings: Settings) -> None:
        """How sentences are prepared and compared, and on how many figures rest."""
        comparison, space = self.session.comparison, self._space
        if comparison is not None and space is not None:
            from treecompare.analyses.methods import prepared_said, scoring_said

            view = space.view_of(comparison)
            said = scoring_said(comparison, settings, view.hidden_settings(comparison))
            self.toolbar.say_scoring(said, prepared_said(comparison, settings), space.systems.model.note())

    def say_systems(self) -> None:
        """How many systems and warnings there are, what they are compared with if not with the gold, and what signs beside their
        figures mean, behind the name of the systems; a click shows the warnings."""
        comparison = self.session.comparison
        if comparison is None or self._space is None:
            return
        warnings, systems = len(comparison.warnings), len(comparison.table.systems)
        model = self._space.systems.model
        is_turned = self.session.files is not None and self.session.files.place_of_gold is not None
        gold = f"compared with {visible(comparison.gold.name)}" if is_turned else ""
        self.panes["systems"].set_count("   ".join(filter(None, (str(systems), gold, model.legend(model.letters)))))
        said = counted(warnings, "warning") if warnings else ""
        self.panes["systems"].set_notice(said, self._show_warnings)
