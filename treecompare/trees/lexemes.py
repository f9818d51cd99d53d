"""Trees over lexemes: a segment and its tag are one leaf (Tsarfaty et al. 2012, ACL, section 3).

From trees of constituents and from dependencies. A tree's one root is left out, because roots always pair and cost nothing; a
forest, and a tree that is a lexeme and nothing else, keep all their nodes: they stand under a root that is only thought.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from treecompare.trees.arcs import blocks, entries, joined_offsets, sums_before
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.functions import HEAD, from_dependencies
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, WORD, Tree, Trees

UNTAGGED = "_"
"""The tag of a word without one."""


@dataclass(frozen=True, eq=False)
class LexemeTrees:
    """The trees of a file without their roots; one entry per node, postorder within a sentence.

    ``labels``: symbols, of a lexeme its segment. ``tags``: symbols of the lexemes' tags, -1 for constituents. ``sizes``: nodes of
    the subtree. ``offsets``: where the nodes of each sentence begin, and the end. ``tokens``: the space-delimited word of each
    lexeme, from 1; 0 where all leaves count as one word.
    """

    symbols: Symbols
    labels: NDArray[np.int32]
    tags: NDArray[np.int32]
    sizes: NDArray[np.int32]
    offsets: NDArray[np.int64]
    tokens: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @cached_property
    def is_lexeme(self) -> NDArray[np.bool_]:
        """Per node, whether it is a lexeme."""
        return self.tags >= 0

    @cached_property
    def word_offsets(self) -> NDArray[np.int64]:
        """Where the lexemes of each sentence begin among all lexemes, and the end."""
        return sums_before(self.is_lexeme)[self.offsets]

    def words(self, sentence: int) -> list[tuple[str, str]]:
        """Segments and tags of a sentence."""
        here = slice(*self.offsets[sentence : sentence + 2].tolist())
        leaf = self.is_lexeme[here]
        texts = self.symbols.texts
        pairs = zip(self.labels[here][leaf].tolist(), self.tags[here][leaf].tolist(), strict=True)
        return [(texts[form], texts[tag]) for form, tag in pairs]

    def lexemes(self, sentence: int) -> list[tuple[tuple[str, str], int]]:
        """Segments and tags of a sentence, each with its space-delimited word."""
        here = slice(*self.offsets[sentence : sentence + 2].tolist())
        return list(zip(self.words(sentence), self.tokens[here][self.is_lexeme[here]].tolist(), strict=True))

    def tree(self, sentence: int) -> Tree:
        """A sentence as a tree without its root; its words are the segments."""
        here = slice(*self.offsets[sentence : sentence + 2].tolist())
        kinds = np.where(self.is_lexeme[here], WORD, CONSTITUENT).astype(np.int8)
        return Tree(self.symbols, self.labels[here], kinds, self.sizes[here])

    def with_tokens(self, tokens: NDArray[np.int32]) -> LexemeTrees:
        """The same trees, with the space-delimited word of each lexeme, in order."""
        of_nodes = np.zeros(len(self.labels), np.int32)
        of_nodes[self.is_lexeme] = tokens
        return replace(self, tokens=of_nodes)

    def part(self, first: int, last: int) -> LexemeTrees:
        """The sentences ``first:last``."""
        return self.chosen(np.arange(first, last))

    @classmethod
    def joined(cls, parts: Sequence[LexemeTrees]) -> LexemeTrees:
        """Parts that share their symbols, one after the other."""
        labels, tags, sizes, tokens = (
            np.concatenate([getattr(one, name) for one in parts]) for name in ("labels", "tags", "sizes", "tokens")
        )
        return cls(parts[0].symbols, labels, tags, sizes, joined_offsets([one.offsets for one in parts]), tokens)

    def chosen(self, sentences: NDArray[np.int64]) -> LexemeTrees:
        """Some sentences; -1 gives an empty one."""
        nodes, offsets = entries(self.offsets, sentences)
        return LexemeTrees(
            self.symbols, self.labels[nodes], self.tags[nodes], self.sizes[nodes], offsets, self.tokens[nodes]
        )


def _without_roots(
    symbols: Symbols,
    labels: NDArray[np.int32],
    tags: NDArray[np.int32],
    sizes: NDArray[np.int32],
    offsets: NDArray[np.int64],
) -> LexemeTrees:
    filled = np.flatnonzero(np.diff(offsets) > 0)
    last = offsets[1:][filled] - 1
    keep = np.ones(len(labels), np.bool_)
    keep[last[(sizes[last] == np.diff(offsets)[filled]) & (tags[last] < 0)]] = False
    running = sums_before(keep)
    kept = int(keep.sum())
    return LexemeTrees(symbols, labels[keep], tags[keep], sizes[keep], running[offsets], np.zeros(kept, np.int32))


def lexemes_of_trees(trees: Trees) -> LexemeTrees:
    """Trees of constituents over lexemes: a tag and its word become one leaf, a word without tag a leaf with the tag ``_``.

    ``trees`` have their tags marked (:func:`treecompare.trees.preparation.terminals`).
    """
    untagged = trees.symbols.number(UNTAGGED)
    tag_over_word = np.zeros(len(trees.kinds), np.bool_)
    tag_over_word[1:] = (trees.kinds[1:] == PRETERMINAL) & (trees.kinds[:-1] == WORD) & (trees.sizes[1:] == 2)
    tags = np.where(trees.kinds == CONSTITUENT, -1, untagged).astype(np.int32)
    tags[tag_over_word] = trees.labels[tag_over_word]
    labels = trees.labels.copy()
    labels[1:][tag_over_word[1:]] = trees.labels[:-1][tag_over_word[1:]]
    keep = np.ones(len(labels), np.bool_)
    keep[:-1] = ~tag_over_word[1:]
    # kept() renumbers sizes and offsets; the tags go the same way
    kept = trees.kept(keep, labels)
    return _without_roots(trees.symbols, kept.labels, tags[keep], kept.sizes, kept.offsets)


@dataclass(frozen=True, eq=False)
class LexemeFunctionTrees:
    """``trees``: empty where a sentence has no tree, for which ``reasons`` (by sentence, from 0) says why.

    ``lifts``: arcs lifted, per sentence.
    """

    trees: LexemeTrees
    reasons: dict[int, str]
    lifts: NDArray[np.int64]

    @classmethod
    def joined(cls, parts: Sequence[LexemeFunctionTrees]) -> LexemeFunctionTrees:
        """Parts that share their symbols, one after the other."""
        firsts = accumulate((len(one.trees) for one in parts), initial=0)
        reasons = {
            first + place: why for first, one in zip(firsts, parts, strict=False) for place, why in one.reasons.items()
        }
        trees = LexemeTrees.joined([one.trees for one in parts])
        return cls(trees, reasons, np.concatenate([one.lifts for one in parts]))


def lexemes_of_dependencies(sentences: Dependencies, nonprojective: str = "lift") -> LexemeFunctionTrees:
    """Function trees over lexemes: :func:`treecompare.trees.functions.from_dependencies`, with words as they are written.

    The tag is UPOS (CPOSTAG), or XPOS where the file has no UPOS.
    """
    return LexemeFunctionTrees.joined(list(lexemes_in_blocks(sentences, nonprojective)))


def lexemes_in_blocks(sentences: Dependencies, nonprojective: str = "lift") -> Iterator[LexemeFunctionTrees]:
    """As :func:`lexemes_of_dependencies`, of one block of sentences after the other."""
    has_upos = bool((sentences.upos != sentences.symbols.find(UNTAGGED)).any())
    for first, last in blocks(sentences.lengths):
        yield _lexemes(sentences.part(first, last), has_upos, nonprojective)


def _lexemes(sentences: Dependencies, has_upos: bool, nonprojective: str) -> LexemeFunctionTrees:
    found = from_dependencies(sentences, sentences.symbols, HEAD, nonprojective, word=str)
    trees = found.trees
    of_words = sentences.upos if has_upos else sentences.xpos
    tags = np.full(len(trees.kinds), -1, np.int32)
    tags[trees.kinds == WORD] = of_words[(trees.word_counts > 0)[sentences.sentence_of]]
    lexemes = _without_roots(trees.symbols, trees.labels, tags, trees.sizes, trees.offsets)
    return LexemeFunctionTrees(lexemes, found.reasons, found.lifts)
