"""The errors of one pair of trees of constituents: what moved, what is missing or extra, and what is labelled otherwise.

A node or word that both trees have (same words, same label) may have *moved* where its sites, the lowest ancestors with more words
than it, are neither mapped to each other nor over the same words. It has not moved where one site is merely missing or extra: no
node stands for it, the next mapped node above is the counterpart of the other site, it crosses nothing in the other tree, and the
other tree has no such constituent with the moved words or without them. Nor has it moved where its sites are one constituent with
other words: they have the same label, no counterpart, and further words in common.

Where one thing moves, everything between its two sites has other words, and what stays has other sites. So movers are chosen one
after the other: the next is the one that accounts for most constituents without counterpart, because these are its site or would
have a counterpart without the moved words; what has the same site without these words has not moved. Ties: fewest neighbours
moved, then what the T-mapping deletes and inserts, then fewest words, then the leftmost. Neighbours that leave one site for one
other move together.

Each changed node then belongs to one error. Nodes that stand for each other in either mapping stay together. Inside a moved
constituent they belong to its move, and so do nodes whose words differ by it, most of all if several moved. What is left is a
constituent or a unary node missing or extra, a label, or a span.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from treecompare.mappings.errors import Error, ErrorType, Node
from treecompare.trees.phrases import (
    CLAUSE,
    COORDINATION,
    MODIFIER,
    NP,
    OTHER,
    PP,
    VP,
    is_coordinator,
    sort_of,
)
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, WORD

MOVED, MISSING, EXTRA, UNARY_MISSING, UNARY_EXTRA, LABEL, TAG, SPAN, ORDER, UNALIGNED = (
    "moved", "missing", "extra", "unary-missing", "unary-extra", "label", "tag", "span", "order", "word",
)  # fmt: skip
HIGH, LOW = "high", "low"
NP_INTERNAL, SINGLE_WORD = "NP-internal", "single word"
_ATTACHED = frozenset({MOVED, MISSING, EXTRA, SPAN})


def _attachment(what: str, title: str, of: str, opportunity: str, explanation: str) -> ErrorType:
    return ErrorType(what.replace(" ", "-"), title, explanation, opportunity, of, _ATTACHED, frozenset({what}))


def _kind(kind: str, title: str, of: str, opportunity: str, explanation: str) -> ErrorType:
    return ErrorType(kind, title, explanation, opportunity, of, frozenset({kind}))


_UNARY = (
    _kind(
        UNARY_MISSING, "Unary node missing", "constituents of the gold", "gold constituents",
        "The gold has a constituent over the words of another one, or over a single word, that the system lacks.",
    ),
    _kind(
        UNARY_EXTRA, "Unary node extra", "constituents of the system", "system constituents",
        "The system has a constituent over the words of another one, or over a single word, that the gold lacks.",
    ),
)  # fmt: skip
_LABELS = (
    _kind(
        LABEL,
        "Label",
        "constituents of the gold",
        "gold constituents",
        "Both trees have a constituent over these words, with different labels.",
    ),
    _kind(TAG, "Tag", "tags of the gold", "gold tags", "The word has another part-of-speech tag."),
)
_RARE = (
    _kind(
        ORDER, "Order of unary nodes", "constituents of the gold", "gold constituents",
        "Two constituents over the same words stand in the other order.",
    ),
    _kind(
        UNALIGNED, "Words that differ", "words of the gold", "gold words",
        "A word that the other side does not have, with what stands over it alone.",
    ),
)  # fmt: skip
TREE_ERROR_TYPES = (
    _attachment(PP, "PP attachment", "PPs of the gold that are attached", "gold PP", "A prepositional phrase."),
    _attachment(NP, "NP attachment", "NPs of the gold that are attached", "gold NP", "A noun phrase."),
    _attachment(VP, "VP attachment", "VPs of the gold that are attached", "gold VP", "A verb phrase."),
    _attachment(CLAUSE, "Clause attachment", "clauses of the gold that are attached", "gold clause", "S, SBAR and their kin."),
    _attachment(
        MODIFIER, "Modifier attachment", "adverb and adjective phrases of the gold that are attached", "gold modifier",
        "An adverb or adjective phrase, or an adverb.",
    ),
    _attachment(
        COORDINATION, "Coordination", "coordinating words of the gold", "gold coordination",
        "Conjuncts, with what joins them or beside it.",
    ),
    _attachment(
        NP_INTERNAL, "NP structure", "NPs of the gold that are attached", "gold NP",
        "How the words of a noun phrase are grouped.",
    ),
    _attachment(SINGLE_WORD, "Single word", "words of the gold", "gold words", "A word that is no phrase."),
    _attachment(OTHER, "Other attachment", "other constituents of the gold that are attached", "gold other", "Anything else."),
    *_UNARY,
    *_LABELS,
    *_RARE,
)  # fmt: skip
"""What errors are about: each error is of exactly one of these types."""
TREE_ERROR_KINDS = (
    _kind(
        MOVED, "Moved", "constituents of the gold", "gold constituents",
        "Both trees have it, attached to different constituents.",
    ),
    _kind(
        MISSING, "Constituent missing", "constituents of the gold", "gold constituents",
        "The gold has a constituent that the system lacks; what stands in it hangs on the next one above.",
    ),
    _kind(
        EXTRA, "Constituent extra", "constituents of the system", "system constituents",
        "The system has a constituent that the gold lacks; what stands in it hangs on the next one above.",
    ),
    _kind(
        SPAN, "Other words", "constituents of the gold", "gold constituents",
        "The constituent has other words, and nothing that moved explains it.",
    ),
    *_UNARY,
    *_LABELS,
    *_RARE,
)  # fmt: skip
"""What is wrong: each error is of exactly one of these, too."""
SHARE = 0.5
"""Two constituents of one label that share so many of their words are one with other words."""
TOP = -1
"""Stands above the roots of a tree."""


@dataclass(frozen=True, eq=False)
class Side:
    """One tree of a pair. All lists have an entry per node, in postorder; what stands inside subtrees that are equal in both trees
    may be left out.

    ``numbers``: those that nodes have in their tree. ``words``: the node's words as bits, the same bit for the same word in both
    trees; 0 where the other tree has none of them. ``same``: the node of the other tree with the same label and words;
    ``mapped``: its counterpart in the T-mapping; -1 for none. ``codes``: equal for equal labels.
    """

    numbers: list[int]
    labels: list[str]
    codes: list[int]
    kinds: list[int]
    parents: list[int]
    words: list[int]
    same: list[int]
    mapped: list[int]

    @cached_property
    def unmatched(self) -> list[int]:
        """The constituents that the other tree does not have."""
        return [node for node in self.constituents if self.same[node] < 0]

    @cached_property
    def constituents(self) -> list[int]:
        """All constituents over words that both trees have."""
        return [node for node, kind in enumerate(self.kinds) if kind == CONSTITUENT and self.words[node]]

    @cached_property
    def lone_tags(self) -> dict[int, int]:
        """The tags that the other tree does not have, by their words."""
        return {
            words: node
            for node, words in enumerate(self.words)
            if self.kinds[node] == PRETERMINAL and self.same[node] < 0 and words
        }

    @cached_property
    def daughters(self) -> dict[int, list[int]]:
        """Daughters of each node from left to right, of TOP the roots."""
        found: dict[int, list[int]] = defaultdict(list)
        for node, parent in enumerate(self.parents):
            found[parent].append(node)
        return found

    def label(self, node: int) -> str:
        """The label of a node, of a word that of its tag; empty above the roots."""
        if node == TOP:
            return ""
        parent = self.parents[node]
        is_tagged = self.kinds[node] == WORD and parent != TOP and self.kinds[parent] == PRETERMINAL
        return self.labels[parent if is_tagged else node]

    def number(self, node: int) -> int:
        """The number of a node in its tree; -1 above the roots."""
        return TOP if node == TOP else self.numbers[node]

    def chain(self, site: int) -> Iterator[int]:
        """The site and the nodes above it over the same words."""
        words = self.words[site]
        while site != TOP and self.words[site] == words:
            yield site
            site = self.parents[site]

    def lowest_over(self, words: int) -> int:
        """The lowest constituent that has more than these words, TOP if none has."""
        for node in self.constituents:
            if words & ~self.words[node] == 0 and self.words[node] != words:
                return node
        return TOP

    def depth(self, node: int) -> int:
        """How many nodes stand above it."""
        found = -1
        while node != TOP:
            node, found = self.parents[node], found + 1
        return max(found, 0)


class Positions(NamedTuple):
    """Which word of the gold is meant: ``shared`` by bit, ``alone`` by the number of a word that the system lacks."""

    shared: list[int]
    alone: dict[int, int]


class _Left:
    """What is left of a tree without some words. ``words``: per node; ``everything``: of the whole tree."""

    def __init__(self, side: Side, without: int) -> None:
        self.side = side
        self.words = [words & ~without for words in side.words] if without else side.words
        self.everything = 0
        for node in side.daughters[TOP]:
            self.everything |= self.words[node]
        self.crossable = [self.words[node] for node in side.unmatched]

    def over(self, site: int) -> int:
        """The words of a site."""
        return self.everything if site == TOP else self.words[site]

    def site(self, node: int) -> int:
        """The lowest ancestor with more words than the node; TOP if there is none."""
        own, above, parents = self.words[node], self.side.parents[node], self.side.parents
        while above != TOP and self.words[above] == own:
            above = parents[above]
        return above

    def is_crossed(self, words: int) -> bool:
        """Whether a constituent that the other tree does not have overlaps these words."""
        for one in self.crossable:
            common = words & one
            if common and common != words and common != one:
                return True
        return False


@dataclass(eq=False)
class _Mover:
    """Neighbours that move together: (gold, test) nodes at the top of what moves, and their sites."""

    tops: list[tuple[int, int]]
    words: int
    source: int
    target: int
    is_part: bool = False
    is_doubtful: bool = False
    parts: list[list[Node]] = field(default_factory=list)


class _Accounted(NamedTuple):
    """How many constituents without counterpart movers account for: ``nodes`` in all, of these ``twins`` that equal one of the
    other tree without the moved words, and ``pairs`` that equal one which has no counterpart either."""

    nodes: int
    twins: int
    pairs: int


def tree_errors(gold: Side, test: Side, swapped: Sequence[int], positions: Positions) -> list[Error]:
    """The errors of a pair, from left to right. ``swapped``: the gold nodes that the T-mapping relabels."""
    return _Pair(gold, test, swapped, positions).errors()


class _Pair:
    def __init__(self, gold: Side, test: Side, swapped: Sequence[int], positions: Positions) -> None:
        self.gold, self.test, self.swapped, self.positions = gold, test, set(swapped), positions
        # a relabelling costs once; between a tag and a constituent, which have errors of their own, it is the constituent's
        self._charged = {
            ("test", gold.mapped[node])
            if gold.kinds[node] == PRETERMINAL and test.kinds[gold.mapped[node]] == CONSTITUENT
            else ("gold", node)
            for node in swapped
        }
        self.sides = {"gold": gold, "test": test}
        self.movers: list[_Mover] = []
        self._left: dict[int, tuple[_Left, _Left]] = {}

    def left(self, without: int) -> tuple[_Left, _Left]:
        """Both trees without some words."""
        found = self._left.get(without)
        if found is None:
            found = self._left[without] = _Left(self.gold, without), _Left(self.test, without)
        return found

    # -- what moved --------------------------------------------------------------------------------------------------

    def _candidates(self) -> list[_Mover]:
        """What has other sites, given what is known to have moved."""
        gold = self.gold
        by_sites: dict[tuple[int, int], list[tuple[int, int, int, int, int]]] = {}
        seen = {mover.words for mover in self.movers}
        # from the top down, so that of nodes over the same words the highest stands for all
        for node in range(len(gold.labels) - 1, -1, -1):
            other, words = gold.same[node], gold.words[node]
            if other < 0 or not words or words in seen:
                continue
            seen.add(words)
            of_gold, of_test = self.left(_moved_besides(words, self.movers))
            source, target = of_gold.site(node), of_test.site(other)
            over = of_gold.over(source), of_test.over(target)
            if over[0] != over[1] and not self._is_mapped(source, target) and not self._is_alike(source, target, words):
                by_sites.setdefault(over, []).append(((words & -words).bit_length(), node, other, source, target))
        return [
            mover
            for nodes in by_sites.values()
            for whole in self._neighbours(sorted(nodes))
            for mover in self._parts_of(whole)
        ]

    def _parts_of(self, whole: _Mover) -> Iterator[_Mover]:
        """Neighbours, and the first and last ones of them, as far as they can have moved."""
        gold, number = self.gold, len(whole.tops)
        of_gold, of_test = self.left(_moved_besides(whole.words, self.movers))
        source, target = whole.source, whole.target
        is_doubtful = self._lacks(of_gold, source, of_test, target) or self._lacks(of_test, target, of_gold, source)
        if is_doubtful and not self._common:
            return
        sites = of_gold.over(source), of_test.over(target)
        whole.is_doubtful = is_doubtful
        if whole.words not in sites:  # something has to stay
            yield whole
        for first, last in [
            *((0, last) for last in range(1, number)),
            *((first, number) for first in range(1, number)),
        ]:
            tops = whole.tops[first:last]
            words = 0
            for node, _ in tops:
                words |= gold.words[node]
            yield _Mover(tops, words, source, target, True, is_doubtful)

    @cached_property
    def _common(self) -> set[int]:
        """Labels of constituents that are in excess on both sides."""
        return {self.gold.codes[node] for node in self.gold.unmatched} & {
            self.test.codes[node] for node in self.test.unmatched
        }

    def _neighbours(self, nodes: list[tuple[int, int, int, int, int]]) -> Iterator[_Mover]:
        """Nodes that leave one site for one other, those that stand beside each other as one."""
        mover: _Mover | None = None
        for first, node, other, source, target in nodes:
            words = self.gold.words[node]
            if mover is not None and not words & ~mover.words:
                continue  # within what moves already
            if mover is not None and first == mover.words.bit_length() + 1:
                mover.tops.append((node, other))
                mover.words |= words
                continue
            if mover is not None:
                yield mover
            mover = _Mover([(node, other)], words, source, target)
        if mover is not None:
            yield mover

    def _is_mapped(self, source: int, target: int) -> bool:
        """Whether two sites are mapped to each other."""
        if source == TOP or target == TOP:
            return source == target
        there, mapped, words = self.test.words[target], self.gold.mapped, self.test.words
        return any(mapped[node] >= 0 and words[mapped[node]] == there for node in self.gold.chain(source))

    def _is_alike(self, source: int, target: int, words: int) -> bool:
        """Whether two sites are one constituent with other words: one label, no counterpart, and further words in common."""
        if source == TOP or target == TOP or self.gold.same[source] >= 0 or self.test.same[target] >= 0:
            return False
        if self.gold.codes[source] != self.test.codes[target]:
            return False
        return bool(self.gold.words[source] & self.test.words[target] & ~words)

    def _lacks(self, left: _Left, site: int, other: _Left, other_site: int) -> bool:
        """Whether the other tree merely lacks the site: what stands for the next node above it is the other site."""
        side = left.side
        if site == TOP or any(side.mapped[node] >= 0 for node in side.chain(site)):
            return False
        above = site
        while above != TOP and side.mapped[above] < 0:
            if other.is_crossed(left.words[above]):
                return False
            above = side.parents[above]
        if above == TOP or other_site == TOP:
            return above == other_site
        return other.side.words[side.mapped[above]] == other.side.words[other_site]

    def _choose(self) -> None:
        """Chooses movers until none accounts for any further node."""
        accounted = _Accounted(0, 0, 0)
        total = len(self.gold.unmatched) + len(self.test.unmatched)
        while accounted.nodes < total:
            best: tuple[tuple[int, int, bool, int, bool, int, int], _Mover, _Accounted] | None = None
            for mover in self._candidates():
                number = self._accounted([*self.movers, mover])
                if number.nodes <= accounted.nodes or (mover.is_doubtful and number.pairs <= accounted.pairs):
                    continue
                gold, test = mover.tops[0]
                words = mover.words
                is_kept = self.gold.mapped[gold] == test
                rank = (
                    -number.nodes, -number.twins, mover.is_part, len(mover.tops), is_kept, words.bit_count(), words & -words,
                )  # fmt: skip
                if best is None or rank < best[0]:
                    best = rank, mover, number
            if best is None:
                return
            self.movers.append(best[1])
            accounted = best[2]

    def _accounted(self, movers: list[_Mover]) -> _Accounted:
        """What these movers account for."""
        number = all_twins = pairs = 0
        all_moved = 0
        for mover in movers:
            all_moved |= mover.words
        for name in ("gold", "test"):
            sites = self._sites(movers, name)
            for words, differences in self._differences[name].values():
                without = all_moved if words & ~all_moved else _moved_apart(words, movers)
                is_twin = False
                for difference, is_alone in differences:
                    if not difference & ~without and words & ~without:
                        is_twin = True
                        if is_alone:
                            pairs += 1
                            break
                number += is_twin or words in sites
                all_twins += is_twin
        return _Accounted(number, all_twins, pairs)

    @cached_property
    def _differences(self) -> dict[str, dict[int, tuple[int, list[tuple[int, bool]]]]]:
        """For each constituent without counterpart its words, and those in which constituents of the other tree with its label
        differ from it, with whether these lack a counterpart, too."""
        found: dict[str, dict[int, tuple[int, list[tuple[int, bool]]]]] = {"gold": {}, "test": {}}
        for name, side, other in (("gold", self.gold, self.test), ("test", self.test, self.gold)):
            by_code: dict[int, list[int]] = {}
            for node in other.constituents:
                by_code.setdefault(other.codes[node], []).append(node)
            for node in side.unmatched:
                words = side.words[node]
                found[name][node] = (
                    words,
                    [
                        (words ^ other.words[one], other.same[one] < 0)
                        for one in by_code.get(side.codes[node], ())
                        if words != other.words[one]
                    ],
                )
        return found

    def _sites(self, movers: Sequence[_Mover], name: str) -> set[int]:
        """The words of the sites of movers in one of the trees."""
        if name == "gold":
            return {self.gold.words[mover.source] for mover in movers if mover.source != TOP}
        return {self.test.words[mover.target] for mover in movers if mover.target != TOP}

    def _least_difference(self, name: str, node: int) -> int:
        """The fewest moved words in which a constituent without counterpart differs from one of the other tree; 0 for none."""
        words, differences = self._differences[name].get(node, (0, []))
        without = _moved_apart(words, self.movers)
        if not words & ~without:
            return 0
        moved = [difference for difference, _ in differences if not difference & ~without]
        return min(moved, key=int.bit_count, default=0)

    # -- to which error a changed node belongs -------------------------------------------------------------------------

    def errors(self) -> list[Error]:
        """All errors, from left to right."""
        self._choose()
        owners: dict[Node, _Mover] = {}
        left: list[list[Node]] = []
        for part in self._parts():
            owner = self._owner(part)
            if owner is None:
                left.append(part)
            else:
                owner.parts.append(part)
                owners.update(dict.fromkeys(part, owner))
        rest: list[list[Node]] = []
        for part in left:
            # what costs only in the T-mapping belongs to what it stands in
            above = None if self._costs(part)[0] else self._above(part, owners)
            if above is None:
                rest.append(part)
            else:
                above.parts.append(part)
        found = [self._moved(mover) for mover in self.movers if mover.parts]
        found += [self._other(part) for part in self._merged(rest)]
        return sorted(found, key=lambda one: (one.words or (1 << 30,), -len(one.words), one.kind, one.label))

    def _parts(self) -> list[list[Node]]:
        """The changed nodes, with all that stand for each other in either mapping; only those that cost something."""
        gold, test = self.gold, self.test
        seen: set[Node] = set()
        found = []
        for name, side in self.sides.items():
            for node in range(len(side.labels)):
                is_changed = side.same[node] != side.mapped[node] or side.same[node] < 0
                if (name, node) in seen or not (is_changed or (name == "gold" and node in self.swapped)):
                    continue
                part, waiting = [], [(name, node)]
                seen.add((name, node))
                while waiting:
                    where, one = waiting.pop()
                    part.append((where, one))
                    own, there = (gold, "test") if where == "gold" else (test, "gold")
                    if not own.words[one]:
                        # a word that the other side lacks, and what stands over it alone
                        above = own.parents[one]
                        around = [
                            *own.daughters.get(one, ()),
                            *([above] if above != TOP and not own.words[above] else []),
                        ]
                        waiting += [(where, near) for near in around if (where, near) not in seen]
                        seen.update((where, near) for near in around)
                    partners = [own.same[one], own.mapped[one]]
                    if own.kinds[one] == PRETERMINAL and own.same[one] < 0:
                        partners.append(self.sides[there].lone_tags.get(own.words[one], -1))
                    for partner in partners:
                        # a tag has an error of its own, whatever it is mapped to
                        if partner < 0 or (own.kinds[one] == PRETERMINAL) != (
                            self.sides[there].kinds[partner] == PRETERMINAL
                        ):
                            continue
                        if (there, partner) not in seen:
                            seen.add((there, partner))
                            waiting.append((there, partner))
                part.sort()
                if any(self._costs(part)):
                    found.append(part)
        return found

    def _costs(self, part: list[Node]) -> tuple[int, int]:
        e_cost = t_cost = 0
        for name, node in part:
            side = self.sides[name]
            e_cost += side.same[node] < 0 and side.kinds[node] != WORD
            t_cost += side.mapped[node] < 0 or (name, node) in self._charged
        return e_cost, t_cost

    def _owner(self, part: list[Node]) -> _Mover | None:
        """The mover to which changed nodes belong, None if none accounts for them."""
        words = [self.sides[name].words[node] for name, node in part]
        if not all(words):
            return None
        if any(self.sides[name].same[node] >= 0 for name, node in part):
            inside = [mover for mover in self.movers if all(one & ~mover.words == 0 for one in words)]
            if inside:
                return min(inside, key=lambda mover: mover.words.bit_count())
        difference = 0
        for one in words:
            difference |= one ^ words[0]
        if not difference:
            difference = self._least_difference(*part[0])
        shares = [((mover.words & difference).bit_count(), -(mover.words & -mover.words)) for mover in self.movers]
        if shares and max(shares)[0]:
            return self.movers[shares.index(max(shares))]
        nodes = [(name, self.sides[name].words[node]) for name, node in part if self.sides[name].same[node] < 0]
        at_site = [mover for mover in self.movers if any(one in self._sites([mover], name) for name, one in nodes)]
        return min(at_site, key=lambda mover: mover.words & -mover.words) if at_site else None

    def _above(self, part: list[Node], owners: dict[Node, _Mover]) -> _Mover | None:
        """The mover that the nearest changed node above belongs to."""
        for name, node in part:
            side = self.sides[name]
            above = node
            while above != TOP:
                if (name, above) in owners:
                    return owners[name, above]
                above = side.parents[above]
        return None

    def _merged(self, parts: list[list[Node]]) -> list[list[Node]]:
        """Parts, with a gold and a test node over the same words that nothing stands for as one: a label that differs."""
        lone = {
            self.test.words[part[0][1]]: part for part in reversed(parts) if len(part) == 1 and part[0][0] == "test"
        }
        found, used = [], set()
        for part in parts:
            (name, node), *more = part
            other = lone.get(self.gold.words[node]) if name == "gold" and not more else None
            if other is not None and self.gold.words[node] and self.gold.kinds[node] == self.test.kinds[other[0][1]]:
                del lone[self.gold.words[node]]
                used |= {id(part), id(other)}
                found.append([*part, *other])
        return self._resized([*found, *(part for part in parts if id(part) not in used)])

    def _resized(self, parts: list[list[Node]]) -> list[list[Node]]:
        """Parts, with a gold and a test constituent of one label that share at least half of their words as one."""
        alone: dict[str, list[list[Node]]] = {"gold": [], "test": []}
        for part in parts:
            name, node = part[0]
            if len(part) == 1 and self.sides[name].kinds[node] == CONSTITUENT and self.sides[name].words[node]:
                alone[name].append(part)
        shared = []
        for one in alone["gold"]:
            for other in alone["test"]:
                gold, test = one[0][1], other[0][1]
                words, others = self.gold.words[gold], self.test.words[test]
                share = (words & others).bit_count() / (words | others).bit_count()
                if share >= SHARE and self.gold.codes[gold] == self.test.codes[test]:
                    shared.append((-share, gold, test, one, other))
        used: set[int] = set()
        found = []
        for _, _, _, one, other in sorted(shared, key=lambda entry: entry[:3]):
            if id(one) not in used and id(other) not in used:
                used |= {id(one), id(other)}
                found.append([*one, *other])
        return [*found, *(part for part in parts if id(part) not in used)]

    # -- errors described --------------------------------------------------------------------------------------------

    def _numbers(self, words: int) -> tuple[int, ...]:
        found = []
        while words:
            low = words & -words
            found.append(self.positions.shared[low.bit_length() - 1])
            words ^= low
        return tuple(found)

    def _moved(self, mover: _Mover) -> Error:
        gold, test = self.gold, self.test
        left = self.left(_moved_besides(mover.words, self.movers) | mover.words)
        source, target = left[0].over(mover.source), left[1].over(mover.target)
        height = "" if source == target else HIGH if not source & ~target else LOW if not target & ~source else ""
        costs = [self._costs(part) for part in mover.parts]
        tops = [("gold", node) for node, _ in mover.tops] + [("test", node) for _, node in mover.tops]
        return Error(
            MOVED, self._what_moved(mover), " ".join(gold.label(node) for node, _ in mover.tops), self._numbers(mover.words),
            gold.label(mover.source), test.label(mover.target), gold.number(mover.source), test.number(mover.target), height,
            self._numbered(tops), self._numbered(node for part in mover.parts for node in part),
            sum(e for e, _ in costs), sum(t for _, t in costs), gold.depth(mover.tops[0][0]),
        )  # fmt: skip

    def _numbered(self, nodes: Iterable[Node]) -> tuple[Node, ...]:
        """Nodes by the numbers of their trees, the gold's first."""
        return tuple(sorted((name, self.sides[name].numbers[node]) for name, node in nodes))

    def _what_moved(self, mover: _Mover) -> str:
        gold, test = self.gold, self.test
        labels = [gold.label(node) for node, _ in mover.tops]
        if any(map(is_coordinator, labels)) or any(
            is_coordinator(side.labels[sister])
            for side, nodes in ((gold, [g for g, _ in mover.tops]), (test, [t for _, t in mover.tops]))
            for sister in _sisters(side, nodes)
        ):
            return COORDINATION
        sorts = [sort_of(label) for label in labels]
        for sort in (COORDINATION, PP, NP, VP, CLAUSE, MODIFIER):
            if sort in sorts:
                return sort
        if sort_of(gold.label(mover.source)) == NP == sort_of(test.label(mover.target)):
            return NP_INTERNAL
        return SINGLE_WORD if mover.words.bit_count() == 1 else OTHER

    def _other(self, part: list[Node]) -> Error:
        gold, test = self.gold, self.test
        e_cost, t_cost = self._costs(part)
        of_gold = [node for name, node in part if name == "gold"]
        of_test = [node for name, node in part if name == "test"]
        name, node = ("gold", of_gold[-1]) if of_gold else ("test", of_test[-1])
        side = self.sides[name]
        words, kind = side.words[node], side.kinds[node]
        other = test if name == "gold" else gold
        source, target, height = TOP, TOP, ""
        if any(not self.sides[where].words[one] for where, one in part):
            what_is_wrong, what = UNALIGNED, SINGLE_WORD
        elif of_gold and of_test:
            source, target = of_gold[-1], of_test[-1]
            what = sort_of(gold.labels[source])
            if len({self.sides[where].words[one] for where, one in part}) > 1:
                what_is_wrong = SPAN
            elif any(self.sides[where].same[one] >= 0 for where, one in part):
                what_is_wrong, source, target = ORDER, TOP, TOP
            elif kind == PRETERMINAL and test.kinds[target] == PRETERMINAL:
                what_is_wrong, what = TAG, SINGLE_WORD
            else:
                what_is_wrong = LABEL
        elif any(other.words[one] == words for one in other.constituents) or words.bit_count() == 1:
            what_is_wrong = UNARY_MISSING if name == "gold" else UNARY_EXTRA
            what = SINGLE_WORD if words.bit_count() == 1 else sort_of(side.labels[node])
        else:
            what_is_wrong = MISSING if name == "gold" else EXTRA
            what = _what_is_bracketed(side, node)
            there = other.lowest_over(words)
            source, target, height = (node, there, HIGH) if name == "gold" else (there, node, LOW)
        numbers = self._numbers(words)
        if what_is_wrong == UNALIGNED:
            alone = self.positions.alone
            numbers = tuple(sorted(alone[gold.numbers[one]] for one in of_gold if gold.numbers[one] in alone))
        place = of_gold[-1] if of_gold else gold.lowest_over(words)
        return Error(
            what_is_wrong, what, side.label(node), numbers, gold.label(source), test.label(target),
            gold.number(source), test.number(target), height, (), self._numbered(part), e_cost, t_cost, gold.depth(place),
        )  # fmt: skip


