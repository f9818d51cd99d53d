"""The score table of constituents: counts of the mappings between trees."""

from __future__ import annotations

from collections.abc import Callable, Collection

import numpy as np
from numpy.typing import NDArray

from treecompare.measures import Counts, Ratio
from treecompare.scores.table import PARTIAL, SCORED, ScoreTable

EDIT_PARTS = ("t.whole", "t.roof", "t.whole.unlabelled", "t.roof.unlabelled")
MOVE_PART = "t.move"
"""The T-mapping of whole trees with the nodes that it moves; counted when someone asks for it."""
SPAN_PARTS = ("e.roof", "e.whole", "e.roof.unlabelled", "e.whole.unlabelled")
DISCONTINUOUS_PARTS = ("e.discontinuous", "e.discontinuous.unlabelled")
SETS_PART = "e.sets"
"""Sets of spans without the whole sentence, of sentences of two words or more."""
LINEAGE_PARTS = ("la", "la.initial", "la.custom", "la.tags")
_SHOWN = {
    **dict.fromkeys((*SPAN_PARTS, *DISCONTINUOUS_PARTS), ("gold", "test", "matched", "deleted", "inserted")),
    **dict.fromkeys(EDIT_PARTS, ("gold", "test", "words", "matched", "swapped", "deleted", "inserted", "cost")),
    "e.roof": ("gold", "test", "matched", "deleted", "inserted", "crossing"),
    MOVE_PART: ("gold", "test", "words", "matched", "swapped", "deleted", "inserted", "moved", "cost"),
    SETS_PART: ("gold", "test", "matched", "deleted", "inserted"),
    "tags": ("gold", "matched"),
    **dict.fromkeys(LINEAGE_PARTS, ("words", "score")),
}
SIZES = ("gold.roof", "gold.tags", "gold.words", "gold.forms", "test.roof", "test.tags", "test.words")
"""``words`` are the words of the trees as they are mapped (atoms, where words differ), ``forms`` those that were written."""


