"""What the lattice formats share: one arc per line, columns between tabs, an empty line behind each sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import ReadError
from treecompare.readers.conll import unified_lines
from treecompare.readers.treebank import Problem, Reader, SentenceFile, check_problems
from treecompare.reading import whole_number
from treecompare.trees.lattices import Lattices
from treecompare.trees.symbols import Symbols

LARGEST = 1_000_000_000


@dataclass(frozen=True, eq=False)
class LatticeFile(SentenceFile):
    """The lattices of a file."""

    kind: ClassVar[str] = "lattices"

    name: str
    path: str
    format: str
    lattices: Lattices
    lines: NDArray[np.int64]
    ids: list[str | None] | None = None
    problems: dict[int, Problem] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    @property
    def table(self) -> Lattices:
        return self.lattices

    def words_of(self, sentence: int) -> list[str]:
        """See the base: its space-delimited words, empty where the file does not write them."""
        return self.lattices[sentence].tokens

    def chosen(self, sentences: NDArray[np.int64]) -> LatticeFile:
        """Some sentences, in that order; -1 gives one without arcs, which stands on no line."""
        places = list(enumerate(sentences.tolist()))
        return replace(
            self,
            lattices=self.lattices.chosen(sentences),
            lines=np.append(self.lines, 0)[sentences],
            ids=None if self.ids is None else [self.ids[there] if there >= 0 else None for _, there in places],
            problems={here: self.problems[there] for here, there in places if there in self.problems},
        )


LatticeReader = Reader[LatticeFile]


class BadLine(Exception):
    """What is wrong with a line, and what was expected."""


@dataclass
class Sentence:
    """The rows of one sentence while it is read: ``arcs`` as source, target, the six texts of TEXTS, token (0: unknown)."""

    arcs: list[tuple[int, int, str, str, str, str, str, str, int]] = field(default_factory=list)
    spans: list[tuple[int, int, str]] = field(default_factory=list)
    tokens: list[str | None] = field(default_factory=list)
    id: str | None = None


def state(text: str, column: str) -> int:
    """The number in a field. Raises BadLine: it is none."""
    number = whole_number(text, LARGEST + 1)
    if number is None or number > LARGEST:
        raise BadLine(f"{column} is '{text[:40]}'; expected the number of a state")
    return number


class Builder:
    """Collects sentences into :class:`Lattices`."""

    def __init__(self) -> None:
        self.symbols = Symbols()
        self._columns: list[list[int]] = [[] for _ in range(9)]
        self._offsets = [0]
        self._token_forms: list[int] = []
        self._token_offsets = [0]

    def add(self, sentence: Sentence | None) -> None:
        """Ends a sentence; None holds the place of one that could not be read."""
        if sentence is not None:
            number = self.symbols.number
            source, target, *texts, token = zip(*sentence.arcs, strict=True)
            columns = [source, target, *([number(text) for text in column] for column in texts), token]
            for known, new in zip(self._columns, columns, strict=True):
                known.extend(new)
            self._token_forms += [-1 if form is None else number(form) for form in sentence.tokens]
        self._offsets.append(len(self._columns[0]))
        self._token_offsets.append(len(self._token_forms))

    def lattices(self) -> Lattices:
        """The finished table."""
        source, target, form, lemma, tag, xpos, feats, misc, token = (np.array(c, np.int32) for c in self._columns)
        return Lattices(
            self.symbols, source, target, form, lemma, tag, xpos, feats, misc, token, np.array(self._offsets, np.int64),
            np.array(self._token_forms, np.int32), np.array(self._token_offsets, np.int64),
        )  # fmt: skip


def read_rows(
    data: bytes,
    path: str,
    name: str,
    format: str,
    row: Callable[[list[str], Sentence], None],
    finish: Callable[[Sentence], None],
) -> LatticeFile:
    """All lattices of a file. A sentence with a line that cannot be read is a problem of that sentence only.

    ``row`` enters the columns of a line into the sentence, ``finish`` completes a sentence; both may raise BadLine.

    Raises ReadError: there is text, but no line that can be read.
    """
    data, warnings = unified_lines(data)
    build = Builder()
    lines: list[int] = []
    problems: dict[int, Problem] = {}
    ids: list[str | None] = []
    sentence, first_line, bad, blank, fine = Sentence(), 0, None, 0, 0
    for number, text in enumerate([*data.decode("utf-8").split("\n"), ""], 1):
        if not text or not text.strip(" "):
            if sentence.arcs or sentence.spans or bad:
                if bad is None:
                    try:
                        finish(sentence)
                    except BadLine as error:
                        bad = Problem(len(lines), first_line, str(error))
                if bad is not None:
                    check_problems(path, len(problems), bad.line, bad.reason)
                    problems[len(lines)] = bad
                build.add(None if bad else sentence)
                lines.append(first_line)
                ids.append(sentence.id)
                sentence, first_line, bad = Sentence(), 0, None
            elif lines and number <= data.count(b"\n"):
                blank += 1
            continue
        first_line = first_line or number
        if text[0] == "#" and "\t" not in text:
            key, equals, value = text[1:].partition("=")
            if equals and key.strip() == "sent_id":
                sentence.id = value.strip()
            continue
        if bad is not None:
            continue
        try:
            row(text.split("\t"), sentence)
            fine += 1
        except BadLine as error:
            bad = Problem(len(lines), number, str(error))
    if problems and not fine:
        wrong = problems[min(problems)]
        raise ReadError(path, wrong.line, wrong.reason)
    if not lines:
        warnings.append("the file is empty; expected at least one lattice")
    if blank:
        warnings.append(f"{blank} superfluous empty line{'s' if blank > 1 else ''}; expected one between two lattices")
    known = ids if any(sent_id is not None for sent_id in ids) else None
    return LatticeFile(name, path, format, build.lattices(), np.array(lines, np.int64), known, problems, warnings)
