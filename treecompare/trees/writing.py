"""Sentences as text: brackets (one tree per line, or indented), CoNLL-U, CoNLL-U Plus and CoNLL-X."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from treecompare.trees.arcs import head_text
from treecompare.trees.dependencies import DependencySentence
from treecompare.trees.tree import WORD, Tree

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


CONLLU_NAMES = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
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
    rows = list(_conllx_rows(sentence, keeps_phead))
    return "".join("\t".join(row).replace(" ", "_") + "\n" for row in rows) + "\n"


def _conllx_rows(sentence: DependencySentence, keeps_phead: bool) -> Iterator[tuple[str, ...]]:
    names = ("form", "lemma", "upos", "xpos", "feats", "deprel", "deps", "misc")
    columns = [sentence.column(name) for name in names]
    for number, (head, *fields) in enumerate(zip(sentence.heads.tolist(), *columns, strict=True), 1):
        last = fields[6:] if keeps_phead else ("_", "_")
        yield (str(number), *fields[:5], head_text(head), fields[5], *last)


def fits_brackets(tree: Tree) -> bool:
    """Whether brackets can hold all texts of a tree as they are."""
    return _safe(tree) is tree
