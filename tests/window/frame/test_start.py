"""The start page: four jobs with their samples, what was opened lately, and what is missing of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from tests.window.frame.conftest import press, settle
from treecompare import resources
from treecompare.comparison.files import Files, Versions
from treecompare.jobs.wanted import Card, cards
from treecompare.window.common import fonts, preferences
from treecompare.window.frame.program import FrameWindow
from treecompare.window.frame.start import CardFrame, StartPage


def card(why_not: str = "") -> Card:
    return Card(
        "Compare",
        "What one learns",
        "80 sentences",
        "first-comparison",
        "open",
        "first-comparison",
        "My files…",
        why_not,
    )


@pytest.mark.parametrize("steps", [-3, 0, 5])
@pytest.mark.parametrize(("width", "height"), [(800, 600), (1280, 800), (2560, 1440)])
def test_nothing_of_a_card_is_cut(program: FrameWindow, width: int, height: int, steps: int, qapp: object) -> None:
    fonts.dress(qapp, steps)  # type: ignore[arg-type]
    program.resize(width, height)
    settle(program)
    for one in program.start.cards:
        for button in (one.sample, one.own):
            assert button.isVisible() and button.width() >= button.sizeHint().width(), button.text()
            assert one.rect().contains(button.geometry())
        for label in one.findChildren(QLabel):
            if not label.isHidden():
                assert label.height() >= label.heightForWidth(label.width()), (label.text(), label.size())
                assert label.wordWrap() or label.width() >= label.sizeHint().width(), label.text()
        assert one.drawing.isHidden() or one.drawing.height() >= 90
        said = max(label.geometry().bottom() for label in one.findChildren(QLabel) if label is not one.size_said)
        gap = one.sample.y() - said
        assert not one.drawing.isHidden() or gap < 3 * one.fontMetrics().height(), (
            "an empty one is no higher than its texts"
        )
    assert program.start.cards[0].drawing.isHidden() == (width == 800)


def test_cards_have_a_drawing_in_both_themes() -> None:
    for one in cards():
        for theme in ("light", "dark"):
            path = resources.path(f"samples/{one.picture}/card-{theme}.png")
            assert not QPixmap(str(path)).isNull(), path


def test_a_card_opens_its_sample_or_asks_for_files(qtbot: QtBot) -> None:
    told: list[str] = []
    page = StartPage([card()])
    qtbot.addWidget(page)
    page.sampleWanted.connect(told.append)
    page.commandWanted.connect(told.append)
    page.cards[0].sample.click()
    page.cards[0].own.click()
    assert told == ["first-comparison", "open"]
    assert page.cards[0].sample.accessibleName() == "Compare: Sample"


def test_what_cannot_be_done_here_says_why(qtbot: QtBot) -> None:
    one = CardFrame(card(why_not="diff belongs to the extra 'versions', which is not installed."), print, print)
    qtbot.addWidget(one)
    assert not one.sample.isEnabled() and not one.own.isEnabled()
    assert any("is not installed" in label.text() for label in one.findChildren(QLabel))


def test_recent_ones_are_listed_and_what_is_gone_of_them_is_said(
    qtbot: QtBot, program: FrameWindow, tmp_path: Path
) -> None:
    there = [tmp_path / name for name in ("gold.mrg", "a.mrg")]
    for one in there:
        one.write_text("(S (NN a))", "utf-8")
    preferences.add_recent(Versions(str(tmp_path / "old.conllu"), str(tmp_path / "new.conllu")))
    preferences.add_recent(Files(str(there[0]), (("", str(tmp_path / "<b>gone.mrg")),)))
    preferences.add_recent(Files(str(there[0]), (("", str(there[1])),)))
    start = program.start
    start.refresh()
    qtbot.waitUntil(lambda: start.recent_rows[1].second.text().startswith("Not there any more"))
    assert [one.second.text().partition(" — ")[0] for one in start.recent_rows] == [
        "a.mrg", "Not there any more: <b>gone.mrg", "Not there any more: old.conllu and 1 more",
    ]  # fmt: skip
    assert start.recent_rows[0].height() >= 2 * program.fontMetrics().height()
    start.clear.click()
    assert start.recent_rows == [] and start.recent_head.isHidden() and not preferences.recent()


def test_another_window_adds_to_the_recent_ones(program: FrameWindow, tmp_path: Path) -> None:
    preferences.add_recent(Files(str(tmp_path / "x.mrg"), (("", str(tmp_path / "y.mrg")),)))
    QCoreApplication.sendEvent(program.start, QEvent(QEvent.Type.WindowActivate))
    assert len(program.start.recent_rows) == 1


def test_all_of_it_is_reached_by_the_keyboard(program: FrameWindow) -> None:
    preferences.add_recent(Files("/nowhere/x.mrg", (("", "/nowhere/y.mrg"),)))
    program.start.refresh()
    settle(program)
    program.start.open_button.setFocus()
    seen = set()
    for _ in range(40):
        focus = program.focusWidget()
        assert focus is not None
        seen.add(focus)
        press(program, Qt.Key.Key_Tab, on=focus)
    wanted = [one for one in program.start.findChildren(QPushButton) if one.isVisible() and one.isEnabled()]
    assert {*wanted} <= seen, [one.text() for one in wanted if one not in seen]
