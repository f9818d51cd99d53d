"""Asking where files are: those to open, those to write, those that are dropped."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QMimeData, QUrl
from PySide6.QtWidgets import QFileDialog, QInputDialog, QWidget

from treecompare.app.common import preferences
from treecompare.app.common.errors import show_error
from treecompare.comparison.files import SUFFIX
from treecompare.comparison.previews import SUFFIXES
from treecompare.comparison.settings import check_separator
from treecompare.errors import UsageError


def dropped_files(data: QMimeData) -> list[str]:
    """The local files and folders that are being dragged, in order of their names."""
    urls = data.urls() if data.hasUrls() else []
    return sorted(url.toLocalFile() for url in urls if url.isLocalFile())


def has_files(data: QMimeData) -> bool:
    """Whether files are being dragged."""
    return data.hasUrls() and any(url.isLocalFile() for url in data.urls())


def ask_for_files(parent: QWidget, title: str) -> list[str]:
    """Lets people choose files; the folder is remembered."""
    patterns = " ".join(f"*.{suffix}" for suffix in (*SUFFIXES, "txt", "gz", SUFFIX))
    filters = QCoreApplication.translate("opening", "Treebanks and comparisons ({0});;All files (*)")
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


def ask_where_to_save(parent: QWidget, title: str, kinds: Sequence[tuple[str, str]], name: str = "") -> str:
    """Lets people choose a file to write, of one of the kinds (title, suffix); empty if they do not want to.

    The folder and, per title, the kind are remembered; a name without a suffix gets that of the chosen kind. ``name`` is
    proposed, with the suffix of the kind chosen last.
    """
    filters = [f"{kind} (*.{suffix})" for kind, suffix in kinds]
    last = preferences.text(f"kind/{kinds[0][1]}", filters[0])
    if name and not name.endswith(tuple(f".{suffix}" for _, suffix in kinds)):
        name += f".{kinds[filters.index(last)][1] if last in filters else kinds[0][1]}"
    start = str(Path(preferences.text("folder")) / name) if name else preferences.text("folder")
    path, chosen = QFileDialog.getSaveFileName(parent, title, start, ";;".join(filters), last)
    if not path:
        return ""
    suffix = kinds[filters.index(chosen)][1] if chosen in filters else kinds[0][1]
    preferences.store(f"kind/{kinds[0][1]}", chosen)
    preferences.store("folder", str(Path(path).parent))
    return path if Path(path).suffix else f"{path}.{suffix}"


def ask_separator(parent: QWidget, now: str) -> str:
    """Asks what functions follow in labels; empty if people do not want to say, or say what cannot stand in a label."""
    title = QCoreApplication.translate("opening", "Functions")
    question = QCoreApplication.translate("opening", "In labels, functions follow")
    text, is_given = QInputDialog.getText(parent, title, question, text=now)
    try:
        return check_separator(text.strip()) if is_given else ""
    except UsageError as error:
        show_error(parent, error)
        return ""


def file_urls(paths: Sequence[str]) -> list[QUrl]:
    """As a file manager hands them over."""
    return [QUrl.fromLocalFile(path) for path in paths]
