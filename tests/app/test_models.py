"""The two table models under Qt's own tester, also while rows arrive; sorting and filtering; themes; the error dialog."""

from __future__ import annotations

import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QMessageBox, QTableView
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from tests.made import erring, gold_trees
from treecompare.analyses.filters import Filter
from treecompare.analyses.sentence_list import COLUMN_KEYS, COLUMNS
from treecompare.analyses.sentences import SentenceData
from treecompare.app.common import errors
from treecompare.app.common.theme import apply_theme, is_dark, palette
from treecompare.app.common.worker import Worker
from treecompare.app.panes.sentences_model import SentencesModel
from treecompare.app.panes.systems_model import (
    FIRST_MEASURE,
    RANK_ROLE,
    SKIPPED_COLUMN,
    SystemsModel,
)
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.comparison.texts import Texts
from treecompare.comparison.treebank_names import unique_names
from treecompare.errors import ReadError, TreecompareError
from treecompare.readers import parse
from treecompare.scores.table import SKIPPED

A, B = "e.whole.dice", "t.whole.dice"


def comparison(sentences: int = 400) -> ConstituentComparison:
    gold = gold_trees(sentences)
    two = erring(gold, 3)
    two[3] = "(())"
    two[5] = gold[5].replace(" in)", " inside)")
    systems = [parse("\n".join(erring(gold, 2))), parse("\n".join(two))]
    return ConstituentComparison(parse("\n".join(gold)), systems, Settings(differing="skip"))


@pytest.fixture(scope="module")
def scored() -> ConstituentComparison:
    return score(comparison())


@pytest.fixture
def rows(scored: ConstituentComparison) -> SentenceData:
    return SentenceData(scored, Texts(scored.texts()), 1, A, B)


# -- sentences ---------------------------------------------------------------------------------------------------------------


def test_sentences_model_holds_qts_rules_while_rows_arrive(qtmodeltester: ModelTester) -> None:
    waiting = comparison()
    model = SentencesModel()
    view = QTableView()
    view.setModel(model)
    qtmodeltester.check(model, force_py=False)
    model.show(SentenceData(waiting, Texts(waiting.texts()), 0, A, B))
    model.sort(COLUMN_KEYS.index("score_a"), Qt.SortOrder.AscendingOrder)
    model.set_filter(Filter(differing=True))
    persistent = None
    for progress in waiting.run(jobs=1):
        model.update_rows()
        if persistent is None and model.rowCount():
            from PySide6.QtCore import QPersistentModelIndex

            persistent = QPersistentModelIndex(model.index(0, 0))
        if progress.system == 1:
            break
    model.set_filter(Filter())
    model.sort(COLUMN_KEYS.index("difference"), Qt.SortOrder.DescendingOrder)
    model.show(None)
    assert model.rowCount() == 0


def test_persistent_indexes_follow_the_sentence(rows: SentenceData) -> None:
    from PySide6.QtCore import QPersistentModelIndex

    model = SentencesModel()
    model.show(rows)
    kept = QPersistentModelIndex(model.index(17, 3))
    for column in range(len(COLUMNS)):
        for order in Qt.SortOrder:
            model.sort(column, order)
            assert model.sentence(kept.row()) == 17
            assert kept.row() == model.row_of(17)
            assert sorted(model.order.tolist()) == list(range(len(rows)))


# -- systems -----------------------------------------------------------------------------------------------------------------


def test_systems_model_holds_qts_rules_while_rows_arrive(qtmodeltester: ModelTester) -> None:
    waiting = comparison()
    model = SystemsModel()
    model.set_measures(["e.whole.dice", "t.whole.dice", "crossing"])
    view = QTableView()
    view.setModel(model)
    qtmodeltester.check(model, force_py=False)
    model.show(waiting)
    assert model.index(0, FIRST_MEASURE).data() == "…"
    for number, _ in enumerate(waiting.run(jobs=1)):
        model.update_rows()
        model.sort(number % model.columnCount(), list(Qt.SortOrder)[number % 2])
    model.update_rows()
    model.set_measures(["t.roof.dice"])
    model.set_average("mean")
    assert model.index(0, FIRST_MEASURE).data(RANK_ROLE) in ("1", "2")
    model.show(None)


