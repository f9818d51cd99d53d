"""Characters that are not written as they are.

Words and labels come from files and may contain characters that XML does not allow, terminal escapes, or overrides of text
direction: drawings, terminals and messages show symbols for them. Output for programs keeps them, but for what brackets cannot
hold, which is escaped as treebanks do.
"""

from __future__ import annotations

import re
from unicodedata import bidirectional

ESCAPES = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
"""Brackets within words."""
LABELS = {f"{before}{bracket}": escape for escape, bracket in ESCAPES.items() for before in ("", "\\")}
"""Tags and labels that are nothing but a bracket, and what they mean."""
_BACKSLASH = re.compile(r"\\([/*()\[\]{}])")
_QUOTES = {"``": '"', "''": '"'}


def unescaped(form: str) -> str:
    r"""A word without the escapes of bracketed treebanks: ``-LRB-``, ``\(``, ``3\/4``."""
    return ESCAPES.get(form) or (_BACKSLASH.sub(r"\1", form) if "\\" in form else form)


def plain_word(form: str) -> str:
    """The same with opening and closing quotes (``` `` ```) as plain quotes, so that formats can be compared."""
    return _QUOTES.get(form) or unescaped(form)


LEFT_TO_RIGHT, ISOLATE, RIGHT_TO_LEFT, POP = "\u200e", "\u2066", "\u2067", "\u2069"
"""The first keeps a mark beside a word that is written from right to left in its place; the others begin parts of a text of their
own, from left and from right, and end them."""
UNKNOWN = "\ufffd"
NEWLINE = "\u2424"
_SYMBOLS: dict[int, str] = {
    **{code: chr(0x2400 + code) for code in range(0x20)},  # ␀ … ␛ … ␟
    0x7F: "\u2421",
    **dict.fromkeys(range(0x80, 0xA0), UNKNOWN),
    **dict.fromkeys((0x85, 0x2028, 0x2029), NEWLINE),
    # embeddings, overrides and isolates; the marks of direction that plain Hebrew and Arabic need stay
    **dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)), UNKNOWN),
    **dict.fromkeys(range(0xD800, 0xE000), UNKNOWN),
    # no characters
    **dict.fromkeys(range(0xFDD0, 0xFDF0), UNKNOWN),
    **dict.fromkeys((plane + last for plane in range(0, 0x110000, 0x10000) for last in (0xFFFE, 0xFFFF)), UNKNOWN),
}


def visible(text: str) -> str:
    """A text, letter by letter, with symbols for control characters, line ends, lone surrogates and overrides of direction."""
    return text if text.isprintable() else text.translate(_SYMBOLS)


def visible_lines(text: str) -> str:
    """The same for a text of several lines, which line feeds part."""
    return text if text.isprintable() else "\n".join(visible(line) for line in text.split("\n"))


def left_to_right(text: str) -> str:
    """A text that begins at the left although words in it may come from right to left: ``2 שלום``."""
    return LEFT_TO_RIGHT + text if _has_right_to_left(text) else text


def kept_apart(segments: str) -> str:
    """Segments (``form/tag``, separated by blanks) of a script from right to left, each with its marks at its own place."""
    if not _has_right_to_left(segments):
        return segments
    return LEFT_TO_RIGHT + " ".join(f"{ISOLATE}{one}{POP}" for one in segments.split(" "))


def begins_at_the_right(text: str) -> bool:
    """Whether a text is read from right to left: its first letter is."""
    if text.isascii():
        return False
    return next((kind for letter in text if (kind := bidirectional(letter)) in ("L", "R", "AL")), "L") != "L"


def _has_right_to_left(text: str) -> bool:
    return any(bidirectional(letter) in ("R", "AL") for letter in text)
