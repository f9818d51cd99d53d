"""Options that several commands share."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from treecompare.cli.printing import put, tell
from treecompare.comparison.settings import SETTINGS, Settings, settings_for
from treecompare.errors import UsageError
from treecompare.reading import whole_number


class Parser(argparse.ArgumentParser):
    """Tells what is wrong with the options in one line; files may stand before and behind options."""

    _is_mixing = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse has it, which leaves over files behind an option where those before it would do."""
        found, left = super().parse_known_args(args, namespace)
        has_commands = any(one.nargs == argparse.PARSER for one in self._actions)
        if self._is_mixing or has_commands or all(word.startswith("-") for word in left):
            return found, left
        self._is_mixing = True
        try:
            return self.parse_known_intermixed_args(args)
        finally:
            self._is_mixing = False

    def error(self, message: str) -> Any:
        """As argparse has it."""
        tell(f"{message}; 'treecompare --help' shows the commands")
        raise SystemExit(2)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """As argparse has it, which names all commands where one is misspelt."""
        if action.metavar == "COMMAND" and value not in (known := list(action.choices or ())):
            near = get_close_matches(value, known, 1)
            self.error(f"{value!r} is neither a file nor a command" + (f"; did you mean {near[0]!r}?" if near else ""))
        super()._check_value(action, value)

    def _print_message(self, message: str, file: Any = None) -> None:
        """As argparse has it, which does not say where help cannot be written."""
        if message and file is sys.stdout:
            put(message)
        else:
            super()._print_message(message, file)


def with_table(arguments: list[str]) -> list[str]:
    """The arguments with ``--as-dependencies`` followed by what is not a shipped table made ``--as-dependencies=auto``.

    Else the option would take the gold treebank behind it for its table. The same of ``--with-dependencies``.
    """
    options = {one.option for one in SETTINGS.values() if one.is_rules}
    if options.isdisjoint(arguments):
        return arguments
    from treecompare.trees.head_rules import shipped

    tables = {*shipped(), "auto"}
    return [
        f"{word}=auto" if word in options and following not in tables else word
        for word, following in zip(arguments, [*arguments[1:], ""], strict=True)
    ]


MOST = 1_000_000_000
MOST_NUMBERS = 10_000_000
_BYTES = re.compile(r"([0-9]+)([KMGT]?)B?", re.IGNORECASE)


def natural(text: str, least: int = 1) -> int:
    """A number from 1."""
    number = whole_number(text, MOST + 1)
    if number is None or not least <= number <= MOST:
        raise argparse.ArgumentTypeError(f"'{text[:40]}' is not a number from {least} to {MOST:,}")
    return number


def seed(text: str) -> int:
    """What random numbers begin with, a number from 0."""
    return natural(text, 0)


def byte_count(text: str) -> int:
    """A number of bytes: ``500000``, ``500M``, ``2G``."""
    match = _BYTES.fullmatch(text)
    number = whole_number(match[1], MOST * MOST + 1) if match else None
    if match is None or number is None or not 1 <= number <= MOST * MOST:
        raise argparse.ArgumentTypeError(f"'{text[:40]}' is not a number of bytes, like 500M or 2G")
    return number * int(1000 ** " KMGT".index(match[2].upper() or " "))


def add_max_bytes(parser: argparse.ArgumentParser) -> None:
    """How large files may be."""
    parser.add_argument(
        "--max-bytes", type=byte_count, metavar="N",
        help="refuse larger files, unpacked: 500M, 2G (default: a twelfth of the free memory)",
    )  # fmt: skip


def add_encoding(parser: argparse.ArgumentParser) -> None:
    """In which encoding files are."""
    parser.add_argument(
        "--encoding",
        action="append",
        default=[],
        metavar="[NAME=]ENCODING",
        help="of files that are not UTF-8: gb18030, big5, euc-jp, iso-8859-1, windows-1251 …; NAME= says it of one file only",
    )


def add_function_names(parser: argparse.ArgumentParser) -> None:
    """Which nodes of bracketed trees are functions."""
    parser.add_argument(
        "--functions", action="append", default=[], metavar="[NAME=]FILE",
        help="table 'label' or 'label function' of the nodes that are functions, in the brackets NAME or in all; removes others",
    )  # fmt: skip


def function_names(
    arguments: Sequence[str], names: Sequence[str]
) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """What ``--functions`` gives, by the name of the treebank, "" for all. Raises UsageError: there is no such treebank, or one is
    given twice; ReadError: a file cannot be read."""
    from treecompare.comparison.answered import named
    from treecompare.comparison.schemes.files import read_functions

    found = {}
    for argument in arguments:
        name, path = named(argument)
        if name and name not in names:
            raise UsageError(f"--functions {argument}: there is no '{name}'; expected one of {', '.join(names)}")
        if name in found:
            raise UsageError(
                f"--functions {argument}: {name or 'all trees'} twice; expected one file for each treebank"
            )
        found[name] = read_functions(path)
    return tuple(found.items())


