"""Joined patterns over 50,000 sentences and 4 systems, against nltk.tgrep with the same join in Python."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from tests.benchmarks.timing import cpu
from tests.measures.test_properties import random_file
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.readers import Treebank, parse
from treecompare.trees.tree import Trees
from treecompare.trees.tree_relations import places

PATTERN = "gold: NP=x > VP  system: x > NP"
THEIRS = ("NP > VP", "NP > NP")
SENTENCES, SYSTEMS, FEW = 50_000, 4, 500


def spans(trees: list[Any], pattern: str) -> Iterator[set[tuple[int, int]]]:
    """Per tree first and last word of the nodes that match."""
    from nltk.tgrep import tgrep_positions

    for tree, found in zip(trees, tgrep_positions(pattern, trees), strict=True):
        leaves = tree.treepositions("leaves")
        yield {
            (inside[0], inside[-1])
            for position in found
            if (inside := [n for n, leaf in enumerate(leaves) if leaf[: len(position)] == tuple(position)])
        }


def main() -> None:
    import nltk

    warnings.simplefilter("ignore")
    small = [parse(file).trees for file in random_file(seed=4, sentences=FEW)]
    parented = [[nltk.ParentedTree.convert(tree.to_nltk()) for tree in trees] for trees in small]

    def search() -> int:
        both = (spans(trees, pattern) for trees, pattern in zip(parented, THEIRS, strict=True))
        return sum(len(gold & test) for gold, test in zip(*both, strict=True))

    theirs = cpu(search, runs=1)
    find, nodes = large(small)
    first, again = anew(find), cpu(find, runs=3)
    print(f"{PATTERN} in {FEW} sentences, 1 system: nltk {theirs:.0f} ms")
    hits = sum(find())
    print(f"in {SENTENCES:,} x {SYSTEMS} ({nodes:,} nodes, {hits:,} hits): {first:.0f} ms, again {again:.0f} ms")
    print(f"per sentence and system {theirs / FEW / (first / SENTENCES / SYSTEMS):.0f} times as fast")


def anew(find: Callable[[], object]) -> float:
    """CPU time in ms where nothing is known of places in the trees."""

    def forgotten() -> None:
        places.cache_clear()
        find()

    return cpu(forgotten, runs=3)


def large(small: list[Trees]) -> tuple[Callable[[], list[int]], int]:
    """What counts the hits in each of four systems, over a gold and parses of 50,000 sentences; and how many nodes there are."""

    def repeated(trees: Trees) -> Trees:
        return trees.chosen([number % FEW for number in range(SENTENCES)])

    lines = np.arange(1, SENTENCES + 1)
    gold, test = (
        Treebank(name, f"{name}.mrg", "brackets", repeated(trees), lines)
        for name, trees in zip(("gold", "test"), small, strict=True)
    )
    systems = [replace(test, name=f"s{number}") for number in range(SYSTEMS)]
    comparison = ConstituentComparison(gold, systems, Settings(params="none", preterminals="yes"))
    for _ in comparison.prepare():
        pass
    pattern = comparison.compiled(PATTERN)
    for system in range(SYSTEMS):
        comparison.pairs(system)

    def find() -> list[int]:
        return [len(comparison.find(pattern, system)) for system in range(SYSTEMS)]

    return find, sum(len(one.trees.labels) for one in (gold, *systems))


if __name__ == "__main__":
    main()
