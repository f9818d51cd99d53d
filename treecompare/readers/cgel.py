"""CGELBank's own format (Reynolds, Arora & Schneider 2023): trees in the style of the Cambridge Grammar.

``(Clause :Subj (NP :Head (N :t "she")) :Head (VP …))``: the category is the label, the function (``:Subj``) that of the edge,
``:t`` the word, which may hold blanks, and ``:l`` its lemma. ``(x / GAP)`` is the word ``*gap*``; the node that is called ``x``,
too, gets a secondary edge to the gap's mother, with the gap's function. Notes and corrections are left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from treecompare.errors import ReadError, counted
from treecompare.readers.brackets import COMMENT
from treecompare.readers.graphs import Graph, GraphBuilder, GraphError
from treecompare.readers.treebank import Around, Treebank, TreeReader
from treecompare.trees.tree import DEEPEST

GAP, GAP_WORD = "GAP", "*gap*"
_TOKEN = re.compile(r"""\s*(?:([()/])|:([^\s()":/]+)|"((?:[^"\\]|\\.)*)"|([^\s()":/]+)|(\S))""", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


@dataclass
class _Open:
    """A node that is not closed yet: what its brackets said so far."""

    key: str
    place: int
    function: str | None
    label: str = ""
    name: str = ""
    attribute: str = ""
    texts: dict[str, str] = field(default_factory=dict)
    has_daughters: bool = False


def read_cgel(data: bytes, path: str, name: str) -> Treebank:
    """All sentences of a file. One that cannot be read is a problem of that sentence only. Raises ReadError: no line begins with a
    bracket."""
    build, left_out = GraphBuilder(), Counter[str]()
    comments: dict[str, str] = {}
    tree: list[str] = []
    first = here = 0
    cuts = [0]

    def end() -> None:
        if tree:
            cuts.append(here)
            called = comments.get("sent_id") or str(len(build.lines) + 1)
            build.add(lambda: _graph("\n".join(tree), first, left_out), first, called)
            comments.clear()
        tree.clear()

    for number, line in enumerate(data.split(b"\n"), 1):
        if line.startswith((b"(", b"#")) or not line.strip():
            end()
        if found := COMMENT.match(line):
            comments[found[1].decode("utf-8")] = found[2].decode("utf-8").strip()
        elif line.strip() and not line.startswith(b"#"):
            first = first if tree else number
            tree.append(line.decode("utf-8"))
        here = min(here + len(line) + 1, len(data))
    end()
    cuts[-1] = len(data)
    if not build.lines:
        raise ReadError(
            path, 1, 'there is no tree; expected one that begins like (Clause :Head (VP :Head (V :t "land")))'
        )
    warnings = [f"{counted(count, what)} (:p) left out: no node of the tree" for what, count in left_out.items()]
    return Treebank(
        name,
        path,
        CGEL.name,
        build.trees(),
        np.array(build.lines, np.int64),
        build.ids,
        build.problems,
        warnings,
        Around("", source=data, cuts=np.array(cuts, np.int64)),
    )


def _graph(text: str, first: int, left_out: Counter[str]) -> Graph:
    """The nodes of a sentence; ``left_out`` counts its punctuation. Raises GraphError: the brackets do not hold a tree."""
    graph = Graph()
    todo: list[_Open] = []
    names: dict[str, str] = {}
    gaps: list[tuple[str, str, str]] = []
    function: str | None = None
    place, line = 0, first

    def wrong(reason: str) -> GraphError:
        return GraphError(reason, line)

    while match := _TOKEN.match(text, place):
        line += text.count("\n", place, match.end())
        place = match.end()
        mark, attribute, string, symbol, other = match.groups()
        if graph.keys and not todo:
            raise wrong(
                f"'{match[0].strip()[:40]}' stands behind the tree; expected one tree, and an empty line behind it"
            )
        if mark == "(":
            if todo and (not todo[-1].attribute or "t" in todo[-1].texts):
                raise wrong("a node stands where no function is named; expected :FUNCTION before its bracket")
            if len(todo) == DEEPEST:
                raise wrong(f"brackets are nested deeper than {DEEPEST:,}; expected the tree of a sentence")
            function = todo[-1].attribute if todo else None
            if todo:
                todo[-1].attribute, todo[-1].has_daughters = "", True
            key = str(len(graph.keys) + 1)
            todo.append(_Open(key, graph.add(key, None, todo[-1].key if todo else None, function, line=line), function))
        elif not todo:
            raise wrong(f"'{match[0].strip()[:40]}' stands outside of brackets; expected '('")
        elif mark == "/":
            if not todo[-1].label or todo[-1].name:
                raise wrong("a '/' stands without a name before it; expected (x / NP …)")
            todo[-1].name, todo[-1].label = todo[-1].label, ""
        elif mark == ")":
            _close(graph, todo, names, gaps, left_out, wrong)
        elif attribute is not None and not todo[-1].attribute and todo[-1].label:
            todo[-1].attribute = attribute
        elif string is not None and todo[-1].attribute:
            todo[-1].texts[todo[-1].attribute] = _ESCAPE.sub(r"\1", string)
            todo[-1].attribute = ""
        elif symbol is not None and not todo[-1].label:
            todo[-1].label = symbol
        else:
            found = other or match[0].strip()
            raise wrong(f"'{found[:40]}' is not expected here; expected :FUNCTION (…), :t \"word\" or ')'")
    if todo:
        count = "1 bracket is" if len(todo) == 1 else f"{len(todo)} brackets are"
        raise wrong(f"{count} not closed; expected a balanced tree")
    for name, mother, label in gaps:
        if name in names:
            graph.secondary.append((names[name], mother, label))
    return graph


def _close(graph: Graph, todo: list[_Open], names: dict[str, str], gaps: list[tuple[str, str, str]],
           left_out: Counter[str], wrong: Callable[[str], GraphError]) -> None:  # fmt: skip
    """Ends the innermost node."""
    one = todo.pop()
    if not one.label or one.attribute:
        raise wrong(f"a bracket is closed where {'a text or a node' if one.attribute else 'its category'} is expected")
    graph.labels[one.place] = one.label
    word = GAP_WORD if one.label == GAP and not one.has_daughters else one.texts.get("t")
    if word is not None:
        if one.has_daughters:
            raise wrong(f"the word '{word[:40]}' has daughters; expected none")
        graph.forms[one.place], graph.lemmas[one.place] = word, one.texts.get("l")
        graph.words.append(one.place)
    if one.label == GAP and one.name and todo:
        gaps.append((one.name, todo[-1].key, one.function or "--"))
    elif one.name:
        names.setdefault(one.name, one.key)
    if "p" in one.texts:
        left_out["punctuation mark"] += 1


_BEGIN = re.compile(
    rb"(?:#[^\n]*\n|[ \t\r]*\n)*\([^() \t\n:]+(?:[ \t]+:[a-z]+ \"(?:[^\"\\\n]|\\.)*\")*"
    rb"(?:[ \t]*:t \"|[ \t\r]*\n[ \t]+:[A-Za-z_-]+ \(|[ \t]+:[A-Z][A-Za-z_-]* \([^() \t\n:/]+[ \t\n]+:)"
)


def _looks_like_cgel(data: bytes) -> bool:
    return _BEGIN.match(data) is not None


CGEL = TreeReader("cgel", "CGELBank", _looks_like_cgel, read_cgel)
