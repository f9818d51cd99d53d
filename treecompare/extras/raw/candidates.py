"""A candidate: what may be the tree that was asked for, somewhere in an answer."""

from __future__ import annotations

from dataclasses import dataclass

from treecompare.extras.raw.texts import Span

MOST_CANDIDATES = 1_000
"""Of an answer with more of them the first are looked at."""


@dataclass(frozen=True)
class Row:
    """A line of CoNLL-U: its ID as it stands there, all ten columns, and what had to be done to have them."""

    id: str
    columns: tuple[str, ...]
    by_separator: bool = False
    by_columns: bool = False


@dataclass(frozen=True)
class Candidate:
    """``words``: as they stand there. ``span``: where it stands in the text; ``within``: the stretch in which there are no other
    candidates. ``tree``: what is read, in brackets; or ``rows`` of CoNLL-U, and the ``lines`` on which they stand. ``joined``,
    ``closed``, ``extra``: how many brackets have to be changed. ``id``: the sent_id above it, empty for none. ``is_run``: brackets
    beside each other as one.
    """

    words: tuple[str, ...]
    span: Span
    within: Span
    tree: str = ""
    rows: tuple[Row, ...] = ()
    lines: tuple[Span, ...] = ()
    joined: int = 0
    closed: int = 0
    extra: int = 0
    id: str = ""
    is_run: bool = False

    @property
    def changes(self) -> int:
        """How many brackets have to be changed."""
        return self.joined + self.closed + self.extra

    @property
    def stretches(self) -> tuple[Span, ...]:
        """Everything in the text that belongs to it."""
        return self.lines or (self.within,)
