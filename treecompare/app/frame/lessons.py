"""The command that begins a lesson with a text, whatever is open."""

from __future__ import annotations

from typing import Any

from treecompare.app.frame.commands import Command
from treecompare.registry import all_of, need


def commands(window: Any) -> list[Command]:
    """None where lessons are not installed."""
    if "from-text" not in all_of("jobs"):
        return []

    def begin() -> None:
        window.open(need("jobs", "from-text")(), "From text")

    return [
        Command("from-text", "From text…", "Lesson", begin, about="Trees, or a sentence and a grammar, typed or pasted")
    ]
