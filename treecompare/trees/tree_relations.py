"""Where the nodes of a file stand to each other, and the relations between them that a pattern can ask for.

Each relation goes from the nodes on its right, a mask over the columns of a whole file, to those on its left; and it says of pairs
of nodes, given by their numbers, whether it holds between them.

Words with their heads are nodes, too: what is said of sisters and of order holds of them as it stands.

Order is that of the sentence, also where branches cross: a node begins with the first of its words and ends with the last, and
daughters stand in the order of their first words, whatever the order of the columns.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from treecompare.trees.columns import Mask, Numbers, Sentences, sums_before
from treecompare.trees.pattern_syntax import Relation, above, has, itself, sentence
from treecompare.trees.symbols import distinct
from treecompare.trees.tree import WORD, Trees, parent_numbers


class NodePlaces:
    """Where the nodes of a file, or its words, stand to each other; one entry per node, computed once per file.

    ``parents``: mothers or heads, -1 for none. ``limits``: where the words of each sentence begin, and the end.
    """

    def __init__(self, of: Sentences, parents: Numbers, limits: Numbers) -> None:
        self.node, self.parents, self.sentence, self.limits = np.arange(len(parents)), parents, of.sentence_of, limits
        self.of, self._used = of, dict[str, Numbers]()

    def column(self, name: str) -> tuple[NDArray[np.int32], list[str], Numbers]:
        """The symbols of a column, the texts of all symbols, and which of these occur."""
        numbers = getattr(self.of, name)
        if name not in self._used:
            self._used[name] = distinct(numbers)
        return numbers, self.of.symbols.texts, self._used[name]

    @cached_property
    def words(self) -> tuple[Numbers, Numbers, Mask]:
        """Before which word each node begins and ends, counted over the whole file; and which nodes have words."""
        return self.node, self.node + 1, np.ones(len(self.node), np.bool_)

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


class Places(NodePlaces):
    """Those of the nodes of trees of constituents."""

    def __init__(self, trees: Trees) -> None:
        super().__init__(trees, parent_numbers(trees), sums_before(trees.word_counts))
        self.trees = trees
        self.size = trees.sizes.astype(np.int64)
        self.is_crossing = bool(trees.crossing.any())

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
        """See :class:`NodePlaces`; where branches cross, sisters without words stand last."""
        if not self.is_crossing:
            return np.lexsort((self.node, self.parents))
        starts, _, has_words = self.words
        by_words = np.where(has_words, starts, np.iinfo(np.int64).max)
        return np.lexsort((self.node, np.where(self.trees.crossing[self.sentence], by_words, 0), self.parents))

    @cached_property
    def running(self) -> Numbers:
        """How many words stand before each node, counted over the whole file; one entry more for the end."""
        return sums_before(self.trees.kinds == WORD)

    @cached_property
    def words(self) -> tuple[Numbers, Numbers, Mask]:
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


def parent_of(at: NodePlaces, right: Mask) -> Mask:
    """Mothers or heads."""
    return has(at, at.parents[right])


def child_of(at: NodePlaces, right: Mask) -> Mask:
    """Daughters or dependents."""
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
    return lambda at, right: child_of(at, right) & _is_nth(at, number)


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


def _sister_of(at: NodePlaces, right: Mask) -> Mask:
    counts = np.bincount(at.parents[right & (at.parents >= 0)], minlength=len(at.node))
    return (at.parents >= 0) & (counts[np.maximum(at.parents, 0)] - right > 0)


def _directly_left_of(at: Places, right: Mask) -> Mask:
    return has(at, at.left_sister[right])


def _directly_right_of(at: Places, right: Mask) -> Mask:
    return (at.left_sister >= 0) & right[np.maximum(at.left_sister, 0)]


def _left_of(at: NodePlaces, right: Mask) -> Mask:
    return _earlier_in_group(at.by_parent[::-1], at.parents, right) & (at.parents >= 0)


def _right_of(at: NodePlaces, right: Mask) -> Mask:
    return _earlier_in_group(at.by_parent, at.parents, right) & (at.parents >= 0)


def _directly_before(at: NodePlaces, right: Mask) -> Mask:
    starts, ends, has_words = at.words
    begins = _marks(at, starts[right & has_words])
    return begins[ends] & has_words & (ends < at.limits[at.sentence + 1])


def _directly_after(at: NodePlaces, right: Mask) -> Mask:
    starts, ends, has_words = at.words
    finished = _marks(at, ends[right & has_words])
    return finished[starts] & has_words & (starts > at.limits[at.sentence])


def _before(at: NodePlaces, right: Mask) -> Mask:
    starts, ends, has_words = at.words
    last = np.full(len(at.limits) - 1, -1, np.int64)
    np.maximum.at(last, at.sentence[right & has_words], starts[right & has_words])
    return has_words & (ends <= last[at.sentence])


def _after(at: NodePlaces, right: Mask) -> Mask:
    starts, ends, has_words = at.words
    none = np.iinfo(np.int64).max
    first = np.full(len(at.limits) - 1, none, np.int64)
    np.minimum.at(first, at.sentence[right & has_words], ends[right & has_words])
    return has_words & (starts >= first[at.sentence])


def _marks(at: NodePlaces, words: Numbers) -> Mask:
    mask = np.zeros(int(at.limits[-1]) + 1, np.bool_)
    mask[words] = True
    return mask


# -- the same of pairs of nodes that have the same keys, from their numbers ------------------------------------------------


def _begin(at: NodePlaces, nodes: Numbers) -> Numbers:
    """A key: before which word nodes begin; -1 for those without words."""
    return np.where(at.words[2][nodes], at.words[0][nodes], -1)


def _end(at: NodePlaces, nodes: Numbers) -> Numbers:
    """A key: before which word nodes end; -1 for those without words."""
    return np.where(at.words[2][nodes], at.words[1][nodes], -1)


def _with_words(at: NodePlaces, nodes: Numbers) -> Numbers:
    """A key: sentences; -1 for nodes without words."""
    return np.where(at.words[2][nodes], at.sentence[nodes], -1)


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


def _are_neighbours(at: NodePlaces, left: Numbers, right: Numbers) -> Mask:
    mask: Mask = at.sentence[left] == at.sentence[right]
    return mask


def _are_in_order(at: NodePlaces, left: Numbers, right: Numbers) -> Mask:
    mask: Mask = at.words[1][left] <= at.words[0][right]
    return mask


def _always(at: NodePlaces, left: Numbers, right: Numbers) -> Mask:
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
    "<": (_mother_of(parent_of), "is the mother of"),
    ">": (_daughter_of(child_of), "is a daughter of"),
    "<<": (_in_sentence(_dominates, _is_above), "stands above"),
    ">>": (_in_sentence(_dominated_by, _swapped(_is_above)), "stands below"),
    "<,": (mother_of_nth(1), "has as first daughter"),
    ">,": (nth_daughter_of(1), "is the first daughter of"),
    "<-": (mother_of_nth(-1), "has as last daughter"),
    ">-": (nth_daughter_of(-1), "is the last daughter of"),
    "<:": (_mother_of(lambda at, right: parent_of(at, right & _is_only(at)), _is_only), "has as only daughter"),
    ">:": (_daughter_of(lambda at, right: child_of(at, right) & _is_only(at), _is_only), "is the only daughter of"),
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
    ".": (Relation(_directly_before, _are_neighbours, _end, _begin), "ends directly before"),
    ",": (Relation(_directly_after, _swapped(_are_neighbours), _begin, _end), "begins directly after"),
    "..": (Relation(_before, _are_in_order, _with_words, _with_words), "ends somewhere before"),
    ",,": (Relation(_after, _swapped(_are_in_order), _with_words, _with_words), "begins somewhere after"),
}
"""Every relation with what it means; ``<N`` and ``>N`` (``<-N``, ``>-N``) besides, for the Nth daughter (from the right)."""
