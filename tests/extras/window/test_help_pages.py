"""What the help pages say of the windows: every menu entry and every table that they name is there."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QMenu, QMenuBar
from pytestqt.qtbot import QtBot

from treecompare import resources
from treecompare.app.lessons.lesson_window import LessonWindow
from treecompare.app.window.palette_entries import without_key
from treecompare.app.window.window import MainWindow
from treecompare.extras.teaching.exercise import of_texts
from treecompare.jobs.questions import ENTRIES

NAMED = re.compile(r"(?<![*\w])(\*{1,2})([A-Z][^*]*?\S ▸ [^*]+?)\1(?!\*)")
"""``*Menu ▸ Entry*`` or ``*Overview ▸ Table*``."""


def titles(above: QMenuBar | QMenu, path: str = "") -> Iterator[str]:
    for action in above.actions():
        title = f"{path}{without_key(action.text())}".partition("\t")[0].rstrip("…")
        yield title
        if isinstance(menu := action.menu(), QMenu):
            yield from titles(menu, f"{title} ▸ ")


@pytest.fixture
def entries(qtbot: QtBot, window: MainWindow) -> set[str]:
    """Every path of the menus of all windows, and every table and plot of the overview."""
    lesson = LessonWindow(of_texts("(S (N a) (V b))", "(S (V a) (N b))"))
    qtbot.addWidget(lesson)
    found = {f"Overview ▸ {one.title}" for one in ENTRIES}
    for one in (window.menuBar(), lesson.menuBar()):
        found |= set(titles(one))
    return found


def test_every_menu_entry_that_is_named_exists(entries: set[str]) -> None:
    """A page that sends its reader to an entry that is gone is worse than none."""
    readme = resources.path("help").parents[1] / "README.md"
    pages = [*sorted(resources.path("help").glob("*.md")), *([readme] if readme.exists() else [])]
    named = 0
    for page in pages:
        for _, path in NAMED.findall(" ".join(page.read_text("utf-8").split())):
            named += 1
            assert path.rstrip("…") in entries, f"{page.name}: {path}"
    assert named > 30
