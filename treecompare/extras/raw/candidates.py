"""What is common to answers of every kind, and a candidate: what may be the tree that was asked for, somewhere in an answer."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

FENCE = re.compile(r"^[ \t]*(?:`{3,}|~~~)[^\n]*$", re.MULTILINE)
"""A line that begins or ends a block of code in Markdown."""
COMMENT = re.compile(r"^#[^\n]*$", re.MULTILINE)
Span = tuple[int, int]
"""Where something begins and ends in a text, half-open."""


def plain_text(text: str) -> str:
    """A text without byte order mark, with LF at line ends, and with what cannot be written (half of a surrogate pair) replaced."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    return text.encode("utf-8", "replace").decode("utf-8") if not text.isascii() else text


def fences(text: str) -> list[Span]:
    """The fence lines of a text."""
    return [found.span() for found in FENCE.finditer(text)] if "```" in text or "~~~" in text else []


def blocks(text: str, fences: list[Span]) -> list[Span]:
    """What stands before, between and behind fence lines."""
    begins = [0, *(end for _, end in fences)]
    ends = [*(begin for begin, _ in fences), len(text)]
    return list(zip(begins, ends, strict=True))


def has_prose(text: str, known: Iterable[Span]) -> bool:
    """Whether anything but white space stands outside of ``known`` stretches, which may overlap, and of comments."""
    done = 0
    for begin, end in [*sorted(known), (len(text), len(text))]:
        between = text[done:begin] if begin > done else ""
        if between.strip():
            if done and text[done - 1] != "\n":
                between = " " + between  # what follows on the line of something is no comment
            if COMMENT.sub("", between).strip():
                return True
        done = max(done, end)
    return False


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
