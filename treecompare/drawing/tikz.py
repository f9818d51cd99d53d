r"""What ``forest`` and ``tikz-dependency`` cannot draw, as LaTeX: every label, line and box where it was laid out.

The merged tree, lattices, and function trees across schemes. All need :data:`TIKZ_PREAMBLE`.
"""

from __future__ import annotations

from collections.abc import Sequence

from treecompare.drawing.columns import LEFT_OUT, Box
from treecompare.drawing.latex import COLOURS, PREAMBLE, alignment_as_forest, document, escaped
from treecompare.drawing.lattice_trees import LatticeTreesDrawing
from treecompare.drawing.lattices import (
    BEND,
    FOLDED,
    KEPT,
    LEFT_TO_RIGHT,
    OPERATIONS,
    OTHER,
    RADIUS,
    SHARED,
    Lane,
    LatticeDrawing,
    State,
    Word,
)
from treecompare.drawing.lattices import GOLD as GOLD_LANE
from treecompare.drawing.lattices import TEST as TEST_LANE
from treecompare.drawing.layout import Drawing, TreeShape, bridges, edge_points
from treecompare.drawing.links import Course, rounded
from treecompare.drawing.schemes import MARGIN, SCHEME, UNNAMED, SchemeDrawing
from treecompare.drawing.stacks import HEAD, INDENT
from treecompare.drawing.style import FONT_SIZE, HALO, estimated_width
from treecompare.drawing.svg import fold_points
from treecompare.drawing.tree_stacks import TreeStack
from treecompare.mappings.mapping import DELETED, INSERTED, SWAPPED
from treecompare.trees.tree import PRETERMINAL

SCALE = 0.72
"""Points on paper for one of a drawing: its letters are 13 points high there, LaTeX's are 9 in \\small."""
TIKZ_PREAMBLE = "\n".join(["\\usepackage{textcomp}", "\\usepackage{tikz}", "\\usetikzlibrary{patterns}", COLOURS])
r"""What a document needs before ``\begin{document}``."""
_CHANGED = (DELETED, INSERTED, SWAPPED)


def _picture(lines: list[str]) -> str:
    head = (
        f"\\begin{{tikzpicture}}[x={SCALE}pt, y=-{SCALE}pt, every node/.style={{inner sep=1.5pt, font=\\small, "
        "text height=1.4ex, text depth=0.4ex}, "
        "every path/.style={line width=0.4pt}]"
    )
    return "\n".join([head, *(f"  {line}" for line in lines), "\\end{tikzpicture}"])


def _point(x: float, y: float) -> str:
    return f"({x:.1f}, {y:.1f})"


def _text(x: float, y: float, text: str, *options: str) -> str:
    given = f"[{', '.join(one for one in options if one)}]" if any(options) else ""
    return f"\\node{given} at {_point(x, y)} {{{escaped(text)}}};"


def _colours(operation: str, of: str = "text") -> list[str]:
    return [f"{of}=treecompare-{operation}"] if operation in _CHANGED else []


def merged_as_tikz(drawing: Drawing) -> str:
    """A merged tree, or any other drawing of two trees, as it is laid out."""
    lines = _trees(drawing, ())
    for link in drawing.links:
        course = " ".join(f".. controls {_point(*turn)} .. {_point(*end)}" for turn, end in _turns(link.course))
        ink = "->, densely dotted, thick, treecompare-swapped"
        lines.append(f"\\draw[{ink}] {_point(*link.course[0])} {course};")
    return _picture([*lines, *map(_label, drawing.boxes)])


def stack_as_tikz(stack: TreeStack) -> str:
    """The gold tree and those of all systems as they are laid out, each under its name."""
    lines = _trees(stack, stack.labels)
    for tier, top in stack.lines:
        head = stack.heads[tier]
        lines.append(_text(INDENT, top + HEAD / 2, head.name, "anchor=west", "font=\\small\\bfseries"))
        if head.said:
            after = INDENT + 1.12 * estimated_width(head.name, FONT_SIZE) + 14
            lines.append(_text(after, top + HEAD / 2, head.said, "anchor=west", "font=\\scriptsize"))
    return _picture(lines)


