"""The rows of two versions of any kind of treebank: which sentences are the same, and which of their words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treecompare.extras.versions.sentences import UNREAD, Row, pair_sentences
from treecompare.extras.versions.version import Version
from treecompare.extras.versions.watch import Watch
from treecompare.extras.versions.words import Words, pair_words
from treecompare.readers.treebank import AnyTreebank


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
        texts = self.text(row)
        holds = {
            "moved": one.moved,
            "renamed": one.is_pair and None not in ids and ids[0] != ids[1],
            "retokenised": row in self.words.retokenised,
            "text": texts[0] != texts[1],
            "words": row in self.words.lost,
        }
        return [flag for flag, there in holds.items() if there]

    def text(self, row: int) -> tuple[str, str]:
        """The characters of a row in both versions."""
        one = self.rows[row]
        return "".join(self.base.texts[b] for b in one.base), "".join(self.head.texts[h] for h in one.head)

    @cached_property
    def row_of(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The row of each sentence of both versions."""
        found = np.zeros(len(self.base), np.int64), np.zeros(len(self.head), np.int64)
        for place, row in enumerate(self.rows):
            for of_side, sentences in zip(found, row.sides, strict=True):
                of_side[list(sentences)] = place
        return found
