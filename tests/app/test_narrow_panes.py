"""Panes at the width of the inspector: nothing breaks, is cropped or has to be scrolled sideways; what newcomers stumbled over."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QTableWidget, QTableWidgetItem
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare, write
from tests.app.helpers import look_for, sized, space
from tests.conftest import stride
from treecompare.app.common.plain_table import LEAST_WIDTH, fit_columns, plain_table
from treecompare.app.panes.explain_card import ExplainCard
from treecompare.app.panes.systems_model import NAME
from treecompare.app.panes.words_panel import WordsPanel
from treecompare.app.window.window import MainWindow
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.explain import explain_system
from treecompare.comparison.files import Files
from treecompare.readers import parse

TREE = "(S (NP (DT a) (NN b)) (VP (VB c) (NP (DT d) (NN e))))"


@pytest.mark.parametrize("average", ["pooled", "mean"])
@pytest.mark.parametrize("key", ["e.whole.dice", "t.whole.dice", "t.whole.jaccard", "la"])
def test_fractions_stand_in_one_line(qtbot: QtBot, key: str, average: str) -> None:
    trees = parse("\n".join([TREE] * 1_500))
    other = parse("\n".join([TREE.replace("(NP (DT d)", "(XP (DT d)")] * 1_500))
    explanation = explain_system(score(ConstituentComparison(trees, [other])), 0, key, average)  # type: ignore[arg-type]
    card = ExplainCard("A", key)
    qtbot.addWidget(card)

    def fitted() -> tuple[float, bool]:
        """The size of its letters, and whether the fraction stands behind it."""
        said = card.numbers.text()
        return float(re.findall(r"font-size:([\d.]+)pt", said)[0]), f"{explanation.fraction} = <b>" in said

    for width in (900, 340, 320):
        card.resize(width, 400)
        card.show()
        card.show_explanation(explanation)
        assert card.numbers.heightForWidth(card.numbers.width()) == card.numbers.heightForWidth(2_000), width
    size = fitted()
    card.resize(900, 400)
    assert (fitted() >= size and (average, key) != ("pooled", "e.whole.dice")) or fitted() > size
    assert QFontMetricsF(card.font()).horizontalAdvance(explanation.text) < 900


def test_the_words_score_is_not_cropped(qtbot: QtBot, compared: MainWindow) -> None:
    compared.resize(1600, 1000)
    compared.show_dock("words")
    words = compared.findChild(WordsPanel)
    words.resize(340, 600)
    qtbot.waitUntil(lambda: words.table.rowCount() > 0)
    assert words.note.width() >= words.note.sizeHint().width() or words.note.wordWrap()


def test_in_a_pane_of_one_line_nothing_lies_over_the_words_score(qtbot: QtBot, compared: MainWindow) -> None:
    words = compared.findChild(WordsPanel)
    for height in (600, 500, 400):  # the sheet has one line until it is used
        compared.resize(800, height)
        compared.show_dock("words")
        qtbot.waitUntil(lambda: words.isVisible() and bool(words.note.text()))
        qtbot.wait(20)
        note = words.note.geometry()
        assert note.top() >= 0 and note.height() >= words.note.fontMetrics().height()
        assert not words.variant.isVisible() or words.variant.geometry().bottom() < note.top()
    variant = words.variant
    assert variant.fontMetrics().horizontalAdvance(variant.currentText()) + 24 <= variant.width()


def scrolls(table: QTableWidget) -> bool:
    return table.horizontalScrollBar().maximum() > 0


@pytest.mark.parametrize("key", ["dependencies", "words-that-differ"])
def test_words_need_no_scrolling_sideways(qtbot: QtBot, window: MainWindow, key: str) -> None:
    window.resize(1600, 1000)
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.open_sample(key)
    window.show_dock("words")
    panel = space(window).view_shown.words
    table: QTableWidget = panel.table  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: table.rowCount() > 0)
    assert panel.width() <= 345
    for sentence in range(len(window.session.sentences)):
        space(window).sentences.go_to_sentence(sentence)
        qtbot.waitUntil(lambda: table.rowCount() > 0)
        qtbot.waitUntil(lambda: not scrolls(table))
    if key == "dependencies":
        assert [column for column in (0, 1, 3, 5) if table.isColumnHidden(column)] == []
        assert all(table.isColumnHidden(column) for column in (2, 4))
        panel.setParent(None)  # torn off there is room for all
        panel.resize(1_500, 400)
        panel.show()
        qtbot.waitUntil(lambda: not any(table.isColumnHidden(column) for column in range(10)))
        panel.close()


@pytest.mark.own_window
def test_what_differs_says_both_where_there_is_one_column(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    gold = "1\ta\ta\tX\tX\tF=1\t2\tobj\t_\t_\n2\tb\tb\tX\tX\t_\t0\troot\t_\t_\n"
    system = gold.replace("obj", "nsubj").replace("F=1", "F=2")
    files = [write(tmp_path / f"{number}.conllu", [text]) for number, text in enumerate((gold, system))]
    window.resize(1600, 1000)
    compare(qtbot, window, Files(files[0], (("", files[1]),)))
    window.show_dock("words")
    panel = space(window).view_shown.words
    table: QTableWidget = panel.table  # type: ignore[attr-defined]
    table.setFixedWidth(250)
    qtbot.waitUntil(lambda: table.rowCount() == 2 and table.isColumnHidden(4))
    assert table.item(0, 5).text() == "obj ≠\nnsubj" and table.item(1, 5).text() == "root"
    assert not table.isColumnHidden(9) and table.isColumnHidden(6)  # features differ, lemmas do not
    table.setFixedWidth(2_000)
    qtbot.waitUntil(lambda: not table.isColumnHidden(4))
    assert table.item(0, 5).text() == "≠ nsubj"


@pytest.mark.own_window
def test_two_long_relations_stand_one_above_the_other(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    gold = "1\tUnfortunately\ta\tX\tX\t_\t2\tobl:unmarked\t_\t_\n2\tb\tb\tX\tX\t_\t0\troot\t_\t_\n"
    files = [
        write(tmp_path / f"{relation}.conllu", [gold.replace("obl:unmarked", relation)])
        for relation in ("obl:unmarked", "nmod:unmarked")
    ]
    window.resize(1600, 1000)
    compare(qtbot, window, Files(files[0], (("", files[1]),)))
    window.show_dock("words")
    table: QTableWidget = space(window).view_shown.words.table  # type: ignore[attr-defined]
    table.setFixedWidth(320)
    qtbot.waitUntil(lambda: table.item(0, 5).text() == "obl:unmarked ≠\nnmod:unmarked")
    qtbot.waitUntil(lambda: not scrolls(table))
    assert table.rowHeight(0) > table.rowHeight(1)
    assert table.sizeHintForColumn(5) <= table.columnWidth(5) and table.sizeHintForColumn(1) <= table.columnWidth(1)
    table.setFixedWidth(2_000)
    qtbot.waitUntil(lambda: table.item(0, 5).text() == "≠ nmod:unmarked")
    assert table.rowHeight(0) == table.rowHeight(1)


def test_the_widest_columns_give_way(qtbot: QtBot) -> None:
    table = plain_table(["a", "b", "c"], "t")
    qtbot.addWidget(table)
    table.resize(300, 100)
    table.insertRow(0)
    for column, text in enumerate(("x", 80 * "y", 80 * "z")):
        table.setItem(0, column, QTableWidgetItem(text))
    table.show()
    fit_columns(table)
    widths = [table.columnWidth(column) for column in range(3)]
    assert sum(widths) <= table.viewport().width() and abs(widths[1] - widths[2]) <= 2 and widths[0] >= LEAST_WIDTH - 20
    table.resize(40, 100)
    fit_columns(table)  # comes to an end where nothing can give way


def test_the_coverage_names_the_missing_sentences(compared: MainWindow) -> None:
    model = space(compared).systems.model
    tips = [model.index(row, NAME).data(Qt.ItemDataRole.ToolTipRole) for row in range(2)]
    assert "Not scored" not in tips[0] and "Not scored: 11." in tips[1]


def test_a_label_and_differences_together_say_what_they_mean(compared: MainWindow) -> None:
    bar = space(compared).sentences.filter_bar
    bar.where.setCurrentIndex(bar.where.findData("labels"))
    look_for(bar, "NP")
    assert bar.together.isHidden()
    bar.differing.setChecked(True)
    assert not bar.together.isHidden() and bar.together.text().startswith(
        "NP in either analysis, and a difference anywhere."
    )
    bar.reset()
    assert bar.together.isHidden()


@pytest.mark.parametrize("key", ["words-that-differ", "dependencies"][:: stride(2)])
def test_larger_text_leaves_systems_and_their_names_readable(qtbot: QtBot, window: MainWindow, key: str) -> None:
    sized(window, 1280, 800)
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.open_sample(key)
    panel = space(window).systems
    table = panel.table

    def are_seen() -> bool:
        model = panel.model
        names = [str(model.index(row, NAME).data()) for row in range(model.rowCount())]
        rows = sum(table.rowHeight(row) for row in range(model.rowCount()))
        widest = max(map(table.fontMetrics().horizontalAdvance, names))
        return table.viewport().height() >= rows and table.columnWidth(NAME) > widest

    assert are_seen()
    try:
        for _ in range(3):
            window.view.larger_text()
        qtbot.waitUntil(are_seen)
    finally:
        window.view.usual_text()
    qtbot.waitUntil(are_seen)
