"""What can be done in the window, whatever the job; and what the palette finds."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent, QUndoCommand
from PySide6.QtWidgets import QApplication, QInputDialog, QMenu

from treecompare.errors import TreecompareError
from treecompare.jobs import base
from treecompare.jobs.keys import keys_of
from treecompare.jobs.matching import COMMANDS, SENTENCES, Entry
from treecompare.window.common.bar import add_heading
from treecompare.window.common.plain import visible
from treecompare.window.frame.bar import FEW
from treecompare.window.frame.export import export

EXPORTS = "Drawing, table, list, report: for spreadsheets, LaTeX, SVG, PDF"
SECONDS_OF_SEARCH = 0.06
"""So long places are searched for the palette."""


class Command(NamedTuple):
    """``key``: as in the table of keys, or a job's own."""

    key: str
    title: str
    do: Callable[[], object]
    is_on: bool | None = None
    can: bool = True
    about: str = ""
    menu: str = ""


def own_commands(window: Any) -> list[Command]:
    """Those of the window, with what is so now."""
    view, stack, step = window.drawings.view, window.undo_stack, window.list.step
    has_job = window.job is not None
    is_drawn = has_job and window.centre.currentWidget() is window.drawings
    is_text, is_waiting = window.text_later.is_busy, window.centre.currentWidget() is window.waiting
    kept = window.job.history() if window.job is not None else None
    told = kept or (stack.undoText(), stack.redoText())
    undo, redo = (f"{word} {text}".rstrip() for word, text in zip(("Undo", "Redo"), told, strict=True))
    return [
        Command("search", "Search…", window.search),
        Command("keyboard", "Keyboard", lambda: window.helpWanted.emit("keys")),
        Command("read-again", "Read files again", window.read_again, can=window.make_job is not None),
        Command("export", "Export…", partial(export, window), can=has_job, about=EXPORTS),
        Command("close", "Close window", window.close),
        Command("stop", "Stop", window.stop_text if is_text else window.stop, can=is_text or is_waiting),
        Command("copy", "Copy", partial(copy, window), can=has_job),
        Command("undo", undo, partial(window.turn, True), can=kept is not None or stack.canUndo()),
        Command("redo", redo, partial(window.turn, False), can=kept is not None or stack.canRedo()),
        Command("find", "Find", window.ask_find, can=has_job),
        Command("find-again", "Repeat find", window.find_again, can=bool(window.last_find)),
        Command("clear-find", "Clear find", lambda: window.go(base.Go(find="")), can=has_job),
        Command("number", "Go to number…", partial(ask_number, window), can=has_job),
        Command("next", "Next place", lambda: step(1), can=has_job),
        Command("previous", "Previous place", lambda: step(-1), can=has_job),
        Command("next-open", "Next open place", lambda: window.next_open(1), can=has_job),
        Command("previous-open", "Previous open place", lambda: window.next_open(-1), can=has_job),
        Command("next-change", "Next change", lambda: window.next_change(1), can=has_job),
        Command("previous-change", "Previous change", lambda: window.next_change(-1), can=has_job),
        Command("order", "Order of the list…", window.listing.ask_order, can=has_job),
        Command("tab", "First tab or Overview", window.turn_tab, can=len(window.tabs) > 1),
        Command("why", "Why", window.turn_why, window.shows_why),
        Command("list", "List", window.turn_list, not window.listing.isHidden()),
        Command("part-of-window", "Next column", window.next_column),
        *(
            Command(one, said, partial(window.drawings.set_layout, one), view.layout_wanted == one, is_drawn)
            for one, said in (("mirrored", "Mirrored"), ("side-by-side", "Side by side"), ("merged", "Merged"))
            if is_drawn and view.picture_shown is not None and one in view.picture_shown.layouts
        ),
        Command("fold", "Fold", window.drawings.fold, view.folds, is_drawn),
        Command("fit", "Fit", window.drawings.fit, can=is_drawn),
        Command("larger", "Larger", lambda: window.drawings.zoom(1.25), can=is_drawn),
        Command("smaller", "Smaller", lambda: window.drawings.zoom(0.8), can=is_drawn),
        Command("turned", "Right to left", window.drawings.turn_words, view.is_right_to_left, is_drawn),
        Command("changes", "List of changes", view.show_list.toggle, view.show_list.isChecked(), is_drawn),
        Command("alone", "Only the drawing", window.turn_alone, window.is_alone, is_drawn),
        Command("present", "Present", window.presenting.turn, window.presenting.is_on, is_drawn),
        Command("dark", "Dark while presenting", window.presenting.turn_dark, window.presenting.is_dark),
        Command("step", "Next step", partial(window.presenting.step, 1), can=has_job),
        Command("step-back", "Previous step", partial(window.presenting.step, -1), can=has_job),
        Command("fullscreen", "Full screen", window.turn_full, window.isFullScreen()),
        Command("help", "Help", window.ask_help),
        Command("menu", "Menu", window.menus.show),
        Command("menu-bar", "Always show the menu bar", window.menus.turn_bar, not window.menus.bar.isHidden()),
        Command(
            "letters", "Letters are commands", lambda: window.set_letters(not window.has_letters), window.has_letters
        ),
        Command("back", "Back", window.back),
    ]


