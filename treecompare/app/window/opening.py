"""Which file is the gold: guessed by its name, else asked in a small dialog."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QMimeData, Qt, QUrl
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common import preferences
from treecompare.app.common.boxes import keep_still
from treecompare.app.common.plain import tip, visible
from treecompare.app.common.plain import title as plain_title
from treecompare.comparison.files import Files, guess, likely_gold, usual_role
from treecompare.reading import treebank_name


def dropped_files(data: QMimeData) -> list[str]:
    """The local files that are being dragged, in order of their names."""
    urls = data.urls() if data.hasUrls() else []
    return sorted(url.toLocalFile() for url in urls if url.isLocalFile())


def ask_for_files(parent: QWidget, title: str) -> list[str]:
    """Lets people choose files; the folder is remembered."""
    filters = QCoreApplication.translate(
        "opening",
        "Treebanks (*.mrg *.ptb *.psd *.txt *.conllu *.conll *.conllx *.lattices *.conllul *.seg *.gz);;All files (*)",
    )
    paths, _ = QFileDialog.getOpenFileNames(parent, title, preferences.text("folder"), filters)
    if paths:
        preferences.store("folder", str(Path(paths[0]).parent))
    return paths


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


def ask_for_comparison(parent: QWidget) -> Files | None:
    """Asks for the gold, then for the systems; or for all of them at once."""
    paths = ask_for_files(parent, QCoreApplication.translate("opening", "Open gold and system files"))
    if not paths:
        return None
    if len(paths) > 1:
        return guess(paths) or RolesDialog.ask(paths, parent)
    return ask_for_systems(parent, paths[0])


def ask_for_systems(parent: QWidget, gold: str) -> Files | None:
    """Asks which files to compare with the gold."""
    title = QCoreApplication.translate("opening", "Choose the systems to compare with {0}").format(
        plain_title(Path(gold).name)
    )
    systems = [path for path in ask_for_files(parent, title) if path != gold]
    return Files(gold, tuple(("", path) for path in systems)) if systems else None


class RolesDialog(QDialog):
    """Asks what each file is: the gold, a system, or nothing to compare; names can be edited."""

    def __init__(self, paths: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Open a comparison"))
        self.paths: list[str] = []
        text = QLabel(
            self.tr(
                "Which of these files holds the correct trees (the gold)? The others are compared with it. The same sentences "
                "in another annotation scheme are another gold; then each system is annotated like one of them."
            )
        )
        text.setWordWrap(True)
        self.table = QTableWidget(0, 4)
        self.table.setAccessibleName(self.tr("Files and what they are"))
        self.table.setHorizontalHeaderLabels(
            [self.tr("File"), self.tr("Role"), self.tr("Name in the tables"), self.tr("Annotated like")]
        )
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 14)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        letters = self.fontMetrics().averageCharWidth()
        header.resizeSection(1, 20 * letters)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        header.resizeSection(3, 22 * letters)
        more = QPushButton(self.tr("&Add files…"))
        more.setAutoDefault(False)
        more.clicked.connect(self._add_more)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.addButton(more, QDialogButtonBox.ButtonRole.ActionRole)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.hint = QLabel()
        layout = QVBoxLayout(self)
        layout.addWidget(text)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.hint)
        layout.addWidget(self.buttons)
        self.resize(760, 380)
        self.add(paths)

    @classmethod
    def ask(cls, paths: Sequence[str], parent: QWidget | None = None) -> Files | None:
        """Shows the dialog; None where it is cancelled."""
        dialog = cls(paths, parent)
        found = dialog.files() if dialog.exec() == QDialog.DialogCode.Accepted else None
        dialog.deleteLater()
        return found

    def add(self, paths: Sequence[str]) -> None:
        """Adds files as what their names say; the first gold is the gold, others are other golds."""
        before = len(self.paths)
        for path in paths:
            if path in self.paths:
                continue
            row = len(self.paths)
            self.paths.append(path)
            self.table.insertRow(row)
            item = QTableWidgetItem(visible(Path(path).name))
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            item.setToolTip(tip(path))
            self.table.setItem(row, 0, item)
            role = QComboBox()
            keep_still(role)
            role.setAccessibleName(self.tr("What {0} is").format(Path(path).name))
            for title, key in (
                (self.tr("system"), "system"),
                (self.tr("gold"), "gold"),
                (self.tr("another gold"), "other gold"),
                (self.tr("lattice"), "lattice"),
                (self.tr("segmentation"), "segmentation"),
                (self.tr("ignore"), ""),
            ):
                role.addItem(title, key)
            role.currentIndexChanged.connect(lambda _, row=row: self._role_changed(row))
            self.table.setCellWidget(row, 1, role)
            name = QTableWidgetItem("")
            name.setData(Qt.ItemDataRole.EditRole, treebank_name(path))
            self.table.setItem(row, 2, name)
        for row in range(before, len(self.paths)):
            usual = usual_role(self.paths[row])
            is_second = usual == "gold" and "gold" in self._roles()
            self.set_role(row, "other gold" if is_second else usual)
        self._check()

    def role(self, row: int) -> str:
        """One of gold, other gold, system, lattice, segmentation; or nothing."""
        box = self.table.cellWidget(row, 1)
        return str(box.currentData()) if isinstance(box, QComboBox) else ""

    def set_role(self, row: int, role: str) -> None:
        """Chooses what a file is."""
        box = self.table.cellWidget(row, 1)
        if isinstance(box, QComboBox):
            box.setCurrentIndex(box.findData(role))

    def _role_changed(self, row: int) -> None:
        if self.role(row) == "gold":
            for other in range(len(self.paths)):
                if other != row and self.role(other) == "gold":
                    self.set_role(other, "system")
        self._check()

    def _roles(self) -> list[str]:
        return [self.role(row) for row in range(len(self.paths))]

    def _golds(self) -> list[int]:
        """The rows of the golds, the first one first."""
        roles = self._roles()
        return [row for wanted in ("gold", "other gold") for row, role in enumerate(roles) if role == wanted]

    def _offer_golds(self) -> None:
        """With several golds each system follows one; by its name, until people choose."""
        golds = self._golds()
        self.table.setColumnHidden(3, len(golds) < 2)
        for row, role in enumerate(self._roles()):
            box = self.table.cellWidget(row, 3)
            before = box.currentData() if isinstance(box, QComboBox) else None
            self.table.removeCellWidget(row, 3)
            if role != "system" or len(golds) < 2:
                continue
            box = QComboBox()
            keep_still(box)
            box.setAccessibleName(self.tr("Which gold {0} follows").format(Path(self.paths[row]).name))
            for gold in golds:
                box.addItem(visible(self._name(gold)), self.paths[gold])
            likely = likely_gold(self.paths[row], [self.paths[gold] for gold in golds]) or 0
            box.setCurrentIndex(box.findData(before) if before in [self.paths[gold] for gold in golds] else likely)
            self.table.setCellWidget(row, 3, box)

    def _name(self, row: int) -> str:
        item = self.table.item(row, 2)
        return item.text().strip() if item else ""

    def _check(self) -> None:
        self._offer_golds()
        roles = self._roles()
        hint = ""
        if "gold" not in roles:
            hint = self.tr("Choose which file is the gold.")
        elif "system" not in roles:
            hint = self.tr("Add at least one file to compare with the gold.")
        self.hint.setText(hint)
        self.buttons.button(QDialogButtonBox.StandardButton.Open).setEnabled(not hint)

    def _add_more(self) -> None:
        self.add(ask_for_files(self, self.tr("Add files")))

    def files(self) -> Files:
        """What was chosen."""
        rows = {role: [row for row, one in enumerate(self._roles()) if one == role] for role in set(self._roles())}

        def named(role: str) -> tuple[tuple[str, str], ...]:
            return tuple((self._name(row), self.paths[row]) for row in rows.get(role, ()))

        # a name that nobody typed is made of what tells the golds apart
        others = tuple(("" if name == treebank_name(path) else name, path) for name, path in named("other gold"))
        golds = [self.paths[row] for row in self._golds()]
        follows = []
        for row in rows["system"] if len(golds) > 1 else ():
            box = self.table.cellWidget(row, 3)
            if isinstance(box, QComboBox) and box.currentIndex() > 0:
                follows.append((self.paths[row], box.currentIndex()))
        return Files(
            golds[0], named("system"), others, tuple(follows),
            tuple(path for _, path in named("lattice")), tuple(path for _, path in named("segmentation")),
        )  # fmt: skip


def file_urls(paths: Sequence[str]) -> list[QUrl]:
    """As a file manager hands them over."""
    return [QUrl.fromLocalFile(path) for path in paths]
