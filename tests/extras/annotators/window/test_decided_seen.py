"""What the list of differences says of a decision is seen whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.extras.annotators.test_job import four, job
from treecompare.window.common import fonts
from treecompare.window.frame.listing import GAP
from treecompare.window.frame.window import Window


@pytest.mark.parametrize("size", [(1280, 800), (800, 600)])
def test_who_decided_and_when_is_not_cut(qtbot: QtBot, qapp: object, tmp_path: Path, size: tuple[int, int]) -> None:
    fonts.dress(qapp)  # type: ignore[arg-type]
    window = Window()
    qtbot.addWidget(window)
    window.resize(*size)
    window.show()
    window.show_job(job(four(tmp_path)))
    window.do("choose", "1")
    who = window.list.places_model.shown.columns[-1]
    below = who.below
    assert below is not None and below(0) == "curator, 14:02"
    room = window.list.columnWidth(window.list.places_model.columnCount() - 1) - 2 * GAP
    assert window.list.fontMetrics().horizontalAdvance(below(0)) <= room
