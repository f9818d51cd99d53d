"""Reading files, the only way for all of them: regular files, up to a size, each failure one clear sentence.

What may be read, and how much of it, say the rules in force (:func:`rules`): without any, only regular files, and so much of each
as the memory allows. The command line also takes what a shell hands over.
"""

from __future__ import annotations

import bz2
import codecs
import glob
import gzip
import io
import lzma
import os
import re
import stat
import sys
import unicodedata
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import pairwise
from pathlib import Path, PureWindowsPath
from typing import Any, Protocol

from treecompare.errors import ReadError, TooLarge, UsageError, counted

STANDARD_INPUT = "-"
MEMORY_PER_BYTE = 12
"""So many bytes of memory a byte of a file may need: measured on a file of very short trees; of usual trees it is 3."""
MEMORY_PER_LINE = 200
"""So many may a line need, however short it is: measured on files of empty lines, and of lines with one bracket."""
ALWAYS_READ = 16 << 20
"""So many bytes may be read even where hardly any memory seems to be free."""
_UNKNOWN_MEMORY = 4 << 30
_PIECE = 1 << 16
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)
START_OF_TEXT = 1 << 16
"""So many bytes are looked at to see whether they are text."""
_HANDED_OVER = re.compile(r"-|/dev/stdin|(?:/dev|/proc/self)/fd/[0-9]+")
_ENDINGS = (".gz", ".bz2", ".xz")
_UTF8_MARK = b"\xef\xbb\xbf"
_MARKED_LINE = b"\n" + _UTF8_MARK
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_OTHER_CONTROLS = bytes(byte for byte in range(32) if byte not in b"\t\n\r\v\f\x1b")
_NO_TEXT = (
    (re.compile(rb"\xff\xfe\0\0|\0\0\xfe\xff|(?:\0{3}[^\0]){2}|(?:[^\0]\0{3}){2}"), "in UTF-32"),
    (re.compile(rb"%PDF-"), "a PDF document"),
    (re.compile(rb"PK\x03\x04"), "a zip archive or an office document"),
    (re.compile(rb"\xd0\xcf\x11\xe0"), "an office document"),
    (re.compile(rb"SQLite format 3\0"), "a database, as comparison files are"),
    (re.compile(rb"\x28\xb5\x2f\xfd"), "compressed with zstd"),
    (re.compile(rb"7z\xbc\xaf\x27\x1c"), "a 7z archive"),
    (re.compile(rb"(?s).{257}ustar"), "a tar archive"),
    (re.compile(rb"\x89PNG|GIF8|\xff\xd8\xff"), "an image"),
)
"""How files begin that hold no text, or packed text that is not read, and what they are."""
_XML_ENCODING = re.compile(rb"<\?xml\s[^>]*\bencoding\s*=\s*[\"']([A-Za-z0-9._-]+)")
_LINE_END = re.compile("\r\n|\r|\n")
_BLANKS = re.compile("[ \t\v\f]+")


class _Source(Protocol):
    def read(self, size: int, /) -> bytes:
        """At most so many bytes; none at the end."""


