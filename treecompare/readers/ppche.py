"""Penn parsed corpora of historical languages (PPCME2, PPCEME, PPCMBE, PCEEC2, YCOE, IcePaHC).

An outermost bracket without a label holds a tree and its ID, ``( (IP-MAT …) (ID 1275.MORKIN.NAR-HIS,.2))``; CODE and METADATA
may stand beside the tree, CODE anywhere in it. Empty categories are bare leaves (``0``, ``*T*-1``); lemmas stand in the word,
behind ``-`` or ``#``. What is not text goes, with the nodes that hold nothing else; brackets without a word are counted and are not
sentences.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import counted
from treecompare.readers.brackets import read_brackets
from treecompare.readers.treebank import Around, Treebank, TreeReader, beginning
from treecompare.trees.annotations import ABSENT, LEMMA, Extras
from treecompare.trees.columns import Mask
from treecompare.trees.symbols import Symbols, distinct
from treecompare.trees.tree import WORD, Trees, leftmost, parent_numbers, sums_below

NO_TEXT = ("CODE", "ID", "METADATA")
"""Nodes that go, with all below them."""
LOOKED_AT = 100
"""By so many brackets a file is recognised."""
_MARK = re.compile(rb"[()]|(?<=\()(?:ID|CODE)(?=[ \t\r\n])")
_COMMENT = re.compile(rb"^/~?\*.*?\*~?/", re.MULTILINE | re.DOTALL)
"""What CorpusSearch writes between the trees of its output."""
_NOT_BREAK = re.compile(rb"[^\r\n]")


def _looks_historical(data: bytes) -> bool:
    """Whether an ID or CODE stands beside a tree, or alone, in an outermost bracket among the first."""
    start = beginning(data)
    if b"(ID" not in start and b"(CODE" not in start:
        return False
    depth = brackets = 0
    for mark in _MARK.finditer(_without_comments(start)):
        if mark[0] == b"(":
            brackets += depth == 0
            depth += 1
        elif mark[0] == b")":
            depth = max(depth - 1, 0)
        elif depth == 2:
            return True
        if brackets > LOOKED_AT:
            return False
    return False


def _without_comments(data: bytes) -> bytes:
    """Comments as blanks, so that everything keeps its place."""
    if b"/*" not in data and b"/~*" not in data:
        return data
    return _COMMENT.sub(lambda found: _NOT_BREAK.sub(b" ", found[0]), data)


def read_raw(data: bytes, path: str, name: str) -> Treebank:
    """All brackets of a file as plain ones, with everything that stands in them. Raises ReadError: see :func:`read_brackets`."""
    return read_brackets(_without_comments(data), path, name)


def as_it_stands(treebank: Treebank) -> Treebank:
    """The brackets of a historical corpus as :func:`read_raw` reads them; any other treebank as it is."""
    around = treebank.around
    if treebank.format != PPCHE.name or around is None or not around.source:
        return treebank
    return read_raw(around.source, treebank.path, treebank.name)


@dataclass(frozen=True, eq=False)
class Cleaned:
    """What is text in the brackets of a file.

    ``keep``: per node; ``empty``: which leaves are empty categories; ``ids``: per bracket its ID, or an empty text; ``lemma_mark``:
    what stands before lemmas, empty where words have none.
    """

    keep: Mask
    empty: Mask
    ids: list[str]
    lemma_mark: str

    @classmethod
    def of(cls, trees: Trees) -> Cleaned:
        """That of brackets as they stand in a file."""
        symbols, leaves = trees.symbols, trees.kinds == WORD
        numbers = [number for label in NO_TEXT if (number := symbols.find(label)) is not None]
        away = np.isin(trees.labels, numbers) & ~leaves
        depth = np.zeros(len(leaves) + 1, np.int64)
        nodes = np.flatnonzero(away)
        np.add.at(depth, leftmost(trees.sizes)[nodes], 1)
        np.add.at(depth, nodes + 1, -1)
        no_text = np.cumsum(depth)[:-1] > 0
        is_empty = np.zeros(len(symbols), np.bool_)
        used = distinct(trees.labels[leaves]).tolist()
        is_empty[[number for number in used if is_empty_category(symbols[number])]] = True
        empty = leaves & is_empty[trees.labels]
        words = leaves & ~no_text & ~empty
        keep = sums_below(trees, words) > 0
        return cls(keep, empty & ~no_text, _ids(trees), lemma_mark(symbols, trees.labels[words]))


def is_empty_category(leaf: str) -> bool:
    """Whether a leaf stands for no word."""
    return leaf == "0" or leaf.startswith("*")


def _ids(trees: Trees) -> list[str]:
    """The ID of each bracket: that which stands beside its tree."""
    found = [""] * len(trees)
    number = trees.symbols.find("ID")
    if number is None:
        return found
    nodes = np.flatnonzero((trees.labels == number) & (trees.kinds != WORD))
    mothers = parent_numbers(trees)[nodes]
    nodes = nodes[(mothers >= 0) & (mothers == trees.offsets[1:][trees.sentence_of[nodes]] - 1)]
    sentences = trees.sentence_of
    for node in nodes.tolist():
        leaves = trees.labels[node + 1 - trees.sizes[node] : node]
        found[int(sentences[node])] = " ".join(trees.symbols[leaf] for leaf in leaves.tolist())
    return found


def lemma_mark(symbols: Symbols, words: NDArray[np.int32]) -> str:
    """What stands before the lemma in more than half of the words (symbols); empty where nothing does."""
    counts = np.bincount(words)
    used = np.flatnonzero(counts).tolist()
    for mark in ("#", "-"):
        having = sum(int(counts[one]) for one in used if mark in symbols[one][1:])
        if 2 * having > len(words):
            return mark
    return ""


def split_word(leaf: str, mark: str) -> tuple[str, str | None]:
    """A word and its lemma: behind the first ``-`` that does not begin it, or behind the last ``#``; None where it has none."""
    place = leaf.find("-", 1) if mark == "-" else leaf.rfind("#") if mark else -1
    if place < 1:
        return leaf, None
    lemma = leaf[place + 1 :]
    return leaf[:place], None if mark == "#" and lemma == "NA" else lemma


