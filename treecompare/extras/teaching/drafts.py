"""A sentence while it is edited: constituents, dependencies, segments of a lattice.

Trees of constituents, edited: each function takes a treebank and numbers of nodes of its trees, and returns another treebank.
Nodes are places in the columns of the treebank, as files have their trees: nothing is left out, nothing is cut. The words and their
order never change, so the place of a node among its new sisters is where its words stand in the sentence. Of empty nodes (brackets
without words) the same holds: each stays behind the word that it followed.

Segments of a tree, edited within what a lattice allows: another analysis of a space-delimited word.
The tree over the segments changes as little as can be: what both analyses have stays where it is; of the rest one segment takes the
place of another, those that are too many go (and constituents that are left with nothing with them), and further ones become
sisters of the one before.

Dependencies, edited likewise. Words are places in the columns, from 0. A sentence that is a tree with one root stays one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from typing import Generic, NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import UsageError
from treecompare.readers import DependencyTreebank, Treebank
from treecompare.readers.treebank import Kind
from treecompare.trees.annotations import ABSENT, Extras
from treecompare.trees.arcs import head_text
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.lattices import Arc, Lattice, Lexeme, tokens_of
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import CONSTITUENT, WORD, Tree, Trees, sums_below

CROSSING_FORMATS = frozenset(("alpino", "discbrackets", "export", "tigerxml"))
"""Formats in which branches may cross."""
_NO_LABEL = re.compile(r"[\s()]")
_MOST_WORDS = 4
"""So many words name a constituent."""
Key = tuple[int, int, int]
EMPTY = 1
"""In the middle of a key: it is that of a bracket without words."""


class Edited(NamedTuple, Generic[Kind]):
    """What became of a treebank, and the nodes or words of it that an edit was about, by their new numbers; ``left``: what the
    first one hung under, or depended on, before."""

    treebank: Kind
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

    def edited(self, treebank: Treebank, nodes: Sequence[int]) -> Edited[Treebank]:
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


# -- trees of constituents, edited: each function takes a treebank and returns another one -----------------------------


def move(
    treebank: Treebank, node: int, mother: int, with_tags: bool = True, hidden: Collection[int] = frozenset()
) -> Edited[Treebank]:
    """Gives a node another mother, between the sisters where its words stand.

    ``with_tags``: a bracket over a single word is its tag, which goes with the word and has no other daughters. ``hidden``: nodes
    that no drawing shows, with all below them; those beside the node go with it if branches would cross otherwise.

    Raises UsageError: the mother is a word or a tag, is below the node or has it already; its old mother would be left with
    nothing; branches would cross in a format without crossing branches.
    """
    draft = Draft.of(treebank, node, with_tags)
    node, mother = draft.unit(draft.inner(node)), draft.inner(mother)
    moved = _moved(draft, node, mother, treebank.format, {one - draft.first for one in hidden})
    old = draft.tree.parents[node]
    edited = moved.edited(treebank, [node, old] if old >= 0 else [node])
    return Edited(edited.treebank, edited.nodes[:1], edited.nodes[1] if len(edited.nodes) > 1 else None)


def mothers(treebank: Treebank, node: int, with_tags: bool = True, hidden: Collection[int] = frozenset()) -> list[int]:
    """The nodes to which a node can be attached by :func:`move`."""
    draft = Draft.of(treebank, node, with_tags)
    unit, left_out = draft.unit(draft.inner(node)), {one - draft.first for one in hidden}
    found = []
    for mother in draft.near(unit, left_out) if treebank.format not in CROSSING_FORMATS else range(len(draft.tree)):
        with suppress(UsageError):
            _moved(draft, unit, mother, treebank.format, left_out)
            found.append(mother + draft.first)
    return found


def _moved(draft: Draft, node: int, mother: int, format: str, hidden: set[int]) -> Draft:
    """The sentence with a node on another mother. Raises UsageError: see :func:`move`."""
    tree, called = draft.tree, draft.called
    if tree.kinds[mother] == WORD:
        raise UsageError(f"{called(mother)} is a word; expected a constituent as the new mother")
    if draft.is_tag(mother):
        raise UsageError(f"{called(mother)} is a part-of-speech tag; expected a constituent as the new mother")
    if draft.holds(node, mother):
        what = "it" if node == mother else called(mother)
        raise UsageError(f"{called(node)} cannot be moved into itself: {what} is part of it")
    old = tree.parents[node]
    if old == mother:
        raise UsageError(f"{called(node)} is a daughter of {called(mother)} already")
    if old >= 0 and all(one == node or one in hidden for one in tree.children[old]):
        raise UsageError(f"{called(old)} would be left without words; delete it, or move it as a whole")
    before, behind = (
        [one for one in some if tree.parents[one] != mother and not draft.holds(one, mother)]
        for some in draft.beside(node, hidden)
    )
    crossing: UsageError | None = None
    shares = [(one, other) for one in range(len(before) + 1) for other in range(len(behind) + 1)]
    for one, other in sorted(shares, key=sum):
        trial = draft.with_mother([node, *before[:one], *behind[:other]], mother)
        try:
            trial.check_order(trial.order(), format)
        except UsageError as error:
            crossing = crossing or error
        else:
            return trial
    assert crossing is not None
    raise crossing


def rename(treebank: Treebank, node: int, label: str) -> Edited[Treebank]:
    """Gives a constituent or a tag another label; an outermost bracket may be without. Raises UsageError: the node is a word, or
    the label is none."""
    draft = Draft.of(treebank, node)
    inner = draft.inner(node)
    if draft.tree.kinds[inner] == WORD:
        raise UsageError(f"{draft.called(inner)} is a word; words stay as they are")
    is_wrapper = draft.tree.parents[inner] < 0 and not label.strip()
    draft.labels[inner] = "" if is_wrapper else checked_label(label)
    return draft.edited(treebank, [inner])


def tag_of(treebank: Treebank, word: int) -> int:
    """The tag of a word: the bracket that holds nothing else. Raises UsageError: it has none."""
    draft = Draft.of(treebank, word)
    above = draft.unit(draft.inner(word))
    if draft.tree.kinds[above] == WORD:
        raise UsageError(f"{draft.called(above)} has no tag of its own; expected a bracket that holds only this word")
    return above + draft.first


def insert(
    treebank: Treebank,
    nodes: Collection[int],
    label: str,
    with_tags: bool = True,
    hidden: Collection[int] = frozenset(),
) -> Edited[Treebank]:
    """Puts a new constituent over some daughters of one node, or over a single node.

    ``hidden``: nodes that no drawing shows, with all below them; those that stand between them go with them.

    Raises:
        UsageError: they have several mothers; others stand between them, in a format without crossing branches; the label is none.
    """
    if not nodes:
        raise UsageError("expected at least one node to put a constituent over")
    draft = Draft.of(treebank, min(nodes), with_tags)
    tree, called = draft.tree, draft.called
    chosen = sorted({draft.unit(draft.inner(node)) for node in nodes})
    of = {tree.parents[node] for node in chosen}
    if len(of) > 1:
        one, other = next((a, b) for a, b in pairwise(chosen) if tree.parents[a] != tree.parents[b])
        where = [called(tree.parents[node]) if tree.parents[node] >= 0 else "nothing" for node in (one, other)]
        raise UsageError(
            f"{called(one)} is under {where[0]}, {called(other)} under {where[1]}; expected daughters of one node"
        )
    mother = of.pop()
    sisters = tree.children[mother] if mother >= 0 else tree.roots
    left_out = {one - draft.first for one in hidden}
    chosen += [one for one in sisters if chosen[0] < one < chosen[-1] and one in left_out and one not in chosen]
    others = [one for one in sisters if min(chosen) < one < max(chosen) and one not in chosen]
    if others and treebank.format not in CROSSING_FORMATS:
        raise UsageError(f"{called(others[0])} stands between them; expected daughters beside each other")
    new = draft.add(checked_label(label), mother)
    for node in chosen:
        draft.mothers[node] = new
    return draft.edited(treebank, [new])


def delete(treebank: Treebank, node: int) -> Edited[Treebank]:
    """Takes a constituent out; its daughters go to its mother. Raises UsageError: the node is a word; or it is the only root and
    has several daughters or only a word; or it is empty and alone."""
    draft = Draft.of(treebank, node)
    tree, inner = draft.tree, draft.inner(node)
    mother, daughters = tree.parents[inner], tree.children[inner]
    if tree.kinds[inner] == WORD:
        raise UsageError(f"{draft.called(inner)} is a word; words stay as they are")
    if mother < 0 and len(daughters) > 1:
        raise UsageError(
            f"{draft.called(inner)} is the root over {len(daughters)} daughters; without it the sentence would have several roots"
        )
    if mother < 0 and all(tree.kinds[one] == WORD for one in daughters):
        raise UsageError(
            f"{draft.called(inner)} is all that stands over its words; expected a constituent below the root"
        )
    if mother >= 0 and not daughters and len(tree.children[mother]) == 1:
        raise UsageError(f"{draft.called(mother)} would be left without daughters; delete it first")
    for one in daughters:
        draft.mothers[one] = mother
    draft.gone.add(inner)
    return draft.edited(treebank, daughters)


def hidden_nodes(treebank: Treebank, shown: Collection[int]) -> set[int]:
    """The nodes that are not ``shown``, and neither is anything below them."""
    is_shown = np.zeros(len(treebank.trees.labels), np.bool_)
    is_shown[list(shown)] = True
    return set(np.flatnonzero(sums_below(treebank.trees, is_shown) == 0).tolist())


# -- segments, edited within what a lattice allows ---------------------------------------------------------------------

MOST_WAYS = 100
"""So many analyses of a word are told at most."""
_UNTAGGED = "_"

Way = tuple[Lexeme, ...]
"""The segments of a space-delimited word, with their tags."""


@dataclass(frozen=True)
class Analyses:
    """Of a space-delimited word: its number, from 1; its segments in the tree, as places in the columns of the treebank; how the
    tree analyses it, and how else the lattice does, the most similar first."""

    token: int
    nodes: tuple[int, ...]
    now: Way
    others: tuple[Way, ...]


def analyses(treebank: Treebank, lattice: Lattice, node: int, with_tags: bool = True) -> Analyses:
    """How the space-delimited word of a segment can be analysed. Raises UsageError: the node is not a segment, or the lattice does
    not say to which word it belongs."""
    draft = Draft.of(treebank, node, with_tags)
    inner = draft.inner(node)
    if draft.tree.kinds[inner] != WORD:
        below = draft.tree.children[inner]
        if not draft.is_tag(inner):
            raise UsageError(f"{draft.called(inner)} is a constituent; expected a segment or its tag")
        inner = below[0]
    words = draft.tree.word_nodes.tolist()
    lexemes = [_lexeme(draft, word) for word in words]
    tokens = tokens_of(lattice, lexemes) if len(lattice) else None
    if tokens is None:
        raise UsageError("the lattice does not say which space-delimited word is which; expected one that does")
    token = tokens[words.index(inner)]
    places = [place for place, of in enumerate(tokens) if of == token]
    now = tuple(lexemes[place] for place in places)
    arcs = [arc for arc in lattice.arcs if arc.token == token]
    found = dict.fromkeys(way for way in _paths(arcs) if way != now)
    others = sorted(found, key=lambda way: _differences(now, way))
    return Analyses(token, tuple(draft.first + words[place] for place in places), now, tuple(others))


def take(
    treebank: Treebank, lattice: Lattice, node: int, way: Sequence[Lexeme], with_tags: bool = True
) -> Edited[Treebank]:
    """Analyses the space-delimited word of a segment in another way, along another path through the lattice. Raises UsageError: as
    :func:`analyses`; or the lattice has no such path there."""
    found = analyses(treebank, lattice, node, with_tags)
    if tuple(way) not in found.others:
        said = " ".join(form for form, _ in way)
        raise UsageError(
            f"the lattice does not analyse this word as {said or 'nothing'}; expected one of its other paths"
        )
    draft = Draft.of(treebank, node, with_tags)
    before, behind = _same_ends(found.now, way)
    old = [draft.inner(one) for one in found.nodes]
    middle = old[before : len(old) - behind]
    fresh = list(way[before : len(way) - behind])
    changed: list[int] = []
    last = draft.unit(old[before - 1]) if before else -1
    for word, lexeme in zip(middle, fresh, strict=False):
        last = draft.unit(word)
        draft.labels[word] = lexeme[0]
        if last != word:
            draft.labels[last] = lexeme[1]
        changed.append(word)
    for word in middle[len(fresh) :]:
        _take_out(draft, draft.unit(word))
    beside = last if last >= 0 else draft.unit(old[len(old) - behind])
    rank, _, _ = draft.keys[(middle[-1:] or old[before - 1 : before] or [old[len(old) - behind]])[0]]
    for form, tag in fresh[len(middle) :]:
        mother = draft.mothers[beside]
        if draft.with_tags and tag != _UNTAGGED:
            mother = draft.add(tag, mother)
        number = len(draft.labels)
        changed.append(draft.add(form, mother, (rank, 0, number) if last >= 0 else (rank - 1, 2, number)))
    return draft.edited(treebank, changed)


def _lexeme(draft: Draft, word: int) -> Lexeme:
    above = draft.unit(word)
    return draft.tree.texts[word], draft.tree.texts[above] if above != word else _UNTAGGED


def _paths(arcs: Sequence[Arc]) -> list[Way]:
    """All paths through the arcs of a space-delimited word; no more than are told."""
    end = max(arc.target for arc in arcs)
    found: list[Way] = []
    todo: list[tuple[int, Way]] = [(min(arc.source for arc in arcs), ())]
    while todo and len(found) < MOST_WAYS:
        state, path = todo.pop()
        if state == end:
            found.append(path)
        elif len(path) < len(arcs):  # else it goes in circles
            todo += [(arc.target, (*path, arc.lexeme)) for arc in reversed(arcs) if arc.source == state]
    return found


def _same_ends(one: Sequence[Lexeme], other: Sequence[Lexeme]) -> tuple[int, int]:
    most = min(len(one), len(other))
    before = next((place for place in range(most) if one[place] != other[place]), most)
    most -= before
    behind = next((place for place in range(most) if one[-1 - place] != other[-1 - place]), most)
    return before, behind


def _differences(now: Way, way: Way) -> tuple[int, int]:
    same = sum(_same_ends(now, way))
    forms = [form for form, _ in now], [form for form, _ in way]
    return max(len(now), len(way)) - same, int(forms[0] != forms[1])


def _take_out(draft: Draft, node: int) -> None:
    below = [one for one, mother in enumerate(draft.mothers) if mother == node and one not in draft.gone]
    draft.gone.update((node, *below))
    mother = draft.mothers[node]
    while mother >= 0 and not any(one not in draft.gone for one, of in enumerate(draft.mothers) if of == mother):
        draft.gone.add(mother)
        mother = draft.mothers[mother]


# -- dependencies, edited ----------------------------------------------------------------------------------------------

_NO_VALUE = re.compile(r"\s")


def attach(treebank: DependencyTreebank, word: int, head: int) -> Edited[DependencyTreebank]:
    """Gives a word another head, another word of its sentence. Raises UsageError: it is the word itself or has it as its head
    already, or the arcs would run in a circle."""
    words = treebank.sentences
    first, last = _limits(words, word)
    if not first <= head < last:
        raise UsageError("a word can only be attached within its sentence")
    called, heads = partial(_called, words), words.head[first:last].tolist()
    own, other = word - first + 1, head - first + 1
    if own == other:
        raise UsageError(f"{called(word)} cannot be its own head")
    if heads[own - 1] == other:
        raise UsageError(f"{called(word)} depends on {called(head)} already")
    way = _way_up(heads, other)
    if own in way:
        said = " → ".join(called(first + one - 1) for one in [*way[: way.index(own) + 1], other])
        if heads[own - 1] == 0:
            said += "; make another word the root first"
        raise UsageError(f"{called(word)} cannot depend on {called(head)}, which depends on it: {said}")
    old = heads[own - 1]
    left = first + old - 1 if 0 < old <= last - first else None
    return _finished(_with_heads(treebank, {word: other}), treebank, [word])._replace(left=left)


def make_root(treebank: DependencyTreebank, word: int) -> Edited[DependencyTreebank]:
    """Makes a word the root. What was the root depends on it then, as it depended before; its relation becomes the root's. Raises
    UsageError: it is the root already."""
    words = treebank.sentences
    first, last = _limits(words, word)
    if words.head[word] == 0:
        raise UsageError(f"{_called(words, word)} is the root already")
    roots = [first + one for one in np.flatnonzero(words.head[first:last] == 0).tolist()]
    if len(roots) != 1:
        return _finished(_with_heads(treebank, {word: 0}), treebank, [word])
    relation, old = (words.symbols[words.deprel[one]] for one in (word, roots[0]))
    found = _with_heads(treebank, {word: 0, roots[0]: word - first + 1})
    found = _with_text(_with_text(found, word, "deprel", old), roots[0], "deprel", relation)
    return _finished(found, treebank, [word, roots[0]])


def relate(treebank: DependencyTreebank, word: int, relation: str) -> Edited[DependencyTreebank]:
    """Gives the arc of a word another relation. Raises UsageError: the relation is empty or holds blanks."""
    _limits(treebank.sentences, word)
    relation = _checked(relation, "relation", "nsubj")
    return _finished(_with_text(treebank, word, "deprel", relation), treebank, [word])


def tag(treebank: DependencyTreebank, word: int, text: str, column: str = "upos") -> Edited[DependencyTreebank]:
    """Gives a word another tag. ``column``: ``upos`` or ``xpos``. Raises UsageError: the tag is empty or holds blanks."""
    _limits(treebank.sentences, word)
    return Edited(_with_text(treebank, word, column, _checked(text, "tag", "NOUN")), (word,))


def heads(treebank: DependencyTreebank, word: int) -> list[int]:
    """The words that a word can be attached to."""
    words = treebank.sentences
    first, last = _limits(words, word)
    of = words.head[first:last].tolist()
    own = word - first + 1
    below = {own}
    for one in range(1, len(of) + 1):
        way = _way_up(of, one)
        if own in way:
            below |= set(way[: way.index(own)])
    return [first + one - 1 for one in range(1, len(of) + 1) if one not in below and one != of[own - 1]]


def _limits(words: Dependencies, word: int) -> tuple[int, int]:
    """Where the sentence of a word begins and ends. Raises UsageError: there is no such word."""
    if not 0 <= word < words.words:
        raise UsageError(f"there is no word {word + 1}; expected one of {words.words}")
    sentence = int(np.searchsorted(words.offsets, word, "right")) - 1
    first, last = words.offsets[sentence : sentence + 2].tolist()
    return first, last


def _called(words: Dependencies, word: int) -> str:
    """A word for people."""
    return f"'{words.symbols[words.form[word]]}'"


def _way_up(heads: list[int], word: int) -> list[int]:
    """A word (from 1), its head, and so on, until the root, a head outside, or what was there already."""
    way: list[int] = []
    while 0 < word <= len(heads) and word not in way:
        way.append(word)
        word = heads[word - 1]
    return way


def _checked(text: str, what: str, such_as: str) -> str:
    text = text.strip()
    if not text:
        raise UsageError(f"the {what} is empty; expected one such as {such_as}")
    if _NO_VALUE.search(text):
        raise UsageError(f"the {what} '{text[:40]}' holds a blank; expected one such as {such_as}")
    return text


def _with_heads(treebank: DependencyTreebank, heads: dict[int, int]) -> DependencyTreebank:
    head = treebank.sentences.head.copy()
    for word, one in heads.items():
        head[word] = one
    return replace(treebank, sentences=replace(treebank.sentences, head=head))


def _with_text(treebank: DependencyTreebank, word: int, column: str, text: str) -> DependencyTreebank:
    words = treebank.sentences
    symbols = words.symbols if words.symbols.find(text) is not None else Symbols(words.symbols.texts)
    changed = getattr(words, column).copy()
    changed[word] = symbols.number(text)
    return replace(treebank, sentences=replace(words, symbols=symbols, **{column: changed}))


def _finished(now: DependencyTreebank, before: DependencyTreebank, words: list[int]) -> Edited[DependencyTreebank]:
    """With the arcs of these words as they are now in the enhanced graph, too, where it holds those that they had."""
    for word in words if now.format == "conllu" else ():
        sides = before.sentences, now.sentences
        old, new = (f"{head_text(int(one.head[word]))}:{one.symbols[one.deprel[word]]}" for one in sides)
        arcs = now.sentences.symbols[now.sentences.deps[word]].split("|")
        if old in arcs:
            arcs = list(dict.fromkeys(new if one == old else one for one in arcs))
            arcs.sort(key=lambda arc: [int(part) for part in re.findall("[0-9]+", arc.partition(":")[0])])
            now = _with_text(now, word, "deps", "|".join(arcs))
    return Edited(now, tuple(words))
