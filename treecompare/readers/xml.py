"""Treebanks in XML, element by element: nothing is fetched, and what was read is let go.

An entity that the file itself declares as text is replaced in attributes, as XML demands: words may hold some. libxml2 bounds what
becomes of it. Between elements none is replaced, because it could add words or whole sentences; one that occurs there is reported.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from treecompare.errors import ReadError, counted
from treecompare.readers.graphs import GraphBuilder
from treecompare.readers.treebank import START, Treebank, first_line

MOST_BYTES = 16 << 20
"""So many bytes may stand between the ends of two sentences: parsed, a byte of XML may need 50 of memory."""
_LAST_LINE = 65534
"""Beyond it lxml does not know the line of an element."""
_PROLOGUE = re.compile(rb"<(?:\?|!--|!(?:[^<>\"']++|\"[^\"]*\"|'[^']*')*+)")
"""How begins what stands before the outermost element; of declarations what is not markup itself."""
_NAME = re.compile(rb"<(?:[\w.-]+:)?([\w.-]+)(?=[\s/>])")
_DECLARATION = re.compile(rb"\s+<\?xml\s[^>]*\?>")


class _Faulty(Exception):
    """What is wrong with the content from ``line`` on (0: not known): it is not well-formed XML, or too long."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.line = line


class _Source(io.BytesIO):
    """Content that is handed over piece by piece, as long as sentences end."""

    last_end = 0

    def read(self, size: int | None = -1) -> bytes:
        if self.tell() - self.last_end > MOST_BYTES:
            raise _Faulty(f"has more than {MOST_BYTES >> 20} MB without the end of a sentence", 0)
        return super().read(size)


def root_of(data: bytes) -> tuple[bytes, int]:
    """The name of the outermost element, without its namespace, and where it begins, however much stands before it; an empty name
    where there is none."""
    first = first_line(data)
    place = data.find(b"<", first) if data[first : first + START].lstrip()[:1] == b"<" else -1
    while place >= 0 and (found := _PROLOGUE.match(data, place)):
        end = found.end()
        if found[0] in (b"<?", b"<!--"):
            end = data.find(b"?>" if found[0] == b"<?" else b"-->", end)
        place = data.find(b"<", end) if end >= 0 else -1
    if place < 0:
        return b"", 0
    name = _NAME.match(data, place)
    return (name[1], place) if name else (b"", 0)


def holds_element(data: bytes, names: bytes, begin: int) -> bool:
    """Whether an element of these names (between ``|``) begins anywhere from ``begin`` on; not in a comment."""
    marks = re.compile(rb"<(?:!--|!\[CDATA\[|(?:[\w.-]+:)?(%s)(?=[\s/>]))" % names)
    while found := marks.search(data, begin):
        if found[1]:
            return True
        begin = data.find(b"-->" if found[0] == b"<!--" else b"]]>", found.end())
        if begin < 0:
            return False
    return False


def elements(data: bytes, tag: str, entities: list[str]) -> Iterator[tuple[Any, bool]]:
    """The elements of that name, each once it is complete, and whether it holds others of its name; they are not handed out.

    ``entities`` is filled with those that stand between them.

    Each is emptied when the next one is asked for.

    Raises _Faulty: the content is not well-formed XML from some line on, or too long.
    """
    from lxml import etree

    if declared := _DECLARATION.match(
        data
    ):  # it may not stand behind blanks; the content is UTF-8 by now, whatever it says
        data = b"\n" * declared[0].count(b"\n") + data[declared.end() :]
    source = _Source(data)
    events = etree.iterparse(
        source, events=("start", "end"), tag=f"{{*}}{tag}", encoding="utf-8", resolve_entities=False, no_network=True,
        load_dtd=False, remove_comments=True, remove_pis=True,
    )  # fmt: skip
    depth, holds_others = 0, False
    try:
        for event, element in events:
            depth += 1 if event == "start" else -1
            if depth > 1:
                holds_others = True
            if event == "start" or depth:
                continue
            yield element, holds_others
            holds_others = False
            source.last_end = source.tell()
            element.clear(keep_tail=False)
            entities += [one.text for one in element.itersiblings(etree.Entity, preceding=True)]
            while element.getprevious() is not None:
                del element.getparent()[0]
        if events.root is not None:
            entities += [one.text for one in events.root.iter(etree.Entity)]
    except etree.XMLSyntaxError as error:
        said = next((one for one in events.error_log if one.line), None) if not error.lineno else None
        message, line = (error.msg, error.lineno) if said is None else (said.message, said.line)
        said_so = " ".join(str(message).split())[:200]
        raise _Faulty(f"is not well-formed XML ({said_so})", int(line or 0)) from error


def read_xml(
    data: bytes, build: GraphBuilder, name: str, format: str, tag: str, what: str,
    add: Callable[[GraphBuilder, Any], None],
) -> Treebank:  # fmt: skip
    """A treebank whose sentences are the elements ``tag``, each of which ``add`` adds to ``build``. ``what``: what the file should
    be. Raises ReadError: the content is not XML, or holds no such element."""
    from lxml import etree

    path, warnings, entities = build.path, list[str](), list[str]()
    try:
        for element, holds_others in elements(data, tag, entities):
            entity = next(element.iter(etree.Entity), None)
            if holds_others or entity is not None:
                reason = f"a <{tag}> stands within another <{tag}>; expected one behind the other"
                if entity is not None:
                    reason = f"the entity {entity.text[:40]} stands between words; it is not replaced there"
                build.refuse(reason, int(element.sourceline or 0), 0, element.get("id") or str(len(build.lines) + 1))
            else:
                add(build, element)
    except _Faulty as error:
        reason = f"{error}; expected {what}"
        if not build.lines:
            raise ReadError(path, error.line, reason) from error
        before = len(build.lines)
        line = error.line or build.lines[-1]
        # some faults are told after further sentences were read
        build.refuse(f"from here on the file {reason}", max(line, build.lines[-1]), 0, str(before + 1))
        were = "1 sentence before it was" if before == 1 else f"{before:,} sentences before it were"
        warnings.append(f"line {line}: {reason}; {were} read")
    if entities:
        stand = f"{counted(len(entities), 'entity stands', 'entities stand')} between sentences"
        warnings.append(
            f"{stand} and nothing in {'its' if len(entities) == 1 else 'their'} place; the first is {entities[0][:40]}"
        )
    if not build.lines:
        raise ReadError(path, 0, f"holds no <{tag}>; expected {what}")
    trees, lines, problems = build.trees(), list(build.lines), build.problems
    if lines[-1] > _LAST_LINE:
        for place, line in enumerate(_lines_of(data, tag)[: len(lines)]):
            lines[place] = line
        problems = {
            place: replace(one, line=lines[place]) if one.line > _LAST_LINE else one for place, one in problems.items()
        }
    return Treebank(name, path, format, trees, np.array(lines, np.int64), build.ids, problems, warnings)


def _lines_of(data: bytes, tag: str) -> list[int]:
    """The lines on which the elements of that name begin, which stand neither in comments nor in CDATA."""
    lines, line, begin = [], 1, 0
    begins = re.compile(
        rb"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|(<(?:[\w.-]+:)?%s(?=[\s/>]))" % tag.encode(), re.DOTALL
    )
    for found in begins.finditer(data):
        if found[1]:
            line += data.count(b"\n", begin, found.start())
            begin = found.start()
            lines.append(line)
    return lines
