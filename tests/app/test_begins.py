"""Where a drawing that is larger than its view begins: with a margin, no word cut, at its first change."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.drawing.test_drawing import mapping_of
from treecompare.app.drawings.alignment import AlignmentView
from treecompare.app.drawings.canvas import MARGIN
from treecompare.mappings.mapping import MATCHED


def opened(qtbot: QtBot, wrong: int, words: int = 40, is_turned: bool = False) -> AlignmentView:
    """Trees too wide for the view; one tag differs."""
    texts = []
    for label in ("N", "V"):
        tags = (f"(NP ({label if one == wrong else 'N'} longerword{one}))" for one in range(words))
        texts.append(f"(S {' '.join(tags)})")
    view = AlignmentView()
    qtbot.addWidget(view)
    view.resize(700, 500)
    view.show()
    view.elide.setChecked(False)  # type: ignore[union-attr]
    view.show_mapping(mapping_of(*texts, params="none"))
    view.set_right_to_left(is_turned)
    QTest.qWait(20)
    return view


def seen(view: AlignmentView) -> QRectF:
    return view.canvas.mapToScene(view.canvas.viewport().rect()).boundingRect()


@pytest.mark.parametrize("is_turned", [False, True])
@pytest.mark.parametrize("wrong", [0, 3, 20, 39])
def test_no_word_is_cut_where_a_drawing_begins(qtbot: QtBot, wrong: int, is_turned: bool) -> None:
    view = opened(qtbot, wrong, is_turned=is_turned)
    drawing, area = view.drawing, seen(view)
    assert drawing is not None and drawing.width > area.width()
    changed = [view.rect_of(box) for box in drawing.boxes if box.operation != MATCHED]
    assert changed and all(area.contains(rect) for rect in changed)
    edge = area.right() if is_turned else area.left()
    is_at_the_end = area.left() < 1 if is_turned else area.right() > drawing.width - 1
    assert is_at_the_end == (wrong == 39)
    assert is_at_the_end or not any(box.x - box.width / 2 < edge < box.x + box.width / 2 for box in drawing.boxes)
    if wrong <= 3:  # it begins where reading begins, with a margin
        first = next(box for box in drawing.boxes if box.text == "longerword0")
        rect = view.rect_of(first)
        assert (area.right() - rect.right() if is_turned else rect.left() - area.left()) >= MARGIN
