"""Which characters of a system's text stand for which of the gold's, where words and sentence breaks may differ.

Within regions of sentences (``sentence_pairing.py`` says which) the path through the characters is chosen with, in this order:
least cost (replacing, deleting, inserting a character costs 1; letters and digits are replaced only by letters and digits, others
only by others); most points where both sides have a sentence break; most where both have a word break; and then, read backwards,
pairs before deletions before insertions. No path is better than the one that is found.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import Cancelled
from treecompare.kernels import kernel
from treecompare.trees.characters import plain_forms
from treecompare.trees.columns import Mask, Numbers, gathered, ranges, same_rows, sums_before
from treecompare.trees.symbols import Shared, Symbols
from treecompare.trees.tree import Trees

WORD_BREAK, SENTENCE_BREAK = 1, 2
REPLACED, MATCHED = 1, 2
MOST_EDITS = 20_000
"""A block whose path costs more is given up: its sentences stand alone."""
LEAST_ALIKE = 3
"""Sentences are alike if at least a third of the longer one's characters are matched."""
IN_A_ROW, LEAST_TEXT = 3, 16
"""So many characters that follow each other are hardly the same by chance; in a shorter text it is not asked what is chance."""

NO_PAIRS = np.zeros((0, 2), np.int64)
_BLANKS = re.compile(r"\s")


@dataclass(frozen=True, eq=False)
class Text:
    """The words of a file as one text without white space.

    ``characters``: code points of all words. ``words``: ``[words + 1]``, first character of each word. ``sentences``:
    ``[sentences + 1]``, first word of each sentence.
    """

    characters: NDArray[np.int32]
    words: Numbers
    sentences: Numbers

    @classmethod
    def of(cls, forms: Sequence[str], numbers: NDArray[np.integer[Any]], sentences: Numbers) -> Text:
        """The text of words: ``forms`` are the plain forms of all symbols, ``numbers`` the symbol of each word."""
        joined = "".join(forms)
        if _BLANKS.search(joined):
            forms = ["".join(form.split()) for form in forms]
            joined = "".join(forms)
        starts = sums_before(np.fromiter(map(len, forms), np.int64, len(forms)))
        characters = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), np.int32)
        return cls(
            characters[gathered(starts, numbers.astype(np.int64))], sums_before(np.diff(starts)[numbers]), sentences
        )

    @classmethod
    def of_symbols(
        cls,
        symbols: Symbols,
        numbers: NDArray[np.int32] | Numbers,
        sentences: Numbers,
        not_text: str = "",
    ) -> Text:
        """The same of words with their symbols in a table, of which most are something else: features, lemmas. ``not_text`` is
        left out of them."""
        shared = Shared()
        (own,) = shared.of(symbols, numbers.astype(np.int32, copy=False))
        forms = plain_forms(shared.texts)
        return cls.of([form.replace(not_text, "") for form in forms] if not_text else forms, own, sentences)

    @classmethod
    def of_trees(cls, trees: Trees) -> Text:
        """The same of the words of trees."""
        return cls.of_symbols(trees.symbols, trees.labels[trees.word_nodes], sums_before(trees.word_counts))

    def __len__(self) -> int:
        return len(self.sentences) - 1

    def chosen(self, sentences: Numbers) -> Text:
        """These sentences, in that order."""
        if np.array_equal(sentences, np.arange(len(self))):
            return self
        words = gathered(self.sentences, sentences)
        return Text(
            self.characters[gathered(self.begins, sentences)],
            sums_before(np.diff(self.words)[words]),
            sums_before(np.diff(self.sentences)[sentences]),
        )

    def part(self, first: int, last: int) -> Text:
        """The sentences ``first:last``."""
        words = self.words[self.sentences[first] : self.sentences[last] + 1]
        sentences = self.sentences[first : last + 1] - self.sentences[first]
        return Text(self.characters[words[0] : words[-1]], words - words[0], sentences)

    @cached_property
    def begins(self) -> Numbers:
        """First character of each sentence, ``[sentences + 1]``."""
        return self.words[self.sentences]

    @cached_property
    def breaks(self) -> NDArray[np.uint8]:
        """At each offset between characters: WORD_BREAK, SENTENCE_BREAK, both or nothing."""
        breaks = np.zeros(len(self.characters) + 1, np.uint8)
        breaks[self.words] = WORD_BREAK
        breaks[self.begins] = WORD_BREAK | SENTENCE_BREAK
        return breaks

    @cached_property
    def codes(self) -> NDArray[np.int32]:
        """2 x code point, + 1 for letters and digits."""
        there = np.zeros(int(self.characters.max(initial=0)) + 1, np.bool_)
        there[self.characters] = True
        points = np.flatnonzero(there)
        there[points] = [chr(point).isalnum() for point in points.tolist()]
        return self.characters * 2 + there[self.characters]

    @cached_property
    def texts(self) -> list[bytes]:
        """The characters of each sentence."""
        data, begins = self.characters.tobytes(), (4 * self.begins).tolist()
        return [data[first:last] for first, last in pairwise(begins)]


