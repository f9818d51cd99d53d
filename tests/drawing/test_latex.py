"""LaTeX of trees and alignments: it holds every node, escapes everything, and compiles where a TeX is installed."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.drawing.test_drawing import GOLD_TREE, TEST_TREE, mapping_of
from treecompare.drawing.latex import (
    alignment_as_forest,
    document,
    escaped,
    legend,
    needs_unicode_fonts,
)

ODD = "(S (A a\\b{c}%_$#~^&\"'`|[1],d=<k>…) (-LRB- -LRB-))"


def texts_of(latex: str) -> int:
    """How many nodes there are."""
    return len(re.findall(r"^\s*\[\{", latex, re.MULTILINE))


def balanced(latex: str) -> bool:
    bare = re.sub(r"\\[{}\\]", "", latex)
    return bare.count("{") == bare.count("}") and latex.count("\\begin{") == latex.count("\\end{")


def test_every_node_is_there_once() -> None:
    mapping = mapping_of(GOLD_TREE, TEST_TREE)
    for arrangement in ("side-by-side", "mirrored"):
        latex = alignment_as_forest(mapping, arrangement)
        assert texts_of(latex) == len(mapping.gold) + len(mapping.test)
        assert balanced(latex)
        counts = mapping.counts
        for operation in ("deleted", "inserted"):
            assert latex.count(f"treecompare {operation}") == counts[operation]
        assert latex.count("treecompare swapped") == 2 * counts["swapped"]
    assert alignment_as_forest(mapping).count("\\draw") == mapping.counts["swapped"]


def test_no_letter_is_taken_for_a_command() -> None:
    latex = alignment_as_forest(mapping_of(ODD, ODD, params="none"))
    assert balanced(latex)
    for wanted in (
        r"\textbackslash{}",
        r"\{",
        r"\%",
        r"\_",
        r"\$",
        r"\#",
        r"$\sim$",
        r"\textasciicircum{}",
        r"\&",
        r"\ldots{}",
    ):
        assert wanted in latex
    assert "{{-}LRB{-}}" in latex
    assert escaped("a<b") == r"a\textless{}b"
    assert escaped("A−B Δ") == r"A$-$B $\Delta$"  # heads of columns; pdflatex has no such letters
    assert "deleted" in legend()


def test_forests_and_nodes_without_labels() -> None:
    mapping = mapping_of("(NP (N a)) (VP (V b))", "( (NP (N a)) (VP (V b)))", params="none")
    latex = alignment_as_forest(mapping)
    assert latex.count("phantom") >= 2
    assert balanced(latex)


def test_words_of_other_scripts() -> None:
    mapping = mapping_of("(S (N שלום) (V عالم))", "(S (N שלום) (V عالم))")
    assert needs_unicode_fonts(mapping.gold.texts)
    assert not needs_unicode_fonts(["über", "…", "façade"])
    assert needs_unicode_fonts(["ħ"])
    made = document(alignment_as_forest(mapping), mapping.gold.texts, "a\nb")
    assert "\\foreignlanguage{hebrew}{שלום}" in made
    assert "\\babelprovide[import]{arabic}" in made
    assert "\\IfFontExistsTF{FreeSerif}{\\babelfont[hebrew]{rm}{FreeSerif}}{}" in made
    assert made.startswith("% a\n% b\n")
    assert "lualatex" in made


@pytest.mark.parametrize("arrangement", ["side-by-side", "mirrored"])
@pytest.mark.parametrize(
    "trees", [(GOLD_TREE, TEST_TREE), (ODD, ODD.replace("(A", "(B")), ("(S (N über))", "(S (N über))")]
)
def test_the_document_compiles(tmp_path: Path, arrangement: str, trees: tuple[str, str]) -> None:
    compiler = shutil.which("pdflatex")
    if compiler is None or not shutil.which("kpsewhich"):
        pytest.skip("pdflatex is not installed (Debian: texlive-latex-extra, texlive-pictures)")
    for package in ("forest.sty", "standalone.cls"):
        if subprocess.run(["kpsewhich", package], capture_output=True, check=False).returncode:
            pytest.skip(f"LaTeX's {package} is not installed (Debian: texlive-latex-extra, texlive-pictures)")
    mapping = mapping_of(*trees, params="none")
    (tmp_path / "a.tex").write_text(document(alignment_as_forest(mapping, arrangement), mapping.gold.texts), "utf-8")
    command = [compiler, "-interaction=nonstopmode", "-halt-on-error", "a.tex"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=100, check=False)
    assert run.returncode == 0, run.stdout.decode("latin-1")[-1500:]
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    assert not re.search(rb"Missing character", (tmp_path / "a.log").read_bytes())
