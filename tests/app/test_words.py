"""The Leaf-Ancestor strip and the table of label costs."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog
from pytestqt.qtbot import QtBot

from tests.app.helpers import dialogs, press_button, space
from treecompare.app.panes.words_panel import WordsPanel
from treecompare.app.window.label_costs import LabelCostsDialog, own_costs_path
from treecompare.app.window.window import MainWindow
from treecompare.mappings.costs import read_costs

pytestmark = pytest.mark.own_window


@pytest.fixture
def words(qtbot: QtBot, window: MainWindow) -> WordsPanel:
    """The pane on Sampson & Babarczy's examples."""
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.open_sample("worked-examples-leaf-ancestor")
    window.show_dock("words")
    space(window).sentences.go_to_row(0)
    panel = space(window).words
    qtbot.waitUntil(lambda: panel.table.rowCount() > 0)
    return panel


def test_a_click_chooses_a_word_everywhere(qtbot: QtBot, words: WordsPanel) -> None:
    strip = words.strip
    assert len(strip.boxes) == words.table.rowCount() == 6
    with qtbot.waitSignal(words.chosen) as chosen:
        qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=strip.boxes[1].center().toPoint())
    assert chosen.args == [1]
    assert words.current_word() == 1
    assert strip.accessibleDescription().startswith("tax, ")


def test_keys_go_from_word_to_word(qtbot: QtBot, words: WordsPanel) -> None:
    words.strip.setFocus()
    seen = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_End, Qt.Key.Key_Right, Qt.Key.Key_Home):
        qtbot.keyClick(words.strip, key)
        seen.append(words.current_word())
    assert seen == [0, 1, 0, 5, 5, 0]


def test_the_edit_adds_up_to_the_score(qtbot: QtBot, words: WordsPanel, window: MainWindow) -> None:
    """Every word of all the papers' examples, under every variant."""
    comparison = window.session.comparison
    assert comparison is not None
    for sentence in range(comparison.sentences):
        for part in ("la", "la.initial", "la.tags"):
            for word, one in enumerate(comparison.word_scores(0, sentence, part) or []):
                edit = comparison.word_edit(0, sentence, word, part)
                assert " ".join(gold for gold, _, _ in edit if gold) == one.gold
                assert " ".join(test for _, test, _ in edit if test) == one.test
                length = sum(bool(gold) + bool(test) for gold, test, _ in edit)
                assert one.score == pytest.approx(1 - sum(cost for *_, cost in edit) / length if length else 1.0)
    words.table.selectRow(0)
    assert words.strip.arithmetic() == "two: 1 − 2 / (3 + 3) = 0.667"
    assert not words.strip.grab().isNull()


def test_long_sentences_wrap_and_hebrew_runs_leftwards(qtbot: QtBot, words: WordsPanel) -> None:
    from treecompare.mappings.lineages import WordScore

    words.strip.show_scores([WordScore(f"word{number}", "S", "S", 1.0) for number in range(2000)])
    assert len({box.top() for box in words.strip.boxes}) > 50
    assert all(box.right() <= words.strip.width() for box in words.strip.boxes)
    words.strip.show_scores([WordScore(word, "S", "S", 1.0) for word in ("שלום", "עולם")])
    assert words.strip.boxes[0].left() > words.strip.boxes[1].left()
    words.strip.setFocus()
    with qtbot.waitSignal(words.strip.chosen) as chosen:
        qtbot.keyClick(words.strip, Qt.Key.Key_Left)
    assert chosen.args == [0]


def costs_dialog(window: MainWindow) -> LabelCostsDialog:
    window.commands.edit_label_costs()
    return next(one for one in QApplication.topLevelWidgets() if isinstance(one, LabelCostsDialog) and one.isVisible())


def fill(dialog: LabelCostsDialog, *rows: tuple[str, str, str]) -> None:
    dialog.table.setRowCount(0)
    for row in rows:
        dialog.add_row(*row)


def ok(dialog: LabelCostsDialog) -> bool:
    return dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()


