"""CorpusSearch's query language (2.003.00): a ``.q`` file as conditions, joined by AND, OR and NOT.

A file has lines such as ``node: IP*`` and ``query: (IP* iDoms NP-OB1*) AND (NP-OB1* precedes VB|VBN)``; a query may go on over
several lines. What is not understood is refused by name and place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product

from treecompare.errors import ReadError
from treecompare.reading import read_lines
from treecompare.trees.expressions import Expression, ExpressionError

IGNORED = ("COMMENT", "CODE", "ID", "LB", "'", '"', ",", "E_S", r"\.", "/", "RMV:*")
"""Labels of nodes that are never found unless a file says something else."""
PAIRS = {
    "idoms": "idoms", "idominates": "idoms", "doms": "doms", "dominates": "doms", "idomsonly": "idomsonly",
    "idomsfirst": "idomsfirst", "idomslast": "idomslast", "hassister": "hassister", "precedes": "precedes", "pres": "precedes",
    "iprecedes": "iprecedes", "ipres": "iprecedes", "ccommands": "ccommands", "sameindex": "sameindex",
}  # fmt: skip
"""Functions of two nodes, by all their names."""
OF_OUTPUT = (
    "remark", "print_indices", "nodes_only", "remove_nodes", "print_complement", "copy_corpus", "print_only", "begin_remark",
    "end_remark", "show_only", "reformat_corpus", "page_number", "print_from_here",
)  # fmt: skip
"""Lines that say how hits are printed, and change nothing in them."""
LINES = ("node", "query", "ignore_nodes", "add_to_ignore", "define", *OF_OUTPUT)
MOST_WAYS = 200
"""So many combinations of alternatives a query may have."""
_LINE = re.compile(r"[ \t]*([A-Za-z_]+):(.*)", re.DOTALL)
_TOKEN = re.compile(r"\s+|([()])|((?:\\.|[^\s()\\])+)")
_PREFIX = re.compile(r"\[\d+\](?=.)")


@dataclass(frozen=True)
class Argument:
    """A list of labels. ``text``: as written, without ``!``: the same text is the same node. ``prefix``: ``[1]`` before it."""

    text: str
    prefix: str = ""
    is_negated: bool = False

    @property
    def bare(self) -> str:
        """The labels without a number before them."""
        return self.text.removeprefix(self.prefix)


@dataclass(frozen=True)
class Condition:
    """A function with its nodes. ``number`` and ``sign``: of functions that count; ``path``: the labels on the way of iDomsMod."""

    function: str
    left: Argument
    right: Argument | None = None
    number: int = 0
    sign: str = "="
    path: Argument | None = None


@dataclass(frozen=True)
class Without:
    """NOT: no match of what is refused (alternatives of conditions)."""

    ways: tuple[tuple[Condition | Without, ...], ...]


Way = tuple[Condition | Without, ...]


@dataclass(frozen=True)
class Query:
    """A query. ``ways``: alternatives (OR), each a list of conditions joined by AND from left to right. ``node``: the boundary."""

    name: str
    text: str
    node: Argument
    ways: tuple[Way, ...]
    ignored: tuple[str, ...] = field(default=IGNORED)

    @property
    def is_blind(self) -> bool:
        """Whether all boundary nodes are among the ignored ones, so that there is no hit anywhere."""
        return set(self.node.text.split("|")) <= set(self.ignored)


def matcher(labels: str) -> Callable[[Iterable[str]], list[bool]]:
    """Which texts match a list of labels.

    ``*`` is any text, ``.`` any one character, ``[ab]`` a class, a backslash takes the next character as it is; ``#`` and ``?``
    match nothing. Raises ExpressionError: it cannot be read.
    """
    alternatives, part, place, is_empty = [], "", 0, False
    while place <= len(labels):
        letter = labels[place : place + 1]
        if letter in ("|", ""):
            alternatives += [] if is_empty else [part]
            part, is_empty = "", False
        elif letter == "\\" and place + 1 < len(labels):
            place += 1
            part += re.escape(labels[place])
        elif letter == "*":
            part += ".*"
        elif letter == "[" and "]" in labels[place + 1 :]:
            end = labels.index("]", place + 1)
            part += labels[place : end + 1].replace("\\", "\\\\")
            place = end
        elif letter in "#?":
            is_empty = True
        else:
            part += "." if letter == "." else re.escape(letter)
        place += 1
    plain: list[str] = []
    begins: list[str] = []
    for part in alternatives:
        stem = part.removesuffix(".*")
        text = re.sub(r"\\(.)", r"\1", stem)
        if re.escape(text) != stem:
            return Expression(rf"\A(?:{'|'.join(alternatives)})\Z").search
        (plain if stem == part else begins).append(text)
    names, starts = frozenset(plain), tuple(begins)
    return lambda texts: [text in names or text.startswith(starts) for text in texts]


def read_query(path: str, name: str) -> Query:
    """The query in a file. Raises ReadError: it cannot be read; says line and what is wrong."""
    return parsed(list(read_lines(path, "expected a query of CorpusSearch")), path, name)


def parsed(lines: list[str], path: str, name: str) -> Query:
    """The query in these lines of a file. Raises ReadError: see :func:`read_query`."""
    said: dict[str, tuple[int, str]] = {}
    key, in_comment = "", False
    for number, line in enumerate(lines, 1):
        line, in_comment = _without_comments(line, in_comment)
        found = _LINE.match(line)
        if found and found[1].lower() in LINES:
            key = found[1].lower()
            if key in said and key in ("node", "query", "ignore_nodes") and said[key][1].strip() != found[2].strip():
                raise ReadError(path, number, f"there is another {key}: on line {said[key][0]}; expected one")
            if key == "define":
                raise ReadError(
                    path, number, "definition files (define:) are not read; expected the labels in the query"
                )
            said[key] = number, found[2]
        elif found and found[2][:1].strip() == "" and not key.endswith("remark"):
            raise ReadError(
                path,
                number,
                f"'{found[1][:40]}:' is not read here; expected node:, query:, ignore_nodes: or add_to_ignore:",
            )
        elif line.strip() and not key:
            raise ReadError(path, number, f"expected node: or query:, found '{line.strip()[:40]}'")
        elif line.strip():
            said[key] = said[key][0], said[key][1] + "\n" + line
    for wanted in ("node", "query"):
        if not said.get(wanted, (0, ""))[1].strip():
            raise ReadError(path, 1, f"has no {wanted}:; expected a query of CorpusSearch with node: and query:")
    ignored = _ignored(said)
    begins, text = said["query"]
    ways = _Parser(path, begins, text).ways()
    node = Argument("".join(said["node"][1].split()))
    for labels in (node.text, *ignored):
        _check(labels, path, said["node"][0])
    return Query(name, " ".join(text.split()), node, ways, ignored)


def _ignored(said: dict[str, tuple[int, str]]) -> tuple[str, ...]:
    found: tuple[str, ...] = IGNORED
    if "ignore_nodes" in said:
        text = "".join(said["ignore_nodes"][1].split())
        found = () if text == "null" else (text,)
    return (*found, "".join(said["add_to_ignore"][1].split())) if "add_to_ignore" in said else found


def _without_comments(line: str, inside: bool) -> tuple[str, bool]:
    if inside:
        _, end, line = line.partition("*/")
        if not end:
            return "", True
    line = re.sub(r"/\*.*?\*/", " ", line)
    before, begin, _ = line.partition("/*")
    return re.sub(r"(?:^|(?<=\s))//.*", "", before), bool(begin)


def _check(labels: str, path: str, line: int) -> None:
    try:
        matcher(labels)
    except ExpressionError as error:
        raise ReadError(path, line, f"'{labels[:40]}' is not a list of labels: {error}") from error


class _Parser:
    """OR of AND of conditions, parentheses and NOT."""

    def __init__(self, path: str, line: int, text: str) -> None:
        self.path, self.line, self.text = path, line, text
        self.tokens: list[tuple[str, int]] = []
        place = 0
        while place < len(text):
            found = _TOKEN.match(text, place)
            if found is None:
                raise self.wrong(place, "a backslash stands at the end")
            if found[1] or found[2]:
                self.tokens.append((found[0], place))
            place = found.end()
        self.next = 0

    def wrong(self, place: int, what: str) -> ReadError:
        before = self.text[:place]
        line, column = self.line + before.count("\n"), place - (before.rfind("\n") + 1) + 1
        return ReadError(self.path, line, f"query, character {column}: {what}")

    @property
    def token(self) -> str:
        return self.tokens[self.next][0] if self.next < len(self.tokens) else ""

    @property
    def place(self) -> int:
        return self.tokens[self.next][1] if self.next < len(self.tokens) else len(self.text)

    def take(self) -> str:
        taken = self.token
        self.next += 1
        return taken

    def expect(self, wanted: str) -> None:
        if self.token != wanted:
            raise self.wrong(self.place, f"expected '{wanted}', found '{self.token[:40] or 'the end'}'")
        self.next += 1

    def ways(self) -> tuple[Way, ...]:
        found = self.either()
        if self.next < len(self.tokens):
            raise self.wrong(self.place, f"expected AND or OR, found '{self.token[:40]}'")
        return found

    def either(self) -> tuple[Way, ...]:
        found = self.both()
        while self.token.upper() == "OR":
            self.take()
            found += self.both()
        return found

    def both(self) -> tuple[Way, ...]:
        parts = [self.one()]
        while self.token.upper() == "AND":
            self.take()
            parts.append(self.one())
        place = self.place
        ways: list[Way] = []
        for choice in product(*parts):
            ways.append(tuple(one for way in choice for one in way))
            if len(ways) > MOST_WAYS:
                raise self.wrong(place, f"more than {MOST_WAYS} combinations of alternatives; expected fewer ORs")
        return tuple(ways)

    def one(self) -> tuple[Way, ...]:
        if self.token.upper() == "NOT":
            self.take()
            return ((Without(self.one()),),)
        self.expect("(")
        is_group = self.token == "(" or self.token.upper() == "NOT"
        found = self.either() if is_group else ((self.condition(),),)
        self.expect(")")
        return found

    def argument(self) -> Argument:
        place, text = self.place, self.take()
        if text in ("", "(", ")"):
            raise self.wrong(place, f"expected labels, found '{text[:40] or 'the end'}'")
        is_negated = text.startswith("!")
        text = text.removeprefix("!")
        prefix = _PREFIX.match(text)
        made = Argument(text, prefix[0] if prefix else "", is_negated)
        try:
            matcher(made.bare)
        except ExpressionError as error:
            raise self.wrong(place, f"'{text[:40]}' is not a list of labels: {error}") from error
        return made

    def number(self, least: int = 0) -> int:
        place, text = self.place, self.take()
        if not re.fullmatch(r"[0-9]{1,6}", text) or int(text) < least:
            raise self.wrong(place, f"expected a number of at least {least}, found '{text[:40] or 'the end'}'")
        return int(text)

    def condition(self) -> Condition:
        left = self.argument()
        place, name = self.place, self.take()
        function = name.lower()
        if function in ("exists", "isroot", "inid"):
            if left.is_negated and function != "exists":
                raise self.wrong(place, f"'!' before {name} is not understood; expected NOT before the condition")
            return Condition(function, left)
        if function == "haslabel":
            return Condition(function, left, self.argument())
        if function == "idomsmod":
            path = self.argument()
            return Condition(function, left, self.argument(), path=path)
        if function == "idomsnumber":
            number = self.number(1)
            return Condition(function, left, self.argument(), number)
        if (counted := re.fullmatch(r"(domswords|idomstotal)([<>]?)", function)) is not None:
            sign = counted[2] or "="
            if self.token in ("<", ">"):
                sign = self.take()
            return Condition(counted[1], left, None, self.number(int(sign == "=")), sign)
        if function in PAIRS:
            right = self.argument()
            if PAIRS[function] == "precedes" and right.is_negated:
                raise self.wrong(place, "'precedes !' finds nothing in CorpusSearch; expected NOT before the condition")
            return Condition(PAIRS[function], left, right)
        known = "exists, iDoms, doms, iDomsOnly, iDomsFirst, iDomsLast, iDomsNumber, iDomsTotal, iDomsMod, domsWords, hasSister, "
        known += "precedes, iPrecedes, CCommands, sameIndex, isRoot, hasLabel, inID"
        raise self.wrong(place, f"there is no function '{name or 'the end'}' here; expected one of {known}")


def conditions_of(ways: Iterable[Way]) -> Iterator[Condition]:
    """All conditions of these alternatives."""
    for way in ways:
        for one in way:
            if isinstance(one, Without):
                yield from conditions_of(one.ways)
            else:
                yield one
