"""The systems table: coverage, the sentences that all have, and each system's own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare, write
from tests.app.helpers import space
from tests.made import erring, gold_trees
from treecompare.analyses.rankings import TABLE_3, ranking_tables
from treecompare.app.panes.systems_model import (
    COVERED_ROLE,
    FIRST_MEASURE,
    MARK_ROLE,
    NAME,
    RANK_ROLE,
    SIGN_ROLE,
    STATUS_OF_COLUMN,
    SystemsModel,
)
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.comparison.settings import Settings
from treecompare.saved.state import settings_of
from treecompare.scores.result import View


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """A gold of 40 sentences; the first system lacks none, the second four, the third all but ten."""
    gold = gold_trees(40)
    systems = {"all": erring(gold, 1), "most": erring(gold, 2), "few": erring(gold, 3)}
    for sentence in range(40):
        if sentence % 10 == 3:
            systems["most"][sentence] = "(())"
        if sentence % 4:
            systems["few"][sentence] = "(())"
    paths = tuple(("", write(tmp_path / f"{name}.mrg", trees)) for name, trees in systems.items())
    return Files(write(tmp_path / "gold.mrg", gold), paths)


def shown(model: SystemsModel, role: int) -> list[list[str]]:
    columns = range(FIRST_MEASURE, model.columnCount())
    return [[str(model.index(row, column).data(role) or "") for column in columns] for row in range(model.rowCount())]


def test_coverage_and_the_common_set(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    compare(qtbot, window, files)
    systems = space(window).systems
    model = systems.model
    cells = [model.index(row, NAME) for row in range(3)]
    assert [cell.data(COVERED_ROLE) for cell in cells] == ["", "▼ 90.0 % scored", "▼ 25.0 % scored"]
    shown_columns = [systems.all_measures.isColumnHidden(column) for column in STATUS_OF_COLUMN]
    assert shown_columns == [True, False]  # no words differ, sentences are skipped
    assert "Less than 95 %" in cells[1].data(Qt.ItemDataRole.ToolTipRole)
    assert "Less than 95 %" not in cells[0].data(Qt.ItemDataRole.ToolTipRole)
    assert model.note().startswith("On 36 of 40 sentences that all have. few is set aside (scored on 25.0 %")
    ranks = shown(model, RANK_ROLE)
    assert all(ranks[0]) and all(ranks[1]) and not any(ranks[2])
    assert not any(model.index(2, column).data(MARK_ROLE) for column in range(FIRST_MEASURE, model.columnCount()))
    # the same figures as in the table of rankings, and the same ranks of sentences as in that of deciles
    comparison = window.session.comparison
    assert comparison is not None
    roof = ranking_tables(comparison, View())[2]  # type: ignore[arg-type]
    column = FIRST_MEASURE + model.keys.index("e.roof.dice")
    place = 1 + 2 * TABLE_3.index("e.roof.dice")
    figures = [f"{100 * float(row[place]):.2f}" for row in roof.rows]  # type: ignore[arg-type]
    # the system that is set aside rests on its own sentences
    assert [model.index(row, column).data() for row in range(3)] == [*figures[:2], f"{figures[2]} (10)"]
    assert model.as_table().rows[1][4:6] == [0.9, comparison.table.coverage(1, words=True)]
    data = space(window).sentences.model.rows
    assert data is not None and np.count_nonzero(~np.isnan(data.rank_a)) == 36


def test_each_system_on_its_own_sentences(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    compare(qtbot, window, files)
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.actions_.switches["sentences"]["own"].trigger()
    systems = space(window).systems
    for role in (RANK_ROLE, SIGN_ROLE):
        assert not any(text for row in shown(systems.model, role) for text in row)
    assert not any(
        systems.model.index(row, column).data(MARK_ROLE)
        for row in range(3)
        for column in range(FIRST_MEASURE, systems.model.columnCount())
    )
    assert systems.model.note() == "Each system on all its own sentences, so that they are not ranked."
    assert "each its own" in window.toolbar.scoring.text()
    assert "--sentences own" in space(window).as_command()
    comparison = window.session.comparison
    assert comparison is not None and comparison.settings.sentences == "own"
    assert np.count_nonzero(comparison.table.rows(0, "e.roof.dice")) == 40


def test_the_choice_is_stored() -> None:
    """Files of earlier versions do not have it."""
    assert settings_of({"params": "evalb"}) == Settings(params="evalb", sentences="common")
    assert settings_of({"sentences": "own"}).sentences == "own"
    assert settings_of({"sentences": "some"}).sentences == "common"


def test_nothing_is_said_where_nothing_is_missing(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    compare(qtbot, window, Files(files.gold, files.systems[:1]))
    assert space(window).systems.model.note() == ""
    assert space(window).systems.model.index(0, NAME).data(COVERED_ROLE) == ""
    assert all(space(window).systems.all_measures.isColumnHidden(column) for column in STATUS_OF_COLUMN)
