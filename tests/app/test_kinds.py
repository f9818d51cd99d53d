"""Comparisons of several kinds one after the other: commands that make sense, settings that fit."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import cell_of, dialogs, look_for, looked_up, space
from treecompare import resources
from treecompare.app.panes.systems_model import RANK_ROLE
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files

LINE = "{}\t{}\t_\tX\tX\t_\t{}\t{}\t_\t_\n"


def sample(key: str) -> Files:
    found = next(one for one in resources.samples() if one.key == key)
    return Files(found.gold, tuple(("", path) for path in found.systems), lattices=found.lattices)


@pytest.fixture
def schemes(tmp_path: Path) -> Files:
    for name, relation in (("gold.A", "nsubj"), ("gold.B", "SBJ"), ("parse.A", "obj")):
        text = LINE.format(1, "it", 2, relation) + LINE.format(2, "rains", 0, "root") + "\n"
        (tmp_path / f"{name}.conllu").write_text(text, "utf-8")
    first, second, parse = (str(tmp_path / f"{name}.conllu") for name in ("gold.A", "gold.B", "parse.A"))
    return Files(first, (("", parse),), (("", second),))


def offered(window: MainWindow, *names: str) -> list[bool]:
    by_name, switches = window.actions_.by_name, window.actions_.switches
    return [(next(iter(switches[one].values())) if one in switches else by_name[one]).isVisible() for one in names]


def test_commands_follow_the_kind(qtbot: QtBot, window: MainWindow, files: Files, schemes: Files) -> None:
    names = ("list_changes", "copy_latex", "right_to_left", "missing", "differing", "over_lattices")
    compare(qtbot, window, sample("words-that-differ"))
    assert offered(window, *names) == [True, True, True, False, True, True]
    compare(qtbot, window, schemes)
    assert offered(window, *names) == [True, True, True, False, False, False]
    window.overview.show("operations")
    qtbot.waitUntil(lambda: looked_up(window) == "operations")
    assert offered(window, "nonprojective", "params") == [True, False]
    compare(qtbot, window, sample("dependencies"))
    assert offered(window, *names) == [True, True, True, True, True, True]
    compare(qtbot, window, files)
    assert offered(window, *names) == [True, True, True, True, True, True]


def test_latex_is_offered_for_every_kind(qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def ask(*given: str) -> tuple[str, str]:
        asked.append(given[3])
        return "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    for key in ("words-that-differ", "dependencies"):
        compare(qtbot, window, sample(key))
        window.drawing.save_drawing()
    assert ["*.tex" in kinds for kinds in asked] == [True, True]


def test_a_missing_parse_as_zero_does_not_keep_other_kinds_from_opening(
    qtbot: QtBot, compared: MainWindow, schemes: Files
) -> None:
    with qtbot.waitSignal(compared.session.ended, timeout=10_000):
        compared.actions_.switches["missing"]["zero"].trigger()
    for files, kind in ((schemes, "schemes"), (sample("words-that-differ"), "lattices")):
        compare(qtbot, compared, files)
        assert compared.session.comparison.kind == kind


def test_words_segmented_differently_is_for_the_files_that_are_open(
    qtbot: QtBot, window: MainWindow, files: Files
) -> None:
    compare(qtbot, window, sample("dependencies"))
    with qtbot.waitSignal(window.session.ended, timeout=10_000):
        window.actions_.switches["over_lattices"]["yes"].trigger()
    with qtbot.waitSignal(window.session.ended, timeout=10_000):
        window.actions_.switches["punctuation"]["ignore"].trigger()
    assert window.session.comparison.kind == "lattices"
    assert "without punctuation" in window.toolbar.details
    compare(qtbot, window, files)
    assert window.session.comparison.kind == "constituents"


def test_the_command_turns_hebrew_round_at_once(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    text = LINE.format(1, "שלום", 2, "nsubj") + LINE.format(2, "עולם", 0, "root") + "\n"
    for name in ("gold", "parse"):
        (tmp_path / f"{name}.conllu").write_text(text, "utf-8")
    compare(qtbot, window, Files(str(tmp_path / "gold.conllu"), (("", str(tmp_path / "parse.conllu")),)))
    view = space(window).kinds["dependencies"].picture.view
    assert view.is_right_to_left
    window.drawing.right_to_left()
    assert not view.is_right_to_left and view.arcs.centres[0] < view.arcs.centres[-1]


def test_a_wide_drawing_without_errors_begins_with_its_first_word(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    chain = "".join(LINE.format(number, f"word{number}", number - 1, "dep") for number in range(1, 200)) + "\n"
    for name in ("gold", "parse"):
        (tmp_path / f"{name}.conllu").write_text(chain, "utf-8")
    compare(qtbot, window, Files(str(tmp_path / "gold.conllu"), (("", str(tmp_path / "parse.conllu")),)))
    view = space(window).kinds["dependencies"].picture.view
    seen = view.canvas.mapToScene(view.canvas.viewport().rect()).boundingRect()
    assert seen.contains(view.drawing.centres[0], seen.center().y())


def test_what_is_closed_while_it_is_read_stays_closed(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    window.open_comparison(files)
    assert window.session.worker is not None
    window.session.worker.wait()  # all it has to tell is on its way
    window.close_comparison()
    qtbot.wait(100)
    assert window.session.comparison is None and not window.is_comparing


def test_remarks_made_while_comparing_are_counted(qtbot: QtBot, compared: MainWindow) -> None:
    comparison = compared.session.comparison
    assert comparison is not None
    assert not comparison.warnings
    comparison.warnings.append("seen in comparing only")
    compared.session.ended.emit(True)
    systems = compared.docks["systems"]
    heading = space(compared).layout.left.frame_of(systems).heading  # type: ignore[union-attr]
    assert systems.notice == heading.notice.text() == "1 warning" and heading.notice.isVisible()
    heading.notice.click()
    box = dialogs()[0]
    assert "seen in comparing only" in box.text() + box.informativeText() + box.detailedText()
    box.close()
    assert "seen in comparing only" in "\n".join(compared.session.comparison.warnings)


def test_ranks_and_baseline_are_there_when_tree_distance_is_counted(qtbot: QtBot, window: MainWindow) -> None:
    compare(qtbot, window, sample("dependencies"))
    views = space(window)
    model = views.systems.model
    views.systems.baselineWanted.emit(1)
    views.systems.set_measures(["las", "tedeval"])
    qtbot.waitUntil(lambda: window.session.comparison.table.trees.is_counted("tedeval") and not views.counting.is_busy)
    assert model.baseline == 1
    assert sorted(cell_of(model, system, "las").data(RANK_ROLE) for system in range(3)) == [
        "1", "2.5≠", "2.5≠",  # under the mean of the sentences one is better
    ]  # fmt: skip
    assert all(cell_of(model, system, "tedeval").data(RANK_ROLE) for system in range(3))
    qtbot.waitUntil(lambda: "p = " in cell_of(model, 0, "tedeval").data(Qt.ItemDataRole.ToolTipRole))


def test_relations_are_found_in_every_kind(qtbot: QtBot, window: MainWindow, schemes: Files) -> None:
    for files, relation, count in (
        (schemes, "SBJ", 1),
        (schemes, "nsubj:x", 0),
        (sample("words-that-differ"), "NP", 1),
    ):
        compare(qtbot, window, files)
        bar = space(window).sentences.filter_bar
        bar.where.setCurrentIndex(bar.where.findData("labels"))
        look_for(bar, relation)
        assert (space(window).sentences.model.rowCount() > 0) == bool(count), relation
        bar.reset()
