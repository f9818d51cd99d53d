"""Which measures are counted because somebody looks at them, and which have no score at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from treecompare.app.common.worker import Newest
from treecompare.app.kinds import KindView
from treecompare.app.panes.explain_panel import ExplainPanel
from treecompare.app.panes.sentences_panel import SentencesPanel
from treecompare.app.panes.systems_panel import SystemsPanel
from treecompare.comparison.base import Comparison
from treecompare.measures import measure
from treecompare.scores.table import PARTIAL, SCORED, WAITING

if TYPE_CHECKING:
    from treecompare.app.session.session import Session


class Counting(Newest):
    """Counts in the background what the panes show, and leaves out of them what is undefined."""

    dependenciesWanted = Signal()
    """Scores of dependencies are shown that were not asked for yet."""

    def __init__(
        self,
        session: Session,
        systems: SystemsPanel,
        sentences: SentencesPanel,
        explain: ExplainPanel,
        view_of: Callable[[Comparison | None], KindView],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._systems, self._sentences, self._explain = session, systems, sentences, explain
        self._view_of = view_of

    def shown_keys(self) -> set[str]:
        """The measures that are shown."""
        return {*self._systems.model.keys, self._sentences.key_a, self._sentences.key_b}

    def count_more(self) -> None:
        """Some measures are counted only when they are looked at, in the background."""
        comparison = self._session.comparison
        if comparison is None or (comparison.table.statuses == WAITING).any():
            return
        explained = [card.key for card in self._explain.cards] if self._explain.isVisible() else []
        view = self._view_of(comparison)
        is_offered = self._systems.choices is self._sentences.choices is view.choices  # else they are of another kind
        if is_offered and not self._session.is_busy and view.lacks_dependencies(comparison, self.shown_keys()):
            self.dependenciesWanted.emit()
            return
        wanted = comparison.not_counted(sorted({measure(key).part for key in self.shown_keys() | {*explained}}))
        if wanted and not self.is_busy:
            self.ask(lambda cancel: comparison.count_on_demand(wanted))

    def leave_undefined(self) -> None:
        """A measure that no system has a score for is not shown unless people chose it."""
        comparison = self._session.comparison
        if comparison is None or (comparison.table.statuses == WAITING).any():
            return
        if not np.isin(comparison.table.statuses, (SCORED, PARTIAL)).any():
            return  # nothing is scored, under whatever measure

        view = self._view_of(comparison)

        def is_defined(key: str) -> bool:
            parts = [measure(key).part]
            if comparison is None or comparison.not_counted(parts) or view.can_be_asked_for(comparison, key):
                return True  # nobody knows yet
            scores = (comparison.table.summary(system, key, "pooled") for system in range(len(comparison.systems)))
            return not all(np.isnan(score) for score in scores)

        self._sentences.leave_undefined(is_defined)
        self._systems.leave_undefined(is_defined)
