"""Finds the treebanks of a comparison file that are no longer where they were."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from treecompare.app.session import opening
from treecompare.comparison.answered import file_of, with_file

if TYPE_CHECKING:
    from treecompare.saved.project import Project, TreebankChange


def visible(path: str) -> str:
    """A path in one line in which every character can be seen."""
    return "".join(letter if letter.isprintable() else f"\\u{ord(letter):04x}" for letter in path)


def find_treebanks(window: QWidget, project: Project) -> bool:
    """Takes over where treebanks lie by now, and asks where there are none. False: people would rather not open the comparison."""
    for change in project.changes():
        if change.what == "moved":
            project.relocate(change.treebank.role, change.treebank.name, change.path)
        elif change.what == "missing" and not _ask_where(window, project, change):
            return False
    return True


def _ask_where(window: QWidget, project: Project, change: TreebankChange) -> bool:
    """Lets people find a file; without it a system is left out. False: they would rather not open the comparison."""
    name = Path(file_of(change.treebank.path)).name
    box = QMessageBox(window)
    box.setIcon(QMessageBox.Icon.Question)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(f"{visible(name)} is no longer where it was.")
    box.setInformativeText(visible(file_of(change.treebank.path)))
    find = box.addButton("Find…", QMessageBox.ButtonRole.AcceptRole)
    leave = None
    if change.treebank.role != "gold":
        leave = box.addButton("Leave it out", QMessageBox.ButtonRole.DestructiveRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    if leave is not None and box.clickedButton() is leave:
        kept = [(one.role, one.name, one.path) for one in project.treebanks if one != change.treebank]
        project.set_treebanks(kept)
        return True
    if box.clickedButton() is not find:
        return False
    path = opening.ask_where_is(window, f"Where is {visible(name)}?", name)
    if not path:
        return False
    found = with_file(change.treebank.path, path)
    project.relocate(change.treebank.role, change.treebank.name, found)
    return True
