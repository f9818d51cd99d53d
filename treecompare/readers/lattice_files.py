"""Lattices of words, the formats in the order in which content is tried; and segmentation files.

SPMRL, as in the shared tasks, between tabs: FROM TO FORM LEMMA CPOSTAG POSTAG FEATS TOKENID.

CoNLL-UL (More et al. 2018): a line of three columns names a space-delimited word and its states (``3-5 form misc``), one of nine is
an arc: FROM TO FORM LEMMA UPOS XPOS FEATS MISC ANCHORS. In the published files some words that are not segmented have no line of
their own, arcs are repeated, forms are empty, and features stand in the column of XPOS.

Segmentation files, as TedEval reads them: ``word TAB segment:segment:…`` per line, and as in the others an empty line behind each
sentence. The word may be missing, and segments may hold colons themselves (``:``, ``13:30``): so lines are kept as written, and
:func:`tokens_of` lays the words of a tree out over them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import ReadError, TreecompareError, counted
from treecompare.kernels import kernel
from treecompare.readers.conll import Fields, fields_of, sample, unified_lines, usual_width
from treecompare.readers.files import read_file, read_text
from treecompare.readers.formats import chosen, recognised
from treecompare.readers.treebank import BadSentence, Problem, Reader, SentenceFile, check_problems
from treecompare.reading import treebank_name, whole_number
from treecompare.trees.columns import Numbers, sums_before
from treecompare.trees.lattices import Lattices, Tokens
from treecompare.trees.symbols import Symbols, distinct

LARGEST = 1_000_000_000


@dataclass(frozen=True, eq=False)
class LatticeFile(SentenceFile):
    """The lattices of a file."""

    kind: ClassVar[str] = "lattices"

    name: str
    path: str
    format: str
    lattices: Lattices
    lines: Numbers
    ids: list[str | None] | None = None
    problems: dict[int, Problem] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    @property
    def table(self) -> Lattices:
        return self.lattices

    def words_of(self, sentence: int) -> list[str]:
        """Its space-delimited words, empty where the file does not write them."""
        return self.lattices[sentence].tokens

    def chosen(self, sentences: Numbers) -> LatticeFile:
        """Some sentences, in that order; -1 gives one without arcs, which stands on no line."""
        ids = None if self.ids is None else [self.ids[one] if one >= 0 else None for one in sentences.tolist()]
        return self._chosen(sentences, lattices=self.lattices.chosen(sentences), ids=ids)


LatticeReader = Reader[LatticeFile]
Problems = dict[int, Problem]


@dataclass
class _Lines:
    """A file with an empty line behind each sentence: ``rows``, the places of the lines that are no comments; ``offsets``, where
    each sentence begins among these, and the end; ``lines``, on which it begins; ``blank``, superfluous empty lines."""

    fields: Fields
    rows: Numbers
    offsets: Numbers
    lines: Numbers
    ids: list[str | None]
    blank: int

    def __post_init__(self) -> None:
        self.sentence_of = np.repeat(np.arange(len(self.lines)), np.diff(self.offsets))
        self.begins = self.fields.offsets[self.rows]
        self.lengths = self.fields.offsets[self.rows + 1] - self.begins

    def columns(self, rows: NDArray[np.bool_] | slice, width: int) -> NDArray[np.int32]:
        """The first fields of these rows, ``[width, rows]``; of shorter ones what stands behind them."""
        padded = np.append(self.fields.entries, np.zeros(width, np.int32))
        return padded.take(self.begins[rows] + np.arange(width)[:, None])

    def problems(
        self, path: str, wrong: NDArray[np.bool_], reason: Callable[[list[str]], str], without: Problems | None = None
    ) -> Problems:
        """Of each sentence with a row that is ``wrong``, what is wrong with the first one; else that it is ``without`` something.
        Raises ReadError: there is text, but no line that can be read; far too much cannot be."""
        first = np.flatnonzero(wrong)
        first = first[np.unique(self.sentence_of[first], return_index=True)[1]]
        found = dict(without or {})
        for one, row in zip(self.sentence_of[first].tolist(), self.rows[first].tolist(), strict=True):
            said = str(BadSentence(reason(self.fields.texts(row))))
            found[one] = Problem(one, int(self.fields.lines[row]), said)
        found = dict(sorted(found.items()))
        for count, problem in enumerate(found.values()):
            check_problems(path, count, problem.line, problem.reason)
        if len(first) == len(self.lines) > 0 and (first == self.offsets[:-1]).all():
            raise ReadError(path, found[0].line, found[0].reason)
        return found


def _lines_of(data: bytes, has_comments: bool = True) -> _Lines:
    fields = fields_of(data, b"\t")
    is_row, firsts = np.ones(len(fields.lines), np.bool_), fields.firsts
    if has_comments:
        is_row = (np.diff(fields.offsets) > 1) | ~fields.mask(lambda text: text.startswith("#"))[firsts]
    gaps = fields.lines - np.arange(len(fields.lines))  # empty lines before each, and 1
    rows = np.flatnonzero(is_row)
    begins = np.flatnonzero(np.diff(gaps[rows], prepend=-1))
    block = gaps[rows[begins]]
    ids: list[str | None] = [None] * len(block)
    comments = np.flatnonzero(~is_row)
    of_comments = np.searchsorted(block, gaps[comments]).tolist()
    for sentence, symbol in zip(of_comments, firsts[comments].tolist(), strict=True):
        key, equals, value = fields.symbols.texts[symbol][1:].partition("=")
        if sentence < len(ids) and equals and key.strip() == "sent_id":
            ids[sentence] = value.strip()
    blank = 0
    if len(block):
        last = data.count(b"\n")
        ends = block + np.searchsorted(gaps, block, "right")  # the empty line behind each
        behind = int(np.count_nonzero((fields.lines > ends[0]) & (fields.lines <= last)))
        blank = max(last - int(ends[0]), 0) - behind - int(np.count_nonzero(ends[1:] <= last))
    lines = fields.lines[np.append(0, np.searchsorted(gaps, block[:-1], "right"))[: len(block)]]
    return _Lines(fields, rows, np.append(begins, len(rows)), lines, ids, blank)


def _states(fields: Fields, *columns: NDArray[np.int32]) -> Numbers:
    """By symbol what number the texts in some columns are; -1 where they are none."""
    numbers = np.full(len(fields.symbols), -1, np.int64)
    for symbol in distinct(np.concatenate(columns)).tolist():
        number = whole_number(fields.symbols.texts[symbol], LARGEST + 1)
        numbers[symbol] = -1 if number is None or number > LARGEST else number
    return numbers


def _no_state(**said: str) -> str:
    """What is wrong with the first of some columns that is no state; empty where all are."""
    for column, text in said.items():
        number = whole_number(text, LARGEST + 1)
        if number is None or number > LARGEST:
            return f"{column} is '{text[:40]}'; expected the number of a state"
    return ""


def _lattice_file(
    name: str, path: str, format: str, lines: _Lines, warnings: list[str], problems: Problems,
    columns: NDArray[np.int32], arcs: Numbers, tokens: tuple[NDArray[np.int32], Numbers],
) -> LatticeFile:  # fmt: skip
    """``columns`` ``[9, arcs]`` as in Lattices, ``arcs``: how many a sentence has; ``tokens``: forms of space-delimited words, and
    how many."""
    forms, counts = tokens
    texts = lines.fields.symbols.texts
    order, met = np.empty(len(texts), np.int32), np.full(len(texts), -1, np.int32)
    symbols = np.ascontiguousarray(np.append(columns[2:8].T, forms), np.int32)
    used = kernel("tokenizers").number_anew(symbols.data, met.data, 0, order.data)
    columns[2:8] = symbols[: columns[2:8].size].reshape(-1, 6).T
    known = Symbols.of_distinct([texts[symbol] for symbol in order[:used].tolist()])
    of_tokens = Tokens(symbols[columns[2:8].size :], sums_before(counts))
    arcs_of = dict(zip(Lattices.per_row, columns, strict=True))
    lattices = Lattices(known, **arcs_of, offsets=sums_before(arcs), tokens=of_tokens)
    if not len(lines.lines):
        warnings.append("the file is empty; expected at least one lattice")
    if lines.blank:
        warnings.append(f"{counted(lines.blank, 'superfluous empty line')}; expected one between two lattices")
    ids = lines.ids if any(id is not None for id in lines.ids) else None
    return LatticeFile(name, path, format, lattices, lines.lines.copy(), ids, problems, warnings)


SPMRL_WIDTH = 8
MOST_WORDS = 100_000
"""In one sentence; larger numbers are rejected."""


def read_spmrl(data: bytes, path: str, name: str) -> LatticeFile:
    """All lattices of a file. Raises ReadError: there is text, but no line with eight columns."""
    data, warnings = unified_lines(data)
    lines = _lines_of(data)
    fields = lines.fields
    none = fields.symbols.number("_")
    source, target, form, lemma, tag, xpos, feats, token = columns = lines.columns(slice(None), SPMRL_WIDTH)
    states, is_empty = _states(fields, source, target, token), fields.mask(lambda text: not text)
    states_of = states[columns[[0, 1, 7]]]
    states_of[2][is_empty[token] | (token == none)] = 0
    wrong = (lines.lengths != SPMRL_WIDTH) | fields.mask(lambda text: not text.strip(" "))[form]
    wrong |= (states_of < 0).any(axis=0) | (states_of[2] > MOST_WORDS)
    problems = lines.problems(path, wrong, _wrong_in_spmrl)
    keep = ~np.isin(lines.sentence_of, [*problems])
    feats = np.where(is_empty[feats], none, feats)
    arcs = np.stack((*states_of[:2], form, lemma, tag, xpos, feats, np.full_like(form, none), states_of[2]))[:, keep]
    # the format writes no space-delimited words, only their numbers
    counts = np.zeros(len(lines.lines), np.int64)
    np.maximum.at(counts, lines.sentence_of[keep], states_of[2][keep])
    tokens = np.full(int(counts.sum()), -1, np.int32), counts
    of_arcs = np.bincount(lines.sentence_of[keep], minlength=len(counts))
    return _lattice_file(
        name, path, SPMRL_LATTICE.name, lines, warnings, problems, arcs.astype(np.int32), of_arcs, tokens
    )


def _wrong_in_spmrl(fields: list[str]) -> str:
    if len(fields) != SPMRL_WIDTH:
        return f"{counted(len(fields), 'column')}; expected {SPMRL_WIDTH} between tabs"
    source, target, form, *_, token = fields
    if not form.strip(" "):
        return "FORM is empty; expected a segment"
    known = "0" if token in ("_", "") else token
    if (wrong := _no_state(TOKENID=known)) or int(known) <= MOST_WORDS:
        return wrong or _no_state(FROM=source, TO=target)
    return f"TOKENID is {int(known)}; expected the number of a space-delimited word, at most {MOST_WORDS}"


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
    """All lattices of a file. Raises ReadError: there is text, but no line with three or nine columns."""
    data, warnings = unified_lines(data)
    lines = _lines_of(data)
    fields, sentences = lines.fields, np.arange(len(lines.lines))
    none = fields.symbols.number("_")
    is_arc, is_token = lines.lengths == CONLLUL_WIDTH, lines.lengths == TOKEN_WIDTH
    source, target, form, lemma, tag, xpos, feats, misc, anchors = columns = lines.columns(is_arc, CONLLUL_WIDTH)
    states = _states(fields, source, target)[columns[:2]]
    ids, named = lines.columns(is_token, 2)
    found = [_RANGE.match(fields.symbols.texts[symbol]) for symbol in ids.tolist()]
    spans = np.array([(int(one[1]), int(one[2])) if one else (-1, -1) for one in found], np.int64).reshape(-1, 2).T
    wrong = ~is_arc & ~is_token
    wrong[is_arc] = (states < 0).any(axis=0)
    wrong[is_token] = spans[0] < 0
    of_arcs = lines.sentence_of[is_arc]
    reason = "a sentence without arcs; expected lines of nine columns"
    bare = np.setdiff1d(sentences, of_arcs).tolist()
    without = {one: Problem(one, int(lines.lines[one]), reason) for one in bare}
    problems = lines.problems(path, wrong, _wrong_in_conllul, without)
    # what stands behind a row that is wrong is not looked at
    before = sums_before(wrong)
    is_looked_at = (before[:-1] == before[lines.offsets[lines.sentence_of]])[is_arc]
    nothing = fields.mask(lambda text: text in ("_", ""))
    is_shifted = nothing[feats] & fields.mask(lambda text: "=" in text)[xpos] & (xpos != tag)
    shifted = int(np.count_nonzero(is_shifted & is_looked_at))
    nameless = int(np.count_nonzero(fields.mask(lambda text: not text.strip(" "))[form] & is_looked_at))
    feats, xpos = np.where(is_shifted, xpos, feats), np.where(is_shifted, none, xpos)
    feats[nothing[feats]] = none
    more = np.where(nothing[misc], np.where(nothing[anchors], none, anchors), misc)
    for arc in np.flatnonzero(~nothing[misc] & ~nothing[anchors]).tolist():
        more[arc] = fields.symbols.number(f"{fields.symbols.texts[misc[arc]]}|{fields.symbols.texts[anchors[arc]]}")
    of_spans = lines.sentence_of[is_token]
    keep, keep_spans = (~np.isin(one, [*problems]) for one in (of_arcs, of_spans))
    arcs = np.stack((*states, form, lemma, tag, xpos, feats, more, np.zeros_like(form)))[:, keep]
    of_arcs = of_arcs[keep]
    tokens = _tokens(arcs, of_arcs, spans[:, keep_spans], named[keep_spans], of_spans[keep_spans], len(sentences))
    counts = np.bincount(of_arcs, minlength=len(sentences))
    file = _lattice_file(name, path, CONLLUL.name, lines, warnings, problems, arcs.astype(np.int32), counts, tokens)
    if shifted:
        file.warnings.append(
            f"{counted(shifted, 'arc has its', 'arcs have their')} features in the column XPOS, read as features"
        )
    if nameless:
        file.warnings.append(
            f"{counted(nameless, 'arc has', 'arcs have')} an empty FORM: kept, but no word of a tree will be found there"
        )
    return file


def _wrong_in_conllul(fields: list[str]) -> str:
    if len(fields) == TOKEN_WIDTH:
        return f"ID is '{fields[0][:40]}'; expected the states of a space-delimited word, like 3-5"
    if len(fields) != CONLLUL_WIDTH:
        expected = f"expected {CONLLUL_WIDTH} (an arc) or {TOKEN_WIDTH} (a word) between tabs"
        return f"{counted(len(fields), 'column')}; {expected}"
    return _no_state(FROM=fields[0], TO=fields[1])


def _tokens(
    arcs: Numbers, of_arcs: Numbers, spans: Numbers, named: NDArray[np.int32],
    of_spans: Numbers, sentences: int,
) -> tuple[NDArray[np.int32], Numbers]:  # fmt: skip
    """Gives each arc its space-delimited word (the last of its columns): that of its line, otherwise a separate word with all arcs
    that overlap it. Returns the forms of these words, and how many each sentence has."""
    far = LARGEST + 1
    sentence = np.concatenate((of_spans, of_arcs))
    firsts, lasts = np.concatenate((spans, arcs[:2]), axis=1) + sentence * far
    form, is_arc = np.concatenate((named, arcs[2])), np.arange(len(sentence)) >= len(of_spans)
    # of spans with the same start the longest names the word, of equal arcs the last one
    order = np.lexsort((is_arc, -lasts, firsts))
    firsts, lasts, form, is_arc = firsts[order], lasts[order], form[order], is_arc[order]
    within = np.maximum.accumulate(np.where(is_arc, -1, lasts)) >= lasts
    is_last = np.append((firsts[1:] != firsts[:-1]) | (lasts[1:] != lasts[:-1]), True)[: len(firsts)]
    keep = ~is_arc | (~within & is_last)
    firsts, lasts, form = firsts[keep], lasts[keep], form[keep]
    before = np.append(-1, np.maximum.accumulate(lasts))[: len(lasts)]
    begins = np.flatnonzero(firsts >= before)
    is_longer = sums_before((firsts < before) & (lasts > before))
    names = np.where(np.diff(is_longer[np.append(begins, len(lasts))]) > 0, -1, form[begins])
    begun = firsts[begins]
    counts = np.bincount(sentence[order][keep][begins], minlength=sentences)
    arcs[8] = np.searchsorted(begun, arcs[0] + of_arcs * far, "right") - sums_before(counts)[of_arcs]
    return names.astype(np.int32), counts


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
    return read_file(path, format, name, partial(chosen, LATTICE_READERS, _by_content))


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
    lines: Numbers
    problems: dict[int, Problem] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    def chosen(self, sentences: Numbers) -> SegmentationFile:
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
    data, told = unified_lines(data)
    lines = _lines_of(data, has_comments=False)
    columns = lines.columns(slice(None), 2)
    wrong = (lines.lengths != 2) | lines.fields.mask(lambda text: not text)[columns[1]]
    problems = lines.problems(path, wrong, _wrong_in_segmentation)
    words, segments = ([lines.fields.symbols.texts[symbol] for symbol in column] for column in columns.tolist())
    pairs, offsets = list(zip(words, segments, strict=True)), lines.offsets.tolist()
    sentences = [[] if one in problems else pairs[first:last] for one, (first, last) in enumerate(pairwise(offsets))]
    return SegmentationFile(name or treebank_name(path), path, sentences, lines.lines.copy(), problems, warnings + told)


def _wrong_in_segmentation(fields: list[str]) -> str:
    found = counted(len(fields), "column") if len(fields) != 2 else "no segments"
    return f"{found}; expected a word, a tab, and its segments joined by colons"


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
