"""Which sentences of BASE are which of HEAD, whatever their ids and their order.

A sentence pairs with one of the same id and text, then with one of the same text; the longest set of such pairs that has the
same order in both versions (the *chain*) cuts both into gaps. Then sentences with the same id in different gaps pair if their
texts are similar, and within each gap the best path through the characters (``mappings/characters.py``) says which are split,
joined, or the same. An id never forces a pair, as ids are renumbered where a sentence is split, and never prevents one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np

from treecompare.extras.versions.version import Version
from treecompare.extras.versions.watch import QUIET, Watch
from treecompare.mappings.characters import align_between
from treecompare.mappings.sentence_pairing import longest_chain, once_in_both

UNREAD = "unread"
"""Of a row with a sentence that cannot be read: it is not compared."""
STATUSES = ("same", "changed", "split", "joined", "regrouped", "added", "removed", UNREAD)
UNCHANGED = ("same", UNREAD)
"""Of rows of which no change is known."""


class Row(NamedTuple):
    """Sentences (from 0) that stand for each other; a side that has none is empty. ``moved``: their place is another one."""

    base: tuple[int, ...]
    head: tuple[int, ...]
    moved: bool = False

    @property
    def sides(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The sentences of BASE and of HEAD."""
        return self.base, self.head

    @property
    def is_pair(self) -> bool:
        """Whether it is one sentence in both."""
        return len(self.base) == len(self.head) == 1


def pair_sentences(base: Version, head: Version, watch: Watch = QUIET) -> list[Row]:
    """All sentences of both: in the order of BASE, then what only HEAD has. Raises Cancelled: ``watch`` ended it."""
    partner = _equal(base, head)
    pairs = np.array(sorted(partner.items()), np.int64).reshape(-1, 2)
    chain = set(pairs[longest_chain(pairs[:, 1]), 0].tolist())
    rows = [Row((b,), (h,), moved=b not in chain) for b, h in partner.items()]
    left = _Left.of(base, head, partner, chain)
    rows += left.by_id(watch)
    rows += left.in_gaps(watch)
    known = [{one for row in rows for one in row.sides[side]} for side in (0, 1)]
    rows += [Row((b,), ()) for b in range(len(base)) if b not in known[0]]
    rows.sort(key=lambda row: row.base)
    return rows + [Row((), (h,)) for h in range(len(head)) if h not in known[1]]


def _equal(base: Version, head: Version) -> dict[int, int]:
    """Pairs with equal texts: by unique ids, then k-th with k-th if equally many are left, by raw and by normal texts."""
    texts = base.texts, head.texts
    partner = {b: h for b, h in once_in_both(base.ids, head.ids).items() if texts[0][b] == texts[1][h]}

    def left() -> tuple[list[int], list[int]]:
        taken = set(partner.values())
        return [b for b in range(len(base)) if b not in partner], [h for h in range(len(head)) if h not in taken]

    places = left()
    partner.update(_kth(places, [[texts[side][one] for one in places[side]] for side in (0, 1)]))
    places = left()
    if all(places):
        normal = [side.normal(np.array(of, np.int64)).texts for side, of in zip((base, head), places, strict=True)]
        partner.update((b, h) for b, h in _kth(places, normal).items() if texts[0][b] and texts[1][h])
    return partner


def _kth(places: Sequence[list[int]], texts: Sequence[Sequence[Hashable]]) -> dict[int, int]:
    """Pairs of equal texts, k-th with k-th, of those that both sides have equally often."""
    where: dict[Hashable, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for side in (0, 1):
        for place, text in zip(places[side], texts[side], strict=True):
            where[text][side].append(place)
    return {b: h for bs, hs in where.values() if len(bs) == len(hs) for b, h in zip(bs, hs, strict=True)}


class _Left(NamedTuple):
    """The sentences without a partner that have a text, ascending, and the gap of the chain in which each stands."""

    base: Version
    head: Version
    sentences: tuple[list[int], list[int]]
    gaps: tuple[dict[int, int], dict[int, int]]

    @classmethod
    def of(cls, base: Version, head: Version, partner: dict[int, int], chain: set[int]) -> _Left:
        ends = np.array(sorted(chain), np.int64), np.array(sorted(partner[b] for b in chain), np.int64)
        sentences, gaps = [], []
        for side, taken, limits in zip((base, head), (list(partner), list(partner.values())), ends, strict=True):
            free = np.setdiff1d(np.arange(len(side)), np.array(taken, np.int64))
            free = free[np.diff(side.normal(free).begins) > 0]
            sentences.append(free.tolist())
            gaps.append(dict(zip(free.tolist(), np.searchsorted(limits, free).tolist(), strict=True)))
        return cls(base, head, (sentences[0], sentences[1]), (gaps[0], gaps[1]))

    def by_id(self, watch: Watch) -> list[Row]:
        """Similar sentences of the same unique id in different gaps; they are no longer left."""
        found = [
            (b, h)
            for b, h in once_in_both(self.base.ids, self.head.ids).items()
            if b in self.gaps[0] and h in self.gaps[1] and self.gaps[0][b] != self.gaps[1][h]
        ]
        places = [[b for b, _ in found], [h for _, h in found]]
        blocks = [[k, k + 1, k, k + 1] for k in range(len(found))]
        rows = [Row((b[0],), (h[0],), moved=True) for b, h in self._similar(places, blocks, watch)]
        for side, taken in enumerate(({row.base[0] for row in rows}, {row.head[0] for row in rows})):
            self.sentences[side][:] = [one for one in self.sentences[side] if one not in taken]
        return rows

    def in_gaps(self, watch: Watch) -> list[Row]:
        """Groups of similar sentences, gap by gap."""
        gaps_there = np.arange(max((*self.gaps[0].values(), *self.gaps[1].values()), default=-1) + 2)
        limits = [
            np.searchsorted([gaps[one] for one in of], gaps_there)
            for of, gaps in zip(self.sentences, self.gaps, strict=True)
        ]
        blocks = np.stack((limits[0][:-1], limits[0][1:], limits[1][:-1], limits[1][1:]), axis=1)
        both = (blocks[:, 0] < blocks[:, 1]) & (blocks[:, 2] < blocks[:, 3])
        return [Row(tuple(b), tuple(h)) for b, h in self._similar(self.sentences, blocks[both].tolist(), watch)]

    def _similar(
        self, places: Sequence[Sequence[int]], blocks: list[list[int]], watch: Watch
    ) -> list[tuple[Sequence[int], Sequence[int]]]:
        """Groups with sentences on both sides, at most half of whose longer side has to be replaced, deleted or inserted."""
        if not blocks:
            return []
        texts = [side.normal(np.array(of, np.int64)) for side, of in zip((self.base, self.head), places, strict=True)]
        found = align_between(texts[0], texts[1], np.array(blocks, np.int64), watch.flag)
        rows = found.groups
        lengths = [
            text.begins[rows[:, at + 1]] - text.begins[rows[:, at]] for text, at in zip(texts, (0, 2), strict=True)
        ]
        similar = (2 * found.edits <= np.maximum(*lengths)) & (rows[:, 0] < rows[:, 1]) & (rows[:, 2] < rows[:, 3])
        return [(places[0][a:b], places[1][c:d]) for a, b, c, d in rows[similar].tolist()]
