"""What people do with the window once something is open: looking, working in the background, coming back."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDockWidget,
)
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import dialogs, press, shown, sort_by, space
from tests.comparison.test_run import large_pair
from treecompare.app.common import preferences
from treecompare.app.panes.systems_model import FIRST_MEASURE, SKIPPED_COLUMN
from treecompare.app.panes.words_panel import WordsPanel
from treecompare.app.window.window import MainWindow
from treecompare.comparison import base
from treecompare.comparison.base import Cancel, Progress
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.files import Files
from treecompare.compiled import kernel
from treecompare.drawing.sentence import Wanted
from treecompare.scores.table import SKIPPED, WAITING


def test_stepping(qtbot: QtBot, compared: MainWindow) -> None:
    sentences = space(compared).sentences
    press(qtbot, compared, Qt.Key.Key_J)
    press(qtbot, compared, Qt.Key.Key_J)
    press(qtbot, compared, Qt.Key.Key_K)
    assert sentences.current_sentence() == 1
    press(qtbot, compared, Qt.Key.Key_Down)
    assert sentences.current_sentence() == 2
    changed = sentences.model.rows.changed
    compared.actions_.by_name["next_difference"].trigger()
    following = int(np.flatnonzero(changed[3:] > 0)[0]) + 3
    assert sentences.current_sentence() == following
    for name in ("next_difference", "previous_difference"):
        compared.actions_.by_name[name].trigger()
    assert sentences.current_sentence() == following


def test_letters_can_be_typed_into_the_filter(qtbot: QtBot, compared: MainWindow) -> None:
    compared.activateWindow()
    compared.commands.find()
    field = space(compared).sentences.filter_bar.text
    qtbot.keyClicks(field, "jeknp")
    assert field.text() == "jeknp"
    assert space(compared).sentences.current_sentence() == 0


def test_who_sorts_is_on_the_first_row(qtbot: QtBot, compared: MainWindow) -> None:
    sentences = space(compared).sentences
    sentences.go_to_sentence(7)
    compared.resize(900, 420)
    sort_by(compared, "difference", Qt.SortOrder.DescendingOrder)
    assert sentences.table.verticalScrollBar().maximum() > 0
    qtbot.waitUntil(lambda: sentences.table.rowAt(0) == 0)
    sizes = np.abs(sentences.model.rows.difference[sentences.model.order])
    sizes = sizes[~np.isnan(sizes)]
    assert (np.diff(sizes) <= 0).all() and sizes[0] > 0
    assert sentences.current_sentence() == int(sentences.model.order[0]) != 7
    assert [index.row() for index in sentences.table.selectionModel().selectedRows()] == [0]


def test_choosing_a_sentence_draws_it(qtbot: QtBot, compared: MainWindow) -> None:
    alignment = space(compared).alignment
    sentence = int(np.flatnonzero(space(compared).sentences.model.rows.changed > 0)[0])
    space(compared).sentences.go_to_sentence(sentence)
    assert alignment.shown.sentence == sentence
    mapping = compared.session.comparison.mapping(0, sentence)
    assert f"cost\u00a0{mapping.cost:g}" in alignment.counts.text()
    compared.actions_.switches["mapping"]["E"].trigger()
    assert alignment.counts.text().startswith("E: ")
    compared.actions_.switches["part"]["roof"].trigger()
    compared.actions_.by_name["labelled"].trigger()
    assert alignment.shown.wanted == Wanted("E", "roof", labelled=False)


def test_large_trees_are_aligned_in_the_background(
    qtbot: QtBot, compared: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:

    monkeypatch.setattr(base, "LARGE", 1)
    alignment = space(compared).alignment
    space(compared).sentences.go_to_sentence(3)
    space(compared).sentences.go_to_sentence(5)
    assert not alignment.counts.text() and alignment.note.isVisibleTo(compared)
    qtbot.waitUntil(lambda: bool(alignment.counts.text()), timeout=5_000)
    assert alignment.shown.sentence == 5
    qtbot.waitUntil(lambda: not alignment.work.workers, timeout=5_000)


def test_what_cannot_be_drawn_says_why(compared: MainWindow) -> None:
    space(compared).systems.choose(1)
    space(compared).sentences.go_to_sentence(10)
    assert "no parse" in space(compared).alignment.note.text()


def test_click_on_skipped_filters_the_sentences(compared: MainWindow) -> None:
    systems = space(compared).systems
    systems.table.clicked.emit(systems.model.index(1, SKIPPED_COLUMN))
    assert systems.system == 1
    assert shown(compared) == [10]
    assert space(compared).sentences.model.filter.status == SKIPPED
    assert "no parse" in space(compared).sentences.model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    compared.commands.reset_filter()
    assert len(shown(compared)) == 60


def test_filter_fields(qtbot: QtBot, compared: MainWindow) -> None:
    sentences = space(compared).sentences
    bar = sentences.filter_bar
    bar.differing.setChecked(True)
    assert shown(compared) == np.flatnonzero(sentences.model.rows.changed > 0).tolist()
    bar.reset()
    bar.text.setText("CAT with")
    qtbot.waitUntil(lambda: len(shown(compared)) < 60, timeout=2_000)
    assert all("cat with" in sentences.sentences[one] for one in shown(compared))
    bar.regex.setChecked(True)
    bar.text.setText("^she .* dog (")
    qtbot.waitUntil(lambda: bool(bar.text.toolTip()), timeout=2_000)
    bar.text.setText("^she .* dog")
    qtbot.waitUntil(lambda: not bar.text.toolTip(), timeout=2_000)
    assert all(sentences.sentences[one].startswith("she") for one in shown(compared)) and shown(compared)
    bar.text.setText("no such words")
    qtbot.waitUntil(lambda: not shown(compared), timeout=2_000)
    assert sentences.empty.isVisibleTo(sentences)
    assert space(compared).alignment.note.isVisibleTo(compared)
    bar.reset()
    assert len(shown(compared)) == 60


def test_pooled_and_mean(compared: MainWindow) -> None:
    systems, table = space(compared).systems, compared.session.comparison.table
    column = FIRST_MEASURE + systems.model.keys.index("e.whole.dice")
    assert systems.model.index(0, column).data() == f"{100 * table.summary(0, 'e.whole.dice', 'pooled'):.2f}"
    compared.actions_.switches["average"]["mean"].trigger()
    assert systems.model.index(0, column).data() == f"{100 * table.summary(0, 'e.whole.dice', 'mean'):.2f}"
    assert "avg:mean" in systems.model.index(0, column).data(Qt.ItemDataRole.ToolTipRole)


def test_preparation_compares_again_without_reading(qtbot: QtBot, compared: MainWindow, files: Files) -> None:
    before = compared.session.comparison
    space(compared).sentences.go_to_sentence(9)
    Path(files.gold).unlink()
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        compared.actions_.switches["params"]["none"].trigger()
    assert compared.session.comparison is not before
    assert compared.session.comparison.settings.params == "none"
    assert "none" in compared.toolbar.details
    assert space(compared).sentences.current_sentence() == 9


def test_bad_parameter_file_leaves_all_as_it_was(
    qtbot: QtBot, compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = tmp_path / "bad.prm"
    bad.write_text("NO_SUCH_DIRECTIVE 1\n", "utf-8")
    monkeypatch.setattr("treecompare.app.common.choosers.QFileDialog.getOpenFileName", lambda *_: (str(bad), ""))
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        compared.actions_.switches["params"]["file"].trigger()
    (box,) = dialogs()
    assert "bad.prm:1" in box.text()
    box.close()
    assert compared.actions_.chosen("params") == "standard"
    assert space(compared).sentences.model.rowCount() == 60


def test_measures_can_be_chosen(compared: MainWindow) -> None:
    systems = space(compared).systems
    systems.toggle_measure("tagging", False)
    systems.toggle_measure("t.roof.dice", True)
    assert "tagging" not in systems.model.keys and "t.roof.dice" in systems.model.keys
    assert systems.model.columnCount() == FIRST_MEASURE + len(systems.model.keys)
    assert set(preferences.texts("measures", ())) == set(systems.model.keys)
    sentences = space(compared).sentences
    sentences.picker_a.choose("crossing")
    assert sentences.model.rows.a.key == "crossing"


def test_copy_rows(compared: MainWindow) -> None:
    space(compared).sentences.table.setFocus()
    space(compared).sentences.table.selectAll()
    compared.commands.copy()
    lines = QApplication.clipboard().text().splitlines()
    assert len(lines) == 61
    assert len({line.count("\t") for line in lines}) == 1


def test_drawing_commands(qtbot: QtBot, compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    view, commands = space(compared).alignment.view, compared.drawing
    press(qtbot, compared, Qt.Key.Key_S)
    assert view.arrangement == "side-by-side"
    press(qtbot, compared, Qt.Key.Key_M)
    assert view.arrangement == "mirrored"
    was_folded = view.elide.isChecked()
    press(qtbot, compared, Qt.Key.Key_F)
    assert view.elide.isChecked() != was_folded
    before = view.canvas.transform().m11()
    commands.larger_drawing()
    assert view.canvas.transform().m11() > before
    for command in (commands.smaller_drawing, commands.fit_drawing, commands.list_changes, commands.right_to_left):
        command()
    view.canvas.setFocus()
    compared.commands.copy()
    assert not QApplication.clipboard().image().isNull()
    for name, is_good in (("a.svg", True), ("a.png", True), ("a.xyz", False)):
        path = tmp_path / name
        monkeypatch.setattr(
            "treecompare.app.common.choosers.QFileDialog.getSaveFileName", lambda *_, path=path: (str(path), "")
        )
        commands.save_drawing()
        assert path.exists() == is_good
    (box,) = dialogs()
    assert "a.xyz" in box.text()
    box.close()


def test_filter_goes_with_its_gold(qtbot: QtBot, compared: MainWindow, large_files: Files, files: Files) -> None:
    space(compared).sentences.filter_bar.differing.setChecked(True)
    compare(qtbot, compared, files)
    assert len(shown(compared)) == 60  # another comparison begins as if nothing had been open
    space(compared).sentences.filter_bar.differing.setChecked(True)
    other = Files(files.systems[0][1], files.systems[1:])
    compare(qtbot, compared, other)
    assert len(shown(compared)) == 60


def test_everything_that_takes_input_has_a_name(compared: MainWindow) -> None:
    kinds = (QAbstractButton, QAbstractSpinBox, QComboBox, QAbstractItemView)
    own = (one for kind in kinds for one in compared.findChildren(kind) if not one.objectName().startswith("qt_"))
    for one in own:
        inside = isinstance(one.parent(), QComboBox | QAbstractItemView | QDockWidget) or one.parent().inherits(
            "QComboBoxPrivateContainer"
        )
        named = one.accessibleName() or (isinstance(one, QAbstractButton) and (one.text() or one.toolTip()))
        assert inside or named or not one.isVisible(), (one, one.parent())


@pytest.fixture
def half_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compared first pauses after some sentences until it is stopped, however fast the machine is."""
    count = ConstituentComparison.count
    begun: list[ConstituentComparison] = []

    def counting(comparison: ConstituentComparison, jobs: int | None, cancel: Cancel) -> Iterator[Progress]:
        begun.append(comparison)
        for step in count(comparison, jobs, cancel):
            yield step
            if step.done and begun == [comparison]:
                while not cancel.is_set():
                    time.sleep(0.01)

    monkeypatch.setattr(ConstituentComparison, "count", counting)


