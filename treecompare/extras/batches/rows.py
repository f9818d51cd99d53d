"""The rows of a file of results: how columns of numbers are packed, and what of all that a file may hold can be a result.

A file may come from anybody: everything in it is checked before it is used, and counts are unpacked up to a limit.
"""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.settings import Settings
from treecompare.extras.batches.job import FileState, Measured, Result
from treecompare.measures import ALL_MEASURES
from treecompare.reading import usual_limit
from treecompare.saved.rows import SENTENCES, Malformed, number_of, shown, stored, text_of
from treecompare.saved.state import settings_of
from treecompare.scores.sets import SENTENCES as ON

COLUMNS = ("gold_counts", "asked", "scored", "zeroed", "lengths")
"""The columns of a result that hold a value per row."""
LARGEST_NUMBER = 1e15
"""Numerators and denominators are not larger, so that their sums are exact."""
LAST_SECOND = 253_402_300_799
"""The end of the year 9999, in seconds since 1970."""
_MASK = b"?"
_TYPES = {np.dtype(kind).newbyteorder("<").str.encode(): np.dtype(kind) for kind in ("i1", "<i2", "<i4", "<i8", "<f8")}
_MEASURES = frozenset(one.key for one in ALL_MEASURES)
_KINDS = ("", "constituents", "dependencies", "lattices", "schemes")


def packed(column: NDArray[Any]) -> bytes:
    """A column as bytes: its type, a zero byte, what is in it, compressed; masks as bits."""
    if column.dtype == np.bool_:
        return b"?%d\0" % len(column) + zlib.compress(np.packbits(column).tobytes(), 1)
    return (
        column.dtype.newbyteorder("<").str.encode() + b"\0" + zlib.compress(np.ascontiguousarray(column).tobytes(), 1)
    )


class Unpacking:
    """Unpacks what a file holds, in all no more than half of the memory that is available. Raises Malformed, in every method: a
    value that treecompare does not write."""

    def __init__(self) -> None:
        self._left = usual_limit() * 6

    def _content(self, data: bytes, what: str) -> bytes:
        try:
            stream = zlib.decompressobj()
            content = stream.decompress(data, self._left + 1)
        except zlib.error as error:
            raise Malformed(f"{what} cannot be unpacked ({error})") from None
        self._left -= len(content)
        if self._left < 0 or stream.unconsumed_tail:
            raise Malformed("holds more numbers than the memory allows")
        if not stream.eof or stream.unused_data:
            raise Malformed(f"{what} end in the middle")
        return content

    def _column(self, data: object, what: str, rows: int | None) -> tuple[bytes, NDArray[Any]]:
        if not isinstance(data, bytes):
            raise Malformed(f"{what} are {shown(data)}; expected packed numbers")
        kind, _, content = data.partition(b"\0")
        if kind.startswith(_MASK) and kind[1:].isdigit() and len(kind) < 12:
            bits = np.frombuffer(self._content(content, what), np.uint8)
            number = int(kind[1:])
            if len(bits) != (number + 7) // 8:
                raise Malformed(f"{what} are {len(bits):,} bytes; expected {number:,} bits")
            found = np.unpackbits(bits, count=number).astype(np.bool_)
        elif kind in _TYPES:
            content = self._content(content, what)
            if len(content) % _TYPES[kind].itemsize:
                raise Malformed(f"{what} are {len(content):,} bytes, not whole numbers of {_TYPES[kind]}")
            found = np.frombuffer(content, _TYPES[kind])
        else:
            raise Malformed(f"{what} are of the type {shown(kind)}; expected numbers or bits")
        if rows is not None and len(found) != rows:
            raise Malformed(f"{what} are {len(found):,}; expected {rows:,}")
        return kind[:1], found

    def mask(self, data: object, what: str, rows: int) -> NDArray[np.bool_]:
        """A truth value for each of so many rows."""
        kind, found = self._column(data, what, rows)
        if kind != _MASK:
            raise Malformed(f"{what} are numbers; expected bits")
        return found

    def numbers(self, data: object, what: str, least: float, most: float, rows: int | None = None) -> NDArray[Any]:
        """A number for each row, each from ``least`` to ``most``."""
        kind, found = self._column(data, what, rows)
        if kind == _MASK:
            raise Malformed(f"{what} are bits; expected numbers")
        if len(found) and not (found.min() >= least and found.max() <= most):  # NaN is neither
            raise Malformed(f"{what} hold {found.min()} to {found.max()}; expected {least:,} to {most:,}")
        return found

    def counts(self, data: object, what: str, rows: int | None = None, least: int = 0) -> NDArray[Any]:
        """A whole number for each row, from ``least``, so that all together are a number of sentences, words or errors."""
        found = self.numbers(data, what, least, SENTENCES, rows)
        if not np.issubdtype(found.dtype, np.integer) or int(found.sum(dtype=np.int64)) > SENTENCES:
            raise Malformed(f"{what} are not whole numbers of at most {SENTENCES:,} together")
        return found

    def names(self, data: object) -> PackedNames:
        """The ids of sentences."""
        if not isinstance(data, bytes):
            raise Malformed(f"ids of sentences are {shown(data)}; expected packed texts")
        found = _json(self._content(data, "ids of sentences"), "ids of sentences")
        if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
            raise Malformed("ids of sentences are no list of texts")
        self._left += len(data)  # they stay packed
        return PackedNames(data, len(found))


