"""Sentences of bracketed files in which brackets stand as words or in labels and are not escaped.

A sentence is read so if its text says that it is to be: by its ``# text``, or because there is but one tree with brackets as words.
What else may hold such words keeps its text, so that a comparison can read it by the words that the other side has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import counted, first_of
from treecompare.readers.treebank import Problem, Treebank, Unescaped
from treecompare.trees.characters import LABELS
from treecompare.trees.preparation import WRAPPERS
from treecompare.trees.tree import WORD, Trees

NOT_ESCAPED = "brackets as words are not escaped; expected -LRB- and -RRB-"
TOO_MANY = "brackets as words are not escaped, and there are too many ways to read them; expected -LRB- and -RRB-"
HOW = "brackets as words or in labels are not escaped"
SIGNS = re.compile(
    r"(\([ \t\n\r\v\f]*\))|(\)[^() \t\n\r\v\f])|([ \t\n\r\v\f][^() \t\n\r\v\f]+\()"
    r"|(\([^() \t\n\r\v\f]+[ \t\n\r\v\f]+\)[ \t\n\r\v\f]*\))"
)
"""What no tree has that is written as it should be: an empty bracket, text directly behind or before one; and an empty word before
a second bracket that closes, which some have."""
_EMPTY = 3
"""How many of the alternatives of SIGNS are certain: an empty word alone is none."""


def with_bracket_words(
    treebank: Treebank, text_of: Callable[[int], str], known: Mapping[int, str], escaped: Collection[int] = ()
) -> Treebank:
    """The treebank with the sentences that hold such words read so, or as problems. ``text_of``: the text of a sentence; ``known``:
    its words, by sentence, where the file says them; ``escaped``: sentences in which a backslash escapes brackets."""
    trees, changed = _meant(treebank.trees)
    read = {*changed, *escaped}
    unescaped = {place: Unescaped(text_of(place), False, True) for place in sorted(read)}
    treebank = replace(treebank, trees=trees, unescaped=unescaped)
    suspects = [one for one in _suspects(trees, treebank.problems) if one not in escaped or one in treebank.problems]
    if not suspects:
        return treebank
    told: list[str] = []
    from treecompare.readers.bracket_words import Readings, Step, of_text, trees_of

    found: dict[int, Sequence[Step]] = {}
    problems, by_text, readings = dict(treebank.problems), set[int](), Readings()
    for place in suspects:
        text = text_of(place)
        signs = {one.lastindex for one in SIGNS.finditer(text)}
        is_certain = place not in problems and any(sign is not None and sign <= _EMPTY for sign in signs)
        steps = None
        if signs or place in known:
            if steps := readings.of(text, of_text(known[place])) if place in known else None:
                by_text.add(place)
            steps = steps or (readings.of(text, "") if is_certain or place in problems else None)
        unescaped[place] = Unescaped(text, is_certain or bool(steps), place in read)
        if steps:
            found[place] = steps
            problems.pop(place, None)
        elif is_certain or steps is not None:
            problems[place] = Problem(place, int(treebank.lines[place]), NOT_ESCAPED if steps is None else TOO_MANY)
    for of, what in (
        (by_text, "read by their # text"),
        (found.keys() - by_text, "read as the one tree with such words"),
    ):
        told += [how(treebank, of, what)] if of else []
    failed = [one for one in unescaped if one in problems and problems[one].reason in (NOT_ESCAPED, TOO_MANY)]
    if failed:
        told.append(
            how(treebank, failed, "not read, unless by the words of another treebank; expected -LRB- and -RRB-")
        )
    anew = {**dict.fromkeys(failed, ()), **found}
    trees = with_sentences(treebank.trees, [*anew], trees_of([*anew.values()], treebank.trees.symbols))
    told += _lost_words(trees, treebank.lines)
    return replace(treebank, trees=trees, problems=problems, warnings=[*treebank.warnings, *told], unescaped=unescaped)


def _meant(trees: Trees) -> tuple[Trees, list[int]]:
    """The trees with tags that are but a bracket as their escapes, and without words in sentences that are no parse, ``(S1 )``,
    ``( S1 )``: those whose words are empty, or the label alone. Second: the sentences that this changes."""
    symbols, labels = trees.symbols, trees.labels
    changed = [np.zeros(0, np.int64)]
    for label, escape in LABELS.items():
        if (number := symbols.find(label)) is not None:
            nodes = np.flatnonzero((labels == number) & (trees.kinds != WORD))
            if len(nodes):
                labels = labels.copy()
                labels[nodes] = symbols.number(escape)
                changed.append(nodes)
    lost = np.zeros(0, np.int64)
    if (empty := symbols.find("")) is not None:
        firsts = trees.offsets[:-1][np.diff(trees.offsets) == 2]
        firsts = firsts[(labels[firsts + 1] == empty) & (trees.kinds[firsts] == WORD)]
        is_lost = (labels == empty) & (trees.kinds == WORD)
        is_lost[[one for one in firsts.tolist() if symbols[labels[one]] in WRAPPERS]] = True
        lost = np.flatnonzero(is_lost)
        if len(lost):
            of = _sentences(trees, lost)
            lost = lost[(np.bincount(of, minlength=len(trees)) == trees.word_counts)[of]]
    nodes = np.concatenate((*changed, lost))
    if not len(nodes):
        return trees, []
    keep = np.ones(len(labels), np.bool_)
    keep[lost] = False
    return trees.kept(keep, labels), np.unique(_sentences(trees, nodes)).tolist()


def _sentences(trees: Trees, nodes: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.searchsorted(trees.offsets, nodes, "right") - 1


def _suspects(trees: Trees, problems: Mapping[int, Problem]) -> list[int]:
    """Sentences that may hold such words: those that cannot be read, and those of words with a bracket that is empty, or has no
    label and is not the outermost, or with a word that is empty."""
    nodes = np.flatnonzero((trees.sizes == 1) & (trees.kinds != WORD))
    if (empty := trees.symbols.find("")) is not None:
        unlabelled = trees.labels == empty
        unlabelled[trees.offsets[1:][np.diff(trees.offsets) > 0] - 1] = False
        nodes = np.concatenate((nodes, np.flatnonzero(unlabelled)))
    if not len(nodes):
        return sorted(problems)
    sentences = np.array(sorted({*_sentences(trees, nodes).tolist()}), np.int64)
    return sorted({*sentences[trees.word_counts[sentences] > 0].tolist(), *problems})


def _lost_words(trees: Trees, lines: NDArray[np.int64]) -> list[str]:
    """What is said of brackets that hold no word in sentences that have some, for they may be words, ``(NN (dog))``."""
    inner = np.flatnonzero((trees.sizes == 1) & (trees.kinds != WORD))
    inner = inner[trees.word_counts[_sentences(trees, inner)] > 0]
    inner = inner[[bool(trees.symbols[one]) for one in trees.labels[inner].tolist()]] if len(inner) else inner
    if not len(inner):
        return []
    place = f"({trees.symbols[trees.labels[inner[0]]]}), in the tree of line {lines[_sentences(trees, inner[:1])[0]]}"
    are = counted(len(inner), "bracket that holds no word is", "brackets that hold no word are")
    return [f"{are} left out ({first_of(len(inner), place)})"]


def how(treebank: Treebank, places: Collection[int], what: str) -> str:
    """What is said of sentences with such words."""
    first = first_of(len(places), f"line {treebank.lines[min(places)]}")
    return f"{HOW} in {counted(len(places), 'sentence')} ({first}): {what}"


def with_sentences(trees: Trees, places: Sequence[int], new: Trees) -> Trees:
    """The trees with others at some places; both have the same symbols."""
    order = np.arange(len(trees))
    order[places] = len(trees) + np.arange(len(places))
    return Trees.joined([trees, new]).chosen(order.tolist()) if len(places) else trees
