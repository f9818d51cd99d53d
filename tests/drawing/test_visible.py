"""Letters that nobody can see: every drawing of every word and label is well-formed and shows a symbol for them."""

from __future__ import annotations

import unicodedata
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure

from tests.conftest import stride
from tests.drawing.framed_svg import picture_svg
from tests.drawing.test_drawing import mapping_of
from tests.drawing.test_latex import balanced
from treecompare.drawing.arc_layout import layout_arcs
from treecompare.drawing.arcs import GOLD, TEST, Arc, Column
from treecompare.drawing.figures import finish, new_figure, save
from treecompare.drawing.latex import alignment_as_forest, document, escaped, with_preamble
from treecompare.drawing.lattice_drawing import layout_lattice
from treecompare.drawing.layout import ARRANGEMENTS, layout
from treecompare.drawing.plots import Line, by_length, histogram, scatter, systems
from treecompare.drawing.scene_svg import scene_svg
from treecompare.drawing.scheme_layout import compared_trees, layout_schemes
from treecompare.drawing.style import estimated_width
from treecompare.trees.characters import visible, visible_lines
from treecompare.trees.functions import MultiFunctionTree
from treecompare.trees.lattices import PathArc

NASTY = (
    "a\x1bb", "\x01", "\x00", "\x7f", "\x9b31m", "\x85", "\x1c", "\ufffe", "\uffff", "\U0001fffe", "\ufdd0", "\ud800",
    "x\u2028y", "\u2029", "\u202eabc", "\u2066x\u2069", "<&>\"'", "]]>", "<!--", "&#1;", "{\\x}%$", "\u200fא",
)  # fmt: skip
"""Words and labels."""


def is_xml(svg: str, *texts: str) -> None:
    """It parses, holds the texts with symbols, and no letter that cannot be seen."""
    found = "".join(ElementTree.fromstring(svg.encode("utf-8")).itertext())
    for text in texts:
        assert visible(text) in found
    assert not [
        letter for letter in found if unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") and letter != "\n"
    ]
    assert not set(found) & set("\u202e\u2066\u2069\ufffe\uffff")


def test_symbols() -> None:
    assert visible("a\x1bb\x00\x7f\t\n") == "a␛b␀␡␉␊"
    assert visible("\x9b\ufffe\uffff\ud800\u202e\u2066") == "\ufffd" * 6
    assert visible("\x85\u2028\u2029") == "\u2424" * 3
    assert visible_lines("a\x1b\r\nb") == "a␛␍\nb"
    for plain in ("", "NP-SBJ", "Größe", "שלום\u200f", "می\u200cخواهم", "a\u00a0b", "\U0001f600", "\u0301"):
        assert visible(plain) == visible_lines(plain) == plain
    for code in range(0x3000):  # a symbol for a letter, so that columns stay in line
        assert len(visible(chr(code))) == 1
    assert estimated_width("\x1b", 10) == estimated_width("␛", 10) > 0


def test_everything_that_xml_allows_and_nothing_else() -> None:
    everything = "".join(map(chr, range(0x110000)))
    assert len(visible(everything)) == len(everything)
    ElementTree.fromstring(f"<a>{visible(everything).replace('&', '').replace('<', '')}</a>".encode())


@pytest.mark.parametrize("nasty", NASTY)
@pytest.mark.parametrize("kind", ["T", "E"])
def test_trees(nasty: str, kind: str) -> None:
    label = nasty.replace("\ud800", "\ufffe")  # files are UTF-8: only names have lone surrogates
    mapping = mapping_of(
        f"(S (A{label} (B {label}) (C y)) (D z))", f"(S (X{label} (B {label}) (C{label} y)) (D z))", kind, params="none"
    )
    for arrangement in ARRANGEMENTS:
        for elide in (True, False):
            for right_to_left in (True, False):
                drawing = layout(mapping, arrangement, elide, right_to_left=right_to_left)
                is_xml(picture_svg(drawing, "dark", nasty), nasty, label)
    for arrangement in ("mirrored", "side-by-side"):
        body = alignment_as_forest(mapping, arrangement)
        texts = [*mapping.gold.texts, *mapping.test.texts]
        for latex in (with_preamble(body, "a\nb"), document(body, texts, f"{nasty}\nsignature")):
            latex.encode("utf-8")
            assert balanced(latex)
            assert not [one for one in latex if unicodedata.category(one) in ("Cc", "Cs", "Zl", "Zp") and one != "\n"]


