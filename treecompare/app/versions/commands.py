"""Two versions of a treebank: a window of their own for each comparison."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from treecompare.app.common import preferences
from treecompare.app.shell.command import Need, command
from treecompare.app.window.annex import Annex
from treecompare.comparison.files import Versions

if TYPE_CHECKING:
    from treecompare.app.frame.window import Window


class VersionCommands(Annex):
    """The windows of versions of a main window; they close with it."""

    def __init__(self, *of_window: Any) -> None:
        super().__init__(*of_window)
        self.windows: list[Window] = []
        """Those that are open, the newest last."""

    def takes(self, wanted: Sequence[str] | Versions) -> bool:
        """Compares two versions again."""
        if isinstance(wanted, Versions):
            self.open(wanted)
            return True
        return False

    @command(
        "Two &versions…",
        "Ctrl+Alt+V",
        "What changed between two versions of a treebank, by which rules, and what was forgotten",
        need=Need.NOTHING,
    )
    def two_versions(self) -> None:
        """Asks for two versions."""
        self._ask(self.window)

    def _ask(self, parent: QWidget) -> None:
        from treecompare.app.versions.asked import VersionsDialog

        dialog = VersionsDialog(parent)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.wanted.connect(self.open)
        dialog.open()

    def open(self, versions: Versions) -> Window:
        """Compares two versions in a window."""
        from treecompare.app.frame.commands import Command
        from treecompare.app.frame.window import Window
        from treecompare.extras.versions.job import opening

        found = Window(lambda: [Command("two-versions", "Two versions…", "File", lambda: self._ask(found))])
        found.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        found.setWindowIcon(self.window.windowIcon())
        found.opened.connect(lambda _: preferences.add_recent(versions))
        found.helpWanted.connect(self.window.view.show_page)  # type: ignore[attr-defined]
        self.windows.append(found)
        found.destroyed.connect(lambda: self._forget(found))
        found.show()
        found.open(opening(versions), "Two versions")
        return found

    def _forget(self, gone: Window) -> None:
        self.windows = [one for one in self.windows if one is not gone]

    def stop(self) -> None:
        """Closes them."""
        for one in list(self.windows):
            one.close()
