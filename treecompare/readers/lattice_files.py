"""Lattices of words, the formats in the order in which content is tried; and segmentation files.

SPMRL, as in the shared tasks: FROM TO FORM LEMMA CPOSTAG POSTAG FEATS TOKENID.

CoNLL-UL (More et al. 2018): a line of three columns names a space-delimited word and its states (``3-5 form misc``), one of nine is
an arc: FROM TO FORM LEMMA UPOS XPOS FEATS MISC ANCHORS. In the published files some words that are not segmented have no line of
their own, arcs are repeated, forms are empty, and features stand in the column of XPOS.

Segmentation files, as TedEval reads them: ``word TAB segment:segment:…`` per line, an empty line behind each sentence.
The word may be missing, and segments may hold colons themselves (``:``, ``13:30``): so lines are kept as written, and
:func:`tokens_of` lays the words of a tree out over them.

What all of these share: columns between tabs, an empty line behind each sentence.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import ReadError, TreecompareError, counted
from treecompare.readers.conll import sample, unified_lines, usual_width
from treecompare.readers.files import read_file, read_text, recognised
from treecompare.readers.treebank import BadSentence, Problem, Reader, SentenceFile, check_problems
from treecompare.reading import treebank_name, whole_number
from treecompare.trees.columns import sums_before
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


Row = tuple[int, list[str]]
"""A line of a sentence: its number in the file, and what stands between its tabs."""
Arc = tuple[int, int, str, str, str, str, str, str, int]
"""Source, target, the six texts of TEXTS, and the space-delimited word (0: unknown)."""
Written = tuple[list[Arc], list[str | None]]
"""A sentence: its arcs, and its space-delimited words, None where they are not written."""
Made = TypeVar("Made")


@dataclass
class _Sentences(Generic[Made]):
    """The sentences of a file that has an empty line behind each; None where one cannot be read. ``blank``: superfluous empty
    lines."""

    made: list[Made | None] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    ids: list[str | None] = field(default_factory=list)
    problems: dict[int, Problem] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    blank: int = 0


def _sentences(
    data: bytes, path: str, make: Callable[[list[Row]], Made], has_comments: bool = True
) -> _Sentences[Made]:
    """All sentences of a file; ``make`` makes one of its lines. One that cannot be made (BadSentence) is a problem of that sentence
    only. Raises ReadError: there is text, but no line that can be read."""
    data, warnings = unified_lines(data)
    found, lines = _Sentences[Made](warnings=warnings), data.count(b"\n")
    rows: list[Row] = []
    id: str | None = None
    first = fine = 0
    for number, text in enumerate([*data.decode("utf-8").split("\n"), ""], 1):
        if text.strip(" "):
            first = first or number
            if has_comments and text[0] == "#" and "\t" not in text:
                key, equals, value = text[1:].partition("=")
                id = value.strip() if equals and key.strip() == "sent_id" else id
            else:
                rows.append((number, text.split("\t")))
        elif rows:
            made, wrong = None, 0
            try:
                made = make(rows)
            except BadSentence as error:
                wrong, line = error.line, error.line or first
                check_problems(path, len(found.problems), line, str(error))
                found.problems[len(found.lines)] = Problem(len(found.lines), line, str(error))
            fine += sum(line < wrong for line, _ in rows) if wrong else len(rows)
            found.made.append(made)
            found.lines.append(first)
            found.ids.append(id)
            rows, id, first = [], None, 0
        elif found.lines and number <= lines:
            found.blank += 1
    if found.problems and not fine:
        first_problem = found.problems[min(found.problems)]
        raise ReadError(path, first_problem.line, first_problem.reason)
    return found


def _state(text: str, column: str, line: int) -> int:
    """The number in a field. Raises BadSentence: it is none."""
    number = whole_number(text, LARGEST + 1)
    if number is None or number > LARGEST:
        raise BadSentence(f"{column} is '{text[:40]}'; expected the number of a state", line)
    return number


def _lattice_file(data: bytes, path: str, name: str, format: str, make: Callable[[list[Row]], Written]) -> LatticeFile:
    """All lattices of a file. Raises ReadError: there is text, but no line that can be read."""
    symbols, forms = Symbols(), list[int]()
    columns: list[list[int]] = [[] for _ in Lattices.per_row]

    def entered(rows: list[Row]) -> tuple[int, int]:
        """How many arcs and space-delimited words a sentence has, once they are in the columns."""
        arcs, written = make(rows)
        source, target, *texts, token = zip(*arcs, strict=True)
        new = [source, target, *([symbols.number(text) for text in column] for column in texts), token]
        for column, more in zip(columns, new, strict=True):
            column.extend(more)
        forms.extend(-1 if form is None else symbols.number(form) for form in written)
        return len(arcs), len(written)

    found = _sentences(data, path, entered)
    offsets, of_tokens = map(sums_before, np.array([one or (0, 0) for one in found.made], np.int64).reshape(-1, 2).T)
    arcs: Any = {of: np.array(column, np.int32) for of, column in zip(Lattices.per_row, columns, strict=True)}
    lattices = Lattices(symbols, **arcs, offsets=offsets, tokens=Tokens(np.array(forms, np.int32), of_tokens))
    warnings, blank = found.warnings, found.blank
    if not found.lines:
        warnings.append("the file is empty; expected at least one lattice")
    if blank:
        warnings.append(f"{counted(blank, 'superfluous empty line')}; expected one between two lattices")
    ids = found.ids if any(id is not None for id in found.ids) else None
    return LatticeFile(name, path, format, lattices, np.array(found.lines, np.int64), ids, found.problems, warnings)


SPMRL_WIDTH = 8
MOST_WORDS = 100_000
"""In one sentence; larger numbers are rejected."""


def _of_spmrl(rows: list[Row]) -> Written:
    arcs: list[Arc] = []
    for line, fields in rows:
        if len(fields) != SPMRL_WIDTH:
            raise BadSentence(f"{counted(len(fields), 'column')}; expected {SPMRL_WIDTH} between tabs", line)
        source, target, form, lemma, tag, xpos, feats, token = fields
        if not form.strip(" "):
            raise BadSentence("FORM is empty; expected a segment", line)
        known = 0 if token in ("_", "") else _state(token, "TOKENID", line)
        if known > MOST_WORDS:
            expected = f"expected the number of a space-delimited word, at most {MOST_WORDS}"
            raise BadSentence(f"TOKENID is {known}; {expected}", line)
        states = _state(source, "FROM", line), _state(target, "TO", line)
        arcs.append((*states, form, lemma, tag, xpos, feats or "_", "_", known))
    # the format writes no space-delimited words, only their numbers
    return arcs, [None] * max(arc[-1] for arc in arcs)


def read_spmrl(data: bytes, path: str, name: str) -> LatticeFile:
    """All lattices of a file. A sentence that cannot be read is a problem of that sentence only. Raises ReadError: there is text,
    but no line with eight columns."""
    return _lattice_file(data, path, name, SPMRL_LATTICE.name, _of_spmrl)


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
_NamedSpan = tuple[int, int, str | None]
"""The first and the last state of a space-delimited word, and its form."""


def read_conllul(data: bytes, path: str, name: str) -> LatticeFile:
    """All lattices of a file. A sentence that cannot be read is a problem of that sentence only. Raises ReadError: there is text,
    but no line with three or nine columns."""
    shifted = nameless = 0

    def made(rows: list[Row]) -> Written:
        nonlocal shifted, nameless
        arcs: list[Arc] = []
        spans: list[_NamedSpan] = []
        for line, fields in rows:
            if len(fields) == TOKEN_WIDTH:
                match = _RANGE.match(fields[0])
                if match is None:
                    expected = "expected the states of a space-delimited word, like 3-5"
                    raise BadSentence(f"ID is '{fields[0][:40]}'; {expected}", line)
                spans.append((int(match[1]), int(match[2]), fields[1]))
                continue
            if len(fields) != CONLLUL_WIDTH:
                expected = f"expected {CONLLUL_WIDTH} (an arc) or {TOKEN_WIDTH} (a word) between tabs"
                raise BadSentence(f"{counted(len(fields), 'column')}; {expected}", line)
            source, target, form, lemma, tag, xpos, feats, misc, anchors = fields
            nameless += not form.strip(" ")
            if feats in ("_", "") and "=" in xpos and xpos != tag:
                xpos, feats = "_", xpos
                shifted += 1
            more = "|".join(part for part in (misc, anchors) if part not in ("_", "")) or "_"
            states = _state(source, "FROM", line), _state(target, "TO", line)
            arcs.append((*states, form, lemma, tag, xpos, feats or "_", more, 0))
        return _with_tokens(arcs, spans)

    file = _lattice_file(data, path, name, CONLLUL.name, made)
    if shifted:
        file.warnings.append(
            f"{counted(shifted, 'arc has its', 'arcs have their')} features in the column XPOS, read as features"
        )
    if nameless:
        file.warnings.append(
            f"{counted(nameless, 'arc has', 'arcs have')} an empty FORM: kept, but no word of a tree will be found there"
        )
    return file


def _with_tokens(arcs: list[Arc], spans: list[_NamedSpan]) -> Written:
    """Gives each arc its space-delimited word: that of its line, otherwise a separate word with all arcs that overlap it."""
    if not arcs:
        raise BadSentence("a sentence without arcs; expected lines of nine columns")
    ends = {first: last for first, last, _ in spans}
    forms = {(arc[0], arc[1]): arc[2] for arc in arcs}
    alone = [
        (source, target, form)
        for (source, target), form in forms.items()
        if ends.get(source) != target and not any(first <= source and target <= last for first, last, _ in spans)
    ]
    merged: list[_NamedSpan] = []
    # of spans with the same start the longest names the word
    for first, last, form in sorted([*spans, *alone], key=lambda span: (span[0], -span[1])):
        if merged and first < merged[-1][1]:
            begin, end, name = merged[-1]
            merged[-1] = (begin, max(last, end), name if last <= end else None)
        else:
            merged.append((first, last, form))
    firsts = [first for first, _, _ in merged]
    return [(*arc[:-1], bisect_right(firsts, arc[0])) for arc in arcs], [form for _, _, form in merged]


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
    found = _sentences(data, path, _of_segmentation, has_comments=False)
    return SegmentationFile(
        name or treebank_name(path), path, [made or [] for made in found.made], np.array(found.lines, np.int64),
        found.problems, warnings + found.warnings,
    )  # fmt: skip


def _of_segmentation(rows: list[Row]) -> list[tuple[str, str]]:
    for line, fields in rows:
        if len(fields) != 2 or not fields[1]:
            found = counted(len(fields), "column") if len(fields) != 2 else "no segments"
            raise BadSentence(f"{found}; expected a word, a tab, and its segments joined by colons", line)
    return [(word, segments) for _, (word, segments) in rows]


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