@pytest.mark.usefixtures("half_way")
def test_cancel_keeps_what_is_compared(qtbot: QtBot, window: MainWindow, large_files: Files) -> None:
    with qtbot.waitSignal(window.session.progressed, timeout=20_000):
        window.open_comparison(large_files)
    qtbot.waitUntil(window.progress.isVisible)
    with qtbot.waitSignal(window.session.ended, timeout=20_000) as ended:
        window.session.cancel()
    assert ended.args == [False]
    statuses = window.session.comparison.table.statuses
    assert (statuses == WAITING).any()
    assert window.is_comparing and space(window).sentences.model.rowCount() == 20_000
    done = window.progress.bar.value()
    assert window.messages.text() == f"Stopped at {done:,} of 60,000. Ctrl+R compares all sentences."
    compare(qtbot, window, large_files)
    assert not (window.session.comparison.table.statuses == WAITING).any()


@pytest.mark.usefixtures("half_way")
def test_close_while_running(qtbot: QtBot, window: MainWindow, large_files: Files) -> None:
    with qtbot.waitSignal(window.session.progressed, timeout=20_000):
        window.open_comparison(large_files)
    worker = window.session.worker
    assert worker is not None and worker.is_running
    window.close()
    assert window.session.worker is None
    qtbot.waitUntil(lambda: not worker.is_running, timeout=20_000)


