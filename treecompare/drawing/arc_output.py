"""Dependency arcs as LaTeX (tikz-dependency) and text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from treecompare.drawing.arcs import TEST, Arc, ArcDrawing, run_text
from treecompare.drawing.latex import commented, escaped, if_font, needs_unicode_fonts
from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.style import LIGHT, MARKS
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED

ARC_PREAMBLE = "\n".join(
    ["\\usepackage{tikz-dependency}"]
    + [
        f"\\definecolor{{treecompare-{operation}}}{{HTML}}{{{LIGHT.text[operation].lstrip('#').upper()}}}"
        for operation in (DELETED, INSERTED, SWAPPED)
    ]
)
_STYLES = {
    MATCHED: "",
    DELETED: "edge style={treecompare-deleted, densely dashed}, label style={text=treecompare-deleted}",
    INSERTED: "edge style={treecompare-inserted, densely dashed}, label style={text=treecompare-inserted}",
    SWAPPED: "edge style={treecompare-swapped, densely dotted}, label style={text=treecompare-swapped}",
}


def arcs_as_latex(drawing: ArcDrawing) -> str:
    """A ``dependency`` environment of tikz-dependency: what is drawn, in one row; needs :data:`ARC_PREAMBLE`."""
    words = [
        (f"\\emph{{{escaped(one.word)}}}" if one.empty else escaped(one.word))
        if first == last
        else escaped(run_text(first, last))
        for first, last in drawing.shown
        for one in [drawing.columns[first]]
    ]
    drawn = {piece.arc for piece in drawing.pieces}
    arcs = [arc for number, arc in enumerate(drawing.arcs) if number in drawn]
    return dependency_environment(words, arcs, drawing.place_of, drawing.is_above)


def dependency_environment(
    words: Sequence[str],
    arcs: Iterable[Arc],
    place: Mapping[int, int] | Sequence[int],
    is_above: Callable[[Arc], bool] = lambda arc: arc.side != TEST,
) -> str:
    """Words, as LaTeX, with arcs above or below them; ``place``: where the word of each column is."""
    lines = ["\\begin{dependency}[theme=simple]", "  \\begin{deptext}[column sep=1em]"]
    lines += ["    " + " \\& ".join(words) + " \\\\", "  \\end{deptext}"]
    for arc in arcs:
        styles = _STYLES[arc.operation], "" if is_above(arc) else "edge below", "thick" if arc.is_alone else ""
        options = ", ".join(filter(None, styles))
        ends = "".join(f"{{{place[end] + 1}}}" for end in (arc.head, arc.word) if end >= 0)
        command = ("deproot" if arc.head < 0 else "depedge") + (f"[{options}]" if options else "")
        lines.append(f"  \\{command}{ends}{{{escaped(arc.text)}}}")
    return "\n".join([*lines, "\\end{dependency}"])


def arcs_document(drawing: ArcDrawing, comment: str = "") -> str:
    """A document that compiles by itself."""
    texts = [column.word for column in drawing.columns] + [arc.relation for arc in drawing.arcs]
    return arcs_page(arcs_as_latex(drawing), texts, comment)


def arcs_page(body: str, texts: list[str], comment: str = "", options: str = "") -> str:
    """A document with dependency environments. ``options``: further ones of its class."""
    fonts = (
        ["\\usepackage{fontspec}", if_font("\\setmainfont{FreeSerif}")]
        if needs_unicode_fonts(texts)
        else ["\\usepackage[T1]{fontenc}"]
    )
    head = commented(comment)
    lines = [
        *fonts,
        "\\usepackage{textcomp}",
        ARC_PREAMBLE,
        "\\begin{document}",
        body,
        "\\end{document}",
        "",
    ]
    return "\n".join([*head, f"\\documentclass[{options}border=4pt]{{standalone}}", *lines])


def arcs_as_text(drawing: ArcDrawing, names: Names = PLAIN) -> str:
    """A line per word: both heads and relations, and what differs. ``names``: what gold and test are called."""
    by_word: dict[tuple[int, str], list[Arc]] = {}
    for arc in drawing.arcs:
        by_word.setdefault((arc.word, arc.side), []).append(arc)
    rows = [("", "word", "tag", *drawing.sides_told(names), "")]
    for number, column in enumerate(drawing.columns):
        sides = [by_word.get((number, side), []) for side in drawing.sides]
        cells = [", ".join(f"{drawing.number(arc.head)} {arc.told}" for arc in arcs) for arcs in sides]
        signs = "".join(dict.fromkeys(MARKS[arc.operation] for arcs in sides for arc in arcs))
        rows.append((drawing.number(number), column.word, column.tag, cells[0], cells[1], signs))
    widths = [max(len(row[place]) for row in rows) for place in range(6)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )
