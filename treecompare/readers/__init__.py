"""Readers: one module per format. To add one: a module with a :class:`Reader`, and its entry in ``READERS`` or
``DEPENDENCY_READERS``.
"""

from __future__ import annotations

import os

from treecompare.errors import ReadError
from treecompare.folders import stands_for_others
from treecompare.readers.brackets import BRACKETS, SQUARE
from treecompare.readers.cgel import CGEL
from treecompare.readers.conll import CONLLU, CONLLUPLUS, DependencyReader, DependencyTreebank
from treecompare.readers.conll2012 import CONLL2012
from treecompare.readers.conllx import CONLL2008, CONLL2009, CONLLX, CORENLP, DEPENDENCY_TAB, PREDICTED, unusual_table
from treecompare.readers.discbrackets import DISCBRACKETS
from treecompare.readers.export import EXPORT
from treecompare.readers.files import formats_of, read_data, read_file, read_parts, recognised
from treecompare.readers.ppche import PPCHE
from treecompare.readers.treebank import (
    AnyTreebank,
    Problem,
    Reader,
    Treebank,
    TreeReader,
    are_of_kind,
    is_blank,
    of_kind,
    of_one_kind,
)
from treecompare.readers.wrapped_brackets import holds_trees, is_behind_columns
from treecompare.readers.xml import ALPINO, TIGERXML
from treecompare.reading import unpacked_name

__all__ = [
    "READERS",
    "AnyTreebank",
    "DependencyTreebank",
    "Problem",
    "Reader",
    "Treebank",
    "are_of_kind",
    "of_kind",
    "of_one_kind",
    "parse",
    "read",
    "read_any",
    "read_content",
]

READERS: tuple[TreeReader, ...] = (EXPORT, CONLL2012, DISCBRACKETS, TIGERXML, ALPINO, CGEL, SQUARE, PPCHE, BRACKETS)
DEPENDENCY_READERS: tuple[DependencyReader, ...] = (
    CONLLUPLUS, CONLLU, CONLLX, CONLL2008, CONLL2009, PREDICTED, CORENLP, DEPENDENCY_TAB,
)  # fmt: skip
"""In the order in which content is tried."""
_SURE: tuple[TreeReader, ...] = (EXPORT, CONLL2012)
"""Those whose signs are stronger than tables of numbers, which they hold as well."""
_ANY: tuple[Reader[AnyTreebank], ...] = (*READERS, *DEPENDENCY_READERS)


def read_any(path: str | os.PathLike[str], format: str | None = None, name: str | None = None) -> AnyTreebank:
    """Reads a treebank of constituents or of dependencies. ``format`` is the name of a reader; without it the content decides.
    ``-`` is standard input; a folder or a pattern (``wsj/00/*.mrg``) is one treebank: :func:`read_parts`.

    Raises ReadError: the file cannot be opened, is not text, or holds no sentence in any known format; UsageError: there is no such
    format.
    """
    if stands_for_others(os.fspath(path)):
        return read_parts(os.fspath(path), name, lambda one: read_any(one, format))
    found = read_file(path, format, name, _ANY, _by_content)
    found.check_read()
    return found


def read(path: str | os.PathLike[str], format: str | None = None, name: str | None = None) -> Treebank:
    """A treebank of constituents. Raises ReadError, UsageError: as :func:`read_any`; UsageError: it holds something else."""
    return of_one_kind(read_any(path, format, name), Treebank)


def read_dependencies(
    path: str | os.PathLike[str], format: str | None = None, name: str | None = None
) -> DependencyTreebank:
    """A treebank of dependencies. Raises ReadError, UsageError: as :func:`read_any`; UsageError: it holds something else."""
    return of_one_kind(read_any(path, format, name), DependencyTreebank)


def read_content(data: bytes, path: str, format: str | None = None, name: str | None = None) -> AnyTreebank:
    """A treebank from its content (UTF-8), which ``path`` is said to hold. Raises ReadError: the content holds no sentence in any
    known format; UsageError: there is no such format."""
    return read_data(data, path, format, name, _ANY, _by_content)


def _by_content(data: bytes, path: str) -> Reader[AnyTreebank]:
    if sure := recognised(data, _SURE):
        return sure
    is_wrapped = is_behind_columns(data)
    if not is_wrapped and (found := recognised(data, DEPENDENCY_READERS)):
        return found
    if not is_wrapped and not holds_trees(data) and (wrong := unusual_table(data, path)):
        raise wrong
    if is_blank(data):
        # the name is all that an empty file says
        return CONLLU if unpacked_name(path).endswith((".conllu", ".conllup", ".conllx", ".conll")) else BRACKETS
    if bracketed := recognised(data, READERS):
        return bracketed
    line, text = next((number, text) for number, text in enumerate(data.split(b"\n"), 1) if text.strip())
    shown = text.decode("utf-8").strip()
    shown = f"'{shown[:40]}…'" if len(shown) > 40 else f"'{shown}'"
    raise ReadError(path, line, f"does not look like a treebank: it begins with {shown}; expected {formats_of(_ANY)}")


def parse(text: str) -> Treebank:
    """Bracket text as a treebank, for scripts and tests."""
    return BRACKETS.read(text.encode("utf-8"), "text", "text")