def _moved_apart(words: int, movers: Sequence[_Mover]) -> int:
    """Words that moved, but not together with all of these."""
    found = 0
    for mover in movers:
        if words & ~mover.words:
            found |= mover.words
    return found


def _moved_besides(words: int, movers: Sequence[_Mover]) -> int:
    """The same without these words themselves."""
    return _moved_apart(words, movers) & ~words


def _sisters(side: Side, nodes: list[int]) -> Iterator[int]:
    """What stands directly before and after neighbours, or over the same words as one of them."""
    for node in nodes:
        top = node
        while side.parents[top] != TOP and side.words[side.parents[top]] == side.words[node]:
            top = side.parents[top]
        around = side.daughters[side.parents[top]]
        place = around.index(top)
        yield from around[max(0, place - 1) : place]
        yield from around[place + 1 : place + 2]


def _what_is_bracketed(side: Side, node: int) -> str:
    """What a constituent that only one tree has does to its daughters."""
    daughters = side.daughters[node]
    labels = [side.labels[one] for one in daughters]
    sorts = [sort_of(label) for label in labels]
    beside = [side.labels[one] for one in _sisters(side, [node])]
    parent = side.parents[node]
    if sort_of(side.label(parent)) == NP and all(side.kinds[one] == PRETERMINAL for one in daughters):
        return NP_INTERNAL
    if sort_of(side.labels[node]) == COORDINATION or any(map(is_coordinator, [*labels, *beside])):
        return COORDINATION
    if PP in sorts[1:]:
        return PP
    if CLAUSE in sorts[1:]:
        return CLAUSE
    if VP in sorts[1:] and sort_of(side.labels[node]) in (NP, PP, MODIFIER):
        return VP
    if sort_of(side.labels[node]) == MODIFIER or MODIFIER in sorts[1:]:
        return MODIFIER
    return sort_of(side.labels[node])