class _Unpacker(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


class _Streams:
    """Reads what is packed in streams one behind the other. Zeros may follow as padding, nothing else: what Python's own classes
    do not know they leave out without a word."""

    def __init__(self, packed: bytes, new: Callable[[], _Unpacker]) -> None:
        self._packed, self._new = io.BytesIO(packed), new
        self._stream: _Unpacker | None = None

    def read(self, size: int, /) -> bytes:
        while True:
            rest = b""
            if self._stream is not None and self._stream.eof:
                rest, self._stream = self._stream.unused_data.lstrip(b"\0"), None
            if not rest and (self._stream is None or self._stream.needs_input):
                given = self._packed.read(io.DEFAULT_BUFFER_SIZE)
                rest = given if self._stream is not None else given.lstrip(b"\0")
                if not given and self._stream is not None:
                    raise EOFError("Compressed file ended before the end-of-stream marker was reached")
                if not given:
                    return b""
            if self._stream is None and rest:
                self._stream = self._new()
            if self._stream is not None and (found := self._stream.decompress(rest, size)):
                return found


_PACKED: tuple[tuple[re.Pattern[bytes], str, Callable[[bytes], _Source]], ...] = (
    (re.compile(rb"\x1f\x8b"), "gzip", lambda data: gzip.GzipFile(fileobj=io.BytesIO(data))),
    (re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)"), "bzip2", lambda data: _Streams(data, bz2.BZ2Decompressor)),
    (re.compile(rb"\xfd7zXZ\0"), "xz", lambda data: _Streams(data, partial(lzma.LZMADecompressor, lzma.FORMAT_XZ))),
)
"""How packed files begin, by what they are packed, and how they are read."""


@dataclass
class _Together:
    """The files of one treebank: what it is called, how many bytes and lines of it are read, unpacked."""

    path: str
    bytes: int = 0
    lines: int = 0


@dataclass(frozen=True)
class _Rules:
    """``encodings``: of files that are not UTF-8, by name or path, "" for all others. ``called``: the name of what is read,
    where it is not the file's. ``asked``: the names and paths of files that were read."""

    streams: bool = False
    most: int | None = None
    together: _Together | None = None
    encodings: Mapping[str, str] = field(default_factory=dict)
    called: str = ""
    asked: set[str] = field(default_factory=set)


_USUAL = _Rules()
_in_force: ContextVar[_Rules] = ContextVar("rules of reading", default=_USUAL)


@contextmanager
def _within(made: _Rules) -> Iterator[set[str]]:
    """These rules are in force; gives the names and paths of the files that were read so far."""
    before = _in_force.set(made)
    try:
        yield made.asked
    finally:
        _in_force.reset(before)


def rules(
    streams: bool = False, most: int | None = None, encodings: Mapping[str, str] | None = None
) -> AbstractContextManager[set[str]]:
    """Within it files of at most ``most`` bytes are read in this thread (None: what the memory allows).

    ``streams``: standard input (``-``) and what a shell hands over (``/dev/stdin``, ``/dev/fd/N``) may be read too, and waited for.
    ``encodings``: see :func:`encodings_of`. Gives the names and paths of the files that were read so far.
    """
    return _within(_Rules(streams, most, encodings=encodings or {}))


def encodings_of(given: Sequence[str]) -> dict[str, str]:
    """Encodings of files that are not UTF-8, as options name them: ``gb18030``, or ``NAME=big5`` for one of several files, by its
    name or path. By these, "" for all others. Raises UsageError: there is no such encoding, or two for the same files."""
    found: dict[str, str] = {}
    for one in given:
        name, _, encoding = one.rpartition("=")
        if known(encoding) is None:
            raise UsageError(
                f"'{encoding[:40]}' is no encoding that is known here; expected one of {', '.join(ENCODINGS)}"
            )
        if name in found:
            raise UsageError(f"{one[:80]}: two encodings for {name or 'all files'}; expected one")
        found[name] = known(encoding) or ""
    return found


def unread(encodings: Mapping[str, str], asked: Set[str]) -> list[str]:
    """What there is to say of encodings of files that were not read; ``asked``: what :func:`rules` gave."""
    return [
        f"encoding {name}={encodings[name]}: no file that was read is called {name}; its name or path is expected"
        for name in sorted(encodings.keys() - asked - {""})
    ]


def also_encoded(encodings: Mapping[str, str], called: str = "") -> AbstractContextManager[object]:
    """Within it these hold as well, by path; ``called``: what the file that is read is called, if not as its path."""
    now = _in_force.get()
    return _within(replace(now, encodings={**now.encodings, **encodings}, called=called))


def encoding_of(path: str, called: str = "") -> str | None:
    """In which encoding a file is, if it is not UTF-8; None where nobody has said it. That of its own name or path comes first."""
    now = _in_force.get()
    own = (called or now.called, path, treebank_name(path))
    now.asked.update(own)
    return next((now.encodings[name] for name in own if name and name in now.encodings), now.encodings.get(""))


def one_treebank(path: str) -> AbstractContextManager[object]:
    """Within it all files together may hold so much as one: they are those of the treebank ``path``."""
    return _within(replace(_in_force.get(), most=most_bytes(), together=_Together(path)))


def usual_limit() -> int:
    """How many bytes of a file are read, unpacked, where nothing else is said: by the memory that is available."""
    return max(_available_memory() // MEMORY_PER_BYTE, ALWAYS_READ)


def _available_memory() -> int:
    """Bytes: what the system has, what its control group may still take, what the process may map."""
    found = []
    try:
        known = dict(line.split(":", 1) for line in Path("/proc/meminfo").read_text("ascii").splitlines())
        found.append(int(known["MemAvailable"].split()[0]) * 1024)
    except (OSError, ValueError, KeyError, IndexError):
        try:
            found.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2)
        except (AttributeError, ValueError, OSError):
            found.append(_UNKNOWN_MEMORY)
    try:
        group = Path("/sys/fs/cgroup")
        allowed, used = ((group / name).read_text("ascii") for name in ("memory.max", "memory.current"))
        found.append(int(allowed) - int(used))
    except (OSError, ValueError):  # none, or "max": no limit
        pass
    try:
        import resource

        mappable = resource.getrlimit(resource.RLIMIT_AS)[0]
        if mappable != resource.RLIM_INFINITY:
            found.append(mappable)
    except (ImportError, OSError):
        pass
    return min(found)


def exists(path: str) -> bool:
    """Whether there is something of that name, whatever it is; False where that cannot be found out."""
    try:
        Path(path).stat()
    except (OSError, ValueError):
        return False
    return True


def read_bytes(path: str, expected: str) -> bytes:
    """The content of a file, decompressed where it is packed (gzip, bzip2, xz). ``expected`` says what it should be: "expected a
    table". Raises TooLarge: it holds more than the rules allow; ReadError: it does not exist, is not a regular file, may not be
    read, is damaged, or has too many lines for its size."""
    allowed = _in_force.get()
    most, before = most_bytes(), allowed.together or _Together(path)
    try:
        data = _content(path, expected, allowed.streams, most - before.bytes)
    except TooLarge as error:
        if allowed.together is None:
            raise
        raise TooLarge(before.path, error.size and before.bytes + error.size, most) from None
    before.bytes += len(data)
    before.lines += data.count(b"\n")
    most_lines = max(most, ALWAYS_READ) * MEMORY_PER_BYTE // MEMORY_PER_LINE
    if before.lines > most_lines:
        reason = f"holds {before.lines:,} lines, most of them empty or short; expected at most {most_lines:,}"
        raise ReadError(before.path, 0, reason)
    return data


def _content(path: str, expected: str, streams: bool, most: int) -> bytes:
    try:
        if streams and _HANDED_OVER.fullmatch(path):
            data = _content_of_stream(path, most)
        elif path == STANDARD_INPUT:
            raise ReadError(path, 0, f"standard input is not read here; {expected}")
        else:
            data = _content_of_file(path, most, expected)
    except FileNotFoundError:
        raise ReadError(path, 0, f"there is no such file; {expected}") from None
    except (OSError, ValueError) as error:
        raise ReadError(path, 0, f"cannot be read: {getattr(error, 'strerror', None) or error}; {expected}") from error
    return unpacked(data, path, expected, most)


def unpacked(data: bytes, path: str, expected: str, most: int) -> bytes:
    """What is packed in the content that ``path`` is said to hold, at most so many bytes; other content as it is. Raises TooLarge,
    ReadError: as :func:`read_bytes`."""
    for begins, packer, opened in _PACKED:
        if begins.match(data):
            try:
                return _limited(opened(data), most, path)
            except (OSError, EOFError, zlib.error, lzma.LZMAError) as error:
                raise ReadError(
                    path, 0, f"is a damaged {packer} file ({error}); {expected}, compressed or not"
                ) from error
    return data


def _content_of_stream(path: str, most: int) -> bytes:
    if path == STANDARD_INPUT:
        if sys.stdin is None:
            raise ValueError("standard input is closed")
        return _limited(sys.stdin.buffer, most, path)
    with Path(path).open("rb") as file:
        return _limited(file, most, path)


def _content_of_file(path: str, most: int, expected: str) -> bytes:
    """Asks what it is before it is opened, for opening a pipe or a device may have effects, and again behind it."""
    _check_regular(path, Path(path).stat(), expected)
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | _AT_ONCE)) as file:
        found = os.fstat(file.fileno())
        _check_regular(path, found, expected)
        if found.st_size > most:
            raise TooLarge(path, found.st_size, most)
        return _limited(file, most, path, found.st_size)


