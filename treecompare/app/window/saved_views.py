"""Saved views of the sentences: system, measures A and B, order, columns and filter under a number; the comparison keeps them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence, QShortcut

from treecompare.app.common.list_sheet import ListSheet, Offer, open_list
from treecompare.app.common.wording import key_named
from treecompare.app.session.session import Session
from treecompare.app.shell.command import command
from treecompare.app.shell.frame import FrameWindow
from treecompare.app.window.file_commands import FileCommands
from treecompare.errors import UsageError

if TYPE_CHECKING:
    from treecompare.app.window.workspace import Workspace

STATE = "views"
"""Under this name the comparison file keeps them, by number."""
NUMBERS = range(1, 10)


class SavedViews(QObject):
    """Alt and a digit call a view, Alt, Shift and a digit save what is shown as that view."""

    def __init__(
        self, window: FrameWindow, session: Session, files: FileCommands, space: Callable[[], Workspace]
    ) -> None:
        super().__init__(window)
        self.window, self.session, self.files, self._space = window, session, files, space
        for number in NUMBERS:
            for keys, do in ((f"Alt+{number}", self.call), (f"Alt+Shift+{number}", self.save)):
                QShortcut(QKeySequence(keys), window, activated=partial(do, number))

    @property
    def kept(self) -> dict[int, dict[str, Any]]:
        """What the comparison keeps, by number."""
        return {int(number): view for number, view in sorted((self.files.file.stored(STATE) or {}).items())}

    def save(self, number: int) -> None:
        """Keeps what is shown under a number; what was there before is gone."""
        comparison = self.session.comparison
        if comparison is None:
            return
        space = self._space()
        view = space.sentences.arrangement() | {"system": comparison.table.systems[space.systems.system]}
        self.files.file.keep({STATE: {str(one): kept for one, kept in {**self.kept, number: view}.items()}})
        self.window.tell(f"Saved as view {number}: {key_named(f'Alt+{number}')} shows it.")

    def call(self, number: int) -> None:
        """Shows a view."""
        comparison, view = self.session.comparison, self.kept.get(number)
        if comparison is None:
            return
        if view is None:
            self.window.tell(f"There is no view {number}; {key_named(f'Alt+Shift+{number}')} saves what is shown.")
            return
        space = self._space()
        if view["system"] in comparison.table.systems:
            space.systems.choose(comparison.table.systems.index(view["system"]))
        space.sentences.arrange(view)
        self.window.tell(f"View {number}: {self._said(view)}")

    def remove(self, number: int) -> None:
        """Keeps a view no longer."""
        self.files.file.keep({STATE: {str(one): view for one, view in self.kept.items() if one != number}})

    @command("Saved v&iews…", tip="Alt+1 to 9 shows a view, with Shift it saves what is shown as that view")
    def saved_views(self) -> ListSheet:
        """Lists them."""
        said = "Alt and a digit show a view; with Shift they save system, measures, order, columns and filter."
        return open_list("Saved views", self.offers, self.window, "None yet", said, "Show")

    def offers(self) -> list[Offer]:
        """What is kept."""
        return [
            Offer(f"View {number}", self._said(view), partial(self.call, number), partial(self.remove, number))
            for number, view in self.kept.items()
        ]

    @staticmethod
    def _said(view: dict[str, Any]) -> str:
        from treecompare.analyses.filters import JUDGED  # needs numpy

        wish = view["filter"]
        sought = [JUDGED.get(wish[name], str(wish[name])) for name in ("text", "judged") if wish.get(name)]
        sought += [str(wish["chosen"]["text"])] if wish.get("chosen") else []
        sought += ["differ"] if wish.get("differing") else []
        measures = " and ".join(_title(view[letter]) for letter in ("a", "b"))
        return " · ".join([view["system"], measures, *(sought or ["all sentences"])])


def _title(key: str) -> str:
    from treecompare.measures import measure

    try:
        return measure(key).title
    except UsageError:
        return key  # of another version
