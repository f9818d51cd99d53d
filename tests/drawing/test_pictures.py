"""Pictures stay as they are: each is compared, letter by letter, with one that was looked at when it was stored."""

from __future__ import annotations

from tests.drawing.pictured import FOLDER, pictures


def test_pictures_are_drawn_as_before() -> None:
    stored = {file.name: file.read_text("utf-8") for file in FOLDER.iterdir()}
    now = {name: text + "\n" for name, text in pictures().items()}
    assert sorted(now) == sorted(stored)
    changed = [name for name, text in now.items() if text != stored[name]]
    assert not changed, f"these changed; 'python -m tests.drawing.pictured' stores what is drawn now: {changed}"
