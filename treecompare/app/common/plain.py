"""Names and texts of files as people may see them: Qt takes ``<b>`` for markup, ``&`` for a key, and hides control marks."""

from __future__ import annotations

import html
import re

# controls, line ends, what turns the direction of all that follows; not the marks and joiners that scripts need
_HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")


def visible(text: str) -> str:
    """One line that hides nothing: ``a␊b[U+202E]c``. Most texts are returned as they are."""
    return _HIDDEN.sub(_shown, text) if _HIDDEN.search(text) else text


def _shown(found: re.Match[str]) -> str:
    code = ord(found[0])
    return chr(0x2400 + code) if code < 0x20 else "␡" if code == 0x7F else f"[U+{code:04X}]"


def lines(text: str) -> str:
    """Like :func:`visible`, but line ends stay: for texts that the program itself set in lines."""
    return "\n".join(map(visible, text.split("\n")))


def caption(text: str) -> str:
    """For menus, buttons, tabs and docks: no letter becomes a key."""
    return visible(text).replace("&", "&&")


def title(text: str) -> str:
    """For windows: ``[*]`` stands for itself."""
    return visible(text).replace("[*]", "[*][*]")


def markup(text: str) -> str:
    """For rich text: means itself."""
    return html.escape(lines(text)).replace("\n", "<br>")


def tip(text: str) -> str:
    """For tooltips, in which Qt guesses at markup: plain text, broken into lines where it is long; empty stays empty."""
    return f"<p>{markup(text)}</p>" if text else ""
