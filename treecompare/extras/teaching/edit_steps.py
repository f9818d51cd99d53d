"""The T edit script, a node at a time: the system's tree becomes the gold's.

What only the system has is deleted from the top, labels are changed, what only the gold has is inserted from the bottom: so
every tree on the way is one, with no bracket without words. The table's counts read from the gold to the system: what is deleted
here is their I, what is inserted their D.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.drawing.sentence import Wanted
from treecompare.extras.teaching.exercise import GOLD, TEST, Exercise
from treecompare.extras.teaching.frames import (
    Frame,
    Node,
    Script,
    Text,
    in_order,
    label_of,
    listed,
    over,
    place_of,
    score_said,
    scripts_of,
)
from treecompare.mappings.mapping import DELETED, INSERTED, SWAPPED, Mapping
from treecompare.measures.explain import number
from treecompare.readers import Treebank
from treecompare.trees.preparation import GOLD_DECIDES, NONE
from treecompare.trees.tree import CONSTITUENT, WORD, Tree, Trees

_TITLES = {"t.whole": "T edit script, whole trees", "t.roof": "T edit script, constituents only"}


def edit_scripts(comparison: ConstituentComparison, system: int, sentence: int) -> list[Script]:
    """The scripts of whole trees and of their constituents, where they are scored. None where parts of a row are mapped apart
    because sentence breaks differ."""
    is_one = comparison.table.columns["units"][system, sentence] == 1
    titles = _TITLES if is_one else {}
    return scripts_of(comparison, system, sentence, titles, _steps, lambda part: Wanted("T", part.removeprefix("t.")))


@dataclass(frozen=True, eq=False)
class _Trees:
    """Both trees of a mapping, and the trees between them."""

    comparison: ConstituentComparison
    system: int
    mapping: Mapping
    is_roof: bool
    title: str

    @cached_property
    def labels(self) -> NDArray[np.int32]:
        """The labels of the system's tree; what counts as the same is written as in the gold."""
        gold, labels = self.mapping.gold.labels, self.mapping.test.labels.copy()
        for pair in self.mapping.pairs:
            if pair not in self.mapping.swapped:
                labels[pair[1]] = gold[pair[0]]
        return labels

    def system_tree(self, gone: NDArray[np.bool_], labels: NDArray[np.int32]) -> Trees:
        return Trees.of_one(self.mapping.test).kept(~gone, labels)

    def gold_tree(self, there: NDArray[np.bool_]) -> Trees:
        return Trees.of_one(self.mapping.gold).kept(there)

    @cached_property
    def _settings(self) -> Settings:
        """Under which nothing more is done to the trees, which are prepared: words that the gold keeps stay, and words that
        differ on the way are not aligned."""
        given = self.comparison.settings
        tags = self.comparison.preparation.preterminals and not self.is_roof
        params = NONE.name if given.params in GOLD_DECIDES else given.params
        return replace(
            given, params=params, differing="skip", preterminals="yes" if tags else "no", max_length=None, crossing_branches="keep",
            with_dependencies=None,
        )  # fmt: skip

    @cached_property
    def _gold(self) -> Treebank:
        return _treebank(self.comparison.gold, Trees.of_one(self.mapping.gold))

    def exercise(self, trees: Trees) -> Exercise:
        of_system = _treebank(self.comparison.systems[self.system], trees)
        is_gold = self.comparison.is_gold
        return Exercise((self._gold,), of_system, self._settings, is_gold=is_gold, title=self.title)


def _treebank(like: Treebank, trees: Trees) -> Treebank:
    kinds = np.where(trees.kinds == WORD, WORD, CONSTITUENT).astype(np.int8)
    made = trees.changed(kinds=kinds).with_own_symbols()
    return Treebank(like.name, like.path, like.format, made, np.ones(1, np.int64))


class _Counter:
    """What has been done and what is left."""

    def __init__(self, mapping: Mapping) -> None:
        counts = mapping.counts
        self._of = {"deleted": counts["inserted"], "relabelled": counts["swapped"], "inserted": counts["deleted"]}
        self._done = dict.fromkeys(self._of, 0)
        self._cost, self._all = 0.0, mapping.cost

    def count(self, what: str, cost: float = 1.0) -> None:
        self._done[what] += 1
        self._cost += cost

    @property
    def figure(self) -> str:
        """``cost 2 of 5: deleted 2 of 2, inserted 0 of 3``."""
        parts = [f"{what} {done} of {self._of[what]}" for what, done in self._done.items() if self._of[what]]
        # sums of label costs need not be exact in the last digit
        cost = number(round(self._cost, 6))
        return f"cost {cost} of {number(self._all)}{': ' if parts else ''}{', '.join(parts)}"


