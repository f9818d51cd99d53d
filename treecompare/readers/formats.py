"""Formats, and which of them some content looks like. To add one: a module with a :class:`Reader`, and its entry in ``READERS`` or
``DEPENDENCY_READERS``.

Formats that cannot be read (``UNREAD``) are reported by name instead of being mistaken for others; only what is written by their
rules throughout is taken for them: a CoNLL-U file with a comment ``#SDPA`` is read as usual.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice

from treecompare.errors import ReadError, UsageError
from treecompare.readers.brackets import BRACKETS, SQUARE
from treecompare.readers.cgel import CGEL
from treecompare.readers.conll import (
    CONLLU,
    CONLLUPLUS,
    DependencyTreebank,
    is_number,
    numbered,
    sample,
    unified_lines,
    usual_width,
)
from treecompare.readers.conll2012 import CONLL2012
from treecompare.readers.conllx import CONLL2008, CONLL2009, CONLLX, CORENLP, DEPENDENCY_TAB, PREDICTED, unusual_table
from treecompare.readers.discbrackets import DISCBRACKETS
from treecompare.readers.export import EXPORT
from treecompare.readers.ppche import PPCHE
from treecompare.readers.treebank import START, AnyRead, AnyTreebank, Reader, TreeReader, beginning, is_blank
from treecompare.readers.wrapped_brackets import holds_trees, is_behind_columns, is_between_tags
from treecompare.readers.xml import ALPINO, TIGERXML
from treecompare.reading import unpacked_name

READERS: tuple[TreeReader, ...] = (EXPORT, CONLL2012, DISCBRACKETS, TIGERXML, ALPINO, CGEL, SQUARE, PPCHE, BRACKETS)
DEPENDENCY_READERS: tuple[Reader[DependencyTreebank], ...] = (
    CONLLUPLUS, CONLLU, CONLLX, CONLL2008, CONLL2009, PREDICTED, CORENLP, DEPENDENCY_TAB,
)  # fmt: skip
"""In the order in which content is tried."""
_SURE: tuple[TreeReader, ...] = (EXPORT, CONLL2012)
"""Those whose signs are stronger than tables of numbers, which they hold as well."""
ANY: tuple[Reader[AnyTreebank], ...] = (*READERS, *DEPENDENCY_READERS)


def chosen(
    readers: Sequence[Reader[AnyRead]],
    by_content: Callable[[bytes, str], Reader[AnyRead]],
    data: bytes,
    path: str,
    format: str | None,
) -> Reader[AnyRead]:
    """The reader of that name; without one ``by_content`` chooses, given the content and the path. Raises UsageError: there is no
    such format; ReadError: the content is in a format known by name only; what ``by_content`` raises."""
    if format is None:
        if found := unread(data):
            raise ReadError(path, 0, f"looks like {found}, which is not read yet; expected {formats_of(readers)}")
        return by_content(data, path)
    known = {reader.name: reader for reader in readers}
    if format not in known:
        raise UsageError(f"there is no format '{format}'; expected {' or '.join(known)}")
    return known[format]


def by_content(data: bytes, path: str) -> Reader[AnyTreebank]:
    """The reader that some content looks like, which ``path`` is said to hold. Raises ReadError: it looks like none."""
    if sure := recognised(data, _SURE):
        return sure
    is_wrapped = is_behind_columns(data)
    if not is_wrapped and (found := recognised(data, DEPENDENCY_READERS)):
        return found
    if not is_wrapped and not holds_trees(data) and (wrong := unusual_table(data, path)):
        raise wrong
    if is_blank(data):
        # the name is all that an empty file says
        return CONLLU if unpacked_name(path).endswith((".conllu", ".conllup", ".conllx", ".conll")) else BRACKETS
    if bracketed := recognised(data, READERS):
        return bracketed
    line, text = next((number, text) for number, text in enumerate(data.split(b"\n"), 1) if text.strip())
    shown = text.decode("utf-8").strip()
    shown = f"'{shown[:40]}…'" if len(shown) > 40 else f"'{shown}'"
    raise ReadError(path, line, f"does not look like a treebank: it begins with {shown}; expected {formats_of(ANY)}")


def recognised(data: bytes, readers: Sequence[Reader[AnyRead]]) -> Reader[AnyRead] | None:
    """The first format that the content looks like."""
    return next((reader for reader in readers if reader.sniff(data)), None)


def formats_of(readers: Sequence[Reader[AnyRead]]) -> str:
    """What can be read, by its titles."""
    *titles, last = [one.title for one in readers]
    return f"{', '.join(titles)} or {last}" if titles else last


# -- formats that are known by name only -------------------------------------------------------------------------------


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
