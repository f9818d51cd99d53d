"""How patterns are read: nodes, relations between them, ``!``, ``|``, ``&``, brackets, and variables.

What a label and a relation are is told by a :class:`Dialect`: one for trees of constituents
(:mod:`treecompare.trees.joined_patterns`), one for dependencies (:mod:`treecompare.trees.word_patterns`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NoReturn, Protocol, TypeAlias
from weakref import WeakKeyDictionary

import numpy as np

from treecompare.errors import UsageError
from treecompare.trees.columns import Mask, Numbers
from treecompare.trees.expressions import Expression, ExpressionError

Test: TypeAlias = Callable[[Any], Mask]
"""Which nodes of a file (its places) have a label; one entry per node."""
Among: TypeAlias = Callable[[list[str]], list[bool]]
"""Which texts are wanted."""

MOST_LETTERS = 10_000
MOST_NESTED = 100
"""Parentheses and brackets within each other."""
SEPARATORS = " \t\r\n"
_SHOWN = 24
"""So many letters before a fault are shown with it, and half as many behind."""
_NAME = re.compile(r"[a-z]\w*")
_ANY_TEXTS = ("", "A", "z-9", "\N{LATIN SMALL LETTER SHARP S}.")
"""What matches all of these is taken to match anything."""


class PatternError(UsageError):
    """What is wrong with a pattern and at which ``place`` of the whole text, from 0. ``missing``: what is expected at its end, if
    it is right as far as it goes."""

    def __init__(self, text: str, place: int, what: str, missing: str = "") -> None:
        super().__init__(text, place, what, missing)
        self.place, self.missing = place, missing

    def __str__(self) -> str:
        text, place, what, _ = self.args
        shown = f"{text[max(place - _SHOWN, 0) : place]}‸{text[place : place + _SHOWN // 2]}"
        here = "".join(letter if letter.isprintable() else " " for letter in shown)
        return f"pattern, character {place + 1}: {what} (here: {here})"


@dataclass(frozen=True, eq=False)
class Relation:
    """A relation between two nodes of a tree.

    ``mask(places, right)``: the nodes that stand in it to some node of ``right``. ``left_key``, ``right_key``:
    numbers of nodes that are equal wherever it holds. ``holds(places, left, right)``: per pair of such nodes, whether it does.
    """

    mask: Callable[[Any, Mask], Mask]
    holds: Callable[[Any, Numbers, Numbers], Mask]
    left_key: Callable[[Any, Numbers], Numbers]
    right_key: Callable[[Any, Numbers], Numbers]


def has(at: Any, nodes: Numbers) -> Mask:
    """The mask of these nodes; numbers below 0 are none."""
    mask = np.zeros(len(at.node), np.bool_)
    mask[nodes[nodes >= 0]] = True
    return mask


def itself(at: Any, nodes: Numbers) -> Numbers:
    """A key of relations: the nodes."""
    return nodes


def above(at: Any, nodes: Numbers) -> Numbers:
    """A key of relations: mothers or heads."""
    found: Numbers = at.parents[nodes]
    return found


def sentence(at: Any, nodes: Numbers) -> Numbers:
    """A key of relations: sentences."""
    found: Numbers = at.sentence[nodes]
    return found


@dataclass(frozen=True, eq=False)
class Node:
    """A node of a pattern. ``test``: None where any node will do. ``formulas`` all have to hold of it.

    ``variable``: what it is called. ``is_reference``: it has that name only, and no label of its own. ``place``: in the text.
    """

    test: Test | None
    place: int
    variable: str = ""
    is_reference: bool = False
    formulas: tuple[Formula, ...] = ()


@dataclass(frozen=True, eq=False)
class Related:
    """The node stands in a relation to another."""

    relation: Relation
    right: Node


@dataclass(frozen=True, eq=False)
class Not:
    """The contrary of a formula."""

    formula: Formula


@dataclass(frozen=True, eq=False)
class Some:
    """One of the formulas has to hold, or (``is_all``) all of them."""

    formulas: tuple[Formula, ...]
    is_all: bool = False


Formula: TypeAlias = Related | Not | Some


def nodes_of(node: Node) -> Iterator[Node]:
    """A node and all nodes of its relations."""
    yield node
    todo = list(node.formulas)
    while todo:
        one = todo.pop()
        if isinstance(one, Related):
            yield from nodes_of(one.right)
        elif isinstance(one, Not):
            todo.append(one.formula)
        else:
            todo += one.formulas


def variables_of(node: Node) -> list[str]:
    """The variables of a pattern, each once."""
    return sorted({one.variable for one in nodes_of(node)} - {""})


@dataclass(frozen=True)
class Label:
    """What a label tests; ``test`` is None if it is that of any node. ``plain``: its text, if it is nothing but a name."""

    test: Test | None
    plain: str = ""


def by_text(column: str, among: Among) -> Test:
    """Tests a column of the places, each text that occurs once. Results are kept as long as the file's places."""
    known: WeakKeyDictionary[Any, Mask] = WeakKeyDictionary()

    def test(at: Any) -> Mask:
        numbers, texts, used = at.column(column)
        mask = known.get(at)
        if mask is None:
            mask = known[at] = np.zeros(len(texts), np.bool_)
            mask[used] = among([texts[number] for number in used.tolist()])
        found: Mask = mask[numbers]
        return found

    return test


