"""Annotators who corrected the same analysis: what they changed, and how far they agree where they did.

An analysis that both were given is no voice: where neither touched it they agree with it, not with each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import UsageError
from treecompare.extras.annotators.agreed import CONSTITUENTS, TITLES, Agreement
from treecompare.extras.annotators.figures import NONE, Pair
from treecompare.extras.annotators.tallies import Layer

KINDS = ("both kept", "only first", "only second", "same change", "different changes")
"""What two annotators did to a unit."""


@dataclass(frozen=True, eq=False)
class Changed:
    """A pair of annotators (places in the names) in one layer of all files. ``units``: of each of KINDS; ``over_changed``: over the
    units that either changed; ``over_all``: over those and what both kept."""

    layer: Layer
    two: tuple[int, int]
    units: tuple[NDArray[np.int64], ...]
    over_changed: Pair
    over_all: Pair

    @property
    def counts(self) -> tuple[int, ...]:
        """How many units, as KINDS."""
        return tuple(map(len, self.units))


@dataclass(frozen=True, eq=False)
class Corrected:
    """An annotator in one layer of all files: of ``units`` those at ``places`` were changed. ``kept`` of ``wrong``: faults that
    stayed; ``spoilt`` of ``right``: what was right before; None where nothing was adjudicated."""

    layer: Layer
    annotator: int
    units: int
    places: NDArray[np.int64]
    kept: int | None = None
    wrong: int | None = None
    spoilt: int | None = None
    right: int | None = None

    @property
    def changed(self) -> int:
        """How many units were."""
        return len(self.places)


def layers_of_all(found: Agreement) -> list[Layer]:
    """What all files say, whether they are voices or not."""
    if found.is_dependencies:
        return [Layer(name, title, found.words.category(name), found.words.rows) for name, title in TITLES.items()]
    files = list(range(len(found.several.treebanks)))
    spans, words = (np.array(one, np.int64) for one in (found.spans.span_rows, found.spans.word_rows))
    return [
        Layer(CONSTITUENTS, CONSTITUENTS, found.spans.nodes(files), spans),
        Layer("tag", "tags", found.spans.tag(files), words),
    ]


def changes(found: Agreement) -> tuple[list[Changed], list[Corrected]]:
    """Of each layer and pair, and of each layer and annotator. Raises UsageError: there is no pre-annotation."""
    pre, gold = found.asked.pre, found.asked.adjudicated
    if pre is None:
        raise UsageError("nothing was changed: there is no pre-annotation")
    of_pairs, of_people = [], []
    for layer in layers_of_all(found):
        codes = layer.category.codes
        given = codes[pre]
        for first, second in combinations(range(len(found.voices)), 2):
            one, other = codes[found.voices[first]], codes[found.voices[second]]
            there = (one != NONE) & (other != NONE) & (given != NONE)
            a, b, p = one[there], other[there], given[there]
            kinds = (
                (a == p) & (b == p), (a != p) & (b == p), (a == p) & (b != p), (a != p) & (a == b),
                (a != p) & (b != p) & (a != b),
            )  # fmt: skip
            units = tuple(np.flatnonzero(there)[one] for one in kinds)
            touched = ~kinds[0]
            of_pairs.append(Changed(layer, (first, second), units, Pair.of(a[touched], b[touched]), Pair.of(a, b)))
        for place, file in enumerate(found.voices):
            own = codes[file]
            both = (own != NONE) & (given != NONE)
            count, changed = int(both.sum()), np.flatnonzero(both & (own != given))
            if gold is None:
                of_people.append(Corrected(layer, place, count, changed))
                continue
            true = codes[gold]
            known = both & (true != NONE)
            wrong, right = known & (given != true), known & (given == true)
            of_people.append(
                Corrected(
                    layer, place, count, changed, int((wrong & (own == given)).sum()), int(wrong.sum()),
                    int((right & (own != true)).sum()), int(right.sum()),
                )
            )  # fmt: skip
    return of_pairs, of_people
