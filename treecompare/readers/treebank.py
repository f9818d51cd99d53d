"""What a reader returns, and what a reader is."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import ReadError, UsageError, counted, first_of
from treecompare.trees.columns import Numbers, Sentences, sums_before
from treecompare.trees.edge_labels import split_label
from treecompare.trees.preparation import WORD_LEMMA, has_preterminals, terminals, with_lemmas, with_origins
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, WORD, Trees

MOST_PROBLEMS = 200_000
"""A file with more sentences that cannot be read holds something else; each of them takes its memory."""


@dataclass(frozen=True)
class Problem:
    """A sentence that could not be read: ``index`` from 0, ``line`` from 1. Its place is held by an empty tree."""

    index: int
    line: int
    reason: str

    @property
    def place(self) -> str:
        """Where it stands."""
        return f"line {self.line}" if self.line else f"sentence {self.index + 1}"

    @property
    def said(self) -> str:
        """The same in words."""
        return f"cannot be read: {self.place}, {self.reason}"


class BadSentence(ValueError):
    """What is wrong with a sentence, and what was expected; ``line``: where that shows, 0 if nowhere else than at its beginning."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(" ".join(reason.splitlines()))
        self.line = line


_ESCAPED = re.compile(r"\\[()]")
FACE = re.compile(r"[:;=8xX]['^o-]?[()]")
MOST_BRACKETS = 8
"""In a word that nobody escaped."""


@dataclass(frozen=True)
class Unescaped:
    r"""The text of a sentence that may hold brackets as words. ``is_certain``: as a tree of plain brackets nobody meant it.
    ``is_read``: it is read as it says, which programs do not know (``\(``, ``(S1 )``)."""

    text: str
    is_certain: bool
    is_read: bool = False

    @property
    def has_brackets(self) -> bool:
        """Whether brackets are words there."""
        return self.is_certain or _ESCAPED.search(self.text) is not None


NO_TEXT, MARKED, PROSE = range(3)
WITHOUT_TREE = "without a tree"
"""In what is said of lines that are remarks."""


@dataclass(frozen=True)
class Around:
    """What a file says around its trees, so that it can be written as it was.

    Of the export format: ``heading``, the lines before the first sentence; ``begins``, the ``n`` of each ``#BOS n`` and what
    stands behind it; ``version``, 3 or 4. Of TIGER-XML the heading is the id of the corpus. Of Penn parsed historical
    corpora and CGELBank ``source`` is the whole file, and ``cuts`` are where the text of each sentence ends in it, after 0.
    """

    heading: str
    begins: list[tuple[str, str]] = field(default_factory=list)
    version: int = 0
    source: bytes = field(default=b"", repr=False)
    cuts: Numbers | None = None


START = 100_000
"""Number of bytes of the content by which a format is recognised."""
_LETTER = re.compile(rb"[^ \t\n\r\v\f]")
_INDENTED = 1000


def is_blank(data: bytes) -> bool:
    """Whether there are blanks only, or nothing; a large content is not copied for that."""
    return not data or data.isspace()


def first_line(data: bytes) -> int:
    """Where the line begins in which something stands first, however many blanks are before it."""
    found = _LETTER.search(data)
    first = found.start() if found else len(data)
    return max(data.rfind(b"\n", 0, first) + 1, first - _INDENTED)


def beginning(data: bytes, size: int = START) -> bytes:
    """The content from there on, by which its format is recognised; what comes last may be cut."""
    first = first_line(data)
    return data[first : first + size]


def check_problems(path: str, count: int, line: int, reason: str) -> None:
    """Whether so many sentences that cannot be read are few enough; ``line`` and ``reason``: of one of them. Raises ReadError: they
    are not."""
    if count > MOST_PROBLEMS:
        raise ReadError(path, line, f"{reason} (as more than {MOST_PROBLEMS:,} other sentences that cannot be read)")


