"""NEGRA's export format, versions 3 and 4 (Brants 1997), as TIGER, TüBa-D/Z and disco-dop write it.

A sentence stands between ``#BOS n`` and ``#EOS n``, a line per word and then per constituent (``#500``): word (or number), lemma
(version 4 only), tag (or category), morphology, edge label, mother (0: none), then pairs of label and mother for secondary edges.
Columns stand between tabs or blanks; ``--`` says nothing, and some files leave out the edge label. A root VROOT is the 0 of other
files: no node. ``#FORMAT`` or the heading ``%% word lemma`` tells the version, else the number of columns; tables (``#BOT`` to
``#EOT``) are skipped.
Corpora that come from TIGER-XML keep its ids as comments (``#BOS 1 0 0 0 %% s2165``): :func:`_ids`.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import ReadError, counted
from treecompare.kernels import kernel
from treecompare.readers.conll import fields_of
from treecompare.readers.graphs import MOST_NODES, NO_MOTHER, TOO_MANY, UNKNOWN, Graph, GraphBuilder, Graphs
from treecompare.readers.treebank import Around, BadSentence, Treebank, TreeReader, beginning
from treecompare.trees.annotations import ABSENT
from treecompare.trees.columns import Numbers, ranges
from treecompare.trees.preparation import VROOT

NOTHING = "--"
_AT_ONCE = 1000
"""Of so many sentences trees are made."""
_INNER = re.compile(r"#(?:[5-9][0-9]{2}|[0-9]{4,})")
_BEHIND_NAME = re.compile(rb"\s*#BOS(?:[ \t]+[^ \t\r\n]+)?([^\n]*)")
_FIRST = re.compile(rb"(?m)^[ \t]*#BOS(?![^ \t\r\n])")
_WIDTHS = {3: 5, 4: 6}
_COLUMNS = {
    3: "word, tag, morphology, edge label and mother",
    4: "word, lemma, tag, morphology, edge label and mother",
}


@dataclass(slots=True)
class _Sentence:
    """What stands from #BOS on: its lines (half open) among those of the file, and what is wrong with it so far."""

    name: str
    begin: int
    end: int = 0
    version: int = 0
    fault: str = ""


def read_export(data: bytes, path: str, name: str) -> Treebank:
    """All sentences of a file. Raises ReadError: there is no ``#BOS``, or a version that is neither 3 nor 4."""
    rows = _Rows(data)
    fields = rows.fields
    sentences: list[_Sentence] = []
    begins: list[tuple[str, str]] = []
    version, table, behind = 0, -1, 0
    sentence: _Sentence | None = None
    outside: list[int] = []
    signs = np.append(np.flatnonzero(rows.is_sign[fields.firsts]), len(fields.lines))
    at, padded, texts = np.append(fields.offsets, fields.offsets[-1]), rows.padded, fields.symbols.texts
    seconds = np.where(at[signs + 1] - at[signs] > 1, padded[at[signs] + 1], fields.symbols.number("")).tolist()
    firsts = [*padded[at[signs[:-1]]].tolist(), fields.symbols.number("#BOS")]
    for line, first, said in zip(
        signs.tolist(), *(map(texts.__getitem__, one) for one in (firsts, seconds)), strict=True
    ):
        if sentence is None and table < 0:
            outside += range(behind, line)
        behind = line + 1
        if first == "#BOS":
            if sentence is not None:
                sentence.fault = f"the sentence does not end; expected #EOS {sentence.name[:40]}"
            if line == len(fields.lines):
                break
            sentence, table = _Sentence(said or str(len(sentences) + 1), line), -1
            sentences.append(sentence)
            behind_name = _BEHIND_NAME.match(data, fields.starts[line])
            assert behind_name is not None
            begins.append((sentence.name, behind_name[1].decode("utf-8").rstrip()))
        elif sentence is not None:
            if first == "#EOS":
                version = version or rows.version_of(sentence.begin + 1, line)
                sentence.end, sentence.version = line, version
                if said != sentence.name:
                    reason = f"the sentence ends with #EOS {said[:40]}; expected #EOS {sentence.name[:40]}"
                    sentence.fault = str(BadSentence(reason))
                sentence = None
        elif table >= 0 or first == "#EOT":
            table = -1 if first == "#EOT" else table
        elif first == "#BOT":
            table = line
        elif first == "#FORMAT":
            version = _said_version(path, int(fields.lines[line]), said)
        elif first == "#EOS":
            outside.append(line)
        elif not version:
            heading = " ".join(fields.texts(line))
            if heading.startswith("%% word"):
                version = 4 if heading.startswith("%% word lemma") else 3
    if table >= 0:
        said = " ".join(fields.texts(table)[1:])
        raise ReadError(path, int(fields.lines[table]), f"the table {said[:40]} does not end; expected #EOT")
    if not sentences:
        raise ReadError(path, 1, "there is no sentence; expected '#BOS' with a number, and '#EOS' behind the sentence")
    build = GraphBuilder(path, (NOTHING,), (VROOT,), fields.symbols)
    for place in range(0, len(sentences), _AT_ONCE):
        rows.add(build, sentences[place : place + _AT_ONCE])
    warnings = []
    if outside:
        stand = counted(len(outside), "line stands", "lines stand")
        warnings.append(f"{stand} outside of sentences and is left out; the first is line {fields.lines[outside[0]]}")
    first_sentence = _FIRST.search(data)
    before = data[: first_sentence.start() if first_sentence else 0].replace(b"\r\n", b"\n").decode("utf-8")
    return Treebank(
        name, path, EXPORT.name, build.trees(), np.array(build.lines, np.int64), _ids(build.ids, begins), build.problems, warnings,
        Around(before, begins, version or 4),
    )  # fmt: skip


