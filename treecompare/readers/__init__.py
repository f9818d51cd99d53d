"""Readers: one module per format; which there are says ``formats.py``."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from treecompare.readers.brackets import BRACKETS
from treecompare.readers.files import read_data, read_file, read_parts
from treecompare.readers.treebank import (
    AnyTreebank,
    Problem,
    Reader,
    Treebank,
    are_of_kind,
    beginning,
    of_kind,
    of_one_kind,
)
from treecompare.readers.wrapped_brackets import holds_trees
from treecompare.reading import is_folder, is_pattern

if TYPE_CHECKING:
    from treecompare.readers.conll import DependencyTreebank
    from treecompare.readers.formats import DEPENDENCY_READERS, READERS
else:

    def __getattr__(name: str) -> object:
        """What of other formats is offered here, imported when it is asked for."""
        if name not in __all__:
            raise AttributeError(f"module 'treecompare.readers' has no attribute '{name}'")
        from treecompare.readers import formats

        return getattr(formats, name)


__all__ = [
    "DEPENDENCY_READERS",
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

_NESTED = re.compile(rb"\s*\([^\s()<]*\s*\(")
_OTHERS = (b"\t", b"*", b"0=", b"#BOS", b"(ID", b"(CODE")
"""Without any of these, content that begins with brackets within each other is of no other format."""


def read_any(path: str | os.PathLike[str], format: str | None = None, name: str | None = None) -> AnyTreebank:
    """Reads a treebank of constituents or of dependencies. ``format`` is the name of a reader; without it the content decides.
    ``-`` is standard input; a folder or a pattern (``wsj/00/*.mrg``) is one treebank: :func:`read_parts`.

    Raises ReadError: the file cannot be opened, is not text, or holds no sentence in any known format; UsageError: there is no such
    format.
    """
    if is_folder(where := os.fspath(path)) or is_pattern(where):
        return read_parts(where, name, lambda one: read_any(one, format))
    found = read_file(path, format, name, _reader)
    found.check_read()
    return found


def read(path: str | os.PathLike[str], format: str | None = None, name: str | None = None) -> Treebank:
    """A treebank of constituents. Raises ReadError, UsageError: as :func:`read_any`; UsageError: it holds something else."""
    return of_one_kind(read_any(path, format, name), Treebank)


def read_dependencies(
    path: str | os.PathLike[str], format: str | None = None, name: str | None = None
) -> DependencyTreebank:
    """A treebank of dependencies. Raises ReadError, UsageError: as :func:`read_any`; UsageError: it holds something else."""
    from treecompare.readers.conll import DependencyTreebank

    return of_one_kind(read_any(path, format, name), DependencyTreebank)


def read_content(data: bytes, path: str, format: str | None = None, name: str | None = None) -> AnyTreebank:
    """A treebank from its content (UTF-8), which ``path`` is said to hold. Raises ReadError, UsageError: as
    :func:`read_any`."""
    return read_data(data, path, format, name, _reader)


def _reader(data: bytes, path: str, format: str | None) -> Reader[AnyTreebank]:
    """The reader of that name or of that content; what is plainly Penn trees is not shown to those of other formats."""
    if format is None and are_plain_trees(data):
        return BRACKETS
    from treecompare.readers.formats import ANY, by_content, chosen

    return chosen(ANY, by_content, data, path, format)


def are_plain_trees(data: bytes) -> bool:
    """Whether content is bracketed trees and has no sign of any other format, so that none has to be tried; those of several lines
    each are not known so."""
    start = beginning(data)
    is_other = any(sign in start for sign in _OTHERS)
    return not is_other and _NESTED.match(start) is not None and holds_trees(start)


def parse(text: str) -> Treebank:
    """Bracket text as a treebank, for scripts and tests."""
    return BRACKETS.read(text.encode("utf-8"), "text", "text")
