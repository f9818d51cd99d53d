"""Segments of a tree, edited within what a lattice allows: another analysis of a space-delimited word.

The tree over the segments changes as little as can be: what both analyses have stays where it is; of the rest one segment takes the
place of another, those that are too many go (and constituents that are left with nothing with them), and further ones become
sisters of the one before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from treecompare.errors import UsageError
from treecompare.extras.teaching.drafts import Draft, Edited
from treecompare.readers import Treebank
from treecompare.trees.lattices import Arc, Lattice, Lexeme, tokens_of
from treecompare.trees.tree import WORD

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


def take(treebank: Treebank, lattice: Lattice, node: int, way: Sequence[Lexeme], with_tags: bool = True) -> Edited:
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
    """How many segments are the same at the beginning, and how many of the others at the end."""
    most = min(len(one), len(other))
    before = next((place for place in range(most) if one[place] != other[place]), most)
    most -= before
    behind = next((place for place in range(most) if one[-1 - place] != other[-1 - place]), most)
    return before, behind


def _differences(now: Way, way: Way) -> tuple[int, int]:
    """How many segments differ, and by how many letters."""
    same = sum(_same_ends(now, way))
    forms = [form for form, _ in now], [form for form, _ in way]
    return max(len(now), len(way)) - same, int(forms[0] != forms[1])


def _take_out(draft: Draft, node: int) -> None:
    """Takes a segment out, with its tag and with constituents that hold nothing else."""
    below = [one for one, mother in enumerate(draft.mothers) if mother == node and one not in draft.gone]
    draft.gone.update((node, *below))
    mother = draft.mothers[node]
    while mother >= 0 and not any(one not in draft.gone for one, of in enumerate(draft.mothers) if of == mother):
        draft.gone.add(mother)
        mother = draft.mothers[mother]
