"""The button by which people say whether a folder is one treebank or holds many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtWidgets import QPushButton

from treecompare.app.common.plain import visible


class WholeFolders(QPushButton):
    """``files``: the files of each folder or pattern of which people may say what it is."""

    def __init__(self) -> None:
        super().__init__()
        self.setAutoDefault(False)
        self.files: dict[str, list[str]] = {}
        self.path = ""
        """The folder or pattern that the button is about; empty if there is none."""
        self.hide()

    def know(self, found: Mapping[str, list[str]]) -> None:
        """Takes note of folders and patterns, if they stand for several files."""
        self.files |= {path: files for path, files in found.items() if len(files) > 1}

    def title(self, path: str) -> str:
        """What a file, or a folder that is one treebank, is called in a list."""
        name = Path(path).name or path
        return f"{name} ({len(self.files[path]):,} files)" if path in self.files else name

    def offer(self, listed: Sequence[str], row: int) -> None:
        """Is about what stands in the row, else about the first that there is; hidden where there is none."""
        here = listed[row] if 0 <= row < len(listed) else ""
        known = [path for path, files in self.files.items() if path in listed or not set(files).isdisjoint(listed)]
        self.path = next((one for one in known if here == one or here in self.files[one]), known[0] if known else "")
        self.setVisible(bool(self.path))
        if self.path:
            text = "&List the {0:,} files of {1} one by one"
            if self.path not in listed:
                text = "&Take the {0:,} files of {1} as one treebank"
            name = visible(Path(self.path).name or self.path).replace("&", "&&")
            self.setText(text.format(len(self.files[self.path]), name))

    def turned(self, listed: Sequence[str], most: int) -> list[str]:
        """The list with the files (at most so many) in the folder's place, or the folder in theirs."""
        files = self.files[self.path]
        old, new = ([self.path], files[:most]) if self.path in listed else (files, [self.path])
        place = min(number for number, one in enumerate(listed) if one in old)
        return (
            [one for one in listed[:place] if one not in old] + new + [one for one in listed[place:] if one not in old]
        )
