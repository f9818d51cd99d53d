"""The hand-out: one page that holds the trees and every score, whatever the sentence."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import dialogs, space
from tests.conftest import stride
from tests.drawing.test_visible import NASTY
from treecompare import resources
from treecompare.app.drawings.handout import _head, _scores, write_handout
from treecompare.app.drawings.pictures import Picture, save_picture
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.drawing.scene import PlainScene
from treecompare.errors import TreecompareError
from treecompare.measures import MEASURES, measure


def test_it_is_one_page_with_all_scores(
    qtbot: QtBot, compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for sentence, system in ((0, 0), (20, 1)):
        space(compared).systems.choose(system)
        space(compared).sentences.go_to_sentence(sentence)
        path = tmp_path / f"{sentence}.pdf"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, path=path: (str(path), ""))
        compared.drawing.save_handout()
        data = path.read_bytes()
        assert data.startswith(b"%PDF")
        assert len(re.findall(rb"/Type\s*/Page\b", data)) == 1
    comparison = compared.session.comparison
    assert comparison is not None
    scores = _scores(comparison, 0, 3)
    counted = [one for one in MEASURES if comparison.table.has(one.part) and not comparison.not_counted([one.part])]
    assert len(scores) == len(counted) > 30
    wanted = measure("t.whole.dice").shown(float(comparison.table.scores(0, "t.whole.dice")[3]))
    assert any("T-Dice, whole<" in text and wanted in text for text in scores)
    head = _head("Sentence 4", compared.session.sentences[3], "a < b")
    assert comparison.pairs(0).gold[3].words[0] in head and "a &lt; b" in head


def test_what_cannot_be_written_is_told(
    qtbot: QtBot, compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "x.pdf"), ""))
    compared.drawing.save_handout()
    assert "cannot be written" in dialogs()[0].text() + dialogs()[0].informativeText() + dialogs()[0].detailedText()


def test_scores_that_others_hold_leave_their_place_to_the_drawing(qtbot: QtBot, window: MainWindow) -> None:
    sample = next(one for one in resources.samples() if one.key == "dependencies")
    compare(qtbot, window, Files(sample.gold, (("", sample.systems[0]),)))
    scores = "".join(_scores(window.session.comparison, 0, 1))
    assert "<b>LAS</b>" in scores and "2·" in scores
    assert "LAS precision" not in scores and "TedEval 2011" not in scores


@pytest.mark.own_window
@pytest.mark.parametrize("kind", ["mrg", "conllu"])
def test_letters_that_cannot_be_seen_are_drawn_as_symbols(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    words = [nasty for nasty in NASTY if nasty not in ("\ud800", "\x00")]  # no text file has them
    if kind == "mrg":
        trees = [f"(S (A{word} {word}) (B{word} (C b) (D{word} {word})))" for word in words]
        gold, test = trees, [tree.replace("(B", "(X", 1) for tree in trees]
    else:
        line = "{0}\t{1}\t{1}\tX\t{1}\t_\t{2}\t{1}\t_\t_\n"
        gold = [f"# sent_id = {word}\n{line.format(1, word, 0)}{line.format(2, word, 1)}" for word in words]
        test = [f"# sent_id = {word}\n{line.format(1, word, 2)}{line.format(2, word, 0)}" for word in words]
    for name, sentences in (("gold", gold), ("a\x1b\u202eb", test)):
        (tmp_path / f"{name}.{kind}").write_bytes("\n".join([*sentences, ""]).encode())
    compare(qtbot, window, Files(str(tmp_path / f"gold.{kind}"), (("", str(tmp_path / f"a\x1b\u202eb.{kind}")),)))
    assert not dialogs()
    for place, ending in enumerate(("pdf", "png", "svg", "tex")):
        path = tmp_path / f"drawn.{ending}"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, path=path: (str(path), ""))
        for sentence in range(place % stride(3), len(words), stride(3)):
            space(window).sentences.go_to_sentence(sentence)
            if ending == "pdf":
                window.drawing.save_handout()
                assert len(re.findall(rb"/Type\s*/Page\b", path.read_bytes())) == 1
            window.drawing.save_drawing()
            assert path.stat().st_size > 500
            if ending == "svg":
                ElementTree.fromstring(path.read_bytes())
            if ending == "tex":
                assert not set(path.read_text("utf-8")) & set("\x00\x01\x1b\x7f\x9b\u202e\ufffe")
            path.unlink()
    assert not dialogs()


@pytest.mark.parametrize("ending", [".gif", ".tex", ""])
def test_what_cannot_be_written_is_told_and_overwrites_nothing(ending: str, qapp: object, tmp_path: Path) -> None:
    path = tmp_path / f"old{ending}"
    path.write_text("old")
    with pytest.raises(TreecompareError, match=r"unknown ending; expected \.svg, \.png, \.pdf"):
        save_picture(PlainScene(10.0, 10.0, ()), "", str(path))
    assert path.read_text() == "old"


def test_an_empty_drawing_is_no_hand_out(compared: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "old.pdf"
    path.write_text("old")
    for width, height in ((0.0, 10.0), (10.0, 0.0)):
        with pytest.raises(TreecompareError, match="nothing drawn"):
            write_handout(str(path), compared.session.comparison, 0, 0, "", Picture(width, height, print, ""))
    assert path.read_text() == "old"


def test_pictures_too_large_for_memory_are_made_smaller(qapp: object) -> None:
    assert Picture(10.0, 20.0, lambda painter: None, "").image().width() == 20
    wide = Picture(1e7, 0.1, lambda painter: None, "").image()
    assert (wide.width(), wide.height()) == (30_000, 1)
    large = Picture(1e6, 1e6, lambda painter: None, "").image()
    assert large.width() == large.height() == 10_000
