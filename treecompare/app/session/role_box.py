"""What a file of the Open dialog is to the others: gold, system, lattice."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QWidget

from treecompare.app.common.boxes import keep_still


class RoleBox(QComboBox):
    """A role to choose: gold, other gold, system, lattice, segmentation; empty for a file that is left out."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        keep_still(self)
        self.setAccessibleName(f"What {name} is")
        for title, role in (
            ("system", "system"),
            ("gold", "gold"),
            ("another gold", "other gold"),
            ("lattice", "lattice"),
            ("segmentation", "segmentation"),
            ("ignore", ""),
        ):
            self.addItem(title, role)

    @property
    def role(self) -> str:
        """The one that is chosen."""
        return str(self.currentData())

    def choose(self, role: str) -> None:
        """Chooses one."""
        self.setCurrentIndex(self.findData(role))

    def call(self, is_gold: bool) -> None:
        """Calls gold and system so, or by what they are where neither is gold."""
        for role, with_gold, without in (
            ("gold", "gold", "first"),
            ("system", "system", "other"),
        ):
            self.setItemText(self.findData(role), with_gold if is_gold else without)
