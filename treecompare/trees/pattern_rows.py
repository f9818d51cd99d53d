"""What a pattern finds in one file: the nodes that match, or the nodes that its variables stand for, a row per way to match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import Cancelled, UsageError
from treecompare.trees.arcs import ranges
from treecompare.trees.pattern_syntax import Formula, Mask, Node, Not, Numbers, Related, Some, nodes_of

MOST_AT_ONCE = 4_000_000
"""So many pairs of nodes are looked at together."""
MOST_ROWS = 20_000_000
Cancel = NDArray[np.int32] | None


def mask_of(node: Node, at: Any) -> Mask:
    """Which nodes of a file match; variables count as any node would."""
    found = None if node.test is None else node.test(at)
    for formula in node.formulas:
        holds = truth(formula, at)
        found = holds if found is None else found & holds
    return np.ones(len(at.node), np.bool_) if found is None else found


def truth(formula: Formula, at: Any) -> Mask:
    """Of which nodes of a file a formula holds."""
    if isinstance(formula, Related):
        return formula.relation.mask(at, mask_of(formula.right, at))
    if isinstance(formula, Not):
        return ~truth(formula.formula, at)
    join = np.logical_and if formula.is_all else np.logical_or
    holds: Mask = join.reduce([truth(one, at) for one in formula.formulas])
    return holds


@dataclass(frozen=True, eq=False)
class Rows:
    """A row per way to match: ``focus``, the node that the pattern is about, and the nodes of its variables."""

    focus: Numbers
    bound: dict[str, Numbers]


def rows_of(node: Node, at: Any, allowed: Mapping[str, Mask] | None = None, cancel: Cancel = None) -> Rows:
    """All ways in which a pattern matches in a file. ``allowed``: the nodes that references can stand for, where that is known.
    Raises Cancelled: ``cancel[0]`` is no longer 0; UsageError: there are too many."""
    check(cancel)
    wanted = (allowed or {}).get(node.variable) if node.is_reference else None
    free: list[Formula] = []
    joined: list[Formula] = []
    for formula in _flat(node.formulas):
        has_variables = any(one.variable for one in nodes_of(Node(None, 0, formulas=(formula,))))
        (joined if has_variables else free).append(formula)
    found = mask_of(Node(node.test, node.place, formulas=tuple(free)), at)
    focus = np.flatnonzero(found if wanted is None else found & wanted)
    rows = Rows(focus, {node.variable: focus} if node.variable else {})
    for formula in joined:
        assert isinstance(formula, Related)  # the reader lets variables stand nowhere else
        right = rows_of(formula.right, at, allowed, cancel)
        rows = _joined(rows, right, formula, at, cancel)
    return rows


def _flat(formulas: Sequence[Formula]) -> Iterator[Formula]:
    for one in formulas:
        if isinstance(one, Some) and one.is_all:
            yield from _flat(one.formulas)
        else:
            yield one


def _joined(left: Rows, right: Rows, related: Related, at: Any, cancel: Cancel) -> Rows:
    relation = related.relation
    keys = relation.left_key(at, left.focus), relation.right_key(at, right.focus)
    both = [name for name in right.bound if name in left.bound]
    parts: list[tuple[Numbers, Numbers]] = []
    number = 0
    for i, j in matched(*keys, cancel):
        keep = relation.holds(at, left.focus[i], right.focus[j])
        for name in both:
            keep &= left.bound[name][i] == right.bound[name][j]
        parts.append((i[keep], j[keep]))
        number += len(parts[-1][0])
        check_number(number)
    i, j = (np.concatenate(column) for column in zip(*parts, strict=True))
    bound = {name: nodes[i] for name, nodes in left.bound.items()}
    bound |= {name: nodes[j] for name, nodes in right.bound.items()}
    focus = left.focus[i]
    if not related.right.variable:  # one row for all nodes that have no name
        chosen = distinct([focus, *bound.values()])
        focus, bound = focus[chosen], {name: nodes[chosen] for name, nodes in bound.items()}
    return Rows(focus, bound)


def distinct(columns: Sequence[Numbers]) -> Numbers:
    """The places of rows of which no two are equal, in their order."""
    if len(columns) == 1:
        return np.sort(np.unique(columns[0], return_index=True)[1])
    order = np.lexsort(columns)
    is_new = np.ones(len(order), np.bool_)
    if len(order):
        is_new[1:] = np.logical_or.reduce([column[order][1:] != column[order][:-1] for column in columns])
    return np.sort(order[is_new])


def matched(left: Numbers, right: Numbers, cancel: Cancel = None) -> Iterator[tuple[Numbers, Numbers]]:
    """The places of equal numbers in both, block by block; numbers below 0 are equal to none.

    Raises UsageError: there are more of them than there may be hits; Cancelled: ``cancel[0]`` is no longer 0.
    """
    order = np.argsort(right, kind="stable")
    order = order[np.searchsorted(right[order], 0) :]
    ordered = right[order]
    begins, ends = (np.searchsorted(ordered, left, side) for side in ("left", "right"))
    counts = np.where(left < 0, 0, ends - begins)
    made = np.cumsum(counts)
    check_number(int(made[-1]) if len(made) else 0, "pairs of nodes to look at")
    blocks = made // MOST_AT_ONCE
    firsts = np.flatnonzero(np.diff(blocks, prepend=-1)).tolist() or [0]
    for first, last in zip(firsts, [*firsts[1:], len(left)], strict=True):
        check(cancel)
        here = slice(first, last)
        i = np.repeat(np.arange(first, last), counts[here])
        yield i, order[ranges(begins[here], begins[here] + counts[here])]


def check(cancel: Cancel) -> None:
    """Ends the work if nobody waits for it. Raises Cancelled: it is to end."""
    if cancel is not None and cancel[0]:
        raise Cancelled


def check_number(number: int, what: str = "hits") -> None:
    """Whether so many hits can be kept. Raises UsageError: they cannot."""
    if number > MOST_ROWS:
        raise UsageError(f"pattern: more than {MOST_ROWS:,} {what}; expected labels or relations that leave fewer")
