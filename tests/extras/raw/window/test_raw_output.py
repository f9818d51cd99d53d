"""Raw output and baselines in the window: chosen as systems, filtered by outcome, drawn with what repair made, kept in a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import looked_up, shown, space
from tests.app.test_notes import open_file, save_as
from tests.app.test_open_dialog import opened, read, texts
from tests.app.test_sides import swap
from treecompare.analyses.catalogue import analysis
from treecompare.analyses.filters import Filter
from treecompare.app.common.plain import visible_lines
from treecompare.app.frame.open_files import FORMAT, SENTENCES
from treecompare.app.frame.open_sheet import OpenDialog
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.extras.raw.analysis import headline_table
from treecompare.scores.table import PARTIAL

TREES = [
    "(S (NP (DT The) (NN dog)) (VP (VBZ barks) (ADVP (RB loudly))) (. .))",
    "(S (NP (PRP She)) (VP (VBD slept)) (. .))",
    "(S (NP (NNS Birds)) (VP (VBP sing) (ADVP (RB early))) (. .))",
    "(S (NP (PRP We)) (VP (VBD left)) (. .))",
]
ANSWERS = [TREES[0], f"Sure:\n```\n{TREES[1]}\n```", TREES[2][:-1], "I cannot do this."]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The answers as JSON lines, as a folder and as one text, beside a gold and a parser."""
    (tmp_path / "gold.mrg").write_text("\n".join(TREES) + "\n", "utf-8")
    (tmp_path / "parser.mrg").write_text("\n".join(TREES).replace("ADVP", "NP") + "\n", "utf-8")
    lines = [json.dumps({"id": number, "output": one}) for number, one in enumerate(ANSWERS, 1)]
    (tmp_path / "model.jsonl").write_text("\n".join(lines), "utf-8")
    (tmp_path / "answers").mkdir()
    for number, one in enumerate(ANSWERS, 1):
        (tmp_path / "answers" / f"{number}.txt").write_text(one, "utf-8")
    (tmp_path / "chat.txt").write_text("\n\n".join(ANSWERS), "utf-8")
    return tmp_path


def files_of(folder: Path) -> Files:
    systems = (
        ("model", f"raw:{folder / 'model.jsonl'}"),
        ("parser", str(folder / "parser.mrg")),
        ("", "baseline:random"),
    )
    return Files(str(folder / "gold.mrg"), systems)


def offered(dialog: OpenDialog) -> list[str]:
    dialog.baseline.offer()
    return [one.text() for one in dialog.baseline.offered.actions() if one.text()]


def test_files_that_hold_answers_are_proposed_as_raw_output(qtbot: QtBot, folder: Path) -> None:
    names = ("gold.mrg", "model.jsonl", "chat.txt", "parser.mrg")
    dialog = opened(qtbot, [*(str(folder / name) for name in names), str(folder / "answers")])
    roles = [dialog.table.role(row) for row in range(len(dialog.table.paths))]
    assert roles == ["gold", "raw", "raw", "system", "raw"]
    assert texts(dialog, FORMAT)[1:3] == ["raw output", "raw output"] and texts(dialog, SENTENCES)[1] == "4"
    assert offered(dialog) == ["left-branching", "right-branching", "random", "consensus of the systems"]
    dialog.baseline.offered.actions()[1].trigger()
    read(qtbot, dialog)
    found = dialog.files()
    assert [path for _, path in found.systems] == [
        f"raw:{folder / 'model.jsonl'}", f"raw:{folder / 'chat.txt'}", str(folder / "parser.mrg"), f"raw:{folder / 'answers'}",
        "baseline:right-branching",
    ]  # fmt: skip
    assert found.systems[-1][0] == "right-branching"
    dialog.table.set_role(3, "raw")  # people may say that a treebank is raw output, too
    read(qtbot, dialog)
    assert dialog.files().systems[2] == ("parser", f"raw:{folder / 'parser.mrg'}")
    assert texts(dialog, FORMAT)[3] == "raw output"
    dialog.table.set_role(5, "")
    assert len(dialog.files().systems) == 4
    dialog.baseline.offered.actions()[-1].trigger()
    read(qtbot, dialog)
    assert dialog.files().systems[-1] == ("consensus", "consensus:") and texts(dialog, FORMAT)[-1] == "consensus"


def test_a_text_with_a_bracket_somewhere_is_no_raw_output(qtbot: QtBot, folder: Path) -> None:
    (folder / "notes.txt").write_text("What I found\n(in this file)\n" + "More of it.\n" * 5, "utf-8")
    dialog = opened(qtbot, [str(folder / "gold.mrg"), str(folder / "notes.txt")])
    assert [dialog.table.role(row) for row in (0, 1)] == ["gold", "system"]


