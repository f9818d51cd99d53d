"""Steps on paper: PDF with a page a step, SVG of one; the text, the drawing and the formulas are on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from treecompare.app.lessons.frame_pages import HEIGHT, MARGIN, WIDTH, page_of, paint_page, save_pages
from treecompare.app.lessons.lesson_window import LessonWindow
from treecompare.errors import TreecompareError, UsageError
from treecompare.lessons.exercise import TEST, of_texts, read_sentence
from treecompare.lessons.stages import Stages
from treecompare.lessons.walks import Source, Walk, WalkStep, walk, walks

TREE = "(S (NP (D the) (N dog)) (VP (V barked)))"


def texts(path: Path) -> str:
    """All that is written in an SVG, without the places where lines break."""
    found = "".join(ElementTree.parse(path).getroot().itertext())
    return re.sub(r"\s+", "", found)


def pages(path: Path) -> int:
    return len(re.findall(rb"/Type /Page\b", path.read_bytes()))


@pytest.fixture
def lesson(qtbot: QtBot) -> Iterator[LessonWindow]:
    window = LessonWindow(of_texts(TREE, TREE))
    window.resize(1280, 800)
    window.show()
    yield window
    window.close()


@pytest.mark.parametrize("key", [one.key for one in walks()])
def test_a_whole_walk_is_a_pdf_with_a_page_for_each_step(key: str, tmp_path: Path, qtbot: QtBot) -> None:
    stages, path = Stages(walk(key)), tmp_path / "walk.pdf"
    save_pages(str(path), (page_of(stages, number) for number in range(1, len(stages) + 1)))
    assert path.read_bytes().startswith(b"%PDF") and pages(path) == len(stages)


@pytest.mark.parametrize(("key", "number"), [("leaf-ancestor", 8), ("telescope", 6), ("schemes", 4), ("hebrew", 5)])
def test_a_step_as_svg_has_text_drawing_and_formulas(key: str, number: int, tmp_path: Path, qtbot: QtBot) -> None:
    """Of every kind of comparison."""
    stages, path = Stages(walk(key)), tmp_path / "step.svg"
    page = page_of(stages, number)
    save_pages(str(path), [page])
    found = texts(path)
    assert re.sub(r"\s+", "", stages.frame(number).text) in found
    assert f"{number}of{len(stages)}" in found and re.sub(r"\s+", "", stages.walk.title) in found
    exercise = page.frame.exercise
    assert exercise is not None
    for word in exercise.comparison.texts()[exercise.row].split():
        assert word in found
    formula = {
        "e.roof.dice": "2·M/(G+T)",
        "uas": "2·M/(G+T)",
        "tedeval": "1−(D+I)/(G+T)",
        "tedeval.lattice": "1−(D+I)/(G+T)",
    }
    assert formula[stages.step(number).measures[0]] in found


@pytest.mark.parametrize("key", [one.key for one in walks()])
def test_nothing_is_painted_in_the_margins(key: str, qtbot: QtBot) -> None:
    """All of it is on the page, and what stands below each other does not overlap with the foot."""
    stages = Stages(walk(key))
    for number in range(1, len(stages) + 1):
        image = QImage(WIDTH, HEIGHT, QImage.Format.Format_Grayscale8)
        image.fill(255)
        painter = QPainter(image)
        paint_page(painter, page_of(stages, number))
        painter.end()
        edge = int(MARGIN) - 3
        dots = np.frombuffer(image.constBits(), np.uint8).reshape(HEIGHT, image.bytesPerLine())[:, :WIDTH]
        frame = (dots[:edge], dots[-edge:], dots[:, :edge], dots[:, -edge:])
        assert min(part.min() for part in frame) == 255 > dots.min(), (key, number)


def test_a_step_without_its_trees_has_a_page_that_says_so(tmp_path: Path, qtbot: QtBot) -> None:
    stages = Stages(
        Walk("w", "", (WalkStep("one", Source(sample="gone")), WalkStep("two", Source(gold=TREE, test=TREE))))
    )
    page = page_of(stages, 1)
    assert page.frame.text.startswith("This step cannot be shown: there is no sample 'gone'") and page.picture is None
    save_pages(str(tmp_path / "w.pdf"), [page, page_of(stages, 2)])
    assert pages(tmp_path / "w.pdf") == 2


def test_more_measures_than_fit_are_made_smaller(qtbot: QtBot) -> None:
    stages = Stages(walk("attachment"))
    page = page_of(stages, 7)
    keys = [one for one in ("e.roof.dice", "la", "t.roof.dice", "t.whole.jaccard", "e.whole.dice") for _ in range(4)]
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    paint_page(painter, replace(page, frame=replace(page.frame, measures=tuple(keys))))
    painter.end()


def test_files_that_cannot_be_written_are_told(tmp_path: Path, qtbot: QtBot) -> None:
    stages = Stages(walk("ancestry"))
    two = [page_of(stages, 1), page_of(stages, 2)]
    (tmp_path / "old.svg").write_text("kept")
    with pytest.raises(UsageError, match=r"an SVG holds one step, not 2"):
        save_pages(str(tmp_path / "old.svg"), two)
    with pytest.raises(UsageError, match=r"unknown ending; expected \.pdf or \.svg"):
        save_pages(str(tmp_path / "old.png"), two)
    with pytest.raises(TreecompareError, match="cannot be written: No such file or directory"):
        save_pages(str(tmp_path / "folder" / "w.pdf"), two)
    assert (tmp_path / "old.svg").read_text() == "kept" and not (tmp_path / "old.png").exists()


def test_what_is_shown_is_saved_with_what_was_changed(
    lesson: LessonWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The trees as they are now; the whole walk as it was written."""
    path = tmp_path / "now.svg"
    monkeypatch.setattr("treecompare.app.lessons.walk_player.ask_where_to_save", lambda *_: str(path))
    bar = lesson.walk
    bar.give(Stages(walk("attachment")), 3)
    right = "(S (VP (VB Try) (S (VP (VBG leaving) (RB early)))))"
    lesson.show_exercise(lesson.exercise.with_side(TEST, read_sentence(right, "system")), "mended")
    bar.save_page()
    assert "E-Dice,roof100.00" in texts(path) and "2·4/(4+4)=1.00" in texts(path)
    path = tmp_path / "walk.pdf"
    bar.save_walk()
    assert pages(path) == 9


