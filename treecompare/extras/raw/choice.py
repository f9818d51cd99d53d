"""Which candidate is the answer, what it takes to read it, and the outcome of every gold sentence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.answered import (
    ADDED,
    AFTER_REPAIR,
    AS_IS,
    CHANGED,
    DROPPED,
    FAILURES,
    NO_ANSWER,
    NO_TREE,
    UNREADABLE,
)
from treecompare.extras.raw import candidates as brackets
from treecompare.extras.raw import rows
from treecompare.extras.raw.candidates import (
    Candidate,
    Row,
    Span,
    bracketed,
    fences,
    has_prose,
    made_brackets,
    plain_text,
)
from treecompare.extras.raw.rows import is_numbered, repaired, without_number, words_of
from treecompare.trees.characters import plain_forms

LEAST_WORDS = Fraction(1, 3)
LEAST_CHARACTERS = Fraction(2, 3)


def common_words(gold: Sequence[str], test: Sequence[str]) -> int:
    """The length of the longest row of words that both have in this order; a bit for each word of the gold."""
    if list(gold) == list(test):
        return len(gold)
    places: dict[str, int] = {}
    for place, word in enumerate(gold):
        places[word] = places.get(word, 0) | (1 << place)
    everything = (1 << len(gold)) - 1
    row = everything
    for word in test:
        if found := row & places.get(word, 0):
            row = ((row + found) | (row - found)) & everything
    return len(gold) - row.bit_count()


@lru_cache(maxsize=64)  # drafts of one answer often have the same words
def matched_characters(gold: str, test: str) -> int:
    """How many characters are equal on a path of least cost, at most: replacing (letters and digits only by such, others only by
    others), deleting and inserting cost 1 each.

    Row by row, a row per character of the gold; each entry is cost times a large number, less matches.
    """
    unit = len(gold) + len(test) + 1
    columns = np.arange(len(test) + 1, dtype=np.int64) * unit
    codes = np.frombuffer(test.encode("utf-32-le", "surrogatepass"), np.int32)
    is_letter = np.fromiter((one.isalnum() for one in test), np.bool_, len(test))
    row: NDArray[np.int64] = columns.copy()
    for one in gold:
        step = np.where(codes == ord(one), -1, np.where(is_letter == one.isalnum(), unit, 2 * unit))
        best = row + unit
        best[1:] = np.minimum(best[1:], row[:-1] + step)
        row = np.minimum.accumulate(best - columns) + columns
    return int(-row[-1] % unit)


@dataclass(frozen=True)
class Sides:
    """The plain forms of the words of a gold sentence and of a candidate."""

    gold: Sequence[str]
    test: Sequence[str]

    @property
    def words(self) -> Fraction:
        """Words in common, of the longer side."""
        longer = max(len(self.gold), len(self.test))
        return Fraction(common_words(self.gold, self.test), longer) if longer else Fraction(0)

    @property
    def characters(self) -> Fraction:
        """Characters that are equal, of the longer side."""
        if list(self.gold) == list(self.test):
            return Fraction(1)
        gold, test = ("".join("".join(side).split()) for side in (self.gold, self.test))
        longer = max(len(gold), len(test))
        return Fraction(matched_characters(gold, test), longer) if longer else Fraction(0)

    @property
    def may_be_alike(self) -> bool:
        """Whether enough characters occur on both sides, in whatever order, for :attr:`characters` to be high enough."""
        gold, test = "".join(self.gold), "".join(self.test)
        longer = max(len(gold), len(test))
        if min(len(gold), len(test)) < LEAST_CHARACTERS * longer:
            return False
        return (Counter(gold) & Counter(test)).total() >= LEAST_CHARACTERS * longer


LEVELS = ("none", "extract", "close")
"""What may be repaired: nothing, where the answer stands in the text, what it takes to make a tree of it."""
REPAIRS = {
    "fence": "extract", "prose": "extract", "several": "extract", "separator": "extract", "columns": "extract",
    "joined": "close", "extra": "close", "closed": "close",
    "numbering": "close", "head": "close", "root": "close", "cycle": "close",
}  # fmt: skip
"""Every repair, in the order in which they are written, with the level from which it is made."""
_COUNTED = ("several", "joined", "extra", "closed", "head", "root", "cycle")
LONGEST = 1_000_000
"""Characters of an answer; what is longer is not looked at."""

Repair = tuple[str, int]


def repairs_text(repairs: Sequence[Repair]) -> str:
    """Repairs as tables show them: ``fence;several=2``, ``-`` for none."""
    written = [f"{name}={count}" if name in _COUNTED else name for name, count in repairs]
    return ";".join(written) or "-"


@dataclass(frozen=True)
class Choice:
    """What was chosen in an answer. ``candidate``: None where no tree of the sentence is in it. ``extracting``: the repairs of
    level ``extract``; ``needs``: those of level ``close`` without which it cannot be read; ``closing``: all of that level.
    ``has_too_many``: more candidates than are looked at. ``words``: plain forms of the chosen one's words.
    """

    candidate: Candidate | None = None
    extracting: tuple[Repair, ...] = ()
    needs: tuple[Repair, ...] = ()
    closing: tuple[Repair, ...] = ()
    has_too_many: bool = False
    words: tuple[str, ...] = field(default=())


def chosen(text: str, gold: Sequence[str], is_rows: bool) -> Choice:
    """What an answer comes to. ``gold``: the plain forms of the gold's words. ``is_rows``: CoNLL-U is wanted, else brackets."""
    text = plain_text(text)
    at = fences(text)
    found, has_too_many = (rows if is_rows else brackets).candidates(text, at)
    sides = {id(one): Sides(gold, plain_forms(list(one.words))) for one in found}
    ranks = {id(one): sides[id(one)].words for one in found}

    def is_accepted(one: Candidate) -> bool:
        if ranks[id(one)] >= LEAST_WORDS:
            return True
        its = sides[id(one)]
        return its.may_be_alike and its.characters >= LEAST_CHARACTERS

    accepted = [one for one in found if is_accepted(one)]
    if not accepted:
        return Choice(has_too_many=has_too_many)
    best = _best(accepted, lambda one: ranks[id(one)])
    if len(best) > 1:
        best = _best(best, lambda one: sides[id(one)].characters)
    answer = max(best, key=lambda one: (-one.changes, *one.span)) if not is_rows else best[-1]
    begin, end = answer.within
    others = [
        one for one in accepted if not (one.is_run or one is answer or begin <= one.span[0] <= one.span[1] <= end)
    ]
    extracting = _extracting(text, at, answer, accepted, len(others) + (not answer.is_run))
    needs, closing = closing_of(answer)
    return Choice(answer, extracting, needs, closing, has_too_many, tuple(sides[id(answer)].test))


