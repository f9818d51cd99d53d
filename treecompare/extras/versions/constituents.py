"""What changed between two versions of a treebank of constituents: words, tags, and which constituents have no counterpart.

Tokens are the leaves as they stand, empty elements too. An ``(ID …)`` node is the id of its sentence and no constituent; the
outermost bracket without label is none either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from treecompare.extras.versions.edits import AnyChanges, Edit, units_edits
from treecompare.extras.versions.version import QUIET, Forms, Ids, Version, Watch
from treecompare.extras.versions.words import Rows, spans_of
from treecompare.readers.treebank import Treebank
from treecompare.trees.preparation import has_preterminals, parameters, prepare, terminals
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, WORD, Trees

NODES = "CONSTITUENTS"
"""What the layer of constituents is called where layers are chosen; they are not edits."""
TREE_LAYERS = ("FORM", "TAG", "WORDS", NODES)


class Bracket(NamedTuple):
    """A constituent: its sentence, and its first and last leaf, from 1; the last is before the first where it has none."""

    sentence: int
    label: str
    first: int
    last: int


class Unmatched(NamedTuple):
    """How many constituents a row has in BASE, in HEAD, and in both; and those that only one has."""

    base: int
    head: int
    matched: int
    only_base: list[Bracket]
    only_head: list[Bracket]


@dataclass(frozen=True, eq=False)
class TreeChanges(AnyChanges):
    """``trees``: without ids and outermost brackets. ``brackets``: of the rows with sentences in both."""

    base: Treebank
    head: Treebank
    trees: tuple[Trees, Trees]
    brackets: dict[int, Unmatched]

    def keeping(self, keep: Callable[[str, str], bool]) -> TreeChanges:
        kept = super().keeping(keep)
        return kept if keep(NODES, "-") else replace(kept, brackets={})

    def changed_nodes(self, row: int) -> int:
        one = self.brackets.get(row)
        return len(one.only_base) + len(one.only_head) if one else 0


def tree_changes_between(
    base: Treebank, head: Treebank, watch: Watch = QUIET, given: tuple[Ids, Ids] | None = None
) -> TreeChanges:
    """What changed from BASE to HEAD. ``given``: the ids of sentences, if the treebanks have others. Raises Cancelled: ``watch``
    ended it."""
    forms = Forms()
    tagged = has_preterminals(base.trees)
    trees, versions = [], []
    for place, treebank in enumerate((base, head)):
        kept, ids = _without_ids(treebank, None if given is None else given[place])
        trees.append(prepare(terminals(kept, tagged), parameters("none")))
        versions.append(Version.of_trees(trees[-1], ids, forms))
    found = Rows.of(versions[0], versions[1], watch, (base, head))
    edits = sorted(_edits(trees, found, watch), key=lambda one: (one[1].row, one[0], TREE_LAYERS.index(one[1].layer)))
    brackets = _brackets(trees, found, watch)
    return TreeChanges(found, [edit for _, edit in edits], base, head, (trees[0], trees[1]), brackets)


def _without_ids(treebank: Treebank, given: Ids | None) -> tuple[Trees, Ids]:
    trees = treebank.trees
    number = trees.symbols.find("ID")
    known = treebank.ids if given is None else given
    ids: list[str | None] = [None] * len(trees) if known is None else [*known]
    if number is None or treebank.format != "brackets":
        return trees, ids
    keep = np.ones(len(trees.labels), np.bool_)
    for node in np.flatnonzero((trees.labels == number) & (trees.kinds == CONSTITUENT) & (trees.sizes == 2)).tolist():
        sentence = int(trees.sentence_of[node])
        last = int(trees.offsets[sentence + 1]) - 1
        # the last daughter of the outermost bracket, or a root: behind it come only the brackets around it
        if all(not trees.symbols[label] for label in trees.labels[node + 1 : last + 1].tolist()):
            ids[sentence] = trees.symbols[trees.labels[node - 1]]
            keep[node - 1 : node + 1] = False
    return trees.kept(keep), ids


def _edits(trees: Sequence[Trees], found: Rows, watch: Watch) -> Iterator[tuple[float, Edit]]:
    base, head, words = found.base, found.head, found.words
    leaves = [one.word_nodes for one in trees]
    labels = [[one.symbols[number] for number in one.labels.tolist()] for one in trees]
    for b in watch.over(np.flatnonzero(words.base >= 0).tolist(), "comparing words"):
        h = int(words.base[b])
        values = [
            (of_side[node], _tag(one, of_side, node))
            for one, of_side, node in zip(trees, labels, (int(leaves[0][b]), int(leaves[1][h])), strict=True)
        ]
        if values[0] == values[1]:
            continue
        sentences = int(base.sentence_of[b]), int(head.sentence_of[h])
        place = int(found.row_of[0][sentences[0]]), *sentences, str(base.number(b)), str(head.number(h))
        for layer, old, new in zip(("FORM", "TAG"), *values, strict=True):
            if old != new:
                yield float(b), Edit(*place, layer, "-", old, new, word=b)
    yield from units_edits(found, [(one.symbols, one.labels[nodes]) for one, nodes in zip(trees, leaves, strict=True)])


def _tag(trees: Trees, labels: Sequence[str], word: int) -> str | None:
    return labels[word + 1] if word + 1 < len(labels) and trees.kinds[word + 1] == PRETERMINAL else None


def _brackets(trees: Sequence[Trees], found: Rows, watch: Watch) -> dict[int, Unmatched]:
    """Per row with sentences in both: its constituents; they match if label and positions are the same, as often as in both."""
    both = [number for number, row in enumerate(found.rows) if row.base and row.head]
    unlike = [number for number in both if not found.words.one_by_one[number]]
    spans = dict(zip(unlike, spans_of(found.base, found.head, [found.rows[one] for one in unlike], watch), strict=True))
    result = {}
    for number in watch.over(both, "comparing constituents"):
        sides = []
        for at, (one, sentences) in enumerate(zip(trees, found.rows[number].sides, strict=True)):
            positions = spans[number][at] if number in spans else None
            sides.append(list(_constituents(one, sentences, positions)))
        counts = [Counter(key for key, _ in of_side) for of_side in sides]
        common = counts[0] & counts[1]
        for key in [key for key in common if key[1] == key[2] >= 0]:  # over leaves that only one version has
            del common[key]
        only = [_beyond(of_side, common) for of_side in sides]
        result[number] = Unmatched(len(sides[0]), len(sides[1]), common.total(), only[0], only[1])
    return result


_Key = tuple[str, int, int]


def _constituents(
    trees: Trees, sentences: Sequence[int], positions: Sequence[int] | None
) -> Iterator[tuple[_Key, Bracket]]:
    """The constituents of a row with what they match by; ``positions``: where each leaf begins, None where leaves are counted."""
    before = 0
    for sentence in sentences:
        tree = trees[sentence]
        for node in np.flatnonzero(tree.kinds == CONSTITUENT).tolist():
            first, last = int(tree.starts[node]), int(tree.ends[node])
            here = before + first, before + last
            span = here if positions is None else (positions[here[0]], positions[here[1]])
            if first == last:  # without leaves: it is where it is, and matches another such there
                span = -1 - span[0], -1 - span[0]
            yield (tree.label(node), *span), Bracket(sentence, tree.label(node), first + 1, last)
        before += int(np.count_nonzero(tree.kinds == WORD))


def _beyond(brackets: Sequence[tuple[_Key, Bracket]], common: Counter[_Key]) -> list[Bracket]:
    left = Counter(common)
    only = []
    for key, bracket in brackets:
        if left[key]:
            left[key] -= 1
        else:
            only.append(bracket)
    return sorted(only, key=lambda one: (one.sentence, one.first, -one.last, one.label))
