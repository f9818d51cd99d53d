"""Lattices in the window: which files are lattices, the drawing with both paths, the words, what a count stands for."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import click_on, shown, space, told
from treecompare import resources
from treecompare.app.common.preferences import add_recent, recent
from treecompare.app.frame.open_sheet import OpenDialog
from treecompare.app.window.main import open_at_start
from treecompare.app.window.window import MainWindow
from treecompare.comparison import base
from treecompare.comparison.files import Files
from treecompare.comparison.lattices.comparison import LatticeComparison
from treecompare.comparison.lit import lattice_nodes
from treecompare.comparison.roles import guess, usual_role
from treecompare.drawing.lattice_drawing import FOLDED, GOLD, KEPT, OTHER, SHARED, TEST, LaneBox, LatticeDrawing
from treecompare.drawing.lattice_trees import LatticeTreesDrawing
from treecompare.mappings.mapping import MATCHED

SAMPLE = next(one for one in resources.samples() if one.key == "words-that-differ")


@pytest.fixture
def opened(qtbot: QtBot, window: MainWindow) -> MainWindow:
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.open_sample("words-that-differ")
    return window


def test_the_papers_example(qtbot: QtBot, opened: MainWindow) -> None:
    views = space(opened)
    comparison = opened.session.comparison
    assert isinstance(comparison, LatticeComparison)
    raw = comparison.table.systems.index("raw-input")
    views.systems.choose(raw)
    views.sentences.go_to_sentence(0)
    assert views.sentences.key_a == "tedeval.lattice"
    assert round(float(views.sentences.model.rows.score_a[0]), 4) == 0.7273
    assert views.sentences.model.rows.changed[0] == 6
    picture = views.kinds["lattices"].picture
    view = picture.view
    assert views.pictures.currentWidget() is picture and isinstance(view.drawing, LatticeTreesDrawing)
    assert sorted(box.text for box in view.drawing.nodes if box.operation != MATCHED) == [
        ">HNEIM", "ADJP<", "H<", "H<", "NEIM<", "NP<",
    ]  # fmt: skip
    assert (
        picture.counts.text()
        .replace("\u00a0", " ")
        .startswith("TedEval 72.73: 5 added, 1 deleted, 8 kept  ·  SegEval 66.67: 3 added, 1 deleted")
    )
    said = {box.text: view.drawn.said(box) for box in view.drawing.nodes}
    assert said[">HNEIM"] == "segment HNEIM, tag VB\nin the system, not in the gold: must be deleted, costs 1"
    assert "segments 2 to 5: H CL FL HM" in view.drawn.said(view.drawn.box_of(("gold", 6))) or "NP" in said["NP<"]
    assert said["=CL"].endswith("matched (cost 0)\nover other states there")
    assert said["root"] == "the root: always paired, not counted"
    # a node lights with its counterpart, and a folded part opens
    opened.resize(480, 480)  # where there is room nothing is folded
    QTest.qWait(20)
    pp = next(box for box in view.drawing.nodes if box.text == "PP" and box.side == "gold" and box.part is not None)
    assert [(box.side, box.text) for box in view.drawn.related(pp)] == [("gold", "PP"), ("test", "PP")]
    click_on(qtbot, view, pp)
    assert {"FL", "HM"} <= {box.text for box in view.drawing.nodes}
    # and what was opened goes with its comparison
    view.show_drawing(None)
    opened.resize(1500, 900)
    QTest.qWait(20)
    assert view.drawing is None


def test_the_lattice_alone(opened: MainWindow) -> None:
    views = space(opened)
    views.systems.choose(opened.session.comparison.table.systems.index("raw-input"))
    views.sentences.go_to_sentence(0)
    view = views.kinds["lattices"].picture.view
    assert "--layout" not in views.view_shown.drawing_options(views.wanted())
    view.show_trees.trigger()
    assert isinstance(view.drawing, LatticeDrawing)
    assert {SHARED, KEPT, GOLD, TEST} <= {lane.role for lane in view.drawing.lanes}
    box = next(box for box in view.drawing.boxes if box.lane.role == TEST)
    assert "in the system, not in the gold" in view.drawn.said(box)
    assert box in view.drawn.related(box) and view.drawn.box_of(view.drawn.place_of(box)) == box
    assert views.view_shown.drawing_options(views.wanted())[:2] == ["--layout", "lattice"]
    assert view.drawn.document().startswith("% ") or "tikzpicture" in view.drawn.latex_body()
    view.show_trees.trigger()
    assert isinstance(view.drawing, LatticeTreesDrawing)
    assert "tikzpicture" in view.drawn.latex_body()


def test_words_and_counts(qtbot: QtBot, opened: MainWindow) -> None:
    views = space(opened)
    views.systems.choose(opened.session.comparison.table.systems.index("raw-input"))
    views.sentences.go_to_sentence(0)
    opened.show_dock("words")
    table = views.kinds["lattices"].words.table
    qtbot.waitUntil(lambda: table.rowCount() > 0)
    rows = [[table.item(row, column).text() for column in range(3)] for row in range(table.rowCount())]
    assert any(gold != test and "<" in gold and ">" in test for _, gold, test in rows)
    opened.show_dock("explain")
    view, comparison = views.kinds["lattices"].picture.view, opened.session.comparison
    assert [card.explanation.title for card in views.explain.cards[:2]] == ["TedEval, lattice", "SegEval"]
    system = comparison.table.systems.index("raw-input")
    for card, key in zip(views.explain.cards, ("tedeval.lattice", "segeval"), strict=False):
        for count in ("gold", "test", "matched", "inserted", "deleted"):
            card.counted.emit(count)
            wanted = lattice_nodes(comparison, view.trees, system, 0, key, count)
            assert wanted and view.lit() == list(dict.fromkeys(view.drawn.shown_at(node) for node in wanted))
            card.counted.emit(count)
            assert view.lit() == []
    card = views.explain.cards[0]
    card.counted.emit("inserted")
    assert sorted(box.text for box in view.lit()) == ["ADJP<", "H<", "H<", "NEIM<", "NP<"]
    # every change can be walked to, and is listed
    assert len(view.drawn.changed()) == len(view.drawn.changes_said()) == 6
    view.go_to(view.drawn.changed()[-1])
    assert "must be" in view.canvas.accessibleDescription()


def test_large_trees_are_mapped_in_the_background(
    qtbot: QtBot, opened: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "LARGE", 0)
    views, panel = space(opened), space(opened).kinds["lattices"].picture
    views.sentences.go_to_sentence(3)
    assert "being computed" in panel.note.text() and panel.view.drawing is None
    views.sentences.go_to_sentence(2)
    qtbot.waitUntil(lambda: panel.view.drawing is not None)
    assert "Sentence 3" in panel.view.title and "TedEval" in panel.counts.text()


def test_all_arcs_and_direction(qtbot: QtBot, opened: MainWindow) -> None:
    view = space(opened).kinds["lattices"].picture.view
    few = len(view.drawing.lanes)
    view.show_all.trigger()
    assert len(view.drawing.lanes) >= few
    assert FOLDED not in {lane.role for lane in view.drawing.lanes}
    before = [state.x for state in view.drawing.states]
    view.direction.trigger()
    assert view.drawing.right_to_left and [state.x for state in view.drawing.states] != before
    box = next(box for box in view.drawing.boxes if isinstance(box, LaneBox) and box.lane.role == OTHER)
    assert "in neither tree" in view.drawn.said(box)
    view.canvas.centerOn(box.x, box.y)
    qtbot.mouseClick(
        view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(view.canvas.mapFromScene(box.x, box.y))
    )
    assert box in view.lit()


def test_pictures_and_command(opened: MainWindow, tmp_path: Path) -> None:
    view = space(opened).kinds["lattices"].picture.view
    for ending in ("svg", "png", "pdf"):
        view.save(str(tmp_path / f"a.{ending}"))
        assert (tmp_path / f"a.{ending}").stat().st_size > 500
    command = space(opened).as_command()
    assert "--lattice" in command and "words.lattice" in command
    assert "Words may differ" in space(opened).methods()


def test_files_are_told_apart_by_their_names(tmp_path: Path) -> None:
    names = ["gold.conll", "yap.conll", "dev.lattices", "yap.seg.txt", "more.conllul.gz"]
    roles = [usual_role(name) for name in names]
    assert roles == ["gold", "system", "lattice", "segmentation", "lattice"]
    files = guess(names)
    assert files == Files(
        "gold.conll", (("", "yap.conll"),), lattices=("dev.lattices", "more.conllul.gz"), segmentations=("yap.seg.txt",)
    )
    assert files.paths[-1] == "yap.seg.txt"
    add_recent(files)
    assert recent()[0] == files.mapped(lambda path: str(Path(path).absolute()))


def test_the_roles_dialog_knows_lattices_and_golds(qtbot: QtBot) -> None:
    names = ["gold.SD.conllu", "gold.UD.conllu", "malt.SD.conllu", "malt.UD.conllu"]
    dialog = OpenDialog(names)
    qtbot.addWidget(dialog)
    assert [dialog.table.role(row) for row in range(4)] == ["gold", "other gold", "system", "system"]
    assert not dialog.table.isColumnHidden(3)
    assert dialog.files() == Files(
        "gold.SD.conllu",
        (("malt.SD", "malt.SD.conllu"), ("malt.UD", "malt.UD.conllu")),
        (("", "gold.UD.conllu"),),
        (("malt.UD.conllu", 1),),
    )
    # over a lattice there is one gold
    dialog.add(["words.lattice"])
    assert [dialog.table.role(row) for row in range(5)] == ["gold", "system", "system", "system", "lattice"]
    assert dialog.table.isColumnHidden(3) and dialog.files().golds == ()
    assert dialog.files().lattices == ("words.lattice",)


def test_a_broken_lattice_file_does_not_stop_the_rest(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "bad.lattice").write_text("0\t1\tno columns\n", "utf-8")
    compare(qtbot, window, Files(SAMPLE.gold, (("", SAMPLE.systems[0]),), lattices=(str(tmp_path / "bad.lattice"),)))
    assert "bad.lattice" in told(window)
    assert window.session.comparison is not None


def test_segmented_differently_by_a_switch(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    sentence = (
        "# sent_id = 1\n1-2\tdont\t_\t_\t_\t_\t_\t_\t_\t_\n1\tdo\t_\tAUX\t_\t_\t3\taux\t_\t_\n"
        "2\tnot\t_\tPART\t_\t_\t3\tadvmod\t_\t_\n3\tgo\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    )
    other = "# sent_id = 1\n1\tdont\t_\tAUX\t_\t_\t2\taux\t_\t_\n2\tgo\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    (tmp_path / "gold.conllu").write_text(sentence, "utf-8")
    (tmp_path / "sys.conllu").write_text(other, "utf-8")
    compare(qtbot, window, Files(str(tmp_path / "gold.conllu"), (("", str(tmp_path / "sys.conllu")),)))
    assert window.session.comparison.kind == "dependencies"
    with qtbot.waitSignal(window.session.ended, timeout=10_000):
        window.actions_.switches["over_lattices"]["yes"].trigger()
    comparison = window.session.comparison
    assert comparison.kind == "lattices"
    assert comparison.table.summary(0, "segeval", "pooled") == pytest.approx(1 - 3 / 5)
    with qtbot.waitSignal(window.session.ended, timeout=10_000):
        window.actions_.switches["over_lattices"][""].trigger()
    assert window.session.comparison.kind == "dependencies"


def test_the_command_line_opens_them(qtbot: QtBot, window: MainWindow) -> None:
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        open_at_start(
            window,
            {"golds": [SAMPLE.gold], "systems": [f"mine={SAMPLE.systems[0]}"], "lattices": list(SAMPLE.lattices)},
        )
    assert window.session.comparison.kind == "lattices"
    assert window.session.comparison.table.systems == ["mine"]


def test_real_hebrew_lattices(qtbot: QtBot, window: MainWindow, shared: Path) -> None:
    folder = shared / "data/hebrew-spmrl"
    compare(
        qtbot,
        window,
        Files(
            str(folder / "dev.gold.conll"),
            (("yap", str(folder / "dev.yap.conll")),),
            lattices=(str(folder / "dev.ambiguous.lattices.gz"),),
        ),
    )
    views = space(window)
    assert round(100 * window.session.comparison.table.summary(0, "tedeval.lattice", "pooled"), 2) == 83.12
    assert views.kinds["lattices"].picture.view.drawing.right_to_left
    for sentence in range(0, 500, 17):
        views.sentences.go_to_sentence(sentence)
        assert views.kinds["lattices"].picture.view.drawing is not None or views.kinds["lattices"].picture.note.text()


def test_labels_are_found_where_a_system_has_more_sentences(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    gold, longer = tmp_path / "gold.mrg", tmp_path / "longer.mrg"
    gold.write_text("(S (NP (N a)) (VP (V b)))\n", "utf-8")
    longer.write_text("(S (NP (N a)) (VP (V b)))\n(S (NP (N c)))\n", "utf-8")
    compare(qtbot, window, Files(str(gold), (("", str(longer)),)))
    window.actions_.switches["over_lattices"]["yes"].trigger()
    qtbot.waitUntil(lambda: window.session.comparison.kind == "lattices" and not window.session.is_busy)
    bar = space(window).sentences.filter_bar
    bar.where.setCurrentIndex(bar.where.findData("labels"))
    for label, found in (("NP", [0]), ("XP", [])):
        bar.text.setText(label)
        qtbot.waitUntil(lambda found=found: shown(window) == found)