def _ids(numbers: list[str], begins: list[tuple[str, str]]) -> list[str]:
    """The comments behind ``#BOS n`` that are one word and unique, else the numbers.

    They are remarks where less than half of the sentences have such a one, or where sentences would be called the same.
    """
    said = [behind.partition("%%")[2].split() for _, behind in begins]
    counts = Counter(words[0] for words in said if len(words) == 1)
    ids = [words[0] if len(words) == 1 and counts[words[0]] == 1 else number
           for number, words in zip(numbers, said, strict=True)]  # fmt: skip
    unique = sum(count == 1 for count in counts.values())
    return ids if 2 * unique >= len(ids) and len(set(ids)) >= len(set(numbers)) else numbers


def _said_version(path: str, number: int, said: str) -> int:
    if said not in ("3", "4"):
        raise ReadError(path, number, f"#FORMAT is '{said[:40]}'; expected 3 or 4")
    return int(said)


_SIGNS = ("#BOS", "#EOS", "#BOT", "#EOT", "#FORMAT")
"""What begins a line that may be none of a sentence, beside comments."""


class _Rows:
    """The lines of a file in columns, and how they become sentences."""

    def __init__(self, data: bytes) -> None:
        found = fields_of(data, b" ")
        self.nothing = found.symbols.number(NOTHING)
        pad = np.full(_WIDTHS[4], self.nothing, np.int32)
        self.fields = found
        self.padded = np.concatenate((found.entries, pad))
        self.is_comment = found.mask(lambda text: text.startswith("%%"))
        self.is_sign = self.is_comment | found.mask(_SIGNS.__contains__)
        self.is_inner = found.mask(_INNER.fullmatch)
        self.is_number = found.mask(lambda text: text.isascii() and text.isdigit())
        # of the numbers of constituents the symbols of these, which begin with #
        named = {found.symbols.texts[symbol][1:]: symbol for symbol in np.flatnonzero(self.is_inner).tolist()}
        self.named = np.full(len(found.symbols.texts), UNKNOWN, np.int32)
        for symbol in np.flatnonzero(self.is_number).tolist():
            text = found.symbols.texts[symbol]
            self.named[symbol] = named.get(text, UNKNOWN) if text.strip("0") else NO_MOTHER
        self.places = np.full(len(found.symbols.texts), UNKNOWN, np.int32)

    def version_of(self, first: int, last: int) -> int:
        """By the number of columns of most lines: odd in version 3, even in version 4, whatever secondary edges there are."""
        lines = np.arange(first, last)[~self.is_comment[self.fields.firsts[first:last]]][: MOST_NODES + 1]
        odd = np.diff(self.fields.offsets)[lines] % 2
        return 3 if 2 * int(odd.sum()) > len(lines) else 4

    def add(self, build: GraphBuilder, sentences: list[_Sentence]) -> None:
        """Adds sentences."""
        fields, padded = self.fields, self.padded
        faults = {number: (one.fault, 0) for number, one in enumerate(sentences) if one.fault}
        limits = np.array([(one.begin + 1, one.begin + 1 if one.fault else one.end) for one in sentences])
        lines = ranges(*limits.T)
        sentence_of = np.repeat(np.arange(len(sentences)), limits[:, 1] - limits[:, 0])
        keep = ~self.is_comment[padded[fields.offsets[lines]]]
        lines, sentence_of = lines[keep], sentence_of[keep]
        offsets = np.searchsorted(sentence_of, np.arange(len(sentences) + 1))
        for number in np.flatnonzero(np.diff(offsets) > MOST_NODES).tolist():
            at = int(fields.lines[lines[offsets[number] + MOST_NODES]])
            faults[number] = TOO_MANY, at
        begins, lengths = fields.offsets[lines], fields.offsets[lines + 1] - fields.offsets[lines]
        width = np.array([_WIDTHS.get(one.version, 0) for one in sentences])[sentence_of]
        firsts = padded[begins]
        is_inner = self._constituents(firsts, padded[begins + np.minimum(width, lengths) - 1], offsets)
        self._leave_comments_out(begins, lengths, width)
        lacks = lengths == width - 1  # the edge label
        mothers = padded[begins + width - 1 - lacks]
        is_wide = ~lacks & ((lengths < width) | ((lengths - width) % 2 == 1))
        further = np.where(is_wide, 0, np.maximum(lengths - width, 0) // 2)
        nodes = np.repeat(np.arange(len(lines)), further)
        labels = begins[nodes] + width[nodes] + 2 * ranges(np.zeros_like(further), further)
        others = padded[labels + 1]
        wrong = is_wide | ~self.is_number[mothers]
        wrong[nodes[~self.is_number[others]]] = True
        of_nodes = np.searchsorted(sentence_of[nodes], np.arange(len(sentences) + 1))
        keys = np.where(is_inner, firsts, ABSENT).astype(np.int32)
        found, again = self._linked(keys, offsets, mothers, offsets)
        other_found, _ = self._linked(keys, offsets, others, of_nodes)
        wrong = np.flatnonzero(wrong | (again == 1))
        for row in wrong[np.unique(sentence_of[wrong], return_index=True)[1]].tolist():
            reason = self._reason(int(begins[row]), int(lengths[row]), int(width[row]), bool(again[row]))
            faults.setdefault(int(sentence_of[row]), (str(BadSentence(reason)), int(fields.lines[lines[row]])))
        texts = np.stack((
            padded[begins + width - 4], np.where(is_inner, ABSENT, firsts),
            np.where(lacks, self.nothing, padded[begins + width - 2]), np.where(width == _WIDTHS[4], padded[begins + 1], ABSENT),
            padded[begins + width - 3],
        )).astype(np.int32)  # fmt: skip
        secondary = np.stack((nodes, other_found, padded[labels]), axis=1)[other_found != NO_MOTHER]

        def graph_of(number: int) -> Graph:
            rows, here = (slice(*of[number : number + 2].tolist()) for of in (offsets, of_nodes))
            graph, words, said = Graph(), count(1), fields.symbols.texts
            inner, at = is_inner[rows].tolist(), fields.lines[lines[rows]].tolist()
            for is_one, name, mother, line in zip(
                inner, firsts[rows].tolist(), mothers[rows].tolist(), at, strict=True
            ):
                above = said[mother] if said[mother].strip("0") else None
                key = said[name][1:] if is_one else next(words)
                graph.nodes.append((key, above, None, None if is_one else "", None, None, None, line))
            for node, mother in zip(nodes[here].tolist(), others[here].tolist(), strict=True):
                if said[mother].strip("0"):
                    graph.secondary.append((graph.nodes[node - rows.start][0], said[mother], ""))
            return graph

        build.add_all(
            Graphs(np.diff(offsets), found, texts, np.flatnonzero(~is_inner).astype(np.int32), secondary.astype(np.int64)),
            fields.lines[[one.begin for one in sentences]].tolist(), [" ".join(one.name.split()) for one in sentences],
            faults, graph_of,
        )  # fmt: skip

    def _linked(
        self, keys: NDArray[np.int32], offsets: Numbers, asked: NDArray[np.int32], of_asked: Numbers
    ) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
        """The rows of constituents whose numbers are asked for, and which rows are there again."""
        found, again = np.empty(len(asked), np.int32), np.zeros(len(keys), np.int8)
        columns = keys, offsets, self.named[asked], of_asked, self.places, found, again
        kernel("tokenizers").link(*(one.data for one in columns))
        return found, again

    def _constituents(
        self, firsts: NDArray[np.int32], mothers: NDArray[np.int32], offsets: Numbers
    ) -> NDArray[np.bool_]:
        """Which rows are constituents. Words may be written like these (``#2015``): before words, and without daughters."""
        is_inner, texts = self.is_inner[firsts], self.fields.symbols.texts
        early = np.flatnonzero(is_inner[:-1] & ~is_inner[1:])
        sentences = np.searchsorted(offsets, early, "right") - 1
        for number in np.unique(sentences[early + 1 < offsets[sentences + 1]]).tolist():
            first, last = offsets[number : number + 2].tolist()
            named = {f"#{texts[mother]}" for mother in mothers[first:last].tolist()}
            last = first + int(np.flatnonzero(~is_inner[first:last])[-1])
            for row in range(first, last):
                is_inner[row] &= texts[firsts[row]] in named
        return is_inner

    def _leave_comments_out(self, begins: Numbers, lengths: Numbers, width: Numbers) -> None:
        """Rows end where behind them, or before the mother, a comment begins."""
        if "%%" in self.fields.symbols.texts:
            first = np.minimum(width - 1, lengths)
            behind = ranges(begins + first, begins + lengths)
            said = np.flatnonzero(self.padded[behind] == self.fields.symbols.texts.index("%%"))
            rows = np.repeat(np.arange(len(begins)), lengths - first)[said]
            np.minimum.at(lengths, rows, behind[said] - begins[rows])

    def _reason(self, begin: int, length: int, width: int, is_again: bool) -> str:
        """What is wrong with a row."""
        fields = [self.fields.symbols.texts[symbol] for symbol in self.padded[begin : begin + length].tolist()]
        if length != width - 1 and (length < width or (length - width) % 2):
            version = 3 if width == _WIDTHS[3] else 4
            return f"the line has {length} columns; expected {width} ({_COLUMNS[version]}), and two for each secondary edge"
        if is_again:
            return f"there are two lines {fields[0][:41]}; expected one per constituent"
        mothers = fields[min(width, length) - 1 :: 2]
        mother = next(one for one in mothers if not (one.isascii() and one.isdigit()))
        return f"the mother is '{mother[:40]}'; expected 0 or the number of a constituent, such as 500"


_BEGIN = re.compile(
    rb"(?:[ \t]*%%[^\n]*\n|[ \t\r]*\n)*[ \t]*#(?:FORMAT[ \t]+[0-9]|BOT[ \t]+[^ \t\n]|(BOS)[ \t]+[^ \t\n])"
)
_SENTENCE = re.compile(rb"(?m)^[ \t]*#BOS[ \t]+[^ \t\n]")
_SENTENCE_END = re.compile(rb"(?m)^[ \t]*#EOS[ \t]")


def _looks_like_export(data: bytes) -> bool:
    """Comments, then the version, a table, or the first sentence between lines that begin with ``#``; or such a sentence behind
    other lines."""
    begin = _BEGIN.match(data)
    if begin is not None and not begin[1]:
        return True
    start = beginning(data)
    found = begin or (_SENTENCE.search(start) if b"#BOS" in start else None)
    return found is not None and _SENTENCE_END.search(data) is not None


EXPORT = TreeReader("export", "NEGRA export 3 and 4", _looks_like_export, read_export)
