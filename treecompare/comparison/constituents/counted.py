"""Which nodes a count of a score stands for: what lights up in the drawing when the count is clicked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.constituents.functions import matched_functions
from treecompare.comparison.constituents.table import DISCONTINUOUS_PARTS, MOVE_PART, SETS_PART
from treecompare.drawing.drawn import Drawn
from treecompare.drawing.sentence import Wanted
from treecompare.drawing.stacked import StackDrawn
from treecompare.drawing.trees_drawn import TreesDrawn
from treecompare.mappings.mapping import Mapping
from treecompare.mappings.moves import NodePairs, SharedSpans
from treecompare.mappings.sets import is_discontinuous, spans_of
from treecompare.mappings.spans import crossing_nodes, tag_pairs
from treecompare.measures import measure
from treecompare.measures.constituents import FUNCTION_PART, SAME_PART
from treecompare.measures.measure import JUDGED_PART
from treecompare.trees.tree import PRETERMINAL, Trees

Node = tuple[str, int]
"""``gold`` or ``test``, and the node's number in the tree that is drawn (postorder, 0-based)."""


WantedMapping = tuple[str, str, bool]
"""Which mapping is drawn: kind (E or T), part (whole or roof), whether it is labelled."""


def drawn_as(part: str, now: WantedMapping = ("T", "whole", True)) -> WantedMapping:
    """The mapping in whose drawing the counts of a part are seen.

    Leaf-Ancestor has no mapping of its own: its words and lineages are seen in what is drawn ``now``, with tags in the whole tree.
    """
    if part.startswith("la"):
        return now[0], "whole" if part == "la.tags" else now[1], now[2]
    if part == "tags":
        return "E", "whole", True
    if part == MOVE_PART:
        return "T", "whole", True
    if part == SETS_PART:
        return "E", "roof", False
    kind, trees, *rest = part.split(".")
    return kind.upper(), "roof" if trees == "discontinuous" else trees, not rest


def drawn_for(comparison: ConstituentComparison, part: str, wanted: Wanted) -> Wanted:
    """See ``comparison/lit.py``: the mapping that is counted; what is counted beside trees is seen in any."""
    if comparison.table.of(part).is_beside:
        return wanted
    mapping, of, labelled = drawn_as(part, (wanted.mapping, wanted.part, wanted.labelled))
    return replace(wanted, mapping=mapping, part=of, labelled=labelled)


def mapping_of(key: str) -> WantedMapping | None:
    """The mapping that a measure counts; None if it counts none of the trees."""
    part = measure(key).part
    return drawn_as(part) if part == "tags" or part.startswith(("e.", "t.")) else None


def lit(
    comparison: ConstituentComparison, system: int, sentence: int, part: str, count: str, wanted: Wanted, drawn: Drawn
) -> list[Any]:
    """See ``comparison/lit.py``: nodes of the mapping that is counted; of dependencies words, and of functions nodes of any."""
    now = wanted.mapping, wanted.part, wanted.labelled
    if comparison.table.of(part).is_beside:
        return drawn.places_of(counted_leaves(comparison, system, sentence, part, count, now))
    mapping = drawn.current_mapping() if isinstance(drawn, TreesDrawn | StackDrawn) else None
    kind = "T" if part.startswith("t.") else "E"
    if mapping is None or mapping.kind != kind or now != drawn_as(part, now):
        mapping = counted_mapping(comparison, system, sentence, part, now)
    return drawn.places_of(counted_nodes(comparison, mapping, part, count)) if mapping is not None else []


def counted_mapping(
    comparison: ConstituentComparison,
    system: int,
    sentence: int,
    part: str,
    now: WantedMapping = ("T", "whole", True),
    cancel: NDArray[np.int32] | None = None,
) -> Mapping | None:
    """The mapping that :func:`counted_nodes` needs, over the trees of :func:`drawn_as`; None where there is none.

    Only that of a T-part takes long: for the others the trees count, not which T-nodes stand for each other.
    """
    _, trees, is_labelled = drawn_as(part, now)
    kind = "T" if part.startswith("t.") else "E"
    return comparison.mapping(system, sentence, kind, trees, is_labelled, cancel)


