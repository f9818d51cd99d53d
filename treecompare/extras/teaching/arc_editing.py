"""Dependencies, edited: each function takes a treebank and numbers of its words, and returns another treebank.

Words are places in the columns of the treebank, from 0. A sentence that is a tree with one root stays one.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from treecompare.errors import UsageError
from treecompare.readers import DependencyTreebank
from treecompare.trees.arcs import head_text
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.symbols import Symbols

_NO_VALUE = re.compile(r"\s")


class EditedArcs(NamedTuple):
    """What became of a treebank, and the words of it that an edit was about; ``left``: the head that the first one had before."""

    treebank: DependencyTreebank
    nodes: tuple[int, ...] = ()
    left: int | None = None


def attach(treebank: DependencyTreebank, word: int, head: int) -> EditedArcs:
    """Gives a word another head, another word of its sentence. Raises UsageError: it is the word itself or has it as its head
    already, or the arcs would run in a circle."""
    words = treebank.sentences
    first, last = _limits(words, word)
    if not first <= head < last:
        raise UsageError("a word can only be attached within its sentence")
    called, heads = _Called(words), words.head[first:last].tolist()
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


def make_root(treebank: DependencyTreebank, word: int) -> EditedArcs:
    """Makes a word the root. What was the root depends on it then, as it depended before; its relation becomes the root's. Raises
    UsageError: it is the root already."""
    words = treebank.sentences
    first, last = _limits(words, word)
    if words.head[word] == 0:
        raise UsageError(f"{_Called(words)(word)} is the root already")
    roots = [first + one for one in np.flatnonzero(words.head[first:last] == 0).tolist()]
    if len(roots) != 1:
        return _finished(_with_heads(treebank, {word: 0}), treebank, [word])
    relation, old = (words.symbols[words.deprel[one]] for one in (word, roots[0]))
    found = _with_heads(treebank, {word: 0, roots[0]: word - first + 1})
    found = _with_text(_with_text(found, word, "deprel", old), roots[0], "deprel", relation)
    return _finished(found, treebank, [word, roots[0]])


def relate(treebank: DependencyTreebank, word: int, relation: str) -> EditedArcs:
    """Gives the arc of a word another relation. Raises UsageError: the relation is empty or holds blanks."""
    _limits(treebank.sentences, word)
    relation = _checked(relation, "relation", "nsubj")
    return _finished(_with_text(treebank, word, "deprel", relation), treebank, [word])


def tag(treebank: DependencyTreebank, word: int, text: str, column: str = "upos") -> EditedArcs:
    """Gives a word another tag. ``column``: ``upos`` or ``xpos``. Raises UsageError: the tag is empty or holds blanks."""
    _limits(treebank.sentences, word)
    return EditedArcs(_with_text(treebank, word, column, _checked(text, "tag", "NOUN")), (word,))


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


class _Called:
    """Words for people."""

    def __init__(self, words: Dependencies) -> None:
        self._words = words

    def __call__(self, word: int) -> str:
        return f"'{self._words.symbols[self._words.form[word]]}'"


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


def _finished(now: DependencyTreebank, before: DependencyTreebank, words: list[int]) -> EditedArcs:
    """With the arcs of these words as they are now in the enhanced graph, too, where it holds those that they had."""
    for word in words if now.format == "conllu" else ():
        sides = before.sentences, now.sentences
        old, new = (f"{head_text(int(one.head[word]))}:{one.symbols[one.deprel[word]]}" for one in sides)
        arcs = now.sentences.symbols[now.sentences.deps[word]].split("|")
        if old in arcs:
            arcs = list(dict.fromkeys(new if one == old else one for one in arcs))
            arcs.sort(key=lambda arc: [int(part) for part in re.findall("[0-9]+", arc.partition(":")[0])])
            now = _with_text(now, word, "deps", "|".join(arcs))
    return EditedArcs(now, tuple(words))
