"""Search by tree pattern in the notation of TGrep2: ``NP < PP``, ``VP << (NP $.. PP)``, ``/^NP/ !> S``.

A pattern describes a node by its relations to other nodes, which are patterns in turn. Only the existence of such nodes
matters, so every relation is a semi-join: from the nodes that match on its right to those that match on its left, in a few numpy
operations over the columns of a whole file.

Labels: ``NP``, ``NP|VP``, ``/regular expression/``, ``"label or word"`` (for those with special letters), ``*`` any node, ``i@np``
in any case. Words are leaves. Relations join with each other by juxtaposition or ``&``, by ``|``, in ``[ ]``; ``!`` negates one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import UsageError
from treecompare.trees.expressions import Expression, ExpressionError, one_query
from treecompare.trees.tree import WORD, Trees, parent_numbers

Mask = NDArray[np.bool_]
Numbers = NDArray[np.int64]

MOST_LETTERS = 10_000
MOST_NESTED = 100
"""Parentheses and brackets within each other."""
MOST_DIGITS = 9

SEPARATORS = " \t\r\n"
SPECIAL = "()[]|&!<>$.,=:;\"/@%'^"


class Places:
    """Where the nodes of a file stand to each other; one entry per node, computed once per file."""

    def __init__(self, trees: Trees) -> None:
        self.trees = trees
        self.size = trees.sizes.astype(np.int64)
        self.node = np.arange(len(self.size))
        self.parents = parent_numbers(trees)
        self.sentence = np.repeat(np.arange(len(trees)), np.diff(trees.offsets))

    @cached_property
    def used(self) -> Numbers:
        """The numbers of the labels and words that occur."""
        return np.unique(self.trees.labels).astype(np.int64)

    @cached_property
    def leftmost(self) -> Numbers:
        """The leftmost leaf below each node."""
        return self.node + 1 - self.size

    @cached_property
    def rightmost(self) -> Numbers:
        """The rightmost leaf: last daughters stand directly before their mothers."""
        return np.maximum.accumulate(np.where(self.size == 1, self.node, 0)) if len(self.node) else self.node

    @cached_property
    def left_sister(self) -> Numbers:
        """The sister directly to the left; -1 where there is none."""
        left = self.node - self.size
        has = (left >= 0) & (self.parents >= 0)
        has[has] = self.parents[left[has]] == self.parents[has]
        return np.where(has, left, -1)

    @cached_property
    def by_parent(self) -> Numbers:
        """The nodes, sisters beside each other from left to right."""
        return np.lexsort((self.node, self.parents))

    @cached_property
    def rank(self) -> tuple[Numbers, Numbers]:
        """Place among the sisters from the left and from the right, from 1; 0 for roots."""
        order = self.by_parent
        mothers = self.parents[order]
        firsts = np.flatnonzero(np.concatenate(([True], mothers[1:] != mothers[:-1]))) if len(order) else order
        counts = np.diff([*firsts, len(order)])
        from_left = np.arange(len(order)) - np.repeat(firsts, counts) + 1
        left, right = np.zeros((2, len(order)), np.int64)
        left[order] = from_left
        right[order] = np.repeat(counts, counts) - from_left + 1
        is_root = self.parents < 0
        left[is_root] = right[is_root] = 0
        return left, right

    @cached_property
    def words(self) -> tuple[Numbers, Numbers, Mask]:
        """Before which word each node begins and ends, counted over the whole file; and which nodes have words."""
        running = np.concatenate(([0], np.cumsum(self.trees.kinds == WORD)))
        starts, ends = running[self.leftmost], running[self.node + 1]
        return starts, ends, ends > starts


@lru_cache(maxsize=8)
def places(trees: Trees) -> Places:
    """The places of a file's nodes; those of the last files asked for are kept."""
    return Places(trees)


# -- relations: from the nodes on the right (a mask) to those on the left ------------------------------------------------------

Relation = Callable[[Places, Mask], Mask]


def _has(at: Places, nodes: Numbers) -> Mask:
    mask = np.zeros(len(at.node), np.bool_)
    mask[nodes[nodes >= 0]] = True
    return mask


def _count_between(at: Places, right: Mask, first: Numbers, last: Numbers) -> Numbers:
    """How many nodes of ``right`` are in ``first … last - 1``, per node."""
    running = np.concatenate(([0], np.cumsum(right)))
    return running[last] - running[first]


def _parent_of(at: Places, right: Mask) -> Mask:
    return _has(at, at.parents[right])


def _child_of(at: Places, right: Mask) -> Mask:
    mask: Mask = (at.parents >= 0) & right[np.maximum(at.parents, 0)]
    return mask


