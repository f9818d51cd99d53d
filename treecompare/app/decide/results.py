"""Writing what was decided: the treebank, tables and pages; and the name that decisions are listed by."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox, QWidget

from treecompare.app.common import preferences
from treecompare.app.common.errors import show_error
from treecompare.app.common.saving import ask_where_to_save
from treecompare.errors import TreecompareError
from treecompare.extras.annotators import adjudicated, exports
from treecompare.extras.annotators.adjudication import Adjudication
from treecompare.writing import file_name, write_files

NAME = "decide/name"
"""The preference that has the name."""


def write_result(parent: QWidget, made: Adjudication) -> str:
    """Asks for a file and writes the adjudicated treebank; what is to be told, empty where nothing was written."""
    first = made.analyses.first
    kinds = ((first.kind.capitalize(), adjudicated.ending_of(made)),)
    path = ask_where_to_save(parent, "Write result", kinds, file_name("adjudicated"), _folder(made))
    return write_to(parent, made, path) if path else ""


def _folder(made: Adjudication) -> str:
    """Where the analyses are: so is what is made of them."""
    return str(Path(made.analyses.paths[0]).absolute().parent)


def write_to(parent: QWidget, made: Adjudication, path: str) -> str:
    """Writes the adjudicated treebank; never over one of the analyses."""
    try:
        return adjudicated.write_result(made, path)
    except TreecompareError as error:
        show_error(parent, error)
        return ""


def write_tables(parent: QWidget, made: Adjudication) -> str:
    """Asks for a folder, and writes the table of differences, and for each annotator a list and a page of what was changed."""
    folder = QFileDialog.getExistingDirectory(parent, "Folder for tables and pages", _folder(made))
    if not folder:
        return ""
    try:
        files = {**exports.tables(made), **exports.pages(made)}
        there = [name for name in files if (Path(folder) / name).exists()]
        if (
            there
            and QMessageBox.question(parent, "Replace", f"Replace {', '.join(there)}?")
            != QMessageBox.StandardButton.Yes
        ):
            return ""
        write_files({Path(folder) / name: text for name, text in files.items()})
    except TreecompareError as error:
        show_error(parent, error)
        return ""
    return f"Saved {', '.join(files)} in {folder}"


def ask_name(parent: QWidget) -> None:
    """Asks by which name decisions are listed."""
    name, is_given = QInputDialog.getText(
        parent, "Your name", "Listed beside your decisions; no export has it unless asked for:",
        text=preferences.text(NAME),
    )  # fmt: skip
    if is_given:
        preferences.store(NAME, name.strip()[:100])
