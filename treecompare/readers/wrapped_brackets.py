"""Bracketed trees in something else: between lines of SGML (``<S ID=7>``: Chinese and Vietnamese treebanks), or between columns
(``wsj_0001.1``, a tab, the tree), numbers (``1. (S``) and scores. Both become plain brackets, and what names a tree its id."""

from __future__ import annotations

import re
from collections.abc import Iterator

from treecompare.readers.treebank import beginning

_TREE = rb"\((?:[ ]*\(|[^\s()<>]+[ \t\r]*(?:[ \t][^\s()]+\)|\(|\n|\Z))"
_TAGS = re.compile(rb"[ \t]*(?:<[^<>\n]*>[ \t\r]*)*")
_TAG = re.compile(rb"<(/?)([A-Za-z]+)\b([^<>\n]*)>")
_TAGS_BEHIND = re.compile(rb"(?:[ \t]*</?[A-Za-z][^<>\n()]*>)+[ \t\r]*")
_OF_SENTENCES = frozenset(b"s su seg segment sent sentence tree u utt".split())
_ID = re.compile(rb"\bid\s*=\s*[\"']?([^\s\"'<>]+)", re.IGNORECASE)
_TREE_BETWEEN_TAGS = re.compile(rb">[ \t\r]*\n?[ \t\r]*\([^\s()<>]*\s*\(")
_REMARK = b"# sgml = "
_COLUMNS = re.compile(
    rb"[ ]*(?=[^()\s]*[0-9])([^()\s]+\)?)[ ]+(?=%s)|([^()\s][^()\n]*|[^()\s][^\n]*?)\t[ ]*(?=%s)" % (_TREE, _TREE)
)
_BEHIND = re.compile(rb"\t[^()]*[^()\s][^()]*|[ ]+-?[0-9.]+[ \r]*")
_NAMED = re.compile(rb"([^()\s][^()\n]*)\t[ \r]*$")


def _outside(lines: list[bytes]) -> Iterator[int]:
    """The places of lines that begin outside of brackets; one that is replaced meanwhile counts as what it became."""
    depth = 0
    for place in range(len(lines)):
        if depth <= 0:
            yield place
            depth = 0
        depth += lines[place].count(b"(") - lines[place].count(b")")


def is_between_tags(data: bytes) -> bool:
    """Whether content begins with a tag, and more lines outside of brackets begin a tree than hold other text."""
    start = beginning(data)
    if not start.lstrip().startswith(b"<") or not _TREE_BETWEEN_TAGS.search(start):
        return False
    trees = texts = 0
    lines = start.split(b"\n")
    for line in map(lines.__getitem__, _outside(lines)):
        text = line[_TAGS.match(line).end() :]  # type: ignore[union-attr]
        trees += text.startswith(b"(")
        texts += bool(text.strip()) and text == line and not text.startswith(b"(")
    return trees > texts


def without_tags(data: bytes) -> tuple[bytes, dict[int, str]]:
    """The content with tags as comments, and the ids of trees by their lines, from 0. An element of a sentence that holds no tree
    holds one that is empty: the place of a sentence without a parse. Where such elements hold trees, only elements of the same
    name hold empty ones, and brackets outside of all are remarks."""
    lines, ids, depth = data.split(b"\n"), dict[int, str](), 0
    waiting: tuple[bytes, str] | None = None
    opened, holding, empty, outside = 0, set[bytes](), list[tuple[int, bytes, str]](), list[int]()

    def read_tags(text: bytes, number: int | None = None) -> None:
        nonlocal waiting, opened
        for closing, name, id in _sentence_tags(text):
            if closing and waiting and number is not None:
                empty.append((number, *waiting))
            waiting = None if closing else (name, id)
            opened = max(opened - 1, 0) if closing else opened + 1

    for number, line in enumerate(lines):
        begin = _TAGS.match(line).end()  # type: ignore[union-attr]
        if depth > 0 and begin and not line[begin:].strip() and _sentence_tags(line):
            depth = 0  # a bracket was forgotten
        if depth > 0 or line.startswith(b"(", begin):
            if depth == 0:
                read_tags(line[:begin])
                if waiting:
                    holding.add(waiting[0])
                    ids.update({number: waiting[1]} if waiting[1] else {})
                waiting = None
            text = line if depth > 0 else line[begin:]
            if not opened:
                outside.append(number)
            depth = max(depth + text.count(b"(") - text.count(b")"), 0)
            end = text.rfind(b")") + 1
            if depth == 0 and _TAGS_BEHIND.fullmatch(text, end):
                read_tags(text[end:])
                text = text[:end]
            lines[number] = text
        elif begin or waiting is None or not line.strip():
            lines[number] = _REMARK + line
            read_tags(line, number)
    for number in outside if holding else ():
        lines[number] = b"; " + lines[number]
    for number, name, id in empty:
        if name in holding:
            lines[number] = b"(())"
            ids.update({number: id} if id else {})
    return b"\n".join(lines), ids