class SentenceFile(ABC):
    """The sentences of a file, whatever is known of them: treebanks of every kind, and lattices.

    ``kind``: what it holds, in the plural. ``lines``: the line, from 1, on which each sentence begins. ``ids``: None where the
    format has none. ``problems``: by sentence.
    """

    kind: ClassVar[str]
    name: str
    path: str
    format: str
    lines: Numbers
    ids: Any
    problems: dict[int, Problem]
    warnings: list[str]

    @property
    @abstractmethod
    def table(self) -> Sentences:
        """The columns of all sentences."""

    @abstractmethod
    def words_of(self, sentence: int) -> list[str]:
        """The words of a sentence, given by its place from 0."""

    @property
    def symbols(self) -> Symbols:
        """The texts of words and labels."""
        return self.table.symbols

    @property
    def count(self) -> int:
        """How many sentences there are."""
        return len(self.table)

    @property
    def unread(self) -> list[str]:
        """How many sentences cannot be read, and where the first of them stands; nothing where all can."""
        if not self.problems:
            return []
        place = self.problems[min(self.problems)].place
        return [f"{counted(len(self.problems), 'sentence')} of {self.name} ({first_of(len(self.problems), place)})"]

    @property
    def unread_because(self) -> list[str]:
        """How many of its sentences cannot be read, and what is wrong with the first of them; nothing where all can."""
        number, of = len(self.problems), counted(self.count, "sentence")
        firsts = [self.problems[min(self.problems)]] if number else []
        return [f"{number:,} of {of} cannot be read: {first_of(number, one.place)}, {one.reason}" for one in firsts]

    @cached_property
    def sentence_names(self) -> list[str]:
        """A name per sentence: its id where the file has one, else its number."""
        return [one or str(number) for number, one in enumerate(self.ids or [None] * self.count, 1)]

    @property
    def documents(self) -> Sequence[str | None]:
        """The document in which each sentence stands (``# newdoc id``); empty where the format names none."""
        return ()

    def with_fields(self, **fields: Any) -> Self:
        """The same with other values of some fields."""
        changed: Self = replace(self, **fields)  # type: ignore[type-var]
        return changed

    def _chosen(self, sentences: Numbers, /, **fields: Any) -> Self:
        """Some sentences, in that order; -1 gives one that stands on no line. ``fields``: what they are."""
        known = ((here, self.problems.get(there)) for here, there in enumerate(sentences.tolist()))
        problems = {here: replace(one, index=here) for here, one in known if one is not None}
        return self.with_fields(lines=np.append(self.lines, 0)[sentences], problems=problems, **fields)


class AnyTreebank(SentenceFile):
    """A treebank of any kind: what constituents, dependencies and what follows all answer. A new kind is a subclass.

    ``sort``: what its labels are, constituents or relations.
    """

    sort: ClassVar[str]

    @property
    @abstractmethod
    def lengths(self) -> Numbers:
        """Words per sentence."""

    @property
    @abstractmethod
    def forms(self) -> NDArray[np.int32]:
        """Symbols of the words, sentence by sentence, in the order of each."""

    @property
    @abstractmethod
    def labels(self) -> NDArray[np.int32]:
        """Symbols of what is said of words or groups of words: relations, or labels of constituents."""

    @property
    @abstractmethod
    def structure(self) -> list[NDArray[Any]]:
        """Numbers that are equal where analyses are, whatever their labels and words: offsets of sentences, then a row per node."""

    @abstractmethod
    def labelled(self, where: str) -> Iterator[tuple[NDArray[np.int32], Numbers]]:
        """Columns of ``labels`` or of ``tags`` (``where``), each with the sentence of every entry."""

    @abstractmethod
    def of_sentences(self, sentences: Sequence[int]) -> Self:
        """A copy of these sentences, with no other symbols than theirs: what is done with each symbol then takes no time."""

    @abstractmethod
    def written(self, is_indented: bool = False) -> str:
        """The sentences as text that is read again as the same analyses."""

    @abstractmethod
    def followed_by(self, others: Sequence[Self], **common: Any) -> Self:
        """The sentences of this and of others of its kind, one after the other; ``common``: the other fields of all."""

    @staticmethod
    @abstractmethod
    def bare(label: str) -> str:
        """A label without what refines it: without functions, or without the subtype of a relation."""

    @property
    def says_its_kind(self) -> bool:
        """Whether its content says what it holds: an empty file does not."""
        return True

    @property
    def has_nodes(self) -> bool:
        """Whether there is anything in any sentence, if only brackets without words."""
        return bool(self.table.offsets[-1])

    @property
    def has_words(self) -> bool:
        """Whether any sentence has words."""
        return bool(self.lengths.any())

    @property
    def may_have_words(self) -> bool:
        """The same, if only by the words of the other side."""
        return self.has_words

    @property
    def words(self) -> int:
        """How many words all sentences have."""
        return int(self.lengths.sum())

    @property
    def word_offsets(self) -> Numbers:
        """Where the words of each sentence begin among :attr:`forms`, one entry more than there are sentences."""
        return sums_before(self.lengths)

    def words_of(self, sentence: int) -> list[str]:
        first, last = self.word_offsets[sentence : sentence + 2].tolist()
        return [self.symbols[form] for form in self.forms[first:last].tolist()]

    def with_origins(self) -> Self:
        """The same, whose nodes know their place in it while they are prepared; itself where nodes are not prepared."""
        return self

    def with_leaves(self, leaf: str) -> Self:
        """The same with leaves read as the setting ``leaf`` says; itself where there are none but words."""
        return self

    def has_labels_of(self, other: AnyTreebank) -> bool:
        """Whether another treebank has the same structure and the same labels, whatever its words."""
        if self.kind != other.kind:
            return False
        if not all(np.array_equal(mine, its) for mine, its in zip(self.structure, other.structure, strict=True)):
            return False
        return say_the_same(self.symbols, self.labels, other.symbols, other.labels)

    def has_words_of(self, other: AnyTreebank) -> bool:
        """Whether another treebank has the same words in the same order."""
        return say_the_same(self.symbols, self.forms, other.symbols, other.forms)

    @property
    def further_columns(self) -> tuple[str, ...]:
        """The names of columns that other treebanks of this kind do not have."""
        return ()

    def lines_before(self, sentence: int, number: int) -> int:
        """How many lines of a sentence stand before that of a word (from 1); 0 where words have no lines of their own."""
        return 0

    def check_read(self) -> None:
        """Whether what was read is a treebank at all. Raises ReadError: hardly anything in it can be."""


