"""Escapes of bracketed treebanks for characters that brackets cannot hold."""

from __future__ import annotations

import re

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
