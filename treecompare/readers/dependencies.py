"""Opening dependency treebanks: the formats in the order in which content is tried."""

from __future__ import annotations

import os

from treecompare.errors import ReadError, UsageError
from treecompare.readers.conll import DependencyReader, DependencyTreebank, unusual_table
from treecompare.readers.conllu import CONLLU
from treecompare.readers.conllx import CONLL2009, CONLLX, DEPENDENCY_TAB
from treecompare.readers.files import read_text
from treecompare.reading import treebank_name

DEPENDENCY_READERS: tuple[DependencyReader, ...] = (CONLLU, CONLLX, CONLL2009, DEPENDENCY_TAB)


def dependency_reader(data: bytes) -> DependencyReader | None:
    """The format that the content (UTF-8) looks like; None where it is no dependency treebank."""
    return next((one for one in DEPENDENCY_READERS if one.sniff(data)), None)


def read_dependencies(
    path: str | os.PathLike[str], format: str | None = None, name: str | None = None
) -> DependencyTreebank:
    """Reads a dependency treebank. ``format`` is the name of a reader; without it the content decides.

    Raises:
        ReadError: the file cannot be opened, is not text, or holds no sentence in any known format.
        UsageError: there is no such format.
    """
    path = os.fspath(path)
    data, warnings = read_text(path)
    if format is None:
        reader = dependency_reader(data)
        if reader is None and data.strip():
            raise unusual_table(data, path) or ReadError(
                path, 1, "looks like no table of dependencies; expected CoNLL-U, CoNLL-X or CoNLL-2009"
            )
        reader = reader or CONLLU
    else:
        known = {one.name: one for one in DEPENDENCY_READERS}
        if format not in known:
            raise UsageError(f"there is no format '{format}'; expected {' or '.join(known)}")
        reader = known[format]
    treebank = reader.read(data, path, name or treebank_name(path))
    treebank.warnings[:0] = warnings
    return treebank
