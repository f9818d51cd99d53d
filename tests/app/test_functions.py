"""Functions as part of the label, and what they follow: chosen in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import dialogs, space
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
    monkeypatch.setattr("treecompare.app.common.choosers.show_error", lambda _, error: told.append(str(error)))
    monkeypatch.setattr("treecompare.app.common.choosers.QInputDialog.getText", lambda *_, **__: (typed, typed != ""))
    if typed in ("", "("):
        window.actions_.switches["function_separator"]["other"].trigger()
        assert window.actions_.chosen("function_separator") == "-" and not dialogs()
    else:
        assert chosen(qtbot, window, "function_separator", "other") == score
        assert window.actions_.chosen("function_separator") == "other"
    assert len(told) == (typed == "(")
    assert window.session.comparison.table.scores(0, "e.roof.dice")[0] == score


EXPORT = """#BOS 1
Die\t--\tART\t--\tNK\t500
Leute\t--\tNN\t--\tNK\t500
reden\t--\tVVFIN\t--\tHD\t501
und\t--\tKON\t--\tCD\t503
lachen\t--\tVVFIN\t--\tHD\t502
#500\t--\tNP\t--\tSB\t501\tSB\t502
#501\t--\tS\t--\tCJ\t503
#502\t--\tS\t--\tCJ\t503
#503\t--\tCS\t--\t--\t0
#EOS 1
"""


@pytest.fixture
def exported(tmp_path: Path) -> Files:
    for name, function in (("gold", "SB"), ("one", "OA"), ("two", "DA")):
        (tmp_path / f"{name}.export").write_text(EXPORT.replace("\tSB\t501", f"\t{function}\t501"), "utf-8")
    gold, *systems = (str(tmp_path / f"{name}.export") for name in ("gold", "one", "two"))
    return Files(gold, tuple(("", one) for one in systems))


@pytest.mark.parametrize("is_stacked", [False, True])
def test_edges_are_drawn_and_left_out(qtbot: QtBot, window: MainWindow, exported: Files, is_stacked: bool) -> None:
    compare(qtbot, window, exported)
    window.drawing.fold()
    if is_stacked:
        window.drawing.all_systems()

    def drawn() -> tuple[int, int]:
        drawing = space(window).drawing_view.drawing
        assert drawing is not None
        assert space(window).drawing_view.picture().image().width()
        return len(drawing.on_edges), len(drawing.secondary)

    trees = 3 if is_stacked else 2
    qtbot.waitUntil(lambda: drawn() == (8 * trees, trees))
    window.actions_.by_name["edge_labels"].trigger()
    assert drawn() == (0, trees)
    window.actions_.by_name["secondary_edges"].trigger()
    assert drawn() == (0, 0)
    space(window).drawing_view.setFocus()
    assert {"--no-edge-labels", "--no-secondary-edges"} <= set(
        space(window).view_shown.drawing_options(space(window).wanted())
    )
    window.drawing.edge_labels()
    assert drawn() == (8 * trees, 0)
    menu = next(one for one in window.menuBar().findChildren(QMenu) if one.title() == "&Drawing")
    window.drawing.show_marks(menu)
    marks = {one.objectName(): one.isChecked() for one in menu.actions()}
    assert marks["edge_labels"] and not marks["secondary_edges"]
