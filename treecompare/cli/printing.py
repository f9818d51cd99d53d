"""All that the command line prints: tables and objects on standard output, messages on standard error."""

from __future__ import annotations

import argparse
import codecs
import errno
import io
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from treecompare.comparison.settings import SETTINGS
from treecompare.errors import TreecompareError, counted
from treecompare.trees.characters import visible, visible_lines

if TYPE_CHECKING:
    from treecompare.comparison.base import Comparison, Progress
    from treecompare.pages.html import Page
    from treecompare.readers import AnyTreebank
    from treecompare.scores.result import ResultTable
    from treecompare.trees.preparation import Parameters

MOST_TOLD = 5
"""So many sentences that cannot be read are named."""


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
    """A message on standard error, on one line whatever names and files have in it; nothing where it is empty."""
    with suppress(OSError):
        if message:
            print(f"treecompare: {visible(message)}", file=sys.stderr)


def tell_problems(treebank: AnyTreebank) -> None:
    """Sentences that cannot be read, on standard error: where, and what was expected."""
    problems = sorted(treebank.problems.values(), key=lambda one: one.index)
    for problem in problems[:MOST_TOLD]:
        tell(f"{treebank.path}:{problem.line}: {problem.reason}")
    if len(problems) > MOST_TOLD:
        more = f"{counted(len(problems) - MOST_TOLD, 'more sentence')} cannot be read"
        tell(f"{treebank.path}: {more}; 'treecompare report skipped' lists them")


def tell_about(treebank: AnyTreebank) -> None:
    """What cannot be read of a treebank, and what there is to say of the rest."""
    tell_problems(treebank)
    for warning in treebank.warnings:
        tell(f"{treebank.name}: {warning}")


def tell_skipped(comparison: Comparison) -> None:
    """Why sentences are not scored, of each system that applies; of one that does not the tables say it."""
    for system, name in enumerate(comparison.table.systems):
        if system in comparison.table.not_applying:
            continue
        for reason, number in comparison.table.reasons(system).items():
            sentence, detail = comparison.table.example(system, reason)
            told_before = reason.endswith("cannot be read")
            first = f" (sentence {comparison.number_of(sentence)}: {detail})" if detail and not told_before else ""
            remedy = "; --differing align aligns their words all the same" if reason == "the texts differ" else ""
            tell(f"{name}: {number} not scored: {comparison.names(system).told(reason + first)}{remedy}")


def tell_settings(options: argparse.Namespace, why: str, names: Iterable[str] | None = None) -> None:
    """Which settings (all, unless some are named) are given as options, and why they should not be, on standard error."""
    for name in SETTINGS if names is None else names:
        one = SETTINGS[name]
        if vars(options).get(name, one.usual) != one.usual:
            tell(f"{one.option} {why}")


def told_parameters(name: str) -> Parameters:
    """A preparation by its name or file, outside of a comparison; what it passes over goes to standard error."""
    from treecompare.trees.preparation import parameters

    found = parameters(name)
    for remark in found.remarks:
        tell(remark)
    return found


def tell_state(text: str) -> None:
    """What is being done, in place of what was told before; only where standard error is a terminal."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


class Patience(AbstractContextManager["Patience"]):
    """Tells what is being done, how far it is, and when it will be done; where standard error is a terminal, ten times a second."""

    def __init__(self) -> None:
        self._doing, self._since, self._shown = "", 0.0, 0.0

    def tell(self, doing: str, share: float = 0) -> None:
        """``share``: of what is being done, from 0 to 1; 0 where it is not known, or told already."""
        now = time.monotonic()
        kind = doing.partition(" (")[0]
        if kind != self._doing:
            self._doing, self._since = kind, now
        if now - self._shown > 0.1:
            self._shown = now
            spent = now - self._since
            left = f", {spent * (1 - share) / share:.0f} s left" if share > 0.05 and spent > 1 else ""
            tell_state(f"{doing}: {100 * share:.0f} %{left}" if share else doing)

    def __exit__(self, *_raised: object) -> None:
        tell_state("")


def tell_progress(steps: Iterable[Progress]) -> None:
    """Does the steps, and tells how far they are."""
    with Patience() as patience:
        for progress in steps:
            patience.tell(f"{progress.done:,} of {progress.total:,} sentences")


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


# -- of a comparison -----------------------------------------------------------------------------------------------------


def for_people(
    tables: Sequence[ResultTable], comparison: Comparison, options: argparse.Namespace, are_of_errors: bool = False
) -> list[ResultTable]:
    """Tables as they are printed: with distances if they are asked for; in a table for people, both analyses are called by their
    names where neither is gold."""
    from treecompare.scores.result import as_distances

    found = list(map(as_distances, tables)) if options.distances else [*tables]
    if options.format != "table" or comparison.is_gold:
        return found
    from treecompare.analyses.analysis import without_gold

    return without_gold(found, comparison, None, are_of_errors)


def put_out(
    options: argparse.Namespace,
    comparison: Comparison,
    found: Sequence[ResultTable] | dict[str, Any],
    are_of_errors: bool = False,
) -> int:
    """Prints tables, of errors with titles for people, or the object that JSON has in their place; returns the exit status."""
    if isinstance(found, dict):
        print_json(found)
    else:
        shown = for_people(found, comparison, options, are_of_errors)
        (print_results if are_of_errors and options.format == "table" else print_plain)(shown, options.format)
    return status(options, comparison)


def put_page(options: argparse.Namespace, comparison: Comparison, path: str, page: Page) -> int:
    """Writes a page of HTML; returns the exit status."""
    from treecompare.pages.html import as_html
    from treecompare.writing import write_file

    write_file(path, as_html(page))
    return status(options, comparison)


def status(options: argparse.Namespace, comparison: Comparison) -> int:
    """The exit status: 1 under ``--strict`` if any sentence of a system that applies is not scored."""
    from treecompare.scores.table import SCORED

    table = comparison.table
    applying = [system for system in range(len(table.systems)) if system not in table.not_applying]
    return int(options.strict and bool((table.statuses[applying] != SCORED).any()))
