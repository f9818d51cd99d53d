"""The consensus of trees of constituents: first which sets of words are nodes, and how many, then their labels.

A set of words has as many nodes as more than half of the voters give it, strictly: two sets that cross cannot both pass. The labels
of its nodes, from the top, are the chain of most weight among the voters with just so many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from treecompare.extras.annotators.dependency_consensus import voted
from treecompare.extras.annotators.settled import tree_over
from treecompare.extras.annotators.several import MISSING, Ballot, Several, chains_of, words_of
from treecompare.readers import Treebank
from treecompare.readers.treebank import of_kind
from treecompare.trees.preparation import WRAPPERS, has_preterminals, terminals, without_traces
from treecompare.trees.tree import Tree
from treecompare.trees.writing import NO_TREE, safe, tree_text


@dataclass(frozen=True)
class Node:
    """``words``: as bits; ``level``: 1 at the top of the nodes over these words; ``span_votes``: weight of the voters with at least
    so many nodes there; ``chain_votes``: of those with the same labels."""

    words: int
    level: int
    label: str
    span_votes: int
    chain_votes: int


@dataclass(frozen=True, eq=False)
class DecidedTree(Ballot):
    """The consensus of a sentence: ``nodes`` in preorder, ``tags`` per word (empty: none), ``forms``."""

    nodes: list[Node]
    tags: list[str]
    forms: list[str]


def prepared(treebank: Treebank) -> Treebank:
    """Without traces, with tags marked as such: all that is prepared here."""
    bare = without_traces(treebank.trees)
    return replace(treebank, trees=terminals(bare, has_preterminals(bare)))


def _wrapper(tree: Tree) -> int:
    """The outermost node, if it is only a wrapper; else -1."""
    return tree.roots[0] if len(tree.roots) == 1 and tree.label(tree.roots[0]) in WRAPPERS else -1


def consensus(several: Several, weights: Sequence[int]) -> Iterator[DecidedTree]:
    """The consensus of each row; ``weights``: of the analyses, whole numbers from 0."""
    banks = [prepared(one) for one in of_kind(several.treebanks, Treebank)]
    for ballot in several.ballots(weights, list(map(words_of, banks))):
        if ballot.reason:
            yield DecidedTree(**vars(ballot), nodes=[], tags=[], forms=[])
            continue
        trees = [banks[file].trees[several.rows[ballot.row][file]] for file in ballot.voters]
        found = [chains_of(tree, without=_wrapper(tree)) for tree in trees]
        votes = [weights[file] for file in ballot.voters]
        nodes = vote([chains for chains, _ in found], votes)
        tags = [voted(of_word, votes) for of_word in zip(*(tags for _, tags in found), strict=True)]
        yield DecidedTree(**vars(ballot), nodes=nodes, tags=tags, forms=trees[0].words)


def vote(chains: Sequence[dict[int, list[str]]], weights: Sequence[int]) -> list[Node]:
    """The nodes that more than half of the weight has, in preorder; ``chains``: per voter the labels over each set of words."""
    nodes = []
    for words in {words for one in chains for words in one}:
        of_voters = [(tuple(one.get(words, ())), weight) for one, weight in zip(chains, weights, strict=True)]
        levels = range(1, 1 + max(len(chain) for chain, _ in of_voters))
        votes = [sum(weight for chain, weight in of_voters if len(chain) >= level) for level in levels]
        most = sum(2 * one > sum(weights) for one in votes)
        if not most:
            continue
        sums: dict[tuple[str, ...], int] = {}
        for chain, weight in of_voters:
            if len(chain) == most:
                sums[chain] = sums.get(chain, 0) + weight
        best = max(sums, key=sums.__getitem__)
        nodes += [Node(words, level, label, votes[level - 1], sums[best]) for level, label in enumerate(best, 1)]
    return sorted(nodes, key=lambda node: (node.words & -node.words, -node.words.bit_count(), node.words, node.level))


def as_brackets(found: Sequence[DecidedTree]) -> str:
    """A line each."""
    return "".join(f"{bracketed(one)}\n" for one in found)


def bracketed(one: DecidedTree) -> str:
    """The tree under a wrapper without a label; where branches cross, each word with its place, from 0."""
    if one.reason:
        return NO_TREE
    chains: dict[int, list[str]] = {}
    for node in one.nodes:
        chains.setdefault(node.words, []).append(node.label)
    made = tree_over([safe(form) or "_" for form in one.forms], chains, one.tags, "")
    return f"{tree_text(made[0], False, made.extras is not None)[:-1]} )"


def node_rows(several: Several, weights: Sequence[int], found: Sequence[DecidedTree]) -> list[list[str]]:
    """The table of all nodes, as scripts compare it; ``end`` is the first word behind the node, words in parts are told as such."""
    rows = [["systems", "weights", "line", "start", "end", "level", "label", "span_votes", "chain_votes"]]
    lines = [one.lines.tolist() for one in of_kind(several.treebanks, Treebank)]
    names, said = ",".join(several.names), ",".join(map(str, weights))
    for one in (tree for tree in found if tree.nodes):  # where all say "(())" there is no line
        at = several.rows[one.row]
        line = next(lines[file][place] for file, place in enumerate(at) if place != MISSING)
        for node in one.nodes:
            places = [place for place in range(node.words.bit_length()) if node.words >> place & 1]
            whole = places[-1] - places[0] + 1 == len(places)
            span = [str(places[0]), str(places[-1] + 1)] if whole else ["+".join(map(str, places)), "-"]
            votes = [str(node.span_votes), str(node.chain_votes)]
            rows.append([names, said, str(line), *span, str(node.level), node.label, *votes])
    return rows


def counts_of(found: Sequence[DecidedTree], weights: Sequence[int]) -> dict[str, int]:
    """How many nodes have how many votes."""
    nodes = [(node, sum(weights[file] for file in one.voters)) for one in found for node in one.nodes]
    everybody = sum(node.chain_votes == total for node, total in nodes)
    fewer = sum(2 * node.chain_votes <= total for node, total in nodes)
    return {
        "all voters have the node with its label": everybody,
        "more than half have it with its label": len(nodes) - everybody - fewer,
        "more than half have a node, fewer this label": fewer,
    }
