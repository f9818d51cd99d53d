"""Asking where files are: those to open, those to write, those that are dropped."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, QSize, QTimer
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QHeaderView, QTreeView, QWidget

from treecompare.comparison.files import SUFFIX
from treecompare.folders import SUFFIXES
from treecompare.window.common import preferences

FILES = QSize(860, 520)
"""Of a dialog in which files are chosen."""


def dropped_files(data: QMimeData) -> list[str]:
    """The local files and folders that are being dragged, in order of their names."""
    urls = data.urls() if data.hasUrls() else []
    return sorted(url.toLocalFile() for url in urls if url.isLocalFile())


def has_files(data: QMimeData) -> bool:
    """Whether files are being dragged."""
    return data.hasUrls() and any(url.isLocalFile() for url in data.urls())


class TakesFiles:
    """A widget onto which files and folders are dropped: ``take_files`` gets them when the drop is over, for which who gives them
    waits."""

    take_files: Callable[[list[str]], object]

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files and folders may be dropped anywhere."""
        if has_files(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        paths = dropped_files(event.mimeData())
        QTimer.singleShot(0, self, lambda: self.take_files(paths))


def ask_for_files(parent: QWidget, title: str) -> list[str]:
    """Lets people choose files; the folder is remembered."""
    patterns = " ".join(f"*.{suffix}" for suffix in (*SUFFIXES, "txt", "jsonl", "gz", SUFFIX, "toml"))
    filters = "Treebanks, comparisons and lessons ({0});;All files (*)"
    paths, _ = QFileDialog.getOpenFileNames(parent, title, preferences.text("folder"), filters.format(patterns))
    if paths:
        preferences.store("folder", str(Path(paths[0]).parent))
    return paths


def ask_for_folder(parent: QWidget, title: str) -> str:
    """Lets people choose a folder, which is remembered; empty if they do not want to."""
    path = QFileDialog.getExistingDirectory(parent, title, preferences.text("folder"))
    if path:
        preferences.store("folder", path)
    return path


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
