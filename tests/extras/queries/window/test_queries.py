"""Queries in the overview: what is dropped, what the comparison keeps, the pattern that is looked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.app.helpers import dialogs, space
from treecompare.app.frame.window import Window
from treecompare.app.window.pattern_commands import STATE as PATTERNS
from treecompare.app.window.window import MainWindow
from treecompare.scores.result import ResultTable

pytestmark = pytest.mark.own_window


def shown(qtbot: QtBot, compared: MainWindow) -> Window:
    """The overview, once it shows tables of queries."""
    qtbot.waitUntil(lambda: compared.overview.shown is not None and compared.overview.shown.job is not None)
    window = compared.overview.shown
    assert window is not None
    qtbot.waitUntil(lambda: window.centre.currentWidget() is window.page and not window.is_busy, timeout=20_000)
    assert window.job is not None and window.job.name(window.place) == "trust"
    return window


def queries(window: Window) -> list[str]:
    made = window.job._made["trust"][1]  # type: ignore[union-attr]
    assert isinstance(made[0], ResultTable)
    return list(dict.fromkeys(str(row[0]) for row in made[0].rows))


def test_queries_are_dropped_and_the_tables_ask_them(qtbot: QtBot, compared: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "q.tsv").write_text("low\tNP < PP\n")
    (tmp_path / "np.tsv").write_text("np\tS < NP\n")
    compared.files.file.keep({PATTERNS: {"mine": "VP < NP", "joined": "gold: NP  system: NP"}})
    files = compared.session.files
    compared.open_dropped([str(tmp_path / name) for name in ("q.tsv", "np.tsv")])
    assert queries(shown(qtbot, compared)) == ["low", "np", "mine"]
    comparison = compared.session.comparison
    assert comparison is not None and compared.session.files == files
    assert compared.files.file.stored("questions") == comparison.questions.stored()
    (tmp_path / "old.q").write_text("node: IP*\nquery: (IP* iDoms NP)\n")
    compared.open_dropped([str(tmp_path / "old.q")])
    (said,) = dialogs()
    said.close()
    assert len(comparison.questions.files) == 2


def test_queries_without_a_comparison(window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "np.tsv").write_text("np\tS < NP\n")
    window.open_dropped([str(tmp_path / "np.tsv")])
    assert window.session.request is None and not dialogs()


def test_the_pattern_that_is_looked_for_is_counted_first_and_kept_ones_are_offered(
    qtbot: QtBot, compared: MainWindow
) -> None:
    space(compared).sentences.filter_bar.choose_pattern("NP < PP")
    qtbot.waitUntil(lambda: space(compared).view().pattern == "NP < PP")
    compared.actions_.by_name["trust_in_queries"].trigger()
    found = queries(shown(qtbot, compared))
    assert found[0] == "pattern of the filter" and len(found) == 9
    compared.files.file.keep({PATTERNS: {"low": "NP < PP", "other": "VP < PP"}})
    compared.actions_.by_name["trust_in_queries"].trigger()
    found = queries(shown(qtbot, compared))
    assert found[0] == "low" and "other" in found and len(found) == 10
