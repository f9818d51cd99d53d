"""The systems table's model: a row per system, a column per chosen measure, with ranks and where measures disagree on them."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from treecompare.analyses.systems import SystemsFigures
from treecompare.app.common.plain import markup, tip, visible
from treecompare.app.common.wording import in_two_lines
from treecompare.comparison.base import Comparison
from treecompare.measures import measure
from treecompare.scores.agreement import measure_title
from treecompare.scores.result import (
    ResultTable,
)
from treecompare.scores.significance import BaselineTest
from treecompare.scores.table import PARTIAL, SKIPPED, Average
from treecompare.scores.tables import copied

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole

NAME, PARTIAL_COLUMN, SKIPPED_COLUMN, FIRST_MEASURE = range(4)
STATUS_OF_COLUMN = {PARTIAL_COLUMN: PARTIAL, SKIPPED_COLUMN: SKIPPED}
LONGEST_TITLE = 16
"""Letters of the title of A or B in its head; the rest is in the tooltip."""
RANK_ROLE = Role.UserRole
"""The rank of a cell's score as text; empty if it has none."""
SIGN_ROLE = Role.UserRole + 2
"""A sign before the score: ≈ where the difference to the baseline may be chance. Behind the baseline's name: that it is one."""
BEST_ROLE = Role.UserRole + 3
"""Whether a score is the best of its measure."""
MARK_ROLE = Role.UserRole + 1
"""Whether the rank is higher or lower than under measure A, as an arrow; empty where it is the same."""
COVERED_ROLE = Role.UserRole + 4
"""How much of a system is scored, where that is not all."""
LETTER_ROLE = Role.UserRole + 5
"""A or B, if a measure is one of them."""
SHARE_ROLE = Role.UserRole + 6
"""How far along the range of all systems a score is, from 0 to 1; None where there is no such range."""


