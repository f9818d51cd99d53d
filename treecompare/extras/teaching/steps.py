"""The scripts of a sentence: what its scores count, step by step.

UAS and LAS, TedEval across schemes and over lattices are here; the T edit script, the E-mapping and Leaf-Ancestor have modules of
their own. None of them computes a mapping of its own; the last step of each states the score as the table has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from treecompare.comparison.base import Comparison
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.dependencies.counted import counted_words
from treecompare.comparison.lattices.comparison import LatticeComparison
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.schemes.files import SchemeSettings
from treecompare.comparison.schemes.table import TEDEVAL_2011_PARTS, TEDEVAL_PARTS
from treecompare.drawing.describe import words_text
from treecompare.drawing.lattice_trees import LatticeTrees
from treecompare.drawing.sentence import Wanted
from treecompare.errors import counted
from treecompare.extras.teaching.edit_steps import edit_scripts
from treecompare.extras.teaching.exercise import GOLD, TEST
from treecompare.extras.teaching.frames import Frame, Node, Seen
from treecompare.extras.teaching.lineage_steps import lineage_scripts
from treecompare.extras.teaching.script import Script, in_order, label_of, score_said
from treecompare.extras.teaching.span_steps import span_scripts
from treecompare.mappings.functions import ADD, DELETE, RELABEL, Operation
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED
from treecompare.measures import measure
from treecompare.measures.tedeval import LATTICE_PARTS
from treecompare.scores.table import PARTIAL
from treecompare.trees.arcs import ROOT
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.tree import WORD


def lattice_scripts(comparison: LatticeComparison, system: int, sentence: int) -> list[Script]:
    """The scripts of trees and of segments, with labels and without, where they are scored."""

    return [
        Script(part, f"{measure(part).title}: operations", partial(_lattice_steps, comparison, system, sentence, part))
        for part in LATTICE_PARTS
        if comparison.table.exists(system, sentence, part)
    ]


def _lattice_steps(comparison: LatticeComparison, system: int, sentence: int, part: str) -> Iterator[Frame]:
    say = comparison.names(system).told
    trees, pairs = comparison.trees(system, sentence), comparison.kept(system, sentence, part)
    is_of_trees = part.startswith("tedeval")
    every: Mapping[str, Sequence[int]] = trees.leaves
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
        yield Frame(text, _kept_figure(number, 0, 0), DELETED, nodes=((TEST, node),), **seen.marks)
        seen.add([(TEST, node)], is_failed=True)
    for number, node in enumerate(added, 1):
        text = say("Add {0}: not in the system.").format(_node_shown(trees, GOLD, node))
        yield Frame(text, _kept_figure(len(deleted), number, 0), INSERTED, nodes=((GOLD, node),), **seen.marks)
        seen.add([(GOLD, node)], is_failed=True)
    for number, node in enumerate(in_order(trees.tree(GOLD), kept), 1):
        here = (GOLD, node), (TEST, kept[node])
        shown = _node_shown(trees, GOLD, node), _node_shown(trees, TEST, kept[node])
        text = say("Keep {0}: both have it.").format(shown[0])
        if shown[0] != shown[1]:
            text = say("Keep {0}: in the system it is {1}.").format(*shown)
        yield Frame(text, _kept_figure(len(deleted), len(added), number), MATCHED, nodes=here, **seen.marks)
        seen.add(here)
    end = say("{0} deleted, {1} added, {2} kept.").format(len(deleted), len(added), len(kept))
    text = f"{end} {score_said(comparison, system, sentence, [part])}."
    yield Frame(text, _kept_figure(len(deleted), len(added), len(kept)), **seen.marks)


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

    def script(part: str) -> Script:
        wanted = Wanted(labelled=not part.endswith(".unlabelled"), relabels=part in TEDEVAL_2011_PARTS)
        title = f"{measure(part).title}: operations"
        return Script(part, title, partial(_function_steps, comparison, system, sentence, part, wanted), wanted)

    parts = (*TEDEVAL_PARTS, *TEDEVAL_2011_PARTS)
    return [script(part) for part in parts if comparison.table.exists(system, sentence, part)]


def _function_steps(
    comparison: SchemeComparison, system: int, sentence: int, part: str, wanted: Wanted
) -> Iterator[Frame]:
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

    if system not in comparison.scores:
        return []
    return [
        Script(
            part, f"{measure(part).title}, word by word", partial(_attachment_steps, comparison, system, sentence, part)
        )
        for part in PARTS
        if comparison.table.exists(system, sentence, part)
    ]


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
        yield Frame(text, f"right {right} of {number}, {sizes}", kind, nodes=here, **seen.marks)
        if mark.scored:
            seen.add(here, is_failed=kind != MATCHED)
    for word in sorted(extra):
        text = say("“{0}” is a word of the system only, so nothing is right.").format(
            test.symbols[int(test.form[word])]
        )
        yield Frame(text, f"right {right}, {sizes}", EXTRA, nodes=((TEST, word),), **seen.marks)
        seen.add([(TEST, word)], is_failed=True)
    text = say("{0} of {1} right.").format(right, counted(of_gold, "word"))
    scored = score_said(comparison, system, sentence, [part])
    yield Frame(f"{text} {scored}.", f"right {right}, {sizes}", **seen.marks)


def _arc(side: Dependencies, word: int, part: str, comparison: DependencyComparison) -> str:
    """The arc of a word: ``depends on “saw” as obj``."""
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
    makers = SCRIPTS[comparison.kind]
    if comparison.table.zeroed[system, sentence]:  # it has no parse, or other words
        makers = (edit_scripts,) if comparison.table.statuses[system, sentence] == PARTIAL else ()
    return [one for make in makers for one in make(comparison, system, sentence)]