def _trees(drawing: TreeShape, boxes: Sequence[Box]) -> list[str]:
    lines = []
    for edge in drawing.edges:
        lines.append(f"\\draw[gray] {' -- '.join(_point(*place) for place in edge_points(drawing, edge))};")
    for start, end in bridges(drawing):
        lines.append(f"\\draw[white, line width={HALO * SCALE:.1f}pt] {_point(*start)} -- {_point(*end)};")
        lines.append(f"\\draw[gray] {_point(*start)} -- {_point(*end)};")
    for fold in drawing.folds:
        lines.append(f"\\draw[gray] {' -- '.join(_point(*place) for place in fold_points(drawing, fold))} -- cycle;")
    for curve in drawing.secondary:
        # a quadratic curve as a cubic one
        ends = [
            [(one + 2 * middle) / 3 for one, middle in zip(end, curve.control, strict=True)]
            for end in (curve.start, curve.end)
        ]
        course = f".. controls {_point(*ends[0])} and {_point(*ends[1])} .. {_point(*curve.end)}"
        lines.append(f"\\draw[gray, dashed] {_point(*curve.start)} {course};")
    for label in (*drawing.on_edges, *(curve.label for curve in drawing.secondary)):
        ink = "text=treecompare-swapped" if label.differs else "text=gray"
        lines.append(_text(label.x, label.y, label.text, "font=\\tiny", "fill=white", "inner sep=0.5pt", ink))
    return lines + [_label(box) for box in boxes]


def _turns(course: Course) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """The control point and the end of each bend of a link."""
    return [((a, b), (c, d)) for a, b, c, d in rounded(course)]


def trees_as_latex(drawing: Drawing) -> tuple[str, str]:
    """Two trees as they are drawn, and the preamble for it.

    Whole trees are a ``forest``, which people can go on with; where branches cross, or something is folded, put in or merged, it
    is a picture.
    """
    is_plain = not (
        drawing.folds or drawing.hidden or drawing.secondary or any(box.side == LEFT_OUT for box in drawing.boxes)
    )
    if is_plain and not drawing.is_crossing and drawing.arrangement != "merged":
        return alignment_as_forest(drawing.mapping, drawing.arrangement), PREAMBLE
    return merged_as_tikz(drawing), TIKZ_PREAMBLE


def _label(box: Box) -> str:
    options = [] if box.kind != PRETERMINAL else ["font=\\scriptsize"]
    if box.operation in _CHANGED:
        options += [*_colours(box.operation), f"fill=treecompare-{box.operation}-fill", "rounded corners=2pt"]
    elif box.opens or box.side == LEFT_OUT:
        options.append("text=gray")
    return _text(box.x, box.y, box.text, *options)


_LANES = {
    SHARED: "line width=1.2pt",
    KEPT: "line width=0.8pt, dash dot",
    GOLD_LANE: "dashed",
    TEST_LANE: "densely dotted",
    OTHER: "gray",
    FOLDED: "gray, dotted",
}


def lattice_as_tikz(drawing: LatticeDrawing) -> str:
    """A lattice with the paths of both trees."""
    lines = _words(drawing.words)
    for lane in drawing.lanes:
        lines += [_course(lane), *_lane_texts(lane)]
    return _picture([*lines, *_states(drawing.states)])


def lattice_trees_as_tikz(drawing: LatticeTreesDrawing) -> str:
    """Two trees over a lattice."""
    lines = _trees(drawing, ())
    lines += [f"\\draw[gray, dotted] {_point(x, one)} -- {_point(x, other)};" for x, one, other in drawing.threads]
    lines += _words(drawing.words)
    lines += map(_course, drawing.lanes)
    lines += [text for lane in drawing.lanes if lane.role == OTHER for text in _lane_texts(lane)]
    lines += _states(drawing.states)
    for box in drawing.nodes:
        ink = _colours(box.operation) or (["text=gray"] if box.is_root or box.part is not None else [])
        if box.operation in _CHANGED:
            left, right = box.x - box.width / 2, box.x + box.width / 2
            corners = f"{_point(left, box.top)} rectangle {_point(right, box.top + box.height)}"
            lines.append(f"\\fill[treecompare-{box.operation}-fill, rounded corners=2pt] {corners};")
        if box.tag:
            lines.append(_text(box.x, box.y, box.tag, "font=\\scriptsize", *ink))
        lines.append(_text(box.x, box.y + box.below, box.text.replace(LEFT_TO_RIGHT, ""), *ink))
    return _picture(lines)


def _words(words: Sequence[Word]) -> list[str]:
    lines = []
    for word in words:
        lines.append(
            f"\\draw[gray] {_point(word.x1 + 5, word.y)} -- ++(0, 5) -- {_point(word.x2 - 5, word.y + 5)} -- ++(0, -5);"
        )
        lines.append(_text((word.x1 + word.x2) / 2, word.y + 16, word.text, "text=gray"))
    return lines