class SystemsModel(SystemsFigures, QAbstractTableModel):
    """Rows are systems, in the order of ``order``."""

    def __init__(self, parent: QObject | None = None) -> None:
        QAbstractTableModel.__init__(self, parent)
        SystemsFigures.__init__(self)
        self.order: list[int] = []
        self._column, self._descending = -1, False

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show(self, comparison: Comparison | None) -> None:
        """Shows another comparison."""
        self.beginResetModel()
        self.order = list(range(len(comparison.systems))) if comparison else []
        self.begin(comparison)
        self.endResetModel()

    def show_tests(self, baseline: int, tests: dict[tuple[int, str], BaselineTest]) -> None:
        """Shows which scores differ from the baseline's by more than chance."""
        self.baseline, self.tests = baseline, tests
        if self.order:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.order) - 1, self.columnCount() - 1))

    def set_measures(self, keys: Sequence[str], letters: dict[str, str] | None = None) -> None:
        """Shows these measures; ``letters`` says which of them are A and B. What it is sorted by stays if it is shown still."""
        self.beginResetModel()
        if self._column >= FIRST_MEASURE:
            sorted_by = self.keys[self._column - FIRST_MEASURE]
            self._column = FIRST_MEASURE + list(keys).index(sorted_by) if sorted_by in keys else -1
        self.keys, self.letters = list(keys), letters or {}
        self.rank_systems()
        self.endResetModel()

    def set_average(self, average: Average) -> None:
        """Pooled or mean."""
        self.average = average
        if self.comparison is not None:
            self.rank_systems()
            self._rearrange()

    def update_rows(self, is_end: bool = False) -> None:
        """Takes over what was counted since; at the end of the work whatever it was."""
        if self.comparison is not None and self.refresh(is_end):
            self._rearrange()

    def has_status(self, column: int) -> bool:
        """Whether any system has sentences that a column counts."""
        return bool(self.counts[:, STATUS_OF_COLUMN[column]].any())

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """As Qt has it; -1 is the order of the files."""
        self._column, self._descending = column, order == Qt.SortOrder.DescendingOrder
        self._rearrange()

    @property
    def sorted_by(self) -> tuple[int, Qt.SortOrder]:
        """The column that the systems are sorted by, and how; -1: as in the files."""
        return self._column, Qt.SortOrder.DescendingOrder if self._descending else Qt.SortOrder.AscendingOrder

    def _rearrange(self) -> None:
        order = list(range(len(self.order)))
        if 0 <= self._column < self.columnCount() and self.comparison:
            order = self.in_order(("name", "partial", "skipped", *self.keys)[self._column], self._descending)
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        systems = [self.order[index.row()] for index in before]
        self.order = order
        after = [self.index(order.index(system), index.column()) for system, index in zip(systems, before, strict=True)]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)

    def system(self, row: int) -> int:
        """The system of a row; -1 if there is no such row."""
        return self.order[row] if 0 <= row < len(self.order) else -1

    def row_of(self, system: int) -> int:
        """The row of a system; -1 if there is none."""
        return self.order.index(system) if system in self.order else -1

    # -- Qt ------------------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.order)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else FIRST_MEASURE + len(self.keys)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if self.comparison is None or not index.isValid() or index.row() >= len(self.order):
            return None
        system, column = self.order[index.row()], index.column()
        if role == Role.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if column == NAME else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        if column >= FIRST_MEASURE:
            return self._measure_data(system, self.keys[column - FIRST_MEASURE], role)
        if role == Role.DisplayRole:
            if column == NAME:
                return visible(self.short_names()[system])
            if system in self.table.not_applying:
                return "–"
            return f"{int(self.counts[system, STATUS_OF_COLUMN[column]]):,}"
        if role == SIGN_ROLE:
            return "baseline" if column == NAME and system == self.baseline and self.tests else ""
        if role == COVERED_ROLE:
            return self.covered(system)
        if role == Role.ToolTipRole:
            if column == NAME:
                said = self.table.systems[system], self.comparison.systems[system].path, self.covered_said(system)
                return tip("\n".join(filter(None, said)))
            return self._reasons(system)
        return None

    def _reasons(self, system: int) -> str:
        reasons = self.table.reasons(system)
        if not reasons:
            return tip("All sentences could be compared.")
        rows = "".join(f"<tr><td align=right>{n}&nbsp;</td><td>{markup(one)}</td></tr>" for one, n in reasons.items())
        head = "Not fully compared (click a number to see these sentences):"
        return f"<p>{head}</p><table>{rows}</table>"

    def _measure_data(self, system: int, key: str, role: int) -> Any:
        if role == Role.DisplayRole:
            return self.shown(system, key)
        if role == SHARE_ROLE:
            return self.share(system, key)
        if role == RANK_ROLE:
            return self.rank_text(system, key)
        if role == SIGN_ROLE:
            return self.sign(system, key)
        if role == BEST_ROLE:
            return self.is_best(system, key)
        if role == LETTER_ROLE:
            return self.letters.get(key, "")
        if role == MARK_ROLE:
            return self.moved(system, key)
        if role == Role.ToolTipRole:
            return self._measure_tip(system, key)
        if role == Role.AccessibleTextRole:
            return self.spoken(system, key)
        return None

    def _measure_tip(self, system: int, key: str) -> str:
        title = markup(visible(measure_title(measure(key), self.names(system))))
        lines = [f"<b>{title}</b> ({self.average_said()})", *map(markup, map(visible, self.said_of(system, key)))]
        lines.append(f"<small>{markup(self.table.signature(key, self.average, system))}</small>")
        return "<p>" + "<br>".join(lines) + "</p>"

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < self.columnCount():
            return None
        if role == Role.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if section == NAME else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        if section < FIRST_MEASURE:
            names = self.names()
            texts = (
                self.head_of_names(),
                (
                    "Words\ndiffer",
                    "Sentences whose words are not the gold's: aligned, or scored by tree distances only. Click to see them.",
                ),
                ("Skipped", "Sentences without a usable analysis. Click to see them."),
            )
            if role in (Role.DisplayRole, Role.ToolTipRole):
                return texts[section][0] if role == Role.DisplayRole else tip(names.told(texts[section][1]))
            return None
        one = measure(self.keys[section - FIRST_MEASURE])
        if role in (Role.DisplayRole, Role.EditRole):  # the latter without what bars go over
            letter = self.letters.get(one.key, "")
            title = visible(self.title(one.key))
            short = title if len(title) <= LONGEST_TITLE else title[: LONGEST_TITLE - 1] + "…"
            head = f"{letter}\n{short}" if letter else in_two_lines(title)
            said = self.range_said(one.key) if role == Role.DisplayRole else ""
            return f"{head}\n{said}" if said else head
        if role == Role.ToolTipRole:
            lines = (
                f"<b>{markup(self.title(one.key))}</b> ({html.escape(one.paper)})",
                *map(markup, self.about(one.key)),
            )
            return f"<p>{'<br>'.join(lines)}</p>"
        if role == Role.InitialSortOrderRole:
            return Qt.SortOrder.DescendingOrder if one.higher_is_better else Qt.SortOrder.AscendingOrder
        return None

    def as_table(self) -> ResultTable:
        """The table as shown, at full precision: for export."""
        return self.table_of(self.order)

    def tsv(self, rows: Iterable[int]) -> str:
        """Rows, as sorted, for the clipboard."""
        return copied(self.as_table(), list(rows))
