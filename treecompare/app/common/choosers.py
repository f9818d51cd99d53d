"""Asking where files are: those to open, those to write, those that are dropped."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtWidgets import QFileDialog, QWidget

from treecompare.app.common import preferences
from treecompare.app.common.saving import ask_where_to_save
from treecompare.comparison.files import SUFFIX
from treecompare.folders import SUFFIXES
from treecompare.jobs.wanted import OF_THEIR_OWN

__all__ = [
    "OF_THEIR_OWN", "ask_for_file", "ask_for_files", "ask_for_folder", "ask_where_to_save",
    "dropped_files", "file_urls", "has_files",
]  # fmt: skip


def dropped_files(data: QMimeData) -> list[str]:
    """The local files and folders that are being dragged, in order of their names."""
    urls = data.urls() if data.hasUrls() else []
    return sorted(url.toLocalFile() for url in urls if url.isLocalFile())


def has_files(data: QMimeData) -> bool:
    """Whether files are being dragged."""
    return data.hasUrls() and any(url.isLocalFile() for url in data.urls())


def ask_for_files(parent: QWidget, title: str) -> list[str]:
    """Lets people choose files; the folder is remembered."""
    patterns = " ".join(f"*.{suffix}" for suffix in (*SUFFIXES, "txt", "jsonl", "gz", SUFFIX, "toml"))
    filters = "Treebanks, comparisons and lessons ({0});;All files (*)"
    paths, _ = QFileDialog.getOpenFileNames(parent, title, preferences.text("folder"), filters.format(patterns))
    if paths:
        preferences.store("folder", str(Path(paths[0]).parent))
    return paths


def ask_for_file(parent: QWidget, title: str, filters: str) -> str:
    """Lets people choose a file, and remembers its folder; empty if they do not want to."""
    path = QFileDialog.getOpenFileName(parent, title, preferences.text("folder"), filters)[0]
    if path:
        preferences.store("folder", str(Path(path).parent))
    return path


def ask_for_folder(parent: QWidget, title: str) -> str:
    """Lets people choose a folder, which is remembered; empty if they do not want to."""
    path = QFileDialog.getExistingDirectory(parent, title, preferences.text("folder"))
    if path:
        preferences.store("folder", path)
    return path


def file_urls(paths: Sequence[str]) -> list[QUrl]:
    """As a file manager hands them over."""
    return [QUrl.fromLocalFile(path) for path in paths]
