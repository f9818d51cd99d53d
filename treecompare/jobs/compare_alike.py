"""From a sentence of a comparison to the next one of the list with errors like its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from treecompare.analyses.alike import Likeness, Sought, next_alike, type_of
from treecompare.comparison.base import Comparison
from treecompare.mappings.errors import Error, ErrorList

NOTHING_SOUGHT = "This sentence has no errors that another one could share."
NONE_FOUND = "No other sentence of the list is like this one."
NO_OTHER_ERROR = "No other sentence of the list has an error like this one."


@dataclass(frozen=True)
class Walk:
    """What is sought from sentence to sentence, where that began, where it is now, and the error that was lit there.

    Who goes on does so with what was sought first, not with what is more like the last one.
    """

    comparison: Comparison
    system: int
    sought: Sought
    at_least: Likeness
    begun: int
    sentence: int
    error: Error | None
    is_round: bool = False
    """The end of the list lies between it and the sentence before."""

    def said(self, errors: ErrorList) -> str:
        """How like the sentence is, in a line."""
        types, number = self.comparison.error_types, self.comparison.numbers_of(self.begun)
        round_the_end = " Round the end of the list." if self.is_round else ""
        if self.sentence == self.begun:
            return f"Sentence {number} again, where this began.{round_the_end}"
        likeness = self.sought.likeness(errors.of(self.sentence), types)
        if self.sought.one is not None:
            key = type_of(self.sought.one, types)
            title = next((one.title for one in types if one.key == key), key)
            like = f"{title}, with {'the same' if likeness == Likeness.LABELS else 'other'} labels"
        else:
            like = {
                Likeness.LABELS: "the same errors, with the same labels",
                Likeness.TYPES: "errors of the same types",
            }.get(likeness or Likeness.SOME, "one of its errors")
        return self.comparison.names(self.system).told_of_errors(f"Like sentence {number}: {like}.{round_the_end}")


def step(
    walk: Walk | None,
    comparison: Comparison,
    system: int,
    errors: ErrorList,
    order: Sequence[int],
    place: int,
    lit: Error | None,
    direction: int,
) -> Walk | str:
    """To the next sentence of the list (direction 1) or the one before (-1) that is like a place; why there is none.

    ``walk``: the one before, which goes on where one is still there. ``lit``: the error that people chose, whose like is sought,
    else the like of all errors of the sentence.
    """
    types, own = comparison.error_types, errors.of(place)
    if place not in order or not own:
        return NOTHING_SOUGHT if not own else NONE_FOUND
    here = walk is not None and (walk.comparison, walk.system, walk.sentence) == (comparison, system, place)
    if walk is None or not here or (lit is not None and lit != walk.error):
        sought, at_least, begun = Sought.of(own, types, lit), None, place
    else:
        sought, at_least, begun = walk.sought, walk.at_least, walk.begun
    row = order.index(place)
    found = next_alike(sought, errors, types, order, row, direction, at_least)
    if found is None:
        return NO_OTHER_ERROR if sought.one is not None else NONE_FOUND
    goal, likeness = order[found[0]], found[1]
    error = sought.among(errors.of(goal), types)
    made = Walk(comparison, system, sought, at_least or likeness, begun, goal, error)
    return replace(made, is_round=(found[0] - row) * direction < 0)
