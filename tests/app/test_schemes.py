"""Several golds in the window: function trees below each other, errors and scheme differences, the target to compare with."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFileDialog, QInputDialog
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import cell_of, click_on, sized, space, told
from treecompare.__main__ import main
from treecompare.analyses.filters import Chosen
from treecompare.app.drawings.pictures import theme_of
from treecompare.app.drawings.schemes_view import SchemesView
from treecompare.app.panes.systems_model import RANK_ROLE
from treecompare.app.window.main import open_at_start
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.comparison.lit import scheme_nodes
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.treebank_names import likely_gold, scheme_names
from treecompare.mappings.functions import Operation
from treecompare.saved.opening import treebanks_of

pytestmark = pytest.mark.own_window

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
    assert "function trees" in opened.toolbar.details


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
    views.systems.set_measures([*model.keys, "las"])
    views.sentences.go_to_sentence(0)
    assert [cell_of(model, system, "tedeval").data(RANK_ROLE) for system in range(3)] == ["1.5", "1.5", "3"]
    assert views.explain.cards[0].explanation.text.endswith("= 1.00")
    assert "No score" in cell_of(model, 0, "las").data(Qt.ItemDataRole.ToolTipRole)
    box.setCurrentIndex(0)
    box.activated.emit(0)
    assert cell_of(model, 0, "tedeval").data(RANK_ROLE) == "1"
    assert not views.explain.cards[0].explanation.text.endswith("= 1.00")
    assert "No score" not in cell_of(model, 0, "las").data(Qt.ItemDataRole.ToolTipRole)
    qtbot.waitUntil(lambda: "p = " in cell_of(model, 1, "tedeval").data(Qt.ItemDataRole.ToolTipRole))


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


def drawing_of(window: MainWindow) -> SchemesView:
    view = space(window).kinds["schemes"].picture.view
    assert isinstance(view, SchemesView)
    return view


def choose(window: MainWindow, system: int, sentence: int) -> SchemesView:
    space(window).systems.choose(system)
    space(window).sentences.go_to_sentence(sentence)
    return drawing_of(window)


def test_what_golds_share_above_the_words_and_the_system_below(qtbot: QtBot, opened: MainWindow) -> None:
    view = choose(opened, 2, 0)
    drawing = view.drawing
    assert drawing is not None
    assert [drawing.of.trees[tree].title for tree in drawing.titles] == ["F + L (in common)", "third.F (system)"]
    assert [box.text for box in drawing.words] == ["rained", "on", "Sunday"]
    assert {box.operation for box in drawing.labels} >= {"inserted", "deleted"}
    assert "scheme difference" in space(opened).kinds["schemes"].picture.counts.text()
    view = choose(opened, 0, 0)
    drawing = view.drawing
    assert drawing is not None
    box = next(box for box in drawing.labels if box.operation == "scheme")
    assert "scheme difference: not counted" in view.drawn.said(box) and "in F; not in L" in view.drawn.said(box)
    canvas = view.canvas
    qtbot.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(canvas.mapFromScene(box.x, box.y)))
    assert box in view.lit()
    view.unlabelled.trigger()
    assert view.drawing is not None and all(not one.label for one in view.drawing.labels)


def test_golds_own_trees_behind_chips(opened: MainWindow, tmp_path: Path) -> None:
    view = choose(opened, 2, 0)
    assert [chip.text() for chip in view.chips] == ["F", "L"]
    view.chips[1].trigger()
    assert view.drawing is not None
    assert [view.drawing.of.trees[tree].name for tree in view.drawing.titles] == ["L", "F + L", "third.F"]
    box = next(box for box in view.drawing.labels if box.operation == "deleted")
    assert {one.tree for one in view.drawn.related(box)} == {
        box.tree,
        1,
    }  # with the same label in the gold that is drawn
    view = choose(opened, 0, 1)
    assert (
        view.own_golds == ["L"] and view.drawing is not None and 1 in view.drawing.titles
    )  # of the next sentence, too
    target = space(opened).kinds["schemes"].picture.target
    target.setCurrentIndex(0)
    target.activated.emit(0)
    assert not view.chips and view.own_golds == []  # one gold is drawn anyway
    target.setCurrentIndex(2)
    target.activated.emit(2)
    assert view.own_golds == ["L"]
    assert space(opened).arrangement()["own_golds"] == ["L"]
    view.draw_own_golds([])
    assert view.own_golds == [] and 1 not in view.drawing.titles
    space(opened).arrange({"own_golds": ["F", "gone"]})
    assert view.own_golds == ["F"]


def test_operations_beside_the_drawing(qtbot: QtBot, opened: MainWindow) -> None:
    view = choose(opened, 2, 0)
    opened.show_dock("words")
    assert opened.docks["words"].windowTitle() == "Operations"
    table = space(opened).kinds["schemes"].words.table
    qtbot.waitUntil(lambda: table.rowCount() > 0)
    kinds = [table.item(row, 2).text() for row in range(table.rowCount())]
    assert kinds[0] == "error"
    for size in ((800, 600), (1280, 800)):
        sized(opened, *size)
        assert not table.horizontalScrollBar().maximum()
    for row in range(table.rowCount()):
        table.selectRow(row)
        lit = view.lit()
        assert lit and all(table.item(row, 1).text() == (box.place[3] or "node") for box in lit)


def test_errors_are_walked_through_and_told_as_text(qtbot: QtBot, opened: MainWindow) -> None:
    view = choose(opened, 2, 0)
    counts = compared_of(opened).table.counts(2, slice(0, 1))[0]["tedeval"]
    assert len(view.drawn.changed()) == counts["deleted"] + counts["inserted"] == len(view.foot.ticks.places) > 1
    view.show_list.trigger()
    texts = [view.list.item(row).text() for row in range(view.list.count())]
    assert len(texts) == len(view.drawn.changed())
    assert "F + L (in common); tmod: on Sunday; missing in the system: an error; in F, L" in texts
    view.canvas.setFocus()
    opened.activateWindow()
    qtbot.waitUntil(view.canvas.hasFocus)
    qtbot.keyClick(view.canvas, Qt.Key.Key_Tab)
    assert view.here == view.drawn.changed()[0]
    assert view.canvas.accessibleDescription().endswith("in F, L")
    for key in (Qt.Key.Key_Down,) * 3:
        qtbot.keyClick(view.canvas, key)
    assert view.here[0] == view.drawing.of.parse  # past the words into the tree below
    view.go_to((view.drawing.of.parse, 0, 1, "hd"))
    qtbot.keyClick(view.canvas, Qt.Key.Key_Space)
    assert view.here == (view.drawing.of.target, 0, 1, "hd")
    qtbot.keyClick(view.canvas, Qt.Key.Key_Return)
    assert view.pinned == (view.drawing.of.target, 0, 1, "hd")
    view = choose(opened, 0, 1)
    assert view.drawn.changed() == [] and [view.list.item(0).text()] == ["No errors."]


def test_words_are_folded_where_there_is_no_room(
    qtbot: QtBot, window: MainWindow, schemes: Files, tmp_path: Path
) -> None:
    words = [("rained", 0, "root"), *((f"word{place}", 1, "obl") for place in range(40)), ("on", 1, "tmod")]
    for path in (schemes.gold, schemes.golds[0][1], *(path for _, path in schemes.systems)):
        Path(path).write_text(sentence(words), "utf-8")
    Path(schemes.systems[2][1]).write_text(sentence([*words[:-1], ("on", 1, "x")]), "utf-8")
    compare(qtbot, window, schemes)
    view = choose(window, 2, 0)
    assert view.drawing is not None
    [run] = [box for box in view.drawing.words if box.is_run]
    assert run.text == "… 41 words …" and "word7" in view.drawn.said(run) and "folded" in view.foot.legend.text()
    # what is counted within is lit at the run; who looks for it finds it unfolded
    view.highlight(scheme_nodes(view.trees, "matched"))
    assert view.rect_of(run) in [rect for rect, *_ in view.lights()[0]]
    view.light_operation(Operation("delete", 5, 6, "obl", True))
    assert view.drawing.box_of((view.drawing.of.parse, 5, 6, "obl")) is not None
    view.light_operation(None)
    view.elide.trigger()
    assert not any(box.is_run for box in view.drawing.words)
    view.elide.trigger()
    [run] = [box for box in view.drawing.words if box.is_run]
    click_on(qtbot, view, run)
    assert not any(box.is_run for box in view.drawing.words)


def test_counts_light_their_nodes(opened: MainWindow) -> None:
    view = choose(opened, 2, 0)
    opened.show_dock("explain")
    counts = compared_of(opened).table.counts(2, slice(0, 1))[0]
    for card, part in zip(space(opened).explain.cards, ("tedeval", "tedeval.unlabelled"), strict=True):
        assert card.explanation.numbers is not None
        for count in ("gold", "test", "deleted", "inserted"):
            card.counted.emit(count)
            # the drawing shows what is counted: labels, or only which words are grouped
            assert view.unlabelled.isChecked() == (part == "tedeval.unlabelled")
            assert len(view.lit()) == counts[part][count], (part, count)
            card.counted.emit(count)
            assert view.lit() == []


def test_trees_of_2011_are_drawn_as_they_are_counted(qtbot: QtBot, opened: MainWindow) -> None:
    """Wildcards and relabellings: what is charged is lit by its count, listed and told as text."""
    view, views = choose(opened, 2, 0), space(opened)
    picture, operations = views.kinds["schemes"].picture, views.kinds["schemes"].words
    opened.show_dock("words")
    table = compared_of(opened).table
    view.relabels.trigger()
    assert {"*", "~advmod→case"} <= {box.text for box in view.drawing.labels}
    counts = table.counts(2, slice(0, 1))[0]["tedeval2011"]
    assert counts["swapped"] == 2 and counts["inserted"] == 1 and counts["deleted"] == 0
    assert picture.counts.text().replace("\xa0", " ").startswith("TedEval 2011: 1 − (0 + 1 + 2) / (4 + 3) = ")
    assert sorted(said.split("; ")[2] for said in view.drawn.changes_said()) == [
        "missing in the system: an error", *["relabelled in the system: an error"] * 2,
    ]  # fmt: skip
    rows = {tuple(operations.table.item(row, column).text() for column in range(3)) for row in range(3)}
    assert rows == {
        ("add", "tmod", "error"),
        ("relabel", "advmod→case", "error"),
        ("relabel", "obj→pobj", "error"),
    }
    operations.table.selectRow(1)
    assert {box.place[3] for box in view.lit()} == {"advmod", "case"}
    assert "relabelled" in view.legend(theme_of(view.palette()))
    for part in ("tedeval2011.unlabelled", "tedeval", "tedeval2011"):
        for count in ("gold", "test", "deleted", "inserted"):
            views.kinds["schemes"].light_count(part, count)
            assert view.relabels.isChecked() == part.startswith("tedeval2011")
            assert len(view.lit()) == table.counts(2, slice(0, 1))[0][part][count], (part, count)
    views.kinds["schemes"].light_count("tedeval2011", "swapped")
    assert len(view.lit()) == 2 * 2  # in the system, and what they become
    view.canvas.setFocus()
    opened.activateWindow()
    qtbot.waitUntil(view.canvas.hasFocus)
    words = shlex.split(views.as_command())
    assert words[-8:-1] == ["--show", "1", "--measures", "tedeval2011", "--format", "svg", "--output"]


def test_trees_of_2011_wait_until_they_are_counted(opened: MainWindow) -> None:
    view, views = choose(opened, 2, 0), space(opened)
    picture, table = views.kinds["schemes"].picture, compared_of(opened).table
    table.there["tedeval2011"][2] = False
    view.relabels.trigger()
    assert picture.is_waiting and picture.note.text() == "TedEval 2011 has not compared this sentence yet."
    table.there["tedeval2011"][2] = True
    picture.update_sentence()
    assert not picture.is_waiting and "~advmod→case" in {box.text for box in view.drawing.labels}


def test_counts_of_attachment_scores_light_words(opened: MainWindow) -> None:
    box = space(opened).kinds["schemes"].picture.target
    box.setCurrentIndex(0)
    box.activated.emit(0)
    view = choose(opened, 2, 0)
    counts = compared_of(opened).table.counts(2, slice(0, 1))[0]["uas"]
    assert (counts["gold"], counts["matched"]) == (3, 2)
    for count, words in (("gold", [0, 1, 2]), ("test", [0, 1, 2]), ("matched", [0, 1]), ("", [])):
        space(opened).kinds["schemes"].light_count("uas" if count else "", count)
        assert [box.place[1] for box in view.lit()] == words


def test_words_that_were_found_are_lit(opened: MainWindow) -> None:
    view = choose(opened, 2, 0)
    kind = space(opened).kinds["schemes"]
    kind.light_found([], [2])
    assert [box.place for box in view.lit()] == [(-1, 1, 2, "")]
    kind.light_found([], [])
    assert view.lit() == []


def test_pictures_and_command(opened: MainWindow, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    view = space(opened).kinds["schemes"].picture.view
    for ending in ("svg", "png", "pdf"):
        view.save(str(tmp_path / f"a.{ending}"))
        assert (tmp_path / f"a.{ending}").stat().st_size > 500
    space(opened).systems.choose(1)
    command = space(opened).as_command()
    assert command.startswith("treecompare tedeval --gold F=") and "second.L.conllu@L" in command
    space(opened).sentences.filter_bar.choose_sentences(Chosen("the second", frozenset({1})))
    space(opened).systems.table.clearFocus()
    words = shlex.split(space(opened).as_command())
    assert words.count("--system") == 1 and words[-2:] == ["--only", "2"] and words[-5] == "--rank"
    assert main([*words[1:], "--format", "json"]) == 0
    [system] = json.loads(capsys.readouterr().out)["systems"]
    assert [one["index"] for one in system["sentences"]] == [2]
    assert "function trees" in space(opened).methods()


def test_the_command_of_the_drawing_draws_what_is_seen(
    qtbot: QtBot, opened: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = choose(opened, 2, 0)
    view.chips[1].trigger()
    view.canvas.setFocus()
    opened.activateWindow()
    qtbot.waitUntil(view.canvas.hasFocus)
    words = shlex.split(space(opened).as_command())
    assert words[-8:-1] == ["--show", "1", "--draw-golds", "L", "--format", "svg", "--output"]
    monkeypatch.chdir(tmp_path)
    assert main(words[1:]) == 0
    drawn, shown = Path(words[-1]).read_text("utf-8"), view.drawn.svg()
    drawn = drawn.replace(">1: third.F<", ">Sentence 1 · third.F<")
    assert drawn.partition("<g ")[2] == shown.partition("<g ")[2] + "\n" and "L (gold)" in shown


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


def trigger(qtbot: QtBot, window: MainWindow, name: str, value: str) -> None:
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.actions_.switches[name][value].trigger()


def signature(window: MainWindow, key: str = "tedeval") -> str:
    return compared_of(window).table.signature(key, "pooled")


def test_how_golds_are_compared_is_chosen_in_the_menu(
    qtbot: QtBot,
    opened: MainWindow,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = tmp_path / "labels.tsv"
    table.write_text("tmod\tadvmod\n", "utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(table), ""))
    trigger(qtbot, opened, "nonprojective", "refuse")
    trigger(qtbot, opened, "zero_cost", "table")
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, **__: ("L=F, F=Z", True))
    trigger(qtbot, opened, "labels_from", "given")
    assert compared_of(opened).labels_from == {1: 0} and "labels L=F" in opened.toolbar.details
    for part in ("nonprojective:refuse", "zero-cost:labels.tsv", "labels:L=F", "profile:paper"):
        assert part in signature(opened)
    assert [opened.actions_.chosen(name) for name in ("nonprojective", "zero_cost", "profile")] == [
        "refuse", "table", "paper",
    ]  # fmt: skip
    # it is kept in the comparison, and the command repeats it
    opened.files.file.save_as(str(tmp_path / "kept.treecompare"))
    was, scores = signature(opened), compared_of(opened).table.scores(2, "tedeval2011").tolist()
    opened.close_comparison()
    with qtbot.waitSignal(opened.session.ended, timeout=20_000):
        opened.open_comparison(Files(str(tmp_path / "kept.treecompare"), ()))
    assert signature(opened) == was and compared_of(opened).table.scores(2, "tedeval2011").tolist() == scores
    space(opened).sentences.table.clearFocus()
    command = shlex.split(space(opened).as_command())
    assert main([*command[1:], "--measures", "tedeval,tedeval2011"]) == 0
    assert f"signature: {was}" in capsys.readouterr().out


def test_what_a_program_counts_has_no_drawing(qtbot: QtBot, opened: MainWindow) -> None:
    choose(opened, 2, 0)
    trigger(qtbot, opened, "profile", "tedeval-2.2")
    assert "profile:tedeval-2.2" in signature(opened) and "tedeval-2.2" in opened.toolbar.details
    choose(opened, 2, 0)
    note = space(opened).kinds["schemes"].picture.note
    assert note.text() == "what the profile tedeval-2.2 counts cannot be drawn; expected the profile paper"
    assert "--profile tedeval-2.2" in space(opened).as_command()
    trigger(qtbot, opened, "profile", "paper")
    assert drawing_of(opened).drawing is not None


def test_a_table_that_cannot_be_read_changes_nothing(
    qtbot: QtBot, opened: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = tmp_path / "labels.tsv"
    wrong.write_text("tmod advmod obl\n", "utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(wrong), ""))
    shown: list[str] = []
    monkeypatch.setattr("treecompare.app.window.window.show_error", lambda _, error: shown.append(str(error)))
    before = compared_of(opened)
    with qtbot.waitSignal(opened.session.failed, timeout=20_000):
        opened.actions_.switches["zero_cost"]["table"].trigger()
    assert shown == [f"{wrong}:1: 3 columns; expected 2: label label"]
    assert opened.session.comparison is before and opened.actions_.chosen("zero_cost") == ""


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
    assert views.sentences.key_a == "tedeval"  # the others have functions
    views.systems.choose(3)
    assert views.kinds["schemes"].picture.counts.text().startswith("TedEval, unlabelled: 1 −")
    assert all(not box.label for box in drawing_of(window).drawing.boxes)


def test_the_first_measures_that_are_defined_are_the_default(
    qtbot: QtBot, window: MainWindow, schemes: Files, tmp_path: Path
) -> None:
    tree = tmp_path / "tree.mrg"
    tree.write_text("(S (VB rained) (PP (IN on) (NP (NNP Sunday))))\n" * 2, "utf-8")
    compare(qtbot, window, Files(schemes.gold, schemes.systems[:1], (("", str(tree)),)))
    views = space(window)
    keys = compared_of(window).usual_keys
    assert (views.sentences.key_a, views.sentences.key_b) == keys == ("tedeval.unlabelled", "tedeval2011.unlabelled")
    assert views.systems.model.keys[0] == "tedeval.unlabelled" and "tedeval" not in views.systems.model.keys


def test_long_sentences_are_seen_from_their_beginning(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    words = [(f"word{number}", number - 1, "root" if number == 1 else "dep") for number in range(1, 41)]
    for name in ("gold.F", "gold.L", "first.F"):
        (tmp_path / f"{name}.conllu").write_text(sentence(words), "utf-8")
    paths = [str(tmp_path / f"{name}.conllu") for name in ("gold.F", "first.F", "gold.L")]
    compare(qtbot, window, Files(paths[0], (("", paths[1]),), (("", paths[2]),)))
    drawing_of(window).elide.trigger()
    canvas = drawing_of(window).canvas
    seen = canvas.mapToScene(canvas.viewport().rect()).boundingRect()
    area = canvas.drawing_item.boundingRect()
    assert area.width() > seen.width()
    assert -13 <= seen.left() - area.left() <= 0  # with a margin
    assert seen.top() < drawing_of(window).drawing.words[0].y < seen.bottom()
