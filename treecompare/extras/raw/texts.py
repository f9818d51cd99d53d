"""What is common to answers of every kind: fences, prose, white space, and how a text is cut into blocks."""

from __future__ import annotations

import re
from collections.abc import Iterable

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
