"""What a file of the Open dialog is to the others: gold, system, raw output, lattice."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QWidget

from treecompare.app.common.elided import ElidedBox

ROLES = {
    "system": "system", "raw": "raw output", "gold": "gold", "other gold": "another gold", "lattice": "lattice",
    "segmentation": "segmentation", "": "ignore",
}  # fmt: skip
"""Every role with its title; the empty one is that of a file that is left out."""
BESIDE = {role: title for role, title in ROLES.items() if "gold" not in role}
"""Those of files that are added to a comparison, which has its gold."""


class RoleBox(ElidedBox):
    """A role to choose. ``roles``: those that are offered, with their titles."""

    def __init__(self, name: str, parent: QWidget, roles: Mapping[str, str]) -> None:
        super().__init__(parent)
        self.setAccessibleName(f"What {name} is")
        for role, title in roles.items():
            self.addItem(title, role)

    @property
    def role(self) -> str:
        """The one that is chosen."""
        return str(self.currentData())

    def choose(self, role: str) -> None:
        """Chooses one; that of a system where it is not offered."""
        self.setCurrentIndex(max(self.findData(role), 0))

    def call(self, is_gold: bool) -> None:
        """Calls gold and system so, or by what they are where neither is gold."""
        for role, with_gold, without in (
            ("gold", "gold", "first"),
            ("system", "system", "other"),
        ):
            if self.itemText(place := self.findData(role)) in (with_gold, without):  # a baseline has its own name
                self.setItemText(place, with_gold if is_gold else without)
