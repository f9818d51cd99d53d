"""Several analyses of the same sentences: which sentences stand for each other, and which words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from itertools import pairwise

import numpy as np

from treecompare.errors import UsageError, counted
from treecompare.mappings.characters import Text, align_in_place
from treecompare.readers import DependencyTreebank, Treebank
from treecompare.readers.treebank import AnyTreebank, are_of_kind
from treecompare.trees.arcs import sums_before
from treecompare.trees.forms import plain_forms

MOST = 10
"""So many analyses are compared at most."""
MISSING = -1
"""In a row: this analysis has no tree of the sentence."""
Row = tuple[int, ...]
"""The sentence of each analysis, from 0, or MISSING."""
Words = tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Ballot:
    """A vote over a sentence. ``row``: of :class:`Several`; ``voters``: the analyses that voted; ``reason``: why there is no
    consensus, else empty; ``told``: who did not vote, and why."""

    row: int
    voters: tuple[int, ...]
    reason: str
    told: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Several:
    """Analyses of one kind. ``rows``: a sentence each, those of the first file in its order, then those that only others have."""

    treebanks: Sequence[AnyTreebank]
    rows: list[Row]
    told: list[str]

    @classmethod
    def of(cls, treebanks: Sequence[AnyTreebank], least: int = 2, most: int = MOST) -> Several:
        """Pairs the sentences by id where all are named once, else in order, else by their words.

        Raises UsageError: too few, too many, of different kinds, an empty one, or no sentence in common.
        """
        if not least <= len(treebanks) <= most:
            raise UsageError(f"{counted(len(treebanks), 'analysis', 'analyses')} given; expected {least} to {most}")
        if not any(are_of_kind(treebanks, kind) for kind in (DependencyTreebank, Treebank)):
            kinds = ", ".join(f"{one.path}: {one.kind}" for one in treebanks)
            raise UsageError(f"analyses of different kinds: {kinds}; expected only dependencies or only constituents")
        for one in treebanks:
            if not one.has_words:
                raise UsageError(f"{one.path}: no tree was read; expected sentences with words")
        words = [_words_of(one) for one in treebanks]
        columns: list[list[int]] = [list(range(len(words[0])))]
        known: list[tuple[str | None, Words]] = list(zip(_ids(treebanks[0]), words[0], strict=True))
        for treebank, own in zip(treebanks[1:], words[1:], strict=True):
            here = list(zip(_ids(treebank), own, strict=True))
            places = _places(known, here)
            if not any(place != MISSING and own[at] for at, place in enumerate(places)):
                raise UsageError(f"{treebank.path} has no sentence in common with {treebanks[0].path}")
            column = [MISSING] * len(known)
            for at, place in enumerate(places):
                if place != MISSING:
                    column[place] = at
                elif own[at]:
                    known.append(here[at])
                    column.append(at)
            columns.append(column)
        for column in columns:
            column += [MISSING] * (len(known) - len(column))
        rows = [
            tuple(
                at if at != MISSING and of_file[at] else MISSING
                for at, of_file in zip(row, words, strict=True)
            )
            for row in zip(*columns, strict=True)
        ]  # fmt: skip
        told: list[str] = []
        for number, one in enumerate(treebanks):
            lacks = sum(row[number] == MISSING for row in rows)
            if lacks:
                told.append(f"{one.path}: no tree for {lacks:,} of {len(rows):,} sentences")
            equal = (two for two in treebanks[:number] if one.has_labels_of(two) and one.has_words_of(two))
            if (first := next(equal, None)) is not None:  # those between are equal to the first as well
                told.append(f"{one.path} is equal to {first.path}")
        found = cls(treebanks, rows, told)
        found.__dict__["words"] = words
        return found

    @cached_property
    def words(self) -> list[list[Words]]:
        """Per analysis and sentence the plain forms of its words."""
        return [_words_of(one) for one in self.treebanks]

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def names(self) -> list[str]:
        """What the analyses are called."""
        return [one.name for one in self.treebanks]

    @cached_property
    def ids(self) -> list[str]:
        """The id of each row, else its number from 1."""
        ids = [_ids(one) for one in self.treebanks]
        return [
            next(
                (found for at, of_file in zip(row, ids, strict=True) if at != MISSING and (found := of_file[at])),
                str(number),
            )
            for number, row in enumerate(self.rows, 1)
        ]

    def aligned(self, row: Row) -> list[list[int]]:
        """Per analysis, the unit of each word of a row: words of the same unit have the same number, from 0."""
        out: list[list[int]] = []
        axis: Words | None = None
        count = 0
        for at, of_file in zip(row, self.words, strict=True):
            if at == MISSING:
                out.append([])
                continue
            words = of_file[at]
            if axis is None:
                axis, count = words, len(words)
                out.append(list(range(count)))
                continue
            if words == axis:
                out.append(list(range(len(words))))
                continue
            partners = pair_words(axis, words)
            numbers = []
            for place in range(len(words)):
                if place in partners:
                    numbers.append(partners[place])
                else:
                    numbers.append(count)
                    count += 1
            out.append(numbers)
        return out


def pair_words(first: Words, second: Words) -> dict[int, int]:
    """Words of the second that cover the same positions as a word of the first, by the alignment of their characters; words that
    cover none have no partner."""
    if first == second:
        return {place: place for place in range(len(first))}
    texts = [Text.of(words, np.arange(len(words)), np.array([0, len(words)])) for words in (first, second)]
    found = align_in_place(texts[0], texts[1])
    spans = []
    for text, steps in zip(texts, (found.gold, found.test), strict=True):
        before = sums_before(steps)
        ends = before[text.words].tolist()
        spans.append(list(pairwise(ends)))
    places = {span: place for place, span in enumerate(spans[0]) if span[0] < span[1]}
    return {place: places[span] for place, span in enumerate(spans[1]) if span in places}


def _words_of(treebank: AnyTreebank) -> list[Words]:
    table = treebank.symbols
    plain = plain_forms(table.texts)
    forms = treebank.forms.tolist()
    offsets = treebank.word_offsets.tolist()
    return [tuple(plain[form] for form in forms[a:b]) for a, b in pairwise(offsets)]


def _ids(treebank: AnyTreebank) -> list[str | None]:
    if isinstance(treebank, DependencyTreebank):
        return list(treebank.sentences.sent_ids)
    return list(treebank.ids) if treebank.ids is not None else [None] * len(treebank.table)


def _places(known: list[tuple[str | None, Words]], own: list[tuple[str | None, Words]]) -> list[int]:
    """Which known sentence each of a further file is, or MISSING."""
    ids = {one: place for place, (one, _) in enumerate(known) if one}
    mine = [one for one, _ in own]
    if len(ids) == len(known) and all(mine) and len(set(mine)) == len(mine) and not ids.keys().isdisjoint(mine):
        return [ids.get(one or "", MISSING) for one in mine]
    if len(known) == len(own):
        return list(range(len(own)))
    places = [MISSING] * len(own)
    matcher = SequenceMatcher(None, [words for _, words in known], [words for _, words in own], autojunk=False)
    for a, b, size in matcher.get_matching_blocks():
        for step in range(size):
            places[b + step] = a + step
    return places
