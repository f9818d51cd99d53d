"""What stands in a sentence after decisions and rules: always a tree, which depends on files, decisions and rules alone.

Of dependencies some arcs are fixed, and the consensus chooses among what is left; of constituents no sets of words cross.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from treecompare.errors import UsageError
from treecompare.extras.annotators.dependency_consensus import (
    Arc,
    NoTree,
    best_tree,
    cycle_in,
    options_of,
    with_fixed,
)
from treecompare.extras.annotators.differences import (
    ARC,
    FEATS,
    LEMMA,
    NODES,
    XPOS,
    Difference,
    Place,
    arc_of,
    arc_value,
    unit_of,
    words_in,
)
from treecompare.trees.annotations import Extras
from treecompare.trees.arcs import NO_HEAD
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import WORD, TreeBuilder, Trees

UNDECIDED, IMPLIED = "undecided", "implied"


class Fixed(NamedTuple):
    """A value that is decided; ``told``: by whom or what, as a refusal says it."""

    value: str
    told: str


class Refusal(NamedTuple):
    """Why a value cannot stand, and the decisions that are in its way."""

    why: str
    by: tuple[Place, ...] = ()


class Result(NamedTuple):
    """What stands at a difference. ``source``: the name of a file, ``other``, ``rule N``, ``implied`` or ``undecided``."""

    value: str
    source: str
    rule: int = 0
    note: str = ""


@dataclass(frozen=True)
class Settled:
    """A sentence as it stands.

    ``results``: by the place of the difference; further ones, with the source ``implied``, where the analyses agree and what
    they have cannot stand. ``is_tree``: whether the words depend on each other as a tree: not where no analysis has one.
    """

    results: dict[Place, Result]
    is_tree: bool = True


class SentenceModel(ABC):
    """A sentence and its differences: what can stand in it."""

    def __init__(self, differences: Sequence[Difference], words: Sequence[str], names: Sequence[str]) -> None:
        self.differences = differences
        self.words = words
        self.names = names

    @abstractmethod
    def refusal(self, fixed: Mapping[Place, Fixed], place: Place, value: str) -> Refusal | None:
        """Why a value cannot be decided beside those that are; None if it can."""

    @abstractmethod
    def values(self, fixed: Mapping[Place, Fixed]) -> tuple[dict[Place, str], set[Place], bool]:
        """What stands at every difference; the places whose value others imply (among them some where the analyses agree); and
        whether all of it is a tree."""

    @abstractmethod
    def checked(self, place: Place, typed: str) -> str:
        """A value that people typed. Raises UsageError: it is none; says what was expected."""

    def told(self, word: int) -> str:
        """A word (from 1) as messages name it; 0 is the root."""
        return self.words[word - 1] if word else "root"


def cross(one: int, other: int) -> bool:
    """Whether two sets of words (bits) cross: they share some, and either has words that the other lacks."""
    both = one & other
    return both not in (0, one, other)


class Standing(NamedTuple):
    """What stands in a sentence of constituents. ``nodes``: labels from the top, with blanks between them, by sets of words (bits),
    in no order; ``tags``: of the words, empty for none; ``dropped``: the sets that cross what is decided."""

    words: Sequence[str]
    nodes: Mapping[int, str]
    tags: Sequence[str]
    dropped: Sequence[int] = ()

    def tree(self, wrapper: str | None = None, symbols: Symbols | None = None) -> Trees:
        """As a tree, under a wrapper of that label; None: without one."""
        nodes = {words: chain.split(" ") for words, chain in self.nodes.items()}
        return tree_over(self.words, nodes, self.tags, wrapper, symbols)


class NodeModel(SentenceModel):
    """``chains``: of each file the labels over each set of words; ``tags``: those of the words, by file."""

    def __init__(
        self,
        differences: Sequence[Difference],
        words: Sequence[str],
        names: Sequence[str],
        chains: Sequence[Mapping[int, str]],
        tags: Sequence[Sequence[str]],
    ) -> None:
        super().__init__(differences, words, names)
        self.chains, self.tags = chains, tags
        self._sentence = differences[0].place.sentence if differences else 0

    def phrase(self, words: int) -> str:
        """A set of words as messages name it."""
        there = [word for place, word in enumerate(self.words) if words >> place & 1]
        return " ".join(there if len(there) < 8 else [*there[:3], "…", *there[-3:]])

    def _nodes(self, fixed: Mapping[Place, Fixed]) -> dict[int, Fixed]:
        return {words_in(place.unit): one for place, one in fixed.items() if place.field == NODES and one.value}

    def refusal(self, fixed: Mapping[Place, Fixed], place: Place, value: str) -> Refusal | None:
        if place.field != NODES or not value:
            return None
        new = words_in(place.unit)
        for other, one in fixed.items():
            if other.field == NODES and one.value and cross(new, words := words_in(other.unit)):
                return Refusal(
                    f"{value} over “{self.phrase(new)}” would cross {one.value} over “{self.phrase(words)}”. "
                    f"Decided before: {one.told}",
                    (other,),
                )
        return None

    def standing(self, fixed: Mapping[Place, Fixed]) -> Standing:
        """What stands where so much is decided: of nodes else those of the first file, of tags those that most have, of several the
        earlier file's."""
        stands = {words: one.value for words, one in self._nodes(fixed).items()}
        decided = list(stands)
        gone = {words_in(place.unit) for place, one in fixed.items() if place.field == NODES and not one.value}
        dropped = []
        for words, labels in self.chains[0].items():  # what all agree on crosses nothing else of the first file
            if words in stands or words in gone or not labels:
                continue
            if any(cross(words, other) for other in decided):
                dropped.append(words)
            else:
                stands[words] = labels
        tags = [max(of, key=of.count) for of in zip(*self.tags, strict=True)]
        for place, one in fixed.items():
            if place.field == XPOS:
                tags[int(place.unit) - 1] = one.value
        return Standing(self.words, stands, tags, dropped)

    def values(self, fixed: Mapping[Place, Fixed]) -> tuple[dict[Place, str], set[Place], bool]:
        _, nodes, tags, dropped = self.standing(fixed)
        values: dict[Place, str] = {}
        for one in self.differences:
            is_tag = one.place.field == XPOS
            values[one.place] = tags[int(one.place.unit) - 1] if is_tag else nodes.get(words_in(one.place.unit), "")
        implied = {Place(self._sentence, unit_of(words), NODES) for words in dropped}
        values.update(dict.fromkeys(implied, ""))
        return values, implied, True

    def checked(self, place: Place, typed: str) -> str:
        labels = typed.split()
        if any(one in "()" for label in labels for one in label) or (place.field == XPOS and len(labels) != 1):
            what = "tag" if place.field == XPOS else "chain of labels"
            raise UsageError(
                f"'{typed[:40]}' is not a {what}; expected {'one label' if what == 'tag' else 'labels from the top'}"
            )
        return " ".join(labels)