def _check_regular(path: str, found: os.stat_result, expected: str) -> None:
    kind = stat.S_IFMT(found.st_mode)
    if kind != stat.S_IFREG:
        what = {stat.S_IFDIR: "folder", stat.S_IFIFO: "pipe", stat.S_IFSOCK: "socket"}.get(kind, "device")
        raise ReadError(path, 0, f"is a {what}; {expected}")


def _limited(source: _Source, most: int, path: str, size: int = 0) -> bytes:
    """All that comes from a source; ``size``: how much that probably is, so that it is read in one piece. Raises TooLarge: that is
    more than so many bytes."""
    pieces, length, step = [], 0, size + 1 if size else _PIECE
    while piece := source.read(min(step, most + 1 - length)):
        pieces.append(piece)
        length += len(piece)
        if length > most:
            raise TooLarge(path, None, most)
        step = _PIECE
    return b"".join(pieces)  # a single piece is not copied


def as_utf8(data: bytes, path: str, expected: str) -> tuple[bytes, list[str]]:
    """The content as UTF-8 without a byte order mark at its start, and warnings about its encoding.

    UTF-16 is recognised by its byte order mark, and XML may say its encoding. What is not UTF-8 is read in the encoding that
    :func:`encoding_of` gives; where most of the lines that are not ASCII are UTF-8, only the others are. Where lines end in CR
    only, as on old Macintoshes, they end in LF in what is returned.

    Raises ReadError: the content is not text, or in another encoding; TooLarge: as UTF-8 it is larger than files may be.
    """
    warnings = []
    if found := next((what for pattern, what in _NO_TEXT if pattern.match(data)), None):
        raise ReadError(path, 0, f"is {found}; {expected}")
    size, encoding = len(data), encoding_of(path)
    if data.startswith(_UTF16_MARKS):
        data = _decoded(data, "utf-16", path, expected, "begins like UTF-16 and is not")
        warnings.append("read as UTF-16")
    elif encoding in WIDE and (b"\0" in data[:START_OF_TEXT] or _not_utf8(data) is not None):
        data = _decoded(data, str(encoding), path, expected, f"is not in {encoding}")
        warnings.append(f"read as {encoding}")
    data = _as_declared(data, path, expected)
    _check_text(data, path, expected)
    while data.startswith(_UTF8_MARK):  # some files have two
        data = data.removeprefix(_UTF8_MARK)
    if b"\n" not in data:
        data = data.replace(b"\r", b"\n")
    if _MARKED_LINE in data:  # files that were put together
        data = data.replace(_MARKED_LINE, b"\n")
    if (place := _not_utf8(data)) is not None:
        line = data.count(b"\n", 0, place) + 1
        data, warning = _mixed(data, line, path, expected, encoding)
        warnings.append(warning)
    if len(data) > max(size, most := most_bytes()):
        raise TooLarge(path, len(data), most)
    return data, warnings


