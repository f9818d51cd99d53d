"""Which sentences and words of BASE are which of HEAD, whatever their ids and order.

Where tokens and words are equal they pair one by one. Otherwise both texts are laid on one axis (``mappings/characters.py``)
and cut into *units* wherever both versions have a token break; words pair within a unit, and what is left of it is one unit of
unpaired words.

A sentence pairs with one of the same id and text, then with one of the same text; the longest set of such pairs that has the
same order in both versions (the *chain*) cuts both into gaps. Then sentences with the same id in different gaps pair if their
texts are similar, and within each gap the best path through the characters (``mappings/characters.py``) says which are split,
joined, or the same. An id never forces a pair, as ids are renumbered where a sentence is split, and never prevents one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.extras.versions.version import QUIET, Version, Watch
from treecompare.mappings.characters import align_between
from treecompare.mappings.sentence_pairing import longest_chain, once_in_both
from treecompare.mappings.tokens import common_subsequence
from treecompare.readers.treebank import AnyTreebank
from treecompare.trees.columns import gathered, same_rows, sums_before

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
    texts = base.texts(), head.texts()
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


ALONE = -1
"""In :attr:`Words.base` and :attr:`Words.head`: no word of the other version."""
FLAGS = ("moved", "renamed", "retokenised", "text", "words")


class Unit(NamedTuple):
    """Unpaired words of one stretch of the text of a row; a side may have none."""

    row: int
    base: tuple[int, ...]
    head: tuple[int, ...]


class Spans(NamedTuple):
    """``base``, ``head``: the position where each token of a row begins, and the last end. ``…_tokens``: which tokens these are."""

    base: list[int]
    head: list[int]
    base_tokens: list[int]
    head_tokens: list[int]


@dataclass(frozen=True, eq=False)
class Words:
    """``base``: per word of BASE its word in HEAD, or ALONE; ``head``: the other way round. ``units``: unpaired words of paired
    sentences. ``one_by_one``: per row whether all its words are equal and pair in order. ``retokenised``, ``lost``: rows with a
    unit that has words on both sides that are not 1:1, or on one side only."""

    base: NDArray[np.int32]
    head: NDArray[np.int32]
    units: list[Unit]
    one_by_one: NDArray[np.bool_]
    retokenised: frozenset[int]
    lost: frozenset[int]


def pair_words(base: Version, head: Version, rows: Sequence[Row], watch: Watch = QUIET) -> Words:
    """The words of all rows with sentences on both sides. Raises Cancelled: ``watch`` ended it."""
    both = [place for place, row in enumerate(rows) if row.base and row.head]
    sides = [_Gathered.of(side, [rows[place].sides[at] for place in both]) for at, side in enumerate((base, head))]
    same = _same(*sides)
    partner = np.full(len(base.words), ALONE, np.int32), np.full(len(head.words), ALONE, np.int32)
    pairs = [side.words[gathered(side.word_limits, np.flatnonzero(same))] for side in sides]
    partner[0][pairs[0]], partner[1][pairs[1]] = pairs[1], pairs[0]
    del sides, pairs  # they are as large as both versions
    units: list[Unit] = []
    retokenised, lost = set(), set()
    others = [both[place] for place in np.flatnonzero(~same).tolist()]
    for place, spans in zip(others, spans_of(base, head, [rows[place] for place in others], watch), strict=True):
        for of_base, of_head, has_width, is_one_token in _units(spans, base, head):
            normal = [
                base.forms.plain_numbers[numbers].tolist() for numbers in (base.words[of_base], head.words[of_head])
            ]
            for b, h in _paired(normal[0], normal[1], has_width):
                partner[0][of_base[b]], partner[1][of_head[h]] = of_head[h], of_base[b]
            left = [
                tuple(word for word in words if known[word] == ALONE)
                for words, known in zip((of_base, of_head), partner, strict=True)
            ]
            if not of_base or not of_head:
                lost.add(place)
            elif any(left) or (not is_one_token and normal[0] != normal[1]):
                # the words of a multiword token may be others, one by one, without being cut in another way
                retokenised.add(place)
            if any(left):
                units.append(Unit(place, *left))
    one_by_one = np.zeros(len(rows), np.bool_)
    one_by_one[np.array(both, np.int64)[same]] = True
    return Words(*partner, units, one_by_one, frozenset(retokenised), frozenset(lost))


@dataclass(frozen=True, eq=False)
class _Gathered:
    """Tokens and words of rows, row after row; ``…_limits``: where those of each row begin, and the end.

    ``tokens``: their forms. ``words``: places in the version; ``told``: ``[2, words]``, their forms, and to which token of its row
    each belongs.
    """

    tokens: NDArray[np.int32]
    token_limits: NDArray[np.int64]
    words: NDArray[np.int64]
    told: NDArray[np.int32]
    word_limits: NDArray[np.int64]

    @classmethod
    def of(cls, version: Version, rows: Sequence[tuple[int, ...]]) -> _Gathered:
        sentences = np.array([one for row in rows for one in row], np.int64)
        limits = sums_before([len(row) for row in rows])

        def of_rows(offsets: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
            return gathered(offsets, sentences), sums_before(np.diff(offsets)[sentences])[limits]

        (tokens, token_limits), (words, word_limits) = map(of_rows, (version.token_offsets, version.word_offsets))
        token_of = np.cumsum(np.diff(version.token_of[words], prepend=np.int32(-1)) != 0, dtype=np.int32) - 1
        before = np.repeat(token_limits[:-1].astype(np.int32), np.diff(word_limits))
        told = np.stack((version.words[words], token_of - before))
        return cls(version.tokens[tokens], token_limits, words, told, word_limits)


def _same(base: _Gathered, head: _Gathered) -> NDArray[np.bool_]:
    same = same_rows(base.tokens, head.tokens, base.token_limits, head.token_limits)
    return same & same_rows(base.told, head.told, base.word_limits, head.word_limits)


def spans_of(base: Version, head: Version, rows: Sequence[Row], watch: Watch = QUIET) -> Iterator[Spans]:
    """Where the tokens of each row stand on the axis that both texts share (``mappings/characters.py``). Raises Cancelled:
    ``watch`` ended it."""
    if not rows:
        return
    versions = base, head
    sentences = [np.array([one for row in rows for one in row.sides[at]], np.int64) for at in (0, 1)]
    limits = [np.cumsum([0, *(len(row.sides[at]) for row in rows)]) for at in (0, 1)]
    texts = [version.normal(of_side) for version, of_side in zip(versions, sentences, strict=True)]
    regions = np.stack((limits[0][:-1], limits[0][1:], limits[1][:-1], limits[1][1:]), axis=1)
    found = align_between(texts[0], texts[1], regions, watch.flag)
    positions = [sums_before(steps)[text.words] for steps, text in zip((found.gold, found.test), texts, strict=True)]
    tokens = [gathered(side.token_offsets, of_side) for side, of_side in zip(versions, sentences, strict=True)]
    ends = [text.sentences[of_side].tolist() for text, of_side in zip(texts, limits, strict=True)]
    for row in range(len(rows)):
        (a, b), (c, d) = (of_side[row : row + 2] for of_side in ends)
        yield Spans(
            positions[0][a : b + 1].tolist(),
            positions[1][c : d + 1].tolist(),
            tokens[0][a:b].tolist(),
            tokens[1][c:d].tolist(),
        )


def _units(spans: Spans, base: Version, head: Version) -> list[tuple[list[int], list[int], bool, bool]]:
    """The units of a row in order: the words of BASE, of HEAD, whether they have width, whether either side is one token."""
    common = sorted(set(spans.base) & set(spans.head))
    units: dict[tuple[int, bool], tuple[list[int], list[int], list[int]]] = {}
    for side, (version, positions, tokens) in enumerate(
        ((base, spans.base, spans.base_tokens), (head, spans.head, spans.head_tokens))
    ):
        for (start, end), token in zip(pairwise(positions), tokens, strict=True):
            # tokens without width are a unit of their own, before those that begin there
            place = start if start == end else common[bisect_right(common, start) - 1]
            unit = units.setdefault((place, start < end), ([], [], []))
            unit[side].extend(range(*version.first_words[token : token + 2].tolist()))
            unit[2].append(side)
    return [(old, new, key[1], tokens == [0, 1]) for key, (old, new, tokens) in sorted(units.items())]


def _paired(base: list[int], head: list[int], has_width: bool) -> list[tuple[int, int]]:
    """Which words of a unit pair, given as their normal forms.

    All in order if they are 1:1, or as many without width. Otherwise the longest common subsequence (read from the end: a pair,
    else BASE's word is skipped if that loses nothing, else HEAD's), and between its pairs equally many words in order.
    """
    if len(base) == len(head) and (len(base) == 1 or not has_width):
        return [(place, place) for place in range(len(base))]
    if not has_width:
        return []
    common = ((b, h) for h, b in common_subsequence(head, base))
    pairs = [(-1, -1), *common, (len(base), len(head))]
    found = []
    for (b, h), (b_next, h_next) in pairwise(pairs):
        if b_next - b == h_next - h:
            found += list(zip(range(b + 1, b_next), range(h + 1, h_next), strict=True))
        found.append((b_next, h_next))
    return found[:-1]


# -- as rows, of any kind of treebank ----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of two versions of any kind of treebank, and their words. ``unread``: the sentences of each that cannot be read."""

    base: Version
    head: Version
    rows: Sequence[Row]
    words: Words
    unread: tuple[Collection[int], Collection[int]] = ((), ())

    @classmethod
    def of(cls, base: Version, head: Version, watch: Watch, treebanks: Sequence[AnyTreebank]) -> Rows:
        """Pairs sentences, then words."""
        watch.tell("pairing sentences", 0.0)
        rows = pair_sentences(base, head, watch)
        watch.tell("pairing words", 0.0)
        words = pair_words(base, head, rows, watch)
        return cls(base, head, rows, words, (treebanks[0].problems.keys(), treebanks[1].problems.keys()))

    @property
    def sides(self) -> tuple[Version, Version]:
        """Both versions."""
        return self.base, self.head

    def status(self, row: int, edits: int) -> str:
        """What became of the sentences of a row with so many edits."""
        of_base, of_head, _ = self.rows[row]
        if any(one in unread for unread, side in zip(self.unread, (of_base, of_head), strict=True) for one in side):
            return UNREAD
        if not of_base or not of_head:
            return "removed" if of_base else "added"
        if len(of_base) == len(of_head) == 1:
            return "changed" if edits else "same"
        return "split" if len(of_base) == 1 else "joined" if len(of_head) == 1 else "regrouped"

    def flags(self, row: int) -> list[str]:
        """What else holds of a row, in alphabetical order."""
        one = self.rows[row]
        if not one.base or not one.head:
            return []
        ids = self.base.ids[one.base[0]], self.head.ids[one.head[0]]
        holds = {
            "moved": one.moved,
            "renamed": one.is_pair and None not in ids and ids[0] != ids[1],
            "retokenised": row in self.words.retokenised,
            "text": not self.words.one_by_one[row] and self.base.text(one.base) != self.head.text(one.head),
            "words": row in self.words.lost,
        }
        return [flag for flag, there in holds.items() if there]

    @cached_property
    def row_of(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The row of each sentence of both versions."""
        found = np.zeros(len(self.base), np.int64), np.zeros(len(self.head), np.int64)
        for place, row in enumerate(self.rows):
            for of_side, sentences in zip(found, row.sides, strict=True):
                of_side[list(sentences)] = place
        return found
