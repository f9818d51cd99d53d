"""What changed between two versions, as a whole: rows of sentences with their edits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from treecompare.changes.edits import Differences, Edit
from treecompare.changes.references import References, references
from treecompare.changes.sentences import Cancel, Row, pair_sentences
from treecompare.changes.version import Forms, Version
from treecompare.changes.words import Words, pair_words
from treecompare.readers.conll import DependencyTreebank


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of two versions of any kind of treebank, and their words."""

    base: Version
    head: Version
    rows: Sequence[Row]
    words: Words

    @classmethod
    def of(cls, base: Version, head: Version, cancel: Cancel = None) -> Rows:
        """Pairs sentences, then words."""
        rows = pair_sentences(base, head, cancel)
        return cls(base, head, rows, pair_words(base, head, rows, cancel))

    def status(self, row: int, edits: int) -> str:
        """What became of the sentences of a row with so many edits."""
        of_base, of_head, _ = self.rows[row]
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


@dataclass(frozen=True, eq=False)
class Changes:
    """All that changed between two versions of a dependency treebank."""

    base: DependencyTreebank
    head: DependencyTreebank
    found: Rows
    references: References
    edits: list[Edit]
    names: tuple[str, str] = field(default=("BASE", "HEAD"))

    @cached_property
    def edits_of_row(self) -> Counter[int]:
        """How many edits each row has, those of DEPS.mirror too."""
        return Counter(edit.row for edit in self.edits)

    @cached_property
    def statuses(self) -> list[str]:
        """What became of the sentences of each row."""
        return [self.found.status(row, self.edits_of_row[row]) for row in range(len(self.found.rows))]

    @cached_property
    def flags(self) -> list[list[str]]:
        """The flags of each row."""
        return [self.found.flags(row) for row in range(len(self.found.rows))]

    @property
    def paired_words(self) -> int:
        """How many words are in both."""
        return int(np.count_nonzero(self.found.words.base >= 0))


def changes_between(base: DependencyTreebank, head: DependencyTreebank, cancel: Cancel = None) -> Changes:
    """What changed from BASE to HEAD.

    Raises:
        Cancelled: ``cancel[0]`` was set.
    """
    forms = Forms()
    versions = [Version.of_dependencies(one.sentences, _ids(one), forms) for one in (base, head)]
    found = Rows.of(versions[0], versions[1], cancel)
    known = references((base.sentences, versions[0]), (head.sentences, versions[1]), found.rows, found.words)
    return Changes(base, head, found, known, Differences(known, found.rows, found.words).all())


def _ids(treebank: DependencyTreebank) -> Sequence[str | None]:
    return treebank.sentences.sent_ids
