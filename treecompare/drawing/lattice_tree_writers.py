"""Two trees over a lattice, as text and SVG."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from treecompare.drawing.lattice_trees import LatticeTrees, LatticeTreesDrawing, NodeBox
from treecompare.drawing.lattice_writers import lane_label, lane_path, lattice_as_text
from treecompare.drawing.lattices import ADDED, ELSEWHERE, KEPT, OTHER, RADIUS
from treecompare.drawing.layout import MARGIN
from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.style import FONT_SIZE, TAG_SIZE, THEMES, Theme, estimated_width
from treecompare.drawing.svg import svg_begin, svg_text, tree_parts
from treecompare.drawing.text import as_text
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, Mapping
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import WORD, Tree

LEGEND = f"< added: gold only; > deleted: system only; {ELSEWHERE} kept, over other states; {ADDED} not in the lattice"


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


def lattice_trees_as_svg(
    drawing: LatticeTreesDrawing, theme: str = "light", title: str = "", score: str = "", is_bare: bool = False,
    names: Names = PLAIN,
) -> str:  # fmt: skip
    """The drawing with title, legend and what the measures count; ``is_bare``: without them, at its own coordinates. ``names``: of
    both trees."""
    colours, legend = THEMES[theme], names.told(LEGEND)
    head = 26.0 if title and not is_bare else 0.0
    width, height = drawing.width, drawing.height
    if not is_bare:
        said = max(1.1 * estimated_width(title, 14), *(1.1 * estimated_width(text, 12) for text in (legend, score)))
        width, height = max(width, said + 2 * MARGIN), head + height + 44
    parts = svg_begin(width, height, title or " ".join(word.text for word in drawing.words), colours)
    if head:
        parts.append(svg_text(MARGIN, 20, title, 14, colours.text[MATCHED], "start", 600))
    parts.append(f'<g transform="translate({(width - drawing.width) / 2:.1f} {head:g})">')
    parts += tree_parts(drawing, (), colours)
    for x, one, other in drawing.threads:
        parts.append(
            f'<path d="M{x:.1f} {one:.1f}V{other:.1f}" stroke="{colours.line}" stroke-dasharray="1 3" fill="none"/>'
        )
    for word in drawing.words:
        parts.append(
            f'<path d="M{word.x1 + 5:.1f} {word.y:.1f} v5 H{word.x2 - 5:.1f} v-5" fill="none" stroke="{colours.line}"/>'
        )
        parts.append(_haloed((word.x1 + word.x2) / 2, word.y + 16, word.text, colours))
        parts.append(svg_text((word.x1 + word.x2) / 2, word.y + 16, word.text, FONT_SIZE, colours.text[MATCHED]))
    lanes = sorted(drawing.lanes, key=lambda lane: (lane.role != OTHER, lane.role != KEPT))
    parts += [lane_path(lane, colours) for lane in lanes]
    for lane in lanes:
        if lane.role == OTHER:  # those of the trees have their labels as leaves
            parts += [_haloed((lane.x1 + lane.x2) / 2, lane.y - 9, lane.text, colours), lane_label(lane, colours)]
    for state in drawing.states:
        fill = colours.text[MATCHED] if state.boundary else colours.background
        parts.append(
            f'<circle cx="{state.x:.1f}" cy="{state.y:.1f}" r="{RADIUS:g}" fill="{fill}" stroke="{colours.text[MATCHED]}"/>'
        )
    parts += [_node(box, colours) for box in drawing.nodes]
    parts.append("</g>")
    if not is_bare:
        parts.append(svg_text(MARGIN, height - 32, legend, 12, colours.quiet, "start"))
        parts.append(svg_text(MARGIN, height - 14, score, 12, colours.quiet, "start"))
    return "\n".join([*parts, "</svg>"])


def _haloed(x: float, y: float, text: str, colours: Theme) -> str:
    """Paper behind a text that lines lead through."""
    room = estimated_width(text, FONT_SIZE) + 2
    return (
        f'<rect x="{x - room / 2:.1f}" y="{y - 7:.1f}" width="{room:.1f}" height="14" fill="{colours.background}" '
        'fill-opacity="0.85"/>'
    )


def _node(box: NodeBox, colours: Theme) -> str:
    is_changed = box.operation in (DELETED, INSERTED)
    quiet = box.is_root or box.part is not None
    colour = colours.quiet if quiet else colours.text[box.operation]
    weight = 600 if is_changed or not (box.kind == WORD or quiet) else 400
    parts = []
    if is_changed:
        parts.append(
            f'<rect x="{box.x - box.width / 2:.1f}" y="{box.top:.1f}" width="{box.width:.1f}" height="{box.height:g}" rx="6" '
            f'fill="{colours.fill[box.operation]}" stroke="{colour}" stroke-width="0.8"/>'
        )
    if box.tag:
        parts.append(svg_text(box.x, box.y, box.tag, TAG_SIZE, colour if is_changed else colours.quiet))
    return "".join([*parts, svg_text(box.x, box.y + box.below, box.text, box.size, colour, weight=weight)])
