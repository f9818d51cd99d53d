"""The dialog that says which of several golds gets the labels of another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from treecompare.app.common.elided import ElidedBox
from treecompare.app.common.plain import visible


class GoldLabelsDialog(QDialog):
    """A line per gold: whose labels its nodes get besides their own. ``given``: numbers of golds, each with that of another."""

    def __init__(self, golds: Sequence[str], given: Mapping[int, int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Map labels between golds")
        intro = QLabel(
            "A gold without functions, like bracketed trees, can be compared with labels if its nodes "
            "get those that "
            "another gold has over the same words (TL\u2011unification; Tsarfaty et al. 2012)."
        )
        intro.setWordWrap(True)
        lines = QFormLayout()
        self._golds = golds
        self.boxes: list[QComboBox] = []
        for number, name in enumerate(golds):
            box = ElidedBox()
            box.setAccessibleName(f"Labels of {visible(name)}")
            box.addItem("its own labels", -1)
            for other, their_name in enumerate(golds):
                if other != number:
                    box.addItem(f"and those of {visible(their_name)}", other)
            box.setCurrentIndex(box.findData(given.get(number, -1)))
            lines.addRow(QLabel(visible(name), textFormat=Qt.TextFormat.PlainText), box)
            self.boxes.append(box)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.setMinimumWidth(400)
        layout = QVBoxLayout(self)
        layout.addWidget(intro)
        layout.addLayout(lines)
        layout.addStretch(1)
        layout.addWidget(self.buttons)

    def chosen(self) -> str:
        """What is chosen, as the setting ``labels_from``."""
        golds = ((name, box.currentData()) for name, box in zip(self._golds, self.boxes, strict=True))
        return "\n".join(f"{name}={self._golds[other]}" for name, other in golds if other >= 0)
