"""The menus of the window: what each command is called, its keys, what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QKeySequence

from treecompare.app.decide.results import ask_name
from treecompare.app.decide.store import VERDICTS

if TYPE_CHECKING:
    from treecompare.app.decide.decide_window import DecideWindow


def add_menus(window: DecideWindow) -> dict[str, QAction]:
    """Makes them; the commands by their titles."""
    commands: dict[str, QAction] = {}
    names = window.made.names
    decide = [(f"&{number} {name}", str(number)) for number, name in enumerate(names, 1)]
    for menu, entries in (
        ("&File", (
            ("&Write result…", "Ctrl+S", window.write_result), ("&Tables and pages…", "", window.write_tables), None,
            ("&Your name…", "", lambda: ask_name(window)), None, ("C&lose", "Ctrl+W", window.close),
        )),
        ("&Edit", (
            ("&Undo", "Ctrl+Z", window.undo), ("&Redo", "Ctrl+Shift+Z", window.redo), None,
            ("&Find", "Ctrl+F", window.column.field.setFocus), ("&Note", "Ctrl+7", window.pane.note.setFocus),
        )),
        ("&Go", (
            ("Next &open difference\tN", "", lambda: window.key("n")),
            ("P&revious open difference\tP", "", lambda: window.key("p")),
            ("&Next difference\tJ", "", lambda: window.key("j")), ("&Previous difference\tK", "", lambda: window.key("k")), None,
            ("&Decision in the way\tG", "", lambda: window.key("g")),
        )),
        ("&Decide", (
            *((f"{text}\t{key}", "", lambda key=key: window.key(key)) for text, key in decide),
            ("&Neither\t0", "", lambda: window.key("0")), ("&Other…\tE", "", lambda: window.key("e")),
            ("Open &again\tBackspace", "", lambda: window.key("Backspace")), None,
            ("&Same choice for all of this kind…\tR", "", lambda: window.key("r")),
        )),
        ("&Judge", (
            *((text, "", lambda said=said: window.judge(said, False)) for said, text in VERDICTS.items()), None,
            *((f"{text}, whole sentence", "", lambda said=said: window.judge(said, True)) for said, text in VERDICTS.items()),
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
            action = commands[text.replace("&", "").partition("\t")[0].rstrip("…")] = QAction(text, window)
            if keys:
                action.setShortcut(QKeySequence(keys))
            action.triggered.connect(lambda *_, do=do: do())
            made.addAction(action)
    return commands
