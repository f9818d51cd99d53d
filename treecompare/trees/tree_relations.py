"""Where the nodes of a file stand to each other, and the relations between them that a pattern can ask for.

Each relation goes from the nodes on its right, a mask over the columns of a whole file, to those on its left; and it says of pairs
of nodes, given by their numbers, whether it holds between them.

Order is that of the sentence, also where branches cross: a node begins with the first of its words and ends with the last, and
daughters stand in the order of their first words, whatever the order of the columns.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache

import numpy as np

from treecompare.trees.arcs import sums_before
from treecompare.trees.pattern_syntax import Mask, Numbers, Relation, above, has, itself, occurring, sentence
from treecompare.trees.tree import WORD, Trees, parent_numbers


class Places:
    """Where the nodes of a file stand to each other; one entry per node, computed once per file."""

    def __init__(self, trees: Trees) -> None:
        self.trees = trees
        self.size = trees.sizes.astype(np.int64)
        self.node = np.arange(len(self.size))
        self.parents = parent_numbers(trees)
        self.sentence = trees.sentence_of
        self.is_crossing = bool(trees.crossing.any())

    @cached_property
    def used(self) -> Numbers:
        """The numbers of the labels and words that occur."""
        return occurring(self.trees.labels, len(self.trees.symbols))

    @cached_property
    def leftmost(self) -> Numbers:
        """The leftmost leaf below each node."""
        return self.node + 1 - self.size

    @cached_property
    def rightmost(self) -> Numbers:
        """The rightmost leaf: last daughters stand directly before their mothers."""
        return np.maximum.accumulate(np.where(self.size == 1, self.node, 0)) if len(self.node) else self.node

    @cached_property
    def edges(self) -> tuple[Numbers, Numbers]:
        """The leaf with which each node begins, and that with which it ends."""
        if not self.is_crossing:
            return self.leftmost, self.rightmost
        starts, ends, has_words = self.words
        nodes, first, last = self.trees.word_nodes, self.leftmost.copy(), self.rightmost.copy()
        here = has_words & self.trees.crossing[self.sentence]
        first[here], last[here] = nodes[starts[here]], nodes[ends[here] - 1]
        return first, last

    @cached_property
    def left_sister(self) -> Numbers:
        """The sister directly to the left; -1 where there is none."""
        left = self.node - self.size
        if self.is_crossing:
            order = self.by_parent
            left[order[1:]], left[order[:1]] = order[:-1], -1
        has = (left >= 0) & (self.parents >= 0)
        has[has] = self.parents[left[has]] == self.parents[has]
        return np.where(has, left, -1)

    @cached_property
    def by_parent(self) -> Numbers:
        """The nodes, sisters beside each other from left to right; where branches cross, those without words last."""
        if not self.is_crossing:
            return np.lexsort((self.node, self.parents))
        starts, _, has_words = self.words
        by_words = np.where(has_words, starts, np.iinfo(np.int64).max)
        return np.lexsort((self.node, np.where(self.trees.crossing[self.sentence], by_words, 0), self.parents))

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
    def running(self) -> Numbers:
        """How many words stand before each node, counted over the whole file; one entry more for the end."""
        return sums_before(self.trees.kinds == WORD)

    @cached_property
    def words(self) -> tuple[Numbers, Numbers, Mask]:
        """Before which word each node begins and ends, counted over the whole file; and which nodes have words."""
        if self.is_crossing:
            starts, ends = self.trees.hulls
            before = self.running[self.trees.offsets[self.sentence]]
            return starts + before, ends + before, ends > starts
        starts, ends = self.running[self.leftmost], self.running[self.node + 1]
        return starts, ends, ends > starts


@lru_cache(maxsize=8)
def places(trees: Trees) -> Places:
    """The places of a file's nodes; those of the last files asked for are kept."""
    return Places(trees)


# -- relations: from the nodes on the right (a mask) to those on the left ------------------------------------------------------

MaskOf = Callable[[Places, Mask], Mask]


def _count_between(at: Places, right: Mask, first: Numbers, last: Numbers) -> Numbers:
    """How many nodes of ``right`` are in ``first … last - 1``, per node."""
    running = sums_before(right)
    return running[last] - running[first]


def _parent_of(at: Places, right: Mask) -> Mask:
    return has(at, at.parents[right])


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


def _parent_of_nth(number: int) -> MaskOf:
    """The mother of a daughter at that place; from the right if negative."""

    def relation(at: Places, right: Mask) -> Mask:
        return has(at, at.parents[right & _is_nth(at, number)])

    return relation


def _nth_child_of(number: int) -> MaskOf:
    return lambda at, right: _child_of(at, right) & _is_nth(at, number)


def _is_nth(at: Places, number: int) -> Mask:
    left, right = at.rank
    mask: Mask = left == number if number > 0 else right == -number
    return mask


def _is_only(at: Places) -> Mask:
    return _is_nth(at, 1) & _is_nth(at, -1)


def _has_leftmost(at: Places, right: Mask) -> Mask:
    """Along first daughters all nodes begin with the same leaf; the deeper, the earlier."""
    first = at.edges[0]
    return _earlier_in_group(np.lexsort((at.node, first)), first, right)


def _leftmost_of(at: Places, right: Mask) -> Mask:
    first = at.edges[0]
    return _earlier_in_group(np.lexsort((-at.node, first)), first, right)


def _has_rightmost(at: Places, right: Mask) -> Mask:
    if at.is_crossing:
        last = at.edges[1]
        return _earlier_in_group(np.lexsort((at.node, last)), last, right)
    return _count_between(at, right, at.rightmost, at.node) > 0


