"""Commands around patterns: those that are kept by name in the comparison file, and a phenomenon for all that was found."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QInputDialog

from treecompare.app.common.list_sheet import ListSheet, Offer, open_list
from treecompare.app.shell.command import command
from treecompare.app.shell.frame import FrameWindow
from treecompare.app.window.file_commands import FileCommands
from treecompare.comparison.judgements import PHENOMENON, YES

if TYPE_CHECKING:
    from treecompare.app.window.workspace import Workspace

STATE = "patterns"
"""Under this name the comparison file keeps them: texts by name."""


class PatternCommands(QObject):
    """``space`` tells the views, None before they are made."""

    def __init__(self, window: FrameWindow, files: FileCommands, space: Callable[[], Workspace | None]) -> None:
        super().__init__(window)
        self.window = window
        self.files = files
        self._space = space

    @property
    def kept(self) -> dict[str, str]:
        """The patterns of the comparison by name."""
        return dict(self.files.file.stored(STATE) or {})

    @command("&Keep pattern…", tip="Keep the pattern of the filter by name", name="keep_pattern")
    def keep(self) -> None:
        space = self._space()
        if space is None:
            return
        bar = space.sentences.filter_bar
        text = bar.text.text().strip()
        if not bar.is_pattern() or not text:
            self.window.tell("There is no pattern in the field above the sentences.")
            return
        known = next((name for name, one in self.kept.items() if one == text), "")
        name, is_given = QInputDialog.getText(self.window, "Keep pattern", "Name of the pattern:", text=known or text)
        if is_given and name.strip():
            self.files.file.keep({STATE: {**self.kept, name.strip(): text}})
            self.window.tell(f"Kept: {name.strip()}")

    @command(
        "Saved &patterns…", tip="Patterns that the comparison keeps; “Keep pattern…” adds the one that is looked for"
    )
    def saved_patterns(self) -> ListSheet:
        return open_list("Saved patterns", self.offers, self.window, "None yet: “Keep pattern…” adds one", verb="Find")

    def offers(self) -> list[Offer]:
        """What is kept, by name."""
        kept = sorted(self.kept.items())
        return [Offer(name, text, partial(self.use, text), partial(self.remove, name)) for name, text in kept]

    def use(self, text: str) -> None:
        """Looks for a kept pattern."""
        space = self._space()
        if space is not None:
            space.sentences.filter_bar.choose_pattern(text)

    def remove(self, name: str) -> None:
        """Keeps a pattern no longer."""
        self.files.file.keep({STATE: {one: text for one, text in self.kept.items() if one != name}})
        self.window.tell(f"Removed: {name}")

    @command("&Tag sentences as phenomenon…", tip="Give all sentences that are shown a phenomenon")
    def tag_shown(self) -> None:
        """Gives all sentences that are shown a phenomenon, as one step that can be undone."""
        from treecompare.saved.project import Key

        space = self._space()
        comparison = space.sentences.comparison if space is not None else None
        if space is None or comparison is None:
            return
        shown = [int(sentence) for sentence in space.sentences.model.order]
        if not shown:
            self.window.tell("No sentence is shown.")
            return
        known = list(dict.fromkeys((*space.notes.scheme.phenomena, *sorted(comparison.judgements.phenomena))))
        name, is_given = QInputDialog.getItem(
            self.window, "Tag sentences", f"Phenomenon of the sentences that are shown ({len(shown)}):",
            known, 0, True,
        )  # fmt: skip
        name = name.strip()
        if not is_given or not name:
            return
        tagged = comparison.judgements.phenomena.get(name, set())
        new = [sentence for sentence in sorted(shown) if sentence not in tagged]
        if new:
            changes: list[tuple[Key, str | None]] = [(Key(PHENOMENON, one, "", name), YES) for one in new]
            self.files.file.write(changes, f"{name} on {len(new)} sentences")
        self.window.tell(f"{name}: {len(new)} sentences tagged")
