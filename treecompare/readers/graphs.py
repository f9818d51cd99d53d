"""Sentences as words and nodes with their mothers, in any order, as trees in postorder: what readers of crossing branches share."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from treecompare.readers.treebank import Problem, check_problems
from treecompare.trees.annotations import ABSENT, EDGE, LEMMA, MORPH, Extras
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import CONSTITUENT, DEEPEST, WORD, Trees

_BREAKS = re.compile("[\t\n\r]+")


class GraphError(ValueError):
    """A sentence that is not a tree; ``line``: where that shows, 0 if nowhere else than at its beginning."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(" ".join(reason.splitlines()))
        self.line = line


@dataclass(slots=True)
class Node:
    """A word (``form`` is a text, ``label`` its tag) or a constituent; ``mother``: None if it has none."""

    label: str | None
    mother: str | None
    edge: str | None = None
    form: str | None = None
    lemma: str | None = None
    morph: str | None = None
    line: int = 0


@dataclass(slots=True)
class Graph:
    """A sentence: its nodes by name, the words in their order, and secondary edges: node, further mother, label."""

    nodes: dict[str, Node] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    secondary: list[tuple[str, str, str]] = field(default_factory=list)

    def drop_root(self, *labels: str) -> None:
        """Takes away the root that the format implies: the only node without a mother, if that is its label."""
        tops = [key for key, node in self.nodes.items() if node.mother is None]
        while len(tops) == 1 and self.nodes[tops[0]].form is None and self.nodes[tops[0]].label in labels:
            [top] = tops
            del self.nodes[top]
            tops = [key for key, node in self.nodes.items() if node.mother == top]
            for key in tops:
                self.nodes[key].mother = None
            self.secondary = [edge for edge in self.secondary if top not in edge[:2]]


MOST_NODES = 100_000
"""A sentence with more words and constituents is none."""


def check_nodes(count: int, line: int) -> None:
    """Whether a sentence may have that many nodes. Raises GraphError: it may not."""
    if count > MOST_NODES:
        raise GraphError(f"there are more than {MOST_NODES:,} words and nodes; expected the tree of a sentence", line)


class GraphBuilder:
    """Builds :class:`Trees` sentence by sentence: ``add``, or ``refuse`` where one cannot be read."""

    def __init__(self, path: str = "") -> None:
        self.path = path
        self.symbols = Symbols()
        self.lines: list[int] = []
        self.ids: list[str] = []
        self.problems: dict[int, Problem] = {}
        self._labels, self._kinds, self._sizes, self._positions = array("i"), array("b"), array("i"), array("q")
        self._columns = {EDGE: array("i"), LEMMA: array("i"), MORPH: array("i")}
        self._secondary: list[tuple[int, int, int]] = []
        self._numbers: dict[str, int] = {}
        self._offsets = [0]
        self._words = 0
        self._is_crossing = False

    def refuse(self, reason: str, line: int, at: int, name: str) -> None:
        """Holds the place of a sentence with an empty tree; ``line``: where it begins, ``at``: where its fault shows. Raises
        ReadError: far too many cannot be read."""
        check_problems(self.path, len(self.problems), at or line, reason)
        self.problems[len(self.lines)] = Problem(len(self.lines), at or line, reason)
        self._end(line, name)

    def _end(self, line: int, name: str) -> None:
        self.lines.append(line)
        self.ids.append(" ".join(name.split()))
        self._offsets.append(len(self._labels))

    def add(self, read: Callable[[], Graph], line: int, name: str) -> None:
        """Adds a sentence; one that cannot be read (GraphError) or is not a tree becomes a problem. One without words has no
        nodes."""
        try:
            graph = read()
            order = _postorder(graph, _daughters(graph)) if graph.words else []
        except GraphError as error:
            self.refuse(str(error), line, error.line, name)
            return
        position_of = {word: self._words + number for number, word in enumerate(graph.words)}
        begun: list[int] = []
        where: dict[str, int] = {}
        last = -1
        for key, is_end in order:
            if not is_end:
                begun.append(len(self._labels))
                continue
            node, first = graph.nodes[key], begun.pop()
            if node.form is not None:
                position = position_of[key]
                self._is_crossing |= position < last
                last = position
                self._append(node.form, WORD, first, position)
            if node.label is not None:
                self._append(node.label, CONSTITUENT, first, 0)
            where[key] = len(self._labels) - 1
            for column, text in ((EDGE, node.edge), (LEMMA, node.lemma), (MORPH, node.morph)):
                if text is not None:
                    self._columns[column][-1] = self._number(text)
        for key, mother, label in graph.secondary if graph.words else ():
            self._secondary.append((where[key], where[mother], self._number(label)))
        self._words += len(graph.words)
        self._end(line, name)

    def _append(self, label: str, kind: int, first: int, position: int) -> None:
        self._labels.append(self._number(label))
        self._kinds.append(kind)
        self._sizes.append(len(self._labels) - first)
        self._positions.append(position)
        for column in self._columns.values():
            column.append(ABSENT)

    def _number(self, text: str) -> int:
        """The symbol of a text, whose tabs and line ends (in XML) become blanks: no line of any output breaks there."""
        number = self._numbers.get(text)
        if number is None:
            number = self._numbers[text] = self.symbols.number(_BREAKS.sub(" ", text))
        return number

    def trees(self) -> Trees:
        """All sentences added so far."""
        columns = {name: np.array(column, np.int32) for name, column in self._columns.items()}
        columns = {name: column for name, column in columns.items() if (column != ABSENT).any()}
        positions = np.array(self._positions, np.int64) if self._is_crossing else None
        secondary = np.array(self._secondary, np.int64).reshape(-1, 3) if self._secondary else None
        has_extras = positions is not None or columns or secondary is not None
        return Trees(
            self.symbols,
            np.array(self._labels, np.int32),
            np.array(self._kinds, np.int8),
            np.array(self._sizes, np.int32),
            np.array(self._offsets, np.int64),
            Extras(positions, columns, secondary) if has_extras else None,
        )


