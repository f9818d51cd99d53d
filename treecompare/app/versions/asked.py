"""Asks for two versions: files, folders, or revisions of a git repository."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common import preferences
from treecompare.comparison.files import Versions


class PathField(QWidget):
    """A path that is typed or chosen."""

    changed = Signal()

    def __init__(self, name: str, only_folder: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QLineEdit(placeholderText="A folder" if only_folder else "A file or a folder")
        self.field.setAccessibleName(name)
        self.field.textChanged.connect(self.changed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.field, 1)
        buttons = [] if only_folder else [("File…", self._choose_file)]
        for title, choose in (*buttons, ("Folder…", self._choose_folder)):
            button = QPushButton(title, autoDefault=False)
            button.setAccessibleName(f"{name}: {title}")
            button.clicked.connect(choose)
            layout.addWidget(button)

    @property
    def path(self) -> str:
        """What it says."""
        return self.field.text().strip()

    def _choose_file(self) -> None:
        self._take(QFileDialog.getOpenFileName(self, "Choose a version", self._start())[0])

    def _choose_folder(self) -> None:
        self._take(QFileDialog.getExistingDirectory(self, "Choose a folder", self._start()))

    def _start(self) -> str:
        return self.path or preferences.text("folder")

    def _take(self, path: str) -> None:
        if path:
            self.field.setText(path)


class VersionsDialog(QDialog):
    """``wanted`` carries the :class:`Versions`."""

    wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Two versions of a treebank")
        self.resize(620, 0)
        self.of_files = QRadioButton("&Files or folders")
        self.of_git = QRadioButton("&Git repository")
        kinds = QButtonGroup(self)
        for button in (self.of_files, self.of_git):
            kinds.addButton(button)
        self.base, self.head = PathField("Older version"), PathField("Newer version")
        self.repository = PathField("Repository", only_folder=True)
        self.older = QLineEdit(placeholderText="A branch, tag or commit, such as main, r2.15, HEAD~1")
        self.older.setAccessibleName("Older revision")
        self.newer = QLineEdit(placeholderText="The same; empty for the files as they are in the folder")
        self.newer.setAccessibleName("Newer revision")
        self.ignored = QLineEdit(placeholderText="Such as MISC.SpaceAfter, COMMENT")
        self.ignored.setAccessibleName("Not compared")
        self._files = (("Older version", self.base), ("Newer version", self.head))
        self._git = (("Folder", self.repository), ("Older revision", self.older), ("Newer revision", self.newer))
        self._form = QFormLayout()
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for title, field in (*self._files, *self._git, ("Not compared", self.ignored)):
            self._form.addRow(title, field)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText("Compare")
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)  # Enter never cancels
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        line = QHBoxLayout()
        line.addWidget(self.of_files)
        line.addWidget(self.of_git)
        line.addStretch(1)
        layout.addLayout(line)
        layout.addLayout(self._form)
        layout.addStretch(1)
        layout.addWidget(self.buttons)
        self.of_git.toggled.connect(self._show_page)
        for field in (self.older, self.newer):
            field.textChanged.connect(self._check)
        for field in (self.base, self.head, self.repository):
            field.changed.connect(self._check)
        (self.of_git if preferences.text("versions/kind") == "git" else self.of_files).setChecked(True)
        for name, field in self._remembered():
            field.setText(preferences.text(f"versions/{name}"))
        self._show_page()
        (self.repository if self.of_git.isChecked() else self.base).field.setFocus()

    def _remembered(self) -> tuple[tuple[str, QLineEdit], ...]:
        return (
            ("base", self.base.field), ("head", self.head.field), ("repository", self.repository.field), ("older", self.older),
            ("newer", self.newer), ("ignored", self.ignored),
        )  # fmt: skip

    def _show_page(self) -> None:
        for rows, button in ((self._files, self.of_files), (self._git, self.of_git)):
            for _, field in rows:
                self._form.setRowVisible(field, button.isChecked())
        self.layout().activate()  # type: ignore[union-attr]
        self.resize(self.width(), 0)
        self._check()

    def _check(self) -> None:
        if self.of_git.isChecked():
            is_complete = bool(self.repository.path and self.older.text().strip())
        else:
            is_complete = bool(self.base.path and self.head.path)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(is_complete)

    def versions(self) -> Versions:
        """What is asked for."""
        ignored = tuple(one.strip() for one in self.ignored.text().split(",") if one.strip())
        if self.of_git.isChecked():
            return Versions(self.older.text().strip(), self.newer.text().strip(), self.repository.path, ignored)
        return Versions(self.base.path, self.head.path, "", ignored)

    def done(self, result: int) -> None:
        """Remembers what was typed, also of who only looks something up in between."""
        preferences.store("versions/kind", "git" if self.of_git.isChecked() else "files")
        for name, field in self._remembered():
            preferences.store(f"versions/{name}", field.text())
        super().done(result)

    def accept(self) -> None:
        """Tells what was typed."""
        super().accept()
        self.wanted.emit(self.versions())
