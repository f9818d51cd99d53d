"""Lattices as in the SPMRL shared tasks: FROM TO FORM LEMMA CPOSTAG POSTAG FEATS TOKENID."""

from __future__ import annotations

from treecompare.readers.conll import sample, usual_width
from treecompare.readers.lattice_rows import BadLine, LatticeFile, LatticeReader, Sentence, read_rows, state

WIDTH = 8
MOST_WORDS = 100_000
"""In one sentence; larger numbers are rejected."""


def _row(fields: list[str], sentence: Sentence) -> None:
    if len(fields) != WIDTH:
        raise BadLine(f"{len(fields)} column{'s' if len(fields) != 1 else ''}; expected {WIDTH} between tabs")
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
    fitting = sum(len(row) == WIDTH and row[0].isdigit() and row[1].isdigit() and row[7].isdigit() for row in rows)
    return usual_width(rows) == WIDTH and 2 * fitting > len(rows)


SPMRL_LATTICE = LatticeReader("spmrl-lattice", "SPMRL lattice", _looks_like_spmrl, read_spmrl)
