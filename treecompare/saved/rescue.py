"""What can be read of a damaged comparison file: every page is read on its own, whatever the state of the others.

SQLite never sees the file, so nothing that somebody put into it is executed. The format of the pages is described at
https://www.sqlite.org/fileformat2.html, sections 1.6 and 2.1.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from treecompare.saved import rows
from treecompare.saved.rows import Key, Malformed, StoredTreebank
from treecompare.saved.schema import MAGIC, build, check_file, transaction
from treecompare.saved.state import as_json, valid_state

_PAGE = 4096
SECONDS = 60.0
"""Time limit for reading; what was read by then is kept."""


@dataclass
class Contents:
    """What a comparison file holds, apart from steps. ``state``: JSON by name; ``words`` by sentence."""

    treebanks: list[StoredTreebank] = field(default_factory=list)
    state: dict[str, str] = field(default_factory=dict)
    values: dict[Key, str] = field(default_factory=dict)
    words: dict[int, str] = field(default_factory=dict)
    lost: list[tuple[Key, str, str]] = field(default_factory=list)

    def make(self, path: Path) -> None:
        """Writes it into an empty comparison file."""
        with closing(build(path)) as connection, transaction(connection):
            execute = connection.execute
            rows.put_treebanks(execute, self.treebanks)
            rows.put_state(execute, self.state)
            for key, value in self.values.items():
                rows.put_annotation(execute, key, value)
            rows.put_words(execute, self.words, self.lost)


def read_pages(path: Path) -> Contents:
    """What can be read of a file. A note that lost its end keeps its beginning.

    Where an annotation, or its end, is lost and the step is there that made it, it is taken from there.

    Raises OSError: nothing of the file can be read; TreecompareError: it is too large.
    """
    check_file(path)
    contents = Contents()
    treebanks: dict[int, StoredTreebank] = {}
    state: dict[object, object] = {}
    done: set[object] = set()
    edits: dict[tuple[Any, Any], tuple[Key, str | None]] = {}
    end = time.monotonic() + SECONDS
    for number, record in _records(path.read_bytes()):
        if time.monotonic() > end:
            break
        try:
            match record:
                case [None, role, *_, int(), str(), int()] if len(record) == 8 and role in rows.ROLES:
                    treebanks[number] = rows.treebank_of(record[1:])
                case [kind, int(), _, _, value] if kind in rows.KINDS and value:
                    key = rows.key_of(*record[:4])
                    contents.values[key] = rows.value_of(key, record[4])
                case [kind, _, _, _, _] if kind in rows.KINDS:
                    contents.lost.append(rows.lost_of(record))
                case [int(step), int(place), kind, int(), _, _, _, after] if kind in rows.KINDS:
                    key = rows.key_of(*record[2:6])
                    edits[step, place] = key, None if after is None else rows.value_of(key, after)
                case [None, str() | bytes(), int(undone)] if not undone:
                    done.add(number)
                case [None, str() | bytes() as words]:
                    contents.words[rows.number_of(number, "a sentence", rows.SENTENCES)] = rows.text_of(
                        words, "a sentence"
                    )
                case [str(name), str(value)]:
                    state[name] = value
        except Malformed:
            continue
    last = {key: after for (step, _), (key, after) in sorted(edits.items()) if step in done}
    for key, after in last.items():
        if after and after.startswith(contents.values.get(key, "")):
            contents.values[key] = after
    contents.treebanks = [treebanks[place] for place in sorted(treebanks)]
    others = sum(treebank.role == "other gold" for treebank in contents.treebanks)
    contents.state = as_json(valid_state(state.items(), others)[0])
    return contents


# -- pages -----------------------------------------------------------------------------------------------------------------


class _Cut(Exception):
    """There is no readable record here."""


def _records(data: bytes) -> Iterator[tuple[int, list[object]]]:
    """(number of the row, 0 where it has none; values) of all rows on all pages in use."""
    size = int.from_bytes(data[16:18], "big")
    is_sound = len(data) >= 100 and data.startswith(MAGIC) and size in (1, *(1 << power for power in range(9, 16)))
    size = (65536 if size == 1 else size) if is_sound else _PAGE
    unused = _unused(data, size) if is_sound else set()
    usable = size - (data[20] if is_sound else 0)
    for number in range(1, -(-len(data) // size) + 1):
        if number not in unused:
            yield from _page(data, number, size, usable)


def _unused(data: bytes, size: int) -> set[int]:
    """Numbers of pages that are no longer used."""
    pages: set[int] = set()
    trunk = int.from_bytes(data[32:36], "big")
    while trunk and trunk not in pages and trunk * size <= len(data):
        pages.add(trunk)
        page = data[(trunk - 1) * size : trunk * size]
        count = min(int.from_bytes(page[4:8], "big"), size // 4 - 2)
        pages.update(int.from_bytes(page[8 + 4 * place : 12 + 4 * place], "big") for place in range(count))
        trunk = int.from_bytes(page[:4], "big")
    return pages


def _page(data: bytes, number: int, size: int, usable: int) -> Iterator[tuple[int, list[object]]]:
    start = (number - 1) * size
    page = data[start : start + size].ljust(size, b"\0")
    head = 100 if number == 1 else 0
    kind = page[head]
    if kind not in (2, 10, 13):  # inner page with keys, leaf with keys, leaf with rows
        return
    first = head + (12 if kind == 2 else 8)
    for place in range(min(int.from_bytes(page[head + 3 : head + 5], "big"), size // 2)):
        at = int.from_bytes(page[first + 2 * place : first + 2 * place + 2], "big")
        try:
            length, at = _integer(page, at + (4 if kind == 2 else 0))
            row, at = _integer(page, at) if kind == 13 else (0, at)
            yield row, _values(_payload(data, page, at, length, size, usable, kind == 13))
        except _Cut:
            continue


def _payload(data: bytes, page: bytes, at: int, length: int, size: int, usable: int, is_row: bool) -> bytes:
    """The bytes of a record, including those on overflow pages that can be read."""
    if length > len(data):
        raise _Cut
    most = usable - 35 if is_row else (usable - 12) * 64 // 255 - 23
    least = (usable - 12) * 32 // 255 - 23
    here = length
    if length > most:
        here = least + (length - least) % (usable - 4)
        here = here if here <= most else least
    parts = [page[at : at + here]]
    if length > here:
        following = int.from_bytes(page[at + here : at + here + 4], "big")
        missing = length - here
        while missing > 0 and following and (following - 1) * size < len(data):
            more = data[(following - 1) * size : (following - 1) * size + usable]
            parts.append(more[4 : 4 + missing])
            missing -= usable - 4
            following = int.from_bytes(more[:4], "big")
    return b"".join(parts)


def _values(payload: bytes) -> list[object]:
    """The values of a record. A text that is incomplete ends early."""
    end, at = _integer(payload, 0)
    kinds = []
    while at < end:
        kind, at = _integer(payload, at)
        kinds.append(kind)
    if at != end or len(kinds) > 8:
        raise _Cut
    values: list[object] = []
    for kind in kinds:
        length = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)[kind] if kind < 10 else (kind - 12) // 2
        part = payload[at : at + length]
        at += length
        if kind == 0:
            values.append(None)
        elif kind in (8, 9):
            values.append(kind - 8)
        elif kind < 7 and len(part) == length:
            values.append(int.from_bytes(part, "big", signed=True))
        elif kind >= 12 and kind % 2 == 0:
            values.append(part)
        elif kind >= 13:
            # wiped pages hold zeros
            values.append(part.decode("utf-8", "ignore").partition("\0")[0])
        else:
            raise _Cut
    return values


def _integer(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, seven bits each, and where it ends."""
    value = 0
    for place, byte in enumerate(data[at : at + 9]):
        if place == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 127
        if byte < 128:
            return value, at + place + 1
    raise _Cut
