"""What a joined pattern finds in a comparison: sentences, and in each the nodes that its variables stand for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from treecompare.trees.columns import Mask, Numbers
from treecompare.trees.expressions import one_query
from treecompare.trees.joined_patterns import (
    EITHER,
    GOLD,
    SYSTEM,
    Cancel,
    CountBy,
    Joined,
    Part,
    check,
    check_number,
    distinct,
    mask_of,
    matched,
    rows_of,
)

Place = tuple[str, str]
"""A variable and the tree (as the pattern names it) in which it stands for a node."""
Equal = Callable[[Numbers, Numbers], Mask]
NOTHING = "–"
"""Stands for what a node does not have."""


class Side(ABC):
    """The trees of the gold or of one system, over the rows of a comparison. Nodes are places in the columns of their file."""

    at: Any
    """Where the nodes stand to each other."""

    @abstractmethod
    def rows(self, nodes: Numbers) -> Numbers:
        """The row of each node; -1 where it has none."""

    @abstractmethod
    def keys(self, nodes: Numbers) -> Numbers:
        """Numbers that are equal for nodes of any side over the same words; -1 for nodes that have no counterpart anywhere."""

    @abstractmethod
    def codes(self, nodes: Numbers) -> Numbers:
        """Numbers of labels, which :attr:`Sides.equal` compares."""

    def with_codes(self, codes: Numbers) -> Mask | None:
        """The nodes that have one of these codes; None where that is not known quickly."""
        return None

    @abstractmethod
    def first(self, row: int) -> int:
        """The first node of a row, from which drawings count."""

    above: ClassVar[str]
    """How patterns call the node above another."""

    def value(self, by: CountBy, nodes: Numbers) -> list[str]:
        """What hits are counted by, per node."""
        steps = list(by.steps)
        while steps and steps[-1] == self.above:
            nodes = np.where(nodes < 0, -1, self.at.parents[np.maximum(nodes, 0)])
            steps.pop()
        what = steps[0] if steps else self.usual(bool(by.steps))
        distinct, places = np.unique(nodes, return_inverse=True)
        texts = [NOTHING if node < 0 else self.said(what, node) for node in distinct.tolist()]
        return [texts[place] for place in places.tolist()]

    @abstractmethod
    def usual(self, is_above: bool) -> str:
        """What hits are counted by where nobody says it; ``is_above``: of a node above one that was found."""

    @abstractmethod
    def said(self, what: str, node: int) -> str:
        """That of one node."""


@dataclass(frozen=True)
class Sides:
    """The trees that a pattern names. ``rows``: how many there are. ``comparable``: those in which all of them can be joined."""

    of: Mapping[str, Side]
    rows: int
    comparable: Mask
    equal: Equal = np.equal


@dataclass(frozen=True, eq=False)
class PatternHits:
    """``matches``: which rows match. ``nodes``: the nodes of each hit by variable and tree; ``rows``: the row of each hit.

    A hit is one way to choose a node for every variable in every tree in which it stands; there are none without variables.
    ``others``: the nodes that parts without variables match, by tree.
    """

    pattern: Joined
    sides: Sides
    matches: Mask
    rows: Numbers
    nodes: dict[Place, Numbers]
    others: dict[str, Numbers]

    def __len__(self) -> int:
        return len(self.rows)

    def per_row(self) -> dict[str, Numbers]:
        """How many there are in each row: ways to choose nodes for the variables (under an empty name), else nodes of each tree in
        which one pattern is looked for. Nothing where it is neither."""
        if self.nodes:
            found = {"": self.rows}
        elif len(self.pattern.parts) == 1:
            found = {name: self.sides.of[name].rows(nodes) for name, nodes in self.others.items()}
        else:
            return {}
        counts = {name: np.bincount(rows[rows >= 0], minlength=self.sides.rows) for name, rows in found.items()}
        return {name: np.where(self.matches, one, 0) for name, one in counts.items()}

    def lit(self, row: int) -> dict[str, list[int]]:
        """Per tree the nodes that were found in a row, counted from its first node."""
        if not self.matches[row]:
            return {}
        found: dict[str, set[int]] = {}
        here = self.rows == row
        for (_, name), nodes in self.nodes.items():
            found.setdefault(name, set()).update((nodes[here] - self.sides.of[name].first(row)).tolist())
        for name, nodes in self.others.items():
            side = self.sides.of[name]
            own = nodes[side.rows(nodes) == row] - side.first(row)
            found.setdefault(name, set()).update(own.tolist())
        return {name: sorted(nodes) for name, nodes in found.items()}


@dataclass(frozen=True, eq=False)
class _Found:
    rows: Numbers
    nodes: dict[Place, Numbers]
    keys: dict[str, Numbers]

    def chosen(self, places: Numbers) -> _Found:
        nodes = {place: one[places] for place, one in self.nodes.items()}
        return _Found(self.rows[places], nodes, {name: one[places] for name, one in self.keys.items()})


def find(pattern: Joined, sides: Sides, cancel: Cancel = None) -> PatternHits:
    """What a pattern finds. Raises Cancelled: ``cancel[0]`` is no longer 0; UsageError: a regular expression takes too long, or
    there are too many hits."""
    with one_query():
        return _find(pattern, sides, cancel)


def _find(pattern: Joined, sides: Sides, cancel: Cancel) -> PatternHits:
    matches = np.ones(sides.rows, np.bool_)
    others: dict[str, Numbers] = {}
    joined: list[Part] = []
    for part in pattern.parts:
        check(cancel)
        is_known = set(part.variables) & {name for one in pattern.parts if not one.is_negated for name in one.variables}
        if part.side != EITHER and is_known:
            joined.append(part)
            continue
        among, masks = np.zeros(sides.rows, np.bool_), []
        for name in (GOLD, SYSTEM) if part.side == EITHER else (part.side,):
            nodes = np.flatnonzero(mask_of(part.node, sides.of[name].at))
            rows = sides.of[name].rows(nodes)
            among[rows[rows >= 0]] = True
            masks.append((name, nodes))
        if part.is_negated:
            among = ~among & sides.comparable
        else:
            others |= {name: np.union1d(others.get(name, nodes), nodes) for name, nodes in masks}
        matches &= among
    found = _Search(sides, joined, cancel).found()
    for part in joined:
        if part.is_negated:
            matches &= sides.comparable
    if found is None:
        return PatternHits(pattern, sides, matches, np.zeros(0, np.int64), {}, others)
    found = found.chosen(np.flatnonzero((found.rows >= 0) & matches[np.maximum(found.rows, 0)]))
    found = found.chosen(np.argsort(found.rows, kind="stable"))
    matches = np.zeros(sides.rows, np.bool_)
    matches[found.rows] = True
    return PatternHits(pattern, sides, matches, found.rows, found.nodes, others)


class _Search:
    """The parts of a pattern that have variables, joined one after the other."""

    def __init__(self, sides: Sides, parts: Sequence[Part], cancel: Cancel) -> None:
        self.sides, self.cancel = sides, cancel
        self.wanted = [part for part in parts if not part.is_negated]
        self.refused = [part for part in parts if part.is_negated]
        self.labelled = {(name, part.side) for part in self.wanted for name in part.variables if part.is_labelled(name)}
        self.label_from: dict[str, str] = {}
        """Per variable the tree whose label references have: the first in which it has one of its own, else the first."""
        places = [(name, part.side) for part in self.wanted for name in part.variables]
        for name, side in sorted(places, key=lambda place: place not in self.labelled):
            self.label_from.setdefault(name, side)

    def found(self) -> _Found | None:
        """All ways to match; None where there are no variables."""
        found: _Found | None = None
        for part in sorted(self.wanted, key=lambda one: -sum(map(one.is_labelled, one.variables))):
            right = self._ways(part, found)
            if found is None:
                found = right
                continue
            i, j = self._pairs(found, right, part)
            left, right = found.chosen(i), right.chosen(j)
            found = _Found(left.rows, {**right.nodes, **left.nodes}, {**right.keys, **left.keys})
        for part in self.refused if found is not None else ():
            assert found is not None
            i, _ = self._pairs(found, self._ways(part, found), part)
            keep = np.ones(len(found.rows), np.bool_)
            keep[i] = False
            found = found.chosen(np.flatnonzero(keep))
        return found

    def _ways(self, part: Part, before: _Found | None) -> _Found:
        side = self.sides.of[part.side]
        allowed: dict[str, Mask] = {}
        for name in part.variables if before is not None else ():
            given = self.label_from.get(name, "")
            known = before.nodes.get((name, given)) if before is not None else None
            if known is not None and given != part.side and not part.is_labelled(name):
                mask = side.with_codes(np.unique(self.sides.of[given].codes(known)))
                allowed |= {name: mask} if mask is not None else {}
        rows = rows_of(part.node, side.at, allowed, self.cancel)
        columns = [rows.bound[name] for name in part.variables]
        chosen = distinct(columns)
        bound = {name: column[chosen] for name, column in zip(part.variables, columns, strict=True)}
        return _Found(
            side.rows(bound[part.variables[0]]),
            {(name, part.side): nodes for name, nodes in bound.items()},
            {name: side.keys(nodes) for name, nodes in bound.items()},
        )

    def _pairs(self, left: _Found, right: _Found, part: Part) -> tuple[Numbers, Numbers]:
        shared = [name for name in right.keys if name in left.keys]
        in_same_tree = [name for name in shared if (name, part.side) in left.nodes]
        keys = left.rows, right.rows
        if in_same_tree:
            keys = left.nodes[in_same_tree[0], part.side], right.nodes[in_same_tree[0], part.side]
        elif shared:
            keys = left.keys[shared[0]], right.keys[shared[0]]
        found: list[tuple[Numbers, Numbers]] = []
        number = 0
        for i, j in matched(*keys, self.cancel):
            keep = np.ones(len(i), np.bool_)
            for name in shared:
                own = right.nodes[name, part.side][j]
                if name in in_same_tree:
                    keep &= left.nodes[name, part.side][i] == own
                    continue
                keep &= left.keys[name][i] == right.keys[name][j]
                codes = self.sides.of[part.side].codes(own)
                for other in self._compared(name, part, left):
                    others = self.sides.of[other].codes(left.nodes[name, other][i])
                    keep &= self.sides.equal(others, codes)
            found.append((i[keep], j[keep]))
            number += len(found[-1][0])
            check_number(number)
        i, j = (np.concatenate(column) for column in zip(*found, strict=True))
        return i, j

    def _compared(self, name: str, part: Part, left: _Found) -> list[str]:
        given = self.label_from[name]
        if part.side != given:
            return [] if part.is_labelled(name) or (name, given) not in left.nodes else [given]
        return [side for one, side in left.nodes if one == name and (one, side) not in self.labelled]