def nested(sets: Iterable[int]) -> dict[int, list[int]]:
    """The sets below each of these sets of words (0: the top), those within no other one of them; in the order of their first
    words.
    """
    below: dict[int, list[int]] = {0: []}
    open_sets: list[int] = []
    ordered = sorted(sets, key=lambda one: (-one.bit_count(), one & -one))
    for one in ordered:
        mother = min((other for other in open_sets if other & one == one), key=int.bit_count, default=0)
        below.setdefault(mother, []).append(one)
        below.setdefault(one, [])
        open_sets.append(one)
    for daughters in below.values():
        daughters.sort(key=lambda one: one & -one)
    return below


def tree_over(
    forms: Sequence[str],
    chains: Mapping[int, Sequence[str]],
    tags: Sequence[str],
    wrapper: str | None = None,
    symbols: Symbols | None = None,
) -> Trees:
    """The tree of a sentence by the labels over each set of words, from the top, and the tag of each word, empty for none; under
    a wrapper of that label, None: without one."""
    build = TreeBuilder(symbols)
    below = nested(chains)
    positions: list[int] = []

    def word(number: int) -> None:
        if tags[number]:
            build.open(tags[number])
        build.word(forms[number])
        positions.append(number)
        if tags[number]:
            build.close()
            positions.append(0)

    whole = (1 << len(forms)) - 1
    todo: list[tuple[str, int]] = [("set", 0)]
    if wrapper is not None:
        build.open(wrapper)
    while todo:
        what, words = todo.pop()
        if what == "word":
            word(words)
        elif what == "close":
            for _ in chains[words]:
                build.close()
                positions.append(0)
        else:
            for label in chains.get(words, ()):
                build.open(label)
            inside = below[words]
            alone = (words or whole) & ~sum(inside)
            daughters = [("set", one) for one in inside]
            daughters += [("word", number) for number in range(len(forms)) if alone >> number & 1]
            daughters.sort(key=lambda one: one[1] if one[0] == "word" else (one[1] & -one[1]).bit_length() - 1)
            todo += ([("close", words)] if words else []) + daughters[::-1]
    if wrapper is not None:
        build.close()
        positions.append(0)
    build.end_sentence()
    made = build.trees()
    order = [one for one, kind in zip(positions, made.kinds.tolist(), strict=True) if kind == WORD]
    if order != sorted(order):
        made = replace(made, extras=Extras(np.array(positions, np.int64)))
    return made


