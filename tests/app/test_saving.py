"""What is saved and copied: proposed names, where it went, the command of what is looked at, why there is no score."""

from __future__ import annotations

import csv
import shlex
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QToolButton
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare, write
from tests.app.helpers import look_for, space
from treecompare import resources
from treecompare.__main__ import main
from treecompare.app.common import preferences
from treecompare.app.panes.systems_model import FIRST_MEASURE
from treecompare.app.shell.layout import SENTENCE
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.comparison.roles import sample_files
from treecompare.scores.result import (
    Column,
    Found,
    ResultTable,
    count_column,
    cross_column,
    number_column,
    share_column,
    text_column,
)
from treecompare.scores.table import SKIPPED
from treecompare.scores.tables import save_for_spreadsheets
from treecompare.writing import file_name

FORMULA = '=HYPERLINK("x")'


def test_csv_for_spreadsheets(tmp_path: Path) -> None:
    columns = (
        text_column("word"), count_column("count"), share_column("share, %"), number_column("tau"), cross_column("NP"),
        Column("once", str, is_number=False, once=True), text_column("more"),
    )  # fmt: skip
    rows = [[FORMULA, 1_394, 0.8413, -0.61, 0, "x", "two\nlines"], ["-1", 12_345, None, float("nan"), 7, "x", "@b"]]
    path = tmp_path / "out.csv"
    table = ResultTable("Title", columns, rows, "A note.", ("e.whole|x", "t.whole|x"), frozenset({(0, 1)}))
    save_for_spreadsheets(str(path), table)
    content = path.read_bytes()
    assert content.startswith(b"\xef\xbb\xbf") and content.count(b"\r\n") == 7 == content.count(b"\n")
    lines = list(csv.reader(content.decode("utf-8-sig").splitlines()))
    assert lines[0] == ["word", "count", "share, %", "tau", "NP", "once", "more"]
    assert lines[1] == [f"'{FORMULA}", "1394", "84.13", "-0.61", "0", "x", "two lines"]
    assert lines[2] == ["'-1", "12345", "", "", "7", "x", "'@b"]
    assert lines[3:] == [[f"# {one}", *[""] * 6] for one in ("Title", "A note.", "e.whole|x", "t.whole|x")]
    assert [one for one in tmp_path.iterdir() if one.is_file()] == [path]


def test_files_are_saved_where_the_treebanks_are_until_another_folder_is_chosen(
    qtbot: QtBot, window: MainWindow, files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Path] = []

    def ask(_parent: object, _title: str, start: str, *_: object) -> tuple[str, str]:
        begun.append(Path(start).parent)
        return str(tmp_path / "other" / Path(start).name), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    (tmp_path / "other").mkdir()
    compare(qtbot, window, sample_files(resources.samples()[0]))
    assert preferences.text("folder") != str(Path(resources.samples()[0].gold).parent)  # nothing is saved among ours
    compare(qtbot, window, files)
    for _ in range(2):
        window.commands.export_table()
    preferences.store("save_folder", str(tmp_path / "gone"))  # nothing can be written there
    window.commands.export_table()
    assert begun == [Path(files.gold).parent, tmp_path / "other", Path.home()]


