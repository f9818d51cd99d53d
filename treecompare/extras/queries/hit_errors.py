"""The errors that make a system miss a hit or invent one.

Each node that differs between gold and system belongs to one error (:mod:`treecompare.mappings.tree_errors`). A hit rests on its
anchor and on the nodes that its query chooses. What made it wrong are the errors that own one of these or moved it; if none does,
those that own a node of the other tree between two of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.extras.queries.hits import NO_PARSE, Compared, Hit, Key, Trust
from treecompare.extras.queries.named import NamedQuery
from treecompare.extras.queries.trust import Trusted
from treecompare.extras.queries.witnesses import Witnesses, without_negations
from treecompare.mappings.errors import Error, Node
from treecompare.mappings.moves import SharedSpans
from treecompare.mappings.tree_error_types import TREE_ERROR_TYPES, UNALIGNED
from treecompare.scores.result import ResultTable, Value, count_column, share_column, text_column
from treecompare.trees.tree import WORD

FUNCTION, NEGATIVE, OTHER = "function label", "negative condition", "other"
MISSED, INVENTED = "missed", "invented"
TITLE = "Errors behind wrong hits"
NOTE = (
    "Errors that own or move a node on which the hit rests, or else put a node between two of these. A hit with two causes counts "
    "under both. function label: the other tree has the node with another function; negative condition: it has what the query "
    "excludes."
)
_Place = tuple[NamedQuery, int, bool]
"""A query, a system, and whether its missed hits are meant."""


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
        self._known: dict[_Place, list[Behind]] = {}

    @classmethod
    def of(cls, trust: Trust) -> HitErrors:
        """The same with a comparison of its own under the preparation of the queries."""
        systems, settings = [one.treebank for one in trust.systems], Settings(params=trust.chosen_params)
        return cls(trust, score(ConstituentComparison(trust.gold.treebank, systems, settings)))

    def behind(self, compared: Compared, system: int, is_missed: bool) -> list[Behind]:
        """What is behind each hit that the system misses, or that it alone has."""
        place = compared.query, system, is_missed
        if place not in self._known:
            hits = compared.missed if is_missed else compared.invented
            self._known[place] = list(self._of(place, hits)) if hits else []
        return self._known[place]

    def _of(self, place: _Place, hits: Sequence[Hit]) -> Iterator[Behind]:
        query, system, is_missed = place
        if system not in self._systems:
            self._systems[system] = _OfSystem(self.trust, self.comparison, system)
        side = self.trust.gold if is_missed else self.trust.systems[system]
        witnesses = Witnesses(side, query)
        weaker = without_negations(query)
        without = None if weaker is None else self.trust.anchors(weaker, system, not is_missed)
        for hit in hits:
            if hit.cause == NO_PARSE:
                yield Behind(hit, (NO_PARSE,))
                continue
            if hit.key[1] < 0:
                yield Behind(hit, (_UNALIGNED,))
                continue
            witness = witnesses.of(hit.node)
            nodes = np.array(witness.nodes, np.int64)
            described = dict(zip(witness.nodes, side.described(nodes), strict=True))
            keys = {
                node: self.trust.key(system, is_missed, sentence, label, bits)
                for node, (sentence, label, bits) in described.items()
            }
            links = [(keys[one][1], keys[other][1]) for one, other in witness.links]
            errors = self._systems[system].errors(hit.sentence, [*keys.values()], links, is_missed)
            if errors:
                titles = sorted({_title(one) for one in errors})
                yield Behind(hit, tuple(titles), tuple(node for one in errors for node in (*one.nodes, *one.moved)))
                continue
            written = self.trust.written(system, not is_missed, hit.sentence)
            if any(described[node][1] not in written.get(key, {described[node][1]}) for node, key in keys.items()):
                cause = FUNCTION
            else:
                cause = NEGATIVE if without is not None and (hit.sentence, hit.key) in without else OTHER
            yield Behind(hit, (cause,), self._systems[system].nodes(hit.sentence, [*keys.values()], is_missed))


class _OfSystem:
    """The errors of a system by the nodes that they own, as hits name nodes."""

    def __init__(self, trust: Trust, comparison: ConstituentComparison, system: int) -> None:
        self._trust, self._comparison, self._system = trust, comparison, system
        self._list = comparison.errors(system)
        pairs = self._pairs = comparison.pairs(system)
        self._spans = {
            "gold": (pairs.gold, SharedSpans.of(pairs.gold, pairs.gold_alone)),
            "test": (pairs.test, SharedSpans.of(pairs.test, pairs.test_alone)),
        }
        self._known: dict[int, dict[str, dict[Key, list[Error]]]] = {}

    def errors(
        self, sentence: int, keys: Sequence[Key], links: Sequence[tuple[int, int]], is_missed: bool
    ) -> list[Error]:
        """The errors that own one of these nodes of the gold (of missed hits) or the system, or moved it; else those that own a
        node of the other tree between two that are linked, by their words."""
        if sentence not in self._known:
            self._known[sentence] = self._owners(sentence)
        own, other = (self._known[sentence][side] for side in (("gold", "test") if is_missed else ("test", "gold")))
        found = [error for key in keys for error in own.get(key, ())]
        if not found:
            between = (key for key in other if any(_is_between(key[1], *link) for link in links))
            found = [error for key in between for error in other[key]]
        return list(dict.fromkeys(found))

    def nodes(self, sentence: int, keys: Sequence[Key], is_missed: bool) -> tuple[Node, ...]:
        """The nodes of the gold (of missed hits) or the system that are compared by these keys, as the comparison numbers them."""
        shared, side = self._shared(sentence), "gold" if is_missed else "test"
        if shared is None:
            return ()
        trees, wanted = self._spans[side][0], {*keys}
        first, last = trees.offsets[self._comparison.row_of(sentence) :][:2].tolist()
        nodes = first + np.flatnonzero(trees.kinds[first:last] != WORD)
        return tuple((side, node - first) for node in nodes.tolist() if self._key(side, node, shared) in wanted)

    def _key(self, side: str, node: int, shared: Sequence[int]) -> Key:
        """What a node of the comparison's trees is compared by, as hits are."""
        trees, spans = self._spans[side]
        bits = sum(1 << shared[k] for k in _places(spans.bits(np.array([node]))[0]))
        return self._trust.label(trees.symbols[trees.labels[node]]), bits

    def _shared(self, sentence: int) -> list[int] | None:
        """The places of the gold's words that both have, in the order of the comparison; None where words or sentences are not the
        gold's one by one."""
        row = self._comparison.row_of(sentence)
        if row >= len(self._list.analysed) or self._comparison.sentences_of(self._system, row)[0] != [sentence]:
            return None
        kept = self._trust.kept_places(sentence)
        gold = self._pairs.gold
        words = int(gold.offsets[row]) + gold[row].word_nodes
        if len(kept) != len(words):
            return None
        alone = self._pairs.gold_alone
        return [one for one, word in zip(kept, words.tolist(), strict=True) if alone is None or not alone[word]]

    def _owners(self, sentence: int) -> dict[str, dict[Key, list[Error]]]:
        """By side and node the errors."""
        found: dict[str, dict[Key, list[Error]]] = {"gold": {}, "test": {}}
        shared = self._shared(sentence)
        row = self._comparison.row_of(sentence)
        for error in self._list.of(row) if shared is not None else ():
            for side, number in {*error.nodes, *error.moved}:
                trees = self._spans[side][0]
                node = int(trees.offsets[row]) + number
                key = self._key(side, node, shared or [])
                if key[1] and trees.kinds[node] != WORD:
                    found[side].setdefault(key, []).append(error)
        return found


