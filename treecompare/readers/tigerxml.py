"""TIGER-XML (Mengel & Lezius 2000): ``<s>`` with a ``<graph>`` of ``<t>``, ``<nt>``, ``<edge>`` and ``<secedge>``.

A root VROOT over everything without a mother is not a node, as in the export format; ``graph@root`` says nothing more.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from treecompare.readers.graphs import Graph, GraphBuilder, GraphError, Node, check_nodes
from treecompare.readers.treebank import Around, Treebank, TreeReader, beginning
from treecompare.readers.xml import read_xml
from treecompare.trees.preparation import VROOT

_NOTHING = ("", "--", None)


def read_tigerxml(data: bytes, path: str, name: str) -> Treebank:
    """All sentences of a corpus. One that cannot be read is a problem of that sentence only. Raises ReadError: the content is not
    well-formed XML from the beginning on, or holds no sentence."""
    from html import unescape

    treebank = read_xml(data, path, name, TIGERXML.name, "s", "sentences <s> of TIGER-XML", _add)
    said = _CORPUS_ID.search(beginning(data))
    return replace(treebank, around=Around(unescape(said[1].decode("utf-8")))) if said else treebank


def _add(build: GraphBuilder, sentence: Any) -> None:
    name = sentence.get("id") or str(len(build.lines) + 1)
    build.add(lambda: _graph(sentence), int(sentence.sourceline or 0), name)


def _graph(sentence: Any) -> Graph:
    """The nodes of a sentence. Raises GraphError: a name is missing, there twice or unknown, or a node has two mothers."""
    graph = Graph()
    elements: list[tuple[str, Any]] = []
    for element in sentence.iter("{*}t", "{*}nt"):
        is_word = element.tag.rpartition("}")[2] == "t"
        key, line = _needed(element, "id"), int(element.sourceline or 0)
        if key in graph.nodes:
            raise GraphError(f"there are two nodes '{key[:40]}'; expected one of each id", line)
        label = element.get("pos") if is_word else element.get("cat", "")
        form = _needed(element, "word") if is_word else None
        lemma, morph = (_said(element.get(one)) for one in ("lemma", "morph"))
        check_nodes(len(elements), line)
        graph.nodes[key] = Node(label, None, None, form, lemma, morph, line)
        if is_word:
            graph.words.append(key)
        elements.append((key, element))
    for key, element in elements:
        for edge in element.iterchildren("{*}edge", "{*}secedge"):
            other, label = _needed(edge, "idref"), edge.get("label") or "--"
            if edge.tag.rpartition("}")[2] == "secedge":
                graph.secondary.append((key, other, label))
                continue
            daughter = graph.nodes.get(other)
            if daughter is None:
                raise GraphError(
                    f"an edge leads to '{other[:40]}'; expected a node of the sentence", int(edge.sourceline or 0)
                )
            if daughter.mother is not None:
                raise GraphError(f"'{other[:40]}' has two mothers; expected a tree", int(edge.sourceline or 0))
            daughter.mother, daughter.edge = key, _said(label)
    graph.drop_root(VROOT)
    return graph


def _needed(element: Any, attribute: str) -> str:
    text = element.get(attribute)
    if text is None or not (text or attribute == "word"):
        kind = element.tag.rpartition("}")[2]
        raise GraphError(f'a <{kind}> has no {attribute}; expected {attribute}="…"', int(element.sourceline or 0))
    return str(text)


def _said(text: str | None) -> str | None:
    return None if text in _NOTHING else text


_CORPUS_ID = re.compile(rb"<(?:\w+:)?corpus\s(?:[^<>]*\s)?id=\"([^\"<>]*)\"")
_CORPUS = re.compile(rb"<(?:\w+:)?(?:sub)?corpus[\s>]")
_PARTS = re.compile(rb"<(?:\w+:)?(?:graph|terminals|annotation|subcorpus)[\s/>]")


def _looks_like_tigerxml(data: bytes) -> bool:
    start = beginning(data)
    return start.lstrip()[:1] == b"<" and bool(_CORPUS.search(start)) and bool(_PARTS.search(start))


TIGERXML = TreeReader("tigerxml", "TIGER-XML", _looks_like_tigerxml, read_tigerxml)
