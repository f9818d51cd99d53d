"""A comparison begins as if nothing had been open: what belongs to the one before stays with that one."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare, write
from tests.app.helpers import shown, sort_by, space
from tests.conftest import stride
from tests.made import erring, gold_trees
from treecompare.analyses.sentence_list import COLUMN_KEYS
from treecompare.app.common import preferences
from treecompare.app.frame.open_files import ROLE
from treecompare.app.frame.open_sheet import OpenDialog
from treecompare.app.panes.systems_model import NAME
from treecompare.app.window.main import open_at_start
from treecompare.app.window.window import MainWindow
from treecompare.cli import open_arguments
from treecompare.comparison.files import Files
from treecompare.saved.comparisons import open_saved
from treecompare.saved.project import Project
from treecompare.saved.state import valid_state

CROSSING = "(S (VP (NP 0=what) 3=saw) (NP 1=did 2=she))"
OTHERWISE = "(S (VP (NP 0=what) 2=she) (NP 1=did 3=saw))"


@pytest.fixture
def others(tmp_path: Path) -> Files:
    """As many sentences as the usual files have, and systems with the same names."""
    folder = tmp_path / "others"
    folder.mkdir()
    gold = gold_trees(60, seed=7)
    systems = [("", write(folder / f"{name}.mrg", erring(gold, seed))) for seed, name in ((11, "two"), (12, "one"))]
    return Files(write(folder / "gold.mrg", gold), tuple(systems))


@pytest.fixture
def crossing(tmp_path: Path) -> Files:
    paths = [write(tmp_path / f"{name}.discbracket", [tree]) for name, tree in (("g", CROSSING), ("s", OTHERWISE))]
    return Files(paths[0], (("", paths[1]),))


def remembered() -> dict[str, str]:
    """What is remembered for whatever is opened, apart from the layout and what is recent."""
    settings = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "treecompare", "treecompare")
    others = (
        "recent",
        "recent_dates",
        "known",
        "folder",
        "geometry",
        "layout",
        "columns",
    )
    return {key: str(settings.value(key)) for key in settings.allKeys() if key not in others}


def state(window: MainWindow) -> dict[str, Any]:
    """All that a comparison can be looked at with."""
    views = space(window)
    header = views.sentences.table.horizontalHeader()
    drawing = views.drawing_view
    return {
        "settings": window.session.settings,
        "wanted": window.scoring.settings,
        "is gold": window.session.comparison.is_gold,
        "errors": window.docks["errors"].windowTitle(),
        "tags": drawing.canvas.tags,
        "measures": (views.sentences.key_a, views.sentences.key_b),
        "model": (views.sentences.model.rows.a.key, views.sentences.model.rows.b.key),
        "columns": views.systems.model.keys,
        "systems' order": (views.systems.model.sorted_by, list(views.systems.model.order)),
        "system": views.systems.system,
        "baseline": views.systems.model.baseline,
        "sentence": views.sentences.current_sentence(),
        "sentences": shown(window),
        "order": (header.sortIndicatorSection(), header.sortIndicatorOrder()),
        "sentences' columns": [views.sentences.table.isColumnHidden(column) for column in range(len(COLUMN_KEYS))],
        "widths": [
            views.sentences.table.columnWidth(COLUMN_KEYS.index(key)) for key in ("number", "score_a", "length")
        ],
        "filter": views.sentences.filter_bar.wish(),
        "variant": views.view_shown.variant(),
        "command": window.session.comparison.command("score"),
    }


def look_otherwise(qtbot: QtBot, window: MainWindow) -> None:
    """Changes all that belongs to the comparison."""
    views = space(window)
    for name, value in (
        ("params", "none"), ("functions", "yes"), ("crossing_branches", "raise"), ("sentences", "own"), ("missing", "zero"),
        ("punctuation", "ignore"), ("differing", "skip"),
    ):  # fmt: skip
        with qtbot.waitSignal(window.session.ended, timeout=20_000):
            window.actions_.turn(name, value)
    window.sides.no_gold()
    views.systems.choose(1)
    views.systems.baselineWanted.emit(1)
    views.systems.table.sortByColumn(NAME, Qt.SortOrder.DescendingOrder)
    views.sentences.filter_bar.text.setText("she")
    views.sentences.filter_bar.differing.setChecked(True)
    views.sentences.set_filter(views.sentences.filter_bar.wish())
    views.sentences.go_to_row(3)
    assert views.sentences.current_sentence() > 0


def saved_as(window: MainWindow, path: Path, monkeypatch: pytest.MonkeyPatch) -> Files:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    window.files.save_as()
    return Files(str(path), ())


def fresh(qtbot: QtBot, files: Files) -> dict[str, Any]:
    """What a window shows of these files in which nothing else was open."""
    window = MainWindow()
    qtbot.addWidget(window)
    window.resize(1500, 900)
    window.show()
    compare(qtbot, window, files)
    found = state(window)
    window.close()
    return found


def differing(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    return [name for name in one if one[name] != other[name]]


@pytest.mark.parametrize(
    ("is_closed", "is_same_gold"),
    [(False, True), (False, False), (True, True)][:: stride(3)],
    ids=["opened over it-the same gold", "opened over it-another gold", "closed before-the same gold"][:: stride(3)],
)
@pytest.mark.own_window
def test_nothing_of_a_comparison_is_found_in_the_next(
    qtbot: QtBot, window: MainWindow, files: Files, others: Files, is_closed: bool, is_same_gold: bool
) -> None:
    following = replace(others, gold=files.gold, systems=(files.systems[1],)) if is_same_gold else others
    wanted, kept = fresh(qtbot, following), remembered()
    compare(qtbot, window, files)
    look_otherwise(qtbot, window)
    assert len(differing(state(window), wanted)) >= 11
    assert remembered() == kept
    if is_closed:
        window.close_comparison()
    compare(qtbot, window, following)
    assert differing(state(window), wanted) == []


def test_nothing_of_a_comparison_file_is_found_in_the_next(
    qtbot: QtBot, window: MainWindow, files: Files, others: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its tables, measures and settings are those of whoever saved it, and not chosen by who opens it."""
    wanted, kept = fresh(qtbot, others), remembered()
    compare(qtbot, window, files)
    look_otherwise(qtbot, window)
    views = space(window)
    views.sentences.picker_a.choose("la")
    views.sentences.picker_b.choose("crossing")
    views.systems.set_measures(["tagging"])
    views.sentences.table.show_column("length", True)
    views.sentences.table.horizontalHeader().resizeSection(COLUMN_KEYS.index("score_a"), 97)
    sort_by(window, "length", Qt.SortOrder.DescendingOrder)
    saved = saved_as(window, tmp_path / "saved.treecompare", monkeypatch)
    of_file = state(window)
    window.close()
    for key in remembered().keys() - kept.keys():
        preferences.forget(key)
    for key, value in kept.items():
        preferences.store(key, value)

    again = MainWindow()
    qtbot.addWidget(again)
    again.resize(1500, 900)
    again.show()
    compare(qtbot, again, saved)
    assert state(again)["measures"] == ("la", "crossing")
    not_kept = ("baseline", "filter", "sentences", "command")
    assert [name for name in differing(state(again), of_file) if name not in not_kept] == []
    compare(qtbot, again, others)
    assert differing(state(again), wanted) == []
    again.store_state()
    assert remembered() == kept
    again.close()


