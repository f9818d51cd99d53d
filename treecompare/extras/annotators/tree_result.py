"""Constituents as they were decided, in the first file's format: sentences in which nothing else stands are kept as they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from treecompare.extras.annotators.node_chains import EDGE_MARK
from treecompare.extras.annotators.settled import nested
from treecompare.readers.treebank import Treebank
from treecompare.trees.annotations import ABSENT, EDGE, LEMMA, MORPH, Extras
from treecompare.trees.edge_labels import DASH, labels_with_edges, without_edges
from treecompare.trees.preparation import WRAPPERS
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import WORD, Tree, TreeBuilder, Trees

WITH_EDGES = ("export", "tigerxml", "cgel")
"""Formats that have labels of edges apart."""


class Standing:
    """What stands in a sentence. ``nodes``: labels from the top, with blanks between them, by sets of words (bits); ``tags``:
    of the words, empty for none."""

    def __init__(self, words: Sequence[str], nodes: Mapping[int, str], tags: Sequence[str]) -> None:
        self.words, self.nodes, self.tags = words, nodes, tags

    def tree(self, wrapper: str | None = None, symbols: Symbols | None = None) -> Trees:
        """As a tree, under a wrapper of that label; None: without one."""
        build = TreeBuilder(symbols)
        below = nested(self.nodes)
        positions: list[int] = []

        def word(number: int) -> None:
            if self.tags[number]:
                build.open(self.tags[number])
            build.word(self.words[number])
            positions.append(number)
            if self.tags[number]:
                build.close()
                positions.append(0)

        whole = (1 << len(self.words)) - 1
        todo: list[tuple[str, int]] = [("set", 0)]
        if wrapper is not None:
            build.open(wrapper)
        while todo:
            what, words = todo.pop()
            if what == "word":
                word(words)
            elif what == "close":
                for _ in _labels(self.nodes[words]):
                    build.close()
                    positions.append(0)
            else:
                for label in _labels(self.nodes.get(words, "")):
                    build.open(label)
                inside = below[words]
                alone = (words or whole) & ~sum(inside)
                daughters = [("set", one) for one in inside]
                daughters += [("word", number) for number in range(len(self.words)) if alone >> number & 1]
                daughters.sort(key=lambda one: one[1] if one[0] == "word" else (one[1] & -one[1]).bit_length() - 1)
                todo += ([("close", words)] if words else []) + daughters[::-1]
        if wrapper is not None:
            build.close()
            positions.append(0)
        build.end_sentence()
        made = build.trees()
        order = [one for one, kind in zip(positions, made.kinds.tolist(), strict=True) if kind == WORD]
        if order != sorted(order):
            made = replace(made, extras=Extras(np.array(positions, np.int64)))
        return made


def _labels(chain: str) -> list[str]:
    return chain.split(" ") if chain else []


def with_results(treebank: Treebank, standing: Mapping[int, Standing]) -> Treebank:
    """The treebank with other trees in some of its sentences (from 0), in its own format where that can be written."""
    has_edges = treebank.format in WITH_EDGES
    kept = treebank.trees if has_edges else _merged(treebank.trees)
    parts: list[Trees] = []
    done = 0
    for sentence in sorted(standing):
        if done < sentence:
            parts.append(kept.part(done, sentence))
        before = treebank.trees[sentence]
        made = standing[sentence].tree(_wrapper(before), kept.symbols)
        parts.append(_with_columns(made, before) if has_edges else _dashed(made, treebank.trees))
        done = sentence + 1
    if done < len(kept):
        parts.append(kept.part(done, len(kept)))
    return replace(treebank, trees=Trees.joined(parts))


def _wrapper(tree: Tree) -> str | None:
    """The label of the wrapper that the sentence has; an unlabelled one where brackets need it to be read as one sentence."""
    roots = tree.roots
    if len(roots) == 1 and tree.label(roots[0]) in WRAPPERS and tree.kinds[roots[0]] != WORD:
        return tree.label(roots[0])
    return None


def _merged(trees: Trees) -> Trees:
    """Edges as parts of labels, as formats have it that have no edges: ``NP-Subj``."""
    labels = labels_with_edges(trees, trees.labels, trees.symbols, DASH)
    return trees if labels is trees.labels else without_edges(replace(trees, labels=labels))


def _dashed(made: Trees, before: Trees) -> Trees:
    """The same labels in a tree that was made, where ``before`` has edges."""
    if before.extras is None or EDGE not in before.extras.columns:
        return made
    symbols = made.symbols
    changed = {
        number: symbols.number(DASH.join(symbols[number].rsplit(EDGE_MARK, 1)))
        for number in set(made.labels[made.kinds != WORD].tolist())
        if EDGE_MARK in symbols[number][1:]
    }
    labels = [
        changed.get(number, number) if kind != WORD else number
        for number, kind in zip(made.labels.tolist(), made.kinds.tolist(), strict=True)
    ]
    return replace(made, labels=np.array(labels, np.int32))


def _with_columns(made: Trees, before: Tree) -> Trees:
    """Edges in a column of their own; lemmas and morphology of the words stay."""
    symbols = made.symbols
    labels, edges = made.labels.copy(), np.full(len(made.labels), ABSENT, np.int32)
    kinds = made.kinds.tolist()
    for node, number in enumerate(made.labels.tolist()):
        label, mark, edge = symbols[number].rpartition(EDGE_MARK)
        if kinds[node] != WORD and mark and label:
            labels[node], edges[node] = symbols.number(label), symbols.number(edge)
    columns = {EDGE: edges}
    tree = made[0]
    old = before.extras.columns if before.extras is not None else {}
    for name in (LEMMA, MORPH):
        if name in old and len(tree.word_nodes) == len(before.word_nodes):  # else traces are gone
            columns[name] = np.full(len(labels), ABSENT, np.int32)
            for new, known in zip(tree.word_nodes.tolist(), before.word_nodes.tolist(), strict=True):
                for above in range(2):  # of the word, and of its tag behind it
                    if new + above < len(labels) and known + above < len(old[name]):
                        columns[name][new + above] = old[name][known + above]
    positions = made.extras.positions if made.extras is not None else None
    now = replace(made, labels=labels, extras=Extras(positions, columns))
    return replace(now, extras=Extras(positions, columns, _secondary(now[0], before)))


def secondary_edges(tree: Tree) -> int:
    """How many a tree has."""
    extras = tree.extras
    return 0 if extras is None or extras.secondary is None else len(extras.secondary)


def _secondary(now: Tree, before: Tree) -> NDArray[np.int64] | None:
    """The secondary edges of a tree, both of whose nodes are in another one, with the same label and edge over the same words."""
    if before.extras is None or before.extras.secondary is None or len(now.word_nodes) != len(before.word_nodes):
        return None
    places: dict[tuple[object, ...], int] = {_key(now, node): node for node in range(len(now))}
    ends = [
        (places.get(_key(before, node)), places.get(_key(before, mother)), label)
        for node, mother, label in before.extras.secondary.tolist()
    ]
    kept = sorted(one for one in ends if one[0] is not None and one[1] is not None)
    return np.array(kept, np.int64) if kept else None


def _key(tree: Tree, node: int) -> tuple[object, ...]:
    edges = tree.extras.columns.get(EDGE) if tree.extras is not None else None
    edge = -1 if edges is None else int(edges[node])
    return tree.word_sets[node], tree.texts[node], tree.symbols[edge] if edge >= 0 else "", tree.kinds[node] == WORD
