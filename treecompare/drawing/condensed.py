"""Both trees made smaller where they are the same: runs of words become one, chains of nodes become one. No Qt.

A *part* is a node under which both trees are the same, not within a larger one. Parts that are sisters and follow each other in
both trees make a run, ``… 12 words …``. A *chain* leads down through matched nodes of which each has one daughter that is not a
part: ``⋮ 18`` stands for all but its ends, and the parts beside it are attached there.

Where that leaves no room for what a step is about, only nodes that are to be seen stay, with their partners and mothers. Words
between their ends become one, ``the … hat``; ``S ⋮`` has nodes below it, ``≠`` differences, that are not drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from treecompare.drawing.columns import GOLD, OTHER_SIDE, TEST, Key, ends_text, words_in_line
from treecompare.mappings.mapping import MATCHED, Mapping
from treecompare.trees.columns import sums_before
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import WORD, Tree

RUNS, CHAINS = "runs", "chains"
BOTH = RUNS, CHAINS
"""What is condensed: runs make a drawing narrower, chains make it lower."""
SEEN = 1 << 30
"""Added to a gold node that is opened: a chain leaves that node in sight, and no more."""
FOLDS = ("parts", *BOTH)
"""What can be folded: parts that are the same in both trees, runs of them, chains."""
LEAST_RUN, LEAST_CHAIN = 4, 3
"""So many words make a run, so many nodes between its ends a chain; less is drawn."""


def opened_as(opened: Collection[int]) -> str:
    """What is not folded, in writing: ``12`` a gold node, ``r12`` the run that begins with it, ``c12`` it within a chain."""
    signs = (f"r{-1 - one}" if one < 0 else f"c{one - SEEN}" if one >= SEEN else str(one) for one in sorted(opened))
    return ",".join(signs)


def opened_from(written: str) -> frozenset[int]:
    """The same, read. Raises ValueError: it is not that."""
    read = {"r": lambda node: -1 - node, "c": lambda node: SEEN + node}
    return frozenset(read[one[0]](int(one[1:])) if one[:1] in read else int(one) for one in written.split(","))


def identical(mapping: Mapping) -> list[bool]:
    """For each gold node whether both trees are the same under it: mapped node by node without a swap.

    Nothing is, over which branches cross in either tree: folded, its words would not stand where they belong.
    """
    gold, test = mapping.gold, mapping.test
    in_line = words_in_line(mapping)
    same = [False] * len(gold)
    for node in range(len(gold)):
        partner = mapping.test_of_gold.get(node)
        if partner is None or (node, partner) in mapping.swapped or gold.sizes[node] != test.sizes[partner]:
            continue
        daughters, others = gold.children[node], test.children[partner]
        same[node] = len(daughters) == len(others) and all(
            same[one] and mapping.test_of_gold[one] == other for one, other in zip(daughters, others, strict=True)
        )
        if in_line is not None:
            same[node] &= gold.kinds[node] != WORD or node in in_line
            same[node] &= is_continuous(gold, node) and is_continuous(test, partner)
    return same


def parts_of_same(mapping: Mapping) -> list[bool]:
    """As :func:`identical`; in trees that are the same throughout, the way from the root down through the longest daughters is no
    part, so that what hangs on it can be folded."""
    same, gold = identical(mapping), mapping.gold
    node = gold.parents.index(-1) if all(same) and len(gold) else -1
    while node >= 0:
        same[node] = False
        below = [one for one in gold.children[node] if gold.ends[one] - gold.starts[one] >= 2]
        node = max(below, key=lambda one: int(gold.ends[one] - gold.starts[one]), default=-1)
    return same


def is_continuous(tree: Tree, node: int) -> bool:
    """Whether the words of a node follow each other in the sentence."""
    words = int(tree.postorder_ends[node] - tree.postorder_starts[node])
    return int(tree.ends[node] - tree.starts[node]) == words


@dataclass(frozen=True)
class Condensed:
    """The smaller trees and their mapping.

    ``origins``: per side, the node that each node stands for; ``-1 - node`` for a run that begins with that node.
    ``hidden``: what a run or a chain stands for, by its number among the smaller gold tree's nodes: the nodes of the gold, and
    those of the test.
    """

    mapping: Mapping
    origins: dict[str, list[int]]
    hidden: dict[int, tuple[list[int], list[int]]]


def condensed(mapping: Mapping, opened: Collection[int] = (), what: Collection[str] = BOTH) -> Condensed:
    """Condenses RUNS, CHAINS or BOTH. ``opened``: the first gold nodes of chains, and ``-1 - node`` of runs, that stay as they are;
    SEEN and a gold node: a chain is two, above and below it."""
    same = parts_of_same(mapping)
    gold, partner = mapping.gold, mapping.test_of_gold
    whole = [chain for chain in _chains(mapping, same) if chain[0] not in opened] if CHAINS in what else []
    chains = [piece for chain in whole for piece in _pieces(chain, opened)]
    above = {one: chain[0] for chain in chains for one in chain[1:]}
    runs = [run for run in _runs(mapping, same, above) if -1 - run[0] not in opened] if RUNS in what else []
    within = {one for run in runs for one in range(run[0] - int(gold.sizes[run[0]]) + 1, run[-1] + 1)}
    chains = [chain for chain in chains if not within.issuperset(chain)]
    said = {chain[0]: f"⋮ {len(chain)}" for chain in chains}
    for run in runs:
        said[run[-1]] = f"… {sum(int(gold.ends[one] - gold.starts[one]) for one in run)} words …"
    kept, texts, stands_for = {}, {}, {}
    for side, tree in mapping.trees.items():
        own = range(len(gold)) if side == GOLD else partner
        gone = {own[node] for chain in chains for node in chain[1:]}
        for run in runs:
            gone |= set(range(own[run[0]] - int(tree.sizes[own[run[0]]]) + 1, own[run[-1]]))
        kept[side] = set(range(len(tree))) - gone
        texts[side] = {own[node]: text for node, text in said.items()}
        stands_for[side] = {own[run[-1]]: [own[node] for node in run] for run in runs}
    return _reduced(mapping, kept, texts, stands_for, chains)


def kept_tree(tree: Tree, kept: NDArray[np.bool_], texts: dict[int, str], words: Collection[int]) -> Tree:
    """A tree of those nodes only, some with another text, some as words."""
    shown = np.flatnonzero(kept)
    counted = sums_before(kept)
    symbols = Symbols()
    labels = [symbols.number(texts.get(node, tree.texts[node])) for node in shown.tolist()]
    kinds = tree.kinds[shown].copy()
    kinds[[node in words for node in shown.tolist()]] = WORD
    sizes = counted[shown + 1] - counted[shown + 1 - tree.sizes[shown]]
    extras = None
    if tree.extras is not None:
        own = tree.extras.taken(shown, len(tree))
        numbers = np.zeros(len(tree.symbols), np.int32)
        used = {one for column in own.columns.values() for one in column.tolist() if one >= 0}
        if own.secondary is not None:
            used |= set(own.secondary[:, 2].tolist())
        for number in used:
            numbers[number] = symbols.number(tree.symbols[number])
        extras = replace(
            own.translated(numbers), positions=tree.starts[shown].astype(np.int64) if tree.is_crossing else None
        )
    return Tree(symbols, np.array(labels, np.int32), kinds, sizes.astype(np.int32), extras)


def _chains(mapping: Mapping, same: Sequence[bool]) -> list[list[int]]:
    """The gold nodes between the ends of each chain, from the top."""
    below = {node: found for node in range(len(mapping.gold)) if (found := _below(mapping, same, node)) >= 0}
    chains = []
    for top in sorted(set(below) - set(below.values()), reverse=True):
        chain = [below[top]]
        while chain[-1] in below:
            chain.append(below[chain[-1]])
        if len(chain) > LEAST_CHAIN:
            chains.append(chain[:-1])
    return chains


def _pieces(chain: list[int], opened: Collection[int]) -> list[list[int]]:
    """What is left of a chain between the nodes that are to be seen."""
    pieces: list[list[int]] = [[]]
    for node in chain:
        if SEEN + node in opened:
            pieces.append([])
        else:
            pieces[-1].append(node)
    return [piece for piece in pieces if len(piece) >= (LEAST_CHAIN if len(pieces) == 1 else 2)]


def _below(mapping: Mapping, same: Sequence[bool], node: int) -> int:
    """The one daughter by which a chain goes on; -1 where it ends."""
    partner = mapping.test_of_gold.get(node, -1)
    if partner < 0 or (node, partner) in mapping.swapped:
        return -1
    daughters, others = mapping.gold.children[node], mapping.test.children[partner]
    if len(daughters) != len(others) or not daughters:
        return -1
    if any(mapping.test_of_gold.get(one) != other for one, other in zip(daughters, others, strict=True)):
        return -1
    on = [one for one in daughters if not same[one]] if len(daughters) > 1 else daughters
    if len(on) != 1 or mapping.gold.kinds[on[0]] == WORD or (on[0], mapping.test_of_gold[on[0]]) in mapping.swapped:
        return -1
    return on[0]


def _runs(mapping: Mapping, same: Sequence[bool], above: dict[int, int]) -> list[list[int]]:
    """Sisters in both trees that follow each other and are parts, under mothers that are mapped: what moved is seen.

    ``above``: by which node of its chain a gold node is replaced.
    """
    gold, test = mapping.gold, mapping.test
    in_test = {mapping.test_of_gold[one]: mapping.test_of_gold[other] for one, other in above.items()}
    next_sister = {}
    sisters: dict[int, int] = {}
    for node, parent in enumerate(test.parents):
        if node in in_test:
            continue
        mother = in_test.get(parent, parent)
        if mother in sisters:
            next_sister[sisters[mother]] = node
        sisters[mother] = node
    runs: list[list[int]] = []
    last: dict[int, int] = {}
    open_runs: dict[int, list[int]] = {}
    for node, parent in enumerate(gold.parents):
        if node in above:
            continue
        mother = above.get(parent, parent)
        before = last.get(mother, -1)
        last[mother] = node
        is_attached = (
            mapping.test_of_gold.get(parent, -1) == test.parents[mapping.test_of_gold[node]] if same[node] else False
        )
        if not is_attached or parent < 0 or same[parent]:
            open_runs.pop(mother, None)
            continue
        run = open_runs.get(mother)
        follows = run is not None and next_sister.get(mapping.test_of_gold[before]) == mapping.test_of_gold[node]
        follows = follows and all(
            tree.ends[own[before]] == tree.starts[own[node]]
            for tree, own in ((gold, range(len(gold))), (test, mapping.test_of_gold))
        )
        if run is None or not follows:
            run = open_runs[mother] = []
            runs.append(run)
        run.append(node)
    return [
        run for run in runs if len(run) > 1 and sum(int(gold.ends[one] - gold.starts[one]) for one in run) >= LEAST_RUN
    ]


# -- reduced to what a step is about -----------------------------------------------------------------------------------

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
        for side, operations in mapping.operations.items()
        for node, operation in enumerate(operations)
        if operation != MATCHED
    ]


def upper_nodes(mapping: Mapping, levels: int) -> list[Key]:
    """The nodes of the first levels below the roots, but for words."""
    found: list[Key] = []
    for side, tree in mapping.trees.items():
        depths = [0] * len(tree)
        for node in reversed(range(len(tree))):
            depths[node] = depths[tree.parents[node]] + 1 if tree.parents[node] >= 0 else 0
        found += [(side, node) for node in range(len(tree)) if depths[node] <= levels and tree.kinds[node] != WORD]
    return found


def focused(mapping: Mapping, seen: Collection[Key], around: int = DAUGHTERS) -> Condensed:
    """The smaller trees. ``seen``: the nodes that stay, as (side, node); the roots do anyway."""
    trees = mapping.trees
    kept = _kept_nodes(mapping, seen, around)
    bounds = sorted(
        {0, len(mapping.gold.words)}
        | {int(end) for side, tree in trees.items() for node in kept[side] for end in (tree.starts[node], tree.ends[node])}
    )  # fmt: skip
    texts: dict[str, dict[int, str]] = {GOLD: {}, TEST: {}}
    stands_for: dict[str, dict[int, list[int]]] = {GOLD: {}, TEST: {}}
    """What is drawn as one word, by the node of its last word."""
    for first, last in pairwise(bounds):
        ends = {side: int(tree.word_nodes[last - 1]) for side, tree in trees.items()}
        inside = {side: _within(tree, first, last, kept[side]) for side, tree in trees.items()}
        is_word_seen = any(ends[side] in kept[side] for side in trees)
        if not is_word_seen and any(nodes != [ends[side]] for side, nodes in inside.items()):
            differs = any(mapping.operations[side][node] != MATCHED for side, nodes in inside.items() for node in nodes)
            text = ends_text(mapping.gold.words[first:last]) + f" {DIFFER}" * differs
            for side, word in ends.items():
                texts[side][word], stands_for[side][word] = text, inside[side]
        for side, word in ends.items():
            kept[side].add(word)
    for side, tree in trees.items():
        gone = {node for inside in stands_for[side].values() for node in inside}
        for node in _above_hidden(mapping, side, tree, kept[side], gone):
            differs = any(
                mapping.operations[side][one] != MATCHED for one in _left_out_below(tree, node, kept[side], gone)
            )
            texts[side][node] = f"{tree.texts[node]} {LEFT_OUT}" + DIFFER * differs
    return _reduced(mapping, kept, texts, stands_for)


def _kept_nodes(mapping: Mapping, seen: Collection[Key], around: int) -> dict[str, set[int]]:
    own: dict[str, set[int]] = {GOLD: set(), TEST: set()}

    def keep(side: str, node: int) -> None:
        if node >= 0:
            own[side].add(node)
            if node in mapping.partners[side]:
                own[OTHER_SIDE[side]].add(mapping.partners[side][node])

    for side, node in seen:
        keep(side, node)
    for side, nodes in [(side, sorted(nodes)) for side, nodes in own.items()]:
        for node in nodes:
            if around >= MOTHERS:
                keep(side, mapping.trees[side].parents[node])
            for below in mapping.trees[side].children[node] if around >= DAUGHTERS and (side, node) in seen else ():
                keep(side, below)
    for side, tree in mapping.trees.items():
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


def _reduced(
    mapping: Mapping,
    kept: dict[str, set[int]],
    texts: dict[str, dict[int, str]],
    stands_for: dict[str, dict[int, list[int]]],
    chains: Sequence[list[int]] = (),
) -> Condensed:
    """Trees of the nodes that are ``kept``, some with other ``texts``. ``stands_for``: per side, of what is drawn as one word in
    both trees, by the node of its last word, which nodes that are; ``chains``: the gold nodes that the first of each stands for."""
    smaller, origins, numbers = [], {}, {}
    for side, tree in mapping.trees.items():
        mask = np.zeros(len(tree), np.bool_)
        mask[list(kept[side])] = True
        nodes = np.flatnonzero(mask).tolist()
        numbers[side] = {node: place for place, node in enumerate(nodes)}
        origins[side] = [-1 - stands_for[side][node][0] if node in stands_for[side] else node for node in nodes]
        smaller.append(kept_tree(tree, mask, texts[side], stands_for[side]))
    joined, partner = list(zip(stands_for[GOLD], stands_for[TEST], strict=True)), mapping.test_of_gold
    whole = {side: nodes - stands_for[side].keys() for side, nodes in kept.items()}
    pairs = sorted([*joined, *(pair for pair in mapping.pairs if pair[0] in whole[GOLD] and pair[1] in whole[TEST])])
    number = [(numbers[GOLD][one], numbers[TEST][other]) for one, other in pairs]
    swapped = frozenset(new for new, old in zip(number, pairs, strict=True) if old in mapping.swapped)
    hidden = {numbers[GOLD][chain[0]]: (chain, [partner[one] for one in chain]) for chain in chains}
    hidden |= {numbers[GOLD][one]: (stands_for[GOLD][one], stands_for[TEST][other]) for one, other in joined}
    small = Mapping(mapping.kind, smaller[0], smaller[1], tuple(number), swapped, mapping.counts_words)
    return Condensed(small, origins, hidden)
