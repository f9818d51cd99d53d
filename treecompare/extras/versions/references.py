"""Whether references to words (heads, enhanced edges) correspond in both versions, whatever the words' numbers are."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.extras.versions.sentences import Row
from treecompare.extras.versions.version import Version
from treecompare.extras.versions.words import ALONE, Words
from treecompare.trees.arcs import NO_HEAD, OUTSIDE, ROOT, UNATTACHED
from treecompare.trees.dependencies import Dependencies, EmptyNodes, Multiwords

_REFERENCE = re.compile(r"([0-9]+)(?:\.([0-9]+))?", re.ASCII)
_NOWHERE = -(10**12)
_UNATTACHED = -2


class Edge(NamedTuple):
    """An enhanced edge: what it comes from (equal for corresponding words and nodes), its relation, and how it is told."""

    mother: Hashable
    relation: str
    number: str
    form: str

    @property
    def told(self) -> str:
        """``number:form relation``."""
        return f"{self.number}:{self.form} {self.relation}"


@dataclass(frozen=True, eq=False)
class Side:
    """The sentences of one version, and for each word a number that corresponding words of both versions share."""

    sentences: Dependencies
    version: Version
    classes: NDArray[np.int64]
    nodes: dict[tuple[int, int, int], int]
    node_classes: dict[int, Hashable]

    def mothers(self, words: NDArray[np.int64]) -> NDArray[np.int64]:
        """The number that stands for the mother of each word."""
        parents = self.sentences.parents[words]
        outside = _NOWHERE - self.sentences.head[words].astype(np.int64)
        return np.where(parents == OUTSIDE, outside, self._classes_and_root[parents])

    @cached_property
    def _classes_and_root(self) -> NDArray[np.int64]:
        """From the end: for ROOT (-1), OUTSIDE (-2), UNATTACHED (-3)."""
        return np.append(self.classes, [_UNATTACHED, _NOWHERE, -1])

    def form(self, word: int) -> str:
        """The form of a word."""
        return self.sentences.symbols[self.sentences.form[word]]

    def mother_told(self, word: int) -> str:
        """The mother of a word as ``number:form``, ``_`` where it has none."""
        parent = int(self.sentences.parents[word])
        if parent == UNATTACHED:
            return "_"
        return f"{int(self.sentences.head[word])}:{'root' if parent == ROOT else self.form(parent) if parent >= 0 else '_'}"

    def position(self, word: int) -> str:
        """``left``: the word stands left of its mother; ``right``; ``root``; or ``_``, where it has none."""
        head = int(self.sentences.head[word])
        if head == NO_HEAD:
            return "_"
        return "root" if head == 0 else "left" if self.version.number(word) < head else "right"

    def edges(self, sentence: int, text: str) -> list[Edge]:
        """What DEPS of a word or an empty node says."""
        if text == "_":
            return []
        return [self._edge(sentence, *part.partition(":")[::2]) for part in text.split("|")]

    def _edge(self, sentence: int, number: str, relation: str) -> Edge:
        found = _REFERENCE.fullmatch(number)
        first, length = self.sentences.offsets[sentence], self.sentences.lengths[sentence]
        if found is not None and found[2] is not None:
            node = self.nodes.get((sentence, int(found[1]), int(found[2])))
            if node is not None:
                symbol = self.sentences.empty_nodes.columns[0, node]
                return Edge(self.node_classes[node], relation, number, self.sentences.symbols[symbol])
        elif found is not None and int(number) == 0:
            return Edge(-1, relation, number, "root")
        elif found is not None and int(number) <= length:
            word = int(first) + int(number) - 1
            return Edge(int(self.classes[word]), relation, number, self.form(word))
        return Edge(("outside", number), relation, number, "_")


@dataclass(frozen=True, eq=False)
class References:
    """Both sides, and which empty nodes and multiword tokens pair (places in the columns of their treebanks)."""

    base: Side
    head: Side
    nodes: list[tuple[int, int]]
    tokens: list[tuple[int, int]]


def references(
    base: tuple[Dependencies, Version], head: tuple[Dependencies, Version], rows: Sequence[Row], words: Words
) -> References:
    """Words that are paired, or in the same unit of unpaired words, have the same number, the root is -1."""
    paired = words.base >= 0
    base_classes = np.where(paired, words.base, -10 - words.base_units)
    head_classes = np.where(words.head >= 0, np.arange(len(words.head)), -10 - words.head_units)
    nodes = _paired_nodes(base[0], head[0], rows, words)
    known = dict(nodes)
    sides = []
    for (sentences, version), classes, own, partner in (
        (base, base_classes, "base", known),
        (head, head_classes, "head", {h: h for h in known.values()}),
    ):
        places = _places(sentences)
        of_nodes: dict[int, Hashable] = {node: (own, node) for node in places.values()}
        of_nodes.update({node: ("paired", other) for node, other in partner.items()})
        sides.append(Side(sentences, version, classes, places, of_nodes))
    return References(sides[0], sides[1], nodes, _paired_tokens(base[0], head[0], words))


def sentences_of(rows: Multiwords | EmptyNodes) -> NDArray[np.int64]:
    """The sentence of each entry."""
    return np.repeat(np.arange(len(rows.offsets) - 1), np.diff(rows.offsets))


def _places(sentences: Dependencies) -> dict[tuple[int, int, int], int]:
    nodes = sentences.empty_nodes
    keys = zip(sentences_of(nodes).tolist(), nodes.after.tolist(), nodes.minor.tolist(), strict=True)
    return {key: place for place, key in enumerate(keys)}


def _paired_nodes(base: Dependencies, head: Dependencies, rows: Sequence[Row], words: Words) -> list[tuple[int, int]]:
    """Empty nodes that follow paired words, or open sentences of the same rank in their rows, as the k-th there."""
    if not (len(base.empty_nodes.after) and len(head.empty_nodes.after)):
        return []
    there: tuple[dict[Hashable, list[int]], dict[Hashable, list[int]]] = defaultdict(list), defaultdict(list)
    for side, (sentences, found) in enumerate(zip((base, head), there, strict=True)):
        ranks = {one: (number, rank) for number, row in enumerate(rows) for rank, one in enumerate(row.sides[side])}
        nodes = sentences.empty_nodes
        for node, (sentence, after) in enumerate(zip(sentences_of(nodes).tolist(), nodes.after.tolist(), strict=True)):
            word = int(sentences.offsets[sentence]) + after - 1
            follows = (word if side else int(words.base[word])) if after else ("opens", ranks[sentence])
            if follows != ALONE:
                found[follows].append(node)
    return [pair for key, nodes in there[0].items() for pair in zip(nodes, there[1].get(key, []), strict=False)]


def _paired_tokens(base: Dependencies, head: Dependencies, words: Words) -> list[tuple[int, int]]:
    """Multiword tokens whose first words are paired, and their last words."""

    def ends(sentences: Dependencies) -> tuple[list[int], list[int]]:
        before = sentences.offsets[sentences_of(sentences.multiwords)] - 1
        return (before + sentences.multiwords.first).tolist(), (before + sentences.multiwords.last).tolist()

    of_head = {pair: place for place, pair in enumerate(zip(*ends(head), strict=True))}
    of_base = [(int(words.base[first]), int(words.base[last])) for first, last in zip(*ends(base), strict=True)]
    return [(place, of_head[pair]) for place, pair in enumerate(of_base) if pair in of_head]


def how_moved(found: References, words: Words, word: int) -> str:
    """How the mother of a paired word of BASE moved; the first that holds.

    m is the old mother, q the new one (its word in BASE). ``attached``: the word had none; ``detached``: it has none now; ``up``: q
    is m's mother (or the word becomes the root and m was it); ``root``; ``new word``: q is not paired; ``elsewhere``: q was in
    another sentence; ``daughter`` of the word; ``below`` the word; ``higher``: above m; ``sister``: depended on m; ``lower``:
    under m; ``elsewhere``.
    """
    parents = found.base.sentences.parents
    m = int(parents[word])
    new = int(found.head.sentences.parents[words.base[word]])
    if UNATTACHED in (m, new):
        return "attached" if m == UNATTACHED else "detached"
    if new == ROOT:
        return "up" if m >= 0 and parents[m] == ROOT else "root"
    q = int(words.head[new]) if new >= 0 else -1
    if q < 0:
        return "new word"
    if m >= 0 and parents[m] == q:
        return "up"
    sentence_of = found.base.version.sentence_of
    if sentence_of[q] != sentence_of[word]:
        return "elsewhere"
    above_q = ancestors(parents, q)
    if word in above_q:
        return "daughter" if parents[q] == word else "below"
    if m >= 0 and q in ancestors(parents, m):
        return "higher"
    if parents[q] == m:
        return "sister"
    return "lower" if m in above_q else "elsewhere"


def ancestors(parents: np.ndarray[tuple[int], np.dtype[np.int64]], word: int) -> set[int]:
    """All words above a word; where heads run in a circle, the word itself too."""
    above: set[int] = set()
    word = int(parents[word])
    while word >= 0 and word not in above:
        above.add(word)
        word = int(parents[word])
    return above


def followed(found: References, words: Words, moved: Iterable[int], with_relation: set[int]) -> dict[int, int]:
    """For words (of BASE) whose edit of the head follows that of another: that other word.

    ``moved``: all whose mother changed; ``with_relation``: those whose relation changed as well. A word m *yields* to q if q was a
    dependent of m and now m depends on q. Then the edit of q follows m's if q now has the mother and the relation that m had, and
    so do those of m's other daughters that now depend on q with the relation that they had.
    """
    base, head = found.base.sentences, found.head.sentences
    daughters = defaultdict(list)
    for word in moved:
        daughters[int(base.parents[word])].append(word)
    follows: dict[int, int] = {}
    for m, of_m in daughters.items():
        if m < 0 or words.base[m] < 0:
            continue
        new = int(head.parents[words.base[m]])
        q = int(words.head[new]) if new >= 0 else -1
        if q < 0 or base.parents[q] != m:
            continue
        for word in of_m:
            partner = words.base[[word]]
            if word == q:
                same_mother = found.head.mothers(partner) == found.base.mothers(np.array([m]))
                if same_mother[0] and head.symbols[head.deprel[partner[0]]] == base.symbols[base.deprel[m]]:
                    follows[word] = m
            elif (
                word not in with_relation
                and head.parents[partner[0]] >= 0
                and words.head[head.parents[partner[0]]] == q
            ):
                follows[word] = m
    return follows