def equal(text: str, ignores_case: bool = False) -> Among:
    """Which texts are this one."""
    folded = text.casefold()
    return lambda texts: [one.casefold() == folded if ignores_case else one == text for one in texts]


class Dialect(Protocol):
    """Labels and relations of one kind of treebank."""

    def label(self, reader: Reader) -> Label:
        """Reads a label without alternatives."""

    def relation_at(self, text: str, place: int) -> bool:
        """Whether a relation begins there."""

    def relation(self, reader: Reader) -> Relation:
        """Reads a relation."""


class Reader:
    """Reads ``text[first:last]`` from left to right; faults are told by their place in the whole text.

    ``variables``: the names that are references where they stand alone; None: there are no variables. What was read is noted in
    ``captured`` (the names behind ``=``) and ``plain`` (labels that are but a name).
    """

    def __init__(
        self, dialect: Dialect, text: str, first: int = 0, last: int | None = None, variables: frozenset[str] | None = None
    ) -> None:  # fmt: skip
        self.dialect = dialect
        self.text = text
        self.place = first
        self.last = len(text) if last is None else last
        self.nested = 0
        self.variables = variables
        self.captured: set[str] = set()
        self.plain: set[str] = set()
        self._closed = 0
        """Within so many negations and alternatives."""

    def read(self) -> Node:
        """The pattern, to its end. Raises PatternError: it is none; says where, and what was expected."""
        if self.last - self.place > MOST_LETTERS:
            raise UsageError(f"pattern: expected at most {MOST_LETTERS} letters; found {self.last - self.place}")
        node = self.pattern()
        if self.peek():
            self.fail("a relation such as < or $")
        return node

    def fail(self, expected: str) -> NoReturn:
        """Says what was expected in place of what stands here."""
        found = f"'{self.text[self.place]}'" if self.place < self.last else "the end"
        missing = expected if not self.text[self.place :].strip() else ""
        raise PatternError(self.text, self.place, f"expected {expected}; found {found}", missing)

    def skip(self) -> None:
        """Goes on behind blanks."""
        while self.place < self.last and self.text[self.place] in SEPARATORS:
            self.place += 1

    def peek(self) -> str:
        """The next letter that is not a blank; empty at the end."""
        self.skip()
        return self.text[self.place] if self.place < self.last else ""

    def take(self, letter: str) -> bool:
        """Whether the next letter is that one; if so it is read."""
        if self.peek() != letter:
            return False
        self.place += 1
        return True

    def match(self, expression: re.Pattern[str]) -> re.Match[str] | None:
        """What matches here; nothing is read."""
        return expression.match(self.text, self.place, self.last)

    def quoted(self, letter: str, expected: str) -> str:
        """What stands between two such letters, the first of which comes next."""
        end = _closing(self.text, self.place + 1, letter, self.last)
        if end < 0:
            self.fail(expected)
        text = self.text[self.place + 1 : end]
        self.place = end + 1
        return text

    def expression(self, ignores_case: bool) -> Expression:
        """A regular expression between slashes."""
        begin = self.place
        source = self.quoted("/", "a '/' that closes the regular expression")
        try:
            return Expression(source, ignores_case)
        except ExpressionError as error:
            raise PatternError(self.text, begin, f"not a regular expression: {error}") from error

    def among(self, ignores_case: bool) -> tuple[Among, bool]:
        """Which texts a regular expression between slashes matches, and whether it matches any text."""
        expression = self.expression(ignores_case)
        return expression.search, all(expression.search(_ANY_TEXTS))

    def ignores_case(self) -> bool:
        """Whether ``i@`` stands here; if so it is read."""
        found = self.text.startswith("i@", self.place, self.last)
        self.place += 2 * found
        return found

    def text_or_name(self, name: re.Pattern[str], expected: str) -> tuple[str, bool]:
        """A text in quotes, in which a backslash stands before quotes, or a name; and whether it is a name."""
        if self.peek() == '"':
            return re.sub(r"\\(.)", r"\1", self.quoted('"', "a '\"' that closes the label")), False
        match = self.match(name)
        if match is None:
            self.fail(expected)
        self.place = match.end()
        return match.group(), True

    def within(self, read: Callable[[], Any], closing: str) -> Any:
        """What stands in parentheses or brackets, the first of which is read."""
        if self.nested == MOST_NESTED:
            self.fail(f"at most {MOST_NESTED} parentheses within each other")
        self.nested += 1
        inner = read()
        self.nested -= 1
        if not self.take(closing):
            self.fail(f"'{closing}'")
        return inner

    def pattern(self) -> Node:
        """A node and its relations."""
        node = self.node()
        if self.peek() in ("", ")", "]"):
            return node
        formula = self.either()
        more = formula.formulas if isinstance(formula, Some) and formula.is_all else (formula,)
        return replace(node, formulas=(*node.formulas, *more))

    def node(self) -> Node:
        """A label with its alternatives and its variable, or a pattern in parentheses."""
        if self.take("("):
            inner: Node = self.within(self.pattern, ")")
            return inner
        self.skip()
        place = self.place
        labels = [self.dialect.label(self)]
        while self.peek() == "|" and not self._relation_follows(self.place + 1):
            self.place += 1
            labels.append(self.dialect.label(self))
        variable = self._variable(place)
        name = labels[0].plain if len(labels) == 1 else ""
        if name and not variable:
            self.plain.add(name)
            if self.variables is not None and name in self.variables:
                self._check_open(place)
                return Node(None, place, name, is_reference=True)
        return Node(_any_of([label.test for label in labels]), place, variable)

    def _variable(self, place: int) -> str:
        """The name behind ``=``, if there is one."""
        if self.variables is None or self.peek() != "=":
            return ""
        self._check_open(place)
        self.place += 1
        self.skip()
        match = self.match(_NAME)
        if match is None:
            self.fail("the name of a variable, such as x")
        self.place = match.end()
        self.captured.add(match.group())
        return match.group()

    def _check_open(self, place: int) -> None:
        if self._closed:
            what = "a variable cannot stand behind ! or |; expected a label"
            raise PatternError(self.text, place, what)

    def _relation_follows(self, place: int) -> bool:
        rest = self.text[place : self.last].lstrip(SEPARATORS)
        return not rest or rest[0] in "![" or self.dialect.relation_at(rest, 0)

    def either(self) -> Formula:
        """Relations of which one has to hold."""
        begin = self.place
        found = [self.all()]
        while self.take("|"):
            self._closed += 1
            found.append(self.all())
            self._closed -= 1
        if len(found) == 1:
            return found[0]
        inside = next((one for one in _inner(found[0]) if one.variable), None)
        if inside is not None:
            self._closed += 1
            self._check_open(max(inside.place, begin))
        return Some(tuple(found))

    def all(self) -> Formula:
        """Relations that all have to hold."""
        found = [self.relation()]
        while True:
            if self.take("&") or self.peek() not in ("", ")", "]", "|"):
                found.append(self.relation())
            else:
                break
        return found[0] if len(found) == 1 else Some(tuple(found), is_all=True)

    def relation(self) -> Formula:
        """One relation with the node on its right, or several in brackets; negated if ``!`` stands before."""
        is_negated = self.take("!")
        self._closed += is_negated
        inner: Formula
        if self.take("["):
            inner = self.within(self.either, "]")
        else:
            self.skip()
            relation = self.dialect.relation(self)
            inner = Related(relation, self.node())
        self._closed -= is_negated
        return Not(inner) if is_negated else inner


def _inner(formula: Formula) -> Iterator[Node]:
    return (one for one in nodes_of(Node(None, 0, formulas=(formula,))))


def _any_of(tests: list[Test | None]) -> Test | None:
    found = [test for test in tests if test is not None]
    if len(found) < len(tests):
        return None
    return found[0] if len(found) == 1 else lambda at: np.logical_or.reduce([test(at) for test in found])


def _closing(text: str, place: int, letter: str, last: int) -> int:
    """Where the next such letter is that no backslash stands before; -1 if there is none."""
    while place < last:
        if text[place] == "\\":
            place += 1
        elif text[place] == letter:
            return place
        place += 1
    return -1
