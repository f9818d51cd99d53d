"""Sentences as text: brackets (one tree per line, or indented), CoNLL-U, CoNLL-U Plus and CoNLL-X.

Sentences whose branches may cross, as text: NEGRA export, TIGER-XML and discontinuous brackets.
Each function gives the text of a sentence and what of it the format cannot hold, each as the end of "3 sentences …".
Export and TIGER-XML number constituents from 500 on, those over words first, from left to right, as their projects do.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from treecompare.trees.annotations import EDGE, LEMMA, MORPH
from treecompare.trees.arcs import head_text
from treecompare.trees.dependencies import COLUMNS, CONLLU_NAMES, DependencySentence
from treecompare.trees.preparation import VROOT
from treecompare.trees.tree import WORD, Tree, Trees

NO_TREE = "(())"
"""How parsers mark a missing parse; keeps the place of the sentence."""
_SAFE = str.maketrans({"(": "-LRB-", ")": "-RRB-", **dict.fromkeys(" \t\n\r\v\f", "_")})
"""What brackets cannot hold in labels and words, and what they hold instead."""
_ESCAPED = re.compile(r"\\([()])")


def safe(text: str) -> str:
    """A text as brackets can hold it; a backslash before a bracket goes."""
    return _ESCAPED.sub(r"\1", text).translate(_SAFE)


def bracket_line(tree: Tree) -> str:
    """The tree on one line; several roots are separated by a blank, a sentence without a tree is ``(())``.

    Brackets within labels and words become -LRB- and -RRB-, blanks and empty words ``_``: the format has no other way.
    """
    tree = _safe(tree)
    return _together(tree, tree.brackets()) or NO_TREE


def indented_brackets(tree: Tree) -> str:
    """The tree with a line for each daughter, save tags and words at the start, behind their mother; no newline at the end.

    Several roots stay on one line, because separate trees would be read as several sentences.
    """
    tree = _safe(tree)
    if len(tree.roots) != 1 or tree.kinds[tree.roots[0]] == WORD:
        return _together(tree, tree.brackets()) or NO_TREE
    out: list[str] = []
    todo: list[tuple[int, int, bool] | None] = [(tree.roots[0], 0, False)]
    while todo:
        item = todo.pop()
        if item is None:
            out.append(")")
            continue
        node, depth, stays = item
        out.append(" " if stays else "\n" + "  " * depth)
        if _is_small(tree, node):
            out.append(_small(tree, node))
            continue
        out.append(f"({tree.texts[node]}")
        todo.append(None)
        stays = True
        daughters = []
        for child in tree.children[node]:
            stays &= _is_small(tree, child)
            daughters.append((child, depth + 1, stays))
        todo += reversed(daughters)
    return "".join(out).lstrip()


def tree_text(tree: Tree, is_indented: bool, with_places: bool) -> str:
    """The tree in brackets that are read as one sentence: several bare words, too. ``with_places``: before each word its place in
    the sentence, from 0."""
    if with_places:
        ranks = tree.ranks.tolist()
        words = (tree.kinds == WORD).tolist()
        tree = tree.with_texts(
            [f"{ranks[node]}={text}" if words[node] else text for node, text in enumerate(tree.texts)]
        )
    return indented_brackets(tree) if is_indented else bracket_line(tree)


def _together(tree: Tree, line: str) -> str:
    """In a bracket without a label, which is no node, where a root is a word: outside of brackets it could not be read."""
    return f"( {line})" if any(tree.kinds[root] == WORD for root in tree.roots) else line


def _is_small(tree: Tree, node: int) -> bool:
    """A word, or a bracket with words only."""
    return all(tree.kinds[child] == WORD for child in tree.children[node])


def _small(tree: Tree, node: int) -> str:
    if tree.kinds[node] == WORD:
        return tree.texts[node]
    return f"({' '.join((tree.texts[node], *(tree.texts[child] for child in tree.children[node])))})"


def _safe(tree: Tree) -> Tree:
    """The tree with texts that brackets can hold."""
    kinds = tree.kinds.tolist()
    texts = [safe(text) or ("_" if kind == WORD else "") for text, kind in zip(tree.texts, kinds, strict=True)]
    if texts == tree.texts:
        return tree
    return tree.with_texts(texts)


def conllu_lines(sentence: DependencySentence, keeps_graph: bool = True) -> str:
    """The sentence as CoNLL-U, with the empty line behind it.

    Comments, multiword tokens, empty nodes, DEPS and MISC are kept as they were read. ``keeps_graph``: False leaves DEPS and MISC
    empty, where these columns hold the PHEAD and PDEPREL of CoNLL-X.
    """
    text = sentence.conllu()
    if not keeps_graph:
        rows = [line.split("\t") for line in text.removesuffix("\n").split("\n")]
        text = "".join("\t".join([*row[:8], "_", "_"] if len(row) == 10 else row) + "\n" for row in rows)
    return text + "\n"


_NAMED_COLUMNS = re.compile(r"#[ \t]*global\.columns[ \t]*=")


def columns_comment(names: Sequence[str]) -> str:
    """The first line of CoNLL-U Plus."""
    return f"# global.columns = {' '.join(names)}\n"


def without_columns_comment(text: str) -> str:
    """A sentence in CoNLL-U without the comment that names the columns of CoNLL-U Plus."""
    return "\n".join(line for line in text.split("\n") if not _NAMED_COLUMNS.match(line))


def conlluplus_lines(text: str, names: Sequence[str], further: Sequence[Sequence[str]] = ()) -> str:
    """A sentence in CoNLL-U (``text``) with the columns ``names``. ``further``: row by row what stands in those that CoNLL-U
    has not; nothing where a sentence has none."""
    lines, number = [], 0
    for line in text.split("\n"):
        if line and not line.startswith("#"):
            found = dict(zip(CONLLU_NAMES, line.split("\t"), strict=True))
            others = iter(further[number] if further else ())
            line = "\t".join(found[name] if name in found else next(others, "_") for name in names)
            number += 1
        elif _NAMED_COLUMNS.match(line):
            continue
        lines.append(line)
    return "\n".join(lines)


def conllx_lines(sentence: DependencySentence, keeps_phead: bool = False) -> str:
    """The sentence as CoNLL-X, with the empty line behind it; blanks within fields become ``_``.

    The format has no comments, multiword tokens and empty nodes. ``keeps_phead``: DEPS and MISC were read as PHEAD and PDEPREL.
    """
    rows, columns = [], [sentence.column(name) for name in COLUMNS]
    for number, (head, *fields) in enumerate(zip(sentence.heads.tolist(), *columns, strict=True), 1):
        last = fields[6:] if keeps_phead else ("_", "_")
        row = (str(number), *fields[:5], head_text(head), fields[5], *last)
        rows.append("\t".join(row).replace(" ", "_") + "\n")
    return "".join(rows) + "\n"


def fits_brackets(tree: Tree) -> bool:
    """Whether brackets can hold all texts of a tree as they are."""
    return _safe(tree) is tree


# -- sentences whose branches may cross --------------------------------------------------------------------------------

Lost = set[str]
"""What a sentence loses."""
NOTHING = "--"
IMPLIED = (VROOT, "")
"""Labels of an outermost bracket that is the root which export and TIGER-XML imply."""
FIRST_NUMBER = 500
CHANGED = "with blanks in words or labels, or with words that begin like a mark of the format: _ is put there"
NO_XML = "with control characters, which XML does not allow; replaced by U+FFFD"
NAMED_LOSSES = {EDGE: "lost edge labels", LEMMA: "lost lemmas", MORPH: "lost morphology"}
NO_SECONDARY = "lost secondary edges"
NO_ROOT = f"lost an outermost bracket {VROOT} or without a label: in the format it is not a node"
NO_TAG = f"with words without tags, which became {NOTHING}"
OTHER_ID = "with ids that TIGER-XML cannot have, which became s and their number"
NO_TEXT = f"with empty words or labels, which became {NOTHING}"
_BLANKS = re.compile("[ \t\n\r\v\f]")
_MARK = re.compile(r"#(?:[0-9]{3,}$|BOS$|EOS$)|%%")
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_XML_TEXTS = str.maketrans({
    "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;",
})  # fmt: skip
_XML_NAME = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)


@dataclass(frozen=True)
class _Rows:
    """A tree as words and constituents, each with its mother: nodes of the tree.

    ``words``: (word, the node with its tag and its columns), in the order of the sentence; that is the word itself where it has
    no tag. ``inner``: the constituents with their numbers.
    """

    tree: Tree
    words: list[tuple[int, int]]
    inner: dict[int, int]

    @classmethod
    def of(cls, tree: Tree) -> _Rows:
        """The words and constituents of a tree."""
        children, kinds = tree.children, tree.kinds.tolist()
        tag_of: dict[int, int] = {}
        heights = [0] * len(tree)
        for node, below in enumerate(children):
            if kinds[node] == WORD:
                continue
            if len(below) == 1 and kinds[below[0]] == WORD:
                tag_of[below[0]] = node
            else:
                heights[node] = 1 + max((heights[one] for one in below), default=0)
        words = [(word, tag_of.get(word, word)) for word in tree.word_nodes.tolist()]
        starts = tree.starts.tolist()
        inner = sorted(
            (node for node in range(len(tree)) if heights[node]), key=lambda node: (heights[node], starts[node], node)
        )
        return cls(tree, words, {node: number for number, node in enumerate(inner, FIRST_NUMBER)})

    def said(self, column: str, node: int) -> str | None:
        """What a column says of a node."""
        extras = self.tree.extras
        if extras is None or column not in extras.columns:
            return None
        number = int(extras.columns[column][node])
        return None if number < 0 else self.tree.symbols[number]

    @cached_property
    def secondary(self) -> dict[int, list[tuple[str, int]]]:
        """Secondary edges by node: label and further mother."""
        found: dict[int, list[tuple[str, int]]] = defaultdict(list)
        extras = self.tree.extras
        if extras is not None and extras.secondary is not None:
            for node, mother, label in extras.secondary.tolist():
                found[node].append((self.tree.symbols[label], mother))
        return found

    @cached_property
    def wrapper(self) -> int:
        """The only root, where it is the one that formats imply; -1 where there is none."""
        roots = self.tree.roots
        return roots[0] if len(roots) == 1 and roots[0] in self.inner and self.tree.texts[roots[0]] in IMPLIED else -1


def losses(tree: Tree, kept: Sequence[str] = ()) -> Lost:
    """What a format loses that has these columns only; with any it has secondary edges, too."""
    extras = tree.extras
    if extras is None:
        return set()
    lost = {text for name, text in NAMED_LOSSES.items() if name not in kept and name in extras.columns
            and (extras.columns[name] >= 0).any()}  # fmt: skip
    return lost | ({NO_SECONDARY} if not kept and extras.secondary is not None and len(extras.secondary) else set())


# -- NEGRA export ------------------------------------------------------------------------------------------------------------


def export_heading(version: int) -> str:
    """What stands before the first sentence."""
    columns = ("word", *(("lemma",) if version == 4 else ()), "tag", "morph", "edge", "parent", "secedge")
    return f"#FORMAT {version}\n%% " + "\t".join(columns) + "\n"


def export_lines(tree: Tree, name: str, behind: str = "", version: int = 4) -> tuple[str, Lost]:
    """The sentence from ``#BOS`` to ``#EOS``. ``behind``: what follows the name there (editor, date, origin, comment)."""
    rows, lost = _Rows.of(tree), set[str]()
    root = -1 if _needs_root(rows) else rows.wrapper
    lost |= _root_changes(rows, keeps_edge=root != rows.wrapper)
    if version == 3:
        lost |= losses(tree, (EDGE, MORPH))

    def text(said: str | None, is_word: bool = False) -> str:
        if said is None:
            return NOTHING
        if not said:
            lost.add(NO_TEXT)
            return NOTHING
        plain = _BLANKS.sub("_", said)
        if is_word and _MARK.match(plain):
            plain = f"_{plain}"
        if plain != said:
            lost.add(CHANGED)
        return plain

    def line(first: str, label: str, node: int) -> str:
        mother = tree.parents[node]
        fields = [first, *([text(rows.said(LEMMA, node))] if version == 4 else []), label]
        fields += [text(rows.said(MORPH, node)), text(rows.said(EDGE, node))]
        fields.append("0" if mother == root else str(rows.inner[mother]))
        for said, further in rows.secondary.get(node, ()):
            fields += [text(said), str(rows.inner[further])]
        return "\t".join(fields)

    lines = [f"#BOS {name}{behind}"]
    for word, tagged in rows.words:
        if word == tagged:
            lost.add(NO_TAG)
        lines.append(
            line(text(tree.texts[word], True), NOTHING if word == tagged else text(tree.texts[tagged]), tagged)
        )
    for node, number in rows.inner.items():
        if node != root:
            label = VROOT if node == rows.wrapper else text(tree.texts[node])
            lines.append(line(f"#{number}", label, node))
    lines.append(f"#EOS {name}")
    return "\n".join(lines) + "\n", lost


