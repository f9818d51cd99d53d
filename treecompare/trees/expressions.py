"""Regular expressions over many texts, with a time limit.

Some expressions run without end: ``/(a+)+$/`` tries every way to cut a row of a's into parts. Where the number of ways is
bounded by the length of the text Python's own ``re`` searches; elsewhere the package ``regex``, which can be stopped.
"""

from __future__ import annotations

import re
import time
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from math import prod
from typing import Any

from treecompare.errors import UsageError

SECONDS = 2.0
"""Time limit for the regular expressions of one query."""
LONGEST = 2000
"""Maximum length of an expression."""
MOST_COPIES = 100_000
"""``regex`` expands counted repetitions: the limit on the expanded length."""
FEW_STEPS = 10_000_000
"""This many steps of ``re`` take about a tenth of a second."""

TOO_LONG = "the regular expression takes too long; expected one without a repetition within a repetition, such as (a+)+"


class ExpressionError(UsageError):
    """An invalid regular expression; says why."""


@dataclass
class Allowance:
    """The ``seconds`` that the regular expressions of a query still have."""

    seconds: float = SECONDS


_allowance: ContextVar[Allowance | None] = ContextVar("allowance", default=None)


@contextmanager
def one_query(seconds: float = SECONDS, left: Allowance | None = None) -> Iterator[None]:
    """All regular expressions inside the block share the time limit; only the time spent on them counts.

    ``left``: what is left of the limit of a query that is asked of one block of sentences after the other. Inside another query,
    that query's limit applies.
    """
    if _allowance.get() is not None:
        yield
        return
    token = _allowance.set(left or Allowance(seconds))
    try:
        yield
    finally:
        _allowance.reset(token)


def far(error: UsageError, first: int, of: int, path: str) -> UsageError:
    """An error of a query with how far it came, where it came further than nothing."""
    return UsageError(f"after {first:,} of {of:,} sentences of {path}: {error}") if first else error


class Expression:
    """A regular expression as ``re`` understands it. Raises ExpressionError: the source is none."""

    def __init__(self, source: str, ignores_case: bool = False) -> None:
        if len(source) > LONGEST:
            raise ExpressionError(f"expected at most {LONGEST} letters; found {len(source)}")
        self._source, self._flags = source, re.IGNORECASE if ignores_case else 0
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", FutureWarning)  # of [[ and -- in sets, which mean what they always did
                self._quick = re.compile(source, self._flags)
        except RecursionError:
            raise ExpressionError("nested too deeply") from None
        except (re.error, OverflowError) as error:
            raise ExpressionError(str(error)) from error
        self._careful: Any = None
        self._most_letters = _harmless_length(source)
        if self._most_letters < 1:
            self._careful = self._compiled()

    def search(self, texts: Iterable[str]) -> list[bool]:
        """For each text, whether the expression matches somewhere in it. Raises UsageError: it takes too long."""
        with one_query():
            allowance = _allowance.get()
            assert allowance is not None
            begun = time.monotonic()
            try:
                return list(self._search(texts, begun + allowance.seconds))
            finally:
                allowance.seconds -= time.monotonic() - begun

    def _search(self, texts: Iterable[str], end: float) -> Iterator[bool]:
        quick, most_letters, now = self._quick.search, self._most_letters, time.monotonic
        for text in texts:
            left = end - now()
            if left <= 0:
                raise UsageError(TOO_LONG)
            if len(text) <= most_letters:
                yield quick(text) is not None
                continue
            self._careful = self._careful or self._compiled()
            try:
                yield self._careful.search(text, timeout=left) is not None
            except (TimeoutError, MemoryError):
                raise UsageError(TOO_LONG) from None

    def _compiled(self) -> Any:
        import regex

        repetitions = re.findall(r"\{[\d,]*\}", self._source)
        counts = [max(map(int, re.findall(r"\d+", repetition)), default=1) for repetition in repetitions]
        if prod(max(count, 1) for count in counts) * len(self._source) > MOST_COPIES:
            raise ExpressionError("too many repetitions")
        flags = regex.VERSION0 | (regex.IGNORECASE if self._flags else 0)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", FutureWarning)
                return regex.compile(_as_regex(self._source), flags)
        except RecursionError:
            raise ExpressionError("nested too deeply") from None
        except regex.error as error:
            raise ExpressionError(str(error)) from error


def _harmless_length(source: str) -> int:
    """The length up to which ``re`` searches a text quickly; 0 if there is no such bound.

    Without repeated groups there are at most as many ways as letters for each repetition and each place to begin, times two
    for each alternative. What is escaped or in brackets is counted, too, which only makes the result smaller.
    """
    # comments and blanks may separate a group from its repetition
    if re.search(r"\)[*+?{]|\(\?#|\(\?[aLimsu]*x", source):
        return 0
    repetitions = len(re.findall(r"[*+{]|\\[1-9]|\(\?P=|\(\?\(", source))
    alternatives = source.count("|") + source.count("?")
    steps = FEW_STEPS // (2 ** min(alternatives, 100) * max(len(source), 1))
    return int(steps ** (1 / (repetitions + 1)))


def _as_regex(source: str) -> str:
    """The same expression for ``regex``, where ``{e}`` and ``[:alpha:]`` have a meaning that they lack in ``re``."""
    parts: list[str] = []
    place, in_class = 0, False
    while place < len(source):
        match = re.compile(r"\\N\{[^}]*\}|\\.|\[\^?\]?|.", re.DOTALL).match(source, place)
        assert match is not None
        part = match.group()
        if part[0] == "[" and in_class:
            part, place = "\\[", place + 1
        else:
            place = match.end()
            if part[0] == "[":
                in_class = True
            elif part == "]":
                in_class = False
            elif part == "{" and not in_class and not re.compile(r"\d*,?\d*\}").match(source, place):
                part = "\\{"
        parts.append(part)
    return "".join(parts)
