"""The plots pane: pointing, clicking, lasso, theme and filter, saving; and matplotlib is imported only when it is looked at."""

from __future__ import annotations

import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QToolTip
from pytestqt.qtbot import QtBot

from tests.app.conftest import write
from tests.app.helpers import dialogs
from tests.conftest import stride
from tests.made import erring, gold_trees
from treecompare.app.common.theme import palette
from treecompare.app.kinds.constituents import ConstituentsView
from treecompare.app.panes.panel import LookedAt
from treecompare.app.panes.plot_view import Picture
from treecompare.app.panes.plots_panel import PlotsPanel
from treecompare.comparison.base import Comparison, score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.files import Files
from treecompare.drawing.style import DARK
from treecompare.errors import TreecompareError
from treecompare.measures import measure
from treecompare.readers import read
from treecompare.scores.plotting import OF_SENTENCES, draw_on
from treecompare.scores.ranks import wins
from treecompare.scores.result import View
from treecompare.scores.table import WAITING

KINDS = ("scatter", "systems", "histogram", "length", "pair")


def comparison_of(files: Files) -> ConstituentComparison:
    return score(ConstituentComparison(read(files.gold), [read(path) for _, path in files.systems]))


@pytest.fixture
def comparison(files: Files) -> ConstituentComparison:
    return comparison_of(files)


@pytest.fixture
def panel(qtbot: QtBot) -> Iterator[PlotsPanel]:
    made = PlotsPanel()
    qtbot.addWidget(made)
    made.resize(700, 560)
    yield made
    made.stop()


def settle(qtbot: QtBot, panel: PlotsPanel) -> None:
    """Waits until what is wanted is what is shown."""
    qtbot.waitUntil(lambda: not panel.is_busy, timeout=20_000)


@pytest.fixture
def shown(qtbot: QtBot, panel: PlotsPanel, comparison: ConstituentComparison) -> PlotsPanel:
    """A scatter of the second system."""
    panel.sentences = comparison.texts()
    panel.show_scores(comparison, 1, "e.whole.dice", "t.whole.dice")
    panel.show()
    settle(qtbot, panel)
    return panel


def picture(panel: PlotsPanel) -> Picture:
    assert panel.view.picture is not None
    return panel.view.picture


def place_of(panel: PlotsPanel, sentence: int) -> QPoint:
    sentences = picture(panel).sentences
    assert sentences is not None
    return QPointF(*picture(panel).points[sentences.tolist().index(sentence)]).toPoint()


def lonely(panel: PlotsPanel) -> int:
    """A sentence that shares its point with no other, far from the others."""
    points, sentences = picture(panel).points, picture(panel).sentences
    assert sentences is not None
    away = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1))
    np.fill_diagonal(away, np.inf)
    return int(sentences[np.argmax(away.min(axis=1))])


def choose(qtbot: QtBot, panel: PlotsPanel, kind: str) -> None:
    panel.bar.kind.setCurrentIndex(KINDS.index(kind))
    settle(qtbot, panel)


