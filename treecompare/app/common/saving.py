"""Asking which file to write."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from treecompare.app.common import preferences


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
