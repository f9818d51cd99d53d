"""The popup that marks a sentence: phenomena by digits, the judgement by y, n and u; the keys are those of the notes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from treecompare.app.common.bar import add_heading
from treecompare.app.common.plain import caption
from treecompare.app.panes.notes_panel import NotesPanel
from treecompare.comparison.judgements import NO, UNCLEAR, YES

MOST = 9
"""Phenomena that have a digit."""


def mark_menu(
    notes: NotesPanel, system: str, parent: QWidget, again: Callable[[], object], tell: Callable[[str], object]
) -> QMenu:
    """What the sentence can be marked with; the window of ``parent`` has it until it closes. ``again`` pops it up once more: whose
    phenomena they are is chosen in it first. ``tell`` is told what was done, which other panes may hide."""

    def tag(name: str, is_on: bool) -> None:
        notes.tag(name, is_on)
        tell(f"Marked: {name}" if is_on else f"No longer marked: {name}")

    def judge(text: str, verdict: str, is_on: bool) -> None:
        notes.judge(verdict if is_on else None)
        tell(f"{system} correct here? {text if is_on else 'Not judged'}.")

    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.setAccessibleName("Mark")
    known, tagged = notes.known(), notes.tagged()
    if known or notes.offered:
        add_heading(menu, "Phenomena in this sentence" if known else "Phenomena: choose a scheme, which names them")
    for number, name in enumerate(known, 1):
        meaning = notes.scheme.phenomena.get(name, "")
        key = f"&{number}  " if number <= MOST else ""
        action = menu.addAction(key + caption(f"{name} – {meaning}" if meaning else name))
        action.setCheckable(True)
        action.setChecked(name in tagged)
        action.triggered.connect(lambda is_on, name=name: tag(name, is_on))
    if not known:
        for number, (path, title) in enumerate(notes.offered.items(), 1):
            choice = menu.addAction(f"&{number}  " + caption(title), partial(notes.schemeChosen.emit, path))
            choice.triggered.connect(lambda _=False: again())
    add_heading(menu, f"Is {system} correct here?")
    said = notes.verdict()
    for text, verdict in (("&Yes", YES), ("&No", NO), ("&Unclear", UNCLEAR)):
        action = menu.addAction(text)
        action.setCheckable(True)
        action.setChecked(said == verdict)
        action.triggered.connect(lambda is_on, text=text, verdict=verdict: judge(text.replace("&", ""), verdict, is_on))
    return menu
