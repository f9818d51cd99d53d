"""Its window has help of its own."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from tests.app.helpers import press_help
from treecompare.app.frame.help import HelpWindow
from treecompare.app.window.window import MainWindow
from treecompare.extras.teaching.exercise import of_texts


def test_it_has_help_of_its_own(qtbot: QtBot, window: MainWindow) -> None:
    opened = window.extras["walks"].lessons.open(of_texts("(S (N a) (V b))", "(S (V a) (N b))"))
    qtbot.waitExposed(opened)
    press_help(opened)
    (found,) = window.findChildren(HelpWindow)
    assert found.windowTitle() == "Teaching"
    opened.close()
