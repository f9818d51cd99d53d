"""The errors that make a system miss a hit or invent one.

Each node that differs between gold and system belongs to one error (:mod:`treecompare.mappings.tree_errors`). A hit rests on its
anchor and on the nodes that its query chooses. What made it wrong are the errors that own one of these or moved it; if none does,
those that own a node of the other tree between two of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import product

import numpy as np

from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.extras.queries.hits import CAUSES, KEPT, MISSED, NO_PARSE, Asked, Compared, Hit, Key, NamedQuery, Trust
from treecompare.extras.queries.trust import Trusted
from treecompare.mappings.errors import TREE_ERROR_TYPES, UNALIGNED, Error, Node
from treecompare.mappings.moves import SharedSpans
from treecompare.scores.result import Found, ResultTable, Value, count_column, share_column, text_column
from treecompare.trees.columns import Mask
from treecompare.trees.expressions import one_query
from treecompare.trees.joined_patterns import mask_of, truth
from treecompare.trees.pattern_syntax import Formula, Not, Related, Some, nodes_of
from treecompare.trees.pattern_syntax import Node as PatternNode
from treecompare.trees.tree import WORD
from treecompare.trees.tree_relations import RELATIONS, places

MOST_STEPS = 20_000
"""So many nodes are tried for the witnesses of one hit; where that is not enough its anchor stands alone."""
_LOOSE = [RELATIONS[name][0] for name in ("<<", ">>", "<<,", ">>,", "<<-", ">>-", ".", ",", "..", ",,")]
"""Relations that nothing can come between."""
_Chosen = list[tuple[int, int]]
"""Nodes, each with the one that it is bound to so that nothing can come between, or -1."""
_ToDo = list[tuple[PatternNode | Formula, int, int]]
"""What has to hold of which node, and what this one is bound to."""


class Witnesses:
    """The nodes that hits of a query in a treebank rest on, as places in the columns of the trees that the query is asked of."""

    def __init__(self, asked: Asked, query: NamedQuery) -> None:
        self._query, self._at, self._offsets = query, places(asked.trees), asked.trees.offsets
        self._mask = cache(self._held)
        self._left = MOST_STEPS

    def of(self, anchor: int) -> tuple[list[int], _Chosen]:
        """What a hit rests on, its anchor first, and pairs that nothing may stand between: the first match from left to right."""
        node = self._query.pattern.parts[0].node
        is_named = any(one.variable == self._query.anchor for one in nodes_of(node))
        self._left = MOST_STEPS
        with one_query():
            for begin in self._in_order(node, anchor) if is_named else [anchor]:
                chosen = self._chosen([(node, begin, -1)], [], {self._query.anchor: anchor})
                if chosen is not None:
                    return [*dict.fromkeys([anchor, *(one for one, _ in chosen)])], [
                        one for one in chosen if one[1] >= 0
                    ]
        return [anchor], []

    def _held(self, what: PatternNode | Formula) -> Mask:
        return mask_of(what, self._at) if isinstance(what, PatternNode) else truth(what, self._at)

    def _in_order(self, node: PatternNode, near: int) -> list[int]:
        """Nodes in the sentence of another that match, from left to right, mothers before daughters."""
        first, last = self._offsets[self._at.sentence[near] :][:2].tolist()
        nodes = first + np.flatnonzero(self._mask(node)[first:last])
        found: list[int] = nodes[np.lexsort((-nodes, self._at.leftmost[nodes]))].tolist()
        return found

    def _chosen(self, todo: _ToDo, chosen: _Chosen, bound: dict[str, int]) -> _Chosen | None:
        """The nodes of the first way in which all of it holds, with those that are ``chosen``; ``bound``: those of variables."""
        if not todo:
            return chosen
        (what, place, bound_to), *rest = todo
        if isinstance(what, PatternNode):
            self._left -= 1
            if self._left < 0 or bound.get(what.variable, place) != place:
                return None
            chosen = [*chosen, (place, bound_to)]
            bound = {**bound, what.variable: place} if what.variable else bound
            ways: list[_ToDo] = [[(one, place, -1) for one in what.formulas]]
        elif isinstance(what, Not):
            ways = [[]]
        elif isinstance(what, Some):
            parts: _ToDo = [(one, place, -1) for one in what.formulas]
            ways = [parts] if what.is_all else [[one] for one in parts if self._mask(one[0])[place]]
        else:
            relation = what.relation
            others = np.array(self._in_order(what.right, place), np.int64)
            holds = relation.holds(self._at, np.full(len(others), place), others)
            holds &= relation.left_key(self._at, np.array([place])) == relation.right_key(self._at, others)
            ways = [[(what.right, one, -1 if relation in _LOOSE else place)] for one in others[holds].tolist()]
        found = (self._chosen([*way, *rest], chosen, bound) for way in ways)
        return next((one for one in found if one is not None), None)


def without_negations(query: NamedQuery) -> NamedQuery | None:
    """The same query without what must not be there; None where it has nothing of the kind."""
    (part,) = query.pattern.parts
    if not _has_negations(part.node.formulas):
        return None
    pattern = replace(query.pattern, parts=(replace(part, node=_positive(part.node)),))
    return replace(query, name=f"{query.name} (without !)", pattern=pattern)


def _has_negations(formulas: Sequence[Formula]) -> bool:
    within = (one.right if isinstance(one, Related) else one for one in formulas if not isinstance(one, Not))
    return any(isinstance(one, Not) for one in formulas) or any(_has_negations(one.formulas) for one in within)


def _positive(node: PatternNode) -> PatternNode:
    return replace(node, formulas=tuple(filter(None, map(_positive_formula, node.formulas))))


def _positive_formula(formula: Formula) -> Formula | None:
    """What is left of a formula without negations; None: nothing, as of an alternative that is always true."""
    if isinstance(formula, Not):
        return None
    if isinstance(formula, Related):
        return replace(formula, right=_positive(formula.right))
    made = [_positive_formula(one) for one in formula.formulas]
    kept = tuple(one for one in made if one is not None)
    return replace(formula, formulas=kept) if kept and (formula.is_all or None not in made) else None


FUNCTION, NEGATIVE, OTHER = "function label", "negative condition", "other"
_SIDES = ("gold", "test")
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
    """The errors behind the wrong hits of queries. ``comparison``: of the same gold and systems, scored.

    ``behind(compared, kind)``: what is behind each hit that a system misses, or that it alone has (``kind``: of CAUSES).
    """

    def __init__(self, trust: Trust, comparison: ConstituentComparison) -> None:
        self.trust, self.comparison = trust, comparison
        self.behind = cache(self._behind)
        self._sides = cache(self._spans)
        self._keys = lru_cache(KEPT)(self._compared_by)

    @classmethod
    def of(cls, trust: Trust) -> HitErrors:
        """The same with a comparison of its own under the preparation of the queries."""
        systems, settings = [one.treebank for one in trust.systems], Settings(params=trust.chosen_params)
        return cls(trust, score(ConstituentComparison(trust.gold.treebank, systems, settings)))

    def _behind(self, compared: Compared, kind: str) -> list[Behind]:
        query, system, in_gold = compared.query, compared.system, kind == MISSED
        side = self.trust.side(system, in_gold)
        witnesses = Witnesses(side, query)
        weaker = without_negations(query) if compared.wrong[kind] else None
        without = self.trust.anchors(weaker, system, not in_gold) if weaker else {}
        found = []
        for hit in compared.wrong[kind]:
            if hit.cause == NO_PARSE or hit.key[1] < 0:
                found.append(Behind(hit, (NO_PARSE if hit.cause == NO_PARSE else _UNALIGNED,)))
                continue
            nodes, links = witnesses.of(hit.node)
            described = side.described(np.array(nodes, np.int64))
            keys = [self.trust.key(system, in_gold, *one) for one in described]
            words = {node: bits for node, (_, bits) in zip(nodes, keys, strict=True)}
            between = [(words[one], words[other]) for one, other in links]
            errors = self._errors(system, hit.sentence, keys, between, in_gold)
            if errors:
                titles = sorted({_title(one) for one in errors})
                moved = [node for one in errors for node in (*one.nodes, *one.moved)]
                found.append(Behind(hit, tuple(titles), tuple(moved)))
                continue
            cause = NEGATIVE if (hit.sentence, hit.key) in without else OTHER
            others = self.trust.nodes(system, not in_gold, hit.sentence)
            for key, (_, label, _) in zip(keys, described, strict=True):
                written = {other for at, other, _ in others if at == key}
                if written and label not in written:
                    cause = FUNCTION
            known = self._keys(system, hit.sentence).items()
            owned = [node for node, key in known if node[0] == _SIDES[not in_gold] and key in keys]
            found.append(Behind(hit, (cause,), tuple(owned)))
        return found

    def _errors(
        self, system: int, sentence: int, keys: Sequence[Key], links: Sequence[tuple[int, int]], in_gold: bool
    ) -> list[Error]:
        """The errors that own one of these nodes or moved it; else those that own a node of the other tree between linked ones."""
        known = self._keys(system, sentence)
        errors = self.comparison.errors(system).of(self.comparison.row_of(sentence)) if known else []

        def owning(side: str, is_it: Callable[[Key], bool]) -> list[Error]:
            owned = {node for node, key in known.items() if node[0] == side and key[1] and is_it(key)}
            return [error for error in errors if not owned.isdisjoint((*error.nodes, *error.moved))]

        return owning(_SIDES[not in_gold], keys.__contains__) or owning(
            _SIDES[in_gold], lambda key: any(_is_between(key[1], *link) for link in links)
        )

    def _spans(self, system: int) -> list[SharedSpans]:
        pairs = self.comparison.pairs(system)
        return [SharedSpans.of(pairs.gold, pairs.gold_alone), SharedSpans.of(pairs.test, pairs.test_alone)]

    def _compared_by(self, system: int, sentence: int) -> dict[Node, Key]:
        """How hits would name nodes of the comparison; none where words or sentences are not the gold's one by one."""
        row, kept, pairs = self.comparison.row_of(sentence), self.trust.kept[sentence], self.comparison.pairs(system)
        is_analysed = row < len(self.comparison.errors(system).analysed)
        if not is_analysed or self.comparison.sentences_of(system, row)[0] != [sentence]:
            return {}
        words = pairs.gold.offsets[row] + pairs.gold[row].word_nodes
        if len(kept) != len(words):
            return {}
        shared = kept if pairs.gold_alone is None else np.array(kept)[~pairs.gold_alone[words]].tolist()
        found = {}
        for side, trees, spans in zip(_SIDES, (pairs.gold, pairs.test), self._sides(system), strict=True):
            first, last = trees.offsets[row : row + 2].tolist()
            nodes = first + np.flatnonzero(trees.kinds[first:last] != WORD)
            for node, words_of in zip(nodes.tolist(), spans.bits(nodes), strict=True):
                bits = sum(1 << place for k, place in enumerate(shared) if words_of >> k & 1)
                found[side, node - first] = self.trust.label(trees.symbols[trees.labels[node]]), bits
        return found

    def found(self, hits: Sequence[Behind], system: int, text: str) -> Found:
        """The sentences of hits, with the label and the causes behind the last word of each, and the nodes of the errors."""
        marks: dict[int, dict[int, str]] = {}
        nodes: dict[int, list[Node]] = {}
        for one in hits:
            row = self.comparison.row_of(one.hit.sentence)
            label, bits = one.hit.key
            kept = enumerate(self.trust.kept[one.hit.sentence], 1)
            words = [number for number, place in kept if bits > 0 and bits >> place & 1]
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


def _is_between(words: int, one: int, other: int) -> bool:
    """Whether a node over these words is below one and above the other, or above one of two that stand side by side."""
    if not one & other:
        return (not one & ~words and not words & other) or (not other & ~words and not words & one)
    lower, upper = (one, other) if not one & ~other else (other, one)
    return not lower & ~words and not words & ~upper


def _title(error: Error) -> str:
    return next(one.title for one in TREE_ERROR_TYPES if one.has(error))


_UNALIGNED = next(one.title for one in TREE_ERROR_TYPES if UNALIGNED in one.kinds)