def test_costs_typed_in_the_window_count_at_once(qtbot: QtBot, words: WordsPanel, window: MainWindow) -> None:
    before = [words.variant.itemText(row) for row in range(words.variant.count())]
    assert any(text.endswith("give them…") for text in before)
    dialog = costs_dialog(window)
    fill(dialog, ("N1", "NP", "0,25"), ("S", "VP", "1"))
    assert ok(dialog)
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    comparison = window.session.comparison
    assert comparison is not None
    assert comparison.table.has("la.custom")
    assert words.variant.currentData() == "la.custom"
    path = comparison.settings.label_costs
    assert path == str(own_costs_path("label-costs"))
    assert read_costs(path)["NP", "N1"] == 0.25
    assert comparison.word_scores(0, 0, "la.custom")[0].score == pytest.approx(1 - 0.25 / 6)  # type: ignore[index]
    again = costs_dialog(window)
    typed = again.rows()
    assert typed == [("N1", "NP", "0.25"), ("S", "VP", "1")]
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        again.buttons.button(QDialogButtonBox.StandardButton.Reset).click()
    assert window.scoring.settings.label_costs is None
    assert costs_dialog(window).rows() == typed  # what was typed is not lost


def test_costs_come_back_as_they_were_typed(qtbot: QtBot, words: WordsPanel, window: MainWindow) -> None:
    """A label that begins with # is no comment; costs keep all their digits."""
    dialog = costs_dialog(window)
    typed = [("#", "$", "0.1234567"), ("\\#", "##", "2"), ("a\u00a0b", "N1", "1")]
    fill(dialog, *typed)
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    again = costs_dialog(window).rows()
    assert {(frozenset(row[:2]), row[2]) for row in again} == {(frozenset(row[:2]), row[2]) for row in typed}
    assert read_costs(str(own_costs_path("label-costs")))["$", "#"] == 0.1234567


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (("N1", "", "1"), "Row 1: a label is missing."),
        (("N1", "NP", "much"), "Row 1: “much” is not a valid cost; expected a number from 0 to 2."),
        (("N1", "NP", "2.5"), "Row 1: a cost of 2.5; expected a number from 0 to 2."),
        (("N1", "NP", "-1"), "Row 1: a cost of -1; expected a number from 0 to 2."),
        (("N1", "N P", "1"), "Row 1: labels have no blanks in them."),
        (("N1", "]", "1"), "Row 1: the boundaries [ and ] have no cost of their own."),
    ],
)
def test_what_is_wrong_is_told_while_typing(
    qtbot: QtBot, words: WordsPanel, window: MainWindow, row: tuple[str, str, str], fault: str
) -> None:
    dialog = costs_dialog(window)
    fill(dialog, row)
    assert dialog.fault.text() == fault
    assert not ok(dialog)
    fill(dialog, ("N1", "ZZ", "1"))
    assert dialog.fault.text() == "Row 1: ZZ does not occur in these treebanks."
    assert ok(dialog)
    fill(dialog, ("N1", "NP", "1"), ("N1", "NP", "2"))
    assert "are already listed" in dialog.fault.text()
    dialog.reject()


def test_files_of_costs_come_and_go(
    qtbot: QtBot, words: WordsPanel, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = tmp_path / "bad.tsv", tmp_path / "good.tsv"
    bad.write_text("N1 NP 3\n", "utf-8")
    good.write_text("# mine\nN1 NP 0.5\n", "utf-8")
    dialog = costs_dialog(window)
    fill(dialog, ("S", "VP", "1"))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(bad), ""))
    press_button(dialog, "Load…")
    [box] = dialogs()
    assert "bad.tsv:1: the cost is 3; expected a number between 0 and 2" in box.text()
    box.close()
    assert dialog.rows() == [("S", "VP", "1")]
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(good), ""))
    press_button(dialog, "Load…")
    assert dialog.rows() == [("N1", "NP", "0.5")]
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    assert window.scoring.settings.label_costs == str(good)  # as it is: the file is named, not copied
    assert good.read_text("utf-8").startswith("# mine")
    written = tmp_path / "written.tsv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(written), ""))
    dialog = costs_dialog(window)
    press_button(dialog, "Save as…")
    assert read_costs(str(written)) == read_costs(str(good))
    dialog.reject()


def test_labels_that_no_treebank_has_are_told(
    qtbot: QtBot, words: WordsPanel, window: MainWindow, tmp_path: Path
) -> None:
    from dataclasses import replace

    path = tmp_path / "costs.tsv"
    path.write_text("N1 QQQ 1\n", "utf-8")
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.scoring.change(replace(window.scoring.settings, label_costs=str(path)))
    assert "costs of labels that no treebank has: QQQ" in "\n".join(window.session.comparison.warnings)