@pytest.mark.own_window
def test_every_dialog_proposes_a_name_and_every_save_says_where(
    qtbot: QtBot, compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    proposed: list[str] = []

    def ask(_parent: object, _title: str, start: str, *_: object) -> tuple[str, str]:
        proposed.append(Path(start).name)
        return str(tmp_path / f"saved-{Path(start).name}"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    qtbot.waitUntil(lambda: space(compared).drawing_view.drawing is not None)
    actions = (
        compared.commands.export_table, compared.drawing.save_drawing, compared.drawing.save_handout,
        compared.files.save_judgements,
    )  # fmt: skip
    for action in actions:
        compared.messages.clear()
        action()
        assert "Saved: " in compared.messages.text()
        assert f"saved-{proposed[-1]}" in compared.messages.text()
        assert (tmp_path / f"saved-{proposed[-1]}").exists()
    assert proposed == [
        "sentences-of-one.csv", "sentence-1-one.svg", "sentence-1-one.pdf", "phenomena.tsv",
    ]  # fmt: skip
    assert file_name("By relation, a/b: <x>") == "by-relation-a-b-x"
    assert file_name("…") == "untitled"


def test_the_command_is_that_of_the_pane_one_looks_at(qtbot: QtBot, compared: MainWindow) -> None:
    views = space(compared)
    compared.activateWindow()
    views.sentences.table.setFocus()
    assert " rank " in views.as_command()
    compared.show_dock("scores")
    views.sentences.table.setFocus()
    assert " score " in views.as_command()
    assert views.table_in_focus().title == "Sentences of one"  # type: ignore[union-attr]
    views.sentences.filter_bar.text.setFocus()
    assert views.table_in_focus().title == "Systems"  # type: ignore[union-attr]
    views.layout.show_tab(SENTENCE)
    views.sentences.table.setFocus()
    assert " rank " in views.as_command()


def test_the_command_draws_what_is_drawn(
    qtbot: QtBot, compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    views, view = space(compared), space(compared).drawing_view
    compared.activateWindow()
    views.sentences.go_to_sentence(6)
    view.set_arrangement("side-by-side")
    view.elide.setChecked(False)
    view.show_list.setChecked(True)
    compared.actions_.turn("mapping", "E")
    button = next(one for one in view.controls.findChildren(QToolButton) if one.isVisible())
    for where in (view.canvas, view.list, button):
        where.setFocus()
        command = views.as_command()
        assert " align " in command and "--sentence 7 " in command and "--layout side-by-side" in command
        assert "--mapping E" in command and "--whole-trees" in command and "--right-to-left" not in command
    view.elide.setChecked(True)
    assert view.drawn.is_folded and "--whole-trees" not in views.as_command()
    compared.resize(4000, 1500)  # there is room for all
    qtbot.waitUntil(lambda: not view.drawn.is_folded)
    assert "--whole-trees" in views.as_command()
    view.elide.setChecked(False)
    views.sentences.table.setFocus()
    assert " rank " in views.as_command()
    monkeypatch.chdir(tmp_path)
    assert main(shlex.split(command)[1:]) == 0
    drawn = (tmp_path / "sentence-7-one.svg").read_text("utf-8")
    assert main([*shlex.split(command)[1:-1], "other.svg", "--layout", "mirrored"]) == 0
    assert drawn.startswith("<svg") and drawn != (tmp_path / "other.svg").read_text("utf-8")


def test_an_exported_list_says_how_it_was_filtered(
    qtbot: QtBot, compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    views = space(compared)
    bar = views.sentences.filter_bar
    path = tmp_path / "list.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))

    def said() -> str:
        views.sentences.table.setFocus()
        compared.commands.export_table()
        rows = csv.reader(path.read_text("utf-8-sig").splitlines())
        return "\n".join(row[0].removeprefix("# ") for row in rows if row[0].startswith("# "))

    everything = said()
    assert "ilter" not in everything
    bar.longest.setValue(9)
    bar.differing.setChecked(True)
    views.show_found(Found(np.arange(50), None, "chosen in the plot (50)"))
    look_for(bar, "dog")
    count = views.sentences.model.rowCount()
    assert 0 < count < 60
    lines = said().splitlines()
    assert lines[0] == everything.splitlines()[0] and lines[2:] == everything.splitlines()[1:]
    assert lines[1] == (
        f"Filtered: {count} of 60 sentences. Filter: “dog” in words; at most 9 words; analyses that differ; "
        "chosen in a table or plot: chosen in the plot (50)."
    )
    assert len(path.read_text("utf-8").splitlines()) == count + 1 + len(lines)
    bar.reset()
    bar.choose_pattern("gold: QP")
    assert "Filtered: 0 of 60 sentences. Filter: “gold: QP” as a tree pattern." in said()
    bar.choose(SKIPPED)
    assert "Filtered: 0 of 60 sentences. Filter: status “skipped”." in said()
    bar.reset()
    assert said() == everything


NO_RELATIONS = "1\ta\ta\tX\tX\t_\t2\tfoo\t_\t_\n2\tb\tb\tX\tX\t_\t0\tbar\t_\t_\n"


def test_measures_of_content_words_say_why_they_have_no_score(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    gold, system = (write(tmp_path / f"{name}.conllu", [NO_RELATIONS]) for name in ("gold", "system"))
    compare(qtbot, window, Files(gold, (("", system),)))
    model = space(window).systems.model
    space(window).systems.set_measures(["las", "clas", "mlas"])
    why = "no word has a relation that content words have in Universal Dependencies"
    tip = model.index(0, FIRST_MEASURE + model.keys.index("clas")).data(Qt.ItemDataRole.ToolTipRole)
    assert "No score: " in tip and why in tip
    note = model.as_table().note
    assert f"CLAS: 0 / 0 has no value: {why}." in note and "MLAS: " in note and "LAS: 1" not in note