def test_without_a_walk_the_page_has_trees_and_measures(
    lesson: LessonWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "page.svg"
    monkeypatch.setattr("treecompare.app.lessons.walk_player.ask_where_to_save", lambda *_: str(path))
    lesson.measures.choose(["t.whole.dice"])
    lesson.walk.save_page()
    assert "T-Dice,whole100.00" in texts(path) and "barked" in texts(path)


def test_what_cannot_be_saved_is_told(lesson: LessonWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(
        "treecompare.app.lessons.walk_player.ask_where_to_save", lambda *_: str(tmp_path / "no" / "x.svg")
    )
    monkeypatch.setattr("treecompare.app.lessons.walk_player.show_error", lambda _, error: told.append(str(error)))
    lesson.walk.save_page()
    assert len(told) == 1 and "cannot be written" in told[0]


def test_a_page_within_the_steps_of_a_score_says_what_is_done(
    lesson: LessonWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Below what the walk says; without a walk in its place."""
    path = tmp_path / "page.svg"
    monkeypatch.setattr("treecompare.app.lessons.walk_player.ask_where_to_save", lambda *_: str(path))
    lesson.walk.give(Stages(walk("attachment")), 6)
    lesson.steps.bar.next()
    lesson.walk.save_page()
    step = lesson.steps.bar
    for said in ("Step through it with the space bar", step.text.text(), step.figure.text(), "6 of 9"):
        assert re.sub(r"\s+", "", said) in texts(path)
    lesson.walk.end()
    lesson.walk.save_page()
    for said in (step.text.text(), "T edit script, constituents only", "2 of 4"):
        assert re.sub(r"\s+", "", said) in texts(path)
    assert "spacebar" not in texts(path)
