"""One sentence of a dependency comparison as two graphs: the basic tree, and the enhanced graph with its empty nodes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from treecompare.comparison.dependencies.arcs import laid_out, side_arcs, words_in_columns
from treecompare.drawing.arcs import GOLD, NOWHERE, TEST, Arc, Column
from treecompare.drawing.graph_arcs import BASIC, ENHANCED, GraphArc, GraphDrawing
from treecompare.mappings.empty_nodes import empty_counterparts, empty_sentences
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED
from treecompare.measures.words import WordScores
from treecompare.trees.arcs import ROOT
from treecompare.trees.dependencies import COLUMNS, Dependencies
from treecompare.trees.enhanced import edges_of, node_name, node_sentences


def graphs_of(
    scores: WordScores,
    sentence: int,
    compared: Callable[[str], str],
    right_to_left: bool = False,
    width: float | None = None,
) -> GraphDrawing:
    """The basic trees of both analyses of a sentence that is aligned as one, and so their enhanced graphs, ready to be drawn."""
    gold, test, alignment = scores.gold, scores.test, scores.alignment
    words = range(*gold.offsets[sentence : sentence + 2].tolist())
    others = np.flatnonzero(alignment.sentence_of_test == sentence).tolist()
    columns, *of_words = words_in_columns((gold, words), (test, others), alignment.test_of_gold)
    columns, places = _with_empty_nodes(columns, scores, sentence, of_words)
    sides = tuple(zip((GOLD, TEST), (gold, test), places, strict=True))
    basic, enhanced = ([make(*side) for side in sides] for make in (_basic, _edges))
    arcs = _merged(BASIC, basic, enhanced, compared) + _merged(ENHANCED, enhanced, basic, str)
    drawn = laid_out(columns, arcs, right_to_left, width, GraphDrawing)
    assert isinstance(drawn, GraphDrawing)
    return drawn


def _with_empty_nodes(
    columns: list[Column], scores: WordScores, sentence: int, of_words: Sequence[dict[int, int]]
) -> tuple[list[Column], list[dict[int, int]]]:
    """The columns with empty nodes behind the words that they follow, and of either side the column of each node."""
    gold, test, alignment = scores.gold, scores.test, scores.alignment
    partners = empty_counterparts(gold, test, alignment, sentence)
    there = [
        np.flatnonzero(of == sentence).tolist()
        for of in (node_sentences(gold)[gold.words :], empty_sentences(test, alignment))
    ]
    paired = set(partners[there[1]].tolist())
    keys: list[tuple[int, int]] = [(place, 0) for place in range(len(columns))]
    found = list(columns)
    place_of: list[dict[int, int]] = [dict(one) for one in of_words]
    for side, words, nodes in ((0, gold, there[0]), (1, test, there[1])):
        for node in nodes:
            partner = int(partners[node]) if side else NOWHERE
            if partner >= 0:
                place_of[1][test.words + node] = place_of[0][gold.words + partner]
                continue
            empty = words.empty_nodes
            form, tag = (words.symbols[empty.columns[COLUMNS.index(name), node]] for name in ("form", "upos"))
            name = node_name(words, words.words + node)
            is_paired = not side and node in paired
            first = int(words.offsets[node_sentences(words)[words.words + node]])
            after = int(empty.after[node])
            follows = of_words[side].get(first + after - 1, len(columns) - 1) if after else -1
            place_of[side][words.words + node] = len(found)
            keys.append((follows, len(found)))
            operation = MATCHED if is_paired else (DELETED, INSERTED)[side]
            word, said = (name, tag) if form == "_" else (form, f"{name} {tag}")
            found.append(Column(word, said.replace("_", "").strip(), operation, empty=name))
    order = sorted(range(len(found)), key=keys.__getitem__)
    new = {old: place for place, old in enumerate(order)}
    return [found[old] for old in order], [{node: new[old] for node, old in one.items()} for one in place_of]


def _basic(side: str, words: Dependencies, column_of: dict[int, int]) -> list[Arc]:
    return side_arcs(side, words, {node: column for node, column in column_of.items() if node < words.words})


def _edges(side: str, words: Dependencies, column_of: dict[int, int]) -> list[Arc]:
    """The enhanced edges of the nodes that have a column, of which those are left out whose heads have none."""
    edges = edges_of(words)
    edges = edges.chosen(np.isin(edges.owners, list(column_of))).once
    found = zip(edges.owners.tolist(), edges.parents.tolist(), range(len(edges)), strict=True)
    return [
        Arc(side, column_of[owner], column_of.get(parent, -1), edges.path(edge), MATCHED)
        for owner, parent, edge in found
        if parent == ROOT or parent in column_of
    ]


def _merged(
    graph: str, both: Sequence[list[Arc]], other_graph: Sequence[list[Arc]], compared: Callable[[str], str]
) -> list[GraphArc]:
    """A graph of gold and system as one: what both have, what has another relation there, what only one has."""
    known = [{(arc.word, arc.head, arc.relation) for arc in arcs} for arcs in other_graph]

    def merged(arc: Arc, operation: str, side: int, other: str = "") -> GraphArc:
        is_alone = (arc.word, arc.head, arc.relation) not in known[side]
        return GraphArc(graph, arc.word, arc.head, arc.relation, operation, is_alone=is_alone, other=other)

    found: list[GraphArc] = []
    gold, test = (list(arcs) for arcs in both)
    for operation in (MATCHED, SWAPPED):
        for arc in list(gold):
            wanted = compared(arc.relation)
            partner = next(
                (
                    one
                    for one in test
                    if (one.word, one.head) == (arc.word, arc.head)
                    and (operation == SWAPPED or compared(one.relation) == wanted)
                ),
                None,
            )
            if partner is not None:
                gold.remove(arc)
                test.remove(partner)
                found.append(merged(arc, operation, 0, partner.relation if operation == SWAPPED else ""))
    return [*found, *(merged(arc, DELETED, 0) for arc in gold), *(merged(arc, INSERTED, 1) for arc in test)]
