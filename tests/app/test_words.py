"""The Leaf-Ancestor strip, and costs of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from tests.app.helpers import space
from treecompare.app.panes.words_panel import WordsPanel
from treecompare.app.window.window import MainWindow

pytestmark = pytest.mark.own_window


@pytest.fixture
def words(qtbot: QtBot, window: MainWindow) -> WordsPanel:
    """The pane on Sampson & Babarczy's examples."""
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.open_sample("worked-examples-leaf-ancestor")
    window.show_dock("words")
    space(window).sentences.go_to_row(0)
    panel = window.findChild(WordsPanel)
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


def test_costs_come_from_a_table_that_is_chosen(
    qtbot: QtBot, words: WordsPanel, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = tmp_path / "bad.tsv", tmp_path / "good.tsv"
    bad.write_text("N1 NP 3\n", "utf-8")
    good.write_text("# mine\nN1 NP 0.25\n", "utf-8")
    assert words.variant.findData("la.custom") < 0
    sheet = window.sheets.scoring()
    box = sheet.boxes["label_costs"]
    assert [box.itemText(row) for row in range(box.count())] == ["None", "Choose a TSV…"]
    for path in (bad, good):
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_, path=path: (str(path), ""))
        with qtbot.waitSignal(sheet._preview.done, timeout=20_000) as previewed:
            box.activated.emit(1)
        why = "bad.tsv:1: the cost is 3; expected a number between 0 and 2" if path is bad else ""
        assert previewed.args[0].why.endswith(why) and bool(previewed.args[0].why) == (path is bad)
    assert box.currentText() == "TSV: good.tsv"
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        sheet.apply_button.click()
    comparison = window.session.comparison
    assert window.scoring.settings.label_costs == str(good)
    assert "label-costs:good.tsv" in comparison.table.signature("la.custom", "pooled")
    words.variant.setCurrentIndex(words.variant.findData("la.custom"))
    assert comparison.word_scores(0, 0, "la.custom")[0].score == pytest.approx(1 - 0.25 / 6)


def test_labels_that_no_treebank_has_are_told(
    qtbot: QtBot, words: WordsPanel, window: MainWindow, tmp_path: Path
) -> None:
    from dataclasses import replace

    path = tmp_path / "costs.tsv"
    path.write_text("N1 QQQ 1\n", "utf-8")
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.scoring.change(replace(window.scoring.settings, label_costs=str(path)))
    assert "costs of labels that no treebank has: QQQ" in "\n".join(window.session.comparison.warnings)
