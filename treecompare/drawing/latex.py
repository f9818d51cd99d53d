r"""Trees and alignments as LaTeX: the ``forest`` environment of a paper, or a document that compiles by itself.

Colours and marks are those of the window: deleted ``<``, inserted ``>``, relabelled ``~`` with a dotted arrow.
"""

from __future__ import annotations

from collections.abc import Iterable

from treecompare.drawing.edges import edge_texts, label_texts
from treecompare.drawing.scene import Dash, Dot, Group, Label, Mark, Rect, Scene, Stroke, placed, ungrouped
from treecompare.drawing.style import BAND, HEADING, LIGHT, LINE, MARKS, PAPER, QUIET, marked, rim, tint
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED, Mapping
from treecompare.trees.characters import LEFT_TO_RIGHT, visible
from treecompare.trees.tree import PRETERMINAL, WORD, Tree

_ESCAPES = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"$\sim$", "<": r"\textless{}", ">": r"\textgreater{}", '"': r"\textquotedbl{}",
    "|": r"\textbar{}", "`": r"\textasciigrave{}", "'": r"\textquotesingle{}", "-": "{-}", "∅": r"$\emptyset$", "…": r"\ldots{}",
    "→": r"$\to$", "←": r"$\gets$", "⋮": r"$\vdots$",
    "−": "$-$", "Δ": r"$\Delta$", "≈": r"$\approx$", "≠": r"$\neq$", "≤": r"$\leq$", "≥": r"$\geq$",
}  # fmt: skip
_RIGHT_TO_LEFT = (("hebrew", 0x0590, 0x05FF), ("arabic", 0x0600, 0x06FF))
PDFLATEX_LETTERS = 0x0180
"""Characters below this code point are in the fonts of pdflatex, except these:"""
_NOT_IN_PDFLATEX = frozenset("ĦħĸĿŀŉŦŧſ")


def escaped(text: str) -> str:
    """A text escaped for LaTeX, without control characters; right-to-left words are wrapped in a command."""
    out = "".join(_ESCAPES.get(letter, letter) for letter in visible(text))
    for language, first, last in _RIGHT_TO_LEFT:
        if any(first <= ord(letter) <= last for letter in text):
            return f"\\foreignlanguage{{{language}}}{{{out}}}"
    return out


def needs_unicode_fonts(texts: list[str]) -> bool:
    """Whether some word has characters that pdflatex does not support."""
    letters = {letter for text in texts for letter in visible(text)} - set(_ESCAPES)
    return any(ord(letter) >= PDFLATEX_LETTERS or letter in _NOT_IN_PDFLATEX for letter in letters)


def alignment_as_forest(mapping: Mapping, arrangement: str = "side-by-side") -> str:
    """Both trees: gold left and test right with arrows between relabelled nodes, or (``mirrored``) test below, upside down.

    Needs :data:`PREAMBLE`.
    """
    gold, test = (_brackets(tree, mapping.operations[side], side[0]) for side, tree in mapping.trees.items())
    is_labelled = any(map(any, (edge_texts(mapping.gold), edge_texts(mapping.test))))
    style = "treecompare, for tree={l sep=16pt}" if is_labelled else "treecompare"
    if arrangement == "mirrored":
        # a forest grows in one direction only, so two are needed
        above, below = _environment(style, gold), _environment(f"{style}, for tree={{grow'=north}}", test)
        return f"{{\\centering\n{above}\n\n{below}\\par}}"
    arrows = [
        f"  \\draw[treecompare swap] (g{one}) to[bend left=15] (t{other});" for one, other in sorted(mapping.swapped)
    ]
    return _environment(style, ["  [, phantom, s sep=3em", *gold, *test, "  ]", *arrows])


def _environment(style: str, lines: list[str]) -> str:
    return "\n".join([f"\\begin{{forest}} {style}", *lines, "\\end{forest}"])


