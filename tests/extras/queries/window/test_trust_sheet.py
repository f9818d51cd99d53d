"""*Trust in queries…*: queries that are opened or dropped, texts of a system, groups, what the comparison keeps."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.app.conftest import write
from tests.app.helpers import dialogs, overview_at, press_button, space
from tests.made import gold_trees
from treecompare.app.queries.trust_sheet import TrustSheet
from treecompare.app.window.pattern_commands import STATE as PATTERNS
from treecompare.app.window.window import MainWindow
from treecompare.comparison.base import Cancel
from treecompare.comparison.files import Files
from treecompare.jobs.base import Copy, Later
from treecompare.scores.result import ResultTable


@pytest.fixture
def sheet(qtbot: QtBot, compared: MainWindow) -> TrustSheet:
    compared.actions_.by_name["trust_in_queries"].trigger()
    [found] = compared.findChildren(TrustSheet)
    qtbot.waitUntil(lambda: found.answered is not None, timeout=20_000)
    return found


def answered(qtbot: QtBot, sheet: TrustSheet) -> str:
    """What is said once it is counted."""
    qtbot.waitUntil(lambda: sheet.answer.text() != "Counting…" and not sheet._pause.isActive(), timeout=20_000)
    return sheet.answer.text()


def rows(sheet: TrustSheet) -> list[list[str]]:
    return [[sheet.table.item(row, column).text() for column in range(9)] for row in range(sheet.table.rowCount())]


def test_a_query_in_texts_by_period(
    qtbot: QtBot, compared: MainWindow, sheet: TrustSheet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("treecompare.extras.queries.groups.length_warning", lambda *_: "Of another length.")
    assert sheet.query.count() == 8 and "In the gold: " in answered(qtbot, sheet)
    assert "Choose texts that one parsed" in sheet.answer.text()
    assert not sheet.plot.isVisible() and not sheet.save_button.isEnabled()
    (tmp_path / "q.tsv").write_text("low\tNP < PP\nnone\tXYZ\n")
    sheet.open_queries([str(tmp_path / "q.tsv")])
    assert [sheet.query.itemText(place) for place in range(sheet.query.count())] == ["low", "none"]
    texts = [write(tmp_path / f"{year}.mrg", gold_trees(40, year)) for year in (1275, 1540)]
    sheet.choose_texts([texts[1], texts[0]])
    said = answered(qtbot, sheet)
    found = [text.count("(NP (NP") for text in (Path(one).read_text() for one in texts)]
    assert [(row[0], row[1], int(row[2])) for row in rows(sheet)] == [
        ("1275", "40", found[0]),
        ("1540", "40", found[1]),
    ]
    assert {row[-1] for row in rows(sheet)} == {"pooled: no gold of it"}
    qtbot.keyClick(sheet.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text().split("\n")[1].split("\t") == rows(sheet)[0]
    assert "The prediction intervals" in said and "One ratio of the gold" in sheet.notes.text()
    qtbot.waitUntil(lambda: sheet.plot.picture is not None, timeout=20_000)
    assert sheet.answered is not None and sheet.answered.plot is not None
    # a saved plot warns of everything that the window warns of
    assert "Of another length." in sheet.notes.text() and "Of another length." in sheet.answered.plot.notes[-1]
    assert len(sheet.plot.picture.points) == 2 and sheet.plot.picture.texts[0].startswith("1275: ")  # type: ignore[union-attr]
    sheet.save(str(tmp_path / "p.svg"))
    assert "low, found by one" in (tmp_path / "p.svg").read_text("utf-8")
    sheet._point_at(1)
    assert [index.row() for index in sheet.table.selectionModel().selectedRows()] == [1]

    (tmp_path / "groups.tsv").write_text("1275\tearly\n")
    sheet._ask_for_files = lambda *_: [str(tmp_path / "groups.tsv")]  # type: ignore[method-assign]
    sheet._choose_groups(sheet.groups.count() - 1)
    assert sheet.groups.currentText() == "groups.tsv"
    answered(qtbot, sheet)
    assert "40 sentences of the texts: in no group, not counted" in sheet.notes.text()
    assert [row[0] for row in rows(sheet)] == ["early"]

    kept = compared.session.comparison.questions  # type: ignore[union-attr]
    assert kept.texts == {"one": (texts[0], texts[1])} and kept.groups == str(tmp_path / "groups.tsv")
    assert compared.files.file.stored("questions") == kept.stored()
    sheet.system.setCurrentIndex(1)
    assert "Choose texts that two parsed" in answered(qtbot, sheet)
    press_button(sheet, "All figures")
    overview_at(qtbot, compared, "trust")


def test_what_cannot_be_read_is_said(qtbot: QtBot, sheet: TrustSheet, tmp_path: Path) -> None:
    (tmp_path / "bad.tsv").write_text("low\tNP <\n")
    sheet.open_queries([str(tmp_path / "bad.tsv")])
    assert len(dialogs()) == 1 and sheet.query.count() == 8
    dialogs()[0].close()
    (tmp_path / "words.conllu").write_text("1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n")
    sheet.choose_texts([str(tmp_path / "words.conllu")])
    assert "expected" in answered(qtbot, sheet)


def test_queries_are_dropped_and_the_tables_ask_them(
    qtbot: QtBot, compared: MainWindow, files: Files, tmp_path: Path
) -> None:
    (tmp_path / "q.tsv").write_text("low\tNP < PP\n")
    (tmp_path / "np.tsv").write_text("np\tS < NP\n")
    compared.patterns.files.file.keep({"patterns": {"mine": "VP < NP", "joined": "gold: NP  system: NP"}})
    compared.open_dropped([str(tmp_path / name) for name in ("q.tsv", "np.tsv")])
    job = overview_at(qtbot, compared, "trust")

    def table() -> ResultTable:
        later = job.picture(job.place("trust"))
        assert isinstance(later, Later)
        return next(one for one in later.make(Cancel(), lambda _: None).items if isinstance(one, ResultTable))

    assert table().title == "Trust in queries"
    assert list(dict.fromkeys(row[0] for row in table().rows)) == ["low", "np"]
    compared.extras["trust"]._begin(compared.session.comparison)
    assert len(table().rows) == 6 and "mine" in {row[0] for row in table().rows}
    [command] = job.do([job.place("trust")], "copy-command")
    assert isinstance(command, Copy) and f"--queries {tmp_path / 'q.tsv'}" in str(command.text)
    assert compared.session.files == files


def test_queries_without_a_comparison(window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "np.tsv").write_text("np\tS < NP\n")
    window.open_dropped([str(tmp_path / "np.tsv")])
    assert window.session.request is None and not dialogs()


def test_the_pattern_that_is_looked_for_is_counted_first_and_kept_ones_are_offered(
    qtbot: QtBot, compared: MainWindow
) -> None:
    def asked() -> TrustSheet:
        compared.actions_.by_name["trust_in_queries"].trigger()
        found = compared.findChildren(TrustSheet)[-1]
        qtbot.waitUntil(lambda: found.answered is not None, timeout=20_000)
        return found

    bar = space(compared).sentences.filter_bar
    bar.choose_pattern("NP < PP")
    qtbot.waitUntil(lambda: space(compared).view().pattern == "NP < PP")
    sheet = asked()
    assert (sheet.query.currentIndex(), sheet.query.currentText(), sheet.query.count()) == (
        0,
        "pattern of the filter",
        9,
    )
    assert sheet._queries[0].text == "NP < PP" and "In the gold: " in answered(qtbot, sheet)
    sheet.reject()
    compared.files.file.keep({PATTERNS: {"low": "NP < PP", "other": "VP < PP"}})
    sheet = asked()
    assert sheet.query.currentText() == "low" and sheet.query.findText("other") > 0 and sheet.query.count() == 10
