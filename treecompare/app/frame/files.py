"""What is taken out of the window as a file, and what is read into it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMenu

from treecompare.app.common import preferences
from treecompare.app.common.errors import show_error
from treecompare.app.common.plain import caption, visible
from treecompare.app.common.saving import ask_where_to_save, save_table
from treecompare.app.drawings.save_sheet import SaveSheet
from treecompare.errors import TreecompareError
from treecompare.jobs import base
from treecompare.scores.result import ResultTable, Value, text_column
from treecompare.writing import check_output, file_name, write_file


def export(window: Any) -> None:
    """What can be taken out of the window, as a menu: the drawing, the list, and what the job has."""
    menu = QMenu(window)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if window.centre.currentWidget() is window.drawings:
        menu.addAction("Drawing…").triggered.connect(lambda: _save_drawing(window))
    menu.addAction("List…").triggered.connect(lambda: save_table(window, listed(window), window.messages.tell))
    for one in window.commands():
        if one.menu == "Export" and one.can:
            menu.addAction(caption(one.title)).triggered.connect(lambda _=False, do=one.do: do())
    menu.popup(window.mapToGlobal(window.rect().center()))


def listed(window: Any) -> ResultTable:
    """The list as a table, with all columns."""
    model = window.list.places_model
    columns = [text_column(one.title or one.key.capitalize(), one.key) for one in model.shown.columns]
    places = [place for place in model.shown.order.tolist() if place >= 0]
    rows: list[list[Value]] = [[str(one.text(place)) for one in model.shown.columns] for place in places]
    name = next((one.title for one in window.listing.orders if one.key == window.order), "")
    return ResultTable(f"{window.job.title if window.job else ''}: {name}", tuple(columns), rows)


def _save_drawing(window: Any) -> None:
    view = window.drawings.view
    kinds = (("SVG", "svg"), ("PDF", "pdf"), ("PNG", "png"), ("LaTeX", "tex"))

    def save(look: Any) -> None:
        path = ask_where_to_save(window, "Save the drawing", kinds, file_name(view.title))
        if path:
            try:
                view.save(path, look)
                window.messages.tell(visible(f"Saved {path}"))
            except (TreecompareError, OSError) as error:
                show_error(window, error)

    sheet = SaveSheet(window, save)
    sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    sheet.open()


def ask(window: Any, question: base.Question) -> None:
    """Shows a question where the drawing is, with a button for each answer; with none, all stays as it is."""

    def answer(to: base.Opening | base.Where) -> None:
        path = ask_for(window, to.read) if isinstance(to, base.Where) else ""
        if path and isinstance(to, base.Where):
            window.open(to.then(str(path)), "Opening")
        elif not isinstance(to, base.Where):
            window.open(to, "Opening")

    def cancel() -> None:
        window.say_instead("")
        window.list.setFocus()

    options = [(title, partial(answer, to)) for title, to in question.options]
    window.nothing.ask(str(question), [*options, ("Cancel", cancel)])
    window.centre.setCurrentWidget(window.nothing)


def ask_for(window: Any, one: base.Read) -> str | list[str]:
    """The file that is chosen, or the files; empty: none."""
    if one.name:
        return ask_where_to_save(window, one.title, one.formats, one.name)
    kinds = ";;".join(f"{name} (*.{end})" for name, end in one.formats)
    choose = QFileDialog.getOpenFileNames if one.several else QFileDialog.getOpenFileName
    return choose(window, one.title, preferences.text("folder"), kinds)[0]


def save(window: Any, one: base.Save) -> None:
    """Writes what a job gives where people want it, as soon as it is made."""
    folder = str(Path(one.sources[0]).absolute().parent) if one.sources else ""
    path = ask_where_to_save(window, one.title, one.formats, file_name(one.name), folder)
    if path:
        window.with_text(one.text(path.rpartition(".")[2].lower()), lambda text: _write(window, path, text, one))


def _write(window: Any, path: str, text: str | bytes, wanted: base.Save) -> None:
    try:
        check_output(path, wanted.sources, may_overwrite=True)  # whoever chose the name was asked
        write_file(path, text)
    except TreecompareError as error:
        show_error(window, error)
    else:
        window.messages.tell(visible("; ".join(filter(None, (f"Saved {path}", wanted.also)))))