def test_latex_says_which_fonts_symbols_need() -> None:
    assert escaped("a\x1bb\u202e") == "a␛b\ufffd"
    assert "lualatex" in document("", ["a\x01b"])
    assert document("", ["ab"], "one\x1b\u2028two").splitlines()[:2] == ["% one␛", "% two"]


@pytest.mark.parametrize("nasty", NASTY)
def test_arcs(nasty: str) -> None:
    columns = [Column(nasty, nasty), Column("y")]
    arcs = [Arc(GOLD, 0, -1, nasty, "matched"), Arc(TEST, 1, 0, nasty, "inserted"), Arc(GOLD, 1, 0, nasty, "swapped")]
    drawing = layout_arcs(columns, arcs)
    is_xml(picture_svg(drawing, "light", nasty), nasty)
    is_xml(scene_svg(drawing), nasty)
    latex = drawing.own_document(nasty)
    assert visible(latex.replace("\n", "")) == latex.replace("\n", "")


@pytest.mark.parametrize("nasty", NASTY)
def test_lattices(nasty: str) -> None:
    arcs = [
        PathArc(0, 1, nasty, nasty, 1, True, True, True, 1), PathArc(1, 2, nasty, "", 1, True, False, True, 1),
        PathArc(1, 2, "b", nasty, 1, False, True, False, 1), PathArc(0, 2, nasty, nasty, 1, False, False, True, 3),
    ]  # fmt: skip
    for others in (0, None):
        drawing = layout_lattice(arcs, [nasty], others=others)
        is_xml(picture_svg(drawing, "light", nasty), nasty)
        is_xml(scene_svg(drawing), nasty)


@pytest.mark.parametrize("nasty", NASTY)
def test_schemes(nasty: str) -> None:
    gold = MultiFunctionTree(2, frozenset({nasty}), {(0, 1): frozenset({nasty}), (1, 2): frozenset({"x"})})
    parse = MultiFunctionTree(2, frozenset({"root"}), {(0, 1): frozenset({"y"}), (1, 2): frozenset({nasty})})
    drawing = layout_schemes(compared_trees([nasty, "b"], [(nasty, gold)], (nasty, gold), (nasty, parse), gold))
    is_xml(picture_svg(drawing, "light", nasty), nasty)
    is_xml(scene_svg(drawing), nasty)


def plots(nasty: str) -> Figure:
    """All plots side by side, with that text wherever one may stand."""
    values = np.array([1.0, 2.0])
    figure = new_figure(16, 12)
    for number, draw in enumerate((
        lambda axes: systems(axes, [nasty, "z"], [Line(nasty, values), Line("b", values[::-1])], nasty),
        lambda axes: scatter(axes, values, values, (nasty, nasty), chosen={1: nasty}),
        lambda axes: histogram(axes, {nasty: values}, nasty),
        lambda axes: by_length(axes, ["1", "2"], [1, 1], {nasty: values}, nasty),
    ), 1):  # fmt: skip
        draw(figure.add_subplot(2, 2, number))
    finish(figure, nasty, [nasty], [nasty])
    return figure


@pytest.mark.parametrize("nasty", ["".join(NASTY[first :: 6 // stride(3)]) for first in range(6 // stride(3))])
def test_plots(nasty: str, tmp_path: Path) -> None:
    save(plots(nasty), str(tmp_path / "a.svg"))
    is_xml((tmp_path / "a.svg").read_text("utf-8"))


@pytest.mark.parametrize("suffix", ["pdf", "png"])
def test_plots_of_all_of_them(suffix: str, tmp_path: Path) -> None:
    """Once, because a PDF takes its time to hold parts of fonts."""
    save(plots("".join(NASTY[:: stride(4)])), str(tmp_path / f"a.{suffix}"))
