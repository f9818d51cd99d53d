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
from itertools import count

import numpy as np

from treecompare.errors import ReadError, counted
from treecompare.readers.brackets import COMMENT
from treecompare.readers.graphs import Graph, GraphBuilder
from treecompare.readers.ppche import source_of
from treecompare.readers.treebank import Around, BadSentence, Treebank, TreeReader
from treecompare.trees.annotations import EDGE, LEMMA
from treecompare.trees.tree import DEEPEST, WORD, Tree
from treecompare.trees.writing import NO_SECONDARY, NOTHING, Lost

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
    """All sentences of a file. Raises ReadError: no line begins with a bracket."""
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
    """The nodes of a sentence; ``left_out`` counts its punctuation. Raises BadSentence: the brackets do not hold a tree."""
    graph = Graph()
    todo: list[_Open] = []
    names: dict[str, str] = {}
    gaps: list[tuple[str, str, str]] = []
    function: str | None = None
    place, line = 0, first

    def wrong(reason: str) -> BadSentence:
        return BadSentence(reason, line)

    while match := _TOKEN.match(text, place):
        line += text.count("\n", place, match.end())
        place = match.end()
        mark, attribute, string, symbol, other = match.groups()
        if graph.nodes and not todo:
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
            key = str(len(graph.nodes) + 1)
            graph.nodes.append((key, todo[-1].key if todo else None, None, None, function, None, None, line))
            todo.append(_Open(key, len(graph.nodes) - 1, function))
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
        raise wrong(f"{counted(len(todo), 'bracket is', 'brackets are')} not closed; expected a balanced tree")
    for name, mother, label in gaps:
        if name in names:
            graph.secondary.append((names[name], mother, label))
    return graph


def _close(graph: Graph, todo: list[_Open], names: dict[str, str], gaps: list[tuple[str, str, str]],
           left_out: Counter[str], wrong: Callable[[str], BadSentence]) -> None:  # fmt: skip
    """Ends the innermost node."""
    one = todo.pop()
    if not one.label or one.attribute:
        raise wrong(f"a bracket is closed where {'a text or a node' if one.attribute else 'its category'} is expected")
    word = GAP_WORD if one.label == GAP and not one.has_daughters else one.texts.get("t")
    key, mother, *_, line = graph.nodes[one.place]
    lemma = None if word is None else one.texts.get("l")
    graph.nodes[one.place] = key, mother, one.label, word, one.function, lemma, None, line
    if word is not None:
        if one.has_daughters:
            raise wrong(f"the word '{word[:40]}' has daughters; expected none")
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


_INDENT = "    "
_NODE = re.compile(r'"(?:[^"\\]|\\.)*"|\((?:[^\s()":/]+ / )?[^\s()":/]+((?:\s+:[^\s()":/]+ "(?:[^"\\]|\\.)*")*)')
"""A bracket with what is said of its node; or a text elsewhere, in which there may be brackets."""
_WORD = re.compile(r':t "((?:[^"\\]|\\.)*)"')
_UNSAFE = re.compile(r'[\s()":/]')
NO_FUNCTION = f"with nodes without functions, which became :{NOTHING}"
NO_ROOT = "with several roots, which were put below one without a category"
NO_NOTES = "lost notes on constituents"
CHANGED = 'with blanks or one of ()":/ in labels, which became _'


def cgel_text(treebank: Treebank, sentence: int) -> tuple[str, Lost]:
    """The text of a sentence, with the comments before it, and what of it the format cannot hold."""
    tree = treebank.trees[sentence]
    around = treebank.around
    if treebank.format != "cgel" or around is None or around.cuts is None or len(around.cuts) != treebank.count + 1:
        comment = f"# sent_id = {treebank.ids[sentence]}\n" if treebank.ids else ""
        text, lost = _written(tree, [], {})
        return f"{comment}{text}\n\n", lost
    source = source_of(treebank, sentence)
    if sentence in treebank.problems:
        return source, set()
    before = read_cgel(source.encode(), "", "").trees[0]
    if _said(before) == _said(tree):
        return source, set()
    begin = re.search(r"^\(", source, re.MULTILINE)
    assert begin is not None
    found = [match[1] for match in _NODE.finditer(source, begin.start()) if match[1] is not None]
    notes = _notes(before, found, tree)
    text, lost = _written(tree, [one for one in found if ":t " in one], notes)
    if len(notes) < sum(bool(one) and ":t " not in one for one in found):
        lost.add(NO_NOTES)
    after = source[len(source.rstrip()) :]
    return source[: begin.start()] + text + after, lost


def _notes(before: Tree, found: list[str], tree: Tree) -> dict[int, str]:
    """By the nodes of ``tree`` what was said of the same constituents of ``before``: ``found``, of each of its brackets."""
    sizes, kinds = before.sizes.tolist(), before.kinds.tolist()
    brackets = sorted(
        (node for node in range(len(before)) if kinds[node] != WORD), key=lambda node: (node - sizes[node], -node)
    )
    if len(brackets) != len(found):
        return {}
    said = {node: text for node, text in zip(brackets, found, strict=True) if text and ":t " not in text}
    now = _constituents(tree)
    return {
        there: said[node]
        for of, nodes in _constituents(before).items()
        for node, there in zip(nodes, now.get(of, ()), strict=False)
        if node in said
    }


