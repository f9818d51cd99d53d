"""A drawing as SVG: self-contained, for papers and hand-outs."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from treecompare.drawing.columns import GOLD, LEFT_OUT, Box
from treecompare.drawing.describe import SAID, summary
from treecompare.drawing.edges import EDGE_SIZE, EdgeLabel, SecondaryEdge
from treecompare.drawing.layout import MARGIN, Drawing, Line, Link, TreeShape, bridges, edge_points, operations_shown
from treecompare.drawing.links import arrow_head, rounded
from treecompare.drawing.names import PLAIN, Names, sides_told
from treecompare.drawing.style import BOX, FONT_SIZE, HALO, THEMES, Theme, estimated_width, marked
from treecompare.mappings.mapping import MATCHED, SWAPPED
from treecompare.trees.tree import PRETERMINAL, WORD
from treecompare.trees.visible import visible

FONTS = "'Source Sans 3', 'Noto Sans', 'DejaVu Sans', Arial, sans-serif"
_LEGEND_HEIGHT = 34.0
_TAG_HEIGHT = 16.0


def as_svg(
    drawing: Drawing, theme: str = "light", title: str = "", names: Names = PLAIN, system: str = "system"
) -> str:
    """The drawing with the names of both sides, a legend and the counts of its mapping.

    ``theme``: ``light`` or ``dark``; ``names``: of both trees; ``system``: that of the second one if the first is gold.
    """
    colours = THEMES[theme]
    legend = _legend(drawing, colours, names)
    note = summary(drawing.mapping, names)
    first, second = ("GOLD", system) if names.is_gold else sides_told(names)
    said = [(note, 12), (title, 14), (second if drawing.is_one_above_other else f"{first}    {second}", 12)]
    width = max(drawing.width, legend[1], *(estimated_width(text, size) + 2 * MARGIN for text, size in said))
    head = 30.0 if title else 0.0
    tags, top, below = [], head, head + drawing.height
    if drawing.arrangement != "merged":
        top, below = top + _TAG_HEIGHT, below + _TAG_HEIGHT
        tags = [(MARGIN, top - _TAG_HEIGHT / 2, first, "start"), (width - MARGIN, top - _TAG_HEIGHT / 2, second, "end")]
        if drawing.is_one_above_other:
            tags[1] = MARGIN, below + _TAG_HEIGHT / 2, second, "start"
            below += _TAG_HEIGHT
    height = below + _LEGEND_HEIGHT + 20
    parts = svg_begin(width, height, title or note, colours)
    if title:
        parts.append(svg_text(MARGIN, 20, title, 14, colours.text[MATCHED], anchor="start", weight=600))
    parts += [svg_text(x, y, tag, 12, colours.quiet, anchor, 600) for x, y, tag, anchor in tags]
    parts.append(f'<g transform="translate({(width - drawing.width) / 2:.1f} {top:g})">')
    parts += tree_parts(drawing, drawing.boxes, colours, [_link(line, colours) for line in drawing.links])
    parts.append("</g>")
    parts.append(f'<g transform="translate(0 {below:.1f})">{legend[0]}</g>')
    parts.append(svg_text(MARGIN, below + _LEGEND_HEIGHT + 8, note, 12, colours.quiet, anchor="start"))
    parts.append("</svg>")
    return "\n".join(parts)


def svg_begin(width: float, height: float, title: str, colours: Theme) -> list[str]:
    """The start of every picture: size in points, title for screen readers, background."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.1f} {height:.1f}" font-family="{FONTS}" font-size="{FONT_SIZE:g}">',
        f"<title>{_xml(title)}</title>",
        f'<rect width="{width:.1f}" height="{height:.1f}" fill="{colours.background}"/>',
    ]


def svg_text(x: float, y: float, text: str, size: float, colour: str, anchor: str = "middle", weight: int = 400) -> str:
    """A line of text whose middle is at the height ``y``; ``anchor``: which of its ends is at ``x``."""
    return (
        f'<text x="{x:.1f}" y="{y + size * 0.35:.1f}" font-size="{size:g}" font-weight="{weight}" fill="{colour}" '
        f'text-anchor="{anchor}">{_xml(text)}</text>'
    )


def _xml(text: str) -> str:
    """A text escaped for SVG, without characters that XML does not allow."""
    return escape(visible(text), quote=False)


def tree_parts(drawing: TreeShape, boxes: Sequence[Box], colours: Theme, between: Sequence[str] = ()) -> list[str]:
    """Edges and triangles, what is to stand between them and the labels, then the labels."""
    edges = [_edge(drawing, line, colours) for line in drawing.edges]
    over = [
        f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{colour}"{width}/>'
        for (x1, y1), (x2, y2) in bridges(drawing)
        for colour, width in ((colours.background, f' stroke-width="{HALO:g}"'), (colours.line, ""))
    ]
    folds = [_fold(drawing, line, colours) for line in drawing.folds]
    curves = [_secondary(curve, colours) for curve in drawing.secondary]
    labels = [_on_edge(one, colours) for one in (*drawing.on_edges, *(curve.label for curve in drawing.secondary))]
    return [*edges, *over, *folds, *curves, *labels, *between, *(_box(box, colours) for box in boxes)]


