"""What annotators said of sets of words and of tags, for trees of constituents."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from treecompare.extras.annotators.figures import Category
from treecompare.extras.annotators.several import MISSING, Several
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, Tree, Trees

NOTHING = "none"
Chain = tuple[str, ...]


@dataclass(frozen=True)
class Spans:
    """Two annotators. ``first``, ``second``: the labels over each set of words that either has, from the top, joined by ``+``, or
    ``none``; ``tags``: of all words, a pair each; ``labels``: how often both have each label. ``sentences``: those compared,
    ``differing``: those left out because their words differ in number; ``words``."""

    first: list[str | None]
    second: list[str | None]
    tags: tuple[list[str | None], list[str | None]]
    labels: Counter[str]
    sentences: int
    differing: int
    words: int

    @property
    def span(self) -> Category:
        """The labels over each set of words."""
        return Category.of("span", [self.first, self.second])

    @property
    def tag(self) -> Category:
        """The tag of each word."""
        return Category.of("tag", list(self.tags))

    def label(self, label: str) -> Category:
        """Whether a label is among those over each set of words."""
        return Category.of(
            f"label={label}",
            [[str(label in (one or "").split("+")) for one in of_one] for of_one in (self.first, self.second)],
        )

    def frequent(self, most: int = 10) -> list[str]:
        """The labels that both have most often, by name where equally often."""
        return [name for name, _ in sorted(self.labels.items(), key=lambda one: (-one[1], one[0]))[:most]]


@dataclass(eq=False)
class SpanUnits:
    """All annotators. Sentences with equally many words are compared.

    ``chains``: per annotator, of each set of words, its labels from the top, empty for none; None where it does not have the
    sentence. ``sets``: the sets, as bits. ``tags``: per annotator, of each word. ``span_rows``, ``word_rows``: the row of each;
    ``differing``: by pair, how many sentences have different numbers of words.
    """

    chains: list[list[Chain | None]]
    tags: list[list[str | None]]
    sets: list[int] = field(default_factory=list)
    span_rows: list[int] = field(default_factory=list)
    word_rows: list[int] = field(default_factory=list)
    differing: Counter[tuple[int, int]] = field(default_factory=Counter)

    @classmethod
    def of(cls, several: Several, prepared: Sequence[Trees]) -> SpanUnits:
        """From trees as they are compared (:func:`treecompare.extras.annotators.tree_alpha.as_compared`)."""
        files = range(len(prepared))
        made = cls([[] for _ in files], [[] for _ in files])
        for number, row in enumerate(several.rows):
            groups: defaultdict[int, list[tuple[int, Tree]]] = defaultdict(list)
            for file, at in enumerate(row):
                if at != MISSING:
                    tree = prepared[file][at]
                    groups[len(tree.word_nodes)].append((file, tree))
            there = [(file, size) for size, group in groups.items() for file, _ in group]
            made.differing.update((a, b) for a, size in there for b, other in there if a < b and size != other)
            for size, group in groups.items():
                if size:
                    made._add(number, size, group)
        return made

    def _add(self, row: int, size: int, group: Sequence[tuple[int, Tree]]) -> None:
        """The units of a sentence, of annotators whose trees have equally many words."""
        read = {file: _chains_and_tags(tree) for file, tree in group}
        sets = list(dict.fromkeys(words for chains, _ in read.values() for words in chains))
        for file, (chains, tags) in enumerate(zip(self.chains, self.tags, strict=True)):
            if file in read:
                chains += [tuple(read[file][0].get(words, ())) for words in sets]
                tags += read[file][1]
            else:
                chains += [None] * len(sets)
                tags += [None] * size
        self.sets += sets
        self.span_rows += [row] * len(sets)
        self.word_rows += [row] * size

    def nodes(self, voices: Sequence[int]) -> Category:
        """The labels over each set of words, or ``none``."""
        return Category.of(
            "constituents",
            [[None if one is None else "+".join(one) or NOTHING for one in self.chains[voice]] for voice in voices],
        )

    def labels(self, voices: Sequence[int]) -> Category:
        """The labels over each set of words that an annotator has as a constituent."""
        return Category.of(
            "label", [["+".join(one) if one else None for one in self.chains[voice]] for voice in voices]
        )

    def tag(self, voices: Sequence[int]) -> Category:
        """The tag of each word."""
        return Category.of("tag", [self.tags[voice] for voice in voices])

    def dice(self, first: int, second: int, rows: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """By row, twice the nodes of equal label over equal words, and all nodes of both."""
        equal, nodes = np.zeros(rows), np.zeros(rows)
        for row, one, other in zip(self.span_rows, self.chains[first], self.chains[second], strict=True):
            if one is not None and other is not None:
                equal[row] += 2 * (len(one) if one == other else (Counter(one) & Counter(other)).total())
                nodes[row] += len(one) + len(other)
        return equal, nodes

    def pair(self, first: int, second: int) -> Spans:
        """Two annotators, by their numbers."""
        chains = [
            (one, other)
            for one, other in zip(self.chains[first], self.chains[second], strict=True)
            if one is not None and other is not None and (one or other)
        ]
        tags = [both for both in zip(self.tags[first], self.tags[second], strict=True) if None not in both]
        rows = {
            row
            for row, one, other in zip(self.word_rows, self.tags[first], self.tags[second], strict=True)
            if one is not None and other is not None
        }
        labels = Counter(label for both in chains for chain in both for label in chain)
        first_texts: list[str | None] = ["+".join(one) or NOTHING for one, _ in chains]
        second_texts: list[str | None] = ["+".join(other) or NOTHING for _, other in chains]
        of_tags: tuple[list[str | None], list[str | None]] = [one for one, _ in tags], [other for _, other in tags]
        return Spans(first_texts, second_texts, of_tags, labels, len(rows), self.differing[first, second], len(tags))


def _chains_and_tags(tree: Tree) -> tuple[dict[int, list[str]], list[str]]:
    sets, texts = tree.word_sets, tree.texts
    chains: dict[int, list[str]] = {}
    tags = [NOTHING] * len(tree.word_nodes)
    for node, kind in reversed(list(enumerate(tree.kinds.tolist()))):
        if kind == CONSTITUENT and sets[node]:
            chains.setdefault(sets[node], []).append(texts[node])
        elif kind == PRETERMINAL and sets[node]:
            tags[sets[node].bit_length() - 1] = texts[node]
    return chains, tags
