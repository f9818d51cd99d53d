"""Opening treebanks: compressed or not, in whatever encoding, with one clear sentence where it cannot be done."""

from __future__ import annotations

from treecompare.reading import as_utf8, read_bytes

EXPECTED = "expected a text file of trees"


def read_text(path: str) -> tuple[bytes, list[str]]:
    """The content of a file as UTF-8 without a byte order mark at its start, and warnings about its encoding.

    What is neither UTF-8 nor marked as UTF-16 is taken for Latin-1, with a warning: many older treebanks are.

    Raises:
        TooLarge, ReadError: as :func:`treecompare.reading.read_bytes`; or the content is not text.
    """
    return as_utf8(read_bytes(path, EXPECTED), path, EXPECTED, latin1=True)
