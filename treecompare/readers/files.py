"""Opening files: compressed or not, in whatever encoding and format, with one clear sentence where it cannot be done."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from treecompare.errors import UsageError
from treecompare.readers.treebank import AnyRead, Reader
from treecompare.readers.unread import refuse_unread
from treecompare.reading import as_utf8, read_bytes, treebank_name

EXPECTED = "expected a text file of trees"


def read_text(path: str) -> tuple[bytes, list[str]]:
    """The content of a file as UTF-8 without a byte order mark at its start, and warnings about its encoding.

    Raises TooLarge, ReadError: as :func:`treecompare.reading.read_bytes` and :func:`treecompare.reading.as_utf8`.
    """
    return as_utf8(read_bytes(path, EXPECTED), path, EXPECTED)


def recognised(data: bytes, readers: Sequence[Reader[AnyRead]]) -> Reader[AnyRead] | None:
    """The first format that the content looks like."""
    return next((reader for reader in readers if reader.sniff(data)), None)


def formats_of(readers: Sequence[Reader[AnyRead]]) -> str:
    """What can be read, by its titles."""
    *titles, last = [one.title for one in readers]
    return f"{', '.join(titles)} or {last}" if titles else last


def read_file(
    path: str | os.PathLike[str],
    format: str | None,
    name: str | None,
    readers: Sequence[Reader[AnyRead]],
    by_content: Callable[[bytes, str], Reader[AnyRead]],
) -> AnyRead:
    """Reads a file in the ``format`` of that name; without one ``by_content`` chooses, given the content and the path. Raises
    ReadError: the file cannot be opened, is not text, is in a format known by name only, or holds no sentence in that format;
    UsageError: there is no such format."""
    path = os.fspath(path)
    data, warnings = read_text(path)
    content = read_data(data, path, format, name, readers, by_content)
    content.warnings[:0] = warnings
    return content


def read_data(
    data: bytes,
    path: str,
    format: str | None,
    name: str | None,
    readers: Sequence[Reader[AnyRead]],
    by_content: Callable[[bytes, str], Reader[AnyRead]],
) -> AnyRead:
    """The same of content (UTF-8) that ``path`` is said to hold."""
    known = {reader.name: reader for reader in readers}
    if format is not None and format not in known:
        raise UsageError(f"there is no format '{format}'; expected {' or '.join(known)}")
    if format is None:
        refuse_unread(data, path, formats_of(readers))
    reader = known[format] if format is not None else by_content(data, path)
    return reader.read(data, path, name or treebank_name(path))
