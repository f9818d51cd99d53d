"""Dependency treebanks in the window: their measures, arcs, words, tables and filters."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import click_on, look_for, show_arcs, shown, space, told
from tests.drawing.test_arcs import chain
from treecompare import resources
from treecompare.analyses.catalogue import analysis
from treecompare.app.common import preferences
from treecompare.app.drawings.arcs_view import ArcsView
from treecompare.app.drawings.handout import handout
from treecompare.app.panes.systems_model import FIRST_MEASURE
from treecompare.app.window.window import MainWindow
from treecompare.app.window.workspace import Workspace
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.dependencies.counted import counted_words
from treecompare.comparison.files import Files
from treecompare.drawing.arc_layout import layout_arcs
from treecompare.drawing.arcs import GOLD, TEST, ArcDrawing
from treecompare.errors import TreecompareError
from treecompare.jobs.exports import handout as handed_out
from treecompare.measures import MEASURES_OF

SAMPLE = next(one for one in resources.samples() if one.key == "dependencies")


@pytest.fixture
def opened(qtbot: QtBot, window: MainWindow) -> MainWindow:
    compare(qtbot, window, Files(SAMPLE.gold, tuple(("", path) for path in SAMPLE.systems)))
    return window


def compared_of(window: MainWindow) -> DependencyComparison:
    comparison = window.session.comparison
    assert isinstance(comparison, DependencyComparison)
    return comparison


def system(window: MainWindow, name: str) -> Workspace:
    views = space(window)
    views.systems.choose(compared_of(window).table.systems.index(name))
    return views


def test_each_kind_has_its_measures_and_switches(qtbot: QtBot, opened: MainWindow, files: Files) -> None:
    views = space(opened)
    assert views.systems.model.keys[:2] == ["las", "uas"]
    assert (views.sentences.key_a, views.sentences.key_b) == ("las", "uas")
    assert not opened.actions_.switches["mapping"]["T"].isVisible()
    assert opened.actions_.switches["punctuation"]["ignore"].isVisible()
    views.sentences.picker_b.choose("clas")
    views.systems.set_measures(["mlas"])
    compare(qtbot, opened, files)
    assert views.systems.model.keys[0].startswith("e.")
    assert (views.sentences.key_a, views.sentences.key_b) == ("e.whole.dice", "t.whole.dice")
    assert opened.actions_.switches["mapping"]["T"].isVisible()
    assert views.pictures.currentWidget() is views.alignment and views.alignment.view.drawing is not None
    compare(qtbot, opened, Files(SAMPLE.gold, (("", SAMPLE.systems[0]),)))
    assert views.systems.model.keys == ["mlas", "las", "clas"] and views.sentences.key_b == "clas"
    assert (
        views.pictures.currentWidget() is views.kinds["dependencies"].picture
        and views.kinds["dependencies"].picture.view.arcs is not None
    )
    assert preferences.text("measure_b") != "clas"


def test_scores_ranks_and_marks_of_the_systems(opened: MainWindow) -> None:
    model = space(opened).systems.model
    labels = model.comparison.table.systems.index("labels")
    assert model.score(labels, "uas") == 1.0
    place = model.index(model.row_of(labels), FIRST_MEASURE + model.keys.index("uas"))
    told = model.data(place, Qt.ItemDataRole.ToolTipRole)
    assert "↑ Rank 1, " in told and " under LAS" in told


def test_arcs_words_and_what_is_said_of_them(qtbot: QtBot, opened: MainWindow) -> None:
    views = system(opened, "attach-low")
    views.sentences.go_to_sentence(1)
    arcs = views.kinds["dependencies"].picture.view.arcs
    assert arcs is not None
    wrong = [arc for arc in arcs.arcs if arc.operation != "matched"]
    assert [(arc.side, arc.word, arc.head, arc.relation) for arc in wrong] == [
        (GOLD, 6, 1, "obl"),
        (TEST, 6, 3, "nmod"),
    ]
    counts = views.kinds["dependencies"].picture.counts.text().replace("\u00a0", " ")
    assert counts.startswith("8 words  ·  7 arcs the same  ·  1 wrong head  ·  1 wrong relation (1 word has both)")
    opened.show_dock("words")
    table = views.kinds["dependencies"].words.table
    qtbot.waitUntil(lambda: table.rowCount() == 8)
    assert [table.item(6, column).text() for column in range(1, 6)] == [
        "telescope",
        "2 saw",
        "2 saw ≠ 4 man",
        "obl",
        "obl ≠ nmod",
    ]
    assert views.kinds["dependencies"].words.key.isVisible()
    words = views.kinds["dependencies"].words
    words.resize(220, words.height())  # too narrow for the words of both heads
    assert [table.item(6, column).text() for column in (3, 5)] == ["2 ≠ 4", "obl ≠\nnmod"]
    assert table.item(0, 3).text() == "2"
    assert table.item(6, 3).toolTip() == "2 saw ≠ 4 man"
    table.selectRow(6)
    lit = {(box.text, box.arc.side if box.arc else "") for box in views.kinds["dependencies"].picture.view.lit()}
    assert lit == {("telescope", ""), ("obl<", GOLD), (">nmod", TEST)}
    box = next(box for box in arcs.boxes if box.text == "telescope")
    tip = views.kinds["dependencies"].picture.view.drawn.said(box)
    assert "gold: obl ← saw" in tip and "system: nmod ← man" in tip and "NOUN" in tip
    canvas = views.kinds["dependencies"].picture.view.canvas
    place = canvas.mapFromScene(box.x, box.y)
    qtbot.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place))
    assert views.kinds["dependencies"].words.current() == 6
    assert (
        views.kinds["dependencies"]
        .picture.view.drawn.said(next(one for one in arcs.boxes if one.arc is wrong[0]))
        .startswith("gold: telescope depends on saw as obl")
    )
    views.kinds["dependencies"].picture.view.show_list.setChecked(True)
    assert views.kinds["dependencies"].picture.view.list.count() == 1  # one per word, as in the table


def test_the_foot_counts_arcs_of_both_sides(qtbot: QtBot, opened: MainWindow) -> None:
    views = system(opened, "attach-low")
    views.sentences.go_to_sentence(1)
    view = views.kinds["dependencies"].picture.view
    assert view.foot.counts.said() == "1 gold only · 1 system only · 7 arcs matched"
    views = system(opened, "labels")
    views.sentences.go_to_sentence(0)
    assert view.foot.counts.said() == "2 relabelled · 5 arcs matched"


def test_keys_walk_through_the_drawing(qtbot: QtBot, opened: MainWindow) -> None:
    views = system(opened, "attach-low")
    views.sentences.go_to_sentence(1)
    view = views.kinds["dependencies"].picture.view
    opened.activateWindow()
    view.canvas.setFocus()
    qtbot.keyClick(view.canvas, Qt.Key.Key_Right)
    assert view.here.text == "He"
    qtbot.keyClick(view.canvas, Qt.Key.Key_Right)
    assert view.here.text == "saw"
    view.focusNextPrevChild(True)
    assert view.here.text == "obl<"
    qtbot.keyClick(view.canvas, Qt.Key.Key_Return)
    assert view.pinned.text == "obl<"
    qtbot.keyClick(view.canvas, Qt.Key.Key_Escape)
    assert view.pinned is None


def test_a_confusion_opens_its_sentences_with_the_word_marked(qtbot: QtBot, opened: MainWindow) -> None:
    views = system(opened, "labels")
    listed, table, *_ = analysis("confusion").tables(compared_of(opened), views.view())
    row = next(number for number, cells in enumerate(table.rows) if cells[0] == "iobj")
    column = next(number for number, one in enumerate(table.columns) if one.title == "obj")
    found = table.found(row, column)
    assert found is not None
    first = listed.found(listed.rows.index(["iobj", "obj", 1, 1.0]), 2)
    assert first is not None
    views.show_found(first)
    assert shown(opened) == [0]
    views.show_found(found)
    assert shown(opened) == [0]
    assert views.sentences.model.rows.text(0) == "She gave the student[iobj>obj] a book ."
    header = views.sentences.table.horizontalHeader()
    words = next(n for n in range(header.count()) if header.model().headerData(n, Qt.Orientation.Horizontal) == "Words")
    assert header.visualIndex(words) == 1
    assert {box.text for box in views.kinds["dependencies"].picture.view.lit()} == {"student", "~iobj", "~obj"}
    views.sentences.filter_bar.reset()
    assert header.visualIndex(words) == 1
    assert views.sentences.model.rows.text(0) == "She gave the student a book ."
    nothing = next(number for number, cells in enumerate(table.rows) if cells[0] == "–")
    assert all(table.found(nothing, n) is None or not len(table.found(nothing, n).sentences) for n in range(1, 5))


def test_filters(opened: MainWindow) -> None:
    bar = space(opened).sentences.filter_bar
    assert bar.where.findData("pattern") >= 0
    bar.where.setCurrentIndex(bar.where.findData("labels"))
    look_for(bar, "appos")
    assert shown(opened) == [11]
    bar.text.setText("aux:pass|csubj")
    bar.regex.setChecked(True)
    assert shown(opened) == [5, 8] or shown(opened) == [5]
    bar.where.setCurrentIndex(bar.where.findData("tags"))
    look_for(bar, "^SCONJ$")
    assert shown(opened) == [7]


def test_counts_light_their_words(qtbot: QtBot, opened: MainWindow) -> None:
    views = system(opened, "attach-low")
    comparison, number = compared_of(opened), compared_of(opened).table.systems.index("attach-low")
    first = int(comparison.gold.sentences.offsets[1])
    assert counted_words(comparison, number, 1, "las", "gold-matched") == [("gold", first + 6)]
    assert len(counted_words(comparison, number, 1, "clas", "gold")) == 4
    for part in ("las", "uas", "clas", "mlas", "blex", "upos", "words"):
        counts = comparison.table.part(number, part, slice(1, 2))
        for count in ("gold", "test"):
            assert len(counted_words(comparison, number, 1, part, count)) == int(np.ravel(getattr(counts, count))[0])
        assert len(counted_words(comparison, number, 1, part, "matched")) == 2 * int(np.ravel(counts.matched)[0])
    assert counted_words(comparison, number, 1, "tokens", "gold") == []
    opened.show_dock("explain")
    views.sentences.go_to_sentence(1)
    card = views.explain.cards[0]
    assert "2·7" in card.explanation.text and card.score.text().count("87.50") == 1
    card.counted.emit("matched")
    assert sum(box.arc is None for box in views.kinds["dependencies"].picture.view.lit()) == 7
    card.counted.emit("matched")
    assert views.kinds["dependencies"].picture.view.lit() == []


def test_settings_change_the_scores(qtbot: QtBot, opened: MainWindow) -> None:
    before = compared_of(opened).table.summary(0, "las", "pooled")
    with qtbot.waitSignal(opened.session.ended, timeout=10_000):
        opened.actions_.switches["punctuation"]["ignore"].trigger()
    table = compared_of(opened).table
    assert table.summary(0, "las", "pooled") < before
    assert "punctuation:ignore" in table.signature("las")
    assert "without punctuation" in opened.toolbar.details
    assert "--punctuation ignore" in space(opened).as_command()
    assert "punctuation was left out" in space(opened).methods()


@pytest.mark.own_window
def test_pictures(opened: MainWindow, tmp_path: Path) -> None:
    views = system(opened, "attach-low")
    views.sentences.go_to_sentence(6)
    view = views.kinds["dependencies"].picture.view
    assert "non-projective" in views.kinds["dependencies"].picture.counts.text()
    for ending, begin in (("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("tex", b"% ")):
        path = tmp_path / f"a.{ending}"
        view.save(str(path))
        assert path.read_bytes().startswith(begin) and path.stat().st_size > 800
    with pytest.raises(TreecompareError, match="unknown ending"):
        view.save(str(tmp_path / "a.doc"))
    with pytest.raises(TreecompareError, match="cannot be written"):
        view.save(str(tmp_path / "none" / "a.png"))
    opened.drawing.copy_latex()
    assert "\\begin{dependency}" in QGuiApplication.clipboard().text()
    picture = view.picture()
    assert picture is not None
    assert handout(handed_out(compared_of(opened), 0, 6, "What did you think"), picture).startswith(b"%PDF")
    before = view.arcs.centres
    opened.drawing.right_to_left()
    assert view.arcs.centres[0] > view.arcs.centres[1] and before[0] < before[-1]


def test_one_system_of_another_kind_does_not_stop_the_others(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    compare(qtbot, window, Files(SAMPLE.gold, (("", SAMPLE.systems[0]), *files.systems)))
    assert compared_of(window).table.systems == ["attach-high"]
    assert "holds constituents, the gold dependencies" in told(window)


def test_a_sentence_that_cannot_be_aligned_says_why(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    text = Path(SAMPLE.systems[0]).read_text("utf-8").replace("\ttelescope\t", "\tmicroscope\t", 1)
    (tmp_path / "other.conllu").write_text(text, "utf-8")
    compare(qtbot, window, Files(SAMPLE.gold, (("", str(tmp_path / "other.conllu")),)))
    views = space(window)
    views.show_status(0, 3)
    assert shown(window) == []
    with qtbot.waitSignal(window.session.ended):
        window.scoring.change_one("differing", "skip")
    views.show_status(0, 3)
    assert shown(window) == [1]
    assert (
        "microscope" in views.kinds["dependencies"].picture.note.text()
        and views.kinds["dependencies"].picture.view.arcs is None
    )


def test_notes_and_undo_work_for_dependencies(qtbot: QtBot, opened: MainWindow) -> None:
    views = space(opened)
    views.sentences.go_to_sentence(3)
    views.notes.note.setPlainText("high or low?")
    views.notes.store_note()
    assert compared_of(opened).judgements.notes == {3: "high or low?"}
    opened.files.undo()
    assert compared_of(opened).judgements.notes == {}


def test_every_measure_has_a_tip_in_the_pickers(opened: MainWindow) -> None:
    picker = space(opened).sentences.picker_a
    assert {picker.itemData(row) for row in range(picker.count())} - {None} == {
        one.key for one in MEASURES_OF["dependencies"]
    }


def test_real_hebrew_is_drawn_from_right_to_left(qtbot: QtBot, window: MainWindow, shared: Path) -> None:
    folder = shared / "data/hebrew-spmrl"
    compare(qtbot, window, Files(str(folder / "dev.ud.gold.conllu"), (("", str(folder / "dev.ud.udpipe.conllu")),)))
    view = space(window).kinds["dependencies"].picture.view
    assert view.arcs is not None and view.arcs.right_to_left and view.arcs.centres[0] > view.arcs.centres[1]
    view.direction.trigger()
    assert not view.arcs.right_to_left


def test_trees_are_scored_as_dependencies_and_back(qtbot: QtBot, compared: MainWindow) -> None:
    views = space(compared)
    before = compared.session.comparison.table.summary(0, "t.whole.dice", "pooled")
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        compared.actions_.switches["as_dependencies"]["auto"].trigger()
    table = compared_of(compared).table
    assert 0.5 < table.summary(0, "uas", "pooled") < 1
    assert "heads:collins" in table.signature("uas")
    assert "head rules collins" in compared.toolbar.details
    assert compared.actions_.chosen("as_dependencies") == "collins"
    assert views.kinds["dependencies"].picture.view.arcs is not None
    assert "--as-dependencies" in views.as_command()
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        compared.actions_.switches["as_dependencies"][""].trigger()
    assert compared.session.comparison.table.summary(0, "t.whole.dice", "pooled") == before
    assert views.alignment.view.drawing is not None


def test_statistics_of_dependencies(qtbot: QtBot, opened: MainWindow) -> None:
    views = space(opened)
    table = analysis("statistics").tables(compared_of(opened), views.view())[0]
    place = next(n for n, one in enumerate(table.columns) if one.title == "non-projective arcs")
    assert table.rows[0][place] == 2
    assert table.found(0, place).sentences.tolist() == [3, 6]


def test_tree_distance_over_function_trees_is_counted_when_it_is_looked_at(qtbot: QtBot, opened: MainWindow) -> None:
    views = space(opened)
    trees = compared_of(opened).table.trees
    assert not trees.is_counted("tedeval2011")
    views.sentences.picker_b.choose("tedeval2011")
    qtbot.waitUntil(lambda: trees.is_counted("tedeval2011") and not views.counting.is_busy)
    qtbot.waitUntil(lambda: not np.isnan(views.sentences.model.rows.score_b).any())
    assert not np.isnan(views.sentences.model.rows.difference).any()
    views.systems.set_measures(["las", "tedeval"])
    qtbot.waitUntil(lambda: views.systems.model.score(0, "tedeval") > 0.5)
    assert trees.is_counted("tedeval")


def test_the_list_of_errors_goes_with_its_drawing(opened: MainWindow) -> None:
    views = system(opened, "attach-low")
    views.sentences.go_to_sentence(1)
    views.kinds["dependencies"].picture.view.show_list.setChecked(True)
    assert views.kinds["dependencies"].picture.view.list.count()
    lines = views.kinds["dependencies"].picture.view.list
    lines.resize(240, 120)
    lines.doItemsLayout()
    assert (
        lines.visualItemRect(lines.item(0)).height() > 2 * lines.fontMetrics().height()
    )  # it goes on in the next line
    views.sentences.filter_bar.text.setText("no sentence has these words")
    views.sentences.filter_bar.text.returnPressed.emit()
    assert not shown(opened) and not views.kinds["dependencies"].picture.view.list.count()
    views.kinds["dependencies"].picture.view.list.setCurrentRow(0)


def long_arcs(words: int) -> ArcDrawing:
    return layout_arcs(*chain(words, {words // 2: "deleted"}))


def shown_words(view: ArcsView) -> list[str]:
    assert view.arcs is not None
    return [box.text for box in view.arcs.boxes if box.arc is None]


def test_arcs_fold_then_wrap_where_there_is_no_room(qtbot: QtBot) -> None:
    view = ArcsView()
    qtbot.addWidget(view)
    view.resize(900, 600)
    view.show()
    show_arcs(view, long_arcs(12))
    assert len(shown_words(view)) == 12
    show_arcs(view, long_arcs(40))  # all of it in rows, for there is room
    assert len(shown_words(view)) == 40 and view.arcs is not None and len(view.arcs.rows) > 1
    show_arcs(view, long_arcs(181))
    assert shown_words(view)[0] == "… 88 words …" and len(view.arcs.rows) == 1
    click_on(qtbot, view, view.arcs.boxes[0])
    assert shown_words(view)[:2] == ["w0", "w1"] and shown_words(view)[-1] == "… 90 words …"
    assert view.elide is not None
    view.resize(900, 400)
    view.elide.setChecked(False)
    assert len(shown_words(view)) == 181 and len(view.arcs.rows) > 3
    assert view.canvas.transform().m11() * 11 >= 9
    across, down = view.canvas.horizontalScrollBar(), view.canvas.verticalScrollBar()
    qtbot.waitUntil(lambda: not across.isVisible() and down.isVisible())
    seen = view.canvas.mapToScene(view.canvas.viewport().rect()).boundingRect()
    assert seen.contains(view.arcs.boxes[0].x, view.arcs.boxes[0].y)  # from the first word on
    view.canvas.show_tags([("top left", "gold"), ("bottom left", "system")])
    for place, is_seen in ((down.maximum(), True), (0, False)):  # it would lie over the arcs of a row that goes on
        down.setValue(place)
        tags = {one.text(): one.isVisible() for one in view.canvas.findChildren(QLabel, "tag") if one.text()}
        assert tags == {"gold": True, "system": is_seen}
    rows = len(view.arcs.rows)
    first, last = view.foot.ticks.seen
    assert first == 0 and 0 < last < 1
    view.step_to_change(1)
    assert view.foot.ticks.seen[0] <= view.foot.ticks.places[0][0] <= view.foot.ticks.seen[1]
    view.resize(600, 600)
    assert len(view.arcs.rows) > rows
    view.differing.setChecked(True)
    assert view.arcs.pieces and {view.arcs.arcs[piece.arc].operation for piece in view.arcs.pieces} == {
        "deleted",
        "inserted",
    }
    view.set_right_to_left(True)
    view.foot.placeWanted.emit(0.0)  # the end of the sentence
    assert view.foot.ticks.seen[0] == 0
    show_arcs(view, None)
    view.resize(500, 500)


def test_a_change_is_a_wrong_word(opened: MainWindow) -> None:
    views = system(opened, "attach-low")
    view = views.kinds["dependencies"].picture.view
    for sentence in range(len(opened.session.sentences)):
        views.sentences.go_to_sentence(sentence)
        wrong = {arc.word for arc in view.arcs.arcs if arc.operation != "matched"}
        assert len(view.foot.ticks.places) == len(wrong) == len(view.drawn.changes_said())


def test_what_is_lit_stays_lit_where_it_is_now(qtbot: QtBot, opened: MainWindow) -> None:
    view = space(opened).drawing_view
    space(opened).sentences.go_to_sentence(11)
    view.light_words([1, 5])
    before = {box.text for box in view.lit()}
    view.differing.setChecked(True)
    view.lay_out()
    assert before and {box.text for box in view.lit()} <= before
    assert all(box in view.arcs.boxes for box in view.lit()) and view.lit()
    view.direction.trigger()
    assert all(box in view.arcs.boxes for box in view.lit()) and view.lit()
