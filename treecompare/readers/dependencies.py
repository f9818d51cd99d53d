"""Opening dependency treebanks: the formats in the order in which content is tried."""

from __future__ import annotations

import os

from treecompare.errors import ReadError
from treecompare.readers.conll import DependencyReader, DependencyTreebank
from treecompare.readers.conllu import CONLLU
from treecompare.readers.conlluplus import CONLLUPLUS
from treecompare.readers.conllx import CONLL2008, CONLL2009, CONLLX, CORENLP, DEPENDENCY_TAB, PREDICTED, unusual_table
from treecompare.readers.files import read_file, recognised

DEPENDENCY_READERS: tuple[DependencyReader, ...] = (
    CONLLUPLUS, CONLLU, CONLLX, CONLL2008, CONLL2009, PREDICTED, CORENLP, DEPENDENCY_TAB,
)  # fmt: skip


def read_dependencies(
    path: str | os.PathLike[str], format: str | None = None, name: str | None = None
) -> DependencyTreebank:
    """Reads a dependency treebank. ``format`` is the name of a reader; without it the content decides. Raises ReadError: the file
    cannot be opened, is not text, or holds no sentence in any known format; UsageError: there is no such format."""
    return read_file(path, format, name, DEPENDENCY_READERS, _by_content)


def _by_content(data: bytes, path: str) -> DependencyReader:
    found = recognised(data, DEPENDENCY_READERS)
    if found is None and data.strip():
        raise unusual_table(data, path) or ReadError(
            path, 1, "looks like no table of dependencies; expected CoNLL-U, CoNLL-X or CoNLL-2009"
        )
    return found or CONLLU
