"""Names and texts of files as people may see them: Qt takes ``<b>`` for markup and ``&`` for a key."""

from __future__ import annotations

import html
import re

from treecompare.trees.invisible_characters import visible, visible_lines

__all__ = ["caption", "file_name", "markup", "tip", "title", "visible", "visible_lines"]


def caption(text: str) -> str:
    """For menus, buttons, tabs and docks: no letter becomes a key."""
    return visible(text).replace("&", "&&")


def file_name(text: str) -> str:
    """A title as the name of a file, without what file systems and shells do not like."""
    return re.sub(r"[^\w.+]+", "-", text).strip("-.").lower()[:80] or "untitled"


def title(text: str) -> str:
    """For windows: ``[*]`` stands for itself."""
    return visible(text).replace("[*]", "[*][*]")


def markup(text: str) -> str:
    """For rich text: means itself."""
    return html.escape(visible_lines(text)).replace("\n", "<br>")


def tip(text: str) -> str:
    """For tooltips, in which Qt guesses at markup: plain text, broken into lines where it is long; empty stays empty."""
    return f"<p>{markup(text)}</p>" if text else ""
