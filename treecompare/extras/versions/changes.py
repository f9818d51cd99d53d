"""What changed between two versions of a treebank of any kind: rows of sentences, edits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np

from treecompare.extras.versions.edits import Edit
from treecompare.extras.versions.rows import Rows


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
