"""CoNLL-U, the format of Universal Dependencies (ten columns, tokens of several words, empty nodes, comments), and CoNLL-U Plus.

Columns of the latter are named in ``# global.columns = ID FORM …``: others, more or fewer, in any order. ID, FORM and HEAD are
needed. Columns that CoNLL-U has not are kept as text, to be written again.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import replace

import numpy as np

from treecompare.errors import ReadError
from treecompare.readers.conll import (
    DependencyReader,
    DependencyTreebank,
    FurtherColumns,
    Layout,
    numbered,
    read_rows,
    sample,
    unified_lines,
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


_DECLARED = re.compile(rb"(?:(?:#[^\n]*|[ \t]*)\n)*?#[ \t]*global\.columns[ \t]*=([^\n]*)")
_TEXTS = tuple(name for name in NAMES if name not in ("ID", "HEAD"))


def read_conlluplus(data: bytes, path: str, name: str) -> DependencyTreebank:
    """All sentences of a file. A sentence that cannot be read is a problem of that sentence only. Raises ReadError: the columns are
    not named, ID, FORM or HEAD is none of them, or no line has as many."""
    data, warnings = unified_lines(data)
    found = _DECLARED.match(data)
    if found is None:
        raise ReadError(path, 1, "names no columns; expected # global.columns = ID FORM … in the first line")
    line = data.count(b"\n", 0, found.start(1)) + 1
    columns = tuple(one.decode("utf-8") for one in found[1].split())
    if lost := [one for one in ("ID", "FORM", "HEAD") if one not in columns]:
        which = ", ".join(lost)
        raise ReadError(path, line, f"names no column {which}; expected ID, FORM and HEAD in # global.columns")
    if twice := next((one for one, count in Counter(columns).items() if count > 1), ""):
        raise ReadError(path, line, f"names the column {twice[:40]} twice; expected each name once")
    places = {one: place for place, one in enumerate(columns)}
    layout = Layout(
        columns, tuple(places.get(one, -1) for one in _TEXTS), places["HEAD"], places["ID"], len(columns), len(columns)
    )
    treebank = read_rows(data, path, name, CONLLUPLUS.name, layout)
    treebank.warnings[:0] = warnings
    further = [place for one, place in places.items() if one not in NAMES]
    return replace(treebank, further=FurtherColumns(columns, _further(data, treebank, further) if further else {}))


def _further(data: bytes, treebank: DependencyTreebank, places: list[int]) -> dict[int, list[tuple[str, ...]]]:
    """What stands in these columns: per sentence that could be read, row by row."""
    found: dict[int, list[tuple[str, ...]]] = {}
    begins = treebank.lines.tolist()
    for number, text in enumerate(data.split(b"\n"), 1):
        if text.strip(b" ") and not text.startswith(b"#"):
            sentence = bisect_right(begins, number) - 1
            if sentence not in treebank.problems:
                fields = text.split(b"\t")
                found.setdefault(sentence, []).append(tuple(fields[place].decode("utf-8") for place in places))
    return found


def _looks_like_plus(data: bytes) -> bool:
    """Columns are named; where they are those of CoNLL-U, it is CoNLL-U."""
    found = _DECLARED.match(unified_lines(beginning(data))[0])
    return found is not None and tuple(found[1].decode("utf-8", "replace").split()) != NAMES


CONLLUPLUS = DependencyReader("conlluplus", "CoNLL-U Plus", _looks_like_plus, read_conlluplus)
