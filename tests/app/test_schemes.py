"""Several golds in the window: function trees below each other, errors and scheme differences, the target to compare with."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import space, told
from treecompare.app.window.comparison_file import treebanks_of
from treecompare.app.window.main import open_at_start
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files, likely_gold, scheme_names
from treecompare.comparison.schemes.comparison import SchemeComparison

LINE = "{}\t{}\t_\tX\tX\t_\t{}\t{}\t_\t_\n"


def sentence(heads: list[tuple[str, int, str]]) -> str:
    return "".join(LINE.format(number, *one) for number, one in enumerate(heads, 1)) + "\n"


ON = [("rained", 0, "root"), ("on", 1, "tmod"), ("Sunday", 2, "pobj")]
SUNDAY = [("rained", 0, "root"), ("on", 3, "case"), ("Sunday", 1, "tmod")]
WRONG = [("rained", 0, "root"), ("on", 1, "advmod"), ("Sunday", 1, "obj")]


@pytest.fixture
def schemes(tmp_path: Path) -> Files:
    """The example of Tsarfaty et al. 2011, figure 1: a preposition or a noun as head; a third parser errs."""
    for name, heads in (
        ("gold.F", ON), ("gold.L", SUNDAY), ("first.F", ON), ("second.L", SUNDAY), ("third.F", WRONG),
    ):  # fmt: skip
        (tmp_path / f"{name}.conllu").write_text(sentence(heads) + sentence(ON if "F" in name else SUNDAY), "utf-8")

    def path(name: str) -> str:
        return str(tmp_path / f"{name}.conllu")

    return Files(
        path("gold.F"),
        (("", path("first.F")), ("", path("second.L")), ("", path("third.F"))),
        (("", path("gold.L")),),
        ((path("second.L"), 1),),
    )


@pytest.fixture
def opened(qtbot: QtBot, window: MainWindow, schemes: Files) -> MainWindow:
    compare(qtbot, window, schemes)
    return window


def compared_of(window: MainWindow) -> SchemeComparison:
    comparison = window.session.comparison
    assert isinstance(comparison, SchemeComparison)
    return comparison


def test_each_parser_is_perfect_in_its_own_scheme(opened: MainWindow) -> None:
    comparison, model = compared_of(opened), space(opened).systems.model
    assert [gold.name for gold in comparison.golds] == ["F", "L"]
    assert comparison.target == (0, 1)
    assert [model.score(system, "tedeval") for system in (0, 1)] == [1.0, 1.0]
    assert model.score(2, "tedeval") < 1
    assert "las" not in model.keys  # it has no score here, so it is no default
    assert "function trees" in opened.preparation.text()


def test_another_target(opened: MainWindow) -> None:
    views = space(opened)
    box = views.kinds["schemes"].picture.target
    assert [box.itemText(row) for row in range(box.count())] == ["against F", "against L", "in common: F + L"]
    box.setCurrentIndex(1)
    box.activated.emit(1)
    assert compared_of(opened).target == (1,)
    model = views.systems.model
    assert model.score(1, "las") == 1.0 and model.score(0, "las") == pytest.approx(2 / 6)
    assert model.score(0, "tedeval") < 1
    assert box.currentText() == "against L"


def test_all_that_is_shown_follows_the_target(qtbot: QtBot, opened: MainWindow) -> None:
    views = space(opened)
    model, box = views.systems.model, views.kinds["schemes"].picture.target
    opened.show_dock("explain")
    views.systems.choose(1)
    views.sentences.go_to_sentence(0)
    assert [model._rank_text(system, "tedeval") for system in range(3)] == ["1.5", "1.5", "3"]
    assert views.explain.cards[0].explanation.text.endswith("= 1.00")
    assert "No score" in model._measure_tip(0, "las")
    box.setCurrentIndex(0)
    box.activated.emit(0)
    assert model._rank_text(0, "tedeval") == "1"
    assert not views.explain.cards[0].explanation.text.endswith("= 1.00")
    assert "No score" not in model._measure_tip(0, "las")
    qtbot.waitUntil(lambda: (1, "tedeval") in model._tests)
    opened.show_dock("plots")
    views.plots.bar.kind.setCurrentIndex(views.plots.bar.kind.findData("systems"))
    assert not views.plots.bar.preset.isVisible() and views.plots.bar.average.isVisible()


def test_the_target_stays_when_the_files_are_compared_again(qtbot: QtBot, opened: MainWindow) -> None:
    box = space(opened).kinds["schemes"].picture.target
    box.setCurrentIndex(1)
    box.activated.emit(1)
    first = compared_of(opened)
    with qtbot.waitSignal(opened.session.ended, timeout=10_000):
        opened.session.again()
    assert compared_of(opened) is not first and compared_of(opened).target == (1,)
    assert box.currentText() == "against L"
    assert space(opened).systems.model.score(1, "las") == 1.0


def test_function_trees_and_operations(qtbot: QtBot, opened: MainWindow) -> None:
    views = space(opened)
    views.systems.choose(2)
    views.sentences.go_to_sentence(0)
    shown = views.kinds["schemes"].picture.view.picture_shown
    assert shown is not None
    assert [panel.name for panel in shown.drawing.panels] == ["F", "L", "F + L", "third.F"]
    assert {box.operation for box in shown.boxes} >= {"scheme", "inserted", "deleted"}
    assert "scheme difference" in views.kinds["schemes"].picture.counts.text()
    opened.show_dock("words")
    assert opened.docks["words"].windowTitle() == "Operations"
    table = views.kinds["schemes"].words.table
    qtbot.waitUntil(lambda: table.rowCount() > 0)
    kinds = [table.item(row, 2).text() for row in range(table.rowCount())]
    assert kinds[0] == "counted as an error"
    table.selectRow(0)
    lit = views.kinds["schemes"].picture.view.lit()
    assert lit and all(table.item(0, 1).text() in (box.box.label or "node", "node") for box in lit)
    box = next(box for box in shown.boxes if box.operation == "scheme")
    assert "not counted" in views.kinds["schemes"].picture.view.tooltip_of(box)
    canvas = views.kinds["schemes"].picture.view.canvas
    qtbot.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(canvas.mapFromScene(box.x, box.y)))
    assert box in views.kinds["schemes"].picture.view.lit()
    views.kinds["schemes"].picture.view.unlabelled.trigger()
    assert all(not one.box.label for one in views.kinds["schemes"].picture.view.picture_shown.boxes if one.box.row)


def test_counts_light_their_nodes(opened: MainWindow) -> None:
    views = space(opened)
    views.systems.choose(2)
    views.sentences.go_to_sentence(0)
    opened.show_dock("explain")
    card = views.explain.cards[0]
    assert card.explanation.numbers is not None
    counts = compared_of(opened).table.counts(2, slice(0, 1))[0]["tedeval"]
    for count in ("gold", "test", "deleted", "inserted"):
        card.counted.emit(count)
        assert len(views.kinds["schemes"].picture.view.lit()) == counts[count], count


def test_pictures_and_command(opened: MainWindow, tmp_path: Path) -> None:
    view = space(opened).kinds["schemes"].picture.view
    for ending in ("svg", "png", "pdf"):
        view.save(str(tmp_path / f"a.{ending}"))
        assert (tmp_path / f"a.{ending}").stat().st_size > 500
    space(opened).systems.choose(1)
    command = space(opened).as_command()
    assert command.startswith("treecompare tedeval --gold F=") and "second.L.conllu@L" in command
    assert "function trees" in space(opened).methods()


def test_the_comparison_is_kept_with_its_golds(
    qtbot: QtBot, opened: MainWindow, schemes: Files, tmp_path: Path
) -> None:
    views = space(opened)
    views.sentences.go_to_sentence(1)
    views.notes.note.setPlainText("Sunday")
    views.notes.store_note()
    path = tmp_path / "kept.treecompare"
    opened.files.file.save_as(str(path))
    opened.close_comparison()
    with qtbot.waitSignal(opened.session.ended, timeout=20_000):
        opened.open_comparison(Files(str(path), ()))
    comparison = compared_of(opened)
    assert comparison.native == [0, 1, 0]
    assert comparison.judgements.notes == {1: "Sunday"}


def test_golds_with_other_words_are_reported(qtbot: QtBot, window: MainWindow, schemes: Files) -> None:
    other = Path(schemes.golds[0][1])
    other.write_text(other.read_text("utf-8").replace("Sunday", "Monday", 1), "utf-8")
    compare(qtbot, window, schemes)
    table = compared_of(window).table
    assert table.statuses[0].tolist() == [3, 1]
    assert "Monday" in table.reason(0, 0) or "words" in table.reason(0, 0)
    space(window).sentences.go_to_sentence(0)
    assert "cannot be compared" in space(window).kinds["schemes"].picture.note.text()


def test_a_gold_that_cannot_be_read_opens_nothing(qtbot: QtBot, window: MainWindow, schemes: Files) -> None:
    Path(schemes.golds[0][1]).unlink()
    with qtbot.waitSignal(window.session.failed, timeout=10_000):
        window.open_comparison(schemes)
    assert "gold.L" in told(window)


def test_the_command_line_opens_them(qtbot: QtBot, window: MainWindow, schemes: Files) -> None:
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        open_at_start(
            window,
            {
                "golds": [f"functional={schemes.gold}", f"lexical={schemes.golds[0][1]}"],
                "systems": [schemes.systems[0][1], f"b={schemes.systems[1][1]}@lexical"],
            },
        )
    comparison = compared_of(window)
    assert comparison.native == [0, 1] and [gold.name for gold in comparison.golds] == ["functional", "lexical"]
    files = window.session.files
    assert files is not None and ("gold", "functional", files.gold) in treebanks_of(files, comparison)


def test_names_of_schemes() -> None:
    assert scheme_names([("", "a/gold.SD.conllu.gz"), ("", "b/gold.UD.conllu")]) == ["SD", "UD"]
    assert scheme_names([("x", "gold.SD.conllu"), ("", "gold.UD.conllu")]) == ["x", "UD"]
    assert scheme_names([("", "gold.mrg"), ("", "gold.conllu")]) == ["gold.mrg", "gold.conllu"]
    assert [likely_gold(f"malt.{one}.conllu", ["gold.SD.conllu", "gold.UD.conllu"]) for one in ("SD", "UD", "x")] == [
        0,
        1,
        None,
    ]


def test_tree_distance_of_2011_is_there_at_the_end(opened: MainWindow) -> None:
    views = space(opened)
    views.systems.set_measures(["tedeval", "tedeval2011"])
    assert [views.systems.model.score(system, "tedeval2011") for system in (0, 1)] == [1.0, 1.0]
    views.sentences.picker_b.choose("tedeval2011")
    views.systems.choose(2)
    assert float(views.sentences.model.rows.score_b[0]) < 1


def test_a_parser_without_functions_is_drawn_without_labels(
    qtbot: QtBot, window: MainWindow, schemes: Files, tmp_path: Path
) -> None:
    (tmp_path / "tree.mrg").write_text("(S (VB rained) (PP (IN on) (NP (NNP Sunday))))\n" * 2, "utf-8")
    tree = str(tmp_path / "tree.mrg")
    compare(qtbot, window, Files(schemes.gold, (*schemes.systems, ("", tree)), schemes.golds, schemes.follows))
    views = space(window)
    views.systems.choose(3)
    assert views.kinds["schemes"].picture.counts.text().startswith("TedEval: 1 −")
    assert all(not box.box.label for box in views.kinds["schemes"].picture.view.picture_shown.boxes if box.box.row)


def test_long_sentences_are_seen_from_their_beginning(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    words = [(f"word{number}", number - 1, "root" if number == 1 else "dep") for number in range(1, 41)]
    for name in ("gold.F", "gold.L", "first.F"):
        (tmp_path / f"{name}.conllu").write_text(sentence(words), "utf-8")
    paths = [str(tmp_path / f"{name}.conllu") for name in ("gold.F", "first.F", "gold.L")]
    compare(qtbot, window, Files(paths[0], (("", paths[1]),), (("", paths[2]),)))
    canvas = space(window).kinds["schemes"].picture.view.canvas
    seen = canvas.mapToScene(canvas.viewport().rect()).boundingRect()
    area = canvas.drawing_item.boundingRect()
    assert area.width() > seen.width()
    assert -12 <= seen.left() - area.left() <= 0 and -12 <= seen.top() - area.top() <= 0  # with a margin
