"""The trees of a stack: which node of the gold each node is, in which columns words stand, what is the same in all. No Qt here."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from treecompare.drawing.columns import in_sentence_order
from treecompare.drawing.condensed import LEAST_RUN, identical
from treecompare.drawing.edges import label_texts
from treecompare.drawing.stacks import gold_mark
from treecompare.drawing.style import marked
from treecompare.mappings.atoms import JOINED
from treecompare.mappings.mapping import DELETED, MATCHED, Mapping
from treecompare.trees.tree import WORD, Tree

Key = tuple[int, int, int]
"""A column: after which leaf of the gold, which piece of it, the how manieth word after that which the gold lacks."""


@dataclass(frozen=True, eq=False)
class TreeTier:
    """A tree in a stack. ``gold_of``: which node of the gold each node is; ``keys``: the column of each leaf.

    ``operations``: what became of each node; ``numbers``: what is written beside its mark.
    """

    tree: Tree
    gold_of: dict[int, int]
    keys: dict[int, Key]
    operations: list[str]
    numbers: list[str]

    @cached_property
    def node_of(self) -> dict[int, int]:
        """Its node for each node of the gold that it has."""
        return {gold: node for node, gold in self.gold_of.items()}

    @cached_property
    def drawn(self) -> list[str]:
        """Its labels and words."""
        return label_texts(self.tree)

    def text(self, node: int) -> str:
        """A label with its mark."""
        text, operation, number = self.drawn[node], self.operations[node], self.numbers[node]
        return f"{text}<{number}" if operation == DELETED else f"{number}{marked(text, operation)}"


# -- which columns words stand in ----------------------------------------------------------------------------------------------


def gold_nodes(gold: Tree, own: Tree) -> dict[int, int] | None:
    """For each node of ``own``, the node of ``gold`` that it is; words may be cut into pieces there. None if it is another tree."""
    if len(gold) == len(own) and (gold.kinds == own.kinds).all() and (gold.sizes == own.sizes).all():
        return {node: node for node in range(len(gold))}
    of_gold, of_own = ([node for node in range(len(one)) if one.kinds[node] != WORD] for one in (gold, own))
    if [gold.texts[node] for node in of_gold] != [own.texts[node] for node in of_own]:
        return None
    found = dict(zip(of_own, of_gold, strict=True))
    words, pieces = ([node for node in range(len(one)) if one.kinds[node] == WORD] for one in (gold, own))
    waiting = iter(words)
    word, left = -1, 0
    for piece in pieces:
        text = own.texts[piece].replace(JOINED, "")
        if left <= 0:
            word = next(waiting, -1)
            left = len(gold.texts[word]) if word >= 0 else 0
        if word < 0 or len(text) > left:
            return None
        found[piece] = word
        left -= len(text)
    return found if left == 0 and next(waiting, None) is None else None


def tree_tiers(gold: Tree, mappings: Sequence[Mapping | None]) -> list[TreeTier | None]:
    """The gold's tree and that of each mapping; None of a mapping that is missing, or whose gold is another tree."""
    leaves = _leaves(gold)
    place = {leaf: number for number, leaf in enumerate(leaves)}
    systems: list[TreeTier | None] = []
    lacking, relabelled = [0] * len(gold), [0] * len(gold)
    for mapping in mappings:
        whose = gold_nodes(gold, mapping.gold) if mapping is not None else None
        if mapping is None or whose is None:
            systems.append(None)
            continue
        tree, is_word = mapping.test, not mapping.counts_words
        piece_of: dict[int, tuple[int, int]] = {}
        before: dict[int, int] = {}
        for node in range(len(mapping.gold)):
            if mapping.gold.sizes[node] == 1:
                word = place[whose[node]]
                piece_of[node] = word, before.get(word, 0)
                before[word] = before.get(word, 0) + 1
        twins = _twins(mapping)
        keys: dict[int, Key] = {}
        last: Key = (-1, 0, 0)
        for node in _leaves(tree):
            there = piece_of.get(twins.get(node, -1))
            key = (*there, 0) if there is not None else last
            last = keys[node] = key if key > last else (last[0], last[1], last[2] + 1)
        operations = [
            MATCHED if is_word and tree.kinds[node] == WORD else mapping.operation_on_test(node)
            for node in range(len(tree))
        ]
        own = {test: whose[one] for one, test in mapping.pairs}
        systems.append(TreeTier(tree, own, keys, operations, [""] * len(tree)))
        present = set(own.values())
        for node in range(len(gold)):
            if not (is_word and gold.kinds[node] == WORD):
                lacking[node] += node not in present
        for one, _ in mapping.swapped:
            relabelled[whose[one]] += 1
    drawn = sum(tier is not None for tier in systems)
    marks = [gold_mark(*numbers, drawn) for numbers in zip(lacking, relabelled, strict=True)]
    top = TreeTier(
        gold, {node: node for node in range(len(gold))}, {leaf: (number, 0, 0) for leaf, number in place.items()},
        [operation for operation, _ in marks], [number for _, number in marks],
    )  # fmt: skip
    return [top, *systems]


