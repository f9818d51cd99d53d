"""The alignment dock: both trees of the chosen sentence, computed when it is looked at, and its counts below."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from treecompare.app.alignment import AlignmentView
from treecompare.app.worker import Newest
from treecompare.comparison.comparison import Comparison
from treecompare.comparison.counted import lineage_nodes
from treecompare.comparison.run import Cancel
from treecompare.comparison.table import WAITING

if TYPE_CHECKING:
    from treecompare.comparison.dependencies import Compared
    from treecompare.mappings.mapping import Mapping

LARGE = 2_000_000
"""Pairs of nodes from which on a mapping may take longer than a tenth of a second."""


@dataclass(frozen=True)
class Shown:
    """What is drawn: a sentence of a system, and which mapping of it."""

    system: int
    sentence: int
    kind: str = "T"
    part: str = "whole"
    is_labelled: bool = True


class AlignmentPanel(QWidget):
    """Draws one sentence's mapping."""

    nodePinned = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = AlignmentView()
        self.view.nodePinned.connect(self.nodePinned)
        self.counts = QLabel()
        self.counts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.counts.setWordWrap(True)
        self.counts.setContentsMargins(10, 4, 10, 6)
        self.counts.setAccessibleName(self.tr("Counts of this sentence"))
        self.note = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.note.setWordWrap(True)
        self.note.setContentsMargins(24, 24, 24, 24)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.note, 1)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.counts)
        self._comparison: Comparison | None = None
        self._shown: Shown | None = None
        self._is_drawn = False
        self._mapping: Mapping | None = None
        self._lights: list[tuple[str, int]] = []
        self.work = Newest(self)
        self.work.done.connect(self._draw)
        self.work.failed.connect(self._failed)
        self._say(self.tr("Choose a sentence to see its two trees."))

    def show_pair(self, comparison: Comparison | None, wanted: Shown | None) -> None:
        """Draws a sentence, or nothing."""
        is_same = comparison is self._comparison and wanted == self._shown
        if is_same and self._is_drawn:
            return
        self._comparison, self._shown, self._is_drawn = comparison, wanted, False
        self._lights = []
        self.work.drop()
        self.counts.clear()
        if comparison is None or wanted is None or wanted.sentence < 0:
            self._say(self.tr("Choose a sentence to see its two trees."))
            return
        # before that the background work may still be preparing the system
        if comparison.table.statuses[wanted.system, wanted.sentence] == WAITING:
            self._say(self.tr("This sentence has not been compared yet."))
            return
        pairs = comparison.pairs(wanted.system)
        if len(pairs.gold[wanted.sentence]) * len(pairs.test[wanted.sentence]) > LARGE:
            self._compute_in_background(comparison, wanted)
        else:
            self._draw(_mapping(comparison, wanted))

    def update_pair(self) -> None:
        """Draws the sentence as soon as it is compared."""
        if not self._is_drawn and not self.work.is_busy:
            self.show_pair(self._comparison, self._shown)

    def light(self, nodes: list[tuple[str, int]]) -> None:
        """Lights nodes, as (side, node) of the trees that are drawn, or will be once their mapping is computed."""
        self._lights = nodes
        if self._is_drawn:
            self.view.highlight(nodes)

    def light_word(self, word: int) -> None:
        """Lights the path from a word (from 0, -1 for none) to the root, in both trees."""
        if self._mapping is not None:
            self.view.highlight(lineage_nodes(self._mapping, word) if word >= 0 else [])

    def _draw(self, mapping: Mapping | None) -> None:
        comparison, shown = self._comparison, self._shown
        if comparison is None or shown is None:
            return
        self._is_drawn, self._mapping = True, mapping
        if mapping is None:
            self._say(self._why_none(comparison, shown))
            return
        self.note.hide()
        self.view.show()
        self.view.show_mapping(mapping, title_of(comparison, shown.system, shown.sentence))
        self.view.highlight(self._lights)
        self.counts.setText(self._counts_text(mapping))

    def _why_none(self, comparison: Comparison, shown: Shown) -> str:
        reason = comparison.table.reason(shown.system, shown.sentence)
        if reason and shown.kind == "E" and comparison.mapping(shown.system, shown.sentence, "T") is not None:
            return self.tr("No same-span mapping: {0}.\nThe tree distance (T) can still be drawn.").format(reason)
        return self.tr("Sentence {0} cannot be drawn: {1}.").format(shown.sentence + 1, reason or self.tr("no trees"))

    def _counts_text(self, mapping: Mapping) -> str:
        counts = mapping.counts
        parts = [
            self.tr("{0} deleted").format(counts["deleted"]),
            self.tr("{0} inserted").format(counts["inserted"]),
            self.tr("{0} matched").format(counts["matched"]),
        ]
        if mapping.kind == "T":
            parts.insert(2, self.tr("{0} relabelled").format(counts["swapped"]))
            parts.append(self.tr("cost {0}").format(f"{mapping.cost:g}"))
        sizes = self.tr("gold {0} nodes, test {1}").format(counts["gold"], counts["test"])
        return f"<b>{html.escape(mapping.kind)}</b>&nbsp; {', '.join(parts)} &nbsp;·&nbsp; {sizes}"

    def _say(self, text: str) -> None:
        self.view.show_mapping(None)
        self.view.hide()
        self.note.setText(text)
        self.note.show()

    # -- large trees ---------------------------------------------------------------------------------------------------

    def _compute_in_background(self, comparison: Comparison, wanted: Shown) -> None:
        self._say(self.tr("These trees are large; their alignment is being computed…"))
        self.work.ask(lambda cancel: _mapping(comparison, wanted, cancel))

    def _failed(self, error: BaseException) -> None:
        self._is_drawn = True
        self._say(str(error))

    def stop(self) -> None:
        """Ends what is being computed, without waiting for it."""
        self.work.stop()


def _mapping(comparison: Comparison, wanted: Shown, cancel: Cancel | None = None) -> Mapping | None:
    flag = cancel.flag if cancel else None
    return comparison.mapping(wanted.system, wanted.sentence, wanted.kind, wanted.part, wanted.is_labelled, flag)


def title_of(comparison: Compared, system: int, sentence: int) -> str:
    """Number and name of a sentence, and whose parse it is."""
    name, number = comparison.ids[sentence], str(sentence + 1)
    title = QCoreApplication.translate("titles", "Sentence {0}").format(number)
    title += "" if name == number else f" · {name}"
    return f"{title} · {comparison.table.systems[system]}"