def _decoded(data: bytes, encoding: str, path: str, expected: str, otherwise: str) -> bytes:
    """The content as UTF-8. Raises ReadError: it is not in that encoding."""
    try:
        return decoded(data, encoding).encode("utf-8").removeprefix(_UTF8_MARK)
    except UnicodeError as error:
        place = error.start if isinstance(error, UnicodeDecodeError) else 0
        line = 0 if encoding in WIDE else data.count(b"\n", 0, place) + 1
        raise ReadError(path, line, f"{otherwise} ({getattr(error, 'reason', error)}); {expected}") from error


def _not_utf8(data: bytes) -> int | None:
    """The first byte that is not UTF-8, None if all are; piece by piece, for a text may need four times the memory of its bytes."""
    if data.isascii():
        return None
    decoder, view = codecs.getincrementaldecoder("utf-8")(), memoryview(data)
    for begin in range(0, len(data), _PIECE):
        before = len(decoder.getstate()[0])
        try:
            decoder.decode(view[begin : begin + _PIECE], final=begin + _PIECE >= len(data))
        except UnicodeDecodeError as error:
            return begin - before + error.start
    return None


def _as_declared(data: bytes, path: str, expected: str) -> bytes:
    """XML as UTF-8, if it says that it is in an encoding that is known; else the content as it is. Raises ReadError: it is not what
    it says."""
    found = _XML_ENCODING.match(data[:1000])
    encoding = known(found[1].decode("ascii")) if found else None
    if not found or encoding in (None, "utf-8", *WIDE):
        return data
    return _decoded(
        data, str(encoding), path, expected, f"is not in {found[1].decode('ascii')}, as its first line says"
    )