@dataclass(frozen=True, eq=False)
class Alignment:
    """Two texts on one axis.

    ``gold``, ``test``: per character whether it is matched or replaced; as many are on either side. The position of an offset
    is the number of those before it: both sides share these positions. ``groups``: ``[groups, 4]`` first and last (half-open)
    gold sentence, the same of the test; in order, every sentence is in one; a side may have none. Per group ``edits``, the cost
    of its stretch of the path, ``same``, how many characters are equal, and ``unaligned``, whether it is a sentence alone because
    its block was too different to be aligned.
    """

    gold: Mask
    test: Mask
    groups: Numbers
    edits: Numbers
    same: Numbers
    unaligned: Mask

    @property
    def matched(self) -> int:
        """How many characters are equal."""
        return int(self.same.sum())

    def share(self, gold: Text, test: Text) -> float:
        """Which share of the test's characters is the gold's; 1 if either text has none. Any two texts have some letters in common:
        where more differ than are the same, only those in a row count, unless the text is short."""
        both = _have_characters(gold, test, self.groups)
        if not len(self.gold) or len(self.test) < LEAST_TEXT or self.edits[both].sum() <= self.matched:
            return self.matched / len(self.test) if len(self.gold) and len(self.test) else 1.0
        places = []
        for side, has, at in ((gold, self.gold, 0), (test, self.test, 2)):
            found = ranges(side.begins[self.groups[:, at]], side.begins[self.groups[:, at + 1]])
            places.append(found[has[found]])
        same = gold.characters[places[0]] == test.characters[places[1]]
        goes_on = same[1:] & same[:-1] & (np.diff(places[0]) == 1) & (np.diff(places[1]) == 1)
        rows = np.diff(np.flatnonzero(np.concatenate(([True], ~goes_on, [True]))))
        return int(rows[rows >= IN_A_ROW].sum()) / len(self.test)


def align_between(
    gold: Text,
    test: Text,
    regions: Numbers,
    cancel: NDArray[np.int32] | None = None,
    pairs: Numbers = NO_PAIRS,
) -> Alignment:
    """Aligns regions of sentences, each for itself; sentences outside of them stand alone. ``cancel[0] != 0`` ends the work.

    ``regions``: ``[regions, 4]`` like groups, ascending on both sides. ``pairs``: ``[pairs, 2]`` sentences between them that stand
    for each other whatever their texts, ascending too.

    Raises Cancelled: ``cancel`` was set; MemoryError: there is not enough for the paths.
    """
    alike = equal(gold, test, pairs)
    units = units_of_pairs(pairs)
    blocks = np.concatenate((regions, units[~alike]))
    blocks = blocks[_have_characters(gold, test, blocks)]
    paths = _Paths.of(gold, test, blocks, cancel)
    for side, steps, column in ((gold, paths.gold, 0), (test, paths.test, 1)):
        steps[gathered(side.begins, pairs[alike, column])] = MATCHED
    settled = units[alike | ~_have_characters(gold, test, units)]
    groups = _in_order(gold, test, np.concatenate((settled, _sentences(gold, test, paths.spans))))
    return _alignment(gold, test, paths, groups, blocks[paths.costs < 0])


def align_whole(gold: Text, test: Text, cancel: NDArray[np.int32] | None = None) -> Alignment:
    """Aligns all of two texts, as one region. Raises Cancelled, MemoryError: as :func:`align_between`."""
    return align_between(gold, test, np.array([[0, len(gold), 0, len(test)]]), cancel)


def align_in_place(gold: Text, test: Text, cancel: NDArray[np.int32] | None = None) -> Alignment:
    """Aligns each sentence with that of the same number, whatever their texts: the test was made from the gold and has as many.

    Raises Cancelled, MemoryError: as :func:`align_between`.
    """
    pairs = np.repeat(np.arange(len(gold)), 2).reshape(-1, 2)
    return align_between(gold, test, np.zeros((0, 4), np.int64), cancel, pairs)


def units_of_pairs(pairs: Numbers) -> Numbers:
    """Pairs of sentences as rows like groups."""
    return np.stack((pairs[:, 0], pairs[:, 0] + 1, pairs[:, 1], pairs[:, 1] + 1), axis=1)


def _have_characters(gold: Text, test: Text, units: Numbers) -> Mask:
    """Which rows have characters on both sides."""
    gold_there = gold.begins[units[:, 0]] < gold.begins[units[:, 1]]
    there: Mask = gold_there & (test.begins[units[:, 2]] < test.begins[units[:, 3]])
    return there


