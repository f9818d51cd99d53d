"""CoNLL-U, the format of Universal Dependencies: ten columns, tokens of several words, empty nodes, comments."""

from __future__ import annotations

import numpy as np

from treecompare.readers.conll import (
    DependencyReader,
    DependencyTreebank,
    Layout,
    numbered,
    read_rows,
    sample,
    usual_width,
)
from treecompare.readers.treebank import beginning

NAMES = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
LAYOUT = Layout(NAMES, roles=(1, 2, 3, 4, 5, 7, 8, 9), head=6, id=0, least=10, most=10)
UNIVERSAL_TAGS = frozenset(
    b"ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X _".split()
)  # fmt: skip


def read_conllu(data: bytes, path: str, name: str) -> DependencyTreebank:
    """All sentences of a file. A sentence that cannot be read is a problem of that sentence only. Raises ReadError: there is text,
    but no line with ten columns."""
    return read_rows(data, path, name, CONLLU.name, LAYOUT)


def _looks_like_conllu(data: bytes) -> bool:
    """Ten columns and numbers; and what only CoNLL-U has: comments, ``3-4`` or ``8.1``, universal tags throughout.

    A file with only comments is taken as one too, rather than reported as not being bracketed trees.
    """
    rows = sample(data)
    if not rows:
        return beginning(data).lstrip().startswith(b"#")
    if usual_width(rows) != 10 or not numbered(rows):
        return False
    if (start := beginning(data)).startswith(b"#") or b"\n# " in start or any(not row[0].isdigit() for row in rows):
        return True
    return all(row[3] in UNIVERSAL_TAGS for row in rows if len(row) > 3)


def is_older_table(treebank: DependencyTreebank) -> bool:
    """Whether a file that is read as CoNLL-U for its comments is one of CoNLL-X: DEPS and MISC are empty, no sentence has an id,
    there are words only, and most tags are not universal."""
    rows = treebank.sentences
    if (
        treebank.format != CONLLU.name
        or treebank.ids is not None
        or len(rows.multiwords.first)
        or len(rows.empty_nodes.first)
    ):
        return False
    empty = rows.symbols.find("_")
    universal = [rows.symbols.find(tag.decode()) for tag in UNIVERSAL_TAGS]
    is_universal = np.isin(rows.upos, [one for one in universal if one is not None])
    return bool(
        (rows.deps == empty).all() and (rows.misc == empty).all() and 2 * is_universal.sum() < len(is_universal)
    )


CONLLU = DependencyReader("conllu", "CoNLL-U (Universal Dependencies)", _looks_like_conllu, read_conllu)
