"""Which words of paired sentences are the same word in both versions.

Where tokens and words are equal they pair one by one. Otherwise both texts are laid on one axis (``mappings/characters.py``)
and cut into *units* wherever both versions have a token break; words pair within a unit, and what is left of it is one unit of
unpaired words.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.extras.versions.sentences import Row
from treecompare.extras.versions.version import Version
from treecompare.extras.versions.watch import QUIET, Watch
from treecompare.mappings.characters import align_between
from treecompare.trees.arcs import gathered, sums_before

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
    """``base``: per word of BASE its word in HEAD, or ALONE; ``head``: the other way round. ``base_units``, ``head_units``: place
    in ``units`` of unpaired words of paired sentences, else -1. ``one_by_one``: per row whether all its words are equal and pair
    in order. ``retokenised``, ``lost``: rows with a unit that has words on both sides that are not 1:1, or on one side only."""

    base: NDArray[np.int64]
    head: NDArray[np.int64]
    base_units: NDArray[np.int64]
    head_units: NDArray[np.int64]
    units: list[Unit]
    one_by_one: NDArray[np.bool_]
    retokenised: frozenset[int]
    lost: frozenset[int]


def pair_words(base: Version, head: Version, rows: Sequence[Row], watch: Watch = QUIET) -> Words:
    """The words of all rows with sentences on both sides. Raises Cancelled: ``watch`` ended it."""
    both = [place for place, row in enumerate(rows) if row.base and row.head]
    sides = [_Gathered.of(side, [rows[place].sides[at] for place in both]) for at, side in enumerate((base, head))]
    same = _same(*sides)
    partner = np.full(len(base.words), ALONE, np.int64), np.full(len(head.words), ALONE, np.int64)
    pairs = [side.words[gathered(side.word_limits, np.flatnonzero(same))] for side in sides]
    partner[0][pairs[0]], partner[1][pairs[1]] = pairs[1], pairs[0]
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
    in_units = np.full(len(base.words), -1, np.int64), np.full(len(head.words), -1, np.int64)
    for number, unit in enumerate(units):
        in_units[0][list(unit.base)] = in_units[1][list(unit.head)] = number
    one_by_one = np.zeros(len(rows), np.bool_)
    one_by_one[np.array(both, np.int64)[same]] = True
    return Words(*partner, *in_units, units, one_by_one, frozenset(retokenised), frozenset(lost))


@dataclass(frozen=True, eq=False)
class _Gathered:
    """Tokens and words of rows, row after row: places in the version; ``…_limits``: where those of each row begin, and the end."""

    version: Version
    tokens: NDArray[np.int64]
    token_limits: NDArray[np.int64]
    words: NDArray[np.int64]
    word_limits: NDArray[np.int64]

    @classmethod
    def of(cls, version: Version, rows: Sequence[tuple[int, ...]]) -> _Gathered:
        sentences = np.array([one for row in rows for one in row], np.int64)
        limits = sums_before([len(row) for row in rows])

        def of_rows(offsets: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
            ends = sums_before(np.diff(offsets)[sentences])
            return gathered(offsets, sentences), ends[limits]

        return cls(version, *of_rows(version.token_offsets), *of_rows(version.word_offsets))

    def tokens_of(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """The tokens of rows, ``[1, tokens]``."""
        return self.version.tokens[self.tokens[gathered(self.token_limits, rows)]][None]

    def words_of(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """The words of rows, and which token of its row each belongs to, ``[2, words]``."""
        token_of = np.cumsum(np.diff(self.version.token_of[self.words], prepend=-1) != 0) - 1
        places = gathered(self.word_limits, rows)
        before = np.repeat(self.token_limits[rows], np.diff(self.word_limits)[rows])
        return np.stack((self.version.words[self.words[places]], token_of[places] - before))


def _same(base: _Gathered, head: _Gathered) -> NDArray[np.bool_]:
    """Which rows have the same tokens of the same words."""
    same: NDArray[np.bool_] = np.diff(base.token_limits) == np.diff(head.token_limits)
    same &= np.diff(base.word_limits) == np.diff(head.word_limits)
    there = np.flatnonzero(same)
    for limits, values_of in (("token_limits", _Gathered.tokens_of), ("word_limits", _Gathered.words_of)):
        values = values_of(base, there), values_of(head, there)
        rows = np.repeat(there, np.diff(getattr(base, limits))[there])
        same[rows[(values[0] != values[1]).any(axis=0)]] = False
    return same


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
    longest = [[0] * (len(head) + 1)]
    for b in base:
        row = [0]
        for place, h in enumerate(head):
            row.append(longest[-1][place] + 1 if b == h else max(row[-1], longest[-1][place + 1]))
        longest.append(row)
    pairs = [(len(base), len(head))]
    i, j = pairs[0]
    while i and j:
        if base[i - 1] == head[j - 1]:
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif longest[i - 1][j] == longest[i][j]:
            i -= 1
        else:
            j -= 1
    pairs.append((-1, -1))
    found = []
    for (b, h), (b_next, h_next) in pairwise(reversed(pairs)):
        if b_next - b == h_next - h:
            found += list(zip(range(b + 1, b_next), range(h + 1, h_next), strict=True))
        found.append((b_next, h_next))
    return found[:-1]