def _dominates(at: Places, right: Mask) -> Mask:
    return _count_between(at, right, at.leftmost, at.node) > 0


def _dominated_by(at: Places, right: Mask) -> Mask:
    steps = np.zeros(len(at.node) + 1, np.int64)
    np.add.at(steps, at.leftmost[right], 1)
    np.add.at(steps, at.node[right], -1)
    mask: Mask = np.cumsum(steps)[:-1] > 0
    return mask


def _parent_of_nth(number: int) -> Relation:
    """The mother of a daughter at that place; from the right if negative."""

    def relation(at: Places, right: Mask) -> Mask:
        return _has(at, at.parents[right & _is_nth(at, number)])

    return relation


def _nth_child_of(number: int) -> Relation:
    return lambda at, right: _child_of(at, right) & _is_nth(at, number)


def _is_nth(at: Places, number: int) -> Mask:
    left, right = at.rank
    mask: Mask = left == number if number > 0 else right == -number
    return mask


def _is_only(at: Places) -> Mask:
    return _is_nth(at, 1) & _is_nth(at, -1)


def _has_leftmost(at: Places, right: Mask) -> Mask:
    """Along first daughters all nodes share their leftmost leaf; the deeper, the earlier."""
    order = np.lexsort((at.node, at.leftmost))
    return _earlier_in_group(order, at.leftmost, right)


def _leftmost_of(at: Places, right: Mask) -> Mask:
    order = np.lexsort((-at.node, at.leftmost))
    return _earlier_in_group(order, at.leftmost, right)


def _has_rightmost(at: Places, right: Mask) -> Mask:
    return _count_between(at, right, at.rightmost, at.node) > 0


def _rightmost_of(at: Places, right: Mask) -> Mask:
    order = at.node[::-1]
    return _earlier_in_group(order, at.rightmost, right)


def _earlier_in_group(order: Numbers, group: Numbers, right: Mask) -> Mask:
    """Nodes before which, in ``order``, another of the same group is in ``right``; groups stand together in ``order``."""
    groups, marks = group[order], right[order].astype(np.int64)
    before = np.cumsum(marks) - marks
    is_first = np.concatenate(([True], groups[1:] != groups[:-1])) if len(order) else np.zeros(0, np.bool_)
    at_first = np.maximum.accumulate(np.where(is_first, np.arange(len(order)), 0)) if len(order) else order
    mask = np.zeros(len(order), np.bool_)
    mask[order] = before > before[at_first]
    return mask


def _sister_of(at: Places, right: Mask) -> Mask:
    counts = np.bincount(at.parents[right & (at.parents >= 0)], minlength=len(at.node))
    return (at.parents >= 0) & (counts[np.maximum(at.parents, 0)] - right > 0)


def _directly_left_of(at: Places, right: Mask) -> Mask:
    return _has(at, at.left_sister[right])


def _directly_right_of(at: Places, right: Mask) -> Mask:
    return (at.left_sister >= 0) & right[np.maximum(at.left_sister, 0)]


def _left_of(at: Places, right: Mask) -> Mask:
    return _earlier_in_group(at.by_parent[::-1], at.parents, right) & (at.parents >= 0)


def _right_of(at: Places, right: Mask) -> Mask:
    return _earlier_in_group(at.by_parent, at.parents, right) & (at.parents >= 0)


def _directly_before(at: Places, right: Mask) -> Mask:
    starts, ends, has_words = at.words
    begins = _marks(at, starts[right & has_words])
    return begins[ends] & has_words & (ends < _sentence_end(at))


def _directly_after(at: Places, right: Mask) -> Mask:
    starts, ends, has_words = at.words
    finished = _marks(at, ends[right & has_words])
    return finished[starts] & has_words & (starts > _sentence_begin(at))


def _before(at: Places, right: Mask) -> Mask:
    starts, ends, has_words = at.words
    last = np.full(len(at.trees), -1, np.int64)
    np.maximum.at(last, at.sentence[right & has_words], starts[right & has_words])
    return has_words & (ends <= last[at.sentence])


def _after(at: Places, right: Mask) -> Mask:
    starts, ends, has_words = at.words
    none = np.iinfo(np.int64).max
    first = np.full(len(at.trees), none, np.int64)
    np.minimum.at(first, at.sentence[right & has_words], ends[right & has_words])
    return has_words & (starts >= first[at.sentence])


def _marks(at: Places, words: Numbers) -> Mask:
    mask = np.zeros(int(at.trees.word_counts.sum()) + 1, np.bool_)
    mask[words] = True
    return mask


def _sentence_end(at: Places) -> Numbers:
    return np.cumsum(at.trees.word_counts)[at.sentence]


