"""Measures where neither of two analyses is gold: most tell how far they agree, the others from which side they look."""

from __future__ import annotations

from treecompare.drawing.names import Names
from treecompare.measures import Measure


def is_agreement(one: Measure) -> bool:
    """Whether a measure treats both sides alike, as far as their words are the same."""
    return one.symmetric or one.symmetric_over_words or one.key.endswith(".aligned")


def measure_title(one: Measure, names: Names) -> str:
    """The title of a measure; of one that is not an agreement it says whose: recall is the share of the first analysis."""
    if names.is_gold or is_agreement(one):
        return one.title
    told = names.told(one.title)
    return told if told != one.title else f"{one.title}, by {names.first}"


def measure_note(one: Measure, names: Names) -> str:
    """What is to be known of a measure where neither analysis is gold, as a sentence; else empty."""
    if names.is_gold:
        return ""
    if is_agreement(one):
        return f"Agreement of {names.first} and {names.second}: both sides count alike."
    if one.swaps_with is None:
        return f"No agreement: it looks from {names.first}; with the sides swapped it may be another figure."
    whose, other = (names.first, names.second) if "recall" in one.key else (names.second, names.first)
    return f"The part of {whose}'s that {other} has, too."
