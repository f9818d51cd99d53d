"""Trees in square brackets, as Sampson & Babarczy (2003) print them: ``[S [N1 two [N1 tax revision ] bills ] were passed ]``.

A tree a line or over several lines; words may stand beside constituents, and round brackets are words. The number of an
example before a tree (``2G``) and scores behind it (``(0.333, 0.333, 0.952)``) mean nothing; a location there (``G12:0520.27``)
is the sentence's id.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace

from treecompare.readers.brackets import COMMENT, read_brackets
from treecompare.readers.treebank import Treebank, TreeReader

_BEGIN = re.compile(rb"(?:#[^\n]*\n|\s)*(?:[0-9]+[A-Za-z]?[ \t]+)?\[[^][\s(){}\"',:]+[ \t\n]")
_NUMBER = re.compile(rb"^[0-9]+[A-Za-z]?[ \t]+(?=\[)")
_BEHIND = re.compile(rb"(?<=\])(?:[ \t]+(?:([A-Z][0-9]{2}:[0-9.]+)|\([0-9., ]+\)))+[ \t\r]*$")
_ROUND = {b"(": b"-LRB-", b")": b"-RRB-", b"[": b"(", b"]": b")"}
_BRACKET = re.compile(rb"[][()]")


def read_square(data: bytes, path: str, name: str) -> Treebank:
    """All sentences of a file, as :func:`treecompare.readers.brackets.read_brackets` reads those in round brackets. Raises
    ReadError: no line begins with a bracket."""
    lines = data.split(b"\n")
    locations: list[tuple[int, str]] = []
    for number, line in enumerate(lines):
        if COMMENT.match(line):
            continue
        behind = _BEHIND.search(line)
        if behind and behind[1]:
            locations.append((number + 1, behind[1].decode()))
        plain = _NUMBER.sub(b"", line[: behind.start()] if behind else line)
        lines[number] = _BRACKET.sub(lambda found: _ROUND[found[0]], plain)
    treebank = read_brackets(b"\n".join(lines), path, name)
    problems = {
        index: replace(one, reason=one.reason.replace("expected '('", "expected '['"))
        for index, one in treebank.problems.items()
    }
    ids = treebank.ids
    if locations and ids is None:
        firsts = treebank.lines.tolist()
        ids = [str(place) for place in range(1, len(firsts) + 1)]
        for number, location in locations:
            ids[bisect_right(firsts, number) - 1] = location
    return replace(treebank, format=SQUARE.name, problems=problems, ids=ids)


def _looks_square(data: bytes) -> bool:
    return _BEGIN.match(data) is not None


SQUARE = TreeReader("square", "trees in square brackets (Sampson & Babarczy)", _looks_square, read_square)