def test_a_system_is_marked_that_pooled_and_mean_rank_differently() -> None:
    """One system is wrong in a short sentence, the other one a little more in a long one."""
    short, wrong = "(S (NP (DT a)) (VP (VB c)))", "(S (DT a) (VB c))"

    def long(right: int) -> str:
        parts = [f"({'X' if place < right else 'Y'}{place} (N n{place}))" for place in range(12)]
        return f"(S {' '.join(parts)})"

    one, two, both = f"{wrong}\n{long(12)}", f"{short}\n{long(9)}", f"{wrong}\n{long(0)}"
    found = score(ConstituentComparison(parse(f"{short}\n{long(12)}"), [parse(one), parse(two), parse(both)]))
    model = SystemsModel()
    model.set_measures(["e.roof.dice"])
    model.show(found)
    model.update_rows()
    cells = [model.index(row, FIRST_MEASURE) for row in range(3)]
    assert [cell.data(RANK_ROLE) for cell in cells] == ["1≠", "2≠", "3"]
    assert "≠ Rank 1 pooled, 2 mean." in cells[0].data(Qt.ItemDataRole.ToolTipRole)
    assert "≠" not in cells[2].data(Qt.ItemDataRole.ToolTipRole)
    assert "≠ other rank by mean" in model.legend(model.keys) and model.legend([]) == ""
    assert cells[1].data(Qt.ItemDataRole.AccessibleTextRole).endswith("rank 2, mean 1")
    assert "≠" in model.headerData(FIRST_MEASURE, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    model.set_average("mean")
    assert [cell.data(RANK_ROLE) for cell in cells] == ["2≠", "1≠", "3"]
    assert "≠ Rank 2 mean, 1 pooled." in cells[0].data(Qt.ItemDataRole.ToolTipRole)


def test_lower_is_better_for_crossing(scored: ConstituentComparison) -> None:
    model = SystemsModel()
    model.set_measures(["crossing", "e.whole.dice"])
    role = Qt.ItemDataRole.InitialSortOrderRole
    assert model.headerData(FIRST_MEASURE, Qt.Orientation.Horizontal, role) == Qt.SortOrder.AscendingOrder
    assert model.headerData(FIRST_MEASURE + 1, Qt.Orientation.Horizontal, role) == Qt.SortOrder.DescendingOrder
    model.show(scored)
    assert model.index(1, SKIPPED_COLUMN).data() == str(scored.table.number(1, SKIPPED))


# -- the rest ----------------------------------------------------------------------------------------------------------------


def test_names_are_unique() -> None:
    assert unique_names([("", "/a/x.mrg"), ("", "/b/x.mrg.gz"), ("", "/b/y.mrg")]) == ["a/x", "b/x", "y"]
    assert unique_names([("m", "/a/x.mrg"), ("m", "/b/x.mrg")]) == ["m", "m (2)"]


def test_worker_holds_back_and_always_tells_the_last(qtbot: QtBot) -> None:
    def steps(_worker: Worker) -> Generator[int, None, str | None]:
        yield from range(5_000)
        return "result"

    worker, heard, results = Worker(steps), [], []
    worker.progressed.connect(heard.append)
    worker.succeeded.connect(results.append)
    with qtbot.waitSignal(worker.finished, timeout=10_000):
        worker.start()
    qtbot.waitUntil(lambda: results == ["result"])
    assert heard[0] == 0 and heard[-1] == 4_999 and len(heard) < 100
    worker.wait()


def test_worker_tells_of_failure(qtbot: QtBot) -> None:
    def steps(_worker: Worker) -> Generator[int, None, str | None]:
        yield 1
        raise ValueError("no")

    worker, failures = Worker(steps), []
    worker.failed.connect(failures.append)
    with qtbot.waitSignal(worker.finished, timeout=10_000):
        worker.start()
    qtbot.waitUntil(lambda: bool(failures))
    assert isinstance(failures[0], ValueError)
    worker.wait()


def test_themes(qapp: QApplication) -> None:
    apply_theme(qapp, "dark")
    assert is_dark("dark") and qapp.palette().color(QPalette.ColorRole.Window).lightness() < 100
    apply_theme(qapp, "light")
    assert not is_dark("light") and qapp.palette().color(QPalette.ColorRole.Window).lightness() > 200
    is_dark("system")
    for dark in (False, True):
        made = palette(dark)
        for over, under in (
            ("WindowText", "Window"),
            ("Text", "Base"),
            ("ButtonText", "Button"),
            ("ToolTipText", "ToolTipBase"),
        ):
            ink, paper = (made.color(getattr(QPalette.ColorRole, role)).lightness() for role in (over, under))
            assert abs(ink - paper) > 120, (dark, over)


def boxes() -> list[QMessageBox]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, QMessageBox) and one.isVisible()]


def test_plain_errors_are_sentences_and_surprises_are_logged(qtbot: QtBot) -> None:
    box = errors.show_error(None, ReadError("a.mrg", 7, "expected a bracket"))
    assert box.text() == "a.mrg:7: expected a bracket" and not box.detailedText()
    assert not errors.log_path().exists()
    box.close()
    try:
        raise ZeroDivisionError("oh")
    except ZeroDivisionError as error:
        box = errors.show_error(None, error)
    assert "ZeroDivisionError" in box.text() and "Traceback" in box.detailedText()
    assert "Traceback" in errors.log_path().read_text("utf-8")
    box.close()


@pytest.mark.parametrize("texts", [
    [f"file {number}.mrg:7: expected a bracket, found the end of the file" for number in range(1_000)],
    ["word " * 40_000], ["x" * 200_000], ["line\n" * 20_000], ["a\n" * 15, "b\n" * 15],
], ids=["many errors", "many words", "a long word", "many lines", "two with lines"])  # fmt: skip
def test_dialogs_fit_on_a_small_screen_whatever_they_say(texts: list[str], qtbot: QtBot) -> None:
    for intro in ("", "The other files were opened."):
        box = errors.show_error(None, [TreecompareError(text) for text in texts], intro)
        qtbot.addWidget(box)
        assert box.width() <= 800 and box.height() <= 600
        assert box.detailedText() == "\n\n".join(texts)  # which scroll
        said = box.informativeText() if intro else box.text()
        assert said.startswith(texts[0][:10]) and said.endswith(("more (see the details)", "…"))
        box.close()


def test_a_storm_of_surprises_gives_one_dialog(qtbot: QtBot, capsys: pytest.CaptureFixture[str]) -> None:
    hook = errors.ExceptionHook()
    for number in range(50):
        try:
            raise ValueError(f"cell {number}")
        except ValueError:
            hook(*sys.exc_info())
    assert hook.shown == 1 and len(boxes()) == 1
    assert Path(errors.log_path()).read_text("utf-8").count("ValueError: cell") == 50
    boxes()[0].close()
