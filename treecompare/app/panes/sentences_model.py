"""The sentences table's model: sorts and filters itself with numpy, since a proxy takes half a minute for 50,000 rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor

from treecompare.analyses.filters import JUDGED, Filter
from treecompare.analyses.sentence_table import sentences_table
from treecompare.analyses.sentences import COLUMNS, JUDGED_COLUMNS, MARK, SentenceData
from treecompare.app.common.plain import tip, visible
from treecompare.drawing.names import PLAIN, Names, short_names
from treecompare.errors import UsageError
from treecompare.scores.agreement import measure_note, measure_title
from treecompare.scores.result import ResultTable
from treecompare.scores.table import PARTIAL, SCORED, STATUS_NAMES, WAITING
from treecompare.scores.tables import copied

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole

NO_ROWS = np.zeros(0, np.int64)
LONGEST_NAME = 8
"""Letters of a system's name in a head."""
SCORES = ("score_a", "score_b")
"""Columns that have one decimal here and two elsewhere."""


class SentencesModel(QAbstractTableModel):
    """Shows a :class:`SentenceData` in some order; ``order[row]`` is the sentence of a row.

    ``gaveUp``: the text of the filter cannot be looked for in these sentences, and why; all pass that part of it.
    """

    gaveUp = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: SentenceData | None = None
        self.filter = Filter()
        self.order = NO_ROWS
        self._mask = NO_ROWS.astype(bool)
        """Which sentences are among them."""
        self.muted = QColor("gray")
        self._row_of: np.ndarray | None = None
        self._column, self._descending = 0, False
        self._texts = self._titles()
        self.other_titles: dict[str, tuple[str, str]] = {}
        """Heads with tooltips of columns that have another name for this kind of comparison."""

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show(self, rows: SentenceData | None) -> None:
        """Shows other sentences, or the same under other measures."""
        same_places = rows is not None and self.rows is not None and len(rows) == len(self.rows)
        self.rows = rows
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(COLUMNS) - 1)
        self._rearrange(reset=not same_places)

    def update_rows(self) -> None:
        """Takes over sentences that were counted since."""
        if self.rows is not None:
            self.rows.refresh()
            self._rearrange()

    def update_judgements(self) -> None:
        """Takes over what was typed."""
        if self.rows is not None:
            self.rows.forget_judgements()
            self._rearrange()

    def set_filter(self, wanted: Filter) -> None:
        """Shows only the sentences that pass.

        Raises:
            ExpressionError: the text is not a regular expression; nothing changes.
            UsageError: it is not a tree pattern, or takes too long; nothing changes.
        """
        wanted.check()
        if self.rows is not None:
            self.rows.matching(wanted)
        self.filter = wanted
        self._rearrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """As Qt has it; a column of -1 is file order."""
        self._column, self._descending = max(column, 0), order == Qt.SortOrder.DescendingOrder and column >= 0
        self._rearrange()

    def _rearrange(self, reset: bool = False) -> None:
        """Computes the order again. Rows that stay keep their selection; where others come or go the model is reset."""
        order, mask = NO_ROWS, NO_ROWS.astype(bool)
        if self.rows is not None:
            try:
                mask = self.rows.matching(self.filter)
            except UsageError as error:  # it takes too long in these sentences, although it did not in those before
                self.filter = replace(self.filter, text="")
                mask = self.rows.matching(self.filter)
                self.gaveUp.emit(str(error))
            order = self.rows.order(COLUMNS[self._column], self._descending, mask)
        if reset or not np.array_equal(mask, self._mask):
            self.beginResetModel()
            self._mask = mask
            self.order, self._row_of = order, None
            self.endResetModel()
            return
        if np.array_equal(order, self.order):
            if len(order):
                self.dataChanged.emit(self.index(0, 0), self.index(len(order) - 1, len(COLUMNS) - 1))
            return
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        sentences = [int(self.order[index.row()]) for index in before]
        self.order, self._row_of = order, None
        after = [
            self.index(self.row_of(sentence), index.column()) for sentence, index in zip(sentences, before, strict=True)
        ]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def row_of(self, sentence: int) -> int:
        """The row that shows a sentence; -1 if none does."""
        if self.rows is None or not 0 <= sentence < len(self.rows):
            return -1
        if self._row_of is None:
            self._row_of = np.full(len(self.rows), -1, np.int64)
            self._row_of[self.order] = np.arange(len(self.order))
        return int(self._row_of[sentence])

    def sentence(self, row: int) -> int:
        """The sentence of a row; -1 if there is no such row."""
        return int(self.order[row]) if 0 <= row < len(self.order) else -1

    def next_differing(self, row: int, step: int) -> int:
        """The next row, in that direction, of a sentence whose trees differ; -1 if there is none."""
        if self.rows is None:
            return -1
        hits = np.flatnonzero(self.rows.changed[self.order] > 0)
        hits = hits[hits > row] if step > 0 else hits[hits < row][::-1]
        return int(hits[0]) if len(hits) else -1

    # -- Qt ------------------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """As Qt has it."""
        return 0 if parent.isValid() else len(self.order)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """As Qt has it."""
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """As Qt has it."""
        rows = self.rows
        if rows is None or not index.isValid() or index.row() >= len(self.order):
            return None
        column = COLUMNS[index.column()]
        if role == Role.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.is_number else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role not in (Role.DisplayRole, Role.ToolTipRole, Role.ForegroundRole):
            return None
        sentence = int(self.order[index.row()])
        status = int(rows.status[sentence])
        if role == Role.DisplayRole:
            mark = MARK if column.key == "number" and rows.is_judged(sentence) else ""
            return mark + visible(self._cell(index))
        if role == Role.ForegroundRole:
            secondary = column.key in ("number", "id", "length")
            return self.muted if secondary or status != SCORED else None
        if column.key == "words":
            return tip(rows.text(sentence))
        if column.key == "number" and rows.is_judged(sentence):
            said = (
                (self.column_name(one.key), one.text(rows, sentence)) for one in COLUMNS if one.key in JUDGED_COLUMNS
            )
            return tip("\n".join(f"{name}: {text}" for name, text in said if text))
        if status not in (SCORED, WAITING):
            return tip(f"{self._statuses[status]}: {rows.reason(sentence)}")
        return None

    def _cell(self, index: Index) -> str:
        """What a cell says, as it stands in the files."""
        assert self.rows is not None
        column, sentence = COLUMNS[index.column()], int(self.order[index.row()])
        if column.key == "status":
            if self.rows.status[sentence] == SCORED and self.rows.table.aligned[self.rows.system, sentence]:
                return "aligned"
            if self.rows.status[sentence] == PARTIAL and not self.rows.words_differ[sentence]:
                return "partial"  # trees that are too large
            return self._statuses[int(self.rows.status[sentence])]
        if column.key in SCORES and self.rows.status[sentence] != WAITING:
            one, score = (
                (self.rows.a, self.rows.score_a) if column.key == "score_a" else (self.rows.b, self.rows.score_b)
            )
            return one.shown(float(score[sentence]), 1)
        return column.text(self.rows, sentence)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        """As Qt has it."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        column = COLUMNS[section]
        if role == Role.DisplayRole:
            if column.key == "hits" and not self.has_hits:
                return ""
            return self._gain_head() if column.key == "gain" else self._text_of(column.key)[0]
        if role == Role.ToolTipRole:
            said = self._names().told(self._text_of(column.key)[1]).replace("{hits}", self._sought())
            for letter, one in (("{a}", self.rows.a), ("{b}", self.rows.b)) if self.rows is not None else ():
                notes = [measure_note(one, self._names())] if f"_{letter[1]}" in column.key else []
                said = said.replace("{other}", self._other())
                said = " ".join([said.replace(letter, measure_title(one, self._names())), *filter(None, notes)])
            return tip(said)
        if role == Role.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.is_number else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Role.InitialSortOrderRole:
            return Qt.SortOrder.DescendingOrder if column.largest_first else Qt.SortOrder.AscendingOrder
        return None

    @property
    def has_hits(self) -> bool:
        """Whether it is counted how often what the filter asks for is in each sentence."""
        return self.rows is not None and bool(self.rows.hits)

    def as_table(self) -> ResultTable:
        """The rows as filtered and sorted, at full precision: for export."""
        return self._listed(self.order)

    def _listed(self, order: np.ndarray) -> ResultTable:
        if self.rows is None:
            return ResultTable("Sentences", (), [])
        return sentences_table(self.rows, order, self._head_for_export, self._filtered())

    def _filtered(self) -> str:
        """Which sentences the filter leaves, for who reads an exported list; empty if all are there."""
        wanted, total = self.filter, len(self.rows) if self.rows is not None else 0
        if len(self.order) == total:
            return ""
        text, parts = "regular expression “{0}”" if wanted.is_regex else "“{0}”", []
        if wanted.text:
            places = {
                "words": "in words", "labels": "in labels or relations", "tags": "in tags",
                "pattern": "as a tree pattern",
            }  # fmt: skip
            parts.append(f"{text.format(wanted.text)} {places[wanted.where]}")
        for number, said in (
            (wanted.shortest, "at least {0} words"),
            (wanted.longest, "at most {0} words"),
            (wanted.difference, "ranks under A and B at least {0} apart"),
        ):
            parts += [said.format(number)] if number is not None else []
        parts += ["analyses that differ"] if wanted.differing else []
        parts += ["all systems differ"] if wanted.all_differ else []
        parts += ["discontinuous constituents"] if wanted.discontinuous else []
        parts += [f"status “{self._statuses[wanted.status]}”"] if wanted.status is not None else []
        parts += [JUDGED.get(wanted.judged, f"tagged “{wanted.judged}”")] if wanted.judged else []
        parts += [f"chosen in a table or plot: {wanted.chosen.text}"] if wanted.chosen else []
        shown = f"Filtered: {len(self.order):,} of {total:,} sentences"
        return f"{shown}. Filter: {'; '.join(parts)}."

    def tsv(self, rows: Iterable[int]) -> str:
        """Rows, as sorted, for the clipboard."""
        chosen = self.order[list(rows)]
        return copied(self._listed(chosen), range(len(chosen)))

    def _head_for_export(self, key: str) -> str:
        rows = self.rows
        if rows is not None and key in ("score_a", "score_b", "rank_a", "rank_b"):
            title = measure_title(rows.a if key.endswith("a") else rows.b, self._names())
            return title if key.startswith("score") else f"Rank, {title}"
        return self._text_of(key)[0].replace("\n", " ")

    def column_name(self, key: str) -> str:
        """What a column is called in menus."""
        return self._text_of(key)[0].replace("\n", " ")

    def _gain_head(self) -> str:
        """A short head of the column of gains: ``A−sm5``; the tooltip has the whole name."""
        rows = self.rows
        if rows is None or rows.other is None:
            return "A−other"
        name = short_names(rows.comparison.gold.name, rows.table.systems)[rows.other]
        return f"A−{visible(name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + '…')}"

    def _sought(self) -> str:
        """What hits are hits of."""
        wanted, trees = self.filter, list(self.rows.hits) if self.rows is not None else []
        each = self._names().told(f"; {', '.join(trees)}") if len(trees) > 1 else ""
        return (wanted.chosen.text if wanted.chosen is not None and wanted.chosen.counts else wanted.text) + each

    def _other(self) -> str:
        """The system beside which this one is looked at."""
        is_there = self.rows is not None and self.rows.other is not None
        return self.rows.table.systems[self.rows.other] if is_there else "another system"  # type: ignore[union-attr, index]

    def _text_of(self, key: str) -> tuple[str, str]:
        """Head and tooltip of a column."""
        title, said = self.other_titles.get(key) or self._texts[key]
        if key == "gain":
            title = title.replace("other", self._other())
        is_judging = key == "changed" and key in self.other_titles and not self._names().is_gold
        return "Δ\nwords" if is_judging else title, said

    def _names(self) -> Names:
        """What people are told of gold and system."""
        return PLAIN if self.rows is None else self.rows.comparison.names(self.rows.system)

    def _titles(self) -> dict[str, tuple[str, str]]:
        """Heads and their tooltips. Not in COLUMNS, which knows nothing of languages."""
        names = {
            "waiting": "waiting",
            "scored": "scored",
            "partial": "words differ",
            "skipped": "skipped",
        }
        self._statuses = {number: names[name] for number, name in enumerate(STATUS_NAMES)}
        return {
            "number": ("No.", "Number of the sentence in the file."),
            "id": ("Id", "Name of the sentence, if the file gives it one."),
            "length": ("Length", "Words of the gold sentence, after preparation."),
            "score_a": ("A", "Score under measure A: {a}."),
            "score_b": ("B", "Score under measure B: {b}."),
            "rank_a": (
                "Rank\nA",
                "Rank among all sentences under {a}; 1 is best, ties share their mean rank.",
            ),
            "rank_b": (
                "Rank\nB",
                "Rank among all sentences under {b}; 1 is best, ties share their mean rank.",
            ),
            "difference": (
                "Rank\nA−B",
                "Rank under A minus rank under B. Sorted by its size: where the two measures disagree most.",
            ),
            "changed": (
                "Δ",
                "Nodes that are deleted, inserted or relabelled when one whole tree is turned into the other.",
            ),
            "hits": ("Hits", "How often what the filter asks for is in the sentence: {hits}."),
            "gain": (
                "A minus\nother",
                "Score under {a} minus that of {other}. Sorted, the sentences come first on which the system loses most.",
            ),
            "phenomena": ("Phenomena", "Phenomena that the sentence was tagged with."),
            "correct": ("Correct", "✓ the analysis was judged correct, ? unclear, ✗ wrong."),
            "class": ("Error\nclass", "Error classes that this system's analysis was given."),
            "note": ("Note", "What was noted on the sentence."),
            "status": (
                "Status",
                "Whether the sentence could be compared; the reason shows under the mouse.",
            ),
            "words": ("Words", "The sentence, as the gold has it after preparation."),
        }
