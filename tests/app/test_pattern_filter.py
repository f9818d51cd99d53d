"""Tree patterns in the filter: each in its own tree, told where they are wrong, lit where they match."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.app.helpers import shown, space
from treecompare.app.sentence_data import Filter, tree_patterns
from treecompare.app.window import MainWindow
from treecompare.trees.patterns import compile_pattern


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


def test_what_matches_is_lit(qtbot: QtBot, compared: MainWindow) -> None:
    look_for(qtbot, compared, "gold: PP")
    space(compared).sentences.go_to_row(0)
    nodes = space(compared).sentences.nodes_found()
    comparison = compared.session.comparison
    assert comparison is not None
    tree = comparison.pairs(0).gold[shown(compared)[0]]
    assert [("gold", node) for node, text in enumerate(tree.texts) if text == "PP"] == nodes
    lights = space(compared).alignment.view.canvas.lights
    assert lights._rects
    look_for(qtbot, compared, "")
    assert not lights._rects


def test_a_bad_pattern_is_told_and_changes_nothing(qtbot: QtBot, compared: MainWindow) -> None:
    bar = space(compared).sentences.filter_bar
    look_for(qtbot, compared, "NP < (PP")
    assert len(shown(compared)) == 60
    assert bar.text.property("fault")
    assert "character 9: expected &#x27;)&#x27;" in bar.text.toolTip()
    assert bar.fault.isVisible()
    assert bar.fault.text().startswith("pattern, character 9: expected ')'")
    look_for(qtbot, compared, "NP < PP")
    assert not bar.fault.isVisible()
    assert not bar.text.property("fault")
    assert "is the mother of" in bar.text.toolTip()
    assert not bar.regex.isEnabled()


def test_patterns_of_a_text() -> None:
    assert [side for side, _ in tree_patterns("a gold: b test:c")] == ["", "gold", "test"]
    assert tree_patterns("") == []
    Filter(text="a <", where="words").check()
