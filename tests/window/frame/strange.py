"""Files with every sort of mischief in their names, labels and words; and texts that Qt would not show as they are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QAbstractItemModel, QAbstractTableModel, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QDockWidget,
    QLabel,
    QMenu,
    QStatusBar,
    QTabBar,
    QWidget,
)

from tests.made import gold_trees
from treecompare.comparison.files import Files

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
