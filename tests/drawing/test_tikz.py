"""Merged trees, lattices and function trees as LaTeX: everything that is drawn is there, and it compiles."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.drawing.test_drawing import GOLD_TREE, TEST_TREE, mapping_of
from tests.drawing.test_lattices import example
from tests.drawing.test_schemes import drawn
from treecompare.drawing.condensed import BOTH
from treecompare.drawing.latex import escaped, scene_document, scene_latex, scene_tikz
from treecompare.drawing.lattice_drawing import layout_lattice
from treecompare.drawing.layout import layout
from treecompare.drawing.scheme_layout import ERRORS


def nodes(latex: str) -> list[str]:
    """The texts of a picture, in order."""
    return re.findall(r"\\node.* at \([-\d., ]+\) \{(.*)\};", latex)


def test_a_merged_tree_has_all_its_labels_and_edges() -> None:
    drawing = layout(mapping_of(GOLD_TREE, TEST_TREE), "merged", condense=BOTH)
    latex = scene_tikz(drawing)
    assert nodes(latex) == [escaped(box.text) for box in drawing.boxes]
    assert latex.count("\\draw") == len(drawing.edges) + len(drawing.folds)
    assert "$\\sim$NP$\\to$XP" in latex and latex.count("treecompare-deleted-fill") == 1


@pytest.mark.parametrize("right_to_left", [False, True])
def test_a_lattice_has_all_its_lanes_states_and_words(right_to_left: bool) -> None:
    for sentence in (0, 3, 4):
        drawing = layout_lattice(example(sentence), ["a", "b"], right_to_left, width=300)
        latex = scene_tikz(drawing)
        texts = nodes(latex)
        assert len(texts) == len(drawing.words) + len(drawing.lanes) + sum(bool(lane.tag) for lane in drawing.lanes)
        assert latex.count("\\filldraw") == len(drawing.states)
        assert latex.count("\\draw[") == len(drawing.lanes) + len(drawing.words)
        assert "\u200e" not in latex


def test_function_trees_have_all_their_boxes() -> None:
    drawing = drawn()
    latex = scene_tikz(drawing)
    brackets = [box for box in drawing.labels if box.is_root or box.last - box.first > 1]
    errors = [box for box in drawing.labels if box.operation in ERRORS]
    dotted = [box for box in brackets if box.operation in ("scheme", "unnamed")]
    assert latex.count("rounded corners") == len(errors) > 0
    assert latex.count("\\draw[") == len(brackets) and latex.count("dash pattern") == len(dotted)
    bare = [box for box in drawing.labels if box.operation == "unnamed"]
    assert len(nodes(latex)) == len(drawing.boxes) - len(bare) + len(drawing.titles)


def test_the_documents_compile(tmp_path: Path) -> None:
    compiler = shutil.which("pdflatex")
    if compiler is None or subprocess.run(["kpsewhich", "tikz.sty"], capture_output=True, check=False).returncode:
        pytest.skip("pdflatex with tikz is not installed (Debian: texlive-latex-extra, texlive-pictures)")
    mapping = mapping_of(GOLD_TREE.replace("hat", "h_t"), TEST_TREE.replace("hat", "h_t"))
    texts = {
        "merged": scene_document(layout(mapping, "merged"), "a & b"),
        "lattice": scene_document(layout_lattice(example(3), ["a", "50%"])),
        "schemes": scene_document(drawn()),
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.tex").write_text(text, "utf-8")
        run = subprocess.run(
            [compiler, "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex"],
            cwd=tmp_path,
            capture_output=True,
            check=False,
        )
        assert run.returncode == 0, run.stdout.decode("latin-1")[-800:]


@pytest.mark.parametrize("arrangement", ["mirrored", "side-by-side", "merged"])
def test_trees_are_written_as_they_are_drawn(arrangement: str) -> None:
    """What is folded in the drawing is folded on paper."""
    words = " ".join(f"(NP (D the) (N word{one}))" for one in range(8))
    gold, test = f"(S {words} (VP (V x)))", f"(S {words} (XP (V x)))"
    mapping = mapping_of(gold, test, params="none")
    folded = layout(mapping, arrangement, condense=BOTH)
    body, preamble = scene_latex(folded)
    assert nodes(body) == [escaped(box.text) for box in folded.boxes] and "word3" not in body
    assert "tikzpicture" in body and "forest" not in preamble
    assert body.count("\\draw[treecompare-swapped") == len(folded.links)
    whole, preamble = scene_latex(layout(mapping, arrangement, elide=False))
    assert ("forest" in preamble) == (arrangement != "merged") and "word3" in whole
