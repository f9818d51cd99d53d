"""Opening files: compressed or not, in whatever encoding, with one clear sentence where it cannot be done."""

from __future__ import annotations

import gzip
import sys
import zlib
from pathlib import Path

from treecompare.errors import ReadError

STANDARD_INPUT = "-"
EXPECTED = "expected a text file of trees"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_OTHER_CONTROLS = bytes(byte for byte in range(32) if byte not in b"\t\n\r\v\f\x1b")


def read_bytes(path: str) -> bytes:
    """The content of a file, decompressed where it is gzip; ``-`` is standard input.

    Raises:
        ReadError: it does not exist, is a folder, may not be read or is damaged.
    """
    try:
        data = sys.stdin.buffer.read() if path == STANDARD_INPUT else Path(path).read_bytes()
    except FileNotFoundError:
        raise ReadError(path, 0, f"there is no such file; {EXPECTED}") from None
    except IsADirectoryError:
        raise ReadError(path, 0, f"is a folder; {EXPECTED}") from None
    except (OSError, ValueError) as error:
        raise ReadError(path, 0, f"cannot be read: {getattr(error, 'strerror', None) or error}; {EXPECTED}") from error
    if data.startswith(b"\x1f\x8b"):
        try:
            return gzip.decompress(data)
        except (OSError, EOFError, zlib.error) as error:
            raise ReadError(path, 0, f"is a damaged gzip file ({error}); {EXPECTED}, compressed or not") from error
    return data


def as_utf8(data: bytes, path: str) -> tuple[bytes, list[str]]:
    """The content as UTF-8 without a byte order mark at its start, and warnings about its encoding.

    Where lines end in CR only, as on old Macintoshes, they end in LF in what is returned.

    Raises:
        ReadError: the content is not text.
    """
    warnings = []
    if data.startswith(_UTF16):
        try:
            data = data.decode("utf-16").encode("utf-8")
        except UnicodeDecodeError as error:
            raise ReadError(path, 0, f"begins like UTF-16 and is not ({error.reason}); {EXPECTED}") from error
        warnings.append("read as UTF-16")
    if _is_binary(data):
        raise ReadError(path, 0, f"is not a text file; {EXPECTED}")
    data = data.removeprefix(b"\xef\xbb\xbf")
    if b"\n" not in data:
        data = data.replace(b"\r", b"\n")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        data = data.decode("latin-1").encode("utf-8")
        warnings.append(f"read as Latin-1, because line {line} is not UTF-8")
    return data, warnings


def _is_binary(data: bytes) -> bool:
    start = data[:65536]
    controls = len(start) - len(start.translate(None, _OTHER_CONTROLS))
    return b"\0" in data or 20 * controls > len(start)


def treebank_name(path: str) -> str:
    """The name of a treebank where none is given: its file's, without the last ending."""
    if path == STANDARD_INPUT:
        return "standard input"
    name = Path(path).name.removesuffix(".gz")
    return name.rsplit(".", 1)[0] or name
