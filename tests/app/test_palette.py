"""The palette finds whatever the window has by a few letters, by keyboard only, and says why something cannot be done."""

from __future__ import annotations

import re
import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTextBrowser
from pytestqt.qtbot import QtBot

from tests.app.helpers import looked_up, space
from tests.conftest import stride
from treecompare.app.frame.help import help_pages
from treecompare.app.shell.command import Command, Need
from treecompare.app.frame.palette import NUMBER, SENTENCES, Entry, Palette, fit, parts_of, ranked
from treecompare.app.window.palette_entries import SOUGHT, SYNONYMS, shortcut, without_key
from treecompare.app.window.window import MainWindow
from treecompare.cli import parser
from treecompare.comparison.judgements import CORRECT, NO, YES
from treecompare.registry import is_here

CONTROL = Qt.KeyboardModifier.ControlModifier


def entry(title: str, about: str = "", missing: str = "") -> Entry:
    return Entry(title, about, lambda: None, "", missing)


def visible(window: MainWindow) -> list[Palette]:
    return [one for one in window.findChildren(Palette) if one.isVisible()]


def opened(window: MainWindow) -> Palette:
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_K, CONTROL)
    (palette,) = visible(window)
    return palette


def type_in(window: MainWindow, text: str) -> None:
    for letter in text:
        QTest.keyClick(window.windowHandle(), Qt.Key(ord(letter.upper())) if letter != " " else Qt.Key.Key_Space)
    for one in visible(window):
        assert one.found is not None  # rows follow a moment later


@pytest.fixture
def active(qtbot: QtBot, compared: MainWindow) -> MainWindow:
    compared.activateWindow()
    qtbot.waitUntil(compared.isActiveWindow)
    return compared


def test_a_start_is_better_than_a_word_than_its_inside_than_initials_than_letters() -> None:
    titles = ["rank difference", "the rank", "frankly", "rough and noisy kinds", "ra then k"]
    fits = [fit("rank", title) for title in titles]
    assert fits == sorted(fits, reverse=True) and len(set(fits)) == 5 and fits[-1] > 0
    assert fit("rank", "narrow kin") == 0 and fit("rank", "") == 0 and fit("rank", "k n a r") == 0
    assert fit("rank", "rank a") > fit("rank", "rank difference")


def test_whole_words_are_better_than_beginnings_than_insides_wherever_they_stand() -> None:
    titles = ["note", "notes", "the other note", "the other notes", "keynote", "keynotes of all other days"]
    fits = [fit("note", title) for title in titles]
    assert fits == sorted(fits, reverse=True) and len(set(fits)) == 6
    assert fit("e-dice", "e-dice, roof") > fit("e-dice", "e-dices") > fit("e-dice", "the-dice")


def test_choices_of_a_menu_keep_their_order_but_for_the_one_that_is_made_already() -> None:
    def choice(title: str, is_on: bool = False) -> Entry:
        return Entry(title, "Compare ▸ Dependency scores", lambda: None, menu="Dependency scores", is_on=is_on)

    entries = [choice("None", True), choice("By the head rules of somebody"), choice("By a file"), entry("From files")]
    found = [one.shown for one in ranked("dependency scores", [*entries, entry("Scores by label")])]
    prefix = "Dependency scores: "
    assert found == [f"{prefix}By the head rules of somebody", f"{prefix}By a file", f"{prefix}None"]
    assert ranked("scores", [*entries, entry("Scores by label")])[0].title == "Scores by label"


def test_commands_with_keys_come_before_their_like() -> None:
    entries = [entry("Note", "Columns"), Entry("Notes", "Panels", lambda: None, "Ctrl+7")]
    assert [one.title for one in ranked("note", entries)] == ["Notes", "Note"]


def test_what_a_menu_offers_is_found_by_the_titles_of_the_menu(active: MainWindow) -> None:
    palette = active.show_palette()
    palette.field.setText("dependency scores")
    assert palette.found[0].shown == "Dependency scores: By the head rules for the tags"
    assert palette.found[0].shown == palette.list.topLevelItem(1).text(0)  # below a heading
    shown = [one.shown for one in palette.found]
    assert shown.index("Dependency scores: None") > shown.index("Dependency scores: By a file of head rules")