def drag(
    panel: PlotsPanel, places: list[QPoint], modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    """Real mouse events: press, moves with the button down, release."""
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    steps = [
        (QMouseEvent.Type.MouseButtonPress, places[0], left, left),
        *((QMouseEvent.Type.MouseMove, place, none, left) for place in places[1:]),
        (QMouseEvent.Type.MouseButtonRelease, places[-1], left, none),
    ]
    for kind, place, button, buttons in steps:
        there = QPointF(panel.view.mapToGlobal(place))
        QApplication.sendEvent(panel.view, QMouseEvent(kind, QPointF(place), there, button, buttons, modifier))


def test_scatter_has_a_point_for_each_sentence_with_both_scores(
    shown: PlotsPanel, comparison: ConstituentComparison
) -> None:
    table = comparison.table
    known = ~(np.isnan(table.scores(1, "e.whole.dice")) | np.isnan(table.scores(1, "t.whole.dice")))
    assert picture(shown).sentences is not None
    assert np.array_equal(picture(shown).sentences, np.flatnonzero(known))
    points = picture(shown).points
    assert ((points > 0) & (points < (shown.view.width(), shown.view.height()))).all()
    # higher scores are further to the right and further up
    best, worst = (
        int(pick(np.where(known, table.scores(1, "t.whole.dice"), np.nan))) for pick in (np.nanargmax, np.nanargmin)
    )
    assert place_of(shown, best).y() < place_of(shown, worst).y()
    assert shown.view.accessibleDescription().startswith("Scatter of two: T-Dice, whole against E-Dice, whole")
    assert "Kendall distance" in shown.view.accessibleDescription()


def test_the_points_are_where_the_picture_has_them(shown: PlotsPanel) -> None:
    """What hit-testing uses agrees with what is seen."""
    ratio = shown.devicePixelRatioF()
    for sentence in range(0, 60, 7):
        if sentence in picture(shown).sentences:  # type: ignore[operator]
            place = place_of(shown, sentence)
            colour = QColor(picture(shown).image.pixel(round(place.x() * ratio), round(place.y() * ratio)))
            assert colour.blue() > colour.red() + 40, sentence


def test_click_chooses_the_sentence_under_it(qtbot: QtBot, shown: PlotsPanel) -> None:
    sentence = lonely(shown)
    with qtbot.waitSignal(shown.sentenceWanted) as chosen:
        qtbot.mouseClick(shown.view, Qt.MouseButton.LeftButton, pos=place_of(shown, sentence) + QPoint(3, 2))
    assert chosen.args == [sentence]
    assert picture(shown).sentences[shown.view.marked] == sentence  # type: ignore[index]
    with qtbot.assertNotEmitted(shown.sentenceWanted):
        qtbot.mouseClick(shown.view, Qt.MouseButton.LeftButton, pos=place_of(shown, sentence) + QPoint(40, 60))


def test_clicks_go_round_sentences_at_one_place(qtbot: QtBot, shown: PlotsPanel) -> None:
    points, sentences = picture(shown).points, picture(shown).sentences
    assert sentences is not None
    here = np.flatnonzero(
        (np.abs(points - points.max(axis=0)) < 1e-3)[:, 0] & (np.abs(points[:, 1] - points[:, 1].min()) < 1e-3)
    )
    assert len(here) > 2
    place = QPointF(*points[here[0]]).toPoint()
    found: list[int] = []
    shown.sentenceWanted.connect(found.append)
    for _ in range(len(here) + 1):
        qtbot.mouseClick(shown.view, Qt.MouseButton.LeftButton, pos=place)
        qtbot.wait(5)
    assert found == [*sentences[here].tolist(), int(sentences[here[0]])]


def test_lasso_chooses_what_it_surrounds(qtbot: QtBot, shown: PlotsPanel) -> None:
    sentence = lonely(shown)
    place = place_of(shown, sentence)
    around = [place + QPoint(round(14 * np.cos(turn)), round(14 * np.sin(turn))) for turn in np.linspace(0, 6, 20)]
    with qtbot.waitSignal(shown.sentencesChosen) as chosen, qtbot.assertNotEmitted(shown.sentenceWanted):
        drag(shown, around)
    (mask,) = chosen.args
    assert (mask.dtype, mask.shape) == (np.bool_, (60,))
    assert np.flatnonzero(mask).tolist() == [sentence]
    assert "Sentences chosen: 1." in shown.hint.text()
    settle(qtbot, shown)
    with qtbot.waitSignal(shown.sentencesChosen) as back:
        qtbot.keyClick(shown.view, Qt.Key.Key_Escape)
    assert back.args == [None]
    with qtbot.assertNotEmitted(shown.sentencesChosen):
        qtbot.keyClick(shown.view, Qt.Key.Key_Escape)


def test_rectangle_with_shift_and_double_click(qtbot: QtBot, shown: PlotsPanel) -> None:
    corner, other = QPoint(2, 2), QPoint(shown.view.width() - 2, shown.view.height() - 2)
    with qtbot.waitSignal(shown.sentencesChosen) as chosen:
        drag(shown, [corner, QPoint(100, 5), other], Qt.KeyboardModifier.ShiftModifier)
    assert picture(shown).sentences is not None
    assert np.array_equal(np.flatnonzero(chosen.args[0]), picture(shown).sentences)
    # the same way without Shift surrounds a thin sliver at most
    with qtbot.waitSignal(shown.sentencesChosen) as back:
        qtbot.mouseDClick(shown.view, Qt.MouseButton.LeftButton, pos=corner)
    assert back.args == [None]


def test_another_comparison_or_kind_takes_the_lasso_back(
    qtbot: QtBot, shown: PlotsPanel, comparison: ConstituentComparison
) -> None:
    corner, other = QPoint(2, 2), QPoint(shown.view.width() - 2, shown.view.height() - 2)
    for change in (
        lambda: choose(qtbot, shown, "histogram"),
        lambda: shown.show_scores(comparison, 0, "la", "t.whole.dice"),
    ):
        choose(qtbot, shown, "scatter")
        with qtbot.waitSignal(shown.sentencesChosen):
            drag(shown, [corner, other], Qt.KeyboardModifier.ShiftModifier)
        with qtbot.waitSignal(shown.sentencesChosen, check_params_cb=lambda mask: mask is None):
            change()


def test_hover_tells_number_words_and_both_scores(
    qtbot: QtBot, shown: PlotsPanel, comparison: ConstituentComparison
) -> None:
    sentence = lonely(shown)
    qtbot.mouseMove(shown.view, place_of(shown, sentence) + QPoint(1, 1))
    qtbot.mouseMove(shown.view, place_of(shown, sentence))
    qtbot.waitUntil(lambda: f"Sentence {sentence + 1}" in QToolTip.text())
    text = shown.tooltip_of(shown.view.nearest(place_of(shown, sentence).x(), place_of(shown, sentence).y()))
    words = " ".join(comparison.pairs(1).gold[sentence].words)
    assert words in text
    for key in ("e.whole.dice", "t.whole.dice"):
        assert f"{100 * comparison.table.scores(1, key)[sentence]:.2f}" in text
    qtbot.mouseMove(shown.view, QPoint(2, 2))
    assert shown.view.cursor().shape() == Qt.CursorShape.ArrowCursor


def test_marks_of_other_kinds_tell_their_figures(
    qtbot: QtBot, shown: PlotsPanel, comparison: ConstituentComparison
) -> None:
    choose(qtbot, shown, "systems")
    assert sorted(text.split("\n")[0] for text in picture(shown).texts) == ["one", "one", "two", "two"]
    with qtbot.assertNotEmitted(shown.sentenceWanted), qtbot.assertNotEmitted(shown.sentencesChosen):
        qtbot.mouseClick(shown.view, Qt.MouseButton.LeftButton, pos=QPointF(*picture(shown).points[0]).toPoint())
        drag(shown, [QPoint(2, 2), QPoint(400, 400)], Qt.KeyboardModifier.ShiftModifier)
    assert shown.tooltip_of(0) == picture(shown).texts[0]


def test_arrow_keys_step_from_point_to_point(qtbot: QtBot, shown: PlotsPanel) -> None:
    found: list[int] = []
    shown.sentenceStepped.connect(found.append)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left):
        qtbot.keyClick(shown.view, key)
    assert len(set(found)) == 3
    assert found[3] == found[1]
    xs = [place_of(shown, sentence).x() for sentence in found[:3]]
    assert xs == sorted(xs)


