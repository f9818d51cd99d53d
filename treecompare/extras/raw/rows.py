"""Rows of CoNLL-U in the text of an answer, whatever stands between their columns and however many there are."""

from __future__ import annotations

import re

from treecompare.extras.raw.candidates import MOST_CANDIDATES, Candidate, Row, Span

_ID = re.compile(r"([0-9]{1,9})(?:[-.][0-9]{1,9})?")
NUMBER = re.compile(r"-?[0-9]+")
TAGS = frozenset(
    (
        "ADJ",
        "ADP",
        "ADV",
        "AUX",
        "CCONJ",
        "DET",
        "INTJ",
        "NOUN",
        "NUM",
        "PART",
        "PRON",
        "PROPN",
        "PUNCT",
        "SCONJ",
        "SYM",
        "VERB",
        "X",
    )
)
"""The universal parts of speech."""
_ASCII_BLANKS = re.compile(r"[ \t\r\v\f]+")
_SENT_ID = re.compile(r"#[ \t]*sent_id[ \t]*=[ \t]*(.*)")
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
            if named := _SENT_ID.match(line):
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
