"""What a pattern finds in treebanks by themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from treecompare.comparison.hits import PatternHits, find
from treecompare.comparison.sides import prepared_by, sides_of_trees, sides_of_words
from treecompare.errors import UsageError
from treecompare.readers import AnyTreebank, DependencyTreebank, Treebank, of_kind, of_one_kind
from treecompare.scores.result import ResultTable, Value, count_column, text_column
from treecompare.trees.expressions import Allowance, far, one_query
from treecompare.trees.joined_patterns import GOLD, Joined
from treecompare.trees.preparation import Parameters, has_preterminals, prepare, terminals
from treecompare.trees.tree import Tree, Trees

NODES = 1_000_000
"""So many nodes are searched together, so that memory does not grow with the treebank."""


class _Block(NamedTuple):
    """Some sentences of a treebank, from ``first`` on: the prepared trees, if it holds trees, and what is found in them."""

    treebank: AnyTreebank
    first: int
    trees: Trees | None
    hits: PatternHits


def _blocks(trees: Trees, preterminals: bool | None, params: Parameters) -> Iterator[tuple[int, Trees]]:
    """Prepared trees, block by block, each with its first sentence; one block at least."""
    tags = has_preterminals(trees) if preterminals is None else preterminals
    first = 0
    while first < len(trees) or first == 0:
        last = int(np.searchsorted(trees.offsets, trees.offsets[first] + NODES, "right")) - 1
        last = min(max(last, first + 1), len(trees))
        yield first, prepare(terminals(trees.part(first, last), tags), params)
        first = max(last, 1)


def _check(pattern: Joined) -> None:
    if not pattern.only_gold:
        named = next(part.side for part in pattern.parts if part.side not in ("", GOLD))
        raise UsageError(
            f"the pattern names {named}:, and these are treebanks by themselves; expected --gold FILE besides"
        )


def _searched(
    treebanks: Sequence[AnyTreebank], pattern: Joined, params: Parameters, preterminals: bool | None
) -> Iterator[_Block]:
    """What is found in treebanks, block by block."""
    _check(pattern)
    for treebank in treebanks:
        if isinstance(treebank, Treebank):
            left = Allowance()
            for first, trees in _blocks(treebank.trees, preterminals, params):
                try:
                    with one_query(left=left):
                        hits = find(pattern.on_gold(), sides_of_trees(trees))
                except UsageError as error:
                    raise far(error, first, len(treebank.trees), treebank.path) from error
                yield _Block(treebank, first, trees, hits)
        else:
            words = of_one_kind(treebank, DependencyTreebank).sentences
            with one_query():
                hits = find(pattern.on_gold(), sides_of_words(words))
            yield _Block(treebank, 0, None, hits)


def match_table(
    treebanks: Sequence[AnyTreebank], pattern: Joined, params: Parameters, preterminals: bool | None = None
) -> ResultTable:
    """A row per node that matches, or per choice of nodes for the pattern's variables: treebank, sentence, nodes, words of the
    sentence."""
    names = pattern.variables
    rows: list[list[Value]] = []
    for treebank, first, trees, hits in _searched(treebanks, pattern, params, preterminals):
        columns = [hits.nodes[name, GOLD] for name in names] or [_nodes(hits)]
        sentences = hits.sides.of[GOLD].rows(columns[0])
        for sentence, *nodes in zip(sentences.tolist(), *(column.tolist() for column in columns), strict=True):
            place = first + sentence
            name = treebank.ids[place] if treebank.ids and place < len(treebank.ids) else ""
            rows.append([treebank.name, place + 1, name, *_shown(treebank, trees, sentence, nodes)])
    return ResultTable(
        f"Nodes that match {pattern.text}",
        (
            text_column("treebank"), count_column("sentence"), text_column("id"), *map(text_column, names or ["node"]),
            text_column("words"),
        ),
        rows,
        f"{len(rows)} {'hits' if names else 'nodes'}.{_preparation(treebanks, params)}",
    )  # fmt: skip


def count_table(
    treebanks: Sequence[AnyTreebank], pattern: Joined, params: Parameters, preterminals: bool | None = None
) -> ResultTable:
    """A row per treebank: how many nodes match, in how many sentences of how many; or per what hits are counted by."""
    rows: list[list[Value]] = []
    for treebank in treebanks:
        counts: Counter[tuple[str, ...]] = Counter()
        within: Counter[tuple[str, ...]] = Counter()
        sentences = 0
        for _, _, _, hits in _searched([treebank], pattern, params, preterminals):
            side = hits.sides.of[GOLD]
            sentences += hits.sides.rows
            if pattern.count_by:
                columns = [side.value(by, hits.nodes[by.variable, GOLD]) for by in pattern.count_by]
                kinds = list(zip(*columns, strict=True))
                counts.update(kinds)
                within.update(kind for kind, _ in {*zip(kinds, hits.rows.tolist(), strict=True)})
            else:
                counts[()] += len(hits) if pattern.variables else len(_nodes(hits))
                within[()] += int(hits.matches.sum())
        for kind, number in sorted(counts.items(), key=lambda one: (-one[1], one[0])):
            rows.append([treebank.name, *kind, number, within[kind], sentences])
    return ResultTable(
        f"Nodes that match {pattern.text}",
        (
            text_column("treebank"), *(text_column(by.text) for by in pattern.count_by),
            count_column("hits" if pattern.variables else "nodes"), count_column("in sentences"), count_column("of sentences"),
        ),
        rows,
        _preparation(treebanks, params).strip(),
    )  # fmt: skip


def _nodes(hits: PatternHits) -> np.ndarray:
    """The nodes that a pattern without variables finds."""
    nodes = hits.others[GOLD]
    found: np.ndarray = nodes[hits.matches[hits.sides.of[GOLD].rows(nodes)]]
    return found


def _preparation(treebanks: Sequence[AnyTreebank], params: Parameters) -> str:
    return f" {prepared_by(params)}" if of_kind(treebanks, Treebank) else ""


def _shown(treebank: AnyTreebank, trees: Trees | None, sentence: int, nodes: Sequence[int]) -> list[Value]:
    """Nodes of a sentence and its words, for people."""
    if trees is not None:
        tree, first = trees[sentence], int(trees.offsets[sentence])
        return [*(_below(tree, node - first) for node in nodes), " ".join(tree.words)]
    words = of_one_kind(treebank, DependencyTreebank).sentences
    texts = (f"{words.symbols[words.form[word]]}/{words.symbols[words.deprel[word]]}" for word in nodes)
    return [*texts, " ".join(words[sentence].words)]


def _below(tree: Tree, node: int) -> str:
    """The subtree of a node as bracket text."""
    here = slice(node + 1 - int(tree.sizes[node]), node + 1)
    return Tree(tree.symbols, tree.labels[here], tree.kinds[here], tree.sizes[here]).brackets()
