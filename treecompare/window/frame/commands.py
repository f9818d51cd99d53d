"""What can be done in the window, whatever the job."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QImage, QKeyEvent
from PySide6.QtWidgets import QApplication, QMenu

from treecompare.errors import UsageError
from treecompare.jobs import base, exporting
from treecompare.jobs.base import Command
from treecompare.jobs.exporting import DRAWINGS, TABLES, Exporting, Thing
from treecompare.jobs.finding import SENTENCES, Entry, Found
from treecompare.window.common import preferences
from treecompare.window.common.bar import add_choices
from treecompare.window.common.choosers import ask_where_to_save
from treecompare.window.common.plain import keyed, visible
from treecompare.window.drawings.pictures import Look
from treecompare.window.frame import files
from treecompare.window.frame.bar import FEW, LETTERS, WANTED
from treecompare.window.frame.form import FormSheet, open_about
from treecompare.window.frame.palette import Palette
from treecompare.window.frame.picture import LAYOUTS
from treecompare.window.frame.scene_view import SceneView

# -- *Export* ----------------------------------------------------------------------------------------------------------


LOOK, CHOSEN = "saved_drawing", "export"
"""Under these names it is remembered how drawings were saved last, and what was exported where."""


def things(window: Any) -> dict[str, Thing]:
    """All that there is now: what is drawn, what is listed, what the job has."""
    found = {}
    if window.centre.currentWidget() is window.drawings:
        for number, part in enumerate(one for one in window.drawings.parts if one.view.picture_shown is not None):
            named = f", {part.title.text()}" if number and part.title.text() else ""
            found[f"drawing {number}" if number else "drawing"] = Thing(f"Drawing{named}", partial(_drawing, part.view))
    own = {"list": Thing("List", lambda _form: _list(window))}
    job = {
        one.key: Thing(one.title.removesuffix("…"), cache(lambda _form, key=one.key: _of_job(window, key)))
        for one in window.job.commands()
        if one.menu == "Export" and one.can
    }
    return found | (job | own if window.centre.currentWidget() is window.page else own | job)


def _of_job(window: Any, key: str) -> base.Save:
    """What the job answers. Raises UsageError: nothing."""
    answers = window.job.do(window.list.places, key)
    if (found := next((one for one in answers if isinstance(one, base.Save | base.Handout | base.Copy)), None)) is None:
        raise UsageError("there is nothing of that kind here")
    return files.as_save(window, found)


def _drawing(view: SceneView, form: str) -> base.Save:
    def written(form: str, values: Mapping[str, str]) -> str | bytes:
        preferences.store(LOOK, [values.get(one, "") for one in exporting.LOOK])
        theme = "dark" if values.get("theme") == "dark" else "light"
        width, has_title = float(values["width"] or 0), values.get("title") != "no"
        return view.written(form, Look(width, values.get("font", ""), theme, bool(values.get("part")), has_title))

    return exporting.drawing(view.title, view.drawn.copies(), form, preferences.texts(LOOK, ()), written)


def _list(window: Any) -> base.Save:
    order = next((one.title for one in window.listing.orders if one.key == window.order), "")
    return exporting.listing(window.list.places_model.shown, window.list.places, window.job.title, order)


def copied(window: Any, text: str | bytes, title: str, form: str = "") -> None:
    """Puts it on the clipboard."""
    if isinstance(text, bytes) and form == "png":
        QGuiApplication.clipboard().setImage(QImage.fromData(text))
    else:
        QGuiApplication.clipboard().setText(text.decode() if isinstance(text, bytes) else text)
    window.messages.tell(visible(f"Copied: {title[:1].lower()}{title[1:]}."))


def export(window: Any, what: str = "") -> None:
    """Opens the sheet: what, as what, how, where; one button. ``what``: chosen at first, in place of what was chosen last."""
    last = preferences.texts(CHOSEN, ())
    asked = Exporting(things(window), [what, *last[1:]] if what else last)

    def apply(values: Mapping[str, str]) -> bool:
        """Whether it is exported."""
        found, form, title = asked.found, values["as"], asked.title(values)
        assert found is not None
        preferences.store(CHOSEN, asked.chosen(values))
        text = exporting.text_of(found, form, {one.key: values[one.key] for one in found.fields})
        if values.get("to") == "clipboard":
            window.with_text(text, lambda made: copied(window, made, title, form))
            return True
        kind = next(one for one in found.formats if one[1] == form)
        if path := ask_where_to_save(sheet, found.title, [kind], *exporting.proposed(found)):
            window.with_text(text, lambda made: files.write(window, path, made, found))
        return bool(path)

    sheet = FormSheet(window, asked.form, apply, 520, 1)
    open_about(window, sheet)


def own_commands(window: Any) -> list[Command]:
    """Those of the window, with what is so now."""
    view, each, step, columns = window.drawings.view, window.drawings.each, window.list.step, window.columns
    has_job, turned, tabs = window.job is not None, view.is_right_to_left, len(window.tabs)
    is_drawn = has_job and window.centre.currentWidget() is window.drawings
    is_waiting = window.text_later.is_busy or window.centre.currentWidget() is window.waiting
    (undone, can_undo), (redone, can_redo) = map(window.next_turn, (True, False))
    turn_full, last = window.showNormal if window.isFullScreen() else window.showFullScreen, window.last_find
    return [
        Command("search", "Search…", window.search),
        Command("keyboard", "Keyboard", lambda: window.helpWanted.emit("keys")),
        Command("read-again", "Read files again", window.read_again, can=bool(window.make_job or window.asked)),
        Command("export", "Export…", partial(export, window), can=has_job, about="Drawing, table, list, report"),
        Command("export-drawing", "Drawing…", partial(export, window, "drawing"), None, is_drawn, DRAWINGS, "Export"),
        Command("export-list", "List…", partial(export, window, "list"), None, has_job, TABLES, "Export"),
        Command("close", "Close window", window.close),
        Command("stop", "Stop", window.stop, can=is_waiting),
        Command("copy", "Copy", partial(copy, window), can=has_job),
        Command("undo", f"Undo {undone}".rstrip(), partial(window.turn, True), can=can_undo),
        Command("redo", f"Redo {redone}".rstrip(), partial(window.turn, False), can=can_redo),
        Command("find", "Find", window.ask_find, can=has_job),
        Command("find-again", "Repeat find", partial(window.go, base.Go(find=last)), can=bool(last)),
        Command("clear-find", "Clear find", partial(window.go, base.Go(find="")), can=has_job),
        Command("number", "Go to number…", partial(ask_number, window), can=has_job),
        Command("next", "Next place", lambda: step(1), can=has_job),
        Command("previous", "Previous place", lambda: step(-1), can=has_job),
        Command("next-open", "Next open place", lambda: window.next_open(1), can=has_job),
        Command("previous-open", "Previous open place", lambda: window.next_open(-1), can=has_job),
        Command("next-change", "Next change", lambda: window.next_change(1), can=has_job),
        Command("previous-change", "Previous change", lambda: window.next_change(-1), can=has_job),
        Command("order", "Order of the list…", window.listing.ask_order, can=has_job),
        Command("tab", "First tab or Overview", lambda: window.show_tab((max(window.tab, 0) + 1) % tabs), can=tabs > 1),
        Command("why", "Why", columns.turn_why, columns.shows_why),
        Command("list", "List", columns.turn_list, not window.listing.isHidden()),
        Command("part-of-window", "Next column", columns.go_on),
        *(
            Command(one, said, partial(window.drawings.set_layout, one), window.drawings.layouts.currentData() == one)
            for one, said in LAYOUTS.items()
            if is_drawn and view.picture_shown is not None and one in view.picture_shown.layouts
        ),
        Command("fold", "Fold", partial(each, lambda one: one.elide.toggle()), view.drawn.folds, is_drawn),
        Command("fit", "Fit", partial(each, lambda one: one.fit_next()), can=is_drawn),
        Command("larger", "Larger", partial(each, lambda one: one.canvas.zoom_by(1.25)), can=is_drawn),
        Command("smaller", "Smaller", partial(each, lambda one: one.canvas.zoom_by(0.8)), can=is_drawn),
        Command(
            "turned", "Right to left", partial(each, lambda one: one.set_right_to_left(not turned)), turned, is_drawn
        ),
        Command("changes", "List of changes", view.show_list.toggle, view.show_list.isChecked(), is_drawn),
        Command("alone", "Only the drawing", columns.turn_alone, columns.is_alone, is_drawn),
        Command("present", "Present", window.presenting.turn, window.presenting.is_on, is_drawn),
        Command("dark", "Dark while presenting", window.presenting.turn_dark, window.presenting.is_dark),
        Command("step", "Next step", partial(window.presenting.step, 1), can=has_job),
        Command("step-back", "Previous step", partial(window.presenting.step, -1), can=has_job),
        Command("fullscreen", "Full screen", turn_full, window.isFullScreen()),
        Command("help", "Help", partial(window.helpWanted.emit, window.job.help if has_job else "window")),
        Command("menu", "Menu", window.menus.show),
        Command(
            "menu-bar", "Always show the menu bar", partial(turn, window, WANTED, 0), not window.menus.bar.isHidden()
        ),
        Command("letters", "Letters are commands", partial(turn, window, LETTERS, 1), window.has_letters),
        Command("back", "Back", window.back),
    ]


def turn(window: Any, switch: str, usual: int) -> None:
    """What holds for the whole program is turned on or off, in all its windows."""
    preferences.store(switch, int(not preferences.number(switch, usual)))
    for one in QApplication.topLevelWidgets():
        if isinstance(one, type(window)):
            one.show_switches()


def copy(window: Any) -> None:
    """What Ctrl+C does where the keyboard is."""
    pressed = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    QApplication.sendEvent(window.focusWidget() or window.list, pressed)


def ask_number(window: Any) -> None:
    """The palette with nothing but the place of the number that is typed."""

    def numbered(typed: str, _most: int) -> Sequence[Entry]:
        row = window.list.places_model.row_numbered(typed)
        return [Entry(f"No. {typed}", "", partial(window.list.go_to, row), group=SENTENCES)] if row >= 0 else []

    found = Found(tuple, numbered)
    found.hint = "Number of the place"
    Palette(window, found)


def choose(window: Any, one: base.Choose) -> None:
    """A menu in the middle of the window, whose letters are keys; where there are too many options they are searched."""
    if len(one.options) > FEW:
        options = [(option.value, "✓ " * bool(option.is_on) + option.text) for option in one.options]
        window.search_pick(base.Pick(one.action, "", options, ""))
        return
    menu = QMenu(window)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    shown = [(option.value, keyed(option.text, option.key), option.is_on) for option in one.options]
    add_choices(menu, shown, partial(window.do, one.action))
    menu.popup(
        window.mapToGlobal(window.rect().center()) - QPoint(menu.sizeHint().width() // 2, menu.sizeHint().height() // 2)
    )
