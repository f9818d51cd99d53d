"""TedEval and SegEval over lattices: what is deleted from the system's tree, what is added to it, and what is kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from treecompare.comparison.lattices.comparison import LatticeComparison
from treecompare.drawing.describe import words_text
from treecompare.drawing.lattice_trees import LatticeTrees
from treecompare.extras.teaching.exercise import GOLD, TEST
from treecompare.extras.teaching.frames import Frame, Seen
from treecompare.extras.teaching.script import Script, in_order, label_of, score_said
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED
from treecompare.measures import measure
from treecompare.measures.tedeval import LATTICE_PARTS
from treecompare.trees.tree import WORD


def lattice_scripts(comparison: LatticeComparison, system: int, sentence: int) -> list[Script]:
    """The scripts of trees and of segments, with labels and without, where they are scored."""

    return [
        Script(part, f"{measure(part).title}: operations", partial(_steps, comparison, system, sentence, part))
        for part in LATTICE_PARTS
        if comparison.table.exists(system, sentence, part)
    ]


def _steps(comparison: LatticeComparison, system: int, sentence: int, part: str) -> Iterator[Frame]:
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
    yield Frame(begin.format(len(every[GOLD]), what, len(every[TEST]), rule), _figure(0, 0, 0))
    seen = Seen()
    for number, node in enumerate(deleted, 1):
        text = say("Delete {0}: not in the gold.").format(_shown(trees, TEST, node))
        yield Frame(text, _figure(number, 0, 0), DELETED, nodes=((TEST, node),), **seen.marks)
        seen.add([(TEST, node)], is_failed=True)
    for number, node in enumerate(added, 1):
        text = say("Add {0}: not in the system.").format(_shown(trees, GOLD, node))
        yield Frame(text, _figure(len(deleted), number, 0), INSERTED, nodes=((GOLD, node),), **seen.marks)
        seen.add([(GOLD, node)], is_failed=True)
    for number, node in enumerate(in_order(trees.tree(GOLD), kept), 1):
        here = (GOLD, node), (TEST, kept[node])
        shown = _shown(trees, GOLD, node), _shown(trees, TEST, kept[node])
        text = say("Keep {0}: both have it.").format(shown[0])
        if shown[0] != shown[1]:
            text = say("Keep {0}: in the system it is {1}.").format(*shown)
        yield Frame(text, _figure(len(deleted), len(added), number), MATCHED, nodes=here, **seen.marks)
        seen.add(here)
    end = say("{0} deleted, {1} added, {2} kept.").format(len(deleted), len(added), len(kept))
    text = f"{end} {score_said(comparison, system, sentence, [part])}."
    yield Frame(text, _figure(len(deleted), len(added), len(kept)), **seen.marks)


def _figure(deleted: int, added: int, kept: int) -> str:
    return f"deleted {deleted}, added {added}, kept {kept}"


def _shown(trees: LatticeTrees, side: str, node: int) -> str:
    """A constituent with its segments, a segment with its tag."""
    tree = trees.tree(side)
    if tree.kinds[node] != WORD:
        return f"{label_of(tree, node)} “{words_text(tree, node)}”"
    tag = trees.tags[side][trees.leaves[side].index(node)]
    return f"“{tree.texts[node]}”/{tag}" if tag else f"“{tree.texts[node]}”"
