"""Escapes of bracketed treebanks for characters that brackets cannot hold."""

from __future__ import annotations

ESCAPES = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
"""Brackets within words."""
_QUOTES = {"``": '"', "''": '"'}


def unescaped(form: str) -> str:
    r"""A word without the escapes of bracketed treebanks: ``-LRB-``, ``3\/4``."""
    return ESCAPES.get(form) or form.replace("\\/", "/").replace("\\*", "*")


def plain_word(form: str) -> str:
    """The same with opening and closing quotes (``` `` ```) as plain quotes, so that formats can be compared."""
    return _QUOTES.get(form) or unescaped(form)
