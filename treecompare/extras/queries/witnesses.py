"""The nodes that a hit rests on: its anchor, and those that its query chooses for what has to be there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from treecompare.extras.queries.hits import Asked
from treecompare.extras.queries.named import NamedQuery
from treecompare.trees.expressions import one_query
from treecompare.trees.pattern_rows import mask_of, truth
from treecompare.trees.pattern_syntax import Formula, Mask, Node, Not, Related, Some, nodes_of
from treecompare.trees.tree_relations import RELATIONS, places

MOST_STEPS = 20_000
"""So many nodes are tried for the witnesses of one hit; where that is not enough its anchor stands alone."""
_LOOSE = [RELATIONS[name][0] for name in ("<<", ">>", "<<,", ">>,", "<<-", ">>-", ".", ",", "..", ",,")]
"""Relations that nothing can come between."""
_Chosen = tuple[tuple[int, int], ...]
"""Nodes, each with the one that it is bound to so that nothing can come between, or -1."""


@dataclass(frozen=True)
class Witness:
    """``nodes``: what a hit rests on, its anchor first. ``links``: pairs of these that nothing may stand between."""

    nodes: list[int]
    links: list[tuple[int, int]]


class Witnesses:
    """The nodes that hits of a query in a treebank rest on, as places in the columns of the trees that the query is asked of."""

    def __init__(self, asked: Asked, query: NamedQuery) -> None:
        self._asked, self._query = asked, query
        self._masks: dict[Node | Formula, Mask] = {}
        self._left = MOST_STEPS
        self._at = places(asked.trees)

    def of(self, anchor: int) -> Witness:
        """What a hit rests on: of several ways to match the first from left to right."""
        node = self._query.pattern.parts[0].node
        begins = [anchor]
        if any(one.variable == self._query.anchor for one in nodes_of(node)):
            begins = self._in_order(self._mask(node), anchor)
        self._left = MOST_STEPS
        with one_query():
            for begin in begins:
                for chosen, bound in self._ways(node, begin, -1, {}):
                    if bound.get(self._query.anchor, anchor) == anchor:
                        nodes = dict.fromkeys([anchor, *(one for one, _ in chosen)])
                        return Witness([*nodes], [one for one in chosen if one[1] >= 0])
        return Witness([anchor], [])

    def _mask(self, node: Node) -> Mask:
        if node not in self._masks:
            self._masks[node] = mask_of(node, self._at)
        return self._masks[node]

    def _truth(self, formula: Formula) -> Mask:
        if formula not in self._masks:
            self._masks[formula] = truth(formula, self._at)
        return self._masks[formula]

    def _in_order(self, mask: Mask, near: int) -> list[int]:
        """The nodes of a mask in the sentence of another, from left to right, mothers before daughters."""
        first, last = self._asked.trees.offsets[self._at.sentence[near] :][:2].tolist()
        nodes = first + np.flatnonzero(mask[first:last])
        found: list[int] = nodes[np.lexsort((-nodes, self._at.leftmost[nodes]))].tolist()
        return found

    def _ways(
        self, node: Node, place: int, bound_to: int, bound: dict[str, int]
    ) -> Iterator[tuple[_Chosen, dict[str, int]]]:
        """Each way in which a place can be that node of the pattern: the nodes chosen, and those of the variables."""
        self._left -= 1
        if self._left >= 0 and bound.get(node.variable, place) == place:
            now = {**bound, node.variable: place} if node.variable else bound
            yield from self._held(node.formulas, place, ((place, bound_to),), now)

    def _held(
        self, formulas: Sequence[Formula], place: int, chosen: _Chosen, bound: dict[str, int]
    ) -> Iterator[tuple[_Chosen, dict[str, int]]]:
        if not formulas:
            yield chosen, bound
            return
        for more, now in self._one(formulas[0], place, bound):
            yield from self._held(formulas[1:], place, chosen + more, now)

    def _one(self, formula: Formula, place: int, bound: dict[str, int]) -> Iterator[tuple[_Chosen, dict[str, int]]]:
        if isinstance(formula, Not):
            yield (), bound
        elif isinstance(formula, Some):
            if formula.is_all:
                yield from self._held(formula.formulas, place, (), bound)
                return
            for one in formula.formulas:
                if self._truth(one)[place]:
                    yield from self._one(one, place, bound)
        else:
            relation = formula.relation
            others = np.array(self._in_order(self._mask(formula.right), place), np.int64)
            holds = relation.holds(self._at, np.full(len(others), place), others)
            keys = relation.left_key(self._at, np.array([place])), relation.right_key(self._at, others)
            for other in others[holds & (keys[0] == keys[1])].tolist():
                yield from self._ways(formula.right, other, -1 if relation in _LOOSE else place, bound)


def without_negations(query: NamedQuery) -> NamedQuery | None:
    """The same query without what must not be there; None where it has nothing of the kind."""
    (part,) = query.pattern.parts
    node = _positive(part.node)
    if node is part.node:
        return None
    pattern = replace(query.pattern, parts=(replace(part, node=node),))
    return replace(query, name=f"{query.name} (without !)", pattern=pattern)


def _positive(node: Node) -> Node:
    """The node itself where nothing in it is negated."""
    formulas = tuple(made for one in node.formulas if (made := _positive_formula(one)) is not None)
    is_same = len(formulas) == len(node.formulas) and all(map(lambda a, b: a is b, formulas, node.formulas))
    return node if is_same else replace(node, formulas=formulas)


def _positive_formula(formula: Formula) -> Formula | None:
    if isinstance(formula, Not):
        return None
    if isinstance(formula, Related):
        right = _positive(formula.right)
        return formula if right is formula.right else replace(formula, right=right)
    made = [_positive_formula(one) for one in formula.formulas]
    if all(map(lambda a, b: a is b, made, formula.formulas)):
        return formula
    if not formula.is_all and None in made:  # an alternative that is always true
        return None
    return replace(formula, formulas=tuple(one for one in made if one is not None))
