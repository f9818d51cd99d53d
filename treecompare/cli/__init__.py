"""The command line: the only package that prints and exits. A module per group of commands."""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

from treecompare import __version__
from treecompare.cli.options import DECLARED, Command, Parser, settings_of, with_table
from treecompare.cli.printing import flush, let_go, ready_streams, tell
from treecompare.comparison.settings import Settings
from treecompare.errors import TreecompareError, UsageError
from treecompare.reading import encodings_of, rules, unread
from treecompare.registry import all_of, check, is_here, load

INTERRUPTED = 130
BROKEN_PIPE = 141
"""The reader of the output (head, less) has ended, which is no error: as shells tell of SIGPIPE, which Windows has not."""
CORE = {
    "scores": ("score", "rank", "significance", "errors", "measures"),
    "reports": ("report", "stats", "plot"),
    "drawings": ("align",),
    "conversions": ("convert",),
    "looking": ("search", "functions", "check"),
}
"""The commands of the core by their modules, each imported for its own; those of extras come after them."""
TABLES_ONLY = frozenset({"score", "rank", "stats", "convert", "search", "align"})
"""Commands that draw no samples: there are no matrices to be multiplied, and numpy's threads for that would spin for a while."""
GROUPS = {
    "Compare": ("score", "rank", "errors", "report", "significance", "measures"),
    "Look": ("open", "demo", "align", "plot", "search", "walk"),
    "Treebanks": ("convert", "stats", "check", "functions"),
    "Annotators": ("agreement", "adjudicate", "consensus", "triage"),
    "Versions": ("diff",),
    "More": ("batch", "trust", "detective"),
}
"""How ``treecompare --help`` lists all commands, those of every day first; those that do not stand here come last."""
OPEN = Command(
    "open",
    """Open the window on files.

    --gold/golds GOLD*: FILE or NAME=FILE; several: the same sentences in several annotation schemes
    --lattice/lattices FILE*
    --segmentation/segmentations FILE*
    systems SYSTEM*: FILE or NAME=FILE; FILE@GOLD where there are several golds
    --no-gold: neither analysis is gold: both are called by their names
    --versions: two versions of a treebank, the older one first
    {settings}
    """,
)
DEMO = Command("demo", "Open the window on the shipped sample comparison.")
GONE = {"selfcheck": "treecompare demo shows whether the window works; packaging/freeze --check tries what is built"}
"""Commands of the last version, and what is done instead."""


def open_arguments(arguments: list[str]) -> dict[str, Any]:
    """What ``treecompare open`` was asked to open: ``golds``, ``systems``, ``lattices``, ``segmentations``, and whether there is
    ``no_gold``: then the first file is the one that the others are compared with. ``settings``: how; None: as usual."""
    from treecompare.comparison.files import is_comparison_file

    made = parser("open")
    options = made.parse_args(with_table(["open", *arguments]))
    golds, systems = options.golds, options.systems
    files = [*golds, *systems]
    try:
        settings = settings_of(options)
    except UsageError as error:
        made.error(str(error))
    is_usual, is_saved = settings == Settings(), any(map(is_comparison_file, files))
    if not is_usual and (is_saved or options.versions):
        made.error("settings are for treebanks that are compared, not for versions; a comparison file has its own")
    if options.no_gold:
        if len(golds) > 1 or len(files) < 2 or is_saved:
            made.error("--no-gold takes two treebanks or more, as in: open anne.mrg bert.mrg --no-gold")
        golds, systems = files[:1], files[1:]
    if options.versions and len(files) != 2:
        made.error("--versions takes two versions of a treebank, as in: open --versions r2.15.conllu r2.16.conllu")
    asked = {name: getattr(options, name) for name in ("lattices", "segmentations", "no_gold", "encoding", "versions")}
    return asked | {"golds": golds, "systems": systems, "settings": None if is_usual else settings}


def run_command(arguments: list[str], paint: Callable[..., bytes] | None = None) -> int:
    """Runs one command; returns the exit status: 0 done, 1 skipped sentences under ``--strict``, 2 unusable input or options.

    ``paint(comparison, sentence, drawing, form)`` makes PDF and PNG: only the window's floor can.
    """

    def run() -> int:
        if arguments[0] != "tedeval":
            return run_one(arguments)
        from treecompare.cli.schemes import run_tedeval

        return run_tedeval(arguments[1:], run_one)

    def run_one(arguments: list[str]) -> int:
        if arguments[0] in GONE:
            raise UsageError(f"{arguments[0]} is no command any more; {GONE[arguments[0]]}")
        if arguments[0].isalpha():  # nor a file, as .batch
            check(arguments[0])
        made = parser(arguments[0] if any(arguments[0] in names for names in CORE.values()) else "")
        options = made.parse_args(with_table(arguments), argparse.Namespace(paint=paint))
        if arguments[0] in TABLES_ONLY and "numpy" not in sys.modules:
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy asks as it is imported
        encodings = encodings_of(options.encoding)
        with rules(streams=True, most=options.max_bytes, encodings=encodings) as asked:
            status: int = options.command(options)
        for line in unread(encodings, asked):
            tell(f"--{line}")
        return status

    return status_of(run)


def status_of(run: Callable[[], int]) -> int:
    """The exit status of what prints; errors are told."""
    ready_streams()
    with suppress(ValueError):  # another thread than the first one may not
        if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # as shells start what runs in the background
            signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        try:
            return run()
        finally:  # after --help, too
            flush()
    except TreecompareError as error:
        tell(f"{error}; {error.option}" if error.option else str(error))
        return 2
    except MemoryError:
        tell("the memory is full; expected smaller files, fewer of them, or fewer --jobs")
        return 2
    except KeyboardInterrupt:
        tell("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        return BROKEN_PIPE
    finally:
        let_go()


class _Grouped(Parser):
    """The parser of all commands."""

    def format_help(self) -> str:
        """What argparse says, with the commands in groups."""
        head, _, listed = super().format_help().partition("\ncommands:\n  COMMAND\n")
        found = {one.split()[0]: one for one in re.findall(r"(?m)^    \w.*\n(?:     +.*\n)*", listed)}
        here = {title: [found.pop(one) for one in names if is_here(one)] for title, names in GROUPS.items()}
        here["More"] += found.values()
        groups = (f"\n{title}:\n" + "".join(texts) for title, texts in here.items() if texts)
        return head + "".join(groups)


@cache
def parser(only: str = "") -> argparse.ArgumentParser:
    """All commands with their options; shells and the manual page are told from it, too. ``only``: a command of the core alone."""
    made = _Grouped(
        prog="treecompare",
        description="Compare syntactically annotated sentences. Without a command the window opens, on the files that are "
        "named.",
    )
    made.add_argument("--version", action="version", version=f"treecompare {__version__}")
    core = [f"treecompare.cli.{module}" for module, names in CORE.items() if not only or only in names]
    modules = map(load, core if only else (*core, *dict.fromkeys(all_of("commands").values())))
    commands = made.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)
    for one in (OPEN, DEMO, *(one for module in modules for one in DECLARED[module.__name__])):
        if only in ("", one.name):
            one.add_to(commands)
    return made
