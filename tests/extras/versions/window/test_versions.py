"""Two versions in a window: asking for them, the queue of places with its marks, drawings, reports; the page of a comparison."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog, QMenu
from pytestqt.qtbot import QtBot
from treecompare.app.versions.versions_window import VersionsWindow

from tests.app.helpers import dialogs
from tests.extras.versions.made import conllu
from treecompare.app.common import preferences
from treecompare.app.versions.asked import VersionsDialog
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Versions
from treecompare.extras.versions.marks import marks_path

BASE = [f"# sent_id = s{n}; not/2/x UPOS:ADV so{n}/0/root" for n in range(6)]
HEAD = [one.replace("UPOS:ADV", "UPOS:PART") for one in BASE[:5]] + [BASE[5].replace("/2/x", "/2/y")]
"""In one sentence the rule was forgotten, and the relation is another."""

Made = Callable[[list[str], list[str]], Versions]
Opened = Callable[[Versions], VersionsWindow]


@pytest.fixture
def made(tmp_path: Path) -> Made:
    """Writes two versions."""

    def write(base: list[str], head: list[str]) -> Versions:
        paths = []
        for name, sentences in (("old", base), ("new", head)):
            path = tmp_path / f"{name}.conllu"
            path.write_text(conllu(*sentences), "utf-8")
            paths.append(str(path))
        return Versions(*paths)

    return write


@pytest.fixture
def opened(qtbot: QtBot) -> Iterator[Opened]:
    """Opens a window of two versions and waits until they are compared."""
    windows = []

    def show(versions: Versions) -> VersionsWindow:
        window = VersionsWindow(versions)
        windows.append(window)
        window.show()
        qtbot.waitUntil(lambda: not window.is_busy, timeout=20_000)
        return window

    yield show
    for window in windows:
        window.close()
        window.deleteLater()


def tabs(window: VersionsWindow) -> list[str]:
    return [window.list.tabs.tabText(place) for place in range(window.list.tabs.count())]


def rows(window: VersionsWindow) -> list[list[str]]:
    table = window.list.table
    cells = [[table.item(row, column) for column in range(table.columnCount())] for row in range(table.rowCount())]
    return [[cell.text() for cell in row if cell is not None] for row in cells]


def press(qtbot: QtBot, window: VersionsWindow, *keys: Qt.Key) -> None:
    for key in keys:
        qtbot.keyClick(window.list.table, key)


def open_list(window: VersionsWindow, name: str) -> None:
    window.list.tabs.setCurrentIndex([one.rpartition(" ")[0] for one in tabs(window)].index(name))


def test_what_was_forgotten_comes_first(made: Made, opened: Opened) -> None:
    window = opened(made(BASE, HEAD))
    assert tabs(window) == ["Left over 1", "Rules 1", "Outside the rules 1"]
    assert rows(window) == [["", "1", "not so5\nstill ADV · new.conllu:22", ""]]
    assert (
        window.lead.text().startswith("<b>6 sentences</b> of 6 changed")
        and "Please look at 1 place" in window.lead.text()
    )
    assert "<b>Rule 1: </b>" in window.place.rule.text() and "(5 of 6)" in window.place.rule.text()
    assert window.place.where.text() == "new.conllu:22 · s5"
    assert window.place.said.text() == "<b>not</b>: <small>DEPREL</small> <b>x → y</b>"


def test_rules_are_rows_and_open_their_places(qtbot: QtBot, made: Made, opened: Opened) -> None:
    window = opened(made(BASE, HEAD))
    open_list(window, "Rules")
    ((_, number, said, counts),) = rows(window)
    assert (number, counts) == ("1", "5 of 6\n1 left over") and said.startswith("UPOS ADV → PART\nwhere")
    press(qtbot, window, Qt.Key.Key_1)  # of a rule nothing is said
    assert not marks_path().exists()
    press(qtbot, window, Qt.Key.Key_Return)
    assert tabs(window)[-1] == "Rule 1: 6" and rows(window)[0][2].startswith("not so5\nstill ADV")
    assert [row[2] for row in rows(window)[1:]] == [f"not so{n}\nnew.conllu:{2 + 4 * n - n}" for n in range(0)] or len(
        rows(window)
    ) == 6
    press(qtbot, window, Qt.Key.Key_Escape)
    assert (
        window.list.tabs.tabText(window.list.tabs.currentIndex()) == "Rules 1" and window.list.table.currentRow() == 0
    )


def test_a_click_draws_both_versions_and_lights_the_word(made: Made, opened: Opened) -> None:
    window = opened(made(BASE, HEAD))
    (panel,) = window.place.drawings()
    assert panel.isVisible() and panel.view.names == ("before", "after")
    assert {box.column for box in panel.view.lit() if box.arc is None} == {0}
    open_list(window, "Outside the rules")
    assert "x → y" in window.place.said.text()


def test_changed_tags_are_drawn_and_told_as_elsewhere(made: Made, opened: Opened) -> None:
    """Of the word itself nothing changed; another one has another tag, so that the sentence is not identical."""
    base = [f"not/3/x UPOS:ADV am/3/y UPOS:AUX so{n}/0/root" for n in range(6)]
    head = [one.replace("UPOS:ADV", "UPOS:PART") for one in base[:5]] + [base[5].replace("UPOS:AUX", "UPOS:VERB")]
    window = opened(made(base, head))
    (panel,) = window.place.drawings()
    assert [box.tag for box in panel.view.arcs.boxes if box.arc is None] == ["ADV", "AUX → VERB", "X"]  # type: ignore[attr-defined]
    assert panel.view.nothing_changed() == "The trees are the same"
    assert window.place.said.text().endswith("Also in this sentence: <b>am</b>: <small>UPOS</small> <b>AUX → VERB</b>")
    open_list(window, "Outside the rules")
    assert window.place.said.text() == "<b>am</b>: <small>UPOS</small> <b>AUX → VERB</b>"


def test_changed_edges_are_drawn_in_the_enhanced_graphs(made: Made, opened: Opened) -> None:
    base = ["# sent_id = s; sue/2/nsubj DEPS:2:nsubj runs/0/root DEPS:0:root"]
    window = opened(made(base, [base[0].replace("2:nsubj", "2:nsubj:outer")]))
    (panel,) = window.place.drawings()
    assert panel.view.enhanced.isChecked()
    assert "nsubj~nsubj:outer" in {box.text for box in panel.view.lit()}
    window = opened(made(base, [base[0].replace("/2/nsubj", "/2/obj")]))
    (panel,) = window.place.drawings()
    assert not panel.view.enhanced.isChecked()


def test_marks_survive_the_next_version(qtbot: QtBot, made: Made, opened: Opened) -> None:
    window = opened(made(BASE, HEAD))
    qtbot.keyClicks(window.note, "an idiom")
    press(qtbot, window, Qt.Key.Key_2)
    assert tabs(window)[0] == "Left over 1 of 1" and rows(window)[0][0] == "="
    assert window.buttons["on purpose"].isChecked() and not window.buttons["done"].isChecked()
    window.close()

    # another sentence before it, another rule beside it, another name of the file
    versions = made(["# sent_id = z; New/0/root", *BASE], ["# sent_id = z; New/0/root XPOS:Z", *HEAD])
    window = opened(versions)
    assert rows(window) == [["=", "1", "not so5\nstill ADV · new.conllu:25", ""]] and window.note.text() == "an idiom"
    press(qtbot, window, Qt.Key.Key_0)
    assert rows(window)[0][0] == "…" and tabs(window)[0] == "Left over 1"  # the note is still there
    window.note.setText("")
    press(qtbot, window, Qt.Key.Key_1, Qt.Key.Key_0)
    assert "so5" not in marks_path().read_text("utf-8")


def test_keys_go_through_what_is_open(qtbot: QtBot, made: Made, opened: Opened) -> None:
    window = opened(made(BASE, [one.replace("UPOS:ADV", "UPOS:PART") for one in BASE]))
    press(qtbot, window, Qt.Key.Key_Return)  # the places of the only rule
    here = window.list.table.currentRow
    press(qtbot, window, Qt.Key.Key_J, Qt.Key.Key_J, Qt.Key.Key_K)
    assert here() == 1
    press(qtbot, window, Qt.Key.Key_1, Qt.Key.Key_J, Qt.Key.Key_2, Qt.Key.Key_K, Qt.Key.Key_K, Qt.Key.Key_N)
    assert here() == 3 and tabs(window)[-1] == "Rule 1: 2 of 6"  # from 0, over 1 and 2
    press(qtbot, window, Qt.Key.Key_P, Qt.Key.Key_P)
    assert here() == 5  # and from the first one round
    window.commands["Next open place"].trigger()
    assert here() == 0
    for row in (0, 3, 4, 5):
        window.list.table.setCurrentCell(row, 0)
        window.commands["On purpose"].trigger()
    assert not window.statusBar().currentMessage()
    press(qtbot, window, Qt.Key.Key_N)
    assert window.statusBar().currentMessage() == "No open place in this list." and here() == 5


def test_report_and_comment_leave_out_what_is_on_purpose(
    qtbot: QtBot, made: Made, opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened(made(BASE, HEAD))
    window.commands["Copy for a comment"].trigger()
    clipboard = QGuiApplication.clipboard()
    qtbot.waitUntil(lambda: "still ADV" in clipboard.text())
    window.commands["Copy this place"].trigger()
    assert clipboard.text() == "new.conllu:22\tnot so5\tstill ADV"
    press(qtbot, window, Qt.Key.Key_2)
    for name in ("page.html", "page.md"):
        path = tmp_path / name
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, path=path: (str(path), ""))
        window.commands["Report"].trigger()
        qtbot.waitUntil(path.exists)
        text = path.read_text("utf-8")
        assert "1 further place on purpose" in text and "still ADV" not in text
    assert "<svg" in (tmp_path / "page.html").read_text("utf-8")

    marks = tmp_path / "accepted.tsv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(marks), ""))
    window.commands["Save marks"].trigger()
    marks_path().unlink()
    window.commands["Compare again"].trigger()
    qtbot.waitUntil(lambda: not window.is_busy)
    assert rows(window)[0][0] == ""
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(marks), ""))
    window.commands["Read marks"].trigger()
    assert rows(window)[0][0] == "=" and marks_path().exists()


def test_what_cannot_be_saved_is_said(
    qtbot: QtBot, made: Made, opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened(made(BASE, HEAD))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "page.html"), ""))
    window.commands["Report"].trigger()
    qtbot.waitUntil(lambda: bool(dialogs()))
    for one in dialogs():
        assert "page.html" in one.text()
        one.close()
    (tmp_path / "bad.tsv").write_text("a\tb\n", "utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "bad.tsv"), ""))
    window.commands["Read marks"].trigger()
    (dialog,) = dialogs()
    assert "bad.tsv" in dialog.text()
    dialog.close()
    assert rows(window)[0][0] == "" and not marks_path().exists()


def test_versions_that_cannot_be_read_are_said_and_tried_again(
    qtbot: QtBot, made: Made, tmp_path: Path, opened: Opened
) -> None:
    versions = made(BASE, HEAD)
    Path(versions.head).unlink()
    window = opened(versions)
    assert not dialogs() and "new.conllu" in window.doing.text() and "Ctrl+R tries again" in window.doing.text()
    assert not window.commands["Report"].isEnabled() and not window.stop_button.isVisible()
    made(BASE, HEAD)
    window.commands["Compare again"].trigger()
    qtbot.waitUntil(lambda: not window.is_busy)
    assert tabs(window)[0] == "Left over 1" and window.commands["Report"].isEnabled()
    Path(versions.head).unlink()
    window.commands["Compare again"].trigger()
    qtbot.waitUntil(lambda: not window.is_busy)
    (dialog,) = dialogs()
    assert "new.conllu" in dialog.text() and window.list.isVisible()  # what was there stays
    dialog.close()


def test_stop_ends_it_and_again_does_it(qtbot: QtBot, made: Made, opened: Opened) -> None:
    many = [one.replace("so", f"w{n}x") for n in range(2_000) for one in BASE]
    window = VersionsWindow(made(many, [one.replace("UPOS:ADV", "UPOS:PART") for one in many]))
    qtbot.addWidget(window)
    window.show()
    qtbot.mouseClick(window.stop_button, Qt.MouseButton.LeftButton)
    assert not window.is_busy and window.doing.text() == "Stopped. Ctrl+R compares again." and window.diff is None
    qtbot.wait(50)
    assert window.diff is None
    with qtbot.waitSignal(window.shown, timeout=20_000):
        window.commands["Compare again"].trigger()
    assert tabs(window) == ["Rules 1"]
    window.commands["Compare again"].trigger()
    qtbot.mouseClick(window.stop_button, Qt.MouseButton.LeftButton)
    assert window.list.isVisible()  # what was there stays
    window.close()


def test_nothing_changed(made: Made, opened: Opened) -> None:
    window = opened(made(BASE, BASE))
    assert tabs(window) == [] and window.lead.text() == "Nothing changed." == window.place.nothing.text()


def test_sentences_of_one_version_are_told_in_words(made: Made, opened: Opened) -> None:
    window = opened(made(BASE, [*BASE, "# sent_id = z; Quite/2/x new/0/root"]))
    open_list(window, "Sentences")
    assert rows(window)[0][2].startswith("Quite new\nadded")
    assert window.place.nothing.text() == "Only in new.conllu:\n\nQuite new"


def test_constituents_have_no_rules(tmp_path: Path, opened: Opened) -> None:
    (tmp_path / "a.mrg").write_text("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n" * 2, "utf-8")
    (tmp_path / "b.mrg").write_text(
        "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n(S (XP (DT the) (NNS dog)) (VP (VBZ barks)))\n", "utf-8"
    )
    window = opened(Versions(str(tmp_path / "a.mrg"), str(tmp_path / "b.mrg")))
    assert tabs(window) == ["Changes 1", "Constituents 1"]
    assert rows(window)[0][2] == "the dog barks\nTAG NN → NNS · b.mrg:2"
    open_list(window, "Constituents")
    assert "2 constituents in one version only" in rows(window)[0][2]
    assert window.place.drawings()[0].isVisible()


def test_the_sample_opens_in_this_window(qtbot: QtBot, window: MainWindow) -> None:
    window.open_sample("two-versions")
    (found,) = window.extras["versions"].windows
    qtbot.waitUntil(lambda: not found.is_busy, timeout=20_000)
    assert tabs(found)[:2] == ["Left over 13", "Rules 6"] and window.session.comparison is None
    found.close()


def test_two_versions_are_among_the_recent_files_and_open_from_there(
    qtbot: QtBot, window: MainWindow, made: Made
) -> None:
    versions = made(BASE, HEAD)
    wanted = replace(versions, ignored=("COMMENT",))
    first = window.extras["versions"].open(wanted)
    qtbot.waitUntil(lambda: not first.is_busy, timeout=20_000)
    first.close()
    assert preferences.recent() == [wanted]
    window.start_page.refresh()
    (row,) = window.start_page.recent_rows
    assert row.title == "old.conllu → new.conllu" and row.about.startswith("Two versions")
    row.click()
    assert window.extras["versions"].windows[-1].versions == wanted
    window.extras["versions"].windows[-1].close()
    revisions = Versions("HEAD~1", "", "repository")
    preferences.add_recent(revisions)
    assert preferences.recent()[0] == replace(revisions, repository=str(Path("repository").absolute()))
    menu = QMenu()
    window.opener.fill_recent(menu)
    assert [one.text() for one in menu.actions()][:2] == ["HEAD~1 → the files as they are", "old.conllu → new.conllu"]


def test_two_paths_are_typed_and_compared_by_keyboard(qtbot: QtBot, window: MainWindow, made: Made) -> None:
    versions = made(BASE, HEAD)

    def opened() -> VersionsDialog:
        window.actions_.by_name["two_versions"].trigger()
        found = [one for one in QApplication.topLevelWidgets() if isinstance(one, VersionsDialog) and one.isVisible()]
        qtbot.waitUntil(found[-1].isActiveWindow)
        return found[-1]

    dialog = opened()
    assert dialog.focusWidget() is dialog.base.field
    qtbot.keyClicks(dialog.base.field, versions.base)
    qtbot.keyClick(dialog.base.field, Qt.Key.Key_Return)
    assert dialog.isVisible() and not window.extras["versions"].windows
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    again = opened()
    assert again.base.path == versions.base
    qtbot.keyClicks(again.head.field, versions.head)
    qtbot.keyClick(again.head.field, Qt.Key.Key_Return)
    (found,) = window.extras["versions"].windows
    qtbot.waitUntil(lambda: found.diff is not None and not found.is_busy, timeout=20_000)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_asked_for_and_compared_from_a_repository(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    folder = tmp_path / "repo"
    folder.mkdir()
    (folder / "a.conllu").write_text(conllu(*BASE), "utf-8")
    for line in (["init", "-q"], ["add", "-A"], ["-c", "user.name=a", "-c", "user.email=a", "commit", "-qm", "old"]):
        subprocess.run(["git", *line], cwd=folder, check=True)
    (folder / "a.conllu").write_text(conllu(*HEAD), "utf-8")

    window.actions_.by_name["two_versions"].trigger()
    dialog = next(one for one in QApplication.topLevelWidgets() if isinstance(one, VersionsDialog))
    ok = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    dialog.of_git.click()
    qtbot.keyClicks(dialog.repository.field, str(folder))
    assert not ok.isEnabled()
    qtbot.keyClicks(dialog.older, "HEAD")
    qtbot.keyClicks(dialog.ignored, "DEPREL, MISC.SpaceAfter")
    qtbot.mouseClick(ok, Qt.MouseButton.LeftButton)
    (found,) = window.extras["versions"].windows
    qtbot.waitUntil(lambda: found.diff is not None and not found.is_busy, timeout=20_000)
    assert tabs(found) == ["Left over 1", "Rules 1"] and found.windowTitle().startswith(
        "HEAD → the working tree of repo"
    )

    with qtbot.waitSignal(found.another):
        found.commands["Two versions"].trigger()
    again = [one for one in QApplication.topLevelWidgets() if isinstance(one, VersionsDialog) and one.isVisible()][-1]
    assert again.of_git.isChecked() and again.older.text() == "HEAD" and again.repository.path == str(folder)
    again.reject()
    window.close()
    qtbot.waitUntil(lambda: not window.extras["versions"].windows)


def test_the_report_of_a_comparison(
    qtbot: QtBot, compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, sign in (("page.html", "<svg"), ("page.md", "# ")):
        path = tmp_path / name
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, path=path: (str(path), ""))
        compared.actions_.by_name["save_report"].trigger()
        qtbot.waitUntil(path.exists, timeout=30_000)
        text = path.read_text("utf-8")
        assert sign in text and "one" in text and "two" in text
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "x.html"), ""))
    compared.actions_.by_name["save_report"].trigger()
    qtbot.waitUntil(lambda: bool(dialogs()), timeout=30_000)
    (dialog,) = dialogs()
    assert "x.html" in dialog.text()
    dialog.close()