@pytest.mark.usefixtures("half_way")
def test_superseded_run_is_not_heard(qtbot: QtBot, window: MainWindow, large_files: Files, files: Files) -> None:
    with qtbot.waitSignal(window.session.progressed, timeout=20_000):
        window.open_comparison(large_files)
    compare(qtbot, window, files)
    assert window.session.files == files
    assert space(window).sentences.model.rowCount() == 60


def test_selection_survives_while_rows_arrive(qtbot: QtBot, window: MainWindow, large_files: Files) -> None:
    with qtbot.waitSignal(window.session.opened, timeout=20_000):
        window.open_comparison(large_files)
    sort_by(window, "score_a", Qt.SortOrder.AscendingOrder)
    space(window).sentences.go_to_sentence(1234)
    qtbot.waitUntil(lambda: window.session.is_compared, timeout=60_000)
    assert space(window).sentences.current_sentence() == 1234
    assert space(window).alignment.counts.text()


def test_slots_run_in_the_windows_thread(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    heard = set()
    for signal in (window.session.opened, window.session.progressed, window.session.ended):
        signal.connect(lambda *_: heard.add(threading.get_ident()))
    compare(qtbot, window, files)
    assert heard == {threading.get_ident()}


def test_many_signals_do_not_crash() -> None:
    """PySide6 6.12.0 corrupts reference counts on Python 3.10 and 3.11: a crash after some hundred emits."""

    class Sender(QObject):
        sent = Signal(object)

    sender, received = Sender(), []
    sender.sent.connect(received.append)
    for number in range(2_000):
        sender.sent.emit((number, str(number)))
    assert len(received) == 2_000


def test_start_page_leaves_the_layout_alone(qtbot: QtBot, compared: MainWindow, files: Files) -> None:
    compared.close_comparison()
    assert not compared.docks["systems"].isVisible()
    compare(qtbot, compared, files)
    assert compared.docks["systems"].isVisible() and compared.toolbar.isVisible()


@pytest.mark.own_window
def test_text_size(window: MainWindow, qapp: QApplication) -> None:
    before = qapp.font().pointSizeF()
    window.view.larger_text()
    assert qapp.font().pointSizeF() == before + 0.75  # one pixel
    window.view.usual_text()
    assert qapp.font().pointSizeF() == before


def test_help_explains_every_measure(window: MainWindow) -> None:
    from treecompare.app.frame.help import help_text
    from treecompare.measures import MEASURES

    text = help_text()
    assert all(one.key in text and one.paper.split(",")[0].replace("&", "&amp;") in text for one in MEASURES)
    window.view.show_help()
    window.view.show_about()
    for one in QApplication.topLevelWidgets():
        if one.isVisible() and one is not window:
            one.close()


def test_first_window_imports_nothing_slow(tmp_path: Path) -> None:
    code = """
import sys
from PySide6.QtCore import QSettings, QTimer
from PySide6.QtWidgets import QApplication
QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, sys.argv[1])
from treecompare.app.window import main
def look():
    slow = [name for name in ("numpy", "nltk", "scipy", "matplotlib", "networkx", "treecompare.readers") if name in sys.modules]
    print("slow:", slow, "visible:", any(one.isVisible() for one in QApplication.topLevelWidgets()))
    QApplication.exit(7)
before = main.open_at_start
main.open_at_start = lambda *_: QTimer.singleShot(0, look)
sys.exit(main.run_app())
"""
    found = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, timeout=60, check=False
    )
    assert found.stdout.strip() == "slow: [] visible: True", found.stderr
    assert found.returncode == 7


