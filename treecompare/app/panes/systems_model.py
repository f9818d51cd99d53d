"""The systems table's model: a row per system, a column per chosen measure, with ranks and where measures disagree on them."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from treecompare.analyses.systems import ALPHA, HIGHER, LOWER, OTHERWISE, SystemsFigures
from treecompare.app.common.plain import markup, tip, visible
from treecompare.app.common.wording import in_two_lines
from treecompare.comparison.base import Comparison
from treecompare.drawing.names import PLAIN, Names, short_names
from treecompare.measures import measure
from treecompare.scores.agreement import measure_note, measure_title
from treecompare.scores.figure import number_text, typeset
from treecompare.scores.result import (
    ResultTable,
    Value,
    count_column,
    rank_column,
    score_column,
    share_column,
    text_column,
)
from treecompare.scores.set_notes import set_note
from treecompare.scores.significance import BaselineTest
from treecompare.scores.table import PARTIAL, SCORED, SKIPPED, WAITING, Average
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
        self._begin(comparison)
        self.endResetModel()

    def show_tests(self, baseline: int, tests: dict[tuple[int, str], BaselineTest]) -> None:
        """Shows which scores differ from the baseline's by more than chance."""
        self.baseline, self._tests = baseline, tests
        if self.order:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.order) - 1, self.columnCount() - 1))

    def set_measures(self, keys: Sequence[str], letters: dict[str, str] | None = None) -> None:
        """Shows these measures; ``letters`` says which of them are A and B. What it is sorted by stays if it is shown still."""
        self.beginResetModel()
        if self._column >= FIRST_MEASURE:
            sorted_by = self.keys[self._column - FIRST_MEASURE]
            self._column = FIRST_MEASURE + list(keys).index(sorted_by) if sorted_by in keys else -1
        self.keys, self.letters = list(keys), letters or {}
        self._rank()
        self.endResetModel()

    def set_average(self, average: Average) -> None:
        """Pooled or mean."""
        self.average = average
        if self.comparison is not None:
            self._rank()
            self._rearrange()

    def update_rows(self, is_end: bool = False) -> None:
        """Takes over what was counted since; at the end of the work whatever it was."""
        if self.comparison is not None and self._update(is_end):
            self._rearrange()

    def has_status(self, column: int) -> bool:
        """Whether any system has sentences that a column counts."""
        return bool(self._counts[:, STATUS_OF_COLUMN[column]].any())

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """As Qt has it; -1 is the order of the files."""
        self._column, self._descending = column, order == Qt.SortOrder.DescendingOrder
        self._rearrange()

    @property
    def sorted_by(self) -> tuple[int, Qt.SortOrder]:
        """The column that the systems are sorted by, and how; -1: as in the files."""
        return self._column, Qt.SortOrder.DescendingOrder if self._descending else Qt.SortOrder.AscendingOrder

    def _sort_value(self, system: int) -> Any:
        if self._column == NAME:
            return self._table.systems[system].casefold()
        if self._column in STATUS_OF_COLUMN:
            return int(self._counts[system, STATUS_OF_COLUMN[self._column]])
        return self.score(system, self.keys[self._column - FIRST_MEASURE])

    def _rearrange(self) -> None:
        order = list(range(len(self.order)))
        if 0 <= self._column < self.columnCount() and self.comparison:
            values = {system: self._sort_value(system) for system in order}
            known = [system for system in order if values[system] == values[system]]
            known.sort(key=values.__getitem__, reverse=self._descending)
            order = known + [system for system in order if values[system] != values[system]]
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
        """As Qt has it."""
        return 0 if parent.isValid() else len(self.order)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """As Qt has it."""
        return 0 if parent.isValid() else FIRST_MEASURE + len(self.keys)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """As Qt has it."""
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
                return visible(self._short_names()[system])
            if system in self._table.not_applying:
                return "–"
            return f"{int(self._counts[system, STATUS_OF_COLUMN[column]]):,}"
        if role == SIGN_ROLE:
            return "baseline" if column == NAME and system == self.baseline and self._tests else ""
        if role == COVERED_ROLE:
            return self._covered(system)
        if role == Role.ToolTipRole:
            if column == NAME:
                said = self._table.systems[system], self.comparison.systems[system].path, self._covered_said(system)
                return tip("\n".join(filter(None, said)))
            return self._reasons(system)
        return None

    def _short_names(self) -> list[str]:
        """The names of the systems without what all of them begin with."""
        assert self.comparison is not None
        return short_names(self.comparison.gold.name, self._table.systems)

    def _reasons(self, system: int) -> str:
        reasons = self._table.reasons(system)
        if not reasons:
            return tip("All sentences could be compared.")
        rows = "".join(f"<tr><td align=right>{n}&nbsp;</td><td>{markup(one)}</td></tr>" for one, n in reasons.items())
        head = "Not fully compared (click a number to see these sentences):"
        return f"<p>{head}</p><table>{rows}</table>"

    def _measure_data(self, system: int, key: str, role: int) -> Any:
        one = measure(key)
        if role == Role.DisplayRole:
            score = self.score(system, key)
            if math.isnan(score) and self._counts[system, WAITING]:
                return "…"
            return one.shown(score) + (number_text(score) if self.is_complete else "")
        if role == SHARE_ROLE:
            return self._share(system, key)
        if role == RANK_ROLE:
            return self._rank_text(system, key)
        if role == SIGN_ROLE:
            return self._sign(system, key)
        if role == BEST_ROLE:
            return self._is_best(system, key)
        if role == LETTER_ROLE:
            return self.letters.get(key, "")
        if role == MARK_ROLE:
            return self._moved(system, key)
        if role == Role.ToolTipRole:
            return self._measure_tip(system, key)
        if role == Role.AccessibleTextRole:
            rank = self._rank_text(system, key)
            text = one.shown(self.score(system, key)) + number_text(self.score(system, key))
            if self._sign(system, key):
                text = f"{text}, difference to the baseline may be chance"
            otherwise = self._rank_otherwise(system, key)
            if otherwise:
                rank = f"{rank.removesuffix(OTHERWISE)}, {self._other_average()} {otherwise}"
            moved = {HIGHER: ", higher than under A", LOWER: ", lower than under A"}.get(self._moved(system, key), "")
            return f"{text}, rank {rank}{moved}" if rank else text
        return None

    def _names(self, system: int | None = None) -> Names:
        """What people are told of gold and systems."""
        return PLAIN if self.comparison is None else self.comparison.names(system)

    def _title(self, key: str) -> str:
        """A measure's title; that of a measure that is not symmetric says whose it is."""
        return measure_title(measure(key), self._names())

    def _measure_tip(self, system: int, key: str) -> str:
        one, names = measure(key), self._names(system)
        signature = self._table.signature(key, self.average, system)
        lines = [f"<b>{markup(visible(measure_title(one, names)))}</b> ({self._average_text()})"]
        lines += [markup(visible(measure_note(one, names)))] if not names.is_gold else []
        otherwise = self._rank_otherwise(system, key)
        if otherwise:
            rank = self._rank_text(system, key).removesuffix(OTHERWISE)
            lines.append(f"{OTHERWISE} Rank {rank} {self.average}, {otherwise} {self._other_average()}.")
        moved = self._moved(system, key)
        if moved:
            rank, under = (self._rank_text(system, one).removesuffix(OTHERWISE) for one in (key, self.first))
            lines.append(f"{moved} Rank {rank}, {under} under {markup(self._title(self.first))}.")
        test = self._tests.get((system, key))
        if test is not None and not math.isnan(test.p):
            base = markup(visible(self._table.systems[self.baseline]))
            chance = "≈ may be chance" if not test.holm < ALPHA else "more than chance"
            text = "{0} against {1} (baseline): {2}, p = {3:.4f}, corrected {4:.4f} (shuffling, 10,000 times)"
            shown = ("+" if test.difference > 0 else "") + typeset(one.shown(test.difference))
            lines.append(text.format(shown, base, chance, test.p, test.holm))
        note = set_note(self._table, [key]) if self.is_complete else ""
        if note:
            lines.append(markup(visible(note)))
        if math.isnan(self.score(system, key)):
            lines.append(markup(visible(f"No score: {self._why_none(system, key)}")))
        lines.append(f"<small>{markup(signature)}</small>")
        return "<p>" + "<br>".join(lines) + "</p>"

    def _average_text(self) -> str:
        if self.average == "pooled":
            return "pooled: sum of numerators over sum of denominators; Emms and Tsarfaty call this “macro”"
        return "mean of the sentences' scores; Emms and Tsarfaty call this “micro”"

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        """As Qt has it."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < self.columnCount():
            return None
        if role == Role.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if section == NAME else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        if section < FIRST_MEASURE:
            names = self._names()
            texts = (
                ("System", "") if names.is_gold else self._beside(names),
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
            title = visible(self._title(one.key))
            short = title if len(title) <= LONGEST_TITLE else title[: LONGEST_TITLE - 1] + "…"
            head = f"{letter}\n{short}" if letter else in_two_lines(title)
            said = self.range_said(one.key) if role == Role.DisplayRole else ""
            return f"{head}\n{said}" if said else head
        if role == Role.ToolTipRole:
            better = "Higher is better." if one.higher_is_better else "Lower is better."
            if (span := self.range_of(one.key)) is not None:
                better += f" Bars go from {span[0]:g} to {span[1]:g}."
            lead = ""
            if self.is_complete and len(self.order) > 1:
                lead = f"{OTHERWISE} marks systems that pooled and mean scores rank differently."
                if self.first:
                    lead = f"{HIGHER} {LOWER} mark ranks that differ from those under {self._title(self.first)}, {lead}"
            names = self._names()
            title, explanation, note = map(
                markup, (self._title(one.key), names.told(one.explanation), measure_note(one, names))
            )
            return (
                f"<p><b>{title}</b> ({html.escape(one.paper)})<br>{explanation}<br>{better} {note} {markup(lead)}</p>"
            )
        if role == Role.InitialSortOrderRole:
            return Qt.SortOrder.DescendingOrder if one.higher_is_better else Qt.SortOrder.AscendingOrder
        return None

    def _beside(self, names: Names) -> tuple[str, str]:
        """Head and tooltip of the column of names where neither analysis is gold."""
        text = f"Compared with {names.first}; no gold."
        return f"With {visible(names.first)}", text

    def as_table(self) -> ResultTable:
        """The table as shown, at full precision: for export."""
        columns = [text_column(self.headerData(NAME, Qt.Orientation.Horizontal), "system")]
        columns += [
            count_column(title, key)
            for title, key in (
                ("Scored", "scored"),
                ("Words differ", "partial"),
                ("Skipped", "skipped"),
            )
        ]
        columns += [
            share_column("Coverage, %", "coverage"), share_column("Coverage of words, %", "coverage_words"),
        ]  # fmt: skip
        for key in self.keys:
            columns += [
                score_column(measure(key), self._title(key)),
                rank_column(f"Rank, {self._title(key)}", f"rank under {key}"),
            ]
        rows: list[list[Value]] = []
        for system in self.order:
            counts = self._counts[system]
            row: list[Value] = [self._table.systems[system], *(int(counts[one]) for one in (SCORED, PARTIAL, SKIPPED))]
            row += [self._table.coverage(system), self._table.coverage(system, words=True)]
            for column, key in enumerate(self.keys):
                rank = float(self._ranks[system, column]) if self._ranks is not None else None
                row += [self.score(system, key), rank]
            rows.append(row)
        signatures = tuple(self._table.signature(key, self.average) for key in self.keys)
        return ResultTable("Systems", tuple(columns), rows, self._note_for_export(), signatures)

    def _note_for_export(self) -> str:
        """What is said below the table, and why measures have no scores at all."""
        found = [self.note()]
        for key in self.keys if self.is_complete else ():
            if self.order and all(math.isnan(self.score(system, key)) for system in self.order):
                found.append(f"{self._title(key)}: {self._why_none(self.order[0], key)}")
        return " ".join(one for one in found if one)

    def tsv(self, rows: Iterable[int]) -> str:
        """Rows, as sorted, for the clipboard."""
        return copied(self.as_table(), list(rows))
