"""What a cell of a table or an error is about is unfolded and in view, wherever it stands in a long sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare, write
from tests.app.helpers import click_on, shown_view, sized, space
from tests.app.test_alignment import long_pair
from treecompare.app.drawings.alignment_panel import AlignmentView
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.scores.result import Found

PARTS = 60
LINE = "{}\t{}\t_\tX\tX\t_\t{}\t{}\t_\t_\n"


@pytest.fixture
def view(qtbot: QtBot) -> AlignmentView:
    return shown_view(qtbot, long_pair())


def runs(view: AlignmentView) -> list[str]:
    assert view.drawing is not None
    return [one.text for one in view.drawing.boxes if one.text.endswith(" words …")]


def test_what_is_lit_is_unfolded_and_nothing_else(view: AlignmentView) -> None:
    assert view.drawing is not None
    mapping = view.drawing.mapping
    assert runs(view) == ["… 30 words …", "… 28 words …"]
    last = len(mapping.gold) - 2  # the last NP, below the root
    for side, node in (("gold", last), ("test", mapping.test_of_gold[last])):
        assert mapping.gold.texts[last] == "NP"
        view.show_nodes([(side, node)])
        assert runs(view) == ["… 30 words …"]
        box = view.drawn.box_of((side, node))
        assert box is not None and box.text == "NP" and len(view.lights()[0]) == 1
        word = view.drawn.shown_at((side, node - 2))
        assert word is not None and word.text == "the word29"  # it is a part of its own, still folded
    view.show_nodes([("gold", last - 2)])
    word = view.drawn.box_of(("gold", last - 2))
    assert word is not None and word.text == "word29"
    view.elide.trigger()  # type: ignore[union-attr]
    view.elide.trigger()  # type: ignore[union-attr]
    assert runs(view) == ["… 30 words …"]
    view.show_nodes([], [("gold", 2)])
    assert runs(view) == ["… 28 words …"]
    view.show_nodes([])
    assert runs(view) == ["… 30 words …", "… 28 words …"]


def test_what_people_opened_stays_open(qtbot: QtBot, view: AlignmentView) -> None:
    assert view.drawing is not None
    click_on(qtbot, view, next(one for one in view.drawing.boxes if one.text == "… 28 words …"))
    view.show_nodes([("gold", 2)])
    assert runs(view) == []
    view.show_nodes([])
    assert runs(view) == ["… 30 words …"]


def test_where_there_is_less_room_it_stays_unfolded(view: AlignmentView) -> None:
    view.show_mapping(long_pair(8))
    assert runs(view) == []
    view.show_nodes([("gold", 2)])
    view.resize(400, 700)
    assert runs(view) == ["… 6 words …"]


def seen(window: MainWindow) -> QRectF:
    canvas = space(window).drawing_view.canvas
    return canvas.mapToScene(canvas.viewport().rect()).boundingRect()


@pytest.mark.parametrize("kind", ["trees", "dependencies"])
def test_the_first_sentence_opened_from_a_cell_shows_what_it_is_about(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, kind: str
) -> None:
    """Behind the overview the drawing has another size than where it is shown."""
    words = range(PARTS)
    paths = []
    for name in ("gold", "system"):
        path = tmp_path / (f"{name}.mrg" if kind == "trees" else f"{name}.conllu")
        if kind == "trees":  # differences everywhere, so that nothing is folded
            label = "NP" if name == "gold" else "XP"
            write(path, ["(S " + " ".join(f"({label} (D the) (N word{one}))" for one in words) + ")"] * 2)
        else:
            relation = "a" if name == "gold" else "b"
            lines = (LINE.format(one + 1, f"word{one}", one, relation if one else "root") for one in words)
            path.write_text(("".join(lines) + "\n") * 2, "utf-8")
        paths.append(str(path))
    sized(window, 1280, 800)
    compare(qtbot, window, Files(paths[0], (("", paths[1]),)))
    window.show_dock("scores")
    QApplication.processEvents()
    if kind == "trees":
        last = len(window.session.comparison.pairs(0).gold[0]) - 2  # type: ignore[union-attr]
        found = Found(np.array([0]), 0, "the last", nodes={0: (("gold", last),)})
    else:
        found = Found(np.array([0]), 0, "the last", marks={0: {PARTS: "x"}})
    space(window).show_found(found)
    QTest.qWait(50)
    lit = [rect for rect, *_ in space(window).drawing_view.canvas.lights.lit]
    assert lit and seen(window).intersects(lit[0])
    assert all(seen(window).contains(rect) for rect in lit)


def test_words_are_unfolded_too(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    paths = []
    for name in ("gold", "system"):
        path = tmp_path / f"{name}.conllu"
        lines = (LINE.format(one + 1, "w", one, name if one == PARTS - 1 else "a") for one in range(PARTS))
        path.write_text("".join(lines) + "\n", "utf-8")
        paths.append(str(path))
    window.resize(500, 400)
    compare(qtbot, window, Files(paths[0], (("", paths[1]),)))
    picture = space(window).view_shown.picture

    def folded() -> list[tuple[int, int]]:
        return [(one.column, one.last) for one in picture.view.drawing.boxes if one.opens]

    (first, last), *others = folded()
    assert first < 30 < last
    space(window).show_found(Found(np.array([0]), 0, "one word", marks={0: {31: "x"}}))
    assert folded() == others and len(picture.view.lit()) == 3
    picture.show_nodes([])
    assert folded() == [(first, last), *others]
    picture.show_nodes([("test", 30)])
    assert folded() == others and len(picture.view.lit()) == 2