def test_marking_draws_no_new_picture(qtbot: QtBot, shown: PlotsPanel) -> None:
    before, sentence = picture(shown), lonely(shown)
    begun = time.thread_time()
    shown.mark(sentence)
    shown.view.repaint()
    assert time.thread_time() - begun < 0.1
    assert picture(shown) is before
    place = place_of(shown, sentence)
    seen = shown.view.grab().toImage()
    ratio = shown.devicePixelRatioF()
    ring = [QColor(seen.pixel(round((place.x() + at) * ratio), round(place.y() * ratio))) for at in (5, 6, 7, 8)]
    assert any(colour.red() > colour.blue() + 80 for colour in ring)
    shown.mark(-1)
    assert shown.view.marked == -1
    shown.mark(10)  # it has no parse, so there is no point
    assert shown.view.marked == -1


def test_filter_greys_the_others(qtbot: QtBot, shown: PlotsPanel) -> None:
    before, sentence = picture(shown), lonely(shown)
    mask = np.ones(60, np.bool_)
    mask[sentence] = False
    shown.show_filter(mask)
    settle(qtbot, shown)
    assert picture(shown) is not before
    place, ratio = place_of(shown, sentence), shown.devicePixelRatioF()
    colour = QColor(picture(shown).image.pixel(round(place.x() * ratio), round(place.y() * ratio)))
    assert abs(colour.blue() - colour.red()) < 40
    after = picture(shown)
    shown.show_filter(mask.copy())  # the same again: nothing to do
    qtbot.wait(150)
    assert picture(shown) is after


