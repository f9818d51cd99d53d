"""Pages of the help that are made: of all keys, of all measures; and what the others are found by."""

from __future__ import annotations

import html

from treecompare.jobs.help import commands_on, help_pages, help_text, keys_text
from treecompare.jobs.keys import KEYS, keys_of
from treecompare.measures import ALL_MEASURES
from treecompare.measures.sources import PAPERS


def test_the_list_of_keys_has_every_key() -> None:
    said = keys_text(lambda key: f"<{key}>")
    for command, told in KEYS.items():
        assert html.escape(told.said) in said
        assert all(html.escape(f"<{key}>") in said for key in keys_of(command)), command


def test_the_help_explains_every_measure() -> None:
    said = help_text()
    for one in ALL_MEASURES:
        assert f"<code>{html.escape(one.key)}</code><br>{html.escape(one.explanation)}" in said, one.key
    assert all(html.escape(full) in said for full in PAPERS.values())


def test_pages_are_known_by_the_commands_that_they_show() -> None:
    shown = {name: commands_on(name) for name in help_pages()}
    assert "score" in shown["command-line"] and all(one == sorted(set(one)) for one in shown.values())
