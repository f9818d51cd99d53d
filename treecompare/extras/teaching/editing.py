"""Trees of constituents, edited: each function takes a treebank and numbers of nodes of its trees, and returns another treebank.

Nodes are places in the columns of the treebank, as files have their trees: nothing is left out, nothing is cut. The words and their
order never change, so the place of a node among its new sisters is where its words stand in the sentence. Of empty nodes (brackets
without words) the same holds: each stays behind the word that it followed.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from itertools import pairwise

import numpy as np

from treecompare.errors import UsageError
from treecompare.extras.teaching.drafts import CROSSING_FORMATS, Draft, Edited, checked_label
from treecompare.readers import Treebank
from treecompare.trees.tree import WORD, sums_below


def move(
    treebank: Treebank, node: int, mother: int, with_tags: bool = True, hidden: Collection[int] = frozenset()
) -> Edited:
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


def rename(treebank: Treebank, node: int, label: str) -> Edited:
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


def retag(treebank: Treebank, word: int, tag: str) -> Edited:
    """Gives a word another tag. Raises UsageError: it has none, or the tag is not a label."""
    return rename(treebank, tag_of(treebank, word), tag)


def insert(
    treebank: Treebank,
    nodes: Collection[int],
    label: str,
    with_tags: bool = True,
    hidden: Collection[int] = frozenset(),
) -> Edited:
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


def delete(treebank: Treebank, node: int) -> Edited:
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
