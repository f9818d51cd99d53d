"""What changed between two versions of a treebank of any kind: rows of sentences, edits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np

from treecompare.extras.versions.edits import Differences, Edit
from treecompare.extras.versions.references import References, references
from treecompare.extras.versions.rows import Rows
from treecompare.extras.versions.version import Forms, Version
from treecompare.extras.versions.watch import QUIET, Watch
from treecompare.readers.conll import DependencyTreebank

TableRows = list[list[str]]
Count = tuple[str, str, int]
"""What, which, and how many."""


def cell(value: str | None) -> str:
    r"""A value as a cell: ``_`` where it is not there, ``\_`` for a value that is ``_``; tabs as ``\t``."""
    if value is None:
        return "_"
    return "\\_" if value == "_" else value.replace("\t", "\\t").replace("\n", "\\n")


def counts_of(what: str, which: Iterable[str]) -> list[Count]:
    """How often each is there, the most frequent first."""
    counts = Counter(which)
    return [(what, one, counts[one]) for one in sorted(counts, key=lambda one: (-counts[one], one))]


def place_cells(edit: Edit) -> list[str]:
    """Where an edit is: its row, sentences and words, from 1."""
    sentences = (edit.row, edit.base, edit.head)
    return [*("-" if one < 0 else str(one + 1) for one in sentences), edit.base_word, edit.head_word]


@dataclass(frozen=True, eq=False)
class AnyChanges:
    """All that changed. Of a kind of treebank there is a subclass, and what else depends on the kind is in a ``Kind``."""

    found: Rows
    edits: list[Edit]

    def keeping(self, keep: Callable[[str, str], bool]) -> Self:
        """Only the edits of these layers and keys."""
        kept = [edit for edit in self.edits if keep(edit.layer, edit.key)]
        return self if len(kept) == len(self.edits) else replace(self, edits=kept)

    @cached_property
    def edits_of_row(self) -> Counter[int]:
        """How many edits each row has, those of DEPS.mirror too."""
        return Counter(edit.row for edit in self.edits)

    @cached_property
    def statuses(self) -> list[str]:
        """What became of the sentences of each row."""
        rows = range(len(self.found.rows))
        return [self.found.status(row, self.edits_of_row[row] + self.changed_nodes(row)) for row in rows]

    @cached_property
    def flags(self) -> list[list[str]]:
        """The flags of each row."""
        return [self.found.flags(row) for row in range(len(self.found.rows))]

    @property
    def paired_words(self) -> int:
        """How many words are in both."""
        return int(np.count_nonzero(self.found.words.base >= 0))

    @cached_property
    def changed_words(self) -> Counter[int]:
        """How many words of each row have an edit: words that are in both, whatever their units."""
        words = {(edit.row, edit.word) for edit in self.edits if edit.word >= 0}
        return Counter(row for row, _ in words)

    def changed_nodes(self, row: int) -> int:
        """How many constituents of a row only one version has."""
        return 0


@dataclass(frozen=True, eq=False)
class DependencyChanges(AnyChanges):
    """See the base."""

    base: DependencyTreebank
    head: DependencyTreebank
    references: References


def changes_between(base: DependencyTreebank, head: DependencyTreebank, watch: Watch = QUIET) -> DependencyChanges:
    """What changed from BASE to HEAD. Raises Cancelled: ``watch`` ended it."""
    forms = Forms()
    versions = [Version.of_dependencies(one.sentences, one.sentences.sent_ids, forms) for one in (base, head)]
    found = Rows.of(versions[0], versions[1], watch, (base, head))
    known = references((base.sentences, versions[0]), (head.sentences, versions[1]), found.rows, found.words)
    return DependencyChanges(found, Differences(known, found, watch).all(), base, head, known)
