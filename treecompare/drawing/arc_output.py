"""Dependency arcs as SVG, LaTeX (tikz-dependency) and text."""

from __future__ import annotations

from treecompare.drawing.arcs import GOLD, LABEL_SIZE, MARGIN, TAG_SIZE, TEST, Arc, ArcDrawing, Curve, run_text
from treecompare.drawing.latex import commented, escaped, if_font, needs_unicode_fonts
from treecompare.drawing.names import PLAIN, Names, sides_told
from treecompare.drawing.style import FONT_SIZE, LIGHT, MARKS, THEMES, Theme, estimated_width
from treecompare.drawing.svg import svg_begin, svg_text
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED

LEGEND = "gold above, system below; < not found, > wrong, ~ other relation"
_DASHES = {DELETED: "5 3", INSERTED: "5 3", SWAPPED: "1.5 3"}

# -- SVG -------------------------------------------------------------------------------------------------------------------


def arcs_as_svg(
    drawing: ArcDrawing, theme: str = "light", title: str = "", is_bare: bool = False, names: Names = PLAIN
) -> str:
    """The drawing with a title and a legend; ``is_bare``: without, at the drawing's own coordinates.
    ``names``: of both analyses."""
    colours = THEMES[theme]
    top = 0.0 if is_bare else 30.0 if title else 8.0
    width, height = drawing.width, drawing.height
    if not is_bare:
        width = max(width, 1.1 * estimated_width(title, 14) + 2 * MARGIN, 420.0)
        height += top + 34
    parts = svg_begin(width, height, title or " ".join(column.word for column in drawing.columns), colours)
    if title and not is_bare:
        parts.append(svg_text(MARGIN, 18, title, 14, colours.text[MATCHED], "start"))
    parts.append(f'<g transform="translate(0 {top:g})">')
    for box in drawing.boxes:
        if box.arc is None:
            colour = colours.quiet if box.opens else colours.text[box.operation]
            parts.append(svg_text(box.x, box.y, box.text, FONT_SIZE, colour))
            if not box.opens:
                parts.append(svg_text(box.x, box.y + 15, drawing.columns[box.column].tag, TAG_SIZE, colours.quiet))
    pieces = list(zip((drawing.arcs[piece.arc] for piece in drawing.pieces), drawing.curves, strict=True))
    parts += [arc_line(arc, curve, colours, drawing.is_above(arc)) for arc, curve in pieces]
    parts += [arc_label(arc, curve, colours) for arc, curve in pieces if arc.text]
    parts.append("</g>")
    if not is_bare:
        parts.append(svg_text(MARGIN, height - 14, names.told_of_errors(LEGEND), LABEL_SIZE, colours.quiet, "start"))
    return "\n".join([*parts, "</svg>"])


def arc_line(arc: Arc, curve: Curve, colours: Theme, is_above: bool) -> str:
    """An arc with its arrow."""
    is_matched = arc.operation == MATCHED
    colour = colours.quiet if is_matched else colours.text[arc.operation]
    dash = f' stroke-dasharray="{_DASHES[arc.operation]}"' if arc.operation in _DASHES else ""
    stroke = f'fill="none" stroke="{colour}" stroke-width="{1.1 if is_matched else 1.6}"{dash}'
    line = f'<path d="{curve.path}" {stroke}/>'
    if curve.tip is None:
        return line
    x, y = curve.tip
    return f'{line}<path d="M{x:.1f} {y:.1f} l-3.2 {-7 if is_above else 7} l6.4 0 z" fill="{colour}"/>'


def arc_label(arc: Arc, curve: Curve, colours: Theme) -> str:
    """A relation, on a ground of its own, where other arcs pass behind it."""
    x, y = curve.label
    room = estimated_width(arc.text, LABEL_SIZE) + 2
    halo = (
        f'<rect x="{x - room / 2:.1f}" y="{y - 5.5:.1f}" width="{room:.1f}" height="11" fill="{colours.background}" '
        'fill-opacity="0.85"/>'
    )
    return halo + svg_text(
        x, y, arc.text, LABEL_SIZE, colours.text[arc.operation], weight=400 if arc.operation == MATCHED else 600
    )


# -- LaTeX and text ----------------------------------------------------------------------------------------------------------

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
    words = [drawing.columns[first].word if first == last else run_text(first, last) for first, last in drawing.shown]
    place, drawn = drawing.place_of, {piece.arc for piece in drawing.pieces}
    lines = ["\\begin{dependency}[theme=simple]", "  \\begin{deptext}[column sep=1em]"]
    lines.append("    " + " \\& ".join(map(escaped, words)) + " \\\\")
    lines.append("  \\end{deptext}")
    for number, arc in enumerate(drawing.arcs):
        if number not in drawn:
            continue
        options = ", ".join(option for option in (arc_styles(arc), "edge below" if arc.side == TEST else "") if option)
        given = f"[{options}]" if options else ""
        if arc.head < 0:
            lines.append(f"  \\deproot{given}{{{place[arc.word] + 1}}}{{{escaped(arc.text)}}}")
        else:
            lines.append(f"  \\depedge{given}{{{place[arc.head] + 1}}}{{{place[arc.word] + 1}}}{{{escaped(arc.text)}}}")
    return "\n".join([*lines, "\\end{dependency}"])


def arc_styles(arc: Arc) -> str:
    """How tikz-dependency is to draw an arc, by what became of it."""
    return _STYLES[arc.operation]


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
    by_word: dict[int, dict[str, Arc]] = {}
    for arc in drawing.arcs:
        by_word.setdefault(arc.word, {})[arc.side] = arc
    rows = [("", "word", "tag", *sides_told(names), "")]
    for number, column in enumerate(drawing.columns):
        sides = by_word.get(number, {})
        cells = [
            f"{own.head + 1} {own.relation}" if (own := sides.get(side)) is not None else "" for side in (GOLD, TEST)
        ]
        signs = "".join(dict.fromkeys(MARKS[arc.operation] for arc in sides.values()))
        rows.append((str(number + 1), column.word, column.tag, cells[0], cells[1], signs))
    widths = [max(len(row[place]) for row in rows) for place in range(6)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )
