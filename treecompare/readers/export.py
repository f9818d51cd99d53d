"""NEGRA's export format, versions 3 and 4 (Brants 1997), as TIGER, TüBa-D/Z and disco-dop write it.

A sentence stands between ``#BOS n`` and ``#EOS n``, a line per word and then per constituent (``#500``): word (or number), lemma
(version 4 only), tag (or category), morphology, edge label, mother (0: none), then pairs of label and mother for secondary edges.
Columns stand between tabs or blanks; ``--`` says nothing, and some files leave out the edge label. A root VROOT is the 0 of other
files: no node. ``#FORMAT`` or the heading
``%% word lemma`` tells the version, else the number of columns. ``%%`` begins a comment; tables (``#BOT`` to ``#EOT``) are skipped.
Corpora that come from TIGER-XML keep its ids as comments (``#BOS 1 0 0 0 %% s2165``): :func:`_ids`.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from treecompare.errors import ReadError, counted
from treecompare.readers.graphs import MOST_NODES, Graph, GraphBuilder, Key, Text, check_nodes, decoded
from treecompare.readers.treebank import Around, BadSentence, Treebank, TreeReader, beginning
from treecompare.trees.preparation import VROOT

NOTHING = b"--"
_MARKS = b"#%"
_INNER = re.compile(rb"#(?:[5-9][0-9]{2}|[0-9]{4,})")
_BEHIND_NAME = re.compile(rb"^\s*#BOS(?:[ \t]+[^ \t\r\n]+)?")
_FIRST = re.compile(rb"(?m)^[ \t]*#BOS(?![^ \t\r\n])")
_WIDTHS = {3: 5, 4: 6}
_COLUMNS = {
    3: "word, tag, morphology, edge label and mother",
    4: "word, lemma, tag, morphology, edge label and mother",
}


@dataclass
class _Sentence:
    """What stands between #BOS and #EOS: rows, the lines on which they stand, and which of them begin with ``#``."""

    name: str
    line: int
    rows: list[list[bytes]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    marked: list[int] = field(default_factory=list)


class _Texts(dict[bytes, str]):
    """Texts of fields, each of which is decoded once."""

    def __missing__(self, found: bytes) -> str:
        text = self[found] = found.decode("utf-8")
        return text


def read_export(data: bytes, path: str, name: str) -> Treebank:
    """All sentences of a file. One that cannot be read is a problem of that sentence only. Raises ReadError: there is no ``#BOS``,
    or a version that is neither 3 nor 4."""
    build, texts = GraphBuilder(path, (NOTHING,), (VROOT,)), _Texts()
    begins: list[tuple[str, str]] = []
    version = table_line = 0
    sentence: _Sentence | None = None
    table: bytes | None = None
    outside: list[int] = []
    for number, line in enumerate(io.BytesIO(data), 1):
        fields = line.split()
        if not fields:
            continue
        first = fields[0]
        if sentence is not None and first[0] not in _MARKS:
            if len(sentence.rows) <= MOST_NODES:
                sentence.rows.append(fields)
                sentence.lines.append(number)
        elif first == b"#BOS":
            if sentence is not None:
                _refuse_unfinished(build, sentence)
            sentence = _Sentence(texts[fields[1]] if len(fields) > 1 else str(len(build.lines) + 1), number)
            begins.append((sentence.name, _BEHIND_NAME.sub(b"", line).decode("utf-8").rstrip()))
            table = None
        elif sentence is not None and first == b"#EOS":
            version = version or _version_of(sentence)
            read = partial(_graph, sentence, version, texts[fields[1]] if len(fields) > 1 else "")
            build.add(read, sentence.line, sentence.name)
            sentence = None
        elif sentence is not None:
            if not first.startswith(b"%%") and len(sentence.rows) <= MOST_NODES:
                sentence.marked.append(len(sentence.rows))
                sentence.rows.append(fields)
                sentence.lines.append(number)
        elif table is not None or first == b"#EOT":
            table = None if first == b"#EOT" else table
        elif first == b"#BOT":
            table, table_line = b" ".join(fields[1:]), number
        elif first == b"#FORMAT":
            version = _said_version(path, number, fields)
        elif first.startswith(b"%%"):
            heading = b" ".join(fields)
            if not version and heading.startswith(b"%% word"):
                version = 4 if heading.startswith(b"%% word lemma") else 3
        else:
            outside.append(number)
    if sentence is not None:
        _refuse_unfinished(build, sentence)
    if table is not None:
        raise ReadError(path, table_line, f"the table {texts[table][:40]} does not end; expected #EOT")
    if not build.lines:
        raise ReadError(path, 1, "there is no sentence; expected '#BOS' with a number, and '#EOS' behind the sentence")
    warnings = []
    if outside:
        stand = counted(len(outside), "line stands", "lines stand")
        warnings.append(f"{stand} outside of sentences and is left out; the first is line {outside[0]}")
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


def _said_version(path: str, number: int, fields: list[bytes]) -> int:
    if len(fields) < 2 or fields[1] not in (b"3", b"4"):
        said = fields[1].decode("utf-8")[:40] if len(fields) > 1 else ""
        raise ReadError(path, number, f"#FORMAT is '{said}'; expected 3 or 4")
    return int(fields[1])


def _version_of(sentence: _Sentence) -> int:
    """By the number of columns of most rows: odd in version 3, even in version 4, whatever secondary edges there are."""
    odd = sum(len(fields) % 2 for fields in sentence.rows)
    return 3 if 2 * odd > len(sentence.rows) else 4


def _refuse_unfinished(build: GraphBuilder, sentence: _Sentence) -> None:
    build.refuse(f"the sentence does not end; expected #EOS {sentence.name[:40]}", sentence.line, 0, sentence.name)


def _graph(sentence: _Sentence, version: int, end: str) -> Graph:
    if end != sentence.name:
        raise BadSentence(f"the sentence ends with #EOS {end[:40]}; expected #EOS {sentence.name[:40]}")
    rows, width, lines = sentence.rows, _WIDTHS[version], sentence.lines
    if not rows:
        return Graph()
    check_nodes(len(rows), lines[-1])
    inner = _constituents(sentence, width)
    is_inner = [False] * len(rows)
    for place in inner:
        is_inner[place] = True
    words = [place for place, one in enumerate(is_inner) if not one]
    keys: list[Key] = [0] * len(rows)
    forms: list[Text | None] = [None] * len(rows)
    for number, place in enumerate(words, 1):
        keys[place], forms[place] = number, rows[place][0]
    for place in inner:
        keys[place] = rows[place][0][1:]
    secondary: list[tuple[Key, Text, Text]] = []
    mothers = {fields[-1] for fields in rows}
    if set(map(len, rows)) != {width} or not all(map(bytes.isdigit, mothers)) or len(set(keys)) < len(keys):
        rows, secondary = _checked(sentence, version, keys)
        mothers = {fields[-1] for fields in rows}
    above: dict[bytes, Text | None] = {mother: mother if mother.strip(b"0") else None for mother in mothers}
    _, *lemmas, labels, morphs, edges, mothers_of = map(list, zip(*rows, strict=True))
    return Graph(
        keys, list(map(above.__getitem__, mothers_of)), labels, forms, edges, lemmas[0] if lemmas else [None] * len(rows),
        morphs, lines, words, secondary,
    )  # fmt: skip


def _constituents(sentence: _Sentence, width: int) -> list[int]:
    """The rows of constituents. Words may be written like these (``#2015``): they come before words, and have no daughters."""
    rows = sentence.rows
    like = [place for place in sentence.marked if _INNER.fullmatch(rows[place][0])]
    last = len(rows) - 1
    for place in reversed(like):
        if place < last:
            break
        last -= 1
    if not like or like[0] > last:
        return like
    mothers = {b"#" + fields[min(width, len(fields)) - 1] for fields in rows}
    return [place for place in like if place > last or rows[place][0] in mothers]


def _checked(
    sentence: _Sentence, version: int, keys: list[Key]
) -> tuple[list[list[bytes]], list[tuple[Key, Text, Text]]]:
    """The rows with as many columns as there should be, and their secondary edges. Raises BadSentence: about the first line that is
    wrong."""
    width = _WIDTHS[version]
    rows, secondary, met = [], list[tuple[Key, Text, Text]](), set[Key]()
    for key, fields, line in zip(keys, sentence.rows, sentence.lines, strict=True):
        if len(fields) == width and fields[-1].isdigit() and key not in met:
            met.add(key)
            rows.append(fields)
            continue
        if b"%%" in fields[width - 1 :]:
            fields = fields[: fields.index(b"%%", width - 1)]
        if len(fields) == width - 1:  # no edge label
            fields = [*fields[:-1], NOTHING, fields[-1]]
        if len(fields) < width or (len(fields) - width) % 2:
            raise BadSentence(
                f"the line has {len(fields)} columns; expected {width} ({_COLUMNS[version]}), and two for each secondary edge",
                line,
            )
        if key in met:
            raise BadSentence(f"there are two lines {decoded(fields[0])[:41]}; expected one per constituent", line)
        met.add(key)
        for mother in fields[width - 1 :: 2]:
            if not mother.isdigit():
                raise BadSentence(
                    f"the mother is '{decoded(mother)[:40]}'; expected 0 or the number of a constituent, such as 500",
                    line,
                )
        further = zip(fields[width + 1 :: 2], fields[width::2], strict=True)
        secondary += [(key, mother, label) for mother, label in further if mother.strip(b"0")]
        rows.append(fields[:width])
    return rows, secondary


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
