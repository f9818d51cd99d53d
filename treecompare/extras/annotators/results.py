"""The consensus of several treebanks as it is shown and written.

The consensus of several trees of constituents: first which sets of words are nodes, and how many, then their labels.
A set of words has as many nodes as more than half of the voters give it, strictly: two sets that cross cannot both pass. The labels
of its nodes, from the top, are the chain of most weight among the voters with just so many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from treecompare.errors import UsageError, counted
from treecompare.extras.annotators import dependency_consensus
from treecompare.extras.annotators.dependency_consensus import KINDS
from treecompare.extras.annotators.settled import tree_over
from treecompare.extras.annotators.several import MISSING, Ballot, Several, Words, chains_of, most_weight
from treecompare.readers import DependencyTreebank, Treebank
from treecompare.readers.brackets import read_brackets
from treecompare.readers.conll import read_conllu
from treecompare.readers.treebank import AnyTreebank, of_kind
from treecompare.reading import whole_number
from treecompare.scores.result import Column, ResultTable, Value, count_column, share_column, text_column
from treecompare.trees.characters import plain_forms
from treecompare.trees.preparation import WRAPPERS, has_preterminals, terminals, without_traces
from treecompare.trees.tree import Tree, Trees
from treecompare.trees.writing import NO_TREE, safe, tree_text

Chain = tuple[str, ...]
"""Labels of the nodes over a set of words, from the top."""


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


def prepared(treebank: Treebank) -> Trees:
    """Without traces, with tags marked as such: all that is prepared here."""
    bare = without_traces(treebank.trees)
    return terminals(bare, has_preterminals(bare))


def _wrapper(tree: Tree) -> int:
    """The outermost node, if it is only a wrapper; else -1."""
    return tree.roots[0] if len(tree.roots) == 1 and tree.label(tree.roots[0]) in WRAPPERS else -1


def consensus(several: Several, weights: Sequence[int]) -> Iterator[DecidedTree]:
    """The consensus of each row; ``weights``: of the analyses, whole numbers from 0."""
    tables = [prepared(one) for one in of_kind(several.treebanks, Treebank)]
    plain = [_plain_words(one) for one in tables]
    for number, row, others in several.ballots(weights):
        there = [file for file, at in enumerate(row) if at != MISSING and weights[file] > 0 and plain[file][row[file]]]
        voters = most_weight({file: plain[file][row[file]] for file in there}, weights)
        told = (*others, *(f"{several.names[file]}: other words" for file in there if file not in voters))
        if not voters:
            yield DecidedTree(number, (), "nobody who votes has it", told, [], [], [])
            continue
        trees = [tables[file][row[file]] for file in voters]
        found = [chains_of(tree, without=_wrapper(tree)) for tree in trees]
        votes = [weights[file] for file in voters]
        nodes = vote([chains for chains, _ in found], votes)
        tags = [
            dependency_consensus.voted(of_word, votes) for of_word in zip(*(tags for _, tags in found), strict=True)
        ]
        yield DecidedTree(number, tuple(voters), "", told, nodes, tags, trees[0].words)


def _plain_words(trees: Trees) -> list[Words]:
    plain = plain_forms(trees.symbols.texts)
    forms = [plain[number] for number in trees.labels[trees.word_nodes].tolist()]
    ends = np.cumsum(trees.word_counts).tolist()
    return [tuple(forms[a:b]) for a, b in zip([0, *ends], ends, strict=False)]


def vote(chains: Sequence[dict[int, list[str]]], weights: Sequence[int]) -> list[Node]:
    """The nodes that more than half of the weight has, in preorder; ``chains``: per voter the labels over each set of words."""
    total = sum(weights)
    nodes = []
    for words in {words for one in chains for words in one}:
        of_voters = [tuple(one.get(words, ())) for one in chains]

        def at_least(count: int, of_voters: Sequence[Chain] = of_voters) -> int:
            return sum(weight for chain, weight in zip(of_voters, weights, strict=True) if len(chain) >= count)

        most = 0
        while 2 * at_least(most + 1) > total:
            most += 1
        if not most:
            continue
        sums: dict[Chain, int] = {}
        for chain, weight in zip(of_voters, weights, strict=True):
            if len(chain) == most:
                sums[chain] = sums.get(chain, 0) + weight
        best = max(sums, key=sums.__getitem__)
        nodes += [Node(words, level, label, at_least(level), sums[best]) for level, label in enumerate(best, 1)]
    return sorted(nodes, key=lambda node: (node.words & -node.words, -node.words.bit_count(), node.words, node.level))


def bracketed(one: DecidedTree) -> str:
    """The tree under a wrapper without a label; where branches cross, each word with its place, from 0."""
    if one.reason:
        return NO_TREE
    chains: dict[int, list[str]] = {}
    for node in one.nodes:
        chains.setdefault(node.words, []).append(node.label)
    made = tree_over([safe(form) or "_" for form in one.forms], chains, one.tags, "")
    return f"{tree_text(made[0], False, made.extras is not None)[:-1]} )"


def _places(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def node_rows(several: Several, weights: Sequence[int], found: Sequence[DecidedTree]) -> list[list[str]]:
    """The table of all nodes, as scripts compare it; ``end`` is the first word behind the node, words in parts are told as such."""
    heads = ["systems", "weights", "line", "start", "end", "level", "label", "span_votes", "chain_votes"]
    rows = [heads]
    lines = [one.lines.tolist() for one in of_kind(several.treebanks, Treebank)]
    names, said = ",".join(several.names), ",".join(map(str, weights))
    for one in (tree for tree in found if tree.nodes):  # where all say "(())" there is no line
        at = several.rows[one.row]
        line = next(lines[file][place] for file, place in enumerate(at) if place != MISSING)
        for node in one.nodes:
            places = list(_places(node.words))
            whole = places[-1] - places[0] + 1 == len(places)
            span = [str(places[0]), str(places[-1] + 1)] if whole else ["+".join(map(str, places)), "-"]
            votes = [str(node.span_votes), str(node.chain_votes)]
            rows.append([names, said, str(line), *span, str(node.level), node.label, *votes])
    return rows


@dataclass(frozen=True, eq=False)
class Consensus:
    """``text``: the treebank; ``tables``: those that scripts compare; ``told``: who did not vote, and why."""

    text: str
    tables: dict[str, list[list[str]]]
    summary: ResultTable
    told: list[str]


def consensus_of(several: Several, weights: Sequence[int], fewest_roots: bool = True) -> Consensus:
    """The consensus of dependencies or of constituents."""
    title = f"Consensus of {', '.join(several.names)}"
    if isinstance(several.treebanks[0], DependencyTreebank):
        found = list(dependency_consensus.consensus(several, weights, fewest_roots))
        kinds = Counter(kind for one in found for kind in one.kinds)
        words = sum(kinds.values())
        rows: list[Sequence[Value]] = [(kind, kinds[kind], kinds[kind] / words) for kind in KINDS if kinds[kind]]
        columns = [text_column("kind"), count_column("words"), share_column("% of words", key="share")]
        tables = {"words": dependency_consensus.word_rows(several, weights, found)}
        text = dependency_consensus.as_conllu(several, weights, found)
        notes = [*_left_out(found), *_enhanced(several), _two(weights)]
        return Consensus(text, tables, _table(title, columns, rows, notes), told(several, found))
    trees = list(consensus(several, weights))
    spans = [node for one in trees for node in one.nodes]
    totals = {one.row: sum(weights[file] for file in one.voters) for one in trees}
    everybody = sum(node.chain_votes == totals[one.row] for one in trees for node in one.nodes)
    fewer = sum(2 * node.chain_votes <= totals[one.row] for one in trees for node in one.nodes)
    counts = {
        "all voters have the node with its label": everybody,
        "more than half have it with its label": len(spans) - everybody - fewer,
        "more than half have a node, fewer this label": fewer,
    }
    shares: list[Sequence[Value]] = [
        (what, count, count / len(spans) if spans else None) for what, count in counts.items()
    ]
    columns = [text_column("nodes where"), count_column("nodes"), share_column("% of nodes", key="share")]
    tables = {"nodes": node_rows(several, weights, trees)}
    text = "".join(f"{bracketed(one)}\n" for one in trees)
    return Consensus(text, tables, _table(title, columns, shares, _left_out(trees)), told(several, trees))


def _table(title: str, columns: Sequence[Column], rows: Sequence[Sequence[Value]], notes: Sequence[str]) -> ResultTable:
    return ResultTable(title, tuple(columns), [list(row) for row in rows], note="\n".join(one for one in notes if one))


def _left_out(found: Sequence[Ballot]) -> list[str]:
    without = [one for one in found if one.reason]
    return [f"without a consensus: {counted(len(without), 'sentence')}"] if without else []


def _enhanced(several: Several) -> list[str]:
    """What is not voted on, and goes."""
    said = []
    for one in of_kind(several.treebanks, DependencyTreebank):
        empty = one.sentences.symbols.find("_")
        words = int((one.sentences.deps != (-1 if empty is None else empty)).sum())
        if nodes := len(one.sentences.empty_nodes.first):
            said.append(f"{one.name}: {counted(words, 'word')}, {counted(nodes, 'empty node')}")
        elif words:
            said.append(f"{one.name}: {counted(words, 'word')}")
    return [f"DEPS and empty nodes are not voted on and are left out ({'; '.join(said)})."] if said else []


def _two(weights: Sequence[int]) -> str:
    voting = [weight for weight in weights if weight]
    is_first = len(voting) == 2 and voting[0] == voting[1]
    if not is_first:
        return ""
    return "Of two files with equal votes the consensus is the first one; only where both agree does it say anything."


def told(several: Several, found: Sequence[Ballot], most: int = 10) -> list[str]:
    """Who did not vote on a sentence, and why; at most ``most`` lines, and how many more there are."""
    lines = []
    for one in found:
        name = several.ids[one.row]
        lines += [f"{name}: no vote of {said}" for said in one.told]
        if one.reason:
            lines.append(f"{name}: no consensus: {one.reason}")
    more = [f"… and {len(lines) - most:,} more"] if len(lines) > most else []
    return lines[:most] + more


MOST_WEIGHT = 1_000_000


def weights_of(text: str, files: int) -> list[int]:
    """``2,1,1``: a whole number from 0 for each file, or 1 each for none. Raises UsageError: it is something else, or all are 0."""
    if not text:
        return [1] * files
    given = [whole_number(one.strip(), MOST_WEIGHT + 1) for one in text.split(",")]
    weights = [one for one in given if one is not None and one <= MOST_WEIGHT]
    if len(weights) != files or len(given) != files or not any(weights):
        raise UsageError(
            f"weights {text[:40]}: expected {files} whole numbers from 0, not all 0, as in {','.join('1' * files)}"
        )
    return weights


def consensus_system(voters: Sequence[AnyTreebank], weights: str, path: str, name: str) -> AnyTreebank:
    """One tree of all voters; sentences without one have none. Raises UsageError: there are fewer than two voters or too many, they
    have no sentences in common, or ``weights`` are none."""
    several = Several.of(voters)
    votes = weights_of(weights, len(voters))
    if isinstance(voters[0], DependencyTreebank):
        found = list(dependency_consensus.consensus(several, votes, True))
        text = dependency_consensus.as_conllu(several, votes, found)
        if not text:
            raise UsageError(f"{path}: no sentence has a consensus; expected analyses of the same words that are trees")
        return read_conllu(text.encode("utf-8", "replace"), path, name)
    trees = list(consensus(several, votes))
    lines = "".join(f"{bracketed(one)}\n" for one in trees)
    made = read_brackets(lines.encode("utf-8", "replace"), path, name)
    return made.with_fields(ids=[several.ids[one.row] for one in trees] if voters[0].ids is not None else None)
