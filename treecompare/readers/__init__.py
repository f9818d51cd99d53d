"""Readers: one module per format."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import ReadError
from treecompare.trees.tree import TreeBuilder, Trees


@dataclass(frozen=True)
class Problem:
    """A sentence that could not be read."""

    index: int
    line: int
    reason: str


@dataclass(frozen=True)
class Treebank:
    """What a file holds."""

    name: str
    path: str
    format: str
    trees: Trees
    lines: NDArray[np.int64]
    ids: list[str] | None
    problems: dict[int, Problem]
    warnings: list[str]


def read(path: str, format: str | None = None, name: str | None = None) -> Treebank:
    """Reads a file (stand-in until the real reader lands)."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise ReadError(path, 0, f"{error.strerror}; expected a file of trees") from error
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    if b"\0" in data:
        raise ReadError(path, 0, "is a binary file; expected bracketed trees")
    return parse(data.decode("utf-8"), name or Path(path).name.removesuffix(".gz").rsplit(".", 1)[0], path)


def parse(text: str, name: str = "text", path: str = "text") -> Treebank:
    """Reads bracket text, one tree per line (stand-in until the real reader lands)."""
    import re

    blanks = " \t\r\n\v\f"
    token = re.compile(r"\(([^() \t\r\n\v\f]*)([ \t\r\n\v\f]*)|\)|([^() \t\r\n\v\f]+)")
    build, problems = TreeBuilder(), {}
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    for index, line in enumerate(lines):
        bad, empty = "", []
        for match in token.finditer(line.lstrip("\ufeff")):
            if match[0][0] == "(":
                if empty:
                    empty[-1] = False
                build.open(match[1])
                empty.append(bool(match[1] and match[2]))
            elif match[0] == ")":
                if not build.depth:
                    bad = "a bracket is closed that was not opened; expected a balanced tree on one line"
                    break
                if empty.pop():
                    build.word("")
                build.close()
            elif not build.depth:
                bad = "text outside of brackets; expected '('"
                break
            else:
                build.word(match[0].strip(blanks))
                empty[-1] = False
        if bad or build.depth:
            reason = bad or f"{build.depth} brackets are not closed; expected a balanced tree on one line"
            problems[index] = Problem(index, index + 1, reason)
            build.drop_sentence()
        else:
            build.end_sentence()
    numbers = np.arange(1, len(lines) + 1)
    return Treebank(name, path, "brackets", build.trees(), numbers, None, problems, [])
