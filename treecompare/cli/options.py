"""Options that several commands share."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from inspect import cleandoc
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, TypeVar

from treecompare.cli.printing import put, tell
from treecompare.comparison.settings import SETTINGS, Settings, settings_for
from treecompare.errors import UsageError
from treecompare.reading import unpacked_name, whole_number

Ending = TypeVar("Ending")


class Parser(argparse.ArgumentParser):
    """Tells what is wrong with the options in one line; files may stand before and behind options."""

    _is_mixing = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Also takes files behind an option, which argparse leaves over where those before it would do."""
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
        """Says in one line what is wrong, and ends with status 2."""
        several = "; this command takes one gold" if message.startswith("unrecognized arguments: --gold") else ""
        tell(f"{message}{several}; 'treecompare --help' shows the commands")
        raise SystemExit(2)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """For a command that is misspelt names the nearest one; argparse would name all."""
        if action.metavar == "COMMAND" and value not in (known := list(action.choices or ())):
            near = get_close_matches(value, known, 1)
            self.error(f"{value!r} is neither a file nor a command" + (f"; did you mean {near[0]!r}?" if near else ""))
        super()._check_value(action, value)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Says where help cannot be written, which argparse keeps to itself."""
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


def some_text(text: str) -> str:
    """What an option is given; nothing is none."""
    if not text:
        raise argparse.ArgumentTypeError("found nothing; expected some text")
    return text


def by_ending(path: str, endings: Mapping[str, Ending], or_else: str) -> Ending | None:
    """What files hold that end as a path does, before what packs them; None where it has no ending. Raises UsageError: nobody knows
    what files hold that end so; ``or_else`` says it, too."""
    ending = Path(unpacked_name(path)).suffix.lower()
    if ending and ending not in endings:
        raise UsageError(f"{path}: unknown ending; expected {', '.join(endings)}, or {or_else}")
    return endings.get(ending)


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
    """The settings that options give; ``others`` are worked out by the command. Raises UsageError: a value cannot be."""
    given = {name: value for name, value in vars(options).items() if name in SETTINGS}
    return Settings(**given | others)


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


def options_of(*kinds: str) -> str:
    """The options of the settings of these kinds of comparison, a line each."""
    return "\n".join(SETTINGS[one].option for one in settings_for(*kinds))


WITHOUT_FILES = frozenset({"demo", "measures"})
FILES = "once for all files, or once for the gold and once for each system"
SHARED = {
    "hidden": argparse.SUPPRESS,
    "encoding": "--encoding [NAME=]ENCODING*: of files that are not UTF-8: gb18030, big5, euc-jp, iso-8859-1, windows-1251 …; "
    "NAME= gives that of one file only",
    "from": "--from/source FORMAT: format of the files; otherwise recognised by content",
    "max_bytes": "--max-bytes N: refuse files that are larger when unpacked: 500M, 2G (default: a twelfth of the free memory)",
    "format": "--format table|tsv|csv|json = table",
    "function_names": "--functions [NAME=]FILE*: table 'label' or 'label function': which nodes of the brackets NAME, or of all, "
    "are functions; other nodes are removed",
    "lattices": f"--lattice FILE*: SPMRL lattice or CoNLL-UL; {FILES}\n"
    f"--segmentation FILE*: table 'word segment:segment'; {FILES}",
    "distances": "--distances: print 1 − score in place of each score",
    "where": "--where PATTERN: sentences in which the pattern is found, and the others, side by side: "
    "'gold: PP=x > NP  system: x > VP'",
    "only": "list only the sentences with these numbers: 3,17-20",
    "measures_a_b": """--a KEY: measure A (default: e.whole.dice for constituents, las for dependencies)
--b KEY: measure B (default: t.whole.dice for constituents, uas for dependencies)""",
    "settings": options_of("constituents", "dependencies", "lattices", "schemes"),
    "optional": "",
    "golds": """--gold/golds NAME=FILE*: a gold in one annotation scheme, dependencies or brackets; systems are compared with what
    several golds have in common. All other files are systems then, NAME=FILE[@GOLD], where GOLD is the one whose scheme the system
    follows (default: the one whose name occurs in that of the file)
--target GOLDS: of several golds those that systems are compared with, GOLD or GOLD+GOLD (default: all)
--labels-from/labels NAME=OTHER*: add to nodes of a gold the labels that another gold has over the same words, to those of a system
    the labels of a FILE with the same parses (TL-unification)
--unary collapse|refuse = collapse: tedeval2011: what becomes of several nodes over the same words (default: collapse)
--function-names [NAME=]FILE*: table 'label' or 'label function': which nodes of the brackets NAME, or of all, are functions; other
    nodes are removed""",
    "baselines": """--baseline/made_baselines NAME*: an uninformed baseline as a further system: left-branching, right-branching,
    random (constituents), next, previous, random-projective, random-tree (dependencies); NAME/SEED draws another tree
--consensus/has_consensus: the tree that the systems vote for as a further system; a SYSTEM consensus:2,1,1 says how many votes
    each has""",
    "input": """gold GOLD{optional}: file with the gold trees; a folder or a pattern of files is one treebank, - standard input
