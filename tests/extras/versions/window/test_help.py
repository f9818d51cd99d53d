"""Its window has help of its own."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from treecompare.app.frame.help import HelpWindow
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Versions


def test_it_has_help_of_its_own(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "a.conllu").write_text("1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n", "utf-8")
    opened = window.extras["versions"].open(Versions(str(tmp_path / "a.conllu"), str(tmp_path / "a.conllu")))
    qtbot.waitUntil(lambda: opened.job is not None, timeout=20_000)
    opened.action("help").trigger()
    (found,) = window.findChildren(HelpWindow)
    assert found.windowTitle() == "What changed between two versions"
    opened.close()
