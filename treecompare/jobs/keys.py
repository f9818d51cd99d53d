"""The keys of all jobs and of the window, in one table: each has one meaning, whatever is looked at.

Letters are commands in lists and drawings, and text where one types. Digits and ``e`` are answers of Why, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Key(NamedTuple):
    """``keys``: as Qt writes them, several parted by ``; ``; those of letters work where nobody types. ``said``: what they do."""

    keys: str
    said: str


KEYS: Mapping[str, Key] = {
    "next": Key("J; Alt+Down", "Next place"),
    "previous": Key("K; Alt+Up", "Previous place"),
    "next-change": Key("N", "Next change, or the next place that is open"),
    "previous-change": Key("P", "Previous change, or the previous place that is open"),
    "next-alike": Key("Shift+J", "Next place like this"),
    "previous-alike": Key("Shift+K", "Previous place like this"),
    "find": Key("/; Ctrl+F", "Find"),
    "find-again": Key(".", "Repeat the last Find"),
    "number": Key("Ctrl+G", "Go to a number"),
    "back": Key("Escape; Alt+Left", "Back"),
    "choose-drawn": Key("X", "Draw what A counts, or B"),
    "part": Key("W", "Whole tree or roof"),
    "labelled": Key("L", "Labelled or not"),
    "mirrored": Key("M", "Mirrored"),
    "side-by-side": Key("S", "Side by side"),
    "merged": Key("G", "Merged"),
    "all-systems": Key("A", "All systems"),
    "fold": Key("F", "Fold what is the same"),
    "fit": Key("R", "Fit"),
    "larger": Key("+; =", "Larger"),
    "smaller": Key("-", "Smaller"),
    "changes": Key("C", "List of changes"),
    "alone": Key("Z", "Only the drawing"),
    "order": Key("O", "Order of the list"),
    "tab": Key("V", "First tab or Overview"),
    "why": Key("I", "Why"),
    "mark": Key("T", "Mark"),
    "step": Key("Space", "Next step"),
    "step-back": Key("Shift+Space", "Previous step"),
    "present": Key("F5", "Present"),
    "help": Key("F1", "Help"),
    "keyboard": Key("?", "Keyboard"),
    "part-of-window": Key("F6", "Next column"),
    "menu": Key("F10", "Menu"),
    "search": Key("Ctrl+K", "Search"),
    "open": Key("Ctrl+O", "Open"),
    "save": Key("Ctrl+S", "Save"),
    "export": Key("Ctrl+E", "Export"),
    "read-again": Key("Ctrl+R", "Read the files again"),
    "copy": Key("Ctrl+C", "Copy"),
    "undo": Key("Ctrl+Z", "Undo"),
    "redo": Key("Ctrl+Y; Ctrl+Shift+Z", "Redo"),
    "settings": Key("Ctrl+,", "Settings"),
    "text-larger": Key("Ctrl++; Ctrl+=", "Larger text"),
    "text-smaller": Key("Ctrl+-", "Smaller text"),
    "text-usual": Key("Ctrl+0", "Usual text size"),
    "close": Key("Ctrl+W", "Close the window"),
    "quit": Key("Ctrl+Q", "Quit"),
    "fullscreen": Key("F11", "Full screen"),
}
"""By the key of a command."""
ANSWERS = frozenset("0123456789e")
"""What no command has."""
MENUS: Mapping[str, tuple[str, ...]] = {
    "": ("search", "keyboard", "settings"),
    "File": (
        "open", "add-systems", "two-annotators", "two-versions", "recent", "start-page", "save", "save-as", "export", "read-again",
        "close", "quit",
    ),
    "Edit": ("undo", "redo", "copy", "copy-command", "find", "find-again", "clear-find", "mark", "number"),
    "Drawing": (
        "choose-drawn", "part", "labelled", "mirrored", "side-by-side", "merged", "all-systems", "fold", "fit", "larger", "smaller",
        "turned", "alone",
    ),
    "Compare": (
        "scoring", "average", "swap-measures", "swap-sides", "next-system", "rename", "gold", "remove-system", "stop",
    ),
    "Lesson": ("e", "from-text", "add-step", "present", "samples"),
    "Help": ("help", "measures", "report-problem", "about"),
}  # fmt: skip
"""Which commands stand in a menu, by their keys, in this order; those of "" below the other menus. All others are in Search."""


def keys_of(command: str, has_letters: bool = True) -> tuple[str, ...]:
    """The keys of a command; none where it has none. ``has_letters``: also those that would be text where one types."""
    keys = KEYS[command].keys.split("; ") if command in KEYS else ()
    return tuple(one for one in keys if has_letters or len(one.removeprefix("Shift+")) > 1)
