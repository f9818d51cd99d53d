"""The score table of trees whose words may differ, and their items: nodes and lexemes, which are kept, scores of words beside."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.lattice_mapping import LatticePair
from treecompare.measures import Counts
from treecompare.measures.tedeval import LATTICE_PARTS
from treecompare.scores.items import Column, Items
from treecompare.scores.table import PARTIAL, SCORED, ScoreTable
from treecompare.trees.arcs import sums_before
from treecompare.trees.shared_symbols import Shared

FIELDS = ("gold", "test", "matched", "deleted", "inserted")


class LatticeTable(ScoreTable):
    """``parts[part]``: int64 ``[systems, sentences, 3]`` = gold, test and matched nodes or lexemes, -1 where not counted.

    ``others``: the table of the measures that compare word by word, if they were asked for too.
    """

    signs_aligned = False

    def __init__(
        self, systems: list[str], sentences: int, options: tuple[str, ...], others: ScoreTable | None = None
    ) -> None:
        super().__init__(systems, sentences, options)
        self.parts = {part: np.full((len(systems), sentences, 3), -1, np.int64) for part in LATTICE_PARTS}
        self.others = others

    def has_own(self, part: str) -> bool:
        return part in self.parts or (self.others is not None and self.others.has(part))

    def own_part(self, system: int, part: str, rows: slice = slice(None)) -> Counts:
        if part in self.parts:
            gold, test, matched = np.where(self.exist(system, part, rows)[:, None], self.parts[part][system, rows], 0).T
            # the paper turns the parse into the gold tree
            deleted, inserted = test - matched, gold - matched
            return Counts(gold, test, matched, deleted=deleted, inserted=inserted, cost=deleted + inserted)
        if self.others is not None:
            return self.others.part(system, part, self._inside(rows))
        return self.nothing(rows)

    def own_exist(self, system: int, part: str, rows: slice = slice(None)) -> NDArray[np.bool_]:
        if part in self.parts:
            status = self.statuses[system, rows]
            found: NDArray[np.bool_] = ((status == SCORED) | (status == PARTIAL)) & (
                self.parts[part][system, rows, 2] >= 0
            )
            return found
        if self.others is not None:
            return self.others.exist(system, part, self._inside(rows))
        return np.zeros(len(range(*rows.indices(self.sentences))), np.bool_)

    def words_differ(self, system: int) -> NDArray[np.bool_]:
        """The rows whose segments differ, whatever becomes of their trees: trees that are too large are compared in part, too."""
        found: NDArray[np.bool_] = self.aligned[system].copy()
        return found

    def _inside(self, rows: slice) -> slice:
        """The same rows for the other table, which has more where a system has more sentences than the gold."""
        return slice(*rows.indices(self.sentences))

    def changed(self, system: int, rows: slice = slice(None)) -> NDArray[np.int64]:
        """Nodes that are deleted or inserted; -1 undefined."""
        counts = self.part(system, "tedeval.lattice", rows)
        return np.where(self.exist(system, "tedeval.lattice", rows), counts.deleted + counts.inserted, -1)

    def shown_counts(self) -> dict[str, tuple[str, ...]]:
        return dict.fromkeys(self.parts, FIELDS) | (self.others.shown_counts() if self.others is not None else {})

    def own_options_of(self, key: str) -> tuple[str, ...]:
        """See the base; of other measures those that they have by themselves."""
        if self.others is not None and not key.startswith(LATTICE_PARTS):
            return self.others.options_of(key)
        return super().own_options_of(key)


Numbers = NDArray[np.int64]
KEYS = {"constituents": "tedeval.lattice", "tags": "segeval"}
"""What is paired, and the measure whose counts the labels of both add up to."""


def _labels(pair: LatticePair) -> tuple[list[str], Numbers, Numbers]:
    shared = Shared()
    gold, test = (
        shared.of(one.symbols, np.where(one.is_lexeme, one.tags, one.labels))[0] for one in (pair.gold, pair.test)
    )
    return shared.texts, gold, test


COLUMNS = {"label": Column(_labels, in_confusions=True)}
"""The categories of nodes; of segments their tags."""


def lattice_items(pair: LatticePair, what: str, rows: NDArray[np.bool_]) -> Items:
    """``rows``: of which sentences."""
    sides, is_tag = (pair.gold, pair.test), what == "tags"
    sentences = [np.repeat(np.arange(len(one)), np.diff(one.offsets)) for one in sides]
    matched = []
    for sentence in np.flatnonzero(rows).tolist():
        kept = np.array(pair.kept_lexemes(sentence) if is_tag else pair.pairs(sentence), np.int64).reshape(-1, 2)
        firsts = [int((one.word_offsets if is_tag else one.offsets)[sentence]) for one in sides]
        matched.append(kept + firsts)
    places = list(np.concatenate((*matched, np.zeros((0, 2), np.int64))).T)
    if is_tag:
        places = [np.flatnonzero(one.is_lexeme)[of] for one, of in zip(sides, places, strict=True)]
    else:
        places = [of[~sides[0].is_lexeme[places[0]]] for of in places]
    left = [
        np.setdiff1d(np.flatnonzero((one.is_lexeme == is_tag) & rows[of]), found)
        for one, of, found in zip(sides, sentences, places, strict=True)
    ]
    return Items.matched(
        places, left, [_over(pair, side)[rest] for side, rest in enumerate(left)], (sentences[0], sentences[1]),
        columns=COLUMNS, source=pair, firsts=(pair.gold.offsets, pair.test.offsets),
    )  # fmt: skip


def _over(pair: LatticePair, side: int) -> Numbers:
    """A number per node of a side, equal for nodes of a sentence over the same space-delimited words, segments if they are spelt
    alike, too; those over words that nobody knows have negative numbers, unlike all others."""
    sides, shared = (pair.gold, pair.test), Shared()
    spelt = [shared.of(one.symbols, one.labels)[0] + 1 for one in sides][side]
    one, width = sides[side], max(int(of.tokens.max(initial=0)) for of in sides) + 1
    before, nodes = sums_before(one.is_lexeme), np.arange(len(one.labels))
    tokens = np.append(one.tokens[one.is_lexeme], 0).astype(np.int64)
    first, last = tokens[before[nodes + 1 - one.sizes]], tokens[before[nodes + 1] - 1]
    span = (np.repeat(np.arange(len(one)), np.diff(one.offsets)) * width + first) * width + last
    found: Numbers = np.where(
        first > 0, span * (len(shared.texts) + 1) + np.where(one.is_lexeme, spelt, 0), -1 - side - 2 * nodes
    )
    return found