def _sentence_begin(at: Places) -> Numbers:
    return (np.cumsum(at.trees.word_counts) - at.trees.word_counts)[at.sentence]


RELATIONS: dict[str, tuple[Relation, str]] = {
    "<": (_parent_of, "is the mother of"),
    ">": (_child_of, "is a daughter of"),
    "<<": (_dominates, "stands above"),
    ">>": (_dominated_by, "stands below"),
    "<,": (_parent_of_nth(1), "has as first daughter"),
    ">,": (_nth_child_of(1), "is the first daughter of"),
    "<-": (_parent_of_nth(-1), "has as last daughter"),
    ">-": (_nth_child_of(-1), "is the last daughter of"),
    "<:": (lambda at, right: _parent_of(at, right & _is_only(at)), "has as only daughter"),
    ">:": (lambda at, right: _child_of(at, right) & _is_only(at), "is the only daughter of"),
    "<<,": (_has_leftmost, "has on its left edge"),
    ">>,": (_leftmost_of, "is on the left edge of"),
    "<<-": (_has_rightmost, "has on its right edge"),
    ">>-": (_rightmost_of, "is on the right edge of"),
    "$": (_sister_of, "is a sister of"),
    "$.": (_directly_left_of, "is the sister directly left of"),
    "$,": (_directly_right_of, "is the sister directly right of"),
    "$..": (_left_of, "is a sister left of"),
    "$,,": (_right_of, "is a sister right of"),
    ".": (_directly_before, "ends directly before"),
    ",": (_directly_after, "begins directly after"),
    "..": (_before, "ends somewhere before"),
    ",,": (_after, "begins somewhere after"),
}
"""Every relation with what it means; ``<N`` and ``>N`` (``<-N``, ``>-N``) besides, for the Nth daughter (from the right)."""
_ALIASES = {
    "<'": "<-",
    ">'": ">-",
    "<`": "<-",
    ">`": ">-",
    "<<'": "<<-",
    ">>'": ">>-",
    "<<`": "<<-",
    ">>`": ">>-",
    "%": "$",
}
_RELATION = re.compile(r"<<[,'`-]?|>>[,'`-]?|[<>]-?\d+|[<>][,'`:-]?|\$\.\.|\$,,|\$[.,]?|%|\.\.|,,|\.|,")


# -- patterns --------------------------------------------------------------------------------------------------------------


Test = Callable[[Places], Mask]


@dataclass(frozen=True)
class Pattern:
    """A parsed pattern; ``text`` is as it was written."""

    text: str
    _test: Test

    def nodes(self, trees: Trees) -> Mask:
        """Which nodes of a file match, one entry per node.

        Raises:
            UsageError: a regular expression takes too long.
        """
        with one_query():
            return self._test(places(trees))

    def sentences(self, trees: Trees) -> Mask:
        """Which sentences have a node that matches; raises as ``nodes`` does."""
        return trees.totals(self.nodes(trees)) > 0


@lru_cache(maxsize=64)
def compile_pattern(text: str) -> Pattern:
    """Parses a pattern.

    Raises:
        UsageError: it is none; says where, and what was expected.
    """
    if len(text) > MOST_LETTERS:
        raise UsageError(f"pattern: expected at most {MOST_LETTERS} letters; found {len(text)}")
    reader = _Reader(text)
    test = reader.pattern()
    reader.skip()
    if reader.place < len(text):
        reader.fail("a relation such as < or $")
    return Pattern(text, test)


