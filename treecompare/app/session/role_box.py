"""What a file of the Open dialog is to the others: gold, system, raw output, lattice; and what is missing among them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QWidget

from treecompare.app.common.elided import ElidedBox

ROLES = {
    "system": "system", "raw": "raw output", "gold": "gold", "other gold": "another gold", "lattice": "lattice",
    "segmentation": "segmentation", "": "ignore",
}  # fmt: skip
"""Every role with its title; the empty one is that of a file that is left out."""
BESIDE = {role: title for role, title in ROLES.items() if "gold" not in role}
"""Those of files that are added to a comparison, which has its gold."""


BESIDE_WORDS = {"lattice", "segmentation"}
"""Those of files that stand beside treebanks."""


def missing(roles: Sequence[str], is_beside: bool, no_gold: bool, has_made: bool) -> str:
    """What is to be done before files of these roles can be compared; empty if nothing is.

    ``is_beside``: they are added to a comparison. ``no_gold``: people say that no file is gold. ``has_made``: a system is made,
    a baseline or a consensus.
    """
    there = set(roles)
    if not there:
        if is_beside:
            return "Add files or a baseline, or drop files here."
        return f"Add {'the files of all annotators' if no_gold else 'a gold file and the systems'}, or drop files here."
    if "other gold" in there and no_gold:
        return "With several golds each of them is one: make the others systems, or take the mark away."
    if is_beside and not {"system", "raw", *BESIDE_WORDS} & there:
        return "All files are ignored."
    if not is_beside and (hint := _without_beside(roles, no_gold)):
        return hint
    if (has_made or "raw" in there) and {"other gold", *BESIDE_WORDS} & there:
        return "Raw output and baselines are compared with one gold, over its words."
    return ""


def _without_beside(roles: Sequence[str], no_gold: bool) -> str:
    """The same of files that are compared for themselves."""
    there = set(roles)
    if "gold" not in there:
        if no_gold:
            return "Choose which file the others are compared with."
        return "Choose which file is the gold; for annotators mark “Neither is gold”."
    if not {"system", "raw"} & there:
        return "Add at least one more file." if no_gold else "Add at least one file to compare with the gold."
    if "other gold" in there and BESIDE_WORDS & there:
        return "Several golds are not compared over a lattice: ignore either the other golds or the lattice."
    return number_fault(roles)


def number_fault(roles: Sequence[str]) -> str:
    """What is wrong with the number of lattices or segmentations; empty if nothing is."""
    most = 1 + roles.count("system")
    for role in ("lattice", "segmentation"):
        there = roles.count(role)
        if there not in (0, 1, most):
            return f"{there} files of {role}s: keep one for all, or one for the gold and for each system ({most})."
    return ""


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
        for role, with_gold, without in (("gold", "gold", "first"), ("system", "system", "other")):
            if self.itemText(place := self.findData(role)) in (with_gold, without):  # a baseline has its own name
                self.setItemText(place, with_gold if is_gold else without)
