"""The older tables of dependencies: CoNLL-X (shared tasks 2006 and 2007), CoNLL-2008, CoNLL-2009, CoNLL of CoreNLP, and word, tag,
head (nltk, Malt-TAB).

What these call CPOSTAG and POSTAG is ``upos`` and ``xpos`` here; PHEAD and PDEPREL of CoNLL-X are kept in ``deps`` and ``misc``.
CoNLL-2009 has every column twice, the second as a parser predicted it: the first are read, the second where a file has no others,
or where it is asked for. Of CoNLL-2008 the split words are read, to which its heads belong.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from treecompare.errors import ReadError, counted
from treecompare.readers.conll import (
    MANY,
    WORD_NUMBER,
    DependencyReader,
    DependencyTreebank,
    Layout,
    is_number,
    numbered,
    read_rows,
    sample,
    unified_lines,
    usual_width,
)
from treecompare.readers.treebank import beginning, first_line
from treecompare.trees.arcs import NO_HEAD
from treecompare.trees.columns import ranges
from treecompare.trees.dependencies import Dependencies

X_NAMES = ("ID", "FORM", "LEMMA", "CPOSTAG", "POSTAG", "FEATS", "HEAD", "DEPREL", "PHEAD", "PDEPREL")
X_LAYOUT = Layout(X_NAMES, roles=(1, 2, 3, 4, 5, 7, 8, 9), head=6, id=0, least=10, most=10)
SHORT_LAYOUT = Layout(X_NAMES[:8], roles=(1, 2, 3, 4, 5, 7, -1, -1), head=6, id=0, least=8, most=8)

NAMES_2009 = (
    "ID", "FORM", "LEMMA", "PLEMMA", "POS", "PPOS", "FEAT", "PFEAT", "HEAD", "PHEAD", "DEPREL", "PDEPREL", "FILLPRED", "PRED",
)  # fmt: skip
LAYOUT_2009 = Layout(NAMES_2009, roles=(1, 2, 4, 4, 6, 10, -1, -1), head=8, id=0, least=12, most=MANY)
PREDICTED_2009 = Layout(NAMES_2009, roles=(1, 3, 5, 5, 7, 11, -1, -1), head=9, id=0, least=12, most=MANY)

NAMES_2008 = ("ID", "FORM", "LEMMA", "GPOS", "PPOS", "SPLIT_FORM", "SPLIT_LEMMA", "PPOSS", "HEAD", "DEPREL", "PRED")
LAYOUT_2008 = Layout(NAMES_2008, roles=(5, 6, 3, 7, -1, 9, -1, -1), head=8, id=0, least=10, most=MANY)
UNSPLIT_2008 = Layout(NAMES_2008, roles=(1, 2, 3, 4, -1, 9, -1, -1), head=8, id=0, least=10, most=MANY)

CORENLP_NAMES = ("ID", "FORM", "LEMMA", "POS", "NER", "HEAD", "DEPREL")
CORENLP_LAYOUT = Layout(CORENLP_NAMES, roles=(1, 2, -1, 3, -1, 6, -1, -1), head=5, id=0, least=7, most=7)

TAB_LAYOUT = Layout(("FORM", "TAG", "HEAD"), roles=(0, -1, 1, 1, -1, -1, -1, -1), head=2, id=-1, least=3, most=3)
MALT_LAYOUT = Layout(
    ("FORM", "TAG", "HEAD", "DEPREL"), roles=(0, -1, 1, 1, -1, 3, -1, -1), head=2, id=-1, least=4, most=4
)

_NUMBERED = (
    (CORENLP_LAYOUT, "CoreNLP"),
    (SHORT_LAYOUT, "CoNLL-X"),
    (X_LAYOUT, "CoNLL-U, CoNLL-X"),
    (LAYOUT_2008, "CoNLL-2008"),
    (LAYOUT_2009, "CoNLL-2009"),
)
"""Those whose words have numbers, by what they are called in messages."""


def read_conll2008(data: bytes, path: str, name: str) -> DependencyTreebank:
    """All sentences of a file. Raises ReadError: there is text, but no line with at least ten columns."""
    is_split = any(len(row) > 5 and row[5] != b"_" for row in sample(data))
    return read_rows(data, path, name, CONLL2008.name, LAYOUT_2008 if is_split else UNSPLIT_2008)


def read_conll2009(data: bytes, path: str, name: str) -> DependencyTreebank:
    """All sentences of a file; from the predicted columns, with a warning, where no word has a head in the others. Where both have
    heads that differ, it is told. Raises ReadError: there is text, but no line with at least twelve columns."""
    rows = [row for row in sample(data) if len(row) >= 12]
    if rows and all(row[8] == b"_" for row in rows) and any(is_number(row[9]) for row in rows):
        treebank = PREDICTED.read(data, path, name)
        treebank.warnings.append(f"the columns {_PREDICTED} are read, for HEAD is empty")
        return treebank
    treebank = read_rows(data, path, name, CONLL2009.name, LAYOUT_2009)
    try:
        others = _other_columns(treebank.sentences, PREDICTED.read(data, path, name).sentences)
    except ReadError:
        others = 0
    if others:
        treebank.warnings.append(
            f"PHEAD and PDEPREL are not HEAD and DEPREL in {counted(others, 'word')}; HEAD and DEPREL are read, "
            "unless the predicted columns are asked for"
        )
    return treebank


_PREDICTED = "PLEMMA, PPOS, PFEAT, PHEAD and PDEPREL"


def _other_columns(own: Dependencies, predicted: Dependencies) -> int:
    """In how many words heads or relations were predicted that are others; of sentences that are read of both."""
    both = np.flatnonzero(own.lengths == predicted.lengths)
    words, others = (ranges(one.offsets[both], one.offsets[both + 1]) for one in (own, predicted))
    heads, relations = predicted.head[others], own.symbols.found_of(predicted.symbols)[predicted.deprel[others]]
    differ = (heads != own.head[words]) & (heads != NO_HEAD)
    differ |= (relations != own.deprel[words]) & (predicted.deprel[others] != predicted.symbols.find("_"))
    return int(np.count_nonzero(differ))


def _looks_like_conllx(data: bytes) -> bool:
    """With heads; or without any, unless they stand where CoNLL-2008 has them."""
    rows = sample(data)
    if usual_width(rows) not in (8, 10) or not numbered(rows):
        return False
    return _most_are_heads(rows, 6) or (_most_are_heads(rows, 6, 7) and not _most_are_heads(rows, 8))


def _looks_like_conll2008(data: bytes) -> bool:
    """Where CoNLL-2009 has PHEAD it has relations; its predicates have no columns where there are none."""
    rows = sample(data)
    if not _is_wide(rows, 10) or not _most_are_heads(rows, 8, 9):
        return False
    relations = [row[9] for row in rows if len(row) > 9 and row[9] != b"_"]
    return 2 * sum(map(is_number, relations)) < len(relations)


def _looks_like_conll2009(data: bytes) -> bool:
    rows = sample(data)
    return _is_wide(rows, 12) and (_most_are_heads(rows, 8, 10) or _most_are_heads(rows, 9))


def _is_wide(rows: list[list[bytes]], least: int) -> bool:
    """Whether there are that many columns, and no heads where CoNLL-X has them, to which others may add columns."""
    return usual_width(rows) >= least and numbered(rows) and not _most_are_heads(rows, 6)


def _looks_like_corenlp(data: bytes) -> bool:
    rows = sample(data)
    return usual_width(rows) == 7 and numbered(rows) and _most_are_heads(rows, 5, 6)


def _looks_like_tab(data: bytes) -> bool:
    rows = sample(data)
    return usual_width(rows) in (3, 4) and _most_are_heads(rows, 2) and not numbered(rows)


def unusual_table(data: bytes, path: str) -> ReadError | None:
    """What is wrong with a table that no reader recognises; None where the content is not a table of numbered words."""
    lines = unified_lines(beginning(data))[0].split(b"\n")
    before = data.count(b"\n", 0, first_line(data))
    rows = [
        (number, line) for number, line in enumerate(lines, before + 1) if line.strip() and not line.startswith(b"#")
    ][:200]
    words = [
        (number, line)
        for number, line in rows
        if WORD_NUMBER.match(line.split(maxsplit=1)[0]) and len(line.split()) > 2 and line.count(b"\t") != 1
    ]
    if 2 * len(words) <= len(rows):
        return None
    number, line = words[0]
    width = line.count(b"\t") + 1
    if width == 1:
        return ReadError(path, number, "the columns stand between blanks; expected tabs")
    fitting = [one for one, _ in _NUMBERED if one.least <= width <= one.most]
    head = line.split(b"\t")[fitting[0].head] if fitting else b"_"
    if not (is_number(head) or head == b"_"):
        said = head.decode("utf-8", "replace")[:40]
        return ReadError(
            path, number, f"column {fitting[0].head + 1}, HEAD, is '{said}'; expected a number, or _ for none"
        )
    expected = ", ".join(f"{one.head + 1} of {one.expected} ({title})" for one, title in _NUMBERED)
    return ReadError(path, number, f"{counted(width, 'column')}; expected HEAD in column {expected}")


def _most_are_heads(rows: list[list[bytes]], column: int, relation: int = -1) -> bool:
    """Whether most lines have a head there; or none, if there is a column of the ``relation``, in which no number stands (as
    does in lattices)."""

    def is_head(row: list[bytes]) -> bool:
        if len(row) <= max(column, relation):
            return False
        return is_number(row[column]) or (row[column] == b"_" and relation > 0 and not is_number(row[relation]))

    return 2 * sum(map(is_head, rows)) > len(rows)


def _table(name: str, title: str, sniff: Callable[[bytes], bool], *layouts: Layout) -> DependencyReader:
    """A format of one of these layouts: of as many columns as most lines have, else the last. Reading it raises ReadError: there
    is text, but no line with that many columns."""

    def read(data: bytes, path: str, called: str) -> DependencyTreebank:
        width = usual_width(sample(data)) if len(layouts) > 1 else 0
        layout = next((one for one in layouts if one.most == width), layouts[-1])
        return read_rows(data, path, called, name, layout)

    return DependencyReader(name, title, sniff, read)


CONLLX = _table("conllx", "CoNLL-X (2006, 2007)", _looks_like_conllx, SHORT_LAYOUT, X_LAYOUT)
CONLL2008 = DependencyReader("conll2008", "CoNLL-2008", _looks_like_conll2008, read_conll2008)
CONLL2009 = DependencyReader("conll2009", "CoNLL-2009", _looks_like_conll2009, read_conll2009)
PREDICTED = _table("conll2009-predicted", "CoNLL-2009, its predicted columns", lambda data: False, PREDICTED_2009)
"""Which columns are meant, content cannot say."""
CORENLP = _table("corenlp", "seven columns of CoreNLP", _looks_like_corenlp, CORENLP_LAYOUT)
DEPENDENCY_TAB = _table(
    "dependency-tab", "word, tag, head between tabs (nltk, Malt-TAB)", _looks_like_tab, MALT_LAYOUT, TAB_LAYOUT
)