systems SYSTEM*: FILE or NAME=FILE; NAME=raw:PATH is raw output of a language model
{baselines}
{from}
--columns gold|predicted = gold: of systems in CoNLL-2009, read HEAD, DEPREL, … or PHEAD, PDEPREL, … (default: gold)
{settings}
--dependencies-of NAME=FILE*: as --with-dependencies, but the dependencies of a system, or of the gold (NAME is 'gold'), are read
    from a file; once for each
{lattices}
--phenomena FILE: table 'sentence phenomenon [system class correct occurrence]' of a test suite
--no-gold: neither analysis is gold: tables and drawings call both by their names and show differences
{golds}
--jobs N: workers (default: all cores)
--strict: exit with status 1 if any sentence is not scored
{max_bytes}""",
}
"""What several commands say, by the word that stands for it in braces; ``input``: gold, systems, and how to compare them."""
Reader: TypeAlias = Callable[[str], Any]
READ: dict[str, Reader] = {
    "--max-bytes": byte_count,
    "--only": sentence_numbers,
    "N": natural,
    **dict.fromkeys(("PATTERN", "TEXT"), str),  # what is wrong with one that is empty is told by who reads it
    "SEED": seed,
}
"""What reads the value of an option, by the option or by what stands for the value."""
UNASKED: dict[str, Any] = {
    **dict.fromkeys(("golds", "labels", "function_names", "made_baselines", "encoding"), ()),
    **dict.fromkeys(("measures", "a", "b", "report", "target", "where", "only", "draws", "max_bytes")),
    "has_consensus": False, "per_sentence": False, "distances": False, "average": "pooled",
}  # fmt: skip
"""What the options come to that only some commands have, in the others."""


class Command(NamedTuple):
    """A command. ``text``: what it says of itself and its options; ``words``, ``reads``: see :func:`command`."""

    name: str
    text: str
    run: Callable[[argparse.Namespace], int] | None = None
    words: Mapping[str, str] = {}
    reads: Mapping[str, Reader] = {}

    def add_to(self, commands: Any) -> None:
        """Adds its parser to those of all commands."""
        if not self.text:
            raise UsageError("Python run with -OO drops the docstrings of commands, and so their options; expected -O")
        about, _, options = cleandoc(self.text).partition("\n\n")
        about = about.replace("\n", " ")
        made = commands.add_parser(self.name, help=about[0].lower() + about[1:].rstrip("."), description=about)
        made.set_defaults(command=self.run, **UNASKED)
        options = options if self.name in WITHOUT_FILES else f"{{encoding}}\n{options}"
        add_options(made, options, self.words, self.reads)


DECLARED: dict[str, list[Command]] = {}
"""Commands by the module that they are declared in."""
Run = TypeVar("Run", bound=Callable[[argparse.Namespace], int])


def command(name: str, reads: Mapping[str, Reader] = {}, /, **words: str) -> Callable[[Run], Run]:
    """Declares a command: a function whose docstring says what it does, and behind an empty line what may be typed, as ``--help``
    shows it.

    ``--strict: text`` is a switch, ``--output FILE: text`` has a value, ``--by a|b: text`` one of these, ``--rank A B: text`` two.
    ``gold GOLD: text`` is a file without an option. Behind the value ``*`` says any number, ``+`` one or more, ``?`` one or none,
    ``!`` that it must be given; then what is usual, as ``= 0``. ``--from/source`` is known to the function as ``source``;
    ``--params`` alone is the setting of that name. Words in braces are of ``words`` or :data:`SHARED`. ``reads``: what reads the
    values of options, by their names, where it is not that of :data:`READ`.
    """

    def declared(run: Run) -> Run:
        DECLARED.setdefault(run.__module__, []).append(Command(name, run.__doc__ or "", run, words, reads))
        return run

    return declared


def add_options(parser: Parser, text: str, words: Mapping[str, str], reads: Mapping[str, Reader]) -> None:
    """Adds the options that a text declares, see :func:`command`."""

    def filled(part: str) -> str:
        return re.sub(r"\{(\w+)\}", lambda one: filled(known[one[1]]) if one[1] in known else one[0], part)

    known = {**SHARED, **words}
    for lines in filter(None, re.split(r"\n(?! )", filled(text))):
        head, _, said = " ".join(map(str.strip, lines.split("\n"))).partition(": ")
        head, _, usual = head.partition(" = ")
        name, *values = head.split(" ")
        option, _, kept = name.partition("/")
        key = option.lstrip("-").replace("-", "_")
        if not values and not said and key in SETTINGS:
            add_settings(parser, key, **({key: usual} if usual else {}))
            continue
        shown = tuple(one.rstrip("*+?!") for one in values)
        marks = values[-1].removeprefix(shown[-1]) if values else ""
        # argparse asks whether the help is this very text
        how: dict[str, Any] = {"help": argparse.SUPPRESS if said == argparse.SUPPRESS else said or None}
        how |= {"dest": kept} if kept else {}
        how |= {"default": usual.strip('"')} if usual else {}
        if read := reads.get(key) or READ.get(option) or READ.get("".join(shown)):
            how["type"] = read
        elif option.startswith("-") and values and "?" not in marks and usual != '""':
            how["type"] = some_text
        if not values:
            how["action"] = "store_true"
        elif "|" in shown[0]:
            how["choices"] = shown[0].split("|")
        else:
            how |= {"metavar": shown, "nargs": len(shown)} if len(shown) > 1 else {"metavar": shown[0]}
        if "*" in marks and option.startswith("-"):
            how |= {"action": "append", "default": []}
        elif marks.strip("!"):
            how |= {"nargs": marks[0]} | ({"const": ""} if marks == "?" and option.startswith("-") else {})
        how |= {"required": True} if "!" in marks else {}
        parser.add_argument(option, **how)
