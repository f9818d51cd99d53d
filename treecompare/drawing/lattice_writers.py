"""Lattices that are laid out, as SVG; and lattices as text."""

from __future__ import annotations

from collections.abc import Sequence

from treecompare.drawing.lattices import (
    ADDED,
    BEND,
    ELSEWHERE,
    FOLDED,
    GOLD,
    KEPT,
    MARGIN,
    OPERATIONS,
    OTHER,
    RADIUS,
    SHARED,
    TAG_SIZE,
    TEST,
    Lane,
    LatticeDrawing,
    role_of,
)
from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.style import FONT_SIZE, THEMES, Theme, estimated_width
from treecompare.drawing.svg import svg_begin, svg_text
from treecompare.errors import counted
from treecompare.mappings.mapping import MATCHED
from treecompare.trees.lattice_paths import PathArc

_DASH = {SHARED: "", KEPT: "9 2 2 2", GOLD: "7 3", TEST: "2 3", OTHER: "", FOLDED: "1 4"}
_WEIGHT = {SHARED: 2.6, KEPT: 2.0, GOLD: 2.0, TEST: 2.0, OTHER: 0.8, FOLDED: 0.8}


def lattice_as_svg(
    drawing: LatticeDrawing, theme: str = "light", title: str = "", is_bare: bool = False, names: Names = PLAIN
) -> str:
    """The drawing with title and legend. ``theme``: ``light`` or ``dark``; ``is_bare``: neither of them, at its own coordinates.
    ``names``: of both trees."""
    colours = THEMES[theme]
    head = 26.0 if title and not is_bare else 0.0
    width, height = drawing.width, drawing.height
    if not is_bare:
        width, height = max(width, 1.1 * estimated_width(title, 14) + 2 * MARGIN, 640.0), head + height + 34
    shift = (width - drawing.width) / 2
    parts = svg_begin(width, height, title or " ".join(word.text for word in drawing.words), colours)
    if head:
        parts.append(svg_text(MARGIN, 20, title, 14, colours.text[MATCHED], "start", 600))
    parts.append(f'<g transform="translate({shift:.1f} {head:g})">')
    for word in drawing.words:
        parts.append(
            f'<path d="M{word.x1 + 5:.1f} {word.y:.1f} v5 H{word.x2 - 5:.1f} v-5" fill="none" stroke="{colours.line}"/>'
        )
        parts.append(svg_text((word.x1 + word.x2) / 2, word.y + 16, word.text, FONT_SIZE, colours.quiet))
    # the most important lanes are painted last
    for role in (FOLDED, OTHER, TEST, GOLD, KEPT, SHARED):
        parts += [lane_path(lane, colours) + lane_label(lane, colours) for lane in drawing.lanes if lane.role == role]
    for state in drawing.states:
        fill = colours.text[MATCHED] if state.boundary else colours.background
        parts.append(
            f'<circle cx="{state.x:.1f}" cy="{state.y:.1f}" r="{RADIUS:g}" fill="{fill}" stroke="{colours.text[MATCHED]}"/>'
        )
    legend = "" if is_bare else _legend(drawing, head + drawing.height + 12, colours, names)
    parts += ["</g>", legend, "</svg>"]
    return "\n".join(parts)


def lane_path(lane: Lane, colours: Theme) -> str:
    """An arc of a lattice without its label."""
    strong = lane.role not in (OTHER, FOLDED)
    colour = colours.text[OPERATIONS[lane.role]] if strong else colours.line
    sign = 1 if lane.x1 < lane.x2 else -1
    x1, x2 = lane.x1 + sign * RADIUS, lane.x2 - sign * RADIUS
    bend = sign * BEND
    if lane.y == lane.base:
        path = f"M{x1:.1f} {lane.base:.1f} H{x2:.1f}"
    else:
        base, y = f"{lane.base:.1f}", f"{lane.y:.1f}"
        path = (
            f"M{x1:.1f} {base} C{x1 + bend * 0.45:.1f} {base} {x1 + bend * 0.1:.1f} {y} {x1 + bend:.1f} {y} "
            f"H{x2 - bend:.1f} C{x2 - bend * 0.1:.1f} {y} {x2 - bend * 0.45:.1f} {base} {x2:.1f} {base}"
        )
    dash = f' stroke-dasharray="{_DASH[lane.role]}"' if _DASH[lane.role] else ""
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{_WEIGHT[lane.role]:g}"{dash}/>'


def lane_label(lane: Lane, colours: Theme) -> str:
    """The segment of an arc over its tag."""
    strong = lane.role not in (OTHER, FOLDED)
    middle, text = (lane.x1 + lane.x2) / 2, colours.text[OPERATIONS[lane.role]] if strong else colours.quiet
    label = svg_text(middle, lane.y - 9, lane.text, FONT_SIZE if strong else 11, text, weight=600 if strong else 400)
    if lane.tag:
        count = f" ×{lane.count}" if lane.count > 1 and not strong else ""
        label += svg_text(middle, lane.y + 8.5, lane.tag + count, TAG_SIZE, text if strong else colours.quiet)
    return label


def _legend(drawing: LatticeDrawing, y: float, colours: Theme, names: Names) -> str:
    roles = {lane.role for lane in drawing.lanes}
    texts = {
        SHARED: "both trees", KEPT: f"{ELSEWHERE} both trees, over other states", GOLD: names.told("gold only <"),
        TEST: names.told("system only >"), OTHER: "unused arcs",
        FOLDED: f"{counted(drawing.folded, 'arc')} folded",
    }  # fmt: skip
    parts, x = [], MARGIN
    for role, text in texts.items():
        if role not in roles:
            continue
        strong = role not in (OTHER, FOLDED)
        colour = colours.text[OPERATIONS[role]] if strong else colours.quiet
        dash = f' stroke-dasharray="{_DASH[role]}"' if _DASH[role] else ""
        parts.append(
            f'<path d="M{x:.1f} {y:.1f} h26" fill="none" stroke="{colour}" stroke-width="{_WEIGHT[role]:g}"{dash}/>'
        )
        parts.append(svg_text(x + 32, y, text, 11, colour, "start"))
        x += 50 + estimated_width(text, 11)
    if any(lane.added for lane in drawing.lanes):
        parts.append(svg_text(x, y, f"{ADDED} not in the lattice", 11, colours.quiet, "start"))
    return "".join(parts)


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