def say_the_same(symbols: Symbols, column: NDArray[np.int32], its: Symbols, other: NDArray[np.int32]) -> bool:
    """Whether two columns of symbols say the same; each text is compared once."""
    if len(column) != len(other):
        return False
    partner = np.full(len(symbols), -1, np.int64)
    partner[column] = other
    if not np.array_equal(partner[column], other):
        return False
    return all(symbols.texts[mine] == its.texts[partner[mine]] for mine in np.flatnonzero(partner >= 0).tolist())


def warnings_of(treebanks: Sequence[AnyTreebank]) -> list[str]:
    """What was told when these were read, each with the name of its treebank, or its path where two have that name."""
    names = [one.name for one in treebanks]
    return [
        f"{one.name if names.count(one.name) == 1 else one.path}: {told}" for one in treebanks for told in one.warnings
    ]


Kind = TypeVar("Kind", bound=AnyTreebank)


def of_kind(treebanks: Iterable[AnyTreebank], kind: type[Kind]) -> list[Kind]:
    """Those of these treebanks that are of one kind."""
    return [one for one in treebanks if isinstance(one, kind)]


def of_one_kind(treebank: AnyTreebank, kind: type[Kind]) -> Kind:
    """The treebank, which is to be of that kind. Raises UsageError: it is of another."""
    if not isinstance(treebank, kind):
        raise UsageError(f"{treebank.path} holds {treebank.kind}; expected {kind.kind}")
    return treebank


def are_of_kind(treebanks: Iterable[AnyTreebank], kind: type[AnyTreebank]) -> bool:
    """Whether all of these treebanks are of one kind."""
    return all(isinstance(one, kind) for one in treebanks)