def equal(gold: Text, test: Text, pairs: Numbers) -> Mask:
    """Which pairs of sentences have the same characters."""
    units = units_of_pairs(pairs)
    return same_rows(gold.characters, test.characters, gold.begins[units[:, :2]], test.begins[units[:, 2:]])


@dataclass(frozen=True, eq=False)
class _Paths:
    """Per character of either side REPLACED, MATCHED or nothing; stretches between common sentence breaks, as characters;
    the cost of each block, -1 where it was given up."""

    gold: NDArray[np.uint8]
    test: NDArray[np.uint8]
    spans: Numbers
    costs: Numbers

    @classmethod
    def of(cls, gold: Text, test: Text, blocks: Numbers, cancel: NDArray[np.int32] | None) -> _Paths:
        """The best path through each block of sentences (rows like groups)."""
        steps = np.zeros(len(gold.characters), np.uint8), np.zeros(len(test.characters), np.uint8)
        costs = np.zeros(len(blocks), np.int64)
        spans = np.zeros((int((blocks[:, 1::2] - blocks[:, ::2]).sum()), 4), np.int64)
        if not len(blocks):
            return cls(*steps, spans, costs)
        limits = np.concatenate((gold.begins[blocks[:, :2]], test.begins[blocks[:, 2:]]), axis=1)
        flag = np.zeros(1, np.int32) if cancel is None else cancel
        texts = (one.data for side in (gold, test) for one in (side.codes, side.breaks))
        written = (one.data for one in (*steps, costs, spans, flag))
        work = kernel("characters")
        count = work.align_blocks(*texts, limits.data, MOST_EDITS, work.MOST_POINTS, *written)
        if count < 0:
            raise Cancelled
        return cls(*steps, spans[:count], costs)


# -- groups ---------------------------------------------------------------------------------------------------------------


def _sentences(gold: Text, test: Text, spans: Numbers) -> Numbers:
    """The sentences of stretches of characters that both sides have; empty ones only inside of them."""
    spans = spans[(spans[:, 0] < spans[:, 1]) & (spans[:, 2] < spans[:, 3])]
    groups = np.empty_like(spans)
    for side, column in ((gold, 0), (test, 2)):
        groups[:, column] = np.searchsorted(side.begins, spans[:, column], "right") - 1
        groups[:, column + 1] = np.searchsorted(side.begins, spans[:, column + 1], "left")
    return groups


def _in_order(gold: Text, test: Text, groups: Numbers) -> Numbers:
    """The groups and, each alone, all sentences that are in none."""
    groups = groups[np.argsort(groups[:, 0])]
    alone = [uncovered(len(side), groups[:, at : at + 2]) for at, side in ((0, gold), (2, test))]
    everything = np.concatenate((groups, alone_between(groups, alone[0], alone[1], len(gold))))
    return everything[np.lexsort((everything[:, 2], everything[:, 0]))]


def alone_between(groups: Numbers, gold: Numbers, test: Numbers, gold_sentences: int) -> Numbers:
    """Sentences that stand alone as rows like groups, those of the gold first: with their places among the groups, which ascend on
    both sides; between two groups those of the gold come first."""
    gold_places = np.append(groups[:, 0], gold_sentences)[np.searchsorted(groups[:, 2], test)]
    test_places = np.append(0, groups[:, 3])[np.searchsorted(groups[:, 0], gold)]
    return np.concatenate(
        (
            np.stack((gold, gold + 1, test_places, test_places), axis=1),
            np.stack((gold_places, gold_places, test, test + 1), axis=1),
        )
    )


def uncovered(sentences: int, ranges_: Numbers) -> Numbers:
    """The sentences that are in none of the ranges."""
    free = np.ones(sentences, np.bool_)
    free[ranges(ranges_[:, 0], ranges_[:, 1])] = False
    return np.flatnonzero(free)


def _alignment(gold: Text, test: Text, paths: _Paths, groups: Numbers, given_up: Numbers) -> Alignment:
    """``given_up``: blocks that were too different."""
    unaligned = np.zeros(len(groups), np.bool_)
    for side, column in ((gold, 0), (test, 2)):
        lost = np.zeros(len(side) + 1, np.bool_)
        lost[ranges(given_up[:, column], given_up[:, column + 1])] = True
        unaligned |= lost[groups[:, column]] & (groups[:, column] < groups[:, column + 1])

    def in_groups(side: Text, chosen: Mask, column: int) -> Numbers:
        running = sums_before(chosen)[side.begins]
        return running[groups[:, column + 1]] - running[groups[:, column]]

    same = in_groups(gold, paths.gold == MATCHED, 0)
    edits = in_groups(gold, paths.gold != MATCHED, 0) + in_groups(test, paths.test == 0, 2)
    return Alignment(paths.gold != 0, paths.test != 0, groups, edits, same, unaligned)