def _leaves(tree: Tree) -> list[int]:
    return in_sentence_order(tree, [node for node in range(len(tree)) if tree.sizes[node] == 1])


def _twins(mapping: Mapping) -> dict[int, int]:
    """The gold leaf with which each leaf of the test shares a column: of words by their place, whatever they are mapped to."""
    gold, test = mapping.gold, mapping.test
    found = {one: other for one, other in mapping.gold_of_test.items() if gold.kinds[other] == test.kinds[one]}
    words = [
        [node for node in tree.word_nodes.tolist() if node not in alone]
        for tree, alone in ((gold, mapping.gold_alone), (test, mapping.test_alone))
    ]
    if len(words[0]) == len(words[1]):
        found |= dict(zip(words[1], words[0], strict=True))
    return found


# -- what is the same in all trees -----------------------------------------------------------------------------------------------


def same_in_all(gold: Tree, mappings: Sequence[Mapping | None], tiers: Sequence[TreeTier | None]) -> list[bool]:
    """For each gold node, whether all trees that are drawn are the same under it."""
    same = [True] * len(gold)
    for mapping, tier in zip(mappings, tiers[1:], strict=True):
        if mapping is None or tier is None:
            continue
        whose = gold_nodes(gold, mapping.gold) or {}
        alike = identical(mapping)
        own = {gold_node: node for node, gold_node in whose.items()}
        for node in range(len(gold)):
            one = own.get(node, -1)
            same[node] &= one >= 0 and alike[one] and mapping.gold.sizes[one] == gold.sizes[node]
    return same


def folded_parts(
    gold: Tree, tiers: Sequence[TreeTier | None], same: Sequence[bool], has_runs: bool, opened: Collection[int]
) -> dict[int, tuple[int, ...]]:
    """The gold nodes to fold, by part: a node of two words or more by itself; with ``has_runs``, sisters of four words or more,
    whose part is ``-1 - node`` of the first one. ``opened``: the parts that are not wanted."""
    tops = [
        node for node, parent in enumerate(gold.parents) if same[node] and parent >= 0 and not same[parent]
    ]  # fmt: skip
    words = {node: int(gold.ends[node] - gold.starts[node]) for node in tops}
    found: dict[int, tuple[int, ...]] = {}
    taken: set[int] = set()
    for run in _runs(gold, tiers, set(tops)) if has_runs else ():
        if sum(words[node] for node in run) >= LEAST_RUN and len(run) > 1 and -1 - run[0] not in opened:
            found[-1 - run[0]] = tuple(run)
            taken |= set(run)
    found |= {node: (node,) for node in tops if words[node] > 1 and node not in taken and node not in opened}
    return found


def _runs(gold: Tree, tiers: Sequence[TreeTier | None], tops: set[int]) -> list[list[int]]:
    """Sisters that follow each other in all trees, and in the sentence."""
    follows: set[tuple[int, int]] = set()
    for daughters in [*gold.children, gold.roots]:
        follows |= {(one, other) for one, other in pairwise(daughters) if gold.ends[one] == gold.starts[other]}
    for tier in tiers[1:]:
        if tier is not None:
            own: set[tuple[int, int]] = set()
            for daughters in [*tier.tree.children, tier.tree.roots]:
                own |= {(tier.gold_of.get(one, -1), tier.gold_of.get(other, -1)) for one, other in pairwise(daughters)}
            follows &= own
    runs: list[list[int]] = []
    after = dict(follows)
    for node in sorted(tops):
        if runs and after.get(runs[-1][-1]) == node:
            runs[-1].append(node)
        else:
            runs.append([node])
    return runs
