"""Seeded generators: Penn-like sentences and parses of them, in columns; random forests of any shape."""

from __future__ import annotations

import copy
import itertools
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

LABELS, TAGS, VOCABULARY = 26, 36, 4000


@dataclass
class Node:
    """A node by code; words have codes below 0 and no daughters."""

    code: int
    daughters: list[Node]

    def constituents(self) -> Iterator[Node]:
        """The node and all below it that are neither words nor tags."""
        if self.daughters and self.daughters[0].daughters:
            yield self
            for daughter in self.daughters:
                yield from daughter.constituents()


@dataclass(frozen=True)
class Columns:
    """Codes and sizes per node in postorder, sentences behind each other, as mappings.edits takes them."""

    codes: NDArray[np.int32]
    sizes: NDArray[np.int32]
    offsets: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def sentence(self, index: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Codes and sizes of one sentence."""
        here = slice(self.offsets[index], self.offsets[index + 1])
        return self.codes[here], self.sizes[here]


def columns(trees: Iterable[Node]) -> Columns:
    """Columns of one tree per sentence."""
    codes: list[int] = []
    sizes: list[int] = []
    offsets = [0]

    def write(node: Node) -> None:
        begin = len(codes)
        for daughter in node.daughters:
            write(daughter)
        codes.append(node.code)
        sizes.append(len(codes) - begin)

    for tree in trees:
        write(tree)
        offsets.append(len(codes))
    return Columns(np.array(codes, np.int32), np.array(sizes, np.int32), np.array(offsets, np.int64))


def sentence(rng: random.Random, words: int) -> Node:
    """A tree over ``words`` words: mostly right-branching, about 1.8 nodes a word besides the words, as in the Penn Treebank."""
    if words == 1:
        tag = Node(LABELS + rng.randrange(TAGS), [Node(-1 - rng.randrange(VOCABULARY), [])])
        return Node(rng.randrange(LABELS), [tag]) if rng.random() < 0.15 else tag
    daughters, left = [], words
    while left:
        most = words - 1 if not daughters else left
        size = 1 if rng.random() < 0.55 else rng.randint(1, most) if len(daughters) < 2 else left
        size = min(size, most)
        daughters.append(sentence(rng, size))
        left -= size
    return Node(rng.randrange(LABELS), daughters)


def parse_of(rng: random.Random, gold: Node, errors: int) -> Node:
    """A copy with ``errors`` typical errors: a label, a tag, a bracket lost or added, a last daughter attached elsewhere."""
    tree = copy.deepcopy(gold)
    for _ in range(errors):
        node = rng.choice(list(tree.constituents()) or [tree])
        kind, place = rng.randrange(5), rng.randrange(max(1, len(node.daughters)))
        if not node.daughters or not node.daughters[0].daughters:
            continue
        chosen = node.daughters[place]
        if kind == 0:
            node.code = rng.randrange(LABELS)
        elif kind == 1 and not chosen.daughters[0].daughters:
            chosen.code = LABELS + rng.randrange(TAGS)
        elif kind == 2 and chosen.daughters[0].daughters:
            node.daughters[place : place + 1] = chosen.daughters
        elif kind == 3:
            end = rng.randint(place + 1, len(node.daughters))
            node.daughters[place:end] = [Node(rng.randrange(LABELS), node.daughters[place:end])]
        elif place + 1 < len(node.daughters) and chosen.daughters[0].daughters:
            chosen.daughters.append(node.daughters.pop(place + 1))
    return tree


def parsed_pairs(seed: int, count: int) -> tuple[Columns, Columns]:
    """Gold trees and parses with some errors; a quarter of the parses are right."""
    rng = random.Random(seed)
    golds = [sentence(rng, max(2, min(70, round(rng.gauss(22, 10))))) for _ in range(count)]
    tests = [parse_of(rng, gold, 0 if rng.random() < 0.25 else rng.randint(1, 8)) for gold in golds]
    return columns(golds), columns(tests)


def unrelated_pairs(seed: int, count: int) -> tuple[Columns, Columns]:
    """Pairs of trees over different sentences."""
    rng = random.Random(seed)
    golds, tests = ([sentence(rng, rng.randint(12, 32)) for _ in range(count)] for _ in range(2))
    return columns(golds), columns(tests)


@dataclass(frozen=True)
class Sentence:
    """Codes and sizes in postorder."""

    codes: tuple[int, ...]
    sizes: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def arrays(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        return np.array(self.codes, np.int32), np.array(self.sizes, np.int32)

    def spans(self) -> list[tuple[int, int]]:
        ends = [0, *itertools.accumulate(code < 0 for code in self.codes)]
        return [(ends[node + 1 - size], ends[node + 1]) for node, size in enumerate(self.sizes)]

    def is_above(self, node: int, other: int) -> bool:
        return node - self.sizes[node] < other < node


def random_sentence(rng: random.Random, nodes: int, labels: int = 3, words: int = 3, unary: float = 0.2) -> Sentence:
    """A forest; some leaves are constituents without words."""
    codes: list[int] = []
    sizes: list[int] = []

    def grow(left: int) -> None:
        while left > 0:
            size = left if rng.random() < unary else rng.randint(1, left)
            grow(size - 1)
            is_word = size == 1 and rng.random() < 0.8
            codes.append(-1 - rng.randrange(words) if is_word else rng.randrange(labels))
            sizes.append(size)
            left -= size

    grow(nodes)
    return Sentence(tuple(codes), tuple(sizes))


def edited(rng: random.Random, sentence: Sentence, edits_made: int) -> Sentence:
    """Some nodes lost, some labels changed."""
    codes, sizes = list(sentence.codes), list(sentence.sizes)
    for _ in range(edits_made):
        if not codes:
            break
        node = rng.randrange(len(codes))
        if rng.random() < 0.4:
            codes[node] = rng.randrange(3) if codes[node] >= 0 else -1 - rng.randrange(3)
        else:
            for above in range(node + 1, len(codes)):
                sizes[above] -= above - sizes[above] < node
            del codes[node], sizes[node]
    return Sentence(tuple(codes), tuple(sizes))
