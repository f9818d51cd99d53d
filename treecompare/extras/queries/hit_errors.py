"""The errors that make a system miss a hit or invent one.

Each node that differs between gold and system belongs to one error (:mod:`treecompare.mappings.tree_errors`). A hit rests on its
anchor and on the nodes that its query chooses. What made it wrong are the errors that own one of these or moved it; if none does,
those that own a node of the other tree between two of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

import numpy as np

from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.extras.queries.hits import CAUSES, KEPT, MISSED, NO_PARSE, Asked, Compared, Hit, Key, Trust
from treecompare.extras.queries.named import NamedQuery
from treecompare.extras.queries.trust import Trusted
from treecompare.mappings.errors import Error, Node
from treecompare.mappings.moves import SharedSpans
from treecompare.mappings.tree_error_types import TREE_ERROR_TYPES, UNALIGNED
from treecompare.scores.result import Found, ResultTable, Value, count_column, share_column, text_column
from treecompare.trees.expressions import one_query
from treecompare.trees.pattern_rows import mask_of, truth
from treecompare.trees.pattern_syntax import Formula, Mask, Not, Related, Some, nodes_of
from treecompare.trees.pattern_syntax import Node as PatternNode
from treecompare.trees.tree import WORD
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
        self._masks: dict[PatternNode | Formula, Mask] = {}
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

    def _mask(self, node: PatternNode) -> Mask:
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
        self, node: PatternNode, place: int, bound_to: int, bound: dict[str, int]
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


def _positive(node: PatternNode) -> PatternNode:
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


FUNCTION, NEGATIVE, OTHER = "function label", "negative condition", "other"
NOTE = (
    "Errors that own or move a node on which the hit rests, or else put a node between two of these. A hit with two causes counts "
    "under both. function label: the other tree has the node with another function; negative condition: it has what the query "
    "excludes."
)


@dataclass(frozen=True)
class Behind:
    """A wrong hit and what made it wrong: titles of types of error, or NO_PARSE, FUNCTION, NEGATIVE, OTHER; never none.
    ``nodes``: those of the errors, as the comparison numbers them; without errors those on which the hit rests."""

    hit: Hit
    causes: tuple[str, ...]
    nodes: tuple[Node, ...] = ()


class HitErrors:
    """The errors behind the wrong hits of queries. ``comparison``: of the same gold and systems, scored."""

    def __init__(self, trust: Trust, comparison: ConstituentComparison) -> None:
        self.trust, self.comparison = trust, comparison
        self._systems: dict[int, _OfSystem] = {}
        self._known: dict[tuple[Compared, str], list[Behind]] = {}

    @classmethod
    def of(cls, trust: Trust) -> HitErrors:
        """The same with a comparison of its own under the preparation of the queries."""
        systems, settings = [one.treebank for one in trust.systems], Settings(params=trust.chosen_params)
        return cls(trust, score(ConstituentComparison(trust.gold.treebank, systems, settings)))

    def behind(self, compared: Compared, kind: str) -> list[Behind]:
        """What is behind each hit that the system misses, or that it alone has (``kind``: of CAUSES)."""
        if (compared, kind) not in self._known:
            hits = compared.wrong[kind]
            self._known[compared, kind] = list(self._of(compared, hits, kind == MISSED)) if hits else []
        return self._known[compared, kind]

    def _of(self, compared: Compared, hits: Sequence[Hit], in_gold: bool) -> Iterator[Behind]:
        query, system = compared.query, compared.system
        if system not in self._systems:
            self._systems[system] = _OfSystem(self.trust, self.comparison, system)
        errors_of = self._systems[system]
        side = self.trust.side(system, in_gold)
        witnesses = Witnesses(side, query)
        weaker = without_negations(query)
        without = self.trust.anchors(weaker, system, not in_gold) if weaker else {}
        for hit in hits:
            if hit.cause == NO_PARSE or hit.key[1] < 0:
                yield Behind(hit, (NO_PARSE if hit.cause == NO_PARSE else _UNALIGNED,))
                continue
            witness = witnesses.of(hit.node)
            described = side.described(np.array(witness.nodes, np.int64))
            keys = [self.trust.key(system, in_gold, *one) for one in described]
            words = {node: bits for node, (_, bits) in zip(witness.nodes, keys, strict=True)}
            links = [(words[one], words[other]) for one, other in witness.links]
            errors = errors_of.errors(hit.sentence, keys, links, in_gold)
            if errors:
                titles = sorted({_title(one) for one in errors})
                yield Behind(hit, tuple(titles), tuple(node for one in errors for node in (*one.nodes, *one.moved)))
                continue
            written: dict[Key, set[str]] = {}
            for key, label, _ in self.trust.nodes(system, not in_gold, hit.sentence):
                written.setdefault(key, set()).add(label)
            cause = NEGATIVE if (hit.sentence, hit.key) in without else OTHER
            if any(key in written and one[1] not in written[key] for key, one in zip(keys, described, strict=True)):
                cause = FUNCTION
            yield Behind(hit, (cause,), errors_of.nodes(hit.sentence, keys, in_gold))

    def found(self, hits: Sequence[Behind], system: int, text: str) -> Found:
        """The sentences of hits, with the label and the causes behind the last word of each, and the nodes of the errors."""
        marks: dict[int, dict[int, str]] = {}
        nodes: dict[int, list[Node]] = {}
        for one in hits:
            row = self.comparison.row_of(one.hit.sentence)
            label, bits = one.hit.key
            words = self.trust.kept_words(one.hit.sentence, bits) if bits > 0 else []
            if words:
                said = ", ".join(dict.fromkeys([one.hit.cause, *one.causes]))
                marks.setdefault(row, {})[words[-1]] = f"{label}: {said}"
            nodes.setdefault(row, []).extend(one.nodes)
        return Found(np.array(sorted(nodes), np.int64), system, text, marks, nodes)

    def table(self, found: Trusted) -> ResultTable:
        """A row per query, system, missed or invented, and cause, the most frequent first."""
        rows: list[list[Value]] = []
        every: list[tuple[list[Behind], int, str]] = []
        for cell, kind in product(found.every, CAUSES):
            one = cell.compared
            behind = self.behind(one, kind)
            counted = Counter(title for wrong in behind for title in wrong.causes)
            for title, number in sorted(counted.items(), key=lambda entry: (-entry[1], entry[0])):
                rows.append([*cell.head, kind, len(behind), title, number, number / len(behind)])
                some = [wrong for wrong in behind if title in wrong.causes]
                every.append((some, one.system, f"{one.query.name}, {kind}: {title}"))
        columns = (
            *map(text_column, ("query", "system", "hits")), count_column("in all"), text_column("made by"),
            count_column("number"), share_column("share"),
        )  # fmt: skip
        return ResultTable(
            "Errors behind wrong hits", columns, rows, NOTE, (found.signature,), found=lambda row, _: self.found(*every[row])
        )  # fmt: skip


class _OfSystem:
    """The errors of a system by the nodes that they own, as hits name nodes."""

    def __init__(self, trust: Trust, comparison: ConstituentComparison, system: int) -> None:
        self._trust, self._comparison, self._system = trust, comparison, system
        self._list, self._pairs = comparison.errors(system), comparison.pairs(system)
        pairs = self._pairs
        self._sides = (
            ("gold", pairs.gold, SharedSpans.of(pairs.gold, pairs.gold_alone)),
            ("test", pairs.test, SharedSpans.of(pairs.test, pairs.test_alone)),
        )
        self._keys = lru_cache(KEPT)(self._compared_by)

    def errors(
        self, sentence: int, keys: Sequence[Key], links: Sequence[tuple[int, int]], in_gold: bool
    ) -> list[Error]:
        """The errors that own one of these nodes of the gold (of missed hits) or the system, or moved it; else those that own a
        node of the other tree between two that are linked, by their words."""
        known = self._keys(sentence)
        errors = self._list.of(self._comparison.row_of(sentence)) if known else []

        def owning(side: str, is_it: Callable[[Key], bool]) -> list[Error]:
            owned = {node for node, key in known.items() if node[0] == side and key[1] and is_it(key)}
            return [error for error in errors if not owned.isdisjoint((*error.nodes, *error.moved))]

        own, other = ("gold", "test") if in_gold else ("test", "gold")
        return owning(own, keys.__contains__) or owning(
            other, lambda key: any(_is_between(key[1], *link) for link in links)
        )

    def nodes(self, sentence: int, keys: Sequence[Key], in_gold: bool) -> tuple[Node, ...]:
        """The nodes of the gold (of missed hits) or the system that are compared by these keys, as the comparison numbers them."""
        side = "gold" if in_gold else "test"
        return tuple(node for node, key in self._keys(sentence).items() if node[0] == side and key in keys)

    def _compared_by(self, sentence: int) -> dict[Node, Key]:
        """What the nodes of a sentence of the comparison are compared by, as hits are; none where words or sentences are not the
        gold's one by one."""
        row, kept, pairs = self._comparison.row_of(sentence), self._trust.kept[sentence], self._pairs
        if row >= len(self._list.analysed) or self._comparison.sentences_of(self._system, row)[0] != [sentence]:
            return {}
        words = pairs.gold.offsets[row] + pairs.gold[row].word_nodes
        if len(kept) != len(words):
            return {}
        found = {}
        shared = kept if pairs.gold_alone is None else np.array(kept)[~pairs.gold_alone[words]].tolist()
        for side, trees, spans in self._sides:
            first, last = trees.offsets[row : row + 2].tolist()
            nodes = first + np.flatnonzero(trees.kinds[first:last] != WORD)
            for node, words_of in zip(nodes.tolist(), spans.bits(nodes), strict=True):
                bits = sum(1 << place for k, place in enumerate(shared) if words_of >> k & 1)
                found[side, node - first] = self._trust.label(trees.symbols[trees.labels[node]]), bits
        return found


def _is_between(words: int, one: int, other: int) -> bool:
    """Whether a node over these words comes between two nodes: below the upper and above the lower, or above one of two that stand
    side by side."""
    if not one & other:
        return (not one & ~words and not words & other) or (not other & ~words and not words & one)
    lower, upper = (one, other) if not one & ~other else (other, one)
    return not lower & ~words and not words & ~upper


def _title(error: Error) -> str:
    return next(one.title for one in TREE_ERROR_TYPES if one.has(error))


_UNALIGNED = next(one.title for one in TREE_ERROR_TYPES if UNALIGNED in one.kinds)