def test_the_best_come_first_and_what_can_be_done_before_what_cannot() -> None:
    entries = [
        entry("Find sentences", "Edit"), entry("Undo", "Edit", "nothing"), entry("Undone", "Edit"), entry("Sort by", "Undo"),
    ]  # fmt: skip
    assert [one.title for one in ranked("undo", entries)] == ["Undone", "Undo", "Sort by"]
    assert [one.title for one in ranked("edit und", entries)] == ["Undone", "Undo"]
    assert ranked("", entries)[0].title == "Find sentences" and len(ranked("", entries)) == 4
    assert ranked("zzz", entries) == []
    several = [entry("Trust in queries"), entry("Save drawing")]
    assert [one.title for one in ranked("query", several)] == ["Trust in queries"]
    assert [one.title for one in ranked("drawings", several)] == ["Save drawing"]


def test_a_command_is_found_and_done(active: MainWindow) -> None:
    space(active).systems.table.setFocus()
    palette = opened(active)
    assert QApplication.focusWidget() is palette.field
    type_in(active, "baseline")
    current = palette.current()
    assert current is not None and current.title == "Baseline: this system" and current.keys == ""
    shown = palette.list.topLevelItem(1)
    assert shown is not None and shown.text(1) == "Compare"
    space(active).systems.choose(1)
    QTest.keyClick(active.windowHandle(), Qt.Key.Key_Return)
    assert space(active).systems.model.baseline == 1
    assert QApplication.focusWidget() is space(active).systems.table  # as it was before


def test_commands_are_found_by_what_the_command_line_calls_them(active: MainWindow) -> None:
    palette = active.show_palette()
    for name, called in ((name, called) for name, called in SYNONYMS.items() if is_here(called)):
        title = without_key(active.actions_.by_name[name].text()).rstrip("…")
        palette.field.setText(called)
        assert title in [one.title for one in palette.found], called
        assert f"    {called} " in parser().format_help(), called
    for name, called in ((name, called) for name, called in SOUGHT.items() if name in active.actions_.by_name):
        palette.field.setText(called)
        assert without_key(active.actions_.by_name[name].text()).rstrip("…") in [one.title for one in palette.found], (
            called
        )
    for command in re.findall(r"^    ([a-z]+)  ", parser().format_help(), re.MULTILINE):
        palette.field.setText(command)  # where the window has nothing like it, a page of the help says what it does
        assert palette.found and palette.found[0].group != SENTENCES, command
    palette.field.setText("triage")
    assert not is_here("triage") or palette.found[0].title == help_pages()["agreement"]
    for typed in ("adjudicate", "adjud") if is_here("adjudicate") else ():
        palette.field.setText(typed)
        assert palette.found[0].title == "Decide", typed


def test_systems_tables_plots_and_choices_are_found(qtbot: QtBot, active: MainWindow) -> None:
    views = space(active)
    for typed, check in (
        ("system two", lambda: views.systems.system == 1),
        ("rankings", lambda: looked_up(active) == "rankings"),
        ("histogram", lambda: looked_up(active) == "histogram"),
        ("same spans", lambda: active.actions_.chosen("mapping") == "E"),
        ("panel notes", lambda: views.notes.isVisible()),
    ):
        opened(active)
        type_in(active, typed)
        QTest.keyClick(active.windowHandle(), Qt.Key.Key_Return)
        qtbot.waitUntil(check)
        active.overview.close()
        active.activateWindow()


def test_of_the_choices_of_a_menu_one_is_on_and_a_command_that_is_on_is_none(active: MainWindow) -> None:
    active.actions_.turn("mapping", "E")
    palette = opened(active)
    type_in(active, "s")
    chosen = [one.title for one in palette._entries if one.is_on]
    assert [one for one in chosen if "(E)" in one or "(T)" in one] == ["Same spans (E)"]
    assert not {"Inspector", "Labelled"} & {*chosen}
    assert {one.menu for one in palette._entries if one.title == "Inspector"} == {""}


