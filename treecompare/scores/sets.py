"""On which sentences figures rest that stand side by side. Nothing else decides it.

The *common set* holds the sentences that are scored for every system with a coverage of at least one half: by their status, not by
their scores (0/0 is a score here), nor by which measures are shown. A system below one half is set aside: its figures rest on its
own sentences, it has no rank, and takes no sentence away from the others. A measure that some of these sentences cannot have (a
tree was too large, words have to be equal) has a set of its own within the common one.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from treecompare.measures import measure

if TYPE_CHECKING:
    from treecompare.scores.table import ScoreTable

Mask = NDArray[np.bool_]
Sentences = Literal["common", "own"]
SENTENCES: tuple[Sentences, ...] = ("common", "own")
WELL_COVERED = 0.95
"""A coverage below it is marked."""
MARKED = "Coverage below 95 % is marked."


@dataclass(frozen=True)
class SentenceSet:
    """``rows``: the sentences, of so many that are asked for. ``compared``: systems whose figures rest on them and have ranks."""

    rows: Mask
    compared: Mask
    of: int

    @property
    def number(self) -> int:
        """How many sentences."""
        return int(np.count_nonzero(self.rows))

    @property
    def signed(self) -> str:
        """For signatures, equal only for equal sentences: ``common:1394``; where some are missing ``common:1360/1394:5f3ac1``."""
        if not self.compared.any():
            return "own"
        if self.number == self.of:
            return f"common:{self.of}"
        which = zlib.crc32(np.flatnonzero(self.rows).astype("<u4").tobytes()) & 0xFFFFFF
        return f"common:{self.number}/{self.of}:{which:06x}"

    @property
    def shown(self) -> str:
        """For people: ``1,393 of 1,394``."""
        return f"{self.number:,} of {self.of:,}"


def common_set(scored: Sequence[Mask], asked: Mask) -> SentenceSet:
    """The common set of what is ``scored``, ``[systems, sentences]`` each, among the sentences that are ``asked`` for.

    ``compared`` is that of the first; the others are further tables that stand beside it.
    """
    of = int(np.count_nonzero(asked))
    enough = [2 * np.count_nonzero(one & asked, axis=1) >= max(of, 1) for one in scored]
    rows = asked & any(one.any() for one in enough)
    for one, compared in zip(scored, enough, strict=True):
        rows = rows & one[compared].all(axis=0)
    return SentenceSet(rows, enough[0], of)


def narrowed(common: SentenceSet, exist: Mask) -> SentenceSet:
    """The set of a measure that ``exist`` on those sentences, ``[systems, sentences]``."""
    has = exist & common.rows
    compared = common.compared & (2 * np.count_nonzero(has, axis=1) >= max(common.number, 1))
    rows = common.rows & has[compared].all(axis=0) if compared.any() else np.zeros_like(common.rows)
    return SentenceSet(rows, compared, common.of)


def set_note(table: ScoreTable, keys: Iterable[str] = (), with_number: bool = True) -> str:
    """What readers have to know of the sentences of a table's figures under these measures; empty if nothing is missing.

    ``with_number``: also how many sentences all systems have.
    """
    systems = range(len(table.systems))
    if table.on == "own":
        return "Each system on all its own sentences, so that they are not ranked." if len(systems) > 1 else ""
    common = table.common()
    said = []
    if with_number and common.compared.any() and common.number < common.of:
        said.append(f"On {common.shown} sentences{' that all have' if len(systems) > 1 else ''}.")
    by_number: dict[str, list[str]] = {}
    aside: dict[int, list[str]] = {}
    for key in dict.fromkeys(keys):
        if not table.has(measure(key).part):
            continue
        found = table.set_of(key)
        if found.compared.any() and found.number < common.number:
            by_number.setdefault(found.shown, []).append(measure(key).title)
        for system in systems:
            if common.compared[system] and not found.compared[system] and table.rows(system, key).any():
                aside.setdefault(system, []).append(measure(key).title)
    said += [f"{', '.join(titles)}: on {shown}." for shown, titles in by_number.items()]
    said += [
        f"{table.systems[system]} is set aside (scored on {100 * table.coverage(system):.1f} % of the sentences, less than 50 %): "
        "its figures rest on its own sentences and have no rank."
        for system in systems
        if not common.compared[system] and table.scored(system).any()
    ]
    said += [f"{table.systems[system]} is set aside under {', '.join(titles)}." for system, titles in aside.items()]
    return " ".join(said)
