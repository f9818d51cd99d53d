"""Tree patterns in the filter: each in its own tree, told where they are wrong, lit where they match."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.app.helpers import shown, space
from tests.trees.compiled import compile_pattern
from treecompare.analyses.filters import Filter
from treecompare.app.window.window import MainWindow
from treecompare.trees import expressions


def look_for(qtbot: QtBot, window: MainWindow, text: str) -> None:
    bar = space(window).sentences.filter_bar
    bar.where.setCurrentIndex(bar.where.findData("pattern"))
    bar.text.setText(text)
    qtbot.keyClick(bar.text, Qt.Key.Key_Return)


def test_each_pattern_is_for_its_tree(qtbot: QtBot, compared: MainWindow) -> None:
    comparison = compared.session.comparison
    assert comparison is not None
    pairs = comparison.pairs(0)
    in_gold, in_test = (compile_pattern("NP < PP").sentences(trees) for trees in (pairs.gold, pairs.test))
    wanted = {
        "NP < PP": in_gold | in_test,
        "gold: NP < PP": in_gold,
        "test: NP < PP": in_test,
        "gold: NP < PP  test: NP !< PP << ears": in_gold & compile_pattern("NP !< PP << ears").sentences(pairs.test),
        "XP test: XP": compile_pattern("XP").sentences(pairs.test),
    }
    assert not compile_pattern("XP").sentences(pairs.gold).any()
    for text, mask in wanted.items():
        look_for(qtbot, compared, text)
        assert shown(compared) == np.flatnonzero(mask).tolist()


def test_hits_are_counted_beside_sentences(qtbot: QtBot, compared: MainWindow) -> None:
    comparison = compared.session.comparison
    assert comparison is not None
    heading, total = compared.docks["sentences"], comparison.sentences
    tree = comparison.pairs(0).gold
    nodes = [tree[row].texts.count("PP") for row in range(total)]
    for text in ("gold: PP", "gold: PP=x"):
        look_for(qtbot, compared, text)
        among = shown(compared)
        assert sum(nodes) > len(among) and among == [row for row, number in enumerate(nodes) if number]
        sentences = f"{len(among)} of {total}" if len(among) < total else f"{total}"
        assert heading.count == f"{sum(nodes)} in {sentences}", text
    for text in ("PP", "PP=x"):  # in no tree that is named: each is counted
        space(compared).sentences.filter_bar.where.setCurrentIndex(
            space(compared).sentences.filter_bar.where.findData("pattern")
        )
        look_for(qtbot, compared, text)
        systems = [comparison.pairs(0).test[row].texts.count("PP") for row in range(total)]
        both = [row for row in range(total) if nodes[row] or systems[row]]
        assert shown(compared) == both
        assert heading.count == f"{len(both)} · hits: gold {sum(nodes)}, system {sum(systems)}", text
        assert space(compared).sentences.filter_bar.read_as.text().startswith("In either tree.")
    look_for(qtbot, compared, "gold: PP")
    space(compared).sentences.filter_bar.longest.setValue(9)
    qtbot.waitUntil(lambda: len(shown(compared)) < len(among))
    few = shown(compared)
    assert heading.count == f"{sum(nodes[row] for row in few)} in {len(few)} of {total}"
    space(compared).sentences.filter_bar.longest.setValue(0)
    look_for(qtbot, compared, "gold: NP  test: PP")  # of two trees: no node is the hit
    assert " in " not in heading.count
    look_for(qtbot, compared, "")
    assert heading.count == f"{total}"


def test_what_matches_is_lit(qtbot: QtBot, compared: MainWindow) -> None:
    look_for(qtbot, compared, "gold: PP")
    space(compared).sentences.go_to_row(0)
    nodes = space(compared).sentences.nodes_found()
    comparison = compared.session.comparison
    assert comparison is not None
    tree = comparison.pairs(0).gold[shown(compared)[0]]
    assert [("gold", node) for node, text in enumerate(tree.texts) if text == "PP"] == nodes
    lights = space(compared).alignment.view.canvas.lights
    assert lights.lit
    look_for(qtbot, compared, "")
    assert not lights.lit


@pytest.mark.own_window
def test_a_bad_pattern_is_told_and_changes_nothing(qtbot: QtBot, compared: MainWindow) -> None:
    bar = space(compared).sentences.filter_bar
    look_for(qtbot, compared, "NP < (PP")
    assert len(shown(compared)) == 60
    assert bar.text.property("fault")
    assert "expected (character 9)" in bar.text.toolTip()
    assert bar.fault.isVisible()
    assert bar.fault.text() == "Pattern not finished: ')' expected (character 9)"
    look_for(qtbot, compared, "NP < PP)")
    assert bar.fault.text().startswith("pattern, character 8: expected a relation")
    look_for(qtbot, compared, "NP < PP")
    assert not bar.fault.isVisible()
    assert not bar.text.property("fault")
    assert "is the mother of" in bar.text.toolTip()
    assert not bar.regex.isEnabled()


def test_words_are_not_checked_as_patterns() -> None:
    Filter(text="a <", where="words").check()


def slow_word(window: MainWindow) -> None:
    """A sentence on which some expressions run without end."""
    rows = space(window).sentences.model.rows
    assert rows is not None
    rows.sentences = [*rows.sentences]
    rows.sentences[5] = "a" * 60 + "b"


def test_a_regular_expression_that_takes_too_long_is_told_and_changes_nothing(
    qtbot: QtBot, compared: MainWindow
) -> None:
    slow_word(compared)
    bar, model = space(compared).sentences.filter_bar, space(compared).sentences.model
    bar.regex.setChecked(True)
    bar.text.setText("a")
    qtbot.keyClick(bar.text, Qt.Key.Key_Return)
    before = shown(compared)
    bar.text.setText("(a|a)+$")
    begun = time.process_time()
    qtbot.keyClick(bar.text, Qt.Key.Key_Return)
    assert time.process_time() - begun < expressions.SECONDS + 2
    assert "takes too long" in bar.fault.text() and bar.fault.isVisible()
    assert shown(compared) == before
    begun = time.process_time()
    bar.shortest.setValue(3)
    bar.text.returnPressed.emit()
    assert time.process_time() - begun < 0.5  # who sets another field does not wait again
    assert "takes too long" in bar.fault.text()
    bar.text.setText("(a+)+$")
    qtbot.keyClick(bar.text, Qt.Key.Key_Return)
    assert not bar.fault.isVisible() and model.filter.text == "(a+)+$"


def test_what_takes_too_long_in_other_sentences_only_is_given_up(qtbot: QtBot, compared: MainWindow) -> None:
    sentences = space(compared).sentences
    bar = sentences.filter_bar
    bar.regex.setChecked(True)
    bar.text.setText("(x|x)+$")
    qtbot.keyClick(bar.text, Qt.Key.Key_Return)
    assert not bar.fault.isVisible() and not shown(compared)
    rows = sentences.model.rows
    assert rows is not None
    sentences.sentences = ["x" * 60 + "b", *sentences.sentences[1:]]
    space(compared).sentences.show_system(rows.comparison, sentences.sentences, 1)
    assert "takes too long" in bar.fault.text() and bar.fault.isVisible()
    assert len(shown(compared)) == 60


def test_patterns_and_labels_have_the_same_limits(qtbot: QtBot, compared: MainWindow) -> None:
    bar = space(compared).sentences.filter_bar
    for text in ("(" * 3000 + "NP" + ")" * 3000, "/a{4294967295}/", "NP <" + "9" * 5000 + " VP"):
        look_for(qtbot, compared, text)
        assert bar.fault.isVisible() and bar.fault.text().startswith("pattern")
        assert len(shown(compared)) == 60
    look_for(qtbot, compared, "")
    bar.where.setCurrentIndex(bar.where.findData("labels"))
    bar.regex.setChecked(True)
    for text in ("a{4294967295}", "(" * 3000, "((a{1000}){1000}){1000}"):
        bar.text.setText(text)
        qtbot.keyClick(bar.text, Qt.Key.Key_Return)
        assert bar.fault.text().startswith("Not a regular expression: ")
        assert len(shown(compared)) == 60


@pytest.mark.parametrize("side", ["test", "system"])
def test_a_pattern_is_recognised_while_words_are_looked_for(qtbot: QtBot, compared: MainWindow, side: str) -> None:
    bar = space(compared).sentences.filter_bar
    assert bar.where.currentData() == "words"
    look = f"gold: PP > VP  {side}: PP > XP"
    bar.text.setText(look)
    qtbot.keyClick(bar.text, Qt.Key.Key_Return)
    found = shown(compared)
    assert bar.read_as.isVisible() and space(compared).sentences.model.filter.where == "pattern"
    bar.where.setCurrentIndex(bar.where.findData("pattern"))
    qtbot.keyClick(bar.text, Qt.Key.Key_Return)
    assert found == shown(compared) and 0 < len(found) < 60
    bar.where.setCurrentIndex(bar.where.findData("words"))
    bar.text.setText("the dog")
    qtbot.keyClick(bar.text, Qt.Key.Key_Return)
    assert not bar.read_as.isVisible() and space(compared).sentences.model.filter.where == "words"


def test_a_label_among_words_is_offered_as_one(qtbot: QtBot, compared: MainWindow) -> None:
    bar = space(compared).sentences.filter_bar
    bar.text.setText("PP")
    qtbot.keyClick(bar.text, Qt.Key.Key_Return)
    assert bar.as_label.isVisible() and bar.read_as.text() == "Looked for among the words."
    assert space(compared).sentences.model.filter.where == "words"
    bar.as_label.click()
    qtbot.waitUntil(lambda: space(compared).sentences.model.filter.where == "pattern")
    assert bar.text.text() == "PP=x" and not bar.as_label.isVisible()
    qtbot.waitUntil(lambda: ": gold " in compared.docks["sentences"].count)
    bar.text.setText("the")
    qtbot.keyClick(bar.text, Qt.Key.Key_Return)
    assert not bar.as_label.isVisible() and not bar.read_as.isVisible()


def test_the_preparation_is_said_beside_the_hits(qtbot: QtBot, compared: MainWindow) -> None:
    bar = space(compared).sentences.filter_bar
    look_for(qtbot, compared, "gold: PP")
    assert bar.read_as.isVisible() and bar.read_as.text() == "Trees prepared by 'standard'."
    session = compared.session
    assert session.settings is not None
    session.change(replace(session.settings, params="none"))
    qtbot.waitUntil(lambda: bar.read_as.text() == "Trees prepared by 'none'.")
    look_for(qtbot, compared, "")
    assert not bar.read_as.isVisible()