def _mixed(data: bytes, line: int, path: str, expected: str, encoding: str | None) -> tuple[bytes, str]:
    """Content of which ``line`` is not UTF-8, as UTF-8, and a warning.

    All of it is in that encoding then, as a line in an encoding of Chinese may look like UTF-8 by chance; but where half of the
    lines with other characters than those of ASCII are UTF-8, only the others are. Raises ReadError: nobody has said in which
    encoding it is, or it is not.
    """
    lines = data.split(b"\n")
    beyond = [number for number, text in enumerate(lines) if not text.isascii()]
    wrong = [number for number in beyond if _not_utf8(lines[number]) is not None]
    is_mixed = 2 * len(wrong) <= len(beyond)
    if encoding is None or encoding == "utf-8":
        names = possible(b"\n".join(lines[number] for number in wrong))
        others = ", as the other lines are" if is_mixed else ""
        letters = f"; it may be in {named(names)}" if names else ""
        error = ReadError(path, line, f"is not UTF-8{others}{letters}; {expected} in UTF-8, or in UTF-16 with a mark")
        so = "so" if len(names) < 2 else "in the first of these"
        raise error.with_option(f"--encoding {names[0] if names else 'NAME'} reads it {so}")
    if not is_mixed:
        changed = _decoded(data, encoding, path, expected, f"is not in {encoding}")
        right = next((number for number in beyond if _not_utf8(lines[number]) is None), None)
        mixed = "" if right is None else f" (though line {right + 1} is: are encodings mixed?)"
        return changed, f"read as {encoding}, because line {line} is not UTF-8{mixed}"
    for number in wrong:
        try:
            lines[number] = decoded(lines[number], encoding).encode("utf-8")
        except UnicodeDecodeError as error:
            raise ReadError(path, number + 1, f"is not in {encoding} ({error.reason}); {expected}") from error
    found = f"line {line} is" if len(wrong) == 1 else f"{len(wrong):,} lines, the first line {line}, are"
    return b"\n".join(lines), f"encodings are mixed: {found} not UTF-8 and read as {encoding}, the others are UTF-8"


def _check_text(data: bytes, path: str, expected: str) -> None:
    """Whether content is text, in whatever encoding. Raises ReadError: it is not; says what it is where that is known."""
    start = data[:START_OF_TEXT]
    controls = len(start) - len(start.translate(None, _OTHER_CONTROLS))
    if 20 * controls > len(start):
        evens, odds = start[::2].count(0), start[1::2].count(0)
        if 4 * max(evens, odds) > len(start) and not min(evens, odds):
            error = ReadError(path, 0, f"looks like UTF-16 without a byte order mark; {expected} in UTF-8")
            raise error.with_option(f"--encoding utf-16-{'le' if odds > evens else 'be'} reads it so")
        raise ReadError(path, 0, f"is not a text file; {expected}")
    if (place := data.find(0)) >= 0:
        line = data.count(b"\n", 0, place) + 1
        raise ReadError(path, line, f"holds a NUL byte, which no text does; {expected}")


def read_lines(path: str, expected: str) -> list[str]:
    """The lines of a small text file: UTF-8 with or without a byte order mark, or UTF-16 with one, or in the encoding that was said
    for it; LF, CRLF or CR behind each. Raises TooLarge, ReadError: as :func:`read_bytes`; also with the first line that is in
    another encoding."""
    data, _ = as_utf8(read_bytes(path, expected), path, expected)
    return lines_of(data.decode("utf-8"))


