"""All that the command line prints: tables and objects on standard output, messages on standard error."""

from __future__ import annotations

import codecs
import errno
import io
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from treecompare.errors import TreecompareError, UsageError
from treecompare.trees.characters import visible, visible_lines

if TYPE_CHECKING:
    from treecompare.scores.result import ResultTable


def ready_streams() -> None:
    """Both streams can be written to afterwards, even where a shell has closed them: on standard output that is an error then.

    For a character that its encoding lacks standard output writes ``\\u00e9``: so JSON stays JSON. On Windows files and pipes get
    UTF-8 as everywhere, unless PYTHONIOENCODING says otherwise, not the letters of the country.
    """
    if sys.stdout is None:  # also, no file that is opened later becomes standard output
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    if sys.stderr is None:  # print would take standard output for it
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115
    codecs.register_error("treecompare.escapes", _as_json_escapes)
    if isinstance(sys.stdout, io.TextIOWrapper):
        is_by_country = sys.platform == "win32" and "PYTHONIOENCODING" not in os.environ and not sys.stdout.isatty()
        encoding = "utf-8" if is_by_country else None
        sys.stdout.reconfigure(encoding=encoding, errors="treecompare.escapes")


def _as_json_escapes(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def flush() -> None:
    """Writes what waits in both streams. Raises TreecompareError: standard output is full or closed; BrokenPipeError: whoever reads
    it has ended."""
    with _told():
        sys.stdout.flush()
    with suppress(OSError):  # nobody can be told
        sys.stderr.flush()


def let_go() -> None:
    """Keeps Python from writing at its end to streams that do not take it."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with suppress(OSError):  # no file, in tests
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def put(content: str | bytes) -> None:
    """Writes on standard output. Raises TreecompareError: it is full or closed; BrokenPipeError: whoever reads it has ended."""
    with _told():
        if isinstance(content, str):
            sys.stdout.write(content)
        else:
            sys.stdout.buffer.write(content)


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.errno == errno.EBADF:
            raise TreecompareError("standard output is closed; expected a file, a pipe or a terminal") from error
        raise TreecompareError(f"standard output: cannot be written: {error.strerror}") from error


def tell(message: str) -> None:
    """A message on standard error, on one line whatever names and files have in it."""
    with suppress(OSError):
        print(f"treecompare: {visible(message)}", file=sys.stderr)


def say(text: str = "") -> None:
    """Lines for people on standard output: a terminal does not obey what stands in files."""
    put(f"{visible_lines(text)}\n")


def print_json(value: Any) -> None:
    """One object on one line."""
    for piece in _pieces(value):
        put(piece)
    put("\n")


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _pieces(value: Any) -> Iterator[str]:
    """The JSON text of a value, a piece per object without lists: ``encode`` is fast, and no piece is long."""
    if isinstance(value, dict) and any(isinstance(one, list) for one in value.values()):
        for place, (key, one) in enumerate(value.items()):
            yield f"{',' if place else '{'}{_ENCODER.encode(key)}:"
            yield from _pieces(one)
        yield "}"
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for place, one in enumerate(value):
            yield "," if place else "["
            yield from _pieces(one)
        yield "]"
    else:
        yield _ENCODER.encode(value)


def print_rows(tables: Iterable[list[list[str]]], format_: str) -> None:
    """Tables one below the other, an empty line between them."""
    from treecompare.scores.rich import aligned, comma_separated, tsv

    as_text = {"table": aligned, "tsv": tsv, "csv": comma_separated}[format_]
    text = "\n\n".join(as_text(rows) for rows in tables)
    put(f"{visible_lines(text) if format_ == 'table' else text}\n")


def print_plain(tables: Iterable[ResultTable], format_: str) -> None:
    """Tables without titles and signatures; at full precision, and without notes, unless they are for people."""
    if format_ != "table":
        print_rows((one.exact() for one in tables), format_)
        return
    found = list(tables)
    print_rows((one.texts() for one in found), format_)
    for number, note in enumerate(dict.fromkeys(one.note for one in found if one.note)):
        say("\n" * (not number) + note)


def print_results(tables: list[ResultTable], format_: str) -> None:
    """Tables with their titles, notes and signatures."""
    from treecompare.scores.tables import as_text

    if format_ != "table":
        put(f"{as_text(tables, format_)}\n")
        return
    for number, table in enumerate(tables):
        say("\n" * bool(number) + visible(table.title) + "\n")
        print_rows([table.texts()], "table")
        for line in (table.note, *table.signatures):
            if line:
                say(line)


def distances(tables: list[ResultTable], report: str) -> list[ResultTable]:
    """The tables with 1 − score for scores. Raises UsageError: none of them has scores."""
    from treecompare.scores.result import as_distances, has_scores

    if not any(map(has_scores, tables)):
        raise UsageError(f"--distances changes nothing in report {report}, which has no columns of scores")
    return list(map(as_distances, tables))