def _daughters(graph: Graph) -> dict[str | None, list[str]]:
    """Of each node, and of what is above all (None): in the order of their first words, those without words last. Raises
    GraphError: the mother of a node, or of a secondary edge, is a word or does not exist."""
    nodes = graph.nodes
    for one, node in nodes.items():
        if node.mother is not None:
            _check_mother(nodes, one, node.mother)
    for one, mother, _ in graph.secondary:
        _check_mother(nodes, one, mother)
    daughters: dict[str | None, list[str]] = {}
    placed: set[str] = set()
    # words come in their order, so whoever is reached first stands first
    for lowest in (*graph.words, *nodes):
        key: str | None = lowest
        while key is not None and key not in placed:
            placed.add(key)
            above = nodes[key].mother
            daughters.setdefault(above, []).append(key)
            key = above
    return daughters


def _check_mother(nodes: dict[str, Node], key: str, mother: str) -> None:
    above = nodes.get(mother)
    if above is None or above.form is not None:
        what = "which is a word" if above is not None else "which is not there"
        raise GraphError(f"'{key[:40]}' is below '{mother[:40]}', {what}; expected a constituent of the sentence",
                         nodes[key].line)  # fmt: skip


def _postorder(graph: Graph, daughters: dict[str | None, list[str]]) -> list[tuple[str, bool]]:
    """Beginnings (False) and ends (True) of all nodes, as brackets would have them. Raises GraphError: some nodes form a cycle, or
    the tree is too deep."""
    order: list[tuple[str, bool]] = []
    todo: list[tuple[str, bool]] = [(key, False) for key in reversed(daughters.get(None, []))]
    depth = most = 0
    while todo:
        key, is_end = todo.pop()
        order.append((key, is_end))
        if is_end:
            depth -= 1
            continue
        depth += 1
        most = max(most, depth)
        todo.append((key, True))
        todo += [(one, False) for one in reversed(daughters.get(key, []))]
    if len(order) < 2 * len(graph.nodes):
        reached = {key for key, _ in order}
        lost = next(key for key in graph.nodes if key not in reached)
        for _ in graph.nodes:  # after that many steps one is on the cycle
            lost = graph.nodes[lost].mother or lost
        raise GraphError(f"'{lost[:40]}' is below itself; expected a tree", graph.nodes[lost].line)
    if most >= DEEPEST:
        raise GraphError(f"constituents are nested deeper than {DEEPEST:,}; expected the tree of a sentence")
    return order
