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

from treecompare.errors import ReadError
from treecompare.readers.graphs import MOST_NODES, Graph, GraphBuilder, GraphError, Node, check_nodes
from treecompare.readers.treebank import Around, Treebank, TreeReader
from treecompare.trees.preparation import VROOT

NOTHING = "--"
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
    """What stands between #BOS and #EOS: rows with their line numbers."""

    name: str
    line: int
    rows: list[tuple[int, list[bytes]]] = field(default_factory=list)


class _Texts(dict[bytes, str]):
    """Texts of fields, each of which is decoded once."""

    def __missing__(self, found: bytes) -> str:
        text = self[found] = found.decode("utf-8")
        return text


def read_export(data: bytes, path: str, name: str) -> Treebank:
    """All sentences of a file. One that cannot be read is a problem of that sentence only. Raises ReadError: there is no ``#BOS``,
    or a version that is neither 3 nor 4."""
    build, texts = GraphBuilder(path), _Texts()
    begins: list[tuple[str, str]] = []
    version = table_line = 0
    sentence: _Sentence | None = None
    table: bytes | None = None
    outside: list[int] = []
    for number, line in enumerate(io.BytesIO(data), 1):
        fields = line.split()
        first = fields[0] if fields else b""
        if sentence is None and not first:
            continue
        if first == b"#BOS":
            if sentence is not None:
                _refuse_unfinished(build, sentence)
            sentence = _Sentence(texts[fields[1]] if len(fields) > 1 else str(len(build.lines) + 1), number)
            begins.append((sentence.name, _BEHIND_NAME.sub(b"", line).decode("utf-8").rstrip()))
            table = None
        elif sentence is not None:
            if first == b"#EOS":
                version = version or _version_of(sentence)
                read = partial(_graph, sentence, version, texts, texts[fields[1]] if len(fields) > 1 else "")
                build.add(read, sentence.line, sentence.name)
                sentence = None
            elif first and not first.startswith(b"%%") and len(sentence.rows) <= MOST_NODES:
                sentence.rows.append((number, fields))
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
        count = "1 line stands" if len(outside) == 1 else f"{len(outside):,} lines stand"
        warnings.append(f"{count} outside of sentences and is left out; the first is line {outside[0]}")
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
    odd = sum(len(fields) % 2 for _, fields in sentence.rows)
    return 3 if 2 * odd > len(sentence.rows) else 4


def _refuse_unfinished(build: GraphBuilder, sentence: _Sentence) -> None:
    build.refuse(f"the sentence does not end; expected #EOS {sentence.name[:40]}", sentence.line, 0, sentence.name)


def _graph(sentence: _Sentence, version: int, texts: _Texts, end: str) -> Graph:
    if end != sentence.name:
        raise GraphError(f"the sentence ends with #EOS {end[:40]}; expected #EOS {sentence.name[:40]}")
    check_nodes(len(sentence.rows), sentence.rows[-1][0] if sentence.rows else 0)
    graph = Graph()
    words = _words_like_nodes(sentence, version)
    for place, (line, fields) in enumerate(sentence.rows):
        is_inner = place not in words and _INNER.fullmatch(fields[0]) is not None
        _add_row(graph, version, line, fields, texts, is_inner)
    graph.drop_root(VROOT)
    return graph


def _words_like_nodes(sentence: _Sentence, version: int) -> set[int]:
    """Rows of words that are written like constituents (``#2015``): they come before words, and have no daughters."""
    like = [place for place, (_, fields) in enumerate(sentence.rows) if _INNER.fullmatch(fields[0])]
    last = len(sentence.rows) - 1
    while like and last >= 0 and _INNER.fullmatch(sentence.rows[last][1][0]):
        last -= 1
    if not like or like[0] > last:
        return set()
    mother = _WIDTHS[version] - 1
    mothers = {b"#" + fields[min(mother, len(fields) - 1)] for _, fields in sentence.rows}
    return {place for place in like if place < last and sentence.rows[place][1][0] not in mothers}


def _add_row(graph: Graph, version: int, line: int, fields: list[bytes], texts: _Texts, is_inner: bool) -> None:
    width = _WIDTHS[version]
    if b"%%" in fields[width - 1 :]:
        fields = fields[: fields.index(b"%%", width - 1)]
    if len(fields) == width - 1:  # no edge label
        fields = [*fields[:-1], b"--", fields[-1]]
    if len(fields) < width or (len(fields) - width) % 2:
        raise GraphError(
            f"the line has {len(fields)} columns; expected {width} ({_COLUMNS[version]}), and two for each secondary edge",
            line,
        )
    key = texts[fields[0]].removeprefix("#") if is_inner else f"word {len(graph.words) + 1}"
    if key in graph.nodes:
        raise GraphError(f"there are two lines #{key[:40]}; expected one per constituent", line)
    lemma = texts[fields[1]] if version == 4 else NOTHING
    label, morph, edge, mother = (texts[one] for one in fields[width - 4 : width])
    graph.nodes[key] = Node(
        label,
        _mother(mother, line),
        _said(edge),
        None if is_inner else texts[fields[0]],
        _said(lemma),
        _said(morph),
        line,
    )
    if not is_inner:
        graph.words.append(key)
    for place in range(width, len(fields), 2):
        further = _mother(texts[fields[place + 1]], line)
        if further is not None:
            graph.secondary.append((key, further, texts[fields[place]]))


def _said(text: str) -> str | None:
    return None if text == NOTHING else text


def _mother(text: str, line: int) -> str | None:
    if not (text.isascii() and text.isdigit()):
        raise GraphError(f"the mother is '{text[:40]}'; expected 0 or the number of a constituent, such as 500", line)
    return None if text.strip("0") == "" else text


_BEGIN = re.compile(rb"(?:[ \t]*%%[^\n]*\n|[ \t\r]*\n)*[ \t]*#(FORMAT|BOT|BOS)[ \t]+[^ \t\n]")


def _looks_like_export(data: bytes) -> bool:
    """Comments, and tables or the first sentence between lines that begin with ``#``."""
    begin = _BEGIN.match(data)
    return begin is not None and (begin[1] != b"BOS" or re.search(rb"(?m)^#EOS[ \t]", data) is not None)


EXPORT = TreeReader("export", "NEGRA export 3 and 4", _looks_like_export, read_export)
