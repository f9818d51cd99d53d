"""Words as they are compared where treebanks write the same ones differently: without escapes, typography and case."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from treecompare.trees.characters import ESCAPES

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
