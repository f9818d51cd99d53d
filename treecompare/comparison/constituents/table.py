"""The score table of constituents: counts of the mappings between trees."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from treecompare.measures import Counts, Ratio
from treecompare.scores.table import PARTIAL, SCORED, Mask, Part, ScoreTable

EDIT_PARTS = ("t.whole", "t.roof", "t.whole.unlabelled", "t.roof.unlabelled")
MOVE_PART = "t.move"
"""The T-mapping of whole trees with the nodes that it moves; counted when someone asks for it."""
SPAN_PARTS = ("e.roof", "e.whole", "e.roof.unlabelled", "e.whole.unlabelled")
DISCONTINUOUS_PARTS = ("e.discontinuous", "e.discontinuous.unlabelled")
SETS_PART = "e.sets"
"""Sets of spans without the whole sentence, of sentences of two words or more."""
LINEAGE_PARTS = ("la", "la.initial", "la.custom", "la.tags")
_SHOWN = {
    **dict.fromkeys((*SPAN_PARTS, *DISCONTINUOUS_PARTS, SETS_PART), ("gold", "test", "matched", "deleted", "inserted")),
    **dict.fromkeys(EDIT_PARTS, ("gold", "test", "words", "matched", "swapped", "deleted", "inserted", "cost")),
    "e.roof": ("gold", "test", "matched", "deleted", "inserted", "crossing"),
    MOVE_PART: ("gold", "test", "words", "matched", "swapped", "deleted", "inserted", "moved", "cost"),
    "tags": ("gold", "matched"),
    **dict.fromkeys(LINEAGE_PARTS, ("words", "score")),
}
SIZES = ("gold.roof", "gold.tags", "gold.words", "gold.forms", "test.roof", "test.tags", "test.words")
"""``words`` are the words of the trees as they are mapped (atoms, where words differ), ``forms`` those that were written."""


class TreeParts(Part):
    """Counts of the mappings between trees of constituents; filled batch by batch by ``constituents.run.count``.

    Columns of the table: SIZES; ``spans`` (mappings.spans.COLUMNS), ``sets`` (mappings.sets.COLUMNS), ``discontinuous``
    (mappings.sets.COUNTED; only where branches cross); of EDIT_PARTS matched, swapped, deleted, inserted, -1 where the
    trees were too large, and doubles ``t.whole.cost`` only where label costs were given; of LINEAGE_PARTS sums of word scores,
    doubles, ``la.custom`` only where its costs were given; ``moved``: moved nodes, -1 until they are counted.
    ``without_width``: words of either side of which the other has nothing. ``units``: parts of the row that were mapped apart;
    ``lost_units``: rows of which a part has no parse and counts as bare words. So do sentences without a parse that are
    ``zeroed``, and partial ones where words have to be equal.
    ``count_moves`` counts moved nodes of a system as soon as they are asked for, None where someone else has to.
    """

    def __init__(self) -> None:
        super().__init__(tuple(_SHOWN))
        self.count_moves: Callable[[int], object] | None = None

    def is_there(self, table: ScoreTable, part: str) -> bool:
        """``la.custom`` only where its costs were given, discontinuous constituents only where branches cross."""
        column = "discontinuous" if part in DISCONTINUOUS_PARTS else part if part in LINEAGE_PARTS else "spans"
        return part in self.keys and column in table.columns

    def counts(self, table: ScoreTable, system: int, part: str, rows: slice) -> Counts:
        size = {name: table.columns[name][system, rows] for name in SIZES}
        spans = table.columns["spans"][system, rows]
        if part == "tags":
            return Counts.of(size["gold.tags"], size["test.tags"], spans[:, 5])
        if part in SPAN_PARTS:
            whole = ".whole" in part
            gold, test = (size[f"{side}.roof"] + (size[f"{side}.tags"] if whole else 0) for side in ("gold", "test"))
            return Counts.of(gold, test, spans[:, SPAN_PARTS.index(part)], crossing=spans[:, 4])
        if part in DISCONTINUOUS_PARTS:
            gold, test, *both = table.columns["discontinuous"][system, rows].T
            return Counts.of(gold, test, both[DISCONTINUOUS_PARTS.index(part)])
        if part == SETS_PART:
            return Counts.of(*table.columns["sets"][system, rows, :3].T)
        if part in LINEAGE_PARTS:
            words = size["gold.forms"]
            return Counts(words, words, 0, words, words, score=table.columns[part][system, rows])
        moved: NDArray[np.int32] | int = 0
        of_trees = "t.whole" if part == MOVE_PART else part
        edits = table.columns[of_trees][system, rows]
        if part == MOVE_PART:
            if self.count_moves is not None and not _are_moves_known(table, system) and not table.waits(system):
                self.count_moves(system)
            moved = np.maximum(table.columns["moved"][system, rows], 0)
            if (lost := _partly_zeroed(table, system)[rows]).any():
                words, nodes = size["gold.words"], size["gold.roof"] + size["gold.tags"]
                edits = np.where(lost[:, None], np.stack((words, 0 * words, nodes, 0 * words), axis=1), edits)
                size["test.words"] = np.where(lost, words, size["test.words"])
        matched, swapped, deleted, inserted = edits.T
        cost = table.columns.get(f"{of_trees}.cost")
        return Counts(
            gold=matched + swapped + deleted,
            test=matched + swapped + inserted,
            matched=matched,
            words=size["gold.words"],
            test_words=size["test.words"],
            swapped=swapped,
            deleted=deleted,
            inserted=inserted,
            cost=deleted + inserted + swapped if cost is None else cost[system, rows],
            moved=moved,
        )

    def is_moves_counted(self, table: ScoreTable, system: int) -> bool:
        """Whether moved nodes are known, or will be as soon as they are asked for."""
        return _are_moves_known(table, system) or (self.count_moves is not None and not table.waits(system))

    def adjusted(self, table: ScoreTable, system: int, key: str, ratio: Ratio) -> Ratio:
        """No match is complete with words that have no counterpart; crossing brackets are counted per unit."""
        if key == "complete":
            return Ratio(ratio.numerator * (table.columns["without_width"][system] == 0), ratio.denominator)
        if key == "crossing":
            return Ratio(ratio.numerator, ratio.denominator * table.columns["units"][system])
        if key in ("no-crossing", "two-or-less-crossing"):
            return Ratio(ratio.numerator * ~table.columns["lost_units"][system], ratio.denominator)
        return ratio

    def remark(self, table: ScoreTable, system: int, sentence: int, key: str) -> str:
        alone, units = (int(table.columns[name][system, sentence]) for name in ("without_width", "units"))
        if key == "complete" and alone:
            words = "1 word has" if alone == 1 else f"{alone} words have"
            return f"{words} no counterpart, so the match is not complete"
        if key == "crossing" and units > 1:
            crossing = int(table.columns["spans"][system, sentence, 4])
            brackets = "1 crossing bracket" if crossing == 1 else f"{crossing} crossing brackets"
            return f"{brackets} in {units} parts of this row, which are compared one by one"
        return ""

    def exist(self, table: ScoreTable, system: int, part: str, rows: slice) -> Mask:
        if part in EDIT_PARTS:
            return super().exist(table, system, part, rows)
        found: Mask = (table.statuses[system, rows] == SCORED) | table.zeroed[system, rows]
        if part == SETS_PART:
            return found & (table.columns["sets"][system, rows, 3] > 1)
        if part == MOVE_PART and not self.is_moves_counted(table, system):
            return np.zeros_like(found)
        return found

    def is_zeroed(self, table: ScoreTable, system: int, part: str) -> Mask:
        """Tree distance has scores where words differ. A missing parse lacks no discontinuous constituent if the gold has none."""
        zeroed: Mask = table.zeroed[system]
        if part == SETS_PART:
            return zeroed & (table.columns["sets"][system, :, 3] > 1)
        if part in DISCONTINUOUS_PARTS and self.is_there(table, part):
            return zeroed & (table.columns["discontinuous"][system, :, 0] > 0)
        return zeroed & ~_partly_zeroed(table, system) if part in EDIT_PARTS else zeroed

    def lacking(self, table: ScoreTable, system: int, part: str, sentence: int) -> str:
        if part == MOVE_PART and not self.is_moves_counted(table, system):
            return "not counted yet"
        if part in DISCONTINUOUS_PARTS and not self.is_there(table, part):
            return "no branches cross, so that no constituent is discontinuous"
        if part == SETS_PART and table.statuses[system, sentence] == SCORED:
            return "the sentence has fewer than two words, so that nothing is in it but the whole"
        if part == "la.custom":
            return "this measure needs a table of label costs, and none was given"
        return super().lacking(table, system, part, sentence)

    def shown_counts(self, table: ScoreTable) -> dict[str, tuple[str, ...]]:
        are_moved = all(_are_moves_known(table, system) for system in range(len(table.systems)))
        there = (part for part in _SHOWN if self.is_there(table, part) and (part != MOVE_PART or are_moved))
        return {part: _SHOWN[part] for part in there}


def _are_moves_known(table: ScoreTable, system: int) -> bool:
    return bool((table.columns["moved"][system] >= 0).all())


def _partly_zeroed(table: ScoreTable, system: int) -> Mask:
    """Partial sentences that count as zero where words have to be equal."""
    partly: Mask = table.zeroed[system] & (table.statuses[system] == PARTIAL)
    return partly


def tree_table(
    systems: Sequence[str],
    sentences: int,
    options: tuple[str, ...] = (),
    has_costs: bool = False,
    lineages: Sequence[str] = LINEAGE_PARTS,
    is_crossing: bool = False,
) -> ScoreTable:
    """An empty table for trees of constituents; ``has_costs``: of trees, ``lineages``: of which Leaf-Ancestor is counted."""
    table, shape = ScoreTable([*systems], sentences, options, changes=("t.whole",)), (len(systems), sentences)
    apart = {"discontinuous": 4} if is_crossing else {}
    widths = {"spans": 6, "sets": 4, **apart, **dict.fromkeys(EDIT_PARTS, 4)}
    table.columns = {
        **{name: np.zeros(shape, np.int64) for name in (*SIZES, "without_width")},
        **{name: np.zeros((*shape, width), np.int64) for name, width in widths.items()},
        **{part: np.zeros(shape) for part in LINEAGE_PARTS if part in lineages},
        **{f"{part}.cost": np.zeros(shape) for part in EDIT_PARTS[:2] if has_costs},
        "units": np.ones(shape, np.int64), "lost_units": np.zeros(shape, np.bool_), "moved": np.full(shape, -1, np.int32),
    }  # fmt: skip
    table.add(TreeParts())
    return table
