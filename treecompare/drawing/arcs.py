"""Two dependency analyses over one row of words: gold arcs above, those of the system below. As SVG, LaTeX and text; no Qt.

Colours and marks are those of trees: ``<`` an arc of the gold that the system lacks, ``>`` one of the system that the gold lacks,
``~`` the same head under another relation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from treecompare.drawing.latex import escaped, if_font, needs_unicode_fonts
from treecompare.drawing.style import FONT_SIZE, LIGHT, MARKS, THEMES, Theme, estimated_width
from treecompare.drawing.svg import FONTS
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED

GOLD, TEST = "gold", "test"
LABEL_SIZE = 11.0
STEP = 21.0
"""How much higher an arc is than the ones below it."""
FIRST = 26.0
MARGIN, GAP = 18.0, 16.0
ROUND = 16.0
"""Arcs rise steeply, so that they do not run through the labels of those below."""


@dataclass(frozen=True)
class Arc:
    """An arc to ``word`` from ``head`` (columns from 0; -1: the root), and what became of it (an operation of a mapping)."""

    side: str
    word: int
    head: int
    relation: str
    operation: str

    @property
    def text(self) -> str:
        """The relation with its mark."""
        return f"{self.relation}<" if self.operation == DELETED else f"{MARKS[self.operation]}{self.relation}"

    @property
    def span(self) -> tuple[int, int]:
        """The columns it leads across."""
        return (min(self.word, self.head), max(self.word, self.head)) if self.head >= 0 else (self.word, self.word)


@dataclass(frozen=True)
class Column:
    """A word of the gold, of the test, or of both; ``tag`` is its part of speech."""

    word: str
    tag: str = ""
    operation: str = MATCHED


@dataclass(frozen=True)
class ArcDrawing:
    """A finished layout, in points: the middle of each column, the height of each arc above (below) the words."""

    columns: tuple[Column, ...]
    arcs: tuple[Arc, ...]
    centres: tuple[float, ...]
    heights: tuple[float, ...]
    width: float
    above: float
    below: float


def layout_arcs(columns: Sequence[Column], arcs: Sequence[Arc], right_to_left: bool = False) -> ArcDrawing:
    """Arcs over few words lie below those over many, every label has room over its words."""
    widths = [max(estimated_width(one.word, FONT_SIZE), estimated_width(one.tag, LABEL_SIZE)) + 6 for one in columns]
    gaps = [GAP] * max(len(columns) - 1, 0)
    for arc in sorted(arcs, key=lambda one: one.span[1] - one.span[0]):
        first, last = arc.span
        if first == last:
            widths[first] = max(widths[first], estimated_width(arc.text, LABEL_SIZE) + 6 if arc.head < 0 else 0)
            continue
        room = (widths[first] + widths[last]) / 2 + sum(widths[first + 1 : last]) + sum(gaps[first:last])
        lacking = estimated_width(arc.text, LABEL_SIZE) + 22 - room
        if lacking > 0:
            for place in range(first, last):
                gaps[place] += lacking / (last - first)
    centres, x = [], MARGIN
    for place, width in enumerate(widths):
        centres.append(x + width / 2)
        x += width + (gaps[place] if place < len(gaps) else 0)
    width = x + MARGIN
    if right_to_left:
        centres = [width - centre for centre in centres]
    heights = [FIRST + STEP * level for level in _levels(arcs)]
    tallest = {
        side: max((h for arc, h in zip(arcs, heights, strict=True) if arc.side == side), default=0.0)
        for side in (GOLD, TEST)
    }
    return ArcDrawing(
        tuple(columns), tuple(arcs), tuple(centres), tuple(heights), width, tallest[GOLD] + 22, tallest[TEST] + 22
    )


def _levels(arcs: Sequence[Arc]) -> list[int]:
    """Each arc above the shorter ones of its side that it meets; that of the root above all."""
    found = [0] * len(arcs)
    order = sorted(
        (place for place, arc in enumerate(arcs) if arc.head >= 0),
        key=lambda place: arcs[place].span[1] - arcs[place].span[0],
    )
    done: list[int] = []
    for place in order:
        first, last = arcs[place].span
        below = [
            found[other]
            for other in done
            if arcs[other].side == arcs[place].side and arcs[other].span[0] < last and first < arcs[other].span[1]
        ]
        found[place] = max(below, default=-1) + 1
        done.append(place)
    for place, arc in enumerate(arcs):
        if arc.head < 0:
            found[place] = max((found[other] for other in done if arcs[other].side == arc.side), default=-1) + 1
    return found


# -- SVG -------------------------------------------------------------------------------------------------------------------


def arcs_as_svg(drawing: ArcDrawing, theme: str = "light", title: str = "") -> str:
    """The drawing with a legend."""
    colours = THEMES[theme]
    row = 40.0
    head = 30.0 if title else 8.0
    top = head + drawing.above
    height = top + row + drawing.below + 34
    width = max(drawing.width, estimated_width(title, 14) + 2 * MARGIN, 420.0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.1f} {height:.1f}" font-family={quoteattr(FONTS)} font-size="{FONT_SIZE:g}">',
        f"<title>{escape(title or ' '.join(one.word for one in drawing.columns))}</title>",
        f'<rect width="{width:.1f}" height="{height:.1f}" fill="{colours.background}"/>',
    ]
    if title:
        parts.append(_text(MARGIN, 18, title, 14, colours.text[MATCHED], "start"))
    for column, centre in zip(drawing.columns, drawing.centres, strict=True):
        parts.append(_text(centre, top + 16, column.word, FONT_SIZE, colours.text[column.operation]))
        parts.append(_text(centre, top + 31, column.tag, 9.5, colours.quiet))
    for arc, arc_height in zip(drawing.arcs, drawing.heights, strict=True):
        parts.append(_arc(drawing, arc, arc_height, top if arc.side == GOLD else top + row, colours))
    legend = "gold above, system below; < not found, > wrong, ~ other relation"
    parts.append(_text(MARGIN, height - 14, legend, LABEL_SIZE, colours.quiet, "start"))
    return "\n".join([*parts, "</svg>"])


def _arc(drawing: ArcDrawing, arc: Arc, height: float, base: float, colours: Theme) -> str:
    sign = -1 if arc.side == GOLD else 1
    x = drawing.centres[arc.word]
    colour = colours.text[arc.operation] if arc.operation != MATCHED else colours.quiet
    dash = {
        DELETED: ' stroke-dasharray="5 3"',
        INSERTED: ' stroke-dasharray="5 3"',
        SWAPPED: ' stroke-dasharray="1.5 3"',
    }
    stroke = f'fill="none" stroke="{colour}" stroke-width="{1.1 if arc.operation == MATCHED else 1.6}"{dash.get(arc.operation, "")}'
    if arc.head < 0:
        start, middle = x, x
        path = f"M{x:.1f} {base + sign * height:.1f} L{x:.1f} {base + sign * 3:.1f}"
        label_y = base + sign * (height + 8)
    else:
        head = drawing.centres[arc.head]
        shift = 4 if head < x else -4
        start, end = head + shift, x - shift
        middle = (start + end) / 2
        round_ = min(abs(end - start) / 2, height, ROUND)
        turn = round_ if start < end else -round_
        peak = base + sign * height
        shoulder = peak - sign * round_
        path = (
            f"M{start:.1f} {base:.1f} L{start:.1f} {shoulder:.1f} Q{start:.1f} {peak:.1f} {start + turn:.1f} {peak:.1f} "
            f"L{end - turn:.1f} {peak:.1f} Q{end:.1f} {peak:.1f} {end:.1f} {shoulder:.1f} L{end:.1f} {base + sign * 3:.1f}"
        )
        x, label_y = end, peak + sign * 7
    tip = base + sign * 1
    arrow = f'<path d="M{x:.1f} {tip:.1f} l-3.2 {sign * 7} l6.4 0 z" fill="{colour}"/>'
    label = _text(
        middle,
        label_y,
        arc.text,
        LABEL_SIZE,
        colours.text[arc.operation],
        weight=400 if arc.operation == MATCHED else 600,
    )
    return f'<path d="{path}" {stroke}/>{arrow}{label}'


def _text(x: float, y: float, text: str, size: float, colour: str, anchor: str = "middle", weight: int = 400) -> str:
    return (
        f'<text x="{x:.1f}" y="{y + size * 0.35:.1f}" font-size="{size:g}" font-weight="{weight}" fill="{colour}" '
        f'text-anchor="{anchor}">{escape(text)}</text>'
    )


# -- LaTeX and text ----------------------------------------------------------------------------------------------------------

ARC_PREAMBLE = "\n".join(
    ["\\usepackage{tikz-dependency}"]
    + [
        f"\\definecolor{{treecompare-{one}}}{{HTML}}{{{LIGHT.text[one].lstrip('#').upper()}}}"
        for one in (DELETED, INSERTED, SWAPPED)
    ]
)
_STYLES = {
    MATCHED: "",
    DELETED: "edge style={treecompare-deleted, densely dashed}, label style={text=treecompare-deleted}",
    INSERTED: "edge style={treecompare-inserted, densely dashed}, label style={text=treecompare-inserted}",
    SWAPPED: "edge style={treecompare-swapped, densely dotted}, label style={text=treecompare-swapped}",
}


def arcs_as_latex(drawing: ArcDrawing) -> str:
    """A ``dependency`` environment of tikz-dependency; needs :data:`ARC_PREAMBLE`."""
    lines = ["\\begin{dependency}[theme=simple]", "  \\begin{deptext}[column sep=1em]"]
    lines.append("    " + " \\& ".join(escaped(one.word) for one in drawing.columns) + " \\\\")
    lines.append("  \\end{deptext}")
    for arc in drawing.arcs:
        options = ", ".join(one for one in (_STYLES[arc.operation], "edge below" if arc.side == TEST else "") if one)
        given = f"[{options}]" if options else ""
        if arc.head < 0:
            lines.append(f"  \\deproot{given}{{{arc.word + 1}}}{{{escaped(arc.text)}}}")
        else:
            lines.append(f"  \\depedge{given}{{{arc.head + 1}}}{{{arc.word + 1}}}{{{escaped(arc.text)}}}")
    return "\n".join([*lines, "\\end{dependency}"])


def arcs_document(drawing: ArcDrawing, comment: str = "") -> str:
    """A document that compiles by itself."""
    texts = [one.word for one in drawing.columns] + [arc.relation for arc in drawing.arcs]
    fonts = (
        ["\\usepackage{fontspec}", if_font("\\setmainfont{FreeSerif}")]
        if needs_unicode_fonts(texts)
        else ["\\usepackage[T1]{fontenc}"]
    )
    head = [f"% {line}" for line in comment.splitlines()]
    body = [
        *fonts,
        "\\usepackage{textcomp}",
        ARC_PREAMBLE,
        "\\begin{document}",
        arcs_as_latex(drawing),
        "\\end{document}",
        "",
    ]
    return "\n".join([*head, "\\documentclass[border=4pt]{standalone}", *body])


def arcs_as_text(drawing: ArcDrawing) -> str:
    """A line per word: both heads and relations, and what differs."""
    by_word: dict[int, dict[str, Arc]] = {}
    for arc in drawing.arcs:
        by_word.setdefault(arc.word, {})[arc.side] = arc
    rows = [("", "word", "tag", "gold", "test", "")]
    for number, column in enumerate(drawing.columns):
        sides = by_word.get(number, {})
        cells = [
            f"{one.head + 1} {one.relation}" if (one := sides.get(side)) is not None else "" for side in (GOLD, TEST)
        ]
        signs = "".join(dict.fromkeys(MARKS[one.operation] for one in sides.values()))
        rows.append((str(number + 1), column.word, column.tag, cells[0], cells[1], signs))
    widths = [max(len(row[place]) for row in rows) for place in range(6)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )
