"""Treebanks in XML, element by element: nothing is fetched, and what was read is let go.

An entity that the file itself declares as text is replaced in attributes, as XML demands: words may hold some. libxml2 bounds what
becomes of it. Between elements none is replaced, because it could add words or whole sentences; one that occurs there is reported.

Alpino XML (van der Beek et al. 2002): ``<alpino_ds>`` with nested ``<node>``, one sentence per file or many in one.
The order of the words is in ``begin`` only, and daughters may stand in any order. A node with neither word nor daughters
repeats the node of its ``index`` elsewhere: that is a secondary edge. The root ``top`` is not a node.

TIGER-XML (Mengel & Lezius 2000): ``<s>`` with a ``<graph>`` of ``<t>``, ``<nt>``, ``<edge>`` and ``<secedge>``.
A root VROOT over everything without a mother is not a node, as in the export format; ``graph@root`` says nothing more.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from operator import itemgetter
from typing import Any

import numpy as np

from treecompare.errors import ReadError, counted
from treecompare.readers.graphs import MOST_NODES, TOO_MANY, Graph, GraphBuilder
from treecompare.readers.treebank import START, Around, BadSentence, Treebank, TreeReader, first_line
from treecompare.reading import whole_number
from treecompare.trees.preparation import VROOT

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
    """The elements of that name, each once it is complete, and whether it holds others of its name, which are not handed out. Each
    is emptied when the next one is asked for. ``entities`` is filled with those that stand between them.

    Raises _Faulty: the content is not well-formed XML from some line on, or too long.
    """
    from lxml import etree

    if declared := _DECLARATION.match(data):  # it may not stand behind blanks; the content is UTF-8, whatever it says
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
    graph: Callable[[Any], Graph], id_of: Callable[[Any], str] = lambda sentence: sentence.get("id"),
) -> Treebank:  # fmt: skip
    """A treebank whose sentences are the elements ``tag``, whose nodes ``graph`` finds. ``what``: what the file should be. Raises
    ReadError: the content is not well-formed XML from the beginning on, or holds no such element."""
    from lxml import etree

    path, warnings, entities = build.path, list[str](), list[str]()
    try:
        for element, holds_others in elements(data, tag, entities):
            entity, number = next(element.iter(etree.Entity), None), str(len(build.lines) + 1)
            line = int(element.sourceline or 0)
            if holds_others or entity is not None:
                reason = f"a <{tag}> stands within another <{tag}>; expected one behind the other"
                if entity is not None:
                    reason = f"the entity {entity.text[:40]} stands between words; it is not replaced there"
                build.refuse(reason, line, 0, element.get("id") or number)
            else:
                build.add(partial(graph, element), line, id_of(element) or number)
    except _Faulty as error:
        reason = f"{error}; expected {what}"
        if not build.lines:
            raise ReadError(path, error.line, reason) from error
        before = len(build.lines)
        line = error.line or build.lines[-1]
        # some faults are told after further sentences were read
        build.refuse(f"from here on the file {reason}", max(line, build.lines[-1]), 0, str(before + 1))
        were = counted(before, "sentence before it was", "sentences before it were")
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


# -- Alpino XML (van der Beek et al. 2002): nested nodes, one sentence per file or many in one -------------------------

TOP = "top"
"""The label of the root."""
_MOST = 1 << 30


_begin = lru_cache(4096)(partial(whole_number, most=_MOST))


def read_alpino(data: bytes, path: str, name: str) -> Treebank:
    """All sentences of a treebank. Raises ReadError: as :func:`read_xml`."""
    build = GraphBuilder(path, roots=(TOP, VROOT))
    return read_xml(data, build, name, ALPINO.name, "alpino_ds", "sentences <alpino_ds> of Alpino XML", _graph, _name)


def _name(sentence: Any) -> str:
    text = sentence.find("{*}sentence")
    return str(sentence.get("id") or (text.get("sentid") if text is not None else None) or "")


def _graph(sentence: Any) -> Graph:
    """The nodes of a sentence, words by where they begin. Raises BadSentence: a word has no place, or daughters; a node has no
    mother, or an index is nowhere filled."""
    graph = Graph()
    begins: list[tuple[int, int]] = []
    filled: dict[str, str] = {}
    empty: list[tuple[str, str, str, int]] = []
    owners: dict[Any, str | None] = {sentence: None}
    is_elsewhere = False
    for element in sentence.iter("{*}node"):
        above = element.getparent()
        if above not in owners:
            is_elsewhere = True
            continue
        if len(owners) > MOST_NODES:
            raise BadSentence(TOO_MANY, int(element.sourceline or 0))
        mother, said = owners[above], dict(element.items())
        key = owners[element] = str(len(graph.nodes) + 1)
        has_daughters = len(element) > 0 and element.find("{*}node") is not None
        index, form, edge = said.get("index"), said.get("word"), said.get("rel", "--")
        if form is None and not has_daughters:
            if mother is not None and index is not None:
                empty.append((index, mother, edge, int(element.sourceline or 0)))
            continue
        if index is not None:
            filled[index] = key
        label = said.get("cat", "")
        if form is not None:
            if has_daughters:
                raise BadSentence(
                    f"the word '{form[:40]}' has nodes below it; expected none", int(element.sourceline or 0)
                )
            found = said.get("begin", "")
            begin = _begin(found)
            if begin is None or begin == _MOST:
                raise BadSentence(
                    f"the word '{form[:40]}' begins at '{found[:40]}'; expected a number", int(element.sourceline or 0)
                )
            begins.append((begin, len(graph.nodes)))
            # of the treebanks of the 2000s, of Lassy, of the tagger D-COI
            label = said.get("pos", said.get("pt", said.get("postag")))
        lemma = said["lemma"] if "lemma" in said else said.get("root")
        graph.nodes.append((key, mother, label, form, None if edge == "--" else edge, lemma, None, 0))
    if is_elsewhere:
        raise BadSentence("a <node> stands within something else; expected nodes within nodes")
    graph.words = [place for _, place in sorted(begins, key=itemgetter(0))]
    for index, mother, edge, line in empty:
        if index not in filled:
            raise BadSentence(
                f"nothing has the index {index[:40]} that a node repeats; expected a node with words", line
            )
        graph.secondary.append((filled[index], mother, edge))
    return graph


def _looks_like_alpino(data: bytes) -> bool:
    name, begin = root_of(data)
    return bool(name) and holds_element(data, b"alpino_ds", begin)


ALPINO = TreeReader("alpino", "Alpino XML", _looks_like_alpino, read_alpino)


# -- TIGER-XML (Mengel & Lezius 2000): a graph of terminals, nonterminals and edges ------------------------------------

_ELEMENTS = ("{*}t", "{*}nt", "{*}edge", "{*}secedge")


class _Names(dict[str, str]):
    """Names of elements without their namespace."""

    def __missing__(self, tag: str) -> str:
        name = self[tag] = tag.rpartition("}")[2]
        return name


_NAMES = _Names()


def read_tigerxml(data: bytes, path: str, name: str) -> Treebank:
    """All sentences of a corpus. Raises ReadError: as :func:`read_xml`."""
    from html import unescape

    build = GraphBuilder(path, ("", "--"), (VROOT,))
    treebank = read_xml(data, build, name, TIGERXML.name, "s", "sentences <s> of TIGER-XML", _tiger_graph)
    begin = root_of(data)[1]
    said = _CORPUS_ID.search(data, begin, begin + START)
    return replace(treebank, around=Around(unescape(said[1].decode("utf-8")))) if said else treebank


def _tiger_graph(sentence: Any) -> Graph:
    """The nodes of a sentence. Raises BadSentence: a name is missing, there twice or unknown, or a node has two mothers."""
    graph = Graph()
    owners: dict[Any, str] = {}
    found: dict[str, tuple[str | None, str | None, Any, int]] = {}
    edges: list[tuple[str, Any, bool]] = []
    for element in sentence.iter(*_ELEMENTS):
        name = _NAMES[element.tag]
        if name in ("edge", "secedge"):
            if above := owners.get(element.getparent()):
                edges.append((above, element, name == "edge"))
            continue
        line = element.sourceline or 0
        key = element.get("id") or _needed(element, "id")
        if key in found:
            raise BadSentence(f"there are two nodes '{key[:40]}'; expected one of each id", line)
        if name == "t":
            label, form = element.get("pos"), element.get("word")
            graph.words.append(len(found))
            if form is None:
                _needed(element, "word")
        else:
            label, form = element.get("cat", ""), None
        if len(found) > MOST_NODES:
            raise BadSentence(TOO_MANY, line)
        owners[element] = key
        found[key] = label, form, element, line
    mothers: dict[str, tuple[str, str]] = {}
    places = dict(zip(found, range(len(found)), strict=True))
    edges.sort(key=lambda one: places[one[0]])
    for mother, edge, is_edge in edges:
        other, label = edge.get("idref") or _needed(edge, "idref"), edge.get("label") or "--"
        if not is_edge:
            graph.secondary.append((mother, other, label))
        elif other not in found:
            raise BadSentence(
                f"an edge leads to '{other[:40]}'; expected a node of the sentence", int(edge.sourceline or 0)
            )
        elif other in mothers:
            raise BadSentence(f"'{other[:40]}' has two mothers; expected a tree", int(edge.sourceline or 0))
        else:
            mothers[other] = mother, label
    for key, (label, form, element, line) in found.items():
        above, edge = mothers.get(key, (None, None))
        graph.nodes.append((key, above, label, form, edge, element.get("lemma"), element.get("morph"), line))
    return graph


def _needed(element: Any, attribute: str) -> str:
    text = element.get(attribute)
    if text is None or not (text or attribute == "word"):
        kind = element.tag.rpartition("}")[2]
        raise BadSentence(f'a <{kind}> has no {attribute}; expected {attribute}="…"', int(element.sourceline or 0))
    return str(text)


_CORPUS_ID = re.compile(rb"<(?:\w+:)?corpus\s(?:[^<>]*\s)?id=\"([^\"<>]*)\"")


def _looks_like_tigerxml(data: bytes) -> bool:
    name, begin = root_of(data)
    parts = (b"corpus|subcorpus", b"graph|terminals|annotation|subcorpus")
    return bool(name) and all(holds_element(data, one, begin) for one in parts)


TIGERXML = TreeReader("tigerxml", "TIGER-XML", _looks_like_tigerxml, read_tigerxml)