@dataclass(frozen=True, eq=False)
class Treebank(AnyTreebank):
    """Trees of constituents.

    ``trees``: as they stand in the file: every leaf is a WORD or a bracket without words, every bracket a CONSTITUENT.
    ``remarks``: a row per line between trees that holds none: the sentence before which it stands, its number in the file, and
    NO_TEXT, MARKED (it begins with one of ``#;%*``) or PROSE; None where there is no such line. ``unescaped``:
    sentences that may hold brackets as words.
    """

    kind: ClassVar[str] = "constituents"
    sort: ClassVar[str] = "constituents"
    name: str
    path: str
    format: str
    trees: Trees
    lines: Numbers
    ids: list[str] | None = None
    problems: dict[int, Problem] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    around: Around | None = None
    remarks: Numbers | None = None
    unescaped: dict[int, Unescaped] = field(default_factory=dict)

    def line_by_line(self) -> Treebank:
        """The same with its remarks as sentences that cannot be read, as a program sees them that takes each line for one."""
        if self.remarks is None:
            return self
        before, lines, kinds = self.remarks.T
        sentences = np.insert(np.arange(self.count), before, -1)
        found = self.chosen(sentences)
        places = np.flatnonzero(sentences < 0)
        found.lines[places] = lines
        problems = {
            place: Problem(place, line, "holds no tree; expected '('")
            for place, line, kind in zip(places.tolist(), lines.tolist(), kinds.tolist(), strict=True)
            if kind != NO_TEXT
        }
        ids = None if self.ids is None else [self.ids[one] if one >= 0 else "" for one in sentences.tolist()]
        names = None if ids is None else [one or str(number) for number, one in enumerate(ids, 1)]
        told = [one for one in self.warnings if WITHOUT_TREE not in one]
        return replace(found, ids=names, problems={**found.problems, **problems}, remarks=None, warnings=told)

    @property
    def implies_root(self) -> bool:
        """Whether the roots of a sentence stand under one that its format implies."""
        return self.format in ("export", "tigerxml", "alpino")

    @property
    def table(self) -> Trees:
        return self.trees

    @property
    def may_have_words(self) -> bool:
        faces = sum(FACE.search(one.text) is not None for one in self.unescaped.values())
        return self.has_words or 2 * faces > self.count

    @property
    def lengths(self) -> Numbers:
        return self.trees.word_counts

    @property
    def forms(self) -> NDArray[np.int32]:
        forms: NDArray[np.int32] = self.trees.labels[self.trees.word_nodes]
        return forms

    @property
    def labels(self) -> NDArray[np.int32]:
        """Of all brackets, in postorder."""
        labels: NDArray[np.int32] = self.trees.labels[self.trees.kinds != WORD]
        return labels

    @property
    def structure(self) -> list[NDArray[Any]]:
        return [self.trees.offsets, self.trees.sizes, self.trees.kinds]

    @property
    def says_its_kind(self) -> bool:
        return self.has_nodes

    def labelled(self, where: str) -> Iterator[tuple[NDArray[np.int32], Numbers]]:
        trees = terminals(self.trees, has_preterminals(self.trees))
        of_kind = trees.kinds == (CONSTITUENT if where == "labels" else PRETERMINAL)
        yield trees.labels[of_kind], trees.sentence_of[of_kind]

    def words_of(self, sentence: int) -> list[str]:
        return self.trees[sentence].words

    def chosen(self, sentences: Numbers) -> Treebank:
        """Some sentences, in that order, without their ids; -1 gives an empty one, which stands on no line."""
        return self._chosen(sentences, trees=self.trees.chosen(sentences), ids=None, remarks=None, unescaped={})

    def with_origins(self) -> Treebank:
        return replace(self, trees=with_origins(self.trees))

    def with_leaves(self, leaf: str) -> Treebank:
        return replace(self, trees=with_lemmas(self.trees)) if leaf == WORD_LEMMA else self

    def of_sentences(self, sentences: Sequence[int]) -> Treebank:
        ids = None if self.ids is None else [self.ids[one] for one in sentences]
        trees = self.trees.chosen(sentences).with_own_symbols()
        return Treebank(self.name, self.path, self.format, trees, self.lines[list(sentences)], ids)

    def written(self, is_indented: bool = False) -> str:
        """In brackets; where branches cross, with the place of each word before it."""
        from treecompare.trees.writing import tree_text

        crosses = bool(self.trees.crossing.any())
        return "".join(f"{tree_text(tree, is_indented, crosses)}\n" for tree in self.trees)

    def followed_by(self, others: Sequence[Treebank], **common: Any) -> Treebank:
        parts = (self, *others)
        trees = Trees.joined([one.trees for one in parts])
        before, remarks, unescaped = 0, [], dict[int, Unescaped]()
        for one in parts:
            if one.remarks is not None:
                remarks.append(one.remarks + np.array([before, 0, 0]))
            unescaped.update({before + place: said for place, said in one.unescaped.items()})
            before += one.count
        joined = np.concatenate(remarks) if remarks else None
        return Treebank(trees=trees, around=_sources(parts), remarks=joined, unescaped=unescaped, **common)

    @staticmethod
    def bare(label: str) -> str:
        return split_label(label)[0]

    def check_read(self) -> None:
        """Where no tree in brackets can be read, the file holds something else."""
        problems = self.problems
        if problems and len(problems) == len(self.trees) and not self.may_have_words:
            first = problems[min(problems)]
            none = f" (none of its {len(problems):,} sentences can be read)" if len(problems) > 1 else ""
            raise ReadError(self.path, first.line, first.reason + none)


class Remarkable(Protocol):
    """What is read, with the warnings of its reader."""

    @property
    def warnings(self) -> list[str]:
        """Warnings; callers may add to them."""


Read = TypeVar("Read", bound=Remarkable, covariant=True)
"""What is read: a treebank of any kind."""
AnyRead = TypeVar("AnyRead", bound=Remarkable)


@dataclass(frozen=True)
class Reader(Generic[Read]):
    """A format: its name on the command line, its title, whether some content looks like it, and how it is read.

    ``sniff`` and ``read`` are given the content as UTF-8 without a byte order mark; ``read`` also the path and the name of the
    treebank. One sentence that cannot be read is a problem of that sentence only; ReadError: none at all can be.
    """

    name: str
    title: str
    sniff: Callable[[bytes], bool]
    read: Callable[[bytes, str, str], Read]


TreeReader = Reader[Treebank]


def _sources(parts: Sequence[Treebank]) -> Around | None:
    """Files of Penn parsed historical corpora, with an empty line between them; None where one is of another format."""
    sources, cuts, size = [], [0], 0
    for part in parts:
        around = part.around
        if around is None or around.cuts is None:
            return None
        if part.count:
            cuts += (around.cuts[1:] + size).tolist()
        sources.append(around.source.removesuffix(b"\n").removesuffix(b"\n") + b"\n\n")
        size += len(sources[-1])
        if len(cuts) > 1:
            cuts[-1] = size
    return Around("", source=b"".join(sources), cuts=np.array(cuts, np.int64))
