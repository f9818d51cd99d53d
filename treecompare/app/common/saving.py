"""Asking which file to write; tables and drawings, which every window can save."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QFileDialog, QHeaderView, QTreeView, QWidget

from treecompare.app.common import preferences
from treecompare.app.common.errors import show_error
from treecompare.errors import TreecompareError
from treecompare.writing import file_name

if TYPE_CHECKING:
    from treecompare.scores.result import ResultTable

FILES = QSize(860, 520)
"""Of a dialog in which files are chosen."""


def fit_files(dialog: QFileDialog) -> None:
    """Sizes, types and dates of files are seen, which Qt cuts; a dialog of the system is not touched."""
    tree = dialog.findChild(QTreeView)
    if tree is None:
        return
    header, modes = tree.header(), QHeaderView.ResizeMode
    header.setStretchLastSection(False)
    for column in range(header.count()):
        header.setSectionResizeMode(column, modes.ResizeToContents if column else modes.Stretch)
    dialog.resize(dialog.size().expandedTo(FILES).boundedTo(dialog.screen().availableSize() * 0.9))


def ask_where_to_save(
    parent: QWidget, title: str, kinds: Sequence[tuple[str, str]], name: str = "", folder: str = ""
) -> str:
    """Lets people choose a file to write, of one of the kinds (title, suffix); empty if they do not want to.

    The folder (another than that of files to be opened) and, per title, the kind are remembered; a name without a suffix gets that
    of the chosen kind. ``name`` is proposed, with the suffix of the kind chosen last; in ``folder``, if one is given;
    at home where nothing can be written there.
    """
    filters = [f"{kind} (*.{suffix})" for kind, suffix in kinds]
    last = preferences.text(f"kind/{kinds[0][1]}", filters[0])
    if name and not name.endswith(tuple(f".{suffix}" for _, suffix in kinds)):
        name += f".{kinds[filters.index(last)][1] if last in filters else kinds[0][1]}"
    folder = folder or preferences.text("save_folder", preferences.text("folder"))
    if folder and not os.access(folder, os.W_OK):
        folder = str(Path.home())
    start = str(Path(folder) / name) if name else folder
    path, chosen = QFileDialog.getSaveFileName(parent, title, start, ";;".join(filters), last)
    if not path:
        return ""
    suffix = kinds[filters.index(chosen)][1] if chosen in filters else kinds[0][1]
    preferences.store(f"kind/{kinds[0][1]}", chosen)
    preferences.store("save_folder", str(Path(path).parent))
    return path if Path(path).suffix else f"{path}.{suffix}"


def save_table(window: QWidget, table: ResultTable, tell: Callable[[str], object]) -> None:
    """Asks for a file and saves a table in it; ``tell`` is told where it is."""
    kinds = (("CSV for spreadsheets", "csv"), ("TSV", "tsv"), ("JSON", "json"))
    path = ask_where_to_save(window, f"Save “{table.title}”", kinds, file_name(table.title))
    if not path:
        return
    from treecompare.scores.tables import save_for_spreadsheets, save_tables

    try:
        if path.lower().endswith(".csv"):
            save_for_spreadsheets(path, table)
        else:
            save_tables(path, [table])
        tell(f"Saved: {path}")
    except TreecompareError as error:
        show_error(window, error)


def save_drawing(window: QWidget, save: Callable[[str], object], name: str, tell: Callable[[str], object]) -> None:
    """Asks for a file, ``name`` at first, and lets ``save`` write a drawing into it, by the ending of its name."""
    kinds = (("SVG", "svg"), ("PDF", "pdf"), ("PNG", "png"), ("LaTeX", "tex"))
    path = ask_where_to_save(window, "Save the drawing", kinds, name)
    if path:
        try:
            save(path)
            tell(f"Saved: {path}")
        except (TreecompareError, OSError) as error:
            show_error(window, error)