def test_systems_of_every_sort_are_added_beside_the_open_gold(qtbot: QtBot, window: MainWindow, folder: Path) -> None:
    compare(qtbot, window, Files(str(folder / "gold.mrg"), (("", str(folder / "parser.mrg")),)))
    dialog = window.opener.ask_beside([str(folder / "model.jsonl"), str(folder / "gold.mrg")])
    read(qtbot, dialog)
    roles = {Path(path).name: dialog.table.role(row) for row, path in enumerate(dialog.table.paths)}
    assert roles == {"model.jsonl": "raw", "gold.mrg": "system"}
    dialog.table.set_role(dialog.table.paths.index(str(folder / "gold.mrg")), "")
    dialog.add(["baseline:left-branching"])
    read(qtbot, dialog)
    assert offered(dialog) == ["left-branching", "right-branching", "random", "consensus of the systems"]
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        dialog.accept()
    comparison = window.session.comparison
    assert comparison.table.systems == ["parser", "model", "left-branching"]
    assert list(comparison.outcomes) == [1] and comparison.baselines == {2}


def test_what_is_dropped_is_added_or_asked_about(qtbot: QtBot, window: MainWindow, folder: Path) -> None:
    compare(qtbot, window, Files(str(folder / "gold.mrg"), (("", str(folder / "parser.mrg")),)))
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.open_dropped([str(folder / "model.jsonl")])
    assert list(window.session.comparison.outcomes) == [1]
    window.open_dropped([str(folder / "answers")])
    qtbot.waitUntil(lambda: any(one.table.paths for one in window.findChildren(OpenDialog)), timeout=10_000)
    [dialog] = window.findChildren(OpenDialog)
    read(qtbot, dialog)
    assert dialog.table.role(0) == "raw" and dialog.windowTitle() == "Add systems"
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        dialog.accept()
    assert window.session.comparison.outcomes[2].container == "folder"


def test_sentences_are_filtered_by_outcome(qtbot: QtBot, window: MainWindow, folder: Path) -> None:
    compare(qtbot, window, files_of(folder))
    sentences = space(window).sentences
    bar = sentences.filter_bar
    choices = [bar.outcome.itemData(row) for row in range(bar.outcome.count())]
    assert choices == ["", "scored as is", "unreadable", "no tree"]
    bar.outcome.setCurrentIndex(2)
    assert shown(window) == [1, 2] and [chip.property("said") for chip in bar.chips] == ["unreadable"]
    bar.chips[0].click()
    assert shown(window) == [0, 1, 2, 3]
    bar.show_wish(Filter(outcome="no tree"))
    assert shown(window) == [3]
    space(window).systems.table.selectRow(1)  # a parser has no outcomes
    assert shown(window) == [0, 1, 2, 3] and bar.outcome.isHidden()


def test_a_count_of_outcomes_opens_its_sentences(qtbot: QtBot, window: MainWindow, folder: Path) -> None:
    compare(qtbot, window, files_of(folder))
    figures, counts, *_ = analysis("outcomes").tables(window.session.comparison, space(window).view())
    assert figures.title.startswith("All and common") and counts.title.startswith("Outcomes")
    space(window).show_found(counts.found([row[0] for row in counts.rows].index("unreadable"), 1))
    assert shown(window) == [1, 2] and space(window).sentences.filter_bar.chosen.text == "model: unreadable"


def test_the_level_of_repair_is_a_setting_where_there_is_raw_output(
    qtbot: QtBot, window: MainWindow, folder: Path
) -> None:
    compare(qtbot, window, Files(str(folder / "gold.mrg"), (("", str(folder / "parser.mrg")),)))
    sheet = window.sheets.scoring()
    assert "repair" not in sheet.boxes
    sheet.reject()
    compare(qtbot, window, files_of(folder))
    assert any("level extract would read 1 more" in one for one in window.session.comparison.warnings)
    sheet = window.sheets.scoring()
    assert [sheet.boxes["repair"].itemData(row) for row in range(3)] == ["none", "extract", "close"]
    sheet.reject()
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.scoring.change_one("repair", "close")
    assert window.session.comparison.outcomes[0].repaired == 2
    space(window).sentences.go_to_sentence(2)
    qtbot.waitUntil(lambda: space(window).drawing_view.drawing.repaired == 1)
    view = space(window).drawing_view
    assert "1 made by repair" in view.foot.counts.said() and "made by repair" in view.foot.legend.text()
    assert "S*" in [box.text for box in view.drawing.boxes]


