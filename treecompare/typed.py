"""Commands as people type them, for the shell of this system."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Sequence


def typed(words: Sequence[str]) -> str:
    """A command that can be pasted into a shell: sh, or on Windows PowerShell and cmd. Both understand double quotes only."""
    return shlex.join(words) if sys.platform != "win32" else " ".join(map(_in_double_quotes, words))


def _in_double_quotes(word: str) -> str:
    if re.fullmatch(r"[\w@%+=:./\\-]+", word):
        return word
    # a quotation mark, and the end, is one only where no backslash stands before it
    return '"' + re.sub(r'(\\*)("|$)', lambda found: found[1] * 2 + ('\\"' if found[2] else ""), word) + '"'