def _root_changes(rows: _Rows, keeps_edge: bool) -> Lost:
    """What becomes of a root that formats imply."""
    root = rows.wrapper
    if root < 0 or not rows.words:
        return set()
    return {NO_ROOT} | ({"lost the edge label of the root"} if not keeps_edge and rows.said(EDGE, root) else set())


def _needs_root(rows: _Rows) -> bool:
    """Whether a root VROOT must be written: something is said of it."""
    root = rows.wrapper
    return root >= 0 and (
        any(rows.said(column, root) is not None for column in (EDGE, LEMMA, MORPH))
        or any(root in (node, mother) for node, edges in rows.secondary.items() for _, mother in edges)
    )


# -- TIGER-XML ---------------------------------------------------------------------------------------------------------------


def tigerxml_heading(trees: Trees, name: str) -> str:
    """What stands before the first sentence: the features and the edge labels that occur."""
    words = trees.kinds == WORD
    parts = np.flatnonzero(~words)
    first = parts[(trees.sizes[parts] == 2) & words[parts - 1]]
    # the last node of a sentence is its only root if the others are below it
    last = trees.offsets[1:][np.diff(trees.offsets) > 0] - 1
    roots = last[trees.sizes[last] == np.diff(trees.offsets)[np.diff(trees.offsets) > 0]]
    implied = roots[np.array([trees.symbols[number] in IMPLIED for number in trees.labels[roots].tolist()], np.bool_)]
    tags = _texts(trees, trees.labels[first])
    labels = _texts(trees, trees.labels[np.setdiff1d(parts, np.union1d(first, implied))])
    columns = {} if trees.extras is None else trees.extras.columns
    lines = [
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>', f'<corpus id="{_xml(name)}">', "<head>", "<annotation>",
        '<feature name="word" domain="T"/>', *(['<feature name="lemma" domain="T"/>'] if LEMMA in columns else []),
        *_values('feature name="pos" domain="T"', tags),
        *(['<feature name="morph" domain="T"/>'] if MORPH in columns else []),
        *_values('feature name="cat" domain="NT"', [VROOT, *(one for one in labels if one != VROOT)]),
        *_values("edgelabel", [NOTHING, *(_texts(trees, columns[EDGE]) if EDGE in columns else [])]),
    ]  # fmt: skip
    if trees.extras is not None and trees.extras.secondary is not None:
        lines += _values("secedgelabel", _texts(trees, trees.extras.secondary[:, 2]))
    return "\n".join([*lines, "</annotation>", "</head>", "<body>\n"])


