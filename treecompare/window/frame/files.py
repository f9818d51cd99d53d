"""Files that a job gives or takes: asked for, and written."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from treecompare.errors import TreecompareError, UsageError
from treecompare.jobs import base
from treecompare.window.common import preferences
from treecompare.window.common.choosers import ask_for_folder, ask_where_to_save
from treecompare.window.common.errors import show_error
from treecompare.window.common.plain import visible
from treecompare.writing import check_output, file_name, write_file


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
    window.nothing.say(str(question), *options, ("Cancel", cancel))
    window.centre.setCurrentWidget(window.nothing)
    window.nothing.answers[0].setFocus()


def ask_beside(window: Any, one: base.AddFiles) -> None:
    """Asks in the sheet Open which files are compared with what is open."""
    from treecompare.window.frame.open_sheet import OpenDialog

    sheet = OpenDialog(one.paths, window, one.gold)
    sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    sheet.setWindowModality(Qt.WindowModality.WindowModal)
    sheet.accepted.connect(lambda: window.do(one.action, sheet.files()))
    sheet.open()


def ask_for(window: Any, one: base.Read) -> str | list[str]:
    """The file that is chosen, or the files, or the folder; empty: none."""
    if not one.formats:
        return ask_for_folder(window, one.title)
    if one.name:
        return ask_where_to_save(window, one.title, one.formats, one.name)
    kinds = ";;".join(f"{name} (*.{end})" for name, end in one.formats)
    choose = QFileDialog.getOpenFileNames if one.several else QFileDialog.getOpenFileName
    return choose(window, one.title, preferences.text("folder"), kinds)[0]


def as_save(window: Any, one: base.Save | base.Handout | base.Copy) -> base.Save:
    """What a job gives, as a file: a hand-out is painted, with what is drawn now, when it is written. Raises UsageError: nothing is
    drawn."""
    if isinstance(one, base.Copy):
        return base.Save(f"Save {one.what}", [("Text", "txt")], one.what.removeprefix("the "), lambda _: one.text)
    if isinstance(one, base.Save):
        return one
    picture = window.drawings.view.picture() if window.centre.currentWidget() is window.drawings else None
    if picture is None:
        raise UsageError("nothing is drawn that could be handed out")
    return base.Save("Save the hand-out", [("PDF", "pdf")], one.name, lambda _: picture.handed_out(one), one.sources)


def proposed(one: base.Save) -> tuple[str, str]:
    """The name and the folder of a file."""
    return file_name(one.name), str(Path(one.sources[0]).absolute().parent) if one.sources else ""


def text_of(one: base.Save, form: str, values: Mapping[str, str]) -> str | bytes | base.Later:
    """What is written in that form. Raises TreecompareError: it cannot be."""
    return one.text(form, values) if one.fields else one.text(form)


def save(window: Any, wanted: base.Save | base.Handout) -> None:
    """Writes what a job gives where people want it, as soon as it is made."""
    try:
        one = as_save(window, wanted)
        path = ask_where_to_save(window, one.title, one.formats, *proposed(one))
        values = {field.key: field.now for field in one.fields}
        text = text_of(one, path.rpartition(".")[2].lower(), values) if path else ""
    except TreecompareError as error:
        show_error(window, error)
        return
    if path:
        window.with_text(text, lambda text: write(window, path, text, one))


def write(window: Any, path: str, text: str | bytes, wanted: base.Save) -> None:
    """Writes a file, never over one that it was made of."""
    try:
        check_output(path, wanted.sources, may_overwrite=True)  # whoever chose the name was asked
        write_file(path, text)
    except TreecompareError as error:
        show_error(window, error)
    else:
        window.messages.tell(visible("; ".join(filter(None, (f"Saved {path}", wanted.also)))))