def _best(candidates: list[Candidate], rank: Callable[[Candidate], Fraction]) -> list[Candidate]:
    if len(candidates) == 1:
        return candidates
    ranked = [(rank(one), one) for one in candidates]
    highest = max(value for value, _ in ranked)
    return [one for value, one in ranked if value == highest]


def _extracting(
    text: str, at: list[Span], answer: Candidate, accepted: list[Candidate], count: int
) -> tuple[Repair, ...]:
    """The repairs of level ``extract``. ``count``: how many candidates were accepted."""
    known = [*at, *answer.stretches]
    for one in accepted:
        if not one.is_run:
            known += one.lines or (one.span,)
    several = (("several", count),) if count >= 2 else ()
    return (*around(text, at, known), *several, *of_rows(answer))


def around(text: str, at: list[Span], known: list[Span]) -> tuple[Repair, ...]:
    """The repairs that take out what stands around answers: fences, and what is no part of the ``known``."""
    is_there = {"fence": bool(at), "prose": has_prose(text, known)}
    return tuple((name, 1) for name, is_it in is_there.items() if is_it)


def of_rows(answer: Candidate) -> tuple[Repair, ...]:
    """The repairs that make ten columns of its rows."""
    separator = any(row.by_separator for row in answer.rows)
    is_there = {"separator": separator, "columns": any(row.by_columns for row in answer.rows)}
    return tuple((name, 1) for name, is_it in is_there.items() if is_it)


def closing_of(answer: Candidate) -> tuple[tuple[Repair, ...], tuple[Repair, ...]]:
    """Without which repairs of level ``close`` the answer cannot be read, and all of them."""
    if not answer.rows:
        brackets_ = (("joined", answer.joined), ("extra", answer.extra), ("closed", answer.closed))
        found = tuple((name, times) for name, times in brackets_ if times)
        return found, found
    everything = repaired(answer.rows).repairs
    if not is_numbered(answer.rows):
        return (("numbering", 1),), everything
    lost = without_number(answer.rows)
    return ((("head", lost),) if lost else ()), everything


