"""Lattices of words: the formats in the order in which content is tried.

SPMRL, as in the shared tasks: FROM TO FORM LEMMA CPOSTAG POSTAG FEATS TOKENID.

CoNLL-UL (More et al. 2018): a line of three columns names a space-delimited word and its states (``3-5 form misc``), one of nine is
an arc: FROM TO FORM LEMMA UPOS XPOS FEATS MISC ANCHORS. In the published files some words that are not segmented have no line of
their own, arcs are repeated, forms are empty, and features stand in the column of XPOS.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right

from treecompare.errors import ReadError, TreecompareError, counted
from treecompare.readers.conll import sample, usual_width
from treecompare.readers.files import read_file, recognised
from treecompare.readers.lattice_rows import BadLine, LatticeFile, LatticeReader, Sentence, read_rows, state

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