def _places(bits: int) -> Iterator[int]:
    return (place for place in range(bits.bit_length()) if bits >> place & 1)


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


@dataclass(frozen=True)
class Cause:
    """A cause of wrong hits of a query in a system. ``behind``: those hits; ``of``: how many are missed, or invented."""

    query: NamedQuery
    system: int
    is_missed: bool
    of: int
    title: str
    behind: list[Behind]


def causes(found: Sequence[Sequence[Compared]], errors: HitErrors) -> list[Cause]:
    """Per query, system, and missed or invented: the causes, the most frequent first."""
    every: list[Cause] = []
    for row in found:
        for system, one in enumerate(row):
            for is_missed in (True, False):
                behind = errors.behind(one, system, is_missed)
                counted = Counter(title for wrong in behind for title in wrong.causes)
                for title, _ in sorted(counted.items(), key=lambda entry: (-entry[1], entry[0])):
                    some = [wrong for wrong in behind if title in wrong.causes]
                    every.append(Cause(one.query, system, is_missed, len(behind), title, some))
    return every


def error_table(found: Trusted, errors: HitErrors) -> tuple[ResultTable, list[Cause]]:
    """What people read, a row per query, system, missed or invented, and cause; and the cause of each row."""
    every = causes(found.compared, errors)
    names = found.trust.names
    rows: list[list[Value]] = [
        [
            one.query.name, names[one.system], MISSED if one.is_missed else INVENTED, one.of, one.title, len(one.behind),
            len(one.behind) / one.of,
        ]
        for one in every
    ]  # fmt: skip
    columns = (
        text_column("query"), text_column("system"), text_column("hits"), count_column("in all"), text_column("made by"),
        count_column("number"), share_column("share"),
    )  # fmt: skip
    return ResultTable(TITLE, columns, rows, NOTE, (found.signature,)), every