def test_one_more_column_is_one_more_for_all(
    qtbot: QtBot, compared: MainWindow, others: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is added to what people chose, not to what somebody's comparison file has."""
    views = space(compared)
    usual = list(views.systems.choices.columns)
    views.systems.set_measures(["tagging"])
    views.sentences.table.show_column("changed", False)
    saved = saved_as(compared, tmp_path / "saved.treecompare", monkeypatch)
    compared.close_comparison()
    views.systems.set_measures(usual)
    views.sentences.table.reset_columns()
    compare(qtbot, compared, saved)
    assert views.systems.arrangement()["measures"] == ["tagging"]
    views.systems.toggle_measure("la", False)
    views.systems.toggle_measure("e.roof.recall", True)
    views.sentences.table.show_column("length", True)
    assert "changed" not in views.sentences.arrangement()["columns"]
    compare(qtbot, compared, others)
    found = views.systems.arrangement()["measures"]
    assert set(found) == {*usual, "e.roof.recall"} - {"la"}
    assert views.sentences.arrangement()["columns"] == [
        "number", "words", "score_a", "score_b", "difference", "changed", "length",
    ]  # fmt: skip


def test_a_measure_that_is_undefined_here_is_not_kept(
    qtbot: QtBot, window: MainWindow, crossing: Files, files: Files
) -> None:
    usual = fresh(qtbot, files)["measures"]
    compare(qtbot, window, crossing)
    views = space(window)
    views.sentences.picker_a.choose("e.discontinuous.recall")
    views.systems.set_measures(["e.discontinuous.recall", "la"])
    qtbot.waitUntil(lambda: not views.counting.is_busy)
    compare(qtbot, window, files)
    qtbot.waitUntil(lambda: views.sentences.key_a != "e.discontinuous.recall")
    assert (views.sentences.key_a, views.sentences.key_b) == usual
    assert views.sentences.model.rows.a.key == usual[0] and "e.discontinuous.recall" not in views.systems.model.keys
    # who asks for it here sees that it is undefined
    views.sentences.picker_a.choose("e.discontinuous.precision")
    qtbot.waitUntil(lambda: not views.counting.is_busy)
    views.update_rows(is_end=True)
    assert views.sentences.key_a == "e.discontinuous.precision"
    # and where there is something of the kind, it is what people chose last
    compare(qtbot, window, crossing)
    qtbot.waitUntil(lambda: not views.counting.is_busy)
    assert views.sentences.key_a == "e.discontinuous.precision" and views.sentences.key_b == usual[1]
    assert "e.discontinuous.recall" in views.systems.model.keys


def test_that_neither_is_gold_is_kept_with_the_comparison(
    qtbot: QtBot, window: MainWindow, files: Files, others: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare(qtbot, window, files)
    window.sides.no_gold()
    assert preferences.recent()[0].no_gold
    saved = saved_as(window, tmp_path / "saved.treecompare", monkeypatch)
    assert Project.open(Path(saved.gold)).state["no_gold"] is True
    compare(qtbot, window, others)
    assert window.session.comparison.is_gold and not preferences.recent()[0].no_gold
    compare(qtbot, window, saved)
    assert not window.session.comparison.is_gold and "--no-gold" in space(window).as_command()
    assert not open_saved(saved.gold, "saved").comparison.is_gold
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.opener.leave_out(1)
    assert not window.session.comparison.is_gold
    window.sides.no_gold()
    assert Project.open(Path(saved.gold)).state["no_gold"] is False
    compare(qtbot, window, preferences.recent()[1])  # the others, then the file again
    compare(qtbot, window, saved)
    assert window.session.comparison.is_gold


def test_a_recent_comparison_comes_back_without_gold(
    qtbot: QtBot, window: MainWindow, files: Files, others: Files
) -> None:
    compare(qtbot, window, files)
    window.sides.no_gold()
    compare(qtbot, window, others)
    compare(qtbot, window, preferences.recent()[1])
    assert not window.session.comparison.is_gold
    window.sides.no_gold()
    assert not preferences.recent()[0].no_gold


def test_switched_while_it_is_compared_anew_it_stays(qtbot: QtBot, compared: MainWindow) -> None:
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        compared.actions_.turn("params", "none")
        compared.sides.no_gold()
    assert compared.session.settings.params == "none" and not compared.session.comparison.is_gold
    assert compared.session.files.no_gold


def test_other_figures_of_the_same_comparison_keep_what_is_chosen(qtbot: QtBot, compared: MainWindow) -> None:
    views = space(compared)
    views.systems.choose(1)
    views.systems.baselineWanted.emit(1)
    views.sentences.filter_bar.differing.setChecked(True)
    views.sentences.set_filter(views.sentences.filter_bar.wish())
    views.sentences.go_to_row(2)
    before = state(compared)
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        compared.session.again()
    assert differing(state(compared), before) == []


def test_settings_chosen_before_anything_is_open_are_for_what_is_opened_next(
    qtbot: QtBot, window: MainWindow, files: Files, others: Files
) -> None:
    window.scoring.change_one("params", "none")
    compare(qtbot, window, files)
    assert window.session.settings.params == "none"
    compare(qtbot, window, others)
    assert window.session.settings.params == window.scoring.settings.params == "standard"


# -- asked for ---------------------------------------------------------------------------------------------------------


def test_neither_is_gold_is_chosen_in_the_open_dialog(qtbot: QtBot, files: Files) -> None:
    paths = [path for _, path in files.systems]
    dialog = OpenDialog(paths)
    qtbot.addWidget(dialog)
    assert "the gold" in dialog.hint.text()
    dialog.choose("annotators")
    assert [dialog.table.role(row) for row in range(2)] == ["gold", "system"]
    assert not any("gold" in dialog.table.cellWidget(row, ROLE).currentText() for row in range(2))
    qtbot.waitUntil(lambda: not dialog.is_reading)
    assert [dialog.table.role(row) for row in range(2)] == ["gold", "system"] and not dialog.hint.text()
    assert dialog.files() == Files(paths[0], (("two", paths[1]),), no_gold=True)
    dialog.choose("gold")
    assert "gold" not in [dialog.table.role(row) for row in range(2)]


def test_of_two_golds_one_is_the_first(qtbot: QtBot, tmp_path: Path) -> None:
    paths = [write(tmp_path / f"{name}.gold.mrg", erring(gold_trees(5), seed)) for seed, name in enumerate("ab")]
    dialog = OpenDialog(paths)
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: not dialog.is_reading)
    assert [dialog.table.role(row) for row in range(2)] == ["gold", "other gold"]
    dialog.choose("annotators")
    assert [dialog.table.role(row) for row in range(2)] == ["gold", "system"]
    dialog.table.set_role(1, "other gold")
    assert "several golds" in dialog.hint.text().lower()


def test_the_command_line_opens_without_gold(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    paths = [path for _, path in files.systems]
    for arguments in ([*paths, "--no-gold"], ["--gold", paths[0], paths[1], "--no-gold"]):
        with qtbot.waitSignal(window.session.ended, timeout=20_000):
            open_at_start(window, open_arguments(arguments))
        assert window.session.files.gold == paths[0] and not window.session.comparison.is_gold
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        open_at_start(window, open_arguments(["--gold", *paths]))
    assert window.session.comparison.is_gold


@pytest.mark.parametrize(
    "arguments", [["a.mrg"], ["--gold", "a", "--gold", "b", "c"], ["a.treecompare", "b.mrg"], []], ids=len
)
def test_what_cannot_be_without_gold_is_told(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        open_arguments([*arguments, "--no-gold"])
    assert "--no-gold takes two treebanks or more" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("value", "golds", "found"), [(True, 0, True), (False, 1, False), (True, 1, False), ("yes", 0, False)]
)
def test_a_file_may_say_anything_of_its_gold(value: object, golds: int, found: bool) -> None:
    state, remarks = valid_state([("no_gold", json.dumps(value))], golds)
    assert state["no_gold"] is found and bool(remarks) == (value is not found)
