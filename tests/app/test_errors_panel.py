"""The Errors pane: what it lists of a sentence, what lights up, and the edges to the wrong place and to the right one."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStyleOptionViewItem, QToolButton
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare, write
from tests.app.helpers import looked_up, sized, space
from tests.mappings.test_word_errors import SAW, conllu
from treecompare.analyses.error_exports import error_objects, listed_errors
from treecompare.analyses.errors import CountedErrors
from treecompare.analyses.sentence_errors import ErrorRow
from treecompare.app.panes.error_counts import MOST_NAMES, HeatRow, TypeBars
from treecompare.app.panes.error_rows import ROW_ROLE, ErrorRows
from treecompare.app.shell.layout import OVERVIEW, SENTENCE
from treecompare.app.shell.room import RAIL
from treecompare.app.window.window import MainWindow
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.files import Files
from treecompare.drawing.columns import GOLD, TEST
from treecompare.drawing.style import rim
from treecompare.errors import UsageError
from treecompare.mappings.mapping import DELETED, INSERTED
from treecompare.trees.tree import WORD

NP = "(S (NP (PRP she)) (VP (VBD saw) (NP (NP (DT a) (NN man)) (PP (IN with) (NP (NNS ears))))) (. .))"
VP = "(S (NP (PRP she)) (VP (VBD saw) (NP (DT a) (NN man)) (PP (IN with) (NP (NNS ears)))) (. .))"
TAG = NP.replace("(DT a)", "(CD a)")


@pytest.fixture
def trees(tmp_path: Path) -> Files:
    gold, system = write(tmp_path / "gold.mrg", [NP, NP, NP]), write(tmp_path / "a.mrg", [VP, NP, TAG])
    return Files(gold, (("", system),))


def opened(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    compare(qtbot, window, files)
    window.panes.show("errors")


def listed(window: MainWindow) -> list[str]:
    panel = space(window).errors
    return [panel.list.item(row).text().replace("\u00a0", " ") for row in range(panel.list.count())]


def wait_for(qtbot: QtBot, window: MainWindow, text: str) -> None:
    """``text``: how many errors, and what they cost, or a part of it; or why there are none."""
    panel = space(window).errors

    def said() -> str:
        return panel.nothing.label.text() or f"{panel.about.text()}; {panel.costs.text()}"

    qtbot.waitUntil(lambda: text in said().replace("\u00a0", " "))


def edges(window: MainWindow) -> list[str]:
    """The inks of the edges that are drawn thick."""
    return [one.ink for one in space(window).drawing_view.canvas.lights.edges]


def test_the_errors_of_a_sentence(qtbot: QtBot, window: MainWindow, trees: Files) -> None:
    opened(qtbot, window, trees)
    wait_for(qtbot, window, "1 error; E 1 · T 1")
    assert listed(window) == ["PP attachment: NP a man with ears\nConstituent missing · NP → VP · too high · E 1, T 1"]
    space(window).sentences.go_to_sentence(1)
    wait_for(qtbot, window, "No errors.")
    panel = space(window).errors
    assert listed(window) == [] and panel.nothing.isVisible() and not panel.about.isVisible()
    panel.nothing.button.click()  # the way out
    assert space(window).sentences.current_sentence() == 2
    wait_for(qtbot, window, "1 error; E 2 · T 1")
    assert listed(window) == ["Tag: DT a\nDT → CD · E 2, T 1"] and not panel.nothing.isVisible()
    label = space(window).errors.about
    label.setText("Error types need constituents or dependencies.")
    height = label.fontMetrics().height()
    assert label.heightForWidth(150) >= 2 * height > label.heightForWidth(900) - 14  # it wraps where it has no room
    label.setText("x" * 400)
    assert space(window).errors.minimumSizeHint().width() < 300


def test_what_cannot_be_found_is_said(
    qtbot: QtBot, window: MainWindow, trees: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise UsageError("no memory is left")

    compare(qtbot, window, trees)
    monkeypatch.setattr(ConstituentComparison, "errors", fail)
    window.panes.show("errors")
    wait_for(qtbot, window, "The errors could not be found: no memory is left")
    monkeypatch.undo()
    space(window).sentences.go_to_sentence(2)
    wait_for(qtbot, window, "1 error")


def test_an_error_is_lit_by_its_edges_in_both_trees(qtbot: QtBot, window: MainWindow, trees: Files) -> None:
    """The gold has an NP over NP and PP, which hang on the VP in the system."""
    opened(qtbot, window, trees)
    wait_for(qtbot, window, "1 error")
    space(window).errors.list.setCurrentRow(0)
    view, drawing = space(window).alignment.view, space(window).alignment.view.drawing
    assert drawing is not None and view.lights()[0]
    assert edges(window) == [rim(DELETED)] * 2 + [rim(INSERTED)] * 2
    placed = {(box.side, box.text): round(box.x) for box in drawing.boxes if box.kind != WORD}
    ends = [(round(edge.start[0]), round(edge.steps[-1][0])) for edge in view.canvas.lights.edges]
    # the NP of the gold is the last NP of its tree that is written, so that only the PPs' edges are looked at
    assert (placed[GOLD, "NP<"], placed[GOLD, "PP"]) in ends and (placed[TEST, "VP"], placed[TEST, "PP"]) in ends
    assert not view.canvas.grab().toImage().isNull()  # it is painted
    space(window).sentences.go_to_sentence(1)
    assert not edges(window)


@pytest.mark.parametrize("arrangement", ["side-by-side", "merged"])
def test_edges_are_lit_in_trees_that_are_one_or_stand_beside_each_other(
    qtbot: QtBot, window: MainWindow, trees: Files, arrangement: str
) -> None:
    sized(window, 1600, 1000)
    opened(qtbot, window, trees)
    wait_for(qtbot, window, "1 error")
    view = space(window).alignment.view
    view.set_arrangement(arrangement)
    space(window).errors.list.setCurrentRow(0)
    assert {*edges(window)} == {rim(DELETED), rim(INSERTED)}
    view.set_arrangement("mirrored")
    assert {*edges(window)} == {rim(DELETED), rim(INSERTED)}


def test_a_click_always_shows_where_from_and_where_to(qtbot: QtBot, window: MainWindow, trees: Files) -> None:
    """Also where the error is chosen already, and something else was lit since; and so does another mapping."""
    opened(qtbot, window, trees)
    wait_for(qtbot, window, "1 error")
    views = space(window)

    def click() -> None:
        place = views.errors.list.visualItemRect(views.errors.list.item(0)).center()
        qtbot.mouseClick(views.errors.list.viewport(), Qt.MouseButton.LeftButton, pos=place)

    click()
    lit = edges(window)
    assert lit
    views.draw_by("A")
    assert views.drawn[0] == "E" and edges(window) == lit
    views.draw_by("B")
    assert views.drawn[0] == "T" and edges(window) == lit
    views.drawing_view.show_attachment(None)
    views.drawing_view.highlight([])
    click()
    assert edges(window) == lit and views.drawing_view.lights()[0]


def test_the_keyboard_chooses_nothing_by_itself(qtbot: QtBot, window: MainWindow, trees: Files) -> None:
    opened(qtbot, window, trees)
    wait_for(qtbot, window, "1 error")
    errors = space(window).errors.list
    errors.setFocus()
    assert not edges(window)
    qtbot.keyClick(errors, Qt.Key.Key_Down)
    assert edges(window) and errors.currentRow() == 0
    qtbot.keyClick(errors, Qt.Key.Key_Escape)
    assert not edges(window) and not space(window).drawing_view.lit()


def test_nodes_are_those_of_whole_trees(qtbot: QtBot, window: MainWindow, trees: Files) -> None:
    opened(qtbot, window, trees)
    wait_for(qtbot, window, "1 error")
    window.actions_.switches["part"]["roof"].trigger()
    assert space(window).drawn[1] == "roof"
    space(window).errors.list.setCurrentRow(0)
    assert space(window).drawn[1] == "whole" and edges(window)


def test_words_of_dependencies(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    paths = []
    for name, sentence in (("gold", SAW.format(4, "nmod")), ("a", SAW.format(2, "obl"))):
        (tmp_path / f"{name}.conllu").write_text(conllu(sentence) + "\n", "utf-8")
        paths.append(str(tmp_path / f"{name}.conllu"))
    sized(window, 1600, 1000)
    opened(qtbot, window, Files(paths[0], (("", paths[1]),)))
    wait_for(qtbot, window, "1 error; UAS 1 · LAS 1")
    assert listed(window) == [
        "Obliques and nominal modifiers: nmod → obl telescope\nHead and relation · _ → _ · too high · UAS 1, LAS 1"
    ]
    space(window).errors.list.setCurrentRow(0)
    assert edges(window) == [rim(DELETED), rim(INSERTED)]
    drawing = space(window).drawing_view.drawing
    saw, man, telescope = (drawing.boxes[column].x for column in (1, 3, 6))
    ends = [(one.start[0], one.steps[-1][0]) for one in space(window).drawing_view.canvas.lights.edges]
    for (start, end), head in zip(ends, (man, saw), strict=True):
        assert abs(start - head) < 30 and abs(end - telescope) < 10


def chips(window: MainWindow) -> dict[str, QToolButton]:
    found = space(window).errors.chips.findChildren(QToolButton)
    return {chip.text(): chip for chip in found if not chip.isHidden()}


def listed_now(window: MainWindow) -> list[str]:
    return [row.title for row in space(window).errors.list.shown()]


@pytest.fixture
def six(tmp_path: Path) -> Files:
    """The sentence has two errors in one system, none in the other; elsewhere the first has two more, of one type."""
    gold = write(tmp_path / "gold.mrg", [NP, NP, NP])
    return Files(
        gold,
        (("", write(tmp_path / "a.mrg", [TWO, TAG, TAG])), ("", write(tmp_path / "b.mrg", [NP, NP, VP]))),
    )


def test_chips_choose_a_type_and_arrows_go_through_what_is_left(qtbot: QtBot, window: MainWindow, six: Files) -> None:
    sized(window, 1600, 1000)
    opened(qtbot, window, six)
    wait_for(qtbot, window, "2 errors; E 3 · T 2")
    assert sorted(chips(window)) == ["All 2", "PP attachment 1", "Tag 1"] and len(listed_now(window)) == 2
    chips(window)["Tag 1"].click()
    assert listed_now(window) == ["Tag"] and chips(window)["Tag 1"].isChecked()
    rows = space(window).errors.list
    qtbot.keyClick(rows, Qt.Key.Key_Down)
    assert rows.currentItem().text().startswith("Tag") and space(window).errors.lit is not None
    qtbot.keyClick(rows, Qt.Key.Key_Down)  # there is no other
    assert rows.currentItem().text().startswith("Tag")
    click(qtbot, window, "NP<")  # an error that the chip hides is listed again
    assert len(listed_now(window)) == 2 and rows.currentItem().text().startswith("PP") and edges(window)
    space(window).sentences.go_to_sentence(1)
    wait_for(qtbot, window, "1 error")
    assert not chips(window)


def test_a_number_leads_to_all_errors_of_the_type(qtbot: QtBot, window: MainWindow, six: Files) -> None:
    sized(window, 1600, 1000)
    opened(qtbot, window, six)
    wait_for(qtbot, window, "2 errors")
    rows = space(window).errors.list
    numbers = {row.title: row.link for row in rows.shown()}
    assert numbers == {"PP attachment": "1 in all ›", "Tag": "3 in all ›"}
    item = next(rows.item(row) for row in range(rows.count()) if rows.item(row).text().startswith("Tag"))
    rect = rows.visualItemRect(item)
    qtbot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=rect.bottomRight() - QPoint(20, 10))
    assert space(window).sentences.model.order.tolist() == [0, 1, 2]
    assert space(window).sentences.filter_bar.chosen is not None
    rows.setCurrentRow(next(row for row in range(rows.count()) if rows.item(row).text().startswith("PP")))
    qtbot.keyClick(rows, Qt.Key.Key_Return)
    assert space(window).sentences.model.order.tolist() == [0]


def test_counts_of_other_systems_and_of_all_sentences(qtbot: QtBot, window: MainWindow, six: Files) -> None:
    sized(window, 1600, 1000)
    opened(qtbot, window, six)
    wait_for(qtbot, window, "2 errors")
    panel = space(window).errors
    assert [(cell.name, cell.number) for cell in panel.heat.cells] == [("a", 2), ("b", 0)]
    assert panel.heat.cells[0].accessibleName() == "a: 2 errors"
    bars = [panel.bars.item(row).text() for row in range(panel.bars.count())]
    assert bars == ["Tag: 3", "PP attachment: 1"] and panel.bars_title.text() == "a, 3 sentences: 4"
    place = panel.bars.visualItemRect(panel.bars.item(1)).center()
    qtbot.mouseClick(panel.bars.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert space(window).sentences.model.order.tolist() == [0]
    panel.heat.cells[1].click()
    wait_for(qtbot, window, "No errors")
    assert space(window).systems.system == 1
    assert [panel.bars.item(row).text() for row in range(panel.bars.count())] == ["PP attachment: 1"]


def test_cells_stand_in_columns_and_types_are_whole_before_bars_are_long(qtbot: QtBot) -> None:
    cells, bars = HeatRow(), TypeBars()
    qtbot.addWidget(cells)
    qtbot.addWidget(bars)
    cells.show_counts(["a", "stanford-pcfg", "b"], [1, 2, None], 0, "errors")
    assert len({cell.sizeHint().width() for cell in cells.cells}) == 1
    bars.resize(320, 100)
    bars.show_counts([("Obliques and nominal modifiers", 506), ("Tag", 3)])
    longest = bars.fontMetrics().horizontalAdvance("Obliques and nominal modifiers")
    assert bars._types.names >= longest > (320 - 24) / 2 and MOST_NAMES > 0.6
    assert bars._types.figures == bars.fontMetrics().horizontalAdvance("506")


def test_words_without_room_beside_the_type_are_below(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = ErrorRows()
    qtbot.addWidget(rows)
    seen: list[str] = []
    monkeypatch.setattr(rows._rows, "_at_left", lambda *given: seen.append(given[-1]) or 8 * len(given[-1]))
    rows.add(ErrorRow("k", "Compounds, names and lists, and more of them", "HPL", "UAS 1 · LAS 1", "too low", "", 3))
    rows.resize(320, 60)
    rows.grab()
    assert seen[-2:] == ["Compounds, names and lists, and more of them", "HPL · too low"]


def test_what_all_names_begin_with_is_left_out(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    sized(window, 1600, 1000)
    systems = [write(tmp_path / f"dev.parser-{name}.mrg", [TWO]) for name in "ab"]
    opened(qtbot, window, Files(write(tmp_path / "gold.mrg", [NP]), tuple(("", one) for one in systems)))
    wait_for(qtbot, window, "2 errors")
    panel = space(window).errors
    assert [cell.name for cell in panel.heat.cells] == ["a", "b"] and panel.bars_title.text().startswith("a, 1 ")
    window.panes.show("explain")
    assert space(window).explain.about.text() == "1 · a"


def test_rows_come_first_where_there_is_little_room(qtbot: QtBot, window: MainWindow, six: Files) -> None:
    opened(qtbot, window, six)
    wait_for(qtbot, window, "2 errors")
    panel = space(window).errors
    for height, is_heat, is_bars in ((700, True, True), (280, True, False), (150, False, False), (80, False, False)):
        panel.resize(320, height)
        assert panel.chips.isHidden() == (height < 100), height
        assert (panel.heat.isHidden(), panel.bars.isHidden()) == (not is_heat, not is_bars), height
        assert height < 100 or panel.list.height() >= min(panel.list.whole_height(), 80), height
    panel.resize(760, 41)  # a sheet of one line: one error, whole
    assert panel.about.isHidden() and panel.list.height() == 40
    assert panel.list._rows.sizeHint(QStyleOptionViewItem(), QModelIndex()).height() == panel.list.viewport().height()
    panel.list.setCurrentRow(1)
    panel.list.resize(760, 40)
    panel.list.doItemsLayout()
    item = panel.list.item(1)
    row, rect = item.data(ROW_ROLE), panel.list.visualItemRect(item)
    assert panel.list.verticalScrollBar().maximum() == panel.list.count() - 1  # nothing empty below the last one
    with qtbot.waitSignal(panel.list.allWanted) as wanted:
        place = panel.list._rows.link_rect(rect, panel.list.font(), row).center()
        QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert wanted.args == [1] and rect.top() == 0 and panel.list.verticalScrollBar().value() == 1
    panel._show(panel._errors)  # of another sentence: from its first error
    assert panel.list.verticalScrollBar().value() == 0
    panel.resize(320, 700)
    assert not panel.about.isHidden() and not panel.list._rows.line
    window.close_comparison()
    assert panel.heat.isHidden() and panel.bars.isHidden() and not panel.list.count()


def test_without_a_parse_there_is_a_reason(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    gold, system = write(tmp_path / "gold.mrg", [NP, NP]), write(tmp_path / "a.mrg", ["(())", NP])
    opened(qtbot, window, Files(gold, (("", system),)))
    wait_for(qtbot, window, "No error analysis: no parse")
    assert listed(window) == []


def test_a_hidden_pane_asks_for_nothing(qtbot: QtBot, window: MainWindow, trees: Files) -> None:
    compare(qtbot, window, trees)
    panel = space(window).errors
    assert not panel.isVisible() and not panel.work.is_busy and listed(window) == []
    window.panes.show("errors")
    wait_for(qtbot, window, "1 error")


def test_a_cell_of_the_table_of_errors_lights_its_nodes(qtbot: QtBot, window: MainWindow, trees: Files) -> None:
    from treecompare.analyses.errors import error_tables

    compare(qtbot, window, trees)
    comparison = window.session.comparison
    assert comparison is not None
    table = error_tables(comparison, space(window).view())[0]
    found = table.found(0, 1)
    assert table.rows[0][0] == "PP attachment" and found is not None
    space(window).show_found(found)
    assert space(window).sentences.model.order.tolist() == [0]
    view = space(window).drawing_view
    qtbot.waitUntil(lambda: bool(view.lit()))
    assert set(map(view.drawn.shown_at, found.nodes[0])) == set(view.lit())


def test_without_a_gold_differences_are_told_by_the_names_of_both(
    qtbot: QtBot, window: MainWindow, trees: Files
) -> None:
    opened(qtbot, window, trees)
    wait_for(qtbot, window, "1 error")
    window.sides.no_gold()
    wait_for(qtbot, window, "1 difference; E 1 · T 1")
    first = space(window).systems.model.comparison.gold.name
    second = space(window).systems.model.comparison.table.systems[0]
    assert listed(window) == [
        f"PP attachment: NP a man with ears\nConstituent only in {first} · NP → VP · higher in {second} · E 1, T 1"
    ]
    assert not space(window).drawing_view.telling.is_gold
    window.sides.no_gold()
    wait_for(qtbot, window, "1 error")


def chosen(window: MainWindow) -> list[int]:
    return [index.row() for index in space(window).errors.list.selectedIndexes()]


def click(qtbot: QtBot, window: MainWindow, text: str) -> None:
    canvas = space(window).drawing_view.canvas
    box = next(one for one in space(window).drawing_view.drawing.boxes if one.text == text)
    place = canvas.mapFromScene(box.x, box.y)
    qtbot.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)


TWO = VP.replace("(DT a)", "(CD a)")


def test_a_click_on_an_error_in_the_drawing_chooses_it_in_the_list(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    gold, system = write(tmp_path / "gold.mrg", [NP, NP]), write(tmp_path / "a.mrg", [TWO, NP])
    sized(window, 1600, 1000)  # in a narrow window a click puts the inspector away
    opened(qtbot, window, Files(gold, (("", system),)))
    wait_for(qtbot, window, "2 errors")
    rows = {text.split(":")[0]: row for row, text in enumerate(listed(window))}
    click(qtbot, window, "~DT")
    assert chosen(window) == [rows["Tag"]]
    click(qtbot, window, "NP<")
    assert chosen(window) == [rows["PP attachment"]] and edges(window)
    click(qtbot, window, "S")  # no error: nothing else is chosen
    assert chosen(window) == [rows["PP attachment"]]
    space(window).sentences.go_to_sentence(1)
    wait_for(qtbot, window, "No errors")
    assert chosen(window) == []


def test_a_click_is_remembered_until_the_errors_are_shown(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    gold, system = write(tmp_path / "gold.mrg", [NP, NP]), write(tmp_path / "a.mrg", [TWO, TWO])
    compare(qtbot, window, Files(gold, (("", system),)))
    click(qtbot, window, "NP<")
    window.panes.show("errors")
    wait_for(qtbot, window, "2 errors")
    assert "PP attachment" in listed(window)[chosen(window)[0]] and edges(window)
    space(window).sentences.go_to_sentence(1)  # it is of the other sentence
    qtbot.waitUntil(lambda: not space(window).errors.work.is_busy)
    assert chosen(window) == []


def test_a_cell_marks_its_error_in_the_list_and_lights_all_that_it_counts(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    from treecompare.analyses.errors import error_tables

    gold, system = write(tmp_path / "gold.mrg", [NP, NP]), write(tmp_path / "a.mrg", [NP, TWO])
    opened(qtbot, window, Files(gold, (("", system),)))
    table = error_tables(window.session.comparison, space(window).view())[0]  # type: ignore[arg-type]
    for row, (name, *_) in enumerate(table.rows):
        found = table.found(row, 1)
        if name != "All" and found is not None and len(found.sentences):
            space(window).show_found(found)
            wait_for(qtbot, window, "2 errors")
            assert listed(window)[chosen(window)[0]].startswith(str(name))
            view = space(window).drawing_view
            assert set(map(view.drawn.shown_at, found.nodes[1])) == set(view.lit()) != set()


def test_words_of_dependencies_are_marked_too(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    from treecompare.analyses.by_category import confusion_tables

    paths = []
    wrong = SAW.format(2, "obl").replace("she 2 nsubj", "she 2 obj")
    for name, sentence in (("gold", SAW.format(4, "nmod")), ("a", wrong)):
        (tmp_path / f"{name}.conllu").write_text(conllu(sentence) + "\n", "utf-8")
        paths.append(str(tmp_path / f"{name}.conllu"))
    opened(qtbot, window, Files(paths[0], (("", paths[1]),)))
    wait_for(qtbot, window, "2 errors")
    (row,) = (number for number, text in enumerate(listed(window)) if "telescope" in text)
    click(qtbot, window, ">obl")
    assert chosen(window) == [row]
    space(window).errors.list.clearSelection()
    tables = confusion_tables(window.session.comparison, space(window).view())  # type: ignore[arg-type]
    found = next(
        cell for table in tables for place, one in enumerate(table.rows)
        if one[:2] == ["nmod", "obl"] and table.found and (cell := table.found(place, 2)) is not None
    )  # fmt: skip
    space(window).show_found(found)
    qtbot.waitUntil(lambda: chosen(window) == [row])


def test_a_word_that_only_the_system_has_is_named(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    gold = write(tmp_path / "gold.mrg", [NP, NP])
    system = write(tmp_path / "a.mrg", [NP.replace("(DT a)", "(DT a) (JJ gross)"), NP])
    opened(qtbot, window, Files(gold, (("", system),)))
    wait_for(qtbot, window, "1 error")
    assert listed(window)[0].splitlines()[0] == "Words that differ: JJ gross"


def test_a_word_that_only_a_dependency_parser_has_is_named(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    paths = []
    more = "she 3 nsubj, gladly 3 advmod, saw 0 root, him 3 obj"
    for name, sentence in (("gold", "she 2 nsubj, saw 0 root, him 2 obj"), ("a", more)):
        (tmp_path / f"{name}.conllu").write_text(conllu(sentence) + "\n", "utf-8")
        paths.append(str(tmp_path / f"{name}.conllu"))
    opened(qtbot, window, Files(paths[0], (("", paths[1]),)))
    wait_for(qtbot, window, "1 error;")
    assert listed(window)[0].splitlines()[0] == "Words that differ: extra: advmod gladly"
    counted = CountedErrors(window.session.comparison)  # type: ignore[arg-type]
    assert [row[6] for row in listed_errors(counted).rows] == ["gladly"]
    assert [one["text"] for one in error_objects(counted, 0)] == ["gladly"]


def test_what_moved_is_not_folded(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    """The PP that is attached wrongly is the same on both sides, and was folded with the words around."""
    adverbs = " ".join(f"(ADVP (RB considerably{number}))" for number in range(16))
    trees = [one.replace(" (. .)", f" {adverbs} (. .)") for one in (NP, VP)]
    gold, system = write(tmp_path / "gold.mrg", [trees[0], NP]), write(tmp_path / "a.mrg", [trees[1], NP])
    sized(window, 1280, 800)
    opened(qtbot, window, Files(gold, (("", system),)))
    wait_for(qtbot, window, "1 error")

    def texts() -> list[str]:
        return [box.text for box in space(window).drawing_view.drawing.boxes]

    assert texts().count("PP") == 2 and "… 16 words …" in texts()
    space(window).errors.list.setCurrentRow(0)
    assert texts().count("PP") == 2 and "NP<" in texts()


def test_all_systems_are_compared_in_the_overview(
    qtbot: QtBot, window: MainWindow, trees: Files, tmp_path: Path
) -> None:
    window.resize(1600, 1000)
    opened(qtbot, window, trees)
    wait_for(qtbot, window, "1 error")
    assert not space(window).errors.compare.isVisible()  # one system is compared with none
    other = write(tmp_path / "b.mrg", [NP, TAG, NP])
    compare(qtbot, window, Files(trees.gold, (*trees.systems, ("", other))))
    window.panes.show("errors")
    qtbot.waitUntil(space(window).errors.compare.isVisible)
    space(window).errors.compare.click()
    qtbot.waitUntil(lambda: looked_up(window) == "errors")


def test_messages_stay_beside_the_rail_of_the_overview(compared: MainWindow) -> None:
    compared.resize(1280, 800)
    compared.tell("All is compared.")
    space(compared).layout.show_tab(OVERVIEW)
    assert compared.messages.x() == RAIL
    space(compared).layout.show_tab(SENTENCE)
    assert compared.messages.x() == 0
