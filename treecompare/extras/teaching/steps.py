"""The scripts of a sentence: what its scores count, step by step.

UAS and LAS, TedEval across schemes and over lattices, and the E-mapping are here; the T edit script and Leaf-Ancestor have modules
of their own. None of them computes a mapping of its own; the last step of each states the score as the table has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Mapping as Dictionary
from typing import TYPE_CHECKING, Any

import numpy as np

from treecompare.comparison.base import Comparison
from treecompare.comparison.lit import counted_words
from treecompare.comparison.schemes.files import SchemeSettings
from treecompare.drawing.describe import words_of, words_text
from treecompare.drawing.lattice_trees import LatticeTrees
from treecompare.drawing.sentence import Wanted
from treecompare.errors import counted
from treecompare.extras.teaching.edit_steps import edit_scripts
from treecompare.extras.teaching.exercise import GOLD, TEST
from treecompare.extras.teaching.frames import (
    Frame,
    Node,
    Script,
    Seen,
    Text,
    in_order,
    label_of,
    listed,
    over,
    score_said,
    scripts_of,
)
from treecompare.extras.teaching.lineage_steps import lineage_scripts
from treecompare.mappings.function_edits import ADD, DELETE, RELABEL, Operation
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED, Mapping
from treecompare.measures import measure
from treecompare.measures.tedeval import LATTICE_PARTS, TEDEVAL_2011_PARTS, TEDEVAL_PARTS
from treecompare.scores.table import PARTIAL
from treecompare.trees.arcs import ROOT
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.tree import WORD

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison
    from treecompare.comparison.dependencies.comparison import DependencyComparison
    from treecompare.comparison.lattices.comparison import LatticeComparison
    from treecompare.comparison.schemes.comparison import SchemeComparison

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
    return scripts_of(comparison, system, sentence, _TITLES, _steps, _spans)


def _spans(part: str) -> Wanted:
    return Wanted("E", part.split(".")[1], not part.endswith(".unlabelled"))


class _Side:
    """The nodes of one tree that are counted, with their words as both sides number them."""

    def __init__(self, mapping: Mapping, side: str, is_labelled: bool) -> None:
        self.tree = mapping.trees[side]
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


def _steps(comparison: ConstituentComparison, system: int, sentence: int, part: str) -> Iterator[Frame]:
    wanted = _spans(part)
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
        yield seen.frame(text, f"matched {matched}, {sizes}", MATCHED, here)
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
        yield seen.frame(text, f"matched {matched}, {only}", kind, [(side, node)], is_failed=True)
    suffix = "" if wanted.labelled else ".unlabelled"
    keys = [f"e.{wanted.part}.{name}{suffix}" for name in ("precision", "recall", "dice")]
    end = say("{0} matched, of {1} in the gold and {2} in the system.").format(
        matched, len(gold.nodes), len(test.nodes)
    )
    text = f"{end} {score_said(comparison, system, sentence, keys)}."
    yield seen.frame(text, f"matched {matched}, {sizes}")


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
    here, there = ("gold", "system") if is_gold else ("system", "gold")
    text = say(f"{{0}}: only the {here} has it.").format(over(own.tree, node))
    words = own.words[node]
    if not words:
        return text
    if matched := min(own.often[own.kind(node)], others.often[own.kind(node)]):
        return text + say(f" The {there} has it {{0}}, which is matched.").format(_times(matched))
    if labels := others.labels_over.get(words, []):
        return text + say(f" Over these words the {there} has {{0}}.").format(listed(labels))
    return text + say(f" The {there} has no node over just these words.")


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _ordinal(number: int) -> str:
    return _ORDINALS[number - 1] if number <= len(_ORDINALS) else f"{number}th"


def lattice_scripts(comparison: LatticeComparison, system: int, sentence: int) -> list[Script]:
    """The scripts of trees and of segments, with labels and without, where they are scored."""
    return scripts_of(comparison, system, sentence, _titled(LATTICE_PARTS, ": operations"), _lattice_steps)


def _titled(parts: Sequence[str], how: str) -> dict[str, str]:
    """Parts with the titles of their measures."""
    return {part: f"{measure(part).title}{how}" for part in parts}


def _lattice_steps(comparison: LatticeComparison, system: int, sentence: int, part: str) -> Iterator[Frame]:
    say = comparison.names(system).told
    trees, pairs = comparison.trees(system, sentence), comparison.kept(system, sentence, part)
    is_of_trees = part.startswith("tedeval")
    every: Dictionary[str, Sequence[int]] = trees.leaves
    if is_of_trees:
        every = {side: range(len(trees.tree(side))) for side in trees.leaves}
    elif pairs:  # segments, by their number
        pairs = [(trees.leaves[GOLD][gold], trees.leaves[TEST][test]) for gold, test in pairs]
    kept = dict(pairs)
    deleted = in_order(trees.tree(TEST), (node for node in every[TEST] if node not in kept.values()))
    added = in_order(trees.tree(GOLD), (node for node in every[GOLD] if node not in kept))
    what = "nodes (constituents and segments, not the root)" if is_of_trees else "segments"
    rule = (
        "Order and ancestry are kept; segments correspond within the same space-delimited word."
        if is_of_trees
        else "Their order is kept, and they correspond within the same space-delimited word."
    )
    begin = say(
        "The gold has {0} {1}, the system {2}. The system's become the gold's: some are deleted, some added, the others "
        "kept. {3}"
    )
    yield Frame(begin.format(len(every[GOLD]), what, len(every[TEST]), rule), _kept_figure(0, 0, 0))
    seen = Seen()
    for number, node in enumerate(deleted, 1):
        text = say("Delete {0}: not in the gold.").format(_node_shown(trees, TEST, node))
        yield seen.frame(text, _kept_figure(number, 0, 0), DELETED, [(TEST, node)], is_failed=True)
    for number, node in enumerate(added, 1):
        text = say("Add {0}: not in the system.").format(_node_shown(trees, GOLD, node))
        yield seen.frame(text, _kept_figure(len(deleted), number, 0), INSERTED, [(GOLD, node)], is_failed=True)
    for number, node in enumerate(in_order(trees.tree(GOLD), kept), 1):
        here = (GOLD, node), (TEST, kept[node])
        shown = _node_shown(trees, GOLD, node), _node_shown(trees, TEST, kept[node])
        text = say("Keep {0}: both have it.").format(shown[0])
        if shown[0] != shown[1]:
            text = say("Keep {0}: in the system it is {1}.").format(*shown)
        yield seen.frame(text, _kept_figure(len(deleted), len(added), number), MATCHED, here)
    end = say("{0} deleted, {1} added, {2} kept.").format(len(deleted), len(added), len(kept))
    text = f"{end} {score_said(comparison, system, sentence, [part])}."
    yield seen.frame(text, _kept_figure(len(deleted), len(added), len(kept)))


def _kept_figure(deleted: int, added: int, kept: int) -> str:
    return f"deleted {deleted}, added {added}, kept {kept}"


def _node_shown(trees: LatticeTrees, side: str, node: int) -> str:
    """A constituent with its segments, a segment with its tag."""
    tree = trees.tree(side)
    if tree.kinds[node] != WORD:
        return f"{label_of(tree, node)} “{words_text(tree, node)}”"
    tag = trees.tags[side][trees.leaves[side].index(node)]
    return f"“{tree.texts[node]}”/{tag}" if tag else f"“{tree.texts[node]}”"


FORGIVEN = "forgiven"
CHARGED = {DELETE: DELETED, ADD: INSERTED, RELABEL: SWAPPED}
"""What the table calls operations that are charged."""
_MOST_WORDS = 6
"""So many words of a span are shown."""


def function_scripts(comparison: SchemeComparison, system: int, sentence: int) -> list[Script]:
    """The scripts of 2012 and of 2011, with labels and without, where they are scored as the papers say."""
    if comparison.scheme_settings.profile != SchemeSettings().profile:
        return []

    titles = _titled((*TEDEVAL_PARTS, *TEDEVAL_2011_PARTS), ": operations")
    return scripts_of(comparison, system, sentence, titles, _function_steps, _functions)


def _functions(part: str) -> Wanted:
    return Wanted(labelled=not part.endswith(".unlabelled"), relabels=part in TEDEVAL_2011_PARTS)


def _function_steps(comparison: SchemeComparison, system: int, sentence: int, part: str) -> Iterator[Frame]:
    wanted = _functions(part)
    found = comparison.operations(system, sentence, wanted.labelled, wanted.relabels)
    trees = comparison.function_trees(system, sentence, wanted.labelled, wanted.relabels)
    counts = comparison.table.part(system, part, slice(sentence, sentence + 1))
    what = "nodes" if wanted.relabels else "labels over words" if wanted.labelled else "nodes over words"
    target = trees.trees[trees.target].name
    common = f"what {target} has" if len(comparison.target) == 1 else f"what the golds have in common ({target})"
    begin = (
        f"The system's function tree has {int(counts.test[0])} {what}, {common}: {int(counts.gold[0])}; roots always pair and "
        "are not counted. The system's tree is turned into it."
    )
    if len(comparison.target) > 1:
        begin += " What the system's own gold needs as well is a scheme difference and not counted."
    yield Frame(begin, _counted([], wanted.relabels))
    for place, one in enumerate(found, 1):
        kind = CHARGED[one.kind] if one.is_charged else FORGIVEN
        yield Frame(_said(one, trees.words), _counted(found[:place], wanted.relabels), kind, operation=one)
    said = comparison.score_in_words(system, sentence, part)
    yield Frame(f"{measure(part).title}: {said}.", _counted(found, wanted.relabels))


def _counted(done: list[Operation], relabels: bool) -> str:
    charged = [one.kind for one in done if one.is_charged]
    kinds = ((DELETE, "deleted"), (ADD, "added"), *([(RELABEL, "relabelled")] if relabels else []))
    counted = ", ".join(f"{name} {charged.count(kind)}" for kind, name in kinds)
    return f"{counted}; scheme differences {len(done) - len(charged)}"


def _said(one: Operation, words: tuple[str, ...]) -> str:
    inside = words[one.start : one.end]
    shown = " ".join(
        inside if len(inside) <= _MOST_WORDS else [*inside[: _MOST_WORDS // 2], "…", *inside[-_MOST_WORDS // 2 :]]
    )
    label = "the word" if one.is_word else one.label or "a node"
    texts: dict[str, Callable[[], str]] = {
        DELETE: lambda: f"Delete {label} over “{shown}” from the system's tree",
        ADD: lambda: f"Add {label} over “{shown}” to the system's tree",
        RELABEL: lambda: f"Relabel {label} over “{shown}” in the system's tree as {one.new or 'a node'}",
    }
    why = "an error" if one.is_charged else "the system's own gold needs this, too: a scheme difference, not counted"
    return f"{texts[one.kind]()}: {why}."


PARTS = ("las", "uas")
NOT_COUNTED, EXTRA = "not counted", "extra"
"""Kinds of steps: a word that is not scored, and one that only the system has. Wrong words are ``deleted``, as in the table."""


def attachment_scripts(comparison: DependencyComparison, system: int, sentence: int) -> list[Script]:
    """The scripts of LAS and UAS, where they are scored."""
    titles = _titled(PARTS, ", word by word") if system in comparison.scores else {}
    return scripts_of(comparison, system, sentence, titles, _attachment_steps)


def _attachment_steps(comparison: DependencyComparison, system: int, sentence: int, part: str) -> Iterator[Frame]:
    scores, say = comparison.scores[system], comparison.names(system).told
    gold, test, alignment = scores.gold, scores.test, scores.alignment
    first = int(gold.offsets[sentence])
    marks = scores.marks(sentence)
    of_gold = sum(mark.scored for mark in marks)
    extra = {node for _, node in counted_words(comparison, system, sentence, part, "test")}
    of_test, right, number = len(extra), 0, 0
    sizes = say("gold {0}, system {1}").format(of_gold, of_test)
    asked = say("is its head right?") if part == "uas" else say("are its head and its relation right?")
    begin = say("Each word of the gold is asked: {0} The gold has {1} that count, the system {2}.")
    yield Frame(begin.format(asked, counted(of_gold, "word"), of_test), f"right 0, {sizes}")
    seen = Seen()
    for word, mark in enumerate(marks, first):
        twin = int(alignment.test_of_gold[word])
        here: tuple[Node, ...] = ((GOLD, word), *([(TEST, twin)] if mark.counterpart is not None else []))
        extra.discard(twin)
        form = gold.symbols[int(gold.form[word])]
        kind = DELETED
        if not mark.scored:
            kind = NOT_COUNTED
            text = say("“{0}” is punctuation and not counted.").format(form)
        elif mark.head_right is None or mark.relation_right is None:
            number += 1
            text = say("“{0}”: the system has no such word, so nothing is right.").format(form)
        else:
            number += 1
            is_right = mark.head_right and (part == "uas" or mark.relation_right)
            right += is_right
            kind = MATCHED if is_right else DELETED
            arcs = _arc(gold, word, part, comparison), _arc(test, twin, part, comparison)
            if is_right:
                text = say("“{0}” {1}: right.").format(form, arcs[0])
            else:
                wrong = "head" if not mark.head_right else "relation"
                wrong = "head and relation" if wrong == "head" and part == "las" and not mark.relation_right else wrong
                text = say("“{0}” {1} in the gold, {2} in the system: {3} wrong.").format(
                    form, arcs[0], arcs[1].removeprefix("depends "), wrong
                )
        is_failed = kind != MATCHED if mark.scored else None
        yield seen.frame(text, f"right {right} of {number}, {sizes}", kind, here, is_failed)
    for word in sorted(extra):
        text = say("“{0}” is a word of the system only, so nothing is right.").format(
            test.symbols[int(test.form[word])]
        )
        yield seen.frame(text, f"right {right}, {sizes}", EXTRA, [(TEST, word)], is_failed=True)
    text = say("{0} of {1} right.").format(right, counted(of_gold, "word"))
    scored = score_said(comparison, system, sentence, [part])
    yield seen.frame(f"{text} {scored}.", f"right {right}, {sizes}")


def _arc(side: Dependencies, word: int, part: str, comparison: DependencyComparison) -> str:
    head = int(side.parents[word])
    text = "is the root" if head == ROOT else "depends on nothing in the sentence"
    if head >= 0:
        text = f"depends on “{side.symbols[int(side.form[head])]}”"
    relation = comparison.compared(side.symbols[int(side.deprel[word])])
    return text if part == "uas" else f"{text} as {relation}"


SCRIPTS: dict[str, tuple[Callable[[Any, int, int], list[Script]], ...]] = {
    "constituents": (edit_scripts, span_scripts, lineage_scripts),
    "dependencies": (attachment_scripts,),
    "schemes": (function_scripts,),
    "lattices": (lattice_scripts,),
}
"""What makes the scripts, by the kind of the comparison."""


def scripts(comparison: Comparison, system: int, sentence: int) -> list[Script]:
    """The scripts of a sentence that is scored; none where nothing is counted. Their steps are made when they are asked for. Raises
    UsageError: there is no such sentence."""
    comparison.check_sentence(sentence)
    makers = SCRIPTS.get(comparison.kind, ())
    if comparison.table.zeroed[system, sentence]:  # it has no parse, or other words
        makers = (edit_scripts,) if comparison.table.statuses[system, sentence] == PARTIAL else ()
    return [one for make in makers for one in make(comparison, system, sentence)]