class PackedNames(Sequence[str]):
    """The ids of a treebank's sentences, unpacked whenever somebody asks: of thousands of treebanks they would fill the memory."""

    def __init__(self, data: bytes, number: int) -> None:
        self._data, self._number = data, number

    def _all(self) -> list[str]:
        found: list[str] = json.loads(zlib.decompress(self._data))
        return found

    def __len__(self) -> int:
        return self._number

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        return self._all()[index]


def text(value: object, what: str) -> str:
    """A text that a file may hold. Raises Malformed: it is none."""
    found = text_of(value, what)
    if "\0" in found:
        raise Malformed(f"{what} is {shown(found)}; expected a text")
    return found


def texts(row: Sequence[object], *what: str) -> list[str]:
    """The texts of a row. Raises Malformed: one is none."""
    return [text(value, of) for value, of in zip(row, what, strict=True)]


def key_of(row: Sequence[object]) -> tuple[str, str, str]:
    """Which result a row is about. Raises Malformed: its names are no texts."""
    treebank, system, preparation = texts(
        row, "the name of a treebank", "the name of a system", "the name of a preparation"
    )
    return treebank, system, preparation


def _json(value: str | bytes, what: str) -> Any:
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        raise Malformed(f"{what} are {shown(value)}, not JSON") from None


def preparations_of(value: str) -> dict[str, Settings]:
    """The settings of each preparation, of what a file says. Raises Malformed: it says something else."""
    found = _json(value or "{}", "preparations")
    if not isinstance(found, dict) or not all(isinstance(one, dict) for one in found.values()):
        raise Malformed(f"preparations are {shown(found)}; expected settings by their names")
    return {name: settings_of(of) for name, of in found.items()}


def files_of(value: object) -> tuple[FileState, ...]:
    """The files of a result. Raises Malformed: they are none."""
    found = _json(text(value, "the files of a result"), "the files of a result")
    if not isinstance(found, list) or not all(isinstance(one, list) and len(one) == 4 for one in found):
        raise Malformed(f"the files of a result are {shown(found)}; expected path, size, checksum and date of each")
    states = []
    for path, size, checksum, date in found:
        number_of(size, "the size of a file")
        if type(date) is not int:
            raise Malformed(f"the date of a file is {shown(date)}; expected a whole number")
        states.append(FileState(text(path, "the path of a file"), size, text(checksum, "a checksum"), date))
    return tuple(states)


def as_files(files: Sequence[FileState]) -> str:
    """Files as :func:`files_of` reads them."""
    return json.dumps([[one.path, one.size, one.sha256, one.date] for one in files])


