"""From a sentence to its like: by keys, by the menus, by an error that was chosen, round the end, and in words."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare, write
from tests.app.helpers import point_at, space
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.scores.result import Found

NP = "(S (NP (PRP I)) (VP (VBD saw) (NP (NP (DT a) (NN man)) (PP (IN with) (NP (NNS ears))))))"
VP = "(S (NP (PRP I)) (VP (VBD saw) (NP (DT a) (NN man)) (PP (IN with) (NP (NNS ears)))))"
TAG = NP.replace("DT", "CD")
NOUN = NP.replace("NN man", "JJ man")
BOTH = VP.replace("NN man", "JJ man")


@pytest.fixture
def opened(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> MainWindow:
    systems = [VP, NP, TAG, VP, NOUN, TAG, BOTH]
    gold = write(tmp_path / "gold.mrg", [NP] * len(systems))
    compare(qtbot, window, Files(gold, (("", write(tmp_path / "a.mrg", systems)),)))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    space(window).sentences.table.setFocus()
    return window


def go(qtbot: QtBot, window: MainWindow, name: str = "next_like") -> tuple[int, str]:
    """Where a command leads, and what is said of it."""
    window.actions_.by_name[name].trigger()
    return settled(qtbot, window)


def settled(qtbot: QtBot, window: MainWindow) -> tuple[int, str]:
    qtbot.waitUntil(lambda: not space(window).alike.work.is_busy)
    return space(window).sentences.current_sentence() + 1, window.messages.text()


def test_the_same_labels_go_before_the_same_types(qtbot: QtBot, opened: MainWindow) -> None:
    space(opened).sentences.go_to_sentence(2)
    assert go(qtbot, opened) == (6, "Like sentence 3: the same errors, with the same labels.")
    assert go(qtbot, opened) == (3, "Sentence 3 again, where this began. Round the end of the list.")
    assert go(qtbot, opened, "previous_like")[0] == 6
    space(opened).sentences.go_to_sentence(4)
    assert go(qtbot, opened) == (6, "Like sentence 5: errors of the same types.")
    # who goes on does so with what was sought first, not with what is more like the last one
    assert go(qtbot, opened) == (3, "Like sentence 5: errors of the same types. Round the end of the list.")
    assert go(qtbot, opened)[0] == 5


def test_keys_and_the_rows_menu_lead_there(qtbot: QtBot, opened: MainWindow) -> None:
    for key, wanted in ((Qt.Key.Key_J, 4), (Qt.Key.Key_K, 1)):
        QTest.keyClick(opened.windowHandle(), key, Qt.KeyboardModifier.ShiftModifier)
        assert settled(qtbot, opened)[0] == wanted
    space(opened).sentences.table.customContextMenuRequested.emit(QPoint(5, 5))
    menu = next(one for one in opened.findChildren(QMenu) if one.isVisible())
    assert {"next_like", "previous_like"} <= {one.objectName() for one in menu.actions()}
    menu.close()


def test_where_nothing_is_like_it_that_is_said(qtbot: QtBot, opened: MainWindow) -> None:
    space(opened).sentences.go_to_sentence(1)
    assert go(qtbot, opened) == (2, "This sentence has no errors that another one could share.")
    space(opened).sentences.go_to_sentence(0)
    space(opened).sentences.filter_bar.choose_sentences(None)
    space(opened).sentences.filter_bar.text.setText("no such words")
    qtbot.waitUntil(lambda: space(opened).sentences.model.rowCount() == 0)
    assert go(qtbot, opened)[0] == 0
    space(opened).sentences.filter_bar.reset()
    space(opened).show_found(Found(np.array([0, 1, 2]), 0, "some"))
    space(opened).sentences.go_to_sentence(0)
    assert go(qtbot, opened) == (1, "No other sentence in the list is like this one.")


def test_an_error_that_was_chosen_leads_to_its_like_which_is_lit(qtbot: QtBot, opened: MainWindow) -> None:
    views = space(opened)
    opened.panes.show("errors")
    views.sentences.go_to_sentence(6)  # it has two errors
    qtbot.waitUntil(lambda: views.errors.list.count() == 2)
    row = next(row for row in range(2) if "PP attachment" in views.errors.list.item(row).text())
    views.errors.list.setCurrentRow(row)
    assert go(qtbot, opened) == (
        1, "Like sentence 7: PP attachment, with the same labels. Round the end of the list.",
    )  # fmt: skip
    qtbot.waitUntil(lambda: views.errors.lit is not None)
    assert views.errors.lit.what == "PP" and views.drawing_view.canvas.lights.edges
    assert go(qtbot, opened)[0] == 4
    views.sentences.go_to_sentence(6)
    qtbot.waitUntil(lambda: views.errors.list.count() == 2)
    views.errors.list.setCurrentRow(1 - row)
    assert go(qtbot, opened)[0] == 5  # JJ for NN; the tags of 3 and 6 are others


@pytest.mark.parametrize("part", ["whole", "roof"])
def test_a_changed_node_has_the_way_in_its_menu(qtbot: QtBot, opened: MainWindow, part: str) -> None:
    views = space(opened)
    views.set_mapping("T", part, True)
    view = views.drawing_view
    changed = set(view.drawn.changed())
    same = next(place for place in map(view.drawn.place_of, view.drawing.boxes) if place not in changed)
    for place, is_changed in ((same, False), (next(iter(changed)), True)):
        point_at(view, view.drawn.box_of(place))
        middle = view.rect().center()
        asked = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, middle, view.mapToGlobal(middle))
        QApplication.sendEvent(view, asked)
        menu = next(one for one in view.findChildren(QMenu) if one.isVisible())
        like = [one for one in menu.actions() if "like this one" in one.text()]
        assert bool(like) == (is_changed and part == "whole")
        if like:
            like[0].trigger()
        menu.close()
    if part == "whole":
        assert settled(qtbot, opened) == (4, "Like sentence 1: PP attachment, with the same labels.")


@pytest.mark.parametrize("stacked", [False, True])
def test_arcs_and_all_systems_have_it_too(qtbot: QtBot, window: MainWindow, tmp_path: Path, stacked: bool) -> None:
    def conllu(*heads: int) -> str:
        rows = ((number, f"w{number}", head, "root" if not head else "dep") for number, head in enumerate(heads, 1))
        return "".join(f"{n}\t{form}\t_\tX\tX\t_\t{head}\t{label}\t_\t_\n" for n, form, head, label in rows) + "\n"

    (tmp_path / "gold.conllu").write_text(conllu(2, 0, 2, 3) * 3, "utf-8")
    system = conllu(2, 0, 2, 2) + conllu(2, 0, 2, 3) + conllu(2, 0, 2, 2)
    (tmp_path / "a.conllu").write_text(system, "utf-8")
    compare(qtbot, window, Files(str(tmp_path / "gold.conllu"), (("", str(tmp_path / "a.conllu")),)))
    space(window).stacking.set(stacked)
    qtbot.waitUntil(lambda: bool(space(window).drawing_view.drawn.changed()))
    view = space(window).drawing_view
    found = {node for place in view.drawn.changed() for node in view.drawn.nodes_at(place)}
    assert ("test", 3) in found
    view.likeWanted.emit([("test", 3)])
    assert settled(qtbot, window)[0] == 3


def test_kinds_without_errors_do_not_offer_it(qtbot: QtBot, window: MainWindow) -> None:
    def offered() -> list[QAction]:
        return [one for name in ("next_like", "previous_like") if (one := window.actions_.by_name[name]).isVisible()]

    for sample, count in (("words-that-differ", 0), ("dependencies", 2)):
        with qtbot.waitSignal(window.session.ended, timeout=20_000):
            window.open_sample(sample)
        assert len(offered()) == count


def test_who_goes_elsewhere_meanwhile_stays_there(qtbot: QtBot, opened: MainWindow) -> None:
    space(opened).sentences.go_to_sentence(2)
    opened.actions_.by_name["next_like"].trigger()
    space(opened).sentences.go_to_sentence(0)
    assert settled(qtbot, opened)[0] == 1
