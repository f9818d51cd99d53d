"""Two analyses of which neither is gold: calling both by their names, and swapping their sides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from treecompare.app.common.plain import visible
from treecompare.app.session.session import Session
from treecompare.app.shell.command import command
from treecompare.app.shell.frame import FrameWindow
from treecompare.app.shell.pane import Pane
from treecompare.app.window.file_commands import FileCommands
from treecompare.saved.opening import Opened

if TYPE_CHECKING:
    from treecompare.app.window.workspace import Workspace

NAMES = ("no_gold", "swap_sides", "system_against_system")
"""The commands."""


class SideCommands(QObject):
    """Speaks to the session and to the views. ``named``: the :class:`Names` by which people are told of gold and systems."""

    named = Signal(object)

    def __init__(
        self,
        window: FrameWindow,
        session: Session,
        files: FileCommands,
        docks: Mapping[str, Pane],
        space: Callable[[], Workspace],
    ) -> None:
        super().__init__(window)
        self.window = window
        self.session = session
        self.files = files
        self.docks = docks
        self._space = space
        self._wanted: tuple[int, int] | None = None
        """The system and the sentence of the gold that was opened, to be looked at as soon as the sides are swapped."""
        session.failed.connect(self._forget)

    @command(
        "&Neither is gold",
        tip="Neither is gold: call both by their names, and show differences instead of errors",
        is_on=False,
    )
    def no_gold(self) -> None:
        """Calls both analyses by their names, or the first one gold again; the comparison keeps that."""
        comparison = self.session.comparison
        if comparison is None or comparison.needs_gold:
            return
        self.session.set_gold(not comparison.is_gold)
        self.files.called_otherwise()
        self._space().call()
        self._name_panes()

    def _name_panes(self) -> None:
        """The pane of errors is called by what it tells, and commands say whom they are about."""
        comparison = self.session.comparison
        if comparison is not None:
            title = "Errors" if comparison.is_gold else "Differences"
            self.docks["errors"].setWindowTitle(title)
            self.named.emit(comparison.names())

    @command("S&wap sides", tip="Swap the chosen system and the gold", name="swap_sides")
    def swap(self) -> None:
        """Lets the chosen system and the gold change sides; notes stay with their sentences."""
        space = self._space()
        sentences = self.files.file.sentences_in(space.sentences.current_sentence())
        place = self.session.swap(space.systems.system)
        if place >= 0:
            self._wanted = place, sentences[0] if sentences else -1
        else:
            self.window.tell("The sides cannot be swapped now.")

    @command(
        "System agai&nst system",
        "D",
        "Draw the chosen system against the next one, which takes the place of the gold; again: back",
        is_on=False,
        name="system_against_system",
    )
    def against(self) -> None:
        """Lets the next system take the gold's place, or the gold take it again; the chosen system and the sentence stay."""
        space, files = self._space(), self.session.files
        place = files.place_of_gold if files is not None else None
        chosen, systems = space.systems.system, len(files.systems) if files is not None else 0
        if place is None and systems < 2:
            self.window.tell("There is no other system.")
            return
        sentences = self.files.file.sentences_in(space.sentences.current_sentence())
        if self.session.swap((chosen + 1) % systems if place is None else place) >= 0:
            self._wanted = chosen, sentences[0] if sentences else -1
        else:
            self.window.tell("The sides cannot be swapped now.")

    def opened(self, opened: Opened) -> None:
        """The views show other files, or the same with their sides swapped: people go on where they were."""
        self._name_panes()
        wanted, self._wanted = self._wanted, None
        if wanted is None:
            return
        space, (system, sentence) = self._space(), wanted
        space.systems.choose(system)
        row = self.files.file.row_of(sentence) if sentence >= 0 else -1
        if row >= 0:
            space.sentences.go_to_sentence(row)
        first, second = opened.comparison.gold.name, opened.comparison.table.systems[system]
        is_turned = opened.files.place_of_gold is not None
        text = "All figures compare with {0} now (D: back)." if is_turned else "Now comparing {1} with {0}."
        self.window.tell(text.format(visible(first), visible(second)))

    def _forget(self) -> None:
        self._wanted = None
