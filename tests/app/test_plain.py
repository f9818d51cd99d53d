"""Names, labels, words and notes of files are shown as they are: no markup, no keys, nothing hidden, anywhere in the window."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractTableModel, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDockWidget,
    QLabel,
    QMenu,
    QStatusBar,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import space
from tests.conftest import stride
from tests.made import gold_trees
from treecompare import app
from treecompare.app.common.errors import show_error
from treecompare.app.common.plain import caption, markup, tip, title
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.comparison.judgements import CORRECT, ERROR_CLASS, NO, NOTE, PHENOMENON, YES
from treecompare.errors import TreecompareError

NAME = "<b>x&y<script>\u202e\nz"
"""Every sort of mischief that a file name can hold."""
LABEL = "<b>x</b>&y<script>\u202e"
"""The same without the line end, which would end a line of a treebank."""
KEYS = ("x&y", ">&y")
TEXT, TOOLTIP = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole
ROLES = (TEXT, TOOLTIP)


def places(window: QWidget) -> Iterator[tuple[str, str, str]]:
    """All texts of a window, as (what it is, where, text)."""
    for widget in [window, *window.findChildren(QWidget)]:
        where = f"{type(widget).__name__} {widget.objectName() or widget.accessibleName()}"
        yield "tip", where, widget.toolTip()
        yield "tip", where, widget.statusTip()
        if isinstance(widget, QDockWidget | QAbstractButton):
            yield "caption", where, widget.text() if isinstance(widget, QAbstractButton) else widget.windowTitle()
        elif widget.isWindow():
            yield "line", where, widget.windowTitle()
        if isinstance(widget, QLabel):
            is_plain = widget.textFormat() == Qt.TextFormat.PlainText
            yield "text" if is_plain else "rich", where, widget.text()
        if isinstance(widget, QTabBar):
            for tab in range(widget.count()):
                yield "caption", where, widget.tabText(tab)
                yield "tip", where, widget.tabToolTip(tab)
        if isinstance(widget, QStatusBar):
            yield "line", where, widget.currentMessage()
        if isinstance(widget, QAbstractItemView | QComboBox):
            yield from cells(widget.model(), where)
        if isinstance(widget, QMenu):
            for action in widget.actions():
                yield "tip", f"{where} {action.text()}", action.toolTip() if widget.toolTipsVisible() else ""
    for action in window.findChildren(QAction):
        yield "caption", "QAction", action.text()


def cells(model: QAbstractItemModel, where: str) -> Iterator[tuple[str, str, str]]:
    columns = (
        model.columnCount() if isinstance(model, QAbstractTableModel) else 1
    )  # a list has no columnCount in Python
    for row in range(model.rowCount()):
        for column in range(columns):
            for role in ROLES:
                yield "tip" if role == TOOLTIP else "text", where, str(model.index(row, column).data(role) or "")
    for column in range(columns):
        for role in ROLES:
            text = str(model.headerData(column, Qt.Orientation.Horizontal, role) or "")
            yield "tip" if role == TOOLTIP else "text", f"{where}, head", text


def faults(window: QWidget) -> list[str]:
    """Texts that Qt would not show as they are."""
    found = []
    for what, where, text in places(window):
        if what in ("rich", "tip") and ("<b>x" in text or "<script>" in text):
            found.append(f"{where}: markup in {text!r}")
        if "\u202e" in text or (what in ("caption", "line") and "\n" in text):
            found.append(f"{where}: something is hidden in {text!r}")
        if what == "caption" and any(key in text for key in KEYS):
            found.append(f"{where}: a key in {text!r}")
    return found


def look_at_everything(window: MainWindow) -> list[str]:
    """Faults while every pane is filled once, with menus and dialogs open."""
    views, found = space(window), []
    comparison = window.session.comparison
    assert comparison is not None
    system = comparison.table.systems[0]
    window.show_dock("notes")
    views.notes.edited.emit(
        [
            (NOTE, 0, "", "", LABEL), (PHENOMENON, 0, "", LABEL, YES), (CORRECT, 0, system, LABEL, NO),
            (ERROR_CLASS, 0, system, LABEL, LABEL),
        ],
        LABEL,
    )  # fmt: skip
    for name in window.docks:
        window.show_dock(name)
        QTest.qWait(20)
        found += faults(window)
    lists = getattr(views.drawing_view, "show_list", None)
    if lists is not None:
        lists.setChecked(True)
    for sentence in range(min(3, comparison.table.sentences)):
        views.sentences.go_to_sentence(sentence)
        found += faults(window)
    views.sentences.filter_bar.text.setText("[" + LABEL)
    views.sentences.filter_bar.regex.setChecked(True)
    QTest.qWait(200)
    found += faults(window)
    views.sentences.filter_bar.reset()
    window.actions_.recent_menu.aboutToShow.emit()
    views.systems.table.customContextMenuRequested.emit(QPoint(5, 5))
    window.tell(NAME)
    window.sheets.show_warnings()
    box = show_error(window, [TreecompareError(f"{NAME}: no such file")], NAME)
    found += faults(window)
    box.close()
    for widget in QApplication.topLevelWidgets():
        if widget is not window and widget.isVisible():
            widget.close()
    window.files.undo()
    return found + faults(window)


def write(folder: Path, name: str, text: str) -> str:
    path = folder / f"{NAME} {name}"
    path.write_text(text, "utf-8")
    return str(path)


def constituents(folder: Path) -> Files:
    gold = [tree.replace("(NN dog)", f"(NN {LABEL})") for tree in gold_trees(12)]
    system = [tree.replace("(VP", f"({LABEL}", 1) for tree in gold]
    system[3] = "(())"
    system[4] = "(S (X a))"
    texts = ["\n".join(one) + "\n" for one in (gold, system, gold)]
    return Files(
        write(folder, "gold.mrg", texts[0]),
        (("", write(folder, "one.mrg", texts[1])), (LABEL, write(folder, "two.mrg", texts[2]))),
    )


def conllu(label: str, head: int) -> str:
    words = ((1, LABEL, 2, label), (2, "sees", 0, "root"), (3, "her", head, LABEL))
    rows = [f"{n}\t{word}\t{LABEL}\t{LABEL}\t{LABEL}\t_\t{to}\t{deprel}\t_\t_" for n, word, to, deprel in words]
    return "".join(f"# sent_id = {LABEL}{number}\n" + "\n".join(rows) + "\n\n" for number in range(4))


def dependencies(folder: Path) -> Files:
    return Files(write(folder, "gold.conllu", conllu("nsubj", 2)), (("", write(folder, "a.conllu", conllu(LABEL, 1))),))


def several_golds(folder: Path) -> Files:
    return Files(
        write(folder, "gold SD.conllu", conllu("nsubj", 2)),
        (("", write(folder, "a.conllu", conllu(LABEL, 1))), (LABEL, write(folder, "b.conllu", conllu("obj", 2)))),
        golds=((LABEL, write(folder, "gold UD.conllu", conllu("subject", 2))),),
    )


@pytest.mark.parametrize("files_of", [constituents, dependencies, several_golds][:: stride(2)])
def test_nothing_in_a_file_is_markup(qtbot: QtBot, window: MainWindow, tmp_path: Path, files_of: object) -> None:
    compare(qtbot, window, files_of(tmp_path))  # type: ignore[operator]
    assert not sorted(set(look_at_everything(window)))
    window.close_comparison()
    assert any("x&y" in row.title for row in window.start_page.recent_rows)
    assert not faults(window)


@pytest.mark.parametrize("files_of", [constituents, dependencies][:: stride(2)])
def test_names_stand_in_the_texts_where_neither_is_gold(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, files_of: object
) -> None:
    """They are in tips of commands and in counts then, whatever is in them."""
    given = files_of(tmp_path)  # type: ignore[operator]
    paths = [given.gold, given.systems[0][1]]
    compare(qtbot, window, Files(paths[0], (("<u>{0}{x}</u>", paths[1]),)))
    space(window).sentences.go_to_sentence(0)
    window.sides.no_gold()
    assert not sorted(set(look_at_everything(window)))
    for action in window.actions_.by_name.values():
        assert not any(mark in action.toolTip() for mark in ("<b>x", "<u>")), action.text()
    assert "{x}" in space(window).alignment.counts.text() or files_of is dependencies


STATIC = {
    "bar.py: tip", "walk_editor.py: tip", "tabs.py: '' if is_word else title",
    "scoring_sheet.py: further.toolTip()", "banner.py: retry[1]",
    "drawn_by.py: tip.format(letter, titles[letter]) if mapping is not None else none.format(titles[letter])",
    "actions.py: plain.tip(said + keys) if '<' in said + keys else said + keys",
    "toolbar.py: f\"Search commands, sentences, systems, tables and help ({key_named('Ctrl+K')})\"",
    "notes_panel.py: f\"The next sentence of the list that differs and is not judged yet ({key_named('Ctrl+J')})\"",
}  # fmt: skip
"""Tips of the program's own words, passed on."""
MADE = {
    "measures_panel.py: said if better is None else 'better' if better else 'worse'",
    "picture_view.py: shown", "elided.py: whole",
    "filter_bar.py: notation(self.patterns) if is_pattern else ''",
    "filter_bar.py: tip(fault) if fault else notation(self.patterns) if is_pattern else ''",
    "player_bar.py: large",
}  # fmt: skip
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
    found = {one for path in sorted(Path(app.__file__).parent.rglob("*.py")) for one in tips_of(path)}
    listed = (one.partition(": ")[::2] for one in STATIC | MADE)
    assert found == {f"{name}: {ast.unparse(ast.parse(given))}" for name, given in listed}  # as this Python writes it


def test_lattices(qtbot: QtBot, window: MainWindow) -> None:
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.open_sample("words-that-differ")
    assert not sorted(set(look_at_everything(window)))


def test_what_is_copied_is_as_in_the_files(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    compare(qtbot, window, constituents(tmp_path))
    views = space(window)
    assert LABEL in views.systems.selection_as_tsv()
    views.sentences.table.selectAll()
    assert LABEL in views.sentences.selection_as_tsv()


def test_ways_to_write_a_text() -> None:
    assert caption("A && B &c\n") == "A &&&& B &&c␊"
    assert title("a[*]b") == "a[*][*]b"
    assert markup("<b>\n&") == "&lt;b&gt;<br>&amp;"
    assert tip("a<b>") == "<p>a&lt;b&gt;</p>" and tip("") == ""
    assert tip("R&D: 3 > 2") == "R&D: 3 > 2"  # is read out as it is
    assert tip("one\ntwo") == "one\ntwo"
    long = tip("word " * 60).split("\n")
    assert len(long) == 4 and max(map(len, long)) <= 90 and " ".join(long) == ("word " * 60).strip()