# -- the outcome of every gold sentence --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """What a gold sentence got. ``repairs``: those that were made, or that it would need where it is unreadable. ``faults``:
    what is wrong and was scored as it is. ``tree``: one line of brackets; ``rows``: of CoNLL-U. ``made``: the words, from 1, whose
    arc was made by repair. ``brackets_made``: of the brackets that end last, so many were closed, joined or kept open by repair.
    ``told``: whatever else there is to say.
    """

    outcome: str
    repairs: tuple[Repair, ...] = ()
    faults: tuple[Repair, ...] = ()
    tree: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    made: tuple[int, ...] = ()
    brackets_made: int = 0
    told: str = ""

    @property
    def is_failure(self) -> bool:
        """Whether there is nothing to score."""
        return self.outcome in FAILURES


def choice_of(text: str | None, gold: Sequence[str], is_rows: bool) -> Choice | Answer:
    """What an answer comes to at any level, or its outcome where that is the same at all levels."""
    if text is None or not text.strip():
        return Answer(NO_ANSWER)
    if len(text) > LONGEST:
        return Answer(UNREADABLE, told=f"too long: {len(text):,} characters; at most {LONGEST:,} are read")
    choice = chosen(text, gold, is_rows)
    return choice if choice.candidate is not None else Answer(NO_TREE, told=_kind_of(text))


def at_level(choice: Choice | Answer, gold: Sequence[str], level: str) -> Answer:
    """The outcome at a level of repair. ``gold``: the plain forms of the gold's words."""
    if isinstance(choice, Answer):
        return choice
    answer = choice.candidate
    assert answer is not None
    needed = (*choice.extracting, *choice.needs)
    told = "more candidates than are looked at" if choice.has_too_many else ""
    closes = level == "close"
    if any(LEVELS.index(REPAIRS[name]) > LEVELS.index(level) for name, _ in needed):
        return Answer(UNREADABLE, needed, told=told)
    repairs = (*choice.extracting, *(choice.closing if closes else ()))
    outcome = outcome_by_words(gold, choice.words, bool(repairs))
    if not answer.rows:
        around = int(answer.joined > 0 or (answer.is_run and answer.extra > 0 and not answer.closed))
        made = made_brackets(answer.tree, answer.closed, around) if closes else 0
        return Answer(outcome, repairs, tree=bracketed(answer.tree), brackets_made=made, told=told)
    if not closes:
        return Answer(outcome, repairs, choice.closing, rows=tuple(row.columns for row in answer.rows), told=told)
    arcs = repaired(answer.rows)
    rows, further = _with_heads(answer.rows, arcs.heads, any(name == "numbering" for name, _ in repairs))
    return Answer(outcome, repairs, rows=rows, made=arcs.made, told="; ".join(filter(None, (told, further))))


def outcome_by_words(gold: Sequence[str], test: Sequence[str], is_repaired: bool) -> str:
    """The outcome of an answer that can be read, by its words and those of the gold."""
    if list(gold) == list(test):
        return AFTER_REPAIR if is_repaired else AS_IS
    if _is_subsequence(test, gold):
        return DROPPED
    return ADDED if _is_subsequence(gold, test) else CHANGED


def _is_subsequence(part: Sequence[str], whole: Sequence[str]) -> bool:
    rest = iter(whole)
    return all(word in rest for word in part)


def _with_heads(
    rows: Sequence[Row], heads: Sequence[int], is_renumbered: bool
) -> tuple[tuple[tuple[str, ...], ...], str]:
    """The columns of rows with other heads, and what is told of it."""
    words = words_of(rows)
    kept = words if is_renumbered else list(rows)
    found: list[tuple[str, ...]] = []
    word = 0
    for row in kept:
        columns = row.columns
        if row.id.isdigit():
            columns = (str(word + 1), *columns[1:6], str(heads[word]), *columns[7:])
            word += 1
        found.append(columns)
    left = len(rows) - len(kept)
    return tuple(found), f"{left} tokens of several words and empty nodes are left out" if left else ""


_KINDS = (("<", "XML"), ("{", "JSON"), ("[", "JSON or square brackets"))
_STANFORD = re.compile(r"^[a-z:]+\([^\s()]+-[0-9]+, [^\s()]+-[0-9]+\)", re.MULTILINE)


def _kind_of(text: str) -> str:
    """What an answer without a tree looks like, if it is recognised."""
    start = next((line.strip() for line in text.split("\n") if line.strip() and "```" not in line), "")
    if found := next((kind for sign, kind in _KINDS if start.startswith(sign)), ""):
        return f"looks like {found}"
    return "looks like Stanford dependencies" if _STANFORD.search(text) else ""
