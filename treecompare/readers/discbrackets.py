"""Discontinuous brackets, as disco-dop writes them: every word has its place in the sentence before it, from 0.

``(ROOT (VP (ADV 1=jetzt) (VVPP 0=gelegt)))``; all else is as in bracketed trees, save that the tag ``$-LRB-`` is ``$(`` again. An
older form has the places alone, and the words behind the tree: ``(S (V 1) (N 0))``, a tab, ``Er kommt``.
"""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import counted
from treecompare.readers.brackets import read_brackets
from treecompare.readers.treebank import Problem, Treebank, TreeReader, beginning, check_problems
from treecompare.trees.annotations import Extras
from treecompare.trees.crossing import reordered
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import WORD, Trees

_NUMBERED = re.compile(r"([0-9]{1,9})=(.*)", re.DOTALL)
_TAGS = {"$-LRB-": "$("}
"""Of the STTS, which brackets cannot hold."""
_WORD = re.compile(rb"[ \t\n]([^() \t\n]+)")
_LAST = re.compile(rb"[ \t\n]([^() \t\n]+)[ \t\n]*\)")
"""A word before a bracket that closes: one of a tree, whatever stands between trees."""
_BARE = re.compile(rb"[ ]([0-9]{1,9})(?=\))")
_PLACE, _FIRST = re.compile(rb"[0-9]+="), re.compile(rb"[ \t\n]0=")


def read_discbrackets(data: bytes, path: str, name: str) -> Treebank:
    """All sentences of a file. Raises ReadError: as :func:`treecompare.readers.brackets.read_brackets`."""
    data, uneven = _with_words(data)
    treebank = read_brackets(data, path, name)
    trees = treebank.trees
    places, forms = np.full(len(trees.symbols), -1, np.int64), np.zeros(len(trees.symbols), np.int32)
    symbols = Symbols(trees.symbols.texts)
    tags = np.fromiter((symbols.number(_TAGS.get(text, text)) for text in trees.symbols.texts), np.int32, len(forms))
    for symbol in np.unique(trees.labels[trees.kinds == WORD]).tolist():
        if found := _NUMBERED.fullmatch(trees.symbols[symbol]):
            places[symbol], forms[symbol] = int(found[1]), symbols.number(found[2])
    words = trees.kinds == WORD
    place = np.where(words, places[trees.labels], 0)
    wrong = _problems(treebank, place)
    for index, line in enumerate(treebank.lines.tolist() if uneven else ()):
        if line in uneven and index not in treebank.problems:
            wrong[index] = Problem(index, line, uneven[line])
    keep = ~np.isin(trees.sentence_of, [*wrong]) if wrong else np.ones(len(words), np.bool_)
    labels = np.where(words, forms[trees.labels], tags[trees.labels])
    # places grow along the file
    shifted = place + (np.cumsum(trees.word_counts) - trees.word_counts)[trees.sentence_of]
    whole = Trees(symbols, labels, trees.kinds, trees.sizes, trees.offsets, Extras(shifted)).kept(keep)
    whole = reordered(whole)
    if not whole.crossing.any():
        whole = replace(whole, extras=None)
    return replace(
        treebank, format=DISCBRACKETS.name, trees=whole, problems=dict(sorted({**treebank.problems, **wrong}.items()))
    )


def _problems(treebank: Treebank, place: NDArray[np.int64]) -> dict[int, Problem]:
    """Sentences whose words are not numbered from 0 on, each once."""
    trees, found = treebank.trees, {}
    words = trees.kinds == WORD
    sentence, place = trees.sentence_of[words], place[words]
    order = np.lexsort((place, sentence))
    counts = trees.word_counts
    due = np.arange(len(order)) - np.repeat(np.cumsum(counts) - counts, counts)
    nodes = np.flatnonzero(words)[order]
    wrong = np.flatnonzero(place[order] != due)
    _, firsts = np.unique(sentence[order][wrong], return_index=True)
    if len(firsts):
        first = int(treebank.lines[sentence[order][wrong[0]]])
        check_problems(treebank.path, len(firsts), first, "words do not stand where their numbers say")
    for one in wrong[firsts].tolist():  # of several in a sentence the first counts
        index = int(sentence[order][one])
        has = trees.symbols[int(trees.labels[nodes[one]])]
        if place[order][one] < 0:
            reason = (
                f"the word '{has[:40]}' has no number; expected its place in the sentence, from 0, such as 0={has[:40]}"
            )
        else:
            reason = f"the word '{has[:40]}' stands where number {due[one]} is expected; expected each number once, from 0 on"
        found[index] = Problem(index, int(treebank.lines[index]), reason)
    return found


def _with_words(data: bytes) -> tuple[bytes, dict[int, str]]:
    """The older form as the newer one, and by their lines what is wrong with trees that leave words out; all else as it is."""
    uneven: dict[int, str] = {}
    if not _has_words_behind(beginning(data).lstrip()):
        return data, uneven
    lines = data.split(b"\n")
    for number, line in enumerate(lines):
        tree, tab, text = line.rstrip(b"\r").partition(b"\t")
        if not tab:
            continue
        words = text.rstrip().split(b" ")  # two blanks: an empty word between them
        parts = _BARE.split(tree)
        for at in range(1, len(parts), 2):
            place = int(parts[at])
            parts[at] = b" %d=%s" % (place, words[place]) if place < len(words) else b" " + parts[at]
        lines[number], places = b"".join(parts), len(parts) // 2
        if places < len(words):
            uneven[number + 1] = (
                f"{counted(len(words), 'word')} behind a tree with {places}; expected a number for each"
            )
    return b"\n".join(lines), uneven


def _has_words_behind(start: bytes) -> bool:
    if b"\t" not in start:
        return False
    lines = [line.partition(b"\t") for line in start.split(b"\n")[:200] if line.strip()]
    whole = [tree for tree, _, words in lines if words.strip()]
    return len(whole) >= max(len(lines) - 1, 1) and all(map(_is_of_places, whole))


def _is_of_places(tree: bytes) -> bool:
    """Whether that is a whole tree over places of words: a tab may stand inside of a tree as well."""
    words = _WORD.findall(tree)
    is_whole = tree.startswith(b"(") and tree.count(b"(") == tree.count(b")")
    return is_whole and bool(words) and all(map(bytes.isdigit, words))


def _looks_discontinuous(data: bytes) -> bool:
    """Most words in brackets have their numbers before them, or all are numbers and the words stand behind their tree."""
    start = beginning(data).replace(b"\r", b"\n").lstrip()
    words = _LAST.findall(start) if b"0=" in start and _FIRST.search(start) else []
    return 2 * sum(map(bool, map(_PLACE.match, words))) > len(words) or (
        start.startswith(b"(") and _has_words_behind(start)
    )


DISCBRACKETS = TreeReader("discbrackets", "discontinuous brackets (disco-dop)", _looks_discontinuous, read_discbrackets)