def _with_lemmas(trees: Trees, mark: str) -> Trees:
    """The trees with words without their lemmas; these become a column of the tags above them."""
    words = trees.kinds == WORD
    forms, lemmas = (np.full(len(trees.symbols), ABSENT, np.int32) for _ in range(2))
    symbols = Symbols()
    labels = symbols.numbers_of(trees.symbols)
    for number in distinct(trees.labels[words]).tolist() if words.any() else []:
        form, lemma = split_word(trees.symbols[number], mark)
        forms[number] = symbols.number(form)
        if lemma:
            lemmas[number] = symbols.number(lemma)
    column = np.full(len(words), ABSENT, np.int32)
    over = np.flatnonzero(words[:-1] & (trees.sizes[1:] == 2))
    column[over + 1] = lemmas[trees.labels[over]]
    new = np.where(words, forms[trees.labels], labels[trees.labels]).astype(np.int32)
    return replace(trees, symbols=symbols, labels=new, extras=Extras(columns={LEMMA: column}))


def read_ppche(data: bytes, path: str, name: str) -> Treebank:
    """The sentences of a file: brackets with words, and those that cannot be read. Raises ReadError: see :func:`read_brackets`."""
    raw = read_raw(data, path, name)
    cleaned = Cleaned.of(raw.trees)
    trees = raw.trees.kept(cleaned.keep)
    is_sentence = trees.word_counts > 0
    is_sentence[list(raw.problems)] = True
    chosen = np.flatnonzero(is_sentence)
    trees = trees.chosen(chosen.tolist())
    if cleaned.lemma_mark:
        trees = _with_lemmas(trees, cleaned.lemma_mark)
    place = {bracket: number for number, bracket in enumerate(chosen.tolist())}
    problems = {place[one]: replace(problem, index=place[one]) for one, problem in raw.problems.items()}
    ids = [cleaned.ids[one] for one in chosen.tolist()]
    lines = raw.lines[chosen]
    warnings = [*raw.warnings, *_remarks(len(raw.trees), ids, lines.tolist(), problems)]
    named = [one or str(number) for number, one in enumerate(ids, 1)]
    around = Around("", source=data, cuts=_cuts(data, lines))
    return Treebank(name, path, PPCHE.name, trees, lines, named, problems, warnings, around)


def _cuts(data: bytes, lines: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where the text of each sentence ends in the file, after 0: before the next one's first line."""
    breaks = np.flatnonzero(np.frombuffer(data, np.uint8) == ord("\n"))
    starts = np.concatenate((np.zeros(1, np.int64), breaks + 1))
    return np.concatenate((np.zeros(1, np.int64), starts[lines[1:] - 1], np.array([len(data)], np.int64)))


def _remarks(brackets: int, ids: list[str], lines: list[int], problems: Collection[int]) -> list[str]:
    """What a user has to know of what was read."""
    skipped = brackets - len(ids)
    without = f", {skipped:,} of them without a word and left out" if skipped else ""
    found = [f"read as a Penn parsed corpus of a historical language (ppche): {counted(brackets, 'bracket')}{without}"]
    return found + about_ids(ids, lines, problems, ", named by number")


def about_ids(ids: list[str], lines: list[int], problems: Collection[int] = (), called: str = "") -> list[str]:
    """What a user has to know of the IDs of sentences: how many have none, and which stand at several; ``lines``: where they are;
    ``called``: what those without one are called."""
    found = []
    missing = [place for place, one in enumerate(ids) if not one and place not in problems]
    if missing:
        first = f"the first on line {lines[missing[0]]}"
        found.append(f"{counted(len(missing), 'sentence')} without an ID ({first}){called}")
    twice = [one for one, count in Counter(ids).items() if one and count > 1]
    if twice:
        second = [place for place, one in enumerate(ids) if one == twice[0]][1]
        found.append(
            f"{counted(len(twice), 'ID')} of several sentences (the first is {twice[0]}, again on line {lines[second]}); "
            "expected each once"
        )
    return found


def source_of(treebank: Treebank, sentence: int) -> str:
    """The text of a sentence as it stands in the file, with the brackets without words before it."""
    assert treebank.around is not None and treebank.around.cuts is not None
    first, last = treebank.around.cuts[sentence : sentence + 2].tolist()
    return treebank.around.source[first:last].decode("utf-8")


PPCHE = TreeReader("ppche", "Penn parsed corpora of historical languages", _looks_historical, read_ppche)
