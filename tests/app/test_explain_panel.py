"""The Explain pane: formulas to read, counts to click, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QComboBox, QLabel
from pytestqt.qtbot import QtBot

from tests.app.helpers import links_of
from treecompare.app.common.theme import apply_theme
from treecompare.app.drawings.alignment_panel import AlignmentPanel, Shown
from treecompare.app.kinds.constituents import ConstituentsView
from treecompare.app.panes import explain_panel
from treecompare.app.panes.explain_card import ExplainCard
from treecompare.app.panes.explain_panel import ExplainPanel
from treecompare.comparison import base
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.drawing.sentence import Wanted
from treecompare.measures import MEASURES, measure
from treecompare.readers import parse, read
from treecompare.resources import samples


@pytest.fixture(scope="module")
def emms() -> ConstituentComparison:
    one = next(one for one in samples() if one.key == "worked-examples-emms")
    return score(ConstituentComparison(read(one.gold), [read(system) for system in one.systems]))


CHOICES = ConstituentsView.choices


@pytest.fixture
def kind(emms: ConstituentComparison) -> Iterator[ConstituentsView]:
    made = ConstituentsView()
    made.show_sentence(emms, 0, 0, Wanted())
    made.mappingWanted.connect(lambda *drawn: made.show_sentence(emms, 0, made.shown.shown.sentence, Wanted(*drawn)))
    yield made
    made.discard()


@pytest.fixture
def panel(qtbot: QtBot, emms: ConstituentComparison, kind: ConstituentsView) -> ExplainPanel:
    """A pane whose counts light nodes, as in the window."""
    made = ExplainPanel(CHOICES)
    qtbot.addWidget(made)
    made.resize(900, 400)
    made.show()
    made.set_measures(CHOICES, "t.whole.dice", "e.whole.dice")
    made.show_pair(emms, Shown(0, 0))
    made.countWanted.connect(kind.light_count)
    return made


def click(card: ExplainCard, count: str, which: int = 0) -> None:
    """Follows the link of a count of the formula or of the sentence."""
    places = [place for place, piece in enumerate(links_of(card)) if piece.count == count]
    card.numbers.linkActivated.emit(str(places[which]))


def listened(kind: ConstituentsView, monkeypatch: pytest.MonkeyPatch) -> list[list[Any]]:
    """What is lit from now on, in order."""
    lit: list[Any] = []
    monkeypatch.setattr(kind.picture.view, "highlight", lambda nodes, is_about=False: lit.append(list(nodes)))
    return lit


def text_of(label: QLabel) -> str:
    return label.accessibleDescription()


def test_the_formula_reads_as_in_the_paper(panel: ExplainPanel) -> None:
    a, b = panel.cards
    assert text_of(a.numbers) == "1 − (1 + 1 + 2) / (6 + 6) = 66.67 %"
    assert text_of(a.symbolic) == "1 − (D + I + S) / ((G − W) + (T − W))"
    assert text_of(b.numbers) == "2·3 / (6 + 6) = 50.00 %"
    assert "66.67" in a.score.text() and "Emms 2008, table 2" in a.source.text()
    assert "published" in panel.about.text()
    assert "1 node deleted" in text_of(a.words)


def test_a_click_on_a_count_asks_for_its_drawing_and_its_nodes(
    panel: ExplainPanel, kind: ConstituentsView, emms: ConstituentComparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    mapping = emms.mapping(0, 0)
    assert mapping is not None
    found = listened(kind, monkeypatch)
    click(panel.cards[0], "deleted")
    (lit,) = found
    assert kind.picture.shown.wanted == Wanted() and lit == mapping.nodes("deleted") and len(lit) == 1
    assert mapping.gold.texts[lit[0][1]] == "VP"
    assert "deleted" in panel.cards[0].caption.text()
    click(panel.cards[1], "matched")
    assert kind.picture.shown.wanted == Wanted("E") and len(found[-1]) == 6
    assert not panel.cards[0].caption.isVisible()
    click(panel.cards[1], "matched")
    assert found[-1] == []


def test_the_window_can_light_them(panel: ExplainPanel, kind: ConstituentsView) -> None:
    """As the window connects the two, nodes of folded parts light their triangle."""
    for card, count, boxes in ((0, "deleted", 1), (0, "relabelling", 4), (1, "inserted", 3), (1, "gold", 6)):
        click(panel.cards[card], count)
        assert len(kind.picture.view.canvas.lights.lit) == boxes, count


def test_folded_nodes_light_their_triangle(qtbot: QtBot) -> None:
    tree = f"(S (NP (D the) (N {'dog' * 9})) (VP (V saw) (NP (D a) (N {'cat' * 9}))))"
    comparison = score(ConstituentComparison(parse(tree), [parse(tree.replace("VP", "XP"))]))
    alignment = AlignmentPanel()
    qtbot.addWidget(alignment)
    alignment.resize(100, 500)
    alignment.show()
    alignment.show_sentence(comparison, 0, 0, Wanted("E"))
    mapping = comparison.mapping(0, 0, "E")
    assert mapping is not None
    alignment.light([(side, node) for side, node in mapping.nodes("matched") if mapping.gold.texts[node] in ("D", "N")])
    boxes = (
        [box for box in alignment.view.drawing.boxes if box.opens and box.node >= 0] if alignment.view.drawing else []
    )
    assert len(boxes) >= 2
    assert len(alignment.view.canvas.lights.lit) == len(boxes)
    alignment.light([("test", 0)])
    assert len(alignment.view.canvas.lights.lit) == 1


def test_the_keyboard_reaches_every_count(
    panel: ExplainPanel, kind: ConstituentsView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = panel.cards[0]
    panel.activateWindow()
    panel.area.setFocus()
    lit = listened(kind, monkeypatch)
    for _ in range(5):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is card.numbers
        qtbot.keyClick(card.numbers, Qt.Key.Key_Return)
    assert list(map(len, lit)) == [1, 1, 4, 6, 6]
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is card.words
    for _ in range(5):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is card.copy


def test_another_mapping_of_the_sentence_leaves_the_keyboard_where_it_is(
    panel: ExplainPanel,
    kind: ConstituentsView,
    emms: ConstituentComparison,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    switched = []

    def switch(*drawn: Any) -> None:
        switched.append(drawn)
        panel.show_pair(emms, Shown(0, 0, *drawn))

    kind.mappingWanted.connect(switch)
    card = panel.cards[1]
    panel.activateWindow()
    card.numbers.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(card.numbers, Qt.Key.Key_Return)
    assert switched == [("E", "whole", True)] and len(kind.picture.view.lit()) == 6
    panel.update_figures()
    qtbot.keyClick(card.numbers, Qt.Key.Key_Return)  # still on the same count, which goes out
    assert kind.picture.view.lit() == []


def test_hovering_says_what_a_count_is(panel: ExplainPanel, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(
        "treecompare.app.panes.explain_card.QToolTip.showText", lambda _place, text, _on: said.append(text)
    )
    card = panel.cards[0]
    card.numbers.linkHovered.emit("0")
    assert "deleted: nodes" in said[0]


def test_a_formula_without_numbers_leaves_no_links_of_another_behind(panel: ExplainPanel) -> None:
    card = panel.cards[0]
    assert "href" in card.numbers.text() and card.explanation is not None
    card.show_explanation(replace(card.explanation, numbers=None))
    assert card.numbers.text() == ""


def test_a_word_of_leaf_ancestor_lights_its_way_up(
    panel: ExplainPanel, kind: ConstituentsView, emms: ConstituentComparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel.set_measures(CHOICES, "la", "la.tags")
    found = listened(kind, monkeypatch)
    click(panel.cards[0], "word:1")
    (nodes,) = found
    mapping = emms.mapping(0, 0)
    assert kind.picture.shown.wanted == Wanted() and mapping is not None
    texts = [(mapping.gold if side == "gold" else mapping.test).texts[node] for side, node in nodes]
    assert texts == ["windows", "NNS", "NP", "S", "windows", "NNS", "NP", "VP", "S"]


def test_systems(panel: ExplainPanel, emms: ConstituentComparison) -> None:
    panel.scope.setCurrentIndex(panel.scope.findData("pooled"))
    card = panel.cards[1]
    assert text_of(card.numbers) == "2·12 / (18 + 18) = 66.67 %"
    assert text_of(card.symbolic) == "2·ΣM / (ΣG + ΣT)"
    assert (
        "avg:pooled" in card.as_text() and "avg:pooled" not in card.source.text()
    )  # signatures are for what is copied
    panel.scope.setCurrentIndex(panel.scope.findData("mean"))
    assert text_of(card.numbers) == "2.07 / 3 = 69.05 %"
    assert panel.about.text() == "published"


def test_copy(panel: ExplainPanel) -> None:
    panel.cards[0].copy.click()
    lines = QGuiApplication.clipboard().text().split("\n")
    assert lines[0] == "T-Dice, whole: 1 − (D + I + S) / ((G − W) + (T − W))"
    assert lines[1] == "1 − (1 + 1 + 2) / (6 + 6) = 0.67"
    assert lines[-1].startswith("t.whole.dice|") and "\u200b" not in lines[-1]


def test_every_measure_in_every_scope(panel: ExplainPanel) -> None:
    for one in MEASURES:
        panel.set_measures(CHOICES, one.key, one.key)
        for scope in range(panel.scope.count()):
            panel.scope.setCurrentIndex(scope)
            explanation = panel.cards[0].explanation
            assert explanation is not None and explanation.key == one.key
            assert explanation.words
            assert panel.cards[0].words.text()


def test_the_measures_are_those_of_the_window(panel: ExplainPanel) -> None:
    assert not panel.cards[0].findChildren(QComboBox)
    panel.set_measures(CHOICES, "e.roof.recall", "crossing")
    assert text_of(panel.cards[0].numbers) == "1 / 3 = 33.33 %"
    assert [card.key for card in panel.cards] == ["e.roof.recall", "crossing"]
    assert [card.title.text() for card in panel.cards] == [measure(key).title for key in ("e.roof.recall", "crossing")]


def test_undefined_says_why(qtbot: QtBot, panel: ExplainPanel) -> None:
    comparison = score(
        ConstituentComparison(parse("(S (N a) (N b))"), [parse("(S (N a) (N c))")], Settings(differing="skip"))
    )
    panel.set_measures(CHOICES, "e.roof.dice", "t.whole.dice")
    panel.show_pair(comparison, Shown(0, 0))
    assert not panel.cards[0].numbers.isVisible()
    assert "word 2 is 'b' in the gold, 'c' in the system" in panel.cards[0].words.text().replace("&#x27;", "'")
    assert "–" in panel.cards[0].score.text()
    assert panel.cards[1].numbers.isVisible()
    panel.show_pair(comparison, None)
    assert panel.cards[1].explanation is None
    assert panel.about.text() == "No sentence matches the filter."
    panel.show_pair(None, None)
    assert "Choose a sentence" in panel.about.text()


def test_a_sentence_that_is_not_compared_yet(panel: ExplainPanel) -> None:
    comparison = ConstituentComparison(parse("(S (N a) (N b))"), [parse("(S (N a) (N b))")])
    panel.show_pair(comparison, Shown(0, 0))
    assert "not been compared yet" in panel.cards[0].words.text()
    score(comparison)
    panel.update_figures()
    assert text_of(panel.cards[0].numbers) == "1 − (0 + 0 + 0) / (3 + 3) = 100.00 %"


def test_nothing_is_computed_while_hidden(
    qtbot: QtBot, emms: ConstituentComparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = ExplainPanel(CHOICES)
    qtbot.addWidget(made)
    monkeypatch.setattr(explain_panel, "explain_sentence", lambda *_: pytest.fail("nobody looks"))
    made.show_pair(emms, Shown(0, 0))
    made.set_measures(CHOICES, "la", "crossing")
    made.update_figures()
    monkeypatch.undo()
    made.show()
    assert text_of(made.cards[1].numbers) == "0 = 0.00"


def test_a_large_mapping_is_computed_in_the_background(
    panel: ExplainPanel,
    kind: ConstituentsView,
    emms: ConstituentComparison,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(base, "LARGE", 1)
    view, work = kind.picture.view, kind.picture.work
    kind.show_sentence(emms, 0, 0, Wanted("E"))
    click(panel.cards[0], "relabelling")
    assert view.drawing is None
    qtbot.waitUntil(lambda: len(view.canvas.lights.lit) == 4)
    qtbot.waitUntil(lambda: not work.workers)
    for sentence in (1, 2):  # nobody waits for the one before
        panel.show_pair(emms, Shown(0, sentence))
        kind.show_sentence(emms, 0, sentence, Wanted())
        if sentence == 1:
            click(panel.cards[0], "inserted")
    qtbot.waitUntil(lambda: not work.workers and view.drawing is not None)
    assert view.canvas.lights.lit == []


def test_side_by_side_where_there_is_room(panel: ExplainPanel, qtbot: QtBot) -> None:
    def places() -> tuple[QPoint, QPoint]:
        QApplication.processEvents()
        a, b = (card.mapTo(panel, QPoint()) for card in panel.cards)
        return a, b

    a, b = places()
    assert a.y() == b.y() and b.x() > a.x()
    panel.resize(420, 800)
    a, b = places()
    assert b.y() > a.y() and a.x() == b.x()
    assert panel.area.horizontalScrollBar().maximum() == 0


def test_dark_theme(panel: ExplainPanel, qapp: QApplication) -> None:
    card = panel.cards[0]
    try:
        apply_theme(qapp, "light")
        light = card.numbers.text()
        apply_theme(qapp, "dark")
        dark = card.numbers.text()
    finally:
        apply_theme(qapp, "light")
    assert light != dark
    link, text = (
        card.palette().color(role).name() for role in (card.palette().ColorRole.Link, card.palette().ColorRole.Text)
    )
    assert link in light and text in light
    assert link not in dark and text not in dark


def test_links_of_before_mean_nothing(panel: ExplainPanel) -> None:
    card = panel.cards[0]
    assert "href" in card.numbers.text()
    panel.show_pair(None, None)
    assert not any(label.text() for label in (card.numbers, card.symbolic, card.words))
