"""Rows of CoNLL-U in the text of an answer, whatever stands between their columns, and what it takes to make a tree of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from treecompare.extras.raw.candidates import MOST_CANDIDATES, SENT_ID, Candidate, Row, Span

_ID = re.compile(r"([0-9]{1,9})(?:[-.][0-9]{1,9})?")
NUMBER = re.compile(r"-?[0-9]+")
_TAGS = "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X"
TAGS = frozenset(_TAGS.split())
"""The universal parts of speech."""
_ASCII_BLANKS = re.compile(r"[ \t\r\v\f]+")
_MAY_BE_ROW = re.compile(r"[ \t\r\v\f|]*[0-9]")


def row_of(line: str) -> Row | None:
    """A line as a row; None where it is none."""
    if not _MAY_BE_ROW.match(line):
        return None
    fields, by_separator = _fields(line)
    if not fields or not _ID.fullmatch(fields[0]):
        return None
    width = len(fields)
    if width == 10:
        return Row(fields[0], tuple(fields), by_separator)
    if width > 10 and NUMBER.fullmatch(fields[6]):
        return Row(fields[0], tuple(fields[:10]), by_separator, True)
    is_word = fields[0].isdigit()
    heads = [place for place in range(2, width - 1) if NUMBER.fullmatch(fields[place])] if width >= 4 else []
    if width < 2 or (is_word and not heads):
        return None
    columns = [fields[0], fields[1], *"________"]
    if is_word:
        head = heads[-1]
        columns[3] = next((tag for tag in fields[2:head] if tag in TAGS), "_")
        columns[6], columns[7] = fields[head], fields[head + 1]
    return Row(fields[0], tuple(columns), by_separator, True)


def _fields(line: str) -> tuple[list[str], bool]:
    """The columns of a line, and whether anything but tabs stands between them."""
    if "\t" in line:
        return [one.strip() for one in line.split("\t")], False
    if "\\t" in line:
        return [one.strip() for one in line.split("\\t")], True
    bare = line.strip()
    if bare.startswith("|") or " | " in line:
        return [one.strip() for one in bare.removeprefix("|").removesuffix("|").split("|")], True
    return [one for one in _ASCII_BLANKS.split(line) if one], True


def candidates(text: str, fences: list[Span], most: int | None = MOST_CANDIDATES) -> tuple[list[Candidate], bool]:
    """All candidates in their order, and whether there were too many."""
    fence_begins = {begin for begin, _ in fences}
    found: list[Candidate] = []
    rows: list[Row] = []
    spans: list[Span] = []
    last, is_apart, name, its_name = 0, False, "", ""
    place = 0

    def end() -> None:
        nonlocal rows, spans
        words = tuple(row.columns[1] for row in rows if row.id.isdigit())
        if words:
            span = (spans[0][0], spans[-1][1])
            found.append(Candidate(words, span, span, "", tuple(rows), tuple(spans), id=its_name))
        rows, spans = [], []

    for line in text.split("\n"):
        begin, place = place, place + len(line) + 1
        if begin in fence_begins:
            is_apart = True
            continue
        if line.startswith("#"):
            if named := SENT_ID.match(line):
                name = named[1].strip()
            continue
        row = row_of(line)
        if row is None:
            is_apart = True
            continue
        match = _ID.match(row.id)
        assert match is not None
        number = int(match[1])
        if rows and ((is_apart and number != last + 1) or (number == 1 and last > 1)):
            end()
            if most is not None and len(found) == most:
                return found, True
        if not rows:
            its_name, name = name, ""
        rows.append(row)
        spans.append((begin, place - 1))
        last, is_apart = number, False
    end()
    return found, False


_FAR = 10**9
"""A head beyond it is none of any sentence, and Python does not like to read longer numbers."""


@dataclass(frozen=True)
class Arcs:
    """The heads of words 1, 2, …, 0 for the root, after repair; what was repaired, by name; ``made``: the words (from 1) whose arc
    nobody answered."""

    heads: tuple[int, ...]
    repairs: tuple[tuple[str, int], ...]
    made: tuple[int, ...]


def words_of(rows: Sequence[Row]) -> list[Row]:
    """The rows of words, without tokens of several words and empty nodes."""
    return [row for row in rows if row.id.isdigit()]


def is_numbered(rows: Sequence[Row]) -> bool:
    """Whether the words have the numbers 1, 2, …"""
    return all(int(row.id) == number for number, row in enumerate(words_of(rows), 1))


def number_of(head: str) -> int | None:
    """A head as a number; None where it is none."""
    if not NUMBER.fullmatch(head):
        return None
    return int(head) if len(head) <= 10 else (-_FAR if head.startswith("-") else _FAR)


def without_number(rows: Sequence[Row]) -> int:
    """How many words have a head that is no whole number."""
    return sum(number_of(row.columns[6]) is None for row in words_of(rows))


def repaired(rows: Sequence[Row]) -> Arcs:
    """A tree of the rows. Steps: numbers, heads that cannot be, one root, words without head, cycles."""
    words = words_of(rows)
    count = len(words)
    repairs: list[tuple[str, int]] = []
    heads = [number_of(row.columns[6]) for row in words]
    if not is_numbered(rows):
        repairs.append(("numbering", 1))
        heads = _numbered([int(row.id) for row in words], heads)
    wrong = [head is None or not 0 <= head <= count or head == number for number, head in enumerate(heads, 1)]
    if any(wrong):
        repairs.append(("head", sum(wrong)))
    left = [None if is_wrong else head for head, is_wrong in zip(heads, wrong, strict=True)]
    before = list(left)
    root = _root([row.columns[7] for row in words], left)
    moved = [number for number, head in enumerate(left, 1) if (head == 0) != (number == root)]
    if moved:
        repairs.append(("root", len(moved)))
    tree = [root if head is None or head == 0 else head for head in left]
    tree[root - 1] = 0
    broken = _broken(tree, root)
    if broken:
        repairs.append(("cycle", len(broken)))
    made = [number for number, (old, new) in enumerate(zip(before, tree, strict=True), 1) if old != new]
    return Arcs(tuple(tree), tuple(repairs), tuple(made))


def _numbered(ids: list[int], heads: list[int | None]) -> list[int | None]:
    """Heads where words have the numbers 1, 2, … in the order of their rows."""
    places: dict[int, int] = {}
    for place, one in enumerate(ids, 1):
        places.setdefault(one, place)
    if min(ids) == 0 and -1 in heads:
        return [0 if head == -1 else None if head is None else places.get(head) for head in heads]
    return [head if head is None or head == 0 else places.get(head) for head in heads]


def _root(relations: list[str], heads: list[int | None]) -> int:
    """The word that is to be the root, from 1."""
    found = [number for number, head in enumerate(heads, 1) if head == 0]
    found = found or [number for number, head in enumerate(heads, 1) if head is None]
    found = found or sorted(one for cycle in _cycles([head or 0 for head in heads]) for one in cycle)
    return next((one for one in found if relations[one - 1].lower() == "root"), found[0])


def _cycles(heads: Sequence[int]) -> list[list[int]]:
    """The words of each cycle; heads are numbers from 1, 0 for none."""
    seen = [0] * (len(heads) + 1)
    cycles: list[list[int]] = []
    for start in range(1, len(heads) + 1):
        word = start
        while word and not seen[word]:
            seen[word] = start
            word = heads[word - 1]
        if word and seen[word] == start:
            cycle = [word]
            while (word := heads[word - 1]) != cycle[0]:
                cycle.append(word)
            cycles.append(cycle)
    return cycles


def _broken(heads: list[int], root: int) -> list[int]:
    """Breaks all cycles, in place: the first word of each is given to the root. The words, from 1."""
    broken = sorted(min(cycle) for cycle in _cycles(heads))
    for word in broken:
        heads[word - 1] = root
    return broken
