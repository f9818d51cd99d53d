"""Files that a job gives or takes: looked for, asked for, and written."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog

from treecompare.comparison.files import Files
from treecompare.errors import Cancel, TreecompareError, UsageError
from treecompare.folders import natural
from treecompare.jobs import base
from treecompare.jobs.session import seldom
from treecompare.jobs.wanted import looked_for, opens_alone
from treecompare.window.common import preferences
from treecompare.window.common.choosers import ask_for_folder, ask_where_to_save
from treecompare.window.common.plain import visible
from treecompare.window.common.worker import Newest
from treecompare.writing import check_output, write_file


class FileSearch(Newest):
    """Looks in the background for what folders and patterns stand for. ``counted``: so many files are found so far; ``ended``
    carries all of them, also where someone stopped it; ``stood_for``: the files of each folder and pattern."""

    counted = Signal(int)
    ended = Signal(list)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._found: list[str] = []
        self.stood_for: dict[str, list[str]] = {}
        self.told.connect(self._count)

    def look(self, paths: Sequence[str]) -> None:
        """Looks for the files."""
        self._found, self.stood_for = found, inside = list[str](), dict[str, list[str]]()
        tell = seldom(self.told.emit)

        def search(cancel: Cancel) -> None:
            for _ in looked_for(paths, found, inside):
                if cancel.is_set():
                    break
                tell(base.Doing("Looking for files"))

        self.ask(search, self._end, self._end)
        self.counted.emit(0)

    @Slot(object)
    def _count(self, _: base.Doing) -> None:
        if self.is_busy:
            self.counted.emit(len(self._found))

    def _end(self, _: object = None) -> None:
        self.ended.emit(sorted(set(self._found), key=natural))

    def stop(self) -> None:
        """Takes what was found; looks no further."""
        if self.is_busy:
            self.drop()
            self._end()


def ask(window: Any, question: base.Question) -> None:
    """Shows a question where the drawing is, with a button for each answer; with none, all stays as it is."""

    def answer(to: base.Opening | base.Where) -> None:
        path = ask_for(window, to.read) if isinstance(to, base.Where) else ""
        if not isinstance(to, base.Where) or path:
            make = to.then(str(path)) if isinstance(to, base.Where) else to
            window.open(make, "Opening", window.asked[2])

    def cancel() -> None:
        window.say_instead("")
        window.list.setFocus()

    options = [(title, partial(answer, to)) for title, to in question.options]
    window.nothing.say(str(question), *options, ("Cancel", cancel))
    window.centre.setCurrentWidget(window.nothing)
    window.nothing.answers[0].setFocus()


def ask_for(window: Any, one: base.Read) -> str | list[str]:
    """The file that is chosen, or the files, or the folder; empty: none."""
    if not one.formats:
        return ask_for_folder(window, one.title)
    if one.name:
        path = ask_where_to_save(window, one.title, one.formats, one.name)
        if opens_alone(path):  # from now on it is found like what was opened
            preferences.add_recent(Files(path, ()))
        return path
    kinds = ";;".join(f"{name} (*.{end})" for name, end in one.formats)
    choose = QFileDialog.getOpenFileNames if one.several else QFileDialog.getOpenFileName
    return choose(window, one.title, preferences.text("folder"), kinds)[0]


def as_save(window: Any, one: base.Save | base.Handout | base.Copy) -> base.Save:
    """What a job gives, as a file; a hand-out is painted when it is written. Raises UsageError: nothing is drawn."""
    if isinstance(one, base.Copy):
        return base.Save(f"Save {one.what}", [("Text", "txt")], one.what.removeprefix("the "), lambda _: one.text)
    if isinstance(one, base.Save):
        return one
    picture = window.drawings.view.picture() if window.centre.currentWidget() is window.drawings else None
    if picture is None:
        raise UsageError("nothing is drawn that could be handed out")
    return base.Save("Save the hand-out", [("PDF", "pdf")], one.name, lambda _: picture.handed_out(one), one.sources)


def save(window: Any, wanted: base.Save | base.Handout) -> None:
    """Writes what a job gives where people want it, as soon as it is made."""
    from treecompare.jobs import exporting

    try:
        one = as_save(window, wanted)
        path = ask_where_to_save(window, one.title, one.formats, *exporting.proposed(one))
        values = {field.key: field.now for field in one.fields}
        text = exporting.text_of(one, path.rpartition(".")[2].lower(), values) if path else ""
    except TreecompareError as error:
        window.banner.fail(error)
        return
    if path:
        window.with_text(text, lambda text: write(window, path, text, one))


def write(window: Any, path: str, text: str | bytes, wanted: base.Save) -> None:
    """Writes a file, never over one that it was made of."""
    try:
        check_output(path, wanted.sources, may_overwrite=True)  # whoever chose the name was asked
        write_file(path, text)
    except TreecompareError as error:
        window.banner.fail(error)
    else:
        window.banner.mend()
        window.messages.tell(visible("; ".join(filter(None, (f"Saved {path}", wanted.also)))))