def _secondary(curve: SecondaryEdge, colours: Theme) -> str:
    (x1, y1), (cx, cy), (x2, y2) = curve.start, curve.control, curve.end
    path = f"M{x1:.1f} {y1:.1f}Q{cx:.1f} {cy:.1f} {x2:.1f} {y2:.1f}"
    return f'<path d="{path}" stroke="{colours.quiet}" stroke-width="1.1" stroke-dasharray="5 3" fill="none"/>'


def _on_edge(label: EdgeLabel, colours: Theme) -> str:
    colour = colours.text[SWAPPED] if label.differs else colours.quiet
    text = svg_text(label.x, label.y, label.text, EDGE_SIZE, colour, weight=600 if label.differs else 400)
    width, height = label.width + 2, EDGE_SIZE + 2
    corner = f'x="{label.x - width / 2:.1f}" y="{label.y - height / 2:.1f}"'
    return f'<rect {corner} width="{width:.1f}" height="{height:g}" fill="{colours.background}"/>{text}'


def _edge(drawing: TreeShape, edge: Line, colours: Theme) -> str:
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in edge_points(drawing, edge))
    return f'<path d="M{path}" stroke="{colours.line}" stroke-linejoin="round" fill="none"/>'


def fold_points(drawing: TreeShape, fold: Line) -> list[tuple[float, float]]:
    """The triangle from a folded label to its words."""
    label, words = drawing.boxes[fold.parent], drawing.boxes[fold.child]
    sign = 1 if words.y > label.y else -1
    base, half = words.y - sign * BOX / 2, words.width / 2 - 2
    return [(label.x, label.y + sign * BOX / 2), (words.x - half, base), (words.x + half, base)]


def _fold(drawing: TreeShape, fold: Line, colours: Theme) -> str:
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in fold_points(drawing, fold))
    return f'<path d="M{path}Z" stroke="{colours.line}" stroke-linejoin="round" fill="none"/>'


def link_bow(drawing: Drawing, link: Link) -> tuple[float, float, float, float, float, float]:
    """A link as one quadratic curve (start, control point, end): a short way that keeps clear of the words at least."""
    (x1, y1), (x2, y2) = link.course[0], link.course[-1]
    turn = link.course[1]
    if drawing.is_one_above_other:
        return x1, y1, 2 * turn[0] - (x1 + x2) / 2, (y1 + y2) / 2, x2, y2
    return x1, y1, (x1 + x2) / 2, 2 * turn[1] - (y1 + y2) / 2, x2, y2


def _link(link: Link, colours: Theme) -> str:
    x, y = link.course[0]
    path = f"M{x:.1f} {y:.1f}" + "".join(f"Q{a:.1f} {b:.1f} {c:.1f} {d:.1f}" for a, b, c, d in rounded(link.course))
    head = "L".join(f"{x:.1f} {y:.1f}" for x, y in arrow_head(link.course))
    colour = colours.text[SWAPPED]
    return (
        f'<path d="{path}" stroke="{colour}" stroke-width="1.3" stroke-dasharray="0.5 3.5" stroke-linecap="round" '
        f'fill="none"/><path d="M{head}Z" fill="{colour}"/>'
    )


def _box(box: Box, colours: Theme) -> str:
    colour = colours.text[box.operation]
    if box.operation == MATCHED and (box.kind == PRETERMINAL or box.opens or box.side == LEFT_OUT):
        colour = colours.quiet
    weight = 600 if box.kind not in (WORD, PRETERMINAL) and box.operation == MATCHED else 400
    text = svg_text(box.x, box.y, box.text, box.size, colour, weight=600 if box.operation != MATCHED else weight)
    if box.operation == MATCHED:
        return text
    dash = ' stroke-dasharray="2 3"' if box.operation == SWAPPED else ""
    return (
        f'<rect x="{box.x - box.width / 2:.1f}" y="{box.y - BOX / 2:.1f}" width="{box.width:.1f}" height="{BOX:g}" rx="6" '
        f'fill="{colours.fill[box.operation]}" stroke="{colour}" stroke-width="0.8"{dash}/>{text}'
    )


def _legend(drawing: Drawing, colours: Theme, names: Names) -> tuple[str, float]:
    parts, x = [], MARGIN
    for operation in operations_shown(drawing):
        sample = marked("X", operation)
        width = estimated_width(sample, FONT_SIZE) + 14
        box = Box(GOLD, -1, -1, sample, operation, 1, x + width / 2, _LEGEND_HEIGHT / 2, width)
        parts.append(_box(box, colours))
        label = names.told(SAID[operation])
        parts.append(svg_text(x + width + 6, _LEGEND_HEIGHT / 2, label, 12, colours.quiet, anchor="start"))
        x += width + 6 + estimated_width(label, 12) + 22
    return "".join(parts), x
