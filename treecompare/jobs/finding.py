"""What the palette finds: commands, orders, boxes, conditions, and places by their words or numbers."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from typing import NamedTuple

from treecompare.errors import TreecompareError
from treecompare.jobs.base import Choosing, Go, Job, Later, Pick, Places, own_number
from treecompare.jobs.keys import keys_of
from treecompare.jobs.matching import COMMANDS, RECENT, Entry, grouped, ranked

BEGIN = 20
"""So many entries are offered before anything is typed."""
SECONDS_OF_SEARCH = 0.06
"""So long places are searched."""


class Command(NamedTuple):
    """``key``: as in the table of keys, or a job's own."""

    key: str
    title: str
    do: Callable[[], object]
    is_on: bool | None = None
    can: bool = True
    about: str = ""
    menu: str = ""
    fields: Callable[[], Iterable[Choosing]] = tuple

    def entry(self) -> Entry:
        """As it is found."""
        keys, menu = " ".join(keys_of(self.key)[:1]), self.menu if self.menu == "Export" else ""
        return Entry(self.title, self.about, self.do, keys, "" if self.can else "not now", menu, bool(self.is_on))


def commands_of(job: Job, do: Callable[[str], object]) -> list[Command]:
    """What can be done in a job; ``do`` gets the key."""
    return [
        Command(one.key, one.title, partial(do, one.key), one.is_on, one.can, one.about, one.menu, one.fields)
        for one in job.commands()
    ]


def found_by(commands: Iterable[Command]) -> Iterator[Entry]:
    """Commands as they are found, also by what their sheets ask."""
    for one in commands:
        yield (entry := one.entry())
        for field in one.fields():
            if not field.is_said:
                texts = (field.title, *(option.title for option in field.options))
                title, *options = (re.sub("&(.)", r"\1", text) for text in texts)
                about, menu = ", ".join(options) or field.about, one.title.rstrip("…")
                yield replace(entry, title=title, about=about, keys="", menu=menu)


def commands_beside(
    job: Job, tabs: Sequence[tuple[str, Callable[[], Job | Later]]], do: Callable[[int, str], object]
) -> Iterator[Entry]:
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