def _steps(comparison: ConstituentComparison, system: int, sentence: int, part: str) -> Iterator[Frame]:
    mapping = comparison.mapping(system, sentence, "T", part.removeprefix("t."))
    assert mapping is not None
    say, gold, test = comparison.names(system).told, mapping.gold, mapping.test
    made = _Trees(comparison, system, mapping, part == "t.roof", comparison.sentence_title(system, sentence))
    counter = _Counter(mapping)
    gone, labels = np.zeros(len(test), np.bool_), made.labels.copy()
    begin = say(
        "The system's tree becomes the gold's, node by node: what is not in the gold is deleted, other labels are changed, "
        "what is missing is inserted. The formula goes from the gold to the system's tree: deleted here is inserted there "
        "(I), inserted here is deleted there (D)."
    )
    yield Frame(begin, counter.figure, exercise=made.exercise(made.system_tree(gone, labels)))
    for node in in_order(test, (node for node in range(len(test)) if node not in mapping.gold_of_test)):
        counter.count("deleted")
        gone[node] = True
        number_of = np.cumsum(~gone) - 1
        mother = test.parents[node]
        while mother >= 0 and gone[mother]:
            mother = test.parents[mother]
        daughters = test.children[node]  # all are there: mothers go first
        lit = _on(TEST, number_of, daughters or [mother] * (mother >= 0))
        text = _deleted(say, test, node, mother)
        yield Frame(text, counter.figure, INSERTED, made.exercise(made.system_tree(gone, labels)), lit)
    number_of = np.cumsum(~gone) - 1
    done: list[int] = []
    """Nodes of the gold that the system's tree did not have."""
    for gold_node, node in sorted(mapping.swapped, key=lambda pair: place_of(test, pair[1])):
        cost = mapping.swap_cost(gold_node, node)
        counter.count("relabelled", cost)
        labels[node] = gold.labels[gold_node]
        before = [*_on(TEST, number_of, [mapping.test_of_gold[one] for one in done]), *((GOLD, one) for one in done)]
        here = (TEST, int(number_of[node])), (GOLD, gold_node)
        done.append(gold_node)
        text, tree = _relabelled(say, mapping, gold_node, node, cost), made.system_tree(gone, labels)
        yield Frame(text, counter.figure, SWAPPED, made.exercise(tree), here, tuple(before))
    there = np.zeros(len(gold), np.bool_)
    there[[node for node, _ in mapping.pairs]] = True
    for node in range(len(gold)):
        if there[node]:
            continue
        counter.count("inserted")
        there[node] = True
        number_of = np.cumsum(there) - 1
        before = [*_on(TEST, number_of, done), *((GOLD, one) for one in done)]
        here = (TEST, int(number_of[node])), (GOLD, node)
        done.append(node)
        text, tree = _inserted(say, gold, node, there), made.gold_tree(there)
        yield Frame(text, counter.figure, DELETED, made.exercise(tree), here, tuple(before))
    yield Frame(
        _end(comparison, system, sentence, part, mapping), counter.figure, exercise=made.exercise(made.gold_tree(there)),
        done=tuple((side, one) for one in done for side in (TEST, GOLD)),
    )  # fmt: skip


def _on(side: str, number_of: NDArray[np.int64], nodes: Sequence[int]) -> tuple[Node, ...]:
    return tuple((side, int(number_of[node])) for node in nodes)


def _deleted(say: Text, tree: Tree, node: int, mother: int) -> str:
    if tree.kinds[node] == WORD:
        return say("Delete the word {0}: it has no counterpart in the gold.").format(over(tree, node))
    daughters = tree.children[node]
    if not daughters:
        return say("Delete {0}: it has no counterpart in the gold.").format(over(tree, node))
    names, moves = listed([_short(tree, one) for one in daughters]), "moves" if len(daughters) == 1 else "move"
    to = say(" to {0}").format(label_of(tree, mother)) if mother >= 0 else ""
    return say("Delete {0}: it has no counterpart in the gold; {1} {2} up{3}.").format(
        over(tree, node), names, moves, to
    )


def _relabelled(say: Text, mapping: Mapping, gold: int, test: int, cost: float) -> str:
    new = _short(mapping.gold, gold)
    costs = "" if cost == 1 else f"; this costs {number(cost)}"
    if mapping.test.kinds[test] == WORD:
        return say("Change the word {0} to {1}, as the gold has it{2}.").format(over(mapping.test, test), new, costs)
    return say("Relabel {0} as {1}, as the gold has it{2}.").format(over(mapping.test, test), new, costs)


def _inserted(say: Text, tree: Tree, node: int, there: NDArray[np.bool_]) -> str:
    mother = tree.parents[node]
    while mother >= 0 and not there[mother]:
        mother = tree.parents[mother]
    under = say(" under {0}").format(label_of(tree, mother)) if mother >= 0 else say(" on top")
    if tree.kinds[node] == WORD:
        return say("Insert the word {0}{1}: not in the system.").format(over(tree, node), under)
    return say("Insert {0}{1}: not in the system.").format(over(tree, node), under)


def _short(tree: Tree, node: int) -> str:
    return over(tree, node) if tree.kinds[node] == WORD else label_of(tree, node)


def _end(comparison: ConstituentComparison, system: int, sentence: int, part: str, mapping: Mapping) -> str:
    say, counts = comparison.names(system).told, mapping.counts
    same = say("The system's tree has become the gold's")
    deleted, relabelled, inserted = (
        counts[name] for name in ("inserted", "swapped", "deleted")
    )  # seen from the system
    made = f"{deleted} deleted, {relabelled} relabelled, {inserted} inserted"
    formula = f"The formula goes the other way: I = {deleted}, S = {relabelled}, D = {inserted}"
    scores = score_said(comparison, system, sentence, [f"{part}.dice", f"{part}.jaccard"])
    was = say("From this cost, the scores of the tree as it was")
    return f"{same}: {made}, cost {number(mapping.cost)}. {formula}. {was}: {scores}."
