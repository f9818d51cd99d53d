"""Opening files: from the start page, by dropping, from the command line, with broken ones among them."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import dialogs, sized, space, told
from treecompare import readers, reading, resources
from treecompare.app.common import choosers as opening
from treecompare.app.common import preferences
from treecompare.app.common.wording import moment_said
from treecompare.app.frame.open_sheet import OpenDialog
from treecompare.app.panes.systems_model import SKIPPED_COLUMN
from treecompare.app.session.start_page import LOWEST, MARGIN, WORDS, Card
from treecompare.app.window.main import open_at_start
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.comparison.roles import guess
from treecompare.scores.table import WAITING


def test_start_page_comes_first(window: MainWindow) -> None:
    assert not window.is_comparing
    assert window.start_page.isVisible()
    assert not window.toolbar.isVisible()
    assert not window.actions_.by_name["copy"].isEnabled()


def test_opening_fills_both_tables(compared: MainWindow) -> None:
    assert compared.is_comparing
    systems, sentences = space(compared).systems, space(compared).sentences
    assert [systems.table.model().index(row, 0).data() for row in range(2)] == ["one", "two"]
    assert [systems.model.index(row, SKIPPED_COLUMN).data() for row in range(2)] == ["0", "1"]
    assert sentences.model.rowCount() == 60
    assert sentences.current_sentence() == 0
    assert not (sentences.model.rows.status == WAITING).any()
    assert compared.docks["sentences"].count == "60"
    assert compared.docks["systems"].count == " ".join(["2  ", systems.model.legend(systems.model.letters)]).rstrip()
    assert compared.progress.isHidden()
    assert "standard" in compared.toolbar.details
    assert "gold.mrg" in compared.windowTitle()


def test_the_order_of_the_words_is_known_before_anybody_sorts(compared: MainWindow) -> None:
    known = compared.session.sentences.__dict__["places"]
    assert compared.session.sentences.places is known and len(known) == 60
    assert space(compared).sentences.model.rows.sentences.places is known


def test_command_line_opens_files(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        open_at_start(window, {"golds": [files.gold], "systems": [f"mine={files.systems[0][1]}"]})
    assert window.session.comparison.table.systems == ["mine"]
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        open_at_start(window, {"systems": [files.gold, f"mine={files.systems[0][1]}", files.systems[1][1]]})
    assert window.session.comparison.table.systems == ["mine", "two"]


def test_a_gold_without_systems_is_asked_about(window: MainWindow, files: Files) -> None:
    window.open_comparison(Files(files.gold, ()))
    (dialog,) = window.findChildren(OpenDialog)
    assert dialog.isVisible() and dialog.table.paths == [files.gold]
    dialog.close()


def test_bad_file_does_not_stop_the_others(qtbot: QtBot, window: MainWindow, files: Files, tmp_path: Path) -> None:
    binary = tmp_path / "binary.mrg"
    binary.write_bytes(bytes(range(256)) * 10)
    missing = str(tmp_path / "missing.mrg")
    (tmp_path / "empty").mkdir()
    more = (("", missing), *files.systems, ("", str(binary)), ("", str(tmp_path / "empty")))
    compare(qtbot, window, Files(files.gold, more))
    assert window.session.comparison.table.systems == ["one", "two"]
    for name in ("missing.mrg", "binary.mrg", str(tmp_path / "empty")):
        assert name in told(window)
    assert dialogs() == [] and window.banner.label.text().startswith("3 files could not be opened: missing.mrg, ")
    window.banner.details_button.click()
    (box,) = dialogs()
    assert "binary.mrg" in box.informativeText() and not box.detailedText()
    box.close()


def test_nothing_can_be_opened(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    with qtbot.waitSignal(window.session.ended, timeout=5_000):
        window.open_comparison(Files(str(tmp_path / "no.mrg"), (("", str(tmp_path / "nor.mrg")),)))
    assert not window.is_comparing
    assert "no.mrg" in told(window) and "nor.mrg" in told(window) and dialogs() == []
    assert preferences.recent() == []


def test_failed_opening_keeps_what_is_open(qtbot: QtBot, compared: MainWindow, tmp_path: Path) -> None:
    before = compared.session.comparison
    compare(qtbot, compared, Files(str(tmp_path / "no.mrg"), (("", str(tmp_path / "nor.mrg")),)))
    assert compared.session.comparison is before
    assert space(compared).sentences.model.rowCount() == 60
    assert "nor.mrg" in told(compared)


def test_what_is_not_understood_does_not_replace_what_is_open(
    qtbot: QtBot, compared: MainWindow, files: Files, tmp_path: Path
) -> None:
    before = compared.session.comparison
    foreign = tmp_path / "pcc.export"
    foreign.write_text("(w / want-01\n   :ARG0 (h / he))\n")
    compare(qtbot, compared, Files(str(foreign), files.systems))
    assert compared.session.comparison is before
    assert "pcc.export: looks like AMR graphs (PENMAN), which is not read yet" in told(compared)


def test_dropped_files(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    data = QMimeData()
    data.setUrls(opening.file_urls(files.paths[::-1]))
    event = QDropEvent(
        QPointF(50, 50), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.dropEvent(event)
    assert window.session.comparison.table.systems == ["one", "two"]
    assert window.session.files.gold.endswith("gold.mrg")


def test_several_golds_are_no_systems_of_what_is_open(
    compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(compared.opener, "ask", asked.append)
    paths = [str(tmp_path / f"{name}.conllu") for name in ("gold.A", "gold.B", "parse.A")]
    compared.open_dropped(paths)
    assert asked == [paths]
    assert compared.session.comparison.table.systems == ["one", "two"]


def test_more_systems_can_be_dropped_and_removed(qtbot: QtBot, compared: MainWindow, tmp_path: Path) -> None:
    third = tmp_path / "other" / "one.mrg"
    third.parent.mkdir()
    third.write_bytes((tmp_path / "one.mrg").read_bytes())
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        compared.open_dropped([str(third)])
    assert len(set(compared.session.comparison.table.systems)) == 3
    assert compared.session.comparison.table.systems[2] == "other/one"
    space(compared).systems.choose(1)
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        compared.opener.remove_system()
    assert len(compared.session.comparison.table.systems) == 2
    assert compared.session.files.systems[1][1] == str(third)


def test_the_day_of_a_recent_comparison_is_kept_with_it(window: MainWindow, files: Files) -> None:
    """One of which none is known, as from an older program, is listed without."""
    preferences.add_recent(files)
    opened = preferences.opened_at(preferences.recent()[0])
    assert opened is not None and opened.date() == date.today()
    preferences.store("recent_dates", json.dumps({"\0".join(preferences.recent()[0].paths): "2024-02-29"}))
    window.start_page.refresh()
    assert [one.when for one in window.start_page.recent_rows] == ["29 February 2024"]
    preferences.add_recent(replace(files, systems=files.systems[:1]))
    days = [at.date() for one in preferences.recent() if (at := preferences.opened_at(one))]
    assert days == [date.today(), date(2024, 2, 29)]
    for stored in ("{", "[]", "{}", '{"a": 3}'):
        preferences.store("recent_dates", stored)
        window.start_page.refresh()
        assert [one.when for one in window.start_page.recent_rows] == ["", ""], stored
    preferences.forget_recent()
    assert not preferences.recent() and not preferences.text("recent_dates")


def test_recent_comparisons(qtbot: QtBot, compared: MainWindow, files: Files) -> None:
    assert [one.paths for one in preferences.recent()] == [files.paths]
    compared.close_comparison()
    assert not compared.is_comparing
    (row,) = compared.start_page.recent_rows
    assert row.when.startswith("today")
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        row.click()
    assert compared.is_comparing and space(compared).sentences.model.rowCount() == 60


@pytest.mark.own_window
def test_recent_comparisons_of_one_name_are_told_apart_and_cleared(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    window.actions_.turn("theme", "light")
    for folder in ("a/dev", "b/dev", "b/test", "c"):
        preferences.add_recent(Files(str(tmp_path / folder / "gold.mrg"), (("", "x.mrg"),)))
    preferences.add_recent(Files(str(tmp_path / "c" / "gold.mrg"), (("", "y.mrg"),)))
    names = [
        "gold.mrg – c: y.mrg",
        "gold.mrg – c: x.mrg",
        "gold.mrg – test",
        *(f"gold.mrg – {Path(one, 'dev')}" for one in "ba"),
    ]
    sized(window, 1280, 800)
    page = window.start_page
    page.refresh()
    assert [one.title for one in page.recent_rows] == names
    qtbot.waitUntil(lambda: all(one.isVisible() for one in page.recent_rows))
    qtbot.waitUntil(lambda: page.verticalScrollBar().maximum() == 0)
    stops: list[QWidget] = [page.open_button]
    while len(stops) < 12:
        stops.append(stops[-1].nextInFocusChain())
        while not stops[-1].focusPolicy() & Qt.FocusPolicy.TabFocus or not stops[-1].isVisible():
            stops[-1] = stops[-1].nextInFocusChain()
    first = stops.index(page.clear)
    assert stops[first : first + 7] == [page.clear, *page.recent_rows, page.search]
    menu = window.actions_.recent_menu
    menu.aboutToShow.emit()
    assert [one.text() for one in menu.actions()][:5] == names
    page.clear.click()
    assert not page.recent_rows and not page.recent_head.isVisible() and not preferences.recent()


@pytest.mark.parametrize(
    "at, said",
    [
        (datetime(2026, 3, 2, 9, 5), "today 09:05"),
        (datetime(2026, 3, 2), "today"),
        (datetime(2026, 3, 1, 9, 5), "yesterday"),
        (datetime(2025, 3, 1, 9, 5), "1 March 2025"),
    ],
)
def test_of_today_the_hour_is_said(at: datetime, said: str) -> None:
    assert moment_said(at, datetime(2026, 3, 2, 17, 0)) == said


def test_samples_are_drawn_on_the_start_page_in_the_colours_of_the_theme(window: MainWindow) -> None:
    sized(window, 1280, 800)
    for theme, is_light in (("light", True), ("dark", False)):
        window.actions_.turn("theme", theme)
        QTest.qWait(20)
        cards = [one for one in window.start_page.findChildren(Card) if one.isVisible()]
        assert [one.accessibleName() for one in cards] == [one.title for one in resources.samples()[:3]]
        assert all(one.accessibleDescription() for one in cards)
        papers = [one.grab().toImage().pixelColor(one.pictured().topLeft() + QPoint(4, 4)) for one in cards]
        assert [paper.lightness() > 200 for paper in papers] == [is_light] * 3
    for size in ((640, 480), (1280, 800), (1600, 1000)):
        sized(window, *size)
        for one in cards:
            assert not one.is_drawn or one.pictured().right() < one.width() - WORDS - MARGIN, size
            assert one.is_drawn or size == (640, 480)
    window.actions_.turn("theme", "system")


def test_the_start_page_needs_no_scroll_bar(window: MainWindow) -> None:
    window.actions_.turn("theme", "light")
    for size in ((1600, 1000), (1180, 740), (1280, 800)):  # larger and smaller than before
        sized(window, *size)
        assert window.start_page.verticalScrollBar().maximum() == 0, size
        for one in window.start_page.findChildren(Card):
            assert one.height() >= max(one.words_height(one.width()) + 2 * MARGIN, LOWEST + 10), size


def test_samples(qtbot: QtBot, window: MainWindow, files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    sample = resources.Sample("mine", "Mine", "What one learns.", files.gold, tuple(path for _, path in files.systems))
    monkeypatch.setattr(resources, "samples", lambda: [sample])
    window.start_page.refresh()
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.start_page.sampleWanted.emit("mine")
    assert window.is_comparing


def test_sentences_of_the_papers_have_their_titles(qtbot: QtBot, window: MainWindow) -> None:
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.open_sample("worked-examples-emms")
    comparison = window.session.comparison
    assert comparison is not None
    assert [name.split(":")[0] for name in comparison.ids] == [
        "Emms, figures 1 and 2",
        "Emms, section 2",
        "Emms, section 2",
    ]


def test_gold_is_guessed_by_name_only_where_it_is_clear() -> None:
    assert guess(["b.mrg", "x/my-gold.mrg", "c.mrg"]) == Files("x/my-gold.mrg", (("", "b.mrg"), ("", "c.mrg")))
    assert guess(["a.key", "b.mrg"]) is not None
    assert guess(["monkey.mrg", "prefer.mrg"]) is None
    assert guess(["gold1.mrg", "gold2.mrg"]) is None
    assert guess(["gold.mrg"]) is None


def test_a_file_that_is_too_large_is_asked_about(
    qtbot: QtBot, window: MainWindow, files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = 2000  # bytes; each of the files holds more
    monkeypatch.setattr(reading, "usual_limit", lambda: limit)
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.open_comparison(files)
    assert window.session.comparison is None
    assert "expected at most 2,000 bytes" in told(window)
    assert window.banner.retry_button.text() == "Read anyway" and window.banner.retry_button.isVisible()
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.banner.retry_button.click()
    assert told(window) == ""
    assert window.session.comparison is not None
    assert window.session.comparison.table.sentences == 60


def test_memory_that_runs_out_is_one_sentence(
    qtbot: QtBot, window: MainWindow, files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_much(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(readers, "read_any", too_much)
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.open_comparison(files)
    assert "there is not enough memory to read this file" in told(window)


def test_links_have_the_colour_of_the_theme(compared: MainWindow) -> None:
    compared.close_comparison()
    colours = []
    for theme in ("light", "dark"):
        compared.actions_.turn("theme", theme)
        (row,) = compared.start_page.recent_rows
        image = row.grab().toImage()
        seen = {image.pixelColor(x, y).name() for x in range(120) for y in range(image.height() // 2)}
        assert compared.palette().link().color().name() in seen, theme
        colours.append(compared.palette().link().color().name())
    assert colours[0] != colours[1]