def _rightmost_of(at: Places, right: Mask) -> Mask:
    last = at.edges[1]
    return _earlier_in_group(np.lexsort((-at.node, last)) if at.is_crossing else at.node[::-1], last, right)


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
    return has(at, at.left_sister[right])


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


# -- the same of pairs of nodes, from their numbers ------------------------------------------------------------------------

Holds = Callable[[Places, Numbers, Numbers], Mask]


def _is_above(at: Places, left: Numbers, right: Numbers) -> Mask:
    mask: Mask = (at.leftmost[left] <= right) & (right < left)
    return mask


def _is_on_left_edge(at: Places, left: Numbers, right: Numbers) -> Mask:
    mask: Mask = (at.edges[0][left] == at.edges[0][right]) & (right < left)
    return mask


def _is_on_right_edge(at: Places, left: Numbers, right: Numbers) -> Mask:
    mask: Mask = (at.edges[1][left] == at.edges[1][right]) & (right < left)
    return mask


def _are_neighbours(at: Places, left: Numbers, right: Numbers) -> Mask:
    mask: Mask = _are_in_order(at, left, right) & (at.words[1][left] == at.words[0][right])
    return mask


def _are_in_order(at: Places, left: Numbers, right: Numbers) -> Mask:
    starts, ends, has_words = at.words
    mask: Mask = has_words[left] & has_words[right] & (ends[left] <= starts[right])
    mask &= at.sentence[left] == at.sentence[right]
    return mask


def _always(at: Places, left: Numbers, right: Numbers) -> Mask:
    return np.ones(len(left), np.bool_)


def _swapped(holds: Holds) -> Holds:
    return lambda at, left, right: holds(at, right, left)


def _mother_of(mask: MaskOf, is_one: Callable[[Places], Mask] | None = None) -> Relation:
    """A relation between a mother and those of her daughters that ``is_one`` names."""
    holds: Holds = _always if is_one is None else lambda at, left, right: is_one(at)[right]
    return Relation(mask, holds, itself, above)


def _daughter_of(mask: MaskOf, is_one: Callable[[Places], Mask] | None = None) -> Relation:
    holds: Holds = _always if is_one is None else lambda at, left, right: is_one(at)[left]
    return Relation(mask, holds, above, itself)


def mother_of_nth(number: int) -> Relation:
    """The relation ``<N``: to the Nth daughter; from the right if negative."""
    return _mother_of(_parent_of_nth(number), lambda at: _is_nth(at, number))


def nth_daughter_of(number: int) -> Relation:
    """The relation ``>N``, from the Nth daughter to her mother."""
    return _daughter_of(_nth_child_of(number), lambda at: _is_nth(at, number))


def _in_sentence(mask: MaskOf, holds: Holds) -> Relation:
    return Relation(mask, holds, sentence, sentence)


def _among_sisters(mask: MaskOf, holds: Holds) -> Relation:
    return Relation(mask, holds, above, above)


RELATIONS: dict[str, tuple[Relation, str]] = {
    "<": (_mother_of(_parent_of), "is the mother of"),
    ">": (_daughter_of(_child_of), "is a daughter of"),
    "<<": (_in_sentence(_dominates, _is_above), "stands above"),
    ">>": (_in_sentence(_dominated_by, _swapped(_is_above)), "stands below"),
    "<,": (mother_of_nth(1), "has as first daughter"),
    ">,": (nth_daughter_of(1), "is the first daughter of"),
    "<-": (mother_of_nth(-1), "has as last daughter"),
    ">-": (nth_daughter_of(-1), "is the last daughter of"),
    "<:": (_mother_of(lambda at, right: _parent_of(at, right & _is_only(at)), _is_only), "has as only daughter"),
    ">:": (_daughter_of(lambda at, right: _child_of(at, right) & _is_only(at), _is_only), "is the only daughter of"),
    "<<,": (_in_sentence(_has_leftmost, _is_on_left_edge), "has on its left edge"),
    ">>,": (_in_sentence(_leftmost_of, _swapped(_is_on_left_edge)), "is on the left edge of"),
    "<<-": (_in_sentence(_has_rightmost, _is_on_right_edge), "has on its right edge"),
    ">>-": (_in_sentence(_rightmost_of, _swapped(_is_on_right_edge)), "is on the right edge of"),
    "$": (_among_sisters(_sister_of, lambda at, left, right: left != right), "is a sister of"),
    "$.": (
        _among_sisters(_directly_left_of, lambda at, left, right: at.left_sister[right] == left),
        "is the sister directly left of",
    ),
    "$,": (
        _among_sisters(_directly_right_of, lambda at, left, right: at.left_sister[left] == right),
        "is the sister directly right of",
    ),
    "$..": (
        _among_sisters(_left_of, lambda at, left, right: at.rank[0][left] < at.rank[0][right]),
        "is a sister left of",
    ),
    "$,,": (
        _among_sisters(_right_of, lambda at, left, right: at.rank[0][left] > at.rank[0][right]),
        "is a sister right of",
    ),
    ".": (_in_sentence(_directly_before, _are_neighbours), "ends directly before"),
    ",": (_in_sentence(_directly_after, _swapped(_are_neighbours)), "begins directly after"),
    "..": (_in_sentence(_before, _are_in_order), "ends somewhere before"),
    ",,": (_in_sentence(_after, _swapped(_are_in_order)), "begins somewhere after"),
}
"""Every relation with what it means; ``<N`` and ``>N`` (``<-N``, ``>-N``) besides, for the Nth daughter (from the right)."""