class WordModel(SentenceModel):
    """``arcs``: of each file and each of its words head and relation."""

    def __init__(
        self,
        differences: Sequence[Difference],
        words: Sequence[str],
        names: Sequence[str],
        arcs: Sequence[Sequence[Arc]],
    ) -> None:
        super().__init__(differences, words, names)
        self.arcs = arcs

    # -- arcs --------------------------------------------------------------------------------------------------------------

    def _fixed_arcs(self, fixed: Mapping[Place, Fixed]) -> dict[int, Arc]:
        return {int(place.unit): arc_of(one.value) for place, one in fixed.items() if place.field == ARC}

    def _heads(self, fixed: Mapping[int, Arc]) -> list[list[int]]:
        """The heads that each word can have, in the order of the files."""
        return [
            [fixed[word][0]] if word in fixed else list(dict.fromkeys(of[word - 1][0] for of in self.arcs))
            for word in range(1, len(self.words) + 1)
        ]

    def _reached(self, fixed: Mapping[int, Arc]) -> dict[int, int]:
        """The words to which a way leads from the root or from a word without a head, each with the head that it was reached by."""
        below: list[list[int]] = [[] for _ in range(len(self.words) + 1)]
        for word, heads in enumerate(self._heads(fixed), 1):
            for head in heads:
                if 0 <= head <= len(self.words):
                    below[head].append(word)
                elif head == NO_HEAD:
                    below[0].append(word)
        found: dict[int, int] = {}
        todo = deque([0])
        while todo:
            head = todo.popleft()
            for word in below[head]:
                if word not in found:
                    found[word] = head
                    todo.append(word)
        return found

    @cached_property
    def _can_be_tree(self) -> bool:
        return len(self._reached({})) == len(self.words)

    def refusal(self, fixed: Mapping[Place, Fixed], place: Place, value: str) -> Refusal | None:
        if place.field != ARC:
            return None
        word, arc = int(place.unit), arc_of(value)
        before = self._fixed_arcs(fixed)
        after = {**before, word: arc}
        if len(self._reached(after)) == len(self.words):
            return None
        way = self._way(before, word, arc[0])
        if way is None:
            if not self._can_be_tree and not _has_cycle(after, word):
                return None
            return Refusal(
                f"{self.told(word)} cannot depend on {self.told(arc[0])}: no tree is left that holds all decided arcs"
            )
        said = f"This makes a cycle: {' → '.join(map(self.told, way))}"
        by = {one: place._replace(unit=str(one)) for one in way[1:-1] if one in before}
        decided = [f"{self.told(one)} → {self.told(before[one][0])} ({fixed[at].told})" for one, at in by.items()]
        about = f"Decided before: {', '.join(decided)}" if decided else "All analyses have the other arcs"
        return Refusal(f"{said}. {about}", tuple(by.values()))

    def _way(self, fixed: Mapping[int, Arc], word: int, head: int) -> list[int] | None:
        """From a word to its new head, on to the head of that, and so on until it is the word again: arcs that cannot but stand."""
        if head == word:
            return [word, word]
        heads = self._heads(fixed)
        todo, before = deque([head]), {head: word}
        while todo:
            here = todo.popleft()
            for above in heads[here - 1] if 1 <= here <= len(heads) else ():
                if above == word:
                    way = [here]
                    while way[-1] != head:
                        way.append(before[way[-1]])
                    return [word, *reversed(way), word]
                if above not in before:
                    before[above] = here
                    todo.append(above)
        return None

    # -- values ------------------------------------------------------------------------------------------------------------

    def tree(self, fixed: Mapping[int, Arc]) -> list[Arc] | None:
        """The consensus over the options left; None if no tree is."""
        return _consensus(self.arcs, fixed)

    @cached_property
    def _free(self) -> list[Arc] | None:
        return self.tree({})

    def arcs_with(self, fixed: Mapping[Place, Fixed]) -> tuple[list[Arc], bool]:
        """The arcs that stand, and whether they are a tree; of a sentence of which nobody has a tree those of the first file."""
        arcs = self._fixed_arcs(fixed)
        found = self.tree(arcs) if arcs else self._free
        if found is not None:
            return found, True
        return [arcs.get(word, arc) for word, arc in enumerate(self.arcs[0], 1)], False

    def values(self, fixed: Mapping[Place, Fixed]) -> tuple[dict[Place, str], set[Place], bool]:
        arcs, is_tree = self.arcs_with(fixed)
        values: dict[Place, str] = {}
        implied: set[Place] = set()
        for one in self.differences:
            if one.place.field == ARC:
                word = int(one.place.unit)
                values[one.place] = arc_value(*arcs[word - 1])
                if one.place not in fixed and self._free is not None and arcs[word - 1] != self._free[word - 1]:
                    implied.add(one.place)
            elif one.place in fixed:
                values[one.place] = fixed[one.place].value
            else:  # most have it; of several the earlier file
                values[one.place] = max(one.values, key=one.values.count)
        return values, implied, is_tree

    def checked(self, place: Place, typed: str) -> str:
        text = " ".join(typed.split()) if place.field == LEMMA else typed.strip()
        if place.field != ARC:
            may_be_empty = place.field.startswith(FEATS)
            if not (text or may_be_empty) or (
                place.field != LEMMA and any(one.isspace() or one == "|" for one in text)
            ):
                raise UsageError(f"'{typed[:40]}' is not a value of {place.field}; expected a text without blanks")
            return ",".join(sorted(text.split(","))) if may_be_empty and text else text
        head, relation = arc_of(text)
        if any(one.isspace() for one in relation):
            raise UsageError(f"'{relation[:40]}' is not a relation; expected a text without blanks")
        if head > len(self.words):
            raise UsageError(f"there is no word {head}; expected a number from 0 (the root) to {len(self.words)}")
        return arc_value(head, relation)


def _has_cycle(arcs: Mapping[int, Arc], word: int) -> bool:
    seen = set()
    while word in arcs and word not in seen:
        seen.add(word)
        word = arcs[word][0]
    return word in seen


def _consensus(arcs: Sequence[Sequence[Arc]], fixed: Mapping[int, Arc]) -> list[Arc] | None:
    """The consensus tree with some arcs fixed; None if the options leave none.

    Files whose arcs are no tree have no vote, save where none is one; what they say can be chosen all the same.
    """
    trees = [int(cycle_in({word: arc[0] for word, arc in enumerate(of, 1)}) is None) for of in arcs]
    weights = trees if any(trees) else [1] * len(arcs)
    words = range(1, len(arcs[0]) + 1)
    options = [
        [
            one
            for one in options_of([of[word - 1] for of in arcs], weights)
            if one.head == NO_HEAD or (0 <= one.head < len(words) + 1 and one.head != word)
        ]
        for word in words
    ]
    try:
        return [one.arc for one in best_tree(with_fixed(options, fixed))]
    except NoTree:
        return None
