"""The E-mapping, a pair after the other: nodes over the same words, and what is left over on either side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

import numpy as np

from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.constituents.table import SPAN_PARTS
from treecompare.drawing.describe import words_of
from treecompare.drawing.sentence import Wanted
from treecompare.extras.teaching.exercise import GOLD, TEST
from treecompare.extras.teaching.frames import Frame, Script, Seen, Text, in_order, label_of, listed, over, score_said
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, Mapping
from treecompare.trees.tree import WORD

_TITLES = {
    "e.roof": "E-mapping, constituents only (as evalb counts)",
    "e.whole": "E-mapping, constituents and tags",
    "e.roof.unlabelled": "E-mapping without labels, constituents only",
    "e.whole.unlabelled": "E-mapping without labels, constituents and tags",
}
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
Words = tuple[int, ...]


def span_scripts(comparison: ConstituentComparison, system: int, sentence: int) -> list[Script]:
    """The scripts of constituents and of whole trees, with labels and without, where they are scored."""

    def script(part: str) -> Script:
        wanted = Wanted("E", part.split(".")[1], not part.endswith(".unlabelled"))
        return Script(part, _TITLES[part], partial(_steps, comparison, system, sentence, wanted), wanted)

    return [script(part) for part in SPAN_PARTS if comparison.table.exists(system, sentence, part)]


class _Side:
    """The nodes of one tree that are counted, with their words as both sides number them."""

    def __init__(self, mapping: Mapping, side: str, is_labelled: bool) -> None:
        self.tree = mapping.gold if side == GOLD else mapping.test
        (shared, numbers) = mapping.shared[0 if side == GOLD else 1]
        words = {number: tuple(words_of(shared, node)) for node, number in enumerate(numbers)}
        self.nodes = in_order(self.tree, np.flatnonzero(self.tree.kinds != WORD).tolist())
        self.words: dict[int, Words] = {node: words.get(node, ()) for node in self.nodes}
        self._is_labelled = is_labelled
        self.often = Counter(map(self.kind, self.nodes))
        """How often a label, or just a node, stands over the same words."""
        self.labels_over: dict[Words, list[str]] = {}
        for node in self.nodes:
            self.labels_over.setdefault(self.words[node], []).append(label_of(self.tree, node))

    def kind(self, node: int) -> tuple[str, Words]:
        """What has to agree."""
        return label_of(self.tree, node) if self._is_labelled else "", self.words[node]


def _steps(comparison: ConstituentComparison, system: int, sentence: int, wanted: Wanted) -> Iterator[Frame]:
    mapping = comparison.mapping(system, sentence, "E", wanted.part, wanted.labelled)
    assert mapping is not None
    say = comparison.names(system).told
    gold, test = (_Side(mapping, side, wanted.labelled) for side in (GOLD, TEST))
    sizes = say("gold {0}, system {1}").format(len(gold.nodes), len(test.nodes))
    what = "constituents" if wanted.part == "roof" else "constituents and tags"
    same = "the same label over the same words" if wanted.labelled else "the same words, whatever their labels,"
    begin = say("The gold has {0} {1}, the system {2}. Those with {3} correspond; each is matched once.").format(
        len(gold.nodes), what, len(test.nodes), same
    )
    yield Frame(begin, f"matched 0, {sizes}")
    seen, matched = Seen(), 0
    times: Counter[tuple[str, Words]] = Counter()
    for node in gold.nodes:
        other = mapping.test_of_gold.get(node)
        if other is None:
            continue
        times[gold.kind(node)] += 1
        here = (GOLD, node), (TEST, other)
        text = _matched(say, gold, test, node, other, times[gold.kind(node)], wanted.labelled)
        matched += 1
        yield Frame(text, f"matched {matched}, {sizes}", MATCHED, nodes=here, **seen.marks)
        seen.add(here)
    left = [(GOLD, node) for node in gold.nodes if node not in mapping.test_of_gold]
    lacking = len(left)
    left += [(TEST, node) for node in test.nodes if node not in mapping.gold_of_test]
    for place, (side, node) in enumerate(left):
        of_gold, of_test = min(place + 1, lacking), max(place + 1 - lacking, 0)
        only = say("only gold {0} of {1}, only system {2} of {3}").format(
            of_gold, lacking, of_test, len(left) - lacking
        )
        own, others = (gold, test) if side == GOLD else (test, gold)
        text = _left(say, own, others, node, side == GOLD)
        kind = DELETED if side == GOLD else INSERTED
        yield Frame(text, f"matched {matched}, {only}", kind, nodes=((side, node),), **seen.marks)
        seen.add([(side, node)], is_failed=True)
    suffix = "" if wanted.labelled else ".unlabelled"
    keys = [f"e.{wanted.part}.{name}{suffix}" for name in ("precision", "recall", "dice")]
    end = say("{0} matched, of {1} in the gold and {2} in the system.").format(
        matched, len(gold.nodes), len(test.nodes)
    )
    text = f"{end} {score_said(comparison, system, sentence, keys)}."
    yield Frame(text, f"matched {matched}, {sizes}", **seen.marks)


def _matched(say: Text, gold: _Side, test: _Side, node: int, other: int, time: int, is_labelled: bool) -> str:
    here, there = label_of(gold.tree, node), label_of(test.tree, other)
    shown = over(gold.tree, node)
    if here == there:
        text = say("{0}: both have it.").format(shown)
    elif is_labelled:
        text = say("{0}: both have it; the system calls it {1}, which counts as the same.").format(shown, there)
    else:
        text = say("{0}: both have a node over these words, the system calls it {1}.").format(shown, there)
    often = gold.often[gold.kind(node)], test.often[test.kind(other)]
    if max(often) > 1:
        several = say(" It stands there {0} in the gold, {1} in the system; this is the {2} match of {3}.")
        text += several.format(_times(often[0]), _times(often[1]), _ordinal(time), min(often))
    return text


def _left(say: Text, own: _Side, others: _Side, node: int, is_gold: bool) -> str:
    only = say("{0}: only the gold has it.") if is_gold else say("{0}: only the system has it.")
    text = only.format(over(own.tree, node))
    words = own.words[node]
    if not words:
        return text
    matched = min(own.often[own.kind(node)], others.often[own.kind(node)])
    labels = others.labels_over.get(words, [])
    if matched:
        counted = (
            say(" The system has it {0}, which is matched.")
            if is_gold
            else say(" The gold has it {0}, which is matched.")
        )
        return text + counted.format(_times(matched))
    if not labels:
        nothing = (
            say(" The system has no node over just these words.")
            if is_gold
            else say(" The gold has no node over just these words.")
        )
        return text + nothing
    other = say(" Over these words the system has {0}.") if is_gold else say(" Over these words the gold has {0}.")
    return text + other.format(listed(labels))


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _ordinal(number: int) -> str:
    return _ORDINALS[number - 1] if number <= len(_ORDINALS) else f"{number}th"
