"""CoNLL-U, and what the CoNLL formats share: one word per line, columns between tabs, an empty line behind each sentence.

The tokenizer (``kernels/tokenizers.py``) goes through the content line by line. A sentence that cannot be read (a line with 9
columns, a head that is not a number) is a Problem of that sentence only, whose place is held by a sentence without words. What
can be read is read: cycles, several roots, no root and heads outside of the sentence are for ``trees/arcs.py`` to find.

CoNLL-U, the format of Universal Dependencies (ten columns, tokens of several words, empty nodes, comments), and CoNLL-U Plus.
Columns of the latter are named in ``# global.columns = ID FORM …``: others, more or fewer, in any order. ID, FORM and HEAD are
needed. Columns that CoNLL-U has not are kept as text, to be written again.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import islice, pairwise
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import ReadError, counted
from treecompare.kernels import kernel
from treecompare.readers.treebank import AnyTreebank, Problem, Reader, beginning, check_problems, say_the_same
from treecompare.trees.columns import Numbers, compact, on_all_cores
from treecompare.trees.dependencies import COLUMNS as WORD_COLUMNS
from treecompare.trees.dependencies import CONLLU_NAMES, Dependencies, EmptyNodes, Multiwords
from treecompare.trees.enhanced import deps_of, node_sentences
from treecompare.trees.symbols import Symbols

COLUMNS, ID, ORDER, HEAD, FORM, RANGE, EMPTY = range(1, 8)
"""What is wrong with a sentence."""
WORD_NUMBER = re.compile(rb"([0-9]+)(?:([-.])([0-9]+))?\Z")
NUMBER = re.compile(rb"-?[0-9]+\Z")
MANY = 1 << 30
_PART = 1 << 16
"""So many bytes are looked at in one go."""
MOST_COMMENTS = 1_000_000
"""So many, and a hundred for each sentence: more are not comments."""


@dataclass(frozen=True)
class FurtherColumns:
    """The columns of CoNLL-U Plus: the names of all in the order of the file, and the values of those that CoNLL-U does not have.

    ``rows``: by sentence, an entry per line (words, tokens of several words, empty nodes), with a text for each such column.
    """

    names: tuple[str, ...]
    rows: dict[int, list[tuple[str, ...]]]


@dataclass(frozen=True, eq=False)
class DependencyTreebank(AnyTreebank):
    """Sentences whose words depend on each other.

    ``ids``: what ``# sent_id`` says; None where no sentence has one. ``further``: None but for CoNLL-U Plus.
    """

    kind: ClassVar[str] = "dependencies"
    sort: ClassVar[str] = "relations"
    name: str
    path: str
    format: str
    sentences: Dependencies
    lines: Numbers
    ids: list[str | None] | None = None
    problems: dict[int, Problem] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    further: FurtherColumns | None = None

    @property
    def table(self) -> Dependencies:
        return self.sentences

    @property
    def documents(self) -> list[str | None]:
        return self.sentences.documents

    @property
    def lengths(self) -> Numbers:
        return self.sentences.lengths

    @property
    def forms(self) -> NDArray[np.int32]:
        return self.sentences.form

    @property
    def labels(self) -> NDArray[np.int32]:
        return self.sentences.deprel

    @property
    def structure(self) -> list[NDArray[Any]]:
        return [self.sentences.offsets, self.sentences.head]

    @property
    def word_offsets(self) -> Numbers:
        return self.sentences.offsets

    @property
    def further_columns(self) -> tuple[str, ...]:
        """Those of CoNLL-U Plus."""
        return () if self.further is None else tuple(name for name in self.further.names if name not in CONLLU_NAMES)

    def lines_before(self, sentence: int, number: int) -> int:
        """Comments, words, tokens of several words, empty nodes."""
        words, several, empty = self.sentences, self.sentences.multiwords, self.sentences.empty_nodes
        lines = number - 1
        if words.comments:
            lines += int(words.comment_offsets[sentence + 1] - words.comment_offsets[sentence])
        lines += int(np.count_nonzero(several.first[several.rows_of(sentence)] <= number))
        return lines + int(np.count_nonzero(empty.after[empty.rows_of(sentence)] < number))

    def labelled(self, where: str) -> Iterator[tuple[NDArray[np.int32], Numbers]]:
        """Tags are of both kinds."""
        for column in ("deprel",) if where == "labels" else ("upos", "xpos"):
            yield getattr(self.sentences, column), self.sentences.sentence_of

    def line_of(self, node: int) -> int:
        """The line of a word or an empty node, given as in :mod:`treecompare.trees.enhanced`."""
        words, empty = self.sentences, self.sentences.empty_nodes
        sentence, place = int(node_sentences(words)[node]), node - words.words
        if place < 0:
            return int(self.lines[sentence]) + self.lines_before(sentence, int(words.numbers[node]))
        after, first = int(empty.after[place]), int(empty.offsets[sentence])
        comments = int(np.diff(words.comment_offsets)[sentence]) if words.comments else 0
        before = self.lines_before(sentence, after) + 1 if after else comments
        return int(self.lines[sentence]) + before + int(np.count_nonzero(empty.after[first:place] == after))

    def has_labels_of(self, other: AnyTreebank) -> bool:
        """Edges of enhanced graphs are labels, too. Where no word has a head, there is nothing to be the same."""
        if not super().has_labels_of(other) or not isinstance(other, DependencyTreebank):
            return False
        if len(self.sentences.headless) == self.sentences.words:
            return False
        sides = [(one.sentences.symbols, deps_of(one.sentences)) for one in (self, other)]
        return say_the_same(*sides[0], *sides[1])

    def of_sentences(self, sentences: Sequence[int]) -> DependencyTreebank:
        """As if they were a file of their own, of CoNLL-X or CoNLL-U."""
        ids = None if self.ids is None else [self.ids[one] for one in sentences]
        format = self.format if self.format == "conllx" else "conllu"
        chosen = self.sentences.chosen(sentences).with_own_symbols()
        return DependencyTreebank(self.name, self.path, format, chosen, self.lines[list(sentences)], ids)

    def written(self, is_indented: bool = False) -> str:
        """As CoNLL-X where it was read from that, else as CoNLL-U."""
        from treecompare.trees.writing import conllu_lines, conllx_lines

        if self.format == "conllx":
            return "".join(conllx_lines(one, keeps_phead=True) for one in self.sentences)
        return "".join(conllu_lines(one) for one in self.sentences)

    def followed_by(self, others: Sequence[DependencyTreebank], **common: Any) -> DependencyTreebank:
        """The further columns of CoNLL-U Plus stay where all have the same."""
        parts = (self, *others)
        sentences = Dependencies.joined([one.sentences for one in parts])
        return DependencyTreebank(sentences=sentences, further=_joined_columns(parts), **common)

    def chosen(self, sentences: Numbers) -> DependencyTreebank:
        """Some sentences, in that order, without their ids; -1 gives an empty one, which stands on no line."""
        return self._chosen(sentences, sentences=self.sentences.chosen(sentences), ids=None, further=None)

    @staticmethod
    def bare(label: str) -> str:
        return label.split(":", 1)[0]


def _joined_columns(parts: Sequence[DependencyTreebank]) -> FurtherColumns | None:
    found = [one.further for one in parts]
    if found[0] is None or any(one is None or one.names != found[0].names for one in found):
        return None
    rows, before = {}, 0
    for part in parts:
        if part.further is not None:
            rows.update({before + sentence: texts for sentence, texts in part.further.rows.items()})
        before += len(part.lines)
    return FurtherColumns(found[0].names, rows)


DependencyReader = Reader[DependencyTreebank]


@dataclass(frozen=True)
class Layout:
    """The columns of a format: their names in its own words, and which hold what (-1: none).

    ``roles``: the texts of a word, in the order of trees.dependencies.COLUMNS; ``head``; ``id``: the number of the word.
    A line must have at least ``least`` columns and at most ``most``.
    """

    names: tuple[str, ...]
    roles: tuple[int, ...]
    head: int
    id: int
    least: int
    most: int

    @property
    def expected(self) -> str:
        """The expected number of columns, for messages."""
        return str(self.least) if self.least == self.most else f"at least {self.least}"

    def array(self) -> NDArray[np.int32]:
        """As the tokenizer takes it: the roles, the head, the number."""
        return np.array([*self.roles, self.head, self.id], np.int32)


PIECE = 2 << 20
"""Bytes of a piece of a file, which is read by itself."""
_CUT = re.compile(rb"\n[^#\s][^\n]*[^\s]\n\n(?=[^\s])")


@dataclass(frozen=True)
class Rows:
    """What the tokenizer fills: room for as many of each as there can be.

    ``words`` ``[8, words]``, ``heads``, ``offsets``, ``lines``: words by role, and sentences. ``several`` ``[11, tokens]``:
    first, last, the roles, the head. ``nodes`` ``[11, nodes]``: the two parts of the number, the roles, the head. ``comments``
    ``[comments, 2]``: where they begin and end in the content. ``errors`` per sentence; ``details`` ``[sentences, 4]``: line,
    begin and end of the field, number expected or found. ``notes``: comments inside sentences, line of the first;
    superfluous empty lines, line of the first; lines with the right number of columns. Symbols are -1 where the format has
    no such column.
    """

    words: NDArray[np.int32]
    heads: NDArray[np.int32]
    offsets: Numbers
    lines: Numbers
    several: NDArray[np.int32]
    several_offsets: Numbers
    nodes: NDArray[np.int32]
    node_offsets: Numbers
    comments: Numbers
    comment_offsets: Numbers
    errors: NDArray[np.int32]
    details: Numbers
    notes: Numbers

    @classmethod
    def room(cls, data: bytes, least: int) -> Rows:
        """Room for everything that content can hold if its words have at least that many columns."""
        lines = occurring(data, b"\n") + 2
        rows = min(lines, occurring(data, b"\t") // (least - 1) + 1)
        comments = min(lines, occurring(data, b"#") + 1)
        # each has at least one character, of files with hardly anything but empty lines
        sentences = min(lines, len(data) - lines - occurring(data, b" ") + 3) + 1
        return cls(
            np.empty((8, rows), np.int32), np.empty(rows, np.int32), np.zeros(sentences, np.int64),
            np.empty(sentences, np.int64), np.empty((11, rows), np.int32), np.zeros(sentences, np.int64),
            np.empty((11, rows), np.int32), np.zeros(sentences, np.int64), np.empty((comments, 2), np.int64),
            np.zeros(sentences, np.int64), np.zeros(sentences, np.int32), np.zeros((sentences, 4), np.int64),
            np.zeros(5, np.int64),
        )  # fmt: skip

    def fields(self) -> list[NDArray[Any]]:
        """All of them in order."""
        return [getattr(self, name) for name in self.__dataclass_fields__]


def _reason(data: bytes, layout: Layout, error: int, detail: list[int]) -> str:
    _, begin, stop, number = detail
    found = data[begin:stop].decode("utf-8", "replace")[:40]
    if error == COLUMNS:
        between = " between tabs" if b"\t" not in data[begin:stop] else ""
        return f"{counted(number, 'column')}; expected {layout.expected}{between}"
    if error == ID:
        return f"{layout.names[layout.id]} is '{found}'; expected a number"
    if error == ORDER:
        wanted = f"{number}.1 or {number + 1}" if "." in found else str(number)
        return f"{layout.names[layout.id]} is '{found}'; expected {wanted}"
    if error == HEAD:
        return f"{layout.names[layout.head]} is '{found}'; expected a number, or _ for none"
    if error == FORM:
        return f"{layout.names[layout.roles[0]]} is empty; expected a word"
    if error == RANGE:
        return f"{layout.names[layout.id]} is '{found}'; the sentence ends with word {number}"
    return "a sentence without words; expected at least one line with columns"


def occurring(data: bytes, character: bytes) -> int:
    """How often a character (one byte) occurs; ``bytes.count`` takes ten times as long."""
    codes = np.frombuffer(data, np.uint8)
    parts = (codes[begin : begin + _PART] for begin in range(0, len(codes), _PART))
    return sum(int(np.count_nonzero(part == ord(character))) for part in parts)


_OF_BLANKS = re.compile(rb"^[ \t]+$", re.MULTILINE)


def unified_lines(data: bytes, with_blanks: bool = True) -> tuple[bytes, list[str]]:
    """The content with all line ends as LF, and a warning where there were several kinds; lines of blanks and tabs are empty.
    ``with_blanks``: whether these are looked for, which takes a tenth of the time of reading."""
    mixed = False
    if b"\r" in data:
        windows = data.count(b"\r\n")
        mixed = windows not in (0, data.count(b"\n")) or data.count(b"\r") != windows
        while b"\r\r\n" in data:
            data = data.replace(b"\r\r\n", b"\r\n")
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if with_blanks and (b"\n\t" in data or b"\n " in data):
        data = _OF_BLANKS.sub(b"", data)
    return data, ["line ends are mixed (LF, CRLF, CR); each was taken for a line end"] if mixed else []


def read_rows(data: bytes, path: str, name: str, format: str, layout: Layout) -> DependencyTreebank:
    """All sentences of a file in that layout. Raises ReadError: there is text, but no line with the right number of columns."""
    data, warnings = unified_lines(data, with_blanks=False)
    sentences, lines, errors, details, notes = _tokenized(data, layout)
    if errors.any() and (again := unified_lines(data)[0]) != data:
        data = again
        sentences, lines, errors, details, notes = _tokenized(data, layout)
    wrong = np.flatnonzero(errors != EMPTY)
    if len(wrong) and not notes[4]:
        first = details[wrong[0]].tolist()
        raise ReadError(path, first[0], _reason(data, layout, int(errors[wrong[0]]), first))
    count, comments = len(sentences), len(sentences.comments)
    if comments > MOST_COMMENTS + 100 * count:
        raise ReadError(path, int(lines[0]), f"there are {comments:,} comments; expected words")
    problems: dict[int, Problem] = {}
    for index in np.flatnonzero(errors).tolist():
        detail = details[index].tolist()
        problems[index] = Problem(index, detail[0], _reason(data, layout, int(errors[index]), detail))
        check_problems(path, len(problems), detail[0], problems[index].reason)
    if not count:
        what = "holds comments only" if data.strip() else "is empty"
        warnings.append(f"the file {what}; expected at least one sentence")
    warnings += _notes(notes)
    ids = sentences.sent_ids if any(sent_id is not None for sent_id in sentences.sent_ids) else None
    warnings += headless_told(sentences)
    return DependencyTreebank(name, path, format, sentences, lines, ids, problems, warnings)


Found = tuple[Dependencies, Numbers, NDArray[np.int32], Numbers, list[int]]
"""Sentences, and what :class:`Rows` has of them: lines, errors, details, and notes."""


def _tokenized(data: bytes, layout: Layout) -> Found:
    """What the tokenizer finds in the pieces of a file."""
    found, before, cuts = list[Found](), 0, [*_cuts(data), len(data)]
    pieces = on_all_cores(partial(_piece, data, layout), pairwise(cuts))
    for limits, (sentences, lines, errors, details, notes) in zip(pairwise((0, *cuts)), pieces, strict=False):
        before += occurring(data[slice(*limits)], b"\n")
        for of_lines in (lines, details[:, 0]):
            of_lines += before
        notes = [note + before * (note > 0 and place in (1, 3)) for place, note in enumerate(notes)]
        sentences = sentences.translated(found[0][0].symbols if found else sentences.symbols)
        found.append((sentences, lines, errors, details, notes))
    parts, *columns, of_parts = zip(*found, strict=True)
    lines, errors, details = (np.concatenate(one) for one in columns)
    totals = [sum(one) for one in zip(*of_parts, strict=True)]
    for place in (1, 3):  # of the first
        totals[place] = next((one[place] for one in of_parts if one[place]), 0)
    return Dependencies.joined(parts), lines, errors, details, totals


def _cuts(data: bytes) -> Iterator[int]:
    """Where pieces of a file begin that can be read alone: behind an empty line, and that behind a line with columns."""
    yield 0
    place = PIECE
    while found := _CUT.search(data, place):
        yield found.end()
        place = found.end() + PIECE


def _piece(data: bytes, layout: Layout, limits: tuple[int, int]) -> Found:
    """What is found in a piece."""
    begin, end = limits
    data = data[begin:end]
    room = Rows.room(data, layout.least)
    fields = (one.data for one in room.fields())
    count, texts = kernel("tokenizers").tokenize_rows(data, layout.array().data, layout.least, layout.most, *fields)
    symbols = Symbols.of_distinct(texts)
    none = symbols.number("_")
    sums = room.offsets, room.several_offsets, room.node_offsets, room.comment_offsets
    offsets, several_offsets, node_offsets, comment_offsets = (one[: count + 1].copy() for one in sums)
    words = room.words[:, : offsets[-1]]
    several, empty = room.several[:, : several_offsets[-1]].copy(), room.nodes[:, : node_offsets[-1]].copy()
    for column in (*words, *several[2:], *empty[2:]):
        if len(column) and column[0] < 0:
            column[:] = none
    columns: dict[str, Any] = dict(zip(WORD_COLUMNS, map(compact, words), strict=True))
    sentences = Dependencies(
        room.heads[: offsets[-1]].copy(), offsets, symbols, **columns,
        multiwords=Multiwords(several[0], several[1], several[2:10], several[10], several_offsets),
        empty_nodes=EmptyNodes(empty[0], empty[1], empty[2:10], empty[10], node_offsets),
        comments=[data[first:last] for first, last in room.comments[: comment_offsets[-1]].tolist()],
        comment_offsets=comment_offsets,
    )  # fmt: skip
    lines, errors = room.lines[:count].copy(), room.errors[:count].copy()
    details = room.details[:count] + np.array((0, begin, begin, 0))
    return sentences, lines, errors, details, room.notes.tolist()


@dataclass(frozen=True)
class Fields:
    """The lines of a file that are not blank: a symbol per field, where each line begins among these, and the end; the number of
    each line, from 1, and where it begins in the content."""

    symbols: Symbols
    entries: NDArray[np.int32]
    offsets: Numbers
    lines: Numbers
    starts: Numbers

    @property
    def firsts(self) -> NDArray[np.int32]:
        """The first field of each line."""
        return self.entries[self.offsets[:-1]]

    def texts(self, line: int) -> list[str]:
        """What stands on a line."""
        here = slice(*self.offsets[line : line + 2].tolist())
        return [self.symbols.texts[symbol] for symbol in self.entries[here].tolist()]

    def mask(self, holds: Callable[[str], Any]) -> NDArray[np.bool_]:
        """For each symbol, whether something holds of its text."""
        return np.fromiter(map(holds, self.symbols.texts), np.bool_, len(self.symbols))


def fields_of(data: bytes, separator: bytes) -> Fields:
    """The fields between tabs, or, where the separator is a blank, between blanks of any kind and number."""
    lines = occurring(data, b"\n") + 1
    most = lines + (occurring(data, b"\t") if separator == b"\t" else len(data) // 2)
    entries, offsets, numbers, starts = np.empty(most, np.int32), *np.zeros((3, lines + 1), np.int64)
    columns = (one.data for one in (entries, offsets, numbers, starts))
    count, texts = kernel("tokenizers").tokenize_fields(data, ord(separator), *columns)
    entries.resize(int(offsets[count]), refcheck=False)  # in place: a copy would cost time
    return Fields(Symbols.of_distinct(texts), entries, offsets[: count + 1], numbers[:count], starts[:count])


def headless_told(sentences: Dependencies) -> list[str]:
    """How many words have no head, where there are any."""
    number = len(sentences.headless)
    if not number:
        return []
    if number == sentences.words:
        return ["no word has a head"]
    return [f"{number:,} of {counted(sentences.words, 'word')} {'has' if number == 1 else 'have'} no head"]


def _notes(notes: list[int]) -> list[str]:
    inside, inside_line, blank, blank_line, _ = notes
    warnings = []
    if inside:
        stand = f"{counted(inside, 'comment stands', 'comments stand')} inside of a sentence"
        warnings.append(f"line {inside_line}: {stand}; expected before its first word")
    if blank:
        lines = counted(blank, "superfluous empty line")
        warnings.append(f"line {blank_line}: {lines}; expected one between two sentences")
    return warnings


def sample(data: bytes, lines: int = 200) -> list[list[bytes]]:
    """The columns of the first lines that are neither empty nor comments, for recognising a format.

    A line that begins with ``#`` and a tab is a word where there are no numbers, so it is left out as well.
    """
    return _sample(beginning(data), lines)


@lru_cache(maxsize=1)  # every format asks
def _sample(start: bytes, lines: int) -> list[list[bytes]]:
    words = (line for line in unified_lines(start)[0].split(b"\n") if line.strip() and not line.startswith(b"#"))
    return [line.split(b"\t") for line in islice(words, lines)]


def usual_width(rows: list[list[bytes]]) -> int:
    """The number of columns that most lines have; 0 where there are no lines."""
    return Counter(map(len, rows)).most_common(1)[0][0] if rows else 0


def numbered(rows: list[list[bytes]]) -> bool:
    """Whether most lines begin with the number of a word."""
    return 2 * sum(bool(WORD_NUMBER.match(row[0])) for row in rows) > len(rows)


def is_number(field: bytes) -> bool:
    """Whether a field can be a head."""
    return bool(NUMBER.match(field))


# -- CoNLL-U, the format of Universal Dependencies ---------------------------------------------------------------------

LAYOUT = Layout(CONLLU_NAMES, roles=(1, 2, 3, 4, 5, 7, 8, 9), head=6, id=0, least=10, most=10)
UNIVERSAL_TAGS = frozenset(
    b"ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X _".split()
)  # fmt: skip


def read_conllu(data: bytes, path: str, name: str) -> DependencyTreebank:
    """All sentences of a file. Raises ReadError: there is text, but no line with ten columns."""
    return read_rows(data, path, name, CONLLU.name, LAYOUT)


def _looks_like_conllu(data: bytes) -> bool:
    """Ten columns and numbers; and what only CoNLL-U has: comments, ``3-4`` or ``8.1``, universal tags throughout.

    A file with only comments is taken as one too, rather than reported as not being bracketed trees.
    """
    rows = sample(data)
    if not rows:
        return beginning(data).lstrip().startswith(b"#")
    if usual_width(rows) != 10 or not numbered(rows):
        return False
    if (start := beginning(data)).startswith(b"#") or b"\n# " in start or any(not row[0].isdigit() for row in rows):
        return True
    return all(row[3] in UNIVERSAL_TAGS for row in rows if len(row) > 3)


def is_older_table(treebank: DependencyTreebank) -> bool:
    """Whether a file that is read as CoNLL-U for its comments is one of CoNLL-X: DEPS and MISC are empty, no sentence has an id,
    there are words only, and most tags are not universal."""
    rows = treebank.sentences
    if (
        treebank.format != CONLLU.name
        or treebank.ids is not None
        or len(rows.multiwords.first)
        or len(rows.empty_nodes.first)
    ):
        return False
    empty = rows.symbols.find("_")
    universal = [rows.symbols.find(tag.decode()) for tag in UNIVERSAL_TAGS]
    is_universal = np.isin(rows.upos, [one for one in universal if one is not None])
    return bool(
        (rows.deps == empty).all() and (rows.misc == empty).all() and 2 * is_universal.sum() < len(is_universal)
    )


CONLLU = DependencyReader("conllu", "CoNLL-U (Universal Dependencies)", _looks_like_conllu, read_conllu)


_DECLARED = re.compile(rb"(?:(?:#[^\n]*|[ \t]*)\n)*?#[ \t]*global\.columns[ \t]*=([^\n]*)")
_TEXTS = tuple(name for name in CONLLU_NAMES if name not in ("ID", "HEAD"))


def read_conlluplus(data: bytes, path: str, name: str) -> DependencyTreebank:
    """All sentences of a file. Raises ReadError: columns are not named, ID, FORM or HEAD is no column, or no line has as many."""
    data, warnings = unified_lines(data)
    found = _DECLARED.match(data)
    if found is None:
        raise ReadError(path, 1, "names no columns; expected # global.columns = ID FORM … in the first line")
    line = data.count(b"\n", 0, found.start(1)) + 1
    columns = tuple(one.decode("utf-8") for one in found[1].split())
    if lost := [one for one in ("ID", "FORM", "HEAD") if one not in columns]:
        which = ", ".join(lost)
        raise ReadError(path, line, f"names no column {which}; expected ID, FORM and HEAD in # global.columns")
    if twice := next((one for one, count in Counter(columns).items() if count > 1), ""):
        raise ReadError(path, line, f"names the column {twice[:40]} twice; expected each name once")
    places = {one: place for place, one in enumerate(columns)}
    layout = Layout(
        columns, tuple(places.get(one, -1) for one in _TEXTS), places["HEAD"], places["ID"], len(columns), len(columns)
    )
    treebank = read_rows(data, path, name, CONLLUPLUS.name, layout)
    treebank.warnings[:0] = warnings
    further = [place for one, place in places.items() if one not in CONLLU_NAMES]
    return replace(treebank, further=FurtherColumns(columns, _further(data, treebank, further) if further else {}))


def _further(data: bytes, treebank: DependencyTreebank, places: list[int]) -> dict[int, list[tuple[str, ...]]]:
    """What stands in these columns: per sentence that could be read, row by row."""
    found: dict[int, list[tuple[str, ...]]] = {}
    begins = treebank.lines.tolist()
    for number, text in enumerate(data.split(b"\n"), 1):
        if text.strip(b" ") and not text.startswith(b"#"):
            sentence = bisect_right(begins, number) - 1
            if sentence not in treebank.problems:
                fields = text.split(b"\t")
                found.setdefault(sentence, []).append(tuple(fields[place].decode("utf-8") for place in places))
    return found


def _looks_like_plus(data: bytes) -> bool:
    """Columns are named; where they are those of CoNLL-U, it is CoNLL-U."""
    found = _DECLARED.match(unified_lines(beginning(data))[0])
    return found is not None and tuple(found[1].decode("utf-8", "replace").split()) != CONLLU_NAMES


CONLLUPLUS = DependencyReader("conlluplus", "CoNLL-U Plus", _looks_like_plus, read_conlluplus)
