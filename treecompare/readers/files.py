"""Opening treebanks: compressed or not, in whatever encoding, with one clear sentence where it cannot be done."""

from __future__ import annotations

from pathlib import Path

from treecompare.reading import STANDARD_INPUT, as_utf8, read_bytes

EXPECTED = "expected a text file of trees"


def read_text(path: str) -> tuple[bytes, list[str]]:
    """The content of a file as UTF-8 without a byte order mark at its start, and warnings about its encoding.

    What is neither UTF-8 nor marked as UTF-16 is taken for Latin-1, with a warning: many older treebanks are.

    Raises:
        TooLarge, ReadError: as :func:`treecompare.reading.read_bytes`; or the content is not text.
    """
    return as_utf8(read_bytes(path, EXPECTED), path, EXPECTED, latin1=True)


def treebank_name(path: str) -> str:
    """The name of a treebank where none is given: its file's, without the last ending.

    Bytes of a file's name that are no text are written as escapes, for a name is shown and stored.
    """
    if path == STANDARD_INPUT:
        return "standard input"
    name = as_text(Path(path).name).removesuffix(".gz")
    return name.rsplit(".", 1)[0] or name


def as_text(name: str) -> str:
    """A name with escapes for what stands in it for bytes that are no text."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")
