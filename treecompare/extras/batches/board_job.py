"""A batch as a job of the window: its tables, and what changed since another one; a figure opens its comparison."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from treecompare.errors import TreecompareError, counted
from treecompare.extras.batches.job import Planned
from treecompare.extras.batches.tables import Board, changes, for_people, warnings_table
from treecompare.jobs import base
from treecompare.jobs.exporting import save_table
from treecompare.jobs.listed import Titled
from treecompare.jobs.opening import opening as opening_files
from treecompare.jobs.overview import OverviewJob
from treecompare.scores.result import ResultTable
from treecompare.scores.rich import Rich, link
from treecompare.scores.tables import copied
from treecompare.typed import typed


def opening(path: str, before: str = "") -> base.Opening:
    """What reads results, and what changed since ``before``, another file of them; empty: since none. It raises TreecompareError:
    they cannot be read. Where those before cannot, or have nothing in common, the job says so."""

    def made(*_: Any) -> BatchJob:
        board, since, why = Board.of(path), list[ResultTable](), ""
        try:
            since = changes(Board.of(before), board) if before else []
        except TreecompareError as error:
            why = f"{error}."
        found = [one for one in (*since, *for_people(board), warnings_table(board)) if one.rows]
        return BatchJob(board, found, before, why)

    return made


class BatchJob(Titled):
    """A place is a table. ``before``: the other results, or empty; ``why``: why nothing is said of what changed since them."""

    kind, view, help = "batch", "Tables", "batch"

    def __init__(self, board: Board, tables: Sequence[ResultTable], before: str = "", why: str = "") -> None:
        self.board, self._before, self._why = board, before, why
        self.tables = tables
        self.titles = [one.title for one in tables]
        self.title = f"Batch {board.name}{', and what changed' if before and not why else ''}"

    def places(self, order: str, tokens: Sequence[base.Token]) -> base.Places:
        shown = super().places(order, tokens)
        rows = base.Column("rows", "Rows", "number", 7, lambda place: f"{len(self.tables[place].rows):,}", rank=1)
        return replace(shown, columns=[*shown.columns, rows])

    def _lead(self) -> str:
        board, done = self.board, len(self.board.entries) - len(self.board.unscored)
        said = f"{counted(len(board.treebanks), 'treebank')}, {counted(len(board.systems), 'system')}: {done:,} of "
        then = "A click on a figure opens its comparison." if board.keys else "None is scored yet: Ctrl+R reads again."
        return f"{said}{counted(len(board.entries), 'comparison')} scored. {then}"

    def picture(self, place: int) -> base.Page:
        return base.Page("", [self._lead(), *filter(None, [self._why]), self.tables[place]])

    def why(self, _place: int) -> Sequence[base.Block]:
        copies = Rich(link("Copy the table", "copy-table"), " · ", link("Copy the command", "copy-command"))
        plan = self.board.plan.values()
        return [
            base.Head("Command"), base.Text(self._command(), "quiet"), base.Text(copies),
            base.Fold("Treebanks", f"{len(plan):,}", lambda: list(map(self._row, range(len(plan)), plan))),
        ]  # fmt: skip

    def _command(self) -> str:
        before = [self._before] if self._before and not self._why else []
        return typed(["treecompare", "batch", "tables", *before, self.board.path])

    def _row(self, number: int, one: Planned) -> base.Row:
        whys = {name: self.board.entries[one.treebank, name, one.preparation] for name, _ in one.systems}
        words = one.preparation if len(self.board.preparations) > 1 else ""
        below = "; ".join(f"{name}: {why}" for name, why in whys.items() if why)
        done = len(whys) - sum(map(bool, whys.values()))
        return base.Row(f"{number}", one.treebank, words, f"{done:,} of {len(whys):,}", below)

    def commands(self) -> Sequence[base.Command]:
        return [
            base.Command("since", "What changed since…", about="Since another batch of the same treebanks"),
            base.Command("copy-table", "Copy table"), base.Command("copy-command", "Copy as command"),
            base.to_export("save-table", "Table…"),
        ]  # fmt: skip

    def do(self, places: Sequence[int], action: str, value: Any = None) -> Sequence[base.Answer]:
        """Raises UsageError: no system has a file for the treebank."""
        if action == "since":
            return self._since(value)
        action = str(value) if action == "link" else action
        if action == "copy-table" and places:
            table = self.tables[places[0]]
            return [base.Copy("the table", copied(table, range(len(table.rows))))]
        if action == "save-table" and places:
            return [save_table("Save table", (table := self.tables[places[0]]).title, table, [self.board.path])]
        if action == "copy-command":
            return [base.Copy("the command", self._command())]
        if action == "found":
            return self._open(value.treebank, value.preparation, value.system_name)
        return self._open(*list(self.board.plan)[int(action)]) if action.isdecimal() else []

    def _open(self, treebank: str, preparation: str, system: str = "") -> Sequence[base.Answer]:
        make = opening_files(*self.board.files(treebank, preparation), OverviewJob)

        def made(cancel: Any, tell: Callable[[base.Doing], object]) -> base.Job | None:
            job = make(cancel, tell)
            if job is not None and system:
                job.restore({"system": system})
            return job

        return [base.Make(made, f"Opening {treebank}")]

    def _since(self, path: str | None) -> Sequence[base.Answer]:
        if path is None:
            return [base.Read("What changed since", [("Results of batches", "batch")], "since")]
        return [base.Make(opening(self.board.path, path), f"Batch {self.board.name}")]