def counted_nodes(comparison: ConstituentComparison, mapping: Mapping, part: str, count: str) -> list[Node]:
    """The nodes of ``mapping``'s trees that are counted.

    As many as the count says, of ``matched`` and ``swapped`` (``relabelling``) so many on either side. ``gold-words``: those
    of ``gold`` that are not in ``words``; ``cost``: whatever costs something; ``word:3``: the fourth word and all above it, in
    both trees.
    """
    if "-" in count:
        all_nodes, without = (counted_nodes(comparison, mapping, part, one) for one in count.split("-"))
        left_out = set(without)
        return [node for node in all_nodes if node not in left_out]
    if count.startswith("word:"):
        return lineage_nodes(mapping, int(count.removeprefix("word:")))
    if count == "cost":
        return [
            node for one in ("deleted", "inserted", "swapped") for node in counted_nodes(comparison, mapping, part, one)
        ]
    if count == "crossing":
        (gold, _), (test, numbers) = mapping.shared
        return [("test", numbers[node]) for node in crossing_nodes(gold, test)]
    if part == "tags" and count in ("gold", "test", "matched", "deleted", "inserted"):
        return _tags(comparison, mapping, count)
    if count == "moved":
        return _moved(comparison, mapping)
    if part == SETS_PART:  # of several over the same words the upper one
        upper = {
            (side, numbers[node])
            for side, (tree, numbers) in zip(("gold", "test"), mapping.shared, strict=True)
            for node in spans_of(tree).values()
        }
        return [one for one in mapping.nodes(count) if one in upper]
    if part in DISCONTINUOUS_PARTS:
        apart = {
            (side, numbers[node])
            for side, (tree, numbers) in zip(("gold", "test"), mapping.shared, strict=True)
            for node in np.flatnonzero(is_discontinuous(tree)).tolist()
        }
        return [one for one in mapping.nodes(count) if one in apart]
    return mapping.nodes("swapped" if count == "relabelling" else count)


def counted_leaves(
    comparison: ConstituentComparison, system: int, sentence: int, part: str, count: str, now: WantedMapping
) -> list[Node]:
    """The words of the trees that are drawn ``now`` that a count of dependencies stands for; none where words differ, or of
    judgements."""
    if part in (FUNCTION_PART, SAME_PART):
        return _functions(comparison, system, sentence, part, count) if now[1] == "whole" else []
    mapping = comparison.mapping(system, sentence, "E", now[1], now[2])
    if mapping is None or part == JUDGED_PART:
        return []
    return comparison.counted_leaves(mapping, system, sentence, part, count)


def _functions(comparison: ConstituentComparison, system: int, sentence: int, part: str, count: str) -> list[Node]:
    """The nodes that match without functions and have the functions that are counted."""
    rows = np.arange(comparison.sentences) == sentence
    found = matched_functions(comparison, system, rows & comparison.table.exist(system, "e.whole"))
    items, counted = (
        (found.nodes, np.arange(len(found.nodes)) < found.matched) if part == SAME_PART else (found.each, None)
    )
    if counted is None:
        counted = found.rows(count)
    elif count in ("matched", "deleted", "inserted"):
        counted[: found.matched] = found.same == (count == "matched")
    return sorted(set(items.found(system, "", counted, counted).nodes.get(sentence, ())))


def _moved(comparison: ConstituentComparison, mapping: Mapping) -> list[Node]:
    """The nodes that a T-mapping deletes and inserts with the same label and words."""
    sides, spans = [], []
    for tree, words in ((mapping.gold, mapping.gold_alone), (mapping.test, mapping.test_alone)):
        alone = np.zeros(len(tree), np.bool_)
        alone[list(words)] = True
        sides.append(Trees.of_one(tree))
        spans.append(SharedSpans.of(sides[-1], alone))
    labels = comparison.labels()
    codes = [labels.codes(trees, comparison.preparation.parameters.labelled) for trees in sides]
    partners = np.array([mapping.test_of_gold.get(node, -1) for node in range(len(mapping.gold))], np.int64)
    gold, test = NodePairs(sides[0], sides[1], codes[0], codes[1], labels, spans[0], spans[1], partners).moved_pairs()
    return [("gold", node) for node in gold.tolist()] + [("test", node) for node in test.tolist()]


def _tags(comparison: ConstituentComparison, mapping: Mapping, count: str) -> list[Node]:
    labels = comparison.labels()
    (gold, gold_numbers), (test, test_numbers) = mapping.shared
    gold_codes, test_codes = (labels.of_label[tree.labels].tolist() for tree in (gold, test))
    pairs = tag_pairs(gold, test, gold_codes, test_codes, labels.equality())
    agreeing = {"gold": {gold_numbers[node] for node, _ in pairs}, "test": {test_numbers[node] for _, node in pairs}}
    found = []
    for side, tree, counts in (
        ("gold", mapping.gold, ("gold", "deleted")),
        ("test", mapping.test, ("test", "inserted")),
    ):
        for node in np.flatnonzero(tree.kinds == PRETERMINAL).tolist():
            if count == side or (count == "matched" if node in agreeing[side] else count == counts[1]):
                found.append((side, node))
    return found


def lineage_nodes(mapping: Mapping, word: int) -> list[Node]:
    """A word (from 0) with all nodes above it, in both trees; only in the gold's where the other tree has no such word."""
    gold, test = mapping.gold.word_nodes, mapping.test.word_nodes
    if not 0 <= word < len(gold):
        return []
    here = int(gold[word])
    there = int(test[word]) if len(gold) == len(test) else mapping.test_of_gold.get(here, -1)
    found = []
    for side, tree, node in (("gold", mapping.gold, here), ("test", mapping.test, there)):
        while node >= 0:
            found.append((side, node))
            node = tree.parents[node]
    return found
