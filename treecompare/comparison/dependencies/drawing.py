"""A sentence of a dependency comparison drawn: what analyses say as arcs, and as graphs, in every format."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from treecompare.drawing.arc_layout import alike_runs, layout_arcs
from treecompare.drawing.arcs import (
    BASIC,
    ENHANCED,
    GOLD,
    NOWHERE,
    TEST,
    Arc,
    ArcDrawing,
    Column,
    GraphArc,
    GraphDrawing,
    arcs_as_text,
)
from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.sentence import SentenceDrawing, Wanted
from treecompare.mappings.empty_nodes import empty_counterparts, empty_sentences
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED
from treecompare.measures.words import WordScores
from treecompare.trees.annotations import MADE_ARC
from treecompare.trees.arcs import ROOT, UNATTACHED, Arcs, check
from treecompare.trees.columns import gathered
from treecompare.trees.dependencies import COLUMNS, Dependencies
from treecompare.trees.enhanced import edges_of, node_name, node_sentences


def arcs_of(
    scores: WordScores,
    sentence: int,
    compared: Callable[[str], str],
    right_to_left: bool = False,
    width: float | None = None,
) -> ArcDrawing:
    """Both analyses of a sentence that is aligned, ready to be drawn: see :func:`arcs_between`."""
    alignment, gold, test = scores.alignment, scores.gold, scores.test
    words = range(*gold.offsets[sentence : sentence + 2].tolist())
    others = np.flatnonzero(alignment.sentence_of_test == sentence).tolist()
    return arcs_between((gold, words), (test, others), alignment.test_of_gold, compared, right_to_left, width)


def arcs_between(
    of_gold: tuple[Dependencies, Sequence[int]],
    of_test: tuple[Dependencies, Sequence[int]],
    test_of_gold: NDArray[np.int64],
    compared: Callable[[str], str],
    right_to_left: bool = False,
    width: float | None = None,
) -> ArcDrawing:
    """Two analyses of the same text, ready to be drawn: of each the treebank and the words, ascending.

    ``test_of_gold``: per word of the gold its partner, negative for none. ``compared``: a relation as it is compared. ``width``:
    where rows break, None for one row; words among which nothing differs are folded if there is not room for all in one row.
    """
    columns, arcs = judged_between(of_gold, of_test, test_of_gold, compared)
    return laid_out(columns, arcs, right_to_left, width)


def judged_between(
    of_gold: tuple[Dependencies, Sequence[int]],
    of_test: tuple[Dependencies, Sequence[int]],
    test_of_gold: NDArray[np.int64],
    compared: Callable[[str], str],
) -> tuple[list[Column], list[Arc]]:
    """The words and arcs of two analyses, not laid out; see :func:`arcs_between`."""
    columns, column_of_gold, column_of_test = words_in_columns(of_gold, of_test, test_of_gold)
    arcs = side_arcs(GOLD, of_gold[0], column_of_gold) + side_arcs(TEST, of_test[0], column_of_test)
    return columns, _judged(arcs, compared)


def laid_out(
    columns: list[Column],
    arcs: Sequence[Arc],
    right_to_left: bool,
    width: float | None,
    kind: type[ArcDrawing] = ArcDrawing,
) -> ArcDrawing:
    """In one row; where there is not room for all, in several rows, with words folded among which nothing differs."""
    drawn = layout_arcs(columns, arcs, right_to_left, width=width, kind=kind)
    if len(drawn.rows) == 1:
        return drawn
    return layout_arcs(columns, arcs, right_to_left, width=width, folded=alike_runs(columns, arcs), kind=kind)


def words_in_columns(
    of_gold: tuple[Dependencies, Sequence[int]],
    of_test: tuple[Dependencies, Sequence[int]],
    test_of_gold: NDArray[np.int64],
) -> tuple[list[Column], dict[int, int], dict[int, int]]:
    """The words of both in one row, and the column of each word of either."""
    (gold, gold_words), (test, test_words) = of_gold, of_test
    waiting = deque(test_words)
    twins = set(test_of_gold[list(gold_words)].tolist())
    column_of_gold, column_of_test = {}, {}
    columns: list[Column] = []

    def add(side: Dependencies, word: int, operation: str) -> int:
        texts = side.symbols.texts
        is_gold = side is gold
        columns.append(
            Column(
                texts[side.form[word]], texts[side.upos[word]].replace("_", ""), operation,
                gold=word if is_gold else NOWHERE, test=NOWHERE if is_gold else word,
            )
        )  # fmt: skip
        return len(columns) - 1

    for word in gold_words:
        twin = int(test_of_gold[word])
        while twin >= 0 and waiting and waiting[0] < twin:
            other = waiting.popleft()
            if other not in twins:
                column_of_test[other] = add(test, other, INSERTED)
        column_of_gold[word] = add(gold, word, MATCHED if twin >= 0 else DELETED)
        if twin >= 0:
            column_of_test[twin] = column_of_gold[word]
            columns[-1] = replace(columns[-1], test=twin)
    for other in waiting:
        if other not in twins:
            column_of_test[other] = add(test, other, INSERTED)
    return columns, column_of_gold, column_of_test


def columns_of(words: Dependencies, first: int, last: int) -> list[Column]:
    """Words of a gold, from ``first`` to before ``last``, as columns of a drawing."""
    texts = words.symbols.texts
    return [
        Column(texts[words.form[word]], texts[words.upos[word]].replace("_", ""), gold=word)
        for word in range(first, last)
    ]


def side_arcs(side: str, words: Dependencies, column_of: dict[int, int]) -> list[Arc]:
    """The arcs of the words that have a column and a head, without those whose heads have no column."""
    sentences = np.unique(words.sentence_of[list(column_of)])
    places = gathered(words.offsets, sentences)
    crossing = set(places[check(Arcs(words.head, words.offsets).chosen(sentences)).non_projective].tolist())
    found = []
    for word, column in column_of.items():
        parent = int(words.parents[word])
        if parent == UNATTACHED or (parent >= 0 and parent not in column_of):
            continue  # a head in another sentence of the other treebank has no place here
        head = column_of[parent] if parent >= 0 else -1
        is_made = MADE_ARC in words.symbols.texts[words.misc[word]].split("|")
        relation = words.symbols.texts[words.deprel[word]]
        found.append(Arc(side, column, head, relation, MATCHED, word not in crossing, is_made=is_made))
    return found


def _judged(arcs: list[Arc], compared: Callable[[str], str]) -> list[Arc]:
    """The same arcs, each with what became of it: both have it, under another relation, only one has it."""
    heads = {side: {arc.word: arc for arc in arcs if arc.side == side} for side in (GOLD, TEST)}
    judged = []
    for arc in arcs:
        other = heads[TEST if arc.side == GOLD else GOLD].get(arc.word)
        is_relabelled = other is not None and compared(other.relation) != compared(arc.relation)
        if other is None or other.head != arc.head:
            operation = DELETED if arc.side == GOLD else INSERTED
        else:
            operation = SWAPPED if is_relabelled else MATCHED
        judged.append(replace(arc, operation=operation, is_relabelled=is_relabelled))
    return judged


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


@dataclass(frozen=True)
class ArcsDrawing(SentenceDrawing):
    """``signature``: of LAS."""

    of: ClassVar = "dependencies"

    arcs: ArcDrawing
    wanted: Wanted
    title: str
    signature: str
    names: Names = PLAIN

    def scene(self) -> ArcDrawing:
        return self.arcs

    @property
    def comment(self) -> str:
        return f"{self.title}\n{self.signature}"

    def text(self) -> str:
        return arcs_as_text(self.arcs, self.names)

    def as_object(self) -> dict[str, Any]:
        """The words of both sides in one row, and all arcs; words count from 1, 0 is the root."""
        arcs = [
            {
                "side": arc.side,
                "word": arc.word + 1,
                "head": arc.head + 1,
                "relation": arc.relation,
                "operation": arc.operation,
            }
            for arc in self.arcs.arcs
        ]
        return {"words": [one.word for one in self.arcs.columns], "arcs": arcs}


@dataclass(frozen=True)
class GraphsDrawing(ArcsDrawing):
    """The basic tree and the enhanced graph. ``signature``: of ELAS."""

    def as_object(self) -> dict[str, Any]:
        """Words and empty nodes of both sides in one row, and the arcs of both graphs; by their numbers, ``5.1``, 0 is the root."""
        drawing = self.arcs
        nodes = [
            {"number": number, "word": one.word, "empty": bool(one.empty), "operation": one.operation}
            for number, one in zip(drawing.numbers, drawing.columns, strict=True)
        ]
        arcs = [
            {
                "graph": arc.side,
                "word": drawing.number(arc.word),
                "head": drawing.number(arc.head),
                "relation": arc.relation,
                "system_relation": getattr(arc, "other", "") or None,
                "operation": arc.operation,
                "only_here": arc.is_alone,
            }
            for arc in drawing.arcs
        ]
        return {"words": nodes, "arcs": arcs}