def _sentence_tags(text: bytes) -> list[tuple[bool, bytes, str]]:
    """The tags of sentences in a text: whether each ends one, its name, and the id that it says."""
    found = [(closing, name.lower(), said) for closing, name, said in _TAG.findall(text)]
    return [
        (bool(closing), name, (_ID.findall(said) or [b""])[0].decode("utf-8"))
        for closing, name, said in found
        if name in _OF_SENTENCES
    ]


_ENOUGH = 10
"""So many trees that begin their lines, before any that does not: what stands behind them is not looked at."""


def is_behind_columns(data: bytes) -> bool:
    """Whether most lines outside of brackets hold a tree behind or before columns or a number; the first may be their heading."""
    trees = others = plain = 0
    lines = beginning(data).split(b"\n", 200)[:200]
    for number in _outside(lines):
        found = _columns(lines[number])
        is_wrapped = found > 0 or _end(lines[number]) < len(lines[number])
        trees, others = trees + is_wrapped, others + (not is_wrapped and number > 0 and bool(lines[number].strip()))
        plain += not is_wrapped and lines[number].startswith(b"(")
        if plain == _ENOUGH and not trees:
            return False
        lines[number] = lines[number][found:]
    return trees > others


def _columns(line: bytes) -> int:
    """Where a tree begins behind columns or a number; 0 if none does, or if it may be part of one that begins in them."""
    end = found.end() if (found := _COLUMNS.match(line)) else 0
    return 0 if b"(" in line[:end] and line.count(b"(", end) < line.count(b")", end) else end


def _end(line: bytes) -> int:
    """Where the tree of a line ends before columns or a number; the end of the line if there are none."""
    end = line.rfind(b")") + 1
    return end if end and line.count(b"(") == line.count(b")") and _BEHIND.fullmatch(line, end) else len(line)


def holds_trees(data: bytes) -> bool:
    """Whether some line is a whole tree."""
    lines = beginning(data).split(b"\n")
    return any(line.startswith(b"(") and line.count(b"(") == line.count(b")") > 1 for line in lines)


def without_columns(data: bytes) -> tuple[bytes, dict[int, str]]:
    """The content without the columns around trees, and the texts of those before them by line, from 0, if all differ."""
    lines, columns = data.split(b"\n"), dict[int, list[str]]()
    for number in _outside(lines):
        line = lines[number]
        end = _columns(line) or ((found := _NAMED.match(line)) and found.end())
        if end:
            name = line[:end].decode("utf-8")
            is_number = "\t" not in name
            columns[number] = (
                [name.strip().removeprefix("ID=").strip("#[]:.)")] if is_number else name.strip().split("\t")
            )
        lines[number] = line[end or 0 : _end(line)]
    ids = {number: one[0] for number, one in columns.items()}
    if len(set(ids.values())) < len(ids):
        ids = {number: ":".join(one) for number, one in columns.items()}
    return b"\n".join(lines), ids if len(set(ids.values())) == len(ids) else {}
