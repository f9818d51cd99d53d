"""Queries of the open comparison: the sheet that counts them, files of queries that are dropped, and what the comparison keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from treecompare.app.common.errors import show_error
from treecompare.app.shell.command import TREES, command
from treecompare.app.window.annex import Annex
from treecompare.app.window.pattern_commands import STATE as PATTERNS
from treecompare.comparison.questions import Questions
from treecompare.errors import TreecompareError
from treecompare.saved.opening import Opened

if TYPE_CHECKING:
    from treecompare.app.queries.trust_sheet import TrustSheet
    from treecompare.comparison.base import Comparison
    from treecompare.comparison.files import Versions

STATE = "questions"
"""Under this name the comparison file keeps files of queries, texts and groups."""


class TrustCommands(Annex):
    """The sheet, and what the tables of the comparison answer."""

    def takes(self, wanted: Sequence[str] | Versions) -> bool:
        """Asks files of queries that were dropped."""
        match wanted:
            case [*paths] if paths and all(str(path).endswith((".q", ".tsv")) for path in paths):
                from treecompare.extras.queries.named import are_queries  # needs numpy

                if all(map(are_queries, paths)):
                    self.open_queries(paths)
                    return True
        return False

    def begin(self, opened: Opened) -> None:
        """A comparison is opened: it is asked what its file keeps."""
        self._begin(opened.comparison)

    def _begin(self, comparison: Comparison) -> None:
        comparison.questions = Questions.of(self.files.file.stored(STATE), self.files.file.stored(PATTERNS) or {})

    @command(
        "Trust in &queries…",
        tip="How far queries may be believed; their hits in other texts, by period, corrected by the gold",
        kinds=TREES,
    )
    def trust_in_queries(self) -> TrustSheet | None:
        """Shows the sheet of queries."""
        from treecompare.app.queries.trust_sheet import TrustSheet
        from treecompare.comparison.constituents.comparison import ConstituentComparison

        comparison = self.session.comparison
        if not isinstance(comparison, ConstituentComparison):
            return None
        if not self.session.is_compared:
            self.window.tell("Wait until all sentences are compared.")
            return None
        self._begin(comparison)  # patterns may have been kept meanwhile
        sheet = TrustSheet(self.window, comparison, self.space().view())
        sheet.asked.connect(self.ask)
        sheet.tablesWanted.connect(lambda: self.tableWanted.emit("trust"))
        sheet.open()
        return sheet

    def ask(self, questions: Questions) -> None:
        """Other files of queries, texts or groups; the comparison keeps them, and its tables follow."""
        if self.session.comparison is not None:
            self.session.comparison.questions = questions
            self.files.file.keep({STATE: questions.stored()})
            self.space().tables.update_figures()

    def open_queries(self, paths: Sequence[str]) -> None:
        """Asks the queries of these files in place of those before, and shows what they find."""
        from treecompare.extras.queries.named import read_queries

        comparison = self.session.comparison
        if comparison is None or comparison.kind not in TREES:
            self.window.tell("Queries are asked of an open comparison of constituents: open the treebanks first.")
            return
        try:
            number = sum(len(read_queries(path)) for path in paths)
        except TreecompareError as error:
            show_error(self.window, error)
            return
        self.ask(replace(comparison.questions, files=tuple(paths)))
        self.tableWanted.emit("trust")
        self.window.tell(
            f"{number} {'query' if number == 1 else 'queries'} of {', '.join(Path(one).name for one in paths)}"
        )
