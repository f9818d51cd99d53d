"""The menus of the window: what each command is called, its keys, what it does."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenuBar

from treecompare.app.decide.decisions_pane import DecisionsPane
from treecompare.app.decide.queue_column import QueueColumn
from treecompare.app.decide.results import ask_name
from treecompare.extras.annotators.adjudication import Adjudication
from treecompare.extras.annotators.kept import VERDICTS, Store


class Decides(Protocol):
    """What the commands use of the window."""

    made: Adjudication
    store: Store
    column: QueueColumn
    pane: DecisionsPane

    def write_result(self) -> None:
        """Writes the adjudicated treebank."""

    def write_tables(self) -> None:
        """Writes tables and pages."""

    def undo(self) -> None:
        """Takes the last change back."""

    def redo(self) -> None:
        """Makes it again."""

    def key(self, letter: str) -> None:
        """Does what a key does in the queue."""

    def judge(self, said: str, is_sentence: bool) -> None:
        """Says whose analysis is right."""

    def close(self) -> bool:
        """Closes the window."""

    def menuBar(self) -> QMenuBar:
        """Where the menus are."""


def add_menus(window: Decides) -> dict[str, QAction]:
    """Makes them; the commands by their titles."""
    commands: dict[str, QAction] = {}
    names = window.made.names
    decide = [(f"&{number} {name}", str(number)) for number, name in enumerate(names, 1)]
    for menu, entries in (
        ("&File", (
            ("&Write result…", "Ctrl+S", window.write_result), ("&Tables and pages…", "", window.write_tables), None,
            ("&Your name…", "", lambda: ask_name(window.column)), None, ("C&lose", "Ctrl+W", window.close),
        )),
        ("&Edit", (
            ("&Undo", "Ctrl+Z", window.undo), ("&Redo", "Ctrl+Shift+Z", window.redo), None,
            ("&Find", "Ctrl+F", window.column.field.setFocus), ("&Note", "Ctrl+7", window.pane.note.setFocus),
        )),
        ("&Go", (
            ("Next &open difference\tN", "", lambda: window.key("n")),
            ("P&revious open difference\tP", "", lambda: window.key("p")),
            ("&Next difference\tJ", "", lambda: window.key("j")), ("&Previous difference\tK", "", lambda: window.key("k")), None,
            ("&Decision in the way", "", lambda: window.key("g")),
        )),
        ("&Decide", (
            *((f"{text}\t{key}", "", lambda key=key: window.key(key)) for text, key in decide),
            ("&Neither\t0", "", lambda: window.key("0")), ("&Other…\tE", "", lambda: window.key("e")),
            ("Open &again\tBackspace", "", lambda: window.key("Backspace")), None,
            ("&Same choice for all of this kind…", "", lambda: window.key("r")),
        )),
        ("&Judge", (
            *((f"&{text}", "", lambda said=said: window.judge(said, False)) for said, (text, *_) in VERDICTS.items()), None,
            *((f"{text}, whole sentence", "", lambda said=said: window.judge(said, True)) for said, (text, *_) in VERDICTS.items()),
        )),
    ):  # fmt: skip
        if menu == "&Judge" and window.store.judge is None:
            continue
        made = window.menuBar().addMenu(menu)
        for entry in entries:
            if entry is None:
                made.addSeparator()
                continue
            text, keys, do = entry
            action = commands[text.replace("&", "").partition("\t")[0].rstrip("…")] = made.addAction(text)
            if keys:
                action.setShortcut(QKeySequence(keys))
            action.triggered.connect(lambda *_, do=do: do())
    return commands