def test_system_is_left_out(qtbot: QtBot, compared: MainWindow) -> None:
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        space(compared).systems.removeWanted.emit(1)
    assert compared.session.comparison.table.systems == ["one"]
    space(compared).systems.removeWanted.emit(0)
    assert "cannot be removed" in compared.messages.text()


def test_words_show_their_lineages_and_light_their_path(qtbot: QtBot, window: MainWindow) -> None:
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.open_sample("worked-examples-leaf-ancestor")
    space(window).sentences.go_to_sentence(0)
    words = window.findChild(WordsPanel)
    assert not window.docks["words"].isVisible()
    window.panes.show("words")
    qtbot.waitUntil(lambda: words.table.rowCount() == 6)
    words.variant.setCurrentIndex(words.variant.findData("la.initial"))
    rows = [[words.table.item(row, column).text() for column in range(4)] for row in range(6)]
    assert rows[0] == ["two", "0.917", "N1 [ S", "NP [ S"]
    assert rows[4] == ["were", "1.000", "S", "S"]
    assert "83.33" in words.note.text()
    words.table.selectRow(1)
    lit = space(window).alignment.view.lit()
    tree = space(window).alignment.view.drawn.mapping
    assert tree is not None
    assert [tree.gold.texts[box.node] for box in lit if box.side == "gold"] == ["tax", "N1", "N1", "S"]
    assert tree.test.texts[lit[0].partner] == "tax"  # the word is drawn once for both
    assert [tree.test.texts[box.node] for box in lit if box.side == "test"] == ["NP", "S"]
    assert space(window).alignment.view.canvas.lights.lit
    space(window).sentences.go_to_sentence(1)
    assert words.table.rowCount() == 10