def label_rows(path: str, expected: str, columns: Sequence[int], said: str) -> Iterator[tuple[int, list[str]]]:
    """The lines of a table of labels between blanks or tabs, by their numbers. ``#`` begins a comment line, a first label that
    begins with it is ``\\#``. Raises ReadError: as :func:`read_lines`, or a line has not so many ``columns`` as are ``said``."""
    for number, line in enumerate(read_lines(path, expected), 1):
        cells = words_of(line)
        if cells and not cells[0].startswith("#"):
            if len(cells) not in columns:
                raise ReadError(path, number, f"{counted(len(cells), 'column')}; expected {said}")
            yield number, [unescaped(cells[0]), *cells[1:]]


def toml_of(text: str, path: str, expected: str) -> dict[str, Any]:
    """What a text of TOML holds, the only way for all files of it. Raises ReadError: it is none, or nothing that a person writes
    (numbers of thousands of digits, a hundred brackets within each other); with its line where that is known."""
    import tomllib  # only here: every command imports this module

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        said, _, place = str(error).rpartition(" (at ")
        line = re.match(r"line (\d+)", place)
        told, bracket, quoted = (said or place).rstrip(".").partition("(")  # keys, however long
        reason = f"{told}{bracket}{quoted[:40]}{'…' if len(quoted) > 40 else ''}; {expected}"
        raise ReadError(path, int(line[1]) if line else 0, reason) from None
    except RecursionError:
        raise ReadError(path, 0, f"too many brackets within each other; {expected}") from None
    except ValueError:  # of a number or a date
        raise ReadError(path, 0, f"holds a number or a date that cannot be; {expected}") from None


def beside(name: str, folder: str) -> str:
    """The path of a file that another file names, which lies in ``folder``: there or below it, for only that can have come with it.

    Raises UsageError: it leads elsewhere (absolute, ``..``, a link), or there is no such file."""
    parts = PureWindowsPath(name)  # as names are written on any system
    path = Path(folder, name)
    is_inside = not (parts.anchor or ".." in parts.parts or "\0" in name)
    if is_inside and not exists(str(path)):
        raise UsageError(f"there is no file {path}; expected one beside the file that names it, or below")
    if not is_inside or not path.resolve().is_relative_to(Path(folder).resolve()):
        raise UsageError(f"'{name[:40]}' lies elsewhere; expected a file beside the one that names it, or below")
    return str(path)


def lines_of(text: str) -> list[str]:
    """The lines of a text, without what ends them; what only looks like a line end elsewhere (U+2028, U+0085) ends none."""
    lines = _LINE_END.split(text)
    return lines if lines[-1] else lines[:-1]


def words_of(line: str) -> list[str]:
    """What stands between the blanks and tabs of a line; others, like U+00A0, are part of words and labels."""
    return [word for word in _BLANKS.split(line) if word]


def escaped(first: str) -> str:
    """The first text of a line of a table, so that it begins no comment: a backslash before ``#`` (and before ``\\#``)."""
    return re.sub(r"^(?=\\*#)", r"\\", first)


def unescaped(first: str) -> str:
    """What :func:`escaped` was given."""
    return re.sub(r"^\\(?=\\*#)", "", first)


def whole_number(text: str, most: int) -> int | None:
    """The number that the digits 0 to 9 of a text mean, at most ``most``; None where there are others or none.

    However many digits there are: Python itself refuses more than 4,300.
    """
    if not (text.isascii() and text.isdigit()):
        return None
    digits = text.lstrip("0")
    return min(int(digits or "0"), most) if len(digits) <= len(str(most)) else most


def treebank_name(path: str) -> str:
    """The name of a treebank where none is given: its file's, without the last ending; its folder's; of a pattern what is no
    pattern (``wsj_00`` of ``wsj_00*.mrg``), else the folder.

    Bytes of a file's name that are not text are written as escapes, for a name is shown and stored.
    """
    if path == STANDARD_INPUT:
        return "standard input"
    name = as_text(Path(path).name)
    if is_pattern(path):
        plain = re.sub(r"\[[^]]*\]|[*?]+", "", unpacked_name(name).rsplit(".", 1)[0]).strip("._- ")
        return plain or as_text(Path(path).absolute().parent.name.strip("*")) or name
    if is_folder(path):
        return name or as_text(Path(path).absolute().name) or path
    name = unpacked_name(name)
    return name.rsplit(".", 1)[0] or name


