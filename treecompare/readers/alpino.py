"""Alpino XML (van der Beek et al. 2002): ``<alpino_ds>`` with nested ``<node>``, one sentence per file or many in one.

The order of the words is in ``begin`` only, and daughters may stand in any order. A node with neither word nor daughters
repeats the node of its ``index`` elsewhere: that is a secondary edge. The root ``top`` is not a node.
"""

from __future__ import annotations

from typing import Any

from treecompare.readers.graphs import Graph, GraphBuilder, GraphError, check_nodes
from treecompare.readers.treebank import Treebank, TreeReader
from treecompare.readers.xml import holds_element, read_xml, root_of
from treecompare.reading import whole_number
from treecompare.trees.preparation import VROOT

_TAGS = ("pos", "pt", "postag")
"""Attributes with the part of speech: of the treebanks of the 2000s, of Lassy, of the tagger D-COI."""
TOP = "top"
"""The label of the root."""
_MOST = 1 << 30


def read_alpino(data: bytes, path: str, name: str) -> Treebank:
    """All sentences of a treebank. One that cannot be read is a problem of that sentence only. Raises ReadError: the content is not
    well-formed XML from the beginning on, or holds no sentence."""
    build = GraphBuilder(path, roots=(TOP, VROOT))
    return read_xml(data, build, name, ALPINO.name, "alpino_ds", "sentences <alpino_ds> of Alpino XML", _add)


def _add(build: GraphBuilder, sentence: Any) -> None:
    name = _name(sentence) or str(len(build.lines) + 1)
    build.add(lambda: _graph(sentence), int(sentence.sourceline or 0), name)


def _name(sentence: Any) -> str:
    text = sentence.find("{*}sentence")
    return str(sentence.get("id") or (text.get("sentid") if text is not None else None) or "")


def _graph(sentence: Any) -> Graph:
    """The nodes of a sentence, words by where they begin. Raises GraphError: a word has no place or daughters, a node no mother, or
    an index is nowhere filled."""
    graph = Graph()
    begins: list[tuple[int, int]] = []
    filled: dict[str, str] = {}
    empty: list[tuple[str, str, str, int]] = []
    todo: list[tuple[Any, str | None]] = [(node, None) for node in reversed(sentence.findall("{*}node"))]
    met = 0
    while todo:
        element, mother = todo.pop()
        met += 1
        check_nodes(met, int(element.sourceline or 0))
        key, line = str(len(graph.keys) + 1), int(element.sourceline or 0)
        daughters = element.findall("{*}node")
        index, form, edge = element.get("index"), element.get("word"), element.get("rel", "--")
        if form is None and not daughters:
            if mother is not None and index is not None:
                empty.append((index, mother, edge, line))
            continue
        if index is not None:
            filled[index] = key
        if form is not None:
            if daughters:
                raise GraphError(f"the word '{form[:40]}' has nodes below it; expected none", line)
            begin = whole_number(element.get("begin", ""), _MOST)
            if begin is None or begin == _MOST:
                raise GraphError(
                    f"the word '{form[:40]}' begins at '{element.get('begin', '')[:40]}'; expected a number", line
                )
            begins.append((begin, len(graph.keys)))
            label = next((found for one in _TAGS if (found := element.get(one)) is not None), None)
        else:
            label = element.get("cat", "")
        said = None if edge == "--" else edge
        graph.add(key, label, mother, said, form, element.get("lemma", element.get("root")), None, line)
        todo += [(one, key) for one in reversed(daughters)]
    if met < sum(1 for _ in sentence.iter("{*}node")):
        raise GraphError("a <node> stands within something else; expected nodes within nodes")
    graph.words = [place for _, place in sorted(begins, key=lambda one: one[0])]
    for index, mother, edge, line in empty:
        if index not in filled:
            raise GraphError(
                f"nothing has the index {index[:40]} that a node repeats; expected a node with words", line
            )
        graph.secondary.append((filled[index], mother, edge))
    return graph


def _looks_like_alpino(data: bytes) -> bool:
    name, begin = root_of(data)
    return bool(name) and holds_element(data, b"alpino_ds", begin)


ALPINO = TreeReader("alpino", "Alpino XML", _looks_like_alpino, read_alpino)
