"""Leaf-Ancestor: scores of word pairs by the kernel, lineages included, against its Python twin and against rapidfuzz.

rapidfuzz has one cost for all labels and gets the lineages for nothing; it is the fastest edit distance on PyPI.
"""

from __future__ import annotations

import numpy as np

from tests.benchmarks.timing import cpu
from tests.measures.test_properties import random_file
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.mappings.lineages import count_lineages, lineages, plain_costs, similarity
from treecompare.readers import parse


def main() -> None:
    gold, bad = random_file(seed=8, sentences=1200)
    comparison = ConstituentComparison(parse(gold), [parse(bad)])
    pairs, labels = comparison.pairs(0), comparison.labels()
    codes = [labels.codes(trees) for trees in (pairs.gold, pairs.test)]
    costs = plain_costs(comparison.gold.trees.symbols)
    sentences = np.flatnonzero(pairs.gold.word_counts == pairs.test.word_counts)
    words = int(pairs.gold.word_counts[sentences].sum())
    cancel = np.zeros(1, np.int32)

    def kernel() -> None:
        count_lineages(pairs.gold, pairs.test, *codes, labels, [(costs, False)], 0, len(pairs.gold), cancel)

    def of(side: int, index: int) -> list[list[int]]:
        trees = (pairs.gold, pairs.test)[side]
        return lineages(trees[index], codes[side][trees.offsets[index] : trees.offsets[index + 1]].tolist())

    ready = [pair for index in sentences.tolist() for pair in zip(of(0, index), of(1, index), strict=True)]
    equal = labels.equality()
    ours = 1e3 * cpu(kernel, runs=10) / words
    twin = 1e3 * cpu(lambda: [similarity(a, b, costs, equal) for a, b in ready], runs=1) / words
    print(f"{words} word pairs: kernel with lineages {ours:.3f} µs, twin without {twin:.1f} µs, {twin / ours:.0f}x")
    try:
        from rapidfuzz.distance import Indel
    except ImportError:
        print("rapidfuzz is not installed")
        return
    theirs = 1e3 * cpu(lambda: [Indel.distance(a, b) for a, b in ready], runs=5) / words
    print(f"rapidfuzz, one call per pair, without lineages {theirs:.3f} µs, {theirs / ours:.1f}x")


if __name__ == "__main__":
    main()
