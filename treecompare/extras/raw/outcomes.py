"""The outcome of every gold sentence: what was answered, what was repaired, and what is scored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
from treecompare.extras.raw.brackets import bracketed, made_brackets
from treecompare.extras.raw.candidates import Row
from treecompare.extras.raw.choice import LEVELS, LONGEST, REPAIRS, Choice, Repair, chosen
from treecompare.extras.raw.rows import repaired, words_of


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


def _kind_of(text: str) -> str:
    """What an answer without a tree looks like, if it is recognised."""
    start = next((line.strip() for line in text.split("\n") if line.strip() and "```" not in line), "")
    if found := next((kind for sign, kind in _KINDS if start.startswith(sign)), ""):
        return f"looks like {found}"
    return "looks like Stanford dependencies" if _is_stanford(text) else ""


def _is_stanford(text: str) -> bool:
    import re

    return re.search(r"^[a-z:]+\([^\s()]+-[0-9]+, [^\s()]+-[0-9]+\)", text, re.MULTILINE) is not None