def add_input(parser: argparse.ArgumentParser, several: bool, optional: bool = False, baselines: bool = True) -> None:
    """Gold, systems, and how to compare them. ``baselines``: whether an option adds some."""
    gold_help = "file with the gold trees, or a folder or pattern that is one treebank; - is standard input"
    parser.add_argument("gold", nargs="?" if optional else None, metavar="GOLD", help=gold_help)
    count = "*" if optional or several else 1
    parser.add_argument(
        "systems",
        nargs=count,
        metavar="SYSTEM",
        help="FILE or NAME=FILE; NAME=raw:PATH is raw output of a language model",
    )
    parser.set_defaults(made_baselines=[], has_consensus=False)
    if baselines:
        add_baselines(parser)
    parser.add_argument(
        "--from", dest="source", metavar="FORMAT", help="format of the files; otherwise recognised by content"
    )
    parser.add_argument(
        "--columns",
        choices=("gold", "predicted"),
        default="gold",
        help="which columns of systems in CoNLL-2009: HEAD, DEPREL, … or PHEAD, PDEPREL, … (default: gold)",
    )
    add_settings(parser, *settings_for("constituents", "dependencies", "lattices"))
    parser.add_argument(
        "--dependencies-of", action="append", default=[], metavar="NAME=FILE",
        help="as --with-dependencies, from a file: the dependencies of a system, or of the gold (NAME is 'gold'); once for each",
    )  # fmt: skip
    add_lattice_options(parser)
    parser.add_argument(
        "--phenomena",
        metavar="FILE",
        help="table 'sentence phenomenon [system class correct occurrence]' of a test suite",
    )
    parser.add_argument(
        "--no-gold", action="store_true",
        help="neither analysis is gold: tables and drawings call both by their names and show differences",
    )  # fmt: skip
    parser.add_argument("--jobs", type=natural, metavar="N", help="workers (default: all cores)")
    parser.add_argument("--strict", action="store_true", help="exit with status 1 if any sentence is not scored")
    add_max_bytes(parser)


def add_baselines(parser: argparse.ArgumentParser) -> None:
    """Uninformed baselines as further systems."""
    parser.add_argument(
        "--baseline", dest="made_baselines", action="append", default=[], metavar="NAME",
        help="an uninformed baseline as a further system: left-branching, right-branching, random (constituents), next, previous, "
        "random-projective, random-tree (dependencies); NAME/SEED draws another tree",
    )  # fmt: skip
    parser.add_argument(
        "--consensus", dest="has_consensus", action="store_true",
        help="one tree of the systems by their votes as a further system; as SYSTEM, consensus:2,1,1 gives each so many votes",
    )  # fmt: skip


def add_settings(parser: argparse.ArgumentParser, *names: str, **usual: str) -> None:
    """The options of settings, as they are declared; ``usual``: values of this command where its own are usual."""
    for name in names:
        one = SETTINGS[name]
        how: dict[str, Any] = {"help": one.help, "default": usual.get(name, one.usual)}
        if isinstance(one.usual, bool):
            how["action"] = "store_true"
        elif one.is_rules:
            how |= {"nargs": "?", "const": "auto", "metavar": "TABLE"}
        elif one.allowed:
            how["choices"] = one.allowed
        else:
            how |= {"metavar": one.metavar or None, "type": natural if one.is_number else str}
        parser.add_argument(one.option, **how)


def settings_of(options: argparse.Namespace, **others: Any) -> Settings:
    """The settings that the options of a command give; ``others`` are worked out by the command. Raises UsageError: a value cannot
    be."""
    given = {name: getattr(options, name) for name in SETTINGS if hasattr(options, name)}
    return Settings(**given | others)


def add_lattice_options(parser: argparse.ArgumentParser) -> None:
    """Where the space-delimited words come from."""
    several = "once for all files, or once for the gold and once for each system"
    parser.add_argument(
        "--lattice", action="append", default=[], metavar="FILE", help=f"SPMRL lattice or CoNLL-UL; {several}"
    )
    parser.add_argument(
        "--segmentation", action="append", default=[], metavar="FILE", help=f"table 'word segment:segment'; {several}"
    )


def add_format(parser: argparse.ArgumentParser) -> None:
    """How tables are printed."""
    parser.add_argument("--format", choices=("table", "tsv", "csv", "json"), default="table")


def add_distances(parser: argparse.ArgumentParser) -> None:
    """Scores the other way round."""
    parser.add_argument("--distances", action="store_true", help="1 − score instead of every score of a table")


def add_where(parser: argparse.ArgumentParser) -> None:
    """A pattern."""
    parser.add_argument(
        "--where", metavar="PATTERN",
        help="sentences in which the pattern is found, and the others, side by side: 'gold: PP=x > NP  system: x > VP'",
    )  # fmt: skip


def sentence_numbers(text: str) -> frozenset[int]:
    """Numbers of sentences: ``3,17-20``; an empty text names none."""
    found: set[int] = set()
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        low, high = natural(first), natural(last or first)
        if not low <= high <= low + MOST_NUMBERS:
            raise argparse.ArgumentTypeError(f"'{part[:40]}' is no range of numbers, like 17-20")
        found.update(range(low, high + 1))
    return frozenset(found)


def add_only(parser: argparse.ArgumentParser, when: str = "") -> None:
    """Which sentences are listed; ``when``: with which other option."""
    text = f"{when}list only the sentences with these numbers: 3,17-20"
    parser.add_argument("--only", type=sentence_numbers, metavar="NUMBERS", help=text)


def add_two_measures(parser: argparse.ArgumentParser) -> None:
    """Measures A and B."""
    usual = "(default: {0} for constituents, {1} for dependencies)"
    parser.add_argument("--a", metavar="KEY", help="measure A " + usual.format("e.whole.dice", "las"))
    parser.add_argument("--b", metavar="KEY", help="measure B " + usual.format("t.whole.dice", "uas"))
