"""What is drawn where annotators differ: their analyses of a sentence, and the sentence as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import Any, NamedTuple

import numpy as np

from treecompare.comparison.dependencies.drawing import columns_of, judged_between
from treecompare.drawing.arcs import GOLD, TEST, Arc, ArcBox, Column
from treecompare.drawing.arcs_drawn import ArcsDrawn
from treecompare.drawing.columns import Box
from treecompare.drawing.drawn import Telling
from treecompare.drawing.names import Names
from treecompare.drawing.trees_drawn import TreesDrawn, own_node
from treecompare.extras.annotators.adjudication import Adjudication
from treecompare.extras.annotators.differences import ARC, NODES, Difference, words_in
from treecompare.extras.annotators.settled import UNDECIDED, WordModel
from treecompare.extras.annotators.written import standing_in
from treecompare.jobs.base import Light
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED, Mapping
from treecompare.readers.conll import DependencyTreebank
from treecompare.trees.arcs import NO_HEAD
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.preparation import with_marked_tags
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, Tree, Trees

VERSUS = " ≠ "
"""Between two values of one word."""
OPEN_SIGN = "\u00a0?"
"""Behind the labels of nodes that are not decided."""


class Arcs(NamedTuple):
    """Words and arcs that are not laid out. ``gold``, ``test``: the words of both analyses, where there are two."""

    columns: Sequence[Column]
    arcs: Sequence[Arc]
    gold: Dependencies | None = None
    test: Dependencies | None = None


def sides_of(difference: Difference) -> tuple[int, int]:
    """Which two analyses are drawn against each other: the first, and the first that differs from it."""
    return 0, next(side for side, value in enumerate(difference.values) if value != difference.values[0])


def pair(
    made: Adjudication, sentence: int, sides: tuple[int, int] = (0, 1), difference: Difference | None = None
) -> Arcs | Mapping:
    """Two analyses of a sentence against each other; where a ``difference`` is no arc, its word has both values below it."""
    if made.analyses.is_dependencies:
        gold, test = _table(made, sentence, sides[0]), _table(made, sentence, sides[1])
        words = range(len(gold.form))
        columns, arcs = judged_between((gold, words), (test, words), np.arange(len(words)), str)
        if difference is not None:
            values = dict.fromkeys(difference.values[side] for side in sides)
            columns = _valued(columns, difference, VERSUS.join(map(_shown_value, values)))
        return Arcs(columns, arcs, gold, test)
    symbols = Symbols()
    trees = [_trees(made, sentence, side).translated(symbols)[0] for side in sides]
    return mapping_of(trees[0], trees[1])


def _valued(columns: Sequence[Column], difference: Difference, value: str) -> list[Column]:
    """Columns of which the word that a difference is about has its value in place of its tag, unless that is its arc."""
    place = difference.place
    return [
        replace(one, tag=value) if place.field != ARC and place.unit == str(number) else one
        for number, one in enumerate(columns, 1)
    ]


def _shown_value(value: str) -> str:
    return "–" if value in ("", "_") else value


def single(made: Adjudication, sentence: int, side: int, difference: Difference | None = None) -> Arcs | Mapping:
    """One analysis of a sentence; ``difference``: as in :func:`pair`."""
    if not made.analyses.is_dependencies:
        tree = _trees(made, sentence, side)[0]
        return mapping_of(tree, tree)
    table = _table(made, sentence, side)
    words = table[0]
    arcs_of = list(zip(words.heads.tolist(), words.relations, strict=True))
    drawn = [
        Arc(GOLD, word, head - 1, relation, MATCHED, True)
        for word, (head, relation) in enumerate(arcs_of)
        if head != NO_HEAD
    ]
    columns = columns_of(table, 0, len(arcs_of))
    if difference is not None:
        columns = _valued(columns, difference, _shown_value(difference.values[side]))
    return Arcs(columns, drawn)


def result(made: Adjudication, sentence: int, difference: Difference | None = None) -> Arcs | Mapping:
    """A sentence as it stands: arcs that are not decided are open, nodes and values that are not decided have a question mark;
    ``difference``: as in :func:`pair`."""
    if not made.analyses.is_dependencies:
        return _standing_tree(made, sentence)
    standing = _standing_arcs(made, sentence)
    if difference is None:
        return standing
    found = made.settled(sentence).results[difference.place]
    sign = OPEN_SIGN if found.source == UNDECIDED else ""
    return standing._replace(columns=_valued(standing.columns, difference, f"{_shown_value(found.value)}{sign}"))


def _standing_arcs(made: Adjudication, sentence: int) -> Arcs:
    model = made.model(sentence)
    assert isinstance(model, WordModel)
    arcs, _ = model.arcs_with(made.applied(sentence).fixed)
    results = {place.unit: one for place, one in made.settled(sentence).results.items() if place.field == ARC}
    drawn = []
    for word, (head, relation) in enumerate(arcs):
        if head == NO_HEAD:
            continue
        found = results.get(str(word + 1))
        is_open = found is not None and found.source == UNDECIDED
        is_decided = found is not None and not is_open
        drawn.append(Arc(GOLD, word, head - 1, relation, MATCHED, True, False, is_decided, is_open))
    return Arcs(columns_of(_table(made, sentence, 0), 0, len(arcs)), drawn)


def _standing_tree(made: Adjudication, sentence: int) -> Mapping:
    standing = standing_in(made, sentence)
    is_open = {
        words_in(place.unit)
        for place, one in made.settled(sentence).results.items()
        if place.field == NODES and one.source == UNDECIDED
    }
    nodes = {
        words: " ".join(f"{label}{OPEN_SIGN}" for label in labels.split(" ")) if words in is_open else labels
        for words, labels in standing.nodes.items()
    }
    tree = with_marked_tags(Trees.of_one(standing._replace(nodes=nodes).tree()[0]))[0]
    return mapping_of(tree, tree)


def _place(made: Adjudication, sentence: int, side: int) -> int:
    """Where a sentence is in a file."""
    return made.analyses.rows[made.analyses.row_of[sentence]][side]


def _table(made: Adjudication, sentence: int, side: int) -> Dependencies:
    treebank, place = made.analyses.treebanks[side], _place(made, sentence, side)
    assert isinstance(treebank, DependencyTreebank)
    return treebank.sentences.part(place, place + 1)


def _trees(made: Adjudication, sentence: int, side: int) -> Trees:
    return made.analyses.chains[side].trees.chosen([_place(made, sentence, side)])


def mapping_of(one: Tree, other: Tree) -> Mapping:
    """Nodes over the same words pair: those of the same label, and others of a chain as they follow each other, as relabelled."""
    pairs, swapped = [], []
    chains = [_chains(tree) for tree in (one, other)]
    for over, nodes in chains[0].items():
        others = chains[1].get(over, [])
        labels = [tree.label(node) for tree, of in ((one, nodes), (other, others)) for node in of]
        blocks = SequenceMatcher(None, labels[: len(nodes)], labels[len(nodes) :], autojunk=False).get_opcodes()
        for what, first, last, other_first, other_last in blocks:
            found = list(zip(nodes[first:last], others[other_first:other_last], strict=False))
            pairs += found
            swapped += found if what == "replace" else []
    words = zip(one.word_nodes.tolist(), other.word_nodes.tolist(), strict=True)
    return Mapping("E", one, other, tuple(sorted([*pairs, *words])), frozenset(swapped), counts_words=False)


def _chains(tree: Tree) -> dict[tuple[int, int], list[int]]:
    """By kind and words the nodes from the bottom: constituents, and tags."""
    found: dict[tuple[int, int], list[int]] = {}
    for node, (kind, words) in enumerate(zip(tree.kinds.tolist(), tree.word_sets, strict=True)):
        if kind in (CONSTITUENT, PRETERMINAL):
            found.setdefault((kind, words), []).append(node)
    return found


def nodes_at(mapping: Mapping, difference: Difference) -> list[tuple[str, int]]:
    """What is lit for a difference, as side and node: the nodes over its words, of a tag its node; the words where no node is."""
    trees = [(GOLD, mapping.gold)] if is_single(mapping) else [(GOLD, mapping.gold), (TEST, mapping.test)]
    return [(side, node) for side, tree in trees for node in _nodes_in(tree, difference)]


def _nodes_in(tree: Tree, difference: Difference) -> list[int]:
    words = words_in(difference.place.unit)
    kind = CONSTITUENT if difference.place.field == NODES else PRETERMINAL
    kinds, sets = tree.kinds.tolist(), tree.word_sets
    found = [node for node in range(len(tree)) if sets[node] == words and kinds[node] == kind]
    return found or [node for node in tree.word_nodes.tolist() if sets[node] & words]


# -- how it is drawn, and what is lit --------------------------------------------------------------------------------------------


def is_single(shown: Arcs | Mapping) -> bool:
    """Whether it is one analysis."""
    return shown.gold is shown.test


class AnalysedArcs(ArcsDrawn):
    """Arcs of annotators, of which none is gold, or as they stand."""

    def text_of(self, box: ArcBox) -> str:
        if box.opens:
            return super().text_of(box)
        said = [self._said(one) for one in self.arcs if one.word == box.column]
        return self._said(box.arc) if box.arc is not None else "\n".join([box.text, *said])

    def _said(self, arc: Arc) -> str:
        head = self.columns[arc.head].word if arc.head >= 0 else "the root"
        name = self.telling.names[arc.side != GOLD] if self.sides and arc.operation != MATCHED else ""
        said = f"{self.columns[arc.word].word} depends on {head} as {arc.relation}"
        return f"{f'{name}: ' if name else ''}{said}" + "\nnot decided" * arc.is_open


class AnalysedTrees(TreesDrawn):
    """Trees of annotators, of which none is gold, or the tree as it stands."""

    def text_of(self, box: Box) -> str:
        """A node, and what the other one has in its place; nothing of what it costs."""
        if box.opens:
            return super().text_of(box)
        names, here, said = self.telling.names, box.side != GOLD, self.lone_text(box)
        if box.operation == SWAPPED:
            other = self.mapping.gold if here else self.mapping.test
            return f"{said}\n{names[not here]}: {other.texts[box.partner]}"
        return f"{said}\nonly {names[here]} has it" if box.operation in (DELETED, INSERTED) else said


def drawn_of(
    shown: Arcs | Mapping, difference: Difference, names: tuple[str, str], title: str
) -> ArcsDrawn | TreesDrawn:
    """It, to be drawn in any of its ways, with what the difference is about in sight. ``names``: of both analyses; empty of one."""
    telling = Telling(names, names, Names(*names), same_said="")
    if isinstance(shown, Arcs):
        sides = {GOLD: shown.gold, TEST: shown.test} if shown.gold is not None and shown.test is not None else {}
        arcs = AnalysedArcs(telling=telling, title=title, columns=shown.columns, arcs=shown.arcs, sides=sides)
        arcs.wanted = [int(difference.place.unit) - 1]
        return arcs
    trees = AnalysedTrees(telling=telling, title=title, mapping=shown)
    trees.arrangement = "merged" if is_single(shown) else trees.arrangement
    trees.wanted = nodes_at(shown, difference)
    return trees


def lit(shown: Arcs | Mapping, difference: Difference, drawn: ArcsDrawn | TreesDrawn) -> Light:
    """What stands out for a difference in what is drawn."""
    if isinstance(drawn, TreesDrawn):
        return Light(nodes_at(drawn.mapping, difference))
    word = int(difference.place.unit) - 1
    is_arc = difference.place.field == ARC and not is_single(shown)
    sides = ((GOLD, DELETED), (TEST, INSERTED)) if is_arc else ()
    marks = [mark for side, ink in sides for mark in drawn.scene.lit_arcs(side, {word}, ink)] if drawn.scene else []
    return Light(drawn.showing([word]), marks=marks)


def difference_at(made: Adjudication, shown: Arcs | Mapping, sentence: int, box: Any) -> int | None:
    """The number of the difference that a box is about; None for none."""
    here = [(at, made.differences[at].place) for at in made.of_sentence.get(sentence, ())]
    if isinstance(shown, Arcs):
        return next((at for at, place in here if place.unit == str(box.column + 1) and not box.opens), None)
    side, node = own_node((box.side, box.node))
    tree = shown.gold if side == GOLD else shown.test
    is_node = tree.kinds[node] == CONSTITUENT
    over = (
        at for at, place in here if words_in(place.unit) == tree.word_sets[node] and (place.field == NODES) == is_node
    )
    return next(over, None)
