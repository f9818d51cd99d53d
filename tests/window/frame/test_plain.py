"""Names, labels, words and notes of files are shown as they are: no markup, no keys, nothing hidden, anywhere in the window."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.conftest import let_pass, stride
from tests.window.frame.conftest import Open, press, settle
from tests.window.frame.strange import LABEL, NAME, constituents, dependencies, faults, several_golds
from treecompare import resources
from treecompare import window as rooms
from treecompare.comparison.base import Cancel
from treecompare.comparison.files import Files
from treecompare.comparison.roles import sample_files
from treecompare.errors import TreecompareError
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.opening import opening
from treecompare.jobs.overview import OverviewJob
from treecompare.window.common.plain import caption, keyed, markup, tip, title
from treecompare.window.frame.window import Window


def job_of(files: Files) -> CompareJob:
    job = opening(files, overview=OverviewJob)(Cancel(), lambda _: None)
    assert isinstance(job, CompareJob)
    job.begin()
    return job


def look_at_everything(window: Window) -> list[str]:
    """Faults in the list, the drawing and Why of some places, with marks, menus, the palette, a page of tables."""
    found: list[str] = []
    window.do("note", LABEL)
    window.do("mark", f"tag:{LABEL}")
    for key in ("changes", "next", "all-systems", "next", "all-systems"):
        window.run(key)
        settle(window)
        found += faults(window)
    window.listing.field.setText(LABEL)
    let_pass(200)
    found += faults(window)
    window.listing.field.setText("")
    let_pass(200)
    window.messages.tell(title(NAME))
    window.search()
    found += [one for top in QApplication.topLevelWidgets() if top.isVisible() for one in faults(top)]
    for widget in QApplication.topLevelWidgets():
        if widget is not window and widget.isVisible():
            widget.close()
    window.run("tab")
    for _ in range(8):
        settle(window)
        while window.is_busy:
            let_pass(10)
        found += faults(window)
        window.run("next")
    window.run("tab")
    settle(window)
    window.banner.fail(TreecompareError(f"{NAME}: no such file"))
    window.banner.details_button.click()
    return found + faults(window)


@pytest.mark.parametrize("files_of", [constituents, dependencies, several_golds])
def test_nothing_in_a_file_is_markup(open_window: Open, tmp_path: Path, files_of: Callable[[Path], Files]) -> None:
    assert not sorted(set(look_at_everything(open_window(job_of(files_of(tmp_path))))))


@pytest.mark.parametrize("files_of", [constituents, dependencies][:: stride(2)])
def test_names_stand_in_the_texts_where_neither_is_gold(
    open_window: Open, tmp_path: Path, files_of: Callable[[Path], Files]
) -> None:
    """They are in counts then, whatever is in them."""
    given = files_of(tmp_path)
    job = job_of(Files(given.gold, (("<u>{0}{x}</u>", given.systems[0][1]),)))
    job.comparison.call_by_names()
    window = open_window(job)
    assert not sorted(set(look_at_everything(window)))
    assert "{x}" in window.windowTitle()


def test_lattices(open_window: Open) -> None:
    sample = next(one for one in resources.samples() if one.key == "words-that-differ")
    assert not sorted(set(look_at_everything(open_window(job_of(sample_files(sample))))))


def test_what_is_copied_is_as_in_the_files(open_window: Open, tmp_path: Path) -> None:
    window = open_window(job_of(constituents(tmp_path)))
    window.list.selectAll()
    press(window, Qt.Key.Key_C, on=window.list, held=Qt.KeyboardModifier.ControlModifier)
    copied = QApplication.clipboard().text()
    assert LABEL in copied


STATIC = {"bar.py: tip", "bar.py: f'{in_list} in the list'"}
"""Tips of the program's own words, passed on."""
MADE = {"elided.py: whole"}
"""Those that are rich text, and escaped where they are made."""


def tips_of(path: Path) -> Iterator[str]:
    """What a module gives Qt as tips, save for plain words of its own and what went through ``tip``."""
    for call in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(call, ast.Call):
            name, given = ast.unparse(call.func).rpartition(".")[2], [ast.unparse(one) for one in call.args]
            place = {"setToolTip": -1, "setTabToolTip": 1, "showText": 1, "setData": 1, "setItemData": 1}.get(name)
            is_tip = place is not None and (not name.endswith("Data") or any("ToolTip" in one for one in given))
            found = [call.args[place]] if is_tip and place is not None else []
            for one in (*found, *(keyword.value for keyword in call.keywords if keyword.arg == "toolTip")):
                if not is_own(one):
                    yield f"{path.name}: {ast.unparse(one)}"


def is_own(text: ast.expr) -> bool:
    if isinstance(text, ast.IfExp):
        return is_own(text.body) and is_own(text.orelse)
    called = ast.unparse(text.func).rpartition(".")[2] if isinstance(text, ast.Call) else ""
    return isinstance(text, ast.Constant) or called == "tip" or (called in ("tr", "translate") and is_literal(text))


def is_literal(call: ast.expr) -> bool:
    return isinstance(call, ast.Call) and all(isinstance(one, ast.Constant) for one in call.args)


def test_no_tip_is_left_to_be_guessed_at() -> None:
    """A tip with a name, a label or a word in it goes through ``tip``; a new one that does not is either mended or listed."""
    found = {one for path in sorted(Path(rooms.__file__).parent.rglob("*.py")) for one in tips_of(path)}
    listed = [
        one.partition(": ")[::2]
        for one in STATIC | MADE
        if any(Path(rooms.__file__).parent.rglob(one.partition(": ")[0]))
    ]
    assert found == {f"{name}: {ast.unparse(ast.parse(given))}" for name, given in listed}  # as this Python writes it


def test_ways_to_write_a_text() -> None:
    assert caption("A && B &c\n") == "A &&&& B &&c␊"
    assert [keyed("A & No: b", key) for key in ("", "No", "3")] == ["A && No: b", "A && &No: b", "&3  A && No: b"]
    assert title("a[*]b") == "a[*][*]b"
    assert markup("<b>\n&") == "&lt;b&gt;<br>&amp;"
    assert tip("a<b>") == "<p>a&lt;b&gt;</p>" and tip("") == ""
    assert tip("R&D: 3 > 2") == "R&D: 3 > 2"  # is read out as it is
    assert tip("one\ntwo") == "one\ntwo"
    long = tip("word " * 60).split("\n")
    assert len(long) == 4 and max(map(len, long)) <= 90 and " ".join(long) == ("word " * 60).strip()
