"""What a reader returns, and what a reader is."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import ReadError
from treecompare.trees.tree import Trees

MOST_PROBLEMS = 200_000
"""A file with more sentences that cannot be read holds something else; each of them takes its memory."""


@dataclass(frozen=True)
class Problem:
    """A sentence that could not be read: ``index`` from 0, ``line`` from 1. Its place is held by an empty tree."""

    index: int
    line: int
    reason: str


@dataclass(frozen=True)
class Around:
    """What a file says around its trees, so that it can be written as it was.

    Of the export format: ``heading``, the lines before the first sentence; ``begins``, the ``n`` of each ``#BOS n`` and what
    stands behind it; ``version``, 3 or 4. Of TIGER-XML the heading is the id of the corpus.
    """

    heading: str
    begins: list[tuple[str, str]] = field(default_factory=list)
    version: int = 0


START = 100_000
"""By so many bytes of its content a format is recognised."""
_LETTER = re.compile(rb"[^ \t\n\r\v\f]")
_INDENTED = 1000


def first_line(data: bytes) -> int:
    """Where the line begins in which something stands first, however many blanks are before it."""
    found = _LETTER.search(data)
    first = found.start() if found else len(data)
    return max(data.rfind(b"\n", 0, first) + 1, first - _INDENTED)


def beginning(data: bytes, size: int = START) -> bytes:
    """The content from there on, by which its format is recognised; what comes last may be cut."""
    first = first_line(data)
    return data[first : first + size]


def check_problems(path: str, count: int, line: int, reason: str) -> None:
    """Whether so many sentences that cannot be read are few enough; ``line`` and ``reason``: of one of them.

    Raises:
        ReadError: they are not.
    """
    if count > MOST_PROBLEMS:
        raise ReadError(path, line, f"{reason} (as more than {MOST_PROBLEMS:,} other sentences that cannot be read)")


@dataclass(frozen=True, eq=False)
class Treebank:
    """The sentences of a file.

    ``trees``: as they stand in the file: every leaf is a WORD or a bracket without words, every bracket a CONSTITUENT.
    ``lines``: the line, from 1, on which each sentence begins. ``ids``: None where the format has none.
    """

    name: str
    path: str
    format: str
    trees: Trees
    lines: NDArray[np.int64]
    ids: list[str] | None = None
    problems: dict[int, Problem] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    around: Around | None = None

    @property
    def implies_root(self) -> bool:
        """Whether the roots of a sentence stand under one that its format implies."""
        return self.format in ("export", "tigerxml", "alpino")


class Remarkable(Protocol):
    """What is read, with the warnings of its reader."""

    @property
    def warnings(self) -> list[str]:
        """Warnings; callers may add to them."""


Read = TypeVar("Read", bound=Remarkable, covariant=True)
"""What is read: a treebank of constituents or of dependencies, or a file of lattices."""
AnyRead = TypeVar("AnyRead", bound=Remarkable)


@dataclass(frozen=True)
class Reader(Generic[Read]):
    """A format: its name on the command line, its title, whether some content looks like it, and how it is read.

    ``sniff`` and ``read`` are given the content as UTF-8 without a byte order mark; ``read`` also the path and the name of the
    treebank, and raises ReadError only where no sentence at all can be read.
    """

    name: str
    title: str
    sniff: Callable[[bytes], bool]
    read: Callable[[bytes, str, str], Read]


TreeReader = Reader[Treebank]
