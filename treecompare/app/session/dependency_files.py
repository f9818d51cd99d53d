"""Files of the dependencies of gold and systems: the command in the menu, and the dialog in which they are chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common.elided import ElidedLabel
from treecompare.app.common.plain import visible
from treecompare.app.session import opening
from treecompare.comparison.roles import usual_role


class DependencyFilesDialog(QDialog):
    """A line per treebank, the gold first: its name and the file of its dependencies, or nothing.

    ``treebanks``: names and paths. ``given``: files of dependencies by the path of their treebank. ``has_golds``: several golds are
    compared; then systems also get the labels of these files.
    """

    def __init__(
        self,
        treebanks: Sequence[tuple[str, str]],
        given: Mapping[str, str],
        parent: QWidget | None = None,
        has_golds: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Files of dependencies")
        self._paths = [path for _, path in treebanks]
        self._names = [name for name, _ in treebanks]
        text = (
            "The same parses as dependencies (CoNLL-U, CoNLL-X): UAS, LAS and others are measures beside E, T and "
            "Leaf-Ancestor then. What has no file is converted by head rules."
        )
        if has_golds:
            text = (
                "The same parses as dependencies (CoNLL-U, CoNLL-X): the nodes of a system get the labels "
                "that its file has over "
                "the same words (TL-unification), and the table Frameworks has its UAS and LAS."
            )
        intro = QLabel(text)
        intro.setWordWrap(True)
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 8, 0)
        grid.setColumnStretch(1, 1)
        self.fields: list[QLineEdit] = []
        for row, (name, path) in enumerate(treebanks):
            shown = name if row or name == "gold" else f"{name} (gold)"
            field = QLineEdit(given.get(path, ""), clearButtonEnabled=True)
            field.setPlaceholderText("none" if has_golds else "by head rules")
            field.setAccessibleName(f"Dependencies of {shown}")
            choose = QPushButton("Choose…")
            choose.setAutoDefault(False)
            choose.setAccessibleName(f"Choose the dependencies of {shown}")
            choose.clicked.connect(partial(self._choose, row))
            label = QLabel(visible(shown), textFormat=Qt.TextFormat.PlainText)
            label.setBuddy(field)
            for column, widget in enumerate((label, field, choose)):
                grid.addWidget(widget, row, column)
            self.fields.append(field)
            if has_golds and not row:  # a gold's dependencies are a gold of their own
                for widget in (label, field, choose):
                    widget.hide()
        grid.setRowStretch(len(treebanks), 1)
        inside = QWidget()
        inside.setLayout(grid)
        area = QScrollArea(widgetResizable=True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(inside)
        several = QPushButton("Choose &several…")
        several.setAutoDefault(False)
        several.setToolTip("Files are given to the treebanks whose names occur in theirs")
        several.clicked.connect(self._choose_several)
        self.hint = ElidedLabel()
        self.hint.setObjectName("muted")
        line = QHBoxLayout()
        line.addWidget(several)
        line.addWidget(self.hint, 1)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(intro)
        layout.addWidget(area, 1)
        layout.addLayout(line)
        layout.addWidget(self.buttons)
        room = self.screen().availableSize()
        self.resize(min(720, room.width() * 9 // 10), min(150 + 36 * len(treebanks), room.height() * 8 // 10))

    def chosen(self) -> dict[str, str]:
        """Files of dependencies by the path of their treebank."""
        texts = (field.text().strip() for field in self.fields)
        return {path: text for path, text in zip(self._paths, texts, strict=True) if text}

    def give(self, files: Sequence[str]) -> list[str]:
        """Enters each file for the treebank whose name occurs in its own, the longest if there are several; returns the others."""
        left = []
        for file in files:
            name = Path(file).name
            found = [row for row, one in enumerate(self._names) if row and one in name]
            row = max(found, key=lambda one: len(self._names[one]), default=0)
            if row or (usual_role(file) == "gold" and not self.fields[0].isHidden()):
                self.fields[row].setText(file)
            else:
                left.append(name)
        return left

    def _choose(self, row: int) -> None:
        files = opening.ask_for_files(self, "Choose a file of dependencies")
        if files:
            self.fields[row].setText(files[0])

    def _choose_several(self) -> None:
        left = self.give(opening.ask_for_files(self, "Choose files of dependencies"))
        said = "No treebank is called like {}; choose it in its line.".format(visible(", ".join(left)))
        self.hint.setText(said if left else "")
