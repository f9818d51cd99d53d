"""Uninformed baselines: trees that know the words of the gold and nothing else."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from heapq import heapify, heappop, heappush
from math import comb
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from treecompare.comparison.settings import Settings
    from treecompare.readers import AnyTreebank

Span = tuple[int, int]

LABEL = "X"
"""Label and tag of every node."""
RELATION, ROOT = "dep", "root"


def rank_of(name: str, seed: str, sentence: str, count: int) -> int:
    """Which of ``count`` trees is drawn, from 0: the number of enough SHA-256 digests modulo ``count``."""
    bits, number, drawn = count.bit_length() + 128, 0, 0
    while 256 * number < bits:
        digest = hashlib.sha256(f"{name}\t{seed}\t{sentence}\t{number}".encode("utf-8", "replace")).digest()
        drawn = (drawn << 256) | int.from_bytes(digest, "big")
        number += 1
    return drawn % count


# -- constituents -----------------------------------------------------------------------------------------------------------


def catalan(number: int) -> int:
    """How many binary trees have one word more."""
    return comb(2 * number, number) // (number + 1)


def left_branching(words: int, _rank: int = 0) -> list[Span]:
    """Nodes of two or more words in preorder, words from 0, half-open."""
    return [(0, end) for end in range(words, 1, -1)]


def right_branching(words: int, _rank: int = 0) -> list[Span]:
    """See :func:`left_branching`."""
    return [(begin, words) for begin in range(words - 1)]


def random_binary(words: int, rank: int) -> list[Span]:
    """The binary tree of that rank; see :func:`left_branching`."""
    found: list[Span] = []
    waiting = [(0, words, rank)]
    while waiting:
        begin, count, left = waiting.pop()
        if count < 2:
            continue
        found.append((begin, begin + count))
        for first in range(1, count):
            others = catalan(count - first - 1)
            size = catalan(first - 1) * others
            if left < size:
                waiting.append((begin + first, count - first, left % others))
                waiting.append((begin, first, left // others))
                break
            left -= size
    return found


# -- dependencies -----------------------------------------------------------------------------------------------------------


def following(words: int, _rank: int = 0) -> list[int]:
    """The head of each word is the next one; numbers from 1, 0 for the root."""
    return [*range(2, words + 1), 0] if words else []


def preceding(words: int, _rank: int = 0) -> list[int]:
    """The head of each word is the one before."""
    return list(range(words))


def projective_trees(words: int) -> int:
    """How many projective trees with one root there are."""
    return comb(3 * words - 2, words - 1) // words


@cache
def forests(words: int) -> int:
    """How many rows of projective trees there are."""
    if not words:
        return 1
    return sum(projective_trees(first) * forests(words - first) for first in range(1, words + 1))


def random_projective(words: int, rank: int) -> list[int]:
    """The projective tree of that rank."""
    for count in range(words):  # from short to long, so that no call goes deep
        forests(count)
    heads = [0] * words
    waiting = [(0, words, rank, 0, True)]
    while waiting:
        begin, count, left, head, is_tree = waiting.pop()
        if not count:
            continue
        if is_tree:
            for place in range(1, count + 1):
                behind = forests(count - place)
                size = forests(place - 1) * behind
                if left < size:
                    root = begin + place
                    heads[root - 1] = head
                    waiting.append((begin, place - 1, left // behind, root, False))
                    waiting.append((root, count - place, left % behind, root, False))
                    break
                left -= size
        else:
            for first in range(1, count + 1):
                rest = forests(count - first)
                size = projective_trees(first) * rest
                if left < size:
                    waiting.append((begin, first, left // rest, head, True))
                    waiting.append((begin + first, count - first, left % rest, head, False))
                    break
                left -= size
    return heads


def random_tree(words: int, rank: int) -> list[int]:
    """The tree of that rank among all: a root, then Prüfer's digits."""
    rank, root = divmod(rank, words)
    digits = []
    for _ in range(words - 2):
        rank, digit = divmod(rank, words)
        digits.append(digit)
    neighbours: list[list[int]] = [[] for _ in range(words)]
    for one, other in _edges(words, digits):
        neighbours[one].append(other)
        neighbours[other].append(one)
    heads = [0] * words
    waiting = [(root, -1)]
    while waiting:
        word, head = waiting.pop()
        heads[word] = head + 1
        waiting += [(one, word) for one in neighbours[word] if one != head]
    return heads


def _edges(words: int, digits: list[int]) -> Iterator[Span]:
    if words < 2:
        return
    degrees = [1] * words
    for digit in digits:
        degrees[digit] += 1
    leaves = [word for word, degree in enumerate(degrees) if degree == 1]
    heapify(leaves)
    for digit in digits:
        yield heappop(leaves), digit
        degrees[digit] -= 1
        if degrees[digit] == 1:
            heappush(leaves, digit)
    yield heappop(leaves), heappop(leaves)


@dataclass(frozen=True)
class Baseline:
    """``tree``: that of a rank over so many words, as nodes or as heads; ``trees``: how many there are, of which one is drawn for
    each sentence; None: only one."""

    tree: Callable[[int, int], list[Any]]
    trees: Callable[[int], int] | None = None


OF_TREES = {
    "left-branching": Baseline(left_branching), "right-branching": Baseline(right_branching),
    "random": Baseline(random_binary, lambda words: catalan(words - 1)),
}  # fmt: skip
OF_WORDS = {
    "next": Baseline(following), "previous": Baseline(preceding),
    "random-projective": Baseline(random_projective, projective_trees),
    "random-tree": Baseline(random_tree, lambda words: int(words ** (words - 1))),
}  # fmt: skip
BASELINES = OF_TREES | OF_WORDS
"""All by their names: of constituents, then of dependencies."""


def _drawn(name: str, words: int, sentence: str, seed: str) -> list[Any]:
    one = BASELINES[name]
    return one.tree(words, rank_of(name, seed, sentence, one.trees(words)) if one.trees else 0)


def spans(name: str, words: int, sentence: str, seed: str = "0") -> list[Span]:
    """The nodes of a baseline of constituents over so many words; none over none, and none over one, which is a node by itself."""
    return _drawn(name, words, sentence, seed) if words > 1 else []


def heads(name: str, words: int, sentence: str, seed: str = "0") -> list[int]:
    """The heads of a baseline of dependencies over so many words, numbers from 1, 0 for the root."""
    return _drawn(name, words, sentence, seed) if words else []


def bracketed(found: list[Span], words: list[str], tagged: bool = False) -> str:
    """Nodes in preorder as brackets; a single word under a node.

    ``tagged``: a node over one word is a tag, so that a constituent over one word needs one below it.
    """
    if len(words) == 1:
        return f"({LABEL} ({LABEL} {words[0]}))" if tagged else f"({LABEL} {words[0]})"
    begins, ends = [0] * (len(words) + 1), [0] * (len(words) + 1)
    for begin, end in found:
        begins[begin] += 1
        ends[end] += 1
    parts = [f"({LABEL} " * begins[place] + word + ")" * ends[place + 1] for place, word in enumerate(words)]
    return " ".join(parts)


def gold_words_prepared(gold: AnyTreebank, settings: Settings) -> list[list[str]]:
    """The words of each gold sentence that are compared: what a baseline sees."""
    from treecompare.readers import Treebank

    if not isinstance(gold, Treebank):
        return [gold.words_of(sentence) for sentence in range(gold.count)]
    from dataclasses import replace

    from treecompare.comparison.constituents.comparison import ConstituentComparison

    alone = ConstituentComparison(gold, [gold], replace(settings, with_dependencies=None))
    return [tree.words for tree in alone.pairs(0).gold]