def test_hebrew_is_drawn_from_right_to_left(qtbot: QtBot) -> None:
    from treecompare.drawing.style import reads_right_to_left

    assert reads_right_to_left(["שלום", "עולם", "2"])
    assert not reads_right_to_left(["peace", "שלום", "world"])
    assert not reads_right_to_left([])


def test_a_huge_alignment_gives_way(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    """Closing, or choosing another sentence, does not wait for it."""
    if kernel("mappings._edits") is None:
        pytest.skip("without the compiled kernel a long sentence takes seconds to give way")
    gold, test = large_pair(2400)
    for name, trees in (("gold", gold), ("huge", test)):
        (tmp_path / f"{name}.mrg").write_text(f"{trees}\n(S (N a) (N b))\n", "utf-8")
    files = Files(str(tmp_path / "gold.mrg"), (("", str(tmp_path / "huge.mrg")),))
    with qtbot.waitSignal(window.session.ended, timeout=90_000):
        window.open_comparison(files)
    alignment = space(window).alignment
    space(window).sentences.go_to_sentence(0)
    qtbot.waitUntil(lambda: bool(alignment.work.workers), timeout=5_000)
    space(window).sentences.go_to_sentence(1)
    qtbot.waitUntil(lambda: not alignment.work.workers, timeout=1_500)
    assert alignment.view.title