TIGERXML_END = "</body>\n</corpus>\n"


def _texts(trees: Trees, symbols: np.ndarray[tuple[int, ...], np.dtype[np.integer]]) -> list[str]:
    return sorted(trees.symbols[number] for number in np.unique(symbols).tolist() if number >= 0)


def _values(element: str, texts: Sequence[str]) -> list[str]:
    return [f"<{element}>", *(f'<value name="{_xml(text)}"/>' for text in texts), f"</{element.split()[0]}>"]


def _xml(text: str) -> str:
    return _NO_XML.sub("\ufffd", text).translate(_XML_TEXTS)


def tigerxml_lines(tree: Tree, name: str) -> tuple[str, Lost]:
    """The element ``<s>`` of a sentence; ``name``: its id."""
    rows, lost = _Rows.of(tree), set[str]()
    root = rows.wrapper
    lost |= _root_changes(rows, keeps_edge=False)
    if any(_NO_XML.search(text) for text in tree.texts):
        lost.add(NO_XML)
    keys = {node: f"{name}_{VROOT if node == root else number}" for node, number in rows.inner.items()}
    keys |= {tagged: f"{name}_{number}" for number, (_, tagged) in enumerate(rows.words, 1)}
    top = f"{name}_{VROOT}"
    columns = {} if tree.extras is None else tree.extras.columns

    def attributes(node: int, always: bool) -> str:
        found = ""
        for column in (LEMMA, MORPH):
            said = rows.said(column, node)
            if said is not None or (always and column in columns):
                found += f' {column}="{_xml(said or NOTHING)}"'
        return found

    def edges(kind: str, found: Sequence[tuple[str | None, int]]) -> list[str]:
        return [
            f'<{kind} label="{_xml(NOTHING if label is None else label)}" idref="{_xml(keys[to])}"/>'
            for label, to in found
        ]

    def element(begin: str, inside: list[str], end: str) -> list[str]:
        return [f"<{begin}>", *inside, f"</{end}>"] if inside else [f"<{begin}/>"]

    crosses = ' discontinuous="true"' if tree.is_crossing else ""
    lines = [f'<s id="{_xml(name)}">', f"<graph{crosses}>", "<terminals>"]
    if tree.roots:
        lines[1] = f'<graph root="{_xml(top)}"{crosses}>'
    for word, tagged in rows.words:
        tag = "" if word == tagged else f' pos="{_xml(tree.texts[tagged])}"'
        begin = f't id="{_xml(keys[tagged])}" word="{_xml(tree.texts[word])}"'
        more = edges("secedge", rows.secondary.get(tagged, ()))
        lines += element(f"{begin}{tag}{attributes(tagged, True)}", more, "t")
    lines += ["</terminals>", "<nonterminals>"]
    for node in rows.inner:
        label = VROOT if node == root else tree.texts[node]
        inside = edges("edge", [(rows.said(EDGE, one), one) for one in tree.children[node]])
        inside += edges("secedge", rows.secondary.get(node, ()))
        lines += element(f'nt id="{_xml(keys[node])}" cat="{_xml(label)}"{attributes(node, False)}', inside, "nt")
    if root < 0 and tree.roots:
        inside = edges("edge", [(rows.said(EDGE, one), one) for one in tree.roots])
        lines += element(f'nt id="{_xml(top)}" cat="{VROOT}"', inside, "nt")
    return "\n".join([*lines, "</nonterminals>", "</graph>", "</s>\n"]), lost


def xml_names(names: Sequence[str]) -> list[str]:
    """An id for each sentence: its name, with an s before it where no name may begin so, or else s and its number.

    No two are the same, as the format demands.
    """
    found: dict[str, None] = {}
    for number, name in enumerate(names, 1):
        wanted = (name, f"s{name}", f"s{number}", f"sentence{number}")
        fits = (one for one in wanted if _XML_NAME.fullmatch(one) and one not in found)
        found[next(fits, f"sentence{number}_{len(found)}")] = None
    return list(found)


# -- discontinuous brackets --------------------------------------------------------------------------------------------------


def discbracket_line(tree: Tree) -> tuple[str, Lost]:
    """The tree on one line, with its place before each word; a sentence without a tree is ``(())``."""
    lost = losses(tree)
    texts = []
    for node, text in enumerate(tree.texts):
        plain = safe(text)
        is_word = tree.kinds[node] == WORD
        if plain != text and (text != "$(" or is_word):  # the tag is read as it was
            lost.add("with blanks or brackets in words or labels, which became _ and -LRB-")
        texts.append(f"{tree.ranks[node]}={plain}" if is_word else plain)
    return tree.with_texts(texts).brackets() or "(())", lost