class _Reader:
    """Reads a pattern from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.nested = 0

    def fail(self, expected: str) -> None:
        found = f"'{self.text[self.place]}'" if self.place < len(self.text) else "the end"
        raise UsageError(f"pattern, character {self.place + 1}: expected {expected}; found {found}")

    def skip(self) -> None:
        while self.place < len(self.text) and self.text[self.place] in SEPARATORS:
            self.place += 1

    def peek(self) -> str:
        self.skip()
        return self.text[self.place] if self.place < len(self.text) else ""

    def within(self, read: Callable[[], Test], closing: str) -> Test:
        """What stands in parentheses or brackets, the first of which is read."""
        if self.nested == MOST_NESTED:
            self.fail(f"at most {MOST_NESTED} parentheses within each other")
        self.nested += 1
        inner = read()
        self.nested -= 1
        if not self.take(closing):
            self.fail(f"'{closing}'")
        return inner

    def take(self, letter: str) -> bool:
        if self.peek() != letter:
            return False
        self.place += 1
        return True

    def pattern(self) -> Test:
        """A node and its relations."""
        node = self.node()
        if self.peek() in ("", ")", "]"):
            return node
        relations = self.either()
        return lambda at: node(at) & relations(at)

    def node(self) -> Test:
        """A label with its alternatives, or a pattern in parentheses."""
        if self.take("("):
            return self.within(self.pattern, ")")
        tests = [self.label()]
        while self.peek() == "|" and not self._relation_follows(self.place + 1):
            self.place += 1
            tests.append(self.label())
        return tests[0] if len(tests) == 1 else lambda at: np.logical_or.reduce([test(at) for test in tests])

    def _relation_follows(self, place: int) -> bool:
        rest = self.text[place:].lstrip(SEPARATORS)
        return not rest or rest[0] in "![" or _RELATION.match(rest) is not None

    def label(self) -> Test:
        self.skip()
        ignores_case = self.text.startswith("i@", self.place)
        if ignores_case:
            self.place += 2
        letter = self.peek()
        if letter == "/":
            end = _closing(self.text, self.place + 1, "/")
            if end < 0:
                self.fail("a '/' that closes the regular expression")
            source = self.text[self.place + 1 : end]
            try:
                expression = Expression(source, ignores_case)
            except ExpressionError as error:
                raise UsageError(f"pattern, character {self.place + 1}: not a regular expression: {error}") from error
            self.place = end + 1
            return _with_symbols(expression.search)
        if letter == '"':
            end = _closing(self.text, self.place + 1, '"')
            if end < 0:
                self.fail("a '\"' that closes the label")
            text = re.sub(r"\\(.)", r"\1", self.text[self.place + 1 : end])
            self.place = end + 1
        else:
            match = re.compile(f"[^{re.escape(SEPARATORS + SPECIAL)}]+").match(self.text, self.place)
            if match is None:
                self.fail("a label (those with special letters in quotes)")
                raise AssertionError
            text, self.place = match.group(), match.end()
            if text in ("*", "__"):
                return lambda at: np.ones(len(at.node), np.bool_)
        if ignores_case:
            folded = text.casefold()
            return _with_symbols(lambda labels: [label.casefold() == folded for label in labels])
        return _with_symbols(lambda labels: [label == text for label in labels])

    def either(self) -> Test:
        """Relations of which one has to hold."""
        tests = [self.all()]
        while self.take("|"):
            tests.append(self.all())
        return tests[0] if len(tests) == 1 else lambda at: np.logical_or.reduce([test(at) for test in tests])

    def all(self) -> Test:
        """Relations that all have to hold."""
        tests = [self.relation()]
        while True:
            if self.take("&") or self.peek() not in ("", ")", "]", "|"):
                tests.append(self.relation())
            else:
                break
        return tests[0] if len(tests) == 1 else lambda at: np.logical_and.reduce([test(at) for test in tests])

    def relation(self) -> Test:
        is_negated = self.take("!")
        if self.take("["):
            inner = self.within(self.either, "]")
        else:
            self.skip()
            match = _RELATION.match(self.text, self.place)
            if match is None:
                self.fail("a relation such as <, <<, >, $ or .")
                raise AssertionError
            if sum(map(str.isdigit, match.group())) > MOST_DIGITS:
                self.fail(f"a daughter's number of at most {MOST_DIGITS} digits")
            joins = _relation(match.group())
            if joins is None:
                self.fail("a daughter's number other than 0")
                raise AssertionError
            self.place = match.end()
            right = self.node()
            inner = _joined(joins, right)
        return (lambda at: ~inner(at)) if is_negated else inner


def _joined(relation: Relation, right: Test) -> Test:
    return lambda at: relation(at, right(at))


def _relation(text: str) -> Relation | None:
    text = _ALIASES.get(text, text)
    if text in RELATIONS:
        return RELATIONS[text][0]
    number = int(text[1:])
    if number == 0:
        return None
    return _parent_of_nth(number) if text[0] == "<" else _nth_child_of(number)


def _closing(text: str, place: int, letter: str) -> int:
    """Where the next such letter is that no backslash stands before; -1 if there is none."""
    while place < len(text):
        if text[place] == "\\":
            place += 1
        elif text[place] == letter:
            return place
        place += 1
    return -1


def _with_symbols(among: Callable[[list[str]], list[bool]]) -> Test:
    """Tests each distinct label or word once; results are cached as long as the file's places."""
    known: WeakKeyDictionary[Places, Mask] = WeakKeyDictionary()

    def test(at: Places) -> Mask:
        labels = at.trees.labels
        mask = known.get(at)
        if mask is None:
            mask = np.zeros(len(at.trees.symbols), np.bool_)
            numbers = at.used
            mask[numbers] = among([at.trees.symbols[number] for number in numbers.tolist()])
            known[at] = mask
        return mask[labels]

    return test