def is_pattern(path: str) -> bool:
    """Whether it stands for other files, and is not a file itself."""
    return glob.has_magic(path) and not exists(path)


def is_folder(path: str) -> bool:
    """Whether it is a folder; False where that cannot be found out."""
    try:
        return bool(path) and Path(path).is_dir()
    except (OSError, ValueError):
        return False


def most_bytes() -> int:
    """How many bytes of a file may be read."""
    most = _in_force.get().most
    return usual_limit() if most is None else most


def unpacked_name(name: str) -> str:
    """The name of a file without the ending that says how it is packed."""
    return next((name.removesuffix(ending) for ending in _ENDINGS if name.endswith(ending)), name)


def as_text(name: str) -> str:
    """A name with escapes for what stands in it for bytes that are not text."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


# -- encodings: a fixed list, and those of them in which the bytes of a file would be letters of one script ------------------

_COMMON = (
    "iso-8859-1",
    "windows-1252",
    "iso-8859-15",
    "iso-8859-2",
    "windows-1250",
    "windows-1256",
    "iso-8859-8",
    "iso-8859-6",
    "iso-8859-11",
    "windows-1251",
    "koi8-r",
    "iso-8859-7",
)
_SINGLE = {
    **{f"iso-8859-{number}": f"iso8859-{number}" for number in (1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 15, 16, 10, 14, 11)},
    **{f"windows-{number}": f"cp{number}" for number in range(1250, 1259)},
    "windows-874": "cp874", "koi8-r": "koi8-r", "koi8-u": "koi8-u", "mac-roman": "mac-roman", "cp437": "cp437",
    "cp850": "cp850", "cp866": "cp866",
}  # fmt: skip
ENCODINGS: dict[str, str] = {
    "utf-8": "utf-8", "utf-16": "utf-16", "utf-16-le": "utf-16-le", "utf-16-be": "utf-16-be",
    "gb18030": "gb18030", "big5": "big5hkscs", "euc-jp": "euc_jp", "shift-jis": "cp932", "euc-kr": "cp949",
    **{name: _SINGLE[name] for name in _COMMON}, **_SINGLE,
}  # fmt: skip
"""By the names that options take: what Python calls them. Only encodings of text are here, and none that runs on state."""
_OTHER_NAMES = {
    **{codec: name for name, codec in ENCODINGS.items()},
    "ascii": "utf-8", "usascii": "utf-8", "ucs2": "utf-16", "gbk": "gb18030", "gb2312": "gb18030", "gb": "gb18030",
    "big5": "big5", "cp950": "big5",
    "euc_kr": "euc-kr", "shift_jis": "shift-jis", "windows31j": "shift-jis", "tis-620": "windows-874",
}  # fmt: skip
"""By Python's names, and by some that Python does not know."""
WIDE = ("utf-16", "utf-16-le", "utf-16-be")
"""Those in which text of ASCII holds NUL bytes."""
_LOOKED_AT = 200_000
_MOST_NAMED = 8
_WORD = re.compile(r"[^\W\d_]+")
_OWN = {"euc-jp": re.compile("[ぁ-ヺ]"), "shift-jis": re.compile("[ぁ-ヺ]"), "euc-kr": re.compile("[가-힣]")}
"""Letters that tell an encoding from others of which it is text as well."""
_ODD = frozenset(("Sm", "Sc", "Sk", "So", "No", "Nl"))
_TYPOGRAPHIC = frozenset("\u00a0\u00ad“”„‘’‚«»‹›–—…•·°§©®™£€½¼¾²³×±¡¿ºª†‰")
_ALPHABETS: tuple[frozenset[str], ...] = tuple(map(frozenset, (
    "äöüß", "åäöæøé", "éèêëàâçîïôûùœæÿ", "áéíóúüñ", "áâãàçéêíóôõú", "àèéìòù", "áéíóöőúüű", "ąćęłńóśźż", "áčďéěíňóřšťúůýžäĺľŕô",
    "čšžćđ", "ăâîșțşţ", "çğıöşüâîûi̇", "āčēģīķļņšūž", "ąčęėįšųūž", "äöõüšž", "ĉĝĥĵŝŭ", "áðéíóúýþæö",
)))  # fmt: skip
"""The letters beyond ASCII of languages that are written in Latin letters."""


