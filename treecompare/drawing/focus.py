"""Both trees reduced to what a step is about, where folding what is the same leaves no room for that. No Qt.

Nodes that are to be seen stay, with their partners and mothers. Words between the ends of these become one, ``the … hat``; nodes
over several such words go: ``S ⋮`` has some below it that are not drawn. ``≠`` says that the trees differ in what is not drawn.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

import numpy as np

from treecompare.drawing.columns import GOLD, TEST, Key, ends_text
from treecompare.drawing.condensed import Condensed, kept_tree
from treecompare.mappings.mapping import MATCHED, Mapping
from treecompare.trees.tree import WORD, Tree

LEFT_OUT, DIFFER = "⋮", "≠"
LONE, MOTHERS, DAUGHTERS = range(3)
"""How much is seen around a node: nothing, its mother, its daughters as well."""


def can_focus(mapping: Mapping) -> bool:
    """Whether words between two others are the same on both sides: no branches cross, no words differ."""
    gold, test = mapping.gold, mapping.test
    return gold.words == test.words and len(gold.words) > 0 and not (gold.is_crossing or test.is_crossing)


def changed_nodes(mapping: Mapping) -> list[Key]:
    """The nodes without a partner, or whose partner has another label; words only where they count."""
    return [
        (side, node)
        for side, tree in ((GOLD, mapping.gold), (TEST, mapping.test))
        for node in range(len(tree))
        if _is_changed(mapping, side, node)
    ]


def upper_nodes(mapping: Mapping, levels: int) -> list[Key]:
    """The nodes of the first levels below the roots, but for words."""
    found: list[Key] = []
    for side, tree in ((GOLD, mapping.gold), (TEST, mapping.test)):
        depths = [0] * len(tree)
        for node in reversed(range(len(tree))):
            depths[node] = depths[tree.parents[node]] + 1 if tree.parents[node] >= 0 else 0
        found += [(side, node) for node in range(len(tree)) if depths[node] <= levels and tree.kinds[node] != WORD]
    return found


def focused(mapping: Mapping, seen: Collection[Key], around: int = DAUGHTERS) -> Condensed:
    """The smaller trees. ``seen``: the nodes that stay, as (side, node); the roots do anyway."""
    trees = {GOLD: mapping.gold, TEST: mapping.test}
    kept = _kept_nodes(mapping, trees, seen, around)
    bounds = sorted(
        {0, len(mapping.gold.words)}
        | {int(end) for side, tree in trees.items() for node in kept[side] for end in (tree.starts[node], tree.ends[node])}
    )  # fmt: skip
    texts: dict[str, dict[int, str]] = {GOLD: {}, TEST: {}}
    stands_for: dict[str, dict[int, list[int]]] = {GOLD: {}, TEST: {}}
    """What is drawn as one word, by the node of its last word."""
    joined = []
    for first, last in pairwise(bounds):
        ends = {side: int(tree.word_nodes[last - 1]) for side, tree in trees.items()}
        inside = {side: _within(tree, first, last, kept[side]) for side, tree in trees.items()}
        is_word_seen = any(ends[side] in kept[side] for side in trees)
        if not is_word_seen and any(nodes != [ends[side]] for side, nodes in inside.items()):
            differs = any(_is_changed(mapping, side, node) for side, nodes in inside.items() for node in nodes)
            text = ends_text(mapping.gold.words[first:last]) + f" {DIFFER}" * differs
            for side, word in ends.items():
                texts[side][word], stands_for[side][word] = text, inside[side]
            joined.append((ends[GOLD], ends[TEST]))
        for side, word in ends.items():
            kept[side].add(word)
    for side, tree in trees.items():
        gone = {node for inside in stands_for[side].values() for node in inside}
        for node in _above_hidden(mapping, side, tree, kept[side], gone):
            differs = any(_is_changed(mapping, side, one) for one in _left_out_below(tree, node, kept[side], gone))
            texts[side][node] = f"{tree.texts[node]} {LEFT_OUT}" + DIFFER * differs
    return _reduced(mapping, trees, kept, texts, stands_for, joined)


def _kept_nodes(mapping: Mapping, trees: dict[str, Tree], seen: Collection[Key], around: int) -> dict[str, set[int]]:
    partners = {GOLD: mapping.test_of_gold, TEST: mapping.gold_of_test}
    other = {GOLD: TEST, TEST: GOLD}
    own: dict[str, set[int]] = {GOLD: set(), TEST: set()}

    def keep(side: str, node: int) -> None:
        if node >= 0:
            own[side].add(node)
            if node in partners[side]:
                own[other[side]].add(partners[side][node])

    for side, node in seen:
        keep(side, node)
    for side, nodes in [(side, sorted(nodes)) for side, nodes in own.items()]:
        for node in nodes:
            if around >= MOTHERS:
                keep(side, trees[side].parents[node])
            for below in trees[side].children[node] if around >= DAUGHTERS and (side, node) in seen else ():
                keep(side, below)
    for side, tree in trees.items():
        for root in tree.roots:
            keep(side, root)
    return own


def _within(tree: Tree, first: int, last: int, kept: set[int]) -> list[int]:
    """The nodes over some of these words, and no others, that are not seen."""
    nodes = np.flatnonzero((tree.starts >= first) & (tree.ends <= last) & (tree.starts < tree.ends)).tolist()
    return [node for node in nodes if node not in kept]


def _above_hidden(mapping: Mapping, side: str, tree: Tree, kept: set[int], gone: set[int]) -> set[int]:
    """The nodes that are seen right above some that are neither drawn nor within what is drawn as one word."""
    found = set()
    for node in range(len(tree)):
        if node not in kept and node not in gone:
            above = tree.parents[node]
            while above >= 0 and above not in kept:
                above = tree.parents[above]
            found.add(above)
    return found - {-1}


def _left_out_below(tree: Tree, top: int, kept: set[int], gone: set[int]) -> list[int]:
    found, waiting = [], list(tree.children[top])
    while waiting:
        node = waiting.pop()
        if node not in kept and node not in gone:
            found.append(node)
            waiting += tree.children[node]
    return found


def _is_changed(mapping: Mapping, side: str, node: int) -> bool:
    tree, how = (mapping.gold, mapping.operation_on_gold) if side == GOLD else (mapping.test, mapping.operation_on_test)
    return (mapping.counts_words or tree.kinds[node] != WORD) and how(node) != MATCHED


def _reduced(
    mapping: Mapping,
    trees: dict[str, Tree],
    kept: dict[str, set[int]],
    texts: dict[str, dict[int, str]],
    stands_for: dict[str, dict[int, list[int]]],
    joined: list[tuple[int, int]],
) -> Condensed:
    smaller, origins, numbers = [], {}, {}
    for side, tree in trees.items():
        mask = np.zeros(len(tree), np.bool_)
        mask[list(kept[side])] = True
        nodes = np.flatnonzero(mask).tolist()
        numbers[side] = {node: place for place, node in enumerate(nodes)}
        origins[side] = [-1 - stands_for[side][node][0] if node in stands_for[side] else node for node in nodes]
        smaller.append(kept_tree(tree, mask, texts[side], stands_for[side]))
    words = {GOLD: set(stands_for[GOLD]), TEST: set(stands_for[TEST])}
    pairs = [
        (one, other)
        for one, other in mapping.pairs
        if one in kept[GOLD] and other in kept[TEST] and one not in words[GOLD] and other not in words[TEST]
    ]
    pairs = sorted([*pairs, *joined])
    number = [(numbers[GOLD][one], numbers[TEST][other]) for one, other in pairs]
    swapped = frozenset(new for new, old in zip(number, pairs, strict=True) if old in mapping.swapped)
    hidden = {
        numbers[GOLD][one]: (stands_for[GOLD][one], stands_for[TEST][other]) for one, other in joined
    }  # fmt: skip
    small = Mapping(mapping.kind, smaller[0], smaller[1], tuple(number), swapped, mapping.counts_words)
    return Condensed(small, origins, hidden)
