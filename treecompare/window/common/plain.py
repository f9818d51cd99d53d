"""Names and texts of files as people may see them: Qt takes ``<b>`` for markup and ``&`` for a key."""

from __future__ import annotations

import html
import textwrap
from functools import lru_cache

from treecompare.trees.characters import visible, visible_lines

__all__ = ["caption", "markup", "tip", "title", "visible", "visible_lines"]

WIDEST = 90
"""Letters in a line of a tip."""


def caption(text: str) -> str:
    """For menus, buttons, tabs and docks: no letter becomes a key."""
    return visible(text).replace("&", "&&")


def keyed(text: str, key: str) -> str:
    """For menus: a word of the text gives it its first letter as a key, or a digit stands before it."""
    before, word, after = text.rpartition(key) if key and not key.isdigit() else ("", "", text)
    sign = f"&{key}  " * key.isdigit() + "&" * bool(word)
    return f"{caption(before)}{sign}{caption(word + after)}"


def with_key(text: str, taken: set[str]) -> str:
    """For menus of which every entry is to have a key: a letter that is not ``taken``, of a word the first if possible, or a digit
    behind it."""
    shown = visible(text)
    places = [place for place, letter in enumerate(shown) if letter.isascii() and letter.isalnum()]
    begins = [place for place in places if not place or not shown[place - 1].isalnum()]
    key = next((place for place in begins + places if shown[place].lower() not in taken), None)
    if key is None:
        digit = next((one for one in "123456789" if one not in taken), "")
        taken.add(digit)
        return f"{caption(text)} (&{digit})" if digit else caption(text)
    taken.add(shown[key].lower())
    return f"{caption(shown[:key])}&{caption(shown[key:])}"


def title(text: str) -> str:
    """For windows: ``[*]`` stands for itself."""
    return visible(text).replace("[*]", "[*][*]")


def markup(text: str) -> str:
    """For rich text: means itself."""
    return html.escape(visible_lines(text)).replace("\n", "<br>")


@lru_cache(2048)
def tip(text: str) -> str:
    """For tooltips, in which Qt guesses at markup: the text means itself. Long lines are broken; empty stays empty.

    Screen readers read tips out, so there is markup only where Qt may take the text itself for it.
    """
    lines = (textwrap.fill(line, WIDEST, break_long_words=False) for line in visible_lines(text).splitlines())
    plain = "\n".join(lines)
    return f"<p>{markup(text)}</p>" if "<" in plain else plain
