"""Segmentation files, as TedEval reads them: ``word TAB segment:segment:…`` per line, an empty line behind each sentence.

The word may be missing, and segments may hold colons themselves (``:``, ``13:30``): so lines are kept as written, and
:func:`tokens_of` lays the words of a tree out over them.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import ReadError
from treecompare.readers.conll import unified_lines
from treecompare.readers.files import read_text
from treecompare.readers.treebank import Problem, check_problems
from treecompare.reading import treebank_name

SEPARATOR = ":"


@dataclass(frozen=True, eq=False)
class SegmentationFile:
    """``sentences``: per sentence the space-delimited words, as (word, segments as written); empty where unreadable."""

    name: str
    path: str
    sentences: list[list[tuple[str, str]]]
    lines: NDArray[np.int64]
    problems: dict[int, Problem] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    def chosen(self, sentences: NDArray[np.int64]) -> SegmentationFile:
        """Some sentences, in that order; -1 gives an empty one, which stands on no line."""
        places = list(enumerate(sentences.tolist()))
        return replace(
            self,
            sentences=[self.sentences[there] if there >= 0 else [] for _, there in places],
            lines=np.append(self.lines, 0)[sentences],
            problems={here: self.problems[there] for here, there in places if there in self.problems},
        )


def read_segmentation(path: str | os.PathLike[str], name: str | None = None) -> SegmentationFile:
    """Reads a segmentation file. A sentence with a line that cannot be read is a problem of that sentence only. Raises ReadError:
    the file cannot be opened, is not text, or has no line with two columns."""
    path = os.fspath(path)
    data, warnings = read_text(path)
    data, more = unified_lines(data)
    sentences: list[list[tuple[str, str]]] = []
    lines: list[int] = []
    problems: dict[int, Problem] = {}
    words: list[tuple[str, str]] = []
    first_line, bad, fine = 0, None, 0
    for number, text in enumerate([*data.decode("utf-8").split("\n"), ""], 1):
        if not text.strip(" "):
            if first_line:
                if bad is not None:
                    check_problems(path, len(problems), bad.line, bad.reason)
                    problems[len(sentences)] = bad
                sentences.append([] if bad else words)
                lines.append(first_line)
            words, first_line, bad = [], 0, None
            continue
        first_line = first_line or number
        fields = text.split("\t")
        if len(fields) == 2 and fields[1]:
            words.append((fields[0], fields[1]))
            fine += 1
        elif bad is None:
            count = f"{len(fields)} column{'s' if len(fields) != 1 else ''}" if len(fields) != 2 else "no segments"
            bad = Problem(len(sentences), number, f"{count}; expected a word, a tab, and its segments joined by colons")
    if problems and not fine:
        raise ReadError(path, problems[0].line, problems[0].reason)
    return SegmentationFile(
        name or treebank_name(path), path, sentences, np.array(lines, np.int64), problems, warnings + more
    )


def tokens_of(words: Sequence[str], segmentation: Sequence[tuple[str, str]]) -> list[int] | str:
    """The space-delimited word of each word of a tree, from 1; or why the segmentation does not fit them."""
    tokens: list[int] = []
    place = 0
    for number, (_, written) in enumerate(segmentation, 1):
        begin, spelt = place, ""
        while place < len(words):
            spelt += (SEPARATOR if place > begin else "") + words[place]
            place += 1
            if spelt == written or not written.startswith(spelt):
                break
        if spelt != written:
            return f"the segmentation has '{written}' where the tree has '{spelt}'"
        tokens += [number] * (place - begin)
    if place < len(words):
        return f"the segmentation ends before '{words[place]}'"
    return tokens
