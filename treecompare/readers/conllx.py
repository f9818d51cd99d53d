"""The older tables of dependencies: CoNLL-X (shared tasks 2006 and 2007), CoNLL-2009, and word, tag, head (nltk, Malt-TAB).

What these call CPOSTAG and POSTAG is ``upos`` and ``xpos`` here; PHEAD and PDEPREL of CoNLL-X are kept in ``deps`` and ``misc``.
CoNLL-2009 has every column twice, the second as a parser predicted it: the first are read, the second where a file has no others.
"""

from __future__ import annotations

from treecompare.readers.conll import (
    MANY,
    DependencyReader,
    DependencyTreebank,
    Layout,
    is_number,
    numbered,
    read_rows,
    sample,
    usual_width,
)

X_NAMES = ("ID", "FORM", "LEMMA", "CPOSTAG", "POSTAG", "FEATS", "HEAD", "DEPREL", "PHEAD", "PDEPREL")
X_LAYOUT = Layout(X_NAMES, roles=(1, 2, 3, 4, 5, 7, 8, 9), head=6, id=0, least=10, most=10)
SHORT_LAYOUT = Layout(X_NAMES[:8], roles=(1, 2, 3, 4, 5, 7, -1, -1), head=6, id=0, least=8, most=8)

NAMES_2009 = (
    "ID", "FORM", "LEMMA", "PLEMMA", "POS", "PPOS", "FEAT", "PFEAT", "HEAD", "PHEAD", "DEPREL", "PDEPREL", "FILLPRED", "PRED",
)  # fmt: skip
LAYOUT_2009 = Layout(NAMES_2009, roles=(1, 2, 4, 4, 6, 10, -1, -1), head=8, id=0, least=12, most=MANY)
PREDICTED_2009 = Layout(NAMES_2009, roles=(1, 3, 5, 5, 7, 11, -1, -1), head=9, id=0, least=12, most=MANY)

TAB_LAYOUT = Layout(("FORM", "TAG", "HEAD"), roles=(0, -1, 1, 1, -1, -1, -1, -1), head=2, id=-1, least=3, most=3)
MALT_LAYOUT = Layout(
    ("FORM", "TAG", "HEAD", "DEPREL"), roles=(0, -1, 1, 1, -1, 3, -1, -1), head=2, id=-1, least=4, most=4
)


def read_conllx(data: bytes, path: str, name: str) -> DependencyTreebank:
    """All sentences of a file with ten columns, or eight where PHEAD and PDEPREL are left out throughout. Raises ReadError: there
    is text, but no line with that many columns."""
    layout = SHORT_LAYOUT if usual_width(sample(data)) == 8 else X_LAYOUT
    return read_rows(data, path, name, CONLLX.name, layout)


def read_conll2009(data: bytes, path: str, name: str) -> DependencyTreebank:
    """All sentences of a file; from the predicted columns, with a warning, where no word has a head in the others. Raises
    ReadError: there is text, but no line with at least twelve columns."""
    rows = [row for row in sample(data) if len(row) >= 12]
    predicted = bool(rows) and all(row[8] == b"_" for row in rows) and any(is_number(row[9]) for row in rows)
    treebank = read_rows(data, path, name, CONLL2009.name, PREDICTED_2009 if predicted else LAYOUT_2009)
    if predicted:
        treebank.warnings.append("the columns PLEMMA, PPOS, PFEAT, PHEAD and PDEPREL are read, for HEAD is empty")
    return treebank


def read_tab(data: bytes, path: str, name: str) -> DependencyTreebank:
    """All sentences of a file with word, tag, head, and relation in a fourth column if there is one. Raises ReadError: there is
    text, but no line with that many columns."""
    layout = MALT_LAYOUT if usual_width(sample(data)) == 4 else TAB_LAYOUT
    return read_rows(data, path, name, DEPENDENCY_TAB.name, layout)


def _looks_like_conllx(data: bytes) -> bool:
    rows = sample(data)
    return usual_width(rows) in (8, 10) and numbered(rows) and _most_are_heads(rows, 6)


def _looks_like_conll2009(data: bytes) -> bool:
    rows = sample(data)
    return usual_width(rows) >= 12 and numbered(rows) and (_most_are_heads(rows, 8) or _most_are_heads(rows, 9))


def _looks_like_tab(data: bytes) -> bool:
    rows = sample(data)
    return usual_width(rows) in (3, 4) and _most_are_heads(rows, 2)


def _most_are_heads(rows: list[list[bytes]], column: int) -> bool:
    return 2 * sum(len(row) > column and is_number(row[column]) for row in rows) > len(rows)


CONLLX = DependencyReader("conllx", "CoNLL-X (2006, 2007)", _looks_like_conllx, read_conllx)
CONLL2009 = DependencyReader("conll2009", "CoNLL-2009", _looks_like_conll2009, read_conll2009)
DEPENDENCY_TAB = DependencyReader(
    "dependency-tab", "word, tag, head between tabs (nltk, Malt-TAB)", _looks_like_tab, read_tab
)
