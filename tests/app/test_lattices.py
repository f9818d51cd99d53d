"""Lattices in the window: which files are lattices, the drawing with both paths, the words, what a count stands for."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import shown, space, told
from treecompare import resources
from treecompare.app.common.preferences import add_recent, recent
from treecompare.app.window.main import open_at_start
from treecompare.app.window.open_dialog import OpenDialog
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files, guess, usual_role
from treecompare.comparison.lattices.comparison import LatticeComparison
from treecompare.drawing.lattices import FOLDED, GOLD, OTHER, SHARED, TEST

SAMPLE = next(one for one in resources.samples() if one.key == "words-that-differ")


@pytest.fixture
def opened(qtbot: QtBot, window: MainWindow) -> MainWindow:
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.open_sample("words-that-differ")
    return window


def test_the_papers_example(opened: MainWindow) -> None:
    views = space(opened)
    comparison = opened.session.comparison
    assert isinstance(comparison, LatticeComparison)
    raw = comparison.table.systems.index("raw-input")
    views.systems.choose(raw)
    views.sentences.go_to_sentence(0)
    assert views.sentences.key_a == "tedeval.lattice"
    assert round(float(views.sentences.model.rows.score_a[0]), 4) == 0.7273
    assert views.sentences.model.rows.changed[0] == 6
    view = views.kinds["lattices"].picture.view
    assert views.pictures.currentWidget() is views.kinds["lattices"].picture and view.lattice is not None
    roles = {lane.role for lane in view.lattice.lanes}
    assert {SHARED, GOLD, TEST} <= roles
    assert "in the gold only" in views.kinds["lattices"].picture.counts.text()
    box = next(box for box in view.lattice.boxes if box.lane.role == TEST)
    assert "in the system, not in the gold" in view.tooltip_of(box)
    assert box in view.related(box)


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
    card = views.explain.cards[1]
    assert views.explain.cards[0].explanation.title == "TedEval, lattice"
    card.counted.emit("inserted")
    assert {box.lane.role for box in views.kinds["lattices"].picture.view.lit()} == {GOLD}
    card.counted.emit("inserted")
    assert views.kinds["lattices"].picture.view.lit() == []


def test_all_arcs_and_direction(qtbot: QtBot, opened: MainWindow) -> None:
    view = space(opened).kinds["lattices"].picture.view
    few = len(view.lattice.lanes)
    view.show_all.trigger()
    assert len(view.lattice.lanes) >= few
    assert FOLDED not in {lane.role for lane in view.lattice.lanes}
    before = [state.x for state in view.lattice.states]
    view.direction.trigger()
    assert view.lattice.right_to_left and [state.x for state in view.lattice.states] != before
    box = next(box for box in view.lattice.boxes if box.lane.role in (SHARED, OTHER))
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
    names = ["gold.SD.conllu", "gold.UD.conllu", "malt.SD.conllu", "malt.UD.conllu", "words.lattice"]
    dialog = OpenDialog(names)
    qtbot.addWidget(dialog)
    assert [dialog.role(row) for row in range(5)] == ["gold", "other gold", "system", "system", "lattice"]
    assert not dialog.table.isColumnHidden(3)
    assert dialog.files() == Files(
        "gold.SD.conllu",
        (("malt.SD", "malt.SD.conllu"), ("malt.UD", "malt.UD.conllu")),
        (("", "gold.UD.conllu"),),
        (("malt.UD.conllu", 1),),
        ("words.lattice",),
    )
    dialog.set_role(1, "system")
    assert dialog.table.isColumnHidden(3) and dialog.files().golds == ()


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
    assert views.kinds["lattices"].picture.view.lattice.right_to_left
    for sentence in range(0, 500, 17):
        views.sentences.go_to_sentence(sentence)
        assert views.kinds["lattices"].picture.view.lattice is not None or views.kinds["lattices"].picture.note.text()


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
