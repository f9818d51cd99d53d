"""What differs between the kinds of treebanks of which versions are compared: the one class that everything above speaks to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from treecompare.drawing.scene import Scene
from treecompare.extras.versions.cells import Count, TableRows
from treecompare.extras.versions.changes import AnyChanges
from treecompare.extras.versions.edits import Edit
from treecompare.extras.versions.rules import Rules
from treecompare.extras.versions.sources import Read
from treecompare.extras.versions.watch import Watch
from treecompare.readers.treebank import AnyTreebank
from treecompare.scores.result import ResultTable

C = TypeVar("C", bound=AnyChanges)


class Kind(ABC, Generic[C]):
    """A kind of treebank."""

    holds: ClassVar[type[AnyTreebank]]
    layers: ClassVar[tuple[str, ...]]
    """What may be compared, in the order in which it is told."""
    has_rules: ClassVar[bool]
    """Whether rules are looked for."""

    @abstractmethod
    def between(self, base: Read, head: Read, watch: Watch) -> C:
        """What changed from BASE to HEAD, which are of this kind. Raises Cancelled: ``watch`` ended it."""

    @abstractmethod
    def rules(self, changes: C, watch: Watch) -> Rules:
        """The rules behind the edits; none where they are not looked for. Raises Cancelled: ``watch`` ended it."""

    @abstractmethod
    def groups(self, changes: C, among: Sequence[Edit] | None = None) -> ResultTable:
        """Edits of the same kind, counted: all of them, or some."""

    @abstractmethod
    def scenes(self, changes: C, rows: Sequence[int], lit: dict[int, set[int]]) -> Iterator[tuple[int, Scene]]:
        """Rows drawn in both versions, as far as they can be drawn. ``lit``: by row, places in BASE of words to point out."""

    @abstractmethod
    def sides(self, changes: C, row: int) -> tuple[AnyTreebank, AnyTreebank]:
        """The sentences of a row in both versions; of a version that has none, none."""

    # -- for files that scripts compare ------------------------------------------------------------------------------------

    @abstractmethod
    def counts(self, changes: C) -> list[Count]:
        """How much there is of what else than sentences and words."""

    @abstractmethod
    def tables(self, changes: C, rules: Rules) -> dict[str, TableRows]:
        """The tables that scripts compare, besides those of sentences and counts."""

    def further_cells(self, changes: C, row: int | None) -> list[str]:
        """Further cells of the table of sentences; None: their heads."""
        return []


AnyKind = Kind[Any]
