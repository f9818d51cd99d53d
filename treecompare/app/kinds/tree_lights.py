"""Which nodes of the trees light up when a count of a score is clicked; large mappings are computed in the background."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from treecompare.app.common.worker import Newest
from treecompare.app.drawings.alignment_panel import LARGE, Shown
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.constituents.counted import Node, counted_leaves, counted_mapping, counted_nodes, drawn_as

if TYPE_CHECKING:
    from treecompare.mappings.mapping import Mapping


class TreeLights(QObject):
    """The nodes of a count are first drawn, ``mappingWanted(kind, part, is_labelled)``, then lit, ``lightWanted`` with a list of
    (side, node), empty where they go out."""

    mappingWanted = Signal(str, str, bool)
    lightWanted = Signal(list)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._comparison: ConstituentComparison | None = None
        self._shown: Shown | None = None
        self._mappings: dict[tuple[str, str], Mapping | None] = {}
        self._lit: tuple[str, str] | None = None
        self.work = Newest(self)
        self.work.done.connect(self._computed)

    def show_pair(self, comparison: ConstituentComparison | None, shown: Shown | None) -> None:
        """Of which sentence counts are clicked. Another mapping of the same sentence changes nothing."""
        is_same = comparison is self._comparison and _place(self._shown) == _place(shown)
        self._comparison, self._shown = comparison, shown
        if not is_same:
            self._mappings.clear()
            self._lit = None
            self.work.drop()

    def light(self, part: str, count: str) -> None:
        """Lights what a count of a part stands for; with empty texts nothing."""
        comparison, shown = self._comparison, self._shown
        self._lit = (part, count) if count else None
        if comparison is None or shown is None or not count:
            self.lightWanted.emit([])
            return
        now = shown.kind, shown.part, shown.is_labelled
        if part in comparison.table.further:
            self.lightWanted.emit(counted_leaves(comparison, shown.system, shown.sentence, part, count, now))
            return
        drawn = drawn_as(part, now)
        self.mappingWanted.emit(*drawn)
        known = part, drawn[1]
        system, sentence = shown.system, shown.sentence
        if known in self._mappings:
            self._light(self._mappings[known])
        elif part.startswith("t.") and comparison.size_of(system, sentence) > LARGE:
            self.work.ask(
                lambda cancel: (known, counted_mapping(comparison, system, sentence, part, cancel=cancel.flag))
            )
        else:
            self._mappings[known] = counted_mapping(comparison, system, sentence, part, now)
            self._light(self._mappings[known])

    def _light(self, mapping: Mapping | None) -> None:
        if self._comparison is None or self._lit is None:
            return
        nodes: list[Node] = counted_nodes(self._comparison, mapping, *self._lit) if mapping is not None else []
        self.lightWanted.emit(nodes)

    def _computed(self, found: tuple[tuple[str, str], Mapping | None] | None) -> None:
        if found is None:
            return
        known, self._mappings[known] = found[0], found[1]
        if self._lit is not None and self._lit[0] == known[0]:
            self._light(found[1])

    def stop(self) -> None:
        """Ends what is being computed, without waiting for it."""
        self.work.stop()


def _place(shown: Shown | None) -> tuple[int, int] | None:
    return None if shown is None else (shown.system, shown.sentence)
