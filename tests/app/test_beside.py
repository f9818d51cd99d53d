"""Trees, dependencies and judgements of the same parses in the window: chosen as measures, stored, and refused in a line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QDialogButtonBox, QMessageBox
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import note_down, space
from treecompare.app.common import preferences
from treecompare.app.window.opening_commands import DependencyFilesDialog
from treecompare.app.window.window import MainWindow
from treecompare.cli import run_command
from treecompare.comparison.files import Files
from treecompare.scores.table import SCORED


def table_of(window: MainWindow):  # type: ignore[no-untyped-def]
    assert window.session.comparison is not None
    return window.session.comparison.table


def choose(qtbot: QtBot, window: MainWindow, key: str) -> None:
    """Measure B; comparing again is waited for where there is something to compare."""
    picker = space(window).sentences.picker_b
    picker.setCurrentIndex(picker.findData(key))
    qtbot.waitUntil(lambda: not window.session.is_busy, timeout=20_000)


@pytest.fixture
def words(files: Files, tmp_path: Path) -> dict[str, str]:
    """Files of dependencies by the path of their treebank."""
    found = {}
    for path in files.paths:
        found[path] = str(tmp_path / f"{Path(path).stem}.conllu")
        run_command(["convert", path, found[path], "--dependencies"])
    return found


def test_a_measure_of_dependencies_is_scored_when_it_is_chosen(qtbot: QtBot, compared: MainWindow) -> None:
    before = table_of(compared).summaries("t.whole.dice", "pooled")
    assert compared.actions_.chosen("with_dependencies") == "" and not table_of(compared).has("las")
    choose(qtbot, compared, "las")
    table, view = table_of(compared), space(compared)
    assert compared.session.comparison.kind == "constituents" and 0.5 < table.summary(0, "las", "pooled") < 1
    assert table.summaries("t.whole.dice", "pooled") == before
    assert compared.actions_.chosen("with_dependencies") == "auto"
    assert compared.toolbar.details.endswith("dependencies by the head rules collins")
    rows = view.sentences.model.rows
    assert rows is not None and rows.b.key == "las" and not np.isnan(rows.score_b).all()
    assert not view.drawn_by.buttons["B"].isEnabled() and "counts no nodes" in view.drawn_by.buttons["B"].toolTip()
    assert "--with-dependencies=auto" in view.as_command()
    compared.show_dock("explain")
    qtbot.waitUntil(lambda: view.explain.cards[1].explanation is not None)
    assert view.explain.cards[1].explanation.title == "LAS"
    view.view_shown.light_count("las", "matched")
    qtbot.waitUntil(lambda: bool(view.drawing_view.lit()))
    view.view_shown.light_count("las", "")
    assert not view.drawing_view.lit()
    compared.scoring.change_one("with_dependencies", "")
    qtbot.waitUntil(lambda: not compared.session.is_busy, timeout=20_000)
    assert table_of(compared).summaries("t.whole.dice", "pooled") == before


def test_a_measure_of_dependencies_chosen_last_time_is_scored(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    preferences.store("measure_a", "las")
    compare(qtbot, window, files)
    qtbot.waitUntil(lambda: not window.session.is_busy and table_of(window).has("las"), timeout=20_000)
    assert space(window).sentences.key_a == "las" and 0.5 < table_of(window).summary(0, "las", "pooled") < 1


def test_punctuation_acts_on_dependencies_beside_trees(qtbot: QtBot, compared: MainWindow) -> None:
    assert not compared.actions_.switches["punctuation"]["ignore"].isEnabled()
    choose(qtbot, compared, "las")
    before = table_of(compared).part(0, "las").gold.sum()
    assert compared.actions_.switches["punctuation"]["ignore"].isEnabled()
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        compared.scoring.change_one("punctuation", "ignore")
    assert table_of(compared).part(0, "las").gold.sum() < before


def test_files_of_dependencies_are_chosen_in_a_dialog_and_stored(
    qtbot: QtBot, window: MainWindow, files: Files, words: dict[str, str], tmp_path: Path
) -> None:
    compare(qtbot, window, files)
    window.opener.choose_dependencies()
    dialog = window.findChild(DependencyFilesDialog)
    assert dialog is not None and dialog.chosen() == {}
    assert dialog.give([*words.values(), "other.conllu"]) == ["other.conllu"]
    assert dialog.chosen() == words
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        dialog.accept()
    assert dict(window.session.files.dependencies) == words  # type: ignore[union-attr]
    assert window.toolbar.details.endswith("dependencies from files of their own")
    of_files = table_of(window).summary(0, "las", "pooled")
    saved = str(tmp_path / "all.treecompare")
    window.files.file.save_as(saved)
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.close_comparison()
        window.files.open(saved)
    assert dict(window.session.files.dependencies) == words  # type: ignore[union-attr]
    assert table_of(window).summary(0, "las", "pooled") == of_files
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.opener.leave_out(0)
    left = {path: word for path, word in words.items() if not path.endswith("one.mrg")}
    assert dict(window.session.files.dependencies) == left  # type: ignore[union-attr]


def test_a_file_of_another_text_is_refused_and_all_stays(
    qtbot: QtBot, window: MainWindow, files: Files, words: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    compare(qtbot, window, files)
    other = Path(words[files.gold])
    other.write_text(other.read_text("utf-8").split("\n\n")[0] + "\n\n", "utf-8")
    before, told = window.session.comparison, []
    monkeypatch.setattr("treecompare.app.window.window.show_error", lambda _parent, error, *_: told.append(str(error)))
    monkeypatch.setattr(QMessageBox, "exec", lambda _box: 0)
    window.session.failed.connect(lambda error: told.append(str(error)))
    window.opener.choose_dependencies()
    [dialog] = window.findChildren(DependencyFilesDialog)
    dialog.fields[0].setText(str(other))
    dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    qtbot.waitUntil(lambda: bool(told) and not window.session.is_busy, timeout=20_000)
    assert told[0].startswith(f"{other}: ") and told[0].count("\n") == 0
    assert window.session.comparison is before and window.session.files == files


def test_what_is_judged_in_notes_is_a_score_at_once(qtbot: QtBot, compared: MainWindow) -> None:
    view, name = space(compared), table_of(compared).systems[0]
    choose(qtbot, compared, "judged")
    rows = view.sentences.model.rows
    assert rows is not None and rows.b.key == "judged" and np.isnan(rows.score_b).all()
    for sentence, verdict in ((0, "yes"), (1, "no"), (2, "yes")):
        note_down(compared, [("correct", sentence, name, "", verdict)], "judged")
    assert view.sentences.model.rows.score_b[:4].tolist()[:3] == [1, 0, 1]
    compared.show_dock("scores")
    view.systems.set_measures(["e.whole.dice", "judged"])
    shown = view.systems.model.as_table()
    place = [column.name for column in shown.columns].index("judged")
    assert shown.text(0, place) == "66.67 (3)"
    compared.files.undo()
    assert np.isnan(view.sentences.model.rows.score_b[2])
    assert (table_of(compared).statuses[0] == SCORED).any()
