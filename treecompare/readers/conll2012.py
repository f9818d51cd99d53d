"""CoNLL-2011 and CoNLL-2012 (OntoNotes): a line per word, with its piece of the tree in the sixth column.

Columns stand between blanks or tabs: document, part, number of the word from 0, word, tag, piece of the tree, and others that are
not read. In ``(TOP(S(NP*``, ``*))`` the star stands for tag and word. Documents begin with ``#begin document``.
"""

from __future__ import annotations

import re

import numpy as np

from treecompare.errors import counted
from treecompare.readers.treebank import BadSentence, Problem, Treebank, TreeReader, beginning, check_problems
from treecompare.trees.tree import DEEPEST, TreeBuilder

_NUMBER, _FORM, _TAG, _PIECE = range(2, 6)
_LEAST = 6
_PARSE = re.compile(r"((?:\([^()*\s]+)*)\*(\)*)")
_HEADING = b"#begin document "
_NONE = {"*", "-", "_"}


def read_conll2012(data: bytes, path: str, name: str) -> Treebank:
    """All sentences of a file."""
    build = TreeBuilder()
    lines: list[int] = []
    problems: dict[int, Problem] = {}
    rows: list[list[str]] = []

    def end() -> None:
        if not rows:
            return
        try:
            _check(rows, first)
            _add(build, rows)
        except BadSentence as error:
            problems[len(lines)] = Problem(len(lines), error.line, str(error))
            check_problems(path, len(problems), error.line, str(error))
        build.end_sentence()
        lines.append(first)
        rows.clear()

    first, depth = 1, 0
    for number, line in enumerate(data.split(b"\n"), 1):
        fields = [field.decode("utf-8") for field in line.split()]  # a word may hold U+00A0
        if not fields or line.startswith((_HEADING, b"#end document")):
            end()
        elif not line.startswith(b"#"):
            if depth == 0 and fields[_NUMBER:_FORM] == ["0"]:  # there are no empty lines
                end()
            first, depth = (first, depth) if rows else (number, 0)
            depth += sum(one.count("(") - one.count(")") for one in fields[_PIECE:_LEAST])
            rows.append(fields)
    end()
    return Treebank(name, path, CONLL2012.name, build.trees(), np.array(lines, np.int64), None, problems)


def _check(rows: list[list[str]], first: int) -> None:
    """Whether the rows of a sentence make a tree; ``first``: its line. Raises BadSentence: they do not; says which is wrong."""
    depth, line = 0, first
    for line, fields in enumerate(rows, first):
        if len(fields) < _LEAST:
            expected = f"expected at least {_LEAST} (document, part, number, word, tag, parse)"
            raise BadSentence(f"{len(fields)} columns; {expected}", line)
        number, parse = fields[_NUMBER], fields[_PIECE]
        if number != str(line - first):
            raise BadSentence(f"the number of the word is '{number[:40]}'; expected {line - first}", line)
        if parse in _NONE and depth == 0:
            reason = f"the column of the parse is '{parse}' outside of brackets; expected a piece of a tree"
            raise BadSentence(reason, line)
        piece = _PARSE.fullmatch(parse)
        if piece is None:
            expected = "expected a piece of a tree, like (NP* or *)"
            raise BadSentence(f"the column of the parse is '{parse[:40]}'; {expected}", line)
        depth += piece[1].count("(")
        if depth > DEEPEST:
            reason = f"brackets are nested deeper than {DEEPEST:,}; expected the tree of a sentence"
            raise BadSentence(reason, line)
        depth -= len(piece[2])
        if depth < 0:
            raise BadSentence("a bracket is closed that was not opened; expected a balanced tree", line)
    if depth:
        are = counted(depth, "bracket is", "brackets are")
        raise BadSentence(f"{are} not closed; expected a balanced tree", line)


def _add(build: TreeBuilder, rows: list[list[str]]) -> None:
    for fields in rows:
        piece = _PARSE.fullmatch(fields[_PIECE])
        assert piece is not None
        for label in piece[1].split("(")[1:]:
            build.open(label)
        build.open(fields[_TAG])
        build.word(fields[_FORM])
        build.close()
        for _ in piece[2]:
            build.close()


def _looks_like_conll2012(data: bytes) -> bool:
    """The first document begins, or most lines have a number and a piece of a tree in their places."""
    start = beginning(data)
    if start.lstrip().startswith(_HEADING):
        return True
    if b"*" not in start:
        return False
    rows = [fields for line in start.split(b"\n")[:200] if (fields := line.split()) and not line.startswith(b"#")]
    fitting = sum(
        len(fields) >= _LEAST
        and fields[_NUMBER].isdigit()
        and bool(_PARSE.fullmatch(fields[_PIECE].decode("utf-8", "replace")))
        for fields in rows
    )
    return 2 * fitting > len(rows)


CONLL2012 = TreeReader("conll2012", "CoNLL-2012 (OntoNotes)", _looks_like_conll2012, read_conll2012)
