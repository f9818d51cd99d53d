"""Edits of the enhanced edges of one word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from treecompare.extras.versions.references import Edge


class EdgeEdit(NamedTuple):
    """``key``: ``rel`` (the relation changed), ``head`` (the mother), ``edge`` (removed or added). ``is_mirror``: the edge only
    says again what changed in the basic tree."""

    key: str
    old: Edge | None
    new: Edge | None
    is_mirror: bool = False


def edge_edits(base: Sequence[Edge], head: Sequence[Edge], basic: tuple[Edge, Edge] | None) -> list[EdgeEdit]:
    """What changed between the edges of a word; ``basic``: its basic edge in both versions, if that changed.

    Edges with corresponding mothers and the same relation are the same. Of what is left, the first lost and the first new edge that
    are the basic ones (or with a subtype more) mirror the basic edit. The others pair by equal mothers, then by equal relations,
    first with first.
    """
    lost, new = _without(base, head), _without(head, base)
    edits = []
    if basic is not None:
        mirrors = [
            next((edge for edge in edges if edge.mother == of.mother and _is(edge.relation, of.relation)), None)
            for edges, of in zip((lost, new), basic, strict=True)
        ]
        if mirrors[0] is not None and mirrors[1] is not None:
            edits.append(EdgeEdit("edge", mirrors[0], mirrors[1], is_mirror=True))
            lost.remove(mirrors[0])
            new.remove(mirrors[1])
    keys: tuple[tuple[str, Callable[[Edge], object]], ...] = (
        ("rel", lambda edge: edge.mother),
        ("head", lambda edge: edge.relation),
    )
    for name, key in keys:
        for edge in list(lost):
            partner = next((other for other in new if key(other) == key(edge)), None)
            if partner is not None:
                edits.append(EdgeEdit(name, edge, partner))
                lost.remove(edge)
                new.remove(partner)
    return edits + [EdgeEdit("edge", edge, None) for edge in lost] + [EdgeEdit("edge", None, edge) for edge in new]


def _is(relation: str, basic: str) -> bool:
    return relation == basic or relation.startswith(basic + ":")


def _without(edges: Sequence[Edge], others: Sequence[Edge]) -> list[Edge]:
    """The edges that are not among the others, one for one."""
    there = Counter((edge.mother, edge.relation) for edge in others)
    left = []
    for edge in edges:
        same = edge.mother, edge.relation
        if there[same]:
            there[same] -= 1
        else:
            left.append(edge)
    return left
