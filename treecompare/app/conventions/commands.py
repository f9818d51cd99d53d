"""The command that asks which conventions give the figures of a paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from treecompare.app.shell.command import command
from treecompare.app.window.annex import Annex

if TYPE_CHECKING:
    from treecompare.app.conventions.paper_sheet import PaperSheet


class PaperCommands(Annex):
    """Opens the sheet."""

    @command(
        "&A paper says…", tip="Which conventions of an evaluation give a published figure",
        kinds=("constituents", "dependencies"),
    )  # fmt: skip
    def paper_says(self) -> PaperSheet | None:
        """Asks for figures of a paper and looks for the conventions that give them."""
        from treecompare.app.conventions.paper_sheet import PaperSheet

        comparison = self.session.comparison
        if comparison is None:
            return None
        names, system = comparison.table.systems, max(self.space().view().system, 0)
        outcomes = {names[number]: one for number, one in comparison.outcomes.items()}
        sheet = PaperSheet(self.window, comparison.gold, comparison.systems, system, outcomes)
        sheet.open()
        return sheet

    def fill_system_menu(self, menu: QMenu) -> None:
        """Adds the command."""
        menu.addActions([one for one in self.window.actions() if one.objectName() == "paper_says"])