def known(name: str) -> str | None:
    """The name of an encoding in the list, however it is spelt (``Latin1``, ``EUC_KR``, ``cp1252``); None where it is not there."""
    bare = re.sub(r"[^a-z0-9]", "", name.lower())
    if plain := next((one for one in ENCODINGS if one.replace("-", "") == bare), None):
        return plain
    try:
        return _OTHER_NAMES.get(codecs.lookup(bare).name)
    except LookupError:
        return _OTHER_NAMES.get(bare)


def decoded(data: bytes, name: str) -> str:
    """The text that is written so. Raises UnicodeDecodeError: it is not."""
    return data.decode(ENCODINGS[name])


def possible(data: bytes) -> list[str]:
    """The encodings of the list in which content that is not UTF-8 is letters of one script, the likeliest first; of several in
    which it is the same text, one."""
    lines, size = [], 0
    for line in data.split(b"\n"):
        if not line.isascii():
            lines.append(line)
            size += len(line)
            if size > _LOOKED_AT:
                break
    sample, found, texts = b"\n".join(lines), list[tuple[bool, int, str]](), set[str]()
    for name in ENCODINGS:
        if name in WIDE:
            continue
        try:
            text = decoded(sample, name)
        except UnicodeDecodeError:
            continue
        if text not in texts and (oddities := _oddities(text)) is not None:
            is_told = bool((own := _OWN.get(name)) and own.search(text))
            found.append((not is_told, oddities, name))
        texts.add(text)
    return [name for *_, name in sorted(found, key=lambda one: one[:2])]


def named(names: list[str]) -> str:
    """The first of these encodings in words."""
    shown = names[:_MOST_NAMED]
    more = f" and {len(names) - len(shown)} more" if len(names) > len(shown) else ""
    return (" or ".join((", ".join(shown[:-1]), shown[-1])) if len(shown) > 1 and not more else ", ".join(shown)) + more


def _oddities(text: str) -> int | None:
    """How many characters are odd: signs that texts rarely have, letters of no single language, capitals behind small letters. None
    where this is no text in letters of one script."""
    counts = Counter(character for character in text if character > "\x7f")
    kinds = Counter[str]()
    for character, count in counts.items():
        kinds[unicodedata.category(character)] += 0 if character in _TYPOGRAPHIC else count
    signs: int = sum(kinds[one] for one in _ODD)
    if any(kinds[one] for one in ("Cc", "Cn", "Co", "Cs")) or 5 * signs > counts.total():
        return None
    words = [word for word in _WORD.findall(text) if not word.isascii()]
    if not words:
        return signs if _TYPOGRAPHIC.issuperset(counts) else None
    if 20 * sum(len(_scripts(word)) > 1 for word in words) > len(words):
        return None
    overall = Counter(script for word in words for script in _scripts(word))
    if not overall or 20 * max(overall.values()) < 19 * overall.total():
        return None
    if 20 * overall["HALFWIDTH"] > sum(overall.values()):
        return None  # nobody writes whole texts in these
    letters = "".join(words)
    if "LATIN" in overall:
        if 5 < len(letters) > 3 * sum(map(str.isascii, letters)):
            return None  # hardly any language has so few plain letters
        beyond = Counter(letter for letter in letters.lower() if not letter.isascii())
        signs += min(sum(count for letter, count in beyond.items() if letter not in one) for one in _ALPHABETS)
    changes = sum(a.islower() and b.isupper() for word in words for a, b in pairwise(word))
    return int(signs + changes)


def _scripts(word: str) -> set[str]:
    return {_script(character) for character in word if unicodedata.category(character)[0] == "L"}


@cache
def _script(character: str) -> str:
    """The first word of a letter's name; Chinese and Japanese letters are of one script."""
    first = re.split("[ -]", unicodedata.name(character, "?"))[0]
    return "CJK" if first in ("HIRAGANA", "KATAKANA", "IDEOGRAPHIC") else first
