"""TIGER-XML (Mengel & Lezius 2000): ``<s>`` with a ``<graph>`` of ``<t>``, ``<nt>``, ``<edge>`` and ``<secedge>``.

A root VROOT over everything without a mother is not a node, as in the export format; ``graph@root`` says nothing more.
"""

from __future__ import annotations

import re
from dataclasses import replace
from operator import itemgetter
from typing import Any

from treecompare.readers.graphs import Graph, GraphBuilder, GraphError, check_nodes
from treecompare.readers.treebank import START, Around, Treebank, TreeReader
from treecompare.readers.xml import holds_element, read_xml, root_of
from treecompare.trees.preparation import VROOT

_ELEMENTS = ("{*}t", "{*}nt", "{*}edge", "{*}secedge")


class _Names(dict[str, str]):
    """Names of elements without their namespace."""

    def __missing__(self, tag: str) -> str:
        name = self[tag] = tag.rpartition("}")[2]
        return name


_NAMES = _Names()


def read_tigerxml(data: bytes, path: str, name: str) -> Treebank:
    """All sentences of a corpus. One that cannot be read is a problem of that sentence only. Raises ReadError: the content is not
    well-formed XML from the beginning on, or holds no sentence."""
    from html import unescape

    build = GraphBuilder(path, ("", "--"), (VROOT,))
    treebank = read_xml(data, build, name, TIGERXML.name, "s", "sentences <s> of TIGER-XML", _add)
    begin = root_of(data)[1]
    said = _CORPUS_ID.search(data, begin, begin + START)
    return replace(treebank, around=Around(unescape(said[1].decode("utf-8")))) if said else treebank


def _add(build: GraphBuilder, sentence: Any) -> None:
    name = sentence.get("id") or str(len(build.lines) + 1)
    build.add(lambda: _graph(sentence), int(sentence.sourceline or 0), name)


def _graph(sentence: Any) -> Graph:
    """The nodes of a sentence. Raises GraphError: a name is missing, there twice or unknown, or a node has two mothers."""
    graph = Graph()
    place_of: dict[str, int] = {}
    owners: dict[Any, str] = {}
    edges: list[tuple[int, str, Any]] = []
    for element in sentence.iter(*_ELEMENTS):
        name = _NAMES[element.tag]
        if name in ("edge", "secedge"):
            if mother := owners.get(element.getparent()):
                edges.append((place_of[mother], mother, element))
            continue
        line = element.sourceline or 0
        key = element.get("id") or _needed(element, "id")
        if key in place_of:
            raise GraphError(f"there are two nodes '{key[:40]}'; expected one of each id", line)
        if name == "t":
            label, form = element.get("pos"), _needed(element, "word")
            graph.words.append(len(place_of))
        else:
            label, form = element.get("cat", ""), None
        check_nodes(len(place_of), line)
        owners[element] = key
        place_of[key] = graph.add(key, label, None, None, form, element.get("lemma"), element.get("morph"), line)
    edges.sort(key=itemgetter(0))
    for _, mother, edge in edges:
        other, label = _needed(edge, "idref"), edge.get("label") or "--"
        if _NAMES[edge.tag] == "secedge":
            graph.secondary.append((mother, other, label))
            continue
        daughter = place_of.get(other)
        if daughter is None:
            raise GraphError(
                f"an edge leads to '{other[:40]}'; expected a node of the sentence", int(edge.sourceline or 0)
            )
        if graph.mothers[daughter] is not None:
            raise GraphError(f"'{other[:40]}' has two mothers; expected a tree", int(edge.sourceline or 0))
        graph.mothers[daughter], graph.edges[daughter] = mother, label
    return graph


def _needed(element: Any, attribute: str) -> str:
    text = element.get(attribute)
    if text is None or not (text or attribute == "word"):
        kind = element.tag.rpartition("}")[2]
        raise GraphError(f'a <{kind}> has no {attribute}; expected {attribute}="…"', int(element.sourceline or 0))
    return str(text)


_CORPUS_ID = re.compile(rb"<(?:\w+:)?corpus\s(?:[^<>]*\s)?id=\"([^\"<>]*)\"")


def _looks_like_tigerxml(data: bytes) -> bool:
    name, begin = root_of(data)
    parts = (b"corpus|subcorpus", b"graph|terminals|annotation|subcorpus")
    return bool(name) and all(holds_element(data, one, begin) for one in parts)


TIGERXML = TreeReader("tigerxml", "TIGER-XML", _looks_like_tigerxml, read_tigerxml)
