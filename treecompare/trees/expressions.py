"""Regular expressions over many texts, with a time limit.

Some expressions run without end: ``/(a+)+$/`` tries every way to cut a row of a's into parts. Where the number of ways is
bounded by the length of the text Python's own ``re`` searches; elsewhere the package ``regex``, which can be stopped.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from math import prod
from typing import Any

from treecompare.errors import UsageError

SECONDS = 2.0
"""So long a query may spend on its regular expressions: of the processor, so it is longer where the machine is busy."""
LONGEST = 2000
"""Letters of an expression."""
MOST_COPIES = 100_000
"""``regex`` writes out what is repeated a given number of times: at most so many letters."""
FEW_STEPS = 10_000_000
"""So many steps of ``re`` take a tenth of a second or so."""

TOO_LONG = "the regular expression takes too long; expected one without a repetition within a repetition, such as (a+)+"


class ExpressionError(UsageError):
    """A text that is no regular expression; says why."""


@dataclass
class _Allowance:
    seconds: float


_allowance: ContextVar[_Allowance | None] = ContextVar("allowance", default=None)


@contextmanager
def one_query(seconds: float = SECONDS) -> Iterator[None]:
    """All regular expressions within share the seconds, of which only those count that are spent on them.

    Within another query its seconds count.
    """
    if _allowance.get() is not None:
        yield
        return
    token = _allowance.set(_Allowance(seconds))
    try:
        yield
    finally:
        _allowance.reset(token)


class Expression:
    """A regular expression as ``re`` understands it.

    Raises:
        ExpressionError: the source is none.
    """

    def __init__(self, source: str, ignores_case: bool = False) -> None:
        if len(source) > LONGEST:
            raise ExpressionError(f"expected at most {LONGEST} letters; found {len(source)}")
        self._source, self._flags = source, re.IGNORECASE if ignores_case else 0
        try:
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
        """For each text whether it is found there.

        Raises:
            UsageError: it takes too long.
        """
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
            return regex.compile(_as_regex(self._source), flags)
        except RecursionError:
            raise ExpressionError("nested too deeply") from None
        except regex.error as error:
            raise ExpressionError(str(error)) from error


def _harmless_length(source: str) -> int:
    """How long texts may be so that ``re`` is done with each soon; 0 where nothing can be said.

    Without repeated groups there are at most as many ways as letters for each repetition and each place to begin, times two
    for each alternative. What is escaped or in brackets is counted, too, which only makes the result smaller.
    """
    # comments and blanks may stand between a group and what repeats it
    if re.search(r"\)[*+?{]|\(\?#|\(\?[aLimsu]*x", source):
        return 0
    repetitions = len(re.findall(r"[*+{]|\\[1-9]|\(\?P=|\(\?\(", source))
    alternatives = source.count("|") + source.count("?")
    steps = FEW_STEPS // (2 ** min(alternatives, 100) * max(len(source), 1))
    return int(steps ** (1 / (repetitions + 1)))


def _as_regex(source: str) -> str:
    """The same for ``regex``, to which ``{e}`` and ``[:alpha:]`` mean something more than to ``re``."""
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
