"""What the list shows, row by row: places in one order, parts of which may have headings, which fold; and where one goes in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from treecompare.jobs.base import SPARE, Answer, Column, Job, Numbers, Order, Places, Section, Token, own_number
from treecompare.scores.rich import tsv

NO_PLACES: Numbers = np.zeros(0, np.int64)
FIGURES = ("number", "figure", "mark")
SIDES: Mapping[str, str] = {**dict.fromkeys(FIGURES, "right"), "dumbbell": "middle", "bar": "middle"}
"""Where what stands in a column is, by its look; all else is at the left."""
LEAST_WORDS, WIDE, LEAST = 16, 56, 40
"""Letters of words before others give way, and of a list that has ``SPARE`` ones; pixels where there is no room even then."""


class Listed:
    """``rows``: the place of each row; of the heading of section n it is -1-n. Nothing is made for rows that nobody sees."""

    def __init__(self) -> None:
        self.shown = Places(NO_PLACES, ())
        self.rows: Numbers = NO_PLACES
        self.folded: set[str] = set()
        self._known: set[str] = set()
        """Sections of which it is known whether people folded them."""

    # -- what is listed --------------------------------------------------------------------------------------------------

    def show(self, shown: Places, place: int) -> None:
        """Other places; the section where one is to be is open."""
        self.shown = shown
        new = [one for one in shown.sections if one.key not in self._known]
        self.folded |= {one.key for one in new if one.is_folded}
        self._known |= {one.key for one in new}
        here = self.section_of(place)
        self.fold(here.key if here is not None else "", False)

    def fold(self, section: str, is_folded: bool) -> None:
        """Folds a section, or unfolds it."""
        (self.folded.add if is_folded else self.folded.discard)(section)
        parts, first = [], 0
        for number, one in enumerate(self.shown.sections):
            inside = self.shown.order[first : first + one.size]
            parts += [np.array([-1 - number], np.int64), inside[: 0 if one.key in self.folded else one.size]]
            first += one.size
        self.rows = np.concatenate(parts) if parts else self.shown.order

    def section_at(self, row: int) -> Section | None:
        """The section whose heading stands in a row; None in the row of a place."""
        number = -1 - int(self.rows[row]) if 0 <= row < len(self.rows) else -1
        return self.shown.sections[number] if number >= 0 else None

    def section_of(self, place: int) -> Section | None:
        """The first section that has a place; None if none does, or there are no sections."""
        found, first = np.flatnonzero(self.shown.order == place), 0
        for one in self.shown.sections:
            first += one.size
            if len(found) and found[0] < first:
                return one
        return None

    def turned(self, row: int, is_folded: bool) -> Section | None:
        """What is folded from a row on: the section where it is; or unfolded: the nearest one that is folded."""
        if is_folded:
            return self.section_of(self.place_at(row))
        headings = sorted(np.flatnonzero(self.rows < 0).tolist(), key=lambda one: abs(one - row))
        found = map(self.section_at, headings)
        return next((one for one in found if one is not None and one.key in self.folded), None)

    # -- where one is ----------------------------------------------------------------------------------------------------

    @property
    def there(self) -> Numbers:
        """The rows that have places."""
        return np.flatnonzero(self.rows >= 0)

    def place_at(self, row: int) -> int:
        """The place in a row; -1 where there is none."""
        return max(int(self.rows[row]), -1) if 0 <= row < len(self.rows) else -1

    def row_of(self, place: int) -> int:
        """Where a place is listed; -1 if it is not."""
        found = np.flatnonzero(self.rows == place)
        return int(found[0]) if place >= 0 and len(found) else -1

    def nearest(self, row: int) -> int:
        """The nearest row that has a place; -1 if none has."""
        there = self.there
        return int(there[np.abs(there - row).argmin()]) if len(there) else -1

    def next_row(self, row: int, by: int, only_open: bool = False) -> int:
        """The next row with a place (1), or the one before (-1); ``only_open``: that waits for somebody, round the end. -1: there
        is none."""
        there = self.there[:: 1 if by > 0 else -1]
        if only_open:
            waits = self.shown.waits
            there = there[waits[self.rows[there]]] if waits is not None else there[:0]
        beyond = there[by * there > by * row]
        if not len(beyond) and only_open:
            beyond = there[there != row]
        return int(beyond[0]) if len(beyond) else -1

    def number(self, row: int) -> tuple[int, int, str]:
        """Which of the listed places is in a row, from 1; how many there are; its own number, where places have some."""
        there, place = self.there, self.place_at(row)
        own = own_number(self.shown.columns, place) if place >= 0 else ""
        return int(np.count_nonzero(there <= row)) if place >= 0 else 0, len(there), own

    def row_numbered(self, number: str) -> int:
        """The row of the place of that number, -1 if there is none; without numbers of their own places are counted."""
        wanted = number.replace(",", "").strip()
        for at, row in enumerate(self.there.tolist(), 1):
            told = own_number(self.shown.columns, int(self.rows[row])) or str(at)
            if wanted in told.replace(",", "").split("+"):
                return int(row)
        return -1

    # -- what stands in it -----------------------------------------------------------------------------------------------

    def fit(self, room: int, letter: int, around: int, width: Callable[[str], int]) -> list[int]:
        """How wide columns are, 0: gone. They are so many letters and their titles wide, words have what is left; those go first
        whose rank is the highest."""
        columns = self.shown.columns
        widths = {at: max(one.width * letter, width(one.title)) + around for at, one in enumerate(columns) if one.width}
        for at in sorted(filter(lambda at: columns[at].rank, widths), key=lambda at: -columns[at].rank):
            is_narrow = columns[at].rank >= SPARE and room < WIDE * letter
            if is_narrow or sum(widths.values()) + LEAST_WORDS * letter > room:
                widths[at] = 0
        return [widths.get(at, max(room - sum(widths.values()), LEAST)) for at in range(len(columns))]

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.rows), len(self.shown.columns)

    def title(self, at: int) -> str:
        """The heading of a column."""
        return self.shown.columns[at].title

    def about(self, at: int) -> str:
        """What is said of a heading."""
        return self.shown.columns[at].about

    def side(self, at: int) -> str:
        """Where what stands in a column is: left, right, middle."""
        return SIDES.get(self.shown.columns[at].look, "left")

    @property
    def stays(self) -> int:
        """A column that is always seen: in one that is not, arrows go nowhere."""
        return next((at for at, one in enumerate(self.shown.columns) if not one.rank), 0)

    def text(self, row: int, at: int) -> str:
        """What stands in a cell, on one line; the heading of a section in the first."""
        section = self.section_at(row)
        if section is None:
            return str(self.shown.columns[at].text(int(self.rows[row])))
        return "" if at else " ".join(filter(None, (section.title, section.beside, section.said)))

    def below(self, row: int, at: int) -> str:
        """The second line of a cell."""
        column = self.shown.columns[at]
        return str(column.below(int(self.rows[row]))) if column.below is not None and self.rows[row] >= 0 else ""

    def told(self, row: int, at: int) -> str:
        """All of a cell, in lines; for the tooltip."""
        return "\n".join(filter(None, (self.text(row, at), self.below(row, at))))

    def said(self, row: int, at: int) -> str:
        """A cell for who cannot see it; words with all figures of their row."""
        columns = self.shown.columns if self.shown.columns[at].look == "words" and self.rows[row] >= 0 else ()
        others = [
            f"{one.title} {said}".lstrip() for n, one in enumerate(columns) if n != at and (said := self.text(row, n))
        ]
        return ", ".join(filter(None, (self.text(row, at), self.below(row, at), *others)))

    def lines(self, rows: Iterable[int], columns: Iterable[int]) -> str:
        """Rows as they are listed, for the clipboard."""
        told = list(columns)
        texts = [[self.text(row, at) for at in told] for row in rows if self.section_at(row) is None]
        return tsv([[self.shown.columns[at].title for at in told], *texts])


def fitting(places: Iterable[int], tokens: Sequence[Token], said: Callable[[int], str]) -> list[int]:
    """The places of whose text all is true that is looked for."""
    return [place for place in places if all(one.fits(said(place)) for one in tokens)]


class Titled(Job):
    """A place is a table, which is known and found by its title."""

    titles: Sequence[str]

    def orders(self) -> Sequence[Order]:
        return [Order("tables", "Tables")]

    def places(self, _order: str, tokens: Sequence[Token]) -> Places:
        found = fitting(range(len(self.titles)), tokens, self.titles.__getitem__)
        columns = [Column("words", "", "words", 0, self.titles.__getitem__)]
        return Places(np.array(found, np.int64), columns, first=found[0] if found else -1)

    def do(self, _places: Sequence[int], _action: str, _value: Any = None) -> Sequence[Answer]:
        return ()

    def name(self, place: int) -> str:
        return self.titles[place]

    def place(self, name: str) -> int:
        return self.titles.index(name) if name in self.titles else -1
