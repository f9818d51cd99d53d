"""Opening files: compressed or not, in whatever encoding and format, with one clear sentence where it cannot be done.

Formats that cannot be read: each is reported by name instead of being mistaken for another one.
Only what is written by its own rules throughout is taken for one of these: a CoNLL-U file with a
comment ``#SDPA`` is read as usual. A reader that is added takes its format out of ``UNREAD``.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import numpy as np

from treecompare.errors import ReadError, TooLarge, UsageError, counted
from treecompare.folders import parts_of
from treecompare.readers.conll import is_number, numbered, sample, unified_lines, usual_width
from treecompare.readers.treebank import START, AnyRead, Kind, Problem, Reader, beginning
from treecompare.readers.wrapped_brackets import is_between_tags
from treecompare.readers.xml import ALPINO, TIGERXML
from treecompare.reading import (
    also_encoded,
    as_utf8,
    encoding_of,
    is_folder,
    most_bytes,
    one_treebank,
    read_bytes,
    treebank_name,
)


@dataclass(frozen=True)
class Unread:
    """A format: its name, and whether the start of some content (UTF-8, line ends as LF) looks like it."""

    title: str
    sniff: Callable[[bytes], bool]


def unread(data: bytes) -> str | None:
    """The name of the format that the content (UTF-8) looks like, of those that cannot be read; None where it is none of them."""
    if any(reader.sniff(data) for reader in (TIGERXML, ALPINO)):
        return None
    start = beginning(data)
    if len(start) == START:
        start = start.rsplit(None, 1)[0]  # the last word is cut
    start = unified_lines(start)[0].lstrip()
    return next((one.title for one in UNREAD if one.sniff(start)), None)


def refuse_unread(data: bytes, path: str, expected: str) -> None:
    """Nothing, where the content is of no format that is known by name only; ``expected``: what can be read in its place. Raises
    ReadError: it is of one."""
    if found := unread(data):
        raise ReadError(path, 0, f"looks like {found}, which is not read yet; expected {expected}")


def _looks_like_commas(start: bytes) -> bool:
    lines = [line for line in start.split(b"\n")[:20] if line.strip()]
    counts = {line.count(b",") for line in lines}
    return (
        len(lines) > 1 and len(counts) == 1 and counts.pop() > 1 and not start.startswith(b"(") and b"\t" not in start
    )


def _looks_like_amr(start: bytes) -> bool:
    """A graph begins ``(w / want-01``, below comments if there are any."""
    graph = re.match(rb"(?:#[^\n]*\n|[ \t]*\n)*\([ \t]*[^() \t\n]+[ \t]+/[ \t]*[^() \t\n]", start)
    return graph is not None and re.search(rb"[ \t\n]:[A-Za-z][^ \t\n]*[ \t]", start) is not None


def _looks_like_sinica(start: bytes) -> bool:
    """``#1:1.[4257] NP(Head:Neu:...)#`` in every line."""
    if b"#" not in start[:1] and b"\n#" not in start:
        return False
    lines = [line for line in start.split(b"\n") if line.strip()]
    return bool(lines) and all(re.match(rb"#[0-9]+:[0-9.]+\[[^\]\n]*\] ", line) for line in lines[:20])


def _looks_like_sdp(start: bytes) -> bool:
    """``#SDP 2015``, or sentences ``#20001001`` whose words say ``+`` or ``-`` in columns 5 and 6."""
    rows = sample(start)
    flags = [len(row) > 5 and {row[4], row[5]} <= {b"+", b"-"} for row in rows]
    return start.startswith(b"#SDP ") or (re.match(rb"#[0-9]+\s*\n", start) is not None and any(flags) and all(flags))


def _looks_like_conll2005(start: bytes) -> bool:
    """A word, its tag and a piece of the tree, as ``(S(NP*``, in every line."""
    lines = start.split(b"\n")
    rows = (row for row in map(bytes.split, lines) if row)
    return any(map(bytes.strip, lines)) and all(
        len(row) > 2 and re.fullmatch(rb"(?:\([^()*]+)*\*\)*", row[2]) for row in islice(rows, 200)
    )


def _looks_like_conllulex(start: bytes) -> bool:
    rows = sample(start)
    heads = [len(row) > 6 and is_number(row[6]) for row in rows]
    return usual_width(rows) == 19 and numbered(rows) and 2 * sum(heads) > len(heads)


def _looks_like_xml(start: bytes) -> bool:
    """A word before a tab is none: there are tables whose first word is ``<s>``."""
    return re.match(rb"<(?:\?xml|!--|!DOCTYPE|[a-z_][^\t\n<>]*(?:\n|>(?!\t)))", start, re.IGNORECASE) is not None


def _looks_like_other_xml(start: bytes) -> bool:
    return _looks_like_xml(start) and not is_between_tags(start)


def _is_xml_with(*pattern: bytes) -> Callable[[bytes], bool]:
    """Whether XML holds something of each pattern."""
    patterns = [re.compile(one, re.IGNORECASE) for one in pattern]
    return lambda start: _looks_like_xml(start) and all(one.search(start) for one in patterns)


def _begins(pattern: bytes) -> Callable[[bytes], bool]:
    """Whether content begins like that."""
    compiled = re.compile(pattern)
    return lambda start: compiled.match(start) is not None


UNREAD: tuple[Unread, ...] = (
    Unread("CCGbank's AUTO format", _begins(rb"(?:ID=[^\n]*\n)?\(<[TL] ")),
    Unread("AMR graphs (PENMAN)", _looks_like_amr),
    Unread("the Sinica Treebank's format", _looks_like_sinica),
    Unread("SDP graphs", _looks_like_sdp),
    Unread("WebAnno TSV 3", _begins(rb"#FORMAT=WebAnno TSV")),
    Unread("CoNLL-2005", _looks_like_conll2005),
    Unread("CoNLL-U-Lex", _looks_like_conllulex),
    Unread("HTML", _is_xml_with(rb"^<(?:!DOCTYPE )?html|<html[ >]")),
    Unread("PML (Prague)", _is_xml_with(rb"http://ufal\.mff\.cuni\.cz/pdt/pml")),
    Unread("FoLiA", _is_xml_with(rb"<FoLiA[ >]")),
    Unread("TCF", _is_xml_with(rb"<D-Spin[ >]")),
    Unread("the XML of the Perseus treebanks", _is_xml_with(rb"<treebank[ >]", rb"<word [^>]*relation=")),
    Unread("XML", _looks_like_other_xml),
    Unread("JSON", _begins(rb"\{\s*[\"}]|\[\s*[\[{\"\]]")),
    Unread("RTF", _begins(rb"\{\\rtf")),
    Unread("a table with commas (CSV)", _looks_like_commas),
)
"""In the order in which content is tried: XML of some kind comes before XML of any."""


EXPECTED = "expected a text file of trees"


def read_text(path: str) -> tuple[bytes, list[str]]:
    """The content of a file as UTF-8 without a byte order mark at its start, and warnings about its encoding.

    Raises TooLarge, ReadError: as :func:`treecompare.reading.read_bytes` and :func:`treecompare.reading.as_utf8`.
    """
    return as_utf8(read_bytes(path, EXPECTED), path, EXPECTED)


def recognised(data: bytes, readers: Sequence[Reader[AnyRead]]) -> Reader[AnyRead] | None:
    """The first format that the content looks like."""
    return next((reader for reader in readers if reader.sniff(data)), None)


def formats_of(readers: Sequence[Reader[AnyRead]]) -> str:
    """What can be read, by its titles."""
    *titles, last = [one.title for one in readers]
    return f"{', '.join(titles)} or {last}" if titles else last


def read_file(
    path: str | os.PathLike[str],
    format: str | None,
    name: str | None,
    readers: Sequence[Reader[AnyRead]],
    by_content: Callable[[bytes, str], Reader[AnyRead]],
) -> AnyRead:
    """Reads a file in the ``format`` of that name; without one ``by_content`` chooses, given the content and the path. Raises
    ReadError: the file cannot be opened, is not text, is in a format known by name only, or holds no sentence in that format;
    UsageError: there is no such format."""
    path = os.fspath(path)
    data, warnings = read_text(path)
    content = read_data(data, path, format, name, readers, by_content)
    content.warnings[:0] = warnings
    return content


def read_data(
    data: bytes,
    path: str,
    format: str | None,
    name: str | None,
    readers: Sequence[Reader[AnyRead]],
    by_content: Callable[[bytes, str], Reader[AnyRead]],
) -> AnyRead:
    """The same of content (UTF-8) that ``path`` is said to hold."""
    known = {reader.name: reader for reader in readers}
    if format is not None and format not in known:
        raise UsageError(f"there is no format '{format}'; expected {' or '.join(known)}")
    if format is None:
        refuse_unread(data, path, formats_of(readers))
    reader = known[format] if format is not None else by_content(data, path)
    return reader.read(data, path, name or treebank_name(path))


# -- a treebank that is kept in many files: a folder, or a pattern of names (``wsj/00/*.mrg``) ---------------------------------

MOST_WARNINGS = 5
"""So many files say what is odd about them; of the rest, how many they are."""


def read_parts(path: str, name: str | None, read: Callable[[str], Kind]) -> Kind:
    """The files of a folder or a pattern, in natural order, as one treebank; ``read`` reads one of them.

    Sentences are called by their file, ``wsj_0001:3``, or by their ids where no two are the same in all files (and they are more
    than numbers). ``lines`` are those of each file; problems and warnings say which file.

    Raises ReadError: there is none, one cannot be read, or they are not of one kind; TooLarge: together they hold more than may be
    read.
    """
    paths = parts_of(path)
    if not paths:
        found = "is a folder" if is_folder(path) else "there is no such file"
        raise ReadError(path, 0, f"{found}; {EXPECTED}, or of files that are named like treebanks (.mrg, .conllu, …)")
    try:
        size = sum(Path(one).stat().st_size for one in paths)
    except OSError as error:
        raise ReadError(path, 0, f"cannot be read: {error.strerror or error}; {EXPECTED}") from error
    if size > most_bytes():
        raise TooLarge(path, size, most_bytes())
    parts = []
    own = encoding_of(path)
    with one_treebank(path), also_encoded({"": own} if own else {}):
        for one in paths:
            parts.append(read(one))
            if parts[-1].kind != parts[0].kind:
                others = f"{Path(paths[0]).name} {parts[0].kind}"
                raise ReadError(one, 0, f"holds {parts[-1].kind}, {others}; expected files of one kind")
    return joined(path, name or treebank_name(path), paths, parts)


def joined(path: str, name: str, paths: Sequence[str], parts: Sequence[Kind]) -> Kind:
    """Treebanks of one kind as one; ``paths``: their files."""
    names = _names(paths)
    formats = Counter(one.format for one in parts)
    return parts[0].followed_by(
        parts[1:], name=name, path=path, format=formats.most_common(1)[0][0],
        lines=np.concatenate([one.lines for one in parts]), ids=_ids(names, parts),
        problems=_problems(paths, parts), warnings=_warnings(paths, parts),
    )  # fmt: skip


def _names(paths: Sequence[str]) -> list[str]:
    """What files are called: as treebanks are, with their folder where two would be the same."""
    names = [treebank_name(one) for one in paths]
    if len(set(names)) == len(names):
        return names
    return [f"{Path(one).parent.name}/{Path(one).name}" for one in paths]


def _ids(names: Sequence[str], parts: Sequence[Kind]) -> list[str]:
    own = [one for part in parts for one in part.ids or [None] * len(part.lines)]
    if all(own) and len(set(own)) == len(own) and not all(str(one).isdigit() for one in own):
        return [str(one) for one in own]
    ids = []
    for name, part in zip(names, parts, strict=True):
        given = part.ids or [None] * len(part.lines)
        ids += [f"{name}:{one or number}" for number, one in enumerate(given, 1)]
    return ids


def _problems(paths: Sequence[str], parts: Sequence[Kind]) -> dict[int, Problem]:
    problems, before = {}, 0
    for path, part in zip(paths, parts, strict=True):
        for index, one in part.problems.items():
            place = before + index
            problems[place] = replace(one, index=place, reason=f"in {Path(path).name}: {one.reason}")
        before += len(part.lines)
    return problems


def _warnings(paths: Sequence[str], parts: Sequence[Kind]) -> list[str]:
    odd = [(Path(path).name, part.warnings) for path, part in zip(paths, parts, strict=True) if part.warnings]
    told = [f"{name}: {warning}" for name, warnings in odd[:MOST_WARNINGS] for warning in warnings]
    left = len(odd) - MOST_WARNINGS
    return told + ([f"{counted(left, 'more file')} with such warnings"] if left > 0 else [])
