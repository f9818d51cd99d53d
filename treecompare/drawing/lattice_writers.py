"""Lattices as text."""

from __future__ import annotations

from collections.abc import Sequence

from treecompare.drawing.lattice_drawing import ADDED, ELSEWHERE, GOLD, KEPT, TEST, role_of
from treecompare.drawing.names import PLAIN, Names
from treecompare.trees.lattice_paths import PathArc


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
