"""What the help pages say of the window: every menu entry and every table that they name is there, in one of its jobs."""

from __future__ import annotations

import re

import pytest

from tests.conftest import let_pass
from treecompare import resources
from treecompare.jobs.answers import ENTRIES
from treecompare.jobs.keys import MENUS
from treecompare.window.frame.application import new_window

NAMED = re.compile(r"(?<![*\w])(\*{1,2})([A-Z][^*]*?\S ▸ [^*]+?)\1(?!\*)")
"""``*Menu ▸ Entry*`` or ``*Overview ▸ Table*``."""


@pytest.fixture(scope="module")
def entries(qapp: object) -> set[str]:
    """Every path of the menus, over all samples and lessons, and every table and plot of the overview."""
    found = {f"Overview ▸ {one.title}" for one in ENTRIES}
    window = new_window()
    keys = [one.key for one in (*resources.samples(), *resources.versions_samples())]
    for key in ("", *keys):
        if key:
            window.open_sample(key)
            while window.is_busy:
                let_pass(5)
        for tab in range(max(len(window.tabs), 1)):
            if window.tabs:
                window.show_tab(tab)
                while window.is_busy:
                    let_pass(5)
            titles = {one.key: one.title.rstrip("…") for one in window.commands()}
            found |= {f"{name} ▸ {titles[key]}" for name, keys in MENUS.items() for key in keys if key in titles}
    window.close()
    return found


def test_every_menu_entry_that_is_named_exists(entries: set[str]) -> None:
    """A page that sends its reader to an entry that is gone is worse than none."""
    readme = resources.path("help").parents[1] / "README.md"
    pages = [*sorted(resources.path("help").glob("*.md")), *([readme] if readme.exists() else [])]
    named = [
        (page.name, path) for page in pages for _, path in NAMED.findall(" ".join(page.read_text("utf-8").split()))
    ]
    gone = [f"{page}: {path}" for page, path in named if path.rstrip("…") not in entries]
    assert not gone, "\n".join(gone)
    assert len(named) > 30
