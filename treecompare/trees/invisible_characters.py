"""Symbols for invisible characters, for drawings, terminals and messages.

Words and labels come from files and may contain characters that XML does not allow, terminal escapes, or overrides of text
direction. Output for programs keeps them.
"""

from __future__ import annotations

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
