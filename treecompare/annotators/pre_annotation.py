"""Annotators who corrected the same analysis: what they changed, and how far they agree where they did.

An analysis that both were given is no voice: where neither touched it they agree with it, not with each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from treecompare.annotators.agreed import CONSTITUENTS, TITLES, Agreement
from treecompare.annotators.figures import NONE, Category, Pair
from treecompare.errors import UsageError

KINDS = ("both kept", "only first", "only second", "same change", "different changes")
"""What two annotators did to a unit."""


@dataclass(frozen=True)
class Changed:
    """A pair of annotators (places in the names) in one layer. ``counts``: as KINDS; ``over_changed``: over the units that either
    changed; ``over_all``: over those and what both kept."""

    title: str
    two: tuple[int, int]
    counts: tuple[int, ...]
    over_changed: Pair
    over_all: Pair


@dataclass(frozen=True)
class Corrected:
    """An annotator in one layer: ``changed`` of ``units``. ``kept`` of ``wrong``: faults that stayed; ``spoilt`` of ``right``: what
    was right before; None where nothing was adjudicated."""

    title: str
    annotator: int
    units: int
    changed: int
    kept: int | None = None
    wrong: int | None = None
    spoilt: int | None = None
    right: int | None = None


def categories(found: Agreement) -> list[tuple[str, Category]]:
    """The titles of layers, and what all files say, whether they are voices or not."""
    if found.is_dependencies:
        return [(title, found.words.category(name)) for name, title in TITLES.items()]
    files = list(range(len(found.several.treebanks)))
    return [(CONSTITUENTS, found.spans.nodes(files)), ("tags", found.spans.tag(files))]


def changes(found: Agreement) -> tuple[list[Changed], list[Corrected]]:
    """Of each layer and pair, and of each layer and annotator. Raises UsageError: there is no pre-annotation."""
    pre, gold = found.asked.pre, found.asked.adjudicated
    if pre is None:
        raise UsageError("nothing was changed: there is no pre-annotation")
    of_pairs, of_people = [], []
    for title, category in categories(found):
        codes = category.codes
        given = codes[pre]
        for first, second in combinations(range(len(found.voices)), 2):
            one, other = codes[found.voices[first]], codes[found.voices[second]]
            there = (one != NONE) & (other != NONE) & (given != NONE)
            a, b, p = one[there], other[there], given[there]
            kinds = (
                (a == p) & (b == p), (a != p) & (b == p), (a == p) & (b != p), (a != p) & (a == b),
                (a != p) & (b != p) & (a != b),
            )  # fmt: skip
            counts = tuple(int(np.count_nonzero(one)) for one in kinds)
            touched = ~kinds[0]
            of_pairs.append(Changed(title, (first, second), counts, Pair.of(a[touched], b[touched]), Pair.of(a, b)))
        for place, file in enumerate(found.voices):
            own = codes[file]
            both = (own != NONE) & (given != NONE)
            units, changed = int(both.sum()), int((both & (own != given)).sum())
            if gold is None:
                of_people.append(Corrected(title, place, units, changed))
                continue
            true = codes[gold]
            known = both & (true != NONE)
            wrong, right = known & (given != true), known & (given == true)
            of_people.append(
                Corrected(
                    title, place, units, changed, int((wrong & (own == given)).sum()), int(wrong.sum()),
                    int((right & (own != true)).sum()), int(right.sum()),
                )
            )  # fmt: skip
    return of_pairs, of_people
