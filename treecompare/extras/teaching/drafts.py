"""A sentence of constituents while it is edited."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import UsageError
from treecompare.readers import Treebank
from treecompare.trees.annotations import ABSENT, Extras
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import CONSTITUENT, WORD, Tree, Trees

CROSSING_FORMATS = frozenset(("alpino", "discbrackets", "export", "tigerxml"))
"""Formats in which branches may cross."""
_NO_LABEL = re.compile(r"[\s()]")
_MOST_WORDS = 4
"""So many words name a constituent."""
Key = tuple[int, int, int]
EMPTY = 1
"""In the middle of a key: it is that of a bracket without words."""


class Edited(NamedTuple):
    """What became of a treebank, and the nodes of it that an edit was about, by their new numbers; ``left``: what hung there
    before."""

    treebank: Treebank
    nodes: tuple[int, ...] = ()
    left: int | None = None


@dataclass
class Draft:
    """``labels``, ``kinds``, ``mothers``: of the nodes of a sentence, then of new ones; ``gone``: nodes that are taken out.

    ``keys``: where leaves stand: words by their place in the sentence, brackets without words behind the word before them.
    """

    tree: Tree
    sentence: int
    first: int
    with_tags: bool
    labels: list[str]
    kinds: list[int]
    mothers: list[int]
    keys: dict[int, Key]
    gone: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, treebank: Treebank, node: int, with_tags: bool = True) -> Draft:
        """The sentence of a node. Raises UsageError: there is no such node."""
        if not 0 <= node < len(treebank.trees.labels):
            raise UsageError(f"{treebank.name} has no node {node}; expected one of {len(treebank.trees.labels)}")
        sentence = int(np.searchsorted(treebank.trees.offsets, node, "right")) - 1
        tree, first = treebank.trees[sentence], int(treebank.trees.offsets[sentence])
        return cls(
            tree, sentence, first, with_tags, list(tree.texts), tree.kinds.tolist(), list(tree.parents), _keys(tree)
        )

    def with_mother(self, nodes: Sequence[int], mother: int) -> Draft:
        """The same with another mother of some nodes."""
        mothers = list(self.mothers)
        for node in nodes:
            mothers[node] = mother
        return replace(self, mothers=mothers)

    def beside(self, node: int, hidden: set[int]) -> tuple[list[int], list[int]]:
        """The largest of the ``hidden`` nodes over words directly before a node, and directly behind it, the nearest first."""
        words = self.tree.word_nodes.tolist()
        first, last = int(self.tree.starts[node]), int(self.tree.ends[node])
        before, behind = self._hidden_run(node, hidden)
        return self._tops(words[before:first][::-1], hidden), self._tops(words[last:behind], hidden)

    def _hidden_run(self, node: int, hidden: set[int]) -> tuple[int, int]:
        """The words of a node with the hidden ones beside it: the first, and one more than the last."""
        words = self.tree.word_nodes.tolist()
        before, behind = int(self.tree.starts[node]), int(self.tree.ends[node])
        while before > 0 and words[before - 1] in hidden:
            before -= 1
        while behind < len(words) and words[behind] in hidden:
            behind += 1
        return before, behind

    def near(self, node: int, hidden: set[int]) -> list[int]:
        """What a node can be attached to without crossing branches, and perhaps more: constituents above it, those without words,
        those that end where it begins or begin where it ends, but for hidden words; any, if it has no words."""
        starts, ends = self.tree.starts.tolist(), self.tree.ends.tolist()
        first, last = starts[node], ends[node]
        before, behind = self._hidden_run(node, hidden)

        def is_near(start: int, end: int) -> bool:
            is_above, is_empty = start <= first and last <= end, start == end or first == last
            return is_above or is_empty or before <= end <= first or last <= start <= behind

        spans = enumerate(zip(starts, ends, strict=True))
        return [one for one, span in spans if self.kinds[one] != WORD and is_near(*span)]

    def _tops(self, words: Sequence[int], hidden: set[int]) -> list[int]:
        found: dict[int, None] = {}
        for word in words:
            while (mother := self.tree.parents[word]) in hidden:
                word = mother
            found[word] = None
        return list(found)

    def inner(self, node: int) -> int:
        """The number within the sentence of a node of the treebank. Raises UsageError: it is of another sentence."""
        if not self.first <= node < self.first + len(self.tree):
            raise UsageError("expected nodes of one sentence")
        return node - self.first

    def add(self, label: str, mother: int, key: Key | None = None) -> int:
        """A new constituent, or with a ``key`` a new word that stands there; its number."""
        self.labels.append(label)
        self.kinds.append(CONSTITUENT if key is None else WORD)
        self.mothers.append(mother)
        if key is not None:
            self.keys[len(self.labels) - 1] = key
        return len(self.labels) - 1

    def is_tag(self, node: int) -> bool:
        """Whether a node is the tag of a word."""
        daughters = self.tree.children[node]
        return self.with_tags and len(daughters) == 1 and bool(self.tree.kinds[daughters[0]] == WORD)

    def unit(self, node: int) -> int:
        """What moves with a word: its tag, where it has one; of other nodes the node."""
        mother = self.tree.parents[node]
        return mother if mother >= 0 and self.tree.kinds[node] == WORD and self.is_tag(mother) else node

    def holds(self, node: int, other: int) -> bool:
        """Whether a node is another one, or above it."""
        return node - int(self.tree.sizes[node]) < other <= node

    def called(self, node: int) -> str:
        """A node for people: its label, and of a constituent its first words."""
        if self.tree.kinds[node] == WORD:
            return f"'{self.tree.texts[node]}'"
        below = range(node + 1 - int(self.tree.sizes[node]), node)
        words = [self.tree.texts[one] for one in below if self.tree.kinds[one] == WORD]
        shown = " ".join(words[:_MOST_WORDS]) + (" …" if len(words) > _MOST_WORDS else "")
        return f"{self.tree.texts[node] or '( )'} ({shown})"

    def order(self, has_empty_last: bool = False) -> list[tuple[int, int]]:
        """The nodes in postorder with the sizes of their subtrees; daughters in the order of their first words. Those without words
        stand behind the word before them, or last of all, as the reader of crossing branches has them."""
        firsts: dict[int, Key] = dict(self.keys)
        daughters: list[list[int]] = [[] for _ in self.labels]
        roots: list[int] = []
        for node, mother in enumerate(self.mothers):
            if node not in self.gone:
                (daughters[mother] if mother >= 0 else roots).append(node)
        visited: list[int] = []
        todo = list(roots)
        while todo:  # mothers before daughters
            visited.append(node := todo.pop())
            todo += daughters[node]
        for node in reversed(visited):
            if daughters[node]:
                of_words = [firsts[one] for one in daughters[node] if firsts[one][1] != EMPTY]
                firsts[node] = min(of_words or [firsts[one] for one in daughters[node]])
        for some in (roots, *daughters):
            some.sort(key=firsts.__getitem__)
            if has_empty_last:
                some.sort(key=lambda node: firsts[node][1] == EMPTY)
        order: list[tuple[int, int]] = []
        waiting = [(root, -1) for root in reversed(roots)]
        while waiting:
            node, begin = waiting.pop()
            if begin >= 0:
                order.append((node, len(order) + 1 - begin))
            else:
                waiting.append((node, len(order)))
                waiting += [(one, -1) for one in reversed(daughters[node])]
        return order

    def check_order(self, order: Sequence[tuple[int, int]], format: str) -> bool:
        """Whether branches cross. Raises UsageError: they do, in a format that cannot hold that."""
        words = [node for node, _ in order if self.kinds[node] == WORD]
        wrong = next(((one, other) for one, other in pairwise(words) if self.keys[one] > self.keys[other]), None)
        if wrong is not None and format not in CROSSING_FORMATS and not self.tree.is_crossing:
            raise UsageError(
                f"branches would cross: '{self.labels[wrong[1]]}' would come behind '{self.labels[wrong[0]]}'; brackets keep the "
                "words of a constituent together"
            )
        return wrong is not None

    def edited(self, treebank: Treebank, nodes: Sequence[int]) -> Edited:
        """The treebank with this sentence as it is now. ``nodes``: what it is about. Raises UsageError: branches cross, in a format
        that cannot hold that."""
        order = self.order()
        crosses = self.check_order(order, treebank.format)
        if crosses:
            order = self.order(has_empty_last=True)
        places, sizes = (np.array(column, np.int64) for column in zip(*order, strict=True))
        known = self.tree.symbols
        symbols = known if all(known.find(one) is not None for one in self.labels) else Symbols(known.texts)
        labels = np.array([symbols.number(self.labels[node]) for node in places.tolist()], np.int32)
        kinds = np.array(self.kinds, np.int8)[places]
        extras = _extras(self.tree.extras, places, len(self.tree), self._ranks(places) if crosses else None)
        made = Trees(symbols, labels, kinds, sizes.astype(np.int32), np.array([0, len(order)], np.int64), extras)
        whole = treebank.trees.translated(symbols)
        parts = [whole.part(0, self.sentence), made, whole.part(self.sentence + 1, len(whole))]
        number = {node: place for place, node in enumerate(places.tolist())}
        found = replace(treebank, trees=Trees.joined(parts) if len(whole) > 1 else made)
        return Edited(found, tuple(self.first + number[node] for node in nodes if node in number))

    def _ranks(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """Per node which word of the sentence it is."""
        words = sorted((node for node in places.tolist() if self.kinds[node] == WORD), key=self.keys.__getitem__)
        rank = {node: place for place, node in enumerate(words)}
        return np.array([rank.get(node, 0) for node in places.tolist()], np.int64)


def _keys(tree: Tree) -> dict[int, Key]:
    last, found = -1, {}
    ranks = tree.ranks.tolist()
    for node, (kind, size) in enumerate(zip(tree.kinds.tolist(), tree.sizes.tolist(), strict=True)):
        if kind == WORD:
            last = ranks[node]
            found[node] = last, 0, node
        elif size == 1:
            found[node] = last, EMPTY, node
    return found


def checked_label(label: str) -> str:
    """A label without the blanks around it. Raises UsageError: nothing is left, or it holds blanks or brackets."""
    label = label.strip()
    if not label:
        raise UsageError("the label is empty; expected one such as NP")
    if found := _NO_LABEL.search(label):
        what = "a blank" if found[0].isspace() else f"the bracket {found[0]}"
        raise UsageError(f"the label '{label[:40]}' holds {what}; expected letters, digits and signs such as NP-SBJ")
    return label


def _extras(
    extras: Extras | None, places: NDArray[np.int64], old: int, positions: NDArray[np.int64] | None
) -> Extras | None:
    """What trees have beside their nodes, of the nodes in their new order; of new ones (from ``old`` on) nothing is said."""
    if extras is None:
        return None if positions is None else Extras(positions)
    is_new = places >= old
    columns = {
        name: np.where(is_new, ABSENT, column[np.where(is_new, 0, places)]).astype(np.int32)
        for name, column in extras.columns.items()
    }
    secondary = extras.secondary
    if secondary is not None and len(secondary):
        number = np.full(max(old, int(places.max(initial=0)) + 1), -1, np.int64)
        number[places] = np.arange(len(places))
        ends = number[secondary[:, :2]]
        stays = (ends >= 0).all(axis=1)
        secondary = np.column_stack((ends[stays], secondary[stays, 2]))
    return Extras(positions, columns, secondary)