def values_of(result: Result, names: str) -> dict[str, Any]:
    """A result as a row holds it, without its key. ``names``: the checksum of the ids of its sentences."""
    said = {
        "recipe": result.recipe,
        "files": as_files(result.files),
        "failure": result.failure,
        "kind": result.kind,
        "sentences": result.on,
        "reasons": json.dumps(dict(result.reasons)),
        "warnings": json.dumps(list(result.warnings)),
        "machine": result.machine,
        "version": result.version,
        "names": names,
    }
    return {
        **{name: stored(value) for name, value in said.items()},
        "seconds": result.seconds,
        "finished": result.when,
        **{name: packed(getattr(result, name)) for name in COLUMNS},
    }


def result_of(
    record: Mapping[str, object],
    measured: Sequence[Sequence[object]],
    errors: Sequence[Sequence[object]],
    names: Mapping[str, PackedNames],
    unpacking: Unpacking,
) -> Result:
    """A result from its row. ``measured``: key, signature, why undefined, numerators, denominators, where it exists, of each;
    ``errors``: title and counts of each type. Raises Malformed: what is no result."""
    gold_counts = unpacking.counts(record["gold_counts"], "sentences of the gold")
    rows = len(gold_counts)
    masks = {name: unpacking.mask(record[name], f"rows that are {name}", rows) for name in COLUMNS[1:4]}
    reasons, warnings = (_json(text(record[name], name), name) for name in ("reasons", "warnings"))
    if not isinstance(reasons, dict) or not all(type(one) is int and 0 <= one < SENTENCES for one in reasons.values()):
        raise Malformed(f"reasons are {shown(reasons)}; expected how often there is each")
    if not isinstance(warnings, list) or not all(isinstance(one, str) for one in warnings):
        raise Malformed(f"warnings are {shown(warnings)}; expected texts")
    said = {name: text(record[name], name) for name in ("recipe", "failure", "kind", "sentences", "machine", "version")}
    if said["kind"] not in _KINDS or said["sentences"] not in ON:
        raise Malformed(f"a result is one of {shown(said['kind'])}, on {shown(said['sentences'])} sentences")
    if bool(said["failure"]) == bool(gold_counts.sum()):
        raise Malformed("a result has sentences and a failure, or neither")
    checksum = text(record["names"], "a checksum")
    if len(names.get(checksum, ())) != rows:
        raise Malformed(f"ids of sentences are {len(names.get(checksum, ())):,}; expected {rows:,}")
    return Result(
        key_of([record[name] for name in ("treebank", "system", "preparation")]),
        files_of(record["files"]),
        said["recipe"],
        said["failure"],
        said["kind"],
        gold_counts,
        **masks,
        lengths=unpacking.counts(record["lengths"], "lengths", rows),
        ids=names.get(checksum, ()),
        measured=dict(_measured(one, rows, unpacking) for one in measured),
        on=said["sentences"],
        reasons=reasons,
        errors={text(title, "a type of errors"): unpacking.counts(of, "errors", rows, -1) for title, of in errors},
        warnings=tuple(warnings),
        seconds=_seconds(record["seconds"]),
        when=_seconds(record["finished"]),
        machine=said["machine"],
        version=said["version"],
    )


def _measured(row: Sequence[object], rows: int, unpacking: Unpacking) -> tuple[str, Measured]:
    key, signature, why = texts(row[:3], "a measure", "a signature", "why a measure is undefined")
    if key not in _MEASURES:
        raise Malformed(f"a measure is {shown(key)}, which this version does not know")
    numerators = unpacking.numbers(row[3], "numerators", -LARGEST_NUMBER, LARGEST_NUMBER, rows)
    denominators = unpacking.numbers(row[4], "denominators", 0, LARGEST_NUMBER, rows)
    return key, Measured(
        signature, numerators, denominators, unpacking.mask(row[5], "where a measure exists", rows), why
    )


def _seconds(value: object) -> float:
    if not isinstance(value, (int, float)) or not (math.isfinite(value) and 0 <= value <= LAST_SECOND):
        raise Malformed(f"a time is {shown(value)}; expected seconds")
    return float(value)