class TreeTable(ScoreTable):
    """Counts of the mappings between trees of constituents, int64; filled batch by batch by ``constituents.run.count``.

    ``spans``: ``[systems, sentences, 6]`` (mappings.spans.COLUMNS). ``edits[part]``: ``[systems, sentences, 4]`` = matched,
    swapped, deleted, inserted, -1 where the trees were too large. ``costs[part]``: doubles, only where label costs were given.
    ``lineages[part]``: sums of word scores, doubles; ``la.custom`` only where its costs were given.
    ``discontinuous``: ``[systems, sentences, 4]`` (mappings.discontinuous.COLUMNS); None where no branches cross.
    ``sets``: ``[systems, sentences, 4]`` (mappings.sets.COLUMNS).
    ``without_width``: words of either side of which the other has nothing. ``units``: parts of the row that were mapped apart.
    Sentences without a parse that are ``zeroed`` count as bare words, and so do partial ones where words have to be equal.
    ``lost_units``: rows of which a part has no parse and counts so. ``moves``: per system moved nodes per sentence, once they are
    counted; ``count_moves`` counts them as soon as they are asked for, None where someone else has to.
    """

    def __init__(
        self,
        systems: list[str],
        sentences: int,
        options: tuple[str, ...] = (),
        tree_costs: bool = False,
        parts: Collection[str] = LINEAGE_PARTS,
        is_crossing: bool = False,
    ) -> None:
        super().__init__(systems, sentences, options)
        shape = (len(systems), sentences)
        self.sizes = {name: np.zeros(shape, np.int64) for name in SIZES}
        self.without_width = np.zeros(shape, np.int64)
        self.units = np.ones(shape, np.int64)
        self.lost_units = np.zeros(shape, np.bool_)
        self.spans = np.zeros((*shape, 6), np.int64)
        self.discontinuous = np.zeros((*shape, 4), np.int64) if is_crossing else None
        self.sets = np.zeros((*shape, 4), np.int64)
        self.edits = {part: np.zeros((*shape, 4), np.int64) for part in EDIT_PARTS}
        self.costs = {part: np.zeros(shape, np.float64) for part in EDIT_PARTS[:2]} if tree_costs else {}
        self.moves: dict[int, NDArray[np.int64]] = {}
        self.count_moves: Callable[[int], object] | None = None
        self.lineages: dict[str, NDArray[np.float64]] = {
            part: np.zeros(shape) for part in LINEAGE_PARTS if part in parts
        }

    def has_own(self, part: str) -> bool:
        """Whether a measure over that part applies here: ``la.custom`` does only where its costs were given, those of
        discontinuous constituents only where branches cross."""
        if part in DISCONTINUOUS_PARTS:
            return self.discontinuous is not None
        return part in _SHOWN and (part not in LINEAGE_PARTS or part in self.lineages)

    def own_part(self, system: int, part: str, rows: slice = slice(None)) -> Counts:
        if not self.has(part):
            return self.nothing(rows)
        valid = self.exist(system, part, rows)
        size = {name: values[system, rows] for name, values in self.sizes.items()}
        spans = self.spans[system, rows]
        if part == "tags":
            gold, test, matched = size["gold.tags"], size["test.tags"], spans[:, 5]
            counts = Counts(gold, test, matched, deleted=gold - matched, inserted=test - matched)
        elif part in SPAN_PARTS:
            whole = ".whole" in part
            gold, test = (size[f"{side}.roof"] + (size[f"{side}.tags"] if whole else 0) for side in ("gold", "test"))
            matched = spans[:, SPAN_PARTS.index(part)]
            counts = Counts(
                gold, test, matched, deleted=gold - matched, inserted=test - matched, cost=gold + test - 2 * matched,
                crossing=spans[:, 4],
            )  # fmt: skip
        elif part in DISCONTINUOUS_PARTS and self.discontinuous is not None:
            gold, test, *both = self.discontinuous[system, rows].T
            matched = both[DISCONTINUOUS_PARTS.index(part)]
            deleted, inserted = gold - matched, test - matched
            counts = Counts(gold, test, matched, deleted=deleted, inserted=inserted, cost=deleted + inserted)
        elif part == SETS_PART:
            gold, test, matched, _ = self.sets[system, rows].T
            deleted, inserted = gold - matched, test - matched
            counts = Counts(gold, test, matched, deleted=deleted, inserted=inserted, cost=deleted + inserted)
        elif part in LINEAGE_PARTS:
            words = size["gold.forms"]
            counts = Counts(
                words, words, 0, words, words, score=self.lineages[part][system, rows] if self.has(part) else 0
            )
        else:
            is_move = part == MOVE_PART
            moved = self._moves(system)[rows] if is_move else 0
            part = "t.whole" if is_move else part
            edits = self.edits[part][system, rows]
            if is_move and (lost := self._partly_zeroed(system)[rows]).any():
                words, nodes = size["gold.words"], size["gold.roof"] + size["gold.tags"]
                edits = np.where(lost[:, None], np.stack((words, 0 * words, nodes, 0 * words), axis=1), edits)
                size["test.words"] = np.where(lost, words, size["test.words"])
            matched, swapped, deleted, inserted = edits.T
            counts = Counts(
                gold=matched + swapped + deleted,
                test=matched + swapped + inserted,
                matched=matched,
                words=size["gold.words"],
                test_words=size["test.words"],
                swapped=swapped,
                deleted=deleted,
                inserted=inserted,
                cost=self.costs[part][system, rows] if part in self.costs else deleted + inserted + swapped,
                moved=moved,
            )
        nothing = np.zeros(len(valid), np.int64)
        fields = ((name, getattr(counts, name)) for name in Counts.__dataclass_fields__)
        is_whole = bool(valid.all())
        return Counts(**{
            name: nothing if not np.ndim(value) else value if is_whole else np.where(valid, value, 0)
            for name, value in fields
        })  # fmt: skip

    def is_moves_counted(self, system: int) -> bool:
        """Whether moved nodes are known, or will be as soon as they are asked for."""
        return system in self.moves or (self.count_moves is not None and not self.waits(system))

    def _moves(self, system: int) -> NDArray[np.int64]:
        """The moved nodes of a system per sentence; 0 as long as nobody has counted them."""
        if system not in self.moves and self.count_moves is not None and self.is_moves_counted(system):
            self.count_moves(system)
        return self.moves.get(system, np.zeros(self.sentences, np.int64))

    def ratio(self, system: int, key: str) -> Ratio:
        """See the base. No match is complete with words that have no counterpart; crossing brackets are counted per unit."""
        ratio = super().ratio(system, key)
        if key == "complete":
            return Ratio(ratio.numerator * (self.without_width[system] == 0), ratio.denominator)
        if key == "crossing":
            return Ratio(ratio.numerator, ratio.denominator * self.units[system])
        if key in ("no-crossing", "two-or-less-crossing"):
            return Ratio(ratio.numerator * ~self.lost_units[system], ratio.denominator)
        return ratio

    def remark(self, system: int, sentence: int, key: str) -> str:
        alone, units = int(self.without_width[system, sentence]), int(self.units[system, sentence])
        if key == "complete" and alone:
            words = "1 word has" if alone == 1 else f"{alone} words have"
            return f"{words} no counterpart, so the match is not complete"
        if key == "crossing" and units > 1:
            crossing = int(self.spans[system, sentence, 4])
            brackets = "1 crossing bracket" if crossing == 1 else f"{crossing} crossing brackets"
            return f"{brackets} in {units} parts of this row, which are compared one by one"
        return ""

    def own_exist(self, system: int, part: str, rows: slice = slice(None)) -> NDArray[np.bool_]:
        status = self.statuses[system, rows]
        valid: NDArray[np.bool_] = status == SCORED
        if part in EDIT_PARTS:
            valid = (valid | (status == PARTIAL)) & (self.edits[part][system, rows, 0] >= 0)
        if part == MOVE_PART:
            valid = valid & (self.edits["t.whole"][system, rows, 0] >= 0)
            if not self.is_moves_counted(system):
                return np.zeros(valid.shape, np.bool_)
        if not self.has(part):
            return np.zeros(valid.shape, np.bool_)
        found = valid | self.is_own_zeroed(system, part)[rows]
        return found & (self.sets[system, rows, 3] > 1) if part == SETS_PART else found

    def _partly_zeroed(self, system: int) -> NDArray[np.bool_]:
        """Partial sentences that count as zero where words have to be equal."""
        partly: NDArray[np.bool_] = self.zeroed[system] & (self.statuses[system] == PARTIAL)
        return partly

    def is_own_zeroed(self, system: int, part: str) -> NDArray[np.bool_]:
        """:meth:`is_zeroed` of the table's own parts: tree distance has scores where words differ."""
        zeroed: NDArray[np.bool_] = self.zeroed[system]
        if part == SETS_PART:
            return zeroed & (self.sets[system, :, 3] > 1)
        return zeroed & ~self._partly_zeroed(system) if part in EDIT_PARTS else zeroed

    def is_zeroed(self, system: int, part: str) -> NDArray[np.bool_]:
        """See the base; a missing parse lacks no discontinuous constituent where the gold has none."""
        zeroed = super().is_zeroed(system, part) if part in self.further else self.is_own_zeroed(system, part)
        if part in DISCONTINUOUS_PARTS and self.discontinuous is not None:
            return zeroed & (self.discontinuous[system, :, 0] > 0)
        return zeroed

    def own_lacking(self, part: str, system: int, sentence: int) -> str:
        if part == MOVE_PART and not self.is_moves_counted(system):
            return "not counted yet"
        if part in DISCONTINUOUS_PARTS and not self.has(part):
            return "no branches cross, so that no constituent is discontinuous"
        if part == SETS_PART and self.statuses[system, sentence] == SCORED:
            return "the sentence has fewer than two words, so that nothing is in it but the whole"
        if part == "la.custom":
            return "this measure needs a table of label costs, and none was given"
        return super().own_lacking(part, system, sentence)

    def shown_counts(self) -> dict[str, tuple[str, ...]]:
        moves = [MOVE_PART] if len(self.moves) == len(self.systems) else []
        apart = [part for part in DISCONTINUOUS_PARTS if self.has(part)]
        return {
            part: _SHOWN[part] for part in (*SPAN_PARTS, *apart, SETS_PART, *EDIT_PARTS, *moves, "tags", *self.lineages)
        }

    def changed(self, system: int, rows: slice = slice(None)) -> NDArray[np.int64]:
        """Changed nodes per sentence: deleted, inserted and swapped by the T-mapping of the whole trees; -1 undefined."""
        counts = self.part(system, "t.whole", rows)
        return np.where(self.exist(system, "t.whole", rows), counts.deleted + counts.inserted + counts.swapped, -1)
