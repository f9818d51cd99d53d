"""What a tree pattern finds in treebanks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from treecompare.analyses.result import ResultTable, Value, count_column, text_column
from treecompare.readers import Treebank
from treecompare.trees.expressions import one_query
from treecompare.trees.patterns import Pattern
from treecompare.trees.preparation import Parameters, has_preterminals, prepare, terminals
from treecompare.trees.tree import Tree, Trees


def _prepared(treebank: Treebank, params: Parameters, preterminals: bool | None) -> Trees:
    tags = has_preterminals(treebank.trees) if preterminals is None else preterminals
    return prepare(terminals(treebank.trees, tags), params)


def _searched(
    treebanks: Sequence[Treebank], pattern: Pattern, params: Parameters, preterminals: bool | None
) -> list[tuple[Treebank, Trees, NDArray[np.bool_]]]:
    """Treebanks with their prepared trees, and which nodes match."""
    prepared = [_prepared(treebank, params, preterminals) for treebank in treebanks]
    with one_query():
        return [(treebank, trees, pattern.nodes(trees)) for treebank, trees in zip(treebanks, prepared, strict=True)]


def match_table(
    treebanks: Sequence[Treebank], pattern: Pattern, params: Parameters, preterminals: bool | None = None
) -> ResultTable:
    """A row per node that matches: treebank, sentence, its bracket, the words of the sentence."""
    rows: list[list[Value]] = []
    for treebank, trees, found in _searched(treebanks, pattern, params, preterminals):
        nodes = np.flatnonzero(found)
        sentences = np.searchsorted(trees.offsets, nodes, "right") - 1
        for node, sentence in zip(nodes.tolist(), sentences.tolist(), strict=True):
            tree = trees[sentence]
            name = treebank.ids[sentence] if treebank.ids and sentence < len(treebank.ids) else ""
            bracket = _below(tree, node - int(trees.offsets[sentence]))
            rows.append([treebank.name, sentence + 1, name, bracket, " ".join(tree.words)])
    return ResultTable(
        f"Nodes that match {pattern.text}",
        (
            text_column("treebank"), count_column("sentence"), text_column("id"), text_column("node"), text_column("words"),
        ),
        rows,
        f"{len(rows)} nodes. Trees prepared by '{params.name}'.",
    )  # fmt: skip


def count_table(
    treebanks: Sequence[Treebank], pattern: Pattern, params: Parameters, preterminals: bool | None = None
) -> ResultTable:
    """A row per treebank: how many nodes match, in how many sentences of how many."""
    rows: list[list[Value]] = []
    for treebank, trees, nodes in _searched(treebanks, pattern, params, preterminals):
        rows.append([treebank.name, int(nodes.sum()), int((trees.totals(nodes) > 0).sum()), len(trees)])
    return ResultTable(
        f"Nodes that match {pattern.text}",
        (text_column("treebank"), count_column("nodes"), count_column("in sentences"), count_column("of sentences")),
        rows,
        f"Trees prepared by '{params.name}'.",
    )


def _below(tree: Tree, node: int) -> str:
    """The subtree of a node as bracket text."""
    here = slice(node + 1 - int(tree.sizes[node]), node + 1)
    return Tree(tree.symbols, tree.labels[here], tree.kinds[here], tree.sizes[here]).brackets()
