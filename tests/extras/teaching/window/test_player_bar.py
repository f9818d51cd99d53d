"""The bar of a player: the same way through a walk and through the steps of a score, by slider, list and buttons."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from treecompare.app.lessons.player_bar import LARGE, LongText, PlayerBar
from treecompare.extras.teaching.frames import Frame
from treecompare.extras.teaching.script import Script
from treecompare.extras.teaching.stages import Stages
from treecompare.extras.teaching.walks import Source, Walk, WalkStep

TREE = "(S (NP (D the) (N dog)) (VP (V barked)))"


def script() -> Script:
    return Script("s", "a script", lambda: [Frame(f"step {number}", f"counted {number}") for number in range(1, 6)])


def walk() -> Stages:
    source = Source(gold=TREE, test=TREE)
    return Stages(Walk("a walk", "", tuple(WalkStep(f"step {number}", source) for number in range(1, 6))))


@pytest.fixture(params=["walk", "script"])
def bar(request: pytest.FixtureRequest, qtbot: QtBot) -> Iterator[PlayerBar]:
    is_walk = request.param == "walk"
    made = PlayerBar([(QLabel("head"), 1)], "walk", ("Page Up", "Page Down"), is_large=is_walk)
    qtbot.addWidget(made)
    made.resize(900, 150)
    assert made.isHidden() and not made.go(1)
    made.play(walk() if is_walk else script())
    yield made


def test_what_is_said_of_all_steps_takes_no_room_from_the_others(qtbot: QtBot) -> None:
    texts = ["what this is about, " * 40, "one", "two", "what came of it, " * 40]
    made = PlayerBar([(QLabel("head"), 1)], "steps", ("Page Up", "Page Down"))
    qtbot.addWidget(made)
    made.resize(500, 400)
    made.play(Script("s", "a script", lambda: [Frame(text) for text in texts]))
    heights = [made.room.sizeHint().height() for number in range(1, 5) if made.go(number)]
    assert heights[1] == heights[2] < min(heights[0], heights[3]) / 2


def test_a_text_that_has_room_has_no_bar(qtbot: QtBot) -> None:
    """Though it would need one beside a bar, which is narrower, and had one before it had that room."""
    made = LongText(Qt.AlignmentFlag.AlignTop)
    qtbot.addWidget(made)
    made.resize(400, 60)
    made.show()
    qtbot.waitExposed(made)
    label, beside = made.label, 400 - made.verticalScrollBar().sizeHint().width()
    text = "a word and "
    while label.heightForWidth(beside) <= max(label.heightForWidth(400), 60):
        text += "w"
        label.setText(text.replace("www", "ww w"))
    text = label.text()
    made.fit([text])
    made.resize(400, 20)
    assert made.verticalScrollBar().maximum() > 0
    made.resize(400, label.heightForWidth(400) + 4)
    assert made.verticalScrollBar().maximum() == 0 and not made.verticalScrollBar().isVisible()


def test_every_way_leads_to_the_same_frames(bar: PlayerBar) -> None:
    reached: list[str] = []
    bar.reached.connect(lambda frame: reached.append(frame.text))
    bar.go(1)
    bar.next_button.click()
    bar.slider.setValue(4)
    bar.back_button.click()
    bar.menu.aboutToShow.emit()
    bar.menu.actions()[4].trigger()
    bar.first()
    bar.last()
    bar.again()
    assert reached == [f"step {number}" for number in (1, 2, 4, 3, 5, 1, 5, 5)]
    assert not bar.next() and not bar.go(0) and len(reached) == 8
    assert (bar.text.text(), bar.list.text(), bar.slider.value()) == ("step 5", "5 of 5", 5)
    assert bar.back_button.isEnabled() and not bar.next_button.isEnabled()
    bar.menu.aboutToShow.emit()
    assert [one.isChecked() for one in bar.menu.actions()] == [False] * 4 + [True]


def test_only_scripts_have_figures(bar: PlayerBar) -> None:
    """And only walks have letters for the last row."""
    bar.go(2)
    is_script = isinstance(bar.player, Script)
    assert bar.figure.isVisible() == is_script and bar.figure.text() == ("counted 2" if is_script else "")
    assert (bar.text.fontInfo().pixelSize() >= LARGE) != is_script and not bar.strip.isVisible()


def test_who_clicks_goes_on_by_the_keys_of_the_drawing(bar: PlayerBar) -> None:
    bar.go(1)
    bar.activateWindow()
    before = QApplication.focusWidget()
    for widget in (bar.next_button, bar.slider, bar.list, bar.close_button):
        assert widget.focusPolicy() == Qt.FocusPolicy.TabFocus
    QTest.mouseClick(bar.next_button, Qt.MouseButton.LeftButton)
    assert bar.number == 2 and QApplication.focusWidget() is before


def test_a_bar_that_is_closed_says_so_and_one_that_stops_is_hidden(bar: PlayerBar) -> None:
    left: list[bool] = []
    bar.left.connect(lambda: left.append(True))
    bar.close_button.click()
    assert left == [True]
    bar.stop()
    assert bar.isHidden() and bar.number == 0 and not bar.next() and not bar.last()


def test_a_player_that_is_played_again_has_reached_nothing_yet(bar: PlayerBar) -> None:
    """What it showed before is not in the window any more."""
    player = bar.player
    assert player is not None and bar.go(3)
    bar.stop()
    bar.play(player)
    assert bar.number == 0 and bar.isVisible() and bar.next() and bar.number == 1


def test_letters_follow_those_of_the_window(bar: PlayerBar) -> None:
    bar.go(1)
    before = bar.text.fontInfo().pixelSize(), bar.strip.scale
    font = bar.font()
    font.setPixelSize(30)
    bar.setFont(font)
    assert bar.text.fontInfo().pixelSize() > before[0] and bar.figure.fontInfo().pixelSize() == 30
    assert bar.strip.scale > before[1] == 1