def _constituents(tree: Tree) -> dict[tuple[int, str], list[int]]:
    """Nodes by the words below them that are no gaps (bits), and by category; from the top."""
    sets, parents = [0] * len(tree), tree.parents
    for place, word in enumerate(node for node in tree.word_nodes.tolist() if tree.texts[node] != GAP_WORD):
        node = parents[word]
        while node >= 0:
            sets[node] |= 1 << place
            node = parents[node]
    found: dict[tuple[int, str], list[int]] = {}
    for node in reversed(range(len(tree))):
        found.setdefault((sets[node], tree.texts[node]), []).append(node)
    return found


def _said(tree: Tree) -> tuple[object, ...]:
    """What two trees have in common if they say the same, whatever numbers their texts have."""
    extras, texts = tree.extras, tree.symbols
    columns = extras.columns if extras is not None else {}
    secondary = extras.secondary.tolist() if extras is not None and extras.secondary is not None else []
    return (
        tree.texts, tree.kinds.tolist(), tree.sizes.tolist(),
        [[texts[one] if one >= 0 else None for one in columns[EDGE].tolist()] if EDGE in columns else None],
        [(node, mother, texts[label]) for node, mother, label in secondary],
    )  # fmt: skip


def _written(tree: Tree, attributes: list[str], notes: dict[int, str]) -> tuple[str, Lost]:
    """``attributes``: what a file says of each word that is no gap, where it is such a file; ``notes``: of constituents."""
    kinds, children, texts = tree.kinds.tolist(), tree.children, tree.texts
    lost: Lost = set()
    columns = tree.extras.columns if tree.extras is not None else {}
    edges, lemmas = columns.get(EDGE), columns.get(LEMMA)
    names = _names(tree, edges)
    if tree.extras is not None and len(tree.extras.secondary if tree.extras.secondary is not None else ()) > sum(
        texts[node] == GAP for node in names
    ):
        lost.add(NO_SECONDARY)
    words = [node for node in tree.word_nodes.tolist() if texts[node] != GAP_WORD]
    said_of = dict(zip(words, attributes, strict=True)) if len(words) == len(attributes) else {}

    def safe(text: str) -> str:
        changed = _UNSAFE.sub("_", text) or "_"
        if changed != text:
            lost.add(CHANGED)
        return changed

    def quoted(text: str) -> str:
        return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'

    def word(node: int, tag: int) -> str:
        if texts[node] == GAP_WORD:
            return ""
        said = said_of.get(node, "")
        match = _WORD.search(said)
        if match is not None and re.sub(r"\\(.)", r"\1", match[1]) == texts[node]:
            return str(said)
        lemma = -1 if lemmas is None else int(lemmas[tag])
        return f" :t {quoted(texts[node])}" + (f" :l {quoted(tree.symbols[lemma])}" if lemma >= 0 else "")

    def function(node: int) -> str:
        number = -1 if edges is None else int(edges[node])
        if number < 0:
            lost.add(NO_FUNCTION)
        return safe(tree.symbols[number]) if number >= 0 else NOTHING

    out: list[str] = []
    roots = tree.roots
    if len(roots) != 1:
        lost.add(NO_ROOT)
        out.append("(_")
    todo: list[tuple[int | None, int]] = [(node, int(len(roots) != 1)) for node in reversed(roots)]
    while todo:
        node, depth = todo.pop()
        if node is None:
            out.append(")")
            continue
        if depth:
            out.append(f"\n{_INDENT * depth}:{function(node)} ")
        called = f"{names[node]} / " if node in names else ""
        below = children[node]
        if kinds[node] == WORD:
            out.append(f"({called}{GAP if texts[node] == GAP_WORD else '_'}{word(node, node)})")
        elif len(below) == 1 and kinds[below[0]] == WORD:
            out.append(f"({called}{safe(texts[node])}{word(below[0], node)})")
        else:
            out.append(f"({called}{safe(texts[node])}{notes.get(node, '')}")
            todo.append((None, depth))
            todo += [(one, depth + 1) for one in reversed(below)]
    return "".join(out) + ")" * int(len(roots) != 1), lost


def _names(tree: Tree, edges: object) -> dict[int, str]:
    """Gaps and what stands for them by their nodes: ``x``, ``y``, ``z``, ``x1``, … as the gaps follow each other."""
    extras = tree.extras
    if extras is None or extras.secondary is None or edges is None:
        return {}
    left = extras.secondary.tolist()
    parents, column = tree.parents, extras.columns[EDGE].tolist()
    fresh = (f"{letter}{number or ''}" for number in count() for letter in "xyz")
    found: dict[int, str] = {}
    for word in tree.word_nodes.tolist():
        gap = parents[word]
        if tree.texts[word] != GAP_WORD or gap < 0:
            continue
        here = [one for one in left if one[1] == parents[gap]]
        edge = next((one for one in here if one[2] == column[gap]), here[0] if here else None)
        if edge is not None:
            left.remove(edge)
            name = found.get(edge[0]) or next(fresh)
            found[edge[0]] = found[gap] = name
    return found
