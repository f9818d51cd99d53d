"""Lattices, and two trees over a lattice, as text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from treecompare.drawing.lattice_drawing import ADDED, ELSEWHERE, GOLD, KEPT, TEST, role_of
from treecompare.drawing.lattice_trees import LatticeTrees
from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.text import as_text
from treecompare.mappings.mapping import Mapping
from treecompare.trees.lattices import PathArc
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import WORD, Tree


def lattice_as_text(arcs: Sequence[PathArc], words: Sequence[str] = (), names: Names = PLAIN) -> str:
    """A line per space-delimited word: the segments of the gold, those of the system, and how many other arcs there are.
    ``names``: what gold and system are called."""
    rows = [("word", names.told("gold"), names.told("system"), "unused arcs"), *lattice_rows(arcs, words)]
    widths = [max(len(row[place]) for row in rows) for place in range(4)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    if any(role_of(arc) == KEPT for arc in arcs):
        lines.append(f"{ELSEWHERE} in both, over other states")
    if any(not arc.in_lattice for arc in arcs):
        lines.append(f"{ADDED} not in the lattice")
    return "\n".join(lines)


def lattice_rows(arcs: Sequence[PathArc], words: Sequence[str] = ()) -> list[tuple[str, str, str, str]]:
    """Per space-delimited word: the word, its segments in the gold and in the system, and the number of other arcs."""
    rows = []
    for token in sorted({arc.token for arc in arcs}):
        here = [arc for arc in arcs if arc.token == token]
        sides = []
        for name in ("gold", "test"):
            path = [(getattr(arc, f"{name}_word"), _marked(arc)) for arc in here if getattr(arc, name)]
            sides.append(" ".join(text for _, text in sorted(path)))
        unused = sum(arc.times for arc in here if not arc.gold and not arc.test)
        text = words[token - 1] if 0 < token <= len(words) and words[token - 1] else str(token or "")
        rows.append((text, sides[0], sides[1], str(unused) if unused else ""))
    return rows


def _marked(arc: PathArc) -> str:
    mark = {GOLD: "{}<", TEST: ">{}", KEPT: f"{ELSEWHERE}{{}}"}.get(role_of(arc), "{}")
    return (ADDED if not arc.in_lattice else "") + mark.format(f"{arc.form}/{arc.tag}")


def lattice_trees_as_text(trees: LatticeTrees, score: str, names: Names = PLAIN) -> str:
    """Both trees side by side, a node a line in preorder; then the space-delimited words with the segments of both.
    ``names``: of both trees."""
    mapping = trees.mapping
    gold, test = (_tagged(trees.tree(side), trees.tags[side]) for side in trees.leaves)
    shown = Mapping(mapping.kind, gold, test, mapping.pairs, mapping.swapped, True)
    nodes = as_text(shown, names, names.told("< added: gold only; > deleted: system only"))
    return f"{nodes}\n\n{lattice_as_text(trees.arcs, trees.words, names)}\n\n{score}"


def _tagged(tree: Tree, tags: Sequence[str]) -> Tree:
    """The tree with segments as they are written with their tags: ``CL/NN``."""
    symbols, rest = Symbols(), iter(tags)
    texts = [
        f"{text}/{next(rest)}" if kind == WORD else text
        for text, kind in zip(tree.texts, tree.kinds.tolist(), strict=True)
    ]
    return Tree(symbols, np.array([symbols.number(text) for text in texts], np.int32), tree.kinds, tree.sizes)
