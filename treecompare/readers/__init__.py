"""Readers: one module per format. To add one: a module with a :class:`Reader`, and its entry in ``READERS``."""

from __future__ import annotations

import os

from treecompare.errors import ReadError, UsageError
from treecompare.readers.brackets import BRACKETS
from treecompare.readers.conll import DependencyReader, DependencyTreebank, unusual_table
from treecompare.readers.conllu import CONLLU
from treecompare.readers.converted import as_dependencies
from treecompare.readers.dependencies import DEPENDENCY_READERS, dependency_reader
from treecompare.readers.files import read_text
from treecompare.readers.treebank import Problem, Reader, Treebank, TreeReader
from treecompare.reading import treebank_name

__all__ = [
    "READERS",
    "DependencyTreebank",
    "Problem",
    "Reader",
    "Treebank",
    "as_dependencies",
    "parse",
    "read",
    "read_any",
    "read_content",
]

READERS: tuple[TreeReader, ...] = (BRACKETS,)
"""In the order in which content is tried."""


def read(path: str | os.PathLike[str], format: str | None = None, name: str | None = None) -> Treebank:
    """Reads a treebank. ``format`` is the name of a reader; without it the content decides. ``-`` is standard input.

    Raises:
        ReadError: the file cannot be opened, is not text, or holds no sentence in any known format.
        UsageError: there is no such format.
    """
    path = os.fspath(path)
    data, warnings = read_text(path)
    if format is None:
        reader = next((one for one in READERS if one.sniff(data)), BRACKETS)
    else:
        known = {one.name: one for one in READERS}
        if format not in known:
            raise UsageError(f"there is no format '{format}'; expected {' or '.join(known)}")
        reader = known[format]
    treebank = reader.read(data, path, name or treebank_name(path))
    treebank.warnings[:0] = warnings
    return treebank


def read_any(
    path: str | os.PathLike[str], format: str | None = None, name: str | None = None
) -> Treebank | DependencyTreebank:
    """Reads a treebank of constituents or of dependencies: the content, or the name of the format, decides.

    Raises:
        ReadError, UsageError: as :func:`read`.
    """
    path = os.fspath(path)
    data, warnings = read_text(path)
    treebank = read_content(data, path, format, name)
    treebank.warnings[:0] = warnings
    return treebank


def read_content(
    data: bytes, path: str, format: str | None = None, name: str | None = None
) -> Treebank | DependencyTreebank:
    """A treebank from its content (UTF-8), which ``path`` is said to hold.

    Raises:
        ReadError: the content holds no sentence in any known format.
        UsageError: there is no such format.
    """
    readers: list[TreeReader | DependencyReader] = [*READERS, *DEPENDENCY_READERS]
    known = {one.name: one for one in readers}
    reader: TreeReader | DependencyReader
    if format is None:
        dependencies = dependency_reader(data)
        if dependencies is None and (wrong := unusual_table(data, path)):
            raise wrong
        if not data.strip() and path.removesuffix(".gz").endswith((".conllu", ".conllx", ".conll")):
            dependencies = CONLLU  # its name is all that an empty file says
        bracketed = next((one for one in READERS if one.sniff(data)), None)
        if dependencies is None and bracketed is None:
            line, found = next((number, text) for number, text in enumerate(data.split(b"\n"), 1) if text.strip())
            expected = (
                "expected bracketed trees, or words with their columns between tabs (CoNLL-U, CoNLL-X, CoNLL-2009)"
            )
            shown = found.decode("utf-8").strip()[:40]
            raise ReadError(path, line, f"looks like no treebank, but '{shown}'; {expected}")
        reader = dependencies or bracketed or BRACKETS
    elif format in known:
        reader = known[format]
    else:
        raise UsageError(f"there is no format '{format}'; expected {' or '.join(known)}")
    return reader.read(data, path, name or treebank_name(path))


def parse(text: str) -> Treebank:
    """Bracket text as a treebank, for scripts and tests."""
    return BRACKETS.read(text.encode("utf-8"), "text", "text")