def _brackets(tree: Tree, operations: list[str], prefix: str) -> list[str]:
    """Brackets of ``forest``, a node a line. Several roots are put under an invisible root."""
    lines: list[str] = []
    edges, texts = edge_texts(tree), label_texts(tree)
    todo: list[tuple[int, int] | str] = [(root, 2) for root in reversed(tree.roots)]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            lines[-1] += item
            continue
        node, depth = item
        lines.append("  " * depth + "[" + _node(tree, node, texts[node], operations[node], prefix, edges[node]))
        todo.append("]")
        todo.extend((daughter, depth + 1) for daughter in reversed(tree.children[node]))
    return lines if len(tree.roots) == 1 else ["  [, phantom", *lines, "  ]"]


def _node(tree: Tree, node: int, label: str, operation: str, prefix: str, edge: str = "") -> str:
    text = escaped(marked(label, operation))
    options = [f"name={prefix}{node}"] if prefix and operation == SWAPPED else []
    if operation != MATCHED:
        options.append(f"treecompare {operation}")
    if tree.kinds[node] == WORD:
        options.append("tier=word")
    elif tree.kinds[node] == PRETERMINAL:
        options.append("treecompare tag")
    if edge and tree.parents[node] >= 0:
        options.append(f"edge label={{node[treecompare edge]{{{escaped(edge)}}}}}")
    return ", ".join([f"{{{text}}}", *options])


def _colour(name: str, value: str) -> str:
    return f"\\definecolor{{{name}}}{{HTML}}{{{value.lstrip('#').upper()}}}"


CHANGED = (DELETED, INSERTED, SWAPPED)
TEXT_COLOURS = "\n".join(_colour(f"treecompare-{one}", LIGHT.text[one]) for one in CHANGED)
COLOURS = "\n".join([TEXT_COLOURS, *(_colour(f"treecompare-{one}-fill", LIGHT.fill[one]) for one in CHANGED)])
"""The colours of operations, for the preamble."""
PREAMBLE = "\n".join(
    [
        "\\usepackage{textcomp}",
        "\\usepackage[edges]{forest}",
        COLOURS,
        "\\tikzset{treecompare swap/.style={->, densely dotted, thick, treecompare-swapped}}",
        "\\tikzset{treecompare edge/.style={midway, fill=white, inner sep=1pt, font=\\tiny, text=gray}}",
        "\\forestset{",
        "  treecompare/.style={for tree={font=\\small, inner sep=2pt, l sep=9pt, s sep=5pt, edge={gray!70}}},",
        "  treecompare tag/.style={font=\\scriptsize},",
        *(
            f"  treecompare {one}/.style={{text=treecompare-{one}, fill=treecompare-{one}-fill, rounded corners=2pt}},"
            for one in CHANGED
        ),
        "}",
    ]
)
r"""What a document needs before ``\begin{document}``."""


def if_font(command: str) -> str:
    """The command if the font FreeSerif is installed; otherwise LaTeX's default font is used, and LaTeX reports missing letters."""
    return f"\\IfFontExistsTF{{FreeSerif}}{{{command}}}{{}}"


def commented(text: str) -> list[str]:
    """The lines of a text as comments of LaTeX."""
    return [f"% {visible(line)}" for line in text.splitlines()]


def with_preamble(body: str, preamble: str) -> str:
    """A drawing for a paper, with the preamble it needs as a comment."""
    needs = "\n".join(commented(preamble))
    return f"% in the preamble:\n{needs}\n{body}\n"


def document(body: str, texts: list[str], comment: str = "", preamble: str = PREAMBLE) -> str:
    """A complete document for pdflatex, or for lualatex if pdflatex lacks some letters. ``preamble``: what ``body`` needs."""
    head = commented(comment)
    if needs_unicode_fonts(texts):
        head.append(
            "% compile with lualatex: the words need letters that pdflatex does not have; choose a font that has them"
        )
    lines = ["\\documentclass[border=4pt, varwidth=\\maxdimen]{standalone}"]
    if needs_unicode_fonts(texts):
        lines += [
            "\\usepackage{fontspec}",
            "\\usepackage[bidi=basic, english]{babel}",
            if_font("\\babelfont{rm}{FreeSerif}"),
        ]
        for language, first, last in _RIGHT_TO_LEFT:
            if any(first <= ord(letter) <= last for text in texts for letter in text):
                lines.append(f"\\babelprovide[import]{{{language}}}")
                lines.append(if_font(f"\\babelfont[{language}]{{rm}}{{FreeSerif}}"))
    else:
        lines += ["\\usepackage[utf8]{inputenc}", "\\usepackage[T1]{fontenc}"]
        lines.append("\\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}")  # else letters are bitmaps
    return "\n".join([*head, *lines, preamble, "\\begin{document}", body, "\\end{document}", ""])


