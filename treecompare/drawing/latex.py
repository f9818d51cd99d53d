r"""Trees and alignments as LaTeX: the ``forest`` environment of a paper, or a document that compiles by itself.

Colours and marks are those of the window: deleted ``<``, inserted ``>``, relabelled ``~`` with a dotted arrow.
"""

from __future__ import annotations

from treecompare.drawing.edges import edge_texts, label_texts
from treecompare.drawing.style import LIGHT, MARKS, marked
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED, Mapping
from treecompare.trees.characters import visible
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
    gold = _brackets(mapping.gold, _operations(mapping, "gold"), "g")
    test = _brackets(mapping.test, _operations(mapping, "test"), "t")
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


def _operations(mapping: Mapping, side: str) -> list[str]:
    tree, of = (
        (mapping.gold, mapping.operation_on_gold) if side == "gold" else (mapping.test, mapping.operation_on_test)
    )
    return [MATCHED if tree.kinds[node] == WORD and not mapping.counts_words else of(node) for node in range(len(tree))]


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


COLOURS = "\n".join(
    [_colour(f"treecompare-{operation}", LIGHT.text[operation]) for operation in (DELETED, INSERTED, SWAPPED)]
    + [_colour(f"treecompare-{operation}-fill", LIGHT.fill[operation]) for operation in (DELETED, INSERTED, SWAPPED)]
)
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
            for one in (DELETED, INSERTED, SWAPPED)
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
