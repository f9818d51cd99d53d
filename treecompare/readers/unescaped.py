"""Sentences of bracketed files in which brackets stand as words or in labels and are not escaped.

A sentence is read so if its text says that it is to be: by its ``# text``, or because there is but one tree with brackets as words.
What else may hold such words keeps its text, so that a comparison can read it by the words that the other side has.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from treecompare.errors import counted, first_of
from treecompare.readers.bracket_words import SIGNS, Step, of_text, reading, trees_of
from treecompare.readers.treebank import Problem, Treebank, Unescaped
from treecompare.trees.tree import WORD, Trees

NOT_ESCAPED = "brackets as words are not escaped; expected -LRB- and -RRB-"
TOO_MANY = "brackets as words are not escaped, and there are too many ways to read them; expected -LRB- and -RRB-"
HOW = "brackets as words or in labels are not escaped"
_EMPTY = 3
"""How many of the alternatives of SIGNS are certain: an empty word alone is none."""


def with_bracket_words(treebank: Treebank, text_of: Callable[[int], str], known: Mapping[int, str]) -> Treebank:
    """The treebank with the sentences that hold such words read so, or as problems. ``text_of``: the text of a sentence; ``known``:
    its words, by sentence, where the file says them."""
    suspects = _suspects(treebank.trees, treebank.problems)
    if not suspects:
        return treebank
    told = _lost_words(treebank)
    unescaped: dict[int, Unescaped] = {}
    found: dict[int, Sequence[Step]] = {}
    problems = dict(treebank.problems)
    for place in suspects:
        text = text_of(place)
        signs = {one.lastindex for one in SIGNS.finditer(text)}
        is_certain = place not in problems and any(sign is not None and sign <= _EMPTY for sign in signs)
        steps = None
        if signs or place in known:
            steps = reading(text, of_text(known[place])) if place in known else None
            steps = steps or (reading(text, "") if is_certain or place in problems else None)
        unescaped[place] = Unescaped(text, is_certain or bool(steps))
        if steps:
            found[place] = steps
            problems.pop(place, None)
        elif is_certain or steps is not None:
            problems[place] = Problem(place, int(treebank.lines[place]), NOT_ESCAPED if steps is None else TOO_MANY)
    if found:
        told.append(how(treebank, found, "read as the one tree with such words, or as that of its # text"))
    failed = [one for one in unescaped if one in problems and problems[one].reason in (NOT_ESCAPED, TOO_MANY)]
    if failed:
        told.append(
            how(treebank, failed, "not read, unless by the words of another treebank; expected -LRB- and -RRB-")
        )
    anew = {**dict.fromkeys(failed, ()), **found}
    trees = with_sentences(treebank.trees, [*anew], trees_of([*anew.values()], treebank.trees.symbols))
    return replace(treebank, trees=trees, problems=problems, warnings=[*treebank.warnings, *told], unescaped=unescaped)


def _suspects(trees: Trees, problems: Mapping[int, Problem]) -> list[int]:
    """Sentences that may hold such words: those that cannot be read, and those of words with a bracket that is empty, or has no
    label and is not the outermost, or with a word that is empty."""
    nodes = np.flatnonzero((trees.sizes == 1) & (trees.kinds != WORD))
    if (empty := trees.symbols.find("")) is not None:
        unlabelled = np.flatnonzero(trees.labels == empty)
        roots = trees.offsets[1:][np.diff(trees.offsets) > 0] - 1
        if len(unlabelled) > np.count_nonzero(trees.labels[roots] == empty):
            nodes = np.concatenate((nodes, np.setdiff1d(unlabelled, roots, assume_unique=True)))
    sentences = np.array(sorted({*(np.searchsorted(trees.offsets, nodes, "right") - 1).tolist()}), np.int64)
    return sorted({*sentences[trees.word_counts[sentences] > 0].tolist(), *problems})


def _lost_words(treebank: Treebank) -> list[str]:
    """What is said of brackets that may be words, ``(NN (dog))``, in a file in which others are not."""
    trees = treebank.trees
    inner = np.flatnonzero((trees.sizes[:-1] == 1) & (trees.sizes[1:] == 2) & (trees.kinds[:-1] != WORD))
    inner = inner[[bool(trees.symbols[one]) for one in trees.labels[inner].tolist()]] if len(inner) else inner
    inner = inner[trees.word_counts[trees.sentence_of[inner]] > 0]
    if not len(inner):
        return []
    line = treebank.lines[trees.sentence_of[inner[0]]]
    what = "bracket that holds no word is" if len(inner) == 1 else "brackets that hold no word are"
    return [
        f"{len(inner):,} {what} left out (the first is ({trees.symbols[trees.labels[inner[0]]]}), in the tree of line {line})"
    ]


def how(treebank: Treebank, places: Collection[int], what: str) -> str:
    """What is said of sentences with such words."""
    first = first_of(len(places), f"line {treebank.lines[min(places)]}")
    return f"{HOW} in {counted(len(places), 'sentence')} ({first}): {what}"


def with_sentences(trees: Trees, places: Sequence[int], new: Trees) -> Trees:
    """The trees with others at some places; both have the same symbols."""
    order = np.arange(len(trees))
    order[places] = len(trees) + np.arange(len(places))
    return Trees.joined([trees, new]).chosen(order.tolist()) if len(places) else trees
