"""Arcs over words: heights that do not meet, labels with room, marks for what is wrong, in SVG, LaTeX and text."""

from __future__ import annotations

import itertools
import random
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.drawing.framed_svg import picture_svg
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.word_by_word import word_by_word
from treecompare.drawing.arc_layout import LEAST_RUN, alike_runs, layout_arcs
from treecompare.drawing.arcs import (
    GOLD,
    LABEL_SIZE,
    LOW_CHIP,
    TEST,
    Arc,
    ArcDrawing,
    Column,
    Piece,
    arcs_as_text,
)
from treecompare.drawing.lit import frame
from treecompare.drawing.scene_svg import scene_svg
from treecompare.drawing.style import FONT_SIZE, estimated_width
from treecompare.errors import UsageError
from treecompare.readers import read_any


def random_arcs(seed: int, count: int = 0) -> tuple[list[Column], list[Arc]]:
    draw = random.Random(seed)
    count = count or draw.randint(1, 14)
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
    heights = [drawing.heights[place] for place in range(len(arcs))]
    for (one, high), (other, low) in itertools.combinations(zip(drawing.arcs, heights, strict=True), 2):
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
    root = ET.fromstring(picture_svg(drawing, "dark", "a <title> & more"))
    assert len([one for one in root.iter() if one.tag.endswith("path")]) == 2 * len(arcs)
    latex = drawing.own_latex()[0]
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
    (tmp_path / "a.tex").write_text(layout_arcs(columns, arcs).own_document("x"), "utf-8")
    run = subprocess.run(
        [compiler, "-interaction=nonstopmode", "-halt-on-error", "a.tex"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout.decode("latin-1")[-800:]


def beside_each_other(drawing: ArcDrawing) -> float:
    """The least distance between the ends of two arcs at one head, on one side of it and of the words."""
    ends: dict[tuple[str, int, int, bool], list[float]] = {}
    for piece, curve in zip(drawing.pieces, drawing.curves, strict=True):
        arc = drawing.arcs[piece.arc]
        if arc.head >= 0 and not piece.comes:
            start = curve.points[0][0]
            ends.setdefault((arc.side, arc.head, piece.row, start > drawing.centres[arc.head]), []).append(start)
    return min(
        (abs(one - other) for places in ends.values() for one, other in itertools.combinations(places, 2)), default=99
    )


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("width", [None, 300.0])
def test_arcs_of_one_head_stand_apart_within_its_column(seed: int, width: float | None) -> None:
    columns, arcs = random_arcs(seed)
    drawing = layout_arcs(columns, arcs, width=width)
    assert beside_each_other(drawing) * 0.95 >= 6
    for piece, curve in zip(drawing.pieces, drawing.curves, strict=True):
        arc = drawing.arcs[piece.arc]
        start = curve.points[0][0]
        if arc.head >= 0 and not piece.comes:
            nearest = min(
                (abs(start - centre), place)
                for place, centre in enumerate(drawing.centres)
                if drawing.boxes[place].row == piece.row
            )
            assert nearest[1] == arc.head


@pytest.mark.parametrize("right_to_left", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_rows_break_and_every_piece_has_its_label_in_the_picture(seed: int, right_to_left: bool) -> None:
    columns, arcs = random_arcs(seed)
    drawing = layout_arcs(columns, arcs, right_to_left, width=260)
    widest = max(estimated_width(one.word, 13) for one in columns)
    if len(columns) > 6:
        assert len(drawing.rows) > 1 and drawing.width < layout_arcs(columns, arcs).width
    assert drawing.width <= max(260, widest + 400)
    for one, other in itertools.pairwise(drawing.rows):
        assert one.bottom < other.top and one.last + 1 == other.first
    by_arc: dict[int, list[Piece]] = {}
    for piece in drawing.pieces:
        by_arc.setdefault(piece.arc, []).append(piece)
    assert sorted(by_arc) == list(range(len(arcs)))
    for number, pieces in by_arc.items():
        rows = [drawing.boxes[end].row for end in (arcs[number].head, arcs[number].word) if end >= 0]
        assert [piece.row for piece in pieces] == list(range(min(rows), max(rows) + 1))
        assert sum(not piece.goes for piece in pieces) == 1 == sum(not piece.comes for piece in pieces)
    for piece, one in itertools.combinations(drawing.pieces, 2):
        same = piece.row == one.row and arcs[piece.arc].side == arcs[one.arc].side
        if same and piece.height == one.height and arcs[piece.arc].head >= 0 and arcs[one.arc].head >= 0:
            spans = [straight(drawing, each) for each in (piece, one)]
            assert spans[0][-1] <= spans[1][0] + 1 or spans[1][-1] <= spans[0][0] + 1
    for box in drawing.boxes:
        row = drawing.rows[box.row]
        assert row.top < box.y < row.bottom
        assert box.x - estimated_width(box.text, LABEL_SIZE) / 2 >= 0
        assert box.x + estimated_width(box.text, LABEL_SIZE) / 2 <= drawing.width
    ET.fromstring(picture_svg(drawing))


def straight(drawing: ArcDrawing, piece: Piece) -> list[float]:
    """From left to right, the points between which a piece is straight."""
    curve = drawing.curves[drawing.pieces.index(piece)]
    return sorted(x for x, _ in curve.points)


def chain(count: int, differing: dict[int, str]) -> tuple[list[Column], list[Arc]]:
    """Words of which each depends on the one before; of some the system says otherwise."""
    columns = [Column(f"w{place}", "X") for place in range(count)]
    arcs = []
    for place in range(count):
        operation = differing.get(place, "matched")
        arcs.append(Arc(GOLD, place, place - 1, "dep", operation))
        other = place - 2 if operation == "deleted" else place - 1
        arcs.append(Arc(TEST, place, other, "dep", "inserted" if operation == "deleted" else operation))
    return columns, arcs


def test_words_whose_arcs_are_the_same_are_folded() -> None:
    columns, arcs = chain(30, {15: "deleted"})
    runs = alike_runs(columns, arcs)
    assert runs == [(0, 12), (16, 29)]  # 13 and 14 are heads of what differs
    drawing = layout_arcs(columns, arcs, folded=runs)
    texts = [box.text for box in drawing.boxes if box.arc is None]
    assert texts == ["… 13 words …", "w13", "w14", "w15", "… 14 words …"]
    assert {drawing.arcs[piece.arc].word for piece in drawing.pieces} == {13, 14, 15}
    assert drawing.width < 0.4 * layout_arcs(columns, arcs).width
    opens = [box for box in drawing.boxes if box.opens]
    assert [(box.column, box.last) for box in opens] == runs and opens[0].shows(12) and not opens[0].shows(13)
    assert alike_runs(columns, arcs, opened={0}) == [(16, 29)]
    assert alike_runs(*chain(30, {})) == []
    few = LEAST_RUN
    assert alike_runs(*chain(few + 2, {0: "swapped", few + 1: "swapped"})) == []
    assert alike_runs(*chain(few + 3, {0: "swapped", few + 2: "swapped"})) == [(1, few)]
    others = [Column("x", "", "inserted") if place == 20 else one for place, one in enumerate(columns)]
    assert alike_runs(others, arcs) == [(0, 12), (16, 19), (21, 29)]


def test_only_differing_arcs() -> None:
    columns, arcs = chain(12, {5: "deleted", 8: "swapped"})
    drawing = layout_arcs(columns, arcs, only_differing=True)
    assert len(drawing.pieces) == 4 and len(drawing.columns) == 12
    assert {drawing.arcs[piece.arc].operation for piece in drawing.pieces} == {"deleted", "inserted", "swapped"}


def test_labels_stand_on_a_ground_of_their_own() -> None:
    columns, arcs = chain(5, {2: "deleted"})
    texts = [one.tag.rsplit("}")[-1] for one in ET.fromstring(scene_svg(layout_arcs(columns, arcs))).iter()]
    labels = [arc for arc in arcs if arc.text]
    assert texts.count("rect") == 1 + len(labels)  # and the background
    assert max(place for place, tag in enumerate(texts) if tag == "path") < texts.index("rect", texts.index("rect") + 1)


def test_latex_has_what_is_drawn() -> None:
    """Folded words are folded there, too; arcs that are left out are left out."""
    columns = [Column(f"w{place}") for place in range(12)]
    heads = [-1, *range(11)]
    arcs = [
        Arc(side, word, head if word != 11 or side == GOLD else 0, "x", "matched" if word != 11 else operation)
        for side, operation in ((GOLD, "deleted"), (TEST, "inserted"))
        for word, head in enumerate(heads)
    ]
    runs = alike_runs(columns, arcs)
    assert runs == [(1, 9)]
    latex = layout_arcs(columns, arcs, folded=runs).own_latex()[0]
    assert "w0 \\& \\ldots{} 9 words \\ldots{} \\& w10 \\& w11" in latex
    assert [re.findall(r"\{(\d+)\}", line) for line in latex.splitlines() if "\\dep" in line and "deptext" not in line] == [
        ["1"], ["2", "3"], ["3", "4"], ["1"], ["2", "3"], ["1", "4"]
    ]  # fmt: skip
    only = layout_arcs(columns, arcs, only_differing=True).own_latex()[0]
    assert only.count("\\depedge") == 2 and "\\deproot" not in only


def test_the_box_of_a_word_is_wider_than_its_text_and_never_narrow() -> None:
    drawing = layout_arcs([Column("i", ""), Column("considerable", "")], [])
    short, long = drawing.boxes[:2]
    assert (short.width, long.width) == (26, estimated_width("considerable", FONT_SIZE) + 8)


def test_letters_from_the_first_radical_on_are_wide() -> None:
    widths = [estimated_width(letter, 100) for letter in ("\u2e7f", "\u2e80", "語", "a", "A", "m", "i")]
    assert widths == pytest.approx([57, 95, 95, 57, 70, 95, 36])


@pytest.mark.parametrize("is_dense", [False, True])
@pytest.mark.parametrize("width", [None, 400.0])
def test_labels_cover_neither_each_other_nor_other_arcs(width: float | None, is_dense: bool) -> None:
    columns, arcs = random_arcs(4, 14)
    drawing = layout_arcs(columns, arcs, width=width, is_dense=is_dense)
    labels = [
        (box.x - box.width / 2 + 4, box.x + box.width / 2 - 4, box) for box in drawing.boxes if box.arc is not None
    ]
    assert len(labels) > 20
    for (left, right, one), (begins, ends, other) in itertools.combinations(labels, 2):
        if left < ends and begins < right:
            assert abs(one.y - other.y) >= LABEL_SIZE + 2, (one, other)
            assert not is_dense or abs(one.y - other.y) >= (frame(one, 3, 2).height + LOW_CHIP) / 2, (
                "also of what is lit"
            )
    for _, _, box in labels:
        row = drawing.rows[box.row]
        assert row.top <= box.y - LABEL_SIZE / 2 and box.y + LABEL_SIZE / 2 <= row.bottom
    assert (drawing.height < layout_arcs(columns, arcs, width=width).height) == is_dense


@pytest.mark.parametrize("is_alone", [False, True])
@pytest.mark.parametrize("right_to_left", [False, True])
def test_a_word_that_is_its_own_head_is_a_loop(is_alone: bool, right_to_left: bool) -> None:
    """Parsers do give such heads; alone in its sentence it has no gap beside it."""
    words = ["He"] if is_alone else ["He", "saw", "it"]
    arcs = [Arc(GOLD, word, -1, "root", "deleted") for word in range(len(words))]
    arcs += [Arc(TEST, word, word, "x", "inserted") for word in range(len(words))]
    drawing = layout_arcs([Column(word) for word in words], arcs, right_to_left=right_to_left)
    for piece, curve in zip(drawing.pieces, drawing.curves, strict=True):
        if drawing.arcs[piece.arc].side == TEST:
            assert curve.tip is not None and curve.points[0][0] < curve.tip[0] and piece.height > 0
            assert all(curve.points[0][0] <= x <= curve.tip[0] for x, _ in curve.points)
    assert scene_svg(drawing).count("<path") >= 2 * len(words)
