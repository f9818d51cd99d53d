"""A sentence across annotation schemes as SVG, as text, and as an object for JSON. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from treecompare.drawing.schemes import (
    BETWEEN,
    LABEL_SIZE,
    MARGIN,
    SCHEME,
    UNNAMED,
    SchemeDrawing,
    SchemeNode,
    SchemeTrees,
)
from treecompare.drawing.style import BOX, FONT_SIZE, THEMES, Theme, estimated_width
from treecompare.drawing.svg import svg_begin, svg_text
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED

_MEANINGS = {
    DELETED: "missing node",
    INSERTED: "extra node",
    SWAPPED: "relabelled node",
    SCHEME: "scheme difference (not counted)",
    UNNAMED: "no label (not counted)",
}


def schemes_as_svg(drawing: SchemeDrawing, theme: str = "light", title: str = "", is_bare: bool = False) -> str:
    """The drawing with title and legend; ``is_bare``: neither of them, at its own coordinates."""
    colours = THEMES[theme]
    head = 26.0 if title and not is_bare else 0.0
    legend, legend_width = _legend(drawing, colours)
    width, height = drawing.width, head + drawing.height
    if is_bare:
        legend = ""
    else:
        height += BOX + BETWEEN
        width = max(width, legend_width, 1.1 * estimated_width(title, 14) + 2 * MARGIN)
    parts = [
        *svg_begin(width, height, title or " ".join(drawing.of.words), colours),
        '<defs><pattern id="hatched" width="6" height="6" patternTransform="rotate(45)" patternUnits="userSpaceOnUse">'
        f'<path d="M0 0V6" stroke="{colours.line}" stroke-width="1.6"/></pattern></defs>',
    ]
    if head:
        parts.append(svg_text(MARGIN, 18, title, 14, colours.text[MATCHED], "start", 600))
    parts.append(f'<g transform="translate(0 {head:g})">')
    for tree, y in drawing.titles.items():
        parts.append(svg_text(MARGIN, y, drawing.of.trees[tree].title, 12, colours.quiet, "start", 600))
    for word in drawing.words:
        colour = colours.quiet if word.is_run else colours.text[MATCHED]
        parts.append(svg_text(word.x, word.y, word.text, FONT_SIZE, colour))
    parts += [_box(box.corners, box.text, box.operation, colours, box.text_places) for box in drawing.labels]
    parts += [f'<g transform="translate(0 {drawing.height:.1f})">{legend}</g>', "</g>", "</svg>"]
    return "\n".join(parts)


def _box(
    corners: tuple[float, float, float, float], text: str, operation: str, colours: Theme, places: Sequence[float] = ()
) -> str:
    left, top, right, bottom = corners
    colour = colours.text.get(operation, colours.quiet)
    is_error = operation in (DELETED, INSERTED, SWAPPED)
    fill = "url(#hatched)" if operation == SCHEME else colours.fill.get(operation, colours.background)
    label = ""
    for middle in places or ((left + right) / 2,):
        if operation == SCHEME:
            room = estimated_width(text, LABEL_SIZE) + 4
            label += (
                f'<rect x="{middle - room / 2:.1f}" y="{top + 3:.1f}" width="{room:.1f}" height="{bottom - top - 6:.1f}" '
                f'fill="{colours.background}"/>'
            )
        label += svg_text(middle, (top + bottom) / 2, text, LABEL_SIZE, colour, weight=600 if is_error else 400)
    dots = ' stroke-dasharray="2 3"' if operation == UNNAMED else ""
    return (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{bottom - top:.1f}" rx="4" fill="{fill}" '
        f'stroke="{colour if is_error else colours.line}" stroke-width="{1.4 if is_error else 0.8}"{dots}/>{label}'
    )


def _sample(operation: str) -> str:
    return SchemeNode(0, 1, "" if operation == UNNAMED else "x", 1, operation).text


def _legend(drawing: SchemeDrawing, colours: Theme) -> tuple[str, float]:
    parts, x = [], MARGIN
    for operation in drawing.operations:
        sample = _sample(operation)
        room = estimated_width(sample, LABEL_SIZE) + 16
        parts.append(_box((x, 0, x + room, BOX), sample, operation, colours))
        parts.append(svg_text(x + room + 6, BOX / 2, _MEANINGS[operation], LABEL_SIZE, colours.quiet, "start"))
        x += room + 6 + estimated_width(_MEANINGS[operation], LABEL_SIZE) + 22
    return "".join(parts), x


def schemes_as_text(of: SchemeTrees) -> str:
    """Every tree indented, a node a line with its words."""
    lines: list[str] = []
    for tree in of.trees:
        rows = [("  " * node.depth + node.text, node) for node in tree.nodes]
        width = max(len(text) for text, _ in rows)
        lines.append(tree.title)
        lines += [
            f"  {text.ljust(width)}  {' '.join(of.words[node.first : node.last])}".rstrip() for text, node in rows
        ]
        lines.append("")
    there = {node.operation for tree in of.trees for node in tree.nodes}
    used = [one for one in _MEANINGS if one in there]
    return "\n".join([*lines, "; ".join(f"{_sample(one)} {_MEANINGS[one]}" for one in used)]).rstrip()


def schemes_as_object(of: SchemeTrees) -> dict[str, Any]:
    """Words and trees; nodes in preorder with their first and last word, from 1, and what became of them: ``missing``, ``extra`` or
    ``relabelled`` (errors; ``new``: the other label), ``scheme``, ``matched``, ``unnamed``, or ``root``, which is never counted."""
    names = {DELETED: "missing", INSERTED: "extra", SWAPPED: "relabelled"}
    trees = [
        {
            "name": tree.name,
            "role": tree.role,
            "nodes": [
                {
                    "first": node.first + 1,
                    "last": node.last,
                    "label": node.label,
                    "depth": node.depth,
                    "operation": "root" if node.is_root else names.get(node.operation, node.operation),
                    **({"new": node.new} if node.new else {}),
                    **({"is_word": True} if node.is_word else {}),
                }
                for node in tree.nodes
            ],
        }
        for tree in of.trees
    ]
    return {"words": list(of.words), "trees": trees}
