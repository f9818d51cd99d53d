"""The score table of constituents: counts of the mappings between trees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Literal

import numpy as np

from treecompare.measures import Counts, Ratio
from treecompare.scores.table import PARTIAL, SCORED, Mask, Numbers, Part, ScoreTable

EDIT_PARTS = ("t.whole", "t.roof", "t.whole.unlabelled", "t.roof.unlabelled")
MOVE_PART = "t.move"
"""The T-mapping of whole trees with the nodes that it moves; counted when someone asks for it."""
SPAN_PARTS = ("e.roof", "e.whole", "e.roof.unlabelled", "e.whole.unlabelled")
DISCONTINUOUS_PARTS = ("e.discontinuous", "e.discontinuous.unlabelled")
SETS_PART = "e.sets"
"""Sets of spans without the whole sentence, of sentences of two words or more."""
LINEAGE_PARTS = ("la", "la.initial", "la.custom", "la.tags")
Kind = Literal["constituents", "tags", "nodes"]
"""What is paired; ``nodes``: constituents and tags."""
KEYS: dict[Kind, str] = {"constituents": "e.roof.dice", "tags": "tagging", "nodes": "e.whole.dice"}
"""The measure whose counts the labels add up to."""
SIZES = ("gold.roof", "gold.tags", "gold.words", "gold.forms", "test.roof", "test.tags", "test.words")
"""``words`` are the words of the trees as they are mapped (atoms, where words differ), ``forms`` those that were written."""


class TreeParts(Part):
    """Counts of mappings between trees, filled batch by batch by ``constituents.run.count``, where words have to be equal.

    ``column``: that of the table without which they are not counted, empty for one that is called as the part.
    """

    column: ClassVar[str] = "spans"

    def is_there(self, table: ScoreTable, part: str) -> bool:
        return part in self.keys and (self.column or part) in table.columns

    def exist(self, table: ScoreTable, system: int, part: str, rows: slice) -> Mask:
        found: Mask = (table.statuses[system, rows] == SCORED) | table.zeroed[system, rows]
        return found


class SpanParts(TreeParts):
    """The E-mappings, and words with the same tag: the column ``spans`` (mappings.spans.COLUMNS), and SIZES.

    ``without_width``: words of either side of which the other has nothing. ``units``: parts of the row that were mapped apart;
    ``lost_units``: rows of which a part has no parse and counts as bare words.
    """

    def counts(self, table: ScoreTable, system: int, part: str, rows: slice) -> Counts:
        size, spans = _sizes(table, system, rows), table.columns["spans"][system, rows]
        if part == "tags":
            return Counts.of(size["gold.tags"], size["test.tags"], spans[:, 5])
        gold, test = size["gold.roof"], size["test.roof"]
        if ".whole" in part:
            gold, test = gold + size["gold.tags"], test + size["test.tags"]
        return Counts.of(gold, test, spans[:, SPAN_PARTS.index(part)], crossing=spans[:, 4])

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


class DiscontinuousParts(TreeParts):
    """The E-mapping of constituents whose words stand apart: the column ``discontinuous`` (mappings.moves.COUNTED), where branches
    cross. A missing parse lacks none if the gold has none."""

    column = "discontinuous"

    def counts(self, table: ScoreTable, system: int, part: str, rows: slice) -> Counts:
        gold, test, *both = table.columns["discontinuous"][system, rows].T
        return Counts.of(gold, test, both[DISCONTINUOUS_PARTS.index(part)])

    def is_zeroed(self, table: ScoreTable, system: int, part: str) -> Mask:
        zeroed = super().is_zeroed(table, system, part)
        return zeroed & (table.columns["discontinuous"][system, :, 0] > 0) if self.is_there(table, part) else zeroed


class SetParts(TreeParts):
    """The column ``sets`` (mappings.moves.SET_COLUMNS), of sentences of two words and more."""

    def counts(self, table: ScoreTable, system: int, part: str, rows: slice) -> Counts:
        return Counts.of(*table.columns["sets"][system, rows, :3].T)

    def exist(self, table: ScoreTable, system: int, part: str, rows: slice) -> Mask:
        return super().exist(table, system, part, rows) & (table.columns["sets"][system, rows, 3] > 1)

    def is_zeroed(self, table: ScoreTable, system: int, part: str) -> Mask:
        return super().is_zeroed(table, system, part) & (table.columns["sets"][system, :, 3] > 1)


class EditParts(Part):
    """The T-mappings, also where words differ: matched, swapped, deleted, inserted, -1 where the trees were too large, and doubles
    ``t.whole.cost`` where label costs were given. Sentences without a parse that are ``zeroed`` count as bare words."""

    def counts(self, table: ScoreTable, system: int, part: str, rows: slice) -> Counts:
        return _edited(table, system, part, rows, table.columns[part][system, rows])

    def is_zeroed(self, table: ScoreTable, system: int, part: str) -> Mask:
        return super().is_zeroed(table, system, part) & ~_partly_zeroed(table, system)


class MoveParts(TreeParts):
    """The T-mapping of whole trees with the column ``moved``, -1 until moved nodes are counted. Partial sentences that are
    ``zeroed`` count as bare words.

    ``count_moves`` counts those of a system as soon as they are asked for, None where someone else has to.
    """

    count_moves: Callable[[int], object] | None = None

    def counts(self, table: ScoreTable, system: int, part: str, rows: slice) -> Counts:
        if self.count_moves is not None and not _are_moves_known(table, system) and not table.waits(system):
            self.count_moves(system)
        size, edits, test_words = _sizes(table, system, rows), table.columns["t.whole"][system, rows], None
        if (lost := _partly_zeroed(table, system)[rows]).any():
            words, nodes = size["gold.words"], size["gold.roof"] + size["gold.tags"]
            edits = np.where(lost[:, None], np.stack((words, 0 * words, nodes, 0 * words), axis=1), edits)
            test_words = np.where(lost, words, size["test.words"])
        moved = np.maximum(table.columns["moved"][system, rows], 0)
        return _edited(table, system, "t.whole", rows, edits, test_words, moved)

    def exist(self, table: ScoreTable, system: int, part: str, rows: slice) -> Mask:
        return super().exist(table, system, part, rows) & self._is_counted(table, system)

    def lacking(self, table: ScoreTable, system: int, part: str, sentence: int) -> str:
        return super().lacking(table, system, part, sentence) if self._is_counted(table, system) else "not counted yet"

    def shown_counts(self, table: ScoreTable) -> dict[str, tuple[str, ...]]:
        are_known = all(_are_moves_known(table, system) for system in range(len(table.systems)))
        return super().shown_counts(table) if are_known else {}

    def _is_counted(self, table: ScoreTable, system: int) -> bool:
        return _are_moves_known(table, system) or (self.count_moves is not None and not table.waits(system))


class LineageParts(TreeParts):
    """Leaf-Ancestor: sums of word scores, doubles; ``la.custom`` only where its costs were given."""

    column = ""

    def counts(self, table: ScoreTable, system: int, part: str, rows: slice) -> Counts:
        words = table.columns["gold.forms"][system, rows]
        return Counts(words, words, 0, words, words, score=table.columns[part][system, rows])


def _sizes(table: ScoreTable, system: int, rows: slice) -> dict[str, Numbers]:
    return {name: table.columns[name][system, rows] for name in SIZES}


def _edited(
    table: ScoreTable,
    system: int,
    part: str,
    rows: slice,
    edits: Numbers,
    test_words: Numbers | None = None,
    moved: Numbers | int = 0,
) -> Counts:
    """The counts of T-mappings. ``test_words``: where they are not those of the table."""
    matched, swapped, deleted, inserted = edits.T
    cost = table.columns.get(f"{part}.cost")
    return Counts(
        gold=matched + swapped + deleted,
        test=matched + swapped + inserted,
        matched=matched,
        words=table.columns["gold.words"][system, rows],
        test_words=table.columns["test.words"][system, rows] if test_words is None else test_words,
        swapped=swapped,
        deleted=deleted,
        inserted=inserted,
        cost=deleted + inserted + swapped if cost is None else cost[system, rows],
        moved=moved,
    )


def _are_moves_known(table: ScoreTable, system: int) -> bool:
    return bool((table.columns["moved"][system] >= 0).all())


def _partly_zeroed(table: ScoreTable, system: int) -> Mask:
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
    pairs = ("gold", "test", "matched", "deleted", "inserted")
    edits = ("gold", "test", "words", "matched", "swapped", "deleted", "inserted")
    uncrossed = "no branches cross, so that no constituent is discontinuous"
    costs = "this measure needs a table of label costs, and none was given"
    short = "the sentence has fewer than two words, so that nothing is in it but the whole"
    for of_parts in (
        SpanParts(SPAN_PARTS[:1], shown=(*pairs, "crossing")), SpanParts(SPAN_PARTS[1:], shown=pairs),
        DiscontinuousParts(DISCONTINUOUS_PARTS, shown=pairs, absent=uncrossed), SetParts([SETS_PART], shown=pairs, without=short),
        EditParts(EDIT_PARTS, shown=(*edits, "cost")), MoveParts([MOVE_PART], shown=(*edits, "moved", "cost")),
        SpanParts(["tags"], shown=("gold", "matched")),
        LineageParts(LINEAGE_PARTS, shown=("words", "score"), absent=costs),
    ):  # fmt: skip
        table.add(of_parts)
    return table
