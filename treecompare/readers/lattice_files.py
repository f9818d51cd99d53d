"""Lattices of words, the formats in the order in which content is tried; and segmentation files.

SPMRL, as in the shared tasks: FROM TO FORM LEMMA CPOSTAG POSTAG FEATS TOKENID.

CoNLL-UL (More et al. 2018): a line of three columns names a space-delimited word and its states (``3-5 form misc``), one of nine is
an arc: FROM TO FORM LEMMA UPOS XPOS FEATS MISC ANCHORS. In the published files some words that are not segmented have no line of
their own, arcs are repeated, forms are empty, and features stand in the column of XPOS.

Segmentation files, as TedEval reads them: ``word TAB segment:segment:…`` per line, an empty line behind each sentence.
The word may be missing, and segments may hold colons themselves (``:``, ``13:30``): so lines are kept as written, and
:func:`tokens_of` lays the words of a tree out over them.

What the lattice formats share: one arc per line, columns between tabs, an empty line behind each sentence.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import ReadError, TreecompareError, counted
from treecompare.readers.conll import sample, unified_lines, usual_width
from treecompare.readers.files import read_file, read_text, recognised
from treecompare.readers.treebank import Problem, Reader, SentenceFile, check_problems
from treecompare.reading import treebank_name, whole_number
from treecompare.trees.lattices import Lattices, Tokens
from treecompare.trees.symbols import Symbols

LARGEST = 1_000_000_000


@dataclass(frozen=True, eq=False)
class LatticeFile(SentenceFile):
    """The lattices of a file."""

    kind: ClassVar[str] = "lattices"

    name: str
    path: str
    format: str
    lattices: Lattices
    lines: NDArray[np.int64]
    ids: list[str | None] | None = None
    problems: dict[int, Problem] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    @property
    def table(self) -> Lattices:
        return self.lattices

    def words_of(self, sentence: int) -> list[str]:
        """Its space-delimited words, empty where the file does not write them."""
        return self.lattices[sentence].tokens

    def chosen(self, sentences: NDArray[np.int64]) -> LatticeFile:
        """Some sentences, in that order; -1 gives one without arcs, which stands on no line."""
        ids = None if self.ids is None else [self.ids[one] if one >= 0 else None for one in sentences.tolist()]
        return self._chosen(sentences, lattices=self.lattices.chosen(sentences), ids=ids)


LatticeReader = Reader[LatticeFile]


class BadLine(Exception):
    """What is wrong with a line, and what was expected."""


@dataclass
class Sentence:
    """The rows of one sentence while it is read: ``arcs`` as source, target, the six texts of TEXTS, token (0: unknown)."""

    arcs: list[tuple[int, int, str, str, str, str, str, str, int]] = field(default_factory=list)
    spans: list[tuple[int, int, str]] = field(default_factory=list)
    tokens: list[str | None] = field(default_factory=list)
    id: str | None = None


def state(text: str, column: str) -> int:
    """The number in a field. Raises BadLine: it is none."""
    number = whole_number(text, LARGEST + 1)
    if number is None or number > LARGEST:
        raise BadLine(f"{column} is '{text[:40]}'; expected the number of a state")
    return number


class Builder:
    """Collects sentences into :class:`Lattices`."""

    def __init__(self) -> None:
        self.symbols = Symbols()
        self._columns: list[list[int]] = [[] for _ in range(9)]
        self._offsets = [0]
        self._token_forms: list[int] = []
        self._token_offsets = [0]

    def add(self, sentence: Sentence | None) -> None:
        """Ends a sentence; None holds the place of one that could not be read."""
        if sentence is not None:
            number = self.symbols.number
            source, target, *texts, token = zip(*sentence.arcs, strict=True)
            columns = [source, target, *([number(text) for text in column] for column in texts), token]
            for known, new in zip(self._columns, columns, strict=True):
                known.extend(new)
            self._token_forms += [-1 if form is None else number(form) for form in sentence.tokens]
        self._offsets.append(len(self._columns[0]))
        self._token_offsets.append(len(self._token_forms))

    def lattices(self) -> Lattices:
        """The finished table."""
        source, target, form, lemma, tag, xpos, feats, misc, token = (np.array(c, np.int32) for c in self._columns)
        return Lattices(
            self.symbols, source, target, form, lemma, tag, xpos, feats, misc, token, np.array(self._offsets, np.int64),
            Tokens(np.array(self._token_forms, np.int32), np.array(self._token_offsets, np.int64)),
        )  # fmt: skip


def read_rows(
    data: bytes,
    path: str,
    name: str,
    format: str,
    row: Callable[[list[str], Sentence], None],
    finish: Callable[[Sentence], None],
) -> LatticeFile:
    """All lattices of a file. A sentence with a line that cannot be read is a problem of that sentence only.

    ``row`` enters the columns of a line into the sentence, ``finish`` completes a sentence; both may raise BadLine.

    Raises ReadError: there is text, but no line that can be read.
    """
    data, warnings = unified_lines(data)
    build = Builder()
    lines: list[int] = []
    problems: dict[int, Problem] = {}
    ids: list[str | None] = []
    sentence, first_line, bad, blank, fine = Sentence(), 0, None, 0, 0
    for number, text in enumerate([*data.decode("utf-8").split("\n"), ""], 1):
        if not text or not text.strip(" "):
            if sentence.arcs or sentence.spans or bad:
                if bad is None:
                    try:
                        finish(sentence)
                    except BadLine as error:
                        bad = Problem(len(lines), first_line, str(error))
                if bad is not None:
                    check_problems(path, len(problems), bad.line, bad.reason)
                    problems[len(lines)] = bad
                build.add(None if bad else sentence)
                lines.append(first_line)
                ids.append(sentence.id)
                sentence, first_line, bad = Sentence(), 0, None
            elif lines and number <= data.count(b"\n"):
                blank += 1
            continue
        first_line = first_line or number
        if text[0] == "#" and "\t" not in text:
            key, equals, value = text[1:].partition("=")
            if equals and key.strip() == "sent_id":
                sentence.id = value.strip()
            continue
        if bad is not None:
            continue
        try:
            row(text.split("\t"), sentence)
            fine += 1
        except BadLine as error:
            bad = Problem(len(lines), number, str(error))
    if problems and not fine:
        wrong = problems[min(problems)]
        raise ReadError(path, wrong.line, wrong.reason)
    if not lines:
        warnings.append("the file is empty; expected at least one lattice")
    if blank:
        warnings.append(f"{blank} superfluous empty line{'s' if blank > 1 else ''}; expected one between two lattices")
    known = ids if any(sent_id is not None for sent_id in ids) else None
    return LatticeFile(name, path, format, build.lattices(), np.array(lines, np.int64), known, problems, warnings)


SPMRL_WIDTH = 8
MOST_WORDS = 100_000
"""In one sentence; larger numbers are rejected."""


def _row(fields: list[str], sentence: Sentence) -> None:
    if len(fields) != SPMRL_WIDTH:
        raise BadLine(f"{len(fields)} column{'s' if len(fields) != 1 else ''}; expected {SPMRL_WIDTH} between tabs")
    source, target, form, lemma, tag, xpos, feats, token = fields
    if not form.strip(" "):
        raise BadLine("FORM is empty; expected a segment")
    known = 0 if token in ("_", "") else state(token, "TOKENID")
    if known > MOST_WORDS:
        raise BadLine(f"TOKENID is {known}; expected the number of a space-delimited word, at most {MOST_WORDS}")
    sentence.arcs.append((state(source, "FROM"), state(target, "TO"), form, lemma, tag, xpos, feats or "_", "_", known))


def _finish(sentence: Sentence) -> None:
    # the format writes no space-delimited words, only their numbers
    sentence.tokens = [None] * max(arc[-1] for arc in sentence.arcs)


def read_spmrl(data: bytes, path: str, name: str) -> LatticeFile:
    """All lattices of a file. A sentence that cannot be read is a problem of that sentence only. Raises ReadError: there is text,
    but no line with eight columns."""
    return read_rows(data, path, name, SPMRL_LATTICE.name, _row, _finish)


def _looks_like_spmrl(data: bytes) -> bool:
    """Eight columns, the first two and the last numbers."""
    rows = sample(data)
    fitting = sum(
        len(row) == SPMRL_WIDTH and row[0].isdigit() and row[1].isdigit() and row[7].isdigit() for row in rows
    )
    return usual_width(rows) == SPMRL_WIDTH and 2 * fitting > len(rows)


SPMRL_LATTICE = LatticeReader("spmrl-lattice", "SPMRL lattice", _looks_like_spmrl, read_spmrl)


CONLLUL_WIDTH, TOKEN_WIDTH = 9, 3
_RANGE = re.compile(r"([0-9]{1,9})-([0-9]{1,9})\Z")


def read_conllul(data: bytes, path: str, name: str) -> LatticeFile:
    """All lattices of a file. A sentence that cannot be read is a problem of that sentence only. Raises ReadError: there is text,
    but no line with three or nine columns."""
    shifted = nameless = 0

    def row(fields: list[str], sentence: Sentence) -> None:
        nonlocal shifted, nameless
        if len(fields) == TOKEN_WIDTH:
            match = _RANGE.match(fields[0])
            if match is None:
                raise BadLine(f"ID is '{fields[0][:40]}'; expected the states of a space-delimited word, like 3-5")
            sentence.spans.append((int(match[1]), int(match[2]), fields[1]))
            return
        if len(fields) != CONLLUL_WIDTH:
            count = f"{len(fields)} column{'s' if len(fields) != 1 else ''}"
            raise BadLine(f"{count}; expected {CONLLUL_WIDTH} (an arc) or {TOKEN_WIDTH} (a word) between tabs")
        source, target, form, lemma, tag, xpos, feats, misc, anchors = fields
        if not form.strip(" "):
            nameless += 1
        if feats in ("_", "") and "=" in xpos and xpos != tag:
            xpos, feats = "_", xpos
            shifted += 1
        more = "|".join(part for part in (misc, anchors) if part not in ("_", "")) or "_"
        arc = (state(source, "FROM"), state(target, "TO"), form, lemma, tag, xpos, feats or "_", more, 0)
        sentence.arcs.append(arc)

    file = read_rows(data, path, name, CONLLUL.name, row, _number_tokens)
    if shifted:
        file.warnings.append(
            f"{counted(shifted, 'arc has its', 'arcs have their')} features in the column XPOS, read as features"
        )
    if nameless:
        file.warnings.append(
            f"{counted(nameless, 'arc has', 'arcs have')} an empty FORM: kept, but no word of a tree will be found there"
        )
    return file


def _number_tokens(sentence: Sentence) -> None:
    """Gives each arc its space-delimited word: that of its line, otherwise a separate word with all arcs that overlap it."""
    if not sentence.arcs:
        raise BadLine("a sentence without arcs; expected lines of nine columns")
    spans: list[tuple[int, int, str | None]] = list(sentence.spans)
    starts = {first: last for first, last, _ in sentence.spans}
    covered: dict[tuple[int, int], bool] = {}
    for source, target, *_ in sentence.arcs:
        if (source, target) not in covered:
            covered[source, target] = starts.get(source) == target or any(
                first <= source and target <= last for first, last, _ in sentence.spans
            )
    forms = {(arc[0], arc[1]): arc[2] for arc in sentence.arcs}
    spans += [(*pair, forms[pair]) for pair, inside in covered.items() if not inside]
    spans.sort(key=lambda span: (span[0], -span[1]))  # of spans with the same start the longest names the word
    merged: list[tuple[int, int, str | None]] = []
    for first, last, form in spans:
        if merged and first < merged[-1][1]:
            begin, end, name = merged[-1]
            merged[-1] = (begin, max(last, end), name if last <= end else None)
        else:
            merged.append((first, last, form))
    firsts = [first for first, _, _ in merged]
    sentence.arcs = [(*arc[:-1], bisect_right(firsts, arc[0])) for arc in sentence.arcs]
    sentence.tokens = [form for _, _, form in merged]


def _looks_like_conllul(data: bytes) -> bool:
    """Mostly nine columns that begin with two numbers, or three that begin with a range."""
    rows = sample(data)
    arcs = sum(len(row) == CONLLUL_WIDTH and row[0].isdigit() and row[1].isdigit() for row in rows)
    words = sum(len(row) == TOKEN_WIDTH and b"-" in row[0] for row in rows)
    return arcs > 0 and 2 * (arcs + words) > len(rows)


CONLLUL = LatticeReader("conll-ul", "CoNLL-UL (lattices of Universal Dependencies)", _looks_like_conllul, read_conllul)


LATTICE_READERS: tuple[LatticeReader, ...] = (SPMRL_LATTICE, CONLLUL)


def read_lattices(path: str | os.PathLike[str], format: str | None = None, name: str | None = None) -> LatticeFile:
    """Reads a file of lattices. ``format`` is the name of a reader; without it the content decides. Raises ReadError: the file
    cannot be opened, is not text, or holds no lattice in any known format; UsageError: there is no such format."""
    return read_file(path, format, name, LATTICE_READERS, _by_content)


def holds_lattices(path: str) -> bool:
    """Whether a file, which cannot be read as a treebank, holds lattices."""
    try:
        return bool(read_lattices(path).lattices)
    except TreecompareError:
        return False


def _by_content(data: bytes, path: str) -> LatticeReader:
    found = recognised(data, LATTICE_READERS)
    if found is None and data.strip():
        expected = "an SPMRL lattice (8 columns: FROM TO FORM LEMMA CPOS FPOS FEATS TOKENID) or CoNLL-UL"
        raise ReadError(path, 1, f"looks like no lattice; expected {expected}")
    return found or SPMRL_LATTICE


# -- segmentation files, as TedEval reads them -------------------------------------------------------------------------

SEPARATOR = ":"


@dataclass(frozen=True, eq=False)
class SegmentationFile:
    """``sentences``: per sentence the space-delimited words, as (word, segments as written); empty where unreadable."""

    name: str
    path: str
    sentences: list[list[tuple[str, str]]]
    lines: NDArray[np.int64]
    problems: dict[int, Problem] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    def chosen(self, sentences: NDArray[np.int64]) -> SegmentationFile:
        """Some sentences, in that order; -1 gives an empty one, which stands on no line."""
        places = list(enumerate(sentences.tolist()))
        return replace(
            self,
            sentences=[self.sentences[there] if there >= 0 else [] for _, there in places],
            lines=np.append(self.lines, 0)[sentences],
            problems={here: self.problems[there] for here, there in places if there in self.problems},
        )


def read_segmentation(path: str | os.PathLike[str], name: str | None = None) -> SegmentationFile:
    """Reads a segmentation file. A sentence with a line that cannot be read is a problem of that sentence only. Raises ReadError:
    the file cannot be opened, is not text, or has no line with two columns."""
    path = os.fspath(path)
    data, warnings = read_text(path)
    data, more = unified_lines(data)
    sentences: list[list[tuple[str, str]]] = []
    lines: list[int] = []
    problems: dict[int, Problem] = {}
    words: list[tuple[str, str]] = []
    first_line, bad, fine = 0, None, 0
    for number, text in enumerate([*data.decode("utf-8").split("\n"), ""], 1):
        if not text.strip(" "):
            if first_line:
                if bad is not None:
                    check_problems(path, len(problems), bad.line, bad.reason)
                    problems[len(sentences)] = bad
                sentences.append([] if bad else words)
                lines.append(first_line)
            words, first_line, bad = [], 0, None
            continue
        first_line = first_line or number
        fields = text.split("\t")
        if len(fields) == 2 and fields[1]:
            words.append((fields[0], fields[1]))
            fine += 1
        elif bad is None:
            count = f"{len(fields)} column{'s' if len(fields) != 1 else ''}" if len(fields) != 2 else "no segments"
            bad = Problem(len(sentences), number, f"{count}; expected a word, a tab, and its segments joined by colons")
    if problems and not fine:
        raise ReadError(path, problems[0].line, problems[0].reason)
    return SegmentationFile(
        name or treebank_name(path), path, sentences, np.array(lines, np.int64), problems, warnings + more
    )


def tokens_of(words: Sequence[str], segmentation: Sequence[tuple[str, str]]) -> list[int] | str:
    """The space-delimited word of each word of a tree, from 1; or why the segmentation does not fit them."""
    tokens: list[int] = []
    place = 0
    for number, (_, written) in enumerate(segmentation, 1):
        begin, spelt = place, ""
        while place < len(words):
            spelt += (SEPARATOR if place > begin else "") + words[place]
            place += 1
            if spelt == written or not written.startswith(spelt):
                break
        if spelt != written:
            return f"the segmentation has '{written}' where the tree has '{spelt}'"
        tokens += [number] * (place - begin)
    if place < len(words):
        return f"the segmentation ends before '{words[place]}'"
    return tokens