def test_raw_systems_are_saved_swapped_and_opened_again(
    qtbot: QtBot, window: MainWindow, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare(qtbot, window, files_of(folder))
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.scoring.change_one("repair", "extract")
    save_as(window, folder / "kept.treecompare", monkeypatch)
    swap(qtbot, window)
    assert window.session.comparison.gold.name == "model"
    swap(qtbot, window)
    assert window.session.comparison.gold.name == "gold" and window.session.comparison.outcomes[0].repaired == 1
    window.close_comparison()
    open_file(qtbot, window, folder / "kept.treecompare")
    comparison = window.session.comparison
    assert comparison.table.systems == ["model", "parser", "random"] and comparison.baselines == {2}
    assert comparison.settings.repair == "extract" and comparison.outcomes[0].repaired == 1


def test_a_bar_of_outcomes_and_both_figures_stand_above_the_systems(
    qtbot: QtBot, window: MainWindow, folder: Path
) -> None:
    compare(qtbot, window, files_of(folder))
    strip = space(window).systems.outcomes
    assert strip.isVisible() and list(strip.rows) == [0]
    row = strip.rows[0]
    assert {one: count for one, count in row.counts.items() if count} == {
        "scored as is": 1,
        "unreadable": 2,
        "no tree": 1,
    }
    qtbot.waitUntil(lambda: bool(row.figures), timeout=10_000)
    whole, common = (headline_table(window.session.comparison).rows[0][one] for one in (2, 5))
    assert common is None  # less than half of the sentences
    assert row.figures == f"E-Dice, roof all {100 * whole:.2f}, common – (less than half are scored)"
    assert row.accessibleName().startswith("model: scored as is 1, unreadable 2, no tree 1. E-Dice, roof all")
    assert row.in_short == f"all {100 * whole:.2f}, common –"
    row.click()
    qtbot.waitUntil(lambda: looked_up(window) == "outcomes")
    compare(qtbot, window, Files(str(folder / "gold.mrg"), (("", str(folder / "parser.mrg")),)))
    assert not strip.isVisible() and not strip.rows


def test_where_nothing_is_scored_the_way_on_is_shown(qtbot: QtBot, window: MainWindow, folder: Path) -> None:
    """Measures stay, the answer is there to be read, and which level of repair would read it; the warnings are a click away."""
    lines = [json.dumps({"id": number, "output": one}) for number, one in enumerate(ANSWERS[1:], 2)]
    (folder / "model.jsonl").write_text("\n".join(lines), "utf-8")
    compare(qtbot, window, Files(str(folder / "gold.mrg"), (("model", f"raw:{folder / 'model.jsonl'}"),)))
    views = space(window)
    assert (views.sentences.key_a, views.sentences.key_b) == ("e.whole.dice", "t.whole.dice")
    panel_, said = views.view_shown.shown, []
    for sentence in range(4):
        views.sentences.go_to_sentence(sentence)
        said.append((panel_.note.text(), panel_.answer.toPlainText() if panel_.answer.isVisible() else ""))
    assert [answer for _, answer in said] == ["", *(visible_lines(one) for one in ANSWERS[1:])]
    hints = [note.partition("Repair at level ")[2].partition(" ")[0] for note, _ in said]
    assert hints == ["", "extract", "close", ""]
    notice = views.layout.left.frame_of(window.docks["systems"]).heading.notice  # type: ignore[union-attr]
    assert notice.isVisible() and "warning" in notice.text()
    window.actions_.turn("repair", "close")
    qtbot.waitUntil(lambda: window.session.comparison.settings.repair == "close" and window.session.is_compared)
    views.sentences.go_to_sentence(1)
    assert not panel_.answer.isVisible() and panel_.view.isVisible()


def test_sentences_with_other_words_are_found_and_not_identical(qtbot: QtBot, window: MainWindow, folder: Path) -> None:
    trees = [TREES[0], TREES[1].replace("slept", "sleeps"), *TREES[2:]]
    lines = [json.dumps({"id": number, "output": one}) for number, one in enumerate(trees, 1)]
    (folder / "model.jsonl").write_text("\n".join(lines), "utf-8")
    compare(qtbot, window, Files(str(folder / "gold.mrg"), (("model", f"raw:{folder / 'model.jsonl'}"),)))
    views = space(window)
    assert dict(zip((one.key for one in views.systems.model.as_table().columns), views.systems.model.as_table().rows[0],
                    strict=True))["partial"] == 1  # fmt: skip
    window.workspace.show_status(0, PARTIAL)  # as a click on that number does
    assert shown(window) == [1]
    assert views.drawing_view.drawn.nothing_changed() == "Identical but for words"
    views.sentences.filter_bar.reset()
    views.sentences.go_to_sentence(0)
    assert views.drawing_view.drawn.nothing_changed() == "Identical"