def _course(lane: Lane) -> str:
    sign = 1 if lane.x1 < lane.x2 else -1
    x1, x2, bend = lane.x1 + sign * RADIUS, lane.x2 - sign * RADIUS, sign * BEND
    start, end = _point(x1, lane.base), _point(x2, lane.base)
    course = f"{start} -- {end}"
    if lane.y != lane.base:
        course = (
            f"{start} .. controls {_point(x1 + bend * 0.45, lane.base)} and {_point(x1 + bend * 0.1, lane.y)} .. "
            f"{_point(x1 + bend, lane.y)} -- {_point(x2 - bend, lane.y)} .. controls "
            f"{_point(x2 - bend * 0.1, lane.y)} and {_point(x2 - bend * 0.45, lane.base)} .. {end}"
        )
    return f"\\draw[{', '.join([_LANES[lane.role], *_colours(OPERATIONS[lane.role], 'draw')])}] {course};"


def _lane_texts(lane: Lane) -> list[str]:
    is_faint = lane.role in (OTHER, FOLDED)
    ink = ["text=gray"] if is_faint else _colours(OPERATIONS[lane.role])
    middle = (lane.x1 + lane.x2) / 2
    lines = [_text(middle, lane.y - 9, lane.text.replace(LEFT_TO_RIGHT, ""), *ink)]
    if lane.tag:
        count = f" ×{lane.count}" if lane.count > 1 and is_faint else ""
        lines.append(_text(middle, lane.y + 9, lane.tag + count, "font=\\tiny", *ink))
    return lines


def _states(states: Sequence[State]) -> list[str]:
    return [
        f"\\filldraw[fill={'black' if state.boundary else 'white'}] {_point(state.x, state.y)} "
        f"circle[radius={RADIUS * SCALE:.1f}pt];"
        for state in states
    ]


def schemes_as_tikz(drawing: SchemeDrawing) -> str:
    """Function trees above and below the words; what only a scheme has is hatched."""
    lines = []
    for tree, y in drawing.titles.items():
        lines.append(_text(MARGIN, y, drawing.of.trees[tree].title, "anchor=west", "font=\\footnotesize\\bfseries"))
    for word in drawing.words:
        lines.append(_text(word.x, word.y, word.text, "text=gray" if word.is_run else ""))
    for box in drawing.labels:
        left, top, right, bottom = box.corners
        ink = _colours(box.operation, "draw") or ["draw=gray"]
        if box.operation in _CHANGED:
            ink.append(f"fill=treecompare-{box.operation}-fill")
        elif box.operation == SCHEME:
            ink += ["pattern=north east lines", "pattern color=gray!60"]
        elif box.operation == UNNAMED:
            ink.append("densely dotted")
        lines.append(
            f"\\path[{', '.join(ink)}, rounded corners=2pt] {_point(left, top)} rectangle {_point(right, bottom)};"
        )
        halo = ["fill=white", "inner sep=0.5pt"] if box.operation == SCHEME else []
        for x in box.text_places:
            lines.append(_text(x, box.y, box.text, "font=\\scriptsize", *_colours(box.operation), *halo))
    return _picture(lines)


def trees_document(drawing: Drawing, comment: str = "") -> str:
    """A document that compiles by itself, of two trees as they are drawn."""
    body, preamble = trees_as_latex(drawing)
    return document(body, [*drawing.mapping.gold.texts, *drawing.mapping.test.texts], comment, preamble)


def lattice_document(drawing: LatticeDrawing, comment: str = "") -> str:
    """A document that compiles by itself."""
    texts = [
        *(word.text for word in drawing.words),
        *(text for lane in drawing.lanes for text in (lane.form, lane.tag)),
    ]
    return document(lattice_as_tikz(drawing), texts, comment, TIKZ_PREAMBLE)


def lattice_trees_document(drawing: LatticeTreesDrawing, comment: str = "") -> str:
    """A document that compiles by itself."""
    texts = [*(word.text for word in drawing.words), *(text for box in drawing.nodes for text in (box.text, box.tag))]
    texts += [text for lane in drawing.lanes for text in (lane.form, lane.tag)]
    return document(lattice_trees_as_tikz(drawing), texts, comment, TIKZ_PREAMBLE)


def schemes_document(drawing: SchemeDrawing, comment: str = "") -> str:
    """A document that compiles by itself."""
    texts = [*(box.text for box in drawing.boxes), *(tree.name for tree in drawing.of.trees)]
    return document(schemes_as_tikz(drawing), texts, comment, TIKZ_PREAMBLE)
