"""Functions as part of the label, and what they follow: chosen in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import dialogs
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files

COLON = "(S (NX:ON (N a)) (NX:{} (N b)))\n"


@pytest.fixture
def colons(tmp_path: Path) -> Files:
    for name, function in (("gold", "OA"), ("one", "OD")):
        (tmp_path / f"{name}.mrg").write_text(COLON.format(function), "utf-8")
    return Files(str(tmp_path / "gold.mrg"), (("", str(tmp_path / "one.mrg")),))


def chosen(qtbot: QtBot, window: MainWindow, name: str, value: str) -> float | None:
    with qtbot.waitSignal(window.session.ended, timeout=10_000):
        window.actions_.switches[name][value].trigger()
    assert window.session.comparison is not None
    return window.session.comparison.table.scores(0, "e.roof.dice")[0]


def test_functions_are_switched_on_and_off(qtbot: QtBot, window: MainWindow, colons: Files) -> None:
    compare(qtbot, window, colons)
    assert window.session.comparison.table.scores(0, "e.roof.dice")[0] == 2 / 3
    assert chosen(qtbot, window, "function_separator", ":") == 1.0
    assert chosen(qtbot, window, "functions", "yes") == 2 / 3
    assert window.actions_.chosen("functions") == "yes" and window.actions_.chosen("function_separator") == ":"
    assert chosen(qtbot, window, "functions", "") == 1.0
    assert window.session.comparison.settings.functions is False


@pytest.mark.parametrize(("typed", "score"), [("::", 2 / 3), (":O", 1.0), ("", 2 / 3), ("(", 2 / 3)])
def test_another_separator_is_asked_for(
    qtbot: QtBot, window: MainWindow, colons: Files, monkeypatch: pytest.MonkeyPatch, typed: str, score: float
) -> None:
    compare(qtbot, window, colons)
    told: list[str] = []
    monkeypatch.setattr("treecompare.app.window.opening.show_error", lambda _, error: told.append(str(error)))
    monkeypatch.setattr("treecompare.app.window.opening.QInputDialog.getText", lambda *_, **__: (typed, typed != ""))
    if typed in ("", "("):
        window.actions_.switches["function_separator"]["other"].trigger()
        assert window.actions_.chosen("function_separator") == "-" and not dialogs()
    else:
        assert chosen(qtbot, window, "function_separator", "other") == score
        assert window.actions_.chosen("function_separator") == "other"
    assert len(told) == (typed == "(")
    assert window.session.comparison.table.scores(0, "e.roof.dice")[0] == score