class Found:
    """What the palette finds: commands, orders, boxes, conditions, places by their words (``begin``, ``recent``, ``entries``,
    ``sentences``: see the palette's Source). ``only``: the options of one box."""

    def __init__(self, window: Any, only: base.Pick | None = None) -> None:
        self.window, self.only = window, only
        self.hint = "A command, table, plot, system, sentence or help page" if only is None else "One of these"

    def begin(self) -> Sequence[Entry]:
        return self.entries()[:20]

    def recent(self, keys: Sequence[str]) -> Sequence[Entry]:
        there = {one.key: one for one in self.entries()} if self.only is None else {}
        return [there[key] for key in keys if key in there]

    def entries(self) -> Sequence[Entry]:
        window = self.window
        if window.job is None or self.only is not None:
            return self._options(self.only) if self.only is not None else [*map(self._command, window.commands())]
        found = [self._command(one) for one in window.commands() if one.key != "search"]
        for one in window.job.orders():
            go = partial(window.go, base.Go(order=one.key))
            found.append(Entry(one.title, "", go, menu="Order", is_on=one.key == window.order))
        for pick in window.job.picks(window.place) if window.place >= 0 else ():
            found += self._options(pick)
        for name, said in window.job.conditions().items():
            found.append(Entry(name, said, partial(self._type, name), menu="Find"))
        return found

    def _command(self, one: Command) -> Entry:
        keys = " ".join(keys_of(one.key)[:1])
        missing = "" if one.can else "not now"
        menu = one.menu if one.menu == "Export" else ""
        return Entry(one.title, one.about, one.do, keys, missing, menu, bool(one.is_on))

    def _options(self, pick: base.Pick) -> list[Entry]:
        found, head, figures = [], "", pick.figures()
        for value, text in pick.options:
            if not value:
                head = text
                continue
            said = "  ".join(filter(None, (figures.get(value), head)))
            do = partial(self.window.do, pick.key, value)
            group = head or pick.title or "Choices" if self.only is not None else COMMANDS
            found.append(Entry(text, said, do, menu=pick.title, is_on=value == pick.now, group=group))
        return found

    def _type(self, name: str) -> None:
        self.window.listing.field.put(f"{self.window.listing.field.text()} {base.begun(name)} ".lstrip())
        self.window.listing.field.setFocus()

    def sentences(self, typed: str, most: int) -> Sequence[Entry]:
        window, shown = self.window, self.window.list.places_model.shown
        words = next((one for one in shown.columns if one.look == "words"), None)
        if self.only is not None or words is None or len(typed) < 2:
            return ()
        wanted, found, end = typed.casefold().split(), list[Entry](), time.monotonic() + SECONDS_OF_SEARCH
        for number, place in enumerate(shown.order.tolist(), 1):
            said = str(words.text(place))
            if all(word in said.casefold() for word in wanted) or typed == str(number):
                group = window.job.view if window.job is not None else SENTENCES
                found.append(Entry(said, str(number), partial(window.go, base.Go(place=place)), group=group))
            if len(found) >= most or time.monotonic() > end:
                break
        return found


def copy(window: Any) -> None:
    """What Ctrl+C does where the keyboard is."""
    pressed = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    QApplication.sendEvent(window.focusWidget() or window.list, pressed)


def ask_number(window: Any) -> None:
    """Goes to the place with a number."""
    number, is_wanted = QInputDialog.getText(window, "Go to number", "Number of the place")
    if is_wanted and not window.list.go_to_number(number):
        window.messages.tell(visible(f"No place of the list has the number {number}."))


def choose(window: Any, one: base.Choose) -> None:
    """A menu in the middle of the window, whose letters are keys; where there are too many options they are searched."""
    if len(one.options) > FEW:
        options = [(value, "✓ " * bool(is_on) + re.sub("&(.)", r"\1", text)) for value, text, is_on in one.options]
        window.search_pick(base.Pick(one.action, "", options, ""))
        return
    menu = QMenu(window)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for value, text, is_on in one.options:
        if not value:
            add_heading(menu, text)
            continue
        action = menu.addAction(text, partial(window.do, one.action, value))
        action.setCheckable(is_on is not None)
        action.setChecked(bool(is_on))
    menu.popup(
        window.mapToGlobal(window.rect().center()) - QPoint(menu.sizeHint().width() // 2, menu.sizeHint().height() // 2)
    )


def written(event: QKeyEvent) -> str:
    """What a key writes; nothing with Ctrl or Alt."""
    held = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
    return "" if event.modifiers() & held else event.text()


class Step(QUndoCommand):
    """Something that was done; it is taken back in the job in which it was done."""

    def __init__(self, done: base.Done, job: base.Job, window: Any) -> None:
        super().__init__(done.title)
        self.done, self.job, self.window, self._is_first = done, job, window, True

    def redo(self) -> None:
        if not self._is_first:
            self._put(self.done.after, f"Redone: {self.done.title}")
        self._is_first = False

    def undo(self) -> None:
        self._put(self.done.before, f"Undone: {self.done.title}")

    def _put(self, values: Mapping[str, Any], said: str) -> None:
        window = self.window
        if self.job is not window.job:
            window.show_job(self.job)
        try:
            place = self.job.put(self.done.action, values)
        except TreecompareError as error:
            window.refused(error)
            return
        window.refresh()
        if place >= 0 and not window.list.go_to_place(place):
            window.go(base.Go(find="", place=place))
        window.messages.tell(visible(said))
