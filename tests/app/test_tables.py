"""Tables of the window: they are saved, differences that may be chance are marked, what is behind a cell is listed."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import dialogs, shown, space
from treecompare.analyses.filters import Filter
from treecompare.app.common.wording import REPLACED, TAKE_AWAY
from treecompare.app.panes.systems_model import FIRST_MEASURE, SIGN_ROLE
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.scores.result import Found
from treecompare.scores.significance import against_baseline

pytestmark = pytest.mark.own_window


def test_reset_and_other_files_lift_the_choice(compared: MainWindow) -> None:
    space(compared).show_found(Found(np.array([1, 4, 7]), 0, "PP attachment"))
    assert len(shown(compared)) == 3
    compared.commands.reset_filter()
    assert len(shown(compared)) == 60


@pytest.mark.parametrize("which", ["systems", "sentences"])
def test_every_table_is_saved(
    compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, which: str
) -> None:
    compared.show_dock("scores")
    compared.activateWindow()
    views = {"systems": space(compared).systems.table, "sentences": space(compared).sentences.table}
    for suffix in ("csv", "tsv", "json"):
        path = tmp_path / f"out.{suffix}"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, path=path: (str(path), ""))
        views[which].setFocus()
        compared.commands.export_table()
        text = path.read_text("utf-8")
        rows = {"systems": 2, "sentences": 60}[which]
        if suffix == "json":
            [found] = json.loads(text)
            assert len(found["rows"]) == rows
            assert found["signatures"]
        else:
            lines = list(csv.reader(text.splitlines(), delimiter="," if suffix == "csv" else "\t"))
            figures = [line for line in lines if line and not line[0].startswith("# ")]
            assert len(figures) == rows + 1
            assert {len(line) for line in figures} == {len(figures[0])}
            assert any("|params:standard" in line[0] for line in lines if line)
            assert text.startswith("\ufeff") == (suffix == "csv")
        assert str(path) in compared.messages.text()


def test_a_table_that_cannot_be_saved_says_so(
    compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no/such/folder.csv"), ""))
    compared.commands.export_table()
    assert "cannot be written" in dialogs()[0].text()


def test_differences_to_the_baseline_that_may_be_chance_are_marked(qtbot: QtBot, compared: MainWindow) -> None:
    model = space(compared).systems.model
    comparison = compared.session.comparison
    assert comparison is not None
    for baseline in (0, 1):
        if baseline:
            space(compared).systems.baselineWanted.emit(1)
        first = model.index(model.row_of(baseline), 0)
        qtbot.waitUntil(lambda first=first: first.data(SIGN_ROLE) == "baseline", timeout=10_000)
        wanted = against_baseline(comparison.table, baseline, model.keys, "pooled")
        assert {system for system, _ in wanted} == {1 - baseline}
        other = 1 - baseline
        for column, key in enumerate(model.keys):
            cell = model.index(model.row_of(other), FIRST_MEASURE + column)
            assert bool(cell.data(SIGN_ROLE)) == (not wanted[other, key].holm < 0.05)
            said = f"p = {wanted[other, key].p:.4f}, corrected {wanted[other, key].holm:.4f}"
            assert said in cell.data(Qt.ItemDataRole.ToolTipRole)
            assert "p = " not in cell.siblingAtRow(model.row_of(baseline)).data(Qt.ItemDataRole.ToolTipRole)


def test_long_analyses_end_with_the_window(qtbot: QtBot, window: MainWindow, large_files: Files) -> None:
    compare(qtbot, window, large_files)
    window.overview.show("significance")
    found = window.overview.shown
    qtbot.waitUntil(lambda: found is not None and found.job is not None and found.is_busy, timeout=20_000)
    begun = time.process_time()
    window.close()
    assert time.process_time() - begun < 3  # the significance of 20,000 sentences takes three times as long


def test_ctrl_click_takes_sentences_away(qtbot: QtBot, compared: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one system gets wrong and another does not."""
    views = space(compared)
    first = Found(np.array([1, 4, 7]), 0, "PP attachment", nodes={1: [("gold", 2)]})
    other = Found(np.array([4, 9]), 1, "PP attachment")
    held = Qt.KeyboardModifier.ControlModifier
    monkeypatch.setattr(QApplication, "keyboardModifiers", lambda: held)
    views.show_found(first)  # nothing was chosen from which these could be taken away
    assert views.sentences.model.order.tolist() == [1, 4, 7] and views.systems.system == 0
    assert compared.messages.text() == TAKE_AWAY and TAKE_AWAY in views.sentences.filter_bar.chip.toolTip()
    compared.messages.clear()
    views.show_found(other)
    assert views.sentences.model.order.tolist() == [1, 7] and views.systems.system == 0
    bar = views.sentences.filter_bar
    assert bar.chosen is not None and bar.chosen.text == "one: PP attachment, not two: PP attachment"
    assert bar.chosen.nodes == {1: [("gold", 2)]}
    assert compared.messages.text() == ""
    held = Qt.KeyboardModifier.NoModifier
    views.show_found(other)
    assert views.sentences.model.order.tolist() == [4, 9] and views.systems.system == 1
    assert compared.messages.text() == REPLACED
    views.sentences.filter_bar.show_wish(Filter(longest=1))
    views.show_found(first)  # what else is asked for still holds, and its figure is not that of the list
    assert compared.messages.text() == "Other filters hide 3 of these sentences."


def test_latex_of_a_hidden_drawing_is_that_of_the_table(compared: MainWindow, qtbot: QtBot) -> None:
    """What is copied is what is seen."""
    view = space(compared).drawing_view
    qtbot.waitUntil(lambda: view.drawing is not None and view.isVisible())
    compared.drawing.copy_latex()
    assert "\\begin{forest}" in QGuiApplication.clipboard().text()
    view.hide()
    compared.drawing.copy_latex()
    copied = QGuiApplication.clipboard().text()
    assert "\\begin{tabular}" in copied and "forest" not in copied and "tikz" not in copied


NO_MATPLOTLIB = """
import sys
import time
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, sys.argv[1])
application = QApplication([])
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
def wait(is_there):
    while not is_there():
        application.processEvents()
        time.sleep(0.01)
window, found, ended = MainWindow(), [], []
window.show()
window.session.ended.connect(lambda *_: ended.append(True))
window.open_comparison(Files(sys.argv[2], (("", sys.argv[3]),)))
wait(lambda: ended)
found.append("matplotlib" in sys.modules)
from treecompare.app.frame.page import PlotView, TableView
for key, kind, is_there in (("labels", TableView, bool), ("concordance", PlotView, lambda seen: seen and seen[0].plotted)):
    window.overview.show(key)
    shown = window.overview.shown
    is_here = lambda: shown.job is not None and shown.job.name(shown.place) == key and shown.centre.currentWidget() is shown.page
    wait(lambda: is_here() and is_there(shown.page.findChildren(kind)))
    found.append("matplotlib" in sys.modules)
window.close()
print(found)
"""


def test_matplotlib_comes_with_the_first_plot(files: Files, tmp_path: Path) -> None:
    """Neither the main window with a comparison nor a table imports it."""
    done = subprocess.run(
        [sys.executable, "-c", NO_MATPLOTLIB, str(tmp_path), files.gold, files.systems[0][1]],
        capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    assert done.stdout.strip() == "[False, False, True]", done.stderr
