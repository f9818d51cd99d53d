"""What a query of CorpusSearch finds in brackets as they stand in a file, by that program's own semantics.

A table of matches has a column of nodes per argument and the boundary of its first condition: the lowest boundary node that
dominates, or is, both nodes of it. Hits are the different boundary nodes. Nodes are places in the columns of the file (postorder).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from treecompare.queries.language import Argument, Condition, Query, Way, Without, matcher
from treecompare.readers.ppche import is_empty_category
from treecompare.trees.arcs import sums_before
from treecompare.trees.expressions import one_query
from treecompare.trees.pattern_rows import check_number, matched
from treecompare.trees.pattern_syntax import Mask, Numbers
from treecompare.trees.preparation import WRAPPERS
from treecompare.trees.symbols import distinct
from treecompare.trees.tree import WORD, Trees, leftmost, parent_numbers

ROOT = "$ROOT"
_INDEX = re.compile(r".*[-=]([0-9]+)\Z", re.DOTALL)


@dataclass(frozen=True, eq=False)
class Matches:
    """A row per match. ``boundary``: a node; -1 where there is none; -2 less the number of the sentence for CorpusSearch's NULL.
    ``nodes``: by argument as it is written."""

    boundary: Numbers
    nodes: dict[str, Numbers]

    def chosen(self, rows: Numbers | Mask) -> Matches:
        """Some of the rows."""
        return Matches(self.boundary[rows], {name: column[rows] for name, column in self.nodes.items()})


class Forest:
    """The brackets of a file, as queries with the same ignored nodes see them. Labels are matched once for all queries."""

    def __init__(self, trees: Trees, ignored: Sequence[str]) -> None:
        self.trees = trees
        self._matching: dict[str, Mask] = {}
        self.left = leftmost(trees.sizes)
        self.parents = parent_numbers(trees)
        self.sentence = trees.sentence_of
        self.is_leaf = trees.kinds == WORD
        self.ignored = self._labelled("|".join(ignored)) if ignored else np.zeros(len(self.left), np.bool_)

    def _labelled(self, labels: str) -> Mask:
        if labels not in self._matching:
            symbols = self.trees.symbols
            if not hasattr(self, "_used"):
                self._used = distinct(self.trees.labels) if len(self.trees.labels) else np.zeros(0, np.int64)
                self._texts = [symbols[one] for one in self._used.tolist()]
            known = np.zeros(len(symbols), np.bool_)
            known[self._used] = matcher(labels)(self._texts)
            self._matching[labels] = known[self.trees.labels]
        return self._matching[labels]

    def nodes(self, argument: Argument) -> Mask:
        """The nodes that an argument can stand for; those that are ignored never."""
        found = self.is_root if argument.bare == ROOT else self._labelled(argument.bare)
        return (~found if argument.is_negated else found) & ~self.ignored & ~self.is_wrapper

    @cached_property
    def is_wrapper(self) -> Mask:
        """Outermost brackets that are no part of the tree: without a label, or TOP, ROOT and the like."""
        numbers = [number for label in WRAPPERS if (number := self.trees.symbols.find(label)) is not None]
        found: Mask = (self.parents < 0) & np.isin(self.trees.labels, numbers)
        return found

    @cached_property
    def is_root(self) -> Mask:
        """The tree itself: the first node under the outermost bracket that is neither ignored nor METADATA."""
        mask = np.zeros(len(self.left), np.bool_)
        metadata = self._labelled("METADATA")
        outer = self.trees.offsets[1:] - 1
        outer = outer[outer >= self.trees.offsets[:-1]]
        under = np.flatnonzero((self.parents >= 0) & ~self.ignored & ~metadata)
        is_outer = mask.copy()
        is_outer[outer] = True
        under = under[(is_outer & self.is_wrapper)[self.parents[under]]]
        first = np.concatenate(([True], np.diff(self.sentence[under]) > 0)) if len(under) else under.astype(np.bool_)
        mask[under[first]] = True
        mask[outer[~self.is_wrapper[outer]]] = True
        return mask

    @cached_property
    def heard(self) -> Numbers:
        """How many leaves that are not ignored, nor stand below what is, come before each node; one entry more for the end."""
        depth = np.zeros(len(self.left) + 1, np.int64)
        away = np.flatnonzero(self.ignored)
        np.add.at(depth, self.left[away], 1)
        np.add.at(depth, away + 1, -1)
        self._is_heard = self.is_leaf & (np.cumsum(depth)[:-1] == 0)
        return sums_before(self._is_heard)

    @cached_property
    def words(self) -> Numbers:
        """How many words each node has: leaves that are neither ignored nor empty."""
        symbols = self.trees.symbols
        empty = np.zeros(len(symbols), np.bool_)
        _ = self.heard
        used = distinct(self.trees.labels[self.is_leaf]) if self.is_leaf.any() else np.zeros(0, np.int64)
        empty[used] = [is_empty_category(symbols[one]) for one in used.tolist()]
        before = sums_before(self._is_heard & ~empty[self.trees.labels])
        return before[1:] - before[self.left]

    @cached_property
    def ranks(self) -> tuple[Numbers, Numbers]:
        """Place among the sisters that are not ignored, from the left and from the right, from 1; 0 for ignored nodes and roots."""
        nodes = np.flatnonzero(~self.ignored & (self.parents >= 0))
        order = nodes[np.argsort(self.parents[nodes], kind="stable")]
        left, right = np.zeros((2, len(self.left)), np.int64)
        if len(order):
            mothers = self.parents[order]
            firsts = np.flatnonzero(np.concatenate(([True], mothers[1:] != mothers[:-1])))
            counts = np.diff([*firsts, len(order)])
            left[order] = np.arange(len(order)) - np.repeat(firsts, counts) + 1
            right[order] = np.repeat(counts, counts) - left[order] + 1
        return left, right

    @cached_property
    def children(self) -> Numbers:
        """How many children that are not ignored each node has."""
        nodes = self.parents[~self.ignored & (self.parents >= 0)]
        return np.bincount(nodes, minlength=len(self.left))

    @cached_property
    def indices(self) -> Numbers:
        """The number behind ``-`` or ``=`` of each label; -1 where there is none."""
        symbols = self.trees.symbols
        numbers = np.full(len(symbols), -1, np.int64)
        for one in distinct(self.trees.labels).tolist() if len(self.trees.labels) else []:
            found = _INDEX.match(symbols[one])
            if found and len(found[1]) < 10:
                numbers[one] = int(found[1])
        return numbers[self.trees.labels]

    def is_above(self, one: Numbers, other: Numbers) -> Mask:
        """Per pair, whether the first dominates the second."""
        found: Mask = (self.left[one] <= other) & (other < one)
        return found

    @cached_property
    def depths(self) -> Numbers:
        """How many nodes stand above each."""
        steps = np.zeros(len(self.left), np.int64)
        np.add.at(steps, self.left, 1)
        return np.cumsum(steps - 1)

    def preorder(self, nodes: Numbers) -> Numbers:
        """The number of each node as CorpusSearch counts: from 0, mothers before daughters, everything in the bracket."""
        return self.left[nodes] - self.trees.offsets[self.sentence[nodes]] + self.depths[nodes]


class Bounds:
    """The boundary nodes of a query: per node the lowest that is above it or is it."""

    def __init__(self, forest: Forest, node: Argument) -> None:
        self.forest = forest
        self.mask = forest.nodes(node)

    def of(self, one: Numbers, other: Numbers | None = None) -> Numbers:
        """Per pair the lowest that dominates or is both; -1 where there is none."""
        return _lowest(self.forest, self.mask, one, one if other is None else other)


def _lowest(forest: Forest, mask: Mask, start: Numbers, other: Numbers) -> Numbers:
    """From each start up the lowest of these nodes that is it or above it, and is or dominates the other one; -1 where there is
    none. Only what is asked for is climbed: most queries ask for few nodes."""
    found = np.full(len(start), -1, np.int64)
    todo = np.flatnonzero(start >= 0)
    at, other = start[todo], other[todo]
    while len(todo):
        is_it = mask[at] & (forest.left[at] <= other) & (other <= at)
        found[todo[is_it]] = at[is_it]
        above = forest.parents[at]
        goes_on = ~is_it & (above >= 0)
        todo, at, other = todo[goes_on], above[goes_on], other[goes_on]
    return found


def evaluate(query: Query, forest: Forest) -> tuple[Numbers, Numbers]:
    """The boundary nodes that have a match, ascending; and the sentences in which CorpusSearch reports a boundary NULL.

    Raises UsageError: regular expressions take too long, or there are too many matches.
    """
    found = [one.boundary for one in matches_of(query, forest)]
    every = np.unique(np.concatenate(found)) if found else np.zeros(0, np.int64)
    return every[every >= 0], np.sort(-2 - every[every <= -2])


def matches_of(query: Query, forest: Forest) -> list[Matches]:
    """The matches of each alternative of a query, with all nodes that it names. Raises UsageError: see :func:`evaluate`."""
    with one_query():
        search = _Search(forest, Bounds(forest, query.node))
        return [search.way(way) for way in query.ways]


class _Search:
    def __init__(self, forest: Forest, bounds: Bounds) -> None:
        self.at, self.bounds = forest, bounds

    def way(self, way: Way) -> Matches:
        """The matches of conditions that are joined by AND."""
        found: Matches | None = None
        for one in way:
            found = self.without(found, one) if isinstance(one, Without) else self.with_one(found, one)
        assert found is not None
        return found

    def with_one(self, before: Matches | None, one: Condition) -> Matches:
        right = one.right.text if one.right is not None and not one.right.is_negated else None
        if before is not None and right is not None and one.left.text in before.nodes and right in before.nodes:
            holds = self.pair_holds(one)
            if holds is not None and not one.left.is_negated and one.left.text != right:
                return before.chosen(np.flatnonzero(holds(before.nodes[one.left.text], before.nodes[right])))
        own = self.of_condition(one)
        own = own.chosen(np.flatnonzero(own.boundary != -1))
        return own if before is None else self.joined(before, own)

    def joined(self, left: Matches, right: Matches) -> Matches:
        shared = [name for name in right.nodes if name in left.nodes]
        keys = (left.nodes[shared[0]], right.nodes[shared[0]]) if shared else (left.boundary, right.boundary)
        pairs: list[tuple[Numbers, Numbers]] = []
        number = 0
        for i, j in matched(*keys, None):
            keep = np.ones(len(i), np.bool_)
            for name in shared[1:]:
                keep &= left.nodes[name][i] == right.nodes[name][j]
            for new in right.nodes.keys() - left.nodes.keys():
                for old in left.nodes:
                    if _are_distinct(new, old):
                        keep &= left.nodes[old][i] != right.nodes[new][j]
            pairs.append((i[keep], j[keep]))
            number += int(keep.sum())
            check_number(number)
        i, j = (np.concatenate(column) for column in zip(*pairs, strict=True))
        rest = right.chosen(j)
        first = left.chosen(i)
        return Matches(first.boundary, {**rest.nodes, **first.nodes})

    def without(self, before: Matches | None, one: Without) -> Matches:
        refused = [self.way(way) for way in one.ways]
        if before is None:
            nodes = np.flatnonzero(self.bounds.mask)
            for found in refused:
                nodes = nodes[~np.isin(nodes, found.boundary)]
            return Matches(nodes, {})
        keep = np.ones(len(before.boundary), np.bool_)
        for found in refused:
            shared = [name for name in found.nodes if name in before.nodes]
            keys = [(before.nodes[name], found.nodes[name]) for name in shared] or [(before.boundary, found.boundary)]
            left, right = (np.stack([pair[side] for pair in keys], axis=1) for side in (0, 1))
            every, codes = np.unique(np.concatenate((left, right)), axis=0, return_inverse=True)
            is_refused = np.zeros(len(every), np.bool_)
            codes = codes.reshape(-1)
            is_refused[codes[len(left) :]] = True
            keep &= ~is_refused[codes[: len(left)]]
        return before.chosen(np.flatnonzero(keep))

    # -- conditions --------------------------------------------------------------------------------------------------

    def of_condition(self, one: Condition) -> Matches:
        """The matches of a single condition."""
        at, function = self.at, one.function
        if function == "inid":
            return self.in_id(one.left)
        if function == "exists" and one.left.is_negated:
            present = at.nodes(Argument(one.left.text, one.left.prefix))
            before = sums_before(present)
            nodes = np.flatnonzero(self.bounds.mask & (before[1:] - before[at.left] == 0))
            return Matches(nodes, {})
        left = at.nodes(one.left)
        name = ("!" if one.left.is_negated else "") + one.left.text
        alone = self.alone(one, left)
        if alone is not None:
            nodes = np.flatnonzero(alone)
            return Matches(self.bounds.of(nodes), {name: nodes})
        assert one.right is not None
        positive = Argument(one.right.text, one.right.prefix)
        a, b = self.pairs(one, left, at.nodes(positive))
        if one.right.is_negated:
            return self.lacking(one, name, left, a)
        boundary = self.bounds.of(a, b)
        if function == "sameindex":
            boundary = np.where(boundary < 0, -2 - at.sentence[a], boundary)
        second = one.right.text if one.right.text != one.left.text else f"{one.right.text} (2)"
        keep = a != b
        return Matches(boundary[keep], {name: a[keep], second: b[keep]})

    def alone(self, one: Condition, left: Mask) -> Mask | None:
        """Which nodes a condition of one node finds; None where it has two."""
        at = self.at
        if one.function == "exists":
            return left
        if one.function == "isroot":
            return left & at.is_root
        if one.function == "haslabel":
            assert one.right is not None
            return left & at.nodes(one.right)
        if one.function in ("domswords", "idomstotal"):
            numbers = at.words if one.function == "domswords" else at.children
            compare = {"=": np.equal, "<": np.less, ">": np.greater}[one.sign]
            found: Mask = left & compare(numbers, one.number) & ~at.is_leaf
            return found
        return None

    def lacking(self, one: Condition, name: str, left: Mask, having: Numbers) -> Matches:
        """The nodes that have no such partner."""
        at = self.at
        lacks = left.copy()
        lacks[having] = False
        if one.function != "iprecedes":
            lacks &= ~at.is_leaf | (one.function in ("hassister", "ccommands", "sameindex"))
            nodes = np.flatnonzero(lacks)
            return Matches(self.bounds.of(nodes), {name: nodes})
        nodes = np.flatnonzero(lacks)
        end = at.heard[nodes + 1]
        nodes = nodes[(end > at.heard[at.left[nodes]]) & (end < at.heard[at.trees.offsets[at.sentence[nodes] + 1]])]
        leaves = np.flatnonzero(at._is_heard)
        return Matches(self.bounds.of(nodes, leaves[at.heard[nodes + 1]]), {name: nodes})

    def in_id(self, argument: Argument) -> Matches:
        from treecompare.readers.ppche import Cleaned

        ids = Cleaned.of(self.at.trees).ids
        among = matcher(argument.bare)(ids)
        outer = self.at.trees.offsets[1:] - 1
        return Matches(outer[[bool(one and text) for one, text in zip(among, ids, strict=True)]], {})

    def pairs(self, one: Condition, left: Mask, right: Mask) -> tuple[Numbers, Numbers]:
        """The pairs of these nodes of which the condition holds."""
        at, function = self.at, one.function
        nodes = np.flatnonzero(right)
        if function in ("doms", "idomsmod"):
            return self.up(nodes, left, None if one.path is None else at.nodes(one.path))
        if function.startswith("idoms"):
            mothers = at.parents[nodes]
            nodes, mothers = nodes[mothers >= 0], mothers[mothers >= 0]
            keep = left[mothers] & self._is_placed(one, nodes)
            return mothers[keep], nodes[keep]
        others = np.flatnonzero(left)
        keys: tuple[Numbers, Numbers] = at.sentence[others], at.sentence[nodes]
        if function == "hassister":
            keys = at.parents[others], at.parents[nodes]
        elif function == "iprecedes":
            heard = at.heard
            others = others[heard[others + 1] > heard[at.left[others]]]
            nodes = nodes[heard[nodes + 1] > heard[at.left[nodes]]]
            keys = heard[others + 1], heard[at.left[nodes]]
        elif function == "sameindex":
            others, nodes = others[at.indices[others] >= 0], nodes[at.indices[nodes] >= 0]
            most = int(at.indices.max(initial=0)) + 1
            keys = tuple(at.sentence[some] * most + at.indices[some] for some in (others, nodes))  # type: ignore[assignment]
        holds = self.pair_holds(one)
        assert holds is not None
        found: list[tuple[Numbers, Numbers]] = []
        for i, j in matched(*keys, None):
            a, b = others[i], nodes[j]
            keep = holds(a, b)
            found.append((a[keep], b[keep]))
            check_number(sum(len(some) for some, _ in found))
        a, b = (np.concatenate(column) for column in zip(*found, strict=True))
        return a, b

    def up(self, nodes: Numbers, left: Mask, path: Mask | None) -> tuple[Numbers, Numbers]:
        """Pairs of a node and one above it; where a path is given, only its nodes may stand between."""
        at = self.at
        found: list[tuple[Numbers, Numbers]] = [(nodes[:0], nodes[:0])]
        below, above = nodes, at.parents[nodes]
        while len(below):
            here = above >= 0
            below, above = below[here], above[here]
            hit = left[above]
            found.append((above[hit], below[hit]))
            if path is not None:
                below, above = below[path[above]], above[path[above]]
            above = at.parents[above]
        a, b = (np.concatenate(column) for column in zip(*found, strict=True))
        return a, b

    def _is_placed(self, one: Condition, nodes: Numbers) -> Mask:
        """Whether each of these is the child that a condition wants."""
        if one.function == "idoms":
            return np.ones(len(nodes), np.bool_)
        left, right = (rank[nodes] for rank in self.at.ranks)
        found: Mask = left == (one.number or 1)
        if one.function in ("idomslast", "idomsonly"):
            found = (right == 1) & (found | (one.function == "idomslast"))
        return found

    def pair_holds(self, one: Condition) -> Callable[[Numbers, Numbers], Mask] | None:
        """Of which pairs of nodes a condition holds; None where it is not asked of pairs."""
        at, function = self.at, one.function
        if function.startswith("idoms") and function not in ("idomsmod", "idomstotal"):
            return lambda a, b: (at.parents[b] == a) & self._is_placed(one, b)
        known: dict[str, Callable[[Numbers, Numbers], Mask]] = {
            "doms": at.is_above,
            "hassister": lambda a, b: (at.parents[a] == at.parents[b]) & (a != b),
            "precedes": lambda a, b: (a < at.left[b]) & (at.sentence[a] == at.sentence[b]),
            "iprecedes": self._are_neighbours,
            "ccommands": self._commands,
            "sameindex": lambda a, b: (at.indices[a] == at.indices[b]) & (at.indices[a] >= 0) & (a != b)
            & (at.sentence[a] == at.sentence[b]),
        }  # fmt: skip
        return known.get(function)

    def _are_neighbours(self, a: Numbers, b: Numbers) -> Mask:
        heard = self.at.heard
        found: Mask = (heard[a + 1] == heard[self.at.left[b]]) & (a < self.at.left[b])
        found &= (heard[a + 1] > heard[self.at.left[a]]) & (heard[b + 1] > heard[self.at.left[b]])
        found &= self.at.sentence[a] == self.at.sentence[b]
        return found

    def _commands(self, a: Numbers, b: Numbers) -> Mask:
        """Whether the lowest branching node above the first is above the second, and neither is above the other."""
        at = self.at
        mothers = at.parents[a]
        top = _lowest(at, (at.children > 1) & ~at.ignored, mothers, mothers)
        found: Mask = (top >= 0) & at.is_above(top, b) & ~at.is_above(a, b) & ~at.is_above(b, a) & (a != b)
        return found


def _are_distinct(one: str, other: str) -> bool:
    """Whether two arguments with different numbers before the same labels: ``[1]PP*`` and ``[2]PP*``."""
    first, second = (re.match(r"(\[\d+\])(.+)", text) for text in (one, other))
    return bool(first and second and first[2] == second[2] and first[1] != second[1])
