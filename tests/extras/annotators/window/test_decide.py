"""Deciding between annotators in the frame: by keyboard and mouse, in step with the comparison file and the main window."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPlainTextEdit, QToolButton
from pytestqt.qtbot import QtBot

from tests.app.helpers import dialogs, looked_up, space
from tests.conftest import stride
from tests.extras.annotators.made import BANK_A, BANK_B, arc, conllu
from tests.extras.annotators.test_adjudication import CHAIN_A, CHAIN_B, NODES_A, NODES_B
from treecompare.app.decide.commands import ChooseAnalyses
from treecompare.app.frame.help import HelpWindow
from treecompare.app.frame.why import RowBlock
from treecompare.app.frame.window import Window
from treecompare.app.window.window import MainWindow
from treecompare.cli import run_command
from treecompare.comparison.files import Files
from treecompare.extras.annotators.adjudication import OPEN
from treecompare.extras.annotators.checked_gold import checked_gold
from treecompare.extras.annotators.job import DecideJob
from treecompare.extras.annotators.kept import open_adjudication
from treecompare.jobs.base import Go

Decides = Callable[..., Window]
LABEL_A, LABEL_B = (BANK_A, (*BANK_A[:5], ("Lisbon", "PROPN", 4, "obl")))


def opened_in(qtbot: QtBot, window: MainWindow) -> Window:
    """The window in which is decided, as soon as it is there."""
    qtbot.waitUntil(lambda: window.extras["decide"].decided_in is not None, timeout=10_000)
    opened: Window = window.extras["decide"].decided_in
    qtbot.waitUntil(lambda: not opened.is_busy)
    drawn(qtbot, opened)
    return opened


@pytest.fixture
def decides(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> Iterator[Decides]:
    """Opens analyses without a gold, and the window in which they are decided."""

    def show(*texts: str, ending: str = "conllu", choose: tuple[str, ...] = ()) -> Window:
        paths = []
        for name, text in zip(("anna", "bert", "carl", "dora"), texts, strict=False):
            path = tmp_path / f"{name}.{ending}"
            path.write_text(text, "utf-8")
            paths.append(str(path))
        with qtbot.waitSignal(window.session.ended, timeout=20_000):
            window.open_comparison(Files(paths[0], tuple(("", path) for path in paths[1:]), no_gold=True))
        window.extras["decide"].adjudicate()
        if len(texts) > 2:
            (dialog,) = window.findChildren(ChooseAnalyses)
            for name, box in dialog.boxes.items():
                box.setChecked(name in choose if choose else True)
            dialog.accept()
        return opened_in(qtbot, window)

    yield show
    window.extras["decide"].closed()


def drawn(qtbot: QtBot, window: Window) -> None:
    """Everything about the place is shown."""
    qtbot.waitUntil(lambda: not window._drawing.isActive())


def press(qtbot: QtBot, window: Window, keys: str) -> None:
    for key in keys:
        qtbot.keyClick(window.list, key)
        drawn(qtbot, window)


def job(window: Window) -> DecideJob:
    assert isinstance(window.job, DecideJob)
    return window.job


def listed(window: Window) -> list[str]:
    """For whom each difference of the list was decided."""
    shown = window.list.places_model.shown
    return [str(shown.columns[-1].text(place)) for place in shown.order.tolist()]


def asked(window: Window) -> str:
    """The question of Why."""
    return str(window.why.blocks.shown[0].text._said)  # type: ignore[attr-defined]


def field_of(window: Window) -> Any:
    """Where one types; whichever window is in front."""
    found = window.focusWidget()
    assert isinstance(found, QLineEdit | QPlainTextEdit)
    return found


def type_value(qtbot: QtBot, window: Window, text: str) -> None:
    field = field_of(window)
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def test_the_keyboard_alone_decides(decides: Decides, qtbot: QtBot) -> None:
    window = decides(conllu(BANK_A, BANK_A, BANK_A, BANK_A), conllu(BANK_B, BANK_B, BANK_B, BANK_B))
    assert asked(window) == "Lisbon: which head and relation?"
    press(qtbot, window, "12")
    assert window.place == 2 and job(window).made.decided == 2
    press(qtbot, window, "e")
    hint, field = window.why.asked.shown
    assert "3:nmod or offices nmod" in hint.text._said and field.line is field_of(window)  # type: ignore[attr-defined]
    type_value(qtbot, window, "bank nmod")
    drawn(qtbot, window)
    assert not window.why.is_asking and window.focusWidget() is window.list and window.place == 3
    press(qtbot, window, "0")
    assert listed(window) == ["anna ✓", "bert ✓", "Other ✓", "neither"]
    assert job(window).made.settled(2).results[arc(3, 6)].value == "2:nmod"
    assert window.bar.progress.said.text() == "3 of 4 decided"


def test_undo_is_that_of_the_comparison(decides: Decides, window: MainWindow, qtbot: QtBot) -> None:
    """What is done here can be taken back there, and the other way round; one looks at what has changed."""
    opened = decides(conllu(BANK_A, BANK_A, BANK_A), conllu(BANK_B, BANK_B, BANK_B))
    press(qtbot, opened, "12")
    opened.run("undo")
    assert listed(opened) == ["anna ✓", "○", "○"] and opened.place == 1
    opened.run("redo")
    assert listed(opened) == ["anna ✓", "bert ✓", "○"]
    assert window.files.undoable == "Lisbon: bert"
    window.files.undo()
    assert listed(opened) == ["anna ✓", "○", "○"] and window.files.redoable == "Lisbon: bert"
    opened.run("undo")
    opened.run("undo")
    assert opened.place == 0 and job(opened).made.decided == 0
    assert opened.messages.text() == "Nothing to undo."


def test_the_main_window_leads_to_decisions(decides: Decides, window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    """To those that a comparison has, or of several annotators to all differences; the window closes with the comparison."""
    line = window.extras["decide"].line
    opened = decides(conllu(BANK_A, BANK_A), conllu(BANK_B, BANK_B))
    assert line.isHidden()
    opened.run("help")
    assert [one.windowTitle() for one in window.findChildren(HelpWindow)] == ["Deciding between annotators"]
    press(qtbot, opened, "20")
    path = str(tmp_path / "may.treecompare")
    window.files.file.save_as(path)
    window.close_comparison()
    assert window.extras["decide"].decided_in is None
    (tmp_path / "carl.conllu").write_text(conllu(LABEL_B, BANK_A), "utf-8")
    files = Files(str(tmp_path / "anna.conllu"), (("", str(tmp_path / "carl.conllu")),), no_gold=True)
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.open_comparison(files)
    assert line.label.text() == "No analysis is gold: decide the differences one by one."
    window.close_comparison()
    assert line.isHidden()
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.open_sample("two-annotators")
    assert line.label.text() == "No analysis is gold: decide the differences one by one."
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.files.open(path)
    assert line.label.text() == "This comparison has 1 decision."
    line.findChildren(QToolButton)[-1].click()
    assert job(opened_in(qtbot, window)).made.decided == 1 and line.isHidden()


def test_one_begins_at_the_sentence_that_is_looked_at(decides: Decides, window: MainWindow, qtbot: QtBot) -> None:
    opened = decides(conllu(BANK_A, BANK_A, BANK_A), conllu(BANK_B, BANK_A, BANK_B))
    opened.close()
    qtbot.waitUntil(lambda: window.extras["decide"].decided_in is None)
    for sentence, place in ((1, 1), (0, 0)):  # the second is the same in both
        space(window).go_to(sentence)
        window.extras["decide"].adjudicate()
        opened = opened_in(qtbot, window)
        assert opened.place == place
        opened.close()
        qtbot.waitUntil(lambda: window.extras["decide"].decided_in is None)


def test_what_is_decided_is_in_the_file_at_once(
    decides: Decides, window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    opened = decides(conllu(BANK_A, BANK_A), conllu(BANK_B, BANK_B))
    path = str(tmp_path / "may.treecompare")
    window.files.file.save_as(path)
    press(qtbot, opened, "2")
    project = window.files.file.project
    assert project is not None and len(window.files.file.decisions()) == 1
    project.close()
    assert open_adjudication(path).adjudication.settled(0).results[arc(1, 6)].source == "bert"


def test_a_cycle_is_refused_with_its_words(decides: Decides, qtbot: QtBot) -> None:
    window = decides(conllu(CHAIN_A), conllu(CHAIN_B))
    press(qtbot, window, "2")
    assert asked(window).startswith("c:") and window.why.choice("1") is None  # it cannot be chosen
    press(qtbot, window, "1")
    assert job(window).made.decided == 1
    press(qtbot, window, "e")
    type_value(qtbot, window, "b dep")
    assert window.why.refused._said.startswith("This makes a cycle: c → b → c") and window.why.is_asking
    qtbot.keyClick(field_of(window), Qt.Key.Key_Escape)
    assert not window.why.is_asking and window.focusWidget() is window.list
    window.run("earlier")
    drawn(qtbot, window)
    assert asked(window).startswith("b:") and not window.why.refused.isVisible()
    press(qtbot, window, "11")
    assert job(window).made.decided == 2


def test_what_is_typed_wrongly_is_told_and_can_be_typed_again(decides: Decides, qtbot: QtBot) -> None:
    window = decides(conllu(BANK_A), conllu(BANK_B))
    press(qtbot, window, "e")
    type_value(qtbot, window, "9:obl")
    assert "there is no word 9" in window.why.refused._said
    field_of(window).selectAll()
    type_value(qtbot, window, "2:obl")
    assert job(window).made.decided == 1 and not window.why.refused.isVisible()


def test_a_rule_is_asked_for_where_one_looks(decides: Decides, qtbot: QtBot) -> None:
    window = decides(conllu(BANK_A, BANK_A, BANK_A), conllu(BANK_B, BANK_B, BANK_B))
    press(qtbot, window, "1")
    window.run("rule")
    assert dialogs() == []
    row = next(one for one in window.why.findChildren(RowBlock) if one.to == "always:0")
    row.card.click()
    assert listed(window) == ["anna ✓", "anna ✓", "anna ✓"]
    window.run("undo")
    assert listed(window) == ["anna ✓", "○", "○"]


def test_a_note_stays_with_its_difference(decides: Decides, qtbot: QtBot) -> None:
    """Also if one goes on before it was stored."""
    window = decides(conllu(BANK_A, BANK_A), conllu(BANK_B, BANK_B))
    press(qtbot, window, "t")
    field = field_of(window)
    qtbot.keyClicks(field, "guideline 4.2")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    press(qtbot, window, "2")
    assert [one.note for one in job(window).made.decisions.values()] == ["guideline 4.2"]
    press(qtbot, window, "t")
    assert field_of(window).toPlainText() == ""


def test_judging_decides_nothing(decides: Decides, window: MainWindow) -> None:
    opened = decides(conllu(BANK_A, BANK_A), conllu(BANK_B, BANK_B))
    opened.run("judge:second")
    opened.run("judge:both-sentence")
    comparison = window.session.comparison
    assert comparison is not None
    assert comparison.judgements.correct == {
        (0, "anna", "arc\x1f6-6"): False, (0, "bert", "arc\x1f6-6"): True, (0, "anna", ""): True, (0, "bert", ""): True,
    }  # fmt: skip
    assert job(opened).made.decided == 0


def test_n_goes_to_the_next_open_difference(decides: Decides, qtbot: QtBot) -> None:
    """Whatever else differs in the sentence: each is a place of the list."""
    window = decides(conllu(BANK_A, BANK_A, BANK_A), conllu(BANK_B, BANK_B, BANK_B))
    press(qtbot, window, "1kn")
    assert window.place == 1
    press(qtbot, window, "np")
    assert window.place == 1


def test_what_was_decided_stays_listed_until_one_asks_anew(decides: Decides, qtbot: QtBot) -> None:
    window = decides(conllu(BANK_A, LABEL_A, BANK_A), conllu(BANK_B, LABEL_B, BANK_B))
    window.go(Go(find="open"))
    press(qtbot, window, "11")
    assert listed(window) == ["anna ✓", "anna ✓", "○"] and window.place == 2
    window.go(Go(find="open"))
    assert listed(window) == ["○"]


def test_a_word_is_dragged_to_its_head(decides: Decides, qtbot: QtBot) -> None:
    window = decides(conllu(BANK_A), conllu(BANK_B))
    view = window.drawings.parts[1].view
    boxes = {box.text: box for box in view.drawing.boxes if box.arc is None}
    places = [view.canvas.mapFromScene(boxes[word].x, boxes[word].y) for word in ("Lisbon", "bank")]
    viewport = view.canvas.viewport()
    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=places[0])
    qtbot.mouseMove(viewport, places[0] + QPoint(-20, 0))
    qtbot.mouseMove(viewport, places[1])
    assert viewport.cursor().shape() == Qt.CursorShape.DragLinkCursor
    qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=places[1])
    drawn(qtbot, window)
    field = field_of(window)
    assert field.text() == "2:nmod"
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert job(window).made.settled(0).results[arc(1, 6)].value == "2:nmod"


def test_a_word_that_is_clicked_is_not_dragged(decides: Decides, qtbot: QtBot) -> None:
    other = (*BANK_A[:3], ("offices", "NOUN", 3, "iobj"), *BANK_A[4:5], BANK_B[5])
    window = decides(conllu(BANK_A), conllu(other))
    view = window.drawings.view
    box = next(box for box in view.drawing.boxes if box.text == "Lisbon")
    qtbot.mouseClick(view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=view.canvas.mapFromScene(box.x, box.y))
    assert window.place == 1 and not window.why.is_asking


def test_of_four_analyses_two_are_chosen(decides: Decides, window: MainWindow) -> None:
    opened = decides(*map(conllu, (BANK_A, BANK_B, BANK_A, LABEL_B)), choose=("bert", "dora"))
    assert job(opened).made.names == ("bert", "dora")
    assert window.files.file.stored("adjudication") == {"between": ["bert", "dora"]}


def test_another_comparison_closes_the_window(decides: Decides, window: MainWindow, files: Files, qtbot: QtBot) -> None:
    decides(conllu(BANK_A), conllu(BANK_B))
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.open_comparison(files)
    assert window.extras["decide"].decided_in is None


def test_the_result_is_written_beside_the_analyses_and_never_over_one(
    decides: Decides, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = decides(NODES_A, NODES_B, ending="mrg")
    press(qtbot, window, "22")
    begun: list[str] = []
    for name in ("out", "anna"):
        path = str(tmp_path / f"{name}.mrg")
        monkeypatch.setattr(
            QFileDialog, "getSaveFileName", lambda *said, path=path: begun.append(said[2]) or (path, "")
        )
        window.do("link", "write:result")
    assert begun == [str(tmp_path / "adjudicated.mrg")] * 2
    assert (tmp_path / "out.mrg").read_text() == NODES_B and (tmp_path / "anna.mrg").read_text() == NODES_A
    [box] = dialogs()
    assert "is one of the analyses" in box.text() + box.informativeText()
    box.reject()


def test_a_step_in_a_long_list_is_short(decides: Decides, qtbot: QtBot) -> None:
    """It takes as long as in a list of a hundredth: the machine may do much else."""
    shortest = []
    for count in (200 // stride(4), 20_000 // stride(4)):
        window = decides(conllu(*[BANK_A] * count), conllu(*[BANK_B] * count))
        made = job(window).made
        assert len(window.list.places_model.rows) == count and (made.states == OPEN).sum() > count - 20
        times = []
        for _ in range(9):
            begin = time.thread_time()
            window.run("next")
            window.do("choose", "1")
            drawn(qtbot, window)
            times.append(time.thread_time() - begin)
        shortest.append(min(times))
    assert shortest[1] < 10 * shortest[0] + 0.005


def test_a_triage_is_made_beside_the_window(decides: Decides, qtbot: QtBot) -> None:
    """It takes seconds with many sentences: the list stays as it is until then."""
    window = decides(conllu(BANK_A, LABEL_A, BANK_A), conllu(BANK_A, LABEL_B, BANK_B))
    window.go(Go(order="triage"))
    assert window.is_busy and window.list.places_model.rows.tolist() == [0, 1]
    qtbot.waitUntil(lambda: not window.is_busy, timeout=10_000)
    assert window.list.places_model.rows.tolist() == job(window).queue.rows("triage").tolist()


def test_agreement_leads_to_its_tables(qtbot: QtBot, decides: Decides, window: MainWindow) -> None:
    opened = decides(conllu(BANK_A, BANK_A, BANK_A), conllu(BANK_B, BANK_A, BANK_B))
    opened.run("agreement")
    qtbot.waitUntil(lambda: looked_up(window) == "annotators")


def test_a_gold_is_checked_with_the_same_decisions(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.conllu" for name in ("gold", "a", "b")]
    for path, text in zip(paths, (conllu(BANK_A, BANK_A), conllu(BANK_B, BANK_B), conllu(BANK_B, BANK_A)), strict=True):
        path.write_text(text, "utf-8")
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.open_comparison(Files(str(paths[0]), tuple(("", str(path)) for path in paths[1:])))
    window.extras["decide"].check_gold()
    check = opened_in(qtbot, window)
    assert [one.place for one in job(check).made.differences] == [arc(1, 6)]  # only there both systems agree
    assert check.listing.heading.text().startswith("All agree, then what varies")
    press(qtbot, check, "2")
    saved = tmp_path / "check.treecompare"
    window.files.file.save_as(str(saved))
    window.close_comparison()
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.files.open(str(saved))
    assert window.extras["decide"].line.label.text() == "This comparison has 1 decision."
    window.extras["decide"].line.findChildren(QToolButton)[-1].click()
    check = opened_in(qtbot, window)
    assert job(check).made.decided == 1 and "proposed" in job(check).made.names
    found = open_adjudication(str(saved), make=checked_gold).adjudication
    assert found.decided == 1 and found.settled(0).results[arc(1, 6)].value == "3:obl"
    out = tmp_path / "out.conllu"
    assert run_command(["adjudicate", str(saved), "--check", "--output", str(out)]) == 0
    assert out.read_text("utf-8").count("\t3\tobl\t") == 1
    assert run_command(["adjudicate", str(saved), "--check", "--between", "gold,a"]) == 2
    check.close()


def test_three_analyses_and_the_result_are_drawn(decides: Decides) -> None:
    for texts, ending in ((map(conllu, (BANK_A, BANK_B, LABEL_B)), "conllu"), ((NODES_A, NODES_B, NODES_B), "mrg")):
        window = decides(*texts, ending=ending)
        assert [part.title.text() for part in window.drawings.parts] == ["", "carl", "Result"]
        assert all(part.view.drawing is not None and part.isVisible() for part in window.drawings.parts)