def of_width(text: str, centimetres: float, is_sans: bool = False) -> str:
    """The same document with its drawing so wide, 0 for as it is. A box is scaled, for rows of a table cannot be an argument."""
    begins, ends = "\\begin{document}\n", "\n\\end{document}"
    if is_sans:
        text = text.replace(begins, f"\\renewcommand{{\\familydefault}}{{\\sfdefault}}\n{begins}", 1)
    if centimetres:
        scaled = f"\n\\end{{lrbox}}\\resizebox{{{centimetres:g}cm}}{{!}}{{\\usebox{{\\drawn}}}}"
        text = text.replace(begins, f"{begins}\\newsavebox{{\\drawn}}\\begin{{lrbox}}{{\\drawn}}%\n", 1).replace(
            ends, scaled + ends, 1
        )
    return text


def legend() -> str:
    """The legend of the marks, for a caption."""
    return (
        f"deleted ({escaped('X' + MARKS[DELETED])}), inserted ({escaped(MARKS[INSERTED] + 'X')}), "
        f"relabelled ({escaped(MARKS[SWAPPED] + 'X')})"
    )


# -- a scene as LaTeX, where everything was laid out; needs TIKZ_PREAMBLE ----------------------------------------------

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
    lines = (_written(placed(mark, x, y, None)) for mark, x, y in ungrouped(scene.marks))
    return "\n".join([head, *(f"  {line}" for line in lines), "\\end{tikzpicture}"])


def scene_latex(scene: Scene) -> tuple[str, str]:
    """A scene as LaTeX, and what that needs in the preamble."""
    return scene.own_latex() or (scene_tikz(scene), TIKZ_PREAMBLE)


def scene_document(scene: Scene, comment: str = "") -> str:
    """A document that compiles by itself."""
    if own := scene.own_document(comment):
        return own
    texts = [mark.text for mark, _, _ in ungrouped(scene.marks) if isinstance(mark, Label)]
    return document(scene_tikz(scene), texts, comment, TIKZ_PREAMBLE)


def _written(mark: Mark) -> str:
    match mark:
        case Stroke():
            return _stroke(mark)
        case Rect():
            return _rect(mark)
        case Label():
            return _label(mark)
        case Dot(x, y, radius, fill):
            return f"\\filldraw[fill={_INKS[fill]}] {_point(x, y)} circle[radius={radius * SCALE:.1f}pt];"
        case Group():
            raise TypeError("a group has no line of its own")


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


def _stroke(mark: Stroke) -> str:
    here = mark.start
    path = _point(*here)
    for step in mark.steps:
        points = list(zip(step[::2], step[1::2], strict=True))
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


def _rect(mark: Rect) -> str:
    fill = [f"fill={_INKS[mark.fill]}"] if mark.fill else []
    line = [f"draw={_INKS[mark.ink]}" if mark.ink else "", *_pen(mark.ink, mark.line, mark.dash)]
    corners = f"rounded corners={mark.radius * SCALE / 2:.1f}pt" if mark.radius else ""
    ends = f"{_point(mark.x, mark.y)} rectangle {_point(mark.x + mark.width, mark.y + mark.height)}"
    return f"\\path{_given([*fill, *line, corners])} {ends};"


def _label(mark: Label) -> str:
    font = next(font for least, font in _FONTS if mark.size >= least)
    bold = "\\bfseries" if mark.weight >= HEADING else ""
    options = [
        _ANCHORS[mark.anchor],
        f"font={font}{bold}" if bold or font != _FONTS[0][1] else "",
        f"text={_INKS[mark.ink]}" if mark.ink != MATCHED else "",
        *(["fill=white", "inner sep=0.5pt"] if mark.room else []),
    ]
    text = escaped(mark.text.replace(LEFT_TO_RIGHT, ""))
    return f"\\node{_given(options)} at {_point(mark.x, mark.y)} {{{text}}};"
