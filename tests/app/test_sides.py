"""Neither of two analyses is gold: both are called by their names in every pane, and they change sides."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from tests.analyses.test_without_gold import JUDGING
from tests.app.conftest import compare, write
from tests.app.helpers import press, space
from tests.app.test_notes import save_as, type_note
from tests.mappings.test_word_errors import SAW, conllu
from treecompare.app.drawings.handout import handout
from treecompare.app.panes.dependency_words import DependencyWordsPanel
from treecompare.app.panes.sentences_model import SentencesModel
from treecompare.app.panes.systems_model import FIRST_MEASURE, NAME
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.comparison.pairing import WAYS, SentencePairing, in_order, rows_of_test
from treecompare.drawing.names import PLAIN, Names
from treecompare.jobs.exports import handout as told
from treecompare.saved.project import Project

NP = "(S (NP (PRP she)) (VP (VBD saw) (NP (NP (DT a) (NN man)) (PP (IN with) (NP (NNS ears))))) (. .))"
VP = "(S (NP (PRP she)) (VP (VBD saw) (NP (DT a) (NN man)) (PP (IN with) (NP (NNS ears)))) (. .))"
OTHER = "(S (NP (PRP it)) (VP (VBD rained)))"
BOTH = "(S (NP (PRP it)) (VP (VBD rained)) (NP (PRP she)) (VP (VBD saw) (NP (DT a) (NN man)) (PP (IN with) (NP (NNS ears)))) (. .))"


@pytest.fixture
def trees(tmp_path: Path) -> Files:
    names = {"anne": [VP, NP, OTHER], "bert": [VP, VP, OTHER], "carl": [NP, NP, OTHER]}
    paths = [write(tmp_path / f"{name}.mrg", found) for name, found in names.items()]
    return Files(paths[0], tuple(("", path) for path in paths[1:]))


@pytest.fixture
def arcs(tmp_path: Path) -> Files:
    paths = []
    for name, sentence in (("anne", SAW.format(4, "nmod")), ("bert", SAW.format(2, "obl"))):
        (tmp_path / f"{name}.conllu").write_text(conllu(sentence) + "\n", "utf-8")
        paths.append(str(tmp_path / f"{name}.conllu"))
    return Files(paths[0], (("", paths[1]),))


def swap(qtbot: QtBot, window: MainWindow) -> None:
    with qtbot.waitSignal(window.session.ended, timeout=10_000):
        window.sides.swap()


def heads(model: SentencesModel, role: Qt.ItemDataRole = Qt.ItemDataRole.ToolTipRole) -> list[str]:
    return [
        str(model.headerData(column, Qt.Orientation.Horizontal, role) or "") for column in range(model.columnCount())
    ]


@pytest.mark.parametrize("kind", ["trees", "arcs"])
def test_every_pane_calls_both_by_their_names(
    qtbot: QtBot, window: MainWindow, kind: str, request: pytest.FixtureRequest
) -> None:
    compare(qtbot, window, request.getfixturevalue(kind))
    views = space(window)
    views.sentences.go_to_sentence(1 if kind == "trees" else 0)
    key = "e.roof.recall" if kind == "trees" else "las.recall"
    views.systems.set_measures([key])
    window.panes.show("explain")
    window.sides.no_gold()
    drawing = views.drawing_view
    assert [text for _, text in drawing.canvas.tags] == ["anne", "bert"]
    cards = [label.text() for label in views.explain.findChildren(QLabel)]
    window.panes.show("words")
    table = views.word_pages.currentWidget().table
    columns = [column for column in range(table.columnCount()) if not table.isColumnHidden(column)]
    said = [table.horizontalHeaderItem(column).text() for column in columns]
    assert kind == "arcs" or said[2:4] == ["anne lineage", "bert lineage"]
    window.panes.show("errors")
    qtbot.waitUntil(lambda: "difference" in views.errors.about.text() + views.errors.nothing.label.text())
    systems = views.systems.model
    name, title, measure_tip = (
        systems.headerData(NAME, Qt.Orientation.Horizontal), systems.headerData(FIRST_MEASURE, Qt.Orientation.Horizontal),
        systems.headerData(FIRST_MEASURE, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole),
    )  # fmt: skip
    assert (name, "share of\nanne" in title or "share of anne" in title) == ("With anne", True)
    texts = [
        drawing.foot.legend.text(), views.view_shown.picture.counts.text(), *drawing.drawn.changes_said(), *said, *cards,
        window.docks["errors"].windowTitle(), measure_tip, *heads(views.sentences.model),
        *(drawing.drawn.said(box) for box in drawing.drawing.boxes),
    ]  # fmt: skip
    assert any("anne" in text for text in cards)
    assert not [text for text in texts if JUDGING.search(text) and "Error class" not in text]
    assert "--no-gold" in views.as_command()
    window.sides.no_gold()
    assert "GOLD" in [text for _, text in drawing.canvas.tags] and "--no-gold" not in views.as_command()
    assert window.docks["errors"].windowTitle() == "Errors"
    assert systems.headerData(NAME, Qt.Orientation.Horizontal) == "System"


def test_a_handout_names_both(qtbot: QtBot, window: MainWindow, trees: Files, tmp_path: Path) -> None:
    compare(qtbot, window, trees)
    window.sides.no_gold()
    picture = space(window).drawing_view.picture()
    assert picture is not None and picture.legend.startswith("Above or left anne, below or right bert: ")
    assert handout(told(window.session.comparison, 0, 1, "she saw"), picture)  # type: ignore[arg-type]


def test_sides_change_and_change_back(qtbot: QtBot, window: MainWindow, trees: Files) -> None:
    compare(qtbot, window, trees)
    views = space(window)
    before = views.systems.model.score(0, "e.roof.recall"), views.systems.model.score(0, "e.roof.precision")
    views.sentences.go_to_sentence(1)
    swap(qtbot, window)
    comparison = window.session.comparison
    assert (comparison.gold.name, comparison.table.systems) == ("bert", ["anne", "carl"])
    assert (views.systems.system, views.sentences.current_sentence()) == (0, 1)
    assert (views.systems.model.score(0, "e.roof.precision"), views.systems.model.score(0, "e.roof.recall")) == before
    assert "bert.mrg" in window.windowTitle()
    words = views.as_command().split()
    assert [Path(one).name for one in words[2:4]] == ["bert.mrg", "anne.mrg"]
    views.systems.choose(1)
    swap(qtbot, window)  # carl takes the place of bert, who goes back to his own
    comparison = window.session.comparison
    assert (comparison.gold.name, comparison.table.systems, views.systems.system) == ("carl", ["bert", "anne"], 0)
    views.systems.choose(1)
    swap(qtbot, window)
    comparison = window.session.comparison
    assert (comparison.gold.name, comparison.table.systems, views.systems.system) == ("anne", ["bert", "carl"], 1)
    assert window.session.files == Files(trees.gold, trees.systems)


def test_a_key_draws_a_system_against_the_next_one_and_back(qtbot: QtBot, window: MainWindow, trees: Files) -> None:
    compare(qtbot, window, trees)
    views = space(window)
    for chosen, gold, systems in ((0, "carl", ["bert", "anne"]), (1, "bert", ["anne", "carl"])):
        views.systems.choose(chosen)
        views.sentences.go_to_sentence(1)
        for names in ((gold, systems), ("anne", ["bert", "carl"])):
            with qtbot.waitSignal(window.session.ended, timeout=20_000):
                press(qtbot, window, Qt.Key.Key_D)
            comparison = window.session.comparison
            assert (comparison.gold.name, comparison.table.systems) == names
            menu = window.actions_.by_name["system_against_system"]
            window.drawing.show_marks(
                next(one.menu() for one in window.menuBar().actions() if one.text() == "&Drawing")
            )
            told = f"compared with {gold}" in window.docks["systems"].count
            assert menu.isChecked() == told == (gold == names[0])
            tags = [text for _, text in views.drawing_view.canvas.tags]
            assert tags == (
                ["GOLD", views.systems.model.comparison.table.systems[chosen]] if gold != names[0] else [gold, tags[1]]
            )
            assert (views.systems.system, views.sentences.current_sentence()) == (chosen, 1)
    window.opener.leave_out(1)
    qtbot.waitUntil(lambda: window.session.comparison.table.systems == ["bert"] and not window.session.is_busy)
    press(qtbot, window, Qt.Key.Key_D)
    assert not window.session.is_busy and window.session.comparison.table.systems == ["bert"]


def test_notes_stay_with_their_sentences(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """bert has the first two sentences in one, and none of the last."""
    gold = write(tmp_path / "anne.mrg", [OTHER, VP, NP, OTHER])
    system = write(tmp_path / "bert.mrg", [BOTH, VP])
    compare(qtbot, window, Files(gold, (("", system),)))
    views = space(window)
    rows = window.session.comparison.sentences
    for row in range(rows):
        views.sentences.go_to_sentence(row)
        type_note(qtbot, window, f"note {row}")
    named = tmp_path / "saved.treecompare"
    save_as(window, named, monkeypatch)
    stored = dict(Project.open(named).values("note"))
    judgements = window.session.comparison.judgements
    of_words = {views.sentences.sentences[row]: note for row, note in judgements.notes.items()}
    views.sentences.go_to_sentence(1)
    swap(qtbot, window)
    judgements = window.session.comparison.judgements
    assert judgements.notes and len(judgements.notes) < rows
    assert all(of_words[views.sentences.sentences[row]] == note for row, note in judgements.notes.items())
    row = views.sentences.current_sentence()
    assert judgements.notes[row] == "note 1"
    type_note(qtbot, window, " and more")
    assert len(Project.open(named).values("note")) == len(stored)
    window.files.undo()
    assert window.session.comparison.judgements.notes[row] == "note 1"
    assert dict(Project.open(named).values("note")) == stored
    swap(qtbot, window)
    assert sorted(window.session.comparison.judgements.notes.values()) == sorted(of_words.values())
    assert [one.role for one in Project.open(named).treebanks][:2] == ["gold", "system"]
    assert [Path(one.path).name for one in Project.open(named).treebanks][:2] == ["anne.mrg", "bert.mrg"]


def test_what_was_opened_stays_as_it_was_for_the_next_time(
    qtbot: QtBot, window: MainWindow, trees: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare(qtbot, window, trees)
    swap(qtbot, window)
    save_as(window, tmp_path / "saved.treecompare", monkeypatch)
    banks = Project.open(tmp_path / "saved.treecompare").treebanks
    assert [(one.role, one.name) for one in banks] == [("gold", ""), ("system", "bert"), ("system", "carl")]


def test_who_has_the_notes_is_not_left_out(qtbot: QtBot, window: MainWindow, trees: Files) -> None:
    compare(qtbot, window, trees)
    swap(qtbot, window)
    window.opener.leave_out(0)
    assert window.session.comparison.table.systems == ["anne", "carl"]
    assert "anne.mrg" in window.messages.text()
    with qtbot.waitSignal(window.session.ended, timeout=10_000):
        window.opener.leave_out(1)
    assert window.session.comparison.table.systems == ["anne"]


def test_with_several_golds_the_commands_are_grey_and_say_why(qtbot: QtBot, window: MainWindow, arcs: Files) -> None:
    golds = Files(arcs.gold, arcs.systems, (("UD", arcs.systems[0][1]),), gold_name="SD")
    compare(qtbot, window, golds)
    for name in ("no_gold", "swap_sides", "system_against_system"):
        action = window.actions_.by_name[name]
        assert not action.isEnabled() and action.isVisible() and "several golds" in action.text()
    window.sides.swap()
    assert not window.session.is_busy
    window.sides.no_gold()
    assert window.session.comparison.is_gold
    compare(qtbot, window, arcs)
    assert window.actions_.by_name["no_gold"].isEnabled() and "several" not in window.actions_.by_name["no_gold"].text()


def test_files_of_each_treebank_change_sides_with_it() -> None:
    files = Files(
        "a", (("", "b"), ("x", "c")), lattices=("la", "lb", "lc"), segmentations=("s",), gold_name="g", swapped="c",
    )  # fmt: skip
    sides = files.sides
    assert (sides.gold, sides.gold_name, sides.systems) == ("c", "x", (("", "b"), ("g", "a")))
    assert (sides.lattices, sides.segmentations, sides.swapped) == (("lc", "lb", "la"), ("s",), "")
    assert Files("a", (("", "b"),), swapped="gone").sides == Files("a", (("", "b"),))
    assert Files("a", (("", "b"),), (("", "g"),), swapped="b").sides.gold == "a"
    assert files.mapped(str.upper).swapped == "C"


def test_words_of_dependencies_have_both_names_where_there_is_room(qtbot: QtBot) -> None:
    panel = DependencyWordsPanel()
    qtbot.addWidget(panel)
    panel.call(Names("anne", "bert"))
    said = [panel.table.horizontalHeaderItem(column).text() for column in range(2, 6)]
    assert said == ["anne head", "bert head", "anne relation", "bert relation"]
    assert panel.key.text() == "Where they differ: anne ≠ bert"
    panel.call(PLAIN)
    assert panel.table.horizontalHeaderItem(3).text() == "System head"
    assert panel.key.text() == "Where they differ: gold ≠ system"


def test_each_sentence_of_a_system_has_its_row() -> None:
    units = np.array([[0, 1, 0, 2], [1, 3, 2, 3], [3, 3, 3, 4], [3, 4, 4, 4]])
    pairing = SentencePairing(units, np.zeros(4, np.int64), np.zeros(4, np.uint8), np.array([0, 1, -1, 2]))
    assert rows_of_test(pairing).tolist() == [0, 0, 1, -1]
    plain = in_order(2, 3, np.arange(3))
    assert rows_of_test(plain).tolist() == [0, 1, -1] and WAYS[plain.ways[2]] == "only in the system"
