"""What the palette finds: commands, orders, boxes, conditions, and places by their words or numbers.

What a few letters find, and in which order: commands, choices, sentences.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import groupby

from treecompare.errors import TreecompareError
from treecompare.jobs.base import Command, Go, Job, Later, Pick, Places, Tabs, own_number
from treecompare.jobs.keys import keys_of

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


BEGIN = 20
"""So many entries are offered before anything is typed."""
SECONDS_OF_SEARCH = 0.06
"""So long places are searched."""


def entry_of(command: Command) -> Entry:
    """A command as it is found."""
    keys, missing = " ".join(keys_of(command.key)[:1]), "" if command.can else "not now"
    return Entry(command.title, command.about, command.do, keys, missing, command.menu, bool(command.is_on))


def commands_of(job: Job, do: Callable[[str], object]) -> list[Command]:
    """What can be done in a job; ``do`` gets the key."""
    return [one._replace(do=partial(do, one.key)) for one in job.commands()]


def found_by(commands: Iterable[Command]) -> Iterator[Entry]:
    """Commands as they are found, also by what their sheets ask."""
    for one in commands:
        yield (entry := entry_of(one))
        for field in one.fields():
            if not field.is_said:
                about = ", ".join(option.title for option in field.options) or field.about
                yield replace(entry, title=field.title, about=about, keys="", menu=one.title.rstrip("…"))


def commands_beside(job: Job, tabs: Tabs, do: Callable[[int, str], object]) -> Iterator[Entry]:
    """What can be done only in others of the ``tabs``, but for those that are waited for; ``do`` gets the number of one, too."""
    known = {one.title for one in job.commands()}
    for number, (name, make) in enumerate(tabs):
        with suppress(TreecompareError):
            if not isinstance(other := make(), Later):
                more = (one for one in commands_of(other, partial(do, number)) if one.title not in known)
                yield from found_by(one._replace(about=f"{name} · {one.about}".rstrip(" ·")) for one in more)


Sentences = Callable[[str, int], Sequence[Entry]]
"""At most so many sentences of that number, or with these words."""


class Found:
    """``make``: all that there is but ``sentences``. Where there are none, one of a few things is chosen."""

    def __init__(self, make: Callable[[], Iterable[Entry]], sentences: Sentences | None = None) -> None:
        self._make, self.sentences = make, sentences
        self.hint = "A command, table, plot, system, sentence or help page" if sentences is not None else "One of these"

    @cached_property
    def entries(self) -> Sequence[Entry]:
        """All but the sentences."""
        return list(self._make())

    def listed(self, typed: str, recent: Sequence[str], most: int) -> list[Entry]:
        """What is listed where that is typed, by headings. ``recent``: keys of what was chosen lately."""
        if typed:
            found = ranked(typed, self.entries)[:most]
            sentences = self.sentences(typed, most) if self.sentences is not None else ()
            # a number means a sentence, before anything else that has it in its name
            found = [*sentences, *found] if typed.isdecimal() else [*found, *sentences]
        elif self.sentences is not None:
            there = {one.key: one for one in self.entries}
            before = [replace(there[key], group=RECENT) for key in recent if key in there]
            found = [*before, *self.entries[:BEGIN]]
        else:
            found = [*self.entries]
        return [one for entries in grouped(found[:most]).values() for one in entries]


def options_of(pick: Pick, do: Callable[[str, str], object], is_alone: bool = False) -> Iterator[Entry]:
    """The options of a box; ``is_alone``: below their own headings."""
    head, figures = "", pick.figures()
    for value, text in pick.options:
        if not value:
            head = text
            continue
        said = "  ".join(filter(None, (figures.get(value), head)))
        group = head or pick.title or "Choices" if is_alone else COMMANDS
        yield Entry(text, said, partial(do, pick.key, value), menu=pick.title, is_on=value == pick.now, group=group)


def entries_of(
    job: Job,
    order: str,
    place: int,
    go: Callable[[Go], object],
    do: Callable[[str, str], object],
    begin: Callable[[str], object],
) -> Iterator[Entry]:
    """Orders, boxes and conditions of a job. ``begin``: a condition of that name is to be typed."""
    for one in job.orders():
        yield Entry(one.title, "", partial(go, Go(order=one.key)), menu="Order", is_on=one.key == order)
    for pick in job.picks(place) if place >= 0 else ():
        yield from options_of(pick, do)
    for name, said in job.conditions().items():
        yield Entry(name, said, partial(begin, name), menu="Find")


def sentences_of(shown: Places, group: str, go: Callable[[Go], object], typed: str, most: int) -> Sequence[Entry]:
    """Places that are listed, by their words; as many as are found soon."""
    words = next((one for one in shown.columns if one.look == "words"), None)
    if words is None or len(typed) < 2:
        return ()
    wanted, found, end = typed.casefold().split(), list[Entry](), time.monotonic() + SECONDS_OF_SEARCH
    numbers = ((own_number(shown.columns, one) or str(at), one) for at, one in enumerate(shown.order.tolist(), 1))
    known = ((typed in number.replace(",", "").split("+"), number, place) for number, place in numbers)
    for is_number, number, place in sorted(known, key=lambda one: not one[0]) if typed.isdecimal() else known:
        said = str(words.text(place))
        if is_number or all(word in said.casefold() for word in wanted):
            found.append(Entry(said, number, partial(go, Go(place=place)), group=group))
        if len(found) >= most or time.monotonic() > end:
            break
    return found