def test_a_hidden_pane_draws_nothing(qtbot: QtBot, panel: PlotsPanel, comparison: ConstituentComparison) -> None:
    panel.show_scores(comparison, 0, "la", "t.whole.dice")
    panel.update_figures()
    qtbot.wait(200)
    assert panel.view.picture is None and not panel.is_busy
    panel.show()
    settle(qtbot, panel)
    panel.hide()
    panel.show_scores(comparison, 1, "la", "t.whole.dice")
    qtbot.wait(200)
    assert panel.view.picture is None and not panel.is_busy
    panel.show()
    settle(qtbot, panel)
    assert panel.view.accessibleDescription().startswith("Scatter of two: T-Dice, whole against Leaf-Ancestor")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_draws_in_both_themes(kind: str, qtbot: QtBot, shown: PlotsPanel) -> None:
    choose(qtbot, shown, kind)
    light = picture(shown)
    assert QColor(light.image.pixel(1, 1)) == QColor("#ffffff")
    shown.setPalette(palette(dark=True))
    settle(qtbot, shown)
    assert QColor(picture(shown).image.pixel(1, 1)) == QColor(DARK.background)
    assert shown.view.accessibleDescription()


def test_larger_font_larger_text(qtbot: QtBot, shown: PlotsPanel) -> None:
    before = picture(shown).points
    font = shown.font()
    font.setPointSizeF(font.pointSizeF() * 1.8)
    shown.setFont(font)
    # larger labels leave less room for the points
    qtbot.waitUntil(lambda: bool(np.ptp(picture(shown).points[:, 0]) < np.ptp(before[:, 0])), timeout=10_000)


def test_presets_averages_and_one_system(qtbot: QtBot, shown: PlotsPanel) -> None:
    choose(qtbot, shown, "systems")
    assert shown.bar.average.isVisible()
    shown.bar.average.setCurrentIndex(2)
    settle(qtbot, shown)
    assert len(picture(shown).texts) == 8
    shown.bar.preset.setCurrentIndex(3)
    settle(qtbot, shown)
    assert not shown.bar.average.isVisible()
    assert "figure 5" in shown.view.accessibleDescription()
    # a scatter has presets of its own, and each kind remembers its choice
    choose(qtbot, shown, "scatter")
    assert shown.bar.preset.isVisible() and shown.choice().preset is None
    shown.bar.show_preset("8")
    settle(qtbot, shown)
    assert "E-Dice against E-Jaccard" in shown.view.accessibleDescription()
    assert shown.options()[:4] == ["--kind", "scatter", "--preset", "8"]
    choose(qtbot, shown, "systems")
    assert shown.choice().preset == "5"
    choose(qtbot, shown, "histogram")
    assert {text.split("\n")[0] for text in picture(shown).texts} == {"one", "two"}
    shown.bar.only_system.setChecked(True)
    settle(qtbot, shown)
    assert {text.split("\n")[0] for text in picture(shown).texts} == {"two"}


def test_keys_step_through_the_kinds(qtbot: QtBot, shown: PlotsPanel) -> None:
    shown.bar.kind.setFocus()
    for kind in KINDS[1:]:
        qtbot.keyClick(shown.bar.kind, Qt.Key.Key_Down)
        assert shown.kind == kind


def test_a_system_against_another_one(qtbot: QtBot, shown: PlotsPanel, comparison: ConstituentComparison) -> None:
    choose(qtbot, shown, "pair")
    table, key = comparison.table, "e.whole.dice"
    said = wins(table, 1, 0, measure(key)).said(*reversed(table.systems))
    assert said in shown.view.accessibleDescription()
    assert shown.options()[:2] == ["--kind", "pair"] and shown.options()[-4:-2] == ["--against", "one"]
    sentence = lonely(shown)
    tooltip = shown.tooltip_of(picture(shown).sentences.tolist().index(sentence))  # type: ignore[union-attr]
    for system, name in enumerate(table.systems):
        assert f"{name}: {measure(key).shown(float(table.scores(system, key)[sentence]))}" in tooltip
    view = View(0, key, "t.whole.dice", baseline=1)
    shown.show_looked_at(LookedAt(comparison, view, ConstituentsView.choices))
    settle(qtbot, shown)
    assert wins(table, 0, 1, measure(key)).said(*table.systems) in shown.view.accessibleDescription()
    assert shown.bar.other.isHidden()  # there is one other system only
    view = View(1, key, "t.whole.dice", baseline=1)  # of the baseline: against another one
    shown.show_looked_at(LookedAt(comparison, view, ConstituentsView.choices))
    settle(qtbot, shown)
    assert said in shown.view.accessibleDescription()


