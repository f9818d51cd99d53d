"""The hand-out: one page that holds the trees and every score, whatever the sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import dialogs, space
from treecompare import resources
from treecompare.app.handout import _head, _scores
from treecompare.app.preferences import Files
from treecompare.app.window import MainWindow
from treecompare.measures import MEASURES, measure


def test_it_is_one_page_with_all_scores(
    qtbot: QtBot, compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for sentence, system in ((0, 0), (20, 1)):
        space(compared).systems.choose(system)
        space(compared).sentences.go_to_sentence(sentence)
        path = tmp_path / f"{sentence}.pdf"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, path=path: (str(path), ""))
        compared.commands.save_handout()
        data = path.read_bytes()
        assert data.startswith(b"%PDF")
        assert len(re.findall(rb"/Type\s*/Page\b", data)) == 1
    comparison = compared.session.comparison
    assert comparison is not None
    scores = _scores(comparison, 0, 3)
    assert len(scores) == sum(comparison.table.has(one.part) for one in MEASURES)
    wanted = measure("t.whole.dice").shown(float(comparison.table.scores(0, "t.whole.dice")[3]))
    assert any("T-Dice, whole<" in text and wanted in text for text in scores)
    head = _head("Sentence 4", compared.session.sentences[3], "a < b")
    assert comparison.pairs(0).gold[3].words[0] in head and "a &lt; b" in head


def test_what_cannot_be_written_is_told(
    qtbot: QtBot, compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "x.pdf"), ""))
    compared.commands.save_handout()
    assert "cannot be written" in dialogs()[0].text()


def test_scores_that_others_hold_leave_their_place_to_the_drawing(qtbot: QtBot, window: MainWindow) -> None:
    sample = next(one for one in resources.samples() if one.key == "dependencies")
    compare(qtbot, window, Files(sample.gold, (("", sample.systems[0]),)))
    scores = "".join(_scores(window.session.comparison, 0, 1))
    assert "<b>LAS</b>" in scores and "2·" in scores
    assert "LAS precision" not in scores and "TedEval 2011" not in scores
