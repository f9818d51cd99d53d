"""All systems drawn one below the other: chosen as the other layouts are, lit, clicked, saved; of two kinds of comparison."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.frame.strange import dependencies
from tests.app.helpers import click_on, point_at, press, sized, space
from tests.conftest import stride
from treecompare.app.drawings import stack_view
from treecompare.app.drawings.canvas import Fit
from treecompare.app.drawings.stack_view import StackView
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.comparison.judgements import CORRECT, YES
from treecompare.drawing.drawn import Attached
from treecompare.drawing.stacks import HeadBox
from treecompare.drawing.style import rim
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED
from treecompare.scores.table import WAITING


@pytest.fixture
def stacked(qtbot: QtBot, compared: MainWindow) -> StackView:
    press(qtbot, compared, Qt.Key.Key_A)
    view = space(compared).drawing_view
    assert isinstance(view, StackView) and view.drawing is not None
    return view


def test_a_key_shows_all_systems_and_one_again(qtbot: QtBot, compared: MainWindow, stacked: StackView) -> None:
    views = space(compared)
    names = [head.name for head in stacked.drawing.heads]
    assert names == ["GOLD", *views.systems.model.comparison.table.systems]
    assert views.pictures.currentWidget() is views.view_shown.stack and stacked.isVisible()
    assert "--layout stacked" in _command(views)
    press(qtbot, compared, Qt.Key.Key_A)
    assert views.drawing_view is views.alignment.view and views.alignment.view.drawing is not None
    press(qtbot, compared, Qt.Key.Key_A)
    press(qtbot, compared, Qt.Key.Key_S)  # another layout leaves it
    assert views.drawing_view is views.alignment.view and views.alignment.view.arrangement == "side-by-side"


def _command(views: object) -> str:
    views.drawing_view.canvas.setFocus()  # type: ignore[attr-defined]
    return str(views.as_command())  # type: ignore[attr-defined]


def test_a_click_on_a_name_chooses_the_system_and_the_drawing_stays(
    qtbot: QtBot, compared: MainWindow, stacked: StackView
) -> None:
    views, before = space(compared), stacked.drawing
    head = stacked.drawing.head_boxes[2]
    assert "click" in stacked.drawn.said(head)
    click_on(qtbot, stacked, head)
    assert views.systems.system == 1 and stacked.system == 1 and stacked.drawing is before
    click_on(qtbot, stacked, stacked.drawing.head_boxes[0])  # the gold is no system
    assert views.systems.system == 1


def test_the_score_is_that_of_measure_a(compared: MainWindow, stacked: StackView) -> None:
    views = space(compared)
    picker = views.sentences.picker_a
    before = [head.said for head in stacked.drawing.heads]
    picker.setCurrentIndex(picker.findData("la"))
    assert views.sentences.key_a == "la"
    assert [head.said for head in stacked.drawing.heads] != before
    assert "Leaf-Ancestor" in stacked.drawing.heads[1].said


def test_the_mouse_lights_the_same_words_in_all(stacked: StackView) -> None:
    box = next(box for box in stacked.drawing.boxes if not isinstance(box, HeadBox) and box.part is None)
    point_at(stacked, box)
    frames, words = stacked.lights()
    assert frames and words and len({round(rect.y()) for rect in words}) == len(stacked.drawing.heads)


def test_it_scrolls_and_never_crops(compared: MainWindow, stacked: StackView) -> None:
    compared.resize(1280, 800)
    area = stacked.canvas.sceneRect()
    assert area.height() >= stacked.drawing.height and area.width() >= stacked.drawing.width
    assert stacked.canvas.transform().m11() * stacked.canvas.smallest_text >= 8.9
    assert all(box.x - box.width / 2 >= 0 and box.y < stacked.drawing.height for box in stacked.drawing.boxes)
    stacked.canvas.scale(4, 4)
    bar = stacked.canvas.horizontalScrollBar()
    bar.setValue(bar.maximum())
    left = stacked.canvas.mapToScene(stacked.canvas.viewport().rect().topLeft()).x()
    assert stacked.names_item.x() == pytest.approx(left) and left > 0  # names stay in sight


@pytest.mark.parametrize("ending", ["svg", "pdf", "png", "tex"][:: stride(2)])
def test_it_is_saved(stacked: StackView, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"all.{ending}"
    stacked.save(str(path))
    assert path.stat().st_size > 500
    if ending in ("svg", "tex"):
        assert all(head.name.split(".")[0] in path.read_text("utf-8") for head in stacked.drawing.heads)


def test_folding_and_changes(stacked: StackView) -> None:
    folded = len(stacked.drawing.boxes)
    stacked.elide.setChecked(False)
    assert len(stacked.drawing.boxes) >= folded
    assert len(stacked.drawn.changes_said()) == len(stacked.drawn.changed())


def test_of_dependencies(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    def words(head: int) -> str:
        rows = [("she", 2, "nsubj"), ("saw", 0, "root"), ("dogs", 2, "obj"), ("in", 5, "case"), ("parks", head, "obl")]
        return "".join(f"{n}\t{w}\t{w}\tX\t_\t_\t{h}\t{r}\t_\t_\n" for n, (w, h, r) in enumerate(rows, 1)) + "\n"

    paths = []
    for name, head in (("gold", 2), ("one", 2), ("two", 3)):
        paths.append(tmp_path / f"{name}.conllu")
        paths[-1].write_text(words(head) * 3, "utf-8")
    compare(qtbot, window, Files(str(paths[0]), (("one", str(paths[1])), ("two", str(paths[2])))))
    views = space(window)
    views.go_to(1)
    views.stacking.set(True)
    view = views.drawing_view
    assert isinstance(view, StackView) and view.drawing.heads[2].said == "LAS 80.00 · 1 wrong head · 1 error"
    views.view_shown.light_found([], [5])
    assert view.lit()
    assert views.view_shown.words is not None and views.view_shown.picture.view.arcs is not None


def test_it_is_remembered(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    from treecompare.app.common import preferences

    preferences.store("all_systems", "yes")
    compare(qtbot, window, files)
    assert isinstance(space(window).drawing_view, StackView)


@pytest.mark.own_window
def test_the_command_draws_the_sentence_that_is_seen(compared: MainWindow, stacked: StackView) -> None:
    views = space(compared)
    views.go_to(4)
    stacked.elide.setChecked(False)
    command = _command(views)
    assert command.count("--layout") == 1 and "--layout stacked" in command
    assert "--sentence 5" in command and "--output sentence-5.svg" in command and "--whole-trees" in command


def _choose_an_error(qtbot: QtBot, window: MainWindow) -> None:
    views = space(window)
    window.panes.show("errors")
    for sentence in range(60):
        views.go_to(sentence)
        qtbot.waitUntil(lambda: not views.errors.work.is_busy)
        if views.errors.list.count():
            break
    views.errors.list.setCurrentRow(0)


def test_an_error_is_of_one_system(qtbot: QtBot, compared: MainWindow, stacked: StackView) -> None:
    views = space(compared)
    _choose_an_error(qtbot, compared)
    assert stacked.lit() and views.errors.list.count()
    tree = stacked.sentence.mappings[0].test  # type: ignore[union-attr]
    stacked.show_attachment(Attached([("test", tree.children[tree.roots[0]][0])], {}))
    assert stacked.canvas.lights.edges
    compared.panes.show("notes")  # in which the list of errors is no longer filled
    views.systems.choose(1)
    assert stacked.system == 1 and not stacked.lit() and not stacked.canvas.lights.edges


def test_a_chosen_error_stays_lit_in_the_other_drawing(qtbot: QtBot, compared: MainWindow, stacked: StackView) -> None:
    views = space(compared)
    _choose_an_error(qtbot, compared)
    views.stacking.set(False)
    assert views.drawing_view is views.alignment.view and views.alignment.view.lit()
    views.stacking.set(True)
    assert stacked.lit()
    views.errors.list.clearSelection()
    views.stacking.set(False)
    assert not views.alignment.view.lit()


def test_the_next_sentence_is_as_large_as_any(compared: MainWindow, stacked: StackView) -> None:
    stacked.fit()
    seen = []
    stacked.overviews = lambda tried: iter(seen.append(tried) or ())  # type: ignore[method-assign,func-returns-value]
    space(compared).go_to(4)
    assert not seen and stacked.canvas.fitting == Fit.LEGIBLE


def test_without_gold_systems_have_differences(compared: MainWindow, stacked: StackView) -> None:
    views = space(compared)
    panel = views.view_shown.stack
    told = panel.counts.text()
    assert told.endswith("without an error") and any("error" in head.said for head in stacked.drawing.heads)
    compared.sides.no_gold()
    assert not any("error" in head.said for head in stacked.drawing.heads)
    assert panel.counts.text() == told.replace("an error", "a difference")


def test_another_kind_of_comparison_has_scores_of_its_own(
    qtbot: QtBot, compared: MainWindow, stacked: StackView, tmp_path: Path
) -> None:
    compare(qtbot, compared, dependencies(tmp_path))
    heads = space(compared).drawing_view.drawing.heads
    assert space(compared).drawing_view is not stacked and heads[1].said.startswith("LAS ")


def test_words_are_listed_once_their_sentence_is_compared(
    qtbot: QtBot, compared: MainWindow, stacked: StackView, tmp_path: Path
) -> None:
    compare(qtbot, compared, dependencies(tmp_path))
    views, statuses = space(compared), compared.session.comparison.table.statuses
    kind, before = views.view_shown, statuses.copy()
    statuses[:] = WAITING
    views.go_to(1)
    views.go_to(0)
    assert "not been compared yet" in kind.picture.note.text()
    statuses[:] = before
    kind.update_sentence()
    assert kind.picture.view.arcs is not None


def test_long_sentences_are_lit_once_they_are_drawn(
    qtbot: QtBot, compared: MainWindow, stacked: StackView, monkeypatch: pytest.MonkeyPatch
) -> None:
    views = space(compared)
    monkeypatch.setattr(stack_view, "MANY_WORDS", 0)
    views.go_to(4)
    assert stacked.drawing is None
    views.view_shown.light_found([("gold", 2)], [])
    qtbot.waitUntil(lambda: stacked.drawing is not None)
    assert stacked.lit() == list(map(stacked.drawn.shown_at, stacked.drawn.places_of([("gold", 2)]))) != []
    views.go_to(5)
    views.view_shown.shown.light([("gold", 1)])
    qtbot.waitUntil(lambda: stacked.drawing is not None)
    assert stacked.lit() == list(map(stacked.drawn.shown_at, stacked.drawn.places_of([("gold", 1)]))) != []


def test_what_is_judged_changes_the_scores(compared: MainWindow, stacked: StackView) -> None:
    views = space(compared)
    picker = views.sentences.picker_a
    picker.setCurrentIndex(picker.findData("judged"))
    before = [head.said for head in stacked.drawing.heads]
    views.notes.edited.emit([(CORRECT, views.sentences.current_sentence(), "one", "", YES)], "judged")
    assert [head.said for head in stacked.drawing.heads] != before


@pytest.fixture
def arcs(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> StackView:
    """A sentence of nine words, whose last one depends on the second in the gold, on the one before it in the second system."""
    paths = []
    for name, head in (("gold", 2), ("one", 2), ("two", 8)):
        heads = [2, 0, *(number - 1 for number in range(3, 9)), head]
        rows = (f"{n}\tword{n}\t_\tNOUN\tN\t_\t{h}\tdep\t_\t_\n" for n, h in enumerate(heads, 1))
        paths.append(tmp_path / f"{name}.conllu")
        paths[-1].write_text("".join(rows) + "\n", "utf-8")
    compare(
        qtbot,
        window,
        Files(str(paths[0]), (("one", str(paths[1])), ("a parser that has quite a long name", str(paths[2])))),
    )
    sized(window, 1600, 1000)  # no pane lies over the drawing, which a click would put away
    views = space(window)
    views.stacking.set(True)
    views.drawing_view.elide.setChecked(False)
    views.systems.choose(1)
    window.panes.show("errors")
    qtbot.waitUntil(lambda: views.errors.list.count() == 1)
    return views.drawing_view


def tops(view: StackView) -> list[float]:
    return [*(top for _, top in view.drawing.lines), view.drawing.height]


def test_a_lit_arc_is_that_of_the_gold_and_of_the_system(qtbot: QtBot, window: MainWindow, arcs: StackView) -> None:
    for size, most_rows in (((1600, 1000), 1), ((400, 700), 9)):
        sized(window, *size)
        space(window).errors.list.clearSelection()
        assert not arcs.canvas.lights.edges
        space(window).errors.list.setCurrentRow(0)
        assert (arcs.drawing.blocks > 1) == (most_rows > 1)
        found = {one.ink: [] for one in arcs.canvas.lights.edges}
        for one in arcs.canvas.lights.edges:
            line = max(number for number, top in enumerate(tops(arcs)) if top < one.start[1])
            found[one.ink].append(arcs.drawing.lines[line][0])
        assert set(found) == {rim(DELETED), rim(INSERTED)}
        assert set(found[rim(DELETED)]) == {0} and set(found[rim(INSERTED)]) == {2}


@pytest.mark.own_window
def test_lit_edges_of_trees_stay_in_their_trees(qtbot: QtBot, compared: MainWindow, stacked: StackView) -> None:
    views = space(compared)
    views.systems.choose(1)
    compared.panes.show("errors")
    number = 0
    for sentence in range(12):
        views.go_to(sentence)
        qtbot.waitUntil(lambda: not views.errors.work.is_busy)
        for row in range(views.errors.list.count()):
            views.errors.list.setCurrentRow(row)
            for one in stacked.canvas.lights.edges:
                number += 1
                line = max(place for place, top in enumerate(tops(stacked)) if top < one.start[1])
                tier = stacked.drawing.lines[line][0]
                assert tier == (0 if one.ink == rim(DELETED) else 2)
    assert number > 3


def test_a_click_on_an_arc_goes_to_its_error(qtbot: QtBot, window: MainWindow, arcs: StackView) -> None:
    views = space(window)
    wrong = next(box for box in arcs.drawing.boxes if getattr(box, "arc", None) and box.operation == INSERTED)
    views.systems.choose(0)
    click_on(qtbot, arcs, next(box for box in arcs.drawing.boxes if box.tier == 2 and box.operation == MATCHED))
    assert arcs.system == 0  # what is right in another system is no reason to leave this one
    click_on(qtbot, arcs, wrong)
    assert arcs.system == 1 and arcs.pinned == arcs.drawn.place_of(wrong)
    qtbot.waitUntil(lambda: bool(arcs.canvas.lights.edges))
    assert views.errors.list.currentRow() == 0


@pytest.mark.own_window
def test_a_click_on_a_node_goes_to_its_error(qtbot: QtBot, compared: MainWindow, stacked: StackView) -> None:
    views = space(compared)
    _choose_an_error(qtbot, compared)
    first = compared.session.comparison.errors(0).of(views.sentences.current_sentence())[0]
    nodes = [*first.nodes, *first.moved]
    views.errors.list.clearSelection()
    click_on(qtbot, stacked, stacked.drawing.box_of(stacked.drawn.places_of(nodes)[0]))
    assert [index.row() for index in views.errors.list.selectedIndexes()] == [0]


@pytest.mark.parametrize("size", [(480, 560), (1280, 800), (1600, 1000)][:: stride(2)])
def test_nothing_is_scrolled_sideways_for_a_scroll_bar(
    qtbot: QtBot, window: MainWindow, arcs: StackView, size: tuple[int, int]
) -> None:
    for is_open in (False, True):
        sized(window, *size)
        space(window).layout.open_inspector(is_open)
        qtbot.wait(30)
        is_high = arcs.canvas.verticalScrollBar().maximum() > 0
        assert is_high or size[0] > 1000
        assert not arcs.canvas.horizontalScrollBar().maximum()


def test_rounding_shows_no_scroll_bar(window: MainWindow, arcs: StackView) -> None:
    sized(window, 480, 560)
    canvas = arcs.canvas
    assert canvas.verticalScrollBar().maximum()
    canvas.fit(Fit.WIDTH)
    across = canvas.horizontalScrollBar()
    assert not across.isVisible() and across.minimum() == across.maximum()


@pytest.mark.own_window
def test_trees_as_wide_as_the_view_leave_room_for_its_scroll_bar(qtbot: QtBot, stacked: StackView) -> None:
    canvas = stacked.canvas
    bar = canvas.verticalScrollBar().sizeHint().width()
    width = canvas.space.room.width / canvas.space.room.least
    has_room = partial(stacked.drawn.has_room, space=stacked.space)
    assert not has_room(width + 1, 10) and has_room(width, 10) and not has_room(width, 10_000)
    assert has_room(width - bar / canvas.space.least_scale, 10_000)
