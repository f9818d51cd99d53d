"""Arcs over words: heights that do not meet, labels with room, marks for what is wrong, in SVG, LaTeX and text."""

from __future__ import annotations

import itertools
import random
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.word_by_word import word_by_word
from treecompare.drawing.arc_output import arcs_as_latex, arcs_as_svg, arcs_as_text, arcs_document
from treecompare.drawing.arcs import GOLD, LABEL_SIZE, TEST, Arc, Column, layout_arcs
from treecompare.drawing.style import estimated_width
from treecompare.errors import UsageError
from treecompare.readers import read_any


def random_arcs(seed: int) -> tuple[list[Column], list[Arc]]:
    draw = random.Random(seed)
    count = draw.randint(1, 14)
    columns = [Column("w" * draw.randint(1, 9), draw.choice(["NOUN", ""])) for _ in range(count)]
    arcs = []
    for side in (GOLD, TEST):
        for word in range(count):
            head = draw.choice([other for other in range(-1, count) if other != word])
            arcs.append(
                Arc(side, word, head, draw.choice(["nsubj", "obl:agent", "x"]), draw.choice(["matched", "deleted"]))
            )
    return columns, arcs


@pytest.mark.parametrize("seed", range(30))
def test_arcs_that_meet_stand_at_different_heights(seed: int) -> None:
    columns, arcs = random_arcs(seed)
    drawing = layout_arcs(columns, arcs, right_to_left=seed % 2 == 1)
    for (one, high), (other, low) in itertools.combinations(zip(drawing.arcs, drawing.heights, strict=True), 2):
        (a, b), (c, d) = one.span, other.span
        if one.side == other.side and a < d and c < b:
            assert high != low
            if one.head < 0 or other.head < 0:
                assert (high > low) == (one.head < 0)
            elif (a <= c and d <= b) and (a, b) != (c, d):
                assert high > low
    for arc in drawing.arcs:
        if arc.head >= 0:
            room = abs(drawing.centres[arc.word] - drawing.centres[arc.head])
            assert room >= estimated_width(arc.text, LABEL_SIZE)
    order = list(drawing.centres)
    assert order == sorted(order, reverse=seed % 2 == 1)
    assert all(0 < centre < drawing.width for centre in order)
    root = ET.fromstring(arcs_as_svg(drawing, "dark", "a <title> & more"))
    assert len([one for one in root.iter() if one.tag.endswith("path")]) == 2 * len(arcs)
    latex = arcs_as_latex(drawing)
    assert latex.count("\\depedge") + latex.count("\\deproot") == len(arcs)
    assert latex.count("edge below") == len(columns)
    assert len(arcs_as_text(drawing).splitlines()) == len(columns) + 1


@pytest.fixture
def pair(shared: Path) -> DependencyComparison:
    folder = shared / "data/ewt"
    found = word_by_word(
        *[read_any(str(folder / "test.gold.conllu")), [read_any(str(folder / "test.malt-eager.conllu"))]]
    )  # type: ignore[arg-type]
    assert isinstance(found, DependencyComparison)
    found.score_system(0)
    return found


def test_marks_are_those_of_the_scores(pair: DependencyComparison) -> None:
    for sentence in range(0, 2000, 37):
        drawing = pair.arcs(0, sentence)
        gold = [arc for arc in drawing.arcs if arc.side == GOLD]
        marks = pair.scores[0].marks(sentence)
        assert len(gold) == len(marks) == len(drawing.columns)
        for arc, mark in zip(gold, marks, strict=True):
            assert (arc.operation != "deleted") == mark.head_right
            assert (arc.operation == "matched") == (mark.head_right and mark.relation_right)


def test_other_tokens_have_columns_of_their_own(shared: Path) -> None:
    folder = shared / "data/turkish-imst"
    found = word_by_word(read_any(str(folder / "dev.gold.conllu")), [read_any(str(folder / "dev.udpipe.conllu"))])
    assert isinstance(found, DependencyComparison)
    found.score_system(0)
    different = 0
    for sentence in range(0, found.sentences, 11):
        try:
            drawing = found.arcs(0, sentence)
        except UsageError:
            continue
        different += any(one.operation != "matched" for one in drawing.columns)
        assert sum(arc.side == GOLD for arc in drawing.arcs) == int(found.table.lengths[sentence])
    assert different > 0
    with pytest.raises(UsageError, match="there is no sentence 99999"):
        found.arcs(0, 99_998)


def test_the_document_compiles(tmp_path: Path) -> None:
    compiler = shutil.which("pdflatex")
    if (
        compiler is None
        or subprocess.run(["kpsewhich", "tikz-dependency.sty"], capture_output=True, check=False).returncode
    ):
        pytest.skip("pdflatex with tikz-dependency is not installed (Debian: texlive-latex-extra, texlive-pictures)")
    columns = [Column("50%"), Column("a_b"), Column("c&d")]
    arcs = [
        Arc(GOLD, 0, 1, "nsubj", "deleted"),
        Arc(GOLD, 1, -1, "root", "matched"),
        Arc(TEST, 2, 1, "obj", "inserted"),
    ]
    (tmp_path / "a.tex").write_text(arcs_document(layout_arcs(columns, arcs), "x"), "utf-8")
    run = subprocess.run(
        [compiler, "-interaction=nonstopmode", "-halt-on-error", "a.tex"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout.decode("latin-1")[-800:]