def test_sentences_are_found_by_number_and_by_words(qtbot: QtBot, active: MainWindow) -> None:
    views = space(active)
    opened(active)
    type_in(active, "17")
    QTest.keyClick(active.windowHandle(), Qt.Key.Key_Return)
    assert views.sentences.current_sentence() == 16
    views.sentences.filter_bar.text.setText("no such words at all")
    qtbot.waitUntil(lambda: views.sentences.model.rowCount() == 0)
    opened(active)
    type_in(active, "23")
    QTest.keyClick(active.windowHandle(), Qt.Key.Key_Return)
    assert views.sentences.current_sentence() == 22  # also where the filter hid it
    words = " ".join(views.sentences.sentences[40].split()[:6])
    palette = opened(active)
    palette.field.setText(words.upper())
    current = palette.current()
    assert current is not None and current.about == "sentence" and words in current.title
    palette.field.setText("9999")
    assert palette.found == [] and palette.hint.text() == "Nothing found for “9999”"
    for typed in ("²", "9" * 5000):
        palette.field.setText(typed)
        assert not any(entry.about == "sentence" for entry in palette.found), typed[:9]


def test_arrows_go_round_and_escape_goes_back(active: MainWindow) -> None:
    table = space(active).sentences.table
    table.setFocus()
    row = table.currentIndex().row()
    palette = opened(active)
    count = len(palette.found)
    for key, wanted in (
        (Qt.Key.Key_Down, 1), (Qt.Key.Key_Up, 0), (Qt.Key.Key_Up, count - 1), (Qt.Key.Key_Down, 0), (Qt.Key.Key_Tab, 1),
    ):  # fmt: skip
        QTest.keyClick(active.windowHandle(), key)
        assert palette.current() is palette.found[wanted]
    for key, least, most in ((Qt.Key.Key_PageDown, 3, count - 2), (Qt.Key.Key_PageUp, 0, 1)):
        QTest.keyClick(active.windowHandle(), key)
        assert least <= palette.found.index(palette.current()) <= most
    type_in(active, "jk")
    assert palette.field.text().casefold() == "jk" and table.currentIndex().row() == row
    active.actions_.by_name["cancel"].setEnabled(True)  # Escape would stop the work elsewhere
    QTest.keyClick(active.windowHandle(), Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is table and visible(active) == []
    opened(active)
    space(active).systems.table.setFocus()
    assert visible(active) == []


def test_what_cannot_be_done_says_what_it_needs(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    palette = opened(window)
    palette.field.setText("baseline")
    assert palette.found
    item = palette.list.topLevelItem(1)
    assert item is not None and item.text(1).startswith("needs an open comparison")
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Return)
    assert palette.isVisible() and palette.hint.text() == "Not now: needs an open comparison"
    assert all(need.missing for need in Need if need is not Need.NOTHING)
    palette.field.setText("sample constituents")
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        QTest.keyClick(window.windowHandle(), Qt.Key.Key_Return)
    assert window.is_comparing


def test_every_command_is_found_with_its_keys(active: MainWindow) -> None:
    palette = opened(active)
    found = {(one.title, one.keys) for one in palette.source.entries()}
    for one in active.actions_.commands.values():
        if isinstance(one, Command) and active.actions_.by_name[one.name].isVisible():
            action = active.actions_.by_name[one.name]
            title = without_key(action.text()).rstrip("…")
            assert any(known.endswith(title) and keys == shortcut(action) for known, keys in found), one.name
    assert "Ctrl+K" in {keys for _, keys in found}


def test_it_opens_at_once_with_many_sentences(qtbot: QtBot, active: MainWindow) -> None:
    views = space(active)
    views.sentences.sentences = [f"{text} {number}" for number, text in enumerate(views.sentences.sentences * 850)]
    assert len(views.sentences.sentences) > 50_000
    active.show_palette().close()  # what is imported and laid out the first time
    times = []
    for _ in range(5):
        begun = time.process_time()
        palette = active.show_palette()
        QApplication.processEvents()
        times.append(time.process_time() - begun)
        palette.close()
    assert min(times) < 0.05
    palette = active.show_palette()
    palette.field.setText("of no such")
    begun = time.process_time()
    palette.field.setText("no words like these")
    assert time.process_time() - begun < 0.1


def test_help_pages_open_with_their_links(qtbot: QtBot, window: MainWindow) -> None:
    assert help_pages()["measures"] == "Measures" and len(help_pages()) >= 9
    for name, title in help_pages().items():
        window.view.show_page(name)
        page = next(one for one in window.findChildren(QTextBrowser) if one.accessibleName() == title)
        assert len(page.toPlainText()) > 300, name
        page.window().close()


def test_recent_comparisons_are_found(qtbot: QtBot, active: MainWindow) -> None:
    active.close_comparison()
    palette = active.show_palette()
    palette.field.setText("gold.mrg")
    with qtbot.waitSignal(active.session.ended, timeout=20_000):
        palette.choose()
    assert active.is_comparing


@pytest.mark.parametrize("height", [715, 640, 700][:: stride(3)])
def test_no_row_is_seen_by_half(active: MainWindow, height: int) -> None:
    active.resize(1000, height)
    palette = active.show_palette()
    room, row = palette.list.viewport().height(), palette.list.sizeHintForRow(0)
    assert palette.list.topLevelItemCount() * row > room and room % row <= 4


def test_entries_stand_below_headings_the_best_first(active: MainWindow) -> None:
    palette = active.show_palette()
    palette.field.setText("tree")
    assert palette.found
    rows = [palette.list.topLevelItem(row) for row in range(palette.list.topLevelItemCount())]
    headings = [row.text(0) for row in rows if row is not None and row.data(0, NUMBER) is None]
    assert len(headings) == len(set(headings)) > 1 and {"Tables and plots", "Commands"} <= set(headings)
    assert [one.group for one in palette.found] == sorted([one.group for one in palette.found], key=headings.index)
    best = ranked("tree", active.show_palette().source.entries())[0]
    assert palette.found[0].title == best.title and headings[0] == best.group
    assert parts_of("Rank and frank", ["rank"]) == [("Rank", True), (" and f", False), ("rank", True)]


def test_what_was_chosen_last_comes_first(active: MainWindow) -> None:
    for typed in ("statistics of", "larger text", "two system"):
        palette = active.show_palette()
        palette.field.setText(typed)
        palette.choose()
    assert space(active).systems.system == 1  # the system called two
    palette = active.show_palette()
    assert [(one.title, one.group) for one in palette.found[:2]] == [("two", "Recent"), ("Larger text", "Recent")]
    height = palette.height()
    palette.field.setText("statistics of the treebanks of")
    assert palette.found
    assert palette.height() < height  # as high as what is found


def test_sentences_are_filtered_by_what_people_said_of_them(active: MainWindow) -> None:
    """Whatever the lists of the filter offer is found by its name, and what else is asked for stays."""
    views = space(active)
    sentences, bar = views.sentences, views.sentences.filter_bar
    views.notes.edited.emit([(CORRECT, 3, "one", "", YES), (CORRECT, 5, "one", "", NO)], "judged")
    bar.shortest.setValue(1)
    for typed, title, shown in (
        ("marked or noted", "Filter: marked or noted", [3, 5]), ("judged wrong", "Filter: judged wrong", [5]),
        ("any mark", "Filter: any mark", list(range(60))), ("skipped", "Filter: skipped", None),
        ("any status", "Filter: any status", list(range(60))),
    ):  # fmt: skip
        palette = active.show_palette()
        palette.field.setText(typed)
        assert palette.found[0].shown == title
        palette.choose()
        assert shown is None or sorted(sentences.model.order.tolist()) == shown
        assert bar.wish().shortest == 1


def test_samples_stand_behind_what_fits_as_well_as_long_as_a_comparison_is_open(active: MainWindow) -> None:
    source = opened(active).source
    found = ranked("trust", source.entries())
    same = [one.group for one in found if one.title == "Trust in queries"]
    assert not same or (same[-1] == "Samples" and set(same[:-1]) == {"Commands", "Help", "Tables and plots"})
    assert bool(same) == is_here("trust")
    assert not any(one.replaces for one in found[: max(len(same) - 1, 0)])
    active.close_comparison()
    assert not any(one.replaces for one in opened(active).source.entries())