def test_the_other_system_can_be_chosen(qtbot: QtBot, shown: PlotsPanel) -> None:
    bar = shown.bar
    bar.kind.setCurrentIndex(bar.kind.findData("pair"))
    bar.offer_systems(["one", "two", "three"], 1, 0)
    assert not bar.other.isHidden() and [bar.other.itemText(place) for place in range(2)] == ["one", "three"]
    assert bar.choice(1, "e.whole.dice", "t.whole.dice").other == 0
    with qtbot.waitSignal(bar.changed):
        bar.other.setCurrentIndex(1)
    assert bar.choice(1, "e.whole.dice", "t.whole.dice").other == 2


def test_pictures_in_the_window_have_no_signatures(
    qtbot: QtBot, shown: PlotsPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[int] = []
    monkeypatch.setattr(
        "treecompare.app.panes.plot_drawing.draw_on",
        lambda figure, made, style: (said.append(len(made.signatures)), draw_on(figure, made, style))[1],
    )
    choose(qtbot, shown, "length")
    assert set(said) == {0} and "e.whole.dice" in " ".join(text.get_text() for text in shown._figure().texts)


def test_nothing_open_or_no_scores_is_said(qtbot: QtBot, panel: PlotsPanel, tmp_path: Path) -> None:
    panel.show()
    assert "Open treebanks" in panel.note.text()
    assert not panel.save_button.isEnabled()
    gold = gold_trees(3)
    none = comparison_of(Files(write(tmp_path / "g.mrg", gold), (("", write(tmp_path / "t.mrg", ["(())"] * 3)),)))
    panel.show_scores(none, 0, "e.whole.dice", "t.whole.dice")
    settle(qtbot, panel)
    assert panel.note.isVisible()
    assert panel.note.text().startswith("No sentence has a score of E-Dice, whole and T-Dice, whole.")
    assert not dialogs()
    panel.show_scores(None, 0, "e.whole.dice", "t.whole.dice")
    settle(qtbot, panel)
    assert "Open treebanks" in panel.note.text()


def test_scores_appear_as_they_are_computed(qtbot: QtBot, panel: PlotsPanel, comparison: ConstituentComparison) -> None:
    status = comparison.table.statuses.copy()
    comparison.table.statuses[:, 30:] = WAITING
    panel.show_scores(comparison, 0, "e.whole.dice", "t.whole.dice")
    panel.show()
    settle(qtbot, panel)
    assert "30 not yet compared" in panel.view.accessibleDescription()
    few = len(picture(panel).points)
    comparison.table.statuses[:] = status
    panel.update_figures()
    qtbot.waitUntil(lambda: len(picture(panel).points) > few, timeout=5000)


@pytest.mark.parametrize("kind", [*KINDS][:: stride(5)])
def test_saved_pictures_have_legend_and_signature(kind: str, qtbot: QtBot, shown: PlotsPanel, tmp_path: Path) -> None:
    choose(qtbot, shown, kind)
    shown.mark(3)
    for suffix, begin in (".svg", b"<?xml"), (".pdf", b"%PDF-"), (".png", b"\x89PNG"):
        path = tmp_path / f"{kind}{suffix}"
        shown.save(str(path))
        assert path.read_bytes().startswith(begin)
    found = "\n".join(ElementTree.fromstring((tmp_path / f"{kind}.svg").read_text("utf-8")).itertext())
    legend = {
        "scatter": "equal scores",
        "systems": "T-Dice, whole, pooled",
        "histogram": "one, median",
        "length": "number of sentences",
        "pair": "two better than one on",
    }
    assert legend[kind] in found
    assert "e.whole.dice|" in found
    assert "|v:" in found
    if kind in OF_SENTENCES:
        assert "sentence 4" in found


def test_save_asks_and_tells_what_went_wrong(
    qtbot: QtBot, shown: PlotsPanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "plot.svg"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    shown.save_button.click()
    assert path.exists()
    with pytest.raises(TreecompareError, match="unknown ending"):
        shown.save(str(tmp_path / "plot.bmp"))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "plot.svg"), ""))
    shown.save_button.click()
    (box,) = dialogs()
    assert "cannot be written" in box.text() + box.informativeText()
    box.close()


