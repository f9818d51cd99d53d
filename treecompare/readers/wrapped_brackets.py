"""Bracketed trees in something else: between lines of SGML (``<S ID=7>``: Chinese and Vietnamese treebanks), or in the last column
of a table (``wsj_0001.1``, a tab, the tree). Both become plain brackets, and what names a tree its id."""

from __future__ import annotations

import re

from treecompare.readers.treebank import beginning

_TREE = rb"\((?:[ ]*\(|[^\s()<>]+[ \t\r]*(?:[ \t][^\s()]+\)|\(|\n|\Z))"
_TAGS = re.compile(rb"[ \t]*(?:<[^<>\n]*>[ \t\r]*)*")
_TAG = re.compile(rb"<(/?)([A-Za-z]+)\b([^<>\n]*)>")
_TAGS_BEHIND = re.compile(rb"(?:[ \t]*</?[A-Za-z][^<>\n()]*>)+[ \t\r]*")
_OF_SENTENCES = frozenset(b"s su seg segment sent sentence tree u utt".split())
_ID = re.compile(rb"\bid\s*=\s*[\"']?([^\s\"'<>]+)", re.IGNORECASE)
_TREE_BETWEEN_TAGS = re.compile(rb">[ \t\r]*\n?[ \t\r]*\([^\s()<>]*\s*\(")
_REMARK = b"# sgml = "
_COLUMNS = re.compile(rb"(?:([^()\s][^()\n]*)\t[ ]*|([0-9]+)[ ]+)(?=%s)" % _TREE)
_NAMED = re.compile(rb"([^()\s][^()\n]*)\t[ \r]*$")


def is_between_tags(data: bytes) -> bool:
    """Whether content begins with a tag, and more lines outside of brackets begin a tree than hold other text."""
    start = beginning(data)
    if not start.lstrip().startswith(b"<") or not _TREE_BETWEEN_TAGS.search(start):
        return False
    depth = trees = texts = 0
    for line in start.split(b"\n"):
        text = line[_TAGS.match(line).end() :]  # type: ignore[union-attr]
        if depth <= 0:
            trees += text.startswith(b"(")
            texts += bool(text.strip()) and text == line and not text.startswith(b"(")
            depth = 0
        depth += text.count(b"(") - text.count(b")")
    return trees > texts


def without_tags(data: bytes) -> tuple[bytes, dict[int, str]]:
    """The content with tags as comments, and the ids of trees by their lines, from 0. An element of a sentence that holds no tree
    holds one that is empty: the place of a sentence without a parse."""
    lines, ids, depth = data.split(b"\n"), dict[int, str](), 0
    waiting: bytes | None = None
    for number, line in enumerate(lines):
        begin = _TAGS.match(line).end()  # type: ignore[union-attr]
        if depth > 0 and begin and not line[begin:].strip() and _sentence_tags(line):
            depth = 0  # a bracket was forgotten
        is_tree = line.startswith(b"(", begin)
        if depth > 0 or is_tree:
            for closing, said in _sentence_tags(line[:begin]) if depth == 0 else ():
                waiting = None if closing else said
            if waiting and depth == 0:
                ids[number] = waiting.decode("utf-8")
            waiting = None
            text = line if depth > 0 else line[begin:]
            depth = max(depth + text.count(b"(") - text.count(b")"), 0)
            end = text.rfind(b")") + 1
            lines[number] = text[:end] if depth == 0 and _TAGS_BEHIND.fullmatch(text, end) else text
        elif begin or waiting is None or not line.strip():
            lines[number] = _REMARK + line
            for closing, said in _sentence_tags(line):
                if closing and waiting is not None:
                    lines[number] = b"(())"
                    if waiting:
                        ids[number] = waiting.decode("utf-8")
                waiting = None if closing else said
    return b"\n".join(lines), ids


def _sentence_tags(text: bytes) -> list[tuple[bool, bytes]]:
    """The tags of sentences in a text: whether each ends one, and the id that it says."""
    found = [tag for tag in _TAG.findall(text) if tag[1].lower() in _OF_SENTENCES]
    return [(bool(closing), (_ID.findall(said) or [b""])[0]) for closing, _, said in found]


def is_behind_columns(data: bytes) -> bool:
    """Whether most lines outside of brackets hold a tree behind columns or a number."""
    start = beginning(data)
    if not _COLUMNS.match(start.lstrip()):
        return False
    depth = trees = others = 0
    for line in start.split(b"\n")[:200]:
        if depth <= 0 and line.strip():
            has_columns = bool(_COLUMNS.match(line))
            trees, others = trees + has_columns, others + (not has_columns)
            depth = 0
        depth += line.count(b"(") - line.count(b")")
    return trees > others


def without_columns(data: bytes) -> tuple[bytes, dict[int, str]]:
    """The content without the columns before trees, and their texts by line, from 0, where no two are the same."""
    lines, ids, depth = data.split(b"\n"), dict[int, str](), 0
    for number, line in enumerate(lines):
        found = (_COLUMNS.match(line) or _NAMED.match(line)) if depth == 0 else None
        if found:
            ids[number] = ":".join(found[found.lastindex or 1].decode("utf-8").split("\t")).strip()
            lines[number] = line = line[found.end() :]
        depth = max(depth + line.count(b"(") - line.count(b")"), 0)
    firsts = [one.partition(":")[0] for one in ids.values()]
    if len(set(firsts)) == len(firsts):
        ids = dict(zip(ids, firsts, strict=True))
    return b"\n".join(lines), ids if len(set(ids.values())) == len(ids) else {}
