"""What the command palette finds: commands, in menus or not, what sheets list, and what is in the comparison that is open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from treecompare.app.common.plain import tip
from treecompare.app.shell.palette import COMMANDS, SENTENCES, Entry
from treecompare.comparison.settings import SETTINGS

if TYPE_CHECKING:
    from treecompare.app.common.list_sheet import Offer
    from treecompare.app.shell.actions import Actions
    from treecompare.app.window.workspace import Workspace

LEAST_LETTERS = 3
"""From so many letters on sentences are looked for."""
HEADINGS = {"theme": "Theme", "average": "Scores of systems", "mapping": "Drawn mapping", "part": "Drawn part"}
"""Of switches that stand in no menu."""
GROUPS = {
    "sample": "Samples",
    "lesson": "Lessons",
    "help page": "Help",
    "saved pattern": "Saved patterns",
    "table": "Tables and plots",
}
"""Headings of what sheets list."""
SYNONYMS = {
    "adjudicate": "adjudicate", "two_versions": "diff", "paper_says": "detective", "samples": "demo", "find": "search",
    "add_systems": "consensus", "drawing": "align",
}  # fmt: skip
"""What the command line calls commands that have another name here."""
SOUGHT = {"close_comparison": "start page", "open_lesson": "class activities"}
"""What people look for who are led there by commands of other names."""
DIGITS = 20
"""No sentence has a number so long."""


def without_key(text: str) -> str:
    """A title as it is read: ``&&`` is one &, a single one marks a key."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")


def in_menus(above: QMenuBar | QMenu, path: str = "", is_filled: bool = True) -> Iterator[tuple[str, QAction]]:
    """Every action of the menus, with the titles of the menus in which it stands; what is hidden is left out.

    ``is_filled``: menus are brought up to date, which takes as long as showing them.
    """
    for action in above.actions():
        menu = action.menu()
        if not action.isVisible() or action.isSeparator():
            continue
        if isinstance(menu, QMenu):
            if is_filled:
                menu.aboutToShow.emit()
            title = without_key(action.text())
            yield from in_menus(menu, f"{path} ▸ {title}" if path else title, is_filled)
        else:
            yield path, action


def shortcut(action: QAction) -> str:
    """The keys of an action as people read them."""
    return ", ".join(key.toString(QKeySequence.SequenceFormat.NativeText) for key in action.shortcuts())


def all_commands(menus: QMenuBar, actions: Actions, is_filled: bool = True) -> Iterator[tuple[str, QAction]]:
    """Every action with where it stands: those of the menus, then commands and settings that stand in none."""
    seen = set()
    for path, action in in_menus(menus, is_filled=is_filled):
        seen.add(action)
        yield path, action
    for name in actions.commands:
        where = without_key(SETTINGS[name].title) if name in SETTINGS else HEADINGS.get(name, "")
        for action in actions.actions_of(name):
            if action not in seen and action.isVisible():
                yield f"Scoring ▸ {where}" if name in SETTINGS else where, action


class Entries:
    """The entries of a window as it is now.

    ``offers`` tells what sheets list, with the name of each list. ``space``: the views, None on the start page; ``show`` brings a
    pane to the front.
    """

    def __init__(
        self,
        menus: QMenuBar,
        actions: Actions,
        offers: Callable[[], Iterable[tuple[str, Offer]]],
        space: Workspace | None,
        show: Callable[[str], object],
    ) -> None:
        self.menus, self.actions, self.offers, self.space, self.show = menus, actions, offers, space, show

    def begin(self) -> Sequence[Entry]:
        """The commands, at once."""
        return list(self._commands(is_filled=False))

    def entries(self) -> Sequence[Entry]:
        """All but the sentences."""
        return [*self._commands(is_filled=True), *self._listed(), *self._views(), *self._filters()]

    def recent(self, keys: Sequence[str]) -> Sequence[Entry]:
        """Those that were chosen last, as far as they are there."""
        if not keys:
            return []
        by_key = {one.key: one for one in (*self._listed(), *self._views(), *self._commands(is_filled=False))}
        return [by_key[key] for key in keys if key in by_key and not by_key[key].missing]

    def _filters(self) -> Iterator[Entry]:
        """Of sentences: by status, outcome and what people said of them."""
        if self.space is not None:
            bar = self.space.sentences.filter_bar
            for title, wish in bar.choices():
                yield Entry(title, "sentences", partial(bar.show_wish, wish), menu="Filter")

    def _listed(self) -> Iterator[Entry]:
        """What sheets list."""
        is_open = self.space is not None
        for name, one in self.offers():
            replaces = is_open and name in ("sample", "lesson")
            group = GROUPS.get(name, COMMANDS)
            yield Entry(one.title, name, one.run, group=group, synonyms=one.synonyms, replaces=replaces)

    def _commands(self, is_filled: bool) -> Iterator[Entry]:
        names = {action: name for name in self.actions.commands for action in self.actions.actions_of(name)}
        files = {tip(one.file) for _, one in self.offers() if one.file} if is_filled else ()  # found by their titles
        for path, action in all_commands(self.menus, self.actions, is_filled):
            if action.toolTip() in files:
                continue
            title = without_key(action.text()).rstrip("…")
            is_off = not action.isEnabled()
            name = names.get(action, "")
            missing = (self.actions.commands[name].need.missing if name else "not now") if is_off else ""
            is_part = "▸" in path or (action.isCheckable() and action.actionGroup() is not None)
            menu = path.rpartition("▸ ")[2] if is_part and not path.endswith(title) else ""
            is_on = action.isChecked() and action.actionGroup() is not None
            synonyms = SYNONYMS.get(name, SOUGHT.get(name, ""))
            yield Entry(title, path, action.trigger, shortcut(action), missing, menu, is_on, synonyms=synonyms)

    def _views(self) -> Iterator[Entry]:
        """Panes, measures and systems."""
        space, show = self.space, self.show
        if space is None:
            return

        def of(pane: str, do: Callable[[], object]) -> Callable[[], object]:
            def run() -> None:
                show(pane)
                do()

            return run

        for one in space.entries:
            yield Entry(one.title, "panel", partial(show, one.name), one.keys, group="Panes")
        for measure in space.systems.choices.measures:
            is_on = measure.key in space.systems.model.keys
            do = partial(space.systems.toggle_measure, measure.key, True)
            yield Entry(measure.title, "column of the systems", of("scores", do), is_on=is_on, group="Measures")
        comparison = space.sentences.comparison
        for system, name in enumerate(comparison.table.systems if comparison is not None else ()):
            yield Entry(name, "system", partial(space.systems.choose, system), group="Systems")

    @cached_property
    def _texts(self) -> list[str]:
        return [text.casefold() for text in self.space.sentences.sentences] if self.space is not None else []

    def sentences(self, typed: str, most: int) -> Sequence[Entry]:
        """Those of that number, or with these words in this order."""
        space = self.space
        comparison = space.sentences.comparison if space is not None else None
        if space is None or comparison is None:
            return []
        rows: list[int] = []
        if typed.isdecimal() and len(typed) < DIGITS and 0 < int(typed) <= comparison.gold_sentences:
            rows = [comparison.row_of(int(typed) - 1)]
        elif len(typed) >= LEAST_LETTERS and not typed.isdecimal():
            wanted = typed.casefold()
            for row, text in enumerate(self._texts):
                if wanted in text:
                    rows.append(row)
                    if len(rows) == most:
                        break
        return [
            Entry(
                f"{comparison.number_of(row)}  {space.sentences.sentences[row]}",
                "sentence",
                partial(space.go_to, row),
                group=SENTENCES,
            )
            for row in rows
        ]
