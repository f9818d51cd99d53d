"""Characters that are not written as they are, and words as they are compared where treebanks write the same ones
differently.

Words and labels come from files and may contain characters that XML does not allow, terminal escapes, or overrides of text
direction: drawings, terminals and messages show symbols for them. Output for programs keeps them, but for what brackets cannot
hold, which is escaped as treebanks do.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
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


# -- words as they are compared ----------------------------------------------------------------------------------------

_BARE = {escape.strip("-"): bracket for escape, bracket in ESCAPES.items()}
"""``LRB`` is a bracket only as a whole word and in capitals: elsewhere it may be part of a name."""
_REPLACED = {escape.lower(): bracket for escape, bracket in ESCAPES.items()} | {
    **{f"\\{escaped}": escaped for escaped in "()[]{}/*"},
    **dict.fromkeys(("``", "''", "‘‘", "’’"), "'"),
}
_ESCAPED = re.compile("|".join(map(re.escape, _REPLACED)))
_SIMPLE = {**dict.fromkeys('"`‘’“”„‚«»‹›', "'"), **dict.fromkeys("\u2010\u2011", "-"), "…": "..."}
_UNDERSCORES = re.compile("^(_+)$|_", re.MULTILINE)
_CHANGED = re.compile(r"[\\`'\" _-]")
"""An ASCII text without these has only its case to lose."""


def plain_form(form: str) -> str:
    r"""A word without what parsers and treebanks do to it; words with equal plain forms are the same.

    Format characters (Unicode Cf), blanks (Zs) and ``_`` are dropped; a word of ``_`` alone stays. Brackets (``-LRB-``, also
    inside of words; ``LRB`` alone) and what stands behind a backslash (``\(``, ``\/``, ``\*``) are what they stand for, all quotes
    ``'``, hyphens ``-`` and ``…`` three full stops. NFC, lower case, NFC.
    """
    form = _without_unseen(form)
    return _BARE.get(form) or _plain(form)


def plain_forms(texts: Sequence[str]) -> list[str]:
    """The plain form of each text; much faster for many than one by one."""
    joined = _without_unseen("\n".join(texts))
    if joined.count("\n") != len(texts) - 1:
        return [plain_form(text) for text in texts]
    plain = _plain(joined).split("\n")
    if any(bare in joined for bare in _BARE):
        plain = [_BARE.get(text, form) for text, form in zip(joined.split("\n"), plain, strict=True)]
    return plain


def _without_unseen(text: str) -> str:
    """The text without format characters, and without blanks unless it is ASCII."""
    if text.isascii():
        return text
    dropped = dict.fromkeys(ord(one) for one in set(text) if unicodedata.category(one) in ("Cf", "Zs"))
    return text.translate(dropped) if dropped else text


def _plain(text: str) -> str:
    if text.isascii():
        text = text.lower()
        return _escapes_and_quotes(text) if _CHANGED.search(text) else text
    return _escapes_and_quotes(unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).lower()))


def _escapes_and_quotes(text: str) -> str:
    text = _ESCAPED.sub(lambda found: _REPLACED[found[0]], text)
    for character, plain in _SIMPLE.items():  # much faster than str.translate where text is not ASCII
        text = text.replace(character, plain)
    return _UNDERSCORES.sub(r"\1", text.replace(" ", "")) if "_" in text else text.replace(" ", "")


def composed(text: str) -> str:
    """A value of a column as it is compared: composed (NFC), without format characters (Cf)."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", "".join(one for one in text if unicodedata.category(one) != "Cf"))


def all_composed(texts: str) -> bool:
    """Whether :func:`composed` leaves texts that are joined by LF as they are, as in nearly all files."""
    return texts.isascii() or (
        unicodedata.is_normalized("NFC", texts) and not any(unicodedata.category(one) == "Cf" for one in set(texts))
    )


def told_apart(one: str, other: str) -> tuple[str, str]:
    """Two texts as messages show them: what cannot be seen is named (``U+FEFF dogs``); marks on letters if nothing else differs."""
    if one == other:
        return one, other
    shown = _with_names(one), _with_names(other)
    if unicodedata.normalize("NFC", shown[0]) == unicodedata.normalize("NFC", shown[1]):
        return _with_names(one, True), _with_names(other, True)
    return shown


def _with_names(text: str, marks: bool = False) -> str:
    def is_named(one: str) -> bool:
        kind = unicodedata.category(one)[0]
        return (kind in "CZ" and one != " ") or one in "\u2010\u2011" or (marks and kind == "M")

    named = "".join(f" U+{ord(one):04X} " if is_named(one) else one for one in text)
    return named if named == text else named.replace("  ", " ").strip()