def test_copy_puts_a_picture_on_the_clipboard(shown: PlotsPanel) -> None:
    QGuiApplication.clipboard().clear()
    shown.copy_button.click()
    image = QGuiApplication.clipboard().image()
    assert (image.width(), image.height()) == (1500, 1040)
    assert QColor(image.pixel(2, 2)) == QColor("#ffffff")


def test_fifty_thousand_points_answer_at_once(qtbot: QtBot, panel: PlotsPanel) -> None:
    """Pointing takes a look into an array; a lasso one call."""
    draw = np.random.default_rng(2)
    panel.show()
    many = Picture(
        panel.grab().toImage(), draw.uniform(0, 500, (50_000, 2)), np.arange(50_000), (), "#d97b00", {}
    )  # fmt: skip
    panel.view.show_picture(many)
    begun = time.thread_time()
    for place in range(20):
        point = panel.view.nearest(20.0 * place + 50, 250.0)
        assert np.hypot(*(many.points[point] - (20.0 * place + 50, 250.0))) <= 8
    assert (time.thread_time() - begun) / 20 < 0.01


def test_the_window_stays_alive_while_many_points_are_drawn(qtbot: QtBot, panel: PlotsPanel, tmp_path: Path) -> None:
    gold = gold_trees(20_000)
    large = comparison_of(Files(write(tmp_path / "g.mrg", gold), (("", write(tmp_path / "t.mrg", erring(gold, 4))),)))
    panel.show_scores(large, 0, "e.whole.dice", "t.whole.dice")
    panel.show()
    settle(qtbot, panel)  # matplotlib is imported by now
    panel.show_filter(np.arange(20_000) % 2 == 0)
    longest, last = 0.0, time.process_time()  # of all threads: other programs may be at work
    while panel.is_busy:
        QApplication.processEvents()
        now = time.process_time()
        longest, last = max(longest, now - last), now
        time.sleep(0.002)
    assert longest < 0.3
    assert len(picture(panel).points) == 20_000


NO_MATPLOTLIB = """
import sys
import time
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, sys.argv[1])
application = QApplication([])
from treecompare.comparison.files import Files
from treecompare.app.window.window import MainWindow
from treecompare.app.panes.plots_panel import PlotsPanel
def wait():
    application.processEvents()
    time.sleep(0.01)
def is_there():
    return "matplotlib" in sys.modules
window = MainWindow()
window.show()
ended = []
window.session.ended.connect(lambda *_: ended.append(True))
window.open_comparison(Files(sys.argv[2], (("", sys.argv[3]),)))
while not ended:
    wait()
found = [is_there()]
panel = PlotsPanel()
panel.show_scores(window.session.comparison, 0, "e.whole.dice", "t.whole.dice")
for _ in range(20):
    wait()
found.append(is_there())
panel.show()
while panel.view.picture is None:
    wait()
found.append(is_there())
panel.stop()
window.close()
print(found)
"""


def test_matplotlib_comes_with_the_first_look(files: Files, tmp_path: Path) -> None:
    """Neither the start, nor the main window with a comparison, nor a hidden pane imports it."""
    done = subprocess.run(
        [sys.executable, "-c", NO_MATPLOTLIB, str(tmp_path), files.gold, files.systems[0][1]],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stdout.strip() == "[False, False, True]", done.stderr


def test_copying_what_can_no_longer_be_drawn_says_why(shown: PlotsPanel, comparison: Comparison) -> None:
    shown.show_scores(comparison, 0, "la.custom", "e.whole.dice")  # the picture of before is still there
    QGuiApplication.clipboard().setText("before")
    shown.copy_image()
    (box,) = dialogs()
    assert "la.custom" in box.text() and not box.detailedText()
    box.close()
    assert QGuiApplication.clipboard().text() == "before"
