"""How bracketed treebanks write what would be no word in a bracket."""

from __future__ import annotations

ESCAPES = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
"""Brackets within words."""
_QUOTES = {"``": '"', "''": '"'}


def unescaped(form: str) -> str:
    r"""A word without the escapes of bracketed treebanks: ``-LRB-``, ``3\/4``."""
    return ESCAPES.get(form) or form.replace("\\/", "/").replace("\\*", "*")


def plain_word(form: str) -> str:
    """The same without opening and closing quotes (``` `` ```), which are one in plain text, so that formats can be compared."""
    return _QUOTES.get(form) or unescaped(form)
