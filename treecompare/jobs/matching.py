"""What a few letters find, and in which order: commands, choices, sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

AT_START, AT_WORD, INSIDE, INITIALS, SCATTERED = 100, 80, 60, 50, 20
"""How well a typed word fits where it is found like this; less for longer titles."""
PART_OF_WORD = 8
"""So much less it fits where it only begins a word."""
HAS_KEYS = 9
"""Commands with keys of their own are used most."""
IN_VAIN = 15
"""So far behind stands what cannot be chosen now, or is chosen already."""
REPLACES = 30
"""The same for what would replace the comparison that is open: it stands behind all that fits as well."""
EXACT = 200
"""So far before all else stands what is called as was typed."""
COMMANDS, SENTENCES, RECENT = "Commands", "Sentences", "Recent"
"""Headings."""


@dataclass(frozen=True)
class Entry:
    """Something that can be chosen. ``about``: what it is, or where it stands; ``keys``: its shortcut.

    ``missing``: what it would need now; empty if it can be chosen. ``menu``: the menu whose choice it is; it stands before the
    title. ``is_on``: this choice is made already. ``group``: below which heading it is listed. ``synonyms``: its other names.
    ``replaces``: the comparison that is open makes room for it.
    """

    title: str
    about: str
    run: Callable[[], object]
    keys: str = ""
    missing: str = ""
    menu: str = ""
    is_on: bool = False
    group: str = COMMANDS
    synonyms: str = ""
    replaces: bool = False

    @property
    def key(self) -> str:
        """Under which it is remembered; empty where that makes no sense."""
        said = f"{self.group}: {self.shown}"
        return "" if "|" in said or self.group == SENTENCES else said

    @property
    def shown(self) -> str:
        """The title as it is listed."""
        return f"{self.menu}: {self.title}" if self.menu else self.title


def fit(word: str, title: str) -> float:
    """How well a typed word fits a title, both in small letters; 0 where it does not.

    At the start of the title, of a word, within a word, as initials (``dm``: draw mapping), or scattered in this order.
    Whole words fit better than the beginnings of words.
    """
    if word in title:
        begun = [one.start() for one in re.finditer(rf"(?<![^\W_]){re.escape(word)}", title)]
        whole = [one for one in begun if not title[one + len(word) : one + len(word) + 1].isalnum()]
        found = AT_START if 0 in (whole or begun) else AT_WORD if begun else INSIDE
        return found - (PART_OF_WORD if begun and not whole else 0) - min(len(title), 90) / 10
    initials = "".join(part[0] for part in title.replace("-", " ").split())
    if len(word) > 1 and word in initials:
        return INITIALS - min(len(title), 90) / 10
    there = re.match("".join(f"[^{letter}]*{letter}" for letter in map(re.escape, word)), title)
    gaps = there.end() - len(word) if there else len(title)
    return max(SCATTERED - gaps / 2, 1.0) if there and len(word) > 2 and gaps <= 2 * len(word) else 0.0


def forms(word: str) -> tuple[str, ...]:
    """A typed word in small letters, and its plural or singular: who types "query" looks for "queries"; or its parts."""
    if word.count("-") > 1:
        return word, word.replace("-", " ")
    for ending, other in (("ies", "y"), ("s", ""), ("y", "ies")):
        if len(word) > len(ending) + 2 and word.endswith(ending):
            return word, word.removesuffix(ending) + other
    return (word,)


def _words(text: str) -> list[str]:
    """In small letters, without what only titles have: Copy: Command, Export…, Export..."""
    return [word.rstrip(":….") or word for word in text.casefold().split()]


def ranked(typed: str, entries: Sequence[Entry]) -> list[Entry]:
    """The entries that have every typed word, best first, else in their own order.

    What can be chosen, and is not chosen already, comes before what cannot; what is called exactly so comes first. A word counts
    half where it is only in ``about`` or in the heading.
    """
    words = _words(typed)
    found: list[tuple[float, int, Entry]] = []
    for number, entry in enumerate(entries):
        title, about = entry.title.casefold(), entry.about + f" {entry.group}" * (entry.group != COMMANDS)
        others = (entry.menu.casefold(), 1.0), (entry.synonyms, 1.0), (about.casefold(), 0.5)
        fits = [
            max(
                max(0.0, fit(word, title), *(fit(word, one) * part for one, part in others if word in one))
                for word in forms(typed_word)
            )
            for typed_word in words
        ]
        if all(fits):
            is_so = bool(words) and not entry.missing and words in (_words(entry.title), _words(entry.shown))
            gain = is_so * EXACT + bool(entry.keys) * HAS_KEYS - entry.replaces * REPLACES
            gain -= bool(entry.missing or entry.is_on) * IN_VAIN
            found.append((-gain - sum(fits) / max(len(fits), 1), number, entry))
    return [entry for _, _, entry in sorted(found, key=lambda one: one[:2])]


def grouped(entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    """The entries by their headings; a heading stands where its best entry would."""
    found: dict[str, list[Entry]] = {}
    for one in entries:
        found.setdefault(one.group, []).append(one)
    return found


def parts_of(text: str, words: Sequence[str]) -> list[tuple[str, bool]]:
    """A text in parts, with whether each of them was typed; ``words`` in small letters."""
    small, typed = text.casefold(), [False] * len(text)
    if len(small) == len(text):
        for word in words:
            for one in re.finditer(re.escape(word), small):
                typed[one.start() : one.end()] = [True] * len(word)
    found: list[tuple[str, bool]] = []
    for is_typed, letters in groupby(zip(text, typed, strict=True), key=lambda one: one[1]):
        found.append(("".join(letter for letter, _ in letters), is_typed))
    return found
