"""Asking where files are: those to open, those to write, those that are dropped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, QSize, QTimer
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QHeaderView, QTreeView, QWidget

from treecompare.comparison.files import SUFFIX
from treecompare.folders import SUFFIXES
from treecompare.jobs.remembered import Saving
from treecompare.window.common import preferences

FILES = QSize(860, 520)
"""Of a dialog in which files are chosen."""


def dropped_files(data: QMimeData) -> list[str]:
    """The local files and folders that are being dragged, in order of their names."""
    return sorted(url.toLocalFile() for url in data.urls() if url.isLocalFile())


class TakesFiles:
    """A widget onto which files and folders are dropped: ``take_files`` gets them once the drop is over, for which the program that
    they come from waits."""

    take_files: Callable[[list[str]], object]

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files and folders may be dropped anywhere."""
        if dropped_files(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Takes them, once who dropped them is free again."""
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
    """Lets people choose a file to write, of one of the kinds (title, suffix); empty if they do not want to."""
    saving = Saving(kinds, preferences.text, preferences.store)
    start, kind = saving.proposed(name, folder)
    path, chosen = QFileDialog.getSaveFileName(parent, title, start, ";;".join(saving.filters), kind)
    return saving.chosen(path, chosen) if path else ""
