r"""A scene as LaTeX: every label, line and box where it was laid out. Needs :data:`TIKZ_PREAMBLE`.

Plain trees are written as ``forest``, arcs as ``tikz-dependency``, with which people go on (``latex.py``, ``arc_output.py``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from treecompare.drawing.latex import COLOURS, document, escaped
from treecompare.drawing.scene import Dash, Dot, Group, Label, Mark, Rect, Scene, Stroke
from treecompare.drawing.style import BAND, HEADING, LINE, PAPER, QUIET, rim, tint
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED
from treecompare.trees.characters import LEFT_TO_RIGHT

SCALE = 0.72
"""Points on paper for one of a drawing: its letters are 13 points high there, LaTeX's are 9 in \\small."""
PEN = 0.4
"""Width of a line on paper for one of a drawing: printed lines are finer."""
TIKZ_PREAMBLE = "\n".join(["\\usepackage{textcomp}", "\\usepackage{tikz}", COLOURS])
r"""What a document needs before ``\begin{document}``."""
_INKS = {
    LINE: "gray", QUIET: "gray", PAPER: "white", BAND: "gray!10", MATCHED: "black", tint(MATCHED): "white",
    **{operation: f"treecompare-{operation}" for operation in (DELETED, INSERTED, SWAPPED)},
    **{tint(operation): f"treecompare-{operation}-fill" for operation in (DELETED, INSERTED, SWAPPED)},
    **{rim(operation): f"treecompare-{operation}" for operation in (DELETED, INSERTED, SWAPPED)}, rim(MATCHED): "gray",
}  # fmt: skip
_FONTS = (13.0, "\\small"), (12.0, "\\footnotesize"), (10.5, "\\scriptsize"), (0.0, "\\tiny")
"""By the least size of letters in a drawing; the first is what all have that say nothing else."""
_ANCHORS = {"start": "anchor=west", "end": "anchor=east", "middle": ""}


def scene_tikz(scene: Scene) -> str:
    """A ``tikzpicture``."""
    head = (
        f"\\begin{{tikzpicture}}[x={SCALE}pt, y=-{SCALE}pt, every node/.style={{inner sep=1.5pt, font=\\small, "
        "text height=1.4ex, text depth=0.4ex}, "
        f"every path/.style={{line width={PEN}pt}}]"
    )
    return "\n".join([head, *(f"  {line}" for line in _written(scene.marks, 0.0, 0.0)), "\\end{tikzpicture}"])


def scene_document(scene: Scene, comment: str = "") -> str:
    """A document that compiles by itself."""
    return document(scene_tikz(scene), list(_texts(scene.marks)), comment, TIKZ_PREAMBLE)


def _texts(marks: Iterable[Mark]) -> Iterator[str]:
    for mark in marks:
        if isinstance(mark, Label):
            yield mark.text
        elif isinstance(mark, Group):
            yield from _texts(mark.marks)


def _written(marks: Sequence[Mark], x: float, y: float) -> Iterator[str]:
    for mark in marks:
        match mark:
            case Stroke():
                yield _stroke(mark, x, y)
            case Rect():
                yield _rect(mark, x, y)
            case Label():
                yield _label(mark, x, y)
            case Dot():
                at = _point(x + mark.x, y + mark.y)
                yield f"\\filldraw[fill={_INKS[mark.fill]}] {at} circle[radius={mark.radius * SCALE:.1f}pt];"
            case Group(left, top, inner):
                yield from _written(inner, x + left, y + top)


def _point(x: float, y: float) -> str:
    return f"({x:.1f}, {y:.1f})"


def _given(options: Iterable[str]) -> str:
    there = [one for one in options if one]
    return f"[{', '.join(there)}]" if there else ""


def _pen(ink: str, width: float, dash: Dash) -> list[str]:
    """How a line is drawn, besides its colour."""
    if not ink:
        return []
    wide = SCALE * width if ink == PAPER else PEN * width  # paper is there to hide what is below
    dashes = " ".join(f"{('on', 'off')[place % 2]} {SCALE * one:.1f}pt" for place, one in enumerate(dash))
    return ["" if 1.0 <= width <= 1.1 else f"line width={wide:.2f}pt", f"dash pattern={dashes}" if dash else ""]


def _stroke(mark: Stroke, x: float, y: float) -> str:
    here = (mark.start[0] + x, mark.start[1] + y)
    path = _point(*here)
    for step in mark.steps:
        points = [(one + x, other + y) for one, other in zip(step[::2], step[1::2], strict=True)]
        if len(points) == 1:
            path += f" -- {_point(*points[0])}"
        else:
            if len(points) == 2:  # a quadratic curve as a cubic one
                turn, end = points
                thirds = [((a + 2 * c) / 3, (b + 2 * d) / 3) for (a, b), (c, d) in ((here, turn), (end, turn))]
                points = [*thirds, end]
            path += f" .. controls {_point(*points[0])} and {_point(*points[1])} .. {_point(*points[2])}"
        here = points[-1]
    inks = [_INKS[mark.ink] if mark.ink not in ("", MATCHED) else "", f"fill={_INKS[mark.fill]}" if mark.fill else ""]
    command = "filldraw" if mark.ink and mark.fill else "fill" if mark.fill else "draw"
    ends = "line cap=round" if mark.is_round else ""
    options = _given([*inks, *_pen(mark.ink, mark.width, mark.dash), ends])
    return f"\\{command}{options} {path}{' -- cycle' if mark.is_closed else ''};"


def _rect(mark: Rect, x: float, y: float) -> str:
    fill = [f"fill={_INKS[mark.fill]}"] if mark.fill else []
    line = [f"draw={_INKS[mark.ink]}" if mark.ink else "", *_pen(mark.ink, mark.line, mark.dash)]
    corners = f"rounded corners={mark.radius * SCALE / 2:.1f}pt" if mark.radius else ""
    left, top = mark.x + x, mark.y + y
    ends = f"{_point(left, top)} rectangle {_point(left + mark.width, top + mark.height)}"
    return f"\\path{_given([*fill, *line, corners])} {ends};"


def _label(mark: Label, x: float, y: float) -> str:
    font = next(font for least, font in _FONTS if mark.size >= least)
    bold = "\\bfseries" if mark.weight >= HEADING else ""
    options = [
        _ANCHORS[mark.anchor],
        f"font={font}{bold}" if bold or font != _FONTS[0][1] else "",
        f"text={_INKS[mark.ink]}" if mark.ink != MATCHED else "",
        *(["fill=white", "inner sep=0.5pt"] if mark.room else []),
    ]
    text = escaped(mark.text.replace(LEFT_TO_RIGHT, ""))
    return f"\\node{_given(options)} at {_point(mark.x + x, mark.y + y)} {{{text}}};"
